"""The jobs that are about a board rather than a tour: a quick verdict, a built-in shape, what can be counted.

They are like the jobs in `turaga.web.handlers`.
"""

import json
import time
from typing import TYPE_CHECKING

from turaga._version import __version__
from turaga.board import Board
from turaga.errors import BadBoard, TourNotFound
from turaga.notation.writer import board_facts, from_one
from turaga.web.job_values import Report, RequestJson, board_in, ends_in
from turaga.web.request_limits import BOUNDS

if TYPE_CHECKING:
    from turaga.board_json_shapes import CountPlanJson, QuickVerdictJson, ShapeBoardJson, TrimmedJson


def run_verdict(request: RequestJson, report: Report) -> bytes:
    """Whether a board has a tour, as far as a first look shows."""
    from turaga.solve.quick_verdict import quick_verdict
    from turaga.solve.request import Request
    from turaga.theory import colour_counts

    began = time.perf_counter()
    board = board_in(request)
    question = Request.read(board, **ends_in(request)).question
    found = quick_verdict(question, seconds=BOUNDS.verdict_seconds / 2)
    same, other = colour_counts(board)
    response: QuickVerdictJson = {
        "exists": found.exists,
        "reason": found.reason,
        "kind": found.kind,
        "source": found.source,
        "colours": {"same": same, "other": other},
        "squares": [from_one(square) for square in found.squares],
        "certificate": None if found.certificate is None else found.certificate.as_json(),
        "seconds": round(time.perf_counter() - began, 6),
        "version": __version__,
    }
    return json.dumps(response).encode()


def run_shape(request: RequestJson, report: Report) -> bytes:
    """The board of a built-in shape or of a word, trimmed if the request asks for it."""
    from turaga.shapes import named_board

    a, b = request["leaper"]
    try:
        board = named_board(
            request["shape"], request["size"], leaper=(a, b), most_area=BOUNDS.shape_most_area
        )
    except BadBoard as error:
        raise error.about("shape") from None
    response: ShapeBoardJson = {
        "shape": request["shape"],
        "board": board_facts(board),
        "leaper": list(board.leaper),
        "squares": board.size,
        "trimmed": None,
        "version": __version__,
    }
    if request["trim"]:
        trimmed = _trimmed(board, closed=request["closed"], seconds=request["time_limit"])
        response["trimmed"] = trimmed
        if trimmed["board"] is not None:
            response["board"] = trimmed["board"]
            response["squares"] = board.size - len(trimmed["removed"])
    return json.dumps(response).encode()


def run_trim(request: RequestJson, report: Report) -> bytes:
    """What to remove from a board so that it has a tour."""
    trimmed = _trimmed(board_in(request), closed=request["closed"], seconds=request["time_limit"])
    return json.dumps(trimmed).encode()


def _trimmed(board: Board, *, closed: bool, seconds: float) -> "TrimmedJson":
    """What was removed so that the board has a tour, or why nothing was."""
    from turaga.notation.move_digits import move_digits
    from turaga.solve.trimming import trim

    try:
        found = trim(board, closed=closed, time_limit=seconds)
    except TourNotFound as error:
        return {
            "found": False,
            "proved": error.proved,
            "reason": error.reason,
            "removed": [],
            "at_least": None,
            "board": None,
            "start": None,
            "moves": "",
        }
    return {
        "found": True,
        "proved": found.minimal,
        "reason": str(found),
        "removed": [from_one(square) for square in found.removed],
        "at_least": found.at_least,
        "board": board_facts(found.board),
        "start": from_one(found.tour[0]),
        "moves": move_digits(found.tour),
    }


def run_count_plan(request: RequestJson, report: Report) -> bytes:
    """What can be counted, sampled and estimated."""
    from turaga.count.request import Tours
    from turaga.count.work_plan import plan_count, plan_estimate
    from turaga.frontier.memory import memory_bound
    from turaga.sample.work_plan import plan_sample

    tours = Tours.of(board_in(request), **ends_in(request), directed=request["directed"])
    with memory_bound(BOUNDS.count_most_bytes):
        response: CountPlanJson = {
            "count": plan_count(tours, classes=request["classes"]).as_json(),
            "sample": plan_sample(tours).as_json(),
            "estimate": plan_estimate(tours).as_json(),
        }
    return json.dumps(response).encode()

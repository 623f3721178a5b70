"""The jobs. Each is a function from a request, as plain JSON, to its response: JSON, or the bytes of a
picture.

Worker processes run them, without FastAPI and pydantic. `turaga.web.request_models` has already checked the
request. Mistakes that only the work itself can find raise `BadInput` here, and `refusal` turns that into an
API error. Each response is what the command of the same name prints with `--json`.
"""

import contextlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from turaga._version import __version__
from turaga.board import Board, Square
from turaga.checking import CheckWalk, check, convert
from turaga.counting.request import CountTours
from turaga.errors import BadBoard, BadInput, TourNotFound
from turaga.notation.writer import board_facts, from_one
from turaga.operations import read, read_json
from turaga.play.hints import AskHint, AskLost
from turaga.play.watch_request import WATCH_METHODS, Watch
from turaga.web.errors import Refused
from turaga.web.request_limits import BOUNDS
from turaga.web.routes import DrawHere, ListToursHere, RepairHere, SolveHere

if TYPE_CHECKING:
    from turaga.json_shapes import QuickVerdictJson, ShapeBoardJson, TrimmedJson
    from turaga.rule import Rule

RequestJson = Mapping[str, Any]
Report = Callable[[dict[str, object]], None]
Response = Mapping[str, object] | bytes


def run(name: str, request: Any, report: Report) -> bytes:
    """The response to a request: JSON, or the bytes of a picture. Raises `BadInput` if the request turns out
    to be invalid. A map also passes its results to `report`, part by part.

    >>> request = read(AskHint, {"board": "3x4", "walk": "1,1"})
    >>> run("hint", request, lambda part: None)[:14]
    b'{"kind": "go",'
    """
    response = JOBS[name](request, report)
    return response if isinstance(response, bytes) else json.dumps(response).encode()


def refusal(error: BadInput) -> Refused:
    """The API's form of an error: its field, its kind (by class), and its message.

    >>> from turaga.errors import BadRule
    >>> refused = refusal(BadRule("method 'fast' is not known", accepted="write auto", field="method"))
    >>> refused.field, refused.kind, refused.message
    ('method', 'bad_rule', "method 'fast' is not known: write auto")
    """
    names = [kind.__name__ for kind in type(error).__mro__]
    kind = next((_KINDS[name] for name in names if name in _KINDS), "bad_input")
    return Refused(error.field, kind, str(error))


_KINDS = {
    "BadBoard": "bad_board",
    "BadSquare": "bad_square",
    "BadOrder": "bad_order",
    "BadRule": "bad_rule",
    "BadText": "bad_text",
}


# -- what jobs read from a request --------------------------------------------------------------------------


def _board(request: RequestJson) -> Board:
    """The board of a request.

    >>> _board({"board": {"rows": 3, "cols": 4, "holes": [[1, 1]]}})
    Board(3, 4, holes=[(0, 0)])
    """
    board = request["board"]
    a, b = request.get("leaper") or (1, 2)
    return Board(board["rows"], board["cols"], holes=map(_square, board["holes"]), leaper=(a, b))


def _square(pair: Any) -> Square:
    """A square, 0-based.

    >>> _square([1, 2])
    (0, 1)
    """
    row, col = pair
    return row - 1, col - 1


def _ends(request: RequestJson) -> dict[str, Any]:
    """The start, the end, and whether the tour must be closed.

    >>> _ends({"start": [1, 1], "end": None, "closed": False})
    {'start': (0, 0), 'end': None, 'closed': False}
    """
    ends = {name: None if request[name] is None else _square(request[name]) for name in ("start", "end")}
    return {**ends, "closed": request["closed"]}


def _given(request: RequestJson, *names: str) -> dict[str, Any]:
    """The fields that a function has parameters of the same name for."""
    return {name: request[name] for name in names}


def _rule(request: RequestJson) -> "Rule":
    from turaga.rule import Rule, find_system

    system = None if request["like"] is None else find_system(request["like"])
    if request["rule"] is not None:
        return Rule(request["rule"])
    return system.rule if system else Rule()


# -- tours and boards ---------------------------------------------------------------------------------------


def _solve(request: SolveHere, report: Report) -> Response:
    from turaga.solve import solve_request

    return solve_request(request).as_json(as_moves=request.form == "moves")


def _explain(request: RequestJson, report: Report) -> Response:
    from turaga.solve.explanation import explain

    return explain(_board(request), **_ends(request), time_limit=request["time_limit"]).as_json()


def _repair(request: RepairHere, report: Report) -> Response:
    from turaga.solve.repair import repair_for

    return repair_for(request).as_json(as_moves=request.form == "moves")


def _verdict(request: RequestJson, report: Report) -> "QuickVerdictJson":
    """Whether a board has a tour, as far as a first look shows."""
    from turaga.solve.quick_verdict import quick_verdict
    from turaga.solve.request import Solve
    from turaga.theory import colour_counts

    began = time.perf_counter()
    board = _board(request)
    question = Solve.of(board, **_ends(request)).tours
    found = quick_verdict(question, seconds=BOUNDS.verdict_seconds / 2)
    same, other = colour_counts(board)
    return {
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


def _shape(request: RequestJson, report: Report) -> "ShapeBoardJson":
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
        trimmed = _trimmed(board, request)
        response["trimmed"] = trimmed
        if trimmed["board"] is not None:
            response["board"] = trimmed["board"]
            response["squares"] = board.size - len(trimmed["removed"])
    return response


def _trimmed(board: Board, request: RequestJson) -> "TrimmedJson":
    """What was removed so that the board has a tour, or why nothing was."""
    from turaga.notation.move_digits import move_digits
    from turaga.solve.trimming import trim

    try:
        found = trim(board, **_given(request, "closed", "time_limit"))
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


# -- counts and tours -----------------------------------------------------------------------------------


def _count(request: CountTours, report: Report) -> Response:
    from turaga.counting.estimate import can_estimate
    from turaga.counting.request import count_for
    from turaga.frontier.memory import TooManyStates, memory_bound

    with memory_bound(BOUNDS.count_most_bytes):
        try:
            return count_for(request).as_json()
        except TooManyStates as error:
            advice = "ask for an estimate instead"
            raise (error.advising(advice) if can_estimate(request.tours) else error) from None


def _tours(request: ListToursHere, report: Report) -> Response:
    from turaga.frontier.memory import memory_bound
    from turaga.sampling.request import tours_for

    if request.searches and request.limit is None:
        request = replace(request, limit=BOUNDS.tours_most_listed)
    with memory_bound(BOUNDS.count_most_bytes):
        return tours_for(request, as_moves=request.form == "moves").as_json()


# -- pictures ---------------------------------------------------------------------------------------------


def _draw(request: DrawHere, report: Report) -> bytes:
    from turaga.pictures.pictures import picture

    return picture(request.what, {"text": "txt"}.get(request.format, request.format), request.look)


# -- maps and comparisons -----------------------------------------------------------------------------------


def _map(request: RequestJson, report: Report) -> Response:
    from turaga.solve.start_map import StartsRequest, Walked

    board = _board(request)
    starts = StartsRequest.read(
        board,
        _rule(request),
        seed=request["seed"],
        retries=request["retries"] or 0,
        orders=request["retry_orders"],
    )
    walked: list[Walked] = []
    for part in starts.parts():
        walked += part
        found = [[*(from_one(board.square(one.start)) or ()), board.size - one.visited] for one in part]
        report({"done": len(walked), "all": board.size, "found": found})
    return starts.gathered(walked).as_json()


def _compare(request: RequestJson, report: Report) -> Response:
    from turaga.rule import Rule
    from turaga.solve.comparison import ComparisonRequest

    starts = request["starts"]
    comparison = ComparisonRequest.read(
        _board(request),
        rules=[Rule(rule) for rule in request["rules"]],
        starts=None if starts is None else [_square(pair) for pair in starts],
        **_given(request, "methods", "like", "closed", "seed", "retries", "step_limit", "time_limit"),
        total_limit=BOUNDS.compare_total_seconds,
    ).rounds()
    for done in comparison.run():
        report({"done": done, "all": len(comparison.request.starts)})
    return comparison.results().as_json()


# -- watched walks and games --------------------------------------------------------------------------------


def _watch(request: Watch, report: Report) -> Response:
    from turaga.play.watched import watch

    searched = request.method in WATCH_METHODS
    return watch(
        request,
        most_steps=BOUNDS.walk_most_steps if request.method == "euler" else BOUNDS.walk_usual_steps,
        most_squares=(BOUNDS.walk_most_side if searched else BOUNDS.most_side) ** 2,
        time_limit=BOUNDS.usual_seconds,
    ).as_json()


def _hint(request: AskHint, report: Report) -> Response:
    from turaga.play.hints import HintFinder

    return HintFinder(request.walk.board).hint(request.game).as_json()


def _lost(request: AskLost, report: Report) -> Response:
    from turaga.play.hints import HintFinder

    return HintFinder(request.walk.board).lost(request.game, closed=request.closed).as_json()


JOBS: dict[str, Callable[[Any, Report], Response]] = {
    "solve": _solve,
    "explain": _explain,
    "watch": _watch,
    "repair": _repair,
    "check": lambda request, report: check(request).as_json(),
    "convert": lambda request, report: convert(request).as_json(),
    "count": _count,
    "tours": _tours,
    "draw": _draw,
    "map": _map,
    "compare": _compare,
    "hint": _hint,
    "lost": _lost,
    "verdict": _verdict,
    "shape": _shape,
    "trim": lambda request, report: _trimmed(_board(request), request),
    "ping": lambda request, report: {},  # to see whether a worker responds
}


def warm_up(*, backwards: bool = False) -> None:
    """Load everything that jobs need by running small ones, so that processes forked later start at once.
    This takes about a second, and longer after installation, when kernels are compiled. No thread is left
    running. `backwards` runs the jobs in the opposite order."""
    for name, request in reversed(_SMALL) if backwards else _SMALL:
        # A job that fails here, such as a picture without the extra that it needs, will fail later too. The
        # client gets the reason then, and other jobs are not affected.
        with contextlib.suppress(Exception):
            run(name, request, lambda part: None)


def _small_board(rows: int, cols: int, holes: Sequence[object] = ()) -> dict[str, Any]:
    return {"board": {"rows": rows, "cols": cols, "holes": holes}, "leaper": [1, 2]}


_ENDS = {"start": None, "end": None, "closed": True}
_RULE: RequestJson = {"like": None, "rule": None, "seed": 0, "retries": None, "retry_orders": []}
# Small jobs that between them load everything that is slow to load.
_SMALL: list[tuple[str, Any]] = [
    ("map", {**_small_board(15, 15), **_RULE}),  # just large enough to use the kernels
    ("watch", read(Watch, {"board": "5x6", "closed": True})),
    *(
        ("solve", read(SolveHere, {"board": "6x6", "closed": True, "method": word}))
        for word in ("search", "euler", "blocks")
    ),
    ("solve", read(SolveHere, {"board": "3x10", "closed": True, "method": "narrow"})),
    ("verdict", {**_small_board(6, 6, [[1, 2], [2, 2]]), **_ENDS}),
    ("explain", {**_small_board(4, 5), **_ENDS, "time_limit": None}),
    ("check", read_json(CheckWalk, {"board": "5x6", "walk": "1,1 2,3"})),
    ("hint", read_json(AskHint, {"board": "5x6", "walk": "1,1"})),
    ("count", read(CountTours, {"board": "5x6", "closed": True, "classes": True})),
    ("count", read(CountTours, {"board": "6x6", "closed": True, "start": "1,1", "end": "2,3"})),
    ("count", read(CountTours, {"board": "5x6", "closed": True, "estimate": True, "probes": 10})),
    ("tours", read(ListToursHere, {"board": "5x6", "closed": True, "random": 1})),
    ("tours", read(ListToursHere, {"board": "3x4", "random": 1})),
    *(
        ("draw", read_json(DrawHere, {"board": "3x4", "walk": "1,1 2,3", "format": format}))
        for format in ("svg", "png", "gif")
    ),
]

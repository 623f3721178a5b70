"""The jobs. Each is a function from a request to its result, which is written as JSON, or to the bytes of a
picture.

Worker processes run them. The route has already checked the request. Mistakes that only the work itself can
find raise `BadInput` here. Each result is what the command of the same name prints with `--json`.
"""

import contextlib
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from turaga.checking import CheckWalk, check, convert
from turaga.counting.request import CountTours
from turaga.json_values import Result
from turaga.notation.writer import from_one
from turaga.operations import read, read_json
from turaga.play.hints import AskHint, AskLost
from turaga.play.watch_request import WATCH_METHODS, Watch
from turaga.solve.comparison import Compare, Comparison
from turaga.solve.quick_verdict import FirstLook, first_look
from turaga.solve.solved import Solved, solved
from turaga.solve.start_map import MapStarts, StartMap, Walked
from turaga.squares import use
from turaga.web.request_limits import BOUNDS
from turaga.web.routes import DrawHere, ListToursHere, Posted, RepairHere, SolveHere

Report = Callable[[dict[str, object]], None]


def run(name: str, request: Any, report: Report) -> bytes:
    """The response to a request: JSON, or the bytes of a picture. Raises `BadInput` if the request turns out
    to be invalid. A map also passes its results to `report`, part by part.

    >>> request = read_json(AskHint, {"board": "3x4", "walk": "1,1"})
    >>> run("hint", request, lambda part: None)[:14]
    b'{"kind": "go",'
    """
    request, squares = request if isinstance(request, Posted) else (request, None)
    with use(squares):
        result = JOBS[name](request, report)
        return result if isinstance(result, bytes) else json.dumps(result.as_json()).encode()


def _solve(request: SolveHere, report: Report) -> Solved | FirstLook:
    if request.first_look:
        return first_look(request.tours, seconds=BOUNDS.first_look_seconds)
    return solved(request, trimming=request.trim, as_moves=request.form == "moves")


def _repair(request: RepairHere, report: Report) -> Solved:
    from turaga.solve.repair import repair_for

    return Solved.of(repair_for(request), as_moves=request.form == "moves")


def _count(request: CountTours, report: Report) -> Result:
    from turaga.counting.estimate import can_estimate
    from turaga.counting.request import count_for
    from turaga.frontier.memory import TooManyStates, memory_bound

    with memory_bound(BOUNDS.count_most_bytes):
        try:
            return count_for(request)
        except TooManyStates as error:
            advice = "ask for an estimate instead"
            raise (error.advising(advice) if can_estimate(request.tours) else error) from None


def _tours(request: ListToursHere, report: Report) -> Result:
    from turaga.frontier.memory import memory_bound
    from turaga.sampling.request import tours_for

    if request.searches and request.limit is None:
        request = replace(request, limit=BOUNDS.tours_most_listed)
    with memory_bound(BOUNDS.count_most_bytes):
        return tours_for(request, as_moves=request.form == "moves")


def _draw(request: DrawHere, report: Report) -> bytes:
    from turaga.pictures.pictures import picture

    return picture(request.what, {"text": "txt"}.get(request.format, request.format), request.look)


def _map(request: MapStarts, report: Report) -> StartMap:
    board = request.board

    def on_part(part: list[Walked], done: int) -> None:
        found = [[*from_one(board.square(one.start)), board.size - one.visited] for one in part]
        report({"done": done, "all": board.size, "found": found})

    return request.run(on_part=on_part)


def _compare(request: Compare, report: Report) -> Comparison:
    return request.run(on_round=lambda done: report({"done": done, "all": len(request.starts)}))


def _watch(request: Watch, report: Report) -> Result:
    from turaga.play.watched import watch

    searched = request.method in WATCH_METHODS
    return watch(
        request,
        most_steps=BOUNDS.walk_most_steps if request.method == "euler" else BOUNDS.walk_usual_steps,
        most_squares=(BOUNDS.walk_most_side if searched else BOUNDS.most_side) ** 2,
        time_limit=BOUNDS.usual_seconds,
    )


def _hint(request: AskHint, report: Report) -> Result:
    from turaga.play.hints import HintFinder

    return HintFinder(request.walk.board).hint(request.game)


def _lost(request: AskLost, report: Report) -> Result:
    from turaga.play.hints import HintFinder

    return HintFinder(request.walk.board).lost(request.game, closed=request.closed)


JOBS: dict[str, Callable[[Any, Report], Result | bytes]] = {
    "solve": _solve,
    "repair": _repair,
    "count": _count,
    "tours": _tours,
    "check": lambda request, report: check(request),
    "convert": lambda request, report: convert(request),
    "draw": _draw,
    "map": _map,
    "compare": _compare,
    "watch": _watch,
    "hint": _hint,
    "lost": _lost,
    "ping": lambda request, report: b"{}",  # to see whether a worker responds
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


# Small jobs that between them load everything that is slow to load.
_SMALL: list[tuple[str, Any]] = [
    ("map", MapStarts.of("15x15")),  # just large enough to use the kernels
    ("watch", Watch.of("5x6", closed=True)),
    *(("solve", SolveHere.of("6x6", closed=True, method=method)) for method in ("search", "euler", "blocks")),
    ("solve", SolveHere.of("3x10", closed=True, method="narrow")),
    ("solve", SolveHere.of("6x6", avoid="b6 b5", closed=True, first_look=True)),
    ("solve", SolveHere.of("4x5", closed=True, why=True)),
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

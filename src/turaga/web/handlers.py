"""The jobs. Each is a function from a request to its result, which can be written as JSON, or the bytes of a
picture.

Worker processes run them. The route has already checked the request. Mistakes that only the work itself can
find raise `BadInput` here. Each response is what the command of the same name prints with `--json`.
"""

import contextlib
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from turaga._version import __version__
from turaga.board import Board, Square
from turaga.checking import CheckWalk, check, convert
from turaga.counting.request import CountTours
from turaga.errors import BadInput, BadRule
from turaga.json_values import Result, to_json
from turaga.notation.writer import board_facts, from_one
from turaga.operations import read, read_json
from turaga.solve.comparison import Compare
from turaga.solve.quick_verdict import first_look
from turaga.solve.solved import Solved, solved
from turaga.solve.start_map import MapStarts, Walked
from turaga.text import plural
from turaga.web.request_limits import BOUNDS
from turaga.web.routes import ListToursHere, RepairHere, SolveHere

if TYPE_CHECKING:
    from turaga.cover.cover_change import Move
    from turaga.json_shapes import (
        CircuitFrameJson,
        FrameJson,
        HintJson,
        LostJson,
        WatchedWalkJson,
    )
    from turaga.play.circuit_animation import CircuitFrame
    from turaga.play.narration import Narration, StageNarration
    from turaga.rule import Rule
    from turaga.walk import Walk

RequestJson = Mapping[str, Any]
Report = Callable[[dict[str, object]], None]
Response = Result | Mapping[str, object] | bytes

# The formats of pictures, with their media types and file extensions.
MEDIA = {
    "svg": ("image/svg+xml", "svg"),
    "png": ("image/png", "png"),
    "gif": ("image/gif", "gif"),
    "text": ("text/plain; charset=utf-8", "txt"),
}


def run(name: str, request: Any, report: Report) -> bytes:
    """The response to a request: JSON, or the bytes of a picture. Raises `BadInput` if the request turns out
    to be invalid. A map also passes its results to `report`, part by part.

    >>> board = {"rows": 3, "cols": 4, "holes": []}
    >>> request = {"board": board, "leaper": [1, 2], "squares": [[1, 1]], "moves": None}
    >>> run("hint", request, lambda part: None)[:14]
    b'{"kind": "go",'
    """
    response = JOBS[name](request, report)
    if isinstance(response, Result):
        response = response.as_json()
    return response if isinstance(response, bytes) else json.dumps(response).encode()


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


def _walk_of(request: RequestJson) -> "Walk":
    """The walk of the request, as squares or as moves. If it is not a walk, `BadInput` names the first
    mistake."""
    from turaga.notation.move_digits import walk_of_digits
    from turaga.verify import find_faults
    from turaga.walk import Walk

    board = _board(request)
    if request["moves"] is not None:
        return walk_of_digits(board, _square(request["start"]), request["moves"])
    squares = [_square(pair) for pair in request["squares"]]
    faults, _ = find_faults(board, squares)
    if faults:
        raise BadInput(f"the squares are not a walk on {board}", accepted=faults[0].what, field="squares")
    return Walk(board, squares)


# -- tours and boards ---------------------------------------------------------------------------------------


def _solve(request: SolveHere, report: Report) -> Response:
    if request.first_look:
        return first_look(request.tours, seconds=BOUNDS.first_look_seconds)
    return solved(request, trimming=request.trim, as_moves=request.form == "moves")


def _repair(request: RepairHere, report: Report) -> Response:
    from turaga.solve.repair import repair_for

    return Solved.of(repair_for(request), as_moves=request.form == "moves")


# -- counts and tours -----------------------------------------------------------------------------------


def _count(request: CountTours, report: Report) -> Response:
    from turaga.counting.estimate import can_estimate
    from turaga.counting.request import count_for
    from turaga.frontier.memory import TooManyStates, memory_bound

    with memory_bound(BOUNDS.count_most_bytes):
        try:
            return count_for(request)
        except TooManyStates as error:
            advice = "ask for an estimate instead"
            raise (error.advising(advice) if can_estimate(request.tours) else error) from None


def _tours(request: ListToursHere, report: Report) -> Response:
    from turaga.frontier.memory import memory_bound
    from turaga.sampling.request import tours_for

    if request.searches and request.limit is None:
        request = replace(request, limit=BOUNDS.tours_most_listed)
    with memory_bound(BOUNDS.count_most_bytes):
        return tours_for(request, as_moves=request.form == "moves")


# -- pictures ---------------------------------------------------------------------------------------------


def _draw(request: RequestJson, report: Report) -> bytes:
    from turaga import draw

    walk = _walk_of(request)
    look = _given(request, "numbers", "arrows", "colour", "style", "size", "theme", "title")
    chosen = {name: value for name, value in look.items() if value is not None}
    match request["format"]:
        case "svg":
            return draw.svg(walk, **chosen).encode()
        case "png":
            return draw.png(walk, **chosen)
        case "gif":
            _require_paintable(walk, request)
            return draw.gif(walk, **chosen, degrees=request["degrees"], speed=request["speed"])
        case _:
            return draw.text(walk, style=request["style"] or "board", title=request["title"]).encode()


def _require_paintable(walk: "Walk", request: RequestJson) -> None:
    """Raise `BadInput` if a GIF has too many pixels to finish in time: about 10 million are painted in a
    second. Without a size it is small enough."""
    from turaga.draw.gif_writer import pace

    size = request["size"]
    if size is None:
        return
    step, _ = pace(len(walk), request["speed"])
    frames = len(range(1, len(walk), step)) + 1
    sides = walk.board.rows, walk.board.cols
    shape = min(sides) / max(sides)
    if frames * size * size * shape > BOUNDS.draw_most_painted:
        most = math.isqrt(int(BOUNDS.draw_most_painted / (frames * shape)))
        raise BadInput(
            f"a GIF of {plural(frames, 'frame')} with size {size} takes too long",
            accepted=f"the size can be at most {most} pixels; with a higher speed there are fewer frames",
            field="size",
        )


# -- maps and comparisons -----------------------------------------------------------------------------------


def _map(request: MapStarts, report: Report) -> Response:
    board = request.board

    def on_part(part: list[Walked], done: int) -> None:
        found = [[*from_one(board.square(one.start)), board.size - one.visited] for one in part]
        report({"done": done, "all": board.size, "found": found})

    return request.run(on_part=on_part)


def _compare(request: Compare, report: Report) -> Response:
    return request.run(on_round=lambda done: report({"done": done, "all": len(request.starts)}))


# -- watched walks, frame by frame ----------------------------------------------------------------------

_Places = list[list[int]]  # the squares of the board, from 1, by index


def _walk(request: RequestJson, report: Report) -> "WatchedWalkJson":
    """Every frame of a walk, a search, Euler's method, or a method that joins circuits."""
    from turaga.play.circuit_animation import CIRCUIT_METHODS

    return _joined_circuits(request) if request["method"] in CIRCUIT_METHODS else _single_walk(request)


def _nothing_watched(board: Board, rule: "Rule", request: RequestJson) -> "WatchedWalkJson":
    """The response if there is nothing to watch."""
    return {
        "board": board_facts(board),
        "leaper": list(board.leaper),
        "method": request["method"],
        "rule": rule.text,
        "seed": request["seed"],
        "start": [1, 1],
        "end": None,
        "closed": request["closed"],
        "ending": "impossible",
        "reason": None,
        "visited": 0,
        "unvisited": board.size,
        "steps": 0,
        "backtracks": 0,
        "missed": [],
        "frames": [],
        "version": __version__,
    }


def _places(board: Board) -> _Places:
    """A table, because the frames name squares tens of thousands of times."""
    return [from_one(board.square(index)) for index in range(board.area)]


def _single_walk(request: RequestJson) -> "WatchedWalkJson":
    from turaga.play.repair_animation import RepairAnimation
    from turaga.play.watch_request import WatchRequest

    board, rule = _board(request), _rule(request)
    watched = WatchRequest.read(board, **_ends(request), **_given(request, "method", "like"))
    response = _nothing_watched(board, rule, request)
    response |= {
        "method": watched.method,
        "start": from_one(watched.start),
        "end": from_one(watched.end),
        "reason": watched.refused,
    }
    if watched.refused is not None:
        return response
    animation = watched.animation(
        rule,
        **_given(request, "seed", "prune", "step_limit"),
        most_steps=BOUNDS.walk_most_steps if watched.method == "euler" else BOUNDS.walk_usual_steps,
        most_squares=BOUNDS.walk_most_side**2,
    )
    places = _places(board)
    frames: list[FrameJson] = [_frame(narration, places) for narration in animation.narrations()]
    assert animation.ending is not None  # because all narrations have been read
    if isinstance(animation, RepairAnimation):
        outcome, before = animation.outcome, animation.repair.walk
        visited, steps, backtracks = board.size if animation.tour else len(before), outcome.steps, 0
        response["reason"] = outcome.reason
        response["missed"] = [from_one(square) for square in before.unvisited]
    else:
        steps = sum(1 for frame in frames if frame["entered"])
        visited, backtracks = 2 * steps - len(frames), len(frames) - steps
    response |= {
        "ending": animation.ending,
        "visited": visited,
        "unvisited": board.size - visited,
        "steps": steps,
        "backtracks": backtracks,
        "frames": frames,
    }
    return response


def _frame(narration: "Narration | StageNarration", places: _Places) -> "FrameJson":
    """One frame of a walk, a search or a repair."""
    from turaga.play.narration import Narration

    says = list(narration.sentences())
    if isinstance(narration, Narration):
        return {
            "square": places[narration.square],
            "entered": narration.entered,
            "candidates": [[*places[n], degree] for n, degree in narration.targets],
            "next": None if narration.next is None else places[narration.next],
            "says": says,
        }
    path, change = narration.walk.indices, narration.stage.change
    frame: FrameJson = {
        "square": places[path[-1]],
        "entered": change is None or bool(change.inserted),
        "candidates": [],
        "next": None,
        "says": says,
    }
    if change is not None:
        frame["change"] = {
            "kind": change.kind,
            "first": change.first,
            "last": change.last,
            "inserted": [places[index] for index in change.inserted],
            "start": places[path[0]],
        }
    return frame


def _joined_circuits(request: RequestJson) -> "WatchedWalkJson":
    """The frames of a method that joins circuits. They are those of the tour that `solve` finds."""
    from turaga.play.circuit_animation import CircuitAnimation
    from turaga.solve import Solve

    board, ends, rule = _board(request), _ends(request), _rule(request)
    if request["prune"] is not None:
        method = request["method"]
        raise BadRule(f"prune requires the method search, but the method is {method}", field="method")
    asked = Solve.of(
        board,
        **ends,
        rule=rule,
        **_given(request, "method", "like", "seed", "step_limit"),
        time_limit=BOUNDS.usual_seconds,
    )
    animation = CircuitAnimation.of(asked, most_squares=BOUNDS.most_side**2)
    outcome, response = animation.outcome, _nothing_watched(board, rule, request)
    places = _places(board)
    visited = len(outcome.longest_walk or ())
    response |= {
        "start": from_one(outcome.start),
        "end": from_one(ends["end"]),
        "ending": animation.ending,
        "reason": outcome.reason,
        "visited": visited,
        "unvisited": board.size - visited,
        "steps": outcome.steps,
        "frames": [_circuit_frame(frame, places) for frame in animation.frames()],
    }
    return response


def _circuit_frame(frame: "CircuitFrame", places: _Places) -> "CircuitFrameJson":
    def pairs(moves: "tuple[Move, ...]") -> list[list[list[int]]]:
        return [[places[a], places[b]] for a, b in moves]

    return {
        "says": list(frame.says),
        "paths": [
            {
                "number": part.number,
                "squares": [places[index] for index in part.squares],
                "closed": part.closed,
            }
            for part in frame.parts
        ],
        "changed": {"removed": pairs(frame.removed), "added": pairs(frame.added)},
        "marks": [to_json(marks) for marks in frame.marks if marks.squares],
        "notes": [{"square": from_one(square), "text": text} for square, text in frame.notes.items()],
    }


# -- games --------------------------------------------------------------------------------------------------


def _hint(request: RequestJson, report: Report) -> "HintJson":
    """The next move of a game with these squares."""
    from turaga.play.game import Game, require_small
    from turaga.play.hints import HintFinder

    walk = _walk_of(request)
    board = require_small(walk.board, "played")
    hint = HintFinder(board).hint(Game(board=board, path_indices=walk.indices))
    return {
        "kind": hint.kind,
        "says": hint.says,
        "square": from_one(hint.square),
        "good": [from_one(square) for square in hint.good],
        "back": hint.back,
    }


def _lost(request: RequestJson, report: Report) -> "LostJson":
    """Where a walk was lost."""
    from turaga.play.game import Game, require_small
    from turaga.play.hints import HintFinder

    walk = _walk_of(request)
    board = require_small(walk.board, "played", BOUNDS.most_side**2)
    game = Game(board=board, path_indices=walk.indices)
    return HintFinder(board).lost(game, closed=request["closed"]).as_json()


JOBS: dict[str, Callable[[Any, Report], Response]] = {
    "solve": _solve,
    "walk": _walk,
    "repair": _repair,
    "check": lambda request, report: check(request),
    "convert": lambda request, report: convert(request),
    "count": _count,
    "tours": _tours,
    "draw": _draw,
    "map": _map,
    "compare": _compare,
    "hint": _hint,
    "lost": _lost,
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
_PICTURE = {
    "numbers": True, "arrows": False, "colour": None, "style": None, "size": None, "theme": None,
    "title": None, "degrees": False, "speed": None,
}  # fmt: skip
# Small jobs that between them load everything that is slow to load.
_SMALL: list[tuple[str, Any]] = [
    ("map", MapStarts.of("15x15")),  # just large enough to use the kernels
    ("walk", {**_small_board(5, 6), **_ENDS, **_RULE, "method": None, "prune": None, "step_limit": None}),
    *(
        ("solve", read(SolveHere, {"board": "6x6", "closed": True, "method": word}))
        for word in ("search", "euler", "blocks")
    ),
    ("solve", read(SolveHere, {"board": "3x10", "closed": True, "method": "narrow"})),
    ("solve", read(SolveHere, {"board": "6x6", "avoid": "b6 b5", "closed": True, "first_look": True})),
    ("solve", read(SolveHere, {"board": "4x5", "closed": True, "why": True})),
    ("check", read_json(CheckWalk, {"board": "5x6", "text": "1,1 2,3"})),
    ("hint", {**_small_board(5, 6), "squares": [[1, 1]], "moves": None}),
    ("count", read(CountTours, {"board": "5x6", "closed": True, "classes": True})),
    ("count", read(CountTours, {"board": "6x6", "closed": True, "start": "1,1", "end": "2,3"})),
    ("count", read(CountTours, {"board": "5x6", "closed": True, "estimate": True, "probes": 10})),
    ("tours", read(ListToursHere, {"board": "5x6", "closed": True, "random": 1})),
    ("tours", read(ListToursHere, {"board": "3x4", "random": 1})),
    *(
        ("draw", {**_small_board(3, 4), **_PICTURE, "start": [1, 1], "moves": "8", "format": format})
        for format in ("svg", "png", "gif")
    ),
]

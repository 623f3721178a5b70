"""The jobs that go step by step: watched walks, the joining of circuits, hints, and where a walk was lost.

Like all jobs they run in worker processes, without FastAPI and pydantic.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from turaga._version import __version__
from turaga.board import Board
from turaga.errors import BadRule
from turaga.notation.writer import board_facts, from_one
from turaga.rule import Rule
from turaga.web.request_limits import BOUNDS

if TYPE_CHECKING:
    from turaga.cover.cover_change import Move
    from turaga.play.circuit_animation import CircuitAnimation, CircuitFrame
    from turaga.play.narration import Narration, StageNarration
    from turaga.play.watch_request import WatchRequest
    from turaga.step_shapes import CircuitFrameJson, FrameJson, HintJson, LostJson, WatchedWalkJson
    from turaga.walk import Walk

_Places = list[list[int]]  # the squares of the board, from 1, by index


def watched_walk(
    board: Board, ends: dict[str, Any], rule: Rule, request: Mapping[str, Any]
) -> "WatchedWalkJson":
    """Every frame of a walk, a search, Euler's method, or a method that joins circuits."""
    from turaga.play.circuit_animation import CIRCUIT_METHODS

    if request["method"] in CIRCUIT_METHODS:
        return _joined_circuits(board, ends, rule, request)
    return _single_walk(board, ends, rule, request)


def _response(board: Board, rule: Rule, request: Mapping[str, Any]) -> "WatchedWalkJson":
    """The response if there is nothing to watch."""
    return {
        "board": board_facts(board),
        "leaper": list(board.leaper),
        "method": request["method"],
        "rule": rule.as_json(),
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


# -- walks ----------------------------------------------------------------------------------------------


def _single_walk(
    board: Board, ends: dict[str, Any], rule: Rule, request: Mapping[str, Any]
) -> "WatchedWalkJson":
    from turaga.play.repair_animation import RepairAnimation
    from turaga.play.watch_request import WatchRequest

    watched = WatchRequest.read(board, **ends, method=request["method"], like=request["like"])
    response = _response(board, rule, request)
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
        seed=request["seed"],
        prune=request["prune"],
        step_limit=request["step_limit"],
        most_steps=_most_steps(watched),
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


def _most_steps(watched: "WatchRequest") -> int:
    return BOUNDS.walk_most_steps if watched.method == "euler" else BOUNDS.walk_usual_steps


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


# -- circuits -------------------------------------------------------------------------------------------


def _joined_circuits(
    board: Board, ends: dict[str, Any], rule: Rule, request: Mapping[str, Any]
) -> "WatchedWalkJson":
    """The frames of a method that joins circuits. They are those of the tour that `solve` finds."""
    from turaga.play.circuit_animation import CircuitAnimation
    from turaga.solve import Request

    if request["prune"] is not None:
        method = request["method"]
        raise BadRule(
            f"prune requires the method search, but the method is {method}", field="method", value=method
        )
    asked = Request.read(
        board,
        **ends,
        method=request["method"],
        rule=rule,
        like=request["like"],
        seed=request["seed"],
        step_limit=request["step_limit"],
        time_limit=BOUNDS.usual_seconds,
    )
    animation = CircuitAnimation.of(asked, most_squares=BOUNDS.most_side**2)
    outcome, response = animation.outcome, _response(board, rule, request)
    visited = len(outcome.longest_walk or ())
    response |= {
        "start": from_one(outcome.start),
        "end": from_one(ends["end"]),
        "ending": animation.ending,
        "reason": outcome.reason,
        "visited": visited,
        "unvisited": board.size - visited,
        "steps": outcome.steps,
        "frames": _circuit_frames(animation),
    }
    return response


def _circuit_frames(animation: "CircuitAnimation") -> "list[CircuitFrameJson]":
    places = _places(animation.board)
    return [_circuit_frame(frame, places) for frame in animation.frames()]


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
        "marks": [marks.as_json() for marks in frame.marks],
        "notes": [{"square": from_one(square), "text": text} for square, text in frame.notes.items()],
    }


# -- games ------------------------------------------------------------------------------------------------


def next_move(walk: "Walk") -> "HintJson":
    """The hint for a game with these squares."""
    from turaga.play.game import Game, require_small
    from turaga.play.hints import HintFinder

    board = require_small(walk.board, "played")
    hint = HintFinder(board).hint(Game(board=board, path_indices=walk.indices))
    return {
        "kind": hint.kind,
        "says": hint.says,
        "square": from_one(hint.square),
        "good": [from_one(square) for square in hint.good],
        "back": hint.back,
    }


def lost_point(walk: "Walk", *, closed: bool) -> "LostJson":
    """Where a walk was lost."""
    from turaga.play.game import Game, require_small
    from turaga.play.hints import HintFinder

    board = require_small(walk.board, "played", BOUNDS.most_side**2)
    return HintFinder(board).lost(Game(board=board, path_indices=walk.indices), closed=closed).as_json()

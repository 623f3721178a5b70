"""What there is to watch, whole: the frames of a walk, a search, a repair or a method that joins circuits,
for a caller that draws the boards itself from what changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from turaga._version import __version__
from turaga.board import Board, Square
from turaga.certificate import Marks, Note
from turaga.cover.cover_change import Move
from turaga.json_values import Result
from turaga.play.circuit_animation import CircuitAnimation, CircuitFrame
from turaga.play.narration import Ending, Narration, StageNarration
from turaga.play.repair_animation import RepairAnimation
from turaga.play.watch_request import WATCH_METHODS, Watch
from turaga.rule import Rule

_Places = Sequence[Square]  # the squares of the board by index: frames name them tens of thousands of times


@dataclass(frozen=True, slots=True)
class WalkChange:
    """A change that Euler's method made: the part of the walk from step `first` to step `last` was reversed
    ("reversal"), the squares in `inserted` were put there ("insertion", "pair"), the whole walk was reversed
    ("turn"), or the walk, which is a circuit, now begins elsewhere ("cut"). `start` is where it begins."""

    kind: Literal["reversal", "insertion", "pair", "turn", "cut"]
    first: int
    last: int
    inserted: tuple[Square, ...]
    start: Square


@dataclass(frozen=True, slots=True)
class WalkFrame:
    """One moment of a walk: where the knight is, whether it moved forward or a search went back, where it can
    go as row, column (from 1) and degree, where it goes next, and sentences about it. If Euler's method
    changed the walk instead, `change` says how."""

    square: Square
    entered: bool
    candidates: tuple[tuple[int, int, int], ...]
    next: Square | None
    says: tuple[str, ...]
    change: WalkChange | None


@dataclass(frozen=True, slots=True)
class CircuitLine:
    """A circuit, or a path if it is not `closed`. It keeps its `number` while it grows; if two are joined,
    the number is that of the larger one."""

    number: int
    squares: tuple[Square, ...]
    closed: bool


@dataclass(frozen=True, slots=True)
class JoinFrame:
    """One moment of a method that joins circuits: sentences about it, the circuits and paths, the moves that
    were just dropped and those used instead, and squares to mark or to write on."""

    says: tuple[str, ...]
    paths: tuple[CircuitLine, ...]
    removed: tuple[tuple[Square, Square], ...]
    added: tuple[tuple[Square, Square], ...]
    marks: tuple[Marks, ...]
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched(Result):
    """A walk, a search, Euler's method, or how methods vandermonde and cycles join circuits, frame by frame.
    If start and end rule it out, there are no frames but a reason. With the last three methods, `reason` says
    how the tour was found or why not. With Euler's method, `missed` are the squares that the walk had missed
    before the repair, row by row."""

    board: Board
    method: str
    rule: Rule
    seed: int
    start: Square
    end: Square | None
    closed: bool
    ending: Ending
    reason: str | None
    visited: int
    steps: int
    backtracks: int
    missed: tuple[Square, ...]
    frames: tuple[WalkFrame, ...] | tuple[JoinFrame, ...]
    version: str = __version__

    JSON_ALSO: ClassVar = ("leaper", "unvisited")

    @property
    def leaper(self) -> list[int]:
        """The leaper that moves."""
        return [*self.board.leaper]

    @property
    def unvisited(self) -> int:
        """How many squares the last walk leaves unvisited."""
        return self.board.size - self.visited


def watch(request: Watch, *, most_steps: int, most_squares: int, time_limit: float) -> Watched:
    """Every frame of a walk, a search, Euler's method, or a method that joins circuits. `most_steps` is the
    step limit if the request has none.

    >>> watched = watch(Watch.of("3x4"), most_steps=100, most_squares=100, time_limit=1)
    >>> watched.ending, watched.frames[0].candidates
    ('tour', ((3, 2, 2), (2, 3, 1)))
    """
    board, tours = request.board, request.tours
    places = [board.square(index) for index in range(board.area)]
    visited = steps = backtracks = 0
    start, reason = request.start, request.refused
    missed: tuple[Square, ...] = ()
    ending: Ending | None = "impossible"
    frames: tuple[WalkFrame, ...] | tuple[JoinFrame, ...] = ()
    if request.method not in WATCH_METHODS:
        joins = CircuitAnimation.of(request.solving(time_limit=time_limit), most_squares=most_squares)
        outcome, ending, reason = joins.outcome, joins.ending, joins.outcome.reason
        start = start if outcome.start is None else outcome.start
        visited, steps = len(outcome.longest_walk or ()), outcome.steps
        frames = tuple(_join_frame(frame, places) for frame in joins.frames())
    elif reason is None:
        animation = request.animation(most_steps=most_steps, most_squares=most_squares)
        frames = tuple(_walk_frame(narration, places) for narration in animation.narrations())
        ending = animation.ending
        if isinstance(animation, RepairAnimation):
            walk = animation.repair.walk
            reason, steps, missed = animation.outcome.reason, animation.outcome.steps, walk.unvisited
            visited = board.size if animation.tour else len(walk)
        else:
            steps = sum(frame.entered for frame in frames)
            visited, backtracks = 2 * steps - len(frames), len(frames) - steps
    assert ending is not None  # because all narrations have been read
    return Watched(
        board=board,
        method=request.method,
        rule=request.rule,
        seed=request.seed,
        start=start,
        end=tours.end,
        closed=tours.closed,
        ending=ending,
        reason=reason,
        visited=visited,
        steps=steps,
        backtracks=backtracks,
        missed=missed,
        frames=frames,
    )


def _walk_frame(narration: Narration | StageNarration, places: _Places) -> WalkFrame:
    """One frame of a walk, a search or a repair."""
    says = narration.sentences()
    if isinstance(narration, Narration):
        targets = ((*places[n], degree) for n, degree in narration.targets)
        return WalkFrame(
            square=places[narration.square],
            entered=narration.entered,
            candidates=tuple((row + 1, col + 1, degree) for row, col, degree in targets),
            next=None if narration.next is None else places[narration.next],
            says=says,
            change=None,
        )
    path, change = narration.walk.indices, narration.stage.change
    made = None
    if change is not None:
        inserted = tuple(places[index] for index in change.inserted)
        made = WalkChange(change.kind, change.first, change.last, inserted, places[path[0]])
    entered = made is None or bool(made.inserted)
    return WalkFrame(places[path[-1]], entered, (), None, says, made)


def _join_frame(frame: CircuitFrame, places: _Places) -> JoinFrame:
    def pairs(moves: tuple[Move, ...]) -> tuple[tuple[Square, Square], ...]:
        return tuple((places[a], places[b]) for a, b in moves)

    return JoinFrame(
        says=frame.says,
        paths=tuple(
            CircuitLine(part.number, tuple(places[index] for index in part.squares), part.closed)
            for part in frame.parts
        ),
        removed=pairs(frame.removed),
        added=pairs(frame.added),
        marks=frame.marks,
        notes=tuple(Note(square, text) for square, text in frame.notes.items()),
    )

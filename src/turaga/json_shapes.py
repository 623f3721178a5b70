"""The shapes of the JSON objects of routes that are not operations yet: see `web/old_routes.py`.

Only the web server loads this module, because it needs pydantic. Everything else imports it for type checking
only.
"""

from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypeVar

from pydantic import ConfigDict, Field

if TYPE_CHECKING:
    from typing import TypedDict
else:  # before Python 3.12, pydantic does not accept the TypedDict of the standard library
    from typing_extensions import TypedDict

_T = TypeVar("_T")


def exactly(shape: type[_T]) -> type[_T]:
    """The shape, with all of its keys and no others."""
    shape.__pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[attr-defined]
    return shape


Whole = Annotated[int, Field(ge=0)]
Square = Annotated[
    list[Annotated[int, Field(ge=1)]], Field(min_length=2, max_length=2, description="row and column, from 1")
]
Leaper = Annotated[list[Whole], Field(min_length=2, max_length=2)]
MoveJson = Annotated[list[Square], Field(min_length=2, max_length=2, description="two squares a move apart")]


@exactly
class BoardJson(TypedDict):
    """A board: its sides and its holes."""

    rows: Annotated[int, Field(ge=1)]
    cols: Annotated[int, Field(ge=1)]
    holes: list[Square]


# -- explanations ---------------------------------------------------------------------------------------


@exactly
class MarksJson(TypedDict):
    """Squares that play the same part in a step. "light" and "dark" are the two colours; "ringed" the squares
    that the step talks about; "blocked" the squares of a bottleneck, and "near" their neighbours; "removed"
    the squares that a separator takes away, and "piece" a piece with its number; "start" and "end" the given
    ends."""

    kind: Literal["light", "dark", "ringed", "blocked", "near", "removed", "piece", "start", "end"]
    squares: list[Square]
    piece: NotRequired[Annotated[int, Field(ge=1)]]


@exactly
class NoteJson(TypedDict):
    """A short text to write on a square."""

    square: Square
    text: str


# -- walks ------------------------------------------------------------------------------------------------


@exactly
class ChangeJson(TypedDict):
    """A change that Euler's method made: the part of the walk from step `first` to step `last` was reversed
    ("reversal"), the squares in `inserted` were put there ("insertion", "pair"), the whole walk was reversed
    ("turn"), or the walk, which is a circuit, now begins elsewhere ("cut"). `start` is where it begins."""

    kind: Literal["reversal", "insertion", "pair", "turn", "cut"]
    first: Whole
    last: Whole
    inserted: list[Square]
    start: Square


@exactly
class FrameJson(TypedDict):
    """One moment of a walk: where the knight is, whether it moved forward or a search went back, where it can
    go as [row, col, degree], where it goes next, and sentences about it. If Euler's method changed the walk
    instead, `change` says how."""

    square: Square
    entered: bool
    candidates: list[Annotated[list[Whole], Field(min_length=3, max_length=3)]]
    next: Square | None
    says: list[str]
    change: NotRequired[ChangeJson]


@exactly
class CircuitPartJson(TypedDict):
    """A circuit, or a path if it is not `closed`. It keeps its `number` while it grows; if two are joined,
    the number is that of the larger one."""

    number: Annotated[int, Field(ge=1)]
    squares: list[Square]
    closed: bool


@exactly
class ExchangeJson(TypedDict):
    """The moves that a frame drops, and those that it uses instead."""

    removed: list[MoveJson]
    added: list[MoveJson]


@exactly
class CircuitFrameJson(TypedDict):
    """One moment of a method that joins circuits: sentences about it, the circuits and paths, the moves that
    were just exchanged, and squares to mark or to write on."""

    says: list[str]
    paths: list[CircuitPartJson]
    changed: ExchangeJson
    marks: list[MarksJson]
    notes: list[NoteJson]


@exactly
class WatchedWalkJson(TypedDict):
    """A walk, a search, Euler's method, or how methods vandermonde and cycles join circuits, frame by frame.
    If start and end rule it out, there are no frames but a reason. With the last three methods, `reason` says
    how the tour was found or why not. With Euler's method, `missed` are the squares that the walk had missed
    before the repair, row by row."""

    board: BoardJson
    leaper: Leaper
    method: Literal["greedy", "search", "euler", "vandermonde", "cycles"]
    rule: str
    seed: Whole
    start: Square
    end: Square | None
    closed: bool
    ending: Literal["tour", "stuck", "exhausted", "limit", "impossible"]
    reason: str | None
    visited: Whole
    unvisited: Whole
    steps: Whole
    backtracks: Whole
    missed: list[Square]
    frames: list[FrameJson] | list[CircuitFrameJson]
    version: str


# -- games ------------------------------------------------------------------------------------------------


@exactly
class HintJson(TypedDict):
    """What to do next: go to `square`, one of the `good` ones; go `back` this many squares; or neither."""

    kind: Literal["go", "back", "none", "won", "unknown"]
    says: str
    square: Square | None
    good: list[Square]
    back: Whole


@exactly
class LostJson(TypedDict):
    """Where a walk was lost. "lost": after `step` squares it could still be completed, but not after the next
    one, `square`; `better` are the squares that would have been good instead. "never": no such tour begins on
    its first square, so `step` is 0. "alive": it can still be completed. "unknown": too hard to decide;
    `step` is the last one from which it surely could be completed, or 0. `tour` is a tour that begins with
    the first `step` squares, or empty."""

    kind: Literal["lost", "never", "alive", "unknown"]
    step: Whole
    square: Square | None
    better: list[Square]
    tour: list[Square]
    says: str

"""One frame of an animation, and what every sequence of frames can do."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, Protocol

from turaga.board import Board, Square
from turaga.play.narration import Ending, Narration, StageNarration
from turaga.rule import Rule
from turaga.solve.changes import RepairStage
from turaga.text import plural, show

# "euler": a greedy walk and its repair. "repair": the repair of a walk that was given.
Method = Literal["greedy", "search", "tour", "euler", "repair"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Frame:
    """One moment of a walk or a search. Squares are 0-based (row, col) pairs.

    The knight is on the last square of `path`.

    - `degrees`: the degree of each unvisited square, as the rule counts it.
    - `targets`: the squares that the knight can move to. `next` is the one that it will move to.
    - `left`: the square that a search has just backtracked from.
    - `end`: the square that the tour must end on.
    - `steps`, `backtracks` and `deepest` (squares on the longest path so far): the progress of a search.
    - `narration`: what was decided and why, as data. `says` is the same in sentences.
    - `ending`: how it ended, in the last frame. There `over` is true, and the last of `says` is the outcome.
    - `stage`: the change that Euler's method has just made, and the walk after it. `stages` is how many
      changes there are, and `letters` marks the squares that were missed.

    >>> Frame(number=1, board=Board("3x3"), path=((0, 0),)).targets
    ()
    """

    number: int  # of the frame, from 1
    board: Board
    path: tuple[Square, ...]
    degrees: dict[Square, int] = field(default_factory=dict, hash=False)
    targets: tuple[Square, ...] = ()
    next: Square | None = None
    left: Square | None = None
    end: Square | None = None
    steps: int = 0
    backtracks: int = 0
    deepest: int = 0
    narration: Narration | StageNarration | None = None
    ending: Ending | None = None
    stage: RepairStage | None = None
    stages: int = 0
    letters: dict[Square, str] = field(default_factory=dict, hash=False)

    def __repr__(self) -> str:
        knight = f", knight on {show(self.path[-1])}" if self.path else ""
        return f"<Frame {self.number} of {self.board}: {plural(len(self.path), 'square')} visited{knight}>"

    @property
    def over(self) -> bool:
        """Whether this is the last frame."""
        return self.ending is not None

    @property
    def says(self) -> tuple[str, ...]:
        """What was decided and why, in sentences."""
        return () if self.narration is None else self.narration.sentences()


class FrameSequence(Protocol):
    """Frames in any order, numbered from 1: an `Animation` or a `RepairAnimation`."""

    board: Board
    rule: Rule
    method: Method
    end: int | None
    step_limit: int | None
    ending: Ending | None

    @property
    def length(self) -> int:
        """The number of frames known so far. It is final once `over` is true."""

    @property
    def over(self) -> bool:
        """Whether the end is known."""

    @property
    def steps(self) -> int:
        """The number of squares entered in the frames known so far."""

    def read_on(self, count: int) -> bool:
        """Follow the walk or search for up to `count` more moves. Return whether the end is known now."""

    def run(self) -> Ending:
        """Follow it to the end and return how it ended."""

    def frame(self, number: int) -> Frame | None:
        """The frame with this number; None past the end."""

    def narrations(self) -> Iterator[Narration | StageNarration]:
        """The narration of every frame."""

"""The input and the result of theory: `Question` and `Verdict`."""

from collections.abc import Iterable
from dataclasses import dataclass

from turaga.board import KNIGHT, Board, Square


@dataclass(frozen=True, slots=True)
class Question:
    """A question: does the board have such a tour?

    `start` and `end` are indices of squares. None means that any square will do.
    """

    board: Board
    start: int | None = None
    end: int | None = None
    closed: bool = False

    @property
    def plain(self) -> bool:
        """Whether the question is about the knight on a rectangle without holes. Most theorems are."""
        return not self.board.holes and self.board.leaper == KNIGHT


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether such a tour exists, and why. `exists` is None if theory does not know.

    `reason` is a clause that can follow "Impossible:". `proof` is the argument, one line per step. `source`
    cites the authors. `squares` are the squares that the reason names, in that order, so that a picture can
    mark them. It is empty if the reason is about the whole board.
    """

    exists: bool | None
    reason: str
    proof: tuple[str, ...] = ()
    source: str = ""
    squares: tuple[Square, ...] = ()

    @classmethod
    def no(cls, reason: str, *proof: str, source: str = "", squares: Iterable[Square] = ()) -> "Verdict":
        """The verdict that no such tour exists."""
        return cls(False, reason, proof, source, tuple(squares))

    @classmethod
    def yes(cls, reason: str, *proof: str, source: str = "") -> "Verdict":
        """The verdict that such a tour exists."""
        return cls(True, reason, proof, source)

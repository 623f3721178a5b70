"""What theory is asked, and what it answers."""

from collections.abc import Iterable
from dataclasses import dataclass

from turaga.board import KNIGHT, Board, Square


@dataclass(frozen=True, slots=True)
class Question:
    """Whether there is a tour of the board: from a start, to an end (indices of squares; None leaves them
    open), closed or not."""

    board: Board
    start: int | None = None
    end: int | None = None
    closed: bool = False

    @property
    def plain(self) -> bool:
        """Whether it is about the knight on a rectangle without holes, as most theorems are."""
        return not self.board.holes and self.board.leaper == KNIGHT


@dataclass(frozen=True, slots=True)
class Verdict:
    """There is such a tour, there is none, or theory does not know (`exists` is None).

    `reason` is a clause that can follow "Impossible:"; `proof` has the argument, a sentence a line;
    `source` says whose it is. `squares` are those the reason is about, in the order it names them: a picture
    can mark them. A reason that holds for the whole board has none.
    """

    exists: bool | None
    reason: str
    proof: tuple[str, ...] = ()
    source: str = ""
    squares: tuple[Square, ...] = ()

    @classmethod
    def no(cls, reason: str, *proof: str, source: str = "", squares: Iterable[Square] = ()) -> "Verdict":
        """There is none."""
        return cls(False, reason, proof, source, tuple(squares))

    @classmethod
    def yes(cls, reason: str, *proof: str, source: str = "") -> "Verdict":
        """There is one."""
        return cls(True, reason, proof, source)

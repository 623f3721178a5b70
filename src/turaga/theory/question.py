"""What theory is asked, and what it answers."""

from collections.abc import Iterable
from dataclasses import dataclass

from turaga.board import KNIGHT, Board, Square


@dataclass(frozen=True, slots=True)
class Question:
    """Which tour is wanted: its board, its start and its end (None if any will do), closed or not.

    `start` and `end` are 0-based (row, col) pairs. `start_index` and `end_index` are the same squares as
    indices.

    >>> question = Question(Board("8x8"), start_index=10)
    >>> question.start, question.end
    ((1, 2), None)
    """

    board: Board
    start_index: int | None = None
    end_index: int | None = None
    closed: bool = False

    @property
    def start(self) -> Square | None:
        """The square the tour starts on; None if any will do."""
        return None if self.start_index is None else self.board.square(self.start_index)

    @property
    def end(self) -> Square | None:
        """The square the tour ends on; None if any will do."""
        return None if self.end_index is None else self.board.square(self.end_index)

    @property
    def plain(self) -> bool:
        """Whether it is about the knight on a rectangle without holes, as most theorems are."""
        return not self.board.hole_indices and self.board.leaper == KNIGHT


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

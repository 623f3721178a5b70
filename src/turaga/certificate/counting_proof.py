"""What both kinds of certificate share: the numbers of the proof, its steps, and how squares are read."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field

from turaga.board import Board, Square
from turaga.certificate.move_counts import RequestedTour
from turaga.certificate.proof_step import Marks, ProofStep
from turaga.errors import BadInput
from turaga.text import plural, quoted


@dataclass(frozen=True, slots=True, kw_only=True)
class CountingProof(ABC):
    """The numbers of a proof. `closed` means that it is about closed tours; otherwise it is about all tours.
    `ends` is the largest number of ends of the tour that can save a move."""

    closed: bool
    ends: int
    moves_needed: int
    moves_available: int
    _about: RequestedTour | None = field(
        default=None, repr=False, compare=False
    )  # for the words of the proof

    @property
    def excess(self) -> int:
        """How many moves are missing. The squares prove something if this is more than 0."""
        return self.moves_needed - self.moves_available

    @property
    def _compared(self) -> str:
        """The last step of the proof."""
        if self.excess > 0:
            return f"That is fewer than {self.moves_needed}."
        return f"That is not fewer than {self.moves_needed}, so this proves nothing."

    @property
    def _needed(self) -> str:
        return plural(self.moves_needed, "move is needed", "moves are needed")

    def _indices(self, squares: Iterable[Square]) -> list[int]:
        """The indices of squares on the board that the proof is about."""
        assert self._about is not None
        return list(map(self._about.board.index, squares))

    @abstractmethod
    def _joined(self, about: RequestedTour) -> dict[int, int]:
        """The squares that allow the moves, each with the number of moves that there are."""

    def _allowed(self) -> tuple[tuple[Square, str], ...]:
        """How many of the moves each of these squares allows, as notes."""
        about = self._about
        if about is None:
            return ()
        given, joined = () if self.closed else about.given, self._joined(about)
        most = {index: min(1 if index in given else 2, moves) for index, moves in joined.items()}
        return tuple((about.board.square(index), str(most[index])) for index in sorted(most))

    @property
    @abstractmethod
    def marks(self) -> tuple[Marks, ...]:
        """The squares of the certificate, by the part that they play."""

    @abstractmethod
    def steps(self) -> tuple[ProofStep, ...]:
        """The proof as steps that point at squares. The last one says so if it proves nothing."""

    def explain(self) -> tuple[str, ...]:
        """The proof in print, line by line, with all squares but those of a separator's largest piece."""
        return tuple(line for step in self.steps() for line in step.lines)

    @property
    def marked(self) -> tuple[Square, ...]:
        """All squares of the certificate, in the order of `marks`."""
        return tuple(square for marks in self.marks for square in marks.squares)


def read_squares(board: Board, squares: object, field: str) -> set[int]:
    """The indices of squares that are given as any collection. `BadInput` if they are not one."""
    if isinstance(squares, str) or not isinstance(squares, Iterable):
        raise BadInput(
            f"the squares of a certificate are a list, got {quoted(squares)}",
            accepted="a list of squares such as ['1,1', '3,2'] is required",
            field=field,
            value=squares,
        )
    return {board.index(square, field=field) for square in squares}

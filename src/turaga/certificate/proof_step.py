"""A proof as steps that point at squares: what a step says, and what to mark on the board meanwhile."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from turaga.board import Square

if TYPE_CHECKING:
    from turaga.json_shapes import MarksJson, ProofStepJson

# "light" and "dark": the two colours of a board. "ringed": the squares that a step talks about. "blocked":
# the squares of a bottleneck, and "near": their neighbours. "removed": the squares that a separator takes
# away, and "piece": a piece that is left, with its number. "start" and "end": the given ends of the tour.
MarkKind = Literal["light", "dark", "ringed", "blocked", "near", "removed", "piece", "start", "end"]


@dataclass(frozen=True, slots=True)
class Marks:
    """Squares that play the same part in a proof, so that a picture can mark them. `piece` is the number of a
    piece, from 1.

    >>> Marks("near", ((1, 2),)).as_json()
    {'kind': 'near', 'squares': [[2, 3]]}
    """

    kind: MarkKind
    squares: tuple[Square, ...]
    piece: int | None = None

    def as_json(self) -> "MarksJson":
        """The marks as JSON; squares are 1-based."""
        shown: MarksJson = {"kind": self.kind, "squares": squares_from_one(self.squares)}
        if self.piece is not None:
            shown["piece"] = self.piece
        return shown


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofStep:
    """One step of a proof, with everything that the board shows at that moment.

    `text` is what it says. `moves` are moves that a tour must use, and `notes` are short texts to write on
    squares. `printed` is the same step in print, if that is written differently, because print must name the
    squares that the board shows.

    >>> ProofStep(text="Corners have two moves.", marks=(Marks("ringed", ((0, 0),)),)).lines
    ('Corners have two moves.',)
    """

    text: str
    marks: tuple[Marks, ...] = ()
    moves: tuple[tuple[Square, Square], ...] = ()
    notes: tuple[tuple[Square, str], ...] = ()
    printed: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The step in print."""
        return self.printed or (self.text,)

    def as_json(self) -> "ProofStepJson":
        """The step as JSON; squares are 1-based."""
        return {
            "text": self.text,
            "marks": [marks.as_json() for marks in self.marks if marks.squares],
            "moves": [squares_from_one(move) for move in self.moves],
            "notes": [{"square": [row + 1, col + 1], "text": text} for (row, col), text in self.notes],
        }


def squares_from_one(squares: Iterable[Square]) -> list[list[int]]:
    """Squares as JSON shows them, 1-based."""
    return [[row + 1, col + 1] for row, col in squares]

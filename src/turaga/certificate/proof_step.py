"""A proof as steps that point at squares: what a step says, and what to mark on the board meanwhile."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from turaga.board import Square
from turaga.json_values import IF_GIVEN, LEFT_OUT

# "light" and "dark": the two colours of a board. "ringed": the squares that a step talks about. "blocked":
# the squares of a bottleneck, and "near": their neighbours. "removed": the squares that a separator takes
# away, and "piece": a piece that is left, with its number. "start" and "end": the given ends of the tour.
MarkKind = Literal["light", "dark", "ringed", "blocked", "near", "removed", "piece", "start", "end"]


@dataclass(frozen=True, slots=True)
class Marks:
    """Squares that play the same part in a proof, so that a picture can mark them. `piece` is the number of a
    piece, from 1.

    >>> Marks("near", ((1, 2),))
    Marks(kind='near', squares=((1, 2),), piece=None)
    """

    kind: MarkKind
    squares: tuple[Square, ...]
    piece: int | None = field(default=None, metadata=IF_GIVEN)


class Note(NamedTuple):
    """A short text to write on a square."""

    square: Square
    text: str


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
    notes: tuple[Note, ...] = ()
    printed: tuple[str, ...] = field(default=(), metadata=LEFT_OUT)

    def __post_init__(self) -> None:
        """Leave out marks of no squares."""
        object.__setattr__(self, "marks", tuple(one for one in self.marks if one.squares))

    @property
    def lines(self) -> tuple[str, ...]:
        """The step in print."""
        return self.printed or (self.text,)

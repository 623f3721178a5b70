"""What `trim` returns: a board without some of its squares, and its tour."""

from dataclasses import dataclass

from turaga.board import Board, Square
from turaga.text import listed, plural, show
from turaga.walk import Tour

SQUARES_IN_SENTENCE = 12  # removed squares that are listed in words


@dataclass(frozen=True, kw_only=True, repr=False)
class Trimmed:
    """A board without some of its squares, and its tour.

    `removed` are the squares that were removed, row by row. At least `at_least` squares have to be removed,
    which is proved, and `minimal` says whether that many were. `reason` says why.

    >>> from turaga import trim
    >>> trimmed = trim("L:3:9x9", closed=True)
    >>> trimmed.removed, trimmed.board.size, trimmed.tour.closed
    (((0, 0),), 44, True)
    >>> print(trimmed)
    1 square removed, the fewest possible: 1,1. Each move changes colour, so a closed tour has as many
    squares of one colour as of the other, but 9x9 with 36 holes has 23 and 22.
    """

    original: Board
    board: Board  # the same board with holes instead of the removed squares
    removed: tuple[Square, ...]
    at_least: int
    reason: str
    tour: Tour

    @property
    def minimal(self) -> bool:
        """Whether it is proved that fewer squares are not enough."""
        return len(self.removed) == self.at_least

    def __str__(self) -> str:
        if not self.removed:
            return f"No square removed. {self.reason}"
        named = [show(square) for square in self.removed[:SQUARES_IN_SENTENCE]]
        if len(self.removed) > len(named):
            named.append(f"{len(self.removed) - len(named)} more")
        few = "the fewest possible" if self.minimal else f"at least {self.at_least} must be removed"
        many, size = len(self.removed), self.original.size
        count = f"{plural(many, 'square')} removed"
        if 2 * many > size:
            count = f"{many} of {size} squares removed, which is more than half"
        return f"{count}, {few}: {listed(named)}. {self.reason}"

    def __repr__(self) -> str:
        return f"<Trimmed {self.original}: {plural(len(self.removed), 'square')} removed>"

"""The squares of a board as places in the order the frontier method takes them, without loading numba.

The order is `turaga.frontier.layout`'s: row by row of the board's shorter side. A place is the number of a
square in that order, holes counted.
"""

from collections.abc import Iterable

from turaga.board import Board
from turaga.frontier import window
from turaga.order import ordered_steps


class Places:
    """A board's places, which are a move apart, and their two colours.

    >>> places = Places(Board("3x12"))
    >>> places.width, places.length, places.of(1), places.neighbours(0)
    (3, 12, 3, [5, 7])
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.width, self.length = sorted((board.rows, board.cols))
        self.window = window(board)
        self.holes = frozenset(map(self.of, board.holes))
        self._steps = ordered_steps(leaper=board.leaper)
        self.reach = max((d for d, r in self._steps if d < self.length and abs(r) < self.width), default=0)
        a, b = board.leaper
        self.unit = (a | b) & -(a | b)
        self._rows_alone = (a // self.unit + b // self.unit) % 2 == 0

    def of(self, number: int) -> int:
        """The place of the square of this number."""
        row, col = divmod(number, self.board.cols)
        return col * self.width + row if self.board.cols > self.board.rows else number

    def neighbours(self, place: int) -> list[int]:
        """The places a move away, in their order."""
        row, col = divmod(place, self.width)
        found = [
            (row + down) * self.width + col + right
            for down, right in self._steps
            if 0 <= row + down < self.length and 0 <= col + right < self.width
        ]
        return sorted(set(found) - self.holes)

    def is_light(self, place: int) -> bool:
        """Whether it is of one of two colours, such that every move leads to the other.

        Rows and columns are counted in units of the largest power of two that divides both steps of the
        leaper. Each step is then a whole number of units, and one of them at least is odd. If one is odd and
        one is even, row + column changes between odd and even with every move; if both are odd, the row does.
        """
        row, col = divmod(place, self.width)
        return bool((row // self.unit + (0 if self._rows_alone else col // self.unit)) % 2)

    def are_own_mirror(self, places: Iterable[int]) -> bool:
        """Whether the same places are among these in every row read backwards."""
        these = frozenset(places)
        return all(self.mirrored(place) in these for place in these)

    def mirrored(self, place: int) -> int:
        """The place where the mirror has it: the same row, the column counted from the other side."""
        return place + self.width - 1 - 2 * (place % self.width)

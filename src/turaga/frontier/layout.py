"""The order in which the frontier method processes the squares of a board.

The board is rotated so that its rows are its shorter side, and processed row by row. A *position* is the
place of a square in that order, counted from 0, including holes. The *index* of a square is its place on the
original board.

Checking whether a board fits loads neither numpy nor numba.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from turaga.board import Board
from turaga.order import ordered_steps
from turaga.theory import colour_unit, side

if TYPE_CHECKING:
    from turaga.frontier.state_kernel import Site
    from turaga.jit import Ints

MOST_WINDOW = 15  # slots of a state, as in `turaga.frontier.state_kernel`


class ScanLayout:
    """A board in the form that the frontier method scans: `length` rows of `width` squares.

    >>> layout = ScanLayout(Board("3x12"))
    >>> layout.width, layout.length, layout.window, layout.fits
    (3, 12, 7, True)
    >>> layout.position(1), layout.index(3), layout.neighbours(0), layout.offsets.tolist()
    (3, 1, [5, 7], [1, 5, 5, 7])
    >>> ScanLayout(Board("9x8")).window
    17
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.turned = board.cols > board.rows
        self.width, self.length = sorted((board.rows, board.cols))
        self._steps = ordered_steps(leaper=board.leaper)
        self.forward = sorted(
            {
                (down, right)
                for down, right in self._steps
                if (down, right) > (0, 0) and down < self.length and abs(right) < self.width
            }
        )
        self.reach = max((down for down, _ in self.forward), default=0)  # rows ahead, at most
        self.unit = colour_unit(board.leaper)
        self.window = max((d * self.width + r for d, r in self.forward), default=1)  # the same in squares

    @property
    def fits(self) -> bool:
        """Whether a state has enough slots for the squares of the window."""
        return self.window <= MOST_WINDOW

    @cached_property
    def holes(self) -> frozenset[int]:
        """The positions that are holes."""
        return frozenset(map(self.position, self.board.hole_indices))

    @cached_property
    def last(self) -> int:
        """The last position that is a square."""
        return next(p for p in range(self.board.area - 1, -1, -1) if p not in self.holes)

    @cached_property
    def offsets(self) -> "Ints":
        """The number of positions that each forward move leads ahead."""
        import numpy as np

        return np.array([d * self.width + r for d, r in self.forward], dtype=np.int64)

    def position(self, index: int) -> int:
        """The position of the square with this index."""
        row, col = divmod(index, self.board.cols)
        return col * self.width + row if self.turned else index

    def index(self, position: int) -> int:
        """The index of the square at this position."""
        row, col = divmod(position, self.width)
        return col * self.board.cols + row if self.turned else position

    def neighbours(self, position: int) -> list[int]:
        """The positions a move away, in ascending order."""
        row, col = divmod(position, self.width)
        found = [
            (row + down) * self.width + col + right
            for down, right in self._steps
            if 0 <= row + down < self.length and 0 <= col + right < self.width
        ]
        return sorted(set(found) - self.holes)

    def is_light(self, position: int) -> bool:
        """Whether the square is light. Every move leads from a light square to a dark one or back."""
        return bool(side(self.board.leaper, divmod(position, self.width)))

    def mirrored(self, position: int) -> int:
        """The position of the mirror image: in the same row, with the column counted from the other side."""
        return position + self.width - 1 - 2 * (position % self.width)

    def is_own_mirror(self, positions: Iterable[int]) -> bool:
        """Whether the set of these positions has mirror symmetry."""
        these = frozenset(positions)
        return all(self.mirrored(position) in these for position in these)

    def stretches(self, given: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Split the rows into stretches of rows that are all alike. Each is (first, one past the last)."""
        marked = {p // self.width for p in given}
        for hole in self.holes:
            marked.update(range(max(0, hole // self.width - self.reach), hole // self.width + 1))
        tail = max(0, min(self.length - self.reach, (self.last - self.window) // self.width))
        begin = 0
        for row in [*sorted(r for r in marked if r < tail), *range(tail, self.length)]:
            if begin < row:
                yield begin, row
            yield row, row + 1
            begin = row + 1

    # -- for kernels: these load numba ----------------------------------------------------------------

    def site(self, position: int, given: Sequence[int], ends: int) -> "Site":
        """The square at a position in the form that kernels need, for tours with `ends` ends (2, or 0 if
        closed). The ends at the positions `given` are fixed; the others may be anywhere."""
        from turaga.frontier import state_kernel as kernel

        row, col = divmod(position, self.width)
        allowed = 0
        for d, (down, right) in enumerate(self.forward):
            inside = row + down < self.length and 0 <= col + right < self.width
            if inside and position + down * self.width + right not in self.holes:
                allowed |= 1 << d
        if position in self.holes:
            role = kernel.HOLE
        elif position in given:
            role = kernel.MUST_END
        else:
            role = kernel.MAY_END if ends > len(given) else kernel.INNER
        finished = -1
        if self.last <= position + self.window:
            slots = range(position + 1, self.last + 1)
            finished = sum(kernel.DONE << 4 * i for i, p in enumerate(slots) if p not in self.holes)
            finished |= ends << kernel.ENDS_AT
        most = ends - sum(p > position for p in given)  # ends given at later positions are reserved
        return kernel.Site(self.offsets, allowed, role, most, self.window, finished)

    def move_tables(self) -> "tuple[Ints, Ints, Ints]":
        """The tables for `turaga.frontier.state_kernel.follow`. For each set of moves that are left at a
        square: how many positions ahead the next of them leads, by how much it changes the index, and the bit
        of the same move seen from there."""
        import numpy as np

        leaps, steps, backs = np.zeros((3, 256), dtype=np.int64)
        for left in range(1, 256):
            bit = (left & -left).bit_length() - 1  # the lower of two, at the start of a closed tour
            d, sign = (bit, 1) if bit < 4 else (bit - 4, -1)
            if d < len(self.forward):
                down, right = self.forward[d]
                leaps[left] = sign * (down * self.width + right)
                steps[left] = sign * (
                    right * self.board.cols + down if self.turned else down * self.width + right
                )
                backs[left] = 16 << d if sign > 0 else 1 << d
        return leaps, steps, backs

"""Scans a board from one side to its middle, square by square, with as few slots as possible.

The rows of the board are its shorter side (`turaga.frontier.layout`). A half scan processes the first rows
downwards, or the last rows upwards, until it comes to the two *middle rows*, which its moves have reached.
Within a row it processes the even columns from left to right and then the odd columns from right to left.
Each square then reaches at most one square that was not reached before, and that square takes over its slot.
So the states never need more than two rows of slots, one slot fewer than with the columns in order. For a
board of width 8, these are the sixteen slots that a state has.

This works only for closed tours of a knight. Importing this loads numba.
"""

from typing import NamedTuple

import numpy as np

from turaga.board import KNIGHT
from turaga.frontier import state_kernel as kernel
from turaga.frontier.layout import ScanLayout
from turaga.jit import Ints


class ScanPath(NamedTuple):
    """The squares of a half scan in order, in the form that kernels need."""

    here: Ints  # the slot of each square
    targets: Ints  # [square, 4]: the slots of its forward moves; a slot past the window is newly reached
    allowed: Ints  # which of these moves exist, as in `turaga.frontier.state_kernel.Site`
    positions: Ints  # the position of each square
    reached: Ints  # [square, 4]: the positions that its forward moves lead to


class HalfScan:
    """A scan of the first rows of a board downwards, or of the last rows upwards.

    >>> from turaga import Board
    >>> scan = HalfScan(ScanLayout(Board("8x8")), 3)
    >>> scan.window, len(scan.sites), sorted(scan.middle.tolist()) == list(range(16))
    (16, 24, True)
    """

    def __init__(self, layout: ScanLayout, rows: int, *, upwards: bool = False) -> None:
        assert layout.board.leaper == KNIGHT
        assert rows + 2 <= layout.length
        self.layout, self.rows, self.upwards = layout, rows, upwards
        self.window = 2 * layout.width
        self._slots: dict[tuple[int, int], int] = {}
        self._free = list(range(self.window))
        for row in range(2):
            for col in range(layout.width):
                self._slot(row, col)
        taken = [self._take(row, col) for row in range(rows) for col in _columns(layout.width)]
        squares = [square for square in taken if square is not None]
        self.path = ScanPath(
            *(np.array(list(column), dtype=np.int64) for column in zip(*squares, strict=True))
        )
        self.sites = [
            kernel.Site(self.path.targets[i], allowed, kernel.INNER, 0, self.window, -1, here, 0)
            for i, (here, allowed) in enumerate(
                zip(self.path.here.tolist(), self.path.allowed.tolist(), strict=True)
            )
        ]
        self.middle = self._middle()

    def _slot(self, row: int, col: int) -> int:
        """The slot of a square, assigned when the square is first reached."""
        if (row, col) not in self._slots:
            self._slots[row, col] = self._free.pop()
        return self._slots[row, col]

    def _take(self, row: int, col: int) -> tuple[int, list[int], int, int, list[int]] | None:
        """The entries of one square in the path; None for a hole, which only frees its slot."""
        layout = self.layout
        here, position = self._slots.pop((row, col)), self._position(row, col)
        targets, reached, allowed = [0] * 4, [0] * 4, 0
        fresh = None
        for d, (down, right) in enumerate(((1, -2), (1, 2), (2, -1), (2, 1))):
            square = (row + down, col + right)
            if not 0 <= square[1] < layout.width:
                continue
            if square in self._slots or self._free:
                targets[d] = self._slot(*square)
            else:
                assert fresh is None
                fresh = square
                targets[d] = self.window
            reached[d] = self._position(*square)
            if reached[d] not in layout.holes:
                allowed |= 1 << d
        if fresh is None:
            self._free.append(here)
        else:
            self._slots[fresh] = here
        return None if position in layout.holes else (here, targets, allowed, position, reached)

    def _position(self, row: int, col: int) -> int:
        """The position on the board of a square whose row is counted from this side."""
        return (self.layout.length - 1 - row if self.upwards else row) * self.layout.width + col

    def _middle(self) -> Ints:
        """For each slot after the last square, the number of its square in the middle rows: the upper row
        from left to right, then the lower row."""
        middle = np.zeros(self.window, dtype=np.int64)
        for (row, col), slot in self._slots.items():
            lower = (row > self.rows) != self.upwards
            middle[slot] = col + (self.layout.width if lower else 0)
        return middle


def _columns(width: int) -> list[int]:
    return [*range(0, width, 2), *range(width - 1 - width % 2, 0, -2)]

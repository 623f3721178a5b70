"""How the squares of a board follow one another in the frontier method. Importing this loads numba."""

from collections.abc import Iterator, Sequence

import numpy as np

from turaga.board import Board
from turaga.frontier import state_kernel as kernel
from turaga.jit import Ints
from turaga.order import ordered_steps


class ScanLayout:
    """A board as the frontier method goes over it: `width` squares in each of `length` rows, place by place.

    >>> lie = ScanLayout(Board("3x12"))
    >>> lie.width, lie.length, lie.window, lie.offsets.tolist()
    (3, 12, 7, [1, 5, 5, 7])
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.turned = board.cols > board.rows
        self.width, self.length = sorted((board.rows, board.cols))
        self.forward = sorted(
            {
                (down, right)
                for down, right in ordered_steps(leaper=board.leaper)
                if (down, right) > (0, 0) and down < self.length and abs(right) < self.width
            }
        )
        self.reach = max((down for down, _ in self.forward), default=0)
        self.offsets: Ints = np.array([d * self.width + r for d, r in self.forward], dtype=np.int64)
        self.window = max(self.offsets.tolist(), default=1)
        self.holes = frozenset(self.place(n) for n in board.holes)
        self.last = next(p for p in range(board.area - 1, -1, -1) if p not in self.holes)

    def place(self, number: int) -> int:
        """Where among the squares taken in turn the square of this number comes."""
        row, col = divmod(number, self.board.cols)
        return col * self.width + row if self.turned else number

    def index(self, place: int) -> int:
        """The number of the square at this place."""
        row, col = divmod(place, self.width)
        return col * self.board.cols + row if self.turned else place

    def site(self, place: int, given: Sequence[int], ends: int) -> kernel.Site:
        """The square at a place as the states see it, for a tour with `ends` ends (2, or 0 if closed), of
        which those at the places given are settled and the others may be anywhere."""
        row, col = divmod(place, self.width)
        allowed = 0
        for d, (down, right) in enumerate(self.forward):
            inside = row + down < self.length and 0 <= col + right < self.width
            if inside and place + int(self.offsets[d]) not in self.holes:
                allowed |= 1 << d
        if place in self.holes:
            role = kernel.HOLE
        elif place in given:
            role = kernel.MUST_END
        else:
            role = kernel.MAY_END if ends > len(given) else kernel.INNER
        finished = -1
        if self.last <= place + self.window:
            slots = range(place + 1, self.last + 1)
            finished = sum(kernel.DONE << 4 * i for i, p in enumerate(slots) if p not in self.holes)
            finished |= ends << kernel.ENDS_AT
        most = ends - sum(p > place for p in given)  # a given end still to come has its place reserved
        return kernel.Site(self.offsets, allowed, role, most, self.window, finished)

    def trail(self) -> tuple[Ints, Ints, Ints]:
        """What `turaga.frontier.state_kernel.follow` goes by, for each set of moves left at a square: how
        many
        places on the next of them leads, by how much it changes the number, and which bit it is from
        there."""
        leaps, steps, backs = np.zeros((3, 256), dtype=np.int64)
        for left in range(1, 256):
            bit = (left & -left).bit_length() - 1  # of two moves left, at a closed tour's start, the lower
            d, sign = (bit, 1) if bit < 4 else (bit - 4, -1)
            if d < len(self.forward):
                down, right = self.forward[d]
                leaps[left] = sign * int(self.offsets[d])
                steps[left] = sign * (right * self.board.cols + down if self.turned else int(self.offsets[d]))
                backs[left] = 16 << d if sign > 0 else 1 << d
        return leaps, steps, backs

    def stretches(self, given: Sequence[int]) -> Iterator[tuple[int, int]]:
        """The rows (first, one past the last) cut into stretches of rows that are all alike."""
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

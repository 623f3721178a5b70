"""Boards as arrays for the kernels of covers, and the steps of the method: a flow, joins, further covers.

Importing this module loads Numba.
"""

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from turaga.board import Board
from turaga.compiled_greedy import PaddedBoard
from turaga.cover import cover_kernel, parts_kernel
from turaga.cover.cover_change import CoverChange, Move, cover_changes
from turaga.cover.cover_kernel import Grid, UsedMoves
from turaga.cover.parts_kernel import LONGEST, Parts
from turaga.greedy_kernel import roll
from turaga.jit import Bits, Ints, Numbers
from turaga.order import direction_steps
from turaga.rng import Rng
from turaga.theory import colour_unit

_PUSHES = 4  # steps for each square between two times that all labels are set


class CoverFinder:
    """Finds covers of one board, for tours with these ends. The ends are indices.

    `ends` are the given ends of an open tour; a closed tour has none. `closed` covers have only cycles, and
    others one path. Different seeds give different covers.

    >>> finder = CoverFinder(Board("6x6"), (), closed=True, seed=0)
    >>> finder.flow(lambda: False)
    True
    >>> finder.settle() >= finder.left >= 1
    True
    """

    def __init__(self, board: Board, ends: Sequence[int], *, closed: bool, seed: int) -> None:
        self.board = board
        self.closed = closed
        self._free_ends = not closed and not ends
        self._padded = padded = PaddedBoard(board)
        self._rng: Bits = np.array([Rng(seed).state], dtype=np.uint64)
        steps = [
            (down, right)
            for down, right in dict.fromkeys(direction_steps(board.leaper))
            if abs(down) < board.rows and abs(right) < board.cols
        ]
        places = padded.places(_square_indices(board)).astype(np.int32)
        area = (board.rows + 2 * padded.top + 1) * padded.width
        capacity = np.zeros(area, dtype=np.int8)
        capacity[places] = 2
        for end in ends:
            capacity[padded.place(end)] = 1
        self.grid = Grid(
            capacity=capacity,
            side=_sides(board, padded, area),
            squares=places,
            steps=np.array([down * padded.width + right for down, right in steps], dtype=np.int64),
            back=np.array([steps.index((-down, -right)) for down, right in steps], dtype=np.int64),
            fourth=_fourth_directions(steps),
        )
        size = board.size
        self.cover = UsedMoves(
            used=np.zeros(area, dtype=np.int16),
            degree=np.zeros(area, dtype=np.int8),
            label=np.zeros(area, dtype=np.int32),
            pointer=np.zeros(area, dtype=np.int8),
            queue=np.zeros(size, dtype=np.int32),
            queued=np.zeros(area, dtype=np.int8),
        )
        self._parts = Parts(
            label=np.zeros(area, dtype=np.int32),
            parent=np.zeros(size, dtype=np.int32),
            size=np.zeros(size, dtype=np.int32),
            old_used=np.zeros(area, dtype=np.int16),
            old_degree=np.zeros(area, dtype=np.int8),
            trail=np.zeros((2 * LONGEST + 2, 2), dtype=np.int64),
            log=np.zeros((1, 2), dtype=np.int64),  # no room: see `RecordedCoverFinder`
        )
        self.left = 0  # the number of parts, once they have been joined

    def flow(self, stop: Callable[[], bool]) -> bool:
        """Find a cover that is not the one before: whether there is one. `stop` is called now and then; if it
        returns True, the search ends and the result is False."""
        cover = self.cover
        cover.used[:] = 0
        cover.degree[:] = 0
        salt = roll(self._rng)
        cover_kernel.fill(self.grid, cover, salt)
        return self._push(salt, stop) and self.moves >= self.board.size - (0 if self.closed else 1)

    def _push(self, salt: int, stop: Callable[[], bool]) -> bool:
        """Use as many moves as possible: False if `stop` ended it before."""
        while True:
            cover_kernel.relabel(self.grid, self.cover)
            if cover_kernel.push(self.grid, self.cover, salt, _PUSHES * self.board.size):
                return True
            if stop():
                return False

    @property
    def moves(self) -> int:
        """The number of used moves."""
        return int(self.cover.degree.sum(dtype=np.int64)) // 2

    def cut(self, side: int) -> Numbers:
        """The squares of this side that the short squares of this side reach, as indices. If there is no
        cover, these and their neighbours prove it, from at least one of the two sides."""
        end = cover_kernel.reach(self.grid, self.cover, side)
        reached = self.cover.queue[:end]
        return self._padded.indices(reached[self.grid.side[reached] == side])

    def settle(self) -> int:
        """Join the parts of the cover as far as possible. Returns how many there were; `left` is how many are
        left."""
        count = parts_kernel.number_parts(self.grid, self.cover, self._parts)
        self.left = parts_kernel.settle(self.grid, self.cover, self._parts, self._rng, count)
        return count

    def improve(self, passes: int) -> int:
        """Change the cover near the parts that are left, and join again, up to `passes` times; how many
        are left then."""
        self.left = parts_kernel.improve(self.grid, self.cover, self._parts, self._rng, self.left, passes)
        return self.left

    def join(self) -> int:
        """Join the parts of the cover. If some are left, and the tour may have any ends, then drop a move of
        a cover by cycles, because a path has more ways to be joined than a cycle. Returns how many parts
        there were."""
        count = self.settle()
        if self.left > 1 and self._free_ends and self.moves == self.board.size:
            self.open()
            self.settle()
        return count

    def open(self) -> None:
        """Drop a random move, so that a cover by cycles has a path."""
        squares = self.grid.squares
        place = int(squares[(roll(self._rng) * len(squares)) >> 32])
        flags = int(self.cover.used[place])
        cover_kernel.flip(self.grid, self.cover, place, (flags & -flags).bit_length() - 1)

    def part(self, square: int | None) -> Numbers:
        """The squares of a part in the order of its moves, as indices: the part of this square, or else the
        largest part. It begins with that square, or with an end if the part is a path."""
        grid, cover, queue = self.grid, self.cover, self.cover.queue
        if square is None:
            parts_kernel.number_parts(grid, cover, self._parts)
            place = int(parts_kernel.largest_part(grid, self._parts))
        else:
            place = self._padded.place(square)
        length = parts_kernel.trace(grid, cover, place, queue)
        last = int(queue[length - 1])
        if cover.degree[last] < 2 and cover.degree[place] == 2:  # begin at the end of the path
            length = parts_kernel.trace(grid, cover, last, queue)
        return self._padded.indices(queue[:length])


class RecordedCoverFinder(CoverFinder):
    """A finder that remembers how the cover became what it is: `first` is the cover that the last flow found,
    and `changes` are the changes since then. The covers are those of a `CoverFinder` with the same seed.

    >>> finder = RecordedCoverFinder(Board("6x6"), (), closed=True, seed=0)
    >>> finder.flow(lambda: False), finder.settle() - finder.left == len(finder.changes)
    (True, True)
    """

    def __init__(self, board: Board, ends: Sequence[int], *, closed: bool, seed: int) -> None:
        super().__init__(board, ends, closed=closed, seed=seed)
        self._parts = self._parts._replace(log=np.zeros((4 * board.size + 1, 2), dtype=np.int64))
        self.first: frozenset[Move] = frozenset()
        self.changes: list[CoverChange] = []

    def flow(self, stop: Callable[[], bool]) -> bool:
        """Find a cover, and begin a new record with it."""
        covered = super().flow(stop)
        self.first = self._used_moves()
        self.changes.clear()
        return covered

    def settle(self) -> int:
        """Join the parts of the cover, and record every join."""
        before = self._used_moves()
        self._parts.log[0, 0] = 0
        count = super().settle()
        flips = self._parts.log[1 : int(self._parts.log[0, 0]) + 1]
        moves = self._moves(flips[:, 0], flips[:, 1])
        self.changes += cover_changes(before, moves, count)
        return count

    def improve(self, passes: int) -> int:
        """Change the cover pass by pass, and record what each of them changed."""
        for _ in range(passes):
            before = self._used_moves()
            super().improve(1)
            after = self._used_moves()
            if before != after:
                removed, added = sorted(before - after), sorted(after - before)
                self.changes.append(CoverChange("reroute", tuple(removed), tuple(added), self.left))
            if self.left == 1:
                break
        return self.left

    def open(self) -> None:
        """Drop a random move, and record it."""
        before = self._used_moves()
        super().open()
        removed = tuple(sorted(before - self._used_moves()))
        self.changes.append(CoverChange("open", removed, (), self.left))

    def _used_moves(self) -> frozenset[Move]:
        squares, used = self.grid.squares, self.cover.used
        found: set[Move] = set()
        for d in range(len(self.grid.steps)):
            places = squares[(used[squares] >> d) & 1 == 1]
            found.update(self._moves(places, np.full(len(places), d)))
        return frozenset(found)

    def _moves(self, places: "Numbers | Ints", directions: "Numbers | Ints") -> Iterable[Move]:
        """The moves from these places in these directions, as pairs of indices, the smaller one first."""
        there = self._padded.indices(places + self.grid.steps[directions]).tolist()
        return [
            (min(a, b), max(a, b)) for a, b in zip(self._padded.indices(places).tolist(), there, strict=True)
        ]


class ShrinkingCover(CoverFinder):
    """As many moves as squares can have, two each and one on each of the `ends`, while squares are removed.

    >>> cover = ShrinkingCover(Board("5x5"), ())
    >>> cover.missing, 0 in cover.culprits()
    (2, True)
    >>> cover.remove([0], 2), cover.missing
    (True, 0)
    """

    def __init__(self, board: Board, ends: Sequence[int]) -> None:
        super().__init__(board, ends, closed=True, seed=0)
        self.flow(lambda: False)

    @property
    def missing(self) -> int:
        """How many moves all squares together have less than they need. Removing a square makes up for two
        of them at most: it needs none, but its neighbours do not get more."""
        return int(self.grid.capacity.sum(dtype=np.int64)) - 2 * self.moves

    def culprits(self) -> set[int]:
        """If moves are missing, squares of which at least one must be removed: those of the minimum cuts."""
        return {*self.cut(0).tolist(), *self.cut(1).tolist()}

    def remove(self, squares: Sequence[int], least: int) -> bool:
        """Remove squares (indices) if this makes up for at least this many missing moves: whether it does."""
        cover, capacity, wanted = self.cover, self.grid.capacity, self.missing - least
        before = cover.used.copy(), cover.degree.copy(), capacity.copy()
        for place in map(self._padded.place, squares):
            capacity[place] = 0
            for d in range(len(self.grid.steps)):
                if int(cover.used[place]) >> d & 1:
                    cover_kernel.flip(self.grid, cover, place, d)
        self._push(roll(self._rng), lambda: False)
        if self.missing <= wanted:
            return True
        cover.used[:], cover.degree[:], capacity[:] = before
        return False


def _square_indices(board: Board) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    kept = np.ones(board.area, dtype=np.bool_)
    kept[np.fromiter(board.hole_indices, dtype=np.int64, count=len(board.hole_indices))] = False
    return np.flatnonzero(kept)


def _sides(board: Board, padded: PaddedBoard, area: int) -> "np.ndarray[tuple[int], np.dtype[np.int8]]":
    """`turaga.theory.side` of every place."""
    unit = colour_unit(board.leaper)
    rows, cols = np.divmod(np.arange(area, dtype=np.int64), padded.width)
    rows, cols = (rows - padded.top) // unit, (cols - padded.left) // unit
    both_odd = sum(board.leaper) // unit % 2 == 0
    return ((rows if both_odd else rows + cols) % 2).astype(np.int8)


def _fourth_directions(
    steps: Sequence[tuple[int, int]],
) -> "np.ndarray[tuple[int, int, int], np.dtype[np.int8]]":
    """[d, e, f]: the direction of step e - step d - step f, or -1 if that is not a move."""
    index = {step: i for i, step in enumerate(steps)}
    count = len(steps)
    fourth = np.full((count, count, count), -1, dtype=np.int8)
    for d, e, f in np.ndindex(count, count, count):
        down, right = (steps[e][axis] - steps[d][axis] - steps[f][axis] for axis in (0, 1))
        fourth[d, e, f] = index.get((down, right), -1)
    return fourth

"""Rotations of a path: the operations of Euler's method, and the search for the right ones.

If the end vk of a path v1..vk is a move away from some vi, a *rotation* reverses v(i+1)..vk, and v(i+1)
becomes the end. A search over ends finds which ends can be reached by several rotations. It does not change
the path: after rotations at the pivots i, j, ... the position of a square follows from applying the reversals
one after another to its position, and that is all the search needs. Only when it finds an end of the kind it
looks for are the rotations carried out, and each one is checked to use a legal move. A rotation never changes
the colour of the end, and unvisited squares of the other colour can be entered. Because the colours of a path
alternate, there is such a square exactly as long as colours allow the path to grow at all.

A `Rotator` only needs a function that returns the neighbours of a square's index, so it works on any graph. A
leaper's graph has no odd circuits. Knowing that saves searches that cannot succeed.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush, nsmallest
from typing import TYPE_CHECKING, Any

from turaga.errors import NotATour
from turaga.solve.changes import Change
from turaga.solve.pieces import Pieces
from turaga.squares import show
from turaga.theory.colour import colour

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FAR = 24  # after this many rotations, a search that is closer to its target carries them out and restarts
_ROTATION = 4  # one rotation moves the end by at most this many rows or columns
_EAGER = 2  # weight of the remaining distance against the distance covered by rotations
_SMALL = 2500  # on boards of up to this size the search is breadth-first, for the fewest reversals
_MOST_ENDS = 4000  # ends that one search looks at
_MANY = 64  # with more unvisited squares than this, one of them is near the end
_MOST_TARGETS = 8  # unvisited squares that a search on a big board aims for

Away = Callable[[int], int]


class RanOut(Exception):
    """A limit was reached. The message says which."""


class Rotator:
    """A path that Euler's method works on. It counts the operations and, with `recording`, keeps a list of
    them in `changes`.

    `free` are the squares that are not in the path. `tick(work, squares)` is called now and then. `work` is
    the number of ends looked at plus the number of insertions, and `squares` is the length of the path. It
    returns the limit that was reached, or None.

    >>> from turaga.board import Board
    >>> board = Board("3x4")
    >>> rotator = Rotator([0, 6, 8, 1, 10, 3, 5, 11, 2, 9], (4, 7), board.neighbours, area=12, cols=4)
    >>> rotator.extend(12), rotator.path.squares(), rotator.reversals
    (True, [0, 6, 8, 1, 7, 9, 2, 11, 5, 3, 10, 4], 1)
    """

    def __init__(
        self,
        squares: "Sequence[int] | NDArray[Any]",
        free: Iterable[int],
        neighbours: Callable[[int], list[int]],
        *,
        area: int,
        cols: int,
        two_coloured: bool = True,
        recording: bool = False,
        tick: Callable[[int, int], str | None] | None = None,
    ) -> None:
        self.path = Pieces(squares, area=area)
        self.free = set(free)
        self.near = lru_cache(1 << 16)(neighbours)
        self.area = area
        self.cols = cols
        self.two_coloured = two_coloured
        self.reversals = self.insertions = self.looked = 0
        self.changes: list[Change] = []
        self._recording = recording
        self._tick = tick

    # -- the operations ---------------------------------------------------------------------------

    def rotate(self, pivot: int) -> None:
        """Reverse everything after a position. The end must be a move away from the square there."""
        path = self.path
        end, there, count = path.end, path.at(pivot), len(path)
        if there not in self.near(end):
            raise NotATour(f"a reversal needs a move from {self._show(end)} to {self._show(there)}")
        path.rotate(pivot)
        self.reversals += 1
        if self._recording:
            change = Change("reversal", self.reversals, pivot + 2, count, (end, there, path.end))
            self.changes.append(change)

    def enter(self, square: int) -> None:
        """Append an unvisited square that is a move away from the end."""
        end, step = self.path.end, len(self.path) + 1
        self.path.append(square)
        self.free.discard(square)
        self.insertions += 1
        if self._recording:
            self.changes.append(Change("insertion", self.insertions, step, step, (end, square)))

    def reverse_walk(self) -> None:
        """Reverse the whole path."""
        start, end = self.path.at(0), self.path.end
        self.path.reverse()
        if self._recording:
            self.changes.append(Change("turn", 0, 1, len(self.path), (start, end, end, start)))

    def cut(self, position: int) -> None:
        """Make the path begin at a position. Its ends must be a move apart, so that it is a circuit."""
        path, before = self.path, (self.path.at(0), self.path.end)
        path.roll(position)
        if self._recording:
            self.changes.append(Change("cut", 0, 1, len(path), (*before, path.at(0), path.end)))

    def put_pair_in(self, position: int, x: int, y: int) -> None:
        """Insert two unvisited squares, a move apart, after the square at a position.

        `x` must be a move away from that square, and `y` from the next one.
        """
        named = (self.path.at(position), x, y, self.path.at(position + 1))
        self.path.insert(position + 1, [x, y])
        self.free -= {x, y}
        if self._recording:
            self.changes.append(Change("pair", self.insertions + 1, position + 2, position + 3, named))
        self.insertions += 2

    def _find_room_for_pair(self) -> bool:
        """Insert a pair of unvisited squares where one fits. Returns whether one did."""
        path, free, near = self.path, self.free, self.near
        for x in sorted(free):
            for y in near(x):
                for before in near(x) if y in free else ():
                    p = path.position(before)
                    if 0 <= p < len(path) - 1 and path.at(p + 1) in near(y):
                        self.put_pair_in(p, x, y)
                        return True
        return False

    # -- goals ------------------------------------------------------------------------------------

    def extend(self, goal: int, *, both_sides: bool = False) -> bool:
        """Make the path `goal` squares long. Returns whether that worked.

        The start of the path does not change, unless `both_sides`.

        Enter an unvisited neighbour of the end if there is one: the one with the fewest unvisited neighbours
        of its own, and of these the outermost. Otherwise move the end next to an unvisited square by
        rotations. Otherwise insert a pair of unvisited squares. Otherwise, if both sides can move, go on from
        the other end, or close the path to a circuit and cut it next to an unvisited square.
        """
        turned = 0  # how often the path was reversed since the last insertion
        while len(self.path) < goal:
            self._look()
            ways = [n for n in self.near(self.path.end) if n in self.free]
            if ways:
                self.enter(min(ways, key=self._reluctance))
            elif self._steer_to_free() or self._find_room_for_pair():
                pass
            elif both_sides and turned < 2:
                self.reverse_walk()
                turned += 1
                continue
            elif not (both_sides and self._cut_beside_free()):
                return False
            turned = 0
        return True

    def _cut_beside_free(self) -> bool:
        """Euler's own idea: close the path to a circuit, and cut it where an unvisited square can follow."""
        if len(self.path) < 3 or not self.close():
            return False
        for x in sorted(self.free):
            for u in self.near(x):
                p = self.path.position(u)
                if p >= 0:
                    if p < len(self.path) - 1:
                        self.cut(p + 1)
                    return True
        return False

    def close(self) -> bool:
        """Rotate until the end is a move away from the start. Returns whether that worked."""
        start = self.path.at(0)
        if self.two_coloured and len(self.path) % 2:  # both ends always have the same colour
            return False
        return self.steer(lambda end: end in self.near(start), self._away_from([start]))

    def bring_end_to(self, target: int) -> bool:
        """Rotate until the path ends on the given square, which is in it. Returns whether that worked."""
        if self.two_coloured and (len(self.path) - 1 - self.path.position(target)) % 2:
            return False
        return self.steer(lambda end: end == target, self._away_from([target]))

    # -- the search for rotations -----------------------------------------------------------------

    def steer(self, wanted: Callable[[int], object], away: Away | None) -> bool:
        """Rotate until `wanted` is true of the end. Returns whether such an end was found.

        The search visits every end once. If that does not succeed, it visits every end once from each end
        before it.
        """
        if wanted(self.path.end):
            return True
        while True:
            pivots, there = self._search(wanted, away, twice=False)
            if not pivots:
                pivots, there = self._search(wanted, away, twice=True)
            for pivot in pivots:
                self.rotate(pivot)
            if there or not pivots:
                return there

    def _search(
        self, wanted: Callable[[int], object], away: Away | None, *, twice: bool
    ) -> tuple[tuple[int, ...], bool]:
        """The pivots of rotations that lead to a wanted end, and True. If there are none, the pivots of
        rotations that bring the end closer (there may be none of these either), and False."""
        first = self.path.end
        far = away(first) if away else 0
        seen: set[tuple[int, int]] = {(first, -1)}
        heap: list[tuple[int, int, int, tuple[int, ...]]] = [(0, 0, first, ())]
        pushed = 0
        for _ in range(_MOST_ENDS):
            if not heap:
                break
            self._look()  # before the step that would exceed a limit
            self.looked += 1
            _, _, end, pivots = heappop(heap)
            if away and len(pivots) >= _FAR and away(end) < far:
                return pivots, False
            for p, new in self._rotations(end, pivots):
                mark = (new, end if twice else -1)
                if mark in seen:
                    continue
                seen.add(mark)
                if wanted(new):
                    return (*pivots, p), True
                pushed += 1
                key = (len(pivots) + 1) * _ROTATION + (_EAGER * away(new) if away else 0)
                heappush(heap, (key, pushed, new, (*pivots, p)))
        return (), False

    def _rotations(self, end: int, pivots: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        """The possible rotations after the rotations at `pivots`, which lead to this end: each pivot, with
        the end that it would lead to."""
        path, count = self.path, len(self.path)
        back = pivots[::-1]
        for there in self.near(end):
            p = path.position(there)
            if p < 0:
                continue
            for q in pivots:  # its position after the reversals
                if p > q:
                    p = count + q - p
            if p == count - 2:  # the square before the end: nothing would be reversed
                continue
            x = p + 1
            for q in back:  # the position of the next square before them
                if x > q:
                    x = count + q - x
            yield p, path.at(x)

    def _look(self) -> None:
        """Check the limits. Raises `RanOut` if one is reached."""
        if self._tick and (out := self._tick(self.looked + self.insertions, len(self.path))):
            raise RanOut(out)

    def _free_around(self, square: int) -> int:
        """The number of unvisited squares a move away from this square."""
        return len(self.free.intersection(self.near(square)))

    def _reluctance(self, square: int) -> tuple[int, int]:
        """The sort key of Warnsdorff's rule with tie-break outermost: the least square is entered."""
        row, col = divmod(square, self.cols)
        down, right = 2 * row - self.area // self.cols + 1, 2 * col - self.cols + 1
        return self._free_around(square), -(down * down) - right * right

    def _steer_to_free(self) -> bool:
        """Rotate until the end is next to an unvisited square. Returns whether that worked.

        The search is breadth-first if there are many unvisited squares, because one of them is then near.
        """
        if self.area <= _SMALL or len(self.free) > _MANY:
            if self.steer(self._free_around, None):
                return True
            if self.area <= _SMALL:
                return False
        row, col = divmod(self.path.end, self.cols)
        here = colour((row, col))
        other = [n for n in self.free if colour(divmod(n, self.cols)) != here]
        nearest = nsmallest(_MOST_TARGETS, other or self.free, key=self._away_of(row, col))
        return self.steer(self._free_around, self._away_from(nearest))

    def _away_from(self, targets: Sequence[int]) -> Away | None:
        """The distance to the nearest target; None on a small board, where the search is breadth-first."""
        if self.area <= _SMALL:
            return None
        measures = [self._away_of(*divmod(n, self.cols)) for n in targets]
        return measures[0] if len(measures) == 1 else lambda n: min(away(n) for away in measures)

    def _away_of(self, row: int, col: int) -> Away:
        cols = self.cols
        return lambda n: max(abs(n // cols - row), abs(n % cols - col))

    def _show(self, square: int) -> str:
        return show(divmod(square, self.cols), self.area // self.cols, self.cols)

"""Steered rotations: what Euler's method does to one path, operation by operation.

A *rotation* of a path v1..vk whose end vk is a move from some vi reverses v(i+1)..vk, so that v(i+1) is the
end. A search over ends finds which ends several rotations lead to, and changes nothing yet: behind the pivots
i, j, ... a square is where the reversals, done one after the other, put its position, so this is all the
search has to look at. Only when it finds an end of the wanted kind are the rotations made, and each is
checked to rest on a move. A rotation never changes the end's colour, and free squares of the other colour can
be entered; as a path alternates between the colours, there is such a square exactly as long as colours let
the path grow at all.

A `Rotator` is given the neighbours of a square's index, and works on any graph. A leaper's graph has no odd
circuits, which saves searches that cannot succeed.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush, nsmallest
from typing import TYPE_CHECKING, Any

from turaga.errors import NotATour
from turaga.solve.pieces import Pieces
from turaga.text import show
from turaga.theory import colour

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FAR = 24  # rotations after which a search that has come nearer makes them and begins anew
_ROTATION = 4  # squares the end moves, at most, in a row or column by one rotation
_EAGER = 2  # how much a square of distance weighs against a square's worth of rotation
_SMALL = 2500  # squares of a board on which the search is in breadth, for the fewest reversals
_MOST_ENDS = 4000  # looked at in one search
_MANY = 64  # free squares of which one will be near the end
_MOST_TARGETS = 8  # free squares a search on a big board looks towards

Away = Callable[[int], int]


class RanOut(Exception):
    """A limit was reached: its words."""


class Rotator:
    """A path that Euler's method works on. What is done to it is counted and, with `telling`, told.

    `free` are the squares that are not in it. `tick(work, squares)` is called now and then with the ends
    looked at and the squares put in, taken together, and the length of the path: it returns what ran out,
    or None.

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
        telling: bool = False,
        tick: Callable[[int, int], str | None] | None = None,
    ) -> None:
        self.path = Pieces(squares, area=area)
        self.free = set(free)
        self.near = lru_cache(1 << 16)(neighbours)
        self.area = area
        self.cols = cols
        self.two_coloured = two_coloured
        self.reversals = self.insertions = self.looked = 0
        self.account: list[str] = []
        self._telling = telling
        self._tick = tick

    # -- the operations ---------------------------------------------------------------------------

    def rotate(self, pivot: int) -> None:
        """Walk everything behind a position the other way; the end must be a move from the square there."""
        path = self.path
        end, there, count = path.end, path.at(pivot), len(path)
        if there not in self.near(end):
            raise NotATour(f"a reversal rests on no move: from {self._show(end)} to {self._show(there)}")
        path.rotate(pivot)
        self.reversals += 1
        if self._telling:
            new = self._show(path.end)
            self.tell(
                f"reversal {self.reversals}: the end {self._show(end)} is a move from {self._show(there)} "
                f"(number {pivot + 1}), so the squares from {new} ({pivot + 2}) to {self._show(end)} "
                f"({count}) are walked the other way; the end is now {new}"
            )

    def enter(self, square: int) -> None:
        """Put in a free square that is a move from the end."""
        if self._telling:
            self.tell(
                f"insertion {self.insertions + 1}: the end {self._show(self.path.end)} is a move from "
                f"{self._show(square)}, which is put in as number {len(self.path) + 1}"
            )
        self.path.append(square)
        self.free.discard(square)
        self.insertions += 1

    def turn_round(self) -> None:
        """Walk the whole path from its end to its start."""
        self.path.reverse()
        start, end = self._show(self.path.at(0)), self._show(self.path.end)
        self.tell(f"all of it is walked the other way, from {start} to {end}")

    def cut(self, position: int) -> None:
        """Of a path whose ends are a move apart: walk the circuit from the square at a position."""
        start, end = self._show(self.path.at(0)), self._show(self.path.end)
        self.path.roll(position)
        self.tell(
            f"the ends {start} and {end} are a move apart, so the walk is a circuit: it is cut elsewhere, "
            f"and begins at {self._show(self.path.at(0))} and ends at {self._show(self.path.end)}"
        )

    def put_pair_in(self, position: int, x: int, y: int) -> None:
        """Put two free squares, a move apart, between the square at a position and the next: x must be a
        move from the one, y from the other."""
        path, before, behind = self.path, self.path.at(position), self.path.at(position + 1)
        first = self.insertions + 1
        self.tell(
            f"insertions {first} and {first + 1}: {self._show(x)} and {self._show(y)} "
            f"are a move apart and are put in between {self._show(before)} (number {position + 1}) and "
            f"{self._show(behind)} ({position + 2})"
        )
        path.insert(position + 1, [x, y])
        self.free -= {x, y}
        self.insertions += 2

    def _find_room_for_pair(self) -> bool:
        """Put in a pair of free squares wherever one fits; whether one did."""
        path, free, near = self.path, self.free, self.near
        for x in sorted(free):
            for y in near(x):
                for before in near(x) if y in free else ():
                    p = path.position(before)
                    if 0 <= p < len(path) - 1 and path.at(p + 1) in near(y):
                        self.put_pair_in(p, x, y)
                        return True
        return False

    # -- what is made of them ---------------------------------------------------------------------

    def extend(self, goal: int, *, both_sides: bool = False) -> bool:
        """Make the path `goal` squares long, keeping its start unless `both_sides`; whether that worked.

        Step into a free square as long as the end has one (the one with the fewest free neighbours, the
        outermost of them); steer the end to one that has; else put in a pair of free squares; else, if both
        sides may move, go on from the other end, or make a circuit of the path and cut it beside a free
        square.
        """
        turned = 0  # times it was walked the other way round since a square was put in
        while len(self.path) < goal:
            self._look()
            ways = [n for n in self.near(self.path.end) if n in self.free]
            if ways:
                self.enter(min(ways, key=self._reluctance))
            elif self._steer_to_free() or self._find_room_for_pair():
                pass
            elif both_sides and turned < 2:
                self.turn_round()
                turned += 1
                continue
            elif not (both_sides and self._cut_beside_free()):
                return False
            turned = 0
        return True

    def _cut_beside_free(self) -> bool:
        """Euler's own way: make the path a circuit, and cut it where a free square can be entered."""
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
        """Steer the end to a square a move from the start."""
        start = self.path.at(0)
        if self.two_coloured and len(self.path) % 2:  # the ends have one colour, whatever the end
            return False
        return self.steer(lambda end: end in self.near(start), self._away_from([start]))

    def bring_end_to(self, target: int) -> bool:
        """Steer until the path ends on a given square of it."""
        if self.two_coloured and (len(self.path) - 1 - self.path.position(target)) % 2:
            return False
        return self.steer(lambda end: end == target, self._away_from([target]))

    # -- steering ---------------------------------------------------------------------------------

    def steer(self, wanted: Callable[[int], object], away: Away | None) -> bool:
        """Rotate until the end is one that is wanted; whether such an end was found.

        The search takes every end once; if that does not lead there, once from every end before it.
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
        """The pivots of rotations that make the end a wanted one, and True; or only bring it nearer, and
        False; or nothing."""
        first = self.path.end
        far = away(first) if away else 0
        seen: set[tuple[int, int]] = {(first, -1)}
        heap: list[tuple[int, int, int, tuple[int, ...]]] = [(0, 0, first, ())]
        pushed = 0
        for _ in range(_MOST_ENDS):
            if not heap:
                break
            self._look()  # before the step that would pass a limit
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
        """Where the path could be rotated after the rotations at `pivots`, which lead to this end: each
        pivot, and the end that would come of it."""
        path, count = self.path, len(self.path)
        back = pivots[::-1]
        for there in self.near(end):
            p = path.position(there)
            if p < 0:
                continue
            for q in pivots:  # where the reversals put it
                if p > q:
                    p = count + q - p
            if p == count - 2:  # the square before the end: nothing would be reversed
                continue
            x = p + 1
            for q in back:  # where the next square stood before them
                if x > q:
                    x = count + q - x
            yield p, path.at(x)

    def _look(self) -> None:
        """Look at the limits; `RanOut` if one is reached."""
        if self._tick and (out := self._tick(self.looked + self.insertions, len(self.path))):
            raise RanOut(out)

    def _free_around(self, square: int) -> int:
        """How many free squares are a move from this one."""
        return len(self.free.intersection(self.near(square)))

    def _reluctance(self, square: int) -> tuple[int, int]:
        """Warnsdorff's rule, ties to the outermost: the square with the least of this is entered."""
        row, col = divmod(square, self.cols)
        down, right = 2 * row - self.area // self.cols + 1, 2 * col - self.cols + 1
        return self._free_around(square), -(down * down) - right * right

    def _steer_to_free(self) -> bool:
        """Steer the end beside a free square: in breadth if there are many, for one will be near."""
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
        """The distance from the nearest target; None on a board so small that a search in breadth does."""
        if self.area <= _SMALL:
            return None
        measures = [self._away_of(*divmod(n, self.cols)) for n in targets]
        return measures[0] if len(measures) == 1 else lambda n: min(away(n) for away in measures)

    def _away_of(self, row: int, col: int) -> Away:
        cols = self.cols
        return lambda n: max(abs(n // cols - row), abs(n % cols - col))

    def _show(self, square: int) -> str:
        return show(divmod(square, self.cols))

    def tell(self, line: str) -> None:
        """Add a line to the account, if there is to be one."""
        if self._telling:
            self.account.append(line)

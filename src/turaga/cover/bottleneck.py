"""The smallest bottleneck within a set of squares.

A minimum cut of the flow that covers a board by cycles is a set of squares that need more moves than their
neighbours allow, but it can have hundreds of thousands of squares. A few of them usually prove as much.

Call the *value* of a set the moves that it needs less the moves that its neighbours allow. A set proves that
there is no tour if its value is more than the number of tour ends that can lie in it. The value of a set is
the sum of the values of its parts that share no neighbours, so the smallest parts that suffice are enough.
Deleting a square changes the value by a number that depends only on the square's neighbours: it needs two
moves less, and each neighbour that had no more moves to the set than it can take now takes one less. So we
delete squares, in many orders, as long as the value stays high enough. Orders that begin far from some square
leave a small set around it. The same is done with the squares on the other side of the cut, unless the board
is large.
"""

from collections.abc import Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Any

from turaga.board import Board
from turaga.certificate import Bottleneck
from turaga.certificate.move_counts import RequestedTour, moves_to_neighbours, sides_of
from turaga.order import ordered_steps
from turaga.rng import Rng
from turaga.tours import Tours

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NEIGHBOURHOODS = ((60, 300), (10, 3_000))  # in large sets: how many, and of how many squares
_WORK = 30_000  # deletions that are tried in all, once for each square and order
_FEWEST_ORDERS, _MOST_ORDERS = 1, 60
_SMALL_BOARD = 50_000  # squares: on larger boards the squares on the other side of the cut take too long
_MOST_PEELED = 20_000  # squares


def smallest_bottleneck(
    board: Board,
    start: int | None,
    end: int | None,
    closed: bool,
    squares: Iterable[int],
    *,
    seed: int = 0,
    work: int = _WORK,
) -> Bottleneck | None:
    """The smallest bottleneck that is found among these squares (indices, no two of them a move apart); None
    if they prove nothing.

    Takes time nearly linear in the number of squares. With less `work`, which is the number of deletions that
    are tried, it is found sooner but can be larger.

    >>> board = Board(5, 5, holes=[(2, 1), (0, 1)])
    >>> smallest_bottleneck(board, None, None, True, range(0, 25, 2)).squares
    ((0, 0),)
    """
    given = tuple(index for index in (start, end) if index is not None)
    chosen = [int(index) for index in squares]
    found: list[list[int]] = []
    for tour in RequestedTour(board, given, closed).readings():
        if one := _smallest(tour, chosen, Rng(seed), work):
            found.append(one)
            if len(one) > 1 and board.size <= _SMALL_BOARD and work >= _WORK:
                found += filter(None, [_smallest(tour, _opposite(tour, chosen), Rng(seed), work)])
    if not found:
        return None
    asked = Tours.at(board, start, end, closed)
    smallest = min(found, key=len)
    return Bottleneck.of(board, map(board.square, smallest), start=asked.start, end=asked.end, closed=closed)


def _opposite(tour: RequestedTour, squares: Sequence[int]) -> list[int]:
    """The squares of the other side that take fewer moves from these squares than they can.

    The squares on one side of a minimum cut prove as much as those on the other, and can be far fewer: if all
    squares of one colour have too few neighbours, perhaps a square of the other colour has no move at all.
    """
    board = tour.board
    short = () if tour.closed else tour.given
    joined = moves_to_neighbours(board, squares)
    side = sides_of(board, squares[:1]).index(1)
    return [
        index
        for index in board.indices()
        if sides_of(board, (index,))[side] == 0 and joined.get(index, 0) < (1 if index in short else 2)
    ]


def _smallest(tour: RequestedTour, squares: Sequence[int], rng: Rng, work: int) -> list[int]:
    """The smallest set found with a value above the number of free ends that can lie in it; empty if none."""
    given = tour.given
    ends = 0 if tour.closed else tour.free_ends(sides_of(tour.board, (n for n in squares if n not in given)))
    values = _Values(tour)
    for index in squares:
        if not values.near(index):  # a square without moves needs one, even if it is an end
            return [index]
    for count, size in _NEIGHBOURHOODS:
        if len(squares) <= 2 * size:
            break
        near_some = values.around_weakest(squares, count, size, rng)
        if found := _smallest_union(values, near_some, ends + 1, rng, work):
            return found
    return _smallest_union(values, squares, ends + 1, rng, work)


def _smallest_union(values: "_Values", squares: Sequence[int], target: int, rng: Rng, work: int) -> list[int]:
    """The smallest union found of subsets of the parts of a set with a value of at least `target`."""
    parts = [(part, worth) for part in values.parts(squares) if (worth := values.value(part)) > 0]
    if sum(worth for _, worth in parts) < target:
        return []
    parts.sort(key=lambda one: len(one[0]))
    # best[v] is the smallest set so far with a value of at least v.
    best: list[list[int] | None] = [[], *([None] * target)]
    orders = max(_FEWEST_ORDERS, min(_MOST_ORDERS, work // sum(len(part) for part, _ in parts)))
    for part, worth in parts:
        subsets = values.subsets(part, min(worth, target), orders, rng)
        new = list(best)
        for have, other in enumerate(best):
            for more, subset in enumerate(subsets, start=1):
                total = min(target, have + more)
                old = new[total]
                if other is not None and (old is None or len(other) + len(subset) < len(old)):
                    new[total] = other + subset
        best = new
    return best[target] or []


class _Values:
    """The values of sets of squares, for one kind of tour."""

    def __init__(self, tour: RequestedTour) -> None:
        self.board = tour.board
        self.short = frozenset() if tour.closed else frozenset(tour.given)  # squares that have only one move
        self._near: dict[int, tuple[int, ...]] = {}

    def near(self, index: int) -> tuple[int, ...]:
        """The neighbours of a square."""
        if index not in self._near:
            self._near[index] = tuple(set(self.board.neighbours(index)))
        return self._near[index]

    def around_weakest(self, squares: Sequence[int], count: int, size: int, rng: Rng) -> list[int]:
        """The union of good subsets of the `size` squares around each of the `count` squares with the fewest
        moves."""
        among = set(squares)
        degrees = _degrees(self.board)
        centres = sorted(rng.shuffled(squares), key=lambda index: int(degrees[index]))[:count]
        found: dict[int, None] = {}
        for centre in centres:
            if centre in found:
                continue
            far = {centre: 0}
            for index in (ball := [centre]):
                for other in (other for near in self.near(index) for other in self.near(near)):
                    if other in among and other not in far and len(ball) < size:
                        far[other] = far[index] + 1
                        ball.append(other)
            found |= dict.fromkeys(self.peeled(ball, far, 1)[0])
        return list(found)

    def parts(self, squares: Iterable[int]) -> Iterator[list[int]]:
        """The parts of a set that share no neighbours."""
        left = dict.fromkeys(squares)
        while left:
            part = [next(iter(left))]
            del left[part[0]]
            for index in part:
                for other in (other for near in self.near(index) for other in self.near(near)):
                    if other in left:
                        del left[other]
                        part.append(other)
            yield part

    def moves(self, squares: Iterable[int]) -> dict[int, int]:
        """For each neighbour, the number of moves to the squares that it can still take without being full:
        two (one at a given end) less the moves that there are, so below 0 if there are more."""
        spare: dict[int, int] = {}
        for index in squares:
            for near in self.near(index):
                if near not in spare:
                    spare[near] = 1 if near in self.short else 2
                spare[near] -= 1
        return spare

    def value(self, squares: Sequence[int], spare: dict[int, int] | None = None) -> int:
        """The moves that the squares need, less those that their neighbours allow."""
        needed = sum(1 if index in self.short else 2 for index in squares)
        moves = self.moves(squares) if spare is None else spare
        return needed - sum((1 if near in self.short else 2) - max(0, left) for near, left in moves.items())

    def gain(self, index: int, spare: dict[int, int]) -> int:
        """By how much the value grows if this square is deleted."""
        gain = -1 if index in self.short else -2
        for near in self.near(index):
            if spare[near] >= 0:
                gain += 1
        return gain

    def subsets(self, part: list[int], most: int, orders: int, rng: Rng) -> list[list[int]]:
        """For each value from 1 to `most`, the smallest subset found with at least that value."""
        best: list[list[int]] = [part] * most
        for _ in range(min(orders, 2 * len(part))):
            far = self._distances(part, rng)
            kept = self.smallest_left(part, sorted(part, key=far.__getitem__, reverse=True), most)
            for target, subset in enumerate(kept, start=1):
                smaller = self.peeled(subset, far, target) if len(subset) <= _MOST_PEELED else [subset]
                for i, one in enumerate(smaller):
                    if len(one) < len(best[i]):
                        best[i] = one
        return [self.without_spare(subset, target) for target, subset in enumerate(best, start=1)]

    def _distances(self, part: list[int], rng: Rng) -> dict[int, int]:
        """How far each square is from one of them, roughly. One with few moves is chosen more often."""
        some = [part[rng.below(len(part))] for _ in range(3)]
        row, col = self.board.square(min(some, key=lambda index: len(self.near(index))))
        cols = self.board.cols
        return {
            index: (index // cols - row) ** 2 + (index % cols - col) ** 2 + rng.below(9) for index in part
        }

    def smallest_left(self, squares: list[int], order: Iterable[int], most: int) -> list[list[int]]:
        """Delete all squares in this order. For each value from 1 to `most`, the squares that were left when
        the value was last at least that; none if it never was."""
        spare = self.moves(squares)
        value = self.value(squares, spare)
        order = list(order)
        last = [0 if value > target else len(order) for target in range(most)]
        for done, index in enumerate(order, start=1):
            value += self.gain(index, spare)
            for near in self.near(index):
                spare[near] += 1
            for target in range(min(value, most)):
                last[target] = done
        return [order[done:] for done in last]

    def peeled(self, squares: list[int], far: dict[int, int], most: int) -> list[list[int]]:
        """The same, with an order that always deletes the square with the greatest gain, and among equals the
        farthest one."""
        spare = self.moves(squares)
        sources: dict[int, list[int]] = {}
        for index in squares:
            for near in self.near(index):
                sources.setdefault(near, []).append(index)
        gains = {index: self.gain(index, spare) for index in squares}
        heap = [(-gain, -far[index], index) for index, gain in gains.items()]
        heapify(heap)
        order: list[int] = []
        while heap:
            gain, _, index = heappop(heap)
            if gains.get(index) != -gain:
                continue  # deleted, or its gain has grown since
            del gains[index]
            order.append(index)
            for near in self.near(index):
                spare[near] += 1
                if spare[near] == 0:  # it takes all its moves now, so each deletion takes one away
                    for other in sources[near]:
                        if other in gains:
                            gains[other] += 1
                            heappush(heap, (-gains[other], -far[other], other))
        return self.smallest_left(squares, order, most)

    def without_spare(self, squares: list[int], target: int) -> list[int]:
        """The squares without those that can go one by one while the value stays at least `target`."""
        spare = self.moves(squares)
        value = self.value(squares, spare)
        kept = dict.fromkeys(squares)
        for index in squares * 2:
            if index in kept and value + (gain := self.gain(index, spare)) >= target:
                value += gain
                del kept[index]
                for near in self.near(index):
                    spare[near] += 1
        return list(kept)


def _degrees(board: Board) -> "NDArray[Any]":
    """The number of moves from each square, by its index."""
    import numpy as np

    free = np.ones(board.area, dtype=np.int8)
    free[list(board.hole_indices)] = 0
    grid = free.reshape(board.rows, board.cols)
    found = np.zeros_like(grid)
    for down, right in set(ordered_steps(leaper=board.leaper)):
        if abs(down) < board.rows and abs(right) < board.cols:
            here = _shifted(board.rows, down), _shifted(board.cols, right)
            there = _shifted(board.rows, -down), _shifted(board.cols, -right)
            found[here] += grid[there]
    return found.reshape(-1)


def _shifted(length: int, step: int) -> slice:
    """The rows or columns from which a step stays on the board."""
    return slice(max(0, -step), min(length, length - step))

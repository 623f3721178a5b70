"""The most moves that squares can have, at most two on each, while squares are removed one by one.

A tour uses two moves on each square, one at an end. `Coverage` keeps as many moves as possible within these
capacities: a maximum flow between the two sides of the board (every move leads from one side to the other).
A square with fewer moves than its capacity is *short*. Removing a square never makes more moves possible, so
the number of missing moves shows how many squares have to be removed at least (`least_removals`).

Moves are added along alternating paths: an unused move, a used one, and so on, from a short square of one
side to one of the other. After a removal only a few paths have to be found again. A search takes time linear
in the squares that it reaches. (`turaga.cover` finds covers of large boards faster, but from the beginning.)
"""

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence


class Coverage:
    """A maximum set of moves on squares that can be removed.

    `table` has the neighbours of each square. `capacity` is 2, or 1 for a given end. `allowed` is how many
    moves a tour may miss: 0 if it is closed or both ends are given, 1 for one given end, otherwise 2.

    >>> star = {0: [4, 5], 1: [4, 5], 2: [4, 5], 4: [0, 1, 2], 5: [0, 1, 2]}
    >>> coverage = Coverage(star, star, {}, allowed=0)
    >>> coverage.missing, coverage.least_removals
    (2, 1)
    >>> sorted(coverage.culprits())
    [0, 1, 2]
    >>> coverage.remove(1)
    >>> coverage.missing
    0
    """

    def __init__(
        self,
        table: Mapping[int, Sequence[int]],
        squares: Iterable[int],
        ends: Collection[int] | Mapping[int, int],
        *,
        allowed: int,
    ) -> None:
        kept = set(squares)
        self.near = {square: [there for there in table[square] if there in kept] for square in kept}
        self.capacity = {square: 1 if square in ends else 2 for square in kept}
        self.used: dict[int, set[int]] = {square: set() for square in kept}
        self.side = _two_sides(self.near)
        self.allowed = allowed
        self._missing = [0, 0]  # on each side
        self._changes: list[tuple[int, int]] = []  # moves whose use has changed, for `missing_without`
        for square in kept:
            self._missing[self.side[square]] += self.capacity[square]
        for square in sorted(kept, key=lambda square: len(self.near[square])):
            self._fill(square)
        for square in [square for square in kept if self.side[square] == 0]:
            while self._is_short(square) and self._augment(square):
                pass

    @property
    def missing(self) -> int:
        """How many moves all squares together have less than their capacities."""
        return sum(self._missing)

    @property
    def least_removals(self) -> int:
        """How many squares must be removed at least: each removal makes up for two missing moves at most."""
        return max(0, (self.missing - self.allowed + 1) // 2)

    def culprits(self) -> set[int]:
        """Squares of which at least one must be removed, or none if there are enough moves for a tour.

        The squares that short squares of one side reach by alternating paths have too few neighbours for the
        moves they need. Removing any other square does not help them. If one side alone misses more moves
        than are allowed, these are squares of that side. Otherwise both sides together miss too many, and
        these are squares of both.
        """
        if self.missing <= self.allowed:
            return set()
        for side in (0, 1):
            if self._missing[side] > self.allowed:
                return self._reached(side)
        return self._reached(0) | self._reached(1)

    def remove(self, square: int) -> None:
        """Remove a square, and find as many moves as possible for the rest."""
        partners = list(self.used[square])
        for there in partners:
            self._change(square, there)
        for there in self.near.pop(square):
            self.near[there].remove(square)
        del self.used[square]
        self._missing[self.side[square]] -= self.capacity.pop(square)
        for there in partners:
            self._augment(there)

    def missing_without(self, square: int) -> int:
        """How many moves would be missing if this square were removed."""
        near, capacity = self.near[square], self.capacity[square]
        self._changes = []
        self.remove(square)
        missing = self.missing
        for there in near:
            self.near[there].append(square)
        self.near[square], self.capacity[square], self.used[square] = near, capacity, set()
        self._missing[self.side[square]] += capacity
        for one, other in reversed(self._changes):
            self._change(one, other)
        return missing

    def _change(self, one: int, other: int) -> None:
        """Use a move that is not used, or give up one that is."""
        change = 1 if other in self.used[one] else -1
        self.used[one] ^= {other}
        self.used[other] ^= {one}
        self._missing[0] += change
        self._missing[1] += change
        self._changes.append((one, other))

    def _is_short(self, square: int) -> bool:
        return len(self.used[square]) < self.capacity[square]

    def _fill(self, square: int) -> None:
        """Use moves to short squares, first to those with few neighbours."""
        for there in sorted(self.near[square], key=lambda there: len(self.near[there])):
            if not self._is_short(square):
                return
            if self._is_short(there) and there not in self.used[square]:
                self._change(square, there)

    def _augment(self, square: int) -> bool:
        """Use one more move on a short square, along the shortest alternating path to a short square of the
        other side; whether there is one."""
        before: dict[int, int] = {square: square}
        queue = deque([square])
        side = self.side[square]
        while queue:
            here = queue.popleft()
            if self.side[here] == side:
                used = self.used[here]
                onward = [there for there in self.near[here] if there not in used and there not in before]
            else:
                if self._is_short(here):
                    self._use_path(before, here)
                    return True
                onward = [there for there in self.used[here] if there not in before]
            for there in onward:
                before[there] = here
                queue.append(there)
        return False

    def _use_path(self, before: Mapping[int, int], end: int) -> None:
        """Exchange used and unused moves along a path."""
        while (there := before[end]) != end:
            self._change(there, end)
            end = there

    def _reached(self, side: int) -> set[int]:
        """The squares of a side that its short squares reach by alternating paths, and these."""
        reached = {square for square in self.capacity if self.side[square] == side and self._is_short(square)}
        queue = deque(reached)
        other: set[int] = set()
        while queue:
            here = queue.popleft()
            for between in self.near[here]:
                if between not in other and between not in self.used[here]:
                    other.add(between)
                    new = self.used[between] - reached
                    reached |= new
                    queue.extend(new)
        return reached


def pieces(near: Mapping[int, Sequence[int]]) -> list[set[int]]:
    """The squares as connected pieces, the largest first.

    >>> pieces({0: [1], 1: [0], 2: []})
    [{0, 1}, {2}]
    """
    left = set(near)
    found = []
    while left:
        piece = {left.pop()}
        queue = deque(piece)
        while queue:
            new = {there for there in near[queue.popleft()] if there in left}
            left -= new
            piece |= new
            queue.extend(new)
        found.append(piece)
    return sorted(found, key=lambda piece: (-len(piece), min(piece)))


def blocks(near: Mapping[int, Sequence[int]]) -> list[set[int]]:
    """The largest sets of squares that stay connected if any one square is removed, the largest first.

    A closed tour lies in one of them. Two of them share one square at most. This is the method of Hopcroft
    and Tarjan (Communications of the ACM 16, 1973), without recursion.

    >>> [sorted(block) for block in blocks({0: [1, 2], 1: [0, 2], 2: [0, 1, 3], 3: [2]})]
    [[0, 1, 2], [2, 3]]
    """
    order: dict[int, int] = {}  # when each square was reached
    low: dict[int, int] = {}  # the earliest square that it and the squares reached after it have a move to
    found: list[set[int]] = [{square} for square in near if not near[square]]
    for root in near:
        if root in order:
            continue
        order[root] = low[root] = len(order)
        waiting = [root]  # reached squares that are in no block yet
        path = [(root, iter(near[root]))]
        while path:
            here, onward = path[-1]
            there = next(onward, None)
            if there is None:
                path.pop()
                if path:
                    before = path[-1][0]
                    low[before] = min(low[before], low[here])
                    if low[here] >= order[before]:  # only `before` joins what lies beyond to the rest
                        block = {before}
                        while here not in block:
                            block.add(waiting.pop())
                        found.append(block)
            elif there in order:
                low[here] = min(low[here], order[there])
            else:
                order[there] = low[there] = len(order)
                waiting.append(there)
                path.append((there, iter(near[there])))
    return sorted(found, key=lambda block: (-len(block), min(block)))


def _two_sides(near: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """0 or 1 for each square, so that every move leads from one to the other. Any leaper allows that."""
    side: dict[int, int] = {}
    for piece in pieces(near):
        first = min(piece)
        side[first] = 0
        queue = deque([first])
        while queue:
            here = queue.popleft()
            for there in near[here]:
                if there not in side:
                    side[there] = 1 - side[here]
                    queue.append(there)
    return side

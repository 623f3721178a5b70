"""Joining the cycles of a cover until one is left.

Take a used move a-b of one cycle and a used move c-d of another one. If a-d and c-b are moves too, exchange
the two pairs: both cycles become one (Vandermonde's step of 1771, anywhere on the board). If one of the two
is the path of an open tour, the result is a path. A path can also grow from a short end u: use a move from u
to a square c of a cycle, and drop one of the two used moves of c. All squares of the cycle now belong to the
path, and its end is the square at the other end of the dropped move. `settle` repeats both until nothing more
can be joined. A union-find structure knows which parts have been joined, so one pass costs a few dozen steps
a square, whatever the number of cycles.

Where that is not enough, `improve` changes the cover near the parts that remain. It follows a random walk
that drops a used move, uses an unused one, drops a used one, and so on, until it returns to its first square:
an alternating circuit, after which every square has as many moves as before. The circuit must pass through
another part. The small part is then gone, though the large one may have fallen in two. That does no harm:
large parts have many places where they can be joined again. If a pass leaves more parts than before, it is
undone.
"""

from typing import NamedTuple

import numpy as np

from turaga.cover.cover_kernel import Flags, Grid, UsedMoves, flip
from turaga.greedy_kernel import roll
from turaga.jit import Bits, Bytes, Ints, Numbers, jit

LONGEST: int = np.int64(9)  # type: ignore[assignment]  # moves that an alternating circuit adds
_TRIES: int = np.int64(20)  # type: ignore[assignment]  # random walks for each part, in a pass


class Parts(NamedTuple):
    """The cycles of a cover, and its path. Each has a number from 0."""

    label: Numbers  # the part of each square, before any were joined
    parent: Numbers  # the union-find forest of the parts
    size: Numbers  # the number of squares, valid at the root of each tree
    old_used: Flags  # the cover before the pass
    old_degree: Bytes
    trail: Ints  # [k]: square and direction of a move that was changed
    log: Ints  # [k], from 1: the same for every move that a join changed, if there is room; [0, 0]: how many


@jit
def _root(parent: Numbers, part: int) -> int:
    while parent[part] != part:
        parent[part] = parent[parent[part]]
        part = parent[part]
    return part


@jit
def _part_of(parts: Parts, place: int) -> int:
    return _root(parts.parent, parts.label[place])


@jit
def _join(parts: Parts, one: int, other: int) -> None:
    big, small = (one, other) if parts.size[one] >= parts.size[other] else (other, one)
    parts.parent[small] = big
    parts.size[big] += parts.size[small]


@jit
def _flip_logged(grid: Grid, cover: UsedMoves, parts: Parts, place: int, d: int) -> None:
    """Use or drop a move, and log it if there is room."""
    flip(grid, cover, place, d)
    k = parts.log[0, 0] + 1
    if k < len(parts.log):
        parts.log[0, 0] = k
        parts.log[k, 0] = place
        parts.log[k, 1] = d


@jit
def number_parts(grid: Grid, cover: UsedMoves, parts: Parts) -> int:
    """Number the parts of the cover; how many there are."""
    label, count = parts.label, len(grid.steps)
    for here in grid.squares:
        label[here] = -1
    found = 0
    for first in grid.squares:
        if label[first] >= 0:
            continue
        label[first] = found
        size = 1
        for e in range(count):
            if (cover.used[first] >> e) & 1 == 0:
                continue
            here, d = first + grid.steps[e], e
            while label[here] < 0:
                label[here] = found
                size += 1
                rest = cover.used[here] & ~(1 << grid.back[d])
                if rest == 0:
                    break
                d = 0
                while (rest >> d) & 1 == 0:
                    d += 1
                here += grid.steps[d]
        parts.parent[found] = found
        parts.size[found] = size
        found += 1
    return found


@jit
def _exchange(grid: Grid, cover: UsedMoves, parts: Parts, a: int) -> bool:
    """Join the part of square `a` to another one, by exchanging one of its two moves; False if none can."""
    used, count, part = cover.used, len(grid.steps), _part_of(parts, a)
    for d in range(count):
        there = a + grid.steps[d]
        if grid.capacity[there] == 0 or (used[a] >> d) & 1 or _part_of(parts, there) == part:
            continue
        for f in range(count):
            if (used[there] >> f) & 1 == 0:
                continue
            for e in range(count):
                if (used[a] >> e) & 1 and grid.fourth[d, e, f] >= 0:
                    c = there + grid.steps[f]
                    _join(parts, part, _part_of(parts, there))
                    _flip_logged(grid, cover, parts, a, e)
                    _flip_logged(grid, cover, parts, there, f)
                    _flip_logged(grid, cover, parts, a, d)
                    _flip_logged(grid, cover, parts, c, grid.fourth[d, e, f])
                    return True
    return False


@jit
def _random_direction(flags: int, count: int, rng: Bits) -> int:
    """A random direction of this set, or -1 if it is empty."""
    if flags == 0:
        return -1
    d = (roll(rng) * count) >> 32
    while (flags >> d) & 1 == 0:
        d = d + 1 if d + 1 < count else 0
    return d


@jit
def _extend(grid: Grid, cover: UsedMoves, parts: Parts, end: int, rng: Bits) -> int:
    """Extend the path from its short end through another part. Returns the new end, or -1."""
    count, part = len(grid.steps), _part_of(parts, end)
    first = (roll(rng) * count) >> 32
    for i in range(count):
        d = (first + i) % count
        there = end + grid.steps[d]
        if grid.capacity[there] == 0 or _part_of(parts, there) == part:
            continue
        f = _random_direction(cover.used[there], count, rng)
        if f < 0:
            continue
        _join(parts, part, _part_of(parts, there))
        _flip_logged(grid, cover, parts, there, f)
        _flip_logged(grid, cover, parts, end, d)
        return int(there + grid.steps[f])
    return -1


@jit
def settle(grid: Grid, cover: UsedMoves, parts: Parts, rng: Bits, left: int) -> int:
    """Join parts until none can be joined. `left` is how many there are, as `number_parts` returned it.
    Returns how many are left then."""
    before = left + 1
    while 1 < left < before:
        before = left
        for here in grid.squares:
            end = here
            while end >= 0 and cover.degree[end] < grid.capacity[end]:
                end = _extend(grid, cover, parts, end, rng)
                left -= end >= 0
            while grid.side[here] == 0 and left > 1 and _exchange(grid, cover, parts, here):
                left -= 1
    return left


# -- alternating circuits -----------------------------------------------------------------------------


@jit
def _changed(grid: Grid, trail: Ints, length: int, here: int, d: int) -> bool:
    """Whether the trail contains this move."""
    there, back = here + grid.steps[d], grid.back[d]
    for k in range(length):
        square, way = trail[k, 0], trail[k, 1]
        if (square == here and way == d) or (square == there and way == back):
            return True
    return False


@jit
def _record(grid: Grid, cover: UsedMoves, trail: Ints, length: int, here: int, d: int) -> int:
    flip(grid, cover, here, d)
    trail[length, 0] = here
    trail[length, 1] = d
    return length + 1


@jit
def _candidates(grid: Grid, cover: UsedMoves, trail: Ints, length: int, here: int, used: int) -> int:
    """The directions from a square that are used or not, as wanted, and not in the trail."""
    flags = 0
    for d in range(len(grid.steps)):
        there = here + grid.steps[d]
        wanted = (cover.used[here] >> d) & 1 == used and grid.capacity[there]
        if wanted and not _changed(grid, trail, length, here, d):
            flags |= 1 << d
    return flags


@jit
def _alternate(grid: Grid, cover: UsedMoves, parts: Parts, first: int, rng: Bits) -> bool:
    """Follow a random alternating circuit through a square; False, and nothing changed, if it does not
    return, or if it stays in one part."""
    trail, count, home = parts.trail, len(grid.steps), _part_of(parts, first)
    d = _random_direction(cover.used[first], count, rng)
    if d < 0:
        return False
    length = _record(grid, cover, trail, 0, first, d)
    here = first + grid.steps[d]
    elsewhere = False
    for _ in range(LONGEST):
        flags = _candidates(grid, cover, trail, length, here, 0)
        closing = -1
        for d in range(count):
            if (flags >> d) & 1 and here + grid.steps[d] == first:
                closing = d
        d = closing if closing >= 0 else _random_direction(flags, count, rng)
        if d < 0:
            break
        length = _record(grid, cover, trail, length, here, d)
        there = here + grid.steps[d]
        elsewhere |= _part_of(parts, there) != home
        if closing >= 0 or cover.degree[there] <= grid.capacity[there]:
            if elsewhere:
                return True
            break
        f = _random_direction(_candidates(grid, cover, trail, length, there, 1), count, rng)
        if f < 0:
            break
        length = _record(grid, cover, trail, length, there, f)
        here = there + grid.steps[f]
    for k in range(length):
        flip(grid, cover, trail[k, 0], trail[k, 1])
    return False


@jit
def _rotate(grid: Grid, cover: UsedMoves, end: int, rng: Bits) -> int:
    """Move a short end of the path: use a random move from it, and drop another one. Returns the new end."""
    count, flags = len(grid.steps), 0
    for d in range(count):
        there = end + grid.steps[d]
        if grid.capacity[there] and (cover.used[end] >> d) & 1 == 0 and cover.used[there]:
            flags |= 1 << d
    d = _random_direction(flags, count, rng)
    if d < 0:
        return end
    there = end + grid.steps[d]
    f = _random_direction(cover.used[there], count, rng)
    flip(grid, cover, there, f)
    flip(grid, cover, end, d)
    return int(there + grid.steps[f])


@jit
def largest_part(grid: Grid, parts: Parts) -> int:
    """A square of the largest part."""
    best = grid.squares[0]
    for here in grid.squares:
        if parts.size[_part_of(parts, here)] > parts.size[_part_of(parts, best)]:
            best = here
    return int(best)


@jit
def _stir(grid: Grid, cover: UsedMoves, parts: Parts, rng: Bits) -> None:
    """Change the cover near every part but the largest, and move the ends of the path."""
    largest = _part_of(parts, largest_part(grid, parts))
    for here in grid.squares:
        part = _part_of(parts, here)
        if (
            part != largest and (roll(rng) * int(parts.size[part])) >> 32 < 2
        ):  # twice in each part, on average
            for _ in range(_TRIES):
                if _alternate(grid, cover, parts, here, rng):
                    break
    for here in grid.squares:
        if cover.degree[here] < grid.capacity[here]:
            end = here
            for _ in range(1 + ((roll(rng) * 4) >> 32)):
                end = _rotate(grid, cover, end, rng)


@jit
def improve(grid: Grid, cover: UsedMoves, parts: Parts, rng: Bits, left: int, passes: int) -> int:
    """Change the cover near the parts that remain, and join again, in at most `passes` passes.

    `left` is how many parts there are, as `settle` returned it. Returns how many are left.
    """
    for _ in range(passes):
        if left == 1:
            break
        for here in grid.squares:
            parts.old_used[here] = cover.used[here]
            parts.old_degree[here] = cover.degree[here]
        number_parts(grid, cover, parts)
        _stir(grid, cover, parts, rng)
        now = settle(grid, cover, parts, rng, number_parts(grid, cover, parts))
        if now <= left:
            left = now
        else:
            for here in grid.squares:
                cover.used[here] = parts.old_used[here]
                cover.degree[here] = parts.old_degree[here]
    return left


@jit
def trace(grid: Grid, cover: UsedMoves, first: int, path: Numbers) -> int:
    """Write the squares of a part into `path`, from its square `first` on; how many there are."""
    length, here, arrived = 0, first, -1
    while True:
        path[length] = here
        length += 1
        rest = int(cover.used[here]) & ~(1 << grid.back[arrived] if arrived >= 0 else 0)
        if rest == 0:
            return length
        d = 0
        while (rest >> d) & 1 == 0:
            d += 1
        here += grid.steps[d]
        arrived = d
        if here == first:
            return length

"""A cover of a board by cycles, and at most one path, as a maximum flow.

Every square has a capacity: the number of moves that a tour uses there. It is 2, or 1 for a given end of an
open tour. The squares have two sides, and every move leads from one side to the other (`theory.colour.side`).
Send a unit of flow from a source to each square of side 0 for each move it needs, along moves to the squares
of side 1, and from there to a sink. The moves with flow are the *used* moves. If the flow is as large as the
capacities allow, every square has all its moves, and the used moves form cycles. A square with fewer used
moves than its capacity is *short*. If a tour can be open, one or two squares may be short: they are the ends
of a path.

`fill` uses moves greedily. `push` then makes the flow a maximum, by the method of Goldberg and Tarjan
(Journal of the ACM 35, 1988). Every square has a label, a lower bound of its distance to a short square of
side 1. A short square of side 0 uses a move to a square with a lower label, even if that one has all its
moves already. Then that square drops one of its other moves, to a square with a lower label again, which is
now short. If there is no such move, the label of the square is increased. From time to time all labels are
set to the exact distances (`relabel`): where there is none, the square can never have all its moves.

Holes are not spread evenly, so there are too many squares of one side here and of the other there, and the
flow has to balance this over long distances. Paths that are found one by one then take a time that grows
faster than the board. Labels guide all short squares at the same time: on 1000x1000 this is fifty times as
fast as the method of Dinic.

If the flow is a maximum and squares are still short, the squares that these reach by alternating paths are a
minimum cut. They prove that no cover exists: `reach` returns them, from either side.

The board is a flat row with a margin around it, as in `turaga.compiled_greedy`, so that a move is an offset
and never leaves the array. Memory is linear: about 30 bytes a square.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from turaga.jit import Bytes, Ints, Numbers, jit

Flags = NDArray[np.int16]
NEVER: int = np.int64(1 << 30)  # type: ignore[assignment]  # the label of a square that reaches no short one


class Grid(NamedTuple):
    """A board for the kernels. Arrays have an entry for each place of the flat row."""

    capacity: Bytes  # moves that a tour uses on each square; 0 for holes and the margin
    side: Bytes  # 0 or 1
    squares: Numbers  # the places of all squares, row by row: other orders are four times as slow
    steps: Ints  # the offset of each direction
    back: Ints  # the opposite of each direction
    fourth: (
        Bytes  # [d, e, f]: the direction of step e - step d - step f, or -1: see `turaga.cover.parts_kernel`
    )


class UsedMoves(NamedTuple):
    """The used moves, and the labels and the scratch space of the searches."""

    used: Flags  # a bit for each direction
    degree: Bytes  # how many moves of each square are used
    label: Numbers
    pointer: Bytes  # how many directions have been tried
    queue: Numbers  # a ring of squares
    queued: Bytes


@jit
def direction(place: int, i: int, salt: int, count: int) -> int:
    """The i-th direction to try from a square. It begins with another one on every square, and for every
    salt, so that different salts give different covers."""
    x = int(place) * 40503 + salt * 27449
    return (int(i) + ((x ^ (x >> 15)) >> 11)) % count


@jit
def flip(grid: Grid, cover: UsedMoves, here: int, d: int) -> None:
    """Change a move from unused to used or back."""
    d = int(d)  # without the compiler, 1 << d of a narrow integer overflows
    there = here + grid.steps[d]
    change = 1 if (cover.used[here] >> d) & 1 == 0 else -1
    cover.used[here] ^= np.int16(1 << d)
    cover.used[there] ^= np.int16(1 << grid.back[d])
    cover.degree[here] += np.int8(change)
    cover.degree[there] += np.int8(change)


@jit
def fill(grid: Grid, cover: UsedMoves, salt: int) -> None:
    """Use moves greedily: each square takes moves to squares that are still short."""
    count = len(grid.steps)
    for wanted in range(1, 3):
        for here in grid.squares:
            if grid.side[here] == 1:
                continue
            for i in range(count):
                if cover.degree[here] >= min(wanted, grid.capacity[here]):
                    break
                d = direction(here, i, salt, count)
                there = here + grid.steps[d]
                if (cover.used[here] >> d) & 1 == 0 and cover.degree[there] < grid.capacity[there]:
                    flip(grid, cover, here, d)


@jit
def relabel(grid: Grid, cover: UsedMoves) -> None:
    """Set all labels to the distances from a short square of side 1, or to `NEVER`."""
    label, queue, count = cover.label, cover.queue, len(grid.steps)
    end = 0
    for here in grid.squares:
        label[here] = NEVER
        cover.pointer[here] = 0
        if grid.side[here] == 1 and cover.degree[here] < grid.capacity[here]:
            label[here] = 0
            queue[end] = here
            end += 1
    i = 0
    while i < end:
        here = queue[i]
        i += 1
        wanted = 1 - grid.side[here]  # used moves lead here from side 1, and unused ones from side 0
        for d in range(count):
            there = here + grid.steps[d]
            if grid.capacity[there] and label[there] == NEVER and (cover.used[here] >> d) & 1 == wanted:
                label[there] = label[here] + 1
                queue[end] = there
                end += 1


@jit
def _active(grid: Grid, cover: UsedMoves, here: int) -> bool:
    """Whether the square has a unit of flow to pass on."""
    if cover.label[here] >= NEVER:
        return False
    if grid.side[here] == 0:
        return bool(cover.degree[here] < grid.capacity[here])
    return bool(cover.degree[here] > grid.capacity[here])


@jit
def push(grid: Grid, cover: UsedMoves, salt: int, most: int) -> bool:
    """Increase the flow with at most about `most` steps; True when it is a maximum.

    Call `relabel` first. A square of side 1 can have too many moves until the flow is a maximum.
    """
    label, pointer, queue, count = cover.label, cover.pointer, cover.queue, len(grid.steps)
    ring = len(queue)
    first = waiting = work = 0
    for here in grid.squares:
        cover.queued[here] = _active(grid, cover, here)
        if cover.queued[here]:
            queue[waiting] = here
            waiting += 1
    if waiting == 0:
        _drop_surplus(grid, cover)
        return True
    while waiting and work < most:
        here = queue[first]
        first = first + 1 if first + 1 < ring else 0
        waiting -= 1
        cover.queued[here] = 0
        side = grid.side[here]
        while _active(grid, cover, here):
            work += 1
            if pointer[here] < count:
                d = direction(here, pointer[here], salt, count)
                there = here + grid.steps[d]
                if (
                    grid.capacity[there]
                    and label[there] == label[here] - 1
                    and (cover.used[here] >> d) & 1 == side
                ):
                    flip(grid, cover, here, d)
                    if cover.queued[there] == 0 and _active(grid, cover, there):
                        cover.queued[there] = 1
                        last = first + waiting
                        queue[last if last < ring else last - ring] = there
                        waiting += 1
                else:
                    pointer[here] += 1
                continue
            pointer[here] = 0
            lowest = NEVER
            for d in range(count):
                there = here + grid.steps[d]
                if grid.capacity[there] and (cover.used[here] >> d) & 1 == side:
                    lowest = min(lowest, label[there] + 1)
            label[here] = min(lowest, NEVER)
    return False


@jit
def _drop_surplus(grid: Grid, cover: UsedMoves) -> None:
    """Drop the moves that squares of side 1 have too many. The flow into the sink stays the same."""
    for here in grid.squares:
        d = 0
        while cover.degree[here] > grid.capacity[here]:
            if (cover.used[here] >> d) & 1:
                flip(grid, cover, here, d)
            d += 1


@jit
def reach(grid: Grid, cover: UsedMoves, source: int) -> int:
    """Put the squares that the short squares of side `source` reach by alternating paths into the queue.
    Returns how many there are. For a maximum flow they are a minimum cut."""
    queue, count = cover.queue, len(grid.steps)
    end = 0
    for here in grid.squares:
        cover.queued[here] = grid.side[here] == source and cover.degree[here] < grid.capacity[here]
        if cover.queued[here]:
            queue[end] = here
            end += 1
    i = 0
    while i < end:
        here = queue[i]
        i += 1
        wanted = 0 if grid.side[here] == source else 1  # leave by unused moves, and return by used moves
        for d in range(count):
            there = here + grid.steps[d]
            if grid.capacity[there] and not cover.queued[there] and (cover.used[here] >> d) & 1 == wanted:
                cover.queued[there] = 1
                queue[end] = there
                end += 1
    return end

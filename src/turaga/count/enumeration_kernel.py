"""All tours, one after the other, in the order of a plain depth-first search; resumable.

The search is on the last square of its path and keeps, for each square of the path, the set of neighbours it
has not tried yet; the neighbours of a square are in the given order. Nothing changes that order: what is
pruned has no tour below it. The walk *may end* on some squares only (because of their side; because a closed
tour ends next to its start; because a tour is listed once and not once in each direction), and degrees, the
numbers of free neighbours, prune the rest. With v the square just entered and at least two more to come:

- a free neighbour of v without free neighbours can be entered from v alone, and nothing can follow;
- one with a single free neighbour is *tight*: it comes next, or the walk ends there. Where the walk may not
  end, or must end elsewhere, it comes next; and no more than two tight squares are possible;
- the square where the walk must end is not entered before the last step, and of the squares where it may end
  one is left.

Each follows from the neighbours of v alone (no leaper's graph has odd circuits, so no two of them are a move
apart). It costs about 70 nanoseconds a square.
"""

from typing import NamedTuple

from turaga.completion.circuit_kernel import COUNT, LOWEST, MoveGraph
from turaga.jit import Bytes, Ints, Numbers, jit

# What `state` holds: the length of the path, 0 at the end of the search, and of the path it began with; free
# squares where the walk may end; squares entered, and how many there were at the last tour.
DEPTH, BASE, LEFT, ENTERED, SINCE = 0, 1, 2, 3, 4


class Search(NamedTuple):
    """A search under way, with one entry of path, ways, tight and last for each square of its path."""

    free: Bytes  # 1 for a free square
    degree: Bytes  # free neighbours
    may_end: Bytes
    path: Ints
    ways: Ints  # the set of neighbours not tried yet
    tight: Ints  # the set of tight neighbours
    last: Ints  # where the walk must end; the area of the board if that is not known
    state: Ints


@jit
def list_on(graph: MoveGraph, search: Search, tours: Numbers, most: int, stop: int) -> int:
    """Continue until `most` tours were found, `stop` squares entered, or the search is over. Returns how many
    tours were found; those that `tours` has rows for are in it."""
    near, neighbours = graph.near, graph.degree
    free, degree, may_end = search.free, search.degree, search.may_end
    path, ways, tight, last, state = search.path, search.ways, search.tight, search.last, search.state
    depth, left, entered = state[DEPTH], state[LEFT], state[ENTERED]
    goal, found = path.shape[0], 0
    while depth > 0 and found < most and entered < stop:
        here, untried = path[depth - 1], ways[depth - 1]
        if untried == 0:
            free[here] = 1
            left += may_end[here]
            for d in range(neighbours[here]):
                degree[near[here, d]] += 1
            depth = depth - 1 if depth > state[BASE] else 0
            continue
        d = LOWEST[untried]
        ways[depth - 1] = untried & (untried - 1)
        there = near[here, d]
        entered += 1
        if depth + 1 == goal:
            if found < tours.shape[0]:
                for k in range(depth):
                    tours[found, k] = path[k]
                tours[found, depth] = there
            found += 1
            state[SINCE] = entered
            continue
        end = last[depth - 1]
        passed = tight[depth - 1] & ~(1 << d)
        if passed:
            end = near[here, LOWEST[passed]]
        left -= may_end[there]
        path[depth] = there
        last[depth] = end
        sets = _enter(near, neighbours, free, degree, may_end, there, end, left, goal - depth - 1)
        ways[depth] = sets & 255
        tight[depth] = sets >> 8
        depth += 1
    state[DEPTH], state[LEFT], state[ENTERED] = depth, left, entered
    return found


@jit
def _enter(
    near: Ints, neighbours: Ints, free: Bytes, degree: Bytes, may_end: Bytes,
    square: int, end: int, left: int, remaining: int,
) -> int:  # fmt: skip
    """Enter a square: returns the set of neighbours worth trying, and above its eight bits the set of the
    tight ones. `end` is where the walk must end, `left` the number of free squares where it may."""
    free[square] = 0
    ways, tight, cut_off = 0, 0, 0
    for d in range(neighbours[square]):
        there = near[square, d]
        onward = degree[there] - 1
        degree[there] = onward
        if free[there]:
            ways |= 1 << d
            if onward <= 1:
                tight |= 1 << d
                cut_off |= 1 - onward
    if remaining == 1:
        return ways if ways and may_end[near[square, LOWEST[ways]]] else 0
    if cut_off:
        return 0
    area = near.shape[0]
    if tight:
        must, rest = 0, tight
        while rest:
            there = near[square, LOWEST[rest]]
            if not may_end[there] or end < area:  # `end` itself would be cut off, not tight
                must |= rest & -rest
            rest &= rest - 1
        if COUNT[must] > 1 or COUNT[tight] > 2:
            return 0
        if must:
            ways = must
        elif COUNT[tight] == 2:
            ways = tight
    if end < area or left == 1:
        rest = ways
        while rest:
            there = near[square, LOWEST[rest]]
            if there == end or (end == area and may_end[there]):
                ways &= ~(rest & -rest)
            rest &= rest - 1
    return ways | tight << 8


@jit
def begin(graph: MoveGraph, search: Search) -> None:
    """Enter the squares of the path the search begins with, `state[BASE]` of them, fewer than there are."""
    near, neighbours = graph.near, graph.degree
    free, degree, may_end = search.free, search.degree, search.may_end
    state, area, goal = search.state, near.shape[0], search.path.shape[0]
    top = state[BASE] - 1
    for k in range(top + 1):
        square = search.path[k]
        state[LEFT] -= may_end[square]
        sets = _enter(near, neighbours, free, degree, may_end, square, area, state[LEFT], goal - k - 1)
        search.ways[k] = sets & 255
        search.tight[k] = sets >> 8
        search.last[k] = area
    state[DEPTH] = top + 1
    state[ENTERED] = top + 1
    if goal - top - 1 < 2:
        return
    # What `_enter` checks when a square loses a neighbour, checked for the whole board.
    for s in range(area):
        if free[s] and degree[s] <= 1 and not _is_near(graph, s, search.path[top]):
            if degree[s] == 0 or not may_end[s] or search.last[top] < area:
                search.ways[top] = 0
            search.last[top] = s


@jit
def _is_near(graph: MoveGraph, square: int, other: int) -> bool:
    for d in range(graph.degree[square]):
        if graph.near[square, d] == other:
            return True
    return False


@jit
def leave_to(graph: MoveGraph, search: Search, depth: int) -> None:
    """Leave the squares of the path except the first `depth`, whatever they have not tried; with fewer than
    it began with, the search is over."""
    state = search.state
    while state[DEPTH] > max(depth, state[BASE] - 1):
        square = search.path[state[DEPTH] - 1]
        search.free[square] = 1
        state[LEFT] += search.may_end[square]
        for d in range(graph.degree[square]):
            search.degree[graph.near[square, d]] += 1
        state[DEPTH] -= 1
    if state[DEPTH] < state[BASE]:
        state[DEPTH] = 0

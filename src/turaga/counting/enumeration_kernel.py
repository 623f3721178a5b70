"""Lists all tours in the order of a plain depth-first search. The search can be paused and resumed.

For each square of its path, the search keeps the set of neighbours that it has not tried yet. The neighbours
of a square are in the given order. Pruning does not change the sequence of tours, because it removes only
branches without a tour. The walk *may end* only on certain squares: because of their side; because a closed
tour ends next to its start; or because each tour is listed in one direction only. The degrees, which are the
numbers of free neighbours, allow more pruning. Let v be the square just entered, with at least two more
squares to come:

- If a free neighbour of v has no free neighbours, it can be entered only from v, and nothing can follow it.
- If it has a single free neighbour, it is *tight*: it comes next, or the walk ends there. If the walk may not
  end there, or must end elsewhere, it comes next. No more than two tight squares are possible.
- The square where the walk must end is not entered before the last step, and one of the squares where the
  walk may end must stay free.

Each rule needs only the neighbours of v. (The graph of a leaper has no odd circuits, so no two neighbours of
v are a move apart.) A square takes about 70 nanoseconds.
"""

from typing import NamedTuple

from turaga.completion.circuit_kernel import COUNT, LOWEST, MoveGraph
from turaga.jit import Bytes, Ints, Numbers, jit

# The entries of `state`: the length of the path (0 when the search is over), the length of the initial path,
# the number of free squares where the walk may end, the number of squares entered, and that number at the
# time of the last tour.
DEPTH, BASE, LEFT, ENTERED, SINCE = 0, 1, 2, 3, 4


class Search(NamedTuple):
    """The state of a search. The arrays path, ways, tight and last have an entry for each square of the
    path."""

    free: Bytes  # 1 for a free square
    degree: Bytes  # the number of free neighbours
    may_end: Bytes
    path: Ints
    ways: Ints  # the set of neighbours not tried yet
    tight: Ints  # the set of tight neighbours
    last: Ints  # where the walk must end, or the area of the board if that is not known
    state: Ints


@jit
def list_on(graph: MoveGraph, search: Search, tours: Numbers, most: int, stop: int) -> int:
    """Continue until `most` tours are found, `stop` squares are entered, or the search is over. Returns the
    number of tours found, and writes as many as fit to the rows of `tours`."""
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
    """Enter a square. Returns the set of neighbours worth trying in the lowest eight bits, and the set of
    tight neighbours in the next eight. `end` is where the walk must end, and `left` is the number of free
    squares where it may end."""
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
    """Enter the squares of the initial path. Its length, `state[BASE]`, is less than that of a tour."""
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
    # Make the checks of `_enter`, which looks only at squares that lose a neighbour, for the whole board.
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
    """Leave all squares of the path except the first `depth`, without trying their remaining neighbours. If
    that leaves less than the initial path, the search is over."""
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

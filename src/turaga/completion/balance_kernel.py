"""The balance of the colours: a condition for a circuit that does not depend on whether it is in one piece.

Squares have two sides, and neighbours are on different sides (a leaper's graph has no odd circuits). Every
square needs two moves. If we ignore whether these form a single circuit, they are a matching between the
sides in which every square has two partners. If there is no such matching, there is no circuit. If there is
one, every other matching differs from it by alternating circuits. So a move between two strong components of
the alternating graph is in all matchings or in none: it can be fixed, or ruled out.

On four rows this finds, from the board as a whole, that outer and inner squares must alternate. The filter is
J.-C. Regin's for the global cardinality constraint (AAAI 1996). It costs one pass over the board for each
pair that must be rearranged, and a few passes for the components.
"""

from turaga.completion.circuit_kernel import (
    COUNT,
    FAILED,
    KNOT,
    LOWEST,
    SPENT,
    TWO_KNOTS,
    Circuit,
    MoveGraph,
    fix,
    rule_out,
)
from turaga.jit import Ints, jit


@jit
def balance(graph: MoveGraph, circuit: Circuit, whole: int) -> bool:
    """Fix or rule out the moves that the balance decides; False at a contradiction. Needs an empty queue."""
    used, need = circuit.sheets[0], circuit.sheets[1]
    _match_at_hand(graph, circuit, used, need)
    for s in range(graph.near.shape[0] + 2):
        while circuit.side[s] == 0 and need[s] > 0:
            if not _match_by_exchange(graph, circuit, used, need, s):
                circuit.tops[FAILED] = s
                return False
    for s in range(graph.near.shape[0] + 2):
        if need[s] != 0:
            circuit.tops[FAILED] = s
            return False
    component = circuit.sheets[2]
    _find_components(graph, circuit, used, component)
    return _draw_conclusions(graph, circuit, used, component, whole)


# -- the alternating graph: from side 0 along unused moves, from side 1 along used moves that are not fixed
# The ways of a square are its directions, the last being KNOT. The ways of the knot are the squares.
# If the ends are on different sides and neither is known, the knot stands here for two squares, one for each
# end, with a move between them that is fixed.


@jit
def _next_way(graph: MoveGraph, circuit: Circuit, used: Ints, at: int, k: int) -> int:
    """The first way from a square that is `k` or later, or -1."""
    held, knot = circuit.held, graph.near.shape[0]
    if at >= knot:
        for s in range(k, knot):
            if (
                circuit.side[s] != circuit.side[at]
                and (held[s] & ~held[knot + 1 + s]) >> KNOT & 1
                and used[s] >> KNOT & 1 == circuit.side[at]
            ):
                return s
        return -1
    ways = held[at] & ~held[knot + 1 + at]
    ways = ways & used[at] if circuit.side[at] else ways & ~used[at]
    ways = ways >> k << k
    return int(LOWEST[ways]) if ways else -1


@jit
def _along(graph: MoveGraph, circuit: Circuit, at: int, k: int) -> int:
    """Where a way leads."""
    knot = graph.near.shape[0]
    if at >= knot:
        return k
    if k != KNOT:
        return int(graph.near[at, k])
    return int(knot if circuit.side[at] != circuit.side[knot] else knot + 1)


@jit
def _turn(graph: MoveGraph, used: Ints, at: int, k: int) -> None:
    """Switch a move between used and unused."""
    if at >= graph.near.shape[0]:
        at, k = k, KNOT
    used[at] ^= 1 << k
    if k != KNOT:
        used[graph.near[at, k]] ^= 1 << graph.back[at, k]


# -- the matching -------------------------------------------------------------------------------------


@jit
def _match_at_hand(graph: MoveGraph, circuit: Circuit, used: Ints, need: Ints) -> None:
    """Use the fixed moves, and then any move between two squares that both need one."""
    held, knot = circuit.held, graph.near.shape[0]
    for s in range(knot):
        used[s] = held[knot + 1 + s]
        need[s] = 2 - COUNT[used[s]] if held[s] else 0
    need[knot] = 2 - held[knot + 1 + knot]
    need[knot + 1] = 0
    if circuit.tops[TWO_KNOTS]:
        need[knot] = need[knot + 1] = 1
        for s in range(knot):
            if used[s] >> KNOT & 1:
                need[_along(graph, circuit, s, KNOT)] -= 1
    for s in range(knot + 2):
        k = -1
        while circuit.side[s] == 0 and need[s] > 0:
            k = _next_way(graph, circuit, used, s, k + 1)
            if k < 0:
                break
            there = _along(graph, circuit, s, k)
            if need[there] > 0:
                _turn(graph, used, s, k)
                need[s] -= 1
                need[there] -= 1
    circuit.tops[SPENT] += 2 * knot


@jit
def _match_by_exchange(graph: MoveGraph, circuit: Circuit, used: Ints, need: Ints, start: int) -> bool:
    """Find one more partner for a square of side 0, while others change theirs; False if there is none."""
    parent, way, queue = circuit.sheets[3], circuit.sheets[4], circuit.sheets[5]
    for s in range(graph.near.shape[0] + 2):
        parent[s] = -1
    parent[start] = start
    queue[0] = start
    first, last, found = 0, 1, -1
    while first < last and found < 0:
        at = queue[first]
        first += 1
        k = -1
        while found < 0:
            k = _next_way(graph, circuit, used, at, k + 1)
            if k < 0:
                break
            there = _along(graph, circuit, at, k)
            if parent[there] < 0:
                parent[there] = at
                way[there] = k
                queue[last] = there
                last += 1
                if circuit.side[there] == 1 and need[there] > 0:
                    found = there
    circuit.tops[SPENT] += last
    if found < 0:
        return False
    need[start] -= 1
    need[found] -= 1
    while found != start:
        _turn(graph, used, parent[found], way[found])
        found = parent[found]
    return True


# -- strong components, by Tarjan's algorithm (1972) --------------------------------------------------


@jit
def _find_components(graph: MoveGraph, circuit: Circuit, used: Ints, component: Ints) -> None:
    """Number the strong components of the alternating graph."""
    reached, knot = circuit.sheets[3], graph.near.shape[0]
    for s in range(knot + 2):
        reached[s] = 0
        component[s] = -1
    circuit.tops[SPENT] += 4 * knot
    circuit.sheets[8, 0] = circuit.sheets[8, 1] = 0
    for s in range(knot + 2):
        if reached[s] == 0 and (s >= knot or circuit.held[s]):
            _components_from(graph, circuit, used, component, s)


@jit
def _components_from(graph: MoveGraph, circuit: Circuit, used: Ints, component: Ints, root: int) -> None:
    """Number the components that can be reached from a square, depth first."""
    reached, low, waiting = circuit.sheets[3], circuit.sheets[4], circuit.sheets[5]
    # `tally` counts squares reached, and components.
    path, ways, tally = circuit.sheets[6], circuit.sheets[7], circuit.sheets[8]
    depth = stacked = 0
    there = root
    while True:
        if there >= 0:  # continue to a square that was not reached before
            tally[0] += 1
            reached[there] = low[there] = tally[0]
            waiting[stacked] = there
            stacked += 1
            path[depth] = there
            ways[depth] = 0
            depth += 1
        at = path[depth - 1]
        k = _next_way(graph, circuit, used, at, ways[depth - 1])
        there = -1
        if k >= 0:
            ways[depth - 1] = k + 1
            there = _along(graph, circuit, at, k)
            if reached[there]:
                if component[there] < 0:
                    low[at] = min(low[at], reached[there])
                there = -1
            continue
        if low[at] == reached[at]:
            while component[at] < 0:
                stacked -= 1
                component[waiting[stacked]] = tally[1]
            tally[1] += 1
        depth -= 1
        if depth == 0:
            return
        low[path[depth - 1]] = min(low[path[depth - 1]], low[at])


@jit
def _draw_conclusions(graph: MoveGraph, circuit: Circuit, used: Ints, component: Ints, whole: int) -> bool:
    """Between different components, fix the used moves and rule out the unused ones."""
    held, knot = circuit.held, graph.near.shape[0]
    for s in range(knot):
        rest = held[s] & ~held[knot + 1 + s]
        while rest:
            d = LOWEST[rest]
            rest &= rest - 1
            if component[_along(graph, circuit, s, d)] == component[s] or not held[s] >> d & 1:
                continue  # the second condition: ruled out because of a move that was just fixed
            if held[knot + 1 + s] >> d & 1:
                continue
            if not used[s] >> d & 1:
                rule_out(graph, circuit, s, d)
            elif not fix(graph, circuit, s, d, whole):
                return False
    return True

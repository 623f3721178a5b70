"""Chooses the order in which to process the points of a graph, and estimates how many states it leads to.

The frontier method can process the points in any order. The number of states depends on the *width* of the
frontier before each point: the number of points that have been reached but not yet processed. If the squares
of a board are processed row by row, a knight's frontier is two rows wide. Other orders are somewhat narrower.
On 6x6, row by row gives a width of 13 and the order found here 10, and counting the open tours takes a
fifteenth of the states.

A beam search finds the order. It compares prefixes of orders by the cost of their frontiers so far, keeps the
best few hundred of each length, and extends each of them by every point of its frontier. Two prefixes with
the same points continue alike, so only the cheaper one is kept. (Finding the narrowest order of all, the
pathwidth, is hard: Kashiwabara and Fujisawa 1979.)
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from turaga.frontier.graph import Graph
from turaga.frontier.memory import MemoryEstimate, Slot, TooManyStates, require_memory, states_by_ends

MOST_WIDTH = 27  # slots of a state, as in `turaga.frontier.graph_kernel`
MOST_POINTS = 5000
MOST_STATES = 3_000_000_000  # in total: about an hour
STATE_BYTES = 120  # per state of the largest layer: the states before and after, the table, and a reserve
_BEAM = 300
_MOST_PREFIXES = 40_000  # prefixes kept in total, so fewer of each length if there are many points
_MOST_SEARCHED = 2000  # larger graphs keep the order they have
_BASE = 4.0  # each further point in the frontier multiplies the number of states by about this
_WIDTH_CAP = 500  # all widths from here on cost the same, so that floats do not overflow
_BITS_A_RUN = 54
_SHARE_REACHED = 0.5  # the fraction of possible states that occur


def frontier_widths(near: Sequence[Sequence[int]], order: Sequence[int]) -> list[int]:
    """The number of points reached but not yet processed, after each point of an order.

    >>> frontier_widths([[1], [0, 2], [1]], [0, 1, 2])
    [1, 1, 0]
    """
    taken: set[int] = set()
    frontier: set[int] = set()
    widths = []
    for point in order:
        taken.add(point)
        frontier.update(near[point])
        frontier -= {point}
        frontier.difference_update(p for p in near[point] if p in taken)
        widths.append(len(frontier))
    return widths


def _cost(width: int) -> float:
    return float(_BASE ** min(width, _WIDTH_CAP))


@dataclass(frozen=True, slots=True)
class _Prefix:
    """A prefix of an order."""

    cost: float
    taken: int  # the points processed, as bits
    frontier: int
    point: int  # the last point
    before: "_Prefix | None"

    def worth(self) -> float:
        """The cost so far plus a lower estimate of the cost to come, from the current frontier."""
        return self.cost + 2 * _cost(self.frontier.bit_count())

    def order(self) -> list[int]:
        points = []
        at: _Prefix | None = self
        while at is not None and at.before is not None:
            points.append(at.point)
            at = at.before
        return points[::-1]


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def narrow_order(near: Sequence[Sequence[int]]) -> list[int]:
    """All points, in an order with a narrow frontier. This is 0, 1, 2, ... if no better order is found, for
    example because all others become too wide.

    A board of 64 squares takes a third of a second; large graphs take a second or two.

    >>> chain = [[1, 2], [0, 3], [0, 4], [1, 5], [2, 5], [3, 4]]
    >>> max(frontier_widths(chain, range(6))), max(frontier_widths(chain, narrow_order(chain)))
    (2, 2)
    """
    return list(_narrow_order(tuple(map(tuple, near))))


@lru_cache(maxsize=16)
def _narrow_order(near: tuple[tuple[int, ...], ...]) -> Sequence[int]:
    points = len(near)
    plain = range(points)
    if points > _MOST_SEARCHED:
        return plain
    everything = (1 << points) - 1
    masks = [sum(1 << p for p in set(neighbours)) for neighbours in near]
    beam = [_Prefix(0.0, 0, 0, -1, None)]
    most = max(4, min(_BEAM, _MOST_PREFIXES // max(1, points)))
    for _ in range(points):
        best: dict[int, _Prefix] = {}
        for begun in beam:
            for point in _bits(begun.frontier or everything & ~begun.taken):
                taken = begun.taken | 1 << point
                frontier = (begun.frontier | masks[point]) & ~taken
                if frontier.bit_count() > MOST_WIDTH:
                    continue
                cost = begun.cost + _cost(frontier.bit_count())
                if taken not in best or cost < best[taken].cost:
                    best[taken] = _Prefix(cost, taken, frontier, point, begun)
        beam = sorted(best.values(), key=_Prefix.worth)[:most]
    if beam and beam[0].cost < sum(map(_cost, frontier_widths(near, plain))):
        return beam[0].order()
    return plain


@dataclass(frozen=True)
class GraphEstimate:
    """An estimate of the work and memory needed to count on a graph."""

    width: int  # of the widest frontier
    states: int  # in total, for one run
    runs: int  # more than one if the numbers are large
    memory: MemoryEstimate


def estimate_graph(graph: Graph, order: Sequence[int]) -> GraphEstimate:
    """Estimate the work and memory needed to count on a graph in this order.

    The possible states of the frontier are counted, as in `turaga.frontier.memory`. A point cannot have more
    links than it has processed neighbours, or lack more than it has others. Points with one link are paired.
    If the graph has two colours that alternate along every link, a link between processed points uses one of
    each colour, so the colour with more processed points has that many more links to later points. About half
    of these states occur. Also, there are never more states than successors of the previous ones.

    >>> from turaga.board import Board
    >>> from turaga.frontier.graph import graph_of
    >>> graph = graph_of(Board("6x6"), [], 0)
    >>> estimate_graph(graph, narrow_order(graph.near)).width
    10
    """
    near = graph.near
    colours = _two_colours(near)
    taken: set[int] = set()
    frontier: set[int] = set()
    width = total = peak = surplus = 0
    states = 1
    for point in order:
        taken.add(point)
        frontier |= {p for p in near[point] if p not in taken}
        frontier.discard(point)
        width = max(width, len(frontier))
        if width > MOST_WIDTH:
            break
        if colours:
            surplus += 1 if colours[point] else -1
        slots = tuple(sorted(_slot(graph, p, taken, colours) for p in frontier))
        possible = _possible_states(slots, surplus if colours else None, graph, taken)
        ahead = sum(p not in taken for p in near[point])
        grown = states * max(1, ahead * (ahead - 1) // 2 + (ahead if sum(graph.ends) else 0))
        states = max(1, min(grown, int(possible * _SHARE_REACHED)))
        total += states
        peak = max(peak, states)
    runs = 1 + len(order) // _BITS_A_RUN  # counts have at most about one bit per point
    return GraphEstimate(width, total, runs, MemoryEstimate(peak, STATE_BYTES * peak))


def _slot(graph: Graph, point: int, taken: set[int], colours: Sequence[bool] | None) -> Slot:
    """A point of the frontier: the smallest and largest number of links it can have, and its colour."""
    begun = sum(p in taken for p in graph.links[point])
    may_end = point in graph.first or point in graph.second
    needs = 1 if point in graph.must_end else 2
    fewest = max(0, (1 if may_end else 2) - (len(graph.links[point]) - begun))
    return min(fewest, needs), min(needs, begun), bool(colours and colours[point])


def _possible_states(slots: tuple[Slot, ...], surplus: int | None, graph: Graph, taken: set[int]) -> int:
    """The number of possible states of these points. `surplus` is the number of light points processed minus
    the number of dark ones, or None if there are no colours."""
    counted = states_by_ends(slots)
    states = 0
    fewest, most = len(graph.must_end & taken), sum(graph.ends) - len(graph.must_end - taken)
    for ends in range(fewest, most + 1):  # the number of ends fixed so far
        kinds = sum(a <= graph.ends[0] and ends - a <= graph.ends[1] for a in range(ends + 1))
        if surplus is None:
            states += kinds * sum(many for (now, _), many in counted.items() if now == ends)
        else:
            states += kinds * sum(counted[ends, 2 * surplus - 2 * light + ends] for light in range(ends + 1))
    return states


def _two_colours(near: Sequence[Sequence[int]]) -> list[bool] | None:
    """A colour for each point such that every link joins different colours; None if that is impossible."""
    colours: list[bool | None] = [None] * len(near)
    for first in range(len(near)):
        if colours[first] is None:
            colours[first] = True
            queue = [first]
            for point in queue:
                for other in near[point]:
                    if colours[other] is None:
                        colours[other] = not colours[point]
                        queue.append(other)
                    elif colours[other] == colours[point]:
                        return None
    return [bool(colour) for colour in colours]


def require_graph_memory(graph: Graph, order: Sequence[int], problem: str) -> GraphEstimate:
    """Estimate the work and memory needed to count on this graph. Raise `TooManyStates` if that is too much;
    `problem` says what cannot be done."""
    estimate = estimate_graph(graph, order)
    if estimate.width > MOST_WIDTH:
        why = f"the frontier is more than {MOST_WIDTH} squares wide"
        raise TooManyStates(problem, accepted=why, field="board")
    require_memory(estimate.memory, problem)
    if estimate.states * estimate.runs > MOST_STATES:
        why = f"this needs about {estimate.states * estimate.runs:,} states, and the limit is {MOST_STATES:,}"
        raise TooManyStates(problem, accepted=why, field="board")
    return estimate

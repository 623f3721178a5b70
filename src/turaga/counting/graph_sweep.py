"""Method narrowest: the frontier method on any graph, with its points in an order that keeps the frontier
narrow.

`turaga.frontier.graph_kernel` defines the layers and states, and `turaga.frontier.graph_order` finds the
order. Sums are computed modulo primes of 54 bits. Floats track the approximate size of the sum; if one prime
is not enough, there are further runs with other primes. The Chinese remainder theorem combines the results.

Importing this loads numba.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from turaga.counting.outcome import MethodResult, result_without_search
from turaga.counting.remainders import chinese_remainder
from turaga.frontier.graph import Graph, graph_of
from turaga.frontier.graph_order import narrow_order, require_graph_memory
from turaga.frontier.graph_run import GraphRun, graph_points
from turaga.limits import Progress
from turaga.text import plural
from turaga.tours import Tours

_PRIME_BITS = 54
_SPARE = 8.0  # bits by which the product of the primes must exceed the size that the floats give


@dataclass(frozen=True, kw_only=True)
class GraphSums(MethodResult):
    """The sum of the products of the weights as `count`, and that of the second weights as `signed`."""

    signed: int


def sum_graph(
    graph: Graph, order: Sequence[int], *, what: str = "counting", progress: Progress | None = None
) -> GraphSums:
    """The two exact sums over all circuits or paths of a graph, processing its points in this order.

    A state takes about a microsecond, and each state of the largest layer takes up to a hundred bytes.

    >>> from turaga.board import Board
    >>> graph = graph_of(Board("5x6"), [], 0)
    >>> sum_graph(graph, narrow_order(graph.near)).count
    8
    """
    points = list(graph_points(graph, order))
    primes = _primes()
    states = peak = peak_bytes = 0
    rests: list[tuple[int, int, int]] = []
    bits = 0.0
    while not rests or bits + _SPARE > sum(math.log2(prime) for prime, _, _ in rests):
        run = GraphRun(graph, points, next(primes))
        where = what if not rests else f"{what}, pass {len(rests) + 1} for large numbers"

        def tick(at: int, made: int, where: str = where, before: int = states) -> None:
            if progress:
                states_so_far = plural(before + made, "state", grouped=True)
                progress(f"{where}, {states_so_far}", at, len(points))

        rests.append((run.prime, *run.sums(tick)))
        states += run.states
        peak, peak_bytes, bits = run.peak, run.peak_bytes, run.bits
    return GraphSums(
        count=chinese_remainder([count for _, count, _ in rests], [prime for prime, _, _ in rests]),
        signed=chinese_remainder(
            [signed for _, _, signed in rests], [prime for prime, _, _ in rests], signed=True
        ),
        states=states,
        peak_states=peak,
        peak_bytes=peak_bytes,
    )


def count_by_narrowest(tours: Tours, *, progress: Progress | None = None) -> MethodResult:
    """Count these tours exactly, each once (`Tours.times` is not applied). Raises `BadRule` before any work
    is done if the count would exceed the memory or work limit.

    >>> count_by_narrowest(Tours("5x5", start="1,1")).count
    304
    """
    if tours.path is None:
        return result_without_search(tours)
    graph = graph_of(tours.board, *tours.path)
    if progress:
        progress("finding an order with a narrow frontier", 0, 0)
    order = narrow_order(graph.near)
    require_graph_memory(graph, order, f"the {tours.name} cannot be counted exactly")
    return sum_graph(graph, order, progress=progress)


def _primes() -> Iterator[int]:
    """The primes below 2**54, in descending order."""
    return filter(_is_prime, range((1 << _PRIME_BITS) - 1, 1, -2))


def _is_prime(n: int) -> bool:
    """Whether an odd number below 2**64 is prime. This is the Miller-Rabin test with the bases that Sorenson
    and Webster (2015) proved to be sufficient."""
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        power = pow(base, odd, n)
        if power in (1, n - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % n
            if power == n - 1:
                break
        else:
            return False
    return True

"""One pass of the frontier method over the points of a graph.

`turaga.frontier.graph_kernel` defines the layers and states, and `turaga.frontier.graph_order` finds an order
of the points. `turaga.counting`, `turaga.sampling` and `turaga.solve` make such passes.

Importing this loads numba.
"""

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from turaga.frontier import graph_kernel as kernel
from turaga.frontier.graph import Graph
from turaga.frontier.memory import TooManyStates, default_memory, show_bytes
from turaga.jit import Ints, Numbers

_SOME = 1 << 11  # states per kernel call: a few hundredths of a second
_FIRST_SIZE = 1 << 10
_LARGE = 1e200  # floats above this are scaled down, and the factor is remembered
_AT_MOST = 2  # a pass stops at this multiple of the memory limit: the estimate was wrong
_NO_TABLE: Numbers = np.empty(0, dtype=np.int32)


def graph_points(graph: Graph, order: Sequence[int]) -> Iterator[kernel.GraphPoint]:
    """The points in order, in the form that the kernel needs."""
    left = set(order)
    frontier: list[int] = []
    for here in order:
        left.discard(here)
        later = [p for p in graph.links[here] if p in left]
        row = list(dict.fromkeys([*frontier, here, *later]))
        position = {p: i for i, p in enumerate(row)}
        after = [p for p in row if p != here]
        yield kernel.GraphPoint(
            length=len(row),
            before=_ints([position[p] for p in frontier]),
            after=_ints([position[p] for p in after]),
            lacks=_ints([_lacks(graph, p, left) for p in after]),
            here=position[here],
            targets=_ints([position[p] for p in later]),
            weights=np.array([graph.links[here][p] for p in later], dtype=np.int64).reshape(-1, 2).T.copy(),
            first=graph.first.get(here, 0),
            second=graph.second.get(here, 0),
            must_end=here in graph.must_end,
            ends=graph.ends[0] + 4 * graph.ends[1],
            closing=len(after) == len(left),
        )
        frontier = after


def _lacks(graph: Graph, point: int, left: set[int]) -> int:
    """The number of links that a point must have by now, if only these points are left to link it to."""
    may_end = point in graph.first or point in graph.second
    return max(0, (1 if may_end else 2) - sum(p in left for p in graph.links[point]))


def _ints(numbers: Sequence[int]) -> Ints:
    return np.array(numbers, dtype=np.int64)


def _layer(size: int, signed: bool) -> kernel.GraphLayer:
    """An empty layer with space for this many states."""
    low, high, sums = np.empty((3, size), dtype=np.int64)
    return kernel.GraphLayer(
        low,
        high,
        sums,
        np.empty(size if signed else 0, dtype=np.int64),
        np.empty(size, dtype=np.float64),
        np.full(1 << (size * 3 // 2).bit_length(), -1, dtype=np.int32),
    )


def _bytes(layer: kernel.GraphLayer) -> int:
    return sum(array.nbytes for array in layer)


class GraphRun:
    """One pass over all points, modulo a prime. `keep` gets the states after each point, in two arrays."""

    def __init__(
        self,
        graph: Graph,
        points: Sequence[kernel.GraphPoint],
        prime: int,
        keep: Callable[[Ints, Ints], None] | None = None,
    ) -> None:
        self.points, self.prime, self.signed, self.keep = points, prime, graph.signed, keep
        self.states = self.peak = self.peak_bytes = 0
        self.bits = -math.inf  # the size of the sum, from floats

    def sums(self, tick: Callable[[int, int], None]) -> tuple[int, int]:
        """Both sums. Every few hundredths of a second, calls `tick` with the number of points and states so
        far."""
        layer, held = _layer(1, self.signed), 1
        layer.low[0] = layer.high[0] = 0
        layer.sums[0] = layer.sizes[0] = 1
        layer.signed[:1] = 1
        halved = 0  # how often the floats were halved
        for at, point in enumerate(self.points):
            following, made, begun = _layer(_FIRST_SIZE, self.signed), 0, 0
            while begun < held:
                tick(at, self.states + made)
                many = min(_SOME, held - begun)
                need = made + many * kernel.successors(len(point.targets))
                if need > len(following.low):
                    following = self._grown(following, made, need, _bytes(layer))
                made = kernel.advance(layer, begun, begun + many, point, following, made, self.prime)
                begun += many
            self._note(_bytes(layer) + _bytes(following))
            layer, held = following._replace(table=_NO_TABLE), made
            self.states += held
            self.peak = max(self.peak, held)
            if held == 0:
                return 0, 0
            if self.keep:
                self.keep(layer.low[:held].copy(), layer.high[:held].copy())
            largest = float(layer.sizes[:held].max())
            if largest > _LARGE:
                shift = int(math.log2(largest))
                layer.sizes[:held] *= 2.0**-shift
                halved += shift
        self.bits = math.log2(layer.sizes[0]) + halved
        return int(layer.sums[0]), int(layer.signed[0]) if self.signed else 0

    def _grown(self, layer: kernel.GraphLayer, held: int, need: int, others: int) -> kernel.GraphLayer:
        """The layer, enlarged to hold `need` states and at least half as many again as it holds. `others` is
        the number of bytes in use elsewhere."""
        larger = _layer(max(need, held * 3 // 2), self.signed)
        self._note(_bytes(layer) + _bytes(larger) + others)
        if self.peak_bytes > _AT_MOST * default_memory():
            raise TooManyStates(
                f"the work stopped because it needs {show_bytes(self.peak_bytes)} of memory for more than "
                f"{held:,} states, far more than estimated",
                accepted="another method may need less memory",
                field="board",
            )
        for new, old in zip(larger[:5], layer[:5], strict=True):
            new[: min(held, len(old))] = old[:held]
        kernel.rebuild(larger, held)
        return larger

    def _note(self, held: int) -> None:
        self.peak_bytes = max(self.peak_bytes, held)

"""Sampler narrowest: samples, ranks and unranks tours after one pass over the squares in a narrow order.

It is sampler sweep (`turaga.sampling.sweep`) on the board as a graph. The squares are processed in the order
that `turaga.frontier.graph_order` finds, which keeps the frontier narrow. So boards whose rows are wide, but
whose parts are narrow, can be sampled too: a ring, a cross, the letter L.

The sequence of tours: each square, in this order, chooses which of its moves to later squares belong to the
tour. Two tours are compared at the first square where their choices differ. A tour that does not end there
comes before one that does; then the one with the earlier first move; then the one with the earlier second
move. Moves are in the order of `Board.neighbours`.

Importing this loads numba.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from turaga.frontier import graph_choices_kernel
from turaga.frontier.graph import Graph, followed, lengthwise
from turaga.frontier.graph_kernel import GraphPoint, successors
from turaga.frontier.graph_run import GraphRun, graph_points
from turaga.frontier.layers import as_words
from turaga.frontier.memory import TooManyStates, default_memory, show_bytes
from turaga.frontier.state_kernel import Ways
from turaga.jit import Ints, Numbers
from turaga.limits import Progress
from turaga.sampling import choices_kernel
from turaga.sampling import narrowest_kernel as kernel
from turaga.sampling.choices import ChoiceParts, ChoiceSampler, choices_fit, only_choice
from turaga.sampling.sampler import InconsistentSampler, require_arrays
from turaga.sampling.sampler_fit import require_narrowest
from turaga.text import plural
from turaga.tours import Tours
from turaga.walk import Tour

_JOB = 1 << 13  # states whose choices are stored per kernel call
_PRIME = 2**31 - 1  # sums are not needed here, so any prime will do


class NarrowestSampler(ChoiceSampler):
    """A sampler that holds the tours as a graph of choices, with the squares in a narrow order. A tour takes
    some microseconds per square.

    >>> sampler = NarrowestSampler.make(Tours("5x6", closed=True))
    >>> sampler.total, sorted({sampler.rank(tour) for tour in sampler.draw(40, seed=1)})
    (8, [1, 2, 3, 4, 5, 6, 7, 8])
    """

    name: ClassVar[str] = "narrowest"

    def __init__(
        self, tours: Tours, order: Sequence[int], choices: choices_kernel.ChoiceGraph | None
    ) -> None:
        super().__init__(tours, choices)
        self._order = list(order)

    @classmethod
    def make(cls, tours: Tours, *, progress: Progress | None = None) -> Self:
        """Make a sampler. This takes some microseconds per state, and sixteen bytes per state while it runs.
        Raises `NoTours` if there are no tours, and `TooManyStates` if the work would exceed the memory
        limit."""
        if tours.board.size == 1 and not tours.closed:
            return cls(tours, [0], only_choice(1))
        if progress:
            progress("finding an order with a narrow frontier", 0, 0)
        graph, order, _ = require_narrowest(tours)
        choices = None if tours.path is None else _make_choices(tours, graph, order, progress)
        return cls(tours, order, choices)

    def _tours(self, numbers: list[int]) -> Iterator[Tour]:
        for number in numbers:
            words: Ints = np.array(as_words(number, self._words), dtype=np.int64)
            ways: Ways = np.empty(len(self._order), dtype=np.uint8)
            choices_kernel.unrank(self._choices, words, ways)
            near: dict[int, list[int]] = {index: [] for index in self._squares}
            for here, later, bits in zip(self._squares, self._later, ways.tolist(), strict=True):
                for d, there in enumerate(later):
                    if bits >> d & 1:
                        near[here].append(there)
                        near[there].append(here)
            walk = followed(near, self._start(near))
            yield self._verified(walk[::-1] if self.tours.backwards else walk)

    def _start(self, near: dict[int, list[int]]) -> int:
        """Where a tour starts when it is written: the given start, the first square of a closed tour, or the
        first end in the order of the squares."""
        tours = self.tours
        first = tours.forwards.start_index
        if first is not None:
            return first
        if tours.closed or tours.board.size == 1:
            return tours.board.index(tours.board.first_square)
        return next((index for index in self._squares if len(near[index]) == 1), self._squares[0])

    def _ways(self, moves: set[tuple[int, int]]) -> Ways:
        ways = bytearray(len(self._order))
        for i, (here, later) in enumerate(zip(self._squares, self._later, strict=True)):
            for d, there in enumerate(later):
                if (min(here, there), max(here, there)) in moves:
                    ways[i] |= 1 << d
        return np.frombuffer(ways, dtype=np.uint8)

    # -- squares ----------------------------------------------------------------------------------

    @cached_property
    def _squares(self) -> list[int]:
        """The indices of the squares, in the order in which they are processed."""
        along = lengthwise(self.tours.board)
        return [along[point] for point in self._order]

    @cached_property
    def _later(self) -> list[list[int]]:
        """The later neighbours of each of these squares, whose moves it chooses."""
        table = self.tours.board.neighbour_table()
        left = set(self._squares)
        found = []
        for index in self._squares:
            left.discard(index)
            found.append([there for there in dict.fromkeys(table[index]) if there in left])
        return found

    # -- storage ----------------------------------------------------------------------------------

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays to store."""
        return {**super().arrays(), "order": np.array(self._order, dtype=np.int64)}

    @classmethod
    def from_arrays(cls, tours: Tours, arrays: dict[str, NDArray[Any]]) -> Self:
        """The sampler that stored these arrays; `InconsistentSampler` if they contradict each other."""
        require_arrays(arrays, {**only_choice(1)._asdict(), "order": np.empty(0, dtype=np.int64)})
        order = arrays["order"].tolist()
        if sorted(order) != list(range(tours.board.size)):
            raise InconsistentSampler
        parts = {name: array for name, array in arrays.items() if name != "order"}
        made = cls(tours, order, choices_kernel.ChoiceGraph(**parts))
        if not choices_fit(made._choices, [(1 << len(later)) - 1 for later in made._later]):
            raise InconsistentSampler
        made.from_file = True
        return made


def _make_choices(
    tours: Tours, graph: Graph, order: Sequence[int], progress: Progress | None
) -> choices_kernel.ChoiceGraph | None:
    """The graph of choices that lead to these tours; None if there are none."""
    points = list(graph_points(graph, order))
    layers: list[tuple[Ints, Ints]] = [(np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64))]
    held, memory = 0, default_memory()

    def keep(low: Ints, high: Ints) -> None:
        nonlocal held
        held += low.nbytes + high.nbytes
        layers.append((low, high))
        if held > memory:
            raise TooManyStates(
                f"the {tours.name} cannot be sampled or numbered",
                accepted=f"the states after {len(layers) - 1} of {len(points)} squares exceed the memory "
                f"limit of {show_bytes(memory)}",
                field="board",
            )

    def tick(at: int, made: int) -> None:
        if progress:
            progress(f"forward pass, {plural(made, 'state', grouped=True)}", at, len(points))

    GraphRun(graph, points, _PRIME, keep).sums(tick)
    if len(layers) <= len(points):
        return None
    parts = ChoiceParts()
    after, counts = layers.pop(), np.ones((1, 1), dtype=np.int64)
    while layers:
        if progress:
            done = len(points) - len(layers)
            progress(f"backward pass, {plural(len(parts), 'state', grouped=True)}", done, len(points))
        after, counts = _add_layer(parts, layers.pop(), points[len(layers)], after, counts)
    return parts.choices()


def _add_layer(
    parts: ChoiceParts, layer: tuple[Ints, Ints], point: GraphPoint, after: tuple[Ints, Ints], counts: Ints
) -> tuple[tuple[Ints, Ints], Ints]:
    """Add the choices of a layer to the parts. Returns the states that lead to a tour, and their counts."""
    low, high = layer
    table: Numbers = np.empty(1 << (2 * len(after[0])).bit_length(), dtype=np.int32)
    graph_choices_kernel.fill_table(*after, table)
    ends: Numbers = np.empty(len(low), dtype=np.int32)
    most = min(_JOB, len(low)) * successors(len(point.targets))
    children, moves = np.empty(most, dtype=np.int32), np.empty(most, dtype=np.uint8)
    kept: list[tuple[Numbers, Ways]] = []
    held = 0
    for first in range(0, len(low), _JOB):
        last = min(first + _JOB, len(low))
        many = graph_choices_kernel.link(low, high, first, last, point, *after, table, ends, children, moves)
        ends[first:last] += held
        held += many
        kept.append((children[:many].copy(), moves[:many].copy()))
    alive = np.diff(ends, prepend=np.int32(0)) > 0
    begins: Numbers = np.concatenate((np.zeros(1, dtype=np.int32), ends[alive]))
    every = np.concatenate([children for children, _ in kept])
    sums: Ints = np.empty((int(alive.sum()), counts.shape[1] + 1), dtype=np.int64)
    kernel.add_counts(begins, every, counts, sums)
    if not sums[:, -1].any():
        sums = sums[:, :-1].copy()
    parts.put(begins, every, np.concatenate([moves for _, moves in kept]), sums)
    return (low[alive], high[alive]), sums

"""Samplers that hold all tours of a board as a graph of choices, and how the graph is made row by row.

A sample is the tour with a random rank, so sampling, `rank` and `unrank` all walk down the same graph. It is
made in a forward and a backward pass. The forward pass makes every state of the frontier method, layer after
layer. The backward pass computes for each state the number of ways to complete it. Most states cannot be
completed and are dropped; for the others, every choice is kept. `turaga.sampling.choices_kernel` explains the
resulting graph and its sequence of tours.

Importing this loads numba.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from turaga.errors import BadRule, NoTours
from turaga.frontier import state_kernel as frontier
from turaga.frontier.layers import Layer, LayerPart, ScanOrder, Stepper, as_int
from turaga.frontier.memory import TooManyStates, show_bytes
from turaga.frontier.state_kernel import Ways
from turaga.jit import Ints, Numbers
from turaga.limits import Progress, seed_number
from turaga.rng import Rng
from turaga.sampling import choices_kernel as kernel
from turaga.sampling.sampler import SamplerBase, require_one_of, require_rank, uniform_number
from turaga.text import plural
from turaga.tours import Tours
from turaga.walk import Tour

_JOB = 1 << 13  # states whose choices are stored per kernel call
_AT_ONCE = 1 << 18  # states checked per kernel call: Ctrl-C works in between
_MOST_AT_ONCE = 256  # tours sampled in one call of `ChoiceSampler._tours`
_T = TypeVar("_T", bound=np.generic)


class ChoiceSampler(SamplerBase):
    """A sampler that holds the tours as a graph of choices."""

    def __init__(self, tours: Tours, choices: kernel.ChoiceGraph | None) -> None:
        if choices is None:
            ends = (("from", tours.start), ("to", tours.end))
            tour = f"{'closed tour' if tours.closed else 'tour'} of {tours.board}"
            tour += "".join(
                f" {way} {tours.board.show(square)}" for way, square in ends if square is not None
            )
            raise NoTours(f"the frontier method checked every possibility and found no {tour}")
        self.tours = tours
        self._choices = choices
        self._words = int(choices.words[0])

    @abstractmethod
    def _tours(self, numbers: list[int]) -> Iterator[Tour]:
        """The tours at these positions of the sequence, from 0."""

    @abstractmethod
    def _ways(self, moves: set[tuple[int, int]]) -> Ways:
        """For each square, those of the moves that it chooses. `moves` are pairs of indices, the smaller one
        first."""

    @cached_property
    def total(self) -> int:
        """The number of tours."""
        return as_int(self._choices.counts[: self._words])

    def count(self, *, progress: Progress | None = None) -> int:
        """The number of tours, which the set-up has counted."""
        return self.total

    def draw(self, number: int, seed: int, first: int = 0) -> Iterator[Tour]:
        """Sample tours uniformly at random. Sample i uses the generator `Rng(seed, i)`; i counts from
        `first`."""
        seed_number("seed", seed)
        done, at_once = 0, 1
        while done < number:
            many = min(at_once, number - done)
            at_once = min(2 * at_once, _MOST_AT_ONCE)
            rng = (Rng(seed, first + done + i) for i in range(many))
            yield from self._tours([uniform_number(one, self.total) for one in rng])
            done += many

    def unrank(self, number: int) -> Tour:
        """The tour with this rank, from 1, in the sequence of the sampler."""
        return next(self._tours([require_rank(self.tours, number, self.total) - 1]))

    def rank(self, tour: Tour) -> int:
        """The rank of a tour, from 1. Its direction makes no difference."""
        tours = self.tours
        require_one_of(tours, tour)
        ring = [*tour.indices, tour.indices[0]] if tours.closed else tour.indices
        moves = {(min(move), max(move)) for move in pairwise(ring)}
        has_ends = True
        if tours.closed and tours.start_index is not None and tours.end_index is not None:
            # The graph has the open tours between the two squares.
            closing = (min(tours.start_index, tours.end_index), max(tours.start_index, tours.end_index))
            has_ends = closing in moves
            moves.discard(closing)
        number: Ints = np.empty(self._words, dtype=np.int64)
        if not has_ends or not kernel.rank(self._choices, self._ways(moves), number):
            raise BadRule(f"the tour is not one of the {tours.words}", field="tour")
        return as_int(number) + 1

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays to store."""
        return dict(self._choices._asdict())


def make_choices(
    scan: ScanOrder,
    *,
    memory: int | None = None,
    progress: Progress | None = None,
    threads: int | None = None,
) -> kernel.ChoiceGraph | None:
    """The graph of choices that lead to the tours of a scan; None if there are no tours. The scan must not
    merge mirror images. Raises `BadRule` if the layers would take more than `memory` bytes.

    A state takes about a microsecond, and about sixteen bytes while this runs. The result takes less.

    >>> from turaga.board import Board
    >>> choices = make_choices(ScanOrder(Board("5x6"), [], 0, fold=False))
    >>> int(choices.counts[0]), len(choices.children)
    (8, 128)
    """
    area = len(scan)
    stage, position, met, held = "forward pass", 0, 1, 0

    def tick(making: int) -> None:
        if progress:
            progress(f"{stage}, {plural(met + making, 'state', grouped=True)}", position, area)

    with Stepper(threads=threads, tick=tick) as stepper:
        layers = [Layer.first()]
        for position in range(area):
            layers.append(stepper.step(layers[-1], scan[position]))
            met += len(layers[-1])
            held += layers[-1].bytes
            if memory is not None and held > memory:
                raise TooManyStates(
                    f"sampling tours of {scan.layout.board} needs too much memory",
                    accepted=f"{plural(met, 'state', grouped=True)} after {position + 1} of {area} squares "
                    f"exceed the memory limit of {show_bytes(memory)}",
                    field="board",
                )
            if not len(layers[-1]):
                return None
        builder = _GraphBuilder(int(layers.pop().states[0]))
        stage = "backward pass"
        while layers:
            position, met = area - len(layers), len(builder)
            layer = layers.pop()
            step = scan[len(layers)]
            builder.add(_alive(stepper.pull(layer, step, builder.layer)), step.site)
    return builder.choices()


def _alive(layer: Layer) -> Layer:
    """The states of a layer whose count is not 0."""
    alive = [part.counts.any(axis=1) for part in layer.parts]
    return Layer(
        [
            LayerPart(part.states[which], part.counts[which])
            for part, which in zip(layer.parts, alive, strict=True)
        ]
    )


class ChoiceParts:
    """The parts of a graph of choices, from the last layer to the first. The last layer has one state."""

    def __init__(self) -> None:
        self.begins: list[Numbers] = [np.zeros(2, dtype=np.int32)]
        self.children: list[Numbers] = []
        self.moves: list[Ways] = []
        self.counts: list[Ints] = [np.ones(1, dtype=np.int64)]
        self.sizes, self.words = [1], [1]

    def __len__(self) -> int:
        return sum(self.sizes)

    def put(self, begins: Numbers, children: Numbers, moves: Ways, counts: Ints) -> None:
        """Add the previous layer: where the choices of each state begin, where each choice leads, its moves,
        and the count of each state as a row of words."""
        self.begins.append(begins)
        self.children.append(children)
        self.moves.append(moves)
        self.counts.append(counts.reshape(-1))
        self.sizes.append(len(counts))
        self.words.append(counts.shape[1])

    def choices(self) -> kernel.ChoiceGraph:
        """The whole graph, starting with the first layer. This empties the parts."""
        edges, sizes, words = [len(part) for part in self.children], self.sizes, self.words
        return kernel.ChoiceGraph(
            states=_running(sizes[::-1]),
            edges=_running(edges[::-1]),
            places=_running([n * w for n, w in zip(sizes, words, strict=True)][::-1]),
            words=np.array(words[::-1], dtype=np.int64),
            begins=_joined(self.begins),
            children=_joined(self.children),
            moves=_joined(self.moves),
            counts=_joined(self.counts),
        )


class _GraphBuilder(ChoiceParts):
    """The parts for the tours of a scan."""

    def __init__(self, last: int) -> None:
        super().__init__()
        self.layer = Layer.of({last: 1})

    def add(self, layer: Layer, site: frontier.Site) -> None:
        """Add the previous layer: states with their counts, none of which are 0."""
        after, states = self.layer.states, layer.states
        table: Numbers = np.empty(1 << (2 * len(after)).bit_length(), dtype=np.int32)
        frontier.rebuild(after, len(after), table)
        many = (_JOB + 1) * frontier.MOST_SUCCESSORS  # more than enough
        found = frontier.Successors(
            np.empty(many, dtype=np.int64), np.empty(many, dtype=np.int32), np.empty(many, dtype=np.int8)
        )
        begins: Numbers = np.zeros(len(states) + 1, dtype=np.int32)
        parts: list[tuple[Numbers, Ways]] = []
        held = 0
        for first in range(0, len(states), _JOB):
            last, made = frontier.expand(states[: first + _JOB], first, site, found)
            children, moves = np.empty(made, dtype=np.int32), np.empty(made, dtype=np.uint8)
            ends = begins[1:]
            kept = kernel.link(found, made, after, table, ends, children, moves)
            ends[first:last] += held
            held += kept
            parts.append((children[:kept].copy(), moves[:kept].copy()))
        self.put(
            begins,
            np.concatenate([children for children, _ in parts]),
            np.concatenate([moves for _, moves in parts]),
            layer.counts,
        )
        self.layer = layer


def only_choice(area: int) -> kernel.ChoiceGraph:
    """The graph of choices for a board with a single square that is not a hole: one tour without moves.

    >>> only_choice(2).counts.tolist()
    [1, 1, 1]
    """
    every = np.arange(area + 2, dtype=np.int64)
    return kernel.ChoiceGraph(
        states=every, edges=every[:-1], places=every, words=np.ones(area + 1, dtype=np.int64),
        begins=np.array([0, 1] * area + [0, 0], dtype=np.int32), children=np.zeros(area, dtype=np.int32),
        moves=np.zeros(area, dtype=np.uint8), counts=np.ones(area + 1, dtype=np.int64),
    )  # fmt: skip


def _running(sizes: Sequence[int]) -> Ints:
    """Where each part begins, if parts of these sizes follow one another; and where the last one ends."""
    return np.cumsum([0, *sizes], dtype=np.int64)


def _joined(parts: list[NDArray[_T]]) -> NDArray[_T]:
    """The parts one after the other, starting with the last of the list. The list is emptied on the way, to
    save memory."""
    whole = np.empty(sum(map(len, parts)), dtype=parts[0].dtype)
    at = 0
    while parts:
        part = parts.pop()
        whole[at : at + len(part)] = part
        at += len(part)
    return whole


def choices_fit(choices: kernel.ChoiceGraph, allowed: Sequence[int]) -> bool:
    """Whether every choice leads to a state and every count is the correct sum. If so, kernels can use the
    graph without reading out of bounds. `allowed` has the bits of the moves that each square can have.

    A choice takes a few nanoseconds.
    """
    if not _arrays_fit(choices, len(allowed)):
        return False
    sums: Ints = np.empty(int(choices.words[0]) + 1, dtype=np.int64)
    for layer, moves in enumerate(allowed):
        size = int(choices.states[layer + 1] - choices.states[layer])
        for first in range(0, size, _AT_ONCE):
            if not kernel.check(choices, layer, first, min(first + _AT_ONCE, size), moves, sums):
                return False
    return True


def _arrays_fit(choices: kernel.ChoiceGraph, area: int) -> bool:
    """Whether the lengths of the arrays agree with the first four of them, and there is at least one tour."""
    for begins, parts, length in (
        (choices.states, area + 1, len(choices.begins) - area - 1),
        (choices.edges, area, len(choices.children)),
        (choices.places, area + 1, len(choices.counts)),
    ):
        if len(begins) != parts + 1 or begins[0] != 0 or begins[-1] != length or (begins < 0).any():
            return False
        if (begins > length).any() or (np.diff(begins) < 1).any():
            return False
    words, sizes = choices.words, np.diff(choices.states)
    return (
        len(words) == area + 1
        and len(choices.moves) == len(choices.children)
        and bool((words >= 1).all() and (np.diff(words) <= 0).all() and words[0] <= len(choices.counts))
        and np.array_equal(sizes * words, np.diff(choices.places))
        and sizes[0] == sizes[-1] == words[-1] == choices.counts[-1] == 1
    )

"""Sampler halves: samples, ranks and unranks closed tours by joining halves in the middle of the board.

The set-up makes the halves of both sides (`turaga.counting.closed_halves`) and the layers that led to them.
To sample, choose a pair of halves that meet, with a probability proportional to its number of ways, until a
pair is a tour. Then choose one of the ways of each half (`turaga.sampling.closed_halves_kernel`). This does
not need the number of tours. Ranks do need it, so the tours are counted when a rank is first needed.

The sequence of tours is sorted by these keys, in this order: the degrees of the lower half on the middle
rows, as a number; the moves between the middle rows, chain by chain; the matching of the upper half; the
matching of the lower half; the way of the upper half; the way of the lower half. Ways are compared from the
last square back, in the order in which `undo` lists the previous states.

Importing this loads numba.
"""

import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from turaga.counting import closed_halves_kernel as halves_kernel
from turaga.counting.closed_halves import Cut, HalfScan, HalvesJoin, bit_counts, descend, make_side, side_of
from turaga.counting.closed_halves_fit import can_halve, require_halves
from turaga.errors import NoTours
from turaga.frontier import layers_kernel as counting
from turaga.frontier import state_kernel as frontier_kernel
from turaga.frontier.layers import Layer, Stepper
from turaga.jit import Bits, Ints, Numbers
from turaga.limits import Progress, seed_number
from turaga.rng import Rng
from turaga.sampling import closed_halves_kernel as kernel
from turaga.sampling.sampler import (
    InconsistentSampler,
    SamplerBase,
    TooManyPairs,
    require_one_of,
    require_rank,
)
from turaga.text import plural
from turaga.theory import verdict
from turaga.tours import Tours
from turaga.walk import Tour

_SOME = 1 << 10  # lower classes per kernel call: Ctrl-C works in between
_MOST_AT_ONCE = 256  # tours sampled per kernel call
_TRIES = 10_000  # pairs tried per kernel call: Ctrl-C works in between
_MOST_PAIRS = 1 << 62
_FEW = 100_000  # with up to this many halves, the set-up counts the tours
_MOST_FAILURES = 100  # kernel calls in a row without a tour
_T = TypeVar("_T")


@dataclass(frozen=True)
class Layers:
    """All layers of one side except the last, in two arrays. The states of each layer are in ascending
    order."""

    begins: Ints  # where each layer begins, and where the last one ends
    states: Ints
    counts: Ints

    @classmethod
    def of(cls, layers: list[Layer]) -> "Layers":
        """Pack these layers. The list is overwritten on the way, to save memory."""
        begins = np.cumsum([0, *map(len, layers)], dtype=np.int64)
        states, counts = np.empty((2, int(begins[-1])), dtype=np.int64)
        for k, layer in enumerate(layers):
            order = np.argsort(layer.states)
            states[begins[k] : begins[k + 1]] = layer.states[order]
            counts[begins[k] : begins[k + 1]] = layer.counts[:, 0][order]
            layers[k] = Layer.first()
        return cls(begins, states, counts)

    def first(self, many: int) -> "Layers":
        """The first `many` layers."""
        return Layers(self.begins[: many + 1], self.states, self.counts)

    def ascent(self, scan: HalfScan) -> kernel.Ascent:
        """The layers together with the squares of the scan."""
        return kernel.Ascent(*scan.path, self.begins, self.states, self.counts, scan.middle)


class HalvesSampler(SamplerBase):
    """A sampler that holds the halves of closed tours, and how they are made.

    >>> sampler = HalvesSampler.make(Tours("6x6", closed=True))
    >>> tour = next(sampler.draw(1, seed=1))
    >>> tour.closed, sampler.total, sampler.unrank(sampler.rank(tour)) == tour
    (True, 9862, True)
    """

    name: ClassVar[str] = "halves"

    def __init__(
        self, tours: Tours, cut: Cut, meeting: HalvesJoin, pairs: Ints, layers: tuple[Layers, Layers],
        totals: Ints | None,
    ) -> None:  # fmt: skip
        self.tours = tours
        self._cut, self._meeting, self._layers, self._totals = cut, meeting, layers, totals
        self._above, self._below = layers[0].ascent(cut.upper), layers[1].ascent(cut.lower)
        heads = np.concatenate(([0], np.cumsum(pairs * meeting.weights)))
        upper, lower = meeting.upper, meeting.lower
        uppers = np.add.reduceat(upper.weights, upper.begins[:-1])
        self._pairs = pairs
        self._space = kernel.Space(upper, lower, meeting.between, uppers, meeting.weights, heads)
        self._squares: Ints = np.array(
            [cut.layout.index(p) for p in range(cut.layout.board.area)], dtype=np.int64
        )
        self._by_thread = threading.local()

    @classmethod
    def make(cls, tours: Tours, *, progress: Progress | None = None) -> Self:
        """Make a sampler. Raises `NoTours` if there are no tours, and `BadRule` if method halves cannot
        sample them.

        If theory knows that there are tours and there are many halves, the tours are not counted yet.
        """
        require_halves(tours)
        cut = Cut(tours.board)
        with Stepper() as stepper:
            upper_layers, lower_layers, _ = descend(cut, stepper, keep=True, progress=progress)
        if not (upper_layers[-1] and lower_layers[-1]):
            raise NoTours("the squares in one half of the board cannot all be part of a closed tour")
        if upper_layers[-1].total() * lower_layers[-1].total() >= _MOST_PAIRS:
            raise TooManyPairs(
                f"board {tours.board} is too long for method halves",
                accepted="it may have more than 2^62 pairs of halves; method sweep has no such limit",
                field="method",
            )
        if progress:
            progress("sorting halves", 0, 0)
        meeting = HalvesJoin(
            cut, make_side(upper_layers.pop(), cut.upper), make_side(lower_layers.pop(), cut.lower)
        )
        above = Layers.of(upper_layers)
        below = above.first(len(lower_layers)) if cut.alike else Layers.of(lower_layers)
        pairs = _pairs(meeting, progress)
        made = cls(tours, cut, meeting, pairs, (above, below), None)
        if len(meeting.lower.words) <= _FEW or verdict(tours.forwards).exists is not True:
            made._count(progress)
            if made.total == 0:
                raise NoTours("the two halves of the board cannot be joined to a single circuit")
        return made

    @property
    def _buffers(self) -> kernel.Buffers:
        """The buffers of the calling thread. Several threads may sample at the same time."""
        if not hasattr(self._by_thread, "buffers"):
            self._by_thread.buffers = _buffers(self.tours.board.area)
        buffers: kernel.Buffers = self._by_thread.buffers
        return buffers

    def _count(self, progress: Progress | None = None) -> Ints:
        """The number of tours of each lower class. They are counted on the first call."""
        if self._totals is None:
            self._totals = np.array(self._meeting.totals(progress=progress), dtype=np.int64)
        return self._totals

    def _require_matchings(self) -> None:
        """Raise `InconsistentSampler` unless all words are matchings. Words from a file can be anything, and
        kernels rank matchings without checking them."""
        for side in (self._space.upper, self._space.lower):
            for first in range(0, len(side.keys), _SOME):
                last = min(first + _SOME, len(side.keys))
                if not halves_kernel.are_matchings(side, first, last, self._cut.slots):
                    raise InconsistentSampler

    def count(self, *, progress: Progress | None = None) -> int:
        """The number of tours. They are counted now if they have not been counted yet."""
        return int(self._count(progress).sum())

    @property
    def total(self) -> int | None:
        """The number of tours; None if they have not been counted yet."""
        return None if self._totals is None else int(self._totals.sum())

    # -- samples --------------------------------------------------------------------------------------

    def draw(self, number: int, seed: int, first: int = 0) -> Iterator[Tour]:
        """Sample tours, each independently from all: samples `first`, `first` + 1 and so on of this seed.

        A tour of 8x8 takes about a millisecond.
        """
        for begin in range(first, first + number, _MOST_AT_ONCE):
            many = min(_MOST_AT_ONCE, first + number - begin)
            for row in self.draw_numbers(many, seed, begin):
                yield self._tour(row)

    def draw_numbers(self, number: int, seed: int, first: int = 0) -> Numbers:
        """The same tours as rows of indices. They are not verified, so that callers can verify many at
        once."""
        seed_number("seed", seed)
        rng: Bits = np.array([Rng(seed, first + i).state for i in range(number)], dtype=np.uint64)
        tours: Numbers = np.empty((number, self.tours.board.size), dtype=np.int32)
        drawn = failures = 0
        while drawn < number:
            before = drawn
            drawn = kernel.draw(
                rng, self._space, self._above, self._below, self._cut.position(0), self._squares,
                bit_counts(), self._buffers, tours, drawn, _TRIES,
            )  # fmt: skip
            # At least one pair in some hundred is a tour. In a forged file, none may be.
            failures = failures + 1 if drawn == before else 0
            if drawn < 0 or (self.from_file and failures > _MOST_FAILURES):
                raise InconsistentSampler
        return tours

    def _tour(self, numbers: Numbers) -> Tour:
        return self._verified(numbers.tolist())

    # -- ranks ----------------------------------------------------------------------------------------

    def unrank(self, number: int) -> Tour:
        """The tour with this rank, from 1, in the sequence described above. Raises `BadRule` if there is
        none."""
        totals = self._count()
        left = require_rank(self.tours, number, int(totals.sum())) - 1
        ends = np.cumsum(totals)
        e = int(np.searchsorted(ends, left, side="right"))
        left -= int(ends[e] - totals[e])
        space, buffers = self._space, self._buffers
        (d, many), left = _located(
            left, (((d, many), self._tours_of(e, d, many)) for d, many in self._meetings(e))
        )
        above, below = space.upper.weights, space.lower.weights
        u, left = _located(left, ((u, ways * int(above[u])) for u, ways in self._uppers(e, d, many)))
        word = halves_kernel.add_moves(int(space.upper.words[u]), buffers.pairs, many)
        halves = range(int(space.lower.begins[e]), int(space.lower.begins[e + 1]))
        j, left = _located(
            left, ((j, int(above[u]) * int(below[j])) for j in halves if self._closes(e, word, j))
        )
        way_above, way_below = divmod(left, int(below[j]))
        pair = np.array([e, d, j, way_below, u, way_above, many], dtype=np.int64)
        numbers: Numbers = np.empty(self.tours.board.size, dtype=np.int32)
        if not kernel.trace(
            space, pair, self._above, self._below, self._cut.position(0), self._squares, buffers, numbers
        ):
            raise InconsistentSampler
        return self._tour(numbers)

    def rank(self, tour: Tour) -> int:
        """The rank of a tour, from 1. Its direction and its start make no difference."""
        require_one_of(self.tours, tour)
        totals = self._count()
        near = _near(self._cut, tour)
        (above, way_above), (below, way_below) = (
            self._retrace(scan, ascent, near)
            for scan, ascent in ((self._cut.upper, self._above), (self._cut.lower, self._below))
        )
        space = self._space
        key, word = self._classified(above, self._cut.upper)
        key_below, word_below = self._classified(below, self._cut.lower)
        e, d = (
            counting.find(k, side.keys, 0, side.table)
            for side, k in ((space.lower, key_below), (space.upper, key))
        )
        if e < 0 or d < 0:
            raise InconsistentSampler
        number = int(totals[:e].sum())
        for other, many in self._meetings(e):
            if other == d:  # two classes are joined by at most one set of moves between the middle rows
                break
            number += self._tours_of(e, other, many)
        else:
            raise InconsistentSampler
        u = int(space.upper.begins[d]) + _index(space.upper, d, word)
        number += kernel.tours_of(e, d, u, space, many, self._cut.slots, bit_counts(), self._buffers)
        joined = halves_kernel.add_moves(word, self._buffers.pairs, many)
        j = int(space.lower.begins[e]) + _index(space.lower, e, word_below)
        ends = halves_kernel.ends_of(key_below, self._cut.slots)
        number += int(space.upper.weights[u]) * kernel.ways_below(joined, ends, e, j, space, bit_counts())
        return number + way_above * int(space.lower.weights[j]) + way_below + 1

    def _meetings(self, e: int) -> Iterator[tuple[int, int]]:
        """The upper classes that meet a lower class, each with the number of moves between the middle rows.
        The moves themselves are in the buffers."""
        space, buffers = self._space, self._buffers
        key = int(space.lower.keys[e])
        above = halves_kernel.next_meeting(key, space.between, buffers.choice, False)
        while above >= 0:
            d = counting.find(above, space.upper.keys, 0, space.upper.table)
            if d >= 0:
                yield d, halves_kernel.gather_moves(space.between, buffers.choice, buffers.pairs)
            above = halves_kernel.next_meeting(key, space.between, buffers.choice, True)

    def _tours_of(self, e: int, d: int, many: int) -> int:
        last = int(self._space.upper.begins[d + 1])
        return kernel.tours_of(e, d, last, self._space, many, self._cut.slots, bit_counts(), self._buffers)

    def _uppers(self, e: int, d: int, many: int) -> Iterator[tuple[int, int]]:
        """The halves of an upper class that make tours with a lower class, each with the number of ways of
        the lower class."""
        space = self._space
        ends = halves_kernel.ends_of(int(space.lower.keys[e]), self._cut.slots)
        last = int(space.lower.begins[e + 1])
        for u in range(int(space.upper.begins[d]), int(space.upper.begins[d + 1])):
            word = halves_kernel.add_moves(int(space.upper.words[u]), self._buffers.pairs, many)
            if word != -1:
                yield u, kernel.ways_below(word, ends, e, last, space, bit_counts())

    def _closes(self, e: int, word: int, j: int) -> bool:
        """Whether a matching and the lower half with index j make one circuit."""
        space = self._space
        ends = halves_kernel.ends_of(int(space.lower.keys[e]), self._cut.slots)
        first = (ends & -ends).bit_length() - 1
        return halves_kernel.one_circuit(word, int(space.lower.words[j]), first, ends.bit_count() // 2)

    def _classified(self, state: int, scan: HalfScan) -> tuple[int, int]:
        return halves_kernel.classify(state, self._cut.slots, scan.middle, np.zeros(9, dtype=np.int64))

    def _retrace(self, scan: HalfScan, ascent: kernel.Ascent, near: dict[int, set[int]]) -> tuple[int, int]:
        """The state of a tour's half on one side, and the position of its way among all ways to that
        state."""
        state = number = 0
        buffers = frontier_kernel.Successors(
            np.empty(2 * frontier_kernel.MOST_SUCCESSORS, dtype=np.int64),
            np.empty(2 * frontier_kernel.MOST_SUCCESSORS, dtype=np.int32),
            np.empty(2 * frontier_kernel.MOST_SUCCESSORS, dtype=np.int8),
        )
        for k, site in enumerate(scan.sites):
            position, reached = int(ascent.positions[k]), ascent.reached[k].tolist()
            moves = sum(1 << d for d in range(4) if site.allowed >> d & 1 and reached[d] in near[position])
            _, made = frontier_kernel.expand(np.array([state], dtype=np.int64), 0, site, buffers)
            after = int(buffers.states[buffers.moves[:made].tolist().index(moves)])
            before = kernel.number_before(state, after, moves, k, ascent, self._buffers)
            if before < 0:
                raise InconsistentSampler
            number += before
            state = after
        return state, number

    # -- storage --------------------------------------------------------------------------------------

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays to store."""
        kept: dict[str, NDArray[Any]] = {"pairs": self._pairs}
        if self._totals is not None:
            kept["totals"] = self._totals
        for name, side in (("upper", self._space.upper), ("lower", self._space.lower)):
            kept |= {f"{name}_keys": side.keys, f"{name}_begins": side.begins, f"{name}_words": side.words}
            kept[f"{name}_weights"] = _narrow(side.weights)
        for name, layers in (("above", self._layers[0]), ("below", self._layers[1])):
            if name == "above" or not self._cut.alike:
                kept |= {f"{name}_begins": layers.begins, f"{name}_states": layers.states}
                kept[f"{name}_counts"] = _narrow(layers.counts)
        return kept

    @classmethod
    def from_arrays(cls, tours: Tours, arrays: dict[str, NDArray[Any]]) -> Self:
        """The sampler that stored these arrays; `InconsistentSampler` if they contradict each other."""
        if not can_halve(tours):
            raise InconsistentSampler
        cut = Cut(tours.board)
        held = {name: array.astype(np.int64, copy=False) for name, array in arrays.items()}
        if any(array.ndim != 1 for array in held.values()):
            raise InconsistentSampler
        upper, lower = (_side(held, name, cut) for name in ("upper", "lower"))
        above = _layers(held, "above", cut.upper)
        below = above.first(len(cut.lower.sites)) if cut.alike else _layers(held, "below", cut.lower)
        meeting = HalvesJoin(cut, upper, lower)
        totals = held.get("totals")
        for sums in (held["pairs"], totals):
            if sums is not None and (len(sums) != len(lower.keys) or sums.min(initial=0) < 0):
                raise InconsistentSampler
        heads = [int(a) * int(b) for a, b in zip(held["pairs"], meeting.weights, strict=True)]
        if not 0 < sum(heads) < _MOST_PAIRS or (
            totals is not None and not 0 < sum(totals.tolist()) < _MOST_PAIRS
        ):
            raise InconsistentSampler
        sampler = cls(tours, cut, meeting, held["pairs"], (above, below), totals)
        sampler.from_file = True
        sampler._require_matchings()
        return sampler


def _located(position: int, parts: Iterable[tuple[_T, int]]) -> tuple[_T, int]:
    """The part that a position falls into, and the position within it, if parts of these sizes follow one
    another."""
    for part, size in parts:
        if position < size:
            return part, position
        position -= size
    raise InconsistentSampler


def _side(held: dict[str, Ints], name: str, cut: Cut) -> halves_kernel.HalvesSide:
    """A stored side, with a new table."""
    keys, begins, words, weights = (held[f"{name}_{part}"] for part in ("keys", "begins", "words", "weights"))
    _require_begins(begins, len(keys), len(words))
    sound = (
        len(weights) == len(words) > 0
        and bool(np.all(keys[1:] > keys[:-1]))
        and 0 <= int(keys[0]) <= int(keys[-1]) < 1 << 2 * cut.slots
        and int(weights.min()) > 0
        and _exact_sum(weights) < _MOST_PAIRS
    )
    if not sound:
        raise InconsistentSampler
    return side_of(keys, begins, words, weights)


def _layers(held: dict[str, Ints], name: str, scan: HalfScan) -> Layers:
    """Stored layers."""
    layers = Layers(*(held[f"{name}_{part}"] for part in ("begins", "states", "counts")))
    _require_begins(layers.begins, len(scan.sites), len(layers.states))
    if len(layers.counts) != len(layers.states) or int(layers.counts.min(initial=1)) < 1:
        raise InconsistentSampler
    return layers


def _exact_sum(numbers: Ints) -> int:
    """The sum of numbers that are not negative. It may be too large for an integer of 64 bits."""
    return (int((numbers >> 32).sum()) << 32) + int((numbers & 0xFFFFFFFF).sum())


def _require_begins(begins: Ints, parts: int, whole: int) -> None:
    """Raise `InconsistentSampler` unless these numbers split `whole` items into `parts` non-empty parts."""
    # Comparisons instead of differences, because differences of arbitrary numbers can overflow.
    if len(begins) != parts + 1 or begins[0] != 0 or begins[-1] != whole or np.any(begins[1:] <= begins[:-1]):
        raise InconsistentSampler


def _narrow(counts: Ints) -> NDArray[Any]:
    """The same counts in the smallest type that holds them."""
    most = int(counts.max(initial=0))
    return counts.astype(
        next(t for t in (np.uint8, np.uint16, np.uint32, np.int64) if most <= np.iinfo(t).max)
    )


def _buffers(area: int) -> kernel.Buffers:
    slots = frontier_kernel.MOST_SLOTS + 2
    mates, work, labels = np.zeros((3, slots), dtype=np.int64)
    before, moves = np.zeros((2, kernel.MOST_BEFORE), dtype=np.int64)
    choice, pairs = np.zeros((2, 64), dtype=np.int64)
    near, has = np.zeros((area, 2), dtype=np.int32), np.zeros(area, dtype=np.int32)
    return kernel.Buffers(mates, work, labels, before, moves, choice, pairs, near, has)


def _pairs(meeting: HalvesJoin, progress: Progress | None) -> Ints:
    """For each lower class, the number of ways of upper halves that meet its halves."""
    upper, lower = meeting.upper, meeting.lower
    uppers = np.add.reduceat(upper.weights, upper.begins[:-1])
    nothing: Ints = np.zeros(1, dtype=np.int64)
    space = kernel.Space(upper, lower, meeting.between, uppers, meeting.weights, nothing)
    pairs = np.zeros(len(lower.keys), dtype=np.int64)
    by_thread = threading.local()

    def look(some: Ints) -> None:
        if not hasattr(by_thread, "buffers"):
            by_thread.buffers = _buffers(0)
        kernel.count_pairs(some, space, by_thread.buffers, pairs)

    what = f"matching {plural(len(upper.words), 'half', 'halves', grouped=True)}"
    meeting.for_classes(look, pairs, what, progress)
    return pairs


def _near(cut: Cut, tour: Tour) -> dict[int, set[int]]:
    """For each position, the two positions next to it along a closed tour."""
    positions = [cut.layout.position(index) for index in tour.indices]
    return {here: {positions[i - 1], positions[(i + 1) % len(positions)]} for i, here in enumerate(positions)}


def _index(side: halves_kernel.HalvesSide, which: int, word: int) -> int:
    """The index within its class of the half with this matching."""
    words: list[int] = side.words[side.begins[which] : side.begins[which + 1]].tolist()
    if word not in words:
        raise InconsistentSampler
    return words.index(word)

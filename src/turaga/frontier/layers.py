"""Layers of states with counts, and the step from one layer to the next.

A layer holds every state (see `turaga.frontier.state_kernel`) that choices up to a square can lead to, each
once and with a count. It is stored in parts (see `turaga.frontier.layers_kernel`). `Stepper.step` makes the
next layer, where the count of a state is the number of ways to reach it. `Stepper.pull` goes backwards: from
the number of ways to complete each state of a layer, it computes those of the previous layer.

`Layer.find` finds a state. Kernels use the `tables` for that.

A `ScanOrder` has the steps for a whole board, in the order of `turaga.frontier.layout`, for tours with given
ends. Each step includes an outlook on the squares ahead, so that states without a completion are dropped at
once. If the board, including the given ends, has mirror symmetry, each row ends with a step that merges
mirror images.

Importing this loads numba.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from turaga.board import Board
from turaga.frontier import growth_kernel as growing
from turaga.frontier import layers_kernel as counting
from turaga.frontier import state_kernel as kernel
from turaga.frontier.growth_kernel import Outlook
from turaga.frontier.layers_kernel import WORD_BITS
from turaga.frontier.layout import ScanLayout
from turaga.frontier.memory import require_window
from turaga.jit import Ints, Numbers
from turaga.threads import ThreadPool

_JOB = 1 << 15  # states expanded per kernel call, some tens of milliseconds
_ROUND = 1 << 20  # states expanded before their successors are merged: 12 bytes per successor
_PART = 1 << 15  # states in a part, or a few times as many, so that it stays in the cache
_MOST_PARTS = 256
_LEAST_TABLE = 16
# None of these depends on the number of threads, so the layers do not depend on it either.


def as_words(number: int, words: int) -> list[int]:
    """A number split into the words of a count, lowest first.

    >>> as_words(5, 2), as_words(2**62 + 1, 2)
    ([5, 0], [1, 1])
    """
    return [(number >> WORD_BITS * w) & ((1 << WORD_BITS) - 1) for w in range(words)]


def as_int(words: Sequence[int] | Ints) -> int:
    """The number that these words stand for.

    >>> as_int([1, 1]) == 2**62 + 1
    True
    """
    return sum(int(word) << WORD_BITS * w for w, word in enumerate(words))


class ScanStep(NamedTuple):
    """One step of a scan: the square to process."""

    site: kernel.Site
    outlook: growing.Outlook | None = None  # what lies ahead, to drop states without a completion
    folded: tuple[int, int] | None = None  # width and rows ahead, if mirror images are merged after it


class LayerPart(NamedTuple):
    """Some states of a layer, each once. Row i of `counts` is the count of states[i]."""

    states: Ints
    counts: Ints  # (states, words)


_NOTHING = LayerPart(np.empty(0, dtype=np.int64), np.empty((0, 1), dtype=np.int64))


@dataclass(frozen=True)
class Layer:
    """States with their counts. The number of parts is a power of two; a state is in part
    `mix(state) % len(parts)`.

    >>> layer = Layer.first()
    >>> len(layer), layer.total(), layer.states.tolist(), layer.find(0)
    (1, 1, [0], (0, 0))
    """

    parts: list[LayerPart]
    tables: list[Numbers] = field(default_factory=list, repr=False)  # made when first needed

    @classmethod
    def first(cls) -> "Layer":
        """The layer before the first square: one state, with one way to reach it."""
        return cls.of({0: 1})

    @classmethod
    def of(cls, counts: dict[int, int]) -> "Layer":
        """A layer of a few states with these counts, such as the last layer, to `pull` from."""
        words = max(map(_words_for, counts.values()), default=1)
        rows = [as_words(count, words) for count in counts.values()]
        states = np.array(list(counts), dtype=np.int64)
        return cls([LayerPart(states, np.array(rows, dtype=np.int64).reshape(len(rows), words))])

    def __len__(self) -> int:
        return sum(len(part.states) for part in self.parts)

    @property
    def words(self) -> int:
        """The number of words in a count."""
        return int(self.parts[0].counts.shape[1])

    @property
    def bytes(self) -> int:
        """The memory that the states and counts take."""
        return sum(part.states.nbytes + part.counts.nbytes for part in self.parts)

    @property
    def states(self) -> Ints:
        """All states in one array, part by part."""
        return np.concatenate([part.states for part in self.parts])

    @property
    def counts(self) -> Ints:
        """All counts in the order of `states`, one per row."""
        return np.concatenate([part.counts for part in self.parts])

    def total(self) -> int:
        """The sum of all counts."""
        halves = np.zeros((self.words, 2), dtype=np.int64)
        for part in self.parts:
            counting.totals(part.counts, halves)
        return sum(
            (low + (high << WORD_BITS // 2)) << WORD_BITS * w for w, (low, high) in enumerate(halves.tolist())
        )

    @property
    def shift(self) -> int:
        """The number of bits of `mix` that select the part. The others select the entry in its table."""
        return len(self.parts).bit_length() - 1

    def index(self) -> list[Numbers]:
        """A table for each part, for finding states. The tables are cached."""
        if not self.tables:
            for part in self.parts:
                table: Numbers = np.empty(_table_size(len(part.states)), dtype=np.int32)
                counting.fill(part.states, len(part.states), self.shift, table)
                self.tables.append(table)
        return self.tables

    def find(self, state: int) -> tuple[int, int] | None:
        """The part of a state and its index there; None if it is not in the layer."""
        p = counting.mix(state) & (len(self.parts) - 1)
        at = counting.find(state, self.parts[p].states, self.shift, self.index()[p])
        return None if at < 0 else (p, at)


def _words_for(number: int) -> int:
    """The number of words that hold a number."""
    return max(1, -(-number.bit_length() // WORD_BITS))


def _zeros(part: LayerPart, words: int) -> Ints:
    """A count of 0 for each state of a part."""
    return np.zeros((len(part.states), words), dtype=np.int64)


def _table_size(states: int) -> int:
    """The length of a table for this many states: a power of two, and at most half full."""
    return max(_LEAST_TABLE, 1 << (2 * states - 1).bit_length())


class _Growing:
    """A part under construction."""

    def __init__(self, words: int, shift: int) -> None:
        self.words, self.shift, self.held = words, shift, 0
        self.states: Ints = np.empty(0, dtype=np.int64)
        self.counts: Ints = np.empty((0, words), dtype=np.int64)
        self.table: Numbers = np.full(_LEAST_TABLE, -1, dtype=np.int32)

    def take(self, dealt: "_Dealt", p: int, before: Ints) -> None:
        """Add the states that were dealt to part p."""
        begin, end = int(dealt.begins[p]), int(dealt.begins[p + 1])
        if begin == end:
            return
        self._enlarge(self.held + end - begin)
        self.held = counting.gather(
            dealt.states, dealt.origins, begin, end, before, self.shift,
            self.states, self.counts, self.held, self.table,
        )  # fmt: skip

    def _enlarge(self, need: int) -> None:
        """Make the arrays long enough for `need` states. If they grow, they grow by at least half."""
        if need > len(self.states):
            size = max(need, self.held * 3 // 2)
            states, counts = self.states, self.counts
            self.states = np.empty(size, dtype=np.int64)
            self.counts = np.empty((size, self.words), dtype=np.int64)
            self.states[: self.held] = states[: self.held]
            self.counts[: self.held] = counts[: self.held]
        if _table_size(need) > len(self.table):
            self.table = np.empty(_table_size(need), dtype=np.int32)
            counting.fill(self.states, self.held, self.shift, self.table)

    @property
    def bytes(self) -> int:
        return self.states.nbytes + self.counts.nbytes + self.table.nbytes

    def done(self) -> LayerPart:
        """The finished part, with arrays of the exact length."""
        if self.held < len(self.states):
            return LayerPart(self.states[: self.held].copy(), self.counts[: self.held].copy())
        return LayerPart(self.states, self.counts)


class _Dealt(NamedTuple):
    """The successors of some states of a part, sorted by the part of the next layer that they belong to."""

    states: Ints
    origins: Numbers  # the row of the previous part that each comes from
    begins: Ints

    @property
    def bytes(self) -> int:
        return self.states.nbytes + self.origins.nbytes


class _Job(NamedTuple):
    """Some states of a part of a layer."""

    part: int
    first: int
    last: int  # exclusive


def _rounds(layer: Layer) -> Iterator[list[_Job]]:
    """The states of a layer as rounds of jobs."""
    jobs: list[_Job] = []
    states = 0
    for p, part in enumerate(layer.parts):
        for first in range(0, len(part.states), _JOB):
            jobs.append(_Job(p, first, min(first + _JOB, len(part.states))))
            states += jobs[-1].last - first
            if states >= _ROUND:
                yield jobs
                jobs, states = [], 0
    if jobs:
        yield jobs


def _parts_after(states: int) -> int:
    """The number of parts for the successors of this many states."""
    parts = 1
    while parts < _MOST_PARTS and parts * _PART < states:
        parts *= 2
    return parts


class Stepper(ThreadPool):
    """Steps from one layer to the next, or back, in several threads (by default one per core).

    `tick` is called every few hundredths of a second with the number of states under construction.

    >>> from turaga import Board
    >>> from turaga.frontier.layers import ScanOrder
    >>> layer = Layer.first()
    >>> with Stepper() as stepper:
    ...     for step in ScanOrder(Board("3x4"), [], 2):
    ...         layer = stepper.step(layer, step)
    >>> layer.total()
    8
    """

    def __init__(self, *, threads: int | None = None, tick: Callable[[int], None] | None = None) -> None:
        super().__init__(threads)
        self.tick = tick
        self.peak_bytes = 0  # the most held at once: two layers, tables, and successors in transit
        self._by_thread = threading.local()

    def step(self, layer: Layer, step: ScanStep, *, keep: bool = True) -> Layer:
        """The layer after the next square. Without `keep`, this layer is emptied on the way, to save memory.

        Counts get another word as soon as they might need it. A state has at most MOST_SUCCESSORS successors,
        and each of them inherits its count. So the counts of the next layer add up to at most MOST_SUCCESSORS
        times the total of this one, and a count that can hold the sum can hold each of them.
        """
        words = max(layer.words, _words_for(kernel.MOST_SUCCESSORS * layer.total()))
        many = _parts_after(len(layer))
        parts = [_Growing(words, many.bit_length() - 1) for _ in range(many)]
        for jobs in _rounds(layer):
            self._advance(layer, jobs, step, parts)
            if not keep:
                for job in jobs:
                    if job.last == len(layer.parts[job.part].states):
                        layer.parts[job.part] = _NOTHING
        made = []
        while parts:
            made.append(parts.pop().done())  # drop each part as soon as it is copied
        return Layer(made[::-1])

    def _advance(self, layer: Layer, jobs: list[_Job], step: ScanStep, parts: list[_Growing]) -> None:
        """Add the successors of the states of a round to the parts of the next layer."""
        held = sum(part.held for part in parts)
        dealt = []
        for successors in self.map(lambda job: self._dealt(layer, job, step, len(parts)), jobs):
            dealt.append(successors)
            self._tick(held + sum(len(each.states) for each in dealt))

        def take(p: int) -> int:
            for job, successors in zip(jobs, dealt, strict=True):
                parts[p].take(successors, p, layer.parts[job.part].counts)
            return parts[p].held

        self._tick(sum(self.map(take, range(len(parts)))))
        on_the_way = sum(each.bytes for each in dealt)
        self._note(layer.bytes + on_the_way + sum(part.bytes for part in parts))

    def pull(self, layer: Layer, step: ScanStep, after: Layer) -> Layer:
        """The states of a layer, each with the sum of the counts of its successors in the next layer. If
        those counts are numbers of ways to complete a state, so are these."""
        return self._pull(layer, step, after)[0]

    def pull_with_ends(self, layer: Layer, step: ScanStep, after: Layer) -> tuple[Layer, int]:
        """The same, and the number of tours that end on the square. The counts of `layer` must be the numbers
        of ways to reach its states."""
        pulled, endings = self._pull(layer, step, after, with_ends=True)
        digits = np.zeros(2 * (layer.words + pulled.words) + 1, dtype=np.int64)
        for part, ending in zip(layer.parts, endings, strict=True):
            counting.dot(part.counts, ending, digits)
        return pulled, sum(digit << WORD_BITS // 2 * d for d, digit in enumerate(digits.tolist()))

    def _pull(
        self, layer: Layer, step: ScanStep, after: Layer, *, with_ends: bool = False
    ) -> tuple[Layer, list[Ints]]:
        """The layer with its new counts. With `with_ends`, also the share of these counts that comes from
        tours that end here."""
        words = _words_for(kernel.MOST_SUCCESSORS * after.total())
        tables = after.index()
        counts = [_zeros(part, words) for part in layer.parts]
        endings = [_zeros(part, words) for part in layer.parts] if with_ends else []

        def pull(job: _Job) -> int:
            dealt = self._dealt(layer, job, step, len(after.parts))
            for p, part in enumerate(after.parts):
                begin, end = dealt.begins[p], dealt.begins[p + 1]
                there = (part.states, part.counts, after.shift, tables[p])
                counting.pull(dealt.states, dealt.origins, begin, end, *there, counts[job.part])
                if with_ends:
                    before = layer.parts[job.part].states
                    counting.pull_endings(
                        dealt.states, dealt.origins, begin, end, before, *there, endings[job.part]
                    )
            return job.last - job.first

        done = 0
        for many in self.map(pull, [job for jobs in _rounds(layer) for job in jobs]):
            done += many
            self._tick(done)
        found = sum(table.nbytes for table in tables) + sum(each.nbytes for each in (*counts, *endings))
        self._note(layer.bytes + after.bytes + found)
        made = [LayerPart(part.states, pulled) for part, pulled in zip(layer.parts, counts, strict=True)]
        return Layer(made), endings

    def _dealt(self, layer: Layer, job: _Job, step: ScanStep, parts: int) -> _Dealt:
        """The successors of the states of a job, sorted by part."""
        found = self._successors()
        states, parents, _ = found
        before = layer.parts[job.part].states
        if step.outlook is None:
            _, made = kernel.expand(before[: job.last], job.first, step.site, found)
        else:
            made = growing.grow(before, job.first, job.last, step.site, step.outlook, states, parents)
        if step.folded is not None:
            growing.fold(states, made, *step.folded)
        begins: Ints = np.empty(parts + 1, dtype=np.int64)
        dealt = _Dealt(np.empty(made, dtype=np.int64), np.empty(made, dtype=np.int32), begins)
        counting.deal(states, parents, made, dealt.begins, dealt.states, dealt.origins)
        return dealt

    def _successors(self) -> kernel.Successors:
        """Arrays for the successors of one job. Each thread has its own."""
        if not hasattr(self._by_thread, "found"):
            size = (_JOB + 1) * kernel.MOST_SUCCESSORS
            self._by_thread.found = kernel.Successors(
                np.empty(size, dtype=np.int64), np.empty(size, dtype=np.int32), np.empty(size, dtype=np.int8)
            )
        found: kernel.Successors = self._by_thread.found
        return found

    def _note(self, held: int) -> None:
        self.peak_bytes = max(self.peak_bytes, held)

    def _tick(self, states: int) -> None:
        if self.tick:
            self.tick(states)


class ScanOrder:
    """The steps of a scan: `scan[position]` processes the square at that position.

    The tours have `ends` ends (2, or 0 if closed), including the squares with the indices `given`. With
    `fold`, a state also stands for its mirror image, where that does not change the counts. Use `fold=False`
    if you need the tours themselves. Raises `TooManyStates` if the window does not fit into a state.

    >>> scan = ScanOrder(Board("3x4"), [], 2)
    >>> len(scan), scan[5].folded, scan[5].outlook.ends
    (12, (3, 2), 2)
    """

    def __init__(self, board: Board, given: Sequence[int], ends: int, *, fold: bool = True) -> None:
        self.layout = layout = ScanLayout(board)
        require_window(layout, f"board {board} cannot be counted row by row")
        self.given = sorted(map(layout.position, given))
        self.ends = ends
        self.folds = fold and all(map(layout.is_own_mirror, (layout.holes, self.given)))
        needs = [0 if p in layout.holes else 1 if p in self.given else 2 for p in range(board.area)]
        signed = [n if layout.is_light(p) else -n for p, n in enumerate(needs)]
        # The moves that light squares from each position on need, minus those that dark squares need.
        self._balance = [*np.cumsum(signed[::-1])[::-1].tolist(), 0]

    def __len__(self) -> int:
        return self.layout.board.area

    def __getitem__(self, position: int) -> ScanStep:
        if not 0 <= position < len(self):
            raise IndexError(position)
        width = self.layout.width
        at_row_end = position % width == width - 1
        folded = (width, self.layout.reach) if self.folds and at_row_end else None
        return ScanStep(self.layout.site(position, self.given, self.ends), self._outlook(position), folded)

    def _outlook(self, position: int) -> Outlook:
        """What lies ahead once the square at this position has been processed."""
        layout = self.layout
        past = position + 1 + layout.window  # the first position beyond the window
        real = must_end = light = 0
        tight: list[tuple[int, int, int]] = []
        for here in range(position + 1, min(past, len(self))):
            if here in layout.holes:
                continue
            bit = 1 << 4 * (here - position - 1)
            real |= bit
            must_end |= bit * (here in self.given)
            light |= bit * layout.is_light(here)
            later = [p for p in layout.neighbours(here) if p > position]
            beyond = sum(p >= past for p in later)
            if beyond < 2:
                near = sum(1 << 4 * (p - position - 1) for p in later if p < past)
                tight.append((bit, near, beyond))
        columns: Ints = np.array(tight, dtype=np.int64).reshape(len(tight), 3).T.copy()
        to_come = sum(p > position for p in self.given)
        balance = int(self._balance[min(past, len(self))])
        return Outlook(real, must_end, light, balance, self.ends - to_come, *columns)

"""Sampler sweep: samples, ranks and unranks tours after one pass over the board.

The set-up makes the graph of choices of `turaga.sample.choices_kernel`, with the number of tours that each
choice leads to. A sample is the tour with a random rank, so sampling, `rank` and `unrank` all walk down the
same graph.

The sequence of tours: the board is rotated so that its rows are its shorter side, and its squares are
processed row by row. Each square chooses which of its moves to later squares belong to the tour. Moves are
ordered by (down, right). Two tours are compared at the first square where their choices differ. A tour that
does not end there comes before one that does; then the one with the lower first move; then the one with the
lower second move.

Importing this loads numba.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from turaga.count.request import Tours
from turaga.errors import BadRule
from turaga.frontier.layers import as_int, as_words
from turaga.frontier.layout import ScanLayout
from turaga.frontier.memory import default_memory
from turaga.frontier.scan import ScanOrder
from turaga.frontier.state_kernel import Ways
from turaga.jit import Ints, Numbers
from turaga.limits import Progress, seed_number
from turaga.rng import Rng
from turaga.sample import choices_kernel as kernel
from turaga.sample.choices import choices_fit, chosen_moves, make_choices, only_choice
from turaga.sample.sampler import (
    InconsistentSampler,
    NoTours,
    SamplerBase,
    require_arrays,
    require_one_of,
    require_rank,
    uniform_number,
)
from turaga.sample.sampler_fit import one_tour, require_sweep
from turaga.walk import Tour

_MOST_AT_ONCE = 256  # tours sampled per kernel call


class SweepSampler(SamplerBase):
    """A sampler that holds the tours as a graph of choices.

    >>> sampler = SweepSampler.make(Tours.of("5x6", closed=True))
    >>> sampler.total, [sampler.rank(tour) for tour in sampler.draw(6, seed=1)]
    (8, [6, 2, 6, 4, 4, 7])
    """

    name: ClassVar[str] = "sweep"

    def __init__(self, tours: Tours, choices: kernel.ChoiceGraph) -> None:
        self.tours = tours
        self._layout = ScanLayout(tours.board)
        self._choices = choices
        self._words = int(choices.words[0])

    @classmethod
    def make(cls, tours: Tours, *, progress: Progress | None = None) -> Self:
        """Make a sampler. This takes about a microsecond per state, and sixteen bytes per state while it
        runs. Raises `NoTours` if there are no tours, and `BadRule` if the window does not fit into a state or
        the work would exceed the memory limit."""
        require_sweep(tours)
        if tours.board.size == 1 and not tours.closed:
            return cls(tours, only_choice(tours.board.area))
        choices = None
        if tours.path is not None:
            scan = ScanOrder(tours.board, *tours.path, fold=False)
            choices = make_choices(scan, memory=default_memory(), progress=progress)
        if choices is None:
            raise NoTours(f"the frontier method checked every possibility and found no {one_tour(tours)}")
        return cls(tours, choices)

    @cached_property
    def total(self) -> int:
        """The number of tours."""
        return as_int(self._choices.counts[: self._words])

    def count(self, *, progress: Progress | None = None) -> int:
        """The number of tours, which the set-up has counted."""
        return self.total

    # -- samples and ranks ------------------------------------------------------------------------

    def draw(self, number: int, seed: int, first: int = 0) -> Iterator[Tour]:
        """Sample tours uniformly at random. Sample i uses the generator `Rng(seed, i)`; i counts from
        `first`.

        A tour of 36 squares takes about 30 microseconds, most of them for verifying it.
        """
        seed_number("seed", seed)
        done, at_once = 0, 1
        while done < number:
            many = min(at_once, number - done)
            at_once = min(2 * at_once, _MOST_AT_ONCE)
            rng = (Rng(seed, first + done + i) for i in range(many))
            yield from self._tours([uniform_number(one, self.total) for one in rng])
            done += many

    def unrank(self, number: int) -> Tour:
        """The tour with this rank, from 1, in the sequence of the sampler.

        >>> sampler = SweepSampler.make(Tours.of("3x10", closed=True))
        >>> [sampler.rank(sampler.unrank(k)) for k in (1, 9, 16)]
        [1, 9, 16]
        """
        return next(self._tours([require_rank(self.tours, number, self.total) - 1]))

    def rank(self, tour: Tour) -> int:
        """The rank of a tour, from 1. Its direction makes no difference."""
        require_one_of(self.tours, tour)
        ways = self._ways(tour)
        number: Ints = np.empty(self._words, dtype=np.int64)
        if ways is None or not kernel.rank(self._choices, ways, number):
            raise BadRule(f"the tour is not one of the {self.tours.words}", field="tour")
        return as_int(number) + 1

    def _tours(self, numbers: list[int]) -> Iterator[Tour]:
        """The tours at these positions of the sequence, from 0."""
        board = self.tours.board
        words: Ints = np.array([as_words(number, self._words) for number in numbers], dtype=np.int64)
        walks: Numbers = np.empty((len(numbers), board.size), dtype=np.int32)
        ways: Ways = np.empty(board.area, dtype=np.uint8)
        kernel.trace(self._choices, words, self._tables, self._start, ways, walks)
        for walk in walks[:, :: -1 if self.tours.backwards else 1].tolist():
            yield self._verified(walk)

    # -- storage ----------------------------------------------------------------------------------

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays to store."""
        return dict(self._choices._asdict())

    @classmethod
    def from_arrays(cls, tours: Tours, arrays: dict[str, NDArray[Any]]) -> Self:
        """The sampler that stored these arrays; `InconsistentSampler` if they contradict each other."""
        require_arrays(arrays, only_choice(1)._asdict())
        choices = kernel.ChoiceGraph(**arrays)
        if not choices_fit(choices, chosen_moves(ScanLayout(tours.board))):
            raise InconsistentSampler
        made = cls(tours, choices)
        made.from_file = True
        return made

    # -- moves and squares ------------------------------------------------------------------------

    @cached_property
    def _start(self) -> int:
        """The position where tours start when they are written; -1 if they start at one of their ends."""
        tours = self.tours
        if tours.start_index is not None:
            return self._layout.position(tours.start_index)
        if tours.closed or tours.board.size == 1:
            return self._layout.position(tours.board.index(tours.board.first_square))
        return -1

    @cached_property
    def _tables(self) -> kernel.MoveTables:
        layout = self._layout
        indices = np.array([layout.index(p) for p in range(layout.board.area)], dtype=np.int64)
        return kernel.MoveTables(layout.offsets, *layout.move_tables(), indices)

    @cached_property
    def _directions(self) -> dict[tuple[int, int], int]:
        """The bit of each forward move, keyed by how many positions and how many columns ahead it leads. On
        narrow boards, two moves can lead equally many positions ahead."""
        layout = self._layout
        return {
            (down * layout.width + right, right): 1 << d for d, (down, right) in enumerate(layout.forward)
        }

    def _ways(self, tour: Tour) -> Ways | None:
        """The forward moves of a tour; None if its ends are not the required ones."""
        layout, tours = self._layout, self.tours
        positions = [layout.position(index) for index in tour.indices]
        links = {(min(pair), max(pair)) for pair in pairwise(positions)}
        if tours.closed:
            links.add((min(positions[0], positions[-1]), max(positions[0], positions[-1])))
            if tours.start_index is not None and tours.end_index is not None:
                here, there = sorted((layout.position(tours.start_index), layout.position(tours.end_index)))
                if (here, there) not in links:
                    return None
                links.remove((here, there))  # the graph has the open tours between the two squares
        ways = bytearray(tours.board.area)
        for here, there in links:
            ways[here] |= self._directions[there - here, there % layout.width - here % layout.width]
        return np.frombuffer(ways, dtype=np.uint8)

"""Sampler sweep: samples, ranks and unranks tours after one pass over the board.

The set-up makes the graph of choices of `turaga.sampling.choices_kernel`, with the number of tours that each
choice leads to.

The sequence of tours: the board is rotated so that its rows are its shorter side, and its squares are
processed row by row. Each square chooses which of its moves to later squares belong to the tour. Moves are
ordered by (down, right). Two tours are compared at the first square where their choices differ. A tour that
does not end there comes before one that does; then the one with the lower first move; then the one with the
lower second move.

Importing this loads numba.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from turaga.frontier.layers import ScanOrder, as_words
from turaga.frontier.layout import ScanLayout
from turaga.frontier.memory import default_memory
from turaga.frontier.state_kernel import Ways
from turaga.jit import Ints, Numbers
from turaga.limits import Progress
from turaga.sampling import choices_kernel as kernel
from turaga.sampling.choices import ChoiceSampler, choices_fit, make_choices, only_choice
from turaga.sampling.sampler import InconsistentSampler, require_arrays
from turaga.sampling.sampler_fit import require_sweep
from turaga.tours import Tours
from turaga.walk import Tour


class SweepSampler(ChoiceSampler):
    """A sampler that holds the tours as a graph of choices, made row by row. A tour of 36 squares takes about
    30 microseconds, most of them for verifying it.

    >>> sampler = SweepSampler.make(Tours("5x6", closed=True))
    >>> sampler.total, [sampler.rank(tour) for tour in sampler.draw(6, seed=1)]
    (8, [6, 2, 6, 4, 4, 7])
    """

    name: ClassVar[str] = "sweep"

    def __init__(self, tours: Tours, choices: kernel.ChoiceGraph | None) -> None:
        super().__init__(tours, choices)
        self._layout = ScanLayout(tours.board)

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
        return cls(tours, choices)

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

    @classmethod
    def from_arrays(cls, tours: Tours, arrays: dict[str, NDArray[Any]]) -> Self:
        """The sampler that stored these arrays; `InconsistentSampler` if they contradict each other."""
        require_arrays(arrays, only_choice(1)._asdict())
        choices = kernel.ChoiceGraph(**arrays)
        layout = ScanLayout(tours.board)
        allowed = [layout.site(position, [], 0).allowed for position in range(tours.board.area)]
        if not choices_fit(choices, allowed):
            raise InconsistentSampler
        made = cls(tours, choices)
        made.from_file = True
        return made

    # -- moves and squares ------------------------------------------------------------------------

    @cached_property
    def _start(self) -> int:
        """The position where tours start when they are written; -1 if they start at one of their ends."""
        tours = self.tours
        first = tours.forwards.start_index
        if first is not None:
            return self._layout.position(first)
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

    def _ways(self, moves: set[tuple[int, int]]) -> Ways:
        layout = self._layout
        ways = bytearray(self.tours.board.area)
        for move in moves:
            here, there = sorted(map(layout.position, move))
            ways[here] |= self._directions[there - here, there % layout.width - here % layout.width]
        return np.frombuffer(ways, dtype=np.uint8)

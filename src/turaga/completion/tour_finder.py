"""Find a tour of a board with propagation, or prove that there is none: the arrays for the kernel.

`turaga.completion.tour_finder_kernel` explains the method. Importing this module loads numba.
"""

from typing import Literal

import numpy as np

from turaga.board import Board
from turaga.completion import tour_finder_kernel as kernel
from turaga.completion.completer import Lattice, make_circuit
from turaga.completion.tour_finder_kernel import TourSearch
from turaga.jit import Bits, Bytes, Ints
from turaga.order import FIRST_ORDER
from turaga.rng import Rng

Ending = Literal["found", "exhausted", "paused"]
_NO_LIMIT = 1 << 62
_REAL = 255  # the set of all directions but that of the knot


class TourFinder:
    """A search for a tour of a board of at least two squares. It can be paused and continued.

    `start` and `end` are indices, or None if any square will do.

    >>> finder = TourFinder(Board("5x5"), start=None, end=None, closed=False, rng=Rng(0))
    >>> finder.run(None, 10**6), len(set(finder.tour(0)))
    ('found', 25)
    >>> TourFinder(Board("4x4"), start=None, end=None, closed=False, rng=Rng(0)).run(None, 10**6)
    'exhausted'
    """

    def __init__(self, board: Board, *, start: int | None, end: int | None, closed: bool, rng: Rng) -> None:
        self._lattice = lattice = Lattice(board, FIRST_ORDER)
        self._circuit = make_circuit(lattice.side)
        self._search = TourSearch(np.zeros(9, dtype=np.int64), np.ones(board.area + 2))
        self._rng: Bits = np.array([rng.state], dtype=np.uint64)
        self._ends = (start, end)
        self._closed, self._size = closed, board.size
        one, other = (-1 if given is None else given for given in (start, end))
        may_end = self._may_end(board)
        kernel.begin(lattice.graph, self._circuit, self._search, lattice.free, may_end, one, other, closed)

    def _may_end(self, board: Board) -> Bytes:
        """The squares where an open tour can begin or end, as marks: with an odd number of squares, those of
        the side that has one more."""
        marks: Bytes = np.zeros(board.area, dtype=np.int8)
        if not self._closed:
            free, side = self._lattice.free.astype(bool), self._lattice.side
            more = int(2 * side[free].sum() > board.size)
            marks[free & ((side == more) | (board.size % 2 == 0))] = 1
            marks[[given for given in self._ends if given is not None]] = 1
        return marks

    @property
    def steps(self) -> int:
        """How many moves were tried so far."""
        return int(self._search.state[kernel.TRIALS])

    @property
    def backtracks(self) -> int:
        """How many contradictions were found so far."""
        return int(self._search.state[kernel.CLASHES])

    @property
    def rounds(self) -> int:
        """How often the search has started again."""
        return int(self._search.state[kernel.ROUNDS])

    def run(self, until: int | None, most: int) -> Ending:
        """Continue the search until it is finished, has made `until` steps in all, or has made `most` more
        visits to a square. A hundred million of these take about a second."""
        stop = _NO_LIMIT if until is None else until
        over = kernel.search_tour(self._lattice.graph, self._circuit, self._search, self._rng, stop, most)
        endings: dict[int, Ending] = {kernel.FOUND: "found", kernel.EXHAUSTED: "exhausted"}
        return endings.get(over, "paused")

    def tour(self, start: int) -> list[int]:
        """The squares of the tour that was found, from the given start to the given end.

        If the request left both open, an open tour goes from its end with the lower index to the other, and
        a closed one starts on `start`.
        """
        fixed: Ints = self._circuit.held[len(self._lattice.free) + 1 :]
        given, end = self._ends
        first = end if given is None else given
        if first is None:
            first = start if self._closed else int(np.argmax(fixed[: len(self._lattice.free)] > _REAL))
        # From `first`, a closed tour to a given end must not begin with that end.
        before = end if self._closed and given is not None else None
        here, squares = first, [first]
        while len(squares) < self._size:
            ahead = [n for n in self._next(int(fixed[here]) & _REAL, here) if n != before]
            before, here = here, ahead[0]
            squares.append(here)
        return squares[::-1] if given is None and end is not None else squares

    def _next(self, ways: int, here: int) -> list[int]:
        """Where a set of directions leads from a square."""
        return [int(n) for d, n in enumerate(self._lattice.graph.near[here]) if ways >> d & 1]

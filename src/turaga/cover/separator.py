"""Separators: squares without which a board falls into more pieces than a tour can visit.

Such squares refute a tour also where the board has a cover by cycles. To find the fewest is as hard as to
find a tour, so this is a search that can fail. It starts from likely sets (all squares of one side, which
leave single squares as pieces; no squares; the neighbours of squares with few moves; random ones), adds and
removes squares by simulated annealing, and finally puts back squares that were not needed.
"""

from collections.abc import Sequence

import numpy as np

from turaga.board import Board
from turaga.certificate import Separator
from turaga.certificate.move_counts import RequestedTour, side_counts, sides_of
from turaga.cover.separator_kernel import anneal, excess
from turaga.jit import Bytes
from turaga.rng import Rng
from turaga.tours import Tours

MOST_SQUARES = 400  # larger boards are not searched
_WORK = 30_000_000  # squares looked at, in all
_STEPS = 4_000  # of one annealing
_CHOICE = 8  # separators from which the simplest is chosen
_RETRIES = 12  # orders in which squares are put back


def find_separator(
    board: Board,
    start: int | None,
    end: int | None,
    closed: bool,
    *,
    seed: int = 0,
    work: int = _WORK,
) -> Separator | None:
    """A separator that proves that there is no such tour; None if none is found.

    Takes a second or two at most. Boards of more than 400 squares are not searched.

    >>> find_separator(Board("4x4"), None, None, True).reason
    'without b3 and c2 the board falls into 3 pieces, and a closed tour allows at most 2'
    """
    if not 2 < board.size <= MOST_SQUARES:
        return None
    given = tuple(index for index in (start, end) if index is not None)
    asked = Tours.at(board, start, end, closed)
    found = [
        Separator.of(board, map(board.square, gone), start=asked.start, end=asked.end, closed=closed)
        for tour in RequestedTour(board, given, closed).readings()
        for gone in _Search(tour, Rng(seed)).run(work)
    ]
    return min(found, key=_length, default=None)


def _length(separator: Separator) -> tuple[bool, int, int]:
    """How long a separator is to explain: it is simplest if every piece must be visited once."""
    return max(separator.visits) > 1, len(separator.removed), len(separator.marked)


class _Search:
    """A board as arrays, for one kind of tour."""

    def __init__(self, tour: RequestedTour, rng: Rng) -> None:
        board = tour.board
        self.indices = list(board.indices())
        number = {index: i for i, index in enumerate(self.indices)}
        count = len(self.indices)
        self.near = np.full((count, 8), -1, dtype=np.int32)
        for i, index in enumerate(self.indices):
            for j, there in enumerate(set(board.neighbours(index))):
                self.near[i, j] = number[there]
        self.side = np.array([sides_of(board, [index])[1] for index in self.indices], dtype=np.int8)
        given = () if tour.closed else tour.given
        self.given = np.array([index in given for index in self.indices], dtype=np.int8)
        zeros, ones = side_counts(board)
        self.limits = np.array([0 if tour.closed else 2 - len(given), zeros - ones], dtype=np.int64)
        self.scratch = np.zeros(2 * count, dtype=np.int32)
        self.rng = rng

    def run(self, work: int) -> list[list[int]]:
        """Sets of squares to remove that prove that there is no tour, as indices; none if none was found."""
        count = len(self.indices)
        state = np.array([self.rng.next_bits()], dtype=np.uint64)
        found: list[list[int]] = []
        for turn in range(max(5, work // (count * _STEPS))):
            gone = self._first(turn)
            if anneal(self.near, self.side, self.given, self.limits, gone, state, _STEPS) > 0:
                found.append(self._fewest(gone))
            if len(found) == _CHOICE:
                break
        return found

    def _first(self, turn: int) -> Bytes:
        """The squares to begin with."""
        kind = turn % 5
        if kind < 2:
            return np.array(self.side == kind, dtype=np.int8)
        gone = np.zeros_like(self.side)
        if kind == 2:
            return gone
        if kind == 3:  # the neighbours of some squares that have few moves
            degrees = (self.near >= 0).sum(axis=1)
            weakest = np.flatnonzero(degrees <= max(2, degrees.min()))
            for i in self.rng.shuffled(weakest.tolist())[: 2 + self.rng.below(4)]:
                gone[self.near[i][self.near[i] >= 0]] = 1
            return gone
        return np.array([self.rng.below(3) == 0 for _ in self.indices], dtype=np.int8)

    def _fewest(self, gone: Bytes) -> list[int]:
        """The indices of the removed squares, after putting back as many as possible."""
        best = gone
        for _ in range(_RETRIES):
            fewer = self._fewer(gone.copy(), self.rng.shuffled(np.flatnonzero(gone).tolist()))
            if fewer.sum() < best.sum():
                best = fewer
        return [self.indices[i] for i in np.flatnonzero(best)]

    def _fewer(self, gone: Bytes, order: Sequence[int]) -> Bytes:
        again = True
        while again:
            again = False
            for i in order:
                if gone[i]:
                    gone[i] = 0
                    if excess(self.near, self.side, self.given, self.limits, gone, self.scratch) > 0:
                        again = True
                    else:
                        gone[i] = 1
        return gone

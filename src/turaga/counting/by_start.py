"""Counts the open tours that start on each square, for all squares at once.

An open tour has two ends. A forward pass gives the number of ways to reach each state, and a backward pass
the number of ways to complete it. A tour has an end on a square if it goes from a state before the square to
a state after it that has one more end. For each such pair of states, the number of tours is a product of two
counts. The forward pass keeps only the layers after whole rows; the backward pass computes each row again.
"""

import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from turaga.board import Board
from turaga.counting.methods import require_method, require_sweep
from turaga.counting.outcome import Count
from turaga.limits import Progress
from turaga.text import plural
from turaga.theory import verdict
from turaga.tours import Tours

if TYPE_CHECKING:
    from turaga.frontier.layers import Layer, ScanOrder, Stepper


@dataclass(frozen=True, kw_only=True)
class ByStart:
    """The number of open tours that start on each square, keyed by its index, and the work it took."""

    by_index: dict[int, int]
    states: int
    peak_bytes: int


def by_start(board: Board, *, progress: Progress | None = None, threads: int | None = None) -> ByStart:
    """The number of open tours that start on each square. Holes are not among the squares.

    The counts add up to twice the number of open tours, because each tour is counted from both of its ends.
    (A board of one square has one tour.)

    This takes three times as long as `count_by_sweep`, and memory for the layers after whole rows and those
    of one row. Raises `BadRule` before any work is done if that exceeds the memory limit.

    >>> counts = by_start(Board("5x5")).by_index
    >>> counts[0], counts[1], counts[12], sum(counts.values())
    (304, 0, 64, 1728)
    """
    if board.size == 1 or verdict(Tours.at(board)).exists is False:
        each = int(board.size == 1)
        return ByStart(by_index=dict.fromkeys(board.indices(), each), states=0, peak_bytes=0)
    require_sweep(Tours(board, directed=True), by_start=True)
    from turaga.frontier.layers import ScanOrder, Stepper

    scan = ScanOrder(board, [], 2)
    ends = _EndCounts(scan, progress)
    with Stepper(threads=threads, tick=ends.tick) as stepper:
        ends.count(stepper)
    counts = {index: ends.at(index) for index in board.indices()}
    return ByStart(by_index=counts, states=ends.states, peak_bytes=stepper.peak_bytes)


class _EndCounts:
    """The number of tours that end at each position of a scan."""

    def __init__(self, scan: "ScanOrder", progress: Progress | None) -> None:
        self.scan, self.progress = scan, progress
        self.ends = [0] * len(scan)
        self.states = self.done = 0  # over all layers; squares processed in all passes

    def count(self, stepper: "Stepper") -> None:
        """Make the forward pass and the backward pass."""
        from turaga.frontier.layers import Layer

        width, whole = self.scan.layout.width, len(self.scan)
        rows = [Layer.first()]  # the layers before each row and after the last
        for first in range(0, whole, width):
            steps = self._steps(stepper, rows[-1], range(first, first + width))
            rows.append(deque(steps, maxlen=1).pop())
        after = Layer.of({int(state): 1 for state in rows.pop().states})
        for first in range(whole - width, -1, -width):
            layers = [rows[-1], *self._steps(stepper, rows[-1], range(first, first + width - 1))]
            rows.pop()
            for position in range(first + width - 1, first - 1, -1):
                after, self.ends[position] = stepper.pull_with_ends(layers.pop(), self.scan[position], after)
                self.done += 1

    def _steps(self, stepper: "Stepper", layer: "Layer", positions: range) -> Iterator["Layer"]:
        """The layers after each of these squares."""
        for position in positions:
            layer = stepper.step(layer, self.scan[position])
            self.states += len(layer)
            self.done += 1
            yield layer

    def at(self, index: int) -> int:
        """The number of tours that end on the square with this index."""
        position = self.scan.layout.position(index)
        if not self.scan.folds:
            return self.ends[position]
        # A state also stands for its mirror image, so a tour counted here may end on the mirrored square.
        return (self.ends[position] + self.ends[self.scan.layout.mirrored(position)]) // 2

    def tick(self, making: int) -> None:
        if self.progress:
            what = f"counting by start, {plural(self.states + making, 'state', grouped=True)}"
            self.progress(what, self.done, 3 * len(self.scan) - self.scan.layout.length)


def count_each_start(tours: Tours, *, progress: Progress | None = None) -> Count:
    """The number of open tours of a board, with the number from each square.

    >>> count_each_start(Tours("3x4")).by_start[0]
    (2, 0, 0, 2)
    """
    began = time.perf_counter()
    board, directed = tours.board, tours.but(directed=True)
    nothing = require_method(directed, "auto" if board.size == 1 else "sweep") == "theory"
    found = by_start(board, progress=progress)
    counts = found.by_index
    return Count(
        tours=directed,
        count=sum(counts.values()),
        method="theory" if nothing else "sweep",
        reason=verdict(tours).reason if nothing else "one pass forwards and one backwards",
        states=found.states,
        seconds=time.perf_counter() - began,
        by_start=tuple(
            tuple(counts.get(row * board.cols + col) for col in range(board.cols))
            for row in range(board.rows)
        ),
    )

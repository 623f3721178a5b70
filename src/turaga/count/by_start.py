"""How many open tours start on each square, all at once.

An open tour ends on two squares. So with the number of ways that lead to each state (going forwards) and the
number of ways that lead on from it (going backwards), the tours that have an end on a square are those that
go through a state before it and on from one after it that has an end more: a product for each such step.
Going forwards only the layers after whole rows are kept; going backwards, each row is gone over again.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from turaga.board import Board, BoardLike
from turaga.count.request import Tours
from turaga.frontier.memory import require_memory
from turaga.limits import Progress

if TYPE_CHECKING:
    from turaga.frontier.layers import Layer, Stepper
    from turaga.frontier.scan import ScanOrder


def count_by_start(
    board: BoardLike, *, progress: Progress | None = None, threads: int | None = None
) -> dict[int, int]:
    """The number of open tours, directed, from each square, by its number. They add up to twice the number of
    open tours, unless there is only one square.

    Costs three times what `count_by_sweep` takes, whatever the number of squares; in memory, the layers after
    whole rows and those of one row. `BadRule` if that will not fit, before anything is begun.

    >>> counts = count_by_start("5x5")
    >>> counts[0], counts[1], counts[12], sum(counts.values())
    (304, 0, 64, 1728)
    """
    board = Board.read(board)
    return by_start(board, progress=progress, threads=threads).counts


@dataclass(frozen=True, kw_only=True)
class ByStart:
    """How many open tours start on each square, by its number, and what it took."""

    counts: dict[int, int]
    states: int
    peak_bytes: int


def by_start(board: Board, *, progress: Progress | None = None, threads: int | None = None) -> ByStart:
    """`count_by_start`, with what it took.

    >>> by_start(Board("3x4")).counts[0]
    2
    """
    if board.size == 1:
        return ByStart(counts=dict.fromkeys(board.indices(), 1), states=0, peak_bytes=0)
    require_memory(Tours(board=board, directed=True), by_start=True)
    from turaga.frontier.layers import Stepper
    from turaga.frontier.scan import ScanOrder

    course = ScanOrder(board, [], 2)
    ends = _Ends(course, progress)
    with Stepper(threads=threads, tick=ends.tick) as stepper:
        ends.count(stepper)
    counts = {number: ends.at(number) for number in board.indices()}
    return ByStart(counts=counts, states=ends.states, peak_bytes=stepper.peak_bytes)


class _Ends:
    """How many tours end at each place of a course."""

    def __init__(self, course: "ScanOrder", progress: Progress | None) -> None:
        self.course, self.progress = course, progress
        self.ends = [0] * len(course)
        self.states = self.done = 0  # over all layers; squares taken, going forwards, again, and back

    def count(self, stepper: "Stepper") -> None:
        """Go over the board, and back."""
        from turaga.frontier.layers import Layer

        width, whole = self.course.places.width, len(self.course)
        rows = [Layer.first()]  # the layers before each row, and after the last
        for first in range(0, whole, width):
            steps = self._steps(stepper, rows[-1], range(first, first + width))
            rows.append(deque(steps, maxlen=1).pop())
        after = Layer.of({int(state): 1 for state in rows.pop().states})
        for first in range(whole - width, -1, -width):
            layers = [rows[-1], *self._steps(stepper, rows[-1], range(first, first + width - 1))]
            rows.pop()
            for place in range(first + width - 1, first - 1, -1):
                after, self.ends[place] = stepper.pull_with_ends(layers.pop(), self.course[place], after)
                self.done += 1

    def _steps(self, stepper: "Stepper", layer: "Layer", places: range) -> Iterator["Layer"]:
        """The layers after each of these squares."""
        for place in places:
            layer = stepper.step(layer, self.course[place])
            self.states += len(layer)
            self.done += 1
            yield layer

    def at(self, number: int) -> int:
        """How many tours end on the square of this number."""
        place = self.course.places.of(number)
        if not self.course.folds:
            return self.ends[place]
        # A state stood for its mirror image too: what was counted on a square may have been on the image.
        return (self.ends[place] + self.ends[self.course.places.mirrored(place)]) // 2

    def tick(self, making: int) -> None:
        if self.progress:
            what = f"counting by start, {self.states + making:,} states"
            self.progress(what, self.done, 3 * len(self.course) - self.course.places.length)

"""Counting one way through the board: every square in turn, every state with the number of ways to it.

In one sentence: go over the board square by square along its longer side, keep every look a half-built tour
can have from the few squares it has reached, with how many half-built tours have it, and what is left at the
last square is the number of tours.

How a state looks stands in `turaga.frontier.state_kernel`, how counts are added in
`turaga.frontier.layers_kernel`.
Any start and end, holes and other leapers, as long as the moves reach at most 15 squares ahead: for the
knight, a shorter side of at most 7. How many states there will be is estimated in `turaga.frontier.memory`,
to be asked before.

Importing this loads numba.
"""

from dataclasses import dataclass

from turaga.count.request import Tours
from turaga.frontier.layers import Layer, Stepper
from turaga.frontier.scan import ScanOrder
from turaga.limits import Progress


@dataclass(frozen=True, kw_only=True)
class Swept:
    """How many tours, each once (`Tours.times` not looked at), and what it took."""

    count: int
    states: int  # made, over all layers
    peak_states: int  # in one layer
    peak_bytes: int  # held at once


def scan_of(tours: Tours, *, fold: bool = True) -> ScanOrder | None:
    """The course on which these tours are counted; None if the ends alone rule them out, or if there is but
    one square, which is a tour by itself if open.

    A closed tour with both ends given is an open one between them, if they are a move apart: the move that
    closes it is known.
    """
    board, start, end = tours.board, tours.start, tours.end
    if board.size == 1 or (start is not None and start == end) or (tours.closed and board.size == 2):
        return None
    as_open = not tours.closed or end is not None
    if tours.closed and start is not None and end is not None and not board.is_move(start, end):
        return None
    given = [n for n in (start, end) if n is not None] if as_open else []
    return ScanOrder(board, given, 2 if as_open else 0, fold=fold)


def count_by_sweep(tours: Tours, *, progress: Progress | None = None, threads: int | None = None) -> Swept:
    """How many of these tours there are, exactly, each counted once: what a start or `directed` make of
    that is for `Tours.times` to say. The same in any number of threads, by default as many as there are
    cores.

    Costs about a microsecond a state, half of that in two threads, and some 40 bytes for each of the largest
    layer; `turaga.frontier.memory` has a table of those. Open tours of 6x6 take 4 million states, 0.6 million
    in a layer, of 6x7 22 and 4.4 million; closed ones of 6x8 4 and 0.7 million.

    >>> count_by_sweep(Tours.of("5x6", closed=True)).count
    8
    >>> swept = count_by_sweep(Tours.of("3x46", closed=True))
    >>> swept.count > 2**63, swept.peak_states
    (True, 82)
    """
    course = scan_of(tours)
    if course is None:
        alone = tours.board.size == 1 and not tours.closed
        return Swept(count=int(alone), states=0, peak_states=0, peak_bytes=0)
    layer = Layer.first()
    states = peak = place = 0

    def tick(making: int) -> None:
        if progress:
            progress(f"counting, {states + making:,} states", place, len(course))

    with Stepper(threads=threads, tick=tick) as stepper:
        for place in range(len(course)):
            layer = stepper.step(layer, course[place], keep=False)
            states += len(layer)
            peak = max(peak, len(layer))
            if not len(layer):
                break
        return Swept(count=layer.total(), states=states, peak_states=peak, peak_bytes=stepper.peak_bytes)

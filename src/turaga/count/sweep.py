"""Method sweep: count one way through the board, every square in turn, every state with the number of ways
to it.

In one sentence: go over the board square by square along its longer side, keep every state that a half-built
tour can have as seen from the few squares it has reached, with how many half-built tours have it, and what is
left at the last square is the number of tours.

`turaga.frontier.state_kernel` explains what a state is, `turaga.frontier.layers_kernel` how counts are added.
Any start and end, holes and other leapers are fine, as long as the moves reach at most 15 squares ahead: for
the knight, a shorter side of at most 7. `turaga.frontier.memory` estimates how many states there will be; ask
it before.

Importing this loads numba.
"""

from turaga.count.outcome import MethodResult, result_without_search
from turaga.count.request import Tours
from turaga.frontier.layers import Layer, Stepper
from turaga.frontier.scan import ScanOrder
from turaga.limits import Progress


def count_by_sweep(
    tours: Tours, *, progress: Progress | None = None, threads: int | None = None
) -> MethodResult:
    """How many of these tours there are, exactly, each counted once (`Tours.times` is not applied). The
    result does not depend on the number of threads, by default as many as there are cores.

    Costs about a microsecond a state, half of that in two threads, and some 40 bytes for each of the largest
    layer; `turaga.frontier.memory` has a table of those. Open tours of 6x6 take 4 million states, 0.6 million
    in a layer, of 6x7 22 and 4.4 million; closed ones of 6x8 4 and 0.7 million.

    >>> count_by_sweep(Tours.of("5x6", closed=True)).count
    8
    >>> swept = count_by_sweep(Tours.of("3x46", closed=True))
    >>> swept.count > 2**63, swept.peak_states
    (True, 82)
    """
    if tours.path is None:
        return result_without_search(tours)
    scan = ScanOrder(tours.board, *tours.path)
    layer = Layer.first()
    states = peak = position = 0

    def tick(making: int) -> None:
        if progress:
            progress(f"counting, {states + making:,} states", position, len(scan))

    with Stepper(threads=threads, tick=tick) as stepper:
        for position in range(len(scan)):
            layer = stepper.step(layer, scan[position], keep=False)
            states += len(layer)
            peak = max(peak, len(layer))
            if not len(layer):
                break
        return MethodResult(
            count=layer.total(), states=states, peak_states=peak, peak_bytes=stepper.peak_bytes
        )

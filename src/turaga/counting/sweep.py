"""Method sweep: count tours in one pass over the board.

The method processes the board square by square along its longer side. After each square it knows every state
that a partial tour can have, as seen from the few squares ahead that it has reached, and how many partial
tours have that state. The count after the last square is the number of tours.

`turaga.frontier.state_kernel` explains what a state is, and `turaga.frontier.layers_kernel` how counts are
added. Any start and end, holes and other leapers are supported, as long as moves reach at most 15 squares
ahead. For the knight, that means a shorter side of at most 7. Call `turaga.frontier.memory` first to estimate
how many states there will be.

Importing this loads numba.
"""

from turaga.counting.outcome import MethodResult, result_without_search
from turaga.frontier.layers import Layer, ScanOrder, Stepper
from turaga.limits import Progress
from turaga.text import plural
from turaga.tours import Tours


def count_by_sweep(
    tours: Tours, *, progress: Progress | None = None, threads: int | None = None
) -> MethodResult:
    """Count these tours exactly, each once (`Tours.times` is not applied). The result does not depend on the
    number of threads, which is the number of cores by default.

    A state takes about a microsecond, or half of that with two threads, and each state of the largest layer
    takes about 40 bytes; `turaga.frontier.memory` has a table of layer sizes. The open tours of 6x6 take
    4 million states, 0.6 million of them in one layer. Those of 6x7 take 22 million and 4.4 million, and the
    closed tours of 6x8 take 4 million and 0.7 million.

    >>> count_by_sweep(Tours("5x6", closed=True)).count
    8
    >>> swept = count_by_sweep(Tours("3x46", closed=True))
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
            so_far = plural(states + making, "state", grouped=True)
            progress(f"counting, {so_far}", position, len(scan))

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

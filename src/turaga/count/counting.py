"""`count_tours`: how many, exactly, by whichever method takes the question.

Each method is a way to go over all possibilities without walking every tour, or, the last, by walking every
one. They share little, so that each checks the others:

- `halves` meets in the middle (`turaga.count.halves`): closed tours by a knight, the only way to 8x8;
- `sweep` goes over the board along its longer side (`turaga.count.sweeping`), in all cores; linear in length;
- `narrowest` takes the squares in the order with the narrowest frontier it finds (`turaga.count.narrowest`):
  on boards nearly square the states are a tenth as many;
- `enumerate` walks every tour (`turaga.count.listing`).
"""

import contextlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from turaga._version import __version__
from turaga.board import BoardLike, Square
from turaga.count.asked import Count, Tours
from turaga.count.fitting import demand_room
from turaga.count.halving import can_halve, demand_halves
from turaga.errors import BadRule
from turaga.limits import Progress
from turaga.theory import verdict
from turaga.wording import plural, short

__all__ = ["METHODS", "count_asked", "count_tours"]

METHODS: Mapping[str, str] = MappingProxyType(
    {
        "auto": "what suits the question",
        "halves": "meets in the middle, for closed tours",
        "sweep": "goes over the board along its longer side",
        "narrowest": "takes the squares in the order with the narrowest frontier",
        "enumerate": "walks every tour",
    }
)
_NARROW = 5  # rows: up to here a sweep is as quick as meeting in the middle
_MOST_SEARCHED = 150  # squares: on boards with more of them, no order is looked for but along the longer side
_ONE_CORE = 3  # a state of `narrowest`, which has one, takes so many times as long as one of `sweep`


@dataclass(frozen=True, slots=True)
class _Counted:
    """What a method came to."""

    count: int
    states: int
    bytes: int | None
    reason: str


def count_tours(
    board: BoardLike,
    *,
    closed: bool = False,
    directed: bool = False,
    start: Square | str | None = None,
    end: Square | str | None = None,
    method: str = "auto",
    progress: Progress | None = None,
) -> Count:
    """How many tours of a board there are, exactly; `Tours` says what is counted.

    Costs a second or less up to 6x8 closed and 6x6 open, seconds for 7x8 closed and 6x7 open, minutes for 8x8
    closed. `BadRule` if it would not fit into memory, before anything is begun. With `auto`, what theory
    knows to be none is not counted.

    >>> count_tours("5x5").count, count_tours("5x5", start="1,1").count
    (864, 304)
    >>> count_tours("5x6", closed=True, directed=True).count
    16
    """
    tours = Tours.of(board, closed=closed, directed=directed, start=start, end=end)
    return count_asked(tours, method=method, progress=progress)


def count_asked(tours: Tours, *, method: str = "auto", progress: Progress | None = None) -> Count:
    """`count_tours`, for whoever has said already which tours are meant."""
    if method not in METHODS:
        raise BadRule(f"method {short(method)!r} is not known: write {', '.join(METHODS)}")
    began = time.perf_counter()
    chosen, counted = _counted(tours, method, progress)
    return Count(
        tours=tours,
        count=counted.count * tours.times,
        method=chosen,
        reason=counted.reason,
        states=counted.states,
        bytes=counted.bytes,
        seconds=time.perf_counter() - began,
        version=__version__,
    )


def _counted(tours: Tours, method: str, progress: Progress | None) -> tuple[str, _Counted]:
    """The method that was taken, and what it came to."""
    if method == "auto":
        known = verdict(tours.question)
        if known.exists is False:
            return "theory", _Counted(0, 0, None, known.reason)
        if tours.closed and _ends_apart(tours):
            return "theory", _Counted(0, 0, None, "the start and the end are no move apart")
        method = _chosen(tours)
    return method, _DO[method](tours, progress)


def _ends_apart(tours: Tours) -> bool:
    """Whether no closed tour can end where it is to, since that is no move from the start."""
    if tours.start is None or tours.end is None:
        return False
    return not tours.board.is_move(tours.start, tours.end)


def _chosen(tours: Tours) -> str:
    """The method that takes least time, as far as can be told; `BadRule` if none takes the question."""
    if min(tours.board.rows, tours.board.cols) > _NARROW and can_halve(tours):
        return "halves"
    costs = {}
    refusal = None
    try:
        costs["sweep"] = demand_room(tours).states * tours.board.area
    except BadRule as error:
        refusal = error
    if tours.board.area <= _MOST_SEARCHED:
        with contextlib.suppress(BadRule):
            costs["narrowest"] = _ONE_CORE * _narrowest_room(tours)
    if costs:
        return min(costs, key=lambda method: costs[method])
    assert refusal is not None
    raise refusal


def _narrowest_room(tours: Tours) -> int:
    """How many states the narrowest order comes to, roughly; `BadRule` if they are too many."""
    from turaga.count.narrowing import demand_net_room, narrow_order
    from turaga.count.net import net_of

    net = net_of(tours)
    return 0 if net is None else demand_net_room(net, narrow_order(net.near), str(tours.board)).states


def _by_halves(tours: Tours, progress: Progress | None) -> _Counted:
    demand_halves(tours)
    from turaga.count.halves import count_by_halves

    found = count_by_halves(tours, progress=progress)
    reason = f"by meeting in the middle, at most {found.peak_states:,} halves on a side"
    return _Counted(found.count, found.states, found.peak_bytes, reason)


def _by_sweep(tours: Tours, progress: Progress | None) -> _Counted:
    demand_room(tours)
    from turaga.count.sweeping import count_by_sweep

    found = count_by_sweep(tours, progress=progress)
    reason = f"along the longer side of the board, at most {found.peak_states:,} states after a square"
    return _Counted(found.count, found.states, found.peak_bytes, reason)


def _by_narrowest(tours: Tours, progress: Progress | None) -> _Counted:
    from turaga.count.narrowest import count_by_narrowest

    found = count_by_narrowest(tours, progress=progress)
    reason = f"in the order with the narrowest frontier, at most {found.peak_states:,} states after a square"
    return _Counted(found.count, found.states, found.peak_bytes, reason)


def _by_enumeration(tours: Tours, progress: Progress | None) -> _Counted:
    from turaga.count.listing import count_by_listing

    count, entered = count_by_listing(tours, progress=progress)
    return _Counted(count, entered, None, f"walking every tour, {plural(entered, 'square')} entered")


_DO: dict[str, Callable[[Tours, Progress | None], _Counted]] = {
    "halves": _by_halves,
    "sweep": _by_sweep,
    "narrowest": _by_narrowest,
    "enumerate": _by_enumeration,
}

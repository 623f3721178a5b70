"""How many tours there are, exactly: the methods by name, and which of them suits a question.

Theory is asked first: where it knows that there is no tour, none is looked for. What a method cannot do
within the memory and time it is allowed, it refuses before it starts.
"""

import time
from dataclasses import dataclass, replace
from typing import NamedTuple

from turaga._version import __version__
from turaga.board import BoardLike, Square
from turaga.count.request import Count, Tours
from turaga.errors import BadRule
from turaga.limits import Progress
from turaga.text import plural, short
from turaga.theory import verdict

_WIDE = 6  # from this width on, other orders of the squares are narrower than rows
_MOST_SQUARES = 1_000_000
_MOST_WORK = 10**12  # words added, states times squares times words of a count: most of an hour


class Method(NamedTuple):
    """What a method does, in a few words."""

    what: str


METHODS = {
    "auto": Method("whichever of the others takes the least"),
    "sweep": Method("one way through the board, row by row"),
    "narrowest": Method("one way through, the squares in an order found for it"),
    "halves": Method("closed tours, met in the middle"),
    "enumerate": Method("go through all of them, one by one"),
}


def parse_method(text: str) -> str:
    """The method a person named.

    >>> parse_method("Sweep")
    'sweep'
    """
    word = text.strip().lower() if isinstance(text, str) else ""
    if word not in METHODS:
        raise BadRule(f"method {short(str(text))!r} is not known: the methods are {', '.join(METHODS)}")
    return word


def count_tours(
    board: BoardLike | Tours,
    *,
    closed: bool = False,
    directed: bool = False,
    start: Square | str | None = None,
    end: Square | str | None = None,
    method: str = "auto",
    progress: Progress | None = None,
) -> Count:
    """How many tours there are, exactly. `turaga.count.request` says what counts as one.

    What it costs depends on the board's shorter side: up to 5 rows it takes no time, 6x7 seconds, 8x8
    closed minutes. `BadRule` before any work is done if it will not fit.

    >>> count_tours("5x5", directed=True).count, count_tours("5x5", start="1,1").count
    (1728, 304)
    >>> none = count_tours("4x9", closed=True)
    >>> none.count, none.method
    (0, 'theory')
    """
    tours = Tours.of(board, closed=closed, directed=directed, start=start, end=end)
    return count_these(tours, method=method, progress=progress)


def count_these(tours: Tours, *, method: str = "auto", progress: Progress | None = None) -> Count:
    """As `count_tours`, for tours already named.

    >>> count_these(Tours.of("3x10", closed=True), method="sweep").count
    16
    """
    began = time.perf_counter()
    word = require_method(tours, method)
    if word == "theory":
        done = _Done(0, 0, verdict(tours.question).reason)
    else:
        done = _COUNTERS[word](replace(tours, directed=False), progress)
    return Count(
        tours=tours,
        count=done.count * tours.times,
        method=word,
        reason=done.reason,
        states=done.states,
        seconds=time.perf_counter() - began,
        version=__version__,
    )


def require_method(tours: Tours, method: str = "auto") -> str:
    """The method by which these tours will be counted, `theory` if there are none to count; `BadRule` if it
    is not known, does not take them, or would take too much.

    >>> require_method(Tours.of("8x8", closed=True)), require_method(Tours.of("6x6"))
    ('halves', 'narrowest')
    """
    word = parse_method(method)
    question = tours.question
    if tours.board.area > _MOST_SQUARES and not question.plain:
        raise BadRule(
            f"the tours of {tours.board} cannot be counted exactly here: with holes or another leaper it "
            f"takes at most {_MOST_SQUARES:,} squares"
        )
    if verdict(question).exists is False:
        return "theory"
    if word == "auto":
        word = choose_method(tours)
    _DEMANDS[word](tours)
    return word


def choose_method(tours: Tours) -> str:
    """The method that takes the least: closed tours of boards wider than 5 are met in the middle if that
    fits, open ones go by a narrow order where that is better than rows, and all others row by row.

    >>> choose_method(Tours.of("5x8", closed=True)), choose_method(Tours.of("7x8", closed=True))
    ('sweep', 'halves')
    """
    from turaga.count.halves_fit import can_halve
    from turaga.frontier import fits
    from turaga.frontier.memory import estimated_room

    board = tours.board
    if min(board.rows, board.cols) < _WIDE or board.size <= 1:
        return "sweep"
    if can_halve(tours):
        return "halves"
    narrow = _narrow_states(tours)
    by_rows = estimated_room(tours).states if fits(board) else None
    if narrow is not None and (by_rows is None or narrow < by_rows):
        return "narrowest"
    return "sweep"


def _narrow_states(tours: Tours) -> int | None:
    """About how many states method narrowest holds at once; None if it does not take these tours."""
    try:
        return _narrow_room(tours)
    except BadRule:
        return None


def _narrow_room(tours: Tours) -> int:
    """The same; `BadRule` if it does not take them."""
    from turaga.frontier.graph import graph_of
    from turaga.frontier.graph_order import MOST_POINTS, narrow_order, require_graph_memory

    if tours.board.area > MOST_POINTS:
        raise BadRule(
            f"method narrowest does not take {tours.board}: boards of up to {MOST_POINTS:,} squares are tried"
        )
    net = graph_of(tours)
    if net is None:
        return 0
    return require_graph_memory(
        net, narrow_order(net.near), f"the {tours.kind} tours of {tours.board}"
    ).peak_states


def _demand_sweep(tours: Tours) -> None:
    from turaga.frontier.memory import require_memory

    room = require_memory(tours)
    words = 1 + tours.board.size // 62
    if room.states * tours.board.size * words > _MOST_WORK:
        raise BadRule(
            f"the {tours.kind} tours of {tours.board} cannot be counted exactly here: their number has about "
            f"{tours.board.size * 3 // 10:,} digits, and the board is too long to add up so many"
        )


def _demand_narrowest(tours: Tours) -> None:
    _narrow_room(tours)


def _demand_halves(tours: Tours) -> None:
    from turaga.count.halves_fit import require_halves

    require_halves(tours)


def _demand_enumerate(tours: Tours) -> None:
    from turaga.count.enumeration import MOST_SQUARES

    if tours.board.area > MOST_SQUARES:
        raise BadRule(
            f"the tours of {tours.board} cannot be gone through one by one: boards of at most "
            f"{MOST_SQUARES:,} squares are taken"
        )


_DEMANDS = {
    "sweep": _demand_sweep,
    "narrowest": _demand_narrowest,
    "halves": _demand_halves,
    "enumerate": _demand_enumerate,
}


@dataclass(frozen=True)
class _Done:
    """How many tours, each once, and what it took."""

    count: int
    states: int
    reason: str


def _took(peak_states: int, peak_bytes: int) -> str:
    """What a frontier count took."""
    size = f"{peak_bytes / 1e6:,.0f} MB" if peak_bytes >= 1e6 else f"{max(1, peak_bytes // 1000)} kB"
    return f"at most {plural_of(peak_states, 'state')} and {size} at once"


def plural_of(number: int, thing: str) -> str:
    """As `plural`, with thousands apart.

    >>> plural_of(1, "state"), plural_of(12345, "state")
    ('1 state', '12,345 states')
    """
    return plural(number, thing).replace(str(number), f"{number:,}", 1)


def _sweep(tours: Tours, progress: Progress | None) -> _Done:
    from turaga.count.sweep import count_by_sweep

    swept = count_by_sweep(tours, progress=progress)
    took = _took(swept.peak_states, swept.peak_bytes)
    return _Done(swept.count, swept.states, f"one way through the board, {took}")


def _narrowest(tours: Tours, progress: Progress | None) -> _Done:
    from turaga.count.graph_sweep import count_by_narrowest

    summed = count_by_narrowest(tours, progress=progress)
    took = _took(summed.peak_states, summed.peak_bytes)
    return _Done(summed.count, summed.states, f"one way through the board in a narrow order, {took}")


def _halves(tours: Tours, progress: Progress | None) -> _Done:
    from turaga.count.halves import count_by_halves

    halved = count_by_halves(tours, progress=progress)
    took = _took(halved.peak_states, halved.peak_bytes)
    return _Done(halved.count, halved.states, f"met in the middle of the board, {took}")


def _enumerate(tours: Tours, progress: Progress | None) -> _Done:
    from turaga.count.enumeration import count_by_listing

    count, entered = count_by_listing(tours, progress=progress)
    return _Done(count, entered, "all of them gone through, one by one")


_COUNTERS = {"sweep": _sweep, "narrowest": _narrowest, "halves": _halves, "enumerate": _enumerate}

"""How many tours there are, exactly: the methods by name, what each of them takes, and which to choose.

Theory comes first: where it knows that there is no tour, nothing is searched. A method refuses what it cannot
do within the memory and time it is allowed, before it starts. Choosing a method does not load numba.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import NamedTuple

from turaga._version import __version__
from turaga.board import BoardLike, Leaper, Square
from turaga.count.closed_halves_fit import can_halve, require_halves
from turaga.count.enumeration import require_listable
from turaga.count.outcome import Count, MethodResult
from turaga.count.request import Tours
from turaga.errors import BadRule
from turaga.frontier.graph import graph_of
from turaga.frontier.graph_order import MOST_POINTS, narrow_order, require_graph_memory
from turaga.frontier.layout import ScanLayout
from turaga.frontier.memory import MemoryEstimate, estimate_memory, require_memory, require_window, show_bytes
from turaga.limits import Progress
from turaga.text import plural, short
from turaga.theory import verdict

_WIDE = 6  # from this width on, other orders of the squares are narrower than rows
_MOST_SQUARES = 1_000_000
_MOST_WORK = 10**12  # words added, states times squares times words of a count: most of an hour


def parse_method(text: str) -> str:
    """The method a person named.

    >>> parse_method("Sweep")
    'sweep'
    """
    word = text.strip().lower() if isinstance(text, str) else ""
    if word not in METHODS:
        raise BadRule(
            f"method {short(str(text))!r} is not known",
            accepted=f"the methods are {', '.join(METHODS)}",
            field="method",
            value=text,
        )
    return word


def count_tours(
    board: BoardLike | Tours,
    *,
    leaper: Leaper | None = None,
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
    tours = Tours.of(board, leaper=leaper, closed=closed, directed=directed, start=start, end=end)
    return count_these(tours, method=method, progress=progress)


def count_these(tours: Tours, *, method: str = "auto", progress: Progress | None = None) -> Count:
    """As `count_tours`, for tours already named.

    >>> count_these(Tours.of("3x10", closed=True), method="sweep").count
    16
    """
    began = time.perf_counter()
    name = require_method(tours, method)
    if name == "theory":
        found, reason = MethodResult(count=0), verdict(tours.question).reason
    else:
        chosen = _METHODS[name]
        count = getattr(import_module(chosen.module), chosen.function)
        found, reason = count(replace(tours, directed=False), progress=progress), chosen.how
        if found.peak_states:
            states, size = plural(found.peak_states, "state", grouped=True), show_bytes(found.peak_bytes)
            reason += f", at most {states} and {size} at once"
    return Count(
        tours=tours,
        count=found.count * tours.times,
        method=name,
        reason=reason,
        states=found.states,
        seconds=time.perf_counter() - began,
        version=__version__,
    )


def require_method(tours: Tours, method: str = "auto") -> str:
    """The method by which these tours will be counted, `theory` if there are none to count; `BadRule` if it
    is not known, does not take them, or would take too much.

    >>> require_method(Tours.of("8x8", closed=True)), require_method(Tours.of("6x6"))
    ('halves', 'narrowest')
    """
    name = parse_method(method)
    question = tours.question
    if tours.board.area > _MOST_SQUARES and not question.plain:
        raise BadRule(
            f"the tours of {tours.board} cannot be counted exactly here",
            accepted=f"with holes or another leaper it takes at most {_MOST_SQUARES:,} squares",
            field="board",
            value=str(tours.board),
        )
    if verdict(question).exists is False:
        return "theory"
    if name == "auto":
        name = choose_method(tours)
    _METHODS[name].require(tours)
    return name


def choose_method(tours: Tours) -> str:
    """The method that takes the least: closed tours of boards wider than 5 are met in the middle if that
    fits, open ones go by a narrow order where that is better than rows, and all others row by row.

    >>> choose_method(Tours.of("5x8", closed=True)), choose_method(Tours.of("7x8", closed=True))
    ('sweep', 'halves')
    """
    board = tours.board
    if min(board.rows, board.cols) < _WIDE or tours.path is None:
        return "sweep"
    if can_halve(tours):
        return "halves"
    try:
        narrow = require_narrowest(tours).states
    except BadRule:
        return "sweep"
    by_rows = estimate_memory(board, *tours.path).states if ScanLayout(board).fits else None
    return "narrowest" if by_rows is None or narrow < by_rows else "sweep"


# -- what each method takes -----------------------------------------------------------------------------


def require_sweep(tours: Tours, *, by_start: bool = False) -> MemoryEstimate:
    """What method sweep will hold at once; `BadRule` if that will not fit, or the number is too long to be
    added up. `by_start` for the count by start.

    >>> require_sweep(Tours.of("3x100")).states < 1000
    True
    >>> require_sweep(Tours.of("9x9"))
    Traceback (most recent call last):
        ...
    turaga.frontier.memory.TooManyStates: the open tours of 9x9 cannot be counted exactly here: that would
    take about 97,000,000,000 states and 8,600 GB of memory, and at most 4.0 GB are taken
    """
    if tours.path is None:
        return MemoryEstimate(0, 0)
    board, problem = tours.board, f"the {tours.name} cannot be counted exactly here"
    estimate = estimate_memory(board, *tours.path, by_start=by_start)
    require_memory(estimate, problem)
    require_window(ScanLayout(board), problem)
    words = 1 + board.size // 62
    if estimate.states * board.size * words > _MOST_WORK:
        digits = f"{board.size * 3 // 10:,} digits"
        raise BadRule(
            f"the {tours.kind} tours of {board} cannot be counted exactly here",
            accepted=f"their number has about {digits}, and the board is too long to add up so many",
            field="board",
            value=str(board),
        )
    return estimate


def require_narrowest(tours: Tours) -> MemoryEstimate:
    """What method narrowest will hold at once; `BadRule` if that will not fit.

    >>> require_narrowest(Tours.of("5x5")).states < 10_000
    True
    """
    if tours.board.area > MOST_POINTS:
        raise BadRule(
            f"method narrowest does not take {tours.board}",
            accepted=f"boards of up to {MOST_POINTS:,} squares are tried",
            field="board",
            value=str(tours.board),
        )
    if tours.path is None:
        return MemoryEstimate(0, 0)
    graph = graph_of(tours.board, *tours.path)
    problem = f"the {tours.kind} tours of {tours.board} are too many to be counted"
    return require_graph_memory(graph, narrow_order(graph.near), problem).memory


class CountMethod(NamedTuple):
    """A method: what it does, how a result says it was counted, and its functions."""

    what: str
    how: str
    require: Callable[[Tours], object]  # raises `BadRule` if the method does not take the tours
    module: str  # loaded when the method is run: some load numba
    function: str  # takes tours and progress, and returns a `MethodResult`


_METHODS = {
    "sweep": CountMethod(
        "one way through the board, row by row",
        "one way through the board",
        require_sweep,
        "turaga.count.sweep",
        "count_by_sweep",
    ),
    "narrowest": CountMethod(
        "one way through, the squares in an order found for it",
        "one way through the board in a narrow order",
        require_narrowest,
        "turaga.count.graph_sweep",
        "count_by_narrowest",
    ),
    "halves": CountMethod(
        "closed tours, met in the middle",
        "met in the middle of the board",
        require_halves,
        "turaga.count.closed_halves",
        "count_by_halves",
    ),
    "enumerate": CountMethod(
        "go through all of them, one by one",
        "all of them gone through, one by one",
        require_listable,
        "turaga.count.enumeration",
        "count_by_listing",
    ),
}
# What a person may name, and what that does.
METHODS = {"auto": "whichever of the others takes the least"} | {
    name: method.what for name, method in _METHODS.items()
}

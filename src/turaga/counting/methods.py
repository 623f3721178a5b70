"""Exact counts of tours: the methods by name, what each of them can count, and which one to choose.

Theory comes first: if it rules out every tour, nothing is searched. A method that would exceed the memory or
work limit raises an error before it starts. Choosing a method does not load numba.
"""

import time
from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from turaga.counting.closed_halves_fit import can_halve, require_halves
from turaga.counting.enumeration import require_listable
from turaga.counting.outcome import Count, MethodResult
from turaga.errors import BadRule
from turaga.frontier.graph import graph_of
from turaga.frontier.graph_order import MOST_POINTS, narrow_order, require_graph_memory
from turaga.frontier.layout import ScanLayout
from turaga.frontier.memory import (
    MemoryEstimate,
    default_memory,
    estimate_memory,
    require_memory,
    require_window,
    show_bytes,
)
from turaga.limits import Progress
from turaga.text import plural
from turaga.theory import verdict
from turaga.tours import Tours

_WIDE = 6  # from this width on, other orders of the squares have a narrower frontier than rows
_TOO_WIDE, _TOO_WIDE_BYTES = 8, 17 * 10**9  # from this width on, a narrow order needs this much memory
_MOST_SQUARES = 1_000_000
_MOST_WORK = 10**12  # words added (states x squares x words per count): most of an hour


def count_these(tours: Tours, *, method: str = "auto", progress: Progress | None = None) -> Count:
    """Count these tours exactly.

    >>> count_these(Tours("3x10", closed=True), method="sweep").count
    16
    """
    began = time.perf_counter()
    name = require_method(tours, method)
    if name == "theory":
        found, reason = MethodResult(count=0), verdict(tours.forwards).reason
    else:
        chosen = _METHODS[name]
        count = getattr(import_module(chosen.module), chosen.function)
        found, reason = count(tours.but(directed=False), progress=progress), chosen.how
        if found.peak_states:
            states, size = plural(found.peak_states, "state", grouped=True), show_bytes(found.peak_bytes)
            reason += f"; at most {states} ({size}) at once"
    return Count(
        tours=tours,
        count=found.count * tours.times,
        method=name,
        reason=reason,
        states=found.states,
        seconds=time.perf_counter() - began,
    )


def require_method(tours: Tours, method: str = "auto") -> str:
    """The method that will count these tours, or `theory` if it rules them out. Raises `BadRule` if the
    method is not known, cannot count them, or would exceed the memory or work limit.

    >>> require_method(Tours("8x8", closed=True)), require_method(Tours("6x6"))
    ('halves', 'narrowest')
    """
    name = method
    question = tours.forwards
    if tours.board.area > _MOST_SQUARES and not question.plain:
        raise BadRule(
            f"the tours of {tours.board} cannot be counted exactly",
            accepted=f"a board with holes or another leaper may have at most {_MOST_SQUARES:,} squares",
            field="board",
        )
    if verdict(question).exists is False:
        return "theory"
    if name == "auto":
        name = choose_method(tours)
    _METHODS[name].require(tours)
    return name


def method_memory(tours: Tours, method: str) -> MemoryEstimate:
    """The memory that a method needs for these tours, as estimated. Raises the errors of `require_method`.

    >>> method_memory(Tours("8x8", closed=True), "halves").bytes
    2037773980
    """
    estimate = _METHODS[method].require(tours)
    return estimate if isinstance(estimate, MemoryEstimate) else MemoryEstimate(0, 0)


def choose_method(tours: Tours) -> str:
    """The method that needs the least work. Closed tours of boards wider than 5 are counted by halves if
    those fit in memory. Open tours use a narrow order if that is better than row by row, or if moves
    reach too far for row by row. All others are counted row by row.

    >>> choose_method(Tours("5x8", closed=True)), choose_method(Tours("7x8", closed=True))
    ('sweep', 'halves')
    """
    board = tours.board
    if tours.path is None or (min(board.rows, board.cols) < _WIDE and ScanLayout(board).fits):
        return "sweep"
    if can_halve(tours):
        return "halves"
    if is_too_wide(tours):
        return "sweep"  # which says how much memory it needs
    try:
        narrow = require_narrowest(tours).states
    except BadRule:
        return "sweep"
    by_rows = estimate_memory(board, *tours.path).states if ScanLayout(board).fits else None
    return "narrowest" if by_rows is None or narrow < by_rows else "sweep"


def is_too_wide(tours: Tours) -> bool:
    """Whether it is known, without a search for a narrow order of the squares, that none fits into the memory
    limit: for the knight on rectangles whose sides are 8 or more.

    >>> is_too_wide(Tours("8x8")), is_too_wide(Tours("7x8"))
    (True, False)
    """
    wide = min(tours.board.rows, tours.board.cols) >= _TOO_WIDE
    return tours.plain and wide and default_memory() < _TOO_WIDE_BYTES


# -- the limits of each method --------------------------------------------------------------------------


def require_sweep(tours: Tours, *, by_start: bool = False) -> MemoryEstimate:
    """Estimate the memory that method sweep needs. Raises `BadRule` if it exceeds the memory limit, or if the
    numbers are too long to add up. Set `by_start` for the count by start.

    >>> require_sweep(Tours("3x100")).states < 1000
    True
    >>> require_sweep(Tours("9x9"))
    Traceback (most recent call last):
        ...
    turaga.frontier.memory.TooManyStates: the open tours of 9x9 cannot be counted exactly: this needs about
    97,000,000,000 states and 8,600 GB of memory, and the memory limit is 4.0 GB
    """
    if tours.path is None:
        return MemoryEstimate(0, 0)
    board, problem = tours.board, f"the {tours.name} cannot be counted exactly"
    estimate = estimate_memory(board, *tours.path, by_start=by_start)
    require_memory(estimate, problem)
    require_window(ScanLayout(board), problem)
    words = 1 + board.size // 62
    if estimate.states * board.size * words > _MOST_WORK:
        digits = f"{board.size * 3 // 10:,} digits"
        raise BadRule(
            problem,
            accepted=f"their number has about {digits}, and adding up numbers of this length takes too long",
            field="board",
        )
    return estimate


def require_narrowest(tours: Tours) -> MemoryEstimate:
    """Estimate the memory that method narrowest needs. Raises `BadRule` if it exceeds the memory limit.

    >>> require_narrowest(Tours("5x5")).states < 10_000
    True
    """
    if tours.board.area > MOST_POINTS:
        raise BadRule(
            f"{tours.board} is too large for method narrowest",
            accepted=f"a board may have at most {MOST_POINTS:,} squares",
            field="board",
        )
    if tours.path is None:
        return MemoryEstimate(0, 0)
    graph = graph_of(tours.board, *tours.path)
    problem = f"the {tours.name} cannot be counted exactly"
    return require_graph_memory(graph, narrow_order(graph.near), problem).memory


class CountMethod(NamedTuple):
    """A method: what it does, how results describe it, and its functions."""

    what: str
    how: str
    require: Callable[[Tours], object]  # raises `BadRule` if the method cannot count the tours
    module: str  # loaded when the method runs: some load numba
    function: str  # takes tours and progress, and returns a `MethodResult`


_METHODS = {
    "sweep": CountMethod(
        "one pass over the board, row by row",
        "one pass over the board, row by row",
        require_sweep,
        "turaga.counting.sweep",
        "count_by_sweep",
    ),
    "narrowest": CountMethod(
        "one pass over the board, in a sequence that keeps the frontier narrow",
        "one pass over the board, in a sequence that keeps the frontier narrow",
        require_narrowest,
        "turaga.counting.graph_sweep",
        "count_by_narrowest",
    ),
    "halves": CountMethod(
        "closed tours only, from both sides to the middle",
        "halves of tours, built from both sides of the board and joined in the middle",
        require_halves,
        "turaga.counting.closed_halves",
        "count_by_halves",
    ),
    "enumerate": CountMethod(
        "list every tour",
        "every tour listed",
        require_listable,
        "turaga.counting.enumeration",
        "count_by_listing",
    ),
}
# The names that users can write, and what each method does.
METHODS = {"auto": "the method that needs the least work"} | {
    name: method.what for name, method in _METHODS.items()
}

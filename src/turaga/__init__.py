"""Turaga: a workbench for knight's tours.

    >>> import turaga
    >>> outcome = turaga.solve("8x8", start="a1")
    >>> match outcome:
    ...     case turaga.Found(tour):
    ...         print(len(tour.squares), "squares,", "closed" if tour.closed else "open")
    ...     case turaga.Impossible(reason):
    ...         print("none:", reason)
    ...     case turaga.GaveUp(best):
    ...         print("only", len(best), "squares:", outcome.reason)
    64 squares, open

Squares in Python are 0-based (row, col) pairs; a string is read as on the command line, from 1 or as a
chess name. Importing this loads neither numpy nor numba: they come when work is large enough to repay it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from turaga._version import __version__
from turaga.board import Board, BoardLike, Square
from turaga.errors import BadBoard, BadInput, BadOrder, BadRule, BadSquare, BadText, NotATour, TuragaError
from turaga.greedy import Candidate, Step, walk
from turaga.notation import FORMATS, Reading, read, write, write_npy
from turaga.order import all_orders
from turaga.rule import SYSTEMS, Rule, System, Tie, make_rule
from turaga.solve import METHODS, Found, GaveUp, Impossible, Outcome, Progress, solve
from turaga.solve.search import Event, search_steps
from turaga.solve.start_map import StartMap, map_starts
from turaga.symmetry import SYMMETRIES, Symmetry, order_class, order_image
from turaga.verify import Fault, Report, verify
from turaga.walk import Tour, Walk

if TYPE_CHECKING:
    from turaga.blocks.implicit import ImplicitTour, implicit
    from turaga.count.by_start import count_by_start
    from turaga.count.classes import Classes, count_classes
    from turaga.count.enumeration import list_tours
    from turaga.count.estimate import Estimate, estimate_tours
    from turaga.count.methods import count_tours
    from turaga.count.outcome import Count
    from turaga.count.request import Tours
    from turaga.sample.sampler import NoTours, Sampler, make_sampler, rank_tour, sample_tours, unrank_tour
    from turaga.solve.euler import mend
    from turaga.solve.explanation import Explanation, explain

# Loaded when they are asked for: `turaga solve 8x8` needs none of them, and answers in a tenth of a second.
_LATER = {
    "Classes": "turaga.count.classes",
    "Count": "turaga.count.outcome",
    "Estimate": "turaga.count.estimate",
    "Explanation": "turaga.solve.explanation",
    "ImplicitTour": "turaga.blocks.implicit",
    "NoTours": "turaga.sample.sampler",
    "Sampler": "turaga.sample.sampler",
    "Tours": "turaga.count.request",
    "count_by_start": "turaga.count.by_start",
    "count_classes": "turaga.count.classes",
    "count_tours": "turaga.count.methods",
    "estimate_tours": "turaga.count.estimate",
    "explain": "turaga.solve.explanation",
    "implicit": "turaga.blocks.implicit",
    "list_tours": "turaga.count.enumeration",
    "make_sampler": "turaga.sample.sampler",
    "mend": "turaga.solve.euler",
    "rank_tour": "turaga.sample.sampler",
    "sample_tours": "turaga.sample.sampler",
    "unrank_tour": "turaga.sample.sampler",
}


_PACKAGES = {"draw", "play", "survey"}  # `import turaga` alone does not load them


def __dir__() -> list[str]:
    return sorted(globals().keys() | _LATER.keys() | _PACKAGES)


def __getattr__(name: str) -> object:
    if name in _PACKAGES:
        return import_module(f"turaga.{name}")
    if name not in _LATER:
        raise AttributeError(f"module 'turaga' has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)


__all__ = [
    "FORMATS",
    "METHODS",
    "SYMMETRIES",
    "SYSTEMS",
    "BadBoard",
    "BadInput",
    "BadOrder",
    "BadRule",
    "BadSquare",
    "BadText",
    "Board",
    "BoardLike",
    "Candidate",
    "Classes",
    "Count",
    "Estimate",
    "Event",
    "Explanation",
    "Fault",
    "Found",
    "GaveUp",
    "ImplicitTour",
    "Impossible",
    "NoTours",
    "NotATour",
    "Outcome",
    "Progress",
    "Reading",
    "Report",
    "Rule",
    "Sampler",
    "Square",
    "StartMap",
    "Step",
    "Symmetry",
    "System",
    "Tie",
    "Tour",
    "Tours",
    "TuragaError",
    "Walk",
    "__version__",
    "all_orders",
    "count_by_start",
    "count_classes",
    "count_tours",
    "estimate_tours",
    "explain",
    "implicit",
    "list_tours",
    "make_rule",
    "make_sampler",
    "map_starts",
    "mend",
    "order_class",
    "order_image",
    "rank_tour",
    "read",
    "sample_tours",
    "search_steps",
    "solve",
    "unrank_tour",
    "verify",
    "walk",
    "write",
    "write_npy",
]

"""Turaga: a workbench for knight's tours. This module is its Python interface.

`solve` looks for a tour and returns one of three outcomes:

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

Boards are given as `"8x8"`, `8`, `(3, 12)` or `Board(...)`. Squares are 0-based (row, col) pairs; a text is
read as on the command line, where rows and columns count from 1 and chess names such as a1 are understood.
What cannot be used raises a `BadInput`, whose `field` names the parameter.

    solve, map_starts, search_steps     find tours; make_rule, Rule, SYSTEMS: the rules of a walk
    count_tours, estimate_tours         how many tours there are; also count_by_start, count_classes
    list_tours, sample_tours            all tours, random tours; also rank_tour, unrank_tour, make_sampler
    explain, mend, implicit             why a tour exists or not; complete a walk; tours of huge boards
    read, write, verify                 walks as text; whether a walk is a tour
    turaga.draw, .play, .survey         pictures; games; experiments with many walks

Importing this module loads neither numpy nor numba. They are loaded when the work is large enough.
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
    from turaga.solve.euler import mend, repair
    from turaga.solve.explanation import Explanation, explain

# The module of each public name that is loaded on first use. `turaga solve 8x8` needs none of these names; so
# it answers in a tenth of a second.
_LAZY_NAMES = {
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
    "repair": "turaga.solve.euler",
    "sample_tours": "turaga.sample.sampler",
    "unrank_tour": "turaga.sample.sampler",
}
_LAZY_PACKAGES = {"draw", "play", "survey"}  # `turaga.draw` works without an import of its own


def __dir__() -> list[str]:
    return sorted(globals().keys() | _LAZY_NAMES.keys() | _LAZY_PACKAGES)


def __getattr__(name: str) -> object:
    if name in _LAZY_PACKAGES:
        return import_module(f"turaga.{name}")
    if name not in _LAZY_NAMES:
        raise AttributeError(f"module 'turaga' has no attribute {name!r}")
    return getattr(import_module(_LAZY_NAMES[name]), name)


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
    "repair",
    "sample_tours",
    "search_steps",
    "solve",
    "unrank_tour",
    "verify",
    "walk",
    "write",
    "write_npy",
]

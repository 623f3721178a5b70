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
from turaga.notation import FORMATS, Reading, read, write, write_npy
from turaga.order import all_orders
from turaga.rule import SYSTEMS, Rule, System, Tie, make_rule
from turaga.solve import METHODS, Found, GaveUp, Impossible, Outcome, Progress, solve
from turaga.solve.search import Event, search_steps
from turaga.solve.starts import StartMap, map_starts
from turaga.symmetry import SYMMETRIES, Symmetry, order_class, order_image
from turaga.tour import Tour, Walk
from turaga.verify import Fault, Report, verify
from turaga.walk import Candidate, Step, walk

if TYPE_CHECKING:
    from turaga.blocks.implicit import ImplicitTour, implicit
    from turaga.solve.euler import mend
    from turaga.solve.explaining import Explanation, explain

# Loaded when they are asked for: `turaga solve 8x8` needs none of them, and answers in a tenth of a second.
_LATER = {
    "Explanation": "turaga.solve.explaining",
    "ImplicitTour": "turaga.blocks.implicit",
    "explain": "turaga.solve.explaining",
    "implicit": "turaga.blocks.implicit",
    "mend": "turaga.solve.euler",
}


def __dir__() -> list[str]:
    return sorted(globals().keys() | _LATER.keys())


def __getattr__(name: str) -> object:
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
    "Event",
    "Explanation",
    "Fault",
    "Found",
    "GaveUp",
    "ImplicitTour",
    "Impossible",
    "NotATour",
    "Outcome",
    "Progress",
    "Reading",
    "Report",
    "Rule",
    "Square",
    "StartMap",
    "Step",
    "Symmetry",
    "System",
    "Tie",
    "Tour",
    "TuragaError",
    "Walk",
    "__version__",
    "all_orders",
    "explain",
    "implicit",
    "make_rule",
    "map_starts",
    "mend",
    "order_class",
    "order_image",
    "read",
    "search_steps",
    "solve",
    "verify",
    "walk",
    "write",
    "write_npy",
]

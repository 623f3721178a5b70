"""Turaga: a workbench for knight's tours. This module is its Python API.

`solve` looks for a tour. If you expect one, take it; otherwise `match` on the three outcomes:

    >>> import turaga
    >>> tour = turaga.solve("8x8", start="a1").tour
    >>> tour.squares[:3]
    ((7, 0), (5, 1), (7, 2))
    >>> match turaga.solve("5x5", closed=True):
    ...     case turaga.Found(tour):
    ...         print(len(tour), "squares")
    ...     case turaga.Impossible(reason):
    ...         print("impossible")
    ...     case turaga.GaveUp(walk):
    ...         print("only", len(walk), "squares")
    impossible

A board is `"8x8"`, `8`, `(3, 12)`, `"@mask.txt"` (a file with . for squares and # for holes), `"@logo.png"`
(a picture), a shape such as `"ring:20x20"` or `"text:TURAGA"`, or a `Board`. A square is a 0-based (row, col)
pair. Where you pass one, a text works too, as on the command line: "1,1" is the top left square, "a1" the
bottom left one. Functions that take a board also take `leaper=(1, 3)`. A value
that cannot be used raises `BadInput`, a `ValueError` whose `field` names the parameter.

- Boards and walks: Board, Walk, Tour, verify; load, save, load_board for files; read, write for text; shape
  makes rings, horses and words, and trim removes the fewest squares so that a board has a tour
- Finding tours: solve, map_starts, compare; explain says why a tour exists or not; verify_certificate
  checks the proof that there is none; repair completes a walk; implicit is a tour of a huge board
- How a walk chooses: walk and search_steps step by step; Rule, SYSTEMS; all_orders, map_order
- All tours: count, sample; Tours has them one after the other, by number and at random, estimates how many
  there are, and counts them by start and up to symmetry
- Pictures: draw; tour.svg() and tour.save("tour.png") are the same
- Packages: turaga.pictures (PNG, GIF and text), turaga.play (games), turaga.survey (experiments with many
  walks)

A notebook shows pictures of results. Importing this module loads neither numpy nor numba. They are loaded
when the work is large enough.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from turaga._version import __version__
from turaga.board import Board, BoardLike, Leaper, Square
from turaga.board_input import load_board, shape
from turaga.certificate import Bottleneck, CertificateReport, Separator, verify_certificate
from turaga.errors import (
    BadBoard,
    BadInput,
    BadOrder,
    BadRule,
    BadSquare,
    BadText,
    NoProof,
    NotATour,
    TourNotFound,
    TuragaError,
)
from turaga.greedy import Candidate, Step, walk
from turaga.notation import FORMATS, Reading, read, write, write_npy
from turaga.order import all_orders, order_at, order_number
from turaga.rule import SYSTEMS, Rule, System, Tie
from turaga.solve import METHODS, Found, GaveUp, Impossible, Outcome, Progress, solve
from turaga.solve.changes import Repair, RepairStage
from turaga.solve.outcome import Attempt
from turaga.solve.search import Event, search_steps
from turaga.solve.start_map import StartMap, map_starts
from turaga.symmetry import SYMMETRIES, Symmetry, order_class, order_image, order_images
from turaga.tours import Tours
from turaga.verify import Fault, Report, verify
from turaga.walk import Tour, Walk

if TYPE_CHECKING:
    from turaga import pictures as pictures
    from turaga import play as play
    from turaga import survey as survey
    from turaga.blocks.implicit import ImplicitTour, implicit
    from turaga.counting.outcome import Count
    from turaga.counting.request import count
    from turaga.pictures import draw
    from turaga.sampling.request import sample
    from turaga.solve.comparison import Comparison, compare
    from turaga.solve.explanation import Explanation, explain
    from turaga.solve.repair import repair
    from turaga.solve.start_map import OrderImage, OrderMaps, map_order
    from turaga.solve.trimming import Trimmed, trim
    from turaga.storage import load, save
    from turaga.tours import Tours

# The module of each public name that is loaded on first use. `turaga solve 8x8` needs none of them, and
# so takes a tenth of a second.
_LAZY_NAMES = {
    "Comparison": "turaga.solve.comparison",
    "Count": "turaga.counting.outcome",
    "count": "turaga.counting.request",
    "Explanation": "turaga.solve.explanation",
    "ImplicitTour": "turaga.blocks.implicit",
    "OrderImage": "turaga.solve.start_map",
    "OrderMaps": "turaga.solve.start_map",
    "Trimmed": "turaga.solve.trimming",
    "compare": "turaga.solve.comparison",
    "draw": "turaga.pictures",
    "explain": "turaga.solve.explanation",
    "implicit": "turaga.blocks.implicit",
    "load": "turaga.storage",
    "map_order": "turaga.solve.start_map",
    "repair": "turaga.solve.repair",
    "sample": "turaga.sampling.request",
    "save": "turaga.storage",
    "trim": "turaga.solve.trimming",
}
_LAZY_PACKAGES = {"pictures", "play", "survey"}  # `turaga.pictures` works without an import of its own


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
    "Attempt",
    "BadBoard",
    "BadInput",
    "BadOrder",
    "BadRule",
    "BadSquare",
    "BadText",
    "Board",
    "BoardLike",
    "Bottleneck",
    "Candidate",
    "CertificateReport",
    "Comparison",
    "Count",
    "Event",
    "Explanation",
    "Fault",
    "Found",
    "GaveUp",
    "ImplicitTour",
    "Impossible",
    "Leaper",
    "NoProof",
    "NotATour",
    "OrderImage",
    "OrderMaps",
    "Outcome",
    "Progress",
    "Reading",
    "Repair",
    "RepairStage",
    "Report",
    "Rule",
    "Separator",
    "Square",
    "StartMap",
    "Step",
    "Symmetry",
    "System",
    "Tie",
    "Tour",
    "TourNotFound",
    "Tours",
    "Trimmed",
    "TuragaError",
    "Walk",
    "__version__",
    "all_orders",
    "compare",
    "count",
    "draw",
    "explain",
    "implicit",
    "load",
    "load_board",
    "map_order",
    "map_starts",
    "order_at",
    "order_class",
    "order_image",
    "order_images",
    "order_number",
    "read",
    "repair",
    "sample",
    "save",
    "search_steps",
    "shape",
    "solve",
    "trim",
    "verify",
    "verify_certificate",
    "walk",
    "write",
    "write_npy",
]

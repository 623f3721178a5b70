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
bottom left one. Functions that take a board also take `leaper=(1, 3)`, and those about tours `avoid="c3 d4"`.
A value that cannot be used raises `turaga.errors.BadInput`, a `ValueError` whose `field` names the parameter.

- `solve`, `repair` and the outcomes Found, Impossible and GaveUp; `verify` and its Report
- `Tours` is the set of all tours that meet conditions: `count` and `sample` it, list it, look up the n-th
- `draw`, `load` and `save` for pictures and files; `tour.svg()` and `tour.save("tour.png")` are the same
- `Board`, `Walk`, `Tour`, `Rule` (how a walk chooses), `Game`
- `turaga.boards` (shapes, masks, trimming, huge boards), `turaga.walks` (walks and searches by steps, from
  every start, methods compared, explanations), `turaga.orders`, `turaga.errors`
- `turaga.counting` and `turaga.sampling` (what counts and samplers are), `turaga.certificate` (proofs that
  there is no tour), `turaga.notation` (walks as text), `turaga.pictures` (PNG, GIF and text), `turaga.play`
  (games), `turaga.survey` (experiments with many walks)

A notebook shows pictures of results. Importing this module loads neither numpy nor numba. They are loaded
when the work is large enough.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from turaga._version import __version__
from turaga.board import Board
from turaga.errors import TuragaError
from turaga.rule import Rule
from turaga.solve import Found, GaveUp, Impossible, solve
from turaga.tours import Tours
from turaga.verify import Report, verify
from turaga.walk import Tour, Walk

if TYPE_CHECKING:
    from turaga import boards as boards
    from turaga import certificate as certificate
    from turaga import counting as counting
    from turaga import errors as errors
    from turaga import notation as notation
    from turaga import orders as orders
    from turaga import pictures as pictures
    from turaga import play as play
    from turaga import sampling as sampling
    from turaga import survey as survey
    from turaga import walks as walks
    from turaga.counting.outcome import Count
    from turaga.counting.request import count
    from turaga.pictures import draw
    from turaga.play.game import Game
    from turaga.sampling.request import sample
    from turaga.solve.repair import repair
    from turaga.storage import load, save

# The module of each public name that is loaded on first use. `turaga solve 8x8` needs none of them, and
# so takes a tenth of a second. No module of these has the name of a public function: importing it would
# replace the function.
_LAZY_NAMES = {
    "Count": "turaga.counting.outcome",
    "Game": "turaga.play.game",
    "count": "turaga.counting.request",
    "draw": "turaga.pictures",
    "load": "turaga.storage",
    "repair": "turaga.solve.repair",
    "sample": "turaga.sampling.request",
    "save": "turaga.storage",
}
# `turaga.boards` works without an import of its own.
_LAZY_MODULES = {
    "boards", "certificate", "counting", "errors", "notation", "orders", "pictures", "play", "sampling",
    "survey", "walks",
}  # fmt: skip


def __dir__() -> list[str]:
    return sorted(globals().keys() | _LAZY_NAMES.keys() | _LAZY_MODULES)


def __getattr__(name: str) -> object:
    if name in _LAZY_MODULES:
        return import_module(f"turaga.{name}")
    if name not in _LAZY_NAMES:
        raise AttributeError(f"module 'turaga' has no attribute {name!r}")
    return getattr(import_module(_LAZY_NAMES[name]), name)


__all__ = [
    "Board",
    "Count",
    "Found",
    "Game",
    "GaveUp",
    "Impossible",
    "Report",
    "Rule",
    "Tour",
    "Tours",
    "TuragaError",
    "Walk",
    "__version__",
    "count",
    "draw",
    "load",
    "repair",
    "sample",
    "save",
    "solve",
    "verify",
]

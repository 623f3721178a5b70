"""Proofs that a tour exists or does not exist, without a search.

The input is a `Tours`: a board, a start and an end if they are given, and whether the tour must be closed.
The result is a `Verdict`, with the reason and the squares that the reason is about. This package imports only
the board. It does not depend on any solver, so theory and solvers can be checked against each other.

Every verdict is proved: by colours, by squares with few moves, or by a published theorem, which is cited. If
only a pattern is known, from boards that have been searched, the verdict is that theory does not know.
`verdict.py` tries the proofs in turn: `colour.py`, `theorems.py`, then `local.py`, which follows forced moves
with `forced.py`. `question.py` defines the two types.
"""

from turaga.theory.colour import (
    allowed_colours,
    changes_colour,
    colour,
    colour_counts,
    colour_unit,
    count_allowed,
    may_leave_one,
    side,
)
from turaga.theory.finding import Verdict
from turaga.theory.verdict import ends_forbid, verdict, why_impossible
from turaga.tours import Tours

__all__ = [
    "Tours",
    "Verdict",
    "allowed_colours",
    "changes_colour",
    "colour",
    "colour_counts",
    "colour_unit",
    "count_allowed",
    "ends_forbid",
    "may_leave_one",
    "side",
    "verdict",
    "why_impossible",
]

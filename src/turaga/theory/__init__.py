"""What is known without searching: that there is a tour, or why there is none, or nothing.

A `Question` goes in (a board, a start and an end as far as they are given, closed or not), and a `Verdict`
comes out, with the reason and the squares it is about. Theory imports only the board, and everything above
may import it; it is independent of every solver, so that each can be checked against the other.

What is said here is proved: by colours, by squares with few moves, or by a theorem whose authors are named.
Where only a pattern is known, from boards that were searched, the answer is that theory does not know.
`verdict.py` asks the proofs in turn: `colour.py`, `theorems.py`, `local.py` (which follows forced moves,
`forced.py`). `question.py` has the two types.
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
from turaga.theory.question import Question, Verdict
from turaga.theory.verdict import ends_forbid, verdict, why_impossible

__all__ = [
    "Question",
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

"""The methods by name. Each is a solver, `Problem -> Outcome`, in its own file.

To add a method, write its file and add a line to `METHODS`. `auto.py` decides when it is used by default.
"""

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from turaga.errors import BadRule
from turaga.limits import name_in
from turaga.text import short

if TYPE_CHECKING:
    from turaga.solve.outcome import Outcome
    from turaga.solve.problem import Problem

Solver = Callable[["Problem"], "Outcome"]


class SolveMethod(NamedTuple):
    """What a method does, and where its code is. The file is loaded when the method is first used."""

    what: str
    file: str
    function: str
    by_rule: bool = False  # whether the tour depends on the rule
    all_starts: bool = False  # whether its Impossible is true for all starts, if the request names none


METHODS = {
    "auto": SolveMethod("try methods until one finds the answer", "auto", "solve_auto"),
    "greedy": SolveMethod("walk by the rule", "greedy", "solve_greedily", by_rule=True),
    "search": SolveMethod("walk by the rule and backtrack", "search", "solve_by_search", by_rule=True),
    "euler": SolveMethod("walk, then repair by reversals", "euler", "solve_by_euler", by_rule=True),
    "vandermonde": SolveMethod("join mirrored circuits (even sides)", "vandermonde", "solve_by_circuits"),
    "blocks": SolveMethod("join tours of small blocks (sides of 5 or more)", "blocks", "solve_by_blocks"),
    "cycles": SolveMethod(
        "cover any board by cycles, then join them", "cycles", "solve_by_cycles", all_starts=True
    ),
    "narrow": SolveMethod("exhaustive sweep of a narrow board", "narrow", "solve_narrow"),
    "narrowest": SolveMethod(
        "exhaustive sweep in an order that keeps its frontier narrow",
        "graph_sweep",
        "solve_by_narrowest",
        all_starts=True,
    ),
    "deduction": SolveMethod(
        "fix and rule out moves, and try the rest", "deduction", "solve_by_deduction", all_starts=True
    ),
    "exact": SolveMethod(
        "the CP-SAT solver (needs the `exact` extra)", "exact", "solve_exactly", all_starts=True
    ),
}


def parse_method(text: str) -> str:
    """The name of a method, in lower case, or `BadRule` if there is no such method.

    >>> parse_method("Greedy")
    'greedy'
    """
    word = name_in("method", text, BadRule)
    if word not in METHODS:
        raise BadRule(
            f"method {short(text)!r} is not known",
            accepted=f"the methods are {', '.join(METHODS)}",
            field="method",
        )
    return word


def find_solver(method: str) -> Solver:
    """The solver of a method.

    >>> find_solver("greedy").__name__
    'solve_greedily'
    """
    file, function = METHODS[method].file, METHODS[method].function
    solver: Solver = getattr(importlib.import_module(f"turaga.solve.{file}"), function)
    return solver

"""The methods by name: each a solver, `Problem -> Outcome`, in a file of its own."""

import importlib
from collections.abc import Callable
from typing import NamedTuple

from turaga.errors import BadRule
from turaga.solve.outcome import Outcome
from turaga.solve.problem import Problem
from turaga.text import short

Solver = Callable[[Problem], Outcome]


class Method(NamedTuple):
    """What a method does, in a few words, and where: its file is loaded when it is asked for."""

    what: str
    file: str
    function: str
    by_rule: bool = False  # whether the rule has a say in the tour


METHODS = {
    "auto": Method("whatever answers, always on a rectangle", "auto", "solve_anyhow"),
    "greedy": Method("walk by the rule", "greedy", "solve_greedily", by_rule=True),
    "search": Method("with backtracking", "search", "solve_by_search", by_rule=True),
    "euler": Method("walk, then mend by reversals", "euler", "solve_by_euler", by_rule=True),
    "vandermonde": Method("join mirrored circuits, even sides", "vandermonde", "solve_by_circuits"),
    "blocks": Method("join small tours, sides from 5", "blocks", "solve_by_blocks"),
    "narrow": Method("every half-built tour along 3 or 4 rows", "narrow", "solve_narrow"),
    "exact": Method("CP-SAT, with extra `exact`", "exact", "solve_exactly"),
}


def parse_method(text: str) -> str:
    """The method a person named.

    >>> parse_method("Greedy")
    'greedy'
    """
    word = text.strip().lower()
    if word not in METHODS:
        raise BadRule(f"method {short(text)!r} is not known: the methods are {', '.join(METHODS)}")
    return word


def find_solver(method: str) -> Solver:
    """The solver of a method.

    >>> find_solver("greedy").__name__
    'solve_greedily'
    """
    file, function = METHODS[method].file, METHODS[method].function
    solver: Solver = getattr(importlib.import_module(f"turaga.solve.{file}"), function)
    return solver

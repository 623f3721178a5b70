"""Requests with fixed squares: exchanges of moves and CP-SAT take turns.

Exchanges (`turaga.solve.exchanges`) are fast if few squares are fixed. CP-SAT (`turaga.solve.exact`) is fast
on small boards and if many are fixed, and it can prove that there is no tour. Without OR-tools, exchanges are
all there is.
"""

from collections.abc import Iterator
from dataclasses import replace

from turaga.extras import has_package
from turaga.solve.problem import Problem

_SMALL = 64  # the largest board, in squares, on which CP-SAT is tried first
_MANY = 8  # if at least one square in 8 is fixed, CP-SAT is tried first too
# How much each turn may take, in the steps of the method: exchanges tried, or conflicts.
_TURNS = (("exchanges", 30_000_000), ("exact", 30_000), ("exchanges", 200_000_000))
_LAST_EXCHANGES = 500_000_000  # without CP-SAT: about a minute


def turns(problem: Problem) -> Iterator[Problem]:
    """The problem for each method in turn, with its limit and another seed each time.

    With CP-SAT the last turn has no limit.
    """
    for turn, (method, limit) in enumerate(_methods(problem)):
        yield replace(problem, method=method, step_limit=limit, seed=problem.seed + turn)


def _methods(problem: Problem) -> Iterator[tuple[str, int | None]]:
    if not has_package("ortools"):
        yield "exchanges", _LAST_EXCHANGES
        return
    few = problem.board.size > _SMALL and len(problem.fixed) * _MANY < problem.board.size
    yield from _TURNS if few else _TURNS[1:]
    yield "exact", None

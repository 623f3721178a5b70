"""Requests with fixed squares: exchanges of moves and CP-SAT take turns.

Exchanges (`turaga.solve.exchanges`) are fast if few squares are fixed. CP-SAT (`turaga.solve.exact`) is fast
on small boards and if many are fixed, and it can prove that there is no tour. Without OR-tools, exchanges are
all there is.
"""

from collections.abc import Iterator
from dataclasses import replace

from turaga.extras import has_package
from turaga.solve.methods import find_solver
from turaga.solve.outcome import Found, GaveUp, Impossible, Outcome
from turaga.solve.problem import Problem
from turaga.text import listed, plural

_SMALL = 64  # the largest board, in squares, on which CP-SAT is tried first
_MANY = 8  # if at least one square in 8 is fixed, CP-SAT is tried first too
# How much each turn may take, in the steps of the method: exchanges tried, or conflicts.
_TURNS = (("exchanges", 30_000_000), ("exact", 30_000), ("exchanges", 200_000_000))
_LAST_EXCHANGES = 500_000_000  # without CP-SAT: about a minute
_WORDS = {"exchanges": "exchanges of moves", "exact": "CP-SAT"}


def solve_fixed(problem: Problem) -> Outcome:
    """Found, Impossible if CP-SAT or the fixed squares alone show it, or GaveUp.

    With CP-SAT it only gives up at a limit of the request. The outcome names the method that had the answer.
    Its steps are those of all turns.
    """
    steps = 0
    tried: dict[str, int] = {}
    best: GaveUp | None = None
    for turn, (method, limit) in enumerate(_turns(problem)):
        if problem.step_limit is not None:
            left = problem.step_limit - steps
            limit = left if limit is None else min(limit, left)
        posed = replace(problem, method=method, step_limit=limit, seed=problem.seed + turn)
        outcome = find_solver(method)(posed)
        steps += outcome.steps
        outcome = replace(outcome, steps=steps, seed=problem.seed)
        if isinstance(outcome, Found | Impossible):
            return outcome
        tried[method] = tried.get(method, 0) + outcome.steps
        if best is None or len(outcome.best) > len(best.best):
            best = outcome
        if problem.ran_out(steps):
            break
    assert best is not None  # there is always a first turn
    return replace(best, steps=steps, reason=_why_given_up(problem, tried, steps))


def _turns(problem: Problem) -> Iterator[tuple[str, int | None]]:
    """The methods in turn, with their limits."""
    if not has_package("ortools"):
        yield "exchanges", _LAST_EXCHANGES
        return
    few = problem.board.size > _SMALL and len(problem.fixed) * _MANY < problem.board.size
    yield from _TURNS if few else _TURNS[1:]
    yield "exact", None


def _why_given_up(problem: Problem, tried: dict[str, int], steps: int) -> str:
    """What was tried, and which limit was reached."""
    words = listed([f"{_WORDS[method]} ({_amount(method, n)})" for method, n in tried.items()], "and")
    out = problem.ran_out(steps)
    if out:
        return f"{words} found no tour before {out}"
    return f"{words} found no tour; CP-SAT, which can also rule it out, needs OR-tools"


def _amount(method: str, steps: int) -> str:
    if method == "exact":
        return plural(steps, "conflict")
    return f"{steps:,} tried"

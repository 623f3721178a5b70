"""Method `auto`: whatever answers.

In one sentence: walk by the rule, mend what that leaves, and where mending is not sure to work, construct,
or search everything.

`solve` has asked theory first, so what comes here may have a tour. On a rectangle the knight always gets an
answer:

- 3 or 4 rows: a short search, then the frontier method, which is exact.
- both sides 5 or more: a greedy walk, mended and closed by Euler's method; if that fails, rail blocks,
  which do not. A board of more than `BIG` squares is built of rail blocks at once.
- both ends given: Euler's method brings the walk's end where it belongs; on a big board it starts from the
  rail blocks' tour. On 5 rows, where some pairs of ends have no tour, the frontier method decides; on
  others every pair that colours allow was found to have one, and should tries with other seeds
  fail, a search without a limit decides.

With holes or another leaper: a greedy walk, mended; a search within `SEARCH_STEPS`; the frontier method if
the board is narrow enough for it; else given up, with the best walk.
"""

from collections.abc import Iterator
from dataclasses import replace

from turaga.board import KNIGHT
from turaga.rule import Rule
from turaga.solve.methods import find_solver
from turaga.solve.outcome import Found, GaveUp, Impossible, Outcome
from turaga.solve.problem import Problem
from turaga.wording import plural

__all__ = ["BIG", "SEARCH_STEPS", "solve_anyhow"]

BIG = 10**6  # squares from which rail blocks are quicker than a walk
SEARCH_STEPS = 5_000_000  # of a search with holes or another leaper: about two seconds
_SMALL_STEPS = 2000  # of a search that spares loading the frontier method
_SMALL = 200  # squares of a board on which that may do
_WIDE = 6  # the shorter side up to which the frontier method decides in reasonable time
_SEEDS = 20  # tries of Euler's method for a pair of ends, each with its thousand walks


def solve_anyhow(problem: Problem) -> Outcome:
    """Found or Impossible on every rectangle with the knight; with holes or another leaper also given up.

    The outcome's method is the one that answered, and its work is that of all that were tried.
    """
    steps = backtracks = 0
    best: GaveUp | None = None
    for stage in _stages(problem):
        limit = stage.step_limit
        if problem.step_limit is not None:
            left = problem.step_limit - steps
            limit = left if limit is None else min(limit, left)
        outcome = find_solver(stage.method)(replace(stage, step_limit=limit))
        steps += outcome.steps
        backtracks += outcome.backtracks
        outcome = replace(outcome, steps=steps, backtracks=backtracks)
        if isinstance(outcome, Found | Impossible):
            return outcome
        if best is None or len(outcome.best) > len(best.best):
            best = outcome
        out = problem.ran_out(steps)
        if out:
            return replace(best, steps=steps, backtracks=backtracks, reason=out)
    assert best is not None  # there is always a first stage
    return replace(best, steps=steps, backtracks=backtracks, reason=_why_given_up(problem, best))


def _why_given_up(problem: Problem, best: GaveUp) -> str:
    tried = f"neither walks, mended, nor a search of {SEARCH_STEPS:,} steps"
    if problem.closed and best.best.complete:
        return f"{tried} found a closed tour or ruled it out"
    left = plural(problem.board.size - len(best.best), "square")
    return f"{tried} found a tour or ruled it out; the best walk leaves {left}"


def _stages(problem: Problem) -> Iterator[Problem]:
    """What to try, in turn: the problem for each method."""
    board = problem.board
    side = min(board.rows, board.cols)

    def by(method: str, limit: int | None = None, seed: int = 0) -> Problem:
        return replace(problem, method=method, step_limit=limit, seed=problem.seed + seed)

    if problem.fixed:
        yield by("exact")
    elif board.moveless:
        yield by("search")
    elif board.holes or board.leaper != KNIGHT:
        yield from _uneven(problem)
    elif side <= 4:
        if board.size <= _SMALL:
            yield by("search", _SMALL_STEPS)
        yield by("narrow")
    elif problem.end is not None:
        if board.size <= _SMALL:
            yield by("search", _SMALL_STEPS)
        yield by("euler")
        if side == 5:
            yield by("narrow")
        for seed in range(1, _SEEDS):
            yield by("euler", seed=seed)
        yield by("search")
    else:
        if board.size <= BIG or problem.rule != Rule() or problem.retries or problem.orders:
            yield by("greedy")
            yield by("euler")
        yield by("blocks")


def _uneven(problem: Problem) -> Iterator[Problem]:
    """With holes, or another leaper."""
    yield replace(problem, method="greedy")
    yield replace(problem, method="euler")
    yield replace(problem, method="search", step_limit=SEARCH_STEPS)

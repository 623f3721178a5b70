"""Method `auto`: whatever answers.

In one sentence: walk by the rule, repair what that leaves, and where that is not sure to work, construct,
or search everything.

`solve` has asked theory first, so what comes here may have a tour. On a rectangle the knight always gets an
answer:

- 3 or 4 rows: a short search, then the frontier method, which is exact.
- both sides 5 or more: a greedy walk, repaired and closed by Euler's method; if that fails, rail blocks,
  which do not. A board of more than `BIG` squares is built of rail blocks at once.
- both ends given: Euler's method brings the walk's end where it belongs; on a big board it begins with the
  rail blocks' tour. On 5 rows some pairs of ends have no tour; those that theory does not refuse are on
  boards so small that the frontier method decides them first. On other boards every pair that colours
  allow was found to have a tour; should all tries fail, a search without a limit decides.

With holes or another leaper: a greedy walk, a short search, the walk repaired, a search within
`SEARCH_STEPS`, and the frontier method if the board is narrow enough for it; else given up, with the best
walk.
"""

from collections.abc import Iterator
from dataclasses import replace

from turaga.board import KNIGHT
from turaga.errors import BadBoard
from turaga.frontier.layout import ScanLayout
from turaga.rule import Rule
from turaga.solve.methods import Solver, find_solver
from turaga.solve.outcome import Found, GaveUp, Impossible, Outcome
from turaga.solve.problem import Problem
from turaga.text import plural

MOST_AREA = 10**8  # of a board that Euler's method and the search take
BIG = 10**6  # squares from which rail blocks are quicker than a walk
SEARCH_STEPS = 5_000_000  # of a search with holes or another leaper: about two seconds
_SMALL_STEPS = 2000  # of a search that spares loading the frontier method
_SMALL = 200  # squares of a board on which that may do
_REPAIR_STEPS = 100_000  # of Euler's method with holes or another leaper: about a second
_FEW = 30  # squares of 5x5 and 5x6, where what theory does not refuse may still have no tour
_SEEDS = 20  # rounds of Euler's method for a pair of ends, each with its many tries

Stage = tuple[Solver, Problem]


def solve_anyhow(problem: Problem) -> Outcome:
    """Found or Impossible on every rectangle with the knight; with holes or another leaper also given up.

    The outcome's method is the one that answered, and its work is that of all that were tried.
    """
    steps = backtracks = 0
    best: GaveUp | None = None
    for solver, stage in _stages(problem):
        limit = stage.step_limit
        if problem.step_limit is not None:
            left = problem.step_limit - steps
            limit = left if limit is None else min(limit, left)
        outcome = solver(replace(stage, step_limit=limit))
        steps += outcome.steps
        backtracks += outcome.backtracks
        outcome = replace(outcome, steps=steps, backtracks=backtracks, seed=problem.seed)
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
    if problem.board.area > MOST_AREA:
        return f"{best.reason}; of so large a board with holes nothing but walks by the rule are tried"
    tried = f"neither walks, mended, nor a search of {SEARCH_STEPS:,} steps"
    if problem.closed and best.best.complete:
        return f"{tried} found a closed tour or ruled it out"
    left = plural(problem.board.size - len(best.best), "square")
    return f"{tried} found a tour or ruled it out; the best walk leaves {left}"


def _by(method: str, problem: Problem, limit: int | None = None, seed: int = 0) -> Stage:
    """The stage that tries a method, with a limit and a seed of its own."""
    posed = replace(problem, method=method, step_limit=limit, seed=problem.seed + seed)
    return find_solver(method), posed


def _stages(problem: Problem) -> Iterator[Stage]:
    """What to try, in turn."""
    board = problem.board
    if problem.fixed:
        yield _by("exact", problem)
    elif board.moveless:
        yield _by("search", problem)
    elif board.hole_indices or board.leaper != KNIGHT:
        yield from _uneven(problem)
    else:
        yield from _rectangle(problem)


def _rectangle(problem: Problem) -> Iterator[Stage]:
    """The knight on a board without holes."""
    board = problem.board
    narrow = min(board.rows, board.cols) <= 4
    both_ends = problem.end is not None and problem.end != problem.start
    walked = problem.rule != Rule() or bool(problem.retries or problem.orders)
    if walked or not (narrow or both_ends or board.size > BIG):
        yield _by("greedy", problem)
        walked = True
    if narrow:
        if board.size <= _SMALL:
            yield _by("search", problem, _SMALL_STEPS)
        yield _by("narrow", problem)
    elif both_ends:
        yield from _both_ends(problem)
    else:
        if walked:
            yield _by("euler", problem)
        yield _by("blocks", problem)


def _both_ends(problem: Problem) -> Iterator[Stage]:
    """A rectangle with sides of 5 or more, from a start to an end."""
    board = problem.board
    if board.area > MOST_AREA:
        raise BadBoard(
            f"board {board} has {board.size} squares",
            accepted=f"with both ends given at most {MOST_AREA} (10^8) are taken",
            field="board",
            value=str(board),
        )
    if board.size <= _SMALL:
        yield _by("search", problem, _SMALL_STEPS)
    if board.size <= _FEW:
        yield _by("narrow", problem)
    yield (_end_brought, problem) if board.size > BIG else _by("euler", problem)
    if min(board.rows, board.cols) == 5:
        yield _by("narrow", problem)
    for seed in range(1, _SEEDS):
        yield _by("euler", problem, seed=seed)
    yield _by("search", problem)


def _end_brought(problem: Problem) -> Outcome:
    """The rail blocks' tour, its end brought where it belongs by Euler's method."""
    from turaga.solve.euler import repair_tour

    built = find_solver("blocks")(replace(problem, end=None, closed=False, method="blocks"))
    if not isinstance(built, Found):
        return built
    left = None if problem.step_limit is None else problem.step_limit - built.steps
    ended = repair_tour(replace(problem, method="blocks", step_limit=left), built.tour)
    return replace(ended, reason=f"{built.reason}, then {ended.reason}", steps=built.steps + ended.steps)


def _uneven(problem: Problem) -> Iterator[Stage]:
    """With holes, or another leaper."""
    board = problem.board
    yield _by("greedy", problem)
    if board.area > MOST_AREA:
        return
    yield _by("search", problem, _SMALL_STEPS)
    if ScanLayout(board).fits and min(board.rows, board.cols) <= 4:
        yield _by("narrow", problem)
    yield _by("euler", problem, _REPAIR_STEPS + 20 * board.size)
    yield _by("search", problem, SEARCH_STEPS)
    if ScanLayout(board).fits:
        yield _by("narrow", problem)

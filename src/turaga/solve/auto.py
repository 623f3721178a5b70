"""Method `auto`: try methods until one finds the answer.

It walks by the rule and repairs the walk. Where that is not certain to work, it constructs a tour or searches
exhaustively.

`solve` has asked theory first, so a problem that gets here can have a tour. For the knight on a rectangle
there is always an answer:

- 3 or 4 rows: a short search, then the frontier method, which is exact.
- both sides 5 or more: a greedy walk, repaired and closed by Euler's method. If that fails, rail blocks,
  which always work. A board of more than `BIG` squares is built from rail blocks at once.
- both ends given: Euler's method moves the end of the walk to the given square. On a big board it begins
  with the tour of the rail blocks. On 5 rows some pairs of ends have no tour. Those that theory does not rule
  out are on boards so small that the frontier method decides them first. On other boards, every tested pair
  of ends that the colours allow had a tour. If the walk cannot be repaired, cycles are joined, and at last
  a search by deduction decides, without a limit.

If squares are fixed, method `exact` finds a tour or proves that there is none.

With holes or another leaper: a greedy walk and a short search, then method `cycles`, which finds nearly every
tour there is, or proves with a few squares that there is none. What remains is searched exhaustively, within
limits: it can end with the longest walk and what was tried. If a search rules out a tour before `cycles` has
been tried, `cycles` still looks for a proof with a few squares.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from turaga.board import KNIGHT
from turaga.errors import BadBoard
from turaga.extras import has_package
from turaga.rule import USUAL
from turaga.solve.cycles import MOST_AREA
from turaga.solve.methods import METHODS, Solver, find_solver
from turaga.solve.outcome import Attempt, Found, GaveUp, Impossible, Outcome
from turaga.solve.problem import Problem
from turaga.text import listed

BIG = 10**6  # on boards with more squares, rail blocks are faster than a walk
_SMALL_STEPS = 2000  # limit of a short search, which can save loading Numba
_SMALL = 200  # the largest board, in squares, on which a short search is worth trying
_WORK = 5 * 10**7  # limit of a search with holes or another leaper, in steps times squares: some seconds
_FEW = 30  # the size of 5x6: up to here, a pair of ends that theory allows can have no tour

Stage = tuple[Solver, Problem]


def solve_auto(problem: Problem) -> Outcome:
    """Found or Impossible for the knight on a rectangle. With holes or another leaper, GaveUp is possible.

    The outcome names the method that had the answer. Its steps are those of all methods that were tried.
    """
    steps = backtracks = 0
    attempts: tuple[Attempt, ...] = ()
    failed: tuple[str, ...] = ()  # lines about the greedy walks that failed
    best: GaveUp | None = None
    tried: dict[str, str] = {}
    for solver, stage in _stages(problem):
        limit = stage.step_limit
        if problem.step_limit is not None:
            left = problem.step_limit - steps
            limit = left if limit is None else min(limit, left)
        outcome = solver(replace(stage, step_limit=limit))
        steps += outcome.steps
        backtracks += outcome.backtracks
        attempts += outcome.attempts
        account = outcome.account if outcome.method == "greedy" else (*failed, *outcome.account)
        outcome = replace(
            outcome,
            steps=steps,
            backtracks=backtracks,
            seed=problem.seed,
            attempts=attempts,
            account=account,
        )
        if outcome.method == "greedy":
            failed = account
        if isinstance(outcome, Found) or (isinstance(outcome, Impossible) and _decides(stage)):
            return outcome
        tried[outcome.method] = outcome.reason
        if isinstance(outcome, GaveUp) and (best is None or len(outcome.best) > len(best.best)):
            best = outcome
        if problem.ran_out(steps):
            break
    assert best is not None  # there is always a first stage
    reason = _why_given_up(problem, tried, problem.ran_out(steps))
    return replace(
        best, method="auto", steps=steps, backtracks=backtracks, reason=reason, seconds=problem.seconds
    )


def _decides(stage: Problem) -> bool:
    """Whether Impossible by this stage is the answer. If any start will do, it can be about one start only.
    For the knight on a rectangle the other starts are tried later, with the same methods."""
    question = stage.request.tours
    return question.plain or not stage.free_start or METHODS[stage.method].all_starts


def _why_given_up(problem: Problem, tried: Mapping[str, str], out: str | None) -> str:
    """Which limit was reached, if one was, and what was tried."""
    if out is not None:
        *earlier, last = tried
        return f"{out} by method {last}, after {listed(earlier, 'and')}" if earlier else out
    words = "; ".join(f"{method}: {reason}" for method, reason in tried.items())
    if problem.board.area > MOST_AREA:
        words += "; no other method works on a board of this size"
    elif not has_package("ortools"):
        words += "; method exact, which can also rule out a tour, needs OR-tools"
    return f"no tour was found and none was ruled out ({words})"


def _by(method: str, problem: Problem, limit: int | None = None) -> Stage:
    """The stage that tries a method, with its own limit."""
    return find_solver(method), replace(problem, method=method, step_limit=limit)


def _stages(problem: Problem) -> Iterator[Stage]:
    """The stages to try, in order."""
    board = problem.board
    if problem.fixed:
        yield _by("exact", problem)
    elif board.hole_indices or board.leaper != KNIGHT:
        yield from _other_boards(problem)
    else:
        yield from _rectangle(problem)


def _rectangle(problem: Problem) -> Iterator[Stage]:
    """The knight on a board without holes."""
    board = problem.board
    narrow = min(board.rows, board.cols) <= 4
    both_ends = problem.end is not None and problem.end != problem.start
    walked = problem.rule != USUAL or bool(problem.retries or problem.orders)
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
            accepted=f"if both ends are given, the limit is {MOST_AREA} (10^8)",
            field="board",
        )
    if board.size <= _SMALL:
        yield _by("search", problem, _SMALL_STEPS)
    if board.size <= _FEW:
        yield _by("narrow", problem)
    yield (_move_end_of_blocks, problem) if board.size > BIG else _by("euler", problem)
    if min(board.rows, board.cols) == 5:
        yield _by("narrow", problem)
    yield _by("cycles", problem)
    yield from _exhaustive(problem, None)


def _move_end_of_blocks(problem: Problem) -> Outcome:
    """The tour of the rail blocks, with its end moved to the given square by Euler's method."""
    from turaga.solve.euler import repair_walk

    built = find_solver("blocks")(replace(problem, end=None, closed=False, method="blocks"))
    if not isinstance(built, Found):
        return built
    left = None if problem.step_limit is None else problem.step_limit - built.steps
    ended = repair_walk(replace(problem, method="blocks", step_limit=left), built.tour)
    return replace(ended, reason=f"{built.reason}, then {ended.reason}", steps=built.steps + ended.steps)


def _other_boards(problem: Problem) -> Iterator[Stage]:
    """A board with holes, or another leaper."""
    yield _by("greedy", problem)
    if problem.board.size <= _SMALL:
        yield _short_search, replace(problem, method="search", step_limit=_SMALL_STEPS)
    if problem.board.area <= MOST_AREA:
        yield _by("cycles", problem)
        yield from _exhaustive(problem, _WORK // problem.board.size)


def _short_search(stage: Problem) -> Outcome:
    """Method `search`. If it rules out a tour, method `cycles` may have a reason that a person can check."""
    searched = find_solver("search")(stage)
    if not isinstance(searched, Impossible) or not _decides(stage):
        return searched
    solver, problem = _by("cycles", stage)
    proved = solver(problem)
    if not isinstance(proved, Impossible):
        return searched
    return replace(proved, steps=searched.steps + proved.steps, backtracks=searched.backtracks)


def _exhaustive(problem: Problem, limit: int | None) -> Iterator[Stage]:
    """The searches that find a tour or prove that there is none, each on the boards that it accepts, with a
    limit of steps. If the request has a limit of its own, the last one goes on until that is reached."""
    from turaga.solve import deduction, exact, graph_sweep

    last = limit if problem.step_limit is None and problem.time_limit is None else None
    small = problem.board.size <= deduction.MOST_SQUARES
    if small:
        yield _by("deduction", problem, limit)
    if graph_sweep.is_narrow(problem):
        yield _by("narrowest", problem)
    if problem.board.size <= exact.MOST_SQUARES and has_package("ortools"):
        yield _by("exact", problem, last)
    elif small and last is None:
        yield _by("deduction", replace(problem, seed=problem.seed + 1))

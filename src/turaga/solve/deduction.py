"""Method `deduction`: rule out and fix moves by deduction, and try the moves that are left.

This is the search of `turaga.completion.tour_finder_kernel`, for all kinds of requests without fixed squares:
open or closed, with or without given ends, with holes, any leaper. If no start is given, it looks for a tour
from any start at once. It is exhaustive: without a limit, it finds a tour or proves that there is none.

It is made for boards that are difficult for their size. On a large board that is not difficult, other methods
are faster: every trial takes a time proportional to the size of the board.
"""

from turaga.greedy import tie_rng, whole_walk
from turaga.rng import Rng
from turaga.solve.outcome import Outcome
from turaga.solve.problem import Problem, Work
from turaga.solve.request import require_size
from turaga.text import plural
from turaga.walk import Walk

MOST_SQUARES = 1_000_000
_LOOK = 20_000_000  # visits to a square between two checks of the limits: about a fifth of a second


def solve_by_deduction(problem: Problem) -> Outcome:
    """Found, Impossible after an exhaustive search, or GaveUp at a limit. `steps` counts moves tried.

    >>> from turaga import Board, solve
    >>> solve(Board(8, 8, leaper=(1, 4)), method="deduction", closed=True).reason
    'deductions alone, without trying a move, leave no closed tour of 8x8 for a 1,4 leaper'
    """
    board = problem.board
    require_size(problem.board, MOST_SQUARES, "method deduction")
    if board.size == 1:
        return problem.found(Walk.from_indices(board, (problem.start,)), "the only one")
    from turaga.completion.tour_finder import TourFinder

    problem.report("searching", 0, problem.step_limit or 0)
    start = None if problem.free_start else problem.start
    rng = Rng(problem.seed, problem.start)
    finder = TourFinder(board, start=start, end=problem.end, closed=problem.closed, rng=rng)
    while True:
        ending = finder.run(problem.step_limit, _LOOK)
        problem.report("searching", finder.steps, problem.step_limit or 0)
        out = problem.ran_out(finder.steps)
        if ending != "paused" or out:
            break
    work = Work(steps=finder.steps, backtracks=finder.backtracks)
    if ending == "found":
        walk = Walk.from_indices(board, finder.tour(problem.start))
        return problem.found(walk, f"found after trying {plural(finder.steps, 'move')}", **work)
    if ending == "exhausted":
        wanted = problem.no_such_tour
        reason = f"deductions alone, without trying a move, leave {wanted}"
        if finder.steps:
            reason = f"an exhaustive search of {plural(finder.steps, 'step')} found {wanted}"
        return problem.impossible(reason, **work)
    assert out is not None
    walk = whole_walk(board, problem.start, problem.rule, tie_rng(problem.seed, problem.start))
    return problem.gave_up(walk, out, **work)

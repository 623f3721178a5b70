"""Find a tour, or prove that there is none.

`solve` takes a board and conditions on the tour, and returns an `Outcome`: `Found`, `Impossible` or `GaveUp`.
`Solve.read` reads and checks the arguments, `decide` asks theory what to do, and then one of the methods
works on a `Problem`. Each method has its own module. Samples, surveys, pictures, games, reports, the server
and the commands can import this package, which imports none of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from turaga.board import KNIGHT, Board, BoardLike, Leaper, Square, SquaresLike
from turaga.errors import BadBoard
from turaga.limits import Progress
from turaga.operations import read
from turaga.rule import Rule, System
from turaga.solve.decision import (
    AllButOne,
    Refuse,
    Run,
    RunBackwards,
    decide,
    reversed_outcome,
    try_other_starts,
)
from turaga.solve.methods import METHODS, find_solver
from turaga.solve.outcome import Found, GaveUp, Impossible, Outcome
from turaga.solve.problem import FURTHER_ORDERS, Problem
from turaga.solve.request import Solve
from turaga.text import plural
from turaga.theory import Verdict

__all__ = [
    "METHODS",
    "MOST_SQUARES",
    "Found",
    "GaveUp",
    "Impossible",
    "Outcome",
    "Progress",
    "Solve",
    "solve",
    "solve_request",
]

MOST_SQUARES = 10**9
BEST_STEPS = 10_000_000  # step limit of a search for a walk of all squares but one, if no limit is given


def solve(
    board: BoardLike,
    *,
    leaper: Leaper | None = None,
    avoid: SquaresLike | None = None,
    start: Square | str | None = None,
    end: Square | str | None = None,
    closed: bool = False,
    fix: Mapping[int, Square | str] | None = None,
    method: str | None = None,
    rule: Rule | str | None = None,
    like: System | str | None = None,
    seed: int = 0,
    retries: int | None = None,
    retry_orders: Sequence[str] = (),
    best: bool = False,
    theory: bool | None = None,
    prune: bool | None = None,
    why: bool = False,
    step_limit: int | None = None,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Outcome:
    """Find a tour of a board.

    Returns a verified tour (`Found`), a proof that there is none (`Impossible`), or the longest walk found
    (`GaveUp`). The same seed gives the same result.

    `leaper` replaces the board's leaper, for example `(1, 3)` or `"1,3"`.

    `start` and `end` are 0-based (row, col) pairs, or texts as on the command line. Without a
    start, any start will do: the first square, row by row, that theory does not rule out is tried first.
    With `like` it is the very first square, as in the published programs. `closed` asks for a closed tour.
    `fix` puts squares at given steps, counted from 1: `{17: (2, 4)}`. It needs the extra `exact`.

    `method` is one of `turaga.walks.METHODS`. The default, "auto", always returns Found or
    Impossible for the knight on a rectangle: it walks by the rule, repairs and closes the walk, and has
    constructions and exhaustive searches for the rest. With holes or
    another leaper it ends with searches, which decided every board of our trials (docs/any-board.md).
    "greedy" walks by the rule once, then up to `retries` more times with new random orders, or with the given
    `retry_orders` one after another. (For a closed tour the default is 1000 retries.) "search" backtracks.

    `rule` is a Rule, or a text for its tie-breaks. `like` takes rule and method from a named
    system, see `turaga.walks.SYSTEMS`. If you also pass `rule` or `method`, these take precedence.

    If theory proves that there is no tour, `best` asks for a walk of all squares but one
    instead. It becomes the attribute `best` of the Impossible outcome. `theory` lets theory rule out a
    tour before any walk, and `prune` lets the search abandon branches that cannot lead to a tour. Both are on
    unless `like` is given. With `why`, the outcome's `account` explains line by line how it was found.
    `step_limit` and `time_limit` (in seconds) limit the work, except the time to compile a kernel, which
    happens once after installation.

    >>> outcome = solve("8x8", start="a1")
    >>> outcome.tour.squares[:3], outcome.tour.closed
    (((7, 0), (5, 1), (7, 2)), False)
    >>> solve("5x5", start=(0, 1)).reason
    'each move changes colour and 5x5 has 13 squares of one colour and 12 of the other, so a tour
    must start on one of the 13, but b5 is one of the 12'
    """
    return solve_request(read(Solve, locals()), progress)


def solve_request(request: Solve, progress: Progress | None = None) -> Outcome:
    """Return the outcome of a request.

    >>> solve_request(Solve.of("8x8", start="a1")).walk
    <Tour of 64 squares of 8x8, a1 to c4, open>
    """
    decision = decide(request)
    if request.board.size > MOST_SQUARES and not isinstance(decision, Refuse):
        raise _too_large(request.board)
    match decision:
        case Refuse(start, verdict):
            return Problem.of(request, start).refused(verdict, method="theory")
        case AllButOne(start, verdict):
            return _all_but_one(_walk_wanted(request, start, progress), verdict)
        case RunBackwards(end):
            problem = replace(Problem.of(request, end, progress), end=None)
            return reversed_outcome(find_solver(problem.method)(problem), end)
        case Run(start, elsewhere, ruled_out):
            problem = Problem.of(request, start, progress)
            if ruled_out is not None:
                about_this_start = replace(ruled_out, certificate=None)  # not about the request
                return try_other_starts(problem, problem.refused(about_this_start, method="theory"))
            outcome = find_solver(problem.method)(problem)
            return try_other_starts(problem, outcome) if elsewhere else outcome


def _too_large(board: Board) -> BadBoard:
    accepted = f"the limit is {MOST_SQUARES} (10^9)"
    rectangle = not board.hole_indices and board.leaper == KNIGHT
    if rectangle and min(board.rows, board.cols) > 4 and board.size % 2 == 0:
        accepted += "; of a larger board, turaga solve can show one step (in Python, turaga.boards.implicit)"
    problem = f"board {board} has {board.size} squares"
    return BadBoard(problem, accepted=accepted, field="board")


def _walk_wanted(request: Solve, start: int, progress: Progress | None) -> Problem:
    """The problem of finding a walk of all squares but one. Pruning is off, because it is made for tours."""
    problem = Problem.of(request, start, progress)
    method = problem.method if problem.method in ("greedy", "search") else "greedy"
    problem = replace(problem, goal=problem.board.size - 1, method=method, prune=False)
    if request.retries is None and not request.retry_orders and request.like is None:
        return replace(problem, retries=FURTHER_ORDERS)
    return problem


def _all_but_one(problem: Problem, why_not: Verdict) -> Outcome:
    """The outcome if colours rule out a tour: Impossible, with the longest walk found.

    The walk leaves one square if the method finds such a walk. If greedy walks fail, as on 5x5 from 2,3 and
    from many starts of 3xn, a search tries next.
    """
    best = find_solver(problem.method)(problem)
    steps, backtracks, retries = best.steps, best.backtracks, best.retries
    last = best
    if (
        problem.method != "search"
        and len(best.longest_walk or ()) < problem.goal
        and not problem.ran_out(steps)
    ):
        limit = BEST_STEPS if problem.step_limit is None else problem.step_limit - steps
        searched = find_solver("search")(replace(problem, method="search", step_limit=limit))
        steps += searched.steps
        backtracks += searched.backtracks
        last = searched
        if len(searched.longest_walk or ()) > len(best.longest_walk or ()):
            best = searched
    left = problem.board.size - len(best.longest_walk or ())
    if left == 1:
        ending = f"the longest walk leaves one square unvisited, {best.reason}"
    elif isinstance(last, Impossible):
        ending = f"there is no walk of all squares but one either ({last.reason}); the longest leaves {left}"
    else:
        why = problem.ran_out(steps) or last.reason
        ending = f"the longest walk found leaves {plural(left, 'square')} unvisited: {why}"
    return problem.impossible(
        f"{why_not.reason}; {ending}",
        best=best.longest_walk,
        squares=why_not.squares,
        certificate=why_not.certificate,
        method=best.method,
        rule=best.rule,
        steps=steps,
        backtracks=backtracks,
        retries=retries,
    )

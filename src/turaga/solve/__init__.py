"""Tours: found, proved impossible, or given up with the best walk.

`solve` takes a board and what is wanted of the tour, and returns an `Outcome`: `Found`, `Impossible` or
`GaveUp`. Inside, `Request.read` reads and checks what is given, `decide` asks theory what to do about it, and
a method, one module each, is run on a `Problem`. Samples, surveys, pictures, games, reports, the server and
the commands may import this package; it imports nothing of theirs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from turaga.board import KNIGHT, Board, BoardLike, Leaper, Square
from turaga.errors import BadBoard
from turaga.limits import Progress
from turaga.rule import Rule, System
from turaga.solve.any_start import from_elsewhere, turned_round
from turaga.solve.decision import AllButOne, Refuse, Run, RunBackwards, decide
from turaga.solve.methods import METHODS, find_solver
from turaga.solve.outcome import Found, GaveUp, Impossible, Outcome
from turaga.solve.problem import FURTHER_ORDERS, Problem
from turaga.solve.request import Request
from turaga.theory import Verdict

__all__ = [
    "METHODS",
    "MOST_SQUARES",
    "Found",
    "GaveUp",
    "Impossible",
    "Outcome",
    "Progress",
    "Request",
    "solve",
    "solve_request",
]

MOST_SQUARES = 10**9
BEST_STEPS = 10_000_000  # of a search for a walk of all squares but one, unless a limit is given


def solve(
    board: BoardLike,
    *,
    leaper: Leaper | None = None,
    start: Square | str | None = None,
    end: Square | str | None = None,
    closed: bool = False,
    fix: Mapping[int, Square | str] | None = None,
    method: str | None = None,
    rule: Rule | str | None = None,
    like: System | str | None = None,
    seed: int = 0,
    retries: int | None = None,
    orders: Sequence[str] = (),
    best: bool = False,
    shortcuts: bool | None = None,
    prune: bool | None = None,
    explain: bool = False,
    step_limit: int | None = None,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Outcome:
    """A verified tour (`Found`), proof that there is none (`Impossible`), or the best walk (`GaveUp`).

    `leaper` replaces the board's leaper, for example `(1, 3)` or `"1,3"`.

    `start` and `end` are 0-based (row, col) pairs or texts as on the command line; without a start any will
    do, and the first square, row by row, that theory does not rule out is tried first; with `like` the first
    of all, as the published programs do. `closed` asks for a closed tour. `fix` gives squares their numbers,
    `{17: (2, 4)}`, from 1.

    `method` is one of `turaga.METHODS`. "auto", the default, ends in Found or Impossible for every rectangle
    and the knight: it walks by the rule, mends and closes what that leaves, and has constructions and
    exhaustive searches for the rest; with holes or another leaper it may give up. "greedy" walks by the
    rule once, then `retries` more times with fresh orders or with `orders` in turn (for a closed tour 1000
    times, unless told otherwise); "search" backtracks.

    `rule` is a Rule, or a text for its ties; `like` takes rule and method from a named system, see
    `turaga.SYSTEMS`, and `rule` and `method` come before it. `best` asks, where theory rules a tour out,
    for a walk of all squares but one; it comes as `best` of the Impossible. `shortcuts` lets theory rule a
    tour out before any walk, `prune` lets the search turn back early; both are on unless `like` is given.
    `explain` has the outcome's `account` tell, line by line, how it came about. `step_limit` and
    `time_limit` bound the work, though not the seconds that compiling a kernel takes the first time; the
    same seed gives the same answer.

    >>> outcome = solve("8x8", start="a1")
    >>> outcome.tour.squares[:3], outcome.tour.closed
    (((7, 0), (5, 1), (7, 2)), False)
    >>> solve("5x5", start=(0, 1)).reason
    'each move changes colour and 5x5 has 13 squares of one colour and 12 of the other, so a tour
    must start on one of the 13, and 1,2 is one of the 12'
    """
    return solve_request(
        Request.read(
            board,
            leaper=leaper,
            start=start,
            end=end,
            closed=closed,
            fix=fix,
            method=method,
            rule=rule,
            like=like,
            seed=seed,
            retries=retries,
            orders=orders,
            best=best,
            shortcuts=shortcuts,
            prune=prune,
            explain=explain,
            step_limit=step_limit,
            time_limit=time_limit,
        ),
        progress,
    )


def solve_request(request: Request, progress: Progress | None = None) -> Outcome:
    """The outcome of a request: what `decide` says is done.

    >>> solve_request(Request.read("8x8", start="a1")).walk
    <Tour of 64 squares of 8x8, 8,1 to 5,3, open>
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
            return turned_round(find_solver(problem.method)(problem), end)
        case Run(start, elsewhere, ruled_out):
            problem = Problem.of(request, start, progress)
            if ruled_out is not None:
                return from_elsewhere(problem, problem.refused(ruled_out, method="theory"))
            outcome = find_solver(problem.method)(problem)
            return from_elsewhere(problem, outcome) if elsewhere else outcome


def _too_large(board: Board) -> BadBoard:
    accepted = f"at most {MOST_SQUARES} (10^9) are taken"
    if (
        not board.hole_indices
        and board.leaper == KNIGHT
        and min(board.rows, board.cols) > 4
        and board.size % 2 == 0
    ):
        accepted += (
            "; of a larger tour, turaga square and turaga number (turaga.implicit in Python) tell any square"
        )
    problem = f"board {board} has {board.size} squares"
    return BadBoard(problem, accepted=accepted, field="board", value=str(board))


def _walk_wanted(request: Request, start: int, progress: Progress | None) -> Problem:
    """What a method is given to find a walk of all squares but one. Pruning looks for tours, and is off."""
    problem = Problem.of(request, start, progress)
    method = problem.method if problem.method in ("greedy", "search") else "greedy"
    problem = replace(problem, goal=problem.board.size - 1, method=method, prune=False)
    if request.retries is None and not request.orders and request.like is None:
        return replace(problem, retries=FURTHER_ORDERS)
    return problem


def _all_but_one(problem: Problem, why_not: Verdict) -> Outcome:
    """No tour, for the reason colours give, and the longest walk found: one of all squares but one, if
    the method or, where greedy walks fail (5x5 from 2,3; many starts of 3xn), a search finds it."""
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
        ending = f"the best walk leaves one square, {best.reason}"
    elif isinstance(last, Impossible):
        ending = f"nor is there a walk of all squares but one, the best leaves {left}: {last.reason}"
    else:
        ending = f"the best walk found leaves {left} squares: {problem.ran_out(steps) or last.reason}"
    return problem.impossible(
        f"{why_not.reason}; {ending}",
        best=best.longest_walk,
        squares=why_not.squares,
        method=best.method,
        rule=best.rule,
        steps=steps,
        backtracks=backtracks,
        retries=retries,
    )

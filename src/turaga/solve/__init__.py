"""`solve()`: one question, one signature, and one file per method."""

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from turaga.board import Board, BoardLike, Square
from turaga.errors import BadBoard, BadRule
from turaga.order import parse_order
from turaga.rule import Rule, System, find_system
from turaga.solve.greedy import FURTHER_ORDERS, check_tries
from turaga.solve.outcome import Found, GaveUp, Impossible, Outcome
from turaga.solve.problem import Problem, Progress, time_in_seconds, whole_number
from turaga.solve.search import solve_by_search
from turaga.theory import may_leave_one, why_impossible
from turaga.wording import short, show

__all__ = ["METHODS", "MOST_SQUARES", "Found", "GaveUp", "Impossible", "Outcome", "Progress", "solve"]

# Each method's file and function, a `Problem -> Outcome`; loaded when it is asked for.
_SOLVERS = {
    "greedy": ("greedy", "solve_greedily"),
    "search": ("search", "solve_by_search"),
    "euler": ("euler", "solve_by_euler"),
    "vandermonde": ("vandermonde", "solve_by_circuits"),
    "blocks": ("blocks", "solve_by_blocks"),
    "narrow": ("narrow", "solve_narrow"),
    "exact": ("exact", "solve_exactly"),
}
METHODS = tuple(_SOLVERS)
MOST_SQUARES = 10**9
BEST_STEPS = 10_000_000  # of a search for a walk of all squares but one, unless a limit is given


def solve(
    board: BoardLike,
    *,
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

    `start` is a 0-based (row, col) or a text as on the command line; without it, the top left square.
    `method` is "greedy" (the default: one walk by the rule, then `retries` more with fresh orders, or
    with `orders` in turn) or "search" (depth-first with backtracking). `rule` is a Rule, or a text for its
    ties; `like` takes rule and method from a named system, see `turaga.SYSTEMS`, and `rule` and `method`
    come before it. `closed` asks for a closed tour: greedy then tries up to 1000 further orders unless
    `retries` or `like` says otherwise. `best` asks, where colour rules a tour out from a start on an odd
    board, for a walk of all squares but one; it comes as `best` of the Impossible. `shortcuts` lets colour
    rule out a start before any walk, `prune` lets the search turn back early; both are on unless `like` is
    given. `step_limit` and `time_limit` bound the work, though not the seconds that compiling a kernel
    takes the first time; the same seed gives the same answer.

    >>> outcome = solve("8x8", start="a1")
    >>> outcome.tour.squares[:3], outcome.tour.closed
    (((7, 0), (5, 1), (7, 2)), False)
    >>> solve("5x5", start=(0, 1)).reason
    'each move changes colour and 5x5 has 13 squares of one colour and 12 of the other, so a tour
    must start on one of the 13, and 1,2 is one of the 12'
    """
    board = Board.read(board)
    if board.size > MOST_SQUARES:
        raise BadBoard(f"board {board} has {board.size} squares: at most {MOST_SQUARES} (10^9) are taken")
    system = find_system(like) if like is not None else None
    seed = whole_number("seed", seed, 0)
    step_limit = None if step_limit is None else whole_number("step limit", step_limit, 1)
    time_limit = None if time_limit is None else time_in_seconds(time_limit)
    method = str(method or (system.method if system else "greedy")).strip().lower()
    solver = find_solver(method)
    first = board.number(board.first_square if start is None else board.read_square(start))
    last = None if end is None else board.number(board.read_square(end))
    fixed = _fixed_squares(board, fix or {})
    orders = tuple(parse_order(order) for order in orders)
    further = None if retries is None else whole_number("retries", retries, 0)
    _check_options(method, further or 0, orders, best, closed)
    why_not = why_impossible(board, first, closed=closed)
    all_but_one = best and why_not is not None and may_leave_one(board, first)
    if further is None:
        further = FURTHER_ORDERS if (closed or all_but_one) and not orders and system is None else 0
    problem = Problem(
        board=board,
        start=first,
        end=last,
        closed=closed,
        fixed=fixed,
        goal=board.size - 1 if all_but_one else board.size,
        method=method,
        rule=Rule.read(rule) if rule is not None else system.rule if system else Rule(),
        seed=seed,
        retries=further,
        orders=orders,
        prune=not all_but_one and (system is None if prune is None else prune),
        explain=explain,
        step_limit=step_limit,
        time_limit=time_limit,
        progress=progress,
    )
    if all_but_one:
        assert why_not is not None
        return _with_best(problem, why_not)
    if why_not is not None and (system is None if shortcuts is None else shortcuts):
        return problem.impossible(why_not)
    return solver(problem)


def find_solver(method: str) -> Callable[[Problem], Outcome]:
    """The solver of a method, by its name.

    >>> find_solver("greedy").__name__
    'solve_greedily'
    """
    if method not in _SOLVERS:
        raise BadRule(f"method {short(method)!r} is not known: the methods are {', '.join(METHODS)}")
    file, function = _SOLVERS[method]
    solver: Callable[[Problem], Outcome] = getattr(importlib.import_module(f"turaga.solve.{file}"), function)
    return solver


def _with_best(problem: Problem, why_not: str) -> Outcome:
    """No tour, for the reason colour gives, and the longest walk found: one of all squares but one, if
    the method or, where greedy walks fail (5x5 from 2,3; many starts of 3xn), a search finds it."""
    best = find_solver(problem.method)(problem)
    steps, backtracks, retries = best.steps, best.backtracks, best.retries
    last = best
    if problem.method != "search" and len(best.walk or ()) < problem.goal and not problem.ran_out(steps):
        limit = BEST_STEPS if problem.step_limit is None else problem.step_limit - steps
        searched = solve_by_search(replace(problem, method="search", step_limit=limit))
        steps += searched.steps
        backtracks += searched.backtracks
        last = searched
        if len(searched.walk or ()) > len(best.walk or ()):
            best = searched
    left = problem.board.size - len(best.walk or ())
    if left == 1:
        ending = f"the best walk leaves one square, {best.reason}"
    elif isinstance(last, Impossible):
        ending = f"nor is there a walk of all squares but one, the best leaves {left}: {last.reason}"
    else:
        ending = f"the best walk found leaves {left} squares: {problem.ran_out(steps) or last.reason}"
    return problem.impossible(
        f"{why_not}; {ending}",
        best=best.walk,
        method=best.method,
        rule=best.rule,
        steps=steps,
        backtracks=backtracks,
        retries=retries,
    )


def _fixed_squares(board: Board, fix: Mapping[int, Square | str]) -> tuple[tuple[int, int], ...]:
    """The squares with a fixed number, in the order of their numbers, checked."""
    fixed: dict[int, int] = {}
    for key, square in fix.items():
        k = whole_number("number", key, 1)
        if k > board.size:
            raise BadRule(f"number {k} is not in a tour of {board}: numbers are 1 to {board.size}")
        number = board.number(board.read_square(square))
        if number in fixed.values():
            raise BadRule(f"square {show(board.square(number))} is given two numbers: give it one")
        fixed[k] = number
    return tuple(sorted(fixed.items()))


def _check_options(method: str, retries: int, orders: tuple[str, ...], best: bool, closed: bool) -> None:
    check_tries(retries, orders)
    if method == "search" and (retries or orders):
        raise BadRule("retries and orders go with method greedy: the search backtracks instead")
    if best and closed:
        raise BadRule("best and closed do not go together: a walk of all squares but one is not closed")

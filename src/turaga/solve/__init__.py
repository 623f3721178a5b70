"""`solve()`: one question, one signature, and one file per method."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from turaga.board import Board, BoardLike, Square
from turaga.errors import BadBoard, BadRule
from turaga.order import parse_order
from turaga.rule import Rule, find_system
from turaga.solve.greedy import FURTHER_ORDERS, check_tries, solve_greedily
from turaga.solve.outcome import Found, GaveUp, Impossible, Outcome
from turaga.solve.problem import Problem, Progress
from turaga.solve.search import solve_by_search
from turaga.theory import may_leave_one, why_impossible
from turaga.wording import short

__all__ = ["METHODS", "MOST_SQUARES", "Found", "GaveUp", "Impossible", "Outcome", "Progress", "solve"]

METHODS: dict[str, Callable[[Problem], Outcome]] = {"greedy": solve_greedily, "search": solve_by_search}
MOST_SQUARES = 10**9
BEST_STEPS = 10_000_000  # of a search for a walk of all squares but one, unless a limit is given


def solve(
    board: BoardLike,
    *,
    start: Square | str | None = None,
    closed: bool = False,
    method: str | None = None,
    rule: Rule | None = None,
    like: str | None = None,
    seed: int = 0,
    retries: int | None = None,
    orders: Sequence[str] = (),
    best: bool = False,
    shortcuts: bool | None = None,
    prune: bool | None = None,
    step_limit: int | None = None,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Outcome:
    """A verified tour (`Found`), proof that there is none (`Impossible`), or the best walk (`GaveUp`).

    `start` is a 0-based (row, col) or a text as on the command line; without it, the top left square.
    `method` is "greedy" (the default: one walk by the rule, then `retries` more with fresh orders, or
    with `orders` in turn) or "search" (depth-first with backtracking). `like` takes rule and method from
    a named system, see `turaga.SYSTEMS`; `rule` and `method` come before it. `closed` asks for a closed
    tour: greedy then tries up to 1000 further orders unless `retries` or `like` says otherwise. `best`
    asks, where colour rules a tour out from a start on an odd board, for a walk of all squares but one; it
    comes as `best` of the Impossible. `shortcuts` lets colour rule out a start before any walk, `prune`
    lets the search turn back early; both are on unless `like` is given. `step_limit` and `time_limit`
    bound the work, though not the seconds that compiling a kernel takes the first time; the same seed
    gives the same answer.

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
    method = (method or (system.method if system else "greedy")).strip().lower()
    if method not in METHODS:
        raise BadRule(f"method {short(method)!r} is not known: the methods are {', '.join(METHODS)}")
    first = board.number(board.first_square if start is None else board.read_square(start))
    orders = tuple(parse_order(order) for order in orders)
    _check_options(method, seed, retries, orders, best, closed, step_limit, time_limit)
    why_not = why_impossible(board, first, closed=closed)
    all_but_one = best and why_not is not None and may_leave_one(board, first)
    if retries is None:
        retries = FURTHER_ORDERS if (closed or all_but_one) and not orders and system is None else 0
    problem = Problem(
        board=board,
        start=first,
        closed=closed,
        goal=board.size - 1 if all_but_one else board.size,
        method=method,
        rule=rule or (system.rule if system else Rule()),
        seed=seed,
        retries=retries,
        orders=orders,
        prune=not all_but_one and (system is None if prune is None else prune),
        step_limit=step_limit,
        time_limit=time_limit,
        progress=progress,
    )
    if all_but_one:
        assert why_not is not None
        return _with_best(problem, why_not)
    if why_not is not None and (system is None if shortcuts is None else shortcuts):
        return problem.impossible(why_not)
    return METHODS[method](problem)


def _with_best(problem: Problem, why_not: str) -> Outcome:
    """No tour, for the reason colour gives, and the longest walk found: one of all squares but one, if
    the method or, where greedy walks fail (5x5 from 2,3; many starts of 3xn), a search finds it."""
    outcome = METHODS[problem.method](problem)
    walk, steps, retries = outcome.walk, outcome.steps, outcome.retries
    short_of_it = walk is None or len(walk) < problem.goal
    if problem.method != "search" and short_of_it and not problem.ran_out(steps):
        limit = BEST_STEPS if problem.step_limit is None else problem.step_limit - steps
        searched = solve_by_search(replace(problem, method="search", step_limit=limit))
        steps += searched.steps
        if searched.walk is None or walk is None or len(searched.walk) > len(walk):
            outcome, walk = searched, searched.walk or walk
    if isinstance(outcome, Impossible):
        ending = f"nor is there a walk of all squares but one: {outcome.reason}"
    elif walk is not None and len(walk) == problem.goal:
        ending = f"the best walk leaves one square, {outcome.reason}"
    else:
        left = problem.board.size - len(walk or ())
        ending = f"the best walk found leaves {left} squares: {outcome.reason}"
    return problem.impossible(
        f"{why_not}; {ending}",
        best=walk,
        method=outcome.method,
        rule=outcome.rule,
        steps=steps,
        backtracks=outcome.backtracks,
        retries=retries,
    )


def _check_options(
    method: str,
    seed: int,
    retries: int | None,
    orders: tuple[str, ...],
    best: bool,
    closed: bool,
    step_limit: int | None,
    time_limit: float | None,
) -> None:
    check_tries(seed, retries, orders)
    if method == "search" and (retries or orders):
        raise BadRule("retries and orders go with method greedy: the search backtracks instead")
    if best and closed:
        raise BadRule("best and closed do not go together: a walk of all squares but one is not closed")
    if step_limit is not None and step_limit < 1:
        raise BadRule(f"step limit {step_limit} is too small: give a number from 1")
    if time_limit is not None and not (time_limit > 0 and math.isfinite(time_limit)):
        raise BadRule(f"time limit {time_limit:g} is not a time: give seconds, more than 0")

"""`solve()`: one question, one signature, and one file per method."""

import importlib
import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from turaga.board import Board, Square
from turaga.errors import BadBoard, BadRule
from turaga.order import parse_order
from turaga.rule import Rule, find_system
from turaga.solve.outcome import Found, GaveUp, Impossible, Outcome
from turaga.solve.problem import Problem, Progress
from turaga.theory import why_impossible

__all__ = ["METHODS", "MOST_SQUARES", "Found", "GaveUp", "Impossible", "Outcome", "Progress", "solve"]

# Each method is the function of its name in the file of its name.
METHODS = ("greedy", "search")
MOST_SQUARES = 10**9
BEST_STEPS = 10_000_000  # of a search for a walk of all squares but one, unless a limit is given


def solve(
    board: Board | str | int | tuple[int, int],
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
    tour: greedy then tries up to 1000 further orders unless `retries` says otherwise. `best` asks, where
    colour rules a tour out from a start on an odd board, for a walk of all squares but one; it comes as
    `best` of the Impossible. `shortcuts` lets colour rule out a start before any walk, `prune` lets the
    search turn back early; both are on unless `like` is given. `step_limit` and `time_limit` bound the
    work; the same seed gives the same answer.

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
    method = method or (system.method if system else "greedy")
    if method not in METHODS:
        raise BadRule(f"method {method!r} is not known: the methods are {', '.join(METHODS)}")
    first = board.number(board.first_square if start is None else board.read_square(start))
    orders = tuple(parse_order(order) for order in orders)
    _check_options(method, seed, retries, orders, best, closed, step_limit, time_limit)
    why_not = why_impossible(board, first, closed=closed)
    all_but_one = best and why_not is not None and _one_colour_short(board, first)
    if retries is None:
        from turaga.solve.greedy import FURTHER_ORDERS

        retries = FURTHER_ORDERS if (closed or all_but_one) and not orders else 0
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
    return _run(problem)


def _run(problem: Problem) -> Outcome:
    """What the problem's method makes of it."""
    solver: Callable[[Problem], Outcome] = getattr(
        importlib.import_module(f"turaga.solve.{problem.method}"), problem.method
    )
    return solver(problem)


def _one_colour_short(board: Board, start: int) -> bool:
    """Whether a walk of all squares but one is the most colour allows from here, and allowed."""
    without_last = (
        Board(
            board.rows,
            board.cols,
            holes=[board.square(n) for n in (*board.holes, _other_colour(board, start))],
            leaper=board.leaper,
        )
        if board.size > 1
        else board
    )
    return without_last is not board and why_impossible(without_last, start) is None


def _other_colour(board: Board, start: int) -> int:
    """Any square of the colour the start has not."""
    colour = sum(board.square(start)) % 2
    return next(n for n in board.numbers() if sum(board.square(n)) % 2 != colour)


def _with_best(problem: Problem, why_not: str) -> Outcome:
    """No tour, for the reason colour gives, and the longest walk found; one of all squares but one if
    greedy walks or, where they fail (5x5 from 2,3; many starts of 3xn), a search find it."""
    outcome = _run(problem)
    if outcome.walk is None or len(outcome.walk) < problem.goal:
        limit = BEST_STEPS if problem.step_limit is None else problem.step_limit
        searched = _run(replace(problem, method="search", step_limit=limit))
        if searched.walk is None or len(searched.walk) > len(outcome.walk or ()):
            outcome = searched
    walk = outcome.walk
    if walk is None:
        ending = f"nor is there a walk of all squares but one: {outcome.reason}"
    elif len(walk) == problem.goal:
        ending = f"the best walk leaves one square, {outcome.reason}"
    else:
        ending = f"the best walk found leaves {problem.board.size - len(walk)} squares: {outcome.reason}"
    return problem.impossible(
        f"{why_not}; {ending}",
        best=walk,
        method=outcome.method,
        rule=outcome.rule,
        steps=outcome.steps,
        backtracks=outcome.backtracks,
        retries=outcome.retries,
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
    if retries is not None and retries < 0:
        raise BadRule(f"retries {retries} is too few: give a number from 0")
    if retries is not None and orders:
        raise BadRule("retries and orders do not go together: orders are tried instead of fresh ones")
    if method == "search" and (retries or orders):
        raise BadRule("retries and orders go with method greedy: the search backtracks instead")
    if best and closed:
        raise BadRule("best and closed do not go together: a walk of all squares but one is not closed")
    if seed < 0:
        raise BadRule(f"seed {seed} is too small: give a whole number from 0")
    if step_limit is not None and step_limit < 1:
        raise BadRule(f"step limit {step_limit} is too small: give a number from 1")
    if time_limit is not None and not (time_limit > 0 and math.isfinite(time_limit)):
        raise BadRule(f"time limit {time_limit:g} is not a time: give seconds, more than 0")

"""`solve()`: one question, one signature, and one file per method."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from turaga.board import KNIGHT, Board, BoardLike, Square
from turaga.errors import BadBoard, BadRule
from turaga.limits import Progress, seed_number, time_in_seconds, whole_number
from turaga.order import parse_order
from turaga.rule import Rule, System, find_system
from turaga.solve.any_start import first_start, from_elsewhere, turned_round
from turaga.solve.greedy import FURTHER_ORDERS, check_tries
from turaga.solve.methods import METHODS, find_solver, parse_method
from turaga.solve.outcome import Found, GaveUp, Impossible, Outcome
from turaga.solve.problem import Problem
from turaga.solve.search import solve_by_search
from turaga.text import show
from turaga.theory import Question, ends_forbid, may_leave_one, verdict

__all__ = ["METHODS", "MOST_SQUARES", "Found", "GaveUp", "Impossible", "Outcome", "Progress", "solve"]

MOST_SQUARES = 10**9
_CERTAIN = ("auto", "vandermonde", "blocks")  # methods that count on theory having been asked
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
    board = Board.read(board)
    system = find_system(like) if like is not None else None
    method = parse_method(str(method or (system.method if system else "auto")))
    fixed = _fixed_squares(board, fix or {})
    last = _end(board, None if end is None else board.index(board.read_square(end)), fixed)
    first = _start(board, None if start is None else board.index(board.read_square(start)), fixed)
    asked = Question(board, first, last, closed)
    orders = tuple(parse_order(order) for order in orders)
    further = None if retries is None else whole_number("retries", retries, 0)
    _check_options(method, further or 0, orders, best, closed, last, fixed, shortcuts)
    by_theory = method in _CERTAIN or (system is None if shortcuts is None else shortcuts)
    answer = verdict(asked)
    refused = answer.exists is False  # whatever the start, if none is given
    # A tour that ends where it should and starts anywhere is one from there, walked the other way.
    backwards = last if first is None and not fixed and system is None else None
    if backwards is not None:
        first, last = backwards, None
    elif first is None and fixed:
        first = board.index(board.first_square)
    elif first is None:
        first = first_start(board, last, closed=closed, by_theory=system is None and not refused)
    posed = asked if fixed else Question(board, first, last, closed)
    if not refused:
        answer = verdict(posed)
    ruled_out = answer.exists is False
    all_but_one = best and ruled_out and (refused or asked.start is not None) and may_leave_one(board, first)
    told = not all_but_one and ((ruled_out and by_theory) or ends_forbid(posed) is not None)
    if board.size > MOST_SQUARES and not told:
        raise BadBoard(_too_large(board))
    if all_but_one and method not in ("greedy", "search"):
        method = "greedy"
    if further is None:
        many = all_but_one or (closed and method == "greedy")
        further = FURTHER_ORDERS if many and not orders and system is None else 0
    problem = Problem(
        asked=asked,
        board=board,
        start=first,
        end=last,
        closed=closed,
        fixed=fixed,
        goal=board.size - 1 if all_but_one else board.size,
        method=method,
        rule=Rule.read(rule) if rule is not None else system.rule if system else Rule(),
        seed=seed_number("seed", seed),
        retries=further,
        orders=orders,
        prune=not all_but_one and (system is None if prune is None else prune),
        explain=explain,
        step_limit=None if step_limit is None else whole_number("step limit", step_limit, 1),
        time_limit=None if time_limit is None else time_in_seconds(time_limit),
        progress=progress,
    )
    if all_but_one:
        return _with_best(problem, answer.reason)
    outcome: Outcome
    if told:
        account = answer.proof if explain else ()
        outcome = problem.impossible(answer.reason, method="theory", account=account)
    else:
        outcome = find_solver(method)(problem)
    if refused and by_theory:
        return outcome
    if backwards is not None:
        return turned_round(outcome, backwards)
    # A closed tour passes through every square: if it need not end somewhere, one start tells of them all.
    some_start = asked.start is None and not fixed and (not closed or last is not None)
    if isinstance(outcome, Impossible) and some_start:
        return from_elsewhere(problem, outcome, by_theory)
    return outcome


def _too_large(board: Board) -> str:
    said = f"board {board} has {board.size} squares: at most {MOST_SQUARES} (10^9) are taken"
    if not board.holes and board.leaper == KNIGHT and min(board.rows, board.cols) > 4 and board.size % 2 == 0:
        said += (
            "; of a larger tour, turaga square and turaga number (turaga.implicit in Python) tell any square"
        )
    return said


def _start(board: Board, start: int | None, fixed: tuple[tuple[int, int], ...]) -> int | None:
    """Where to start, as it is given or as number 1 is fixed."""
    first = dict(fixed).get(1)
    if first is not None and start is not None and first != start:
        raise BadRule(
            f"number 1 is fixed on {show(board.square(first))} and the start is {show(board.square(start))}: "
            "give one of the two"
        )
    return first if start is None else start


def _end(board: Board, end: int | None, fixed: tuple[tuple[int, int], ...]) -> int | None:
    """Where to end, as it is given or as the last number is fixed."""
    last = dict(fixed).get(board.size)
    if last is not None and end is not None and last != end:
        raise BadRule(
            f"number {board.size} is fixed on {show(board.square(last))} and the end is "
            f"{show(board.square(end))}: give one of the two"
        )
    return last if end is None else end


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
        number = board.index(board.read_square(square))
        if number in fixed.values():
            raise BadRule(f"square {show(board.square(number))} is given two numbers: give it one")
        fixed[k] = number
    return tuple(sorted(fixed.items()))


def _check_options(
    method: str,
    retries: int,
    orders: tuple[str, ...],
    best: bool,
    closed: bool,
    end: int | None,
    fixed: tuple[tuple[int, int], ...],
    shortcuts: bool | None,
) -> None:
    """Raise `BadRule` unless these go together."""
    check_tries(retries, orders)
    if (retries or orders) and method not in ("auto", "greedy", "euler"):
        raise BadRule(
            f"retries and orders go with methods auto, greedy and euler, and the method is {method}"
        )
    if best and (closed or end is not None or fixed):
        raise BadRule(
            "best goes with a start alone: a walk of all squares but one is not closed and ends where it may"
        )
    if fixed and method not in ("auto", "exact"):
        raise BadRule(f"squares with a fixed number go with method exact, and the method is {method}")
    if shortcuts is False and method in _CERTAIN:
        raise BadRule(
            f"method {method} does not work without shortcuts: methods greedy, search, euler, narrow and "
            "exact do"
        )

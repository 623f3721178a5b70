"""Requests without a start: any start will do, and Impossible must be true for all of them.

If only the end is given, the tour is made from that end and reversed. If neither is given, a start is chosen
that theory allows. If there is no tour from there, the other squares are tried. (On a rectangle, if any
square can start a tour, then the first square that theory allows can.)

Published programs start on the first square. With `like`, the walk does so too. If an end is given, it starts
on the first square that can start a tour to that end. If there is no tour from there, the other squares are
tried too.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from turaga.board import Board, Square
from turaga.solve.methods import METHODS, find_solver
from turaga.solve.outcome import Found, GaveUp, Impossible, Outcome
from turaga.solve.problem import Problem
from turaga.text import plural, show
from turaga.theory import Question, verdict
from turaga.verify import require_tour, require_walk
from turaga.walk import Walk

_MOST_STARTS = 64  # theory is asked about at most this many starts


def _starts(board: Board, end: int | None, closed: bool) -> Iterator[int]:
    """The possible starts, row by row: the squares that the end alone does not rule out."""
    near = sorted(board.neighbours(end)) if closed and end is not None else board.indices()
    return (n for n in near if n != end or board.size == 1)


def first_start(board: Board, end: int | None, *, closed: bool, by_theory: bool = True) -> int:
    """The first square, row by row, that can be the start.

    The end must not rule it out and, with `by_theory`, theory must not either. If theory rules out every
    square that it is asked about, this is the first square that the end allows. If there is no such square,
    it is the first square of the board.

    >>> first_start(Board(3, 4, holes=[(0, 0)]), None, closed=False)
    3
    >>> first_start(Board(3, 4), 0, closed=False, by_theory=False)
    1
    """
    first = next(_starts(board, end, closed), board.index(board.first_square))
    if not by_theory:
        return first
    candidates = islice(_starts(board, end, closed), _MOST_STARTS)
    return next(
        (n for n in candidates if verdict(Question(board, n, end, closed)).exists is not False), first
    )


def reversed_outcome(outcome: Outcome, end: int) -> Outcome:
    """The outcome for the request, from the outcome of the reversed problem, which started on the end.

    The walk is reversed, or the reason is reworded to be about the end.
    """
    match outcome:
        case Found(tour):
            turned = require_tour(tour.reversed(), closed=outcome.request.closed)
            repair = None if outcome.repair is None else outcome.repair.then_reversed(turned)
            account = _reversed_account(outcome, turned)
            return replace(outcome, tour=turned, start=turned[0], account=account, repair=repair)
        case GaveUp(best):
            walk = require_walk(best.reversed())
            return replace(outcome, best=walk, start=walk[0], account=_reversed_account(outcome, walk))
        case Impossible(reason):
            return replace(outcome, reason=reason_for_end(outcome.board.square(end), reason))


def reason_for_end(end: Square, reason: str) -> str:
    """Why no tour ends on a square, from the reason why no tour starts there."""
    return f"a tour that ends on {show(end)} would start there when reversed: {reason}"


def _reversed_account(outcome: Outcome, walk: Walk) -> tuple[str, ...]:
    """The account of the walk from the end, with one more line about its reversal."""
    if not outcome.account:
        return ()
    line = f"the whole walk is reversed, so that it goes from {show(walk[0])} to {show(walk[-1])}"
    return (*outcome.account, line)


def try_other_starts(problem: Problem, first: Outcome) -> Outcome:
    """The outcome if any start will do, from the outcome for the first start.

    If there is no tour from the first start, the other squares are tried until there is a tour. If no square
    has one, the outcome is Impossible. Some methods answer for all starts at once.
    """
    if not isinstance(first, Impossible) or _for_all_starts(first):
        return first
    board, by_theory = problem.board, problem.request.shortcuts
    steps, backtracks = first.steps, first.backtracks
    ruled_out = int(first.method == "theory")
    searched = 1 - ruled_out
    for index in _starts(board, problem.end, problem.closed):
        if index == problem.start:
            continue
        if by_theory and verdict(Question(board, index, problem.end, problem.closed)).exists is False:
            ruled_out += 1
            continue
        out = problem.ran_out(steps)
        if out:
            posed = replace(problem, start=index)
            walk = Walk.from_indices(board, (index,))
            return posed.gave_up(walk, out, steps=steps, backtracks=backtracks)
        limit = None if problem.step_limit is None else problem.step_limit - steps
        outcome = find_solver(problem.method)(replace(problem, start=index, step_limit=limit))
        steps += outcome.steps
        backtracks += outcome.backtracks
        searched += 1
        if isinstance(outcome, GaveUp):  # its own limit was what remained: report the limit of the request
            outcome = replace(outcome, reason=problem.ran_out(steps) or outcome.reason)
        if not isinstance(outcome, Impossible) or _for_all_starts(outcome):
            return replace(outcome, steps=steps, backtracks=backtracks)
    reason = _why_no_start(problem, first, searched, bool(ruled_out), steps)
    return replace(first, reason=reason, squares=(), steps=steps, backtracks=backtracks)


def _for_all_starts(outcome: Outcome) -> bool:
    """Whether the answer is about all starts: if the method considered all of them, or if it has a
    certificate, which is about the request."""
    if isinstance(outcome, Impossible) and outcome.certificate is not None:
        return True
    return outcome.method in METHODS and METHODS[outcome.method].all_starts


def _why_no_start(
    problem: Problem, first: Impossible, searched: int, some_ruled_out: bool, steps: int
) -> str:
    """Why there is no tour from any square. `searched` squares were tried."""
    board = problem.board
    tour = f"no {'closed tour' if problem.closed else 'tour'} of {board}"
    if problem.end is not None:
        tour += f" that ends on {show(board.square(problem.end))}"
    starts = f"any of the {plural(searched, 'square')}" if searched > 1 else "the only square"
    if some_ruled_out:
        starts += " that theory allows"
    elif problem.end is not None:
        starts += " that could be its start"
    if steps:
        return f"an exhaustive search of {plural(steps, 'step')} found {tour} from {starts}"
    if not searched:
        return f"theory rules out every start, the first because {first.reason}"
    return f"{tour} starts on {starts}; for the first of them, {first.reason}"

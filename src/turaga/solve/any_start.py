"""Questions without a start: any will do, and "there is none" must be true of all.

With an end alone, the tour is made from that end and walked the other way. With neither, a start is chosen
that theory allows; if it has no tour, the others are tried. (On a rectangle the first that theory allows
always has one, if any has.)

Published programs start on the first square. So does a walk like one of them, or on the first square that can
start a tour to the end given. If there is no tour from there, the others are tried here too.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from turaga.board import Board, Square
from turaga.solve.methods import find_solver
from turaga.solve.outcome import Found, GaveUp, Impossible, Outcome
from turaga.solve.problem import Problem
from turaga.text import plural, show
from turaga.theory import Question, verdict
from turaga.verify import require_tour, require_walk
from turaga.walk import Walk

_MOST_STARTS = 64  # squares that theory is asked about, whether a tour may start there


def _starts(board: Board, end: int | None, closed: bool) -> Iterator[int]:
    """The squares, row by row, that the end by itself does not rule out as a start."""
    near = sorted(board.neighbours(end)) if closed and end is not None else board.indices()
    return (n for n in near if n != end or board.size == 1)


def first_start(board: Board, end: int | None, *, closed: bool, by_theory: bool = True) -> int:
    """The first square, row by row, that the end does not rule out as a start, nor theory if it is asked: if
    theory rules out every one it is asked about, the first; if the end does, the first of the board.

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


def turned_round(outcome: Outcome, end: int) -> Outcome:
    """The outcome of a question asked backwards, from its end: the walk from its other side, or the reason
    put so that it speaks of the end."""
    match outcome:
        case Found(tour):
            turned = require_tour(tour.reversed(), closed=outcome.request.closed)
            return replace(outcome, tour=turned, start=turned[0], account=_turned_account(outcome, turned))
        case GaveUp(best):
            walk = require_walk(best.reversed())
            return replace(outcome, best=walk, start=walk[0], account=_turned_account(outcome, walk))
        case Impossible(reason):
            return replace(outcome, reason=from_its_end(outcome.board.square(end), reason))


def from_its_end(end: Square, reason: str) -> str:
    """Why no tour ends on a square, if the reason is why none starts there."""
    return f"a tour that ends on {show(end)} starts there, walked the other way: {reason}"


def _turned_account(outcome: Outcome, walk: Walk) -> tuple[str, ...]:
    """The account, which tells of the walk from its end, with a line that says so."""
    if not outcome.account:
        return ()
    line = f"all of it is walked the other way, from {show(walk[0])} to {show(walk[-1])}"
    return (*outcome.account, line)


def from_elsewhere(problem: Problem, first: Outcome) -> Outcome:
    """The outcome where any start will do. If the first start has no tour, the others are tried: the first
    tour there is, or that there is none from any square."""
    if not isinstance(first, Impossible):
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
        if isinstance(outcome, GaveUp):  # what it was given was less than the limit, which is said
            outcome = replace(outcome, reason=problem.ran_out(steps) or outcome.reason)
        if not isinstance(outcome, Impossible):
            return replace(outcome, steps=steps, backtracks=backtracks)
    reason = _none_at_all(problem, first, searched, bool(ruled_out), steps)
    return replace(first, reason=reason, squares=(), steps=steps, backtracks=backtracks)


def _none_at_all(problem: Problem, first: Impossible, searched: int, some_ruled_out: bool, steps: int) -> str:
    """Why there is no tour from any square, `searched` of which were tried."""
    board = problem.board
    where = f"no {'closed tour' if problem.closed else 'tour'} of {board}"
    if problem.end is not None:
        where += f" that ends on {show(board.square(problem.end))}"
    where += f" starts on any of the {plural(searched, 'square')}"
    if some_ruled_out:
        where += " that theory allows"
    elif problem.end is not None:
        where += " that could be its start"
    if steps:
        return f"searched exhaustively in {plural(steps, 'step')}: {where}"
    return f"{where}; of the first: {first.reason}"

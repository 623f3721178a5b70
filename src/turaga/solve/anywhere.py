"""Questions without a start: any will do, and "there is none" must be true of all.

With an end alone, the tour is made from that end and walked the other way. With neither, a start is chosen
that theory allows; if it has no tour, the others are tried. (On a rectangle the first that theory allows
always has one, if any has.)
"""

from dataclasses import replace
from itertools import islice

from turaga.board import Board
from turaga.solve.methods import find_solver
from turaga.solve.outcome import Found, GaveUp, Impossible, Outcome
from turaga.solve.problem import Problem
from turaga.theory import Question, verdict
from turaga.tour import Walk
from turaga.verify import demand_tour, demand_walk
from turaga.wording import plural, show

__all__ = ["first_start", "from_elsewhere", "turned_round"]

_ASKED = 64  # squares of which theory is asked whether a tour may start there


def first_start(board: Board, closed: bool) -> int:
    """The first square, row by row, that theory does not rule out as a start; the first of all if it rules
    out every one it is asked about.

    >>> first_start(Board(3, 4, holes=[(0, 0)]), closed=False)
    3
    """
    asked = islice(board.numbers(), _ASKED)
    allowed = (n for n in asked if verdict(Question(board, n, None, closed)).exists is not False)
    return next(allowed, board.number(board.first_square))


def turned_round(outcome: Outcome, end: int) -> Outcome:
    """The outcome of a question asked backwards, from its end: the walk from its other side, or the reason
    put so that it speaks of the end."""
    match outcome:
        case Found(tour):
            turned = demand_tour(tour.reversed(), closed=outcome.asked.closed)
            return replace(outcome, tour=turned, start=turned[0], account=_told(outcome, turned))
        case GaveUp(best):
            walk = demand_walk(best.reversed())
            return replace(outcome, best=walk, start=walk[0], account=_told(outcome, walk))
        case Impossible(reason):
            there = show(outcome.board.square(end))
            return replace(
                outcome, reason=f"a tour that ends on {there} starts there, walked the other way: {reason}"
            )


def _told(outcome: Outcome, walk: Walk) -> tuple[str, ...]:
    """The account, which tells of the walk from its end, with a line that says so."""
    if not outcome.account:
        return ()
    line = f"all of it is walked the other way, from {show(walk[0])} to {show(walk[-1])}"
    return (*outcome.account, line)


def from_elsewhere(problem: Problem, first: Impossible, by_theory: bool) -> Outcome:
    """What comes of the other starts, where nobody asked for one and the first has no tour: the first tour
    there is, or that there is none from any square."""
    board = problem.board
    steps, backtracks = first.steps, first.backtracks
    ruled_out = int(first.method == "theory")
    searched = 1 - ruled_out
    for number in board.numbers():
        if number == problem.start:
            continue
        if by_theory and verdict(Question(board, number)).exists is False:
            ruled_out += 1
            continue
        out = problem.ran_out(steps)
        if out:
            posed = replace(problem, start=number)
            walk = Walk.from_numbers(board, (number,))
            return posed.gave_up(walk, out, steps=steps, backtracks=backtracks)
        limit = None if problem.step_limit is None else problem.step_limit - steps
        outcome = find_solver(problem.method)(replace(problem, start=number, step_limit=limit))
        steps += outcome.steps
        backtracks += outcome.backtracks
        searched += 1
        if not isinstance(outcome, Impossible):
            return replace(outcome, steps=steps, backtracks=backtracks)
    allowed = " that theory allows" if ruled_out else ""
    where = f"no tour of {board} starts on any of the {plural(searched, 'square')}{allowed}"
    if steps:
        reason = f"searched exhaustively in {plural(steps, 'step')}: {where}"
    else:
        reason = f"{where}; of the first: {first.reason}"
    return replace(first, reason=reason, steps=steps, backtracks=backtracks)

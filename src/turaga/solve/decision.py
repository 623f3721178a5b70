"""How to handle a request: report that it is impossible, run the method, or a variation of that.

`decide` only asks theory. It makes no walks, and the same request always gets the same decision.
`turaga.solve` carries out the decision. If the request names no start, any start will do, and Impossible must
be true for all of them:

- If only the end is given, the tour is made from that end and reversed.
- If neither is given, a start is chosen that theory allows. If there is no tour from there, the other squares
  are tried. (On a rectangle, if any square can start a tour, then the first square that theory allows can.)
- Published programs start on the first square. With `like`, the walk does so too. If an end is given, it
  starts on the first square that can start a tour to that end. If there is no tour from there, the other
  squares are tried too.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from turaga.board import Board
from turaga.solve.methods import METHODS, find_solver
from turaga.solve.outcome import Found, GaveUp, Impossible, Outcome
from turaga.solve.problem import Problem
from turaga.solve.request import Solve
from turaga.text import plural
from turaga.theory import Verdict, ends_forbid, may_leave_one, verdict
from turaga.tours import Tours
from turaga.verify import require_tour, require_walk
from turaga.walk import Walk

_MOST_STARTS = 64  # theory is asked about at most this many starts


def _starts(board: Board, end: int | None, closed: bool) -> Iterator[int]:
    """The possible starts, row by row: the squares that the end alone does not rule out."""
    near = sorted(board.neighbours(end)) if closed and end is not None else board.indices()
    return (n for n in near if n != end or board.size == 1)


def first_start(tours: Tours, *, by_theory: bool = True) -> tuple[int, Verdict | None]:
    """The first square, row by row, that can be the start, and what theory says about tours from there, if it
    was asked.

    The end must not rule it out and, with `by_theory`, theory must not either. If theory rules out every
    square that it is asked about, this is the first square that the end allows. If there is no such square,
    it is the first square of the board.

    >>> first_start(Tours(Board(3, 4, holes=[(0, 0)])))[0]
    3
    >>> first_start(Tours("3x4", end=(0, 0)), by_theory=False)
    (1, None)
    """
    board, end, closed = tours.board, tours.end_index, tours.closed
    if by_theory:
        for n in islice(_starts(board, end, closed), _MOST_STARTS):
            answer = verdict(tours.but(start=board.square(n)))
            if answer.exists is not False:
                return n, answer
    return next(_starts(board, end, closed), board.index(board.first_square)), None


def reversed_outcome(outcome: Outcome, end: int) -> Outcome:
    """The outcome for the request, from the outcome of the reversed problem, which started on the end.

    The walk is reversed, or the reason is reworded to be about the end.
    """
    match outcome:
        case Found(tour):
            turned = require_tour(tour.reversed(), closed=outcome.tours.closed)
            repair = None if outcome.repair is None else outcome.repair.then_reversed(turned)
            account = _reversed_account(outcome, turned)
            return replace(outcome, tour=turned, start=turned[0], account=account, repair=repair)
        case GaveUp(best):
            walk = require_walk(best.reversed())
            return replace(outcome, best=walk, start=walk[0], account=_reversed_account(outcome, walk))
        case Impossible(reason):
            return replace(outcome, reason=reason_for_end(outcome.board, end, reason))


def reason_for_end(board: Board, end: int, reason: str) -> str:
    """Why no tour ends on a square, from the reason why no tour starts there."""
    return f"a tour that ends on {board.show(end)} would start there when reversed: {reason}"


def _reversed_account(outcome: Outcome, walk: Walk) -> tuple[str, ...]:
    """The account of the walk from the end, with one more line about its reversal."""
    if not outcome.account:
        return ()
    line = (
        f"the whole walk is reversed, so that it goes from {walk.board.show(walk[0])} to "
        f"{walk.board.show(walk[-1])}"
    )
    return (*outcome.account, line)


def try_other_starts(problem: Problem, first: Outcome) -> Outcome:
    """The outcome if any start will do, from the outcome for the first start.

    If there is no tour from the first start, the other squares are tried until there is a tour. If no square
    has one, the outcome is Impossible. Some methods answer for all starts at once.
    """
    if not isinstance(first, Impossible) or _for_all_starts(first):
        return first
    board, by_theory = problem.board, problem.request.theory
    steps, backtracks = first.steps, first.backtracks
    ruled_out = int(first.method == "theory")
    searched = 1 - ruled_out
    for index in _starts(board, problem.end, problem.closed):
        if index == problem.start:
            continue
        if by_theory and verdict(Tours.at(board, index, problem.end, problem.closed)).exists is False:
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
        tour += f" that ends on {board.show(problem.end)}"
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


@dataclass(frozen=True)
class Refuse:
    """Theory proves that there is no such tour. `start` is where it would have started."""

    start: int
    verdict: Verdict


@dataclass(frozen=True)
class Run:
    """Run the method from this start.

    With `elsewhere`, the request names no start: if there is no tour from this start, the other squares are
    tried. If theory rules out this start, `ruled_out` says why, and only the other squares are tried.
    """

    start: int
    elsewhere: bool = False
    ruled_out: Verdict | None = None


@dataclass(frozen=True)
class RunBackwards:
    """The request names an end but no start: run the method from the end and reverse the tour."""

    end: int


@dataclass(frozen=True)
class AllButOne:
    """There is no tour, but colours allow a walk of all squares but one from this start: look for it."""

    start: int
    verdict: Verdict


Decision = Refuse | Run | RunBackwards | AllButOne


def decide(request: Solve) -> Decision:
    """How to handle the request. This asks theory two questions, or up to 64 if any start will do.

    >>> decide(Solve.of("8x8"))
    Run(start=0, elsewhere=True, ruled_out=None)
    >>> decide(Solve.of("8x8", end="1,2"))
    RunBackwards(end=1)
    >>> decide(Solve.of("5x5", start="1,2")).verdict.exists
    False
    >>> decide(Solve.of("5x5", start="1,2", best=True)).start
    1
    """
    question = request.tours
    answer = verdict(question)  # without a start, this is about all starts
    no_tour = answer.exists is False
    backwards = (
        question.start_index is None
        and question.end_index is not None
        and not request.tours.fix
        and not request.like
    )
    start, from_there = _first_start(request, backwards=backwards, no_tour=no_tour)
    if request.best and no_tour and may_leave_one(question.board, start):
        return AllButOne(start, answer)
    if no_tour and (request.theory or ends_forbid(question) is not None):
        return Refuse(start, answer)
    if question.start_index is not None or request.tours.fix:
        return Run(start)
    if backwards:
        return _decide_backwards(request, start, no_tour)
    return _decide_first_of_many(request, start, answer, from_there)


def _first_start(request: Solve, *, backwards: bool, no_tour: bool) -> tuple[int, Verdict | None]:
    """The index of the square where the walk starts, and the verdict about tours from there, if one was
    needed to choose it."""
    tours = request.tours
    if tours.start_index is not None:
        return tours.start_index, None
    if tours.fix:
        return tours.board.index(tours.board.first_square), None
    if backwards and tours.end_index is not None:
        return tours.end_index, None
    # Published programs start on the first square. If no start has a tour, theory cannot choose one.
    return first_start(tours, by_theory=request.like is None and not no_tour)


def _decide_backwards(request: Solve, end: int, no_tour: bool) -> Decision:
    """The decision if only the end is given. Theory can know more about the reversed tour."""
    board = request.board
    answer = verdict(Tours.at(board, end, None, request.tours.closed))
    if no_tour or answer.exists is not False or not request.theory:
        return RunBackwards(end)
    return Refuse(end, replace(answer, reason=reason_for_end(board, end, answer.reason)))


def _decide_first_of_many(
    request: Solve, start: int, answer: Verdict, from_there: Verdict | None
) -> Decision:
    """The decision if no start is given, for the chosen start. `answer` is the verdict about all starts, and
    `from_there` the one about this start, if it is known."""
    question = request.tours
    if answer.exists is not False and _answers_for_all_starts(request):
        return Run(start)
    posed = question.but(start_index=start)
    if answer.exists is not False:
        answer = from_there or verdict(posed)
    # A closed tour can start on any of its squares. So unless the end is given, one start stands for all.
    elsewhere = not question.closed or question.end_index is not None
    if not (answer.exists is False and request.theory) and ends_forbid(posed) is None:
        return Run(start, elsewhere)
    return Run(start, elsewhere, ruled_out=answer) if elsewhere else Refuse(start, answer)


def _answers_for_all_starts(request: Solve) -> bool:
    """Whether the method looks for a tour from any start at once. `auto` does, except for the knight on a
    rectangle, where theory knows which starts have a tour."""
    return METHODS[request.method].all_starts or (request.method == "auto" and not request.tours.plain)

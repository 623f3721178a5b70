"""What to do about a request: refuse it, run the method, or one of two variations.

`decide` asks theory and nothing else: it walks nowhere, and the same request always gets the same decision.
`turaga.solve` carries the decision out.
"""

from dataclasses import dataclass, replace

from turaga.solve.any_start import first_start, from_its_end
from turaga.solve.request import Request
from turaga.theory import Question, Verdict, ends_forbid, may_leave_one, verdict


@dataclass(frozen=True)
class Refuse:
    """There is no such tour, as theory proves. `start` is where it would have begun."""

    start: int
    verdict: Verdict


@dataclass(frozen=True)
class Run:
    """Run the method from this start.

    With `elsewhere` the caller asked for no start: if this one has no tour, the other squares are tried. If
    theory rules this start out, `ruled_out` says why, and only the others are tried.
    """

    start: int
    elsewhere: bool = False
    ruled_out: Verdict | None = None


@dataclass(frozen=True)
class RunBackwards:
    """The start is free and the end is not: run the method from the end, and walk the tour backwards."""

    end: int


@dataclass(frozen=True)
class AllButOne:
    """There is no tour, but colours allow a walk of all squares but one from this start: find it."""

    start: int
    verdict: Verdict


Decision = Refuse | Run | RunBackwards | AllButOne


def decide(request: Request) -> Decision:
    """What to do about the request. Costs two questions to theory; 64 if any start will do.

    >>> decide(Request.read("8x8"))
    Run(start=0, elsewhere=True, ruled_out=None)
    >>> decide(Request.read("8x8", end="1,2"))
    RunBackwards(end=1)
    >>> decide(Request.read("5x5", start="1,2")).verdict.exists
    False
    >>> decide(Request.read("5x5", start="1,2", best=True)).start
    1
    """
    question = request.question
    answer = verdict(question)  # if there is no start, of all of them
    no_tour = answer.exists is False
    backwards = (
        question.start_index is None
        and question.end_index is not None
        and not request.fixed
        and not request.like
    )
    start = _first_start(request, backwards=backwards, no_tour=no_tour)
    if request.best and no_tour and may_leave_one(question.board, start):
        return AllButOne(start, answer)
    if no_tour and (request.shortcuts or ends_forbid(question) is not None):
        return Refuse(start, answer)
    if question.start_index is not None or request.fixed:
        return Run(start)
    if backwards:
        return _decide_backwards(request, start, no_tour)
    return _decide_first_of_many(request, start, answer)


def _first_start(request: Request, *, backwards: bool, no_tour: bool) -> int:
    """Where the walk begins."""
    board, end = request.board, request.question.end_index
    if request.question.start_index is not None:
        return request.question.start_index
    if request.fixed:
        return board.index(board.first_square)
    if backwards and end is not None:
        return end
    # Published programs begin on the first square. Where no start has a tour, theory has none to choose.
    return first_start(
        board, end, closed=request.question.closed, by_theory=request.like is None and not no_tour
    )


def _decide_backwards(request: Request, end: int, no_tour: bool) -> Decision:
    """Of a tour with an end alone. Theory may know more of it as a start."""
    board = request.board
    answer = verdict(Question(board, end, None, request.question.closed))
    if no_tour or answer.exists is not False or not request.shortcuts:
        return RunBackwards(end)
    return Refuse(end, replace(answer, reason=from_its_end(board.square(end), answer.reason)))


def _decide_first_of_many(request: Request, start: int, answer: Verdict) -> Decision:
    """Of a tour without a start, from the one chosen. Of `answer` theory says what holds for every start."""
    question = request.question
    posed = replace(question, start_index=start)
    if answer.exists is not False:
        answer = verdict(posed)
    # A closed tour passes through every square. If it need not end somewhere, one start stands for all.
    elsewhere = not question.closed or question.end_index is not None
    if not (answer.exists is False and request.shortcuts) and ends_forbid(posed) is None:
        return Run(start, elsewhere)
    return Run(start, elsewhere, ruled_out=answer) if elsewhere else Refuse(start, answer)

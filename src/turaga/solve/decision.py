"""How to handle a request: report that it is impossible, run the method, or a variation of that.

`decide` only asks theory. It makes no walks, and the same request always gets the same decision.
`turaga.solve` carries out the decision.
"""

from dataclasses import dataclass, replace

from turaga.solve.any_start import first_start, reason_for_end
from turaga.solve.methods import METHODS
from turaga.solve.request import Request
from turaga.theory import Question, Verdict, ends_forbid, may_leave_one, verdict


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


def decide(request: Request) -> Decision:
    """How to handle the request. This asks theory two questions, or up to 64 if any start will do.

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
    answer = verdict(question)  # without a start, this is about all starts
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
    """The index of the square where the walk starts."""
    board, end = request.board, request.question.end_index
    if request.question.start_index is not None:
        return request.question.start_index
    if request.fixed:
        return board.index(board.first_square)
    if backwards and end is not None:
        return end
    # Published programs start on the first square. If no start has a tour, theory cannot choose one.
    return first_start(
        board, end, closed=request.question.closed, by_theory=request.like is None and not no_tour
    )


def _decide_backwards(request: Request, end: int, no_tour: bool) -> Decision:
    """The decision if only the end is given. Theory can know more about the reversed tour."""
    board = request.board
    answer = verdict(Question(board, end, None, request.question.closed))
    if no_tour or answer.exists is not False or not request.shortcuts:
        return RunBackwards(end)
    return Refuse(end, replace(answer, reason=reason_for_end(board.square(end), answer.reason)))


def _decide_first_of_many(request: Request, start: int, answer: Verdict) -> Decision:
    """The decision if no start is given, for the chosen start. `answer` is the verdict about all starts."""
    question = request.question
    if answer.exists is not False and _answers_for_all_starts(request):
        return Run(start)
    posed = replace(question, start_index=start)
    if answer.exists is not False:
        answer = verdict(posed)
    # A closed tour can start on any of its squares. So unless the end is given, one start stands for all.
    elsewhere = not question.closed or question.end_index is not None
    if not (answer.exists is False and request.shortcuts) and ends_forbid(posed) is None:
        return Run(start, elsewhere)
    return Run(start, elsewhere, ruled_out=answer) if elsewhere else Refuse(start, answer)


def _answers_for_all_starts(request: Request) -> bool:
    """Whether the method looks for a tour from any start at once. `auto` does, except for the knight on a
    rectangle, where theory knows which starts have a tour."""
    return METHODS[request.method].all_starts or (request.method == "auto" and not request.question.plain)

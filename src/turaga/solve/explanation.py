"""The reason at length: whether there is a tour, why, who proved it, and what makes it."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from turaga.board import KNIGHT, Board, BoardLike, Leaper, Square
from turaga.limits import Progress
from turaga.notation.writer import board_facts, from_one
from turaga.order import ordered_steps
from turaga.solve import MOST_SQUARES, Request, solve_request
from turaga.solve.auto import BIG, MOST_AREA
from turaga.solve.methods import METHODS
from turaga.solve.outcome import Found, GaveUp, Outcome
from turaga.text import plural, show
from turaga.theory import Question, Verdict, changes_colour, colour_counts, verdict

if TYPE_CHECKING:
    from turaga.json_shapes import ExplanationJson


@dataclass(frozen=True, kw_only=True, repr=False)
class Explanation:
    """Whether there is such a tour (None if it could not be told), and why: `reason` in a clause, `lines`
    at length, `source` whose proof it is, `construction` what makes the tour if there is one.

    >>> explain("3x8", closed=True).source
    'Schwenk 1991'
    """

    question: Question
    exists: bool | None
    reason: str
    lines: tuple[str, ...]
    source: str
    construction: str
    squares: tuple[Square, ...] = ()  # those the reason is about, in the order it names them

    def __repr__(self) -> str:
        exists = {True: "a tour exists", False: "no tour exists", None: "not known"}[self.exists]
        return f"<Explanation for {self.question.board}: {exists}: {self.reason}>"

    def _repr_html_(self) -> str:
        from turaga.notebook import explanation_html

        return explanation_html(self)

    def as_json(self) -> "ExplanationJson":
        """The facts as `--json` shows them; squares are 1-based."""
        board, start, end = self.question.board, self.question.start, self.question.end
        return {
            "board": board_facts(board),
            "leaper": list(board.leaper),
            "start": None if start is None else from_one(start),
            "end": None if end is None else from_one(end),
            "closed": self.question.closed,
            "exists": self.exists,
            "reason": self.reason,
            "lines": list(self.lines),
            "source": self.source,
            "construction": self.construction,
        }


def explain(
    board: BoardLike,
    *,
    leaper: Leaper | None = None,
    start: Square | str | None = None,
    end: Square | str | None = None,
    closed: bool = False,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Explanation:
    """Whether the board has such a tour, and why, with the counts the reason rests on.

    What theory does not tell is solved; and a tour that exists is made, unless the board is big, to say
    what makes it.

    >>> explanation = explain("4x7", start="2,3")
    >>> explanation.exists, explanation.reason
    (False, 'on 4 rows a tour starts and ends in an outer row, and 2,3, where it starts, is in an inner one')
    >>> explain("1000000x1000000", closed=True).construction
    'Rail blocks make it: turaga square and turaga number tell any part of it.'
    """
    request = Request.read(board, leaper=leaper, start=start, end=end, closed=closed, time_limit=time_limit)
    board, question = request.board, request.question
    answer = verdict(question)
    outcome: Outcome | None = None
    both_ends = question.start_index is not None and question.end_index is not None
    if board.size > (MOST_AREA if both_ends else MOST_SQUARES):
        if answer.exists is None:
            answer = Verdict(None, f"theory does not tell, and {board} has more squares than are solved")
    elif answer.exists is None or (answer.exists and board.size <= BIG):
        outcome = solve_request(replace(request, explain=answer.exists is None), progress)
        if answer.exists is None:
            answer = _as_verdict(outcome)
    return Explanation(
        question=question,
        exists=answer.exists,
        reason=answer.reason,
        lines=(*_counts(board), *answer.proof),
        source=answer.source,
        construction=_construction(question, outcome) if answer.exists else "",
        squares=answer.squares,
    )


def _counts(board: Board) -> list[str]:
    """What there is to count: squares, colours, moves."""
    same, other = colour_counts(board)
    kind = "each move changes colour" if changes_colour(board) else "no move changes colour"
    lines = [
        f"{board} has {plural(board.size, 'square')}, {same} of the colour of 1,1 and {other} of the other; "
        f"{kind}."
    ]
    if not board.hole_indices:
        steps = {tuple(sorted((step, (-step[0], -step[1])))) for step in ordered_steps(leaper=board.leaper)}
        moves = sum(max(0, board.rows - abs(d)) * max(0, board.cols - abs(r)) for (d, r), _ in steps)
        lines.append(f"There are {plural(moves, 'move')} between squares, counted one way.")
    return lines


def _as_verdict(outcome: Outcome) -> Verdict:
    """What solving showed, where theory does not know."""
    if isinstance(outcome, Found):
        ends = f"from {show(outcome.tour[0])} to {show(outcome.tour[-1])}"
        return Verdict.yes(f"here is one {ends}, verified")
    if isinstance(outcome, GaveUp):
        return Verdict(None, f"none was found and none ruled out: {outcome.reason}")
    proof = outcome.account
    if outcome.method == "search":
        proof = (
            "A step is a square entered. Every walk was tried to its end, or to where it could no longer be "
            "completed: where a free square could not be both entered and left, or the free squares had "
            "fallen apart.",
        )
    return Verdict.no(outcome.reason, *proof, squares=outcome.squares)


def _construction(question: Question, outcome: Outcome | None) -> str:
    board = question.board
    side = min(board.rows, board.cols)
    if not isinstance(outcome, Found):
        if side < 5:
            return "The frontier method makes it: turaga solve, up to 10^9 squares."
        if question.start_index is not None and question.end_index is not None:
            return (
                "Rail blocks make a tour, and Euler's method brings its end where it belongs: turaga solve, "
                "up to 10^8 squares."
            )
        if board.size % 2:
            return "Rail blocks make it: turaga solve, up to 10^9 squares."
        return "Rail blocks make it: turaga square and turaga number tell any part of it."
    made = f"Method {outcome.method} makes it ({METHODS[outcome.method].what}): {outcome.reason}."
    others = []
    if not board.hole_indices and board.leaper == KNIGHT and question.end_index is None:
        if side >= 5 and outcome.method != "blocks":
            others.append("blocks")
        if side >= 6 and board.rows % 2 == board.cols % 2 == 0:
            others.append("vandermonde")
    if not others:
        return made
    return f"{made} Method {' and method '.join(others)} would too."

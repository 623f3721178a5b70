"""`explain`: whether a tour exists, why, who proved it, and how it can be made.

The argument is said twice: as lines, and as steps that point at squares.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from turaga.board import KNIGHT, Board, BoardLike, Leaper, Square, SquaresLike
from turaga.certificate import Certificate, Marks, ProofStep, Separator, verify_certificate
from turaga.json_values import Result
from turaga.limits import Progress
from turaga.order import ordered_steps
from turaga.solve import MOST_SQUARES, Solve, solve_request
from turaga.solve.auto import BIG
from turaga.solve.cycles import MOST_AREA
from turaga.solve.methods import METHODS
from turaga.solve.outcome import Found, GaveUp, Impossible, Outcome
from turaga.text import plural, sentence
from turaga.theory import Verdict, allowed_colours, changes_colour, colour, colour_counts, verdict
from turaga.theory.steps import colour_marks, end_marks
from turaga.tours import Tours

_MOST_DRAWN = 3600  # squares of a tour that is drawn


def tour_words(question: Tours) -> str:
    """The tour that a question is about, in words.

    >>> from turaga import Board
    >>> tour_words(Tours.at(Board("5x5"), 1, closed=True))
    'a closed tour of 5x5 from b5'
    """
    words = f"a {'closed ' if question.closed else ''}tour of {question.board}"
    words += "" if question.start is None else f" from {question.board.show(question.start)}"
    return words if question.end is None else f"{words} to {question.board.show(question.end)}"


def explanation_steps(
    question: Tours,
    answer: Verdict,
    found: Certificate | None,
    outcome: Outcome | None,
    construction: str,
) -> tuple[ProofStep, ...]:
    """The steps of an explanation. `found` is a certificate that the answer does not have, `outcome` that of
    a search, and `construction` says how a tour can be made."""
    if answer.exists:
        return (*_allowed_starts(question), *_existence(answer), *_tour(question, outcome, construction))
    if answer.exists is None:
        return (ProofStep(text=sentence(answer.reason), marks=end_marks(question)),)
    steps = answer.steps
    certificate = answer.certificate or found
    if certificate is not None and (answer.cited or not steps):
        # The statement of a theorem is its first step. What else it says, the certificate proves.
        steps = (*steps[:1], *_with_ends(certificate.steps(), question))
    steps = steps or _in_reverse(question)
    if not steps:
        steps = tuple(
            ProofStep(text=sentence(line), marks=end_marks(question))
            for line in (answer.reason, *answer.proof)
        )
    last = steps[-1]
    conclusion = f"So there is no {tour_words(question).removeprefix('a ')}."
    return *steps, ProofStep(text=conclusion, marks=last.marks, moves=last.moves)


def _in_reverse(question: Tours) -> tuple[ProofStep, ...]:
    """Why there is no open tour to an end, if theory knows it about tours from there."""
    if question.closed or question.start_index is not None or question.end_index is None:
        return ()
    answer = verdict(Tours.at(question.board, start_index=question.end_index))
    if answer.exists is not False or not answer.steps:
        return ()
    assert question.end is not None
    text = f"In reverse, a tour that ends on {question.board.show(question.end)} is a tour that starts there."
    return ProofStep(text=text, marks=end_marks(question)), *answer.steps


def _with_ends(steps: tuple[ProofStep, ...], question: Tours) -> tuple[ProofStep, ...]:
    """The steps of a certificate, which are about the given ends too."""
    ends = end_marks(question)
    return tuple(
        ProofStep(text=step.text, marks=(*step.marks, *ends), moves=step.moves, notes=step.notes)
        for step in steps
    )


def _allowed_starts(question: Tours) -> list[ProofStep]:
    """On which squares colours allow a tour to start and end, if not on all of them."""
    board = question.board
    allowed = allowed_colours(board)
    if question.closed or len(allowed) != 1 or board.size == 1 or not changes_colour(board):
        return []
    name = ("light", "dark")[allowed[0]]
    more, fewer = sorted(colour_counts(board), reverse=True)
    counts = f"{plural(more, f'{name} square')} and only {fewer} of the other colour"
    return [
        ProofStep(
            text=f"Every move changes the colour, and there are {counts}. So a tour starts and ends on a "
            f"{name} square.",
            marks=(*colour_marks(board), *end_marks(question)),
        )
    ]


def _existence(answer: Verdict) -> list[ProofStep]:
    """Why there is a tour, and who proved it."""
    said = f"There is a tour: {answer.reason}."
    if answer.source:
        said += f" Source: {answer.source}."
    return [*(ProofStep(text=sentence(line)) for line in answer.proof), ProofStep(text=said)]


def _tour(question: Tours, outcome: Outcome | None, construction: str) -> list[ProofStep]:
    """How a tour can be made, and the tour, if it was."""
    if not isinstance(outcome, Found) or question.board.size > _MOST_DRAWN:
        return [ProofStep(text=construction, marks=end_marks(question))] if construction else []
    squares = outcome.tour.squares
    moves: list[tuple[Square, Square]] = [*pairwise(squares)]
    if question.closed and len(squares) > 2:
        moves.append((squares[-1], squares[0]))
    marks = (Marks("start", squares[:1]), Marks("end", squares[-1:]))
    return [ProofStep(text=construction, marks=marks, moves=tuple(moves))]


# If there is another reason, a certificate is looked for on boards of up to 400 squares. On larger ones only
# the pieces are looked at, because that takes no search.
_MOST_SEARCHED, _MOST_IN_PIECES = 400, 2_500
_MOST_AREA = 10_000
_ANOTHER_WAY = "Another way to see it: {}."


@dataclass(frozen=True, kw_only=True, repr=False)
class Explanation(Result):
    """Whether a tour exists, and why.

    `exists` is None if that is not known. `reason` is a short clause, and `lines` is the full argument.
    `source` cites the authors of the proof. `construction` says how the tour can be made, if there is one.
    `certificate` proves that there is no tour, if squares were found that do. `also` is its own reason if it
    is not part of the argument before it, but another proof. `kind` is "colours" if the counts of the colours
    are the reason, "ends" if the given ends contradict each other, and "" otherwise. `steps` is the argument
    as steps that point at squares, one at a time.

    >>> explain("3x8", closed=True).source
    'Schwenk 1991'
    """

    tours: Tours
    exists: bool | None
    reason: str
    lines: tuple[str, ...]
    source: str
    construction: str
    squares: tuple[Square, ...] = ()  # the squares that the reason names, in that order
    certificate: Certificate | None = None
    also: str = ""
    kind: Literal["colours", "ends", ""] = ""
    steps: tuple[ProofStep, ...] = ()

    @property
    def tour_words(self) -> str:
        """The tour that the explanation is about, in words.

        >>> explain("5x5", start="b5", closed=True).tour_words
        'a closed tour of 5x5 from b5'
        """
        return tour_words(self.tours)

    def __repr__(self) -> str:
        exists = {True: "a tour exists", False: "no tour exists", None: "not known"}[self.exists]
        return f"<Explanation for {self.tours.board}: {exists}: {self.reason}>"

    def _repr_svg_(self) -> str | None:
        from turaga.pictures import notebook_svg

        return notebook_svg(self)


def explain(
    board: BoardLike,
    *,
    leaper: Leaper | None = None,
    avoid: SquaresLike | None = None,
    start: Square | str | None = None,
    end: Square | str | None = None,
    closed: bool = False,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Explanation:
    """Explain why the board has such a tour, or why it does not, with the counts behind the reason.

    If theory does not decide, the problem is solved. If a tour exists and the board is not too big, the tour
    is made, so that the explanation can name the method. If a theorem, forced moves or a search rule out a
    tour, a certificate is looked for too, on boards of at most 400 squares.

    >>> explanation = explain("4x7", start="c3")
    >>> explanation.exists, explanation.reason
    (False, 'on 4 rows a tour must start and end in an outer row, but its start c3 is in an inner row')
    >>> explain("1000000x1000000", closed=True).construction
    'Rail blocks make a tour: turaga solve can show one step of it.'
    """
    given = {"start": start, "end": end, "closed": closed, "time_limit": time_limit}
    request = Solve.of(board, leaper=leaper, avoid=avoid, **given)
    return explain_request(request, None, progress)


def explain_request(request: Solve, outcome: Outcome | None, progress: Progress | None = None) -> Explanation:
    """Why there is such a tour, or why not. With the outcome of the request, nothing is solved again."""
    board, question = request.board, request.tours
    answer = verdict(question)
    solved = outcome is not None
    both_ends = question.start_index is not None and question.end_index is not None
    if outcome is not None:
        if answer.exists is None:
            answer = _as_verdict(outcome)
    elif board.size > (MOST_AREA if both_ends else MOST_SQUARES):
        if answer.exists is None:
            answer = Verdict(None, f"theory does not decide this, and {board} is too large to solve")
    elif answer.exists is None or (answer.exists and board.size <= BIG):
        outcome = solve_request(replace(request, why=answer.exists is None), progress)
        if answer.exists is None:
            answer = _as_verdict(outcome)
    # On other boards than rectangles, a search for a tour has already looked for a certificate.
    found = None
    if _wants_certificate(answer, board) and (outcome is None or question.plain or solved):
        found = _find_certificate(request, progress)
    proof, also = _proof_of(answer, found)
    construction = _construction(question, outcome) if answer.exists else ""
    return Explanation(
        tours=question,
        exists=answer.exists,
        reason=answer.reason,
        lines=(*_counts(board), *answer.proof, *proof),
        source=answer.source,
        construction=construction,
        squares=answer.squares,
        certificate=answer.certificate or found,
        also=also,
        kind=answer.kind,
        steps=explanation_steps(question, answer, found, outcome, construction),
    )


def _counts(board: Board) -> list[str]:
    """The numbers of squares, colours and moves."""
    same, other = colour_counts(board)
    kind = "Each move changes colour" if changes_colour(board) else "No move changes colour"
    lines = [
        f"{board} has {plural(board.size, 'square')}: {same} of the same colour as {board.show((0, 0))} "
        f"and {other} of the "
        f"other colour. {kind}."
    ]
    if not board.hole_indices:
        steps = {tuple(sorted((step, (-step[0], -step[1])))) for step in ordered_steps(leaper=board.leaper)}
        moves = sum(max(0, board.rows - abs(d)) * max(0, board.cols - abs(r)) for (d, r), _ in steps)
        lines.append(f"{plural(moves, 'pair of squares is', 'pairs of squares are')} a move apart.")
    return lines


def _wants_certificate(answer: Verdict, board: Board) -> bool:
    """Whether a certificate would make a reason easier to check. The counts of the colours, and ends that
    contradict each other, are simpler than any certificate."""
    without = answer.exists is False and answer.certificate is None and not answer.kind
    return without and board.size <= _MOST_IN_PIECES and board.area <= _MOST_AREA


def _find_certificate(request: Solve, progress: Progress | None) -> Certificate | None:
    """A certificate that there is no such tour; None if none was found. It has passed its check."""
    board, question = request.board, request.tours
    ends = {"start": question.start, "end": question.end}
    for certificate in _likely_certificates(question):
        if verify_certificate(certificate, board, **ends, closed=question.closed):
            return certificate
    if board.size > _MOST_SEARCHED:
        return None
    outcome = solve_request(replace(request, method="cycles", theory=False, prune=None), progress)
    return outcome.certificate if isinstance(outcome, Impossible) else None


def _likely_certificates(question: Tours) -> Iterator[Certificate]:
    """Certificates that take no search. They can turn out to prove nothing."""
    board, closed = question.board, question.closed
    ends = {"start": question.start, "end": question.end}
    yield Separator.of(board, (), **ends, closed=closed)
    if board.size > _MOST_SEARCHED:
        return
    given = [square for square in ends.values() if square is not None]
    if given and len(given) < board.size:
        yield Separator.of(board, given, **ends, closed=closed)
    if min(board.rows, board.cols) == 4 and question.plain:
        # Every move from an outer square of one colour leads to an inner square of the other colour.
        across = 0 if board.rows == 4 else 1
        for kind in (0, 1):
            squares = map(board.square, board.indices())
            inner = [square for square in squares if square[across] in (1, 2) and colour(square) == kind]
            yield Separator.of(board, inner, **ends, closed=closed)


def _proof_of(answer: Verdict, found: Certificate | None) -> tuple[list[str], str]:
    """The proof by the answer's certificate, or by the one that was found, unless it is already part of the
    answer; and its reason, if it is another proof than that of the answer."""
    certificate = answer.certificate or found
    if certificate is None:
        return [], ""
    lines = [line for line in certificate.explain() if line not in answer.proof]
    if not lines or not (answer.proof or found):
        return lines, ""
    # A square without moves and a board in pieces are what the answer says itself.
    first = certificate.removed if isinstance(certificate, Separator) else certificate.neighbours
    return ([_ANOTHER_WAY.format(certificate.reason), *lines], certificate.reason) if first else (lines, "")


def _as_verdict(outcome: Outcome) -> Verdict:
    """The verdict that follows from an outcome, if theory does not decide."""
    if isinstance(outcome, Found):
        ends = f"from {outcome.board.show(outcome.tour[0])} to {outcome.board.show(outcome.tour[-1])}"
        return Verdict.yes(f"a tour {ends} was found and verified")
    if isinstance(outcome, GaveUp):
        return Verdict(None, f"no tour was found and none was ruled out: {outcome.reason}")
    how = _HOW_RULED_OUT.get(outcome.method) if outcome.certificate is None else None
    proof = outcome.account if how is None else (*outcome.account, how)
    return Verdict.no(outcome.reason, *proof, squares=outcome.squares, certificate=outcome.certificate)


# What a method did to rule out a tour, if it has no certificate that a person can check.
_HOW_RULED_OUT = {
    "search": (
        "A step is a square entered. Every walk was followed to its end, or to a point where it could no "
        "longer become a tour: some unvisited square could not be both entered and left, or the unvisited "
        "squares were no longer connected."
    ),
    "deduction": (
        "The search fixes a move if a square would have too few moves left without it, and rules out a move "
        "if a square would have too many with it, or if it would close a circuit too early. It also compares "
        "the counts of the colours, and looks at the pieces of the board. If nothing more follows, it tries "
        "a move, until every choice has led to a contradiction. This was done by computer, and no short "
        "proof is known."
    ),
    "exact": (
        "CP-SAT, a solver for problems with constraints, ruled out every choice of moves. This was done by "
        "computer, and no short proof is known."
    ),
}


def _construction(question: Tours, outcome: Outcome | None) -> str:
    board = question.board
    side = min(board.rows, board.cols)
    if not isinstance(outcome, Found):
        if side < 5:
            return "The frontier method makes a tour: turaga solve, up to 10^9 squares."
        if question.start_index is not None and question.end_index is not None:
            return (
                "Rail blocks make a tour, and Euler's method moves its end to the given square: turaga "
                "solve, up to 10^8 squares."
            )
        if board.size % 2:
            return "Rail blocks make a tour: turaga solve, up to 10^9 squares."
        return "Rail blocks make a tour: turaga solve can show one step of it."
    made = f"Method {outcome.method} ({METHODS[outcome.method].what}) makes a tour: {outcome.reason}."
    others = []
    if not board.hole_indices and board.leaper == KNIGHT and question.end_index is None:
        if side >= 5 and outcome.method != "blocks":
            others.append("blocks")
        if side >= 6 and board.rows % 2 == board.cols % 2 == 0:
            others.append("vandermonde")
    if not others:
        return made
    return f"{made} {'Method' if len(others) == 1 else 'Methods'} {' and '.join(others)} would work too."

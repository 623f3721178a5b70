"""An explanation as steps: those of theory, those of a certificate, or a tour, and the conclusion."""

from itertools import pairwise

from turaga.board import Square
from turaga.certificate import Certificate, Marks, ProofStep
from turaga.solve.outcome import Found, Outcome
from turaga.text import plural, sentence, show
from turaga.theory import Question, Verdict, allowed_colours, changes_colour, colour_counts, verdict
from turaga.theory.colour_steps import colour_marks, end_marks

_MOST_DRAWN = 3600  # squares of a tour that is drawn


def tour_words(question: Question) -> str:
    """The tour that a question is about, in words.

    >>> from turaga import Board
    >>> tour_words(Question(Board("5x5"), 1, closed=True))
    'a closed tour of 5x5 from 1,2'
    """
    words = f"a {'closed ' if question.closed else ''}tour of {question.board}"
    words += "" if question.start is None else f" from {show(question.start)}"
    return words if question.end is None else f"{words} to {show(question.end)}"


def explanation_steps(
    question: Question,
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


def _in_reverse(question: Question) -> tuple[ProofStep, ...]:
    """Why there is no open tour to an end, if theory knows it about tours from there."""
    if question.closed or question.start_index is not None or question.end_index is None:
        return ()
    answer = verdict(Question(question.board, start_index=question.end_index))
    if answer.exists is not False or not answer.steps:
        return ()
    assert question.end is not None
    text = f"In reverse, a tour that ends on {show(question.end)} is a tour that starts there."
    return ProofStep(text=text, marks=end_marks(question)), *answer.steps


def _with_ends(steps: tuple[ProofStep, ...], question: Question) -> tuple[ProofStep, ...]:
    """The steps of a certificate, which are about the given ends too."""
    ends = end_marks(question)
    return tuple(
        ProofStep(text=step.text, marks=(*step.marks, *ends), moves=step.moves, notes=step.notes)
        for step in steps
    )


def _allowed_starts(question: Question) -> list[ProofStep]:
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


def _tour(question: Question, outcome: Outcome | None, construction: str) -> list[ProofStep]:
    """How a tour can be made, and the tour, if it was."""
    if not isinstance(outcome, Found) or question.board.size > _MOST_DRAWN:
        return [ProofStep(text=construction, marks=end_marks(question))] if construction else []
    squares = outcome.tour.squares
    moves: list[tuple[Square, Square]] = [*pairwise(squares)]
    if question.closed and len(squares) > 2:
        moves.append((squares[-1], squares[0]))
    marks = (Marks("start", squares[:1]), Marks("end", squares[-1:]))
    return [ProofStep(text=construction, marks=marks, moves=tuple(moves))]

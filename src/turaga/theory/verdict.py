"""The verdict of theory: the proofs of the other modules, tried one after another."""

from dataclasses import replace
from functools import partial

from turaga.board import Board
from turaga.certificate import Marks, ProofStep
from turaga.text import listed, sentence
from turaga.theory.colour import colours_forbid
from turaga.theory.finding import Verdict
from turaga.theory.local import few_moves_forbid, pieces_forbid
from turaga.theory.steps import colour_steps, end_marks
from turaga.theory.theorems import theorem_allows, theorem_forbids
from turaga.tours import Tours

# Tried in this order: the simplest reason comes first.
_FORBIDDING = (colours_forbid, theorem_forbids, few_moves_forbid, pieces_forbid)


def verdict(question: Tours) -> Verdict:
    """Whether such a tour exists, as far as theory knows, and why.

    This takes almost no time on a rectangle. With holes or another leaper the time is linear in the size of
    the board.

    >>> verdict(Tours.at(Board("4x9"), closed=True)).reason
    'no board with 4 rows has a closed tour: squares in the outer rows and squares in the inner rows would
    have to alternate, and so would the colours'
    >>> verdict(Tours.at(Board("8x8"), start_index=0, end_index=63)).exists
    False
    """
    if (ends := ends_forbid(question)) is not None:
        return replace(ends, kind="ends", make_steps=partial(_end_steps, question, ends.reason))
    # A closed tour with both ends given is also an open tour between these ends, which are a move apart. So
    # it is impossible if either is. Theorems about closed tours in general do not prove that it exists.
    questions = [question]
    if question.closed and question.start_index is not None and question.end_index is not None:
        questions.append(question.but(closed=False))
    for forbid in _FORBIDDING:
        for one in questions:
            if (found := forbid(one)) is not None:
                if forbid is colours_forbid:
                    return replace(found, kind="colours", make_steps=partial(colour_steps, one))
                return found
    return theorem_allows(questions[-1]) or Verdict(None, "theory does not decide this")


def ends_forbid(question: Tours) -> Verdict | None:
    """Why no board has a tour with these ends; None if the ends alone do not rule it out.

    >>> ends_forbid(Tours.at(Board("8x8"), 0, 1, closed=True)).reason
    'a closed tour ends a move away from its start, and b8 is not a move away from a8'
    """
    board, start, end = question.board, question.start, question.end
    if question.closed and board.size < 3:
        return Verdict.no(f"a closed tour needs at least three squares, and {board} has {board.size}")
    if start is None or end is None:
        return None
    if start == end and board.size > 1:
        return Verdict.no(
            f"a tour visits each of its {board.size} squares once, so it cannot start and end on the same "
            f"square, {board.show(start)}",
            squares=[start],
        )
    if question.closed and not board.is_move(start, end):
        return Verdict.no(
            f"a closed tour ends a move away from its start, and {board.show(end)} is not a move "
            f"away from {board.show(start)}",
            squares=[end, start],
        )
    return None


def _end_steps(question: Tours, reason: str) -> list[ProofStep]:
    """Why the given ends contradict each other."""
    start, end, board = question.start, question.end, question.board
    marks = end_marks(question)
    if start is None or end is None or start == end:
        return [ProofStep(text=sentence(reason), marks=marks)]
    near = tuple(board.square(index) for index in sorted(set(board.neighbours(board.index(start)))))
    leads = f"There is no move from {board.show(start)}."
    if near:
        leads = (
            f"A move from {board.show(start)} leads to {listed(map(board.show, near), 'or')}, and "
            f"not to {board.show(end)}."
        )
    return [
        ProofStep(text="A closed tour ends a move away from its start.", marks=marks),
        ProofStep(text=leads, marks=(*marks, Marks("near", near))),
    ]


def why_impossible(board: Board, start: int, *, end: int | None = None, closed: bool = False) -> str | None:
    """Why no such tour starts on the square with index `start`; None if theory knows no reason.

    >>> why_impossible(Board("8x8"), 1) is None
    True
    >>> why_impossible(Board("4x7"), 8)
    'on 4 rows a tour must start and end in an outer row, but its start b3 is in an inner row'
    """
    answer = verdict(Tours.at(board, start, end, closed))
    return answer.reason if answer.exists is False else None

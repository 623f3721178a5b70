"""Whether there is a tour, as far as theory knows: the proofs of the other modules, asked in turn."""

from dataclasses import replace

from turaga.board import Board
from turaga.text import show
from turaga.theory.colour import colours_forbid
from turaga.theory.local import few_moves_forbid, pieces_forbid
from turaga.theory.question import Question, Verdict
from turaga.theory.theorems import theorem_allows, theorem_forbids

# Asked in turn; the plainest reason comes first.
_FORBIDDING = (colours_forbid, theorem_forbids, few_moves_forbid, pieces_forbid)


def verdict(question: Question) -> Verdict:
    """Whether there is such a tour, as far as theory knows, and why.

    Takes no time on a rectangle; linear in the board with holes or another leaper.

    >>> verdict(Question(Board("4x9"), closed=True)).reason
    'no board of 4 rows has a closed tour: squares of the outer rows and of the inner ones would have to
    alternate, and so would the colours'
    >>> verdict(Question(Board("8x8"), start_index=0, end_index=63)).exists
    False
    """
    if (ends := ends_forbid(question)) is not None:
        return ends
    # A closed tour with both ends given is an open one between them, since these are a move apart; so what
    # forbids either of the two forbids it, and what is known of closed tours elsewhere does not allow it.
    questions = [question]
    if question.closed and question.start_index is not None and question.end_index is not None:
        questions.append(replace(question, closed=False))
    for forbid in _FORBIDDING:
        for one in questions:
            if (found := forbid(one)) is not None:
                return found
    return theorem_allows(questions[-1]) or Verdict(None, "theory does not tell")


def ends_forbid(question: Question) -> Verdict | None:
    """What is wrong with the ends by themselves, whatever the board; None if nothing is.

    >>> ends_forbid(Question(Board("8x8"), 0, 1, closed=True)).reason
    'a closed tour ends a move from its start, and 1,2 is none from 1,1'
    """
    board, start, end = question.board, question.start_index, question.end_index
    if question.closed and board.size < 3:
        return Verdict.no(f"a closed tour needs at least three squares, and {board} has {board.size}")
    if start is None or end is None:
        return None
    if start == end and board.size > 1:
        return Verdict.no(
            f"a tour of {board.size} squares enters each of them once, and cannot end where it starts, "
            f"on {show(board.square(start))}",
            squares=[board.square(start)],
        )
    if question.closed and not board.is_move(start, end):
        return Verdict.no(
            f"a closed tour ends a move from its start, and {show(board.square(end))} is none from "
            f"{show(board.square(start))}",
            squares=[board.square(end), board.square(start)],
        )
    return None


def why_impossible(board: Board, start: int, *, end: int | None = None, closed: bool = False) -> str | None:
    """Why no tour (or no closed one) starts on the square with index `start` (and ends on `end`); None if
    theory knows no reason.

    >>> why_impossible(Board("8x8"), 1) is None
    True
    >>> why_impossible(Board("4x7"), 8)
    'on 4 rows a tour starts and ends in an outer row, and 2,2, where it starts, is in an inner one'
    """
    answer = verdict(Question(board, start, end, closed))
    return answer.reason if answer.exists is False else None

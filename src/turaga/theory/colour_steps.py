"""The proofs by colours as steps: the squares are coloured and counted, and the counts do not fit."""

from turaga.board import Board, Square
from turaga.certificate import Marks, ProofStep
from turaga.text import plural, show
from turaga.theory.colour import changes_colour, colour, colour_counts
from turaga.theory.question import Question

MOST_MARKED = 10_000  # squares of a board whose squares are all marked
_MOST_COUNTED = 400  # squares of a board on which each square shows its number in its colour
_NAMES = ("light", "dark")


def colour_marks(board: Board, most: int = MOST_MARKED) -> tuple[Marks, ...]:
    """The light squares, which have the colour of 1,1, and the dark ones; none if the board is larger than
    `most` squares.

    >>> [len(marks.squares) for marks in colour_marks(Board("5x5"))]
    [13, 12]
    """
    if board.area > most:
        return ()
    squares = [*board.squares()]
    light = Marks("light", tuple(square for square in squares if not colour(square)))
    return light, Marks("dark", tuple(square for square in squares if colour(square)))


def end_marks(question: Question) -> tuple[Marks, ...]:
    """The given ends of the tour."""
    start, end = question.start, question.end
    marks = () if start is None else (Marks("start", (start,)),)
    return marks if end is None else (*marks, Marks("end", (end,)))


def colour_steps(question: Question) -> tuple[ProofStep, ...]:
    """Why colours make the tour impossible, if they do, without the conclusion.

    >>> for step in colour_steps(Question(Board("5x5"), closed=True)):
    ...     print(step.text)
    Colour the squares like a chessboard. Every move leads to a square of the other colour.
    There are 13 light squares and 12 dark squares.
    The colours alternate along the whole circuit of a closed tour. So it has as many light squares as dark
    ones, but here there is 1 more light square.
    """
    board = question.board
    marks = colour_marks(board)
    changes = "Every move leads to a square of the other colour."
    stays = "No move of this leaper changes the colour."
    light, dark = colour_counts(board)
    counts = f"There {_are(light)} {_counted(light, 0)} and {_counted(dark, 1)}."
    text, ringed = _contradiction(question)
    named = (Marks("ringed", ringed),) if ringed else ()
    return (
        ProofStep(
            text=f"Colour the squares like a chessboard. {changes if changes_colour(board) else stays}",
            marks=marks,
        ),
        ProofStep(text=counts, marks=marks, notes=_numbers(board, marks)),
        ProofStep(text=text, marks=(*marks, *end_marks(question), *named)),
    )


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _counted(count: int, kind: int) -> str:
    return plural(count, f"{_NAMES[kind]} square")


def _numbers(board: Board, marks: tuple[Marks, ...]) -> tuple[tuple[Square, str], ...]:
    """The number of each square in its colour, row by row, so that the last ones are the counts."""
    if board.size > _MOST_COUNTED:
        return ()
    return tuple((square, str(n)) for one in marks for n, square in enumerate(one.squares, start=1))


def _contradiction(question: Question) -> tuple[str, tuple[Square, ...]]:
    """Why the counts rule out the tour, and the squares that contradict them."""
    board = question.board
    counts = colour_counts(board)
    many = 0 if counts[0] >= counts[1] else 1
    more = counts[many] - counts[1 - many]
    if not changes_colour(board):
        return _never_changes(question, counts)
    too_many = (
        f"but here there {_are(more)} {more} more {_NAMES[many]} {'square' if more == 1 else 'squares'}"
    )
    if question.closed and more:
        return (
            "The colours alternate along the whole circuit of a closed tour. So it has as many light squares "
            f"as dark ones, {too_many}.",
            (),
        )
    if more > 1:
        return (
            "The colours alternate along a tour. So it has at most one more square of one colour than of the "
            f"other, {too_many}.",
            (),
        )
    given = [(word, n) for word, n in (("start", question.start), ("end", question.end)) if n is not None]
    if more:
        word, square = next(one for one in given if colour(one[1]) != many)
        return (
            f"The colours alternate along a tour, and there is one more {_NAMES[many]} square. So a tour "
            f"starts and ends on {_NAMES[many]} squares, but its {word} {show(square)} is "
            f"{_NAMES[1 - many]}.",
            (square,),
        )
    (_, first), (_, last) = given
    return (
        "The colours alternate along a tour, and there are as many light squares as dark ones. So it starts "
        f"on one colour and ends on the other, but {show(first)} and {show(last)} are both "
        f"{_NAMES[colour(first)]}.",
        (first, last),
    )


def _never_changes(question: Question, counts: tuple[int, int]) -> tuple[str, tuple[Square, ...]]:
    square = question.start or question.end
    if square is None:
        return "A tour stays on the colour of its start, so it never visits the squares of the other.", ()
    other = 1 - colour(square)
    return (
        f"A tour through {show(square)} visits only {_NAMES[1 - other]} squares, so it never visits the "
        f"{_counted(counts[other], other)}.",
        (square,),
    )

"""The theorems as steps: what they say and, where there is a short proof, the squares that it is about."""

from turaga.board import Board, Square
from turaga.certificate import Marks, ProofStep
from turaga.text import show
from turaga.theory.colour import colour
from turaga.theory.colour_steps import MOST_MARKED, colour_marks, end_marks
from turaga.theory.question import Question


def statement(*texts: str) -> list[ProofStep]:
    """Steps that only say something."""
    return [ProofStep(text=text) for text in texts]


def line_steps(board: Board) -> list[ProofStep]:
    """Why a board with two rows or columns falls into four lines."""
    across = board.rows == 2
    row, column = ("row", "column") if across else ("column", "row")
    marks: tuple[Marks, ...] = ()
    if board.area <= MOST_MARKED:
        lines: dict[int, list[Square]] = {1: [], 2: [], 3: [], 4: []}
        for square in board.squares():
            over, along = square if across else square[::-1]
            # A move changes `over` and moves `along` by two, so half of the sum of both tells lines apart.
            lines[1 + along % 2 + 2 * ((over + along // 2) % 2)].append(square)
        marks = tuple(Marks("piece", tuple(line), number) for number, line in lines.items())
    notes = tuple((square, str(one.piece)) for one in marks for square in one.squares)
    return [
        ProofStep(
            text=f"On 2 {row}s, every move changes the {row} by one and the {column} by two. So from any "
            "square there is at most one move each way along the board."
        ),
        ProofStep(
            text="This makes four lines, which the numbers on the board show. No move leads from one line to "
            "another.",
            marks=marks,
            notes=notes,
        ),
        ProofStep(
            text="So a tour that begins on one line never reaches the others.", marks=marks, notes=notes
        ),
    ]


def small_board_steps(board: Board, source: str) -> list[ProofStep]:
    """Why 3x3 and 4x4 have no tour, and that 3x5 and 3x6 have none either.

    >>> [step.text for step in small_board_steps(Board("3x3"), "")][1:]
    ['The middle square, 2,2, has no moves at all.']
    """
    theorem = ProofStep(
        text="An m x n board with m <= n has a tour unless m is 1 or 2, or the board is 3x3, 3x5, 3x6 or 4x4."
        f" (The proofs are in {source.replace('; ', ' and ')}.)"
    )
    if (board.rows, board.cols) == (3, 3):
        middle = Marks("blocked", ((1, 1),))
        return [theorem, ProofStep(text="The middle square, 2,2, has no moves at all.", marks=(middle,))]
    if (board.rows, board.cols) != (4, 4):
        return [theorem]
    one, other = (((0, 0), (3, 3)), ((1, 2), (2, 1))), (((0, 3), (3, 0)), ((1, 1), (2, 2)))
    moves = [tuple((corner, near) for corner in corners for near in inner) for corners, inner in (one, other)]
    return [
        theorem,
        ProofStep(
            text="The corners 1,1 and 4,4 have the same two neighbours, 2,3 and 3,2. Unless the tour starts "
            "or ends on one of these corners, the four squares form a separate circuit.",
            marks=(Marks("ringed", one[0]), Marks("near", one[1])),
            moves=moves[0],
        ),
        ProofStep(
            text="The same is true of the corners 1,4 and 4,1 with 2,2 and 3,3. So the tour starts on a "
            "corner of one pair and ends on a corner of the other pair.",
            marks=(Marks("ringed", (*one[0], *other[0])), Marks("near", (*one[1], *other[1]))),
            moves=(*moves[0], *moves[1]),
        ),
    ]


def outer_row_steps(question: Question) -> list[ProofStep]:
    """Why a tour of a board with four rows is not closed and has no end in an inner row (Pósa's argument)."""
    board = question.board
    across = board.rows == 4  # on 4x4, look at the rows
    count = board.cols if across else board.rows
    lines, line = ("rows", "row") if across else ("columns", "column")
    rows, colours = _outer_and_inner(board, across), colour_marks(board)
    ends = end_marks(question)
    first = "A closed tour has no ends, so outer and inner squares would alternate along all of it."
    if not question.closed:
        square, word = _inner_end(question, across)
        first = f"The {word} {show(square)} is inner. So a tour would alternate all the way."
    return [
        ProofStep(
            text=f"Call the squares of {lines} 1 and 4 outer (1), and those of {lines} 2 and 3 inner (2). "
            f"There are {2 * count} of each. Every move from an outer square leads to an inner square.",
            marks=rows,
        ),
        ProofStep(
            text="No two outer squares follow each other, and half of all squares are outer. So either outer "
            "and inner squares alternate all the way, or the tour starts and ends on outer squares and has "
            "a single move from an inner square to an inner square.",
            marks=rows,
        ),
        ProofStep(text=first, marks=(*rows, *ends)),
        ProofStep(
            text="But the colours alternate too. So all outer squares would have the same colour, and "
            f"{line} 1 alone has both colours.",
            marks=(*colours, Marks("ringed", _first_line(board, across)), *ends),
        ),
    ]


def _outer_and_inner(board: Board, across: bool) -> tuple[Marks, ...]:
    if board.area > MOST_MARKED:
        return ()
    groups: tuple[list[Square], list[Square]] = ([], [])
    for square in board.squares():
        groups[square[0 if across else 1] in (1, 2)].append(square)
    return Marks("piece", tuple(groups[0]), 1), Marks("piece", tuple(groups[1]), 2)


def _first_line(board: Board, across: bool) -> tuple[Square, ...]:
    """The first two squares of row or column 1, which have both colours."""
    squares = ((0, 0), (0, 1)) if across else ((0, 0), (1, 0))
    assert colour(squares[0]) != colour(squares[1])
    return squares


def _inner_end(question: Question, across: bool) -> tuple[Square, str]:
    """The given end that is an inner square, and whether it is the start or the end."""
    for square, word in ((question.start, "start"), (question.end, "end")):
        if square is not None and square[0 if across else 1] in (1, 2):
            return square, word
    raise AssertionError("neither end is inner")

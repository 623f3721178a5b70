"""Colours of squares, and what they prove by themselves.

A leaper (a, b) with a + b odd changes colour with each move, so the colours of a walk alternate. If a + b is
even, no move changes colour. But such a leaper also divides the squares into two sides, and every move
changes the side (`side`): the graph of a leaper has no odd circuits.

All other code takes colours from here, except kernels, SQL and `frontier/graph_order.py` (which works on any
graph). They compute `(row + col) % 2` themselves.
"""

from turaga.board import Board, Square
from turaga.text import plural
from turaga.theory.finding import Verdict
from turaga.tours import Tours


def colour(square: Square) -> int:
    """The colour of a square: 0 is the colour of the top left square, 1 is the other colour.

    >>> colour((0, 0)), colour((0, 1)), colour((1, 1))
    (0, 1, 0)
    """
    return sum(square) % 2


def changes_colour(board: Board) -> bool:
    """Whether each move of the board's leaper changes colour. If not, no move does.

    >>> changes_colour(Board("8x8")), changes_colour(Board(8, 8, leaper=(1, 3)))
    (True, False)
    """
    return sum(board.leaper) % 2 == 1


def colour_unit(leaper: tuple[int, int]) -> int:
    """The largest power of two that divides both steps of a leaper.

    >>> colour_unit((1, 2)), colour_unit((4, 8))
    (1, 4)
    """
    a, b = leaper
    return (a | b) & -(a | b)


def side(leaper: tuple[int, int], square: Square) -> int:
    """The side of a square, 0 or 1: every move of the leaper leads to the other side.

    If each move changes colour, the side is the colour. In general, count rows and columns in units of
    `colour_unit`. Then both steps of the leaper are whole numbers of units, and at least one of them is odd.
    If one is odd and one is even, row + column changes between odd and even with every move. If both are odd,
    the row does.

    >>> side((1, 2), (0, 1)), side((1, 3), (0, 1)), side((2, 4), (2, 1))
    (1, 0, 1)
    """
    a, b = leaper
    unit = colour_unit(leaper)
    row, col = square[0] // unit, square[1] // unit
    return (row if (a // unit + b // unit) % 2 == 0 else row + col) % 2


def colour_counts(board: Board) -> tuple[int, int]:
    """The number of squares of the top left square's colour, and of the other colour.

    >>> colour_counts(Board("5x5")), colour_counts(Board(5, 5, holes=[(0, 0)]))
    ((13, 12), (12, 12))
    """
    same, other = (board.area + 1) // 2, board.area // 2
    holes = sum(map(colour, board.hole_squares))
    return same - (len(board.hole_indices) - holes), other - holes


def count_allowed(board: Board) -> int:
    """The number of squares on which colours allow an open tour to start.

    >>> count_allowed(Board("5x5")), count_allowed(Board("4x4"))
    (13, 16)
    """
    counts = colour_counts(board)
    return sum(counts[allowed] for allowed in allowed_colours(board))


def allowed_colours(board: Board) -> tuple[int, ...]:
    """The colours on which an open tour can start: 0 is the colour of the top left square.

    >>> allowed_colours(Board("5x5")), allowed_colours(Board("4x4"))
    ((0,), (0, 1))
    """
    counts = colour_counts(board)
    if not changes_colour(board):
        return () if min(counts) else (counts.index(max(counts)),)
    more = counts[0] - counts[1]
    return {0: (0, 1), 1: (0,), -1: (1,)}.get(more, ())


def may_leave_one(board: Board, start: int) -> bool:
    """Whether colours allow a walk of all squares but one from the square with index `start`.

    >>> may_leave_one(Board("5x5"), 1), may_leave_one(Board("5x5"), 0)
    (True, True)
    """
    counts = colour_counts(board)
    here = colour(board.square(start))
    own, other = counts[here], counts[1 - here]
    if not changes_colour(board):
        return other <= 1 and board.size > 1
    # The colours of a walk of k squares alternate: (k + 1) // 2 squares of the start's colour, k // 2 others.
    k = board.size - 1
    return k > 0 and (own, other) in (((k + 1) // 2 + 1, k // 2), ((k + 1) // 2, k // 2 + 1))


def colours_forbid(question: Tours) -> Verdict | None:
    """Why colours make the tour impossible, with the counts; None if they allow it.

    >>> colours_forbid(Tours.at(Board("5x5"), start_index=1)).reason
    'each move changes colour and 5x5 has 13 squares of one colour and 12 of the other, so a tour must
    start on one of the 13, but b5 is one of the 12'
    """
    board = question.board
    counts = colour_counts(board)
    many, few = max(counts), min(counts)
    given = (("start", question.start_index), ("end", question.end_index))
    ends = [(word, board.square(n)) for word, n in given if n is not None]
    if not changes_colour(board):
        return None if few == 0 else _never_changes(question, counts)
    if question.closed and many != few:
        return Verdict.no(
            "each move changes colour, so a closed tour has as many squares of one colour as of the other, "
            f"but {board} has {many} and {few}"
        )
    if many - few > 1:
        return Verdict.no(
            "each move changes colour, so a tour has at most one more square of one colour than of the "
            f"other, but {board} has {many} and {few}"
        )
    if many != few:
        for word, square in ends:
            if counts[colour(square)] == few:
                return Verdict.no(
                    f"each move changes colour and {board} has {plural(many, 'square')} of one colour and "
                    f"{few} of the other, so a tour must {word} on one of the {many}, but "
                    f"{board.show(square)} is "
                    f"one of the {few}",
                    squares=[square],
                )
    elif len(ends) == 2 and colour(ends[0][1]) == colour(ends[1][1]):
        first, last = (square for _, square in ends)
        return Verdict.no(
            f"each move changes colour and {board} has {plural(many, 'square')} of each colour, so the start "
            f"and the end of a tour have different colours, but {board.show(first)} and "
            f"{board.show(last)} have the same "
            "colour",
            squares=[first, last],
        )
    return None


def _never_changes(question: Tours, counts: tuple[int, int]) -> Verdict:
    board = question.board
    a, b = board.leaper
    here = question.start_index if question.start_index is not None else question.end_index
    if here is None:
        return Verdict.no(
            f"a {a},{b} leaper never changes colour, and {board} has {plural(counts[0], 'square')} of one "
            f"colour and {counts[1]} of the other"
        )
    square = board.square(here)
    return Verdict.no(
        f"a {a},{b} leaper never changes colour, so from {board.show(square)} it cannot reach "
        f"{counts[1 - colour(square)]} of the {board.size} squares",
        squares=[square],
    )

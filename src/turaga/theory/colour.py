"""What colours alone tell, and the one place where squares are told apart by them.

Every leaper (a, b) with a + b odd changes colour with each move, so a walk alternates; with a + b even it
never does. Such leapers too have two sides that every move changes (`side`): no leaper's graph has odd
circuits. Kernels, SQL and `frontier/graph_order.py` (for any graph) work out `(row + col) % 2` by themselves.
"""

from turaga.board import Board, Square
from turaga.text import show
from turaga.theory.question import Question, Verdict


def colour(square: Square) -> int:
    """The colour of a square: 0 is that of the top left square, 1 the other.

    >>> colour((0, 0)), colour((0, 1)), colour((1, 1))
    (0, 1, 0)
    """
    return sum(square) % 2


def changes_colour(board: Board) -> bool:
    """Whether each move of the board's leaper changes colour; else none does.

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
    """0 or 1, so that every move of the leaper leads to the other: the colour, where moves change that.

    Rows and columns are counted in units of `colour_unit`.
    Each step is then a whole number of units, and one of them at least is odd. If one is odd and one is even,
    row + column changes between odd and even with every move; if both are odd, the row does.

    >>> side((1, 2), (0, 1)), side((1, 3), (0, 1)), side((2, 4), (2, 1))
    (1, 0, 1)
    """
    a, b = leaper
    unit = colour_unit(leaper)
    row, col = square[0] // unit, square[1] // unit
    return (row if (a // unit + b // unit) % 2 == 0 else row + col) % 2


def colour_counts(board: Board) -> tuple[int, int]:
    """How many squares have the colour of the top left one, and how many the other.

    >>> colour_counts(Board("5x5")), colour_counts(Board(5, 5, holes=[(0, 0)]))
    ((13, 12), (12, 12))
    """
    same, other = (board.area + 1) // 2, board.area // 2
    holes = sum(map(colour, board.hole_squares))
    return same - (len(board.hole_indices) - holes), other - holes


def count_allowed(board: Board) -> int:
    """How many squares colour allows an open tour to start on.

    >>> count_allowed(Board("5x5")), count_allowed(Board("4x4"))
    (13, 16)
    """
    counts = colour_counts(board)
    return sum(counts[allowed] for allowed in allowed_colours(board))


def allowed_colours(board: Board) -> tuple[int, ...]:
    """The colours an open tour may start on: 0 is that of the top left square, 1 the other.

    >>> allowed_colours(Board("5x5")), allowed_colours(Board("4x4"))
    ((0,), (0, 1))
    """
    counts = colour_counts(board)
    if not changes_colour(board):
        return () if min(counts) else (counts.index(max(counts)),)
    more = counts[0] - counts[1]
    return {0: (0, 1), 1: (0,), -1: (1,)}.get(more, ())


def may_leave_one(board: Board, start: int) -> bool:
    """Whether colour allows a walk of all squares but one from the square with index `start`.

    >>> may_leave_one(Board("5x5"), 1), may_leave_one(Board("5x5"), 0)
    (True, True)
    """
    counts = colour_counts(board)
    here = colour(board.square(start))
    own, other = counts[here], counts[1 - here]
    if not changes_colour(board):
        return other <= 1 and board.size > 1
    # A walk of k squares takes turns, its own colour first: (k + 1) // 2 of that and k // 2 of the other.
    k = board.size - 1
    return k > 0 and (own, other) in (((k + 1) // 2 + 1, k // 2), ((k + 1) // 2, k // 2 + 1))


def colours_forbid(question: Question) -> Verdict | None:
    """Why colours rule the tour out, with the counts; None if they allow it.

    >>> colours_forbid(Question(Board("5x5"), start_index=1)).reason
    'each move changes colour and 5x5 has 13 squares of one colour and 12 of the other, so a tour
    must start on one of the 13, and 1,2 is one of the 12'
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
            f"and {board} has {many} and {few}"
        )
    if many - few > 1:
        return Verdict.no(
            "each move changes colour, so a tour has at most one square more of one colour than of the "
            f"other, and {board} has {many} and {few}"
        )
    if many != few:
        for word, square in ends:
            if counts[colour(square)] == few:
                return Verdict.no(
                    f"each move changes colour and {board} has {many} squares of one colour and {few} of the "
                    f"other, so a tour must {word} on one of the {many}, and {show(square)} is one "
                    f"of the {few}",
                    squares=[square],
                )
    elif len(ends) == 2 and colour(ends[0][1]) == colour(ends[1][1]):
        first, last = (square for _, square in ends)
        return Verdict.no(
            f"each move changes colour and {board} has {many} squares of each colour, so a tour ends on the "
            f"other colour than it starts on, and {show(first)} and {show(last)} have the same",
            squares=[first, last],
        )
    return None


def _never_changes(question: Question, counts: tuple[int, int]) -> Verdict:
    board = question.board
    a, b = board.leaper
    here = question.start_index if question.start_index is not None else question.end_index
    if here is None:
        return Verdict.no(
            f"a {a},{b} leaper never changes colour, and {board} has {counts[0]} squares of one colour and "
            f"{counts[1]} of the other"
        )
    square = board.square(here)
    return Verdict.no(
        f"a {a},{b} leaper never changes colour, so from {show(square)} it cannot reach "
        f"{counts[1 - colour(square)]} of the {board.size} squares",
        squares=[square],
    )

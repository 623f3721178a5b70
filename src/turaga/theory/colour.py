"""What colours alone tell. Every leaper (a, b) with a + b odd changes colour with each move, so a walk
alternates; with a + b even it never does.
"""

from turaga.board import Board
from turaga.text import show
from turaga.theory.verdict import Question, Verdict


def colour_counts(board: Board) -> tuple[int, int]:
    """How many squares have the colour of the top left place, and how many the other.

    >>> colour_counts(Board("5x5")), colour_counts(Board(5, 5, holes=[(0, 0)]))
    ((13, 12), (12, 12))
    """
    same, other = (board.area + 1) // 2, board.area // 2
    for hole in board.holes:
        row, col = divmod(hole, board.cols)
        if (row + col) % 2:
            other -= 1
        else:
            same -= 1
    return same, other


def _colour(board: Board, number: int) -> int:
    """0 for the colour of the top left place, 1 for the other."""
    return sum(board.square(number)) % 2


def count_allowed(board: Board) -> int:
    """How many squares colour allows an open tour to start on.

    >>> count_allowed(Board("5x5")), count_allowed(Board("4x4"))
    (13, 16)
    """
    counts = colour_counts(board)
    return sum(counts[colour] for colour in allowed_colours(board))


def allowed_colours(board: Board) -> tuple[int, ...]:
    """The colours an open tour may start on: 0 is that of the top left place, 1 the other.

    >>> allowed_colours(Board("5x5")), allowed_colours(Board("4x4"))
    ((0,), (0, 1))
    """
    counts = colour_counts(board)
    if sum(board.leaper) % 2 == 0:
        return () if min(counts) else (counts.index(max(counts)),)
    more = counts[0] - counts[1]
    return {0: (0, 1), 1: (0,), -1: (1,)}.get(more, ())


def may_leave_one(board: Board, start: int) -> bool:
    """Whether colour allows a walk of all squares but one from the square number `start`.

    >>> may_leave_one(Board("5x5"), 1), may_leave_one(Board("5x5"), 0)
    (True, True)
    """
    counts = colour_counts(board)
    own, other = counts[_colour(board, start)], counts[1 - _colour(board, start)]
    if sum(board.leaper) % 2 == 0:
        return other <= 1 and board.size > 1
    # A walk of k squares takes turns, its own colour first: (k + 1) // 2 of that and k // 2 of the other.
    k = board.size - 1
    return k > 0 and (own, other) in (((k + 1) // 2 + 1, k // 2), ((k + 1) // 2, k // 2 + 1))


def colours_forbid(question: Question) -> Verdict | None:
    """Why colours rule the tour out, with the counts; None if they allow it.

    >>> colours_forbid(Question(Board("5x5"), start=1)).reason
    'each move changes colour and 5x5 has 13 squares of one colour and 12 of the other, so a tour
    must start on one of the 13, and 1,2 is one of the 12'
    """
    board = question.board
    counts = colour_counts(board)
    many, few = max(counts), min(counts)
    ends = [(n, word) for n, word in ((question.start, "start"), (question.end, "end")) if n is not None]
    a, b = board.leaper
    if (a + b) % 2 == 0:
        if few == 0:
            return None
        return _never_changes(question, counts)
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
        for n, word in ends:
            if counts[_colour(board, n)] == few:
                return Verdict.no(
                    f"each move changes colour and {board} has {many} squares of one colour and {few} of the "
                    f"other, so a tour must {word} on one of the {many}, and {show(board.square(n))} is one "
                    f"of the {few}"
                )
    elif len(ends) == 2 and _colour(board, ends[0][0]) == _colour(board, ends[1][0]):
        first, last = (show(board.square(n)) for n, _ in ends)
        return Verdict.no(
            f"each move changes colour and {board} has {many} squares of each colour, so a tour ends on the "
            f"other colour than it starts on, and {first} and {last} have the same"
        )
    return None


def _never_changes(question: Question, counts: tuple[int, int]) -> Verdict:
    board = question.board
    a, b = board.leaper
    here = question.start if question.start is not None else question.end
    if here is None:
        return Verdict.no(
            f"a {a},{b} leaper never changes colour, and {board} has {counts[0]} squares of one colour and "
            f"{counts[1]} of the other"
        )
    return Verdict.no(
        f"a {a},{b} leaper never changes colour, so from {show(board.square(here))} it cannot reach "
        f"{counts[1 - _colour(board, here)]} of the {board.size} squares"
    )

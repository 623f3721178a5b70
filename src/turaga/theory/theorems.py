"""Theorems about the knight on rectangles, and about leapers, with their authors.

Schwenk: Which rectangular chessboards have a knight's tour?, Mathematics Magazine 64 (1991).
Cull & De Curtins: Knight's tour revisited, Fibonacci Quarterly 16 (1978).
Chia & Ong: Generalized knight's tours on rectangular chessboards, Discrete Applied Mathematics 150 (2005).
Conrad, Hindrichs, Morsy & Wegener: Solution of the knight's Hamiltonian path problem on chessboards,
Discrete Applied Mathematics 50 (1994).
Knuth: Leaper graphs, Mathematical Gazette 78 (1994).
"""

from math import gcd

from turaga.board import Board
from turaga.text import show
from turaga.theory.question import Question, Verdict

SCHWENK = "Schwenk 1991"
OPEN_TOURS = "Cull & De Curtins 1978; Chia & Ong 2005"
CONRAD = "Conrad, Hindrichs, Morsy & Wegener 1994"
KNUTH = "Knuth 1994, theorem 1"
_NO_OPEN_TOUR = {(3, 3), (3, 5), (3, 6), (4, 4)}


def _sides(board: Board) -> tuple[int, int]:
    """The sides, the shorter first."""
    return min(board.rows, board.cols), max(board.rows, board.cols)


# -- there is none --------------------------------------------------------------------------------------


def theorem_forbids(question: Question) -> Verdict | None:
    """Which theorem rules the tour out, and by which case; None if none does.

    >>> theorem_forbids(Question(Board("3x8"), closed=True)).reason
    "by Schwenk's theorem no board of 3 rows and 4, 6 or 8 columns has a closed tour"
    """
    board = question.board
    if not question.plain:
        return _falls_apart(board)
    m, n = _sides(board)
    if n == 1:
        return None  # 1x1: one square, a tour
    if m <= 2:
        return _lines(board, m)
    if m == 4 and (verdict := _outer_rows(question)):
        return verdict
    rows = "rows" if board.rows <= board.cols else "columns"
    columns = "columns" if board.rows <= board.cols else "rows"
    if question.closed and m == 3 and n in (4, 6, 8):
        return Verdict.no(
            f"by Schwenk's theorem no board of 3 {rows} and 4, 6 or 8 {columns} has a closed tour",
            "Schwenk's theorem: an m x n board with m <= n has a closed tour unless m and n are both odd, "
            "or m is 1, 2 or 4, or m is 3 and n is 4, 6 or 8.",
            f"{board} is the third case; these three boards are small enough to be searched exhaustively.",
            source=SCHWENK,
        )
    if (m, n) in _NO_OPEN_TOUR:
        return Verdict.no(
            f"{board} has no tour, open or closed: with m <= n, an m x n board has one unless m is 1 or 2, "
            "or it is 3x3, 3x5, 3x6 or 4x4",
            *_why_so_small(m, n),
            source=OPEN_TOURS,
        )
    return None


def _why_so_small(m: int, n: int) -> tuple[str, ...]:
    if (m, n) == (3, 3):
        return ("The middle square, 2,2, has no moves at all.",)
    if (m, n) == (4, 4):
        return (
            "The corners 1,1 and 4,4 have the same two neighbours, 2,3 and 3,2: unless the tour starts or "
            "ends on one of the two, these four squares are a circuit by themselves.",
            "The same holds for 1,4 and 4,1 with 2,2 and 3,3. So the tour starts on one corner and ends on "
            "another, of the other pair.",
            "What is left is small enough to be searched exhaustively: turaga solve 4x4 --method search "
            "--no-shortcuts.",
        )
    return (f"{m}x{n} is small enough to be searched exhaustively: turaga solve {m}x{n} --method search "
            "--no-shortcuts.",)  # fmt: skip


def _lines(board: Board, m: int) -> Verdict:
    if m == 1 or max(board.rows, board.cols) == 2:
        return Verdict.no(f"a knight has no move at all on {board}")
    pieces = "rows" if board.rows == 2 else "columns"
    along = "columns" if board.rows == 2 else "rows"
    return Verdict.no(
        f"on 2 {pieces} the knight can only go along the board, and {board} falls into four separate lines",
        f"A move changes the {pieces[:-1]} by one and the {along[:-1]} by two. So from any square the next "
        f"one in the same direction is fixed, and the {along[:-1]} stays even or stays odd.",
        f"There are four such lines, by the {pieces[:-1]} and the {along[:-1]} they begin in, and no move "
        "leads from one to another.",
    )


def _outer_rows(question: Question) -> Verdict | None:
    """On four rows both ends of a tour stand in an outer row, and no tour is closed: for every length."""
    board = question.board
    across = board.rows == 4  # a 4x4 board is taken by its rows
    n = board.cols if across else board.rows
    lines = "rows" if across else "columns"
    proof = (
        f"Call a square of {lines} 1 and 4 outer and one of {lines} 2 and 3 inner: {2 * n} squares of each. "
        "From an outer square every move leads to an inner one.",
        f"So no two outer squares follow one another, and {2 * n} of them in {4 * n} leave room for little "
        "else: either outer and inner squares alternate all the way, or the tour starts and ends on outer "
        "squares and has exactly one move from inner to inner.",
        "But colours alternate too. If outer and inner alternated all the way, all outer squares would have "
        "one colour, and in row 1 already both occur."
        if across
        else "But colours alternate too. If outer and inner alternated all the way, all outer squares would "
        "have one colour, and in column 1 already both occur.",
        "A closed tour, and one with an inner square at an end, would alternate all the way.",
    )
    if question.closed:
        return Verdict.no(
            f"no board of 4 {lines} has a closed tour: squares of the outer {lines} and of the inner ones "
            "would have to alternate, and so would the colours",
            *proof,
            source=f"{SCHWENK}; the argument is Pósa's",
        )
    for index, word in ((question.start_index, "starts"), (question.end_index, "ends")):
        if index is not None:
            square = board.square(index)
            if square[0 if across else 1] in (1, 2):
                return Verdict.no(
                    f"on 4 {lines} a tour starts and ends in an outer {lines[:-1]}, and {show(square)}, "
                    f"where it {word}, is in an inner one",
                    *proof,
                    squares=[square],
                )
    return None


def _falls_apart(board: Board) -> Verdict | None:
    """Knuth's theorem: when the board of a leaper is not one piece."""
    m, n = _sides(board)
    a, b = board.leaper
    if board.hole_indices or a < 1 or m < 2:
        return None
    name = f"the moves of a {a},{b} leaper do not connect {board.rows}x{board.cols}"
    theorem = (
        "Knuth's theorem: the moves of an r,s leaper (1 <= r <= s) connect an m x n board (2 <= m <= n) if "
        "and only if r + s and s - r have no common divisor, n is at least 2s and m is at least r + s."
    )
    if gcd(a + b, b - a) > 1:
        return Verdict.no(f"{name}: {a + b} and {b - a} have a common divisor", theorem, source=KNUTH)
    if n < 2 * b:
        return Verdict.no(f"{name}: that takes a side of at least {2 * b}", theorem, source=KNUTH)
    if m < a + b:
        return Verdict.no(f"{name}: that takes both sides at least {a + b}", theorem, source=KNUTH)
    return None


# -- there is one ---------------------------------------------------------------------------------------


def theorem_allows(question: Question) -> Verdict | None:
    """Which theorem says that there is such a tour; None if none does. To be asked after everything that
    forbids one.

    >>> theorem_allows(Question(Board("8x8"), start_index=0, closed=True)).source
    'Schwenk 1991'
    """
    board = question.board
    if not question.plain:
        return None
    m, n = _sides(board)
    if n == 1 and not question.closed:
        return Verdict.yes("one square is a tour of itself")
    if m < 3:
        return None
    if question.closed:
        return Verdict.yes(
            f"by Schwenk's theorem {board} has a closed tour, and a closed tour can start anywhere",
            "Schwenk's theorem: an m x n board with m <= n has a closed tour unless m and n are both odd, "
            "or m is 1, 2 or 4, or m is 3 and n is 4, 6 or 8.",
            source=SCHWENK,
        )
    if question.start_index is None and question.end_index is None:
        return Verdict.yes(
            f"{board} has a tour: an m x n board with 3 <= m <= n has one unless it is 3x3, 3x5, 3x6 or 4x4",
            source=OPEN_TOURS,
        )
    if question.start_index is None or question.end_index is None:
        if m >= 5:
            return Verdict.yes(
                f"with both sides at least 5, a tour of {board} can start on every square that colours allow",
                "Cut both sides into parts of 6, 8 and 10, and at most one odd part of 5, 7, 9 or 11; "
                "every block so made has a tour with four moves at its edges by which it joins the next "
                "one. If the area is even all of them are closed, and so is the whole; if it is odd, the "
                "one block with an odd area is put over the start and has an open tour from there.",
                source="rail blocks: 33 closed and 520 open tours of blocks",
            )
        return None
    if m == n and n >= 6:
        return Verdict.yes(
            "on a square board from 6x6 on, any two squares that colours allow are the ends of a tour of "
            f"{board}",
            source=CONRAD,
        )
    return None

"""Published theorems about the knight on rectangles, and about other leapers.

Schwenk: Which rectangular chessboards have a knight's tour?, Mathematics Magazine 64 (1991).
Cull & De Curtins: Knight's tour revisited, Fibonacci Quarterly 16 (1978).
Chia & Ong: Generalized knight's tours on rectangular chessboards, Discrete Applied Mathematics 150 (2005).
Conrad, Hindrichs, Morsy & Wegener: Solution of the knight's Hamiltonian path problem on chessboards,
Discrete Applied Mathematics 50 (1994).
Knuth: Leaper graphs, Mathematical Gazette 78 (1994).
"""

from functools import partial
from math import gcd

from turaga.board import Board
from turaga.text import sentence
from turaga.theory.finding import Verdict
from turaga.theory.steps import line_steps, outer_row_steps, small_board_steps, statement
from turaga.tours import Tours

SCHWENK = "Schwenk 1991"
OPEN_TOURS = "Cull & De Curtins 1978; Chia & Ong 2005"
CONRAD = "Conrad, Hindrichs, Morsy & Wegener 1994"
KNUTH = "Knuth 1994, theorem 1"
_SCHWENKS_THEOREM = (
    "Schwenk's theorem: an m x n board with m <= n has a closed tour unless m and n are both odd, or m is 1, "
    "2 or 4, or m is 3 and n is 4, 6 or 8."
)
_NO_OPEN_TOUR = {(3, 3), (3, 5), (3, 6), (4, 4)}


def _sides(board: Board) -> tuple[int, int]:
    """The sides of the board, the shorter one first."""
    return min(board.rows, board.cols), max(board.rows, board.cols)


# -- no tour exists -------------------------------------------------------------------------------------


def theorem_forbids(question: Tours) -> Verdict | None:
    """The theorem that makes the tour impossible, and the case that applies; None if no theorem does.

    >>> theorem_forbids(Tours.at(Board("3x8"), closed=True)).reason
    "by Schwenk's theorem, no board with 3 rows and 4, 6 or 8 columns has a closed tour"
    """
    board = question.board
    if not question.plain:
        return _falls_apart(board)
    m, n = _sides(board)
    if n == 1:
        return None  # 1x1: the single square is a tour
    if m <= 2:
        return _lines(board, m)
    if m == 4 and (verdict := _outer_rows(question)):
        return verdict
    rows = "rows" if board.rows <= board.cols else "columns"
    columns = "columns" if board.rows <= board.cols else "rows"
    if question.closed and m == 3 and n in (4, 6, 8):
        return Verdict.no(
            f"by Schwenk's theorem, no board with 3 {rows} and 4, 6 or 8 {columns} has a closed tour",
            _SCHWENKS_THEOREM,
            f"{board} is the third case. The boards of this case are small enough to search exhaustively.",
            source=SCHWENK,
            steps=partial(
                statement,
                f"{_SCHWENKS_THEOREM} (The proof is in {SCHWENK}.) "
                f"{board} is the third case: 3 {rows} and {n} {columns}. Such boards are small enough to "
                "search exhaustively.",
            ),
            cited=True,
        )
    if (m, n) in _NO_OPEN_TOUR:
        return Verdict.no(
            f"{board} has no tour, open or closed (an m x n board with m <= n has a tour unless m is 1 or 2, "
            "or the board is 3x3, 3x5, 3x6 or 4x4)",
            *_why_so_small(board, m, n),
            source=OPEN_TOURS,
            steps=partial(small_board_steps, board, OPEN_TOURS),
            cited=(m, n) != (3, 3),
        )
    return None


def _why_so_small(board: Board, m: int, n: int) -> tuple[str, ...]:
    searched = f"An exhaustive search of {m}x{n} without theory confirms that there is no tour."
    own = {(3, 3): (), (4, 4): ("Few cases remain. " + searched.replace("of 4x4 ", ""),)}
    shown = tuple(step.text for step in small_board_steps(board, "")[1:])
    return (*shown, *own.get((m, n), (searched,)))


def _lines(board: Board, m: int) -> Verdict:
    if m == 1 or max(board.rows, board.cols) == 2:
        no_move = f"a knight has no move at all on {board}"
        return Verdict.no(no_move, steps=partial(statement, sentence(no_move)))
    pieces = "rows" if board.rows == 2 else "columns"
    along = "columns" if board.rows == 2 else "rows"
    return Verdict.no(
        f"on 2 {pieces} the knight can only move along the board, and {board} falls into four separate lines",
        f"A move changes the {pieces[:-1]} by one and the {along[:-1]} by two. So from any square there is "
        f"only one move each way along the board, and the {along[:-1]} stays even or stays odd.",
        f"This makes four lines, one for each {pieces[:-1]} and each of the first two {along}. No move leads "
        "from one line to another.",
        steps=partial(line_steps, board),
    )


def _outer_rows(question: Tours) -> Verdict | None:
    """Why a tour of a board with four rows cannot be closed or have an end in an inner row; None if the
    question requires neither. The proof holds for every number of columns."""
    board = question.board
    across = board.rows == 4  # on 4x4, look at the rows
    n = board.cols if across else board.rows
    lines = "rows" if across else "columns"
    proof = (
        f"Call the squares of {lines} 1 and 4 outer and the squares of {lines} 2 and 3 inner. There are "
        f"{2 * n} of each. Every move from an outer square leads to an inner square.",
        f"So no two outer squares follow each other, and {2 * n} of the {4 * n} squares are outer. That "
        "leaves two cases: either outer and inner squares alternate all the way, or the tour starts and ends "
        "on outer squares and has exactly one move from an inner square to an inner square.",
        "But colours alternate too. If outer and inner squares alternated all the way, all outer squares "
        f"would have the same colour, but {lines[:-1]} 1 alone has both colours.",
        "A closed tour, or a tour with an end on an inner square, would have to alternate all the way.",
    )
    if question.closed:
        return Verdict.no(
            f"no board with 4 {lines} has a closed tour: squares in the outer {lines} and squares in the "
            f"inner {lines} would have to alternate, and so would the colours",
            *proof,
            source=f"{SCHWENK}; the argument is Pósa's",
            steps=partial(outer_row_steps, question),
        )
    for index, word in ((question.start_index, "start"), (question.end_index, "end")):
        if index is not None:
            square = board.square(index)
            if square[0 if across else 1] in (1, 2):
                return Verdict.no(
                    f"on 4 {lines} a tour must start and end in an outer {lines[:-1]}, but its {word} "
                    f"{board.show(square)} is in an inner {lines[:-1]}",
                    *proof,
                    squares=[square],
                    steps=partial(outer_row_steps, question),
                )
    return None


def _falls_apart(board: Board) -> Verdict | None:
    """Why a leaper cannot reach every square, by Knuth's theorem; None if it can."""
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
        why = f"{a + b} and {b - a} have a common divisor"
    elif n < 2 * b:
        why = f"the longer side must be at least {2 * b}"
    elif m < a + b:
        why = f"both sides must be at least {a + b}"
    else:
        return None
    here = f"Here r is {a} and s is {b}, and the board is {m} x {n}."
    steps = partial(statement, f"{theorem} (This is {KNUTH}.) {here} But {why}.")
    return Verdict.no(f"{name}: {why}", theorem, source=KNUTH, steps=steps, cited=True)


# -- a tour exists --------------------------------------------------------------------------------------


def theorem_allows(question: Tours) -> Verdict | None:
    """The theorem that proves that such a tour exists; None if there is no such theorem.

    Call this only if no proof makes the tour impossible.

    >>> theorem_allows(Tours.at(Board("8x8"), start_index=0, closed=True)).source
    'Schwenk 1991'
    """
    board = question.board
    if board.size == 1 and not question.closed:
        return Verdict.yes("a single square is a tour")
    if not question.plain:
        return None
    m, n = _sides(board)
    if m < 3:
        return None
    if question.closed:
        return Verdict.yes(
            f"by Schwenk's theorem {board} has one, and a closed tour can start anywhere",
            _SCHWENKS_THEOREM,
            source=SCHWENK,
        )
    if question.start_index is None and question.end_index is None:
        return Verdict.yes(
            "every board with at least three rows and columns has a tour, except 3x3, 3x5, 3x6 and 4x4",
            source=OPEN_TOURS,
        )
    if question.start_index is None or question.end_index is None:
        if m >= 5:
            return Verdict.yes(
                f"both sides of {board} are at least 5, so a tour can start on any square whose colour "
                "allows it",
                "Cut both sides into parts of 6, 8 and 10, and at most one odd part of 5, 7, 9 or 11. Each "
                "block has a tour with four moves at its edges that can join it to its neighbours. If the "
                "area is even, all these tours are closed, and so is the joined tour. If it is odd, the one "
                "block with an odd area is placed over the start and has an open tour from there.",
                source="rail blocks (33 closed and 520 open tours of blocks)",
            )
        return None
    if m == n and n >= 6:
        return Verdict.yes(
            f"{board} is a square board of at least 6x6, so any two squares whose colours allow it are the "
            "ends of a tour",
            source=CONRAD,
        )
    return None

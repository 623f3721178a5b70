"""What theory rules out has no tour: held against exhaustive search and against known answers."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from known import PAIRS, STARTS, pair_exists, pairs_without
from published import closed_exists
from strategies import boards
from turaga import Board, solve
from turaga.theory import colour_counts, count_allowed, may_leave_one, side, verdict, why_impossible
from turaga.theory.colour import colours_forbid
from turaga.theory.local import pieces_forbid
from turaga.theory.theorems import theorem_forbids
from turaga.tours import Tours
from turaga.walks import explain


@settings(max_examples=60, deadline=None)
@given(boards(most=4), st.integers(0, 15), st.booleans())
def test_what_is_said_is_so(board, last, with_end):
    """Whatever theory says of a start, an end or a closed tour, trying everything says the same."""
    squares = list(board.indices())
    end = squares[last % len(squares)] if with_end else None
    for n in squares:
        for closed in (False, True):
            answer = verdict(Tours.at(board, n, end, closed))
            if answer.exists is not None:
                target = None if end is None else board.square(end)
                exists = naive.has_tour(board, board.square(n), closed and end is None, target)
                if closed and end is not None:
                    exists = exists and board.size > 2 and board.is_move(n, end)
                assert answer.exists == exists, answer


@pytest.mark.parametrize("name", sorted(STARTS))
def test_every_known_start(name):
    board = Board(name)
    known = STARTS[name]
    for n in board.indices():
        answer = verdict(Tours.at(board, n))
        assert answer.exists in (None, board.square(n) in known), answer
    assert verdict(Tours.at(board)).exists in (None, bool(known))


@pytest.mark.parametrize("name", sorted(PAIRS))
def test_every_known_pair_of_ends(name):
    """From every start of a quarter of the board, which turned and mirrored is all of it, to every end."""
    board = Board(name)
    for a in board.indices():
        row, col = board.square(a)
        if 2 * row >= board.rows or 2 * col >= board.cols:
            continue
        for b in board.indices():
            answer = verdict(Tours.at(board, a, b))
            if answer.exists is not None:
                assert answer.exists == pair_exists(board, board.square(a), board.square(b)), answer


@pytest.mark.parametrize("name", sorted(set(PAIRS) - {"3x7", "3x8", "3x9", "3x10", "3x13", "4x6", "5x6"}))
def test_an_argument_refuses_every_pair_without_a_tour(name):
    """Corners, outer rows and forced moves explain them all, but on seven small boards."""
    board = Board(name)
    for pair in pairs_without(board):
        start, end = (board.index(square) for square in pair)
        assert why_impossible(board, start, end=end), pair


@pytest.mark.parametrize("length", [12, 13, 1000, 1001, 10**8, 10**8 + 1])
def test_arguments_hold_for_every_length(length):
    board = Board(3, length)
    if length % 2:
        assert "forced" in why_impossible(board, board.index((0, 2)), end=board.index((2, 2)))
        assert why_impossible(board, 0, end=board.index((0, 2))) is None
    else:
        assert "corners" in why_impossible(board, board.index((1, 2)), end=board.index((1, 1)))
        assert why_impossible(board, 0, end=board.index((1, 2))) is None


@pytest.mark.parametrize("rows", range(1, 14))
@pytest.mark.parametrize("cols", [1, 2, 3, 4, 5, 6, 7, 9, 12])
def test_closed_tours_by_schwenk(rows, cols):
    assert verdict(Tours.at(Board(rows, cols), closed=True)).exists is closed_exists(rows, cols)


@settings(max_examples=300, deadline=None)
@given(st.integers(2, 12), st.integers(2, 12), st.integers(1, 5), st.integers(1, 5))
def test_leapers_connect_what_knuth_says(rows, cols, a, b):
    board = Board(rows, cols, leaper=(a, b))
    question = Tours.at(board)
    if board.leaper != (1, 2):
        assert (theorem_forbids(question) is None) == (pieces_forbid(question) is None)


def test_a_big_board_takes_no_time():
    # From corner to corner: of one colour on an even board, or not known to any theorem.
    for rows, cols, exists in [
        (10**9, 10**9, False),
        (3, 10**9, None),
        (4, 10**9, False),
        (5, 10**9 + 1, None),
    ]:
        board = Board(rows, cols)
        assert verdict(Tours.at(board)).exists
        assert verdict(Tours.at(board, 0, board.area - 1)).exists is exists
    board = Board(5, 10**8)
    assert "corners" in why_impossible(board, board.index((2, 1)), end=board.index((0, 2)))


def test_reasons_at_length_name_their_source():
    assert "Schwenk" in verdict(Tours.at(Board("3x8"), closed=True)).source
    assert "Cull" in verdict(Tours.at(Board("3x5"))).source
    assert len(verdict(Tours.at(Board("4x9"), closed=True)).proof) == 4
    assert "four separate lines" in verdict(Tours.at(Board("2x9"))).reason
    assert "has no move" in verdict(Tours.at(Board("3x3", holes=[(0, 0)]))).reason
    assert "two ends" in verdict(Tours.at(Board.from_mask("....\n####\n....", leaper=(0, 1)))).reason
    assert "do not connect" in verdict(Tours.at(Board("6x30", leaper=(3, 4)))).reason
    parts = Board.from_mask("......\n######\n......\n......\n......", leaper=(0, 1))
    assert "pieces" in verdict(Tours.at(parts)).reason


@given(boards())
def test_colours_are_counted(board):
    even = sum((r + c) % 2 == 0 for r, c in naive.squares(board))
    assert colour_counts(board) == (even, board.size - even)
    assert count_allowed(board) == sum(colours_forbid(Tours.at(board, n)) is None for n in board.indices())


@settings(max_examples=150, deadline=None)
@given(boards(most=4))
def test_all_but_one_is_ruled_out_only_where_no_square_can_be_left(board):
    """Leaving a square out gives a board with one hole more, and what theory says of that."""
    for n in board.indices():
        one_less = [
            Board(board.rows, board.cols, holes=[*board.hole_squares, board.square(x)], leaper=board.leaper)
            for x in board.indices()
            if x != n
        ]
        assert may_leave_one(board, n) == any(colours_forbid(Tours.at(b, n)) is None for b in one_less)


def test_one_square_is_singular():
    reason = verdict(Tours.at(Board(1, 2, leaper=(1, 1)))).reason
    assert reason.endswith("1x2 for a 1,1 leaper has 1 square of one colour and 1 of the other")


def test_each_reason_gives_its_numbers():
    assert "13 squares of one colour and 12 of the other" in why_impossible(Board("5x5"), 1)
    assert "has 13 and 12" in why_impossible(Board("5x5"), 0, closed=True)
    assert "has 12 and 10" in why_impossible(Board(5, 5, holes=[(0, 1), (1, 0), (0, 0)]), 2)
    assert "never changes colour" in why_impossible(Board(4, 4, leaper=(1, 3)), 0)
    assert "cannot reach 8 of the 16 squares" in why_impossible(Board(4, 4, leaper=(1, 3)), 0)
    assert "at least three squares" in why_impossible(Board("1x1"), 0, closed=True)
    assert why_impossible(Board("1x1"), 0) is None


@pytest.mark.parametrize(
    ("board", "question", "squares"),
    [
        # One end of the colour with fewer squares; two ends of one colour.
        (Board("5x5"), {"start": (0, 1)}, [(0, 1)]),
        (Board("8x8"), {"start": (0, 0), "end": (7, 7)}, [(0, 0), (7, 7)]),
        # An inner row of four; ends that are no move apart; a square without moves.
        (Board("4x7"), {"start": (1, 2)}, [(1, 2)]),
        (Board("8x8"), {"start": (0, 0), "end": (0, 1), "closed": True}, [(0, 1), (0, 0)]),
        (Board(6, 6, holes=[(2, 1), (1, 2), (3, 3), (2, 4)]), {}, [(0, 0)]),
        # 3,2 is joined to both corners of the first column, and is to be an end.
        (Board("5x8"), {"start": (2, 1), "end": (0, 2)}, [(0, 0), (4, 0), (2, 1)]),
        # The forced moves make a walk from end to end.
        (Board("3x11"), {"start": (0, 2), "end": (2, 2)}, [(0, 2), (1, 0), (2, 2)]),
        # A reason for the whole board is about no squares in particular.
        (Board("5x5"), {"closed": True}, []),
        (Board("4x4"), {}, []),
    ],
)
def test_a_reason_has_its_squares(board, question, squares):
    ends = {f"{name}_index": board.index(question[name]) for name in ("start", "end") if name in question}
    answer = verdict(Tours.at(board, **ends, closed=question.get("closed", False)))
    assert (answer.exists, sorted(answer.squares)) == (False, sorted(squares)), answer.reason
    outcome = solve(board, **question)
    assert (outcome.method, outcome.steps) == ("theory", 0)
    assert (outcome.reason, outcome.squares) == (answer.reason, answer.squares)
    assert explain(board, **question).squares == answer.squares


@pytest.mark.parametrize("leaper", [(1, 2), (1, 3), (0, 1), (1, 1), (2, 4), (2, 6), (0, 2), (4, 12)])
def test_every_move_changes_the_side(leaper):
    board = Board(13, 14, leaper=leaper)
    for n in board.indices():
        here = side(leaper, board.square(n))
        assert {side(leaper, board.square(m)) for m in board.neighbours(n)} <= {1 - here}


def test_a_single_square_among_holes_is_a_tour():
    board = Board(3, 3, holes=[(row, col) for row in range(3) for col in range(3) if (row, col) != (1, 2)])
    assert verdict(Tours.at(board)).exists is True
    assert verdict(Tours.at(board, closed=True)).exists is False

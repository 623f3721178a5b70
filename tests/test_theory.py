"""What theory rules out has no tour: held against exhaustive search and against known answers."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings

import naive
from strategies import boards
from turaga import Board
from turaga.theory import colour_counts, count_allowed, may_leave_one, why_impossible

KNOWN = json.loads((Path(__file__).parent / "golden" / "start_squares.json").read_text())["start_squares"]


@settings(max_examples=150, deadline=None)
@given(boards(most=4))
def test_nothing_possible_is_ruled_out(board):
    for n in board.numbers():
        for closed in (False, True):
            if why_impossible(board, n, closed=closed):
                assert not naive.has_tour(board, board.square(n), closed)


@pytest.mark.parametrize("name", sorted(KNOWN))
def test_no_known_start_is_ruled_out(name):
    board = Board(name)
    for square in KNOWN[name]:
        assert why_impossible(board, board.number(tuple(square))) is None


@given(boards())
def test_colours_are_counted(board):
    even = sum((r + c) % 2 == 0 for r, c in naive.squares(board))
    assert colour_counts(board) == (even, board.size - even)
    assert count_allowed(board) == sum(why_impossible(board, n) is None for n in board.numbers())


@settings(max_examples=150, deadline=None)
@given(boards(most=4))
def test_all_but_one_is_ruled_out_only_where_no_square_can_be_left(board):
    """Leaving a square out gives a board with one hole more, and what theory says of that."""
    for n in board.numbers():
        one_less = [
            Board(board.rows, board.cols, holes=[*board.hole_squares, board.square(x)], leaper=board.leaper)
            for x in board.numbers()
            if x != n
        ]
        assert may_leave_one(board, n) == any(why_impossible(b, n) is None for b in one_less)


def test_each_reason_gives_its_numbers():
    assert "13 squares of one colour and 12 of the other" in why_impossible(Board("5x5"), 1)
    assert "has 13 and 12" in why_impossible(Board("5x5"), 0, closed=True)
    assert "has 12 and 10" in why_impossible(Board(5, 5, holes=[(0, 1), (1, 0), (0, 0)]), 2)
    assert "never changes colour" in why_impossible(Board(4, 4, leaper=(1, 3)), 0)
    assert "cannot reach 8 of the 16 squares" in why_impossible(Board(4, 4, leaper=(1, 3)), 0)
    assert "at least three squares" in why_impossible(Board("1x1"), 0, closed=True)
    assert why_impossible(Board("1x1"), 0) is None

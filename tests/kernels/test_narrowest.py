"""Method `narrowest` decides every kind of request as brute force does. Also without JIT."""

import os
from random import Random

import pytest

import naive
from turaga import Board, Found, GaveUp, solve
from turaga.errors import BadRule
from turaga.solve import graph_sweep

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"
LEAPERS = [(1, 2), (1, 2), (1, 2), (0, 1), (0, 1), (0, 1), (1, 1), (2, 3)]


def random_request(dice):
    """A board with at most 14 squares, and ends."""
    rows, cols = dice.choice([(3, 4), (3, 5), (4, 4), (2, 6), (1, 7)])
    everywhere = [(row, col) for row in range(rows) for col in range(cols)]
    holes = dice.sample(everywhere, max(len(everywhere) - 14, dice.choice([0, 0, 1, 2, 4])))
    board = Board(rows, cols, holes=holes, leaper=dice.choice(LEAPERS))
    squares = naive.squares(board)
    start = dice.choice([None, dice.choice(squares)])
    end = dice.choice([None, dice.choice([square for square in squares if square != start])])
    return board, {"start": start, "end": end, "closed": dice.random() < 0.4}


def test_every_kind_of_request_is_decided_as_by_brute_force():
    dice, found = Random(19), 0
    for _ in range(200 if SLOW else 500):
        board, request = random_request(dice)
        outcome = solve(board, method="narrowest", theory=False, **request)
        assert isinstance(outcome, Found) == naive.exists(board, **request), (board.mask(), request)
        if isinstance(outcome, Found):
            found += 1
            assert naive.is_tour(board, outcome.tour.squares, request["closed"])
            assert request["start"] in (None, outcome.tour[0])
            assert request["end"] in (None, outcome.tour[-1])
    assert found > (5 if SLOW else 15)


def test_it_gives_up_at_its_limits_and_refuses_wide_boards(monkeypatch):
    assert solve("6x6", method="narrowest", step_limit=100).reason == "the step limit of 100 was reached"
    monkeypatch.setattr(graph_sweep, "MOST_KEPT", 1000)
    outcome = solve("6x6", method="narrowest", closed=True)
    assert isinstance(outcome, GaveUp)
    assert outcome.reason == "the frontier method keeps at most 1,000 states"
    with pytest.raises(BadRule, match="board 20x20 is too wide for method narrowest: its frontier has 4"):
        solve("20x20", method="narrowest")

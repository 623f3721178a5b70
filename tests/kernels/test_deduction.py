"""Method `deduction` decides every kind of request as brute force does. Also without JIT."""

import os
from random import Random

import numpy as np
import pytest

import naive
from turaga import Board
from turaga.completion.circuit_kernel import TRAIL
from turaga.completion.tour_finder import TourFinder
from turaga.rng import Rng

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"
LEAPERS = [(1, 2), (1, 2), (0, 1), (1, 1), (1, 3), (2, 3), (0, 2)]


def boards(dice, number, most):
    """Random boards with holes, with `most` squares or fewer."""
    while number:
        rows, cols = dice.randint(1, 5), dice.randint(2, 5)
        everywhere = [(r, c) for r in range(rows) for c in range(cols)]
        holes = dice.sample(everywhere, dice.randint(0, min(5, len(everywhere) - 2)))
        if len(everywhere) - len(holes) <= most:
            yield Board(rows, cols, holes=holes, leaper=dice.choice(LEAPERS))
            number -= 1


def index(board, square):
    return None if square is None else board.index(square)


def test_every_kind_of_request_is_decided_as_by_brute_force():
    dice, seen = Random(19), set()
    for board in boards(dice, 300, 14):
        squares = naive.squares(board)
        start = dice.choice([None, dice.choice(squares)])
        end = dice.choice([None, dice.choice([s for s in squares if s != start])])
        closed = dice.random() < 0.4
        if closed and start and end and not naive.near(board, start, {end}):
            end = None  # `solve` refuses this before any search
        rng = Rng(dice.randint(0, 9))
        finder = TourFinder(board, start=index(board, start), end=index(board, end), closed=closed, rng=rng)
        ending = finder.run(None, 10**9)
        exists = naive.exists(board, start, end, closed)
        assert ending == ("found" if exists else "exhausted"), (board, start, end, closed)
        if exists:
            first = board.index(squares[-1])
            tour = [board.square(n) for n in finder.tour(first)]
            assert naive.is_tour(board, tour, closed)
            assert start in (None, tour[0])
            assert end in (None, tour[-1])
            if closed and start is None and end is None:
                assert tour[0] == squares[-1]
        seen.add((exists, start is None, end is None, closed))
    assert len(seen) >= 14


# 2-factors exist, so the search must make trials. No tour of 4x4 and of these is known from brute force.
@pytest.mark.parametrize(
    ("board", "closed"),
    [(Board(4, 4), False), (Board(3, 6), False), (Board(4, 6, leaper=(1, 1)), False), (Board(3, 8), True)],
)
def test_there_is_no_tour(board, closed):
    finder = TourFinder(board, start=None, end=None, closed=closed, rng=Rng(1))
    assert finder.run(None, 10**9) == "exhausted"


def test_a_search_that_is_paused_goes_on_as_one_that_is_not():
    board = Board(6, 6, holes=[(0, 1), (5, 3)])
    paths = []
    for most in (10**9, 500):
        finder = TourFinder(board, start=None, end=None, closed=False, rng=Rng(3))
        while finder.run(None, most) == "paused":
            pass
        paths.append((finder.tour(0), finder.steps))
    assert paths[0] == paths[1]
    few = TourFinder(board, start=None, end=None, closed=False, rng=Rng(3))
    assert few.run(5, 10**9) == "paused"
    assert few.steps == 5


def test_the_search_starts_again_and_stays_within_its_arrays():
    board = Board(7, 7, leaper=(1, 4)) if SLOW else Board(8, 8, leaper=(1, 4))
    finder = TourFinder(board, start=None, end=None, closed=False, rng=Rng(0))
    assert finder.run(100 if SLOW else 1000, 10**9) in ("paused", "exhausted")
    circuit = finder._circuit
    assert circuit.tops[TRAIL] <= len(circuit.trail)
    assert np.all(finder._search.weights >= 1.0)

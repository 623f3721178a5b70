"""Method `cycles`: compared with trying everything on small boards, and large boards with holes."""

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from command import turaga
from strategies import boards
from turaga import Board, Found, GaveUp, Impossible, solve, verify


@settings(max_examples=150, deadline=None)
@given(boards(most=4), st.data())
def test_small_boards_have_a_tour_exactly_if_trying_everything_finds_one(board, data):
    squares = list(board.squares())
    closed = data.draw(st.booleans())
    start = data.draw(st.none() | st.sampled_from(squares))
    end = data.draw(st.none() | st.sampled_from(squares)) if start and not closed else None
    outcome = solve(board, start=start, end=end, closed=closed, method="cycles", shortcuts=False)
    if isinstance(outcome, GaveUp) or board.size > 14:
        return
    starts = squares if start is None and not closed else [start or squares[0]]
    exists = any(naive.has_tour(board, one, closed, end) for one in starts)
    assert isinstance(outcome, Found if exists else Impossible)


def holed(side, share, seed):
    """A square board with random holes, as many of each colour, and at least two moves from every square."""
    rng = random.Random(seed)
    squares = [(r, c) for r in range(side) for c in range(side)]
    holes = set()
    for colour in (0, 1):
        same = [square for square in squares if sum(square) % 2 == colour]
        rng.shuffle(same)
        wanted = len(holes) + int(side * side * share / 2)
        for square in same:
            if len(holes) == wanted:
                break
            free = set(squares) - holes - {square}
            near = naive.near(Board(side, side), square, free)
            if all(len(naive.near(Board(side, side), other, free)) >= 2 for other in near):
                holes.add(square)
    return Board(side, side, holes=holes)


@pytest.mark.parametrize("ends", [{}, {"closed": True}, {"start": 0}, {"start": 0, "end": 1}])
def test_a_large_board_with_holes_has_a_tour(ends):
    board = holed(40, 0.1, 1)
    light = [s for s in board.squares() if sum(s) % 2 == 0]
    dark = [s for s in board.squares() if sum(s) % 2 == 1]
    given_ends = {key: (light, dark)[value][7] if key != "closed" else True for key, value in ends.items()}
    outcome = solve(board, method="cycles", **given_ends)
    assert isinstance(outcome, Found)
    assert verify(outcome.tour).is_tour
    assert outcome.tour[0] == given_ends.get("start", outcome.tour[0])
    assert outcome.tour[-1] == given_ends.get("end", outcome.tour[-1])


def test_another_seed_gives_another_tour():
    one, same, other = (solve("20x20", closed=True, method="cycles", seed=n).tour for n in (1, 1, 2))
    assert one == same
    moves = [{frozenset(pair) for pair in itertools.pairwise(t)} for t in (one, other)]
    assert len(moves[0] & moves[1]) < 200  # fewer than half of the moves


def test_the_command_explains_the_covers():
    done = turaga("solve", "12x12", "--closed", "--method", "cycles", "--explain")
    assert done.returncode == 0
    assert "cover 1: a maximum flow divides the board into" in done.stdout + done.stderr


def test_a_limit_is_reported_with_the_longest_part():
    board = Board(11, 11, leaper=(2, 3))  # it has a cover by cycles, but no tour
    outcome = solve(board, method="cycles")
    assert isinstance(outcome, GaveUp)
    assert "20 covers" in outcome.reason
    assert len(outcome.best) > 10
    limited = solve(board, method="cycles", step_limit=200)
    assert isinstance(limited, GaveUp)
    assert "step limit of 200" in limited.reason

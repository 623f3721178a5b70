"""Covers by cycles: the flow compared with augmenting paths one by one, and joins that keep the number of
moves of every square. Also without JIT."""

import os

from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from strategies import boards
from turaga import Board, solve
from turaga.cover.cover import CoverFinder

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"


@st.composite
def finders(draw, most):
    """A board, up to two given ends, and the finder of its covers."""
    board = draw(boards(most=most))
    ends = draw(st.lists(st.sampled_from(list(board.indices())), max_size=2, unique=True))
    finder = CoverFinder(board, ends, closed=not ends, seed=draw(st.integers(0, 9)))
    return board, [board.square(end) for end in ends], finder


def moves_of(board, finder):
    """The used moves of every square, as the cover has them."""
    used = {}
    for index, place in zip(board.indices(), sorted(finder.grid.squares), strict=True):
        flags = int(finder.cover.used[place])
        ways = [d for d in range(len(finder.grid.steps)) if flags >> d & 1]
        assert len(ways) == finder.cover.degree[place]
        there = finder._padded.indices(place + finder.grid.steps[ways])
        used[board.square(index)] = {board.square(int(n)) for n in there}
    return used


def check(board, ends, used):
    """Used moves are moves, go both ways, and no square has more than a tour uses there."""
    for square, others in used.items():
        assert others <= set(naive.near(board, square, set(used)))
        assert all(square in used[other] for other in others)
        assert len(others) <= (1 if square in ends else 2)


@settings(max_examples=30 if SLOW else 150, deadline=None)
@given(finders(most=6))
def test_the_flow_is_a_maximum(case):
    board, ends, finder = case
    finder.flow(lambda: False)
    check(board, ends, moves_of(board, finder))
    assert finder.moves == naive.most_moves(board, ends)


@settings(max_examples=15 if SLOW else 100, deadline=None)
@given(finders(most=8))
def test_joining_keeps_the_number_of_moves_of_every_square_but_the_ends(case):
    board, ends, finder = case
    if not finder.flow(lambda: False) or board.size < 2:
        return
    before = moves_of(board, finder)
    count = finder.settle()
    assert count >= finder.left >= 1
    finder.improve(3)
    after = moves_of(board, finder)
    check(board, ends, after)
    assert sum(map(len, before.values())) == sum(map(len, after.values()))
    if finder.closed:
        assert all(len(others) == 2 for others in after.values())
    if finder.left == 1:
        tour = [board.square(int(index)) for index in finder.part(None)]
        assert naive.is_tour(board, tour, closed=finder.closed)


@settings(max_examples=20 if SLOW else 100, deadline=None)
@given(finders(most=6))
def test_a_cut_needs_more_moves_than_its_neighbours_allow(case):
    """The squares that short squares reach lack exactly the moves that these are short of."""
    board, ends, finder = case
    finder.flow(lambda: False)
    used = moves_of(board, finder)
    for side in (0, 1):
        cut = {board.square(int(index)) for index in finder.cut(side)}
        needed = sum(1 if square in ends else 2 for square in cut)
        allowed = 0
        for square in used:
            moves = len(set(naive.near(board, square, set(used))) & cut)
            allowed += min(moves, 1 if square in ends else 2)
        short = sum((1 if square in ends else 2) - len(used[square]) for square in cut)
        assert needed - allowed == short


def test_a_move_in_the_last_direction_is_one_bit():
    """Directions of a fourth move are narrow integers, whose shifts overflow without the compiler."""
    board = Board(4, 6, holes=[(0, 0), (0, 3), (0, 5), (1, 5), (2, 4), (3, 4)])
    for seed in range(8):
        tour = solve(board, end=(0, 1), method="cycles", seed=seed).tour
        assert naive.is_tour(board, tour.squares)

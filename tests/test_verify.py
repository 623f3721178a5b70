"""`verify` against the naive definition, and fault by fault."""

import itertools
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from strategies import boards
from turaga import Board, Tour, Walk, solve, verify
from turaga.errors import NotATour
from turaga.verify import require_tour, require_walk

pytestmark = pytest.mark.usefixtures("row_col")


@settings(max_examples=300)
@given(boards(most=5), st.data(), st.booleans())
def test_verify_says_what_the_definition_says(board, data, as_array):
    # Numbers of any kind: off the board, on holes, twice, no moves apart.
    length = data.draw(st.integers(0, board.size + 2))
    path = data.draw(st.lists(st.integers(-2, board.area + 1), min_size=length, max_size=length))
    walk = Walk.from_indices(board, np.array(path, dtype=np.int64) if as_array else path)
    squares = naive.squares(board)
    numbers = [r * board.cols + c for r, c in squares]
    steps = set(naive.moves(board).values())
    legal = all(
        (b // board.cols - a // board.cols, b % board.cols - a % board.cols) in steps
        for a, b in itertools.pairwise(path)
    )
    is_walk = legal and len(set(path)) == len(path) and set(path) <= set(numbers)
    report = verify(walk)
    assert report.is_walk == is_walk
    assert report.is_tour == bool(report) == (is_walk and len(path) == len(squares))
    assert report.is_walk == (not report.faults)
    assert report.visited == len(set(path) & set(numbers))
    assert report.visited + report.unvisited == len(squares)
    other = verify(Walk.from_indices(board, path if as_array else np.array(path, dtype=np.int64)))
    assert other == report


def test_a_part_of_a_big_walk_is_judged_with_the_one_before(monkeypatch):
    monkeypatch.setattr(sys.modules["turaga.walk"], "_PART", 4)
    tour = solve("6x6").tour
    numbers = list(tour.indices)
    for i, j in [(3, 4), (0, 35), (8, 30)]:
        spoilt = numbers.copy()
        spoilt[i] = spoilt[j]
        plain, array = (verify(Walk.from_indices(tour.board, held)) for held in (spoilt, np.array(spoilt)))
        assert plain == array
        assert not plain.is_walk
    assert verify(Walk.from_indices(tour.board, np.array(numbers))).is_tour


@pytest.mark.parametrize("as_array", [False, True])
def test_each_fault_is_named_with_its_place(as_array):
    board = Board(3, 4, holes=[(0, 1)])

    def faults(*numbers):
        held = np.array(numbers) if as_array else numbers
        return [fault.what for fault in verify(Walk.from_indices(board, held)).faults]

    assert faults(0, 6) == []
    assert faults(0, 5) == ["step 2, from 1,1 to 2,2, is not a move of the knight"]
    assert faults(0, 6, 0) == ["step 3 visits 1,1 again, first visited at step 1"]
    assert faults(10, 1) == ["step 2 is on 1,2, which is a hole"]
    assert "which is not on the 3x4 board" in faults(0, 12)[0]


@pytest.mark.parametrize(("n", "closed"), [(6, True), (8, False), (300, False)])
def test_a_spoilt_tour_is_refused(n, closed):
    outcome = solve(n, closed=closed, method="search" if closed else "greedy")
    tour = outcome.tour
    assert verify(tour)
    assert verify(tour).closed == tour.closed == closed
    numbers = list(tour.indices)
    for i, j in [(0, 1), (3, 17), (len(numbers) - 2, len(numbers) - 1)]:
        spoilt = numbers.copy()
        spoilt[i], spoilt[j] = spoilt[j], spoilt[i]
        for held in (spoilt, np.array(spoilt)):
            assert not verify(Tour.from_indices(tour.board, held))
            with pytest.raises(NotATour):
                require_tour(Tour.from_indices(tour.board, held))


def test_what_is_demanded_is_checked():
    board = Board("3x4")
    with pytest.raises(NotATour, match="10 squares are unvisited"):
        require_tour(Walk.from_indices(board, (0, 6)))
    with pytest.raises(NotATour, match="1 square is unvisited"):
        require_tour(Walk.from_indices(board, solve("3x4").tour.indices[:-1]))
    with pytest.raises(NotATour, match="not a move"):
        require_walk(Walk.from_indices(board, (0, 5)))
    with pytest.raises(NotATour, match="closed"):
        require_tour(solve("3x4").tour, closed=True)


def test_a_scrambled_walk_does_not_drown_the_reader():
    report = verify(Walk.from_indices(Board(100), list(range(10_000))))
    assert len(report.faults) == 20
    assert report.visited == 10_000

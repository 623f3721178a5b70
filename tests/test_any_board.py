"""Boards with holes and other leapers: every question is answered, and the answers are right.

The expected values come from brute force over sets of squares, from Rosetta Code, and from published sizes.
`scripts/all_masks.py` and `scripts/any_board.py` ask many more questions; docs/any-board.md has the results.
"""

import random
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from command import turaga
from known import GOLDEN
from mask_truth import neighbour_sets
from random_boards import board_of, draw
from turaga import Board, Found, Impossible, solve, verify
from turaga.certificate import verify_certificate
from turaga.notation import read


@cache
def near(rows, cols):
    """For each square of the board, the set of squares a move away, as bits."""
    return [int(there) for there in neighbour_sets(rows, cols)]


@cache
def path_ends(rows, cols, squares, start):
    """The squares, as bits, on which a walk through all these squares from the start can end."""
    if squares == 1 << start:
        return squares
    found = 0
    for here, around in enumerate(near(rows, cols)):
        inside = squares >> here & 1 and here != start
        if inside and around & squares and path_ends(rows, cols, squares ^ 1 << here, start) & around:
            found |= 1 << here
    return found


def bits(squares):
    """The squares of a set."""
    return [n for n in range(squares.bit_length()) if squares >> n & 1]


def answers(rows, cols, squares):
    """For each kind of tour, what brute force says: {(start, end, closed): whether there is one}."""
    ends = {start: path_ends(rows, cols, squares, start) for start in bits(squares)}
    first = bits(squares)[0]
    known = {
        (None, None, False): any(ends.values()),
        (None, None, True): len(ends) > 2 and bool(ends[first] & near(rows, cols)[first]),
    }
    for start, end in pairwise(bits(squares)):
        known[start, None, False] = bool(ends[start])
        known[start, end, False] = bool(ends[start] >> end & 1)
    return known


def wrong_answers(rows, cols, squares, most=8):
    """The questions about a mask whose outcome is not what brute force says."""
    board = Board(rows, cols, holes=[divmod(n, cols) for n in range(rows * cols) if not squares >> n & 1])
    for (start, end, closed), exists in list(answers(rows, cols, squares).items())[:most]:
        begin, finish = (None if n is None else board.square(n) for n in (start, end))
        outcome = solve(board, start=begin, end=finish, closed=closed)
        if type(outcome) is not (Found if exists else Impossible):
            yield board.mask(), start, end, closed, outcome
        if exists and not verify(outcome.tour).is_tour:
            yield board.mask(), start, end, closed, outcome


@pytest.mark.parametrize(("rows", "cols", "count"), [(3, 4, 150), (4, 4, 100), (5, 5, 30)])
def test_random_masks_agree_with_brute_force(rows, cols, count):
    """As many squares of one colour as of the other, or one more: others are refused by the colours."""
    chance = random.Random(f"{rows}x{cols}")
    sides = [[n for n in range(rows * cols) if sum(divmod(n, cols)) % 2 == side] for side in (0, 1)]
    for _ in range(count):
        half = chance.randint(3, min(6, min(map(len, sides))))
        more = chance.randint(0, len(sides[0]) > half)
        chosen = chance.sample(sides[0], half + more) + chance.sample(sides[1], half)
        assert list(wrong_answers(rows, cols, sum(1 << n for n in chosen))) == []


def test_a_small_board_is_refused_with_a_certificate_even_if_a_search_is_enough():
    """The corners 1,5 and 5,5 need four moves. Of their neighbours, 2,3 and 4,3 have one move to them each,
    and 3,4 takes only one because it is the start."""
    board = Board(5, 5, holes=[(1, 3), (4, 0)])
    assert isinstance(solve(board, start=(2, 3), method="search"), Impossible)
    outcome = solve(board, start=(2, 3))
    assert outcome.certificate.squares == ((0, 4), (4, 4))
    assert verify_certificate(outcome.certificate, board, start=(2, 3))


@pytest.mark.parametrize(("name", "start", "squares"), [("8x8", "6,1", 36), ("13x13", "1,6", 56)])
def test_the_boards_of_rosetta_code_have_a_tour(name, start, squares):
    mask = GOLDEN / f"holy_knights_tour_{name}.txt"
    done = turaga("solve", f"@{mask}", "--start", start)
    assert done.returncode == 0
    walk = read(done.stdout).walk
    assert len(walk) == squares
    assert verify(walk).is_tour
    assert walk.board == Board.from_mask(mask.read_text())
    assert walk[0] == walk.board.parse_square(start)


@pytest.mark.parametrize(("leaper", "side"), [((1, 4), 10), ((2, 3), 10), ((3, 4), 14)])
def test_closed_tours_of_leapers_on_the_smallest_square_boards(leaper, side):
    """Frost (giraffe, zebra) and Willcocks (antelope), as in Beluhov, arXiv:1708.05810."""
    assert isinstance(solve(side - 2, leaper=leaper, closed=True), Impossible)
    outcome = solve(side, leaper=leaper, closed=True)
    assert isinstance(outcome, Found)
    assert verify(outcome.tour).closed


@pytest.mark.parametrize("surplus", [0, 1, -1])
def test_random_boards_have_the_colours_and_moves_they_should(surplus):
    for seed in range(20):
        squares = draw(np.random.default_rng(seed), 9, (1, 2), 0.2, surplus, 2)
        if squares is not None:
            board = board_of(squares, (1, 2))
            light = sum((row + col) % 2 == 0 for row, col in board.squares())
            assert 2 * light - board.size == surplus
            assert all(len(board.neighbours(square)) >= 2 for square in board.squares())

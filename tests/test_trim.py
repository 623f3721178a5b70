"""Trimming: the fewest squares are removed, and the rest has a tour."""

import random
import time
from itertools import combinations, pairwise

import pytest

import turaga
from naive import near, squares
from turaga import Board, TourNotFound, trim, verify
from turaga.errors import BadBoard
from turaga.rng import Rng
from turaga.solve.detours import lengthened


def has_tour(board, kept, start, end, closed):
    """Whether these squares have a tour: every walk is tried."""

    def complete(path):
        if len(path) == len(kept):
            return (
                path[-1] == end
                if end
                else not closed or (len(path) > 2 and path[0] in near(board, path[-1], kept))
            )
        return any(complete([*path, there]) for there in near(board, path[-1], kept - set(path)))

    starts = [start] if start else sorted(kept)[:1] if closed else sorted(kept)
    return any(complete([square]) for square in starts)


def fewest(board, start, end, closed):
    """How many squares have to be removed: every set is tried. None if no set is enough."""
    everything = set(squares(board))
    for count in range(len(everything)):
        for removed in combinations(sorted(everything - {start, end}), count):
            if has_tour(board, everything - set(removed), start, end, closed):
                return count
    return None


def random_boards(count, seed):
    rng = random.Random(seed)
    for _ in range(count):
        rows, cols = rng.choice([(3, 4), (4, 4), (3, 5), (3, 3)])
        everything = [(r, c) for r in range(rows) for c in range(cols)]
        holes = rng.sample(everything, max(0, rows * cols - rng.randint(6, 9)))
        board = Board(rows, cols, holes=holes, leaper=rng.choice([(1, 2), (1, 2), (1, 2), (0, 1), (1, 1)]))
        closed = rng.random() < 0.4
        start = rng.choice(squares(board)) if rng.random() < 0.3 else None
        end = rng.choice(squares(board)) if rng.random() < 0.3 and not closed else None
        if start is None or start != end:
            yield board, start, end, closed


def test_as_few_squares_as_trying_every_set():
    for board, start, end, closed in random_boards(50, seed=19):
        wanted = fewest(board, start, end, closed)
        try:
            trimmed = trim(board, start=start, end=end, closed=closed)
        except TourNotFound:
            assert wanted is None
            continue
        case = repr(board), start, end, closed
        assert (len(trimmed.removed), trimmed.minimal) == (wanted, True), case
        tour = trimmed.tour
        assert verify(tour).is_tour
        assert set(tour.squares) == set(squares(board)) - set(trimmed.removed), case
        assert (start or tour.start, end or tour.end, closed and not tour.closed) == (
            tour.start,
            tour.end,
            False,
        )


@pytest.mark.parametrize(
    ("shape", "closed", "removed"),
    [
        ("diamond:9x9", False, 8),  # 41 squares: 25 of one colour and 16 of the other
        ("diamond:9x9", True, 9),
        ("ring:9x9", True, 4),
        ("8x8", True, 0),
    ],
)
def test_what_is_removed(shape, closed, removed):
    trimmed = trim(shape, closed=closed)
    assert (len(trimmed.removed), trimmed.minimal) == (removed, True)
    assert trimmed.original.size - trimmed.board.size == removed == len(set(trimmed.removed))


def test_a_square_that_joins_two_parts_cannot_be_passed_twice():
    """Two 3x3 rings without their middles, joined by one square."""
    board = Board.from_mask("...##...\n.#.#..#.\n...##...")
    trimmed = trim(board, closed=True)
    assert (len(trimmed.removed), trimmed.minimal, trimmed.board.size) == (9, True, 8)


def test_separate_pieces_are_removed():
    board = Board.from_mask("....######.\n....#######\n....######.")
    trimmed = trim(board)
    assert trimmed.removed == ((0, 10), (2, 10))
    assert str(trimmed) == (
        "2 squares removed, the fewest possible: 1,11 and 3,11. The board has separate pieces, and the "
        "largest has a tour."
    )


def test_what_is_said():
    assert str(trim("5x5", closed=True)) == (
        "1 square removed, the fewest possible: 1,1. Each move changes colour, so a closed tour has as many "
        "squares of one colour as of the other, but 5x5 has 13 and 12."
    )
    assert str(trim("6x6")) == "no square removed: the board has such a tour"
    with pytest.raises(TourNotFound, match="no part of 2x2 with a closed tour was found: no part has one"):
        trim("2x2", closed=True)
    with pytest.raises(BadBoard, match="has too many squares to trim: at most 200000 are accepted"):
        trim("1000x1000")


def test_the_reason_is_that_of_the_board():
    ends = trim("8x8", start="1,1", end="3,1")
    assert (len(ends.removed), ends.minimal) == (1, True)
    assert ends.reason.endswith("but 1,1 and 3,1 have the same colour.")
    cross = trim(Board(3, 3, holes=[(0, 1), (1, 0), (1, 2), (2, 1)], leaper=(1, 1)))  # four corners, a middle
    assert (len(cross.removed), cross.minimal) == (2, True)
    assert cross.reason == (
        "1,1, 1,3 and 3,1 have only one move each, as has 1 other square, so all of them must be ends of the "
        "tour, but a tour has only two ends."
    )


def test_a_time_limit_that_is_too_short_for_the_fewest_squares():
    """At least 20 of 382 squares must be removed, and a tour with 37 removed is known."""
    began = time.monotonic()
    trimmed = trim("text:HI", leaper=(1, 4), time_limit=0.3)
    assert time.monotonic() - began < 15  # it may have to load kernels
    assert not trimmed.minimal
    assert trimmed.at_least <= 37 <= len(trimmed.removed) < 191
    assert verify(trimmed.tour).is_tour


def test_no_hole_in_the_middle():
    """A horse is not symmetric, so all squares are removed at its outline."""
    trimmed = trim("horse:44x44")
    kept = set(squares(trimmed.board))
    around = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
    assert trimmed.removed
    for row, col in trimmed.removed:
        assert any((row + down, col + right) not in kept for down, right in around)


def test_given_squares_stay():
    trimmed = trim("diamond:7x7", start="1,4", end="7,4")
    assert (trimmed.tour.start, trimmed.tour.end) == ((0, 3), (6, 3))
    assert (trimmed.minimal, len(trimmed.removed)) == (
        True,
        6,
    )  # 25 squares: 16 and 9, and both ends on the 16


def test_the_same_seed_gives_the_same_board():
    one, same = (turaga.trim("horse:12x12", closed=True, seed=3) for _ in range(2))
    assert (one.removed, one.tour) == (same.removed, same.tour)


@pytest.mark.parametrize("closed", [False, True])
def test_a_walk_with_detours_is_longer(closed):
    """From four squares of 8x8 that close, with the first one kept. It is still a walk over other squares."""
    table = {square: near(Board(8, 8), square, set(squares(Board(8, 8)))) for square in squares(Board(8, 8))}
    number = {square: k for k, square in enumerate(table)}
    onward = {number[square]: [number[there] for there in table[square]] for square in table}
    first = [number[square] for square in ((0, 0), (1, 2), (3, 3), (2, 1))]
    walk = lengthened(first, onward, Rng(1), closed=closed, kept=[0])
    assert walk[0] == 0
    assert len(walk) == len(set(walk)) > 40
    assert all(there in onward[here] for here, there in pairwise(walk))
    assert not closed or walk[0] in onward[walk[-1]]

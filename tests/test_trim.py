"""Trimming: the fewest squares are removed, and the rest has a tour."""

import random
import re
import sys
import time
from itertools import combinations, pairwise

import pytest

import turaga
from naive import exists, most_moves, squares
from turaga import Board, verify
from turaga.boards import trim
from turaga.errors import BadBoard, TourNotFound
from turaga.solve.longest_tour import Longest, longest_tour

pytestmark = pytest.mark.usefixtures("row_col")


def fewest(board, start, end, closed):
    """How many squares have to be removed: every set is tried. None if no set is enough."""
    everything = set(squares(board))
    for count in range(len(everything)):
        for removed in combinations(sorted(everything - {start, end}), count):
            rest = Board(board.rows, board.cols, holes=board.holes | set(removed), leaper=board.leaper)
            if exists(rest, start, end, closed):
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


@pytest.fixture(params=["OR-tools", "no OR-tools"])
def with_and_without_or_tools(request, monkeypatch):
    if request.param == "no OR-tools":
        monkeypatch.setattr(sys.modules["turaga.solve.trimming"], "can_prove", lambda size: False)


@pytest.mark.usefixtures("with_and_without_or_tools")
def test_as_few_squares_as_trying_every_set(request):
    for board, start, end, closed in random_boards(50, seed=19):
        case = repr(board), start, end, closed
        wanted = fewest(board, start, end, closed)
        if wanted is None:
            with pytest.raises(TourNotFound) as error:
                trim(board, start=start, end=end, closed=closed)
            assert error.value.proved, case
            continue
        trimmed = trim(board, start=start, end=end, closed=closed)
        assert trimmed.at_least <= wanted <= len(trimmed.removed), case
        if request.node.callspec.id == "OR-tools":
            assert (len(trimmed.removed), trimmed.minimal) == (wanted, True), case
        tour = trimmed.tour
        assert verify(tour).is_tour
        assert set(tour.squares) == set(squares(board)) - set(trimmed.removed), case
        assert tour.start == (start or tour.start), case
        assert tour.end == (end or tour.end), case
        assert tour.closed or not closed, case


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
    assert str(trimmed).startswith("9 of 17 squares removed, which is more than half, the fewest possible: ")
    assert trimmed.reason == (
        "A closed tour visits no square twice, so it cannot enter a part of the board through a single "
        "square and leave it through the same square. The largest part in which it can stay has 9 squares. "
        "A closed tour uses two moves on each square. However moves are chosen, the squares together lack at "
        "least 2 moves. Each removal makes up for at most two, so at least 1 of its squares must be removed. "
        "No other part allows more squares."
    )


def test_separate_pieces_are_removed():
    board = Board.from_mask("....######.\n....#######\n....######.")
    trimmed = trim(board)
    assert trimmed.removed == ((0, 10), (2, 10))
    assert str(trimmed) == (
        "2 squares removed, the fewest possible: 1,11 and 3,11. The board has separate pieces, and a tour "
        "stays in one of them. The largest has 12 squares and such a tour."
    )


def test_what_is_said():
    assert str(trim("5x5", closed=True)) == (
        "1 square removed, the fewest possible: 1,1. A closed tour uses two moves on each square. However "
        "moves are chosen, the squares together lack at least 2 moves. Each removal makes up for at most "
        "two, so at least 1 must be removed."
    )
    assert str(trim("6x6")) == "No square removed. The board has such a tour."
    with pytest.raises(TourNotFound, match="no part of 2x2 has a closed tour: every choice of squares was"):
        trim("2x2", closed=True)
    long = str(trim("diamond:13x13"))  # 85 squares: 49 and 36
    assert long.startswith("12 squares removed, the fewest possible: ")
    assert " more. " not in long
    longer = trim("diamond:15x15")  # 113 squares: 64 and 49
    assert len(longer.removed) == 14
    assert "and 2 more. A tour uses two moves" in str(longer)
    with pytest.raises(BadBoard, match="has too many squares to trim: at most 200000 are accepted"):
        trim("1000x1000")


def test_the_reason_is_that_of_the_board():
    ends = trim("8x8", start="1,1", end="3,1")
    assert (len(ends.removed), ends.minimal) == (1, True)
    assert ends.reason == (
        "A tour uses two moves on each square, but one on a given end. However moves are chosen, the squares "
        "together lack at least 2 moves. Each removal makes up for at most two, so at least 1 must be "
        "removed."
    )
    cross = trim(Board(3, 3, holes=[(0, 1), (1, 0), (1, 2), (2, 1)], leaper=(1, 1)))  # four corners, a middle
    assert (len(cross.removed), cross.minimal) == (2, True)
    assert cross.reason == (  # a corner has one move, and the middle can use two: 4 * 2 + 2 - 2 * 2
        "A tour uses two moves on each square. However moves are chosen, the squares together lack at least "
        "6 moves. Two may be missing, one at each end. Each removal makes up for at most two, so at least 2 "
        "must be removed."
    )


def number_proved(board, reason, ends):
    """How many removals a reason proves, worked out again from its own numbers; None if it has none."""
    if not (found := re.search(r"together lack at least (\d+) moves?\.", reason)):
        return None
    lacking = int(found[1])
    if "separate pieces" not in reason and "single square" not in reason:
        assert lacking == 2 * board.size - len(ends) - 2 * most_moves(board, ends)
    lacking -= 2 if "Two may be missing" in reason else 1 if "One may be missing" in reason else 0
    removals = -(-lacking // 2) + ("one more must be removed" in reason)
    parts = re.search(r"has (\d+) squares?\. ", reason)
    return removals + (board.size - int(parts[1]) if parts else 0)


def test_the_numbers_of_a_reason_prove_it():
    checked = 0
    for board, start, end, closed in random_boards(120, seed=5):
        try:
            trimmed = trim(board, start=start, end=end, closed=closed)
        except TourNotFound:
            continue
        ends = set() if closed else {start, end} - {None}
        if trimmed.removed and (proved := number_proved(board, trimmed.reason, ends)) is not None:
            assert proved == len(trimmed.removed), (repr(board), start, end, closed, trimmed.reason)
            checked += 1
    assert checked > 20


@pytest.mark.parametrize(
    ("shape", "closed", "lacking", "removed"),
    [("horse:30x30", True, 4, 3), ("horse:15x15", False, 6, 2), ("horse:15x15", True, 6, 4)],
)
def test_missing_moves_prove_more_than_colours(shape, closed, lacking, removed):
    """Colours alone ask for 1, 1 and 2 removals. CP-SAT has proved 3, 2 and 4."""
    trimmed = trim(shape, closed=closed)
    assert (len(trimmed.removed), trimmed.minimal) == (removed, True)
    assert f"the squares together lack at least {lacking} moves. " in trimmed.reason


@pytest.mark.parametrize(
    ("board", "start", "end", "closed", "reason"),
    [
        ("5x5", "1,1", "5,5", True, "a closed tour ends a move away from its start, and 5,5 is not"),
        ("disc:9x9", "1,3", "1,4", True, "a closed tour ends a move away from its start, and 1,4 is not"),
        ("5x5", "1,1", "1,1", False, "a tour visits each of its 25 squares once"),
        ("ring:2:10x10", "1,4", "1,5", False, "1,4 and 1,5 must stay, but no moves lead from one to the oth"),
    ],
)
def test_ends_that_no_part_can_have(board, start, end, closed, reason):
    began = time.monotonic()
    with pytest.raises(TourNotFound) as error:
        trim(board, start=start, end=end, closed=closed)
    assert error.value.proved
    assert error.value.reason.startswith(reason)
    assert time.monotonic() - began < 5


SPARSE = """.........#
.###......
..#.#.#...
..##..##..
#....#....
...#......
..#...##..
....#...##
#.#...#...
#........."""
SPARSER = """####..#.##
...#.#..##
.#.###.#.#
####..##..
.....#.#.#
#.###.#...
##.#.#.###
.##.#.#.##
.....#.###
###.#.#.#."""


@pytest.mark.parametrize(
    ("board", "closed", "kept"),
    [
        ("cross:2:20x20", False, 28),
        ("cross:2:20x20", True, 20),
        ("frame:1:20x20", False, 2),
        (Board.from_mask(SPARSE), False, 68),
        (Board.from_mask(SPARSER), False, 23),
    ],
)
def test_thin_and_ragged_boards(board, closed, kept):
    """A separate CP-SAT model has proved these numbers."""
    trimmed = trim(board, closed=closed)
    assert (trimmed.board.size, trimmed.minimal) == (kept, True)
    assert verify(trimmed.tour).is_tour


def longest_by_trying(near, start, end, closed):
    """The squares of the longest tour of a part of a graph: every walk is tried."""
    best = 0

    def visit(path):
        nonlocal best
        if end in (None, path[-1]) and (not closed or (len(path) > 2 and path[0] in near[path[-1]])):
            best = max(best, len(path))
        for there in near[path[-1]]:
            if there not in path and path[-1] != end:
                visit([*path, there])

    for square in near if start is None else [start]:
        visit([square])
    return best


def test_the_longest_tour_is_that_of_trying_every_walk():
    rng = random.Random(8)
    for _ in range(40):
        board = Board(4, 5, holes=rng.sample([(r, c) for r in range(4) for c in range(5)], rng.randint(4, 9)))
        table = {k: list(board.neighbour_table()[k]) for k in board.indices()}
        start = rng.choice([None, *table])
        end = rng.choice([None, *sorted(set(table) - {start})])
        closed = rng.random() < 0.5
        if closed and start is not None and end is not None and end not in table[start]:
            continue
        found = longest_tour(
            Longest(near=table, start=start, end=end, closed=closed, most=len(table)), seed=rng.randint(0, 9)
        )
        case = board.mask(), start, end, closed
        assert found.most == len(found.walk) == longest_by_trying(table, start, end, closed), case
        assert len(set(found.walk)) == len(found.walk)
        assert all(there in table[here] for here, there in pairwise(found.walk)), case
        if found.walk:
            assert start in (None, found.walk[0])
            assert end in (None, found.walk[-1])


def test_a_known_walk_and_no_time():
    """The known tour comes back, and the bound stays true: all of 8x8 can be visited."""
    table = {k: list(Board(8, 8).neighbour_table()[k]) for k in range(64)}
    known = Longest(near=table, walk=[0, 10, 4], most=64)
    found = longest_tour(known, seconds_left=lambda: 0.0)
    assert len(found.walk) >= 3
    assert found.most == 64


def test_a_time_limit_that_is_too_short_for_the_fewest_squares():
    """Of 382 squares 34 must be removed, as CP-SAT proves in about 15 seconds."""
    began = time.monotonic()
    trimmed = trim("text:HI", leaper=(1, 4), time_limit=0.3)
    assert time.monotonic() - began < 15  # it may have to load kernels
    assert not trimmed.minimal
    assert 20 <= trimmed.at_least <= 34 <= len(trimmed.removed) < 382
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
    one, same = (turaga.boards.trim("horse:12x12", closed=True, seed=3) for _ in range(2))
    assert (one.removed, one.tour) == (same.removed, same.tour)

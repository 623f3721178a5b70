"""Classes of tours, compared with listing all tours and their images; and narrow orders."""

import json
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from published import COUNTS
from turaga import Board
from turaga.counting.classes import count_classes, require_classes
from turaga.counting.folds import group_of
from turaga.errors import BadRule
from turaga.frontier.graph import graph_of
from turaga.frontier.graph_order import frontier_widths, narrow_order
from turaga.symmetry import board_symmetries
from turaga.tours import Tours

pytestmark = pytest.mark.usefixtures("row_col")

# -- a plain search: every tour and its images -----------------------------------------------------------


def all_tours(board, closed):
    """All tours as sets of moves. Every walk is tried, except those that leave a square without a way."""
    squares = naive.squares(board)
    near = {square: naive.near(board, square, squares) for square in squares}
    free, path, found = set(squares), [], set()

    def hopeful(here):
        """Whether every free square has a way in and, except for one that may be the end, a way out."""
        ways = [
            sum(s in free or s == here or (closed and s == path[0]) for s in near[square]) for square in free
        ]
        return min(ways, default=2) > closed and ways.count(1) < 2

    def go(here):
        free.remove(here)
        path.append(here)
        if not free and (not closed or (len(path) > 2 and path[0] in near[here])):
            found.add(frozenset(map(frozenset, pairwise([*path, path[0]] if closed else path))))
        elif hopeful(here):
            for there in near[here]:
                if there in free:
                    go(there)
        free.add(path.pop())

    for start in squares[: 1 if closed else None]:
        go(start)
    return found


def image(board, symmetry, tour):
    return frozenset(
        frozenset(symmetry.square(square, board.rows, board.cols) for square in move) for move in tour
    )


def check(board, closed):
    """Check the classes against a list of all tours. Returns the number of tours."""
    tours = all_tours(board, closed)
    symmetries = board_symmetries(board)
    fixed = {s.name: sum(image(board, s, tour) == tour for tour in tours) for s in symmetries}
    sizes = {}
    left = set(tours)
    while left:
        orbit = {image(board, s, next(iter(left))) for s in symmetries}
        sizes[len(orbit)] = sizes.get(len(orbit), 0) + 1
        left -= orbit
    found = count_classes(Tours(board, closed=closed), len(tours))
    assert found.fixed == fixed
    assert found.sizes == sizes
    assert found.classes == sum(sizes.values())
    return len(tours)


@pytest.mark.parametrize(
    ("size", "closed"),
    [(size, True) for size in ("5x6", "3x10", "3x12")]
    + [(size, False) for size in ("3x4", "3x7", "3x8", "4x5", "5x5")],
)
def test_classes_of_rectangles(size, closed):
    assert check(Board(size), closed) == COUNTS["closed" if closed else "open"][size]


# Tours with more symmetries than a knight's tour can have: a ring, and rows of other leapers.
RING = [(r, c) for r in range(1, 3) for c in range(1, 3)]


@pytest.mark.parametrize(
    ("board", "closed"),
    [
        (Board(1, 1), False),
        (Board(1, 9, leaper=(0, 1)), False),
        (Board(2, 2, leaper=(0, 1)), True),
        (Board(2, 6, leaper=(0, 1)), True),
        (Board(3, 3, holes=[(1, 1)]), True),
        (Board(3, 3, holes=[(1, 1)]), False),
        (Board(4, 4, leaper=(0, 1)), True),
        (Board(4, 4, leaper=(0, 1)), False),
        (Board(4, 4, holes=RING, leaper=(0, 1)), True),
        (Board(4, 6, leaper=(0, 1)), True),
        (Board(4, 5, holes=[(0, 0), (3, 4)]), True),
        (Board(4, 5, holes=[(0, 0), (3, 4)]), False),
        (Board(4, 6, holes=[(0, 0), (0, 5), (3, 0), (3, 5)]), True),
        (Board(5, 6, leaper=(0, 1)), True),
    ],
    ids=lambda value: repr(value) if isinstance(value, Board) else "closed" if value else "open",
)
def test_classes_with_holes_and_other_leapers(board, closed):
    assert check(board, closed) > 0


def test_a_ring_has_one_class():
    found = count_classes(Tours(Board(4, 4, holes=RING, leaper=(0, 1)), closed=True), 1)
    assert (found.classes, found.sizes, set(found.fixed.values())) == (1, {1: 1}, {1})


@st.composite
def boards(draw):
    """Boards with some symmetry: the images of a hole are holes."""
    rows, cols = draw(st.sampled_from([(3, 3), (3, 4), (4, 4), (2, 5), (2, 6), (3, 5), (3, 6), (1, 12)]))
    leaper = draw(st.sampled_from([(0, 1), (0, 1), (1, 2), (1, 2), (1, 1), (0, 2)]))
    full = Board(rows, cols, leaper=leaper)
    some = draw(st.lists(st.sampled_from(board_symmetries(full)), min_size=1, max_size=2))
    holes = set(draw(st.lists(st.sampled_from(naive.squares(full)), max_size=2)))
    for _ in range(4):
        holes |= {s.square(hole, rows, cols) for s in some for hole in holes}
    return Board(rows, cols, holes=holes, leaper=leaper) if len(holes) < full.size else full


@settings(max_examples=60, deadline=None)
@given(boards(), st.booleans())
def test_classes_of_any_board(board, closed):
    check(board, closed)


def test_classes_of_the_chessboard():
    known = COUNTS["closed_8x8"]
    found = count_classes(Tours("8x8", closed=True), known["tours"])
    assert found.classes == known["classes_under_the_eight_symmetries"]
    assert found.sizes == {4: known["orbits_of_size_4"], 8: known["orbits_of_size_8"]}
    assert found.fixed["half turn"] == 4 * known["orbits_of_size_4"]
    facts = json.loads(json.dumps(found.as_json()))
    assert (facts["classes"], facts["sizes"]["4"]) == (found.classes, 608233)


@pytest.mark.parametrize(
    # Confirmed by a C program that lists all closed tours and compares the images of each.
    ("size", "classes", "fixed"),
    [
        ("6x6", 1245, {"quarter turn": 10, "half turn": 78, "three-quarter turn": 10}),
        ("6x7", 267183, {"half turn": 564, "top to bottom": 530}),
    ],
)
def test_classes_of_closed_tours_on_six_rows(size, classes, fixed):
    found = count_classes(Tours(size, closed=True), COUNTS["closed"][size])
    assert found.classes == classes
    symmetric = {name: many for name, many in found.fixed.items() if many and name != "identity"}
    assert symmetric == fixed


# -- rejected requests -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tours", "says"),
    [
        (Tours("5x5", start="1,1"), "the start 1,1 is not allowed"),
        (Tours("5x5", start="1,1", end="1,3"), "the start 1,1 is not allowed"),
        (Tours("5x5", directed=True), "directed is not allowed"),
        (Tours("12x12", closed=True), "symmetric tours of 12x12 cannot be counted: this needs about"),
        (Tours("40x40", closed=True), "frontier is"),
        (Tours("1000000x1000000"), "at most 5,000 squares"),
    ],
)
def test_tours_without_classes_are_rejected_at_once(tours, says):
    with pytest.raises(BadRule, match=says):
        require_classes(tours)


def test_rejected_tours_are_not_counted():
    with pytest.raises(BadRule, match="the start 1,1 is not allowed"):
        count_classes(Tours("5x5", start="1,1"), 304)


@pytest.mark.parametrize(
    ("tours", "right", "wrong"),
    [
        # Numbers that differ by a multiple of the number of symmetries give whole classes.
        (Tours("6x6", closed=True), 9862, (9861, 9863, 5, 9870, 9854, 9862 + 8 * 10**6)),
        (Tours("6x5", closed=True), 8, (0, 4, 12)),
        (Tours(Board(3, 3, holes=[(1, 1)]), closed=True), 1, (0, 9)),  # not published, so counted
        (Tours(Board(4, 5, holes=[(0, 0), (3, 4)])), 694, (692, 696)),
    ],
    ids=lambda value: str(value.board) if isinstance(value, Tours) else "",
)
def test_a_wrong_number_of_tours_is_rejected(tours, right, wrong):
    assert count_classes(tours, right).count == right
    for count in wrong:
        with pytest.raises(BadRule, match=f"^{count} is not the number of {tours.kind} tours .* is {right}$"):
            count_classes(tours, count)


# -- details ---------------------------------------------------------------------------------------------


def test_subgroups_of_the_square():
    group = group_of(Board("8x8"))
    assert [len(subgroup) for subgroup in group.subgroups()] == [1, 2, 2, 2, 2, 2, 4, 4, 4, 8]
    mirrors = frozenset([group.identity, group.names["left to right"]])
    assert set(group.alike(mirrors)) == {
        mirrors,
        frozenset([group.identity, group.names["top to bottom"]]),
    }


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_the_frontier_is_every_point_reached_but_not_processed(data):
    board = Board(data.draw(st.integers(2, 4)), data.draw(st.integers(2, 5)))
    near = graph_of(board, [], 2).near
    order = data.draw(st.permutations(range(board.size)))
    for k, width in enumerate(frontier_widths(near, order), start=1):
        taken = set(order[:k])
        assert width == len({p for point in taken for p in near[point]} - taken)


@pytest.mark.parametrize(("size", "rows"), [("6x6", 13), ("5x8", 11), ("3x20", 7)])
def test_orders_are_at_least_as_narrow_as_rows(size, rows):
    near = graph_of(Board(size), [], 2).near
    order = narrow_order(near)
    assert sorted(order) == list(range(len(near)))
    assert max(frontier_widths(near, range(len(near)))) == rows
    assert max(frontier_widths(near, order)) <= rows
    if size in ("6x6", "5x8"):
        assert max(frontier_widths(near, order)) < rows

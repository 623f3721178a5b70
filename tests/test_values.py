"""Boards, orders, symmetries, walks and tours as values."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from strategies import LEAPERS, boards, orders, starts
from turaga import Board, Tour, Walk, solve
from turaga.board import parse_leaper
from turaga.errors import BadBoard, BadInput, BadOrder, BadRule, BadSquare, BadText
from turaga.limits import seed_number, time_in_seconds, whole_number
from turaga.notation import read
from turaga.order import order_at, order_number, parse_order
from turaga.orders import SYMMETRIES, all_orders, order_image
from turaga.squares import column_letters, column_number
from turaga.symmetry import board_symmetries, image_of_board, order_class

ALL = list(SYMMETRIES.values())


# -- boards -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sides"),
    [("8", (8, 8)), ("8x8", (8, 8)), ("3x12", (3, 12)), (" 3 X 12 ", (3, 12)), ("3×12", (3, 12))],
)
def test_boards_from_text(text, sides):
    assert Board(text) == Board(*sides) == Board.read(sides)


@pytest.mark.parametrize(
    "text",
    ["", "x", "8x", "x8", "8x8x8", "0x5", "5x0", "-3x4", "8.5", "8x8 9", "eight", "1e3", "٨x٨", "8" * 30],
)
def test_what_is_no_board(text):
    with pytest.raises(BadBoard) as error:
        Board(text)
    assert text.strip()[:20] in str(error.value)


@given(boards())
def test_a_mask_gives_the_board_back(board):
    assert Board.from_mask(board.mask(), leaper=board.leaper) == board
    assert Board.from_mask("\n" + board.mask().replace(".", ". ") + "\n\n", leaper=board.leaper) == board


@pytest.mark.parametrize(
    ("mask", "says"),
    [
        ("", "empty"),
        ("###\n###", "no squares"),
        ("..\n...", "not equally long"),
        (".x.", "'x' in line 1, column 2"),
    ],
)
def test_masks_that_draw_no_board(mask, says):
    with pytest.raises(BadBoard, match=says):
        Board.from_mask(mask)


@given(boards(), orders)
def test_neighbours_are_those_a_move_away(board, order):
    table = board.neighbour_table(order)
    for n in range(board.area):
        squares = naive.squares(board)
        expected = naive.near(board, board.square(n), squares, order) if n not in board.hole_indices else []
        assert [board.square(x) for x in table[n]] == expected
        if n not in board.hole_indices:
            assert board.neighbours(n, order) == table[n]
            assert all(board.is_move(n, x) for x in table[n])


@given(boards(most=40, leapers=False), st.data())
def test_squares_as_people_write_them(board, data):
    square = data.draw(st.sampled_from(naive.squares(board)))
    assert board.parse_square(f"{square[0] + 1},{square[1] + 1}") == square
    assert board.parse_square(f" ({square[0] + 1}, {square[1] + 1}) ") == square
    assert board.parse_square(board.name(square)) == square
    assert board.parse_square(board.name(square).upper()) == square
    assert board.read_square(square) == square


@given(st.integers(0, 10**9))
def test_column_letters(col):
    assert column_number(column_letters(col)) == col


def test_column_letters_go_past_z():
    letters = {0: "a", 25: "z", 26: "aa", 51: "az", 52: "ba", 701: "zz", 702: "aaa"}
    assert {col: column_letters(col) for col in letters} == letters


@pytest.mark.parametrize(
    "text", ["9,1", "1,9", "0,1", "j9", "a0", "a9", "i1", "", "1", "1,1,1", "-1,2", "a", "1;1"]
)
def test_what_is_no_square(text):
    with pytest.raises(BadSquare) as error:
        Board("8x8").parse_square(text)
    assert text in str(error.value)
    assert "\n" not in str(error.value)


def test_squares_off_the_board_in_python():
    board = Board(3, 3, holes=[(1, 1)])
    assert [0, 0] in board
    for square in [(3, 0), (0, 3), (-1, 0), (1, 1), (0,), "1", (0.0, 1)]:
        assert square not in board
        with pytest.raises(BadSquare):
            board.read_square(square)


def test_a_board_does_not_change():
    board = Board("8x8")
    with pytest.raises(AttributeError, match="cannot be changed"):
        board.rows = 9
    with pytest.raises(AttributeError, match="cannot be changed"):
        del board.rows
    odd = Board(3, 4, holes=[(1, 1)], leaper=(1, 3))
    assert pickle.loads(pickle.dumps(odd)) == odd == eval(repr(odd))
    assert len({Board(8), Board("8x8"), Board(8, 8, leaper=(2, 1)), Board(8, 9)}) == 2


# -- symmetries ---------------------------------------------------------------------------------------


def test_the_eight_symmetries_are_a_group():
    marked = [(r, c) for r in range(5) for c in range(5)]
    images = {tuple(s.square(q, 5, 5) for q in marked) for s in ALL}
    assert len(images) == 8
    for s in ALL:
        for t in ALL:
            assert tuple(t.square(s.square(q, 5, 5), 5, 5) for q in marked) in images


@given(boards(), st.sampled_from(ALL))
def test_a_symmetry_keeps_moves(board, symmetry):
    image = image_of_board(board, symmetry)
    for n in board.indices():
        there = image.index(symmetry.square(board.square(n), board.rows, board.cols))
        near = {symmetry.square(board.square(x), board.rows, board.cols) for x in board.neighbours(n)}
        assert near == {image.square(x) for x in image.neighbours(there)}


@given(orders, st.sampled_from(ALL), st.sampled_from(ALL))
def test_orders_of_a_class_share_their_least_member(order, one, two):
    assert order_class(order_image(order, one)) == order_class(order_image(order, two)) == order_class(order)


def test_serial_numbers_follow_the_sorted_orders():
    for number, order in enumerate(all_orders(), 1):
        assert (order_number(order), order_at(number)) == (number, order)
    # 720 orders begin with 12, 120 with 132, and 3 * 24 with 1342, 1345 or 1346; the rest is sorted.
    assert order_number("13472568") == 720 + 120 + 72 + 1
    for number in (0, 40_321, "1", 1.5):
        with pytest.raises(BadInput, match="from 1 to 40320"):
            order_at(number)


def test_how_many_classes_there_are():
    four = board_symmetries(Board(3, 4))
    assert len({order_class(order, four) for order in all_orders()}) == 10_080


# -- walks and tours ----------------------------------------------------------------------------------


@st.composite
def walks(draw, **options):
    """A random walk of legal moves, complete or not, held as a tuple or as an array."""
    board, at = draw(starts(**options))
    path = [at]
    for _ in range(draw(st.integers(0, board.size))):
        free = [n for n in board.neighbours(path[-1]) if n not in path]
        if not free:
            break
        path.append(draw(st.sampled_from(free)))
    return Walk.from_indices(board, np.array(path) if draw(st.booleans()) else path)


@given(walks())
def test_a_walk_is_the_same_held_either_way(walk):
    other = Walk(walk.board, walk.squares)
    assert walk == other
    assert hash(walk) == hash(other)
    assert repr(walk) == repr(other)
    assert walk.indices == other.indices
    assert list(walk) == list(other) == [walk[i] for i in range(len(walk))]
    assert walk.rows() == other.rows() == walk.grid.tolist()
    assert walk.closed == other.closed
    assert walk[1:4] == walk.squares[1:4]
    assert pickle.loads(pickle.dumps(walk)) == walk
    assert walk.first_unvisited(2) == walk.unvisited[:2] == other.first_unvisited(2)
    assert set(walk.unvisited) == set(naive.squares(walk.board)) - set(walk.squares)
    assert all(type(x) is int for x in walk.indices)


@settings(max_examples=60)
@given(walks(most=6))
def test_reversing_and_turning(walk):
    assert walk.reversed().reversed() == walk
    assert walk.reversed().squares == walk.squares[::-1]
    back = {"quarter turn": "three-quarter turn", "three-quarter turn": "quarter turn"}
    for s in ALL:
        assert walk.image(s) == walk.image(s.name)
        assert walk.image(s).image(SYMMETRIES[back.get(s.name, s.name)]) == walk
        assert sorted(walk.image(s).moves) == sorted(s.step(move) for move in walk.moves)


@settings(max_examples=60)
@given(walks(most=6))
def test_walks_alike_have_one_canonical_form(walk):
    canonical = walk.canonical()
    assert canonical.canonical() == canonical
    for s in board_symmetries(walk.board):
        assert walk.image(s).canonical() == canonical
        assert walk.image(s).reversed().canonical() == canonical


def test_a_closed_tour_is_alike_from_wherever_it_starts():
    tour = solve("6x6", method="search", closed=True).tour
    numbers = tour.indices
    for k in (1, 7, 35):
        turned = Tour.from_indices(tour.board, numbers[k:] + numbers[:k])
        assert turned != tour
        assert turned.canonical() == tour.canonical() == turned.reversed().canonical()


def test_a_walk_does_not_change():
    walk = Walk.from_indices(Board(8), np.array([0, 10]))
    with pytest.raises(AttributeError, match="cannot be changed"):
        walk.board = Board(9)
    with pytest.raises(AttributeError, match="cannot be changed"):
        del walk.board
    for held in (walk, Walk("8x8", [(0, 0)])):
        with pytest.raises(ValueError, match="read-only"):
            held.array()[0] = 5


def test_tours_are_as_long_as_their_board():
    with pytest.raises(BadInput, match="has 64 squares, got 1"):
        Tour("8x8", [(0, 0)])
    with pytest.raises(BadSquare):
        Walk("8x8", [(8, 0)])


def test_one_and_two_squares():
    assert not Tour("1x1", [(0, 0)]).closed
    pair = Tour(Board(1, 2, leaper=(0, 1)), [(0, 0), (0, 1)])
    assert not pair.closed  # two squares make no circuit
    ring = Tour(Board(2, 2, leaper=(0, 1)), [(0, 0), (0, 1), (1, 1), (1, 0)])
    assert ring.closed
    empty = Walk("3x3", [])
    assert (len(empty), empty.start, empty.end, empty.closed) == (0, None, None, False)
    assert empty.grid.sum() == 0
    assert "no squares" in repr(empty)


def test_any_pair_of_whole_numbers_is_a_square():
    board = Board(np.int64(8), np.int32(8), holes=[[3, 3], np.array([4, 4])])
    assert board == Board(8, 8, holes=[(3, 3), (4, 4)])
    assert board == Board(8, 8, holes=board.hole_squares)
    assert Walk(board, [[0, 0], np.array([1, 2])]) == Walk(board, [(0, 0), (1, 2)])
    assert solve("8x8", start=np.array([7, 0])).tour == solve("8x8", start="a1").tour
    for wrong in (lambda: Board(8, 8, holes=[5]), lambda: Walk("8x8", [(0.5, 1)]), lambda: Walk("8x8", [7])):
        with pytest.raises(BadSquare, match="not understood"):
            wrong()
    with pytest.raises(BadBoard, match="whole numbers"):
        Board(8, 8, leaper=(1.7, 2))


def test_a_walk_made_from_a_view_does_not_change_with_it():
    numbers = np.array([0, 10, 20])
    walk, whole = Walk.from_indices(Board(8), numbers[:2]), Walk.from_indices("8x8", numbers)
    numbers[0] = 5
    assert walk.indices == (0, 10)
    assert whole.indices == (0, 10, 20)
    for wrong in (np.array([0.5, 1.0]), np.array([[0, 10]])):
        with pytest.raises(BadInput, match="array"):
            Walk.from_indices(Board(8), wrong)


def test_a_board_of_too_many_holes_is_refused(monkeypatch):
    monkeypatch.setattr("turaga.board.MOST_HOLES", 3)
    assert Board.from_mask("####."[1:])
    for make in (
        lambda: Board.from_mask("####."),
        lambda: Board(3, 3, holes=[(0, 0), (0, 1), (0, 2), (1, 0)]),
    ):
        with pytest.raises(BadBoard, match="holes: at most 3"):
            make()


def test_leapers_step_both_ways_round():
    for a, b in LEAPERS:
        assert Board(9, leaper=(b, a)).leaper == (min(a, b), max(a, b)) == parse_leaper(f"{b},{a}")


# -- errors ---------------------------------------------------------------------------------------

CHESSBOARD = Board("8x8")


@pytest.mark.parametrize(
    ("call", "kind", "field", "named"),
    [
        (lambda: Board("8y8"), BadBoard, "board", "8y8"),
        (lambda: Board(0, 5), BadBoard, "board", "0x5"),
        (lambda: Board(2.5, 5), BadBoard, "board", "2.5 by 5"),
        (lambda: Board("8x8", 8), BadBoard, "board", "'8x8' already includes its columns"),
        (lambda: Board(Board(8)), BadBoard, "board", "8x8 is already a board"),
        (lambda: Board(1, 1, holes=[(0, 0)]), BadBoard, "board", "only holes"),
        (lambda: Board.read((1, 2, 3)), BadBoard, "board", "(1, 2, 3)"),
        (lambda: Board("3x3", leaper=(0, 0)), BadBoard, "leaper", "0,0"),
        (lambda: parse_leaper("1;2"), BadBoard, "leaper", "1;2"),
        (lambda: Board(3, 3, leaper="1"), BadBoard, "leaper", "'1'"),
        (lambda: Board("3x3", holes=[(3, 0)]), BadSquare, "holes", "4,1"),
        (lambda: CHESSBOARD.parse_square("9,1"), BadSquare, "square", "9,1"),
        (lambda: CHESSBOARD.read_square("i1", field="start"), BadSquare, "start", "i1"),
        (lambda: CHESSBOARD.read_square(" " * 201, field="end"), BadSquare, "end", "201 characters"),
        (lambda: CHESSBOARD.index((8, 0), field="end"), BadSquare, "end", "(8, 0)"),
        (lambda: CHESSBOARD.with_holes([0]).index("1,1"), BadSquare, "square", "1,1"),
        (lambda: Walk("3x3", [(0, 0), (3, 3)]), BadSquare, "squares", "(3, 3)"),
        (lambda: Walk("3x3", []).image("flip"), BadInput, "symmetry", "flip"),
        (lambda: parse_order("1123"), BadOrder, "orders", "1123"),
        (lambda: parse_order("1123", field="order"), BadOrder, "order", "1123"),
        (lambda: whole_number("--step-limit", 0, 1, field="step_limit"), BadRule, "step_limit", "got 0"),
        (lambda: whole_number("number", 0, 1, field="rank"), BadRule, "rank", "got 0"),
        (lambda: seed_number("seed", 2**64), BadRule, "seed", str(2**64)),
        (lambda: time_in_seconds(-1), BadRule, "time_limit", "-1"),
        (lambda: read("1 2\n3"), BadText, "text", "line 2"),
    ],
)  # fmt: skip
def test_errors_name_the_parameter_and_the_value(call, kind, field, named):
    with pytest.raises(BadInput) as raised:
        call()
    error = raised.value
    assert (type(error), error.field) == (kind, field)
    assert named in error.problem
    assert str(error) == ": ".join(filter(None, (error.problem, error.accepted)))
    assert "\n" not in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.__dict__) == (kind, str(error), error.__dict__)

"""Rail blocks: the library, the cuts, the joins, and one tour in four forms."""

import io
import pickle
import runpy
import sys
from itertools import islice, pairwise, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
import turaga
from command import python
from turaga import Board, Found, GaveUp, solve
from turaga.blocks import grid_rows, joins, make_plan, number_grid, runs, stream_npy, tour_array, tour_indices
from turaga.blocks.library import closed_block, open_block
from turaga.blocks.plan import SideCut, cut_side
from turaga.boards import implicit
from turaga.errors import BadBoard, BadRule, BadSquare

pytestmark = pytest.mark.usefixtures("row_col")

ROOT = Path(__file__).parent.parent
LIBRARY = ROOT / "src" / "turaga" / "blocks" / "library.txt"
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "blocks.py"))
EXAMPLES = settings(max_examples=150, deadline=None)


@st.composite
def boards_and_starts(draw, most=64):
    """A board with sides from 5, and a start that colour allows."""
    rows, cols = draw(st.integers(5, most)), draw(st.integers(5, most))
    row, col = draw(st.integers(0, rows - 1)), draw(st.integers(0, cols - 1))
    if rows * cols % 2 and (row + col) % 2:
        col += 1 if col + 1 < cols else -1
    return Board(rows, cols), (row, col)


def rails_of(h, w):
    """As theory.md has them, without a sense."""
    return [{(0, w - 2), (2, w - 1)}, {(1, 0), (3, 1)}, {(h - 2, 0), (h - 1, 2)}, {(0, 1), (1, 3)}]


# -- the library --------------------------------------------------------------------------------------


def test_the_library_has_every_shape_and_every_start():
    lines = LIBRARY.read_text().splitlines()
    keys = {tuple(line.split()[:2]) for line in lines}
    shapes = list(product(range(5, 12), repeat=2))
    closed = {(f"{h}x{w}", "1,2") for h, w in shapes if h * w % 2 == 0}
    opened = {
        (f"{h}x{w}", f"{r},{c}")
        for h, w in shapes
        if h * w % 2
        for r, c in product(range(1, h + 1), range(1, w + 1))
        if (r + c) % 2 == 0
    }
    assert (len(closed), len(opened), len(lines)) == (33, 520, 553)
    assert keys == closed | opened


def test_every_block_is_a_tour_with_its_rails():
    for line in LIBRARY.read_text().splitlines():
        shape, start, _ = line.split()
        board = Board(shape)
        closed = board.size % 2 == 0
        make = closed_block if closed else open_block
        path = make(board.rows, board.cols, board.parse_square(start)).path
        assert path[0] == board.parse_square(start)
        assert naive.is_tour(board, path, closed), line
        moves = [{a, b} for a, b in pairwise([*path, *path[:1]] if closed else path)]
        assert all(rail in moves for rail in rails_of(board.rows, board.cols)), line
        assert not list(SCRIPT["faults"](line))


@pytest.mark.parametrize(
    ("h", "w", "start"),
    [(5, 6, None), (6, 7, None), (10, 10, None), (5, 5, (0, 2)), (5, 7, (2, 6)), (11, 11, (10, 2))],
)
def test_the_script_makes_the_blocks_again(h, w, start):
    block = SCRIPT["open_block"](h, w, start) if start else SCRIPT["closed_block"](h, w)
    assert SCRIPT["line"](h, w, block) in LIBRARY.read_text().splitlines()


def test_the_script_sees_what_is_wrong_with_a_block():
    line = LIBRARY.read_text().splitlines()[0]
    assert list(SCRIPT["faults"](line)) == []
    other = "5x6 1,1 " + "".join(
        str(SCRIPT["STEPS"].index(step) + 1) for step in solve("5x6", closed=True, method="search").tour.moves
    )
    assert any("rail" in fault for fault in SCRIPT["faults"](other))


# -- the cuts -----------------------------------------------------------------------------------------


def test_every_side_is_cut_into_parts():
    for length in range(5, 130):
        for at in range(length):
            for odd_over in (False, True):
                side = cut_side(length, at, odd_over=odd_over)
                parts = list(side.each())
                assert [first for first, _ in parts] == [
                    sum(part for _, part in parts[:i]) for i in range(len(parts))
                ]
                assert sum(part for _, part in parts) == length
                odd = [part for _, part in parts if part % 2]
                assert set(odd) <= {5, 7, 9, 11}
                assert len(odd) == length % 2
                assert {part for _, part in parts if part % 2 == 0} <= {6, 8, 10}
                assert (side.first, side.length) == parts[side.index]
                assert side.first <= at < side.first + side.length
                assert side.parts == len(parts)
                if odd_over and length % 2:
                    assert side.length % 2 == 1
                    assert side.first % 2 == 0


def test_a_side_is_told_in_words():
    assert str(cut_side(10, 0, odd_over=False)) == "10"
    assert str(cut_side(46, 25, odd_over=False)) == "4 x 10 + 6"
    assert str(cut_side(10**18 - 1, 0, odd_over=False)) == "99999999999999999 x 10 + 9"


# -- the tour, four times -----------------------------------------------------------------------------


@EXAMPLES
@given(boards_and_starts(), st.integers(1, 4000))
def test_plain_arrays_grids_and_rows_are_one_tour(where, most):
    board, start = where
    plan = make_plan(board, start)
    numbers = tour_indices(plan)
    squares = [board.square(n) for n in numbers]
    assert squares[0] == start
    assert naive.is_tour(board, squares, closed=board.size % 2 == 0)
    assert tour_array(plan).tolist() == numbers
    grid = number_grid(plan)
    assert grid.dtype == np.int32
    assert grid.reshape(-1)[numbers].tolist() == list(range(1, board.size + 1))
    parts = [part.copy() for part in grid_rows(plan, most)]
    assert all(part.size <= max(most, board.cols) for part in parts)
    assert np.array_equal(np.concatenate(parts), grid)


@EXAMPLES
@given(boards_and_starts())
def test_an_implicit_tour_is_the_tour_made(where):
    board, start = where
    if board.size % 2:
        return
    numbers = tour_indices(make_plan(board, start))
    tour = implicit(board, start)
    squares = [board.square(n) for n in numbers]
    assert list(tour) == squares
    assert [tour.index(square) for square in squares] == list(range(board.size))


@pytest.mark.parametrize("rows", [5, 6, 7, 13, 24, 35, 40])
def test_an_implicit_tour_is_the_tour_made_on_boards_of_each_kind(rows):
    for cols in range(5, 41):
        if rows * cols % 2 == 0:
            tour = implicit((rows, cols))
            grid = number_grid(make_plan(tour.board, (0, 0))).tolist()
            assert [[tour.index((r, c)) + 1 for c in range(cols)] for r in range(rows)] == grid
            assert all(grid[r][c] == k for k, (r, c) in enumerate(tour, start=1))


@pytest.mark.parametrize("shape", ["5x5", "5x7", "7x7", "9x11", "11x5", "13x13"])
def test_every_start_of_an_odd_board(shape):
    board = Board(shape)
    for start in naive.squares(board):
        if sum(start) % 2 == 0:
            path = [board.square(n) for n in tour_indices(make_plan(board, start))]
            assert path[0] == start
            assert naive.is_tour(board, path)
        else:
            with pytest.raises(BadSquare, match=r"no tour of .* starts on square"):
                make_plan(board, start)


def test_rails_walked_against_their_sense_turn_a_chain_round(monkeypatch):
    # Only tours of 5x5 walk L and T so, and no board needs such a block between others.
    def with_five_inside(length, at, *, odd_over):
        return SideCut(((6, 2),), 12, 5, ((6, 2),))

    monkeypatch.setattr("turaga.blocks.plan.cut_side", with_five_inside)
    board = Board("29x29")
    turned = set()
    for start in product(range(12, 17), repeat=2):
        if sum(start) % 2 == 0:
            plan = make_plan(board, start)
            turned |= {p.chain.links[0].step for p in plan.root.pieces if p.chain and not p.straight}
            numbers = tour_indices(plan)
            assert naive.is_tour(board, [board.square(n) for n in numbers])
            assert tour_array(plan).tolist() == numbers
            assert number_grid(plan).reshape(-1)[numbers].tolist() == list(range(1, board.size + 1))
    assert turned == {(6, 0), (-6, 0), (0, 6), (0, -6)}


@pytest.mark.parametrize(("shape", "start"), [("6x18", (0, 0)), ("26x34", (12, 20)), ("15x33", (2, 14))])
def test_the_joins_and_the_blocks_make_the_tour(shape, start):
    board = Board(shape)
    plan = make_plan(board, start)
    edges = set()
    for top, h in plan.rows.each():
        for left, w in plan.cols.each():
            over = top <= start[0] < top + h and left <= start[1] < left + w
            if h * w % 2:
                assert over
                path = open_block(h, w, (start[0] - top, start[1] - left)).path
            else:
                path = closed_block(h, w, "T").path
                path = [*path, path[0]]
            edges |= {
                frozenset([(top + r1, left + c1), (top + r2, left + c2)])
                for (r1, c1), (r2, c2) in pairwise(path)
            }
    made = list(joins(plan))
    assert len(made) == plan.blocks - 1
    for join in made:
        left_out, put_in = ({frozenset(move) for move in moves} for moves in (join.left_out, join.put_in))
        assert left_out <= edges
        edges = (edges - left_out) | put_in
    tour = [board.square(n) for n in tour_indices(plan)]
    closing = [tour[0]] if board.size % 2 == 0 else []
    assert edges == {frozenset(move) for move in pairwise([*tour, *closing])}


def test_runs_are_stretches_within_blocks():
    board = Board("26x34")
    plan = make_plan(board, (12, 20))
    seen = list(runs(plan))
    assert [square for run in seen for square in run.squares] == [board.square(n) for n in tour_indices(plan)]
    for run, after in pairwise(seen):
        assert run.block != after.block
    for (top, left), (h, w), squares, forward in seen:
        path = closed_block(h, w, "T").path
        assert forward
        inside = [path.index((r - top, c - left)) for r, c in squares]
        assert all((b - a) % len(path) == 1 for a, b in pairwise(inside))


def test_a_streamed_grid_is_the_grid(tmp_path):
    board = Board("120x77")
    plan = make_plan(board, (63, 40))
    seen = []
    with open(tmp_path / "tour.npy", "wb") as file:
        stream_npy(plan, file, most=900, tick=seen.append)
    grid = np.load(tmp_path / "tour.npy")
    assert grid.dtype == np.int32
    assert np.array_equal(grid, number_grid(plan))
    assert seen == sorted(seen)
    assert seen[-1] == 120
    assert turaga.notation.read((tmp_path / "tour.npy").read_bytes()).report.closed
    held = io.BytesIO()
    turaga.notation.write_npy(solve(board, start=(63, 40), method="blocks").tour, held)
    assert held.getvalue() == (tmp_path / "tour.npy").read_bytes()


# -- implicit tours -----------------------------------------------------------------------------------

HUGE = [
    ("1000000000x1000000000", None),
    ("1000000000x1000000000", "123456789,987654321"),
    ("999999999999999999x999999999999999998", "500000000000000000,500000000000000003"),
    ("5x999999999999999996", "3,7"),
    ("999999999999999992x11", None),
    ("1000000013x1000000014", "1000000013,1000000014"),
]


@pytest.mark.parametrize(("shape", "start"), HUGE)
def test_huge_tours_step_by_moves(shape, start):
    tour = implicit(shape, start)
    size = tour.size
    numbers = [k * size // 997 for k in range(997)] + list(range(200)) + list(range(size - 200, size))
    for k in numbers:
        here = tour[k]
        assert here in tour.board
        assert tour.index(here) == k
        there = tour[(k + 1) % size]
        assert sorted((abs(here[0] - there[0]), abs(here[1] - there[1]))) == [1, 2]
        assert tour.next(here) == there
        assert tour.previous(there) == here
    assert tour[0] == tour.board.read_square("1,1" if start is None else start)


def test_numbers_of_all_squares_near_any_square_of_a_huge_tour():
    # Seams of blocks included: a square two apart on every side.
    tour = implicit("1000000006x1000000014", "700000001,300000007")
    for top, left in [(0, 0), (700000000, 300000000), (1000000006 - 25, 1000000014 - 25), (123456, 999)]:
        numbers = {}
        for r, c in product(range(top, top + 25), range(left, left + 25)):
            numbers[r, c] = tour.index((r, c))
            assert tour[numbers[r, c]] == (r, c)
        assert len(set(numbers.values())) == 625


def test_an_implicit_tour_is_a_sequence():
    tour = implicit("8x8", "3,5")
    squares = list(tour)
    assert len(tour) == tour.size == 64
    assert tour.closed
    assert [tour[k] for k in range(-64, 0)] == squares
    assert list(tour[5:60:7]) == squares[5:60:7]
    assert list(tour[::-1]) == list(reversed(tour)) == squares[::-1]
    assert list(tour[-3:]) == squares[-3:]
    assert tour.index("3,5") == tour.index("e6") == tour.index((2, 4)) == tour.index(np.array([2, 4])) == 0
    assert tour[np.int64(3)] == squares[3]
    assert (7, 7) in tour
    assert (8, 0) not in tour
    assert "nonsense" not in tour
    for k in (64, -65):
        with pytest.raises(IndexError, match=str(k)):
            tour[k]
    with pytest.raises(TypeError):
        tour["1,1"]
    with pytest.raises(BadSquare):
        implicit("8x8", "9,9")
    for square in ((8, 0), "9,1", "x"):
        with pytest.raises(BadSquare):
            tour.index(square)
        with pytest.raises(BadSquare):
            tour.next(square)
    assert pickle.loads(pickle.dumps(tour)) == tour
    assert hash(tour) == hash(implicit(8, (2, 4)))
    assert tour != implicit("8x8")
    assert tour != squares
    assert "8x8" in repr(tour)
    with pytest.raises(AttributeError):
        tour.size = 1
    with pytest.raises(AttributeError):
        del tour.size


def test_slices_of_huge_tours_are_lazy_sequences():
    tour = implicit("1000000x1000000")
    part = tour[10:13]
    assert part == (tour[10], tour[11], tour[12])
    assert part == [*part] == list(part[:])
    assert (len(part), part[-1], part.index(tour[11])) == (3, tour[12], 1)
    assert part != [tour[10]]
    far = tour[10**5 :: 10**3]  # nothing is computed before it is used
    assert far[1] == next(iter(far[1:])) == tour[10**5 + 10**3]
    assert len(far) == (10**12 - 10**5) // 10**3
    assert len(repr(far)) < 300
    assert list(islice(tour, 3)) == [tour[0], tour[1], tour[2]]
    assert next(reversed(tour)) == tour[-1]
    big = implicit("1000000000000x1000000000000")
    assert big.size > sys.maxsize
    with pytest.raises(OverflowError):
        len(big)


@pytest.mark.parametrize(
    ("board", "says"),
    [
        *((board, "5 or more") for board in ("4x6", "3x100", "6x4", "1x1")),
        ("999999999x5", r"odd.*method blocks"),
        (Board(8, holes=[(1, 1)]), "holes"),
        (Board("8x8", leaper=(1, 4)), "knight"),
    ],
)
def test_boards_without_an_implicit_tour(board, says):
    with pytest.raises(BadBoard, match=says):
        implicit(board)


# -- the method ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "start", "closed", "blocks"),
    [
        ("5x5", "3,3", False, 1),
        ("16x14", "3,4", True, 4),
        ("8x8", "8,8", False, 1),
        ("1001x7", "501,5", False, 100),
    ],
)
def test_solve_by_blocks(board, start, closed, blocks):
    outcome = solve(board, start=start, closed=closed, method="blocks")
    assert isinstance(outcome, Found)
    assert outcome.tour.start == outcome.board.read_square(start)
    assert outcome.tour.closed == (outcome.board.size % 2 == 0)
    assert outcome.reason == f"built from {blocks} rail block{'s' * (blocks > 1)}"
    assert outcome.steps == outcome.board.size
    assert outcome.account == ()


def test_the_account_tells_cuts_joins_and_runs():
    lines = solve("16x14", start="3,4", method="blocks", why=True).account
    assert lines[0] == "rows: 16 = 10 + 6; columns: 14 = 8 + 6"
    assert "the start 3,4 is in the 10x8 block at 1,1" in lines[1]
    assert sum(line.startswith("join ") for line in lines) == 3
    assert "remove 1,7 - 3,8 and 4,10 - 2,9, add 1,7 - 2,9 and 4,10 - 3,8" in lines[2]
    assert lines[5].startswith("steps 1 to ")
    assert lines[-1].split(":")[0].endswith(" to 224")
    lines = solve("15x33", method="blocks", why=True).account
    assert "its tour is open, from there to" in lines[1]
    lines = solve("300x400", method="blocks", why=True).account
    assert len(lines) < 40
    assert "and 1187 more joins like these" in lines
    assert lines[-1] == "and so on to step 120000"


def test_what_the_method_does_not_take():
    for board, options, says in [
        ("4x10", {}, "4x10"),
        (Board(8, holes=[(0, 1), (1, 1)]), {}, "holes"),
        (Board("8x8", leaper=(1, 4)), {}, "knight"),
        ("8x8", {"start": "1,1", "end": "1,2"}, "end 1,2"),
    ]:
        with pytest.raises(BadRule, match=says):
            solve(board, method="blocks", **options)


def test_a_step_limit_is_kept():
    for board in ("20x20", "400x400"):
        outcome = solve(board, method="blocks", step_limit=100)
        assert isinstance(outcome, GaveUp)
        assert len(outcome.best) == outcome.steps == 100
        assert isinstance(solve(board, method="blocks", step_limit=160000), Found)


def test_small_boards_load_no_numpy_and_big_ones_no_numba():
    done = python(
        "import sys, turaga\n"
        "turaga.solve('100x99', method='blocks')\n"
        "turaga.boards.implicit('1000000000x1000000000')[5]\n"
        "assert 'numpy' not in sys.modules\n"
        "turaga.solve('400x400', method='blocks')\n"
        "assert 'numba' not in sys.modules\n"
    )
    assert done.returncode == 0, done.stderr

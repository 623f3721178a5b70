"""Method narrow: held against known answers for every start and pair, and against trying everything."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from known import STARTS, pair_exists
from published import closed_exists
from turaga import Board, Found, GaveUp, Impossible, solve, verify
from turaga.errors import BadRule
from turaga.frontier.layout import ScanLayout
from turaga.solve import narrow_sweep as frontier
from turaga.solve.narrow_sweep import frontier_walk

pytestmark = pytest.mark.usefixtures("row_col")


def narrow(board, **options):
    """The outcome, with nothing ruled out before the method is asked."""
    return solve(board, method="narrow", theory=False, **options)


# -- every start, every pair ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "size", ["1x2", "2x2", "2x3", "2x7", *(f"3x{n}" for n in range(3, 13)), "4x4", "4x5", "4x6"]
)
def test_every_start(size):
    board = Board(size)
    found = set()
    for start in naive.squares(board):
        outcome = narrow(size, start=start)
        if isinstance(outcome, Found):
            found.add(start)
            assert outcome.tour.start == start
            assert naive.is_tour(board, outcome.tour.squares)
        else:
            assert isinstance(outcome, Impossible)
    assert found == STARTS[size]


@pytest.mark.parametrize("size", ["3x4", "3x5", "3x6", "3x7", "3x8", "4x4", "4x5", "4x6"])
def test_every_pair(size):
    board = Board(size)
    for start, end in combinations(naive.squares(board), 2):
        outcome = narrow(size, start=start, end=end)
        if pair_exists(board, start, end):
            assert isinstance(outcome, Found), (start, end)
            assert (outcome.tour.start, outcome.tour.end) == (start, end)
            assert naive.is_tour(board, outcome.tour.squares)
        else:
            assert isinstance(outcome, Impossible), (start, end)


@pytest.mark.parametrize("rows", range(1, 6))
@pytest.mark.parametrize("cols", range(1, 13))
def test_closed_tours_exist_as_schwenk_says(rows, cols):
    sweep = frontier_walk(Board(rows, cols), closed=True)
    assert sweep.out is None
    assert (sweep.indices is not None) == closed_exists(rows, cols)
    if sweep.indices is not None:
        tour = [divmod(n, cols) for n in sweep.indices.tolist()]
        assert naive.is_tour(Board(rows, cols), tour, closed=True)


def test_a_single_square_is_an_open_tour():
    assert narrow("1x1").tour.squares == ((0, 0),)
    assert narrow("1x1", end=(0, 0)).tour.squares == ((0, 0),)
    assert isinstance(narrow("1x1", closed=True), Impossible)
    assert frontier_walk(Board(2, 2, holes=[(0, 0), (0, 1), (1, 1)])).indices.tolist() == [2]


def test_closed_tours_with_a_start_and_an_end():
    board = Board("3x10")
    for start in naive.squares(board):
        tour = narrow(board, start=start, closed=True).tour
        assert (tour.start, tour.closed) == (start, True)
        assert naive.is_tour(board, tour.squares, closed=True)
    tour = narrow(board, start=(0, 0), end=(2, 1), closed=True).tour
    assert (tour.start, tour.end, tour.closed) == ((0, 0), (2, 1), True)


# -- long boards ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "options"),
    [
        ("3x1001", {}),
        ("3x1001", {"start": "2,500", "end": "1,1"}),
        ("1001x3", {"start": "17,1", "end": "900,2"}),
        ("3x1000", {"closed": True, "start": "2,700"}),
        ("1000x3", {"closed": True}),
        ("4x1000", {"start": "1,500"}),
        ("4x1000", {"start": "1,500", "end": "4,500"}),
        ("1000x4", {"start": "1,1", "end": "1000,1"}),
        ("3x100000", {}),
        ("5x200", {"closed": True}),
    ],
)
def test_long_boards(size, options):
    outcome = narrow(size, **options)
    assert isinstance(outcome, Found)
    report = verify(outcome.tour)
    assert report.is_tour
    assert report.closed or not options.get("closed")
    board = Board(size)
    if "start" in options:
        assert outcome.tour.start == board.parse_square(options["start"])
    if "end" in options:
        assert outcome.tour.end == board.parse_square(options["end"])
    assert outcome.steps < 1_000_000  # and not a multiple of the length


def test_long_boards_refused():
    assert narrow("4x1000", closed=True).reason.endswith("states) found no closed tour of 4x1000")
    assert narrow("3x1001", closed=True).word == "impossible"
    assert narrow("4x1000", start="2,300").word == "impossible"


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_repeated_rows_change_no_answer(data):
    # The rule for pairs of 3xn and 4xn is known; lengths beyond where layers begin to repeat.
    rows = data.draw(st.sampled_from([3, 4]))
    board = Board(rows, data.draw(st.integers(14, 60)))
    start, end = (divmod(data.draw(st.integers(0, board.size - 1)), board.cols) for _ in range(2))
    if start == end:
        return
    outcome = narrow(board, start=start, end=end)
    colours = sum(start) % 2, sum(end) % 2
    legal = colours == (0, 0) if board.size % 2 else colours[0] != colours[1]
    if rows == 4:
        legal = legal and {start[0], end[0]} <= {0, 3}
    elif board.cols % 2:
        near = {(0, 2), (2, 2), (1, 3)}
        legal = legal and not any({start, end} <= set(group) for group in _both_sides(near, board.cols))
    else:
        for special, *corners in _both_sides([(1, 2), (0, 0), (2, 0)], board.cols):
            if special in (start, end):
                legal = legal and (start in corners or end in corners)
    assert isinstance(outcome, Found if legal else Impossible)


def _both_sides(squares, cols):
    yield list(squares)
    yield [(r, cols - 1 - c) for r, c in squares]


# -- anything else: holes, other leapers, wider boards --------------------------------------------------


@st.composite
def questions(draw):
    rows, cols = draw(st.sampled_from([(3, 4), (4, 3), (3, 6), (4, 4), (2, 7), (6, 3)]))
    leaper = draw(st.sampled_from([(1, 2), (1, 2), (1, 2), (0, 1), (1, 1), (1, 3)]))
    squares = [(r, c) for r in range(rows) for c in range(cols)]
    # Trying everything is quick where there are few moves, or few squares.
    least = 0 if leaper == (1, 2) else max(0, len(squares) - 12)
    holes = draw(st.lists(st.sampled_from(squares), min_size=least, max_size=least + 4, unique=True))
    board = Board(rows, cols, holes=holes, leaper=leaper)
    start = draw(st.sampled_from(naive.squares(board)))
    end = draw(st.none() | st.sampled_from(naive.squares(board)))
    return board, start, end, draw(st.booleans())


@settings(max_examples=100, deadline=None)
@given(questions())
def test_holes_and_other_leapers_against_trying_everything(question):
    board, start, end, closed = question
    outcome = narrow(board, start=start, end=end, closed=closed)
    assert isinstance(outcome, Found if naive.exists(*question) else Impossible)
    if isinstance(outcome, Found):
        assert naive.is_tour(board, outcome.tour.squares, closed=closed)
        assert outcome.tour.start == start
        assert end in (None, outcome.tour.end)


@pytest.mark.parametrize(
    ("size", "end"), [("5x5", "5,5"), ("5x6", "5,6"), ("6x6", "6,5"), ("7x7", "7,7"), ("6x20", "6,19")]
)
def test_wider_boards_by_thin_sweeps(size, end):
    tour = narrow(size, start=(0, 0), end=end).tour
    assert naive.is_tour(Board(size), tour.squares)
    assert tour.end == Board(size).parse_square(end)


def test_a_thin_sweep_proves_nothing():
    board = Board("4x6")
    corner, inner = board.index((0, 0)), board.index((1, 3))
    thin = frontier_walk(board, corner, inner, thin=(5, 20))
    plain = frontier_walk(board, corner, inner)
    assert thin.indices is None is plain.indices
    assert thin.states > plain.states
    found = frontier_walk(board, corner, board.index((3, 4)), thin=(1,))
    assert found.indices is not None


# -- manners --------------------------------------------------------------------------------------------


def test_the_same_question_gives_the_same_tour():
    assert narrow("3x40", start="2,2").tour == narrow("3x40", start="2,2").tour


@pytest.mark.parametrize(
    ("options", "ending"),
    [
        ({"start": "2,3"}, "no tour of 3x8 from 2,3"),
        ({"start": "1,1", "end": "3,2"}, "no tour of 3x8 from 1,1 to 3,2"),
        ({"closed": True}, "no closed tour of 3x8"),
        ({"closed": True, "start": "1,1", "end": "2,3"}, "no closed tour of 3x8 from 1,1 to 2,3"),
        (
            {"start": "1,1", "end": "1,1"},
            "a tour visits each of its 24 squares once, so it cannot start and end on the same square, 1,1",
        ),
        (
            {"closed": True, "start": "1,1", "end": "1,2"},
            "a closed tour ends a move away from its start, and 1,2 is not a move away from 1,1",
        ),
    ],
)
def test_reasons(options, ending):
    reason = narrow("3x8", **options).reason
    if reason != ending:
        assert reason.startswith("an exhaustive search by the frontier method (")
        assert reason.endswith(f" states) found {ending}")


def test_limits():
    outcome = narrow("4x40", step_limit=2000)
    assert isinstance(outcome, GaveUp)
    assert outcome.reason == "the step limit of 2000 was reached"
    assert outcome.best.squares == ((0, 0),)
    assert narrow("4x40", step_limit=400_000).word == "found"
    assert isinstance(narrow("6x30", closed=True, time_limit=1e-9), GaveUp)


def test_too_many_states_are_not_kept(monkeypatch):
    monkeypatch.setattr(frontier, "MOST_KEPT", 5000)
    assert narrow("4x40").reason == "the frontier method keeps at most 5,000 states"


def test_what_it_does_not_take():
    with pytest.raises(BadRule, match=r"^board 8x9 is too wide .* 17 squares ahead, and the limit is 15"):
        narrow("8x9")
    with pytest.raises(BadRule, match="without a start"):
        frontier_walk(Board("3x4"), end=3)


def test_the_account():
    account = narrow("3x1001", why=True).account
    assert account[0].startswith("The sweep goes over the board in 1001 lines of 3 squares.")
    assert "in 12 lines" in account[1]
    assert account[2].endswith("the states repeat every line.")
    assert narrow("3x7", why=True).account[-1].endswith("in 7 lines.")
    assert narrow("3x7").account == ()


def test_progress_is_told():
    seen = []
    narrow("3x20", progress=lambda *what: seen.append(what))
    assert seen[0] == ("sweeping the board", 0, 20)
    assert all(what[2] == 20 for what in seen)


def test_places_and_numbers():
    for board in (Board("3x7"), Board("7x3"), Board("4x4")):
        lie = ScanLayout(board)
        assert [lie.index(lie.position(n)) for n in range(board.area)] == list(range(board.area))

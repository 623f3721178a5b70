"""Method `auto`: every rectangle gets a verified tour or a reason, and the right one of the two.

A spread is tried here; `scripts/exhaust.py` tries everything up to 12x12.
"""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from known import STARTS, pair_exists
from published import closed_exists
from strategies import boards, starts
from turaga import Board, Found, GaveUp, Impossible, Rule, solve, verify
from turaga.errors import BadBoard
from turaga.frontier.layout import MOST_WINDOW, ScanLayout
from turaga.rng import Rng
from turaga.solve import auto, euler, search
from turaga.solve.methods import METHODS, find_solver
from turaga.solve.problem import Problem
from turaga.solve.request import Solve
from turaga.walks import explain

pytestmark = pytest.mark.usefixtures("row_col")


def answered(outcome, exists):
    """Found and a tour indeed, or Impossible with a reason; as it is known to be."""
    assert not isinstance(outcome, GaveUp), outcome.reason
    assert isinstance(outcome, Found) == exists, outcome.reason
    if isinstance(outcome, Found):
        assert naive.is_tour(outcome.board, outcome.tour.squares)
        assert outcome.tour.start == outcome.start
    else:
        assert len(outcome.reason) > 20


@pytest.mark.parametrize(
    "name", ["1x1", "1x2", "2x7", "3x3", "3x4", "3x6", "3x7", "3x8", "4x4", "4x5", "5x5", "5x6"]
)
def test_every_start_of_small_boards(name):
    board = Board(name)
    known = STARTS[name]
    for square in naive.squares(board):
        answered(solve(board, start=square), square in known)
        turned = solve((board.cols, board.rows), start=square[::-1])
        answered(turned, square in known)


@pytest.mark.parametrize("name", ["3x10", "3x11", "4x9", "5x9", "6x7", "7x7", "8x8", "5x13"])
def test_some_starts_of_others(name):
    board = Board(name)
    known = STARTS.get(name, naive.squares(board))
    for square in naive.squares(board)[::5]:
        answered(solve(board, start=square), square in known)


@pytest.mark.parametrize("rows", [1, 2, 3, 4, 5, 6, 7, 8])
@pytest.mark.parametrize("cols", [1, 3, 4, 6, 8, 9, 10])
def test_closed_tours_exist_as_schwenk_says(rows, cols):
    exists = closed_exists(rows, cols)
    outcome = solve((rows, cols), start=(rows // 2, cols // 2), closed=True)
    answered(outcome, exists)
    assert not exists or outcome.tour.closed


@pytest.mark.parametrize("name", ["3x4", "3x7", "4x5", "5x5"])
def test_every_pair_of_ends_of_small_boards(name):
    for_pairs(Board(name), 1)


@pytest.mark.parametrize(
    ("name", "every"),
    [("3x8", 5), ("3x12", 31), ("4x10", 41), ("5x6", 13), ("5x10", 61), ("6x6", 41), ("8x8", 151)],
)
def test_some_pairs_of_others(name, every):
    for_pairs(Board(name), every)


def for_pairs(board, every):
    squares = naive.squares(board)
    for a, b in [(a, b) for a in squares for b in squares][::every]:
        outcome = solve(board, start=a, end=b)
        answered(outcome, pair_exists(board, a, b))
        assert isinstance(outcome, Impossible) or outcome.tour.end == b


# -- big boards ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "closed", "exists"),
    [
        ("1001x999", False, True),
        ("3x1001", False, True),
        ("3x1001", True, False),
        ("3x1000", True, True),
        ("4x1000", False, True),
        ("4x1000", True, False),
        ("7x5000", True, True),
        ("1200x1000", True, True),
    ],
)
def test_big_boards_from_a_random_start(board, closed, exists):
    board = Board(board)
    dice = Rng(20)
    start = 1, 1
    while sum(start) % 2 or (board.rows == 4 and start[0] in (1, 2)):
        start = dice.below(board.rows), dice.below(board.cols)
    outcome = solve(board, start=start, closed=closed)
    assert isinstance(outcome, Found if exists else Impossible)
    assert not exists or (verify(outcome.tour).is_tour and outcome.tour.start == start)
    assert not closed or not exists or outcome.tour.closed


@pytest.mark.parametrize(
    ("board", "start", "end"),
    [
        ("100x100", (17, 60), (99, 1)),
        ("30x30", (0, 0), (29, 28)),
        ("31x29", (3, 5), (30, 28)),
        ("5x200", (0, 0), (4, 199)),
        ("3x500", (1, 1), (1, 300)),
        ("4x301", (0, 10), (3, 300)),
        ("1100x1000", (0, 0), (700, 701)),
    ],
)
def test_ends_far_apart(board, start, end):
    tour = solve(board, start=start, end=end).tour
    assert (tour.start, tour.end) == (start, end)
    assert verify(tour).is_tour


def test_a_rule_of_ones_own_is_walked_and_mended():
    outcome = solve("20x20", rule="random", seed=5, closed=True)
    assert outcome.method == "euler"
    assert outcome.tour.closed
    assert outcome.rule.ties == "random"
    assert solve("1010x1000", rule=Rule("corner")).method in ("greedy", "euler")
    assert solve("1010x1000").method == "blocks"
    retried = solve("3x12", retries=500)
    assert retried.method == "greedy"
    assert 1 <= retried.retries <= 500  # orders were asked for, so they are tried first


def test_what_is_too_large_is_told_where_to_go():
    with pytest.raises(BadBoard, match=r"turaga solve can show one step"):
        solve("100000x100000")
    with pytest.raises(BadBoard, match=r"the limit is 1000000000 \(10\^9\)$"):
        solve("100001x100001")
    with pytest.raises(BadBoard, match="3000000021"):
        solve("3x1000000007")


# -- holes and other leapers --------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(starts(most=4), st.booleans())
def test_small_boards_of_any_kind_are_answered_exactly(where, closed):
    board, start = where
    outcome = solve(board, start=board.square(start), closed=closed)
    answered(outcome, naive.has_tour(board, board.square(start), closed))


def test_giving_up_is_honest():
    board = Board(11, 11, leaper=(2, 3))  # it has a cover by cycles, and no tour
    outcome = solve(board, step_limit=300)
    assert isinstance(outcome, GaveUp)
    assert "step limit of 300 " in outcome.reason
    assert verify(outcome.best).is_walk
    assert outcome.best.unvisited


# -- the question itself ------------------------------------------------------------------------------


def test_without_a_start_no_reason_names_the_first_square():
    for reason in (solve("4x4").reason, solve("7x7", end="1,2").reason, solve("5x5", closed=True).reason):
        assert "1,1" not in reason


def test_a_closed_tour_to_an_end_alone():
    tour = solve("10x12", end="3,4", closed=True).tour
    assert (tour.end, tour.closed) == ((2, 3), True)


@pytest.mark.parametrize("name", ["3x4", "3x7", "3x8", "3x9", "3x10", "4x5", "5x5", "5x6"])
def test_an_end_alone(name):
    """A tour to a square is one from it, walked the other way."""
    board = Board(name)
    for square in naive.squares(board):
        outcome = solve(board, end=square)
        answered(outcome, square in STARTS[name])
        assert isinstance(outcome, Impossible) or outcome.tour.end == square
        assert explain(board, end=square).exists == (square in STARTS[name])


@settings(max_examples=60, deadline=None)
@given(boards(most=4))
def test_without_ends_every_start_is_tried(board):
    exists = any(naive.has_tour(board, square) for square in naive.squares(board))
    for method in ("auto", "search", "narrow"):
        if method != "narrow" or ScanLayout(board).fits:
            answered(solve(board, method=method), exists)
    assert explain(board).exists == exists


@pytest.mark.parametrize("name", ["3x10", "5x6", "6x6"])
def test_a_closed_tour_with_both_ends_given(name):
    """It must make the move from the end to the start, and not every move is in a closed tour."""
    board = Board(name)
    for a in list(board.indices())[::2]:
        for b in board.neighbours(a)[a % 3 :: 3]:
            ends = {"start": board.square(a), "end": board.square(b), "closed": True}
            outcome = solve(board, **ends)
            exists = isinstance(solve(board, method="narrow", theory=False, **ends), Found)
            answered(outcome, exists)
            assert explain(board, **ends).exists == exists


def test_an_account_told_backwards_says_so():
    outcome = solve("12x12", end="5,5", method="euler", why=True)
    assert outcome.tour.end == (4, 4)
    assert outcome.account[-1].startswith("the whole walk is reversed")
    assert outcome.account[-1].endswith("to 5,5")


def test_the_best_walk_is_no_answer_where_another_start_has_a_tour():
    board = Board.from_mask("............\n" * 7 + ".##.########", leaper=(0, 1))
    assert isinstance(solve(board, best=True, step_limit=20_000), Found)


def test_a_limit_between_two_starts_leaves_an_answer_in_order():
    board = Board.from_mask("...\n..#\n#..")
    outcome = solve(board, method="search", theory=False, step_limit=3)
    assert isinstance(outcome, GaveUp)
    assert outcome.start == outcome.best.start
    impossible = solve("3x6", end="1,1", method="search", theory=False)
    assert impossible.as_json()["start"] is None
    assert impossible.as_json()["tours"]["end"] == [1, 1]


def test_what_theory_refuses_may_be_as_large_as_it_likes():
    for board, options in [
        ("2x1000000000000", {}),
        ("4x1000000000", {"closed": True}),
        ("1000000001x1000000001", {"closed": True}),
        ("1000000000x1000000000", {"start": "1,1", "end": "1,3"}),
    ]:
        assert isinstance(solve(board, **options), Impossible)
    for board in ("1000000000x1000000001", "20000x20001"):
        assert explain(board, start="1,1", end="1,2").exists is None
    assert "frontier" in explain("3x1000000", closed=True).construction
    with pytest.raises(BadBoard, match="if both ends are given, the limit is"):
        solve("20000x20000", start="1,1", end="1,2")


def test_every_method_is_there():
    from turaga.frontier.state_kernel import MOST_SLOTS

    assert MOST_WINDOW == MOST_SLOTS
    assert auto.MOST_AREA == euler.MOST_SQUARES == search.MOST_SQUARES
    for name in METHODS:
        assert callable(find_solver(name))


def test_limits_hold_in_every_stage():
    for method, limits in [("auto", (1, 10, 107, 950)), ("greedy", (1, 10)), ("euler", (1, 10, 107, 950))]:
        for limit in limits:
            outcome = solve("30x30", closed=True, step_limit=limit, method=method)
            assert isinstance(outcome, GaveUp)
            assert outcome.steps <= limit
            assert outcome.reason.startswith(f"the step limit of {limit} was reached")
    for limit in (128, 129, 130):
        assert solve("8x8", closed=True, start="1,1", step_limit=limit).steps <= limit
    for limit in (1, 2, 29, 30, 35):
        for method in ("greedy", "search", "auto"):
            outcome = solve("5x6", start="5,6", end="1,3", step_limit=limit, method=method)
            assert outcome.steps <= limit
    assert isinstance(solve("3x2000", time_limit=1e-9), GaveUp)


# -- explaining ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "options", "exists", "says"),
    [
        ("8x8", {}, True, "Method greedy (walk by the rule) makes a tour"),
        ("8x8", {"closed": True}, True, "vandermonde would work too"),
        ("3x8", {"start": "2,3"}, False, "an exhaustive search of"),
        ("3x8", {"closed": True}, False, "Schwenk"),
        ("4x6", {"closed": True}, False, "alternate"),
        ("5x6", {"start": "1,1", "end": "1,4"}, True, "Method"),
        ("100000x100000", {}, True, "turaga solve can show one step"),
        ("3x100000", {"start": "1,1", "end": "2,2"}, False, "have the same"),
    ],
)
def test_reasons_at_length(board, options, exists, says):
    told = explain(board, **options)
    text = "\n".join([told.reason, *told.lines, told.construction, told.source])
    assert told.exists is exists
    assert says in text
    assert Board(board).size > 10**9 or isinstance(solve(board, **options), Found) == exists
    assert json.loads(json.dumps(told.as_json()))["exists"] is exists
    assert bool(told.construction) is exists
    assert "squares: " in told.lines[0]


def test_a_stage_has_the_time_that_is_left_of_the_whole():
    problem = Problem.of(Solve.of("3x2000", start="1,1", time_limit=60), 0)
    assert not isinstance(auto.solve_auto(problem), GaveUp)
    late = replace(problem, began=problem.began - 60)
    assert isinstance(auto.solve_auto(late), GaveUp)

"""The numbers that plots of a survey show, compared with walks counted one by one."""

import statistics
from collections import Counter
from functools import lru_cache
from itertools import chain, combinations
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turaga.board import Board
from turaga.errors import BadInput
from turaga.greedy import tie_rng, whole_walk
from turaga.rule import Rule
from turaga.solve.start_map import map_starts
from turaga.survey import plot_values
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.plot_values import Asked, board_axis
from turaga.survey.queries import Survey
from turaga.survey.results import wilson
from turaga.survey.runner import run_survey
from turaga.survey.selection import select

ORDERS = ("12345678", "24753186", "53461278")
RULE = Rule("12345678", open_start=True)
SQUARES = (5, 6, 8)


def flat(grid):
    return list(chain.from_iterable(grid))


def kept(folder, **plan):
    run_survey(Plan(**plan), folder)
    return folder


@pytest.fixture(scope="module")
def three(tmp_path_factory):
    """A survey of three orders, from every start of three boards."""
    folder = tmp_path_factory.mktemp("three")
    kept(folder, boards=tuple(Board(n, n) for n in SQUARES), rule=RULE, orders=",".join(ORDERS))
    with Survey.open(folder) as survey:
        yield survey


@lru_cache
def walks(side, order):
    """The walk from every start, by the reference."""
    board = Board(side, side)
    rule = RULE.with_order(order)
    return {start: whole_walk(board, start, rule, tie_rng(0, start)) for start in board.indices()}


@lru_cache
def failing(side, order):
    """The starts from which the reference fails, of those that colour allows."""
    return {
        start
        for start, walk in walks(side, order).items()
        if not walk.complete and not (side % 2 and sum(divmod(start, side)) % 2)
    }


def test_columns_match_the_walks(three):
    for column in ("failures", "complete", "allowed", "closed", "rate"):
        lines = plot_values.by_board(select(three), Asked(column))
        assert [line.name for line in lines] == list(ORDERS)
        for order, line in zip(ORDERS, lines, strict=True):
            assert [value.at for value in line.values] == [Board(n, n) for n in SQUARES]
            for n, value in zip(SQUARES, line.values, strict=True):
                done = {start: walk for start, walk in walks(n, order).items() if walk.complete}
                closed = sum(Board(n, n).is_move(start, walk.indices[-1]) for start, walk in done.items())
                allowed = len(done) + len(failing(n, order))
                assert value.low is None
                assert value.value == pytest.approx(
                    {
                        "failures": len(failing(n, order)),
                        "complete": len(done),
                        "allowed": allowed,
                        "closed": closed,
                        "rate": 100 * len(done) / allowed,
                    }[column]
                )


def test_many_orders_are_given_by_quartiles(three):
    (line,) = plot_values.by_board(select(three), Asked("failures", most=2))
    assert line.name == "3 orders"
    for value in line.values:
        counts = [len(failing(value.at.rows, order)) for order in ORDERS]
        lower, middle, upper = statistics.quantiles(counts, n=4, method="inclusive")
        assert value[1:] == (middle, min(counts), max(counts), lower, upper)


def test_orders_on_one_board(three):
    part = select(three, boards="8")
    fails = {order: len(failing(8, order)) for order in ORDERS}
    (line,) = plot_values.by_order(part, Asked("failures"))
    assert [(value.at, value.value) for value in line.values] == sorted(fails.items(), key=lambda one: one[1])
    (line,) = plot_values.distribution(part, Asked("orders", "failures"))
    assert {value.at: value.value for value in line.values} == Counter(fails.values())


def test_many_values_are_put_together_in_equal_steps():
    """Of a survey with 1000 orders, each with another number of failures."""
    part = SimpleNamespace(board=Board("60x60"), rows=lambda query: [(n, 1) for n in range(5, 1005)])
    (line,) = plot_values.distribution(part, Asked("orders", "failures"))
    assert sum(value.value for value in line.values) == 1000
    assert len({value.value for value in line.values[:-1]}) == 1
    assert 30 <= len(line.values) <= 60
    assert line.values[0].at == 5 + (line.values[0].value - 1) / 2


def test_a_selection_contains_what_was_chosen(three):
    part = select(three, boards="8x8", orders="24753186")
    assert (part.board, part.orders) == (Board("8x8"), ("24753186",))
    (line,) = plot_values.by_board(part, Asked("rate"))
    assert (line.name, [value.at.rows for value in line.values]) == ("24753186", [8])
    assert [board.rows for board in select(three, boards="6..30").boards] == [6, 8]
    with pytest.raises(BadInput, match=r"this plot shows one board, but 3 boards of .*: choose one board"):
        select(three).board  # noqa: B018
    for wrong in ({"boards": "9"}, {"orders": "87654321"}, {"boards": "x"}, {"orders": "12"}):
        with pytest.raises(BadInput):
            select(three, **wrong)


@pytest.mark.parametrize(
    ("boards", "places", "label"),
    [
        (["6x6", "8x8"], [6, 8], "board side n (boards n×n)"),
        (["3x12", "3x7"], [12, 7], "columns n (boards 3×n)"),
        (["7x4", "5x4"], [7, 5], "rows n (boards n×4)"),
        (["8x8", "3x12", "4x4"], [2, 1, 0], "board (rows×columns), by number of squares"),
    ],
)
def test_the_axis_of_boards(boards, places, label):
    axis = board_axis(map(Board, boards))
    assert (axis.label, [axis.places[Board(board)] for board in boards]) == (label, places)
    assert list(axis.names.values()) == (["4×4", "3×12", "8×8"] if len(boards) == 3 else [])


def test_maps_match_the_walks(three):
    part = select(three, boards="8", orders=ORDERS[0])
    left = [64 - len(walk) for walk in walks(8, ORDERS[0]).values()]
    assert flat(plot_values.on_squares(part, "unvisited")[Board("8x8")]) == left
    fails = plot_values.on_squares(select(three), "fails")
    assert [len(grid) for grid in fails.values()] == list(SQUARES)
    for start, count in enumerate(flat(fails[Board("5x5")])):
        if sum(divmod(start, 5)) % 2:
            assert count is None
        else:
            assert count == sum(start in failing(5, order) for order in ORDERS)


def test_ends_and_closed_starts_match_the_walks(three):
    ends, closed = [0] * 64, [0] * 64
    for order in ORDERS[:2]:
        for start, walk in walks(8, order).items():
            if walk.complete:
                ends[walk.indices[-1]] += 1
                closed[start] += Board("8x8").is_move(start, walk.indices[-1])
    part = select(three, boards="8", orders=",".join(ORDERS[:2]))
    assert flat(plot_values.on_squares(part, "ends")[Board("8x8")]) == ends
    assert flat(plot_values.on_squares(part, "closed")[Board("8x8")]) == closed
    with pytest.raises(BadInput, match="has no closed tours for the selected boards and orders"):
        plot_values.on_squares(select(three, boards="5"), "closed")


def test_boards_are_overlaid_by_area(three):
    part = select(three, orders=ORDERS[0])
    laid = plot_values.overlaid(plot_values.on_squares(part, "ends").values())
    cells = len(laid)
    # By hand: each square of each board, its tours spread evenly over it.
    expected = [[0.0] * cells for _ in range(cells)]
    tours = 0
    for side in SQUARES:
        for walk in walks(side, ORDERS[0]).values():
            if walk.complete:
                tours += 1
                row, col = divmod(walk.indices[-1], side)
                for i in range(cells):
                    for j in range(cells):
                        down = min((i + 1) / cells, (row + 1) / side) - max(i / cells, row / side)
                        right = min((j + 1) / cells, (col + 1) / side) - max(j / cells, col / side)
                        expected[i][j] += max(0.0, down) * max(0.0, right) * side * side
    assert flat(laid) == pytest.approx([value * cells * cells / tours for value in flat(expected)])
    assert sum(map(sum, laid)) == pytest.approx(cells * cells)


@given(st.integers(1, 60), st.integers(1, 40))
@settings(max_examples=60, deadline=None)
def test_shared_squares_keep_their_total(side, cells):
    shares = plot_values._shared_out(side, cells)
    assert shares.shape == (cells, side)
    assert shares.sum(axis=0).tolist() == pytest.approx([1.0] * side)
    assert shares.sum(axis=1).tolist() == pytest.approx([side / cells] * cells)


def test_joint_failures_of_two_orders(three):
    pair = [select(three, orders=",".join(ORDERS[:2]))]
    for joint in plot_values.joint_failures(pair):
        n = joint.board.rows
        ours, theirs = (failing(n, order) for order in ORDERS[:2])
        both = len(ours & theirs)
        starts = 13 if n == 5 else n * n
        assert joint.counts == [starts - len(ours | theirs), len(ours) - both, len(theirs) - both, both]
        assert (joint.both, joint.by_chance) == (both, pytest.approx(len(ours) * len(theirs) / starts))
        marks = [(start in ours) + 2 * (start in theirs) for start in range(n * n)]
        odd = {start for start in range(25) if n == 5 and sum(divmod(start, 5)) % 2}
        assert flat(joint.marks) == [None if start in odd else mark for start, mark in enumerate(marks)]
    for part, said in (
        (select(three), r"need two orders, got 3 orders of .*: choose two orders"),
        (select(three, orders=ORDERS[0]), r"got 1 order of .*: choose two orders, or one of"),
    ):
        with pytest.raises(BadInput, match=said):
            plot_values.joint_failures([part])


def test_joint_failures_of_two_surveys(three, tmp_path):
    true_degrees = Rule("12345678")
    kept(tmp_path, boards=parse_boards("6..8"), rule=true_degrees, orders=",".join(ORDERS))
    with Survey.open(tmp_path) as other:
        found = plot_values.joint_failures([select(three, orders=ORDERS[0]), select(other, orders=ORDERS[1])])
        assert [joint.board.rows for joint in found] == [6, 8]  # the boards of both
        rule = true_degrees.with_order(ORDERS[1])
        theirs = {n for n in range(64) if not whole_walk(Board("8x8"), n, rule, tie_rng(0, n)).complete}
        ours = failing(8, ORDERS[0])
        assert found[-1].counts[1:] == [len(ours - theirs), len(theirs - ours), len(ours & theirs)]
        apart = [select(three, boards="5", orders="12345678"), select(other, boards="6", orders="12345678")]
        with pytest.raises(BadInput, match="no start in common"):
            plot_values.joint_failures(apart)


def test_covers_are_smallest(three):
    for covering in plot_values.board_covers(select(three)):
        fails = {order: failing(covering.board.rows, order) for order in ORDERS}
        missed = set.intersection(*fails.values())
        fewest = min(
            size
            for size in (1, 2, 3)
            for some in combinations(ORDERS, size)
            if set.intersection(*(fails[order] for order in some)) == missed
        )
        assert len(covering.orders) == covering.at_least == fewest
        left = [set.intersection(*(fails[o] for o in covering.orders[:k])) for k in range(1, fewest + 1)]
        assert covering.left == tuple(map(len, left))
        assert covering.left[-1] == len(missed)
    with pytest.raises(
        BadInput,
        match=r"a cover needs at least two orders, but only one order of the survey in .* is selected",
    ):
        plot_values.board_covers(select(three, orders=ORDERS[0]))


def test_incomplete_starts_after_retries(tmp_path, three):
    kept(tmp_path, boards=parse_boards("7..8"), rule=RULE, retries=3, seed=5)
    with Survey.open(tmp_path) as survey:
        after = plot_values.incomplete_after(select(survey))
    assert sorted(after) == [0, 1, 2, 3]
    for k, found in after.items():
        for board, share, *_ in found:
            starts = map_starts(board, RULE, seed=5, retries=k)
            assert share == pytest.approx(100 * (starts.allowed - starts.complete) / starts.allowed)
    with pytest.raises(BadInput, match="has no retries: run a survey with retries"):
        plot_values.incomplete_after(select(three))


def test_runs_are_those_of_the_plan(tmp_path):
    plan = Plan(boards=parse_boards("5,6"), rule=RULE, starts="random:7", repeat=4, seed=1)
    run_survey(plan, tmp_path)
    with Survey.open(tmp_path) as survey:
        found = {y: plot_values.by_run(select(survey), Asked(y)) for y in ("complete", "allowed")}
    for i, board in enumerate(plan.boards):
        left = map_starts(board, RULE).by_start()
        starts = [[board.square(start) for start in plan.starts_of(board, run)] for run in range(4)]
        complete = [sum(left[start] == 0 for start in run) for run in starts]
        allowed = [sum(board.size % 2 == 0 or sum(start) % 2 == 0 for start in run) for run in starts]
        assert found["complete"][i].values == [(run, n, *[None] * 4) for run, n in enumerate(complete, 1)]
        assert [value.value for value in found["allowed"][i].values] == allowed


def test_samples_have_intervals_and_times_are_those_of_the_shards(tmp_path):
    kept(tmp_path, boards=parse_boards("8,20"), rule=RULE, orders="random:3", starts="random:5", seed=3)
    with Survey.open(tmp_path) as survey:
        part = select(survey)
        for line in plot_values.by_board(part, Asked("rate")):
            assert line.note == "bars: 95% intervals"
            for value in line.values:
                assert 0 <= value.low <= value.value <= value.high <= 100
                assert (value.low / 100, value.high / 100) == pytest.approx(wilson(value.value / 20, 5))
        (one,), (every,) = (plot_values.seconds(part, Asked(y)) for y in ("seconds", "seconds-all"))
        rows = survey.connection.execute("SELECT board, walks, seconds FROM shards").fetchall()
    for value, whole in zip(one.values, every.values, strict=True):
        mine = [(count, seconds) for board, count, seconds in rows if board == str(value.at)]
        assert value.value == pytest.approx(sum(s for _, s in mine) / sum(c for c, _ in mine))
        assert whole.value == pytest.approx(value.value * value.at.size)


def test_derived_walks_have_no_times(tmp_path):
    kept(tmp_path, boards=parse_boards("8"), rule=RULE, orders="12345678,87654321")  # mirror images
    with Survey.open(tmp_path) as survey:
        rows = survey.connection.execute('SELECT "order", walks, steps, seconds FROM shards').fetchall()
        assert [(order, steps, seconds) for order, _, steps, seconds in rows if order == 87654321] == [
            (87654321, 0, 0.0)
        ]
        ((value,),) = (line.values for line in plot_values.seconds(select(survey), Asked("seconds")))
        (walked,) = [row for row in rows if row[2]]
        assert value.value == pytest.approx(walked[3] / walked[1])
        with pytest.raises(BadInput, match="has no times for the selected boards and orders"):
            plot_values.seconds(select(survey, orders="87654321"), Asked("seconds"))

"""The numbers that plots of a survey show, compared with walks counted one by one."""

import statistics
from functools import lru_cache
from itertools import chain, combinations

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
from turaga.survey.queries import Survey
from turaga.survey.runner import run_survey
from turaga.survey.selection import select

ORDERS = ("12345678", "24753186", "53461278")
RULE = Rule(ties="order:12345678", open_start=True)
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


def test_tallies_match_the_walks(three):
    found = plot_values.tallies(select(three))
    assert [(t.order, t.rows) for t in found] == [(order, n) for order in ORDERS for n in SQUARES]
    for tally in found:
        assert tally.walks == (tally.rows**2 + 1) // 2 if tally.rows % 2 else tally.rows**2
        assert tally.walks - tally.complete == len(failing(tally.rows, tally.order))
        assert (tally.low, tally.high) == (None, None)


def test_spreads_are_the_quartiles_of_the_tallies(three):
    for spread in plot_values.quartiles(select(three), "failures"):
        values = [len(failing(spread.rows, order)) for order in ORDERS]
        lower, middle, upper = statistics.quantiles(values, n=4, method="inclusive")
        assert spread[2:] == (min(values), lower, middle, upper, max(values), "")
    (spread,) = plot_values.quartiles(select(three, boards="8"), "rate")
    assert spread.most == 100 * (64 - min(len(failing(8, order)) for order in ORDERS)) / 64


def test_a_selection_contains_what_was_chosen(three):
    part = select(three, boards="8x8", orders="24753186")
    assert (part.board, part.orders) == (Board("8x8"), ("24753186",))
    assert [(t.order, t.rows) for t in plot_values.tallies(part)] == [("24753186", 8)]
    assert {t.rows for t in plot_values.tallies(select(three, boards="6..30"))} == {6, 8}
    with pytest.raises(BadInput, match=r"this plot shows one board, but 3 boards of .*: choose one board"):
        select(three).board  # noqa: B018
    for wrong in ({"boards": "9"}, {"orders": "87654321"}, {"boards": "x"}, {"orders": "12"}):
        with pytest.raises(BadInput):
            select(three, **wrong)


def test_maps_match_the_walks(three):
    part = select(three, boards="8", orders=ORDERS[0])
    left = [64 - len(walk) for walk in walks(8, ORDERS[0]).values()]
    assert flat(plot_values.unvisited_on_board(part)) == left
    fails = plot_values.fails_on_board(select(three, boards="5"))
    for start, count in enumerate(flat(fails)):
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
    assert flat(plot_values.counts_on_board(part, "ends")) == ends
    assert flat(plot_values.counts_on_board(part, "closed starts")) == closed
    with pytest.raises(BadInput, match="has no closed tours for the selected boards and orders"):
        plot_values.counts_on_board(select(three, boards="5"), "closed starts")


def test_boards_are_overlaid_by_area(three):
    part = select(three, orders=ORDERS[0])
    whole, laid = plot_values.overlay_counts(part, "ends")
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
    assert whole == tours
    assert flat(laid) == pytest.approx([value * cells * cells / tours for value in flat(expected)])
    assert sum(map(sum, laid)) == pytest.approx(cells * cells)


@given(st.integers(1, 60), st.integers(1, 40))
@settings(max_examples=60, deadline=None)
def test_shared_squares_keep_their_total(side, cells):
    shares = plot_values._shared_out(side, cells)
    assert shares.shape == (cells, side)
    assert shares.sum(axis=0).tolist() == pytest.approx([1.0] * side)
    assert shares.sum(axis=1).tolist() == pytest.approx([side / cells] * cells)


def test_comparing_two_orders(three):
    first, second = plot_values.compared_orders([select(three, orders=",".join(ORDERS[:2]))])
    counts, grid = plot_values.shared_starts(first, second)
    for shared in counts:
        ours, theirs = (failing(shared.rows, order) for order in ORDERS[:2])
        assert shared[3:] == (len(ours), len(theirs), len(ours & theirs), "")
        assert shared.starts == (13 if shared.rows == 5 else shared.rows**2)
    marks = flat(grid)  # of the last board
    assert marks == [(s in failing(8, ORDERS[0])) + 2 * (s in failing(8, ORDERS[1])) for s in range(64)]
    with pytest.raises(
        BadInput, match=r"needs two orders, but the survey in .* has 3 orders: choose two orders"
    ):
        plot_values.compared_orders([select(three)])
    with pytest.raises(BadInput, match=r"has 1 order: add a second survey"):
        plot_values.compared_orders([select(three, orders=ORDERS[0])])


def test_comparing_two_surveys(three, tmp_path):
    true_degrees = Rule(ties="order:12345678")
    kept(tmp_path, boards=parse_boards("6..8"), rule=true_degrees, orders=",".join(ORDERS))
    with Survey.open(tmp_path) as other:
        parts = [select(survey, orders="12345678,24753186") for survey in (three, other)]
        first, second = plot_values.compared_orders(parts)
        assert (first.order, second.order) == ("12345678", "24753186")
        counts, _ = plot_values.shared_starts(first, second)
        assert [shared.rows for shared in counts] == [6, 8]  # the boards of both
        others = {
            n
            for n in range(64)
            if not whole_walk(Board("8x8"), n, true_degrees.with_order("24753186"), tie_rng(0, n)).complete
        }
        assert counts[-1][3:] == (
            len(failing(8, ORDERS[0])),
            len(others),
            len(failing(8, ORDERS[0]) & others),
            "",
        )
        apart = [select(three, boards="5", orders="12345678"), select(other, boards="6", orders="12345678")]
        with pytest.raises(BadInput, match="no start in common"):
            plot_values.shared_starts(*plot_values.compared_orders(apart))


def test_covers_are_smallest(three):
    for covering in plot_values.board_covers(select(three), time_limit=10):
        fails = {order: failing(covering.rows, order) for order in ORDERS}
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
        plot_values.board_covers(select(three, orders=ORDERS[0]), time_limit=10)


def test_incomplete_starts_after_retries(tmp_path, three):
    kept(tmp_path, boards=parse_boards("7..8"), rule=RULE, retries=3, seed=5)
    with Survey.open(tmp_path) as survey:
        after = plot_values.incomplete_after(select(survey))
    assert sorted(after) == [0, 1, 2, 3]
    for k, found in after.items():
        for rows, cols, share, _ in found:
            starts = map_starts(Board(rows, cols), RULE, seed=5, retries=k)
            assert share == pytest.approx(100 * (starts.allowed - starts.complete) / starts.allowed)
    with pytest.raises(BadInput, match="has no retries: run a survey with retries"):
        plot_values.incomplete_after(select(three))


def test_samples_have_intervals_and_times_are_those_of_the_shards(tmp_path):
    kept(tmp_path, boards=parse_boards("8,20"), rule=RULE, orders="random:3", starts="random:5", seed=3)
    with Survey.open(tmp_path) as survey:
        part = select(survey)
        for tally in plot_values.tallies(part):
            assert tally.walks == 5
            assert 0 <= tally.low <= tally.complete / 5 <= tally.high <= 1
        found = plot_values.timings(select(survey))
        rows = survey.connection.execute("SELECT board, walks, seconds FROM shards").fetchall()
    for timing in found:
        mine = [(count, seconds) for board, count, seconds in rows if board == f"{timing.rows}x{timing.cols}"]
        assert timing.one == pytest.approx(sum(s for _, s in mine) / sum(c for c, _ in mine))
        assert timing.every == pytest.approx(timing.one * timing.rows * timing.cols)


def test_derived_walks_have_no_times(tmp_path):
    kept(tmp_path, boards=parse_boards("8"), rule=RULE, orders="12345678,87654321")  # mirror images
    with Survey.open(tmp_path) as survey:
        rows = survey.connection.execute('SELECT "order", walks, steps, seconds FROM shards').fetchall()
        assert [(order, steps, seconds) for order, _, steps, seconds in rows if order == 87654321] == [
            (87654321, 0, 0.0)
        ]
        (timing,) = plot_values.timings(select(survey))
        (walked,) = [row for row in rows if row[2]]
        assert timing.one == pytest.approx(walked[3] / walked[1])
        with pytest.raises(BadInput, match="has no times for the selected boards and orders"):
            plot_values.timings(select(survey, orders="87654321"))

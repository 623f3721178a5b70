"""Queries about a survey, compared with walks counted by hand."""

import csv
import hashlib
from collections import Counter
from pathlib import Path

import pytest

import naive
from known import FIRST_CLOSED, FULL_ORDERS
from surveys import OPEN, ORDERS
from turaga import Board, Rule
from turaga.errors import BadInput
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.queries import Survey
from turaga.survey.results import wilson
from turaga.survey.runner import run_survey
from turaga.symmetry import board_symmetries
from turaga.theory import count_allowed


@pytest.fixture(scope="module")
def walks():
    """The same walks as `few`, each made step by step: board, order, start, squares."""
    return [
        (board, order, start, naive.walk(board, start, OPEN.with_order(order), None))
        for board in parse_boards("5,5x6,6")
        for order in ORDERS
        for start in naive.squares(board)
    ]


def is_closed(board, path):
    return len(path) == board.size and path[0] in naive.near(board, path[-1], {path[0]})


def may_start(board, square):
    return board.size % 2 == 0 or sum(square) % 2 == 0


def grid(board, count):
    return [[count(r, c) for c in range(board.cols)] for r in range(board.rows)]


# -- the answers --------------------------------------------------------------------------------------


def test_the_sixteen_full_orders(all8):
    with Survey.open(all8) as survey:
        assert survey.full_orders(Board("8x8")) == FULL_ORDERS
        ranks = survey.ranking()
        assert [rank.order for rank in ranks if rank.failures == 0] == survey.full_orders(Board("8x8"))
        assert len(ranks) == 40320
        assert sum(rank.failures for rank in ranks) == 64 * 40320 - survey.totals().complete


def test_symmetric_starts_have_the_same_number_of_failing_orders(all8):
    board = Board("8x8")
    with Survey.open(all8) as survey:
        fails, ends = survey.fails_map(board), survey.ends_map(board)
        spread, rates, totals = survey.spreads()[0], survey.rates(), survey.totals()
    for symmetry in board_symmetries(board):
        for square in naive.squares(board):
            r, c = symmetry.square(square, 8, 8)
            assert fails[r][c] == fails[square[0]][square[1]] > 0
            assert ends[r][c] == ends[square[0]][square[1]]
    assert sum(map(sum, fails)) == totals.walks - totals.complete
    assert sum(map(sum, ends)) == totals.complete
    assert (spread.orders, spread.clean) == (40320, 16)
    assert (spread.worst, spread.best) == (min(r.rate for r in rates), max(r.rate for r in rates))
    assert (totals.walks, totals.walked) == (64 * 40320, 64 * 5040)


def test_rates_against_walks_counted_by_hand(few, walks):
    with Survey.open(few) as survey:
        rates, together, totals = survey.rates(), survey.rates(by_order=False), survey.totals()
    assert [(rate.board, rate.order) for rate in rates] == list(dict.fromkeys((b, o) for b, o, _, _ in walks))
    for rate in rates:
        mine = [(s, path) for b, o, s, path in walks if (b, o) == (rate.board, rate.order)]
        assert rate.walks == len(mine)
        assert rate.allowed == sum(may_start(rate.board, s) for s, _ in mine) == count_allowed(rate.board)
        assert rate.complete == sum(len(path) == rate.board.size for _, path in mine)
        assert rate.closed == sum(is_closed(rate.board, path) for _, path in mine)
        assert (rate.steps, rate.retries) == (sum(len(path) for _, path in mine), 0)
        assert (rate.low, rate.high) == (None, None)
        assert rate.failures == rate.allowed - rate.complete
    for rate in together:
        mine = [one for one in rates if one.board == rate.board]
        assert (rate.order, rate.orders) == (None, 3)
        for name in ("walks", "allowed", "complete", "closed", "steps"):
            assert getattr(rate, name) == sum(getattr(one, name) for one in mine)
    assert totals.walks == len(walks)
    assert totals.complete == sum(rate.complete for rate in rates)


def test_maps_against_walks_counted_by_hand(few, walks):
    with Survey.open(few) as survey:
        for board in survey.boards:
            of = {(o, s): path for b, o, s, path in walks if b == board}
            for order in ORDERS:
                left = grid(board, lambda r, c, of=of, o=order, b=board: b.size - len(of[o, (r, c)]))
                assert survey.unvisited_map(board, order) == left
            assert survey.fails_map(board) == grid(
                board, lambda r, c, of=of, b=board: sum(len(of[o, (r, c)]) < b.size for o in ORDERS)
            )
            for order in (None, *ORDERS):
                tours = [p for (o, _), p in of.items() if len(p) == board.size and order in (None, o)]
                ends = Counter(path[-1] for path in tours)
                assert survey.ends_map(board, order) == grid(board, lambda r, c, ends=ends: ends[r, c])
                closed = sorted({path[0] for path in tours if is_closed(board, path)})

                found = [
                    one
                    for one in survey.all_closed(by_order=order is not None)
                    if (one.board, one.order) == (board, order)
                ]
                assert [list(one.starts) for one in found] == [closed] * bool(closed)
                assert [one.tours for one in found] == [sum(is_closed(board, path) for path in tours)] * bool(
                    closed
                )


def test_full_orders_and_ranks_against_walks_counted_by_hand(few, walks):
    failures = Counter()
    clean = Counter()
    with Survey.open(few) as survey:
        for board in survey.boards:
            failed = {
                order: sum(
                    len(path) < board.size and may_start(board, start)
                    for b, o, start, path in walks
                    if (b, o) == (board, order)
                )
                for order in ORDERS
            }
            assert survey.full_orders(board) == sorted(o for o in ORDERS if not failed[o])
            failures.update(failed)
            clean.update({o: failed[o] == 0 for o in ORDERS})
        ranks = survey.ranking()
        assert [r.order for r in ranks] == sorted(ORDERS, key=lambda o: (failures[o], o))
        assert {r.order: (r.failures, r.clean, r.boards) for r in ranks} == {
            o: (failures[o], clean[o], 3) for o in ORDERS
        }
        assert {r.walks for r in ranks} == {13 + 30 + 36}
        assert [r.boards for r in survey.ranking(survey.boards[:1])] == [1, 1, 1]


def test_first_closed_starts_match_the_thesis(tmp_path, shown):
    run_survey(Plan(boards=parse_boards("6..40", even=True), rule=OPEN, until_closed=True), tmp_path)
    with Survey.open(tmp_path) as survey:
        assert len(survey.boards) == 18
        for board, closed in zip(survey.boards, survey.all_closed(by_order=False), strict=True):
            assert closed.board == board
            row, col = closed.starts[0]
            assert (row + 1, col + 1) == FIRST_CLOSED[board.rows]
            assert survey.full_orders(board) == []  # not every start was walked from
    told = csv.DictReader(shown(tmp_path, "--closed", "--csv").splitlines())
    assert {int(line["board"].split("x")[0]): (int(line["row"]), int(line["col"])) for line in told} == {
        n: FIRST_CLOSED[n] for n in range(6, 41, 2)
    }


def test_runs_are_counted_in_sequence(tmp_path):
    """The result of a run of random starts follows from a survey of all starts."""
    run_survey(Plan(boards=parse_boards("8,9"), rule=OPEN), tmp_path / "all")
    plan = Plan(boards=parse_boards("8,9"), rule=OPEN, starts="random:10", repeat=10, seed=3)
    run_survey(plan, tmp_path / "drawn")
    with Survey.open(tmp_path / "all") as whole, Survey.open(tmp_path / "drawn") as drawn:
        for board in drawn.boards:
            left = [value for row in whole.unvisited_map(board, "12345678") for value in row]
            complete = [
                [left[start] == 0 for start in plan.starts_of(board, run)] for run in range(plan.repeat)
            ]
            assert drawn.runs(board, "12345678") == [sum(run) for run in complete]
            assert len({sum(run) for run in complete}) > 1
            rate = next(rate for rate in drawn.rates() if rate.board == board)
            assert (rate.walks, rate.complete) == (100, sum(map(sum, complete)))
            assert (rate.low, rate.high) == wilson(rate.complete, 100)
        assert all(len(runs) == 1 for runs in whole.all_runs(Board("8x8")).values())


def test_the_best_of_several_walks_counts(tmp_path):
    plan = Plan(boards=parse_boards("7"), rule=Rule("random"), repeat=4, seed=2)
    run_survey(plan, tmp_path)
    with Survey.open(tmp_path) as survey:
        board = survey.boards[0]
        _, rows = survey.sql("SELECT start_row - 1, start_col - 1, 49 - visited FROM walks")
        left = grid(board, lambda r, c: [value for row, col, value in rows if (row, col) == (r, c)])
        assert all(len(values) == 4 for row in left for values in row)
        assert any(len(set(values)) > 1 for row in left for values in row)
        assert survey.unvisited_map(board, "0") == [[min(values) for values in row] for row in left]
        assert survey.fails_map(board) == [[int(0 not in values) for values in row] for row in left]
        assert len(survey.runs(board, "0")) == 4
        assert survey.rates()[0].low is not None  # chance has a say in the walks


def test_only_samples_have_intervals(tmp_path):
    for name, options in {
        "some starts": {"starts": "random:5"},
        "every start, drawn": {"starts": "random:99"},
        "every start": {},
        "retries": {"retries": 2},
    }.items():
        run_survey(
            Plan(boards=parse_boards("6"), rule=OPEN, orders="12345678,24753186", **options), tmp_path / name
        )
        with Survey.open(tmp_path / name) as survey:
            rates, (together,) = survey.rates(), survey.rates(by_order=False)
        sampled = name in ("some starts", "retries")
        assert all((rate.low is not None) == sampled for rate in [*rates, together])
        if sampled:  # two orders from the same starts are no two samples
            each = together.walks // 2
            assert (together.low, together.high) == wilson(together.complete / 2, each)


def test_wilson_gives_the_published_intervals():
    """R. G. Newcombe, Two-sided confidence intervals for the single proportion (1998), table I, method 3."""
    for complete, walks, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        assert [round(end, 4) for end in wilson(complete, walks)] == [low, high]
        assert wilson(walks - complete, walks) == pytest.approx((1 - high, 1 - low), abs=6e-5)


@pytest.mark.parametrize("leaper", [(1, 2), (1, 3), (0, 1)])
def test_the_sql_for_allowed_colours_matches_theory(leaper, tmp_path):
    boards = parse_boards("1,2x3,5,4x5,5x7", leaper=leaper)
    run_survey(Plan(boards=boards, rule=OPEN), tmp_path)
    with Survey.open(tmp_path) as survey:
        assert [rate.allowed for rate in survey.rates()] == [count_allowed(board) for board in boards]
        assert [survey.count_asked(board) for board in boards] == [count_allowed(board) for board in boards]
        assert [board.leaper for board in survey.boards] == [leaper] * 5


def test_quarters_and_orders_that_were_dropped(tmp_path, shown):
    plan = Plan(
        boards=parse_boards("12..14"), rule=OPEN, orders="random:6", starts="quarter", stop_after_failures=6
    )
    run_survey(plan, tmp_path)
    with Survey.open(tmp_path) as survey:
        assert survey.dropped
        gone = {str(one["order"]) for one in survey.dropped}
        ranks = survey.ranking()
        assert [rank.order for rank in ranks if rank.dropped] == [r.order for r in ranks[-len(gone) :]]
        assert {rank.order for rank in ranks if rank.dropped} == gone
        # One that was cut short has few failures on that board, and is ranked last all the same.
        cut = survey.ranking([Board("14x14")])
        assert cut[-1].dropped
        assert cut[-1].failures < cut[-2].failures
        for one in survey.dropped:
            assert str(one["order"]) not in survey.full_orders(survey.find_board(one["board"]))
        for board in survey.boards:
            whole = survey.unvisited_map(board, next(o for o in plan.orders_of(board) if o not in gone))
            assert [row for row in whole if set(row) != {None}] == whole[: (board.rows + 1) // 2]
    assert f"dropped  {len(gone)} order" in shown(tmp_path)
    assert "dropped" in shown(tmp_path, "--rank")


# -- SQL ----------------------------------------------------------------------------------------------


def test_sql_sees_both_tables(few, walks):
    with Survey.open(few) as survey:
        names, rows = survey.sql('SELECT "order", count(*) AS n FROM walks GROUP BY 1 ORDER BY 1')
        assert names == ["order", "n"]
        assert rows == [(int(order), 25 + 30 + 36) for order in sorted(ORDERS)]
        assert survey.sql("SELECT sum(walks) FROM shards")[1] == [(len(walks),)]


def fingerprint(folder):
    return {
        str(p): hashlib.sha256(p.read_bytes()).hexdigest()
        for p in sorted(Path(folder).rglob("*"))
        if p.is_file()
    }


FORBIDDEN = (
    *("COPY walks TO '{0}/walks/000001.parquet' (FORMAT parquet)", "COPY walks TO 'out.csv'"),
    "WITH x AS (COPY (SELECT 1) TO '{0}/walks/000001.parquet') SELECT * FROM x",
    *(
        "EXPLAIN ANALYZE COPY (SELECT 1) TO '{0}/new.csv'",
        "EXPORT DATABASE '{0}/dump'",
        "EXPORT DATABASE 'out'",
    ),
    *(
        "ATTACH '{0}/new.db'",
        "ATTACH 'out.db'",
        "DELETE FROM walks",
        "INSERT INTO shards SELECT * FROM shards",
    ),
    *("SELECT * FROM read_csv('/etc/hostname')", "FROM read_text('/etc/passwd')", "FROM '/etc/passwd'"),
    *("FROM glob('/*')", "FROM files", "FROM sys", "SELECT getenv('HOME')", "INSTALL json", "LOAD httpfs"),
    *("SET threads = 1", "RESET enable_external_access", "SET enable_external_access = true"),
    *("PRAGMA threads = 1", "PRAGMA profiling_output = 'out.json'", "CREATE PERSISTENT SECRET a (TYPE http)"),
)
FAULTY = (
    'SELECT "order FROM walks',
    "SELECT order FROM walks",
    "SELECT nothing FROM walks",
    "",
    "-- nothing",
)


@pytest.mark.parametrize("query", FORBIDDEN + FAULTY)
def test_sql_can_only_read(few, query, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    before = fingerprint(few)
    with Survey.open(few) as survey, pytest.raises(BadInput) as refusal:
        survey.sql(query.format(few))
    assert "\n" not in str(refusal.value)
    assert fingerprint(few) == before
    assert list(tmp_path.iterdir()) == []

"""Edge cases of surveys: unusual directory names, times of derived orders, many retries."""

import statistics
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from surveys import walked
from test_survey_cover import affine_lines
from turaga import Board, Rule
from turaga.compiled_greedy import CompiledRule
from turaga.errors import BadInput, NotATour
from turaga.survey import cover, jobs, plot_values
from turaga.survey import tours as remaking
from turaga.survey.checked_files import check_files, read_walks
from turaga.survey.cover import fewest_cover
from turaga.survey.job_rows import compute_rows
from turaga.survey.jobs import cut_into_jobs
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.plot_values import Asked
from turaga.survey.queries import Survey
from turaga.survey.runner import run_survey
from turaga.survey.selection import Selection, select
from turaga.survey.tours import Choice, count_tours_kept, remake_tours

PLAIN = Rule("12345678")


def test_a_directory_name_is_not_a_pattern(tmp_path):
    names = {"a*b": "12345678", "axb": "13572468", "a[x]b": "24753186", "it's": "87654321"}
    for name, order in names.items():
        run_survey(Plan(boards=parse_boards("6"), rule=PLAIN.with_order(order)), str(tmp_path / name))
    for name, order in names.items():
        with Survey.open(tmp_path / name) as survey:
            (board,) = survey.boards
            assert [(rate.order, rate.walks) for rate in survey.rates()] == [(order, 36)]
            assert survey.orders_of(board) == [order]
            assert list(survey.all_runs(board)) == [order]
            assert survey.sql('SELECT DISTINCT "order" FROM walks')[1] == [(int(order),)]


def test_a_directory_name_is_not_a_column(tmp_path):
    folder = tmp_path / "order=5" / "rows=7"
    run_survey(Plan(boards=parse_boards("6"), rule=PLAIN), str(folder))
    with Survey.open(folder) as survey:
        (board,) = survey.boards
        assert (str(board), survey.orders_of(board)) == ("6x6", ["12345678"])
        assert sum(row.count(0) for row in survey.unvisited_map(board, "12345678")) == 35
        assert survey.full_orders(board) == []
        assert [rate.complete for rate in survey.rates()] == [35]
        assert survey.sql('SELECT DISTINCT rows, "order" FROM walks')[1] == [(6, 12345678)]


@pytest.mark.parametrize("starts", ["all", "quarter", "eighth"])
def test_times_include_all_walks(starts, tmp_path):
    """An order that its seven images are derived from is walked from more starts than it has rows."""
    orders = "12345678,21876543,34567812,43218765,56781234,65432187,78123456,87654321"
    plan = Plan(boards=parse_boards("8,7"), rule=PLAIN, orders=orders, starts=starts)
    ran = run_survey(plan, str(tmp_path))
    assert ran.walks == 64 + 49
    with Survey.open(tmp_path) as survey:
        spent = dict(survey.sql("SELECT board, sum(seconds) FROM shards GROUP BY board")[1])
        (found,) = plot_values.seconds(select(survey), Asked("seconds-all"))
    assert {value.at for value in found.values} == {Board("7x7"), Board("8x8")}
    for value in found.values:
        assert value.value == pytest.approx(spent[str(value.at)], rel=0.02)


def test_more_retries_than_there_are_orders(tmp_path):
    run_survey(Plan(boards=parse_boards("6"), rule=PLAIN, retries=10**9), str(tmp_path))
    with Survey.open(tmp_path) as survey:
        after = plot_values.incomplete_after(select(survey))
    assert [value[:2] for value in after[0]] == [(Board("6x6"), pytest.approx(100 / 36))]
    assert [value[:2] for value in after[max(after)]] == [(Board("6x6"), 0.0)]


def test_tours_of_a_damaged_survey_are_rejected(tmp_path):
    run_survey(Plan(boards=parse_boards("6..8"), rule=PLAIN), str(tmp_path))
    whole = count_tours_kept(tmp_path, Choice())
    for table in ("walks", "shards"):  # what no run of this plan has left here
        (tmp_path / table / "000099.parquet").write_bytes((tmp_path / table / "000001.parquet").read_bytes())
    assert len(list(remake_tours(tmp_path, Choice()))) == whole
    path = tmp_path / "walks" / "000002.parquet"
    data = bytearray(path.read_bytes())
    rows = len(data) - 8 - int.from_bytes(data[-8:-4], "little")  # behind them stands where each column is
    data[4:rows] = b"x" * (rows - 4)
    path.write_bytes(data)
    with pytest.raises(BadInput, match="recompute damaged files"):
        count_tours_kept(tmp_path, Choice())
    with pytest.raises(BadInput, match="recompute damaged files"):
        list(remake_tours(tmp_path, Choice(board=Board("7x7"))))


def test_the_seconds_of_all_orders_add_up_to_the_run(tmp_path):
    plan = Plan(boards=parse_boards("8"), rule=PLAIN, orders="random:40")
    ran = run_survey(plan, str(tmp_path), threads=1)
    with Survey.open(tmp_path) as survey:
        totals = survey.totals()
        ((least,),) = survey.sql("SELECT min(seconds) FROM shards")[1]
    assert 0 < 40 * least <= totals.seconds <= ran.seconds
    assert (totals.walked, totals.walks, totals.steps) == (ran.walks, 40 * 64, ran.steps)


def test_starts_that_theory_rules_out_are_not_derived(tmp_path):
    plan = Plan(boards=parse_boards("3"), rule=PLAIN, method="search", step_limit=10)
    run_survey(plan, str(tmp_path))
    with Survey.open(tmp_path) as survey:
        totals = survey.totals()
    assert (totals.walks, totals.walked, totals.steps) == (9, 9, 0)


def test_the_limit_of_failures_can_be_any_number(tmp_path):
    plan = Plan(boards=parse_boards("6..7"), rule=PLAIN, stop_after_failures=10**20)
    ran = run_survey(plan, str(tmp_path))
    assert (ran.walks, ran.dropped) == (36 + 49, ())


def test_orders_that_were_walked_on_fewer_boards_rank_behind_the_others(tmp_path):
    """Of squares one of eight orders is walked, of rectangles one of four: half of these on no square."""
    plan = Plan(boards=parse_boards("3x4,5"), rule=PLAIN, orders="unique")
    run_survey(plan, str(tmp_path))
    with Survey.open(tmp_path) as survey:
        ranks = survey.ranking()
    assert [rank.boards for rank in ranks] == [2] * 5040 + [1] * 5040
    for part in (ranks[:5040], ranks[5040:]):
        assert [rank.failures for rank in part] == sorted(rank.failures for rank in part)
    assert min(rank.failures for rank in ranks[5040:]) < ranks[5039].failures


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [("end", AssertionError, "two different ends"), ("length", NotATour, "4 squares are unvisited")],
)
def test_kernel_results_are_verified(wrong, error, words, monkeypatch):
    """One walk of each job is walked again and verified."""
    plan = Plan(boards=parse_boards("8"), rule=Rule("81234567"))
    truly = CompiledRule.walk_many

    def walk_many(machine, *args, **options):
        visited, ends = truly(machine, *args, **options)
        if wrong == "end":
            ends[:] = (ends + 1) % 64
        else:  # the walk that fails is said to be complete, and no other
            visited[:] = np.where(visited == 64, 1, 64)
        return visited, ends

    ((job,),) = cut_into_jobs(plan)
    assert compute_rows(plan, job, {}, lambda *_: None).walks["complete"].sum() == 63
    monkeypatch.setattr(CompiledRule, "walk_many", walk_many)
    with pytest.raises(error, match=words):
        compute_rows(plan, job, {}, lambda *_: None)


@pytest.mark.parametrize(("board", "rule", "allowed"), [("5x5", Rule(), 13), ("8x8", PLAIN, 64)])
def test_the_spread_of_the_orders_of_a_board(board, rule, allowed, tmp_path):
    run_survey(Plan(boards=parse_boards(board), rule=rule, orders="random:50"), str(tmp_path))
    with Survey.open(tmp_path) as survey:
        (spread,) = survey.spreads()
        complete = [rate.complete for rate in survey.rates()]
        full = survey.full_orders(spread.board)
    size = spread.board.size
    assert (spread.orders, spread.clean) == (50, complete.count(allowed))
    assert spread.clean == len(full) > 0
    assert (spread.worst, spread.best) == (min(complete) / size, max(complete) / size)
    assert spread.median == pytest.approx(statistics.median(complete) / size)


@settings(deadline=None)
@given(
    st.integers(1, 5).flatmap(
        lambda width: st.lists(
            st.lists(st.booleans(), min_size=width, max_size=width), min_size=1, max_size=12
        )
    ),
    st.integers(1, 4),
)
def test_only_maximal_rows_stay(rows, block):
    sets = [frozenset(i for i, held in enumerate(row) if held) for row in rows]
    stay = [i for i, one in enumerate(sets) if one not in sets[:i] and not any(one < other for other in sets)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cover, "_BLOCK", block)
        assert cover._maximal(np.array(rows, dtype=bool)).tolist() == stay


def test_an_unfinished_search_reports_only_the_bound_it_proved():
    """All that CP-SAT has to say but its cover: nine points of the affine space hold no line, and no ten."""
    from ortools.sat.python import cp_model  # here, because every process that runs tests loads this file

    truly = cover._solve_until

    def cut_short(*args):
        truly(*args)
        return cp_model.UNKNOWN

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cover, "_solve_until", cut_short)
        found = fewest_cover(affine_lines(3))
    assert found.lower_bound == 18 < len(found.chosen)


def test_a_start_completes_if_any_of_its_walks_does(tmp_path):
    """By random ties some walks from a start complete and some do not."""
    failing = []
    for seed in (1, 2):
        plan = Plan(boards=parse_boards("30"), rule=Rule("random"), repeat=2, seed=seed)
        run_survey(plan, str(tmp_path / str(seed)))
        rows = walked(plan)
        ever = {row[4:6] for row in rows if row[9]}
        failing.append({row[4:6] for row in rows} - ever)
        assert any(row[4:6] in ever for row in rows if not row[9])
    assert failing[0]
    with Survey.open(tmp_path / "1") as one, Survey.open(tmp_path / "2") as other:
        parts = select(one), select(other)
        (fails,) = plot_values.on_squares(parts[0], "fails").values()
        (joint,) = plot_values.joint_failures(parts)
    for row, col in product(range(30), repeat=2):
        here = [(row + 1, col + 1) in starts for starts in failing]
        assert fails[row][col] == here[0]
        assert joint.marks[row][col] == here[0] + 2 * here[1]
    _, *counts = joint.counts
    assert (counts[0] + counts[2], counts[1] + counts[2]) == tuple(map(len, failing))


def test_orders_keep_the_sequence_of_the_plan(tmp_path):
    listed = ("53461278", "12345678", "24753186")
    run_survey(Plan(boards=parse_boards("6"), rule=PLAIN, orders=",".join(listed)), str(tmp_path))
    with Survey.open(tmp_path) as survey:
        part = select(survey)
        assert part.orders == listed
        assert [line.name for line in plot_values.by_board(part, Asked("rate"))] == list(listed)
        assert select(survey, orders="24753186,53461278").orders == ("24753186", "53461278")


def test_the_orders_of_a_cover_are_sorted_by_what_they_add():
    held = [{0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 6}, {7, 8}]
    holds = np.array([[start in one for start in range(10)] for one in held])
    survey = SimpleNamespace(completions=lambda board, orders: (list(range(10)), holds))
    part = Selection(survey, (Board("2x5"),), ("A", "B", "C"), all_boards=True, all_orders=True)
    (covering,) = plot_values.board_covers(part)
    assert (covering.orders, covering.left, covering.at_least) == (("A", "C", "B"), (4, 2, 1), 3)


def test_runs_are_separated_in_jobs_that_start_within_a_run(tmp_path, monkeypatch):
    monkeypatch.setattr(jobs, "_LEAST", 3000)
    plan = Plan(boards=parse_boards("8"), rule=Rule("random"), starts="random:20", repeat=5, seed=4)
    run_survey(plan, str(tmp_path))
    assert len({job.first for (job,) in cut_into_jobs(plan)}) > 2
    made = [(one.run, (one.tour[0][0] + 1, one.tour[0][1] + 1)) for one in remake_tours(tmp_path, Choice())]
    kept = [(i // 20, row[4:6]) for i, row in enumerate(walked(plan)) if row[9]]
    assert made == kept


@pytest.mark.parametrize("column", ["end_row", "closed"])
def test_a_wrong_row_is_detected(column, tmp_path, monkeypatch):
    run_survey(Plan(boards=parse_boards("6"), rule=PLAIN), str(tmp_path))
    rows = read_walks(check_files(tmp_path), 1, remaking._COLUMNS)
    i = next(
        i for i in range(36) if rows["complete"][i] and not rows["closed"][i] and rows["end_row"][i] == 1
    )
    rows[column][i] = {"end_row": 6, "closed": True}[column]
    monkeypatch.setattr(remaking, "read_walks", lambda files, number, columns: rows)
    with pytest.raises(BadInput, match="differs from the stored one"):
        list(remake_tours(tmp_path, Choice()))

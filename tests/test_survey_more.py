"""What is easily got wrong in a survey: names of folders, times of orders walked for others, many retries."""

import numpy as np
import pytest

from turaga import Board, Rule
from turaga.errors import BadInput, NotATour
from turaga.solve.compiled import Machine
from turaga.survey import figures
from turaga.survey.asking import Survey
from turaga.survey.jobs import cut
from turaga.survey.parts import choose
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.remaking import Choice, count_tours_kept, remake_tours
from turaga.survey.running import run_survey
from turaga.survey.work import do_job

PLAIN = Rule(ties="order:12345678")


def test_a_folder_s_name_is_no_pattern(tmp_path):
    for name, order in (("a*b", "12345678"), ("axb", "13572468"), ("a[x]b", "24753186")):
        run_survey(Plan(boards=parse_boards("6"), rule=PLAIN.with_order(order)), str(tmp_path / name))
    for name, order in (("a*b", "12345678"), ("axb", "13572468"), ("a[x]b", "24753186")):
        with Survey.open(tmp_path / name) as survey:
            (board,) = survey.boards
            assert [(rate.order, rate.walks) for rate in survey.rates()] == [(order, 36)]
            assert survey.orders_of(board) == [order]
            assert list(survey.all_runs(board)) == [order]
            assert survey.sql('SELECT DISTINCT "order" FROM walks')[1] == [(int(order),)]


def test_a_folder_s_name_is_no_column(tmp_path):
    folder = tmp_path / "order=5" / "rows=7"
    run_survey(Plan(boards=parse_boards("6"), rule=PLAIN), str(folder))
    with Survey.open(folder) as survey:
        (board,) = survey.boards
        assert (str(board), survey.orders_of(board)) == ("6x6", ["12345678"])
        assert sum(row.count(0) for row in survey.unvisited_map(board, "12345678")) == 35
        assert survey.full_orders(board) == []
        assert survey.sql('SELECT DISTINCT rows, "order" FROM walks')[1] == [(6, 12345678)]


@pytest.mark.parametrize("starts", ["all", "quarter", "eighth"])
def test_times_are_of_all_that_was_walked(starts, tmp_path):
    """An order that its seven images are derived from is walked from more starts than it has rows."""
    orders = "12345678,21876543,34567812,43218765,56781234,65432187,78123456,87654321"
    plan = Plan(boards=parse_boards("8,7"), rule=PLAIN, orders=orders, starts=starts)
    ran = run_survey(plan, str(tmp_path))
    assert ran.walks == 64 + 49
    with Survey.open(tmp_path) as survey:
        spent = dict(survey.sql("SELECT board, sum(seconds) FROM shards GROUP BY board")[1])
        found = figures.timings(choose(survey))
    assert {(timing.rows, timing.cols) for timing in found} == {(7, 7), (8, 8)}
    for timing in found:
        assert timing.every == pytest.approx(spent[f"{timing.rows}x{timing.cols}"], rel=0.02)


def test_more_retries_than_there_are_orders(tmp_path):
    run_survey(Plan(boards=parse_boards("6"), rule=PLAIN, retries=10**9), str(tmp_path))
    with Survey.open(tmp_path) as survey:
        after = figures.left_after(choose(survey))
    assert after[0] == [(6, 6, pytest.approx(100 / 36))]
    assert after[max(after)] == [(6, 6, 0.0)]


def test_tours_of_a_damaged_survey_are_refused_in_a_sentence(tmp_path):
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
    with pytest.raises(BadInput, match="is damaged"):
        count_tours_kept(tmp_path, Choice())
    with pytest.raises(BadInput, match="is damaged"):
        list(remake_tours(tmp_path, Choice(board=Board("7x7"))))


def test_the_seconds_of_all_orders_are_those_of_the_run(tmp_path):
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


def test_a_limit_of_failures_may_be_any_number(tmp_path):
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
    [("end", AssertionError, "ended elsewhere"), ("length", NotATour, "4 squares are unvisited")],
)
def test_what_a_kernel_says_is_not_believed(wrong, error, words, monkeypatch):
    """One walk of each job is walked again and verified."""
    plan = Plan(boards=parse_boards("8"), rule=Rule(ties="order:81234567"))
    truly = Machine.walk_many

    def walk_many(machine, *args, **options):
        visited, ends = truly(machine, *args, **options)
        if wrong == "end":
            ends[:] = (ends + 1) % 64
        else:  # the walk that fails is said to be complete, and no other
            visited[:] = np.where(visited == 64, 1, 64)
        return visited, ends

    ((job,),) = cut(plan)
    assert do_job(plan, job, {}, lambda *_: None).walks["complete"].sum() == 63
    monkeypatch.setattr(Machine, "walk_many", walk_many)
    with pytest.raises(error, match=words):
        do_job(plan, job, {}, lambda *_: None)

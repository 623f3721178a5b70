"""What is easily got wrong in a survey: names of folders, times of orders walked for others, many retries."""

import pytest

from turaga import Board, Rule
from turaga.errors import BadInput
from turaga.survey import figures
from turaga.survey.asking import Survey
from turaga.survey.parts import choose
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.remaking import Choice, count_tours_kept, remake_tours
from turaga.survey.running import run_survey

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

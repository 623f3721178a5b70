"""A survey's tours, recomputed from its rows."""

import json
from pathlib import Path

import pytest

from command import refused, turaga
from surveys import edit_manifest
from turaga import Rule, solve, verify
from turaga.notation import read
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.queries import Survey
from turaga.survey.runner import run_survey
from turaga.survey.tours import Choice, count_tours_kept, remake_tours

PLANS = {
    "fixed order, one derived": Plan(
        boards=parse_boards("6,5x7,8"), rule=Rule("12345678"), orders="12345678,87654321"
    ),
    "retries": Plan(boards=parse_boards("10..12"), rule=Rule("serafeimidis"), retries=3, seed=5),
    "orders to retry with": Plan(
        boards=parse_boards("9"), rule=Rule("81234567"), retry_orders=("24753186", "13472568")
    ),
    "random ties, three runs": Plan(
        boards=parse_boards("8..9"), rule=Rule("random"), starts="random:7", repeat=3, seed=1
    ),
    "search": Plan(
        boards=parse_boards("5..6"), rule=Rule("21876543"), method="search", step_limit=3000
    ),
    "until closed": Plan(boards=parse_boards("6..12", even=True), rule=Rule(), until_closed=True),
    "dropped": Plan(
        boards=parse_boards("5..8"), rule=Rule("serafeimidis"), orders="random:4",
        stop_after_failures=3,
    ),
}  # fmt: skip


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_every_complete_row_gives_its_tour(plan, tmp_path):
    run_survey(plan, tmp_path / "s")
    made = list(remake_tours(tmp_path / "s", Choice()))
    with Survey.open(tmp_path / "s") as database:
        rows = database.rows(
            'SELECT rows, cols, "order", start_row, start_col, end_row, end_col, closed FROM walks '
            "WHERE complete"
        )
    assert sorted(rows) == sorted(
        (
            *(one.tour.board.rows, one.tour.board.cols, int(one.order)),
            *(side + 1 for square in (one.tour[0], one.tour[-1]) for side in square),
            one.tour.closed,
        )
        for one in made
    )
    assert len(made) == count_tours_kept(tmp_path / "s", Choice()) > 0
    assert all(verify(one.tour).is_tour for one in made)


def test_a_retried_walk_is_what_solve_finds(tmp_path):
    plan = PLANS["retries"]
    run_survey(plan, tmp_path / "s")
    for one in remake_tours(tmp_path / "s", Choice()):
        again = solve(
            one.tour.board, start=one.tour[0], method="greedy", rule=plan.rule, seed=5, retries=plan.retries
        )
        assert again.tour == one.tour


def test_choosing(tmp_path):
    plan = PLANS["fixed order, one derived"]
    run_survey(plan, tmp_path / "s")
    choice = Choice(board=plan.boards[2], order="87654321", closed=True)
    made = list(remake_tours(tmp_path / "s", choice))
    assert made
    assert {(str(one.tour.board), one.order, one.tour.closed) for one in made} == {("8x8", "87654321", True)}
    assert len(made) == count_tours_kept(tmp_path / "s", choice)


def test_the_command(tmp_path):
    turaga("survey", "run", "--boards", "6,5x8", "--out", tmp_path / "s")
    done = turaga("survey", "tours", tmp_path / "s", "--out", tmp_path / "t", "--json")
    facts = json.loads(done.stdout)
    files = sorted((tmp_path / "t").rglob("*.txt"))
    assert len(files) == facts["tours"] > 50
    assert {path.parent.name for path in files} == {"6x6", "5x8"}
    for path in files:
        tour = read(path.read_text()).walk
        order, row, col = path.stem.split("-")
        assert (order, tour[0]) == ("12345678", (int(row) - 1, int(col) - 1))
        assert verify(tour).is_tour
    done = turaga("survey", "tours", tmp_path / "s", "--out", tmp_path / "j", "--to", "json", "--closed")
    assert "of 2 boards written to" in done.stdout
    for path in Path(tmp_path / "j").rglob("*"):
        assert path.is_dir() or read(path.read_text()).walk.closed


def test_what_is_refused(tmp_path):
    turaga("survey", "run", "--boards", "6", "--out", tmp_path / "s")
    tours = ("survey", "tours", tmp_path / "s", "--out", tmp_path / "t")
    assert "36 files, and the limit is 35" in refused(*tours, "--max-files", 35)
    assert "has no walks on 7x7: it has 6x6" in refused(*tours, "--board", "7x7")
    assert "order '123'" in refused(*tours, "--order", "123")
    assert "no walks with order 24753186" in refused(*tours, "--order", "24753186")
    assert "contain a survey" in refused("survey", "tours", tmp_path / "none", "--out", tmp_path / "t")
    assert not (tmp_path / "t").exists()
    (tmp_path / "t").write_text("a file")
    assert "cannot be written" in refused(*tours)


def test_without_tours_nothing_is_written(tmp_path, here):
    run_survey(Plan(boards=parse_boards("4")), tmp_path / "s")
    status, said, _ = here("survey", "tours", tmp_path / "s", "--out", tmp_path / "t")
    assert (status, said) == (0, "there are no such tours: nothing was written\n")
    assert not (tmp_path / "t").exists()


def test_the_tours_of_an_unfinished_survey(tmp_path, here, sentence):
    run_survey(Plan(boards=parse_boards("6,8")), tmp_path / "s")
    edit_manifest(tmp_path / "s", finished=False)
    for path in [tmp_path / "s" / table / "000002.parquet" for table in ("walks", "shards")]:
        path.unlink()
    asked = ["survey", "tours", tmp_path / "s", "--out", tmp_path / "t"]
    written = f"36 tours of 1 board written to {tmp_path / 't'}\n"
    assert here(*asked) == (0, written, "(the survey is not finished: 1 of 2 jobs done)\n")
    assert "no walks on 8x8 yet" in sentence(*asked, "--board", "8")

"""The experiments of Agh, Stahovec and Serafeimidis as surveys: listed starts, limits by size, how walks
ended, and the tables that show them. Expected values are those of their documents, or of `solve`."""

import csv
import io
import json
from itertools import permutations

import pytest

from command import turaga
from surveys import expected, sequences, table_rows
from turaga import Found, Impossible, Rule, solve
from turaga.survey import Survey, load_table
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.runner import run_survey
from turaga.walks import map_starts

# Agh's tables: the board, X (column), Y (row), the steps and the result. On 25x25 from X=24, Y=7 he reached
# his limit of 20 seconds after 4,894,639 steps.
TABLE_1 = """
5x5 2 4 25 found directly
5x5 2 2 354 found by backtracking
5x5 2 5 1829421 exhausted
"""
TABLE_2 = "\n".join(
    f"8x8 {x} {y} 64 found directly"
    for x, y in [(1, 1), (7, 3), (2, 3), (5, 5), (1, 8), (6, 3), (2, 5), (3, 3), (8, 7), (5, 4)]
)
TABLE_3 = """
7x7 5 3 542762 found by backtracking
10x10 2 6 100 found directly
15x15 15 3 225 found directly
20x20 17 12 400 found directly
25x25 21 7 625 found directly
25x25 24 7 4894639 step limit
35x35 17 31 1225 found directly
50x50 44 28 2500 found directly
"""


def table_of(text):
    rows = [line.split(maxsplit=4) for line in text.strip().splitlines()]
    return [(board, f"{y},{x}", int(steps), ending) for board, x, y, steps, ending in rows]


def run(folder, *args):
    done = turaga("survey", "run", *args, "-o", folder)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def shown(folder, *args):
    done = turaga("survey", "show", folder, *args)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("text", [TABLE_1, TABLE_2, TABLE_3], ids=["2.1", "2.2", "2.3"])
def test_the_tables_of_agh(text, tmp_path):
    rows = table_of(text)
    boards = ",".join(dict.fromkeys(board for board, *_ in rows))
    starts = " ".join(f"{board}:{start}" for board, start, *_ in rows)
    run(tmp_path / "s", "--boards", boards, "--like", "agh", "--step-limit", "4894639", "--starts", starts)
    header, *lines = shown(tmp_path / "s", "--walks").splitlines()
    assert header.split() == ["board", "start", "time", "steps", "unvisited", "ending"]
    told = [line.split(maxsplit=6) for line in lines[: len(rows)]]
    assert [(board, start, int(steps), ending) for board, start, _, _, steps, _, ending in told] == rows
    assert {unit for _, _, _, unit, *_ in told} <= {"ms", "s"}
    means = [line for line in lines[len(rows) :] if line.startswith("exhausted:")]
    assert len(means) == ("exhausted" in text)
    # JSON and CSV have the same walks.
    walks = json.loads(shown(tmp_path / "s", "--walks", "--json"))["walks"]
    found = [(one["board"], "{},{}".format(*one["start"]), one["steps"], one["ending"]) for one in walks]
    assert found == rows
    assert all(one["seconds"] > 0 for one in walks)
    lines = list(csv.DictReader(io.StringIO(shown(tmp_path / "s", "--walks", "--csv"))))
    assert [(one["board"], int(one["steps"]), one["ending"]) for one in lines] == [
        (board, steps, ending) for board, _, steps, ending in rows
    ]


def test_the_overview_has_minimum_mean_and_maximum(tmp_path):
    run(tmp_path / "s", "--boards", "5", "--like", "agh", "--step-limit", "2000", "--starts", "4,2 2,2 b1")
    text = shown(tmp_path / "s")
    assert "starts   4,2 2,2 b1\n" in text
    header, line = text.splitlines()[-2:]
    assert header.split() == ["board", "min", "steps", "mean", "max", "min", "time", "mean", "max"]
    assert line.split()[:4] == ["5x5", "25", "793", "2000"]  # of 25, 354 and 2000
    (board,) = json.loads(shown(tmp_path / "s", "--json"))["boards"]
    assert board["steps_per_walk"] == {"least": 25, "mean": 793, "most": 2000}
    times = board["seconds_per_walk"]
    assert 0 < times["least"] <= times["mean"] <= times["most"]


def test_limits_by_board_size(tmp_path):
    """Stahovec's setting, with smaller numbers. No tour starts on these squares: each search is stopped."""
    limits = "5..6:100,7..8:200,12,15:300,20..30:400"
    setting = ("--boards", "5,7,15", "--like", "stahovec", "--step-limit", limits)
    run(tmp_path / "s", *setting, "--starts", "1,2 2,1")
    walks = json.loads(shown(tmp_path / "s", "--walks", "--json"))["walks"]
    assert [(one["board"], one["steps"], one["ending"]) for one in walks] == [
        (board, steps, "step limit")
        for board, steps in (("5x5", 100), ("7x7", 200), ("15x15", 300))
        for _ in "12"
    ]
    text = shown(tmp_path / "s")
    assert "at most 100 steps on 5..6, 200 steps on 7..8, 300 steps on 12,15, 400 steps on 20..30" in text
    again = run(tmp_path / "s", *setting, "--starts", " 1,2  2,1")
    assert "nothing to do: the survey was already complete" in again


@pytest.mark.parametrize("prune", [True, False])
def test_how_searches_end(prune, tmp_path):
    plan = Plan(
        boards=parse_boards("5,3x7,3x4"), rule=Rule("agh"), method="search", step_limit=800,
        theory=prune, prune=prune, orders="1,40320",
    )  # fmt: skip
    run_survey(plan, tmp_path)
    with Survey.open(tmp_path) as survey:
        walks = list(survey.each_walk(plan.boards))
    assert len(walks) == 2 * (25 + 21 + 12)
    for walk in walks:
        outcome = solve(
            walk.board, start=walk.start, method="search", rule=plan.rule.with_order(walk.order),
            step_limit=800, theory=prune, prune=prune,
        )  # fmt: skip
        assert walk.ending == search_ending(outcome)
    assert {walk.ending for walk in walks} >= {"found directly", "found by backtracking", "exhausted"}
    # On a square 87654321 is an image of 12345678: its walks were derived, so their time is not known.
    for walk in walks:
        assert (walk.seconds is None) == (walk.order == "87654321" and walk.board.rows == walk.board.cols)


def search_ending(outcome):
    match outcome:
        case Found():
            return "found by backtracking" if outcome.backtracks else "found directly"
        case Impossible():
            return "exhausted" if outcome.steps else "ruled out"
    return "step limit"


def test_how_greedy_walks_end(tmp_path):
    plan = Plan(boards=parse_boards("7,8"), rule=Rule("serafeimidis"), retries=2, seed=3)
    run_survey(plan, tmp_path)
    with Survey.open(tmp_path) as survey:
        walks = list(survey.each_walk(plan.boards))
    rows = sequences(expected(plan, [plan.rule.order]))
    assert [(walk.complete, walk.retries, walk.steps) for walk in walks] == [
        (row[9], row[11], row[12]) for each in rows.values() for row in each
    ]
    for walk in walks:
        found = "found by retrying" if walk.retries else "found directly"
        assert walk.ending == (found if walk.complete else "dead end")
        assert walk.seconds is None  # made in batches
    assert len({walk.ending for walk in walks}) == 3


def test_greedy_walks_from_listed_starts_are_measured(tmp_path):
    plan = Plan(boards=parse_boards("6,8"), rule=Rule("12345678"), orders="1..3,87654321", starts="b2 3,3")
    run_survey(plan, tmp_path / "s", threads=2)
    rows = table_rows(tmp_path / "s")
    orders = ["12345678", "12345687", "12345768", "87654321"]
    assert sequences(rows) == sequences(expected(plan, orders))
    with Survey.open(tmp_path / "s") as survey:
        walks = list(survey.each_walk(survey.boards))
    assert all(walk.seconds > 0 for walk in walks)
    assert [(walk.order, walk.start) for walk in walks[8:]] == [
        (order, start) for order in orders for start in ((6, 1), (2, 2))
    ]
    run_survey(plan, tmp_path / "again", threads=1)
    columns = [name for name in load_table(tmp_path / "s").column_names if name != "seconds"]
    assert load_table(tmp_path / "again", columns=columns) == load_table(tmp_path / "s", columns=columns)


def test_serial_numbers_of_orders():
    every = ["".join(order) for order in permutations("12345678")]
    assert Plan(boards=parse_boards("6"), orders="1..100").orders.split(",") == every[:100]
    assert Plan(boards=parse_boards("6"), orders=" 40319..40320,24753186,7 ").orders.split(",") == [
        *every[-2:], "24753186", every[6],
    ]  # fmt: skip
    assert Plan(boards=parse_boards("6"), orders="1..40320").orders.split(",") == every


def test_failures_retries_and_totals(tmp_path):
    """Section 6.10 of Serafeimidis's thesis: the retries, failures and time of each board, and totals."""
    run(tmp_path / "s", "--boards", "6..10", "--like", "serafeimidis", "--retries", "1")
    maps = [map_starts(f"{n}x{n}", Rule("serafeimidis"), retries=1) for n in range(6, 11)]
    failures = [made.allowed - made.complete for made in maps]
    header, *lines = shown(tmp_path / "s").split("\n\n")[1].splitlines()
    at = header.split().index("failures")
    assert [int(line.split()[at]) for line in lines] == [*failures, sum(failures)]
    assert lines[-1].startswith("total")
    assert all(len(line) <= 80 for line in shown(tmp_path / "s").splitlines()[8:])
    facts = json.loads(shown(tmp_path / "s", "--json"))
    assert [one["failures"] for one in facts["rates"]] == failures
    assert facts["failures"] == sum(failures) > 0
    with Survey.open(tmp_path / "s") as survey:
        walks = list(survey.each_walk(survey.boards))
    assert facts["retries"] == sum(walk.retries for walk in walks) > 0
    assert facts["seconds"] == pytest.approx(sum(one["seconds"] for one in facts["boards"]), abs=1e-5)


def test_a_plan_with_the_new_settings_survives_the_manifest():
    plan = Plan(
        boards=parse_boards("5..8"), method="search", starts="1,1 B2 8x8:h8", orders="1..5",
        step_limit="5,6:10,7..8: 20", time_limit="5..8:0.5",
    )  # fmt: skip
    again = Plan.from_json(json.loads(json.dumps(plan.as_json())))
    assert again == plan
    assert [again.step_limit_of(board) for board in again.boards] == [10, 10, 20, 20]
    assert [again.time_limit_of(board) for board in again.boards] == [0.5] * 4
    assert [list(again.starts_of(board, 0)) for board in again.boards] == [
        [0, 16], [0, 25], [0, 36], [0, 49, 7],
    ]  # fmt: skip

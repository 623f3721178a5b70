"""`turaga survey plot`: every kind by the command, and what it says to what cannot be drawn."""

import json
import re
from xml.etree import ElementTree

import pytest

from command import python, refused, turaga
from turaga.board import Board
from turaga.cli import main
from turaga.cli.survey._plot_kinds import KINDS
from turaga.rule import Rule
from turaga.solve.start_map import map_starts
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.runner import run_survey
from turaga.survey.store import Store

ORDERS = "12345678,24753186"
OPEN = Rule(ties="order:12345678", open_start=True)
RUNS = Plan(boards=parse_boards("5,6"), rule=OPEN, starts="random:7", repeat=4, seed=1)


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Surveys: two orders; another rule; with retries; many orders; one board; all by chance."""
    plans = {
        "two": Plan(boards=parse_boards("5..8"), rule=OPEN, orders=ORDERS),
        "roth": Plan(boards=parse_boards("6..8")),
        "tried": Plan(boards=parse_boards("6..8"), rule=OPEN, retries=8),
        "many": Plan(boards=parse_boards("6..8"), rule=OPEN, orders="random:40"),
        "one": Plan(boards=parse_boards("6"), rule=OPEN, orders="random:40"),
        "random": Plan(boards=parse_boards("6..8"), rule=Rule(ties="random"), starts="random:9", seed=4),
        "runs": RUNS,
    }
    root = tmp_path_factory.mktemp("surveys")
    for name, plan in plans.items():
        run_survey(plan, root / name)
    return root


def drawn(capsys, folder, *args):
    """What --json says was drawn, and that a file was."""
    out = folder / "out.svg"
    out.unlink(missing_ok=True)
    status = main(["survey", "plot", *map(str, args), "-o", str(out), "--json"])
    said = capsys.readouterr()
    assert (status, said.err) == (0, "")
    ElementTree.parse(out)
    return json.loads(said.out)


# What is asked of which surveys, and what the title must say.
ASKED = {
    "rate": (["two"], "Complete walks by board size"),
    "failures": (["two", "roth", "random"], "Failed walks by board size"),
    "retries": (["tried"], "Starts still incomplete after retries"),
    "runs": (["runs"], "Starts solved in each run"),
    "time": (["two", "roth"], "Time by board size"),
    "map": (["two", "--board", "8", "--order", "12345678"], "8×8: squares left unvisited, by start"),
    "ends": (["two"], "4 boards, 5×5 to 8×8: where complete tours end"),
    "closed-starts": (["two"], "4 boards, 5×5 to 8×8: where closed tours start"),
    "compare": (["two"], "Failures of A, of B, and of both, by board size"),
    "cover": (["many"], "3 boards, 6×6 to 8×8: fewest orders that complete every start"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind(kind, folders, capsys):
    args, title = ASKED[kind]
    names = [str(folders / word) if (folders / word).is_dir() else word for word in args]
    facts = drawn(capsys, folders, *names, "--kind", kind)
    assert (facts["kind"], facts["title"], facts["file"]) == (kind, title, str(folders / "out.svg"))
    assert facts["drawn"]


def test_the_numbers_drawn_are_those_of_the_walks(folders, capsys):
    facts = drawn(capsys, folders, folders / "two", "--kind", "rate")
    assert facts["note"] == "fewest onward moves, ties order (open start) · 2 orders · every start"
    assert [line["label"] for line in facts["drawn"]] == ORDERS.split(",")
    for line in facts["drawn"]:
        for point in line["points"]:
            starts = map_starts(Board(point["rows"], point["cols"]), OPEN.with_order(line["label"]))
            assert point["value"] == pytest.approx(100 * starts.complete / starts.allowed)
    (cells,) = drawn(capsys, folders, folders / "two", "--kind", "map", "--board", 8, "--order", 12345678)[
        "drawn"
    ]
    assert cells["numbers"] == map_starts("8x8", OPEN).rows()


def test_runs_are_those_of_the_plan(folders, capsys):
    facts = drawn(capsys, folders, folders / "runs", "--kind", "runs")
    assert facts["note"].startswith("grey: starts that colour allows")
    for line, board in zip(facts["drawn"], RUNS.boards, strict=True):
        left = map_starts(board, OPEN).by_start()
        starts = [[board.square(start) for start in RUNS.starts_of(board, run)] for run in range(4)]
        assert (line["board"], line["starts"]) == (f"{board.rows}x{board.cols}", 7)
        assert line["solved"] == [sum(left[start] == 0 for start in run) for run in starts]
        allowed = [sum(board.size % 2 == 0 or sum(start) % 2 == 0 for start in run) for run in starts]
        assert line["allowed"] == allowed
    assert "has only one run: run one with --repeat 10" in refused(
        "survey", "plot", folders / "two", "--kind", "runs", "-o", folders / "x.svg"
    )


def test_surveys_are_told_apart_by_what_differs(folders, capsys):
    facts = drawn(
        capsys, folders, *(folders / name for name in ("two", "roth", "random")), "--kind", "failures",
        "--order", "12345678",
    )  # fmt: skip
    assert [line["label"] for line in facts["drawn"]] == [
        "ties order (open start), every start",
        "ties outermost, then order, every start",
        "ties random, 9 random starts per board, seed 4",
    ]
    same = drawn(capsys, folders, folders / "two", folders / "many", "--kind", "rate", "--board", "6..8")
    labels = [line["label"] for line in same["drawn"]]
    assert labels == ["two, 2 orders", "many, 40 orders"]
    assert same["note"].startswith("fewest onward moves, ties order (open start) · every start")


def test_many_orders_become_a_band_and_one_board_bars(folders, capsys):
    (band,) = drawn(capsys, folders, folders / "many", "--kind", "failures")["drawn"]
    assert band["label"] == "40 orders"
    assert all(p["least"] <= p["lower"] <= p["middle"] <= p["upper"] <= p["most"] for p in band["points"])
    counts = drawn(capsys, folders, folders / "one", "--kind", "failures")["drawn"]
    assert sum(each["orders"] for each in counts) == 40
    bars = drawn(capsys, folders, folders / "two", "--kind", "rate", "--board", "8")["drawn"]
    assert [bar["label"] for bar in bars] == ORDERS.split(",")


def test_two_orders_on_one_board_are_a_map(folders, capsys):
    facts = drawn(capsys, folders, folders / "two", "--kind", "compare", "--board", "8")
    (duel,) = facts["drawn"]
    fails = [
        [left > 0 for left in map_starts("8x8", OPEN.with_order(order)).unvisited]
        for order in ORDERS.split(",")
    ]
    assert [mark for row in duel["marks"] for mark in row] == [a + 2 * b for a, b in zip(*fails, strict=True)]
    two = drawn(
        capsys, folders, folders / "two", folders / "roth", "--kind", "compare", "--order", "12345678",
        "--board", "8",
    )  # fmt: skip
    (duel,) = two["drawn"]
    assert (duel["first"], duel["second"]) == ("ties order (open start)", "ties outermost, then order")


def test_the_real_command_writes_the_file_and_nothing_else(folders, tmp_path):
    out = tmp_path / "rate.PNG"
    done = turaga(
        "survey", "plot", folders / "two", "--kind", "rate", "-o", out, "--title", "<&>", "--size", "5x4"
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", f"saved to {out}\n")
    assert out.read_bytes()[:4] == b"\x89PNG"
    assert list(tmp_path.iterdir()) == [out]


REFUSED = [
    (["two", "--kind", "pie"], "--kind must be rate, failures, retries"),
    (["two", "--kind", "retries"], "has no retries: run one with --retries 9"),
    (
        ["two", "--kind", "map", "--order", "12345678"],
        "4 boards of the survey",
    ),
    (["two", "--kind", "closed-starts", "--board", "5"], "has no closed tours for the selected boards"),
    (["two", "--kind", "rate", "-o", "x.gif"], "--out 'x.gif' is not a picture file: the extension must be"),
    (["two", "--kind", "rate", "--size", "1x1"], "--size must be width x height"),
    (["nowhere", "--kind", "rate"], "does not contain a survey"),
    (["two", "--kind", "rate", "--board", "30"], "has no walks on 30x30: it has"),
    (["two", "--kind", "rate", "--order", "87654321"], "has no walks with order 87654321: it has"),
    (["roth", "--kind", "cover"], "select more, or run a survey with --orders random:20"),
    (["many", "--kind", "compare"], "a comparison needs two orders, but the survey in "),
    (["two", "roth", "--kind", "ends"], "--kind ends draws one survey, got 2"),
    (["one", "two", "--kind", "rate", "--board", "6"], "more than 30 orders together: select some"),
]


def asked(args, folders, tmp_path):
    """The arguments, with the surveys' folders and a file to write."""
    named = [str(folders / word) if (folders / word).is_dir() else word for word in args]
    return ["survey", "plot", *named, *([] if "-o" in args else ["-o", str(tmp_path / "x.svg")])]


@pytest.mark.parametrize(("args", "said"), REFUSED[:4])
def test_the_real_command_refuses_in_a_sentence(args, said, folders, tmp_path):
    assert said in refused(*asked(args, folders, tmp_path))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("args", "said"), REFUSED[4:])
def test_what_cannot_be_drawn_is_said_in_a_sentence(args, said, folders, tmp_path, capsys):
    assert main(asked(args, folders, tmp_path)) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert said in told.err
    assert told.err.startswith("turaga: ")
    assert told.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_survey_without_walks_is_said_to_be_without(tmp_path, capsys):
    with Store(tmp_path / "empty", Plan(boards=parse_boards("6"))):
        pass
    args = ["survey", "plot", str(tmp_path / "empty"), "--kind", "rate", "-o", str(tmp_path / "x.svg")]
    assert main(args) == 2
    assert "has no walks yet" in capsys.readouterr().err


def test_boards_that_no_order_completes_are_not_said_to_need_none(tmp_path, capsys):
    plan = Plan(boards=parse_boards("2..9"), rule=OPEN, orders="random:20")
    run_survey(plan, tmp_path / "s")
    told = drawn(capsys, tmp_path, tmp_path / "s", "--kind", "cover")
    needed = {point["rows"]: point["value"] for point in told["drawn"][0]["points"]}
    none = [n for n, count in needed.items() if count == 0]
    assert none == [2, 3, 4]
    assert "3 boards with starts that no order completes" in told["note"]


def test_without_matplotlib_nothing_is_looked_for(folders, tmp_path):
    done = python(
        "import sys; sys.modules['matplotlib'] = None\n"
        "from turaga.cli import main\n"
        "import turaga.survey.plot_values as figures\n"
        "figures.board_covers = None\n"
        f"sys.exit(main(['survey', 'plot', {str(folders / 'many')!r}, '--kind', 'cover', '-o', 'x.svg']))",
        cwd=tmp_path,
    )
    assert done.returncode == 2
    assert re.fullmatch(
        r"turaga: this needs matplotlib, which is not installed: pip install .*\[lab\]'\n", done.stderr
    )

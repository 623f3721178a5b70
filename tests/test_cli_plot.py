"""`turaga survey plot`: every column and map by the command, and what it says to what cannot be drawn."""

import json
import re
from xml.etree import ElementTree

import pytest

from command import python, turaga
from turaga.rule import Rule
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.plot_values import COLUMNS, MAPS
from turaga.survey.runner import run_survey
from turaga.survey.store import Store

ORDERS = "12345678,24753186"
OPEN = Rule("12345678", open_start=True)
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
        "random": Plan(boards=parse_boards("6..8"), rule=Rule("random"), starts="random:9", seed=4),
        "runs": RUNS,
    }
    root = tmp_path_factory.mktemp("surveys")
    for name, plan in plans.items():
        run_survey(plan, root / name)
    return root


def drawn(here, folder, *args):
    """What --json says was drawn, and that a file was."""
    out = folder / "out.svg"
    out.unlink(missing_ok=True)
    status, printed, said = here("survey", "plot", *args, "-o", out, "--json")
    assert (status, said) == (0, "")
    ElementTree.parse(out)
    return json.loads(printed)


# What is asked of which surveys, and how the title must begin.
ASKED = [
    ("two", "Rate of complete walks by board size"),
    ("two roth random --y failures", "Failed walks by board size"),
    ("runs --y complete,allowed --x run", "Complete walks and starts that colour allows by run"),
    ("runs --y rate --x run --board 5", "5×5: rate of complete walks by run"),
    ("two roth --board 8 --y closed --x order", "8×8: closed tours by order"),
    ("tried --y incomplete", "Starts still incomplete after retries by board size"),
    ("tried --y incomplete --x retries", "Starts still incomplete after retries by number of retries"),
    ("two roth --y seconds,seconds-all", "Time of one walk and time of every start by board size"),
    ("two --y failures,joint,chance", "Failed walks, joint failures of two orders and joint failures if"),
    ("many --y cover", "Orders that cover every start by board size"),
    ("many --y left", "Starts left by a cover by number of orders"),
    ("one --y orders --x rate", "6×6: number of orders by rate of complete walks"),
    ("two --map unvisited --board 8 --order 12345678", "8×8: squares left unvisited, by start"),
    ("many --map fails --board 8", "8×8: orders that fail, by start"),
    ("two --map ends", "4 boards, 5×5 to 8×8: where complete tours end"),
    ("two --map closed", "4 boards, 5×5 to 8×8: where closed tours start"),
    ("two --map joint --board 8", "8×8: where two orders fail"),
]


@pytest.mark.parametrize(("words", "title"), ASKED)
def test_every_column_and_map(words, title, folders, here):
    facts = drawn(here, folders, *in_folders(words, folders))
    assert facts["title"].startswith(title)
    assert facts["file"] == str(folders / "out.svg")
    assert all(one.get("points") or one["numbers"] for one in facts["drawn"])


def test_all_columns_and_maps_are_tested():
    words = {word for asked, _ in ASKED for text in asked.split() for word in text.split(",")}
    assert words >= COLUMNS.keys() | MAPS.keys()


def in_folders(words, folders):
    """The words, with the folders of surveys."""
    return [str(folders / word) if (folders / word).is_dir() else word for word in words.split()]


def test_surveys_are_told_apart_by_what_differs(folders, here):
    facts = drawn(
        here, folders, *(folders / name for name in ("two", "roth", "random")), "--y", "failures",
        "--order", "12345678",
    )  # fmt: skip
    assert [line["label"] for line in facts["drawn"]] == [
        "ties order (open start), every start",
        "ties outermost, then order, every start",
        "ties random, 9 random starts per board, seed 4",
    ]
    same = drawn(here, folders, folders / "two", folders / "many", "--board", "6..8")
    labels = [line["label"] for line in same["drawn"]]
    assert labels == ["two · 2 orders", "many · 40 orders"]
    assert same["note"].startswith("fewest onward moves, ties order (open start) · every start")
    tried = drawn(here, folders, folders / "two", folders / "tried", "--order", "12345678")
    assert [line["label"] for line in tried["drawn"]] == [
        "every start, no retries",
        "every start, seed 0, up to 8 retries",
    ]


def test_the_orders_of_a_joint_map_are_named(folders, here):
    two = drawn(
        here, folders, folders / "two", folders / "roth", "--map", "joint", "--order", "12345678",
        "--board", "8",
    )  # fmt: skip
    assert two["note"].startswith("A: ties order (open start) · 12345678 · B: ties outermost, then order · ")


def test_the_real_command_writes_the_file_and_nothing_else(folders, tmp_path):
    out = tmp_path / "rate.PNG"
    done = turaga(
        "survey", "plot", folders / "two", "--y", "rate", "-o", out, "--title", "<&>", "--size", "5x4"
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", f"saved to {out}\n")
    assert out.read_bytes()[:4] == b"\x89PNG"
    assert list(tmp_path.iterdir()) == [out]


REFUSED = [
    ("two --y pie", "--y must be rate, failures, complete"),
    ("two --y incomplete", "has no retries: run one with --retries 9"),
    ("two --map pie", "--map must be unvisited, fails, ends, closed or joint, got 'pie'"),
    ("two --map joint", "--map joint shows one board, got 4: choose one board, such as --board 5x5"),
    ("two --x pie", "--x must be board, run or order for --y rate, got 'pie'"),
    ("two --y rate,failures", "rate and failures cannot be drawn in one chart: draw a chart of each"),
    ("two --y cover,left", "cover and left cannot be drawn in one chart: draw a chart of each"),
    ("two --y rate --map ends", "--map draws a board, and --y and --x draw a chart"),
    ("two --x order", "4 boards of the survey"),
    ("two --x run", "has only one run: run one with --repeat 10 to see the runs"),
    ("two --map closed --board 5", "has no closed tours for the selected boards"),
    ("two -o x.gif", "--out 'x.gif' is not a picture file: the extension must be"),
    ("two --size 1x1", "--size must be width x height"),
    ("nowhere", "does not contain a survey"),
    ("two --board 30", "has no walks on 30x30: it has"),
    ("two --order 87654321", "has no walks with order 87654321: it has"),
    ("roth --y cover", "select more, or run a survey with --orders random:20"),
    ("many --y joint", "joint failures need two orders, got 40 orders of "),
    ("two roth --map ends", "--map ends draws one survey, got 2"),
]


@pytest.mark.parametrize(("args", "said"), REFUSED)
def test_what_cannot_be_drawn_is_said_in_a_sentence(args, said, folders, tmp_path, sentence):
    out = [] if " -o " in args else ["-o", tmp_path / "x.svg"]
    assert said in sentence("survey", "plot", *in_folders(args, folders), *out)
    assert list(tmp_path.iterdir()) == []


def test_a_survey_without_walks_is_said_to_be_without(tmp_path, sentence):
    with Store(tmp_path / "empty", Plan(boards=parse_boards("6"))):
        pass
    assert "has no walks yet" in sentence("survey", "plot", tmp_path / "empty", "-o", tmp_path / "x.svg")


def test_boards_that_no_order_completes_are_not_said_to_need_none(tmp_path, here):
    plan = Plan(boards=parse_boards("2..9"), rule=OPEN, orders="random:20")
    run_survey(plan, tmp_path / "s")
    told = drawn(here, tmp_path, tmp_path / "s", "--y", "cover")
    needed = {point["x"]: point["y"] for point in told["drawn"][0]["points"]}
    none = [n for n, count in needed.items() if count == 0]
    assert none == ["2x2", "3x3", "4x4"]
    assert "3 boards with starts that no order completes" in told["note"]


def test_without_matplotlib_nothing_is_looked_for(folders, tmp_path):
    done = python(
        "import sys; sys.modules['matplotlib'] = None\n"
        "from turaga.cli import main\n"
        "import turaga.survey.plot_values as figures\n"
        "figures.board_covers = None\n"
        f"sys.exit(main(['survey', 'plot', {str(folders / 'many')!r}, '--y', 'cover', '-o', 'x.svg']))",
        cwd=tmp_path,
    )
    assert done.returncode == 2
    assert re.fullmatch(
        r"turaga: this needs matplotlib, which is not installed: pip install .*\[lab\]'\n", done.stderr
    )

"""`turaga count`: as a person runs it, and where only its words matter without starting it anew each time."""

import json
import sys
from functools import partial
from pathlib import Path

import pytest

from command import on_a_terminal, refused, turaga
from turaga.cli.count import _round
from turaga.counting.outcome import Count
from turaga.tours import Tours

COUNTS = json.loads((Path(__file__).parent / "golden" / "counts.json").read_text())
CORNER = COUNTS["directed_from_start_5x5"]["corner"]


@pytest.fixture
def count(here):
    """The command in this process: its status, and what it printed on stdout and on stderr."""
    return partial(here, "count")


def test_the_number_alone_and_what_was_counted():
    done = turaga("count", "5x5")
    assert (done.returncode, done.stdout) == (0, f"{COUNTS['open']['5x5']}\n")
    first, second = done.stderr.splitlines()
    assert first == "5x5 has 864 open tours, ignoring direction and including tours that can be closed."
    assert second.startswith("sweep: one pass over the board")
    assert second.endswith((" s", " ms"))


@pytest.mark.parametrize(
    ("args", "known", "says"),
    [
        (["6x6", "--closed"], COUNTS["closed"]["6x6"], "6x6 has 9,862 closed tours, ignoring start and dir"),
        (["6x6"], COUNTS["open"]["6x6"], "3,318,960"),
        (["6x6", "--directed"], COUNTS["open_directed_square"]["6"], "counting both directions"),
        (["5x5", "--start", "1,1"], CORNER, "starting on 1,1"),
        (["5x5", "--end", "a1"], CORNER, "ending on a1"),
        (["3x10", "--closed", "--method", "halves"], COUNTS["closed"]["3x10"], "halves of tours, built from"),
        (["5x5", "--method", "enumerate"], COUNTS["open"]["5x5"], " steps in total"),
        (["4x4", "--leaper", "0,1", "--closed"], 6, "for a 0,1 leaper"),
    ],
)
def test_counts(count, args, known, says):
    status, printed, said = count(*args)
    assert (status, printed) == (0, f"{known}\n")
    assert says in said


def test_no_tours_are_an_answer(count):
    status, printed, said = count("4x6", "--closed")
    assert (status, printed) == (0, "0\n")
    assert "4x6 has no closed tours. Impossible: no board with 4 rows has a closed tour" in said
    # What theory does not know is counted, and comes to nothing.
    status, printed, said = count("3x7", "--start", "2,4")
    assert (status, printed) == (0, "0\n")
    assert said.splitlines()[1].startswith("sweep")


def test_holes(count, tmp_path):
    mask = tmp_path / "ring.txt"
    mask.write_text("...\n.#.\n...\n")
    assert count(f"@{mask}", "--closed")[1] == "1\n"
    assert count(f"@{mask}", "--by-start")[1] == "2 2 2\n2 # 2\n2 2 2\n"
    facts = json.loads(count(f"@{mask}", "--by-start", "--json")[1])
    assert facts["by_start"] == [[2, 2, 2], [2, None, 2], [2, 2, 2]]


def test_by_start(count):
    status, printed, said = count("5x5", "--by-start")
    assert status == 0
    rows = [[int(word) for word in line.split()] for line in printed.splitlines()]
    known = COUNTS["directed_from_start_5x5"]
    kinds = {"corner": (0, 0), "side_mid": (0, 2), "inner_diag(1,1)": (1, 1), "centre": (2, 2)}
    assert {kind: rows[row][col] for kind, (row, col) in kinds.items()} == {k: known[k] for k in kinds}
    assert printed.splitlines()[1] == "  0  56   0  56   0"
    assert sum(map(sum, rows)) == COUNTS["open_directed_square"]["5"]
    assert "1,728" in said


def test_by_start_where_there_are_none(count):
    status, printed, said = count("3x3", "--by-start")
    assert (status, printed) == (0, "0 0 0\n0 0 0\n0 0 0\n")
    assert "Impossible" in said


def test_classes(count):
    status, printed, said = count("6x6", "--closed", "--classes")
    assert (status, printed) == (0, "1245\n")
    lines = said.splitlines()
    assert lines[0].startswith("6x6 has 9,862 closed tours")
    assert lines[1] == "Up to symmetry: 1,245 classes."
    assert lines[2:5] == ["    5 classes of 2 tours", "   17 classes of 4 tours", "1,223 classes of 8 tours"]
    assert "   78 half turn" in lines
    facts = json.loads(count("6x6", "--closed", "--classes", "--json")[1])
    found = facts["classes"]
    assert (facts["count"], found["classes"]) == (9862, 1245)
    assert found["sizes"] == {"2": 5, "4": 17, "8": 1223}
    assert found["fixed"]["half turn"] == 78


def test_classes_of_none(count):
    facts = json.loads(count("4x6", "--closed", "--classes", "--json")[1])
    assert (facts["count"], facts["method"], facts["classes"]) == (0, "theory", None)
    assert count("4x6", "--closed", "--classes")[1] == "0\n"


def test_facts_for_programs(count):
    status, printed, said = count("5x6", "--closed", "--directed", "--json")
    assert (status, said) == (0, "")
    facts = json.loads(printed)
    tours = facts["tours"]
    found = (facts["count"], tours["kind"], tours["directed"], facts["method"])
    assert found == (16, "closed", True, "sweep")
    assert (tours["board"], tours["leaper"]) == ({"rows": 5, "cols": 6, "holes": []}, [1, 2])
    assert facts["states"] > 0
    assert facts["seconds"] > 0


def test_estimates(count):
    args = ["6x6", "--closed", "--estimate", "--probes", "20000", "--seed", "3"]
    facts = json.loads(count(*args, "--json")[1])
    assert abs(facts["estimate"] - COUNTS["closed"]["6x6"]) < 5 * facts["error"]
    assert (facts["probes"], facts["seed"], facts["method"]) == (20000, 3, "estimate")
    status, printed, said = count(*args)
    assert (status, printed) == (0, f"{facts['estimate']}\n")
    assert "The 95% confidence interval is" in said
    assert f"{facts['reached']:,} of 20,000 random probes became tours" in said


def test_estimates_that_know_and_estimates_that_know_nothing(count):
    status, printed, said = count("4x6", "--closed", "--estimate")
    assert (status, printed) == (0, "0\n")
    assert "4x6 has no closed tours. Impossible: no board with 4 rows" in said
    status, printed, said = count("30x30", "--closed", "--estimate", "--probes", "2")
    assert (status, printed) == (3, "")
    assert "No estimate: none of the 2" in said
    status, printed, said = count("30x30", "--closed", "--estimate", "--probes", "2", "--json")
    facts = json.loads(printed)
    assert (status, facts["estimate"], facts["low"], facts["probes"]) == (3, 0, None, 2)


def test_what_will_not_fit_is_refused_with_its_size():
    says = refused("count", "12x12")
    assert "states and" in says
    assert "GB of memory" in says
    assert says.rstrip().endswith("; --estimate gives an estimate instead")
    # What an estimate refuses as well is not recommended.
    assert "--estimate" not in refused("count", "3x1000000000")
    assert "5x5" in refused("count", "5x5", "--method", "halves")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--by-start", "--closed"], "--by-start cannot be used with --closed"),
        (["--by-start", "--start", "1,1"], "--by-start cannot be used with --start"),
        (["--by-start", "--method", "halves"], "its methods are auto and sweep"),
        (["--classes", "--directed"], "--classes cannot be used with --directed"),
        (["--classes", "--end", "1,1"], "--classes cannot be used with --end"),
        (["--estimate", "--method", "sweep"], "--estimate cannot be used with --method"),
        (["--probes", "5"], "--probes requires --estimate"),
        (["--seed", "0"], "--seed requires --estimate"),
        (["--estimate", "--probes", "0"], "1 or more, got 0"),
        (["--method", "magic"], "the methods are auto, sweep"),
        (["--start", "9,9"], "square 9,9 is not on the 5x5 board"),
    ],
)
def test_what_does_not_go_together(sentence, args, says):
    assert says in sentence("count", "5x5", *args)


def test_numbers_of_any_length(monkeypatch, count):
    many = 7**9000
    counted = Count(
        tours=Tours("5x5"), count=many, method="sweep", reason="", states=1, seconds=1.0, version="0"
    )
    monkeypatch.setattr("turaga.counting.request.count_these", lambda *_, **__: counted)
    limit = sys.get_int_max_str_digits()
    status, printed, said = count("5x5")
    assert status == 0
    assert sys.get_int_max_str_digits() == limit
    sys.set_int_max_str_digits(0)
    try:
        assert int(printed) == many
    finally:
        sys.set_int_max_str_digits(limit)
    assert "The number of open tours of 5x5" in said
    assert " has 7,606 digits." in said


@pytest.mark.parametrize(
    ("number", "rounded"),
    [
        (864, "864"),
        (9862, "9,860"),
        (13267364410532, "13,300,000,000,000"),
        (99960, "100,000"),
        (10**30 + 5 * 10**28, "1.05e+30"),
        (9996 * 10**30, "1.00e+34"),
        (12345 * 10**500, "1.23e+504"),
    ],
)
def test_rounded_numbers(number, rounded):
    assert _round(number) == rounded


def test_progress_on_a_terminal():
    status, seen = on_a_terminal("count", "5x8", "--method", "narrowest")
    assert status == 0
    assert str(COUNTS["open"]["5x8"]) in seen
    assert "states" in seen

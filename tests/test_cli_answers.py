"""`turaga solve` with ends, fixed squares and explanations, and big tours streamed."""

import json

import numpy as np
import pytest

from command import refused, turaga
from turaga import Board
from turaga.boards import implicit
from turaga.notation import read


def test_a_tour_between_two_squares():
    done = turaga("solve", "7x9", "--start", "1,1", "--end", "4,4")
    assert done.returncode == 0
    tour = read(done.stdout).walk
    assert (tour.start, tour.end, tour.complete) == ((0, 0), (3, 3), True)
    assert "from 1,1 to 4,4" in done.stderr


def test_no_tour_between_two_squares_and_why():
    done = turaga("solve", "5x8", "--start", "3,2", "--end", "2,2")
    assert (done.returncode, done.stdout) == (1, "")
    assert "the corners 1,1 and 5,1" in done.stderr
    facts = json.loads(turaga("solve", "8x8", "--start", "1,1", "--end", "8,8", "--json").stdout)
    assert (facts["outcome"], facts["method"], facts["squares"]) == ("impossible", "theory", [])


def test_the_default_method_says_which_one_answered():
    facts = json.loads(turaga("solve", "20x20", "--closed", "--json").stdout)
    assert (facts["outcome"], facts["method"], facts["closed"]) == ("found", "euler", True)
    assert facts["reversals"] > 0
    assert facts["insertions"] == 0


@pytest.mark.parametrize("method", ["vandermonde", "blocks", "euler"])
def test_methods_tell_how_they_did_it(method):
    done = turaga("solve", "12x14", "--closed", "--method", method, "--why", "--show", "none")
    assert (done.returncode, done.stdout) == (0, "")
    account, _, explanation = done.stderr.partition("Is there a closed tour of 12x14?\n")
    lines = account.splitlines()
    assert len(lines) > 4
    assert lines[-2].startswith("A closed tour of 12x14")
    # The rule is named only where it had a say.
    assert ("onward moves" in lines[-1]) == (method == "euler")
    assert explanation.startswith("Yes: by Schwenk's theorem")
    assert f"Method {method} (" in " ".join(explanation.split())


def test_impossible_with_its_proof():
    done = turaga("solve", "4x6", "--closed")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Impossible: no board with 4 rows has a closed tour")
    done = turaga("solve", "4x6", "--closed", "--why")
    assert (done.returncode, done.stderr) == (1, "")
    question, answer = done.stdout.splitlines()[:2]
    assert question == "Is there a closed tour of 4x6?"
    assert answer.startswith("No: no board with 4 rows has a closed tour")
    assert "\nCall the squares of rows 1 and 4 outer" in done.stdout


@pytest.mark.parametrize(
    "args",
    [
        ["1x1000000000"],
        ["1x1000000000", "--out", "tour.txt"],
        ["1x1000000000", "--out", "tour.svg"],
        ["29999x29999", "--closed"],
    ],
)
def test_theory_comes_before_the_size_limits(args):
    """Whether there is a tour does not depend on whether it could be printed or drawn."""
    done = turaga("solve", *args)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Impossible: ")


def test_fixed_squares():
    done = turaga("solve", "6x6", "--closed", "--fix", "1=1,1", "--fix", "17=3,5", "--json")
    squares = json.loads(done.stdout)["squares"]
    assert (squares[0], squares[16]) == ([1, 1], [3, 5])


def test_the_question_is_in_the_answer():
    facts = json.loads(turaga("solve", "8x8", "--start", "1,1", "--end", "1,3", "--why", "--json").stdout)
    assert facts["tours"].items() >= {"start": [1, 1], "end": [1, 3], "closed": False}.items()
    assert isinstance(facts["account"], list)
    assert facts["explanation"]["reason"] == facts["reason"]


@pytest.mark.parametrize("text", ["17", "=3,5", "x=3,5", "17=", "1.5=2,2"])
def test_fixed_squares_that_are_none(text):
    says = f"--fix must be a step and a square such as 17=c4, got {text!r}"
    assert says in refused("solve", "8x8", f"--fix={text}")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["8x8", "--fix", "2=2,3", "--fix", "2=3,2"], "step 2 has two squares, 2,3 and 3,2"),
        (["8x8", "--fix", "99=1,1"], "steps are 1 to 64"),
        (["8x8", "--fix=-1=2,2"], "has no step -1: steps are 1 to 64"),
        (["8x8", "--end", "9,9"], "square 9,9 is not on the 8x8 board"),
        (["4x9", "--method", "blocks"], "both sides"),
        (["7x8", "--method", "vandermonde"], "it needs even sides of 6 or more"),
        (["9x9", "--method", "narrow"], "too wide"),
        (["8x8", "--method", "blocks", "--start", "1,1", "--end", "1,2"], "end 1,2"),
        (["8x8", "--no-theory"], "needs theory"),
        (["30000x30000"], "the number grid of 30000x30000 would have"),
        (["20000x20000", "--out", "tour.txt"], "extension .npy"),
        (["100000x100000"], "turaga solve can show one step"),
    ],
)
def test_one_sentence_for_what_cannot_be_taken(args, says):
    assert says in refused("solve", *args)


def test_a_big_tour_is_written_row_by_row(tmp_path):
    out = tmp_path / "tour.npy"
    done = turaga("solve", "1002x1000", "--start", "3,4", "--out", out)
    assert (done.returncode, done.stdout) == (0, "")
    assert "built from" in done.stderr
    grid = np.load(out)
    assert grid[2, 3] == 1
    tour = implicit(Board(1002, 1000), (2, 3))
    for k in (0, 1, 17, 500_000, 1_001_999):
        assert grid[tour[k]] == k + 1
    checked = turaga("check", out)
    assert "a closed tour of 1002000 squares, from 3,4" in checked.stdout
    assert list(tmp_path.iterdir()) == [out]


def test_what_has_no_big_tour_is_refused_as_ever(tmp_path):
    out = tmp_path / "tour.npy"
    done = turaga("solve", "1001x1001", "--closed", "--out", out)
    assert done.returncode == 1
    assert "has 501001 and 501000" in done.stderr
    assert not out.exists()


@pytest.mark.parametrize(
    ("args", "status", "first", "says"),
    [
        (["8x8"], 0, "Is there a tour of 8x8?", "Yes: every board with at least three rows and columns has"),
        (["4x9", "--closed"], 1, "Is there a closed tour of 4x9?", "Pósa"),
        (["3x8", "--start", "2,3"], 1, "Is there a tour of 3x8 from 2,3?", "an exhaustive search of"),
        (["9x9", "--start", "a1", "--end", "e5"], 0, "Is there a tour of 9x9 from a1 to e5?", "Conrad"),
        (["1000000x1000000"], 0, "Is there a tour of 1000000x1000000?", "Rail blocks make a tour"),
        (["3x3"], 1, "Is there a tour of 3x3?", "b2, has no moves"),
        (
            ["11x11", "--leaper", "2,3"],
            1,
            "Is there a tour of 11x11 for a 2,3 leaper?",
            "by computer, and no",
        ),
    ],
)
def test_why(args, status, first, says):
    done = turaga("solve", *args, "--why", "--show", "none")
    assert done.returncode == status
    if done.stdout:  # there is no walk, so the explanation is the result
        assert all(" steps, " in line for line in done.stderr.splitlines())
        text = done.stdout
    else:
        answer, _, text = done.stderr.partition("\n" + first[:12])
        assert answer.startswith("An open tour of ")
        text = first[:12] + text
    assert text.splitlines()[0] == first
    assert says in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 96


def test_why_fits_into_columns():
    done = turaga("solve", "4x9", "--closed", "--why", env={"COLUMNS": "40"})
    assert max(map(len, done.stdout.splitlines())) <= 40


def test_why_for_programs():
    found = json.loads(turaga("solve", "5x6", "--closed", "--start", "1,1", "--why", "--json").stdout)
    facts, tours = found["explanation"], found["explanation"]["tours"]
    assert (facts["exists"], tours["closed"], tours["start"], tours["end"]) == (True, True, [1, 1], None)
    assert facts["source"] == "Schwenk 1991"
    assert found["outcome"] == "found"
    assert "9,9" in refused("solve", "8x8", "--start", "9,9", "--why")

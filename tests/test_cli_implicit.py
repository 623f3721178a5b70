"""`turaga square` and `turaga step` as a person meets them."""

import json

import pytest

from command import refused, turaga
from turaga import __version__, implicit, read

HUGE = "1000000000x1000000000"


def test_square_and_step_answer_each_other():
    for board, k in [("6x6", 1), ("6x6", 36), (HUGE, 10**18), (HUGE, 123456789123456789)]:
        square = turaga("square", board, k)
        assert (square.returncode, square.stderr) == (0, "")
        row, col = implicit(board)[k - 1]
        assert square.stdout == f"{row + 1},{col + 1}\n"
        step = turaga("step", board, square.stdout.strip())
        assert (step.returncode, step.stdout, step.stderr) == (0, f"{k}\n", "")


def test_the_tour_is_the_one_that_solve_makes():
    grid = read(turaga("solve", "12x17", "--method", "blocks", "--start", "7,9").stdout).walk
    for k in (1, 2, 100, 204):
        row, col = grid[k - 1]
        assert turaga("square", "12x17", k, "--start", "7,9").stdout == f"{row + 1},{col + 1}\n"
    assert turaga("step", "12x17", "7,9", "--start", "7,9").stdout == "1\n"


def test_chess_names_are_taken():
    assert turaga("step", "8x8", "a8").stdout == "1\n"
    assert turaga("square", "8x8", "1", "--start", "a1").stdout == "8,1\n"


def test_json_holds_the_facts():
    facts = json.loads(turaga("square", HUGE, 5, "--json").stdout)
    assert facts["board"] == {"rows": 10**9, "cols": 10**9, "holes": []}
    assert (facts["number"], facts["size"], facts["closed"], facts["start"]) == (5, 10**18, True, [1, 1])
    tour = implicit(HUGE)
    for key, k in (("previous", 3), ("square", 4), ("next", 5)):
        assert facts[key] == [tour[k][0] + 1, tour[k][1] + 1]
    assert facts["version"] == __version__
    row, col = facts["square"]
    assert json.loads(turaga("step", HUGE, f"{row},{col}", "--json").stdout) == facts


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (["square", "6x6", "0"], "0"),
        (["square", "6x6", "37"], "1 to 36"),
        (["square", "6x6"], "K"),
        (["square", "5x5", "1"], "odd"),
        (["square", "4x6", "1"], "4x6"),
        (["square", "6x6", "1", "--start", "7,1"], "7,1"),
        (["square", "@nowhere.txt", "1"], "nowhere.txt"),
        (["step", "6x6", "7,1"], "7,1"),
        (["step", "6x6", "(((("], "'(((('"),
        (["step", "6x6"], "SQ"),
        (["step", "5x7", "1,1"], "method blocks"),
        (["step", "3x8", "1,1"], "5 or more"),
    ],
)
def test_bad_input_is_one_sentence(args, named):
    assert named in refused(*args)

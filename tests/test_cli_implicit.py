"""`turaga solve --step` and `--square` as a person meets them."""

import json

import pytest

from command import refused, turaga
from turaga import Board, __version__
from turaga.boards import implicit
from turaga.notation import read

HUGE = "1000000000x1000000000"


def test_square_and_step_answer_each_other():
    for board, k in [("6x6", 1), ("6x6", 36), (HUGE, 10**18), (HUGE, 123456789123456789)]:
        square = turaga("solve", board, "--step", k)
        assert (square.returncode, square.stderr) == (0, "")
        assert square.stdout == f"{Board(board).show(implicit(board)[k - 1])}\n"
        step = turaga("solve", board, "--square", square.stdout.strip())
        assert (step.returncode, step.stdout, step.stderr) == (0, f"{k}\n", "")


def test_the_tour_is_the_one_that_solve_makes():
    grid = read(turaga("solve", "12x17", "--method", "blocks", "--start", "7,9").stdout).walk
    for k in (1, 2, 100, 204):
        row, col = grid[k - 1]
        assert turaga("solve", "12x17", "--step", k, "--start", "7,9").stdout == f"{row + 1},{col + 1}\n"
    assert turaga("solve", "12x17", "--square", "7,9", "--start", "7,9").stdout == "1\n"


def test_chess_names_are_taken():
    assert turaga("solve", "8x8", "--square", "a8").stdout == "1\n"
    assert turaga("solve", "8x8", "--step", "1", "--start", "a1").stdout == "a1\n"


def test_json_holds_the_facts():
    facts = json.loads(turaga("solve", HUGE, "--step", 5, "--json").stdout)
    assert facts["board"] == {"rows": 10**9, "cols": 10**9, "holes": []}
    assert (facts["step"], facts["size"], facts["closed"], facts["start"]) == (5, 10**18, True, [1, 1])
    tour = implicit(HUGE)
    for key, k in (("previous", 3), ("square", 4), ("next", 5)):
        assert facts[key] == [tour[k][0] + 1, tour[k][1] + 1]
    assert facts["version"] == __version__
    row, col = facts["square"]
    assert json.loads(turaga("solve", HUGE, "--square", f"{row},{col}", "--json").stdout) == facts


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (["6x6", "--step", "0"], "0"),
        (["6x6", "--step", "37"], "1 to 36"),
        (["6x6", "--step"], "--step K"),
        (["5x5", "--step", "1"], "odd"),
        (["4x6", "--step", "1"], "4x6"),
        (["6x6", "--step", "1", "--start", "7,1"], "7,1"),
        (["@nowhere.txt", "--step", "1"], "nowhere.txt"),
        (["6x6", "--square", "7,1"], "7,1"),
        (["6x6", "--square", "(((("], "'(((('"),
        (["6x6", "--square"], "--square SQ"),
        (["5x7", "--square", "1,1"], "method blocks"),
        (["3x8", "--square", "1,1"], "5 or more"),
        (["6x6", "--step", "1", "--square", "1,1"], "--square cannot be used with --step"),
        (["6x6", "--step", "1", "--closed"], "--step cannot be used with --closed"),
        (["6x6", "--step", "1", "--rule", "random"], "--step cannot be used with --rule"),
        (["6x6", "--square", "1,1", "--why"], "--square cannot be used with --why"),
        (["6x6", "--square", "1,1", "-o", "a.txt"], "--square cannot be used with --out"),
    ],
)
def test_bad_input_is_one_sentence(args, named):
    assert named in refused("solve", *args)

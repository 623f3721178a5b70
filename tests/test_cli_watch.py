"""`turaga watch`: frames of plain text, and wrong arguments."""

from pathlib import Path

import pytest

from command import python, refused, shell, turaga
from pseudo import Pseudo

ROOT = Path(__file__).parent.parent
NUMBERS = ("--squares", "row,col")
LEGEND = """\
Legend:
  12   visited at step 12
  [12] the knight, at step 12
  .3   unvisited, with degree 3 (3 unvisited squares are a move away)
  <3>  a possible move
  (3)  the next move
  ?3   missed by the walk
"""

# The walk by Warnsdorff's rule from a corner of 3x4, degrees and choices worked out by hand.
GOLDEN = (
    LEGEND
    + """
Frame 1
     1    2    3    4
1   [1]  .3   .3   .2
2   .2   .2   (1)  .2
3   .2   <2>  .3   .2
Step 1: knight on 1,1, the start.
Possible moves and their degrees: 3,2 (2), 2,3 (1).
2,3 has the lowest degree, 1.

Frame 2
     1    2    3    4
1    1   .3   .3   .2
2   .2   .2   [2]  .2
3   (1)  .2   .3   .2
Step 2: knight on 2,3.
The only possible move is to 3,1 (degree 1).

Frame 12
     1    2    3    4
1    1    4    7   10
2  [12]   9    2    5
3    3    6   11    8
Step 12: knight on 2,1.
An open tour of 3x4: all 12 squares, from 1,1 to 2,1.
"""
)


def test_frames_in_a_pipe():
    done = turaga("watch", "3x4", *NUMBERS, "--frames", "1..2,last")
    assert (done.returncode, done.stdout, done.stderr) == (0, GOLDEN, "")


def test_without_a_terminal_all_frames_are_printed():
    done = turaga("watch", "3x4", *NUMBERS)
    assert [line for line in done.stdout.splitlines() if line.startswith("Frame")] == [
        f"Frame {k}" for k in range(1, 13)
    ]
    assert done.stdout.endswith("An open tour of 3x4: all 12 squares, from 1,1 to 2,1.\n")


def test_a_closed_pipe_ends_it_quietly():
    # Without the limit, this search would take years. Frames are printed as they are made.
    done = shell("TURAGA watch 7x7 --like agh --start 1,2 | head -5; echo ${PIPESTATUS[0]}")
    assert done.stdout.splitlines()[-1] == "141"
    assert done.stdout.startswith("Legend:\n  12   visited at step 12")
    assert done.stderr == ""


def test_eulers_method_change_by_change():
    args = ("8x8", "--like", "bencic", "--start", "5,3", "--method", "euler", "--frames", "59..61,64,last")
    done = turaga("watch", *args)
    assert (done.returncode, done.stderr) == (0, "")
    legend, walking, stuck, reversal, insertion, last = done.stdout.split("\n\n")
    assert legend.endswith("  ~12  in the part that was reversed\n  +12  inserted")
    assert walking.endswith("1,4 has the lowest degree, 0.")
    assert stuck.endswith(
        "Dead end at step 60 of 64. 4 squares are unvisited: 1,5 (a), 2,7 (b), 3,6 (c) and 4,8 (d)."
    )
    assert "1   45   42   13  [60]  ?a   32   11   34\n" in stuck
    # Steps 58 to 60 are reversed: 5,4 3,5 1,4 becomes 1,4 3,5 5,4.
    assert "1   45   42   13  ~58   ?a   32   11   34\n" in reversal
    assert reversal.endswith("\nThe end is now 5,4.")
    assert "4   54   15   50   47   36   25   30  +61\n" in insertion
    assert last.startswith("Frame 67\n")
    assert last.endswith(
        "An open tour of 8x8: all 64 squares, from 5,3 to 3,6, after 3 reversals and 4 insertions.\n"
    )


def test_a_walk_that_needs_no_repair():
    done = turaga("watch", "8x8", *NUMBERS, "--method", "euler", "--frames", "1,last")
    assert done.returncode == 0
    assert "This walk becomes a tour, so there will be nothing to repair.\n" in done.stdout
    assert done.stdout.endswith("all 64 squares, from 1,1 to 6,7, which needs no repair.\n")
    assert done.stderr == (
        "This walk needed no repair. One that fails: turaga watch 8x8 --like bencic --start 5,3 "
        "--method euler\n"
    )


def test_the_repair_of_a_walk_in_a_file():
    example = str(ROOT / "docs/examples/euler.txt")
    done = turaga("watch", example, *NUMBERS, "--closed", "--frames", "all")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Frame ") == 10
    assert done.stdout.endswith("from 7,1 to 5,2, after 5 reversals and 4 insertions.\n")
    done = turaga("watch", "-", *NUMBERS, "--frames", "first", stdin="1 4 7 10\n12 9 2 5\n3 6 11 8\n")
    assert (done.returncode, "Step 1: knight on 1,1, the start." in done.stdout) == (0, True)
    done = turaga("watch", "-", "--board", "5x5", "--closed", stdin="1,1 2,3")
    assert done.returncode == 1
    assert "There is no such tour: each move changes colour" in done.stdout
    for args, sentence in (
        ((example, "--start", "1,1"), "--start is for a board, but "),
        ((example, "--like", "agh"), "--like is for a board, but "),
        ((example, "--method", "search"), "a walk is repaired by the euler method, not by search"),
        (("8x8", "--board", "8x8"), "--board is for files, but only boards are named"),
        (("nowhere.txt",), "'nowhere.txt' is not a board such as 8x8"),
    ):
        assert sentence in refused("watch", *args)


def test_aghs_search_backtracks():
    # 354 steps are what his program reports for X=2, Y=2.
    done = turaga("watch", "5x5", "--like", "agh", "--start", "2,2", "--frames", "19..21,last")
    assert done.returncode == 0
    assert "Step 19: knight on 1,1.\nThis is a dead end, so the search backtracks.\n" in done.stdout
    assert "Back from 1,1 to step 18: knight on 2,3.\n" in done.stdout
    assert "Step 19: knight on 4,2, the second choice from 2,3 after 1,1 failed.\n" in done.stdout
    assert "Frame 683: steps 354, backtracks 329, depth 25, deepest 25\n" in done.stdout


@pytest.mark.parametrize(
    ("args", "status", "outcome"),
    [
        (("6x6", "--closed"), 0, "A closed tour of 6x6: all 36 squares, from 1,1 to "),
        (("5x5", "--end", "1,1"), 0, "all 25 squares, from 1,3 to 1,1, found without backtracking."),
        (("3x3", "--method", "search"), 1, "tried every possibility in 1 step: no tour starts on 1,1."),
        (("3x4", "--closed"), 1, "no closed tour starts on 1,1."),
        (("7x7", "--start", "1,2", "--like", "agh", "--step-limit", "99"), 3, "its limit of 99 steps and"),
        (("5x5", "--start", "1,2"), 3, "Dead end on "),
        (("5x5", "--start", "1,2", "--method", "euler"), 1, "There is no such tour: each move changes"),
        (("8x8", "--start", "5,3", "--like", "bencic", "--method", "euler", "--step-limit", "61"), 3,
         "Euler's method gave up: the step limit of 61 was reached."),
    ],
)  # fmt: skip
def test_the_exit_status_follows_from_the_outcome(args, status, outcome):
    done = turaga("watch", *args, *NUMBERS, "--frames", "last")
    assert (done.returncode, done.stderr) == (status, "")
    assert outcome in " ".join(done.stdout.split())


def test_frames_before_the_end_show_no_outcome():
    # The search itself would end with status 3, after a million steps.
    done = turaga("watch", "7x7", "--like", "agh", "--start", "1,2", "--frames", "first,3")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Frame ") == 2
    assert "Theory shows that there is no such tour: each move changes colour" in done.stdout


def test_ends_that_no_tour_can_have_leave_nothing_to_watch():
    done = turaga("watch", "3x3", "--start", "1,1", "--end", "1,1")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Impossible: a tour visits each of its 9 squares once")


def test_another_leaper_and_holes(tmp_path):
    mask = tmp_path / "mask.txt"
    mask.write_text("...\n.#.\n")
    done = turaga("watch", f"@{mask}", "--leaper", "0,1", "--start", "1,1", "--frames", "1")
    assert "[12] the leaper, at step 12" in done.stdout
    assert "Step 1: leaper on 1,1, the start." in done.stdout
    assert done.stdout.count("#") == 2  # one of them in the legend
    assert "knight" not in done.stdout


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("8x8", "--frames", "soon"), "--frames 'soon' is not a frame: write all, first, last, a number"),
        (("8x8", "--frames", ""), "--frames '' is not a frame"),
        (("8x8", "--frames", "0"), "--frames '0' does not exist: frames are numbered from 1"),
        (("8x8", "--frames", "9..3"), "--frames '9..3' is empty: write the smaller number first"),
        (("8x8", "--frames", "65"), "there is no frame 65: frames are 1 to 64"),
        (("60x60",), "board 60x60 has 3600 squares: at most 2500 can be watched"),
        (("8x8", "--speed", "0"), "--speed must be from 0.1 to 10000 frames per second, got '0'"),
        (("8x8", "--speed", "2", "--frames", "1"), "--speed cannot be used with --frames"),
        (("8x8", "--method", "auto"), "--method must be greedy, search or euler, got 'auto'"),
        (("8x8", "--closed", "--method", "greedy"), "an end or a closed tour requires the method search"),
        (("8x8", "--closed", "--like", "bencic"), "an end or a closed tour requires the method search"),
        (("8x8", "--prune"), "--prune requires the method search, but the method is greedy"),
        (("8x8", "--step-limit", "9"), "--step-limit requires the method search or euler"),
        (("8x8", "--method", "search", "--step-limit", "0"), "1 or more, got 0"),
        (("8x8", "--seed", "-1"), "seed must be a whole number from 0 to 18446744073709551615, got -1"),
        (("8x8", "--start", "9,9"), "square 9,9 is not on the 8x8 board"),
        (("8x8", "--retries", "3"), "has no option --retries"),
    ],
)
def test_wrong_arguments(args, sentence):
    assert sentence in refused("watch", *args)


def test_frames_load_neither_rich_nor_numpy():
    code = (
        "import sys; from turaga.cli import main\n"
        "main(['watch', '5x5', '--frames', 'last'])\n"
        "sys.exit(bool({'rich', 'numpy'} & set(sys.modules)))"
    )
    assert python(code).returncode == 0


def test_frames_as_text_on_a_terminal_too():
    with Pseudo(
        "-m", "turaga", "watch", "3x4", *NUMBERS, "--frames", "1..2,last", env={}, columns=200
    ) as terminal:
        assert terminal.end() == 0
        assert terminal.seen.replace("\r\n", "\n") == GOLDEN

"""`turaga repair` as a person meets it: run for real, status and both streams."""

import json
from pathlib import Path

import naive
from command import refused, shell, turaga
from turaga import Board, read

ROOT = Path(__file__).parent.parent
EXAMPLE = "docs/examples/euler.txt"


def repaired(*args, **options):
    return turaga("repair", *args, cwd=ROOT, **options)


def test_the_example_is_the_golden_one():
    path = json.loads((ROOT / "tests" / "golden" / "euler_example.json").read_text())["path"]
    assert [[int(k) for k in line.split()] for line in (ROOT / EXAMPLE).read_text().splitlines()] == path


def test_the_example_becomes_a_tour():
    done = repaired(EXAMPLE)
    assert done.returncode == 0
    walk = read(done.stdout).walk
    assert naive.is_tour(walk.board, walk.squares)
    assert walk.start == (6, 0)
    first, second = done.stderr.splitlines()
    assert first == "An open tour of 8x8, from 7,1 to 5,4, repaired with 3 reversals and 4 insertions."
    assert second.startswith("euler, 7 steps, ")


def test_the_account_comes_before_what_happened():
    done = repaired(EXAMPLE, "--closed", "--explain", "--show", "none")
    assert (done.returncode, done.stdout) == (0, "")
    lines = done.stderr.splitlines()
    assert lines[0] == "the walk visits 60 of 64 squares, from 7,1 to 2,1; unvisited: 5,4 7,5 7,7 8,7"
    assert lines[1] == (
        "reversal 1: the end 2,1 is a move away from 4,2 (step 51), so reverse the part from 6,3 (step 52) "
        "to 2,1 (step 60); the end is now 6,3"
    )
    assert lines[2] == "insertion 1: the end 6,3 is a move away from 7,5, which becomes step 61"
    assert lines[-3] == "the end is a move away from the start, so the tour is closed"
    assert lines[-2].startswith(
        "A closed tour of 8x8, from 7,1 to 5,2, repaired with 5 reversals and 4 insertions."
    )


def test_a_pipe_from_solve_and_a_file_out(tmp_path):
    out = tmp_path / "tour.json"
    done = shell(
        f"TURAGA solve 8x8 --like bencic --start 5,3 2>/dev/null | TURAGA repair - --closed --out {out}"
    )
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.endswith(f"saved to {out}\n")
    walk = read(out.read_text()).walk
    assert walk.closed
    assert walk.start == (4, 2)


def test_the_end_and_a_freed_start_and_json():
    done = repaired(EXAMPLE, "--end", "h8", "--free-start", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    facts = json.loads(done.stdout)
    assert (facts["outcome"], facts["method"], facts["end"]) == ("found", "euler", [1, 8])
    assert facts["insertions"] == 4
    squares = [(r - 1, c - 1) for r, c in facts["squares"]]
    assert naive.is_tour(Board("8x8"), squares)


def test_what_cannot_be_is_impossible():
    done = repaired("-", "--board", "5x5", "--closed", stdin="1,1 2,3")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(
        "Impossible: each move changes colour, so a closed tour has as many squares"
    )
    done = repaired(EXAMPLE, "--end", "1,1")
    assert done.returncode == 1
    assert "7,1 and 1,1 have the same" in done.stderr


def test_giving_up_shows_the_longest_walk():
    done = repaired("-", "--board", "8x8", "--step-limit", "5", stdin="1,1 2,3")
    assert done.returncode == 3
    assert done.stderr.startswith("Gave up: the step limit of 5 was reached. The longest walk is ")
    assert read(done.stdout).report.is_walk


def test_another_leaper():
    done = repaired("-", "--board", "6x6", "--leaper", "0,1", "--show", "squares", stdin="3,3 3,4 3,5")
    assert done.returncode in (0, 3)
    walk = read(done.stdout, board="6x6", leaper=(0, 1)).walk
    assert walk.squares[0] == (2, 2)


def test_what_is_refused():
    assert refused("repair", str(ROOT / "docs/examples/broken.txt")) == (
        "turaga: the text is not a valid walk: number 7 occurs twice, on 1,5 and on 3,3\n"
    )
    assert "there is no file 'nowhere'" in refused("repair", "nowhere")
    assert "square 9,9 is not on the 8x8 board" in refused("repair", ROOT / EXAMPLE, "--end", "9,9")
    assert "--show cannot be used with --json" in refused(
        "repair", ROOT / EXAMPLE, "--json", "--show", "moves"
    )
    assert "seconds above 0, got '0'" in refused("repair", ROOT / EXAMPLE, "--time-limit", "0")
    assert "to 18446744073709551615, got -1" in refused("repair", ROOT / EXAMPLE, "--seed", "-1")
    assert "the walk is empty" in refused("repair", "-", stdin="board 3x4")


def test_the_old_names_work_as_before():
    new = repaired(EXAMPLE, "--closed", "--show", "squares")
    old = turaga("mend", EXAMPLE, "--close", "--show", "squares", cwd=ROOT)
    assert (old.returncode, old.stdout) == (new.returncode, new.stdout) == (0, new.stdout)
    assert "mend" not in turaga("--help").stdout

"""`turaga repair` as a person meets it: run for real, status and both streams."""

import json
import re
from pathlib import Path

import naive
from command import refused, shell, turaga
from pseudo import Pseudo
from turaga import Board
from turaga.notation import read

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
    assert first == "An open tour of 8x8, from a2 to d4, repaired with 3 reversals and 4 insertions."
    assert second.startswith("euler, 7 steps, ")


def test_the_account_comes_before_what_happened():
    done = repaired(EXAMPLE, "--closed", "--why", "--show", "none")
    assert (done.returncode, done.stdout) == (0, "")
    lines = done.stderr.splitlines()
    assert lines[0] == "the walk visits 60 of 64 squares, from a2 to a7; unvisited: d4 e2 g2 g1"
    assert lines[1] == (
        "reversal 1: the end a7 is a move away from b5 (step 51), so reverse the part from c3 (step 52) "
        "to a7 (step 60); the end is now c3"
    )
    assert lines[2] == "insertion 1: the end c3 is a move away from e2, which becomes step 61"
    assert lines[-3] == "the end is a move away from the start, so the tour is closed"
    assert lines[-2].startswith(
        "A closed tour of 8x8, from a2 to b4, repaired with 5 reversals and 4 insertions."
    )


def test_the_board_after_each_change():
    done = repaired(EXAMPLE, "--closed", "--boards")
    assert done.returncode == 0
    legend, first, *boards = done.stdout.strip("\n").split("\n\n")
    assert legend.startswith("Legend:\n  12   visited at step 12\n  [12] the end of the walk, at step 12\n")
    assert first == (
        "The walk visits 60 of 64 squares, from a2 to a7.\n"
        "4 squares are unvisited: d4 (a), e2 (b), g2 (c) and g1 (d).\n"
        "     a    b    c    d    e    f    g    h\n"
        "8   55   58   29   40   27   44   19   22\n"
        "7  [60]  39   56   43   30   21   26   45\n"
        "6   57   54   59   28   41   18   23   20\n"
        "5   38   51   42   31    8   25   46   17\n"
        "4   53   32   37   ?a   47   16    9   24\n"
        "3   50    3   52   33   36    7   12   15\n"
        "2    1   34    5   48   ?b   14   ?c   10\n"
        "1    4   49    2   35    6   11   ?d   13"
    )
    assert len(boards) == 9
    # Figure 2.2 of the coursework, with the steps 52 to 60 reversed.
    assert boards[0].startswith("Reversal 1.\nThe end a7 is a move away from b5 (step 51), so reverse")
    assert boards[0].endswith(
        "The end is now c3.\n"
        "     a    b    c    d    e    f    g    h\n"
        "8  ~57  ~54   29   40   27   44   19   22\n"
        "7  ~52   39  ~56   43   30   21   26   45\n"
        "6  ~55  ~58  ~53   28   41   18   23   20\n"
        "5   38   51   42   31    8   25   46   17\n"
        "4  ~59   32   37   ?a   47   16    9   24\n"
        "3   50    3  [60]  33   36    7   12   15\n"
        "2    1   34    5   48   ?b   14   ?c   10\n"
        "1    4   49    2   35    6   11   ?d   13"
    )
    assert "Insertion 1.\nThe end c3 is a move away from e2 (b), which becomes step 61.\n" in boards[1]
    assert "2    1   34    5   48  +61   14   ?c   10" in boards[1]
    assert "Every square is visited, but a2 and d4 are not a move apart.\n" in boards[6]
    last = boards[-1].split("\n")
    assert last[4] == (
        "A closed tour of 8x8: all 64 squares, from a2 to b4, after 5 reversals and 4 insertions."
    )
    grid = re.sub(r"[~+\[\]]", " ", "\n".join(line[1:] for line in last[6:]))
    assert naive.is_tour(Board("8x8"), read(grid).walk.squares, closed=True)
    assert done.stderr.startswith("A closed tour of 8x8, from a2 to b4, repaired with 5 reversals")


def test_boards_and_other_output(tmp_path):
    out = tmp_path / "tour.txt"
    done = repaired(EXAMPLE, "--boards", "--show", "squares", "--out", out)
    assert done.stdout.startswith("Legend:")
    squares = done.stdout.split("\n\n")[-1]
    assert read(squares, board="8x8").walk == read(out.read_text()).walk
    assert "--boards cannot be used with --json" in refused("repair", ROOT / EXAMPLE, "--boards", "--json")
    assert refused("repair", "-", "--board", "60x60", "--boards", stdin="1,1 2,3") == (
        "turaga: board 60x60 has 3600 squares: at most 2500 can be printed after each change\n"
    )
    done = repaired(EXAMPLE, "--end", "1,1", "--boards")
    assert (done.returncode, done.stdout) == (1, "")


def test_boards_have_colours_on_a_terminal():
    command = ("-m", "turaga", "repair", ROOT / EXAMPLE, "--boards")
    with Pseudo(*command, env={}) as terminal:
        assert terminal.end() == 0
        assert "\x1b[36m ~57 \x1b[0m" in terminal.seen
    with Pseudo(*command, env={"NO_COLOR": "1"}, columns=40) as terminal:
        assert terminal.end() == 0
        assert "the boards are too wide" in terminal.seen
        assert "Reversal 1." in terminal.seen
        assert "\x1b[" not in terminal.seen


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
        "turaga: the text is not a valid walk: number 7 occurs twice, on e5 and on c3\n"
    )
    assert "there is no file 'nowhere'" in refused("repair", "nowhere")
    assert "square 9,9 is not on the 8x8 board" in refused("repair", ROOT / EXAMPLE, "--end", "9,9")
    assert "--show cannot be used with --json" in refused(
        "repair", ROOT / EXAMPLE, "--json", "--show", "moves"
    )
    assert "seconds above 0, got '0'" in refused("repair", ROOT / EXAMPLE, "--time-limit", "0")
    assert "to 18446744073709551615, got -1" in refused("repair", ROOT / EXAMPLE, "--seed", "-1")
    assert "the walk is empty" in refused("repair", "-", stdin="board 3x4")
    assert "repair does not take --fix: it is for solve" in refused("repair", EXAMPLE, "--fix", "2=a1")

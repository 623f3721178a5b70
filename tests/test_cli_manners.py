"""How the command behaves: pipes, terminals, Ctrl-C, closed streams, full disks, limits, many cores."""

import json
import os

import pytest

from command import on_a_terminal, python, shell, started, turaga
from pseudo import Pseudo
from turaga import Board, __version__, solve
from turaga.notation import write


def test_help_and_version():
    for args in (["--help"], ["-h"], [], ["map", "-h"]):
        done = started(*args)
        assert (done.returncode, done.stdout.startswith("Usage: turaga")) == (0, True)
    assert started("--version").stdout == f"turaga {__version__}\n"


def test_a_small_board_loads_neither_numpy_nor_numba():
    code = (
        "import sys; from turaga.cli import main\n"
        "status = main(['solve', '8x8']); loaded = {'numpy', 'numba', 'rich'} & set(sys.modules)\n"
        "print(loaded, file=sys.stderr); sys.exit(bool(loaded) or status)"
    )
    done = python(code)
    assert done.returncode == 0, done.stderr


def test_pipes_work():
    done = shell(
        "TURAGA solve 8x8 | TURAGA convert - --to names | TURAGA convert - --to json | TURAGA check -"
    )
    end = Board("8x8").show(solve("8x8").tour.end)
    assert done.stdout == f"JSON, 8x8: an open tour of 64 squares, from a8 to {end}\n"


def test_a_reader_that_goes_away_is_no_error():
    for unbuffered in ("", "1"):
        env = {"PYTHONUNBUFFERED": unbuffered}
        done = shell("TURAGA solve 200x200 | head -1; echo ${PIPESTATUS[0]}", env=env)
        assert "Traceback" not in done.stdout + done.stderr
        assert "Exception ignored" not in done.stderr
        assert done.stdout.splitlines()[-1] == "141"


def test_nowhere_to_write_is_told_as_such():
    for line, status in [
        ("TURAGA solve 8x8 2>/dev/full", 0),
        ("TURAGA solve 0x8 2>/dev/full", 2),
        ("TURAGA solve 5x5 --start 1,2 2>/dev/full", 1),
        ("TURAGA solve 8x8 >/dev/full", 2),
        ("TURAGA >/dev/full", 2),
        ("set -o pipefail; TURAGA | true", 141),
    ]:
        done = shell(line)
        # A reader may be gone only after all was written.
        assert done.returncode == status or (status, done.returncode) == (141, 0), (line, done.stderr)
        assert "Traceback" not in done.stderr
        assert "Exception ignored" not in done.stderr


def test_closed_streams_are_nobodys_bug():
    for line, status in [
        ("TURAGA solve 8x8 >&-", 0),
        ("TURAGA solve 8x8 --json >&-", 0),
        ("TURAGA solve 8x8 2>&-", 0),
        ("TURAGA solve 5x5 --start 1,2 >&- 2>&-", 1),
        ("TURAGA check - <&-", 2),
    ]:
        done = shell(line)
        assert done.returncode == status, (line, done.stderr)
        assert "bug" not in done.stderr


def test_nowhere_to_keep_compiled_kernels(tmp_path):
    # A file stands where numba would make its folder.
    (tmp_path / "file").write_text("")
    env = {"NUMBA_CACHE_DIR": str(tmp_path / "file" / "cache"), "HOME": "/nonexistent"}
    code = "from turaga.jit import jit\n@jit\ndef one():\n    return 1\nprint(one())"
    done = python(code, env=env)
    assert (done.returncode, done.stdout) == (0, "1\n"), done.stderr


def test_the_time_limit_holds_where_prunings_flood_a_big_board(ticking, here):
    args = ["solve", "300x300", "--method", "search", "--rule", "random", "--time-limit", "0.3", "--json"]
    status, out, _ = here(*args)
    facts = json.loads(out)
    assert (status, facts["outcome"]) == (3, "gave-up")
    # Between looks at the clock when only steps were counted: 2,000,000.
    assert 1000 < facts["steps"] < 200_000


def test_a_board_too_wide_for_the_terminal_is_not_poured_out():
    status, seen = on_a_terminal("solve", "40x40")
    assert status == 0
    said = " ".join(seen.split())
    assert "too wide for this terminal: print it with --show board, or save it with --out FILE" in said
    assert len(seen.splitlines()) < 8
    status, seen = on_a_terminal("solve", "40x40", "--show", "board")
    assert len(seen.splitlines()) > 40
    status, seen = on_a_terminal("map", "8x8", columns=10)
    said = " ".join(seen.split())
    assert "too wide for this terminal" in said
    assert "64 of 64 starts complete" in said
    status, seen = on_a_terminal("solve", "8x8", columns=30)
    assert "An open tour" in seen
    assert write(solve("8x8").tour).splitlines() == seen.splitlines()[:8]


def test_tables_and_boards_are_not_broken_on_a_narrow_terminal(tmp_path):
    (tmp_path / "walk.txt").write_text(turaga("solve", "8x8").stdout)
    for args, words in (
        (["compare", "6x6", "--methods", "greedy", "--starts", "1,1"], "the tables are too wide"),
        (["watch", str(tmp_path / "walk.txt"), "--frames", "1"], "the boards are too wide"),
        (["draw", "8x8", "--moves", "e4"], "e4: f2 d2 c3 c5 d6 f6 g5 g3"),
    ):
        status, seen = on_a_terminal(*args, columns=40)
        assert status == 0
        assert words in seen
        assert max(map(len, seen.splitlines())) <= 40


@pytest.mark.parametrize(("options", "of"), [(["--step-limit", "999000000"], "/999000000"), ([], "/?")])
def test_progress_on_a_terminal(options, of):
    # Colour forbids the tour, which Agh's search cannot tell: it would go on for years.
    command = ("-m", "turaga", "solve", "7x7", "--like", "agh", "--start", "1,2")
    with Pseudo(*command, *options, env={}) as terminal:
        terminal.wait_for("searching")
        terminal.until(lambda: of in terminal.seen.replace(" ", ""))
        terminal.interrupt()
        assert terminal.end() == 130
    assert options or "/100 " not in terminal.seen


def test_no_progress_where_nobody_looks():
    quiet = turaga("solve", "7x7", "--like", "agh", "--start", "1,2", "--time-limit", "1.5")
    assert quiet.stderr.startswith("Gave up: the time limit of 1.5 s was reached.")
    assert quiet.stderr.count("\n") == 2


def test_the_same_command_gives_the_same_tour_on_any_number_of_cores():
    args = ["map", "40x40", "--rule", "random", "--seed", "5", "--json"]
    facts = [json.loads(turaga(*args).stdout)]
    if hasattr(os, "sched_getaffinity"):
        one_core = f"import os; os.sched_setaffinity(0, [{min(os.sched_getaffinity(0))}])"
        code = f"{one_core}; import sys; from turaga.cli import main; sys.exit(main({args!r}))"
        done = python(code)
        facts.append(json.loads(done.stdout))
    for one in facts:
        del one["seconds"]
    assert all(one == facts[0] for one in facts)

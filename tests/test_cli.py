"""`turaga solve`, `map` and `systems` as a person meets them: run for real, status and both streams."""

import json
import os
import pty
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from command import LIMIT, turaga
from turaga import SYSTEMS, Board, __version__, read, solve, verify, write


def refused(*args, **options):
    """The one sentence on stderr with which bad input ends."""
    done = turaga(*args, **options)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.startswith("turaga: ")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    return done.stderr


# -- bad input ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (["0x5"], "0x5"),
        (["8x"], "'8x'"),
        (["x"], "'x'"),
        (["8x8x8"], "'8x8x8'"),
        ([""], "''"),
        (["-8"], "-8"),
        (["8x8", "--start", "9,1"], "9,1"),
        (["8x8", "--start", "j9"], "j9"),
        (["8x8", "--start", "-1,2"], "-1,2"),
        (["8x8", "--ties", "order:1123"], "'1123'"),
        (["8x8", "--ties", "nonsense"], "'nonsense'"),
        (["8x8", "--ties", "lookahead:9"], "lookahead:9"),
        (["8x8", "--ties", ""], "''"),
        (["8x8", "--like", "nobody"], "'nobody'"),
        (["8x8", "--method", "magic"], "'magic'"),
        (["8x8", "--leaper", "0,0"], "0,0"),
        (["8x8", "--leaper", "knight"], "'knight'"),
        (["8x8", "--show", "song"], "'song'"),
        (["8x8", "--show", "json"], "'json'"),
        (["8x8", "--show", "moves", "--json"], "--show"),
        (["8x8", "--seed", "x"], "'x'"),
        (["8x8", "--seed", "-1"], "-1"),
        (["8x8", "--retries", "-1"], "-1"),
        (["8x8", "--orders", "12345678,1"], "'1'"),
        (["8x8", "--time-limit", "0"], "0"),
        (["8x8", "--step-limit", "0"], "0"),
        (["8x8", "--nonsense"], "--nonsense"),
        (["8x8", "9x9"], "9x9"),
        ([], "BOARD"),
        (["40000x40000"], "1600000000"),
        (["1000000000x1000000000"], "1000000000000000000"),
        (["@nowhere.txt"], "nowhere.txt"),
        (["@."], "."),
    ],
)
def test_bad_input_is_one_sentence(args, named):
    assert named in refused("solve", *args)


def test_masks_that_are_none(tmp_path):
    for name, content, says in [
        ("empty.txt", "", "is empty: draw the board"),
        ("holes.txt", "##\n##\n", "no squares"),
        ("odd.txt", "..\n.?\n", "'?' in line 2, place 2"),
        ("ragged.txt", "...\n..\n", "ragged"),
    ]:
        (tmp_path / name).write_text(content)
        assert says in refused("solve", f"@{tmp_path / name}")
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe..")
    assert "UTF-8" in refused("solve", f"@{tmp_path / 'bytes.txt'}")


def test_no_such_command():
    assert "'sovle'" in refused("sovle", "8x8")
    assert "'nonsense'" in refused("map", "8x8", "--ties", "nonsense")


def test_standard_output_by_its_usual_name(tmp_path):
    done = turaga("solve", "6x6", "--out", "-", cwd=tmp_path)
    assert read(done.stdout).report.is_tour
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_can_be_written(tmp_path):
    assert "no file is named" in refused("solve", "8x8", "--out", "")
    assert "no file is named" in refused("solve", "@")
    assert "no folder" in refused("solve", "8x8", "--out", tmp_path / "none" / "tour.txt")
    assert "is a directory" in refused("solve", "8x8", "--out", tmp_path)
    assert list(tmp_path.iterdir()) == []


# -- outcomes -----------------------------------------------------------------------------------------


def test_found():
    done = turaga("solve", "8x8")
    assert done.returncode == 0
    assert read(done.stdout).report.is_tour
    assert done.stdout == write(solve("8x8").tour)
    assert done.stderr.startswith("An open tour of 8x8, from 1,1 to ")


def test_impossible():
    done = turaga("solve", "5x5", "--start", "1,2")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Impossible: each move changes colour and 5x5 has 13 squares")
    done = turaga("solve", "4x4", "--method", "search")
    assert done.returncode == 1
    assert "searched exhaustively" in done.stderr


def test_gave_up_shows_the_best_walk():
    done = turaga("solve", "8x8", "--like", "bencic", "--start", "5,3")
    assert done.returncode == 3
    walk = read(done.stdout).walk
    assert len(walk) == 60
    assert "60 of 64 squares" in done.stderr
    done = turaga("solve", "9x9", "--method", "search", "--most", "--no-prune", "--step-limit", "100000")
    assert done.returncode == 3
    assert "the step limit of 100000 was reached" in done.stderr


def test_the_best_walk_where_there_is_no_tour():
    done = turaga("solve", "5x5", "--start", "2,3", "--best")
    assert done.returncode == 1
    assert len(read(done.stdout).walk) == 24


def test_every_way_to_show_a_walk():
    for form in ("board", "squares", "names", "moves", "agh", "fractions"):
        done = turaga("solve", "6x6", "--show", form)
        assert done.returncode == 0
        reading = read(done.stdout)
        assert (reading.format, reading.report.is_tour) == (form, True)
    assert turaga("solve", "6x6", "--show", "none").stdout == ""


def test_json_has_every_key():
    done = turaga("solve", "8x8", "--start", "a1", "--json")
    facts = json.loads(done.stdout)
    assert done.stderr == ""
    assert facts["outcome"] == "found"
    assert facts["board"] == {"rows": 8, "cols": 8, "holes": []}
    assert (facts["start"], facts["end"]) == ([8, 1], facts["squares"][-1])
    assert (facts["method"], facts["seed"], facts["retries"], facts["backtracks"]) == ("greedy", 0, 0, 0)
    assert (facts["visited"], facts["unvisited"], facts["steps"], facts["closed"]) == (64, 0, 64, False)
    assert facts["rule"]["ties"] == "outermost,order:12345678"
    assert facts["version"] == __version__
    assert facts["seconds"] >= 0
    assert facts["reason"] == "found directly"
    assert read(done.stdout).report.is_tour
    assert turaga("check", "-", stdin=done.stdout).returncode == 0


def test_json_of_the_other_outcomes():
    done = turaga("solve", "5x5", "--start", "1,2", "--json")
    facts = json.loads(done.stdout)
    assert done.returncode == 1
    assert (facts["outcome"], facts["squares"], facts["end"]) == ("impossible", [], None)
    assert (facts["start"], facts["visited"], facts["unvisited"]) == ([1, 2], 0, 25)
    done = turaga("solve", "8x8", "--like", "bencic", "--start", "5,3", "--json")
    facts = json.loads(done.stdout)
    assert done.returncode == 3
    assert (facts["outcome"], facts["visited"], facts["unvisited"]) == ("gave-up", 60, 4)
    assert len(facts["squares"]) == 60


def test_files_by_their_ending(tmp_path):
    for name in ("tour.txt", "tour.json", "tour.npy"):
        done = turaga("solve", "7x6", "--out", tmp_path / name)
        assert done.returncode == 0
        assert done.stdout == ""
        assert f"saved to {tmp_path / name}" in done.stderr
        assert turaga("check", tmp_path / name).returncode == 0
    assert np.load(tmp_path / "tour.npy").tolist() == solve("7x6").tour.rows()
    assert (tmp_path / "tour.txt").read_text() == write(solve("7x6").tour)
    shown = turaga("solve", "7x6", "--out", tmp_path / "tour.txt", "--show", "board")
    assert shown.stdout == (tmp_path / "tour.txt").read_text()
    none = turaga("solve", "5x5", "--start", "1,2", "--out", tmp_path / "none.txt")
    assert "nothing saved" in none.stderr
    assert sorted(p.name for p in tmp_path.iterdir()) == ["tour.json", "tour.npy", "tour.txt"]


def test_boards_with_holes_and_other_leapers(tmp_path):
    (tmp_path / "mask.txt").write_text(".....\n.....\n..#..\n.....\n.....\n")
    done = turaga("solve", f"@{tmp_path / 'mask.txt'}", "--method", "search")
    assert done.returncode == 0
    reading = read(done.stdout)
    assert reading.board == Board(5, 5, holes=[(2, 2)])
    assert reading.report.is_tour
    done = turaga("solve", "4x5", "--leaper", "0,1", "--method", "search")
    assert done.returncode == 0
    checked = turaga("check", "-", stdin=done.stdout)
    assert checked.returncode == 0
    assert "for a 0,1 leaper" in checked.stdout


# -- presets ------------------------------------------------------------------------------------------


def test_an_explicit_option_overrides_the_system():
    done = turaga(
        "solve", "8x8", "--like", "serafeimidis", "--ties", "order:24753186", "--start", "3,4", "--json"
    )
    facts = json.loads(done.stdout)
    assert facts["rule"] == {
        "prefer": "fewest",
        "ties": "order:24753186",
        "open_start": True,
        "dead_ends_last": False,
    }
    assert facts["closed"]
    facts = json.loads(turaga("solve", "5x5", "--like", "agh", "--method", "greedy", "--json").stdout)
    assert facts["method"] == "greedy"
    facts = json.loads(turaga("solve", "8x8", "--like", "serafeimidis", "--no-open-start", "--json").stdout)
    assert not facts["rule"]["open_start"]


def test_a_system_never_retries_unless_asked():
    done = turaga("solve", "8x8", "--like", "bencic", "--closed", "--json")
    facts = json.loads(done.stdout)
    assert (done.returncode, facts["retries"]) == (3, 0)
    asked = json.loads(
        turaga("solve", "8x8", "--like", "bencic", "--closed", "--retries", "50", "--json").stdout
    )
    assert asked["outcome"] == "found"
    assert asked["retries"] > 0


def test_systems_are_described():
    done = turaga("systems")
    assert done.returncode == 0
    for name, system in SYSTEMS.items():
        assert f"{name}: " in done.stdout
        assert system.rule.order in done.stdout
    assert set(json.loads(turaga("systems", "--json").stdout)) == set(SYSTEMS)


# -- map ----------------------------------------------------------------------------------------------


def test_a_map():
    done = turaga("map", "8x8", "--like", "bencic")
    assert done.returncode == 0
    grid, _, rest = done.stdout.partition("\n\n")
    rows = [line.split() for line in grid.splitlines()]
    assert rows[4][2] == "4"
    assert sum(row.count("0") for row in rows) == 63
    assert "63 of 64 starts complete (98.44%)" in rest
    assert "4 closed tours, from 1,4 2,2 3,5 4,2" in rest
    assert " s; fewest onward moves" in rest


def test_a_map_as_json():
    facts = json.loads(turaga("map", "5x5", "--json").stdout)
    assert (facts["starts"], facts["allowed"], facts["complete"]) == (25, 13, 13)
    assert facts["success_rate"] == 13 / 25
    assert facts["unvisited"][0][0] == 0
    assert facts["unvisited"][0][1] > 0


def test_a_map_with_retries_and_holes(tmp_path):
    (tmp_path / "mask.txt").write_text("......\n..#...\n......\n......\n......\n.....#\n")
    done = turaga("map", f"@{tmp_path / 'mask.txt'}", "--retries", "30")
    assert done.stdout.count("#") == 2
    facts = json.loads(turaga("map", f"@{tmp_path / 'mask.txt'}", "--retries", "30", "--json").stdout)
    once = json.loads(turaga("map", f"@{tmp_path / 'mask.txt'}", "--json").stdout)
    assert facts["complete"] > once["complete"]
    assert facts["unvisited"][1][2] is None


# -- how it behaves -----------------------------------------------------------------------------------


def test_help_everywhere_with_an_example():
    for args in (["--help"], ["-h"], [], ["solve", "--help"], ["map", "-h"], ["systems", "--help"]):
        done = turaga(*args)
        assert done.returncode == 0
        assert "Usage: turaga" in done.stdout
        assert "Example" in done.stdout
    assert turaga("--version").stdout == f"turaga {__version__}\n"


def test_a_small_board_loads_neither_numpy_nor_numba():
    code = (
        "import sys; from turaga.cli import main\n"
        "status = main(['solve', '8x8']); loaded = {'numpy', 'numba', 'rich'} & set(sys.modules)\n"
        "print(loaded, file=sys.stderr); sys.exit(bool(loaded) or status)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 0, done.stderr


def test_pipes_work():
    run = f"{sys.executable} -m turaga"
    whole = f"{run} solve 8x8 | {run} convert - --to names | {run} convert - --to json | {run} check -"
    done = subprocess.run(whole, shell=True, capture_output=True, text=True, timeout=LIMIT)
    assert done.stdout == "JSON, 8x8: an open tour of 64 squares, from 1,1 to 6,7\n"


def test_a_reader_that_goes_away_is_no_error():
    for unbuffered in ("", "1"):
        run = f"{sys.executable} -m turaga solve 200x200 | head -1; echo ${{PIPESTATUS[0]}}"
        env = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
        done = subprocess.run(["bash", "-c", run], capture_output=True, text=True, timeout=LIMIT, env=env)
        assert "Traceback" not in done.stdout + done.stderr
        assert "Exception ignored" not in done.stderr
        assert done.stdout.splitlines()[-1] == "141"


def test_ctrl_c_ends_cleanly(tmp_path):
    out = tmp_path / "tour.txt"
    args = ["solve", "7x7", "--like", "agh", "--start", "1,2", "--out", str(out)]  # years of searching
    process = subprocess.Popen(
        [sys.executable, "-m", "turaga", *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    time.sleep(3)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=LIMIT)
    assert process.returncode == 130
    assert stdout == ""
    assert stderr.strip() == "turaga: interrupted"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("after", [0.03, 0.06, 0.1, 0.3, 0.7, 1.5])
def test_ctrl_c_at_any_moment_is_neither_lost_nor_loud(after):
    # The installed script's own lines, and a timer that presses Ctrl-C: while the package is loaded, while
    # the kernels are (whose callbacks drop exceptions), or while threads walk.
    code = (
        "import os, signal, sys, threading; from turaga_command import main\n"
        f"threading.Timer({after}, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "sys.argv = ['turaga', 'map', '300x300']; sys.exit(main())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 130
    assert done.stdout == ""
    assert done.stderr.strip() in ("", "turaga: interrupted")


def test_ctrl_c_while_a_kernel_compiles_is_no_bug(tmp_path):
    # The compiler drops the interrupt and then fails in a way of its own.
    code = (
        "import sys; from turaga.cli import main, group\n"
        "import os, signal, click\n"
        "def fail(**_):\n"
        "    try: os.kill(os.getpid(), signal.SIGINT)\n"
        "    except KeyboardInterrupt: raise RuntimeError('no compiled object yet') from None\n"
        "import turaga.cli as cli; sys.modules['turaga.cli.map'].command.callback = fail\n"
        "sys.exit(main(['map', '5x5']))"
    )
    code = "import importlib; importlib.import_module('turaga.cli.map')\n" + code
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=LIMIT)
    assert (done.returncode, done.stderr) == (130, "turaga: interrupted\n")


def test_an_ignored_interrupt_stays_ignored_and_a_hosts_timer_is_left_alone():
    code = (
        "import os, signal, sys, threading; from turaga_command import main\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN); signal.setitimer(signal.ITIMER_REAL, 1000)\n"
        "threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "sys.argv = ['turaga', 'solve', '60x60', '--show', 'none']; status = main()\n"
        "sys.exit(status or signal.getitimer(signal.ITIMER_REAL)[0] < 900)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 0, done.stderr


def test_nowhere_to_write_is_told_as_such():
    run = f"{sys.executable} -m turaga"
    for command, status in [
        (f"{run} solve 8x8 2>/dev/full", 0),
        (f"{run} solve 0x8 2>/dev/full", 2),
        (f"{run} solve 5x5 --start 1,2 2>/dev/full", 1),
        (f"{run} solve 8x8 >/dev/full", 2),
        (f"{run} >/dev/full", 2),
        (f"set -o pipefail; {run} | true", 141),
    ]:
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=LIMIT)
        # A reader may be gone only after all was written.
        assert done.returncode == status or (status, done.returncode) == (141, 0), (command, done.stderr)
        assert "Traceback" not in done.stderr
        assert "Exception ignored" not in done.stderr


def test_closed_streams_are_nobodys_bug():
    run = f"{sys.executable} -m turaga"
    for command, status in [
        (f"{run} solve 8x8 >&-", 0),
        (f"{run} solve 8x8 --json >&-", 0),
        (f"{run} solve 8x8 2>&-", 0),
        (f"{run} solve 5x5 --start 1,2 >&- 2>&-", 1),
        (f"{run} check - <&-", 2),
    ]:
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=LIMIT)
        assert done.returncode == status, (command, done.stderr)
        assert "bug" not in done.stderr


def test_nowhere_to_keep_compiled_kernels(tmp_path):
    # A file stands where numba would make its folder.
    (tmp_path / "file").write_text("")
    env = {"NUMBA_CACHE_DIR": str(tmp_path / "file" / "cache"), "HOME": "/nonexistent"}
    code = "from turaga._kernels._jit import jit\n@jit\ndef one():\n    return 1\nprint(one())"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=LIMIT, env={**os.environ, **env}
    )
    assert (done.returncode, done.stdout) == (0, "1\n"), done.stderr


def test_the_time_limit_holds_where_prunings_flood_a_big_board():
    done = turaga("solve", "300x300", "--method", "search", "--ties", "random", "--time-limit", "1", "--json")
    facts = json.loads(done.stdout)
    assert facts["outcome"] == "gave-up"
    assert facts["steps"] > 1000
    assert facts["seconds"] < LIMIT / 4  # a guard: it took 40 s when only steps were counted


def on_a_terminal(*args, columns=80):
    """What a person sees on a terminal: stdout and stderr on one pseudo-terminal."""
    leader, follower = pty.openpty()
    env = {**os.environ, "COLUMNS": str(columns), "LINES": "24", "TERM": "xterm"}
    process = subprocess.Popen(
        [sys.executable, "-m", "turaga", *args], stdin=follower, stdout=follower, stderr=follower, env=env
    )
    os.close(follower)
    seen = b""
    while True:
        try:
            piece = os.read(leader, 65536)
        except OSError:
            break
        if not piece:
            break
        seen += piece
    os.close(leader)
    return process.wait(timeout=LIMIT), seen.decode()


def test_a_board_too_wide_for_the_terminal_is_not_poured_out():
    status, seen = on_a_terminal("solve", "40x40")
    assert status == 0
    assert "too wide for this terminal: --show board prints it, --out FILE saves it" in seen
    assert len(seen.splitlines()) < 6
    status, seen = on_a_terminal("solve", "40x40", "--show", "board")
    assert len(seen.splitlines()) > 40
    status, seen = on_a_terminal("map", "8x8", columns=10)
    assert "too wide for this terminal" in seen
    assert "64 of 64 starts complete" in seen
    status, seen = on_a_terminal("solve", "8x8", columns=30)
    assert "An open tour" in seen
    assert " 1 34  3 18 37 32 13 16" in seen


def test_progress_on_a_terminal_and_nowhere_else():
    # Colour forbids it, which Agh's search cannot tell: it would go on for years.
    args = ["solve", "7x7", "--like", "agh", "--start", "1,2", "--step-limit", "100000000"]
    status, seen = on_a_terminal(*args)
    assert status == 3
    assert "searching" in seen
    assert "/100000000" in seen.replace(" ", "")
    quiet = turaga(*args)
    assert quiet.stderr.startswith("Gave up: the step limit of 100000000 was reached.")
    assert quiet.stderr.count("\n") == 2


def test_progress_where_nobody_knows_how_much_there_is():
    args = ["solve", "7x7", "--like", "agh", "--start", "1,2", "--time-limit", "3"]
    status, seen = on_a_terminal(*args)
    assert status == 3
    assert "/?" in seen.replace(" ", "")
    assert "/100 " not in seen


def test_the_same_command_gives_the_same_tour_on_any_number_of_cores():
    args = ["map", "40x40", "--ties", "random", "--seed", "5", "--json"]
    facts = [json.loads(turaga(*args).stdout)]
    if hasattr(os, "sched_getaffinity"):
        one_core = f"import os; os.sched_setaffinity(0, [{min(os.sched_getaffinity(0))}])"
        code = f"{one_core}; import sys; from turaga.cli import main; sys.exit(main({args!r}))"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=LIMIT)
        facts.append(json.loads(done.stdout))
    for one in facts:
        del one["seconds"]
    assert all(one == facts[0] for one in facts)


def test_a_grid_too_large_for_text_is_refused_before_the_work(tmp_path):
    assert "ends in .npy" in refused("solve", "20000x20000")
    assert "ends in .npy" in refused("solve", "20000x20000", "--out", tmp_path / "tour.txt")


def test_a_big_board(tmp_path):
    out = tmp_path / "tour.npy"
    done = turaga("solve", "1000x1000", "--start", "500,501", "--out", out)
    assert done.returncode == 0
    assert "1000000 steps" in done.stderr
    tour = read(out.read_bytes())
    assert verify(tour.walk)
    assert turaga("check", out).returncode == 0

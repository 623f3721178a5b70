"""Ctrl-C: every command ends with status 130, quietly, and leaves nothing behind.

`scripts/interrupts.py` does the same for all long commands, at random moments, and demands that they end
within two seconds.
"""

import re
import signal
import sys
from concurrent.futures import wait
from pathlib import Path

import pytest

from command import LIMIT, run, started_process
from interrupts import CASES, attempt
from turaga.cli._interrupt import Interrupts
from turaga.threads import ThreadPool
from turaga.walks import map_starts

ENDINGS = {"tours": (143, "turaga: interrupted"), "serve": (0, "(kill PID to stop)\nTuraga has stopped.")}
# A busy machine needs more time to remove what would be left behind.
PATIENT = "from turaga.cli import _interrupt; _interrupt._FAREWELL = 60"
# The installed script, with a command that does something else and presses Ctrl-C itself.
RUN = """
import contextlib, multiprocessing, os, signal, sys, threading, time
from turaga.cli import map
{patient}
from turaga.files import replace_file, temporary_directory
def interrupt(): os.kill(os.getpid(), signal.SIGINT)
def deaf():
    while True:
        with contextlib.suppress(KeyboardInterrupt): time.sleep(60)
def work():
    {work}
map.command.callback = lambda **_: work()
if __name__ == "__main__":
    from turaga_command import main
    sys.argv = ["turaga", "map", "5x5"]
    sys.exit(main())
"""


def interrupted(work, tmp_path):
    """What the command prints if it does this work. It ends with status 130 and leaves neither a file nor a
    process, which would keep the pipes open."""
    script = tmp_path / "script.py"
    script.write_text(RUN.format(patient=PATIENT, work=work.strip().replace("\n", "\n    ")))
    done = run([sys.executable, script], cwd=tmp_path, env={"TMPDIR": str(tmp_path)})
    assert done.returncode == 130, done.stderr
    assert [*tmp_path.iterdir()] == [script]
    return done.stdout, done.stderr.lstrip()


# -- the commands ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "moment", "again", "terminal"),
    [
        ("map", 0.02, (), False),  # while the package is being loaded
        ("map", 0.3, (), False),  # while the kernels are, whose callbacks drop exceptions
        ("map", 1.5, (0.01, 0.1, 0.2), True),
        ("solve, search", 1, (), False),
        ("count, sweep", 1, (), False),
        ("tours, from", 1, (0.05,), False),
        ("tours, save", 1, (), False),
        ("compile", 1.5, (0.1,), False),
    ],
)
def test_ctrl_c_ends_a_long_command(name, moment, again, terminal, tmp_path):
    before = PATIENT if moment > 0.1 else ""
    result = attempt(CASES[name], tmp_path, moment, again=again, terminal=terminal, before=before)
    assert result is not None
    assert result.faults == []


def test_a_map_that_was_interrupted_anywhere_stops_walking(monkeypatch):
    # The interrupt comes outside of the generator that owns the threads, which nobody closes.
    given, submit = [], ThreadPool.submit
    monkeypatch.setattr(ThreadPool, "submit", lambda *args: given.append(submit(*args)) or given[-1])
    monkeypatch.setattr("turaga.compiled_greedy._CHUNK", 1)  # one walk at a time
    monkeypatch.setattr("turaga.threads.cores", lambda: 2)

    def interrupt(what, done, whole):
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as kept:  # its traceback keeps the generator alive
        map_starts("40x40", progress=interrupt)
    wait([one for one in given if not one.cancelled()])
    assert 0 < len(given) < 20 < 40 * 40
    assert kept.value is not None


# -- what stops them ------------------------------------------------------------------------------------


def test_the_watchdog_ends_what_does_not_end_by_itself(tmp_path):
    stdout, stderr = interrupted(
        """
multiprocessing.get_context("spawn").Process(target=deaf).start()
def fill(file): file.write(b"half"); file.flush(); interrupt(); deaf()
with temporary_directory() as there:
    open(f"{there}/file", "w").close()
    with contextlib.suppress(KeyboardInterrupt): interrupt()
    threading.Timer(0.1, interrupt).start(); threading.Timer(0.2, interrupt).start()
    replace_file("out", fill)
""",
        tmp_path,
    )
    assert (stdout, stderr) == ("", "turaga: interrupted\n")


@pytest.mark.parametrize(
    "work",
    [
        "try: interrupt()\nexcept KeyboardInterrupt: raise RuntimeError('no compiled object yet') from None",
        "with contextlib.suppress(KeyboardInterrupt): interrupt()",
        "now = threading.Event(); thread = threading.Thread(target=lambda: (now.wait(), 1 / 0))\n"
        "thread.start()\ntry: interrupt()\nfinally: now.set(); thread.join()",
        # An exception in the compiler's callbacks can crash it, so none is raised there.
        "from turaga.jit import watch; watch.compiling = True\n"
        "try: interrupt()\nexcept KeyboardInterrupt: print('raised', flush=True)",
    ],
    ids=["the compiler fails", "a library drops it", "a thread fails", "a kernel is being compiled"],
)
def test_whatever_it_leads_to_it_is_an_interrupt(work, tmp_path):
    assert interrupted(work, tmp_path) == ("", "turaga: interrupted\n")


@pytest.mark.parametrize("args", [["tours", "8x8", "--closed"], ["serve", "--port", "0"]], ids=" ".join)
def test_an_ignored_interrupt_stays_ignored_and_sigterm_ends_the_command(args):
    ignoring = ["sh", "-c", 'trap "" INT; exec "$@"', "sh"]  # as nohup and & in a script do
    with started_process([*ignoring, sys.executable, "-m", "turaga", *args]) as process:
        assert process.stdout.readline()
        status = Path(f"/proc/{process.pid}/status").read_text()
        ignored = int(re.search(r"SigIgn:\s*(\w+)", status)[1], 16)
        assert ignored & 1 << signal.SIGINT - 1
        process.send_signal(signal.SIGTERM)
        _, stderr = process.communicate(timeout=LIMIT)
    status, said = ENDINGS[args[0]]
    assert process.returncode == status
    assert stderr.decode().strip().endswith(said.replace("PID", str(process.pid)))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_afterwards_signals_are_as_before(number):
    hooks = sys.unraisablehook
    with Interrupts() as interrupts:
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(number)
        signal.raise_signal(number)  # the second one is ignored
    assert interrupts.status == 128 + number
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    assert signal.set_wakeup_fd(-1) == -1
    assert sys.unraisablehook is hooks

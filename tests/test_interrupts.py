"""Ctrl-C: every command ends with status 130 within two seconds, quietly, and leaves nothing behind.

`scripts/interrupts.py` does the same for all long commands, at random moments.
"""

import os
import signal
import subprocess
import sys
import time

import pytest

from command import python
from interrupts import CASES, attempt
from turaga import map_starts
from turaga.cli._interrupt import Interrupts

# The installed script, with a command that does something else and presses Ctrl-C itself.
RUN = """
import contextlib, multiprocessing, os, signal, sys, threading, time
from turaga.cli import map
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
    """What the command prints if it does this work, and how long it took. It ends with status 130 and leaves
    neither a file nor a process, which would keep the pipes open."""
    script = tmp_path / "script.py"
    script.write_text(RUN.format(work=work.strip().replace("\n", "\n    ")))
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, script], cwd=tmp_path, capture_output=True, text=True, timeout=60,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 130, done.stderr
    assert [*tmp_path.iterdir()] == [script]
    return done.stdout, done.stderr.lstrip(), time.monotonic() - began


# -- the commands ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "moment", "again", "terminal"),
    [
        ("map", 0.02, (), False),  # while the package is being loaded
        ("map", 0.3, (), False),  # while the kernels are, whose callbacks drop exceptions
        ("map", 1.5, (0.01, 0.1, 0.2), True),
        ("solve, search", 1, (), False),
        ("count, sweep", 1, (), False),
        ("list, from", 1, (0.05,), False),
        ("sample, save", 1, (), False),
        ("compile", 1.5, (0.1,), False),
    ],
)
def test_ctrl_c_ends_a_long_command(name, moment, again, terminal, tmp_path):
    result = attempt(CASES[name], tmp_path, moment, again=again, terminal=terminal)
    assert result is not None
    assert result.faults == []


def test_a_map_that_was_interrupted_anywhere_stops_walking(monkeypatch):
    # The interrupt comes outside of the generator that owns the threads, which nobody closes.
    from turaga.compiled_greedy import CompiledRule

    parts, walk_many = [], CompiledRule.walk_many
    monkeypatch.setattr(CompiledRule, "walk_many", lambda *args: parts.append(1) or walk_many(*args))
    monkeypatch.setattr("turaga.compiled_greedy._CHUNK", 1)  # one walk at a time
    monkeypatch.setattr("turaga.threads.cores", lambda: 2)

    def interrupt(what, done, whole):
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as kept:  # its traceback keeps the generator alive
        map_starts("40x40", progress=interrupt)
    time.sleep(0.1)
    assert len(parts) < 20 < 40 * 40
    assert kept.value is not None


# -- what stops them ------------------------------------------------------------------------------------


def test_the_watchdog_ends_what_does_not_end_by_itself(tmp_path):
    stdout, stderr, seconds = interrupted(
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
    assert seconds < 10


@pytest.mark.parametrize(
    "work",
    [
        "try: interrupt()\nexcept KeyboardInterrupt: raise RuntimeError('no compiled object yet') from None",
        "with contextlib.suppress(KeyboardInterrupt): interrupt()",
        "threading.Thread(target=lambda: (time.sleep(0.2), 1 / 0)).start(); interrupt(); time.sleep(1)",
        # An exception in the compiler's callbacks can crash it, so none is raised there.
        "from turaga.jit import watch; watch.compiling = True\n"
        "try: interrupt()\nexcept KeyboardInterrupt: print('raised', flush=True)",
    ],
    ids=["the compiler fails", "a library drops it", "a thread fails", "a kernel is being compiled"],
)
def test_whatever_it_leads_to_it_is_an_interrupt(work, tmp_path):
    assert interrupted(work, tmp_path)[:2] == ("", "turaga: interrupted\n")


def test_an_ignored_interrupt_stays_ignored():
    code = (
        "import os, signal, sys, threading; from turaga_command import main\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "sys.argv = ['turaga', 'solve', '60x60', '--show', 'none']; sys.exit(main())"
    )
    done = python(code)
    assert done.returncode == 0, done.stderr


def test_afterwards_signals_are_as_before():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        hooks = sys.unraisablehook
        with Interrupts() as interrupts:
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)  # the second one is ignored
        assert interrupts.happened
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        assert signal.set_wakeup_fd(-1) == -1
        assert sys.unraisablehook is hooks
    finally:
        signal.signal(signal.SIGINT, before)

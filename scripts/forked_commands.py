"""Runs commands in forked processes, thousands of them: a crash or a hang ends only one.

The parent has loaded every package, so a command takes some milliseconds more than its work.
"""

import contextlib
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass

SLOWEST = 60  # seconds after which a command counts as one that never ends


@dataclass(frozen=True)
class Answer:
    """What a command did: its exit status (negative if a signal ended it), stdout and stderr."""

    status: int
    printed: str
    said: str

    @property
    def is_refusal(self) -> bool:
        """Whether it is a clear refusal: status 1 or 2, and one sentence."""
        one = self.said.startswith("turaga: ") and self.said.count("\n") == 1
        return self.status in (1, 2) and not self.printed and one


def preload() -> None:
    """Load everything that commands load, without starting a thread."""
    import duckdb
    import matplotlib.pyplot  # noqa: F401
    import pyarrow.dataset
    import pyarrow.parquet

    import turaga.cli.survey.plot
    import turaga.survey.job_rows
    from turaga.web.handlers import warm_up

    assert all((duckdb, pyarrow, turaga))
    warm_up()


def answer(
    arguments: list[str],
    *,
    stdin: bytes = b"",
    setup: Callable[[], object] | None = None,
    run: Callable[[list[str]], int] | None = None,
) -> Answer:
    """The answer of a command in a process of its own. `setup` is called there first. `run` is called instead
    of the command."""
    with contextlib.ExitStack() as stack:
        streams = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
        streams[0].write(stdin)
        streams[0].seek(0)
        child = os.fork()
        if child == 0:
            _live(arguments, [stream.fileno() for stream in streams], setup, run)
        status = _wait(child)
        for stream in streams:
            stream.seek(0)
        texts = [stream.read().decode(errors="backslashreplace") for stream in streams[1:]]
    return Answer(status, texts[0], texts[1])


def _live(
    arguments: list[str],
    fds: list[int],
    setup: Callable[[], object] | None,
    run: Callable[[list[str]], int] | None,
) -> None:
    """The life of a child. It never returns."""
    status = 70
    try:
        for place, fd in enumerate(fds):
            os.dup2(fd, place)
        sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115
        sys.stdout = open(1, "w", encoding="utf-8", errors="backslashreplace")  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1)  # noqa: SIM115
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if setup:
            setup()
        from turaga.cli import main

        status = (run or main)(arguments)
    except BaseException as error:  # noqa: BLE001 - whatever it is, the parent reports it
        sys.stderr.write(f"Traceback: {error!r}\n")
    finally:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        os._exit(status & 255)


def _wait(child: int) -> int:
    """Wait for a child and return its status. A child that takes too long is killed."""
    deadline = time.monotonic() + SLOWEST
    pause = 0.001
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
        time.sleep(pause)
        pause = min(0.02, pause * 1.3)

"""Runs thousands of commands in forked processes: a crash or a hang ends only a few.

The parent has loaded every package. `answer` runs one command in a process of its own. `in_batches` runs many
pieces of work in one process after the other, and within them `answer` starts no process.
"""

import contextlib
import io
import itertools
import multiprocessing
import os
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection

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
    if _inside:
        return _answer_here(arguments, stdin, setup, run)
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


# -- batches ----------------------------------------------------------------------------------------------

_inside = False  # whether this is a process of `in_batches`
_BATCH = 50


def in_batches(work: Callable[[int], str], numbers: Iterable[int]) -> Iterator[tuple[int, str]]:
    """Call the function with each number, in batches that have a process each, and yield what it returns. If
    a process crashes or hangs, the text for its last number begins with CRASH."""
    left = iter(numbers)
    while batch := list(itertools.islice(left, _BATCH)):
        yield from _run_batch(work, batch)


def _run_batch(work: Callable[[int], str], batch: list[int]) -> Iterator[tuple[int, str]]:
    while batch:
        ours, theirs = multiprocessing.Pipe(duplex=False)
        child = os.fork()
        if child == 0:
            ours.close()
            _live_batch(work, batch, theirs)
        theirs.close()
        crashed = False
        try:
            while batch and not crashed:
                if not ours.poll(SLOWEST):
                    os.kill(child, signal.SIGKILL)
                text = ours.recv()
                yield batch.pop(0), text
        except EOFError:
            crashed = True
        _, status = os.waitpid(child, 0)
        if crashed:
            yield batch.pop(0), f"CRASH with status {os.waitstatus_to_exitcode(status)}"


def _live_batch(work: Callable[[int], str], batch: list[int], line: Connection) -> None:
    """The life of a process that does a batch. It never returns."""
    global _inside
    _inside = True
    status = 1
    try:
        for number in batch:
            line.send(work(number))
        status = 0
    except BaseException:  # noqa: BLE001 - the parent sees that the line ends
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


def _answer_here(
    arguments: list[str],
    stdin: bytes,
    setup: Callable[[], object] | None,
    run: Callable[[list[str]], int] | None,
) -> Answer:
    """The answer of a command in this process."""
    from turaga.cli import main

    before = sys.stdin, sys.stdout, sys.stderr
    held = [io.TextIOWrapper(io.BytesIO(), "utf-8", "backslashreplace", write_through=True) for _ in range(2)]
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
    sys.stdout, sys.stderr = held
    try:
        if setup:
            setup()
        status = (run or main)(arguments)
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    texts = [stream.buffer.getvalue().decode(errors="backslashreplace") for stream in held]
    return Answer(status, texts[0], texts[1])

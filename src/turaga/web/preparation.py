"""The first seconds of a server, until workers with compiled kernels are ready.

Usually the forkserver has loaded all kernels after a second, and nothing of this is noticed. After
installation or an update they have to be compiled first, which takes from ten seconds to a minute. Then:

- A second process compiles kernels too, beginning at the other end. The kernels that it has saved are loaded
  by the forkserver, so the two share the work.
- Workers that compile nothing run the quick jobs: in them, kernels are ordinary Python functions. For a small
  board that is fast enough. A job that takes too long there waits for a compiled worker.
- The server can say how many of the kernels are ready.

When the first compiled worker is ready, all this ends.
"""

import asyncio
import contextlib
import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from turaga.json_values import Result
from turaga.web.errors import Busy
from turaga.web.lane import Lane, LaneSize
from turaga.web.worker import (
    BEGUN,
    READY,
    REPORT_VARIABLE,
    compile_kernels_from_the_end,
    serve_reference,
)
from turaga.web.worker_process import WorkerDied, WorkerProcess

KERNELS = 37  # that the warm-up needs
_PREPARING = "Preparing the solver (first run only)"
_POLL_SECONDS = 0.05
_MOST_BYTES = 1 << 20  # of reports, a hundred times as many as there are
_RETRY_SECONDS = 0.5  # before another try, if the system could not start a process
_RETRY_AFTER = 5  # seconds after which a rejected client may try again
# Ten seconds, because kernels are slow as ordinary functions, and the processes that compile keep both cores
# of a small machine busy.
REFERENCE = LaneSize(workers=2, waiting=16, seconds=10.0, nice=0, retry_after=_RETRY_AFTER)


@dataclass(frozen=True)
class Status(Result):
    """Whether the solver is ready. If not, how many of the parts that it needs are ready, what is being done,
    and for how many seconds. `first_run` says that parts have to be compiled, which takes up to a minute."""

    ready: bool
    first_run: bool
    done: int
    total: int
    what: str
    seconds: float


class _Prepared(Exception):
    """The compiled workers are ready."""


class Preparation:
    """Prepares the solver, and runs quick jobs meanwhile. `ready` is set when the first compiled worker is
    ready. Call `open` before the first of them is started, and `close` at the end."""

    def __init__(self, ready: asyncio.Event, size: LaneSize = REFERENCE) -> None:
        self._ready = ready
        self._lane = Lane(size)
        self._report = _KernelReport()
        self._began = time.monotonic()
        self._seconds = 0.0  # that it took
        self._processes: set[WorkerProcess] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._ended = False

    def open(self) -> None:
        """Begin. Processes that are started from now on report their kernels."""
        self._began = time.monotonic()
        self._report.open()
        self._begin(self._run())

    async def close(self) -> None:
        """End all processes that were started here."""
        self._end()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for process in self._processes:
            process.abandon()

    def status(self) -> Status:
        """How far it is."""
        if self._ready.is_set():
            seconds = self._seconds or time.monotonic() - self._began
            return _status(KERNELS, seconds, ready=True, first_run=self._report.compiling)
        done = min(len(self._report.ready()), KERNELS - 1)  # the last part is the worker itself
        return _status(done, time.monotonic() - self._began, first_run=self._report.compiling)

    def busy(self) -> Busy:
        """The error for a job that cannot wait until the compiled workers are ready."""
        now = self.status()
        parts = f"{now.done} of {now.total} parts are done"
        return Busy(f"the solver is being prepared (first run only): {parts}", _RETRY_AFTER)

    async def ask(self, job: str, request: Any) -> bytes | None:
        """The response to a quick job, or None if the compiled workers have to run it: because they are
        ready, or because it takes too long without them."""
        try:
            worker = await self._lane.take()
        except (Busy, _Prepared):
            return None
        try:
            return await self._lane.run(worker, job, request)
        except (TimeoutError, WorkerDied):
            return None
        finally:
            if self._ended:
                worker.stop()

    # -- processes --------------------------------------------------------------------------------------

    async def _run(self) -> None:
        while not (self._ready.is_set() or self._report.compiling):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._ready.wait(), _POLL_SECONDS)
            self._report.read()
        if not self._ready.is_set():
            self._start_processes()
            await self._ready.wait()
        self._seconds = time.monotonic() - self._began
        self._end()

    def _start_processes(self) -> None:
        self._begin(self._add())
        self._begin(self._start(compile_kernels_from_the_end, lambda _: None))
        for _ in range(self._lane.size.workers - 1):
            self._begin(self._add())

    def _end(self) -> None:
        """Stop the workers that are idle; the others are stopped when their jobs are done."""
        self._ended = True
        self._report.close()
        self._lane.dismiss(_Prepared())
        for worker in self._lane.workers:
            if not worker.busy:
                worker.stop()

    def _begin(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _add(self) -> None:
        """Add a worker, and another each time that one has to be stopped."""

        def replace(ended: WorkerProcess) -> None:
            self._lane.remove(ended)
            if not self._ended:
                self._begin(self._add())

        worker = await self._start(serve_reference, replace)
        if worker is not None and worker.alive:
            self._lane.add(worker)

    async def _start(
        self, target: Callable[..., None], on_end: Callable[[WorkerProcess], None]
    ) -> WorkerProcess | None:
        """A new process, or None if none is needed any more."""

        def ended(process: WorkerProcess) -> None:
            self._processes.discard(process)
            on_end(process)

        while not self._ended:
            process = None
            try:
                process = WorkerProcess("spawn", target, self._lane.size.nice, ended)
                self._processes.add(process)
                await process.started()
            except OSError:
                if process is not None:
                    self._processes.discard(process)
                await asyncio.sleep(_RETRY_SECONDS)
            else:
                if self._ended:
                    process.abandon()
                return process
        return None


def _status(done: int, seconds: float, *, ready: bool = False, first_run: bool) -> Status:
    what = "The solver is ready" if ready else _PREPARING if first_run else "Starting the solver"
    return Status(ready, first_run, done, KERNELS, what, round(seconds, 1))


class _KernelReport:
    """The file to which processes report their kernels."""

    def __init__(self) -> None:
        self.compiling = False  # whether any kernel had to be compiled
        self._file: int | None = None
        self._path = ""
        self._names: set[bytes] = set()

    def open(self) -> None:
        """Create the file. Without it, the solver is prepared too, but nobody knows how far it is."""
        with contextlib.suppress(OSError):
            self._file, self._path = tempfile.mkstemp(prefix="turaga-")
            os.environ[REPORT_VARIABLE] = self._path

    def close(self) -> None:
        """Remove it."""
        if self._file is None:
            return
        self.read()
        os.close(self._file)
        self._file = None
        os.environ.pop(REPORT_VARIABLE, None)
        with contextlib.suppress(OSError):
            os.remove(self._path)

    def ready(self) -> set[bytes]:
        """The names of the kernels that any process can use."""
        self.read()
        return self._names

    def read(self) -> None:
        """Read what has been reported."""
        if self._file is None:
            return
        os.lseek(self._file, 0, os.SEEK_SET)
        lines = os.read(self._file, _MOST_BYTES).splitlines()
        self.compiling = any(line.startswith(BEGUN) for line in lines)
        self._names = {line[1:] for line in lines if line.startswith(READY)}

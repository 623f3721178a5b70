"""A worker process, as the server sees it.

It is a process of the standard library's `multiprocessing` with its own pipe. In the server each worker has
one thread, which starts the process and then reads its pipe. Both of these block, and the event loop must
not.
"""

import asyncio
import contextlib
import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any

from turaga.web.errors import Broken, Refused

_PIPE_BYTES = 1 << 16  # that the pipe of an idle worker accepts without blocking

OnPart = Callable[[bytes], None]
Target = Callable[[Connection, int], None]  # what the process runs, with its pipe and its priority


class WorkerDied(Exception):
    """The worker died while running a job."""


class WorkerProcess:
    """One worker process, as the server sees it.

    `await started()`, then give it one job at a time with `do`. `on_end` is called on the event loop when a
    process that was started has ended, for whatever reason. `target` is what the process runs: it must first
    send the process id of its parent.
    """

    def __init__(
        self, method: str, target: Target, nice: int, on_end: Callable[["WorkerProcess"], None]
    ) -> None:
        self.alive = self.used = self.busy = False
        self.parent = 0  # process id of the process that forked it
        self._abandoned = False
        self._on_end = on_end
        self._on_part: OnPart | None = None
        self._loop = asyncio.get_running_loop()
        self._started: asyncio.Future[None] = self._loop.create_future()
        self._answer: asyncio.Future[bytes] | None = None
        context: Any = multiprocessing.get_context(method)
        self._ours, self._theirs = context.Pipe()
        self._process = context.Process(target=target, args=(self._theirs, nice), name="turaga worker")

    @property
    def pid(self) -> int:
        """Its process id, or 0 before it is started."""
        return self._process.pid or 0

    async def started(self) -> None:
        """Start the process and wait until it is ready. Raises `OSError` if the system cannot start it."""
        # Not a thread of the loop's executor: closing the loop would wait for it.
        try:
            threading.Thread(target=self._live, name="turaga worker", daemon=True).start()
        except RuntimeError:
            self._ours.close()
            self._theirs.close()
            raise OSError("the system cannot start another thread") from None
        await self._started

    async def do(self, job: str, request: Any, on_part: OnPart | None) -> bytes:
        """The response to a job. Raises `WorkerDied` if the worker dies first."""
        if not self.alive:
            raise WorkerDied
        self.used = self.busy = True
        self._answer, self._on_part = self._loop.create_future(), on_part
        message = pickle.dumps((job, request))
        if len(message) <= _PIPE_BYTES:
            self._send(message)
        else:  # in a thread: if the worker does not read, only its own job is held up
            self._loop.run_in_executor(None, self._send, message)
        return await self._answer

    def _send(self, message: bytes) -> None:
        with contextlib.suppress(OSError, ValueError):  # it has died, which its own thread notices too
            self._ours.send_bytes(message)

    def stop(self) -> None:
        """Kill it, even while it is running a job."""
        if self.alive:
            self._kill()

    def abandon(self) -> None:
        """Kill it, even if it is only being started. Its thread does so if the process is not there yet."""
        self._abandoned = True
        if self.pid:
            self._kill()

    def _kill(self) -> None:
        if hasattr(signal, "SIGKILL"):  # `Process.kill` does nothing once the forkserver has ended
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
        else:
            self._process.kill()

    # -- in the worker's thread -------------------------------------------------------------------------

    def _live(self) -> None:
        """Start the process, and pass on the messages from its pipe until it ends."""
        try:
            self._start()
        except (OSError, EOFError) as error:  # EOFError: the forkserver or the process has just ended
            self._ours.close()
            self._call(self._not_started, OSError(f"the system cannot start a worker: {error}"))
            return
        with contextlib.suppress(EOFError, OSError):
            while True:
                self._call(self._received, *self._ours.recv())
        self._call(self._ended)
        self._process.join()
        self._ours.close()

    def _start(self) -> None:
        with self._theirs:
            if hasattr(signal, "pthread_sigmask"):
                # Signals that go to all processes at once, such as Ctrl-C, are for the server to handle.
                # Processes started from here inherit the signal mask of this thread: the forkserver, and all
                # that it forks. The resource tracker must start first: its start would unblock the signals
                # (Python 3.11).
                resource_tracker.ensure_running()
                signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
            self._process.start()
        if self._abandoned:
            self._kill()
        self.parent = self._ours.recv()
        self.alive = True
        self._call(self._ready)

    def _call(self, function: Callable[..., None], *args: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has been closed
            self._loop.call_soon_threadsafe(function, *args)

    # -- on the event loop ------------------------------------------------------------------------------

    def _ready(self) -> None:
        if self._started.cancelled():  # nobody is waiting for it any more
            self.stop()
        else:
            self._started.set_result(None)

    def _not_started(self, error: OSError) -> None:
        if not self._started.cancelled():
            self._started.set_exception(error)

    def _received(self, last: bool, value: "bytes | Refused | Broken") -> None:
        if not last:
            if self._on_part is not None and isinstance(value, bytes):
                self._on_part(value)
            return
        self.busy = False
        if self._answer is None or self._answer.done():
            return
        if isinstance(value, bytes):
            self._answer.set_result(value)
        else:
            self._answer.set_exception(value)

    def _ended(self) -> None:
        self.alive = self.busy = False
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(WorkerDied())
            self._answer.exception()  # mark it as retrieved: nobody may be waiting for it any more
        if not self._started.cancelled():
            self._on_end(self)

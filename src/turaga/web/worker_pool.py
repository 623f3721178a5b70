"""Worker processes that do the jobs, so that the server itself is never busy.

There are two lanes of workers. A **quick** job starts in the quick lane; if it is not done there in a quarter
of a second, it is stopped and started again in the long lane, whose workers give way to all others. So small
work never waits longer than that behind large work, whatever anybody asks for, and nobody has to guess
beforehand which is which.

Only some jobs may wait in a lane: a client that comes after them is told so at once. A job that is cancelled
or takes too long is stopped by killing its worker, and another worker takes its place; a worker that dies
costs the job it was doing, and nothing else.

Workers are processes of the standard library's `multiprocessing`, each with a pipe of its own. They are
forked by its forkserver, which has imported `turaga.web.preload`: a worker is ready in milliseconds, warm.
Where there is no fork they are spawned, and each warms itself up. In the server each worker has one thread,
which starts the process, then reads its pipe: both wait, and the event loop must not.
"""

import asyncio
import contextlib
import multiprocessing
import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import resource_tracker
from typing import Any, Self

from turaga.threads import cores
from turaga.web.errors import Broken, Busy, Refused, TooLong
from turaga.web.request_limits import BOUNDS
from turaga.web.worker import serve

_GRACE = 2.0  # seconds for a job with a time limit of its own, to say by itself that it has passed
_AGAIN = 0.5  # seconds before a worker is started again, if the system had none to give
_PATIENCE = 30.0  # seconds that a job waits for a worker
_PATIENCE_AT_FIRST = 300.0  # and before the first worker is ready: after installation, kernels are compiled
_START_SECONDS = 10.0  # for a forkserver that is warm to fork a worker: one that takes longer is replaced
_AT_ONCE = 1 << 16  # bytes: what the pipe of an idle worker takes without waiting

_FORKS = "forkserver" in multiprocessing.get_all_start_methods()

OnPart = Callable[[bytes], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneSize:
    """How much goes into a lane.

    >>> LANES["long"].nice
    19
    """

    workers: int
    waiting: int  # jobs beside those being done
    seconds: float  # for a job, once it is begun
    nice: int  # how far its workers give way to others
    retry_after: int  # seconds, for who is told to come again


def _usual_lanes() -> dict[str, LaneSize]:
    many = max(2, cores())
    return {
        "quick": LaneSize(workers=many, waiting=4 * many, seconds=0.25, nice=0, retry_after=1),
        "long": LaneSize(
            workers=many, waiting=2 * many, seconds=BOUNDS.most_seconds + _GRACE, nice=19, retry_after=5
        ),
    }


LANES = _usual_lanes()


class _Died(Exception):
    """The worker went away in the middle of a job."""


class _Worker:
    """One worker process, seen from the server.

    `await started()`, then give it one job at a time with `do`. `on_end` is called on the event loop when the
    process has ended after it was started, whatever the reason.
    """

    def __init__(self, method: str, nice: int, on_end: Callable[["_Worker"], None]) -> None:
        self.alive = self.used = self.busy = False
        self.parent = 0  # process id: who forked it
        self._on_end = on_end
        self._on_part: OnPart | None = None
        self._loop = asyncio.get_running_loop()
        self._started: asyncio.Future[None] = self._loop.create_future()
        self._answer: asyncio.Future[bytes] | None = None
        context: Any = multiprocessing.get_context(method)
        self._ours, self._theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(self._theirs, nice), name="turaga worker")

    @property
    def pid(self) -> int:
        """Its process id; 0 before it is started."""
        return self._process.pid or 0

    async def started(self) -> None:
        """Start the process and wait until it is ready; `OSError` if there is none to be had."""
        # Not a thread of the loop's own: leaving the loop would wait for one that waits for a forkserver.
        try:
            threading.Thread(target=self._live, name="turaga worker", daemon=True).start()
        except RuntimeError:
            self._ours.close()
            self._theirs.close()
            raise OSError("there is no thread to be had") from None
        await self._started

    async def do(self, job: str, request: dict[str, Any], on_part: OnPart | None) -> bytes:
        """The response to a job; `_Died` if the worker does not live to give it."""
        if not self.alive:
            raise _Died
        self.used = self.busy = True
        self._answer, self._on_part = self._loop.create_future(), on_part
        message = pickle.dumps((job, request))
        if len(message) <= _AT_ONCE:
            self._send(message)
        else:  # in a thread: if the worker does not read, only its own job waits
            self._loop.run_in_executor(None, self._send, message)
        return await self._answer

    def _send(self, message: bytes) -> None:
        with contextlib.suppress(OSError, ValueError):  # it has ended, which its own thread sees too
            self._ours.send_bytes(message)

    def stop(self) -> None:
        """Kill it, whatever it is doing."""
        if not self.alive:
            return
        if hasattr(signal, "SIGKILL"):  # `Process.kill` does nothing once the forkserver has ended
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
        else:
            self._process.kill()

    # -- in the worker's thread -------------------------------------------------------------------------

    def _live(self) -> None:
        """Start the process, and pass on what comes through its pipe until it ends."""
        try:
            self._start()
        except (OSError, EOFError) as error:  # EOFError: the forkserver or the process has just ended
            self._ours.close()
            self._call(self._not_started, OSError(f"there is no process to be had: {error}"))
            return
        with contextlib.suppress(EOFError, OSError):
            while True:
                self._call(self._heard, *self._ours.recv())
        self._call(self._ended)
        self._process.join()
        self._ours.close()

    def _start(self) -> None:
        with self._theirs:
            if hasattr(signal, "pthread_sigmask"):
                # Ctrl-C, and what else is sent to all processes at once, is for the server to answer. What is
                # started from here has the mask of this thread from its first moment: the forkserver, and all
                # it forks. The resource tracker goes first, as its start would unblock them (Python 3.11).
                resource_tracker.ensure_running()
                signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
            self._process.start()
        self.parent = self._ours.recv()
        self.alive = True
        self._call(self._ready)

    def _call(self, function: Callable[..., None], *args: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has been closed
            self._loop.call_soon_threadsafe(function, *args)

    # -- on the event loop ------------------------------------------------------------------------------

    def _ready(self) -> None:
        if self._started.cancelled():  # nobody waits for it any more
            self.stop()
        else:
            self._started.set_result(None)

    def _not_started(self, error: OSError) -> None:
        if not self._started.cancelled():
            self._started.set_exception(error)

    def _heard(self, last: bool, value: "bytes | Refused | Broken") -> None:
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
            self._answer.set_exception(_Died())
            self._answer.exception()  # looked at, though nobody may wait for it any more
        if not self._started.cancelled():
            self._on_end(self)


class _Lane:
    """The workers of a lane, and the jobs that wait for one."""

    def __init__(self, size: LaneSize) -> None:
        self.size = size
        self.workers: set[_Worker] = set()
        self._idle: list[_Worker] = []
        self._waiting: deque[asyncio.Future[_Worker]] = deque()

    async def take(self) -> _Worker:
        """A worker that is idle, now or when it is this job's turn; `Busy` if too many wait already."""
        if not self._idle and len(self._waiting) >= self.size.waiting:
            raise _busy(self.size)
        place = self._waiting.append
        while True:
            while self._idle:
                if (worker := self._idle.pop()).alive:
                    return worker
            turn: asyncio.Future[_Worker] = asyncio.get_running_loop().create_future()
            place(turn)
            try:
                worker = await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():  # its turn came as it went
                    self.give(turn.result())
                elif turn in self._waiting:
                    self._waiting.remove(turn)
                raise
            if worker.alive:
                return worker
            place = self._waiting.appendleft  # it ended as it was handed over: the job is still the next

    def give(self, worker: _Worker) -> None:
        """A worker that has nothing to do: for the job that has waited longest, if there is one."""
        if not worker.alive:
            return
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(worker)
                return
        self._idle.append(worker)

    def add(self, worker: _Worker) -> None:
        """A new worker, which is idle."""
        self.workers.add(worker)
        self.give(worker)

    def remove(self, worker: _Worker) -> None:
        """A worker that has ended."""
        self.workers.discard(worker)
        if worker in self._idle:
            self._idle.remove(worker)


class Pool:
    """All workers: open it with `async with`, and it ends them when it is left, and what they are doing.

    Opening takes no time: workers come when they are ready, and jobs wait for them.
    """

    def __init__(self, lanes: dict[str, LaneSize] | None = None, *, fork: bool = _FORKS) -> None:
        sizes = LANES if lanes is None else lanes
        self._lanes = {name: _Lane(size) for name, size in sizes.items()}
        self._method = "forkserver" if fork else "spawn"
        self._forkserver = 0  # its process id, once it is warm
        self._starting = asyncio.Lock()  # one worker is started at a time
        self._tasks: set[asyncio.Task[Any]] = set()  # that start workers
        self._asked: set[asyncio.Task[Any]] = set()  # that wait for a response
        self._closed = False
        self.ready = asyncio.Event()  # set when the first worker is there

    async def __aenter__(self) -> Self:
        if self._method == "forkserver":
            multiprocessing.set_forkserver_preload(["turaga.web.preload"])
        for turn in range(max(lane.size.workers for lane in self._lanes.values())):
            for lane in self._lanes.values():
                if turn < lane.size.workers:
                    self._begin(lane, 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        """End all workers. The forkserver ends with this process, and serves another pool until then."""
        self._closed = True
        under_way = self._tasks | self._asked
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        while left := [worker for lane in self._lanes.values() for worker in lane.workers]:
            for worker in left:
                worker.stop()
            await asyncio.sleep(0.001)  # their threads see it in their own time
        await self._bury()

    async def _bury(self) -> None:
        """Wait until the forkserver has told how each worker ended: Python waits for that when it exits, so
        a forkserver that something has stopped is killed here."""
        for _ in range(100):
            if not multiprocessing.active_children():
                return
            await asyncio.sleep(0.01)
        self._kill_forkserver()

    def _kill_forkserver(self) -> None:
        if self._forkserver:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._forkserver, signal.SIGKILL)
        self._forkserver = 0

    def workers(self) -> dict[str, list[int]]:
        """The process ids of the workers that are there now, by lane."""
        return {name: sorted(w.pid for w in lane.workers) for name, lane in self._lanes.items()}

    async def ask(
        self, job: str, asked: dict[str, Any], *, lane: str, on_part: OnPart | None = None
    ) -> bytes:
        """The response to a job, as bytes; parts of it before, if the job has any, by `on_part`.

        `Refused` if it cannot be had, `Busy` if too many wait already or the worker died, `TooLong` if it
        took longer than it may, `Broken` if there is a bug. To cancel this stops the work.
        """
        if self._closed:
            raise Busy("the server is being stopped: ask again when it is back", 5)
        asking = asyncio.current_task()
        assert asking is not None
        self._asked.add(asking)
        try:
            if lane == "quick":
                with contextlib.suppress(TimeoutError):
                    return await self._do(self._lanes["quick"], job, asked, on_part)
            return await self._do(self._lanes["long"], job, asked, on_part)
        except TimeoutError:
            raise TooLong(f"this took longer than the {BOUNDS.most_seconds} s it may: ask for less") from None
        except _Died:
            raise Busy("the worker that was at this has ended: ask again", 1) from None
        finally:
            self._asked.discard(asking)

    async def _do(self, lane: _Lane, job: str, asked: dict[str, Any], on_part: OnPart | None) -> bytes:
        worker = await self._take(lane)
        try:
            async with asyncio.timeout(lane.size.seconds):
                return await worker.do(job, asked, on_part)
        finally:
            if worker.busy:  # nobody waits for it any more
                worker.stop()
            else:
                lane.give(worker)

    async def _take(self, lane: _Lane) -> _Worker:
        """A worker of a lane. `Busy` if there is none for long: no request waits for ever, whatever may be
        wrong with the workers."""
        try:
            async with asyncio.timeout(_PATIENCE if self.ready.is_set() else _PATIENCE_AT_FIRST):
                return await lane.take()
        except TimeoutError:
            raise _busy(lane.size) from None

    # -- workers come and go ------------------------------------------------------------------------

    def _begin(self, lane: _Lane, wait: float) -> None:
        task = asyncio.get_running_loop().create_task(self._add(lane, wait))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _replace(self, lane: _Lane, worker: _Worker) -> None:
        """Another in place of a worker that ended: at once, unless it never came to do anything."""
        lane.remove(worker)
        if not self._closed:
            self._begin(lane, 0 if worker.used else _AGAIN)

    async def _add(self, lane: _Lane, wait: float) -> None:
        """Have one more worker in a lane."""
        await asyncio.sleep(wait)
        async with self._starting:
            while (worker := await self._start(lane)) is None:
                await asyncio.sleep(_AGAIN)
        if worker.alive:  # if not, it has ended at once, and is being replaced
            lane.add(worker)
            self.ready.set()

    async def _start(self, lane: _Lane) -> _Worker | None:
        """A new worker. None if there is none to be had now: too many processes or files are open, or the
        forkserver has ended, and then the standard library starts another the next time."""
        try:
            worker = _Worker(self._method, lane.size.nice, lambda ended: self._replace(lane, ended))
            async with asyncio.timeout(_START_SECONDS if self._forkserver else None):
                await worker.started()
        except TimeoutError:  # something has stopped the forkserver
            self._kill_forkserver()
            return None
        except OSError:
            self._forkserver = 0
            return None
        if self._method == "forkserver":
            self._forkserver = worker.parent
        return worker


def _busy(size: LaneSize) -> Busy:
    return Busy("the server is busy: ask again in a moment", size.retry_after)

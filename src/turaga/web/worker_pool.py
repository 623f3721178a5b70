"""Worker processes that run the jobs, so that the server process stays responsive.

There are two lanes of workers. A **quick** job starts in the quick lane. If it has not finished there in a
quarter of a second, it is stopped and started again in the long lane, whose workers have a lower priority. So
a small job never waits longer than that behind a large one, and nobody has to guess beforehand which is
which.

The queue of a lane is limited, and so is the time that a job waits in it. A client gets an error when the
queue is full or the time is up. A job that is cancelled or exceeds its time limit is stopped by killing its
worker, and another worker takes its place. A worker that dies costs the job it was running and nothing else.

`lane.py` decides whose turn it is, and keeps one address from taking all workers.

Workers are processes of the standard library's `multiprocessing`, each with its own pipe. The forkserver
starts them. It has imported `turaga.web.preload`, so a worker is ready in milliseconds. On systems without
fork, workers are spawned, and each warms itself up. In the server each worker has one thread, which starts
the process and then reads its pipe. Both of these block, and the event loop must not.
"""

import asyncio
import contextlib
import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import AsyncIterator, Callable
from multiprocessing import forkserver, resource_tracker
from typing import Any, Self

from turaga.threads import cores
from turaga.web.errors import STOPPING, Broken, Busy, Refused, TooLong
from turaga.web.lane import URGENT, Lane, LaneSize
from turaga.web.request_limits import BOUNDS
from turaga.web.worker import serve

_GRACE = 2.0  # extra seconds for a job with its own time limit, so that it can report this itself
_RESTART_DELAY = 0.5  # seconds before another try, if the system could not start a worker
# That a job waits for workers, in both lanes together. This is longer than the time limit of a job, so an
# address that has no job running gets the next worker that becomes free.
_WAIT_SECONDS = 25.0
_FIRST_WAIT_SECONDS = 300.0  # until the first worker is ready: after installation, kernels are compiled
_START_SECONDS = 10.0  # for a warm forkserver to fork a worker; one that takes longer is replaced
_STEPS = 5  # in which the time limit of a job passes
_LOAD_SECONDS = 60.0  # for another forkserver to load everything: kernels are compiled by then
_PIPE_BYTES = 1 << 16  # that the pipe of an idle worker accepts without blocking

_FORKS = "forkserver" in multiprocessing.get_all_start_methods()

OnPart = Callable[[bytes], None]


def _default_lanes() -> dict[str, LaneSize]:
    count = max(2, cores())
    return {
        "quick": LaneSize(workers=count, spare=1, waiting=4 * count, seconds=0.25, nice=0, retry_after=1),
        "long": LaneSize(
            workers=count,
            spare=1,
            waiting=2 * count,
            seconds=BOUNDS.most_seconds + _GRACE,
            nice=19,
            retry_after=5,
        ),
    }


LANES = _default_lanes()


class _Died(Exception):
    """The worker died while running a job."""


class _Worker:
    """One worker process, as the server sees it.

    `await started()`, then give it one job at a time with `do`. `on_end` is called on the event loop when a
    process that was started has ended, for whatever reason.
    """

    def __init__(self, method: str, nice: int, on_end: Callable[["_Worker"], None]) -> None:
        self.alive = self.used = self.busy = False
        self.parent = 0  # process id of the process that forked it
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

    async def do(self, job: str, request: dict[str, Any], on_part: OnPart | None) -> bytes:
        """The response to a job. Raises `_Died` if the worker dies first."""
        if not self.alive:
            raise _Died
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
        if not self.alive:
            return
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
            self._answer.set_exception(_Died())
            self._answer.exception()  # mark it as retrieved: nobody may be waiting for it any more
        if not self._started.cancelled():
            self._on_end(self)


@contextlib.asynccontextmanager
async def _time_limit(seconds: float) -> AsyncIterator[None]:
    """Like `asyncio.timeout`, but time passes in a few steps, each of which is an event. If the event loop is
    late because it has much to do, a response that has arrived meanwhile is handled before the last step."""
    loop = asyncio.get_running_loop()
    next_step: asyncio.TimerHandle
    async with asyncio.timeout(None) as limit:

        def begin_step(left: int) -> None:
            nonlocal next_step
            next_step = loop.call_later(seconds / _STEPS, end_step, left)

        def end_step(left: int) -> None:
            if left:
                begin_step(left - 1)
            else:
                limit.reschedule(loop.time())

        begin_step(_STEPS - 1)
        try:
            yield
        finally:
            next_step.cancel()


class Pool:
    """All workers. Open it with `async with`; on exit it stops the workers and their jobs.

    Opening does not block: workers are added when they are ready, and jobs wait for them.
    """

    def __init__(self, lanes: dict[str, LaneSize] | None = None, *, fork: bool = _FORKS) -> None:
        sizes = LANES if lanes is None else lanes
        self._lanes: dict[str, Lane[_Worker]] = {name: Lane(size) for name, size in sizes.items()}
        self._method = "forkserver" if fork else "spawn"
        self._forkserver = 0  # its process id, once it is warm
        self._starting = asyncio.Lock()  # workers are started one at a time
        self._tasks: set[asyncio.Task[Any]] = set()  # that start workers
        self._waiting_tasks: set[asyncio.Task[Any]] = set()  # that wait for a response
        self._closed = False
        self.ready = asyncio.Event()  # set when the first worker is ready

    async def __aenter__(self) -> Self:
        if self._method == "forkserver":
            multiprocessing.set_forkserver_preload(["turaga.web.preload"])
        sizes = [(lane, lane.size.workers + lane.size.spare) for lane in self._lanes.values()]
        for turn in range(max(workers for _, workers in sizes)):
            for lane, workers in sizes:
                if turn < workers:
                    self._begin(lane, 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop all workers. The forkserver ends with this process; until then another pool can use it."""
        self._closed = True
        under_way = self._tasks | self._waiting_tasks
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        while left := [worker for lane in self._lanes.values() for worker in lane.workers]:
            for worker in left:
                worker.stop()
            await asyncio.sleep(0.001)  # until their threads have noticed
        await self._join_all()

    async def _join_all(self) -> None:
        """Wait until the forkserver has reported the exit of each worker. Python would wait for that when it
        exits, so a forkserver that hangs is killed here."""
        for _ in range(100):
            if not multiprocessing.active_children():
                return
            await asyncio.sleep(0.01)
        self._kill_forkserver(self._forkserver)

    def _kill_forkserver(self, number: int) -> None:
        if number:
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        self._forkserver = 0

    def workers(self) -> dict[str, list[int]]:
        """The process ids of the current workers, by lane."""
        return {name: sorted(w.pid for w in lane.workers) for name, lane in self._lanes.items()}

    async def ask(
        self,
        job: str,
        request: dict[str, Any],
        *,
        lane: str,
        client: str = "",
        on_part: OnPart | None = None,
    ) -> bytes:
        """The response to a job of a client, as bytes. If the job reports parts, they go to `on_part` first.

        Raises `Refused` if the request is not valid, `Busy` if too many jobs are waiting, no worker became
        free in time, or the worker died, `TooLong` if the job exceeded the time limit, and `Broken` if there
        is a bug. Cancelling this stops the job.
        """
        if self._closed:
            raise Busy(STOPPING, 5)
        task = asyncio.current_task()
        assert task is not None
        self._waiting_tasks.add(task)
        wait = _WAIT_SECONDS if self.ready.is_set() else _FIRST_WAIT_SECONDS
        deadline = asyncio.get_running_loop().time() + wait
        try:
            for name in ("quick", "long") if lane == "quick" else ("long",):
                worker = await self._take(self._lanes[name], client, deadline)
                with contextlib.suppress(TimeoutError):
                    return await self._do(self._lanes[name], client, worker, job, request, on_part)
            raise TooLong(f"this took longer than the time limit of {BOUNDS.most_seconds} seconds")
        except _Died:
            raise _died() from None
        finally:
            self._waiting_tasks.discard(task)

    async def ping(self) -> bool:
        """Run a trivial job in the quick lane, ahead of all jobs that wait there. Returns whether it had to
        wait for a worker. Raises `Busy` if no worker is ready yet, or if that worker died or did not
        respond."""
        if self._closed:
            raise Busy(STOPPING, 5)
        if not self.ready.is_set():
            raise Busy("the workers are starting: try again later", 1)
        lane = self._lanes["quick"]
        waits = not lane.has_idle
        worker = await lane.take(URGENT)
        try:
            await self._do(lane, URGENT, worker, "ping", {}, None)
        except _Died:
            raise _died() from None
        except TimeoutError:
            raise Busy("a worker did not respond in time", 1) from None
        return waits

    async def _take(self, lane: Lane[_Worker], client: str, deadline: float) -> _Worker:
        """A worker of a lane. Raises `Busy` if none becomes free before the deadline."""
        try:
            async with asyncio.timeout_at(deadline):
                return await lane.take(client)
        except TimeoutError:
            raise lane.size.busy() from None

    async def _do(
        self,
        lane: Lane[_Worker],
        client: str,
        worker: _Worker,
        job: str,
        request: dict[str, Any],
        on_part: OnPart | None,
    ) -> bytes:
        try:
            async with _time_limit(lane.size.seconds):
                return await worker.do(job, request, on_part)
        finally:
            if worker.busy:  # nobody is waiting for it any more
                worker.stop()
            lane.leave(client, worker)

    # -- starting and replacing workers -------------------------------------------------------------

    def _begin(self, lane: Lane[_Worker], wait: float) -> None:
        task = asyncio.get_running_loop().create_task(self._add(lane, wait))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _replace(self, lane: Lane[_Worker], worker: _Worker) -> None:
        """Replace a worker that ended: at once, or after a delay if it never ran a job."""
        lane.remove(worker)
        if not self._closed:
            self._begin(lane, 0 if worker.used else _RESTART_DELAY)

    async def _add(self, lane: Lane[_Worker], wait: float) -> None:
        """Add one more worker to a lane."""
        await asyncio.sleep(wait)
        async with self._starting:
            while (worker := await self._start(lane)) is None:
                await asyncio.sleep(_RESTART_DELAY)
        if worker.alive:  # if not, it ended at once and is already being replaced
            lane.add(worker)
            self.ready.set()

    async def _start(self, lane: Lane[_Worker]) -> _Worker | None:
        """A new worker, or None if it cannot be started now: too many processes or files are open, or the
        forkserver has ended, in which case the standard library starts another the next time."""
        try:
            worker = _Worker(self._method, lane.size.nice, lambda ended: self._replace(lane, ended))
            async with asyncio.timeout(self._start_seconds()):
                await worker.started()
        except TimeoutError:  # the forkserver hangs
            # Until it has started a worker, only the standard library knows its process id.
            loading = getattr(forkserver._forkserver, "_forkserver_pid", None) or 0
            self._kill_forkserver(self._forkserver or loading)
            return None
        except OSError:
            self._forkserver = 0
            return None
        if self._method == "forkserver":
            self._forkserver = worker.parent
        return worker

    def _start_seconds(self) -> float | None:
        """The time limit for starting a worker."""
        if self._method != "forkserver":
            return None
        if self._forkserver:
            return _START_SECONDS
        return _LOAD_SECONDS if self.ready.is_set() else _FIRST_WAIT_SECONDS


def _died() -> Busy:
    return Busy("the worker process for this request ended unexpectedly: try again", 1)

"""Worker processes that run the jobs, so that the server process stays responsive.

There are two lanes of workers. A **quick** job starts in the quick lane. If it has not finished there in a
quarter of a second, it is stopped and started again in the long lane, whose workers have a lower priority. So
a small job never waits longer than that behind a large one, and nobody has to guess beforehand which is
which.

The queue of a lane is limited, and so is the time that a job waits in it. A client gets an error when the
queue is full or the time is up. A job that is cancelled or exceeds its time limit is stopped by killing its
worker, and another worker takes its place. A worker that dies costs the job it was running and nothing else.

No address can keep others from being served:

- The next worker goes to a job of the address that has the fewest jobs running in the lane. Addresses with
  equally many take turns.
- If the queue is full, a job of an address with few waiting jobs takes the place of the newest job of the
  address with the most. One address alone can use the whole queue.
- One worker of each lane is spare: an address that already uses all the others does not get it. So a client
  of another address need not wait for jobs that take 20 seconds. Stopping such jobs instead was rejected,
  because it would also stop those of honest clients; and with a spare worker, a single address gets as much
  as it would without this rule. An idle worker costs a few megabytes.

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
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import resource_tracker
from typing import Any, Self

from turaga.threads import cores
from turaga.web.errors import STOPPING, Broken, Busy, Refused, TooLong
from turaga.web.request_limits import BOUNDS
from turaga.web.worker import serve

_GRACE = 2.0  # extra seconds for a job with its own time limit, so that it can report this itself
_RESTART_DELAY = 0.5  # seconds before another try, if the system could not start a worker
# That a job waits for workers, in both lanes together. Longer than the time limit of a job, so that an address
# that has no job running gets the next worker that becomes free.
_WAIT_SECONDS = 25.0
_FIRST_WAIT_SECONDS = 300.0  # until the first worker is ready: after installation, kernels are compiled
_START_SECONDS = 10.0  # for a warm forkserver to fork a worker; one that takes longer is replaced
_PIPE_BYTES = 1 << 16  # that the pipe of an idle worker accepts without blocking

_FORKS = "forkserver" in multiprocessing.get_all_start_methods()

OnPart = Callable[[bytes], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneSize:
    """The size of a lane.

    >>> LANES["long"].nice
    19
    """

    workers: int  # that one address can use
    spare: int = 0  # further workers, for other addresses
    waiting: int  # jobs in the queue, besides those that are running
    seconds: float  # time limit of a job, from when it starts
    nice: int  # how much its workers lower their priority
    retry_after: int  # seconds after which a rejected client may try again


def _default_lanes() -> dict[str, LaneSize]:
    count = max(2, cores())
    return {
        "quick": LaneSize(
            workers=count, spare=1, waiting=4 * count, seconds=0.25, nice=0, retry_after=1
        ),
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


class _Lane:
    """The workers of a lane, and the jobs that wait for one, by the address of their clients."""

    def __init__(self, size: LaneSize) -> None:
        self.size = size
        self.workers: set[_Worker] = set()
        self._idle: list[_Worker] = []
        self._running: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[_Worker]]] = {}  # the address served last is at the end

    async def take(self, client: str = "") -> _Worker:
        """An idle worker, as soon as it is this job's turn. Call `leave` when the job is done. Raises `Busy`
        if the queue is full."""
        if not (self._may_run(client) and any(worker.alive for worker in self._idle)):
            self._make_place(client)
        place = deque.append
        while True:
            turn: asyncio.Future[_Worker] = asyncio.get_running_loop().create_future()
            place(self._waiting.setdefault(client, deque()), turn)
            self._dispatch()
            try:
                worker = await turn
            except asyncio.CancelledError:
                self._forget(client, turn)
                raise
            if worker.alive:
                return worker
            self._running[client] -= 1
            place = deque.appendleft  # the worker died just then: the job keeps its turn

    def leave(self, client: str, worker: _Worker) -> None:
        """The job of this client no longer needs the worker."""
        self._running[client] -= 1
        if not self._running[client]:
            del self._running[client]
        if not worker.busy:
            self.give(worker)
        self._dispatch()

    def give(self, worker: _Worker) -> None:
        """Give an idle worker to the job whose turn it is, or keep it until one comes."""
        if worker.alive:
            self._idle.append(worker)
            self._dispatch()

    def _may_run(self, client: str) -> bool:
        return self._running[client] < self.size.workers

    def _make_place(self, client: str) -> None:
        """Make sure that a job of this client can wait. Raises `Busy` if the queue is full."""
        if sum(map(len, self._waiting.values())) < self.size.waiting:
            return
        longest = max(self._waiting.values(), key=len, default=None)
        if longest is None or len(longest) <= len(self._waiting.get(client, ())) + 1:
            raise _busy(self.size)
        newest = longest.pop()
        if not newest.done():
            newest.set_exception(_busy(self.size))

    def _dispatch(self) -> None:
        """Give the idle workers to the jobs whose turn it is."""
        while self._idle:
            ready = [client for client in self._waiting if self._may_run(client)]
            if not ready:
                return
            client = min(ready, key=self._running.__getitem__)  # the first of several
            waiting = self._waiting.pop(client)
            turn = waiting.popleft()
            if waiting:
                self._waiting[client] = waiting
            if turn.done():
                continue
            worker = self._idle.pop()
            if worker.alive:
                self._running[client] += 1
                turn.set_result(worker)
            else:
                waiting.appendleft(turn)
                self._waiting[client] = waiting

    def _forget(self, client: str, turn: "asyncio.Future[_Worker]") -> None:
        """A job was cancelled while it waited, or just as its turn came."""
        if turn.done() and not turn.cancelled():
            if turn.exception() is None:
                self.leave(client, turn.result())
        elif turn in (waiting := self._waiting.get(client, ())):
            waiting.remove(turn)
            if not waiting:
                del self._waiting[client]

    def add(self, worker: _Worker) -> None:
        """Add a new, idle worker."""
        self.workers.add(worker)
        self.give(worker)

    def remove(self, worker: _Worker) -> None:
        """Remove a worker that has ended."""
        self.workers.discard(worker)
        if worker in self._idle:
            self._idle.remove(worker)


class Pool:
    """All workers. Open it with `async with`; on exit it stops the workers and their jobs.

    Opening does not block: workers are added when they are ready, and jobs wait for them.
    """

    def __init__(self, lanes: dict[str, LaneSize] | None = None, *, fork: bool = _FORKS) -> None:
        sizes = LANES if lanes is None else lanes
        self._lanes = {name: _Lane(size) for name, size in sizes.items()}
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
        self._kill_forkserver()

    def _kill_forkserver(self) -> None:
        if self._forkserver:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._forkserver, signal.SIGKILL)
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
            raise Busy("the worker process for this request ended unexpectedly: try again", 1) from None
        finally:
            self._waiting_tasks.discard(task)

    async def _take(self, lane: _Lane, client: str, deadline: float) -> _Worker:
        """A worker of a lane. Raises `Busy` if none becomes free before the deadline."""
        try:
            async with asyncio.timeout_at(deadline):
                return await lane.take(client)
        except TimeoutError:
            raise _busy(lane.size) from None

    async def _do(
        self,
        lane: _Lane,
        client: str,
        worker: _Worker,
        job: str,
        request: dict[str, Any],
        on_part: OnPart | None,
    ) -> bytes:
        try:
            async with asyncio.timeout(lane.size.seconds):
                return await worker.do(job, request, on_part)
        finally:
            if worker.busy:  # nobody is waiting for it any more
                worker.stop()
            lane.leave(client, worker)

    # -- starting and replacing workers -------------------------------------------------------------

    def _begin(self, lane: _Lane, wait: float) -> None:
        task = asyncio.get_running_loop().create_task(self._add(lane, wait))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _replace(self, lane: _Lane, worker: _Worker) -> None:
        """Replace a worker that ended: at once, or after a delay if it never ran a job."""
        lane.remove(worker)
        if not self._closed:
            self._begin(lane, 0 if worker.used else _RESTART_DELAY)

    async def _add(self, lane: _Lane, wait: float) -> None:
        """Add one more worker to a lane."""
        await asyncio.sleep(wait)
        async with self._starting:
            while (worker := await self._start(lane)) is None:
                await asyncio.sleep(_RESTART_DELAY)
        if worker.alive:  # if not, it ended at once and is already being replaced
            lane.add(worker)
            self.ready.set()

    async def _start(self, lane: _Lane) -> _Worker | None:
        """A new worker, or None if it cannot be started now: too many processes or files are open, or the
        forkserver has ended, in which case the standard library starts another the next time."""
        try:
            worker = _Worker(self._method, lane.size.nice, lambda ended: self._replace(lane, ended))
            async with asyncio.timeout(_START_SECONDS if self._forkserver else None):
                await worker.started()
        except TimeoutError:  # the forkserver hangs
            self._kill_forkserver()
            return None
        except OSError:
            self._forkserver = 0
            return None
        if self._method == "forkserver":
            self._forkserver = worker.parent
        return worker


def _busy(size: LaneSize) -> Busy:
    return Busy("the server is busy: try again in a moment", size.retry_after)

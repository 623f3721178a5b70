"""Worker processes that run the jobs, so that the server process stays responsive.

There are two lanes of workers. A **quick** job starts in the quick lane. If it has not finished there in a
quarter of a second, it is stopped and started again in the long lane, whose workers have a lower priority. So
a small job never waits longer than that behind a large one, and nobody has to guess beforehand which is
which.

The queue of a lane (`lane.py`) is limited, and so is the time that a job waits in it. A client gets an error
when the queue is full or the time is up. A job that is cancelled or exceeds its time limit is stopped by
killing its worker, and another worker takes its place. A worker that dies costs the job it was running and
nothing else.

The forkserver starts the workers. It has imported `turaga.web.preload`, so a worker is ready in milliseconds.
On systems without fork, workers are spawned, and each warms itself up. Until the first of them is ready,
other workers run the quick jobs: see `preparation.py`.
"""

import asyncio
import contextlib
import multiprocessing
import os
import signal
from multiprocessing import forkserver
from typing import Any, Self

from turaga.threads import cores
from turaga.web.errors import STOPPING, Busy, TooLong
from turaga.web.lane import Lane, LaneSize
from turaga.web.preparation import REFERENCE, Preparation, Status
from turaga.web.request_limits import BOUNDS
from turaga.web.worker import serve
from turaga.web.worker_process import OnPart, WorkerDied, WorkerProcess

_GRACE = 2.0  # extra seconds for a job with its own time limit, so that it can report this itself
_RESTART_DELAY = 0.5  # seconds before another try, if the system could not start a worker
_WAIT_SECONDS = 25.0  # that a job waits for workers, in both lanes together
_FIRST_WAIT_SECONDS = 300.0  # until the first worker is ready: after installation, kernels are compiled
_START_SECONDS = 10.0  # for a warm forkserver to fork a worker; one that takes longer is replaced
_LOAD_SECONDS = 60.0  # for another forkserver to load everything: kernels are compiled by then

_FORKS = "forkserver" in multiprocessing.get_all_start_methods()


def _default_lanes() -> dict[str, LaneSize]:
    count = max(2, cores())
    longest = BOUNDS.most_seconds + _GRACE
    return {
        "quick": LaneSize(workers=count, waiting=4 * count, seconds=0.25, nice=0, retry_after=1),
        "long": LaneSize(workers=count, waiting=2 * count, seconds=longest, nice=19, retry_after=5),
    }


LANES = _default_lanes()


class Pool:
    """All workers. Open it with `async with`; on exit it stops the workers and their jobs.

    Opening does not block: workers are added when they are ready, and jobs wait for them.
    """

    def __init__(
        self,
        lanes: dict[str, LaneSize] | None = None,
        *,
        fork: bool = _FORKS,
        reference: LaneSize = REFERENCE,
    ) -> None:
        sizes = LANES if lanes is None else lanes
        self._lanes = {name: Lane(size) for name, size in sizes.items()}
        self._method = "forkserver" if fork else "spawn"
        self._forkserver = 0  # its process id, once it is warm
        self._starting = asyncio.Lock()  # workers are started one at a time
        self._tasks: set[asyncio.Task[Any]] = set()  # that start workers
        self._waiting_tasks: set[asyncio.Task[Any]] = set()  # that wait for a response
        self._closed = False
        self.ready = asyncio.Event()  # set when the first worker is ready
        self._preparation = Preparation(self.ready, reference)

    async def __aenter__(self) -> Self:
        if self._method == "forkserver":
            multiprocessing.set_forkserver_preload(["turaga.web.preload"])
        self._preparation.open()
        for turn in range(max(lane.size.workers for lane in self._lanes.values())):
            for lane in self._lanes.values():
                if turn < lane.size.workers:
                    self._begin(lane, 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop all workers. The forkserver ends with this process; until then another pool can use it."""
        self._closed = True
        under_way = self._tasks | self._waiting_tasks
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        await self._preparation.close()
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

    def status(self) -> Status:
        """Whether compiled workers are ready, and if not, how far their preparation is."""
        return self._preparation.status()

    async def ask(
        self,
        job: str,
        request: Any,
        *,
        lane: str,
        on_part: OnPart | None = None,
    ) -> bytes:
        """The response to a job, as bytes. If the job reports parts, they go to `on_part` first.

        Raises `Refused` if the request is not valid, `Busy` if too many jobs are waiting, no worker became
        free in time, or the worker died, `TooLong` if the job exceeded the time limit, and `Broken` if there
        is a bug. Cancelling this stops the job.
        """
        if self._closed:
            raise Busy(STOPPING, 5)
        task = asyncio.current_task()
        assert task is not None
        self._waiting_tasks.add(task)
        prepared = self.ready.is_set()
        wait = _WAIT_SECONDS if prepared else _FIRST_WAIT_SECONDS
        deadline = asyncio.get_running_loop().time() + wait
        try:
            if lane == "quick" and not prepared:
                response = await self._preparation.ask(job, request)
                if response is not None:
                    return response
            for name in ("quick", "long") if lane == "quick" else ("long",):
                queue = self._lanes[name]
                try:
                    async with asyncio.timeout_at(deadline):
                        worker = await queue.take()
                except (TimeoutError, Busy):
                    raise queue.size.busy() if self.ready.is_set() else self._preparation.busy() from None
                with contextlib.suppress(TimeoutError):
                    return await queue.run(worker, job, request, on_part)
            raise TooLong(f"this took longer than the time limit of {BOUNDS.most_seconds} seconds")
        except WorkerDied:
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
        worker = await lane.take(urgent=True)
        try:
            await lane.run(worker, "ping", {})
        except WorkerDied:
            raise _died() from None
        except TimeoutError:
            raise Busy("a worker did not respond in time", 1) from None
        return waits

    # -- starting and replacing workers -------------------------------------------------------------

    def _begin(self, lane: Lane, wait: float) -> None:
        task = asyncio.get_running_loop().create_task(self._add(lane, wait))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _replace(self, lane: Lane, worker: WorkerProcess) -> None:
        """Replace a worker that ended: at once, or after a delay if it never ran a job."""
        lane.remove(worker)
        if not self._closed:
            self._begin(lane, 0 if worker.used else _RESTART_DELAY)

    async def _add(self, lane: Lane, wait: float) -> None:
        """Add one more worker to a lane."""
        await asyncio.sleep(wait)
        async with self._starting:
            while (worker := await self._start(lane)) is None:
                await asyncio.sleep(_RESTART_DELAY)
        if worker.alive:  # if not, it ended at once and is already being replaced
            lane.add(worker)
            self.ready.set()

    async def _start(self, lane: Lane) -> WorkerProcess | None:
        """A new worker, or None if it cannot be started now: too many processes or files are open, or the
        forkserver has ended, in which case the standard library starts another the next time."""
        try:
            worker = WorkerProcess(
                self._method, serve, lane.size.nice, lambda ended: self._replace(lane, ended)
            )
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

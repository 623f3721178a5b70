"""A lane: workers of one kind, and the jobs that wait for one of them.

The job that has waited longest is next. The queue is bounded: if it is full, a job gets `Busy` at once.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from turaga.web.errors import Busy
from turaga.web.worker_process import OnPart, WorkerProcess

_STEPS = 5  # in which the time limit of a job passes


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneSize:
    """The size of a lane.

    >>> LaneSize(workers=2, waiting=8, seconds=0.25, nice=0, retry_after=1).busy().retry_after
    1
    """

    workers: int
    waiting: int  # jobs in the queue, besides those that are running
    seconds: float  # time limit of a job, from when it starts
    nice: int  # how much its workers lower their priority
    retry_after: int  # seconds after which a rejected client may try again

    def busy(self) -> Busy:
        """The error for a job that cannot wait, or has waited too long."""
        return Busy("the server is busy: try again in a moment", self.retry_after)


class Lane:
    """The workers of a lane, and the jobs that wait for one. A worker is idle only while no job waits."""

    def __init__(self, size: LaneSize) -> None:
        self.size = size
        self.workers: set[WorkerProcess] = set()
        self._idle: list[WorkerProcess] = []
        self._waiting: deque[asyncio.Future[WorkerProcess]] = deque()

    @property
    def has_idle(self) -> bool:
        """Whether a worker is idle."""
        return bool(self._idle)

    async def take(self, *, urgent: bool = False) -> WorkerProcess:
        """An idle worker, as soon as it is this job's turn; give it back with `run` or `give`. An urgent job
        is next, even if the queue is full. Raises `Busy` if it is full."""
        if self._idle:
            return self._idle.pop()
        if not urgent and len(self._waiting) >= self.size.waiting:
            raise self.size.busy()
        place = deque.appendleft if urgent else deque.append
        while True:
            turn: asyncio.Future[WorkerProcess] = asyncio.get_running_loop().create_future()
            place(self._waiting, turn)
            try:
                worker = await turn
            except asyncio.CancelledError:
                if turn in self._waiting:
                    self._waiting.remove(turn)
                elif not turn.cancelled() and turn.exception() is None:  # its turn came just then
                    self.give(turn.result())
                raise
            if worker.alive:
                return worker
            place = deque.appendleft  # the worker died just then: the job keeps its turn

    async def run(
        self, worker: WorkerProcess, job: str, request: Any, on_part: OnPart | None = None
    ) -> bytes:
        """The response of a worker that was taken for a job, and is given back. Raises `TimeoutError` if it
        takes longer than the lane allows, and `WorkerDied` if the worker dies."""
        try:
            async with _time_limit(self.size.seconds):
                return await worker.do(job, request, on_part)
        finally:
            if worker.busy:  # nobody is waiting for it any more
                worker.stop()
            else:
                self.give(worker)

    def give(self, worker: WorkerProcess) -> None:
        """Give an idle worker to the job whose turn it is, or keep it until one comes."""
        if not worker.alive:
            return
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(worker)
                return
        self._idle.append(worker)

    def dismiss(self, error: Exception) -> None:
        """Raise this error in all jobs that wait."""
        for turn in self._waiting:
            if not turn.done():
                turn.set_exception(error)
        self._waiting.clear()

    def add(self, worker: WorkerProcess) -> None:
        """Add a new, idle worker."""
        self.workers.add(worker)
        self.give(worker)

    def remove(self, worker: WorkerProcess) -> None:
        """Remove a worker that has ended."""
        self.workers.discard(worker)
        if worker in self._idle:
            self._idle.remove(worker)


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

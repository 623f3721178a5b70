"""Worker processes that do the jobs, so that the server itself is never busy.

Workers stand in two lanes. A **quick** job is begun in the quick lane; what is not done there in a quarter
of a second is stopped and begun again in the long lane, whose workers give way to all others. So small work
waits behind large work for no longer than that, whatever anybody asks for, and nobody has to guess
beforehand which is which.

Only so many jobs may wait in a lane: who comes after them is told so at once. A job that is cancelled, or
takes longer than it may, is stopped by killing its worker, and another takes its place; a worker that dies
costs the job it was at, and nothing else.
"""

import asyncio
import contextlib
import json
import os
import signal
import socket
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

from turaga.parallel import cores
from turaga.web.errors import Broken, Busy, Refused, TooLong
from turaga.web.messages import ANSWER, JOB, PART, REFUSED, Messages, pack
from turaga.web.nursery import Nursery
from turaga.web.request_limits import BOUNDS

_GRACE = 2.0  # seconds for a job with a time limit of its own, to say by itself that it has passed
_AGAIN = 0.5  # seconds before a worker is asked for again, if there was none to be had

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


class _Worker(asyncio.Protocol):
    """One worker process, seen from the server."""

    def __init__(self, number: int, on_end: Callable[["_Worker"], None]) -> None:
        self.number = number  # of the process
        self.alive = True
        self.used = self.busy = False
        self._on_end = on_end
        self._coming = Messages()
        self._line: asyncio.WriteTransport | None = None
        self._answer: asyncio.Future[tuple[bytes, bytes]] | None = None
        self._on_part: OnPart | None = None

    async def do(self, job: str, asked: dict[str, Any], on_part: OnPart | None) -> bytes:
        """The answer to a job; `_Died` if the worker does not live to give it."""
        if not self.alive:
            raise _Died
        assert self._line is not None
        self.used = self.busy = True
        self._answer, self._on_part = asyncio.get_running_loop().create_future(), on_part
        self._line.write(pack(JOB, json.dumps([job, asked]).encode()))
        kind, body = await self._answer
        if kind == ANSWER:
            return body
        if kind == REFUSED:
            raise Refused(**json.loads(body))
        raise Broken(body.decode())

    def stop(self) -> None:
        """Kill it, whatever it is doing."""
        if self.alive:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.number, signal.SIGKILL)
        if self._line is not None:
            self._line.abort()

    # -- what asyncio calls -----------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self._line = transport

    def data_received(self, data: bytes) -> None:
        for kind, body in self._coming.feed(data):
            if kind == PART:
                if self._on_part is not None:
                    self._on_part(body)
                continue
            self.busy = False
            if self._answer is not None and not self._answer.done():
                self._answer.set_result((kind, body))

    def connection_lost(self, exc: Exception | None) -> None:
        self.alive = self.busy = False
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(_Died())
            self._answer.exception()  # looked at, though whoever asked may have gone
        self._on_end(self)


class _Lane:
    """The workers of a lane, and the jobs that wait for one."""

    def __init__(self, size: LaneSize, on_end: Callable[["_Lane", _Worker], None]) -> None:
        self.size = size
        self.workers: set[_Worker] = set()
        self._idle: list[_Worker] = []
        self._waiting: deque[asyncio.Future[_Worker]] = deque()
        self._on_end = on_end

    async def take(self) -> _Worker:
        """A worker that is idle, now or when it is this job's turn; `Busy` if too many wait already."""
        if not self._idle and len(self._waiting) >= self.size.waiting:
            raise Busy("the server is busy: ask again in a moment", self.size.retry_after)
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

    def joined(self, number: int) -> _Worker:
        """A new worker, by its process id; it is idle once its line is open."""
        worker = _Worker(number, self._left)
        self.workers.add(worker)
        return worker

    def _left(self, worker: _Worker) -> None:
        self.workers.discard(worker)
        if worker in self._idle:
            self._idle.remove(worker)
        self._on_end(self, worker)


class Pool:
    """All workers: open it with `async with`, and it ends them when it is left, and what they are at.

    Opening takes no time: workers come when they are ready, and jobs wait for them.
    """

    def __init__(self, lanes: dict[str, LaneSize] | None = None) -> None:
        sizes = LANES if lanes is None else lanes
        self._lanes = {name: _Lane(size, self._replace) for name, size in sizes.items()}
        self._nursery: Nursery | None = None
        self._asking = asyncio.Lock()  # the nursery is asked for one worker at a time
        self._tasks: set[asyncio.Task[Any]] = set()  # that have workers come
        self._asked: set[asyncio.Task[Any]] = set()  # that wait for an answer
        self._closed = False
        self.ready = asyncio.Event()  # set when the first worker is there

    async def __aenter__(self) -> Self:
        self._nursery = Nursery()
        for turn in range(max(lane.size.workers for lane in self._lanes.values())):
            for lane in self._lanes.values():
                if turn < lane.size.workers:
                    self._begin(lane, 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._closed = True
        under_way = self._tasks | self._asked
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        while left := [worker for lane in self._lanes.values() for worker in lane.workers]:
            for worker in left:
                worker.stop()
            await asyncio.sleep(0)  # asyncio closes their lines in its own time
        if self._nursery is not None:
            self._nursery.end()

    def workers(self) -> dict[str, list[int]]:
        """The process ids of the workers that are there now, by lane."""
        return {name: sorted(w.number for w in lane.workers) for name, lane in self._lanes.items()}

    async def ask(
        self, job: str, asked: dict[str, Any], *, lane: str, on_part: OnPart | None = None
    ) -> bytes:
        """The answer to a job, as bytes; parts of it before, if the job has any, by `on_part`.

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
        worker = await lane.take()
        try:
            async with asyncio.timeout(lane.size.seconds):
                return await worker.do(job, asked, on_part)
        finally:
            if worker.busy:  # nobody waits for it any more
                worker.stop()
            else:
                lane.give(worker)

    # -- workers come and go ------------------------------------------------------------------------

    def _begin(self, lane: _Lane, wait: float) -> None:
        task = asyncio.get_running_loop().create_task(self._add(lane, wait))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _replace(self, lane: _Lane, worker: _Worker) -> None:
        """Another in place of a worker that ended: at once, unless it never came to do anything."""
        if not self._closed:
            self._begin(lane, 0 if worker.used else _AGAIN)

    async def _add(self, lane: _Lane, wait: float) -> None:
        """Have one more worker in a lane."""
        await asyncio.sleep(wait)
        async with self._asking:
            while (forked := await self._fork(lane.size.nice)) is None:
                await asyncio.sleep(_AGAIN)
        number, line = forked
        worker = lane.joined(number)
        await asyncio.get_running_loop().create_connection(lambda: worker, sock=line)
        lane.give(worker)
        self.ready.set()

    async def _fork(self, nice: int) -> tuple[int, socket.socket] | None:
        """A new worker's process id, and our end of its line. None if there is none to be had now: too many
        processes or files are open, or the nursery has gone, and then the next is asked of another."""
        try:
            if self._nursery is None:
                self._nursery = Nursery()
            ours, theirs = socket.socketpair()
        except OSError:
            return None
        with contextlib.ExitStack() as closing:
            closing.enter_context(ours)
            ours.setblocking(False)
            try:
                with theirs:
                    number = await self._nursery.fork(theirs, nice)
            except OSError:
                self._nursery.end()
                self._nursery = None
                return None
            if not number:
                return None
            closing.pop_all()
        return number, ours

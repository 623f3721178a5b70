"""A lane: workers of one kind, and the jobs that wait for one of them.

No address can keep others from being served:

- The next worker goes to a job of the address that has the fewest jobs running in the lane. Addresses with
  equally many take turns.
- If the queue is full, a job of an address with few waiting jobs takes the place of the newest job of the
  address with the most. One address alone can use the whole queue.
- One worker of each lane is spare: an address that already uses all the others does not get it. So a client
  of another address need not wait for jobs that take 20 seconds. Stopping such jobs instead was rejected,
  because it would also stop those of honest clients; and with a spare worker, a single address gets as much
  as it would without this rule. An idle worker costs a few megabytes.
"""

import asyncio
from collections import Counter, deque
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from turaga.web.errors import Busy

URGENT = "urgent"  # instead of an address: the server's own jobs, which come before those of clients


class _AnyWorker(Protocol):
    """What a lane has to know about a worker."""

    alive: bool
    busy: bool


_W = TypeVar("_W", bound=_AnyWorker)


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneSize:
    """The size of a lane.

    >>> LaneSize(workers=2, waiting=8, seconds=0.25, nice=0, retry_after=1).spare
    0
    """

    workers: int  # that one address can use
    spare: int = 0  # further workers, for other addresses
    waiting: int  # jobs in the queue, besides those that are running
    seconds: float  # time limit of a job, from when it starts
    nice: int  # how much its workers lower their priority
    retry_after: int  # seconds after which a rejected client may try again

    def busy(self) -> Busy:
        """The error for a job that cannot wait, or has waited too long."""
        return Busy("the server is busy: try again in a moment", self.retry_after)


class Lane(Generic[_W]):
    """The workers of a lane, and the jobs that wait for one, by the address of their clients."""

    def __init__(self, size: LaneSize) -> None:
        self.size = size
        self.workers: set[_W] = set()
        self._idle: list[_W] = []
        self._running: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[_W]]] = {}  # the address served last is at the end

    @property
    def has_idle(self) -> bool:
        """Whether a worker is idle."""
        return any(worker.alive for worker in self._idle)

    async def take(self, client: str = "") -> _W:
        """An idle worker, as soon as it is this job's turn. Call `leave` when the job is done. Raises `Busy`
        if the queue is full."""
        if client != URGENT and not (self._may_run(client) and self.has_idle):
            self._make_place(client)
        place = deque.append
        while True:
            turn: asyncio.Future[_W] = asyncio.get_running_loop().create_future()
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

    def leave(self, client: str, worker: _W) -> None:
        """The job of this client no longer needs the worker."""
        self._running[client] -= 1
        if not self._running[client]:
            del self._running[client]
        if not worker.busy:
            self.give(worker)
        self._dispatch()

    def give(self, worker: _W) -> None:
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
            raise self.size.busy()
        newest = longest.pop()
        if not newest.done():
            newest.set_exception(self.size.busy())

    def _dispatch(self) -> None:
        """Give the idle workers to the jobs whose turn it is."""
        while self._idle:
            if not self._idle[-1].alive:
                self._idle.pop()
                continue
            ready = [client for client in self._waiting if self._may_run(client)]
            if not ready:
                return
            fewest = min(ready, key=self._running.__getitem__)  # the first of several
            client = URGENT if URGENT in ready else fewest
            waiting = self._waiting.pop(client)
            turn = waiting.popleft()
            if waiting:
                self._waiting[client] = waiting
            if not turn.done():
                self._running[client] += 1
                turn.set_result(self._idle.pop())

    def _forget(self, client: str, turn: "asyncio.Future[_W]") -> None:
        """A job was cancelled while it waited, or just as its turn came."""
        if turn.done() and not turn.cancelled():
            if turn.exception() is None:
                self.leave(client, turn.result())
        elif (waiting := self._waiting.get(client)) and turn in waiting:
            waiting.remove(turn)
            if not waiting:
                del self._waiting[client]

    def dismiss(self, error: Exception) -> None:
        """Raise this error in all jobs that wait."""
        for waiting in self._waiting.values():
            for turn in waiting:
                if not turn.done():
                    turn.set_exception(error)
        self._waiting.clear()

    def add(self, worker: _W) -> None:
        """Add a new, idle worker."""
        self.workers.add(worker)
        self.give(worker)

    def remove(self, worker: _W) -> None:
        """Remove a worker that has ended."""
        self.workers.discard(worker)
        if worker in self._idle:
            self._idle.remove(worker)

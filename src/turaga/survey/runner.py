"""A survey run: its jobs done by threads here, or by a cluster, and kept as they come.

Who does the jobs is an *engine*; which job is next, what is kept, and what Ctrl-C means is the same for all.
"""

import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from queue import Empty, Queue
from typing import Any, Protocol

from turaga.limits import Progress
from turaga.parallel import cores
from turaga.survey.columns import board_name
from turaga.survey.jobs import Job, cut
from turaga.survey.plan import Plan
from turaga.survey.store import Store

_LOOK = 0.1  # seconds between two looks at what is done


@dataclass(frozen=True, kw_only=True)
class Ran:
    """What a run did: jobs in all and those that were there already, walks and steps of this run."""

    jobs: int
    before: int
    walks: int
    steps: int
    seconds: float
    dropped: tuple[dict[str, Any], ...]


class Engine(Protocol):
    """Who does jobs. `submit` returns at once, and calls `done` with the job when it is over, from any
    thread; `collect` then gives the failures by order, once what was made is kept, or None if the job has to
    be done again and is under way. `look` is called now and then, and raises if nothing more is to be hoped
    for."""

    @property
    def room(self) -> int:
        """Jobs worth having under way at once."""

    def submit(self, job: Job, failed: Mapping[str, int], done: Callable[[Job], None]) -> None: ...
    def collect(self, job: Job) -> dict[str, int] | None: ...
    def look(self) -> None: ...
    def stop(self) -> None: ...


class Meter:
    """How much has been done, counted by whoever does it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.walks = self.steps = self.work = 0
        self.began = time.perf_counter()

    def add(self, walks: int, steps: int, work: int) -> None:
        """Count walks, steps and work, the squares the plan reckoned with."""
        with self._lock:
            self.walks += walks
            self.steps += steps
            self.work += work

    @property
    def seconds(self) -> float:
        """The time since it began."""
        return time.perf_counter() - self.began

    def words(self) -> str:
        """The rate, in words."""
        seconds = max(self.seconds, 1e-9)
        return f"walking: {_brief(self.walks / seconds)} walks/s, {_brief(self.steps / seconds)} steps/s"


def _brief(number: float) -> str:
    """A number in three or four digits."""
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:.3g}{letter}"
    return f"{number:.3g}"


def run_survey(
    plan: Plan,
    folder: str,
    *,
    threads: int | None = None,
    scheduler: str | None = None,
    progress: Progress | None = None,
) -> Ran:
    """Walk what the plan asks for and the folder does not hold yet, and keep it there.

    By threads, one for each core unless told otherwise, or by the cluster whose scheduler is named; the rows
    do not depend on which. What a run that was stopped has not done, the next one does; a folder that holds
    another plan is refused. Costs about 15 nanoseconds a square walked and core.

    >>> import tempfile
    >>> from turaga.survey.plan import parse_boards
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     ran = run_survey(Plan(boards=parse_boards("5..8")), folder)
    >>> ran.walks == 5 * 5 + 6 * 6 + 7 * 7 + 8 * 8
    True
    """
    with Store(folder, plan) as store:
        meter = Meter()
        if scheduler is None:
            engine: Engine = Threads(store, meter, threads or cores())
        else:
            from turaga.survey.cluster import Cluster

            engine = Cluster(store, meter, scheduler)
        try:
            return _Run(store, engine, meter, progress).all()
        finally:
            engine.stop()


class _Run:
    """One run: lanes with jobs to do, and jobs under way."""

    def __init__(self, store: Store, engine: Engine, meter: Meter, progress: Progress | None) -> None:
        self.store, self.engine, self.meter, self.progress = store, engine, meter, progress
        self.plan = store.plan
        self.lanes = cut(self.plan)
        self.failed: list[dict[str, int]] = [{} for _ in self.lanes]
        self.dropped: dict[str, dict[str, Any]] = {}
        self.over: Queue[Job] = Queue()

    def all(self) -> Ran:
        """Do every job that is not done yet."""
        before = self._skip_done()
        whole = sum(job.work for lane in self.lanes for job in lane)
        # Taken from the end, the largest first: then nobody waits for one that was begun last.
        work = [sum(job.work for job in lane) for lane in self.lanes]
        ready = sorted((i for i, lane in enumerate(self.lanes) if lane), key=lambda i: work[i])
        lane_of = {job.number: i for i, lane in enumerate(self.lanes) for job in lane}
        if lane_of:
            self.store.reopen()
        under_way = 0
        while ready or under_way:
            while ready and under_way < self.engine.room:
                i = ready.pop()
                self.engine.submit(self.lanes[i][0], self.failed[i], self.over.put)
                under_way += 1
            if self.progress:
                self.progress(self.meter.words(), min(self.meter.work, whole), whole)
            try:
                job = self.over.get(timeout=_LOOK)
            except Empty:
                self.engine.look()
                continue
            failures = self.engine.collect(job)
            if failures is None:
                continue
            under_way -= 1
            i = lane_of[job.number]
            self._count(i, job, failures)
            self.lanes[i].pop(0)
            if self.lanes[i]:
                ready.append(i)
        dropped = tuple(sorted(self.dropped.values(), key=lambda one: str(one["order"])))
        self.store.finish(before + len(lane_of), dropped)
        return Ran(
            jobs=before + len(lane_of),
            before=before,
            walks=self.meter.walks,
            steps=self.meter.steps,
            seconds=self.meter.seconds,
            dropped=dropped,
        )

    def _skip_done(self) -> int:
        """Take the jobs that are kept already off their lanes; how many they were."""
        before = 0
        for i, lane in enumerate(self.lanes):
            while lane and self.store.done(lane[0].number):
                job = lane.pop(0)
                before += 1
                if self.plan.stop_after_failures is not None:
                    from turaga.survey.job_rows import count_failures

                    self._count(i, job, count_failures(job.board, self.store.read(job.number)))
        return before

    def _count(self, lane: int, job: Job, failures: Mapping[str, int]) -> None:
        """Add a job's failures to those of its lane, and note the orders this drops."""
        limit = self.plan.stop_after_failures
        failed = self.failed[lane]
        for order, count in failures.items():
            failed[order] = failed.get(order, 0) + count
            if limit is not None and failed[order] >= limit and order not in self.dropped:
                board = board_name(job.board)
                self.dropped[order] = {"order": int(order), "board": board, "failures": failed[order]}


class Threads:
    """Jobs done by threads of this process: the kernels let one another run."""

    def __init__(self, store: Store, meter: Meter, threads: int) -> None:
        self.store, self.meter = store, meter
        self.room = threads
        self._pool = ThreadPoolExecutor(threads)
        self._futures: dict[int, Future[dict[str, int]]] = {}
        self._stopping = threading.Event()

    def submit(self, job: Job, failed: Mapping[str, int], done: Callable[[Job], None]) -> None:
        """Begin a job."""
        future = self._pool.submit(self._do, job, dict(failed))
        self._futures[job.number] = future
        future.add_done_callback(lambda _: done(job))

    def _do(self, job: Job, failed: dict[str, int]) -> dict[str, int]:
        from turaga.survey.job_rows import Stopped, do_job

        each = job.work // max(1, (job.last - job.first) * len(job.families))
        counted = 0

        def tick(walks: int, steps: int) -> None:
            nonlocal counted
            counted += walks * each
            self.meter.add(walks, steps, walks * each)
            if self._stopping.is_set():
                raise Stopped

        made = do_job(self.store.plan, job, failed, tick)
        self.store.keep(job.number, made.walks, made.shards)
        self.meter.add(0, 0, job.work - counted)
        return made.failures

    def collect(self, job: Job) -> dict[str, int]:
        """The failures of a job that is over."""
        return self._futures.pop(job.number).result()

    def look(self) -> None:
        """Threads come to an end by themselves."""

    def stop(self) -> None:
        """End all threads, in the midst of their jobs if need be."""
        self._stopping.set()
        self._pool.shutdown(cancel_futures=True)

"""Worker processes: rare failures."""

import asyncio
import multiprocessing
import os
import re
import signal
import sys
import threading
import types
from multiprocessing import forkserver
from pathlib import Path

import pytest

from test_web_workers import GUARD, LONG, LONGEST_ALLOWED, SMALL, USUAL, everybody, tell, until
from turaga.web import handlers as answers
from turaga.web import worker as process
from turaga.web import worker_pool as workers
from turaga.web.errors import Broken, Busy, Refused
from turaga.web.request_limits import BOUNDS
from turaga.web.worker_pool import Pool


class Idle:
    """A worker that is there, in name."""

    alive, busy = True, False

    async def do(self, job, asked, on_part):
        return b"done"


def alone(story):
    """Let a story act on a pool without workers."""

    async def told():
        async with asyncio.timeout(GUARD):
            return await story(Pool({"quick": USUAL, "long": LONG}))

    return asyncio.run(told())


def test_the_job_that_has_waited_longest_is_next():
    async def story(pool):
        lane, workers = pool._lanes["quick"], [Idle() for _ in range(2)]
        turns = [asyncio.create_task(lane.take()) for _ in workers]
        await asyncio.sleep(0)
        for worker in workers:
            lane.give(worker)
        assert await asyncio.gather(*turns) == workers

    alone(story)


def test_a_worker_that_dies_while_being_assigned_costs_no_job():
    async def story(pool):
        lane, first, second, came = pool._lanes["long"], Idle(), Idle(), []
        waits = asyncio.create_task(pool.ask("solve", SMALL, lane="long"))
        await asyncio.sleep(0)
        later = asyncio.create_task(pool.ask("solve", SMALL, lane="long"))  # it has the only place to wait
        for task in (waits, later):
            task.add_done_callback(came.append)
        lane.give(first)
        first.alive = False
        await asyncio.sleep(0.01)
        assert not came
        lane.give(second)
        assert await asyncio.gather(waits, later) == [b"done"] * 2
        assert came == [waits, later]
        assert await pool.ask("solve", SMALL, lane="long") == b"done"  # it was given back

    alone(story)


def test_a_worker_assigned_to_a_cancelled_job_goes_to_the_next():
    async def story(pool):
        lane = pool._lanes["quick"]
        pool.ready.set()
        gone, waits = (asyncio.create_task(pool.ask("solve", SMALL, lane="quick")) for _ in range(2))
        await asyncio.sleep(0)
        lane.give(Idle())
        gone.cancel()
        assert await waits == b"done"
        assert gone.cancelled()

    alone(story)


def test_a_closed_pool_accepts_no_jobs():
    async def story(pool):
        await pool.__aexit__()
        with pytest.raises(Busy, match="the server is stopping"):
            await pool.ask("solve", SMALL, lane="quick")

    alone(story)


class Scarce:
    """Workers of a system that has run short: each thing goes wrong once before it goes well."""

    tried, alive = 0, True

    def __init__(self, method, target, nice, on_end):
        Scarce.tried += 1
        if Scarce.tried == 1:
            raise OSError("too many open files")
        self.pid, self.parent = 1 << 30, 1 << 29

    async def started(self):
        if Scarce.tried == 2:
            raise OSError("there is no process to be had")


def test_workers_are_started_again_after_a_failure(monkeypatch):
    async def story(pool):
        async with asyncio.timeout(GUARD):
            await pool._add(pool._lanes["quick"], 0)
        assert pool.workers() == {"quick": [1 << 30], "long": []}

    monkeypatch.setattr(workers, "WorkerProcess", Scarce)
    monkeypatch.setattr(workers, "_RESTART_DELAY", 0)
    alone(story)
    assert Scarce.tried == 3


@pytest.mark.parametrize("fails", ["connect", "end", "thread"])
def test_a_worker_that_cannot_be_started_leaves_no_files_open(monkeypatch, fails):
    def no_more(*_):
        raise {"connect": BlockingIOError("no more processes"), "end": EOFError(), "thread": RuntimeError()}[
            fails
        ]

    if fails == "thread":
        monkeypatch.setattr(threading.Thread, "start", no_more)
    else:
        monkeypatch.setattr(forkserver, "connect_to_new_process", no_more)

    async def story(pool):
        before = len(os.listdir("/proc/self/fd"))
        assert await pool._start(pool._lanes["quick"]) is None
        assert len(os.listdir("/proc/self/fd")) == before

    multiprocessing.resource_tracker.ensure_running()
    alone(story)


def test_a_worker_that_ends_before_its_first_job_is_not_replaced_at_once():
    async def story(pool):
        waits = []
        pool._begin = lambda lane, wait: waits.append(wait)
        for used in (True, False):
            worker = Idle()
            worker.used = used
            pool._replace(pool._lanes["quick"], worker)
        assert waits == [0, workers._RESTART_DELAY]

    alone(story)


def test_closing_a_pool_while_the_forkserver_loads_does_not_wait(monkeypatch):
    loading, loaded, ended = threading.Event(), threading.Event(), threading.Event()

    def loads(*_):
        loading.set()
        loaded.wait(GUARD)
        ended.set()
        raise EOFError

    monkeypatch.setattr(forkserver, "connect_to_new_process", loads)

    async def story():
        async with Pool({"quick": USUAL, "long": LONG}):
            await until(loading.is_set)

    multiprocessing.resource_tracker.ensure_running()
    asyncio.run(story())
    assert not ended.is_set()
    loaded.set()
    assert ended.wait(GUARD)


def test_an_error_during_warm_up_does_not_end_the_forkserver(monkeypatch):
    def breaks(asked, report):
        tried.append(asked)
        raise RuntimeError("cannot cache function: no locator available")

    tried = []
    monkeypatch.setattr(answers, "JOBS", dict.fromkeys(answers.JOBS, breaks))
    answers.warm_up()
    assert len(tried) == len(answers._SMALL)


def test_only_the_server_handles_signals_to_all_processes():
    def held_back(number):
        status = Path(f"/proc/{number}/status").read_text()
        return int(re.search(r"SigBlk:\t(\w+)", status)[1], 16)

    async def story(pool):
        numbers = await everybody(pool)
        for number in (pool._forkserver, *numbers["quick"], *numbers["long"]):
            for one in (signal.SIGINT, signal.SIGTERM):
                assert held_back(number) >> (one - 1) & 1
        assert not signal.pthread_sigmask(signal.SIG_BLOCK, ())

    tell(story)


def test_a_worker_has_a_memory_limit():
    async def story(pool):
        for number in (await everybody(pool))["quick"]:
            limits = Path(f"/proc/{number}/limits")
            await until(lambda: "Max data size             2000000000 " in limits.read_text())  # noqa: B023

    tell(story)


def test_a_job_is_stopped_even_without_the_server(monkeypatch):
    alarms = []
    monkeypatch.setattr(process, "_set_limits", lambda nice: None)
    monkeypatch.setattr(process.signal, "signal", lambda *_: None)
    monkeypatch.setattr(process.signal, "alarm", alarms.append)
    monkeypatch.setitem(sys.modules, "turaga.web.preload", types.ModuleType("turaga.web.preload"))
    for error, kind, message in (
        (MemoryError(), Refused, "more memory than the limit of 2 GB"),
        (KeyError("start"), Broken, "a bug in Turaga, please report it: KeyError: 'start'"),
    ):

        def run(name, asked, report, error=error):
            assert alarms[-1] > LONGEST_ALLOWED > BOUNDS.most_seconds  # each may first end by itself
            raise error

        monkeypatch.setattr(answers, "run", run)
        ours, theirs = multiprocessing.Pipe()
        with ours, theirs:
            for _ in range(2):
                ours.send(("solve", SMALL))
            ours.send(None)  # unlike a job
            with pytest.raises(TypeError):
                process.serve(theirs, 0)
            assert ours.recv() == os.getppid()
            for _ in range(2):
                last, told = ours.recv()
                assert last
                assert type(told) is kind
                assert message in told.message
        assert alarms[-1] == 0


def test_a_worker_ends_when_the_server_is_gone(monkeypatch):
    def run(name, asked, report):
        ours.close()
        report({"done": 1})

    monkeypatch.setattr(process, "_set_limits", lambda nice: None)
    monkeypatch.setattr(process.signal, "signal", lambda *_: None)
    monkeypatch.setitem(sys.modules, "turaga.web.preload", types.ModuleType("turaga.web.preload"))
    monkeypatch.setattr(answers, "run", run)
    ours, theirs = multiprocessing.Pipe()
    with theirs:
        ours.send(("map", {}))
        process.serve(theirs, 0)
    signal.alarm(0)


def test_no_job_waits_for_ever_for_a_worker(monkeypatch):
    monkeypatch.setattr(workers, "_WAIT_SECONDS", 0.1)

    async def story(pool):
        pool.ready.set()
        with pytest.raises(Busy) as busy:
            await pool.ask("solve", SMALL, lane="long")
        assert busy.value.retry_after == LONG.retry_after
        assert not pool._lanes["long"]._waiting

    alone(story)

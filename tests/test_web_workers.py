"""Worker processes: lanes, limits, and isolation from each other."""

import asyncio
import json
import multiprocessing
import os
import signal
import sys
import types
from dataclasses import replace
from pathlib import Path

import pytest

from test_cli_serve import running, wait_for_ends
from turaga.solve.start_map import MapStarts
from turaga.web import worker_pool as workers
from turaga.web.errors import Busy, Refused, TooLong
from turaga.web.routes import SolveHere
from turaga.web.worker_pool import LANES, LaneSize, Pool

GUARD = 600  # seconds: against hanging, however busy the machine is and however much must be compiled
SMALL = SolveHere.of("5x5", start="1,1")
# Half of the squares of an odd board start no tour, and a search that is not told so finds no end.
ENDLESS = SolveHere.of("59x59", start="1,2", method="search", theory=False)
# No job exceeds these time limits, unless a test shortens them.
USUAL = LaneSize(workers=2, waiting=4, seconds=GUARD, nice=0, retry_after=1)
LONGEST_ALLOWED = LANES["long"].seconds
LONG = LaneSize(workers=2, waiting=1, seconds=GUARD, nice=10, retry_after=7)
BRIEF = replace(USUAL, seconds=0.25)


def tell(story, *, quick=USUAL, long=LONG, **options):
    """Let a story act on a pool of its own; what it returns comes back."""

    async def told():
        async with asyncio.timeout(GUARD), Pool({"quick": quick, "long": long}, **options) as pool:
            await pool.ready.wait()
            return await story(pool)

    with pytest.MonkeyPatch.context() as patched:  # workers import the main module again: not pytest
        patched.setitem(sys.modules, "__main__", types.ModuleType("__main__"))
        return asyncio.run(told())


async def until(true):
    """Wait until something has happened; the story's own limit ends what never does."""
    while not true():
        await asyncio.sleep(0.01)


async def at_work(pool, lane, many=1):
    """The workers of a lane that have something to do, once there are so many."""

    def busy():
        return [w.pid for w in pool._lanes[lane].workers if w.busy]

    await until(lambda: len(busy()) >= many)
    return busy()


def priority(number):
    return os.getpriority(os.PRIO_PROCESS, number)


async def everybody(pool):
    """All workers, once all are there, and at work or idle."""

    def there():
        lanes = pool._lanes.values()
        return all(len(lane.workers) == 2 for lane in lanes) and all(
            worker.busy or worker in lane._idle for lane in lanes for worker in lane.workers
        )

    await until(there)
    return pool.workers()


def test_an_invalid_request_costs_no_worker():
    async def story(pool):
        before = await everybody(pool)
        with pytest.raises(Refused, match="needs even sides"):
            await pool.ask("solve", SolveHere.of("5x5", method="vandermonde"), lane="quick")
        assert await pool.ask("solve", SMALL, lane="quick")
        assert pool.workers() == before

    tell(story)


def test_slow_jobs_move_to_the_long_lane_and_small_jobs_do_not_wait():
    async def story(pool):
        large = [asyncio.create_task(pool.ask("solve", ENDLESS, lane="quick")) for _ in range(2)]
        await at_work(pool, "long", 2)
        pool._lanes["quick"].size = USUAL  # small work is done in time, however busy the machine is
        for _ in range(5):
            assert await pool.ask("solve", SMALL, lane="quick")
        assert not any(task.done() for task in large)
        for task in large:
            task.cancel()
        await asyncio.gather(*large, return_exceptions=True)

    tell(story, quick=BRIEF)


def test_long_workers_have_a_lower_priority():
    async def story(pool):
        workers = await everybody(pool)
        for lane, nice in (("quick", here), ("long", min(19, here + 10))):
            for number in workers[lane]:
                await until(lambda: priority(number) == nice)  # noqa: B023 - it is called at once

    here = priority(0)
    tell(story)


def test_a_worker_that_is_killed_costs_its_own_job_and_nothing_else():
    async def story(pool):
        await everybody(pool)
        struck = asyncio.create_task(pool.ask("solve", ENDLESS, lane="long"))
        (victim,) = await at_work(pool, "long")
        other = asyncio.create_task(pool.ask("map", MapStarts.of("20x20", rule="lookahead:3"), lane="long"))
        await at_work(pool, "long", 2)
        os.kill(victim, signal.SIGKILL)
        with pytest.raises(Busy) as busy:
            await struck
        assert "try again" in str(busy.value)
        assert json.loads(await other)["starts"] == 400
        assert victim not in (await everybody(pool))["long"]
        assert await pool.ask("solve", SMALL, lane="long")

    tell(story)


def test_an_idle_worker_that_is_killed_costs_nothing():
    async def story(pool):
        before = await everybody(pool)
        for number in before["quick"]:
            os.kill(number, signal.SIGKILL)
        await until(lambda: not set(before["quick"]) & set(pool.workers()["quick"]))
        assert await pool.ask("solve", SMALL, lane="quick")
        assert len((await everybody(pool))["quick"]) == 2

    tell(story)


@pytest.mark.parametrize("signalled", [signal.SIGKILL, signal.SIGSTOP])
def test_a_forkserver_that_is_killed_or_stopped_is_replaced(signalled, monkeypatch):
    monkeypatch.setattr(workers, "_START_SECONDS", 1)

    async def story(pool):
        before = await everybody(pool)
        first = pool._forkserver
        os.kill(first, signalled)
        for number in before["quick"]:
            os.kill(number, signal.SIGKILL)
        await until(lambda: not set(before["quick"]) & set(pool.workers()["quick"]))
        assert await pool.ask("solve", SMALL, lane="quick")
        assert (await everybody(pool))["long"] == before["long"]
        assert pool._forkserver not in (0, first)
        assert running(first) is None

    tell(story)


def test_a_stopped_forkserver_does_not_keep_a_pool_from_closing():
    async def story(pool):
        numbers = await everybody(pool)
        os.kill(pool._forkserver, signal.SIGSTOP)
        return [*numbers["quick"], *numbers["long"], pool._forkserver]

    wait_for_ends(tell(story))
    assert not multiprocessing.active_children()  # which Python would wait for as it exits


def test_workers_are_spawned_on_systems_without_fork():
    def parent(number):
        return int(Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[1])

    async def story(pool):
        assert json.loads(await pool.ask("solve", SMALL, lane="long"))["outcome"] == "found"
        (before,) = pool.workers()["long"]
        assert parent(before) == os.getpid()
        os.kill(before, signal.SIGKILL)
        await until(lambda: before not in pool.workers()["long"])
        parts = []
        assert await pool.ask("map", MapStarts.of("6x6"), lane="long", on_part=parts.append)
        assert parts

    one = replace(LONG, workers=1)
    tell(story, quick=replace(one, workers=0), long=one, fork=False)


def test_a_cancelled_job_stops():
    async def story(pool):
        await everybody(pool)
        task = asyncio.create_task(pool.ask("solve", ENDLESS, lane="long"))
        (number,) = await at_work(pool, "long")
        os.kill(number, signal.SIGSTOP)  # it comes to no end by itself
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await until(lambda: not Path(f"/proc/{number}").exists())  # nothing of it is left
        await until(lambda: number not in pool.workers()["long"])  # the pool notices a moment later
        assert number not in (await everybody(pool))["long"]

    tell(story)


def test_a_job_cancelled_while_waiting_leaves_the_queue():
    async def story(pool):
        await everybody(pool)
        large = [asyncio.create_task(pool.ask("solve", ENDLESS, lane="long")) for _ in range(3)]
        await at_work(pool, "long", 2)
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="the server is busy: try again in a moment") as busy:
            await pool.ask("solve", SMALL, lane="long")
        assert busy.value.retry_after == LONG.retry_after
        large[2].cancel()
        await asyncio.wait([large[2]])
        waits = asyncio.create_task(pool.ask("solve", SMALL, lane="long"))
        await asyncio.sleep(0.01)
        assert not waits.done()
        large[0].cancel()
        assert json.loads(await waits)["outcome"] == "found"
        large[1].cancel()
        await asyncio.wait(large)

    tell(story)


def test_a_full_queue_rejects_jobs_at_once():
    async def story(pool):
        await everybody(pool)
        asked = [asyncio.create_task(pool.ask("solve", SMALL, lane="quick")) for _ in range(20)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        busy = [answer for answer in answers if isinstance(answer, Busy)]
        assert len(busy) == 20 - 2 - USUAL.waiting
        assert {answer.retry_after for answer in busy} == {1}
        assert all(json.loads(answer)["outcome"] == "found" for answer in answers if answer not in busy)

    tell(story)


def test_a_job_that_exceeds_its_time_limit_is_stopped():
    async def story(pool):
        before = await everybody(pool)
        with pytest.raises(TooLong, match="20 s"):
            await pool.ask("solve", ENDLESS, lane="quick")
        pool._lanes["quick"].size = USUAL
        await until(lambda: pool.workers()["long"] != before["long"])
        stopped = set(before["long"]) - set((await everybody(pool))["long"])
        assert len(stopped) == 1
        await until(lambda: running(*stopped) is None)
        assert await pool.ask("solve", SMALL, lane="quick")

    tell(story, quick=BRIEF, long=BRIEF)


def test_parts_come_before_the_response():
    async def story(pool):
        parts = []
        answer = await pool.ask("map", MapStarts.of("6x6"), lane="long", on_part=parts.append)
        await pool.ask("map", MapStarts.of("6x6"), lane="long")
        return [json.loads(part) for part in parts], json.loads(answer)

    parts, answer = tell(story, long=replace(LONG, workers=1))
    assert parts[-1]["done"] == parts[-1]["all"] == 36
    assert sum(len(part["found"]) for part in parts) == 36  # none of another's answer
    found = {(row, col): left for part in parts for row, col, left in part["found"]}
    assert [[found[r, c] for c in range(1, 7)] for r in range(1, 7)] == answer["rows"]


def test_closing_a_pool_ends_its_processes():
    async def story(pool):
        numbers = await everybody(pool)
        task = asyncio.create_task(pool.ask("solve", ENDLESS, lane="long"))
        await at_work(pool, "long")
        return [*numbers["quick"], *numbers["long"]], task

    numbers, task = tell(story)
    assert task.cancelled()
    wait_for_ends(numbers)


def test_a_worker_that_does_not_read_delays_only_its_own_job():
    large = MapStarts.of("8x8", retry_orders=["12345678"] * 100_000)  # more than a pipe takes

    async def story(pool):
        numbers = await everybody(pool)
        for number in numbers["long"]:
            os.kill(number, signal.SIGSTOP)
        stuck = asyncio.create_task(pool.ask("map", large, lane="long"))
        await at_work(pool, "long")
        assert await pool.ask("solve", SMALL, lane="quick")
        assert not stuck.done()
        stuck.cancel()
        for number in numbers["long"]:
            os.kill(number, signal.SIGCONT)
        await asyncio.wait([stuck])
        assert await pool.ask("map", large, lane="long")

    tell(story)


def test_a_ping_goes_ahead_of_a_full_queue():
    async def story(pool):
        await until(lambda: pool._lanes["quick"].has_idle)
        assert not await pool.ping()
        first, second = (asyncio.create_task(pool.ask("solve", ENDLESS, lane="quick")) for _ in range(2))
        await at_work(pool, "quick")
        with pytest.raises(Busy):
            await pool.ask("solve", SMALL, lane="quick")
        pinged = asyncio.create_task(pool.ping())
        await asyncio.sleep(0)
        first.cancel()
        assert await pinged  # by the worker that takes the place of the first
        assert not second.done()
        second.cancel()
        await asyncio.wait([first, second])

    tell(story, quick=replace(USUAL, workers=1, waiting=1))

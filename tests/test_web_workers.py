"""Worker processes: what each costs and what none does to another."""

import asyncio
import json
import os
import re
import signal
import socket
import time
from dataclasses import replace
from pathlib import Path

import pytest

from turaga.web import child, nursery
from turaga.web import handlers as answers
from turaga.web import request_models as asked
from turaga.web import worker_pool as workers
from turaga.web.errors import Busy, Refused, TooLong
from turaga.web.messages import ANSWER, BROKEN, JOB, PART, REFUSED, Messages, pack
from turaga.web.request_limits import BOUNDS
from turaga.web.worker_pool import LANES, LaneSize, Pool


def question(model, **said):
    """A question as the server hands it on."""
    return model(**said).model_dump(mode="json")


SMALL = question(asked.Solve, board="5x5", start="1,1")
# Half of the squares of an odd board start no tour, and a search that is not told so finds no end.
ENDLESS = question(asked.Solve, board="59x59", start="1,2", method="search", shortcuts=False, time_limit=20)
USUAL = LaneSize(workers=2, waiting=4, seconds=0.25, nice=0, retry_after=1)
LONGEST_ALLOWED = LANES["long"].seconds
LONG = LaneSize(workers=2, waiting=1, seconds=20, nice=10, retry_after=7)


def tell(story, *, quick=USUAL, long=LONG):
    """Let a story act on a pool of its own; what it returns comes back."""

    async def told():
        async with asyncio.timeout(100), Pool({"quick": quick, "long": long}) as pool:
            await pool.ready.wait()
            return await story(pool)

    return asyncio.run(told())


async def until(true):
    """Wait until something has happened; the story's own limit ends what never does."""
    while not true():
        await asyncio.sleep(0.01)


def gone(number):
    """Whether a process has ended."""
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state in "ZX"


async def at_work(pool, lane, many=1):
    """The workers of a lane that have something to do, once there are so many."""

    def busy():
        return [w.number for w in pool._lanes[lane].workers if w.busy]

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


def test_an_answer_is_the_one_the_library_gives():
    from turaga import solve

    body = tell(lambda pool: pool.ask("solve", SMALL, lane="quick"))
    ours = solve("5x5", start="1,1").as_json()
    assert {**json.loads(body), "seconds": 0} == {**ours, "seconds": 0}


def test_what_is_refused_costs_no_worker():
    async def story(pool):
        before = await everybody(pool)
        with pytest.raises(Refused, match="method 'prayer' is not known"):
            await pool.ask("solve", {**SMALL, "method": "prayer"}, lane="quick")
        assert await pool.ask("solve", SMALL, lane="quick")
        assert pool.workers() == before

    tell(story)


def test_what_is_not_quick_goes_on_among_the_long_ones_and_small_work_does_not_wait():
    async def story(pool):
        large = [asyncio.create_task(pool.ask("solve", ENDLESS, lane="quick")) for _ in range(2)]
        await at_work(pool, "long", 2)
        for _ in range(5):
            assert await pool.ask("solve", SMALL, lane="quick")
        assert not any(task.done() for task in large)
        for task in large:
            task.cancel()
        await asyncio.gather(*large, return_exceptions=True)

    tell(story, quick=replace(USUAL, seconds=2))  # small work is done by then, however busy the machine is


def test_long_workers_give_way():
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
        other = asyncio.create_task(
            pool.ask("map", question(asked.Map, board="20x20", ties="lookahead:3"), lane="long")
        )
        await at_work(pool, "long", 2)
        os.kill(victim, signal.SIGKILL)
        with pytest.raises(Busy) as busy:
            await struck
        assert "ask again" in str(busy.value)
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


def test_if_the_nursery_is_killed_there_is_another():
    async def story(pool):
        before = await everybody(pool)
        pool._nursery._process.kill()
        for number in before["quick"]:
            os.kill(number, signal.SIGKILL)
        await until(lambda: not set(before["quick"]) & set(pool.workers()["quick"]))
        assert await pool.ask("solve", SMALL, lane="quick")
        assert (await everybody(pool))["long"] == before["long"]

    tell(story)


def test_a_job_that_is_cancelled_stops():
    async def story(pool):
        await everybody(pool)
        task = asyncio.create_task(pool.ask("solve", ENDLESS, lane="long"))
        (number,) = await at_work(pool, "long")
        os.kill(number, signal.SIGSTOP)  # it comes to no end by itself
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await until(lambda: not Path(f"/proc/{number}").exists())  # nothing of it is left
        assert number not in (await everybody(pool))["long"]

    tell(story)


def test_a_job_that_is_cancelled_while_it_waits_leaves_its_place():
    async def story(pool):
        await everybody(pool)
        large = [asyncio.create_task(pool.ask("solve", ENDLESS, lane="long")) for _ in range(3)]
        await at_work(pool, "long", 2)
        await asyncio.sleep(0)
        with pytest.raises(Busy) as busy:
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


def test_who_comes_when_too_many_wait_is_told_so_at_once():
    async def story(pool):
        await everybody(pool)
        asked = [asyncio.create_task(pool.ask("solve", SMALL, lane="quick")) for _ in range(20)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        busy = [answer for answer in answers if isinstance(answer, Busy)]
        assert len(busy) == 20 - 2 - USUAL.waiting
        assert {answer.retry_after for answer in busy} == {1}
        assert all(json.loads(answer)["outcome"] == "found" for answer in answers if answer not in busy)

    tell(story)


def test_what_takes_longer_than_it_may_is_stopped():
    brief = LaneSize(workers=2, waiting=1, seconds=0.5, nice=0, retry_after=1)

    async def story(pool):
        before = await everybody(pool)
        with pytest.raises(TooLong, match="20 s"):
            await pool.ask("solve", ENDLESS, lane="quick")
        await until(lambda: pool.workers()["long"] != before["long"])
        stopped = set(before["long"]) - set((await everybody(pool))["long"])
        assert len(stopped) == 1
        await until(lambda: gone(*stopped))
        assert await pool.ask("solve", SMALL, lane="quick")

    tell(story, long=brief)


def test_parts_come_before_the_answer():
    async def story(pool):
        parts = []
        answer = await pool.ask("map", question(asked.Map, board="6x6"), lane="long", on_part=parts.append)
        await pool.ask("map", question(asked.Map, board="6x6"), lane="long")
        return [json.loads(part) for part in parts], json.loads(answer)

    parts, answer = tell(story, long=replace(LONG, workers=1))
    assert parts[-1]["done"] == parts[-1]["all"] == 36
    assert sum(len(part["found"]) for part in parts) == 36  # none of another's answer
    found = {(row, col): left for part in parts for row, col, left in part["found"]}
    assert [[found[r, c] for c in range(1, 7)] for r in range(1, 7)] == answer["unvisited"]


def test_leaving_a_pool_ends_its_processes():
    async def story(pool):
        numbers = await everybody(pool)
        task = asyncio.create_task(pool.ask("solve", ENDLESS, lane="long"))
        await at_work(pool, "long")
        return [*numbers["quick"], *numbers["long"], pool._nursery._process.pid], task

    numbers, task = tell(story)
    assert task.cancelled()
    deadline = time.monotonic() + 60
    while not all(map(gone, numbers)):
        assert time.monotonic() < deadline
        time.sleep(0.01)


# -- what seldom happens --------------------------------------------------------------------------------


class Idle:
    """A worker that is there, in name."""

    alive, busy = True, False

    async def do(self, job, asked, on_part):
        return b"done"


def alone(story):
    """Let a story act on a pool without workers."""

    async def told():
        async with asyncio.timeout(60):
            return await story(Pool({"quick": USUAL, "long": LONG}))

    return asyncio.run(told())


def test_who_has_waited_longest_is_next():
    async def story(pool):
        lane, workers = pool._lanes["quick"], [Idle() for _ in range(3)]
        turns = [asyncio.create_task(lane.take()) for _ in workers]
        await asyncio.sleep(0)
        for worker in workers:
            lane.give(worker)
        assert await asyncio.gather(*turns) == workers

    alone(story)


def test_a_worker_that_ends_as_it_is_handed_over_costs_no_job():
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


def test_a_worker_handed_to_who_has_just_gone_goes_to_the_next():
    async def story(pool):
        lane = pool._lanes["quick"]
        gone, waits = (asyncio.create_task(pool.ask("solve", SMALL, lane="quick")) for _ in range(2))
        await asyncio.sleep(0)
        lane.give(Idle())
        gone.cancel()
        assert await waits == b"done"
        assert gone.cancelled()

    alone(story)


def test_a_pool_that_is_closed_takes_no_more():
    async def story(pool):
        await pool.__aexit__()
        with pytest.raises(Busy, match="being stopped"):
            await pool.ask("solve", SMALL, lane="quick")

    alone(story)


class Scarce:
    """Nurseries of a system that has run short: each thing goes wrong once before it goes well."""

    made = 0

    def __init__(self):
        Scarce.made += 1
        if Scarce.made == 1:
            raise BlockingIOError("no more processes")
        self.forks = 0

    async def fork(self, worker, nice):
        self.forks += 1
        if Scarce.made == 2:
            raise ConnectionResetError("the nursery has gone")
        if self.forks == 1:
            return 0
        worker.dup().detach()  # the other end stays open, as a worker keeps it
        return 1 << 30

    def end(self):
        pass


def test_workers_come_though_there_were_none_to_be_had(monkeypatch):
    files = socket.socketpair

    def once_too_many():
        monkeypatch.setattr(workers.socket, "socketpair", files)
        raise OSError("too many open files")

    async def story(pool):
        monkeypatch.setattr(workers.socket, "socketpair", once_too_many)
        async with asyncio.timeout(60):
            await pool._add(pool._lanes["quick"], 0)
        assert pool.workers() == {"quick": [1 << 30], "long": []}
        pool._closed = True
        (worker,) = pool._lanes["quick"].workers
        worker.stop()
        await until(lambda: not worker.alive)

    monkeypatch.setattr(workers, "Nursery", Scarce)
    monkeypatch.setattr(workers, "_AGAIN", 0)
    before = len(os.listdir("/proc/self/fd"))
    alone(story)
    assert Scarce.made == 3
    assert len(os.listdir("/proc/self/fd")) == before + 1  # the other end of the one worker


def test_a_worker_that_ends_before_its_first_job_is_not_replaced_at_once():
    async def story(pool):
        waits = []
        pool._begin = lambda lane, wait: waits.append(wait)
        for used in (True, False):
            worker = pool._lanes["quick"].joined(1 << 30)
            worker.used = used
            worker.connection_lost(None)
        assert waits == [0, workers._AGAIN]

    alone(story)


def test_a_nursery_that_still_loads_is_not_waited_for():
    one = nursery.Nursery()
    one.end()
    assert one._process.returncode == -signal.SIGKILL


def test_a_nursery_that_cannot_fork_says_so_and_lives_on(monkeypatch):
    def no_more():
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(nursery.os, "fork", no_more)
    monkeypatch.setattr(nursery.signal, "signal", lambda *_: None)
    monkeypatch.setattr(answers, "warm_up", lambda: None)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        for _ in range(2):
            socket.send_fds(ours, [b"0"], [theirs.fileno()])
        ours.shutdown(socket.SHUT_WR)
        nursery.main(theirs)
        assert ours.recv(10) == b"00"


def test_what_breaks_while_a_nursery_gets_ready_does_not_end_it(monkeypatch):
    def breaks(asked, report):
        tried.append(asked)
        raise RuntimeError("cannot cache function: no locator available")

    tried = []
    monkeypatch.setattr(answers, "JOBS", dict.fromkeys(answers.JOBS, breaks))
    answers.warm_up()
    assert len(tried) == len(answers._SMALL)


def test_signals_to_all_processes_are_for_the_server_alone():
    def held_back(number):
        status = Path(f"/proc/{number}/status").read_text()
        return int(re.search(r"SigBlk:\t(\w+)", status)[1], 16)

    async def story(pool):
        numbers = await everybody(pool)
        for number in (pool._nursery._process.pid, *numbers["quick"], *numbers["long"]):
            for one in (signal.SIGINT, signal.SIGTERM):
                assert held_back(number) >> (one - 1) & 1
        assert not signal.pthread_sigmask(signal.SIG_BLOCK, ())

    tell(story)


def test_a_worker_may_have_only_so_much_memory():
    async def story(pool):
        for number in (await everybody(pool))["quick"]:
            limits = Path(f"/proc/{number}/limits")
            await until(lambda: "Max data size             2147483648 " in limits.read_text())  # noqa: B023

    tell(story)


def test_a_job_is_stopped_though_nobody_is_left_to_stop_it(monkeypatch):
    alarms = []
    monkeypatch.setattr(child, "_settle", lambda nice: None)
    monkeypatch.setattr(child.signal, "alarm", alarms.append)
    for error, kind, says in (
        (MemoryError(), REFUSED, b"more than the 2 GB of memory a worker may have"),
        (KeyError("start"), BROKEN, b"KeyError: 'start'"),
    ):

        def run(name, asked, report, error=error):
            assert alarms[-1] > LONGEST_ALLOWED > BOUNDS.most_seconds  # each may first end by itself
            raise error

        monkeypatch.setattr(answers, "run", run)
        ours, theirs = socket.socketpair()
        with ours, theirs:
            ours.sendall(pack(JOB, json.dumps(["solve", SMALL]).encode()) * 2)
            ours.shutdown(socket.SHUT_WR)
            child.serve(theirs, 0)
            (first, second) = Messages().feed(ours.recv(1 << 16))
        assert first == second
        assert first[0] == kind
        assert says in first[1]
        assert alarms[-1] == 0


def test_messages_are_whole_however_they_come():
    sent = [(PART, b""), (ANSWER, b"x" * 70000), (PART, b"{}")]
    stream = b"".join(pack(*message) for message in sent)
    for size in (1, 3, 1000, len(stream)):
        coming = Messages()
        got = [m for i in range(0, len(stream), size) for m in coming.feed(stream[i : i + size])]
        assert got == sent

"""The first run after installation: kernels are compiled, and the server responds all the same."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import types
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from naive import is_tour
from serving import get, post, served
from test_cli_serve import family, running, wait_for, wait_for_ends
from test_web_workers import ENDLESS, GUARD, LONG, SMALL, USUAL, until
from turaga import Board
from turaga.web.errors import Busy
from turaga.web.health import Health
from turaga.web.preparation import KERNELS, REFERENCE, Preparation
from turaga.web.worker_pool import Pool

FEW = replace(REFERENCE, workers=1, seconds=GUARD)


def prepare(story, **size):
    """Let a story act on a pool whose compiled workers never get ready, and where a kernel is being
    compiled."""

    async def told():
        pool = Pool({"quick": USUAL, "long": LONG}, reference=replace(FEW, **size))
        async with asyncio.timeout(GUARD):
            pool._preparation.open()
            report = os.environ["TURAGA_KERNEL_REPORT"]
            said(report, "-first\n")
            try:
                return await story(pool, report)
            finally:
                await pool.__aexit__()
                assert not os.path.exists(report)
                assert "TURAGA_KERNEL_REPORT" not in os.environ

    with pytest.MonkeyPatch.context() as patched:  # workers import the main module again: not pytest
        patched.setitem(sys.modules, "__main__", types.ModuleType("__main__"))
        return asyncio.run(told())


def said(report, lines):
    """Report something as a process does that compiles kernels."""
    with open(report, "a") as file:
        file.write(lines)


def reference_workers(pool):
    return [worker.pid for worker in pool._preparation._lane.workers]


async def workers_end(numbers):
    await until(lambda: all(running(number) is None for number in numbers))


def test_quick_jobs_get_responses_meanwhile_and_others_wait():
    async def story(pool, report):
        large = asyncio.create_task(pool.ask("solve", ENDLESS, lane="long"))
        assert json.loads(await pool.ask("solve", SMALL, lane="quick"))["outcome"] == "found"
        assert not large.done()
        large.cancel()
        await asyncio.gather(large, return_exceptions=True)
        assert not pool._lanes["long"]._waiting
        numbers = reference_workers(pool)
        assert numbers
        pool.ready.set()
        await workers_end(numbers)

    prepare(story)


def test_a_job_that_takes_too_long_waits_for_a_compiled_worker():
    async def story(pool, report):
        slow = asyncio.create_task(pool.ask("solve", ENDLESS, lane="quick"))
        await until(lambda: pool._lanes["quick"]._waiting)
        pool._preparation._lane.size = FEW
        assert json.loads(await pool.ask("solve", SMALL, lane="quick"))["outcome"] == "found"  # a new worker
        slow.cancel()
        await asyncio.gather(slow, return_exceptions=True)
        assert not pool._lanes["quick"]._waiting

    prepare(story, seconds=1.0)


def test_jobs_that_wait_move_on_when_compiled_workers_are_ready():
    async def story(pool, report):
        busy = asyncio.create_task(pool.ask("solve", ENDLESS, lane="quick"))
        await until(lambda: any(worker.busy for worker in pool._preparation._lane.workers))
        numbers = reference_workers(pool)
        waits = asyncio.create_task(pool.ask("solve", SMALL, lane="quick"))
        await until(lambda: pool._preparation._lane._waiting)
        pool.ready.set()
        await until(lambda: pool._lanes["quick"]._waiting)
        busy.cancel()  # its worker is stopped with it
        await workers_end(numbers)
        waits.cancel()
        await asyncio.gather(busy, waits, return_exceptions=True)

    prepare(story)


def test_the_status_counts_each_kernel_once(monkeypatch):
    monkeypatch.setattr(Preparation, "_start_processes", lambda self: None)  # they would report more

    async def story(pool, report):
        await until(lambda: pool.status().first_run)
        assert pool.status().done == 0
        said(report, "+first\n-second\n+third\n+first\n")
        now = pool.status().as_json()
        assert now.pop("seconds") >= 0
        what = "Preparing the solver (first run only)"
        assert now == {"ready": False, "first_run": True, "done": 2, "total": KERNELS, "what": what}
        assert await Health(pool).status() == (503, {"status": "preparing", "done": 2, "total": KERNELS})
        said(report, "".join(f"+{number}\n" for number in range(200)))
        assert pool.status().done == KERNELS - 1  # the worker itself is missing
        pool.ready.set()
        await until(lambda: pool.status().ready)
        assert (pool.status().done, pool.status().what) == (KERNELS, "The solver is ready")

    prepare(story)


def test_the_number_of_kernels_is_that_of_the_warm_up():
    code = """
from turaga.kernel_cache import KernelCache
from turaga.web.handlers import warm_up
names = set()
KernelCache.observer = lambda name, ready: names.add(name)
warm_up()
print(len(names))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) == KERNELS


def test_a_full_queue_says_that_the_solver_is_being_prepared():
    async def story(pool, report):
        said(report, "+first\n")
        waits = [asyncio.create_task(pool.ask("solve", ENDLESS, lane="long")) for _ in range(LONG.waiting)]
        await until(lambda: pool._lanes["long"]._waiting)
        says = rf"the solver is being prepared \(first run only\): \d+ of {KERNELS} parts are done"
        with pytest.raises(Busy, match=says) as busy:
            await pool.ask("solve", ENDLESS, lane="long")
        assert busy.value.retry_after == 5
        for task in waits:
            task.cancel()
        await asyncio.gather(*waits, return_exceptions=True)

    prepare(story)


# -- a real server with nothing compiled --------------------------------------------------------------------


@pytest.mark.long
def test_after_installation_the_server_responds_while_it_compiles(tmp_path):
    with served(env={"NUMBA_CACHE_DIR": str(tmp_path)}, fork=False) as there, ThreadPoolExecutor(1) as pool:
        wait_for(lambda: status_of(there)["first_run"])
        compiling = set()  # these processes are stopped: the solver is not ready before they go on
        wait_for(lambda: len(stop_compiling(there, compiling)) == 2)
        assert get(there.url, "/")[0] == 200
        assert get(there.url, "/api/v1/options")[0] == 200
        large = pool.submit(counted, there.url)
        check_small_jobs(there.url)
        now = status_of(there)
        assert (now["ready"], now["what"]) == (False, "Preparing the solver (first run only)")
        assert not large.done()
        seen = [now]
        for number in compiling:
            os.kill(number, signal.SIGCONT)
        wait_for(lambda: seen.append(status_of(there)) or seen[-1]["ready"])
        done = [one["done"] for one in seen]
        assert done == sorted(done)
        assert done[0] < done[-1] == KERNELS
        assert seen[-1]["first_run"]
        assert large.result() == 864  # as published
        assert post(there.url, "solve", {"board": "8x8"})[0] == 200
        wait_for(lambda: get(there.url, "/healthz")[2]["status"] == "ok")
        wait_for(lambda: not spawned(there))


def test_ctrl_c_while_the_solver_is_being_prepared_ends_every_process(tmp_path):
    with served(env={"NUMBA_CACHE_DIR": str(tmp_path)}, fork=False) as there:
        everybody = wait_for(lambda: spawned(there) and family(there.process.pid))
        there.process.send_signal(signal.SIGINT)
        there.process.communicate(timeout=GUARD)
        assert there.process.returncode == 130
        wait_for_ends(everybody)


def status_of(there):
    return get(there.url, "/api/v1/status")[2]


def stop_compiling(there, stopped):
    """Stop the processes that report their kernels to the server, and add them to those stopped before."""
    for number in set(family(there.process.pid)) - stopped:
        if reports(number):
            os.kill(number, signal.SIGSTOP)
            stopped.add(number)
    return stopped


def reports(number):
    """Whether a process has the file open to which kernels are reported."""
    try:
        opened = [os.readlink(fd) for fd in Path(f"/proc/{number}/fd").iterdir()]
    except OSError:  # it has ended, or closed a file meanwhile
        return False
    return any(name.startswith(f"{tempfile.gettempdir()}/turaga-") for name in opened)


def counted(url):
    """A count, which waits for compiled kernels. A server that has not compiled them in five minutes says
    that it is busy."""
    while (answer := post(url, "count", {"board": "5x5"}, timeout=GUARD))[0] == 503:
        pass
    return answer[2]["count"]


def check_small_jobs(url):
    """Small questions get verified answers before the solver is ready."""
    status, _, solved = post(url, "solve", {"board": "8x8", "closed": True}, timeout=GUARD)
    assert status == 200
    assert is_tour(Board("8x8"), [(row - 1, col - 1) for row, col in solved["squares"]], closed=True)
    _, _, hint = post(url, "hint", {"board": "5x5", "walk": ["1,1"]}, timeout=GUARD)
    assert (hint["kind"], sorted(hint["good"])) == ("go", [[2, 3], [3, 2]])  # mirror images, so both or none
    _, _, solved = post(url, "solve", {"board": "3x6", "why": True}, timeout=GUARD)
    assert solved["explanation"]["exists"] is False


def spawned(there):
    """The processes of the preparation."""
    return [number for number in family(there.process.pid) if "spawn_main" in command_of(number)]


def command_of(number):
    try:
        return Path(f"/proc/{number}/cmdline").read_text()
    except OSError:
        return ""

"""The first run after installation: kernels are compiled, and the server responds all the same."""

import asyncio
import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
import types
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from urllib.parse import urlsplit

import pytest

from naive import is_tour
from serving import get, post, served
from test_cli_serve import family, running
from test_web_workers import ENDLESS, LONG, SMALL, USUAL, until
from turaga import Board
from turaga.web.errors import Busy
from turaga.web.health import Health
from turaga.web.preparation import KERNELS, REFERENCE
from turaga.web.worker_pool import Pool

FEW = replace(REFERENCE, workers=1, spare=0)


def prepare(story, **size):
    """Let a story act on a pool whose compiled workers never get ready, and where a kernel is being
    compiled."""

    async def told():
        pool = Pool({"quick": USUAL, "long": LONG}, reference=replace(FEW, **size))
        async with asyncio.timeout(60):
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
        assert json.loads(await pool.ask("solve", SMALL, lane="quick"))["outcome"] == "found"  # a new worker
        slow.cancel()
        await asyncio.gather(slow, return_exceptions=True)
        assert not pool._lanes["quick"]._waiting

    prepare(story, seconds=1.0)


def test_jobs_that_wait_move_on_when_compiled_workers_are_ready():
    async def story(pool, report):
        busy = asyncio.create_task(pool.ask("solve", ENDLESS, lane="quick", client="a"))
        await until(lambda: any(worker.busy for worker in pool._preparation._lane.workers))
        numbers = reference_workers(pool)
        waits = asyncio.create_task(pool.ask("solve", SMALL, lane="quick", client="b"))
        await until(lambda: pool._preparation._lane._waiting)
        pool.ready.set()
        await until(lambda: "b" in pool._lanes["quick"]._waiting)
        busy.cancel()  # its worker is stopped with it
        await workers_end(numbers)
        waits.cancel()
        await asyncio.gather(busy, waits, return_exceptions=True)

    prepare(story)


def test_the_status_counts_each_kernel_once():
    async def story(pool, report):
        await until(lambda: pool.status()["first_run"])
        assert pool.status()["done"] == 0
        said(report, "+first\n-second\n+third\n+first\n")
        now = pool.status()
        assert now.pop("seconds") >= 0
        what = "Preparing the solver (first run only)"
        assert now == {"ready": False, "first_run": True, "done": 2, "total": KERNELS, "what": what}
        status, healthy = await Health(pool).status()
        assert (status, healthy["status"], healthy["total"]) == (503, "preparing", KERNELS)
        assert healthy["done"] >= 2  # the second process that compiles has reported its kernels meanwhile
        said(report, "".join(f"+{number}\n" for number in range(200)))
        assert pool.status()["done"] == KERNELS - 1  # the worker itself is missing
        pool.ready.set()
        await until(lambda: pool.status()["ready"])
        assert (pool.status()["done"], pool.status()["what"]) == (KERNELS, "The solver is ready")

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
    began = time.monotonic()
    with served(env={"NUMBA_CACHE_DIR": str(tmp_path)}, fork=False) as there:
        assert get(there.url, "/")[0] == 200
        page = time.monotonic() - began
        options = get(there.url, "/api/v1/options")
        assert (options[0], options[2]["version"] != "") == (200, True)
        with ThreadPoolExecutor(1) as pool:
            large = pool.submit(post, there.url, "count", {"board": "5x5"})  # it waits for compiled kernels
            check_small_jobs(there.url)
            check_cancelling(there.url)
            seen = statuses(there.url)
            assert large.result()[2]["count"] == 864  # as published
        assert post(there.url, "solve", {"board": "8x8"})[0] == 200
        assert get(there.url, "/healthz")[2]["status"] == "ok"
        wait_for_few(there)
    assert page < 10  # of the forty that compiling takes on a slow machine
    done = [one["done"] for one in seen]
    assert done == sorted(done)
    assert len(set(done)) > 5  # progress, not a jump
    assert seen[-1]["ready"]
    assert seen[-1]["first_run"]
    check_stopping(tmp_path / "other")


def check_small_jobs(url):
    """Small questions get verified answers before the solver is ready."""
    status, _, solved = post(url, "solve", {"board": "8x8", "closed": True})
    assert status == 200
    assert is_tour(Board("8x8"), [(row - 1, col - 1) for row, col in solved["squares"]], closed=True)
    _, _, hint = post(url, "game/hint", {"board": "5x5", "squares": ["1,1"]})
    assert (hint["kind"], sorted(hint["good"])) == ("go", [[2, 3], [3, 2]])  # mirror images, so both or none
    _, _, explained = post(url, "explain", {"board": "3x6"})
    assert explained["exists"] is False
    now = get(url, "/api/v1/status")[2]
    assert (now["ready"], now["what"]) == (False, "Preparing the solver (first run only)")


def check_cancelling(url):
    """A client that waits for the solver can leave, and its place is free again."""
    where = urlsplit(url)
    waiting = []
    for _ in range(64):  # more than may wait
        client = http.client.HTTPConnection(where.hostname, where.port, timeout=60)
        body = json.dumps({"board": "5x6", "closed": True})
        client.request("POST", "/api/v1/sample", body, {"Content-Type": "application/json"})
        waiting.append(client)
        with contextlib.suppress(TimeoutError):
            client.sock.settimeout(0.05)
            refused = client.getresponse()
            break
    else:
        pytest.fail("the queue has no end")
    assert refused.status == 503
    assert refused.headers["Retry-After"] == "5"
    says = r"the solver is being prepared \(first run only\): \d+ of \d+ parts are done"
    assert re.search(says, json.loads(refused.read())["detail"])
    for client in waiting:
        client.close()


def statuses(url):
    """What the server says about its preparation until it is ready."""
    seen = []
    while not seen or not seen[-1]["ready"]:
        seen.append(get(url, "/api/v1/status")[2])
        assert len(seen) < 3000
        time.sleep(0.05)
    return seen


def wait_for_few(there):
    """Wait until the processes of the preparation have ended."""

    def spawned():
        return [one for one in family(there.process.pid) if "spawn_main" in command_of(one)]

    deadline = time.monotonic() + 60
    while spawned():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def command_of(number):
    try:
        with open(f"/proc/{number}/cmdline") as file:
            return file.read()
    except OSError:
        return ""


def check_stopping(cache):
    """Ctrl-C while the solver is being prepared ends every process."""
    with served(env={"NUMBA_CACHE_DIR": str(cache)}, fork=False) as there:
        post(there.url, "solve", {"board": "8x8"})
        everybody = family(there.process.pid)
        assert any("spawn_main" in command_of(number) for number in everybody)
        began = time.monotonic()
        there.process.send_signal(signal.SIGINT)
        there.process.communicate(timeout=30)
        assert there.process.returncode == 130
        assert time.monotonic() - began < 10
    deadline = time.monotonic() + 30
    while any(running(number) is not None for number in everybody):
        assert time.monotonic() < deadline
        time.sleep(0.05)

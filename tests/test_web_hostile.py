"""Clients that take all they can get: others are still served, and the front process stays small."""

import asyncio
import contextlib
import dataclasses
import json
import random
import re
import socket
import time

import psutil
import pytest

import hostile
from serving import served
from test_web_leaving import Patient
from test_web_lines import all_said, question
from test_web_worker_faults import Idle
from turaga.web import http_limits
from turaga.web.addresses import Proxies, parse_network
from turaga.web.errors import Busy
from turaga.web.lane import Lane, LaneSize
from turaga.web.process_limits import Stuck, time_limit
from turaga.web.request_limits import BOUNDS
from web import Direct, asking

LIMIT = 30  # seconds: a guard against hanging, not a measure of speed
SIZE = LaneSize(workers=2, spare=1, waiting=4, seconds=1, nice=0, retry_after=1)


@contextlib.contextmanager
def limited(pool=None, proxies=Proxies(), **bounds):  # noqa: B008 - it does not change
    """A client of a server with other limits."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(http_limits, "BOUNDS", dataclasses.replace(BOUNDS, **bounds))
        with asking(pool, proxies=proxies) as client:
            yield client


def connected(client, source="127.0.0.1"):
    address = (client.base_url.host, client.base_url.port)
    return socket.create_connection(address, timeout=LIMIT, source_address=(source, 0))


def status_of(line):
    return line.recv(12)


# -- workers ------------------------------------------------------------------------------------------------


class Turns:
    """A lane with workers in name, and jobs that take them."""

    def __init__(self, workers):
        self.lane, self.jobs = Lane(SIZE), {}
        for _ in range(workers):
            self.lane.add(Idle())

    async def ask(self, *jobs):
        """Start jobs: the first letter of each is the address of its client."""
        for job in jobs:
            self.jobs[job] = asyncio.create_task(self.lane.take(job[0]))
            await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def end(self, job):
        self.lane.leave(job[0], self.jobs.pop(job).result())
        await asyncio.sleep(0)

    def running(self):
        return {job for job, task in self.jobs.items() if task.done() and not task.exception()}

    def busy(self):
        return {job for job, task in self.jobs.items() if task.done() and task.exception()}


def test_an_address_that_uses_all_its_workers_leaves_the_spare_one_to_others():
    async def story():
        turns = Turns(3)
        await turns.ask("a1", "a2", "a3")
        assert turns.running() == {"a1", "a2"}
        await turns.ask("b1")
        assert turns.running() == {"a1", "a2", "b1"}
        await turns.end("a1")
        assert turns.running() == {"a2", "a3", "b1"}

    asyncio.run(story())


def test_the_next_worker_goes_to_the_address_with_the_fewest_running_jobs():
    async def story():
        turns = Turns(3)
        await turns.ask("a1", "a2", "b1", "a3", "b2", "c1", "c2")
        for ends, begins in (("a1", "c1"), ("a2", "a3"), ("c1", "c2"), ("b1", "b2")):
            await turns.end(ends)
            assert begins in turns.running()

    asyncio.run(story())


def test_a_full_queue_has_room_for_another_address():
    async def story():
        turns = Turns(3)
        await turns.ask(*(f"a{n}" for n in range(1, 8)), "b1", "b2", "b3", "b4")
        assert turns.busy() == {"a7", "a6", "a5", "b4"}  # a: 2 running and 2 waiting; b: 1 and 2
        assert all(isinstance(turns.jobs[job].exception(), Busy) for job in turns.busy())
        assert turns.running() == {"a1", "a2", "b1"}
        for task in turns.jobs.values():
            task.cancel()
        await asyncio.gather(*turns.jobs.values(), return_exceptions=True)
        assert not turns.lane._waiting

    asyncio.run(story())


# -- connections --------------------------------------------------------------------------------------------


def test_slow_connections_of_one_address_keep_nobody_out():
    with limited(most_lines=4, most_share=0.5) as client, contextlib.ExitStack() as stack:
        slow = []
        for _ in range(3):
            slow.append(stack.enter_context(connected(client)))
            slow[-1].sendall(question(3)[:-1])
        assert status_of(slow[0]) == b"HTTP/1.1 503"  # the first has waited longest
        others = [stack.enter_context(connected(client, f"127.0.0.{n}")) for n in (2, 3, 4)]
        assert status_of(slow[1]) == b"HTTP/1.1 503"  # four connections: the most are from 127.0.0.1
        for line in (*others, slow[2]):
            line.sendall(question(3)[-1:] if line is slow[2] else question(3))
            assert status_of(line) == b"HTTP/1.1 200"


def test_behind_a_proxy_connections_count_for_the_client():
    proxies = Proxies([parse_network("127.0.0.1")])
    with limited(proxies=proxies, most_lines=4, most_share=0.5) as client, contextlib.ExitStack() as stack:
        lines = [stack.enter_context(connected(client)) for _ in range(4)]
        for number, line in enumerate(lines):  # three slow requests of one client, and one of another
            start, _, rest = question(3)[:-1].partition(b"\r\n")
            line.sendall(start + b"\r\nX-Forwarded-For: 10.0.0.%d\r\n" % (number // 3) + rest)
            time.sleep(0.05)  # so that they arrive in this order
        assert status_of(lines[0]) == b"HTTP/1.1 503"
        for line in lines[1:]:
            line.sendall(question(3)[-1:])
            assert status_of(line) == b"HTTP/1.1 200"


def test_a_connection_whose_request_is_being_served_is_not_dropped():
    pool = Patient()
    with (
        limited(pool, most_lines=2, most_share=1) as client,
        connected(client) as working,
        connected(client) as idle,
    ):
        working.sendall(question(8))
        assert pool.begun.wait(LIMIT)
        with connected(client, "127.0.0.2") as other:
            other.sendall(question(3))
            assert status_of(other) == b"HTTP/1.1 200"
        assert not pool.stopped.is_set()
        assert all_said(idle).startswith(b"HTTP/1.1 503")


def test_the_bytes_of_bodies_are_limited_for_each_address():
    body = json.dumps({"board": "3x4", "text": " " * 150_000}).encode()
    head = (
        b"POST /api/v1/check HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n" % len(body)
    )
    with limited(most_bodies=400_000, most_share=0.5) as client:
        with connected(client) as first, connected(client) as second, connected(client, "127.0.0.2") as other:
            first.sendall(head + body[:-1])
            assert (
                client.post("/api/v1/solve", json={"board": "3x4"}).status_code == 200
            )  # small: not counted
            with contextlib.suppress(ConnectionError):
                second.sendall(head + body)
            assert status_of(second) == b"HTTP/1.1 503"
            other.sendall(head + body)
            assert status_of(other) == b"HTTP/1.1 422"  # a walk without squares
            first.sendall(body[-1:])
            assert status_of(first) == b"HTTP/1.1 422"
        for _ in range(3):  # what was held is free again
            posted = client.post("/api/v1/check", content=body, headers={"Content-Type": "application/json"})
            assert posted.status_code == 422


def test_the_bytes_of_unread_responses_are_limited():
    class Large(Direct):
        async def ask(self, job, asked, *, lane, client="", on_part=None):
            return b"0" * (16 << 20)

    def read(line):
        """How many bytes come until the end."""
        return sum(iter(lambda: line.recv_into(buffer), 0))

    buffer = bytearray(1 << 20)
    with (
        limited(Large(), most_unread=20 << 20) as client,
        connected(client) as first,
        connected(client) as second,
    ):
        for line in (first, second):
            line.sendall(question(3).replace(b"Host", b"Connection: close\r\nHost"))
            assert status_of(line) == b"HTTP/1.1 200"
        assert read(second) > 16 << 20
        with contextlib.suppress(ConnectionError):
            assert read(first) < 16 << 20  # it was dropped


@pytest.mark.parametrize("seconds", [0, 0.3])
def test_a_client_that_half_closes_its_connection_gets_its_response(seconds):
    class Slow(Direct):
        async def ask(self, job, asked, *, lane, client="", on_part=None):
            await asyncio.sleep(seconds)
            return await super().ask(job, asked, lane=lane)

    with asking(Slow()) as client, connected(client) as line:
        line.sendall(question(3))
        line.shutdown(socket.SHUT_WR)
        said = all_said(line)
    said = said.replace(b"HTTP/1.1 100 Continue\r\n\r\n", b"")
    assert said.startswith(b"HTTP/1.1 200 ")
    assert b"connection: close" in said
    assert json.loads(said.partition(b"\r\n\r\n")[2])["outcome"] == "found"


# -- addresses ----------------------------------------------------------------------------------------------


class Asked(Direct):
    """Remembers the addresses of its clients."""

    def __init__(self):
        self.clients = []

    async def ask(self, job, asked, *, lane, client="", on_part=None):
        self.clients.append(client)
        return b"{}"


@pytest.mark.parametrize(
    ("trusted", "forwarded", "address"),
    [
        ((), "10.0.0.1", "127.0.0.1"),
        (("127.0.0.1",), "10.0.0.1", "10.0.0.1"),
        (("127.0.0.0/8",), "6.6.6.6, 10.0.0.1, 127.0.0.5", "10.0.0.1"),
        (("127.0.0.1",), "10.0.0.1, nonsense", "127.0.0.1"),
        (("127.0.0.1",), "[2001:db8::1]:80", "2001:db8::/64"),
        (("127.0.0.1",), "", "127.0.0.1"),
        (("127.0.0.1",), "127.0.0.1," * 5000, "127.0.0.1"),
    ],
)
def test_the_address_of_a_client_behind_a_proxy(trusted, forwarded, address):
    pool = Asked()
    with asking(pool, proxies=Proxies(map(parse_network, trusted))) as client:
        client.post("/api/v1/solve", json={"board": "3x4"}, headers={"X-Forwarded-For": forwarded})
    assert pool.clients == [address]


# -- requests -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def client():
    with asking() as client:
        yield client


def test_unknown_fields_are_listed_up_to_a_limit(client):
    many = {"board": "0x0", **{f"key{n}": n for n in range(50_000)}}
    detail = client.post("/api/v1/solve", json=many).json()["detail"]
    assert len(detail) == 20
    assert detail[0]["loc"] == ["body", "board"]
    assert detail[1]["msg"] == "'key0' is not a field of this request"


@pytest.mark.parametrize(
    ("path", "asked", "message"),
    [
        (
            "count",
            {"board": "60x60", "estimate": True, "probes": 200_000},
            "200000 probes on 60x60 take too long: at most 27777 are allowed there",
        ),
        (
            "draw",
            {"board": "20x20", "squares": "tour", "format": "gif", "size": 1200, "degrees": True},
            "a GIF of 201 frames with size 1200 takes too long: the size can be at most 705 pixels; with a "
            "higher speed there are fewer frames",
        ),
    ],
)
def test_what_cannot_finish_is_rejected(client, path, asked, message):
    if "squares" in asked:
        tour = client.post("/api/v1/solve", json={"board": "20x20"}).json()["squares"]
        asked = {**asked, "squares": tour}
    response = client.post(f"/api/v1/{path}", json=asked)
    assert response.status_code == 422
    assert response.json()["detail"][0]["msg"] == message


def test_code_that_never_ends_is_interrupted():
    async def story():
        with time_limit(0.1):
            with pytest.raises(Stuck):
                re.match("(a+)+b", "a" * 100)
            await asyncio.sleep(0.2)
            return "served"

    assert asyncio.run(story()) == "served"


# -- the real server ----------------------------------------------------------------------------------------


def test_the_real_server_under_attack():
    """A moment of each attack that `scripts/hostile.py` runs for longer."""
    with served("--trusted-proxy", "10.0.0.0/8", fork=False) as server:  # its memory is measured
        front = hostile.Front(int(server.url.rpartition(":")[2]), psutil.Process(server.process.pid))

        async def attacks():
            assert (await hostile.timed(front, "solve", {"board": "5x5"}))[0] == 200
            rng = random.Random(1)
            assert await hostile.heads(front, 1, rng)
            assert await hostile.workers_killed(front, 1, rng)

        asyncio.run(attacks())

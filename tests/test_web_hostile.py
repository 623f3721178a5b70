"""Clients that send too much: limits on requests, connections and the front process. Clients that leave: each
stops its own job and nothing else."""

import asyncio
import contextlib
import dataclasses
import json
import random
import re
import socket
import threading
from pathlib import Path

import psutil
import pytest

import hostile
from command import LIMIT
from serving import served
from turaga.web import server as web_server
from turaga.web.process_limits import Stuck, time_limit
from turaga.web.request_limits import BOUNDS
from web import Direct, asking


def connected(client):
    return socket.create_connection((client.base_url.host, client.base_url.port), timeout=LIMIT)


def request(path, asked, accept="application/json"):
    """A request written by hand."""
    body = json.dumps(asked)
    return (
        f"POST /api/v1/{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"Accept: {accept}\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    ).encode()


def question(rows):
    return request("solve", {"board": f"{rows}x4"})


IN_CHUNKS = b"POST /api/v1/solve HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n"


class Patient(Direct):
    """Works for ever, but on boards of three rows, and remembers what became of it."""

    def __init__(self, *, silent=False):
        self.silent = silent
        self.begun, self.stopped = threading.Event(), threading.Event()

    async def ask(self, job, asked, *, lane, on_part=None):
        board = getattr(asked.request, "board", None)
        if board is not None and board.rows == 3:
            return await super().ask(job, asked, lane=lane, on_part=on_part)
        if on_part is not None and not self.silent:
            on_part(b'{"done": 1}')
        self.begun.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.stopped.set()
            raise


def all_said(line):
    """What comes until the connection is closed at the other end."""
    said = b""
    with contextlib.suppress(ConnectionError):  # what has not been read yet is lost with it
        while more := line.recv(1 << 16):
            said += more
    return said


# -- sizes --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("begun", "more"),
    [
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ", b"x"),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"aa: bb\r\n"),
        (b"GET /", b"x"),
        (IN_CHUNKS + b"Content-Type: application/json\r\n\r\n0\r\n", b"aa: bb\r\n"),
        (IN_CHUNKS + b"Content-Type: application/json\r\n\r\n1;", b"x"),
    ],
    ids=["a header", "headers", "an address", "trailers", "an extension of a chunk"],
)
def test_the_size_of_a_head_is_limited(client, begun, more):
    """Everything around the body. A single read may be larger than the limit, so several are sent."""
    block, sent = more * (BOUNDS.most_head // len(more)), 0
    with connected(client) as line:
        with contextlib.suppress(ConnectionError):
            line.sendall(begun)
            while sent < 24 << 20:  # more than the system keeps for a program that does not read
                line.sendall(block)
                sent += len(block)
        assert sent < 24 << 20, "the connection was not closed"
        assert all_said(line)[:12] in (b"", b"HTTP/1.1 400")
    assert client.get("/api/v1/options").status_code == 200


def test_a_head_below_the_limit_is_accepted(client):
    large = {"X": "x" * (BOUNDS.most_head - 1000)}
    for _ in range(3):  # on one connection: each head is measured by itself
        assert client.get("/api/v1/options", headers=large).status_code == 200


def test_a_large_body_does_not_count_as_a_large_head(client):
    asked = {"walk": "1,1 " * 40_000, "board": "8x8"}
    assert client.post("/api/v1/check", json=asked).status_code == 200


def test_trailers_are_not_added_to_the_headers(client):
    with connected(client) as line:
        line.sendall(IN_CHUNKS + b'\r\nf\r\n{"board":"3x4"}\r\n0\r\nContent-Type: application/json\r\n\r\n')
        assert line.recv(12) == b"HTTP/1.1 415"


def test_the_first_unknown_field_is_named(client):
    many = {"board": "0x0", **{f"key{n}": n for n in range(50_000)}}
    (fault,) = client.post("/api/v1/solve", json=many).json()["detail"]
    assert fault["msg"] == "'key0' is not a field of this request"


@pytest.mark.parametrize(
    ("path", "asked", "message"),
    [
        (
            "count",
            {"board": "60x60", "estimate": True, "probes": 200_000},
            "probes must be a whole number from 1 to 27777 on 60x60, got 200000",
        ),
        (
            "draw",
            {"board": "20x20", "walk": "tour", "format": "gif", "size": 1200, "degrees": True},
            "a GIF of 201 frames with size 1200 takes too long: the size can be at most 705 pixels; with a "
            "higher speed there are fewer frames",
        ),
    ],
)
def test_what_cannot_finish_is_rejected(client, path, asked, message):
    if "walk" in asked:
        tour = client.post("/api/v1/solve", json={"board": "20x20"}).json()["squares"]
        asked = {**asked, "walk": tour}
    response = client.post(f"/api/v1/{path}", json=asked)
    assert response.status_code == 422
    assert response.json()["detail"][0]["msg"] == message


# -- connections --------------------------------------------------------------------------------------------


def test_the_number_of_connections_is_limited(monkeypatch):
    monkeypatch.setattr(web_server, "BOUNDS", dataclasses.replace(BOUNDS, most_lines=2))
    pool = Patient()
    with asking(pool) as client:
        with connected(client) as first, connected(client) as second:
            for line in (first, second):
                line.sendall(question(8))
                assert pool.begun.wait(LIMIT)
                pool.begun.clear()
            with connected(client) as third:
                third.sendall(question(3))
                said = all_said(third)
            assert said.startswith(b"HTTP/1.1 503 ")
            assert b"connection: close\r\n" in said.lower()
            assert not pool.stopped.is_set()
        while client.get("/api/v1/options").status_code != 200:  # as soon as the others have gone
            pass


def test_requests_on_one_connection_are_served_one_after_the_other(client):
    with connected(client) as line:
        line.sendall(question(3) + question(5) + question(3))
        said = b""
        while said.count(b'"version"') < 3:
            said += line.recv(1 << 16)
    assert re.findall(rb'"tours": {"board": {"rows": (\d)', said) == [b"3", b"5", b"3"]


# -- clients that leave --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "asked", "accept"),
    [
        ("solve", {}, "application/json"),
        ("count", {}, "application/json"),
        ("draw", {"walk": []}, "*/*"),
        ("hint", {"walk": []}, "application/json"),
        ("map", {}, "application/json"),
        ("map", {}, "application/x-ndjson"),
    ],
)
def test_a_client_that_disconnects_stops_its_job(path, asked, accept):
    pool = Patient()
    with asking(pool) as other:
        with connected(other) as line:
            line.sendall(request(path, {"board": "8x8", **asked}, accept))
            assert pool.begun.wait(LIMIT)
            assert other.post("/api/v1/solve", json={"board": "3x4"}).json()["outcome"] == "found"
            assert not pool.stopped.is_set()
            if accept == "application/x-ndjson":  # what is known is told at once
                told = b""
                while b'{"done": 1}\n' not in told:
                    more = line.recv(4096)
                    assert more
                    told += more
        assert pool.stopped.wait(LIMIT), "the work went on"
        assert other.post("/api/v1/solve", json={"board": "3x4"}).json()["outcome"] == "found"


def test_a_client_that_disconnects_before_the_first_part_stops_its_job():
    pool = Patient(silent=True)
    with asking(pool) as client:
        with connected(client) as line:
            line.sendall(request("map", {"board": "8x8"}, "application/x-ndjson"))
            assert pool.begun.wait(LIMIT)
        assert pool.stopped.wait(LIMIT), "the work went on"


# -- the front process --------------------------------------------------------------------------------------


def test_code_that_never_ends_is_interrupted():
    async def story():
        with time_limit(0.1):
            with pytest.raises(Stuck):
                re.match("(a+)+b", "a" * 100)
            await asyncio.sleep(0.2)
            return "served"

    assert asyncio.run(story()) == "served"


def test_the_front_process_has_a_memory_limit(server):
    limits = Path(f"/proc/{server.process.pid}/limits").read_text()
    assert re.search(r"Max data size +1000000000 ", limits)


def test_the_real_server_under_attack():
    """A moment of each attack that `scripts/hostile.py` runs for longer."""
    with served(fork=False) as server:  # its memory is measured
        front = hostile.Front(int(server.url.rpartition(":")[2]), psutil.Process(server.process.pid))

        async def attacks():
            assert (await hostile.timed(front, "solve", {"board": "5x5"}))[0] == 200
            rng = random.Random(1)
            assert await hostile.heads(front, 1, rng)
            assert await hostile.workers_killed(front, 1, rng)

        asyncio.run(attacks())

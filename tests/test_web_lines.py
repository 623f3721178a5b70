"""Badly behaved clients: limits on what they send and how long the server waits."""

import asyncio
import dataclasses
import json
import socket
from types import SimpleNamespace

import pytest

from test_web_leaving import Patient
from turaga.web import http_limits as lines
from turaga.web.http_limits import LimitedConnection
from turaga.web.request_limits import BOUNDS
from web import Direct, asking

LIMIT = 30  # seconds: a guard against hanging, not a measure of speed


@pytest.fixture(scope="module")
def client():
    with asking() as client:
        yield client


@pytest.fixture
def hasty(monkeypatch):
    """Nobody is waited for."""
    bounds = dataclasses.replace(BOUNDS, request_seconds=0.2, unread_seconds=0.2)
    monkeypatch.setattr(lines, "BOUNDS", bounds)
    with asking() as client:
        yield client


def connected(client):
    return socket.create_connection((client.base_url.host, client.base_url.port), timeout=LIMIT)


def question(rows):
    """A question put by hand."""
    body = json.dumps({"board": f"{rows}x4"})
    return (
        "POST /api/v1/solve HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    ).encode()


IN_CHUNKS = b"POST /api/v1/solve HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n"


def refuses(line):
    """Whether nothing can be sent any more."""
    try:
        line.sendall(b"\r\n")
    except ConnectionError:
        return True
    return False


def all_said(line):
    """What comes until the line is closed at the other end."""
    said = b""
    while more := line.recv(1 << 16):
        said += more
    return said


def test_the_size_of_a_head_is_limited(client):
    with connected(client) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * BOUNDS.most_head)
        said = all_said(line)
    assert said.startswith(b"HTTP/1.1 400 ")
    assert said.endswith(b"the head of the request is too large: the limit is 65536 bytes")
    large = {"X": "x" * (BOUNDS.most_head - 1000)}
    for _ in range(3):  # on one line: each head is measured by itself
        assert client.get("/api/v1/options", headers=large).status_code == 200


@pytest.mark.parametrize(
    "begun", [b"0\r\n", b"0\r\naa:", b"1;"], ids=["trailers", "a trailer", "an extension"]
)
def test_the_size_of_what_surrounds_a_body_is_limited(client, begun):
    with connected(client) as line:
        line.sendall(IN_CHUNKS + b"Content-Type: application/json\r\nExpect: 100-continue\r\n\r\n")
        assert line.recv(1 << 16).startswith(b"HTTP/1.1 100 ")
        more = b"aa:bb\r\n" if begun.endswith(b"\n") else b"b"
        line.sendall((begun + more * BOUNDS.most_head)[: BOUNDS.most_head + 1])
        said = all_said(line)
    assert said.startswith(b"HTTP/1.1 400 ")
    assert said.endswith(b"around its body is too large: the limit is 65536 bytes")


def test_trailers_are_not_added_to_the_headers(client):
    with connected(client) as line:
        line.sendall(IN_CHUNKS + b'\r\nf\r\n{"board":"3x4"}\r\n0\r\nContent-Type: application/json\r\n\r\n')
        assert line.recv(12) == b"HTTP/1.1 415"


def test_the_number_of_connections_is_limited(monkeypatch):
    monkeypatch.setattr(lines, "BOUNDS", dataclasses.replace(BOUNDS, most_lines=2, most_share=1))
    pool = Patient()
    with asking(pool) as client:
        with connected(client) as first, connected(client) as second:
            for line in (first, second):
                line.sendall(question(8))
                assert pool.begun.wait(LIMIT)
                pool.begun.clear()
            with connected(client) as third:
                said = all_said(third)
            assert said.startswith(b"HTTP/1.1 503 ")
            assert b"retry-after: 1\r\n" in said
            assert said.endswith(b"try again in a moment")
        while client.get("/api/v1/options").status_code != 200:  # as soon as the others have gone
            pass


def test_a_large_body_does_not_count_as_a_large_head(client):
    asked = {"text": "1,1 " * 40_000, "board": "8x8"}
    assert client.post("/api/v1/check", json=asked).status_code == 200


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"\r\n\r\n",
        b"POST /api/v1/solve HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        question(3)[:-1],
        question(3),  # answered; then comes nothing that is a question
    ],
    ids=["nothing", "blank lines", "half a head", "half a body", "a question, and no other"],
)
def test_a_request_that_does_not_arrive_is_dropped(hasty, sent):
    with connected(hasty) as line:
        line.sendall(sent)
        said = b""
        if sent.endswith(b"}"):
            while b'"version"' not in said:
                said += line.recv(1 << 16)
            line.sendall(b"\r\n")
        assert all_said(line) == b""
    assert hasty.get("/api/v1/options").status_code == 200


def test_a_job_may_take_longer_than_the_deadline_of_its_request(hasty):
    class Slow(Direct):
        async def ask(self, job, asked, *, lane, client="", on_part=None):
            await asyncio.sleep(0.5)
            return b"{}"

    with asking(Slow()) as client:
        assert client.post("/api/v1/solve", json={"board": "3x4"}).json() == {}


def test_a_response_that_nobody_reads_is_dropped(hasty):
    class Long(Direct):
        async def ask(self, job, asked, *, lane, client="", on_part=None):
            return b"0" * (64 << 20)

    with asking(Long()) as client, connected(client) as line:
        line.sendall(question(3))
        line.recv(1)
        while not refuses(line):  # nothing is read; once the line is gone, nothing can be sent
            pass


def test_a_response_that_is_read_slowly_is_not_dropped():
    class Transport:
        aborted, sizes = False, [100, 90, 80, 80]

        def get_write_buffer_size(self):
            return self.sizes.pop(0)

        def abort(self):
            self.aborted = True

    timers = []
    line = LimitedConnection.__new__(LimitedConnection)
    line.transport = transport = Transport()
    line.loop = SimpleNamespace(call_later=lambda seconds, call, *args: timers.append((call, *args)))
    line._await_reader()
    looks_again, left = timers.pop()
    looks_again(left)
    assert not transport.aborted
    looks_again, left = timers.pop()
    looks_again(left)
    assert transport.aborted


def test_pipelined_requests_close_the_connection_after_the_first_response(client):
    with connected(client) as line:
        line.sendall(question(3) * 50)
        said = all_said(line)
    assert said.count(b"HTTP/1.1 ") == said.count(b'"outcome": "found"') == 1
    assert b"connection: close" in said


def test_a_client_that_pipelines_and_disconnects_stops_its_job():
    pool = Patient()
    with asking(pool) as client:
        with connected(client) as line:
            line.sendall(question(8) + question(3))
            assert pool.begun.wait(LIMIT)
        assert pool.stopped.wait(LIMIT), "the work went on"


def test_requests_on_one_connection_are_served_one_after_the_other(client):
    with connected(client) as line:
        for rows in (3, 5, 3):
            line.sendall(question(rows))
            said = b""
            while b'"version"' not in said:
                said += line.recv(1 << 16)
            assert b'"rows": %d' % rows in said

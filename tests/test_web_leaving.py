"""A client that disconnects stops its own job and nothing else."""

import asyncio
import json
import socket
import threading

import pytest

from web import Direct, asking


class Patient(Direct):
    """Works for ever, but on boards of three rows, and remembers what became of it."""

    def __init__(self, *, silent=False):
        self.silent = silent
        self.begun, self.stopped = threading.Event(), threading.Event()

    async def ask(self, job, asked, *, lane, client="", on_part=None):
        if asked["board"]["rows"] == 3:
            return await super().ask(job, asked, lane=lane, on_part=on_part)
        if on_part is not None and not self.silent:
            on_part(b'{"done": 1}')
        self.begun.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.stopped.set()
            raise


def ask_and_wait(client, path, asked, accept):
    """A question put by hand: the line to the server, on which nobody has listened yet."""
    body = json.dumps({"board": "8x8", **asked})
    line = socket.create_connection((client.base_url.host, client.base_url.port), timeout=20)
    line.sendall(
        f"POST /api/v1/{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"Accept: {accept}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
    )
    return line


@pytest.mark.parametrize(
    ("path", "asked", "accept"),
    [
        ("solve", {}, "application/json"),
        ("count", {}, "application/json"),
        ("draw", {"squares": []}, "*/*"),
        ("game/hint", {"squares": []}, "application/json"),
        ("map", {}, "application/json"),
        ("map", {}, "application/x-ndjson"),
    ],
)
def test_a_client_that_disconnects_stops_its_job(path, asked, accept):
    pool = Patient()
    with asking(pool) as other:
        with ask_and_wait(other, path, asked, accept) as line:
            assert pool.begun.wait(20)
            assert other.post("/api/v1/solve", json={"board": "3x4"}).json()["outcome"] == "found"
            assert not pool.stopped.is_set()
            if accept == "application/x-ndjson":  # what is known is told at once
                told = b""
                while b'{"done": 1}\n' not in told:
                    more = line.recv(4096)
                    assert more
                    told += more
        assert pool.stopped.wait(20), "the work went on"
        assert other.post("/api/v1/solve", json={"board": "3x4"}).json()["outcome"] == "found"


def test_a_client_that_disconnects_before_the_first_part_stops_its_job():
    pool = Patient(silent=True)
    with asking(pool) as client:
        with ask_and_wait(client, "map", {}, "application/x-ndjson"):
            assert pool.begun.wait(20)
        assert pool.stopped.wait(20), "the work went on"

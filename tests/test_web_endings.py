"""Jobs that fail: the errors of the pool and their responses."""

import asyncio
import json

import httpx
import pytest

from turaga.web.app import make_app
from turaga.web.errors import Broken, Busy, TooLong
from web import Direct, asking


class Ending(Direct):
    """A pool with which everything ends in one way."""

    def __init__(self, error):
        self.error = error

    async def ask(self, job, asked, *, lane, on_part=None):
        raise self.error


@pytest.mark.parametrize(
    ("error", "status", "says"),
    [
        (Busy("too many are waiting", 2), 503, "too many are waiting"),
        (TooLong("it took longer than 20 s"), 504, "it took longer than 20 s"),
        (Broken("KeyError: 7"), 500, "a bug in Turaga, please report it: KeyError: 7"),
    ],
)
def test_every_other_error_has_its_response(error, status, says):
    with asking(Ending(error)) as client:
        for accept in ("application/json", "application/x-ndjson"):
            response = client.post("/api/v1/map", json={"board": "5x5"}, headers={"Accept": accept})
            assert (response.status_code, response.json()) == (status, {"detail": says})
            assert response.headers.get("retry-after") == ("2" if status == 503 else None)


def test_slow_kinds_of_jobs_start_in_the_long_lane():
    class Noted(Direct):
        async def ask(self, job, asked, *, lane, on_part=None):
            noted.append((job, lane))
            return b"{}"

    noted = []
    with asking(Noted()) as client:
        for path, further in (
            *((path, {}) for path in ("solve", "watch", "count", "tours", "map")),
            *(("solve", {word: True}) for word in ("why", "first_look", "trim")),
            ("check", {"walk": "1,1"}),
            ("game/hint", {"squares": []}),
            *(("draw", {"squares": [], "format": format}) for format in ("svg", "text", "png", "gif")),
        ):
            assert client.post(f"/api/v1/{path}", json={"board": "5x5", **further}).status_code == 200
        lines = {"Accept": "application/x-ndjson"}
        assert client.post("/api/v1/map", json={"board": "5x5"}, headers=lines).status_code == 200
    assert [job for job, lane in noted if lane == "long"] == [
        "count", "tours", "map", "solve", "draw", "draw", "map",
    ]  # fmt: skip
    assert len(noted) == 15


def test_waiting_clients_get_503_when_the_server_stops():
    sent = []

    async def story():
        asked = asyncio.Event()

        class Waits(Direct):
            async def ask(self, job, asked_, *, lane, on_part=None):
                asked.set()
                await asyncio.Event().wait()

        questions = [{"type": "http.request", "body": b'{"board": "5x5"}', "more_body": False}]

        async def receive():
            return questions.pop() if questions else await asyncio.Event().wait()

        async def send(message):
            sent.append(message)

        scope = {
            "type": "http", "method": "POST", "path": "/api/v1/solve", "query_string": b"",
            "headers": [(b"host", b"here"), (b"content-type", b"application/json")],
        }  # fmt: skip
        handled = asyncio.create_task(make_app(Waits(), hosts=("*",))(scope, receive, send))
        await asked.wait()
        handled.cancel()
        await asyncio.wait([handled])
        assert handled.cancelled()

    asyncio.run(story())
    begins, body = sent
    headers = dict(begins["headers"])
    assert (begins["status"], headers[b"retry-after"], headers[b"connection"]) == (503, b"5", b"close")
    assert b"the server is stopping" in body["body"]


def test_a_bug_is_reported_with_the_usual_headers(caplog):
    async def ask():
        transport = httpx.ASGITransport(
            make_app(Ending(ZeroDivisionError()), hosts=("*",)), raise_app_exceptions=False
        )
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            return await client.post("/api/v1/solve", json={"board": "5x5"})

    response = asyncio.run(ask())
    assert response.status_code == 500
    assert response.json() == {"detail": "a bug in Turaga, please report it: ZeroDivisionError:"}
    assert "content-security-policy" in response.headers
    assert [record.message for record in caplog.records if record.name == "turaga.web"] == [
        "turaga: a bug in Turaga, please report it: ZeroDivisionError: (in /api/v1/solve)"
    ]


def test_an_error_after_the_first_part_is_in_the_last_line():
    class Half(Direct):
        async def ask(self, job, asked, *, lane, on_part=None):
            on_part(b'{"done": 1}')
            await asyncio.sleep(0)
            raise TooLong("it took longer than 20 s")

    with asking(Half()) as client:
        lines = {"Accept": "application/x-ndjson"}
        response = client.post("/api/v1/map", json={"board": "5x5"}, headers=lines)
        assert [json.loads(line) for line in response.text.splitlines()] == [
            {"done": 1},
            {"error": "it took longer than 20 s"},
        ]

"""The targets of `scripts/fuzz.py` for the API: bodies of requests, sent to the app itself.

The app runs in this process, and so do its jobs, on small boards and with small limits. Every response must
be JSON (or a picture) with a status that the API describes, never 500, and an error must not echo a long
value.
"""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from fuzz_walks import replace_value
from fuzzing import Target, Wrong, mutate_bytes, mutate_text
from hostile_bodies import PATHS, fields_of
from turaga import solve
from turaga.errors import BadInput
from turaga.web import handlers
from turaga.web.app import make_app
from turaga.web.errors import Refused

Case = tuple[str, bytes]
MOST_ECHO = 1000  # characters of one sentence about an error
_FEW = {"time_limit": 0.02, "step_limit": 200, "probes": 20, "retries": 1, "random": 2, "limit": 2}
_SLOW = ("count", "tours", "draw", "map", "compare")


def targets() -> list[Target]:
    """Every target of this module."""
    return [
        Target("api", _case, _run, size=lambda case: len(case[1]), seconds=2.0, prepare=_app, record=100_000)
    ]


# -- bodies -------------------------------------------------------------------------------------------------


def _board(random: Random) -> Any:
    sides = random.choice(((3, 4), (3, 3), (4, 5), (5, 5), (1, 1), (2, 3), (6, 6), (60, 60)))
    if random.random() < 0.6:
        return f"{sides[0]}x{sides[1]}"
    return {
        "rows": sides[0],
        "cols": sides[1],
        "holes": random.choice(([], [[2, 2]], ["1,1", [2, 3]], ["a1"])),
    }


def _square(random: Random) -> Any:
    return random.choice(("1,1", "a1", [1, 1], [2, 3], "(2, 3)", "9,9", [3.0, 1]))


def _order(random: Random) -> str:
    return "".join(random.sample("12345678", 8))


_FIELDS: dict[str, Callable[[Random], Any]] = {
    "leaper": lambda random: random.choice(("1,2", [1, 3], "0,1", [1, 1])),
    "start": _square,
    "end": _square,
    "seed": lambda random: random.choice((0, 7, 2**64 - 1)),
    "like": lambda random: random.choice(("agh", "klochko", "Bencic")),
    "rule": lambda random: random.choice(
        ("random", "most,outermost,corner", "lookahead:2", f"{_order(random)},open-start", "klochko")
    ),
    "rules": lambda random: [random.choice(("random", "corner", _order(random)))],
    "methods": lambda random: random.choice((["greedy", "search"], [])),
    "starts": lambda random: random.choice(("all", "random:2", ["1,1"])),
    "avoid": lambda random: random.choice(("2,2 a1", [[1, 2]], "")),
    "method": lambda random: random.choice(("auto", "greedy", "search", "euler", "narrow", "blocks")),
    "fix": lambda random: {str(random.randrange(1, 13)): _square(random)},
    "retry_orders": lambda random: [_order(random)],
    "text": lambda random: random.choice(
        (
            "1,1 2,3",
            "a1 b3",
            "1 0 0\n0 0 2",
            "1/1 3/2",
            "(1,2) (2,1)",
            '{"squares": [[1,1],[2,3]]}',
            "board 8x8",
        )
    ),
    "walk": lambda random: random.choice(
        (
            [[1, 1], [2, 3]],
            ["1,1", "2,3", "3,1"],
            [],
            [[1, 1], [1, 2]],
            "1,1 2,3",
            {"start": "1,1", "moves": "8"},
        )
    ),
    "to": lambda random: random.choice((["names"], ["board", "json"], "moves", [])),
    "format": lambda random: random.choice(("svg", "text", "svg", "png", "gif")),
    "colour": lambda random: random.choice(("plain", "steps")),
    "style": lambda random: random.choice(("board", "line", "squares")),
    "theme": lambda random: random.choice(("light", "dark", "print")),
    "title": lambda random: random.choice(("A tour", "")),
    "size": lambda random: random.choice((32, 64)),
    "speed": lambda random: random.choice((1, 100.0)),
    "time_limit": lambda random: random.choice((0.1, 1, 20)),
    "step_limit": lambda random: random.choice((1, 100)),
    "probes": lambda random: random.choice((1, 20)),
    "random": lambda random: random.choice((1, 3)),
    "nth": lambda random: random.choice((1, 8)),
    "limit": lambda random: random.choice((1, 3)),
    "first": lambda random: random.choice((1, 5)),
    "retries": lambda random: random.choice((0, 2)),
}
_QUESTIONS = {path: fields_of(model) for path, model in PATHS.items()}  # the fields of each
_ALWAYS = dict.fromkeys(("check", "repair", "convert", "draw", "hint", "lost"), ("walk",))


def _case(random: Random) -> Case:
    name = random.choice(sorted(_QUESTIONS))
    fields = _QUESTIONS[name]
    chosen = {*random.sample(fields, random.choice((0, 1, 1, 2, 2))), *_ALWAYS.get(name, ())}
    body = {field: _FIELDS.get(field, _truth)(random) for field in sorted(chosen) if field != "board"}
    if name not in ("check", "repair", "convert") or "board" in chosen:
        body["board"] = _board(random)
    if random.random() < 0.1:
        return name, json.dumps(body).encode()
    for _ in range(random.choice((0, 1, 1, 1, 2))):
        body = replace_value(random, body)
    text = json.dumps(body)
    if random.random() < 0.02:
        text = json.dumps(
            {**body, random.choice(fields): random.choice((" ", "1", "(", "x", "9,")) * 50_000}
            if isinstance(body, dict)
            else body
        )
    if random.random() < 0.3:
        text = mutate_text(random, text)
    data = text.encode("utf-8", "surrogatepass")
    return name, mutate_bytes(random, data) if random.random() < 0.1 else data


def _truth(random: Random) -> bool:
    return random.random() < 0.5


# -- the app ------------------------------------------------------------------------------------------------


def smaller(job: str, request: Any) -> Any:
    """The same request with small limits. Raises `Refused` if its board is large."""
    noun = next((getattr(request, name) for name in ("tours", "given") if hasattr(request, name)), None)
    board = getattr(request, "board", getattr(noun, "board", None))
    if board is not None and board.area > (12 if job in _SLOW else 36):
        raise Refused("board", "bad_board", "this board is too large for this test")
    if look := getattr(request, "look", None):
        request = replace(request, look=replace(look, size=look.size and 32))
    return replace(request, **{name: _FEW[name] for name in _FEW if getattr(request, name, None)})


class _InProcess:
    """Runs jobs in this process: small ones only."""

    async def ping(self) -> bool:
        return False

    def status(self) -> Any:
        return None

    async def ask(self, job: str, request: Any, *, lane: str, on_part: Any = None) -> bytes:
        try:
            asked = request._replace(request=smaller(job, request.request))
            return handlers.run(job, asked, lambda part: None)
        except BadInput as error:
            raise Refused.of(error) from None


@cache
def _app() -> tuple[Any, asyncio.AbstractEventLoop]:
    handlers.warm_up()
    solve("5x5", fix={1: "a1"})  # loads OR-tools
    pool: Any = _InProcess()
    return make_app(pool, hosts=("*",), page={}), asyncio.new_event_loop()


def _run(case: Case) -> None:
    name, body = case
    app, loop = _app()
    status, media, answer = loop.run_until_complete(_post(app, f"/api/v1/{name}", body))
    if status not in (200, 413, 422):
        raise Wrong(f"status {status}: {answer[:500]!r}")
    if media.startswith("application/json"):
        value = json.loads(answer, parse_constant=_no_constant)
        if status != 200:
            details = (
                value["detail"]
                if isinstance(value["detail"], list)
                else [{"msg": value["detail"], "loc": []}]
            )
            for fault in details:
                if len(fault["msg"]) + sum(len(str(part)) for part in fault["loc"]) > MOST_ECHO:
                    raise Wrong(f"the error has {len(fault['msg'])} characters: {fault['msg'][:200]!r}")
    elif status != 200 or not answer:
        raise Wrong(f"status {status}, {media}, {answer[:100]!r}")
    if status != 200:
        raise BadInput("rejected")


def _no_constant(word: str) -> float:
    raise Wrong(f"{word} is not JSON")


async def _post(app: Any, path: str, body: bytes) -> tuple[int, str, bytes]:
    """The status, the media type and the body of a response."""
    headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [*headers, (b"content-length", str(len(body)).encode())],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }
    messages = [{"type": "http.request", "body": body, "more_body": False}]
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        if messages:
            return messages.pop()
        await asyncio.sleep(3600)  # the client stays
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await app(scope, receive, send)
    media = dict(sent[0]["headers"]).get(b"content-type", b"").decode()
    return sent[0]["status"], media, b"".join(message.get("body", b"") for message in sent[1:])

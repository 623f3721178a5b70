"""Attack the real server on loopback, and measure what it costs.

    python scripts/hostile.py --what fields|heads|kills|all [--seconds 20] [--seed 1]

The script starts `turaga serve` on a free port. Each attack prints a line of figures, and the exit status
is 1 if one of them missed its target.

- fields: one megabyte of each kind of characters in every field of every request. Each must cost the front
  process less than 0.2 s of computing, and no error may repeat what was sent.
- heads: headers, trailers, chunks and so on that never end. The front process must stay below 150 MB.
- kills: workers are killed while requests are running. Only as many requests may fail as workers were killed.
  Then the process that starts workers is stopped, and all workers are killed: no request may wait for 40 s.

Needs Linux: it reads the computing time of one thread.
"""

import argparse
import asyncio
import contextlib
import json
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from hostile_bodies import hostile_bodies
from load import Client, Seen, a_server, ask

HEAD = "POST /api/v1/{} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
ENDS = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError)


@dataclass
class Front:
    """The front process of a server."""

    port: int
    process: psutil.Process
    largest: float = 0  # memory in MB

    def computed(self) -> float:
        """Seconds that its event loop has computed."""
        return int(Path(f"/proc/{self.process.pid}/schedstat").read_text().split()[0]) / 1e9

    def workers(self) -> list[psutil.Process]:
        """Its workers: the children of the process that starts them."""
        return [worker for child in self.process.children() for worker in child.children()]

    @contextlib.asynccontextmanager
    async def watched(self) -> AsyncIterator[None]:
        """Note how much memory it uses meanwhile."""
        self.largest = 0

        async def watch() -> None:
            while True:
                self.largest = max(self.largest, self.process.memory_info().rss / 1e6)
                await asyncio.sleep(0.05)

        task = asyncio.create_task(watch())
        try:
            yield
        finally:
            task.cancel()


def show(what: str, figures: str, good: bool) -> bool:
    print(f"{what}: {figures}{'' if good else ' -- MISSED'}", flush=True)
    return good


# -- fields -------------------------------------------------------------------------------------------------


async def fields(front: Front, seconds: float, rng: random.Random) -> bool:
    """Send every hostile body once, or some of them if there is not enough time."""
    until, worst, longest, sent, bad = time.monotonic() + seconds, (0.0, ""), (0, ""), 0, []
    every = [what for _, what, _ in hostile_bodies(200)]
    first = [n for n, what in enumerate(every) if "key" in what or "body" in what]
    order = first + rng.sample(range(len(every)), len(every))
    wanted = set(order[: max(1, int(seconds * 15))])  # about as many as there is time for
    for path, what, body in (one for n, one in enumerate(hostile_bodies(1 << 20)) if n in wanted):
        if time.monotonic() > until:
            break
        before = front.computed()
        try:
            async with Client(front.port) as client, asyncio.timeout(60):
                status, _, answer = await client.post_bytes(path, body)
        except ENDS as error:
            bad.append(f"{path} {what}: {error!r}")
            continue
        took = front.computed() - before
        sent += 1
        worst = max(worst, (took, f"{path} {what}"))
        if status in (413, 422):
            longest = max(longest, (len(answer), f"{path} {what}"))
        elif status not in (200, 503, 504):
            bad.append(f"{path} {what}: {status} {answer[:200]!r}")
    good = not bad and worst[0] < 0.2 and longest[0] < 30_000
    for one in bad[:10]:
        print(f"  {one}")
    return show(
        "fields",
        f"{sent:,} of {len(every):,} bodies of 1 MB; most computing {worst[0]:.3f} s ({worst[1]}); "
        f"longest error {longest[0]:,} bytes ({longest[1]}); {len(bad)} unexpected",
        good,
    )


# -- heads --------------------------------------------------------------------------------------------------

POST = HEAD.format("solve").encode()
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
ENDLESS = {
    "headers": (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"aa: bb\r\n"),
    "one header": (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ", b"x"),
    "a header name": (b"GET / HTTP/1.1\r\n", b"x"),
    "an address": (b"GET /", b"x"),
    "a method": (b"", b"GET"),
    "blank lines": (b"", b"\r\n"),
    "trailers": (CHUNKED + b"0\r\n", b"aa:bb\r\n"),
    "one trailer": (CHUNKED + b"0\r\nX: ", b"x"),
    "chunk extensions": (CHUNKED + b"1;", b"x=y;"),
    "chunk sizes": (CHUNKED, b"0000"),
    "chunks of one byte": (CHUNKED, b"1\r\n \r\n"),
    "chunks with extensions": (CHUNKED, b"1;" + b"x" * 60_000 + b"\r\n \r\n"),
    "requests": (b"", b"GET /api/v1/options HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
    "requests with Expect": (b"", POST + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}"),
    "requests behind another": (POST + b'Content-Length: 32\r\n\r\n{"board":"60x60","closed":true}\n ',
                                b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
    "a body without end": (HEAD.format("check").encode() + b"Content-Length: 1048576\r\n\r\n", b"x"),
    "an upgrade": (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n", b"x"),
}  # fmt: skip


async def endless(port: int, begun: bytes, more: bytes, until: float) -> int:
    """Send the beginning, and then the same again and again; on a new connection when one is closed. Returns
    the number of bytes sent."""
    sent, block = 0, more * (65536 // len(more) + 1)
    while time.monotonic() < until:
        with contextlib.suppress(*ENDS):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(begun)
            try:
                while time.monotonic() < until and not reader.at_eof():
                    writer.write(block)
                    async with asyncio.timeout(1):
                        await writer.drain()
                    sent += len(block)
                    await asyncio.sleep(0)
            finally:
                writer.transport.abort()
        await asyncio.sleep(0.001)
    return sent


async def heads(front: Front, seconds: float, rng: random.Random) -> bool:
    """Send each kind without end, on four connections at once."""
    each = min(5, seconds / len(ENDLESS))
    worst, sent = (0.0, ""), 0
    for kind, (begun, more) in ENDLESS.items():
        async with front.watched():
            until = time.monotonic() + each
            sent += sum(await asyncio.gather(*(endless(front.port, begun, more, until) for _ in range(4))))
        worst = max(worst, (front.largest, kind))
    alive = await serves(front)
    return show(
        "heads",
        f"{len(ENDLESS)} kinds, {each:.1f} s each, {sent / 1e6:,.0f} MB sent; front process "
        f"{worst[0]:.0f} MB at most ({worst[1]}); serves afterwards: {'yes' if alive else 'no'}",
        alive and worst[0] < 150,
    )


async def serves(front: Front) -> bool:
    """Whether it serves a small request, once the jobs of clients that have gone are over: uvicorn does not
    notice that a client has gone if that client has sent another request."""
    until = time.monotonic() + 60
    while (await timed(front, "solve", {"board": "5x5"}))[0] != 200:
        if time.monotonic() > until:
            return False
        await asyncio.sleep(1)
    return True


async def timed(front: Front, path: str, asked: dict[str, Any]) -> tuple[int, float, Any]:
    """The status of one request on a new connection, the seconds it took, and its response. The status is 0
    if there was no response."""
    began = time.monotonic()
    try:
        async with asyncio.timeout(90), Client(front.port) as client:
            status, _, body = await client.post(path, asked)
        return status, time.monotonic() - began, json.loads(body)
    except (*ENDS, ValueError):
        return 0, time.monotonic() - began, None


# -- kills --------------------------------------------------------------------------------------------------

QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("solve", {"board": "8x8", "start": "1,1"}),
    ("solve", {"board": "6x6", "closed": True}),
    ("solve", {"board": "4x4", "why": True}),
    ("map", {"board": "8x8"}),
    ("count", {"board": "5x5"}),
    ("count", {"board": "6x6", "closed": True}),
]


@dataclass
class Answers:
    """What the clients got: right answers, failures for now (503), and anything else."""

    right: int = 0
    failed: int = 0
    wrong: list[str] = field(default_factory=list)


async def asking(
    front: Front, n: int, expected: list[Any], answers: Answers, until: Callable[[], bool]
) -> None:
    path, asked = QUESTIONS[n]
    while not until():
        status, took, answer = await timed(front, path, asked)
        if status == 200 and without_times(answer) == expected[n]:
            answers.right += 1
        elif status == 503:
            answers.failed += 1
        else:
            answers.wrong.append(f"{path} {asked}: {status} after {took:.1f} s {str(answer)[:200]}")


def without_times(answer: Any) -> Any:
    return {key: value for key, value in answer.items() if key != "seconds"}


async def kills(front: Front, seconds: float, rng: random.Random) -> bool:
    good = await workers_killed(front, seconds, rng)
    return await source_stopped(front) and good


async def workers_killed(front: Front, seconds: float, rng: random.Random) -> bool:
    """Kill 120 workers one after the other, or fewer if there is little time."""
    expected = [without_times((await timed(front, path, asked))[2]) for path, asked in QUESTIONS]
    wanted, killed, answers = max(5, min(120, int(seconds * 5))), 0, Answers()
    clients = [
        asyncio.create_task(asking(front, n % len(QUESTIONS), expected, answers, lambda: killed >= wanted))
        for n in (*range(len(QUESTIONS)), 0, 1)
    ]
    while killed < wanted:
        await asyncio.sleep(0.1)
        workers = front.workers()
        if workers:
            with contextlib.suppress(psutil.NoSuchProcess):
                rng.choice(workers).kill()
                killed += 1
    await asyncio.gather(*clients)
    for one in answers.wrong[:10]:
        print(f"  {one}")
    return show(
        "kills",
        f"{killed} workers killed; {answers.right:,} right answers, {answers.failed} failed for now, "
        f"{len(answers.wrong)} wrong or lost",
        not answers.wrong and answers.failed <= killed,
    )


async def source_stopped(front: Front) -> bool:
    """Stop the process that starts workers, and kill all workers."""
    workers = front.workers()
    source = workers[0].parent()
    assert source is not None
    source.send_signal(signal.SIGSTOP)
    for worker in workers:
        worker.kill()
    results = await asyncio.gather(*(timed(front, *QUESTIONS[n]) for n in range(len(QUESTIONS))))
    statuses = Counter(status for status, _, _ in results)
    longest = max(took for _, took, _ in results)
    with contextlib.suppress(psutil.NoSuchProcess):
        source.send_signal(signal.SIGCONT)
    return show(
        "kills, source of workers stopped",
        f"{len(results)} requests, statuses {dict(statuses)}, longest {longest:.1f} s",
        longest < 40 and statuses.keys() <= {200, 503},
    )


ATTACKS: dict[str, Callable[[Front, float, random.Random], Awaitable[bool]]] = {
    "fields": fields,
    "heads": heads,
    "kills": kills,
}


async def run(what: str, seconds: float, seed: int) -> bool:
    """Run one attack, on a server of its own."""
    with a_server() as (port, process):
        front = Front(port, process)
        while (await timed(front, "solve", {"board": "5x5"}))[0] != 200:
            await asyncio.sleep(0.5)
        seen = Seen()
        async with Client(port) as client:
            await ask(client, seen, "count", "count", {"board": "5x5"})
        return await ATTACKS[what](front, seconds, random.Random(seed))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--what", choices=[*ATTACKS, "all"], default="all")
    parser.add_argument("--seconds", type=float, default=20, help="for each attack, roughly")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    whats = ATTACKS if asked.what == "all" else [asked.what]
    good = [asyncio.run(run(what, asked.seconds, asked.seed)) for what in whats]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())

"""Measure the real server on loopback with many clients.

    python scripts/load.py [--clients 50] [--seconds 60]

The script starts `turaga serve` on a free port and measures three phases:

1. one client that sends small solves;
2. many clients, each sending small solves and hints, one request after the other. A client that gets 503
   waits as long as the response says. The memory of the server and its workers is measured throughout;
3. one client that sends small solves while another repeatedly sends the largest request that is allowed, of
   each kind in turn.

All clients run in this process, on the same machine as the server, so the times include theirs.
"""

import argparse
import asyncio
import contextlib
import json
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import psutil

from turaga import solve
from turaga.board import Board
from turaga.notation.move_digits import move_digits
from turaga.play.game import Game

_TOUR = solve("1000x1000").tour
SMALL = ("5x5", "6x6", "8x8")
# The largest request of each kind; see src/turaga/web/request_limits.py.
LARGEST: dict[str, tuple[str, dict[str, Any]]] = {
    "solve by exact": ("solve", {"board": "60x60", "method": "exact", "closed": True, "time_limit": 20}),
    "solve by search": ("solve", {"board": "59x59", "start": "1,2", "method": "search", "theory": False,
                                  "time_limit": 20}),
    "solve 1000x1000": ("solve", {"board": "1000x1000", "closed": True, "form": "moves"}),
    "draw 1000x1000": ("draw", {"board": "1000x1000", "walk": {"start": [_TOUR[0][0] + 1, _TOUR[0][1] + 1],
                                "moves": move_digits(_TOUR)}, "format": "png", "size": 4096}),
    "first look": ("solve", {"board": "200x200", "leaper": "2,3", "closed": True, "first_look": True}),
    "map": ("map", {"board": "20x20", "rule": "lookahead:8", "retries": 20}),
    "count": ("count", {"board": "6x7"}),
    "tours": ("tours", {"board": "6x6", "random": 100}),
    "watch": ("watch", {"board": "50x50", "start": "1,1", "rule": "lookahead:8"}),
}  # fmt: skip


@dataclass
class Seen:
    """What the clients measured: times by kind of request, statuses and errors."""

    times: dict[str, list[float]] = field(default_factory=dict)
    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def add(self, what: str, status: int, seconds: float, body: bytes) -> None:
        self.statuses[status] += 1
        if status == 200:
            self.times.setdefault(what, []).append(seconds)
        elif status != 503:
            self.faults.append(f"{what}: {status} {body[:200]!r}")

    def share(self, what: str, part: float) -> float:
        """The time within which this share of the responses arrived, in milliseconds."""
        times = sorted(self.times.get(what, [float("nan")]))
        return times[min(len(times) - 1, int(part * len(times)))] * 1000

    def line(self, what: str) -> str:
        many = len(self.times.get(what, []))
        return (
            f"{many:,} responses, median {self.share(what, 0.5):.1f} ms, p95 {self.share(what, 0.95):.1f} ms"
        )


class Client:
    """One open connection that sends one request after the other."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def __aenter__(self) -> "Client":
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()

    async def post(self, path: str, asked: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of the response."""
        return await self.post_bytes(path, json.dumps(asked).encode())

    async def post_bytes(self, path: str, body: bytes) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of the response to this body, whatever it is."""
        head = f"POST /api/v1/{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        self._writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:-2])}
        answer = await self._reader.readexactly(int(headers["content-length"]))
        return int(lines[0].split()[1]), headers, answer


async def ask(client: Client, seen: Seen, what: str, path: str, asked: dict[str, Any]) -> None:
    """Send one request. If the server is busy (503), wait as long as it says."""
    began = time.perf_counter()
    status, headers, body = await client.post(path, asked)
    seen.add(what, status, time.perf_counter() - began, body)
    if status == 503:
        await asyncio.sleep(float(headers["retry-after"]))


def small_solve(rng: random.Random) -> dict[str, Any]:
    """A solve of a small board, from a square that has a tour."""
    board = Board(rng.choice(SMALL))
    row = rng.randrange(board.rows)
    col = rng.randrange(row % 2 if board.rows == 5 else 0, board.cols, 2 if board.rows == 5 else 1)
    return {"board": str(board), "start": [row + 1, col + 1]}


def a_game(rng: random.Random) -> dict[str, Any]:
    """A random unfinished game on 8x8."""
    game = Game.new("8x8", f"{rng.randrange(8) + 1},{rng.randrange(8) + 1}")
    for _ in range(rng.randrange(40)):
        if not game.targets:
            break
        game = game.go(rng.choice(game.targets))
    return {"board": "8x8", "walk": [[row + 1, col + 1] for row, col in game.path]}


async def mix(port: int, seed: int, until: float, seen: Seen) -> None:
    """One client that sends two small solves for each hint, until the time is up."""
    rng = random.Random(seed)
    async with Client(port) as client:
        while time.perf_counter() < until:
            if rng.random() < 2 / 3:
                await ask(client, seen, "solve", "solve", small_solve(rng))
            else:
                await ask(client, seen, "hint", "hint", a_game(rng))


async def solves(port: int, seconds: float, seed: int) -> Seen:
    """One client that sends small solves only."""
    seen, rng, until = Seen(), random.Random(seed), time.perf_counter() + seconds
    async with Client(port) as client:
        while time.perf_counter() < until:
            await ask(client, seen, "solve", "solve", small_solve(rng))
    return seen


async def without_end(port: int, path: str, asked: dict[str, Any], seen: Seen) -> None:
    """One client that repeats the same large request."""
    async with Client(port) as client:
        while True:
            await ask(client, seen, path, path, asked)


def memory(server: psutil.Process) -> float:
    """The memory of the server and its workers in MB; shared memory counts once."""
    total = 0
    for process in (server, *server.children(recursive=True)):
        with contextlib.suppress(psutil.NoSuchProcess):
            total += process.memory_full_info().pss
    return total / 1e6


async def watch_memory(server: psutil.Process, readings: list[float]) -> None:
    while True:
        readings.append(await asyncio.to_thread(memory, server))
        await asyncio.sleep(2)


@contextlib.contextmanager
def a_server() -> Iterator[tuple[int, psutil.Process]]:
    """`turaga serve` on a free port, stopped at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "turaga", "serve", "--port", "0"], stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        port = int(process.stdout.readline().decode().strip().rstrip("/").rpartition(":")[2])
        yield port, psutil.Process(process.pid)
    finally:
        process.terminate()
        process.wait()


async def together(port: int, server: psutil.Process, clients: int, seconds: float, alone: Seen) -> bool:
    """Run all clients at once. Returns whether there were no errors other than 503."""
    seen, readings = Seen(), list[float]()
    reading = asyncio.create_task(watch_memory(server, readings))
    until = time.perf_counter() + seconds
    await asyncio.gather(*(mix(port, seed, until, seen) for seed in range(clients)))
    reading.cancel()
    asked = sum(seen.statuses.values())
    slower = seen.share("solve", 0.95) / alone.share("solve", 0.95)
    tenth = max(1, len(readings) // 10)
    first, last = readings[tenth : 2 * tenth], readings[-tenth:]
    print(f"{clients} clients, {seconds:g} s: {asked:,} requests, {asked / seconds:,.0f} a second")
    print(f"  small solves: {seen.line('solve')}; p95 {slower:.1f} times that of one client")
    print(f"  hints: {seen.line('hint')}")
    print(f"  rejected for now (503): {seen.statuses[503]:,}, {seen.statuses[503] / asked:.1%}")
    print(f"  other errors: {len(seen.faults)}", *seen.faults[:5], sep="\n    ")
    print(
        f"  memory: {sum(first) / len(first):.0f} MB near the beginning, "
        f"{sum(last) / len(last):.0f} MB at the end, {max(readings):.0f} MB at most",
        flush=True,
    )
    return not seen.faults


async def beside_large_work(port: int, what: str, seconds: float, alone: Seen) -> bool:
    """Run small solves beside large requests. Returns whether there were no errors."""
    large = Seen()
    task = asyncio.create_task(without_end(port, *LARGEST[what], large))
    await asyncio.sleep(0.5)
    small = await solves(port, seconds, 2)
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError, OSError, asyncio.IncompleteReadError):
        await task
    slower = [small.share("solve", part) / alone.share("solve", part) for part in (0.5, 0.95)]
    answered = ", ".join(f"{many} times {status}" for status, many in large.statuses.items())
    print(f"beside {what} (answered: {answered or 'none yet'}):")
    print(f"  small solves: {small.line('solve')}; {slower[0]:.1f} and {slower[1]:.1f} times", flush=True)
    print("".join(f"    {fault}\n" for fault in (*small.faults[:3], *large.faults[:3])), end="")
    return not small.faults


async def measure(clients: int, seconds: float) -> bool:
    with a_server() as (port, server):
        await solves(port, 2, 0)  # workers are started and kernels loaded
        alone = await solves(port, min(10, seconds), 1)
        print(f"1 client, small solves: {alone.line('solve')}", flush=True)
        good = await together(port, server, clients, seconds, alone)
        for what in LARGEST:
            good = await beside_large_work(port, what, min(25, seconds), alone) and good
    return good


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    asked = parser.parse_args()
    return 0 if asyncio.run(measure(asked.clients, asked.seconds)) else 1


if __name__ == "__main__":
    sys.exit(main())

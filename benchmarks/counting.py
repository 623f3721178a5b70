"""Counting closed tours: `turaga.count` beside Graphillion, and beside the figures of a program in C++.

    make bench        (or: python benchmarks/counting.py [--rounds 3] [--boards 6x6,6x7,6x8,7x8,8x8]
    [--limit 120])

Each count has a process of its own, in which a small board is counted first, so that libraries are loaded and
kernels compiled; of the rounds the best counts. Graphillion makes the diagram of all circuits through every
square and says how many it holds; where it is not done within the limit it is stopped. The C++ figures are
those of a program that met in the middle too, on two cores of a machine like this, on another day. Every
count is compared with the known one. Needs the extra `bench`. Writes nothing.
"""

import argparse
import importlib.metadata
import json
import multiprocessing
import os
import platform
import resource
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

from turaga import Board

BOARDS = ("6x6", "6x7", "6x8", "7x8", "8x8")
CPP = {"6x8": 0.5, "7x8": 13.0, "8x8": 276.0}  # seconds
LONG = 20.0  # seconds: of a count that takes longer, one round is enough
WARM_UP = "5x6"
_ROW = "{:<6} {:<12} {:>9} {:>9} {:>11}  {}"
KNOWN = json.loads((Path(__file__).parent.parent / "tests" / "golden" / "counts.json").read_text())["closed"]
KNOWN |= {"7x8": 34524432316}  # confirmed by two methods: docs/measurements.md


def by_turaga(board: str) -> int:
    """What this project does."""
    from turaga.count import count_tours

    return count_tours(board, closed=True).count


def by_graphillion(board: str) -> int:
    """All circuits through every square, in one diagram."""
    from graphillion import GraphSet

    place = Board(board)
    moves = [(a, b) for a in place.indices() for b in place.neighbours(a) if a < b]
    GraphSet.set_universe(moves)
    return len(GraphSet.cycles(is_hamilton=True))


def child(count: Callable[[str], int], board: str, rounds: int, pipe: Connection) -> None:
    """Count the board again and again; send how many tours, the best time, and the memory it took."""
    count(WARM_UP)
    best, many = float("inf"), 0
    for _ in range(rounds):
        began = time.perf_counter()
        many = count(board)
        best = min(best, time.perf_counter() - began)
        if best > LONG:
            break
    pipe.send((many, best, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6))


def measured(
    count: Callable[[str], int], board: str, rounds: int, limit: float
) -> tuple[int, float, float] | None:
    """How many, the best time, and the gigabytes; None if it was not done in time."""
    mine, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=child, args=(count, board, rounds, theirs))
    process.start()
    theirs.close()
    try:
        if not mine.poll(limit):
            return None
        many, best, memory = mine.recv()
        return many, best, memory
    except EOFError:
        return None
    finally:
        process.terminate()
        process.join()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--boards", default=",".join(BOARDS))
    parser.add_argument("--limit", type=float, default=120.0, help="seconds for Graphillion, on one board")
    given = parser.parse_args()
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in ("turaga", "graphillion"))
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}; {versions}")
    print(_ROW.format("board", "counted by", "best, s", "/ Turaga", "memory, GB", "closed tours"))
    stopped = False
    for board in given.boards.split(","):
        ours = measured(by_turaga, board, given.rounds, 3600)
        if ours is None:
            raise SystemExit(f"the count of {board} came to nothing")
        demand_known(board, ours[0])
        show(board, "Turaga", ours[1], 1.0, f"{ours[2]:.2f}", f"{ours[0]:,}")
        other = None if stopped else measured(by_graphillion, board, given.rounds, given.limit)
        if other is None:
            why = "not tried" if stopped else f"not within {given.limit:g} s"
            show(board, "Graphillion", None, None, "-", why)
            stopped = True
        else:
            demand_known(board, other[0])
            ratio = other[1] / ours[1]
            print(
                f"{board:<6} Graphillion   {other[1]:9.3f} {ratio:9.2f} {other[2]:11.2f}  {other[0]:,}",
                flush=True,
            )
        if board in CPP:
            print(
                f"{board:<6} C++, noted    {CPP[board]:9.3f} {CPP[board] / ours[1]:9.2f}           -  -",
                flush=True,
            )
    return 0


def show(board: str, by: str, seconds: float | None, ratio: float | None, memory: str, said: str) -> None:
    """One row of the table."""
    times = ["-" if time is None else f"{time:.3f}" for time in (seconds, ratio)]
    print(_ROW.format(board, by, *times, memory, said), flush=True)


def demand_known(board: str, count: int) -> None:
    """ScanStep if a count is not the known one."""
    if count != KNOWN[board]:
        raise SystemExit(f"{board} has {KNOWN[board]:,} closed tours, and {count:,} were counted")


if __name__ == "__main__":
    sys.exit(main())

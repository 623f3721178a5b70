"""Compare the counting of closed tours with Graphillion, and with recorded times of a C++ program.

    make bench        (or: python benchmarks/counting.py [--rounds 3] [--boards 6x6,6x7] [--limit 120])

Each count runs in its own process, which first counts a small board, so that libraries are loaded and
kernels compiled. The best round is reported. Graphillion builds the decision diagram of all circuits
through every square; it is stopped at the time limit. The C++ times are those of a program that also meets
in the middle, measured on two cores of a similar machine on another day. Every count is compared with the
known number. Needs the extra `bench`. Writes no files.
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
LONG = 20.0  # seconds; a count that takes longer runs only once
WARM_UP = "5x6"
_ROW = "{:<6} {:<12} {:>9} {:>9} {:>11}  {}"
KNOWN = json.loads((Path(__file__).parent.parent / "tests" / "golden" / "counts.json").read_text())["closed"]
KNOWN |= {"7x8": 34524432316}  # confirmed by two methods: docs/measurements.md


def by_turaga(board: str) -> int:
    """Count with Turaga."""
    from turaga import count

    return count(board, closed=True).count


def by_graphillion(board: str) -> int:
    """Count with Graphillion: the diagram of all circuits through every square."""
    from graphillion import GraphSet

    place = Board(board)
    moves = [(a, b) for a in place.indices() for b in place.neighbours(a) if a < b]
    GraphSet.set_universe(moves)
    return len(GraphSet.cycles(is_hamilton=True))


def child(count: Callable[[str], int], board: str, rounds: int, pipe: Connection) -> None:
    """Count the board several times; send the number of tours, the best time and the memory used."""
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
    """The number of tours, the best time and the gigabytes, or None if the time limit was reached."""
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
            raise SystemExit(f"counting {board} failed")
        require_known(board, ours[0])
        show(board, "Turaga", ours[1], 1.0, f"{ours[2]:.2f}", f"{ours[0]:,}")
        other = None if stopped else measured(by_graphillion, board, given.rounds, given.limit)
        if other is None:
            why = "not tried" if stopped else f"not within {given.limit:g} s"
            show(board, "Graphillion", None, None, "-", why)
            stopped = True
        else:
            require_known(board, other[0])
            ratio = other[1] / ours[1]
            print(
                f"{board:<6} Graphillion   {other[1]:9.3f} {ratio:9.2f} {other[2]:11.2f}  {other[0]:,}",
                flush=True,
            )
        if board in CPP:
            print(
                f"{board:<6} C++, recorded {CPP[board]:9.3f} {CPP[board] / ours[1]:9.2f}           -  -",
                flush=True,
            )
    return 0


def show(board: str, by: str, seconds: float | None, ratio: float | None, memory: str, said: str) -> None:
    """One row of the table."""
    times = ["-" if time is None else f"{time:.3f}" for time in (seconds, ratio)]
    print(_ROW.format(board, by, *times, memory, said), flush=True)


def require_known(board: str, count: int) -> None:
    """Stop if a count differs from the known number."""
    if count != KNOWN[board]:
        raise SystemExit(f"{board} has {KNOWN[board]:,} closed tours, but {count:,} were counted")


if __name__ == "__main__":
    sys.exit(main())

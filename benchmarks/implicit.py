"""Measure the time of a query to an implicit tour, on boards of very different sizes.

    python benchmarks/implicit.py [--questions 20000]

The script asks for squares by step, steps by square, and next squares, at random positions. It prints
microseconds per query, the best of five rounds. It writes no files.
"""

import argparse
import platform
import sys
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from turaga.boards import implicit
from turaga.rng import Rng

BOARDS = ("8x8", "1000x1000", "1000000000x1000000000", "5x999999999999999998", "999999999999999997x22")
_T = TypeVar("_T")


def microseconds(ask: Callable[[_T], object], about: Sequence[_T]) -> float:
    """The best time of one query."""
    best = float("inf")
    for _ in range(5):
        began = time.perf_counter()
        for thing in about:
            ask(thing)
        best = min(best, time.perf_counter() - began)
    return best / len(about) * 1e6


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--questions", type=int, default=20_000)
    questions = parser.parse_args().questions
    print(f"{platform.machine()}, Python {platform.python_version()}; microseconds per query")
    print("board                       tour[k]   index    next")
    for board in BOARDS:
        tour, rng = implicit(board), Rng(1)
        numbers = [(rng.next_bits() << 64 | rng.next_bits()) % tour.size for _ in range(questions)]
        squares = [tour[k] for k in numbers]
        if [tour.index(square) for square in squares] != numbers:
            raise SystemExit(f"the tour of {board} contradicts itself")
        times = [
            microseconds(tour.__getitem__, numbers),
            microseconds(tour.index, squares),
            microseconds(tour.next, squares),
        ]
        print(f"{board:<26} {times[0]:8.2f} {times[1]:7.2f} {times[2]:7.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

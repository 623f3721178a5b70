"""Compare the number grid of a big tour with writing and copying as many numbers.

    python benchmarks/big_grid.py [--side 10000] [--rounds 5]

The script makes the number grid of a tour of 10,000 x 10,000, and `np.arange(10**8,
dtype=np.int32).copy()`, in turn in the same process. It reports the best round of each and their ratio.
First it checks the grid: every number appears once, and consecutive numbers are a move apart. It writes no
files.
"""

import argparse
import platform
import sys
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from turaga import Board, Tour, verify
from turaga.blocks import make_plan, number_grid, tour_array


def timed(work: Callable[[], NDArray[np.int32]]) -> float:
    """Seconds that the work took. The result is freed after the measurement."""
    began = time.perf_counter()
    made = work()
    took = time.perf_counter() - began
    del made
    return took


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--side", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    board = Board(asked.side)

    def ours() -> NDArray[np.int32]:
        return number_grid(make_plan(board, (0, 0)))

    def theirs() -> NDArray[np.int32]:
        return np.arange(board.size, dtype=np.int32).copy()

    tour = tour_array(make_plan(board, (0, 0)))
    if not verify(Tour.from_indices(board, tour, handed_over=True)).is_tour:
        raise SystemExit(f"the blocks make no tour of {board}")
    numbers = np.arange(1, board.size + 1, dtype=np.int32)
    if not np.array_equal(ours().reshape(-1)[tour], numbers):
        raise SystemExit(f"the number grid of {board} is not that of its tour")
    del tour, numbers
    timed(ours), timed(theirs)  # warm
    best = [float("inf")] * 2
    for _ in range(asked.rounds):
        best = [min(best[0], timed(ours)), min(best[1], timed(theirs))]
    print(f"{platform.machine()}, Python {platform.python_version()}, numpy {np.__version__}")
    print(f"best of {asked.rounds} rounds each, {board}")
    print(f"number grid {best[0]:.3f} s, arange and copy {best[1]:.3f} s, ratio {best[0] / best[1]:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

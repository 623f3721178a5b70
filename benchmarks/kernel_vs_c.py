"""Compare the greedy kernels with the same loops in C.

    make bench        (or: python benchmarks/kernel_vs_c.py [--rounds 7])

Both walk the same boards from the same starts, in turn in the same process. The script reports the best
round of each and their ratio. Needs gcc. Writes no files.
"""

import argparse
import ctypes
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from turaga import Board, Rule
from turaga import greedy_kernel as greedy
from turaga.compiled_greedy import CompiledRule, PaddedBoard

SIDES = (8, 50, 300, 1000)
STEPS_A_ROUND = 4_000_000
RULES = {"order": Rule("12345678"), "outermost": Rule()}


def compile_c(folder: str) -> ctypes.CDLL:
    """The C file beside this one as a library."""
    source = Path(__file__).with_name("walk.c")
    library = Path(folder) / "walk.so"
    subprocess.run(["gcc", "-O3", "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
    return ctypes.CDLL(str(library))


def pointer(array: NDArray[np.generic]) -> ctypes.c_void_p:
    """The address of an array's first element."""
    return array.ctypes.data_as(ctypes.c_void_p)


def contest(board: Board, rule: Rule, library: ctypes.CDLL, rounds: int) -> tuple[float, float]:
    """Nanoseconds a step of the kernel and of C: the best round of each."""
    ground = PaddedBoard(board)
    plan = CompiledRule(ground, rule).arrays
    fresh = ground.table(rule.most)
    walks = max(1, STEPS_A_ROUND // board.size)
    # Starts spread over the board, from the top left on.
    numbers = np.array([i * board.size // walks for i in range(walks)], dtype=np.int64)
    ats = ground.places(numbers)
    which, orders = np.zeros_like(ats), ground.lay_orders([rule.order])
    table = np.empty_like(fresh)
    path = np.empty(board.size, dtype=np.int32)
    rng, work = np.ones(walks, dtype=np.uint64), np.zeros((8, 16), dtype=np.int64)
    results = [(np.empty_like(ats), np.empty_like(ats)) for _ in range(2)]
    long = ctypes.c_long

    def ours() -> None:
        greedy.walk_many(fresh, table, ats, numbers, which, orders, plan, False, rng, work, path, *results[0])

    def theirs() -> None:
        library.walk_many(
            pointer(fresh), pointer(table), long(len(fresh)), pointer(ats), pointer(numbers), long(walks),
            long(plan.width), pointer(plan.moves), pointer(plan.steps), pointer(plan.downs),
            pointer(plan.rights), pointer(plan.row_keys), pointer(plan.col_keys), long(plan.scale),
            long(plan.lower), pointer(path), long(board.size), *map(pointer, results[1]),
        )  # fmt: skip

    best = [timed(ours), timed(theirs)]  # compiles, and warms the caches
    best = [float("inf")] * 2
    for _ in range(rounds):
        best = [min(best[0], timed(ours)), min(best[1], timed(theirs))]
    (visited, ends), (c_visited, c_ends) = results
    if not (np.array_equal(visited, c_visited) and np.array_equal(ends, c_ends)):
        raise SystemExit(f"the two disagree on {board} by {rule}")
    steps = int(visited.sum())
    return best[0] / steps * 1e9, best[1] / steps * 1e9


def timed(work: Callable[[], None]) -> float:
    """Seconds the work took."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    if shutil.which("gcc") is None:
        print("this benchmark compiles C and needs gcc", file=sys.stderr)
        return 2
    print(f"{platform.machine()}, Python {platform.python_version()}; best of {rounds} rounds each")
    print("ties        board       ours, ns a step   C, ns a step   ours / C")
    with tempfile.TemporaryDirectory() as folder:
        library = compile_c(folder)
        for name, rule in RULES.items():
            for side in SIDES:
                ours, c = contest(Board(side), rule, library, rounds)
                print(f"{name:<11} {f'{side}x{side}':<11} {ours:15.1f} {c:14.1f} {ours / c:10.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

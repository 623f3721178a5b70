"""Measure `solve` on large boards with holes, next to CP-SAT on the largest board it can solve.

    python benchmarks/holes.py [--sides 30,100,300,1000] [--rates 2,5] [--rounds 3] [--cp-sat 20,30,40]

The boards are square, with 2% and 5% holes drawn at random: as many squares of one colour as of the other,
and every square with at least two moves. The tours are an open one, a closed one, and one between two random
ends. Every measurement has its own process, which first solves a small board by method `cycles` (or `exact`),
so that all code is loaded. A time covers the call of `solve`, including its verification of the tour, and the
best of the rounds is reported. The memory is the most that the process used, next to what it used before the
call. `turaga.verify` checks every tour once more.

`--cp-sat` asks `solve` with method `exact` for the same tours on boards of these sides, until the time limit
of five minutes stops it. Needs the extra `exact` for that. Writes no files.
"""

import argparse
import multiprocessing
import platform
import resource
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "scripts"))

from random_boards import board_of, draw, question_on
from turaga import Found, solve, verify
from turaga.tours import Tours

KINDS = ("open", "closed", "given ends")
LIMIT = 300.0  # seconds for CP-SAT


def make(side: int, percent: int, kind: str) -> Tours:
    """The question about the board of this side: always the same one."""
    for attempt in range(100):
        rng = np.random.default_rng((side, percent, attempt))
        present = draw(rng, side, (1, 2), percent / 100, 0, 2)
        if present is not None:
            return question_on(rng, board_of(present, (1, 2)), kind, 0)
    raise SystemExit(f"no such board of side {side}")


def memory() -> float:
    """The most memory that this process has used so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure(
    side: int, percent: int, kind: str, method: str, limit: float | None
) -> tuple[str, float, float, float, str]:
    """How it ended, seconds, memory before and after in MB, and the method. In a process of its own."""
    first = make(12, percent, kind)
    for question, by in (
        (first, "cycles" if method == "auto" else method),
        (make(side, percent, kind), method),
    ):
        before = memory()
        began = time.perf_counter()
        outcome = solve(
            question.board,
            start=question.start,
            end=question.end,
            closed=question.closed,
            method=by,
            time_limit=limit,
        )
        took = time.perf_counter() - began
        after = memory()
    word: str = outcome.word
    if isinstance(outcome, Found):
        report = verify(outcome.tour)
        ends = (question.start, question.end) == (None, None) or (
            (outcome.tour[0], outcome.tour[-1]) == (question.start, question.end)
        )
        if not report.is_tour or (question.closed and not report.closed) or not ends:
            word = "WRONG"
    return word, took, before, after, outcome.method


def rounds(side: int, percent: int, kind: str, method: str, count: int, limit: float | None) -> bool:
    """Print the best of some rounds. Whether all found a tour."""
    results = []
    for _ in range(count):
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            results.append(pool.apply(measure, (side, percent, kind, method, limit)))
        if results[-1][1] > 60:  # once is enough
            break
    found = all(word == "found" for word, *_ in results)
    _, took, before, after, by = min(results, key=lambda result: result[1])
    words = "found" if found else ", ".join(word for word, *_ in results)
    print(
        f"| {side}x{side} | {percent}% | {kind} | {by} | {words} | {took:.3f} | {before:.0f} | {after:.0f} |",
        flush=True,
    )
    return found


def sides_in(text: str) -> list[int]:
    """The sides in a text such as 30,100."""
    return [int(part) for part in text.split(",") if part]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--sides", type=sides_in, default=[30, 100, 300, 1000])
    parser.add_argument("--rates", type=sides_in, default=[2, 5])
    parser.add_argument("--kinds", default="open,closed,given ends")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--cp-sat", type=sides_in, default=[20, 30, 40, 50, 60, 70, 80, 90, 100])
    options = parser.parse_args()
    kinds = options.kinds.split(",")
    print(f"{platform.machine()}, Python {platform.python_version()}, numpy {np.__version__}\n")
    print("| board | holes | tour | method | outcome | seconds | MB before | MB most |\n" + "|---" * 8 + "|")
    fine = True
    for percent in options.rates:
        for kind in kinds:
            for side in options.sides:
                fine &= rounds(side, percent, kind, "auto", options.rounds, None)
    for percent in options.rates:
        for kind in kinds:
            for side in options.cp_sat:
                if not rounds(side, percent, kind, "exact", 1, LIMIT):
                    break
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())

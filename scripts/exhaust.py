"""Check `solve` on every board, every start and every pair of ends.

    python scripts/exhaust.py [--boards 5x6,8x8]

For every board from 1x1 to 12x12 and every square, the script asks for an open and a closed tour from it
and an open tour to it. For every board up to 8x8, 3x12, 4x10 and 5x10 it asks for a tour between every pair
of squares. Every outcome must be Found (and is verified again) or Impossible, and must agree with the known
answers in tests/golden. It takes about a minute on two cores.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import product

from known import pair_exists, start_exists
from turaga import Board, Found, GaveUp, Impossible, solve, verify
from turaga.walks import Outcome

SIDES = range(1, 13)
PAIR_BOARDS = [(m, n) for m in range(1, 9) for n in range(m, 9)]
PAIR_BOARDS += [(3, n) for n in range(9, 13)] + [(4, 9), (4, 10), (5, 9), (5, 10)]


def schwenk(m: int, n: int) -> bool:
    """Whether there is a closed tour, m <= n."""
    return not (m * n % 2 or m in (1, 2, 4) or (m == 3 and n in (4, 6, 8)))


def judge(outcome: Outcome, known: bool, what: str, counts: Counter[str], wrong: list[str]) -> None:
    """Count an outcome, and record it if it is wrong."""
    match outcome:
        case Found(tour):
            counts["found"] += 1
            report = verify(tour)
            if not report.is_tour or (what.endswith("closed") and not report.closed):
                wrong.append(f"{what}: not a tour")
        case Impossible():
            counts["impossible"] += 1
        case GaveUp():
            counts["gave up"] += 1
            wrong.append(f"{what}: gave up, {outcome.reason}")
    counts[f"by {outcome.method}"] += 1
    if known != isinstance(outcome, Found):
        wrong.append(f"{what}: {outcome.word}, but the known answer differs")


def starts(m: int, n: int) -> tuple[str, Counter[str], list[str], float]:
    """All starts of a board, m <= n, open and closed, and all ends; for m < n also of the rotated board."""
    began = time.perf_counter()
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    for rows, cols in {(m, n), (n, m)}:
        for square in product(range(rows), range(cols)):
            here = square if rows <= cols else (square[1], square[0])
            name = f"{rows}x{cols} from {square}"
            judge(solve((rows, cols), start=square), start_exists(Board(m, n), here), name, counts, wrong)
            judge(
                solve((rows, cols), start=square, closed=True), schwenk(m, n), f"{name} closed", counts, wrong
            )
            ended = solve((rows, cols), end=square)
            judge(ended, start_exists(Board(m, n), here), f"{rows}x{cols} to {square}", counts, wrong)
            if isinstance(ended, Found) and ended.tour.end != square:
                wrong.append(f"{rows}x{cols} to {square}: ends on another square")
    return f"{m}x{n} starts", counts, wrong, time.perf_counter() - began


def pairs(m: int, n: int) -> tuple[str, Counter[str], list[str], float]:
    """All pairs of a start and an end of a board."""
    began = time.perf_counter()
    board = Board(m, n)
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    slowest = 0.0
    for a, b in product(board.indices(), repeat=2):
        outcome = solve(board, start=board.square(a), end=board.square(b))
        slowest = max(slowest, outcome.seconds)
        name = f"{board} from {board.square(a)} to {board.square(b)}"
        judge(outcome, pair_exists(board, board.square(a), board.square(b)), name, counts, wrong)
        if isinstance(outcome, Found) and outcome.tour[-1] != board.square(b):
            wrong.append(f"{name}: ends on another square")
    counts["slowest, ms"] = round(slowest * 1000)
    return f"{m}x{n} pairs", counts, wrong, time.perf_counter() - began


def summary(counts: Counter[str]) -> str:
    """The outcomes in words, by kind and by method."""
    kinds = [f"{counts[kind]} {kind}" for kind in ("found", "impossible", "gave up")]
    methods = [f"{count} {name}" for name, count in sorted(counts.items()) if name.startswith("by ")]
    return f"{', '.join(kinds)} ({', '.join(methods)})"


def jobs() -> Iterator[tuple[str, int, int]]:
    """All jobs, the longest first."""
    for m, n in sorted(PAIR_BOARDS, key=lambda sides: -sides[0] * sides[1]):
        yield "pairs", m, n
    for m, n in sorted(product(SIDES, SIDES), key=lambda sides: -sides[0] * sides[1]):
        if m <= n:
            yield "starts", m, n


def work(job: tuple[str, int, int]) -> tuple[str, Counter[str], list[str], float]:
    """One job, in a process of its own."""
    kind, m, n = job
    return pairs(m, n) if kind == "pairs" else starts(m, n)


def main() -> None:
    """Run all jobs, or those of the given boards, and print the results."""
    asked = sys.argv[2].split(",") if sys.argv[1:2] == ["--boards"] else None
    todo = [job for job in jobs() if asked is None or f"{job[1]}x{job[2]}" in asked]
    totals = {"starts": Counter[str](), "pairs": Counter[str]()}
    faults: list[str] = []
    began = time.perf_counter()
    with ProcessPoolExecutor(2) as pool:
        for (kind, _, _), (name, counts, wrong, seconds) in zip(todo, pool.map(work, todo), strict=True):
            slowest = counts.pop("slowest, ms", 0)
            totals[kind] += counts
            totals[kind]["boards"] += 1
            faults += wrong
            extra = f", slowest {slowest} ms" if slowest else ""
            print(f"{name}: {summary(counts)}; {seconds:.1f} s{extra}, {len(wrong)} wrong", flush=True)
    for kind, counts in totals.items():
        print(f"all {kind}: {counts['boards']} boards; {summary(counts)}")
    print(f"wrong: {len(faults)}; {time.perf_counter() - began:.0f} s")
    for fault in faults[:50]:
        print(fault)


if __name__ == "__main__":
    main()

"""Repair greedy walks with Euler's method: to complete, closed, and between given ends.

    python scripts/repair_rates.py [--largest 12] [--samples 100] [--pairs]

The script takes every start that the colours allow, on every board from 5x5 to 12x12; as many random starts
as `--samples` on 20x20, 29x29, 30x30, 50x50 and 51x51; a quarter as many on 100x100, 101x101 and 300x300;
and two on 1000x1000. For each board it prints the number of starts, how many needed no reversal, the mean
and largest number of reversals, retries, failures, and milliseconds. `--pairs` does the same for pairs of
ends: all pairs that the colours allow, one of each class, up to 12x12, and random pairs on bigger boards.
It leaves out the pairs on 5xn that have no tour (tests/golden/end_pairs.json). It takes one minute, or two
for the pairs.
"""

import argparse
import sys
import time
from collections.abc import Iterable
from itertools import combinations

from known import PAIRS
from turaga import Board, solve
from turaga.rng import Rng
from turaga.symmetry import board_symmetries
from turaga.walks import Outcome

BIG = {20: 1, 29: 1, 30: 1, 50: 1, 51: 1, 100: 0.25, 101: 0.25, 300: 0.25, 1000: 0.02}  # of the samples


def allowed(board: Board) -> list[int]:
    """The squares on which the colours allow a tour to start."""
    return [n for n in range(board.area) if board.area % 2 == 0 or sum(board.square(n)) % 2 == 0]


def pairs_of(board: Board) -> list[tuple[int, int]]:
    """Pairs of ends that have a tour, by the colours and the known exceptions, one of each class."""
    rows, cols = board.rows, board.cols
    images = [
        [board.index(symmetry.square(board.square(n), rows, cols)) for n in range(board.area)]
        for symmetry in board_symmetries(board)
    ]

    def first(a: int, b: int) -> tuple[int, int]:
        return min((min(i[a], i[b]), max(i[a], i[b])) for i in images)

    known = PAIRS.get(f"{rows}x{cols}", [])
    none = {first(a[0] * cols + a[1], b[0] * cols + b[1]) for a, b in known}
    return [
        (a, b)
        for a, b in combinations(allowed(board), 2)
        if (sum(board.square(a)) + sum(board.square(b)) + board.area) % 2
        if (a, b) == first(a, b) and (a, b) not in none
    ]


def random_pairs(board: Board, count: int, rng: Rng) -> list[tuple[int, int]]:
    """Random pairs of ends that the colours allow."""
    pairs: list[tuple[int, int]] = []
    while len(pairs) < count:
        a, b = rng.below(board.area), rng.below(board.area)
        odd = sum(board.square(a)) % 2, sum(board.square(b)) % 2
        if sum(odd) == (0 if board.area % 2 else 1) and a != b:
            pairs.append((a, b))
    return pairs


def report(board: Board, what: str, outcomes: Iterable[tuple[Outcome, float]]) -> int:
    """Print one line for a board. Returns the number of failures."""
    answers = list(outcomes)
    found = [outcome for outcome, _ in answers if outcome.word == "found"]
    failed = len(answers) - len(found)
    reversals = [outcome.reversals for outcome in found] or [0]
    times = sorted(seconds for _, seconds in answers)
    print(
        f"{board!s:>9} {what:8} {len(answers):5}  none {sum(not n for n in reversals):5}  reversals "
        f"{sum(reversals) / len(reversals):6.2f} at most {max(reversals):3}  tries after the first "
        f"{sum(outcome.retries for outcome in found):4}  failures {failed:3}  ms "
        f"{1000 * sum(times) / len(times):8.2f} median {1000 * times[len(times) // 2]:8.2f} "
        f"most {1000 * times[-1]:8.2f}",
        flush=True,
    )
    return failed


def timed(board: Board, start: int, *, end: int | None = None, closed: bool = False) -> tuple[Outcome, float]:
    """The outcome, and the seconds it took."""
    began = time.perf_counter()
    target = None if end is None else board.square(end)
    outcome = solve(board, start=board.square(start), end=target, closed=closed, method="euler")
    return outcome, time.perf_counter() - began


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--largest", type=int, default=12)
    parser.add_argument("--samples", type=int, default=100)
    parser.add_argument("--pairs", action="store_true")
    options = parser.parse_args()
    rng = Rng(0)
    failures = 0
    small = [Board(m, n) for m in range(5, options.largest + 1) for n in range(m, options.largest + 1)]
    for board in [*small, *(Board(n) for n in BIG)]:
        count = int(options.samples * BIG.get(board.rows, 0))
        if options.pairs:
            pairs = random_pairs(board, count, rng) if count else pairs_of(board)
            failures += report(board, "pairs", (timed(board, a, end=b) for a, b in pairs))
            continue
        starts = allowed(board)
        if count:
            starts = [starts[rng.below(len(starts))] for _ in range(count)]
        failures += report(board, "complete", (timed(board, start) for start in starts))
        if board.area % 2 == 0:
            failures += report(board, "closed", (timed(board, start, closed=True) for start in starts))
    print(f"failures: {failures}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

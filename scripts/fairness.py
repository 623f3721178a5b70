"""Are these draws fair? Pearson's chi-square, without a table of it.

    python scripts/fairness.py [--number 400000] [--seed 1]

draws from the closed tours of 6x6, all 9,862 of which are known, and tells how many different ones came and
how far from even they are. Ends with status 1 if a tour did not come, if what came is no closed tour, or if
the draws are not even. The tests use the same measure for fewer draws.

If each of k kinds is equally likely, the chi-square of n draws has nearly the distribution of that name with
k - 1 degrees of freedom. Its cube root is nearly normal (Wilson and Hilferty 1931), so that a
value can be told as so many standard deviations from where it should be. Values far *below* that are as
suspicious as those above: draws more even than chance are no draws.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable
from math import cbrt, sqrt

import numpy as np

from turaga import Board
from turaga.count.request import Tours
from turaga.sample.closed_halves import HalvesSampler
from turaga.verify import require_tours

SIGMAS = 4.0  # a fair sampler is outside with one seed in 16,000
AT_ONCE = 20_000


def chi_square(counts: Iterable[int], kinds: int) -> float:
    """Pearson's sum for so many kinds, each equally likely; `counts` are those of the kinds that came up."""
    counts = list(counts)
    draws = sum(counts)
    assert len(counts) <= kinds, f"{len(counts)} kinds came up, and there are only {kinds}"
    return sum(n * n for n in counts) * kinds / draws - draws


def deviation(value: float, degrees: int) -> float:
    """So many standard deviations of a normal variable this chi-square lies up."""
    spread = 2 / (9 * degrees)
    return (cbrt(value / degrees) - 1 + spread) / sqrt(spread)


def unevenness(counts: Iterable[int], kinds: int) -> float:
    """How far from even these draws are, in standard deviations. At least five draws a kind are needed
    for that to mean something."""
    counts = list(counts)
    assert sum(counts) >= 5 * kinds
    return deviation(chi_square(counts, kinds), kinds - 1)


def demand_fair(counts: Iterable[int], kinds: int) -> None:
    """Fail unless the draws look as if each kind were equally likely."""
    assert abs(unevenness(counts, kinds)) < SIGMAS


def main() -> int:
    """Draw, count, judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--number", type=int, default=400_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    sampler = HalvesSampler.make(Tours.of("6x6", closed=True))
    counts: Counter[bytes] = Counter()
    began = time.perf_counter()
    for first in range(0, asked.number, AT_ONCE):
        rows = sampler.draw_numbers(min(AT_ONCE, asked.number - first), seed=asked.seed, first=first)
        counts.update(bytes(row) for row in rows.astype(np.uint8))
    seconds = time.perf_counter() - began
    require_tours(Board("6x6"), np.array([list(row) for row in counts], dtype=np.int32), closed=True)
    kinds = sampler.count()
    off = unevenness(counts.values(), kinds)
    print(f"{asked.number:,} draws in {seconds:.1f} s: {len(counts):,} of {kinds:,} tours, all closed")
    print(f"chi-square {off:+.2f} standard deviations from even")
    return 0 if len(counts) == kinds and abs(off) < SIGMAS else 1


if __name__ == "__main__":
    sys.exit(main())

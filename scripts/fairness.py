"""Test whether samples are uniform, with Pearson's chi-square.

    python scripts/fairness.py [--number 400000] [--seed 1]

The script samples the 9,862 closed tours of 6x6. It prints how many different tours appeared and how far
their counts are from uniform. The exit status is 1 if a tour did not appear, if a sample is not a closed
tour, or if the samples are not uniform. The tests use the same measure with fewer samples.

If each of k kinds is equally likely, the statistic of n samples has approximately a chi-square distribution
with k - 1 degrees of freedom. Its cube root is approximately normal (Wilson and Hilferty 1931), so the
result can be given in standard deviations from the expected value. A value far *below* it is as suspicious
as one far above: samples that are too uniform are not random.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable
from math import cbrt, sqrt

import numpy as np

from turaga import Board
from turaga.sampling.closed_halves import HalvesSampler
from turaga.tours import Tours
from turaga.verify import require_tours

SIGMAS = 4.0  # a correct sampler exceeds this with one seed in 16,000
AT_ONCE = 20_000


def chi_square(counts: Iterable[int], kinds: int) -> float:
    """Pearson's statistic for equally likely kinds. `counts` are those of the kinds that appeared."""
    counts = list(counts)
    draws = sum(counts)
    assert len(counts) <= kinds, f"{len(counts)} kinds appeared, but there are only {kinds}"
    return sum(n * n for n in counts) * kinds / draws - draws


def deviation(value: float, degrees: int) -> float:
    """This chi-square as standard deviations of a normal variable."""
    spread = 2 / (9 * degrees)
    return (cbrt(value / degrees) - 1 + spread) / sqrt(spread)


def unevenness(counts: Iterable[int], kinds: int) -> float:
    """How far from uniform the samples are, in standard deviations. Needs five samples per kind."""
    counts = list(counts)
    assert sum(counts) >= 5 * kinds
    return deviation(chi_square(counts, kinds), kinds - 1)


def demand_fair(counts: Iterable[int], kinds: int) -> None:
    """Fail unless the samples look uniform."""
    assert abs(unevenness(counts, kinds)) < SIGMAS


def main() -> int:
    """Sample, count and test."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--number", type=int, default=400_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    sampler = HalvesSampler.make(Tours("6x6", closed=True))
    counts: Counter[bytes] = Counter()
    began = time.perf_counter()
    for first in range(0, asked.number, AT_ONCE):
        rows = sampler.draw_numbers(min(AT_ONCE, asked.number - first), seed=asked.seed, first=first)
        counts.update(bytes(row) for row in rows.astype(np.uint8))
    seconds = time.perf_counter() - began
    require_tours(Board("6x6"), np.array([list(row) for row in counts], dtype=np.int32), closed=True)
    kinds = sampler.count()
    off = unevenness(counts.values(), kinds)
    print(f"{asked.number:,} samples in {seconds:.1f} s: {len(counts):,} of {kinds:,} tours, all closed")
    print(f"chi-square {off:+.2f} standard deviations from uniform")
    return 0 if len(counts) == kinds and abs(off) < SIGMAS else 1


if __name__ == "__main__":
    sys.exit(main())

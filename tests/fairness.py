"""Are these draws fair? Pearson's chi-square, without a table of it.

If each of k kinds is equally likely, the chi-square of n draws has nearly the distribution of that name with
k - 1 degrees of freedom. Its cube root is nearly normal (Wilson and Hilferty 1931), so that a
value can be told as so many standard deviations from where it should be. Values far *below* that are as
suspicious as those above: draws more even than chance are no draws.
"""

from math import sqrt

SIGMAS = 4.0  # a fair sampler is outside with one seed in 16,000


def chi_square(counts, kinds):
    """Pearson's sum for so many kinds, each equally likely; `counts` are those of the kinds that came up."""
    counts = list(counts)
    draws = sum(counts)
    assert len(counts) <= kinds, f"{len(counts)} kinds came up, and there are only {kinds}"
    return sum(n * n for n in counts) * kinds / draws - draws


def critical(degrees, sigmas):
    """The chi-square that lies so many standard deviations of a normal variable up."""
    return degrees * (1 - 2 / (9 * degrees) + sigmas * sqrt(2 / (9 * degrees))) ** 3


def demand_fair(counts, kinds):
    """Fail unless the draws look as if each kind were equally likely. At least five draws a kind are needed
    for that to mean something."""
    counts = list(counts)
    assert sum(counts) >= 5 * kinds
    low, high = critical(kinds - 1, -SIGMAS), critical(kinds - 1, SIGMAS)
    assert low < chi_square(counts, kinds) < high

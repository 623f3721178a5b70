"""The number of closed tours of the chessboard, which several documents quote."""

from dataclasses import dataclass
from typing import Any

from turaga.counting.estimate import estimate_tours
from turaga.counting.request import count as count_tours
from turaga.errors import BadInput
from turaga.report.experiments import Experiments
from turaga.report.small_counts import power
from turaga.tours import Tours

COUNTED = "a full run, which counts them in about two minutes"
_PROBES = 100_000  # enough to distinguish the quoted numbers


@dataclass(frozen=True, kw_only=True)
class ClosedTours:
    """The number of closed tours, each counted once, or the 95% interval of an estimate of it.

    >>> ClosedTours(low=5, high=9, words="5 to 9", measured={}).can_be(7)
    True
    """

    low: int
    high: int
    words: str
    measured: dict[str, Any]

    @property
    def exact(self) -> bool:
        """Whether the tours were counted. An estimate can exclude a number, but never confirm it."""
        return self.low == self.high

    def can_be(self, number: int) -> bool:
        """Whether this can be the number of closed tours."""
        return self.low <= number <= self.high


def closed_tours_of_8x8(experiments: Experiments) -> ClosedTours:
    """The number of closed tours of 8x8, once per run: counted in a full run, which takes about two minutes
    and 2 GB of memory, and estimated in a quick run or without this memory."""
    return experiments.once("closed tours of 8x8", lambda: _closed_tours(experiments))


def _closed_tours(experiments: Experiments) -> ClosedTours:
    measured: dict[str, Any] = {}
    if not experiments.quick:
        try:
            counted = count_tours(
                "8x8", closed=True, progress=lambda _, done, whole: experiments.report(done, whole)
            ).count
        except (BadInput, MemoryError) as error:  # estimate instead
            measured["not_counted"] = str(error)
        else:
            words = f"{counted:,}, each tour counted once; {2 * counted:,} counted in both directions"
            return ClosedTours(low=counted, high=counted, words=words, measured={"8x8_once": counted})
    found = estimate_tours(Tours("8x8", closed=True), probes=_PROBES)
    low, high = found.low or 0, found.high or 0
    words = f"each tour counted once, {power(low)} to {power(high)} (95%; {found.probes:,} probes)"
    return ClosedTours(low=low, high=high, words=words, measured={**measured, "estimate": found.as_json()})

"""Claims, their results, and shares that are counted or estimated from samples."""

import re
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from turaga.report.printed_grids import PrintedGrid
from turaga.rule import SYSTEMS
from turaga.survey.results import wilson

if TYPE_CHECKING:
    from turaga.report.experiments import Experiments

VERDICTS = ("agrees", "differs", "undecided", "not run")
_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, kw_only=True)
class ClaimResult:
    """Our result for a claim, and the verdict: whether it agrees with the claim.

    `why` gives the reason. It is required unless the verdict is `agrees`. `measured` has the numbers by name.
    `comparisons` has the boards, maps and tables of the document next to ours.

    >>> differs("63 of 64", "it stops from 5,3").verdict
    'differs'
    """

    verdict: str
    gets: str
    why: str
    measured: Mapping[str, Any]
    comparisons: tuple[PrintedGrid, ...] = ()

    def __post_init__(self) -> None:
        assert self.verdict in VERDICTS, self.verdict
        assert self.why or self.verdict == "agrees", "a result that does not agree needs a reason"


def agrees(
    gets: str,
    why: str = "",
    *,
    measured: Mapping[str, Any] = _NOTHING,
    comparisons: Sequence[PrintedGrid] = (),
) -> ClaimResult:
    """The result for a claim that we confirm. `why` can say how the claim was interpreted.

    >>> agrees("1728").verdict
    'agrees'
    """
    return ClaimResult(
        verdict="agrees", gets=gets, why=why, measured=measured, comparisons=tuple(comparisons)
    )


def differs(
    gets: str, why: str, *, measured: Mapping[str, Any] = _NOTHING, comparisons: Sequence[PrintedGrid] = ()
) -> ClaimResult:
    """The result for a claim that we do not confirm, and why.

    >>> differs("9862", "each tour counted once, not once per direction").why
    'each tour counted once, not once per direction'
    """
    return ClaimResult(
        verdict="differs", gets=gets, why=why, measured=measured, comparisons=tuple(comparisons)
    )


def undecided(
    gets: str, why: str, *, measured: Mapping[str, Any] = _NOTHING, comparisons: Sequence[PrintedGrid] = ()
) -> ClaimResult:
    """The result for a claim that cannot be compared with ours, and why not.

    >>> undecided("three tours", "we do not have the printed ones").verdict
    'undecided'
    """
    return ClaimResult(
        verdict="undecided", gets=gets, why=why, measured=measured, comparisons=tuple(comparisons)
    )


def not_run(needs: str, gets: str = "", *, measured: Mapping[str, Any] = _NOTHING) -> ClaimResult:
    """The result for a claim that this run did not test, and what would test it. `gets` says what is known
    without the test. It is empty if nothing is.

    >>> not_run("a full run").why
    'to test this, use a full run'
    """
    return ClaimResult(verdict="not run", gets=gets, why=f"to test this, use {needs}", measured=measured)


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One statement, table, board or figure of a document, and the function that tests it.

    `section` says where it is, such as "section 8.3, Table 57". `says` repeats it in our own words. `kind` is
    `result` for something that the author computed, `claim` for a statement without evidence, `quoted` for
    something that the author quotes from others, and `time` for how long something took on the author's
    machine.

    >>> claim = Claim(name="Fig. 3.2", source="klochko", section="section 3.1, Fig. 3.2",
    ...               says="5x5 has 1728 tours", find=lambda _: agrees("1728"))
    >>> claim.id, claim.kind
    ('klochko/fig-3.2', 'result')
    """

    name: str
    source: str
    section: str
    says: str
    find: "Callable[[Experiments], ClaimResult]" = field(repr=False)
    kind: str = "result"

    def __post_init__(self) -> None:
        assert self.source in SYSTEMS, self.source
        assert self.section, self.name
        assert self.kind in ("result", "claim", "quoted", "time"), self.kind

    @property
    def id(self) -> str:
        """The system and the name, as one word that can be typed."""
        words = re.sub(r"(?:[^a-z0-9.,]|[.,](?![0-9]))+", "-", self.name.lower())
        return f"{self.source}/{words.strip('-')}"


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A claim, its result, and the seconds that the test took.

    >>> claim = Claim(name="Fig. 3.2", source="klochko", section="section 3.1, Fig. 3.2",
    ...               says="5x5 has 1728 tours", find=lambda _: agrees("1728"))
    >>> Finding(claim=claim, result=agrees("1728"), seconds=0.5).as_json()["verdict"]
    'agrees'
    """

    claim: Claim
    result: ClaimResult
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """The finding as JSON."""
        claim, result = self.claim, self.result
        return {
            "id": claim.id,
            "source": claim.source,
            "section": claim.section,
            "name": claim.name,
            "kind": claim.kind,
            "says": claim.says,
            "gets": result.gets,
            "verdict": result.verdict,
            "why": result.why,
            "measured": dict(result.measured),
            "comparisons": [comparison.as_json() for comparison in result.comparisons],
            "seconds": round(self.seconds, 3),
        }


# -- samples ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Share:
    """A share, with its 95% interval if it is estimated from a sample.

    >>> print(Share.counted(7, 64), "and", Share.sampled(90, 100))
    10.9% (7 of 64) and 90.0% (95%: 82.6 to 94.5; 100 walks)
    """

    value: float
    of: str  # what was counted, or a description of the sample
    low: float
    high: float

    @classmethod
    def counted(cls, part: int, whole: int) -> "Share":
        """A share of all walks."""
        value = part / whole
        return cls(value, f"{part:,} of {whole:,}", value, value)

    @classmethod
    def sampled(cls, part: int, whole: int, things: str = "walks") -> "Share":
        """A share in a sample of independent walks, with Wilson's interval."""
        return cls(part / whole, f"{whole:,} {things}", *wilson(part, whole))

    @classmethod
    def of_orders(cls, shares: Sequence[float], walks: int) -> "Share":
        """The mean share of random orders.

        Walks by the same order tend to have the same result. So the sample consists of orders, not of walks,
        and the interval is Student's, computed from the shares of the orders.

        >>> print(Share.of_orders([0.2, 0.4, 0.6, 0.4, 0.4], 400))
        40.0% (95%: 22.5 to 57.5; 5 orders, 400 walks)
        """
        mean = statistics.fmean(shares)
        half = student(len(shares) - 1) * statistics.stdev(shares) / len(shares) ** 0.5
        return cls(
            mean, f"{len(shares)} orders, {walks:,} walks", max(0.0, mean - half), min(1.0, mean + half)
        )

    @property
    def is_sample(self) -> bool:
        """Whether the share is an estimate."""
        return self.low < self.high

    def __str__(self) -> str:
        if not self.is_sample:
            return f"{self.value:.1%} ({self.of})"
        return f"{self.value:.1%} (95%: {100 * self.low:.1f} to {100 * self.high:.1f}; {self.of})"

    def within(self, low: float, high: float) -> bool:
        """Whether the share itself, not only its interval, lies between these bounds.

        >>> Share.sampled(90, 100).within(0.94, 1.0)
        False
        """
        return low <= self.value <= high

    def excludes(self, low: float, high: float) -> bool:
        """Whether its whole interval lies outside these bounds.

        >>> Share.sampled(90, 100).excludes(0.94, 1.0), Share.sampled(90, 100).excludes(0.95, 1.0)
        (False, True)
        """
        return high < self.low or self.high < low

    def as_json(self) -> dict[str, Any]:
        """The share as JSON."""
        return {"share": self.value, "low": self.low, "high": self.high, "of": self.of}


def student(freedom: int) -> float:
    """The half-width of a 95% interval of a mean, in standard errors, by degrees of freedom: the expansion of
    Cornish and Fisher, accurate to a hundredth for 4 or more.

    >>> [round(student(n), 2) for n in (4, 9, 19, 39)]
    [2.77, 2.26, 2.09, 2.02]
    """
    z = statistics.NormalDist().inv_cdf(0.975)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / float(freedom) ** k for k, term in enumerate(terms, start=1))

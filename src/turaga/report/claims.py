"""A claim, and what came of it; and how sure a figure is that comes from a sample."""

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from turaga.rule import SYSTEMS
from turaga.survey.results import wilson

if TYPE_CHECKING:
    from turaga.report.experiments import Lab

VERDICTS = ("agrees", "differs", "undecided")
_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What we get where a claim says something else or the same.

    `why` gives the reason, always where we differ; `measured` holds the numbers themselves, by name.

    >>> differs("63 of 64", "from 5,3 it stops").verdict
    'differs'
    """

    verdict: str
    gets: str
    why: str
    measured: Mapping[str, Any]

    def __post_init__(self) -> None:
        assert self.verdict in VERDICTS, self.verdict
        assert self.why or self.verdict == "agrees", "a claim that we do not confirm needs a reason"


def agrees(gets: str, why: str = "", *, measured: Mapping[str, Any] = _NOTHING) -> Answer:
    """We get the same; `why` may say in which reading.

    >>> agrees("1728").verdict
    'agrees'
    """
    return Answer(verdict="agrees", gets=gets, why=why, measured=measured)


def differs(gets: str, why: str, *, measured: Mapping[str, Any] = _NOTHING) -> Answer:
    """We get something else, and why.

    >>> differs("9862", "each counted once, not once each way").why
    'each counted once, not once each way'
    """
    return Answer(verdict="differs", gets=gets, why=why, measured=measured)


def undecided(gets: str, why: str, *, measured: Mapping[str, Any] = _NOTHING) -> Answer:
    """What we get cannot be held against the claim, and why not.

    >>> undecided("three tours", "those printed are not in our record").verdict
    'undecided'
    """
    return Answer(verdict="undecided", gets=gets, why=why, measured=measured)


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One sentence of a system, and how it is put to the test.

    `kind` is `result` for what it reports to have got, `claim` for what it says without, `time` for how long
    something took on its machine, and `record` for what this project wrote down about it.

    >>> Claim(name="count", source="klochko", says="5x5 has 1728", find=lambda lab: agrees("1728")).kind
    'result'
    """

    name: str
    source: str
    says: str
    find: "Callable[[Lab], Answer]"
    kind: str = "result"

    def __post_init__(self) -> None:
        assert self.source in SYSTEMS, self.source
        assert self.kind in ("result", "claim", "time", "record"), self.kind


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What came of a claim.

    >>> claim = Claim(name="count", source="klochko", says="5x5 has 1728", find=lambda lab: agrees("1728"))
    >>> Finding(claim=claim, answer=agrees("1728"), seconds=0.5).as_json()["verdict"]
    'agrees'
    """

    claim: Claim
    answer: Answer
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """The facts for programs."""
        claim, answer = self.claim, self.answer
        return {
            "source": claim.source,
            "name": claim.name,
            "kind": claim.kind,
            "says": claim.says,
            "gets": answer.gets,
            "verdict": answer.verdict,
            "why": answer.why,
            "measured": dict(answer.measured),
            "seconds": round(self.seconds, 3),
        }


# -- samples ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Share:
    """A share, and, where it was sampled, between which it lies with 95% confidence.

    >>> print(Share.counted(7, 64), "and", Share.sampled(90, 100))
    10.9% (7 of 64) and 90.0% (95%: 82.6 to 94.5; 100 walks)
    """

    value: float
    of: str  # what was counted, or what the sample is
    low: float
    high: float

    @classmethod
    def counted(cls, part: int, whole: int) -> "Share":
        """Of all walks there are, so many."""
        value = part / whole
        return cls(value, f"{part:,} of {whole:,}", value, value)

    @classmethod
    def sampled(cls, part: int, whole: int, things: str = "walks") -> "Share":
        """Of a sample of walks that are independent of one another, so many: Wilson's interval."""
        return cls(part / whole, f"{whole:,} {things}", *wilson(part, whole))

    @classmethod
    def of_orders(cls, shares: Sequence[float], walks: int) -> "Share":
        """The mean share of orders drawn at random.

        Walks by one order fare alike, so it is the orders that are the sample: the interval is Student's, of
        their shares.

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
        """Whether chance has a say in it."""
        return self.low < self.high

    def __str__(self) -> str:
        if not self.is_sample:
            return f"{self.value:.1%} ({self.of})"
        return f"{self.value:.1%} (95%: {100 * self.low:.1f} to {100 * self.high:.1f}; {self.of})"

    def meets(self, low: float, high: float) -> bool:
        """Whether the interval has anything in common with this one.

        >>> Share.sampled(90, 100).meets(0.94, 1.0)
        True
        """
        return self.low <= high and low <= self.high

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        return {"share": self.value, "low": self.low, "high": self.high, "of": self.of}


def student(freedom: int) -> float:
    """How many standard errors either side of a mean hold 95 in 100, with so many degrees of freedom: Cornish
    and Fisher's expansion, good to a hundredth from 4 on.

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

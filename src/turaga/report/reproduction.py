"""Collects all claims, and the findings of a run."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from turaga._version import __version__
from turaga.report.claims import VERDICTS, Claim, Finding
from turaga.rule import SYSTEMS, find_system
from turaga.text import plural
from turaga.threads import cores


def claims_of(systems: Sequence[str] = ()) -> tuple[Claim, ...]:
    """The claims of these systems, in the order of `SYSTEMS`. If no system is given, all claims.

    >>> [claim.name for claim in claims_of(["bencic"])]
    ['every start', 'combinations']
    """
    wanted = {find_system(name).name for name in systems} or SYSTEMS.keys()
    return tuple(
        claim for name in SYSTEMS if name in wanted for claim in import_module(f"turaga.report.{name}").CLAIMS
    )


@dataclass(frozen=True, kw_only=True)
class Reproduction:
    """The findings of one run.

    >>> import tempfile
    >>> from turaga.report.experiments import Experiments
    >>> with tempfile.TemporaryDirectory() as folder, Experiments(folder, quick=True) as experiments:
    ...     findings = tuple(experiments.check(claim) for claim in claims_of(["bencic"]))
    >>> print(Reproduction(findings=findings, quick=True, seconds=1.5).tally)
    2 claims: 0 agree, 2 differ
    """

    findings: tuple[Finding, ...]
    quick: bool
    seconds: float

    @property
    def counts(self) -> dict[str, int]:
        """The number of findings with each verdict."""
        counted = Counter(finding.result.verdict for finding in self.findings)
        return {verdict: counted[verdict] for verdict in VERDICTS}

    @property
    def tally(self) -> str:
        """The number of findings with each verdict, as a sentence."""
        agree, differ, undecided = self.counts.values()
        times = sum(
            finding.claim.kind == "time" and finding.result.verdict == "differs" for finding in self.findings
        )
        words = f"{plural(len(self.findings), 'claim')}: {plural(agree, 'agrees', 'agree')}, "
        words += plural(differ, "differs", "differ")
        if times:
            words += f" ({times} of them {'is a time' if times == 1 else 'are times'} on another machine)"
        return words + (f", {undecided} undecided" if undecided else "")

    def as_json(self) -> dict[str, Any]:
        """The findings as JSON."""
        return {
            "claims": len(self.findings),
            **self.counts,
            "quick": self.quick,
            "findings": [finding.as_json() for finding in self.findings],
            "cores": cores(),
            "seconds": round(self.seconds, 3),
            "version": __version__,
        }

"""Collects all claims, and the findings of a run."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from typing import Any

from turaga._version import __version__
from turaga.errors import BadInput
from turaga.report.claims import VERDICTS, Claim, Finding
from turaga.report.documents import document_of
from turaga.rule import SYSTEMS, find_system
from turaga.text import listed, plural, quoted
from turaga.threads import cores


def claims_of(systems: Sequence[str] = (), ids: Sequence[str] = ()) -> tuple[Claim, ...]:
    """The claims of these systems and the claims with these ids, in the order of the documents. Without
    systems and ids, all claims.

    >>> [claim.id for claim in claims_of(ids=["bencic/every-start"])]
    ['bencic/every-start']
    """
    named = {find_system(name).name for name in systems}
    wanted = {text.strip().lower() for text in ids}
    if not named and not wanted:
        named = set(SYSTEMS)
    claims = [claim for name in SYSTEMS for claim in import_module(f"turaga.report.{name}").CLAIMS]
    for unknown in sorted(wanted - {claim.id for claim in claims}):
        near = get_close_matches(unknown, [claim.id for claim in claims], n=3, cutoff=0.4)
        raise BadInput(
            f"there is no claim {quoted(unknown)}",
            accepted=f"did you mean {listed(near, 'or')}?" if near else "use an id such as klochko/fig-3.5",
            field="claim",
        )
    return tuple(claim for claim in claims if claim.source in named or claim.id in wanted)


@dataclass(frozen=True, kw_only=True)
class Reproduction:
    """The findings of one run.

    >>> import tempfile
    >>> from turaga.report.experiments import Experiments
    >>> with tempfile.TemporaryDirectory() as folder, Experiments(folder, quick=True) as experiments:
    ...     findings = tuple(experiments.check(claim) for claim in claims_of(["bencic"]))
    >>> print(Reproduction(findings=findings, quick=True, seconds=1.5).tally)
    9 claims: 3 agree, 4 differ, 1 undecided, 1 not run
    """

    findings: tuple[Finding, ...]
    quick: bool
    seconds: float

    @property
    def covers(self) -> str:
        """What this run tested: all claims or some, with which samples. One or two sentences.

        >>> Reproduction(findings=(), quick=True, seconds=0).covers.partition(". ")[0]
        'This run tested none of the claims'
        """
        of_all = Counter(claim.source for claim in claims_of())
        of_ours = Counter(finding.claim.source for finding in self.findings)
        whole = [source for source in of_ours if of_ours[source] == of_all[source]]
        parts = [
            f"{of_ours[source]} of the {of_all[source]} claims of {source.capitalize()}"
            for source in of_ours
            if source not in whole
        ]
        if of_ours == of_all:
            words = f"This run covers all {of_all.total()} claims. "
        elif not of_ours:
            words = "This run tested none of the claims. "
        else:
            all_of = [f"all claims of {listed(source.capitalize() for source in whole)}"] if whole else []
            words = f"This run covers only {listed([*all_of, *parts])}. "
        if self.quick:
            return words + "It is a quick run: samples are smaller, and what takes minutes is left out."
        return words + "It is a full run."

    @property
    def counts(self) -> dict[str, int]:
        """The number of findings with each verdict."""
        counted = Counter(finding.result.verdict for finding in self.findings)
        return {verdict: counted[verdict] for verdict in VERDICTS}

    @property
    def tally(self) -> str:
        """The number of findings with each verdict, as a sentence."""
        agree, differ, undecided, not_run = self.counts.values()
        times = sum(
            finding.claim.kind == "time" and finding.result.verdict == "differs" for finding in self.findings
        )
        words = f"{plural(len(self.findings), 'claim')}: {plural(agree, 'agrees', 'agree')}, "
        words += plural(differ, "differs", "differ")
        if times:
            words += f" ({times} of them {'is a time' if times == 1 else 'are times'} on another machine)"
        words += f", {undecided} undecided" if undecided else ""
        return words + (f", {not_run} not run" if not_run else "")

    def as_json(self) -> dict[str, Any]:
        """The findings as JSON."""
        return {
            "claims": len(self.findings),
            **{verdict.replace(" ", "_"): count for verdict, count in self.counts.items()},
            "quick": self.quick,
            "documents": {
                source: str(document_of(source))
                for source in dict.fromkeys(finding.claim.source for finding in self.findings)
            },
            "findings": [finding.as_json() for finding in self.findings],
            "cores": cores(),
            "seconds": round(self.seconds, 3),
            "version": __version__,
        }

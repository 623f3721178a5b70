"""All claims, and what came of putting them to the test."""

from collections.abc import Iterator, Sequence
from importlib import import_module

from turaga.errors import BadRule
from turaga.limits import Progress
from turaga.report.claims import Claim, Finding
from turaga.report.lab import Lab
from turaga.rule import SYSTEMS
from turaga.wording import short

__all__ = ["claims_of", "reproduce"]


def claims_of(systems: Sequence[str] = ()) -> tuple[Claim, ...]:
    """The claims of these systems, of all if none is named, in the sequence of `SYSTEMS`.

    >>> [claim.name for claim in claims_of(["bencic"])]
    ['every start', 'combinations']
    """
    names = [name.strip().lower() for name in systems]
    for name in names:
        if name not in SYSTEMS:
            raise BadRule(f"system {short(name)!r} is not known: the systems are {', '.join(SYSTEMS)}")
    return tuple(
        claim
        for name in SYSTEMS
        if not names or name in names
        for claim in import_module(f"turaga.report.{name}").CLAIMS
    )


def reproduce(
    lab: Lab, systems: Sequence[str] = (), *, progress: Progress | None = None
) -> Iterator[Finding]:
    """What comes of each claim, one after the other; minutes for all of them, less than one in a quick lab.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, Lab(folder, quick=True) as lab:
    ...     [(finding.claim.name, finding.answer.verdict) for finding in reproduce(lab, ["bencic"])]
    [('every start', 'differs'), ('combinations', 'differs')]
    """
    claims = claims_of(systems)
    for i, claim in enumerate(claims, start=1):
        what = f"{i} of {len(claims)}, {claim.source}: {claim.name}"
        yield lab.check(claim, progress=progress, what=what)

"""Verdicts that follow from a condition, from shares, or from comparisons."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from turaga.report.claims import ClaimResult, Share, agrees, differs, undecided
from turaga.report.printed_grids import PrintedGrid

_NOTHING: Mapping[str, Any] = MappingProxyType({})


def judged(
    holds: bool,
    gets: str,
    *,
    why: str = "",
    otherwise: str,
    measured: Mapping[str, Any] = _NOTHING,
    comparisons: Sequence[PrintedGrid] = (),
) -> ClaimResult:
    """`agrees` if the condition holds, with `why`; else `differs`, with `otherwise` as the reason.

    >>> judged(False, "63 of 64", otherwise="one start fails").verdict
    'differs'
    """
    if holds:
        return agrees(gets, why, measured=measured, comparisons=comparisons)
    return differs(gets, otherwise, measured=measured, comparisons=comparisons)


def bounded(
    shares: Iterable[Share],
    low: float,
    high: float,
    gets: str,
    *,
    why: str = "",
    otherwise: str,
    measured: Mapping[str, Any] = _NOTHING,
) -> ClaimResult:
    """`agrees` if all shares lie between the bounds, with `why`. `differs` if the whole interval of one lies
    outside, with `otherwise`. In between the sample is too small, and the result is `undecided`: a wide
    interval is no evidence.

    >>> for part, whole in ((46, 100), (40, 100), (4000, 10_000)):
    ...     print(bounded([Share.sampled(part, whole)], 0.425, 0.475, "", otherwise="less").verdict)
    agrees
    undecided
    differs
    """
    shares = list(shares)
    if all(share.within(low, high) for share in shares):
        return agrees(gets, why, measured=measured)
    if any(share.excludes(low, high) for share in shares):
        return differs(gets, otherwise, measured=measured)
    too_small = f"the sample is too small: an estimate is not between {low:.1%} and {high:.1%}, but its "
    return undecided(gets, f"{too_small}interval overlaps these bounds", measured=measured)


def compared(
    comparisons: Sequence[PrintedGrid],
    *,
    holds: bool = True,
    also: str = "",
    why: str = "",
    otherwise: str,
    measured: Mapping[str, Any] = _NOTHING,
) -> ClaimResult:
    """`agrees` if every entry of every comparison is the same and the condition holds. `also` is added to the
    result.

    >>> from turaga.report.printed_grids import entries
    >>> table = PrintedGrid(title="the row", printed=entries([[1, 2]]), ours=entries([[1, 2]]))
    >>> compared([table], also="a walk", otherwise="").gets
    'the row: all 2 squares are the same; a walk'
    """
    words = [f"{comparison.title}: {comparison.sentence}" for comparison in comparisons]
    same = {comparison.title: comparison.same for comparison in comparisons}
    return judged(
        holds and all(same.values()),
        "; ".join([*words, *([also] if also else [])]),
        why=why,
        otherwise=otherwise,
        measured={**measured, "same": same},
        comparisons=comparisons,
    )

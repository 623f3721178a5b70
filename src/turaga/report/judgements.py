"""Verdicts that follow from a condition, or from comparisons."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from turaga.report.claims import ClaimResult, agrees, differs
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

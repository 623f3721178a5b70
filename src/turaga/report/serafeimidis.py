"""The claims of Serafeimidis's thesis, in the order of the thesis."""

import re

from turaga.report import (
    serafeimidis_boards,
    serafeimidis_counts,
    serafeimidis_ends,
    serafeimidis_existence,
    serafeimidis_maps,
    serafeimidis_orders,
    serafeimidis_rates,
    serafeimidis_retries,
    serafeimidis_times,
)
from turaga.report.claims import Claim

_MODULES = (
    serafeimidis_counts,
    serafeimidis_boards,
    serafeimidis_existence,
    serafeimidis_maps,
    serafeimidis_times,
    serafeimidis_rates,
    serafeimidis_retries,
    serafeimidis_orders,
    serafeimidis_ends,
)


def _place(claim: Claim) -> tuple[list[int], int]:
    """Where a claim is in the thesis: its first section, then its first figure, table or part."""
    section = re.search(r"[0-9][0-9.]*(?<=[0-9])", claim.section)
    figure = re.search(r"(?:Figs?\.?|Table|part) ([0-9]+)", claim.section)
    assert section is not None, claim.section
    return [int(part) for part in section[0].split(".")], int(figure[1]) if figure else 0


CLAIMS = tuple(sorted((claim for module in _MODULES for claim in module.CLAIMS), key=_place))

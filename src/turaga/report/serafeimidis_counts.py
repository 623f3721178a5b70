"""The numbers of tours of 8x8 that Serafeimidis's thesis quotes."""

from functools import partial

from turaga.board import Board
from turaga.counting.estimate import Estimate, estimate_tours
from turaga.counting.known import published_count
from turaga.counting.request import count as count_tours
from turaga.report.chessboard_counts import COUNTED, closed_tours_of_8x8
from turaga.report.claims import Claim, ClaimResult, agrees, differs, not_run, undecided
from turaga.report.experiments import Experiments
from turaga.report.small_counts import count_walks, power
from turaga.tours import Tours

_OPEN_TOURS = 3926356053343005839641342729308535057127083875101072
_CLOSED_TOURS = 13_267_364_410_532
_ANNOUNCED = 33_439_123_484_294  # by Loebbing and Wegener in 1996


def _open_tours(experiments: Experiments) -> ClaimResult:
    """What the printed number counts, and an estimate of the number of open tours by random probes."""
    board = Board("8x8")
    same = [moves for moves in range(1, 100) if count_walks(board, moves) == _OPEN_TOURS]
    found = estimate_tours(Tours(board), probes=experiments.pick(100_000, 1_000_000))
    gets = (
        f"about {power(found.estimate)} ({found.probes:,} probes), which is {_times_fewer(found)} times fewer"
    )
    measured = {"estimate": found.as_json(), "walks_of_moves": same}
    if found.low is not None and found.low <= _OPEN_TOURS <= (found.high or 0):
        return agrees(gets, measured=measured)
    why = (
        "the known number is 9,795,914,085,489,952, each tour counted once (half of the number in OEIS "
        "A165134); no run of this report counts it"
    )
    if same:
        why = (
            f"the printed number is exactly the number of walks of {same[0]} moves on 8x8 that can revisit "
            f"squares; {why}"
        )
    return differs(gets, why, measured=measured)


def _times_fewer(found: Estimate) -> str:
    return power(_OPEN_TOURS // max(1, found.estimate))


def _closed_tours(experiments: Experiments) -> ClaimResult:
    """The number for 8x8, and for 6x6 both numbers."""
    once = count_tours("6x6", closed=True, method="enumerate").count
    each_way = count_tours("6x6", closed=True, directed=True, method="enumerate").count
    found = closed_tours_of_8x8(experiments)
    measured = {"6x6_once": once, "6x6_each_way": each_way, **found.measured}
    gets = f"{found.words}; on 6x6, {once:,} and {each_way:,}"
    if found.can_be(_CLOSED_TOURS // 2):
        return agrees(gets, measured=measured) if found.exact else not_run(COUNTED, gets, measured=measured)
    why = (
        f"counted in both directions, as the thesis says, {_CLOSED_TOURS:,} would be {_CLOSED_TOURS // 2:,} "
        "tours, each counted once, which the estimate excludes"
    )
    if found.exact:
        why = "the number differs from the printed one"
        if found.can_be(_CLOSED_TOURS):
            why = (
                "the printed number counts each tour once; counted in both directions, as the thesis says, "
                "there are twice as many"
            )
    return differs(gets, why, measured=measured)


def _not_computed(experiments: Experiments) -> ClaimResult:
    """The published number of open tours, and whether an estimate is near it."""
    tours = Tours(Board("8x8"), directed=True)
    known = published_count(tours)
    small = count_tours("6x6", directed=True).count
    gets = f"6x6 has {small:,} tours in both directions, which takes a second to count; for 8x8, "
    if known is None:
        return undecided(f"{gets}no number is known to Turaga", "nobody has counted them so far")
    return differs(
        f"{gets}{known:,} have been published",
        "they have been counted since 2014 (OEIS A165134), after the thesis was written: a sweep over the "
        "board counts tours without listing them. No run of this report repeats it, which would take about "
        "340 GB of memory",
        measured={"6x6": small, "published_8x8": known},
    )


def _corrected(experiments: Experiments) -> ClaimResult:
    """Which of the two numbers of the bibliography is right."""
    found = closed_tours_of_8x8(experiments)
    right, wrong = found.can_be(_CLOSED_TOURS), found.can_be(_ANNOUNCED)
    gets = found.words
    if not found.exact:
        gets += "; this " + ("does not exclude" if wrong else "excludes") + f" {_ANNOUNCED:,}"
        gets += " and " + ("does not exclude" if right else "excludes") + f" {_CLOSED_TOURS:,}"
    if right and not found.exact:
        return not_run(COUNTED, gets, measured=found.measured)
    if right:
        why = (
            "here the thesis has it right; its section 1.1 gives the corrected number in the title of the "
            "paper, which in fact has the wrong one"
        )
        return agrees(gets, why, measured=found.measured)
    return differs(gets, "the corrected number is not right either", measured=found.measured)


_claim = partial(Claim, source="serafeimidis", kind="quoted")

CLAIMS = (
    _claim(
        name="closed tours of 8x8", section="section 1.1", find=_closed_tours,
        says=f"8x8 has {_CLOSED_TOURS:,} closed tours, both directions, rotations and reflections counted "
        "separately",
    ),
    _claim(
        name="open tours of 8x8", section="section 1.1", find=_open_tours,
        says=f"8x8 has about 4*10^51 open tours, exactly {_OPEN_TOURS}",
    ),
    _claim(
        name="open tours not computed", section="section 1.1", kind="claim", find=_not_computed,
        says="the open tours of 8x8 have not been counted, because that would take longer than the stars "
        "shine",
    ),
    _claim(
        name="corrected number", section="section 11, source 4", find=_corrected,
        says=f"the {_ANNOUNCED:,} closed tours of 8x8 that Loebbing and Wegener announced are wrong; "
        f"{_CLOSED_TOURS:,} is right",
    ),
)  # fmt: skip

"""The numbers of tours of 8x8 that Serafeimidis's thesis quotes."""

from functools import partial

from turaga.board import Board
from turaga.count.estimate import Estimate, estimate_tours
from turaga.count.methods import count_tours
from turaga.report.chessboard_counts import closed_tours_of_8x8
from turaga.report.claims import Claim, ClaimResult, agrees, differs, undecided
from turaga.report.experiments import Experiments
from turaga.report.small_counts import count_walks, power

_OPEN_TOURS = 3926356053343005839641342729308535057127083875101072
_CLOSED_TOURS = 13_267_364_410_532
_ANNOUNCED = 33_439_123_484_294  # by Loebbing and Wegener in 1996


def _open_tours(experiments: Experiments) -> ClaimResult:
    """What the printed number counts, and an estimate of the number of open tours by random probes."""
    board = Board("8x8")
    same = [moves for moves in range(1, 100) if count_walks(board, moves) == _OPEN_TOURS]
    found = estimate_tours(board, probes=experiments.pick(100_000, 1_000_000))
    gets = (
        f"about {power(found.estimate)} ({found.probes:,} probes), which is {_times_fewer(found)} times fewer"
    )
    measured = {"estimate": found.as_json(), "walks_of_moves": same}
    if found.low is not None and found.low <= _OPEN_TOURS <= (found.high or 0):
        return agrees(gets, measured=measured)
    why = "the known number is 9,795,914,085,489,952, undirected; we do not count it here"
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
    undirected, directed = found.can_be(_CLOSED_TOURS), found.can_be(_CLOSED_TOURS // 2)
    if undirected and not directed:
        why = (
            "the printed number counts each tour once; counted in both directions, as the thesis says, there "
            "are twice as many"
        )
        return differs(gets, why, measured=measured)
    if directed and not undirected:
        return agrees(gets, measured=measured)
    if directed:
        return undecided(
            gets, "the estimate does not distinguish the number from its half", measured=measured
        )
    return differs(gets, "the number differs from the printed one", measured=measured)


def _corrected(experiments: Experiments) -> ClaimResult:
    """Which of the two numbers of the bibliography is right."""
    found = closed_tours_of_8x8(experiments)
    right, wrong = found.can_be(_CLOSED_TOURS), found.can_be(_ANNOUNCED)
    gets = found.words
    if right and not wrong:
        why = (
            "here the thesis has it right; its section 1.1 gives the corrected number in the title of the "
            "paper, which in fact has the wrong one"
        )
        return agrees(gets, why, measured=found.measured)
    if right:
        return undecided(gets, "the estimate does not distinguish the two numbers", measured=found.measured)
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
        name="corrected number", section="section 11, source 4", find=_corrected,
        says=f"the {_ANNOUNCED:,} closed tours of 8x8 that Loebbing and Wegener announced are wrong; "
        f"{_CLOSED_TOURS:,} is right",
    ),
)  # fmt: skip

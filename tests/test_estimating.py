"""Knuth's estimate: close to the published numbers, the same for the same seed, and honest without a tour."""

import json
import math

import numpy as np
import pytest

from published import COUNTS
from turaga import Board
from turaga.counting.estimate import _Sums, default_probes, estimate_tours
from turaga.errors import BadRule
from turaga.tours import Tours

OPEN, CLOSED = COUNTS["open"], COUNTS["closed"]


@pytest.mark.parametrize(
    ("tours", "known"),
    [
        (Tours("5x5"), OPEN["5x5"]),
        (Tours("5x5", directed=True), COUNTS["open_directed_square"]["5"]),
        (Tours("5x5", start="1,1"), COUNTS["directed_from_start_5x5"]["corner"]),
        (Tours("5x5", start="3,3", directed=True), COUNTS["directed_from_start_5x5"]["centre"]),
        (Tours("5x6"), OPEN["5x6"]),
        (Tours("3x10"), OPEN["3x10"]),
        (Tours("6x6"), OPEN["6x6"]),
        (Tours("6x6", closed=True), CLOSED["6x6"]),
        (Tours("6x6", closed=True, directed=True), 2 * CLOSED["6x6"]),
        (Tours("6x6", closed=True, start="3,3"), CLOSED["6x6"]),
        # Every closed tour has both moves of the corner.
        (Tours("6x6", closed=True, start="1,1", end="2,3"), CLOSED["6x6"]),
        (Tours(Board(3, 3, holes=[(1, 1)]), closed=True), 1),
        (Tours(Board(6, 6, leaper=(0, 1)), closed=True), 1072),  # OEIS A003763
    ],
    ids=lambda value: value.words if isinstance(value, Tours) else str(value),
)
@pytest.mark.parametrize("seed", [0, 1])
def test_estimates_are_near_the_truth(tours, known, seed):
    found = estimate_tours(tours, probes=50_000, seed=seed)
    assert abs(found.estimate - known) <= 5 * found.error
    assert found.error < known / 5 or known == 1
    assert found.low <= found.estimate <= found.high
    assert 0 < found.reached < found.probes == 50_000 or known == 1


def test_the_same_seed_gives_the_same_estimate():
    tours = Tours("5x6")
    one, same, other = (estimate_tours(tours, probes=2000, seed=seed) for seed in (3, 3, 4))
    assert (one.estimate, one.reached) == (same.estimate, same.reached)
    assert one.estimate != other.estimate


def test_progress_does_not_change_the_estimate():
    told = []
    tours = Tours("8x8", closed=True)
    probes = 40_000
    found = estimate_tours(tours, probes=probes, progress=lambda *facts: told.append(facts))
    assert found.estimate == estimate_tours(tours, probes=probes).estimate
    assert len(told) > 1
    assert {whole for _, _, whole in told} == {probes}


def test_theory_answers_without_probes():
    found = estimate_tours(Tours("4x9", closed=True))
    assert (found.estimate, found.low, found.high, found.probes) == (0, 0, 0, 0)
    assert "4 rows" in found.reason
    assert estimate_tours(Tours("1x1")).estimate == 1


def test_without_a_tour_there_is_no_estimate():
    found = estimate_tours(Tours("40x40", closed=True), probes=3)
    assert (found.estimate, found.low, found.high, found.reached) == (0, None, None, 0)
    assert found.reason == "none of the 3 random probes became a tour"


def test_a_single_probe_and_a_single_tour_are_in_the_singular():
    assert estimate_tours(Tours("40x40"), probes=1).reason == "the only random probe did not become a tour"
    ring = Board(3, 3, holes=[(1, 1)])
    assert estimate_tours(Tours(ring), probes=1).reason == "the only random probe became a tour"
    reasons = {estimate_tours(Tours("6x6", closed=True), probes=40, seed=s).reason for s in range(30)}
    assert "1 of 40 random probes became a tour" in reasons
    told = []
    estimate_tours(Tours(ring), probes=125_001, progress=lambda *facts: told.append(facts))
    assert [what for what, _, _ in told] == [f"random probes, {n} tours found" for n in ("0", "125,000")]


def test_numbers_beyond_floats():
    sums = _Sums()
    sums.add(np.array([3000.0, -1.0, 2999.0, -1.0]))
    sums.add(np.array([3001.0, -1.0, -1.0, -1.0]))
    mean, error = sums.mean(1.0)
    assert mean == (2**3000 + 2**2999 + 2**3001) // 8
    weights = [2, 1, 4, 0, 0, 0, 0, 0]  # times 2**2999
    spread = np.std(weights, ddof=1) / math.sqrt(8)
    assert error * 10**6 // 2**2999 == pytest.approx(spread * 10**6, rel=1e-5)


def test_an_estimate_as_json():
    facts = json.loads(json.dumps(estimate_tours(Tours("5x5", start="a1"), probes=1000, seed=5).as_json()))
    assert facts["method"] == "estimate"
    assert (facts["tours"]["start"], facts["tours"]["kind"]) == ([5, 1], "open")
    assert (facts["probes"], facts["seed"]) == (1000, 5)
    assert facts["share"] == facts["reached"] / 1000


@pytest.mark.parametrize(
    "options",
    [{"probes": 0}, {"probes": 1.5}, {"seed": -1}],
)
def test_wrong_numbers_are_rejected(options):
    with pytest.raises(BadRule) as caught:
        estimate_tours(Tours("5x5"), **options)
    assert caught.value.field in options


def test_boards_that_are_too_large_are_rejected():
    with pytest.raises(BadRule, match="at most 1,000,000 squares"):
        estimate_tours(Tours("1000000x1000000"))
    assert default_probes(Board("1000x1000")) == 1000

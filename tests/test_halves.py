"""Method halves: counts, samples and ranks, compared with published numbers and plain search."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from fairness import SIGMAS, demand_fair, unevenness
from published import COUNTS
from turaga import Board, Tour, verify
from turaga.counting.closed_halves import HalvesJoin, count_by_halves
from turaga.counting.closed_halves_fit import can_halve, require_halves
from turaga.counting.enumeration import count_by_listing
from turaga.counting.sweep import count_by_sweep
from turaga.errors import BadRule, BadText, NoTours
from turaga.sampling.closed_halves import HalvesSampler
from turaga.tours import Tours
from turaga.verify import require_tours

CLOSED = COUNTS["closed"]


def closed(board):
    return Tours(board, closed=True)


@pytest.fixture(scope="module")
def six():
    return HalvesSampler.make(closed("6x6"))


@pytest.fixture(scope="module")
def all_of_six(six):
    """The tours of 6x6, in the order of their ranks."""
    return [six.unrank(k) for k in range(1, six.total + 1)]


@pytest.fixture(scope="module")
def drawn(six):
    """How often each tour of 6x6 comes in 100,000 samples. That is ten per tour, so that none should be
    missing."""
    return Counter(bytes(row) for row in six.draw_numbers(100_000, seed=1).astype(np.uint8))


# -- counts ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "size",
    ["3x4", "3x8", "3x10", "3x12", "3x20", "4x6", "4x9", "5x6", "5x8", "5x10", "6x6", "6x7", "6x8", "8x6"],
)
def test_closed_counts_are_the_published_ones(size):
    rows, cols = sorted(map(int, size.split("x")))
    assert count_by_halves(closed(size)).count == CLOSED[f"{rows}x{cols}"]


def test_counts_beyond_a_word_are_combined_from_primes(monkeypatch):
    monkeypatch.setattr(HalvesJoin, "fits", False)
    assert count_by_halves(closed("6x6")).count == CLOSED["6x6"]
    assert count_by_halves(closed("5x10")).count == CLOSED["5x10"]


def test_primes_are_used_if_a_word_is_too_small():
    """3x60 has 83,842,346,389,750,721,268,361,216 closed tours, also by a sweep. Its classes exceed a
    word."""
    tours = closed("3x60")
    assert count_by_halves(tours).count == count_by_sweep(tours).count == 83842346389750721268361216


@given(st.data())
@settings(max_examples=25, deadline=None)
def test_boards_with_holes_match_a_plain_search(data):
    """Compared with a list of the tours, which does not use halves."""
    rows, cols = data.draw(st.sampled_from([(5, 6), (6, 5), (6, 6), (5, 5), (4, 7)]))
    squares = [(r, c) for r in range(rows) for c in range(cols)]
    light, dark = ([s for s in squares if sum(s) % 2 == colour] for colour in (0, 1))
    many = data.draw(st.integers(0, 3))
    more = len(light) - len(dark)  # remove as many of each colour, or there is nothing to count
    holes = data.draw(st.permutations(light))[: many + more] + data.draw(st.permutations(dark))[:many]
    tours = closed(Board(rows, cols, holes=holes))
    if can_halve(tours):
        assert count_by_halves(tours).count == count_by_listing(tours).count


def test_boards_with_holes_that_have_tours():
    """Random holes seldom leave a tour; these do. Some of the boards have mirror symmetry."""
    for holes in ([(0, 0), (0, 5)], [(4, 0), (4, 5)], [(2, 2), (5, 4)], [(5, 1), (0, 5)], [(0, 0), (5, 0)]):
        tours = closed(Board(6, 6, holes=holes))
        assert count_by_halves(tours).count == count_by_listing(tours).count > 0


@pytest.mark.parametrize(
    ("tours", "says"),
    [
        (Tours("6x6"), "closed tours only"),
        (Tours("6x6", closed=True, start="1,1", end="2,3"), "not support a start and an end"),
        (closed(Board("6x6").with_leaper((1, 3))), "only the knight"),
        (closed("9x9"), "3 to 8 squares"),
        (closed("8x9"), "more than 18,525,218 states"),
        (closed("6x30"), "the limit is 7"),
        (closed(Board(6, 6, holes=[(r, c) for r in (0, 1) for c in range(6)])), "only holes"),
    ],
)
def test_tours_that_halves_cannot_count_are_rejected(tours, says):
    assert not can_halve(tours)
    with pytest.raises(BadRule, match=says):
        require_halves(tours)


# -- samples --------------------------------------------------------------------------------------------


def test_every_tour_of_6x6_has_the_same_probability(drawn):
    """On average, half a tour of 9,862 is missing from so many samples, so one or two may be."""
    assert CLOSED["6x6"] - 5 <= len(drawn) <= CLOSED["6x6"]
    demand_fair(drawn.values(), CLOSED["6x6"])
    rows = np.array([list(row) for row in drawn], dtype=np.int32)
    require_tours(Board("6x6"), rows, closed=True)


def test_the_uniformity_test_detects_the_mirror_mistake(drawn):
    """A sampler that merges mirror images of halves, but never reflects a half that is its own mirror image,
    would still sample only tours, but 114 of the 9,862 would never come. Here that mistake is applied to the
    samples."""
    counts = Counter()
    for row, times in drawn.items():
        counts[trapped(row)] += times
    kinds = CLOSED["6x6"]
    assert unevenness(counts.values(), kinds) > SIGMAS


def test_the_mirror_mistake_is_the_documented_one(all_of_six):
    assert len(all_of_six) - len({trapped(bytes(tour.indices)) for tour in all_of_six}) == 114


def trapped(row):
    """The moves of a tour of 6x6 after that mistake: halves that are their own mirror image get one
    orientation."""
    moves = {(min(move), max(move)) for move in pairwise((*row, row[0]))}
    above = frozenset(move for move in moves if move[0] < 12)
    below = frozenset(move for move in moves if move[1] >= 24)
    return frozenset(moves - above - below) | oriented(above) | oriented(below)


@cache
def oriented(half):
    """The half, or the smaller of the half and its mirror image if they look the same from the middle."""
    mirrored = [[6 * (n // 6) + 5 - n % 6 for n in move] for move in half]
    mirrored = frozenset((min(move), max(move)) for move in mirrored)
    return min(half, mirrored, key=sorted) if look(half) == look(mirrored) else half


def look(half):
    """The degrees and the pairs of ends of a half on the two rows in the middle."""
    near = {}
    for a, b in half:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    pairs = set()
    for end in (n for n in near if 12 <= n < 24 and len(near[n]) == 1):
        before, at = None, end
        while ahead := [n for n in near[at] if n != before]:
            before, at = at, ahead[0]
        pairs.add(frozenset((end, at)))
    return {n: len(near[n]) for n in near if 12 <= n < 24}, pairs


def test_the_same_seed_gives_the_same_tours_together_or_apart(six):
    together = [tour.indices for tour in six.draw(300, seed=5)]
    apart = [tour.indices for i in range(0, 300, 7) for tour in six.draw(min(7, 300 - i), 5, first=i)]
    assert together == apart
    assert together != [tour.indices for tour in six.draw(300, seed=6)]


def test_large_numbers_of_pairs_are_sampled_to_the_last_bit():
    """3x42 has 2**58 pairs of halves, more than a float can distinguish."""
    sampler = HalvesSampler.make(closed("3x42"))
    assert int(sampler._space.heads[-1]).bit_length() > 53
    ranks = [sampler.rank(tour) for tour in sampler.draw(300, seed=1)]
    for parts in (2, 4, 8):
        demand_fair(Counter(rank % parts for rank in ranks).values(), parts)


def test_threads_can_sample_at_the_same_time(six):
    with ThreadPoolExecutor(3) as pool:
        drawn = list(pool.map(lambda _: [t.indices for t in six.draw(400, seed=1)], range(3)))
    assert drawn[0] == drawn[1] == drawn[2]


def test_wide_boards_and_odd_lengths_are_sampled():
    for size in ("3x10", "10x3", "6x7", "7x6", "5x6", "6x5"):
        sampler = HalvesSampler.make(closed(size))
        assert all(verify(tour).closed for tour in sampler.draw(20, seed=0))


def test_boards_whose_halves_do_not_join_have_no_tours():
    with pytest.raises(NoTours, match="single circuit"):
        HalvesSampler.make(closed("3x8"))


@pytest.mark.parametrize(
    ("tours", "says"),
    [
        (Tours("5x6"), "closed tours only"),
        (Tours("6x6", closed=True, start="1,1", end="2,3"), "not support a start and an end"),
        (closed(Board("4x4").with_leaper((0, 1))), "only the knight"),
        (closed("9x10"), "3 to 8 squares"),
        (closed("1000000x1000000"), "3 to 8 squares"),
        (closed("3x46"), r"more than 2\^62"),
    ],
)
def test_tours_that_halves_cannot_sample_are_rejected(tours, says):
    with pytest.raises(BadRule, match=says):
        HalvesSampler.make(tours)


# -- ranks ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["5x6", "3x12", "10x3"])
def test_rank_and_unrank_are_inverse(size):
    sampler = HalvesSampler.make(closed(size))
    tours = [sampler.unrank(k) for k in range(1, sampler.total + 1)]
    assert len({naive.moves_of(tour, closed=True) for tour in tours}) == sampler.total
    assert [sampler.rank(tour) for tour in tours] == list(range(1, sampler.total + 1))


def test_every_rank_of_6x6(six, all_of_six):
    assert len({naive.moves_of(tour, closed=True) for tour in all_of_six}) == six.total == CLOSED["6x6"]
    assert [six.rank(tour) for tour in all_of_six[::10]] == list(range(1, six.total + 1, 10))


def test_ranks_of_6x8():
    sampler = HalvesSampler.make(closed("6x8"))
    assert sampler.count() == CLOSED["6x8"]
    numbers = [1, 2, sampler.total, *(1 + k * 7_919_993 % sampler.total for k in range(40))]
    assert [sampler.rank(sampler.unrank(k)) for k in numbers] == numbers


def test_the_rank_does_not_depend_on_start_and_direction(six):
    tour = six.unrank(4711)
    turned = Tour(tour.board, [*tour.squares[10:], *tour.squares[:10]][::-1])
    assert six.rank(turned) == 4711


@pytest.mark.parametrize("number", [0, -1, 9863, 10**30])
def test_ranks_without_a_tour_are_rejected(six, number):
    with pytest.raises(BadRule) as caught:
        six.unrank(number)
    assert caught.value.field == "number"


# -- storage --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["6x6", "6x7"])
def test_a_sampler_is_restored_from_its_arrays(size):
    sampler = HalvesSampler.make(closed(size))
    again = HalvesSampler.from_arrays(closed(size), sampler.arrays())
    assert [t.indices for t in again.draw(50, 3)] == [t.indices for t in sampler.draw(50, 3)]
    assert again.total == sampler.total
    assert again.unrank(17) == sampler.unrank(17)


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_random_arrays_never_read_out_of_bounds(six, data):
    """Either loading or sampling is rejected, or the samples are tours after all."""
    kept = {name: array.copy() for name, array in six.arrays().items()}
    name = data.draw(st.sampled_from(sorted(kept)))
    array = kept[name]
    match data.draw(st.sampled_from(["write", "cut", "lose"])):
        case "write":
            at = data.draw(st.integers(0, len(array) - 1))
            info = np.iinfo(array.dtype)
            array[at] = data.draw(st.integers(info.min, info.max) | st.integers(0, 100))
        case "cut":
            kept[name] = array[: data.draw(st.integers(0, len(array) - 1))]
        case "lose":
            del kept[name]
    try:
        sampler = HalvesSampler.from_arrays(closed("6x6"), kept)
        for tour in sampler.draw(3, seed=1):
            assert verify(tour).closed
    except (BadText, LookupError):  # `load_sampler` turns these into `BadStore`
        pass


def test_deceptive_arrays_are_rejected(six):
    kept = {name: array.copy() for name, array in six.arrays().items()}
    wild = {**kept, "above_begins": kept["above_begins"].copy()}
    wild["above_begins"][1:3] = 3 << 61, -(5 << 60)  # their difference overflows to a positive number
    no_matchings = {**kept, "lower_words": np.zeros_like(kept["lower_words"])}
    for arrays, tours in ((wild, closed("6x6")), (no_matchings, closed("6x6")), (kept, Tours("6x6"))):
        with pytest.raises(BadText):
            HalvesSampler.from_arrays(tours, arrays)

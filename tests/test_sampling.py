"""Uniform samples, ranks and unranking: compared with plain enumeration and published counts."""

import contextlib
import random
from collections import Counter
from functools import cache
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fairness
import naive
from published import COUNTS
from turaga import Board, Tour, Tours, Walk, sample, verify
from turaga.errors import BadInput, BadRule, BadText
from turaga.frontier.layers import ScanOrder
from turaga.rng import Rng
from turaga.sampling.choices import make_choices
from turaga.sampling.sampler import (
    InconsistentSampler,
    NoTours,
    begun_at,
    chosen_sampler,
    uniform_number,
)
from turaga.sampling.sweep import SweepSampler


@cache
def sampler(board, closed=False, start=None, end=None, method="sweep"):
    return Tours(board, closed=closed, start=start, end=end).sampler(method=method)


@cache
def every_tour(board, closed, start=None, end=None):
    """Every tour as a set of moves, by a plain search."""
    tours = Tours(board, closed=closed, start=start, end=end)
    return {naive.moves_of(path, closed) for path in naive.listing(tours)}


BOARDS = [
    (Board("3x4"), False, None, None),
    (Board("4x3"), False, (0, 0), None),
    (Board("3x7"), False, None, None),
    (Board("4x5"), False, (0, 0), None),
    (Board("5x5"), False, (0, 0), None),
    (Board("5x5"), False, (0, 0), (4, 4)),
    (Board("3x10"), True, None, None),
    (Board("5x5"), False, (2, 2), None),
    (Board("4x4").with_leaper((0, 1)), True, None, None),
    (Board("4x4").with_leaper((0, 1)), False, None, None),
    (Board("3x5").with_leaper((0, 1)), False, (0, 0), None),
    (Board("4x4").with_leaper((0, 1)), True, (1, 1), (1, 2)),
    (Board("4x4").with_leaper((0, 1)), True, (1, 1), None),
    (Board(5, 5, holes=[(0, 0)]), True, None, None),
    (Board(4, 5, holes=[(0, 0), (3, 4)]), False, None, None),
    (Board(3, 3, holes=[(1, 1)]), True, None, None),
    (Board(3, 3, holes=[(1, 1)]), False, None, None),
    (Board(2, 2, holes=[(0, 0), (0, 1), (1, 0)]), False, None, None),
    (Board("1x1"), False, None, None),
    (Board("1x2").with_leaper((0, 1)), False, None, None),
]
IDS = [f"{b} {'closed' if c else 'open'} {s} {e}" for b, c, s, e in BOARDS]


@pytest.mark.parametrize("method", ["sweep", "narrowest"])
@pytest.mark.parametrize(("board", "closed", "start", "end"), BOARDS, ids=IDS)
def test_rank_and_unrank_are_inverse(board, closed, start, end, method):
    drawn = sampler(board, closed, start, end, method)
    expected = every_tour(board, closed, start, end)
    assert drawn.total == len(expected) > 0
    seen = set()
    for number in range(1, drawn.total + 1):
        tour = drawn.unrank(number)
        assert verify(tour)
        assert drawn.rank(tour) == number
        assert drawn.rank(Tour(board, tour.squares[::-1])) == number
        if start is not None and (end is not None or not closed):
            assert tour.start == start
        if end is not None:
            assert tour.end == end
        if closed:
            assert drawn.rank(Tour(board, tour.squares[3:] + tour.squares[:3])) == number
        seen.add(naive.moves_of(tour.squares, closed))
    assert seen == expected


def place_in_order(board, moves):
    """The sort key of a tour, as `turaga.sampling.sweep` describes it: for each square in turn, whether the
    tour ends there, and its moves to later squares by (down, right)."""
    turned = board.cols > board.rows
    squares = sorted(naive.squares(board), key=lambda s: s[::-1] if turned else s)
    key = []
    for square in squares:
        others = [next(iter(pair - {square})) for pair in moves if square in pair]
        steps = [(r - square[0], c - square[1]) for r, c in others]
        ahead = sorted(step[::-1] if turned else step for step in steps)
        key.append((len(others) == 1, [step for step in ahead if step > (0, 0)]))
    return key


@pytest.mark.parametrize(("board", "closed", "start", "end"), BOARDS, ids=IDS)
def test_tours_come_in_the_documented_sequence(board, closed, start, end):
    drawn = sampler(board, closed, start, end)
    if closed and end is not None:
        expected = [moves - {frozenset((start, end))} for moves in every_tour(board, closed, start, end)]
    else:
        expected = list(every_tour(board, closed, start, end))
    expected.sort(key=lambda moves: place_in_order(board, moves))
    got = [drawn.unrank(k) for k in range(1, drawn.total + 1)]
    assert [naive.moves_of(t.squares, closed and end is None) for t in got] == expected


@pytest.mark.parametrize(
    ("size", "closed"),
    [
        ("3x8", False),
        ("4x6", False),
        ("3x12", True),
        ("5x6", True),
        ("5x6", False),
        # The totals of these exceed the 62 bits of a word on the way.
        *((f"3x{cols}", True) for cols in (42, 44, 46)),
        ("4x24", False),
    ],
)
def test_totals_are_the_published_counts(size, closed):
    assert sampler(size, closed).total == COUNTS["closed" if closed else "open"][size]


@st.composite
def questions(draw):
    rows, cols = draw(st.sampled_from([(3, 4), (4, 3), (3, 3), (4, 4), (2, 5), (1, 4)]))
    squares = [(r, c) for r in range(rows) for c in range(cols)]
    holes = draw(st.lists(st.sampled_from(squares), max_size=3, unique=True))
    leaper = draw(st.sampled_from([(1, 2), (0, 1), (0, 1), (1, 1)]))
    board = Board(rows, cols, holes=holes, leaper=leaper)
    squares = naive.squares(board)
    ends = draw(st.lists(st.sampled_from(squares), max_size=2))
    return board, draw(st.booleans()), *[*ends, None, None][:2]


@settings(max_examples=150, deadline=None)
@given(questions(), st.sampled_from(["sweep", "narrowest"]))
def test_small_boards_match_a_plain_search(question, method):
    board, closed, start, end = question
    expected = every_tour(board, closed, start, end)
    if closed and end is not None:
        closing = frozenset((start, end))
        expected = {moves for moves in expected if closing in moves}
    try:
        drawn = Tours(board, closed=closed, start=start, end=end).sampler(method=method)
    except NoTours:
        assert not expected
        return
    found = [drawn.unrank(k) for k in range(1, drawn.total + 1)]
    assert {naive.moves_of(t.squares, closed) for t in found} == expected
    assert len(found) == len(expected)


def test_tours_to_an_end_alone_end_there():
    board = Board("4x5")
    every = [path for start in naive.squares(board) for path in naive.tours(board, start)]
    for end in naive.squares(board):
        to_there = [path for path in every if path[-1] == end]
        if not to_there:
            with pytest.raises(NoTours):
                Tours(board, end=end).sampler()
            continue
        drawn = Tours(board, end=end).sampler()
        numbered = [drawn.unrank(k) for k in range(1, drawn.count() + 1)]
        assert sorted(tour.squares for tour in numbered) == sorted(map(tuple, to_there))
        assert [drawn.rank(tour) for tour in numbered] == list(range(1, len(to_there) + 1))
        assert {tour.end for tour in drawn.draw(9, seed=1)} == {end}
        assert {tour.end for tour in sample(board, 9, end=end, seed=1)} == {end}


@pytest.mark.parametrize("method", ["halves", "sweep", "narrowest"])
def test_closed_tours_to_an_end_alone_end_there(method):
    tours = Tours("5x6", closed=True, end="3,3")
    drawn = [begun_at(tour, tours) for tour in tours.sampler(method=method).draw(5, 0)]
    assert {tour.end for tour in drawn} == {(2, 2)}
    assert all(naive.is_tour(Board("5x6"), tour.squares, closed=True) for tour in drawn)


# -- uniformity -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "closed", "start", "draws"),
    [
        ("5x5", False, None, 12_000),
        ("5x6", True, None, 2000),
        ("3x10", True, None, 2000),
        ("5x5", False, "1,1", 6000),
    ],
)
def test_every_tour_has_the_same_probability(board, closed, start, draws):
    drawn = sampler(board, closed, start)
    seen = Counter(drawn.rank(tour) for tour in drawn.draw(draws, seed=11))
    assert set(seen) <= set(range(1, drawn.total + 1))
    fairness.demand_fair(seen.values(), drawn.total)


def test_the_uniformity_test_detects_bias():
    assert fairness.deviation(18.307, 10) == pytest.approx(1.6449, abs=0.02)  # from tables
    assert fairness.deviation(135.807, 100) == pytest.approx(2.3263, abs=0.02)
    assert fairness.deviation(9539, 9861) == pytest.approx(-2.3263, abs=0.05)
    rolls = random.Random(5)
    fair = Counter(rolls.randrange(9862) for _ in range(400_000))
    fairness.demand_fair(fair.values(), 9862)
    without = Counter(rolls.randrange(9862 - 114) for _ in range(400_000))  # some tours never come
    with pytest.raises(AssertionError):
        fairness.demand_fair(without.values(), 9862)
    with pytest.raises(AssertionError):
        fairness.demand_fair([40] * 9862, 9862)  # too even to be random
    with pytest.raises(AssertionError):
        fairness.demand_fair([1] * 10, 10)  # too few to decide


@pytest.mark.parametrize("below", [2**32 - 1, 2**63 + 1, 2**64, 2**64 + 1, 10**40])
def test_a_random_number_is_below_its_limit(below):
    drawn = [uniform_number(Rng(1, i), below) for i in range(1000)]
    assert 0 <= min(drawn) <= max(drawn) < below
    fairness.demand_fair(Counter(n * 10 // below for n in drawn).values(), 10)
    fairness.demand_fair(Counter(n % 10 for n in drawn).values(), 10)
    assert uniform_number(Rng(1), 1) == 0


def test_small_random_numbers_are_uniform():
    for below in (2, 3, 5, 7, 12):
        seen = Counter(uniform_number(Rng(3, i), below) for i in range(4000))
        fairness.demand_fair(seen.values(), below)


# -- seeds ----------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_tours_together_or_apart():
    drawn = sampler("5x6", True)
    together = [drawn.rank(t) for t in drawn.draw(700, seed=4)]
    assert together == [drawn.rank(t) for t in drawn.draw(700, seed=4)]
    apart = [*drawn.draw(3, seed=4), *drawn.draw(290, seed=4, first=3), *drawn.draw(407, seed=4, first=293)]
    assert [drawn.rank(t) for t in apart] == together
    assert together != [drawn.rank(t) for t in drawn.draw(700, seed=5)]
    assert list(drawn.draw(0, seed=4)) == []
    first = [drawn.rank(next(drawn.draw(1, seed=4, first=i))) for i in (0, 1, 699)]
    assert first == [together[0], together[1], together[699]]


def test_totals_past_64_bits():
    drawn = sampler("3x80", True)
    assert drawn.total > 2**100
    rolls = random.Random(2)
    for number in [1, 2, drawn.total, *(rolls.randrange(1, drawn.total + 1) for _ in range(100))]:
        tour = drawn.unrank(number)
        assert tour.closed
        assert drawn.rank(tour) == number
    numbers = [drawn.rank(t) for t in drawn.draw(300, seed=8)]
    assert len(set(numbers)) == 300
    fairness.demand_fair(Counter(n * 16 // (drawn.total + 1) for n in numbers).values(), 16)
    fairness.demand_fair(Counter(n % 16 for n in numbers).values(), 16)


# -- requests and rejections ---------------------------------------------------------------------------


def test_the_methods_of_one_set_of_tours():
    tours = sample("5x5", 3, seed=9)
    assert tours == Tours("5x5").sample(3, seed=9) == list(islice(sampler("5x5").draw(10, seed=9), 3))
    assert Tours("3x4")[4] == sampler("3x4").unrank(5)
    for start in (None, "2,3", "3,10"):
        these = Tours("3x10", closed=True, start=start)
        among = [(tour.start, these.index(tour) + 1) for tour in these.sample(4, seed=2)]
        assert {first for first, _ in among} == {Board("3x10").read_square(start or "1,1")}
        halves = sampler("3x10", True, method="halves")
        assert [k for _, k in among] == [halves.rank(t) for t in halves.draw(4, 2)]
    closed = Tours("3x10", closed=True)[4]
    among_open = Tours("3x10").index(closed)
    assert 0 <= among_open < COUNTS["open"]["3x10"]
    assert naive.moves_of(Tours("3x10")[among_open].squares) == naive.moves_of(closed.squares)


@pytest.mark.parametrize(
    ("board", "options", "says"),
    [
        ("4x6", {"closed": True}, "no board with 4 rows"),
        ("3x5", {}, "3x5 has no tour"),
        ("1x1", {"closed": True}, "at least three squares"),
        ("3x4", {"start": "1,1", "end": "1,1"}, "cannot start and end on the same square"),
        ("5x5", {"start": "1,2"}, "b5"),
        (Board("4x4").with_leaper((0, 2)), {}, ""),
        (Board(4, 4, holes=[(0, 3), (3, 0)]), {"closed": True}, ""),
    ],
)
def test_boards_without_tours_give_a_reason(board, options, says):
    with pytest.raises(NoTours) as caught:
        Tours(board, **options).sampler(method="sweep")
    assert says in caught.value.reason
    assert isinstance(caught.value, BadInput)


def test_boards_that_theory_cannot_decide_are_searched():
    # Theory has no proof for the start 2,3, and the sweep finds no tour.
    with pytest.raises(NoTours, match="checked every possibility and found no tour of 3x8 from c2"):
        Tours("3x8", start="2,3").sampler()


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: Tours("8x8").sampler(), "the limit is 15"),
        (lambda: Tours("5x5").sampler(method="magic"), "write auto, halves, sweep or narrowest"),
        (lambda: sampler("3x4").unrank(0), "number"),
        (lambda: sampler("3x4").unrank(9), "no tour 9: .* open tours of 3x4 are 1 to 8"),
        (lambda: sampler("3x4").rank(sampler("3x7").unrank(1)), "is on 3x7"),
        (lambda: sampler("3x10", True).rank(sampler("3x10").unrank(1)), "the tour is open"),
        (lambda: sampler("3x4", start="1,1").rank(sampler("3x4", start="1,4").unrank(1)), "not one of the"),
        (lambda: sampler("3x4").rank(Tour.from_indices("3x4", [0] * 12)), "not a tour, .* step 2"),
        (lambda: sample("5x5", seed=-1), "seed"),
    ],
)  # fmt: skip
def test_bad_requests_are_rejected(ask, says):
    with pytest.raises(BadRule, match=says):
        ask()


def test_a_single_unvisited_square_is_in_the_singular():
    walk = Walk("3x4", sampler("3x4").unrank(1).squares[:-1])
    with pytest.raises(BadRule, match=r"so it has no rank: 1 square is unvisited$"):
        sampler("3x4").rank(walk)


def test_the_memory_limit_is_checked_before_and_during_the_work():
    with pytest.raises(
        BadRule,
        match=r"the open tours of 7x8 cannot be sampled or numbered: .* states and .* GB",
    ):
        Tours("7x8").sampler()
    with pytest.raises(BadRule, match=r"the closed tours of 8x8 can be sampled$"):
        Tours("8x8").sampler()
    course = ScanOrder(Board("5x6"), [], 2, fold=False)
    with pytest.raises(BadRule, match=r"states after \d+ of 30 squares exceed the memory limit of 100 kB"):
        make_choices(course, memory=100_000)
    assert make_choices(course, memory=10**7) is not None


def test_a_closed_tour_with_both_ends_must_have_that_move():
    board = Board("4x4").with_leaper((0, 1))
    some = sampler(board, True, (1, 1), (1, 2))
    every = [sampler(board, True).unrank(k) for k in range(1, 7)]
    others = [t for t in every if frozenset(((1, 1), (1, 2))) not in naive.moves_of(t.squares, True)]
    assert len(others) == 6 - some.total > 0
    with pytest.raises(BadRule, match="not one of"):
        some.rank(others[0])


WITHOUT_CORNERS = Board(6, 6, holes=[(0, 0), (0, 5), (5, 0), (5, 5)])


@pytest.mark.parametrize(
    ("board", "asked", "method"),
    [
        (WITHOUT_CORNERS, {}, "narrowest"),  # 21 s with sweep
        (Board(5, 6, holes=[(0, 0), (0, 1)]), {}, "sweep"),  # a second
        *((board, {}, "sweep") for board in ("5x5", "5x6", "5x8", "6x6", "3x20")),
        ("6x6", {"closed": True}, "halves"),
        ("6x6", {"closed": True, "start": "3,3"}, "halves"),
        ("6x6", {"closed": True, "start": "1,1", "end": "2,3"}, "sweep"),
        ("3x46", {"closed": True}, "sweep"),  # too many pairs of halves
        (Board("4x4").with_leaper((0, 1)), {"closed": True}, "sweep"),
        (Board(6, 6, holes=[(0, 0), (0, 5)]), {"closed": True}, "halves"),
        (WITHOUT_CORNERS, {"closed": True}, "halves"),
    ],
    ids=str,
)
def test_the_method_that_is_chosen(board, asked, method):
    """Ranks depend on the method, so it never changes for the knight on a rectangle, even if another one
    would be faster."""
    if not asked:  # to make a sampler of open tours takes long
        assert chosen_sampler(Tours(board)) == method
        return
    made = Tours(board, **asked).sampler()
    assert made.name == method
    assert all(verify(tour).closed for tour in made.draw(2, seed=0))


def test_a_wide_board_with_a_narrow_shape():
    """The rows of 20x20 are too wide for sweep. The squares that are left are 3x10, with 16 closed tours."""
    squares = {(r, c) for r in range(3) for c in range(10)}
    holes = [(r, c) for r in range(20) for c in range(20) if (r, c) not in squares]
    board = Board(20, 20, holes=holes)
    drawn = Tours(board, closed=True).sampler()
    assert (drawn.name, drawn.total) == ("narrowest", 16)
    tours = {naive.moves_of(drawn.unrank(k).squares, True) for k in range(1, 17)}
    assert tours == every_tour(Board("3x10"), True)
    with pytest.raises(BadRule, match="the board is too wide"):
        Tours(board, closed=True).sampler(method="sweep")
    arrays = drawn.arrays()
    again = type(drawn).from_arrays(drawn.tours, arrays)
    assert list(again.draw(5, seed=3)) == list(drawn.draw(5, seed=3))
    for order in (arrays["order"][::-1].copy(), arrays["order"][:-1], arrays["order"] * 0):
        with pytest.raises(InconsistentSampler):
            type(drawn).from_arrays(drawn.tours, {**arrays, "order": order})


def test_progress_is_reported():
    told = []
    Tours("5x5").sampler(progress=lambda *args: told.append(args))
    assert {what.split(",")[0] for what, _, _ in told} == {"forward pass", "backward pass"}
    assert all(0 <= done <= whole == 25 for _, done, whole in told)


# -- storage --------------------------------------------------------------------------------------------


def kept(board="3x10", closed=True):
    arrays = {name: array.copy() for name, array in sampler(board, closed).arrays().items()}
    return Tours(board, closed=closed), arrays


def test_a_sampler_is_restored_from_its_arrays():
    tours, arrays = kept()
    again = SweepSampler.from_arrays(tours, arrays)
    assert again.total == 16
    assert list(again.draw(20, seed=1)) == list(sampler("3x10", True).draw(20, seed=1))


ARRAYS = ["states", "edges", "places", "words", "begins", "children", "moves", "counts"]


@pytest.mark.parametrize("name", ARRAYS)
def test_inconsistent_arrays_are_rejected(name):
    tours, whole = kept()
    for spoil in (
        lambda a: a[:-1],
        lambda a: a[:0],
        lambda a: np.append(a, a[-1:]),
        lambda a: a.astype("int16"),
        lambda a: a.astype("float64"),
        lambda a: a.reshape(1, -1),
        lambda a: a + 1,
    ):
        with pytest.raises(BadText):
            SweepSampler.from_arrays(tours, {**whole, name: spoil(whole[name])})
    with pytest.raises(BadText, match="should be states"):
        SweepSampler.from_arrays(tours, {key: array for key, array in whole.items() if key != name})
    with pytest.raises(BadText):
        SweepSampler.from_arrays(Tours("3x12", closed=True), whole)


@pytest.mark.parametrize("name", ARRAYS)
def test_random_arrays_never_read_out_of_bounds(name):
    # Either they are rejected, or samples from them are verified tours: nothing is read out of bounds.
    rolls = random.Random(name)
    tours, whole = kept()
    refused = 0
    bits = 8 * whole[name].itemsize
    for _ in range(60):
        array = whole[name].copy()
        wild = rolls.choice([rolls.getrandbits(bits), int(array[rolls.randrange(len(array))])])
        array[rolls.randrange(len(array))] = np.array(wild, dtype=f"u{bits // 8}").astype(array.dtype)
        try:
            spoiled = SweepSampler.from_arrays(tours, {**whole, name: array})
        except BadText:
            refused += 1
            continue
        with contextlib.suppress(BadText):
            assert all(map(verify, spoiled.draw(20, seed=1)))
    assert refused > 15

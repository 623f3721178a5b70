"""Method `exact` with fixed squares and no start: any square can be step 1."""

import json
from functools import cache
from random import Random

import pytest

import naive
from known import GOLDEN
from turaga import Board, Found, GaveUp, Impossible, solve

SQUARES = naive.squares(Board(5))


def exact(board, **options):
    """The outcome without the help of theory."""
    return solve(board, method="exact", shortcuts=False, **options)


def keeps(tour, fix):
    """Whether a tour has these numbers on these squares."""
    return all(tour[k - 1] == square for k, square in fix.items())


@cache
def tours_of_5x5():
    """Every tour of 5x5: those from an eighth of the squares of the corners' colour, turned and mirrored."""
    found = set()
    for start in [(0, 0), (0, 2), (1, 1), (2, 2)]:
        for tour in naive.tours(Board(5), start):
            for _ in range(4):
                tour = [(c, 4 - r) for r, c in tour]
                found |= {tuple(tour), tuple((c, r) for r, c in tour)}
    return found


def test_the_oracle_has_all_tours():
    known = json.loads((GOLDEN / "counts.json").read_text())
    assert len(tours_of_5x5()) == known["open_directed_square"]["5"]


@pytest.mark.parametrize("k", [1, 2, 3, 12, 13, 24, 25])
def test_every_square_of_5x5_with_a_number(k):
    may_be = {tour[k - 1] for tour in tours_of_5x5()}
    for square in SQUARES:
        outcome = exact("5x5", fix={k: square})
        assert isinstance(outcome, Found if square in may_be else Impossible), square
        if isinstance(outcome, Found):
            assert outcome.tour.squares in tours_of_5x5()
            assert outcome.tour[k - 1] == square
            assert outcome.start == outcome.tour.start


def test_two_numbers_on_squares_of_5x5():
    dice, seen = Random(5), set()
    for _ in range(150):
        one, other = dice.sample(range(2, 26), 2)
        # Mostly of the colours their numbers have.
        here, there = (dice.choice([s for s in SQUARES if sum(s) % 2 != k % 2]) for k in (one, other))
        if dice.random() < 0.2:
            there = dice.choice(SQUARES)
        if here == there:
            continue
        fix = {one: here, other: there}
        outcome = exact("5x5", fix=fix)
        fitting = [tour for tour in tours_of_5x5() if keeps(tour, fix)]
        assert isinstance(outcome, Found if fitting else Impossible), fix
        if fitting:
            assert outcome.tour.squares in fitting
        seen.add((bool(fitting), "CP-SAT" in outcome.reason))
    assert seen == {(True, True), (False, True), (False, False)}


@pytest.mark.parametrize("k", [2, 17, 36])
def test_a_closed_tour_of_6x6_has_any_number_on_any_square(k):
    for square in [(r, c) for r in range(3) for c in range(3)]:  # the others are images of these
        outcome = exact("6x6", fix={k: square}, closed=True)
        assert naive.is_tour(Board(6), outcome.tour.squares, closed=True)
        assert outcome.tour[k - 1] == square
        assert outcome.start == outcome.tour.start


def test_a_closed_tour_with_an_end_and_a_number():
    outcome = exact("6x6", closed=True, end="1,1", fix={17: (2, 3)})
    assert naive.is_tour(Board(6), outcome.tour.squares, closed=True)
    assert (outcome.tour[16], outcome.tour.end) == ((2, 3), (0, 0))


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("count", [2, 5, 11])
def test_squares_of_a_tour_without_its_start(closed, count):
    for seed in range(3):
        dice = Random(100 * count + seed)
        model = solve("8x8", start=(3, 4), method="euler", closed=closed, seed=seed, rule="random").tour
        fix = {k: model[k - 1] for k in dice.sample(range(2, 65), count)}
        outcome = exact("8x8", fix=fix, closed=closed, seed=seed)
        assert naive.is_tour(Board(8), outcome.tour.squares, closed)
        assert keeps(outcome.tour, fix)
        again = exact("8x8", fix=dict(sorted(fix.items())), closed=closed, seed=seed)
        assert again.tour == outcome.tour


def test_auto_leaves_the_start_open_too():
    for closed in (False, True):
        outcome = solve("6x6", fix={17: (2, 3)}, closed=closed)
        assert isinstance(outcome, Found)
        assert outcome.method == "exact"
        assert outcome.tour[16] == (2, 3)
        assert outcome.start == outcome.tour.start
        # Number 17 has the colour of number 1, and 3,4 has not that of 1,1.
        assert isinstance(solve("6x6", start="1,1", fix={17: (2, 3)}, closed=closed), Impossible)


@pytest.mark.parametrize(
    ("board", "options"),
    [
        ("5x5", {"fix": {2: "1,2"}}),
        ("4x5", {"fix": {2: "2,2"}}),
        ("6x6", {"fix": {36: "1,1"}}),
        ("6x6", {"fix": {17: "3,4"}, "end": "1,1"}),
        ("6x6", {"fix": {17: "3,4"}, "end": "6,6", "closed": True}),
        (Board(5, 6, holes=[(4, 4)]), {"fix": {2: "1,1"}}),  # no tour starts on 1,1, for its colour
    ],
)
def test_what_theory_says_of_one_start_is_no_reason_where_any_may_be(board, options):
    outcome = solve(board, **options)
    assert isinstance(outcome, Found)
    assert naive.is_tour(outcome.board, outcome.tour.squares, options.get("closed", False))


@pytest.mark.parametrize(
    ("board", "options", "reason"),
    [
        (
            "8x8",
            {"fix": {17: "3,4", 33: "3,5"}},
            "every walk from 3,4 to 3,5 has an odd number of moves, because each move changes colour, "
            "but there are 16 moves from step 17 to step 33",
        ),
        (
            "8x8",
            {"fix": {17: "3,4", 60: "8,8"}, "closed": True, "end": "1,1"},
            "the shortest walk from 8,8 to 1,1 has 6 moves, but there are 4 moves from step 60 to step 64",
        ),
        (
            "8x8",
            {"fix": {2: "1,1", 62: "8,8"}, "closed": True},
            "the shortest walk from 8,8 to 1,1 has 6 moves, "
            "but there are 4 moves from step 62 round to step 2",
        ),
        (
            "5x5",
            {"fix": {2: "1,1"}},
            "with step 2 on 1,1, 13 squares can only have even steps, because each move changes colour, "
            "but only 12 of the steps 1 to 25 are even",
        ),
        (
            "8x8",
            {"fix": {3: "1,1", 4: "2,3", 10: "3,2"}},
            "no square can be step 1, with steps 3 on 1,1, 4 on 2,3, 10 on 3,2",
        ),
        (
            "8x8",
            {"fix": {55: "3,2", 61: "2,3", 62: "1,1"}},
            "no square can be step 64, with steps 55 on 3,2, 61 on 2,3, 62 on 1,1",
        ),
        (
            Board(1, 5, leaper=(0, 1)),
            {"fix": {3: "1,2"}},
            "no step is left for 1,5: with step 3 on 1,2, a walk through it is too late at a fixed square",
        ),
        (Board(5, 5, leaper=(2, 2)), {"fix": {3: "3,3"}}, "no walk leads from 3,3 to 1,2"),
    ],
)
def test_without_a_start_too_numbers_that_cannot_be_are_refused_at_once(board, options, reason):
    outcome = exact(board, **options)
    assert isinstance(outcome, Impossible)
    assert (outcome.reason, outcome.steps) == (reason, 0)


def test_without_a_start_a_proof_names_the_numbers():
    outcome = exact("4x8", closed=True, fix={5: "1,1"})
    assert isinstance(outcome, Impossible)
    assert outcome.reason.endswith("that there is no closed tour with step 5 on 1,1")
    may_be = {tour[11] for tour in tours_of_5x5()}
    square = next(s for s in SQUARES if sum(s) % 2 and s not in may_be)
    said = exact("5x5", fix={12: square}).reason
    assert said.endswith(f"that there is no tour with step 12 on {square[0] + 1},{square[1] + 1}")


def test_without_a_start_the_account_tells_what_there_was_to_choose_from():
    line = exact("6x6", fix={17: (2, 3)}, explain=True).account[0]
    assert line == (
        "model: a circuit of 36 squares with 160 possible moves, 17 possible starts and 18 possible ends; "
        "every square has a step, 1 of them fixed"
    )
    line = exact("6x6", fix={17: (2, 3)}, closed=True, explain=True).account[0]
    assert " and 8 arcs back to step 17; " in line


@pytest.mark.parametrize("closed", [False, True])
def test_without_a_start_the_walk_shown_after_giving_up_may_be_the_beginning(closed):
    fix = {30: (10, 11), 200: (5, 6)}
    outcome = exact("20x20", fix=fix, closed=closed, step_limit=1)
    assert isinstance(outcome, GaveUp)
    assert 1 <= len(outcome.best) < 30
    assert outcome.start == outcome.best[0]
    assert sum(outcome.start) % 2 == 0  # number 30 has the other colour

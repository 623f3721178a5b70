"""Fixed squares with the default method, up to 20x20, and the method `exchanges`."""

import re
from random import Random

import pytest

import naive
from command import turaga
from turaga import BadInput, BadRule, Board, Found, GaveUp, Impossible, solve
from turaga.solve import auto, fixed_squares


def taken_from(model, number, seed=0):
    """Some squares of a tour, with their steps."""
    return {k: model[k - 1] for k in Random(seed).sample(range(1, len(model) + 1), number)}


def check(board, outcome, fix, closed=False):
    assert isinstance(outcome, Found)
    assert naive.is_tour(board, outcome.tour.squares, closed)
    assert all(outcome.tour[k - 1] == square for k, square in fix.items())


@pytest.mark.parametrize(("number", "closed"), [(1, True), (4, False), (12, True), (200, False)])
def test_squares_taken_from_a_tour_of_20x20(number, closed):
    fix = taken_from(solve("20x20", method="euler", closed=closed, rule="random").tour, number)
    check(Board(20), solve("20x20", fix=fix, closed=closed, time_limit=60), fix, closed)


def test_holes_other_leapers_and_given_ends():
    board = Board(12, 12, holes=[(0, 0), (5, 6), (6, 6), (3, 2)])
    model = solve(board, seed=5).tour
    fix = taken_from(model[1:-1], 5)
    fix = {k + 1: square for k, square in fix.items()}
    check(board, solve(board, start=model[0], end=model[-1], fix=fix, time_limit=60), fix)
    board = Board(14, 14, leaper=(2, 3))
    model = solve(board, method="deduction", closed=True).tour
    fix = taken_from(model, 4)
    check(board, solve(board, fix=fix, closed=True, time_limit=60), fix, closed=True)


def test_seeds_give_different_tours_and_the_same_seed_the_same():
    first, again, other = (solve("10x10", fix={50: (4, 4)}, seed=seed).tour for seed in (0, 0, 1))
    assert first == again != other


def test_a_contradiction_is_refused_and_a_proof_is_left_to_cp_sat():
    outcome = solve("20x20", method="exchanges", start="1,1", fix={17: "2,3"})
    assert isinstance(outcome, Impossible)
    assert outcome.reason.startswith("every walk from 1,1 to 2,3 has an odd number of moves")
    # No closed tour of 4x18 exists, but the fixed square alone does not show it.
    board = Board(4, 18)
    outcome = solve(board, method="exchanges", fix={5: "1,1"}, closed=True, shortcuts=False, step_limit=1000)
    assert isinstance(outcome, GaveUp)
    assert (outcome.steps, outcome.reason) == (1000, "the step limit of 1000 was reached")


def test_giving_up_says_what_was_tried():
    fix = taken_from(solve("16x16", method="euler", rule="random").tour, 30)
    outcome = solve("16x16", fix=fix, step_limit=3000)
    assert isinstance(outcome, GaveUp)
    assert outcome.reason == "the step limit of 3000 was reached"
    assert naive.is_tour(Board(16), outcome.best.squares) is False
    assert len(outcome.best) >= 1


def test_without_or_tools_exchanges_are_all_there_is(monkeypatch):
    for module in (auto, fixed_squares):
        monkeypatch.setattr(module, "has_package", lambda _: False)
    monkeypatch.setattr(fixed_squares, "_LAST_EXCHANGES", 5000)
    fix = {17: (2, 3)}
    check(Board(6), solve("6x6", fix=fix), fix)
    fix = taken_from(solve("16x16", method="euler", rule="random").tour, 60)
    outcome = solve("16x16", fix=fix)
    assert isinstance(outcome, GaveUp)
    assert re.search(r"exchanges: the step limit of 5000 was reached; .*OR-tools", outcome.reason)


def test_settings_that_the_methods_do_not_have_are_refused():
    with pytest.raises(BadRule, match="method auto, exchanges or exact, not with greedy"):
        solve("8x8", fix={5: (0, 0)}, method="greedy")
    with pytest.raises(BadInput, match="the limit of method exchanges is 10000"):
        solve("101x100", fix={5: (0, 0)}, method="exchanges")


def test_the_command():
    done = turaga("solve", "20x20", "--fix", "17=3,4", "--fix", "201=c5", "--seed", "2")
    assert done.returncode == 0
    rows = [line.split() for line in done.stdout.splitlines() if re.match(r"[\s\d]+$", line)]
    numbers = [row for row in rows if len(row) == 20]
    assert sorted(int(n) for row in numbers for n in row) == list(range(1, 401))
    assert (numbers[2][3], numbers[15][2]) == ("17", "201")

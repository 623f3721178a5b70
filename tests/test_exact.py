"""Method `exact`: CP-SAT held against enumeration, published tables, and tours with squares taken out."""

import re
import threading
from functools import cache
from itertools import combinations
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from ortools.sat.python import cp_model

import naive
from command import LIMIT, python
from known import GOLDEN, pair_exists, pairs_without
from published import COUNTS
from strategies import starts
from turaga import Board, Found, GaveUp, Impossible, solve
from turaga.errors import BadInput
from turaga.notation import read

pytestmark = pytest.mark.usefixtures("row_col")


def exact(board, **options):
    """The outcome without the help of theory."""
    return solve(board, method="exact", theory=False, **options)


def keeps(tour, fix):
    """Whether a tour has these numbers on these squares."""
    return all(tour[k - 1] == square for k, square in fix.items())


# Small boards with many tours, among which a number decides.
RICH = [(Board(3, 4), 0), (Board(4, 5), 0), (Board(4, 4, leaper=(0, 1)), 5), (Board(3, 5, leaper=(0, 1)), 7)]


# -- whether there is a tour --------------------------------------------------------------------------


@settings(max_examples=150, deadline=None)
@given(starts(most=4), st.booleans())
def test_small_boards_with_holes_and_leapers_are_decided(where, closed):
    board, start = where
    square = board.square(start)
    outcome = exact(board, start=square, closed=closed)
    assert isinstance(outcome, Found if naive.has_tour(board, square, closed) else Impossible)
    if isinstance(outcome, Found):
        assert naive.is_tour(board, outcome.tour.squares, closed)
        assert outcome.tour[0] == square


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.sampled_from(RICH), starts(most=4)), st.booleans(), st.data())
def test_ends_and_fixed_numbers_are_decided_with_a_start_and_without(where, free, data):
    board, start = where
    assume(board.size > 1)
    square = None if free else board.square(start)
    squares = naive.squares(board)
    known = [tour for s in (squares if free else [square]) for tour in naive.tours(board, s)]
    others = [s for s in squares if s != square]
    count = data.draw(st.integers(1, min(3, board.size - 1)))
    numbers = data.draw(st.lists(st.integers(2, board.size), min_size=count, max_size=count, unique=True))
    if known and data.draw(st.booleans()):  # squares of one tour, which then is one answer
        model = data.draw(st.sampled_from(known))
        fix = {k: model[k - 1] for k in numbers}
    else:
        fix = dict(zip(numbers, data.draw(st.permutations(others)), strict=False))
    end = fix.pop(board.size, None) if not free or len(fix) > 1 else None
    closed = data.draw(st.booleans())
    outcome = exact(board, start=square, end=end, fix=fix, closed=closed)
    fitting = [
        tour
        for tour in known
        if keeps(tour, fix)
        and end in (None, tour[-1])
        and (not closed or (board.size > 2 and naive.is_tour(board, tour, closed=True)))
    ]
    assert isinstance(outcome, Found if fitting else Impossible)
    if fitting:
        assert list(outcome.tour.squares) in fitting
        assert outcome.start == outcome.tour.start


@pytest.mark.parametrize(("rows", "cols"), [(3, 4), (4, 5), (5, 5)])
def test_all_pairs_of_ends_are_as_published(rows, cols):
    board = Board(rows, cols)
    colours = (0, 0) if board.size % 2 else (0, 1)
    seen = 0
    for pair in combinations(naive.squares(board), 2):
        if tuple(sorted(sum(square) % 2 for square in pair)) != colours:
            continue
        seen += 1
        outcome = exact(board, start=pair[0], end=pair[1])
        assert isinstance(outcome, Found if pair_exists(board, *pair) else Impossible), pair
        if isinstance(outcome, Found):
            assert (outcome.tour.start, outcome.tour.end) == pair
    assert seen == {12: 36, 20: 100, 25: 78}[board.size]


def test_the_tour_of_a_single_square():
    assert isinstance(exact("1x1", start="1,1", end="1,1"), Found)


def test_without_a_start_an_end_leaves_the_choice_to_solve():
    for end in ("8,1", "8,2"):
        outcome = exact("8x8", end=end)
        assert isinstance(outcome, Found)
        assert outcome.tour.end == (7, int(end[-1]) - 1)


def test_a_proof_says_what_was_proved_and_how_much_it_took():
    outcome = exact("4x8", closed=True)
    assert isinstance(outcome, Impossible)
    assert outcome.reason.startswith(f"CP-SAT proved with {outcome.steps} conflicts and ")
    assert outcome.reason.endswith(" branches that no closed tour starts on 1,1")
    start, end = sorted(min(map(sorted, pairs_without(Board(5, 6)))))
    ends = [f"{row + 1},{col + 1}" for row, col in (start, end)]
    outcome = exact("5x6", start=ends[0], end=ends[1])
    assert outcome.reason.endswith(f"that no tour starts on {ends[0]} and ends on {ends[1]}")


# -- fixed numbers ------------------------------------------------------------------------------------


@pytest.mark.parametrize("every", [1, 2, 5, 9, 21])
def test_squares_taken_from_a_published_tour(every):
    published = read((GOLDEN / "klochko_8x8.txt").read_text()).walk
    fix = {k: published[k - 1] for k in range(every, 65, every)}
    outcome = exact("8x8", start=published[0], fix=fix)
    assert isinstance(outcome, Found)
    assert naive.is_tour(Board(8), outcome.tour.squares)
    assert keeps(outcome.tour, fix)
    if every == 1:
        assert outcome.tour == published


@pytest.mark.parametrize(
    ("board", "options", "reason"),
    [
        (
            "8x8",
            {"start": "1,1", "end": "8,2"},
            "every walk from 1,1 to 8,2 has an even number of moves, because each move changes colour, "
            "but there are 63 moves from step 1 to step 64",
        ),
        (
            "8x8",
            {"fix": {17: "3,4", 33: "3,5"}},
            "every walk from 3,4 to 3,5 has an odd number of moves, because each move changes colour, "
            "but there are 16 moves from step 17 to step 33",
        ),
        (
            "8x8",
            {"start": "1,1", "fix": {3: "8,8"}},
            "the shortest walk from 1,1 to 8,8 has 6 moves, but there are 2 moves from step 1 to step 3",
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
            "8x8",
            {"start": "1,1", "fix": {3: "3,5", 10: "2,3"}},
            "the shortest walk from 1,1 to 3,5 that avoids the other fixed squares has 4 moves, "
            "but there are 2 moves from step 1 to step 3",
        ),
        (
            "8x8",
            {"start": "1,1", "fix": {3: "3,5", 10: "2,3", 22: "3,2"}},
            "no walk that avoids the other fixed squares leads from 1,1 to 3,5",
        ),
        (
            "8x8",
            {"start": "1,1", "fix": {12: "2,3", 30: "3,2"}},
            "no move leads away from 1,1, with steps 1 on 1,1, 12 on 2,3, 30 on 3,2",
        ),
        (
            "8x8",
            {"start": "1,1", "fix": {7: "2,6", 11: "5,5", 21: "3,7", 64: "8,1"}},
            "no step is left for 1,8: with steps 1 on 1,1, 7 on 2,6, 11 on 5,5, 21 on 3,7 and 1 more, "
            "a walk through it is too late at a fixed square",
        ),
        (
            Board(1, 5, leaper=(0, 1)),
            {"fix": {3: "1,2"}},
            "no step is left for 1,5: with step 3 on 1,2, a walk through it is too late at a fixed square",
        ),
        (
            "7x7",
            {"start": "1,2"},
            "with step 1 on 1,2, 25 squares can only have even steps, because each move changes colour, "
            "but only 24 of the steps 1 to 49 are even",
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
        (Board(5, 5, leaper=(2, 2)), {"start": "1,1"}, "no walk leads from 1,1 to 1,2"),
        (Board(5, 5, leaper=(2, 2)), {}, "no walk leads from 1,1 to 1,2"),
        (Board(5, 5, leaper=(2, 2)), {"fix": {3: "3,3"}}, "no walk leads from 3,3 to 1,2"),
    ],
)
def test_what_cannot_be_is_refused_at_once(board, options, reason):
    outcome = exact(board, **options)
    assert isinstance(outcome, Impossible)
    assert (outcome.reason, outcome.steps) == (reason, 0)


def taken_from(model, number):
    """Some squares of a tour, with their steps."""
    return {k: model[k - 1] for k in Random(0).sample(range(2, len(model)), number)}


@pytest.mark.parametrize(("number", "closed"), [(1, True), (4, False), (200, False)])
def test_the_default_method_with_squares_taken_from_a_tour_of_20x20(number, closed):
    fix = taken_from(solve("20x20", method="euler", closed=closed, rule="random").tour, number)
    outcome = solve("20x20", fix=fix, closed=closed)
    assert outcome.method == "exact"
    assert naive.is_tour(Board(20), outcome.tour.squares, closed)
    assert keeps(outcome.tour, fix)


def test_fixed_numbers_with_holes_another_leaper_and_given_ends():
    board = Board(8, 8, holes=[(0, 0), (5, 6), (6, 6), (3, 2)])
    model = solve(board, seed=5).tour
    fix = taken_from(model, 5)
    outcome = exact(board, start=model[0], end=model[-1], fix=fix)
    assert naive.is_tour(board, outcome.tour.squares)
    assert keeps(outcome.tour, fix | {1: model[0], board.size: model[-1]})
    board = Board(10, 10, leaper=(2, 3))
    fix = taken_from(solve(board, method="deduction", closed=True).tour, 4)
    outcome = exact(board, fix=fix, closed=True)
    assert naive.is_tour(board, outcome.tour.squares, closed=True)
    assert keeps(outcome.tour, fix)


def test_what_is_given_twice_alike_is_no_contradiction():
    outcome = exact("6x6", start="1,1", end="2,1", fix={1: "1,1", 36: "2,1"})
    assert (outcome.tour.start, outcome.tour.end) == ((0, 0), (1, 0))


# -- how it behaves -----------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_tour_on_any_number_of_cores():
    options = {"closed": True, "fix": {9: (4, 4)}, "seed": 3}
    here = exact("8x8", **options)
    code = (
        "import os; one = {min(os.sched_getaffinity(0))}; os.sched_setaffinity(0, one)\n"
        f"from turaga import solve; outcome = solve('8x8', method='exact', theory=False, **{options!r})\n"
        "print(outcome.tour.indices, outcome.steps)"
    )
    assert python(code).stdout == f"{here.tour.indices} {here.steps}\n"
    assert exact("8x8", **{**options, "seed": 4}).tour != here.tour
    assert isinstance(exact("8x8", seed=10**18), Found)


def test_limits_are_kept_and_named():
    outcome = exact("4x20", closed=True, step_limit=500)
    assert isinstance(outcome, GaveUp)
    assert outcome.reason == "the step limit of 500 was reached"
    assert 500 <= outcome.steps < 550
    assert 1 < len(outcome.best) < 80
    outcome = exact("4x60", closed=True, time_limit=0.3)  # no machine proves this so soon
    assert isinstance(outcome, GaveUp)
    assert outcome.reason == "the time limit of 0.3 s was reached"


def test_the_walk_shown_after_giving_up_keeps_to_the_numbers():
    outcome = exact("20x20", fix={30: (10, 11), 200: (5, 6)}, step_limit=1)
    assert isinstance(outcome, GaveUp)
    assert 1 <= len(outcome.best) < 30
    # A greedy walk that is what was asked for is an answer, and the reason says whose.
    outcome = exact("30x30", step_limit=1)
    assert isinstance(outcome, Found)
    assert outcome.reason == ("found by a greedy walk after CP-SAT gave up (the step limit of 1 was reached)")


def test_the_account_and_progress(ticking, monkeypatch):
    seen, watched = [], threading.Event()

    def report(what, done, whole):
        seen.append((what, done, whole))
        if what == "CP-SAT, seconds":
            watched.set()

    with monkeypatch.context() as patch:  # CP-SAT does not begin before it is watched
        begin = cp_model.CpSolver.solve
        patch.setattr(cp_model.CpSolver, "solve", lambda *args: watched.wait(LIMIT) and begin(*args))
        outcome = exact("8x8", fix={9: (4, 4)}, why=True, progress=report)
    model, work = outcome.account
    assert model.startswith("model: a circuit of 64 squares with ")
    assert model.endswith("; every square has a step, 1 of them fixed")
    assert work == f"CP-SAT: one worker, seed 0, {outcome.reason.removeprefix('found by CP-SAT with ')}"
    assert exact("6x6").account == ()
    assert ("building the model", 0, 0) in seen
    assert ("CP-SAT, seconds", 0, 0) in seen


def test_too_large_a_board_is_refused():
    with pytest.raises(BadInput, match="10201 squares: the limit of method exact is 10000"):
        exact("101x101")


def test_ctrl_c_stops_it_and_the_signal_stays_ours():
    code = (
        "import os, signal, threading; from turaga import solve\n"
        "def report(what, done, whole):\n"
        "    if what == 'CP-SAT, seconds': os.kill(os.getpid(), signal.SIGINT)\n"
        "try: solve('4x60', closed=True, theory=False, method='exact', progress=report)\n"
        "except KeyboardInterrupt: print('stopped')\n"
        "print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)\n"
        "print(threading.active_count(), solve('8x8', method='exact').word)"
    )
    done = python(code)
    assert (done.returncode, done.stdout, done.stderr) == (0, "stopped\nTrue\n1 found\n", "")


@pytest.mark.parametrize(
    ("options", "needs"),
    [("--method exact", "method exact needs OR-tools"), ("--fix 17=2,4", "fixed squares need OR-tools")],
)
def test_without_or_tools_one_sentence_says_what_to_install(options, needs):
    code = (
        "import sys; sys.modules['ortools'] = None; from turaga.cli import main\n"
        f"sys.exit(main(['solve', '8x8', *{options.split()}]))"
    )
    done = python(code)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(rf"turaga: {needs}: pip install .*\[exact\]'\n", done.stderr)


def test_or_tools_is_loaded_only_when_asked_for():
    code = (
        "import sys, turaga, turaga.solve.search; turaga.solve('8x8')\n"
        "from turaga.solve.exact import solve_exactly\n"
        "sys.exit(bool({'ortools', 'numpy', 'pandas'} & set(sys.modules)))"
    )
    assert python(code).returncode == 0


def test_work_of_many_conflicts():
    assert isinstance(exact("4x12", start="2,4"), Impossible)
    tour = exact("10x10", closed=True, seed=7).tour
    fix = {k: tour[k - 1] for k in range(4, 100, 10)}
    again = exact("10x10", closed=True, fix=fix)
    assert isinstance(again, Found)
    assert keeps(again.tour, fix)


# -- fixed squares and no start: any square can be step 1 -------------------------------------------------

SQUARES = naive.squares(Board(5))


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
    assert len(tours_of_5x5()) == COUNTS["open_directed_square"]["5"]


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


def test_without_a_start_a_proof_names_the_numbers():
    outcome = exact("4x8", closed=True, fix={5: "1,1"})
    assert isinstance(outcome, Impossible)
    assert outcome.reason.endswith("that there is no closed tour with step 5 on 1,1")
    may_be = {tour[11] for tour in tours_of_5x5()}
    square = next(s for s in SQUARES if sum(s) % 2 and s not in may_be)
    said = exact("5x5", fix={12: square}).reason
    assert said.endswith(f"that there is no tour with step 12 on {square[0] + 1},{square[1] + 1}")


def test_without_a_start_the_account_tells_what_there_was_to_choose_from():
    line = exact("6x6", fix={17: (2, 3)}, why=True).account[0]
    assert line == (
        "model: a circuit of 36 squares with 160 possible moves, 17 possible starts and 18 possible ends; "
        "every square has a step, 1 of them fixed"
    )
    line = exact("6x6", fix={17: (2, 3)}, closed=True, why=True).account[0]
    assert " and 8 arcs back to step 17; " in line


@pytest.mark.parametrize("closed", [False, True])
def test_without_a_start_the_walk_shown_after_giving_up_may_be_the_beginning(closed):
    fix = {30: (10, 11), 200: (5, 6)}
    outcome = exact("20x20", fix=fix, closed=closed, step_limit=1)
    assert isinstance(outcome, GaveUp)
    assert 1 <= len(outcome.best) < 30
    assert outcome.start == outcome.best[0]
    assert sum(outcome.start) % 2 == 0  # number 30 has the other colour

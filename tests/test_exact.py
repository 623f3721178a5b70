"""Method `exact`: CP-SAT held against enumeration, published tables, and tours with squares taken out."""

import re
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import naive
from command import python
from known import GOLDEN, pair_exists, pairs_without
from strategies import starts
from turaga import BadInput, BadRule, Board, Found, GaveUp, Impossible, read, solve


def exact(board, **options):
    """The outcome without the help of colour."""
    return solve(board, method="exact", shortcuts=False, **options)


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


def test_an_end_of_the_wrong_colour_or_place_is_refused_with_the_reason():
    assert exact("8x8", start="1,1", end="8,2").reason == (
        "every walk from 1,1 to 8,2 has an even number of moves, because each move changes colour, "
        "but there are 63 moves from step 1 to step 64"
    )
    assert isinstance(exact("1x1", start="1,1", end="1,1"), Found)
    assert exact(Board(5, 5, leaper=(2, 2)), start="1,1").reason == "no walk leads from 1,1 to 1,2"
    assert exact(Board(5, 5, leaper=(2, 2))).reason == "no walk leads from 1,1 to 1,2"


def test_without_a_start_an_end_leaves_the_choice_to_solve():
    for end in ("8,1", "8,2"):
        outcome = exact("8x8", end=end)
        assert isinstance(outcome, Found)
        assert outcome.tour.end == (7, int(end[-1]) - 1)


def test_a_colour_with_too_many_squares_is_refused_with_the_count():
    outcome = exact("7x7", start="1,2")
    assert isinstance(outcome, Impossible)
    assert outcome.steps == 0
    assert outcome.reason == (
        "with step 1 on 1,2, 25 squares can only have even steps, because each move changes colour, "
        "but only 24 of the steps 1 to 49 are even"
    )


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


def test_fixed_numbers_on_a_closed_tour():
    model = solve("6x6", method="search", closed=True).tour
    fix = {k: model[k - 1] for k in (3, 14, 15, 30)}
    outcome = exact("6x6", start=model[0], closed=True, fix=fix)
    assert outcome.tour.closed
    assert outcome.tour[0] == model[0]
    assert keeps(outcome.tour, fix)


@pytest.mark.parametrize(
    ("fix", "reason"),
    [
        (
            {17: "2,3"},
            "every walk from 1,1 to 2,3 has an odd number of moves, because each move changes colour, "
            "but there are 16 moves from step 1 to step 17",
        ),
        (
            {3: "8,8"},
            "the shortest walk from 1,1 to 8,8 has 6 moves, but there are 2 moves from step 1 to step 3",
        ),
        (
            {3: "3,5", 10: "2,3"},
            "the shortest walk from 1,1 to 3,5 that avoids the other fixed squares has 4 moves, "
            "but there are 2 moves from step 1 to step 3",
        ),
        (
            {3: "3,5", 10: "2,3", 22: "3,2"},
            "no walk that avoids the other fixed squares leads from 1,1 to 3,5",
        ),
        ({12: "2,3", 30: "3,2"}, "no move leads away from 1,1, with steps 1 on 1,1, 12 on 2,3, 30 on 3,2"),
        (
            {7: "2,6", 11: "5,5", 21: "3,7", 64: "8,1"},
            "no step is left for 1,8: with steps 1 on 1,1, 7 on 2,6, 11 on 5,5, 21 on 3,7 and 1 more, "
            "a walk through it is too late at a fixed square",
        ),
    ],
)
def test_numbers_that_cannot_be_are_refused_at_once(fix, reason):
    outcome = exact("8x8", start="1,1", fix=fix)
    assert isinstance(outcome, Impossible)
    assert (outcome.reason, outcome.steps) == (reason, 0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"fix": {1: "4,4"}, "start": "1,1"},
            "step 1 is fixed on 4,4, but the start is 1,1: leave out one of the two",
        ),
        ({"fix": {64: "1,2"}, "end": "8,1"}, "step 64 is fixed on 1,2, but the end is 8,1: leave out one"),
        (
            {"fix": {5: "1,1"}, "start": "1,1"},
            "square 1,1 is the start and also fixed at step 5: a tour visits",
        ),
        (
            {"fix": {5: "8,1"}, "end": "8,1"},
            "square 8,1 is the end and also fixed at step 5: a tour visits",
        ),
        ({"fix": {65: "1,1"}}, "a tour of 8x8 has no step 65: steps are 1 to 64"),
        ({"fix": {5: "1,1"}, "best": True}, "best cannot be combined with"),
    ],
)
def test_numbers_that_contradict_each_other(options, message):
    with pytest.raises(BadRule, match=message):
        exact("8x8", **options)


def test_what_is_given_twice_alike_is_no_contradiction():
    outcome = exact("6x6", start="1,1", end="2,1", fix={1: "1,1", 36: "2,1"})
    assert (outcome.tour.start, outcome.tour.end) == ((0, 0), (1, 0))


# -- how it behaves -----------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_tour_on_any_number_of_cores():
    options = {"closed": True, "fix": {9: (4, 4)}, "seed": 3}
    here = exact("8x8", **options)
    code = (
        "import os; one = {min(os.sched_getaffinity(0))}; os.sched_setaffinity(0, one)\n"
        f"from turaga import solve; outcome = solve('8x8', method='exact', shortcuts=False, **{options!r})\n"
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
    outcome = exact("4x20", closed=True, time_limit=0.3)
    assert isinstance(outcome, GaveUp)
    assert outcome.reason == "the time limit of 0.3 s was reached"
    assert outcome.seconds < 10


def test_the_walk_shown_after_giving_up_keeps_to_the_numbers():
    outcome = exact("20x20", fix={30: (10, 11), 200: (5, 6)}, step_limit=1)
    assert isinstance(outcome, GaveUp)
    assert 1 <= len(outcome.best) < 30
    # A greedy walk that is what was asked for is an answer, and the reason says whose.
    outcome = exact("30x30", step_limit=1)
    assert isinstance(outcome, Found)
    assert outcome.reason == ("found by a greedy walk after CP-SAT gave up (the step limit of 1 was reached)")


def test_the_account_and_progress():
    seen = []
    outcome = exact("8x8", fix={9: (4, 4)}, explain=True, progress=lambda *facts: seen.append(facts))
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
        "import os, signal, threading, time; from turaga import solve\n"
        "solve('5x5', method='exact')\n"  # the library is loaded
        "threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start(); began = time.monotonic()\n"
        "try: solve('4x60', closed=True, shortcuts=False, method='exact')\n"
        "except KeyboardInterrupt: print('stopped', 0.9 < time.monotonic() - began < 20)\n"
        "print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)\n"
        "print(threading.active_count(), solve('8x8', method='exact').word)"
    )
    done = python(code)
    assert (done.returncode, done.stdout, done.stderr) == (0, "stopped True\nTrue\n1 found\n", "")


def test_without_or_tools_one_sentence_says_what_to_install():
    code = (
        "import sys; sys.modules['ortools'] = None; from turaga.cli import main\n"
        "sys.exit(main(['solve', '8x8', '--method', 'exact']))"
    )
    done = python(code)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"turaga: method exact needs OR-tools: pip install .*\[exact\]'\n", done.stderr)


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

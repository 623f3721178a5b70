"""`solve`, method by method: outcomes, limits, retries, and answers held against exhaustive search."""

import json
from itertools import accumulate, islice

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import naive
from events import drained
from known import STARTS
from strategies import boards, rules, starts
from turaga import Board, Found, GaveUp, Impossible, Rule, solve, verify
from turaga.errors import BadBoard, BadInput, BadRule
from turaga.greedy import tie_rng
from turaga.orders import all_orders, order_class
from turaga.rng import Rng
from turaga.solve import greedy as greedy_module
from turaga.solve import search as search_module
from turaga.solve import start_map as starts_module
from turaga.solve.greedy import fresh_orders
from turaga.solve.search import search_steps
from turaga.solve.start_map import MapStarts
from turaga.walks import SYSTEMS, map_starts, walk

# -- greedy -------------------------------------------------------------------------------------------


def test_the_default_is_one_walk_by_the_outermost_rule():
    outcome = solve("8x8")
    assert isinstance(outcome, Found)
    assert (outcome.method, outcome.rule, outcome.seed, outcome.retries) == ("greedy", Rule(), 0, 0)
    assert (outcome.steps, outcome.backtracks, outcome.reason) == (64, 0, "found on the first try")
    assert outcome.tour.start == (0, 0)
    assert naive.is_tour(Board(8), outcome.tour.squares)


def test_starts_in_every_spelling():
    expected = solve("8x8", start=(7, 0)).tour
    assert solve("8x8", start="a1").tour == solve("8x8", start="8,1").tour == expected
    assert solve(8, start="A1").tour == solve((8, 8), start="(8,1)").tour == expected
    # Nobody asked for a start: one that has a tour is taken.
    assert isinstance(solve(Board(3, 4, holes=[(0, 0)]), method="search"), Found)


def test_a_big_board_goes_through_the_kernel():
    tour = solve("500x700", start=(17, 3), method="greedy").tour
    assert tour.held_as_array
    assert verify(tour)


def test_retries_use_fresh_orders_and_say_so():
    failed = solve("50x50", start=(6, 44), method="greedy")
    assert isinstance(failed, GaveUp)
    assert failed.retries == 0
    mended = solve("50x50", start=(6, 44), retries=20)
    assert isinstance(mended, Found)
    assert 1 <= mended.retries <= 20
    assert mended.rule.order in mended.reason
    assert mended.steps > 2500
    # The rule it reports makes the same tour at once.
    assert solve("50x50", start=(6, 44), rule=mended.rule).tour == mended.tour


def test_the_same_seed_gives_the_same_answer():
    one = solve("50x50", start=(6, 44), retries=20, seed=1)
    two = solve("50x50", start=(6, 44), retries=20, seed=2)
    assert one.tour == solve("50x50", start=(6, 44), retries=20, seed=1).tour
    assert one.rule != two.rule


def test_given_orders_are_tried_in_turn():
    orders = failing_orders("3,4", 2)
    assert isinstance(solve("8x8", like="serafeimidis", start="3,4", retry_orders=orders), GaveUp)
    outcome = solve("8x8", like="serafeimidis", start="3,4", retry_orders=[*orders, "24753186", "12345678"])
    assert isinstance(outcome, Found)
    assert outcome.retries == 3
    assert outcome.rule == Rule("24753186", open_start=True)


def failing_orders(start, count):
    """Orders with which the thesis's walk fails from a start of 8x8."""
    square = Board(8).parse_square(start)

    def fails(order):
        return len(naive.walk(Board(8), square, Rule(order, open_start=True), Rng(0))) < 64

    return list(islice(filter(fails, all_orders()), count))


def test_fresh_orders_are_never_of_one_class_twice():
    orders = list(fresh_orders(Board("3x4"), "12345678", Rng(5)))
    assert len(orders) == 10_079
    drawn = list(islice(fresh_orders(Board("8x8"), "21876543", Rng(5)), 500))
    classes = [order_class(order) for order in ["12345678", *drawn]]
    assert len(set(classes)) == 501


def test_the_walker_changes_to_the_kernel_and_nobody_can_tell(monkeypatch):
    board, start = Board("20x20"), (0, 5)
    monkeypatch.setattr(greedy_module, "worth_compiling", lambda squares: False)
    options = {"rule": Rule("random"), "retries": 30, "closed": True, "method": "greedy"}
    plain = solve(board, start=start, **options)
    monkeypatch.setattr(greedy_module, "worth_compiling", lambda squares: squares > 2000)
    fast = solve(board, start=start, **options)
    assert (plain.word, plain.steps, plain.retries, plain.rule) == (
        fast.word,
        fast.steps,
        fast.retries,
        fast.rule,
    )
    assert plain.walk == fast.walk


def test_a_closed_tour_by_further_orders():
    outcome = solve("8x8", closed=True, method="greedy")
    assert isinstance(outcome, Found)
    assert outcome.tour.closed
    given_up = solve("8x8", closed=True, retries=1, method="greedy")
    assert isinstance(given_up, GaveUp)
    assert given_up.best.complete
    assert given_up.reason == "none of the 2 walks ended a move away from its start"


def test_the_best_walk_from_the_minority_colour():
    for n in (5, 7, 9, 11, 21):
        for start in [(0, 1), (1, 2), (n // 2, n // 2 + 1)]:
            outcome = solve(n, start=start, best=True)
            assert isinstance(outcome, Impossible)
            assert outcome.best is not None
            assert len(outcome.best) == n * n - 1
            assert verify(outcome.best).is_walk
            assert outcome.best.start == start
    stuck = solve("3x5", start=(0, 1), best=True)
    assert isinstance(stuck, Impossible)
    assert stuck.steps > 1000  # the greedy walks count too
    assert len(stuck.best) == 13
    assert stuck.method == "search"
    assert "there is no walk of all squares but one either (an exhaustive search" in stuck.reason
    assert isinstance(solve(5, start=(0, 0), best=True), Found)  # nothing stands in the way there
    searched = solve("5x5", start=(0, 1), best=True, method="search")
    assert isinstance(searched, Impossible)
    assert len(searched.best) == 24


def test_the_best_walk_where_a_square_too_many_has_the_starts_colour():
    board = Board(8, 8, holes=[(0, 1), (7, 6)])  # 32 squares of the start's colour and 30 of the other
    outcome = solve(board, start=(0, 0), best=True)
    assert isinstance(outcome, Impossible)
    assert len(outcome.best) == 61


def test_where_even_all_but_one_is_ruled_out():
    for mask in (".#.#.", ".....\n#.#.#\n.....\n"):
        board = Board.from_mask(mask)
        for square in naive.squares(board):
            outcome = solve(board, start=square, best=True, retries=0)
            if isinstance(outcome, Impossible) and outcome.best is None:
                assert outcome.steps == 0


def test_the_best_walk_keeps_its_limits():
    outcome = solve("5x5", start=(1, 2), best=True, step_limit=30)
    assert isinstance(outcome, Impossible)
    assert outcome.steps <= 30
    assert "the step limit of 30 was reached" in outcome.reason
    assert len(outcome.best) < 24


def test_a_limit_is_the_reason_only_if_it_cut_the_walk_short():
    dead_end = solve("8x8", like="bencic", start="5,3", step_limit=60)
    assert dead_end.reason == "the step limit of 60 was reached"  # nobody looked further
    dead_end = solve("8x8", like="bencic", start="5,3", step_limit=61)
    assert dead_end.reason == "the walk ran into a dead end with 4 squares unvisited"


def test_two_squares_are_no_circuit_with_or_without_theory():
    pair = Board(1, 2, leaper=(0, 1))
    for options in ({}, {"like": "agh"}, {"theory": False, "prune": True}):
        assert isinstance(solve(pair, closed=True, method="search", **options), Impossible)


# -- limits and options -------------------------------------------------------------------------------


def test_whole_numbers_of_any_kind_and_rules_as_text():
    outcome = solve([8, 8], seed=np.int64(3), rule="random", like=SYSTEMS["agh"])
    assert json.dumps(outcome.as_json())
    assert (outcome.method, outcome.rule) == ("search", Rule("random"))
    assert map_starts("5x5", "corner", seed=np.int32(1)).rule == Rule("corner")
    assert len(list(walk("5x5", "1,1", "random", seed=2))) <= 25
    with pytest.raises(BadInput, match="needs a Walk"):
        verify(outcome)


def test_limits(ticking):
    outcome = solve("8x8", step_limit=40)
    assert isinstance(outcome, GaveUp)
    assert (outcome.steps, len(outcome.best)) == (40, 40)
    assert outcome.reason == "the step limit of 40 was reached"
    outcome = solve("8x8", method="search", rule=Rule(most=True), time_limit=1, prune=False)
    assert isinstance(outcome, GaveUp)
    assert outcome.reason == "the time limit of 1 s was reached"
    assert outcome.steps > 1000
    assert len(outcome.best) > 10
    assert isinstance(solve("8x8", method="search", step_limit=64), Found)
    assert isinstance(solve("8x8", method="search", step_limit=63), GaveUp)


def test_boards_too_large_are_refused_before_anything_is_made():
    with pytest.raises(BadInput, match="100000000"):
        solve("20000x20000", method="search")
    with pytest.raises(BadBoard):
        map_starts("2000x2000")
    with pytest.raises(BadRule):
        map_starts("8x8", retries=-1)


# -- search -------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(starts(most=5), rules, st.booleans())
def test_without_prunings_the_search_is_the_textbook_one(where, rule, closed):
    board, start = where
    try:
        path, steps = naive.search(board, board.square(start), rule, tie_rng(7, start), 3000, closed)
    except TimeoutError:
        return
    events = search_steps(board, board.square(start), rule, seed=7, closed=closed, prune=False)
    events, ending = drained(events)
    entered = [event.square for event in events if event.entered]
    assert len(entered) == steps
    assert ending == ("found" if path else "exhausted")
    assert not path or path[-1] == entered[-1]


@settings(max_examples=200, deadline=None)
@given(boards(most=5), st.data(), rules, st.booleans())
def test_prunings_keep_the_answer(board, data, rule, closed):
    assume(board.size <= 16)
    start = data.draw(st.sampled_from(naive.squares(board)))
    outcome = solve(board, start=start, method="search", rule=rule, closed=closed, theory=False)
    assert outcome.word == ("found" if naive.has_tour(board, start, closed) else "impossible")
    if isinstance(outcome, Found):
        assert naive.is_tour(board, outcome.tour.squares, closed)


@settings(max_examples=120, deadline=None)
@given(starts(most=4), st.integers(0, 15), rules, st.sampled_from(["greedy", "search"]))
def test_a_given_end_is_reached_or_ruled_out_rightly(where, last, rule, method):
    board, start = where
    end = list(board.indices())[last % board.size]
    outcome = solve(board, start=board.square(start), end=board.square(end), rule=rule, method=method)
    assert outcome.word != "gave-up" or method == "greedy"
    if isinstance(outcome, Found):
        assert naive.is_tour(board, outcome.tour.squares)
        assert (outcome.tour.start, outcome.tour.end) == (board.square(start), board.square(end))
    if isinstance(outcome, Impossible):
        assert not naive.has_tour(board, board.square(start), end=board.square(end))


@pytest.mark.parametrize("name", [name for name in sorted(STARTS) if Board(name).size <= 28])
def test_search_finds_exactly_the_known_starts(name):
    board = Board(name)
    for square in naive.squares(board):
        outcome = solve(board, start=square, method="search")
        assert outcome.word == ("found" if square in STARTS[name] else "impossible"), square


def test_no_closed_tours_where_there_are_none_and_some_where_there_are():
    for name, exists in {"3x4": False, "3x6": False, "3x8": False, "4x5": False, "4x6": False, "3x10": True,
                         "5x6": True, "6x6": True, "3x12": True}.items():  # fmt: skip
        outcome = solve(name, closed=True, method="search")
        assert outcome.word == ("found" if exists else "impossible"), name


@pytest.mark.parametrize("prune", [False, True])
def test_a_long_search_starts_again_in_the_kernel_with_the_same_steps(monkeypatch, prune):
    question = {"start": "1,2", "like": "agh", "prune": prune}
    whole = solve("4x5", **question)
    monkeypatch.setattr(search_module, "PLAIN_STEPS", 100)
    again = solve("4x5", **question)
    monkeypatch.setattr(search_module, "PLAIN_STEPS", 10**9)
    plain = solve("4x5", **question)
    for other in (again, plain):
        assert (other.word, other.steps, other.backtracks, other.walk) == (
            whole.word, whole.steps, whole.backtracks, whole.walk,
        )  # fmt: skip


def test_200x200_meets_no_recursion_limit():
    for like in (None, "stahovec"):
        outcome = solve("200x200", method="search", like=like, step_limit=400_000)
        assert isinstance(outcome, Found)
        assert verify(outcome.tour)


# -- maps ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "rule", "options"),
    [
        (Board("6x7"), Rule(), {"retries": 3}),
        (Board("7x7"), Rule("random"), {"retries": 2}),
        (Board(6, 6, holes=[(0, 0), (3, 4)]), Rule("corner,lookahead"), {}),
        (Board("20x21"), Rule("24753186", open_start=True), {"retry_orders": ("12345678", "53461278")}),
        (Board("8x8", leaper=(1, 4)), Rule(most=True), {}),
    ],
)
def test_a_map_is_the_solves_from_every_start(monkeypatch, board, rule, options):
    maps = []
    for repay in (False, True):
        monkeypatch.setattr(starts_module, "worth_compiling", lambda squares, repay=repay: repay)
        monkeypatch.setattr(greedy_module, "worth_compiling", lambda squares, repay=repay: repay)
        maps.append(map_starts(board, rule, seed=3, **options))
    plain, fast = maps
    assert (plain.unvisited, plain.closed, plain.retries, plain.steps) == (
        fast.unvisited, fast.closed, fast.retries, fast.steps,
    )  # fmt: skip
    outcomes = [
        solve(board, start=square, rule=rule, seed=3, theory=False, method="greedy", **options)
        for square in naive.squares(board)
    ]
    assert list(plain.unvisited) == [board.size - len(outcome.walk) for outcome in outcomes]
    assert plain.steps == sum(outcome.steps for outcome in outcomes)
    assert plain.retries == sum(outcome.retries for outcome in outcomes)
    assert list(plain.closed) == [outcome.start for outcome in outcomes if outcome.walk.closed]


@pytest.mark.parametrize("options", [{}, {"retries": 2}, {"retry_orders": ("53461278",)}])
def test_a_map_comes_in_parts_that_make_the_whole(options):
    asked, parts = MapStarts.of("9x10", rule="12345678", seed=3, **options), []
    whole = asked.run(on_part=lambda part, done: parts.append((part, done)))
    walked = [one for part, _ in parts for one in part]
    assert len(parts) > 1
    assert [one.start for one in walked] == list(range(90))
    assert [done for _, done in parts] == list(accumulate(len(part) for part, _ in parts))
    assert whole.unvisited == tuple(90 - one.visited for one in walked)
    assert map_starts("9x10", "12345678", seed=3, **options) == whole
    assert whole.retries == sum(one.retries for one in walked)


def test_a_map_on_an_odd_board_says_what_colour_allows():
    starts = map_starts("5x5")
    assert (starts.starts, starts.allowed) == (25, 13)
    assert starts.complete <= 13
    assert all(row[c] > 0 for r, row in enumerate(starts.rows) for c in range(5) if (r + c) % 2)


def test_progress_is_reported():
    seen = []
    map_starts("20x20", Rule("12345678"), retries=1, progress=lambda *facts: seen.append(facts))
    assert {what for what, _, _ in seen} == {"walking", "trying orders"}
    solve(
        "8x8",
        method="search",
        closed=True,
        prune=False,
        step_limit=600_000,
        progress=lambda *f: seen.append(f),
    )
    assert ("searching", 600_000, 600_000) in seen


@pytest.mark.parametrize(
    ("board", "options"),
    [
        ("5x5", {"end": "1,1"}),  # the start
        ("5x6", {"end": "1,2", "closed": True}),  # not a move away from the start
        (Board(2, 1, leaper=(0, 1)), {"end": (1, 0), "closed": True}),  # two squares make no circuit
    ],
)
def test_search_steps_finds_nothing_if_no_tour_can_have_these_ends(board, options):
    events = search_steps(board, "1,1", **options)
    with pytest.raises(StopIteration) as stop:
        next(events)
    assert stop.value.value == "exhausted"

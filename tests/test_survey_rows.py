"""Every row of a survey matches the slow oracle, or `solve`, for that walk."""

from collections import Counter
from functools import cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from strategies import orders as any_order
from strategies import rules
from surveys import expected, sequences, solved_outcome, surveyed, table_rows, walked
from turaga import Board, Rule
from turaga.survey import jobs
from turaga.survey.job_rows import compute_rows
from turaga.survey.jobs import cut_into_jobs
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.runner import run_survey
from turaga.symmetry import SYMMETRIES, order_image
from turaga.walks import map_starts


def images(order):
    """All eight of an order's class."""
    return tuple(order_image(order, symmetry) for symmetry in SYMMETRIES.values())


@st.composite
def holes_of(draw, rows, cols):
    """Holes of a rows x cols board, with the images under some symmetries of the rectangle."""
    squares = [(r, c) for r in range(rows) for c in range(cols)]
    holes = set(draw(st.lists(st.sampled_from(squares), max_size=4)))
    for name in draw(st.sampled_from([[], ["half turn"], ["left to right"], ["quarter turn"] * 2])):
        if SYMMETRIES[name].sides(rows, cols) == (rows, cols):
            holes |= {SYMMETRIES[name].square(hole, rows, cols) for hole in holes}
    assume((0, 0) not in holes)  # the first start of all starts, of a quarter and of an eighth
    return holes


@st.composite
def plans(draw, most=6):
    """A plan of a few walks without early stops, and its orders."""
    leaper = draw(st.sampled_from([(1, 2), (1, 2), (1, 3), (0, 1)]))
    sides = st.tuples(st.integers(1, most), st.integers(1, most))
    boards = tuple(
        Board(*pair, holes=draw(holes_of(*pair)), leaper=leaper)
        for pair in draw(st.lists(sides, min_size=1, max_size=2, unique=True))
    )
    rule = draw(rules)
    given = draw(st.none() | st.lists(any_order, min_size=1, max_size=3, unique=True))
    if rule.is_random:
        given, orders = None, ("0",)
    elif given is None:
        orders = (rule.order,)
    else:  # with an image of the first, to be derived if it may be
        other = order_image(given[0], draw(st.sampled_from(list(SYMMETRIES.values()))))
        orders = tuple(dict.fromkeys([*given, other]))
    tries = draw(st.sampled_from([{}, {}, {"retries": 2}, {"retry_orders": ("24753186", "81726354")}]))
    starts = draw(st.sampled_from(["all", "quarter", "eighth", "random:5"]))
    fresh = starts == "random:5" or rule.is_random or "retries" in tries
    return orders, Plan(
        boards=boards,
        rule=rule,
        orders=None if given is None else ",".join(orders),
        starts=starts,
        seed=draw(st.integers(0, 2**64 - 1)),
        repeat=draw(st.integers(1, 2)) if fresh else 1,
        **tries,
    )


@settings(max_examples=60, deadline=None)
@given(plans())
def test_every_row_matches_the_oracle(asked):
    orders, plan = asked
    assert sequences(walked(plan)) == sequences(expected(plan, orders))


PLANS = {
    "the default": Plan(boards=parse_boards("5,6,4x7")),
    "random ties, three runs": Plan(boards=parse_boards("7,8"), rule=Rule("random"), seed=5, repeat=3),
    "outermost, then random": Plan(boards=parse_boards("9"), rule=Rule("outermost,random"), repeat=2),
    "retries": Plan(
        boards=parse_boards("8,7x9"), rule=Rule("serafeimidis"), retries=3, seed=7, repeat=2
    ),
    "retries after random ties": Plan(
        boards=parse_boards("12"), rule=Rule("random"), starts="random:20", retries=2, seed=2**64 - 1
    ),
    "orders to retry with": Plan(
        boards=parse_boards("8"), rule=Rule("klochko"), retry_orders=("24753186", "12345678")
    ),
    "most": Plan(boards=parse_boards("6,7"), rule=Rule("lookahead:2", most=True), starts="quarter"),
    "corner": Plan(boards=parse_boards("9"), rule=Rule("corner", open_start=True), starts="eighth"),
    "camel": Plan(boards=parse_boards("7,8", leaper=(1, 3)), rule=Rule()),
    "wazir": Plan(boards=parse_boards("5,3x6,1x7,1,2", leaper=(0, 1)), rule=Rule("klochko")),
    "too narrow to move": Plan(boards=parse_boards("1,2,1x9,9x2")),
    "search": Plan(
        boards=parse_boards("5,6,3x7,4x5"), rule=Rule("agh"), method="search", step_limit=300
    ),
    "search as agh did": Plan(
        boards=parse_boards("5"), rule=Rule("agh"), method="search", step_limit=500,
        theory=False, prune=False,
    ),
    "search with random ties": Plan(
        boards=parse_boards("6"), rule=Rule("random"), method="search", step_limit=100, seed=9,
        starts="random:8", repeat=3,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANS)
def test_every_row_matches_solve(name, tmp_path):
    plan = PLANS[name]
    orders = ("0",) if plan.rule.is_random else (plan.rule.order,)
    rows = surveyed(plan, tmp_path / "s", threads=2)
    assert sequences(rows) == sequences(expected(plan, orders, solved_outcome))


def test_a_survey_matches_the_map_of_all_starts(tmp_path):
    for board, rule, tries in (
        ("20x20", Rule("random"), {"retries": 2}),
        ("15x16", Rule("24753186"), {"retry_orders": ("12345678", "87654321")}),
    ):
        plan = Plan(boards=parse_boards(board), rule=rule, seed=3, **tries)
        rows = surveyed(plan, tmp_path / board)
        made = map_starts(board, rule, seed=3, **tries)
        assert tuple(plan.boards[0].size - row[6] for row in rows) == made.unvisited
        assert tuple((row[4] - 1, row[5] - 1) for row in rows if row[10]) == made.closed
        assert (sum(row[11] for row in rows), sum(row[12] for row in rows)) == (made.retries, made.steps)


def test_the_first_run_has_the_survey_s_seed_and_the_others_their_own():
    plan = Plan(boards=parse_boards("10"), rule=Rule("random"), seed=11, repeat=3)
    assert plan.seed_of(0) == 11
    assert len({plan.seed_of(run) for run in range(3)}) == 3


def test_each_run_has_new_random_starts_without_repeats():
    plan = Plan(boards=parse_boards("6,3x4"), starts="random:20", repeat=40)
    seen = Counter()
    for board in plan.boards:
        for run in range(plan.repeat):
            starts = plan.starts_of(board, run)
            assert len(set(starts)) == len(starts) == min(20, board.size) == plan.count_starts(board)
            assert set(starts) <= set(range(board.size))
            if board.size == 36:
                seen.update(starts)
    assert set(seen) == set(range(36))  # 40 times 20 of 36: none is left out, none is a favourite
    assert max(seen.values()) < 36


def test_a_search_stops_at_its_time_limit():
    plan = Plan(
        boards=parse_boards("7"), rule=Rule("agh"), starts="eighth", method="search",
        time_limit=0.001, theory=False, prune=False,
    )  # fmt: skip
    rows = walked(plan)
    assert len(rows) == 10
    forbidden = [row for row in rows if (row[4] + row[5]) % 2]  # which no search to the end could find out
    assert len(forbidden) == 4
    assert all(not row[9] and row[6] < 49 < row[12] for row in forbidden)
    assert all(row[12] >= row[6] > 0 for row in rows)


def test_seconds_and_steps_are_accounted_for(tmp_path):
    plan = Plan(boards=parse_boards("6,5x6"), rule=Rule("12345678"), orders="12345678,87654321,13572468")
    ran = run_survey(plan, str(tmp_path))
    shards = table_rows(tmp_path, "shards", ("board", "order", "walks", "steps", "seconds"))
    walks = sequences(table_rows(tmp_path))
    assert {(board, order): count for board, order, count, _, _ in shards} == {
        (f"{rows}x{cols}", order): len(held) for (rows, cols, order), held in walks.items()
    }
    assert sum(steps for *_, steps, _ in shards) == ran.steps
    for board, order, _, steps, seconds in shards:
        derived = (board, order) == ("6x6", 87654321)  # an image of 12345678 there, and none on a rectangle
        assert (steps == 0, seconds == 0) == (derived, derived)


# -- symmetry -----------------------------------------------------------------------------------------

CLASS = ",".join(images("24753186"))
MIXED = "12345678,13572468,87654321,24753186,56781234,21876543,68135724"
DERIVED = {
    "odd": ("5,7,9", "12345678", CLASS, {}),
    "even": ("6,8", "12345678", CLASS, {}),
    "rectangles": ("5x6,6x7,3x10,10x3,5x9", "12345678", CLASS, {}),
    "some of several classes": ("7,6x5", "outermost", MIXED, {}),
    "open start": ("8,4x9", "12345678", MIXED, {"open_start": True}),
    "dead ends last": ("7,5x8", "corner", MIXED, {"dead_ends_last": True}),
    "most": ("6,3x7", "lookahead:2", MIXED, {"most": True}),
}  # fmt: skip


def one_by_one(plan):
    """The rows of a plan with one order at a time, so that nothing is derived."""
    rows = []
    for board in plan.boards:
        for order in plan.orders_of(board):
            single = Plan(**{**{name: getattr(plan, name) for name in plan.__dataclass_fields__},
                             "boards": (board,), "orders": order})  # fmt: skip
            assert all(len(family) == 1 for family in single.families_of(board))
            rows += walked(single)
    return rows


@pytest.mark.parametrize("starts", ["all", "quarter", "eighth"])
@pytest.mark.parametrize("name", DERIVED)
def test_derived_rows_equal_computed_rows(name, starts):
    boards, ties, orders, options = DERIVED[name]
    plan = Plan(boards=parse_boards(boards), rule=Rule(ties, **options), orders=orders, starts=starts)
    assert any(len(family) > 1 for board in plan.boards for family in plan.families_of(board))
    assert sequences(walked(plan)) == sequences(one_by_one(plan))


@pytest.mark.parametrize("starts", ["all", "eighth"])
@pytest.mark.parametrize(("boards", "leaper"), [("5,6,4x5,3x7", (1, 2)), ("4,3x4", (0, 1)), ("6", (1, 3))])
@pytest.mark.parametrize("theory", [True, False])
def test_derived_searches_equal_computed_searches(boards, leaper, starts, theory):
    plan = Plan(
        boards=parse_boards(boards, leaper=leaper), rule=Rule("12345678"), orders=MIXED,
        starts=starts, method="search", step_limit=200, theory=theory, prune=theory,
    )  # fmt: skip
    assert sequences(walked(plan)) == sequences(one_by_one(plan))


@pytest.mark.parametrize("starts", ["all", "quarter", "eighth"])
def test_small_jobs_give_the_same_rows(starts, monkeypatch):
    plan = Plan(boards=parse_boards("6,7,5x6"), rule=Rule(), orders=MIXED, starts=starts)
    whole = walked(plan)
    steps = sum(
        sum(compute_rows(plan, job, {}, lambda *_: None).shards["steps"]) for (job,) in cut_into_jobs(plan)
    )
    for least, most in ((1, 10**10), (200, 10**10), (10**9, 11)):
        monkeypatch.setattr(jobs, "_LEAST", least)
        monkeypatch.setattr(jobs, "_MOST", max(least, 200))
        monkeypatch.setattr(jobs, "_MOST_ROWS", most)
        cutting = cut_into_jobs(plan)
        assert len(cutting) > 3 * len(plan.boards)
        assert sorted(walked(plan)) == sorted(whole)
        made = [compute_rows(plan, job, {}, lambda *_: None) for (job,) in cutting]
        assert sum(sum(one.shards["steps"]) for one in made) == steps
        assert [sum(one.shards["walks"]) for one in made] == [len(one.walks["order"]) for one in made]


def test_classes_of_eight_and_of_four():
    for board, classes, size in (("8x8", 5040, 8), ("5x5", 5040, 8), ("5x6", 10080, 4), ("3x10", 10080, 4)):
        asked = Plan(boards=parse_boards(board), rule=Rule("12345678"), orders="all")
        unique = Plan(boards=parse_boards(board), rule=Rule("12345678"), orders="unique")
        (where,) = asked.boards
        assert len(asked.orders_of(where)) == 40320
        assert len(unique.orders_of(where)) == classes
        families = asked.families_of(where)
        assert Counter(map(len, families)) == {size: classes}
        assert len({order for family in families for order, _ in family}) == 40320
        assert [family[0][0] for family in families] == list(unique.orders_of(where))


# -- surveys that stop --------------------------------------------------------------------------------


@pytest.mark.parametrize("orders", ["12345678", "unique"])
def test_until_closed_stops_each_order_at_its_first_closed_tour(orders):
    everything = Plan(boards=parse_boards("6,5x6"), rule=Rule("12345678"), orders=orders)
    stopping = Plan(
        boards=everything.boards, rule=everything.rule, orders=orders, until_closed=True, starts="all"
    )
    whole, kept = sequences(walked(everything)), sequences(walked(stopping))
    assert set(kept) == set(whole)
    ends = Counter()
    for name, rows in whole.items():
        closed = [i for i, row in enumerate(rows) if row[10]]
        end = closed[0] + 1 if closed else len(rows)
        assert kept[name] == rows[:end]
        ends[bool(closed)] += 1
    assert ends[True]
    assert ends[False] or orders != "unique"


def test_a_board_without_closed_tours_is_not_scanned(tmp_path):
    plan = Plan(boards=parse_boards("5,7,4x9,6"), until_closed=True)
    held = sequences(surveyed(plan, tmp_path / "a"))
    assert set(held) == {(6, 6, 12345678)}
    for options in ({}, {"stop_after_failures": 2}):
        none = Plan(boards=parse_boards("5..9", odd=True), until_closed=True, **options)
        ran = run_survey(none, str(tmp_path / f"b{len(options)}"))
        assert (ran.jobs, ran.walks, ran.dropped) == (0, 0, ())


def until_failures(plan, limit):
    """What a survey that stops nowhere has up to the limit's failure of each order, over the boards in turn,
    and what it drops."""
    by_order = {}
    for row in plan_rows(plan):
        by_order.setdefault(row[2], []).append(row)
    kept, dropped = [], []
    for order, rows in by_order.items():
        failures = 0
        for row in rows:
            kept.append(row)
            board = Board(row[0], row[1])
            # A start that colour forbids is no failure; nothing else is known here.
            if not row[9] and (board.size % 2 == 0 or (row[4] + row[5]) % 2 == 0):
                failures += 1
            if failures == limit:
                dropped.append({"order": order, "board": str(board), "failures": limit})
                break
    return sorted(kept), sorted(dropped, key=lambda one: str(one["order"]))


@cache
def plan_rows(plan):
    """The rows of the same plan without its stop, board by board."""
    fields = {name: getattr(plan, name) for name in plan.__dataclass_fields__}
    rows = []
    for board in plan.boards:
        rows += walked(Plan(**{**fields, "boards": (board,), "stop_after_failures": None}))
    return rows


STOPPING = {
    "orders": Plan(
        boards=parse_boards("5..9"), rule=Rule("serafeimidis"), orders=MIXED, stop_after_failures=7
    ),
    "squares and rectangles": Plan(
        boards=parse_boards("4x5,6,5x6,7"), rule=Rule("12345678"), orders="unique",
        starts="quarter", stop_after_failures=4,
    ),
    "random ties": Plan(
        boards=parse_boards("9..12"), rule=Rule("random"), starts="random:12", repeat=3, seed=4,
        stop_after_failures=2,
    ),
    "retries": Plan(
        boards=parse_boards("6..10"), rule=Rule("serafeimidis"), orders="random:5", retries=1,
        stop_after_failures=2,
    ),
    "search": Plan(
        boards=parse_boards("5..7"), rule=Rule("12345678"), orders=MIXED, method="search",
        step_limit=30, stop_after_failures=4,
    ),
    "at the first": Plan(boards=parse_boards("5..8"), orders=MIXED, stop_after_failures=1),
}  # fmt: skip


@pytest.mark.parametrize("name", STOPPING)
def test_an_order_is_dropped_at_its_last_failure(name, tmp_path):
    plan = STOPPING[name]
    kept, dropped = until_failures(plan, plan.stop_after_failures)
    assert dropped
    assert len(kept) < len(plan_rows(plan))
    for threads in (1, 3):
        ran = run_survey(plan, str(tmp_path / str(threads)), threads=threads)
        assert sorted(table_rows(tmp_path / str(threads))) == kept
        assert list(ran.dropped) == dropped


# -- threads ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "plan",
    [
        Plan(boards=parse_boards("5..9,4x7"), rule=Rule(), orders=MIXED),
        Plan(boards=parse_boards("20"), rule=Rule("random"), repeat=4, retries=1),
        Plan(boards=parse_boards("6..20", even=True), rule=Rule("serafeimidis"), until_closed=True),
    ],
    ids=["orders", "dice", "until closed"],
)
def test_the_files_do_not_depend_on_the_threads(plan, tmp_path, monkeypatch):
    monkeypatch.setattr(jobs, "_LEAST", 20_000)
    held = [surveyed(plan, tmp_path / str(threads), threads=threads) for threads in (1, 2, 3)]
    assert held[0] == held[1] == held[2]
    assert len(list((tmp_path / "1" / "walks").iterdir())) > 5

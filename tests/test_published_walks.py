"""Every published result about a single walk or search, reproduced with the settings of its system."""

import json

import pytest

from command import turaga
from known import FIRST_CLOSED, FULL_ORDERS, GOLDEN
from turaga import Board, Found, GaveUp, Impossible, Rule, solve
from turaga.compiled_greedy import CompiledRule, PaddedBoard
from turaga.greedy import Position
from turaga.orders import SYMMETRIES, all_orders, order_image
from turaga.rng import Rng
from turaga.symmetry import order_class
from turaga.walks import map_starts

EIGHT = Board("8x8")


def grid(name):
    return [[int(k) for k in line.split()] for line in (GOLDEN / name).read_text().splitlines()]


# -- Serafeimidis -------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [n for n in FIRST_CLOSED if n <= 100])
def test_first_closed_start(n):
    board = Board(n)
    machine = CompiledRule(PaddedBoard(board), Rule("12345678", open_start=True))
    for row in range(n):
        starts = range(row * n, row * n + n)
        visited, ends = machine.walk_many(starts, [Rng(0)] * n)
        closed = [
            s
            for s, v, e in zip(starts, visited, ends, strict=True)
            if v == n * n and board.is_move(s, int(e))
        ]
        if closed:
            assert (row + 1, closed[0] - row * n + 1) == FIRST_CLOSED[n]
            return
    pytest.fail("no start closes")


def test_the_table_of_first_closed_starts_is_complete():
    assert list(FIRST_CLOSED) == list(range(6, 301, 2))


def test_first_closed_start_by_the_command():
    for n in (6, 8, 20):
        facts = json.loads(turaga("map", n, "--rule", "serafeimidis", "--json").stdout)
        assert tuple(facts["closed"][0]) == FIRST_CLOSED[n]


def completes_everywhere(ground, rule):
    return (CompiledRule(ground, rule).walk_many(range(64), [Rng(0)] * 64)[0] == 64).all()


def full_classes(open_start):
    ground = PaddedBoard(EIGHT)
    return [
        order
        for order in sorted({order_class(order) for order in all_orders()})
        if completes_everywhere(ground, Rule(order, open_start=open_start))
    ]


def test_exactly_16_orders_are_full():
    published = FULL_ORDERS
    found = {order_image(order, s) for order in full_classes(open_start=True) for s in SYMMETRIES.values()}
    assert sorted(found) == sorted(published)
    assert len(found) == 16


def test_7376_orders_are_full_with_true_degrees():
    assert 8 * len(full_classes(open_start=False)) == 7376


def test_from_3_4_one_order_stops_after_56_squares_and_another_closes():
    stopped = solve("8x8", like="serafeimidis", start="3,4")
    assert isinstance(stopped, GaveUp)
    assert len(stopped.best) == 56
    rule = Rule("24753186", open_start=True)
    closed = solve("8x8", like="serafeimidis", rule=rule, start="3,4")
    assert isinstance(closed, Found)
    assert closed.tour.closed
    assert closed.tour.end == (4, 2)


def test_the_thesis_class_of_eight_orders():
    members = ["12345678", "21876543", "34567812", "43218765", "56781234", "65432187", "78123456", "87654321"]
    assert {order_class(order) for order in members} == {"12345678"}
    assert sorted(order_image("12345678", s) for s in SYMMETRIES.values()) == sorted(members)
    assert len({order_class(order) for order in all_orders()}) == 5040


# -- Klochko ------------------------------------------------------------------------------------------


def test_klochko_8x8():
    outcome = solve("8x8", like="klochko", start="1,1")
    assert isinstance(outcome, Found)
    assert outcome.tour.rows() == grid("klochko_8x8.txt")


def test_the_opposite_rule_never_completes_on_5_to_10():
    for n in range(5, 11):
        starts = map_starts(n, Rule("25163487", most=True, dead_ends_last=True))
        assert starts.complete == 0
        visited = 1 - sum(starts.unvisited) / starts.starts / (n * n)
        assert 0.3 < visited < 0.75  # "usually about half the squares"


def test_true_degrees_do_not_always_work_either():
    # The claim "always, from 5x5 to 76x76" is false on 8x8 for most orders: 7376 of 40,320 are full.
    assert map_starts(8, Rule("12345678")).complete < 64


# -- Bencic -------------------------------------------------------------------------------------------


def test_bencic_fails_from_one_square_after_60():
    rows = map_starts("8x8", Rule("81234567")).rows
    failing = {(r + 1, c + 1): left for r, row in enumerate(rows) for c, left in enumerate(row) if left}
    assert failing == {(5, 3): 4}
    outcome = solve("8x8", like="bencic", start="5,3")
    assert isinstance(outcome, GaveUp)
    assert len(outcome.best) == 60


# -- Agh ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "steps", "how"), [("4,2", 25, "without backtracking"), ("2,2", 354, "by backtracking")]
)
def test_agh_5x5(start, steps, how):
    # X is the column, Y the row: X=2, Y=4 is 4,2.
    outcome = solve("5x5", like="agh", start=start)
    assert isinstance(outcome, Found)
    assert (outcome.steps, outcome.backtracks, outcome.reason) == (steps, steps - 25, f"found {how}")


def test_agh_8x8():
    outcome = solve("8x8", like="agh", start="1,1")
    assert isinstance(outcome, Found)
    assert outcome.steps == 64
    assert outcome.tour.rows() == grid("agh_8x8_x1_y1.txt")


def test_agh_searches_exhaustively_from_a_start_that_colour_rules_out():
    outcome = solve("5x5", like="agh", start="5,2", step_limit=5_000_000)
    assert isinstance(outcome, Impossible)
    assert outcome.steps == 1_829_421  # section 2.3
    assert "exhaustive search" in outcome.reason


def test_aghs_order_fails_from_one_square_without_backtracking():
    assert map_starts("8x8", Rule("21876543")).complete == 63


# -- Stahovec -----------------------------------------------------------------------------------------


def test_stahovec_gives_up_at_the_step_limit():
    outcome = solve("7x7", like="stahovec", start="1,2", step_limit=1_000_000)
    assert isinstance(outcome, GaveUp)  # colour forbids it, which he cannot tell
    assert outcome.steps == 1_000_000
    assert outcome.reason == "the step limit of 1000000 was reached"


# -- Squirrel and Cull --------------------------------------------------------------------------------

# Their move types 1..8 as directions of ours: 1 is (-2, +1), our 6, and so on clockwise.
THEIRS = dict(zip("12345678", "67812345", strict=True))
TABLE = json.loads((GOLDEN / "squirrel_cull.json").read_text())


def squirrel_cull(m):
    """The length of their walk on m x m: a list of orders, each until the knight stands on a square."""
    board = Board(m)
    stages = TABLE["orders_by_m_mod_8"][str(m % 8)]
    positions = [Position(board, Rule("".join(THEIRS[d] for d in order))) for order, _ in stages]
    # One walk, several orders: the positions share everything but the order of the neighbours.
    for position in positions[1:]:
        position.degree, position.free, position.path = (
            positions[0].degree,
            positions[0].free,
            positions[0].path,
        )
    switches = [_switch(where, m) for _, where in stages]
    stage, here = 0, 0
    while True:
        positions[0].enter(here)
        if board.square(here) == switches[stage]:
            stage += 1
        chosen, _, _ = positions[stage].choose(positions[stage].candidates(), Rng(0))
        if chosen is None:
            return len(positions[0].path)
        here = chosen


def _switch(where, m):
    if where == "end":
        return None
    row, col = (
        eval(f"({where.replace('/', '//')})", {}, {"m": m}) if " if " not in where else _either(where, m)
    )
    return row - 1, col - 1


def _either(where, m):
    yes, rest = where.split(" if ")
    test, no = rest.split(" else ")
    return eval(f"({(yes if eval(test, {}, {'m': m}) else no).replace('/', '//')})", {}, {"m": m})


def test_squirrel_and_cull_complete_from_the_corner():
    for m in [*range(5, 61), 75, 90]:
        assert squirrel_cull(m) == m * m, m
    assert squirrel_cull(74) < 74 * 74
    assert isinstance(solve(74, method="greedy", rule=Rule("".join(THEIRS[d] for d in "21345678"))), Found)

"""The kernels do exactly what the reference does. Also run with NUMBA_DISABLE_JIT=1."""

import os

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events import drained
from strategies import orders, rules, starts
from turaga import Board, Rule, compiled_greedy
from turaga.compiled_greedy import CompiledRule, PaddedBoard
from turaga.greedy import whole_walk
from turaga.order import ordered_steps
from turaga.rng import Rng
from turaga.solve import compiled_search
from turaga.solve.compiled_search import CompiledSearch
from turaga.solve.search import _events, _Target

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"
EXAMPLES = settings(max_examples=80 if SLOW else 250, deadline=None)


@EXAMPLES
@given(starts(most=12), rules, st.integers(0, 2**40), st.integers(1, 200))
def test_a_walk_is_the_reference_walk(where, rule, seed, limit):
    board, start = where
    limit = min(limit, board.size)
    plain, fast = Rng(seed), Rng(seed)
    expected = whole_walk(board, start, rule, plain, limit=limit)
    walk = CompiledRule(PaddedBoard(board), rule).walk(start, fast, limit)
    assert walk.indices == expected.indices
    assert fast.state == plain.state


@EXAMPLES
@given(starts(most=6 if SLOW else 9), rules, st.integers(0, 2**40))
def test_many_walks_are_the_reference_walks(where, rule, seed):
    board, _ = where
    ground = PaddedBoard(board)
    numbers = list(board.indices())
    dice = [Rng(seed, n) for n in numbers]
    visited, ends = CompiledRule(ground, rule).walk_many(numbers, dice)
    for i, start in enumerate(numbers):
        expected = whole_walk(board, start, rule, Rng(seed, start)).indices
        assert (visited[i], ends[i]) == (len(expected), expected[-1])


@EXAMPLES
@given(
    starts(most=6 if SLOW else 8),
    rules.filter(lambda rule: not rule.is_random),
    st.lists(orders, min_size=1, max_size=5),
    st.randoms(use_true_random=False),
)
def test_many_walks_go_each_by_its_own_order(where, rule, given, chance):
    board, _ = where
    numbers = list(board.indices())
    which = [chance.randrange(len(given)) for _ in numbers]
    ground = PaddedBoard(board)
    machine = CompiledRule(ground, rule)
    laid = ground.lay_orders(given)
    visited, ends = machine.walk_many(numbers, orders=laid, which=np.array(which))
    for i, start in enumerate(numbers):
        expected = whole_walk(board, start, rule.with_order(given[which[i]]), Rng(0)).indices
        assert (visited[i], ends[i]) == (len(expected), expected[-1])
    # And nothing of it is left in the machine.
    assert machine.walk_many(numbers[:1])[0][0] == len(whole_walk(board, numbers[0], rule, Rng(0)))


@EXAMPLES
@given(starts(most=6 if SLOW else 8), st.lists(orders, min_size=1, max_size=5))
def test_orders_are_laid_as_their_steps_that_fit(where, given):
    board, _ = where
    ground = PaddedBoard(board)
    laid = ground.lay_orders(given)
    assert laid.shape == (len(given), 4, 8)
    for (moves, numbers, downs, rights), order in zip(laid.tolist(), given, strict=True):
        fitting = [
            (down, right)
            for down, right in ordered_steps(order, board.leaper)
            if abs(down) < board.rows and abs(right) < board.cols
        ]
        fitting += [(0, 0)] * (8 - len(fitting))
        assert list(zip(downs, rights, strict=True)) == fitting
        assert moves == [down * ground.width + right for down, right in fitting]
        assert numbers == [down * board.cols + right for down, right in fitting]


def test_a_walk_in_chunks_is_the_same_walk(monkeypatch):
    board = Board(20, 23)
    for ties in ("53461278", "outermost", "lookahead,random"):
        machine = CompiledRule(PaddedBoard(board), Rule(ties))
        whole = machine.walk(5, Rng(3), board.size)
        with monkeypatch.context() as patch:
            patch.setattr(CompiledRule, "chunk", 7)
            seen: list[int] = []

            def tick(squares, seen=seen):
                seen.append(squares)
                return False

            assert machine.walk(5, Rng(3), board.size, tick) == whole
            assert len(seen) >= len(whole) // 7 - 1
            assert len(machine.walk(5, Rng(3), board.size, lambda n: n >= 50)) == 50


@EXAMPLES
@given(
    starts(most=7),
    rules,
    st.integers(0, 2**40),
    st.sampled_from(["open", "closed", "best", "end"]),
    st.booleans(),
    st.integers(1, 50),
    st.integers(0, 48),
)
def test_a_search_has_the_steps_of_the_reference(where, rule, seed, wanted, prune, pause, last):
    board, start = where
    most = 150 if SLOW else 600
    goal = max(1, board.size - 1) if wanted == "best" else board.size
    end = list(board.indices())[last % board.size] if wanted == "end" else None
    target = _Target.made(board, start, end, wanted == "closed", goal)
    prune = prune and wanted != "best"
    state = CompiledSearch(
        CompiledRule(PaddedBoard(target.board), rule),
        start,
        Rng(seed),
        goal=target.goal,
        anchor=target.anchor,
        prune=prune,
    )
    until = pause
    while state.run(min(until, most)) == "paused" and until < most:
        until += pause
    path, best, steps, backtracks = [], [], 0, 0
    events, ending = drained(_events(target, rule, Rng(seed), prune=prune), most)
    if ending == "found" and target.end is not None:  # the last step, which the kernel leaves to its caller
        assert events.pop().square == board.square(target.end)
    for event in events:
        if event.entered:
            steps += 1
            path.append(event.square)
        else:
            best = max(best, path.copy(), key=len)
            backtracks += 1
            assert path.pop() == event.square
    assert (state.ending, state.steps, state.backtracks) == (ending, steps, backtracks)
    longest = path if ending == "found" or len(path) > len(best) else best
    assert list(state.best()) == longest


@pytest.mark.parametrize("ties", ["outermost", "corner,outermost", "53461278"])
def test_keys_too_large_to_combine_are_compared_one_by_one(monkeypatch, ties):
    # As on a board of 3 x 10^8, whose squared distances do not fit the fast loop.
    board, rule = Board(13, 20), Rule(ties)
    some = range(0, board.size, 17 if SLOW else 1)
    expected = [CompiledRule(PaddedBoard(board), rule).walk(n, Rng(0), board.size) for n in some]
    monkeypatch.setattr(compiled_greedy, "_MOST_SCALE", 1)
    machine = CompiledRule(PaddedBoard(board), rule)
    assert machine.arrays.scale == 0
    assert [machine.walk(n, Rng(0), board.size) for n in some] == expected


@pytest.mark.skipif(SLOW, reason="80,000 squares in plain Python, three times")
@pytest.mark.parametrize("ties", ["outermost", "24753186", "lookahead,random"])
def test_a_big_walk_is_the_reference_walk(ties):
    board, rule = Board(310, 270, holes=[(100, 100), (201, 7)]), Rule(ties)
    expected = whole_walk(board, 5000, rule, Rng(1))
    assert CompiledRule(PaddedBoard(board), rule).walk(5000, Rng(1), board.size).indices == expected.indices


def test_a_search_that_floods_a_big_board_pauses():
    board = Board(100 if SLOW else 300)
    state = CompiledSearch(
        CompiledRule(PaddedBoard(board), Rule("random")),
        0,
        Rng(0),
        goal=board.size,
        anchor=None,
        prune=True,
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled_search, "_FLOOD", 5000)
        assert state.run(10**9) == "paused"
    assert state.stack.state[5] < 5000 + board.size
    steps = state.steps
    state.run(steps + 100)
    assert state.steps > steps


def test_a_square_that_only_the_start_and_one_other_reach_can_be_entered():
    # From 2,3, a neighbour of the corner, to 4,4: on the first look at the whole board, the corner has one
    # free neighbour beside the start.
    board = Board(6, 6)
    target = _Target.made(board, board.index((1, 2)), board.index((3, 3)), False, board.size)
    rule = CompiledRule(PaddedBoard(target.board), Rule())
    state = CompiledSearch(rule, 8, Rng(0), goal=target.goal, anchor=target.anchor, prune=True)
    assert state.run(5000) == "found"


def test_marks_are_cleared_when_they_run_out():
    board = Board(6, 6)
    plain = CompiledSearch(CompiledRule(PaddedBoard(board), Rule()), 1, Rng(0), goal=36, anchor=1, prune=True)
    worn = CompiledSearch(CompiledRule(PaddedBoard(board), Rule()), 1, Rng(0), goal=36, anchor=1, prune=True)
    worn.stack.state[4] = 2**31 - 20  # the kernel's last stamp, nearly
    for state in (plain, worn):
        assert state.run(5000) == "found"
    assert plain.best() == worn.best()
    assert plain.steps == worn.steps
    assert worn.stack.state[4] < 2**31 - 20


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 9), (2, 2), (9, 1), (1, 100_000)])
def test_boards_too_narrow_to_move(rows, cols):
    board = Board(rows, cols)
    assert CompiledRule(PaddedBoard(board), Rule()).walk(0, Rng(0), board.size).indices == (0,)

"""The enumeration kernel gives the tours of a plain search, in the same order, and its checks are correct.

Also without JIT.
"""

import os

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import naive
from published import COUNTS
from strategies import LEAPERS, orders
from turaga import Board
from turaga.completion.circuit_kernel import TRAIL
from turaga.completion.completer import Lattice, make_circuit
from turaga.completion.completer_kernel import NO, UNDECIDED, YES, can_complete
from turaga.counting.enumeration_branch import Branch

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"
EXAMPLES = settings(max_examples=60 if SLOW else 120, deadline=None)
NEVER, AT_ONCE = 10**9, 0  # patience


@st.composite
def small_boards(draw):
    """Boards small enough for a plain search, most of them with tours."""
    kind = draw(st.sampled_from(["3x4", "any", "walked", "walked"]))
    if kind == "walked":
        return draw(walked_boards())
    if kind == "3x4":
        return Board(kind)
    rows, cols = draw(st.sampled_from([(1, 4), (2, 3), (3, 3), (3, 4), (4, 3), (2, 7)]))
    squares = [(r, c) for r in range(rows) for c in range(cols)]
    gone = draw(st.lists(st.sampled_from(squares), max_size=4))
    assume(len(squares) - len(set(gone)) > 1)
    return Board(rows, cols, holes=gone, leaper=draw(st.sampled_from(LEAPERS)))


@st.composite
def walked_boards(draw):
    """The squares of some walk and perhaps a few more. Most such boards have tours."""
    dice = draw(st.randoms(use_true_random=False))
    rows, cols = dice.choice([(4, 4), (5, 5), (4, 7), (6, 6)])
    whole = Board(rows, cols, leaper=dice.choice([(1, 2), (1, 2), (0, 1), (2, 3)]))
    everywhere = set(naive.squares(whole))
    path = [dice.choice(sorted(everywhere))]
    for _ in range(dice.randrange(1, 13)):
        onward = naive.near(whole, path[-1], everywhere - set(path))
        if not onward:
            break
        path.append(dice.choice(onward))
    more = dice.sample(sorted(everywhere), dice.choice([0, 0, 1, 2]))
    assume(len(set(path) | set(more)) > 1)
    return Board(rows, cols, holes=everywhere - set(path) - set(more), leaper=whole.leaper)


def drained(branch, rows, work):
    """All tours of a branch, with this many tours and this much work per call."""
    found = []
    while not branch.over:
        batch = np.full((rows, len(branch.search.path)), -1, dtype=np.int32)
        count = branch.run(batch, rows, work)
        assert count <= rows
        found += batch[:count].tolist()
    return found


@EXAMPLES
@given(small_boards(), orders, st.data())
def test_a_branch_has_the_tours_with_its_beginning_in_order(board, order, data):
    number = {square: square[0] * board.cols + square[1] for square in naive.squares(board)}
    squares = list(number)
    start = data.draw(st.sampled_from(squares))
    ends = set(data.draw(st.lists(st.sampled_from(squares), min_size=1, max_size=len(squares))))
    more = naive.near(board, start, squares)
    path = [start]
    if more and board.size > 2 and data.draw(st.booleans()):
        path.append(data.draw(st.sampled_from(more)))
    expected = [
        [number[s] for s in tour]
        for tour in naive.tours(board, start, order)
        if tour[: len(path)] == path and tour[-1] in ends
    ]
    lattice = Lattice(board, order)
    patience = data.draw(st.sampled_from([NEVER, AT_ONCE, 3, None]))
    rows, work = data.draw(st.sampled_from([(1, 1), (3, 10), (1000, 10**6)]))
    branch = Branch(lattice, [number[s] for s in path], [number[s] for s in ends], patience=patience)
    assert drained(branch, rows, work) == expected


@pytest.mark.parametrize("calm", [0, 2])
@pytest.mark.parametrize("name", ["4x5"] if SLOW else ["4x7", "3x10"])
def test_checks_do_not_change_the_sequence_of_tours(name, calm, monkeypatch):
    monkeypatch.setattr("turaga.counting.enumeration_branch.CALM", calm)  # 0: it is checked every time
    board = Board(name)
    lattice = Lattice(board, "53461278")
    plain = Branch(lattice, [0], range(board.area), patience=NEVER)
    expected = drained(plain, 500, 10**6)
    assert plain.questions == 0
    for patience in (AT_ONCE, 20):
        asking = Branch(lattice, [0], range(board.area), patience=patience)
        assert drained(asking, 77, 1000) == expected
        assert asking.questions > 0
        assert asking.entered <= plain.entered


def test_the_work_does_not_depend_on_where_it_is_interrupted():
    lattice = Lattice(Board("5x5"), "12345678")
    branches = [Branch(lattice, [0, 7], range(25), patience=10) for _ in range(2)]
    tours = drained(branches[0], 1, 9)
    assert tours == drained(branches[1], 99, 10**6)
    assert (
        len(tours) == COUNTS["directed_from_start_5x5"]["corner"] // 2
    )  # the other half are their mirror images
    assert len({(branch.entered, branch.questions) for branch in branches}) == 1
    assert branches[0].questions > 100


# -- checks ---------------------------------------------------------------------------------------------


@st.composite
def walks(draw):
    """A small board and a random walk on it."""
    board = draw(small_boards())
    squares = naive.squares(board)
    path = [draw(st.sampled_from(squares))]
    for _ in range(draw(st.integers(0, len(squares) - 2))):
        onward = naive.near(board, path[-1], set(squares) - set(path))
        if not onward:
            break
        path.append(draw(st.sampled_from(onward)))
    assume(len(path) < len(squares))
    return board, path


@EXAMPLES
@given(walks(), st.booleans(), st.data())
def test_checks_give_correct_results(walk, careful, data):
    board, path = walk
    number = {square: square[0] * board.cols + square[1] for square in naive.squares(board)}
    lattice = Lattice(board, "12345678")
    # As in a branch, only squares of the side that the length determines.
    side = lattice.side[number[path[0]]] ^ (board.size % 2 == 0)
    could = [s for s in number if lattice.side[number[s]] == side and s not in path]
    ends = set(data.draw(st.lists(st.sampled_from(could)))) if could else set()
    free, may_end = np.zeros(board.area, dtype=np.int8), np.zeros(board.area, dtype=np.int8)
    free[[number[s] for s in set(number) - set(path)]] = 1
    may_end[[number[s] for s in ends]] = 1
    circuit, rest = make_circuit(lattice.side), np.full(board.size - len(path), -1)
    calm = 0 if careful else 10**6
    answers = [
        can_complete(lattice.graph, circuit, free, may_end, number[path[-1]], calm, 10**6, rest)
        for _ in range(2)  # the circuit must be reusable for the next check
    ]
    ahead = Board(board.rows, board.cols, holes=board.holes | set(path[:-1]), leaper=board.leaper)
    expected = YES if any(naive.has_tour(ahead, path[-1], end=end) for end in ends) else NO
    assert answers == [expected, expected]
    if expected == YES:
        whole = path + [divmod(n, board.cols) for n in rest.tolist()]
        assert naive.is_tour(board, whole)
        assert whole[-1] in ends
    assert circuit.tops[TRAIL] <= len(circuit.trail)


def test_a_check_that_takes_too_long_is_undecided():
    board = Board("6x6")
    lattice = Lattice(board, "12345678")
    free, may_end = lattice.free.copy(), lattice.free.copy()
    free[0] = may_end[0] = 0
    may_end[lattice.side == lattice.side[0]] = 0
    circuit, rest = make_circuit(lattice.side), np.zeros(35, dtype=np.int64)
    assert can_complete(lattice.graph, circuit, free, may_end, 0, 100, 1, rest) == UNDECIDED
    assert can_complete(lattice.graph, circuit, free, may_end, 0, 100, 10**6, rest) == YES


def test_hard_checks_are_delayed_and_the_sequence_stays_the_same(monkeypatch):
    monkeypatch.setattr("turaga.counting.enumeration_branch.MOST_SPENT", 60)  # nearly all are undecided
    lattice = Lattice(Board("4x5"), "12345678")
    expected = drained(Branch(lattice, [0], range(20), patience=NEVER), 50, 10**6)
    branch = Branch(lattice, [0], range(20), patience=5)
    assert drained(branch, 50, 10**6) == expected
    assert branch.questions > 0


OPEN = ["7x7", "6x8", "8x8", "3x12", "10x10", "3x20", "4x12", "4x20", "5x14", "12x12"]
CLOSED = ["6x8", "8x8", "3x12", "10x10", "3x20", "5x14", "12x12"]


@pytest.mark.skipif(SLOW, reason="takes minutes without JIT")
@pytest.mark.parametrize(
    ("name", "closed"), [*((name, False) for name in OPEN), *((name, True) for name in CLOSED)]
)
def test_the_first_tour_comes_soon(name, closed):
    board = Board(name)
    for order in ("12345678", "25163487", "87654321", "31768245", "58243671"):
        lattice = Lattice(board, order)
        branch = Branch(lattice, [0], lattice.table[0] if closed else range(board.area))
        assert branch.run(np.empty((1, board.size), dtype=np.int32), 1, 10**6) == 1, order

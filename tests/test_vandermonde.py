"""Vandermonde's method: the circuits are alike, the joins are parallelograms, the result is a closed tour."""

import re
from collections import defaultdict
from itertools import pairwise

import pytest

import naive
from turaga import Board, Found, GaveUp, solve
from turaga.errors import BadRule
from turaga.play.circuit_animation import CircuitAnimation
from turaga.solve import Solve
from turaga.solve import vandermonde as vandermonde_module
from turaga.solve.vandermonde import Folding, join_circuits

pytestmark = pytest.mark.usefixtures("row_col")

SIDES = [(m, n) for m in range(6, 17, 2) for n in range(6, 17, 2)]
SWAP = re.compile(
    r"join (\w+) and (\w+): replace the moves (.*)-(.*) and (.*)-(.*) by (.*)-(.*) and (.*)-(.*)"
)


def mirrored(board, square, upside_down, left_right):
    r, c = square
    return (board.rows - 1 - r if upside_down else r, board.cols - 1 - c if left_right else c)


def edges(board, circuit):
    """The moves of a circuit, each a set of two squares; it must be one."""
    steps = set(naive.moves(board).values())
    found = set()
    for (r1, c1), (r2, c2) in pairwise([*circuit, circuit[0]]):
        assert (r2 - r1, c2 - c1) in steps
        found.add(frozenset([(r1, c1), (r2, c2)]))
    assert len(found) == len(circuit) == len(set(circuit))
    return found


def image(board, moves, upside_down, left_right):
    return {frozenset(mirrored(board, square, upside_down, left_right) for square in move) for move in moves}


def one_circuit(moves):
    """Whether these moves are a single circuit."""
    near = defaultdict(list)
    for a, b in moves:
        near[a].append(b)
        near[b].append(a)
    seen = [next(iter(near))]
    for square in seen:
        seen += set(near[square]) - set(seen)
    return len(seen) == len(near) and all(len(squares) == 2 for squares in near.values())


def square_of(text):
    row, col = text.split(",")
    return int(row) - 1, int(col) - 1


def told(outcome):
    """The account, read back: the folded cycle, the letter of each square, and the swaps."""
    board = outcome.board
    h, w = board.rows // 2, board.cols // 2
    lines = outcome.account
    grid = [[int(k) for k in line.split()] for line in lines[1 : 1 + h]]
    letters = [line.split() for line in lines[2 + h : 2 + h + board.rows]]
    numbered = sorted((k, r * w + c) for r, row in enumerate(grid) for c, k in enumerate(row))
    assert [k for k, _ in numbered] == list(range(1, h * w + 1))
    swaps = []
    for line in lines[2 + h + board.rows :]:
        one, other, *squares = SWAP.fullmatch(line).groups()
        swaps.append((one, other, [square_of(text) for text in squares]))
    return [n for _, n in numbered], letters, swaps


@pytest.mark.parametrize(("rows", "cols"), SIDES)
def test_even_boards_step_by_step(rows, cols):
    board = Board(rows, cols)
    outcome = solve(board, method="vandermonde", why=True)
    assert isinstance(outcome, Found)
    assert outcome.tour.start == (0, 0)
    assert naive.is_tour(board, outcome.tour.squares, closed=True)
    cycle, letters, swaps = told(outcome)
    circuits = [[board.square(n) for n in circuit] for circuit in Folding(board).circuits(cycle)]
    four = rows % 4 == 0 or cols % 4 == 0
    assert len(circuits) == (4 if four else 2)
    assert outcome.reason == (
        "joined from 4 circuits by 3 parallelograms" if four else "joined from 2 circuits by 1 parallelogram"
    )
    # The circuits cover the board, each square once, and are images of one another.
    parts = dict(zip("ABCD", [edges(board, circuit) for circuit in circuits], strict=False))
    for letter, circuit in zip("ABCD", circuits, strict=False):
        assert all(letters[r][c] == letter for r, c in circuit)
    assert sum(len(circuit) for circuit in circuits) == board.size
    if four:
        assert image(board, parts["A"], False, True) == parts["B"]
        assert image(board, parts["A"], True, False) == parts["C"]
        assert image(board, parts["A"], True, True) == parts["D"]
    else:
        assert image(board, parts["A"], True, True) == parts["B"]
        assert parts["B"] in (image(board, parts["A"], False, True), image(board, parts["A"], True, False))
    # Every swap takes two parallel moves of two circuits for the other sides of their parallelogram.
    for one, other, (x, y, u, v, x2, v2, y2, u2) in swaps:
        assert (x, y, u, v) == (x2, y2, u2, v2)
        assert (y[0] - x[0], y[1] - x[1]) == (u[0] - v[0], u[1] - v[1])
        assert frozenset([x, y]) in parts[one]
        assert frozenset([u, v]) in parts[other]
        joined = parts.pop(one) | parts.pop(other)
        joined -= {frozenset([x, y]), frozenset([u, v])}
        joined |= {frozenset([x, v]), frozenset([y, u])}
        assert one_circuit(joined)
        if len(one) == 1:
            # Joined to its half-turn image, a circuit has half-turn symmetry; the last join breaks it.
            assert image(board, joined, True, True) == joined
        else:
            assert image(board, joined, True, True) != joined
        parts[one + other] = joined
    assert list(parts.values()) == [edges(board, outcome.tour.squares)]


@pytest.mark.parametrize("sides", ["6x100", "100x6", "30x34", "62x64", "200x202", "300x300"])
def test_bigger_boards(sides):
    outcome = solve(sides, method="vandermonde", start="3,3")
    assert isinstance(outcome, Found)
    assert outcome.tour.closed
    assert outcome.tour.start == (2, 2)


def test_every_start_and_every_seed():
    board = Board("6x8")
    for number in board.indices():
        outcome = solve(board, method="vandermonde", start=board.square(number), closed=True)
        assert isinstance(outcome, Found)
        assert outcome.tour.start == board.square(number)
    pair = [solve("8x8", method="vandermonde", rule="random", seed=3) for _ in range(2)]
    assert pair[0].tour == pair[1].tour


def test_the_quarter_is_the_board_folded():
    board = Board("8x10")
    folding = Folding(board)
    for number in range(folding.size):
        row, col = divmod(number, folding.cols)
        unfolded = naive.near(board, (row, col), naive.squares(board))
        folded = [(min(r, 7 - r), min(c, 9 - c)) for r, c in unfolded]
        assert folding.near(number) == [r * folding.cols + c for r, c in folded]
    for copy in range(4):
        below, right = bool(copy & 2), bool(copy & 1)
        there = [r * 10 + c for r, c in naive.squares(board) if (r >= 4, c >= 5) == (below, right)]
        assert sorted(folding.lifted(n, copy) for n in range(folding.size)) == there


def test_circuits_without_a_parallelogram_in_common_make_way_for_others(monkeypatch):
    made = []

    def join(board, circuits):
        made.append(join_circuits(board, circuits))
        return made[-1]

    monkeypatch.setattr(vandermonde_module, "join_circuits", join)
    outcome = solve("8x8", method="vandermonde")
    assert isinstance(outcome, Found)
    assert [joined is None for joined in made] == [True, False]
    assert outcome.retries == 1


def test_a_limit_is_kept():
    outcome = solve("100x100", method="vandermonde", step_limit=100, start="5,5")
    assert isinstance(outcome, GaveUp)
    assert outcome.reason == "the step limit of 100 was reached"
    assert outcome.best.squares == ((4, 4),)


@pytest.mark.parametrize(
    ("board", "asked", "why"),
    [
        ("7x8", {}, "on board 7x8: it needs even sides of 6 or more"),
        ("4x6", {}, "on board 4x6: it needs even sides of 6 or more"),
        (Board(8, 8, holes=[(0, 0), (0, 1)]), {}, "no holes, and the knight"),
        (Board(8, 8, leaper=(1, 4)), {}, "no holes, and the knight"),
        ("8x8", {"start": "1,1", "end": "2,1"}, "cannot choose the end of the tour, got end 2,1"),
    ],
)
def test_what_is_refused(board, asked, why):
    with pytest.raises(BadRule, match=why):
        solve(board, method="vandermonde", **asked)


# -- step by step -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "cols"), [(6, 6), (6, 8), (8, 8), (10, 14), (12, 10)])
def test_the_frames_show_how_the_circuits_become_the_tour(rows, cols):
    board = Board(rows, cols)
    animation = CircuitAnimation.of(Solve.of(board, method="vandermonde", seed=1))
    fold, cycle, one, every, *joins, last = animation.frames()
    quarter = {(r, c) for r in range(rows // 2) for c in range(cols // 2)}
    assert set(fold.marks[0].squares) == quarter
    assert sorted(cycle.notes) == sorted(quarter)
    assert sorted(map(int, cycle.notes.values())) == list(range(1, len(quarter) + 1))
    for part in cycle.parts:  # moves that stay in the quarter, from a number to the next
        for a, b in pairwise([board.square(index) for index in part.squares]):
            assert int(cycle.notes[b]) == int(cycle.notes[a]) + 1
            assert b in naive.near(board, a, quarter)
    assert one.parts[0] in every.parts
    circuits = [edges(board, [board.square(index) for index in part.squares]) for part in every.parts]
    assert len(circuits) == (4 if len(quarter) % 2 == 0 else 2)
    assert all(image(board, circuit, True, True) in circuits for circuit in circuits)
    assert len(joins) == len(circuits) - 1
    for frame in joins:
        assert (len(frame.removed), len(frame.added)) == (2, 2)
    assert list(solve(board, method="vandermonde", seed=1).tour.indices) == list(last.parts[0].squares)
    assert naive.is_tour(board, [board.square(index) for index in last.parts[0].squares], closed=True)

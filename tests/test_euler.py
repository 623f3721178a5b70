"""Euler's method: the path in pieces held against a list, accounts replayed, answers checked."""

import json
import re
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from known import GOLDEN, pair_exists
from strategies import starts
from turaga import Board, Found, GaveUp, Impossible, Tour, Walk, repair, solve
from turaga.errors import BadInput, BadRule, NotATour
from turaga.rng import Rng
from turaga.solve import euler as euler_module
from turaga.solve.euler import near_squares
from turaga.solve.pieces import Pieces
from turaga.solve.rotations import Rotator
from turaga.squares import use
from turaga.symmetry import board_symmetries
from turaga.walks import Repair

EXAMPLE = json.loads((GOLDEN / "euler_example.json").read_text())


@pytest.fixture(autouse=True)
def row_and_column():
    """Sentences name squares as row,col."""
    with use("row,col"):
        yield


def walk_of(grid):
    numbered = sorted((k, (r, c)) for r, row in enumerate(grid) for c, k in enumerate(row) if k)
    return Walk((len(grid), len(grid[0])), [square for _, square in numbered])


def allowed(board):
    """The squares colour lets a tour of a board without holes start on."""
    return [n for n in board.indices() if board.area % 2 == 0 or sum(board.square(n)) % 2 == 0]


# -- the path in pieces -------------------------------------------------------------------------------


@given(st.data(), st.booleans())
def test_pieces_are_a_list(data, in_numpy):
    area = data.draw(st.integers(1, 40))
    deck = data.draw(st.permutations(range(area)))
    kept = data.draw(st.integers(0, area))
    plain, free = list(deck[:kept]), list(deck[kept:])
    path = Pieces(np.array(plain, dtype=np.int64) if in_numpy else plain, area=area)
    for _ in range(data.draw(st.integers(0, 30))):
        what = data.draw(st.sampled_from(["append", "insert", "rotate", "roll", "reverse"]))
        at = data.draw(st.integers(0, max(0, len(plain) - 1)))
        if what == "append" and free:
            path.append(free[-1])
            plain.append(free.pop())
        elif what == "insert" and len(free) > 1 and plain:
            pair = [free.pop(), free.pop()]
            path.insert(at, pair)
            plain[at:at] = pair
        elif what == "rotate" and plain:
            path.rotate(at)
            plain[at + 1 :] = plain[at + 1 :][::-1]
        elif what == "roll" and plain:
            path.roll(at)
            plain = plain[at:] + plain[:at]
        elif what == "reverse":
            path.reverse()
            plain.reverse()
        assert path.squares() == path.array().tolist() == plain
        assert len(path) == len(plain)
        assert [path.position(square) for square in plain] == list(range(len(plain)))
        assert [path.at(i) for i in range(len(plain))] == plain
        assert all(path.position(square) == -1 and square not in path for square in free)
        assert not plain or path.end == plain[-1]


def test_reversals_copy_nothing_and_pieces_do_not_pile_up():
    dice = Rng(1)
    path = Pieces(np.arange(10**6), area=10**6)
    for k in range(1, 1001):
        path.rotate(dice.below(10**6))
        assert len(path._pieces) <= min(k + 1, 400)
    assert sorted(path.squares()) == list(range(10**6))


# -- operations and accounts --------------------------------------------------------------------------

REVERSAL = re.compile(
    r"reversal (\d+): the end (\S+) is a move away from (\S+) \(step (\d+)\), so reverse the part from (\S+) "
    r"\(step (\d+)\) to (\S+) \(step (\d+)\); the end is now (\S+)"
)
INSERTION = re.compile(r"insertion (\d+): the end (\S+) is a move away from (\S+), which becomes step (\d+)")
PAIR = re.compile(
    r"insertions (\d+) and (\d+): (\S+) and (\S+) are a move apart and fit between (\S+) "
    r"\(step (\d+)\) and (\S+) \(step (\d+)\)"
)
OTHER_WAY = re.compile(r"reverse the whole walk, so that it goes from (\S+) to (\S+)")
CUT = re.compile(
    r"the ends (\S+) and (\S+) are a move apart, so the walk is a circuit: cut it elsewhere, so that "
    r"it begins on (\S+) and ends on (\S+)"
)
CLOSED = "the end is a move away from the start, so the tour is closed"


def replay(board, squares, account):
    """Follow an account on paper: every square and number in it is checked, and the walk comes back with
    how many reversals and insertions there were."""
    path = [f"{r + 1},{c + 1}" for r, c in squares]
    reversals = insertions = 0

    def is_move(a, b):
        (r1, c1), (r2, c2) = ([int(x) - 1 for x in square.split(",")] for square in (a, b))
        return (r2 - r1, c2 - c1) in naive.moves(board).values()

    for line in account:
        if match := REVERSAL.fullmatch(line):
            n, end, pivot, k, first, k_first, last, k_last, new = match.groups()
            reversals += 1
            assert (int(n), end, last, int(k_last)) == (reversals, path[-1], path[-1], len(path))
            assert (path[int(k) - 1], int(k_first), path[int(k)]) == (pivot, int(k) + 1, first)
            assert is_move(end, pivot)
            path[int(k) :] = path[int(k) :][::-1]
            assert path[-1] == new == first
        elif match := INSERTION.fullmatch(line):
            n, end, square, k = match.groups()
            insertions += 1
            assert (int(n), end, int(k)) == (insertions, path[-1], len(path) + 1)
            assert is_move(end, square)
            path.append(square)
        elif match := PAIR.fullmatch(line):
            n, n2, x, y, u, k, v, k2 = match.groups()
            assert (int(n), int(n2), int(k2)) == (insertions + 1, insertions + 2, int(k) + 1)
            insertions += 2
            assert (path[int(k) - 1], path[int(k)]) == (u, v)
            assert is_move(u, x)
            assert is_move(x, y)
            assert is_move(y, v)
            path[int(k) : int(k)] = [x, y]
        elif match := OTHER_WAY.fullmatch(line):
            path.reverse()
            assert (path[0], path[-1]) == match.groups()
        elif match := CUT.fullmatch(line):
            start, end, new, new_end = match.groups()
            assert (path[0], path[-1]) == (start, end)
            assert is_move(start, end)
            at = path.index(new)
            path = path[at:] + path[:at]
            assert path[-1] == new_end
        else:
            assert line == CLOSED, line
            assert is_move(path[0], path[-1])
    return path, reversals, insertions


@pytest.mark.parametrize("asked", [{}, {"closed": True}, {"end": "2,1"}, {"free_start": True}])
def test_the_worked_example_can_be_followed_on_paper(asked):
    walk = walk_of(EXAMPLE["path"])
    outcome = repair(walk, why=True, **asked)
    assert isinstance(outcome, Found)
    first, *account = outcome.account
    assert first == "the walk visits 60 of 64 squares, from 7,1 to 2,1; unvisited: 5,4 7,5 7,7 8,7"
    path, reversals, insertions = replay(walk.board, walk.squares, account)
    assert path == [f"{r + 1},{c + 1}" for r, c in outcome.tour.squares]
    assert (reversals, insertions) == (outcome.reversals, outcome.insertions) == (outcome.reversals, 4)
    assert naive.is_tour(walk.board, outcome.tour.squares, closed="closed" in asked)
    assert outcome.tour.start == (6, 0)
    assert outcome.tour.end == (1, 0) or "end" not in asked
    assert outcome.reason == f"repaired with {reversals} reversals and 4 insertions"
    assert repair(walk, **asked).account == ()


def told(mender):
    """What the mender did, in words."""
    return [change.sentence(Board("8x8")) for change in mender.changes]


def test_a_reversal_rests_on_a_move():
    mender = Rotator([0, 10, 20], (), Board("8x8").neighbours, area=64, cols=8)
    with pytest.raises(NotATour, match="a reversal needs a move from 3,5 to 1,1"):
        mender.rotate(0)


def test_a_pair_is_put_in_between_two_squares():
    # A closed tour without two squares that follow each other, the end being far from both.
    whole = walk_of(EXAMPLE["closed_tour"])
    numbers = list(whole.indices)
    kept, pair = numbers[:30] + numbers[32:], numbers[30:32]
    mender = Rotator(kept, pair, whole.board.neighbours, area=64, cols=8, recording=True)
    assert mender._find_room_for_pair()
    assert (mender.insertions, mender.free) == (2, set())
    path, _, insertions = replay(whole.board, [divmod(n, 8) for n in kept], told(mender))
    assert mender.changes[0].applied(kept) == mender.path.squares()
    assert insertions == 2
    assert path == [f"{n // 8 + 1},{n % 8 + 1}" for n in mender.path.squares()]
    assert naive.is_tour(whole.board, [divmod(n, 8) for n in mender.path.squares()])


def test_a_circuit_is_cut_beside_a_free_square():
    # Euler's own move: the walk is a circuit of all squares but two, and its end is beside neither.
    whole = walk_of(EXAMPLE["closed_tour"])
    numbers = list(whole.indices)
    near = whole.board.neighbours
    for i in range(64):
        line = numbers[i:] + numbers[:i]
        circuit, free = line[:62], line[62:]
        if circuit[0] not in near(circuit[-1]):
            continue
        for turn in range(62):
            path = circuit[turn:] + circuit[:turn]
            mender = Rotator(path, free, near, area=64, cols=8, recording=True)
            assert mender._cut_beside_free()
            assert set(near(mender.path.end)) & mender.free
            assert replay(whole.board, [divmod(n, 8) for n in path], told(mender))[1] == 0
            for change in mender.changes:
                path = change.applied(path)
            assert path == mender.path.squares()
        return
    pytest.fail("the example has no such circuit")


# -- repair -------------------------------------------------------------------------------------------


def random_walk(board, start, length, dice):
    path = [start]
    while len(path) < length:
        ways = [n for n in board.neighbours(path[-1]) if n not in path]
        if not ways:
            break
        path.append(ways[dice.below(len(ways))])
    return Walk.from_indices(board, path)


@settings(max_examples=60, deadline=None)
@given(st.integers(6, 9), st.integers(6, 9), st.integers(0, 10**6), st.booleans(), st.booleans())
def test_any_walk_is_mended(rows, cols, seed, close, free_start):
    board, dice = Board(rows, cols), Rng(seed)
    choices = allowed(board)
    start = choices[dice.below(len(choices))]
    walk = random_walk(board, start, 1 + dice.below(board.area), dice)
    close = close and board.area % 2 == 0
    outcome = repair(walk, closed=close, free_start=free_start, why=True)
    assert isinstance(outcome, Found)
    assert naive.is_tour(board, outcome.tour.squares, closed=close)
    assert free_start or outcome.tour.start == board.square(start)
    if outcome.retries == 0:
        path, reversals, insertions = replay(board, walk.squares, outcome.account[1:])
        assert path == [f"{r + 1},{c + 1}" for r, c in outcome.tour.squares]
        assert (reversals, insertions) == (outcome.reversals, outcome.insertions)
        assert insertions == board.size - len(walk)
    assert_stages(outcome)


def assert_stages(outcome):
    """Every stage of a repair is a walk, and the last one is the tour."""
    repair, *stages = outcome.repair, *outcome.repair.stages()
    board, before = outcome.board, None
    jumps = set(naive.moves(board).values())
    for stage, line in zip(stages[1:], [change.sentence(board) for change in repair.changes], strict=True):
        assert stage.text == line
    for stage in stages:
        squares = stage.walk.squares
        assert len(set(squares)) == len(squares)
        assert all((r2 - r, c2 - c) in jumps for (r, c), (r2, c2) in pairwise(squares))
        if before is not None:
            assert set(stage.inserted) == set(squares) - set(before)
        before = squares
    assert stages[0].walk == repair.walk
    assert stages[-1].walk == outcome.tour
    assert (repair.reversals, repair.insertions) == (outcome.reversals, outcome.insertions)
    assert set(repair.letters) == (
        set(naive.squares(board)) - set(repair.walk.squares) if board.size - len(repair.walk) <= 26 else set()
    )


# Figure 2.2 of the coursework: the example after its first reversal, the steps from 52 to 60.
FIGURE_2_2 = """\
57 54 29 40 27 44 19 22
52 39 56 43 30 21 26 45
55 58 53 28 41 18 23 20
38 51 42 31  8 25 46 17
59 32 37  a 47 16  9 24
50  3 60 33 36  7 12 15
 1 34  5 48  b 14  c 10
 4 49  2 35  6 11  d 13"""


def test_the_first_stage_of_the_example_is_the_first_board_of_the_coursework():
    outcome = repair(walk_of(EXAMPLE["path"]), closed=True, why=True)
    stage = list(outcome.repair.stages())[1]
    rows = [line.split() for line in FIGURE_2_2.splitlines()]
    shown = {(r, c): rows[r][c] for r in range(8) for c in range(8)}
    steps = {square: str(step) for step, square in enumerate(stage.walk, start=1)}
    assert {square: steps.get(square) or outcome.repair.letters[square] for square in shown} == shown
    assert sorted(steps[square] for square in stage.changed) == [str(k) for k in range(52, 61)]
    assert stage.inserted == ()


def test_the_changes_of_the_coursework_lead_to_its_closed_tour():
    # Figures 2.2 to 2.7, each change checked: a reversal must rest on a move.
    walk = walk_of(EXAMPLE["path"])
    a, b, c, d = (Board("8x8").index(square) for square in walk.unvisited)
    mender = Rotator(walk.indices, (a, b, c, d), walk.board.neighbours, area=64, cols=8, recording=True)
    mender.rotate(50)  # Figure 2.2: 60 is a move away from 51, so reverse 52 to 60
    mender.cut(51)  # Figure 2.3: the walk is a circuit, and now ends on what was 51
    for square in (a, b, d):
        mender.enter(square)  # Figure 2.4
    mender.rotate(23)  # 63 is a move away from 24, so reverse 25 to 63
    mender.enter(c)  # Figure 2.5
    mender.reverse_walk()  # from here on, the beginning is reversed
    mender.rotate(63 - 27)  # Figure 2.6: 1 is a move away from 28, so reverse 1 to 27
    mender.rotate(63 - 13)  # Figure 2.7: 1 is a move away from 14, so reverse 1 to 13
    mender.reverse_walk()
    repair = Repair(walk, "the walk", True, True, tuple(mender.changes))
    assert [stage.walk for stage in repair.stages()][-1] == walk_of(EXAMPLE["closed_tour"])
    assert (repair.reversals, repair.insertions) == (4, 4)
    path, *_ = replay(walk.board, walk.squares, told(mender))
    assert path == [f"{r + 1},{c + 1}" for r, c in walk_of(EXAMPLE["closed_tour"]).squares]


def test_stages_of_a_tour_from_its_end():
    # The walk starts on the end, and the tour is reversed at last.
    outcome = solve("8x8", method="euler", end="1,2", why=True)
    assert isinstance(outcome, Found)
    assert outcome.tour.end == (0, 1)
    assert outcome.repair.changes[-1].kind == "turn"
    assert_stages(outcome)


def test_stages_in_json():
    outcome = repair(walk_of(EXAMPLE["path"]), why=True)
    stages = outcome.as_json()["stages"]
    assert len(stages) == 1 + outcome.reversals + outcome.insertions
    assert [len(stage["squares"]) for stage in stages] == [60, 60, 61, 62, 62, 63, 63, 64]
    assert stages[-1]["squares"] == outcome.as_json()["squares"]
    assert repair(walk_of(EXAMPLE["path"])).as_json()["stages"] == []
    # A walk of one square has 1,599 changes: their boards would take megabytes, so only the words are given.
    big = repair(Walk("40x40", [(0, 0)]), why=True).as_json()["stages"]
    assert len(big) > 1599
    assert {stage["squares"] is None for stage in big} == {True}


def test_nothing_is_done_to_what_needs_nothing():
    tour = walk_of(EXAMPLE["closed_tour"])
    for asked in ({}, {"closed": True}, {"end": tour.end}, {"free_start": True, "closed": True}):
        outcome = repair(tour, **asked)
        assert isinstance(outcome, Found)
        assert outcome.tour == Tour("8x8", tour.squares)
        assert (outcome.reason, outcome.reversals, outcome.insertions) == ("with no repair needed", 0, 0)


def test_a_freed_start_serves_where_colour_forbids_a_kept_one():
    walk = Walk("5x5", [(0, 1), (2, 0), (4, 1)])
    kept, freed = repair(walk), repair(walk, free_start=True)
    assert isinstance(kept, Impossible)
    assert "so a tour must start on one of the 13, but 1,2 is one of the 12" in kept.reason
    assert isinstance(freed, Found)
    assert naive.is_tour(Board("5x5"), freed.tour.squares)


@pytest.mark.parametrize(
    ("board", "asked", "reason"),
    [
        ("5x5", {"closed": True}, "a closed tour has as many squares of one colour as of the other"),
        ("5x5", {"closed": True, "free_start": True}, "5x5 has 13 and 12"),
        ("8x8", {"end": "1,1"}, "cannot start and end on the same square, 1,1"),
        ("8x8", {"end": "1,3"}, "so the start and the end of a tour have different colours"),
        ("7x7", {"end": "1,2"}, "so a tour must end on one of the 25, but 1,2 is one of the 24"),
        ("7x7", {"end": "1,2", "free_start": True}, "but 1,2 is one of the 24"),
        ("8x8", {"end": "1,2", "closed": True}, "a move away from its start, and 1,2 is not a move"),
    ],
)
def test_what_colour_rules_out(board, asked, reason):
    outcome = repair(Walk(board, [(0, 0)]), **asked)
    assert isinstance(outcome, Impossible)
    assert reason in outcome.reason


def test_a_freed_start_and_a_given_end():
    for close in (False, True):
        outcome = repair(walk_of(EXAMPLE["path"]), end="1,1", free_start=True, closed=close)
        assert isinstance(outcome, Found)
        assert outcome.tour.end == (0, 0)
        assert outcome.tour.closed or not close


def test_what_is_refused():
    with pytest.raises(BadInput, match="walk must be a Walk, a Tour or the name of a file, got list"):
        repair([(0, 0)])
    with pytest.raises(BadInput, match="the walk is empty: it must have at least one square"):
        repair(Walk("8x8", []))
    with pytest.raises(
        BadInput, match="squares are not a valid walk: step 2, from 1,1 to 2,2, is not a move"
    ):
        repair(Walk("8x8", [(0, 0), (1, 1)]))
    with pytest.raises(BadRule, match=r"20000x20000 is too large for method euler, with 400000000"):
        solve("20000x20000", method="euler")
    with pytest.raises(
        BadInput, match=r"15999999 squares of 4000x4000 unvisited: the limit is 1000000 \(10\^6\)"
    ):
        repair(Walk("4000x4000", [(0, 0)]))


def test_limits_are_kept_and_the_longest_walk_comes_back(ticking):
    walk = walk_of(EXAMPLE["path"])
    short = repair(Walk("8x8", walk.squares[:10]), step_limit=20)
    assert isinstance(short, GaveUp)
    assert short.reason == "the step limit of 20 was reached"
    assert 10 <= len(short.best) < 64
    late = repair(Walk("300x300", [(0, 0)]), time_limit=0.5)
    assert isinstance(late, GaveUp)
    assert late.reason == "the time limit of 0.5 s was reached"
    assert late.seconds < 1  # it has looked at the clock often enough
    seen = []
    repair(Walk("20x20", [(0, 0)]), progress=lambda *args: seen.append(args))
    assert ("repairing", 1, 400) in seen


# -- the method ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("sides", ["5x5", "5x6", "6x5", "6x6", "6x7", "7x7", "5x12", "8x8", "9x10"])
def test_every_start_completes_and_every_even_board_closes(sides):
    board = Board(sides)
    for number in allowed(board):
        for closed in (False, True)[: 2 - board.area % 2]:
            outcome = solve(board, start=board.square(number), closed=closed, method="euler")
            assert isinstance(outcome, Found)
            assert naive.is_tour(board, outcome.tour.squares, closed=closed)
            assert outcome.tour.start == board.square(number)


def joinable(board):
    """Pairs of ends, one of each class, that colour allows; with whether the facts know a tour."""
    rows, cols = board.rows, board.cols

    def classed(a, b):
        turned = ([s.square(x, rows, cols) for x in (a, b)] for s in board_symmetries(board))
        return min(tuple(sorted(pair)) for pair in turned)

    squares = [board.square(n) for n in allowed(board)]
    for a, b in combinations(squares, 2):
        if (sum(a) + sum(b) + board.area) % 2 and classed(a, b) == (a, b):
            yield a, b, pair_exists(board, a, b)


@pytest.mark.parametrize("sides", ["5x5", "5x6", "5x7", "5x8", "6x6", "6x7", "7x7"])
def test_every_pair_of_ends_that_has_a_tour(sides, monkeypatch):
    monkeypatch.setattr(euler_module, "_TRIES", 60)  # where there is none, no more are tried here
    board = Board(sides)
    for a, b, exists in joinable(board):
        outcome = solve(board, start=a, end=b, method="euler")
        assert isinstance(outcome, Found) == exists, (a, b, outcome.reason)
        if isinstance(outcome, Found):
            assert (outcome.tour.start, outcome.tour.end) == (a, b)
            assert naive.is_tour(board, outcome.tour.squares)
        elif isinstance(outcome, GaveUp):
            assert "could not" in outcome.reason


def test_given_ends_on_bigger_boards():
    dice = Rng(3)
    for sides, count in (("12x12", 20), ("19x21", 10), ("30x30", 10), ("100x100", 2)):
        board = Board(sides)
        choices = allowed(board)
        for _ in range(count):
            a = board.square(choices[dice.below(len(choices))])
            ends = [board.square(n) for n in choices if (sum(board.square(n)) + sum(a) + board.area) % 2]
            b = ends[dice.below(len(ends))]
            if a == b:
                continue
            outcome = solve(board, start=a, end=b, method="euler")
            assert isinstance(outcome, Found)
            assert (outcome.tour.start, outcome.tour.end) == (a, b)


def test_a_closed_tour_with_a_given_end():
    outcome = solve("8x8", start="1,1", end="3,2", closed=True, method="euler")
    assert isinstance(outcome, Found)
    assert outcome.tour.closed
    assert outcome.tour.end == (2, 1)


def test_arrays_and_lists_make_the_same_tour():
    walk = solve("300x300", start="150,150").walk
    outcome = repair(walk, closed=True)
    assert isinstance(outcome, Found)
    assert outcome.tour.closed
    assert outcome.tour.held_as_array
    small = solve("40x40", start="20,20").walk
    arrayed = Walk.from_indices(small.board, np.array(small.indices))
    assert repair(small, closed=True).tour == repair(arrayed, closed=True).tour


@settings(max_examples=60, deadline=None)
@given(starts(most=5), st.booleans())
def test_it_claims_nothing_false(start, closed):
    board, number = start
    outcome = solve(board, start=board.square(number), closed=closed, method="euler", step_limit=3000)
    if isinstance(outcome, Found):
        assert naive.is_tour(board, outcome.tour.squares, closed=closed)
        assert outcome.tour.start == board.square(number)
    elif isinstance(outcome, GaveUp):
        assert not outcome.best.closed if closed else not outcome.best.complete
    if board.size <= 12 and not isinstance(outcome, Found):
        # On so small a board it does not miss one that a search finds.
        assert not naive.has_tour(board, board.square(number), closed)


@pytest.mark.parametrize(("board", "start"), [("4x4", "1,1"), ("4x6", "2,2"), ("3x7", "2,4")])
def test_it_gives_up_where_there_is_no_tour(board, start):
    outcome = solve(board, start=start, method="euler", step_limit=20_000, theory=False)
    assert isinstance(outcome, GaveUp)
    assert len(outcome.best) < outcome.board.size
    assert outcome.best.start == outcome.start
    assert outcome.reason == "the step limit of 20000 was reached"


def test_it_says_what_it_did_not_reach(monkeypatch):
    monkeypatch.setattr(euler_module, "_TRIES", 20)
    stuck = solve("4x4", method="euler", theory=False)
    missing = len(stuck.best.unvisited)
    assert stuck.reason == f"reversals could not add the last {missing} squares in 20 tries"
    closing = solve("4x6", method="euler", closed=True, theory=False)
    assert closing.reason == "reversals could not close the tour in 20 tries"
    assert closing.best.complete


def test_the_same_seed_makes_the_same_tour():
    for seed in (0, 1):
        pair = [solve("5x6", start="3,2", method="euler", seed=seed, rule="random") for _ in range(2)]
        assert pair[0].tour == pair[1].tour


def test_another_leaper():
    zebra = solve(Board(10, 10, leaper=(2, 3)), method="euler", closed=True)
    assert isinstance(zebra, Found)
    assert naive.is_tour(zebra.board, zebra.tour.squares, closed=True)


@given(starts())
def test_near_squares_are_the_neighbours(start):
    board, number = start
    assert near_squares(board)(number) == board.neighbours(number)


def test_a_walk_that_is_given_up_starts_where_the_outcome_says():
    outcome = repair(Walk("4x3", [(3, 1), (1, 0), (0, 2), (2, 1)]), end=(2, 2), free_start=True)
    assert isinstance(outcome, GaveUp)
    assert outcome.start == outcome.best.start
    told = outcome.as_json()
    assert told["start"] == told["squares"][0]

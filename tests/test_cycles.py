"""Method `cycles`: compared with trying everything on small boards, and large boards with holes."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from command import turaga
from random_boards import board_of, draw
from strategies import boards
from turaga import Board, Found, GaveUp, Impossible, solve, verify
from turaga.board import KNIGHT
from turaga.play.circuit_animation import CircuitAnimation
from turaga.solve import Solve


@settings(max_examples=150, deadline=None)
@given(boards(most=4), st.data())
def test_small_boards_have_a_tour_exactly_if_trying_everything_finds_one(board, data):
    squares = list(board.squares())
    closed = data.draw(st.booleans())
    start = data.draw(st.none() | st.sampled_from(squares))
    end = data.draw(st.none() | st.sampled_from(squares)) if start and not closed else None
    outcome = solve(board, start=start, end=end, closed=closed, method="cycles", theory=False)
    if isinstance(outcome, GaveUp) or board.size > 14:
        return
    starts = squares if start is None and not closed else [start or squares[0]]
    exists = any(naive.has_tour(board, one, closed, end) for one in starts)
    assert isinstance(outcome, Found if exists else Impossible)


@pytest.mark.parametrize("ends", [{}, {"closed": True}, {"start": 0}, {"start": 0, "end": 1}])
def test_a_large_board_with_holes_has_a_tour(ends):
    squares = draw(np.random.default_rng(1), 40, KNIGHT, 0.1, 0, 2)
    assert squares is not None
    board = board_of(squares, KNIGHT)
    light = [s for s in board.squares() if sum(s) % 2 == 0]
    dark = [s for s in board.squares() if sum(s) % 2 == 1]
    given_ends = {key: (light, dark)[value][7] if key != "closed" else True for key, value in ends.items()}
    outcome = solve(board, method="cycles", **given_ends)
    assert isinstance(outcome, Found)
    assert verify(outcome.tour).is_tour
    assert outcome.tour[0] == given_ends.get("start", outcome.tour[0])
    assert outcome.tour[-1] == given_ends.get("end", outcome.tour[-1])


def test_another_seed_gives_another_tour():
    one, same, other = (solve("20x20", closed=True, method="cycles", seed=n).tour for n in (1, 1, 2))
    assert one == same
    moves = [{frozenset(pair) for pair in itertools.pairwise(t)} for t in (one, other)]
    assert len(moves[0] & moves[1]) < 200  # fewer than half of the moves


def test_the_command_explains_the_covers():
    done = turaga("solve", "12x12", "--closed", "--method", "cycles", "--why")
    assert done.returncode == 0
    assert "cover 1: a maximum flow divides the board into" in done.stdout + done.stderr


def test_a_limit_is_reported_with_the_longest_part():
    board = Board(11, 11, leaper=(2, 3))  # it has a cover by cycles, but no tour
    outcome = solve(board, method="cycles")
    assert isinstance(outcome, GaveUp)
    assert "20 covers" in outcome.reason
    assert len(outcome.best) > 10
    limited = solve(board, method="cycles", step_limit=200)
    assert isinstance(limited, GaveUp)
    assert "step limit of 200" in limited.reason


# -- how the cycles are joined ------------------------------------------------------------------------------


def moves_of(part):
    """The moves of a cycle or path, each a set of two squares."""
    squares = part.squares
    pairs = [*itertools.pairwise(squares), *([(squares[-1], squares[0])] if part.closed else [])]
    return {frozenset(pair) for pair in pairs}


def check_stages(board, joins):
    """Every stage covers the board, with real moves, and differs from the one before only as it says."""
    squares = naive.squares(board)
    before = None
    for stage, change in zip(joins.stages(), [None, *joins.changes], strict=True):
        visited = [board.square(index) for part in stage for index in part.squares]
        assert sorted(visited) == squares
        used = set().union(*(moves_of(part) for part in stage))
        for one, other in used:
            assert board.square(other) in naive.near(board, board.square(one), squares)
        assert len({part.number for part in stage}) == len(stage)
        if change is not None:
            assert change.left == len(stage)
            removed, added = ({frozenset(move) for move in moves} for moves in (change.removed, change.added))
            assert (removed <= before, added & before) == (True, set())
            assert used == before - removed | added
        before = used
    return stage


@settings(max_examples=80, deadline=None)
@given(boards(most=9), st.integers(0, 1000), st.booleans(), st.data())
def test_recorded_joins_lead_from_the_cover_to_the_same_tour(board, seed, closed, data):
    start = data.draw(st.none() | st.sampled_from(naive.squares(board)))
    asked = {"method": "cycles", "seed": seed, "closed": closed, "start": start}
    outcome, plain = solve(board, **asked, why=True), solve(board, **asked)
    assert outcome.word == plain.word
    assert plain.circuits is None
    if outcome.circuits is None:
        assert isinstance(outcome, Impossible) or board.size == 1
        return
    last = check_stages(board, outcome.circuits)
    if isinstance(outcome, Found):
        assert outcome.tour == plain.tour
        (part,) = last
        assert {frozenset(pair) for pair in itertools.pairwise(outcome.tour.indices)} <= moves_of(part)


def test_all_kinds_of_changes_are_recorded():
    kinds = set()
    for board in (Board("5x5"), Board("6x6"), Board(10, 12, leaper=(1, 4))):
        for seed in range(12):
            joins = solve(board, method="cycles", seed=seed, why=True).circuits
            check_stages(board, joins)
            kinds |= {change.kind for change in joins.changes}
    assert kinds == {"exchange", "extend", "reroute", "open"}


@pytest.mark.parametrize("board", [Board("5x5"), Board("60x60"), Board(12, 12, holes=[(3, 3), (3, 4)])])
def test_frames_end_with_the_tour_and_are_not_too_many(board):
    request = Solve.of(board, method="cycles", seed=2)
    animation = CircuitAnimation.of(request)
    frames = [*animation.frames()]
    tour = solve(board, method="cycles", seed=2).tour
    assert [board.square(index) for index in frames[-1].parts[0].squares] == list(tour)
    assert sum(len(part.squares) for frame in frames for part in frame.parts) <= 110_000
    assert [len(frame.parts) for frame in frames] == sorted((len(f.parts) for f in frames), reverse=True)
    for one, other in itertools.pairwise(frames[:-1]):
        before, after = (set().union(*map(moves_of, frame.parts)) for frame in (one, other))
        assert before - after == {frozenset(move) for move in other.removed}
        assert after - before == {frozenset(move) for move in other.added}


def test_cycles_that_cannot_be_joined_are_shown():
    request = Solve.of("3x8", method="cycles", closed=True, theory=False)  # no certificate exists
    animation = CircuitAnimation.of(request)
    assert isinstance(animation.outcome, GaveUp)
    *_, last = animation.frames()
    assert animation.ending == "stuck"
    assert len(last.parts) > 1
    assert sorted(index for part in last.parts for index in part.squares) == list(range(24))
    assert last.says == (
        f"{len(last.parts)} cycles are left.",
        "20 covers of the board could not be joined to one tour.",
    )

"""Narrations agree with frames, and requests to watch are read and checked."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import in_chess_names
from strategies import rules, starts
from turaga.board import KNIGHT
from turaga.errors import BadBoard, BadRule
from turaga.play.animation import Animation
from turaga.play.watch_request import Watch
from turaga.squares import use

pytestmark = pytest.mark.usefixtures("row_col")


def agree(narrations, frames):
    """Check that each narration agrees with its frame."""
    assert len(narrations) == len(frames)
    for narration, frame in zip(narrations, frames, strict=True):
        square = frame.board.square
        assert square(narration.square) == frame.path[-1]
        assert narration.entered == (frame.left is None)
        assert tuple(square(n) for n, _ in narration.targets) == frame.targets
        following = None if narration.next is None else square(narration.next)
        assert (following, narration.sentences()) == (frame.next, frame.says)
        for index, degree in narration.targets:
            if square(index) != frame.end:  # which is a hole until it is entered
                assert frame.degrees[square(index)] == degree


def frames_of(animation):
    """All frames, built from last to first, unlike the narrations."""
    animation.run()
    return [animation.frame(number) for number in range(animation.length, 0, -1)][::-1]


@settings(max_examples=40, deadline=None)
@given(starts(most=6), rules, st.integers(0, 9))
def test_narrations_of_walks(place, rule, seed):
    board, start = place
    make = lambda: Animation.of_walk(board, board.square(start), rule, seed=seed)  # noqa: E731
    agree(list(make().narrations()), frames_of(make()))


@settings(max_examples=40, deadline=None)
@given(starts(most=5), rules, st.booleans(), st.booleans(), st.data())
def test_narrations_of_searches(place, rule, closed, prune, data):
    board, start = place
    end = data.draw(st.none() | st.sampled_from(list(board.indices())))
    asked = Watch.of(
        board,
        start=board.square(start),
        end=None if end is None else board.square(end),
        closed=closed,
        method="search",
        rule=rule,
        prune=prune,
        step_limit=200,
    )
    if asked.refused is None:
        make = asked.animation
        agree(list(make().narrations()), frames_of(make()))


def test_narrations_continue_after_a_jump_to_a_frame():
    animation = Animation.of_walk("6x6", "1,1")
    narrations = animation.narrations()
    seen = [next(narrations) for _ in range(10)]
    assert animation.frame(3).number == 3
    squares = [animation.board.square(narration.square) for narration in (*seen, *narrations)]
    assert squares == list(animation.frame(animation.length).path)


def test_a_caller_can_allow_larger_boards():
    with pytest.raises(BadBoard, match="at most 2500 can be watched"):
        Watch.of("60x60").animation()
    assert Watch.of("60x60").animation(most_squares=3600).run() == "tour"
    with pytest.raises(BadBoard, match="at most 3600"):
        Watch.of("61x60", closed=True).animation(most_squares=3600)


@pytest.mark.parametrize(
    ("asked", "method", "start"),
    [
        ({}, "greedy", (0, 0)),
        ({"closed": True}, "search", (0, 0)),
        ({"end": "1,1"}, "search", (0, 2)),
        ({"like": "Agh"}, "search", (0, 0)),
        ({"like": "bencic", "method": "search", "closed": True}, "search", (0, 0)),
        ({"start": "a1", "method": "Greedy"}, "greedy", (4, 0)),
    ],
)
def test_defaults_of_a_request(asked, method, start):
    watched = Watch.of("5x5", **asked)
    assert (watched.method, watched.start) == (method, start)


def test_requests_that_are_not_valid():
    with pytest.raises(BadRule, match="an end or a closed tour requires the method search"):
        Watch.of("5x5", like="bencic", closed=True)
    with pytest.raises(BadRule, match="prune requires the method search, but the method is greedy"):
        Watch.of("5x5", prune=True)
    with pytest.raises(BadRule, match="prune requires the method search, but the method is euler"):
        Watch.of("5x5", method="euler", prune=False)
    with pytest.raises(BadRule, match="method must be greedy, search or euler, got 'narrow'"):
        Watch.of("5x5", method="narrow")


# -- squares as data --------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(starts(most=6), rules, st.integers(0, 9), st.booleans())
def test_sentences_name_the_squares_of_the_data_in_both_notations(place, rule, seed, search):
    board, start = place[0].with_leaper(KNIGHT), place[1]  # the name of another leaper looks like a square
    method, limit = ("search", 60) if search else ("greedy", None)
    request = Watch.of(
        board, start=board.square(start), method=method, rule=rule, seed=seed, step_limit=limit
    )
    for narration in request.animation().narrations():
        said = narration.sentences()
        if narration.impossible is not None:  # theory writes its reason itself
            continue
        with use("chess"):
            assert narration.sentences() == tuple(in_chess_names(words, board) for words in said)
        if narration.choice is None:
            continue
        choice, candidates = narration.choice, [square for square, _ in narration.candidates]
        kept = [square for stage in choice.stages for square in stage.kept]
        assert {choice.chosen, *choice.dead_ends, *choice.tied, *kept} <= set(candidates)
        assert choice.chosen == narration.next
        named = {board.read_square(text) for words in said[1:] for text in re.findall("[0-9]+,[0-9]+", words)}
        assert named == {board.square(square) for square in candidates}

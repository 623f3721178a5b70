"""Narrations hold what frames show around the knight; and what may be watched, as a person asks for it."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import in_chess_names
from strategies import rules, starts
from turaga.board import KNIGHT
from turaga.errors import BadBoard, BadRule
from turaga.play.animation import Animation
from turaga.play.watch_request import WatchRequest


def agree(narrations, frames):
    """Whether each narration tells what its frame does."""
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
    """All frames, the last made first: so that none comes about as the narrations do."""
    animation.run()
    return [animation.frame(number) for number in range(animation.length, 0, -1)][::-1]


@settings(max_examples=40, deadline=None)
@given(starts(most=6), rules, st.integers(0, 9))
def test_glimpses_of_walks(place, rule, seed):
    board, start = place
    make = lambda: Animation.of_walk(board, board.square(start), rule, seed=seed)  # noqa: E731
    agree(list(make().narrations()), frames_of(make()))


@settings(max_examples=40, deadline=None)
@given(starts(most=5), rules, st.booleans(), st.booleans(), st.data())
def test_glimpses_of_searches(place, rule, closed, prune, data):
    board, start = place
    end = data.draw(st.none() | st.sampled_from(list(board.indices())))
    asked = WatchRequest.read(
        board,
        start=board.square(start),
        end=None if end is None else board.square(end),
        closed=closed,
        method="search",
    )
    if asked.refused is None:
        make = lambda: asked.animation(rule, prune=prune, step_limit=200)  # noqa: E731
        agree(list(make().narrations()), frames_of(make()))


def test_glimpses_go_on_where_frames_were_asked_for():
    animation = Animation.of_walk("6x6", "1,1")
    narrations = animation.narrations()
    seen = [next(narrations) for _ in range(10)]
    assert animation.frame(3).number == 3
    squares = [animation.board.square(narration.square) for narration in (*seen, *narrations)]
    assert squares == list(animation.frame(animation.length).path)


def test_larger_boards_may_be_watched_by_who_can_show_them():
    with pytest.raises(BadBoard, match="at most 2500 can be watched"):
        WatchRequest.read("60x60").animation()
    assert WatchRequest.read("60x60").animation(most_squares=3600).run() == "tour"
    with pytest.raises(BadBoard, match="at most 3600"):
        WatchRequest.read("61x60", closed=True).animation(most_squares=3600)


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
def test_what_is_left_open_is_settled(asked, method, start):
    watched = WatchRequest.read("5x5", **asked)
    assert (watched.method, watched.start) == (method, start)


def test_what_does_not_go_together():
    with pytest.raises(BadRule, match="end and closed go with method search"):
        WatchRequest.read("5x5", like="bencic", closed=True)
    with pytest.raises(BadRule, match="prune and step limit go with method search"):
        WatchRequest.read("5x5").animation(prune=True)
    with pytest.raises(BadRule, match="'euler' cannot be watched"):
        WatchRequest.read("5x5", method="euler")


# -- squares as data --------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(starts(most=6), rules, st.integers(0, 9), st.booleans())
def test_sentences_name_the_squares_of_the_data_in_either_notation(place, rule, seed, search):
    board, start = place[0].with_leaper(KNIGHT), place[1]  # another leaper is written as row,col too
    request = WatchRequest.read(board, start=board.square(start), method="search" if search else "greedy")
    for narration in request.animation(rule, seed=seed, step_limit=60 if search else None).narrations():
        said = narration.sentences()
        if narration.impossible is not None:  # theory writes its reason itself
            continue
        assert narration.sentences(board.name) == tuple(in_chess_names(words, board) for words in said)
        if narration.choice is None:
            continue
        choice, candidates = narration.choice, [square for square, _ in narration.candidates]
        kept = [square for stage in choice.stages for square in stage.kept]
        assert {choice.chosen, *choice.dead_ends, *choice.tied, *kept} <= set(candidates)
        assert choice.chosen == narration.next
        named = {board.read_square(text) for words in said[1:] for text in re.findall("[0-9]+,[0-9]+", words)}
        assert named == {board.square(square) for square in candidates}

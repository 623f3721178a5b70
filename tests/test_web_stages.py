"""The API's steps: explanations, the joining of circuits, and where a walk was lost."""

import re
from itertools import pairwise

import pytest
from pydantic import TypeAdapter

import naive
from turaga import Board, solve, step_shapes
from web import asking

SHAPES = {
    "explain": step_shapes.ExplanationJson,
    "walk": step_shapes.WatchedWalkJson,
    "game/lost": step_shapes.LostJson,
    "game/hint": step_shapes.HintJson,
}
PAIR = re.compile(r"(?<![\d,])(\d+),(\d+)(?!\d)(?! leaper)")


@pytest.fixture(scope="module")
def client():
    with asking() as client:
        yield client


def answer(client, path, **asked):
    """The response, which has the shape that the API's description says."""
    response = client.post(f"/api/v1/{path}", json=asked)
    assert response.status_code == 200, response.text
    TypeAdapter(SHAPES[path]).validate_json(response.content, strict=True)
    return response.json()


def board_of(shown):
    facts = shown["board"]
    return Board(facts["rows"], facts["cols"], holes=from_zero(facts["holes"]), leaper=tuple(shown["leaper"]))


def from_zero(squares):
    return [(row - 1, col - 1) for row, col in squares]


def check_sentences(board, texts):
    for text in texts:
        named = from_zero((int(row), int(col)) for row, col in PAIR.findall(text))
        assert set(named) <= set(naive.squares(board)), text


def moves_of(part):
    squares = from_zero(part["squares"])
    closing = [(squares[-1], squares[0])] if part["closed"] else []
    return {frozenset(pair) for pair in [*pairwise(squares), *closing]}


def moves_in(pairs):
    return {frozenset(from_zero(pair)) for pair in pairs}


@pytest.mark.parametrize(
    "asked",
    [
        {"board": "8x8", "method": "vandermonde"},
        {"board": "6x10", "method": "vandermonde", "start": "3,4", "closed": True, "seed": 5},
        {"board": "8x8", "method": "cycles", "seed": 3},
        {"board": "9x9", "method": "cycles", "start": "1,1", "end": "9,9"},
        {"board": {"rows": 9, "cols": 9, "holes": [[5, 5]]}, "method": "cycles", "closed": True},
        {"board": "10x12", "leaper": "1,4", "method": "cycles", "seed": 2},
        {"board": "60x60", "method": "cycles", "seed": 1},
    ],
)
def test_circuits_are_joined_to_the_tour_that_solve_finds(client, asked):
    shown = answer(client, "walk", **asked)
    solved = client.post("/api/v1/solve", json=asked).json()
    board, frames = board_of(shown), shown["frames"]
    assert (shown["ending"], shown["unvisited"], shown["reason"]) == ("tour", 0, solved["reason"])
    assert frames[-1]["paths"][0]["squares"] == solved["squares"]
    assert naive.is_tour(board, from_zero(solved["squares"]), closed=asked.get("closed", False))
    assert len(frames) < 60
    check_sentences(board, [text for frame in frames for text in frame["says"]])
    squares = naive.squares(board)
    covers = [frame for frame in frames if sum(len(part["squares"]) for part in frame["paths"]) == board.size]
    assert len(covers) >= 2
    for one, other in pairwise(covers[:-1]):
        before, after = (set().union(*map(moves_of, frame["paths"])) for frame in (one, other))
        changed = other["changed"]
        assert (before - after, after - before) == (moves_in(changed["removed"]), moves_in(changed["added"]))
        assert sorted(square for part in other["paths"] for square in from_zero(part["squares"])) == squares


def test_what_cannot_be_joined_has_a_reason(client):
    shown = answer(client, "walk", board="5x5", method="cycles", closed=True)
    assert (shown["ending"], shown["frames"]) == ("impossible", [])
    assert "13 and 12" in shown["reason"]
    response = client.post("/api/v1/walk", json={"board": "7x7", "method": "vandermonde"})
    assert response.status_code == 422
    assert response.json()["detail"][0]["loc"] == ["body", "method"]
    assert "even sides" in response.json()["detail"][0]["msg"]
    response = client.post("/api/v1/walk", json={"board": "8x8", "method": "cycles", "prune": True})
    assert (response.status_code, response.json()["detail"][0]["loc"]) == (422, ["body", "method"])


def test_the_single_square_is_a_frame(client):
    shown = answer(client, "walk", board="1x1", method="cycles")
    assert [frame["paths"] for frame in shown["frames"]] == [
        [{"number": 1, "squares": [[1, 1]], "closed": False}]
    ]


@pytest.mark.parametrize(
    "asked",
    [
        {"board": "5x5", "closed": True},
        {"board": "4x4"},
        {"board": "3x11", "start": "1,3", "end": "3,3"},
        {"board": "8x8", "leaper": "2,5"},
        {"board": "8x8"},
        {"board": {"rows": 5, "cols": 6, "holes": [[3, 2], [4, 6]]}, "closed": True},
    ],
)
def test_an_explanation_has_steps(client, asked):
    shown = answer(client, "explain", **asked)
    board, steps = board_of(shown), shown["steps"]
    assert 2 <= len(steps) <= 7
    check_sentences(board, [*(step["text"] for step in steps), *shown["lines"], shown["reason"]])
    squares = set(naive.squares(board))
    for step in steps:
        assert {square for marks in step["marks"] for square in from_zero(marks["squares"])} <= squares
        assert all(marks["squares"] for marks in step["marks"])
        for move in step["moves"]:
            one, other = from_zero(move)
            assert other in naive.near(board, one, squares)
    assert any(step["marks"] or step["moves"] for step in steps)


# -- where a walk was lost ----------------------------------------------------------------------------------


def test_a_failed_walk_can_be_continued_from_where_it_was_lost(client):
    walk = solve("8x8", like="bencic", start="5,3").best
    squares = [[row + 1, col + 1] for row, col in walk]
    shown = answer(client, "game/lost", board="8x8", squares=squares)
    step = shown["step"]
    assert (shown["kind"], shown["square"]) == ("lost", squares[step])
    assert shown["tour"][:step] == squares[:step]
    assert naive.is_tour(walk.board, from_zero(shown["tour"]))
    assert shown["tour"][step] in shown["better"]
    assert squares[step] not in shown["better"]
    check_sentences(walk.board, [shown["says"]])
    hint = answer(client, "game/hint", board="8x8", squares=squares[:step])
    assert sorted(hint["good"]) == sorted(shown["better"])


@pytest.mark.parametrize(
    ("asked", "kind", "step"),
    [
        ({"board": "5x5", "squares": [[1, 2], [3, 1]]}, "never", 0),
        ({"board": "5x5", "squares": [[1, 1], [2, 3]]}, "alive", 2),
        ({"board": "5x5", "squares": [[1, 1], [2, 3]], "closed": True}, "never", 0),
        ({"board": "6x6", "squares": [[1, 1], [2, 3]], "closed": True}, "alive", 2),
        (
            {"board": "3x3", "leaper": "0,1", "squares": [[1, 1], [1, 2], [1, 3], [2, 3], [2, 2], [3, 2]]},
            "lost",
            5,
        ),
        ({"board": {"rows": 3, "cols": 3, "holes": [[2, 2]]}, "squares": [[1, 1]]}, "alive", 1),
    ],
)
def test_kinds_of_lost_walks(client, asked, kind, step):
    shown = answer(client, "game/lost", **asked)
    assert (shown["kind"], shown["step"]) == (kind, step)
    assert bool(shown["tour"]) == (step > 0)


@pytest.mark.parametrize("squares", [[], [[1, 1], [1, 2]], [[9, 9]]])
def test_squares_that_are_not_a_walk_are_refused(client, squares):
    response = client.post("/api/v1/game/lost", json={"board": "5x5", "squares": squares})
    assert response.status_code == 422
    assert response.json()["detail"][0]["loc"][:2] == ["body", "squares"]

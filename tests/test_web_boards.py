"""Large boards, walks as moves, quick verdicts, built-in shapes, and what can be counted."""

import dataclasses
import random
import xml.etree.ElementTree as ET

import pytest

from command import LIMIT
from turaga import solve, verify
from turaga.board import Board
from turaga.certificate import verify_certificate
from turaga.counting.request import count as count_tours
from turaga.notation.move_digits import move_digits, walk_of_digits
from turaga.shapes import SHAPES, named_board
from turaga.solve.quick_verdict import quick_verdict
from turaga.tours import Tours
from turaga.walk import Walk
from turaga.web import handlers
from turaga.web.request_limits import BOUNDS
from web import answer

# The eight directions of docs/orders.md, written out: 1 is two down and one right, then clockwise.
STEPS = {
    "1": (2, 1), "2": (2, -1), "3": (1, -2), "4": (-1, -2),
    "5": (-2, -1), "6": (-2, 1), "7": (-1, 2), "8": (1, 2),
}  # fmt: skip


def board_of(facts, leaper=(1, 2)):
    holes = [(row - 1, col - 1) for row, col in facts["holes"]]
    return Board(facts["rows"], facts["cols"], holes=holes, leaper=leaper)


def followed(start, moves):
    """The squares of a walk, from 0, by the table above."""
    row, col = start[0] - 1, start[1] - 1
    squares = [(row, col)]
    for digit in moves:
        row, col = row + STEPS[digit][0], col + STEPS[digit][1]
        squares.append((row, col))
    return squares


# -- large boards and moves -------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", [{}, {"closed": True}, {"start": "500,500"}])
def test_1000x1000_is_solved_in_a_megabyte(client, asked):
    response = client.post("/api/v1/solve", json={"board": "1000x1000", "form": "moves", **asked})
    assert response.status_code == 200
    assert len(response.content) < 1_002_000
    told = response.json()
    assert (told["outcome"], "squares" in told, len(told["moves"])) == ("found", False, 999_999)
    squares = followed(told["start"], told["moves"])
    assert len(set(squares)) == 1_000_000
    assert all(0 <= row < 1000 and 0 <= col < 1000 for row, col in squares)
    if "start" in asked:
        assert told["start"] == [500, 500]


def test_a_solution_as_moves_is_the_one_as_squares(client):
    for asked in ({"board": "8x8"}, {"board": "5x5"}, {"board": "8x8", "like": "bencic", "start": "5,3"}):
        squares, moves = (answer(client, "solve", **asked, form=form) for form in ("squares", "moves"))
        assert [[row + 1, col + 1] for row, col in followed(moves["start"], moves["moves"])] == squares[
            "squares"
        ]
        changed = {"squares", "moves", "seconds"}
        assert {key: squares[key] for key in squares.keys() - changed} == {
            key: moves[key] for key in moves.keys() - changed
        }


def test_an_impossible_tour_has_no_moves(client):
    told = answer(client, "solve", board="4x4", form="moves")
    assert (told["outcome"], "squares" in told, told["moves"]) == ("impossible", False, "")


def test_tours_as_moves(client):
    asked = {"board": "5x6", "closed": True, "random": 3, "seed": 7}
    squares, moves = (answer(client, "tours", **asked, form=form)["found"] for form in ("squares", "moves"))
    for one, other in zip(squares, moves, strict=True):
        assert other["squares"] == []
        steps = followed(other["start"], other["moves"])
        assert [[row + 1, col + 1] for row, col in steps] == one["squares"]


@pytest.mark.parametrize("leaper", [(1, 2), (0, 1), (1, 1), (1, 4), (2, 3)])
def test_moves_and_walks_are_inverse(leaper):
    rng = random.Random(repr(leaper))
    board = Board(9, 11, holes=[(4, 4), (0, 3)], leaper=leaper)
    for _ in range(20):
        path = [rng.choice(list(board.squares()))]
        while onward := [square for square in board.neighbours(path[-1]) if square not in path]:
            path.append(rng.choice(onward))
        walk = Walk(board, path)
        assert walk_of_digits(board, path[0], move_digits(walk)) == walk


def test_a_picture_is_the_same_from_squares_and_from_moves(client):
    tour = solve("8x8").tour
    squares = [[row + 1, col + 1] for row, col in tour]
    for format in ("svg", "png", "text"):
        asked = {"board": "8x8", "format": format}
        both = [
            client.post("/api/v1/draw", json=asked | {"walk": walk}).content
            for walk in (squares, {"start": squares[0], "moves": move_digits(tour)})
        ]
        assert both[0] == both[1]
    hints = [
        client.post("/api/v1/hint", json={"board": "8x8", "walk": walk}).json()
        for walk in (squares[:9], {"start": squares[0], "moves": move_digits(tour)[:8]})
    ]
    assert hints[0] == hints[1]


def test_a_tour_of_1000x1000_can_be_drawn(client):
    tour = solve("1000x1000").tour
    start = [tour[0][0] + 1, tour[0][1] + 1]
    asked = {"board": "1000x1000", "walk": {"start": start, "moves": move_digits(tour)}}
    svg = client.post("/api/v1/draw", json=asked | {"colour": "steps"})
    assert svg.status_code == 200, svg.text[:300]
    paths = ET.fromstring(svg.content).findall(".//{http://www.w3.org/2000/svg}path")
    assert 2 < len(paths) <= 256
    png = client.post("/api/v1/draw", json=asked | {"format": "png", "size": 4096, "theme": "print"})
    assert png.content[:4] == b"\x89PNG"
    assert int.from_bytes(png.content[16:20], "big") == 4096


# -- verdicts -----------------------------------------------------------------------------------------------


def look(client, **asked):
    """What a first look says."""
    return answer(client, "solve", **asked, first_look=True)


def test_a_verdict_about_a_rectangle_is_that_of_theory(client):
    told = look(client, board="5x5", closed=True)
    assert (told["exists"], told["kind"]) == (False, "colours")
    assert look(client, board="8x8")["exists"] is True
    assert look(client, board="4x4")["exists"] is False
    told = look(client, board="8x8", start="1,1", end="1,2", closed=True)
    assert (told["exists"], told["kind"], told["squares"]) == (False, "ends", [[1, 2], [1, 1]])


def test_a_certificate_points_at_squares(client, monkeypatch):
    unhurried = dataclasses.replace(BOUNDS, first_look_seconds=LIMIT)  # however busy the machine is
    monkeypatch.setattr(handlers, "BOUNDS", unhurried)
    told = look(client, board={"rows": 4, "cols": 4, "holes": [[1, 2], [2, 4]]})
    assert told["exists"] is False
    assert told["certificate"]["removed"] == [[2, 2], [2, 3], [3, 2], [3, 3]]
    told = look(client, board={"rows": 4, "cols": 4, "holes": [[1, 1], [1, 3], [2, 3]]})
    assert told["exists"] is False
    assert told["certificate"]["kind"] == "bottleneck"
    assert told["certificate"]["squares"] == [[4, 4]]


@pytest.mark.parametrize("closed", [False, True])
def test_verdicts_agree_with_exact_counts(closed):
    rng = random.Random(5)
    decided = 0
    for _ in range(150):
        rows, cols = rng.randint(3, 5), rng.randint(3, 6)
        squares = [(row, col) for row in range(rows) for col in range(cols)]
        board = Board(rows, cols, holes=rng.sample(squares, rng.randint(0, 4)))
        ends = rng.sample(list(board.indices()), 2)
        start, end = (one if rng.random() < 0.3 else None for one in ends)
        question = Tours.at(board, start, end, closed)
        found = quick_verdict(question)
        given = {
            name: None if index is None else board.square(index)
            for name, index in (("start", start), ("end", end))
        }
        count = count_tours(board, closed=closed, **given).count
        if found.exists is not None:
            decided += 1
            assert found.exists == (count > 0), (board, question)
        if found.certificate is not None:
            assert verify_certificate(found.certificate, board, **given, closed=closed)
    assert decided >= 140


@pytest.mark.parametrize("side", [8, 20, 60, 100])
def test_random_holes_get_a_verdict(client, side):
    rng = random.Random(side)
    squares = [[row, col] for row in range(1, side + 1) for col in range(1, side + 1)]
    for share in (0.01, 0.1, 0.3):
        holes = rng.sample(squares, int(share * len(squares)) // 2 * 2)
        told = look(client, board={"rows": side, "cols": side, "holes": holes})
        assert told["certificate"] is None or told["exists"] is False


# -- shapes -------------------------------------------------------------------------------------------------


def test_every_listed_shape_can_be_made(client):
    listed = client.get("/api/v1/options").json()
    assert [one["name"] for one in listed["shapes"]] == list(SHAPES)
    for one in listed["shapes"]:
        told = look(client, board=one["board"])
        assert board_of(told["tours"]["board"]) == named_board(one["name"])
        least = f"{one['name']}:{one['least']}x{one['least']}"
        assert board_of(look(client, board=least)["tours"]["board"]) == named_board(least)
    assert set("ABC123") <= set(listed["characters"])


def test_a_word_becomes_a_board(client):
    told = look(client, board="text:HELLO")
    assert board_of(told["tours"]["board"]) == named_board("text:HELLO")


def test_a_shape_can_be_trimmed(client):
    told = answer(client, "solve", board="L:3:9x9", trim=True, closed=True)
    trimmed = told["trimmed"]
    assert (trimmed["found"], trimmed["minimal"], trimmed["removed"]) == (True, True, [[1, 1]])
    board = board_of(told["board"])
    assert board == named_board("L:3:9x9").with_holes([(0, 0)])
    report = verify(Walk(board, [(row - 1, col - 1) for row, col in told["squares"]]))
    assert report.is_tour
    assert report.closed


def test_a_board_that_cannot_be_trimmed(client):
    told = answer(client, "solve", board="disc:2x2", trim=True, closed=True)
    assert (told["trimmed"]["found"], told["trimmed"]["proved"]) == (False, True)
    assert told["trimmed"]["reason"]
    assert (told["outcome"], told["unvisited"]) == ("impossible", 4)


@pytest.mark.parametrize(
    ("asked", "field", "message"),
    [
        ({"board": "@/etc/passwd"}, "board", "is a file: a request cannot name files"),
        ({"board": "-"}, "board", "is a file"),
        ({"board": "file.png"}, "board", "'file.png'"),
        ({"board": "text"}, "board", "or a shape: ring, cross"),
        ({"board": "text:☃"}, "board", "cannot be drawn"),
        ({"board": "ring:101x100"}, "board", "rows times columns can be at most 10000"),
        ({"board": f"text:{'W' * 60}"}, "board", "rows times columns can be at most 10000"),
        ({"board": "text:" + "A" * 200}, "board", "205 characters long"),
        ({"board": "201x200", "first_look": True}, "board", "rows times columns can be at most 40000"),
        ({"board": "8x8", "first_look": True, "why": True}, "first_look", "cannot be used with why"),
        ({"board": "8x8", "trim": True, "fix": {"1": "a1"}}, "trim", "cannot be used with fix"),
    ],
)
def test_boards_that_are_refused(client, asked, field, message):
    response = client.post("/api/v1/solve", json=asked)
    assert response.status_code == 422
    (fault,) = response.json()["detail"]
    assert fault["loc"] == ["body", field]
    assert message in fault["msg"]
    assert "@FILE" not in fault["msg"]


# -- what can be counted ------------------------------------------------------------------------------------

COUNTED = [
    {"board": "8x8"},
    {"board": "8x8", "closed": True},
    {"board": "6x6", "closed": True},
    {"board": "5x5", "start": "1,1"},
    {"board": "4x4"},
    {"board": "60x60"},
    {"board": "5x6", "classes": True},
    {"board": {"rows": 6, "cols": 6, "holes": [[1, 1], [1, 2]]}},
    {"board": "20x20", "leaper": [1, 4]},
]


@pytest.mark.parametrize("asked", COUNTED, ids=str)
def test_a_plan_says_what_then_happens(client, asked):
    plan = answer(client, "count", **asked, plan=True)
    count = client.post("/api/v1/count", json=asked)
    assert plan["count"]["possible"] == (count.status_code == 200)
    if count.status_code == 200:
        assert count.json()["method"] == plan["count"]["method"]
        assert plan["count"]["memory"] <= BOUNDS.count_most_bytes
    else:
        assert count.json()["detail"][0]["msg"].startswith(plan["count"]["reason"])
        assert plan["count"]["memory"] is None
    asked = {name: value for name, value in asked.items() if name != "classes"}
    sample = client.post("/api/v1/tours", json={**asked, "random": 1})
    assert plan["sample"]["possible"] == (sample.status_code == 200 and bool(sample.json()["found"]))
    if plan["sample"]["possible"]:
        assert sample.json()["method"] == plan["sample"]["method"]
    elif sample.status_code == 422:
        assert sample.json()["detail"][0]["msg"] == plan["sample"]["reason"]
    else:
        assert sample.json()["reason"] in plan["sample"]["reason"]
    estimate = client.post("/api/v1/count", json=asked | {"estimate": True, "probes": 100})
    assert plan["estimate"]["possible"] == (estimate.status_code == 200)

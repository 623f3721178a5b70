"""The responses of the API equal what the commands print with --json, and match the schema. They have the
steps of explanations, of the joining of circuits, and of walks that were lost."""

import json
import re
from itertools import pairwise

import pytest

import naive
from command import turaga
from turaga import Board, solve
from turaga.counting.known import known_counts
from turaga.notation import read
from turaga.rule import SYSTEMS
from turaga.web.request_limits import BOUNDS
from web import answer, validate

TOUR = [[1, 1], [2, 3], [3, 1], [1, 2], [2, 4], [3, 2], [1, 3], [2, 1], [3, 3], [1, 4], [2, 2], [3, 4]]


def timeless(facts):
    """The facts, but for how long they took."""
    if not isinstance(facts, dict):
        return facts
    return {name: timeless(value) for name, value in facts.items() if name != "seconds"}


@pytest.mark.parametrize(
    ("path", "asked", "args"),
    [
        (
            "solve",
            {"board": "7x9", "start": "a7", "end": [4, 4], "why": True},
            ("solve", "7x9", "--start", "a7", "--end", "d4", "--why"),
        ),
        (
            "solve",
            {"board": "8x8", "like": "Bencic", "start": "c4", "retries": 3, "seed": 4},
            ("solve", "8x8", "--like", "bencic", "--start", "c4", "--retries", 3, "--seed", 4),
        ),
        ("solve", {"board": "4x9", "closed": True, "why": True}, ("solve", "4x9", "--closed", "--why")),
        (
            "solve",
            {"board": "L:3:9x9", "closed": True, "trim": True},
            ("solve", "L:3:9x9", "--closed", "--trim"),
        ),
        (
            "count",
            {"board": {"rows": 5, "cols": 6}, "closed": True, "classes": True},
            ("count", "5x6", "--closed", "--classes"),
        ),
        (
            "count",
            {"board": "5x5", "estimate": True, "probes": 1000, "seed": 7, "directed": True},
            ("count", "5x5", "--estimate", "--probes", 1000, "--seed", 7, "--directed"),
        ),
        ("count", {"board": "4x5", "start": "a4"}, ("count", "4x5", "--start", "a4")),
        (
            "map",
            {"board": "6x5", "rule": "random", "seed": 3, "retry_orders": ["87654321", "53461278"]},
            ("map", "6x5", "--rule", "random", "--seed", 3, "--retry-orders", "87654321,53461278"),
        ),
    ],
    ids=lambda value: " ".join(map(str, value)) if isinstance(value, tuple) else "",
)
def test_responses_equal_those_of_the_command(client, path, asked, args):
    done = turaga(*args, "--json")
    assert done.stderr.count("removed, ") == done.stderr.count("\n") == asked.get("trim", 0)
    assert timeless(answer(client, path, **asked)) == timeless(json.loads(done.stdout))


def test_check_reads_the_same_texts_as_the_command(client):
    text = "board 3x4\n1,1 2,3 2,2"
    done = turaga("check", "-", "--json", stdin=text)
    assert answer(client, "check", walk=text) == json.loads(done.stdout)
    assert answer(client, "check", walk="1,1 1,4", leaper="0,3", board="4x4")["walk"] is True
    for walk in ([[1, 1], "c2", [3, 1]], {"start": "a3", "moves": "83"}):
        assert answer(client, "check", board="3x4", walk=walk)["unvisited"] == 9
    outside = answer(client, "check", board="8x8", walk="start 1,1\n(-2,+1)")  # a fault that is off the board
    assert outside["faults"][0]["squares"] == [[-1, 2]]


def test_a_walk_is_repaired_as_by_the_command(client):
    text = "board 8x8\na8 c7"
    done = turaga("repair", "-", "--closed", "--end", "c7", "--why", "--json", stdin=text)
    asked = {"walk": text, "closed": True, "end": "c7", "why": True}
    assert timeless(answer(client, "repair", **asked)) == timeless(json.loads(done.stdout))
    large = answer(client, "repair", board="300x300", walk=["1,1"], form="moves")
    assert ("squares" in large, len(large["moves"])) == (False, 89_999)


def test_a_walk_is_converted_as_by_the_command(client):
    told = answer(client, "convert", walk="1,1 2,3", board="3x4", to=["names", "board"])
    done = turaga("convert", "-", "--board", "3x4", "--to", "names,board", stdin="1,1 2,3")
    assert "\n".join(told["texts"].values()) == done.stdout
    assert answer(client, "convert", walk="a3 c2")["texts"].keys() == {"board"}


@pytest.mark.parametrize(
    ("asked", "args"),
    [
        ({"random": 3, "seed": 7}, ["--random", 3, "--seed", 7]),
        ({"nth": 5}, ["--nth", 5]),
        ({"limit": 4, "first": 3, "rule": "klochko"}, ["--limit", 4, "--from", 3, "--rule", "klochko"]),
        ({}, []),
    ],
    ids=str,
)
def test_tours_are_those_of_the_command(client, asked, args):
    done = turaga("tours", "5x6", "--closed", "--start", "2,2", *args, "--json")
    told = answer(client, "tours", board="5x6", closed=True, start="2,2", **asked)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["number"] for one in told["found"]] == [one["number"] for one in lines]
    assert [one["squares"] for one in told["found"]] == [one["squares"] for one in lines]
    assert told["total"] == lines[0].get("total")
    nothing = turaga("tours", "4x6", "--closed", *args, "--json")
    assert timeless(answer(client, "tours", board="4x6", closed=True, **asked)) == timeless(
        json.loads(nothing.stdout)
    )


def test_a_list_has_at_most_100_tours(client):
    told = answer(client, "tours", board="5x5")
    assert (len(told["found"]), told["method"], told["total"]) == (100, "search", None)


@pytest.mark.parametrize(
    ("format", "media", "name", "beginning"),
    [
        ("svg", "image/svg+xml", "knights-tour-3x4.svg", b"<svg"),
        ("png", "image/png", "knights-tour-3x4.png", b"\x89PNG"),
        ("gif", "image/gif", "knights-tour-3x4.gif", b"GIF89a"),
        ("text", "text/plain; charset=utf-8", "knights-tour-3x4.txt", "┌".encode()),
    ],
)
def test_pictures_are_sent_as_attachments(client, format, media, name, beginning):
    asked = {"board": "3x4", "walk": TOUR, "format": format}
    response = client.post("/api/v1/draw", json=asked)
    assert (response.status_code, response.headers["content-type"]) == (200, media)
    assert response.headers["content-disposition"] == f'attachment; filename="{name}"'
    assert response.content.startswith(beginning)


def test_a_picture_is_the_one_the_command_draws(client, tmp_path):
    walk = tmp_path / "walk.txt"
    walk.write_text(" ".join(f"{row},{col}" for row, col in TOUR))
    look = ("--numbers", "--arrows", "--colour", "steps", "--style", "line", "--size", 300, "--theme", "dark")
    done = turaga("draw", walk, "--format", "svg", *look)
    asked = {"board": "3x4", "walk": TOUR, "numbers": True, "arrows": True, "colour": "steps"}
    asked |= {"style": "line", "size": 300, "theme": "dark"}
    assert client.post("/api/v1/draw", json=asked).text == done.stdout


# -- walks ---------------------------------------------------------------------------------------------


def test_a_walk_has_the_frames_of_the_reference_walk(client):
    from turaga.greedy import walk

    told = answer(client, "watch", board="8x8", like="bencic", start="5,3")
    assert (told["ending"], told["visited"], told["unvisited"], told["method"]) == ("stuck", 60, 4, "greedy")
    steps = list(walk("8x8", "5,3", SYSTEMS["bencic"].rule))
    assert [frame["square"] for frame in told["frames"]] == [
        [r + 1, c + 1] for r, c in (s.square for s in steps)
    ]
    for frame, step in zip(told["frames"][:-1], steps, strict=False):
        assert frame["candidates"] == [[c.square[0] + 1, c.square[1] + 1, c.degree] for c in step.candidates]
        assert frame["next"] == [step.chosen[0] + 1, step.chosen[1] + 1]
    assert told["frames"][-1]["next"] is None
    assert told["frames"][-1]["says"][-1].startswith("Dead end on ")


def test_a_search_backtracks_and_ends_with_a_tour(client):
    told = answer(client, "watch", board="5x5", like="agh", start="2,2", step_limit=400)
    assert (told["ending"], told["steps"], told["visited"]) == ("tour", 354, 25)
    path = []
    for frame in told["frames"]:
        path = [*path, frame["square"]] if frame["entered"] else path[:-1]
        assert path[-1] == frame["square"]
    assert told["backtracks"] == told["steps"] - 25
    text = " ".join(f"{row},{col}" for row, col in path)
    assert read(text, board=Board("5x5")).report.is_tour


def test_eulers_method_returns_each_change(client):
    told = answer(client, "watch", board="8x8", like="bencic", start="5,3", method="euler", closed=True)
    assert (told["method"], told["ending"], told["visited"], told["unvisited"]) == ("euler", "tour", 64, 0)
    assert told["reason"] == "walked by the rule and repaired with 4 reversals and 4 insertions"
    assert told["missed"] == [[1, 5], [2, 7], [3, 6], [4, 8]]
    path = []
    for frame in told["frames"]:
        if (change := frame.get("change")) is None:
            path.append(frame["square"])
        elif change["kind"] == "reversal":
            path[change["first"] - 1 : change["last"]] = path[change["first"] - 1 : change["last"]][::-1]
        else:
            path[change["first"] - 1 : change["first"] - 1] = change["inserted"]
        assert (path[0], path[-1]) == ([5, 3], frame["square"])
    report = read(" ".join(f"{row},{col}" for row, col in path), board=Board("8x8")).report
    assert (report.is_tour, report.closed) == (True, True)
    told = answer(client, "watch", board="5x5", start="1,2", method="euler")
    assert (told["ending"], told["visited"], told["unvisited"]) == ("impossible", 22, 3)
    assert told["reason"].endswith("but 1,2 is one of the 12")


def test_an_impossible_walk_has_a_reason_and_no_frames(client):
    told = answer(client, "watch", board="8x8", start="1,1", end="1,1")
    assert (told["ending"], told["frames"], told["visited"]) == ("impossible", [], 0)
    assert "cannot start and end on the same square" in told["reason"]


def test_a_search_that_takes_too_long_says_so(client):
    told = answer(client, "watch", board="6x6", closed=True, method="search", rule="12345678", step_limit=40)
    assert (told["ending"], told["steps"]) == ("limit", 40)


def test_the_largest_walk_gets_a_response(client):
    told = answer(client, "watch", board="60x60")
    assert (told["ending"], len(told["frames"])) == ("tour", 3600)


# -- hints ---------------------------------------------------------------------------------------------


def test_hints(client):
    assert answer(client, "hint", board="3x4", walk=TOUR[:4])["good"] == [TOUR[4]]
    assert answer(client, "hint", board="3x4", walk=TOUR)["kind"] == "won"
    lost = answer(client, "hint", board="5x5", walk=["1,2", "3,1"])
    assert (lost["kind"], lost["back"]) == ("back", 2)
    assert "start" in lost["says"]


# -- what may be chosen and what is known --------------------------------------------------------------


def test_options_list_every_limit_system_and_method(client):
    told_ = client.get("/api/v1/options").json()
    validate(client, "options", told_, "get")
    assert told_["limits"] == BOUNDS.as_json()
    assert {system["name"]: system["rule"] for system in told_["systems"]} == {
        name: system.rule.text for name, system in SYSTEMS.items()
    }
    assert "auto" in {method["name"] for method in told_["methods"]}


def test_known_counts_are_listed(client):
    known = client.get("/api/v1/options").json()["known"]
    assert len(known) == len(known_counts())
    largest = max(known, key=lambda one: one["count"])
    assert (largest["tours"]["board"]["cols"], largest["count"]) == (12, 1105420672289849239070962)


def test_the_schema_has_a_working_example_of_every_request(client):
    described = client.get("/api/v1/openapi.json").json()
    for path, methods in described["paths"].items():
        if "post" in methods:
            schema = methods["post"]["requestBody"]["content"]["application/json"]["schema"]
            assert client.post(path, json=schema["examples"][0]).status_code == 200, path


# -- part by part --------------------------------------------------------------------------------------


@pytest.mark.parametrize("further", [{}, {"retries": 3}])
def test_a_map_is_streamed_on_request(client, further):
    asked = {"board": "5x6", "rule": "12345678", **further}
    lines = {"Accept": "application/x-ndjson"}
    with client.stream("POST", "/api/v1/map", json=asked, headers=lines) as response:
        assert (response.status_code, response.headers["content-type"]) == (200, "application/x-ndjson")
        *parts, last = [json.loads(line) for line in response.iter_lines()]
    whole = answer(client, "map", **asked)
    assert timeless(last["answer"]) == timeless(whole)
    assert [part["all"] for part in parts] == [30] * len(parts)
    assert parts[-1]["done"] == 30
    found = {(row, col): left for part in parts for row, col, left in part["found"]}
    assert [[found[row, col] for col in range(1, 7)] for row in range(1, 6)] == whole["rows"]


def test_a_comparison_is_streamed_on_request(client):
    asked = {"board": "5x5", "methods": ["search", "vandermonde"], "starts": [[1, 1], "b1"]}
    asked["rules"] = ["corner,open-start"]
    lines = {"Accept": "application/x-ndjson"}
    with client.stream("POST", "/api/v1/compare", json=asked, headers=lines) as response:
        assert (response.status_code, response.headers["content-type"]) == (200, "application/x-ndjson")
        *parts, last = [json.loads(line) for line in response.iter_lines()]
    assert parts == [{"done": 1, "all": 2}, {"done": 2, "all": 2}]
    found, refused = last["answer"]["standings"]
    assert (found["name"], found["solved"], found["impossible"]) == ("search corner,open-start", 1, 1)
    assert "it needs even sides" in refused["refused"]
    whole = answer(client, "compare", **asked)
    assert whole["standings"][0]["steps"] == found["steps"]
    assert whole["starts"] == [[1, 1], [5, 2]]
    assert whole["time_limit"] == BOUNDS.compare_most_seconds


@pytest.mark.parametrize(
    ("field", "asked", "words"),
    [
        ("methods", {"methods": ["fast"]}, "method 'fast' is not known"),
        ("methods", {"methods": "greedy"}, "methods must be a list of at most 100 items, got 'greedy'"),
        ("rules", {"rules": [["corner"]]}, "rule"),
        ("like", {"like": ["knuth"]}, "system 'knuth' is not known"),
        ("starts", {"starts": ["9,9"]}, "square 9,9 is not on the 8x8 board"),
        ("starts", {"board": "30x30", "starts": "all"}, "starts can have at most 400 items, got 900"),
        ("starts", {"starts": 5}, "or a list of at most 10000 squares, got 5"),
        ("time_limit", {"time_limit": 2}, "time_limit must be at most 1, got 2"),
        (
            "methods",
            {"methods": ["greedy", "search", "euler"], "rules": ["corner"] * 4 + ["random", "outermost"]
             + ["lookahead", "87654321"]},
            "make 15 combinations: at most 12",
        ),
    ],
)  # fmt: skip
def test_the_limits_of_a_comparison(client, field, asked, words):
    response = client.post("/api/v1/compare", json={"board": "8x8", **asked})
    assert response.status_code == 422, response.text
    (fault,) = response.json()["detail"]
    assert fault["loc"][-1] == field
    assert words in fault["msg"]


# -- steps ----------------------------------------------------------------------------------------------

PAIR = re.compile(r"(?<![\d,])(\d+),(\d+)(?!\d)(?! leaper)")


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
    shown = answer(client, "watch", **asked)
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
        assert (before - after, after - before) == (moves_in(other["removed"]), moves_in(other["added"]))
        assert sorted(square for part in other["paths"] for square in from_zero(part["squares"])) == squares


def test_what_cannot_be_joined_has_a_reason(client):
    shown = answer(client, "watch", board="5x5", method="cycles", closed=True)
    assert (shown["ending"], shown["frames"]) == ("impossible", [])
    assert "13 and 12" in shown["reason"]
    response = client.post("/api/v1/watch", json={"board": "7x7", "method": "vandermonde"})
    assert response.status_code == 422
    assert response.json()["detail"][0]["loc"] == ["body", "method"]
    assert "even sides" in response.json()["detail"][0]["msg"]
    response = client.post("/api/v1/watch", json={"board": "8x8", "method": "cycles", "prune": True})
    assert (response.status_code, response.json()["detail"][0]["loc"]) == (422, ["body", "prune"])


def test_the_single_square_is_a_frame(client):
    shown = answer(client, "watch", board="1x1", method="cycles")
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
    shown = answer(client, "solve", **asked, why=True)["explanation"]
    board, steps = board_of(shown["tours"]), shown["steps"]
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
    shown = answer(client, "lost", board="8x8", walk=squares)
    step = shown["step"]
    assert (shown["kind"], shown["square"]) == ("lost", squares[step])
    assert shown["tour"][:step] == squares[:step]
    assert naive.is_tour(walk.board, from_zero(shown["tour"]))
    assert shown["tour"][step] in shown["better"]
    assert squares[step] not in shown["better"]
    check_sentences(walk.board, [shown["says"]])
    hint = answer(client, "hint", board="8x8", walk=squares[:step])
    assert sorted(hint["good"]) == sorted(shown["better"])


@pytest.mark.parametrize(
    ("asked", "kind", "step"),
    [
        ({"board": "5x5", "walk": [[1, 1], [2, 3]], "closed": True}, "never", 0),
        ({"board": "6x6", "walk": [[1, 1], [2, 3]], "closed": True}, "alive", 2),
        (
            {"board": "3x3", "leaper": "0,1", "walk": [[1, 1], [1, 2], [1, 3], [2, 3], [2, 2], [3, 2]]},
            "lost",
            5,
        ),
    ],
)
def test_kinds_of_lost_walks(client, asked, kind, step):
    shown = answer(client, "lost", **asked)
    assert (shown["kind"], shown["step"]) == (kind, step)
    assert bool(shown["tour"]) == (step > 0)


@pytest.mark.parametrize("squares", [[], [[1, 1], [1, 2]], [[9, 9]]])
def test_squares_that_are_not_a_walk_are_refused(client, squares):
    response = client.post("/api/v1/lost", json={"board": "5x5", "walk": squares})
    assert response.status_code == 422
    assert response.json()["detail"][0]["loc"][:2] == ["body", "walk"]

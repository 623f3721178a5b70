"""Surveys of boards with holes: their rows, their names, and that the mask files are not needed again."""

import json
import pickle
import shutil
from collections import Counter

import pytest

import naive
from command import refused, turaga
from surveys import expected, table_rows, walks
from turaga import Board, Rule, verify
from turaga.errors import BadBoard, BadInput
from turaga.greedy import tie_rng
from turaga.survey import Plan, Survey, load_table, parse_boards, remake_tours, run_survey
from turaga.survey.board_lists import board_name
from turaga.survey.tours import Choice, count_tours_kept
from turaga.symmetry import board_symmetries, order_class
from turaga.theory import allowed_colours, colour

# Three boards with the same sides: a frame with all eight symmetries, one with only its half turn, and the
# whole square.
FRAME = "......\n......\n..##..\n..##..\n......\n......\n"
TURNED = "##....\n......\n......\n......\n......\n....##\n"
ORDERS = "12345678,56781234,34567812,87654321,24753186"
RULE = Rule("12345678")


def write_masks(folder):
    folder.mkdir(exist_ok=True)
    (folder / "frame.txt").write_text(FRAME)
    (folder / "turned.txt").write_text(TURNED)
    return folder


@pytest.fixture
def masks(tmp_path, monkeypatch):
    """A directory with the files frame.txt and turned.txt, in which the command and the library run."""
    monkeypatch.chdir(write_masks(tmp_path / "masks"))
    return tmp_path / "masks"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A survey of the three boards, and its plan."""
    folder = write_masks(tmp_path_factory.mktemp("holes"))
    boards = parse_boards(f"6x6,@{folder}/frame.txt,@{folder}/turned.txt")
    plan = Plan(boards=boards, rule=RULE, orders=ORDERS)
    run_survey(plan, folder / "s")
    return folder / "s", plan


def test_every_walk_is_the_direct_one(made):
    """Orders that are images of each other are derived only where the holes have the symmetry."""
    folder, plan = made
    assert Counter(table_rows(folder)) == Counter(expected(plan, ORDERS.split(",")))
    alone = {board_name(board): len(plan.families_of(board)) for board in plan.boards}
    classes = {
        board_name(board): len({order_class(order, board_symmetries(board)) for order in ORDERS.split(",")})
        for board in plan.boards
    }
    assert alone == classes == {"6x6": 2, "frame-6x6": 2, "turned-6x6": 4}


def test_the_tables_name_the_board_and_count_its_holes(made):
    folder, _ = made
    for table in ("walks", "shards"):
        held = load_table(folder, table, ["board", "holes"])
        pairs = set(zip(held["board"].to_pylist(), held["holes"].to_pylist(), strict=True))
        assert pairs == {("6x6", 0), ("frame-6x6", 4), ("turned-6x6", 4)}
    with Survey.open(folder) as survey:
        names, rows = survey.sql("SELECT board, holes, count(*) FROM walks GROUP BY ALL ORDER BY 1")
    assert names[:2] == ["board", "holes"]
    assert rows == [("6x6", 0, 180), ("frame-6x6", 4, 160), ("turned-6x6", 4, 160)]


def test_queries_tell_boards_with_the_same_sides_apart(made):
    """Each result equals a count of the direct walks by the slow reference."""
    folder, plan = made
    paths = {
        (board, order, start): naive.walk(
            board, start, RULE.with_order(order), tie_rng(0, board.index(start))
        )
        for board in plan.boards
        for order in ORDERS.split(",")
        for start in board.squares()
    }
    with Survey.open(folder) as survey:
        for rate in survey.rates():
            mine = {
                start: path for (b, o, start), path in paths.items() if (b, o) == (rate.board, rate.order)
            }
            whole = [start for start, path in mine.items() if len(path) == rate.board.size]
            allowed = [start for start in mine if colour(start) in allowed_colours(rate.board)]
            assert (rate.walks, rate.complete, rate.allowed) == (len(mine), len(whole), len(allowed))
            grid = survey.unvisited_map(rate.board, rate.order)
            for start, path in mine.items():
                assert grid[start[0]][start[1]] == rate.board.size - len(path)
            assert all(grid[row][col] is None for row, col in rate.board.holes)
            ends = Counter(path[-1] for path in mine.values() if len(path) == rate.board.size)
            for row, col in rate.board.squares():
                assert survey.ends_map(rate.board, rate.order)[row][col] == ends[row, col]
        failures = Counter(
            order for (board, order, start), path in paths.items()
            if len(path) < board.size and colour(start) in allowed_colours(board)
        )  # fmt: skip
        assert {rank.order: rank.failures for rank in survey.ranking()} == {
            order: failures[order] for order in ORDERS.split(",")
        }
        (spread,) = (one for one in survey.spreads() if board_name(one.board) == "frame-6x6")
        assert spread.orders == 5


def test_tours_are_made_again_on_their_boards(made):
    folder, _ = made
    with Survey.open(folder) as survey:
        turned = survey.find_board("turned")
        complete = sum(rate.complete for rate in survey.rates() if rate.board == turned)
    tours = [one.tour for one in remake_tours(folder, Choice(board=turned))]
    assert len(tours) == complete == count_tours_kept(folder, Choice(board=turned)) > 0
    assert all(tour.board == Board.from_mask(TURNED) and verify(tour).is_tour for tour in tours)


def test_the_mask_files_are_not_needed_again(masks, tmp_path):
    """A survey that was stopped is continued from Python by its manifest, although the files are gone."""
    args = ("survey", "run", "--boards", "6x6,@frame.txt,@turned.txt", "--orders", ORDERS, "--rule", "corner")
    turaga(*args, "-o", tmp_path / "a")
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    for number in (2, 3):
        (tmp_path / "b" / "shards" / f"{number:06d}.parquet").unlink()
    for file in masks.iterdir():
        file.unlink()
    plan = Plan.from_json(json.loads((tmp_path / "b" / "manifest.json").read_text())["plan"])
    ran = run_survey(plan, tmp_path / "b")
    assert (ran.before, ran.jobs) == (len(walks(tmp_path / "a")) - 2, len(walks(tmp_path / "a")))
    assert walks(tmp_path / "a") == walks(tmp_path / "b")
    assert [board_name(board) for board in plan.boards] == ["6x6", "frame-6x6", "turned-6x6"]
    assert [board.mask() for board in plan.boards[1:]] == [FRAME.strip(), TURNED.strip()]


def test_another_mask_is_another_plan(masks, tmp_path):
    turaga("survey", "run", "--boards", "@frame.txt", "-o", tmp_path / "s")
    (masks / "frame.txt").write_text(TURNED)
    said = refused("survey", "run", "--boards", "@frame.txt", "-o", tmp_path / "s")
    assert "contains a survey with another plan (masks frame-6x6)" in said


def test_names_of_boards(masks):
    (masks / "my ring (1).txt").write_text(FRAME)
    (masks / "whole.txt").write_text("...\n...\n...\n")
    (masks / "sub").mkdir()
    (masks / "sub" / "Frame.txt").write_text(TURNED)
    boards = Plan(
        boards="@frame.txt,@sub/Frame.txt,@../masks/turned.txt,@whole.txt,3x3,@my ring (1).txt"
    ).boards
    assert [board_name(board) for board in boards] == ["frame-6x6", "Frame-6x6-2", "3x3"]
    assert [str(board) for board in boards] == ["6x6 with 4 holes", "6x6 with 4 holes", "3x3"]
    (board,) = parse_boards("@my ring (1).txt")
    assert board_name(board) == "my-ring-1-6x6"
    assert [board_name(one) for one in Plan(boards=["@frame.txt", Board.from_mask(TURNED)]).boards] == [
        "frame-6x6", "mask-6x6",
    ]  # fmt: skip
    assert {board.leaper for board in parse_boards("@frame.txt,5", leaper=(1, 3))} == {(1, 3)}
    sent = pickle.loads(pickle.dumps(boards))  # as to the workers of a cluster
    assert (sent, [board_name(board) for board in sent]) == (boards, [board_name(board) for board in boards])


def test_shapes_are_boards_too():
    shapes = pytest.importorskip("turaga.shapes")
    plan = Plan(boards="8x8,ring:12x12,ring:4:12x12,text:HI,ring:20x20,ring")
    names = ["8x8", "ring-12x12", "ring-4-12x12", f"text-HI-{plan.boards[3].rows}x{plan.boards[3].cols}"]
    assert [board_name(board) for board in plan.boards] == [*names, "ring-20x20"]
    assert plan.boards[1] == shapes.named_board("ring", "12x12")
    assert Plan.from_json(plan.as_json()) == plan
    with pytest.raises(BadInput) as error:
        parse_boards("8x8,ring:1x1")
    assert error.value.field == "boards"


def test_starts_on_a_board_with_holes():
    """A quarter and an eighth are parts of the rectangle; holes are no starts."""
    corner = Board.from_mask("##..\n#...\n....\n....")
    for starts, wanted in (("quarter", [5]), ("eighth", [5]), ("all", [2, 3, *range(5, 16)])):
        assert list(Plan(boards=(corner,), starts=starts).starts_of(corner, 0)) == wanted
    chosen = Plan(boards=(corner,), starts="random:13").starts_of(corner, 0)
    assert sorted(chosen) == list(corner.indices())
    with pytest.raises(
        BadInput, match="starts 'eighth' are eighth, but this part of mask-4x4 has only holes"
    ):
        Plan(boards=(Board.from_mask("##..\n##..\n....\n...."),), starts="eighth")
    with pytest.raises(BadInput, match="square 1,1 is a hole of the 4x4 board"):
        Plan(boards=(corner,), starts="1,1 3,3")


def test_unique_orders_are_unique_under_the_symmetries_of_the_mask():
    board = Board.from_mask(TURNED)  # it has a half turn and no other symmetry, and no order is its own image
    assert len(Plan(boards=(board,), rule=RULE, orders="unique").orders_of(board)) == 40320 // 2


def test_early_stops_and_searches_with_holes(tmp_path):
    frame, turned = Board.from_mask(FRAME), Board.from_mask(TURNED)
    run_survey(Plan(boards=(turned, frame), rule=Rule(), until_closed=True), tmp_path / "closed")
    rows = load_table(tmp_path / "closed", columns=["board", "closed"]).to_pylist()
    for name in ("mask-6x6", "mask-6x6-2"):
        ends = [row["closed"] for row in rows if row["board"] == name]
        assert not any(ends[:-1])
    plan = Plan(boards=(turned, frame), method="search", step_limit=500)
    run_survey(plan, tmp_path / "search")
    with Survey.open(tmp_path / "search") as survey:
        for walk in survey.each_walk(survey.boards):
            assert walk.start in walk.board
            assert walk.complete == (walk.visited == walk.board.size)
            assert walk.end is None or walk.end in walk.board
    dropped = Plan(boards=(frame, turned), rule=RULE, orders=ORDERS, stop_after_failures=1)
    assert {one["board"] for one in run_survey(dropped, tmp_path / "dropped").dropped} <= set(dropped.masks)


def test_the_command_shows_and_draws_them(made):
    folder, _ = made
    text = turaga("survey", "show", folder).stdout
    assert "boards   6x6, frame-6x6, turned-6x6" in text
    lines = [line.split() for line in text.splitlines()]
    assert ["board", "holes", "order"] in [line[:3] for line in lines]
    assert ["frame-6x6", "4", "24753186"] in [line[:3] for line in lines]
    shown = json.loads(turaga("survey", "show", folder, "--json").stdout)
    assert [(one["board"], one["holes"]) for one in shown["boards"]] == [
        ("6x6", 0), ("frame-6x6", 4), ("turned-6x6", 4),
    ]  # fmt: skip
    assert shown["plan"]["masks"]["frame-6x6"] == FRAME.split()
    grid = turaga("survey", "show", folder, "--fails", "--board", "frame").stdout.splitlines()
    assert grid[0] == "frame-6x6: how many of 5 orders fail from each start"
    assert [line.split().count("#") for line in grid[1:]] == [0, 0, 2, 2, 0, 0]
    assert "has no walks on 'ring': it has 6x6, frame-6x6, turned-6x6" in refused(
        "survey", "show", folder, "--fails", "--board", "ring"
    )


def test_plots_tell_them_apart(made, here):
    folder, _ = made

    def drawn(*options):
        out = folder.parent / "plot.svg"
        status, printed, _ = here("survey", "plot", folder, "-o", out, "--json", *options)
        assert status == 0
        assert out.stat().st_size > 1000
        return json.loads(printed)

    boards = ["6x6", "frame-6x6", "turned-6x6"]
    for column in ("rate", "seconds", "cover"):
        points = drawn("--y", column)["drawn"][0]["points"]
        assert [point["x"] for point in points] == boards
    points = drawn("--y", "joint", "--order", "12345678,87654321", "--board", "frame,turned-6x6")["drawn"][0]
    assert [point["x"] for point in points["points"]] == boards[1:]
    assert [one["label"] for one in drawn("--y", "left")["drawn"]] == ["6×6", *boards[1:]]
    picture = drawn("--map", "fails", "--board", "frame")
    assert picture["title"] == "frame-6x6: orders that fail, by start"
    assert picture["drawn"][0]["holes"] == ["3,3", "3,4", "4,3", "4,4"]


@pytest.mark.parametrize("name", ["../evil-3x3", "ring", "a b-3x3", "-3x3", "ring-3x3\n"])
def test_a_manifest_cannot_name_a_board_like_a_path(name):
    plan = Plan(boards=(Board.from_mask("...\n.#.\n..."),)).as_json()
    plan |= {"boards": [name], "masks": {name: ["...", ".#.", "..."]}}
    with pytest.raises(BadBoard, match="cannot be the name of a board"):
        Plan.from_json(plan)

"""`turaga solve`, `map` and `systems` as a person meets them: run for real, status and both streams."""

import importlib
import json
import re
from pathlib import Path

import numpy as np
import pytest

import naive
from command import refused, turaga
from known import PUBLISHED
from turaga import Board, __version__, solve
from turaga.notation import read, write
from turaga.rng import Rng
from turaga.solve.start_map import MapStarts
from turaga.walks import SYSTEMS, map_starts

# -- bad input ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (["0x5"], "0x5"),
        ([""], "''"),
        (["-8"], "-8"),
        (["8x8", "--start", "9,1"], "9,1"),
        (["8x8", "--start", "-1,2"], "-1,2"),
        (["8x8", "--rule", "1123"], "'1123'"),
        (["8x8", "--rule", ""], "''"),
        (["8x8", "--like", "nobody"], "'nobody'"),
        (["8x8", "--method", "magic"], "'magic'"),
        (["8x8", "--leaper", "knight"], "'knight'"),
        (["8x8", "--show", "song"], "'song'"),
        (["8x8", "--show", "json"], "'json'"),
        (["8x8", "--show", "board,song"], "got 'song'"),
        (["8x8", "--show", "board,"], "got ''"),
        (["8x8", "--show", "board,board"], "board twice"),
        (["8x8", "--show", "board,none"], "board and none"),
        (["8x8", "--show", "moves", "--json"], "--show"),
        (["8x8", "--seed", "-1"], "-1"),
        (["8x8", "--seed", str(2**64)], str(2**64)),
        (["8x8", "--retry-orders", "12345678,1"], "'1'"),
        (["8x8", "--time-limit", "0"], "0"),
        (["8x8", "--step-limit", "0"], "0"),
        (["1000000000x1000000000"], "1000000000000000000"),
        (["@nowhere.txt"], "nowhere.txt"),
        (["@."], "."),
    ],
)
def test_bad_input_is_one_sentence(args, named):
    assert named in refused("solve", *args)


def test_standard_output_by_its_usual_name(tmp_path):
    done = turaga("solve", "6x6", "--out", "-", cwd=tmp_path)
    assert read(done.stdout).report.is_tour
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_can_be_written(tmp_path):
    assert "--out is empty" in refused("solve", "8x8", "--out", "")
    assert "the file name is empty: name a file" in refused("solve", "@")
    assert "no directory" in refused("solve", "8x8", "--out", tmp_path / "none" / "tour.txt")
    assert "is a directory" in refused("solve", "8x8", "--out", tmp_path)
    assert list(tmp_path.iterdir()) == []


# -- outcomes -----------------------------------------------------------------------------------------


def test_found():
    done = turaga("solve", "8x8")
    assert done.returncode == 0
    assert read(done.stdout).report.is_tour
    assert done.stdout == write(solve("8x8").tour)
    assert done.stderr.startswith("An open tour of 8x8, from a8 to ")


def test_impossible():
    done = turaga("solve", "5x5", "--start", "1,2")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Impossible: each move changes colour and 5x5 has 13 squares")
    done = turaga("solve", "4x4", "--method", "search", "--no-theory")
    assert done.returncode == 1
    assert "an exhaustive search of" in done.stderr


def test_gave_up_shows_the_best_walk():
    done = turaga("solve", "8x8", "--like", "bencic", "--start", "5,3")
    assert done.returncode == 3
    walk = read(done.stdout).walk
    assert len(walk) == 60
    assert "60 of 64 squares" in done.stderr
    done = turaga(
        "solve", "9x9", "--method", "search", "--rule", "most", "--no-prune", "--step-limit", "100000"
    )
    assert done.returncode == 3
    assert "the step limit of 100000 was reached" in done.stderr


def test_the_best_walk_where_there_is_no_tour():
    done = turaga("solve", "5x5", "--start", "2,3", "--best")
    assert done.returncode == 1
    assert len(read(done.stdout).walk) == 24


def test_several_formats_at_once_as_in_aghs_figure():
    done = turaga("solve", "8x8", "--like", "agh", "--start", "1,1", "--show", "board,agh")
    board, moves = done.stdout.split("\n\n")
    golden = (Path(__file__).parent / "golden" / "agh_8x8_x1_y1.txt").read_text()
    assert [*map(int, board.split())] == [*map(int, golden.split())]
    assert len(board.splitlines()) == 8
    (printed,) = (
        one
        for one in json.loads((PUBLISHED / "agh_outputs.json").read_text())
        if (one["size"], one["x"], one["y"]) == (8, 1, 1)
    )
    assert moves.split() == ", ".join(printed["moves"]).replace("),", ")").split()  # the last one first
    assert re.search(r"\nsearch, 64 steps, \S+ m?s;", done.stderr)


def test_the_degrees_of_the_empty_board():
    done = turaga("solve", "3x4", "--show", "names,degrees")
    assert done.stdout.split("\n\n")[1] == "2 3 3 2\n2 2 2 2\n2 3 3 2\n"
    # There is no need for a tour.
    none = turaga("solve", "3x3", "--show", "board,degrees")
    assert (none.returncode, none.stdout) == (1, "2 2 2\n2 0 2\n2 2 2\n")


def test_json_has_every_key():
    done = turaga("solve", "8x8", "--start", "a1", "--json")
    facts = json.loads(done.stdout)
    assert done.stderr == ""
    assert facts["outcome"] == "found"
    assert facts["board"] == {"rows": 8, "cols": 8, "holes": []}
    assert (facts["start"], facts["end"]) == ([8, 1], facts["squares"][-1])
    assert (facts["method"], facts["seed"], facts["retries"], facts["backtracks"]) == ("greedy", 0, 0, 0)
    assert (facts["visited"], facts["unvisited"], facts["steps"], facts["closed"]) == (64, 0, 64, False)
    assert facts["rule"] == "outermost,12345678"
    assert facts["version"] == __version__
    assert facts["seconds"] >= 0
    assert facts["reason"] == "found on the first try"
    assert read(done.stdout).report.is_tour
    assert turaga("check", "-", stdin=done.stdout).returncode == 0


def test_json_of_the_other_outcomes():
    done = turaga("solve", "5x5", "--start", "1,2", "--json")
    facts = json.loads(done.stdout)
    assert done.returncode == 1
    assert (facts["outcome"], facts["squares"], facts["end"]) == ("impossible", [], None)
    assert (facts["tours"]["start"], facts["visited"], facts["unvisited"]) == ([1, 2], 0, 25)
    done = turaga("solve", "8x8", "--like", "bencic", "--start", "5,3", "--json")
    facts = json.loads(done.stdout)
    assert done.returncode == 3
    assert (facts["outcome"], facts["visited"], facts["unvisited"]) == ("gave-up", 60, 4)
    assert len(facts["squares"]) == 60


def test_files_by_their_ending(tmp_path):
    for name in ("tour.txt", "tour.json", "tour.npy"):
        done = turaga("solve", "7x6", "--out", tmp_path / name)
        assert done.returncode == 0
        assert done.stdout == ""
        assert f"saved to {tmp_path / name}" in done.stderr
        assert turaga("check", tmp_path / name).returncode == 0
    assert np.load(tmp_path / "tour.npy").tolist() == solve("7x6").tour.rows()
    assert (tmp_path / "tour.txt").read_text() == write(solve("7x6").tour)
    shown = turaga("solve", "7x6", "--out", tmp_path / "tour.txt", "--show", "board")
    assert shown.stdout == (tmp_path / "tour.txt").read_text()
    none = turaga("solve", "5x5", "--start", "1,2", "--out", tmp_path / "none.txt")
    assert "nothing saved" in none.stderr
    assert sorted(p.name for p in tmp_path.iterdir()) == ["tour.json", "tour.npy", "tour.txt"]


def test_boards_with_holes_and_other_leapers(tmp_path):
    (tmp_path / "mask.txt").write_text(".....\n.....\n..#..\n.....\n.....\n")
    done = turaga("solve", f"@{tmp_path / 'mask.txt'}", "--method", "search")
    assert done.returncode == 0
    reading = read(done.stdout)
    assert reading.board == Board(5, 5, holes=[(2, 2)])
    assert reading.report.is_tour
    done = turaga("solve", "4x5", "--leaper", "0,1", "--method", "search")
    assert done.returncode == 0
    checked = turaga("check", "-", stdin=done.stdout)
    assert checked.returncode == 0
    assert "for a 0,1 leaper" in checked.stdout


# -- presets ------------------------------------------------------------------------------------------


def test_an_explicit_option_overrides_the_system():
    rule = "24753186,open-start"
    done = turaga("solve", "8x8", "--like", "serafeimidis", "--rule", rule, "--start", "3,4", "--json")
    facts = json.loads(done.stdout)
    assert facts["rule"] == rule
    assert facts["closed"]
    facts = json.loads(turaga("solve", "5x5", "--like", "agh", "--method", "greedy", "--json").stdout)
    assert facts["method"] == "greedy"
    # The rule of the program is replaced as a whole.
    facts = json.loads(
        turaga("solve", "8x8", "--like", "serafeimidis", "--rule", "12345678", "--json").stdout
    )
    assert (facts["rule"], facts["retries"]) == ("12345678", 0)


def test_the_attempts_of_figure_9_of_the_thesis():
    # The order 12345678 visits 56 squares from 3,4, and 24753186 completes a closed tour that ends on 5,3.
    args = ("solve", "8x8", "--like", "serafeimidis", "--start", "3,4", "--retry-orders", "24753186")
    done = turaga(*args, "--why", "--show", "none")
    assert (done.returncode, done.stdout) == (0, "")
    first, second, outcome, _, question, *_ = done.stderr.splitlines()
    assert first.startswith("order 12345678: 56 of 64 squares, ending on ")
    assert second == "order 24753186: complete, closed, ending on 5,3"
    assert outcome.startswith("A closed tour of 8x8, from 3,4 to 5,3, found on retry 1 with order 24753186.")
    assert question == "Is there a tour of 8x8 from 3,4?"
    attempts = json.loads(turaga(*args, "--json").stdout)["attempts"]
    assert [(one["order"], one["visited"], one["closed"]) for one in attempts] == [
        ("12345678", 56, False),
        ("24753186", 64, True),
    ]
    assert attempts[1]["end"] == [5, 3]


def test_many_attempts_are_summed_up():
    done = turaga("solve", "5x5", "--start", "1,2", "--like", "bencic", "--retries", "30", "--why")
    lines = done.stderr.splitlines()
    assert done.returncode == 3
    assert lines[0].startswith("order 81234567: ")
    assert re.fullmatch(r"11 more attempts with \d+ to \d+ squares", lines[19])
    assert lines[20].startswith("order ")
    assert lines[21].startswith("Gave up: ")


def test_a_system_never_retries_unless_asked():
    done = turaga("solve", "8x8", "--like", "bencic", "--closed", "--json")
    facts = json.loads(done.stdout)
    assert (done.returncode, facts["retries"]) == (3, 0)
    done = turaga("solve", "8x8", "--like", "bencic", "--closed", "--retries", "50", "--json")
    asked = json.loads(done.stdout)
    assert asked["outcome"] == "found"
    assert asked["retries"] > 0


def test_systems_are_described():
    done = turaga("systems")
    assert done.returncode == 0
    for name, system in SYSTEMS.items():
        assert f"{name}: " in done.stdout
        assert system.rule.order in done.stdout
    # Klochko tries direction 2 (two down, one left) first, then 5, 1, 6, 3, 4, 8 and 7.
    klochko = done.stdout.partition("klochko: ")[2].partition("stahovec: ")[0]
    rows = [line.strip() for line in klochko.splitlines()[-6:-1]]
    assert rows == [". 2 . 4 .", "6 . . . 8", ". . N . .", "5 . . . 7", ". 1 . 3 ."]
    assert set(json.loads(turaga("systems", "--json").stdout)) == set(SYSTEMS)


# -- map ----------------------------------------------------------------------------------------------


def test_a_map():
    board, rule = Board("8x8"), SYSTEMS["bencic"].rule
    walks = {square: naive.walk(board, square, rule, Rng(0)) for square in naive.squares(board)}
    closed = [
        board.show((r, c))
        for (r, c), walk in walks.items()
        if len(walk) == 64 and (r, c) in naive.near(board, walk[-1], {(r, c)})
    ]
    done = turaga("map", "8x8", "--rule", "bencic")
    assert done.returncode == 0
    grid, _, rest = done.stdout.partition("\n\n")
    left = [64 - len(walks[square]) for square in naive.squares(board)]
    assert [int(word) for word in grid.split()] == left
    assert f"{left.count(0)} of 64 starts complete (98.44%)" in rest
    assert f"{len(closed)} closed tours, from {' '.join(closed)}\n" in rest
    assert re.search(r"\n4092 steps, .* m?s; fewest onward moves", rest)


def test_a_map_as_json():
    facts = json.loads(turaga("map", "5x5", "--json").stdout)
    assert (facts["starts"], facts["allowed"], facts["complete"]) == (25, 13, 13)
    assert facts["success_rate"] == 13 / 25
    assert facts["rows"][0][0] == 0
    assert facts["rows"][0][1] > 0


def test_a_map_with_retries_and_holes(tmp_path):
    (tmp_path / "mask.txt").write_text("......\n..#...\n......\n......\n......\n.....#\n")
    done = turaga("map", f"@{tmp_path / 'mask.txt'}", "--retries", "30")
    assert done.stdout.count("#") == 2
    facts = json.loads(turaga("map", f"@{tmp_path / 'mask.txt'}", "--retries", "30", "--json").stdout)
    once = json.loads(turaga("map", f"@{tmp_path / 'mask.txt'}", "--json").stdout)
    assert facts["complete"] > once["complete"]
    assert facts["rows"][1][2] is None


def test_a_map_of_more_than_a_minute_wants_a_yes(monkeypatch, here, sentence):
    for module in ("turaga.solve.start_map", "turaga.cli.map"):
        monkeypatch.setattr(importlib.import_module(module), "cores", lambda: 2)
    says = "he 1,000,000 walks on 1000x1000, of up to 1,000,000 steps each, take about 2 hours on 2 cores"
    assert sentence("map", "1000x1000") == f"turaga: t{says}: use --yes to start them\n"
    small = map_starts("5x5")
    monkeypatch.setattr(MapStarts, "run", lambda self, progress: small)
    status, _, said = here("map", "1000x1000", "--yes")
    assert (status, said) == (0, f"T{says}.\n")
    # Chance takes longer, and other options do not get around it.
    for args in (["300x300"], ["210x210", "--rule", "random"], ["300x300", "--json", "--retries", "1"]):
        assert "minute" in sentence("map", *args)

"""`turaga tours` by search: one tour a line, as they are found.

What is listed is asked of the command in this process, which has numba loaded; how it behaves, of a real one.
"""

import json
import re
import signal
import sys
from functools import partial

import pytest

from command import LIMIT, on_a_terminal, shell, started_process, turaga
from turaga import Board, Tour, Tours
from turaga.counting.enumeration import list_tours
from turaga.notation import read, write


@pytest.fixture
def listed(here):
    """`turaga tours` in this process: its exit status, and what it prints to stdout and stderr."""
    return partial(here, "tours")


@pytest.fixture
def lines_of(listed):
    """The lines it prints where it finds tours."""

    def run(*args):
        status, stdout, stderr = listed(*args)
        assert status == 0, stderr
        return stdout.splitlines()

    return run


def text_of(tour):
    return " ".join(f"{r + 1},{c + 1}" for r, c in tour)


def test_one_tour_a_line():
    done = turaga("tours", "5x5")
    lines = done.stdout.splitlines()
    assert lines == [text_of(tour) for tour in list_tours(Tours("5x5"))]
    assert len(lines) == 864
    assert done.stderr.startswith("Listed 864 tours: open tours of 5x5, ignoring direction")


def test_what_is_asked_for_is_listed(lines_of):
    assert len(lines_of("5x5", "--directed")) == 1728
    assert len(lines_of("5x5", "--start", "a1")) == 304
    assert len(lines_of("5x6", "--closed")) == 8
    assert len(lines_of("5x6", "--closed", "--directed")) == 16
    line = lines_of("7x7", "--start", "1,1", "--end", "7,7", "--limit", "1")[0]
    assert line.startswith("1,1 ")
    assert line.endswith(" 7,7")
    assert {line.split()[-1] for line in lines_of("5x5", "--end", "1,1")} == {"1,1"}
    expected = [text_of(tour) for tour in list_tours(Tours("3x4"), order="87654321")]
    assert lines_of("3x4", "--rule", "87654321") == expected
    assert len(lines_of("4x4", "--leaper", "0,1", "--closed")) == 6


def test_windows(lines_of, listed):
    every = lines_of("4x5")
    assert lines_of("4x5", "--from", "10", "--limit", "5") == every[9:14]
    assert lines_of("4x5", "--from", "80", "--limit", "50") == every[79:]
    status, stdout, stderr = listed("4x5", "--from", "83")
    assert (status, stdout) == (1, "")
    assert stderr.startswith("There is no tour 83: there are fewer open tours of 4x5")


def test_a_published_order(lines_of):
    by_name = lines_of("3x12", "--rule", "klochko", "--directed", "--limit", "3")
    assert by_name == lines_of("3x12", "--rule", "25163487", "--directed", "--limit", "3")
    assert by_name != lines_of("3x12", "--directed", "--limit", "3")
    assert len(lines_of("3x4", "--rule", "klochko", "--directed")) == 16  # as a plain search finds them


def test_other_forms(lines_of, listed):
    tours = list(list_tours(Tours("3x4")))
    assert listed("3x4", "--show", "board")[1] == "\n".join(map(write, tours))
    for form in ("names", "fractions", "moves", "agh"):
        lines = lines_of("3x4", "--show", form)
        assert [line.split() for line in lines] == [write(tour, form).split() for tour in tours]


def test_json_lines(lines_of):
    objects = [json.loads(line) for line in lines_of("5x6", "--json", "--from", "3", "--limit", "4")]
    assert [facts["number"] for facts in objects] == [3, 4, 5, 6]
    for facts, tour in zip(objects, list_tours(Tours("5x6"), first=3), strict=False):
        assert set(facts) == {"number", "start", "end", "closed", "squares"}
        assert facts["squares"] == [[r + 1, c + 1] for r, c in tour]
        assert (facts["start"], facts["end"]) == (facts["squares"][0], facts["squares"][-1])
        assert facts["closed"] == tour.closed


def test_a_line_can_be_checked(tmp_path, lines_of):
    mask = tmp_path / "ring.txt"
    mask.write_text("...\n.#.\n...\n")
    done = shell(f"TURAGA tours @{mask} --limit 1 | TURAGA check - --board @{mask}")
    assert "a closed tour of 8 squares" in done.stdout


def test_boards_with_more_than_anyone_lists(lines_of):
    for args in (["8x8"], ["7x7"], ["6x8", "--closed"], ["3x12"], ["10x10"], ["10x10", "--closed"], ["4x12"]):
        line = lines_of(*args, "--limit", "1")[0]
        report = read(line).report
        assert report.is_tour
        assert report.closed or "--closed" not in args


def test_a_reader_that_goes_away_is_no_error():
    done = shell("TURAGA tours 8x8 | head -3; echo ${PIPESTATUS[0]}")
    *lines, status = done.stdout.splitlines()
    assert lines == [text_of(tour) for tour, _ in zip(list_tours(Tours("8x8")), range(3), strict=False)]
    assert (status, done.stderr) == ("141", "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_tours_come_as_they_are_found_and_a_signal_ends_it(number):
    with started_process([sys.executable, "-m", "turaga", "tours", "8x8", "--closed"]) as process:
        line = process.stdout.readline()  # there are millions of millions, and here is the first
        assert Tour(Board("8x8"), read(line.decode()).walk.squares).closed
        process.send_signal(number)
        _, stderr = process.communicate(timeout=LIMIT)
    assert process.returncode == 128 + number
    assert stderr.decode().strip() == "turaga: interrupted"


def test_where_there_are_none(listed):
    done = turaga("tours", "4x4")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Impossible: 4x4 has no tour")
    status, stdout, stderr = listed("5x5", "--start", "1,2", "--json")
    facts = json.loads(stdout)
    assert (stderr, status, facts["found"], facts["tours"]["start"]) == ("", 1, [], [1, 2])
    assert facts["reason"].startswith("each move changes colour and 5x5 has 13 squares of one colour and 12")


def test_where_only_trying_everything_tells(tmp_path, listed):
    mask = tmp_path / "mask.txt"
    mask.write_text(".##..\n.....\n.....\n.....\n")
    status, stdout, stderr = listed(f"@{mask}")
    assert (stdout, status) == ("", 1)
    assert stderr.startswith("Impossible: a search of all walks found no open tours of 4x5 with 2 holes")


def test_on_a_terminal_nothing_is_mixed_with_the_tours():
    status, seen = on_a_terminal("tours", "3x4", "--show", "names")
    assert status == 0
    # Where loading took its time there was a bar, which is gone before the first tour.
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "\r", seen).replace("\r\n", "\n")
    lines = [line.split("\r")[-1] for line in plain.split("\n")]
    lines = lines[next(place for place, line in enumerate(lines) if line.startswith("a3 ")) :]
    assert lines[:8] == [" ".join(write(tour, "names").split()) for tour in list_tours(Tours("3x4"))]
    assert lines[8].startswith("Listed 8 tours")
    assert lines[-1] == ""


@pytest.mark.parametrize(
    ("args", "what"),
    [
        (["5x5", "--rule", "nobody"], "'nobody'"),
        (["5x5", "--rule", "corner"], "--rule must be an order or the name of a program here, got corner"),
        (["5x5", "--fix", "3=a1"], "tours does not take --fix: it is for solve"),
        (["5x5", "--save", "x"], "--save requires --random or --nth"),
        (["5x5", "--method", "sweep"], "--method requires --random or --nth"),
        (["5x5", "--seed", "0"], "--seed requires --random"),
        (["5x5", "--from", "0"], "--from must be a whole number, 1 or more, got 0"),
        (["5x5", "--limit", "0"], "--limit must be a whole number, 1 or more, got 0"),
        (
            ["5x5", "--show", "png"],
            "--show must be board, squares, names, moves, agh, fractions, bencic or degrees, got 'png'",
        ),
        (["5x5", "--show", "names", "--json"], "--show cannot be used with --json"),
        (["5x5", "--start", "9,9"], "9,9 is not on the 5x5 board"),
        (["1000x1000"], "at most 10,000"),
        (["5y5"], "board '5y5'"),
        (["5x5", "--rule", "1234"], "order '1234' is not a permutation"),
    ],
)
def test_bad_values_are_refused_in_one_sentence(sentence, args, what):
    assert what in sentence("tours", *args)

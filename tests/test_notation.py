"""Walks as text: round trips in every form, the forms told apart, and every way of being wrong."""

import contextlib
import io
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from known import GOLDEN
from turaga.board import Board
from turaga.errors import BadInput, BadText
from turaga.notation import FORMATS, TITLES, facts, parse_format, read, write, write_npy
from turaga.squares import use
from turaga.walk import Tour, Walk

LEAPERS = [(1, 2), (1, 3), (0, 1), (2, 3)]


@pytest.fixture(autouse=True)
def row_and_column() -> Iterator[None]:
    """Sentences name squares as row,col."""
    with use("row,col"):
        yield


@st.composite
def walks(draw: st.DrawFn) -> Walk:
    """A random legal walk on a random board, some squares holes, by a leaper that chooses blindly."""
    rows, cols = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    rng = random.Random(draw(st.integers(0, 2**32)))
    squares = [(r, c) for r in range(rows) for c in range(cols)]
    holes = rng.sample(squares, draw(st.integers(0, max(0, len(squares) // 3 - 1))))
    board = Board(rows, cols, holes=holes, leaper=draw(st.sampled_from(LEAPERS)))
    length = draw(st.integers(0, 90))
    path = [rng.choice(list(board.indices()))] if length else []
    while path and len(path) < length:
        onward = [n for n in board.neighbours(path[-1]) if n not in path]
        if not onward:
            break
        path.append(rng.choice(onward))
    return Walk.from_indices(board, path)


def ruled(rows: int, cols: int) -> Walk:
    """A wazir's tour of any board, row by row there and back: a big walk at no cost."""
    board = Board(rows, cols, leaper=(0, 1))
    lines = (range(r * cols, (r + 1) * cols)[:: 1 if r % 2 == 0 else -1] for r in range(rows))
    return Walk.from_indices(board, [n for line in lines for n in line])


# -- round trips ----------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMATS)
@settings(max_examples=150, deadline=None)
@given(walk=walks())
@example(walk=Walk("1x1", [(0, 0)]))
@example(walk=Walk("1x1", []))
@example(walk=Walk("3x3", [(1, 1)]))
@example(walk=Walk(Board(4, 4, holes=[(3, 3)], leaper=(1, 3)), []))
def test_reading_gives_back_what_was_written(form: str, walk: Walk) -> None:
    text = write(walk, form)
    assert text.endswith("\n")
    reading = read(text)
    assert reading.walk == walk
    assert read(text.encode()).walk == walk
    assert read("\ufeff" + text.replace("\n", "\r\n")).walk == walk
    if len(walk) > 1:
        assert reading.format == form


@settings(max_examples=100, deadline=None)
@given(walk=walks())
def test_numpy_files_give_back_what_was_written(walk: Walk) -> None:
    held = io.BytesIO()
    write_npy(walk, held)
    reading = read(held.getvalue(), leaper=walk.board.leaper)
    assert reading.walk == walk
    assert reading.format == "npy"


@settings(max_examples=100, deadline=None)
@given(walk=walks(), form=st.sampled_from(FORMATS), seed=st.integers(0, 2**32))
def test_a_spoilt_walk_is_never_taken_for_a_walk(walk: Walk, form: str, seed: int) -> None:
    """Two squares of the walk exchanged: unless that is a walk too, every form must tell."""
    numbers = list(walk.indices)
    if len(numbers) < 3:
        return
    i, j = sorted(random.Random(seed).sample(range(len(numbers)), 2))
    numbers[i], numbers[j] = numbers[j], numbers[i]
    legal = all(walk.board.is_move(a, b) for a, b in pairwise(numbers))
    spoilt = read(write(Walk.from_indices(walk.board, numbers), form))
    if legal or form not in ("moves", "agh"):  # a scrambled list of moves may name no squares at all
        assert spoilt.report.is_walk == legal


def test_plain_tours_have_no_header_in_any_form() -> None:
    for name in ("klochko_8x8.txt", "agh_8x8_x1_y1.txt"):
        tour = read((GOLDEN / name).read_bytes()).walk
        for form in FORMATS:
            assert not write(tour, form).startswith(("board", "leaper", "holes", "start"))


def test_big_grids_are_read_quickly_in_numpy_and_the_same() -> None:
    walk = ruled(300, 300)
    reading = read(write(walk))
    assert reading.path.held_as_array
    assert reading.report.is_tour
    assert reading.walk == walk


def test_small_texts_load_no_numpy() -> None:
    code = (
        "import sys; from turaga.notation import read, write, FORMATS\n"
        "w = read('a1-c2-e3').walk\n"
        "for f in FORMATS: read(write(w, f))\n"
        "sys.exit('numpy' in sys.modules)"
    )
    before = subprocess.run([sys.executable, "-c", "import sys, turaga; sys.exit('numpy' in sys.modules)"])
    assert before.returncode == 0, "importing turaga alone loads numpy"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


# -- known texts ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "end"), [("klochko_8x8.txt", (1, 6)), ("agh_8x8_x1_y1.txt", (4, 1))])
def test_published_tours(name: str, end: tuple[int, int]) -> None:
    reading = read((GOLDEN / name).read_bytes())
    assert reading.format == "board"
    assert isinstance(reading.walk, Tour)
    assert (reading.walk.start, reading.walk.end) == ((0, 0), end)
    assert not reading.report.closed


def test_eulers_example() -> None:
    given_there = json.loads((GOLDEN / "euler_example.json").read_text())
    path, tour = (
        read("\n".join(" ".join(map(str, row)) for row in given_there[key]))
        for key in ("path", "closed_tour")
    )
    assert path.report.is_walk
    assert path.walk.unvisited == ((4, 3), (6, 4), (6, 6), (7, 6))
    assert tour.report.is_tour
    assert tour.report.closed


def test_the_forms_as_they_look() -> None:
    walk = Walk(Board(3, 4, holes=[(2, 3)]), [(0, 0), (2, 1), (0, 2)])
    assert write(walk) == "1 0 3 0\n0 0 0 0\n0 2 0 #\n"
    assert write(walk, "squares") == "board 3x4\nholes 3,4\n1,1 3,2 1,3\n"
    assert write(walk, "names") == "board 3x4\nholes 3,4\na3 b1 c3\n"
    assert write(walk, "moves") == "board 3x4\nholes 3,4\n(+2,+1) (-2,+1)\n"
    assert write(walk, "agh") == "board 3x4\nholes 3,4\n(1, -2) (1, 2) (0, 0)\n"
    assert write(walk, "fractions") == "board 3x4\nholes 3,4\n1/1 2/3 3/1\n"
    assert json.loads(write(walk, "json")) == facts(walk)
    assert write(Walk("30x30", [(29, 27)]), "names") == "board 30x30\nab1\n"
    assert write(Walk("5x5", [(1, 1), (2, 3)]), "moves") == "board 5x5\nstart 2,2\n(+1,+2)\n"
    assert write(Walk("9x9", [(r, c) for r in range(2) for c in range(5)]), "squares").count("\n") == 3


@pytest.mark.parametrize(
    ("text", "form", "squares"),
    [
        ("1", "board", [(0, 0)]),
        ("0 0 1\n2 0 0\n", "board", [(0, 2), (1, 0)]),
        ("\n\n1 0 0\n\n0 0 2\n\n", "board", [(0, 0), (1, 2)]),
        ("1,1 2,3", "squares", [(0, 0), (1, 2)]),
        ("1,1, 2,3,\n3,5", "squares", [(0, 0), (1, 2), (2, 4)]),
        ("1,1;2,3", "squares", [(0, 0), (1, 2)]),
        ("1,1-2,3-3,5", "squares", [(0, 0), (1, 2), (2, 4)]),
        ("1,1 - 2,3", "squares", [(0, 0), (1, 2)]),
        ("(1,1) -> (2,3)->(3, 5)", "squares", [(0, 0), (1, 2), (2, 4)]),
        ("(1,1)(2,3)", "squares", [(0, 0), (1, 2)]),
        ("( 1 , 1 ), ( 2 , 3 )", "squares", [(0, 0), (1, 2)]),
        ("1,1 → 2,3", "squares", [(0, 0), (1, 2)]),
        ("a1-b3-c5", "names", [(4, 0), (2, 1), (0, 2)]),
        ("A1, b3; c5", "names", [(4, 0), (2, 1), (0, 2)]),
        ("1/1, 2/3", "fractions", [(0, 0), (2, 1)]),
        ("1/1 -> 2 / 3", "fractions", [(0, 0), (2, 1)]),
        ("00\n12\n04\n", "bencic", [(0, 0), (1, 2), (0, 4)]),
        ("00 12 04", "bencic", [(0, 0), (1, 2), (0, 4)]),
        ("board 8x8\n52", "bencic", [(5, 2)]),
        ("squares bencic\n00 12\n04 23", "bencic", [(0, 0), (1, 2), (0, 4), (2, 3)]),
        ("Squares: Bencic\nboard 8x8\n01, 13 -> 05", "bencic", [(0, 1), (1, 3), (0, 5)]),
        ("01 00 00\n00 00 02", "board", [(0, 0), (1, 2)]),
        ("00 01", "board", [(0, 1)]),
        ("leaper 0,1\n01 02 03", "board", [(0, 0), (0, 1), (0, 2)]),
        ("(1,2)", "moves", [(0, 0), (1, 2)]),
        ("(1,2) (2,1)", "moves", [(0, 0), (1, 2), (3, 3)]),
        ("1,2 -1,2", "moves", [(0, 0), (1, 2), (0, 4)]),
        ("+1,-2", "moves", [(0, 2), (1, 0)]),
        ("start 2,2\n1,2", "moves", [(1, 1), (2, 3)]),
        ("leaper 0,1\n0,1 1,0", "moves", [(0, 0), (0, 1), (1, 1)]),
        ("(0, 0)", "agh", [(0, 0)]),
        ("(2, 1) (1, 2) (0, 0)", "agh", [(0, 0), (2, 1), (3, 3)]),
        ("[[1, 1], [2, 3]]", "json", [(0, 0), (1, 2)]),
        ('{"squares": [[1, 1], [2, 3]], "method": "x", "seconds": 0.00012345678901234567}', "json",
         [(0, 0), (1, 2)]),
        ('{"squares": [], "board": {"rows": 2, "cols": 2}}', "json", []),
        ("BOARD: 8x8\r\n\r\n1,1 2,3", "squares", [(0, 0), (1, 2)]),
        ("board 8x8", "squares", []),
        ("board 8x8\nstart 3,4", "moves", [(2, 3)]),
    ],
)  # fmt: skip
def test_forms_are_told_from_the_text_alone(text: str, form: str, squares: list[tuple[int, int]]) -> None:
    reading = read(text)
    assert reading.format == form
    assert list(reading.walk.squares) == squares


# -- what can be read and is wrong ----------------------------------------------------------------


def faults(text: str, **options: object) -> list[str]:
    reading = read(text, **options)  # type: ignore[arg-type]
    assert not reading.report.is_walk
    with pytest.raises(BadText, match="is not a valid walk"):
        _ = reading.walk
    return [fault.what for fault in reading.faults]


def test_faults_of_a_grid() -> None:
    assert faults("1 2 0\n0 2 0") == ["number 2 occurs twice, on 1,2 and on 2,2"]
    assert faults("1 0 0\n0 0 4") == ["numbers 2-3 are missing, although the largest number is 4"]
    assert faults("1 0 0\n0 0 3") == ["number 2 is missing, although the largest number is 3"]
    assert faults("1 0 0\n0 0 7") == ["number 7 on 2,3 is larger than the number of squares, 6"]
    assert faults("1 2") == ["step 2, from 1,1 to 1,2, is not a move of the knight"]
    assert faults("leaper 1,3\n1 2") == ["step 2, from 1,1 to 1,2, is not a move of a 1,3 leaper"]


def test_a_faulty_grid_still_has_its_steps_checked() -> None:
    found = read("1 4 5 0\n0 0 0 0\n0 2 2 0")
    assert [(fault.step, fault.squares) for fault in found.faults] == [
        (2, ((2, 1), (2, 2))),
        (3, ()),
        (5, ((0, 1), (0, 2))),
    ]
    assert found.report.visited == 5


def test_faults_of_lists() -> None:
    board = Board(8, 8, holes=[(1, 2)])
    assert faults("1,1 9,1 2,3", board=board) == [
        "step 2 is on 9,1, which is not on the 8x8 board",
        "step 3 is on 2,3, which is a hole",
    ]
    assert faults("1,1 2,3", board=board) == ["step 2 is on 2,3, which is a hole"]
    assert faults("a1 b3 a1") == ["step 3 visits 3,1 again, first visited at step 1"]
    assert faults("1,1 2,3 3,3") == ["step 3, from 2,3 to 3,3, is not a move of the knight"]
    assert faults("0/1 1/1")[0] == "step 1 is on 1,0, which is not on the 1x1 board"
    assert faults("[[0, 0], [1, 2]]")[0] == "step 1 is on 0,0, which is not on the 1x2 board"
    assert faults("(+1,+2) (+1,+2)", board=Board(2, 9)) == ["step 3 is on 3,5, which is not on the 2x9 board"]


def test_squares_in_two_digits() -> None:
    text = "00 12\n04 23"  # as a number grid, not a walk
    assert faults(text)
    assert read(text).two_digits
    assert not read("1 2\n3 4").two_digits
    assert not read("01 00 00\n00 00 02").two_digits
    assert read(text, squares="bencic").walk.squares == ((0, 0), (1, 2), (0, 4), (2, 3))
    assert faults("00 12 13") == ["step 3, from 2,3 to 2,4, is not a move of the knight"]
    assert faults("00 12", board="1x2") == faults("0 12", board="1x2")  # a number grid of this board
    assert write(Walk("8x8", [(0, 0), (1, 2)]), "bencic") == "board 8x8\n00\n12\n"
    assert write(Walk("3x3", [(0, 1)]), "bencic") == "board 3x3\nsquares bencic\n01\n"
    with pytest.raises(BadInput, match="11x5 cannot be written in two digits: at most 10 rows"):
        write(Walk("11x5", []), "bencic")


def test_a_board_given_fills_in_what_the_text_does_not_say() -> None:
    ring = Board(3, 3, holes=[(1, 1)])
    text = "1 4 7\n6 0 2\n3 8 5"
    assert not read(text).report.is_tour
    assert read(text, board=ring).report.closed
    assert read("a1", board=Board(8, 8)).walk.start == (7, 0)
    assert read("leaper 1,3\n1,1 2,4", board=Board(8, 8)).board == Board(8, 8, leaper=(1, 3))
    assert read("1,1 2,4", board=Board(8, 8), leaper=(3, 1)).report.is_walk
    for disagreeing in ("board 8x8\n1,1", "1 0\n0 0", '{"squares": [], "board": {"rows": 3, "cols": 4}}'):
        with pytest.raises(BadText, match="the request is for board 3x3"):
            read(disagreeing, board=ring)
    with pytest.raises(BadText, match="hole at 1,1"):
        read("# 0 0\n0 0 0\n0 0 0", board=ring)
    with pytest.raises(BadText, match="leaper 1,3, but the request is for leaper 1,2"):
        read("leaper 1,3\n1,1", leaper=(1, 2))


# -- what cannot be read --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the text is empty"),
        (b"", "the text is empty"),
        (b"\xef\xbb\xbf \r\n", "the text is empty"),
        ("leaper 1,3", "the text is empty"),
        ("1 2 3\n4 5", r"\(line 2\) has 2 numbers, but row 1 has 3"),
        ("1 2\n\n3 4 5", r"\(line 3\) has 3 numbers, but row 1 has 2"),
        ("1 2\n3 x", "'x' in line 2, word 2 is not a number"),
        ("1 2\n3 -4", "'-4' in line 2, word 2 is not a number"),
        ("1; 2", "'1;' in line 1, word 1 is not a number"),
        ("1 2\n3 1#2", "'1#2' in line 2, word 2"),
        ("1,48,15,32\n16,33,60,53", "'1,48,15,32' in line 1, word 1 is not understood"),
        ("1,1 2,3 hello", "'hello' in line 1, word 3 is not understood"),
        ("1,1 2,3 a1", "'a1' in line 1, word 3 is a chess name, but each entry before it is a pair"),
        ("a1 1/2", "'1/2' in line 1, word 2 is a fraction"),
        ("a1 b3 ->", "'->' in line 1, word 3 is not understood"),
        ("a1 -> -> b3", "'->' in line 1, word 3 is not understood"),
        (",", "',' in line 1, word 1 is not understood"),
        ("board 3x3\n;", "';' in line 2, word 1 is not understood"),
        ("e2e4", "'e2e4' in line 1"),
        ("x" * 100, "'" + "x" * 40 + "...'"),
        ("1.5 2.5", "'1.5'"),
        ("a1\0b3", "byte 3 of the text, in line 1, is NUL"),
        (b"1 2\n3 \0", "byte 7 of the text, in line 2, is NUL"),
        (b"1 2\n\xff", "byte 5 of the text, 0xff, is not valid"),
        ("1" * 19, "has 19 digits"),
        ("1,1 " + "9" * 5000 + ",1", "has 5000 digits"),
        ("1/1 999999999/999999999", "too large to read: the limit is 1000000000"),
        ("zzzzzzzzzzzz1", "too large"),
        ("(+999999999999,+999999999999)", "too large"),
        ("board 99999x99999\n1,1", "too large"),
        ("board 8x\n1,1", "header line 1: board '8x' is not understood"),
        ("board 8x8\nboard 8x8\n1,1", "header line 2: a second board line"),
        ("leaper 1\n1,1", "header line 1: leaper '1' is not understood"),
        ("holes 0,1\n1,1", "holes '0,1' is not understood"),
        ("holes\n1,1", "holes '' is not understood"),
        ("start a1\n(+1,+2)", "start 'a1' is not understood"),
        ("squares agh\n00", "header line 1: notation 'agh' is not known: write chess for"),
        ("squares bencic\n00 5 12", "'5' in line 2, word 2 is not a square in two digits"),
        ("squares bencic\n1,1", "'1,1' in line 2, word 1 is not a square in two digits"),
        ("squares bencic\n[[1, 1]]", "is not a square in two digits"),
        ("start 1,1\nsquares bencic\n00", "a start line is only allowed before"),
        ("start 1,1\na1", "a start line is only allowed before a list of moves"),
        ("board 2x2\n1 2 3", "the header says board 2x2, but the number grid is 1x3"),
        ("holes 1,1\n1 2 3", "not allowed before a number grid"),
        ("board 8x8\n[[1, 1]]", "not allowed before JSON"),
        ("# #", "only holes"),
        ("{", "begins like JSON but is not valid"),
        ("[" * 100_000, "nested too deep"),
        ("{}", "has no key 'squares'"),
        ('{"squares": null}', "'squares' is null"),
        ('{"squares": {"a": 1}}', "'squares' is an object with 1 key:"),
        ('{"squares": [[[1]]]}', "a list of 1 entry as entry 1:"),
        ('{"squares": [[1, true]]}', r"\[1, true\] as entry 1"),
        ('{"squares": [[1, 2.0]]}', "entry 1"),
        ('{"squares": [[1, 2], [1, 2, 3]]}', "entry 2"),
        ("[[1, 1e999]]", "entry 1"),
        ('[[1, "' + "x" * 1000 + '"]]', "entry 1"),
        ("[[1, " + "9" * 30 + "]]", "entry 1"),
        ("[[1, " + "9" * 5000 + "]]", "thousands of digits"),
        ("[[[[]]]]", "entry 1"),
        ('{"squares": [], "board": "8x8"}', "'board' is \"8x8\""),
        ('{"squares": [], "board": {"rows": 0, "cols": 1}}', "'rows' 0"),
        ('{"squares": [], "board": {"rows": 1}}', "'cols' null"),
        ('{"squares": [], "board": {"rows": 1, "cols": 1, "holes": [[2, 2]]}}', "'holes' contain 2,2"),
        ('{"squares": [], "leaper": [0, 0]}', "'leaper' is"),
        ('{"squares": [], "leaper": [1, -2]}', "'leaper' is"),
        ('{"squares": [], "leaper": "1,2"}', "'leaper' is"),
    ],
)  # fmt: skip
def test_text_in_no_known_form_is_refused_in_one_sentence(text: str | bytes, says: str) -> None:
    with pytest.raises(BadInput, match=says) as caught:
        read(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_limits_of_size_are_kept_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for data in (b"1 " * (50 << 20), "a1" + " " * (20 << 20), "1\n" + "a" * (17 << 20) + "\n1"):
        with pytest.raises(BadText, match=r"line \d is \d+ bytes long and the limit is 16777216.*npy"):
            read(data)
    monkeypatch.setattr("turaga.notation.formats.LARGEST_TEXT", 100)
    with pytest.raises(BadText, match=r"101 bytes long and the limit is 100.*npy"):
        read("1\n" * 50 + "1")


@pytest.mark.parametrize("text", ["a1" + " " * (8 << 20) + "?", "(" + " " * (8 << 20), "-" * (8 << 20)])
def test_no_text_makes_the_patterns_run_for_ever(text: str) -> None:
    # Patterns that go back would take days here, and the suite would hang.
    with pytest.raises(BadText):
        read(text)


def test_a_short_walk_on_a_vast_board_allocates_nothing() -> None:
    reading = read("1,1 999999999,1")
    assert reading.board.size == 999_999_999
    assert reading.report.unvisited == 999_999_997
    with pytest.raises(BadInput, match="npy"):
        write(Walk(Board(10**9, 1), [(0, 0)]))


def saved(grid: object) -> bytes:
    held = io.BytesIO()
    np.save(held, np.asarray(grid), allow_pickle=True)
    return held.getvalue()


@pytest.mark.parametrize("dtype", ["<i1", ">i2", "<u4", ">i8", "<u8"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_numpy_grids_of_every_whole_type(dtype: str, order: str) -> None:
    grid = np.array([[1, 0, 0], [0, 0, 2]], dtype=dtype, order=order)
    assert read(saved(grid)).walk == Walk("2x3", [(0, 0), (1, 2)])


def header(text: str, *, version: int = 1) -> bytes:
    size = len(text).to_bytes(2 if version == 1 else 4, "little")
    return b"\x93NUMPY" + bytes([version, 0]) + size + text.encode()


# Headers that numpy's parser rejects, each in another way.
HOSTILE = ["{}", "", "{[]: 1}", "{1: 2, 'a': 3}", "(" * 5000, "-" * 5000 + "1", "'", "9" * 9000, " " * 20_000]


@pytest.mark.parametrize("version", [1, 2, 3])
def test_numpy_headers_of_every_version(version: int) -> None:
    says = "{'descr': '|u1', 'fortran_order': False, 'shape': (1, 2)}"
    assert read(header(says, version=version) + b"\1\0").walk == Walk("1x2", [(0, 0)])


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (saved([1, 2]), "1 dimension"),
        (saved(3), "0 dimensions"),
        (saved([[1.0, 2.0]]), "type 'f8'"),
        (saved([[True]]), "type 'b1'"),
        (saved([[{}]]), "contains values of type 'O'"),
        (saved(np.zeros((2, 2), dtype="i4,i4")), "not contain a plain array"),
        (saved([[1, -2]]), "-2 on 1,2"),
        (saved(np.array([[2**63]], dtype="u8")), "9223372036854775808 on 1,1"),
        (saved(np.zeros((0, 3), dtype=int)), "0x3"),
        (saved([[1, 2]])[:-1], "cut off"),
        (saved([[1, 2]])[:20], "cut off"),
        (saved([[1, 2]])[:7], "cut off"),
        *((header(text), "not contain a plain array") for text in HOSTILE),
        (saved([[1, 2]]).replace(b"(1, 2), }          ", b"(99999, 99999), }  "), "too large"),
        (saved([[1, 2]]).replace(b"(1, 2), }          ", b"(10000, 10000), }  "), "cut off"),
        (saved([[1, 2]]).replace(b"(1, 2), }" + b" " * 25, b"(" + b"9" * 25 + b", 9), }  "), "too large for"),
    ],
)  # fmt: skip
def test_numpy_files_that_are_no_grid(data: bytes, says: str) -> None:
    with pytest.raises(BadText, match=says):
        read(data)


def test_a_numpy_file_whose_numbers_begin_at_an_odd_place() -> None:
    data = saved([[1, 1], [0, 2]])
    odd = data[:8] + (int.from_bytes(data[8:10], "little") + 1).to_bytes(2, "little") + b" " + data[10:]
    assert read(odd).faults[0].what == "number 1 occurs twice, on 1,1 and on 1,2"


def test_a_faulty_numpy_grid_is_told_like_a_text() -> None:
    assert [f.what for f in read(saved([[1, 2, 0], [0, 2, 0]])).faults] == faults("1 2 0\n0 2 0")


SMALL = saved([[1, 2], [0, 3]])


@settings(max_examples=300, deadline=None)
@given(
    data=st.binary(max_size=60)
    | st.text(max_size=60)
    | st.text(alphabet="0123456789abxz,;/()[]{}#+-> \n\"'", max_size=60)
    | st.lists(
        st.sampled_from(["board 3x3\n", "leaper 0,1\n", "holes 1,1\n", "start 1,1\n", "1,1", "(1,2)", "a1",
                         "2/1", " ", "\n", "-", "->", "0", "7", "#",
                         '{"squares": ', "}", "[", "]", "[1, 2]", ","])
    ).map("".join)
    | st.binary(max_size=80).map(lambda tail: b"\x93NUMPY" + tail)
    | st.tuples(st.integers(0, 160), st.binary(min_size=1, max_size=4)).map(
        lambda cut: SMALL[: cut[0]] + cut[1] + SMALL[cut[0] + len(cut[1]) :]
    )
)  # fmt: skip
def test_anything_at_all_is_read_or_refused(data: str | bytes) -> None:
    try:
        reading = read(data)
    except BadInput:
        return
    assert reading.format in TITLES
    assert reading.report.visited + reading.report.unvisited == reading.board.size
    if reading.report.is_walk:
        for form in FORMATS:
            if form != "bencic" or max(reading.board.rows, reading.board.cols) <= 10:
                assert read(write(reading.walk, form)).walk == reading.walk


@settings(max_examples=100, deadline=None)
@given(value=st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["board", "squares", "leaper", "rows", "cols"]), inner, max_size=4),
))  # fmt: skip
def test_any_json_is_read_or_refused(value: object) -> None:
    for text in (
        json.dumps(value),
        json.dumps({"squares": value}),
        json.dumps({"squares": [], "board": value}),
    ):
        with contextlib.suppress(BadInput):
            read(text)


def test_words_for_the_forms() -> None:
    assert parse_format("Board ") == "board"
    with pytest.raises(BadInput, match=r"format 'svg' is not known: write board, squares.*npy"):
        parse_format("svg")
    with pytest.raises(BadInput, match="not text"):
        write(Walk("1x1", []), "npy")

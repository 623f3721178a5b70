"""All parsers take linear time and reject what is too long, and all agree on what a space and a number is.

The server's front process parses requests, and nothing else is served meanwhile.
"""

import contextlib
import io
import json
import re
import time

import numpy as np
import pytest

from turaga import Walk, kinds, limits
from turaga.board import Board, parse_leaper
from turaga.cli.survey.plot import _parse_size
from turaga.cli.watch import parse_frames
from turaga.counting.methods import METHODS as COUNT_METHODS
from turaga.errors import BadInput
from turaga.files import read_stream
from turaga.kinds import method
from turaga.notation import formats, parse_format, read, write, writer
from turaga.notation.npy_file import largest_file
from turaga.operations import arguments, schema_of
from turaga.operations import read as read_operation
from turaga.order import parse_order
from turaga.play.game import Game
from turaga.play.game_json import read_game
from turaga.play.text_game import TextGame
from turaga.rule import Rule, find_system
from turaga.sampling.request import ListTours
from turaga.solve.methods import parse_method
from turaga.solve.request import Solve
from turaga.survey.plan import Plan, parse_boards
from turaga.text import number_in, printable, whole_in
from turaga.web.request_limits import BOUNDS
from turaga.web.routes import ROUTES

PROMPT = 20.0  # seconds of computing, a guard: a text as long as a request takes less than one, and minutes
# if code is not linear

# Runs, each between two ends: where a pattern can divide a run in several ways, it fails after the run.
RUNS = (" ", "\t\n", "(", ")", "( ", "()", "1", "12345678", ",", " ,", "1,", "1,1 ", "x", "1x", "a", "a1")
RUNS += (";", "-", ":", "most,", "12345678,", "lookahead:", "random,", '"', "\\", "\0", "é", "٨")
ENDS = (("", ""), ("", "!"), ("1", "!"), ("1,", "!"), ("(1,1", "!"), ("( ", "1,1!"), ("1x", "!"), ("a1", "!"))


def prompt(read, most=BOUNDS.most_body, least=1 << 12):
    """Read every nasty text, at lengths that double: what is not linear is seen long before the longest."""
    for run in RUNS:
        for head, tail in ENDS:
            length = least
            while length <= most:
                text = head + run * (length // len(run)) + tail
                begun = time.process_time()
                with contextlib.suppress(BadInput):
                    read(text)
                taken = time.process_time() - begun
                assert taken < PROMPT, f"{length} characters of {run!r} took {taken:.1f} s"
                length *= 2 if taken > 0.1 else 16


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.path)
def test_every_argument_is_parsed_in_linear_time(route):
    def read(text):
        for name in arguments(route.operation):
            for value in (text, [text], {text: "1,1"}, {"1": text}, {"rows": 8, "cols": 8, "holes": [text]}):
                with contextlib.suppress(BadInput):
                    route.read({"board": "8x8", name: value})

    prompt(read)


# Each with a text that it accepts, if spaces mean nothing there.
PARSERS = {
    "board": (Board.read, "8x8"),
    "mask": (Board.from_mask, "..."),
    "square": (Board("8x8").parse_square, "2,1"),
    "leaper": (parse_leaper, "1,2"),
    "order": (parse_order, "12345678"),
    "rule": (Rule, "lookahead:2"),
    "system": (find_system, "agh"),
    "method": (parse_method, "auto"),
    "count method": (lambda text: method(COUNT_METHODS).parse(text, {}), "sweep"),
    "format": (parse_format, "names"),
    "boards": (parse_boards, "5..6"),
    "orders": (lambda text: Plan(boards="5", orders=text), "12345678"),
    "starts": (lambda text: Plan(boards="5", starts=text), "random:3"),
    "frames": (parse_frames, "1..5"),
    "fixed squares": (lambda text: Solve.of("5x5", fix=[text]), "1=1,1"),
    "squares": (lambda text: Solve.of("5x5", avoid=text), "1,1 b2"),
    "number of a tour": (
        lambda text: read_operation(ListTours, {"board": "6x6", "nth": text}, typed=True),
        "12",
    ),
    "whole number": (lambda text: kinds.SEED.parse_typed(text, {}), "12"),
    "seconds": (lambda text: kinds.SECONDS.parse_typed(text, {}), "1.5"),
    "size": (_parse_size, None),
}
# These do more with each character. What is not linear takes a second for this many, too.
READERS = {
    "walk": (read, "1,1 2,3"),
    "header": (lambda text: read("holes " + text), None),
    "JSON": (lambda text: read('{"squares": [' + text), None),
    "numpy file": (lambda text: read(b"\x93NUMPY\1\0\xff\x20" + text.encode()[:8447].ljust(8447)), None),
    "game": (lambda text: read_game('{"kind": "turaga game", "squares": [], "undone": [' + text), "]}"),
    "typed line": (lambda text: TextGame(Game.new("3x4")).answer(text), None),
}


@pytest.mark.parametrize("name", PARSERS)
def test_each_parser_is_linear(name, monkeypatch):
    """Without the bound on the length of a text, which would hide what a pattern does."""
    monkeypatch.setattr(limits.require_length, "__defaults__", (BOUNDS.most_body * 2,))
    prompt(PARSERS[name][0], 1 << 15, 1 << 15)


@pytest.mark.parametrize("name", READERS)
def test_each_reader_is_linear(name):
    prompt(READERS[name][0], 1 << 14, 1 << 14)


def test_the_patterns_in_the_schema_are_linear():
    described = json.dumps([schema_of(route.operation) for route in ROUTES])
    patterns = {json.loads(text) for text in re.findall(r'"pattern": ("(?:[^"\\\\]|\\\\.)*")', described)}
    assert len(patterns) >= 4  # of leapers, squares, orders and moves
    for pattern in patterns:
        prompt(re.compile(pattern).search, 1 << 15, 1 << 15)


@pytest.mark.parametrize("name", ["board", "square", "leaper", "order"])
def test_a_value_that_is_too_long_is_rejected_by_its_length(name):
    with pytest.raises(BadInput) as error:
        PARSERS[name][0](" " * 1000)
    assert str(error.value).startswith(f"{name} is 1000 characters long: ")


def test_a_header_on_which_the_reader_of_numpy_takes_seconds(monkeypatch):
    header = "{'descr': '<i4', 'fortran_order': \x06False, 'shape': (4, 2), }" + " " * 680
    header += "⌅" + " " * 4657 + "\r" + " " * 1809 + "?" + " " * 2320
    data = b"\x93NUMPY\1\0" + len(header.encode()).to_bytes(2, "little") + header.encode() + bytes(32)
    for module, name in (
        (np, "load"),
        (np.lib.format, "read_array"),
        (np.lib.format, "read_array_header_1_0"),
    ):
        monkeypatch.setattr(module, name, None)  # it is not asked
    with pytest.raises(BadInput, match="does not contain a plain array"):
        read(data)


def test_a_list_with_many_long_ranges_is_rejected():
    with pytest.raises(BadInput, match="at most 10000 boards"):
        parse_boards(",".join([f"{least}..9999" for least in range(1, 99)]))


# -- spaces and numbers -----------------------------------------------------------------------------------

SPACES = " \t\n\r\f\v"
NOT_SPACES = "\x00\x1b\x1c\x1d\x1e\x1f\x7f\x85\xa0\u2003\u2028\ufeff\ud800"


@pytest.mark.parametrize("name", [name for name, (_, text) in (PARSERS | READERS).items() if text])
def test_every_parser_means_the_same_by_a_space(name):
    parse, text = (PARSERS | READERS)[name]
    for space in SPACES:
        if name not in ("mask", "game"):  # there a line break means something, or JSON decides
            parse(space + text + space)
    for other in NOT_SPACES:
        if name == "walk" and other in "\x85\xa0\u2003\u2028\ufeff":
            parse(other + text)  # copied web pages have such spaces, and some files begin with \ufeff
            continue
        for wrong in (other + text, text + other):
            with pytest.raises(BadInput):
                parse(wrong)


@pytest.mark.parametrize(
    "text", ["1_0", "٣", "²", "１", "0x8", "", "+", "--1", "9" * 21, "9" * 5000, "1\x1e", "1 1"]
)
def test_texts_that_python_reads_as_numbers_and_others_that_are_none(text):
    assert whole_in(text) is None
    for parse in ("whole number", "board", "fixed squares"):
        with pytest.raises(BadInput):
            PARSERS[parse][0](text + ("=1,1" if parse == "fixed squares" else ""))


def test_numbers_with_fractions():
    assert (number_in(" +1.5e2\n"), number_in(".5"), number_in("5.")) == (150, 0.5, 5)
    for text in ("1_0", "٣", "nan", "inf", "1e", ".", "0x1p3", "1\x1e", None, b"1", 10**400):
        assert str(number_in(text)) == "nan"


@pytest.mark.parametrize(
    "make",
    [
        lambda huge: Board(huge),
        lambda huge: Board(8, -huge),
        lambda huge: Board(8, leaper=(1, huge)),
        lambda huge: Board("8x8").read_square((huge, 1)),
        lambda huge: Board(8, holes=[(huge, -huge)]),
        lambda huge: Solve.of("8x8", step_limit=huge),
        lambda huge: Solve.of("8x8", seed=-huge),
        lambda huge: Solve.of("8x8", time_limit=huge),
        lambda huge: Solve.of("8x8", fix={huge: "1,1"}),
        lambda huge: Plan(boards="5", orders=huge),
    ],
)
def test_whole_numbers_that_python_cannot_write(make):
    with pytest.raises(BadInput):
        make(10**5000)


# -- limits of files --------------------------------------------------------------------------------------


class Endless(io.RawIOBase):
    """A pipe that never ends. It remembers how much was read."""

    def __init__(self, start=b""):
        self.start, self.given = start, 0

    def read(self, most=-1):
        piece = self.start.ljust(most) if not self.given else b" " * most
        self.given += most
        return piece


def test_an_endless_file_is_read_up_to_its_limit():
    pipe = Endless()
    with pytest.raises(BadInput) as error:
        read_stream(pipe, "standard input", 1 << 20, field="file")
    assert str(error.value) == "standard input has more than 1048576 bytes, which is the limit"
    assert pipe.given < 1 << 25


@pytest.mark.parametrize(
    ("shape", "limit"),
    [
        ("(3, 4)", formats.LARGEST_TEXT),
        ("(30000, 30000)", 128 + 4 * 30000**2),
        ("(99999, 99999)", formats.LARGEST_TEXT),
        ("(-1, 4)", formats.LARGEST_TEXT),
    ],
)
def test_the_header_of_a_numpy_file_sets_its_limit(shape, limit):
    header = f"{{'descr': '<i4', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
    assert largest_file(b"\x93NUMPY\1\0v\0" + header.encode()) == limit


def test_texts_that_are_too_large(monkeypatch):
    monkeypatch.setattr(formats, "LARGEST_LIST", 10)
    for text in ("1,1 2,3 3,5", '{"squares": []}'):
        with pytest.raises(BadInput, match="the limit is 10: use a number grid"):
            read(text)
    monkeypatch.setattr(writer, "LARGEST_LIST", 10)
    for format in ("squares", "json"):
        with pytest.raises(BadInput, match="and the limit is 10: write it as a number grid"):
            write(Walk("3x4", [(0, 0), (1, 2), (2, 0)]), format)
    monkeypatch.setattr("turaga.board.LARGEST_MASK", 10)
    with pytest.raises(BadInput, match="the mask has 11 characters: the limit is 10"):
        Board.from_mask("." * 11)


def test_printable_texts():
    assert printable("1\x1b[31m\n\x9b\u202e\ud800é") == "1\\x1b[31m\n\\x9b\\u202e\\ud800é"
    assert printable("a\nb", keep="") == "a\\nb"

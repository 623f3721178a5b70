"""A walk from text: which form it is in, what it holds, and what is wrong with it and where.

Two kinds of wrong are kept apart. Text that cannot be understood (a ragged grid, a word that fits no
form, a board past every limit) raises `BadText`. Text that can be understood and yet describes no walk (a
number twice, a square off the board, a step that is no move) is a `Reading` with faults.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from turaga._version import __version__
from turaga.board import KNIGHT, Board, BoardLike, Square, parse_leaper
from turaga.errors import BadInput, BadText
from turaga.notation import formats as forms
from turaga.notation import grids
from turaga.notation import square_lists as lists
from turaga.notation.json_object import scan_json
from turaga.notation.writer import board_facts, from_one
from turaga.text import short, show
from turaga.verify import MOST_FAULTS, Fault, Report, find_faults, verify
from turaga.walk import Tour, Walk

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from turaga.json_shapes import ReadingJson

Path: TypeAlias = (
    "Sequence[int] | NDArray[Any]"  # square numbers in visiting order, -1 for a step with no square
)

_EMPTY = "the text is empty: a walk is a number grid, a list of squares, moves or JSON"
_SPACE = re.compile(r"\s*+")
_HEADER = re.compile(r"(board|leaper|holes|start)(?::|(?=\s))[^\S\n]*+([^\n]*+)", re.IGNORECASE)
_PAIR = re.compile(r"\(?([0-9]{1,18}),([0-9]{1,18})\)?")
_MANY_DIGITS = re.compile(r"[0-9]{19,}+")


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text was found to hold.

    `path` has the squares in visiting order, sound or not; `walk` is it only if it has no fault.

    >>> reading = read("1 0 0\\n0 0 2")
    >>> reading.format, str(reading.board), reading.numbers, reading.report.is_walk
    ('board', '2x3', (0, 5), True)
    >>> read("1,1 2,2").faults[0].what
    'step 2, from 1,1 to 2,2, is not a move of the knight'
    """

    format: str
    path: Walk
    report: Report

    @property
    def board(self) -> Board:
        """The board, as the text gives it or as it was asked for."""
        return self.path.board

    @property
    def numbers(self) -> tuple[int, ...]:
        """The square numbers in visiting order; steps with no square of the board are left out."""
        return self.path.indices

    @property
    def faults(self) -> tuple[Fault, ...]:
        """All that is wrong, of the text and of the walk."""
        return self.report.faults

    @property
    def walk(self) -> Walk:
        """The walk, a `Tour` if it visits every square; `BadText` with the first fault if it is none.

        >>> read("a1-c2-e3").walk.squares
        ((2, 0), (1, 2), (0, 4))
        """
        if self.faults:
            raise BadText(f"the text holds no walk: {self.faults[0].what}")
        if not self.report.is_tour:
            return self.path
        held = self.path.array() if self.path.held_as_array else self.path.indices
        return Tour.from_indices(self.board, held, handed_over=True)

    def as_json(self) -> "ReadingJson":
        """The facts as `turaga check --json` shows them; squares are 1-based.

        >>> read("1,1 2,3").as_json()["visited"]
        2
        """
        report, path, board = self.report, self.path, self.board
        return {
            "format": self.format,
            "board": board_facts(board),
            "leaper": list(board.leaper),
            "tour": report.is_tour,
            "walk": report.is_walk,
            "closed": report.closed,
            "visited": report.visited,
            "unvisited": report.unvisited,
            "start": from_one(path.start),
            "end": from_one(path.end),
            "faults": [
                {
                    "what": fault.what,
                    "step": fault.step,
                    "squares": [from_one(square) for square in fault.squares],
                }
                for fault in report.faults
            ],
            "version": __version__,
        }


@dataclass(slots=True)
class Given:
    """What is known of the board before the squares: from header lines or JSON, and from the caller."""

    sides: tuple[int, int] | None = None
    leaper: tuple[int, int] | None = None
    holes: list[Square] = field(default_factory=list)
    start: Square | None = None
    asked_board: Board | None = None
    asked_leaper: tuple[int, int] | None = None

    def settled_leaper(self) -> tuple[int, int]:
        """The leaper, if the text and the caller do not contradict each other."""
        asked = self.asked_leaper
        if asked is None and self.asked_board is not None and self.asked_board.leaper != KNIGHT:
            asked = self.asked_board.leaper
        if asked is not None and self.leaper is not None and asked != self.leaper:
            raise BadText(
                f"the text says leaper {self.leaper[0]},{self.leaper[1]} and leaper {asked[0]},{asked[1]} "
                "was asked for: leave out one of them"
            )
        return asked or self.leaper or KNIGHT

    def settled_sides(self) -> tuple[int, int] | None:
        """The rows and columns, if they are known before the squares are."""
        asked = self.asked_board
        if asked is None:
            return self.sides
        if self.sides not in (None, (asked.rows, asked.cols)):
            assert self.sides is not None
            raise BadText(
                f"the text is of a board {self.sides[0]}x{self.sides[1]} and board {asked.rows}x{asked.cols} "
                "was asked for: leave out one of them"
            )
        return asked.rows, asked.cols

    def settled_board(self, implied: tuple[int, int]) -> Board:
        """The board: the one asked for, else the one the text gives, else the one the squares imply."""
        rows, cols = self.settled_sides() or implied
        grids.refuse_area(rows, cols)
        leaper, asked = self.settled_leaper(), self.asked_board
        if asked is None:
            return Board(rows, cols, holes=self.holes, leaper=leaper)
        for row, col in self.holes:
            if (row, col) in asked:
                raise BadText(
                    f"the text has a hole at {show((row, col))} and the board asked for has a square there: "
                    "leave out one of them"
                )
        if asked.leaper == leaper:
            return asked
        return asked.with_leaper(leaper)


def read(
    data: str | bytes | bytearray, *, board: BoardLike | None = None, leaper: tuple[int, int] | None = None
) -> Reading:
    """What the text holds, its form told from the text alone; `BadText` if it is in no known form.

    A `board` or `leaper` given here is for texts that do not say it: a text that says otherwise is
    refused. Linear in the length of the text.

    >>> read("(2, 1) (1, 2) (0, 0)").format
    'agh'
    >>> read("1/1 3/2", board=Board("8x8")).walk.squares
    ((0, 0), (1, 2))
    >>> read("1 2\\n3")
    Traceback (most recent call last):
        ...
    turaga.errors.BadText: the number grid is ragged: row 2 (line 2) has 1 number and row 1 has 2,
    and all rows must be alike
    """
    given = Given(
        asked_board=None if board is None else Board.read(board),
        asked_leaper=None if leaper is None else Board(1, leaper=leaper).leaper,
    )
    if not isinstance(data, str) and data.startswith(grids.NPY_MAGIC):
        return _read_grid("npy", given, *grids.scan_npy(data))
    text = _clean(data)
    at = _read_header(text, given)
    if text[at : at + 1] in ("{", "["):
        if given.sides or given.leaper or given.holes or given.start:
            raise BadText("header lines do not go before JSON: its object has keys board and leaper for that")
        return _read_json(text, given)
    if match := _MANY_DIGITS.search(text):
        raise BadText(
            f"the number {short(match[0], 20)} in {forms.where(text, match.start())} has "
            f"{len(match[0])} digits: numbers have at most 18"
        )
    if at == len(text):
        return _read_nothing(given)
    if grids.is_grid(text, at):
        if given.start or given.holes:
            raise BadText("header lines start and holes do not go with a number grid: it shows both itself")
        return _read_grid("board", given, *grids.scan_grid(text, at))
    return _read_list(text, at, given)


# -- from bytes to text ---------------------------------------------------------------------------


def _clean(data: str | bytes | bytearray) -> str:
    """The text with plain line breaks, if it is within the limits and is text at all."""
    if isinstance(data, str):
        _refuse_size(data, "\n", "\0")
        text = data
    else:
        _refuse_size(data, b"\n", b"\0")
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            raise BadText(
                f"byte {error.start + 1} is 0x{data[error.start]:02x} and makes the text no UTF-8: "
                "save it as plain text in UTF-8"
            ) from None
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = text.removeprefix("\ufeff")
    if not text or text.isspace():
        raise BadText(_EMPTY)
    return text


def _refuse_size(data: Any, newline: Any, nul: Any) -> None:
    """Raise `BadText` for text, or bytes, too long or with a NUL in it; the marks are of the same kind."""
    if len(data) > forms.LARGEST_TEXT:
        raise BadText(
            f"the text is {len(data)} bytes long and the limit is {forms.LARGEST_TEXT}: "
            "for a board of this size use a .npy file"
        )
    at = 0
    # Leap to the last line break within reach: a line is too long exactly if there is none.
    while at + forms.LONGEST_LINE < len(data):
        last = data.rfind(newline, at, at + forms.LONGEST_LINE + 1)
        if last < 0:
            end = data.find(newline, at)
            line = data.count(newline, 0, at) + 1
            raise BadText(
                f"line {line} is {(len(data) if end < 0 else end) - at} bytes long and the limit is "
                f"{forms.LONGEST_LINE}: break it into lines, or use a .npy file for a board of this size"
            )
        at = last + 1
    if (at := data.find(nul)) >= 0:
        raise BadText(
            f"byte {at + 1} of the text, in line {data.count(newline, 0, at) + 1}, is NUL: "
            "a walk is plain text in UTF-8, or a numpy file"
        )


# -- header lines ---------------------------------------------------------------------------------


def _read_header(text: str, given: Given) -> int:
    """Take what the header lines say into `given`; where the rest begins."""
    at = _skip(text, 0)
    while match := _HEADER.match(text, at):
        word, value = match[1].lower(), match[2].strip()
        try:
            _take_header(given, word, value)
        except BadInput as error:
            raise BadText(f"header line {text.count(chr(10), 0, at) + 1}: {error}") from None
        at = _skip(text, match.end())
    return at


def _take_header(given: Given, word: str, value: str) -> None:
    if (
        (word == "board" and given.sides)
        or (word == "leaper" and given.leaper)
        or (word == "start" and given.start)
    ):
        raise BadText(f"{word} is given a second time, as {short(value)!r}: give it once")
    if word == "board":
        board = Board(value)
        given.sides = (board.rows, board.cols)
    elif word == "leaper":
        given.leaper = parse_leaper(value)
    else:
        squares = [_header_square(word, piece) for piece in value.split()]
        if not squares or (word == "start" and len(squares) > 1):
            raise BadText(f"{word} {short(value)!r} is not understood: write {_HOW[word]}")
        if word == "holes":
            given.holes += squares
        else:
            given.start = squares[0]


_HOW = {"holes": "holes 2,2 3,3 (row,col from 1)", "start": "start 2,1 (row,col from 1)"}


def _header_square(word: str, text: str) -> Square:
    match = _PAIR.fullmatch(text)
    if not match or int(match[1]) < 1 or int(match[2]) < 1:
        raise BadText(f"{word} {short(text)!r} is not understood: write {_HOW[word]}")
    return int(match[1]) - 1, int(match[2]) - 1


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


# -- one form each --------------------------------------------------------------------------------


def _read_nothing(given: Given) -> Reading:
    """A header and no list: no squares, or only the start."""
    if given.start is not None:
        return _read_squares("moves", given, [given.start])
    if given.sides is None:
        raise BadText(_EMPTY)
    return _read_squares("squares", given, [])


def _read_grid(form: str, given: Given, rows: int, cols: int, flat: grids.Flat) -> Reading:
    if given.sides not in (None, (rows, cols)):
        assert given.sides is not None
        raise BadText(
            f"the header says board {given.sides[0]}x{given.sides[1]} and the grid is {rows}x{cols}"
        )
    given.sides = (rows, cols)
    given.holes = [divmod(n, cols) for n in grids.find_holes(flat)]
    board = given.settled_board((rows, cols))
    path, faults, visited = grids.place(board, flat)
    if faults:
        squares = [None if n < 0 else board.square(n) for n in path]
        return _faulty(form, board, squares, faults, visited)
    walk = _walk(board, path)
    return Reading(form, walk, verify(walk))


def _read_json(text: str, given: Given) -> Reading:
    found = scan_json(text)
    given.sides, given.leaper, given.holes = found.sides, found.leaper, found.holes
    return _read_squares("json", given, found.squares)


def _read_list(text: str, at: int, given: Given) -> Reading:
    entries = lists.scan_list(text, at)
    pairs = entries.pairs
    if entries.kind == "name":
        rows, cols = given.settled_sides() or (max(1, *(r for r, _ in pairs)), 1 + max(c for _, c in pairs))
        given.sides = (rows, cols)
        form, squares = "names", lists.chess_squares(pairs, rows)
    elif entries.kind == "fraction":
        form, squares = "fractions", [(row - 1, col - 1) for col, row in pairs]
    else:
        form = lists.form_of_pairs(entries, given.settled_leaper(), has_start=given.start is not None)
        if form == "squares":
            squares = [(row - 1, col - 1) for row, col in pairs]
        else:
            moves = [(down, right) for right, down in reversed(pairs[:-1])] if form == "agh" else pairs
            squares = lists.walk_moves(moves, given.start)
            given.start = None
    if given.start is not None:
        raise BadText(f"a start line goes before moves, and this is a list of {forms.TITLES[form]}")
    return _read_squares(form, given, squares)


def _read_squares(form: str, given: Given, squares: list[Square]) -> Reading:
    """The reading of a list of squares, which need not be on the board."""
    rows = max(1, 1 + max((row for row, _ in squares), default=0))
    cols = max(1, 1 + max((col for _, col in squares), default=0))
    board = given.settled_board((rows, cols))
    if all(0 <= row < board.rows and 0 <= col < board.cols for row, col in squares):
        walk = _walk(board, [row * board.cols + col for row, col in squares])
        return Reading(form, walk, verify(walk))
    return _faulty(form, board, squares, [])


# -- what is wrong with it ------------------------------------------------------------------------


def _faulty(
    form: str, board: Board, squares: Sequence[Square | None], faults: list[Fault], visited: int | None = None
) -> Reading:
    """The reading of squares some of which are off the board, or not known for the faults given."""
    found, seen = find_faults(board, squares)
    faults = sorted(faults + found, key=lambda fault: fault.step or 0)[:MOST_FAULTS]
    visited = seen if visited is None else visited
    report = Report(visited, board.size - visited, False, tuple(faults))
    inside = [s for s in squares if s is not None and 0 <= s[0] < board.rows and 0 <= s[1] < board.cols]
    return Reading(form, _walk(board, [row * board.cols + col for row, col in inside]), report)


def _walk(board: Board, path: Path) -> Walk:
    if not isinstance(path, Sequence) or len(path) < forms.LARGE:
        return Walk.from_indices(board, path)
    import numpy as np

    return Walk.from_indices(board, np.asarray(path), handed_over=True)

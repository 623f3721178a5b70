"""Reading a walk from text: its format, its squares, and its faults.

There are two kinds of mistakes. Text that cannot be understood (rows of different lengths, a word that fits
no format, a board beyond the limits) raises `BadText`. Text that can be understood but is not a valid walk (a
number that occurs twice, a square off the board, a step that is not a move) gives a `Reading` with faults.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from turaga.board import KNIGHT, Board, BoardLike, Leaper, Square, parse_leaper
from turaga.errors import BadInput, BadText
from turaga.notation import formats, grids, square_lists
from turaga.notation.npy_file import NPY_MAGIC, scan_npy
from turaga.squares import chosen, parse_notation, use
from turaga.text import plural, short, trim, unix_lines
from turaga.verify import MOST_FAULTS, Fault, Report, find_faults, verify
from turaga.walk import Tour, Walk

if TYPE_CHECKING:
    from numpy.typing import NDArray

# The indices of the squares in the order of the steps; -1 for a step without a square.
Path: TypeAlias = "Sequence[int] | NDArray[Any]"

_NOTATIONS = {"squares": "row,col", "names": "chess", "bencic": "bencic"}  # by format
_SPACE = re.compile(r"\s*+", re.ASCII)
_HEADER = re.compile(
    r"(board|leaper|holes|start|squares)(?::|(?=\s))[^\S\n]*+([^\n]*+)", re.IGNORECASE | re.ASCII
)
_PAIR = re.compile(r"\(?([0-9]{1,18}),([0-9]{1,18})\)?")
_MANY_DIGITS = re.compile(r"[0-9]{19,}+")


class TwoDigits(BadText):
    """A number grid is not a walk, but may be a list of squares in two digits."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of reading a text. The `format` is "walk" if it was not a text, but a `Walk`.

    `path` has the squares in the order of the steps, even if there are faults. `walk` is the same walk, but
    raises `BadText` if there are faults.

    >>> reading = read("1 0 0\\n0 0 2")
    >>> reading.format, str(reading.board), reading.indices, reading.report.is_walk
    ('board', '2x3', (0, 5), True)
    >>> read("1,1 2,2").faults[0].what
    'step 2, from 1,1 to 2,2, is not a move of the knight'
    """

    format: str
    path: Walk
    report: Report
    two_digits: bool = False  # a grid that is not a walk, but may be a list of squares in two digits

    @property
    def board(self) -> Board:
        """The board given by the text or by the caller, or implied by the squares."""
        return self.path.board

    @property
    def notation(self) -> str | None:
        """The notation of its squares, if it is a list of them in one of `turaga.squares`."""
        return _NOTATIONS.get(self.format)

    @property
    def indices(self) -> tuple[int, ...]:
        """The indices of the squares in the order of the steps, without squares that are off the board."""
        return self.path.indices

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults of the text and of the walk."""
        return self.report.faults

    @property
    def walk(self) -> Walk:
        """The walk, as a `Tour` if it visits every square; `BadText` with the first fault if there are any.

        >>> read("a1-c2-e3").walk.squares
        ((2, 0), (1, 2), (0, 4))
        """
        if self.faults:
            what = "the squares are" if self.format == "walk" else "the text is"
            error = TwoDigits if self.two_digits else BadText
            raise error(f"{what} not a valid walk: {self.faults[0].what}")
        if not self.report.is_tour:
            return self.path
        return Tour.from_indices(self.board, self.path.stored_indices, handed_over=True)


@dataclass(slots=True)
class KnownBoard:
    """What is known about the board before the squares are read: from header lines, JSON or the caller."""

    sides: tuple[int, int] | None = None
    leaper: tuple[int, int] | None = None
    holes: list[Square] = field(default_factory=list)
    start: Square | None = None
    squares: str | None = None  # the notation of squares, if it was chosen
    caller_board: Board | None = None
    caller_leaper: tuple[int, int] | None = None

    def resolve_leaper(self) -> tuple[int, int]:
        """The leaper, or `BadText` if the text and the caller contradict each other."""
        wanted = self.caller_leaper
        if wanted is None and self.caller_board is not None and self.caller_board.leaper != KNIGHT:
            wanted = self.caller_board.leaper
        if wanted is not None and self.leaper is not None and wanted != self.leaper:
            raise BadText(
                f"the text is for leaper {self.leaper[0]},{self.leaper[1]}, but the request is for leaper "
                f"{wanted[0]},{wanted[1]}",
                accepted="leave out one of the two",
            )
        return wanted or self.leaper or KNIGHT

    def resolve_sides(self) -> tuple[int, int] | None:
        """The rows and columns, if they are known before the squares are read."""
        wanted = self.caller_board
        if wanted is None:
            return self.sides
        if self.sides not in (None, (wanted.rows, wanted.cols)):
            assert self.sides is not None
            raise BadText(
                f"the text is for board {self.sides[0]}x{self.sides[1]}, but the request is for board "
                f"{wanted.rows}x{wanted.cols}",
                accepted="leave out one of the two",
            )
        return wanted.rows, wanted.cols

    def resolve_board(self, implied: tuple[int, int]) -> Board:
        """The board given by the caller, or else by the text, or else implied by the squares."""
        rows, cols = self.resolve_sides() or implied
        formats.require_area(rows, cols)
        leaper, wanted = self.resolve_leaper(), self.caller_board
        if wanted is None:
            return Board(rows, cols, holes=self.holes, leaper=leaper)
        for hole in self.holes:
            if hole in wanted:
                raise BadText(
                    f"the text has a hole at {wanted.show(hole)}, but the requested board has a square there",
                    accepted="leave out one of the two boards",
                )
        return wanted if wanted.leaper == leaper else wanted.with_leaper(leaper)


def _require_str_or_bytes(data: object) -> None:
    if not isinstance(data, str | bytes | bytearray):
        raise BadInput(
            f"read needs a text or bytes, got {type(data).__name__}",
            accepted="turaga.load reads a file",
            field="data",
        )


def read(
    data: str | bytes | bytearray,
    *,
    board: BoardLike | None = None,
    leaper: Leaper | None = None,
    squares: str | None = None,
) -> Reading:
    """Read a walk from a text, or raise `BadText` if it is in no known format.

    The format is found from the text alone. Pass `board` or `leaper` if the text does not contain them. A
    text that contradicts them is rejected. `squares` is a notation of `turaga.squares`. With "bencic", the
    text is a list of squares in two digits, row and column counted from 0; without it, such a list is
    recognised if there is one square per line or only one line. The other notations are always recognised.
    The time is linear in the length of the text.

    >>> read("(2, 1) (1, 2) (0, 0)").format
    'agh'
    >>> read("1/1 3/2", board=Board("8x8")).walk.squares
    ((0, 0), (1, 2))
    >>> read("1 2\\n3")
    Traceback (most recent call last):
        ...
    turaga.errors.BadText: row 2 of the number grid (line 2) has 1 number, but row 1 has 2: all rows must
    have the same length
    """
    _require_str_or_bytes(data)
    known = KnownBoard(
        caller_board=None if board is None else Board.read(board),
        caller_leaper=None if leaper is None else Board(1, leaper=leaper).leaper,
        squares=None if squares is None else parse_notation(squares),
    )
    if not isinstance(data, str) and data.startswith(NPY_MAGIC):
        if known.squares == "bencic":
            raise BadText("a numpy file is a number grid, not a list of squares in two digits")
        return _read_grid("npy", known, *scan_npy(data))
    text = _clean(data)
    at = _read_header(text, known)
    if known.squares == "bencic" and at < len(text):
        return _read_digits(text, at, known)
    if text[at : at + 1] in ("{", "["):
        return _read_json(text, known)
    _refuse_long_numbers(text)
    if at == len(text):
        return _read_nothing(known)
    if _must_be_digits(text, at, known):
        return _read_digits(text, at, known)
    if grids.is_grid(text, at):
        return _read_text_grid(text, at, known)
    return _read_list(text, at, known)


# -- from bytes to text ---------------------------------------------------------------------------


def _clean(data: str | bytes | bytearray) -> str:
    """The text with plain line breaks and, except for JSON, plain spaces. `BadText` if it is not text or
    exceeds the limits."""
    if isinstance(data, str):
        _require_text(data, "\n", "\0")
        text = data
    else:
        _require_text(data, b"\n", b"\0")
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            raise BadText(
                f"byte {error.start + 1} of the text, 0x{data[error.start]:02x}, is not valid UTF-8",
                accepted="save it as plain text in UTF-8",
            ) from None
    text = unix_lines(text).removeprefix("\ufeff")
    if not text or text.isspace():
        raise _empty()
    return text if text.lstrip()[0] in "{[" else formats.plain_spaces(text)


def _refuse_long_numbers(text: str) -> None:
    if match := _MANY_DIGITS.search(text):
        raise BadText(
            f"the number {short(match[0], 20)} in {formats.where(text, match.start())} has "
            f"{len(match[0])} digits",
            accepted="the limit is 18 digits",
        )


def _empty() -> BadText:
    return BadText("the text is empty", accepted="a walk is a number grid, a list of squares, moves or JSON")


def _require_text(data: Any, newline: Any, nul: Any) -> None:
    """Raise `BadText` if `data` is too long or contains a NUL. All arguments are text, or all are bytes."""
    if len(data) > formats.LARGEST_TEXT:
        raise BadText(
            f"the text is {len(data)} bytes long and the limit is {formats.LARGEST_TEXT}",
            accepted="use a .npy file for a board of this size",
        )
    at = 0
    # Jump to the last line break within the limit. If there is none, the line is too long.
    while at + formats.LONGEST_LINE < len(data):
        last = data.rfind(newline, at, at + formats.LONGEST_LINE + 1)
        if last < 0:
            end = data.find(newline, at)
            line = data.count(newline, 0, at) + 1
            raise BadText(
                f"line {line} is {(len(data) if end < 0 else end) - at} bytes long and the limit is "
                f"{formats.LONGEST_LINE}",
                accepted="break it into lines, or use a .npy file for a board of this size",
            )
        at = last + 1
    if (at := data.find(nul)) >= 0:
        raise BadText(
            f"byte {at + 1} of the text, in line {data.count(newline, 0, at) + 1}, is NUL",
            accepted="a walk is plain text in UTF-8, or a numpy file",
        )


# -- header lines ---------------------------------------------------------------------------------


def _read_header(text: str, known: KnownBoard) -> int:
    """Store the header lines in `known`. Returns where the rest of the text begins."""
    at = _skip(text, 0)
    while match := _HEADER.match(text, at):
        try:
            _add_header(known, match[1].lower(), trim(match[2]))
        except BadInput as error:
            line = text.count("\n", 0, at) + 1
            raise BadText(f"header line {line}: {error.problem}", accepted=error.accepted) from None
        at = _skip(text, match.end())
    return at


def _add_header(known: KnownBoard, key: str, value: str) -> None:
    before = {"board": known.sides, "leaper": known.leaper, "start": known.start, "squares": known.squares}
    if before.get(key):
        raise BadText(f"a second {key} line, {short(value)!r}", accepted=f"only one {key} line is allowed")
    if key == "board":
        board = Board(value)
        known.sides = (board.rows, board.cols)
    elif key == "leaper":
        known.leaper = parse_leaper(value)
    elif key == "squares":
        known.squares = parse_notation(value)
    else:
        squares = [_header_square(key, word) for word in formats.WORD.findall(value)]
        if not squares or (key == "start" and len(squares) > 1):
            raise _bad_header(key, value)
        if key == "holes":
            known.holes += squares
        else:
            known.start = squares[0]


_EXAMPLES = {"holes": "holes 2,2 3,3 (row,col from 1)", "start": "start 2,1 (row,col from 1)"}


def _bad_header(key: str, value: str) -> BadText:
    return BadText(f"{key} {short(value)!r} is not understood", accepted=f"write {_EXAMPLES[key]}")


def _header_square(key: str, text: str) -> Square:
    match = _PAIR.fullmatch(text)
    if not match or int(match[1]) < 1 or int(match[2]) < 1:
        raise _bad_header(key, text)
    return int(match[1]) - 1, int(match[2]) - 1


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


# -- one format each ------------------------------------------------------------------------------


def _read_nothing(known: KnownBoard) -> Reading:
    """The reading of a header without a list: no squares, or only the start."""
    if known.start is not None:
        return _read_squares("moves", known, [known.start])
    if known.sides is None:
        raise _empty()
    return _read_squares("squares", known, [])


def _read_text_grid(text: str, at: int, known: KnownBoard) -> Reading:
    if known.start or known.holes:
        raise BadText(
            "the header lines start and holes are not allowed before a number grid",
            accepted="the grid itself shows both",
        )
    reading = _read_grid("board", known, *grids.scan_grid(text, at))
    may_be_squares = bool(reading.faults) and square_lists.all_digits(text, at)
    return replace(reading, two_digits=True) if may_be_squares else reading


def _read_grid(format: str, known: KnownBoard, rows: int, cols: int, flat: grids.Flat) -> Reading:
    if known.sides not in (None, (rows, cols)):
        assert known.sides is not None
        raise BadText(
            f"the header says board {known.sides[0]}x{known.sides[1]}, but the number grid is {rows}x{cols}"
        )
    known.sides = (rows, cols)
    known.holes = [divmod(index, cols) for index in grids.hole_indices(flat)]
    board = known.resolve_board((rows, cols))
    path, faults, visited = grids.squares_by_step(board, flat)
    if faults:
        squares = [None if index < 0 else board.square(index) for index in path]
        return _faulty(format, board, squares, faults, visited)
    walk = _walk(board, path)
    return Reading(format, walk, verify(walk))


def _read_json(text: str, known: KnownBoard) -> Reading:
    if known.sides or known.leaper or known.holes or known.start:
        raise BadText(
            "header lines are not allowed before JSON", accepted="use its keys board and leaper instead"
        )
    squares = _scan_json(formats.require_list(text), known)
    return _read_squares("json", known, squares)


def _read_list(text: str, at: int, known: KnownBoard) -> Reading:
    entries = square_lists.scan_list(formats.require_list(text), at)
    pairs = entries.pairs
    if entries.kind == "name":
        rows, cols = known.resolve_sides() or (max(1, *(r for r, _ in pairs)), 1 + max(c for _, c in pairs))
        known.sides = (rows, cols)
        format, squares = "names", square_lists.squares_of_names(pairs, rows)
    elif entries.kind == "fraction":
        format, squares = "fractions", [(row - 1, col - 1) for col, row in pairs]
    else:
        format = square_lists.format_of_pairs(
            entries, known.resolve_leaper(), has_start=known.start is not None
        )
        if format == "squares":
            squares = [(row - 1, col - 1) for row, col in pairs]
        else:
            moves = [(down, right) for right, down in reversed(pairs[:-1])] if format == "agh" else pairs
            squares = square_lists.squares_of_moves(moves, known.start)
            known.start = None
    _refuse_start(known)
    return _read_squares(format, known, squares)


def _must_be_digits(text: str, at: int, known: KnownBoard) -> bool:
    """Whether the text is a list of squares in two digits, and cannot be a number grid."""
    sides = known.resolve_sides()
    if known.resolve_leaper() != KNIGHT or max(sides or (0,)) > formats.MOST_DIGITS:
        return False
    return square_lists.is_digit_list(text, at, sides)


def _read_digits(text: str, at: int, known: KnownBoard) -> Reading:
    squares = square_lists.scan_digits(formats.require_list(text), at)
    _refuse_start(known)
    reading = _read_squares("bencic", known, squares)
    formats.require_digits(reading.board)
    return reading


def _refuse_start(known: KnownBoard) -> None:
    if known.start is not None:
        raise BadText(
            "a start line is only allowed before a list of moves",
            accepted="leave it out, because a list of squares contains the start",
        )


def _read_squares(format: str, known: KnownBoard, squares: list[Square]) -> Reading:
    """The reading of a list of squares, some of which may be off the board. Its faults name squares as the
    list does."""
    rows = max(1, 1 + max((row for row, _ in squares), default=0))
    cols = max(1, 1 + max((col for _, col in squares), default=0))
    board = known.resolve_board((rows, cols))
    with use(chosen() or _NOTATIONS.get(format)):
        return _read_path(format, board, squares)


def _read_path(format: str, board: Board, squares: list[Square]) -> Reading:
    if all(0 <= row < board.rows and 0 <= col < board.cols for row, col in squares):
        walk = _walk(board, [row * board.cols + col for row, col in squares])
        return Reading(format, walk, verify(walk))
    return _faulty(format, board, squares, [])


# -- JSON -----------------------------------------------------------------------------------------

# What Python's JSON parser says, and what that means to a person.
_JSON_FAULTS = {
    "Expecting property name": "a name in double quotes is missing",
    "Expecting ',' delimiter": "a comma or a closing bracket is missing",
    "Expecting ':' delimiter": "a colon is missing",
    "Expecting value": "a value is missing",
    "Unterminated string": "a text has no closing quote; it begins",
    "Extra data": "there is more text after its end",
}


def _scan_json(text: str, known: KnownBoard) -> list[Square]:
    """The squares in an object with `squares` and optionally `board` and `leaper`, or in a plain list of
    pairs. The type of each value is checked. The board and the leaper go to `known`; other keys are ignored.

    >>> _scan_json('{"squares": [[1, 1], [2, 3]]}', KnownBoard())
    [(0, 0), (1, 2)]
    """
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        position = f"line {error.lineno}, character {error.colno}"
        meant = (words for start, words in _JSON_FAULTS.items() if error.msg.startswith(start))
        what = next(meant, "it cannot be read")
        raise BadText(f"the text begins like JSON but is not valid: {what} in {position}") from None
    except RecursionError:
        raise BadText("the text begins like JSON, but its lists are nested too deeply for a walk") from None
    except ValueError:  # Python does not read whole numbers of more than 4300 digits
        raise BadText(
            "the JSON has a number with thousands of digits", accepted="the limit is 18 digits"
        ) from None
    if isinstance(value, list):
        return squares_from_json("the JSON list", value)
    if "squares" not in value:
        keys = ", ".join(short(repr(key), 20) for key in list(value)[:5]) or "none"
        raise BadText(
            f"the JSON object has no key 'squares' (its keys are {short(keys, 100)})",
            accepted="'squares' must be a list of [row, col] pairs, counted from 1",
        )
    squares = squares_from_json("the JSON's 'squares'", value["squares"])
    if value.get("board") is not None:
        _add_json_board(known, value["board"])
    if value.get("leaper") is not None:
        known.leaper = _json_leaper(value["leaper"])
    return squares


def _add_json_board(known: KnownBoard, board: object) -> None:
    if not isinstance(board, dict):
        raise BadText(
            f"the JSON's 'board' is {show_json(board)}",
            accepted="it must be an object with 'rows', 'cols' and optionally 'holes'",
        )
    for key in ("rows", "cols"):
        if not _whole(board.get(key)) or board[key] < 1:
            raise BadText(
                f"the JSON's 'board' has {key!r} {show_json(board.get(key))}",
                accepted="it must be a whole number, 1 or more",
            )
    rows, cols = board["rows"], board["cols"]
    known.sides = (rows, cols)
    known.holes = squares_from_json("the JSON's 'holes'", board.get("holes") or [])
    for row, col in known.holes:
        if not (0 <= row < rows and 0 <= col < cols):
            raise BadText(
                f"the JSON's 'holes' contain {row + 1},{col + 1}, which is not on the {rows}x{cols} board"
            )


def _json_leaper(value: object) -> tuple[int, int]:
    if (
        isinstance(value, list)
        and len(value) == 2
        and all(_whole(x) and x >= 0 for x in value)
        and any(value)
    ):
        a, b = sorted(value)
        return a, b
    raise BadText(
        f"the JSON's 'leaper' is {show_json(value)}",
        accepted="it must be two whole numbers, 0 or more and not both 0, such as [1, 2]",
    )


def squares_from_json(what: str, value: object) -> list[Square]:
    """The squares of a list of [row, col] pairs, counted from 1. `what` names the list in errors.

    >>> squares_from_json("the list", [[1, 1], [2, 3]])
    [(0, 0), (1, 2)]
    """
    if not isinstance(value, list):
        raise BadText(
            f"{what} is {show_json(value)}", accepted="it must be a list of [row, col] pairs, counted from 1"
        )
    squares = []
    for position, pair in enumerate(value, start=1):
        if not (isinstance(pair, list) and len(pair) == 2 and _whole(pair[0]) and _whole(pair[1])):
            raise BadText(
                f"{what} has {show_json(pair)} as entry {position}",
                accepted="every entry must be a [row, col] pair of whole numbers, counted from 1",
            )
        squares.append((pair[0] - 1, pair[1] - 1))
    return squares


def _whole(value: object) -> bool:
    # True and False are integers in Python but not in JSON.
    return type(value) is int and -formats.MOST_NUMBER <= value <= formats.MOST_NUMBER


def show_json(value: object) -> str:
    """The value as JSON, shortened for a message. Of a long or nested one, only the type and length are
    shown.

    >>> show_json([1, 2]), show_json({"rows": 8})
    ('[1, 2]', 'an object with 1 key')
    """
    if isinstance(value, list):
        flat = all(not isinstance(x, list | dict) for x in value[:4])
        entries = plural(len(value), "entry", "entries")
        return short(json.dumps(value)) if flat and len(value) < 5 else f"a list of {entries}"
    if isinstance(value, dict):
        return f"an object with {plural(len(value), 'key')}"
    try:
        return short(json.dumps(value))
    except ValueError:  # a whole number with thousands of digits
        return "a number with thousands of digits"


# -- faults ---------------------------------------------------------------------------------------


def _faulty(
    format: str,
    board: Board,
    squares: Sequence[Square | None],
    faults: list[Fault],
    visited: int | None = None,
) -> Reading:
    """The reading of squares of which some are off the board, or unknown because of the given faults."""
    found, seen = find_faults(board, squares)
    faults = sorted(faults + found, key=lambda fault: fault.step or 0)[:MOST_FAULTS]
    visited = seen if visited is None else visited
    report = Report(visited, board.size - visited, False, tuple(faults))
    inside = [s for s in squares if s is not None and 0 <= s[0] < board.rows and 0 <= s[1] < board.cols]
    return Reading(format, _walk(board, [row * board.cols + col for row, col in inside]), report)


def _walk(board: Board, path: Path) -> Walk:
    if not isinstance(path, Sequence) or len(path) < formats.LARGE:
        return Walk.from_indices(board, path)
    import numpy as np

    return Walk.from_indices(board, np.asarray(path), handed_over=True)

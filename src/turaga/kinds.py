"""The kinds of values that operations take: how each is parsed, its schema in the API, and its name in help.

A parser accepts the value that a caller of Python gives, which for squares, boards and words can be a text.
`from_text` turns a number that a person types into one of these. The API sends JSON, for which `from_json`
does the same: there, squares are pairs counted from 1, and no board or walk is a
file.
"""

import math
import operator
import os
import re
from collections.abc import Mapping
from typing import Any

from turaga.board import KNIGHT, Board, Square, as_pair, parse_leaper
from turaga.board_input import read_board
from turaga.errors import BadBoard, BadInput, BadRule, BadSquare, BadText
from turaga.files import read_file
from turaga.limits import MOST_SEED, MOST_WHOLE, MOST_WRITTEN, require_length
from turaga.notation import Reading
from turaga.notation import read as read_walk
from turaga.notation.formats import require_digits
from turaga.notation.move_digits import walk_of_digits
from turaga.notation.npy_file import largest_file
from turaga.operations import Before, Kind
from turaga.order import parse_order
from turaga.rule import SYSTEMS, Rule, find_system
from turaga.squares import chosen
from turaga.text import in_json, listed, number_in, quoted, short, trim, whole_in
from turaga.verify import verify
from turaga.walk import Walk

MOST_SIDE = 1000  # rows or columns of a board in a request of the API
MOST_HOLES = 10_000  # in a request of the API, and squares to avoid
MOST_ORDERS = 100  # in a request
MOST_SHAPED = 10_000  # rows x columns of a shape in a request
MOST_CHARACTERS = 200_000  # of a walk in a request
WALK_CONTENTS = "it must contain a number grid, a list of squares, moves or JSON"


# -- numbers, switches and words ----------------------------------------------------------------------------


def _truth(value: Any, before: Before) -> bool:
    if not isinstance(value, bool):
        raise BadInput(f"must be true or false, got {in_json(value)}")
    return value


def whole(least: int, most: int | None = None, metavar: str = "N", what: str = "a whole number") -> Kind:
    """A whole number in a range. `what` is what an error calls it."""
    bounds = f", {least} or more" if most is None else f" from {least} to {most}"

    def parse(value: Any, before: Before) -> int:
        try:
            number = operator.index(value)
        except TypeError:
            number = None
        most_here = MOST_WHOLE if most is None else most
        if number is None or not least <= number <= most_here or isinstance(value, bool):
            raise BadRule(f"must be {what}{bounds}, got {in_json(value)}")
        return number

    limits = {"minimum": least} | ({} if most is None else {"maximum": most})
    return Kind(parse, {"type": "integer", **limits}, metavar, from_text=_number_or_text)


def _number_or_text(text: str) -> int | str:
    """The whole number in a text, or the text, which `parse` refuses."""
    number = whole_in(text, 4000)
    return text if number is None else number


def _seconds(value: Any, before: Before) -> float:
    number = number_in(value)
    if not (number > 0 and math.isfinite(number)):
        raise BadRule(f"must be a number of seconds above 0, got {quoted(value)}")
    return number


def decimal(least: float, most: float, unit: str) -> Kind:
    """A number in a range, with or without a fraction."""

    def parse(value: Any, before: Before) -> float:
        found = math.nan if isinstance(value, bool) else number_in(value)
        if not least <= found <= most:
            raise BadRule(f"must be from {least:g} to {most:.0f} {unit}, got {quoted(value)}")
        return found

    return Kind(parse, {"type": "number", "minimum": least, "maximum": most}, "N")


def _seconds_from_json(value: Any, before: Before) -> Any:
    if isinstance(value, str | bool):
        raise BadRule(f"must be a number of seconds above 0, got {in_json(value)}")
    return value


def word(known: Mapping[str, object] | tuple[str, ...], metavar: str) -> Kind:
    """One of a few words, in any case."""

    def parse(value: Any, before: Before) -> str:
        name = trim(value).lower() if isinstance(value, str) else ""
        if name not in known:
            raise BadRule(f"must be {listed(known, 'or')}, got {quoted(value)}")
        return name

    return Kind(parse, {"type": "string", "enum": list(known)}, metavar)


def formats(known: tuple[str, ...], alone: tuple[str, ...]) -> Kind:
    """Formats, as a text with commas between them or as a list. Those that are `alone` cannot be combined."""
    names = (*known, *alone)
    read_name = word(names, "FORMAT").parse

    def parse(value: Any, before: Before) -> tuple[str, ...]:
        words = value.split(",") if isinstance(value, str) else value
        if not isinstance(words, list | tuple):
            raise BadInput(f"must be {listed(names, 'or')}, got {in_json(value)}")
        forms = tuple(read_name(word, before) for word in words)
        for form in forms:
            if forms.count(form) > 1:
                raise BadInput(f"must name each format once, got {form} twice")
            if form in alone and len(forms) > 1:
                raise BadInput(f"must not combine {form} with other formats, got {listed(forms)}")
        return forms

    schema = {"type": "array", "items": {"type": "string", "enum": list(names)}, "maxItems": len(names)}
    return Kind(parse, {"anyOf": [{"type": "string"}, schema]}, "FORMAT")


def method(known: Mapping[str, object]) -> Kind:
    """The name of a method."""
    kind = word(known, "METHOD")

    def parse(value: Any, before: Before) -> str:
        try:
            name: str = kind.parse(value, before)
        except BadRule:
            raise BadRule(
                f"method {quoted(value)} is not known", accepted=f"the methods are {', '.join(known)}"
            ) from None
        return name

    return kind._replace(parse=parse)


TRUTH = Kind(_truth, {"type": "boolean"})
SEED = whole(0, MOST_SEED)
SECONDS = Kind(_seconds, {"type": "number", "exclusiveMinimum": 0}, "S", _seconds_from_json)


# -- boards and squares -------------------------------------------------------------------------------------


def _written(pattern: str, *examples: str) -> dict[str, Any]:
    """The schema of a value written as text. The parser also checks what a pattern cannot express."""
    return {"type": "string", "pattern": pattern, "maxLength": MOST_WRITTEN, "examples": list(examples)}


def pairs(most: int, least: int = 1) -> dict[str, Any]:
    """The schema of two whole numbers."""
    number = {"type": "integer", "minimum": least, "maximum": most}
    return {"type": "array", "items": number, "minItems": 2, "maxItems": 2}


_SIDE = {"type": "integer", "minimum": 1, "maximum": MOST_SIDE}
_SQUARE = {
    "anyOf": [
        _written(
            r"^\s*((\(\s*)?[0-9]{1,18}\s*,\s*[0-9]{1,18}\s*(\)\s*)?|[a-zA-Z]{1,12}[0-9]{1,18}\s*)$", "a8"
        ),
        pairs(10**18),
    ]
}
_RECTANGLE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "rows": _SIDE,
        "cols": _SIDE,
        "holes": {"type": "array", "items": _SQUARE, "maxItems": MOST_HOLES, "default": []},
        "leaper": pairs(10**6, 0),
    },
    "required": ["rows", "cols"],
    "additionalProperties": False,
}


def _board_from_json(value: Any, before: Before) -> Board:
    """The board of a request: a text, but never the name of a file, or an object."""
    if isinstance(value, str):
        if value[:1] in "@-":
            raise BadBoard(f"board {short(value)!r} is a file", accepted="a request cannot name files")
        if value[:1].isdigit() or value[:1].isspace():
            return _require_sides(Board.read(value))
        from turaga.shapes import SHAPES, named_board, names_shape  # loaded only for shapes

        if not names_shape(value):
            shapes = listed([*SHAPES, "text:WORDS"], "or")
            raise BadBoard(f"must be rows x columns such as 8x8, or a shape: {shapes}, got {quoted(value)}")
        return _require_sides(named_board(value, most_area=MOST_SHAPED))
    if not isinstance(value, dict):
        raise BadBoard(
            f'must be written as "8x8" or as an object with rows, cols and holes, got {in_json(value)}'
        )
    for name in value:
        if name not in _RECTANGLE["properties"]:
            accepted = f"the fields are {listed(_RECTANGLE['properties'])}"
            raise BadBoard(f"{in_json(name)} is not a field of a board", accepted=accepted)
    sides = []
    for name in ("rows", "cols"):
        side = value.get(name)
        if type(side) is not int or not 1 <= side <= 10**18:
            raise BadBoard(f"{name} must be a whole number, 1 or more, got {in_json(side)}")
        sides.append(side)
    holes = value.get("holes", [])
    if not isinstance(holes, list) or len(holes) > MOST_HOLES:
        raise BadBoard(f"holes must be a list of at most {MOST_HOLES} squares, got {in_json(holes)}")
    full = _require_sides(Board(*sides))
    leaper = _leaper_from_json(value.get("leaper", [*KNIGHT]), before)
    return Board(*sides, holes=[square_from_json(hole, full) for hole in holes], leaper=leaper)


def _require_sides(board: Board) -> Board:
    """The board, if it is not larger than boards of requests can be: its squares may be read next."""
    if max(board.rows, board.cols) > MOST_SIDE:
        size = f"{board.rows}x{board.cols}"
        raise BadBoard(f"board {size} is too large", accepted=f"rows and columns must be 1 to {MOST_SIDE}")
    return board


def _leaper_from_json(value: Any, before: Before) -> Any:
    if (
        isinstance(value, list)
        and len(value) == 2
        and all(type(step) is int and 0 <= step <= 10**6 for step in value)
    ):
        return value[0], value[1]
    if isinstance(value, str):
        return parse_leaper(value)
    raise BadBoard(f'must be written as "1,2" or [1, 2], got {in_json(value)}')


def square_from_json(value: Any, board: Board) -> Square:
    """A square of a request: a text, or a pair counted from 1."""
    if isinstance(value, list) and len(value) == 2:
        row, col = value
        if type(row) is int and type(col) is int:  # nearly always, and there can be thousands
            square = row - 1, col - 1
            if square in board:
                return square
            if row >= 0 and col >= 0:
                value = f"{row},{col}"
    if not isinstance(value, str):
        raise BadSquare(
            f"{in_json(value)} is not a square",
            accepted='write "row,col" or [row, col] from 1 at the top left, or a chess name such as a1',
        )
    return board.parse_square(value)


def _board(value: Any, before: Before) -> Board:
    board = read_board(value)
    if chosen() == "bencic":
        require_digits(board)
    return board


def _board_of(before: Before) -> Board:
    """The board that squares are on: that of the walk, if there is one."""
    walk = before.get("walk")
    board: Board | None = before.get("board") if walk is None else walk.board
    if board is None:
        raise BadBoard("must come with a board")
    return board


BOARD = Kind(
    _board,
    {"anyOf": [{"type": "string", "examples": ["8x8", "3x12", "ring:20x20"]}, _RECTANGLE]},
    "BOARD",
    _board_from_json,
)
LEAPER = Kind(
    lambda value, before: _board_of(before).with_leaper(value),
    {"anyOf": [_written(r"^\s*[0-9]{1,6}\s*,\s*[0-9]{1,6}\s*$", "1,2"), pairs(10**6, 0)]},
    "A,B",
    _leaper_from_json,
)
PIECE = LEAPER._replace(parse=lambda value, before: Board(1).with_leaper(value).leaper)
SQUARE = Kind(
    lambda value, before: _board_of(before).read_square(value),
    _SQUARE,
    "SQ",
    lambda value, before: square_from_json(value, _board_of(before)),
)


OF_SQUARES = (
    "SQ",
    "SQUARES",
    "K=SQ",
    "STARTS",
)  # the names in help of arguments in which people write squares


# -- squares to avoid, and squares at given steps ------------------------------------------------------------

_WORD = re.compile(r"(?:\(\s*)?[0-9]+\s*,\s*[0-9]+(?:\s*\))?|[^\s,;]+", re.ASCII)


def squares_in(value: Any, board: Board) -> list[Square]:
    """The squares in a text such as `c3 d4` or `3,3 4,4`, or in a list of texts or pairs.

    >>> squares_in("c3 d4", Board("8x8")), squares_in([(0, 0), "1,2 a1"], Board("8x8"))
    ([(5, 2), (4, 3)], [(0, 0), (0, 1), (7, 0)])
    """
    if isinstance(value, str):
        return [board.parse_square(word) for word in _WORD.findall(value) or [value]]
    if as_pair(value) is not None:
        return [board.read_square(value)]
    try:
        each = list(value)
    except TypeError:
        raise BadSquare(f"must be squares such as 'c3 d4', got {quoted(value)}") from None
    return [
        square
        for one in each
        for square in (squares_in(one, board) if isinstance(one, str) else [board.read_square(one)])
    ]


def _avoid(value: Any, before: Before) -> Board:
    board = _board_of(before)
    return board.with_holes(squares_in(value, Board(board.rows, board.cols)))  # a hole is avoided already


def _list_from_json(value: Any, before: Before) -> Any:
    if isinstance(value, str):
        return value
    if not isinstance(value, list) or len(value) > MOST_HOLES:
        raise BadSquare(f"must be a list of at most {MOST_HOLES} squares, got {in_json(value)}")
    board = _board_of(before)
    return [square_from_json(each, board) for each in value]


AVOID = Kind(
    _avoid,
    {
        "anyOf": [
            {"type": "string", "examples": ["c3 d4"]},
            {"type": "array", "items": _SQUARE, "maxItems": MOST_HOLES},
        ]
    },
    "SQUARES",
    _list_from_json,
)


def _fixes(value: Any, before: Before) -> tuple[tuple[int, int], ...]:
    """The fixed squares as (step, index), sorted by step."""
    board: Board = before["board"]
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, Mapping | list | tuple):
        raise BadRule(f'must map steps to squares, such as {{17: "c4"}}, got {quoted(value)}')
    pairs = texts.items() if isinstance(texts, Mapping) else [_fix(text) for text in texts]
    fixed: dict[int, int] = {}
    for key, square in pairs:
        step = whole_in(key) if isinstance(key, str) else key
        if isinstance(step, bool) or not isinstance(step, int) or not 1 <= step <= board.size:
            got = quoted(key if step is None else step)
            raise BadRule(f"a tour of {board} has no step {got}", accepted=f"steps are 1 to {board.size}")
        index = board.index(square)
        if step in fixed:
            both = f"{board.show(fixed[step])} and {board.show(index)}"
            raise BadRule(f"step {step} has two squares, {both}", accepted="a step has one square")
        if index in fixed.values():
            raise BadRule(
                f"square {board.show(index)} is fixed at two steps",
                accepted="a tour visits each square once",
            )
        fixed[step] = index
    return tuple(sorted(fixed.items()))


def _fix(text: Any) -> tuple[str, str]:
    """The step and the square of `17=c4`."""
    before, equals, square = text.partition("=") if isinstance(text, str) else ("", "", "")
    if not equals or whole_in(before) is None or not trim(square):
        raise BadInput(f"must be a step and a square such as 17=c4, got {quoted(text)}")
    return before, square


def _fixes_from_json(value: Any, before: Before) -> dict[str, Square]:
    if not isinstance(value, dict):
        raise BadRule(f'must map steps to squares, such as {{"17": "c4"}}, got {in_json(value)}')
    return {step: square_from_json(square, before["board"]) for step, square in value.items()}


FIXES = Kind(_fixes, {"type": "object", "additionalProperties": _SQUARE}, "K=SQ", _fixes_from_json)


# -- walks --------------------------------------------------------------------------------------------------


def _reading(value: Any, before: Before) -> Reading:
    """The walk with its mistakes: a walk, what was read already, or the file with this name."""
    if isinstance(value, Reading):
        return value
    if isinstance(value, Walk):
        return Reading("walk", value, verify(value))
    if not isinstance(value, str | os.PathLike):
        raise BadInput(f"must be a Walk, a Tour or the name of a file, got {type(value).__name__}")
    return _reading_of(read_file(value, most=largest_file, expected=WALK_CONTENTS), before)


def _reading_of(text: str | bytes | bytearray, before: Before) -> Reading:
    return read_walk(text, board=before.get("board"), leaper=before.get("leaper"), squares=chosen())


def _reading_from_json(value: Any, before: Before) -> Reading:
    """The walk in a request: a text; or, on a board, a list of squares, or a start and moves."""
    if isinstance(value, str):
        return _reading_of(require_length("walk", value, BadText, MOST_CHARACTERS), before)
    by_moves = isinstance(value, dict) and value.keys() == _MOVES.keys()
    if not (by_moves or isinstance(value, list)):
        raise BadText(f"must be a text, a list of squares, or a start and moves, got {in_json(value)}")
    board = _board_of(before)
    if before.get("leaper") is not None:
        board = board.with_leaper(before["leaper"])
    if not by_moves:
        return _reading(Walk(board, _list_from_json(value, {"board": board})), before)
    start, moves = square_from_json(value["start"], board), value["moves"]
    if not isinstance(moves, str) or len(moves) >= board.size:
        raise BadText(f"must have at most {board.size - 1} moves, one digit for each, got {in_json(moves)}")
    return _reading(walk_of_digits(board, start, moves), before)


_MOVES = {"start": _SQUARE, "moves": {"type": "string", "pattern": "^[1-8]*$"}}
GIVEN_WALK = Kind(
    _reading,
    {
        "anyOf": [
            {"type": "string", "maxLength": MOST_CHARACTERS, "examples": ["1,1 2,3 3,1"]},
            {"type": "array", "items": _SQUARE, "maxItems": MOST_HOLES},
            {
                "type": "object",
                "properties": _MOVES,
                "required": ["start", "moves"],
                "additionalProperties": False,
            },
        ]
    },
    "WALK",
    _reading_from_json,
)
WALK = GIVEN_WALK._replace(parse=lambda value, before: _reading(value, before).walk)  # without mistakes


# -- rules, orders and published programs -----------------------------------------------------------------


def _name_from_json(value: Any, before: Before) -> Any:
    if not isinstance(value, str):
        raise BadRule(f"must be a string, got {in_json(value)}")
    return value


def _orders_from_json(value: Any, before: Before) -> Any:
    if not isinstance(value, list) or not all(isinstance(order, str) for order in value):
        raise BadRule(f'must be a list of orders such as "12345678", got {in_json(value)}')
    return value


RULE = Kind(
    lambda value, before: Rule.read(value),
    {
        "type": "string",
        "maxLength": MOST_WRITTEN,
        "examples": ["outermost", "24753186,open-start", "klochko"],
    },
    "RULE",
    _name_from_json,
)
LIKE = Kind(
    lambda value, before: find_system(value),
    {"type": "string", "maxLength": MOST_WRITTEN, "examples": list(SYSTEMS)},
    "SYSTEM",
    _name_from_json,
)


def _orders(value: Any, before: Before) -> tuple[str, ...]:
    """Orders, from a text with commas between them or a list."""
    if isinstance(value, str):
        value = value.split(",")
    elif not isinstance(value, list | tuple):
        raise BadRule(f"must be a list of orders such as 12345678, got {in_json(value)}")
    return tuple(parse_order(order) for order in value)


ORDERS = Kind(
    _orders,
    {"type": "array", "items": _written(r"^\s*[1-8]{8}\s*$", "12345678"), "maxItems": MOST_ORDERS},
    "A,B,C",
    _orders_from_json,
)

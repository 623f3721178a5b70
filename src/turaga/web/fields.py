"""The fields of requests: each has a parser, a schema and, if its value is not JSON, a form as plain JSON.

The parsers are the same as those of the commands, so both give the same error messages. Pydantic adds the
name of the field.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, PlainValidator, ValidationInfo
from pydantic_core import CoreSchema, PydanticCustomError
from pydantic_core.core_schema import plain_serializer_function_ser_schema

from turaga.board import KNIGHT, Board, Square, parse_leaper
from turaga.errors import BadBoard, BadInput, BadRule, BadSquare, BadText
from turaga.limits import MOST_WRITTEN, require_length, time_in_seconds, whole_number
from turaga.notation.writer import board_facts, from_one
from turaga.order import parse_order
from turaga.rule import SYSTEMS, Rule, find_system
from turaga.shapes import SHAPES, names_shape
from turaga.solve.comparison import read_starts
from turaga.solve.methods import METHODS, parse_method
from turaga.text import listed, number_in, plural, short, whole_in
from turaga.web.handlers import refusal
from turaga.web.request_limits import BOUNDS

_T = TypeVar("_T")
Parser = Callable[[Any, ValidationInfo], _T]
Schema = dict[str, Any]


@dataclass(frozen=True, eq=False)
class _Field:
    """What pydantic needs to know of a field: its parser, whose messages are kept, its schema, and how its
    value is written as JSON for the job."""

    parse: Parser[Any]
    schema: Schema
    as_json: Callable[[Any], object] | None = None  # None: the value is JSON

    def _validate(self, value: Any, info: ValidationInfo) -> Any:
        try:
            return self.parse(value, info)
        except BadInput as error:
            refused = refusal(error)
            raise PydanticCustomError(refused.kind, "{message}", {"message": refused.message}) from None

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        schema = PlainValidator(self._validate).__get_pydantic_core_schema__(source, handler)
        if self.as_json is None:
            return schema
        return {**schema, "serialization": plain_serializer_function_ser_schema(self.as_json)}

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> Schema:
        return self.schema.copy()


def _must_be(name: str | None, what: str, value: object, error: type[BadInput] = BadRule) -> BadInput:
    """The error for a value of the wrong kind."""
    return error(f"{name} must be {what}, got {_quoted(value)}")


def _quoted(value: object) -> str:
    """A value as shown in a message: shortened, and with true, false and null written as in JSON."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict | list):
        kind, thing = ("an object", "key") if isinstance(value, dict) else ("a list", "item")
        return f"{kind} with {plural(len(value), thing)}"
    if isinstance(value, float) and math.isinf(value):
        return "a number that is too large"
    return repr(short(value)) if isinstance(value, str) else short(repr(value))


def _list_schema(items: Schema, most: int, **more: Any) -> Schema:
    return {"type": "array", "items": items, **more, "maxItems": most}


# -- numbers and words --------------------------------------------------------------------------------------


def _plain_int(value: Any) -> int | None:
    """The whole number that a value is: in JSON, 8.0 and 8 are the same number."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _whole(least: int, most: int) -> _Field:
    def parse(value: Any, info: ValidationInfo) -> int:
        number = _plain_int(value)
        if number is None or abs(number) > 10**20:
            got = value if number is None else number
            raise _must_be(info.field_name, f"a whole number from {least} to {most}", got)
        return whole_number(str(info.field_name), number, least, most)

    return _Field(parse, {"type": "integer", "minimum": least, "maximum": most})


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _seconds(most: float) -> _Field:
    def parse(value: Any, info: ValidationInfo) -> float:
        if not _is_number(value) or not math.isfinite(number_in(value)) or value > most:
            raise _must_be(info.field_name, f"a number of seconds above 0, at most {most:g}", value)
        return time_in_seconds(value)

    return _Field(parse, {"type": "number", "exclusiveMinimum": 0, "maximum": most})


def _truth(value: Any, info: ValidationInfo) -> bool:
    if not isinstance(value, bool):
        raise _must_be(info.field_name, "true or false", value)
    return value


def _short_text(value: Any, info: ValidationInfo, most: int = BOUNDS.most_ties) -> str:
    if not isinstance(value, str):
        raise _must_be(info.field_name, "a string", value, BadInput)
    return require_length(str(info.field_name), value, BadText, most)


def _text(most: int) -> _Field:
    return _Field(lambda value, info: _short_text(value, info, most), {"type": "string", "maxLength": most})


def _word(*known: str) -> _Field:
    """One of a few words."""

    def parse(value: Any, info: ValidationInfo) -> str:
        text = _short_text(value, info)
        if text not in known:
            raise _must_be(info.field_name, listed(known, "or"), text)
        return text

    return _Field(parse, {"type": "string", "enum": list(known)})


def _name(parse: Callable[[str], str], **more: Any) -> _Field:
    """A short text with a parser of its own. `more` is the rest of its schema."""
    return _Field(lambda value, info: parse(_short_text(value, info)), {"type": "string", **more})


def _shape(value: Any, info: ValidationInfo) -> str:
    """The name of a built-in shape, or a word to draw. A request cannot name a file."""
    text = _short_text(value, info, BOUNDS.shape_most_characters)
    if not names_shape(text):
        raise BadBoard(
            f"shape {short(text)!r} is not known",
            accepted=f"the shapes are {listed([*SHAPES, 'text:WORDS'])}; a size can follow, as in ring:20x20",
        )
    return text


def _written(pattern: str, *examples: str) -> Schema:
    """The schema of a value written as text. The parser also checks what a pattern cannot express, for
    example that a square is on its board."""
    return {"type": "string", "pattern": pattern, "maxLength": MOST_WRITTEN, "examples": list(examples)}


_ORDER_WRITTEN = _written(r"^\s*[1-8]{8}\s*$", "12345678")


def _orders(most: int) -> _Field:
    def parse(value: Any, info: ValidationInfo) -> list[str]:
        if not isinstance(value, list) or len(value) > most:
            raise _must_be("orders", f"a list of at most {most} orders", value)
        for order in value:
            if not isinstance(order, str):
                raise _must_be("an order", 'a string such as "12345678"', order)
        return [parse_order(order) for order in value]

    return _Field(parse, _list_schema(_ORDER_WRITTEN, most))


Truth = Annotated[bool, _Field(_truth, {"type": "boolean"})]
Like = Annotated[str, _name(lambda text: find_system(text).name, examples=list(SYSTEMS))]
RuleText = Annotated[
    str,
    _name(
        lambda text: Rule(text).text,
        maxLength=BOUNDS.most_ties,
        examples=["outermost", "random", "12345678,open-start", "klochko"],
    ),
]
Method = Annotated[str, _name(parse_method, examples=list(METHODS))]
ShapeName = Annotated[
    str,
    _Field(
        _shape,
        {
            "type": "string",
            "maxLength": BOUNDS.shape_most_characters,
            "examples": ["horse", "ring:20x20", "text:HELLO"],
        },
    ),
]
Orders = Annotated[list[str], _orders(BOUNDS.most_orders)]
MapOrders = Annotated[list[str], _orders(BOUNDS.map_most_orders)]
Retries = Annotated[int, _whole(0, BOUNDS.most_retries)]
MapRetries = Annotated[int, _whole(0, BOUNDS.map_most_retries)]
CompareRetries = Annotated[int, _whole(0, BOUNDS.compare_most_retries)]
Steps = Annotated[int, _whole(1, BOUNDS.most_steps)]
CompareSteps = Annotated[int, _whole(1, BOUNDS.compare_most_steps)]
Probes = Annotated[int, _whole(1, BOUNDS.count_most_probes)]
Seed = Annotated[int, _whole(0, BOUNDS.most_seed)]
Seconds = Annotated[float, _seconds(BOUNDS.most_seconds)]
CompareSeconds = Annotated[float, _seconds(BOUNDS.compare_most_seconds)]


# -- boards, squares and walks ------------------------------------------------------------------------------

_BOARD_WRITTEN = _written(r"^\s*[0-9]{1,18}\s*([xX×]\s*[0-9]{1,18}\s*)?$", "8x8", "3x12")
_LEAPER_WRITTEN = _written(r"^\s*[0-9]{1,6}\s*,\s*[0-9]{1,6}\s*$", "1,2")
_SQUARE_WRITTEN = _written(
    r"^\s*((\(\s*)?[0-9]{1,18}\s*,\s*[0-9]{1,18}\s*(\)\s*)?|[a-zA-Z]{1,12}[0-9]{1,18}\s*)$", "1,1", "a8"
)
_SQUARE: Schema = {
    "anyOf": [
        _SQUARE_WRITTEN,
        _list_schema({"type": "integer", "minimum": 1, "maximum": BOUNDS.most_side}, 2, minItems=2),
    ],
    "description": "A square: row and column, counted from 1 at the top left, as a string or a pair; "
    "or a chess name, where a1 is the bottom left.",
}


def _board(most: int) -> _Field:
    """A board whose sides are limited."""

    def parse(value: Any, info: ValidationInfo) -> Board:
        board = _any_board(value, most)
        _require_sides(board.rows, board.cols, most)
        return board

    side = {"type": "integer", "minimum": 1, "maximum": most}
    holes = _list_schema(_SQUARE, BOUNDS.most_listed, default=[])
    written_out = {
        "type": "object",
        "properties": {"rows": side, "cols": side, "holes": holes},
        "required": ["rows", "cols"],
        "additionalProperties": False,
    }
    schema = {
        "anyOf": [_BOARD_WRITTEN, written_out],
        "description": f"Rows x columns, each 1 to {most}. An object can also have holes.",
    }
    return _Field(parse, schema, board_facts)


def _any_board(value: Any, most: int) -> Board:
    if isinstance(value, str):
        return Board.read(value)
    if not isinstance(value, dict):
        raise _must_be("board", 'written as "8x8" or as an object with rows, cols and holes', value, BadBoard)
    for name in value:
        if name not in ("rows", "cols", "holes"):
            raise BadBoard(
                f"{_quoted(name)} is not a field of a board", accepted="the fields are rows, cols and holes"
            )
    rows, cols = (_side(value.get(name), name, most) for name in ("rows", "cols"))
    _require_sides(rows, cols, most)  # before anything of this size is created
    holes = value.get("holes", [])
    if not isinstance(holes, list) or len(holes) > BOUNDS.most_listed:
        raise _must_be("holes", f"a list of at most {BOUNDS.most_listed} squares", holes, BadBoard)
    board = Board(rows, cols)
    return Board(rows, cols, holes=[_any_square(hole, board) for hole in holes]) if holes else board


def _require_sides(rows: int, cols: int, most: int) -> None:
    if max(rows, cols) > most:
        raise BadBoard(f"board {rows}x{cols} is too large", accepted=f"rows and columns must be 1 to {most}")


def _side(value: Any, name: str, most: int) -> int:
    side = _plain_int(value)
    if side is None or side < 1 or side > 10**18:
        raise _must_be(name, f"a whole number from 1 to {most}", value, BadBoard)
    return side


def _size(value: Any, info: ValidationInfo) -> str:
    """Rows x columns, without holes. The shape checks how large it may be."""
    if not isinstance(value, str):
        raise _must_be("size", 'written as "20x30"', value, BadBoard)
    board = Board.read(value)
    return f"{board.rows}x{board.cols}"


def _leaper(value: Any, info: ValidationInfo) -> tuple[int, int]:
    if isinstance(value, list) and len(value) == 2:
        pair = [_plain_int(step) for step in value]
        if all(step is not None and 0 <= step < 10**6 for step in pair):
            value = f"{pair[0]},{pair[1]}"
    if not isinstance(value, str):
        raise _must_be("leaper", 'written as "1,2" or [1, 2]', value, BadBoard)
    leaper = parse_leaper(value)
    if leaper[1] > BOUNDS.most_leap:
        raise BadBoard(
            f"leaper {leaper[0]},{leaper[1]} jumps too far",
            accepted=f"a jump may be at most {BOUNDS.most_leap} squares in each direction",
        )
    return leaper


def _board_of(info: ValidationInfo) -> Board:
    """The board of the request. If it could not be parsed, which is an error of its own, the largest board
    allowed."""
    board = info.data.get("board")
    return board if isinstance(board, Board) else Board(BOUNDS.most_side)


def _any_square(value: Any, board: Board) -> Square:
    """A square of the board, from any of the forms in which a request can have it."""
    if isinstance(value, list) and len(value) == 2:
        row, col = value
        if type(row) is int and type(col) is int:  # nearly always, and there can be thousands
            square = row - 1, col - 1
            if square in board:
                return square
        pair = [_plain_int(side) for side in value]
        if all(side is not None and 0 <= side < 10**18 for side in pair):
            value = f"{pair[0]},{pair[1]}"
    if not isinstance(value, str):
        raise BadSquare(
            f"{_quoted(value)} is not a square",
            accepted='write "row,col" or [row, col] from 1 at the top left, or a chess name such as a1',
        )
    return board.parse_square(value)


def _from_one_each(squares: list[Square]) -> list[list[int]]:
    return [from_one(square) for square in squares]


def _fix(value: Any, info: ValidationInfo) -> dict[int, Square]:
    if not isinstance(value, dict):
        raise BadRule(f'fix must map steps to squares, such as {{"17": "3,5"}}, got {_quoted(value)}')
    if len(value) > BOUNDS.most_fixed:
        raise BadRule(f"fix must have at most {BOUNDS.most_fixed} squares, got {_quoted(value)}")
    board = _board_of(info)
    fixed: dict[int, Square] = {}
    for step, square in value.items():
        number = whole_in(step)
        if number is None or not 1 <= number <= board.size:
            raise BadRule(
                f"a tour of {board} has no step {_quoted(step)}", accepted=f"steps are 1 to {board.size}"
            )
        if number in fixed:
            raise BadRule(f"step {number} is fixed twice", accepted="each step can have one square")
        fixed[number] = _any_square(square, board)
    return fixed


AnyBoard = Annotated[Board, _board(BOUNDS.most_side)]
CountBoard = Annotated[Board, _board(BOUNDS.count_most_side)]
MapBoard = Annotated[Board, _board(BOUNDS.map_most_side)]
CompareBoard = Annotated[Board, _board(BOUNDS.compare_most_side)]
VerdictBoard = Annotated[Board, _board(BOUNDS.verdict_most_side)]
Size = Annotated[str, _Field(_size, _BOARD_WRITTEN)]
Leaper = Annotated[
    tuple[int, int],
    _Field(
        _leaper,
        {
            "anyOf": [
                _LEAPER_WRITTEN,
                _list_schema({"type": "integer", "minimum": 0, "maximum": BOUNDS.most_leap}, 2, minItems=2),
            ],
            "description": "The piece that moves: how far it jumps in one direction and across. "
            "The knight is 1,2.",
        },
        list,
    ),
]
OneSquare = Annotated[
    Square, _Field(lambda value, info: _any_square(value, _board_of(info)), _SQUARE, from_one)
]
Fixes = Annotated[
    dict[int, Square],
    _Field(
        _fix,
        {
            "type": "object",
            "additionalProperties": _SQUARE,
            "description": "Squares by their step in the tour, from 1.",
        },
        lambda fixed: {str(step): from_one(square) for step, square in fixed.items()},
    ),
]


# -- comparisons: lists of methods, rules and published systems, and the starts -----------------------------

_TIES = {"type": "string", "maxLength": BOUNDS.most_ties, "examples": ["outermost", "random"]}


def _list_of(
    parse_item: Callable[[Any], object], items: Schema, as_json: Callable[[Any], object] | None = None
) -> _Field:
    most = BOUNDS.compare_most_listed

    def parse(value: Any, info: ValidationInfo) -> list[object]:
        if not isinstance(value, list) or len(value) > most:
            raise _must_be(info.field_name, f"a list of at most {most} items", value)
        return [parse_item(item) for item in value]

    return _Field(parse, _list_schema(items, most), as_json)


def _item(value: Any) -> str:
    if not isinstance(value, str) or len(value) > BOUNDS.most_ties:
        raise _must_be("each item", "a string", value)
    return value


def _starts(value: Any, info: ValidationInfo) -> list[Square]:
    """The starts. The board, its leaper and the seed are fields that come before this one."""
    board = _board_of(info).with_leaper(info.data.get("leaper", KNIGHT))
    most = BOUNDS.compare_most_starts
    if isinstance(value, list) and len(value) <= most:
        value = [_any_square(square, board) for square in value]
    elif not isinstance(value, str):
        raise _must_be("starts", f'"all", "random:20" or a list of at most {most} squares', value)
    starts = read_starts(board, value, info.data.get("seed", 0))
    if len(starts) > most:
        raise BadRule(f"{len(starts)} starts are too many", accepted=f"at most {most} can be compared")
    return list(starts)


Methods = Annotated[
    list[str], _list_of(lambda item: parse_method(_item(item)), {**_TIES, "examples": list(METHODS)})
]
Systems = Annotated[
    list[str], _list_of(lambda item: find_system(_item(item)).name, {**_TIES, "examples": list(SYSTEMS)})
]
Rules = Annotated[
    list[Rule],
    _list_of(lambda item: Rule(_item(item)), _TIES, lambda rules: [rule.text for rule in rules]),
]
Starts = Annotated[
    list[Square],
    _Field(
        _starts,
        {
            "anyOf": [
                {"type": "string", "maxLength": BOUNDS.most_ties, "examples": ["all", "random:20"]},
                _list_schema(_SQUARE, BOUNDS.compare_most_starts, minItems=1),
            ],
        },
        _from_one_each,
    ),
]

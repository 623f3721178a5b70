"""The fields of requests: each has a parser, a form as plain JSON, and a schema.

The parsers are the same as those of the commands, so both give the same error messages. Pydantic adds the
name of the field.
"""

import math
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from pydantic import PlainSerializer, PlainValidator, ValidationInfo, WithJsonSchema
from pydantic_core import PydanticCustomError

from turaga.board import Board, Square, parse_leaper
from turaga.draw.styles import COLOURS, STYLES
from turaga.draw.themes import THEMES
from turaga.errors import BadBoard, BadInput, BadRule, BadSquare, BadText
from turaga.limits import MOST_WRITTEN, require_length, time_in_seconds, whole_number
from turaga.notation.writer import board_facts, from_one
from turaga.order import parse_order
from turaga.play.circuit_animation import WATCHED_METHODS
from turaga.rule import SYSTEMS, Rule, find_system
from turaga.solve.methods import METHODS, parse_method
from turaga.text import listed, number_in, plural, short, whole_in
from turaga.web.handlers import MEDIA, refusal
from turaga.web.request_limits import BOUNDS

_T = TypeVar("_T")
_Parser = Callable[[Any, ValidationInfo], _T]


def parsed_by(parser: _Parser[_T]) -> PlainValidator:
    """Wrap a parser for pydantic, keeping the messages of its errors."""

    def validate(value: Any, info: ValidationInfo) -> _T:
        try:
            return parser(value, info)
        except BadInput as error:
            refused = refusal(error)
            raise PydanticCustomError(refused.kind, "{message}", {"message": refused.message}) from None

    return PlainValidator(validate)


def quoted_json(value: object) -> str:
    """A value as shown in a message: shortened, and with true, false and null written as in JSON."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict | list):
        kind, thing = ("an object", "key") if isinstance(value, dict) else ("a list", "item")
        return f"{kind} with {plural(len(value), thing)}"
    return repr(short(value)) if isinstance(value, str) else short(repr(value))


# -- parsers ----------------------------------------------------------------------------------------------


def whole(least: int, most: int) -> _Parser[int]:
    """A parser of whole numbers."""

    def read(value: Any, info: ValidationInfo) -> int:
        if isinstance(value, float) and value.is_integer():
            value = int(value)  # in JSON, 8.0 and 8 are the same number
        if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 10**20:
            raise BadRule(
                f"{info.field_name} must be a whole number from {least} to {most}, got {quoted_json(value)}",
                field=info.field_name,
                value=value,
            )
        return whole_number(str(info.field_name), value, least, most)

    return read


def _truth(value: Any, info: ValidationInfo) -> bool:
    if not isinstance(value, bool):
        raise BadRule(
            f"{info.field_name} must be true or false, got {quoted_json(value)}",
            field=info.field_name,
            value=value,
        )
    return value


def _text(value: Any, info: ValidationInfo, most: int) -> str:
    if not isinstance(value, str):
        raise BadInput(
            f"{info.field_name} must be a string, got {quoted_json(value)}",
            field=info.field_name,
            value=value,
        )
    return require_length(str(info.field_name), value, BadText, most)


def _characters(most: int) -> _Parser[str]:
    return lambda value, info: _text(value, info, most)


def _word(known: tuple[str, ...]) -> _Parser[str]:
    def read(value: Any, info: ValidationInfo) -> str:
        word = _text(value, info, BOUNDS.most_ties)
        if word not in known:
            raise BadRule(
                f"{info.field_name} must be {listed(known, 'or')}, got {quoted_json(word)}",
                field=info.field_name,
                value=word,
            )
        return word

    return read


def _board(most: int) -> _Parser[Board]:
    def read(value: Any, info: ValidationInfo) -> Board:
        board = _any_board(value)
        _require_sides(board.rows, board.cols, most)
        return board

    return read


def _any_board(value: Any) -> Board:
    if isinstance(value, str):
        return Board.read(value)
    if not isinstance(value, dict):
        raise BadBoard(
            'board must be written as "8x8" or as an object with rows, cols and holes, '
            f"got {quoted_json(value)}",
            field="board",
            value=value,
        )
    for name in value:
        if name not in ("rows", "cols", "holes"):
            raise BadBoard(
                f"{quoted_json(name)} is not a field of a board",
                accepted="the fields are rows, cols and holes",
                field="board",
                value=name,
            )
    sides = [_side(value, name) for name in ("rows", "cols")]
    _require_sides(sides[0], sides[1], BOUNDS.most_side)  # before anything of this size is created
    holes = value.get("holes", [])
    if not isinstance(holes, list) or len(holes) > BOUNDS.most_side**2:
        raise BadBoard(
            f"holes must be a list of at most {BOUNDS.most_side**2} squares, got {quoted_json(holes)}",
            field="board",
            value=holes,
        )
    board = Board(sides[0], sides[1])
    return Board(sides[0], sides[1], holes=[any_square(hole, board) for hole in holes])


def _require_sides(rows: int, cols: int, most: int) -> None:
    if max(rows, cols) > most:
        raise BadBoard(
            f"board {rows}x{cols} is too large",
            accepted=f"rows and columns must be 1 to {most}",
            field="board",
            value=(rows, cols),
        )


def _side(value: dict[str, Any], name: str) -> int:
    side = _plain_int(value.get(name))
    if side is None or side < 1 or side > 10**18:
        raise BadBoard(
            f"{name} must be a whole number from 1 to {BOUNDS.most_side}, got {quoted_json(value.get(name))}",
            field="board",
            value=value.get(name),
        )
    return side


def _plain_int(value: Any) -> int | None:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _leaper(value: Any, info: ValidationInfo) -> tuple[int, int]:
    if isinstance(value, list) and len(value) == 2:
        pair = [_plain_int(step) for step in value]
        if all(step is not None and 0 <= step < 10**6 for step in pair):
            value = f"{pair[0]},{pair[1]}"
    if not isinstance(value, str):
        raise BadBoard(
            f'leaper must be written as "1,2" or [1, 2], got {quoted_json(value)}',
            field="leaper",
            value=value,
        )
    leaper = parse_leaper(value)
    if leaper[1] > BOUNDS.most_leap:
        raise BadBoard(
            f"leaper {leaper[0]},{leaper[1]} jumps too far",
            accepted=f"a jump may be at most {BOUNDS.most_leap} squares in each direction",
            field="leaper",
            value=value,
        )
    return leaper


def _square(value: Any, info: ValidationInfo) -> Square:
    return any_square(value, board_of(info))


def board_of(info: ValidationInfo) -> Board:
    """The board of the request. If it could not be parsed, which is an error of its own, the largest board
    allowed."""
    board = info.data.get("board")
    return board if isinstance(board, Board) else Board(BOUNDS.most_side)


def any_square(value: Any, board: Board) -> Square:
    if isinstance(value, list) and len(value) == 2:
        pair = [_plain_int(side) for side in value]
        if all(side is not None and 0 <= side < 10**18 for side in pair):
            value = f"{pair[0]},{pair[1]}"
    if not isinstance(value, str):
        raise BadSquare(
            f"{quoted_json(value)} is not a square",
            accepted='write "row,col" or [row, col] from 1 at the top left, or a chess name such as a1',
            value=value,
        )
    return board.parse_square(value)


def _squares(value: Any, info: ValidationInfo) -> list[Square]:
    board = board_of(info)
    if not isinstance(value, list) or len(value) > BOUNDS.most_side**2:
        raise BadSquare(
            f"squares must be a list of at most {BOUNDS.most_side**2} squares, got {quoted_json(value)}",
            field="squares",
            value=value,
        )
    return [any_square(square, board) for square in value]


def _fix(value: Any, info: ValidationInfo) -> dict[int, Square]:
    if not isinstance(value, dict):
        raise BadRule(
            f'fix must map steps to squares, such as {{"17": "3,5"}}, got {quoted_json(value)}',
            field="fix",
            value=value,
        )
    board, fixed = board_of(info), {}
    for step, square in value.items():
        number = whole_in(step)
        if number is None or not 1 <= number <= board.size:
            raise BadRule(
                f"a tour of {board} has no step {quoted_json(step)}",
                accepted=f"steps are 1 to {board.size}",
                field="fix",
                value=step,
            )
        if number in fixed:
            raise BadRule(
                f"step {number} is fixed twice",
                accepted="each step can have one square",
                field="fix",
                value=number,
            )
        fixed[number] = any_square(square, board)
    return fixed


def _orders(most: int) -> _Parser[list[str]]:
    def read(value: Any, info: ValidationInfo) -> list[str]:
        if not isinstance(value, list) or len(value) > most:
            raise BadRule(
                f"orders must be a list of at most {most} orders, got {quoted_json(value)}",
                field="orders",
                value=value,
            )
        for order in value:
            if not isinstance(order, str):
                raise BadRule(
                    f'an order must be a string such as "12345678", got {quoted_json(order)}',
                    field="orders",
                    value=order,
                )
        return [parse_order(order) for order in value]

    return read


def _ties(value: Any, info: ValidationInfo) -> str:
    return Rule(ties=_text(value, info, BOUNDS.most_ties)).ties


def _like(value: Any, info: ValidationInfo) -> str:
    return find_system(_text(value, info, BOUNDS.most_ties)).name


def _method(value: Any, info: ValidationInfo) -> str:
    return parse_method(_text(value, info, BOUNDS.most_ties))


def seconds(most: float) -> _Parser[float]:
    """A parser of times in seconds."""

    def read(value: Any, info: ValidationInfo) -> float:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not math.isfinite(number_in(value)) or value > most:
            raise BadRule(
                f"{info.field_name} must be a number of seconds above 0, at most {most:g}, "
                f"got {quoted_json(value)}",
                field=info.field_name,
                value=value,
            )
        return time_in_seconds(value)

    return read


def _speed(value: Any, info: ValidationInfo) -> float:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not BOUNDS.draw_slowest <= value <= BOUNDS.draw_fastest:
        raise BadRule(
            f"speed must be {BOUNDS.draw_slowest:g} to {BOUNDS.draw_fastest:.0f} squares per second, "
            f"got {quoted_json(value)}",
            field="speed",
            value=value,
        )
    return float(value)


# -- fields -------------------------------------------------------------------------------------------------


def _written(pattern: str, *examples: str) -> dict[str, Any]:
    """The schema of a value written as text. The parser also checks what a pattern cannot express, for
    example that a square is on its board."""
    return {"type": "string", "pattern": pattern, "maxLength": MOST_WRITTEN, "examples": list(examples)}


_BOARD_WRITTEN = _written(r"^\s*[0-9]{1,18}\s*([xX×]\s*[0-9]{1,18}\s*)?$", "8x8", "3x12")
_LEAPER_WRITTEN = _written(r"^\s*[0-9]{1,6}\s*,\s*[0-9]{1,6}\s*$", "1,2")
_SQUARE_WRITTEN = _written(
    r"^\s*((\(\s*)?[0-9]{1,18}\s*,\s*[0-9]{1,18}\s*(\)\s*)?|[a-zA-Z]{1,12}[0-9]{1,18}\s*)$", "1,1", "a8"
)
_ORDER_WRITTEN = _written(r"^\s*[1-8]{8}\s*$", "12345678")
SQUARE_SCHEMA: dict[str, Any] = {
    "anyOf": [
        _SQUARE_WRITTEN,
        {
            "type": "array",
            "items": {"type": "integer", "minimum": 1, "maximum": BOUNDS.most_side},
            "minItems": 2,
            "maxItems": 2,
        },
    ],
    "description": "A square: row and column, counted from 1 at the top left, as a string or a pair; "
    "or a chess name, where a1 is the bottom left.",
}


def _board_schema(most: int) -> dict[str, Any]:
    side = {"type": "integer", "minimum": 1, "maximum": most}
    holes = {"type": "array", "items": SQUARE_SCHEMA, "maxItems": BOUNDS.most_side**2, "default": []}
    return {
        "anyOf": [
            _BOARD_WRITTEN,
            {
                "type": "object",
                "properties": {"rows": side, "cols": side, "holes": holes},
                "required": ["rows", "cols"],
                "additionalProperties": False,
            },
        ],
        "description": f"Rows x columns, each 1 to {most}. An object can also have holes.",
    }


def whole_schema(least: int, most: int) -> WithJsonSchema:
    return WithJsonSchema({"type": "integer", "minimum": least, "maximum": most})


def _orders_schema(most: int) -> WithJsonSchema:
    return WithJsonSchema({"type": "array", "items": _ORDER_WRITTEN, "maxItems": most})


def _words_schema(*known: str) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "enum": list(known)})


_BOARD_AS_JSON = PlainSerializer(board_facts, return_type=dict[str, object])
AnyBoard = Annotated[
    Board,
    parsed_by(_board(BOUNDS.most_side)),
    _BOARD_AS_JSON,
    WithJsonSchema(_board_schema(BOUNDS.most_side)),
]
MapBoard = Annotated[
    Board,
    parsed_by(_board(BOUNDS.map_most_side)),
    _BOARD_AS_JSON,
    WithJsonSchema(_board_schema(BOUNDS.map_most_side)),
]
Leaper = Annotated[
    tuple[int, int],
    parsed_by(_leaper),
    PlainSerializer(list, return_type=list[int]),
    WithJsonSchema(
        {
            "anyOf": [
                _LEAPER_WRITTEN,
                {
                    "type": "array",
                    "items": {"type": "integer", "minimum": 0, "maximum": BOUNDS.most_leap},
                    "minItems": 2,
                    "maxItems": 2,
                },
            ],
            "description": "The piece that moves: how far it jumps in one direction and across. "
            "The knight is 1,2.",
        }
    ),
]
OneSquare = Annotated[Square, parsed_by(_square), PlainSerializer(from_one), WithJsonSchema(SQUARE_SCHEMA)]
Squares = Annotated[
    list[Square],
    parsed_by(_squares),
    PlainSerializer(lambda squares: [from_one(square) for square in squares]),
    WithJsonSchema({"type": "array", "items": SQUARE_SCHEMA, "maxItems": BOUNDS.most_side**2}),
]
Fixes = Annotated[
    dict[int, Square],
    parsed_by(_fix),
    PlainSerializer(lambda fixed: {str(step): from_one(square) for step, square in fixed.items()}),
    WithJsonSchema(
        {
            "type": "object",
            "additionalProperties": SQUARE_SCHEMA,
            "description": "Squares by their step in the tour, from 1.",
        }
    ),
]
Truth = Annotated[bool, parsed_by(_truth), WithJsonSchema({"type": "boolean"})]
Like = Annotated[str, parsed_by(_like), WithJsonSchema({"type": "string", "examples": list(SYSTEMS)})]
Ties = Annotated[
    str,
    parsed_by(_ties),
    WithJsonSchema(
        {
            "type": "string",
            "maxLength": BOUNDS.most_ties,
            "examples": ["outermost", "random", "order:12345678"],
        }
    ),
]
Method = Annotated[str, parsed_by(_method), WithJsonSchema({"type": "string", "examples": list(METHODS)})]
WatchedMethod = Annotated[str, parsed_by(_word(WATCHED_METHODS)), _words_schema(*WATCHED_METHODS)]
Format = Annotated[str, parsed_by(_word(tuple(MEDIA))), _words_schema(*MEDIA)]
Colour = Annotated[str, parsed_by(_word(COLOURS)), _words_schema(*COLOURS)]
Style = Annotated[str, parsed_by(_word(STYLES)), _words_schema(*STYLES)]
Theme = Annotated[str, parsed_by(_word(tuple(THEMES))), _words_schema(*THEMES)]
Text = Annotated[
    str,
    parsed_by(_characters(BOUNDS.check_most_characters)),
    WithJsonSchema({"type": "string", "maxLength": BOUNDS.check_most_characters}),
]
Title = Annotated[
    str,
    parsed_by(_characters(BOUNDS.draw_most_title)),
    WithJsonSchema({"type": "string", "maxLength": BOUNDS.draw_most_title}),
]
Speed = Annotated[
    float,
    parsed_by(_speed),
    WithJsonSchema({"type": "number", "minimum": BOUNDS.draw_slowest, "maximum": BOUNDS.draw_fastest}),
]
Orders = Annotated[list[str], parsed_by(_orders(BOUNDS.most_orders)), _orders_schema(BOUNDS.most_orders)]
MapOrders = Annotated[
    list[str], parsed_by(_orders(BOUNDS.map_most_orders)), _orders_schema(BOUNDS.map_most_orders)
]
Retries = Annotated[int, parsed_by(whole(0, BOUNDS.most_retries)), whole_schema(0, BOUNDS.most_retries)]
MapRetries = Annotated[
    int, parsed_by(whole(0, BOUNDS.map_most_retries)), whole_schema(0, BOUNDS.map_most_retries)
]
Steps = Annotated[int, parsed_by(whole(1, BOUNDS.most_steps)), whole_schema(1, BOUNDS.most_steps)]
WalkSteps = Annotated[
    int, parsed_by(whole(1, BOUNDS.walk_most_steps)), whole_schema(1, BOUNDS.walk_most_steps)
]
Probes = Annotated[
    int, parsed_by(whole(1, BOUNDS.count_most_probes)), whole_schema(1, BOUNDS.count_most_probes)
]
Draws = Annotated[
    int, parsed_by(whole(1, BOUNDS.sample_most_draws)), whole_schema(1, BOUNDS.sample_most_draws)
]
Pixels = Annotated[
    int,
    parsed_by(whole(BOUNDS.draw_least_pixels, BOUNDS.draw_most_pixels)),
    whole_schema(BOUNDS.draw_least_pixels, BOUNDS.draw_most_pixels),
]
Seed = Annotated[int, parsed_by(whole(0, BOUNDS.most_seed)), whole_schema(0, BOUNDS.most_seed)]
Seconds = Annotated[
    float,
    parsed_by(seconds(BOUNDS.most_seconds)),
    WithJsonSchema({"type": "number", "exclusiveMinimum": 0, "maximum": BOUNDS.most_seconds}),
]

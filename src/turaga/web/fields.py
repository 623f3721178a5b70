"""The parts of a question: each with its reader, the shape it has as plain JSON, and its schema.

A reader is the one the commands use, so that an error says the same sentence; pydantic adds the part's name.
"""

import math
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from pydantic import PlainSerializer, PlainValidator, ValidationInfo, WithJsonSchema
from pydantic_core import PydanticCustomError

from turaga.board import Board, Square, parse_leaper
from turaga.draw.options import COLOURS, STYLES
from turaga.draw.themes import THEMES
from turaga.errors import BadBoard, BadInput, BadRule, BadSquare, BadText
from turaga.limits import MOST_WRITTEN, require_length, time_in_seconds, whole_number
from turaga.notation.writer import board_facts, from_one
from turaga.order import parse_order
from turaga.play.watch_request import WATCH_METHODS
from turaga.rule import SYSTEMS, Rule, find_system
from turaga.solve.methods import METHODS, parse_method
from turaga.text import listed, short
from turaga.web.handlers import MEDIA, refusal
from turaga.web.request_limits import BOUNDS

_T = TypeVar("_T")
_Reader = Callable[[Any, ValidationInfo], _T]


def _reads(reader: _Reader[_T]) -> PlainValidator:
    """The reader as pydantic takes it: what it refuses is said in its own words."""

    def validate(value: Any, info: ValidationInfo) -> _T:
        try:
            return reader(value, info)
        except BadInput as error:
            refused = refusal(error)
            raise PydanticCustomError(refused.kind, "{says}", {"says": refused.says}) from None

    return PlainValidator(validate)


def _told(value: object) -> str:
    """A value in a sentence, cut short; true, false and null as JSON has them."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict | list):
        return f"{'an object' if isinstance(value, dict) else 'a list'} of {len(value)}"
    return repr(short(value)) if isinstance(value, str) else short(repr(value))


# -- readers ----------------------------------------------------------------------------------------------


def _whole(least: int, most: int) -> _Reader[int]:
    def read(value: Any, info: ValidationInfo) -> int:
        if isinstance(value, float) and value.is_integer():
            value = int(value)  # to JSON, 8.0 and 8 are the same
        if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 10**20:
            raise BadRule(
                f"{info.field_name} {_told(value)} is not taken: give a whole number from {least} to {most}"
            )
        return whole_number(str(info.field_name), value, least, most)

    return read


def _truth(value: Any, info: ValidationInfo) -> bool:
    if not isinstance(value, bool):
        raise BadRule(f"{info.field_name} {_told(value)} is not taken: give true or false")
    return value


def _text(value: Any, info: ValidationInfo, most: int) -> str:
    if not isinstance(value, str):
        raise BadInput(f"{info.field_name} {_told(value)} is not taken: give a text")
    return require_length(str(info.field_name), value, BadText, most)


def _characters(most: int) -> _Reader[str]:
    return lambda value, info: _text(value, info, most)


def _word(known: tuple[str, ...]) -> _Reader[str]:
    def read(value: Any, info: ValidationInfo) -> str:
        word = _text(value, info, BOUNDS.most_ties)
        if word not in known:
            raise BadRule(f"{info.field_name} {_told(word)} is not known: write {listed(known, 'or')}")
        return word

    return read


def _board(most: int) -> _Reader[Board]:
    def read(value: Any, info: ValidationInfo) -> Board:
        board = _any_board(value)
        if max(board.rows, board.cols) > most:
            raise BadBoard(f"board {board.rows}x{board.cols} is too large: sides of 1 to {most} are taken")
        return board

    return read


def _any_board(value: Any) -> Board:
    if isinstance(value, str):
        return Board.read(value)
    if not isinstance(value, dict):
        raise BadBoard(
            f'board {_told(value)} is not understood: write "8x8", or an object with rows, cols and holes'
        )
    for name in value:
        if name not in ("rows", "cols", "holes"):
            raise BadBoard(f"board has no {_told(name)}: it has rows, cols and holes")
    sides = [_side(value, name) for name in ("rows", "cols")]
    if max(sides) > BOUNDS.most_side:  # before anything is made as large
        raise BadBoard(
            f"board {sides[0]}x{sides[1]} is too large: sides of 1 to {BOUNDS.most_side} are taken"
        )
    holes = value.get("holes", [])
    if not isinstance(holes, list) or len(holes) > BOUNDS.most_side**2:
        raise BadBoard(
            f"holes {_told(holes)} are not understood: give a list of at most {BOUNDS.most_side**2} squares"
        )
    board = Board(sides[0], sides[1])
    return Board(sides[0], sides[1], holes=[_any_square(hole, board) for hole in holes])


def _side(value: dict[str, Any], name: str) -> int:
    side = _plain_int(value.get(name))
    if side is None or side < 1 or side > 10**18:
        raise BadBoard(
            f"{name} {_told(value.get(name))} is not taken: give a whole number from 1 to {BOUNDS.most_side}"
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
        raise BadBoard(f'leaper {_told(value)} is not understood: write its step as "1,2" or [1, 2]')
    leaper = parse_leaper(value)
    if leaper[1] > BOUNDS.most_leap:
        raise BadBoard(
            f"leaper {leaper[0]},{leaper[1]} leaps too far: steps of at most {BOUNDS.most_leap} are taken"
        )
    return leaper


def _square(value: Any, info: ValidationInfo) -> Square:
    return _any_square(value, _board_of(info))


def _board_of(info: ValidationInfo) -> Board:
    """The board of the question; if that could not be read, which is said already, the largest there is."""
    board = info.data.get("board")
    return board if isinstance(board, Board) else Board(BOUNDS.most_side)


def _any_square(value: Any, board: Board) -> Square:
    if isinstance(value, list) and len(value) == 2:
        pair = [_plain_int(side) for side in value]
        if all(side is not None and 0 <= side < 10**18 for side in pair):
            value = f"{pair[0]},{pair[1]}"
    if not isinstance(value, str):
        raise BadSquare(
            f'square {_told(value)} is not understood: write "row,col" or [row, col] from 1 at the top left, '
            "or a chess name such as a1"
        )
    return board.parse_square(value)


def _squares(value: Any, info: ValidationInfo) -> list[Square]:
    board = _board_of(info)
    if not isinstance(value, list) or len(value) > BOUNDS.most_side**2:
        raise BadSquare(
            f"squares {_told(value)} are not understood: give a list of at most {BOUNDS.most_side**2}"
        )
    return [_any_square(square, board) for square in value]


def _fix(value: Any, info: ValidationInfo) -> dict[int, Square]:
    if not isinstance(value, dict):
        raise BadRule(f'fix {_told(value)} is not understood: give squares by number, as {{"17": "3,5"}}')
    board, fixed = _board_of(info), {}
    for number, square in value.items():
        if not (
            number.isascii() and number.isdigit() and len(number) <= 6 and 1 <= int(number) <= board.size
        ):
            raise BadRule(
                f"number {_told(number)} is not in a tour of {board}: numbers are 1 to {board.size}"
            )
        if int(number) in fixed:
            raise BadRule(f"number {int(number)} is given twice: give it one square")
        fixed[int(number)] = _any_square(square, board)
    return fixed


def _orders(most: int) -> _Reader[list[str]]:
    def read(value: Any, info: ValidationInfo) -> list[str]:
        if not isinstance(value, list) or len(value) > most:
            raise BadRule(f"orders {_told(value)} are not understood: give a list of at most {most} orders")
        for order in value:
            if not isinstance(order, str):
                raise BadRule(f'order {_told(order)} is not understood: write it as a text, "12345678"')
        return [parse_order(order) for order in value]

    return read


def _ties(value: Any, info: ValidationInfo) -> str:
    return Rule(ties=_text(value, info, BOUNDS.most_ties)).ties


def _like(value: Any, info: ValidationInfo) -> str:
    return find_system(_text(value, info, BOUNDS.most_ties)).name


def _method(value: Any, info: ValidationInfo) -> str:
    return parse_method(_text(value, info, BOUNDS.most_ties))


def _seconds(value: Any, info: ValidationInfo) -> float:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not math.isfinite(value) or value > BOUNDS.most_seconds:
        raise BadRule(
            f"{info.field_name} {_told(value)} is not taken: give seconds, more than 0 and at most "
            f"{BOUNDS.most_seconds}"
        )
    return time_in_seconds(value)


def _speed(value: Any, info: ValidationInfo) -> float:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not BOUNDS.draw_slowest <= value <= BOUNDS.draw_fastest:
        raise BadRule(
            f"speed {_told(value)} is not taken: give squares a second, from {BOUNDS.draw_slowest:g} to "
            f"{BOUNDS.draw_fastest:.0f}"
        )
    return float(value)


# -- parts --------------------------------------------------------------------------------------------------


def _written(pattern: str, *examples: str) -> dict[str, Any]:
    """How a reader lets a value be written; it says more, such as that a square is on its board."""
    return {"type": "string", "pattern": pattern, "maxLength": MOST_WRITTEN, "examples": list(examples)}


_BOARD_WRITTEN = _written(r"^\s*[0-9]{1,18}\s*([xX×]\s*[0-9]{1,18}\s*)?$", "8x8", "3x12")
_LEAPER_WRITTEN = _written(r"^\s*[0-9]{1,6}\s*,\s*[0-9]{1,6}\s*$", "1,2")
_SQUARE_WRITTEN = _written(
    r"^\s*((\(\s*)?[0-9]{1,18}\s*,\s*[0-9]{1,18}\s*(\)\s*)?|[a-zA-Z]{1,12}[0-9]{1,18}\s*)$", "1,1", "a8"
)
_ORDER_WRITTEN = _written(r"^\s*[1-8]{8}\s*$", "12345678")
_SQUARE: dict[str, Any] = {
    "anyOf": [
        _SQUARE_WRITTEN,
        {
            "type": "array",
            "items": {"type": "integer", "minimum": 1, "maximum": BOUNDS.most_side},
            "minItems": 2,
            "maxItems": 2,
        },
    ],
    "description": "row,col from 1 at the top left, as a text or a pair, or a chess name",
}


def _board_schema(most: int) -> dict[str, Any]:
    side = {"type": "integer", "minimum": 1, "maximum": most}
    holes = {"type": "array", "items": _SQUARE, "maxItems": BOUNDS.most_side**2, "default": []}
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
        "description": f"rows x columns, sides of 1 to {most}; as an object it may have holes",
    }


def _whole_schema(least: int, most: int) -> WithJsonSchema:
    return WithJsonSchema({"type": "integer", "minimum": least, "maximum": most})


def _orders_schema(most: int) -> WithJsonSchema:
    return WithJsonSchema({"type": "array", "items": _ORDER_WRITTEN, "maxItems": most})


def _words_schema(*known: str) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "enum": list(known)})


_BOARD_AS_JSON = PlainSerializer(board_facts)
AnyBoard = Annotated[
    Board, _reads(_board(BOUNDS.most_side)), _BOARD_AS_JSON, WithJsonSchema(_board_schema(BOUNDS.most_side))
]
MapBoard = Annotated[
    Board,
    _reads(_board(BOUNDS.map_most_side)),
    _BOARD_AS_JSON,
    WithJsonSchema(_board_schema(BOUNDS.map_most_side)),
]
Leaper = Annotated[
    tuple[int, int],
    _reads(_leaper),
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
            "description": "how far it leaps, one way and the other",
        }
    ),
]
OneSquare = Annotated[Square, _reads(_square), PlainSerializer(from_one), WithJsonSchema(_SQUARE)]
Squares = Annotated[
    list[Square],
    _reads(_squares),
    PlainSerializer(lambda squares: [from_one(square) for square in squares]),
    WithJsonSchema({"type": "array", "items": _SQUARE, "maxItems": BOUNDS.most_side**2}),
]
Fixes = Annotated[
    dict[int, Square],
    _reads(_fix),
    PlainSerializer(lambda fixed: {str(number): from_one(square) for number, square in fixed.items()}),
    WithJsonSchema(
        {
            "type": "object",
            "additionalProperties": _SQUARE,
            "description": "squares by their number in the tour, from 1",
        }
    ),
]
Truth = Annotated[bool, _reads(_truth), WithJsonSchema({"type": "boolean"})]
Like = Annotated[str, _reads(_like), WithJsonSchema({"type": "string", "examples": list(SYSTEMS)})]
Ties = Annotated[
    str,
    _reads(_ties),
    WithJsonSchema(
        {
            "type": "string",
            "maxLength": BOUNDS.most_ties,
            "examples": ["outermost", "random", "order:12345678"],
        }
    ),
]
Method = Annotated[str, _reads(_method), WithJsonSchema({"type": "string", "examples": list(METHODS)})]
WatchedMethod = Annotated[str, _reads(_word(WATCH_METHODS)), _words_schema(*WATCH_METHODS)]
Format = Annotated[str, _reads(_word(tuple(MEDIA))), _words_schema(*MEDIA)]
Colour = Annotated[str, _reads(_word(COLOURS)), _words_schema(*COLOURS)]
Style = Annotated[str, _reads(_word(STYLES)), _words_schema(*STYLES)]
Theme = Annotated[str, _reads(_word(tuple(THEMES))), _words_schema(*THEMES)]
Text = Annotated[
    str,
    _reads(_characters(BOUNDS.check_most_characters)),
    WithJsonSchema({"type": "string", "maxLength": BOUNDS.check_most_characters}),
]
Title = Annotated[
    str,
    _reads(_characters(BOUNDS.draw_most_title)),
    WithJsonSchema({"type": "string", "maxLength": BOUNDS.draw_most_title}),
]
Speed = Annotated[
    float,
    _reads(_speed),
    WithJsonSchema({"type": "number", "minimum": BOUNDS.draw_slowest, "maximum": BOUNDS.draw_fastest}),
]
Orders = Annotated[list[str], _reads(_orders(BOUNDS.most_orders)), _orders_schema(BOUNDS.most_orders)]
MapOrders = Annotated[
    list[str], _reads(_orders(BOUNDS.map_most_orders)), _orders_schema(BOUNDS.map_most_orders)
]
Retries = Annotated[int, _reads(_whole(0, BOUNDS.most_retries)), _whole_schema(0, BOUNDS.most_retries)]
MapRetries = Annotated[
    int, _reads(_whole(0, BOUNDS.map_most_retries)), _whole_schema(0, BOUNDS.map_most_retries)
]
Steps = Annotated[int, _reads(_whole(1, BOUNDS.most_steps)), _whole_schema(1, BOUNDS.most_steps)]
WalkSteps = Annotated[
    int, _reads(_whole(1, BOUNDS.walk_most_steps)), _whole_schema(1, BOUNDS.walk_most_steps)
]
Probes = Annotated[
    int, _reads(_whole(1, BOUNDS.count_most_probes)), _whole_schema(1, BOUNDS.count_most_probes)
]
Draws = Annotated[
    int, _reads(_whole(1, BOUNDS.sample_most_draws)), _whole_schema(1, BOUNDS.sample_most_draws)
]
Pixels = Annotated[
    int,
    _reads(_whole(BOUNDS.draw_least_pixels, BOUNDS.draw_most_pixels)),
    _whole_schema(BOUNDS.draw_least_pixels, BOUNDS.draw_most_pixels),
]
Seed = Annotated[int, _reads(_whole(0, BOUNDS.most_seed)), _whole_schema(0, BOUNDS.most_seed)]
Seconds = Annotated[
    float,
    _reads(_seconds),
    WithJsonSchema({"type": "number", "exclusiveMinimum": 0, "maximum": BOUNDS.most_seconds}),
]

"""The fields of requests: each has a parser, a form as plain JSON, and a schema.

The parsers are the same as those of the commands, so both give the same error messages. Pydantic adds the
name of the field. Boards, squares and walks are in `turaga.web.board_fields`.
"""

import math
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from pydantic import PlainValidator, ValidationInfo, WithJsonSchema
from pydantic_core import PydanticCustomError

from turaga.draw.styles import COLOURS, STYLES
from turaga.draw.themes import THEMES
from turaga.errors import BadBoard, BadInput, BadRule, BadText
from turaga.limits import MOST_WRITTEN, require_length, time_in_seconds, whole_number
from turaga.order import parse_order
from turaga.play.circuit_animation import WATCHED_METHODS
from turaga.rule import SYSTEMS, Rule, find_system
from turaga.shapes import SHAPES, names_shape
from turaga.solve.methods import METHODS, parse_method
from turaga.text import listed, number_in, plural, short
from turaga.web.handlers import MEDIA, refusal
from turaga.web.request_limits import BOUNDS

_T = TypeVar("_T")
Parser = Callable[[Any, ValidationInfo], _T]


def parsed_by(parser: Parser[_T]) -> PlainValidator:
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
    if isinstance(value, float) and math.isinf(value):
        return "a number that is too large"
    return repr(short(value)) if isinstance(value, str) else short(repr(value))


# -- parsers ----------------------------------------------------------------------------------------------


def whole(least: int, most: int) -> Parser[int]:
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


def _characters(most: int) -> Parser[str]:
    return lambda value, info: _text(value, info, most)


def word(known: tuple[str, ...]) -> Parser[str]:
    """A parser of words of which only some are known."""

    def read(value: Any, info: ValidationInfo) -> str:
        text = _text(value, info, BOUNDS.most_ties)
        if text not in known:
            raise BadRule(
                f"{info.field_name} must be {listed(known, 'or')}, got {quoted_json(text)}",
                field=info.field_name,
                value=text,
            )
        return text

    return read


def _orders(most: int) -> Parser[list[str]]:
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


def _shape(value: Any, info: ValidationInfo) -> str:
    """The name of a built-in shape, or a word to draw. A request cannot name a file."""
    text = _text(value, info, BOUNDS.shape_most_characters)
    if not names_shape(text):
        raise BadBoard(
            f"shape {short(text)!r} is not known",
            accepted=f"the shapes are {listed([*SHAPES, 'text:WORDS'])}; a size can follow, as in ring:20x20",
            field="shape",
            value=text,
        )
    return text


def seconds(most: float) -> Parser[float]:
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


def written(pattern: str, *examples: str) -> dict[str, Any]:
    """The schema of a value written as text. The parser also checks what a pattern cannot express, for
    example that a square is on its board."""
    return {"type": "string", "pattern": pattern, "maxLength": MOST_WRITTEN, "examples": list(examples)}


_ORDER_WRITTEN = written(r"^\s*[1-8]{8}\s*$", "12345678")


def whole_schema(least: int, most: int) -> WithJsonSchema:
    return WithJsonSchema({"type": "integer", "minimum": least, "maximum": most})


def _orders_schema(most: int) -> WithJsonSchema:
    return WithJsonSchema({"type": "array", "items": _ORDER_WRITTEN, "maxItems": most})


def words_schema(*known: str) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "enum": list(known)})


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
WatchedMethod = Annotated[str, parsed_by(word(WATCHED_METHODS)), words_schema(*WATCHED_METHODS)]
ShapeName = Annotated[
    str,
    parsed_by(_shape),
    WithJsonSchema(
        {
            "type": "string",
            "maxLength": BOUNDS.shape_most_characters,
            "examples": ["horse", "ring:20x20", "text:HELLO"],
        }
    ),
]
FORMS = ("squares", "moves")  # of a walk
Form = Annotated[str, parsed_by(word(FORMS)), words_schema(*FORMS)]
Format = Annotated[str, parsed_by(word(tuple(MEDIA))), words_schema(*MEDIA)]
Colour = Annotated[str, parsed_by(word(COLOURS)), words_schema(*COLOURS)]
Style = Annotated[str, parsed_by(word(STYLES)), words_schema(*STYLES)]
Theme = Annotated[str, parsed_by(word(tuple(THEMES))), words_schema(*THEMES)]
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

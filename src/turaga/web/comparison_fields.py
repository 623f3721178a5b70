"""The fields of a request for a comparison: lists of methods, rules and published systems, and the starts.

They are made like the other fields, see `turaga.web.fields`.
"""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from pydantic import PlainSerializer, ValidationInfo, WithJsonSchema

from turaga.board import KNIGHT, Square
from turaga.errors import BadRule
from turaga.notation.writer import from_one
from turaga.rule import SYSTEMS, Rule, find_system
from turaga.solve.contestants import read_starts
from turaga.solve.methods import METHODS, parse_method
from turaga.web.board_fields import SQUARE_SCHEMA, any_square, board_of
from turaga.web.fields import parsed_by, quoted_json, seconds, whole, whole_schema
from turaga.web.request_limits import BOUNDS

_T = TypeVar("_T")
_SWITCHES = ("most", "open_start", "dead_ends_last")  # of a rule that is written as an object


def _list_of(read_item: Callable[[Any], _T]) -> Callable[[Any, ValidationInfo], list[_T]]:
    def read(value: Any, info: ValidationInfo) -> list[_T]:
        if not isinstance(value, list) or len(value) > BOUNDS.compare_most_listed:
            raise BadRule(
                f"{info.field_name} must be a list of at most {BOUNDS.compare_most_listed} items, "
                f"got {quoted_json(value)}",
                field=info.field_name,
                value=value,
            )
        return [read_item(item) for item in value]

    return read


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > BOUNDS.most_ties:
        raise BadRule(f"each item must be a string, got {quoted_json(value)}", value=value)
    return value


def _rule(value: Any) -> Rule:
    """A rule: the text of its ties, or an object with `ties` and switches."""
    if not isinstance(value, dict):
        return Rule(ties=_text(value))
    switches = {name: is_set for name, is_set in value.items() if name != "ties"}
    if not switches.keys() <= set(_SWITCHES) or not all(isinstance(one, bool) for one in switches.values()):
        raise BadRule(
            f"{quoted_json(value)} is not a rule",
            accepted="write its ties, or an object with ties, most, open_start and dead_ends_last",
            value=value,
        )
    return Rule(ties=_text(value.get("ties", Rule().ties)), **switches)


def _rule_as_json(rule: Rule) -> dict[str, object]:
    return {"ties": rule.ties, **{name: getattr(rule, name) for name in _SWITCHES}}


def _starts(value: Any, info: ValidationInfo) -> list[Square]:
    """The starts. The board, its leaper and the seed are fields that come before this one."""
    board = board_of(info).with_leaper(info.data.get("leaper", KNIGHT))
    if isinstance(value, list) and len(value) <= BOUNDS.compare_most_starts:
        value = [any_square(square, board) for square in value]
    elif not isinstance(value, str):
        raise BadRule(
            f'starts must be "all", "random:20" or a list of at most {BOUNDS.compare_most_starts} squares, '
            f"got {quoted_json(value)}",
            value=value,
        )
    starts = read_starts(board, value, info.data.get("seed", 0))
    if len(starts) > BOUNDS.compare_most_starts:
        raise BadRule(
            f"{len(starts)} starts are too many",
            accepted=f"at most {BOUNDS.compare_most_starts} can be compared",
            field="starts",
            value=len(starts),
        )
    return list(starts)


def _words_schema(known: list[str]) -> WithJsonSchema:
    words = {"type": "string", "maxLength": BOUNDS.most_ties, "examples": known}
    return WithJsonSchema({"type": "array", "items": words, "maxItems": BOUNDS.compare_most_listed})


_TIES = {"type": "string", "maxLength": BOUNDS.most_ties, "examples": ["outermost", "random"]}
_RULE = {
    "type": "object",
    "properties": {"ties": _TIES, **{name: {"type": "boolean"} for name in _SWITCHES}},
    "additionalProperties": False,
}
Methods = Annotated[
    list[str],
    parsed_by(_list_of(lambda item: parse_method(_text(item)))),
    _words_schema(list(METHODS)),
]
Systems = Annotated[
    list[str],
    parsed_by(_list_of(lambda item: find_system(_text(item)).name)),
    _words_schema(list(SYSTEMS)),
]
Rules = Annotated[
    list[Rule],
    parsed_by(_list_of(_rule)),
    PlainSerializer(lambda rules: [_rule_as_json(rule) for rule in rules]),
    WithJsonSchema(
        {"type": "array", "items": {"anyOf": [_TIES, _RULE]}, "maxItems": BOUNDS.compare_most_listed}
    ),
]
Starts = Annotated[
    list[Square],
    parsed_by(_starts),
    PlainSerializer(lambda squares: [from_one(square) for square in squares]),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "maxLength": BOUNDS.most_ties, "examples": ["all", "random:20"]},
                {
                    "type": "array",
                    "items": SQUARE_SCHEMA,
                    "minItems": 1,
                    "maxItems": BOUNDS.compare_most_starts,
                },
            ],
        }
    ),
]
Retries = Annotated[
    int, parsed_by(whole(0, BOUNDS.compare_most_retries)), whole_schema(0, BOUNDS.compare_most_retries)
]
Steps = Annotated[
    int, parsed_by(whole(1, BOUNDS.compare_most_steps)), whole_schema(1, BOUNDS.compare_most_steps)
]
Seconds = Annotated[
    float,
    parsed_by(seconds(BOUNDS.compare_most_seconds)),
    WithJsonSchema({"type": "number", "exclusiveMinimum": 0, "maximum": BOUNDS.compare_most_seconds}),
]

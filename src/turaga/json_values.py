"""Results as JSON, and the schema of that JSON: both from the classes of the results, by their annotations.

A dataclass becomes an object of its fields. A field with the metadata `LEFT_OUT` is left out, and one with
`INLINE` gives its own fields. The class can name properties that are shown too, in `JSON_ALSO`. A pair of
whole numbers is a square and is counted from 1. Seconds are rounded to microseconds. Boards, walks and rules
have a form of their own.

    >>> @dataclass(frozen=True)
    ... class Visit:
    ...     square: tuple[int, int]
    ...     seconds: float = 0.5
    >>> to_json(Visit((0, 0)))
    {'square': [1, 1], 'seconds': 0.5}
    >>> shared = {}
    >>> schema_of_result(Visit, shared), shared["Visit"]["required"]
    ({'$ref': '#/components/schemas/Visit'}, ['square', 'seconds'])
"""

import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal, Union, get_args, get_origin

from turaga.board import Board
from turaga.notation.writer import board_facts
from turaga.rule import Rule

LEFT_OUT: Mapping[str, Any] = {"json": "left out"}
INLINE: Mapping[str, Any] = {"json": "inline"}

Schema = dict[str, Any]
_SQUARE: Schema = {"type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 2, "maxItems": 2}
_PLAIN: dict[Any, Schema] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    str: {"type": "string"},
    float: {"type": "number"},
    type(None): {"type": "null"},
    Any: {},
}


@dataclass(frozen=True)
class Form:
    """How values of one class are written."""

    write: Callable[[Any], Any]
    schema: Schema


_BOARD: Schema = {
    "type": "object",
    "properties": {
        "rows": {"type": "integer", "minimum": 1},
        "cols": {"type": "integer", "minimum": 1},
        "holes": {"type": "array", "items": _SQUARE},
    },
    "required": ["rows", "cols", "holes"],
    "additionalProperties": False,
}
# Classes with a form of their own, and those derived from them.
FORMS: dict[type, Form] = {
    Board: Form(board_facts, _BOARD),
    Rule: Form(lambda rule: rule.text, {"type": "string"}),
}


class Result:
    """A result: a dataclass that can be written as JSON."""

    def as_json(self) -> dict[str, Any]:
        """What `--json` prints and the API sends: the fields, with squares counted from 1."""
        return {name: to_json(one, kind) for name, kind, one in _shown(type(self), self)}


def to_json(value: Any, annotation: Any = None) -> Any:
    """A result as values that `json` can write. The annotation says which pairs are squares.

    >>> to_json({"a": (1, 2)}, Mapping[str, tuple[int, int]]), to_json(0.1234567)
    ({'a': [2, 3]}, 0.123457)
    """
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return round(value, 6)
    form = next((FORMS[kind] for kind in type(value).__mro__ if kind in FORMS), None)
    if form is not None:
        return form.write(value)
    if is_dataclass(value):
        return {name: to_json(one, kind) for name, kind, one in _shown(type(value), value)}
    chosen = next((one for one in _members(annotation) if get_args(one)), None)
    inner = get_args(chosen)
    if inner == (int, int) and get_origin(chosen) is tuple:
        return [value[0] + 1, value[1] + 1]
    if isinstance(value, Mapping):
        return {str(key): to_json(one, inner[1] if inner else None) for key, one in value.items()}
    if get_origin(chosen) is tuple and inner[-1] is not ...:
        return [to_json(one, kind) for one, kind in zip(value, inner, strict=True)]
    return [to_json(one, inner[0] if inner else None) for one in value]


def schema_of_result(kind: Any, shared: dict[str, Schema]) -> Schema:
    """The schema of what `to_json` makes of a value with this annotation. Classes are described in `shared`
    by their names."""
    members = _members(kind)
    if len(members) > 1:
        return {"anyOf": [schema_of_result(one, shared) for one in members]}
    form = FORMS.get(kind) if isinstance(kind, type) else None
    if form is not None or kind in _PLAIN:
        return form.schema if form is not None else _PLAIN[kind]
    if isinstance(kind, type) and is_dataclass(kind):
        if kind.__name__ not in shared:
            shared[kind.__name__] = {}  # a class can contain itself
            described = {name: schema_of_result(one, shared) for name, one, _ in _shown(kind)}
            text = " ".join((kind.__doc__ or "").partition("\n\n")[0].split())
            shared[kind.__name__] = {
                "type": "object",
                "description": text,
                "properties": described,
                "required": [*described],
                "additionalProperties": False,
            }
        return {"$ref": f"#/components/schemas/{kind.__name__}"}
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return {"enum": [*inner]}
    if origin is tuple and inner == (int, int):
        return _SQUARE
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": schema_of_result(inner[1], shared)}
    if origin is tuple and inner[-1] is not ...:
        items = [schema_of_result(one, shared) for one in inner]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if not inner:
        raise TypeError(f"{kind!r} has no form in JSON")
    return {"type": "array", "items": schema_of_result(inner[0], shared)}


def _members(annotation: Any) -> tuple[Any, ...]:
    """The annotations of which a value has one."""
    union = get_origin(annotation) in (Union, types.UnionType)
    return get_args(annotation) if union else (annotation,)


def _shown(kind: Any, value: Any = None) -> Iterator[tuple[str, Any, Any]]:
    """The fields of a result that JSON shows: the name, the annotation, and the value if there is one."""
    for each in fields(kind):
        how = each.metadata.get("json")
        if how == "inline":
            inner = None if value is None else getattr(value, each.name)
            yield from _shown(each.type, inner)
        elif how is None:
            yield each.name, each.type, None if value is None else getattr(value, each.name)
    for name in getattr(kind, "JSON_ALSO", ()):
        annotation = getattr(kind, name).fget.__annotations__["return"]
        yield name, annotation, None if value is None else getattr(value, name)

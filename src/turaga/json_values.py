"""Results as JSON, and the schema of that JSON: both from the classes of the results, by their annotations.

A dataclass or a named tuple becomes an object of its fields. A field with the metadata `LEFT_OUT`, or whose
name begins with _, is left out. One with `INLINE` gives its own fields, and one with `IF_GIVEN` is left out
if it is None. The class can name properties and constants that are shown too, in `JSON_ALSO`. A pair of whole
numbers is a square and is counted from 1. Seconds are rounded to microseconds. Boards, rules and
published programs have a form of their own.

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

import inspect
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, reduce
from operator import or_
from typing import Any, Literal, Union, get_args, get_origin

from turaga.board import Board
from turaga.rule import Rule, System

LEFT_OUT: Mapping[str, Any] = {"json": "left out"}
INLINE: Mapping[str, Any] = {"json": "inline"}
IF_GIVEN: Mapping[str, Any] = {"json": "if given"}

Schema = dict[str, Any]
_PAIR = tuple[int, int]
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


def _board(board: Board) -> dict[str, Any]:
    holes = [[row + 1, col + 1] for row, col in board.hole_squares]
    return {"rows": board.rows, "cols": board.cols, "holes": holes}


# Classes with a form of their own, and those derived from them.
FORMS: dict[type, Form] = {
    Board: Form(_board, _BOARD),
    Rule: Form(lambda rule: rule.text, {"type": "string"}),
    System: Form(lambda system: system.name, {"type": "string"}),
}


class Result:
    """A result: a dataclass that can be written as JSON."""

    def as_json(self) -> dict[str, Any]:
        """What `--json` prints and the API sends: the fields, with squares counted from 1."""
        return _object(self, type(self))


def to_json(value: Any, annotation: Any = None) -> Any:
    """A result as values that `json` can write. The annotation says which pairs are squares.

    >>> to_json({"a": (1, 2)}, Mapping[str, tuple[int, int]]), to_json(0.1234567)
    ({'a': [2, 3]}, 0.123457)
    """
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return round(value, 6)
    kind: Any = type(value)
    form = _form_of(kind)
    if form is not None:
        return form.write(value)
    if _is_object(kind):
        return _object(value, kind)
    chosen, inner = _inner(annotation)
    if chosen == _PAIR:
        return [value[0] + 1, value[1] + 1]
    if inner and inner[0] == _PAIR and inner[-1] is ...:  # there can be millions
        return [[row + 1, col + 1] for row, col in value]
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
    if _is_object(kind):
        if kind.__name__ not in shared:
            shared[kind.__name__] = {}  # a class can contain itself
            described = list(_described(kind))
            text = " ".join((kind.__doc__ or "").partition("\n\n")[0].split())
            shared[kind.__name__] = {
                "type": "object",
                "description": text,
                "properties": {name: schema_of_result(one, shared) for name, one, _ in described},
                "required": [name for name, _, always in described if always],
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


@cache
def _form_of(kind: type) -> Form | None:
    """The form of a class, or of one that it is derived from."""
    return next((FORMS[each] for each in kind.__mro__ if each in FORMS), None)


@cache
def _inner(annotation: Any) -> tuple[Any, tuple[Any, ...]]:
    """The member of an annotation that has arguments, and these."""
    chosen = next((one for one in _members(annotation) if get_args(one)), None)
    return chosen, get_args(chosen)


def _members(annotation: Any) -> tuple[Any, ...]:
    """The annotations of which a value has one."""
    union = get_origin(annotation) in (Union, types.UnionType)
    return get_args(annotation) if union else (annotation,)


@cache
def _is_object(kind: Any) -> bool:
    return isinstance(kind, type) and (is_dataclass(kind) or hasattr(kind, "_fields"))


def _object(value: Any, kind: Any) -> dict[str, Any]:
    """What JSON shows of a value, as one of this class."""
    found: dict[str, Any] = {}
    for name, annotation, how in _plan(kind):
        one = getattr(value, name)
        if how == "inline":
            found |= _object(one, annotation)
        elif how is None or one is not None:
            found[name] = to_json(one, annotation)
    return found


def _described(kind: Any) -> Iterator[tuple[str, Any, bool]]:
    """The names that JSON shows of a class, with their annotations, and whether they are always there."""
    for name, annotation, how in _plan(kind):
        if how == "inline":
            yield from _described(annotation)
        else:
            given = [one for one in _members(annotation) if one is not type(None)]
            yield name, reduce(or_, given) if how else annotation, how is None


@cache
def _plan(kind: Any) -> tuple[tuple[str, Any, str | None], ...]:
    """The fields and properties of a class that JSON shows: the name, the annotation, and what is special."""
    if is_dataclass(kind):
        found = [
            (each.name, each.type, each.metadata.get("json"))
            for each in fields(kind)
            if each.name[0] != "_" and each.metadata.get("json") != "left out"
        ]
    else:
        known = inspect.get_annotations(kind)
        found = [(name, known[name], None) for name in kind._fields]
    for name in getattr(kind, "JSON_ALSO", ()):
        member = getattr(kind, name)
        if isinstance(member, property) and member.fget is not None:
            annotation = inspect.get_annotations(member.fget)["return"]
        else:
            each = (inspect.get_annotations(base) for base in kind.__mro__)
            (annotation,) = get_args(next(known[name] for known in each if name in known))
        found.append((name, annotation, None))
    return tuple(found)

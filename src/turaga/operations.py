"""Operations: each thing that a person can ask for, defined once.

An operation is a frozen dataclass. Each of its fields is made by `arg`, which says what kind of value it is,
what it is for, and under which heading the help shows it. From the class come

- the check of the arguments (`read`), for the command, for Python and for the API alike,
- the options of the command and its help (`turaga.cli._options`),
- the schema of the API's request and its parser (`schema_of`, `read_json`), and
- the message to a worker process, which is the operation itself, pickled.

A *kind* is a type of value: how to parse it, its JSON schema, and its name in help. A parser gets the values
parsed before its own, because a square depends on the board. It raises `BadInput`, and may leave out the name
of the argument: a problem that begins with "must" gets it here.

    >>> from dataclasses import dataclass
    >>> from turaga.kinds import TRUTH, whole
    >>> @dataclass(frozen=True, kw_only=True)
    ... class Roll:
    ...     sides: int = arg(whole(2, 20), "How many sides the die has.", default=6)
    ...     loaded: bool = arg(TRUTH, "Whether it is loaded.", default=False)
    >>> read(Roll, {"sides": "8"}, typed=True)
    Roll(sides=8, loaded=False)
    >>> read_json(Roll, {"sides": 1})
    Traceback (most recent call last):
        ...
    turaga.errors.BadRule: sides must be a whole number from 2 to 20, got 1
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, fields
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from turaga.errors import BadInput
from turaga.text import short

T = TypeVar("T")
Before = Mapping[str, Any]  # the values that were parsed before
COMMON = "Options"
ARGUMENT = "Argument"  # the heading of what is not an option
REQUIRED: Any = object()


class Kind(NamedTuple):
    """A type of value. `metavar` is its name in help; a switch has none. `from_json` turns a value of the API
    into one that `parse` accepts, and `from_text` what a person typed; without it the value is already one.
    """

    parse: Callable[[Any, Before], Any]
    schema: Mapping[str, Any]
    metavar: str | None = None
    from_json: Callable[[Any, Before], Any] | None = None
    from_text: Callable[[str], Any] | None = None

    def parse_typed(self, value: Any, before: Before) -> Any:
        """The value that a person typed; a switch is a value already."""
        typed = self.from_text is not None and isinstance(value, str)
        return self.parse(self.from_text(value) if typed else value, before)  # type: ignore[misc]


class Argument(NamedTuple):
    """One argument of an operation. `changes` names an earlier argument, whose value the parsed one replaces:
    `avoid` is parsed to a board with more holes. `listed` arguments can be repeated on the command line."""

    kind: Kind
    help: str
    group: str = COMMON
    default: Any = None
    names: tuple[str, ...] = ()  # of the option, without dashes, if it is not that of the field
    listed: bool = False
    changes: str | None = None


def arg(
    kind: Kind,
    help: str,
    *,
    default: Any = None,
    group: str = COMMON,
    names: tuple[str, ...] = (),
    listed: bool = False,
    then: Mapping[str, Argument] | None = None,
    json: Mapping[str, Any] = MappingProxyType({}),
) -> Any:
    """A field of an operation. `then` are arguments that change its value and are not fields themselves.
    `json` says how a result shows it (see `turaga.json_values`)."""
    argument = Argument(kind, help, group, default, names, listed)
    return field(metadata={**json, "arguments": (argument, then or {})})


def noun(takes: frozenset[str] | None = None) -> Any:
    """A field that is a noun, such as the tours that are meant: a dataclass with arguments of its own, of
    which the operation takes some, or all."""
    return field(metadata={"takes": takes})


_KNOWN: dict[tuple[object, tuple[str, ...]], Mapping[str, Argument]] = {}


def arguments(operation: type[Any], without: tuple[str, ...] = ()) -> Mapping[str, Argument]:
    """The arguments of an operation by name, in the order in which they are parsed, `without` those of some
    nouns."""
    if (known := _KNOWN.get((operation, without))) is not None:
        return known
    found: dict[str, Argument] = {}
    for each in fields(operation):
        if "arguments" in each.metadata:
            argument, then = each.metadata["arguments"]
            found |= {each.name: argument} | {
                name: one._replace(changes=each.name) for name, one in then.items()
            }
        elif "takes" in each.metadata and each.name not in without:
            takes = each.metadata["takes"]
            inner = arguments(_class_of(each.type))
            found |= {name: one for name, one in inner.items() if takes is None or name in takes}
    return _KNOWN.setdefault((operation, without), MappingProxyType(found))


def _class_of(annotation: Any) -> type[Any]:
    assert isinstance(annotation, type), f"a noun must be annotated with a class, not {annotation!r}"
    return annotation


def read(
    operation: type[T],
    given: Mapping[str, Any],
    *,
    call: Callable[[str], str] = str,
    json: bool = False,
    typed: bool = False,
    **nouns: Any,
) -> T:
    """The operation with these values, as a caller of Python gave them, as a person `typed` them, or as
    `json`. A value that is None or left out is the default. `call` turns the name of an argument into what
    errors call it. `nouns` are values of fields that are nouns, instead of arguments for them.

    Raises `BadInput` about the first value that cannot be used.
    """
    values: dict[str, Any] = {**nouns}
    for name, argument in arguments(operation, tuple(nouns)).items():
        value = given.get(name)
        if value is not None:
            with naming(name, call):
                if json and argument.kind.from_json is not None:
                    value = argument.kind.from_json(value, values)
                parse = argument.kind.parse_typed if typed else argument.kind.parse
                values[argument.changes or name] = parse(value, values)
        elif argument.default is REQUIRED:
            raise BadInput(f"{call(name)} is required", field=name)
        elif argument.changes is None:
            values[name] = argument.default
    try:
        return build(operation, values)
    except BadInput as error:  # about values that do not go together, which it calls {name}
        error.rephrase(
            *(_NAME.sub(lambda found: call(found[1]), text) for text in (error.problem, error.accepted))
        )
        raise


_NAME = re.compile(r"\{(\w+)\}")


def refuse_together(operation: object, name: str, others: Iterable[str], because: str) -> None:
    """Raise `BadInput` if an argument and one of the others are given, and say why not both."""
    given = given_to(operation)
    for other in others:
        if name in given and other in given:
            raise BadInput(f"{{{name}}} cannot be used with {{{other}}}", accepted=because, field=name)


def refuse_without(operation: object, names: Iterable[str], needed: str, because: str) -> None:
    """Raise `BadInput` if one of the arguments is given without the one that it is for."""
    given = given_to(operation)
    for name in names:
        if name in given and needed not in given:
            raise BadInput(f"{{{name}}} requires {{{needed}}}", accepted=because, field=name)


def given_to(operation: object) -> set[str]:
    """The arguments whose values are not their defaults, those of a noun included."""
    found: set[str] = set()
    for each in fields(operation):  # type: ignore[arg-type]
        value = getattr(operation, each.name)
        if "takes" in each.metadata:
            found |= given_to(value)
        elif "arguments" in each.metadata:
            usual = each.metadata["arguments"][0].default
            if usual is not REQUIRED and value != usual:
                found.add(each.name)
    return found


class naming:
    """A block that reads one argument: its errors are about this argument, and name it if they do not yet."""

    def __init__(self, name: str, call: Callable[[str], str] = str) -> None:
        self.name, self.call = name, call

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, BadInput):
            error.about(self.name)
            if error.problem.startswith("must "):
                error.rephrase(f"{self.call(self.name)} {error.problem}", error.accepted)


def build(operation: type[T], values: Mapping[str, Any]) -> T:
    """The operation with parsed values. Those that it does not take have their defaults."""
    made = object.__new__(operation)
    for each in fields(operation):  # type: ignore[arg-type]
        if each.name in values:
            value = values[each.name]
        elif "takes" in each.metadata:
            value = build(_class_of(each.type), values)
        elif "arguments" in each.metadata:
            value = each.metadata["arguments"][0].default
        else:
            continue
        object.__setattr__(made, each.name, value)
    check = getattr(made, "__post_init__", None)
    if check is not None:
        check()
    return made


# -- the API ----------------------------------------------------------------------------------------------


def read_json(operation: type[T], body: Mapping[str, Any]) -> T:
    """The operation in the body of a request. Raises `BadInput` for a field that is unknown or cannot be
    used."""
    known = arguments(operation)
    for name in body:
        if name not in known:
            raise BadInput(f"{short(name)!r} is not a field of this request", field=short(name))
    return read(operation, body, json=True)


def schema_of(operation: type[Any]) -> dict[str, Any]:
    """The JSON schema of the operation's request."""
    known = arguments(operation)
    required = [name for name, one in known.items() if one.default is REQUIRED]
    return {
        "type": "object",
        "description": " ".join((operation.__doc__ or "").split()),
        "properties": {name: {**one.kind.schema, "description": one.help} for name, one in known.items()},
        "required": required,
        "additionalProperties": False,
    }

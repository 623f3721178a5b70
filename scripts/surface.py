"""What a person can use: every command with its options, every route of the API with its fields, every
public name of Python. Two versions are compared by their lists.

    python scripts/surface.py > before.txt
    python scripts/surface.py > after.txt; diff before.txt after.txt
"""

import dataclasses
import inspect
import sys
from collections.abc import Iterator
from typing import Any

import click

import turaga
from turaga.cli import group
from turaga.web.app import api_document

PACKAGES = (turaga, turaga.pictures, turaga.play, turaga.survey)


def commands(name: str, command: click.Command, context: click.Context) -> Iterator[str]:
    """A line for each command, argument and option, hidden names included."""
    yield f"command {name}"
    for parameter in sorted(command.params, key=lambda one: one.opts):
        names = ", ".join([*parameter.opts, *parameter.secondary_opts])
        flag = isinstance(parameter, click.Option) and parameter.is_flag
        value = "" if flag else f" {parameter.make_metavar(context)}"
        yield f"  {parameter.param_type_name} {names}{value}"
    if isinstance(command, click.Group):
        for inner in sorted(command.list_commands(context)):
            found = command.get_command(context, inner)
            assert found is not None
            yield from commands(f"{name} {inner}", found, click.Context(found, context, info_name=inner))


def routes() -> Iterator[str]:
    """A line for each route, field of a request and field of a response."""
    described = api_document()
    shapes = described["components"]["schemas"]
    for path, methods in sorted(described["paths"].items()):
        for method, route in sorted(methods.items()):
            yield f"route {method.upper()} {path}"
            for content in route.get("requestBody", {}).get("content", {}).values():
                yield from sorted(f"  request {field}" for field in _fields(content["schema"], shapes))
            for status, response in sorted(route["responses"].items()):
                for kind, content in response.get("content", {}).items():
                    fields = sorted(_fields(content.get("schema", {}), shapes))
                    yield f"  response {status} {kind}"
                    yield from (f"  response {status} {field}" for field in fields)


def _fields(shape: Any, shapes: dict[str, Any], path: str = "", inside: tuple[str, ...] = ()) -> set[str]:
    """The dotted names of all fields of a JSON schema."""
    found: set[str] = set()
    if name := shape.get("$ref", "").rpartition("/")[2]:
        return set() if name in inside else _fields(shapes[name], shapes, path, (*inside, name))
    for field, inner in shape.get("properties", {}).items():
        found |= {f"{path}{field}"} | _fields(inner, shapes, f"{path}{field}.", inside)
    several = [one for key in ("anyOf", "oneOf", "prefixItems") for one in shape.get(key, ())]
    single = [shape[key] for key in ("items", "additionalProperties") if isinstance(shape.get(key), dict)]
    for inner in several + single:
        found |= _fields(inner, shapes, path, inside)
    return found


def names() -> Iterator[str]:
    """A line for each public name, parameter, and public member of a class."""
    for module in PACKAGES:
        for name in sorted(module.__all__):
            thing = getattr(module, name)
            yield f"name {module.__name__}.{name}"
            if inspect.isfunction(thing):
                yield from (f"  parameter {one}" for one in inspect.signature(thing).parameters)
            elif inspect.isclass(thing):
                fields = (
                    {one.name for one in dataclasses.fields(thing)}
                    if dataclasses.is_dataclass(thing)
                    else set()
                )
                members = {one for one in dir(thing) if not one.startswith("_") or one.startswith("_repr_")}
                yield from (f"  member {one}" for one in sorted(members | fields))


def main() -> int:
    for line in (*commands("turaga", group, click.Context(group, info_name="turaga")), *routes(), *names()):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())

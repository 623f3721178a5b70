"""docs/surface.md lists what a person has to learn: compared with the commands, routes and public names."""

import re
from pathlib import Path
from typing import cast

import click
import pytest

import turaga
from turaga.cli import group
from turaga.tours import CONDITIONS
from turaga.web.routes import ROUTES

PAGE = (
    (Path(__file__).parent.parent / "docs" / "surface.md").read_text(encoding="utf-8").partition("\n## Later")
)
SECTIONS = dict(part.split("\n", 1) for part in PAGE[0].split("\n## ")[1:])
LATER = PAGE[2]


def rows(section):
    """The rows of the table in a section, without its heads."""
    lines = [line for line in SECTIONS[section].split("\n") if line.startswith("|")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[2:]]


def options_of(name):
    """The names of the options of a command, without those of every command."""
    command = cast(click.Command, group.get_command(click.Context(group), name))
    return {
        name
        for each in command.params
        if isinstance(each, click.Option)
        for name in (*each.opts, *each.secondary_opts)
    }


LISTED = {re.match(r"`(\w+)", first)[1]: (first, own) for first, _, own in rows("Commands")}


def test_each_command_is_listed():
    later = set(re.findall(r"`([a-z]+)`", LATER))
    assert set(LISTED) == set(group.list_commands(click.Context(group))) - later


@pytest.mark.parametrize("name", LISTED)
def test_the_options_of_a_command(name):
    own = set(re.findall(r"-{1,2}[a-z-]+", LISTED[name][1]))
    assert own <= options_of(name)
    assert own, "each command has options of its own"


@pytest.mark.parametrize(
    "name", ["solve", "draw", "count", "tours", "watch", "play", "check", "convert", "repair"]
)
def test_the_conditions_that_an_operation_takes(name):
    head = next(line for line in SECTIONS["Nouns"].split("\n") if line.startswith("| condition"))
    columns = [cell.strip().split(", ") for cell in head.strip("|").split("|")]
    column = next(i for i, names in enumerate(columns) if name in names)
    for condition, *cells in rows("Nouns"):
        option = condition.strip("`")
        taken = option in options_of(name)
        said = cells[column - 1]
        assert taken == bool(said) or (said and name not in said), (option, said)


def test_the_routes():
    listed = set(re.findall(r"`(/\w+)`", SECTIONS["API"]))
    later = set(re.findall(r"`(/\w+)`", LATER))
    assert listed == {route.path for route in ROUTES} - later | {"/options", "/status"}


def test_the_public_names():
    listed = set(re.findall(r"\w+", SECTIONS["Python"].partition(". Everything")[0]))
    assert listed == {name for name in turaga.__all__ if not name.startswith("__")}
    modules = re.findall(r"`turaga\.(\w+)`", SECTIONS["Python"])
    assert modules
    for module in modules:
        found = __import__(f"turaga.{module}", fromlist=["__all__"])
        assert found.__all__
        assert found.__doc__


def test_every_condition_is_taken_by_something():
    assert {"avoid", "start", "end", "closed", "fix"} <= set.union(*map(set, CONDITIONS.values()))

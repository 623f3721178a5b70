"""What click finds wrong with a command line, as one sentence that says what is accepted."""

from difflib import get_close_matches

import click

from turaga.cli._help import Command, Option, name_of, path_of
from turaga.text import short


def usage_sentence(error: click.ClickException) -> str:
    """The sentence for an error of click."""
    match error:
        case click.NoSuchOption():
            return _no_such_option(error)
        case click.MissingParameter():
            return _missing(error)
        case click.BadOptionUsage():
            return _bad_option(error)
    return error.format_message()


def _no_such_option(error: click.NoSuchOption) -> str:
    known = [
        name
        for each in (error.ctx.command.params if error.ctx is not None else ())
        if isinstance(each, Option)
        for name in each.visible([*each.opts, *each.secondary_opts])
    ]
    path = path_of(error.ctx) if error.ctx is not None else ""
    problem = f"{path} has no option" if path else "there is no option"
    words = {name.lstrip("-"): name for name in known}  # dashes would make all options similar
    if close := get_close_matches(error.option_name.lstrip("-"), words, 1):
        return f"{problem} {short(error.option_name)}: did you mean {words[close[0]]}?"
    return f"{problem} {short(error.option_name)}: {f'turaga {path}'.strip()} --help lists the options"


def _missing(error: click.MissingParameter) -> str:
    name = name_of(error.param)
    command = error.ctx.command if error.ctx is not None else None
    return f"{name} is required, for example: {_example(command)}"


def _example(command: click.Command | None) -> str:
    return command.examples[0][0] if isinstance(command, Command) else "turaga solve 8x8"


def _bad_option(error: click.BadOptionUsage) -> str:
    """An option without its value, or with a value that it does not accept."""
    for each in error.ctx.command.params if error.ctx is not None else ():
        if error.option_name in (*each.opts, *each.secondary_opts) and isinstance(each, click.Option):
            if each.is_flag:
                return f"{error.option_name} does not accept a value: write {error.option_name} alone"
            return f"{error.option_name} requires a value: {error.option_name} {each.metavar}"
    return error.format_message()

"""Errors as sentences that help: what click finds wrong with a command line, and what the library refuses.

The library does not know the command line, so its errors never mention options. Commands add the option that
helps, from one table, by the class of the error and perhaps the parameter that it is about.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches

import click

from turaga.board import Board
from turaga.cli._help import Command, Option, name_of, path_of
from turaga.cli._terminal import tell
from turaga.errors import BadInput, BadSquare
from turaga.text import short
from turaga.tours import CONDITIONS, refused_condition

_ADVICE: dict[tuple[str, str | None], str] = {
    ("TooManyStates", None): "--estimate gives an estimate instead",
    ("SqlWithFiles", None): "to save a result, use --csv > FILE",
    ("BadInput", "claim"): "turaga reproduce --list shows them",
    ("BadInput", "port"): "choose another with --port, or use --port 0 for any free port",
}

_ORDERS = "turaga orders explains orders"
TWO_DIGITS = "if these are squares in two digits, counted from 0, use --squares bencic"
# Advice that is right whatever the command was doing.
_ALWAYS: dict[tuple[str, str | None], str] = {
    **{("BadOrder", field): _ORDERS for field in ("orders", "retry_orders", "rule", "rules")},
    ("TwoDigits", "text"): TWO_DIGITS,
}


# What to type instead of a word that is no command, with what was typed after it.
INSTEAD_OF_COMMANDS = {
    "explain": "solve {0} --why",
    "why": "solve {0} --why",
    "square": "solve {0} --step {1}",
    "step": "solve {0} --square {1}",
    "trim": "solve {0} --trim",
    "find": "solve {0}",
    "list": "tours {0}",
    "sample": "tours {0} --random 1",
    "random": "tours {0} --random 1",
    "unrank": "tours {0} --nth {1}",
    "rank": "check {0} --rank",
    "verify": "check {0}",
    "estimate": "count {0} --estimate",
    "animate": "watch {0}",
    "plot": "survey plot {0}",
}
# What to type instead of an option, where that exists; or a sentence.
INSTEAD_OF_OPTIONS = {
    "--ties": "--rule",
    "--rules": "--rule",
    "--most": "--rule most",
    "--fewest": "the fewest onward moves come first without it",
    "--open-start": "--rule open-start",
    "--dead-ends-last": "--rule dead-ends-last",
    "--explain": "--why",
    "--draw": "--out",
    "--shape": "write the shape as the board, such as ring:20x20 or text:HI",
    "--board": "write the board alone, such as 8x8",
    "-v": "turaga --version shows the version",
    "-V": "turaga --version shows the version",
    "--orders": "--retry-orders",
    "--order": "--rule",
    "--like": "--rule",
    "--number": "--random",
    "--sample": "--random",
}
_ELSEWHERE = {
    "orders": "turaga map 8x8 --rule 12345678 walks by an order from every square",
    "shapes": "turaga draw ring:20x20 --style empty draws a shape, and -o FILE.txt saves it",
}


def instead_of_command(word: str, rest: Sequence[str]) -> str | None:
    """What to type instead of a word that is no command, and what followed it; None if that is not known."""
    template = INSTEAD_OF_COMMANDS.get(word.lower())
    if template is None:
        return None
    usual = ("WALK" if template.startswith("check") else "BOARD", "SQ" if "--square" in template else "K")
    words = [short(each) for each in rest if not each.startswith("-")]
    switches = [each for each in rest if each in ("--closed", "--directed", "--json")]
    return " ".join([template.format(*words[:2], *usual[len(words) :]), *switches])


@contextmanager
def advice() -> Iterator[None]:
    """Add the option that helps to an error raised in this block, if the table has one."""
    try:
        yield
    except BadInput as error:
        name = type(error).__name__
        if text := _ADVICE.get((name, error.field)) or _ADVICE.get((name, None)):
            error.add_note(text)
        raise


def advise_trimming(board: Board) -> None:
    """Say what helps if a board has no tour, in a command that has --trim. Only a board with holes has a
    shape that somebody chose."""
    from turaga.solve.trimming import MOST_TRIMMED  # not needed by most commands

    if board.hole_indices and board.size <= MOST_TRIMMED:
        tell("--trim removes the fewest squares so that there is a tour.")


def error_sentence(error: BadInput) -> str:
    """The error as a sentence, with the advice that a command added to it."""
    always = _ALWAYS.get((type(error).__name__, error.field))
    if isinstance(error, BadSquare) and re.match("square '[0-9]{2}' ", error.problem):
        always = TWO_DIGITS
    texts = [str(error), *getattr(error, "__notes__", ()), *([always] if always else [])]
    return "; ".join(texts).replace("?; ", "? ")


# -- what click finds ---------------------------------------------------------------------------------


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
        for name in (*each.opts, *each.secondary_opts)
    ]
    path = path_of(error.ctx) if error.ctx is not None else ""
    name = error.option_name
    condition = name.removeprefix("--")
    if path and condition in {*CONDITIONS["solve"], *CONDITIONS["count"]} - {"board", "leaper"}:
        return str(refused_condition(condition, path, "--{}".format))
    problem = f"{path} has no option {short(name)}" if path else f"there is no option {short(name)}"
    other = INSTEAD_OF_OPTIONS.get(name)
    if other is not None and (other.partition(" ")[0] in known or not other.startswith("-")):
        return f"{problem}: {f'did you mean {other}?' if other.startswith('-') else other}"
    if path in _ELSEWHERE:
        return f"{problem}: {_ELSEWHERE[path]}"
    begun = [each for each in known if each.startswith(f"-{name}") and not each.startswith("--no-")]
    if len(name) == 2 and begun:
        return f"{problem}: did you mean {begun[0]}?"
    words = {each.lstrip("-"): each for each in known}  # dashes would make all options similar
    if close := get_close_matches(name.lstrip("-"), words, 1):
        return f"{problem}: did you mean {words[close[0]]}?"
    return f"{problem}: {f'turaga {path}'.strip()} --help lists the options"


def _missing(error: click.MissingParameter) -> str:
    name = name_of(error.param)
    command = error.ctx.command if error.ctx is not None else None
    example = command.examples[0][0] if isinstance(command, Command) else "turaga solve 8x8"
    return f"{name} is required, for example: {example}"


def _bad_option(error: click.BadOptionUsage) -> str:
    """An option without its value, or with a value that it does not accept."""
    for each in error.ctx.command.params if error.ctx is not None else ():
        if error.option_name in (*each.opts, *each.secondary_opts) and isinstance(each, click.Option):
            if each.is_flag:
                return f"{error.option_name} does not accept a value: write {error.option_name} alone"
            return f"{error.option_name} requires a value: {error.option_name} {each.metavar}"
    return error.format_message()

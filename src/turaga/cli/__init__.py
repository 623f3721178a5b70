"""The command `turaga`. Each command has a module of its own, which parses options and prints results.

`main` takes the arguments of the command line and returns the exit status. Nothing else in the package
imports this one. Modules whose names begin with an underscore are shared by several commands.

This file keeps these promises for every command. A result ends with status 0, 1 or 3, as the command's help
says. Bad input ends with status 2 and one sentence on stderr, Ctrl-C with status 130, SIGTERM with 143
(`serve` with 0). If the reader of a pipe goes away, the command ends quietly. No traceback is ever shown
(set TURAGA_DEBUG=1 to see one).
"""

import contextlib
import os
import sys
from collections.abc import Sequence

import click

from turaga._version import __version__
from turaga.cli._advice import error_sentence, usage_sentence
from turaga.cli._help import Option
from turaga.cli._interrupt import Interrupts
from turaga.cli._lazy import LazyGroup
from turaga.cli._terminal import on_a_terminal, tell
from turaga.errors import BadInput, ran_out_of_memory
from turaga_command import INTERRUPTED

__all__ = ["group", "main"]

HEADINGS = {
    "Find": ("solve", "repair"),
    "All tours": ("count", "tours"),
    "Draw and play": ("draw", "shapes", "watch", "play", "serve"),
    "Measure": ("map", "compare", "orders", "survey", "systems", "reproduce"),
    "Files": ("check", "convert"),
    "Setup": ("compile",),
}
BAD_INPUT, INTERNAL, BROKEN_PIPE = 2, 70, 141


@click.group(
    cls=LazyGroup,
    package="turaga.cli",
    headings=HEADINGS,
    context_settings={"help_option_names": ["-h", "--help"]},
    examples=(
        ("turaga solve 8x8", "Find a tour of the 8x8 board."),
        ("turaga draw 8x8 -o tour.svg", "Draw a tour."),
        ("turaga play", "Play the game."),
    ),
)
@click.version_option(
    __version__, "--version", message="turaga %(version)s", cls=Option, help="Show the version."
)
def group() -> None:
    """Find, count, draw and play knight's tours, and measure the rules that find them."""


def main(args: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    for stream in ("stdout", "stderr"):
        if getattr(sys, stream) is None:  # closed by the program that started this one
            setattr(sys, stream, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    with Interrupts() as interrupts:
        try:
            status = _run(sys.argv[1:] if args is None else args)
            sys.stdout.flush()
        except BaseException as error:  # noqa: BLE001 - each has its exit status, and none is shown as a traceback
            if not interrupts.status:
                return _report(error)
        if interrupts.status:  # whatever it led to: an error, or nothing because a library dropped it
            status = _say("interrupted", interrupts.status)
            with contextlib.suppress(OSError, ValueError):
                sys.stdout.flush()
        return status


def _run(arguments: Sequence[str]) -> int:
    """Run the command. Without arguments, on a terminal, show the menu."""
    if not arguments and on_a_terminal():
        from turaga.cli._menu import menu

        return menu(_run)
    status = group.main(args=list(arguments), prog_name="turaga", standalone_mode=False)
    return status if isinstance(status, int) else 0


def _report(error: BaseException) -> int:
    """Print what the user needs to know about an error that ended a command; return the exit status."""
    if ran_out_of_memory(error):
        return _say("there is not enough memory: ask for less, or allow more memory", BAD_INPUT)
    match error:
        case click.exceptions.Exit():
            return error.exit_code
        case click.exceptions.NoArgsIsHelpError():
            return _say_help(error.format_message())
        case click.ClickException():
            return _say(usage_sentence(error), BAD_INPUT)
        case BadInput():
            return _say(error_sentence(error), BAD_INPUT)
        case KeyboardInterrupt() | click.Abort():
            return _say("interrupted", INTERRUPTED)
        case BrokenPipeError() | SystemExit():
            # The reader of our output has gone away. click turns that into SystemExit, with a status that
            # means something else here.
            _drop_output()
            return BROKEN_PIPE
        case OSError():
            _drop_output()
            what = error.strerror or str(error)
            return _say(f"{error.filename}: {what}" if error.filename else what, BAD_INPUT)
    if os.environ.get("TURAGA_DEBUG"):
        raise error
    return _say(f"this is a bug in Turaga, please report it: {type(error).__name__}: {error}", INTERNAL)


def _say(message: str, status: int) -> int:
    """Print one sentence on stderr, without line breaks of its own."""
    tell(f"turaga: {' '.join(message.split())}")
    return status


def _say_help(text: str) -> int:
    """Print the help on stdout, for a command without arguments."""
    try:
        click.echo(text)
        sys.stdout.flush()
    except OSError as error:
        return _report(error)
    return 0


def _drop_output() -> None:
    """Discard what stdout still has to write, so that Python does not complain about it at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

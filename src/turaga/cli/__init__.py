"""The command `turaga`: parsing and printing only, one file per command.

Promises kept here for every command: an answer ends with status 0, 1 or 3 as the command says; bad input
with status 2 and one sentence on stderr; Ctrl-C with 130; a reader that went away ends it quietly; and no
traceback ever reaches a person (set TURAGA_DEBUG=1 to see one).
"""

import contextlib
import os
import sys
from collections.abc import Sequence

import click

from turaga._version import __version__
from turaga.cli._interrupt import Interrupts
from turaga.cli._lazy import Lazy
from turaga.cli._terminal import on_a_terminal, tell
from turaga.errors import BadInput

__all__ = ["group", "main"]

COMMANDS = (
    *("solve", "mend", "explain", "square", "number", "map"),
    *("draw", "watch", "play", "serve"),
    *("count", "list", "sample", "rank", "unrank"),
    *("survey",),
    *("check", "convert", "systems", "reproduce"),
)
BAD_INPUT, INTERNAL, INTERRUPTED, BROKEN_PIPE = 2, 70, 130, 141


@click.group(
    cls=Lazy,
    package="turaga.cli",
    names=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: turaga solve 8x8 --start a1",
)
@click.version_option(__version__, "--version", message="turaga %(version)s")
def group() -> None:
    """Knight's tours: find them, draw them, play them, count them, measure the rules that make them."""


def main(args: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    for stream in ("stdout", "stderr"):
        if getattr(sys, stream) is None:  # closed by whoever started us: nobody wants to read it
            setattr(sys, stream, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    interrupts = Interrupts()
    try:
        with interrupts:
            status = _run(sys.argv[1:] if args is None else args)
            sys.stdout.flush()
        return status
    except BaseException as ending:  # noqa: BLE001 - every ending has its status, and none is a traceback
        if interrupts.happened:  # whatever came of it
            return _say("interrupted", INTERRUPTED)
        return _status_of(ending)


def _run(words: Sequence[str]) -> int:
    """What the words ask for; no words ask for the menu, where there is a person to ask."""
    if not words and on_a_terminal():
        from turaga.cli._menu import menu

        return menu(_run)
    # Not list(words): once the command `list` is loaded, that is what the name means here.
    status = group.main(args=[*words], prog_name="turaga", standalone_mode=False)
    return status if isinstance(status, int) else 0


def _status_of(ending: BaseException) -> int:
    """What is said of a command that did not end by itself, and its exit status."""
    match ending:
        case click.exceptions.Exit():
            return ending.exit_code
        case click.exceptions.NoArgsIsHelpError():
            return _say_help(ending.format_message())
        case click.ClickException():
            return _say(ending.format_message(), BAD_INPUT)
        case BadInput():
            return _say(str(ending), BAD_INPUT)
        case KeyboardInterrupt() | click.Abort():
            return _say("interrupted", INTERRUPTED)
        case BrokenPipeError() | SystemExit():
            # Whoever read our output has gone. click turns that into an exit of its own, with a status
            # that means something else here.
            _drop_output()
            return BROKEN_PIPE
        case OSError():
            _drop_output()
            what = ending.strerror or str(ending)
            return _say(f"{ending.filename}: {what}" if ending.filename else what, BAD_INPUT)
        case MemoryError():
            return _say("there is not enough memory for this board on this machine", BAD_INPUT)
    if os.environ.get("TURAGA_DEBUG"):
        raise ending
    return _say(f"a bug in Turaga, please report it: {type(ending).__name__}: {ending}", INTERNAL)


def _say(message: str, status: int) -> int:
    """One sentence on stderr, whatever line breaks it came with."""
    tell(f"turaga: {' '.join(message.split())}")
    return status


def _say_help(text: str) -> int:
    """The help, asked for by giving no arguments, on stdout."""
    try:
        click.echo(text)
        sys.stdout.flush()
    except OSError as ending:
        return _status_of(ending)
    return 0


def _drop_output() -> None:
    """Point stdout at nothing, so that what is still to be written at exit makes no noise."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

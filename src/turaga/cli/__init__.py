"""The command `turaga`: parsing and printing only, one file per command.

Promises kept here for every command: an answer ends with status 0, 1 or 3 as the command says; bad input
with status 2 and one sentence on stderr; Ctrl-C with 130; a reader that went away ends it quietly; and no
traceback ever reaches a person (set TURAGA_DEBUG=1 to see one).
"""

import contextlib
import importlib
import os
import sys
from collections.abc import Sequence

import click

from turaga._version import __version__
from turaga.cli._interrupt import insistent_interrupts
from turaga.errors import BadInput

__all__ = ["group", "main"]

COMMANDS = ("solve", "map", "check", "convert", "systems")
BAD_INPUT, INTERNAL, INTERRUPTED, BROKEN_PIPE = 2, 70, 130, 141


class _Lazy(click.Group):
    """A group that imports a command's file only when that command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"turaga.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            raise click.UsageError(f"there is no command {args[0]!r}: the commands are {', '.join(COMMANDS)}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=_Lazy,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: turaga solve 8x8 --start a1",
)
@click.version_option(__version__, "--version", message="turaga %(version)s")
def group() -> None:
    """Knight's tours: find them, check them, measure the rules that make them."""


def main(args: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    for stream in ("stdout", "stderr"):
        if getattr(sys, stream) is None:  # closed by whoever started us: nobody wants to read it
            setattr(sys, stream, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    try:
        with insistent_interrupts():
            status = group.main(args=args, prog_name="turaga", standalone_mode=False)
            sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.exceptions.NoArgsIsHelpError as bare:
        click.echo(bare.format_message())
        return 0
    except click.ClickException as wrong:
        return _say(wrong.format_message(), BAD_INPUT)
    except BadInput as wrong:
        return _say(str(wrong), BAD_INPUT)
    except (KeyboardInterrupt, click.Abort):
        return _say("interrupted", INTERRUPTED)
    except (BrokenPipeError, SystemExit):
        # Whoever read our output has gone (click turns that into an exit of its own, with a status that
        # means something else here); point stdout at nothing so that the flush at exit is silent.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as wrong:
        what = wrong.strerror or str(wrong)
        return _say(f"{wrong.filename}: {what}" if wrong.filename else what, BAD_INPUT)
    except MemoryError:
        return _say("there is not enough memory for this board on this machine", BAD_INPUT)
    except Exception as bug:
        if os.environ.get("TURAGA_DEBUG"):
            raise
        return _say(f"a bug in Turaga, please report it: {type(bug).__name__}: {bug}", INTERNAL)


def _say(message: str, status: int) -> int:
    """One sentence on stderr, whatever line breaks it came with."""
    click.echo(f"turaga: {' '.join(message.split())}", err=True)
    return status

"""What the terminal can show, and what is said there beside the result."""

import contextlib
import os
import shutil
import sys

import click

_PIECE = 1 << 15


def put(text: str) -> None:
    """The result on stdout, in pieces: written at once to a pipe without a buffer, what a reader that
    goes away has not read would be lost without a word."""
    for i in range(0, len(text), _PIECE):
        click.echo(text[i : i + _PIECE], nl=False)


def tell(message: str) -> None:
    """Say something on stderr; where nobody can hear it, that is no reason to fail."""
    with contextlib.suppress(OSError, ValueError):
        click.echo(message, err=True)
        sys.stderr.flush()


def on_a_terminal() -> bool:
    """Whether a person sits there: what we ask is read on a terminal, and answered on one."""
    return all(
        stream is not None and not stream.closed and stream.isatty() for stream in (sys.stdin, sys.stdout)
    )


def has_screen() -> bool:
    """Whether a person sits at a terminal that can be drawn on: a dumb one knows lines alone, no colours and
    no places."""
    return on_a_terminal() and os.environ.get("TERM") != "dumb"


def too_wide(width: int) -> bool:
    """Whether lines so wide would be broken by the terminal they go to; never if it is no terminal."""
    return sys.stdout.isatty() and width > shutil.get_terminal_size().columns

"""What the terminal can show, the result on stdout, and messages on stderr."""

import contextlib
import os
import shutil
import sys

import click

_PIECE = 1 << 15


def put(text: str) -> None:
    """Write the result to stdout, in pieces. If it were written at once to an unbuffered pipe, and the reader
    went away, the rest would be lost without an error."""
    for i in range(0, len(text), _PIECE):
        click.echo(text[i : i + _PIECE], nl=False)


def tell(message: str) -> None:
    """Write a message to stderr. That stderr is closed is no reason to fail."""
    with contextlib.suppress(OSError, ValueError):
        click.echo(message, err=True)
        sys.stderr.flush()


def on_a_terminal() -> bool:
    """Whether a person is there: both stdin and stdout are terminals."""
    return all(
        stream is not None and not stream.closed and stream.isatty() for stream in (sys.stdin, sys.stdout)
    )


def has_screen() -> bool:
    """Whether a person is at a terminal with a screen: a dumb one has no colours and no cursor."""
    return on_a_terminal() and os.environ.get("TERM") != "dumb"


def too_wide(width: int) -> bool:
    """Whether the terminal would break lines of this width; never if stdout is not a terminal."""
    return sys.stdout.isatty() and width > shutil.get_terminal_size().columns

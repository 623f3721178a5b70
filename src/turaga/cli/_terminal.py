"""What the terminal can show, results on stdout, and messages on stderr."""

import contextlib
import json
import os
import sys
import textwrap
from typing import IO, Any

import click

from turaga.text import printable

_CHUNK = 1 << 15  # characters
_USUAL_COLUMNS = 80

TOO_WIDE = "(the {} are too wide for this terminal: make it wider, or save them with > FILE)"


def put(text: str) -> None:
    """Write a result to stdout, in chunks. If it were written at once to an unbuffered pipe, and the reader
    went away, the rest would be lost without an error."""
    for i in range(0, len(text), _CHUNK):
        click.echo(text[i : i + _CHUNK], nl=False)


def put_json(facts: object) -> None:
    """Write a result to stdout as one line of JSON."""
    put(json.dumps(facts) + "\n")


def put_wrapped(text: str) -> None:
    """Write sentences to stdout. On a terminal, long lines are broken between words."""
    put(fit(text, sys.stdout))


def put_data(text: str) -> None:
    """Write a result that contains texts from elsewhere. On a terminal, characters that it would obey are
    escaped; pipes and files get the text as it is."""
    if sys.stdout.isatty():
        put(printable(text))
    else:
        for i in range(0, len(text), _CHUNK):
            # Without color=True, click removes what looks like a colour.
            click.echo(text[i : i + _CHUNK], nl=False, color=True)


def tell(message: str) -> None:
    """Write a message to stderr, with all characters escaped that a terminal would obey. On a terminal, long
    lines are broken between words. If stderr is closed, nothing happens."""
    with contextlib.suppress(OSError, ValueError):
        click.echo(fit(printable(message), sys.stderr), err=True)
        sys.stderr.flush()


def fit(text: str, stream: IO[Any]) -> str:
    """The text with its long lines broken between words if the stream is a terminal, otherwise unchanged.

    Pipes and files always get whole lines.
    """
    if stream is None or stream.closed or not stream.isatty():
        return text
    return wrap_lines(text, columns_of(stream))


def wrap_lines(text: str, width: int) -> str:
    """The text with every line that is too long broken between words. Words are never broken, and the new
    lines are indented like the line they come from.

    >>> print(wrap_lines("  a walk of 60 squares", 12))
      a walk of
      60 squares
    """
    lines = []
    for line in text.split("\n"):
        if len(line) <= width:
            lines.append(line)
        else:
            indent = line[: len(line) - len(line.lstrip())]
            lines += wrap(line.lstrip(), width, first=indent, rest=indent)
    return "\n".join(lines)


def wrap(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """The lines of a paragraph, at most `width` characters long unless a single word is longer.

    >>> wrap("the knight-errant", 9)
    ['the', 'knight-errant']
    """
    return textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )


def columns_of(stream: IO[Any], usual: int = _USUAL_COLUMNS) -> int:
    """The width of the terminal: COLUMNS if it is set, or else what the terminal says, or else `usual`."""
    with contextlib.suppress(KeyError, ValueError):
        if (columns := int(os.environ["COLUMNS"])) > 0:
            return columns
    with contextlib.suppress(OSError, ValueError, AttributeError):
        return os.get_terminal_size(stream.fileno()).columns or usual
    return usual


def on_a_terminal() -> bool:
    """Whether a person is there: both stdin and stdout are terminals."""
    return all(
        stream is not None and not stream.closed and stream.isatty() for stream in (sys.stdin, sys.stdout)
    )


def has_screen() -> bool:
    """Whether a person is at a terminal with a screen. A dumb terminal has no colours and no cursor."""
    return on_a_terminal() and os.environ.get("TERM") != "dumb"


def shows_colours() -> bool:
    """Whether stdout is a terminal that shows colours, and the user has not switched them off."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb" and not os.environ.get("NO_COLOR")


def too_wide(width: int) -> bool:
    """Whether the terminal would break lines of this width; never if stdout is not a terminal."""
    return sys.stdout.isatty() and width > columns_of(sys.stdout)

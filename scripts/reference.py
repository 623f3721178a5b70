"""Writes docs/reference.md from the commands themselves, so that it leaves out none of their options.

python scripts/reference.py docs/reference.md
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from turaga.cli import group

HEAD = """# Reference: commands and options

Made from the commands by `python scripts/reference.py docs/reference.md`; a test holds it true.

Every command ends with status 0, 1 or 3 as it says below, with 2 and one sentence on stderr for bad input,
and with 130 after Ctrl-C. Results go to stdout, everything else to stderr. Squares are typed as `row,col`
from 1 at the top left, or by chess names (`a1` is the bottom left square, `aa1` comes past `z`).
"""


def reference() -> str:
    """The page as text."""
    context = click.Context(group, info_name="turaga", **group.context_settings)
    return "\n".join([HEAD, *_sections("turaga", group, context)])


def _sections(title: str, command: click.Command, context: click.Context) -> Iterator[str]:
    """The section of a command, and those of the commands in it if it is a group."""
    yield _section(title, command, context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from _sections(f"{title} {name}", inner, click.Context(inner, context, info_name=name))


def _section(title: str, command: click.Command, context: click.Context) -> str:
    context.max_content_width = 100
    context.terminal_width = 100
    return f"## {title}\n\n```text\n{command.get_help(context)}\n```\n"


def main() -> int:
    Path(sys.argv[1]).write_text(reference(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

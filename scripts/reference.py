"""Writes docs/reference.md from the help of the commands, so that it is always complete.

python scripts/reference.py docs/reference.md
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from turaga.cli import group
from turaga.cli._help import ORDER_DIAGRAM, ORDER_MEANING, Command, HelpPage
from turaga.cli._lazy import LazyGroup

HEAD = """# Reference: commands and options

This page is made from the commands by `python scripts/reference.py docs/reference.md`. A test checks that it
is up to date. `turaga COMMAND --help` shows the same in a terminal.

Results go to stdout and messages to stderr.

Squares are typed as `row,col` counted from 1 at the top left, or by chess names: `a1` is the bottom left
square, and `aa1` comes after `z1`.

## Exit statuses

| status | meaning |
|---|---|
| 0 | The command did what you asked. |
| 1 | The answer is no: there is no such tour, or the file does not contain a tour. A reason is printed. |
| 2 | Bad input, a file that is damaged or cannot be used, or too little memory. One sentence says why. |
| 3 | The answer is not known: a method gave up, or a limit was reached. |
| 70 | A bug in Turaga. Please report it. Set `TURAGA_DEBUG=1` to see the traceback. |
| 130 | You pressed Ctrl-C. No partial file is left behind. |
| 141 | The program that read the output stopped reading, as in `turaga list 6x6 \\| head`. |
| 143 | The command received SIGTERM. (`turaga serve` then ends with 0.) |

What 0, 1 and 3 mean for a command is listed with that command.

## Orders

"""
# A command with its arguments, such as turaga solve BOARD --method blocks, or an option.
CODE = re.compile(
    r"\bturaga (?:survey )?[a-z]+(?: (?:[A-Z]+\b|-(?= )|--[a-z-]+ [a-z]+))*|(?<![\w-])--?[a-z][a-z-]*"
)


def reference() -> str:
    """The page as text."""
    orders = "\n".join([f"{ORDER_MEANING}\n", "```text", *ORDER_DIAGRAM, "```\n"])
    context = click.Context(group, info_name="turaga", **group.context_settings)
    return HEAD + "\n".join([orders, *_sections("turaga", group, context)])


def _sections(title: str, command: click.Command, context: click.Context) -> Iterator[str]:
    """The section of a command, and the sections of its commands if it is a group."""
    assert isinstance(command, Command | LazyGroup)
    yield _section(title, command.help_page(context))
    if isinstance(command, LazyGroup):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from _sections(f"{title} {name}", inner, click.Context(inner, context, info_name=name))


def _section(title: str, page: HelpPage) -> str:
    """The help of one command as Markdown."""
    lines = [f"## {title}", "", page.summary, "", "```text", page.usage, "```", ""]
    if page.examples:
        lines += ["Examples:", ""]
        lines += [f"- `{command}`: {_lower(text)}" for command, text in page.examples] + [""]
    for paragraph in page.paragraphs:
        lines += [_code(paragraph), ""]
    for heading, entries in page.sections:
        shown = [f"- `{name}`: {_code(text)}" for name, text in entries if name != "-h, --help"]
        if shown:
            lines += [f"**{heading}**", "", *shown, ""]
    if page.explains_orders:
        lines += ["An order is explained under [Orders](#orders).", ""]
    if page.status:
        lines += [f"Exit status: {page.status}", ""]
    return "\n".join(lines)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _code(text: str) -> str:
    """The text with commands and options in code style."""
    return CODE.sub(lambda found: f"`{found[0]}`", text)


def main() -> int:
    Path(sys.argv[1]).write_text(reference(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

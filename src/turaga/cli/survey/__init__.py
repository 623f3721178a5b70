"""`turaga survey`: runs surveys and answers questions about them. Each command has a file of its own.

The result is text, CSV, JSON or a picture. Only `turaga.cli` imports this package, by the names of its
commands.
"""

import os

import click

from turaga.cli._lazy import LazyGroup

__all__ = ["command"]

# Arrow's own allocator reserves a gigabyte of addresses at once, which fails if memory is limited.
os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")

HEADINGS = {"Commands": ("run", "show", "plot", "cover", "tours")}


@click.group(
    cls=LazyGroup,
    package="turaga.cli.survey",
    headings=HEADINGS,
    examples=(
        ("turaga survey run --boards 8x8 --orders random:20 -o results", "Run a survey of 20 orders on 8x8."),
        ("turaga survey show results", "Show the results."),
    ),
)
def command() -> None:
    """Try many orders from many starts, and analyse the results.

    A survey is a directory. turaga survey run makes it, and the other commands read it.
    """

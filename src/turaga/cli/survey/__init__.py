"""`turaga survey`: runs surveys and answers questions about them; each command has a file of its own.

Options go in; text, CSV, JSON or a picture comes out. Only `turaga.cli` imports this package, by the names of
its commands.
"""

import click

from turaga.cli._lazy import LazyGroup

__all__ = ["command"]

NAMES = ("run", "show", "cover", "plot", "tours")


@click.group(
    cls=LazyGroup,
    package="turaga.cli.survey",
    names=NAMES,
    short_help="Walk a rule from many starts, keep it, and ask questions of it.",
    epilog="Example: turaga survey run --boards 8x8 --like serafeimidis --orders all --out results",
)
def command() -> None:
    """The laboratory: walk a rule with many orders from many starts of many boards, keep what came of
    it in a folder, and ask questions of that folder."""

"""A group of commands whose modules are loaded only when a command is used."""

import importlib
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import click

from turaga.cli._help import (
    COMMON,
    Entries,
    HelpPage,
    Option,
    help_width,
    paragraphs_of,
    path_of,
    usage_errors_about,
)
from turaga.errors import BadInput
from turaga.text import short


class LazyGroup(click.Group):
    """A group whose commands are modules of a package. Each module has the name of its command.

    `headings` are their names under the headings that the help shows.
    """

    def __init__(
        self,
        *args: Any,
        package: str,
        headings: Mapping[str, Sequence[str]],
        examples: Entries = (),
        **attributes: Any,
    ) -> None:
        super().__init__(*args, **attributes)
        self.examples = examples
        self._package = package
        self._headings = headings
        self._names = tuple(name for names in headings.values() for name in names)

    @property
    def summary(self) -> str:
        """What the commands are for, in one line."""
        return paragraphs_of(self)[0]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args[:1] == ["help"]:  # people try `turaga help solve`
            args = [*args[1:], "--help"]
        with usage_errors_about(ctx):
            return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self._names]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return self._load(cmd_name) if cmd_name in self._names else None

    def _load(self, name: str) -> click.Command:
        command = importlib.import_module(f"{self._package}.{name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in self._names:
            raise BadInput(
                f"there is no command {short(f'{path_of(ctx)} {args[0]}'.strip())!r}",
                accepted=self._suggestion(ctx, args[0], args[1:]),
                field="command",
            )
        return super().resolve_command(ctx, args)

    def _suggestion(self, ctx: click.Context, word: str, rest: Sequence[str]) -> str:
        """What the user probably meant, or how to find out which commands there are."""
        from turaga.cli._advice import instead_of_command  # needed only for a mistake

        if not path_of(ctx) and (instead := instead_of_command(word, rest)):
            return f"did you mean 'turaga {instead}'?"
        if close := get_close_matches(word.lower(), self._names, 1):
            return f"did you mean {f'{path_of(ctx)} {close[0]}'.strip()!r}?"
        if word[:1].isdigit() and "solve" in self._names:
            return f"did you mean 'solve {short(word)}'?"
        return f"{ctx.command_path} --help lists the commands"

    def get_help(self, ctx: click.Context) -> str:
        return self.help_page(ctx).as_text(help_width(ctx))

    def help_page(self, ctx: click.Context) -> HelpPage:
        """The parts of the help."""
        options = [(each.title, each.help or "") for each in self.params if isinstance(each, Option)]
        sections = [
            (heading, tuple((name, paragraphs_of(self._load(name))[0]) for name in names))
            for heading, names in self._headings.items()
        ]
        last = ("-h, --help", f"Show this help. For one command: {ctx.command_path} COMMAND --help")
        return HelpPage(
            usage=f"{ctx.command_path} COMMAND [ARGUMENTS] [OPTIONS]",
            summary=self.summary,
            examples=self.examples,
            paragraphs=paragraphs_of(self)[1:],
            sections=(
                *sections,
                (COMMON, (*options, last)),
            ),
            explains_orders=False,
            status="",
        )

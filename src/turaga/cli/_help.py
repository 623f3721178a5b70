"""How every command explains itself: the parts of a help page, and the page as text.

A page has a line that says what the command does, examples, the options most people use, and then the other
options under headings. `make docs` writes the same pages as Markdown.

Commands and options use the classes of this module instead of click's. An option has a `group`, the heading
it appears under.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import click

from turaga.cli._terminal import columns_of, wrap
from turaga.errors import BadInput
from turaga.operations import Kind, naming
from turaga.order import order_diagram
from turaga.squares import NOTATIONS
from turaga.text import listed, sentence, short

Entries = tuple[tuple[str, str], ...]  # names and what they mean

COMMON = "Options"
TYPED = "turaga: the names of the options, in the sequence in which they were typed"
_SHARED_GROUPS = ("Rule", "Search", "Board", "Output", "Limits")  # a command's own headings come before these
_WIDEST = 80  # longer lines are hard to read
_NARROW = 60  # below this there is no room for two columns
_NAMES = 24  # characters for the names of options, with the margins
_EXAMPLE = 42  # characters for an example beside its explanation

# Arguments and values that mean the same in every command.
_MEANINGS = {
    "BOARD": "Rows x columns, such as 8x8. 8 means 8x8. Or a shape such as ring:20x20 or text:TURAGA. @FILE "
    "reads a board with holes from a file: . is a square, # is a hole; or the dark pixels of a PNG picture.",
    "FILE": "A file, or - for standard input.",
    "WALK": "A file in any format that Turaga reads, or - for standard input. The format is recognised from "
    "the contents: a number grid, squares (1,1 2,3), chess names (a1 c2), moves ((+1,+2) (-2,+1)), Agh's "
    "moves, Vandermonde's fractions (1/1 3/2), Bencic's squares in two digits (one per line or all on one "
    "line), JSON, or a NumPy file.",
    "DIR": "The directory of a survey.",
    "SQ": "A square: row,col counted from 1 at the top left, or a chess name such as a1 (bottom left).",
}
ORDER_DIAGRAM = order_diagram()
ORDER_MEANING = (
    "An order lists the knight's eight directions, first choice first. The digits show where the knight (N) "
    "lands: 1 is two down and one right, and the rest follow clockwise. 12345678 tries direction 1 first."
)


@dataclass(frozen=True, kw_only=True)
class HelpPage:
    """The help of one command."""

    usage: str
    summary: str
    examples: Entries
    paragraphs: tuple[str, ...]
    sections: tuple[tuple[str, Entries], ...]
    explains_orders: bool
    status: str

    def as_text(self, width: int) -> str:
        """The page for a terminal of this width."""
        lines = [*wrap(f"Usage: {self.usage}", width, rest=" " * 7), "", *wrap(self.summary, width)]
        if self.examples:
            lines += ["", "Examples:", *_examples(self.examples, width)]
        for paragraph in self.paragraphs:
            lines += ["", *wrap(paragraph, width)]
        names = [len(name) for _, entries in self.sections for name, _ in entries]
        # The column for names with its margins, or only the margin if there is no room for two columns.
        column = 6 if width < _NARROW else min(_NAMES, max(names, default=0) + 4)
        for title, entries in self.sections:
            lines += ["", f"{title}:", *_two_columns(entries, width, column)]
        if self.explains_orders:
            lines += ["", "Orders:", *wrap(ORDER_MEANING, width, "  ", "  "), ""]
            lines += [f"      {line}" for line in ORDER_DIAGRAM]
        if self.status:
            lines += ["", *wrap(f"Exit status: {self.status}", width, rest="  ")]
        return "\n".join(lines)


def _examples(examples: Entries, width: int) -> list[str]:
    """The examples beside their explanations, or above them where there is not enough room."""
    column = max(len(command) for command, _ in examples) + 4
    beside = column <= _EXAMPLE and all(column + len(text) <= width for _, text in examples)
    lines = []
    for command, text in examples:
        if beside:
            lines.append(f"  {command.ljust(column - 4)}  {text}")
        else:
            broken = wrap(command, width - 2, "  ", "      ")
            lines += [f"{line} \\" for line in broken[:-1]] + [broken[-1]]
            lines += wrap(text, width, "      ", "      ")
    return lines


def _two_columns(entries: Entries, width: int, column: int) -> list[str]:
    """Names in the left column and what they mean in the right one; below the name if that is too long."""
    lines = []
    for name, text in entries:
        if len(name) + 4 <= column:
            lines += wrap(text, width, f"  {name}".ljust(column), " " * column) or [f"  {name}"]
        else:
            lines += [*wrap(name, width, "  ", "    "), *wrap(text, width, " " * column, " " * column)]
    return lines


# -- options and commands -------------------------------------------------------------------------------


class _Value(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # older versions of click have no argument
    """A value of a kind. What is wrong with it is said of the option."""

    name = "value"

    def __init__(self, kind: Kind) -> None:
        self.kind = kind

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):  # the default
            return value
        with naming(param.name or "" if param else "", lambda name: name_of(param)):
            return self.kind.parse_typed(value, {})


class Option(click.Option):
    """An option that appears under a heading. With a `kind`, its value is parsed; otherwise it is a text."""

    def __init__(
        self,
        param_decls: Sequence[str],
        *,
        group: str = COMMON,
        takes_order: bool = False,
        kind: Kind | None = None,
        **attributes: Any,
    ) -> None:
        if kind is not None:
            attributes = {"type": _Value(kind), "metavar": kind.metavar, **attributes}
        super().__init__(param_decls, **attributes)
        self.group = group
        self.takes_order = takes_order

    @property
    def title(self) -> str:
        """The option as the help shows it, such as `-o, --out FILE`."""
        names = ", ".join(sorted(self.opts, key=len))
        value = "" if self.is_flag else f" {self.metavar}"
        return f"{names}/{self.secondary_opts[0]}" if self.secondary_opts else names + value


def option(*names: str, **attributes: Any) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """A decorator like `click.option` that makes an `Option`."""
    return click.option(*names, cls=Option, **attributes)


def path_of(ctx: click.Context) -> str:
    """The command as the user typed it after `turaga`: "", "solve", "survey show"."""
    return ctx.command_path.partition(" ")[2]


def name_of(parameter: click.Parameter | None) -> str:
    """How a message calls an option or an argument: `--seed`, BOARD."""
    if isinstance(parameter, click.Argument):
        return (parameter.metavar or parameter.name or "").strip("[].")
    return max(parameter.opts, key=len) if parameter is not None else "a value"


@contextmanager
def usage_errors_about(ctx: click.Context) -> Iterator[None]:
    """Add the command to the errors that click's parser raises without it."""
    try:
        yield
    except click.UsageError as error:
        error.ctx = error.ctx or ctx
        raise


class Command(click.Command):
    """A command with a help page.

    The first paragraph of its docstring says what it does, and the other paragraphs come after the examples.
    `status` explains the exit statuses. `arguments` explains arguments that other commands do not have, and
    `tables` are further sections at the end: names and what they mean.
    """

    def __init__(
        self,
        *args: Any,
        examples: Entries = (),
        status: str = "",
        arguments: dict[str, str] | None = None,
        tables: Mapping[str, Mapping[str, str]] = MappingProxyType({}),
        **attributes: Any,
    ) -> None:
        attributes["context_settings"] = {"allow_extra_args": True}  # `parse_args` rejects them
        super().__init__(*args, **attributes)
        self.examples = examples
        self.status = status
        self.meanings = {**_MEANINGS, **(arguments or {})}
        self.tables = tables

    @property
    def summary(self) -> str:
        """What the command does, in one line."""
        return paragraphs_of(self)[0]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        with usage_errors_about(ctx):
            typed = self.make_parser(ctx).parse_args([*args])[2]
            rest = super().parse_args(ctx, args)
        for each in typed:
            if isinstance(each, Option) and not (each.multiple or each.is_flag) and typed.count(each) > 1:
                raise BadInput(f"{name_of(each)} is given twice", accepted="give it once", field=each.name)
        ctx.meta[TYPED] = [each.name for each in typed]
        if ctx.args:
            expected = [name_of(each) for each in self.params if isinstance(each, click.Argument)]
            what = listed(expected) if expected else "no arguments"
            raise BadInput(
                f"unexpected argument {short(ctx.args[0])!r}",
                accepted=self._meant(ctx) or f"{path_of(ctx)} accepts {what}",
            )
        return rest

    def _meant(self, ctx: click.Context) -> str | None:
        """What somebody meant who typed `8 8` for a board, or a square after it."""
        if path_of(ctx) == "shapes":
            return f"did you mean 'turaga draw {short(':'.join(ctx.args[:2]))} --style empty'?"
        board, extra = ctx.params.get("board"), ctx.args[0]
        if not isinstance(board, str) or len(ctx.args) > 2:
            return None
        path = f"turaga {path_of(ctx)}"
        if board.isdigit() and extra.isdigit() and len(ctx.args) == 1:
            return f"did you mean '{path} {board}x{extra}'?"
        ends = [name for each in self.params for name in each.opts if name in ("--start", "--end")]
        square = [NOTATIONS[name].pattern for name in ("chess", "row,col")]
        if len(ctx.args) <= len(ends) and all(any(p.fullmatch(one) for p in square) for one in ctx.args):
            words = zip(("--start", "--end"), ctx.args, strict=False)
            return f"did you mean '{path} {board} {' '.join(f'{name} {square}' for name, square in words)}'?"
        return None

    def get_help(self, ctx: click.Context) -> str:
        return self.help_page(ctx).as_text(help_width(ctx))

    def help_page(self, ctx: click.Context) -> HelpPage:
        """The parts of the help."""
        arguments = [each for each in self.params if isinstance(each, click.Argument)]
        shown = [str(each.metavar) for each in arguments]
        options = [each for each in self.params if isinstance(each, Option) and not each.hidden]
        required = [f"{name_of(each)} {each.metavar}" for each in options if each.required]
        return HelpPage(
            usage=" ".join([ctx.command_path, *shown, *required, "[OPTIONS]"]),
            summary=self.summary,
            examples=self.examples,
            paragraphs=paragraphs_of(self)[1:],
            sections=(*self._argument_section(shown, options), *_option_sections(options), *self._tables()),
            explains_orders=any(each.takes_order for each in options),
            status=self.status,
        )

    def _tables(self) -> Iterator[tuple[str, Entries]]:
        for title, entries in self.tables.items():
            yield title, tuple((name, sentence(what)) for name, what in entries.items())

    def _argument_section(self, shown: Sequence[str], options: Sequence[Option]) -> list[tuple[str, Entries]]:
        """What the arguments mean, and the squares that options accept."""
        squares = any("SQ" in str(each.metavar) for each in options)
        names = dict.fromkeys([*(name.strip("[].") for name in shown), *(["SQ"] if squares else [])])
        entries = tuple((name, self.meanings[name]) for name in names if self.meanings.get(name))
        return [("Arguments", entries)] if entries else []


def _option_sections(options: Sequence[Option]) -> list[tuple[str, Entries]]:
    """The options under their headings, and `--help` at the end."""
    own = [each.group for each in options if each.group not in _SHARED_GROUPS]
    sections: dict[str, list[tuple[str, str]]] = {
        name: [] for name in dict.fromkeys([COMMON, *own, *_SHARED_GROUPS])
    }
    output_is_common = COMMON not in own  # a command with few options
    for each in options:
        group = COMMON if output_is_common and each.group == "Output" else each.group
        sections[group].append((each.title, each.help or ""))
    shown = [(name, tuple(entries)) for name, entries in sections.items() if entries]
    last = ("-h, --help", "Show this help.")
    if len(shown) < 2:
        return [(COMMON, (*(entry for _, entries in shown for entry in entries), last))]
    return [*shown, ("Other", (last,))]


def paragraphs_of(command: click.Command) -> tuple[str, ...]:
    """The paragraphs of a command's docstring, each as one line."""
    return tuple(" ".join(each.split()) for each in (command.help or "").split("\n\n") if each.strip())


def help_width(ctx: click.Context) -> int:
    """How wide help is: as wide as the terminal, but not wider than people like to read."""
    return min(ctx.terminal_width or columns_of(sys.stdout), _WIDEST)


def make_command(**attributes: Any) -> Callable[[Callable[..., int]], Command]:
    """A decorator like `click.command` that makes a `Command`."""
    return click.command(cls=Command, **attributes)

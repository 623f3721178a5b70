"""Writes two references: commands.md from the help of the commands, and python.md from the docstrings.

    make docs

It fails if a public name has no docstring.
"""

import ast
import dataclasses
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import click

import turaga
from turaga.cli import group
from turaga.cli._help import ORDER_DIAGRAM, ORDER_MEANING, Command, HelpPage
from turaga.cli._lazy import LazyGroup

COMMANDS_HEAD = """# Reference: commands and options

`turaga COMMAND --help` shows the same in a terminal.

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
| 141 | The program that read the output stopped reading, as in `turaga tours 6x6 \\| head`. |
| 143 | The command received SIGTERM. No partial file is left behind. (`turaga serve` then ends with 0.) |

If Ctrl-C was ignored when the command started, as under `nohup`, it stays ignored. SIGTERM still works.

What 0, 1 and 3 mean for a command is listed with that command.

## Orders

"""
PYTHON_HEAD = """# Reference: the Python API

`help(turaga)` shows the same in Python.

Squares are 0-based `(row, col)` pairs everywhere. Where you pass a square, a text works too, as on the
command line: `"1,1"` is the top left square, `"a1"` the bottom left one. A board is `"8x8"`, `8`, `(3, 12)`,
`"@mask.txt"` or a `Board`. Results compare with `==` (the seconds they took do not count), can be pickled,
and a notebook shows the pictures of those that have one.
"""
# A command with its arguments, such as turaga solve BOARD --method blocks, or an option.
CODE = re.compile(
    r"\bturaga (?:survey )?[a-z]+(?: (?:[A-Z]+\b|-(?= )|--[a-z-]+ [a-z]+))*|(?<![\w-])--?[a-z][a-z-]*"
)

# What has no docstring of its own.
VALUES = {
    "FORMATS": "The formats in which a walk can be written as text.",
    "METHODS": "The methods of `solve`, by name. Each has a `what`, a short description.",
    "SYSTEMS": "The published programs whose choices `like=` takes over, by name.",
    "SYMMETRIES": "The eight symmetries of a square board, by name.",
    "Outcome": "`Found | Impossible | GaveUp`: what `solve` returns.",
    "BoardLike": "What can be passed as a board: a `Board`, a text, a whole number, or `(rows, columns)`.",
    "Square": "A 0-based `(row, col)` pair.",
    "Leaper": 'What can be passed as a leaper: a pair such as `(1, 3)`, or a text such as `"1,3"`.',
    "Progress": "A function that is called with what is being done, how far it is, and how far it goes (0 if "
    "that is not known).",
}


# -- commands ---------------------------------------------------------------------------------------------


def commands() -> str:
    """The page about the commands."""
    orders = "\n".join([f"{ORDER_MEANING}\n", "```text", *ORDER_DIAGRAM, "```\n"])
    context = click.Context(group, info_name="turaga", **group.context_settings)
    return COMMANDS_HEAD + "\n".join([orders, *_sections("turaga", group, context)])


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
        lines += [_in_code_style(paragraph), ""]
    for heading, entries in page.sections:
        shown = [f"- `{name}`: {_in_code_style(text)}" for name, text in entries if name != "-h, --help"]
        if shown:
            lines += [f"**{heading}**", "", *shown, ""]
    if page.explains_orders:
        lines += ["An order is explained under [Orders](#orders).", ""]
    if page.status:
        lines += [f"Exit status: {page.status}", ""]
    return "\n".join(lines)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _in_code_style(text: str) -> str:
    """The text with commands and options in code style."""
    return CODE.sub(lambda found: f"`{found[0]}`", text)


# -- Python -----------------------------------------------------------------------------------------------


def python() -> str:
    """The page about the Python API."""
    parts = [PYTHON_HEAD]
    for package in (turaga, turaga.pictures, turaga.play, turaga.survey):
        parts.append(f"## {package.__name__}\n")
        parts.append(f"{(inspect.getdoc(package) or '').partition(chr(10))[0]}\n")
        parts += (_entry(package, name) for name in package.__all__ if name != "__version__")
    return "\n".join(parts)


def _entry(module: ModuleType, name: str) -> str:
    thing, full = getattr(module, name), f"{module.__name__}.{name}"
    if name in VALUES:
        listed = f"\n\n{', '.join(f'`{key}`' for key in thing)}." if isinstance(thing, dict | tuple) else ""
        return f"### {full}\n\n{VALUES[name]}{listed}\n"
    if not inspect.getdoc(thing):
        raise SystemExit(f"{full} has no docstring")
    if inspect.isclass(thing):
        return "\n".join([f"### {full}\n", *_class(thing)])
    return f"### {full}\n\n{_code(_signature(thing))}\n{_markdown(thing)}"


def _class(kind: type) -> Iterator[str]:
    if not issubclass(kind, Exception):
        init = kind.__dict__.get("__init__")
        if (
            init is not None
            and not dataclasses.is_dataclass(kind)
            and not getattr(kind, "_is_protocol", False)
        ):
            yield _code(_signature(init, kind.__name__))
    yield _markdown(kind)
    if not getattr(kind, "_is_protocol", False):
        lines = [f"- `{line}`{f': {comment}' if comment else ''}" for line, comment in _fields(kind)]
        if lines:
            yield "Attributes:\n\n" + "\n".join(lines) + "\n"
    for name, member in _members(kind):
        function = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
        title = f"{kind.__name__}.{name}"
        if isinstance(member, property):
            yield f"#### {title}\n\n{_markdown(member)}"
        else:
            yield f"#### {title}\n\n{_code(_signature(function))}\n{_markdown(function)}"


def _members(kind: type) -> Iterator[tuple[str, object]]:
    """The public methods and properties of a class, including those of base classes without an entry."""
    seen: set[str] = set()
    for base in kind.__mro__:
        if not base.__module__.startswith("turaga"):
            continue
        if base is not kind and base.__name__ in (*turaga.__all__, *turaga.survey.__all__):
            break  # what is documented there
        for name, member in vars(base).items():
            public = not name.startswith("_") and name not in seen
            if public and (isinstance(member, property | classmethod) or inspect.isfunction(member)):
                seen.add(name)
                yield name, member


def _fields(kind: type) -> Iterator[tuple[str, str]]:
    """The annotated attributes of a class as they are written, and the comment after each."""
    for base in reversed(kind.__mro__):
        if not base.__module__.startswith("turaga"):
            continue
        source = textwrap.dedent(inspect.getsource(base))
        lines = source.splitlines()
        [tree] = ast.parse(source).body
        assert isinstance(tree, ast.ClassDef)
        for node in tree.body:
            if not isinstance(node, ast.AnnAssign) or not isinstance(node.target, ast.Name):
                continue
            name, kind_of = node.target.id, ast.unparse(node.annotation).strip("'")
            if name.startswith("_") or kind_of.startswith("ClassVar"):
                continue
            line = lines[(node.end_lineno or node.lineno) - 1]
            yield f"{name}: {kind_of}", line[node.end_col_offset or 0 :].partition("# ")[2]


def _signature(function: object, name: str = "") -> str:
    """The signature as it is written, without self."""
    [tree] = ast.parse(textwrap.dedent(inspect.getsource(function))).body  # type: ignore[arg-type]
    assert isinstance(tree, ast.FunctionDef)
    tree.name, tree.body, tree.decorator_list = name or tree.name, [ast.Pass()], []
    if name:  # a class
        tree.returns = None
    line = ast.unparse(tree).partition("\n")[0]
    text = re.sub(r"\((self|cls)(, )?", "(", line).removeprefix("def ").removesuffix(":")
    return textwrap.fill(text, 100, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


def _code(text: str) -> str:
    return f"```python\n{text}\n```\n"


def _markdown(thing: object) -> str:
    """The docstring, with its examples and indented lists as code."""
    blocks: list[str] = []
    for block in re.split(r"\n\n", inspect.getdoc(thing) or ""):
        if block.lstrip().startswith(">>>"):
            blocks.append(_code(textwrap.dedent(block)).rstrip("\n"))
        elif block.startswith("    "):
            blocks.append(f"```text\n{textwrap.dedent(block)}\n```")
        elif ">>>" in block:
            words, _, example = block.partition(">>>")
            blocks += [words.rstrip(), _code(f">>>{example}").rstrip("\n")]
        else:
            blocks.append(block)
    return "\n\n".join(blocks) + "\n" if blocks else ""


def main() -> int:
    """Write the pages to the directory that is named."""
    directory = Path(sys.argv[1])
    directory.mkdir(exist_ok=True)
    for name, page in (("commands.md", commands), ("python.md", python)):
        (directory / name).write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

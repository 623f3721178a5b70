"""Writes docs/python.md, the reference of the Python API, from the docstrings.

python scripts/python_reference.py docs/python.md
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

import turaga

HEAD = """# Reference: the Python API

Made from the docstrings by `python scripts/python_reference.py docs/python.md`. A test checks that it is
current.

Squares are 0-based `(row, col)` pairs everywhere. Where you pass a square, a text works too, as on the
command line: `"1,1"` is the top left square, `"a1"` the bottom left one. A board is `"8x8"`, `8`, `(3, 12)`,
`"@mask.txt"` or a `Board`. Results compare with `==` (the seconds they took do not count), can be pickled,
and show well in a notebook.
"""

# The public names of `turaga`, as its docstring groups them.
GROUPS = {
    "Boards and walks": ["Board", "load_board", "shape", "Walk", "Tour", "verify", "Report", "Fault"],
    "Files and text": ["load", "save", "read", "Reading", "write", "write_npy", "FORMATS"],
    "Finding tours": [
        "solve", "Outcome", "Found", "Impossible", "GaveUp", "Attempt", "Question", "METHODS", "map_starts",
        "StartMap", "compare", "Comparison", "explain", "Explanation", "Bottleneck", "Separator",
        "verify_certificate", "CertificateReport", "trim", "Trimmed", "repair", "mend", "Repair",
        "RepairStage", "implicit",
        "ImplicitTour",
    ],
    "How a walk chooses": [
        "walk", "Step", "Candidate", "search_steps", "Event", "Rule", "Tie", "make_rule", "System", "SYSTEMS",
        "all_orders", "order_number", "order_at", "order_class", "order_image", "order_images",
        "map_order", "OrderMaps", "OrderImage",
    ],
    "Symmetries": ["Symmetry", "SYMMETRIES"],
    "Counting": [
        "count_tours", "Count", "Tours", "estimate_tours", "Estimate", "count_by_start", "count_classes",
        "Classes",
    ],
    "Listing and sampling": [
        "list_tours", "sample_tours", "make_sampler", "Sampler", "rank_tour", "unrank_tour",
    ],
    "Errors": [
        "TuragaError", "BadInput", "BadBoard", "BadSquare", "BadOrder", "BadRule", "BadText", "NoTours",
        "TourNotFound", "NotATour", "NoProof",
    ],
    "Types of arguments": ["BoardLike", "Square", "Leaper", "Progress"],
}  # fmt: skip

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
    "mend": "The former name of `repair`.",
}
SHOWN = ("FORMATS", "METHODS", "SYSTEMS", "SYMMETRIES")  # values whose names are listed


def reference() -> str:
    """The page as text."""
    parts = [HEAD]
    for title, names in GROUPS.items():
        parts.append(f"## {title}\n")
        parts += (_entry(turaga, name) for name in names)
    for package in (turaga.draw, turaga.play, turaga.survey):
        parts.append(f"## {package.__name__}\n")
        parts.append(f"{(inspect.getdoc(package) or '').partition(chr(10))[0]}\n")
        parts += (_entry(package, name) for name in package.__all__)
    return "\n".join(parts)


def _entry(module: ModuleType, name: str) -> str:
    thing, full = getattr(module, name), f"{module.__name__}.{name}"
    if name in VALUES:
        listed = f"\n\n{', '.join(f'`{key}`' for key in thing)}." if name in SHOWN else ""
        return f"### {full}\n\n{VALUES[name]}{listed}\n"
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
    """The signature as it is written, without self, and with one parameter a line if it is long."""
    source = textwrap.dedent(inspect.getsource(function))  # type: ignore[arg-type]
    [tree] = ast.parse(source).body
    assert isinstance(tree, ast.FunctionDef)
    returns = "" if tree.returns is None or name else f" -> {_plain(tree.returns)}"
    name = name or tree.name
    parameters = _parameters(tree.args)
    text = f"{name}({', '.join(parameters)}){returns}"
    if len(text) > 100:
        lines = "".join(f"    {parameter},\n" for parameter in parameters)
        text = f"{name}(\n{lines}){returns}"
    return text


def _parameters(arguments: ast.arguments) -> list[str]:
    """The parameters as they are written, without self."""
    positional = [*arguments.posonlyargs, *arguments.args]
    missing: list[ast.expr | None] = [None] * (len(positional) - len(arguments.defaults))
    pairs = list(zip(positional, [*missing, *arguments.defaults], strict=True))
    texts = [_parameter(*pair) for pair in pairs if pair[0].arg not in ("self", "cls")]
    if arguments.kwonlyargs:
        texts.append("*")
        texts += map(_parameter, arguments.kwonlyargs, arguments.kw_defaults)
    return texts


def _parameter(argument: ast.arg, default: ast.expr | None) -> str:
    kind = "" if argument.annotation is None else f": {_plain(argument.annotation)}"
    return argument.arg + kind + ("" if default is None else f" = {ast.unparse(default)}")


def _plain(annotation: ast.expr) -> str:
    """An annotation without the quotes that it has in the source."""
    return (
        ast.unparse(annotation).replace("'", "")
        if isinstance(annotation, ast.Constant)
        else ast.unparse(annotation)
    )


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
    """Write the page to the file that is named, or to stdout."""
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(reference())
    else:
        sys.stdout.write(reference())
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Code lines per package, the most complex functions, and names that are used twice.

    python scripts/code_metrics.py [SRC]

Code lines leave out blank lines, comments and docstrings. Complexity is McCabe's, counted as radon counts it:
one for each branch, loop, handler, assertion, comprehension and `and` or `or`. `tests/test_architecture.py`
uses these functions to keep the limits.
"""

import ast
import io
import sys
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

MOST_COMPLEX = 15
MOST_COMPLEX_KERNEL = 25

Function = ast.FunctionDef | ast.AsyncFunctionDef


def code_lines(source: str) -> int:
    """How many lines hold code.

    >>> code_lines('"Text."\\n\\nx = 1  # a comment\\n# another\\n')
    1
    """
    skipped = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in skipped and token.type != tokenize.ENDMARKER:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(getattr(node.value, "value", None), str):
            lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def complexity(function: Function) -> int:
    """McCabe's number for a function, functions inside it included.

    >>> complexity(ast.parse("def f(a, b):\\n    return 1 if a and b else 2").body[0])
    3
    """
    total = 1
    for node in ast.walk(function):
        match node:
            case ast.If() | ast.IfExp() | ast.Assert() | ast.ExceptHandler() | ast.match_case():
                total += 1
            case ast.For() | ast.AsyncFor() | ast.While():
                total += 1 + bool(node.orelse)
            case ast.Try():
                total += bool(node.orelse)
            case ast.BoolOp():
                total += len(node.values) - 1
            case ast.comprehension():
                total += 1 + len(node.ifs)
            case ast.FunctionDef() | ast.AsyncFunctionDef() if node is not function:
                total += 1
    return total


def functions(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """Every function of a module that is not inside another, with its name, and its class before that."""
    for node in tree.body:
        if isinstance(node, Function):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, Function):
                    yield f"{node.name}.{inner.name}", inner


def class_names(files: list[Path]) -> dict[str, list[Path]]:
    """The files in which each class is defined, private classes included."""
    where = defaultdict(list)
    for path in files:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef):
                where[node.name].append(path)
    return where


def stem(name: str) -> str:
    """What is left of a module's name without the endings that make confusable pairs.

    >>> stem("halving") == stem("halves") == stem("halves_kernel"), stem("listed") == stem("lists")
    (True, True)
    """
    words = name.removesuffix("_kernel").strip("_").split("_")
    last = words[-1]
    for ending in ("ings", "ing", "ers", "er", "eds", "ed", "ves", "es", "s", "e"):
        if last.endswith(ending) and len(last) - len(ending) >= 3:
            last = last.removesuffix(ending)
            break
    return "_".join([*words[:-1], last.removesuffix("v")])


def main(root: Path) -> None:
    files = sorted(root.rglob("*.py"))
    lines: Counter[str] = Counter()
    ranked = []
    for path in files:
        source = path.read_text()
        parts = path.relative_to(root).parts
        lines[parts[0] + "/" if len(parts) > 1 else "(top level)"] += code_lines(source)
        ranked += [(complexity(f), name, path.relative_to(root)) for name, f in functions(ast.parse(source))]
    for package, count in sorted(lines.items()):
        print(f"{count:7,}  {package}")
    print(f"{sum(lines.values()):7,}  code lines in {len(files)} files")
    ranked.sort(key=lambda entry: (-entry[0], str(entry[2]), entry[1]))
    print(
        f"\n{sum(number > MOST_COMPLEX for number, *_ in ranked)} functions above {MOST_COMPLEX}; the first:"
    )
    for number, name, path in ranked[:10]:
        print(f"{number:7}  {name} ({path})")
    twice = {name: where for name, where in class_names(files).items() if len(where) > 1}
    print(f"\n{len(twice)} class names defined more than once")
    for name, where in sorted(twice.items()):
        print(f"         {name}: {', '.join(str(path.relative_to(root)) for path in where)}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "src/turaga"))

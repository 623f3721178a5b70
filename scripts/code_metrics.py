"""How large the project is, directory by directory.

    python scripts/code_metrics.py [ROOT]

Code lines of Python leave out blank lines, comments and docstrings. Of everything else (JavaScript, style
sheets, templates, data, documents), and of scripts, benchmarks and tests, all lines count that are not blank.
`tests/sizes.txt` holds the largest number allowed for each directory, and a test compares them.
"""

import ast
import io
import sys
import tokenize
from collections import Counter, defaultdict
from pathlib import Path

PACKAGE = "src/turaga"
# Pictures and other files without lines of their own, and what tools write.
SKIPPED = {".gif", ".npy", ".parquet", ".png", ".svg", ".tours", ".typed", ".webmanifest"}


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


def sizes(root: Path) -> Counter[str]:
    """How many lines each directory has, by its name and, for what is not Python, the kind of file. The
    packages of `src/turaga` are counted one by one."""
    lines: Counter[str] = Counter()
    for path in sorted(root.rglob("*")):
        parts = path.relative_to(root).parts
        left_out = any(part.startswith(".") or part in ("__pycache__", "build") for part in parts)
        if left_out or len(parts) == 1 or path.suffix in SKIPPED or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8")
        directory = "/".join(parts[:-1][:3]) if parts[0] == "src" else parts[0]
        if path.suffix != ".py":
            directory += f" {path.suffix or path.name}"
        elif parts[0] == "src":
            lines[directory] += code_lines(text)
            continue
        lines[directory] += sum(1 for line in text.splitlines() if line.strip())
    return lines


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
    counted = sizes(root)
    for name, number in sorted(counted.items()):
        print(f"{number:7,}  {name}")
    files = list((root / PACKAGE).rglob("*.py"))
    code = sum(code_lines(path.read_text()) for path in files)
    print(f"{code:7,}  code lines in {len(files)} modules of {PACKAGE}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))

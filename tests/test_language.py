"""The language of messages: texts of the library do not mention command-line options."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "turaga"
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")

# Modules that may name options, and why.
EXCEPTIONS = {
    "play/screen/game_screen.py": "the screen names the complete command of a smaller program",
    "play/screen/watch_screen.py": "the screen names the complete command of a smaller program",
    "report/html_page.py": "the report quotes the complete command that made it",
    "web/server.py": "only `turaga serve` starts the server, so its errors are read at a command line",
}


def library_modules() -> list[Path]:
    """All modules except the commands themselves."""
    paths = sorted(PACKAGE.rglob("*.py"))
    return [path for path in paths if path.relative_to(PACKAGE).parts[0] not in ("cli", "__main__.py")]


def texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The line and the text of every string that is not a docstring."""
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


@pytest.mark.parametrize("path", library_modules(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_library_texts_name_no_command_line_option(path):
    """The page, the API and Python programs show these messages too, and have no options."""
    if path.relative_to(PACKAGE).as_posix() in EXCEPTIONS:
        pytest.skip("an exception")
    tree = ast.parse(path.read_text("utf-8"))
    named = [(line, text) for line, text in texts(tree) if OPTION.search(text)]
    assert not named


def test_every_exception_is_a_module():
    assert set(EXCEPTIONS) <= {path.relative_to(PACKAGE).as_posix() for path in library_modules()}

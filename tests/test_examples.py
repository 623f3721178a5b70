"""Python code that users write: every example of the docstrings and the documents runs, everything public has
one, and what mypy says about such code."""

import doctest
import importlib
import inspect
import os
import pkgutil
import re
import sys
from pathlib import Path

import pytest

import turaga
from command import python, run

ROOT = Path(__file__).parent.parent

# Of two modules the import is all they are: the command, and what warms up the workers of the web server.
MODULES = sorted(
    m.name
    for m in pkgutil.walk_packages(turaga.__path__, "turaga.")
    if m.name not in ("turaga.__main__", "turaga.web.preload")
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name):
    # Not pytest's own collector: it would bind `turaga.solve` to the package instead of the function.
    module = importlib.import_module(name)
    result = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0
    # A function's own file is where its example stands: those counted must have run.
    assert result.attempted >= inspect.getsource(module).count("\n    >>> ")


@pytest.mark.parametrize("name", sorted(set(turaga.__all__) - {"__version__"}))
def test_everything_public_is_documented_with_an_example(name):
    thing = getattr(turaga, name)
    if inspect.isclass(thing) or inspect.isfunction(thing):
        assert ">>>" in (inspect.getdoc(thing) or ""), f"turaga.{name} has no example"


# -- the examples of the documents -----------------------------------------------------------------------


def python_blocks():
    """The Python examples of the documents: those of a page build on one another, as a reader runs them."""
    for page in sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")]):
        blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE)
        if blocks:
            yield page.stem.lower().replace("-", "_"), "\n".join(map(script, blocks))


def script(block):
    """An example as a script; one that shows a dialogue (>>>) without what is printed."""
    if ">>>" not in block:
        return block
    lines = re.findall(r"^(?:>>>|\.\.\.) ?(.*)$", block, re.MULTILINE)
    return "\n".join(lines) + "\n"


@pytest.mark.long
@pytest.mark.parametrize(("name", "text"), [pytest.param(*page, id=page[0]) for page in python_blocks()])
def test_the_documented_python_runs(name, text, tmp_path):
    os.symlink(ROOT / "docs", tmp_path / "docs")
    done = python(text, cwd=tmp_path)
    assert (done.stderr, done.returncode) == ("", 0)


# -- mypy --strict, as set in pyproject.toml ---------------------------------------------------------------

CLIENT = """
from collections.abc import Sequence
from typing import assert_never

import turaga

def tell(outcome: turaga.walks.Outcome) -> str:
    match outcome:
        case turaga.Found(tour):
            return f"{tour.squares[0]} {tour.closed}"
        case turaga.Impossible(reason):
            return reason
CASE
        case _:
            assert_never(outcome)

board: turaga.Board = turaga.Board("8x8")
rule = turaga.Rule("random")
print(tell(turaga.solve(board, start="a1", rule=rule)), turaga.verify(turaga.Walk(board, [(0, 0)])).is_walk)
for step in turaga.walks.walk(board, (0, 0)):
    number: int = step.number
starts: turaga.walks.StartMap = turaga.walks.map_starts((3, 4), rule)

# No match is needed where a tour is expected; the packages are known without an import of their own.
tour: turaga.Tour = turaga.solve("8x8", leaper=(1, 2)).tour
picture: str = turaga.pictures.svg(turaga.solve("8x8").walk)
square: turaga.boards.Square | None = turaga.solve("8x8").tours.start
near: list[turaga.boards.Square] = board.neighbours((0, 0))
indices: list[int] = board.neighbours(0)
edges: list[tuple[turaga.boards.Square, turaga.boards.Square]] = list(board.edges())
counts: dict[turaga.boards.Square, int] = turaga.Tours("3x4").by_start()
part: Sequence[turaga.boards.Square] = turaga.boards.implicit("8x8")[:3]
game: turaga.play.Game = turaga.play.Game.new(board)
plan = turaga.survey.Plan(boards=turaga.survey.parse_boards("5..6"))
turaga.save(turaga.load("tour.txt", board=board), "tour.json")
"""
CASE = """
        case turaga.GaveUp(best):
            return str(len(best))
"""


def test_what_users_write_is_checked(tmp_path):
    """The documented Python has no faults, and a `match` that forgets an outcome has one. One run of mypy
    takes as long for all of them as for one. It runs in the project's directory, where it finds what
    `make test` has already checked. Otherwise it would take half a minute."""
    texts = {"whole": CLIENT.replace("CASE", CASE), "lacking": CLIENT.replace("CASE", "")}
    texts |= {f"page_{name}": text for name, text in python_blocks()}
    assert "page_readme" in texts
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text)
    files = [str(tmp_path / f"{name}.py") for name in texts]
    checked = run([sys.executable, "-m", "mypy", "--no-error-summary", *files], cwd=ROOT)
    assert (checked.stderr, checked.returncode) == ("", 1)
    assert all("lacking.py" in line for line in checked.stdout.splitlines()), checked.stdout
    assert "GaveUp" in checked.stdout
    assert "assert_never" in checked.stdout

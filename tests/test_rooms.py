"""Who may import whom, as docs/architecture.md draws it."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "src" / "turaga"

# Rooms from the bottom up. A file may import from rooms of a lower level, and from its own package.
LEVELS = [
    {"_version", "errors", "wording"},
    {"limits"},
    {"order", "dice", "crew", "extras", "files"},
    {"board"},
    {"symmetry"},
    {"tour"},
    {"verify", "theory", "rule"},
    {"notation", "walk", "_kernels"},
    {"blocks", "frontier", "completion"},
    {"solve", "count"},
    {"survey", "draw", "play"},
    {"report", "web"},
    {"cli"},
]
LEVEL = {room: i for i, rooms in enumerate(LEVELS) for room in rooms}
FILES = sorted(ROOT.rglob("*.py"))
# Files that load numba; others import them only inside the functions that need them.
HEAVY = {
    "completion.py",
    "count/choices.py", "count/course.py", "count/halves.py", "count/halves_sampler.py",
    "count/layers.py", "count/listed.py", "count/narrowest.py", "count/sweep_sampler.py",
    "count/sweeping.py", "frontier/descent.py", "frontier/lie.py", "solve/compiled.py",
    "solve/frontier.py", "survey/work.py",
}  # fmt: skip

SCREEN = "play/screen/"  # imported only by whoever opens a screen: Textual, and so rich, is loaded there

# The front of the web server, imported only by who serves: FastAPI and what it brings are loaded there. What
# its worker processes run does without.
FRONT = {
    "web/app.py", "web/asked.py", "web/guard.py", "web/lines.py", "web/parts.py", "web/refusing.py",
    "web/served.py", "web/serving.py", "web/told.py",
}  # fmt: skip
FRAMEWORKS = ("fastapi", "starlette", "pydantic", "pydantic_core", "uvicorn", "httptools", "anyio")

# The one import that points up, inside a function: a notebook asks a walk for its picture.
UPWARDS = {("tour", "turaga.draw.notebook_svg")}

# Files outside the command that read and write.
TOUCHES_DISKS = {"files.py", "play/keeping.py", "survey/store.py"}


def room_of(path):
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imports_of(path, *, at_load_time_only=False):
    """The dotted names a file imports; optionally only those that run when it is loaded."""
    tree = ast.parse(path.read_text())
    skipped = set()
    if at_load_time_only:
        for node in ast.walk(tree):
            lazy = isinstance(node, ast.FunctionDef) or (
                isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
            )
            if lazy:
                skipped |= set(ast.walk(node))
    for node in ast.walk(tree):
        if node in skipped:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_point_down(path):
    here = room_of(path)
    if here in ("__init__", "__main__"):
        return
    for name in imports_of(path):
        if not name.startswith("turaga.") or (here, name) in UPWARDS:
            continue
        there = name.split(".")[1]
        assert there == here or LEVEL[there] < LEVEL[here], f"{here} may not import {there}"


def test_what_points_up_is_imported_only_when_it_is_called():
    for room, name in UPWARDS:
        path = ROOT / f"{room}.py"
        assert name in imports_of(path)
        assert name not in imports_of(path, at_load_time_only=True)


@pytest.mark.parametrize("path", sorted((ROOT / "_kernels").glob("*.py")), ids=lambda p: p.name)
def test_kernels_import_only_numpy_and_numba(path):
    for name in imports_of(path):
        top = name.split(".")[0]
        assert top in ("numpy", "numba", "typing", "collections") or name.startswith("turaga._kernels.")


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_numpy_is_loaded_only_when_it_is_needed(path):
    if room_of(path) == "_kernels" or str(path.relative_to(ROOT)) in HEAVY:
        return
    if str(path.relative_to(ROOT)).startswith(SCREEN):
        return
    for name in imports_of(path, at_load_time_only=True):
        assert name.split(".")[0] not in ("numpy", "numba", "rich", "textual", "PIL"), name
        assert not name.startswith(("turaga._kernels", "turaga.play.screen")), name
        assert not any(name.startswith("turaga." + heavy[:-3].replace("/", ".")) for heavy in HEAVY), name


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_only_the_front_of_the_server_loads_a_web_framework(path):
    if str(path.relative_to(ROOT)) in FRONT:
        return
    front = tuple("turaga." + name[:-3].replace("/", ".") for name in FRONT)
    for name in imports_of(path):
        assert name.split(".")[0] not in FRAMEWORKS, name
    for name in imports_of(path, at_load_time_only=True):
        assert not name.startswith(front), name


@pytest.mark.parametrize("path", sorted((ROOT / "web").glob("*.py")), ids=lambda p: p.name)
def test_one_file_of_the_server_reads_the_page(path):
    if path.name != "served.py":
        assert not any(name.startswith(("importlib", "pathlib")) for name in imports_of(path))


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_only_the_command_reads_and_writes(path):
    if room_of(path) == "cli" or str(path.relative_to(ROOT)) in TOUCHES_DISKS:
        return
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("open", "print", "input"), f"line {node.lineno}"


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_no_file_grows_past_reading(path):
    assert len(path.read_text().splitlines()) <= 500
    if path.name != "__main__.py" and path.name != "_version.py":
        tree = ast.parse(path.read_text())
        assert ast.get_docstring(tree), "a file begins by saying what it is"


def test_what_workers_run_loads_no_web_framework():
    script = f"""
import sys
import turaga.web.answers, turaga.web.child, turaga.web.workers
turaga.web.answers.warm_up()
assert not set({FRAMEWORKS!r}) & sys.modules.keys()
import threading
assert threading.active_count() == 1
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_rooms_are_attributes_that_are_loaded_when_they_are_asked_for():
    script = """
import sys, turaga
heavy = {"turaga.draw", "turaga.play", "turaga.survey", "numpy", "textual", "PIL", "rich"}
assert not heavy & sys.modules.keys(), heavy & sys.modules.keys()
assert {"draw", "play", "survey"} <= set(dir(turaga))
assert turaga.play.Game.new("3x4", "1,1").state == "playing"
assert turaga.draw.svg(turaga.solve("5x5").tour).startswith("<svg")
assert turaga.survey.__name__ == "turaga.survey"
assert not {"numpy", "textual", "PIL", "rich"} & sys.modules.keys()
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")

"""The layout that docs/architecture.md describes: who may import whom, and names that mean one thing."""

import ast
import re
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

from code_metrics import class_names, sizes, stem
from command import python, run
from conftest import rare_tests

PROJECT = Path(__file__).parent.parent
ROOT = PROJECT / "src" / "turaga"

# Six layers, from the bottom up. A file may import from its own layer and those below.
LAYERS = {
    "values": {
        "_version", "board", "board_input",
        "compiled_greedy", "errors", "extras", "files", "given_walk", "greedy", "greedy_kernel", "jit",
        "json_values", "kernel_cache", "kinds", "limits", "notation", "numba_settings",
        "operations",
        "order", "rng", "rule", "shapes", "squares", "storage", "symmetry", "text", "threads", "tours",
        "verify", "walk",
    },
    "theory": {"certificate", "theory"},
    "engines": {"blocks", "completion", "cover", "frontier"},
    "answers": {"boards", "checking", "counting", "orders", "sampling", "solve", "survey", "walks"},
    "output": {"pictures", "play"},
    "fronts": {"cli", "precompile", "report", "web"},
}  # fmt: skip
LEVEL = {package: level for level, layer in enumerate(LAYERS.values()) for package in layer}
FILES = sorted(ROOT.rglob("*.py"))
KERNELS = [path for path in FILES if path.stem.endswith("_kernel")]

# Files beside the kernels that load numba; others import them only inside the functions that need them.
HEAVY = {
    "completion/completer.py", "completion/tour_finder.py", "cover/cover.py", "cover/separator.py",
    "counting/enumeration_branch.py", "counting/graph_sweep.py", "counting/closed_halves.py",
    "counting/sweep.py", "frontier/graph_run.py", "frontier/layers.py",
    "compiled_greedy.py", "jit.py",
    "kernel_cache.py", "sampling/choices.py", "sampling/closed_halves.py", "sampling/narrowest.py",
    "sampling/sweep.py", "solve/compiled_search.py", "solve/narrow_sweep.py",
    "survey/job_rows.py",
}  # fmt: skip

SCREEN = "cli/_watch_screen.py"  # imported only to open the screen: rich is loaded there

# The front of the web server. Starlette and what it brings are loaded there and nowhere else: the worker
# processes do without.
FRONT = {
    "web/app.py", "web/security.py",
    "web/error_responses.py", "web/page_files.py", "web/server.py", "web/access_log.py",
}  # fmt: skip
FRAMEWORKS = ("starlette", "uvicorn", "h11", "anyio")

# What may be imported from below: pictures of a walk or a board, and only by what makes or saves them.
UPWARDS = ("turaga.pictures.notebook_svg", "turaga.pictures.svg", "turaga.pictures.draw")
FOR_PICTURES = {"_repr_svg_", "svg", "save"}

# Files outside the command that read and write.
READS_AND_WRITES = {"files.py", "play/saved_games.py", "survey/checked_files.py"}


def for_each(paths):
    """One test of all these files: a test for each file would take longer than the check itself."""

    def decorate(check):
        def test():
            for path in paths:
                try:
                    check(path)
                except AssertionError as error:
                    error.add_note(f"in {name_of(path)}")
                    raise

        return test

    return decorate


@cache
def tree_of(path):
    return ast.parse(path.read_text())


def name_of(path):
    return str(path.relative_to(ROOT))


def package_of(path):
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imports_of(path, *, at_load_time_only=False):
    """The dotted names a file imports; optionally only those that run when it is loaded."""
    tree = tree_of(path)
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


# -- imports ----------------------------------------------------------------------------------------------


@for_each(FILES)
def test_imports_point_down(path):
    here = package_of(path)
    if here in ("__init__", "__main__"):
        return
    # The methods of `Tours` ask the package that can answer.
    for name in imports_of(path, at_load_time_only=here == "tours"):
        if not name.startswith("turaga.") or name.startswith(UPWARDS):
            continue
        there = name.split(".")[1]
        assert LEVEL[there] <= LEVEL[here], f"{here} may not import {there}"


@for_each(FILES)
def test_only_what_makes_pictures_imports_upwards(path):
    tree = tree_of(path)
    methods = [
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name in FOR_PICTURES
    ]
    inside = {child for method in methods for child in ast.walk(method)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and package_of(path) not in (
            "pictures",
            "cli",
            "web",
            "report",
            "__init__",
        ):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            assert node in inside or not any(name.startswith(UPWARDS) for name in names)


@for_each(KERNELS)
def test_kernels_import_only_numpy_numba_and_kernels(path):
    for name in imports_of(path):
        inside = name.startswith("turaga.jit.") or any(part.endswith("_kernel") for part in name.split("."))
        assert name.split(".")[0] in ("numpy", "numba", "typing", "collections") or inside, name


@for_each(FILES)
def test_numba_is_loaded_only_when_it_is_needed(path):
    if path in KERNELS or name_of(path) in HEAVY or name_of(path) == SCREEN:
        return
    heavy = tuple("turaga." + name[:-3].replace("/", ".") for name in HEAVY)
    for name in imports_of(path, at_load_time_only=True):
        assert name.split(".")[0] not in ("numpy", "numba", "rich", "PIL"), name
        assert "_kernel." not in f"{name}.", name
        assert not name.startswith("turaga.cli._watch_screen"), name
        assert not any(name == each or name.startswith(f"{each}.") for each in heavy), name


@for_each(FILES)
def test_only_the_front_of_the_server_loads_a_web_framework(path):
    if name_of(path) in FRONT:
        return
    front = tuple("turaga." + name[:-3].replace("/", ".") for name in FRONT)
    for name in imports_of(path):
        assert name.split(".")[0] not in FRAMEWORKS, name
    for name in imports_of(path, at_load_time_only=True):
        assert not name.startswith(front), name


@for_each(sorted((ROOT / "web").glob("*.py")))
def test_one_file_of_the_server_reads_the_page(path):
    if path.name != "page_files.py":
        assert not any(name.startswith(("importlib", "pathlib")) for name in imports_of(path))


@for_each(FILES)
def test_only_the_command_reads_and_writes(path):
    if package_of(path) == "cli" or name_of(path) in READS_AND_WRITES:
        return
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("open", "print", "input"), f"line {node.lineno}"


# -- size and names ---------------------------------------------------------------------------------------


@for_each(FILES)
def test_a_file_says_what_it_is_and_is_at_most_a_thousand_lines_long(path):
    assert len(path.read_text().splitlines()) <= 1000
    if path.name not in ("__main__.py", "_version.py"):
        assert ast.get_docstring(tree_of(path)), "a file begins by saying what it is"


def test_no_directory_grows_unnoticed():
    """sizes.txt holds the most lines that each directory may have. If one has shrunk by more than 2%, lower
    its number. To raise a number, say why in the same line."""
    counted = sizes(PROJECT)
    lines = [line.split("#")[0] for line in (PROJECT / "tests" / "sizes.txt").read_text().splitlines()]
    limits = {name: int(number) for number, name in (line.split(maxsplit=1) for line in lines if line)}
    limits = {name.strip(): number for name, number in limits.items()}
    assert limits.keys() == counted.keys()
    grown = {name: counted[name] for name, most in limits.items() if counted[name] > most}
    assert not grown, "these directories have grown beyond tests/sizes.txt"
    shrunk = {name: counted[name] for name, most in limits.items() if counted[name] * 1.02 < most}
    assert not shrunk, "these directories have shrunk: lower their numbers in tests/sizes.txt"


def test_every_rare_test_exists():
    """`make test` leaves out the tests of rare.txt. A line that names none would hide that one has moved."""
    for name, reason in rare_tests():
        file, _, test = name.partition("::")
        source = (PROJECT / "tests" / file).read_text()
        assert f"def {test.partition('[')[0]}(" in source if test else source, name
        assert reason


@for_each([path for path in FILES if path.name == "__init__.py"])
def test_a_package_says_what_it_does_what_goes_in_and_out_and_who_may_import_it(path):
    text = ast.get_docstring(tree_of(path)) or ""
    assert len(re.findall(r"[.!?](?=\s|$)", text)) >= 3


def test_a_class_name_is_used_once():
    twice = {
        name: [name_of(p) for p in where] for name, where in class_names(FILES).items() if len(where) > 1
    }
    assert not twice


def test_no_two_modules_have_names_that_are_easily_confused():
    """Such as halves and halving. The same name in two packages, or beside its kernel, is fine; commands have
    the names that people type, and submodules that only gather public names are named for what they hold."""
    names = defaultdict(set)
    for path in FILES:
        command = package_of(path) == "cli" and not path.name.startswith("_")
        gathers = path.stem in ("boards", "orders", "walks")
        if not command and not gathers and not path.name.startswith("__"):
            names[stem(path.stem)].add(path.stem.removesuffix("_kernel").strip("_"))
    assert not {key: pair for key, pair in names.items() if len(pair) > 1}


# -- what is loaded ---------------------------------------------------------------------------------------


def test_what_workers_run_loads_no_web_framework():
    script = f"""
import sys
import turaga.web.handlers, turaga.web.worker_pool
turaga.web.handlers.warm_up()
assert not set({FRAMEWORKS!r}) & sys.modules.keys()
import threading
assert threading.active_count() == 1
"""
    done = python(script)
    assert (done.returncode, done.stderr) == (0, "")


def test_packages_are_attributes_that_are_loaded_on_first_use():
    script = """
import sys, turaga
heavy = {"turaga.pictures", "turaga.play", "turaga.survey", "numpy", "PIL", "rich"}
assert not heavy & sys.modules.keys(), heavy & sys.modules.keys()
assert {"draw", "pictures", "play", "survey"} <= set(dir(turaga))
assert turaga.play.Game.new("3x4", "1,1").state == "playing"
assert turaga.pictures.svg(turaga.solve("5x5").tour).startswith("<svg")
assert turaga.survey.__name__ == "turaga.survey"
assert not {"numpy", "PIL", "rich"} & sys.modules.keys()
"""
    done = python(script)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_call_paths_are_those_of_the_documentation():
    script = ROOT.parent.parent / "scripts" / "call_paths.py"
    done = run([sys.executable, script, "--check"])
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")

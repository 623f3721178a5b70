"""Saved kernels: never out of date, never damaged, never without the checks that were asked for."""

import errno
import importlib.util
import os
import resource
import subprocess
import sys

import pytest

import flip_kernels
from command import LIMIT, python, started
from turaga import jit
from turaga.kernel_cache import KernelCache, KernelInputs, _directories

pytestmark = pytest.mark.skipif(bool(jit.config.DISABLE_JIT), reason="nothing is compiled")

BASE = """
import numpy as np
from turaga.jit import jit, watch

FACTOR = 3
TABLE = np.arange(4)

@jit
def scale(a):
    return FACTOR * a
"""
CALLER = """
import sys
from typing import NamedTuple
import numpy as np
from base import TABLE, scale
from turaga.jit import jit, watch

class Pair(NamedTuple):
    left: int
    right: int

@jit
def total(numbers, pair):
    sum = scale(pair.left) + TABLE[1]
    for i in range(len(numbers)):
        sum += numbers[i]
    return sum

@jit
def unrelated(a):
    return a

def answer():
    return total(np.arange(5), Pair(1, 2)), watch.compiled
"""


@pytest.fixture
def modules(tmp_path, monkeypatch):
    """Write the two modules, with something replaced, and load them anew in this process."""
    monkeypatch.setattr(jit.config, "CACHE_DIR", str(tmp_path / "cache"))

    def load(old="", new=""):
        assert old in BASE + CALLER
        for name, text in (("base", BASE), ("caller", CALLER)):
            (tmp_path / f"{name}.py").write_text(text.replace(old, new) if old else text)
            spec = importlib.util.spec_from_file_location(name, tmp_path / f"{name}.py")
            module = importlib.util.module_from_spec(spec)
            monkeypatch.setitem(sys.modules, name, module)
            exec(
                compile((tmp_path / f"{name}.py").read_text(), tmp_path / f"{name}.py", "exec"), vars(module)
            )
        return module

    yield load
    _directories.clear()


def compiled_by(module):
    """The answer, and how many kernels were compiled for it."""
    before = jit.watch.compiled
    answer, after = module.answer()
    return answer, after - before


def saved_in(directory):
    return sorted(path for path in directory.rglob("*") if path.is_file() and path.suffix != ".py")


# -- what kernels are made from ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "answer"),
    [
        ("FACTOR * a", "FACTOR * a + 5", 19),  # in a kernel that the kernel calls, in another file
        ("FACTOR = 3", "FACTOR = 4", 15),  # a constant of that kernel
        ("np.arange(4)", "np.arange(9)[::-1].copy()", 20),  # an array of another file
        ("left: int\n    right: int", "right: int\n    left: int", 17),  # the fields of an argument
        ("sum += numbers[i]", "sum += 2 * numbers[i]", 24),
    ],
)
def test_a_kernel_is_compiled_again_after_a_change_of_anything_it_is_made_from(
    modules, tmp_path, old, new, answer
):
    assert compiled_by(modules()) == (14, 1)
    assert compiled_by(modules(old, new)) == (answer, 1)
    assert compiled_by(modules(old, new)) == (answer, 0)
    assert len(saved_in(tmp_path / "cache")) == 1  # the old one was replaced


def test_a_kernel_is_not_compiled_again_after_other_changes(modules, tmp_path):
    assert compiled_by(modules()) == (14, 1)
    os.utime(tmp_path / "base.py", (0, 0))
    assert compiled_by(modules()) == (14, 0)  # the same contents in newer files
    assert compiled_by(modules("FACTOR = 3", "# other lines\n\nFACTOR = 3  # a comment")) == (14, 0)
    assert compiled_by(modules("    return a\n", "    return a + 1\n")) == (14, 0)  # in `unrelated`


def test_every_kernel_of_the_package_can_be_saved():
    from test_architecture import KERNELS, ROOT

    for path in KERNELS:
        name = "turaga." + ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for kernel in vars(importlib.import_module(name)).values():
            if isinstance(kernel, jit.CPUDispatcher):
                assert KernelInputs().of(kernel) == KernelInputs().of(kernel)


# -- damage -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "damage", [lambda data: b"", lambda data: data[:-1], lambda data: data[:100] + b"x" + data[101:]]
)
def test_a_damaged_kernel_is_compiled_again_and_replaced(modules, tmp_path, damage):
    compiled_by(modules())
    [file] = saved_in(tmp_path / "cache")
    file.write_bytes(damage(file.read_bytes()))
    assert compiled_by(modules()) == (14, 1)
    assert compiled_by(modules()) == (14, 0)


def test_damaged_kernels_give_right_answers(capfd, monkeypatch):
    monkeypatch.setattr("sys.argv", ["flip_kernels.py", "--number", "1"])
    assert flip_kernels.main() == 0, capfd.readouterr().out


# -- no place to save -------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EDQUOT, errno.EIO])
def test_what_cannot_be_saved_is_used_all_the_same(modules, monkeypatch, tmp_path, number):
    def fail(*_, **__):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(KernelCache, "unsaved", None)
    monkeypatch.setattr("os.replace", fail)
    assert compiled_by(modules()) == (14, 1)
    assert not saved_in(tmp_path / "cache")
    assert KernelCache.unsaved.errno == number


QUESTION = """
import sys
from turaga import precompile
from turaga.cli import main
from turaga.jit import jit

@jit
def double(a):
    return 2 * a

precompile.QUESTIONS = {"the double of a number": lambda: double(1)}
if __name__ == "__main__":
    sys.exit(main(["compile"]))
"""


def test_turaga_compile_says_that_the_disk_is_full(tmp_path):
    script = tmp_path / "question.py"  # each process that compiles loads it, and asks its question
    script.write_text(QUESTION)
    done = subprocess.run(
        [sys.executable, script],
        capture_output=True,
        text=True,
        timeout=LIMIT,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)),
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.startswith(f"turaga: compiled kernels cannot be saved in '{tmp_path}/cache/")
    assert done.stderr.endswith(
        "(File too large): free some space, or set NUMBA_CACHE_DIR to another directory\n"
    )


# -- settings ---------------------------------------------------------------------------------------------


OUT_OF_BOUNDS = """
import numpy as np
from turaga.jit import jit, watch

@jit
def read(numbers, i):
    return numbers[i]

@jit
def read_in_a_part(numbers, i):
    return 10 * read(numbers, i)

if __name__ == "__main__":
    for kernel in (read, read_in_a_part):
        try:
            print(kernel(np.arange(10)[:5], 7))
        except IndexError as error:
            print(error)
    print(watch.compiled)
"""


def test_bounds_are_checked_on_request_whatever_was_saved_without(tmp_path):
    (tmp_path / "reading.py").write_text(OUT_OF_BOUNDS)
    answers = []
    for setting in ({}, {"NUMBA_BOUNDSCHECK": "1"}):
        code = f"import runpy; runpy.run_path({str(tmp_path / 'reading.py')!r}, run_name='__main__')"
        done = python(code, env={"NUMBA_CACHE_DIR": str(tmp_path / "cache"), **setting})
        answers.append(done.stdout.split("\n")[:-1])
    says = "index is out of bounds"
    assert answers == [["7", "70", "2"], [says, says, "2"]]


@pytest.mark.parametrize(
    ("name", "value", "accepted"),
    [
        ("NUMBA_NUM_THREADS", "0", "it must be a whole number from 1"),
        ("NUMBA_OPT", "9", "it must be 0, 1, 2, 3 or max"),
        ("NUMBA_CPU_FEATURES", "foo", "it must be a list such as +avx2,-avx512f"),
        ("NUMBA_BOUNDSCHECK", "abc", "unset it, or give it a value that Numba documents"),
    ],
)
def test_a_bad_setting_of_numba_is_bad_input(name, value, accepted):
    done = started("count", "5x6", env={name: value})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"turaga: {name} is {value!r}: {accepted}\n"


def test_commands_without_kernels_do_not_look_at_the_settings_of_numba():
    assert started("solve", "8x8", env={"NUMBA_NUM_THREADS": "0"}).returncode == 0

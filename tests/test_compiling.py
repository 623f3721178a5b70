"""Compiling kernels: how little of it there is, what a person sees of it, and `turaga compile`."""

import re
from types import SimpleNamespace

import pytest

from command import python, started
from pseudo import Pseudo
from turaga import jit, precompile
from turaga.cli._progress import COMPILING
from turaga.errors import BadInput

MODULE = """
import numpy as np
from turaga.jit import jit, watch

@jit
def add(a, b):
    return a + b

@jit
def total(numbers, narrow):
    sum = add(1, 2)  # constants, two widths of integers, and a flag
    for i in range(len(numbers)):
        sum = add(sum, numbers[i])
        sum = add(sum, narrow[i])
    return add(sum, True)

if __name__ == "__main__":
    print(total(np.arange(5), np.arange(5, dtype=np.int32)), watch.compiled, watch.compiling)
    print(add(3, 4), watch.compiled)
"""


def test_a_kernel_that_kernels_call_is_compiled_only_as_a_part_of_them(tmp_path):
    (tmp_path / "module.py").write_text(MODULE)
    cache = tmp_path / "cache"
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import module\n"
    code += MODULE.partition("__main__")[2].partition("\n")[2].replace("    ", "")
    code = code.replace("print(", "from module import *; print(", 1)
    first = python(code, env={"NUMBA_CACHE_DIR": str(cache)})
    assert first.stdout == "24 1 False\n7 2\n", first.stderr
    names = sorted(path.name.split("-")[0] for path in cache.rglob("*.nbc"))
    assert names == ["module.add", "module.total"]  # the second for its call from Python
    again = python(code, env={"NUMBA_CACHE_DIR": str(cache)})
    assert again.stdout == "24 0 False\n7 0\n", again.stderr


def test_with_an_untested_version_of_numba_its_own_decorator_is_used_and_kernels_are_saved(tmp_path):
    (tmp_path / "module.py").write_text(MODULE)
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from turaga import jit; jit._IS_TESTED = False\n"
    )
    code += "import numpy as np; from module import add, total\n"
    code += "print(total(np.arange(5), np.arange(5, dtype=np.int32)), type(add) is jit.CPUDispatcher)\n"
    code += "print(jit.watch.compiled > 0)"
    for compiles in (True, False):
        done = python(code, env={"NUMBA_CACHE_DIR": str(tmp_path / "cache")})
        assert done.stdout == f"24 True\n{compiles}\n", done.stderr


@pytest.mark.skipif(jit.config.DISABLE_JIT, reason="nothing is compiled")
def test_parts_take_constants_and_narrow_integers_as_one_type():
    from turaga.frontier.state_kernel import expand, pack

    precompile.QUESTIONS["narrow boards"]()
    assert len(expand.signatures) == 1
    assert not pack.signatures  # Python has not called it


# -- what a person sees ---------------------------------------------------------------------------------


def test_on_a_terminal_the_progress_line_says_that_a_kernel_is_compiled(tmp_path):
    code = "import sys; from turaga.cli import _progress, main; _progress._PATIENCE = 0\n"
    code += "sys.exit(main(['tours', '5x5', '--limit', '1']))"
    with Pseudo("-c", code, env={"NUMBA_CACHE_DIR": str(tmp_path)}, columns=120) as terminal:
        terminal.wait_for(COMPILING)
        assert terminal.end() == 0


def test_nothing_is_said_of_compiling_where_stderr_is_no_terminal(tmp_path):
    done = started("tours", "5x5", "--limit", "1", env={"NUMBA_CACHE_DIR": str(tmp_path)})
    assert done.returncode == 0
    assert done.stderr.count("\n") == 1
    assert "compil" not in done.stderr
    assert list(tmp_path.rglob("*.nbc"))


def test_asking_whether_a_kernel_is_compiled_does_not_load_numba():
    code = "import sys; from turaga.cli._progress import is_compiling\n"
    done = python(code + "print(is_compiling(), 'numba' in sys.modules)")
    assert done.stdout == "False False\n", done.stderr


# -- the command ----------------------------------------------------------------------------------------


def test_after_turaga_compile_the_server_has_nothing_to_compile():
    done = started("compile")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(
        r"(\d+ kernels? compiled in \d.* and|All kernels are already compiled\. They are) saved in .*\.\n",
        done.stdout,
    )
    code = "from turaga.web.handlers import warm_up; warm_up()\n"
    assert python(code + "from turaga.jit import watch; print(watch.compiled)").stdout == "0\n"


def test_turaga_compile_says_that_the_compiler_is_disabled():
    done = started("compile", env={"NUMBA_DISABLE_JIT": "1"})
    says = "turaga: the compiler is disabled: unset NUMBA_DISABLE_JIT to compile kernels\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", says)


def test_nothing_is_compiled_that_cannot_be_saved(monkeypatch):
    unsaved = SimpleNamespace(stats=SimpleNamespace(cache_path=None))
    monkeypatch.setattr("turaga.greedy_kernel.walk_many", unsaved)
    with pytest.raises(BadInput, match="NUMBA_CACHE_DIR"):
        precompile.compile_kernels()


def test_what_fails_in_a_process_is_raised(monkeypatch):
    monkeypatch.setattr(precompile, "QUESTIONS", {"no such question": None})
    with pytest.raises(KeyError):
        precompile.compile_kernels(processes=1)

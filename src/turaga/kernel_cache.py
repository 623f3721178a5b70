"""Compiled kernels on disk, each found by everything that its machine code was made from.

Numba's own cache asks whether the file of a kernel has changed. It does not notice a change in another file:
in a kernel that this one calls, in a constant that it imports, or in the fields of a tuple that it gets. It
does not notice that its files are damaged, that bounds checks were requested, or that the disk is full. This
one does.

- The key is a hash of what the compiler sees (`KernelInputs`): the bytecode of the kernel and of all kernels
  that it calls, the values of the global names that they use, the types of the arguments, the options, the
  versions and the processor. It does not depend on files, so a new installation with equal contents compiles
  nothing again, and an edit compiles only the kernels that it concerns.
- There is one file for each kernel and combination of types. It contains its key and a checksum. A file with
  another key is out of date. It is replaced, so old versions do not pile up. A damaged file is replaced too.
- A file is written under a temporary name and renamed, so several processes can save the same kernel. What
  cannot be saved is compiled again by the next process. `unsaved` remembers why.

Numba chooses the directory: NUMBA_CACHE_DIR, or `__pycache__`, or the cache directory of the user.
"""

# Numba's types are incomplete:
# mypy: disable-error-code="attr-defined, no-untyped-call"

import hashlib
import pickle
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import BuiltinFunctionType, CodeType, EllipsisType, FunctionType, ModuleType
from typing import Any, ClassVar

import llvmlite  # type: ignore[import-untyped]
import numba
import numpy as np
from numba import types
from numba.core import config, serialize, sigutils
from numba.core.caching import CompileResultCacheImpl
from numba.core.compiler import CompileResult

from turaga.files import replace_file

# Numba's settings that change the code it makes.
_SETTINGS = (
    "BOUNDSCHECK", "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "ENABLE_AVX", "DISABLE_INTEL_SVML",
    "DEBUGINFO_DEFAULT", "EXTEND_VARIABLE_LIFETIMES", "LLVM_REFPRUNE_PASS", "LLVM_REFPRUNE_FLAGS",
    "DEBUG_NRT",
)  # fmt: skip
_PYTHON = sys.implementation.cache_tag
_VERSIONS = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
_LIBRARIES = ("builtins", "math", "numpy", "numba")  # their code depends on the versions alone
_HASH = hashlib.sha256
_SIZE = _HASH().digest_size


class _CannotSave(Exception):
    """There is no directory for a kernel, or it uses a value that `KernelInputs` cannot describe."""


class KernelInputs:
    """What the compiler sees of a kernel, as text that is the same in every process."""

    _codes: ClassVar[dict[CodeType, str]] = {}  # many kernels call the same ones

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}  # of the functions described so far

    def of(self, value: Any) -> str:
        """Any value that a kernel can use."""
        match value:
            case None | EllipsisType() | bool() | int() | float() | complex() | str() | bytes():
                return f"{type(value).__name__} {value!r}"
            case type():
                return self._of_class(value)
            case tuple() | list():
                return f"{self._of_class(type(value))}({', '.join(map(self.of, value))})"
            case dict():
                return self.of(list(value.items()))
            case frozenset():
                return f"set({', '.join(sorted(map(self.of, value)))})"
            case np.ndarray() | np.generic():
                return f"array {value.dtype} {value.shape} {_HASH(value.tobytes()).hexdigest()}"
            case CodeType():
                return self._of_code(value)
            case FunctionType():
                return self._of_function(value)
            case ModuleType() if value.__name__.split(".")[0] in _LIBRARIES:
                return f"module {value.__name__}"
            case BuiltinFunctionType() | np.ufunc():
                return f"built-in {value.__name__}"
        kernel = getattr(value, "py_func", None)
        if isinstance(kernel, FunctionType):
            return self._of_function(kernel)
        raise _CannotSave(type(value))

    def _of_function(self, function: FunctionType) -> str:
        """A function with the values of all names that it uses."""
        if id(function) in self._numbers:  # it calls itself, or is called twice
            return f"function {self._numbers[id(function)]}"
        self._numbers[id(function)] = len(self._numbers)
        names = sorted(set(_names(function.__code__)) & function.__globals__.keys())
        values = [function.__globals__[name] for name in names]
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        return self.of((function.__code__, names, values, cells, function.__defaults__))

    def _of_code(self, code: CodeType) -> str:
        """What decides what a function does: not its file and its lines."""
        if code not in self._codes:
            parts = [
                code.co_name, code.co_code, code.co_names, code.co_varnames, code.co_freevars,
                code.co_cellvars, code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount,
                code.co_flags, code.co_exceptiontable,
            ]  # fmt: skip
            text = f"{parts} {self.of(code.co_consts)}"
            self._codes[code] = _HASH(text.encode()).hexdigest()
        return self._codes[code]

    def _of_class(self, value: type) -> str:
        """A class of a library, or of tuples with named fields. There are no others in kernels."""
        name = f"{value.__module__}.{value.__qualname__}"
        if name.split(".")[0] in _LIBRARIES:
            return name
        if hasattr(value, "_field_defaults"):
            return f"{name}{value._fields}{self.of(value._field_defaults)}"
        raise _CannotSave(name)

    def of_argument(self, given: Any) -> str:
        """The type of an argument. Numba's name for it does not contain the names of a tuple's fields."""
        fields = self._of_class(given.instance_class) if isinstance(given, types.BaseNamedTuple) else ""
        inner = given.types if isinstance(given, types.BaseTuple) else ()
        return f"{given} {fields}({', '.join(map(self.of_argument, inner))})"


def _names(code: CodeType) -> Iterable[str]:
    """All global names and attributes in a function and in the functions inside it."""
    yield from code.co_names
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _names(one)


_directories: dict[str, Path | None] = {}


def _directory_for(function: FunctionType) -> Path | None:
    """Where Numba would save a kernel; None if there is no such directory. Those of one file are together."""
    file = function.__code__.co_filename
    if file not in _directories:
        try:
            _directories[file] = Path(CompileResultCacheImpl(function).locator.get_cache_path())
        except Exception:  # noqa: BLE001 - Numba raises RuntimeError, and whatever its settings lead to
            _directories[file] = None
    return _directories[file]


class KernelCache:
    """The saved machine code of one kernel. Numba calls the methods, and chose their names."""

    unsaved: ClassVar[OSError | None] = None  # why a kernel could not be saved in this process
    # Called with the name of a kernel and False when it must be compiled, and True when it can be used. The
    # name is the same in every process.
    observer: ClassVar[Callable[[str, bool], None] | None] = None

    def __init__(self, function: FunctionType, options: Mapping[str, object], compiler: CodeType) -> None:
        """`compiler` is the code that compiles kernels: kernels are compiled again if it changes."""
        self._function = function
        self._made_by = (dict(options), compiler)
        self._made_from: str | None = None

    @property
    def cache_path(self) -> str | None:
        """The directory of the file, or None if kernels cannot be saved."""
        directory = _directory_for(self._function)
        return None if directory is None else str(directory)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The kernel for these types of arguments, or None if it is not there, out of date or damaged."""
        loaded = self._load(sig, target_context)
        self._observe(sig, loaded is not None)
        return loaded

    def _load(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        try:
            path, key = self._place(sig, target_context)
            data = path.read_bytes()
            if data[:_SIZE] != _HASH(data[_SIZE:]).digest() or data[_SIZE : 2 * _SIZE] != key:
                return None
            return CompileResult._rebuild(target_context, *pickle.loads(data[2 * _SIZE :]))
        except MemoryError:
            raise
        except Exception:  # noqa: BLE001 - whatever is wrong with the file, the kernel can be compiled again
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save what was compiled for these types of arguments, if possible."""
        self._save(sig, data)
        self._observe(sig, True)

    def _save(self, sig: Any, data: Any) -> None:
        try:
            if data.library.has_dynamic_globals or data.lifted:
                return  # it would not work in another process
            path, key = self._place(sig, data.target_context)
            contents = key + serialize.dumps(data._reduce())
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(str(path), lambda file: file.write(_HASH(contents).digest() + contents), sync=False)
        except OSError as error:
            KernelCache.unsaved = error
        except Exception:  # noqa: BLE001 - the kernel is compiled, and can be used
            pass

    def _observe(self, sig: Any, ready: bool) -> None:
        if KernelCache.observer is not None:
            arguments, _ = sigutils.normalize_signature(sig)
            types_ = _HASH(str(arguments).encode()).hexdigest()[:16]
            KernelCache.observer(f"{self._function.__module__}.{self._function.__qualname__}-{types_}", ready)

    def _place(self, sig: Any, target_context: Any) -> tuple[Path, bytes]:
        """The file for these types of arguments, and the key that an up-to-date one contains."""
        directory = _directory_for(self._function)
        if directory is None:
            raise _CannotSave
        inputs = KernelInputs()
        if self._made_from is None:
            self._made_from = inputs.of((self._function, self._made_by))
        arguments, _ = sigutils.normalize_signature(sig)
        settings = [getattr(config, name, None) for name in _SETTINGS]
        variant = repr((_PYTHON, str(arguments), settings, target_context.codegen().magic_tuple()))
        named = _HASH(variant.encode()).hexdigest()[:16]
        kernel = f"{self._function.__module__.rpartition('.')[2]}.{self._function.__qualname__}"
        path = directory / f"{kernel.replace('<', '').replace('>', '')}-{named}.nbc"
        contents = (variant, _VERSIONS, [*map(inputs.of_argument, arguments)], self._made_from)
        return path, _HASH(repr(contents).encode()).digest()

    def flush(self) -> None:
        """Nothing to do before a kernel is compiled again: what is out of date is not loaded."""

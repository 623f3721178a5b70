"""The decorator of all kernels, and the types of the arrays they take.

`jit` compiles a kernel when it is first called, for the types it is called with, and keeps the result on
disk. It does less than Numba's own decorator, so that people wait less for the first call: compiling all that
a command needs takes a third to four fifths of the time (`scripts/compile_times.py` measures it).

- Numba makes every function callable from Python, translates it to machine code and saves it, even if only
  other kernels call it. Here a kernel that another kernel calls is a part of that kernel: it is optimized,
  translated and saved only there (`_Part`). A kernel can be used in both ways, and is compiled only for those
  that are used.
- Numba compiles a function again for each constant passed to it, and for each width of an integer. A part
  takes all of these as 64-bit integers. LLVM inlines it, so that constants still reach its code.
- References are not counted in a kernel that makes no arrays, and no kernel can be called from C. Numba does
  not look for expressions of whole arrays.

Many kernels also run faster for it, by a tenth to a third, and none that was measured more than 2% slower.

In kernels, copy arrays in loops. Numba takes three seconds to compile an assignment to a slice, because that
includes the formatting of its error message. Make arrays only with `np.empty` and `np.zeros`: a kernel that
uses neither cannot make any.
"""

# Numba's types are incomplete:
# mypy: disable-error-code="assignment, attr-defined, no-untyped-call, union-attr"

import sys
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any, TypeVar, cast

import turaga.numba_settings  # noqa: F401 - before Numba, so that it explains why Numba cannot be loaded

# isort: split
import numba
import numpy as np
from numba import types
from numba.core import config, event, sigutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.registry import CPUDispatcher
from numpy.typing import NDArray

from turaga.kernel_cache import KernelCache

_F = TypeVar("_F", bound=Callable[..., object])

Ints = NDArray[np.int64]
Numbers = NDArray[np.int32]
Bytes = NDArray[np.int8]
Bits = NDArray[np.uint64]

_NARROW = (types.int8, types.int16, types.int32)

# The classes below override methods of Numba that its documentation does not describe. They were tested with
# these versions. With any other version, kernels are compiled by Numba's own decorator: slower, but safely.
_TESTED = ((0, 61), (0, 68))
_THIS_MODULE = sys._getframe().f_code  # decides how kernels are compiled, as their own code does
_IS_TESTED = _TESTED[0] <= tuple(map(int, numba.__version__.split(".")[:2])) <= _TESTED[1]


def jit(function: _F) -> _F:
    """Compile a function on its first call, keep the result on disk, and let other threads run meanwhile.

    Without a directory to keep it in, as for a service without a home directory, each process compiles again.
    """
    if config.DISABLE_JIT:
        return function
    assert isinstance(function, FunctionType)
    kernel = _kernel(function) if _IS_TESTED else numba.njit(nogil=True)(function)
    kernel._cache = KernelCache(function, kernel.targetoptions, _THIS_MODULE)
    return cast("_F", kernel)


def _kernel(function: FunctionType) -> Any:
    makes_arrays = not {"empty", "zeros"}.isdisjoint(function.__code__.co_names)
    options = {"nopython": True, "nogil": True, "boundscheck": None, "_nrt": makes_arrays}
    options |= {"no_rewrites": True, "no_cfunc_wrapper": True}
    return _Kernel(function, {}, options)


class CompileWatch(event.Listener):
    """Whether a kernel is being compiled now, and how many have been, in this process."""

    def __init__(self) -> None:
        self.compiling = False  # Numba compiles one function at a time
        self.compiled = 0
        event.register("numba:compile", self)

    def on_start(self, event: Any) -> None:
        """Numba begins to compile a function."""
        self.compiling |= not isinstance(event.data["dispatcher"], _Part)

    def on_end(self, event: Any) -> None:
        """Numba has compiled a function, or failed to."""
        if not isinstance(event.data["dispatcher"], _Part):
            self.compiling = False
            self.compiled += 1


watch = CompileWatch()


class _Kernel(CPUDispatcher):
    """A kernel, as Python calls it. Other kernels that call it see `_Part` in its place."""

    _part: "_Part | None" = None

    @property
    def _numba_type_(self) -> Any:
        """The type that Numba gives this object where a kernel names it."""
        if self._part is None:
            options = {**self.targetoptions, "no_cpython_wrapper": True}
            self._part = _Part(self.py_func, {}, options, pipeline_class=_PartCompiler)
        return self._part._numba_type_


class _Part(CPUDispatcher):
    """A kernel as a part of other kernels. Python cannot call it, and it is not saved."""

    def get_call_template(self, args: Sequence[Any], kws: Any) -> Any:
        """The signature for these types of arguments, without constants and narrow integers."""
        plain = [types.unliteral(one) for one in args]
        return super().get_call_template([types.int64 if one in _NARROW else one for one in plain], kws)

    def add_overload(self, cres: Any) -> None:
        """Let kernels call what was compiled."""
        self.targetctx.insert_user_function(cres.fndesc, cres.fndesc, [cres.library])
        self.overloads[tuple(cres.signature.args)] = cres

    def get_overload(self, sig: Any) -> Any:
        """What `add_overload` has registered for a signature."""
        return self.overloads[tuple(sigutils.normalize_signature(sig)[0])].fndesc


class _PartCompiler(Compiler):
    """Compiles a function as far as the code that is linked into other functions."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.state.flags.no_compile = True
        self.state.library = _PartLibrary(self.state.targetctx.codegen(), "part")


class _PartLibrary(JITCodeLibrary):
    """The code of a part: neither optimized nor translated, since that is done where it is linked in."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalized = True

import os, inspect
from collections.abc import Callable
from typing import TypeVar, cast

import numpy as np
from numba import njit, types
from numba.core import config
from numba.core.compiler import Compiler
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import CPUDispatcher
from numpy.typing import NDArray

_F = TypeVar("_F", bound=Callable[..., object])

Ints = NDArray[np.int64]
Numbers = NDArray[np.int32]
Bytes = NDArray[np.int8]
Bits = NDArray[np.uint64]

_V = os.environ.get("V", "nrt,err,norw,lit,inner").split(",")

class _Library(JITCodeLibrary):
    if "fp" not in _V:
        def _optimize_functions(self, module):
            module.data_layout = self._codegen._data_layout
    def _optimize_final_module(self):
        pass
    def _finalize_final_module(self):
        self._finalized = True

class _InnerCompiler(Compiler):
    def __init__(self, typingctx, targetctx, library, args, return_type, flags, locals):
        super().__init__(typingctx, targetctx, library, args, return_type, flags, locals)
        self.state.flags.no_compile = True
        codegen = self.state.targetctx.codegen()
        self.state.library = _Library(codegen, "inner")

_WIDE = {types.int8: types.int64, types.int16: types.int64, types.int32: types.int64}
class _Inner(CPUDispatcher):
    def add_overload(self, cres):
        self.targetctx.insert_user_function(cres.fndesc, cres.fndesc, [cres.library])
        self.overloads[tuple(cres.signature.args)] = cres
    def get_overload(self, sig):
        from numba.core import sigutils
        return self.overloads[tuple(sigutils.normalize_signature(sig)[0])].fndesc
    def get_call_template(self, args, kws):
        if "lit" in _V:
            args = [types.unliteral(a) for a in args]
            args = [_WIDE.get(a, a) for a in args]
        return super().get_call_template(args, kws)

class _Kernel(CPUDispatcher):
    @property
    def _numba_type_(self):
        if not hasattr(self, "inner"):
            o = dict(self.targetoptions, no_cpython_wrapper=True, no_cfunc_wrapper=True)
            self.inner = _Inner(self.py_func, {}, o, pipeline_class=_InnerCompiler)
        return self.inner._numba_type_

def jit(function: _F) -> _F:
    o = dict(nopython=True, nogil=True, boundscheck=None, no_cfunc_wrapper=True)
    src = inspect.getsource(function)
    if "nrt" in _V and not any(w in src for w in ("np.empty", "np.zeros")):
        o["_nrt"] = False
    elif "nrt" in _V: o["_nrt"] = True
    if "err" in _V: o["error_model"] = "numpy"
    if "norw" in _V: o["no_rewrites"] = True
    if config.DISABLE_JIT: return function
    disp = (_Kernel if "inner" in _V else CPUDispatcher)(function, {}, o)
    disp.enable_caching()
    return disp

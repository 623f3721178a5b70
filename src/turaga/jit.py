"""The one decorator of all kernels, and the types of arrays they take.

Kernels copy arrays in loops: numba compiles an assignment to a slice in three seconds, because it brings
along the formatting of its error message, and a loop in none.
"""

from collections.abc import Callable
from typing import TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

_F = TypeVar("_F", bound=Callable[..., object])

Ints = NDArray[np.int64]
Numbers = NDArray[np.int32]
Bytes = NDArray[np.int8]
Bits = NDArray[np.uint64]


def jit(function: _F) -> _F:
    """Compile on first use, keep the result on disk, and let other threads run meanwhile.

    Where there is no folder to keep it in, as for a service without a home, each run compiles anew.
    """
    try:
        return cast("_F", njit(cache=True, nogil=True)(function))
    except RuntimeError:
        return cast("_F", njit(nogil=True)(function))

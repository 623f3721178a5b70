"""The decorator of all kernels, and the bundles of arrays that the kernels of walks and searches take.

Kernels copy arrays in loops: numba compiles an assignment to a slice in three seconds, because that includes
the formatting of its error message, and a loop in no time.
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

    Where there is no folder to keep it in, as for a service without a home, each run compiles again.
    """
    try:
        return cast("_F", njit(cache=True, nogil=True)(function))
    except RuntimeError:
        return cast("_F", njit(nogil=True)(function))


class RuleArrays(NamedTuple):
    """A rule on a board, as arrays. There are always eight directions, in the rule's order: where the leaper
    has fewer, or a step is longer than the board, the others are steps of 0, onto the square itself, which is
    taken."""

    width: int
    moves: Ints  # differences of place
    steps: Ints  # differences of index
    downs: Ints  # differences of row
    rights: Ints  # differences of column
    lower: int  # what entering takes from each neighbour's table value: 1, or -1 under `most`
    dead: int  # the table value of a square without onward moves if those come last, else -1
    kinds: Ints  # the tie-breaks before the order
    depths: Ints  # how far each looks ahead
    row_keys: Ints  # one row a tie-break, or a single row if `scale` is not 0
    col_keys: Ints
    scale: int  # if not 0: row key + column key + direction, all below it, decide every tie


class Quest(NamedTuple):
    """What a search wants.

    A walk may be *anchored*: its last square must then be a move from the anchor, which is the start for
    a closed tour, and for a tour with a given end that end, which lies on the board as a hole until the
    last move."""

    goal: int  # squares to visit
    anchor: int  # a place, or -1
    prune: bool
    open_start: bool
    near_start: Bytes  # 1 at the start's neighbours
    near_anchor: Bytes  # 1 at the anchor's


class Trail(NamedTuple):
    """A search in the making, one entry of the first four for each square of its path."""

    path: Numbers  # places
    options: Numbers  # directions not tried yet, packed
    values: Bytes  # what the table held there before it was entered
    loose: Bytes  # how many free squares can only be the end
    best: Numbers  # the first of the longest paths left behind
    stamps: Numbers  # marks for finding what can be reached
    queue: Numbers
    state: Ints  # depth, steps, backtracks, length of the best, last stamp, places flooded

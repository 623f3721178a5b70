"""Which masks of a small board have a tour, by brute force over sets of squares.

This module does not import turaga, so it can check it. A mask is a whole number: bit `row * cols + col` is
set if the square is there. For every mask of the board at once, `path_ends` computes the squares on which a
walk through all squares of the mask can end: a walk of the set S can end on v if a walk of S without v can
end on a neighbour of v. The mask has an open tour if there is such a square. Read backwards, the same squares
are the starts. For a closed tour, `path_ends` only takes walks that start on the lowest square of the mask,
and one of them must end a move away from it.

There are 2^25 masks of 5x5 (128 MB, two seconds) and 2^30 masks of 5x6 (4 GB, about two minutes).
"""

from collections.abc import Callable
from typing import cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

ANYWHERE, LOWEST = -2, -1  # where a walk can start


def neighbour_sets(rows: int, cols: int, leaper: tuple[int, int] = (1, 2)) -> NDArray[np.uint32]:
    """For each square, the set of squares that are a move away from it."""
    a, b = leaper
    sets = np.zeros(rows * cols, np.uint32)
    for row in range(rows):
        for col in range(cols):
            for r in range(rows):
                for c in range(cols):
                    if {abs(r - row), abs(c - col)} == {a, b} and abs(r - row) + abs(c - col) == a + b:
                        sets[row * cols + col] |= np.uint32(1 << (r * cols + c))
    return sets


def _path_ends(near: NDArray[np.uint32], start: int) -> NDArray[np.uint32]:
    """For every set of squares, the squares on which a walk through the whole set can end.

    The walk starts on the square `start`, on any square (`ANYWHERE`), or on the lowest of the set (`LOWEST`).
    """
    squares = len(near)
    ends = np.zeros(1 << squares, np.uint32)
    for here in range(squares):
        if start < 0 or start == here:
            ends[1 << here] = np.uint32(1 << here)
    for chosen in range(1, 1 << squares):
        found = ends[chosen]
        rest = chosen
        lowest = chosen & -chosen
        square = 0
        while rest:
            bit = rest & -rest
            rest ^= bit
            while (1 << square) != bit:
                square += 1
            if start == LOWEST and bit == lowest:
                continue
            if ends[chosen ^ bit] & near[square]:
                found |= np.uint32(bit)
        ends[chosen] = found
    return ends


path_ends = cast("Callable[[NDArray[np.uint32], int], NDArray[np.uint32]]", njit(_path_ends))


def closed_tours(near: NDArray[np.uint32], masks: NDArray[np.int64]) -> NDArray[np.bool_]:
    """For each of the masks, whether it has a closed tour."""
    ends = path_ends(near, LOWEST)[masks]
    lowest = np.array([(int(mask) & -int(mask)).bit_length() - 1 for mask in masks])
    enough = np.array([int(mask).bit_count() > 2 for mask in masks])
    return np.asarray((ends & near[lowest] != 0) & enough)


def starts(near: NDArray[np.uint32], masks: NDArray[np.int64]) -> NDArray[np.uint32]:
    """For each of the masks, the squares on which an open tour can start."""
    return np.asarray(path_ends(near, ANYWHERE)[masks])


def ends_from(near: NDArray[np.uint32], masks: NDArray[np.int64]) -> NDArray[np.uint32]:
    """For each of the masks and each start, the squares on which an open tour can end."""
    return np.stack([path_ends(near, start)[masks] for start in range(len(near))], axis=1)

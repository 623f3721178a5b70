"""Simulated annealing for separators: sets of squares without which a board falls into too many pieces.

The squares have numbers from 0. `near[i]` lists the neighbours of square i, filled up with -1. `side` is 0
or 1 for each square, and every move changes it. `given` is 1 for the given ends of an open tour. `limits` has
the number of ends of the tour that are not given, and the squares of side 0 less those of side 1. What is
counted is described in `turaga.certificate`.
"""

import numpy as np

from turaga.greedy_kernel import roll
from turaga.jit import Bits, Bytes, Ints, Numbers, jit

FREE, DIFFERENCE = 0, 1  # in `limits`
_HOT, _COLD = 1.2, 0.15  # temperatures, in moves


@jit
def excess(near: Numbers, side: Bytes, given: Bytes, limits: Ints, gone: Bytes, work: Numbers) -> int:
    """The moves that the pieces need without the squares in `gone`, less the moves that these allow.

    `work` has room for twice as many numbers as there are squares.
    """
    count, most = near.shape[0], near.shape[1]
    needed, available, pieces, removed = 0, 0, 0, 0
    free_0, free_1 = 0, 0  # squares of each side on which a free end would save a move
    for i in range(count):
        work[count + i] = 0
    for first in range(count):
        if gone[first]:
            removed += 1
            moves = 0
            for j in range(most):
                if near[first, j] >= 0 and not gone[near[first, j]]:
                    moves += 1
            available += min(moves, 1 if given[first] else 2)
        if gone[first] or work[count + first]:
            continue
        pieces += 1
        ones, ends_0, ends_1, top, done = 0, 0, 0, 1, 0
        work[0] = first
        work[count + first] = 1
        while done < top:
            here = work[done]
            done += 1
            ones += side[here]
            if given[here]:
                if side[here]:
                    ends_1 += 1
                else:
                    ends_0 += 1
            for j in range(most):
                there = near[here, j]
                if there >= 0 and not gone[there] and not work[count + there]:
                    work[count + there] = 1
                    work[top] = there
                    top += 1
        zeros = top - ones
        needed += 2 * max(1, abs(zeros - ones))
        if zeros >= ones:
            needed -= ends_0
            free_0 += zeros - ends_0
        if ones >= zeros:
            needed -= ends_1
            free_1 += ones - ends_1
    if removed == 0 and pieces < 2:
        return 0
    return needed - available - _free_ends(side, given, limits, free_0, free_1)


@jit
def _free_ends(side: Bytes, given: Bytes, limits: Ints, free_0: int, free_1: int) -> int:
    """How many ends that are not given can save a move."""
    most = int(limits[FREE])
    if most == 0:
        return 0
    if limits[DIFFERENCE] == 0:
        for i in range(side.shape[0]):
            if given[i]:
                if side[i]:
                    free_1 = 0
                else:
                    free_0 = 0
        return int(min(most, min(1, free_0) + min(1, free_1)))
    if limits[DIFFERENCE] == 1:
        return int(min(most, free_0))
    if limits[DIFFERENCE] == -1:
        return int(min(most, free_1))
    return int(min(most, free_0 + free_1))


@jit
def anneal(near: Numbers, side: Bytes, given: Bytes, limits: Ints, gone: Bytes, rng: Bits, steps: int) -> int:
    """Add squares to `gone` and remove them again, at random, until the excess is above 0 or `steps` are
    done. Returns the excess.

    A step costs time linear in the number of squares.
    """
    count = near.shape[0]
    work = np.zeros(2 * count, np.int32)
    now = excess(near, side, given, limits, gone, work)
    for step in range(steps):
        if now > 0:
            return now
        heat = _HOT * (_COLD / _HOT) ** (step / steps)
        i = (roll(rng) * count) >> 32
        gone[i] = 1 - gone[i]
        new = excess(near, side, given, limits, gone, work)
        if new >= now or roll(rng) < np.exp((new - now) / heat) * 4294967296.0:
            now = new
        else:
            gone[i] = 1 - gone[i]
    return now

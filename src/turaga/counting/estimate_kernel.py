"""Random probes of the tree of all walks, for Knuth's estimate of the number of tours.

A probe walks from square to square. At each square it finds the squares that could come next, chooses one of
them at random, and remembers the probability of its choice. If the probe ends as a tour, its weight is one
divided by the probability of all its choices; otherwise its weight is 0. The expected weight is the number of
tours. This is true for any probabilities, as long as every square that leads to a tour can be chosen.

A free neighbour of the current square could come next (`weigh`), unless

- another free neighbour would be left behind with too few ways in and out, so that it can no longer be on a
  tour. Let u be the current square. Only free neighbours of u lose a way, and no two of them are a move apart
  (the graph of a leaper has no odd circuits), so each can be judged by its own free neighbours;
- it is not the last square, and has no way out.

In an *anchored* walk, the last square must be a move away from the anchor, which is the start of a closed
tour or a given end. There, every square needs two ways, one of which may be the anchor. In other walks, one
square can have a single way. That square is *loose*: it can only be the end.

A square with d free neighbours is chosen with a probability proportional to 1 / (2d + 1)^2. As in
Warnsdorff's rule, squares with few ways out come first. Knuth himself remarked that such guided probes are
better.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from turaga.greedy_kernel import roll
from turaga.jit import Bits, Bytes, Ints, jit

Weights = NDArray[np.float64]


class Field(NamedTuple):
    """A board, and the walk of a probe on it."""

    near: Ints  # (squares, 8): the neighbours of each
    degrees: Ints  # the number of neighbours of each
    near_anchor: Bytes  # 1 at the neighbours of the anchor
    anchored: bool
    end: int  # a given end, which is not free; -1 if there is none
    free: Bytes
    ways: Ints  # the number of free neighbours of each square
    loose: Bytes
    state: Ints  # the number of squares left to visit, and the number of loose squares


@jit
def reset(field: Field) -> None:
    """Remove the walk from the board."""
    left = 0
    for square in range(len(field.degrees)):
        field.free[square] = 1
        field.loose[square] = 0
        field.ways[square] = field.degrees[square]
        left += 1
    if field.end >= 0:
        left -= 1
        field.free[field.end] = 0
        for i in range(field.degrees[field.end]):
            field.ways[field.near[field.end, i]] -= 1
    field.state[0] = left
    field.state[1] = 0


@jit
def enter(field: Field, here: int, there: int) -> None:
    """Move to a square from `here` (-1 at the start)."""
    near, ways = field.near, field.ways
    if here >= 0 and not field.anchored:
        for i in range(field.degrees[here]):
            other = near[here, i]
            if field.free[other] and other != there and ways[other] == 1 and not field.loose[other]:
                field.loose[other] = 1
                field.state[1] += 1
    field.free[there] = 0
    field.state[0] -= 1
    for i in range(field.degrees[there]):
        ways[near[there, i]] -= 1


@jit
def weigh(field: Field, here: int, weights: Weights) -> float:
    """For each neighbour of the current square, write a number proportional to its probability of coming
    next, or 0 if it cannot. Returns the sum of these numbers."""
    near, ways, free = field.near, field.ways, field.free
    left = field.state[0]
    wanting = 0  # free neighbours that must come next, or be the end, or cannot be on the tour
    lost = 0  # free neighbours that can only come next and be the end
    for i in range(field.degrees[here]):
        there = near[here, i]
        if free[there]:
            if field.anchored:
                wanting += ways[there] + field.near_anchor[there] < 2
            elif ways[there] == 0:
                lost += 1
            else:
                wanting += ways[there] == 1 and not field.loose[there]
    total = 0.0
    for i in range(field.degrees[here]):
        there = near[here, i]
        weights[i] = 0.0
        if not free[there]:
            continue
        if left == 1:
            possible = not field.anchored or field.near_anchor[there] == 1
        elif ways[there] == 0:
            possible = False
        elif field.anchored:
            possible = wanting - (ways[there] + field.near_anchor[there] < 2) == 0
        else:
            ends = field.state[1] + wanting - (ways[there] == 1)
            possible = lost == 0 and not field.loose[there] and ends <= 1
        if possible:
            weights[i] = 1.0 / (2 * ways[there] + 1) ** 2
            total += weights[i]
    return total


@jit
def probe(field: Field, starts: Ints, rng: Bits, logs: Weights) -> None:
    """Make as many probes as `logs` has entries, each from one of the starts, and write the binary logarithm
    of the weight of each, or -1 if it did not become a tour."""
    weights = np.zeros(8, dtype=np.float64)
    for k in range(len(logs)):
        reset(field)
        here = starts[(roll(rng) * len(starts)) >> 32]
        log = np.log2(float(len(starts)))
        enter(field, -1, here)
        while field.state[0] > 0:
            total = weigh(field, here, weights)
            if total == 0.0:
                break
            mark = roll(rng) / 4294967296.0 * total
            chosen = -1
            for i in range(field.degrees[here]):
                if weights[i] > 0.0:
                    chosen = i
                    mark -= weights[i]
                    if mark < 0.0:
                        break
            log += np.log2(total / weights[chosen])
            enter(field, here, field.near[here, chosen])
            here = field.near[here, chosen]
        complete = field.state[0] == 0 and (not field.anchored or field.near_anchor[here] == 1)
        logs[k] = log if complete else -1.0

"""Random probes of the tree of all walks, for Knuth's estimate of how many tours there are.

A probe walks from square to square. At each it finds the squares that could come next, chooses one of them
at random, and remembers how likely its choice was. The weight of a probe that ends as a tour is one over the
probability of all its choices; any other has weight 0. The expected weight is the number of tours, whatever
the probabilities are, as long as every square that leads to a tour can be chosen.

Which squares could come next (`weigh`): a free neighbour of the square the walk is on, unless

- another free neighbour would be left behind that can no longer be on a tour: it has too few ways in and out.
  With u the square the walk is on, only u's free neighbours are losing a way, and none of them is a move from
  another (no leaper's graph has odd circuits), so each can be judged by its own free neighbours;
- it is not the last, and has no way out.

In a walk that is *anchored* (its last square must be a move from the anchor: from the start, for a closed
tour, or from a given end) every square needs two ways, the anchor being one; in another, one square can do
with one way, which makes it *loose*: it can only be the end.

A square with d free neighbours is chosen with a probability proportional to 1 / (2d + 1)^2: as in
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
    degrees: Ints  # how many of them there are
    near_anchor: Bytes  # 1 at the neighbours of the anchor
    anchored: bool
    end: int  # a given end, which is not free; -1 if there is none
    free: Bytes
    ways: Ints  # free neighbours of each square
    loose: Bytes
    state: Ints  # squares left to visit, loose squares


@jit
def reset(field: Field) -> None:
    """Take the walk off the board."""
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
    """Go on to a square, from `here` (-1 at the start)."""
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
    """Write for each neighbour of the square the walk is on how likely it comes next, in proportion, 0 where
    no tour goes on; their sum."""
    near, ways, free = field.near, field.ways, field.free
    left = field.state[0]
    wanting = 0  # free neighbours that must come next, or cannot be on the tour, or only as its end
    lost = 0  # those that can only come next, and be the end
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
    of what each weighs; -1 for one that did not become a tour."""
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

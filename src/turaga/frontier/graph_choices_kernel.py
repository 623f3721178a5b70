"""The choices of the frontier method on a graph: from which states of a layer, and by which links, the states
of the next layer are reached.

`turaga.frontier.graph_kernel` defines the states.
"""

import numpy as np

from turaga.frontier.graph_kernel import (
    ENDS_AT,
    MOST_SLOTS,
    SECOND,
    GraphPoint,
    hash_state,
    hopeless,
    pack,
    spread,
)
from turaga.frontier.state_kernel import DONE_MATE, Ways, end_here, join
from turaga.jit import Ints, Numbers, jit


@jit
def fill_table(low: Ints, high: Ints, table: Numbers) -> None:
    """Fill the table in which the states of a layer are found. Its length is a power of two."""
    mask = len(table) - 1
    for entry in range(len(table)):
        table[entry] = -1
    for at in range(len(low)):
        entry = hash_state(low[at], high[at], mask)
        while table[entry] >= 0:
            entry = (entry + 1) & mask
        table[entry] = at


@jit
def _find(low: Ints, high: Ints, table: Numbers, wanted_low: int, wanted_high: int) -> int:
    """The index of a state in its layer, or -1."""
    mask = len(table) - 1
    entry = hash_state(wanted_low, wanted_high, mask)
    while True:
        at = int(table[entry])
        if at < 0 or (low[at] == wanted_low and high[at] == wanted_high):
            return at
        entry = (entry + 1) & mask


@jit
def _child(
    mates: Ints, work: Ints, labels: Ints, point: GraphPoint, ends: int, is_end: bool, a: int, b: int,
    after_low: Ints, after_high: Ints, table: Numbers,
) -> int:  # fmt: skip
    """The state of the next layer after adding links a and b (-1 for none) and perhaps an end; -1 if the next
    layer does not have it."""
    for position in range(point.length):
        work[position] = mates[position]
    complete = False
    for link in (a, b):
        if link >= 0:
            complete |= join(work, point.here, point.targets[link])
    if is_end:
        complete |= end_here(work, point.here)
    if hopeless(work, point, ends, complete):
        return -1
    low, high = pack(work, point, ends, labels)
    return _find(after_low, after_high, table, low, high)


@jit
def _with_end(had: int, kind: int, point: GraphPoint) -> int:
    """The number of ends after this kind of end at a point; -1 if it is not possible there."""
    if kind == 0:
        return -1 if point.must_end else had
    if kind == 1:
        return -1 if point.first == 0 or had % SECOND == point.ends % SECOND else had + 1
    return -1 if point.second == 0 or had // SECOND == point.ends // SECOND else had + SECOND


@jit
def link(
    low: Ints, high: Ints, first: int, last: int, point: GraphPoint, after_low: Ints, after_high: Ints,
    table: Numbers, ends_of: Numbers, children: Numbers, moves: Ways,
) -> int:  # fmt: skip
    """Write the choices of states first to last - 1 that lead to states of the next layer: the index of that
    state, and the moves, bit d for the d-th later neighbour. Returns their number. ends_of[p] becomes the
    number of choices up to and including those of state p.

    A point has at most one kind of end, so no two choices of a state have the same moves.
    """
    mates = np.empty(MOST_SLOTS + 9, dtype=np.int64)
    work = np.empty(MOST_SLOTS + 9, dtype=np.int64)
    labels = np.zeros(MOST_SLOTS + 9, dtype=np.int64)
    here, targets = point.here, point.targets
    kept = 0
    for at in range(first, last):
        had = high[at] >> ENDS_AT
        spread(low[at], high[at], point, mates, labels)
        has = 0 if mates[here] == here else 2 if mates[here] == DONE_MATE else 1
        for kind in range(3):  # no end here, an end of the first kind, an end of the second kind
            ends = _with_end(had, kind, point)
            needs = (1 if kind > 0 else 2) - has
            if ends < 0 or needs < 0:
                continue
            for a in range(-1 if needs == 0 else 0, 0 if needs == 0 else len(targets)):
                if a >= 0 and mates[targets[a]] == DONE_MATE:
                    continue
                for b in range(-1 if needs < 2 else a + 1, 0 if needs < 2 else len(targets)):
                    if b >= 0 and mates[targets[b]] == DONE_MATE:
                        continue
                    child = _child(
                        mates, work, labels, point, ends, kind > 0, a, b, after_low, after_high, table
                    )
                    if child >= 0:
                        children[kept] = child
                        moves[kept] = (0 if a < 0 else 1 << a) | (0 if b < 0 else 1 << b)
                        kept += 1
        ends_of[at] = kept
    return kept

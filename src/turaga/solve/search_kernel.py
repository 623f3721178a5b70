"""Depth-first search in machine code, resumable, with exactly the steps of `turaga.solve.search`.

For each square of its path, the search stores the directions that it has not tried yet, the best first. They
are packed into one integer, three bits each, with their number above them. The search enters the next
direction from the last square if there is one, and otherwise leaves the square. Steps are squares entered.

Pruning never changes the result. Let v be the square just entered, and u the one before it. Only the free
neighbours of u have lost a neighbour from which they can be entered. (A leaper's graph has no odd circuits,
so none of them is a neighbour of v.) Such a square with no free neighbour can no longer be reached. With one
free neighbour it can only be the end, and there is only one end. (In an anchored walk the anchor counts as a
neighbour too, and each square needs two.) And if some of them cannot be reached from v through free squares,
the free squares have fallen into pieces.
"""

from typing import NamedTuple

import numpy as np

from turaga.greedy_kernel import TAKEN, VISITED, RuleArrays, choose, enter, leave
from turaga.jit import Bits, Bytes, Ints, Numbers, jit

DEPTH, STEPS, BACKTRACKS, BEST, STAMP, FLOODED = 0, 1, 2, 3, 4, 5  # the entries of `state`
PAUSED, FOUND, EXHAUSTED = 0, 1, 2
_BITS = 24  # eight directions of three bits; the number of directions left is above them
_LAST_STAMP = (1 << 31) - 4


class SearchTarget(NamedTuple):
    """What a search looks for.

    A walk can be *anchored*: then its last square must be a move away from the anchor. The anchor of a closed
    tour is its start. The anchor of a tour with a given end is that end, which is a hole until the last move.
    """

    goal: int  # number of squares to visit
    anchor: int  # a place, or -1
    prune: bool
    open_start: bool
    near_start: Bytes  # 1 at the neighbours of the start
    near_anchor: Bytes  # 1 at the neighbours of the anchor


class SearchStack(NamedTuple):
    """The state of a search. The first four arrays have one entry for each square of its path."""

    path: Numbers  # places
    options: Numbers  # directions not tried yet, packed
    values: Bytes  # the value in the table before the place was entered
    loose: Bytes  # how many free squares can only be the end
    best: Numbers  # the longest path that was left; the first of equals
    stamps: Numbers  # marks for finding what can be reached
    queue: Numbers
    state: Ints  # depth, steps, backtracks, length of `best`, last stamp, number of places flooded


@jit
def search(
    table: Bytes,
    rule: RuleArrays,
    target: SearchTarget,
    stack: SearchStack,
    rng: Bits,
    work: Ints,
    stop: int,
    most: int,
) -> int:
    """Continue the search until it is finished, has made `stop` steps, or has flooded `most` places.

    It floods places to find out what can be reached. On a big board this takes the time, not the steps.

    At the first call `path[0]` is the start, not yet entered, and `state` is all 0. For an open start, the
    values of its neighbours have been raised by the amount that entering the start will lower them.
    """
    path, options, state = stack.path, stack.options, stack.state
    here = int(path[0])
    left, packed = 1, 0  # before the first step there is one square to try: the start
    depth = int(state[DEPTH])
    while True:
        if depth > 0:
            here = int(path[depth - 1])
            # A circuit has at least three squares.
            if depth == target.goal and (
                target.anchor < 0 or (target.near_anchor[here] and (depth > 2 or path[0] != target.anchor))
            ):
                return FOUND
            packed = int(options[depth - 1])
            left = packed >> _BITS
        if left > 0:
            if state[STEPS] >= stop or state[FLOODED] >= most:
                return PAUSED
            if depth > 0:
                options[depth - 1] = ((packed & ((1 << _BITS) - 1)) >> 3) | ((left - 1) << _BITS)
                here += int(rule.moves[packed & 7])
            path[depth] = here
            stack.values[depth] = table[here]
            depth += 1
            state[DEPTH] = depth
            state[STEPS] += 1
            ranked = 0
            if rule.scale > 0:
                ranked = _enter_ranking(table, here, rule, work)
            else:
                enter(table, here, rule)
            promising = True
            if target.prune:
                promising = (
                    _promising(table, rule, target, stack)
                    if depth > 1
                    else _promising_at_start(table, rule, target, stack)
                )
            if promising and rule.scale == 0:
                ranked = _rank(table, here, rule, rng, work)
            options[depth - 1] = ranked if promising else 0
        else:
            if depth > state[BEST]:
                for i in range(depth):
                    stack.best[i] = path[i]
                state[BEST] = depth
            if depth == 1:
                return EXHAUSTED
            leave(table, here, rule, int(stack.values[depth - 1]))
            depth -= 1
            state[DEPTH] = depth
            state[BACKTRACKS] += 1


@jit
def _enter_ranking(table: Bytes, at: int, rule: RuleArrays, work: Ints) -> int:
    """Enter a place and rank the free directions from it by their keys, in one pass.

    They are packed with the best direction in the lowest bits. This uses insertion sort, because there are at
    most eight.
    """
    keys = work[7]
    row, col = at // rule.width, at % rule.width
    table[at] = VISITED
    count = 0
    for d in range(8):
        t = np.uint64(at + rule.moves[d])
        value = int(table[t]) - rule.lower
        table[t] = value
        if value < TAKEN:
            key = int(rule.row_keys[0, row + rule.downs[d]]) + int(rule.col_keys[0, col + rule.rights[d]])
            key += value * rule.scale + d
            i = count
            while i > 0 and keys[i - 1] > key:
                keys[i] = keys[i - 1]
                i -= 1
            keys[i] = key
            count += 1
    packed = count << _BITS
    for i in range(count):
        packed |= (int(keys[i]) & 7) << (3 * i)
    return packed


@jit
def _rank(table: Bytes, at: int, rule: RuleArrays, rng: Bits, work: Ints) -> int:
    """The free directions from a place just entered, packed as in `_enter_ranking`, for any rule."""
    ask = work[6]
    count = 0
    for d in range(rule.moves.shape[0]):
        if table[at + rule.moves[d]] < TAKEN:
            ask[count] = d
            count += 1
    packed = count << _BITS
    shift = 0
    while count > 0:
        chosen = int(ask[0])
        if count > 1:
            chosen = choose(table, at, rule, rng, ask, count, work)
        packed |= chosen << shift
        shift += 3
        i = 0
        while ask[i] != chosen:
            i += 1
        count -= 1
        while i < count:
            ask[i] = ask[i + 1]
            i += 1
    return packed


# -- pruning ------------------------------------------------------------------------------------------


@jit
def _ways(table: Bytes, at: int, rule: RuleArrays, target: SearchTarget) -> int:
    """The number of free neighbours of a free place, plus 1 if the anchor is a neighbour."""
    value = int(table[at])
    count = value if rule.lower > 0 else 8 - value
    if target.open_start and target.near_start[at]:
        count -= 1
    return count + int(target.near_anchor[at])


@jit
def _promising(table: Bytes, rule: RuleArrays, target: SearchTarget, stack: SearchStack) -> bool:
    """Whether the walk could still be completed after the last `enter`, as far as these checks can tell."""
    depth = int(stack.state[DEPTH])
    loose = stack.loose
    loose[depth - 1] = loose[depth - 2]
    if depth == target.goal:
        return True
    u = int(stack.path[depth - 2])
    lost = 0
    for d in range(rule.moves.shape[0]):
        w = u + int(rule.moves[d])
        if table[w] >= TAKEN:
            continue
        lost += 1
        ways = _ways(table, w, rule, target)
        if target.anchor >= 0:
            if ways < 2:
                return False
        elif ways == 0:
            return False
        elif ways == 1:
            loose[depth - 1] += 1
            if loose[depth - 1] > 1:
                return False
    if target.anchor >= 0 and not _any_free(table, target.anchor, rule):
        return False
    if lost == 0:
        return True
    stamp = _next_stamp(stack)
    for d in range(rule.moves.shape[0]):
        w = u + rule.moves[d]
        if table[w] < TAKEN:
            stack.stamps[w] = stamp - 1
    return _reaches(table, int(stack.path[depth - 1]), rule, lost, stamp, stack)


@jit
def _any_free(table: Bytes, at: int, rule: RuleArrays) -> bool:
    for d in range(rule.moves.shape[0]):
        if table[at + rule.moves[d]] < TAKEN:
            return True
    return False


@jit
def _next_stamp(stack: SearchStack) -> int:
    """An unused mark; the mark below it is unused too. Marks only grow, so that nothing has to be cleared."""
    if stack.state[STAMP] >= _LAST_STAMP:
        stack.stamps[:] = 0
        stack.state[STAMP] = 0
    stack.state[STAMP] += 2
    return int(stack.state[STAMP])


@jit
def _reaches(
    table: Bytes, source: int, rule: RuleArrays, wanted: int, stamp: int, stack: SearchStack
) -> bool:
    """Whether all `wanted` places can be reached from the source through free places.

    The wanted places are marked with the stamp before this one. Places that are reached are marked with the
    stamp. The search stops when the last wanted place is reached.
    """
    stamps, queue = stack.stamps, stack.queue
    head, tail = 0, 1
    queue[0] = source
    while head < tail and wanted > 0:
        at = int(queue[head])
        head += 1
        for d in range(rule.moves.shape[0]):
            t = at + rule.moves[d]
            if table[t] < TAKEN and stamps[t] != stamp:
                if stamps[t] == stamp - 1:
                    wanted -= 1
                stamps[t] = stamp
                queue[tail] = t
                tail += 1
    stack.state[FLOODED] += head
    return wanted == 0


@jit
def _promising_at_start(table: Bytes, rule: RuleArrays, target: SearchTarget, stack: SearchStack) -> bool:
    """Like `_promising`, but for the whole board: only the start has been entered."""
    stamp = _next_stamp(stack)
    free = 0
    alone = 0
    for at in range(table.shape[0]):
        if table[at] >= TAKEN:
            continue
        free += 1
        stack.stamps[at] = stamp - 1
        ways = _ways(table, at, rule, target)
        if target.anchor >= 0:
            # A neighbour of the start can be entered from it. If the start is the anchor, `_ways` counts it.
            if ways + (target.near_start[at] if target.anchor != stack.path[0] else 0) < 2:
                return False
        elif not target.near_start[at]:
            if ways == 0:
                return False
            if ways == 1:
                alone += 1
    if alone > 1:
        return False
    stack.loose[0] = alone
    return _reaches(table, int(stack.path[0]), rule, free, stamp, stack)

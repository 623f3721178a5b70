"""Depth-first search in machine code, resumable, with the steps of `turaga.solve.search` exactly.

The search stands on the last square of its path and keeps, for each square of the path, the directions it
has not tried yet, best first, packed three bits each into one integer with their number on top. It enters
the next direction if there is one and otherwise leaves the square. Steps are squares entered.

Prunings, all of which keep the answer. With u the square left and v the one entered, only the free
neighbours of u have lost a way in (no leaper's graph has odd circuits, so none of them is a neighbour of
v). Such a square with no free neighbour can no longer be reached; with one, it can only be the end, and
there is one end (in an anchored walk the anchor is a neighbour too, and each square needs two). And if some
of them cannot be reached from v through free squares, the board has fallen apart.
"""

import numpy as np

from turaga.greedy_kernel import TAKEN, VISITED, choose, enter, leave
from turaga.jit import Bits, Bytes, Ints, Quest, RuleArrays, Trail, jit

DEPTH, STEPS, BACKTRACKS, BEST, STAMP, FLOODED = 0, 1, 2, 3, 4, 5  # what `state` holds
PAUSED, FOUND, EXHAUSTED = 0, 1, 2
_BITS = 24  # eight directions of three bits; the number left stands above them
_LAST_STAMP = (1 << 31) - 4


@jit
def search(
    table: Bytes, plan: RuleArrays, quest: Quest, trail: Trail, dice: Bits, work: Ints, stop: int, most: int
) -> int:
    """Go on with the search until it is over, `stop` steps were made, or `most` places were flooded in
    finding out what can be reached: on a big board that, and not the steps, is what takes the time.

    At the first call `path[0]` is the start, not yet entered, and `state` is all 0. An open start is one
    whose neighbours were raised by what entering it will lower them.
    """
    path, options, state = trail.path, trail.options, trail.state
    here = int(path[0])
    left, packed = 1, 0  # before the first step there is one thing to try: the start
    depth = int(state[DEPTH])
    while True:
        if depth > 0:
            here = int(path[depth - 1])
            # A circuit has at least three squares.
            if depth == quest.goal and (
                quest.anchor < 0 or (quest.near_anchor[here] and (depth > 2 or path[0] != quest.anchor))
            ):
                return FOUND
            packed = int(options[depth - 1])
            left = packed >> _BITS
        if left > 0:
            if state[STEPS] >= stop or state[FLOODED] >= most:
                return PAUSED
            if depth > 0:
                options[depth - 1] = ((packed & ((1 << _BITS) - 1)) >> 3) | ((left - 1) << _BITS)
                here += int(plan.moves[packed & 7])
            path[depth] = here
            trail.values[depth] = table[here]
            depth += 1
            state[DEPTH] = depth
            state[STEPS] += 1
            ranked = 0
            if plan.scale > 0:
                ranked = _enter_ranking(table, here, plan, work)
            else:
                enter(table, here, plan)
            hopeful = True
            if quest.prune:
                hopeful = (
                    _hope(table, plan, quest, trail)
                    if depth > 1
                    else _hope_at_start(table, plan, quest, trail)
                )
            if hopeful and plan.scale == 0:
                ranked = _rank(table, here, plan, dice, work)
            options[depth - 1] = ranked if hopeful else 0
        else:
            if depth > state[BEST]:
                for i in range(depth):
                    trail.best[i] = path[i]
                state[BEST] = depth
            if depth == 1:
                return EXHAUSTED
            leave(table, here, plan, int(trail.values[depth - 1]))
            depth -= 1
            state[DEPTH] = depth
            state[BACKTRACKS] += 1


@jit
def _enter_ranking(table: Bytes, at: int, plan: RuleArrays, work: Ints) -> int:
    """Enter a place and rank the free directions from it by their keys, in one pass, packed, the one the
    rule prefers lowest; sorted by insertion, since there are at most eight."""
    keys = work[7]
    row, col = at // plan.width, at % plan.width
    table[at] = VISITED
    count = 0
    for d in range(8):
        t = np.uint64(at + plan.moves[d])
        value = int(table[t]) - plan.lower
        table[t] = value
        if value < TAKEN:
            key = int(plan.row_keys[0, row + plan.downs[d]]) + int(plan.col_keys[0, col + plan.rights[d]])
            key += value * plan.scale + d
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
def _rank(table: Bytes, at: int, plan: RuleArrays, dice: Bits, work: Ints) -> int:
    """The free directions from a place just entered, packed as by `_enter_ranking`, for any rule."""
    ask = work[6]
    count = 0
    for d in range(plan.moves.shape[0]):
        if table[at + plan.moves[d]] < TAKEN:
            ask[count] = d
            count += 1
    packed = count << _BITS
    shift = 0
    while count > 0:
        chosen = int(ask[0])
        if count > 1:
            chosen = choose(table, at, plan, dice, ask, count, work)
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


# -- prunings -----------------------------------------------------------------------------------------


@jit
def _ways(table: Bytes, at: int, plan: RuleArrays, quest: Quest) -> int:
    """The free neighbours of a free place, and the anchor if there is one."""
    value = int(table[at])
    count = value if plan.lower > 0 else 8 - value
    if quest.open_start and quest.near_start[at]:
        count -= 1
    return count + int(quest.near_anchor[at])


@jit
def _hope(table: Bytes, plan: RuleArrays, quest: Quest, trail: Trail) -> bool:
    """Whether the walk may still be completed, as far as can be told, after the last `enter`."""
    depth = int(trail.state[DEPTH])
    loose = trail.loose
    loose[depth - 1] = loose[depth - 2]
    if depth == quest.goal:
        return True
    u = int(trail.path[depth - 2])
    lost = 0
    for d in range(plan.moves.shape[0]):
        w = u + int(plan.moves[d])
        if table[w] >= TAKEN:
            continue
        lost += 1
        ways = _ways(table, w, plan, quest)
        if quest.anchor >= 0:
            if ways < 2:
                return False
        elif ways == 0:
            return False
        elif ways == 1:
            loose[depth - 1] += 1
            if loose[depth - 1] > 1:
                return False
    if quest.anchor >= 0 and not _any_free(table, quest.anchor, plan):
        return False
    if lost == 0:
        return True
    stamp = _next_stamp(trail)
    for d in range(plan.moves.shape[0]):
        w = u + plan.moves[d]
        if table[w] < TAKEN:
            trail.stamps[w] = stamp - 1
    return _reaches(table, int(trail.path[depth - 1]), plan, lost, stamp, trail)


@jit
def _any_free(table: Bytes, at: int, plan: RuleArrays) -> bool:
    for d in range(plan.moves.shape[0]):
        if table[at + plan.moves[d]] < TAKEN:
            return True
    return False


@jit
def _next_stamp(trail: Trail) -> int:
    """A mark not in use, nor is the one before it. Marks only grow, so that nothing need be cleared."""
    if trail.state[STAMP] >= _LAST_STAMP:
        trail.stamps[:] = 0
        trail.state[STAMP] = 0
    trail.state[STAMP] += 2
    return int(trail.state[STAMP])


@jit
def _reaches(table: Bytes, source: int, plan: RuleArrays, wanted: int, stamp: int, trail: Trail) -> bool:
    """Whether all `wanted` places, marked with the stamp before this one, can be reached from the source
    through free places; stops at the last of them. A place reached is marked with the stamp."""
    stamps, queue = trail.stamps, trail.queue
    head, tail = 0, 1
    queue[0] = source
    while head < tail and wanted > 0:
        at = int(queue[head])
        head += 1
        for d in range(plan.moves.shape[0]):
            t = at + plan.moves[d]
            if table[t] < TAKEN and stamps[t] != stamp:
                if stamps[t] == stamp - 1:
                    wanted -= 1
                stamps[t] = stamp
                queue[tail] = t
                tail += 1
    trail.state[FLOODED] += head
    return wanted == 0


@jit
def _hope_at_start(table: Bytes, plan: RuleArrays, quest: Quest, trail: Trail) -> bool:
    """As `_hope`, of the whole board: the start has been entered and nothing left behind."""
    stamp = _next_stamp(trail)
    free = 0
    alone = 0
    for at in range(table.shape[0]):
        if table[at] >= TAKEN:
            continue
        free += 1
        trail.stamps[at] = stamp - 1
        ways = _ways(table, at, plan, quest)
        if quest.anchor >= 0:
            # A neighbour of the start can be entered from it; if the start is the anchor, `_ways` knows.
            if ways + (quest.near_start[at] if quest.anchor != trail.path[0] else 0) < 2:
                return False
        elif not quest.near_start[at]:
            if ways == 0:
                return False
            if ways == 1:
                alone += 1
    if alone > 1:
        return False
    trail.loose[0] = alone
    return _reaches(table, int(trail.path[0]), plan, free, stamp, trail)

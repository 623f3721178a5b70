"""Warnsdorff's rule in machine code: one walk, or many.

There are three loops for three kinds of rule. Each can be continued, and leaves the walk in `path` as indices
of squares:

- `walk_by_order` breaks ties by an order alone. The key of a square is table value * 8 + direction. The
  smallest key is the choice, so that no branch depends on the data.
- `walk_by_keys` breaks ties by sums of a row key and a column key, then by the order. The distances from the
  centre and from the nearest corner are both such sums.
- `walk_by_choice` follows any rule, with `choose`, which does the same as `Position.choose` of the reference,
  line by line.

The first two choose a square and lower the table around the last one in the same pass. Every candidate is
lowered by the same amount, so comparing before or after makes no difference.
"""

from typing import NamedTuple

import numpy as np

from turaga.jit import Bits, Bytes, Ints, Numbers, jit

VISITED = 100  # lowered or raised by at most 16, it still fits int8 and is above TAKEN
TAKEN = 50
STATIC, RANDOM, LOOKAHEAD = 0, 1, 2  # kinds of tie-break
NO_KEYS = 8  # the scale if all row and column keys are 0: only directions have to be below it
_FAR = 1 << 62


class RuleArrays(NamedTuple):
    """A rule on a board, as arrays. There are always eight directions, in the rule's order. If the leaper has
    fewer, or some are longer than the board, the rest are moves of 0. They lead to the square the leaper is
    on, which is visited."""

    width: int
    moves: Ints  # differences of place
    steps: Ints  # differences of index
    downs: Ints  # differences of row
    rights: Ints  # differences of column
    lower: int  # what visiting a square subtracts from its neighbours' table values: 1, or -1 for `most`
    dead: int  # the table value of a dead end if dead ends come last, otherwise -1
    kinds: Ints  # the tie-breaks before the order
    depths: Ints  # how many moves each looks ahead
    row_keys: Ints  # one row for each tie-break, or a single row if `scale` is not 0
    col_keys: Ints
    scale: int  # if not 0: row key + column key + direction decides every tie, and is below it


@jit
def fill_table(table: Bytes, rule: RuleArrays, top: int, left: int, rows: int, cols: int) -> None:
    """Turn a layout of 0 (unvisited) and VISITED into the table: write the degree of each unvisited square.

    This works in place: a degree is at most 8, so the square still counts as unvisited for its neighbours.
    """
    for r in range(rows):
        for c in range(cols):
            at = (r + top) * rule.width + c + left
            if table[at] >= TAKEN:
                continue
            count = 0
            for d in range(8):
                if rule.moves[d] != 0 and table[at + rule.moves[d]] < TAKEN:
                    count += 1
            table[at] = count if rule.lower > 0 else 8 - count


@jit
def walk_by_order(
    table: Bytes, at: int, rule: RuleArrays, path: Numbers, done: int, limit: int
) -> tuple[int, int]:
    """Continue the walk from `path[done - 1]`, which is at place `at`, to at most `limit` squares.

    Return how many squares the walk then has, and the place of the last one.
    """
    moves, steps, lower = rule.moves, rule.steps, rule.lower
    index = int(path[done - 1])
    while done < limit:
        best = _FAR
        for d in range(8):
            t = np.uint64(at + moves[d])  # unsigned, so that Numba does not test for a negative index
            value = int(table[t])
            best = min(best, (value << 3) | d)
            table[t] = value - lower
        if best >= TAKEN << 3:
            break
        d = best & 7
        at += int(moves[d])
        index += int(steps[d])
        table[np.uint64(at)] = VISITED
        path[done] = index
        done += 1
    return done, at


@jit
def walk_by_keys(
    table: Bytes, at: int, rule: RuleArrays, path: Numbers, done: int, limit: int
) -> tuple[int, int]:
    """Do the same as `walk_by_order`, for a rule whose `scale` is not 0."""
    moves, steps, lower, scale = rule.moves, rule.steps, rule.lower, rule.scale
    downs, rights, row_keys, col_keys = rule.downs, rule.rights, rule.row_keys[0], rule.col_keys[0]
    index = int(path[done - 1])
    row, col = at // rule.width, at % rule.width
    while done < limit:
        best = _FAR
        for d in range(8):
            t = np.uint64(at + moves[d])
            value = int(table[t])
            key = int(row_keys[np.uint64(row + downs[d])]) + int(col_keys[np.uint64(col + rights[d])])
            best = min(best, value * scale + key + d)
            table[t] = value - lower
        if best >= TAKEN * scale:
            break
        d = best & 7
        at += int(moves[d])
        index += int(steps[d])
        row += int(downs[d])
        col += int(rights[d])
        table[np.uint64(at)] = VISITED
        path[done] = index
        done += 1
    return done, at


# -- any rule -----------------------------------------------------------------------------------------


@jit
def roll(rng: Bits) -> int:
    """Return the next 32 random bits of the generator of `turaga.rng`."""
    x = rng[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    rng[0] = x
    return int(x >> np.uint64(32))


@jit
def enter(table: Bytes, at: int, rule: RuleArrays) -> int:
    """Visit a square. Return the table value it had, which `leave` needs."""
    value = int(table[at])
    table[at] = VISITED
    for d in range(8):
        table[np.uint64(at + rule.moves[d])] -= rule.lower
    return value


@jit
def leave(table: Bytes, at: int, rule: RuleArrays, value: int) -> None:
    """Undo `enter`."""
    for d in range(8):
        table[np.uint64(at + rule.moves[d])] += rule.lower
    table[at] = value


@jit
def choose(table: Bytes, at: int, rule: RuleArrays, rng: Bits, ask: Ints, count: int, work: Ints) -> int:
    """Return which of the first `count` directions in `ask` the rule prefers. They are sorted by the order,
    and all lead to unvisited squares.

    `work` is scratch: row 0 has the directions that are still equal, rows 1 to 5 are for looking ahead.
    """
    moves, dead = rule.moves, rule.dead
    equal = work[0]
    best = VISITED
    for i in range(count):
        value = int(table[at + moves[ask[i]]])
        if value < best and value != dead:
            best = value
    if best == VISITED:  # there are only dead ends: take the last of them in the order
        return int(ask[count - 1])
    left = 0
    for i in range(count):
        if table[at + moves[ask[i]]] == best:
            equal[left] = ask[i]
            left += 1
    for stage in range(rule.kinds.shape[0]):
        if left == 1:
            break
        if rule.kinds[stage] == RANDOM:
            equal[0] = equal[(roll(rng) * left) >> 32]
            left = 1
        elif rule.kinds[stage] == LOOKAHEAD:
            for depth in range(1, rule.depths[stage] + 1):
                left = _look_ahead(table, at, rule, left, depth, work)
                if left == 1:
                    break
        else:
            left = _least_keys(at, rule, stage, equal, left)
    return int(equal[0])


@jit
def _least_keys(at: int, rule: RuleArrays, stage: int, equal: Ints, left: int) -> int:
    """Keep those of the first `left` equal directions whose keys are smallest. Return how many."""
    row, col = at // rule.width, at % rule.width
    least = _FAR
    kept = 0
    for i in range(left):
        d = equal[i]
        key = int(rule.row_keys[stage, row + rule.downs[d]]) + int(rule.col_keys[stage, col + rule.rights[d]])
        if key < least:
            least = key
            kept = 0
        if key == least:
            equal[kept] = d
            kept += 1
    return kept


@jit
def _look_ahead(table: Bytes, at: int, rule: RuleArrays, left: int, depth: int, work: Ints) -> int:
    """Keep those of the equal directions whose list of values after `depth` moves is smallest. Return how
    many.

    A sorted list is stored as a histogram: the smallest so far in `work[1]`, the current one in `work[2]`.
    """
    equal, best, here = work[0], work[1], work[2]
    kept = 0
    for i in range(left):
        d = equal[i]
        _histogram(table, at + int(rule.moves[d]), rule, depth, work)
        order = -1 if kept == 0 else _compare(here, best)
        if order < 0:
            for value in range(9):
                best[value] = here[value]
            kept = 0
        if order <= 0:
            equal[kept] = d
            kept += 1
    return kept


@jit
def _compare(a: Ints, b: Ints) -> int:
    """Return -1, 0 or 1 if the sorted list with histogram a is less than, equal to or greater than that of b.

    At the first value whose counts differ, the list with more of it continues with that value. If the other
    list continues with a larger value, the other is greater. If the other list has ended, it is a prefix of
    this one, and less.
    """
    for value in range(9):
        if a[value] != b[value]:
            other = b if a[value] > b[value] else a
            first = -1 if a[value] > b[value] else 1
            for larger in range(value + 1, 9):
                if other[larger] > 0:
                    return first
            return -first
    return 0


@jit
def _histogram(table: Bytes, root: int, rule: RuleArrays, depth: int, work: Ints) -> None:
    """Enter `root`, and count in `work[2]` the values at the end of every walk of `depth` moves from there.

    Of the current walk, `places[k]` is the k-th square, `values[k]` what its table value was, and `tried[k]`
    how many directions have been tried from it.
    """
    counts, places, values, tried = work[2], work[3], work[4], work[5]
    for value in range(9):
        counts[value] = 0
    places[0] = root
    values[0] = enter(table, root, rule)
    tried[0] = 0
    level = 0
    while level >= 0:
        if tried[level] == 8:
            leave(table, int(places[level]), rule, int(values[level]))
            level -= 1
            continue
        t = int(places[level] + rule.moves[tried[level]])
        tried[level] += 1
        if table[t] >= TAKEN:
            continue
        if level + 1 == depth:
            counts[table[t]] += 1
        else:
            level += 1
            places[level] = t
            values[level] = enter(table, t, rule)
            tried[level] = 0


@jit
def walk_by_choice(
    table: Bytes, at: int, rule: RuleArrays, rng: Bits, work: Ints, path: Numbers, done: int, limit: int
) -> tuple[int, int]:
    """Do the same as `walk_by_order`, for any rule."""
    moves = rule.moves
    ask = work[6]
    index = int(path[done - 1])
    while done < limit:
        count = 0
        for d in range(rule.moves.shape[0]):
            t = at + moves[d]
            table[t] -= rule.lower
            if table[t] < TAKEN:
                ask[count] = d
                count += 1
        if count == 0:
            break
        d = int(ask[0])
        if count > 1:
            d = choose(table, at, rule, rng, ask, count, work)
        at += int(moves[d])
        index += int(rule.steps[d])
        table[at] = VISITED
        path[done] = index
        done += 1
    return done, at


@jit
def walk_many(
    fresh: Bytes,
    table: Bytes,
    ats: Ints,
    starts: Ints,
    which: Ints,
    orders: Ints,
    rule: RuleArrays,
    open_start: bool,
    rng: Bits,
    work: Ints,
    path: Numbers,
    visited: Ints,
    ends: Ints,
) -> None:
    """Walk from each start on a fresh table. Walk i visits `visited[i]` squares, the last at place `ends[i]`.

    Walk i uses the order `which[i]`: its moves, steps, downs and rights are `orders[which[i]]`, and are
    copied into the rule's own arrays. `rng[i]` is the state of its random generator. For an open start, the
    values of the start's neighbours are first raised by as much as entering it lowers them.
    """
    limit = path.shape[0]
    for i in range(ats.shape[0]):
        at = int(ats[i])
        if i == 0 or which[i] != which[i - 1]:
            for d in range(8):
                rule.moves[d] = orders[which[i], 0, d]
                rule.steps[d] = orders[which[i], 1, d]
                rule.downs[d] = orders[which[i], 2, d]
                rule.rights[d] = orders[which[i], 3, d]
        for t in range(fresh.shape[0]):
            table[t] = fresh[t]
        if open_start:
            for d in range(rule.moves.shape[0]):
                table[at + rule.moves[d]] += rule.lower
        table[at] = VISITED
        path[0] = starts[i]
        if rule.scale == 0:
            visited[i], ends[i] = walk_by_choice(table, at, rule, rng[i : i + 1], work, path, 1, limit)
        elif rule.scale == NO_KEYS:
            visited[i], ends[i] = walk_by_order(table, at, rule, path, 1, limit)
        else:
            visited[i], ends[i] = walk_by_keys(table, at, rule, path, 1, limit)

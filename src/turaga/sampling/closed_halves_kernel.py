"""Retraces halves square by square: finds the tour of a pair of halves, and the number of a tour.

The weight of a half (`turaga.counting.closed_halves_kernel`) is the number of ways to make it. To find the
way with a given number, `undo` lists every state before the last square that can have become this state,
with its moves. For example, if the square added one move, to a square that now has one, then the piece that
ends there ended on the square itself before. If it added one move, to a square that is now done, then some
piece was two pieces before, one of which ended here and the other there. The counts of the listed states
that are in the previous layer add up to the weight. The number selects one of them, and the remainder is
the number of the way there. This continues back to the first square.

A pair of halves that meet, with one way for each, also has a number. So to sample all tours uniformly, sample
all pairs uniformly and repeat until the pair is a tour.
"""

from typing import NamedTuple

import numpy as np

from turaga.counting.closed_halves_kernel import (
    Between,
    Counts,
    HalvesSide,
    add_moves,
    ends_of,
    gather_moves,
    next_meeting,
    one_circuit,
)
from turaga.frontier.layers_kernel import find
from turaga.frontier.state_kernel import DONE_MATE as DONE
from turaga.frontier.state_kernel import pack, spread
from turaga.jit import Bits, Ints, Numbers, jit

# The number of possible previous states: one without a move, and two per piece for each choice of one or two
# of the four moves. The slots of the square and of the squares it moved to are not ends of pieces, so there
# are at most 7 pieces, and 1 + 10 x 14 states.
MOST_BEFORE = 160


class Ascent(NamedTuple):
    """The squares of one side in order, and the layer before each of them, with its states in ascending
    order."""

    here: Ints
    targets: Ints
    allowed: Ints
    positions: Ints
    reached: Ints
    begins: Ints  # where each layer begins; one more entry at the end
    states: Ints
    counts: Ints
    middle: Ints  # for each slot after the last square, its number in the middle rows


class Space(NamedTuple):
    """All pairs of halves that meet, sorted by lower class, then by the choice of moves between."""

    upper: HalvesSide
    lower: HalvesSide
    between: Between
    uppers: Ints  # the sum of the weights of each upper class
    lowers: Ints  # the same for each lower class
    heads: Ints  # the number of pairs before each lower class; one more entry at the end


class Buffers(NamedTuple):
    """Work arrays of one thread."""

    mates: Ints
    work: Ints
    labels: Ints
    before: Ints  # previous states
    moves: Ints
    choice: Ints
    pairs: Ints
    near: Numbers  # [position, 2]: the two positions next to each along the tour
    has: Numbers  # how many of these two are known


# -- one square back ----------------------------------------------------------------------------------


@jit
def undo(state: int, here: int, targets: Ints, allowed: int, window: int, buffers: Buffers) -> int:
    """Write every possible state before a square, and the moves that the square then added, to
    `buffers.before` and `buffers.moves`. Returns their number. The order is always the same."""
    mates = buffers.mates
    spread(state, window, mates, buffers.labels)
    # The slot of the square now belongs to the square that it was the first to reach.
    fresh = mates[here]
    if fresh != here:
        mates[window] = fresh
        if fresh >= 0:
            mates[fresh] = window
    mates[here] = DONE
    made = _put(mates, window, 0, buffers, 0)
    for d in range(4):
        if (allowed >> d) & 1:
            made = _undo_one(int(targets[d]), here, window, 1 << d, buffers, made)
    for d in range(4):
        for e in range(d + 1, 4):
            if (allowed >> d) & 1 and (allowed >> e) & 1:
                both = (1 << d) | (1 << e)
                made = _undo_two(int(targets[d]), int(targets[e]), here, window, both, buffers, made)
    return made


@jit
def _put(mates: Ints, window: int, moves: int, buffers: Buffers, made: int) -> int:
    """Write a state, if nothing has reached the square that is newly reached."""
    if mates[window] != window:
        return made
    buffers.before[made] = pack(mates, 0, window, buffers.labels)
    buffers.moves[made] = moves
    return made + 1


@jit
def _copy(buffers: Buffers, window: int) -> None:
    for i in range(window + 1):
        buffers.work[i] = buffers.mates[i]


@jit
def _undo_one(there: int, here: int, window: int, moves: int, buffers: Buffers, made: int) -> int:
    """Undo one move of a square that was the end of a piece."""
    mates, work = buffers.mates, buffers.work
    far = mates[there]
    if far == there:
        return made
    if far != DONE:
        _copy(buffers, window)
        work[there] = there
        work[here] = far
        work[far] = here
        return _put(work, window, moves, buffers, made)
    return _split(here, there, here, window, moves, buffers, made)


@jit
def _split(one: int, other: int, here: int, window: int, moves: int, buffers: Buffers, made: int) -> int:
    """Split one piece into two, one of which ended on slot `one` and the other on slot `other`."""
    work = buffers.work
    for x in range(window + 1):
        y = buffers.mates[x]
        if y >= 0 and y != x:  # twice for each piece, once for each end
            _copy(buffers, window)
            work[here] = here  # bare, unless it is one of the two
            work[one] = x
            work[x] = one
            work[other] = y
            work[y] = other
            made = _put(work, window, moves, buffers, made)
    return made


@jit
def _undo_two(
    there: int, yonder: int, here: int, window: int, moves: int, buffers: Buffers, made: int
) -> int:
    """Undo two moves of a square that was bare."""
    mates, work = buffers.mates, buffers.work
    far, further = mates[there], mates[yonder]
    if far == there or further == yonder:
        return made
    if far == DONE and further == DONE:
        return _split(there, yonder, here, window, moves, buffers, made)
    _copy(buffers, window)
    work[here] = here
    if far != DONE and further != DONE:
        if far != yonder:
            return made
        work[there] = there
        work[yonder] = yonder
    elif far != DONE:
        work[there] = there
        work[yonder] = far
        work[far] = yonder
    else:
        work[yonder] = yonder
        work[there] = further
        work[further] = there
    return _put(work, window, moves, buffers, made)


@jit
def _count_of(state: int, ascent: Ascent, layer: int) -> int:
    """The count of a state in a layer, or 0 if it is not there."""
    low, high = ascent.begins[layer], ascent.begins[layer + 1]
    while low < high:
        middle = (low + high) >> 1
        if ascent.states[middle] < state:
            low = middle + 1
        else:
            high = middle
    if low < ascent.begins[layer + 1] and ascent.states[low] == state:
        return int(ascent.counts[low])
    return 0


# -- all the way --------------------------------------------------------------------------------------


@jit
def half_state(key: int, word: int, middle: Ints, buffers: Buffers) -> int:
    """The state of a half, from its degrees and its matching."""
    window = len(middle)
    slot_of = buffers.work
    for i in range(window):
        slot_of[middle[i]] = i
    for i in range(window):
        at = int(middle[i])
        degree = (key >> (2 * at)) & 3
        buffers.mates[i] = i if degree == 0 else DONE if degree == 2 else slot_of[(word >> (4 * at)) & 15]
    return pack(buffers.mates, 0, window, buffers.labels)


@jit
def _add_near(near: Numbers, has: Numbers, a: int, b: int) -> None:
    near[a, has[a]] = b
    has[a] += 1
    near[b, has[b]] = a
    has[b] += 1


@jit
def climb(state: int, number: int, ascent: Ascent, buffers: Buffers) -> bool:
    """Add the moves of the way with this number, from 0, to `buffers.near`. Returns False if the layers do
    not contain it, which happens only if the data is damaged."""
    window = len(ascent.middle)
    for k in range(len(ascent.here) - 1, -1, -1):
        made = undo(state, int(ascent.here[k]), ascent.targets[k], int(ascent.allowed[k]), window, buffers)
        chosen = -1
        for i in range(made):
            count = _count_of(int(buffers.before[i]), ascent, k)
            if number < count:
                chosen = i
                break
            number -= count
        if chosen < 0:
            return False
        state = int(buffers.before[chosen])
        moves = int(buffers.moves[chosen])
        for d in range(4):
            if (moves >> d) & 1:
                a, b = int(ascent.positions[k]), int(ascent.reached[k, d])
                if buffers.has[a] > 1 or buffers.has[b] > 1:
                    return False
                _add_near(buffers.near, buffers.has, a, b)
    return True


@jit
def number_before(state: int, after: int, moves: int, k: int, ascent: Ascent, buffers: Buffers) -> int:
    """The number of ways to the state `after` that come before those through `state` by these moves."""
    window = len(ascent.middle)
    made = undo(after, int(ascent.here[k]), ascent.targets[k], int(ascent.allowed[k]), window, buffers)
    number = 0
    for i in range(made):
        if buffers.before[i] == state and buffers.moves[i] == moves:
            return number
        number += _count_of(int(buffers.before[i]), ascent, k)
    return -1


# -- pairs --------------------------------------------------------------------------------------------


@jit
def count_pairs(which: Ints, space: Space, buffers: Buffers, pairs: Ints) -> None:
    """For these lower classes, write the number of ways of upper halves that meet each of their ways."""
    for e in which:
        key = int(space.lower.keys[e])
        total = 0
        above = next_meeting(key, space.between, buffers.choice, False)
        while above >= 0:
            d = find(above, space.upper.keys, 0, space.upper.table)
            if d >= 0:
                total += space.uppers[d]
            above = next_meeting(key, space.between, buffers.choice, True)
        pairs[e] = total


@jit
def pair_of(number: int, space: Space, buffers: Buffers, pair: Ints) -> bool:
    """Write the pair of halves with this number, from 0, and the way of each: lower class, upper class, lower
    half, its way, upper half, its way. Entry 6 is the number of moves between, which are in `buffers.pairs`.
    Returns False only if the data is damaged."""
    heads = space.heads
    e = int(np.searchsorted(heads, number, side="right")) - 1
    left = number - int(heads[e])
    below, above_left = left % int(space.lowers[e]), left // int(space.lowers[e])
    key = int(space.lower.keys[e])
    above = next_meeting(key, space.between, buffers.choice, False)
    d = -1
    while above >= 0:
        d = find(above, space.upper.keys, 0, space.upper.table)
        if d >= 0:
            if above_left < space.uppers[d]:
                break
            above_left -= int(space.uppers[d])
        above = next_meeting(key, space.between, buffers.choice, True)
    if above < 0:
        return False
    pair[0], pair[1] = e, d
    pair[2], pair[3] = _weighed(space.lower, e, below)
    pair[4], pair[5] = _weighed(space.upper, d, above_left)
    pair[6] = gather_moves(space.between, buffers.choice, buffers.pairs)
    return bool(pair[2] >= 0 and pair[4] >= 0)


@jit
def _weighed(side: HalvesSide, which: int, number: int) -> tuple[int, int]:
    """The half of a class that a number below the sum of its weights selects, and the rest of the number."""
    for i in range(side.begins[which], side.begins[which + 1]):
        if number < side.weights[i]:
            return i, number
        number -= int(side.weights[i])
    return -1, 0


@jit
def is_tour(space: Space, pair: Ints, slots: int, bits: Counts, buffers: Buffers) -> bool:
    """Whether a pair of halves, with the moves between them, forms one circuit."""
    ends = ends_of(int(space.lower.keys[pair[0]]), slots)
    word = add_moves(int(space.upper.words[pair[4]]), buffers.pairs, int(pair[6]))
    if word == -1:
        return False
    first = int(bits[(ends & -ends) - 1])
    return one_circuit(word, int(space.lower.words[pair[2]]), first, int(bits[ends]) // 2)


@jit
def trace(
    space: Space,
    pair: Ints,
    above: Ascent,
    below: Ascent,
    cut: int,
    squares: Ints,
    buffers: Buffers,
    tour: Numbers,
) -> bool:
    """Write the squares of the tour that a pair forms, from the first square of the board towards the
    neighbour with the lower index. `squares` has the index of the square at each position. `cut` is the
    position of slot 0 of the middle rows. Returns False only if the data is damaged."""
    for position in range(len(buffers.has)):
        buffers.has[position] = 0
    upper, lower = space.upper, space.lower
    for i in range(pair[6]):
        _add_near(
            buffers.near, buffers.has, cut + int(buffers.pairs[2 * i]), cut + int(buffers.pairs[2 * i + 1])
        )
    state = half_state(int(upper.keys[pair[1]]), int(upper.words[pair[4]]), above.middle, buffers)
    if not climb(state, int(pair[5]), above, buffers):
        return False
    state = half_state(int(lower.keys[pair[0]]), int(lower.words[pair[2]]), below.middle, buffers)
    if not climb(state, int(pair[3]), below, buffers):
        return False
    return _follow(squares, buffers, tour)


@jit
def _follow(squares: Ints, buffers: Buffers, tour: Numbers) -> bool:
    at = -1
    for position in range(len(squares)):
        if buffers.has[position] == 2 and (at < 0 or squares[position] < squares[at]):
            at = position
    if at < 0:
        return False
    came = -1
    for k in range(len(tour)):
        if buffers.has[at] != 2:
            return False
        tour[k] = squares[at]
        one, other = int(buffers.near[at, 0]), int(buffers.near[at, 1])
        if came < 0:
            came, at = at, one if squares[one] < squares[other] else other
        else:
            came, at = at, other if one == came else one
    return True


@jit
def draw(
    rng: Bits, space: Space, above: Ascent, below: Ascent, cut: int, squares: Ints, bits: Counts,
    buffers: Buffers, tours: Numbers, first: int, tries: int,
) -> int:  # fmt: skip
    """Sample a tour for each row of `tours`, from row `first` on, with the generator of the same index. Stops
    after `tries` pairs. Returns the first row without a tour, from which to continue, or -1 if the data is
    damaged.

    To get a random number below the number of pairs, take random numbers with just enough bits until one is
    small enough. If its pair is not a tour, try the next number.
    """
    most = int(space.heads[len(space.heads) - 1])
    width = 0
    while (most - 1) >> width > 0:
        width += 1
    slots = len(above.middle)
    pair = np.zeros(7, dtype=np.int64)
    for i in range(first, len(tours)):
        while True:
            if tries == 0:
                return i
            tries -= 1
            number = _roll(rng, i, width)
            while number >= most:
                number = _roll(rng, i, width)
            if not pair_of(number, space, buffers, pair):
                return -1
            if is_tour(space, pair, slots, bits, buffers):
                break
        if not trace(space, pair, above, below, cut, squares, buffers, tours[i]):
            return -1
    return len(tours)


@jit
def _roll(rng: Bits, which: int, width: int) -> int:
    """The upper `width` bits, at most 62, of the next number of the generator of `turaga.rng`."""
    x = rng[which]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    rng[which] = x
    # Always a signed integer: numba would turn an unsigned and a signed one into a float, and lose bits.
    return int(np.int64((x >> np.uint64(1)) >> np.uint64(63 - width)))


# -- tours by number ----------------------------------------------------------------------------------


@jit
def tours_of(
    e: int, d: int, last: int, space: Space, many: int, slots: int, bits: Counts, buffers: Buffers
) -> int:
    """The number of tours that the halves of an upper class before index `last` form with those of a lower
    class, with the moves between in `buffers.pairs`."""
    ends = ends_of(int(space.lower.keys[e]), slots)
    total = 0
    for u in range(space.upper.begins[d], min(last, int(space.upper.begins[d + 1]))):
        word = add_moves(int(space.upper.words[u]), buffers.pairs, many)
        if word != -1:
            end = int(space.lower.begins[e + 1])
            total += int(space.upper.weights[u]) * ways_below(word, ends, e, end, space, bits)
    return total


@jit
def ways_below(word: int, ends: int, e: int, last: int, space: Space, bits: Counts) -> int:
    """The sum of the weights of the halves of a lower class, before index `last`, that form one circuit with
    a matching."""
    lower = space.lower
    first, pairs = int(bits[(ends & -ends) - 1]), int(bits[ends]) // 2
    ways = 0
    for j in range(lower.begins[e], last):
        if one_circuit(word, int(lower.words[j]), first, pairs):
            ways += int(lower.weights[j])
    return ways

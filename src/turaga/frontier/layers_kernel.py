"""Counts of states: exact integers of any size, which are added when states are merged.

`turaga.frontier.state_kernel` explains what a state is. Here, each state of a layer has a count: the number
of ways to reach it or, in a backward pass, the number of ways to complete it. A count is a row of *words* of
62 bits each, lowest first. Two words and a carry add up to less than 2^63, so a signed integer holds every
sum. Numba and numpy can mix signed integers with other integers without converting them to floats, and
nothing ever overflows.

A layer is split into *parts* by the lowest bits of `mix(state)`; the number of parts is a power of two. Equal
states are in the same part, so each part can be merged independently by one thread, and it is small enough to
stay in the cache. The successors of some states are first dealt out to the parts (`deal`). Then each part
collects its own (`gather`), always in the same order, so the result does not depend on the number of threads.

In a backward pass, the count of a state is the sum of the counts of its successors, which are looked up
(`pull`).
"""

import numpy as np

from turaga.frontier.state_kernel import ENDS_AT
from turaga.jit import Ints, Numbers, jit

WORD_BITS = 62
_WORD = (1 << WORD_BITS) - 1
_HALF = (1 << 31) - 1
_ODD_LOW, _ODD_HIGH = 0x5851F42D, 0x4C957F2D  # below 2^31, so that products of 31-bit halves stay below 2^62


@jit
def mix(state: int) -> int:
    """A number below 2^31 that depends on every bit of the state."""
    mixed = ((state & _HALF) * _ODD_LOW) ^ ((state >> 31) * _ODD_HIGH)
    mixed ^= mixed >> 32
    mixed = (mixed & _HALF) * _ODD_HIGH
    return (mixed >> 29) & _HALF


@jit
def add_words(into: Ints, at: int, other: Ints, which: int) -> None:
    """Add row `which` of `other` to row `at` of `into`, which has at least as many words, and enough to hold
    the sum."""
    carry = 0
    words = other.shape[1]
    for w in range(words):
        total = into[at, w] + other[which, w] + carry
        into[at, w] = total & _WORD
        carry = total >> WORD_BITS
    w = words
    while carry > 0:
        total = into[at, w] + carry
        into[at, w] = total & _WORD
        carry = total >> WORD_BITS
        w += 1


@jit
def deal(found: Ints, parents: Numbers, made: int, begins: Ints, states: Ints, origins: Numbers) -> None:
    """Sort the first `made` states found, and their parents, by the part that they belong to. Those of part p
    become entries begins[p] to begins[p + 1] of `states` and `origins`, in the order found.

    `begins` has one entry more than there are parts. The number of parts is a power of two.
    """
    parts = len(begins) - 1
    ends = np.zeros(parts, dtype=np.int64)
    for i in range(made):
        ends[mix(found[i]) & (parts - 1)] += 1
    begins[0] = 0
    for part in range(parts):
        begins[part + 1] = begins[part] + ends[part]
        ends[part] = begins[part]
    for i in range(made):
        part = mix(found[i]) & (parts - 1)
        states[ends[part]] = found[i]
        origins[ends[part]] = parents[i]
        ends[part] += 1


@jit
def gather(
    found: Ints, origins: Numbers, begin: int, end: int, before: Ints, shift: int,
    states: Ints, counts: Ints, held: int, table: Numbers,
) -> int:  # fmt: skip
    """Add found[begin:end] to a part that holds `held` different states. The count of the origin of each, row
    origins[i] of `before`, is added to the count of its state. Returns the new number of states.

    The entries of `table` are indices of states, or -1. Its length is a power of two, more than the number of
    states in the part, and `mix` without its lowest `shift` bits selects the first entry to try. `states` and
    `counts` must be long enough for all states found, and `counts` must have enough words for the sums and at
    least as many as `before`.
    """
    mask = len(table) - 1
    more = before.shape[1]
    words = counts.shape[1]
    for i in range(begin, end):
        state = found[i]
        entry = (mix(state) >> shift) & mask
        while table[entry] >= 0 and states[table[entry]] != state:
            entry = (entry + 1) & mask
        at = table[entry]
        if at >= 0:
            add_words(counts, at, before, origins[i])
        else:
            table[entry] = held
            states[held] = state
            for w in range(more):
                counts[held, w] = before[origins[i], w]
            for w in range(more, words):
                counts[held, w] = 0
            held += 1
    return held


@jit
def fill(states: Ints, held: int, shift: int, table: Numbers) -> None:
    """Refill the table of a part, for example after it has grown."""
    mask = len(table) - 1
    for entry in range(len(table)):
        table[entry] = -1
    for i in range(held):
        entry = (mix(states[i]) >> shift) & mask
        while table[entry] >= 0:
            entry = (entry + 1) & mask
        table[entry] = i


@jit
def find(state: int, states: Ints, shift: int, table: Numbers) -> int:
    """The index of a state in its part, or -1 if it is not there."""
    mask = len(table) - 1
    entry = (mix(state) >> shift) & mask
    while table[entry] >= 0 and states[table[entry]] != state:
        entry = (entry + 1) & mask
    return int(table[entry])


@jit
def pull(
    found: Ints, origins: Numbers, begin: int, end: int, states: Ints, counts: Ints, shift: int,
    table: Numbers, into: Ints,
) -> None:  # fmt: skip
    """For each i from `begin` to `end`, add the count of found[i] in its part to row origins[i] of `into`, or
    nothing if the state is not there."""
    for i in range(begin, end):
        at = find(found[i], states, shift, table)
        if at >= 0:
            add_words(into, origins[i], counts, at)


@jit
def pull_endings(
    found: Ints, origins: Numbers, begin: int, end: int, before: Ints, states: Ints, counts: Ints, shift: int,
    table: Numbers, into: Ints,
) -> None:  # fmt: skip
    """Like `pull`, but only for states in which the tour ends on the square. They have one more end than the
    state that they come from, before[origins[i]]."""
    for i in range(begin, end):
        if found[i] >> ENDS_AT > before[origins[i]] >> ENDS_AT:
            at = find(found[i], states, shift, table)
            if at >= 0:
                add_words(into, origins[i], counts, at)


@jit
def dot(ones: Ints, others: Ints, digits: Ints) -> None:
    """Multiply each count with its counterpart and add the products to `digits`, which has two digits of 31
    bits for each word of both counts, and one more. A digit may grow beyond 31 bits; it can hold the products
    of 2^30 words."""
    for i in range(ones.shape[0]):
        for w in range(2 * ones.shape[1]):
            one = (ones[i, w // 2] >> (31 * (w % 2))) & _HALF
            if one == 0:
                continue
            for v in range(2 * others.shape[1]):
                product = one * ((others[i, v // 2] >> (31 * (v % 2))) & _HALF)
                digits[w + v] += product & _HALF
                digits[w + v + 1] += product >> 31


@jit
def totals(counts: Ints, halves: Ints) -> None:
    """Add up each word of all counts in two halves of 31 bits. halves[w] becomes the sum of the lower halves
    and the sum of the upper halves of word w. Up to 2^32 counts, these sums do not overflow."""
    for i in range(counts.shape[0]):
        for w in range(counts.shape[1]):
            halves[w, 0] += counts[i, w] & _HALF
            halves[w, 1] += counts[i, w] >> 31

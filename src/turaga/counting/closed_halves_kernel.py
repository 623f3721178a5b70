"""Closed tours from two halves, one from each side of the board, and the moves that join them in the middle.

The board is cut between two *middle rows*. In an upper half, every square above the upper middle row has
chosen its moves; in a lower half, every square below the lower middle row. The moves between the two middle
rows are still open. So a half is a state (`turaga.frontier.state_kernel`) on the slots of the two middle
rows, upper row first. It is described here in two parts:

- The **degrees** say how many moves each square has already, as one number with two bits per slot. Halves
  with the same degrees form a *class*.
- The **matching** says which squares with one move are the two ends of the same piece, as one *word* with
  four bits per slot: the slot of the other end. A slot that is not an end contains its own number.

On every square, the degrees of the upper half, of the lower half and of the moves between must add up to two.
The moves between form chains (from a to a + 2 in the other row, and so on), and on a chain the degrees
determine the moves. So at most one set of moves between joins two classes. Once those moves are added to the
upper half, both halves match the same squares. Together they are a tour if and only if the two matchings form
a single circuit.

Many upper halves become equal when the moves between are added. So they are first counted by matching
(numbered by `matching_rank`), and only then compared with the lower halves.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from turaga.frontier.layers_kernel import find
from turaga.frontier.state_kernel import BARE, DONE
from turaga.jit import Ints, Numbers, jit

MOST_TABLED = 6  # the most pairs of ends for which a table can say which matchings form one circuit

Rows = NDArray[np.uint32]  # of bits
Counts = NDArray[np.uint8]


class HalvesSide(NamedTuple):
    """All halves of one side, class by class, in the slots of the middle rows."""

    keys: Ints  # the degrees of each class, ascending
    begins: Ints  # where each class begins among the halves, and where the last one ends
    words: Ints  # the matching of each half
    weights: Ints  # the number of ways to make each half
    table: Numbers  # for finding a class by its degrees


class Between(NamedTuple):
    """The moves between the middle rows, chain by chain, with every set of moves of each chain."""

    wanted: int  # the degrees of a tour: two on each square, none on a hole
    sets: Ints  # the number of sets of each chain
    degrees: Ints  # [chain, set]: the degrees that it adds
    many: Ints  # [chain, set]: the number of moves
    moves: Ints  # [chain, set, move, 2]: their slots


class Scratch(NamedTuple):
    """Work arrays of one thread."""

    sums: Ints  # for each matching; all 0 between two classes
    touched: Ints  # the matchings whose sum is not 0
    words: Ints  # the words of these matchings
    ranks: Numbers  # of the lower halves of a class
    choice: Ints  # the set chosen for each chain
    pairs: Ints  # the moves between, slot by slot


@jit
def classify(state: int, slots: int, middle: Ints, codes: Ints) -> tuple[int, int]:
    """The degrees and the matching of a state. Slot i of the state is slot middle[i] of the middle rows."""
    for label in range(9):
        codes[label] = -1
    key = 0
    word = 0
    for i in range(slots):
        code = (state >> (4 * i)) & 15
        at = int(middle[i])
        if code in (BARE, DONE):
            if code == DONE:
                key |= 2 << (2 * at)
            word = _with(word, at, at)
        else:
            key |= 1 << (2 * at)
            mate = int(codes[code])
            if mate < 0:
                codes[code] = at
            else:
                word = _with(_with(word, at, mate), mate, at)
    return key, word


@jit
def classify_all(
    states: Ints, slots: int, middle: Ints, bits: Counts, keys: Ints, words: Ints, ranks: Numbers
) -> None:
    """Write the degrees, the matching and the rank of the matching for each state."""
    codes = np.zeros(9, dtype=np.int64)
    for i in range(len(states)):
        key, word = classify(int(states[i]), slots, middle, codes)
        keys[i] = key
        words[i] = word
        ranks[i] = matching_rank(word, ends_of(key, slots), bits)


@jit
def are_matchings(side: HalvesSide, first: int, last: int, slots: int) -> bool:
    """Whether the words of all halves in these classes are matchings of their ends."""
    for c in range(first, last):
        ends = ends_of(int(side.keys[c]), slots)
        for i in range(side.begins[c], side.begins[c + 1]):
            word = int(side.words[i])
            for at in range(slots):
                mate = (word >> (4 * at)) & 15
                if mate >= slots or (word >> (4 * mate)) & 15 != at or (mate != at) != ((ends >> at) & 1):
                    return False
    return True


@jit
def _with(word: int, at: int, mate: int) -> int:
    """The word with another mate in a slot. The sixteenth slot contains the sign bit."""
    cleared = word & ~(15 << (4 * at)) if at < 15 else word & ((1 << 60) - 1)
    return cleared | ((mate if at < 15 or mate < 8 else mate - 16) << (4 * at))


@jit
def ends_of(key: int, slots: int) -> int:
    """The slots of degree one, as bits."""
    ends = 0
    for i in range(slots):
        if (key >> (2 * i)) & 3 == 1:
            ends |= 1 << i
    return ends


@jit
def matching_rank(word: int, ends: int, bits: Counts) -> int:
    """The rank, from 0, of a matching among all matchings of these ends. Its digits are the position of the
    mate of the first end among the others, then that of the first remaining end, and so on. `bits` is the
    number of bits set in every 16-bit number."""
    rank = 0
    left = int(bits[ends])
    while left > 0:
        low = ends & -ends
        first = int(bits[low - 1])
        mate = (word >> (4 * first)) & 15
        rank = rank * (left - 1) + int(bits[ends & ((1 << mate) - 1)]) - 1
        ends &= ~(low | (1 << mate))
        left -= 2
    return rank


@jit
def one_circuit(one: int, other: int, first: int, pairs: int) -> bool:
    """Whether two matchings of the same ends form a single circuit. `first` is one of the ends."""
    at = first
    for steps in range(1, pairs + 1):
        at = (one >> (4 * at)) & 15
        at = (other >> (4 * at)) & 15
        if at == first:
            return steps == pairs
    return False  # only for words that are not matchings


@jit
def add_moves(word: int, pairs: Ints, many: int) -> int:
    """The matching after adding `many` moves between; -1 if they close a circuit. (No matching is -1, because
    that would be sixteen ends with the same mate.)"""
    for i in range(many):
        here, there = int(pairs[2 * i]), int(pairs[2 * i + 1])
        far_here, far_there = (word >> (4 * here)) & 15, (word >> (4 * there)) & 15
        if far_here == there:
            return -1
        word = _with(_with(word, far_here, far_there), far_there, far_here)
    return word


@jit
def fill_circuits(words: Ints, pairs: int, first: int, last: int, rows: Rows) -> None:
    """Fill rows `first` to `last` of the table for this number of pairs. Bit j of row i is set if matchings i
    and j of the ends 0, 1, 2, ... form one circuit."""
    for i in range(first, last):
        for j in range(len(words)):
            if one_circuit(int(words[i]), int(words[j]), 0, pairs):
                rows[i, j >> 5] |= np.uint32(1 << (j & 31))


@jit
def next_meeting(key: int, between: Between, choice: Ints, started: bool) -> int:
    """The upper degrees for the next choice of moves between that fits these lower degrees; -1 if no choice
    is left. There may be no half with these upper degrees."""
    chains = len(between.sets)
    chain = 0
    if started:
        chain = chains - 1
        choice[chain] += 1
    else:
        choice[0] = 0
    while chain >= 0:
        missing = _missing(key, between, choice, chain)
        while choice[chain] < between.sets[chain]:
            added = int(between.degrees[chain, choice[chain]])
            if _at_most(added, missing):
                break
            choice[chain] += 1
        if choice[chain] == between.sets[chain]:
            chain -= 1
            if chain >= 0:
                choice[chain] += 1
        elif chain == chains - 1:
            return missing - int(between.degrees[chain, choice[chain]])
        else:
            chain += 1
            choice[chain] = 0
    return -1


@jit
def _missing(key: int, between: Between, choice: Ints, chain: int) -> int:
    """The degrees that are still missing before this chain chooses."""
    missing = between.wanted - key
    for c in range(chain):
        missing -= int(between.degrees[c, choice[c]])
    return missing


@jit
def _at_most(added: int, missing: int) -> bool:
    """Whether each degree in `added` is at most the one in `missing`. Degrees are at most 2, so with guard
    bits between the slots, no slot borrows from the next."""
    even = 0x33333333
    high = 0x88888888  # a guard above every second slot
    low_a, low_m = added & even, missing & even
    high_a, high_m = (added >> 2) & even, (missing >> 2) & even
    return ((low_m | high) - low_a) & high == high and ((high_m | high) - high_a) & high == high


@jit
def gather_moves(between: Between, choice: Ints, pairs: Ints) -> int:
    """Write the slots of the chosen moves. Returns the number of moves."""
    many = 0
    for chain in range(len(between.sets)):
        chosen = choice[chain]
        for i in range(between.many[chain, chosen]):
            pairs[2 * many] = between.moves[chain, chosen, i, 0]
            pairs[2 * many + 1] = between.moves[chain, chosen, i, 1]
            many += 1
    return many


@jit
def join(
    which: Ints, upper: HalvesSide, lower: HalvesSide, between: Between, slots: int, bits: Counts,
    circuits: tuple[Rows, ...], prime: int, scratch: Scratch, totals: Ints,
) -> None:  # fmt: skip
    """For these lower classes, write to `totals` the number of tours whose lower half is in the class. If
    `prime` is not 0, it is a prime below 2**31, and the numbers are computed modulo it.

    `circuits[k]` is the table of `fill_circuits` for k pairs, or empty.
    """
    for e in which:
        key = int(lower.keys[e])
        ends = ends_of(key, slots)
        pairs = int(bits[ends]) // 2
        made = 0
        above = next_meeting(key, between, scratch.choice, False)
        while above >= 0:
            d = find(above, upper.keys, 0, upper.table)
            if d >= 0:
                many = gather_moves(between, scratch.choice, scratch.pairs)
                for u in range(upper.begins[d], upper.begins[d + 1]):
                    word = add_moves(int(upper.words[u]), scratch.pairs, many)
                    if word == -1:
                        continue
                    rank = matching_rank(word, ends, bits)
                    if scratch.sums[rank] == 0:
                        scratch.touched[made] = rank
                        scratch.words[made] = word
                        made += 1
                    scratch.sums[rank] += upper.weights[u]
            above = next_meeting(key, between, scratch.choice, True)
        totals[e] = _meet(e, lower, ends, pairs, made, bits, circuits[pairs], prime, scratch)
        for i in range(made):
            scratch.sums[scratch.touched[i]] = 0


@jit
def _meet(
    e: int, lower: HalvesSide, ends: int, pairs: int, made: int, bits: Counts, rows: Rows, prime: int,
    scratch: Scratch,
) -> int:  # fmt: skip
    """The number of tours from the upper matchings in `scratch` and the lower halves of a class."""
    begin, end = int(lower.begins[e]), int(lower.begins[e + 1])
    words, weights = lower.words[begin:end], lower.weights[begin:end]
    ranks = scratch.ranks[: end - begin]
    tabled = len(rows) > 0
    if tabled:
        for j in range(len(words)):
            ranks[j] = matching_rank(int(words[j]), ends, bits)
    start = int(bits[(ends & -ends) - 1])
    total = 0
    for i in range(made):
        rank = int(scratch.touched[i])
        ways = 0
        if tabled:
            ways = _tabled_ways(rows[rank], ranks, weights)
        else:
            word = int(scratch.words[i])
            for j in range(len(words)):
                if one_circuit(word, int(words[j]), start, pairs):
                    ways += int(weights[j])
        if prime:
            total = (total + (int(scratch.sums[rank]) % prime) * (ways % prime)) % prime
        else:
            total += int(scratch.sums[rank]) * ways
    return total


@jit
def _tabled_ways(row: Rows, ranks: Numbers, weights: Ints) -> int:
    """The sum of the weights whose bit is set. This multiplies instead of branching, because the branch would
    be unpredictable."""
    ways = 0
    for j in range(len(ranks)):
        other = np.uint32(ranks[j])
        ways += weights[j] * np.int64((row[other >> np.uint32(5)] >> (other & np.uint32(31))) & np.uint32(1))
    return ways

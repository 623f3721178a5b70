"""Halves, their previous states, and when two of them form a tour. Also without JIT."""

import os
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turaga import Board
from turaga.counting import closed_halves_kernel as kernel
from turaga.counting.closed_halves import Cut, HalfScan, bit_counts, matchings
from turaga.frontier import state_kernel as frontier
from turaga.frontier.layout import ScanLayout
from turaga.rng import Rng
from turaga.sampling import closed_halves_kernel as back
from turaga.sampling.closed_halves import _buffers

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"


# -- matchings ------------------------------------------------------------------------------------------


@st.composite
def matched(draw, most=8):
    """A matching of some of sixteen slots, as a dict of mates and as a word."""
    ends = draw(st.permutations(range(16)))[: 2 * draw(st.integers(1, most))]
    mates = {}
    for a, b in zip(ends[::2], ends[1::2], strict=True):
        mates[a], mates[b] = b, a
    return mates, word_of(mates)


def word_of(mates):
    word = sum(mates.get(i, i) << 4 * i for i in range(16))
    return word - (word >> 63 << 64)


def all_matchings(ends):
    """All matchings in order: the first end with each of the others, and so on."""
    if not ends:
        yield {}
        return
    first, *others = ends
    for mate in others:
        for rest in all_matchings([e for e in others if e != mate]):
            yield {first: mate, mate: first, **rest}


@pytest.mark.parametrize("pairs", [1, 2, 3, 4])
def test_matchings_are_numbered_in_order(pairs):
    ends = sorted([1, 3, 4, 8, 9, 12, 14, 15][: 2 * pairs])
    bits = sum(1 << e for e in ends)
    words = [word_of(mates) for mates in all_matchings(ends)]
    assert [kernel.matching_rank(word, bits, bit_counts()) for word in words] == list(range(len(words)))
    low = [word & (1 << 8 * pairs) - 1 for word in map(word_of, all_matchings(list(range(2 * pairs))))]
    assert matchings(pairs).tolist() == [w - (w >> 63 << 64) for w in low]


@given(matched(), st.data())
@settings(max_examples=60, deadline=None)
def test_a_single_circuit_is_told_from_several(one, data):
    mates, word = one
    ends = data.draw(st.permutations(sorted(mates)))
    other = {}
    for a, b in zip(ends[::2], ends[1::2], strict=True):
        other[a], other[b] = b, a
    first = min(mates)
    seen, at = {first}, first
    while True:
        at = other[mates[at]]
        if at in seen:
            break
        seen.add(at)
    assert kernel.one_circuit(word, word_of(other), first, len(mates) // 2) == (len(seen) == len(mates) // 2)


@given(matched(), st.data())
@settings(max_examples=60, deadline=None)
def test_moves_between_join_pieces(one, data):
    """Compared with pieces as sets of their two ends."""
    mates, word = one
    bare = [i for i in range(16) if i not in mates]
    free = [*mates, *bare]
    pieces = [{a, b} for a, b in mates.items() if a < b] + [{b} for b in bare]
    slots = data.draw(st.permutations(free))[: 2 * data.draw(st.integers(0, min(4, len(free) // 2)))]
    closed = False
    for a, b in zip(slots[::2], slots[1::2], strict=True):
        here = next(p for p in pieces if a in p)
        there = next(p for p in pieces if b in p)
        if here is there:
            closed = True
            break
        pieces = [p for p in pieces if p is not here and p is not there]
        pieces.append((here - {a} or {a}) | (there - {b} or {b}))
    got = kernel.add_moves(word, np.array([*slots, 0, 0], dtype=np.int64), len(slots) // 2)
    if closed:
        assert got == -1
        return
    for piece in pieces:
        if len(piece) == 2:
            a, b = piece
            assert got >> 4 * a & 15 == b
            assert got >> 4 * b & 15 == a


@pytest.mark.parametrize("pairs", [1, 2, 3])
def test_the_table_of_circuits(pairs):
    words = matchings(pairs)
    rows = np.zeros((len(words), (len(words) + 31) // 32), dtype=np.uint32)
    kernel.fill_circuits(words, pairs, 0, len(words), rows)
    for i, j in product(range(len(words)), repeat=2):
        bit = int(rows[i, j >> 5]) >> (j & 31) & 1
        assert bit == kernel.one_circuit(int(words[i]), int(words[j]), 0, pairs)


# -- degrees --------------------------------------------------------------------------------------------


def degrees_of(key, slots):
    return [key >> 2 * i & 3 for i in range(slots)]


@given(
    st.lists(st.integers(0, 2), min_size=16, max_size=16),
    st.sampled_from(["5x6", "4x7"] + ["8x8", "7x8", "8x9"] * (not SLOW)),
)
@settings(max_examples=30, deadline=None)
def test_all_sets_of_moves_between_are_found(below, size):
    cut = Cut(Board(size))
    width, between = cut.layout.width, cut.between()
    below = below[: cut.slots]
    moves = [(a, width + b) for a in range(width) for b in range(width) if abs(a - b) == 2]
    expected = set()
    for chosen in (c for n in range(len(moves) + 1) for c in combinations(moves, n)):
        above = [2 - below[i] - sum(i in move for move in chosen) for i in range(cut.slots)]
        if min(above) >= 0:
            expected.add((tuple(above), frozenset(chosen)))
    key = sum(d << 2 * i for i, d in enumerate(below))
    choice, pairs = np.zeros(16, dtype=np.int64), np.zeros(64, dtype=np.int64)
    found = []
    above = kernel.next_meeting(key, between, choice, False)
    while above >= 0:
        many = kernel.gather_moves(between, choice, pairs)
        met = frozenset((int(pairs[2 * i]), int(pairs[2 * i + 1])) for i in range(many))
        found.append((tuple(degrees_of(above, cut.slots)), met))
        above = kernel.next_meeting(key, between, choice, True)
    assert len(found) == len(set(found))
    assert set(found) == expected


# -- one square back ------------------------------------------------------------------------------------


def room_for(many):
    return frontier.Successors(
        np.empty(many, dtype=np.int64), np.empty(many, dtype=np.int32), np.empty(many, dtype=np.int8)
    )


def layers(descent):
    """The layers before each square of a half scan and after the last, with the number of ways to each
    state."""
    found = room_for(400_000)
    layer = {0: 1}
    for site in descent.sites:
        states = np.array(sorted(layer), dtype=np.int64)
        at, made = frontier.expand(states, 0, site, found)
        assert at == len(states)
        after, edges = {}, []
        for i in range(made):
            before, state = int(states[found.parents[i]]), int(found.states[i])
            after[state] = after.get(state, 0) + layer[before]
            edges.append((before, int(found.moves[i]), state))
        yield site, layer, edges, after
        layer = after


@pytest.mark.parametrize(
    ("size", "rows"), [("5x6", 2), ("4x7", 2), ("3x9", 3)] + [("6x6", 2), ("7x8", 1), ("8x8", 1)] * (not SLOW)
)
def test_undo_finds_every_previous_state(size, rows):
    descent = HalfScan(ScanLayout(Board(size)), rows)
    buffers = _buffers(0)
    for site, before, edges, after in layers(descent):
        led = {state: set() for state in after}
        for was, moves, state in edges:
            led[state].add((was, moves))
        for state, expected in led.items():
            made = back.undo(state, site.here, site.offsets, site.allowed, descent.window, buffers)
            told = [(int(buffers.before[i]), int(buffers.moves[i])) for i in range(made)]
            assert len(told) == len(set(told)) <= back.MOST_BEFORE
            assert {t for t in told if t[0] in before} == expected


@pytest.mark.parametrize(("size", "rows"), [("5x7", 2), ("3x9", 3)] + [("6x8", 3), ("7x8", 2)] * (not SLOW))
def test_a_half_scan_has_the_states_of_the_plain_order(size, rows):
    """The same squares in another order give the same number of states, with the same counts."""
    lie = ScanLayout(Board(size))
    *_, (_, _, _, descended) = layers(HalfScan(lie, rows))
    plain = {0: 1}
    found = room_for(10_000)
    for place in range(rows * lie.width):
        states = np.array(list(plain), dtype=np.int64)
        grown, at = {}, 0
        while at < len(states):
            at, made = frontier.expand(states, at, lie.site(place, [], 0), found)
            for i in range(made):
                state = int(found.states[i])
                grown[state] = grown.get(state, 0) + plain[int(states[found.parents[i]])]
        plain = grown
    assert sorted(descended.values()) == sorted(plain.values())


def test_a_half_is_classified_and_rebuilt():
    descent = HalfScan(ScanLayout(Board("6x6")), 2)
    *_, (_, _, _, after) = layers(descent)
    buffers = _buffers(0)
    for state in after:
        key, word = kernel.classify(state, descent.window, descent.middle, np.zeros(9, dtype=np.int64))
        assert back.half_state(key, word, descent.middle, buffers) == state


@pytest.mark.parametrize("width", [0, 1, 30, 53, 54, 61, 62])
def test_a_random_number_has_all_its_bits(width):
    """Compared with the same generator in Python. A float on the way would lose the last bits."""
    dice, same = np.array([Rng(5).state], dtype=np.uint64), Rng(5)
    for _ in range(50):
        assert back._roll(dice, 0, width) == same.next_bits() >> (64 - width)

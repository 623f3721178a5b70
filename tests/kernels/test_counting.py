"""Counts are added, multiplied and looked up correctly, compared with Python's integers. Also without JIT."""

from collections import Counter

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from turaga.frontier import layers_kernel as counting
from turaga.frontier.layers_kernel import WORD_BITS
from turaga.frontier.state_kernel import ENDS_AT

WORD = (1 << WORD_BITS) - 1
states_of_any_kind = st.integers(0, (1 << 62) - 1)
# Numbers near the limits of words, where carries propagate.
edges = st.builds(lambda power, less: max(0, (1 << power) - less), st.integers(0, 240), st.integers(0, 2))
numbers = st.one_of(st.integers(0, 1 << 240), edges, st.integers(0, 9))


def words(many, number):
    assert number >> WORD_BITS * many == 0
    return [number >> WORD_BITS * w & WORD for w in range(many)]


def array(many, rows):
    return np.array([words(many, n) for n in rows], dtype=np.int64).reshape(len(rows), many)


def number(row):
    return sum(int(word) << WORD_BITS * w for w, word in enumerate(row))


@settings(max_examples=200, deadline=None)
@given(numbers, numbers, st.integers(0, 2))
def test_words_are_added_with_carry(a, b, spare):
    into, other = array(5 + spare, [7, a]), array(4 + (b >> 4 * WORD_BITS > 0), [b])
    counting.add_words(into, 1, other, 0)
    assert number(into[1]) == a + b
    assert number(into[0]) == 7
    assert into.min() >= 0
    assert into.max() <= WORD


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(numbers, numbers), max_size=8))
def test_sums_and_products_are_exact(pairs):
    ones, others = array(4, [a for a, _ in pairs]), array(5, [b for _, b in pairs])
    halves = np.zeros((4, 2), dtype=np.int64)
    counting.totals(ones, halves)
    found = sum(
        (low << WORD_BITS * w) + (high << WORD_BITS * w + 31) for w, (low, high) in enumerate(halves.tolist())
    )
    assert found == sum(a for a, _ in pairs)
    digits = np.zeros(19, dtype=np.int64)
    counting.dot(ones, others, digits)
    assert sum(d << 31 * i for i, d in enumerate(digits.tolist())) == sum(a * b for a, b in pairs)


@settings(max_examples=50, deadline=None)
@given(st.lists(states_of_any_kind, max_size=60), st.sampled_from([1, 2, 4, 16]))
def test_dealing_keeps_every_successor_once_and_in_order(found, parts):
    parents = np.arange(len(found), dtype=np.int32)
    begins = np.empty(parts + 1, dtype=np.int64)
    states, origins = np.empty(len(found), dtype=np.int64), np.empty(len(found), dtype=np.int32)
    counting.deal(np.array(found, dtype=np.int64), parents, len(found), begins, states, origins)
    assert begins[0] == 0
    assert begins[-1] == len(found)
    assert sorted(origins.tolist()) == parents.tolist()
    assert [found[i] for i in origins] == states.tolist()
    for part in range(parts):
        mine = origins[begins[part] : begins[part + 1]].tolist()
        assert mine == sorted(mine)
        assert all(counting.mix(found[i]) % parts == part for i in mine)


@given(states_of_any_kind)
def test_a_mix_has_31_bits(state):
    assert 0 <= counting.mix(state) < 1 << 31


def test_states_that_differ_in_one_slot_get_different_hashes():
    # 15 slots with 16 codes each. If any were lost, some of these would collide.
    alike = [code << 4 * slot for slot in range(15) for code in range(1, 16)]
    mixed = [counting.mix(state) for state in alike]
    assert len(set(mixed)) == len(alike)
    shares = Counter(m % 16 for m in mixed)
    assert max(shares.values()) < 3 * len(alike) / 16


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(states_of_any_kind | st.integers(0, 5), st.integers(0, 5)), max_size=60),
    st.lists(numbers, min_size=6, max_size=6),
    st.integers(1, 9),
    st.integers(0, 3),
)
def test_gathering_adds_up_the_counts_of_equal_states(pairs, before, size, shift):
    rows = array(4, before)
    found = np.array([state for state, _ in pairs], dtype=np.int64)
    origins = np.array([origin for _, origin in pairs], dtype=np.int32)
    states, counts = np.empty(len(pairs), dtype=np.int64), np.full((len(pairs), 5), -1, dtype=np.int64)
    held, table = 0, np.full(8, -1, dtype=np.int32)
    for begin in range(0, len(pairs), size):
        end = min(begin + size, len(pairs))
        if 2 * (held + end - begin) > len(table):
            table = np.empty(4 * len(table), dtype=np.int32)
            counting.fill(states, held, shift, table)
        held = counting.gather(found, origins, begin, end, rows, shift, states, counts, held, table)
    expected = Counter()
    for state, origin in pairs:
        expected[state] += before[origin]
    assert states[:held].tolist() == list(expected), "in the order they first came"
    assert [number(row) for row in counts[:held]] == list(expected.values())
    for state in {*expected, 1, 2, 3}:
        at = counting.find(state, states[:held], shift, table)
        assert at == (list(expected).index(state) if state in expected else -1)


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(states_of_any_kind, numbers, max_size=12),
    st.lists(st.tuples(st.integers(0, 15), st.integers(0, 3)), max_size=30),
    st.lists(st.integers(0, 2), min_size=4, max_size=4),
)
def test_pulling_adds_each_count_to_its_origin(held, edges, ends):
    known = list(held)
    found = np.array([known[i] if i < len(known) else i for i, _ in edges], dtype=np.int64)
    origins = np.array([origin for _, origin in edges], dtype=np.int32)
    states, counts = np.array(known, dtype=np.int64), array(4, held.values())
    table = np.empty(32, dtype=np.int32)
    counting.fill(states, len(states), 2, table)
    into, endings = np.zeros((2, 4, 5), dtype=np.int64)
    before = np.array([e << ENDS_AT for e in ends], dtype=np.int64)
    counting.pull(found, origins, 0, len(found), states, counts, 2, table, into)
    counting.pull_endings(found, origins, 0, len(found), before, states, counts, 2, table, endings)
    expected, ended = Counter(), Counter()
    for state, origin in zip(found.tolist(), origins.tolist(), strict=True):
        expected[origin] += held.get(state, 0)
        if state >> ENDS_AT > ends[origin]:
            ended[origin] += held.get(state, 0)
    assert [number(row) for row in into] == [expected[i] for i in range(4)]
    assert [number(row) for row in endings] == [ended[i] for i in range(4)]

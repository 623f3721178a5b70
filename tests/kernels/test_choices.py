"""Graphs of choices: counts, ranks and tours, compared with Python's integers. Also without JIT."""

import os

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turaga import Board
from turaga.frontier import state_kernel as frontier
from turaga.frontier.layers import ScanOrder
from turaga.frontier.layers_kernel import WORD_BITS
from turaga.frontier.layout import ScanLayout
from turaga.sampling import choices_kernel as kernel
from turaga.sampling.choices import make_choices

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"
MOVES = [1, 2, 3, 4, 5, 6, 8, 9, 10, 12]  # one or two of four moves


def words_of(number, many):
    return [number >> (WORD_BITS * j) & ((1 << WORD_BITS) - 1) for j in range(many)]


def value(words):
    return sum(int(word) << (WORD_BITS * j) for j, word in enumerate(words))


# -- a graph of choices as plain lists: for each layer and each state, pairs of moves and child ------------


@st.composite
def graphs(draw):
    """Layers of states, all of which lead to the only state of the last layer. A chain of doublings comes
    first, so that counts need several words."""
    layers, size = [], 1
    for _ in range(draw(st.integers(1, 4))):
        states = []
        for _ in range(draw(st.integers(1, 4))):
            some = draw(st.lists(st.sampled_from(MOVES), min_size=1, max_size=4, unique=True))
            states.append([(moves, draw(st.integers(0, size - 1))) for moves in some])
        layers.insert(0, states)
        size = len(states)
    layers.insert(0, [list(zip(MOVES, range(size), strict=False))])
    for _ in range(draw(st.sampled_from([0, 1, 61, 62, 63, 130]))):
        layers.insert(0, [[(1, 0), (6, 0)]])
    return layers


def counted(graph):
    """For each layer, the number of ways to complete each state, including the last layer."""
    counts = [[1]]
    for states in reversed(graph):
        counts.insert(0, [sum(counts[0][child] for _, child in choices) for choices in states])
    return counts


def packed(graph):
    """The graph in the form of the kernels."""
    counts = counted(graph)
    words = [max(n.bit_length() for n in layer) // WORD_BITS + 1 for layer in counts]
    begins = []
    for states in graph:
        begins += np.cumsum([0, *map(len, states)]).tolist()
    edges = [edge for states in graph for choices in states for edge in choices]
    return kernel.ChoiceGraph(
        states=np.cumsum([0, *map(len, counts)]),
        edges=np.cumsum([0, *(sum(map(len, states)) for states in graph)]),
        places=np.cumsum([0, *(len(layer) * w for layer, w in zip(counts, words, strict=True))]),
        words=np.array(words),
        begins=np.array([*begins, 0, 0], dtype=np.int32),
        children=np.array([child for _, child in edges], dtype=np.int32),
        moves=np.array([moves for moves, _ in edges], dtype=np.uint8),
        counts=np.array(
            [x for layer, w in zip(counts, words, strict=True) for n in layer for x in words_of(n, w)],
            dtype=np.int64,
        ),
    )


def ways_to(graph, number):
    """The moves of the tour with a number, from 0, with Python's integers."""
    counts, at, moves = counted(graph), 0, []
    for layer, states in enumerate(graph):
        k = 0
        while number >= counts[layer + 1][states[at][k][1]]:
            number -= counts[layer + 1][states[at][k][1]]
            k += 1
        taken, at = states[at][k]
        moves.append(taken)
    assert number == 0
    return moves


@settings(max_examples=25 if SLOW else 60, deadline=None)
@given(graphs(), st.data())
def test_rank_and_unrank_are_inverse(graph, data):
    choices, total = packed(graph), counted(graph)[0][0]
    number = data.draw(st.sampled_from([0, total - 1]) | st.integers(0, total - 1))
    many = int(choices.words[0])
    ways = np.zeros(len(graph), dtype=np.uint8)
    kernel.unrank(choices, np.array(words_of(number, many), dtype=np.int64), ways)
    assert ways.tolist() == ways_to(graph, number)
    found = np.full(many, 7, dtype=np.int64)
    assert kernel.rank(choices, ways, found)
    assert value(found) == number


@settings(max_examples=25, deadline=None)
@given(graphs(), st.data())
def test_moves_that_are_not_a_choice_have_no_rank(graph, data):
    choices = packed(graph)
    moves = ways_to(graph, 0)
    layer = data.draw(st.integers(0, len(graph) - 1))
    moves[layer] = 7  # three moves are never a choice
    assert not kernel.rank(
        choices, np.array(moves, dtype=np.uint8), np.zeros(int(choices.words[0]), dtype=np.int64)
    )


def check(choices, layer):
    size = int(choices.states[layer + 1] - choices.states[layer])
    sums = np.empty(int(choices.words[0]) + 1, dtype=np.int64)
    return kernel.check(choices, layer, 0, size, 15, sums)


@settings(max_examples=25, deadline=None)
@given(graphs(), st.data())
def test_the_check_accepts_valid_graphs_and_rejects_others(graph, data):
    choices = packed(graph)
    layers = range(len(graph))
    assert all(check(choices, layer) for layer in layers)
    name = data.draw(st.sampled_from(["counts", "children", "moves", "begins"]))
    array = getattr(choices, name)
    at = data.draw(st.integers(0, len(array) - 3 if name == "begins" else len(array) - 1))
    array[at] = int(array[at]) ^ 1 << data.draw(st.integers(4, 7) if name == "moves" else st.integers(0, 30))
    if all(check(choices, layer) for layer in layers):
        # Only a choice that leads to another state with the same count may pass.
        assert name == "children"


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, (1 << 62) - 1), min_size=1, max_size=9, unique=True), st.data())
def test_choices_without_a_state_in_the_next_layer_are_dropped(after, data):
    strangers = [state for state in range(5) if state not in after]
    states = data.draw(
        st.lists(
            st.lists(st.sampled_from(after + strangers), max_size=5).map(lambda x: [*x, after[0]]), max_size=6
        )
    )
    found = frontier.Successors(
        np.array([s for found in states for s in found], dtype=np.int64),
        np.array([p for p, found in enumerate(states) for _ in found], dtype=np.int32),
        np.array([k % 16 for k in range(sum(map(len, states)))], dtype=np.int8),
    )
    made = len(found.states)
    table = np.empty(32, dtype=np.int32)
    frontier.rebuild(np.array(after), len(after), table)
    ends = np.full(len(states), -7, dtype=np.int32)
    children, moves = np.full(made, -7, dtype=np.int32), np.zeros(made, dtype=np.uint8)
    kept = kernel.link(found, made, np.array(after), table, ends, children, moves)
    expected = [(after.index(s), k % 16) for k, s in enumerate(found.states.tolist()) if s in after]
    assert list(zip(children[:kept].tolist(), moves[:kept].tolist(), strict=True)) == expected
    assert ends.tolist() == np.cumsum([sum(s in after for s in found) for found in states]).tolist()


@pytest.mark.parametrize(("size", "ends", "total"), [("3x4", 2, 8), ("3x10", 0, 16), ("3x7", 2, 52)])
def test_the_choices_of_a_board_are_valid(size, ends, total):
    lie = ScanLayout(Board(size))
    choices = make_choices(ScanOrder(lie.board, [], ends, fold=False))
    assert value(choices.counts[: choices.words[0]]) == total
    assert all(check(choices, layer) for layer in range(lie.board.area))
    seen = set()
    for number in range(total):
        ways = np.zeros(lie.board.area, dtype=np.uint8)
        kernel.unrank(choices, np.array([number], dtype=np.int64), ways)
        seen.add(tuple(ways.tolist()))
    assert len(seen) == total


def test_a_board_without_tours_has_no_choices():
    assert make_choices(ScanOrder(Board("3x5"), [], 2, fold=False)) is None
    assert make_choices(ScanOrder(Board("3x8"), [], 0, fold=False)) is None

"""Tours as paths in a graph of choices: the number of tours that each choice leads to, ranks and unranking.

The frontier method (`turaga.frontier.state_kernel`) processes the squares of a board in turn. Its states and
the choices between them form a graph in layers. Layer t has the states after t squares, and each choice of
the next square's moves leads from a state of layer t to a state of layer t + 1. A tour is a path from the
single state of the first layer to the single state of the last. The graph keeps only states that are on such
a path, each with its exact number of paths to the last layer, and the choices that lead to them.

This gives the tours a fixed sequence. They are sorted by the choice at the first square, in the order in
which `expand` writes successors; those with the same choice there are sorted by the choice at the second
square, and so on. The number of a tour, here from 0, is the number of tours before it. It is the sum, over
the choices of the tour, of the counts of all earlier choices of the same state. To find the tour with a given
number, walk down the graph and subtract the counts of the choices that are skipped.

Counts are rows of words, as in `turaga.frontier.layers_kernel`: lowest first, with 62 bits each, so that sums
and differences fit into a signed integer. A layer uses as many words as its counts need.
"""

from typing import NamedTuple

import numpy as np

from turaga.frontier.layers_kernel import WORD_BITS
from turaga.frontier.state_kernel import Successors, Ways, add_backward_moves, find, follow
from turaga.jit import Ints, Numbers, jit

_WORD = (1 << WORD_BITS) - 1


class ChoiceGraph(NamedTuple):
    """The graph, with one layer after the other in each array. Layers are numbered from 0, and there is one
    more than there are squares. The field names are the names of the arrays in a saved sampler."""

    states: Ints  # where the states of each layer begin; one more entry at the end
    edges: Ints  # where the choices of each layer except the last begin; one more entry at the end
    places: Ints  # where the counts of each layer begin; one more entry at the end
    words: Ints  # the number of words of a count in each layer; never more than in the previous layer
    begins: Numbers  # where the choices of each state begin within its layer; one more entry per layer
    children: Numbers  # the state that each choice leads to, as an index within the next layer
    moves: Ways  # the moves of each choice, bit d for forward move d
    counts: Ints


class MoveTables(NamedTuple):
    """Tables that turn moves into a sequence of squares; see `turaga.frontier.state_kernel.follow`."""

    offsets: Ints
    leaps: Ints
    steps: Ints
    backs: Ints
    indices: Ints  # the index of the square at each position


@jit
def link(
    found: Successors, made: int, after: Ints, table: Numbers, ends: Numbers, children: Numbers, moves: Ways
) -> int:
    """Of the first `made` successors found, keep those that are states of the next layer. Write where each
    leads and its moves, in the same order. Returns their number. `table` is from `rebuild`.

    If state p has such successors, ends[p] becomes the number of successors up to and including its own.
    """
    kept = 0
    for i in range(made):
        child = find(after, table, found.states[i])
        if child >= 0:
            children[kept] = child
            moves[kept] = found.moves[i]
            kept += 1
            ends[found.parents[i]] = kept
    return kept


@jit
def check(choices: ChoiceGraph, layer: int, first: int, last: int, allowed: int, sums: Ints) -> bool:
    """Whether the states of a layer from `first` to `last` (exclusive) are correct: their choices lead to
    existing states by allowed moves, and their counts are the correct sums.

    `sums` has space for a count of the layer and one more word. This does not check that `states`, `edges`,
    `places` and `words` agree with the lengths of the arrays.
    """
    words, words_after = choices.words[layer], choices.words[layer + 1]
    size_after = choices.states[layer + 2] - choices.states[layer + 1]
    size = choices.edges[layer + 1] - choices.edges[layer]
    for state in range(first, last):
        at = choices.states[layer] + layer + state
        begin, end = np.int64(choices.begins[at]), np.int64(choices.begins[at + 1])
        if begin < 0 or begin >= end or end > size:
            return False
        for j in range(words + 1):
            sums[j] = 0
        for e in range(choices.edges[layer] + begin, choices.edges[layer] + end):
            child = np.int64(choices.children[e])
            if child < 0 or child >= size_after or np.int64(choices.moves[e]) & ~allowed:
                return False
            _add(choices, choices.places[layer + 1] + child * words_after, words_after, sums)
        base = choices.places[layer] + state * words
        for j in range(words):
            if sums[j] != choices.counts[base + j]:
                return False
        if sums[words] != 0:
            return False
    return True


@jit
def _add(choices: ChoiceGraph, base: int, words: int, number: Ints) -> None:
    """Add the count that begins at `base` to a number with at least as many words. Overflow of the last word
    is dropped, and so are bits of the count beyond 62 per word."""
    carry = np.int64(0)
    for j in range(len(number)):
        total = number[j] + carry
        if j < words:
            total += choices.counts[base + j] & _WORD
        number[j] = total & _WORD
        carry = total >> WORD_BITS


@jit
def _reaches(number: Ints, words: int, choices: ChoiceGraph, base: int, words_after: int) -> bool:
    """Whether a number of `words` words is at least the count that begins at `base`."""
    for j in range(words_after, words):
        if number[j] != 0:
            return True
    for j in range(words_after - 1, -1, -1):
        if number[j] != choices.counts[base + j]:
            return bool(number[j] > choices.counts[base + j])
    return True


@jit
def unrank(choices: ChoiceGraph, number: Ints, ways: Ways) -> None:
    """Write the moves of the tour with this number, from 0. The number must be below the count of the state
    in the first layer. It is overwritten."""
    at = np.int64(0)
    for layer in range(len(ways)):
        words, words_after = choices.words[layer], choices.words[layer + 1]
        state = choices.states[layer] + layer + at
        edge = choices.edges[layer] + choices.begins[state]
        child = np.int64(choices.children[edge])
        base = choices.places[layer + 1] + child * words_after
        while _reaches(number, words, choices, base, words_after):
            borrow = np.int64(0)
            for j in range(words):
                rest = number[j] - borrow
                if j < words_after:
                    rest -= choices.counts[base + j]
                borrow = np.int64(rest < 0)
                number[j] = rest & _WORD
            edge += 1
            child = np.int64(choices.children[edge])
            base = choices.places[layer + 1] + child * words_after
        ways[layer] = choices.moves[edge]
        at = child


@jit
def rank(choices: ChoiceGraph, ways: Ways, number: Ints) -> bool:
    """Write the number, from 0, of the tour with these moves, with as many words as the first layer has.
    Returns whether it is one of the tours."""
    for j in range(len(number)):
        number[j] = 0
    at = np.int64(0)
    for layer in range(len(ways)):
        words_after = choices.words[layer + 1]
        state = choices.states[layer] + layer + at
        edge = choices.edges[layer] + choices.begins[state]
        end = choices.edges[layer] + choices.begins[state + 1]
        # If the tour ends on the square, there is one move fewer. So no two choices of a state have the same
        # moves.
        while edge < end and choices.moves[edge] != ways[layer]:
            base = choices.places[layer + 1] + np.int64(choices.children[edge]) * words_after
            _add(choices, base, words_after, number)
            edge += 1
        if edge == end:
            return False
        at = np.int64(choices.children[edge])
    return True


@jit
def trace(
    choices: ChoiceGraph, numbers: Ints, tables: MoveTables, start: int, ways: Ways, walks: Numbers
) -> None:
    """Write the squares of the tours with these numbers, one tour per row. The numbers are overwritten.

    The tours start at the position `start`, or, if it is -1, at the first position with a single move.
    """
    for i in range(len(walks)):
        unrank(choices, numbers[i], ways)
        add_backward_moves(ways, tables.offsets)
        at = start
        if at < 0:
            at = 0
            while at < len(ways) - 1 and (ways[at] == 0 or ways[at] & (ways[at] - 1)):
                at += 1
        follow(ways, at, tables.indices[at], tables.leaps, tables.steps, tables.backs, walks[i])

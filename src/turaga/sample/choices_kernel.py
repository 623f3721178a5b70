"""Tours as choices: how many tours each choice leads to, the tour of a number, and the number of a tour.

The frontier method (`turaga.frontier.state_kernel`) takes the squares of a board in turn. Its states and the
choices between them are a graph in layers: layer t has the states after t squares, and from each of them
every choice of the next square's moves leads to a state of layer t + 1. A tour is a way from the one state of
the first layer to the one state of the last. The states kept here are those from which there is such a way,
each with the exact number of its ways, and the choices that lead to them.

So the tours have a fixed order: first by the choice at the first square, in the order in which `expand`
writes successors; among those with the same choice there, by the choice at the second; and so on. The number
of a tour, from 0 here, is how many come before it: for each choice it makes, the sum of the counts of the
choices before that one. Walking down with a number, and subtracting the counts of the choices that are
skipped, gives the tour back.

Counts are rows of words as in `turaga.frontier.layers_kernel`, the lowest first, of 62 bits, so that sums and
differences of them fit a signed integer: as many words as the layer needs.
"""

from typing import NamedTuple

import numpy as np

from turaga.frontier.layers_kernel import WORD_BITS
from turaga.frontier.state_kernel import Successors, Ways, add_backward_moves, find, follow
from turaga.jit import Ints, Numbers, jit

_WORD = (1 << WORD_BITS) - 1


class ChoiceGraph(NamedTuple):
    """The graph, layer after layer in each array. Layers are numbered from 0; there is one more than squares.
    The names of the fields are those of the arrays in a saved sampler."""

    states: Ints  # of each layer where its states begin; one more at the end
    edges: Ints  # of each layer but the last where its choices begin; one more at the end
    places: Ints  # of each layer where its counts begin; one more at the end
    words: Ints  # of each layer how many words a count has; never more than in the layer before
    begins: Numbers  # of each state where its choices begin among its layer's; one more after each layer
    children: Numbers  # of each choice the state it leads to, counted within the next layer
    moves: Ways  # of each choice the moves it takes, bit d for forward move d
    counts: Ints


class MoveTables(NamedTuple):
    """What turns moves into a sequence of squares; see `turaga.frontier.state_kernel.follow`."""

    offsets: Ints
    leaps: Ints
    steps: Ints
    backs: Ints
    indices: Ints  # of each position the index of its square


@jit
def link(
    found: Successors, made: int, after: Ints, table: Numbers, ends: Numbers, children: Numbers, moves: Ways
) -> int:
    """Keep, of the first `made` successors found, those that are states of the layer after, by its table as
    `rebuild` makes it: where they lead and by which moves, in their order; how many they are.

    ends[p] becomes how many there are up to those of state p, if that has any.
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
    """Whether nothing is wrong with the states from `first` to before `last` of a layer: their choices
    lead to states that are there, by moves that are allowed, and their counts are the sums they should be.

    `sums` has room for a count of the layer and one word more. Whether `states`, `edges`, `places` and
    `words` fit the arrays is not looked at here.
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
    """Add the count that begins at `base` to a number with at least as many words; what its last word cannot
    hold is lost, and so is what is not a word."""
    carry = np.int64(0)
    for j in range(len(number)):
        total = number[j] + carry
        if j < words:
            total += choices.counts[base + j] & _WORD
        number[j] = total & _WORD
        carry = total >> WORD_BITS


@jit
def _reaches(number: Ints, words: int, choices: ChoiceGraph, base: int, words_after: int) -> bool:
    """Whether a number, of so many words, is at least the count that begins at `base`."""
    for j in range(words_after, words):
        if number[j] != 0:
            return True
    for j in range(words_after - 1, -1, -1):
        if number[j] != choices.counts[base + j]:
            return bool(number[j] > choices.counts[base + j])
    return True


@jit
def unrank(choices: ChoiceGraph, number: Ints, ways: Ways) -> None:
    """Write the moves of the tour with this number, from 0, which is overwritten; it must be below the count
    of the first layer's state."""
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
    """Write the number, from 0, of the tour with these moves, with as many words as the first layer's
    state; whether it is one of the tours at all."""
    for j in range(len(number)):
        number[j] = 0
    at = np.int64(0)
    for layer in range(len(ways)):
        words_after = choices.words[layer + 1]
        state = choices.states[layer] + layer + at
        edge = choices.edges[layer] + choices.begins[state]
        end = choices.edges[layer] + choices.begins[state + 1]
        # The moves tell whether the tour ends on the square: it has one fewer then. So no two choices of
        # a state have the same.
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
    """Write the squares of the tours with these numbers, a row each, which are lost.

    They start at the position `start`; if that is -1, at the first position where they have a single move.
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

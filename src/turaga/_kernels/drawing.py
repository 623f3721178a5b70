"""Tours as choices: how many each choice leads to, which tour has a number, which number has a tour.

The frontier method (`turaga._kernels.frontier`) takes the squares of a board in turn. Its states and the
choices between them are a graph in layers: layer t has the states after t squares, from each of which every
choice of the next square's moves leads to a state of layer t + 1. A tour is a way from the one state of the
first layer to the one state of the last. Kept here are the states from which there is such a way, each with
the exact number of its ways, and the choices that lead to them.

So the tours stand in a fixed order: first by the choice at the first square, in the order in which `expand`
puts successors out; among those that choose alike there, by the choice at the second; and so on. The number
of a tour, from 0 here, is how many come before it: of each choice it makes, the sum of the counts of the
choices before that one. Walking down with a number and taking away the counts of what is passed gives the
tour back.

Counts have as many digits to base 2**32 as the largest of their layer needs, the lowest first. Sums and
differences of digits fit a signed integer of 64 bits, so the same lines run in numpy without overflow.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from turaga._kernels._jit import Ints, Numbers, jit
from turaga._kernels.frontier import Ways, add_backward_moves, follow

__all__ = ["BASE", "Choices", "Digits", "Trail", "check", "complete", "rank", "trace", "unrank"]

Digits = NDArray[np.uint32]

BASE = 1 << 32
_LOW = BASE - 1


class Choices(NamedTuple):
    """The graph, layer after layer in each array. Layers are numbered from 0, one more than squares."""

    states: Ints  # of each layer where its states begin; one more at the end
    edges: Ints  # of each layer but the last where its choices begin; one more at the end
    places: Ints  # of each layer where its counts begin; one more at the end
    digits: Ints  # of each layer how many digits a count has; never more than in the layer before
    begins: Numbers  # of each state where its choices begin among its layer's; one more after each layer
    children: Numbers  # of each choice the state it leads to, counted within the next layer
    moves: Ways  # of each choice the moves it takes, bit d for forward move d
    counts: Digits


class Trail(NamedTuple):
    """What turns moves into squares visited in turn; see `turaga._kernels.frontier.follow`."""

    offsets: Ints
    leaps: Ints
    steps: Ints
    backs: Ints
    numbers: Ints  # of each place the number of its square


@jit
def complete(
    fanouts: Ways, children: Numbers, moves: Ways, numbers: Numbers, after: Digits, digits_after: int,
    begins: Numbers, counts: Digits, digits: int, renumbered: Numbers, done: Ints, most: int,
) -> None:  # fmt: skip
    """Count the ways on from at most `most` further states of a layer, and forget those that have none.

    Of each state fanouts[i] choices follow in `children` and `moves`. Of the layer after, numbers[j] is what
    state j is called among those kept, or -1, and `after` has the counts of these. Written are the same for
    this layer: `renumbered`, `counts`, `begins`; and the choices kept, over those that were there.
    `done` holds: states and choices gone over, states and choices kept.
    """
    state, edge, kept, kept_edges = done[0], done[1], done[2], done[3]
    last = min(state + most, len(fanouts))
    while state < last:
        begins[kept] = kept_edges
        base = kept * digits
        for j in range(digits):
            counts[base + j] = 0
        for e in range(edge, edge + fanouts[state]):
            child = numbers[children[e]]
            if child < 0:
                continue
            carry = np.int64(0)
            for j in range(digits):
                total = np.int64(counts[base + j]) + carry
                if j < digits_after:
                    total += np.int64(after[child * digits_after + j])
                counts[base + j] = total & _LOW
                carry = total >> 32
            children[kept_edges] = child
            moves[kept_edges] = moves[e]
            kept_edges += 1
        edge += fanouts[state]
        if kept_edges > begins[kept]:
            renumbered[state] = kept
            kept += 1
        else:
            renumbered[state] = -1
        state += 1
    begins[kept] = kept_edges
    done[0], done[1], done[2], done[3] = state, edge, kept, kept_edges


@jit
def check(choices: Choices, layer: int, first: int, last: int, allowed: int, sums: Digits) -> bool:
    """Whether nothing is wrong with the states from `first` to before `last` of a layer: their choices
    lead to states that are there, by moves that are allowed, and their counts are the sums they should be.

    `sums` has room for a count of the layer and one digit more. Whether `states`, `edges`, `places` and
    `digits` fit the arrays is not looked at here.
    """
    digits, digits_after = choices.digits[layer], choices.digits[layer + 1]
    size_after = choices.states[layer + 2] - choices.states[layer + 1]
    size = choices.edges[layer + 1] - choices.edges[layer]
    for state in range(first, last):
        at = choices.states[layer] + layer + state
        if choices.begins[at] < 0 or choices.begins[at + 1] > size:
            return False
        for j in range(digits + 1):
            sums[j] = 0
        begin, end = np.int64(choices.begins[at]), np.int64(choices.begins[at + 1])
        for e in range(choices.edges[layer] + begin, choices.edges[layer] + end):
            child = np.int64(choices.children[e])
            if child < 0 or child >= size_after or np.int64(choices.moves[e]) & ~allowed:
                return False
            base = choices.places[layer + 1] + child * digits_after
            carry = np.int64(0)
            for j in range(digits + 1):
                total = np.int64(sums[j]) + carry
                if j < digits_after:
                    total += np.int64(choices.counts[base + j])
                sums[j] = total & _LOW
                carry = total >> 32
        base = choices.places[layer] + state * digits
        some = False
        for j in range(digits):
            some |= sums[j] != 0
            if sums[j] != choices.counts[base + j]:
                return False
        if not some or sums[digits] != 0:
            return False
    return True


@jit
def _reaches(number: Digits, digits: int, choices: Choices, base: int, digits_after: int) -> bool:
    """Whether a number, of so many digits, is at least the count that begins at `base`."""
    for j in range(digits_after, digits):
        if number[j] != 0:
            return True
    for j in range(digits_after - 1, -1, -1):
        if number[j] != choices.counts[base + j]:
            return bool(number[j] > choices.counts[base + j])
    return True


@jit
def unrank(choices: Choices, number: Digits, ways: Ways) -> None:
    """Write the moves of the tour with this number, from 0, which is lost; it must be below the count of
    the first layer's state."""
    at = np.int64(0)
    for layer in range(len(ways)):
        digits, digits_after = choices.digits[layer], choices.digits[layer + 1]
        state = choices.states[layer] + layer + at
        edge = choices.edges[layer] + choices.begins[state]
        child = np.int64(choices.children[edge])
        base = choices.places[layer + 1] + child * digits_after
        while _reaches(number, digits, choices, base, digits_after):
            borrow = np.int64(0)
            for j in range(digits):
                rest = np.int64(number[j]) - borrow
                if j < digits_after:
                    rest -= np.int64(choices.counts[base + j])
                borrow = np.int64(rest < 0)
                number[j] = rest & _LOW
            edge += 1
            child = np.int64(choices.children[edge])
            base = choices.places[layer + 1] + child * digits_after
        ways[layer] = choices.moves[edge]
        at = child


@jit
def rank(choices: Choices, ways: Ways, number: Digits) -> bool:
    """Write the number, from 0, of the tour with these moves, with as many digits as the first layer's
    state; whether it is one of the tours at all."""
    for j in range(len(number)):
        number[j] = 0
    at = np.int64(0)
    for layer in range(len(ways)):
        digits_after = choices.digits[layer + 1]
        state = choices.states[layer] + layer + at
        edge = choices.edges[layer] + choices.begins[state]
        end = choices.edges[layer] + choices.begins[state + 1]
        # The moves tell whether the tour ends on the square: it has one fewer then. So no two choices of
        # a state have the same.
        while edge < end and choices.moves[edge] != ways[layer]:
            base = choices.places[layer + 1] + np.int64(choices.children[edge]) * digits_after
            carry = np.int64(0)
            for j in range(len(number)):
                total = np.int64(number[j]) + carry
                if j < digits_after:
                    total += np.int64(choices.counts[base + j])
                number[j] = total & _LOW
                carry = total >> 32
            edge += 1
        if edge == end:
            return False
        at = np.int64(choices.children[edge])
    return True


@jit
def trace(choices: Choices, numbers: Digits, trail: Trail, start: int, ways: Ways, walks: Numbers) -> None:
    """Write the squares of the tours with these numbers, a row each, which are lost.

    They start at the place `start`; if that is -1, at the first place where they have a single move.
    """
    for i in range(len(walks)):
        unrank(choices, numbers[i], ways)
        add_backward_moves(ways, trail.offsets)
        at = start
        if at < 0:
            at = 0
            while at < len(ways) - 1 and (ways[at] == 0 or ways[at] & (ways[at] - 1)):
                at += 1
        follow(ways, at, trail.numbers[at], trail.leaps, trail.steps, trail.backs, walks[i])

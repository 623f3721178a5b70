"""Search for a tour with propagation: found, or ruled out by an exhaustive search; can be paused.

A tour is a circuit through all squares. An open tour is a circuit that also goes through the knot, an extra
square that is a move away from every square where the tour can begin or end. Conclusions are drawn from the
moves that are fixed and ruled out (`turaga.completion.circuit_kernel`), from the balance of the colours
(`turaga.completion.balance_kernel`), and from the pieces that are left if one square is taken away. When
nothing more follows, a move is fixed on trial, and ruled out if that leads to a contradiction.

Squares at which contradictions are found gain weight, and the next trial is made at a square with few ways to
choose its moves and much weight. The search starts again from time to time, and keeps the weights: so it
comes to begin with the part of the board that makes the tour difficult, or impossible. Each round is longer
than the one before, so that the last one is exhaustive. (F. Boussemart and others, "Boosting systematic
search by weighting constraints", ECAI 2004.)
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from turaga.completion.balance_kernel import balance
from turaga.completion.circuit_kernel import (  # fmt: skip
    COUNT,
    FAILED,
    KNOT,
    LOWEST,
    QUEUE,
    SPENT,
    TRAIL,
    TWO_KNOTS,
    Circuit,
    MoveGraph,
    fix,
    follow,
    forget_queue,
    lay_out,
    rule_out,
    take_back,
)
from turaga.greedy_kernel import roll
from turaga.jit import Bits, Bytes, Ints, jit

PAUSED, FOUND, EXHAUSTED = 0, 1, 2
# The entries of `state`: open trials, trials in all, contradictions in all, contradictions in this round, how
# many this round may have, length of the trail before the first trial, whether there is a contradiction now,
# number of squares including the knot, and rounds.
LEVEL, TRIALS, CLASHES, ROUND, MOST, ROOT, UNSOUND, WHOLE, ROUNDS = 0, 1, 2, 3, 4, 5, 6, 7, 8
_FIRST = 30  # contradictions in the first round


class TourSearch(NamedTuple):
    """The state of a search, apart from the circuit itself."""

    state: Ints
    weights: NDArray[np.float64]  # one for each square, and two for the knot


@jit
def begin(
    graph: MoveGraph,
    circuit: Circuit,
    search: TourSearch,
    free: Bytes,
    may_end: Bytes,
    one: int,
    other: int,
    closed: bool,
) -> None:
    """Set up the search for a tour of the free squares.

    `may_end` marks the squares where an open tour can begin or end; a closed tour has none. `one` and `other`
    are its given ends, or -1. A closed tour with two given ends uses the move between them.
    """
    knot, state = graph.near.shape[0], search.state
    state[WHOLE] = lay_out(graph, circuit, free, may_end, -1)
    sound = True
    if closed:
        circuit.held[knot] = circuit.held[knot + 1 + knot] = 2  # the knot needs nothing
        state[WHOLE] -= 1
        if one >= 0 and other >= 0:
            for d in range(graph.degree[one]):
                if graph.near[one, d] == other:
                    sound = fix(graph, circuit, one, d, state[WHOLE])
    else:
        circuit.tops[TWO_KNOTS] = state[WHOLE] % 2  # an even number of squares: the ends have different sides
        if one >= 0:
            sound = fix(graph, circuit, one, KNOT, state[WHOLE])
        if sound and other >= 0:
            sound = fix(graph, circuit, other, KNOT, state[WHOLE])
    state[MOST] = _FIRST
    if not (sound and _conclude(graph, circuit, state[WHOLE], True)):
        forget_queue(circuit)
        state[UNSOUND] = 1
    state[ROOT] = circuit.tops[TRAIL]
    for s in range(knot + 2):
        search.weights[s] = 1.0


@jit
def search_tour(
    graph: MoveGraph, circuit: Circuit, search: TourSearch, rng: Bits, stop: int, most: int
) -> int:
    """Continue until there is an answer, until `stop` trials were made, or after about `most` visits to a
    square.

    If a tour is found, it consists of the fixed moves.
    """
    state, held = search.state, circuit.held
    moves, whole = 3 * (graph.near.shape[0] + 1), state[WHOLE]
    pause = circuit.tops[SPENT] + most
    sound = state[UNSOUND] == 0
    while True:
        state[UNSOUND] = not sound
        if sound and held[moves] == whole:
            return FOUND
        if not sound and state[LEVEL] == 0:
            return EXHAUSTED
        if sound and state[LEVEL] == 0:
            state[ROOT] = circuit.tops[TRAIL]
        if state[TRIALS] >= stop or circuit.tops[SPENT] >= pause:
            return PAUSED
        if sound:
            move = _choose(graph, circuit, search, rng)
            circuit.trials[state[LEVEL], 0] = move
            circuit.trials[state[LEVEL], 1] = circuit.tops[TRAIL]
            state[LEVEL] += 1
            state[TRIALS] += 1
            sound = fix(graph, circuit, move // 16, move % 16, whole)
        else:
            _learn(circuit, search)
            if state[ROUND] > state[MOST]:
                take_back(circuit, state[ROOT])
                state[LEVEL] = 0
                state[ROUND] = 0
                state[ROUNDS] += 1
                state[MOST] += state[MOST] // 3
                sound = True
                continue
            state[LEVEL] -= 1
            move = circuit.trials[state[LEVEL], 0]
            take_back(circuit, circuit.trials[state[LEVEL], 1])
            rule_out(graph, circuit, move // 16, move % 16)
            sound = True
        if not (sound and _conclude(graph, circuit, whole, state[ROUNDS] > 0)):
            forget_queue(circuit)
            sound = False


@jit
def _learn(circuit: Circuit, search: TourSearch) -> None:
    """Note a contradiction: the square at which it was found gains weight, and the others lose some."""
    state, weights = search.state, search.weights
    state[CLASHES] += 1
    state[ROUND] += 1
    weights[circuit.tops[FAILED]] += 1.0
    if state[CLASHES] % 64 == 0:
        for s in range(weights.shape[0]):
            weights[s] = 1.0 + (weights[s] - 1.0) * 0.7


@jit
def _conclude(graph: MoveGraph, circuit: Circuit, whole: int, careful: bool) -> bool:
    """Draw all conclusions; False at a contradiction."""
    while True:
        if not follow(graph, circuit, whole):
            return False
        if circuit.held[3 * (graph.near.shape[0] + 1)] == whole:
            return True
        if not _holds_together(graph, circuit, whole):
            return False
        if not careful:
            return True
        if not balance(graph, circuit, whole):
            return False
        if circuit.tops[QUEUE] == 0:
            return True


@jit
def _holds_together(graph: MoveGraph, circuit: Circuit, whole: int) -> bool:
    """Whether the open moves still connect all squares if any one square, or the knot, is taken away.

    Depth first, by the method of J. Hopcroft and R. Tarjan (1973). An open tour is explored from the knot.
    """
    held, knot = circuit.held, graph.near.shape[0]
    number, low, path, ways = circuit.sheets[0], circuit.sheets[1], circuit.sheets[2], circuit.sheets[3]
    first = -1
    closed = True
    for s in range(knot):
        number[s] = 0
        if held[s] and first < 0:
            first = s
        if held[s] >> KNOT & 1:
            closed = False
            first = s
    # Number 1 is the knot. A closed tour has none: its first square has number 1.
    reached = 1 if closed else 2
    number[first] = low[first] = reached
    if not closed and held[first] >> KNOT & 1:
        low[first] = 1
    path[0], ways[0] = first, held[first] & 255
    depth, children = 1, 0
    while True:
        at = path[depth - 1]
        rest = ways[depth - 1]
        if rest:
            there = graph.near[at, LOWEST[rest]]
            ways[depth - 1] = rest & (rest - 1)
            if number[there]:
                low[at] = min(low[at], number[there])
            else:
                reached += 1
                number[there] = reached
                low[there] = 1 if held[there] >> KNOT & 1 else reached
                path[depth], ways[depth] = there, held[there] & 255
                depth += 1
            continue
        depth -= 1
        if depth == 0:
            break
        before = path[depth - 1]
        if closed and depth == 1:
            children += 1
        elif low[at] >= number[before]:
            circuit.tops[FAILED] = before
            return False
        low[before] = min(low[before], low[at])
    circuit.tops[SPENT] += 2 * knot
    if reached < whole or children > 1:
        circuit.tops[FAILED] = first
        return False
    return True


@jit
def _choose(graph: MoveGraph, circuit: Circuit, search: TourSearch, rng: Bits) -> int:
    """The move to put on trial, as square * 16 + direction.

    It starts from the square with the fewest ways to choose its moves, divided by its weight, and leads to
    the neighbour with the fewest open moves. Ties are broken at random.
    """
    held, fixed, weights = circuit.held, graph.near.shape[0] + 1, search.weights
    chosen, least, ties = -1, 1e300, 0
    for s in range(graph.near.shape[0]):
        done = COUNT[held[fixed + s]]
        if held[s] == 0 or done == 2:
            continue
        ways = COUNT[held[s]] - done
        key = (ways if done == 1 else ways * (ways - 1) // 2) / weights[s]
        if key < least:
            chosen, least, ties = s, key, 1
        elif key == least:
            ties += 1
            if roll(rng) * ties >> 32 == 0:
                chosen = s
    circuit.tops[SPENT] += graph.near.shape[0]
    rest = held[chosen] & ~held[fixed + chosen] & 255
    direction, fewest, ties = int(KNOT), 1 << 30, 0
    while rest:
        d = LOWEST[rest]
        rest &= rest - 1
        there = graph.near[chosen, d]
        count = 2 * COUNT[held[there]] - COUNT[held[fixed + there]]
        if count < fewest:
            direction, fewest, ties = d, count, 1
        elif count == fewest:
            ties += 1
            if roll(rng) * ties >> 32 == 0:
                direction = d
    return int(chosen * 16 + direction)

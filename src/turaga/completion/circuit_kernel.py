"""The rest of a walk as a circuit: which moves it can use, which it must use, and what follows from that.

A walk has reached its *head*. Some squares are free, and the walk can end on some of these. Add one more
square, the *knot*, which is a move away from the head and from every square where the walk can end. The walk
can be completed if and only if some circuit goes through the head, the free squares and the knot, and uses
the move between head and knot. In such a circuit every square has two moves, and much follows from that:

- A move is *open* while it can still be used, and *fixed* once it must be used. A square with two open moves
  fixes both. A square with two fixed moves rules out its other moves. A square with fewer than two open moves
  is a contradiction.
- Fixed moves form pieces. A move that would close a piece before all squares are in it is ruled out. (For
  each end of a piece, the other end is stored as its *mate*.)

Every change is noted on a trail, so that it can be undone. The rules are those of F. Rubin, "A search
procedure for Hamilton paths and circuits" (Journal of the ACM 21, 1974).
"""

from typing import NamedTuple

import numpy as np

from turaga.jit import Bytes, Ints, jit

# The direction of the knot from any square. It is not a plain 8, because numba would compile a function again
# for each literal.
KNOT: int = np.int64(8)  # type: ignore[assignment]
TRAIL, QUEUE, SPENT, CAREFUL, TWO_KNOTS, FAILED = 0, 1, 2, 3, 4, 5  # the entries of `tops`

# For each set of nine directions: the lowest one, and how many there are.
LOWEST: Ints = np.array([0] + [(x & -x).bit_length() - 1 for x in range(1, 512)], dtype=np.int64)
COUNT: Ints = np.array([x.bit_count() for x in range(512)], dtype=np.int64)


class MoveGraph(NamedTuple):
    """A board as a graph. The board's area as an entry means that there is no neighbour."""

    near: Ints  # [square, k]: the k-th neighbour in the order
    back: Ints  # [square, k]: which neighbour this square is of that one
    degree: Ints  # number of neighbours; 0 for a hole


class Circuit(NamedTuple):
    """What the search knows about the circuit.

    `held` has three parts, each with an entry for every square and one for the knot: the sets of open moves
    (for the knot: their number), the sets of fixed moves (for the knot: their number), and the mates. The
    last entry is the number of fixed moves.
    """

    held: Ints
    trail: Ints  # [k]: an index of `held`, and its old value
    queue: Ints  # squares that are still to be examined
    queued: Bytes
    trials: Ints  # [level]: the square and direction on trial, and the length of the trail before it
    side: Ints  # 0 or 1 for each square, so that neighbours differ; the last two, for the knot, come later
    # Length of the trail, length of the queue, visits to a square, whether the balance is checked, whether it
    # counts the knot as two squares, and the square at which the last contradiction was found.
    tops: Ints
    sheets: Ints  # nine rows of scratch space


@jit
def _note(circuit: Circuit, index: int, value: int) -> None:
    top = circuit.tops[TRAIL]
    circuit.trail[top, 0] = index
    circuit.trail[top, 1] = circuit.held[index]
    circuit.tops[TRAIL] = top + 1
    circuit.held[index] = value


@jit
def take_back(circuit: Circuit, top: int) -> None:
    """Undo everything that was noted since the trail had this length."""
    for k in range(circuit.tops[TRAIL] - 1, top - 1, -1):
        circuit.held[circuit.trail[k, 0]] = circuit.trail[k, 1]
    circuit.tops[TRAIL] = top


@jit
def _enqueue(circuit: Circuit, square: int) -> None:
    if not circuit.queued[square]:
        circuit.queued[square] = 1
        circuit.queue[circuit.tops[QUEUE]] = square
        circuit.tops[QUEUE] += 1


@jit
def forget_queue(circuit: Circuit) -> None:
    for k in range(circuit.tops[QUEUE]):
        circuit.queued[circuit.queue[k]] = 0
    circuit.tops[QUEUE] = 0


@jit
def rule_out(graph: MoveGraph, circuit: Circuit, square: int, d: int) -> None:
    """Rule out an open move that is not fixed."""
    held = circuit.held
    _note(circuit, square, held[square] & ~(1 << d))
    _enqueue(circuit, square)
    if d == KNOT:
        knot = graph.near.shape[0]
        _note(circuit, knot, int(held[knot]) - 1)
    else:
        there = graph.near[square, d]
        _note(circuit, there, held[there] & ~(1 << graph.back[square, d]))
        _enqueue(circuit, there)


@jit
def fix(graph: MoveGraph, circuit: Circuit, square: int, d: int, whole: int) -> bool:
    """Fix an open move; False if it closes a piece of fewer than `whole` squares."""
    held, knot = circuit.held, graph.near.shape[0]
    fixed, mate = knot + 1, 2 * (knot + 1)
    moves = held[3 * (knot + 1)] + 1
    _note(circuit, 3 * (knot + 1), moves)
    _note(circuit, fixed + square, held[fixed + square] | (1 << d))
    _enqueue(circuit, square)
    there = knot
    if d == KNOT:
        _note(circuit, fixed + knot, held[fixed + knot] + 1)
    else:
        there = graph.near[square, d]
        _note(circuit, fixed + there, held[fixed + there] | (1 << graph.back[square, d]))
        _enqueue(circuit, there)
    one, other = held[mate + square], held[mate + there]
    if one == there:
        return bool(moves == whole)
    _note(circuit, mate + one, other)
    _note(circuit, mate + other, one)
    if moves < whole - 1:
        _keep_apart(graph, circuit, one, other)
    if d == KNOT:
        _one_end(graph, circuit, square)
    return True


@jit
def _one_end(graph: MoveGraph, circuit: Circuit, end: int) -> None:
    """Rule out the ends that are not possible any more, now that one is fixed: all others if it is the second
    end, and those on the same side if the ends are on different sides."""
    held, knot = circuit.held, graph.near.shape[0]
    both = held[knot + 1 + knot] == 2
    for s in range(knot):
        if (held[s] & ~held[knot + 1 + s]) >> KNOT & 1 and (
            both or (circuit.tops[TWO_KNOTS] and circuit.side[s] == circuit.side[end])
        ):
            rule_out(graph, circuit, s, KNOT)


@jit
def _keep_apart(graph: MoveGraph, circuit: Circuit, one: int, other: int) -> None:
    """Rule out the move between the ends of a piece, if there is an open one."""
    held, knot = circuit.held, graph.near.shape[0]
    if one == knot:
        one, other = other, one
    fixed = held[knot + 1 + one]
    if other == knot:
        if (held[one] & ~fixed) >> KNOT & 1:
            rule_out(graph, circuit, one, KNOT)
        return
    for d in range(graph.degree[one]):
        if graph.near[one, d] == other and (held[one] & ~fixed) >> d & 1:
            rule_out(graph, circuit, one, d)


@jit
def lay_out(graph: MoveGraph, circuit: Circuit, free: Bytes, may_end: Bytes, head: int) -> int:
    """Set up the circuit, and return the number of squares, including the head and the knot.

    Every move between free squares, the head and the knot is open, no move is fixed, and every square is
    queued. A head of -1 means that there is none.
    """
    held, knot = circuit.held, graph.near.shape[0]
    whole, ends = 1, 0
    for s in range(knot):
        ways = 0
        if free[s] or s == head:
            for d in range(graph.degree[s]):
                there = graph.near[s, d]
                if free[there] or there == head:
                    ways |= 1 << d
            whole += 1
            if s == head or may_end[s]:
                ways |= 1 << KNOT
                ends += 1
                if s != head:
                    circuit.side[knot] = 1 - circuit.side[s]
        held[s] = ways
    circuit.side[knot + 1] = 1 - circuit.side[knot]
    circuit.tops[TWO_KNOTS] = 0
    for s in range(knot + 1):
        held[knot + 1 + s] = 0
        held[2 * (knot + 1) + s] = s
    held[knot] = ends
    held[3 * (knot + 1)] = 0
    circuit.tops[TRAIL] = 0
    circuit.tops[QUEUE] = 0
    for s in range(knot):
        if held[s]:
            _enqueue(circuit, s)
    circuit.tops[SPENT] += knot
    return whole


@jit
def follow(graph: MoveGraph, circuit: Circuit, whole: int) -> bool:
    """Draw all conclusions from the queued squares; False, with an empty queue, at a contradiction."""
    held, knot = circuit.held, graph.near.shape[0]
    fixed = knot + 1
    while True:
        if circuit.tops[QUEUE] == 0:
            if held[fixed + knot] == 2 or held[knot] > 2:
                return True
            if held[knot] < 2:
                return False
            for s in range(knot):  # only one square is left where the walk can end
                if held[s] >> KNOT & 1 and not held[fixed + s] >> KNOT & 1:
                    if not fix(graph, circuit, s, KNOT, whole):
                        forget_queue(circuit)
                        return False
                    break
        circuit.tops[QUEUE] -= 1
        square = circuit.queue[circuit.tops[QUEUE]]
        circuit.queued[square] = 0
        circuit.tops[SPENT] += 1
        if not _look_at(graph, circuit, square, whole):
            circuit.tops[FAILED] = square
            forget_queue(circuit)
            return False


@jit
def _look_at(graph: MoveGraph, circuit: Circuit, square: int, whole: int) -> bool:
    """Draw the conclusions for a square whose moves have changed; False at a contradiction."""
    held, fixed = circuit.held, graph.near.shape[0] + 1
    ways, done = COUNT[held[square]], COUNT[held[fixed + square]]
    if ways < 2 or done > 2:
        return False
    if ways == 2 and done == 2:
        return True
    rest = held[square] & ~held[fixed + square]
    while rest and (done == 2 or ways == 2):
        d = LOWEST[rest]
        rest &= rest - 1
        if not held[square] >> d & 1:  # ruled out because of a move that was just fixed
            if ways == 2:
                return False
        elif done == 2:
            rule_out(graph, circuit, square, d)
        elif not fix(graph, circuit, square, d, whole):
            return False
    return True

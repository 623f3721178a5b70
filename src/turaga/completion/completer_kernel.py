"""Can this walk be completed? Yes, with the walk that proves it; no; or undecided at the work limit.

Conclusions are drawn from the possible moves (`turaga.completion.circuit_kernel`), and open moves must
connect all squares. When nothing more follows, a move is fixed on trial, and ruled out if that leads to a
contradiction. A question that is not settled after a number of trials is started again, and from then on the
balance of the colours is checked after each trial (`turaga.completion.balance_kernel`). That costs several
times as much, but settles questions that would otherwise take years, for instance on four rows. Yes and no
are exact.
"""

from turaga.completion.balance_kernel import balance
from turaga.completion.circuit_kernel import (  # fmt: skip
    CAREFUL,
    COUNT,
    KNOT,
    LOWEST,
    QUEUE,
    SPENT,
    TRAIL,
    Circuit,
    MoveGraph,
    fix,
    follow,
    forget_queue,
    lay_out,
    rule_out,
    take_back,
)
from turaga.jit import Bytes, Ints, jit

NO, YES, UNDECIDED = 0, 1, 2


@jit
def can_complete(
    graph: MoveGraph,
    circuit: Circuit,
    free: Bytes,
    may_end: Bytes,
    head: int,
    calm: int,
    most: int,
    rest: Ints,
) -> int:
    """Whether a walk that has reached `head` can visit all free squares and finish where it may end.

    Returns YES, with the remaining squares written to `rest`; NO; or UNDECIDED after about `most` visits to a
    square. After `calm` trials the balance is checked.
    """
    whole = lay_out(graph, circuit, free, may_end, head)
    moves = 3 * (graph.near.shape[0] + 1)
    stop = circuit.tops[SPENT] + most
    level, trials = 0, 0
    circuit.tops[CAREFUL] = 0
    sound = fix(graph, circuit, head, KNOT, whole) and _conclude(graph, circuit, head, whole)
    root = circuit.tops[TRAIL]
    while True:
        if sound and circuit.held[moves] == whole:
            _read_off(graph, circuit, head, rest)
            return YES
        if not sound and level == 0:
            return NO
        if circuit.tops[SPENT] >= stop:
            return UNDECIDED
        trials += 1
        if trials > calm and not circuit.tops[CAREFUL]:
            take_back(circuit, root)
            level = 0
            circuit.tops[CAREFUL] = 1
        elif sound:
            move = _choose(graph, circuit)
            circuit.trials[level, 0] = move
            circuit.trials[level, 1] = circuit.tops[TRAIL]
            level += 1
            if not fix(graph, circuit, move // 16, move % 16, whole):
                forget_queue(circuit)
                sound = False
                continue
        else:
            level -= 1
            move = circuit.trials[level, 0]
            take_back(circuit, circuit.trials[level, 1])
            rule_out(graph, circuit, move // 16, move % 16)
        sound = _conclude(graph, circuit, head, whole)


@jit
def _conclude(graph: MoveGraph, circuit: Circuit, head: int, whole: int) -> bool:
    """Draw all conclusions; False at a contradiction."""
    while True:
        if not (follow(graph, circuit, whole) and _hang_together(graph, circuit, head, whole)):
            return False
        if not circuit.tops[CAREFUL] or circuit.held[3 * (graph.near.shape[0] + 1)] == whole:
            return True
        if not balance(graph, circuit, whole):
            forget_queue(circuit)
            return False
        if circuit.tops[QUEUE] == 0:
            return True


@jit
def _read_off(graph: MoveGraph, circuit: Circuit, head: int, rest: Ints) -> None:
    """Write the path of fixed moves from the head to the knot, without these two, to `rest`."""
    fixed = graph.near.shape[0] + 1
    before, here, k = -1, head, 0
    while True:
        ways = circuit.held[fixed + here] & 255
        while ways and graph.near[here, LOWEST[ways]] == before:
            ways &= ways - 1
        if ways == 0:
            return
        before, here = here, graph.near[here, LOWEST[ways]]
        rest[k] = here
        k += 1


@jit
def _hang_together(graph: MoveGraph, circuit: Circuit, head: int, whole: int) -> bool:
    """Whether every square can be reached from the head by open moves, without the knot."""
    held, queue, seen = circuit.held, circuit.sheets[0], circuit.sheets[1]
    for s in range(graph.near.shape[0]):
        seen[s] = 0
    seen[head] = 1
    queue[0] = head
    first, last = 0, 1
    while first < last:
        ways = held[queue[first]] & 255
        while ways:
            there = graph.near[queue[first], LOWEST[ways]]
            ways &= ways - 1
            if not seen[there]:
                seen[there] = 1
                queue[last] = there
                last += 1
        first += 1
    circuit.tops[SPENT] += last
    return last == whole - 1


@jit
def _choose(graph: MoveGraph, circuit: Circuit) -> int:
    """The move to put on trial, as square * 16 + direction.

    It starts from a square with the fewest open moves that are not fixed, if possible at the end of a piece,
    and leads to the neighbour with the fewest.
    """
    held, fixed = circuit.held, graph.near.shape[0] + 1
    chosen, least = -1, 1 << 30
    for s in range(graph.near.shape[0]):
        done = COUNT[held[fixed + s]]
        if held[s] == 0 or done == 2:
            continue
        key = 4 * (COUNT[held[s]] - done) - done
        if key < least:
            chosen, least = s, key
    circuit.tops[SPENT] += graph.near.shape[0]
    rest = held[chosen] & ~held[fixed + chosen] & 255
    direction, least = KNOT, 1 << 30
    while rest:
        d = LOWEST[rest]
        rest &= rest - 1
        there = graph.near[chosen, d]
        key = 2 * COUNT[held[there]] - COUNT[held[fixed + there]]
        if key < least:
            direction, least = d, key
    return int(chosen * 16 + direction)

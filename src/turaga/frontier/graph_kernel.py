"""The frontier method on any graph, with its points in any order: what a state is, and how it is extended.

A graph consists of points and links between them. The points are processed in turn. Each chooses which of its
links to later points belong to the circuit or path through all points, just as the squares of a board do in
`turaga.frontier.state_kernel`. The differences are:

- The points can come in any order. The *frontier* is the set of points that have been reached but not yet
  processed. It is different before each point, and each slot of a state stands for one of its points. (On a
  board, the frontier often has far fewer points than the window has squares.)
- A link can stand for several moves, and so can an end. Each has a *weight*, and the result is the sum, over
  all circuits or paths, of the products of their weights. Links have two weights, and there are two sums. The
  second sum has signs, which `turaga.counting.classes` uses to tell circuits apart.
- The two ends of a path can be of different kinds: one of the first and one of the second, or two of the
  first.
- Sums are computed modulo a prime. They are also computed as floats, to find how many primes are needed.

A state is two words of 15 slots each, with four bits per slot: BARE, a label, LOOSE or DONE, as on a board.
(Labels go up to 13, so there are at most MOST_SLOTS slots.) The bits from 60 on of the second word hold the
number of ends of the first kind so far, plus four times the number of the second kind.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from turaga.frontier.state_kernel import DONE_MATE, LOOSE_MATE, end_here, join
from turaga.jit import Ints, Numbers, jit

Floats = NDArray[np.float64]

MOST_SLOTS = 27
_BARE, _LABELS, _LOOSE_CODE, _DONE_CODE = 0, 13, 14, 15
_WORD = 15  # slots in a word
ENDS_AT = 60
_SLOTS = (1 << ENDS_AT) - 1
SECOND = 4  # an end of the second kind adds this to the number of ends


class GraphPoint(NamedTuple):
    """The point to process. The frontier before, the frontier after and the point itself form one row, and
    positions here are positions in that row."""

    length: int  # of the row
    before: Ints  # the position of each slot of the states before
    after: Ints  # the position of each slot of the states after, ascending
    lacks: Ints  # the number of links that each of these must have by now; otherwise drop the state
    here: int  # the position of the point itself
    targets: Ints  # the positions of its later neighbours
    weights: Ints  # (2, targets): the two weights of the links to them
    first: int  # the weight of an end of the first kind here; 0 if none is possible
    second: int  # the same for the second kind
    must_end: bool
    ends: int  # of a whole path: the number of the first kind, plus four times the number of the second
    closing: bool  # whether all remaining points are in the frontier, so that this point may complete it


class GraphLayer(NamedTuple):
    """States, each once, with their sums, and a table for finding them."""

    low: Ints
    high: Ints
    sums: Ints  # modulo a prime
    signed: Ints  # the same with the second weights; empty if not needed
    sizes: Floats  # the approximate sums, however large
    table: Numbers  # indices of states, or -1; its length is a power of two above the number of states


@jit
def successors(targets: int) -> int:
    """The largest number of successors of a state, at a point with this many later neighbours."""
    return targets * (targets - 1) // 2 + 2 * targets + 3


@jit
def hash_state(low: int, high: int, mask: int) -> int:
    """The table entry at which to start looking for a state."""
    mixed = low ^ (high >> 23) ^ ((high & 0x7FFFFFFF) << 17)
    mixed ^= mixed >> 31
    return (((mixed & 0x7FFFFFFF) * 0x1E3779B1) >> 21) & mask


@jit
def spread(low: int, high: int, point: GraphPoint, mates: Ints, labels: Ints) -> None:
    """Write the mate of each position: itself if bare, another position, LOOSE_MATE or DONE_MATE."""
    for label in range(1, _LABELS + 1):
        labels[label] = -1
    for position in range(point.length):
        mates[position] = position
    word = low
    for i in range(len(point.before)):
        if i == _WORD:
            word = high & _SLOTS
        code = word & 15
        word >>= 4
        position = point.before[i]
        if code == _DONE_CODE:
            mates[position] = DONE_MATE
        elif code == _LOOSE_CODE:
            mates[position] = LOOSE_MATE
        elif code != _BARE:
            if labels[code] < 0:
                labels[code] = position
            else:
                mates[position] = labels[code]
                mates[labels[code]] = position


@jit
def hopeless(mates: Ints, point: GraphPoint, ends: int, complete: bool) -> bool:
    """Whether something other than the whole is complete, or a point has too few links left."""
    if complete and not (point.closing and ends == point.ends):
        return True
    for i in range(len(point.after)):
        position = point.after[i]
        if mates[position] != DONE_MATE and (
            complete or point.lacks[i] > (0 if mates[position] == position else 1)
        ):
            return True
    return False


@jit
def pack(mates: Ints, point: GraphPoint, ends: int, labels: Ints) -> tuple[int, int]:
    """The state after the point."""
    low = 0
    high = ends << ENDS_AT
    last = 0
    for i in range(len(point.after)):
        position = point.after[i]
        mate = mates[position]
        if mate == position:
            code = _BARE
        elif mate == LOOSE_MATE:
            code = _LOOSE_CODE
        elif mate == DONE_MATE:
            code = _DONE_CODE
        elif mate > position:
            last += 1
            labels[mate] = last
            code = last
        else:
            code = labels[position]
        if i < _WORD:
            low |= code << (4 * i)
        else:
            high |= code << (4 * (i - _WORD))
    return low, high


@jit
def _put(
    out: GraphLayer, held: int, low: int, high: int, count: int, signed: int, size: float, prime: int
) -> int:
    """Add to the sums of a state, or add the state if it is new. Returns the new number of states."""
    mask = len(out.table) - 1
    entry = hash_state(low, high, mask)
    while True:
        at = out.table[entry]
        if at < 0:
            break
        if out.low[at] == low and out.high[at] == high:
            out.sums[at] = (out.sums[at] + count) % prime
            if len(out.signed):
                out.signed[at] = (out.signed[at] + signed) % prime
            out.sizes[at] += size
            return held
        entry = (entry + 1) & mask
    out.table[entry] = held
    out.low[held] = low
    out.high[held] = high
    out.sums[held] = count % prime
    if len(out.signed):
        out.signed[held] = signed % prime
    out.sizes[held] = size
    return held + 1


@jit
def _add(
    before: GraphLayer, at: int, mates: Ints, work: Ints, labels: Ints, point: GraphPoint, ends: int,
    end_weight: int, a: int, b: int, out: GraphLayer, held: int, prime: int,
) -> int:  # fmt: skip
    """Write the state after adding links a and b (-1 for none) and, if `end_weight` is not 0, an end here."""
    for position in range(point.length):
        work[position] = mates[position]
    complete = False
    weight = max(end_weight, 1)
    sign = weight
    for link in (a, b):
        if link >= 0:
            complete |= join(work, point.here, point.targets[link])
            weight *= point.weights[0, link]
            sign *= point.weights[1, link]
    if end_weight > 0:
        complete |= end_here(work, point.here)
    if hopeless(work, point, ends, complete):
        return held
    low, high = pack(work, point, ends, labels)
    signed = before.signed[at] * sign if len(before.signed) else 0
    return _put(out, held, low, high, before.sums[at] * weight, signed, before.sizes[at] * weight, prime)


@jit
def advance(
    before: GraphLayer, first: int, last: int, point: GraphPoint, out: GraphLayer, held: int, prime: int
) -> int:
    """Add the successors of states first to last - 1 to a layer that holds `held` states. Returns the new
    number of states.

    The layer must have space for `successors` of each state. Twice the prime times 128 must be below 2**63,
    because the product of the weights of two links, or of a link and an end, is at most 128.
    """
    mates = np.empty(MOST_SLOTS + 9, dtype=np.int64)
    work = np.empty(MOST_SLOTS + 9, dtype=np.int64)
    labels = np.zeros(MOST_SLOTS + 9, dtype=np.int64)
    here, targets = point.here, point.targets
    for at in range(first, last):
        had = before.high[at] >> ENDS_AT
        spread(before.low[at], before.high[at], point, mates, labels)
        has = 0 if mates[here] == here else 2 if mates[here] == DONE_MATE else 1
        for kind in range(3):  # no end here, an end of the first kind, an end of the second kind
            ends = had
            weight = 0
            if kind == 0:
                if point.must_end:
                    continue
            elif kind == 1:
                weight = point.first
                if weight == 0 or had % SECOND == point.ends % SECOND:
                    continue
                ends += 1
            else:
                weight = point.second
                if weight == 0 or had // SECOND == point.ends // SECOND:
                    continue
                ends += SECOND
            needs = (1 if kind > 0 else 2) - has  # -1: a path cannot end at a done point
            if needs == 0:
                held = _add(before, at, mates, work, labels, point, ends, weight, -1, -1, out, held, prime)
            elif needs > 0:
                for a in range(len(targets)):
                    if mates[targets[a]] == DONE_MATE:
                        continue
                    if needs == 1:
                        held = _add(
                            before, at, mates, work, labels, point, ends, weight, a, -1, out, held, prime
                        )
                        continue
                    for b in range(a + 1, len(targets)):
                        if mates[targets[b]] != DONE_MATE:
                            held = _add(
                                before, at, mates, work, labels, point, ends, weight, a, b, out, held, prime
                            )
    return held


@jit
def rebuild(layer: GraphLayer, held: int) -> None:
    """Refill the table of a layer, for example after it has grown."""
    table = layer.table
    mask = len(table) - 1
    for entry in range(len(table)):
        table[entry] = -1
    for at in range(held):
        entry = hash_state(layer.low[at], layer.high[at], mask)
        while table[entry] >= 0:
            entry = (entry + 1) & mask
        table[entry] = at

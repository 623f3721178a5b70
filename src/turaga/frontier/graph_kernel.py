"""The frontier method on any graph, its points in any order: what a state is, and how it goes on.

A graph is points and links between them; the points are taken in turn, and each chooses which of its links to
later points belong to the circuit or path through all of them, as the squares of a board do in
`turaga.frontier.state_kernel`. What is different here:

- The points may come in any order. The *frontier*, those reached and not yet taken, is whatever it happens
  to be before each point, and each slot of a state is one of them. (On a board that is often far fewer than
  the squares of a window.)
- A link stands for several moves, and so does an end: each has a *weight*, and what is counted is the sum,
  over all circuits or paths, of the products of their weights. Links have two weights, and two sums are
  made: the second has signs, by which `turaga.count.classes` tells circuits apart.
- A path's two ends may be of different kinds: one of the first and one of the second, or two of the first.
- Sums are made modulo a prime, and besides in floats, to know how many primes it takes.

A state is two words of 15 slots, four bits each: BARE, a label, LOOSE or DONE, as in the frontier of a board
(labels go up to 13, which is why there are at most MOST_SLOTS). From bit 60 of the second word: how many ends
of the first kind there are already, and four times how many of the second.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from turaga.frontier.state_kernel import DONE_MATE, LOOSE_MATE, end_here, join
from turaga.jit import Ints, Numbers, jit

Floats = NDArray[np.float64]

MOST_SLOTS = 27
MOST_WEIGHT = 128  # the product of the weights of two links, or of a link and an end, is at most this
_BARE, _LABELS, _LOOSE_CODE, _DONE_CODE = 0, 13, 14, 15
_WORD = 15  # slots in a word
_ENDS_AT = 60
_SLOTS = (1 << _ENDS_AT) - 1
_SECOND = 4  # what an end of the second kind adds to the ends


class GraphPoint(NamedTuple):
    """The point to be taken, as the states see it. While it is, the frontier before, the frontier after and
    the point itself stand together in one row of places."""

    places: int  # how many there are in the row
    before: Ints  # where each slot of the states before stands
    after: Ints  # where each slot of the states after stands, from left to right
    lacks: Ints  # how many links each of those must have by now, or nothing can come of the state
    here: int  # where the point itself stands
    targets: Ints  # where its later neighbours stand
    weights: Ints  # (2, targets): the two weights of the links to them
    first: int  # the weight of an end of the first kind here; 0: it cannot be one
    second: int  # the same for the second kind
    must_end: bool
    ends: int  # those of a whole path: how many of the first kind, and four times how many of the second
    closing: bool  # whether all points not taken are in the frontier: it may be complete after this


class GraphLayer(NamedTuple):
    """States, each once, with their sums; and a table to find them by."""

    low: Ints
    high: Ints
    sums: Ints  # modulo a prime
    signed: Ints  # the same with the second weights; empty if nobody asks for it
    sizes: Floats  # roughly the sums, whatever their size
    table: Numbers  # a power of two of places, more than there are states: indices, or -1


@jit
def successors(targets: int) -> int:
    """How many states at most follow one, at a point with so many later neighbours."""
    return targets * (targets - 1) // 2 + 2 * targets + 3


@jit
def _home(low: int, high: int, mask: int) -> int:
    """Where to look for a state first."""
    mixed = low ^ (high >> 23) ^ ((high & 0x7FFFFFFF) << 17)
    mixed ^= mixed >> 31
    return (((mixed & 0x7FFFFFFF) * 0x1E3779B1) >> 21) & mask


@jit
def _spread(low: int, high: int, point: GraphPoint, mates: Ints, labels: Ints) -> None:
    """Write for each place its mate: itself if bare, another place, LOOSE_MATE or DONE_MATE."""
    for label in range(1, _LABELS + 1):
        labels[label] = -1
    for place in range(point.places):
        mates[place] = place
    word = low
    for i in range(len(point.before)):
        if i == _WORD:
            word = high & _SLOTS
        code = word & 15
        word >>= 4
        place = point.before[i]
        if code == _DONE_CODE:
            mates[place] = DONE_MATE
        elif code == _LOOSE_CODE:
            mates[place] = LOOSE_MATE
        elif code != _BARE:
            if labels[code] < 0:
                labels[code] = place
            else:
                mates[place] = labels[code]
                mates[labels[code]] = place


@jit
def _hopeless(mates: Ints, point: GraphPoint, ends: int, complete: bool) -> bool:
    """Whether something is complete that is not the whole, or a point has too few links left."""
    if complete and not (point.closing and ends == point.ends):
        return True
    for i in range(len(point.after)):
        place = point.after[i]
        if mates[place] != DONE_MATE and (complete or point.lacks[i] > (0 if mates[place] == place else 1)):
            return True
    return False


@jit
def _pack(mates: Ints, point: GraphPoint, ends: int, labels: Ints) -> tuple[int, int]:
    """The state after the point."""
    low = 0
    high = ends << _ENDS_AT
    last = 0
    for i in range(len(point.after)):
        place = point.after[i]
        mate = mates[place]
        if mate == place:
            code = _BARE
        elif mate == LOOSE_MATE:
            code = _LOOSE_CODE
        elif mate == DONE_MATE:
            code = _DONE_CODE
        elif mate > place:
            last += 1
            labels[mate] = last
            code = last
        else:
            code = labels[place]
        if i < _WORD:
            low |= code << (4 * i)
        else:
            high |= code << (4 * (i - _WORD))
    return low, high


@jit
def _put(
    out: GraphLayer, held: int, low: int, high: int, count: int, signed: int, size: float, prime: int
) -> int:
    """Add to a state's sums, the state itself if it is new; how many the layer then holds."""
    mask = len(out.table) - 1
    place = _home(low, high, mask)
    while True:
        at = out.table[place]
        if at < 0:
            break
        if out.low[at] == low and out.high[at] == high:
            out.sums[at] = (out.sums[at] + count) % prime
            if len(out.signed):
                out.signed[at] = (out.signed[at] + signed) % prime
            out.sizes[at] += size
            return held
        place = (place + 1) & mask
    out.table[place] = held
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
    """Put out the state after links a and b (-1: none) and, if it has a weight, an end here."""
    for place in range(point.places):
        work[place] = mates[place]
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
    if _hopeless(work, point, ends, complete):
        return held
    low, high = _pack(work, point, ends, labels)
    signed = before.signed[at] * sign if len(before.signed) else 0
    return _put(out, held, low, high, before.sums[at] * weight, signed, before.sizes[at] * weight, prime)


@jit
def advance(
    before: GraphLayer, first: int, last: int, point: GraphPoint, out: GraphLayer, held: int, prime: int
) -> int:
    """Add what follows states first to last - 1 to a layer that holds `held` states; how many it then holds.
    The layer must have room for `successors` of each. The prime times MOST_WEIGHT and twice over must be
    below 2**63.
    """
    mates = np.empty(MOST_SLOTS + 9, dtype=np.int64)
    work = np.empty(MOST_SLOTS + 9, dtype=np.int64)
    labels = np.zeros(MOST_SLOTS + 9, dtype=np.int64)
    here, targets = point.here, point.targets
    for at in range(first, last):
        had = before.high[at] >> _ENDS_AT
        _spread(before.low[at], before.high[at], point, mates, labels)
        has = 0 if mates[here] == here else 2 if mates[here] == DONE_MATE else 1
        for kind in range(3):  # no end here; one of the first kind; one of the second
            ends = had
            weight = 0
            if kind == 0:
                if point.must_end:
                    continue
            elif kind == 1:
                weight = point.first
                if weight == 0 or had % _SECOND == point.ends % _SECOND:
                    continue
                ends += 1
            else:
                weight = point.second
                if weight == 0 or had // _SECOND == point.ends // _SECOND:
                    continue
                ends += _SECOND
            needs = (1 if kind > 0 else 2) - has  # -1 if the path would end at a done point: no way
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
    """Make the table of a layer afresh, as after it has grown."""
    table = layer.table
    mask = len(table) - 1
    for place in range(len(table)):
        table[place] = -1
    for at in range(held):
        place = _home(layer.low[at], layer.high[at], mask)
        while table[place] >= 0:
            place = (place + 1) & mask
        table[place] = at

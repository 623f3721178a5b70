"""The frontier method, one square at a time: what the state of a partial tour is, and how it is extended.

The squares of a board are processed in turn, row by row, where a row is the shorter side. Each square chooses
which of its forward moves (those to later squares) belong to the tour, so that it gets the moves it needs:
two, or one if the tour ends there. All that matters about the choices so far is how they reach the remaining
squares. The squares that they can reach form a *window* of the next few squares. For a knight on a board of
width w, these are the next 2w + 1.

A **state** describes how each square of the window is reached. It is packed into 62 bits. Each of at most 15
slots of the window has four bits, with the next square in the lowest ones:

- BARE, 0: no move reaches the square (or it is a hole or off the board).
- 1 to 7: one move reaches the square. It is one end of a piece of the tour, and the other end is the slot
  with the same label. Pieces are numbered by first appearance, so that equal states are equal integers.
- LOOSE, 14: one move reaches the square, and the other end of its piece is an end of the tour.
- DONE, 15: two moves reach the square.

The bits from 60 on hold the number of ends of the tour that are fixed so far: 0, 1 or 2. A state is not
negative, so a signed integer can hold it. Numba and numpy can mix signed integers with other integers without
converting them to floats. No piece is closed to a circuit, and no two loose pieces are joined, unless that
completes the tour (`Site.finished`). Before the first square, the only state is 0. After the last square, the
only possible state is 0 (closed) or 2 << 60 (open), and it is there if and only if there is a tour.

To process a square, `expand` the states, each into at most MOST_SUCCESSORS, and `merge` equal ones. A caller
that needs one tour keeps the first way to each state (`keep_first`) and walks back (`walk_back`,
`add_backward_moves`, `follow`). A caller that counts tours adds counts[parents[i]] to the count of where[i].

Simpath (Knuth, The Art of Computer Programming 4A, exercise 7.1.4-225) is the best-known form of the method.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from turaga.jit import Bytes, Ints, Numbers, jit

# The moves of the tour at each square: bit d for forward move d, 16 << d for the same move backwards.
Ways = NDArray[np.uint8]

BARE, LOOSE, DONE = 0, 14, 15
MOST_SLOTS = 15
ENDS_AT = 60  # the bits from here on count the fixed ends
INNER, MAY_END, MUST_END, HOLE = 0, 1, 2, 3  # the role of a square in the tour
MOST_SUCCESSORS = 10  # a bare square uses two of four forward moves, or one if the tour ends there
_SLOTS = (1 << ENDS_AT) - 1
LOOSE_MATE, DONE_MATE = -1, -2  # in an unpacked state, the mate of a loose slot and of a done slot


class Site(NamedTuple):
    """The square to process."""

    offsets: Ints  # how far ahead each forward move leads, at most `window`; there are at most four moves
    allowed: int  # bit d: forward move d leads to a square of the board
    role: int  # INNER, MAY_END, MUST_END, or HOLE if it is not a square
    most: int  # with MAY_END, the tour can end here only if fewer ends than this are fixed
    window: int  # the number of slots, 1 to MOST_SLOTS; one more is possible if tours have no ends
    finished: int  # the state after this square if the tour is complete then; -1 if it cannot be yet
    here: int = 0  # the slot of the square itself
    shift: int = 1  # 1: the first slot is dropped; 0: the slot past the window takes the place of `here`


class Successors(NamedTuple):
    """Arrays for the successors that `expand` writes, including duplicates."""

    states: Ints
    parents: Numbers  # the index of the state that each came from
    moves: Bytes  # the forward moves chosen, bit d for move d


@jit
def spread(state: int, window: int, mates: Ints, labels: Ints) -> None:
    """Unpack a state: write the mate of each slot, which is itself if bare, another slot, LOOSE_MATE or
    DONE_MATE. The slot past the window, which this square is the first to reach, is bare."""
    for label in range(9):
        labels[label] = -1
    for i in range(window):
        code = state & 15
        state >>= 4
        if code == BARE:
            mates[i] = i
        elif code == LOOSE:
            mates[i] = LOOSE_MATE
        elif code == DONE:
            mates[i] = DONE_MATE
        elif labels[code] < 0:
            labels[code] = i
        else:
            mates[i] = labels[code]
            mates[labels[code]] = i
    mates[window] = window


@jit
def pack(mates: Ints, shift: int, window: int, labels: Ints) -> int:
    """Pack `window` slots, from slot `shift` on, into an integer."""
    packed = 0
    last = 0
    for i in range(shift, window + shift):
        mate = mates[i]
        if mate == i:
            code = BARE
        elif mate == LOOSE_MATE:
            code = LOOSE
        elif mate == DONE_MATE:
            code = DONE
        elif mate > i:
            last += 1
            labels[mate] = last
            code = last
        else:
            code = labels[i]
        if i - shift == MOST_SLOTS and code >= 8:
            code -= 16  # the sixteenth slot holds the sign bit
        packed |= code << (4 * (i - shift))
    return packed


@jit
def join(mates: Ints, here: int, there: int) -> bool:
    """Add a move between two slots that are not done. Returns whether that closes a circuit or joins the two
    loose pieces."""
    far_here, far_there = mates[here], mates[there]
    if far_here == there:
        mates[here] = mates[there] = DONE_MATE
        return True
    if far_here != here:
        mates[here] = DONE_MATE
    if far_there != there:
        mates[there] = DONE_MATE
    if far_here == LOOSE_MATE:
        if far_there == LOOSE_MATE:
            return True
        mates[far_there] = LOOSE_MATE
    elif far_there == LOOSE_MATE:
        mates[far_here] = LOOSE_MATE
    else:
        mates[far_here] = far_there
        mates[far_there] = far_here
    return False


@jit
def end_here(mates: Ints, here: int) -> bool:
    """Let the tour end on a slot that one move reaches. Returns whether that makes a piece with two loose
    ends."""
    far = mates[here]
    mates[here] = DONE_MATE
    if far == LOOSE_MATE:
        return True
    mates[far] = LOOSE_MATE
    return False


@jit
def _add(
    mates: Ints, work: Ints, labels: Ints, site: Site, ends: int, moves: int, ending: bool, parent: int,
    out: Successors, made: int,
) -> int:  # fmt: skip
    """Write the state after these moves, unless they complete something other than the tour."""
    for i in range(site.window + 1):
        work[i] = mates[i]
    completed = False
    for d in range(len(site.offsets)):
        if (moves >> d) & 1:
            completed |= join(work, site.here, site.offsets[d])
    if ending:
        completed |= end_here(work, site.here)
        ends += 1
    if site.shift == 0:
        fresh = work[site.window]  # a square that only this one can have reached: bare, or an end of a piece
        work[site.here] = site.here if fresh == site.window else fresh
        if fresh >= 0 and fresh != site.window:
            work[fresh] = site.here
    state = pack(work, site.shift, site.window, labels) | (ends << ENDS_AT)
    if completed and state != site.finished:
        return made
    out.states[made] = state
    out.parents[made] = parent
    out.moves[made] = moves
    return made + 1


@jit
def _free_moves(mates: Ints, site: Site) -> int:
    """The forward moves that lead to squares that are not done, bit d for move d."""
    free = 0
    for d in range(len(site.offsets)):
        if (site.allowed >> d) & 1 and mates[site.offsets[d]] != DONE_MATE:
            free |= 1 << d
    return free


@jit
def expand(states: Ints, first: int, site: Site, out: Successors) -> tuple[int, int]:
    """Write the successors of states[first], states[first + 1] and so on, as long as they fit into `out`.
    Returns the index of the first state that was not expanded, and the number of successors.

    Successors come in the order of the states. Among those of one state, the ones in which the tour does not
    end here come first, and then they are sorted by the lower of their moves. So the result depends only on
    the states.
    """
    mates = np.empty(MOST_SLOTS + 2, dtype=np.int64)
    work = np.empty(MOST_SLOTS + 2, dtype=np.int64)
    labels = np.zeros(MOST_SLOTS + 2, dtype=np.int64)
    directions = len(site.offsets)
    most = len(out.states) - MOST_SUCCESSORS
    made = 0
    at = first
    while at < len(states) and made <= most:
        state = states[at]
        ends = state >> ENDS_AT if site.window <= MOST_SLOTS else 0
        here = (state >> (4 * site.here)) & 15
        if site.role == HOLE:
            out.states[made] = ((state & _SLOTS) >> 4) | (ends << ENDS_AT)
            out.parents[made] = at
            out.moves[made] = 0
            made += 1
            at += 1
            continue
        spread(state, site.window, mates, labels)
        has = 0 if here == BARE else 2 if here == DONE else 1
        free = _free_moves(mates, site)
        for ending in (False, True):
            if (site.role == MUST_END and not ending) or (ending and site.role == INNER):
                continue
            if ending and site.role == MAY_END and ends >= site.most:
                continue
            needs = 1 - has if ending else 2 - has  # -1: a tour cannot end on a done square
            if needs == 0:
                made = _add(mates, work, labels, site, ends, 0, ending, at, out, made)
            elif needs == 1:
                for d in range(directions):
                    if (free >> d) & 1:
                        made = _add(mates, work, labels, site, ends, 1 << d, ending, at, out, made)
            elif needs == 2:
                for d in range(directions):
                    for e in range(d + 1, directions):
                        if (free >> d) & 1 and (free >> e) & 1:
                            both = (1 << d) | (1 << e)
                            made = _add(mates, work, labels, site, ends, both, ending, at, out, made)
        at += 1
    return at, made


@jit
def _hash(state: int, mask: int) -> int:
    """The table entry at which to start looking for a state. States differ in groups of four bits, so all
    groups are folded into the lowest bits."""
    mixed = state ^ (state >> 29) ^ (state >> 43)
    mixed ^= mixed >> 15
    mixed ^= mixed << 7
    mixed ^= mixed >> 11
    return mixed & mask


@jit
def merge(found: Ints, made: int, layer: Ints, held: int, table: Numbers, where: Numbers) -> int:
    """Add the first `made` states found to a layer that holds `held` different ones. Returns the new number
    of states. `where[i]` becomes the index of found[i] in the layer; new states are added in the order found.

    The length of `table` is a power of two, more than the number of states in the layer. Its entries are
    indices of states, or -1. `layer` must be long enough for all states found.
    """
    mask = len(table) - 1
    for i in range(made):
        state = found[i]
        entry = _hash(state, mask)
        while table[entry] >= 0 and layer[table[entry]] != state:
            entry = (entry + 1) & mask
        if table[entry] < 0:
            table[entry] = held
            layer[held] = state
            held += 1
        where[i] = table[entry]
    return held


@jit
def find(layer: Ints, table: Numbers, state: int) -> int:
    """The index of a state in a layer, or -1 if it is not there. `table` is from `merge` or `rebuild`."""
    mask = len(table) - 1
    entry = _hash(state, mask)
    while table[entry] >= 0:
        if layer[table[entry]] == state:
            return int(table[entry])
        entry = (entry + 1) & mask
    return -1


@jit
def rebuild(layer: Ints, held: int, table: Numbers) -> None:
    """Refill the table of a layer, for example after the table has grown."""
    mask = len(table) - 1
    for entry in range(len(table)):
        table[entry] = -1
    for i in range(held):
        entry = _hash(layer[i], mask)
        while table[entry] >= 0:
            entry = (entry + 1) & mask
        table[entry] = i


@jit
def keep_first(
    found: Successors, made: int, where: Numbers, before: int, parents: Numbers, moves: Bytes
) -> None:
    """Store the first way to each state that `merge` has just added. The layer held `before` states
    before."""
    held = before
    for i in range(made):
        if where[i] == held:
            parents[held] = found.parents[i]
            moves[held] = found.moves[i]
            held += 1


@jit
def walk_back(
    parents: Numbers, moves: Bytes, begins: Ints, width: int, rows: int, loop: int, at: int, ways: Ways,
    first: int,
) -> int:  # fmt: skip
    """Write the moves chosen in `rows` rows that begin at position `first`, from the last square to the
    first. `at` is the index of the state after these rows. Returns the index of the state before them.

    The layer of column c of the k-th computed row begins at begins[k * width + c] of `parents` and `moves`.
    If fewer rows were computed than the board has, the rows from `loop` on repeat periodically.
    """
    computed = len(begins) // width
    for row in range(rows - 1, -1, -1):
        k = row if row < computed else loop + (row - loop) % (computed - loop)
        for col in range(width - 1, -1, -1):
            entry = begins[k * width + col] + at
            ways[first + row * width + col] = moves[entry]
            at = parents[entry]
    return at


@jit
def add_backward_moves(ways: Ways, offsets: Ints) -> None:
    """Also mark each forward move at the square that it leads to."""
    for at in range(len(ways)):
        for d in range(len(offsets)):
            if (ways[at] >> d) & 1:
                ways[at + offsets[d]] |= 16 << d


@jit
def follow(ways: Ways, at: int, index: int, leaps: Ints, steps: Ints, backs: Ints, walk: Numbers) -> None:
    """Write the indices of the squares along the moves, starting at position `at`, whose square has this
    index.

    `left` is the set of moves left at a square, as bits. The next move leads leaps[left] positions ahead and
    changes the index by steps[left]. Seen from there, the same move is the bit backs[left].
    """
    came = 0
    for k in range(len(walk)):
        walk[k] = index
        left = int(ways[at]) & ~came
        at += leaps[left]
        index += steps[left]
        came = backs[left]

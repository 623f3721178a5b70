"""A walk's rest as a circuit: which moves it may use, which it must, and what follows from that.

A walk stands on its *head*; some squares are free, and it may end on some of those. Put one square more,
the *knot*, a move from the head and from every square where the walk may end. The walk can then be completed
exactly if some circuit goes through the head, the free squares and the knot, and uses the move between head
and knot. Of such a circuit every square has two moves, and that says much:

- a move is *open* while it may be used, and *fixed* once it must be; a square with two open moves fixes
  both, one with two fixed moves rules the others out, one with fewer than two open moves is a contradiction;
- fixed moves make pieces; a move that would close a piece before everything is in it is ruled out (each end
  of a piece knows the other, its *mate*).

What is changed is noted on a trail, from which it can be taken back. The rules are those of F. Rubin, "A
search procedure for Hamilton paths and circuits" (Journal of the ACM 21, 1974).
"""

from typing import NamedTuple

import numpy as np

from turaga.jit import Bytes, Ints, jit

__all__ = [
    "CAREFUL", "COUNT", "KNOT", "LOWEST", "QUEUE", "SPENT", "TRAIL",
    "Ground", "Room", "fix", "follow", "forget_queue", "lay_out", "rule_out", "take_back",
]  # fmt: skip

# The direction of the knot, from any square. No plain 8: numba compiles a function anew for each literal.
KNOT: int = np.int64(8)  # type: ignore[assignment]
TRAIL, QUEUE, SPENT, CAREFUL = 0, 1, 2, 3  # what `tops` holds

# Of each set of nine directions: the lowest, and how many.
LOWEST: Ints = np.array([0] + [(x & -x).bit_length() - 1 for x in range(1, 512)], dtype=np.int64)
COUNT: Ints = np.array([x.bit_count() for x in range(512)], dtype=np.int64)


class Ground(NamedTuple):
    """A board as a graph; the number of its places, `size`, stands where there is no neighbour."""

    near: Ints  # [square, k]: the k-th neighbour in the order
    back: Ints  # [square, k]: which neighbour of that one this square is
    degree: Ints  # how many neighbours; a hole has none


class Room(NamedTuple):
    """What the search works with. `held` has three parts, each an entry a square and one for the knot, and
    then the number of fixed moves: sets of open moves (of the knot: how many), sets of fixed moves (of the
    knot: how many), mates."""

    held: Ints
    trail: Ints  # [k]: an index of `held`, and what was there
    queue: Ints  # squares to be looked at
    queued: Bytes
    trials: Ints  # [level]: the square and direction on trial, and the trail's length before
    side: Ints  # of each square, 0 or 1, neighbours differ; the knot's is put in
    tops: Ints  # lengths of trail and queue; looks at a square, all told; whether the balance is looked at
    sheets: Ints  # nine rows of scratch


@jit
def _note(room: Room, index: int, value: int) -> None:
    top = room.tops[TRAIL]
    room.trail[top, 0] = index
    room.trail[top, 1] = room.held[index]
    room.tops[TRAIL] = top + 1
    room.held[index] = value


@jit
def take_back(room: Room, top: int) -> None:
    """Undo all that was noted since the trail had this length."""
    for k in range(room.tops[TRAIL] - 1, top - 1, -1):
        room.held[room.trail[k, 0]] = room.trail[k, 1]
    room.tops[TRAIL] = top


@jit
def _enqueue(room: Room, square: int) -> None:
    if not room.queued[square]:
        room.queued[square] = 1
        room.queue[room.tops[QUEUE]] = square
        room.tops[QUEUE] += 1


@jit
def forget_queue(room: Room) -> None:
    for k in range(room.tops[QUEUE]):
        room.queued[room.queue[k]] = 0
    room.tops[QUEUE] = 0


@jit
def rule_out(ground: Ground, room: Room, square: int, d: int) -> None:
    """An open move that is not fixed is no longer open."""
    held = room.held
    _note(room, square, held[square] & ~(1 << d))
    _enqueue(room, square)
    if d == KNOT:
        knot = ground.near.shape[0]
        _note(room, knot, int(held[knot]) - 1)
    else:
        there = ground.near[square, d]
        _note(room, there, held[there] & ~(1 << ground.back[square, d]))
        _enqueue(room, there)


@jit
def fix(ground: Ground, room: Room, square: int, d: int, whole: int) -> bool:
    """Fix an open move; False if it closes a piece of fewer than `whole` squares."""
    held, knot = room.held, ground.near.shape[0]
    fixed, mate = knot + 1, 2 * (knot + 1)
    moves = held[3 * (knot + 1)] + 1
    _note(room, 3 * (knot + 1), moves)
    _note(room, fixed + square, held[fixed + square] | (1 << d))
    _enqueue(room, square)
    there = knot
    if d == KNOT:
        _note(room, fixed + knot, held[fixed + knot] + 1)
    else:
        there = ground.near[square, d]
        _note(room, fixed + there, held[fixed + there] | (1 << ground.back[square, d]))
        _enqueue(room, there)
    one, other = held[mate + square], held[mate + there]
    if one == there:
        return bool(moves == whole)
    _note(room, mate + one, other)
    _note(room, mate + other, one)
    if moves < whole - 1:
        _keep_apart(ground, room, one, other)
    if d == KNOT and held[fixed + knot] == 2:
        for s in range(knot):
            if held[s] >> KNOT & 1 and not held[fixed + s] >> KNOT & 1:
                rule_out(ground, room, s, KNOT)
    return True


@jit
def _keep_apart(ground: Ground, room: Room, one: int, other: int) -> None:
    """Rule out the move between the ends of a piece, if there is one and it is open."""
    held, knot = room.held, ground.near.shape[0]
    if one == knot:
        one, other = other, one
    fixed = held[knot + 1 + one]
    if other == knot:
        if (held[one] & ~fixed) >> KNOT & 1:
            rule_out(ground, room, one, KNOT)
        return
    for d in range(ground.degree[one]):
        if ground.near[one, d] == other and (held[one] & ~fixed) >> d & 1:
            rule_out(ground, room, one, d)


@jit
def lay_out(ground: Ground, room: Room, free: Bytes, may_end: Bytes, head: int) -> int:
    """Begin: every move between free squares, the head and the knot is open and none fixed; every square is
    queued. How many squares there are, head and knot counted, comes back."""
    held, knot = room.held, ground.near.shape[0]
    whole, ends = 2, 1
    for s in range(knot):
        ways = 0
        if free[s] or s == head:
            for d in range(ground.degree[s]):
                there = ground.near[s, d]
                if free[there] or there == head:
                    ways |= 1 << d
            if s == head:
                ways |= 1 << KNOT
            else:
                whole += 1
                if may_end[s]:
                    ways |= 1 << KNOT
                    ends += 1
                    room.side[knot] = 1 - room.side[s]
        held[s] = ways
    for s in range(knot + 1):
        held[knot + 1 + s] = 0
        held[2 * (knot + 1) + s] = s
    held[knot] = ends
    held[3 * (knot + 1)] = 0
    room.tops[TRAIL] = 0
    room.tops[QUEUE] = 0
    for s in range(knot):
        if held[s]:
            _enqueue(room, s)
    room.tops[SPENT] += knot
    return whole


@jit
def follow(ground: Ground, room: Room, whole: int) -> bool:
    """Draw every conclusion from what is queued; False, and an empty queue, at a contradiction."""
    held, knot = room.held, ground.near.shape[0]
    fixed = knot + 1
    while True:
        if room.tops[QUEUE] == 0:
            if held[fixed + knot] == 2 or held[knot] > 2:
                return True
            if held[knot] < 2:
                return False
            for s in range(knot):  # one square is left where the walk may end
                if held[s] >> KNOT & 1 and not held[fixed + s] >> KNOT & 1:
                    if not fix(ground, room, s, KNOT, whole):
                        forget_queue(room)
                        return False
                    break
        room.tops[QUEUE] -= 1
        square = room.queue[room.tops[QUEUE]]
        room.queued[square] = 0
        room.tops[SPENT] += 1
        if not _look_at(ground, room, square, whole):
            forget_queue(room)
            return False


@jit
def _look_at(ground: Ground, room: Room, square: int, whole: int) -> bool:
    """What follows for a square whose moves have changed; False at a contradiction."""
    held, fixed = room.held, ground.near.shape[0] + 1
    ways, done = COUNT[held[square]], COUNT[held[fixed + square]]
    if ways < 2 or done > 2:
        return False
    if ways == 2 and done == 2:
        return True
    rest = held[square] & ~held[fixed + square]
    while rest and (done == 2 or ways == 2):
        d = LOWEST[rest]
        rest &= rest - 1
        if not held[square] >> d & 1:  # ruled out by what was fixed just now
            if ways == 2:
                return False
        elif done == 2:
            rule_out(ground, room, square, d)
        elif not fix(ground, room, square, d, whole):
            return False
    return True

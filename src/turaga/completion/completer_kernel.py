"""Can this walk be completed? Yes, with the walk that shows it; no; or, where too much was spent, undecided.

Conclusions are drawn (`circuits.py`) from the moves there are; all squares must hang together by open
moves. If nothing follows any more, a move is fixed on trial, and ruled out where that leads to a
contradiction. A question not settled after so many trials is begun anew with a look at the balance of the
colours after each (`balance.py`): that costs several times as much, and settles what would else take years,
on four rows for instance. Yes and no are exact.
"""

from turaga.completion.balance_kernel import balance
from turaga.completion.circuit_kernel import (
    CAREFUL,
    COUNT,
    KNOT,
    LOWEST,
    QUEUE,
    SPENT,
    TRAIL,
    Ground,
    Room,
    fix,
    follow,
    forget_queue,
    lay_out,
    rule_out,
    take_back,
)  # fmt: skip
from turaga.jit import Bytes, Ints, jit

NO, YES, UNDECIDED = 0, 1, 2


@jit
def can_complete(
    ground: Ground, room: Room, free: Bytes, may_end: Bytes, head: int, calm: int, most: int, rest: Ints
) -> int:
    """Whether a walk that stands on `head` can go through all free squares to one where it may end: YES, and
    the squares to come are written to `rest`; NO; or UNDECIDED after about `most` looks at a square. After
    `calm` trials the balance is looked at."""
    whole = lay_out(ground, room, free, may_end, head)
    moves = 3 * (ground.near.shape[0] + 1)
    stop = room.tops[SPENT] + most
    level, trials = 0, 0
    room.tops[CAREFUL] = 0
    sound = fix(ground, room, head, KNOT, whole) and _conclude(ground, room, head, whole)
    root = room.tops[TRAIL]
    while True:
        if sound and room.held[moves] == whole:
            _read_off(ground, room, head, rest)
            return YES
        if not sound and level == 0:
            return NO
        if room.tops[SPENT] >= stop:
            return UNDECIDED
        trials += 1
        if trials > calm and not room.tops[CAREFUL]:
            take_back(room, root)
            level = 0
            room.tops[CAREFUL] = 1
        elif sound:
            move = _choose(ground, room)
            room.trials[level, 0] = move
            room.trials[level, 1] = room.tops[TRAIL]
            level += 1
            if not fix(ground, room, move // 16, move % 16, whole):
                forget_queue(room)
                sound = False
                continue
        else:
            level -= 1
            move = room.trials[level, 0]
            take_back(room, room.trials[level, 1])
            rule_out(ground, room, move // 16, move % 16)
        sound = _conclude(ground, room, head, whole)


@jit
def _conclude(ground: Ground, room: Room, head: int, whole: int) -> bool:
    """Draw every conclusion; False at a contradiction."""
    while True:
        if not (follow(ground, room, whole) and _hang_together(ground, room, head, whole)):
            return False
        if not room.tops[CAREFUL] or room.held[3 * (ground.near.shape[0] + 1)] == whole:
            return True
        if not balance(ground, room, whole):
            forget_queue(room)
            return False
        if room.tops[QUEUE] == 0:
            return True


@jit
def _read_off(ground: Ground, room: Room, head: int, rest: Ints) -> None:
    """Write down the squares that fixed moves lead through, from the head, which is left out, to the knot."""
    fixed = ground.near.shape[0] + 1
    before, here, k = -1, head, 0
    while True:
        ways = room.held[fixed + here] & 255
        while ways and ground.near[here, LOWEST[ways]] == before:
            ways &= ways - 1
        if ways == 0:
            return
        before, here = here, ground.near[here, LOWEST[ways]]
        rest[k] = here
        k += 1


@jit
def _hang_together(ground: Ground, room: Room, head: int, whole: int) -> bool:
    """Whether every square can be reached from the head by open moves, the knot left out."""
    held, queue, seen = room.held, room.sheets[0], room.sheets[1]
    for s in range(ground.near.shape[0]):
        seen[s] = 0
    seen[head] = 1
    queue[0] = head
    first, last = 0, 1
    while first < last:
        ways = held[queue[first]] & 255
        while ways:
            there = ground.near[queue[first], LOWEST[ways]]
            ways &= ways - 1
            if not seen[there]:
                seen[there] = 1
                queue[last] = there
                last += 1
        first += 1
    room.tops[SPENT] += last
    return last == whole - 1


@jit
def _choose(ground: Ground, room: Room) -> int:
    """The move to put on trial, as square * 16 + direction: of a square with the fewest open moves that are
    not fixed, one of a piece's end if possible, to the neighbour with the fewest."""
    held, fixed = room.held, ground.near.shape[0] + 1
    chosen, least = -1, 1 << 30
    for s in range(ground.near.shape[0]):
        done = COUNT[held[fixed + s]]
        if held[s] == 0 or done == 2:
            continue
        key = 4 * (COUNT[held[s]] - done) - done
        if key < least:
            chosen, least = s, key
    room.tops[SPENT] += ground.near.shape[0]
    rest = held[chosen] & ~held[fixed + chosen] & 255
    direction, least = KNOT, 1 << 30
    while rest:
        d = LOWEST[rest]
        rest &= rest - 1
        there = ground.near[chosen, d]
        key = 2 * COUNT[held[there]] - COUNT[held[fixed + there]]
        if key < least:
            direction, least = d, key
    return int(chosen * 16 + direction)

"""A fast version of `expand` that extends states by a square and drops those without a completion.

`turaga.frontier.state_kernel.expand` is the definition. It unpacks a state slot by slot and packs it again.
The code here works on the packed state, with a few operations on whole words per move, which takes half the
time. Only the labels of the pieces are then renumbered. As soon as the new slots are known, before they are
renumbered, `_hopeless` checks whether they can be completed. Tests show that every state made here is one
that `expand` makes, in the same order, and that the dropped states cannot be completed.

Most states cannot be completed, because some square does not have enough neighbours left, or because the ends
would fall on the wrong colours. Dropping them at once makes the layers much smaller: a tenth of the size on
6x6. Also, if the board has mirror symmetry, a state and its mirror image have equally many completions, so at
the end of a row one of the two is enough (`fold`).
"""

from typing import NamedTuple

from turaga.frontier.state_kernel import BARE, DONE, ENDS_AT, HOLE, LOOSE, MAY_END, MUST_END, Site
from turaga.jit import Ints, Numbers, jit

_SLOTS = (1 << ENDS_AT) - 1
EACH_SLOT = _SLOTS // 15  # bit 4i for slot i: a mask of slots has its bits where the slots begin
_PAIRS = 0x0F0F0F0F0F0F0F0F  # the lower slot of each pair
_FRESH = 8  # the label of a piece that begins on this square, until it is renumbered; others are 1 to 7
_COMPLETE = 1 << 62  # added to the slots if a circuit was closed or the two loose pieces were joined


class Outlook(NamedTuple):
    """What lies ahead after a square, in the slots of the window and beyond it."""

    real: int  # mask: the slots that are squares of the board and not holes
    must_end: int  # mask: the squares where the tour must end
    light: int  # mask: the squares of one colour; every move leads to the other colour
    balance: int  # moves that light squares beyond the window need, minus those that dark ones need
    ends: int  # the number of ends of the tour, without those that are given at later squares
    tight: Ints  # masks of one slot each: squares with at most one neighbour beyond the window
    near: Ints  # for each of these, a mask of its neighbours in the window
    beyond: Ints  # for each of these, the number of its neighbours beyond the window


@jit
def _with_label(slots: int, label: int) -> int:
    """A mask of the slots with this label."""
    other = slots ^ (label * EACH_SLOT)
    other |= other >> 1
    other |= other >> 2
    return ~other & EACH_SLOT


@jit
def _tie(slots: int, at: int, far: int) -> int:
    """Add a move from the square to the slot that begins at bit `at`, which is not done. `far` is the label
    of the other end of the square's piece, or LOOSE."""
    there = (slots >> at) & 15
    if there == BARE:
        return slots | (far << at)
    slots |= DONE << at
    if there == far:
        return slots | _COMPLETE
    if there == LOOSE:
        return slots ^ (_with_label(slots, far) * (far ^ LOOSE))
    return slots ^ (_with_label(slots, there) * (there ^ far))


@jit
def _numbered(slots: int, window: int) -> int:
    """The slots with their pieces numbered by first appearance."""
    names = LOOSE << (4 * LOOSE)  # the new label of each label, at bit 4 * label; 0 if it has none yet
    numbered = 0
    last = 0
    for i in range(window):
        code = (slots >> (4 * i)) & 15
        name = (names >> (4 * code)) & 15
        is_new = int(name == 0) & int(code != BARE) & int(code != DONE)
        last += is_new
        name |= is_new * last
        name |= DONE * int(code == DONE)
        names |= (is_new * last) << (4 * code)
        numbered |= name << (4 * i)
    return numbered


@jit
def _sum_of_slots(slots: int) -> int:
    """The sum of all slots. It must be below 256."""
    slots = (slots & _PAIRS) + ((slots >> 4) & _PAIRS)
    slots += slots >> 8
    slots += slots >> 16
    slots += slots >> 32
    return slots & 255


@jit
def _hopeless(slots: int, ends: int, outlook: Outlook) -> bool:
    """Whether a check of each square by itself shows that no tour has these slots and this many fixed ends.

    Each move joins a light and a dark square. So the light squares together still need exactly as many moves
    as the dark ones, where a square at an end of the tour needs one less. This tells how many of the ends
    that are not fixed yet are light. At most that many light squares can lack a neighbour, and none can lack
    more than one. A square that is not an end and has no spare neighbour needs all its neighbours, and a
    neighbour cannot serve more squares than it has moves left.
    """
    touched = slots | (slots >> 1)
    touched = (touched | (touched >> 2)) & EACH_SLOT
    done = slots & (slots >> 1)
    done = done & (done >> 2) & EACH_SLOT
    two = outlook.real & ~touched & ~outlook.must_end  # squares that need two moves
    some = outlook.real & ~done & ~(outlook.must_end & touched)  # squares that need at least one
    light = _sum_of_slots((some & outlook.light) + (two & outlook.light))
    dark = _sum_of_slots((some & ~outlook.light) + (two & ~outlook.light))
    surplus = outlook.balance + light - dark
    to_fix = outlook.ends - ends
    if surplus > to_fix or surplus < -to_fix or (surplus + to_fix) & 1:
        return True
    light_ends = (to_fix + surplus) >> 1
    dark_ends = to_fix - light_ends
    once = twice = thrice = 0  # masks: squares that at least one, two or three others need
    for k in range(len(outlook.tight)):
        bit = outlook.tight[k]
        if some & bit == 0:
            continue
        near = outlook.near[k] & some
        but_one = near & (near - 1)
        but_two = but_one & (but_one - 1)
        spare = outlook.beyond[k] + int(near != 0) + int(but_one != 0) + int(but_two != 0)
        spare -= 1 + int(two & bit != 0)
        if spare > 0:
            continue
        is_light = outlook.light & bit != 0
        if spare < 0:
            if is_light:
                light_ends -= 1
            else:
                dark_ends -= 1
            if spare < -1 or light_ends < 0 or dark_ends < 0:
                return True
        elif (is_light and light_ends == 0) or (not is_light and dark_ends == 0):
            thrice |= twice & near
            twice |= once & near
            once |= near
    return thrice != 0 or twice & ~two != 0


@jit
def _put(
    slots: int, ends: int, parent: int, site: Site, outlook: Outlook, found: Ints, parents: Numbers, made: int
) -> int:
    """Write a state with these slots, unless it has no completion or completes something other than the
    tour."""
    if slots & _COMPLETE:
        state = (slots ^ _COMPLETE) | (ends << ENDS_AT)
        if state != site.finished:
            return made
    elif _hopeless(slots, ends, outlook):
        return made
    else:
        state = _numbered(slots, site.window) | (ends << ENDS_AT)
    found[made] = state
    parents[made] = parent
    return made + 1


@jit
def grow(
    states: Ints, first: int, last: int, site: Site, outlook: Outlook, found: Ints, parents: Numbers
) -> int:
    """Write the successors of states[first:last], and to `parents` the index of the state that each comes
    from. Returns the number of successors. The arrays must have space for MOST_SUCCESSORS per state."""
    directions = len(site.offsets)
    made = 0
    for parent in range(first, last):
        state = states[parent]
        ends = state >> ENDS_AT
        here = state & 15
        slots = (state & _SLOTS) >> 4  # the last slot, which this square is the first to reach, is bare
        if site.role == HOLE:
            made = _put(slots, ends, parent, site, outlook, found, parents, made)
            continue
        free = 0
        for d in range(directions):
            at = 4 * (site.offsets[d] - 1)
            if (site.allowed >> d) & 1 and (slots >> at) & 15 != DONE:
                free |= 1 << d
        if site.role != MUST_END:
            if here == DONE:
                made = _put(slots, ends, parent, site, outlook, found, parents, made)
            elif here != BARE:
                for d in range(directions):
                    if (free >> d) & 1:
                        after = _tie(slots, 4 * (site.offsets[d] - 1), here)
                        made = _put(after, ends, parent, site, outlook, found, parents, made)
            else:
                for d in range(directions):
                    if (free >> d) & 1 == 0:
                        continue
                    at = 4 * (site.offsets[d] - 1)
                    there = (slots >> at) & 15
                    begun = slots | ((_FRESH if there == BARE else DONE) << at)
                    far = _FRESH if there == BARE else there
                    for e in range(d + 1, directions):
                        if (free >> e) & 1:
                            after = _tie(begun, 4 * (site.offsets[e] - 1), far)
                            made = _put(after, ends, parent, site, outlook, found, parents, made)
        if site.role == MUST_END or (site.role == MAY_END and ends < site.most):
            if here == BARE:
                for d in range(directions):
                    if (free >> d) & 1:
                        after = _tie(slots, 4 * (site.offsets[d] - 1), LOOSE)
                        made = _put(after, ends + 1, parent, site, outlook, found, parents, made)
            elif here != DONE:
                after = slots | _COMPLETE
                if here != LOOSE:
                    after = slots ^ (_with_label(slots, here) * (here ^ LOOSE))
                made = _put(after, ends + 1, parent, site, outlook, found, parents, made)
    return made


@jit
def fold(states: Ints, made: int, width: int, rows: int) -> None:
    """Replace each of the first `made` states by the smaller of it and its mirror image. They are states
    after the last square of a row, and their windows reach `rows` rows ahead."""
    for i in range(made):
        slots = states[i] & _SLOTS
        image = 0
        at = 0
        for row in range(rows):
            for col in range(width - 1, -1, -1):
                image |= ((slots >> (4 * (row * width + col))) & 15) << at
                at += 4
        image = _numbered(image, rows * width)
        states[i] += min(0, image - slots)

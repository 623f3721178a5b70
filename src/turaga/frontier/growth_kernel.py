"""States taken a square further, quickly: what `expand` makes, without what leads nowhere.

`turaga.frontier.state_kernel.expand` is the definition: it spreads a state out, slot by slot, and packs it up
again. Here the same is done on the packed state, with a few operations on whole words for each move, which
takes half the time; only the pieces are then numbered again. As soon as the new slots are known, before they
are numbered, `_hopeless` checks whether they lead anywhere. Tests show that every state made here is one that
`expand` makes, in its order, and that the states left out lead nowhere.

Most states lead nowhere: a square was left without enough squares to go on to, or the ends would fall on
the wrong colours. Dropping those at once makes the layers a fraction of what they were, a tenth at 6x6. And
where the board is its own mirror image, a state and its mirror image can be completed in equally many ways:
at the end of a row one of the two is enough (`fold`).
"""

from typing import NamedTuple

from turaga.frontier.state_kernel import BARE, DONE, ENDS_AT, HOLE, LOOSE, MAY_END, MUST_END, Site
from turaga.jit import Ints, Numbers, jit

_SLOTS = (1 << ENDS_AT) - 1
EACH_SLOT = _SLOTS // 15  # bit 4i for slot i: masks of slots have their bits where the slots begin
_PAIRS = 0x0F0F0F0F0F0F0F0F  # of each two slots, the lower
_FRESH = 8  # the label of a piece begun with this square, until it is numbered: other labels are 1 to 7
_COMPLETE = 1 << 62  # added to slots where a circuit was closed, or the two loose pieces joined


class Outlook(NamedTuple):
    """What lies ahead after a square: of the slots of the window, and beyond it."""

    real: int  # mask: the slots that are squares of the board, and not holes
    must_end: int  # mask: the tour ends there
    light: int  # mask: squares of one colour; every move leads to the other
    balance: int  # moves the light squares beyond the window need, less those the dark ones need
    ends: int  # ends of the tour, those given and still to come left out
    tight: Ints  # masks of one slot: squares with at most one neighbour beyond the window
    near: Ints  # of each of these, mask: its neighbours in the window
    beyond: Ints  # of each of these, how many lie beyond it


@jit
def _with_label(slots: int, label: int) -> int:
    """Mask: the slots with this label."""
    other = slots ^ (label * EACH_SLOT)
    other |= other >> 1
    other |= other >> 2
    return ~other & EACH_SLOT


@jit
def _tie(slots: int, at: int, far: int) -> int:
    """Add a move from the square to the slot that begins at bit `at`, which is not done; `far` is what the
    other end of the square's piece is labelled, or LOOSE."""
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
    names = LOOSE << (4 * LOOSE)  # at 4 * label its new one, 0 as long as it has none
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
    """The sum of all slots, if it is below 256."""
    slots = (slots & _PAIRS) + ((slots >> 4) & _PAIRS)
    slots += slots >> 8
    slots += slots >> 16
    slots += slots >> 32
    return slots & 255


@jit
def _hopeless(slots: int, ends: int, outlook: Outlook) -> bool:
    """Whether checking each square alone shows that no tour has these slots, with so many ends fixed.

    What the light squares still need, one less where the tour ends, equals what the dark ones need: each move
    serves one of each. So it is known how many of the ends that are not fixed yet are light. No more squares
    than that may lack a neighbour, and none may lack more than one. A square that is no end and has no
    neighbour to spare needs all of them, and a neighbour can serve no more squares than it has moves to give.
    """
    touched = slots | (slots >> 1)
    touched = (touched | (touched >> 2)) & EACH_SLOT
    done = slots & (slots >> 1)
    done = done & (done >> 2) & EACH_SLOT
    two = outlook.real & ~touched & ~outlook.must_end  # need two moves
    some = outlook.real & ~done & ~(outlook.must_end & touched)  # need at least one
    light = _sum_of_slots((some & outlook.light) + (two & outlook.light))
    dark = _sum_of_slots((some & ~outlook.light) + (two & ~outlook.light))
    surplus = outlook.balance + light - dark
    to_fix = outlook.ends - ends
    if surplus > to_fix or surplus < -to_fix or (surplus + to_fix) & 1:
        return True
    light_ends = (to_fix + surplus) >> 1
    dark_ends = to_fix - light_ends
    once = twice = thrice = 0  # masks: squares that so many others need
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
    """Write a state with these slots, unless it leads nowhere or completes something other than the tour."""
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
    """Write the successors of states[first:last], and in `parents` whose they are; how many. The arrays must
    hold MOST_SUCCESSORS for each state."""
    directions = len(site.offsets)
    made = 0
    for parent in range(first, last):
        state = states[parent]
        ends = state >> ENDS_AT
        here = state & 15
        slots = (state & _SLOTS) >> 4  # of which the last, that this square is the first to reach, is bare
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
    """Replace each of the first `made` states, after the last square of a row, by the lesser of it and its
    mirror image. Their windows reach `rows` rows ahead."""
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

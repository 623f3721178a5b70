"""Estimates, before a count starts, how many states it will hold and how much memory they will take.

A state describes how each square of the window is reached (see `turaga.frontier.state_kernel`). The number of
such descriptions, the *possible states*, is an upper limit. For each square of the window we know how many of
its neighbours have been processed and how many are still to come. It cannot have more moves than the former,
or lack more moves than the latter. We also know the number of moves of the light squares minus that of the
dark squares, because every move joins a light and a dark square. If m squares have one move each, their
pieces can pair them up in (m - 1)(m - 3)... ways; one or two of the squares are left out if ends of the tour
are fixed. So the possible states can be counted. On long boards, about two in five of them occur. On short
boards, there are too few earlier moves to reach all of them, and too few later moves to continue from them.

The largest number of states after any square on knight boards, measured and estimated:

              closed             both ends given        a start given             open
    3x12         77         60        308       242       493       438         466       422
    3x30         82         61        310       247       511       443         482       425
    4x6          60         59        471       232     1,777       816       1,787     1,369
    4x8         310        670      1,929     2,615     5,833     6,849       6,189     8,128
    4x24        512      1,340      2,221     5,230     7,321    10,700       7,479    10,698
    5x6         442      1,082      3,838     4,664    14,804    17,564      17,247    28,883
    5x8      17,436     16,654     86,948    71,815   204,715   182,677     226,636   196,780
    5x18     36,803     24,384    136,616   105,148   306,222   230,359     319,579   225,663
    6x6      19,061     22,524     91,963   105,792   513,955   422,626     643,799   682,631
    6x7     291,280    160,975    942,913   756,082         - 2,506,348   4,402,501 3,172,167
    6x8     676,185    417,778  2,567,348 1,962,257         - 4,943,891           - 4,993,159
    6x12    937,463    507,775          - 2,384,961         - 5,542,790           - 5,333,303
    7x8  16,567,267 10,795,032
"""

import math
import os
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache

from turaga.board import Board
from turaga.errors import BadRule
from turaga.frontier.layout import MOST_WINDOW, ScanLayout

DEFAULT_MEMORY = 4 * 10**9
_allowed: ContextVar[int] = ContextVar("bytes a count may take", default=DEFAULT_MEMORY)
_SHARE_REACHED = 0.4  # of all possible states, on long boards
_MOST_ROWS = 100  # rows examined
_WIDEST = 40  # slots of a window; a wider one is far beyond counting, so a rough estimate will do,
_MOST_SLOTS = 1000  # which uses at most this many slots


# -- the memory limit -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MemoryEstimate:
    """The largest number of states held at once, and the bytes they take.

    >>> MemoryEstimate(states=1000, bytes=40_000).bytes
    40000
    """

    states: int
    bytes: int


class TooManyStates(BadRule):
    """The states would take more memory than the limit, or a square needs more slots than a state has.
    `Tours.estimate` has no such limit.

    >>> print(TooManyStates("9x9 cannot be counted", accepted="moves reach too far").advising("try 7x7"))
    9x9 cannot be counted: moves reach too far; try 7x7
    """

    def advising(self, advice: str) -> "TooManyStates":
        """The same error with advice added at the end."""
        accepted = f"{self.accepted}; {advice}"
        return TooManyStates(self.problem, accepted=accepted, field=self.field)


def default_memory() -> int:
    """The memory limit of a count, in bytes: 4 GB unless `memory_bound` sets another, and never more than the
    machine has."""
    try:
        return min(_allowed.get(), os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, ValueError, OSError):
        return _allowed.get()


@contextmanager
def memory_bound(limit: int) -> Iterator[None]:
    """Set the memory limit of counts and samplers, in bytes, for a `with` block. Work that would exceed it is
    rejected before it starts.

    >>> with memory_bound(500_000_000):
    ...     default_memory() <= 500_000_000
    True
    """
    before = _allowed.set(limit)
    try:
        yield
    finally:
        _allowed.reset(before)


def require_memory(estimate: MemoryEstimate, problem: str, *, advice: str = "") -> None:
    """Raise `TooManyStates` if this is more than `default_memory`. `problem` says what cannot be done, and
    `advice` what to do instead.

    >>> require_memory(MemoryEstimate(97_123_456, 8_612_000_000_000), "6x9 cannot be counted")
    Traceback (most recent call last):
        ...
    turaga.frontier.memory.TooManyStates: 6x9 cannot be counted: this needs about 97,000,000 states and
    8,600 GB of memory, and the memory limit is 4.0 GB
    """
    limit = default_memory()
    if estimate.bytes > limit:
        needs = f"about {_rounded(estimate.states)} states and {show_bytes(estimate.bytes)} of memory"
        accepted = f"this needs {needs}, and the memory limit is {show_bytes(limit)}"
        raise TooManyStates(problem, accepted=accepted + f"; {advice}" * bool(advice), field="board")


def require_window(layout: ScanLayout, problem: str, *, advice: str = "") -> None:
    """Raise `TooManyStates` if a state has too few slots for the board.

    >>> require_window(ScanLayout(Board("8x8")), "8x8 cannot be counted row by row")
    Traceback (most recent call last):
        ...
    turaga.frontier.memory.TooManyStates: 8x8 cannot be counted row by row: the board is too wide (moves
    reach up to 17 squares ahead, and the limit is 15)
    """
    if not layout.fits:
        reach = f"moves reach up to {layout.window} squares ahead, and the limit is {MOST_WINDOW}"
        accepted = f"the board is too wide ({reach})"
        accepted += f"; {advice}" * bool(advice)
        raise TooManyStates(problem, accepted=accepted, field="board")


def show_bytes(number: int) -> str:
    """An amount of memory for people to read. 1 kB is 1000 bytes, 1 GB is 10^9 bytes.

    >>> [show_bytes(n) for n in (1, 62_400, 12_345_678, 536_870_912, 4 * 10**9, 8_612_000_000_000)]
    ['1 kB', '62 kB', '12 MB', '0.5 GB', '4.0 GB', '8,600 GB']
    """
    if number >= 10**11:
        return f"{_rounded(number // 10**9)} GB"
    if number >= 10**8:
        return f"{number / 1e9:.1f} GB"
    return f"{number / 1e6:.0f} MB" if number >= 10**6 else f"{max(1, number // 1000)} kB"


def _rounded(number: int) -> str:
    """A number rounded to two digits, or the nearest power of ten if it is very large.

    >>> _rounded(61_234_567), _rounded(12), _rounded(3 * 10**40)
    ('61,000,000', '12', '10^40')
    """
    if number >= 10**15:
        return f"10^{math.log10(number):.0f}"
    unit = 10 ** max(0, len(str(number)) - 2)
    return f"{round(number / unit) * unit:,}"


# -- the estimate ---------------------------------------------------------------------------------------

# A square of the window: the smallest and largest number of moves it can have, and whether it is light.
Slot = tuple[int, int, bool]


def estimate_memory(
    board: Board, given: Sequence[int], ends: int, *, by_start: bool = False
) -> MemoryEstimate:
    """Estimate the memory needed to count tours with `ends` ends (2, or 0 if closed). The indices in `given`
    are squares where they must end. Set `by_start` for the count by start, which keeps some layers.

    This takes a few hundredths of a second.

    >>> estimate = estimate_memory(Board("6x7"), [], 2)
    >>> 10**6 < estimate.states < 10**7, estimate.bytes > 16 * estimate.states
    (True, True)
    """
    layout = ScanLayout(board)
    if layout.window > _WIDEST:
        states = _states_of_slots(min(layout.window, _MOST_SLOTS))
        return MemoryEstimate(states, _bytes(states, layout, by_start=by_start))
    positions = [layout.position(index) for index in given]
    possible, slots = _most_possible(layout, positions, ends)
    if layout.is_own_mirror(layout.holes) and layout.is_own_mirror(positions):
        possible = possible * 2 // 3  # mirror images are merged after whole rows, but not within a row
    share = 1 if _is_planar(board) else _SHARE_REACHED
    states = max(1, round(possible * share * _share_on_short_boards(board.size, slots, ends - len(given))))
    return MemoryEstimate(states, _bytes(states, layout, by_start=by_start))


def _states_of_slots(slots: int) -> int:
    """The number of possible states if each of these slots can be bare, done or joined to any other slot.

    >>> [_states_of_slots(slots) for slots in range(5)]
    [1, 2, 5, 14, 43]
    """
    before, states = 0, 1
    for slot in range(slots):
        before, states = states, 2 * states + slot * before
    return states


def _is_planar(board: Board) -> bool:
    """Whether no two moves of a tour can cross, as with the 0,1 leaper. The 0,b and a,a leapers move like it
    on the squares that they can reach."""
    a, b = board.leaper
    return a in (0, b)


def _share_on_short_boards(squares: int, slots: int, free: int) -> float:
    """The states of a short board as a fraction of those of a long one. This is a formula fitted to
    measurements. It depends on the number of squares, on the number of slots of the window that can differ,
    and on the number of ends that are free."""
    return 1 / (1 + 10 ** min(300, (3 * slots + 5 - 1.5 * free - squares) / 6))


def _bytes(states: int, layout: ScanLayout, *, by_start: bool) -> int:
    """The memory for the layers before and after a square, the table, and the successors in transit."""
    words = 1 + (9 * layout.board.size // 10 + 5) // 62  # each square less than doubles the number of ways
    each = 8 + 8 * words
    held = states * (2 * each + each // 4 + 12) + 12 * min(3 * states, 3 << 20)
    held += held // 3  # measured: the process takes more than this, because freed memory is fragmented
    if by_start:
        # Layers after whole rows are about a quarter of the largest one. Those of one row are kept as well.
        held += states * each * (5 * layout.length + 12 * layout.width + 40) // 20
    return held


def _most_possible(layout: ScanLayout, given: list[int], ends: int) -> tuple[int, int]:
    """The largest number of possible states after any square, and how many squares of its window can
    differ."""
    most = (0, 0)
    for position in _different_positions(layout, given):
        slots = _slots(layout, position, given, may_end=ends > len(given))
        if slots is not None:
            most = max(most, (_possible_states(layout, position, given, ends, slots), len(slots)))
    return most


def _different_positions(layout: ScanLayout, given: list[int]) -> Iterator[int]:
    """Positions of every kind: those in rows near the top or bottom, near a hole, or near a given end. All
    other rows are alike, except for their colours."""
    marked = {0, layout.length - 1, *(p // layout.width for p in (*layout.holes, *given))}
    far = 2 * layout.reach + 2 * layout.unit
    rows = {r for m in marked for r in range(max(0, m - far), min(layout.length, m + far + 1))}
    chosen = sorted(rows)
    if len(chosen) > _MOST_ROWS:
        chosen = [chosen[i * len(chosen) // _MOST_ROWS] for i in range(_MOST_ROWS)]
    for row in chosen:
        yield from range(row * layout.width, (row + 1) * layout.width)


def _slots(layout: ScanLayout, position: int, given: list[int], *, may_end: bool) -> list[Slot] | None:
    """The squares of the window after a position that can differ; None if one has too few neighbours."""
    slots = []
    for here in range(position + 1, min(position + 1 + layout.window, layout.board.area)):
        if here in layout.holes:
            continue
        near = layout.neighbours(here)
        taken = bisect_left(near, position + 1)
        needs = 1 if here in given else 2
        fewest, most = max(0, needs - (len(near) - taken) - may_end), min(needs, taken)
        if fewest > most:
            return None
        if most > 0:
            slots.append((fewest, most, layout.is_light(here)))
    return slots


def _possible_states(
    layout: ScanLayout, position: int, given: list[int], ends: int, slots: list[Slot]
) -> int:
    """The number of possible states after a position, for every number of ends fixed by then.

    The squares up to the position have two moves each, or one where the tour ends. Each move between two of
    them uses one light and one dark square. So if the light squares have k more moves than the dark ones,
    then k more moves lead from light squares to dark squares of the window than from dark to light.
    """
    surplus = _light_surplus(layout, position)
    fixed = [p for p in given if p <= position]
    light_given, light_fixed = (sum(map(layout.is_light, these)) for these in (given, fixed))
    light_ends = (ends + 2 * _light_surplus(layout, layout.board.area - 1)) // 2  # of the whole tour
    light_free = light_ends - light_given
    dark_free = ends - len(given) - light_free
    if light_free < 0 or dark_free < 0 or (ends == 0 and light_ends != 0):
        return 0
    counted = states_by_ends(tuple(sorted(slots)), planar=_is_planar(layout.board))
    states = 0
    for light in range(light_free + 1):
        for dark in range(dark_free + 1):
            now_light, now_dark = light_fixed + light, len(fixed) - light_fixed + dark
            states += counted[now_light + now_dark, 2 * surplus - now_light + now_dark]
    return states


def _light_surplus(layout: ScanLayout, position: int) -> int:
    """The number of light squares up to a position minus the number of dark ones."""
    row, col = divmod(position + 1, layout.width)
    whole = sum(1 if layout.is_light(c) else -1 for c in range(layout.width))
    units, rest = divmod(row, layout.unit)  # this many rows have the same colours, then they swap
    surplus = whole * (rest if units % 2 == 0 else layout.unit - rest)
    surplus += sum(
        1 if layout.is_light(p) else -1 for p in range(row * layout.width, row * layout.width + col)
    )
    return surplus - sum(1 if layout.is_light(hole) else -1 for hole in layout.holes if hole <= position)


@lru_cache(maxsize=1 << 14)
def states_by_ends(slots: tuple[Slot, ...], *, planar: bool = False) -> Counter[tuple[int, int]]:
    """The number of possible states of these squares, keyed by the number of fixed ends of the tour and by
    the moves of the dark squares minus those of the light ones. With `planar`, pieces do not cross.

    >>> sum(states_by_ends(((0, 2, True),) * 4)[0, -n] for n in range(9))  # bare, done, 3 or 1 pairings
    43
    """
    ways = Counter({(0, 0): 1})  # keyed by the number of squares with one move, and by that difference
    for fewest, most, is_light in slots:
        grown: Counter[tuple[int, int]] = Counter()
        for (single, surplus), many in ways.items():
            for moves in range(fewest, most + 1):
                grown[single + (moves == 1), surplus + (-moves if is_light else moves)] += many
        ways = grown
    states: Counter[tuple[int, int]] = Counter()
    for (single, surplus), many in ways.items():
        for ends in range(3):
            pairs, odd = divmod(single - ends, 2)
            if pairs >= 0 and not odd:
                joined = math.comb(2 * pairs, pairs)
                joined = joined // (pairs + 1) if planar else joined * math.factorial(pairs) >> pairs
                states[ends, surplus] += many * math.comb(single, ends) * joined
    return states

"""How many states a count will take, and how much memory, estimated before it starts.

A state is a look of the window (see `turaga.frontier.state_kernel`), so there are at most as many as there
are
looks. Of each square of the window it is known how many of its neighbours were taken already, and how many
are still to come; so it has no more moves than the one, and lacks no more than the other. How many moves the
light squares have, less those of the dark ones, is known too, because each move serves one of each. If m
squares have one move each, their pieces can have joined them in (m - 1)(m - 3)... ways, one or two of them
aside if ends of the tour are fixed. All these looks can be counted, and on long boards about two in five of
them are met with. On short ones the moves made so far are too few to lead to them all, and those to come too
few to lead on.

The most states after a square on knight boards, as measured, and as estimated:

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
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache

from turaga.board import Board
from turaga.count.request import Tours
from turaga.errors import BadRule
from turaga.frontier import MOST_WINDOW, window
from turaga.frontier.positions import Places

DEFAULT_MEMORY = 4 << 30
MOST_ESTIMATED = 1_000_000  # squares of a board whose tours are estimated by probes
_allowed: ContextVar[int] = ContextVar("bytes a count may take", default=DEFAULT_MEMORY)
_MET_WITH = 0.4  # of all looks, on long boards
_MOST_ROWS = 100  # looked at
_WIDEST = 40  # slots of a window; a wider one is far beyond counting, and only roughly estimated,
_MOST_SLOTS = 1000  # by that many of them


@dataclass(frozen=True, slots=True)
class Room:
    """What a count takes."""

    states: int  # after a square, at most
    bytes: int


# A square of the window: the fewest and most moves it can have, and whether it is light.
_Slot = tuple[int, int, bool]


def estimated_room(tours: Tours, *, by_start: bool = False) -> Room:
    """About how many states are held at once when these tours are counted, and how many bytes; `by_start`
    for the count by start, which keeps some layers.

    Takes a few hundredths of a second.

    >>> room = estimated_room(Tours.of("6x7"))
    >>> 10**6 < room.states < 10**7, room.bytes > 16 * room.states
    (True, True)
    """
    places = Places(tours.board)
    if places.window > _WIDEST:
        states = _all_looks(min(places.window, _MOST_SLOTS))
        return Room(states, _bytes(states, tours.board.size, places, by_start=by_start))
    given = [places.of(n) for n in (tours.start, tours.end) if n is not None]
    if tours.closed and len(given) < 2:
        given = []
    looks, slots = _most_looks(places, given, 0 if tours.closed and not given else 2)
    if places.are_own_mirror(places.holes) and places.are_own_mirror(given):
        looks = looks * 2 // 3  # mirror images are one state after whole rows, but not within a row
    free = 0 if tours.closed else 2 - len(given)
    met_with = 1 if _is_planar(tours.board) else _MET_WITH
    share = met_with * _share_on_short_boards(tours.board.size, slots, free)
    states = max(1, round(looks * share))
    return Room(states, _bytes(states, tours.board.size, places, by_start=by_start))


def _all_looks(slots: int) -> int:
    """The looks of so many slots, whatever their squares: each is bare, done or joined to another.

    >>> [_all_looks(slots) for slots in range(5)]
    [1, 2, 5, 14, 43]
    """
    before, looks = 0, 1
    for slot in range(slots):
        before, looks = looks, 2 * looks + slot * before
    return looks


def _is_planar(board: Board) -> bool:
    """Whether no two moves of a tour cross, as those of the 0,1 leaper: squares that it cannot reach aside,
    so do none of the 0,b and the a,a leapers."""
    a, b = board.leaper
    return a in (0, b)


def _share_on_short_boards(squares: int, slots: int, free: int) -> float:
    """What part of the states of a long board a short one has, by its squares, by those of its window that
    can differ, and by the ends that may be anywhere: fitted to what was measured."""
    return 1 / (1 + 10 ** min(300, (3 * slots + 5 - 1.5 * free - squares) / 6))


def _bytes(states: int, squares: int, places: Places, *, by_start: bool) -> int:
    """The layer before a square and the one after it, with its table, and what is on its way between them."""
    words = 1 + (9 * squares // 10 + 5) // 62  # a square less than doubles the ways there are
    each = 8 + 8 * words
    held = states * (2 * each + each // 4 + 12) + 12 * min(3 * states, 3 << 20)
    held += held // 3  # what the machine gives up for it, as measured: freed memory stays in pieces
    if by_start:
        # After whole rows, layers are about a quarter of the largest; and those of one row are kept.
        held += states * each * (5 * places.length + 12 * places.width + 40) // 20
    return held


def _most_looks(places: Places, given: list[int], ends: int) -> tuple[int, int]:
    """The most looks there are after any square, and how many squares of the window can then differ."""
    most = (0, 0)
    for place in _telling_places(places, given):
        slots = _slots(places, place, given, may_end=ends > len(given))
        if slots is not None:
            most = max(most, (_looks(places, place, given, ends, slots), len(slots)))
    return most


def _telling_places(places: Places, given: list[int]) -> Iterator[int]:
    """Places of all kinds there are: those of the rows near either side, a hole, or an end given. Other rows
    are all alike, but for their colours."""
    marked = {0, places.length - 1, *(p // places.width for p in (*places.holes, *given))}
    far = 2 * places.reach + 2 * places.unit
    rows = {r for m in marked for r in range(max(0, m - far), min(places.length, m + far + 1))}
    chosen = sorted(rows)
    if len(chosen) > _MOST_ROWS:
        chosen = [chosen[i * len(chosen) // _MOST_ROWS] for i in range(_MOST_ROWS)]
    for row in chosen:
        yield from range(row * places.width, (row + 1) * places.width)


def _slots(places: Places, place: int, given: list[int], *, may_end: bool) -> list[_Slot] | None:
    """The squares of the window that can differ, after a place; None if one has too few neighbours."""
    slots = []
    for here in range(place + 1, min(place + 1 + places.window, places.board.area)):
        if here in places.holes:
            continue
        near = places.neighbours(here)
        taken = bisect_left(near, place + 1)
        needs = 1 if here in given else 2
        fewest, most = max(0, needs - (len(near) - taken) - may_end), min(needs, taken)
        if fewest > most:
            return None
        if most > 0:
            slots.append((fewest, most, places.is_light(here)))
    return slots


def _looks(places: Places, place: int, given: list[int], ends: int, slots: list[_Slot]) -> int:
    """How many looks there are after a place, whatever ends of the tour are fixed by then.

    The squares up to there have two moves each, or one where the tour ends. The moves among them serve a
    light and a dark one each; so those that lead on from light ones, to dark squares of the window, are more
    than those that lead on from dark ones by as many as the light ones have more moves.
    """
    surplus = _light_surplus(places, place)
    fixed = [p for p in given if p <= place]
    light_given, light_fixed = (sum(map(places.is_light, these)) for these in (given, fixed))
    light_ends = (ends + 2 * _light_surplus(places, places.board.area - 1)) // 2  # of the whole tour
    light_free = light_ends - light_given
    dark_free = ends - len(given) - light_free
    if light_free < 0 or dark_free < 0 or (ends == 0 and light_ends != 0):
        return 0
    counted = _looks_by_ends(tuple(sorted(slots)), _is_planar(places.board))
    looks = 0
    for light in range(light_free + 1):
        for dark in range(dark_free + 1):
            now_light, now_dark = light_fixed + light, len(fixed) - light_fixed + dark
            looks += counted[now_light + now_dark, 2 * surplus - now_light + now_dark]
    return looks


def _light_surplus(places: Places, place: int) -> int:
    """The light squares up to a place, less the dark ones."""
    row, col = divmod(place + 1, places.width)
    whole = sum(1 if places.is_light(c) else -1 for c in range(places.width))
    units, rest = divmod(row, places.unit)  # rows have the same colours, and then the others
    surplus = whole * (rest if units % 2 == 0 else places.unit - rest)
    surplus += sum(
        1 if places.is_light(p) else -1 for p in range(row * places.width, row * places.width + col)
    )
    return surplus - sum(1 if places.is_light(hole) else -1 for hole in places.holes if hole <= place)


@cache
def _looks_by_ends(slots: tuple[_Slot, ...], planar: bool) -> Counter[tuple[int, int]]:
    """The looks of these squares, by how many ends of the tour are fixed, and by the moves of the dark
    squares less those of the light ones. If no two moves cross, nor do the pieces."""
    ways = Counter({(0, 0): 1})  # by the squares with one move, and by those moves
    for fewest, most, is_light in slots:
        grown: Counter[tuple[int, int]] = Counter()
        for (single, surplus), many in ways.items():
            for moves in range(fewest, most + 1):
                grown[single + (moves == 1), surplus + (-moves if is_light else moves)] += many
        ways = grown
    looks: Counter[tuple[int, int]] = Counter()
    for (single, surplus), many in ways.items():
        for ends in range(3):
            pairs, odd = divmod(single - ends, 2)
            if pairs >= 0 and not odd:
                joined = math.comb(2 * pairs, pairs)
                joined = joined // (pairs + 1) if planar else joined * math.factorial(pairs) >> pairs
                looks[ends, surplus] += many * math.comb(single, ends) * joined
    return looks


def default_memory() -> int:
    """The bytes a count may take: 4 GB unless `memory_bound` says otherwise, or what the machine has if that
    is less."""
    try:
        return min(_allowed.get(), os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, ValueError, OSError):
        return _allowed.get()


@contextmanager
def memory_bound(limit: int) -> Iterator[None]:
    """Within this block counts and samplers take at most so many bytes: what takes more is refused, as ever
    before it starts.

    >>> with memory_bound(512 << 20):
    ...     default_memory() <= 512 << 20
    True
    """
    before = _allowed.set(limit)
    try:
        yield
    finally:
        _allowed.reset(before)


def require_memory(tours: Tours, *, memory: int | None = None, by_start: bool = False) -> Room:
    """The estimated room; `BadRule` if it is more than `memory` bytes (by default `default_memory`), or if
    the window is too wide for a state.

    >>> require_memory(Tours.of("3x100")).states < 1000
    True
    >>> require_memory(Tours.of("9x9"), memory=10**9)
    Traceback (most recent call last):
        ...
    turaga.errors.BadRule: the open tours of 9x9 cannot be counted exactly here: that would take about
    97,000,000,000 states and 8,600 GB of memory, and at most 1.0 GB are taken; --estimate gives an estimate
    instead
    """
    limit = default_memory() if memory is None else memory
    room = estimated_room(tours, by_start=by_start)
    ahead = window(tours.board)
    if room.bytes <= limit and ahead <= MOST_WINDOW:
        return room
    if room.bytes > limit:
        allowed = f"at most {_gigabytes(limit)} are taken"
    else:
        allowed = f"moves that reach {ahead} squares ahead, where at most {MOST_WINDOW} are taken"
    instead = "; --estimate gives an estimate instead"
    can_estimate = not by_start and tours.board.size <= MOST_ESTIMATED
    raise BadRule(
        f"the {tours.name} cannot be counted exactly here: that would take about {_rounded(room.states)} "
        f"states and {_gigabytes(room.bytes)} of memory, and {allowed}" + instead * can_estimate
    )


def _rounded(number: int) -> str:
    """The first two digits of a number, and how large it is.

    >>> _rounded(61_234_567), _rounded(12), _rounded(3 * 10**40)
    ('61,000,000', '12', '10^40')
    """
    if number >= 10**15:
        return f"10^{math.log10(number):.0f}"
    unit = 10 ** max(0, len(str(number)) - 2)
    return f"{round(number / unit) * unit:,}"


def _gigabytes(number: int) -> str:
    return f"{number / 1e9:.1f} GB" if number < 10**11 else f"{_rounded(number // 10**9)} GB"

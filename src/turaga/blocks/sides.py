"""Cutting a side of the board into parts: tens, and then the rest.

Every whole number from 5 on can be cut into even parts of 6, 8 and 10 and, if it is odd, one odd part of 5,
7, 9 or 11. On a board of odd area the odd part is placed over the start, with an even number of rows (or
columns) before it, so that the start has the same colour in its block as on the board.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

Cut = tuple[tuple[int, int], ...]  # (length, number of parts of this length one after another), in order
_TEN = 10
# How to cut the rest after tens. If tens leave a rest of 1, 2, 3 or 4, one ten fewer is used.
_REST: dict[int, Cut] = {
    0: (),
    5: ((5, 1),),
    6: ((6, 1),),
    7: ((7, 1),),
    8: ((8, 1),),
    9: ((9, 1),),
    11: ((11, 1),),
    12: ((6, 2),),
    13: ((7, 1), (6, 1)),
    14: ((8, 1), (6, 1)),
}


@dataclass(frozen=True, slots=True)
class SideCut:
    """A side cut into parts, relative to the part over the start."""

    before: Cut
    first: int  # the first row or column of the part over the start
    length: int  # of that part
    after: Cut

    @property
    def parts(self) -> int:
        """The number of parts."""
        return 1 + sum(count for _, count in chain(self.before, self.after))

    @property
    def index(self) -> int:
        """The number of parts before the one over the start."""
        return sum(count for _, count in self.before)

    def each(self) -> Iterator[tuple[int, int]]:
        """Yield every part in order: where it begins, and its length.

        >>> list(cut_side(36, 17, odd_over=False).each())
        [(0, 10), (10, 10), (20, 10), (30, 6)]
        """
        first = 0
        for length, count in (*self.before, (self.length, 1), *self.after):
            for _ in range(count):
                yield first, length
                first += length

    def __str__(self) -> str:
        cut: list[tuple[int, int]] = []
        for length, count in (*self.before, (self.length, 1), *self.after):
            if cut and cut[-1][0] == length:
                count += cut.pop()[1]
            cut.append((length, count))
        return " + ".join(str(length) if count == 1 else f"{count} x {length}" for length, count in cut)


def cut_side(length: int, at: int, *, odd_over: bool) -> SideCut:
    """Cut a side of 5 or more into parts, relative to the part that contains row or column `at`.

    With `odd_over`, the odd part of an odd side is placed there.

    >>> print(cut_side(10**9 + 4, 0, odd_over=False))
    99999999 x 10 + 8 + 6
    >>> cut_side(36, 17, odd_over=False)
    SideCut(before=((10, 1),), first=10, length=10, after=((10, 1), (6, 1)))
    >>> print(cut_side(33, 17, odd_over=True))
    8 + 11 + 8 + 6
    """
    if length % 2 and odd_over:
        return _odd_over(length, at)
    cut = _cut(length)
    before: list[tuple[int, int]] = []
    first = 0
    for i, (part, count) in enumerate(cut):
        if at < first + part * count:
            index = (at - first) // part
            before += [(part, index)] * (index > 0)
            rest = [(part, count - 1 - index)] * (index < count - 1)
            return SideCut(tuple(before), first + part * index, part, (*rest, *cut[i + 1 :]))
        before.append((part, count))
        first += part * count
    raise AssertionError(f"{at} is not on a side of length {length}")


def _odd_over(length: int, at: int) -> SideCut:
    """The cut with the fewest parts that has the odd part over `at`."""
    sides = [
        SideCut(_cut(first), first, part, _cut(length - first - part))
        for part in (11, 9, 7, 5)
        for first in range(max(0, at - part + 1), min(at, length - part) + 1)
        if _can_be_cut(first) and _can_be_cut(length - first - part)
    ]
    return min(sides, key=lambda side: side.parts)


def _can_be_cut(length: int) -> bool:
    """Whether a length is a sum of even parts."""
    return length % 2 == 0 and length not in (2, 4)


def _cut(length: int) -> Cut:
    """A length that can be cut, as tens and the rest."""
    rest = length % _TEN
    if rest not in _REST:
        rest += _TEN
    tens = (length - rest) // _TEN
    return ((_TEN, tens), *_REST[rest]) if tens else _REST[rest]

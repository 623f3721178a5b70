"""A path stored as pieces of a base sequence, so that reversing a part of it copies nothing.

The squares of a path are stored in a base array, in an earlier order. The path itself is a list of intervals
of that array, each read forwards or backwards. To reverse everything after a square, cut the interval that
contains it in two, put the intervals after it in the opposite order, and read each in the other direction. k
reversals leave at most k + 1 pieces, no matter how long the path is. The position of a square in the path
follows from its place in the base (one array), the piece that contains this place (bisection), and its offset
there. The square at a position is found in the same way. When there are too many pieces, the path is written
out once and is a single piece again.

This module knows nothing about boards: squares are any whole numbers from 0 to `area` - 1.
"""

from bisect import bisect_right
from collections.abc import Sequence
from math import isqrt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

_Piece = tuple[int, int, bool]  # first and past-the-last place in the base, and whether it is read forwards
_MOST_PIECES = 400


class Pieces:
    """A path that can be reversed from any of its squares on. Positions are counted from 0.

    >>> path = Pieces([4, 3, 2, 1, 0], area=6)
    >>> path.rotate(1)  # everything after position 1
    >>> path.squares(), path.position(0), path.at(4)
    ([4, 3, 0, 1, 2], 2, 2)
    >>> path.append(5)
    >>> path.squares()
    [4, 3, 0, 1, 2, 5]
    """

    __slots__ = ("_base", "_bases", "_firsts", "_in_numpy", "_index", "_most", "_order", "_pieces", "_used")

    def __init__(self, squares: "Sequence[int] | NDArray[Any]", *, area: int) -> None:
        """Store the squares, which must be distinct: an array as an array, other sequences as a list."""
        self._in_numpy = not isinstance(squares, Sequence)
        # Writing out costs more on larger boards, so more pieces are allowed there, although each piece makes
        # reversals slower.
        self._most = min(_MOST_PIECES, 8 + isqrt(area))
        self._lay(squares, area)

    def _lay(self, squares: "Sequence[int] | NDArray[Any]", area: int) -> None:
        """Use these squares as the base, with the path as a single piece."""
        count = len(squares)
        self._base: list[int] | memoryview
        self._index: list[int] | memoryview  # the place of each square in the base, or -1
        if self._in_numpy:
            import numpy as np

            base, index = np.empty(area, dtype=np.int32), np.full(area, -1, dtype=np.int32)
            base[:count] = squares
            index[base[:count]] = np.arange(count, dtype=np.int32)
            self._base, self._index = base.data, index.data  # indexing these gives plain integers
        else:
            self._base, self._index = [*squares, *[0] * (area - count)], [-1] * area
            for i, square in enumerate(squares):
                self._index[square] = i
        self._used = count
        self._arrange([(0, count, True)] if count else [])

    def _arrange(self, pieces: list[_Piece]) -> None:
        """Set the list of pieces. Neighbours that continue each other are merged."""
        joined: list[_Piece] = []
        for piece in pieces:
            if joined and (one := _joined(joined[-1], piece)):
                joined[-1] = one
            else:
                joined.append(piece)
        self._pieces = joined
        if len(joined) > self._most:
            self._lay(self.array() if self._in_numpy else self.squares(), len(self._index))
            return
        first = 0
        self._firsts = []  # the position of each piece's first square
        for lo, hi, _ in joined:
            self._firsts.append(first)
            first += hi - lo
        self._order = sorted(range(len(joined)), key=lambda j: joined[j][0])
        self._bases = [joined[j][0] for j in self._order]

    def __len__(self) -> int:
        return self._used

    def __contains__(self, square: int) -> bool:
        return self._index[square] >= 0

    @property
    def end(self) -> int:
        """The last square."""
        lo, hi, forwards = self._pieces[-1]
        return self._base[hi - 1 if forwards else lo]

    def position(self, square: int) -> int:
        """The position of a square in the path, from 0; -1 if it is not there. Logarithmic in the pieces."""
        i = self._index[square]
        if i < 0:
            return -1
        j = self._order[bisect_right(self._bases, i) - 1]
        lo, hi, forwards = self._pieces[j]
        return self._firsts[j] + (i - lo if forwards else hi - 1 - i)

    def at(self, position: int) -> int:
        """The square at a position. Logarithmic in the pieces."""
        j = bisect_right(self._firsts, position) - 1
        lo, hi, forwards = self._pieces[j]
        offset = position - self._firsts[j]
        return self._base[lo + offset if forwards else hi - 1 - offset]

    # -- changes ----------------------------------------------------------------------------------

    def append(self, square: int) -> None:
        """Append a square that is not yet in the path."""
        place = self._put(square)
        if self._pieces and self._pieces[-1][2] and self._pieces[-1][1] == place:
            self._pieces[-1] = (self._pieces[-1][0], place + 1, True)
        else:
            self._firsts.append(place)
            self._order.append(len(self._pieces))
            self._bases.append(place)
            self._pieces.append((place, place + 1, True))

    def insert(self, position: int, squares: Sequence[int]) -> None:
        """Insert squares that are not yet in the path before the square at a position."""
        before, behind = self._cut(position)
        first = self._used
        for square in squares:
            self._put(square)
        self._arrange([*before, (first, self._used, True), *behind])

    def rotate(self, position: int) -> None:
        """Reverse everything after a position: the square after it becomes the end."""
        before, behind = self._cut(position + 1)
        self._arrange(before + _backwards(behind))

    def reverse(self) -> None:
        """Reverse the whole path.

        >>> path = Pieces([2, 0, 1], area=3)
        >>> path.reverse()
        >>> path.squares()
        [1, 0, 2]
        """
        self._arrange(_backwards(self._pieces))

    def roll(self, position: int) -> None:
        """Make the path begin at a position and continue at the old start after the old end, as in a circuit.

        >>> path = Pieces([2, 0, 1], area=3)
        >>> path.roll(1)
        >>> path.squares()
        [0, 1, 2]
        """
        before, behind = self._cut(position)
        self._arrange(behind + before)

    def _put(self, square: int) -> int:
        """Append a square to the base. Returns its place there."""
        place = self._used
        self._base[place] = square
        self._index[square] = place
        self._used += 1
        return place

    def _cut(self, position: int) -> tuple[list[_Piece], list[_Piece]]:
        """The pieces before a position, and those from it on. One piece may have to be cut in two."""
        if position >= self._used:
            return self._pieces[:], []
        j = bisect_right(self._firsts, position) - 1
        lo, hi, forwards = self._pieces[j]
        offset = position - self._firsts[j]
        if offset == 0:
            return self._pieces[:j], self._pieces[j:]
        middle = lo + offset if forwards else hi - offset
        low, high = (lo, middle, forwards), (middle, hi, forwards)
        head, tail = (low, high) if forwards else (high, low)
        return [*self._pieces[:j], head], [tail, *self._pieces[j + 1 :]]

    # -- contents ---------------------------------------------------------------------------------

    def squares(self) -> list[int]:
        """The squares of the path in order. Takes linear time."""
        if self._in_numpy:
            plain: list[int] = self.array().tolist()
            return plain
        path: list[int] = []
        for lo, hi, forwards in self._pieces:
            part = self._base[lo:hi]
            path += part if forwards else part[::-1]
        return path

    def array(self) -> "NDArray[Any]":
        """The squares of the path as a new numpy array. Takes linear time."""
        import numpy as np

        base = np.asarray(self._base, dtype=np.int32)
        if not self._pieces:
            return np.empty(0, dtype=np.int32)
        return np.concatenate(
            [base[lo:hi] if forwards else base[lo:hi][::-1] for lo, hi, forwards in self._pieces]
        )


def _backwards(pieces: list[_Piece]) -> list[_Piece]:
    return [(lo, hi, not forwards) for lo, hi, forwards in reversed(pieces)]


def _joined(one: _Piece, next: _Piece) -> _Piece | None:
    """Two pieces as one, if they are adjacent in the base and read in the same direction; else None. A single
    square can be read in either direction."""
    forwards = next[2] if one[1] - one[0] == 1 else one[2]
    if next[1] - next[0] > 1 and next[2] != forwards:
        return None
    if one[1] - one[0] == 1 and next[1] - next[0] == 1:
        forwards = one[1] == next[0]
    if forwards:
        return (one[0], next[1], True) if one[1] == next[0] else None
    return (next[0], one[1], False) if next[1] == one[0] else None

"""Tours that are too big to make: the square at a step, and the step of a square, by arithmetic.

Nothing in memory grows with the board. The step of a square follows from its patch (`patches`): it is a
linear function of the position of its block. The square at a step is found by descending the plan. Which
piece of the start's block is it in? If that is a chain, is it on the way out or back, in which unit, and in
which piece of that unit? Chains are attached to strips, and strips to the start's block, so there are at most
three levels.
"""

import contextlib
import operator
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import overload

from turaga.blocks.patches import BlockBand, make_bands
from turaga.blocks.plan import ACCEPTED, Chain, Unit, make_plan, takes
from turaga.board import Board, BoardLike, Leaper, Square
from turaga.board_input import read_board
from turaga.errors import BadBoard, BadSquare

_SHOWN = 8  # squares in the repr of a slice


def implicit(
    board: BoardLike, start: Square | str | None = None, *, leaper: Leaper | None = None
) -> "ImplicitTour":
    """A closed tour of a board with sides of 5 or more and even area, computed on demand.

    It is the tour that `solve` makes with method "blocks", from `start` or from the top left square. A lookup
    takes some microseconds, no matter how big the board is.

    >>> tour = implicit("1000000000x1000000000")
    >>> tour.size, tour[0], tour[123456789]
    (1000000000000000000, (0, 0), (44091712, 1))
    >>> tour.index((44091712, 1))
    123456789
    """
    return ImplicitTour(read_board(board, leaper), start)


class ImplicitTour:
    """A closed tour as an immutable sequence of its squares.

    Squares are 0-based (row, col) pairs. Methods also accept texts as on the command line. Indices are
    0-based as in every sequence.

    >>> tour = implicit("8x8")
    >>> tour[0], tour[1], tour[-1], tour.index("1,1"), tour.next("1,1")
    ((0, 0), (2, 1), (1, 2), 0, (2, 1))
    >>> tour[:3], (7, 7) in tour, (8, 8) in tour
    (TourSlice((0, 0), (2, 1), (0, 2)), True, False)
    """

    __slots__ = ("_bands", "_root", "_rows", "_top", "board", "size", "start")

    board: Board
    start: Square
    size: int  # the number of squares; `len` is the same, but only works up to `sys.maxsize`
    _top: int  # the first row of the strip with the start
    _root: "_Unit"
    _rows: list[int]  # the first row of each band
    _bands: list["_Band"]

    def __init__(self, board: BoardLike, start: Square | str | None = None) -> None:
        board = read_board(board)
        if not takes(board):
            raise BadBoard(f"board {board} is not supported", accepted=ACCEPTED, field="board")
        if board.size % 2:
            raise BadBoard(
                f"board {board} has no closed tour",
                accepted=f"its number of squares, {board.size}, is odd; solve with method blocks makes open "
                "tours of up to 10^9 squares",
                field="board",
            )
        first = (0, 0) if start is None else board.read_square(start)
        plan = make_plan(board, first)
        bands = make_bands(plan)
        put = object.__setattr__
        put(self, "board", board)
        put(self, "start", first)
        put(self, "size", board.size)
        put(self, "_top", plan.rows.first)
        put(self, "_root", _Unit(plan.root))
        put(self, "_rows", [min(b.top, b.top + b.sign * (b.count - 1) * b.height) for b in bands])
        put(self, "_bands", [_band(band) for band in bands])

    @property
    def closed(self) -> bool:
        """Always True: the last square is a move away from the first."""
        return True

    # -- the two lookups --------------------------------------------------------------------------

    @overload
    def __getitem__(self, index: int) -> Square: ...
    @overload
    def __getitem__(self, index: slice) -> "TourSlice": ...
    def __getitem__(self, index: "int | slice") -> "Square | TourSlice":
        if isinstance(index, slice):
            return TourSlice(self, range(*index.indices(self.size)))
        number = operator.index(index)
        if not -self.size <= number < self.size:
            raise IndexError(f"index {number} is out of range for a tour of {self.size} squares")
        return self._square(number if number >= 0 else number + self.size)

    def index(self, square: Square | str) -> int:
        """The 0-based index of a square in the tour.

        >>> implicit("1000x1000").index((999, 999))
        9758
        """
        row, col = self.board.read_square(square)
        return self._number(row, col)

    def next(self, square: Square | str) -> Square:
        """The square after this one. After the last square comes the first.

        >>> tour = implicit("8x8")
        >>> tour.next(tour[-1]) == tour[0]
        True
        """
        return self._square((self.index(square) + 1) % self.size)

    def previous(self, square: Square | str) -> Square:
        """The square before this one. Before the first square comes the last.

        >>> tour = implicit("8x8")
        >>> tour.previous(tour[0]) == tour[-1]
        True
        """
        return self._square((self.index(square) - 1) % self.size)

    def _number(self, row: int, col: int) -> int:
        top, height, sign, lefts, patches = self._bands[bisect_right(self._rows, row) - 1]
        strip, r = divmod(row - top, height)
        left, width, side, base, down, across = patches[bisect_right(lefts, col) - 1]
        block, c = divmod(col - left, width)
        x = r * width + c
        return base[x] + sign * strip * down[x] + side * block * across[x]

    def _square(self, number: int) -> Square:
        unit, row, col = self._root, self._top, 0
        while True:
            at = bisect_right(unit.firsts, number) - 1
            number -= unit.before[at]
            way = unit.ways[at]
            if way is None:
                r, c = unit.path[number]
                return row + r, col + c
            first, each, skip, unit, r, c, down, right = way.parts[bisect_right(way.firsts, number) - 1]
            i, number = divmod(number - first, each)
            number += skip
            row += r + i * down
            col += c + i * right

    # -- a sequence -------------------------------------------------------------------------------

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Square]:
        return map(self._square, range(self.size))

    def __reversed__(self) -> Iterator[Square]:
        return map(self._square, range(self.size - 1, -1, -1))

    def __contains__(self, square: object) -> bool:
        if isinstance(square, str):
            with contextlib.suppress(BadSquare):
                return self.board.parse_square(square) in self.board
            return False
        return square in self.board

    # -- a value ----------------------------------------------------------------------------------

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a tour cannot be changed: make a new one with another {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a tour cannot be changed: {name} cannot be deleted")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.board, self.start)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ImplicitTour):
            return NotImplemented
        return (self.board, self.start) == (other.board, other.start)

    def __hash__(self) -> int:
        return hash((self.board, self.start))

    def __repr__(self) -> str:
        return (
            f"<ImplicitTour of {self.size} squares of {self.board}, from "
            f"{self.board.show(self.start)}, closed>"
        )


class TourSlice(Sequence[Square]):
    """A slice of an implicit tour: a sequence of squares that are computed when they are used.

    >>> part = implicit("1000000x1000000")[10**11 :: 10**3]
    >>> len(part), part[0], part[:2] == [part[0], part[1]]
    (900000000, (900000, 840000), True)
    """

    __slots__ = ("_positions", "_tour")
    __hash__ = None  # type: ignore[assignment]  # it equals lists and tuples

    def __init__(self, tour: ImplicitTour, positions: range) -> None:
        self._tour, self._positions = tour, positions

    @overload
    def __getitem__(self, index: int) -> Square: ...
    @overload
    def __getitem__(self, index: slice) -> "TourSlice": ...
    def __getitem__(self, index: "int | slice") -> "Square | TourSlice":
        if isinstance(index, slice):
            return TourSlice(self._tour, self._positions[index])
        return self._tour[self._positions[index]]

    def __len__(self) -> int:
        return len(self._positions)

    def __iter__(self) -> Iterator[Square]:
        return map(self._tour.__getitem__, self._positions)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TourSlice | tuple | list):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def __repr__(self) -> str:
        some = [str(square) for square in self[:_SHOWN]]
        more = [f"... ({len(self._positions) - _SHOWN} more)"] if self._positions[_SHOWN:] else []
        return f"TourSlice({', '.join(some + more)})"


# A band: the row and the height of its first strip, the direction of the next strips, the first column of
# each patch, and the patches. A patch: the column and the width of its first block, the direction of the next
# blocks, and the numbers.
_Patch = tuple[int, int, int, tuple[int, ...], tuple[int, ...], tuple[int, ...]]
_Band = tuple[int, int, int, list[int], list[_Patch]]


def _band(band: BlockBand) -> _Band:
    lefts = [min(p.left, p.left + p.sign * (p.count - 1) * p.width) for p in band.patches]
    patches = [(p.left, p.width, p.sign, p.base, p.down, p.across) for p in band.patches]
    return band.top, band.height, band.sign, lefts, patches


class _Unit:
    """A unit of the plan, prepared to find the piece that contains a place."""

    __slots__ = ("before", "firsts", "path", "ways")

    def __init__(self, unit: Unit) -> None:
        self.firsts = [piece.first for piece in unit.pieces]
        # What to subtract from a place to get the place in the block's path or in the chain.
        self.before = [piece.skip if piece.chain is None else piece.first for piece in unit.pieces]
        self.ways = [None if piece.chain is None else _Way(piece.chain) for piece in unit.pieces]
        self.path = [(r, unit.col + c) for r, c in unit.block.path]


class _Way:
    """A chain of the plan, prepared to find the unit that contains a place: first the parts on the way out
    through its links, then the parts on the way back, the last link first."""

    __slots__ = ("firsts", "parts")

    def __init__(self, chain: Chain) -> None:
        # For each part: its first place, the number of places in a unit, the number of places of the unit
        # before those, the unit, the row and column of its first unit, and the step to the next unit.
        self.parts: list[tuple[int, int, int, _Unit, int, int, int, int]] = []
        first = 0
        units = [_Unit(link.unit) for link in chain.links]
        for link, unit in zip(chain.links, units, strict=True):
            each = link.unit.ahead
            self.parts.append((first, each, 0, unit, *link.origin, *link.step))
            first += link.count * each
        for link, unit in zip(reversed(chain.links), reversed(units), strict=True):
            ahead, each = link.unit.ahead, link.unit.size - link.unit.ahead
            down, right = link.step
            row, col = link.origin[0] + (link.count - 1) * down, link.origin[1] + (link.count - 1) * right
            self.parts.append((first, each, ahead, unit, row, col, -down, -right))
            first += link.count * each
        self.firsts = [part[0] for part in self.parts]

"""The library of rail blocks: tours of small boards that contain the four rails, loaded on demand.

`library.txt` has one line for each block: its shape, its start (row,col from 1), and its moves as directions
1 to 8. `scripts/blocks.py` makes and checks it.
"""

from dataclasses import dataclass
from functools import cache
from itertools import accumulate

from turaga.board import Square
from turaga.files import read_package_file
from turaga.order import direction_steps
from turaga.text import show

_CHECKSUM = 0x01C3D93E  # the CRC-32 of library.txt

# The rail of the next block to which each rail is joined.
FACING = {"R": "L", "L": "R", "B": "T", "T": "B"}


def rails(rows: int, cols: int) -> dict[str, tuple[Square, Square]]:
    """The rails of a block. The first square of each is where the walk leaves the block.

    The walk goes from the first square of a rail to the second square of the facing rail in the next block,
    and returns from the first square of that rail to the second square of this one.

    >>> rails(6, 8)["R"], rails(6, 8)["L"]
    (((0, 6), (2, 7)), ((3, 1), (1, 0)))
    """
    return {
        "R": ((0, cols - 2), (2, cols - 1)),
        "L": ((3, 1), (1, 0)),
        "B": ((rows - 2, 0), (rows - 1, 2)),
        "T": ((1, 3), (0, 1)),
    }


@dataclass(frozen=True, slots=True)
class Block:
    """A tour of a small board, from the square where the walk enters to the square where it leaves."""

    rows: int
    cols: int
    path: tuple[Square, ...]

    def cut(self, rail: str) -> tuple[int, bool]:
        """The number of squares before the middle of a rail, and whether the path uses the rail in the
        direction of `rails`.

        >>> block = closed_block(6, 8, "L")
        >>> at, straight = block.cut("R")
        >>> block.path[at - 1 : at + 1], straight
        (((0, 6), (2, 7)), True)
        """
        first, second = rails(self.rows, self.cols)[rail]
        before, after = self.path.index(first), self.path.index(second)
        if len(self.path) % 2 == 0:  # closed: the rail can be the move from the last square to the first
            return after or len(self.path), True
        return max(before, after), before < after


@cache
def closed_block(rows: int, cols: int, entry: str | Square) -> Block:
    """The block of even area, entered by a rail or beginning on a square.

    If it is entered by a rail, its path begins on that rail's second square and ends on its first.

    >>> block = closed_block(6, 8, "T")
    >>> len(block.path), block.path[0], block.path[-1]
    (48, (0, 1), (1, 3))
    """
    path = _read_path(rows, cols, (0, 1))
    first = path.index(rails(rows, cols)[entry][1] if isinstance(entry, str) else entry)
    return Block(rows, cols, path[first:] + path[:first])


@cache
def open_block(rows: int, cols: int, start: Square) -> Block:
    """The block of odd area with an open tour from `start`, which must have the colour of the corners.

    >>> block = open_block(5, 7, (2, 2))
    >>> len(block.path), block.path[0]
    (35, (2, 2))
    """
    return Block(rows, cols, _read_path(rows, cols, start))


def _read_path(rows: int, cols: int, start: Square) -> tuple[Square, ...]:
    text = _library()
    key = f"\n{rows}x{cols} {show(start)} "
    first = text.index(key) + len(key)
    steps = direction_steps()
    moves = (steps[int(digit) - 1] for digit in text[first : text.index("\n", first)])
    return tuple(accumulate(moves, lambda at, step: (at[0] + step[0], at[1] + step[1]), initial=start))


@cache
def _library() -> str:
    return "\n" + read_package_file("turaga.blocks", "library.txt", _CHECKSUM).decode("ascii")

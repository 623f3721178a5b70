"""Rows of squares as whole numbers: bit c of a row is 1 if the square in column c belongs to the shape.

Python combines such numbers quickly: a shape of millions of squares takes a fraction of a second.
"""

from itertools import compress

from turaga.board import Board, Leaper

BitRows = list[int]
_SWAPPED = bytes([1, 0]) + bytes(254)  # squares as holes, and holes as squares
_DIGITS = bytes(1 if value == ord("1") else 0 for value in range(256))


def bits_between(left: int, right: int) -> int:
    """The columns from `left` up to `right`, which is not included.

    >>> bin(bits_between(1, 4)), bits_between(3, 2)
    ('0b1110', 0)
    """
    return (1 << right) - (1 << left) if left < right else 0


def without(rows: BitRows, others: BitRows) -> BitRows:
    """The squares of a shape that another does not have.

    >>> without([0b111, 0b111], [0b010, 0b000])
    [5, 7]
    """
    return [row & ~other for row, other in zip(rows, others, strict=True)]


def joined(rows: BitRows, others: BitRows) -> BitRows:
    """The squares of two shapes.

    >>> joined([0b100], [0b001])
    [5]
    """
    return [row | other for row, other in zip(rows, others, strict=True)]


def moved(rows: BitRows, right: int) -> BitRows:
    """The squares moved to the right.

    >>> moved([0b011], 1)
    [6]
    """
    return [row << right for row in rows]


def transposed(rows: BitRows, cols: int) -> BitRows:
    """The squares of a grid with this many columns, with rows and columns exchanged.

    >>> transposed([0b110], 3)
    [0, 1, 1]
    """
    digits = "".join(f"{row:0{cols}b}" for row in reversed(rows))
    return [int(digits[col::cols], 2) for col in range(cols - 1, -1, -1)]


def columns_in(rows: BitRows) -> int:
    """How many columns a grid needs for these squares.

    >>> columns_in([0b001, 0b100])
    3
    """
    return max(map(int.bit_length, rows), default=0)


def as_bytes(rows: BitRows, cols: int) -> bytes:
    """One byte for each square of the grid, row by row: 1 if the shape has it, otherwise 0.

    >>> as_bytes([0b110], 4)
    b'\\x00\\x01\\x01\\x00'
    """
    return "".join(f"{row:0{cols}b}"[::-1] for row in rows).encode().translate(_DIGITS)


def board_of(rows: int, cols: int, squares: bytes, leaper: Leaper) -> Board:
    """The board with the squares whose byte is 1. The others, whose byte is 0, are holes.

    >>> board_of(1, 3, bytes([1, 0, 1]), (1, 2)).holes
    frozenset({(0, 1)})
    """
    swapped = squares.translate(_SWAPPED)
    holes = [
        (row, col)
        for row in range(rows)
        for col in compress(range(cols), swapped[row * cols : (row + 1) * cols])
    ]
    return Board(rows, cols, holes=holes, leaper=leaper)

"""Lines with a width, as squares of a grid.

A square belongs to a line if its centre does. Horizontal and vertical lines end flat and the corners between
them are sharp. Other ends and corners are round. Coordinates are (x, y): x grows to the right and y
downwards, and the square in row r and column c has its centre at (c + 0.5, r + 0.5).
"""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

Point = tuple[float, float]
Square = tuple[int, int]
_ROUNDING = 1e-9


def draw_lines(lines: Iterable[Sequence[Point]], width: float, rows: int, cols: int) -> set[Square]:
    """The squares of a grid that are on some lines, each given by its points.

    >>> sorted(draw_lines([[(1.5, 0.5), (1.5, 2.5)]], 1, 3, 3))
    [(0, 1), (1, 1), (2, 1)]
    """
    squares: set[Square] = set()
    for points in lines:
        closed = points[0] == points[-1] and len(points) > 2
        for i, (a, b) in enumerate(pairwise(points)):
            before = points[i - 1] if i else points[-2] if closed else None
            last = i + 2 == len(points)
            after = points[i + 2] if not last else points[1] if closed else None
            squares |= _segment(a, b, width / 2, _is_flat(before, a, b), _is_flat(after, b, a), rows, cols)
    return squares


def _is_flat(beyond: Point | None, end: Point, other: Point) -> bool:
    """Whether a line ends flat: it is horizontal or vertical, and so is the next one."""
    return _along_grid(end, other) and (beyond is None or _along_grid(beyond, end))


def _along_grid(a: Point, b: Point) -> bool:
    return a[0] == b[0] or a[1] == b[1]


def _segment(
    a: Point, b: Point, half: float, flat_a: bool, flat_b: bool, rows: int, cols: int
) -> set[Square]:
    """The squares within `half` of the line from a to b. A flat end is half the width longer."""
    length = math.dist(a, b)
    dx, dy = ((b[0] - a[0]) / length, (b[1] - a[1]) / length) if length else (1.0, 0.0)
    reach = half * math.sqrt(2) + 1
    top, bottom = max(0, int(min(a[1], b[1]) - reach)), min(rows, int(max(a[1], b[1]) + reach) + 1)
    left, right = max(0, int(min(a[0], b[0]) - reach)), min(cols, int(max(a[0], b[0]) + reach) + 1)
    squares = set()
    for row in range(top, bottom):
        for col in range(left, right):
            x, y = col + 0.5 - a[0], row + 0.5 - a[1]
            along, across = x * dx + y * dy, abs(x * dy - y * dx)
            beyond, flat = (-along, flat_a) if along < 0 else (along - length, flat_b)
            if beyond <= 0 or flat:
                inside = across <= half + _ROUNDING and beyond <= half + _ROUNDING
            else:
                inside = math.hypot(beyond, across) <= half + _ROUNDING
            if inside:
                squares.add((row, col))
    return squares

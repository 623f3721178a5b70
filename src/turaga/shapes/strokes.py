"""Lines with a width, as squares of a grid.

A square belongs to a line if its centre does. Horizontal and vertical lines end flat and the corners between
them are sharp. Other ends and corners are round. Coordinates are (x, y): x grows to the right and y
downwards, and the square in row r and column c has its centre at (c + 0.5, r + 0.5).
"""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from turaga.shapes.bit_rows import BitRows, bits_between

Point = tuple[float, float]
_ROUNDING = 1e-9
_MARGIN = 1e-6  # by which the columns that are looked at reach beyond a line


def draw_lines(lines: Iterable[Sequence[Point]], width: float, rows: int, cols: int) -> BitRows:
    """The squares of a grid that are on some lines, each given by its points.

    >>> draw_lines([[(1.5, 0.5), (1.5, 2.5)]], 1, 3, 3)
    [2, 2, 2]
    """
    squares = [0] * rows
    for points in lines:
        closed = points[0] == points[-1] and len(points) > 2
        for i, (a, b) in enumerate(pairwise(points)):
            before = points[i - 1] if i else points[-2] if closed else None
            last = i + 2 == len(points)
            after = points[i + 2] if not last else points[1] if closed else None
            segment = _Segment(a, b, width / 2, _is_flat(before, a, b), _is_flat(after, b, a))
            for row in segment.rows(rows):
                squares[row] |= segment.columns(row, cols)
    return squares


def _is_flat(beyond: Point | None, end: Point, other: Point) -> bool:
    """Whether a line ends flat: it is horizontal or vertical, and so is the next one."""
    return _along_grid(end, other) and (beyond is None or _along_grid(beyond, end))


def _along_grid(a: Point, b: Point) -> bool:
    return a[0] == b[0] or a[1] == b[1]


class _Segment:
    """The line from a to b. A flat end is half the width longer."""

    def __init__(self, a: Point, b: Point, half: float, flat_a: bool, flat_b: bool) -> None:
        self.a, self.b = a, b
        self.half = half  # of the width
        self.flat_a, self.flat_b = flat_a, flat_b
        length = self.length = math.dist(a, b)
        # The direction.
        self.dx, self.dy = ((b[0] - a[0]) / length, (b[1] - a[1]) / length) if length else (1.0, 0.0)

    def rows(self, rows: int) -> range:
        """The rows of a grid that it can reach."""
        reach = self.half * math.sqrt(2) + 1
        ends = self.a[1], self.b[1]
        return range(max(0, int(min(ends) - reach)), min(rows, int(max(ends) + reach) + 1))

    def columns(self, row: int, cols: int) -> int:
        """Its columns in a row. They have no gap, so only those at both ends are looked at one by one."""
        spans = self._spans(row)
        if not spans:
            return 0
        left = max(0, math.ceil(min(low for low, _ in spans) - 0.5))
        right = min(cols, math.floor(max(high for _, high in spans) - 0.5) + 1)
        while left < right and not self._has(row, left):
            left += 1
        while left < right and not self._has(row, right - 1):
            right -= 1
        return bits_between(left, right)

    def _spans(self, row: int) -> list[tuple[float, float]]:
        """From where to where the line and its round ends reach in a row, or a little more."""
        half = self.half + _MARGIN
        y = row + 0.5 - self.a[1]
        first = -half if self.flat_a else 0.0
        last = self.length + (half if self.flat_b else 0.0)
        across = _between(self.dy, -y * self.dx, -half, half)
        along = _between(self.dx, y * self.dy, first - _MARGIN, last + _MARGIN)
        spans = [(self.a[0] + max(across[0], along[0]), self.a[0] + min(across[1], along[1]))]
        for (x, middle), flat in ((self.a, self.flat_a), (self.b, self.flat_b)):
            left = half**2 - (row + 0.5 - middle) ** 2
            if not flat and left >= 0:
                spans.append((x - math.sqrt(left), x + math.sqrt(left)))
        return [(low, high) for low, high in spans if low <= high]

    def _has(self, row: int, col: int) -> bool:
        """Whether the centre of a square is on the line."""
        x, y = col + 0.5 - self.a[0], row + 0.5 - self.a[1]
        along, across = x * self.dx + y * self.dy, abs(x * self.dy - y * self.dx)
        beyond, flat = (-along, self.flat_a) if along < 0 else (along - self.length, self.flat_b)
        most = self.half + _ROUNDING
        if beyond <= 0 or flat:
            return across <= most and beyond <= most
        return math.hypot(beyond, across) <= most


def _between(slope: float, at_zero: float, least: float, most: float) -> tuple[float, float]:
    """Where x * slope + at_zero is between two numbers.

    >>> _between(2.0, 1.0, 0.0, 5.0), _between(0.0, 1.0, 2.0, 3.0)
    ((-0.5, 2.0), (inf, -inf))
    """
    if slope == 0:
        return (-math.inf, math.inf) if least <= at_zero <= most else (math.inf, -math.inf)
    ends = (least - at_zero) / slope, (most - at_zero) / slope
    return min(ends), max(ends)

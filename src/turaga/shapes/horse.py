"""The head of a chess knight: an outline that is drawn at any size."""

import math
from collections.abc import Sequence
from itertools import pairwise

from turaga.shapes.bit_rows import BitRows, bits_between, without
from turaga.shapes.strokes import Point

# Points of the outline, in hundredths of the sides, from the base at the bottom left, clockwise. The curve
# between two points is smooth, except at those that are marked as corners.
_OUTLINE: tuple[tuple[int, int, bool], ...] = (
    (12, 100, True), (12, 89, True), (22, 86, True), (26, 77, False), (39, 64, False), (46, 55, False),
    (34, 58, False), (25, 64, False), (18, 71, False), (8, 71, False), (1, 62, False), (3, 53, False),
    (12, 40, False), (18, 27, False), (27, 17, False), (31, 0, True), (43, 10, False), (62, 15, False),
    (78, 28, False), (88, 47, False), (90, 68, False), (86, 86, True), (97, 89, True), (97, 100, True),
)  # fmt: skip
_EYE = (31, 30)  # its middle
_EYE_SIDE = 0.065  # its width, as a part of the shorter side
_STEPS = 8  # straight lines for each part of the curve
_SMALLEST_EYE = 24  # rows and columns from which the eye is drawn


def horse_rows(rows: int, cols: int, _: int = 0) -> BitRows:
    """The squares whose centre is inside the outline.

    >>> sum(row.bit_count() for row in horse_rows(8, 8))
    39
    """
    outline = [(x * cols / 100, y * rows / 100) for x, y in _curve()]
    lines = []
    for row in range(rows):
        crossings = sorted(_crossings(outline, row + 0.5))
        line = 0
        for left, right in zip(crossings[::2], crossings[1::2], strict=True):
            line |= bits_between(max(0, math.ceil(left - 0.5)), min(cols, math.ceil(right - 0.5)))
        lines.append(line)
    return without(lines, _eye(rows, cols)) if min(rows, cols) >= _SMALLEST_EYE else lines


def _eye(rows: int, cols: int) -> BitRows:
    """A small disc, in whole squares so that it is round at every size."""
    side = round(_EYE_SIDE * min(rows, cols))
    top, left = round(_EYE[1] * rows / 100 - side / 2), round(_EYE[0] * cols / 100 - side / 2)
    lines = [0] * rows
    for row in range(side):
        for col in range(side):
            if (2 * row + 1 - side) ** 2 + (2 * col + 1 - side) ** 2 <= side**2:
                lines[top + row] |= 1 << (left + col)
    return lines


def _crossings(outline: Sequence[Point], y: float) -> list[float]:
    """Where a horizontal line crosses the outline."""
    return [
        ax + (y - ay) * (bx - ax) / (by - ay)
        for (ax, ay), (bx, by) in pairwise([*outline, outline[0]])
        if (ay <= y) != (by <= y)
    ]


def _curve() -> list[Point]:
    """The outline as many short lines: a Catmull-Rom spline between the corners."""
    points: list[Point] = []
    count = len(_OUTLINE)
    for i, (x1, y1, corner1) in enumerate(_OUTLINE):
        x2, y2, corner2 = _OUTLINE[(i + 1) % count]
        x0, y0, _ = _OUTLINE[i if corner1 else i - 1]
        x3, y3, _ = _OUTLINE[(i + 1) % count if corner2 else (i + 2) % count]
        points += [
            (_spline(x0, x1, x2, x3, k / _STEPS), _spline(y0, y1, y2, y3, k / _STEPS)) for k in range(_STEPS)
        ]
    return points


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    """A point of the Catmull-Rom spline between b and c. At b it has the direction from a to c."""
    return b + t / 2 * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))

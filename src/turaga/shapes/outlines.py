"""The built-in shapes, each at any size: which squares of a grid of rows x cols it has.

A shape can have a number, such as the width of a ring. Shapes that are symmetric in the plane are symmetric
on the grid: all sizes are compared exactly, in whole numbers.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from turaga.shapes.bit_rows import BitRows, bits_between, joined, without
from turaga.shapes.horse import horse_rows

_USUAL = 0  # the number of a shape that has none, or chooses it by itself


@dataclass(frozen=True, slots=True)
class Shape:
    """A built-in shape.

    >>> SHAPES["ring"].number
    'width'
    """

    name: str
    what: str  # what it looks like
    lines: Callable[[int, int, int], BitRows]  # its squares, from rows, columns and the number
    number: str = ""  # what the number is: the width of a ring
    usual: Callable[[int], int] = lambda side: _USUAL  # the number for the shorter side, if none is given
    least: int = 1  # rows and columns of the smallest one
    hollow: bool = False  # whether it has a hole, so that its width is less than half the side

    def most(self, side: int) -> int:
        """The largest number, for a shape with this shorter side. A ring or a frame keeps its hole.

        >>> SHAPES["ring"].most(8), SHAPES["L"].most(8)
        (3, 8)
        """
        return (side - 1) // 2 if self.hollow else side


def _disc(rows: int, cols: int, _: int = 0) -> BitRows:
    return _ellipse(rows, cols, rows, cols)


def _ellipse(rows: int, cols: int, high: int, wide: int) -> BitRows:
    """The squares whose centre is in the ellipse of this height and width in the middle of a grid."""
    lines = []
    for row in range(rows):
        left = (high * wide) ** 2 - ((2 * row + 1 - rows) * wide) ** 2
        lines.append(_middle(cols, math.isqrt(left) // high if left >= 0 else -1))
    return lines


def _middle(cols: int, reach: int) -> int:
    """The columns whose centre is at most half of `reach` away from the middle of a row."""
    return bits_between(max(0, (cols - reach) // 2), min(cols, (cols + 1 + reach) // 2)) if reach >= 0 else 0


def _ring(rows: int, cols: int, width: int) -> BitRows:
    return without(_disc(rows, cols), _ellipse(rows, cols, rows - 2 * width, cols - 2 * width))


def _rectangle(rows: int, top: int, left: int, bottom: int, right: int) -> BitRows:
    """The squares from one row and column to another, which are not included."""
    line = bits_between(left, right)
    return [line if top <= row < bottom else 0 for row in range(rows)]


def _frame(rows: int, cols: int, width: int) -> BitRows:
    inside = _rectangle(rows, width, width, rows - width, cols - width)
    return without(_rectangle(rows, 0, 0, rows, cols), inside)


def _cross(rows: int, cols: int, width: int) -> BitRows:
    """Two arms of this width. One that cannot be exactly in the middle is half a square higher or further to
    the left. Width 0 is the usual one, a third of the shorter side, and a square more where that is needed
    for the middle: this cross is symmetric."""
    high = wide = width
    if width == _USUAL:
        third = _third(min(rows, cols))
        high, wide = third + (rows - third) % 2, third + (cols - third) % 2
    above, left = (rows - high) // 2, (cols - wide) // 2
    across = _rectangle(rows, above, 0, above + high, cols)
    return joined(across, _rectangle(rows, 0, left, rows, left + wide))


def _diamond(rows: int, cols: int, _: int) -> BitRows:
    """On a square board this is exact. On others it is a little wider, so that it reaches all four sides."""
    limit = rows * cols + max(rows, cols) - 1
    return [_middle(cols, (limit - abs(2 * row + 1 - rows) * cols) // rows) for row in range(rows)]


def _l_shape(rows: int, cols: int, width: int) -> BitRows:
    return joined(
        _rectangle(rows, 0, 0, rows, width),
        _rectangle(rows, rows - width, 0, rows, cols),
    )


def _staircase(rows: int, cols: int, steps: int) -> BitRows:
    """The columns of a row are on the same step as the row, or on one before it."""
    return [bits_between(0, min(cols, -(-(row * steps // rows + 1) * cols // steps))) for row in range(rows)]


def _third(side: int) -> int:
    return max(1, round(side / 3))


def _steps(side: int) -> int:
    """Steps that can still be seen as steps on a large board."""
    return min(5, max(2, round(side / 3)))


def _band(side: int) -> int:
    """The width of a ring or a frame: a quarter of the side. Up to 12 squares, as wide as a tour needs."""
    return max(side // 4, 3 if side >= 7 else 1)


def _table(*shapes: Shape) -> dict[str, Shape]:
    return {shape.name: shape for shape in shapes}


SHAPES = _table(
    Shape("ring", "a disc with a round hole", _ring, "width", _band, least=3, hollow=True),
    Shape("cross", "two bars that cross in the middle", _cross, "width", least=3),
    Shape("diamond", "a square that stands on a corner", _diamond, least=2),
    Shape("disc", "a circle, or an ellipse", _disc, least=2),
    Shape("horse", "the head of a chess knight", horse_rows, least=8),
    Shape("L", "two bars that meet in a corner", _l_shape, "width", _third, least=2),
    Shape("staircase", "steps that go down to the right", _staircase, "steps", _steps, least=2),
    Shape("frame", "a rectangle with a rectangular hole", _frame, "width", _band, least=3, hollow=True),
)

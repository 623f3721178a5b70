"""The built-in shapes, each at any size: which squares of a grid of rows x cols it has.

A shape can have a number, such as the width of a ring. Shapes that are symmetric in the plane are symmetric
on the grid: all sizes are compared exactly, in whole numbers.
"""

from collections.abc import Callable
from dataclasses import dataclass

from turaga.shapes.horse import horse_squares
from turaga.shapes.strokes import Square

Squares = set[Square]


@dataclass(frozen=True, slots=True)
class Shape:
    """A built-in shape.

    >>> SHAPES["ring"].number
    'width'
    """

    name: str
    what: str  # what it looks like
    squares: Callable[[int, int, int], Squares]  # rows, columns and the number
    number: str = ""  # what the number is: the width of a ring
    usual: Callable[[int], int] = lambda side: 0  # the number for the shorter side, if none is given
    least: int = 1  # rows and columns of the smallest one
    hollow: bool = False  # whether it has a hole, so that its width is less than half the side

    def most(self, side: int) -> int:
        """The largest number, for a shape with this shorter side. A ring or a frame keeps its hole.

        >>> SHAPES["ring"].most(8), SHAPES["L"].most(8)
        (3, 8)
        """
        return (side - 1) // 2 if self.hollow else side


def _disc(rows: int, cols: int, _: int = 0) -> Squares:
    return _ellipse(rows, cols, rows, cols)


def _ellipse(rows: int, cols: int, high: int, wide: int) -> Squares:
    """The squares whose centre is in the ellipse of this height and width in the middle of a grid."""
    squares = set()
    for row in range(rows):
        down = ((2 * row + 1 - rows) * wide) ** 2
        squares |= {
            (row, col)
            for col in range(cols)
            if down + ((2 * col + 1 - cols) * high) ** 2 <= (high * wide) ** 2
        }
    return squares


def _ring(rows: int, cols: int, width: int) -> Squares:
    return _disc(rows, cols) - _ellipse(rows, cols, rows - 2 * width, cols - 2 * width)


def _rectangle(top: int, left: int, bottom: int, right: int) -> Squares:
    """The squares from one row and column to another, which are not included."""
    return {(row, col) for row in range(top, bottom) for col in range(left, right)}


def _frame(rows: int, cols: int, width: int) -> Squares:
    return _rectangle(0, 0, rows, cols) - _rectangle(width, width, rows - width, cols - width)


def _cross(rows: int, cols: int, width: int) -> Squares:
    """Two arms. One that cannot be exactly in the middle is a square wider."""
    high, wide = width + (rows - width) % 2, width + (cols - width) % 2
    above, left = (rows - high) // 2, (cols - wide) // 2
    return _rectangle(above, 0, rows - above, cols) | _rectangle(0, left, rows, cols - left)


def _diamond(rows: int, cols: int, _: int) -> Squares:
    """On a square board this is exact. On others it is a little wider, so that it reaches all four sides."""
    limit = rows * cols + max(rows, cols) - 1
    return {
        (row, col)
        for row in range(rows)
        for col in range(cols)
        if abs(2 * row + 1 - rows) * cols + abs(2 * col + 1 - cols) * rows <= limit
    }


def _l_shape(rows: int, cols: int, width: int) -> Squares:
    return _rectangle(0, 0, rows, width) | _rectangle(rows - width, 0, rows, cols)


def _staircase(rows: int, cols: int, steps: int) -> Squares:
    return {
        (row, col) for row in range(rows) for col in range(cols) if col * steps // cols <= row * steps // rows
    }


def _horse(rows: int, cols: int, _: int) -> Squares:
    return horse_squares(rows, cols)


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
    Shape("cross", "two bars that cross in the middle", _cross, "width", _third, least=3),
    Shape("diamond", "a square that stands on a corner", _diamond, least=2),
    Shape("disc", "a circle, or an ellipse", _disc, least=2),
    Shape("horse", "the head of a chess knight", _horse, least=8),
    Shape("L", "two bars that meet in a corner", _l_shape, "width", _third, least=2),
    Shape("staircase", "steps that go down to the right", _staircase, "steps", _steps, least=2),
    Shape("frame", "a rectangle with a rectangular hole", _frame, "width", _band, least=3, hollow=True),
)

"""The eight symmetries of the square, and how they act on squares, boards, directions and orders.

A symmetry g maps the walk by a rule with order o from square s to the walk by the same rule with order g(o)
from g(s) on g(board). So the results for one order of a class give the results for the whole class. A square
board has all eight symmetries, and its orders fall into 5040 classes of eight. Another rectangle has four
symmetries, and its orders fall into 10,080 classes of four.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from turaga.board import Board, Square
from turaga.order import FIRST_ORDER, direction_steps


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A symmetry of the square: swap rows and columns if `swap`, then mirror rows, then mirror columns.

    >>> quarter = SYMMETRIES["quarter turn"]
    >>> quarter.square((0, 0), rows=3, cols=4), quarter.sides(3, 4)
    ((0, 2), (4, 3))
    """

    name: str
    swap: bool
    mirror_rows: bool
    mirror_cols: bool

    def sides(self, rows: int, cols: int) -> tuple[int, int]:
        """The rows and columns of the image of a rows x cols board."""
        return (cols, rows) if self.swap else (rows, cols)

    def square(self, square: Square, rows: int, cols: int) -> Square:
        """The image of a square of a rows x cols board."""
        row, col = square
        if self.swap:
            row, col, rows, cols = col, row, cols, rows
        return (
            rows - 1 - row if self.mirror_rows else row,
            cols - 1 - col if self.mirror_cols else col,
        )

    def step(self, step: tuple[int, int]) -> tuple[int, int]:
        """The image of a (row, col) step."""
        down, right = step
        if self.swap:
            down, right = right, down
        return (-down if self.mirror_rows else down, -right if self.mirror_cols else right)


# Rotations are clockwise, with row 0 at the top.
_SYMMETRIES = {
    s.name: s
    for s in (
        Symmetry("identity", False, False, False),
        Symmetry("quarter turn", True, False, True),
        Symmetry("half turn", False, True, True),
        Symmetry("three-quarter turn", True, True, False),
        Symmetry("top to bottom", False, True, False),
        Symmetry("left to right", False, False, True),
        Symmetry("main diagonal", True, False, False),
        Symmetry("other diagonal", True, True, True),
    )
}
SYMMETRIES: Mapping[str, Symmetry] = MappingProxyType(_SYMMETRIES)

# _DIRECTION[name][d - 1] is the digit of the image of direction d. It is the same for every leaper, because a
# symmetry only swaps and negates coordinates. So the knight's eight distinct steps are enough to find it.
_KNIGHT_STEPS = direction_steps()
_DIRECTION = {
    s.name: "".join(FIRST_ORDER[_KNIGHT_STEPS.index(s.step(step))] for step in _KNIGHT_STEPS)
    for s in SYMMETRIES.values()
}


def order_image(order: str, symmetry: Symmetry) -> str:
    """The image of an order: its k-th direction is the image of the k-th direction of the order.

    >>> order_image("12345678", SYMMETRIES["half turn"])
    '56781234'
    """
    images = _DIRECTION[symmetry.name]
    return "".join(images[int(digit) - 1] for digit in order)


def order_images(order: str) -> dict[str, str]:
    """The eight images of an order by the names of the symmetries. The first is the order itself.

    >>> order_images("12345678")["quarter turn"]
    '34567812'
    """
    return {symmetry.name: order_image(order, symmetry) for symmetry in SYMMETRIES.values()}


def order_class(order: str, symmetries: Iterable[Symmetry] = tuple(SYMMETRIES.values())) -> str:
    """The least order of the class. Orders of one class give results that are equal up to symmetry.

    >>> order_class("87654321"), order_class("34567812")
    ('12345678', '12345678')
    """
    return min(order_image(order, s) for s in symmetries)


def image_of_board(board: Board, symmetry: Symmetry) -> Board:
    """The image of a board with its holes.

    >>> image_of_board(Board(3, 4, holes=[(0, 0)]), SYMMETRIES["quarter turn"])
    Board(4, 3, holes=[(0, 2)])
    """
    rows, cols = symmetry.sides(board.rows, board.cols)
    holes = [symmetry.square(hole, board.rows, board.cols) for hole in board.hole_squares]
    return Board(rows, cols, holes=holes, leaper=board.leaper)


def board_symmetries(board: Board) -> tuple[Symmetry, ...]:
    """The symmetries that map the board to itself: eight, four, or fewer if holes break them.

    >>> len(board_symmetries(Board("8x8"))), len(board_symmetries(Board("3x4")))
    (8, 4)
    """
    return tuple(
        s
        for s in SYMMETRIES.values()
        if s.sides(board.rows, board.cols) == (board.rows, board.cols)
        and (not board.hole_indices or image_of_board(board, s) == board)
    )

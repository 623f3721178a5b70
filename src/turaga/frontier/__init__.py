"""The frontier method's view of a board, for those who solve by it and those who count.

What a state is stands in `turaga.frontier.state_kernel`; here, without loading numba, whether a board's
states
fit into one; in `turaga.frontier.layout` how the squares of a board follow one another.
"""

from turaga.board import Board
from turaga.order import ordered_steps

__all__ = ["MOST_WINDOW", "fits", "window"]

MOST_WINDOW = 15  # slots of a state, as in `turaga.frontier.state_kernel`


def window(board: Board) -> int:
    """How many squares ahead a move reaches if the squares are taken along the longer side.

    >>> window(Board("3x12")), window(Board("9x8"))
    (7, 17)
    """
    width, length = sorted((board.rows, board.cols))
    steps = ordered_steps(leaper=board.leaper)
    ahead = [d * width + r for d, r in steps if (d, r) > (0, 0) and d < length and abs(r) < width]
    return max(ahead, default=1)


def fits(board: Board) -> bool:
    """Whether the frontier method takes the board."""
    return window(board) <= MOST_WINDOW

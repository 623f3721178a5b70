"""A walk as its start and one digit for each move: the number of its direction, see `turaga.order`.

This is the shortest form of a long walk, a tenth of its squares as JSON. The API uses it.
"""

from typing import TYPE_CHECKING

from turaga.board import Board, Square
from turaga.errors import BadInput
from turaga.order import FIRST_ORDER, direction_steps
from turaga.verify import find_faults, verify
from turaga.walk import Walk

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_DIGITS = frozenset(FIRST_ORDER)


def move_digits(walk: Walk) -> str:
    """One digit for each move of the walk, which must be a walk by moves of its leaper.

    >>> move_digits(Walk("3x4", [(0, 0), (1, 2), (2, 0), (0, 1)]))
    '836'
    """
    import numpy as np

    board = walk.board
    reach = board.leaper[1]
    across = 2 * reach + 1
    digits = np.zeros(across * across, dtype=np.uint8)
    # Some leapers, such as 0,1, have each direction twice: the first of the two is written.
    for digit, (down, right) in reversed(list(zip(FIRST_ORDER, direction_steps(board.leaper), strict=True))):
        digits[(down + reach) * across + right + reach] = ord(digit)
    rows, cols = np.divmod(walk.array().astype(np.int64, copy=False), board.cols)
    written: bytes = digits[(np.diff(rows) + reach) * across + np.diff(cols) + reach].tobytes()
    return written.decode("ascii")


def walk_of_digits(board: Board, start: Square, digits: str) -> Walk:
    """The walk from `start` by these moves: the inverse of `move_digits`. `BadInput` about the field `moves`
    names the first mistake.

    >>> walk_of_digits(Board("3x4"), (0, 0), "836").squares
    ((0, 0), (1, 2), (2, 0), (0, 1))
    >>> walk_of_digits(Board("3x4"), (0, 0), "84")
    Traceback (most recent call last):
        ...
    turaga.errors.BadInput: the moves are not a walk on 3x4: step 3 visits a3 again, first visited at step 1
    """
    import numpy as np

    if not _DIGITS.issuperset(digits):
        raise BadInput("moves must be digits from 1 to 8", field="moves")
    steps = np.array(direction_steps(board.leaper), dtype=np.int64)
    chosen = steps[np.frombuffer(digits.encode("ascii"), dtype=np.uint8) - ord("1")]
    squares = np.concatenate(([board.read_square(start)], chosen)).cumsum(axis=0)
    off = np.flatnonzero(((squares < 0) | (squares >= (board.rows, board.cols))).any(axis=1))
    if len(off):
        raise _not_a_walk(board, _first_fault(board, squares[: off[0] + 1]))
    walk = Walk.from_indices(board, squares[:, 0] * board.cols + squares[:, 1], handed_over=True)
    if faults := verify(walk).faults:
        raise _not_a_walk(board, faults[0].what)
    return walk


def _first_fault(board: Board, squares: "NDArray[np.int64]") -> str:
    return find_faults(board, map(tuple, squares.tolist()))[0][0].what


def _not_a_walk(board: Board, why: str) -> BadInput:
    return BadInput(f"the moves are not a walk on {board}", accepted=why, field="moves")

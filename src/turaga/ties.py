"""Breaking ties: which of several squares with the same degree a tie-break prefers.

This is the readable definition. `greedy_kernel.py` does the same in machine code. `rule.py` lists the
tie-breaks and reads them from text.
"""

from collections.abc import Callable

from turaga.board import Board
from turaga.rng import Rng
from turaga.rule import Tie

DegreesAfter = Callable[[int, int], list[int]]  # called with a square and a depth: see `greedy.Position`


def break_tie(tie: Tie, equal: list[int], board: Board, rng: Rng, degrees_after: DegreesAfter) -> list[int]:
    """The squares that a tie-break prefers among equal squares.

    >>> from turaga.rule import Rule
    >>> outermost_first = Rule(ties="outermost").stages[0]
    >>> break_tie(outermost_first, [8, 28, 33], Board("8x8"), Rng(0), lambda square, depth: [])
    [8]
    """
    if tie.kind == "random":
        return [equal[rng.below(len(equal))]]
    if tie.kind == "lookahead":
        for depth in range(1, tie.depth + 1):
            lists = [degrees_after(n, depth) for n in equal]
            least = min(lists)
            equal = [n for n, values in zip(equal, lists, strict=True) if values == least]
            if len(equal) == 1:
                break
        return equal
    away = outermost if tie.kind == "outermost" else corner
    keys = [away(board, n) for n in equal]
    least_key = min(keys)
    return [n for n, key in zip(equal, keys, strict=True) if key == least_key]


def outermost(board: Board, index: int) -> int:
    """Minus the squared distance from the board's centre, in half squares: least for outermost squares."""
    row, col = divmod(index, board.cols)
    return -((2 * row - board.rows + 1) ** 2) - (2 * col - board.cols + 1) ** 2


def corner(board: Board, index: int) -> int:
    """The Manhattan distance to the nearest corner."""
    row, col = divmod(index, board.cols)
    return min(row, board.rows - 1 - row) + min(col, board.cols - 1 - col)

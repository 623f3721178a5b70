"""Known answers as the golden files hold them, for every test that needs them."""

import json
from functools import cache
from pathlib import Path

from turaga.symmetry import board_symmetries

GOLDEN = Path(__file__).parent / "golden"
STARTS = {
    name: {tuple(square) for square in squares}
    for name, squares in json.loads((GOLDEN / "start_squares.json").read_text())["start_squares"].items()
}
PAIRS = json.loads((GOLDEN / "end_pairs.json").read_text())["unsolvable_pairs"]


@cache
def pairs_without(board):
    """The pairs of squares that colours allow and no open tour joins: all images of those listed."""
    return {
        frozenset(symmetry.square(tuple(square), board.rows, board.cols) for square in pair)
        for pair in PAIRS[f"{board.rows}x{board.cols}"]
        for symmetry in board_symmetries(board)
    }


def pair_exists(board, a, b):
    """Whether an open tour of a board listed joins two squares."""
    colours = (sum(a) % 2, sum(b) % 2)
    allowed = colours == (0, 0) if board.size % 2 else colours[0] != colours[1]
    return a != b and allowed and frozenset((a, b)) not in pairs_without(board)

"""Known answers from the golden files and from published documents, for scripts and tests."""

import csv
import json
from functools import cache
from pathlib import Path

from turaga import Board
from turaga.boards import Square
from turaga.symmetry import board_symmetries

__all__ = [
    *("FIRST_CLOSED", "FULL_ORDERS", "GOLDEN", "PAIRS", "PUBLISHED", "STARTS"),
    *("pair_exists", "pairs_without", "start_exists"),
]

ROOT = Path(__file__).parent.parent
GOLDEN = ROOT / "tests" / "golden"
PUBLISHED = ROOT / "src" / "turaga" / "report" / "data"  # its SOURCES.md names the documents
# Serafeimidis's thesis: the orders that complete from every square of 8x8, and by N the first start of NxN
# whose walk closes, counted from 1.
FULL_ORDERS = (PUBLISHED / "full_orders_8x8.txt").read_text().split()
FIRST_CLOSED = {
    int(row["n"]): (int(row["row"]), int(row["col"]))
    for row in csv.DictReader((PUBLISHED / "table_57.csv").read_text().splitlines())
}
STARTS: dict[str, set[Square]] = {
    name: {(row, col) for row, col in squares}
    for name, squares in json.loads((GOLDEN / "start_squares.json").read_text())["start_squares"].items()
}
PAIRS: dict[str, list[list[list[int]]]] = json.loads((GOLDEN / "end_pairs.json").read_text())[
    "unsolvable_pairs"
]
_NO_TOUR = {(3, 3), (3, 5), (3, 6), (4, 4)}


def start_exists(board: Board, square: Square) -> bool:
    """Whether an open tour starts on a square. The board must not have more rows than columns.

    Sides of 5 or more need no table: a tour starts on every square that the colours allow.
    """
    name = f"{board.rows}x{board.cols}"
    if name in STARTS:
        return square in STARTS[name]
    if board.rows < 3:
        return board.size == 1
    assert board.rows >= 5, f"no known answer for {board}"
    return board.size % 2 == 0 or sum(square) % 2 == 0


@cache
def pairs_without(board: Board) -> set[frozenset[Square]]:
    """The pairs of ends that the colours allow but that have no open tour."""
    return {
        frozenset(symmetry.square((row, col), board.rows, board.cols) for row, col in pair)
        for pair in PAIRS[f"{board.rows}x{board.cols}"]
        for symmetry in board_symmetries(board)
    }


def pair_exists(board: Board, a: Square, b: Square) -> bool:
    """Whether an open tour joins two squares. The board must not have more rows than columns."""
    if board.size == 1:
        return True
    if board.rows < 3 or (board.rows, board.cols) in _NO_TOUR:
        return False
    colours = (sum(a) % 2, sum(b) % 2)
    allowed = colours == (0, 0) if board.size % 2 else colours[0] != colours[1]
    return a != b and allowed and frozenset((a, b)) not in pairs_without(board)

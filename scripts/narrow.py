"""Every pair of ends on narrow boards, by method narrow, against the known table of pairs without a tour.

    python scripts/narrow.py [BOARD ...]

Without boards: 3x4 to 3x13, 4x4 to 4x10, 5x5 and 5x6. Pairs are taken once for each symmetry class of the
board, those that colour rules out included. Prints, for each board, the pairs, the tours, the disagreements
with tests/golden/end_pairs.json (if it has the board), the mean and the longest time of a pair, and the most
states in a layer; ends with status 1 if there was a disagreement.
"""

import json
import sys
import time
from itertools import combinations
from pathlib import Path

from turaga import Board, Walk, verify
from turaga.solve.frontier import frontier_walk, thin_sweeps

GOLDEN = Path(__file__).parent.parent / "tests" / "golden" / "end_pairs.json"
BOARDS = [*(f"3x{n}" for n in range(4, 14)), *(f"4x{n}" for n in range(4, 11)), "5x5", "5x6"]
NO_TOUR = ("3x3", "3x5", "3x6", "4x4")
Pair = frozenset[int]


def classes(board: Board) -> list[tuple[Pair, set[Pair]]]:
    """One pair of square numbers of each symmetry class, and the whole class."""
    seen: set[Pair] = set()
    found = []
    for pair in map(frozenset, combinations(board.numbers(), 2)):
        if pair not in seen:
            images = set(_images(board, pair))
            seen |= images
            found.append((pair, images))
    return found


def _images(board: Board, pair: Pair) -> list[Pair]:
    squares = [board.square(n) for n in sorted(pair)]
    images = [squares, [(r, board.cols - 1 - c) for r, c in squares]]
    images += [[(board.rows - 1 - r, c) for r, c in image] for image in images]
    if board.rows == board.cols:
        images += [[(c, r) for r, c in image] for image in images]
    return [frozenset(board.number(square) for square in image) for image in images]


def legal(board: Board, pair: Pair) -> bool:
    """Whether colour allows a tour between the two."""
    first, second = (sum(board.square(n)) % 2 for n in pair)
    return first == second == 0 if board.size % 2 else first != second


def main() -> int:
    table = json.loads(GOLDEN.read_text())["unsolvable_pairs"]
    wrong = 0
    for size in sys.argv[1:] or BOARDS:
        board = Board(size)
        refused = {frozenset(board.number((r, c)) for r, c in pair) for pair in table.get(size, [])}
        known = size in table or size in NO_TOUR
        pairs = tours = disagreements = most = 0
        spent: list[float] = []
        for pair, images in classes(board):
            start, end = sorted(pair)
            began = time.perf_counter()
            sweep = frontier_walk(board, start, end, thin=thin_sweeps(board))
            spent.append(time.perf_counter() - began)
            pairs += 1
            most = max(most, sweep.most)
            assert sweep.out is None
            if sweep.numbers is not None:
                tours += 1
                walk = Walk.from_numbers(board, sweep.numbers)
                assert verify(walk), pair
                assert (walk.start, walk.end) == (board.square(start), board.square(end))
            if known:
                expected = legal(board, pair) and size not in NO_TOUR and not refused & images
                disagreements += expected != (sweep.numbers is not None)
        told = str(disagreements) if known else "-"
        print(
            f"{size}: {pairs} pairs, {tours} with a tour, disagreements {told}; a pair "
            f"{1000 * sum(spent) / pairs:.1f} ms, at most {1000 * max(spent):.1f} ms; "
            f"at most {most} states in a layer",
            flush=True,
        )
        wrong += disagreements
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

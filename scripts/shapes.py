"""Which shapes have tours? A table of built-in shapes by size, and what `trim` removes from words.

    python scripts/shapes.py                # everything, about three minutes
    python scripts/shapes.py --sizes 8 20   # these sizes only
    python scripts/shapes.py --words HELLO  # these words only

Each cell has the number of squares to remove for an open and for a closed tour: 0/2. A star means that it is
not proved that fewer are not enough. A dash means that there is no such board, "none" that no part of it
has such a tour, and a question mark that no tour was found.
"""

import argparse
import time

from turaga import TourNotFound, TuragaError, shape, trim
from turaga.board import Board
from turaga.shapes import SHAPES
from turaga.shapes.letters import GLYPHS

SIZES = (*range(4, 21), 24, 28, 32, 40, 50, 60, 80)
WORDS = ("TURAGA", "KNIGHT", "EULER", "HELLO 2026", "WARNSDORFF", "THE QUICK BROWN FOX", "C'EST LA VIE!")


def removals(board: Board, *, closed: bool) -> str:
    """How many squares `trim` removes."""
    try:
        trimmed = trim(board, closed=closed)
    except TourNotFound as error:
        return "none" if error.proved else "?"
    return f"{len(trimmed.removed)}{'' if trimmed.minimal else '*'}"


def both(board: Board) -> str:
    """The numbers for open and for closed tours."""
    return "/".join(removals(board, closed=closed) for closed in (False, True))


def table(sizes: tuple[int, ...]) -> None:
    """The built-in shapes on square boards."""
    print("| size | " + " | ".join(SHAPES) + " |\n" + "|---" * (len(SHAPES) + 1) + "|")
    for size in sizes:
        cells = []
        for name in SHAPES:
            try:
                board = shape(name, size)
            except TuragaError:
                cells.append("-")
            else:
                cells.append(both(board))
        print(f"| {size}x{size} | " + " | ".join(cells) + " |", flush=True)


def words(texts: tuple[str, ...]) -> None:
    """Words, one per line of the table, with the time for both kinds of tours."""
    print("| text | board | squares | removed, open/closed | seconds |\n|---|---|---|---|---|")
    for text in texts:
        began = time.perf_counter()
        board = shape(f"text:{text}")
        found = both(board)
        seconds = time.perf_counter() - began
        print(f"| {text} | {board.rows}x{board.cols} | {board.size} | {found} | {seconds:.1f} |", flush=True)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", nargs="*", type=int, metavar="N")
    parser.add_argument("--words", nargs="*", metavar="TEXT")
    arguments = parser.parse_args()
    everything = arguments.sizes is None and arguments.words is None
    if everything or arguments.sizes is not None:
        table(SIZES if everything else tuple(arguments.sizes))
    if everything or arguments.words is not None:
        words((*GLYPHS, *WORDS) if everything else tuple(arguments.words))


if __name__ == "__main__":
    main()

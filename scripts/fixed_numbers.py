"""Solve boards with fixed numbers taken from a tour: how many are solved, and how long it takes.

    python scripts/fixed_numbers.py                                # 16x16 and 20x20, up to an hour and a half
    python scripts/fixed_numbers.py --sizes 12 --numbers 4,16 --each 2 --limit 10

For each size and number of fixed squares, some random tours are made: open and closed, every third on a board
with holes. Random squares are taken from each and fixed at their steps. So there is always a tour. The
default method looks for one within the limit. Every tour is checked here, without Turaga's `verify`: each
square once, each move a knight's move, and every number where it should be. The results are printed as a
Markdown table.
"""

import argparse
import random
import time
from itertools import pairwise

import turaga


def instance(
    size: int, number: int, which: int
) -> tuple[turaga.Board, dict[int, turaga.boards.Square], bool]:
    """A board, squares of one of its tours with their steps, and whether the tour is closed."""
    dice = random.Random(f"{size} {number} {which}")
    closed = which % 2 == 1
    board = turaga.Board(size)
    while which % 3 == 2 and not board.hole_indices:
        holes = [(dice.randrange(size), dice.randrange(size)) for _ in range(2 * size)]
        board = turaga.Board(size, holes=holes)
        if not isinstance(turaga.solve(board, closed=closed), turaga.Found):
            board = turaga.Board(size)
    # Tours made from cycles look random everywhere.
    tour = turaga.solve(board, closed=closed, method="cycles", seed=which).tour
    steps = sorted(dice.sample(range(1, len(tour) + 1), number))
    return board, {step: tour[step - 1] for step in steps}, closed


def fits(board: turaga.Board, tour: turaga.Tour, fix: dict[int, turaga.boards.Square], closed: bool) -> bool:
    """Whether this is a tour of the board with these numbers."""
    squares = list(tour.squares)
    line = [*squares, squares[0]] if closed else squares
    leaps = all({abs(a - c), abs(b - d)} == {1, 2} for (a, b), (c, d) in pairwise(line))
    whole = {(r, c) for r in range(board.rows) for c in range(board.cols)} - set(board.hole_squares)
    once = len(squares) == len(whole) and set(squares) == whole
    return leaps and once and all(squares[step - 1] == square for step, square in fix.items())


def main() -> int:
    """Print the table; exit status 1 if a tour is wrong or a board is called impossible."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", default="16,20")
    parser.add_argument("--numbers", default="1,2,4,8,16,32,64,100,200")
    parser.add_argument("--each", type=int, default=5)
    parser.add_argument("--limit", type=float, default=60.0)
    chosen = parser.parse_args()
    wrong = 0
    print("| board | fixed squares | solved | seconds, sorted |")
    print("|---|---|---|---|", flush=True)
    for size in map(int, chosen.sizes.split(",")):
        for number in map(int, chosen.numbers.split(",")):
            times, solved = [], 0
            for which in range(chosen.each):
                board, fix, closed = instance(size, number, which)
                began = time.perf_counter()
                outcome = turaga.solve(board, fix=fix, closed=closed, time_limit=chosen.limit)
                times.append(time.perf_counter() - began)
                if isinstance(outcome, turaga.Found):
                    solved += 1
                    wrong += not fits(board, outcome.tour, fix, closed)
                wrong += isinstance(outcome, turaga.Impossible)
            row = [f"{size}x{size}", str(number), f"{solved} of {chosen.each}"]
            row.append(" ".join(f"{t:.1f}" for t in sorted(times)))
            print(f"| {' | '.join(row)} |", flush=True)
    print(f"\n{wrong} wrong.")
    return bool(wrong)


if __name__ == "__main__":
    raise SystemExit(main())

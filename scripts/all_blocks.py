"""Check tours made of blocks on all boards up to a size.

    python scripts/all_blocks.py [--largest 40] [--largest-odd 25]

For every board of even area with sides from 5, the script makes a tour from the top left square and from a
random square, verifies that it is closed, and compares every step and every square of the implicit tour with
it. For every board of odd area and every start that the colours allow, it makes the tour and verifies it. It
stops at the first failure.
"""

import argparse
import sys
from itertools import product

from turaga import Board, Tour, verify
from turaga.blocks import make_plan, number_grid, tour_array, tour_indices
from turaga.board import Square
from turaga.boards import implicit
from turaga.rng import Rng


def check(board: Board, start: Square) -> None:
    """The tour from a start, in every form."""
    plan = make_plan(board, start)
    numbers = tour_indices(plan)
    tour = Tour.from_indices(board, numbers)
    report = verify(tour)
    closed = board.size % 2 == 0
    assert report.is_tour, (board, start)
    assert report.closed >= closed, (board, start)
    assert tour[0] == start, (board, start)
    assert tour_array(plan).tolist() == numbers, (board, start)
    assert number_grid(plan).tolist() == tour.rows(), (board, start)
    if closed:
        asked = implicit(board, start)
        assert tuple(asked) == tour.squares, (board, start)
        assert [asked.index(square) for square in tour.squares] == list(range(board.size)), (board, start)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--largest", type=int, default=40)
    parser.add_argument("--largest-odd", type=int, default=25)
    asked = parser.parse_args()
    even = odd = 0
    for rows, cols in product(range(5, asked.largest + 1), repeat=2):
        if rows * cols % 2 == 0:
            rng = Rng(rows, cols)
            check(Board(rows, cols), (0, 0))
            check(Board(rows, cols), (rng.below(rows), rng.below(cols)))
            even += 1
    print(
        f"{even} boards of even area up to {asked.largest}x{asked.largest}: two closed tours each, no failure"
    )
    for rows, cols in product(range(5, asked.largest_odd + 1, 2), repeat=2):
        for start in product(range(rows), range(cols)):
            if sum(start) % 2 == 0:
                check(Board(rows, cols), start)
                odd += 1
    print(f"{odd} boards of odd area and starts up to {asked.largest_odd}x{asked.largest_odd}: no failure")
    return 0


if __name__ == "__main__":
    sys.exit(main())

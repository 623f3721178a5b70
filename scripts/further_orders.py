"""Compare two kinds of retry: a new order after `outermost`, or a new order alone.

    python scripts/further_orders.py [--tries 1000]

For boards of several sizes and four starts each, the script prints how many random orders each kind needs
until a walk is closed. docs/measurements.md records the result.
"""

import argparse
import sys
from itertools import islice

from turaga import Board, Rule
from turaga.compiled_greedy import CompiledRule, PaddedBoard
from turaga.rng import Rng
from turaga.solve.greedy import fresh_orders

SIDES = (6, 8, 10, 20, 50, 100)


def tries_until_closed(board: Board, start: int, *, alone: bool, most: int) -> str:
    """How many random orders it took, or a dash if none closed the tour."""
    ground = PaddedBoard(board)
    orders = islice(fresh_orders(board, Rule().order, Rng(0, start, 1)), most)
    for tried, order in enumerate(orders, start=1):
        rule = Rule().by_order(order) if alone else Rule().with_order(order)
        if CompiledRule(ground, rule).walk(start, Rng(0), board.size).closed:
            return str(tried)
    return "-"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--tries", type=int, default=1000)
    most = parser.parse_args().tries
    print(f"orders until a closed tour, at most {most}: from 1,1; 1,2; 2,4; the middle")
    for side in SIDES:
        board = Board(side)
        starts = [0, 1, board.cols + 3, board.index((side // 2, side // 2 - 1))]
        for alone, name in ((False, "after outermost"), (True, "order alone")):
            found = [tries_until_closed(board, start, alone=alone, most=most) for start in starts]
            print(f"{f'{side}x{side}':<9} {name:<16} {'  '.join(f'{text:>5}' for text in found)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Find walks of all squares but one, from every square that the colours exclude as the start of a tour.

    python scripts/best_walks.py [--largest 31]

For every board m x n with both sides odd, 3 <= m <= n, and every start on the colour with fewer squares
(one of each class), the script asks `solve` for the longest walk. It prints the number of starts, how many
walks miss one square, and the starts from which no such walk exists or none was found.
"""

import argparse
import sys

from turaga import Board, Impossible, compiled_greedy, solve


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--largest", type=int, default=31)
    largest = parser.parse_args().largest
    assert compiled_greedy
    starts = found = 0
    others = []
    for rows in range(3, largest + 1, 2):
        for cols in range(rows, largest + 1, 2):
            board = Board(rows, cols)
            for row in range(rows // 2 + 1):
                for col in range((row + 1) % 2, cols // 2 + 1, 2):
                    outcome = solve(board, start=(row, col), best=True)
                    assert isinstance(outcome, Impossible)
                    starts += 1
                    if outcome.best is not None and len(outcome.best) == board.size - 1:
                        found += 1
                    else:
                        others.append(f"{board} from {row + 1},{col + 1}: {outcome.reason.split('; ')[1]}")
    print(f"starts: {starts}; walks of all squares but one: {found}; others: {len(others)}")
    for line in others:
        print(f"  {line}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

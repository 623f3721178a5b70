"""Walk from every start of every even board m x n, 6 <= m, n <= 60, by the default rule with 20 retries.

    python scripts/completion.py [--smallest 6] [--largest 60] [--retries 20]

The script prints the total number of starts, how many complete at once and how many after retries, and lists
every start that does not complete. docs/measurements.md records the result. It takes two to three minutes on
two cores.
"""

import argparse
import sys
import time

from turaga import Board, Rule, compiled_greedy
from turaga.walks import map_starts


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--smallest", type=int, default=6)
    parser.add_argument("--largest", type=int, default=60)
    parser.add_argument("--retries", type=int, default=20)
    parser.add_argument("--rule", default=Rule().text)
    options = parser.parse_args()
    assert compiled_greedy
    rule = Rule(options.rule)
    sides = range(options.smallest, options.largest + 1)
    began = time.perf_counter()
    boards = starts = at_once = complete = retries = 0
    failures: list[str] = []
    for rows in sides:
        for cols in sides:
            if rows * cols % 2:
                continue
            board = Board(rows, cols)
            first = map_starts(board, rule)
            boards += 1
            starts += first.starts
            at_once += first.complete
            if first.complete < first.starts:
                first = map_starts(board, rule, retries=options.retries)
            complete += first.complete
            retries += first.retries
            failures += [
                f"{board} {row + 1},{col + 1} leaves {left}"
                for number, left in enumerate(first.unvisited)
                if left
                for row, col in [board.square(number)]
            ]
        print(f"{rows} rows done, {time.perf_counter() - began:.0f} s", file=sys.stderr)
    print(f"rule: {rule}; at most {options.retries} retries")
    print(f"boards: {boards}, {options.smallest} to {options.largest} rows and columns, even area")
    print(f"starts: {starts}")
    print(f"complete at once: {at_once} ({at_once / starts:.4%})")
    print(f"complete after retries: {complete} ({complete / starts:.4%}), {retries} retries in all")
    print(f"not complete: {len(failures)}")
    for failure in failures:
        print(f"  {failure}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

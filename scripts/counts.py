"""Count known numbers of tours again, and count other numbers twice.

    python scripts/counts.py [--kind closed|open] [--boards 6x6,6x7] [--long]

The script counts the closed and open tours of many boards and compares them with tests/golden/counts.json. It
counts numbers that are not in that file with two methods that share little code: closed tours by halves and
by a sweep; open tours by a sweep and, on boards that are nearly square, by the narrowest order, otherwise as
half the sum over all starts. `--long` adds boards that take minutes. The exit status is 1 if a number differs
from the known one or two methods disagree.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from turaga import Board
from turaga.counting.by_start import by_start as count_by_start
from turaga.counting.closed_halves import count_by_halves
from turaga.counting.closed_halves_fit import can_halve
from turaga.counting.graph_sweep import count_by_narrowest
from turaga.counting.sweep import count_by_sweep
from turaga.tours import Tours

KNOWN = json.loads((Path(__file__).parent.parent / "tests" / "golden" / "counts.json").read_text())
BOARDS = {
    "closed": [
        *(f"3x{n}" for n in range(4, 47, 2)),
        *(f"4x{n}" for n in range(4, 13)),
        *(f"5x{n}" for n in range(6, 21, 2)),
        *(f"6x{n}" for n in range(6, 15)),
        "7x8",
    ],
    "open": [
        *(f"3x{n}" for n in range(3, 30)),
        *(f"4x{n}" for n in range(4, 25)),
        *(f"5x{n}" for n in range(5, 19)),
        *("6x6", "6x7"),
    ],
}
LONG = {"closed": ["7x10", "8x8"], "open": ["6x8"]}


def methods(tours: Tours) -> Iterator[tuple[str, Callable[[], tuple[int, int]]]]:
    """The methods for these tours, fastest first. Each returns the count and the number of states."""

    def halves() -> tuple[int, int]:
        found = count_by_halves(tours)
        return found.count, found.states

    def sweep() -> tuple[int, int]:
        found = count_by_sweep(tours)
        return found.count, found.states

    def narrowest() -> tuple[int, int]:
        found = count_by_narrowest(tours)
        return found.count, found.states

    def by_start() -> tuple[int, int]:
        return sum(count_by_start(tours.board).by_index.values()) // 2, 0

    if tours.closed and can_halve(tours):
        yield "halves", halves
    if not tours.closed and tours.board.rows >= 6 and tours.board.area <= 42:
        yield "narrowest", narrowest
    yield "sweep", sweep
    if not tours.closed:
        yield "by start", by_start


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--kind", choices=list(BOARDS))
    parser.add_argument("--boards")
    parser.add_argument("--long", action="store_true")
    given = parser.parse_args()
    wrong = 0
    print("board  kind    count                         known?             method     states       seconds")
    for kind in [given.kind] if given.kind else BOARDS:
        boards = given.boards.split(",") if given.boards else BOARDS[kind] + given.long * LONG[kind]
        for board in boards:
            wrong += show(Tours(Board(board), closed=kind == "closed"))
    print(f"wrong: {wrong}")
    return wrong > 0


def show(tours: Tours) -> int:
    """Count, print the result, and return how many numbers are wrong."""
    known = KNOWN[tours.kind].get(str(tours.board))
    found: list[int] = []
    wrong = 0
    for name, count in methods(tours):
        began = time.perf_counter()
        number, states = count()
        seconds = time.perf_counter() - began
        expected = known if known is not None else found[0] if found else None
        agrees = expected is None or number == expected
        wrong += not agrees
        said = "as in the file" if known is not None else "as before" if found else "not in the file"
        print(
            f"{tours.board!s:<6} {tours.kind:<6} {number:>28,}  {said if agrees else 'WRONG':<16}  {name:<9} "
            f"{states:>12,} {seconds:>9.1f}",
            flush=True,
        )
        found.append(number)
        if known is not None or len(found) == 2:
            break
    return wrong


if __name__ == "__main__":
    sys.exit(main())

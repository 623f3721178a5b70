"""Count the halves of a board, row by row: the table in `turaga.counting.closed_halves_fit`.

    python scripts/half_sizes.py [--widths 3,4,5,6,7,8]      (five minutes, mostly for 7 and 8)

For each width, the script prints the number of halves after 1, 2, 3, ... rows, and how many bits the number
of ways to reach them needs. The exit status is 1 if the table differs.
"""

import argparse
import sys

from turaga import Board
from turaga.counting.closed_halves import HalfScan
from turaga.counting.closed_halves_fit import BITS, HALVES
from turaga.frontier.layers import Layer, ScanStep, Stepper
from turaga.frontier.layout import ScanLayout


def sizes(width: int, rows: int) -> list[tuple[int, int]]:
    """After each row, the number of halves and the bits of the number of ways."""
    descent = HalfScan(ScanLayout(Board(max(width, rows + 2), width)), rows)
    layer = Layer.first()
    found = []
    with Stepper() as stepper:
        for taken, site in enumerate(descent.sites, start=1):
            layer = stepper.step(layer, ScanStep(site), keep=False)
            if taken % width == 0:
                found.append((len(layer), layer.total().bit_length()))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--widths", default=",".join(map(str, HALVES)))
    wrong = 0
    for width in map(int, parser.parse_args().widths.split(",")):
        rows = len(HALVES[width])
        found = sizes(width, rows)
        print(f"{width}: " + ", ".join(f"{halves:,} ({bits} bits)" for halves, bits in found), flush=True)
        wrong += tuple(halves for halves, _ in found) != HALVES[width]
        wrong += any(bits > BITS[width] * (row + 1) for row, (_, bits) in enumerate(found, start=1))
    print(f"wrong: {wrong}")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())

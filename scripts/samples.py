"""Sample twenty thousand closed tours of the chessboard, store them, and check them.

    python scripts/samples.py tests/golden/samples_8x8.npy [--number 20000] [--seed 1] [--draw]

With `--draw` the script samples the tours and writes the file (three minutes, mostly preparation, and 3
GB). Without it, the script reads the file. Then it counts how many are closed tours, how many are
different, and how many have all 28 kinds of turn. A *turn* is the unordered pair of directions of the two
moves at a square. Exactly 278,078,503,988 of the 13,267,364,410,532 closed tours have all 28 kinds
(tests/golden/counts.json). The exit status is 1 if one is not a closed tour, if two are equal, or if the
share differs by more than three standard errors.

Each row of the file is a tour from square 1,1: 63 directions (0 for direction 1 to 7 for direction 8),
three bits each, the first one highest.
"""

import argparse
import json
import os
import resource
import sys
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from turaga import Board, Tour, verify
from turaga.order import direction_steps

BOARD = Board("8x8")
STEPS = direction_steps()
KNOWN = Path(__file__).parent.parent / "tests" / "golden" / "counts.json"


def pack(tours: NDArray[np.integer]) -> NDArray[np.uint8]:
    """The tours, rows of square indices, as rows of bytes."""
    rows, cols = np.divmod(tours.astype(np.int64), 8)
    digits = np.zeros((len(tours), 63), dtype=np.uint8)
    for digit, (down, right) in enumerate(STEPS):
        digits[(np.diff(rows) == down) & (np.diff(cols) == right)] = digit
    bits = (digits[:, :, None] >> np.array([2, 1, 0], dtype=np.uint8)) & 1
    return np.packbits(bits.reshape(len(tours), 189), axis=1)


def unpack(packed: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The inverse of `pack`. The rows are not checked."""
    bits = np.unpackbits(packed, axis=1)[:, :189].reshape(len(packed), 63, 3).astype(np.int64)
    leaps = np.array([8 * down + right for down, right in STEPS])[bits @ np.array([4, 2, 1])]
    return np.concatenate((np.zeros((len(packed), 1), dtype=np.int64), leaps.cumsum(axis=1)), axis=1)


def kinds_of_turn(numbers: list[int]) -> int:
    """How many kinds of turn a closed tour has."""
    squares = [divmod(n, 8) for n in numbers]
    turns = set()
    for i, (row, col) in enumerate(squares):
        others = squares[i - 1], squares[(i + 1) % len(squares)]
        turns.add(frozenset((r - row, c - col) for r, c in others))
    return len(turns)


def draw(number: int, seed: int, name: str) -> None:
    """Sample the tours and write the file."""
    from turaga.sampling.closed_halves import HalvesSampler
    from turaga.tours import Tours

    began = time.perf_counter()
    sampler = HalvesSampler.make(Tours(BOARD, closed=True))
    set_up = time.perf_counter()
    tours = np.array([tour.indices for tour in sampler.draw(number, seed)])
    done = time.perf_counter()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    each = (done - set_up) / number * 1e3
    print(f"preparation {set_up - began:.0f} s, then {each:.2f} ms a tour, verified; {memory:.2f} GB at most")
    temporary = f"{name}.tmp"
    with open(temporary, "wb") as file:
        np.save(file, pack(tours))
    os.replace(temporary, name)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("file")
    parser.add_argument("--number", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--draw", action="store_true")
    given = parser.parse_args()
    if given.draw:
        draw(given.number, given.seed, given.file)
    known = json.loads(KNOWN.read_text())["closed_8x8"]
    share = known["tours_using_all_28_kinds_of_turn"] / known["tours"]
    tours = unpack(np.load(given.file)).tolist()
    # `verify` also rejects a walk that leaves the board and comes back at another edge.
    closed = sum(verify(Tour.from_indices(BOARD, tour)).closed for tour in tours)
    different = len({frozenset(map(frozenset, zip(t, t[1:] + t[:1], strict=True))) for t in tours})
    full = sum(kinds_of_turn(tour) == 28 for tour in tours)
    error = (share * (1 - share) / len(tours)) ** 0.5
    off = (full / len(tours) - share) / error
    print(f"{len(tours):,} read, {closed:,} of them verified closed tours, {different:,} different")
    print(f"all 28 kinds of turn: {full:,}, {full / len(tours):.4%}; of all tours {share:.4%}")
    print(f"off by {off:+.2f} standard errors")
    return not (closed == different == len(tours) and abs(off) <= 3)


if __name__ == "__main__":
    sys.exit(main())

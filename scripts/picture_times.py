"""Measure how long pictures take and how large they are, best of three.

python scripts/picture_times.py
"""

import sys
import time
from collections.abc import Callable

from turaga import Found, Tour, pictures, solve

BOARDS = ("8x8", "30x30", "100x100", "300x300", "1000x1000")
WAYS: dict[str, Callable[[Tour], bytes]] = {
    "svg": lambda tour: pictures.svg(tour).encode(),
    "svg, colour by steps": lambda tour: pictures.svg(tour, colour="steps").encode(),
    "png": pictures.png,
    "gif": pictures.gif,
    "gif with degrees": lambda tour: pictures.gif(tour, degrees=True),
}


def main() -> int:
    for board in BOARDS:
        outcome = solve(board)
        assert isinstance(outcome, Found)
        for name, way in WAYS.items():
            best, size = float("inf"), 0
            for _ in range(3):
                began = time.perf_counter()
                size = len(way(outcome.tour))
                best = min(best, time.perf_counter() - began)
            print(f"{board:>10} {name:<21} {best:8.4f} s {size:>10,} bytes", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

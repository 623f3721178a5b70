"""Draw the picture at the top of the README: a closed tour of the chessboard as a line.

python scripts/picture.py docs/tour.svg
"""

import sys
from pathlib import Path

from turaga import Found, Tour, draw, solve


def svg(tour: Tour) -> str:
    """The tour over its board."""
    return draw.svg(tour, size=396)


def main() -> int:
    outcome = solve("8x8", start="a1", method="vandermonde")
    assert isinstance(outcome, Found)
    Path(sys.argv[1]).write_text(svg(outcome.tour), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

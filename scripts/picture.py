"""The picture at the head of the README: a closed tour of the chessboard as a line.

python scripts/picture.py docs/tour.svg
"""

import sys
from pathlib import Path

from turaga import Found, Tour, solve

SIDE = 48  # of a square, in pixels
LIGHT, DARK, LINE, FIRST, LAST = "#f2ead8", "#d9c7a3", "#24425c", "#2e8b57", "#c0392b"


def svg(tour: Tour) -> str:
    """The tour over its board; a closed tour without a gap."""
    board = tour.board
    middle = [(c * SIDE + SIDE // 2, r * SIDE + SIDE // 2) for r, c in tour.squares]
    squares = "".join(
        f'<rect x="{c * SIDE}" y="{r * SIDE}" width="{SIDE}" height="{SIDE}" fill="{DARK}"/>'
        for r in range(board.rows)
        for c in range(board.cols)
        if (r + c) % 2
    )
    line = " ".join(f"{x},{y}" for x, y in middle)
    shape = "polygon" if tour.closed else "polyline"
    dots = "".join(
        f'<circle cx="{x}" cy="{y}" r="{SIDE // 6}" fill="{colour}"/>'
        for (x, y), colour in ((middle[0], FIRST), (middle[-1], LAST))
    )
    width, height = board.cols * SIDE, board.rows * SIDE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}"><title>A closed knight\'s tour of {board}</title>'
        f'<rect width="{width}" height="{height}" fill="{LIGHT}"/>{squares}'
        f'<{shape} points="{line}" fill="none" stroke="{LINE}" stroke-width="3" stroke-linejoin="round"/>'
        f"{dots}</svg>\n"
    )


def main() -> int:
    outcome = solve("8x8", start="a1", method="vandermonde")
    assert isinstance(outcome, Found)
    Path(sys.argv[1]).write_text(svg(outcome.tour), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

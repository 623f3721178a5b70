"""Make the tours of the gallery on the web page.

    python scripts/gallery_tours.py

This writes src/turaga/web/page/gallery/tours.json. Published tours come from tests/golden and
src/turaga/report/data, whose SOURCES.md name the documents. The others are made here. Every tour is verified.
A tour is a start and a string of directions (`turaga.order`), and a board with holes has a mask: `.` is a
square, `#` is a hole.
"""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

import turaga
from samples import unpack
from turaga.files import replace_file
from turaga.order import direction_steps
from turaga.walk import Tour

ROOT = Path(__file__).parent.parent
GOLDEN = ROOT / "tests" / "golden"
GRIDS = ROOT / "src" / "turaga" / "report" / "data" / "serafeimidis_grids.txt"
PAGE = ROOT / "src" / "turaga" / "web" / "page" / "gallery" / "tours.json"


def entry(name: str, title: str, text: str, tour: Tour) -> dict[str, Any]:
    """A tour as the page reads it."""
    board = tour.board
    assert turaga.verify(tour).is_tour
    steps = {step: str(digit) for digit, step in reversed(list(enumerate(direction_steps(board.leaper), 1)))}
    squares = tour.squares
    moves = "".join(steps[r - p, c - q] for (p, q), (r, c) in pairwise(squares))
    (row, col) = squares[0]
    made: dict[str, Any] = {"id": name, "title": title, "text": text, "rows": board.rows, "cols": board.cols}
    if board.hole_indices:
        made["mask"] = board.mask().split()
    if board.leaper != (1, 2):
        made["leaper"] = list(board.leaper)
    return made | {"start": [row + 1, col + 1], "moves": moves, "closed": tour.closed}


def of_grid(text: str) -> Tour:
    """The tour in a number grid."""
    walk = turaga.read(text).path
    return turaga.Tour(walk.board, walk.squares)


def of_numbers(grid: list[list[int]]) -> Tour:
    return of_grid("\n".join(" ".join(map(str, row)) for row in grid))


def of_golden(name: str) -> Tour:
    return of_grid((GOLDEN / name).read_text())


def thesis_figure(figure: str) -> Tour:
    return of_grid(GRIDS.read_text().partition(f"{figure}\n")[2].partition("\n\n")[0])


def sampled() -> Tour:
    """One of the closed tours that were sampled uniformly."""
    tours = unpack(np.load(GOLDEN / "samples_8x8.npy")[:1])
    return turaga.Tour("8x8", [divmod(int(n), 8) for n in tours[0]])


def tours() -> list[dict[str, Any]]:
    """All tours of the gallery, in the order in which the page shows them."""
    euler = json.loads((GOLDEN / "euler_example.json").read_text())["closed_tour"]
    horse = turaga.trim("horse:24x24", closed=True)
    word = turaga.trim("text:TOUR", closed=True, time_limit=60)
    return [
        entry(
            "vandermonde",
            "Vandermonde, 1771",
            "Built by symmetry: all but four of its moves mirror each other.",
            turaga.solve("8x8", start="a1", method="vandermonde").tour,
        ),
        entry(
            "euler",
            "Euler’s method",
            "A walk that had missed four squares, repaired and closed. The example is from Klochko’s "
            "coursework.",
            of_numbers(euler),
        ),
        entry(
            "warnsdorff",
            "Warnsdorff’s rule",
            "Always to the square with the fewest onward moves; then closed by Euler’s method.",
            turaga.solve("24x24", closed=True).tour,
        ),
        entry("horse", "A horse’s head", "A board in the shape of a horse.", horse.tour),
        entry(
            "beverley",
            "Beverley, 1848",
            "A semi-magic tour: number its squares, and every row and column adds up to 260.",
            of_golden("beverley_1848.txt"),
        ),
        entry(
            "sample",
            "A random tour",
            "Chosen uniformly at random from all 13,267,364,410,532 closed tours of the chessboard.",
            sampled(),
        ),
        entry(
            "serafeimidis",
            "Serafeimidis’s thesis",
            "Figure 4 of the Greek thesis that began this project.",
            thesis_figure("Fig. 4"),
        ),
        entry(
            "klochko",
            "Klochko’s coursework",
            "Printed by a student’s program in C.",
            of_golden("klochko_8x8.txt"),
        ),
        entry(
            "agh", "Agh’s assignment", "Printed by a student’s program in C#.", of_golden("agh_8x8_x1_y1.txt")
        ),
        entry(
            "hundred",
            "10,000 squares",
            "A closed tour of 100x100.",
            turaga.solve("100x100", closed=True).tour,
        ),
        entry(
            "zebra",
            "A zebra’s tour",
            "The zebra jumps 2 and 3 squares. 10x10 is its smallest square board with a closed tour.",
            turaga.solve("10x10", closed=True, leaper=(2, 3)).tour,
        ),
        entry("word", "A word", "Letters are boards too.", word.tour),
        entry(
            "ring",
            "A ring",
            "Round and round, through a board with a hole in the middle.",
            turaga.trim("ring:20x20", closed=True).tour,
        ),
        entry(
            "narrow",
            "Three rows",
            "3x10 is the smallest board with three rows that has a closed tour.",
            turaga.solve("3x10", closed=True).tour,
        ),
    ]


def main() -> None:
    """Write the file."""
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in tours())
    replace_file(str(PAGE), lambda file: file.write(f"[\n{lines}\n]\n".encode()))


if __name__ == "__main__":
    main()

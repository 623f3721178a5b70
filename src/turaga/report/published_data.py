"""Published data that is too long for a sentence. `data/SOURCES.md` lists the sources."""

import csv
import json
from collections.abc import Sequence
from functools import cache
from itertools import chain

from turaga.board import Board
from turaga.files import read_package_file
from turaga.report.comparisons import Entries
from turaga.walk import Walk

_CHECKSUMS = {  # the CRC-32 of each file
    "agh_8x8_x1_y1.txt": 0xE39DFDD3,
    "euler_example.json": 0x8470A9E5,
    "full_orders_8x8.txt": 0x8B10108F,
    "klochko_8x8.txt": 0x14E0E519,
    "serafeimidis_grids.txt": 0xEDB0A6D6,
    "table_57.csv": 0xA1ABABA6,
}


def full_orders() -> tuple[str, ...]:
    """The orders that complete from every square of 8x8, according to the thesis.

    >>> len(full_orders()), full_orders()[0]
    (16, '13472568')
    """
    return tuple(_text("full_orders_8x8.txt").split())


def first_closed_starts() -> dict[int, tuple[int, int]]:
    """The first start of a closed tour of N x N for each even N, according to the thesis (row, column from
    1).

    >>> len(first_closed_starts()), first_closed_starts()[8], first_closed_starts()[300]
    (148, (1, 2), (1, 298))
    """
    rows = csv.DictReader(_text("table_57.csv").splitlines())
    return {int(row["n"]): (int(row["row"]), int(row["col"])) for row in rows}


def printed_board(name: str) -> list[list[int]]:
    """The tour of 8x8 that a system prints as a number grid: `klochko` from 1,1, or `agh` from X=1, Y=1.

    >>> printed_board("agh")[0]
    [1, 26, 15, 24, 29, 42, 13, 32]
    """
    file = {"klochko": "klochko_8x8.txt", "agh": "agh_8x8_x1_y1.txt"}[name]
    return [[int(number) for number in line.split()] for line in _text(file).splitlines()]


def euler_path() -> Walk:
    """Euler's path of 60 squares of 8x8, as the coursework gives it.

    >>> len(euler_path()), len(euler_path().unvisited)
    (60, 4)
    """
    return _walk_of(json.loads(_text("euler_example.json"))["path"])


def euler_closed() -> Walk:
    """The closed tour that the coursework makes from Euler's path.

    >>> len(euler_closed()), euler_closed().closed
    (64, True)
    """
    return _walk_of(json.loads(_text("euler_example.json"))["closed_tour"])


def _walk_of(grid: Sequence[Sequence[int]]) -> Walk:
    """The walk of a number grid. 0 is an unvisited square."""
    board = Board(len(grid), len(grid[0]))
    squares = {number: at for at, number in enumerate(chain.from_iterable(grid)) if number}
    return Walk.from_indices(board, [squares[number] for number in sorted(squares)])


def _text(name: str) -> str:
    return read_package_file("turaga.report", f"data/{name}", _CHECKSUMS[name]).decode()


# -- Serafeimidis -----------------------------------------------------------------------------------------


@cache
def thesis_grids() -> dict[str, Entries]:
    """The boards, maps and tables of numbers in the thesis, by name. An empty square is an empty text.

    >>> thesis_grids()["Fig. 6"][0]
    ('2', '3', '111', '4', '4', '4', '109', '2')
    """
    blocks = (block.splitlines() for block in _text("serafeimidis_grids.txt").strip().split("\n\n"))
    return {
        name: tuple(tuple("" if entry == "." else entry for entry in row.split()) for row in rows)
        for name, *rows in blocks
    }

"""Published data that is too long for a sentence. `data/SOURCES.md` lists the sources."""

import csv
import json
import re
from functools import cache
from typing import NamedTuple

from turaga.files import read_package_file
from turaga.report.printed_grids import Entries, entries

_CHECKSUMS = {  # the CRC-32 of each file
    "agh_outputs.json": 0xD14ADD9E,
    "agh_tables.csv": 0x24DF484C,
    "full_orders_8x8.txt": 0x8B10108F,
    "klochko_figures.json": 0xD654B354,
    "serafeimidis_grids.txt": 0xEDB0A6D6,
    "stahovec_times.csv": 0xB3A417BE,
    "table_57.csv": 0xA1ABABA6,
}


# -- Serafeimidis -----------------------------------------------------------------------------------------


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


# -- Klochko, Stahovec and Agh ----------------------------------------------------------------------------


def klochko_figure(name: str) -> Entries:
    """The rows of a figure of the coursework, as they are in its text: numbers, and letters for unvisited
    squares.

    >>> klochko_figure("Fig. 2.1")[6]
    ('1', '34', '5', '48', 'b', '14', 'c', '10')
    """
    return entries(row.split() for row in json.loads(_text("klochko_figures.json"))[name])


def stahovec_times() -> dict[str, tuple[float, ...]]:
    """The seconds of ten runs, by board.

    >>> stahovec_times()["7x7"][:2]
    (39.2141, 0.0035)
    """
    rows = list(csv.DictReader(_text("stahovec_times.csv").splitlines()))
    return {name: tuple(float(row[name]) for row in rows) for name in rows[0] if name != "run"}


class AghOutput(NamedTuple):
    """What the program printed: its input, the board, the moves and the milliseconds."""

    size: int
    x: int
    y: int
    ms: float
    board: Entries
    moves: Entries

    @property
    def start(self) -> tuple[int, int]:
        """The start as (row, col) from 0: X is the column and Y the row, from 1."""
        return self.y - 1, self.x - 1


def agh_outputs() -> tuple[AghOutput, ...]:
    """The printed outputs of the assignment: one of 5x5, then ten of 8x8.

    >>> output = agh_outputs()[1]
    >>> output.start, output.board[0][:3], output.moves[0][:2]
    ((0, 0), ('01', '26', '15'), ('(1, -2)', '(-2, -1)'))
    """
    return tuple(
        AghOutput(
            size=output["size"],
            x=output["x"],
            y=output["y"],
            ms=output["ms"],
            board=entries(row.split() for row in output["board"]),
            moves=entries(re.findall(r"\([^)]*\)", row) for row in output["moves"]),
        )
        for output in json.loads(_text("agh_outputs.json"))
    )


class AghRow(NamedTuple):
    """A row of a table: the start, the milliseconds (None at the limit of 20 s), the steps, and the ending:
    `direct`, `backtracking` or `none`."""

    table: str
    size: int
    x: int
    y: int
    ms: float | None
    steps: int
    ending: str

    @property
    def start(self) -> tuple[int, int]:
        """The start as (row, col) from 0."""
        return self.y - 1, self.x - 1


def agh_rows() -> tuple[AghRow, ...]:
    """The rows of the three tables of the assignment.

    >>> agh_rows()[1]
    AghRow(table='2.1', size=5, x=2, y=2, ms=2.243, steps=354, ending='backtracking')
    """
    return tuple(
        AghRow(
            table=row["table"],
            size=int(row["size"]),
            x=int(row["x"]),
            y=int(row["y"]),
            ms=float(row["ms"]) if row["ms"] else None,
            steps=int(row["steps"]),
            ending=row["ending"],
        )
        for row in csv.DictReader(_text("agh_tables.csv").splitlines())
    )


def _text(name: str) -> str:
    return read_package_file("turaga.report", f"data/{name}", _CHECKSUMS[name]).decode()

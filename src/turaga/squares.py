"""How squares are written: one table of notations, for everything that people type and read.

- `chess`: a letter for the column and a number for the row, from a1 at the bottom left.
- `row,col`: two numbers, from 1,1 at the top left.
- `bencic`: two digits, from 00 at the top left, as in Bencic's program. Boards have at most 10 rows and
columns.

A chess name and a row,col always look different, so both can be read at any time. Two digits are read
only if they were chosen. The choice belongs to the request that is being answered (`use`), like the
precision of a decimal context: sentences are made in many places, and none of them should have to pass it on.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from turaga.errors import BadInput
from turaga.text import short, trim

Square = tuple[int, int]
MOST_IN_DIGITS = 10  # rows and columns


def column_letters(col: int) -> str:
    """The letters of a 0-based column in a chess name: a..z, aa..az, ba, as in a spreadsheet.

    >>> column_letters(0), column_letters(26)
    ('a', 'aa')
    """
    letters = ""
    col += 1
    while col:
        col, digit = divmod(col - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return letters


def column_number(letters: str) -> int:
    """The 0-based column with these letters: the inverse of `column_letters`.

    >>> column_number("AA")
    26
    """
    col = 0
    for letter in letters.lower():
        col = col * 26 + ord(letter) - ord("a") + 1
    return col - 1


class Notation(NamedTuple):
    """A way to write squares. `read` and `edges` also get the number of rows."""

    what: str
    pattern: re.Pattern[str]
    read: Callable[[re.Match[str], int], Square]
    edges: Callable[[Square, int], tuple[str, str]]  # the names of its row and of its column
    both: str  # the name of a square, from those
    accepted: Callable[[int, int], str]  # for a board of this size


NOTATIONS = {
    "chess": Notation(
        "a letter and a number, from a1 at the bottom left",
        re.compile(r"\s*([a-zA-Z]{1,12})([0-9]{1,18})\s*", re.ASCII),
        lambda found, rows: (rows - int(found[2]), column_number(found[1])),
        lambda square, rows: (str(rows - square[0]), column_letters(square[1])),
        "{1}{0}",
        lambda rows, cols: f"columns are a to {column_letters(cols - 1)}, ranks 1 to {rows}",
    ),
    "row,col": Notation(
        "two numbers, from 1,1 at the top left",
        re.compile(r"\s*(?:\(\s*)?([0-9]{1,18})\s*,\s*([0-9]{1,18})\s*(?:\)\s*)?", re.ASCII),
        lambda found, rows: (int(found[1]) - 1, int(found[2]) - 1),
        lambda square, rows: (str(square[0] + 1), str(square[1] + 1)),
        "{0},{1}",
        lambda rows, cols: f"rows are 1 to {rows}, columns 1 to {cols}",
    ),
    "bencic": Notation(
        "two digits, from 00 at the top left",
        re.compile(r"\s*([0-9])([0-9])\s*", re.ASCII),
        lambda found, rows: (int(found[1]), int(found[2])),
        lambda square, rows: (str(square[0]), str(square[1])),
        "{0}{1}",
        lambda rows, cols: f"rows and columns are counted from 0, up to {rows - 1} and {cols - 1}",
    ),
}
_CHOSEN: ContextVar[str | None] = ContextVar("notation of squares", default=None)


def chosen() -> str | None:
    """The notation that was chosen for the request that is being answered; None if none was.

    >>> with use("bencic"):
    ...     chosen()
    'bencic'
    """
    return _CHOSEN.get()


def show(square: Sequence[int], rows: int | None = None, cols: int = 0) -> str:
    """A square as people read it: in the notation that was chosen; otherwise by its chess name on a board of
    up to 26 columns, and as row,col beyond, off the board, or where the board is not known.

    >>> show((7, 0), 8, 8), show((7, 0), 8, 27), show((7, 0))
    ('a1', '8,1', '8,1')
    """
    name = _CHOSEN.get() or ("chess" if cols <= 26 else "row,col")
    inside = name != "chess" if rows is None else 0 <= square[0] < rows and 0 <= square[1] < cols
    if rows is not None and _CHOSEN.get() == "chess":  # off the board, too, if there is such a name
        inside = square[0] < rows and square[1] >= 0
    notation = NOTATIONS[name if inside else "row,col"]
    return notation.both.format(*notation.edges((square[0], square[1]), rows or 0))


def edges(rows: int, cols: int) -> tuple[list[str], list[str]]:
    """The names of the rows and of the columns at the edges of a board, as `show` writes its squares.

    >>> edges(2, 3)
    (['2', '1'], ['a', 'b', 'c'])
    """
    names = NOTATIONS[_CHOSEN.get() or ("chess" if cols <= 26 else "row,col")].edges
    across = [names((0, col), rows)[1] for col in range(cols)]
    return [names((row, 0), rows)[0] for row in range(rows)], across


@contextmanager
def use(name: str | None) -> Iterator[None]:
    """Read and write squares in this notation in this block."""
    token = _CHOSEN.set(name)
    try:
        yield
    finally:
        _CHOSEN.reset(token)


def parse_notation(text: str) -> str:
    """The name of a notation, or `BadInput`.

    >>> parse_notation(" Chess ")
    'chess'
    """
    name = trim(text).lower()
    if name not in NOTATIONS:
        raise BadInput(
            f"notation {short(text)!r} is not known",
            accepted="; ".join(f"write {each} for {one.what}" for each, one in NOTATIONS.items()),
            field="squares",
        )
    return name


def typed_notation(texts: Iterable[str]) -> str | None:
    """The notation of the first square in these texts, if it is a chess name or a row,col.

    >>> typed_notation(["c3 d4"]), typed_notation(["17=3,5", "a1"]), typed_notation(["52"])
    ('chess', 'row,col', None)
    """
    found = next(filter(None, map(_SQUARE.search, texts)), None)
    return None if found is None else "chess" if found[1] else "row,col"


_SQUARE = re.compile(r"([a-zA-Z][0-9])|[0-9]\s*,\s*[0-9]", re.ASCII)

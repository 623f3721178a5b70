"""The names of the formats, the limits for reading them, and how errors point into a text."""

import re
from collections.abc import Iterable

from turaga.board import Board
from turaga.errors import BadInput, BadText
from turaga.limits import name_in
from turaga.text import WHITESPACE, short

# Every format, with its name in the output of `turaga check`.
TITLES = {
    "board": "number grid",
    "squares": "list of squares",
    "names": "chess names",
    "moves": "moves",
    "agh": "Agh's moves",
    "fractions": "Vandermonde's fractions",
    "bencic": "Bencic's squares",
    "json": "JSON",
    "npy": "numpy grid",
}
FORMATS = tuple(name for name in TITLES if name != "npy")  # the formats that are text

MOST_DIGITS = 10  # rows and columns of a board whose squares have two digits
MOST_SQUARES = 10**9  # of a board: a list of two squares must not make us allocate huge amounts of memory
MOST_NUMBER = 10**18 - 1  # eighteen digits
LONGEST_LINE = 16 << 20
LARGEST_TEXT = 1 << 30
LARGEST_LIST = 1 << 28  # of a list or JSON, which takes ten times as much memory as text
LARGE = 1 << 15  # from this many squares on, numpy saves more time than loading it takes

_OTHER_SPACE = re.compile(r"[^\S\x00-\x7f]")
WORD = re.compile(r"\S++", re.ASCII)
ACCEPTED = (
    "a walk is a grid of numbers separated by spaces, a list of squares as row,col, chess names, "
    "moves as (row,col) steps, fractions column/row, or JSON"
)


def plain_spaces(text: str) -> str:
    """The text with plain spaces for all other spaces of Unicode, which copied web pages contain.

    >>> plain_spaces("1\u00a02")
    '1 2'
    """
    return text if text.isascii() else _OTHER_SPACE.sub(" ", text)


def parse_format(text: str, known: Iterable[str] = TITLES) -> str:
    """The name of a format, one of the known ones, or `BadInput`.

    >>> parse_format("Board")
    'board'
    """
    name = name_in("format", text, BadInput)
    known = tuple(known)
    if name not in known:
        raise BadInput(
            f"format {short(text)!r} is not known", accepted=f"write {', '.join(known)}", field="format"
        )
    return name


def require_digits(board: Board) -> None:
    """Raise `BadInput` if the squares of the board cannot be written in two digits."""
    if max(board.rows, board.cols) > MOST_DIGITS:
        raise BadInput(
            f"the squares of {board} cannot be written in two digits",
            accepted=f"at most {MOST_DIGITS} rows and columns are possible",
            field="format",
        )


def require_area(rows: int, cols: int) -> None:
    """Raise `BadText` if the board is too large to read."""
    if rows * cols > MOST_SQUARES:
        raise BadText(
            f"a board of {rows}x{cols} is too large to read", accepted=f"the limit is {MOST_SQUARES} squares"
        )


def require_list(text: str) -> str:
    """The text of a list or of JSON, or `BadText` if it is too large to read."""
    if len(text) > LARGEST_LIST:
        raise BadText(
            f"the list of squares is {len(text)} characters long and the limit is {LARGEST_LIST}",
            accepted="use a number grid or a .npy file for a board of this size",
        )
    return text


def where(text: str, at: int) -> str:
    """The position of a character for people: its line, and which word of the line it is in."""
    start = text.rfind("\n", 0, at) + 1
    before = WORD.findall(text, start, at)
    inside = at > start and text[at - 1] not in WHITESPACE
    return f"line {text.count(chr(10), 0, at) + 1}, word {len(before) + (0 if inside else 1)}"


def word_at(text: str, at: int) -> str:
    """The word around a character, cut to forty characters. It starts at most thirty characters before."""
    start = at
    while start > 0 and at - start < 30 and text[start - 1] not in WHITESPACE:
        start -= 1
    word = WORD.search(text, start, start + 41)
    return short("" if word is None else word[0])

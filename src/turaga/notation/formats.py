"""The names of the formats, the limits for reading them, and how errors point into a text."""

from collections.abc import Iterable

from turaga.errors import BadInput, BadText
from turaga.text import short

# Every format, with its name in the output of `turaga check`.
TITLES = {
    "board": "number grid",
    "squares": "list of squares",
    "names": "chess names",
    "moves": "moves",
    "agh": "Agh's moves",
    "fractions": "Vandermonde's fractions",
    "json": "JSON",
    "npy": "numpy grid",
}
FORMATS = tuple(name for name in TITLES if name != "npy")  # the formats that are text
_ALIASES = {"grid": "board"}

MOST_SQUARES = 10**9  # of a board: a list of two squares must not make us allocate huge amounts of memory
MOST_NUMBER = 10**18 - 1  # eighteen digits
LONGEST_LINE = 16 << 20
LARGEST_TEXT = 1 << 30
LARGE = 1 << 15  # from this many squares on, numpy saves more time than loading it takes

ACCEPTED = (
    "a walk is a grid of numbers separated by spaces, a list of squares as row,col, chess names, "
    "moves as (row,col) steps, fractions column/row, or JSON"
)


def parse_format(text: str, known: Iterable[str] = TITLES) -> str:
    """The name of a format, one of the known ones, or `BadInput`. `grid` is another name for `board`.

    >>> parse_format("Grid"), parse_format("agh")
    ('board', 'agh')
    """
    name = text.strip().lower()
    name = _ALIASES.get(name, name)
    known = tuple(known)
    if name not in known:
        raise BadInput(
            f"format {short(text)!r} is not known",
            accepted=f"write {', '.join(known)}",
            field="format",
            value=text,
        )
    return name


def require_area(rows: int, cols: int) -> None:
    """Raise `BadText` if the board is too large to read."""
    if rows * cols > MOST_SQUARES:
        raise BadText(
            f"a board of {rows}x{cols} is too large to read",
            accepted=f"the limit is {MOST_SQUARES} squares",
            value=(rows, cols),
        )


def where(text: str, at: int) -> str:
    """The position of a character for people: its line, and which word of the line it is in."""
    start = text.rfind("\n", 0, at) + 1
    before = text[start:at].split()
    inside = at > start and not text[at - 1].isspace()
    return f"line {text.count(chr(10), 0, at) + 1}, word {len(before) + (0 if inside else 1)}"


def word_at(text: str, at: int) -> str:
    """The word around a character, cut to forty characters. It starts at most thirty characters before."""
    start = at
    while start > 0 and at - start < 30 and not text[start - 1].isspace():
        start -= 1
    piece = text[start : start + 41].split()
    return short(piece[0] if piece else "")

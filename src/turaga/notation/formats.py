"""The words for the forms, the limits kept when reading them, and how places in a text are shown."""

from turaga.errors import BadInput
from turaga.text import short

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
FORMATS = tuple(word for word in TITLES if word != "npy")  # the ones that are text
_ALIASES = {"grid": "board"}

MOST_SQUARES = 10**9  # of a board: a list of two squares must not make us hold a continent
MOST_NUMBER = 10**18 - 1  # eighteen digits
LONGEST_LINE = 16 << 20
LARGEST_TEXT = 1 << 30
LARGE = 1 << 15  # from so many squares on, loading numpy is repaid

ACCEPTED = (
    "a walk is a grid of numbers with spaces between, squares as row,col, chess names, "
    "moves as (row,col) steps, fractions column/row, or JSON"
)


def parse_format(text: str) -> str:
    """The form a person named: one of `FORMATS`, or `npy`; `grid` is another word for `board`.

    >>> parse_format("Grid"), parse_format("agh")
    ('board', 'agh')
    """
    word = text.strip().lower()
    word = _ALIASES.get(word, word)
    if word not in TITLES:
        raise BadInput(f"format {short(text)!r} is not known: write {', '.join(TITLES)}")
    return word


def where(text: str, at: int) -> str:
    """The place of a character: its line, and which of the line's words it is in."""
    start = text.rfind("\n", 0, at) + 1
    before = text[start:at].split()
    inside = at > start and not text[at - 1].isspace()
    return f"line {text.count(chr(10), 0, at) + 1}, place {len(before) + (0 if inside else 1)}"


def word_at(text: str, at: int) -> str:
    """The word around a character, from its beginning unless that is far away, cut to forty."""
    start = at
    while start > 0 and at - start < 30 and not text[start - 1].isspace():
        start -= 1
    piece = text[start : start + 41].split()
    return short(piece[0] if piece else "")

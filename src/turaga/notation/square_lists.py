"""Lists of squares, names, fractions and moves, as people write them.

Between entries there can be spaces, line breaks, and one of `,` `;` `->` `→` `-`. A minus sign directly after
an entry is such a dash (`1,1-2,3`). A minus sign directly before a number, but not directly after an entry,
is a sign (`1,1 -2,3`). A pair without parentheses has no space inside and no comma directly after it. So a
line of numbers with commas, `1,48,15,32`, is rejected instead of being read as squares.
"""

import re
from itertools import accumulate

from turaga.board import Board, Square
from turaga.errors import BadSquare, BadText
from turaga.notation.formats import ACCEPTED, WORD, where, word_at
from turaga.notation.grids import bad_number
from turaga.order import direction_steps
from turaga.squares import column_number
from turaga.text import WHITESPACE, short, trim

Pair = tuple[int, int]
_LONGEST_DIGITS = 1 << 12  # characters of a list in two digits, which has at most 100 squares

# All quantifiers are possessive (*+), so that a megabyte of spaces is scanned once, not once for each space.
# Groups are atomic (?>...) instead: Python 3.11.2 matches (?:a|b)?+ wrongly.
_BETWEEN = re.compile(r"(?>(?:-(?!>)|\s*+(?:->|→|;|,|-(?=\s)))?)\s*+", re.ASCII)
_ENTRY = re.compile(
    r"(?P<paren>\(\s*+[+-]?[0-9]{1,18}\s*+,\s*+[+-]?[0-9]{1,18}\s*+\))"
    r"|(?P<pair>[+-]?[0-9]{1,18},[+-]?[0-9]{1,18}(?![0-9A-Za-z_/.]|,\S))"
    r"|(?P<fraction>[0-9]{1,18}[ \t]*+/[ \t]*+[0-9]{1,18}(?![0-9A-Za-z_/.]))"
    r"|(?P<name>[A-Za-z]{1,12}[0-9]{1,18}(?![0-9A-Za-z_/.]))"
    r"|(?P<number>[+-]?[0-9]{1,18}(?![0-9A-Za-z_/.]|,\S)|\#)",
    re.ASCII,
)
_DIGITS = re.compile(r"([0-9])([0-9])(?![0-9A-Za-z_/.])", re.ASCII)
_ALL_DIGITS = re.compile(r"(?>(?:[0-9]{2}(?:\s++|\Z))+)\Z", re.ASCII)
_KINDS = {
    "pair": "a pair",
    "fraction": "a fraction",
    "name": "a chess name",
    "number": "a number",
}


class Entries:
    """The entries of a list: their kind, their pairs of numbers, and how the pairs were written."""

    __slots__ = ("kind", "pairs", "parenthesised", "signed")

    def __init__(self) -> None:
        self.kind = ""
        self.pairs: list[Pair] = []
        self.parenthesised = True
        self.signed = False

    def add(self, kind: str, written: str) -> None:
        """Add an entry. `kind` is the name of a group of the pattern."""
        self.kind = "pair" if kind == "paren" else kind
        self.parenthesised = self.parenthesised and kind == "paren"
        if self.kind == "pair":
            first, second = written.strip("()").split(",")
            self.pairs.append((int(first), int(second)))
            self.signed = self.signed or "+" in written or "-" in written
        elif kind == "fraction":
            first, second = written.split("/")
            self.pairs.append((int(first), int(second)))
        elif kind == "name":
            letters = written.rstrip("0123456789")
            self.pairs.append((int(written[len(letters) :]), column_number(letters)))


def scan_list(text: str, at: int) -> Entries:
    """The entries of the list that begins at `at`, which must all be of one kind.

    Pairs are as written. Names are (rank, column from 0).
    """
    entries = Entries()
    end = _end(text)
    while at < end:
        match = _ENTRY.match(text, at)
        if match is None:
            raise _bad_entry(text, at, entries.kind)
        kind, before = match.lastgroup or "", entries.kind
        entries.add(kind, match[0])
        if before not in ("", entries.kind):
            word = word_at(text, at)
            raise BadText(
                f"{word!r} in {where(text, at)} is {_KINDS[entries.kind]}, but each entry before it is "
                f"{_KINDS[before]}",
                accepted="write the whole walk in one format",
            )
        at = _next(text, match.end(), end, entries.kind)
    if not entries.kind:  # a comma and nothing else
        raise _bad_entry(text, at, "")
    if entries.kind == "number":
        # All entries are numbers, but this is not a grid: one has a sign, or is not followed by whitespace.
        raise bad_number(text, next(m.start() for m in WORD.finditer(text) if not _plain(m[0])))
    return entries


def _end(text: str) -> int:
    """Where the last entry ends. A comma is allowed after it too."""
    end = len(text.rstrip(WHITESPACE))
    return len(text[: end - 1].rstrip(WHITESPACE)) if text[end - 1] in ",;" else end


def _next(text: str, at: int, end: int, kind: str) -> int:
    """Where the next entry begins. A separator without an entry after it is an error."""
    match = _BETWEEN.match(text, at, end)
    if match is None or match.end() == at:
        return at
    if match.end() == end:
        raise _bad_entry(text, end - 1, kind)
    return match.end()


def _plain(word: str) -> bool:
    return word == "#" or (word.isascii() and word.isdigit())


def _bad_entry(text: str, at: int, kind: str) -> BadText:
    if kind == "number":
        return bad_number(text, at)
    word = word_at(text, at)
    return BadText(f"{word!r} in {where(text, at)} is not understood", accepted=ACCEPTED)


def all_digits(text: str, at: int) -> bool:
    """Whether all words from `at` on have two digits, so that they may be squares as Bencic's program writes
    them."""
    return len(text) - at <= _LONGEST_DIGITS and _ALL_DIGITS.match(text, at) is not None


def is_digit_list(text: str, at: int, sides: Pair | None = None) -> bool:
    """Whether the text is a list of squares in two digits, and cannot be anything else. `sides` are the rows
    and columns of the board, if they are known.

    All words must have two digits and be on one line, or on one line each. Then they cannot be a number grid
    with a walk of the knight, which cannot move on a board with one row or one column. Only 00 and a single
    01 could be such a grid: unvisited squares and the first step.

    >>> is_digit_list("00\\n12\\n04", 0), is_digit_list("01 02\\n03 04", 0), is_digit_list("00 01", 0)
    (True, False, False)
    """
    if not all_digits(text, at):
        return False
    lines = [words for line in text[at:].split("\n") if (words := line.split())]
    steps = [word for words in lines for word in words if word != "00"]
    if steps in ([], ["01"]) or (len(lines), len(lines[0])) == sides:
        return False
    return len(lines) == 1 or all(len(words) == 1 for words in lines)


def scan_digits(text: str, at: int) -> list[Square]:
    """The squares of the list in two digits that begins at `at`.

    >>> scan_digits("52, 71", 0)
    [(5, 2), (7, 1)]
    """
    squares = []
    end = _end(text)
    while at < end:
        match = _DIGITS.match(text, at)
        if match is None:
            word = word_at(text, at)
            raise BadText(
                f"{word!r} in {where(text, at)} is not a square in two digits",
                accepted="write the row and the column, counted from 0, such as 00 or 52",
            )
        squares.append((int(match[1]), int(match[2])))
        at = _next(text, match.end(), end, "digits")
    return squares


def parse_digits(text: str, field: str = "square", board: Board | None = None) -> Square:
    """The square that a person wrote in two digits, or `BadSquare`. Without a board it may be any square.

    >>> parse_digits("52")
    (5, 2)
    >>> parse_digits("52", board=Board("8x8"))
    (5, 2)
    """
    match = _DIGITS.fullmatch(trim(text))
    if match is None:
        raise BadSquare(
            f"square {short(text)!r} is not written in two digits",
            accepted="write the row and the column, counted from 0, such as 00 or 52",
            field=field,
        )
    square = int(match[1]), int(match[2])
    if board is None or square in board:
        return square
    sides = f"{board.rows}x{board.cols}"
    if square[0] < board.rows and square[1] < board.cols:
        raise BadSquare(f"square {match[0]} is a hole of the {sides} board", field=field)
    raise BadSquare(
        f"square {match[0]} is not on the {sides} board",
        accepted=f"rows and columns are counted from 0, up to {board.rows - 1} and {board.cols - 1}",
        field=field,
    )


def format_of_pairs(entries: Entries, leaper: tuple[int, int], *, has_start: bool) -> str:
    """The format of a list of pairs: `agh`, `moves` or `squares`.

    Squares are counted from 1, so only a move can have a sign or a zero. Pairs in parentheses that are all
    moves of the leaper are read as moves, because as squares they would not be a walk.
    """
    pairs = entries.pairs
    if pairs and pairs[-1] == (0, 0):
        return "agh"
    if has_start or entries.signed or any(0 in pair for pair in pairs):
        return "moves"
    steps = set(direction_steps(leaper))
    if entries.parenthesised and all(pair in steps for pair in pairs):
        return "moves"
    return "squares"


def squares_of_moves(moves: list[Pair], start: Square | None) -> list[Square]:
    """The squares that (row, column) moves visit; without a start, as far to the top left as possible."""
    rows = list(accumulate((down for down, _ in moves), initial=0))
    cols = list(accumulate((right for _, right in moves), initial=0))
    down, right = start if start is not None else (-min(rows), -min(cols))
    return [(row + down, col + right) for row, col in zip(rows, cols, strict=True)]


def squares_of_names(names: list[Pair], rows: int) -> list[Square]:
    """The squares for (rank, column) pairs on a board with this number of rows."""
    return [(rows - rank, col) for rank, col in names]

"""Lists of squares, names, fractions and moves: one entry after another, as people write them.

Between entries there may be spaces, line breaks, and one of `,` `;` `->` `→` `-`. A minus sign that
touches the entry before it is such a dash (`1,1-2,3`), one that touches only what follows is a sign
(`1,1 -2,3`). A pair without parentheses has no space inside and no comma touching its end: so a line of
numbers with commas, `1,48,15,32`, is refused and not taken for squares.
"""

import re
from itertools import accumulate

from turaga.board import Square
from turaga.errors import BadText
from turaga.notation.formats import ACCEPTED, where, word_at
from turaga.notation.grids import refuse_number
from turaga.order import direction_steps
from turaga.text import column_number

Pair = tuple[int, int]

# Quantifiers are possessive (*+) throughout: a megabyte of spaces is then read once, not once per space.
_BETWEEN = re.compile(r"(?:-(?!>)|\s*+(?:->|→|;|,|-(?=\s)))?+\s*+")
_ENTRY = re.compile(
    r"(?P<paren>\(\s*+[+-]?[0-9]{1,18}\s*+,\s*+[+-]?[0-9]{1,18}\s*+\))"
    r"|(?P<pair>[+-]?[0-9]{1,18},[+-]?[0-9]{1,18}(?![0-9A-Za-z_/.]|,\S))"
    r"|(?P<fraction>[0-9]{1,18}[ \t]*+/[ \t]*+[0-9]{1,18}(?![0-9A-Za-z_/.]))"
    r"|(?P<name>[A-Za-z]{1,12}[0-9]{1,18}(?![0-9A-Za-z_/.]))"
    r"|(?P<number>[+-]?[0-9]{1,18}(?![0-9A-Za-z_/.]|,\S)|\#)"
)
_KINDS = {
    "pair": "a pair",
    "fraction": "a fraction",
    "name": "a chess name",
    "number": "a number",
}


class Entries:
    """What a list holds: its kind, its pairs of numbers, and how the pairs were written."""

    __slots__ = ("kind", "pairs", "parenthesised", "signed")

    def __init__(self) -> None:
        self.kind = ""
        self.pairs: list[Pair] = []
        self.parenthesised = True
        self.signed = False


def scan_list(text: str, at: int) -> Entries:
    """The entries of the list that begins there, all of one kind; pairs as written, names as
    (rank, column from 0).
    """
    entries = Entries()
    add = entries.pairs.append
    end = len(text.rstrip())
    if text[end - 1] in ",;":  # the last entry may have its comma too
        end = len(text[: end - 1].rstrip())
    while at < end:
        match = _ENTRY.match(text, at)
        if match is None:
            raise _misfit(text, at, entries.kind)
        written, kind = match[0], match.lastgroup or ""
        if kind != "paren":
            entries.parenthesised = False
        else:
            kind = "pair"
        if kind != entries.kind:
            if entries.kind:
                raise BadText(
                    f"{word_at(text, at)!r} in {where(text, at)} is {_KINDS[kind]} where the entries "
                    f"before it are each {_KINDS[entries.kind]}: write the walk in one form"
                )
            entries.kind = kind
        if kind == "pair":
            first, second = written.strip("()").split(",")
            add((int(first), int(second)))
            entries.signed = entries.signed or "+" in written or "-" in written
        elif kind == "fraction":
            first, second = written.split("/")
            add((int(first), int(second)))
        elif kind == "name":
            letters = written.rstrip("0123456789")
            add((int(written[len(letters) :]), column_number(letters)))
        at = _next(text, match.end(), end, entries.kind)
    if not entries.kind:  # a comma and nothing else
        raise _misfit(text, at, "")
    if entries.kind == "number":
        # All numbers, and yet no grid: one has a sign, or something other than space follows it.
        raise refuse_number(text, next(m.start() for m in re.finditer(r"\S+", text) if not _plain(m[0])))
    return entries


def _next(text: str, at: int, end: int, kind: str) -> int:
    """Where the next entry begins; a mark that has none after it belongs nowhere."""
    match = _BETWEEN.match(text, at, end)
    if match is None or match.end() == at:
        return at
    if match.end() == end:
        raise _misfit(text, end - 1, kind)
    return match.end()


def _plain(word: str) -> bool:
    return word == "#" or (word.isascii() and word.isdigit())


def _misfit(text: str, at: int, kind: str) -> BadText:
    if kind == "number":
        return refuse_number(text, at)
    return BadText(f"{word_at(text, at)!r} in {where(text, at)} is in no known form: {ACCEPTED}")


def form_of_pairs(entries: Entries, leaper: tuple[int, int], *, has_start: bool) -> str:
    """Which form a list of pairs is in: `agh`, `moves` or `squares`.

    Squares count from 1, so a sign or a zero can only be a step's; steps that are all moves of the leaper
    and in parentheses are taken for moves, for as squares they would make no walk.
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


def walk_moves(moves: list[Pair], start: Square | None) -> list[Square]:
    """The squares that (row, column) moves lead through, pushed to the top left if no start is given."""
    rows = list(accumulate((down for down, _ in moves), initial=0))
    cols = list(accumulate((right for _, right in moves), initial=0))
    down, right = start if start is not None else (-min(rows), -min(cols))
    return [(row + down, col + right) for row, col in zip(rows, cols, strict=True)]


def chess_squares(entries: list[Pair], rows: int) -> list[Square]:
    """The squares of (rank, column) pairs on a board with so many rows."""
    return [(rows - rank, col) for rank, col in entries]

"""Boards, leapers, holes and masks as a caller writes them: parsed and checked, as plain numbers.

`turaga.board` makes boards of what these functions return.
"""

import operator
import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from turaga.errors import BadBoard, BadSquare
from turaga.limits import require_length
from turaga.text import WHITESPACE, plural, quoted, short, show, unix_lines

Square = tuple[int, int]
MOST_HOLES = 10**7  # a board stores its holes one by one
LARGEST_MASK = 1 << 28  # characters, or bytes of a file
_MOST_DIGITS = 18  # of a side, and of a jump of a leaper
_MOST_NUMBER = 10**_MOST_DIGITS - 1
# No two runs of spaces may meet in a pattern, even if the optional part between them is left out. A text of n
# spaces could be divided between two such runs in n ways, and all would be tried before it is rejected.
_BOARD = re.compile(r"\s*([0-9]{1,18})\s*(?:[xX×]\s*([0-9]{1,18})\s*)?", re.ASCII)
_LEAPER = re.compile(r"\s*([0-9]{1,6})\s*,\s*([0-9]{1,6})\s*", re.ASCII)


_WITHIN_LINES = str.maketrans("", "", WHITESPACE.replace("\n", ""))  # removes spaces, but no line breaks


def parse_leaper(text: str) -> tuple[int, int]:
    """The leaper that a person wrote as `1,3`, smaller number first; `BadBoard` if it is not one.

    >>> parse_leaper("3,1")
    (1, 3)
    """
    match = _LEAPER.fullmatch(require_length("leaper", text, BadBoard))
    if not match:
        raise BadBoard(
            f"leaper {short(text)!r} is not understood",
            accepted="write its two steps, such as 1,2 (the knight) or 1,3",
            field="leaper",
            value=text,
        )
    return check_leaper((int(match[1]), int(match[2])))


def check_leaper(leaper: Sequence[int]) -> tuple[int, int]:
    """The leaper as two plain integers, smaller number first; `BadBoard` if it is not one.

    >>> check_leaper([3, 1])
    (1, 3)
    """
    try:
        a, b = sorted(operator.index(x) for x in leaper)
    except (TypeError, ValueError):
        raise BadBoard(
            f"leaper {quoted(leaper)} is not understood",
            accepted="it must be two whole numbers, such as (1, 2)",
            field="leaper",
            value=leaper,
        ) from None
    if a < 0 or b < 1:
        raise BadBoard(
            f"{quoted(a)},{quoted(b)} is not a leaper",
            accepted="the two steps must be whole numbers, 0 or more and not both 0",
            field="leaper",
            value=leaper,
        )
    if b > _MOST_NUMBER:
        raise BadBoard(
            f"leaper {quoted(a)},{quoted(b)} has a step of more than {_MOST_DIGITS} digits",
            accepted=f"at most {_MOST_DIGITS} digits are accepted",
            field="leaper",
            value=leaper,
        )
    return a, b


def as_pair(square: Any) -> Square | None:
    """The square as a pair of plain integers, if it is a pair of whole numbers of any kind, which are not
    longer than a side can be; otherwise None.

    >>> as_pair([1, 2]), as_pair("a1"), as_pair(7)
    ((1, 2), None, None)
    """
    try:
        row, col = map(operator.index, square)
    except (TypeError, ValueError):
        return None
    return (row, col) if max(abs(row), abs(col)) <= _MOST_NUMBER else None


def read_sides(rows: object, cols: object) -> tuple[int, int]:
    """Rows and columns as plain integers from 1, from the first two arguments of `Board`.

    >>> read_sides("3x4", None), read_sides(8, None), read_sides(3, 12)
    ((3, 4), (8, 8), (3, 12))
    """
    if isinstance(rows, str):
        if cols is not None:
            raise BadBoard(
                f"board {short(rows)!r} already includes its columns",
                accepted=f"leave out {quoted(cols)}",
                value=rows,
            )
        rows, cols = _parse_sides(rows)
    elif cols is None:
        cols = rows
    try:
        height, width = operator.index(rows), operator.index(cols)  # type: ignore[arg-type]
    except TypeError:
        raise BadBoard(
            f"board {quoted(rows)} by {quoted(cols)} is not understood",
            accepted="rows and columns must be whole numbers",
            value=(rows, cols),
        ) from None
    if height < 1 or width < 1:
        raise BadBoard(
            f"board {quoted(height)}x{quoted(width)} has no squares",
            accepted="rows and columns must be 1 or more",
            value=f"{quoted(height)}x{quoted(width)}",
        )
    if max(height, width) > _MOST_NUMBER:
        raise BadBoard(
            f"board {quoted(height)}x{quoted(width)} has a side of more than {_MOST_DIGITS} digits",
            accepted=f"at most {_MOST_DIGITS} digits are accepted",
            value=(height, width),
        )
    return height, width


def _parse_sides(text: str) -> tuple[int, int]:
    match = _BOARD.fullmatch(require_length("board", text, BadBoard))
    if match:
        rows = int(match[1])
        return rows, rows if match[2] is None else int(match[2])
    if (longest := max(map(len, re.findall("[0-9]+", text)), default=0)) > _MOST_DIGITS:
        raise BadBoard(
            f"board {short(text)!r} has a side of {longest} digits",
            accepted=f"at most {_MOST_DIGITS} digits are accepted",
            value=text,
        )
    if text.startswith("@"):
        raise BadBoard(
            f"board {short(text)!r} is the name of a mask file, which is not accepted here",
            accepted="write 8, 8x8 or 3x12 (rows x columns)",
            value=text,
        )
    raise BadBoard(
        f"board {short(text)!r} is not understood",
        accepted="write 8, 8x8 or 3x12 (rows x columns)",
        value=text,
    )


def read_holes(rows: int, cols: int, holes: Iterable[Square]) -> frozenset[int]:
    """The indices of the holes of a board with these sides, from (row, col) pairs.

    >>> sorted(read_holes(3, 3, [(1, 1), (0, 2)]))
    [2, 4]
    """
    indices = []
    for hole in islice(holes, MOST_HOLES + 1):
        if type(hole) is tuple and len(hole) == 2:  # nearly always, so it should be fast
            row, col = hole
            if type(row) is type(col) is int and 0 <= row < rows and 0 <= col < cols:
                indices.append(row * cols + col)
                continue
        square = as_pair(hole)
        if square is None:
            raise BadSquare(
                f"hole {quoted(hole)} is not understood",
                accepted="holes must be 0-based (row, col) pairs",
                field="holes",
                value=hole,
            )
        if square[0] not in range(rows) or square[1] not in range(cols):
            raise BadSquare(
                f"hole {show(square)} is not on the {rows}x{cols} board",
                accepted=f"rows are 1 to {rows}, columns 1 to {cols}",
                field="holes",
                value=hole,
            )
        indices.append(square[0] * cols + square[1])
    if len(indices) > MOST_HOLES:
        raise BadBoard(
            f"the {rows}x{cols} board has too many holes",
            accepted=f"at most {MOST_HOLES} are accepted",
            field="holes",
        )
    return frozenset(indices)


def mask_lines(text: str) -> list[str]:
    """The lines of a mask, all of the same length, without spaces and without empty lines around them.

    >>> mask_lines(". . .\\n. # .\\n")
    ['...', '.#.']
    """
    if len(text) > LARGEST_MASK:
        raise BadBoard(f"the mask has {len(text)} characters", accepted=f"the limit is {LARGEST_MASK}")
    lines = unix_lines(text).translate(_WITHIN_LINES).strip("\n").split("\n")
    if lines == [""]:
        raise BadBoard("the mask is empty", accepted="write . for a square and # for a hole", value=text)
    if (count := text.count("#")) > MOST_HOLES:
        raise BadBoard(f"the mask has {count} holes", accepted=f"at most {MOST_HOLES} are accepted")
    for row, line in enumerate(lines, start=1):
        if unknown := re.search("[^.#]", line):
            raise BadBoard(
                f"the mask has {unknown[0]!r} in line {row}, column {unknown.start() + 1}",
                accepted="only . (a square) and # (a hole) are allowed",
                value=line,
            )
        if len(line) != len(lines[0]):
            raise BadBoard(
                f"the lines of the mask are not equally long: line {row} has "
                f"{plural(len(line), 'character')}, line 1 has {len(lines[0])}",
                value=line,
            )
    if all("." not in line for line in lines):
        raise BadBoard("the mask has no squares", accepted="it must have at least one .")
    return lines

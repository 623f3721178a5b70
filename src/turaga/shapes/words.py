"""Words as boards: each word on a line of its own, in letters whose strokes are wide enough for a knight.

Letters and lines are moved together until one row or column of holes is left between them where they are
nearest, so that a knight can jump from each to the next. Where round letters meet, that would leave too few
moves for a tour, and they are moved closer.
"""

from collections.abc import Iterable, Sequence

from turaga.errors import BadBoard
from turaga.limits import require_length
from turaga.order import ordered_steps
from turaga.shapes.letters import GLYPHS, glyph_width
from turaga.shapes.strokes import Square, draw_lines
from turaga.text import quoted, short

_LEAST_UNIT = 2  # squares; then strokes are 3 squares wide and letters 15 high
_USUAL_UNIT = 3  # strokes are 4 squares wide and letters 22 high
_UNITS = 6  # the height of a letter, measured between the middles of its strokes
_MOVES = ordered_steps()
Squares = frozenset[Square]


def word_squares(text: str, sides: tuple[int, int] | None) -> tuple[int, int, Squares]:
    """Rows, columns and the squares of a text. Lower case letters are drawn as capitals.

    Without sides the letters are 22 squares high. With sides they are as large as fits, in the middle.

    >>> rows, cols, squares = word_squares("Hi", None)
    >>> rows, cols, len(squares)
    (22, 30, 382)
    """
    words = _read_words(text)
    if sides is None:
        return _compose(words, _USUAL_UNIT)
    rows, cols = sides
    unit = max(_LEAST_UNIT, rows // (len(words) * (_UNITS + 1)))
    high, wide, squares = _compose(words, unit)
    while high <= rows and wide <= cols:  # the lines can be narrower than estimated
        unit += 1
        high, wide, squares = _compose(words, unit)
    while (high > rows or wide > cols) and unit > _LEAST_UNIT:
        unit = max(_LEAST_UNIT, min(unit - 1, unit * cols // wide + 1))
        high, wide, squares = _compose(words, unit)
    if high > rows or wide > cols:
        raise BadBoard(
            f"the word {short(text)!r} does not fit on {rows}x{cols}",
            accepted=f"it needs at least {high}x{wide}",
            value=f"{rows}x{cols}",
        )
    down, right = (rows - high) // 2, (cols - wide) // 2
    return rows, cols, frozenset((r + down, c + right) for r, c in squares)


def _read_words(text: str) -> list[str]:
    words = require_length("text", text, BadBoard, field="shape").upper().split()
    if not words:
        raise BadBoard("there is no text to draw", accepted="write text:TURAGA", field="shape", value=text)
    for character in "".join(words):
        if character not in GLYPHS:
            raise BadBoard(
                f"{quoted(character)} cannot be drawn",
                accepted=f"words can have the characters {''.join(sorted(GLYPHS))} and spaces",
                field="shape",
                value=text,
            )
    return words


def stroke_width(unit: int) -> int:
    """How many squares wide the strokes are, if a unit of the letters is this many squares.

    >>> [stroke_width(unit) for unit in (2, 3, 4, 10)]
    [3, 4, 5, 13]
    """
    return round(unit * 4 / 3)


def _compose(words: Sequence[str], unit: int) -> tuple[int, int, Squares]:
    """The words below each other, and how many rows and columns they take."""
    lines = [_line(word, unit) for word in words]
    widths = [1 + max(c for _, c in line) for line in lines]
    placed: set[Square] = set()
    for line, width in zip(lines, widths, strict=True):
        right = (max(widths) - width) // 2
        moved = _flipped((r, c + right) for r, c in line)
        placed = _beside(placed, moved)
    rows = 1 + max(c for _, c in placed)
    return rows, max(widths), frozenset(_flipped(placed))


def _line(word: str, unit: int) -> set[Square]:
    placed: set[Square] = set()
    for character in word:
        placed = _beside(placed, _glyph(character, unit))
    return placed


def _flipped(squares: Iterable[Square]) -> set[Square]:
    """The squares with rows and columns exchanged."""
    return {(c, r) for r, c in squares}


def _beside(placed: set[Square], added: set[Square]) -> set[Square]:
    """The added squares to the right of the placed ones: as near as possible with a hole between them, or
    nearer if there would be too few moves between them."""
    if not placed:
        return added
    ends: dict[int, int] = {}
    begins: dict[int, int] = {}
    for row, col in placed:
        ends[row] = max(col, ends.get(row, col))
    for row, col in added:
        begins[row] = min(col, begins.get(row, col))
    distances = [
        ends[row + near] - begin + 2
        for row, begin in begins.items()
        for near in (-1, 0, 1)
        if row + near in ends
    ]
    shift = max(distances, default=max(ends.values()) + 2)
    while True:
        moved = {(row, col + shift) for row, col in added}
        nearer = {(row, col - 1) for row, col in moved}
        if not distances or _there_and_back(placed, moved) or placed & nearer:
            return placed | moved
        shift -= 1


def _there_and_back(placed: set[Square], moved: set[Square]) -> bool:
    """Whether moves lead to the other squares from both colours.

    A tour goes to a letter and comes back. If the letter has as many squares of one colour as of the other,
    it enters and leaves on different colours.
    """
    colours = {
        (row + col) % 2
        for row, col in placed
        if any((row + down, col + right) in moved for down, right in _MOVES)
    }
    return len(colours) == 2


def _glyph(character: str, unit: int) -> set[Square]:
    """The squares of a character, from row 0 and column 0."""
    width = stroke_width(unit)
    wide = int(glyph_width(character) * unit + width)
    squares: set[Square] = set()
    for part in GLYPHS[character]:
        lines = [[(x * unit + width / 2, y * unit + width / 2) for x, y in line] for line in part]
        drawn = draw_lines(lines, width, _UNITS * unit + width, wide)
        apart = {(r + down, c + right) for r, c in drawn for down in (-1, 0, 1) for right in (-1, 0, 1)}
        squares = (squares - apart) | drawn
    return squares

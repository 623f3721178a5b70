"""Words as boards: each word on a line of its own, in letters whose strokes are wide enough for a knight.

Letters and lines are moved together until one row or column of holes is left between them where they are
nearest, so that a knight can jump from each to the next. Where round letters meet, that would leave too few
moves for a tour, and they are moved closer.
"""

from collections.abc import Sequence

from turaga.errors import BadBoard
from turaga.limits import require_length
from turaga.order import ordered_steps
from turaga.shapes.bit_rows import BitRows, bits_between, columns_in, joined, moved, transposed, without
from turaga.shapes.letters import GLYPHS, glyph_width
from turaga.shapes.strokes import draw_lines
from turaga.text import quoted, short

_LEAST_UNIT = 2  # squares; then strokes are 3 squares wide and letters 15 high
_USUAL_UNIT = 3  # strokes are 4 squares wide and letters 22 high
_UNITS = 6  # the height of a letter, measured between the middles of its strokes
_TRIAL_UNIT = 12  # of a trial that shows how large the letters can be
_MOVES = ordered_steps()


def word_rows(text: str, sides: tuple[int, int] | None) -> tuple[int, BitRows]:
    """The columns, and the squares of each row, of a text. Lower case letters are drawn as capitals.

    Without sides the letters are 22 squares high. With sides they are as large as fits, in the middle.

    >>> cols, rows = word_rows("Hi", None)
    >>> len(rows), cols, sum(row.bit_count() for row in rows)
    (22, 30, 382)
    """
    words = _read_words(text)
    if sides is None:
        return _compose(words, _USUAL_UNIT)
    rows, cols = sides
    unit = _first_unit(words, rows, cols)
    wide, lines = _compose(words, unit)
    while len(lines) <= rows and wide <= cols:  # the lines can be narrower than estimated
        unit += 1
        wide, lines = _compose(words, unit)
    while (len(lines) > rows or wide > cols) and unit > _LEAST_UNIT:
        unit = max(_LEAST_UNIT, min(unit - 1, unit * cols // wide + 1))
        wide, lines = _compose(words, unit)
    if len(lines) > rows or wide > cols:
        raise BadBoard(
            f"the word {short(text)!r} does not fit on {rows}x{cols}",
            accepted=f"it needs at least {len(lines)}x{wide}",
        )
    above = (rows - len(lines)) // 2
    placed = moved(lines, (cols - wide) // 2)
    return cols, [*[0] * above, *placed, *[0] * (rows - len(lines) - above)]


def _first_unit(words: Sequence[str], rows: int, cols: int) -> int:
    """A unit that is about right. Large letters are tried only if they are not much too wide."""
    unit = rows // (len(words) * (_UNITS + 1))
    if unit > _TRIAL_UNIT:
        wide, _ = _compose(words, _TRIAL_UNIT)
        unit = min(unit, _TRIAL_UNIT * cols // wide)
    return max(_LEAST_UNIT, unit)


def _read_words(text: str) -> list[str]:
    words = require_length("text", text, BadBoard, field="shape").split()
    if not words:
        raise BadBoard("there is no text to draw", accepted="write text:TURAGA", field="shape")
    for character in "".join(words):
        if not GLYPHS.keys() >= set(character.upper()):  # ß is drawn as SS
            raise BadBoard(
                f"{quoted(character)} cannot be drawn",
                accepted=f"words can have the characters {''.join(sorted(GLYPHS))} and spaces",
                field="shape",
            )
    return text.upper().split()


def stroke_width(unit: int) -> int:
    """How many squares wide the strokes are, if a unit of the letters is this many squares.

    >>> [stroke_width(unit) for unit in (2, 3, 4, 10)]
    [3, 4, 5, 13]
    """
    return round(unit * 4 / 3)


def _compose(words: Sequence[str], unit: int) -> tuple[int, BitRows]:
    """The columns, and the rows, of the words below each other."""
    lines = [_line(word, unit) for word in words]
    widths = [columns_in(line) for line in lines]
    wide = max(widths)
    placed: BitRows = []
    for line, width in zip(lines, widths, strict=True):
        placed = _beside(placed, transposed(moved(line, (wide - width) // 2), wide))
    return wide, transposed(placed, columns_in(placed))


def _line(word: str, unit: int) -> BitRows:
    glyphs = {character: _glyph(character, unit) for character in word}
    placed: BitRows = []
    for character in word:
        placed = _beside(placed, glyphs[character])
    return placed


def _beside(placed: BitRows, added: BitRows) -> BitRows:
    """The added squares to the right of the placed ones: as near as possible with a hole between them, or
    nearer if there would be too few moves between them. Both have the same number of rows."""
    if not placed:
        return added
    ends = [row.bit_length() - 1 for row in placed]
    near_ends = [max(ends[max(0, row - 1) : row + 2]) for row in range(len(ends))]
    distances = [
        end - _first_column(row) + 2 for row, end in zip(added, near_ends, strict=True) if row and end >= 0
    ]
    shift = max(distances, default=max(ends) + 2)
    while True:
        # A wide letter can begin to the left of a short sign such as a dot, which is then moved instead.
        before, after = moved(placed, max(0, -shift)), moved(added, max(0, shift))
        touching = any(row & other >> 1 for row, other in zip(before, after, strict=True))
        if not distances or _there_and_back(before, after) or touching:
            return joined(before, after)
        shift -= 1


def _first_column(row: int) -> int:
    return (row & -row).bit_length() - 1


def _there_and_back(placed: BitRows, others: BitRows) -> bool:
    """Whether moves lead to the other squares from both colours.

    A tour goes to a letter and comes back. If the letter has as many squares of one colour as of the other,
    it enters and leaves on different colours.
    """
    light = bits_between(0, columns_in(placed) + 1) // 3  # every second column
    colours = set()
    for at, row in enumerate(placed):
        for down, right in _MOVES:
            if 0 <= at + down < len(others):
                other = others[at + down]
                leaving = row & (other >> right if right > 0 else other << -right)
                colours |= {at % 2} if leaving & light else set()
                colours |= {1 - at % 2} if leaving & ~light else set()
        if len(colours) == 2:
            return True
    return False


def _glyph(character: str, unit: int) -> BitRows:
    """The squares of a character, from row 0 and column 0."""
    width = stroke_width(unit)
    wide = int(glyph_width(character) * unit + width)
    squares = [0] * (_UNITS * unit + width)
    for part in GLYPHS[character]:
        lines = [[(x * unit + width / 2, y * unit + width / 2) for x, y in line] for line in part]
        drawn = draw_lines(lines, width, len(squares), wide)
        squares = joined(without(squares, _with_border(drawn)), drawn)
    return squares


def _with_border(rows: BitRows) -> BitRows:
    """The squares, and all those that touch one of them."""
    wider = [row | row << 1 | row >> 1 for row in rows]
    below, above = [*wider[1:], 0], [0, *wider[:-1]]
    return [a | b | c for a, b, c in zip(above, wider, below, strict=True)]

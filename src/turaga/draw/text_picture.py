"""Draws a walk as text: a number grid in boxes, or a line of Braille characters."""

from collections.abc import Sequence
from itertools import pairwise

from turaga.board import Board
from turaga.draw.sheet import check_walks
from turaga.draw.styles import STYLES, check_title, check_word, clean
from turaga.errors import BadInput
from turaga.limits import whole_number
from turaga.text import plural
from turaga.walk import Walk

LEAST_COLUMNS, MOST_COLUMNS, USUAL_COLUMNS = 4, 10_000, 80
MOST_SQUARES_AS_TEXT = 250_000
UNVISITED, HOLE = "·", "▒"
FIRST, LAST, MISSED, GAP = "●", "■", "○", "▒"  # on top of the line; a disc and a square as in pictures
_DOTS = (12, 8, 4)  # possible widths of a square in Braille dots; a character is 2 dots wide and 4 high


def write_text(walks: Walk | Sequence[Walk], *, style: str, columns: int | None, title: str | None) -> str:
    """The walks as text, one below the other. Each line ends with a newline."""
    check_word("style", style, STYLES)
    check_title(title)
    width = None if columns is None else whole_number("columns", columns, LEAST_COLUMNS, MOST_COLUMNS)
    draw = (lambda walk: _braille(walk, width)) if style == "line" else _boxes
    checked = check_walks(walks)
    for walk in checked:
        check_text_size(walk.board)
    pictures = ["".join(f"{line}\n" for line in draw(walk)) for walk in checked]
    return ("" if title is None else f"{clean(title)}\n") + "\n".join(pictures)


def check_text_size(board: Board) -> None:
    """Raise `BadInput` if a board has too many squares to draw as text.

    >>> check_text_size(Board("500x500"))
    """
    if board.area > MOST_SQUARES_AS_TEXT:
        raise BadInput(
            f"a board of {board.rows}x{board.cols} is too large to draw as text",
            accepted=f"a text can have at most {MOST_SQUARES_AS_TEXT} squares, an image can have more",
            field="board",
            value=str(board),
        )


# -- numbers in boxes -----------------------------------------------------------------------------


def box_width(walk: Walk) -> int:
    """The width of the number grid in characters.

    >>> box_width(Walk("3x4", [(0, 0)]))
    17
    """
    return walk.board.cols * (_cell(walk) + 1) + 1


def _cell(walk: Walk) -> int:
    return len(str(max(1, len(walk)))) + 2


def _boxes(walk: Walk) -> list[str]:
    cell = _cell(walk)
    hole, unvisited = HOLE * cell, UNVISITED.rjust(cell - 1) + " "

    def show(step: int) -> str:
        return hole if step < 0 else unvisited if step == 0 else f"{step:>{cell - 1}} "

    bar, cols = "─" * cell, walk.board.cols
    between = f"├{'┼'.join([bar] * cols)}┤"
    lines = [f"┌{'┬'.join([bar] * cols)}┐"]
    for row in walk.rows():
        lines += [f"│{'│'.join(map(show, row))}│", between]
    lines[-1] = f"└{'┴'.join([bar] * cols)}┘"
    return lines


# -- the line in Braille dots ---------------------------------------------------------------------


def line_width(walk: Walk) -> int:
    """The smallest width of the line in characters.

    >>> line_width(Walk("3x4", [(0, 0)]))
    7
    """
    return (walk.board.cols - 1) * _DOTS[-1] // 2 + 1


def _square_dots(walk: Walk, width: int | None) -> int:
    """The width of a square in dots, for a line at most `width` characters wide."""
    cols = walk.board.cols
    columns = max(USUAL_COLUMNS, line_width(walk)) if width is None else width
    for side in _DOTS:
        if (cols - 1) * side // 2 < columns:
            return side
    raise BadInput(
        f"{plural(columns, 'character')} are too few for the line on a board with {plural(cols, 'column')}",
        accepted=f"it needs at least {line_width(walk)}",
        field="columns",
        value=columns,
    )


def _braille(walk: Walk, width: int | None) -> list[str]:
    board, side = walk.board, _square_dots(walk, width)
    wide, high = (board.cols - 1) * side // 2 + 1, (board.rows - 1) * side // 4 + 1
    top = (4 * high - (board.rows - 1) * side - 1) // 2  # half of the unused dots go above the line
    points = [(row * side + top, col * side) for row, col in walk.squares]
    if walk.closed:
        points.append(points[0])
    dots = bytearray(wide * high)
    for one, other in pairwise(points):
        _stroke(dots, wide, one, other)
    lines = [[chr(0x2800 + dots[row * wide + col]) for col in range(wide)] for row in range(high)]
    marks = [(square, GAP) for square in board.hole_squares]
    marks += [(square, MISSED) for square in walk.unvisited]
    if walk.start is not None and walk.end is not None:
        marks += [(walk.end, LAST), (walk.start, FIRST)]
    for (row, col), mark in marks:
        lines[(row * side + top) // 4][col * side // 2] = mark
    return ["".join(line).rstrip("\u2800") for line in lines]


# The bit of each dot in a Braille character, by row and column.
_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


def _stroke(dots: bytearray, wide: int, one: tuple[int, int], other: tuple[int, int]) -> None:
    """Set the dots nearest to the straight line between two points."""
    (y1, x1), (y2, x2) = one, other
    steps = max(abs(y2 - y1), abs(x2 - x1))
    for k in range(steps + 1):
        y = y1 + ((y2 - y1) * k * 2 + steps) // (2 * steps)
        x = x1 + ((x2 - x1) * k * 2 + steps) // (2 * steps)
        dots[y // 4 * wide + x // 2] |= _BITS[y % 4][x % 2]

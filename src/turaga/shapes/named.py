"""Shapes by name: `ring`, `ring:5` with a number, `ring:20x20` with a size, `text:TURAGA`."""

import re

from turaga.board import KNIGHT, Board, BoardLike, Leaper
from turaga.errors import BadBoard
from turaga.limits import require_length
from turaga.shapes.bit_rows import BitRows, as_bytes, board_of
from turaga.shapes.outlines import SHAPES, Shape
from turaga.shapes.words import word_rows
from turaga.text import listed, short, trim, whole_in

TEXT = "text"  # text:TURAGA is the word TURAGA
USUAL_SIDE = 20  # rows and columns of a shape without a size
MOST_AREA = 10**7  # rows times columns of a shape
_BY_NAME = {name.lower(): shape for name, shape in SHAPES.items()}
_SIZE = re.compile(r"[0-9]{1,18}\s*[xX×]\s*[0-9]{1,18}", re.ASCII)
_ACCEPTED = (
    f"the shapes are {listed([*SHAPES, 'text:WORDS'])}, and @FILE for a mask or a picture; a size can "
    "follow a name, as in ring:20x20"
)


def names_shape(text: str) -> bool:
    """Whether a text begins with the name of a shape, so that `named_board` reads it.

    >>> names_shape("ring:20x20"), names_shape("text:TURAGA"), names_shape("8x8")
    (True, True, False)
    """
    name, colon, _ = text.partition(":")
    name = trim(name).lower()
    return name in _BY_NAME or bool(colon and name == TEXT)


def named_board(
    text: str, size: BoardLike | None = None, *, leaper: Leaper = KNIGHT, most_area: int = MOST_AREA
) -> Board:
    """The board with the shape of this name.

    The size is a board without holes, such as `"20x30"`. It can also be the last part of the name. A built-in
    shape fills it. A word is as large as fits, in the middle. Without a size, built-in shapes have 20x20
    squares and letters are 22 squares high. Rows times columns can be at most `most_area`.

    >>> print(named_board("ring:1", "5x6").mask())
    #....#
    ..##..
    .####.
    ..##..
    #....#
    >>> named_board("diamond:8x8").size, str(named_board("text:TURAGA"))
    (40, '22x101 with 1030 holes')
    """
    name, argument, own_size = _parse(text)
    if own_size is not None and size is not None:
        raise BadBoard(f"shape {short(text)!r} already has a size", accepted="leave out one of the two")
    sides = read_sides(own_size if size is None else size, most_area)
    if name == TEXT:
        wide, placed = word_rows(argument or "", sides)
        require_area(len(placed), wide, most_area)
        return board_of(len(placed), wide, as_bytes(placed, wide), leaper)
    rows, cols = sides or (USUAL_SIDE, USUAL_SIDE)
    lines = _outline(_BY_NAME[name], argument, rows, cols)
    return board_of(rows, cols, as_bytes(lines, cols), leaper)


def _parse(text: str) -> tuple[str, str | None, str | None]:
    """The parts of `ring:5:20x20`: the name in lower case; the number, or the text to draw; and the size."""
    require_length("shape", text, BadBoard, field="shape")
    name, colon, rest = text.partition(":")
    name = trim(name).lower()
    if name == TEXT and not colon:
        raise BadBoard("text needs words to draw", accepted="write text:TURAGA", field="shape")
    if name != TEXT and name not in _BY_NAME:
        raise BadBoard(f"shape {short(text)!r} is not known", accepted=_ACCEPTED, field="shape")
    if not colon:
        return name, None, None
    before, between, last = rest.rpartition(":")
    if not _SIZE.fullmatch(trim(last)):
        return name, rest, None
    if name == TEXT and not trim(before):
        raise BadBoard(
            f"shape {short(text)!r} has a size, {trim(last)}, but no words to draw",
            accepted=f"write the words before the size, as in text:TURAGA:{trim(last)}",
            field="shape",
        )
    return name, before if between else None, trim(last)


def read_sides(size: BoardLike | None, most_area: int = MOST_AREA) -> tuple[int, int] | None:
    """Rows and columns of the size that a caller gave; `BadBoard` if it has holes or is too large.

    >>> read_sides("3x4"), read_sides(8), read_sides(None)
    ((3, 4), (8, 8), None)
    """
    if size is None:
        return None
    if isinstance(size, str) and names_shape(size):
        raise BadBoard(
            f"{short(size)!r} already names a shape, so it cannot be the size of another",
            accepted="name one shape, and a size such as 20x20",
        )
    board = Board.read(size)
    if board.hole_indices:
        raise BadBoard(f"the size {board} has holes", accepted="the size of a shape must be a rectangle")
    require_area(board.rows, board.cols, most_area)
    return board.rows, board.cols


def require_area(rows: int, cols: int, most: int = MOST_AREA) -> None:
    """Raise `BadBoard` if a shape would have too many squares and holes."""
    if rows * cols > most:
        raise BadBoard(
            f"{rows}x{cols} is too large for a shape", accepted=f"rows times columns can be at most {most}"
        )


def _outline(shape: Shape, argument: str | None, rows: int, cols: int) -> BitRows:
    side = min(rows, cols)
    if side < shape.least:
        raise BadBoard(
            f"{rows}x{cols} is too small for shape {shape.name}",
            accepted=f"it needs at least {shape.least} rows and {shape.least} columns",
        )
    return shape.lines(rows, cols, shape.usual(side) if argument is None else _number(shape, argument, side))


def _number(shape: Shape, argument: str, side: int) -> int:
    """The number of a shape such as ring:5."""
    if not shape.number:
        raise BadBoard(
            f"shape {shape.name} has no number {short(argument)!r}",
            accepted=f"write {shape.name}, or {shape.name}:20x20 with a size",
            field="shape",
        )
    number = whole_in(argument)
    most = shape.most(side)
    if number is None or not 1 <= number <= most:
        raise BadBoard(
            f"the {shape.number} of shape {shape.name} must be a whole number from 1 to {most}, got "
            f"{short(argument)!r}",
            accepted="for a size, write rows x columns, as in 20x20",
            field="shape",
        )
    return number

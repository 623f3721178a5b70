"""The boards that functions of the Python API accept: everything `Board.read` does, shapes, and files.

`Board.read` never reads files, so it is safe for texts from a network or a saved file. `read_board` and
`shape` are for texts that the caller of a Python function wrote.
"""

import os
import re

from turaga.board import KNIGHT, LARGEST_MASK, Board, BoardLike, Leaper
from turaga.errors import BadBoard, BadInput
from turaga.files import read_file
from turaga.text import quoted

THRESHOLD = 0.5  # the brightness below which a pixel is a square
_CONTENTS = "it must be a PNG picture, or a mask with . for a square and # for a hole"
# What can follow the name of a picture: a size, a threshold in percent, and which pixels are squares.
_DETAIL = re.compile(
    r"(.+):\s*(?:([0-9]{1,18}\s*[xX×]\s*[0-9]{1,18})|(100|[0-9]{1,2})\s*%|(light))\s*", re.ASCII | re.DOTALL
)


def read_board(board: BoardLike, leaper: Leaper | None = None) -> Board:
    """The board that a caller gave as a board, as `"8x8"`, `8`, `(3, 12)`, as the name of a shape such as
    `"ring:20x20"`, or as `"@FILE"` for a mask or a picture; `"@-"` is standard input. A picture can have a
    size, as in `"@logo.png:40x40"`; a threshold, as in `"@logo.png:30%"`, for pixels darker than that; and
    `light`, as in `"@logo.png:40x40:60%:light"`, for pixels that are brighter.

    With `leaper`, the same squares for that leaper.

    >>> read_board("8x8", (1, 3))
    Board(8, 8, leaper=(1, 3))
    >>> read_board("diamond:3x3")
    Board(3, 3, holes=[(0, 0), (0, 2), (2, 0), (2, 2)])
    """
    if isinstance(board, str) and board[:1] not in "0123456789":  # the usual case loads no shapes
        from turaga.shapes import names_shape

        if board.startswith("@") or names_shape(board) or ":" in board:
            return shape(board, leaper=KNIGHT if leaper is None else leaper)
    try:
        return Board.read(board, leaper)
    except BadBoard as error:
        if isinstance(board, str) and "is not understood" in error.problem:
            other = f"@{board} for the file" if os.path.exists(board) else "@FILE for a mask or a picture"
            accepted = f"write 8x8 or 3x12 (rows x columns), a shape such as ring:20x20, or {other}"
            error.rephrase(error.problem, accepted)
        raise


def shape(
    name: str,
    size: BoardLike | None = None,
    *,
    leaper: Leaper = KNIGHT,
    threshold: float = THRESHOLD,
    invert: bool = False,
) -> Board:
    """The board with a shape: a built-in one, words, or the dark pixels of a PNG file.

    `name` is `"ring"`, `"cross"`, `"diamond"`, `"disc"`, `"horse"`, `"L"`, `"staircase"` or `"frame"`,
    `"text:TURAGA"` for words, or `"@logo.png"` for a picture. `"ring:5"`, `"frame:5"`, `"cross:5"` and
    `"L:5"` have bars of this width, and `"staircase:5"` has 5 steps. `size` is a rectangle such as `"20x30"`.
    Built-in shapes fill it. Words and pictures are as large as fits, in the middle. Without a size, built-in
    shapes have 20x20 squares, letters are 22 squares high, and each pixel of a picture is a square or a hole.
    A size can also be part of the name, as in `"ring:20x30"`.

    `threshold` and `invert` are for pictures. A pixel is a square if its brightness is less than the
    threshold, from 0 (black) to 1 (white). With `invert` it is a square if its brightness is more.
    Transparent pixels are holes. Pictures need the `web` extra. All three can be part of the name, as
    `read_board` says. A file whose name ends like that is read under its whole name.

    To make a tour possible, `turaga.boards.trim` removes squares from a board.

    >>> print(shape("diamond", "5x5").mask())
    ##.##
    #...#
    .....
    #...#
    ##.##
    >>> shape("text:TURAGA").size
    1192
    """
    if not isinstance(name, str):
        raise BadBoard(
            f"shape {quoted(name)} is not understood",
            accepted="it must be a text such as 'ring', 'text:TURAGA' or '@FILE'",
            field="shape",
        )
    if name.startswith("@"):
        file = name[1:]
        while not os.path.exists(file) and (found := _DETAIL.fullmatch(file)) is not None:
            file = found[1]
            size = found[2] or size
            threshold = int(found[3]) / 100 if found[3] else threshold
            invert = invert or found[4] is not None
        data = read_file(file, most=LARGEST_MASK, expected=_CONTENTS, field="board")
        what = "standard input" if file == "-" else f"the file {file!r}"
        return decode_board(data, what, size, leaper=leaper, threshold=threshold, invert=invert)
    from turaga.shapes import named_board

    _refuse_details(threshold, invert)
    return named_board(name, size, leaper=leaper)


def load_board(path: str | os.PathLike[str], *, leaper: Leaper = KNIGHT) -> Board:
    """The board in a file: a text in which `.` is a square and `#` a hole, or a PNG picture, whose dark
    pixels are squares.

    `turaga.solve("@horse.txt")` and other functions that take a board read such a file too, as the commands
    do.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
    ...     print("...\\n.#.\\n...", file=file, flush=True)
    ...     load_board(file.name)
    Board(3, 3, holes=[(1, 1)])
    """
    data = read_file(path, most=LARGEST_MASK, expected=_CONTENTS, field="board")
    return decode_board(data, f"the file {os.fspath(path)!r}", leaper=leaper)


def decode_board(
    data: bytes | bytearray,
    what: str,
    size: BoardLike | None = None,
    *,
    leaper: Leaper = KNIGHT,
    threshold: float = THRESHOLD,
    invert: bool = False,
) -> Board:
    """The board in the bytes of a file, which errors call `what`. Only a picture can have a size.

    >>> decode_board(b"...\\n.#.", "the file").size
    5
    """
    from turaga.shapes import is_png, picture_board

    if is_png(data):
        return picture_board(data, size, leaper=leaper, threshold=threshold, invert=invert, what=what)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadBoard(f"{what} is not UTF-8 text at byte {error.start + 1}", accepted=_CONTENTS) from None
    if size is not None:
        raise BadBoard(
            f"{what} is a mask, which has its own size", accepted="leave out the size, or use a PNG picture"
        )
    _refuse_details(threshold, invert)
    return Board.from_mask(text, leaper=leaper)


def _refuse_details(threshold: float, invert: bool) -> None:
    """Raise `BadInput` for what only pictures have."""
    if threshold != THRESHOLD or invert:
        name, what = ("invert", "invert (light)") if invert else ("threshold", "a threshold")
        raise BadInput(f"{what} is for pictures", accepted="leave it out, or use a PNG picture", field=name)

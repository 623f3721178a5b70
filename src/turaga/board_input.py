"""The boards that functions of the Python API accept: everything `Board.read` does, and masks in files.

`Board.read` never reads files, so it is safe for texts from a network or a saved file. `read_board` is for
texts that the caller of a Python function wrote.
"""

import os

from turaga.board import KNIGHT, Board, BoardLike, Leaper
from turaga.board_text import LARGEST_MASK
from turaga.errors import BadBoard
from turaga.files import read_file

_MASK = "a mask has . for a square and # for a hole"


def read_board(board: BoardLike, leaper: Leaper | None = None) -> Board:
    """The board that a caller gave as a board, as `"8x8"`, `8`, `(3, 12)`, or as `"@FILE"` for a mask.

    With `leaper`, the same squares for that leaper.

    >>> read_board("8x8", (1, 3))
    Board(8, 8, leaper=(1, 3))
    """
    if isinstance(board, str) and board.startswith("@"):
        return load_board(board[1:], leaper=KNIGHT if leaper is None else leaper)
    return Board.read(board, leaper)


def load_board(path: str | os.PathLike[str], *, leaper: Leaper = KNIGHT) -> Board:
    """The board drawn in a text file: `.` is a square, `#` a hole.

    `turaga.solve("@horse.txt")` and other functions that take a board read such a file too, as the commands
    do.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
    ...     print("...\\n.#.\\n...", file=file, flush=True)
    ...     load_board(file.name)
    Board(3, 3, holes=[(1, 1)])
    """
    data = read_file(path, most=LARGEST_MASK, field="board")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadBoard(
            f"the mask {os.fspath(path)!r} is not UTF-8 text at byte {error.start + 1}",
            accepted=_MASK,
            value=os.fspath(path),
        ) from None
    return Board.from_mask(text, leaper=leaper)

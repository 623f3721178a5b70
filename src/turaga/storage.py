"""Walks and boards as files: `load` and `save`, the Python counterparts of `turaga check` and `--out`.

The extension of a file decides the format that is written. Any format is recognised when it is read.
"""

import os
from typing import TYPE_CHECKING

from turaga.board import Board, BoardLike, Leaper
from turaga.board_input import read_board
from turaga.errors import BadInput
from turaga.files import read_file, write_file
from turaga.notation import read, write, write_npy
from turaga.notation.npy_file import largest_file
from turaga.walk import Walk

if TYPE_CHECKING:
    from typing import BinaryIO

_BY_EXTENSION = {".json": "json", ".npy": "npy"}
_PICTURES = (".svg", ".png", ".gif")


def is_picture(path: str | os.PathLike[str]) -> bool:
    """Whether a file with this name is a picture.

    >>> is_picture("tour.PNG"), is_picture("tour.txt")
    (True, False)
    """
    return os.fspath(path).lower().endswith(_PICTURES)


def format_for(path: str | os.PathLike[str]) -> str:
    """The format for a file with this name: `json` or `npy` by its extension, otherwise the number grid.

    >>> format_for("tour.json"), format_for("tour.txt")
    ('json', 'board')
    """
    return _BY_EXTENSION.get(os.path.splitext(os.fspath(path))[1].lower(), "board")


def load(
    path: str | os.PathLike[str],
    *,
    board: BoardLike | None = None,
    leaper: Leaper | None = None,
    squares: str | None = None,
) -> Walk:
    """The walk in a file, in any format that `turaga.notation.read` knows: a `Tour` if it visits every
    square.

    Pass `board` or `leaper` for files that do not contain them, and `squares` as for `turaga.notation.read`.
    `BadInput` if the file cannot be read, `BadText` if it is not a walk. `turaga.notation.read` tells more
    about a file with mistakes in it.

    >>> import tempfile
    >>> from turaga import solve
    >>> tour = solve("5x5").tour
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     save(tour, f"{directory}/tour.json")
    ...     load(f"{directory}/tour.json") == tour
    True
    """
    data = read_file(path, most=largest_file)
    wanted = None if board is None else read_board(board, leaper)
    return read(data, board=wanted, leaper=leaper, squares=squares).walk


def save(thing: Walk | Board, path: str | os.PathLike[str], *, format: str | None = None) -> None:
    """Write a walk to a file, or a board as a mask.

    A walk is written as JSON or as a numpy array if the extension is .json or .npy, as a picture if it is
    .svg, .png or .gif, otherwise as a number grid; `format` is one of `turaga.notation.FORMATS` and
    overrides the extension. `load` reads walks, `load_board`
    masks. The file is first written under a temporary name and then renamed.

    >>> import tempfile
    >>> from turaga.board_input import load_board
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     save(Board(3, 3, holes=[(1, 1)]), f"{directory}/ring.txt")
    ...     load_board(f"{directory}/ring.txt")
    Board(3, 3, holes=[(1, 1)])
    """
    if isinstance(thing, Board):
        if format is not None:
            raise BadInput(
                f"format {format!r} is only for walks",
                accepted="leave it out, because a board is written as a mask",
                field="format",
            )
        text = thing.mask() + "\n"
    elif isinstance(thing, Walk):
        if format is None and is_picture(path):
            from turaga.pictures import draw  # an upward import, only when a picture is needed

            draw(thing, path)
            return
        chosen = format or format_for(path)
        if chosen == "npy":

            def fill(file: "BinaryIO") -> None:
                write_npy(thing, file)

            write_file(path, fill)
            return
        text = write(thing, chosen)
    else:
        raise BadInput(f"save needs a Walk, a Tour or a Board, got {type(thing).__name__}", field="thing")
    data = text.encode()
    write_file(path, lambda file: file.write(data))

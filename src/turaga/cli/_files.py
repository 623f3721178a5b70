"""Files the commands read and write: bounded when read, whole or not at all when written."""

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from turaga.board import KNIGHT, Board, parse_leaper
from turaga.cli._progress import progress
from turaga.errors import BadBoard, BadInput
from turaga.files import replace_file
from turaga.notation import Reading, read, write, write_npy
from turaga.notation.formats import LARGEST_TEXT, MOST_SQUARES
from turaga.notation.npy_file import NPY_MAGIC
from turaga.walk import Walk

_LARGEST_NPY = 8 * MOST_SQUARES + (1 << 16)  # the largest grid of the widest numbers, and its header
_CHUNK = 1 << 24


_WALK = "a walk is a number grid, a list of squares, moves or JSON"
_MASK = "draw the board with . for a square and # for a hole"


def read_input(name: str, holds: str = _WALK) -> bytearray:
    """The bytes of a file, or of standard input for `-`; `BadInput` says why there are none, and what
    the file is to hold."""
    if not name:
        raise BadInput(f"no file is named: give one, or - for standard input; {holds}")
    if name == "-":
        if sys.stdin is None or sys.stdin.closed:
            raise BadInput("standard input is closed: give a file, or pipe a text into the command")
        return _read_all(sys.stdin.buffer, "standard input", holds)
    try:
        with open(name, "rb") as file:
            return _read_all(file, f"the file {name!r}", holds)
    except FileNotFoundError:
        raise BadInput(
            f"there is no file {name!r}: give one that is there, or - for standard input"
        ) from None
    except IsADirectoryError:
        raise BadInput(f"{name!r} is a directory: give a file, or - for standard input") from None
    except OSError as error:
        raise BadInput(f"the file {name!r} cannot be read: {error.strerror}") from None


def _read_all(file: BinaryIO, what: str, holds: str) -> bytearray:
    """All of it, in pieces, so that a stream without end is given up when it passes the limit."""
    held = bytearray()
    while piece := file.read(_CHUNK):
        held += piece
        limit = _LARGEST_NPY if held.startswith(NPY_MAGIC) else LARGEST_TEXT
        if len(held) > limit:
            raise BadInput(
                f"{what} has more than {limit} bytes, the most that is read: "
                "for a board of this size use a .npy file"
            )
    if not held:
        raise BadInput(f"{what} is empty: {holds}")
    return held


def read_named(file: str, board: str | None, leaper: str | None) -> Reading:
    """The reading of a file, the board and the leaper as a person typed them."""
    asked_leaper = None if leaper is None else parse_leaper(leaper)
    asked_board = None if board is None else read_board(board, asked_leaper or KNIGHT)
    with progress() as report:
        if report:
            report("reading", 0, 0)
        return read(read_input(file), board=asked_board, leaper=asked_leaper)


def read_board(text: str, leaper: tuple[int, int] = KNIGHT) -> Board:
    """The board a person named: `8x8`, or `@FILE` for a mask drawn with . and #."""
    if not text.startswith("@"):
        return Board(text).with_leaper(leaper)
    data = read_input(text[1:], _MASK)
    try:
        mask = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadBoard(f"the mask {text[1:]!r} is no UTF-8 text at byte {error.start + 1}: {_MASK}") from None
    return Board.from_mask(mask, leaper=leaper)


def format_of_name(name: str) -> str:
    """The form a file's ending asks for: `json`, `npy`, else the number grid."""
    return {".json": "json", ".npy": "npy"}.get(Path(name).suffix.lower(), "board")


def write_output(name: str, walk: Walk, format: str | None = None) -> None:
    """Write the walk to a file, in the form given or the one its ending asks for."""
    word = format_of_name(name) if format is None else format
    if word == "npy":
        write_atomically(name, lambda file: write_npy(walk, file))
    else:
        text = write(walk, word).encode()
        write_atomically(name, lambda file: file.write(text))


def write_atomically(name: str, fill: Callable[[BinaryIO], object]) -> None:
    """Write the file whole or leave what was there: under a temporary name first, then renamed.

    `fill` is handed the open file and writes what it is to hold.
    """
    if not name:
        raise BadInput("no file is named to write to: give --out a name")
    try:
        before = os.stat(name).st_mode if os.path.exists(name) else None
        if before is not None and stat.S_ISDIR(before):
            raise BadInput(f"{name!r} is a directory: give the name of a file to write")
        if before is not None and not stat.S_ISREG(before):
            # A pipe or a device such as /dev/null is written into, never replaced.
            with open(name, "wb") as file:
                fill(file)
            return
        replace_file(os.path.realpath(name), fill, mode=before)  # a link stays, what it points at is replaced
    except BrokenPipeError:
        raise
    except OSError as error:
        folder = os.path.dirname(name) or "."
        if not os.path.isdir(folder):
            raise BadInput(
                f"{name!r} cannot be written: there is no folder {folder!r}, make it first"
            ) from None
        raise BadInput(f"{name!r} cannot be written: {error.strerror or error}") from None

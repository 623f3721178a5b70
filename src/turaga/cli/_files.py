"""The files that commands read and write.

Reading stops at a size limit. A file is written completely or not at all. `read_walk` reads a tour file and
`write_walk` writes one.
"""

import os
import re
import sys
from collections.abc import Callable
from typing import BinaryIO

from turaga.board import KNIGHT, LARGEST_MASK, Board, parse_leaper
from turaga.board_input import THRESHOLD, decode_board
from turaga.board_input import read_board as read_named_board
from turaga.board_input import shape as make_shape
from turaga.cli._progress import progress
from turaga.errors import BadInput, BadText
from turaga.files import read_stream, write_file
from turaga.notation import Reading, read, write, write_npy
from turaga.notation.npy_file import largest_file
from turaga.storage import format_for
from turaga.text import short
from turaga.walk import Walk

# What a file must contain.
_WALK = "it must contain a number grid, a list of squares, moves or JSON"
TWO_DIGITS = "if these are squares in two digits, counted from 0, use --squares bencic"
_MASK = "it must show the board, with . for a square and # for a hole, or be a PNG picture"
_SIZE = re.compile(r"\s*[0-9]+\s*(?:[xX×]\s*[0-9]+\s*)?", re.ASCII)


def read_input(
    name: str,
    expected: str = _WALK,
    *,
    most: int | Callable[[bytearray], int] = largest_file,
    field: str = "file",
) -> bytearray:
    """The bytes of a file, or of standard input for `-`, but not more than `most`.

    `BadInput` says why they cannot be read and what the file must contain.
    """
    if not name:
        raise BadInput(
            "the file name is empty", accepted="name a file, or use - for standard input", field=field
        )
    if name == "-":
        if sys.stdin is None or sys.stdin.closed:
            raise BadInput(
                "standard input is closed",
                accepted="name a file, or pipe text into the command",
                field=field,
            )
        return _read_all(sys.stdin.buffer, "standard input", expected, most, field)
    try:
        with open(name, "rb") as file:
            return _read_all(file, f"the file {name!r}", expected, most, field)
    except FileNotFoundError:
        problem, accepted = f"there is no file {name!r}", "name a file, or use - for standard input"
    except IsADirectoryError:
        problem, accepted = f"{name!r} is a directory", "name a file, or use - for standard input"
    except OSError as error:
        problem, accepted = f"the file {name!r} cannot be read", str(error.strerror)
    raise BadInput(problem, accepted=accepted, field=field)


def _read_all(
    file: BinaryIO, what: str, expected: str, most: int | Callable[[bytearray], int], field: str
) -> bytearray:
    accepted = "for a board of this size use a .npy file" if most is largest_file else ""
    data = read_stream(file, what, most, accepted=accepted, field=field)
    if not data:
        raise BadInput(f"{what} is empty", accepted=expected, field=field)
    return data


def read_walk(file: str, board: str | None, leaper: str | None, squares: str | None = None) -> Reading:
    """The walk in a file, and its mistakes. `board`, `leaper` and `squares` are as typed."""
    wanted_leaper = None if leaper is None else parse_leaper(leaper)
    wanted_board = None if board is None else read_board(board, wanted_leaper or KNIGHT)
    with progress("reading"):
        return read(read_input(file), board=wanted_board, leaper=wanted_leaper, squares=squares)


def walk_of(reading: Reading) -> Walk:
    """The walk; `BadText` with the first mistake if there are any."""
    try:
        return reading.walk
    except BadText as error:
        if reading.two_digits:
            error.add_note(TWO_DIGITS)
        raise


def read_board(text: str, leaper: tuple[int, int] = KNIGHT) -> Board:
    """The board typed as `8x8`, as a shape such as `ring:20x20`, or as `@FILE` for a mask or a picture."""
    if text.startswith("@"):
        return read_shape(text, None, leaper)
    return read_named_board(text, leaper)


def read_shape(
    shape: str,
    size: str | None,
    leaper: tuple[int, int] = KNIGHT,
    *,
    threshold: float = THRESHOLD,
    invert: bool = False,
) -> Board:
    """The board with a shape: `ring`, `text:TURAGA`, or `@FILE` for a picture or a mask; - is standard input.

    `size` is as typed; `threshold` and `invert` are for pictures.
    """
    if not shape.startswith("@"):
        return make_shape(shape, size, leaper=leaper, threshold=threshold, invert=invert)
    data = read_input(shape[1:], _MASK, most=LARGEST_MASK, field="board")
    what = "standard input" if shape == "@-" else f"the file {shape[1:]!r}"
    return decode_board(data, what, size, leaper=leaper, threshold=threshold, invert=invert)


def names_board(text: str) -> bool:
    """Whether a text is a board, such as `8x8`, `8` or `ring:20x20`, and not the name of a file."""
    from turaga.shapes import names_shape  # needed only where a file can be named too

    return _SIZE.fullmatch(text) is not None or names_shape(text)


def board_or_file(source: str, leaper: str | None) -> Board | str:
    """The board that was named, or the name of a file with a walk."""
    if source.startswith("@") or names_board(source):
        return read_board(source, KNIGHT if leaper is None else parse_leaper(leaper))
    if source != "-" and not os.path.exists(source):
        raise BadInput(
            f"{short(source)!r} is neither a board nor an existing file",
            accepted="name a board such as 8x8, @FILE for a board with holes, or a file with a walk",
            field="board",
        )
    return source


def write_walk(name: str, walk: Walk, format: str | None = None) -> None:
    """Write the walk to a file, in the given format or in the one for its extension."""
    format = format or format_for(name)
    if format == "npy":
        write_atomically(name, lambda file: write_npy(walk, file))
    else:
        text = write(walk, format).encode()
        write_atomically(name, lambda file: file.write(text))


def write_atomically(name: str, fill: Callable[[BinaryIO], object]) -> None:
    """Write a file completely or not at all: first under a temporary name, which is then renamed.

    `fill` gets the open file and writes the contents.
    """
    if not name:
        raise BadInput("--out is empty", accepted="name the file to write", field="out")
    write_file(name, fill, field="out")

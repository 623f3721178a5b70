"""The files that commands read and write.

A file is written completely or not at all. `read_walk` reads a tour file and `write_walk` writes one.
"""

import os
import re
from collections.abc import Callable
from typing import BinaryIO

from turaga.board import KNIGHT, Board, parse_leaper
from turaga.board_input import read_board as read_board
from turaga.cli._progress import progress
from turaga.errors import BadInput
from turaga.files import read_file, write_file
from turaga.kinds import WALK_CONTENTS
from turaga.notation import Reading, read, write, write_npy
from turaga.notation.npy_file import largest_file
from turaga.storage import format_for
from turaga.text import short
from turaga.walk import Walk

_SIZE = re.compile(r"\s*[0-9]+\s*(?:[xX×]\s*[0-9]+\s*)?", re.ASCII)


def read_input(name: str) -> bytearray:
    """The bytes of a file with a walk, or of standard input for `-`."""
    return read_file(name, most=largest_file, expected=WALK_CONTENTS, field="file")


def read_walk(file: str, board: str | None, leaper: str | None, squares: str | None = None) -> Reading:
    """The walk in a file, and its mistakes. `board`, `leaper` and `squares` are as typed."""
    wanted_leaper = None if leaper is None else parse_leaper(leaper)
    wanted_board = None if board is None else read_board(board, wanted_leaper or KNIGHT)
    with progress("reading"):
        return read(read_input(file), board=wanted_board, leaper=wanted_leaper, squares=squares)


def walk_of(reading: Reading) -> Walk:
    """The walk; `BadText` with the first mistake if there are any."""
    return reading.walk


def names_board(text: str) -> bool:
    """Whether a text is a board, such as `8x8`, `8` or `ring:20x20`, and not the name of a file."""
    from turaga.shapes import names_shape  # needed only where a file can be named too

    return _SIZE.fullmatch(text) is not None or names_shape(text)


def board_or_file(source: str, leaper: str | None) -> Board | str:
    """The board that was named, or the name of a file with a walk.

    What begins with @ is a board and - is a file. Anything else is a board if it can be one, and then the
    name of a file.
    """
    if source.startswith("@") or names_board(source):
        return read_board(source, KNIGHT if leaper is None else parse_leaper(leaper))
    if source != "-" and not os.path.exists(source):
        raise BadInput(
            f"{short(source)!r} is not a board such as 8x8, not a shape such as ring:20x20, and not a file",
            accepted="name one of them, @FILE for a board with holes, or - for standard input",
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

"""The files that commands read and write.

A file is written completely or not at all. `read_walk` reads a tour file and `write_walk` writes one.
"""

import os
import re
from collections.abc import Callable
from functools import partial
from typing import BinaryIO

from turaga.board import Board, parse_leaper
from turaga.board_input import read_board
from turaga.cli._progress import progress
from turaga.errors import BadInput, BadText
from turaga.files import read_file, write_file
from turaga.kinds import WALK_CONTENTS
from turaga.notation import Reading, read, write, write_npy
from turaga.notation.npy_file import largest_file
from turaga.storage import format_for
from turaga.text import short, trim, unix_lines
from turaga.walk import Walk

MOST_TOURS = 100  # on the lines of a file
_SIZE = re.compile(r"\s*[0-9]+\s*(?:[xX×]\s*[0-9]+\s*)?", re.ASCII)


def read_input(name: str) -> bytearray:
    """The bytes of a file with a walk, or of standard input for `-`."""
    return read_file(name, most=largest_file, expected=WALK_CONTENTS, field="file")


def read_walk(file: str, board: str | None, leaper: str | None, squares: str | None = None) -> Reading:
    """The walk in a file, and its mistakes. `board`, `leaper` and `squares` are as typed."""
    wanted_leaper, wanted_board = _wanted(board, leaper)
    with progress("reading"):
        return read(read_input(file), board=wanted_board, leaper=wanted_leaper, squares=squares)


def walk_of(reading: Reading) -> Walk:
    """The walk; `BadText` with the first mistake if there are any."""
    return reading.walk


def names_board(text: str) -> bool:
    """Whether a text is a board, such as `8x8`, `8` or `ring:20x20`, and not the name of a file."""
    from turaga.shapes import names_shape  # needed only where a file can be named too

    return _SIZE.fullmatch(text) is not None or names_shape(text)


def names_walk(source: str) -> bool:
    """Whether an argument names a file with a walk, or is - for standard input, and not a board.
    `BadInput` if it is neither."""
    if source.startswith("@") or names_board(source):
        return False
    if source != "-" and not os.path.exists(source):
        raise BadInput(
            f"{short(source)!r} is not a board such as 8x8, not a shape such as ring:20x20, and not a file",
            accepted="name one of them, @FILE for a board with holes, or - for standard input",
            field="board",
        )
    return True


def read_tours(file: str, board: str | None, leaper: str | None, squares: str | None = None) -> list[Walk]:
    """The walk in a file, or the tours on its lines, as `turaga tours` prints them."""
    wanted_leaper, wanted_board = _wanted(board, leaper)
    reading = partial(read, board=wanted_board, leaper=wanted_leaper, squares=squares)
    with progress("reading"):
        data = read_input(file)
        try:
            return [walk_of(reading(data))]
        except BadText:
            if walks := tours_on_lines(data, reading):
                return walks
            raise


def tours_on_lines(data: bytearray, reading: Callable[[str], Reading]) -> list[Walk]:
    """The tours of a text with one tour per line. Empty if any line is not a tour: a line that is only a walk
    could be part of a longer walk with a mistake, which must be reported."""
    lines = [line for line in unix_lines(data.decode(errors="replace")).split("\n") if trim(line)]
    walks: list[Walk] = []
    for line in lines[:MOST_TOURS]:
        try:
            held = reading(line)
        except BadInput:
            return []
        if not held.report.is_tour or held.board != (walks[0].board if walks else held.board):
            return []
        walks.append(held.walk)
    if len(lines) > MOST_TOURS:
        raise BadInput(f"{len(lines)} tours do not fit on one sheet", accepted=f"the limit is {MOST_TOURS}")
    return walks


def _wanted(board: str | None, leaper: str | None) -> tuple[tuple[int, int] | None, Board | None]:
    """The leaper and the board that a file has, as the options say."""
    known = None if leaper is None else parse_leaper(leaper)
    return known, None if board is None else read_board(board, known)


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

"""Writing a walk as text in any format. `read` gives back an equal walk."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, BinaryIO, overload

from turaga._version import __version__
from turaga.board import KNIGHT, Board, Square
from turaga.errors import BadInput
from turaga.json_values import IF_GIVEN, Result, to_json
from turaga.notation.formats import (
    FORMATS,
    LARGEST_LIST,
    LARGEST_TEXT,
    LONGEST_LINE,
    parse_format,
    require_digits,
)
from turaga.notation.square_lists import is_digit_list
from turaga.text import show, show_digits
from turaga.walk import Walk

PER_LINE = 8  # entries per line of a list: a tour of a chessboard then has one line for each row of the board


def write(walk: Walk, format: str = "board") -> str:
    """Return the walk as text in one of the `FORMATS`. The text ends with a line break.

    >>> from turaga import Walk
    >>> walk = Walk("3x3", [(0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1)])
    >>> print(write(walk), end="")
    1 4 7
    6 0 2
    3 8 5
    >>> print(write(walk, "moves"), end="")
    (+1,+2) (+1,-2) (-2,+1) (+2,+1) (-1,-2) (-1,+2) (+2,-1)
    >>> print(write(Walk("3x4", [(0, 0), (1, 2)]), "squares"), end="")
    board 3x4
    1,1 2,3
    """
    format = parse_format(format)
    if format not in FORMATS:
        raise BadInput(
            "format 'npy' is not text",
            accepted="use write_npy, or a file with the extension .npy",
            field="format",
        )
    if format == "board":
        return _leaper_line(walk.board) + _grid(walk)
    if format == "json":
        return _not_too_long(_json(walk))
    if format == "bencic":
        require_digits(walk.board)
    lines = _wrapped(_entries(walk, format), 1 if format == "bencic" else PER_LINE)
    lines = [*_header(walk, format, "\n".join(lines)), *lines]
    return _not_too_long("\n".join(lines) + "\n")


def write_npy(walk: Walk, file: BinaryIO) -> None:
    """Write the number grid as a numpy file: 0 for an unvisited square, -1 for a hole.

    A numpy file does not contain the leaper: pass it to `read` if it is not the knight.

    >>> import io
    >>> held = io.BytesIO()
    >>> write_npy(Walk("2x3", [(0, 0), (1, 2)]), held)
    >>> held.getvalue()[:6]
    b'\\x93NUMPY'
    """
    import numpy as np

    # Only `write`: numpy would write to a real file in its own way, and not say why if that fails.
    np.save(SimpleNamespace(write=file.write), walk.grid, allow_pickle=False)


def write_degrees(board: Board) -> str:
    """Return the number of moves from each square of the empty board as a grid, with # for a hole.

    >>> print(write_degrees(Board("3x4")), end="")
    2 3 3 2
    2 2 2 2
    2 3 3 2
    """
    refuse_large_grid(board, 8)
    degrees = ["#"] * board.area
    for index in board.indices():
        degrees[index] = str(len(board.neighbours(index)))
    rows = (degrees[i : i + board.cols] for i in range(0, board.area, board.cols))
    return "".join(" ".join(row) + "\n" for row in rows)


@dataclass(frozen=True, kw_only=True)
class ShownWalk(Result):
    """A walk in the JSON format: as squares, or as the digits of its moves (see
    `turaga.notation.move_digits`)."""

    board: Board
    leaper: tuple[int, ...]
    closed: bool
    visited: int
    unvisited: int
    start: Square | None
    end: Square | None
    squares: tuple[Square, ...] | None = field(default=None, metadata=IF_GIVEN)
    moves: str | None = field(default=None, metadata=IF_GIVEN)
    version: str = __version__

    @classmethod
    def of(cls, walk: Walk, *, as_moves: bool = False) -> "ShownWalk":
        """A walk, ready to be written.

        >>> walk = Walk("3x4", [(0, 0), (1, 2)])
        >>> ShownWalk.of(walk).as_json()["squares"], ShownWalk.of(walk, as_moves=True).moves
        ([[1, 1], [2, 3]], '8')
        """
        moves = None
        if as_moves:
            from turaga.notation.move_digits import move_digits

            moves = move_digits(walk)
        return cls(
            board=walk.board,
            leaper=walk.board.leaper,
            closed=walk.closed,
            visited=len(walk),
            unvisited=walk.board.size - len(walk),
            start=walk.start,
            end=walk.end,
            squares=None if as_moves else walk.squares,
            moves=moves,
        )


def facts(walk: Walk, *, as_moves: bool = False) -> dict[str, Any]:
    """The keys and values of the JSON format, with squares counted from 1. Callers can add to them. With
    `as_moves`, there are the digits of the moves instead of the squares."""
    return ShownWalk.of(walk, as_moves=as_moves).as_json()


def board_facts(board: Board) -> dict[str, Any]:
    """The value of the key `board` in the JSON format."""
    shown: dict[str, Any] = to_json(board)
    return shown


@overload
def from_one(square: Square) -> list[int]: ...
@overload
def from_one(square: Square | None) -> list[int] | None: ...
def from_one(square: Square | None) -> list[int] | None:
    """A square as in JSON: [row, col] from 1."""
    return None if square is None else [square[0] + 1, square[1] + 1]


def _json(walk: Walk) -> str:
    """One key per line, and 8 squares per line, so that no line of a big walk is too long for `read`."""
    lines = []
    for key, value in facts(walk).items():
        if key == "squares" and isinstance(value, list) and value:
            pairs = [json.dumps(pair) for pair in value]
            rows = [", ".join(pairs[i : i + PER_LINE]) for i in range(0, len(pairs), PER_LINE)]
            text = "[\n    " + ",\n    ".join(rows) + "\n  ]"
        else:
            text = json.dumps(value)
        lines.append(f"  {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def refuse_large_grid(board: Board, visited: int) -> None:
    """Raise `BadInput` if the number grid of a walk of `visited` squares would be too large for `read`."""
    line = board.cols * (len(str(visited)) + 1)
    if line > LONGEST_LINE or board.rows * line > LARGEST_TEXT:
        raise BadInput(
            f"the number grid of {board} would have {board.rows * line} bytes in lines of {line} bytes, and "
            f"the limits are {LARGEST_TEXT} and {LONGEST_LINE}",
            accepted="write it to a file with the extension .npy",
            field="format",
        )


def _not_too_long(text: str) -> str:
    """The text, or `BadInput` if it would be too large for `read`."""
    if len(text) > LARGEST_LIST:
        raise BadInput(
            f"the list of squares would have {len(text)} characters, and the limit is {LARGEST_LIST}",
            accepted="write it as a number grid, or to a file with the extension .npy",
            field="format",
        )
    return text


def _grid(walk: Walk) -> str:
    refuse_large_grid(walk.board, len(walk))
    width = len(str(len(walk)))
    # Take one row of an array at a time: a list of all the numbers would take ten times the memory.
    rows = (row.tolist() for row in walk.grid) if walk.held_as_array else walk.rows()
    return "".join(
        " ".join("#".rjust(width) if step < 0 else str(step).rjust(width) for step in row) + "\n"
        for row in rows
    )


def _leaper_line(board: Board) -> str:
    return "" if board.leaper == KNIGHT else f"leaper {board.leaper[0]},{board.leaper[1]}\n"


def _header(walk: Walk, format: str, text: str) -> list[str]:
    """The header lines for everything that the list itself, which is `text`, does not say."""
    board, squares = walk.board, walk.squares
    lines = []
    if _implied_sides(board, squares, format) != (board.rows, board.cols):
        lines.append(f"board {board.rows}x{board.cols}")
    if board.leaper != KNIGHT:
        lines.append(_leaper_line(board).rstrip())
    holes = [show(hole) for hole in board.hole_squares]
    lines += [f"holes {line}" for line in _wrapped(holes)]
    if format == "bencic" and not (board.leaper == KNIGHT and is_digit_list(text, 0)):
        lines.append("squares bencic")
    if squares and format in ("moves", "agh") and not _implies_start(squares, format):
        lines.append(f"start {show(squares[0])}")
    return lines


def _implied_sides(board: Board, squares: Sequence[Square], format: str) -> tuple[int, int] | None:
    """The rows and columns that `read` would infer from the list; None if the list is empty."""
    if not squares:
        return None
    # Names count ranks from the bottom, so a walk that leaves out the top rows implies fewer rows.
    rows = 1 + max(board.rows - 1 - row if format == "names" else row for row, _ in squares)
    return rows, 1 + max(col for _, col in squares)


def _implies_start(squares: Sequence[Square], format: str) -> bool:
    """Whether `read` would infer the start from the moves: it puts the walk at the top left of the board."""
    if format == "moves" and len(squares) == 1:
        return False  # one square has no moves: only the header shows that there is a walk
    return min(row for row, _ in squares) == 0 and min(col for _, col in squares) == 0


def _entries(walk: Walk, format: str) -> Iterable[str]:
    if format == "squares":
        return (show(square) for square in walk.squares)
    if format == "names":
        return (walk.board.name(square) for square in walk.squares)
    if format == "fractions":
        return (f"{col + 1}/{row + 1}" for row, col in walk.squares)
    if format == "bencic":
        return (show_digits(square) for square in walk.squares)
    if format == "moves":
        return (f"({down:+d},{right:+d})" for down, right in walk.moves)
    last_first = [f"({right}, {down})" for down, right in reversed(walk.moves)]
    return [*last_first, "(0, 0)"] if len(walk) else []


def _wrapped(entries: Iterable[str], most: int = PER_LINE) -> list[str]:
    held = list(entries)
    return [" ".join(held[i : i + most]) for i in range(0, len(held), most)]

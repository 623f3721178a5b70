"""A walk as text, in the form asked for; `read` gives back a walk equal to it."""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, BinaryIO, overload

from turaga._version import __version__
from turaga.board import KNIGHT, Board, Square
from turaga.errors import BadInput
from turaga.notation.formats import FORMATS, LARGEST_TEXT, LONGEST_LINE, parse_format
from turaga.text import show
from turaga.walk import Walk

if TYPE_CHECKING:
    from turaga.json_shapes import BoardJson, WalkJson

PER_LINE = 8  # entries of a list, so that a chessboard's tour has as many lines as the board


def write(walk: Walk, format: str = "board") -> str:
    """The walk in one of the `FORMATS`, ending with a line break.

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
    word = parse_format(format)
    if word not in FORMATS:
        raise BadInput("format 'npy' is not text: use write_npy, or a file whose name ends in .npy")
    if word == "board":
        return _leaper_line(walk.board) + _grid(walk)
    if word == "json":
        return _json(walk)
    lines = [*_header(walk, word), *_wrapped(_entries(walk, word))]
    return "\n".join(lines) + "\n"


def write_npy(walk: Walk, file: BinaryIO) -> None:
    """Write the number grid as a numpy file: 0 for an unvisited square, -1 for a hole.

    A numpy file has no place for the leaper: pass it to `read` again if it is not the knight.

    >>> import io
    >>> held = io.BytesIO()
    >>> write_npy(Walk("2x3", [(0, 0), (1, 2)]), held)
    >>> held.getvalue()[:6]
    b'\\x93NUMPY'
    """
    import numpy as np

    np.save(file, walk.grid, allow_pickle=False)


def facts(walk: Walk) -> "WalkJson":
    """What the JSON form says of a walk, squares and all counted from 1; to be printed or added to.

    >>> facts(Walk("3x4", [(0, 0), (1, 2)]))["squares"]
    [[1, 1], [2, 3]]
    """
    board = walk.board
    return {
        "board": board_facts(board),
        "leaper": list(board.leaper),
        "closed": walk.closed,
        "visited": len(walk),
        "unvisited": board.size - len(walk),
        "start": from_one(walk.start),
        "end": from_one(walk.end),
        "squares": [from_one(square) for square in walk.squares],
        "version": __version__,
    }


def board_facts(board: Board) -> "BoardJson":
    """What the JSON form says of a board."""
    holes = [from_one(hole) for hole in board.hole_squares]
    return {"rows": board.rows, "cols": board.cols, "holes": holes}


@overload
def from_one(square: Square) -> list[int]: ...
@overload
def from_one(square: Square | None) -> list[int] | None: ...
def from_one(square: Square | None) -> list[int] | None:
    """A square as JSON gives it: [row, col] from 1."""
    return None if square is None else [square[0] + 1, square[1] + 1]


def _json(walk: Walk) -> str:
    """One key a line, and the squares wrapped, so that no line of a big walk is past the limit."""
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
    """Raise `BadInput` if the number grid of so many squares visited would be more than `read` takes."""
    line = board.cols * (len(str(visited)) + 1)
    if line > LONGEST_LINE or board.rows * line > LARGEST_TEXT:
        raise BadInput(
            f"the number grid of {board} would be {board.rows * line} bytes with lines of {line}, and the "
            f"limits are {LARGEST_TEXT} and {LONGEST_LINE}: write it to a file whose name ends in .npy"
        )


def _grid(walk: Walk) -> str:
    refuse_large_grid(walk.board, len(walk))
    width = len(str(len(walk)))
    # A row at a time where an array is held: lists of all the numbers would be ten times as large.
    rows = (row.tolist() for row in walk.grid) if walk.held_as_array else walk.rows()
    return "".join(
        " ".join("#".rjust(width) if k < 0 else str(k).rjust(width) for k in row) + "\n" for row in rows
    )


def _leaper_line(board: Board) -> str:
    return "" if board.leaper == KNIGHT else f"leaper {board.leaper[0]},{board.leaper[1]}\n"


def _header(walk: Walk, word: str) -> list[str]:
    """What the list alone would not give back."""
    board, squares = walk.board, walk.squares
    lines = []
    # A name counts its rank from the bottom, so a walk that leaves out the top rows shows it there.
    rows = 1 + max((board.rows - 1 - r if word == "names" else r for r, _ in squares), default=0)
    cols = 1 + max((c for _, c in squares), default=0)
    if not squares or (rows, cols) != (board.rows, board.cols):
        lines.append(f"board {board.rows}x{board.cols}")
    if board.leaper != KNIGHT:
        lines.append(_leaper_line(board).rstrip())
    holes = [show(hole) for hole in board.hole_squares]
    lines += [f"holes {line}" for line in _wrapped(holes)]
    if word in ("moves", "agh") and squares:
        pushed = min(r for r, _ in squares) == 0 and min(c for _, c in squares) == 0
        # One square makes no moves at all: only the header then tells it from none.
        if not pushed or (word == "moves" and len(squares) == 1):
            lines.append(f"start {show(squares[0])}")
    return lines


def _entries(walk: Walk, word: str) -> Iterable[str]:
    if word == "squares":
        return (show(square) for square in walk.squares)
    if word == "names":
        return (walk.board.name(square) for square in walk.squares)
    if word == "fractions":
        return (f"{col + 1}/{row + 1}" for row, col in walk.squares)
    if word == "moves":
        return (f"({down:+d},{right:+d})" for down, right in walk.moves)
    last_first = [f"({right}, {down})" for down, right in reversed(walk.moves)]
    return [*last_first, "(0, 0)"] if len(walk) else []


def _wrapped(entries: Iterable[str]) -> list[str]:
    held = list(entries)
    return [" ".join(held[i : i + PER_LINE]) for i in range(0, len(held), PER_LINE)]

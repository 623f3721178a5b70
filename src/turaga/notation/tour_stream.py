"""Many tours of one board as text: one tour per line, or one number grid after another.

The word for each square is made once, and numpy looks it up for all tours together. This takes about 10
nanoseconds a square: a million tours of 6x6 take less than a second. Each line is the output of `write` for a
tour, without line breaks and without the header for holes and other leapers.
"""

import json
from typing import TYPE_CHECKING, Any

from turaga.board import Board
from turaga.notation.formats import parse_format, require_digits
from turaga.notation.writer import from_one
from turaga.order import direction_steps
from turaga.text import show, show_digits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LINE_FORMATS = ("squares", "names", "fractions", "bencic", "moves", "agh", "board")


def parse_line_format(text: str) -> str:
    """The name of a format, one of `LINE_FORMATS`, or `BadInput`.

    >>> parse_line_format("Board")
    'board'
    """
    return parse_format(text, LINE_FORMATS)


def write_many(board: Board, tours: "NDArray[Any]", format: str = "squares") -> str:
    """The tours in one of the `LINE_FORMATS`. Each row of `tours` contains the square indices of a tour.

    Each tour ends with a line break, and there is an empty line between number grids.

    >>> import numpy as np
    >>> tours = np.array([[0, 7, 2, 3, 8, 1, 6, 5]])  # of 3x3, the centre left out
    >>> print(write_many(Board(3, 3, holes=[(1, 1)]), tours, "names"), end="")
    a3 b1 c3 a2 c1 b3 a1 c2
    """
    import numpy as np

    if format == "board":
        return _grids(board, tours)
    if format == "bencic":
        require_digits(board)
    if format in ("moves", "agh"):
        steps = direction_steps(board.leaper)
        rows, cols = np.divmod(tours.astype(np.int64), board.cols)
        if format == "agh":
            rows, cols = rows[:, ::-1], cols[:, ::-1]
        # Which of the eight steps each move is. If steps are equal, the last counts, which looks the same.
        which = np.zeros((len(tours), tours.shape[1] - 1), dtype=np.int64)
        sign = -1 if format == "agh" else 1
        for k, (down, right) in enumerate(steps):
            which[(sign * np.diff(rows) == down) & (sign * np.diff(cols) == right)] = k
        if format == "moves":
            return _lines([f"({down:+d},{right:+d})" for down, right in steps], which)
        start = np.full((len(tours), 1), len(steps))
        words = [*(f"({right}, {down})" for down, right in steps), "(0, 0)"]
        return _lines(words, np.hstack([which, start]))
    return _lines([_word(board, index, format) for index in range(board.area)], tours)


def write_json_lines(board: Board, tours: "NDArray[Any]", first: int) -> str:
    """The tours as JSON, one object per line.

    Each has its number, counted from `first`, its start and end, whether these are a move apart, and its
    squares, counted from 1.

    >>> import numpy as np
    >>> print(write_json_lines(Board("1x1"), np.array([[0]]), 1), end="")
    {"number": 1, "start": [1, 1], "end": [1, 1], "closed": false, "squares": [[1, 1]]}
    """
    squares = [json.dumps(from_one(board.square(index))) for index in range(board.area)]
    lines = _lines(squares, tours, between=", ").splitlines()
    ends = zip(tours[:, 0].tolist(), tours[:, -1].tolist(), strict=True)
    long = board.size > 2  # two squares are not a circuit
    return "".join(
        f'{{"number": {number}, "start": {squares[a]}, "end": {squares[b]}, '
        f'"closed": {"true" if long and board.is_move(a, b) else "false"}, "squares": [{line}]}}\n'
        for number, (line, (a, b)) in enumerate(zip(lines, ends, strict=True), start=first)
    )


def _word(board: Board, index: int, format: str) -> str:
    row, col = board.square(index)
    if format == "names":
        return "" if index in board.hole_indices else board.name((row, col))
    if format == "bencic":
        return show_digits((row, col))
    return f"{col + 1}/{row + 1}" if format == "fractions" else show((row, col))


def _lines(words: list[str], which: "NDArray[Any]", between: str = " ") -> str:
    """Lines of words, looked up by their index."""
    import numpy as np

    if which.shape[1] == 0:
        return "\n" * len(which)
    inner = np.array([(word + between).encode() for word in words])
    last = np.array([(word + "\n").encode() for word in words])
    text = np.empty(which.shape, dtype=np.promote_types(inner.dtype, last.dtype))
    text[:, :-1] = inner[which[:, :-1]]
    text[:, -1] = last[which[:, -1]]
    return _joined(text)


def _joined(text: "NDArray[np.bytes_]") -> str:
    """All words, one after another, without the zero bytes with which numpy pads short ones."""
    return text.tobytes().translate(None, b"\0").decode("ascii")


def _grids(board: Board, tours: "NDArray[Any]") -> str:
    """Number grids separated by empty lines."""
    import numpy as np

    size, width = board.size, len(str(board.size))
    grid = np.full((len(tours), board.area), size, dtype=np.int64)  # the last word is for holes
    np.put_along_axis(grid, tours.astype(np.int64), np.arange(size)[None, :], axis=1)
    words = [*(str(k).rjust(width) for k in range(1, size + 1)), "#".rjust(width)]
    inner, edge, last = (np.array([(w + end).encode() for w in words]) for end in (" ", "\n", "\n\n"))
    cells = grid.reshape(len(tours), board.rows, board.cols)
    text = np.empty(cells.shape, dtype=last.dtype)
    text[:] = inner[cells]
    text[:, :, -1] = edge[cells[:, :, -1]]
    text[:-1, -1, -1] = last[cells[:-1, -1, -1]]
    return _joined(text)

"""A board: rows by columns of squares, some of them holes, and the leaper that moves on it.

Squares are (row, col) pairs, 0-based in Python and 1-based wherever a person types or reads them. Inside the
package a square is mostly its *index*, row * cols + col.
"""

import operator
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Union

from turaga.errors import BadBoard, BadSquare
from turaga.limits import require_length
from turaga.order import FIRST_ORDER, ordered_steps
from turaga.text import column_letters, column_number, plural, short, show

Square = tuple[int, int]
BoardLike = Union["Board", str, int, tuple[int, int]]  # what `Board.read` takes
KNIGHT = (1, 2)
_MOST_DIGITS = 18  # of a side, in a text
MOST_HOLES = 10**7  # a board holds its holes one by one
# No two runs of spaces may meet in a pattern, even if the optional part between them is left out. A text of n
# spaces could be divided between two such runs in n ways, and all would be tried before it is rejected.
_BOARD = re.compile(r"\s*([0-9]{1,18})\s*(?:[xX×]\s*([0-9]{1,18})\s*)?")
_ROW_COL = re.compile(r"\s*(?:\(\s*)?([0-9]{1,18})\s*,\s*([0-9]{1,18})\s*(?:\)\s*)?")
_NAME = re.compile(r"\s*([a-zA-Z]{1,12})([0-9]{1,18})\s*")
_LEAPER = re.compile(r"\s*([0-9]{1,6})\s*,\s*([0-9]{1,6})\s*")


def parse_leaper(text: str) -> tuple[int, int]:
    """The leaper that a person wrote as `1,3`, smaller number first; `BadBoard` if it is none.

    >>> parse_leaper("3,1")
    (1, 3)
    """
    match = _LEAPER.fullmatch(require_length("leaper", text, BadBoard))
    if not match:
        raise BadBoard(
            f"leaper {short(text)!r} is not understood",
            accepted="write its step as 1,2 (the knight) or 1,3",
            field="leaper",
            value=text,
        )
    return _checked_leaper((int(match[1]), int(match[2])))


def _checked_leaper(leaper: Sequence[int]) -> tuple[int, int]:
    try:
        a, b = sorted(operator.index(x) for x in leaper)
    except (TypeError, ValueError):
        raise BadBoard(
            f"leaper {leaper!r} is not understood",
            accepted="give two whole numbers such as (1, 2)",
            field="leaper",
            value=leaper,
        ) from None
    if a < 0 or b < 1:
        raise BadBoard(
            f"leaper {a},{b} is none",
            accepted="give two numbers from 0, not both 0, such as 1,2",
            field="leaper",
            value=leaper,
        )
    return a, b


def _pair(square: Any) -> Square | None:
    """The square as a pair of plain integers, if it is a pair of whole numbers of any kind; else None."""
    try:
        row, col = square
        return operator.index(row), operator.index(col)
    except (TypeError, ValueError):
        return None


class Board:
    """A board of squares and the leaper that moves on it: an immutable value.

    It is made from a text (`"8"`, `"8x8"`, `"3x12"`), from rows and columns, or by `Board.from_mask`. The
    argument `holes` takes 0-based (row, col) pairs; the attribute `holes` has their indices, and
    `hole_squares` has the pairs.

    >>> board = Board("3x4")
    >>> board.rows, board.cols, board.size
    (3, 4, 12)
    >>> Board(3, 4) == board, str(Board(5, 5, holes=[(2, 2)]))
    (True, '5x5 with 1 hole')
    """

    __slots__ = ("_hash", "cols", "holes", "leaper", "rows")

    rows: int
    cols: int
    holes: frozenset[int]
    leaper: tuple[int, int]
    _hash: int

    def __init__(
        self,
        rows: "int | str | Board",
        cols: int | None = None,
        *,
        holes: Iterable[Square] = (),
        leaper: tuple[int, int] = KNIGHT,
    ) -> None:
        rows, cols = _read_sides(rows, cols)
        put = object.__setattr__
        put(self, "rows", rows)
        put(self, "cols", cols)
        put(self, "leaper", _checked_leaper(leaper))
        put(self, "holes", _hole_indices(rows, cols, holes))
        if self.size == 0:
            raise BadBoard(
                f"board {rows}x{cols} is all holes",
                accepted="a board needs at least one square",
                value=f"{rows}x{cols}",
            )
        put(self, "_hash", hash(self._key()))

    @classmethod
    def read(cls, board: BoardLike) -> "Board":
        """The board that a caller gave as a board, as `"8x8"`, as `8` or as `(3, 12)`.

        >>> Board.read((3, 12)) == Board.read("3x12") == Board(3, 12)
        True
        """
        if isinstance(board, Board):
            return board
        if isinstance(board, tuple | list):
            if len(board) != 2:
                raise BadBoard(
                    f"board {board!r} is not understood", accepted="give (rows, columns)", value=board
                )
            return cls(board[0], board[1])
        return cls(board)

    @classmethod
    def from_mask(cls, text: str, *, leaper: tuple[int, int] = KNIGHT) -> "Board":
        """The board drawn in a text: `.` is a square, `#` a hole. Spaces within a line do not count.

        >>> Board.from_mask("...\\n.#.\\n...").holes
        frozenset({4})
        """
        lines = _mask_lines(text)
        holes = [(r, c) for r, line in enumerate(lines) for c, mark in enumerate(line) if mark == "#"]
        if len(holes) == len(lines) * len(lines[0]):
            raise BadBoard("the mask has no squares", accepted="at least one place must be . and not #")
        return cls(len(lines), len(lines[0]), holes=holes, leaper=leaper)

    # -- what it is -------------------------------------------------------------------------------

    @property
    def area(self) -> int:
        """Rows times columns, holes included."""
        return self.rows * self.cols

    @property
    def size(self) -> int:
        """The number of squares without the holes: the length of a tour."""
        return self.rows * self.cols - len(self.holes)

    @property
    def first_square(self) -> Square:
        """The first square row by row: the top left one unless that is a hole."""
        return self.square(next(self.indices()))

    def mask(self) -> str:
        """The board as a mask text, one line a row: `Board.from_mask` reads it back.

        >>> print(Board(2, 3, holes=[(0, 1)]).mask())
        .#.
        ...
        """
        return "\n".join(
            "".join("#" if r * self.cols + c in self.holes else "." for c in range(self.cols))
            for r in range(self.rows)
        )

    @property
    def hole_squares(self) -> tuple[Square, ...]:
        """The holes as (row, col) pairs, row by row: what `Board(..., holes=...)` takes."""
        return tuple(self.square(index) for index in sorted(self.holes))

    def with_leaper(self, leaper: tuple[int, int]) -> "Board":
        """The same board for another leaper.

        >>> Board(3, 3, holes=[(1, 1)]).with_leaper((0, 1))
        Board(3, 3, holes=[(1, 1)], leaper=(0, 1))
        """
        return Board(self.rows, self.cols, holes=self.hole_squares, leaper=leaper)

    def with_hole(self, index: int) -> "Board":
        """The same board with one more hole, at this index.

        >>> Board("3x3").with_hole(4)
        Board(3, 3, holes=[(1, 1)])
        """
        return Board(self.rows, self.cols, holes=[*self.hole_squares, self.square(index)], leaper=self.leaper)

    # -- squares and indices ----------------------------------------------------------------------

    def __contains__(self, square: object) -> bool:
        pair = _pair(square)
        if pair is None:
            return False
        row, col = pair
        return 0 <= row < self.rows and 0 <= col < self.cols and row * self.cols + col not in self.holes

    def index(self, square: Square | str, *, field: str = "square") -> int:
        """The index row * cols + col of a square, given as for `read_square`.

        >>> Board("8x8").index((1, 2)), Board("8x8").index("2,3")
        (10, 10)
        """
        row, col = self.read_square(square, field=field)
        return row * self.cols + col

    def square(self, index: int) -> Square:
        """The (row, col) of the square with this index.

        >>> Board("8x8").square(10)
        (1, 2)
        """
        return divmod(index, self.cols)

    def indices(self) -> Iterator[int]:
        """The indices of all squares, row by row, without the holes."""
        return (index for index in range(self.area) if index not in self.holes)

    def neighbours(self, index: int, order: str = FIRST_ORDER) -> list[int]:
        """The indices of the squares that are one move away from a square, in the given order.

        >>> [Board("8x8").square(index) for index in Board("8x8").neighbours(0)]
        [(2, 1), (1, 2)]
        """
        row, col = divmod(index, self.cols)
        reached = []
        for down, right in ordered_steps(order, self.leaper):
            r, c = row + down, col + right
            if 0 <= r < self.rows and 0 <= c < self.cols:
                there = r * self.cols + c
                if there not in self.holes:
                    reached.append(there)
        return reached

    @property
    def moveless(self) -> bool:
        """Whether every step of the leaper is longer than the board, as the knight's are on 1xn.

        >>> Board("1x9").moveless, Board("2x3").moveless
        (True, False)
        """
        return not any(
            abs(down) < self.rows and abs(right) < self.cols
            for down, right in ordered_steps(leaper=self.leaper)
        )

    def neighbour_table(self, order: str = FIRST_ORDER) -> list[list[int]]:
        """The neighbours of every index from 0 to area - 1, in the given order; a hole has none.

        >>> Board("3x3").neighbour_table()[4], Board("3x3").neighbour_table()[0]
        ([], [7, 5])
        """
        rows, cols, reach = self.rows, self.cols, self.leaper[1]
        steps = ordered_steps(order, self.leaper)
        table: list[list[int]] = []
        for row in range(rows):
            inside = [(down * cols + right, right) for down, right in steps if 0 <= row + down < rows]
            far = [step for step, _ in inside]
            for col in range(cols):
                here = row * cols + col
                if reach <= col < cols - reach:  # no step leaves the board sideways
                    table.append([here + step for step in far])
                else:
                    table.append([here + step for step, right in inside if 0 <= col + right < cols])
        for hole in self.holes:
            for near in table[hole]:
                table[near].remove(hole)  # moves go both ways: the hole is in the lists of its own neighbours
            table[hole] = []
        return table

    def is_move(self, a: int, b: int) -> bool:
        """Whether the squares with indices a and b are one move of the leaper apart.

        >>> Board("8x8").is_move(0, 10), Board("8x8").is_move(0, 9)
        (True, False)
        """
        down = abs(a // self.cols - b // self.cols)
        right = abs(a % self.cols - b % self.cols)
        return (down, right) == self.leaper or (right, down) == self.leaper

    # -- squares as people write them -------------------------------------------------------------

    def parse_square(self, text: str, *, field: str = "square") -> Square:
        """The square that a person wrote: `row,col` from 1 at the top left, or a chess name.

        `field` is the parameter that a `BadSquare` is about, such as `start`.

        >>> Board("8x8").parse_square("1,1"), Board("8x8").parse_square("a1")
        ((0, 0), (7, 0))
        """
        require_length("square", text, BadSquare, field=field)
        if match := _ROW_COL.fullmatch(text):
            row, col = int(match[1]) - 1, int(match[2]) - 1
            accepted = f"rows are 1 to {self.rows}, columns 1 to {self.cols}"
        elif match := _NAME.fullmatch(text):
            row, col = self.rows - int(match[2]), column_number(match[1])
            accepted = f"columns are a to {column_letters(self.cols - 1)}, ranks 1 to {self.rows}"
        else:
            raise BadSquare(
                f"square {short(text)!r} is not understood",
                accepted="write row,col from 1 at the top left, or a chess name such as a1",
                field=field,
                value=text,
            )
        if (row, col) not in self:
            raise self._bad_square((row, col), text.strip(), accepted, field, text)
        return row, col

    def read_square(self, square: Square | str, *, field: str = "square") -> Square:
        """The square that a caller gave as a 0-based (row, col) or as a text; `BadSquare` about the parameter
        `field` if it is not on the board.

        >>> Board("8x8").read_square("a1") == Board("8x8").read_square((7, 0))
        True
        """
        if isinstance(square, str):
            return self.parse_square(square, field=field)
        pair = _pair(square)
        if pair is None:
            raise BadSquare(
                f"square {square!r} is not understood",
                accepted="give a 0-based (row, col) or a text",
                field=field,
                value=square,
            )
        if pair not in self:
            accepted = f"rows are 0 to {self.rows - 1}, columns 0 to {self.cols - 1}"
            raise self._bad_square(pair, str(pair), accepted, field, square)
        return pair

    def _bad_square(
        self, square: Square, written: str, accepted: str, field: str, value: object
    ) -> BadSquare:
        """The error for a square that is a hole or beyond the edge."""
        sides = f"{self.rows}x{self.cols}"
        if square[0] in range(self.rows) and square[1] in range(self.cols):
            return BadSquare(f"square {written} is a hole of the {sides} board", field=field, value=value)
        return BadSquare(
            f"square {written} is not on the {sides} board", accepted=accepted, field=field, value=value
        )

    def name(self, square: Square) -> str:
        """The chess name of a square: `a1` is the bottom left one, `aa1` comes past `z`.

        >>> Board("8x8").name((0, 0)), Board("3x30").name((2, 26))
        ('a8', 'aa1')
        """
        return f"{column_letters(square[1])}{self.rows - square[0]}"

    # -- a value ----------------------------------------------------------------------------------

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a board does not change: make a new one with another {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a board does not change: {name} stays")

    def __reduce__(self) -> tuple[object, ...]:
        return _remake, (self.rows, self.cols, self.hole_squares, self.leaper)

    def _key(self) -> tuple[object, ...]:
        return self.rows, self.cols, self.holes, self.leaper

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        text = f"{self.rows}x{self.cols}"
        if self.holes:
            text += f" with {plural(len(self.holes), 'hole')}"
        if self.leaper != KNIGHT:
            text += f" for a {self.leaper[0]},{self.leaper[1]} leaper"
        return text

    def __repr__(self) -> str:
        holes = f", holes={list(self.hole_squares)}" if self.holes else ""
        leaper = f", leaper={self.leaper}" if self.leaper != KNIGHT else ""
        return f"Board({self.rows}, {self.cols}{holes}{leaper})"


def _remake(rows: int, cols: int, holes: tuple[Square, ...], leaper: tuple[int, int]) -> Board:
    return Board(rows, cols, holes=holes, leaper=leaper)


def _read_sides(rows: "int | str | Board", cols: int | None) -> tuple[int, int]:
    """Rows and columns as plain integers from 1, from what `Board` is given."""
    if isinstance(rows, Board):
        raise BadBoard(
            f"a board of {rows} is one already", accepted="use it as it is, or Board.read", value=rows
        )
    if isinstance(rows, str):
        if cols is not None:
            raise BadBoard(
                f"board {rows!r} already names its columns", accepted=f"leave out {cols!r}", value=rows
            )
        rows, cols = _parse_sides(rows)
    elif cols is None:
        cols = rows
    try:
        rows, cols = operator.index(rows), operator.index(cols)
    except TypeError:
        raise BadBoard(
            f"board {rows!r} by {cols!r} is not understood",
            accepted="rows and columns are whole numbers",
            value=(rows, cols),
        ) from None
    if rows < 1 or cols < 1:
        raise BadBoard(
            f"board {rows}x{cols} has no squares",
            accepted="rows and columns are whole numbers from 1",
            value=f"{rows}x{cols}",
        )
    return rows, cols


def _parse_sides(text: str) -> tuple[int, int]:
    match = _BOARD.fullmatch(require_length("board", text, BadBoard))
    if not match and (longest := max(map(len, re.findall("[0-9]+", text)), default=0)) > _MOST_DIGITS:
        raise BadBoard(
            f"board {short(text)!r} has a side of {longest} digits",
            accepted=f"at most {_MOST_DIGITS} are read",
            value=text,
        )
    if not match:
        raise BadBoard(
            f"board {short(text)!r} is not understood",
            accepted="write 8, 8x8 or 3x12 (rows x columns), or on the command line @FILE for a mask",
            value=text,
        )
    rows = int(match[1])
    return rows, rows if match[2] is None else int(match[2])


def _hole_indices(rows: int, cols: int, holes: Iterable[Square]) -> frozenset[int]:
    """The indices of the holes, given as (row, col) pairs."""
    indices = []
    for hole in holes:
        square = _pair(hole)
        if square is None:
            raise BadSquare(
                f"hole {hole!r} is not understood",
                accepted="give 0-based (row, col) pairs, as another board's hole_squares are",
                field="holes",
                value=hole,
            )
        if square[0] not in range(rows) or square[1] not in range(cols):
            raise BadSquare(
                f"hole {show(square)} is not on the {rows}x{cols} board",
                accepted=f"rows are 1 to {rows}, columns 1 to {cols}",
                field="holes",
                value=hole,
            )
        indices.append(square[0] * cols + square[1])
        if len(indices) > MOST_HOLES:
            raise BadBoard(
                f"the {rows}x{cols} board is given too many holes",
                accepted=f"at most {MOST_HOLES} are taken",
                field="holes",
            )
    return frozenset(indices)


def _mask_lines(text: str) -> list[str]:
    """The lines of a mask, without spaces and without empty lines around them; all are equally long."""
    lines = "\n".join("".join(line.split()) for line in text.splitlines()).strip("\n").split("\n")
    if lines == [""]:
        raise BadBoard(
            "the mask is empty", accepted="draw the board with . for a square and # for a hole", value=text
        )
    if (count := text.count("#")) > MOST_HOLES:
        raise BadBoard(f"the mask has {count} holes", accepted=f"at most {MOST_HOLES} are taken")
    for row, line in enumerate(lines, start=1):
        if unknown := re.search("[^.#]", line):
            raise BadBoard(
                f"the mask has {unknown[0]!r} in line {row}, place {unknown.start() + 1}",
                accepted="only . (a square) and # (a hole) are known",
                value=line,
            )
        if len(line) != len(lines[0]):
            raise BadBoard(
                f"the mask is ragged: line {row} has {len(line)} places, line 1 has {len(lines[0])}",
                value=line,
            )
    return lines

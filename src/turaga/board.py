"""A board: rows by columns of squares, some of them holes, and the leaper that walks it.

Squares are (row, col) pairs, 0-based in Python and 1-based wherever a person types or reads them.
Inside, a square is also one *number*, row * cols + col.
"""

import operator
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Union

from turaga.errors import BadBoard, BadSquare
from turaga.limits import require_length
from turaga.order import FIRST_ORDER, ordered_steps
from turaga.text import plural, short, show

Square = tuple[int, int]
BoardLike = Union["Board", str, int, tuple[int, int]]  # what `Board.read` takes
KNIGHT = (1, 2)
_MOST_DIGITS = 18  # of a side, in a text
MOST_HOLES = 10**7  # a board holds its holes one by one
# No two runs of spaces may meet in a pattern, not even when what stands between them is left out: a text of n
# spaces could then be divided between them in n ways, and all are tried before it is refused.
_BOARD = re.compile(r"\s*([0-9]{1,18})\s*(?:[xX×]\s*([0-9]{1,18})\s*)?")
_ROW_COL = re.compile(r"\s*(?:\(\s*)?([0-9]{1,18})\s*,\s*([0-9]{1,18})\s*(?:\)\s*)?")
_NAME = re.compile(r"\s*([a-zA-Z]{1,12})([0-9]{1,18})\s*")
_LEAPER = re.compile(r"\s*([0-9]{1,6})\s*,\s*([0-9]{1,6})\s*")


def parse_leaper(text: str) -> tuple[int, int]:
    """The leaper a person wrote as `1,3`, smaller number first.

    >>> parse_leaper("3,1")
    (1, 3)
    """
    match = _LEAPER.fullmatch(require_length("leaper", text, BadBoard))
    if not match:
        raise BadBoard(f"leaper {short(text)!r} is not understood: write its step as 1,2 (the knight) or 1,3")
    return _checked_leaper((int(match[1]), int(match[2])))


def _checked_leaper(leaper: Sequence[int]) -> tuple[int, int]:
    try:
        a, b = sorted(operator.index(x) for x in leaper)
    except (TypeError, ValueError):
        raise BadBoard(
            f"leaper {leaper!r} is not understood: give two whole numbers such as (1, 2)"
        ) from None
    if a < 0 or b < 1:
        raise BadBoard(f"leaper {a},{b} is none: give two numbers from 0, not both 0, such as 1,2")
    return a, b


def _pair(square: Any) -> Square | None:
    """The square as a pair of plain integers, whatever pair of whole numbers it came as."""
    try:
        row, col = square
        return operator.index(row), operator.index(col)
    except (TypeError, ValueError):
        return None


class Board:
    """A board of squares and the leaper that walks it: an immutable value.

    Made from text (`"8"`, `"8x8"`, `"3x12"`), from rows and columns, or by `Board.from_mask`. `holes`
    are 0-based (row, col) pairs.

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
        if isinstance(rows, Board):
            raise BadBoard(f"a board of {rows} is one already: use it as it is, or Board.read")
        if isinstance(rows, str):
            if cols is not None:
                raise BadBoard(f"board {rows!r} already names its columns: leave out {cols!r}")
            rows, cols = _parse_sides(rows)
        elif cols is None:
            cols = rows
        try:
            rows, cols = operator.index(rows), operator.index(cols)
        except TypeError:
            raise BadBoard(
                f"board {rows!r} by {cols!r} is not understood: rows and columns are whole numbers"
            ) from None
        if rows < 1 or cols < 1:
            raise BadBoard(f"board {rows}x{cols} has no squares: rows and columns are whole numbers from 1")
        put = object.__setattr__
        put(self, "rows", rows)
        put(self, "cols", cols)
        put(self, "leaper", _checked_leaper(leaper))
        numbers = []
        for hole in holes:
            square = _pair(hole)
            if square is None:
                raise BadSquare(
                    f"hole {hole!r} is not understood: give 0-based (row, col) pairs, as another board's "
                    "hole_squares are"
                )
            if not (0 <= square[0] < rows and 0 <= square[1] < cols):
                raise BadSquare(
                    f"hole {show(square)} is not on the {rows}x{cols} board: "
                    f"rows are 1 to {rows}, columns 1 to {cols}"
                )
            numbers.append(square[0] * cols + square[1])
            if len(numbers) > MOST_HOLES:
                raise BadBoard(
                    f"the {rows}x{cols} board is given too many holes: at most {MOST_HOLES} are taken"
                )
        put(self, "holes", frozenset(numbers))
        if self.size == 0:
            raise BadBoard(f"board {rows}x{cols} is all holes: a board needs at least one square")
        put(self, "_hash", hash((rows, cols, self.holes, self.leaper)))

    @classmethod
    def read(cls, board: BoardLike) -> "Board":
        """The board meant by anything a caller may pass: a board, `"8x8"`, `8`, `(3, 12)`.

        >>> Board.read((3, 12)) == Board.read("3x12") == Board(3, 12)
        True
        """
        if isinstance(board, Board):
            return board
        if isinstance(board, tuple | list):
            if len(board) != 2:
                raise BadBoard(f"board {board!r} is not understood: give (rows, columns)")
            return cls(board[0], board[1])
        return cls(board)

    @classmethod
    def from_mask(cls, text: str, *, leaper: tuple[int, int] = KNIGHT) -> "Board":
        """The board drawn in a text: `.` is a square, `#` a hole; spaces within a line are left out.

        >>> Board.from_mask("...\\n.#.\\n...").holes
        frozenset({4})
        """
        lines = ["".join(line.split()) for line in text.splitlines()]
        while lines and not lines[-1]:
            lines.pop()
        while lines and not lines[0]:
            lines.pop(0)
        if not lines:
            raise BadBoard("the mask is empty: draw the board with . for a square and # for a hole")
        if (count := text.count("#")) > MOST_HOLES:
            raise BadBoard(f"the mask has {count} holes: at most {MOST_HOLES} are taken")
        for row, line in enumerate(lines):
            for col, mark in enumerate(line):
                if mark not in ".#":
                    raise BadBoard(
                        f"the mask has {mark!r} in line {row + 1}, place {col + 1}: "
                        "only . (a square) and # (a hole) are known"
                    )
            if len(line) != len(lines[0]):
                raise BadBoard(
                    f"the mask is ragged: line {row + 1} has {len(line)} places, line 1 has {len(lines[0])}"
                )
        holes = [(r, c) for r, line in enumerate(lines) for c, mark in enumerate(line) if mark == "#"]
        if len(holes) == len(lines) * len(lines[0]):
            raise BadBoard("the mask has no squares: at least one place must be . and not #")
        return cls(len(lines), len(lines[0]), holes=holes, leaper=leaper)

    # -- what it is -------------------------------------------------------------------------------

    @property
    def area(self) -> int:
        """Rows times columns, holes included."""
        return self.rows * self.cols

    @property
    def size(self) -> int:
        """How many squares there are, holes not counted: the length of a tour."""
        return self.rows * self.cols - len(self.holes)

    @property
    def first_square(self) -> Square:
        """The first square row by row: the top left one unless that is a hole."""
        number = next(n for n in range(self.area) if n not in self.holes)
        return divmod(number, self.cols)

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
        return tuple(divmod(n, self.cols) for n in sorted(self.holes))

    def with_leaper(self, leaper: tuple[int, int]) -> "Board":
        """The same board for another leaper.

        >>> Board(3, 3, holes=[(1, 1)]).with_leaper((0, 1))
        Board(3, 3, holes=[(1, 1)], leaper=(0, 1))
        """
        return Board(self.rows, self.cols, holes=self.hole_squares, leaper=leaper)

    def with_hole(self, number: int) -> "Board":
        """The same board with one hole more, the square of this number.

        >>> Board("3x3").with_hole(4)
        Board(3, 3, holes=[(1, 1)])
        """
        return Board(
            self.rows, self.cols, holes=[*self.hole_squares, self.square(number)], leaper=self.leaper
        )

    # -- squares and numbers ----------------------------------------------------------------------

    def __contains__(self, square: object) -> bool:
        pair = _pair(square)
        if pair is None:
            return False
        row, col = pair
        return 0 <= row < self.rows and 0 <= col < self.cols and row * self.cols + col not in self.holes

    def index(self, square: Square) -> int:
        """The number row * cols + col of a square, which must be on the board.

        >>> Board("8x8").index((1, 2))
        10
        """
        row, col = self.read_square(square)
        return row * self.cols + col

    def square(self, number: int) -> Square:
        """The (row, col) of a square number.

        >>> Board("8x8").square(10)
        (1, 2)
        """
        return divmod(number, self.cols)

    def indices(self) -> Iterator[int]:
        """The numbers of all squares, row by row, holes left out."""
        return (n for n in range(self.area) if n not in self.holes)

    def neighbours(self, number: int, order: str = FIRST_ORDER) -> list[int]:
        """The numbers of the squares a move away from a square, in the given order.

        >>> [Board("8x8").square(n) for n in Board("8x8").neighbours(0)]
        [(2, 1), (1, 2)]
        """
        row, col = divmod(number, self.cols)
        reached = []
        for down, right in ordered_steps(order, self.leaper):
            r, c = row + down, col + right
            if 0 <= r < self.rows and 0 <= c < self.cols:
                n = r * self.cols + c
                if n not in self.holes:
                    reached.append(n)
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
        """The neighbours of every number from 0 to area - 1, in the given order; a hole has none.

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
            for n in table[hole]:
                table[n].remove(hole)  # moves go both ways, so the hole's list names all that name it
            table[hole] = []
        return table

    def is_move(self, a: int, b: int) -> bool:
        """Whether squares number a and b are a move of the leaper apart.

        >>> Board("8x8").is_move(0, 10), Board("8x8").is_move(0, 9)
        (True, False)
        """
        down = abs(a // self.cols - b // self.cols)
        right = abs(a % self.cols - b % self.cols)
        return (down, right) == self.leaper or (right, down) == self.leaper

    # -- squares as people write them -------------------------------------------------------------

    def parse_square(self, text: str) -> Square:
        """The square a person wrote: `row,col` from 1 at the top left, or a chess name.

        >>> Board("8x8").parse_square("1,1"), Board("8x8").parse_square("a1")
        ((0, 0), (7, 0))
        """
        require_length("square", text, BadSquare)
        if match := _ROW_COL.fullmatch(text):
            row, col = int(match[1]) - 1, int(match[2]) - 1
        elif match := _NAME.fullmatch(text):
            row, col = self.rows - int(match[2]), column_number(match[1])
        else:
            raise BadSquare(
                f"square {short(text)!r} is not understood: write row,col from 1 at the top left, "
                "or a chess name such as a1"
            )
        if (row, col) not in self:
            raise BadSquare(self._off(text.strip(), row, col))
        return row, col

    def read_square(self, square: Square | str) -> Square:
        """The square meant by anything a caller may pass: a 0-based (row, col) or a text.

        >>> Board("8x8").read_square("a1") == Board("8x8").read_square((7, 0))
        True
        """
        if isinstance(square, str):
            return self.parse_square(square)
        pair = _pair(square)
        if pair is None:
            raise BadSquare(f"square {square!r} is not understood: give a 0-based (row, col) or a text")
        if pair not in self:
            row, col = pair
            raise BadSquare(
                f"square ({row}, {col}) is not on the {self.rows}x{self.cols} board: "
                f"rows are 0 to {self.rows - 1}, columns 0 to {self.cols - 1}"
                if not (0 <= row < self.rows and 0 <= col < self.cols)
                else f"square ({row}, {col}) is a hole of the board"
            )
        return pair

    def name(self, square: Square) -> str:
        """The chess name of a square: `a1` is the bottom left one, `aa1` comes past `z`.

        >>> Board("8x8").name((0, 0)), Board("3x30").name((2, 26))
        ('a8', 'aa1')
        """
        return f"{column_letters(square[1])}{self.rows - square[0]}"

    def _off(self, text: str, row: int, col: int) -> str:
        sides = f"{self.rows}x{self.cols}"
        if 0 <= row < self.rows and 0 <= col < self.cols:
            return f"square {text} is a hole of the {sides} board"
        if text[:1].isalpha():
            last = column_letters(self.cols - 1)
            return (
                f"square {text} is not on the {sides} board: columns are a to {last}, ranks 1 to {self.rows}"
            )
        return (
            f"square {text} is not on the {sides} board: rows are 1 to {self.rows}, columns 1 to {self.cols}"
        )

    # -- a value ----------------------------------------------------------------------------------

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a board does not change: make a new one with another {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a board does not change: {name} stays")

    def __reduce__(self) -> tuple[object, ...]:
        return _remake, (self.rows, self.cols, self.hole_squares, self.leaper)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (self.rows, self.cols, self.holes, self.leaper) == (
            other.rows,
            other.cols,
            other.holes,
            other.leaper,
        )

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


def _parse_sides(text: str) -> tuple[int, int]:
    match = _BOARD.fullmatch(require_length("board", text, BadBoard))
    if not match and (longest := max(map(len, re.findall("[0-9]+", text)), default=0)) > _MOST_DIGITS:
        raise BadBoard(
            f"board {short(text)!r} has a side of {longest} digits: at most {_MOST_DIGITS} are read"
        )
    if not match:
        raise BadBoard(
            f"board {short(text)!r} is not understood: write 8, 8x8 or 3x12 (rows x columns), "
            "or on the command line @FILE for a mask"
        )
    rows = int(match[1])
    return rows, rows if match[2] is None else int(match[2])


def column_letters(col: int) -> str:
    """The letters of a 0-based column: a..z, aa..az, ba, as in a spreadsheet."""
    letters = ""
    col += 1
    while col:
        col, digit = divmod(col - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return letters


def column_number(letters: str) -> int:
    """The 0-based column of its letters: the inverse of `column_letters`."""
    col = 0
    for letter in letters.lower():
        col = col * 26 + ord(letter) - ord("a") + 1
    return col - 1

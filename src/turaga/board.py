"""A board: rows by columns of squares, some of them holes, and the leaper that moves on it.

Squares are 0-based (row, col) pairs in Python and 1-based wherever a person types or reads them. Inside the
package a square is mostly its *index*, row * cols + col. Names that have to do with indices say so.
"""

import operator
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Union, overload

from turaga import squares
from turaga.errors import BadBoard, BadSquare
from turaga.limits import require_length
from turaga.order import FIRST_ORDER, ordered_steps
from turaga.text import (
    WHITESPACE,
    plural,
    quoted,
    short,
    unix_lines,
)

Square = tuple[int, int]
BoardLike = Union["Board", str, int, tuple[int, int]]  # what `Board.read` accepts
SquaresLike = str | Iterable[Square | str]  # a text such as "c3 d4", or several squares
Leaper = tuple[int, int] | str  # a pair, or a text such as "1,3"
KNIGHT = (1, 2)
MOST_HOLES = 10**7  # a board stores its holes one by one
LARGEST_MASK = 1 << 28  # characters, or bytes of a file
_MOST_DIGITS = 18  # of a side, and of a jump of a leaper
_MOST_NUMBER = 10**_MOST_DIGITS - 1
# No two runs of spaces may meet in a pattern, even if the optional part between them is left out. A text of n
# spaces could be divided between two such runs in n ways, and all would be tried before it is rejected.
_BOARD = re.compile(r"\s*([0-9]{1,18})\s*(?:[xX×]\s*([0-9]{1,18})\s*)?", re.ASCII)
_LEAPER = re.compile(r"\s*([0-9]{1,6})\s*,\s*([0-9]{1,6})\s*", re.ASCII)
_WITHIN_LINES = str.maketrans("", "", WHITESPACE.replace("\n", ""))  # removes spaces, but no line breaks


class Board:
    """A board of squares and the leaper that moves on it: an immutable value.

    Make one from a text (`"8"`, `"8x8"`, `"3x12"`), from rows and columns, or with `Board.from_mask`.
    `holes` are 0-based (row, col) pairs.

    >>> board = Board("3x4")
    >>> board.rows, board.cols, board.size
    (3, 4, 12)
    >>> Board(3, 4) == board, str(Board(5, 5, holes=[(2, 2)]))
    (True, '5x5 with 1 hole')

    A graph for networkx is one line, `networkx.Graph(board.edges())`:

    >>> list(Board("3x3").edges())[:2]
    [((0, 0), (2, 1)), ((0, 0), (1, 2))]
    """

    __slots__ = ("_hash", "area", "cols", "hole_indices", "leaper", "rows", "size")

    rows: int
    cols: int
    hole_indices: frozenset[int]  # row * cols + col of each hole
    leaper: tuple[int, int]
    area: int  # rows times columns, holes included
    size: int  # the number of squares, without the holes: the length of a tour
    _hash: int

    def __init__(
        self,
        rows: int | str,
        cols: int | None = None,
        *,
        holes: Iterable[Square] = (),
        leaper: Leaper = KNIGHT,
    ) -> None:
        if isinstance(rows, Board):
            raise BadBoard(f"{rows} is already a board", accepted="use it, or Board.read")
        height, width = read_sides(rows, cols)
        put = object.__setattr__
        put(self, "rows", height)
        put(self, "cols", width)
        put(self, "leaper", parse_leaper(leaper) if isinstance(leaper, str) else check_leaper(leaper))
        put(self, "hole_indices", read_holes(height, width, holes))
        put(self, "area", height * width)
        put(self, "size", height * width - len(self.hole_indices))
        if self.size == 0:
            raise BadBoard(
                f"board {height}x{width} has only holes", accepted="a board must have at least one square"
            )
        put(self, "_hash", hash(self._key()))

    @classmethod
    def read(cls, board: BoardLike, leaper: Leaper | None = None) -> "Board":
        """The board that a caller gave as a board, as `"8x8"`, as `8` or as `(3, 12)`.

        With `leaper`, the same squares for that leaper.

        >>> Board.read((3, 12)) == Board.read("3x12") == Board(3, 12)
        True
        >>> Board.read("8x8", leaper="1,3")
        Board(8, 8, leaper=(1, 3))
        """
        if isinstance(board, tuple | list):
            if len(board) != 2:
                raise BadBoard(f"board {quoted(board)} is not understood", accepted="write (rows, columns)")
            board = cls(board[0], board[1])
        elif not isinstance(board, Board):
            board = cls(board)
        return board if leaper is None else board.with_leaper(leaper)

    @classmethod
    def from_mask(cls, text: str, *, leaper: Leaper = KNIGHT) -> "Board":
        """The board drawn in a text: `.` is a square, `#` a hole. Spaces within a line are ignored.

        >>> Board.from_mask("...\\n.#.\\n...").holes
        frozenset({(1, 1)})
        """
        lines = mask_lines(text)
        holes = [(r, c) for r, line in enumerate(lines) for c, mark in enumerate(line) if mark == "#"]
        return cls(len(lines), len(lines[0]), holes=holes, leaper=leaper)

    # -- what it is -------------------------------------------------------------------------------

    @property
    def holes(self) -> frozenset[Square]:
        """The holes as (row, col) pairs, as `Board(..., holes=...)` accepts them.

        >>> Board(3, 3, holes=[(1, 1)]).holes
        frozenset({(1, 1)})
        """
        return frozenset(map(self.square, self.hole_indices))

    @property
    def hole_squares(self) -> tuple[Square, ...]:
        """The holes as (row, col) pairs, sorted row by row."""
        return tuple(self.square(index) for index in sorted(self.hole_indices))

    @property
    def first_square(self) -> Square:
        """The first square row by row: the top left one, unless that is a hole."""
        return self.square(next(self.indices()))

    def mask(self) -> str:
        """The board as a mask, one line for each row. `Board.from_mask` reads it.

        >>> print(Board(2, 3, holes=[(0, 1)]).mask())
        .#.
        ...
        """
        return "\n".join(
            "".join("#" if r * self.cols + c in self.hole_indices else "." for c in range(self.cols))
            for r in range(self.rows)
        )

    def with_leaper(self, leaper: Leaper) -> "Board":
        """The same board for another leaper.

        >>> Board(3, 3, holes=[(1, 1)]).with_leaper((0, 1))
        Board(3, 3, holes=[(1, 1)], leaper=(0, 1))
        """
        return Board(self.rows, self.cols, holes=self.hole_squares, leaper=leaper)

    def with_holes(self, squares: Iterable[Square | str | int]) -> "Board":
        """The same board with more holes. A whole number is the index of a square.

        >>> Board("3x3").with_holes([(1, 1)]) == Board("3x3").with_holes(["2,2"])
        True
        """
        whole = Board(self.rows, self.cols)
        more = [self.square(one) if isinstance(one, int) else whole.read_square(one) for one in squares]
        return Board(self.rows, self.cols, holes=[*self.hole_squares, *more], leaper=self.leaper)

    # -- squares and indices ----------------------------------------------------------------------

    def __contains__(self, square: object) -> bool:
        pair = as_pair(square)
        if pair is None:
            return False
        row, col = pair
        on_board = 0 <= row < self.rows and 0 <= col < self.cols
        return on_board and row * self.cols + col not in self.hole_indices

    def squares(self) -> Iterator[Square]:
        """All squares as (row, col) pairs, row by row, without the holes.

        >>> list(Board(2, 2, holes=[(0, 0)]).squares())
        [(0, 1), (1, 0), (1, 1)]
        """
        return map(self.square, self.indices())

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
        return (index for index in range(self.area) if index not in self.hole_indices)

    @overload
    def neighbours(self, square: int, order: str = FIRST_ORDER) -> list[int]: ...
    @overload
    def neighbours(self, square: Square | str, order: str = FIRST_ORDER) -> list[Square]: ...
    def neighbours(self, square: int | Square | str, order: str = FIRST_ORDER) -> list[int] | list[Square]:
        """The squares that are one move away from a square, in the given order of directions.

        For the index of a square, the result is a list of indices.

        >>> Board("8x8").neighbours((0, 0)), Board("8x8").neighbours(0)
        ([(2, 1), (1, 2)], [17, 10])
        """
        if isinstance(square, tuple | list | str):
            index = self.index(square)
            return [self.square(there) for there in self.neighbours(index, order)]
        return self.neighbours_of([square], order)[0]

    def neighbours_of(self, indices: Iterable[int], order: str = FIRST_ORDER) -> list[list[int]]:
        """The neighbours of each of these squares. For all squares, `neighbour_table` is faster."""
        rows, cols, holes = self.rows, self.cols, self.hole_indices
        steps = ordered_steps(order, self.leaper)
        found = []
        for index in indices:
            row, col = divmod(index, cols)
            near = ((row + down, col + right) for down, right in steps)
            inside = (r * cols + c for r, c in near if 0 <= r < rows and 0 <= c < cols)
            found.append([there for there in inside if there not in holes])
        return found

    def edges(self) -> Iterator[tuple[Square, Square]]:
        """All moves on the board as pairs of squares, each once.

        `networkx.Graph(board.edges())` is the board as a graph. (Squares without a move have no edge: add
        them with `graph.add_nodes_from(board.squares())`.)

        >>> list(Board("2x3").edges())
        [((0, 0), (1, 2)), ((0, 2), (1, 0))]
        """
        for here in self.indices():
            for there in dict.fromkeys(self.neighbours(here)):  # a leaper 0,1 has each direction twice
                if here < there:
                    yield self.square(here), self.square(there)

    @property
    def moveless(self) -> bool:
        """Whether every move of the leaper is longer than the board, as the knight's are on 1xn.

        >>> Board("1x9").moveless, Board("2x3").moveless
        (True, False)
        """
        return not any(
            abs(down) < self.rows and abs(right) < self.cols
            for down, right in ordered_steps(leaper=self.leaper)
        )

    def neighbour_table(self, order: str = FIRST_ORDER) -> list[list[int]]:
        """For every index from 0 to area - 1, the indices of its neighbours in the given order. A hole has
        none.

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
                if reach <= col < cols - reach:  # no move leaves the board sideways
                    table.append([here + step for step in far])
                else:
                    table.append([here + step for step, right in inside if 0 <= col + right < cols])
        for hole in self.hole_indices:
            for near in table[hole]:
                table[near].remove(hole)  # moves go both ways: the hole is in the lists of its own neighbours
            table[hole] = []
        return table

    def is_move(self, a: int | Square | str, b: int | Square | str) -> bool:
        """Whether two squares are one move of the leaper apart. A whole number is the index of a square.

        >>> Board("8x8").is_move((0, 0), (1, 2)), Board("8x8").is_move(0, 10), Board("8x8").is_move(0, 9)
        (True, True, False)
        """
        if isinstance(a, tuple | list | str):
            a = self.index(a)
        if isinstance(b, tuple | list | str):
            b = self.index(b)
        down = abs(a // self.cols - b // self.cols)
        right = abs(a % self.cols - b % self.cols)
        return (down, right) == self.leaper or (right, down) == self.leaper

    # -- squares as people write them -------------------------------------------------------------

    def parse_square(self, text: str, *, field: str = "square") -> Square:
        """The square that a person wrote: `row,col` from 1 at the top left, or a chess name such as a1.

        `BadSquare` if it is not on the board; `field` is the parameter that the error is about.

        >>> Board("8x8").parse_square("1,1"), Board("8x8").parse_square("a1")
        ((0, 0), (7, 0))
        """
        require_length("square", text, BadSquare, field=field)
        chosen = squares.chosen()
        names = ["bencic"] * (chosen == "bencic") + ["row,col", "chess"]
        for notation in map(squares.NOTATIONS.__getitem__, names):
            if found := notation.pattern.fullmatch(text):
                square = notation.read(found, self.rows)
                if square not in self:
                    accepted = notation.accepted(self.rows, self.cols)
                    raise self._bad_square(square, "".join(text.split()), accepted, field)
                return square
        if chosen == "bencic":
            raise BadSquare(
                f"square {short(text)!r} is not written in two digits",
                accepted="write the row and the column, counted from 0, such as 00 or 52",
                field=field,
            )
        raise BadSquare(
            f"square {short(text)!r} is not understood",
            accepted="write row,col from 1 at the top left, or a chess name such as a1",
            field=field,
        )

    def read_square(self, square: Square | str, *, field: str = "square") -> Square:
        """The square that a caller gave as a 0-based (row, col) pair or as a text.

        `BadSquare` if it is not on the board; `field` is the parameter that the error is about.

        >>> Board("8x8").read_square("a1") == Board("8x8").read_square((7, 0))
        True
        """
        if isinstance(square, str):
            return self.parse_square(square, field=field)
        pair = as_pair(square)
        if pair is None:
            raise BadSquare(
                f"square {quoted(square)} is not understood",
                accepted="a square must be a 0-based (row, col) pair, or a text such as 1,1 or a1",
                field=field,
            )
        if pair not in self:
            accepted = f"rows are 0 to {self.rows - 1}, columns 0 to {self.cols - 1}"
            raise self._bad_square(pair, str(pair), accepted, field)
        return pair

    def _bad_square(self, square: Square, written: str, accepted: str, field: str) -> BadSquare:
        """The error for a square that is a hole or off the board."""
        sides = f"{self.rows}x{self.cols}"
        if square[0] in range(self.rows) and square[1] in range(self.cols):
            return BadSquare(f"square {written} is a hole of the {sides} board", field=field)
        return BadSquare(f"square {written} is not on the {sides} board", accepted=accepted, field=field)

    def show(self, square: Square | int) -> str:
        """A square, or the index of one, as people read it: see `turaga.squares`.

        >>> Board("8x8").show((7, 0)), Board("3x30").show(0)
        ('a1', '1,1')
        """
        return squares.show(self.square(square) if isinstance(square, int) else square, self.rows, self.cols)

    def name(self, square: Square) -> str:
        """The chess name of a square: `a1` is the bottom left one. Column `z` is followed by `aa`.

        >>> Board("8x8").name((0, 0)), Board("3x30").name((2, 26))
        ('a8', 'aa1')
        """
        return f"{squares.column_letters(square[1])}{self.rows - square[0]}"

    # -- a value ----------------------------------------------------------------------------------

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a board cannot be changed: make a new one with another {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a board cannot be changed: {name} cannot be deleted")

    def __reduce__(self) -> tuple[object, ...]:
        return _remake, (self.rows, self.cols, self.hole_squares, self.leaper)

    def _key(self) -> tuple[object, ...]:
        return self.rows, self.cols, self.hole_indices, self.leaper

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return self._hash

    def _repr_svg_(self) -> str | None:
        from turaga.pictures import notebook_svg

        return notebook_svg(self)

    def __str__(self) -> str:
        text = f"{self.rows}x{self.cols}"
        if self.hole_indices:
            text += f" with {plural(len(self.hole_indices), 'hole')}"
        if self.leaper != KNIGHT:
            text += f" for a {self.leaper[0]},{self.leaper[1]} leaper"
        return text

    def __repr__(self) -> str:
        holes = f", holes={list(self.hole_squares)}" if self.hole_indices else ""
        leaper = f", leaper={self.leaper}" if self.leaper != KNIGHT else ""
        return f"Board({self.rows}, {self.cols}{holes}{leaper})"


def _remake(rows: int, cols: int, holes: tuple[Square, ...], leaper: tuple[int, int]) -> Board:
    return Board(rows, cols, holes=holes, leaper=leaper)


# -- boards, leapers, holes and masks as a caller writes them: parsed and checked, as plain numbers ---------


def parse_leaper(text: str) -> tuple[int, int]:
    """The leaper that a person wrote as `1,3`, smaller number first; `BadBoard` if it is not one.

    >>> parse_leaper("3,1")
    (1, 3)
    """
    match = _LEAPER.fullmatch(require_length("leaper", text, BadBoard))
    if not match:
        raise BadBoard(
            f"leaper {short(text)!r} is not understood",
            accepted="write its two steps, such as 1,2 (the knight) or 1,3",
            field="leaper",
        )
    return check_leaper((int(match[1]), int(match[2])))


def check_leaper(leaper: Sequence[int]) -> tuple[int, int]:
    """The leaper as two plain integers, smaller number first; `BadBoard` if it is not one.

    >>> check_leaper([3, 1])
    (1, 3)
    """
    try:
        a, b = sorted(operator.index(x) for x in leaper)
    except (TypeError, ValueError):
        raise BadBoard(
            f"leaper {quoted(leaper)} is not understood",
            accepted="it must be two whole numbers, such as (1, 2)",
            field="leaper",
        ) from None
    if a < 0 or b < 1:
        raise BadBoard(
            f"{quoted(a)},{quoted(b)} is not a leaper",
            accepted="the two steps must be whole numbers, 0 or more and not both 0",
            field="leaper",
        )
    if b > _MOST_NUMBER:
        raise BadBoard(
            f"leaper {quoted(a)},{quoted(b)} has a step of more than {_MOST_DIGITS} digits",
            accepted=f"at most {_MOST_DIGITS} digits are accepted",
            field="leaper",
        )
    return a, b


def as_pair(square: Any) -> Square | None:
    """The square as a pair of plain integers, if it is a pair of whole numbers of any kind, which are not
    longer than a side can be; otherwise None.

    >>> as_pair([1, 2]), as_pair("a1"), as_pair(7)
    ((1, 2), None, None)
    """
    try:
        row, col = map(operator.index, square)
    except (TypeError, ValueError):
        return None
    return (row, col) if max(abs(row), abs(col)) <= _MOST_NUMBER else None


def read_sides(rows: object, cols: object) -> tuple[int, int]:
    """Rows and columns as plain integers from 1, from the first two arguments of `Board`.

    >>> read_sides("3x4", None), read_sides(8, None), read_sides(3, 12)
    ((3, 4), (8, 8), (3, 12))
    """
    if isinstance(rows, str):
        if cols is not None:
            raise BadBoard(
                f"board {short(rows)!r} already includes its columns", accepted=f"leave out {quoted(cols)}"
            )
        rows, cols = _parse_sides(rows)
    elif cols is None:
        cols = rows
    try:
        height, width = operator.index(rows), operator.index(cols)  # type: ignore[arg-type]
    except TypeError:
        raise BadBoard(
            f"board {quoted(rows)} by {quoted(cols)} is not understood",
            accepted="rows and columns must be whole numbers",
        ) from None
    if height < 1 or width < 1:
        raise BadBoard(
            f"board {quoted(height)}x{quoted(width)} has no squares",
            accepted="rows and columns must be 1 or more",
        )
    if max(height, width) > _MOST_NUMBER:
        raise BadBoard(
            f"board {quoted(height)}x{quoted(width)} has a side of more than {_MOST_DIGITS} digits",
            accepted=f"at most {_MOST_DIGITS} digits are accepted",
        )
    return height, width


def _parse_sides(text: str) -> tuple[int, int]:
    match = _BOARD.fullmatch(require_length("board", text, BadBoard))
    if match:
        rows = int(match[1])
        return rows, rows if match[2] is None else int(match[2])
    if (longest := max(map(len, re.findall("[0-9]+", text)), default=0)) > _MOST_DIGITS:
        raise BadBoard(
            f"board {short(text)!r} has a side of {longest} digits",
            accepted=f"at most {_MOST_DIGITS} digits are accepted",
        )
    if text.startswith("@"):
        raise BadBoard(
            f"board {short(text)!r} is the name of a mask file, which is not accepted here",
            accepted="write 8, 8x8 or 3x12 (rows x columns)",
        )
    raise BadBoard(
        f"board {short(text)!r} is not understood", accepted="write 8, 8x8 or 3x12 (rows x columns)"
    )


def read_holes(rows: int, cols: int, holes: Iterable[Square]) -> frozenset[int]:
    """The indices of the holes of a board with these sides, from (row, col) pairs.

    >>> sorted(read_holes(3, 3, [(1, 1), (0, 2)]))
    [2, 4]
    """
    indices = []
    for hole in islice(holes, MOST_HOLES + 1):
        if type(hole) is tuple and len(hole) == 2:  # nearly always, so it should be fast
            row, col = hole
            if type(row) is type(col) is int and 0 <= row < rows and 0 <= col < cols:
                indices.append(row * cols + col)
                continue
        square = as_pair(hole)
        if square is None:
            raise BadSquare(
                f"hole {quoted(hole)} is not understood",
                accepted="holes must be 0-based (row, col) pairs",
                field="holes",
            )
        if square[0] not in range(rows) or square[1] not in range(cols):
            raise BadSquare(
                f"hole {squares.show(square)} is not on the {rows}x{cols} board",
                accepted=f"rows are 1 to {rows}, columns 1 to {cols}",
                field="holes",
            )
        indices.append(square[0] * cols + square[1])
    if len(indices) > MOST_HOLES:
        raise BadBoard(
            f"the {rows}x{cols} board has too many holes",
            accepted=f"at most {MOST_HOLES} are accepted",
            field="holes",
        )
    return frozenset(indices)


def mask_lines(text: str) -> list[str]:
    """The lines of a mask, all of the same length, without spaces and without empty lines around them.

    >>> mask_lines(". . .\\n. # .\\n")
    ['...', '.#.']
    """
    if len(text) > LARGEST_MASK:
        raise BadBoard(f"the mask has {len(text)} characters", accepted=f"the limit is {LARGEST_MASK}")
    lines = unix_lines(text).translate(_WITHIN_LINES).strip("\n").split("\n")
    if lines == [""]:
        raise BadBoard("the mask is empty", accepted="write . for a square and # for a hole")
    if (count := text.count("#")) > MOST_HOLES:
        raise BadBoard(f"the mask has {count} holes", accepted=f"at most {MOST_HOLES} are accepted")
    for row, line in enumerate(lines, start=1):
        if unknown := re.search("[^.#]", line):
            raise BadBoard(
                f"the mask has {unknown[0]!r} in line {row}, column {unknown.start() + 1}",
                accepted="only . (a square) and # (a hole) are allowed",
            )
        if len(line) != len(lines[0]):
            raise BadBoard(
                f"the lines of the mask are not equally long: line {row} has "
                f"{plural(len(line), 'character')}, line 1 has {len(lines[0])}"
            )
    if all("." not in line for line in lines):
        raise BadBoard("the mask has no squares", accepted="it must have at least one .")
    return lines

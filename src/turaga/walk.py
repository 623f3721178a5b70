"""Walks and tours as immutable values.

A walk is held as square numbers, row * cols + col: a tuple when small, a read-only numpy array when a
kernel made it. Nobody outside this file can tell which; numpy is loaded only by those who ask for arrays.
Neither class checks that steps are legal moves: that is `verify`'s work, and `verify` trusts nobody.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, Self, overload

from turaga.board import Board, BoardLike, Square
from turaga.errors import BadInput
from turaga.symmetry import SYMMETRIES, Symmetry, board_symmetries, image_of_board
from turaga.text import plural, show

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_PART = 1 << 20


class Walk:
    """Squares of a board in the order they are visited: an immutable value.

    `squares` are 0-based (row, col) pairs.

    >>> walk = Walk("3x4", [(0, 0), (1, 2), (2, 0)])
    >>> len(walk), walk.start, walk.end, walk.complete
    (3, (0, 0), (2, 0), False)
    >>> walk.moves
    ((1, 2), (1, -2))
    """

    __slots__ = ("_numbers", "board")

    board: Board
    _numbers: "tuple[int, ...] | NDArray[Any]"

    def __init__(self, board: BoardLike, squares: Iterable[Square]) -> None:
        board = Board.read(board)
        self._hold(board, tuple(board.index(square) for square in squares))

    @classmethod
    def from_indices(
        cls, board: BoardLike, numbers: "Sequence[int] | NDArray[Any]", *, handed_over: bool = False
    ) -> Self:
        """The walk through the squares with these numbers; an array of integers is copied, unless it is
        handed over: then it is kept, frozen, and nobody else may hold it.

        >>> Walk.from_indices(Board("3x4"), [0, 6]).squares
        ((0, 0), (1, 2))
        """
        self = cls.__new__(cls)
        board = Board.read(board)
        if isinstance(numbers, Sequence):
            self._hold(board, tuple(numbers))
        else:
            if numbers.dtype.kind not in "iu" or numbers.ndim != 1:
                raise BadInput(
                    f"a walk is not made of an array of {numbers.dtype} with {numbers.ndim} dimensions: "
                    "give square numbers, integers in one"
                )
            if not handed_over or numbers.base is not None:
                numbers = numbers.copy()
            numbers.setflags(write=False)
            self._hold(board, numbers)
        return self

    def _hold(self, board: Board, numbers: "tuple[int, ...] | NDArray[Any]") -> None:
        object.__setattr__(self, "board", board)
        object.__setattr__(self, "_numbers", numbers)

    # -- what it holds ----------------------------------------------------------------------------

    @property
    def indices(self) -> tuple[int, ...]:
        """The square numbers in order, as plain integers."""
        held = self._numbers
        return held if isinstance(held, tuple) else tuple(held.tolist())

    @property
    def squares(self) -> tuple[Square, ...]:
        """The (row, col) pairs in order, 0-based."""
        cols = self.board.cols
        return tuple(divmod(n, cols) for n in self.indices)

    def array(self) -> "NDArray[np.integer[Any]]":
        """The square numbers in order, as a read-only numpy array of some integer type."""
        import numpy as np

        held = self._numbers
        if isinstance(held, tuple):
            held = np.array(held, dtype=np.int64)
            held.setflags(write=False)
        return held

    def parts(self, overlap: int = 0) -> "Iterator[tuple[int, NDArray[np.int64]]]":
        """The square numbers a million at a time, each part with the index of its first, and with
        `overlap` squares of the next: what goes over a big walk in numpy needs no second copy of it.

        >>> [(first, part.tolist()) for first, part in Walk("3x4", [(0, 0), (1, 2)]).parts()]
        [(0, [0, 6])]
        """
        held = self.array()
        for first in range(0, len(held), _PART):
            yield first, held[first : first + _PART + overlap].astype("int64", copy=False)

    @property
    def held_as_array(self) -> bool:
        """Whether a kernel made it: whoever reads all of it may then use numpy at no extra cost."""
        return not isinstance(self._numbers, tuple)

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[Square]:
        return iter(self.squares)

    @overload
    def __getitem__(self, index: int) -> Square: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Square, ...]: ...
    def __getitem__(self, index: int | slice) -> Square | tuple[Square, ...]:
        if isinstance(index, slice):
            return tuple(divmod(int(n), self.board.cols) for n in self._numbers[index])
        return divmod(int(self._numbers[index]), self.board.cols)

    @property
    def start(self) -> Square | None:
        """The first square, or None for a walk of no squares."""
        return self[0] if len(self) else None

    @property
    def end(self) -> Square | None:
        """The last square, or None for a walk of no squares."""
        return self[-1] if len(self) else None

    @property
    def complete(self) -> bool:
        """Whether it has as many squares as the board: a walk that repeats none is then a tour."""
        return len(self) == self.board.size

    @property
    def closed(self) -> bool:
        """Whether it is complete and its ends are a move apart (two squares make no circuit).

        >>> Walk("3x4", [(0, 0), (1, 2)]).closed
        False
        """
        if not self.complete or len(self) < 3:
            return False
        held = self._numbers
        return self.board.is_move(int(held[0]), int(held[-1]))

    @property
    def unvisited(self) -> tuple[Square, ...]:
        """The squares it misses, row by row.

        >>> Walk("1x3", [(0, 1)]).unvisited
        ((0, 0), (0, 2))
        """
        return self.first_unvisited(self.board.size)

    def first_unvisited(self, most: int) -> tuple[Square, ...]:
        """The first squares it misses, row by row, at most so many: of a huge board no more is made.

        >>> Walk("1x3", [(0, 1)]).first_unvisited(1)
        ((0, 0),)
        """
        if self.held_as_array:
            import numpy as np

            free = np.ones(self.board.area, dtype=bool)
            free[np.fromiter(self.board.holes, dtype=np.int64)] = False
            for _, part in self.parts():
                free[part[(part >= 0) & (part < self.board.area)]] = False
            parts = (np.flatnonzero(free[i : i + _PART]) + i for i in range(0, len(free), _PART))
            missed = (n for part in parts for n in part.tolist())
        else:
            seen = set(self.indices)
            missed = (n for n in self.board.indices() if n not in seen)
        return tuple(self.board.square(n) for n in islice(missed, most))

    @property
    def moves(self) -> tuple[tuple[int, int], ...]:
        """The (row, col) steps made, one fewer than there are squares."""
        return tuple((r2 - r1, c2 - c1) for (r1, c1), (r2, c2) in pairwise(self.squares))

    def rows(self) -> list[list[int]]:
        """The number grid as lists: 1 for the first square, 0 for an unvisited one, -1 for a hole.

        >>> Walk("2x3", [(0, 0), (1, 2)]).rows()
        [[1, 0, 0], [0, 0, 2]]
        """
        board = self.board
        flat = [0] * board.area
        for hole in board.holes:
            flat[hole] = -1
        for k, n in enumerate(self.indices, start=1):
            flat[n] = k
        return [flat[i : i + board.cols] for i in range(0, board.area, board.cols)]

    @property
    def grid(self) -> "NDArray[np.int32]":
        """The number grid as a numpy array: 1 for the first square, 0 unvisited, -1 a hole.

        >>> Walk("2x3", [(0, 0), (1, 2)]).grid.tolist()
        [[1, 0, 0], [0, 0, 2]]
        """
        import numpy as np

        flat = np.zeros(self.board.area, dtype=np.int32)
        flat[np.array(sorted(self.board.holes), dtype=np.int64)] = -1
        for first, part in self.parts():
            flat[part] = np.arange(first + 1, first + 1 + len(part), dtype=np.int32)
        return flat.reshape(self.board.rows, self.board.cols)

    def with_end(self, number: int) -> "Walk":
        """The walk with one square more, of this number, at its end.

        >>> Walk("3x4", [(0, 0)]).with_end(6).squares
        ((0, 0), (1, 2))
        """
        held = self._numbers
        if isinstance(held, tuple):
            return Walk.from_indices(self.board, (*held, number))
        import numpy as np

        return Walk.from_indices(self.board, np.append(held, np.int32(number)), handed_over=True)

    # -- others like it ---------------------------------------------------------------------------

    def reversed(self) -> Self:
        """The same squares from the other end.

        >>> Walk("3x4", [(0, 0), (1, 2)]).reversed().squares
        ((1, 2), (0, 0))
        """
        return self.from_indices(self.board, self._numbers[::-1])

    def image(self, symmetry: Symmetry | str) -> Self:
        """Its image under a symmetry, or the one of that name; a quarter turn of a 3x4 walk is a 4x3 walk.

        >>> Walk("3x4", [(0, 0), (1, 2)]).image("half turn").squares
        ((2, 3), (1, 1))
        """
        if isinstance(symmetry, str):
            if symmetry not in SYMMETRIES:
                raise BadInput(f"symmetry {symmetry!r} is not known: write {', '.join(SYMMETRIES)}")
            symmetry = SYMMETRIES[symmetry]
        board = self.board
        image = image_of_board(board, symmetry)
        turned = (symmetry.square(square, board.rows, board.cols) for square in self.squares)
        return self.from_indices(image, [row * image.cols + col for row, col in turned])

    def canonical(self) -> Self:
        """The one that stands for all walks alike: two are alike if a symmetry of the board, walking
        the other way or, for a closed tour, starting elsewhere makes them equal.

        It is the least sequence of square numbers among them. Linear in the length.

        >>> walk = Walk("3x4", [(2, 3), (1, 1)])
        >>> walk.canonical().squares == walk.reversed().canonical().squares == ((0, 0), (1, 2))
        True
        """
        images = []
        for symmetry in board_symmetries(self.board):
            numbers = self.image(symmetry).indices
            for line in (numbers, numbers[::-1]):
                if self.closed:
                    first = line.index(min(line))
                    line = line[first:] + line[:first]
                images.append(line)
        return self.from_indices(self.board, min(images))

    # -- a value ----------------------------------------------------------------------------------

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a walk does not change: make a new one with another {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a walk does not change: {name} stays")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self).from_indices, (self.board, self._numbers)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Walk):
            return NotImplemented
        if self.board != other.board or len(self) != len(other):
            return False
        if self.held_as_array and other.held_as_array:
            return bool((self.array() == other.array()).all())
        return self.indices == other.indices

    def __hash__(self) -> int:
        return hash((self.board, len(self), self[:8], self[-8:]))

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: a picture; None, for the words, on boards of more than 10,000 squares."""
        from turaga.draw import notebook_svg  # the one import that points up, and only when asked

        return notebook_svg(self)

    def __repr__(self) -> str:
        kind = type(self).__name__
        if not len(self):
            return f"<{kind} of no squares of {self.board}>"
        state = "closed" if self.closed else "open" if self.complete else "incomplete"
        ends = f"{show(self[0])} to {show(self[-1])}"
        return f"<{kind} of {plural(len(self), 'square')} of {self.board}, {ends}, {state}>"


class Tour(Walk):
    """A walk with as many squares as its board: a knight's tour, once `verify` has passed it.

    >>> Tour("1x1", [(0, 0)])
    <Tour of 1 square of 1x1, 1,1 to 1,1, open>
    >>> Tour("3x4", [(0, 0)])
    Traceback (most recent call last):
        ...
    turaga.errors.BadInput: a tour of 3x4 has 12 squares and this walk has 1: use Walk for a part of a tour
    """

    __slots__ = ()

    def _hold(self, board: Board, numbers: "tuple[int, ...] | NDArray[Any]") -> None:
        if len(numbers) != board.size:
            raise BadInput(
                f"a tour of {board} has {board.size} squares and this walk has {len(numbers)}: "
                "use Walk for a part of a tour"
            )
        super()._hold(board, numbers)

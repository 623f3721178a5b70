"""Walks and tours as immutable values.

A walk stores the indices of its squares, row * cols + col, in a tuple, or in a read-only numpy array if a
kernel made the walk. Every method works for both, and walks with the same squares are equal however they are
stored. Code that goes over a whole walk can check `held_as_array` and then use numpy, which is already loaded
and needs no copy. `array` and `grid` load numpy in any case.

`Walk` does not check that its steps are moves: `verify` does. `Tour(...)` checks that it is a tour.
`from_indices` checks nothing, for code that has just made or verified a tour.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, Self, overload

from turaga.board import Board, BoardLike, Square
from turaga.errors import BadInput, BadSquare
from turaga.symmetry import SYMMETRIES, Symmetry, board_symmetries, image_of_board
from turaga.text import plural

if TYPE_CHECKING:
    from os import PathLike

    import numpy as np
    from numpy.typing import NDArray

_PART = 1 << 20  # squares that numpy looks at together


class Walk:
    """Squares of a board in the order in which they are visited: an immutable value.

    Squares are 0-based (row, col) pairs. A walk is a sequence of its squares: `len(walk)`, `walk[0]`,
    `walk[-3:]`, `walk.index(square)` and loops work as for a list.

    >>> walk = Walk("3x4", [(0, 0), (1, 2), (2, 0)])
    >>> len(walk), walk.start, walk.end, walk.complete
    (3, (0, 0), (2, 0), False)
    >>> walk.moves, walk.index((1, 2)), (2, 0) in walk
    (((1, 2), (1, -2)), 1, True)
    """

    __slots__ = ("_indices", "board")

    board: Board
    _indices: "tuple[int, ...] | NDArray[Any]"

    def __init__(self, board: BoardLike, squares: Iterable[Square]) -> None:
        board = Board.read(board)
        self._hold(board, tuple(board.index(square, field="squares") for square in squares))

    @classmethod
    def from_indices(
        cls, board: BoardLike, indices: "Sequence[int] | NDArray[Any]", *, handed_over: bool = False
    ) -> Self:
        """The walk through the squares with these indices. Nothing is checked.

        An array of integers is copied, unless it is handed over. Then the walk keeps the array and makes it
        read-only, and the caller must not change it any more.

        >>> Walk.from_indices(Board("3x4"), [0, 6]).squares
        ((0, 0), (1, 2))
        """
        self = cls.__new__(cls)
        board = Board.read(board)
        if isinstance(indices, Sequence):
            self._hold(board, tuple(indices))
        else:
            if indices.dtype.kind not in "iu" or indices.ndim != 1:
                raise BadInput(
                    f"an array of {indices.dtype} with {plural(indices.ndim, 'dimension')} is not a walk",
                    accepted="indices must be integers in one dimension",
                    field="indices",
                )
            if not handed_over or indices.base is not None:
                indices = indices.copy()
            indices.setflags(write=False)
            self._hold(board, indices)
        return self

    def _hold(self, board: Board, indices: "tuple[int, ...] | NDArray[Any]") -> None:
        object.__setattr__(self, "board", board)
        object.__setattr__(self, "_indices", indices)

    # -- its squares ------------------------------------------------------------------------------

    @property
    def indices(self) -> tuple[int, ...]:
        """The indices of the squares in order, as plain integers."""
        held = self._indices
        return held if isinstance(held, tuple) else tuple(held.tolist())

    @property
    def squares(self) -> tuple[Square, ...]:
        """The (row, col) pairs in order, 0-based."""
        cols = self.board.cols
        return tuple(divmod(index, cols) for index in self.indices)

    def array(self) -> "NDArray[np.integer[Any]]":
        """The indices of the squares in order, as a read-only numpy array of some integer type."""
        import numpy as np

        held = self._indices
        if isinstance(held, tuple):
            held = np.array(held, dtype=np.int64)
            held.setflags(write=False)
        return held

    def parts(self, overlap: int = 0) -> "Iterator[tuple[int, NDArray[np.int64]]]":
        """The indices of the squares in parts of about a million.

        Each part comes with the position of its first square in the walk, and is followed by `overlap`
        squares of the next part. Code that goes over a big walk part by part needs no second copy of it.

        >>> [(first, part.tolist()) for first, part in Walk("3x4", [(0, 0), (1, 2)]).parts()]
        [(0, [0, 6])]
        """
        held = self.array()
        for first in range(0, len(held), _PART):
            yield first, held[first : first + _PART + overlap].astype("int64", copy=False)

    @property
    def held_as_array(self) -> bool:
        """Whether it stores an array, because a kernel made it. If so, using numpy costs nothing extra."""
        return not isinstance(self._indices, tuple)

    @property
    def stored_indices(self) -> "tuple[int, ...] | NDArray[Any]":
        """The indices of the squares as they are stored, without a copy: a tuple or a read-only array."""
        return self._indices

    def __len__(self) -> int:
        return len(self._indices)

    def __iter__(self) -> Iterator[Square]:
        return iter(self.squares)

    @overload
    def __getitem__(self, position: int) -> Square: ...
    @overload
    def __getitem__(self, position: slice) -> tuple[Square, ...]: ...
    def __getitem__(self, position: int | slice) -> Square | tuple[Square, ...]:
        if isinstance(position, slice):
            return tuple(divmod(int(index), self.board.cols) for index in self._indices[position])
        return divmod(int(self._indices[position]), self.board.cols)

    def index(self, square: Square | str) -> int:
        """How many squares come before this one. `BadSquare` (a ValueError) if the walk does not visit it.

        >>> Walk("3x4", [(0, 0), (1, 2)]).index((1, 2))
        1
        """
        index = self.board.index(square)
        if self.held_as_array:
            found = (self.array() == index).nonzero()[0]
            if len(found):
                return int(found[0])
        elif index in self.indices:
            return self.indices.index(index)
        raise BadSquare(f"the walk does not visit square {self.board.show(index)}", field="square")

    @property
    def start(self) -> Square | None:
        """The first square; None if the walk has no squares."""
        return self[0] if len(self) else None

    @property
    def end(self) -> Square | None:
        """The last square; None if the walk has no squares."""
        return self[-1] if len(self) else None

    @property
    def complete(self) -> bool:
        """Whether it has as many squares as the board. A walk that visits no square twice is then a tour."""
        return len(self) == self.board.size

    @property
    def closed(self) -> bool:
        """Whether it is complete and its ends are a move apart. Two squares do not make a closed tour.

        >>> Walk("3x4", [(0, 0), (1, 2)]).closed
        False
        """
        if not self.complete or len(self) < 3:
            return False
        held = self._indices
        return self.board.is_move(int(held[0]), int(held[-1]))

    @property
    def unvisited(self) -> tuple[Square, ...]:
        """The squares that it does not visit, row by row.

        >>> Walk("1x3", [(0, 1)]).unvisited
        ((0, 0), (0, 2))
        """
        return self.first_unvisited(self.board.size)

    def first_unvisited(self, most: int) -> tuple[Square, ...]:
        """The first `most` squares that it does not visit, row by row, without a list of all of them.

        >>> Walk("1x3", [(0, 1)]).first_unvisited(1)
        ((0, 0),)
        """
        if self.held_as_array:
            import numpy as np

            free = np.ones(self.board.area, dtype=bool)
            free[np.fromiter(self.board.hole_indices, dtype=np.int64)] = False
            for _, part in self.parts():
                free[part[(part >= 0) & (part < self.board.area)]] = False
            parts = (np.flatnonzero(free[i : i + _PART]) + i for i in range(0, len(free), _PART))
            missed = (index for part in parts for index in part.tolist())
        else:
            seen = set(self.indices)
            missed = (index for index in self.board.indices() if index not in seen)
        return tuple(self.board.square(index) for index in islice(missed, most))

    @property
    def moves(self) -> tuple[tuple[int, int], ...]:
        """The (rows, columns) of each move. There is one move fewer than there are squares."""
        return tuple((r2 - r1, c2 - c1) for (r1, c1), (r2, c2) in pairwise(self.squares))

    def rows(self) -> list[list[int]]:
        """The number grid as lists: 1 on the first square, 0 on unvisited squares, -1 on holes.

        >>> Walk("2x3", [(0, 0), (1, 2)]).rows()
        [[1, 0, 0], [0, 0, 2]]
        """
        board = self.board
        flat = [0] * board.area
        for hole in board.hole_indices:
            flat[hole] = -1
        for step, index in enumerate(self.indices, start=1):
            flat[index] = step
        return [flat[i : i + board.cols] for i in range(0, board.area, board.cols)]

    @property
    def grid(self) -> "NDArray[np.int32]":
        """The number grid as a numpy array: 1 on the first square, 0 on unvisited squares, -1 on holes.

        >>> Walk("2x3", [(0, 0), (1, 2)]).grid.tolist()
        [[1, 0, 0], [0, 0, 2]]
        """
        import numpy as np

        flat = np.zeros(self.board.area, dtype=np.int32)
        flat[np.array(sorted(self.board.hole_indices), dtype=np.int64)] = -1
        for first, part in self.parts():
            flat[part] = np.arange(first + 1, first + 1 + len(part), dtype=np.int32)
        return flat.reshape(self.board.rows, self.board.cols)

    def with_end(self, square: Square | str | int) -> "Walk":
        """The walk with one more square at its end. A whole number is the index of a square.

        >>> Walk("3x4", [(0, 0)]).with_end((1, 2)).squares
        ((0, 0), (1, 2))
        """
        index = self.board.index(square) if isinstance(square, tuple | list | str) else square
        held = self._indices
        if isinstance(held, tuple):
            return Walk.from_indices(self.board, (*held, index))
        import numpy as np

        return Walk.from_indices(self.board, np.append(held, np.int32(index)), handed_over=True)

    # -- related walks ----------------------------------------------------------------------------

    def reversed(self) -> Self:
        """The same squares in the opposite direction.

        >>> Walk("3x4", [(0, 0), (1, 2)]).reversed().squares
        ((1, 2), (0, 0))
        """
        return self.from_indices(self.board, self._indices[::-1])

    def image(self, symmetry: Symmetry | str) -> Self:
        """The walk rotated or reflected. `symmetry` is a `Symmetry` or its name (`turaga.orders.SYMMETRIES`).

        >>> Walk("3x4", [(0, 0), (1, 2)]).image("half turn").squares
        ((2, 3), (1, 1))
        """
        if isinstance(symmetry, str):
            if symmetry not in SYMMETRIES:
                raise BadInput(
                    f"unknown symmetry {symmetry!r}",
                    accepted=f"must be one of {', '.join(SYMMETRIES)}",
                    field="symmetry",
                )
            symmetry = SYMMETRIES[symmetry]
        board = self.board
        image = image_of_board(board, symmetry)
        turned = (symmetry.square(square, board.rows, board.cols) for square in self.squares)
        return self.from_indices(image, [row * image.cols + col for row, col in turned])

    def canonical(self) -> Self:
        """The same walk for all equivalent walks, so that you can compare them.

        Two walks are equivalent if rotating or reflecting the board, reversing the direction or, for closed
        tours, changing the start makes them equal. Of all these, the one whose indices come first is
        returned. Takes time linear in the length.

        >>> walk = Walk("3x4", [(2, 3), (1, 1)])
        >>> walk.canonical().squares == walk.reversed().canonical().squares == ((0, 0), (1, 2))
        True
        """
        images = []
        for symmetry in board_symmetries(self.board):
            indices = self.image(symmetry).indices
            for line in (indices, indices[::-1]):
                if self.closed:
                    first = line.index(min(line))
                    line = line[first:] + line[:first]
                images.append(line)
        return self.from_indices(self.board, min(images))

    # -- a value ----------------------------------------------------------------------------------

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a walk cannot be changed: make a new one with another {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a walk cannot be changed: {name} cannot be deleted")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self).from_indices, (self.board, self._indices)

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

    # -- pictures and files ------------------------------------------------------------------------

    def svg(self, **options: Any) -> str:
        """The text of an SVG picture. The options are those of `turaga.draw`.

        >>> Walk("3x4", [(0, 0)]).svg(theme="print")[:4]
        '<svg'
        """
        from turaga.pictures import svg  # an upward import, only when a picture is needed

        return svg(self, **options)

    def save(self, path: "str | PathLike[str]", *, format: str | None = None) -> None:
        """Write it to a file: a picture if the extension is .svg, .png or .gif. See `turaga.save`."""
        from turaga.storage import save

        save(self, path, format=format)

    def _repr_svg_(self) -> str | None:
        """The picture that a notebook shows; None on boards of more than 10,000 squares, which then show the
        repr."""
        from turaga.pictures import notebook_svg

        return notebook_svg(self)

    def __repr__(self) -> str:
        kind = type(self).__name__
        if not len(self):
            return f"<{kind} of no squares of {self.board}>"
        state = "closed" if self.closed else "open" if self.complete else "incomplete"
        ends = f"{self.board.show(self[0])} to {self.board.show(self[-1])}"
        return f"<{kind} of {plural(len(self), 'square')} of {self.board}, {ends}, {state}>"


class Tour(Walk):
    """A walk that visits every square of its board once.

    `Tour(board, squares)` checks that the squares are a tour. `Tour.from_indices` checks only how many there
    are: it is for code that has just made a tour, and that passes it to `verify`.

    >>> Tour("1x1", [(0, 0)])
    <Tour of 1 square of 1x1, a1 to a1, open>
    >>> Tour("3x4", [(0, 0)])
    Traceback (most recent call last):
        ...
    turaga.errors.BadInput: a tour of 3x4 has 12 squares, got 1: use Walk for a part of a tour
    """

    __slots__ = ()

    def __init__(self, board: BoardLike, squares: Iterable[Square]) -> None:
        super().__init__(board, squares)
        visited: set[int] = set()
        before: int | None = None
        for step, index in enumerate(self.indices, start=1):
            here = self.board.show(index)
            if index in visited:
                raise BadInput(
                    f"these squares are not a tour: step {step} visits {here} again", field="squares"
                )
            if before is not None and not self.board.is_move(before, index):
                there = self.board.show(before)
                raise BadInput(
                    f"these squares are not a tour: step {step}, from {there} to {here}, is not a move",
                    field="squares",
                )
            visited.add(index)
            before = index

    def _hold(self, board: Board, indices: "tuple[int, ...] | NDArray[Any]") -> None:
        if len(indices) != board.size:
            raise BadInput(
                f"a tour of {board} has {plural(board.size, 'square')}, got {len(indices)}",
                accepted="use Walk for a part of a tour",
                field="squares",
            )
        super()._hold(board, indices)

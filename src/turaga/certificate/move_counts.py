"""Counting the moves that groups of squares need, and the moves that their neighbours allow.

The docstring of the package has the argument.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict

from turaga.board import Board, Square


class MoveCounts(TypedDict):
    """The numbers of a certificate."""

    closed: bool
    ends: int
    moves_needed: int
    moves_available: int


@dataclass(frozen=True, slots=True)
class RequestedTour:
    """The requested tour: its board, the ends that are given (indices), and whether it is closed."""

    board: Board
    given: tuple[int, ...]
    closed: bool

    @classmethod
    def read(
        cls, board: Board, start: Square | str | None, end: Square | str | None, closed: bool
    ) -> "RequestedTour":
        named = (("start", start), ("end", end))
        given = [board.index(square, field=field) for field, square in named if square is not None]
        # If both are the same square, it is one end of the tour. (Only a single square is both.)
        return cls(board, tuple(dict.fromkeys(given)), closed)

    def readings(self) -> Iterator["RequestedTour"]:
        """What a proof can be about: the tour itself and, if a closed tour has both ends given, also the open
        tour between these ends."""
        yield self
        if self.closed and len(self.given) == 2:
            yield RequestedTour(self.board, self.given, closed=False)

    def group(self, squares: Sequence[int]) -> "SquareGroup":
        """These squares as a group."""
        return SquareGroup(sides_of(self.board, squares), tuple(n for n in self.given if n in squares))

    def single_squares(self, squares: Sequence[int]) -> "SquareGroup":
        """Each of these squares as a group of its own."""
        return replace(self.group(squares), apart=True)

    def count(self, groups: Iterable["SquareGroup"], joined: dict[int, int]) -> MoveCounts:
        """The moves that the groups need, and those that their neighbours allow. `joined` has, for each
        neighbour, the number of moves between it and the groups."""
        visits, saved, free = 0, 0, [0, 0]  # free: squares of each side on which a free end would save a move
        for group in groups:
            visits += group.visits
            for side in (0, 1):
                if group.apart or group.sizes[side] >= group.sizes[1 - side]:
                    ends = sides_of(self.board, group.ends)[side]
                    saved += ends
                    free[side] += group.sizes[side] - ends
        ends = 0 if self.closed else saved + self.free_ends(free)
        if self.board.size == 1 and not self.closed:
            ends = 2 * visits  # the only square is both ends, and a tour needs no move
        short = () if self.closed else self.given
        return {
            "closed": self.closed,
            "ends": ends,
            "moves_needed": 2 * visits - ends,
            "moves_available": sum(min(1 if n in short else 2, moves) for n, moves in joined.items()),
        }

    def free_ends(self, squares: Sequence[int]) -> int:
        """How many ends that are not given can lie on these squares. Their number is given for each side.

        The sides of a tour alternate. So if there are as many squares on both sides, it has an end on each.
        If one side has one more, both ends are there.
        """
        count = 2 - len(self.given)
        sides = side_counts(self.board)
        if sides[0] == sides[1]:
            given = sides_of(self.board, self.given)
            return min(count, sum(squares[side] > 0 and not given[side] for side in (0, 1)))
        if abs(sides[0] - sides[1]) == 1:
            return min(count, squares[sides.index(max(sides))])
        return min(count, sum(squares))  # there is no tour at all


@dataclass(frozen=True, slots=True)
class SquareGroup:
    """A group of squares: how many there are on each side, and the given ends among them. With `apart`, each
    square is a group of its own."""

    sizes: tuple[int, int]
    ends: tuple[int, ...] = ()
    apart: bool = False

    @property
    def visits(self) -> int:
        """How often a tour must visit the group."""
        return sum(self.sizes) if self.apart else max(1, abs(self.sizes[0] - self.sizes[1]))


def unit_of(board: Board) -> tuple[int, bool]:
    """How the two sides of the board are made: by blocks of how many rows and columns, and whether only the
    row decides.

    Divide rows, columns and the leaper's two steps by the largest power of two that divides both steps. Then
    at least one step is odd. If both are, every move changes the row from odd to even or back. If only one
    is, every move changes row + column in that way.
    """
    a, b = board.leaper
    unit = (a | b) & -(a | b)
    return unit, (a + b) // unit % 2 == 0


def sides_of(board: Board, squares: Iterable[int]) -> tuple[int, int]:
    """How many of the squares are on each of two sides. Every move of the board's leaper changes the side."""
    unit, by_row = unit_of(board)
    cols, counts = board.cols, [0, 0]
    for index in squares:
        row = index // cols // unit
        counts[(row if by_row else row + index % cols // unit) % 2] += 1
    return counts[0], counts[1]


def side_counts(board: Board) -> tuple[int, int]:
    """How many squares of the board are on each side. Takes time linear in the number of holes, and in the
    number of rows and columns."""
    unit, by_row = unit_of(board)
    odd_rows = sum(row // unit % 2 for row in range(board.rows))
    odd_cols = sum(col // unit % 2 for col in range(board.cols))
    if by_row:
        ones = odd_rows * board.cols
    else:
        ones = odd_rows * (board.cols - odd_cols) + (board.rows - odd_rows) * odd_cols
    holes = sides_of(board, board.hole_indices)
    return board.area - ones - holes[0], ones - holes[1]


def moves_to_neighbours(board: Board, squares: Sequence[int]) -> dict[int, int]:
    """The neighbours of the squares, each with the number of moves between it and the squares."""
    joined: dict[int, int] = {}
    table = board.neighbour_table() if len(squares) > board.area // 20 else None
    for index in squares:
        neighbours = board.neighbours(index) if table is None else table[index]
        for near in set(neighbours):  # a leaper 0,1 has each direction twice
            joined[near] = joined.get(near, 0) + 1
    return joined


def moves_out_of(board: Board, squares: set[int]) -> dict[int, int]:
    """For each of the squares, the number of moves to other squares of the board."""
    return {index: len({*board.neighbours(index)} - squares) for index in squares}


def pieces_without(board: Board, removed: set[int]) -> list[list[int]]:
    """The pieces into which the board falls without some squares, each sorted."""
    table = board.neighbour_table()
    free = {*board.indices()} - removed
    pieces = []
    while free:
        piece = [free.pop()]
        for index in piece:
            for near in table[index]:
                if near in free:
                    free.discard(near)
                    piece.append(near)
        pieces.append(sorted(piece))
    return pieces


def excess(numbers: MoveCounts) -> int:
    return numbers["moves_needed"] - numbers["moves_available"]

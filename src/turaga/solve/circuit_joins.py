"""How methods `vandermonde` and `cycles` join circuits: the cover, and every exchange of moves after it.

Only the moves that change are stored. The circuits themselves follow from them, one stage after another.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from turaga.board import Board
from turaga.cover.cover_change import CoverChange, Move
from turaga.text import plural

MOST_RECORDED = 3600  # squares of a board whose joins are recorded


@dataclass(frozen=True, slots=True)
class CircuitPart:
    """A cycle of a cover, or its path: the squares in their order, as indices.

    A part keeps its number while it grows. If two are joined, the number is that of the larger one.
    """

    number: int
    squares: tuple[int, ...]
    closed: bool


@dataclass(frozen=True, slots=True, repr=False)
class CircuitJoins:
    """A cover of the board, and the changes that joined its parts to one tour.

    >>> from turaga import solve
    >>> joins = solve("8x8", method="vandermonde", why=True).circuits
    >>> [len(parts) for parts in joins.stages()]
    [4, 3, 2, 1]
    """

    board: Board
    cover: frozenset[Move]
    changes: tuple[CoverChange, ...]
    number: int = 1  # of the cover: those before it could not be joined
    quarter: tuple[int, ...] = ()  # method `vandermonde`: the cycle of the folded quarter, from its start

    def __repr__(self) -> str:
        return f"<CircuitJoins of {self.board}: {plural(len(self.changes), 'change')}>"

    def stages(self) -> Iterator[tuple[CircuitPart, ...]]:
        """The parts of the cover, and the parts after each change. Each stage takes time linear in the size
        of the board."""
        moves = set(self.cover)
        parts = trace_parts(self.board, moves)
        yield parts
        for change in self.changes:
            moves -= {*change.removed}
            moves |= {*change.added}
            parts = trace_parts(self.board, moves, parts)
            yield parts


def moves_along(squares: Sequence[int], *, closed: bool) -> Iterator[Move]:
    """The moves of a path or a circuit.

    >>> [*moves_along([4, 2, 7], closed=True)]
    [(2, 4), (2, 7), (4, 7)]
    """
    last = len(squares) if closed else len(squares) - 1
    for i in range(last):
        a, b = squares[i], squares[(i + 1) % len(squares)]
        yield min(a, b), max(a, b)


def trace_parts(
    board: Board, moves: Iterable[Move], before: Sequence[CircuitPart] = ()
) -> tuple[CircuitPart, ...]:
    """The cycles and paths that these moves make, with the numbers they had before, or from 1.

    >>> [part.squares for part in trace_parts(Board("3x4"), {(0, 6), (6, 8), (1, 8)})][:2]
    [(0, 6, 8, 1), (2,)]
    """
    from turaga.frontier.graph import followed

    joined: dict[int, list[int]] = {index: [] for index in board.indices()}
    for a, b in moves:
        joined[a].append(b)
        joined[b].append(a)
    for near in joined.values():
        near.sort()
    seen: set[int] = set()
    traced = []
    ends = [index for index, near in joined.items() if len(near) < 2]
    for first in [*ends, *joined]:
        if first not in seen:
            squares = tuple(followed(joined, first))
            seen.update(squares)
            traced.append((squares, len(squares) > 2 and squares[-1] in joined[first]))
    numbers = _numbers([squares for squares, _ in traced], before)
    parts = [CircuitPart(n, squares, closed) for n, (squares, closed) in zip(numbers, traced, strict=True)]
    return tuple(sorted(parts, key=lambda part: part.number))


def _numbers(traced: Sequence[Sequence[int]], before: Sequence[CircuitPart]) -> list[int]:
    """A number for each part: that of the part before which most of its squares come from."""
    number_of = {index: part.number for part in before for index in part.squares}
    shares = [
        (-count, number, i)
        for i, squares in enumerate(traced)
        for number, count in Counter(number_of[index] for index in squares if index in number_of).items()
    ]
    given: dict[int, int] = {}
    for _, number, i in sorted(shares):
        if i not in given and number not in given.values():
            given[i] = number
    free = max((part.number for part in before), default=0)
    numbers = []
    for i in range(len(traced)):
        if i not in given:
            free += 1
            given[i] = free
        numbers.append(given[i])
    return numbers

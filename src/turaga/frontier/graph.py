"""Nets: points, links with weights, and where a path may end. What the frontier method counts on any net.

A board is a net: its squares are the points, its moves the links, each of weight 1. A board folded together
by a symmetry (`turaga.count.folds`) is another, whose links stand for several moves each.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from turaga.board import Board
from turaga.count.request import Tours


@dataclass(frozen=True, kw_only=True)
class Graph:
    """Points 0, 1, 2, ... and what is counted on them: circuits through all of them, if `ends` is (0, 0), or
    paths with one end of each of two kinds, (1, 1), or with two of the first, (2, 0).

    Each circuit or path counts as often as the product of the weights of its links and ends. A link has two
    weights, for two sums.
    """

    links: tuple[Mapping[int, tuple[int, int]], ...]  # of each point, its neighbours and the weights
    first: Mapping[int, int]  # where an end of the first kind may be, with its weight
    second: Mapping[int, int]
    must_end: frozenset[int]
    ends: tuple[int, int]
    signed: bool = False  # whether the second sum is asked for

    @property
    def near(self) -> list[list[int]]:
        """Of each point its neighbours."""
        return [list(links) for links in self.links]


def lengthwise(board: Board) -> list[int]:
    """The numbers of all squares along the longer side of the board: an order that is narrow already.

    >>> lengthwise(Board("2x3"))
    [0, 3, 1, 4, 2, 5]
    """
    if board.cols <= board.rows:
        return list(board.indices())
    return sorted(board.indices(), key=lambda number: board.square(number)[::-1])


def graph_of(tours: Tours) -> Graph | None:
    """The board as a net, on which these tours are counted; None if there is but one square, or if the ends
    given rule every tour out.

    A closed tour with both ends given is an open one between them, if they are a move apart: the move that
    closes it is known.

    >>> net = graph_of(Tours.of("3x4", start="1,1"))
    >>> net.ends, dict(net.first), len(net.second), net.near[0]
    ((1, 1), {0: 1}, 11, [5, 7])
    """
    board, start, end = tours.board, tours.start, tours.end
    squares = lengthwise(board)
    point = {number: i for i, number in enumerate(squares)}
    if len(squares) == 1 or (start is not None and start == end):
        return None
    table = board.neighbour_table()
    links = tuple({point[there]: (1, 1) for there in table[here]} for here in squares)

    def net(first: Iterable[int], second: Iterable[int], must: Iterable[int], ends: tuple[int, int]) -> Graph:
        return Graph(
            links=links,
            first=dict.fromkeys(first, 1),
            second=dict.fromkeys(second, 1),
            must_end=frozenset(must),
            ends=ends,
        )

    if tours.closed and (start is None or end is None):
        return net((), (), (), (0, 0)) if len(squares) > 2 else None
    if start is None:
        return net(range(len(squares)), (), (), (2, 0))
    here = point[start]
    if end is None:
        return net([here], [p for p in range(len(squares)) if p != here], [here], (1, 1))
    there = point[end]
    if tours.closed and (there not in links[here] or len(squares) == 2):
        return None
    return net([here], [there], [here, there], (1, 1))

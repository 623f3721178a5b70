"""Graphs on which the frontier method counts: points, links with weights, and where a path may end.

A board is a graph. Its squares are the points and its moves are the links, each with weight 1. A board folded
by a symmetry (`turaga.counting.folds`) is also a graph; each of its links can stand for several moves.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from turaga.board import Board


@dataclass(frozen=True, kw_only=True)
class Graph:
    """Points 0, 1, 2, ... and what to count on them. If `ends` is (0, 0), circuits through all points are
    counted. If it is (1, 1), paths with one end of each of two kinds; if (2, 0), paths with two ends of the
    first kind.

    A circuit or path counts as the product of the weights of its links and ends. Each link has two weights,
    for two separate sums.
    """

    links: tuple[Mapping[int, tuple[int, int]], ...]  # for each point, its neighbours and the weights
    first: Mapping[int, int]  # the points where an end of the first kind may be, with its weight
    second: Mapping[int, int]
    must_end: frozenset[int]
    ends: tuple[int, int]
    signed: bool = False  # whether to compute the second sum

    @property
    def near(self) -> list[list[int]]:
        """The neighbours of each point."""
        return [list(links) for links in self.links]


def lengthwise(board: Board) -> list[int]:
    """The indices of all squares along the longer side of the board, an order whose frontier is narrow.

    >>> lengthwise(Board("2x3"))
    [0, 3, 1, 4, 2, 5]
    """
    if board.cols <= board.rows:
        return list(board.indices())
    return sorted(board.indices(), key=lambda index: board.square(index)[::-1])


def graph_of(board: Board, given: Sequence[int], ends: int) -> Graph:
    """The board as a graph on which to count tours with `ends` ends (2, or 0 if closed). Up to two ends can
    be fixed by their indices in `given`. Without fixed ends, each path is counted once.

    >>> graph = graph_of(Board("3x4"), [0], 2)
    >>> graph.ends, dict(graph.first), len(graph.second), graph.near[0]
    ((1, 1), {0: 1}, 11, [5, 7])
    """
    squares = lengthwise(board)
    point = {index: i for i, index in enumerate(squares)}
    table = board.neighbour_table()
    points = list(point.values())
    must_end = [point[index] for index in given]
    if must_end:  # one end is the first given; the other is the second given, or any other point if none
        first, second = must_end[:1], must_end[1:] or [p for p in points if p != must_end[0]]
        kinds = (1, 1)
    else:  # both ends are of one kind, if there are any
        first, second, kinds = points if ends else [], [], (ends, 0)
    return Graph(
        links=tuple({point[there]: (1, 1) for there in table[here]} for here in squares),
        first=dict.fromkeys(first, 1),
        second=dict.fromkeys(second, 1),
        must_end=frozenset(must_end),
        ends=kinds,
    )


def followed(near: dict[int, list[int]], start: int) -> list[int]:
    """The points of a path or circuit, from one of them on. It stops where it cannot go on.

    >>> followed({0: [1], 1: [0, 2], 2: [1]}, 0)
    [0, 1, 2]
    """
    walk, before, here = [start], -1, start
    while len(walk) < len(near):
        onward = [there for there in near[here] if there != before]
        if not onward or onward[0] == start:
            break
        before, here = here, onward[0]
        walk.append(here)
    return walk

"""Ties broken by the distance from the edge: two documents have it or propose it, and it is not one of the
tie-breaks of a rule."""

from turaga.board import Board
from turaga.greedy import Position
from turaga.rule import Rule


def edge_distance(board: Board, index: int) -> int:
    """How many squares lie between a square and the nearest edge.

    >>> [edge_distance(Board("8x8"), index) for index in (0, 9, 27)]
    [0, 1, 3]
    """
    row, col = board.square(index)
    return min(row, board.rows - 1 - row, col, board.cols - 1 - col)


def edge_walk(board: Board, start: int, rule: Rule) -> list[int]:
    """A walk by Warnsdorff's rule. Of equally good squares it takes the one nearest to an edge, and of those
    the first in the order of the rule. It takes about 4 microseconds per square.

    >>> len(edge_walk(Board("8x8"), 0, Rule("12345678")))
    64
    """
    edge = [edge_distance(board, index) for index in board.indices()]
    position = Position(board, rule)
    degree = position.degree
    position.enter(start)
    while near := position.candidates():
        position.enter(min(near, key=lambda index: (degree[index], edge[index])))
    return position.path

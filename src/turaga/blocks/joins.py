"""The joins of a plan: which moves of the blocks are removed, and which moves replace them."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from turaga.blocks.library import FACING, rails
from turaga.blocks.plan import BlockPlan
from turaga.board import Square


class Join(NamedTuple):
    """Two blocks (by their top left squares), the rails that are removed, and the moves that are added."""

    blocks: tuple[Square, Square]
    left_out: tuple[tuple[Square, Square], tuple[Square, Square]]
    put_in: tuple[tuple[Square, Square], tuple[Square, Square]]


def joins(plan: BlockPlan) -> Iterator[Join]:
    """Yield the joins, strip by strip from the top. There is one fewer than there are blocks.

    >>> from turaga.blocks.plan import make_plan
    >>> from turaga.board import Board
    >>> (join,) = joins(make_plan(Board("6x18"), (0, 0)))
    >>> join.left_out
    (((0, 8), (2, 9)), ((3, 11), (1, 10)))
    >>> join.put_in
    (((0, 8), (1, 10)), ((3, 11), (2, 9)))
    """
    before: tuple[int, int] | None = None
    spine = (plan.cols.first, plan.cols.length)
    for rows in plan.rows.each():
        if before is not None:
            yield _join("B", before, spine, rows, spine)
        for left, right in pairwise(plan.cols.each()):
            yield _join("R", rows, left, rows, right)
        before = rows


def _join(
    rail: str,
    rows: tuple[int, int],
    cols: tuple[int, int],
    next_rows: tuple[int, int],
    next_cols: tuple[int, int],
) -> Join:
    """The join of a block and the next one by a rail. Rows and columns are (first, length)."""
    corner, next_corner = (rows[0], cols[0]), (next_rows[0], next_cols[0])
    out, home = _placed(rails(rows[1], cols[1])[rail], corner)
    away, there = _placed(rails(next_rows[1], next_cols[1])[FACING[rail]], next_corner)
    return Join((corner, next_corner), ((out, home), (away, there)), ((out, there), (away, home)))


def _placed(rail: tuple[Square, Square], corner: Square) -> tuple[Square, Square]:
    """A rail of the block at `corner`, as squares of the board."""
    (r1, c1), (r2, c2) = rail
    return (corner[0] + r1, corner[1] + c1), (corner[0] + r2, corner[1] + c2)

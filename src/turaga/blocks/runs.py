"""The tour as runs, each within one block: the meaning of a plan, in plain Python.

This is the readable definition. `arrays` gives the same tour faster, and `patches` and `implicit` answer
questions about it without making it.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from turaga.blocks.library import FACING, rails
from turaga.blocks.plan import BlockPlan, Chain, Unit
from turaga.board import Square


class BlockRun(NamedTuple):
    """A part of the tour within one block: its `squares`, and the block's top left square and shape.

    `forward` means that it is walked in the direction that the block has in the library.
    """

    block: Square
    shape: tuple[int, int]
    squares: tuple[Square, ...]
    forward: bool


def runs(plan: BlockPlan) -> Iterator[BlockRun]:
    """Yield the runs in the order of the tour, about two for each block.

    >>> from turaga.blocks.plan import make_plan
    >>> from turaga.board import Board
    >>> for run in runs(make_plan(Board("6x18"), (0, 0))):
    ...     print(run.block, run.shape, run.squares[0], run.squares[-1], len(run.squares))
    (0, 0) (6, 10) (0, 0) (0, 8) 55
    (0, 10) (6, 8) (1, 10) (3, 11) 48
    (0, 0) (6, 10) (2, 9) (1, 2) 5
    """
    held: BlockRun | None = None
    for run in _unit_runs(plan.root, plan.rows.first, 0, ahead=True, backward=False):
        if held is None:
            held = run
        elif run.block == held.block:  # at the end of a chain, the way back follows directly
            held = held._replace(squares=held.squares + run.squares)
        else:
            yield held
            held = run
    assert held is not None
    yield held


def _unit_runs(unit: Unit, row: int, col: int, *, ahead: bool, backward: bool) -> Iterator[BlockRun]:
    """Yield the runs of a unit before the rail onward, or after it."""
    pieces = [piece for piece in unit.pieces if (piece.first < unit.ahead) == ahead]
    left = col + unit.col
    for piece in reversed(pieces) if backward else pieces:
        if piece.chain is not None:
            yield from _chain_runs(piece.chain, row, col, backward=backward == piece.straight)
        else:
            first = piece.first - piece.skip
            part = unit.block.path[first : first + piece.size]
            squares = tuple((row + r, left + c) for r, c in (reversed(part) if backward else part))
            yield BlockRun((row, left), (unit.block.rows, unit.block.cols), squares, not backward)


def _chain_runs(chain: Chain, row: int, col: int, *, backward: bool) -> Iterator[BlockRun]:
    """Yield the runs of a chain: out through one part of each unit, and back through the other."""
    for out in (True, False):
        for link in chain.links if out else reversed(chain.links):
            for i in range(link.count) if out else reversed(range(link.count)):
                yield from _unit_runs(
                    link.unit,
                    row + link.origin[0] + i * link.step[0],
                    col + link.origin[1] + i * link.step[1],
                    ahead=out != backward,
                    backward=backward,
                )


def tour_indices(plan: BlockPlan) -> list[int]:
    """The tour as indices of squares. It takes about half a microsecond a square.

    >>> from turaga.blocks.plan import make_plan
    >>> from turaga.board import Board
    >>> tour_indices(make_plan(Board("5x6"), (0, 0)))[:4]
    [0, 8, 4, 17]
    """
    cols = plan.board.cols
    return [row * cols + col for run in runs(plan) for row, col in run.squares]


# -- joins: which moves of the blocks are removed, and which moves replace them ------------------------------


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

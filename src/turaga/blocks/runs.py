"""The tour as runs, each within one block: the meaning of a plan, in plain Python.

This is the readable definition. `arrays` gives the same tour faster, and `patches` and `implicit` answer
questions about it without making it.
"""

from collections.abc import Iterator
from typing import NamedTuple

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

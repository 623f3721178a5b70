"""The plan of a tour made of rail blocks: which blocks there are, and in which order they are walked.

The blocks of a row of blocks, a *strip*, are joined side by side, and the strips in the column of blocks
that holds the start, the *spine*. So the walk goes through the block of the start, and where that has a
rail in use it goes out into a *chain* of blocks and comes back: left and right into blocks, up and down
into strips. In a chain it walks each block as far as the rail to the next, walks all that lies beyond, and
on its way back the rest: out through the first parts, and back through the second ones.

Because all closed blocks walk their rails in one sense, every block is walked in the sense in which it
stands in the library. Only where an open tour walks a rail the other way is a chain walked backwards.

A chain repeats a few kinds of blocks, so its plan is short however long it is.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from turaga.blocks.library import FACING, Block, closed_block, open_block
from turaga.blocks.sides import Cut, SideCut, cut_side
from turaga.board import KNIGHT, Board, Square
from turaga.errors import BadBoard, BadSquare
from turaga.text import show
from turaga.theory import colour

LEAST_SIDE = 5
ACCEPTED = f"both sides must be {LEAST_SIDE} or more, without holes, and the leaper the knight"


@dataclass(frozen=True, slots=True)
class Piece:
    """What is walked in a unit at one go: a stretch of its block, or a chain that hangs on it."""

    first: int  # how many squares of the unit come before it
    size: int
    skip: int  # of a stretch: how many of the squares before it are not of the block
    chain: "Chain | None"
    straight: bool  # of a chain: not walked backwards


@dataclass(frozen=True, slots=True)
class Unit:
    """What a chain repeats: a block, or a strip, which is a block and the chains left and right of it."""

    block: Block
    col: int  # where the block begins, seen from the unit's left edge
    pieces: tuple[Piece, ...]
    ahead: int  # how many squares come before the rail to the next unit
    size: int


@dataclass(frozen=True, slots=True)
class Link:
    """Units all alike, one after the other."""

    unit: Unit
    count: int
    origin: Square  # the top left square of the first, seen from the unit the chain hangs on
    step: Square  # from each to the next


@dataclass(frozen=True, slots=True)
class Chain:
    """Units joined one to the next, the nearest first."""

    links: tuple[Link, ...]
    size: int


@dataclass(frozen=True, slots=True)
class BlockPlan:
    """A board, a start, how the sides are cut, and the block of the start with all that hangs on it."""

    board: Board
    start: Square
    rows: SideCut
    cols: SideCut
    root: Unit

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return self.rows.parts * self.cols.parts


def takes(board: Board) -> bool:
    """Whether the board can be made of rail blocks: no holes, the knight, and both sides 5 or more.

    >>> takes(Board("5x100")), takes(Board("4x100"))
    (True, False)
    """
    return min(board.rows, board.cols) >= LEAST_SIDE and not board.hole_indices and board.leaper == KNIGHT


def make_plan(board: Board, start: Square) -> BlockPlan:
    """The plan for a board that `takes` takes and a start that colour allows; `BadBoard` or `BadSquare` for
    others. Its cost does not depend on the board's size.

    >>> plan = make_plan(Board("26x1000000000"), (20, 0))
    >>> print(plan.rows, "by", plan.cols)
    2 x 10 + 6 by 100000000 x 10
    >>> plan.rows.index, plan.root.block.path[0], plan.root.size
    (2, (0, 0), 26000000000)
    """
    if not takes(board):
        problem = f"board {board} is not made of rail blocks"
        raise BadBoard(problem, accepted=ACCEPTED, field="board", value=str(board))
    odd = board.size % 2 == 1
    if odd and colour(start):
        raise BadSquare(
            f"square {show(start)} starts no tour of {board}",
            accepted="on an odd board give a square whose row and column add up to an even number",
            field="start",
            value=start,
        )
    rows = cut_side(board.rows, start[0], odd_over=odd)
    cols = cut_side(board.cols, start[1], odd_over=odd)
    inside = (start[0] - rows.first, start[1] - cols.first)
    make_block = open_block if odd else closed_block
    block = make_block(rows.length, cols.length, inside)
    hung = _beside(rows.length, cols)
    for rail, (parts, edge, sign) in {
        "T": (rows.before[::-1], 0, -1),
        "B": (rows.after, rows.length, 1),
    }.items():
        links = [
            Link(_strip(height, cols, FACING[rail], rail), count, (row, 0), (sign * height, 0))
            for height, count, row in _outward(parts, edge, sign)
        ]
        hung |= _chain(rail, links)
    return BlockPlan(board, start, rows, cols, _unit(block, cols.first, hung))


def _outward(parts: Cut, edge: int, sign: int) -> Iterator[tuple[int, int, int]]:
    """The parts that follow an edge, nearest first, as length, count and where the first of them begins."""
    for length, count in parts:
        yield length, count, edge if sign > 0 else edge - length
        edge += sign * length * count


def _strip(height: int, cols: SideCut, entry: str, onward: str) -> Unit:
    """A strip of a chain that comes in by one rail and goes on by another."""
    block = closed_block(height, cols.length, entry)
    return _unit(block, cols.first, _beside(height, cols), onward)


def _beside(height: int, cols: SideCut) -> dict[str, Chain]:
    """The chains left and right of a strip's block on the spine."""
    hung: dict[str, Chain] = {}
    first, last = cols.first, cols.first + cols.length
    for rail, (parts, edge, sign) in {
        "L": (cols.before[::-1], first, -1),
        "R": (cols.after, last, 1),
    }.items():
        links = [
            Link(
                _unit(closed_block(height, width, FACING[rail]), 0, {}, rail),
                count,
                (0, col),
                (0, sign * width),
            )
            for width, count, col in _outward(parts, edge, sign)
        ]
        hung |= _chain(rail, links)
    return hung


def _chain(rail: str, links: list[Link]) -> dict[str, Chain]:
    """The chain by the rail on which it hangs, if it has any units."""
    return {rail: Chain(tuple(links), sum(link.count * link.unit.size for link in links))} if links else {}


def _unit(block: Block, col: int, hung: Mapping[str, Chain], onward: str | None = None) -> Unit:
    """The block with the chains that hang on it, walked as far as the rail onward and then to its end."""
    cuts = sorted((block.cut(rail), rail) for rail in (*hung, *([onward] if onward else [])))
    pieces: list[Piece] = []
    done = skip = 0  # squares of the block, and of the chains
    ahead = None
    for (at, straight), rail in cuts:
        pieces.append(Piece(done + skip, at - done, skip, None, True))
        done = at
        if rail == onward:
            ahead = done + skip
        else:
            pieces.append(Piece(done + skip, hung[rail].size, 0, hung[rail], straight))
            skip += hung[rail].size
    if done < len(block.path):
        pieces.append(Piece(done + skip, len(block.path) - done, skip, None, True))
    size = len(block.path) + skip
    return Unit(block, col, tuple(pieces), size if ahead is None else ahead, size)

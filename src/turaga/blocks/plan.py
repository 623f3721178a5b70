"""The plan of a tour made of rail blocks: which blocks there are, and in which order the tour visits them.

A row of blocks is a *strip*. The blocks of a strip are joined side by side. The strips are joined in the
column of blocks that contains the start, the *spine*. So the walk goes through the start's block, and at each
rail that is in use it leaves for a *chain* and returns: to the left and right for blocks, up and down for
strips. In a chain it walks each block as far as the rail to the next, then everything beyond, and the rest of
the block on its way back. So it goes out through the first parts of the blocks and back through their second
parts.

All closed blocks use their rails in the same direction, so every block is walked in the direction that it has
in the library. Only if an open tour uses a rail in the opposite direction is a chain walked backwards.

A chain repeats a few kinds of blocks, so its plan is short no matter how long the chain is.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from turaga.blocks.library import FACING, Block, closed_block, open_block
from turaga.board import KNIGHT, Board, Square
from turaga.errors import BadBoard, BadSquare
from turaga.theory import colour

LEAST_SIDE = 5
ACCEPTED = f"both sides must be {LEAST_SIDE} or more, with no holes and with the knight"


# -- cutting a side of the board into parts: tens, and then the rest -----------------------------------------

# Every whole number from 5 on can be cut into even parts of 6, 8 and 10 and, if it is odd, one odd part of 5,
# 7, 9 or 11. On a board of odd area the odd part is placed over the start, with an even number of rows (or
# columns) before it, so that the start has the same colour in its block as on the board.

Cut = tuple[tuple[int, int], ...]  # (length, number of parts of this length one after another), in order
_TEN = 10
# How to cut the rest after tens. If tens leave a rest of 1, 2, 3 or 4, one ten fewer is used.
_REST: dict[int, Cut] = {
    0: (),
    5: ((5, 1),),
    6: ((6, 1),),
    7: ((7, 1),),
    8: ((8, 1),),
    9: ((9, 1),),
    11: ((11, 1),),
    12: ((6, 2),),
    13: ((7, 1), (6, 1)),
    14: ((8, 1), (6, 1)),
}


@dataclass(frozen=True, slots=True)
class SideCut:
    """A side cut into parts, relative to the part over the start."""

    before: Cut
    first: int  # the first row or column of the part over the start
    length: int  # of that part
    after: Cut

    @property
    def parts(self) -> int:
        """The number of parts."""
        return 1 + sum(count for _, count in chain(self.before, self.after))

    @property
    def index(self) -> int:
        """The number of parts before the one over the start."""
        return sum(count for _, count in self.before)

    def each(self) -> Iterator[tuple[int, int]]:
        """Yield every part in order: where it begins, and its length.

        >>> list(cut_side(36, 17, odd_over=False).each())
        [(0, 10), (10, 10), (20, 10), (30, 6)]
        """
        first = 0
        for length, count in (*self.before, (self.length, 1), *self.after):
            for _ in range(count):
                yield first, length
                first += length

    def __str__(self) -> str:
        cut: list[tuple[int, int]] = []
        for length, count in (*self.before, (self.length, 1), *self.after):
            if cut and cut[-1][0] == length:
                count += cut.pop()[1]
            cut.append((length, count))
        return " + ".join(str(length) if count == 1 else f"{count} x {length}" for length, count in cut)


def cut_side(length: int, at: int, *, odd_over: bool) -> SideCut:
    """Cut a side of 5 or more into parts, relative to the part that contains row or column `at`.

    With `odd_over`, the odd part of an odd side is placed there.

    >>> print(cut_side(10**9 + 4, 0, odd_over=False))
    99999999 x 10 + 8 + 6
    >>> cut_side(36, 17, odd_over=False)
    SideCut(before=((10, 1),), first=10, length=10, after=((10, 1), (6, 1)))
    >>> print(cut_side(33, 17, odd_over=True))
    8 + 11 + 8 + 6
    """
    if length % 2 and odd_over:
        return _odd_over(length, at)
    cut = _cut(length)
    before: list[tuple[int, int]] = []
    first = 0
    for i, (part, count) in enumerate(cut):
        if at < first + part * count:
            index = (at - first) // part
            before += [(part, index)] * (index > 0)
            rest = [(part, count - 1 - index)] * (index < count - 1)
            return SideCut(tuple(before), first + part * index, part, (*rest, *cut[i + 1 :]))
        before.append((part, count))
        first += part * count
    raise AssertionError(f"{at} is not on a side of length {length}")


def _odd_over(length: int, at: int) -> SideCut:
    """The cut with the fewest parts that has the odd part over `at`."""
    sides = [
        SideCut(_cut(first), first, part, _cut(length - first - part))
        for part in (11, 9, 7, 5)
        for first in range(max(0, at - part + 1), min(at, length - part) + 1)
        if _can_be_cut(first) and _can_be_cut(length - first - part)
    ]
    return min(sides, key=lambda side: side.parts)


def _can_be_cut(length: int) -> bool:
    """Whether a length is a sum of even parts."""
    return length % 2 == 0 and length not in (2, 4)


def _cut(length: int) -> Cut:
    """A length that can be cut, as tens and the rest."""
    rest = length % _TEN
    if rest not in _REST:
        rest += _TEN
    tens = (length - rest) // _TEN
    return ((_TEN, tens), *_REST[rest]) if tens else _REST[rest]


# -- the plan ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Piece:
    """A continuous part of the walk through a unit: a part of its block, or a chain attached to it."""

    first: int  # the number of squares of the unit that come before it
    size: int
    skip: int  # for a part of the block: how many of the squares before it are not in the block
    chain: "Chain | None"
    straight: bool  # for a chain: whether it is walked forwards


@dataclass(frozen=True, slots=True)
class Unit:
    """What a chain repeats: a block, or a strip, which is a block with the chains left and right of it."""

    block: Block
    col: int  # where the block begins, relative to the unit's left edge
    pieces: tuple[Piece, ...]
    ahead: int  # the number of squares before the rail to the next unit
    size: int


@dataclass(frozen=True, slots=True)
class Link:
    """Identical units, one after another."""

    unit: Unit
    count: int
    origin: Square  # the top left square of the first, relative to the unit that the chain is attached to
    step: Square  # from each unit to the next


@dataclass(frozen=True, slots=True)
class Chain:
    """Units that are joined one to the next, the nearest first."""

    links: tuple[Link, ...]
    size: int


@dataclass(frozen=True, slots=True)
class BlockPlan:
    """A board, a start, how the sides are cut, and the start's block with everything attached to it."""

    board: Board
    start: Square
    rows: SideCut
    cols: SideCut
    root: Unit

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return self.rows.parts * self.cols.parts


def takes(board: Board) -> bool:
    """Whether the board can be built from rail blocks: no holes, the knight, and both sides 5 or more.

    >>> takes(Board("5x100")), takes(Board("4x100"))
    (True, False)
    """
    return min(board.rows, board.cols) >= LEAST_SIDE and not board.hole_indices and board.leaper == KNIGHT


def make_plan(board: Board, start: Square) -> BlockPlan:
    """The plan for a board and a start, or `BadBoard` or `BadSquare` if there is none.

    `takes` must be true of the board, and colours must allow the start. The cost does not depend on the size
    of the board.

    >>> plan = make_plan(Board("26x1000000000"), (20, 0))
    >>> print(plan.rows, "by", plan.cols)
    2 x 10 + 6 by 100000000 x 10
    >>> plan.rows.index, plan.root.block.path[0], plan.root.size
    (2, (0, 0), 26000000000)
    """
    if not takes(board):
        problem = f"board {board} cannot be built from rail blocks"
        raise BadBoard(problem, accepted=ACCEPTED, field="board")
    odd = board.size % 2 == 1
    if odd and colour(start):
        raise BadSquare(
            f"no tour of {board} starts on square {board.show(start)}",
            accepted="on a board with an odd number of squares, row plus column of the start must be even",
            field="start",
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
    """Yield the parts that follow an edge, nearest first: length, count, and where the first one begins."""
    for length, count in parts:
        yield length, count, edge if sign > 0 else edge - length
        edge += sign * length * count


def _strip(height: int, cols: SideCut, entry: str, onward: str) -> Unit:
    """A strip of a chain that is entered by one rail and left by another."""
    block = closed_block(height, cols.length, entry)
    return _unit(block, cols.first, _beside(height, cols), onward)


def _beside(height: int, cols: SideCut) -> dict[str, Chain]:
    """The chains to the left and right of a strip's block on the spine."""
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
    """The chain, by the rail that it is attached to; empty if it has no units."""
    return {rail: Chain(tuple(links), sum(link.count * link.unit.size for link in links))} if links else {}


def _unit(block: Block, col: int, hung: Mapping[str, Chain], onward: str | None = None) -> Unit:
    """The block with its chains attached, walked as far as the rail onward and then to its end."""
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

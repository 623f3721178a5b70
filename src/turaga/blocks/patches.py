"""The step of every square by arithmetic: the board as a few patches of identical blocks.

A patch is a rectangle of blocks of one shape that are all reached in the same way from the start's block. The
step of a square depends linearly on the position of its block. One unit further along a chain, the squares on
the way out come later by the number of squares that the unit has on the way out. The squares on the way back
come earlier by the number that it has on the way back. A board has at most 7 x 7 patches, whatever its size.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from turaga.blocks.plan import BlockPlan, Chain, Link, Piece, Unit

Numbers = tuple[int, ...]  # one for each square of a block, row by row


@dataclass(frozen=True, slots=True)
class Patch:
    """The columns of one link in a band of strips.

    Take the square in row `r` and column `c` of block `j` of strip `i`, counted away from the start's block.
    Its number is `base[x] + i * down[x] + j * across[x]`, where x is r * width + c. Numbers are 0-based here.
    """

    left: int  # the first column of block j = 0
    width: int
    sign: int  # 1 if blocks follow to the right, -1 if to the left
    count: int
    base: Numbers
    down: Numbers
    across: Numbers


@dataclass(frozen=True, slots=True)
class BlockBand:
    """Identical strips, each below (sign 1) or above (sign -1) the one before, with their patches."""

    top: int  # the first row of strip i = 0
    height: int
    sign: int
    count: int
    patches: tuple[Patch, ...]


def make_bands(plan: BlockPlan) -> tuple[BlockBand, ...]:
    """The bands of a plan, from the top down. The cost does not depend on the size of the board.

    >>> from turaga.blocks.plan import make_plan
    >>> from turaga.board import Board
    >>> for band in make_bands(make_plan(Board("20x1000000006"), (0, 0))):
    ...     print(band.top, band.count, [(patch.left, patch.count) for patch in band.patches])
    0 1 [(0, 1), (10, 99999999), (1000000000, 1)]
    10 1 [(0, 1), (10, 99999999), (1000000000, 1)]
    """
    row = plan.rows.first
    root = plan.root
    bands = [BlockBand(row, root.block.rows, 1, 1, _in_order(_unit_patches(root)))]
    for piece in root.pieces:
        if piece.chain is not None and piece.chain.links[0].step[0]:
            bands += _chain_bands(piece.chain, piece, row)
    return tuple(sorted(bands, key=lambda band: band.top))


def _in_order(patches: Iterator[Patch]) -> tuple[Patch, ...]:
    return tuple(sorted(patches, key=lambda patch: patch.left))


def _chain_bands(chain: Chain, piece: Piece, row: int) -> Iterator[BlockBand]:
    """The bands of a chain of strips, which is a piece of the unit that contains the start."""
    for link, out, back in _placed(chain):
        unit = link.unit
        patches = []
        for patch in _unit_patches(unit):
            # A chain lies entirely before or after the rail onward, so its first block decides for all.
            ahead = [place < unit.ahead for place in patch.base]
            base = [p + (out if a else back) for p, a in zip(patch.base, ahead, strict=True)]
            down = [unit.ahead if a else unit.ahead - unit.size for a in ahead]
            patches.append(_shifted(patch, base, down, piece))
        sign = 1 if link.step[0] > 0 else -1
        yield BlockBand(row + link.origin[0], unit.block.rows, sign, link.count, _in_order(iter(patches)))


def _unit_patches(unit: Unit) -> Iterator[Patch]:
    """The patches of a strip. Numbers are places in the strip."""
    block = unit.block
    nothing = (0,) * len(block.path)
    places: dict[tuple[int, int], int] = {}
    for piece in unit.pieces:
        if piece.chain is None:
            first = piece.first - piece.skip
            part = block.path[first : first + piece.size]
            places |= {square: piece.first + i for i, square in enumerate(part)}
        elif piece.chain.links[0].step[1]:
            for link, out, back in _placed(piece.chain):
                yield _link_patch(link, out, back, piece)
    base = tuple(places[r, c] for r in range(block.rows) for c in range(block.cols))
    yield Patch(unit.col, block.cols, 1, 1, base, nothing, nothing)


def _link_patch(link: Link, out: int, back: int, piece: Piece) -> Patch:
    """The patch of one link of a chain of blocks."""
    unit = link.unit
    block = unit.block
    place = {square: i for i, square in enumerate(block.path)}
    places = [place[r, c] for r in range(block.rows) for c in range(block.cols)]
    base = [p + (out if p < unit.ahead else back) for p in places]
    across = tuple(unit.ahead if p < unit.ahead else unit.ahead - unit.size for p in places)
    sign = 1 if link.step[1] > 0 else -1
    nothing = (0,) * len(places)
    patch = Patch(link.origin[1], block.cols, sign, link.count, nothing, nothing, across)
    return _shifted(patch, base, [0] * len(places), piece)


def _placed(chain: Chain) -> Iterator[tuple[Link, int, int]]:
    """Yield each link with what to add to a place in its first unit to get the place in the chain: one number
    for places before the rail onward, and one for places after it."""
    first, last = 0, chain.size
    for link in chain.links:
        unit = link.unit
        yield link, first, last - unit.size
        first += link.count * unit.ahead
        last -= link.count * (unit.size - unit.ahead)


def _shifted(patch: Patch, base: list[int], down: list[int], piece: Piece) -> Patch:
    """The patch, with places in a chain converted to places in the unit that the chain is attached to."""
    if piece.straight:
        sign, first = 1, piece.first
    else:
        sign, first = -1, piece.first + piece.size - 1
    return replace(
        patch,
        base=tuple(first + sign * b for b in base),
        down=tuple(sign * d for d in down),
        across=tuple(sign * a for a in patch.across),
    )

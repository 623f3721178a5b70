"""Big tours as arrays: the squares in order, and the number grid, as a whole or row by row.

Both are copied from a few first parts. The walk through one unit of a chain is the walk through the unit
before it, shifted by a constant. The numbers there are the same numbers too, plus or minus a constant. numpy
adds such a constant about as fast as memory can store the sum.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, BinaryIO

from turaga.blocks.patches import BlockBand, Patch, make_bands
from turaga.blocks.plan import BlockPlan, Chain, Unit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MOST = 1 << 22  # how many numbers are in memory at a time while a grid is written row by row


# -- the squares in order -------------------------------------------------------------------------


def tour_array(plan: BlockPlan) -> "NDArray[np.int32]":
    """The tour as indices of squares, at most 2^31 of them. It takes about 2 nanoseconds a square.

    >>> from turaga.blocks.plan import make_plan
    >>> from turaga.board import Board
    >>> tour_array(make_plan(Board("5x6"), (0, 0)))[:4].tolist()
    [0, 8, 4, 17]
    """
    import numpy as np

    tour = np.empty(plan.board.size, dtype=np.int32)
    _fill_unit(plan.root, tour, tour[:0], plan.rows.first * plan.board.cols, plan.board.cols)
    return tour


def _fill_unit(
    unit: Unit, ahead: "NDArray[np.int32]", behind: "NDArray[np.int32]", corner: int, cols: int
) -> None:
    """Fill in the squares of a unit that come before and after the rail onward.

    `corner` is the index of the unit's top left square.
    """
    import numpy as np

    path = np.array([r * cols + unit.col + c for r, c in unit.block.path], dtype=np.int32)
    path += corner
    for piece in unit.pieces:
        if piece.first < unit.ahead:
            part = ahead[piece.first : piece.first + piece.size]
        else:
            part = behind[piece.first - unit.ahead : piece.first - unit.ahead + piece.size]
        if piece.chain is None:
            part[:] = path[piece.first - piece.skip : piece.first - piece.skip + piece.size]
        else:
            _fill_chain(piece.chain, part if piece.straight else part[::-1], corner, cols)


def _fill_chain(chain: Chain, part: "NDArray[np.int32]", corner: int, cols: int) -> None:
    """Fill in the squares of a chain: the first unit of each link, and from that the others."""
    import numpy as np

    first, last = 0, chain.size
    for link in chain.links:
        unit, count = link.unit, link.count
        rest = unit.size - unit.ahead
        out = part[first : first + count * unit.ahead].reshape(count, unit.ahead)
        back = part[last - count * rest : last].reshape(count, rest)[::-1]
        _fill_unit(unit, out[0], back[0], corner + link.origin[0] * cols + link.origin[1], cols)
        moved = np.arange(1, count, dtype=np.int32)[:, None] * np.int32(link.step[0] * cols + link.step[1])
        np.add(out[0], moved, out=out[1:])
        np.add(back[0], moved, out=back[1:])
        first += count * unit.ahead
        last -= count * rest


# -- the number grid ------------------------------------------------------------------------------


def number_grid(plan: BlockPlan) -> "NDArray[np.int32]":
    """The number grid, with 1 on the start, for at most 2^31 squares. It takes about 2 nanoseconds a square.

    >>> from turaga.blocks.plan import make_plan
    >>> from turaga.board import Board
    >>> number_grid(make_plan(Board("5x6"), (0, 0)))[0].tolist()
    [1, 18, 11, 26, 3, 16]
    """
    import numpy as np

    board = plan.board
    grid = np.empty((board.rows, board.cols), dtype=np.int32)
    for band in make_bands(plan):
        _fill_band(band, grid[_rows_of(band, 0, band.count)], 0, band.count, 0, band.height)
    return grid


def grid_rows(plan: BlockPlan, most: int = _MOST) -> "Iterator[NDArray[np.int32]]":
    """Yield the number grid some rows at a time, from the top: at most `most` numbers, or a single row.

    The arrays share their memory, so each is valid only until the next one is made.

    >>> from turaga.blocks.plan import make_plan
    >>> from turaga.board import Board
    >>> rows = grid_rows(make_plan(Board("12x12"), (0, 0)), most=30)
    >>> [len(part) for part in rows]
    [2, 2, 2, 2, 2, 2]
    """
    import numpy as np

    cols = plan.board.cols
    held: NDArray[np.int32] = np.empty((max(1, min(most // cols, plan.board.rows)), cols), dtype=np.int32)
    for band in make_bands(plan):
        strips = len(held) // band.height
        if strips:
            for first in range(0, band.count, strips):
                count = min(strips, band.count - first)
                i = first if band.sign > 0 else band.count - first - count
                part = held[: count * band.height]
                _fill_band(band, part, i, i + count, 0, band.height)
                yield part
        else:
            for at in range(band.count):
                i = at if band.sign > 0 else band.count - 1 - at
                for top in range(0, band.height, len(held)):
                    part = held[: min(len(held), band.height - top)]
                    _fill_band(band, part, i, i + 1, top, top + len(part))
                    yield part


def stream_npy(
    plan: BlockPlan, file: BinaryIO, *, most: int = _MOST, tick: Callable[[int], object] | None = None
) -> None:
    """Write the number grid as a numpy file, with only some rows in memory at a time.

    `tick` is called with the number of rows written so far.

    >>> import io
    >>> import numpy as np
    >>> from turaga.blocks.plan import make_plan
    >>> from turaga.board import Board
    >>> held = io.BytesIO()
    >>> stream_npy(make_plan(Board("5x6"), (0, 0)), held)
    >>> np.load(io.BytesIO(held.getvalue())).shape
    (5, 6)
    """
    import numpy as np

    header = {
        "descr": np.lib.format.dtype_to_descr(np.dtype(np.int32)),
        "fortran_order": False,
        "shape": (plan.board.rows, plan.board.cols),
    }
    np.lib.format.write_array_header_1_0(file, header)
    done = 0
    for rows in grid_rows(plan, most):
        file.write(rows.data)
        done += len(rows)
        if tick is not None:
            tick(done)


def _rows_of(band: BlockBand, first: int, last: int) -> slice:
    """The rows of the strips from `first` up to but not including `last`, counted away from the start."""
    if band.sign > 0:
        return slice(band.top + first * band.height, band.top + last * band.height)
    return slice(band.top - (last - 1) * band.height, band.top - (first - 1) * band.height)


def _fill_band(
    band: BlockBand, rows: "NDArray[np.int32]", first: int, last: int, top: int, bottom: int
) -> None:
    """Fill rows `top` to `bottom` of the strips `first` to `last`, the ends not included.

    If there is more than one strip, `top` and `bottom` must span whole strips.
    """
    strips = rows.reshape(last - first, bottom - top, rows.shape[1])[:: band.sign]
    for patch in band.patches:
        width = patch.count * patch.width
        left = patch.left if patch.sign > 0 else patch.left + patch.width - width
        _fill_patch(patch, strips[:, :, left : left + width], first, top, bottom)


def _fill_patch(patch: Patch, strips: "NDArray[np.int32]", first: int, top: int, bottom: int) -> None:
    """Fill the columns of a patch in the strips of a band, from strip `first` on."""
    import numpy as np

    part = slice(top * patch.width, bottom * patch.width)
    block = (bottom - top, 1, patch.width)
    base = np.array(patch.base[part]).reshape(block)
    down = np.array(patch.down[part]).reshape(block)
    across = np.array(patch.across[part]).reshape(block)
    base += 1 + first * down  # the start is step 1
    by_block = strips.reshape(len(strips), bottom - top, patch.count, patch.width)[:, :, :: patch.sign]
    j = np.arange(patch.count, dtype=np.int32)[:, None]
    np.multiply(across.astype(np.int32), j, out=by_block[0])
    by_block[0] += base.astype(np.int32)
    i = np.arange(1, len(strips), dtype=np.int32)[:, None, None]
    if (down == down[0, 0, 0]).all():  # a chain is shifted as a whole
        np.add(strips[0], i * np.int32(down[0, 0, 0]), out=strips[1:])
    else:
        np.multiply(down.astype(np.int32), i[..., None], out=by_block[1:])
        by_block[1:] += by_block[0]

"""Number grids from numpy files."""

import contextlib
import io
import warnings
from math import prod
from tokenize import TokenError
from typing import TYPE_CHECKING, Any

from turaga.errors import BadText
from turaga.notation.formats import LARGEST_TEXT, MOST_NUMBER, MOST_SQUARES, require_area
from turaga.text import plural, short, show

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NPY_MAGIC = b"\x93NUMPY"
_LONGEST_HEADER = 10_000  # numpy's own limit: evaluating a longer header could take long


def largest_file(start: bytes | bytearray) -> int:
    """The most bytes that a file with a walk may have, if it begins like this: as many as a text, unless the
    header of a numpy file promises more."""
    if start.startswith(NPY_MAGIC):
        with contextlib.suppress(BadText):
            shape, _, dtype, body = _header(start)
            if 0 < (area := prod(shape)) <= MOST_SQUARES:
                return max(LARGEST_TEXT, body + area * dtype.itemsize)
    return LARGEST_TEXT


def scan_npy(data: bytes | bytearray) -> "tuple[int, int, NDArray[Any]]":
    """The rows, the columns and the flat numbers of a numpy file, which must contain a grid of whole numbers.

    The sizes in the header are checked before any number is read, and the numbers are not copied. So a header
    that promises more than the file contains costs nothing. Nothing is ever unpickled.
    """
    shape, in_columns, dtype, body = _header(data)
    if len(shape) != 2:
        raise BadText(
            f"the numpy file contains an array with {plural(len(shape), 'dimension')}",
            accepted="a number grid has 2 dimensions",
            value=shape,
        )
    if dtype.kind not in "iu":
        raise BadText(
            f"the numpy file contains values of type {dtype.str[1:]!r}",
            accepted="a number grid has whole numbers",
            value=dtype.str,
        )
    rows, cols = shape
    if max(shape) > MOST_NUMBER:
        says = f"{short(str(rows))} by {short(str(cols))}"
        raise BadText(
            f"the numpy file claims to be {says}", accepted="that is too large for a board", value=shape
        )
    require_area(rows, cols)
    if rows < 1 or cols < 1:
        raise BadText(
            f"the numpy file contains a {rows}x{cols} array",
            accepted="a board has at least one square",
            value=shape,
        )
    need, there = rows * cols * dtype.itemsize, len(data) - body
    if there < need:
        raise BadText(
            f"the numpy file is cut off: a {rows}x{cols} grid needs {plural(need, 'byte')}, but the file "
            f"contains only {there}"
        )
    return rows, cols, _numbers(data, body, dtype, rows, cols, in_columns=in_columns)


def _header(data: bytes | bytearray) -> "tuple[tuple[int, ...], bool, np.dtype[Any], int]":
    """The shape, whether the numbers are stored column by column, their type, and where they begin."""
    from numpy.lib import format as npy

    file = io.BytesIO(data[: _LONGEST_HEADER + 12])
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a header written by Python 2 is read, with a warning
            first, _ = npy.read_magic(file)
            # Versions 2 and 3 differ only in how they encode the names of fields, and a grid has no fields.
            read_header = npy.read_array_header_1_0 if first == 1 else npy.read_array_header_2_0
            shape, in_columns, dtype = read_header(file, max_header_size=_LONGEST_HEADER)
    except (ValueError, TypeError, SyntaxError, TokenError, RecursionError, MemoryError):
        # numpy raises ValueError, and passes on what Python raises if the header is not a literal.
        raise BadText(
            "the numpy file is cut off or damaged, or does not contain a plain array",
            accepted="save a 2-D array of whole numbers with numpy.save",
        ) from None
    return tuple(map(int, shape)), in_columns, dtype, file.tell()


def _numbers(
    data: bytes | bytearray, body: int, dtype: "np.dtype[Any]", rows: int, cols: int, *, in_columns: bool
) -> "NDArray[Any]":
    """The numbers of the grid, row by row, or `BadText` if one of them cannot be in a number grid."""
    import numpy as np

    held = np.frombuffer(data, dtype=dtype, count=rows * cols, offset=body)
    if in_columns:
        held = held.reshape(cols, rows).T.ravel()
    held = held.astype(dtype.newbyteorder("="), copy=False)
    if not held.flags.aligned:  # a header with an odd length, which numpy itself never writes
        held = held.copy()
    for extreme, wrong in ((held.argmin(), held.min() < -1), (held.argmax(), held.max() > MOST_NUMBER)):
        if wrong:
            raise BadText(
                f"the numpy grid has {held[extreme]} on {show(divmod(int(extreme), cols))}",
                accepted="the numbers are 1, 2, 3 and so on, 0 for an unvisited square and -1 for a hole",
                value=int(held[extreme]),
            )
    return held

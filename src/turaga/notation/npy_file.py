"""Number grids from numpy files."""

import contextlib
import re
from math import prod
from typing import TYPE_CHECKING, Any

from turaga.errors import BadText
from turaga.notation.formats import LARGEST_TEXT, MOST_NUMBER, MOST_SQUARES, require_area
from turaga.squares import show
from turaga.text import plural, short, trim, whole_in

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NPY_MAGIC = b"\x93NUMPY"
_LONGEST_HEADER = 10_000  # bytes, which is numpy's own limit
_OPENING = re.compile(r"\s*+\{", re.ASCII)
_ENTRY = re.compile(
    r"""\s*+(?P<quote>['"])(?P<name>descr|fortran_order|shape)(?P=quote)\s*+:\s*+"""
    r"""(?:(?P<mark>['"])(?P<type>[<>|=]?[A-Za-z?][0-9]{0,9})(?P=mark)|(?P<truth>True|False)"""
    r"""|\((?P<sides>[0-9L,\s]*+)\))\s*+(?:,|(?=\}))""",
    re.ASCII,
)
_CLOSING = re.compile(r"\s*+\}\s*+", re.ASCII)


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
        )
    if dtype.kind not in "iu":
        raise BadText(
            f"the numpy file contains values of type {dtype.str[1:]!r}",
            accepted="a number grid has whole numbers",
        )
    rows, cols = shape
    if max(shape) > MOST_NUMBER:
        says = f"{short(str(rows))} by {short(str(cols))}"
        raise BadText(f"the numpy file claims to be {says}", accepted="that is too large for a board")
    require_area(rows, cols)
    if rows < 1 or cols < 1:
        raise BadText(
            f"the numpy file contains a {rows}x{cols} array", accepted="a board has at least one square"
        )
    need, there = rows * cols * dtype.itemsize, len(data) - body
    if there < need:
        raise BadText(
            f"the numpy file is cut off: a {rows}x{cols} grid needs {plural(need, 'byte')}, but the file "
            f"contains only {there}"
        )
    return rows, cols, _numbers(data, body, dtype, rows, cols, in_columns=in_columns)


def _header(data: bytes | bytearray) -> "tuple[tuple[int, ...], bool, np.dtype[Any], int]":
    """The shape, whether the numbers are stored column by column, their type, and where they begin.

    numpy's own reader evaluates the header as Python code, which takes seconds for some headers.
    """
    import numpy as np

    # Versions 2 and 3 have four bytes for the length of the header; what they encode differently, the names
    # of fields, a grid does not have.
    wide = 2 if data[6:7] == b"\x01" else 4
    body = 8 + wide + int.from_bytes(data[8 : 8 + wide], "little")
    if body > min(len(data), _LONGEST_HEADER) or data[6:7] not in (b"\x01", b"\x02", b"\x03"):
        raise _damaged()
    found = _entries(data[8 + wide : body].decode("latin-1"))
    shape = [whole_in(side.rstrip("L"), 4000) for side in found["shape"].split(",") if trim(side)]
    try:
        dtype = np.dtype(found["descr"])
    except (TypeError, ValueError):
        raise _damaged() from None
    sides = tuple(side for side in shape if side is not None and side >= 0)
    if len(sides) < len(shape) or found["fortran_order"] not in ("True", "False"):
        raise _damaged()
    return sides, found["fortran_order"] == "True", dtype, body


def _entries(header: str) -> dict[str, str]:
    """The three entries of a header such as {'descr': '<i4', 'fortran_order': False, 'shape': (8, 8), }."""
    found: dict[str, str] = {}
    at = 0
    if match := _OPENING.match(header):
        at = match.end()
        while entry := _ENTRY.match(header, at):
            found[entry["name"]] = entry["type"] or entry["truth"] or entry["sides"] or ""
            at = entry.end()
    if set(found) != {"descr", "fortran_order", "shape"} or not _CLOSING.fullmatch(header, at):
        raise _damaged()
    return found


def _damaged() -> BadText:
    return BadText(
        "the numpy file is cut off or damaged, or does not contain a plain array",
        accepted="save a 2-D array of whole numbers with numpy.save",
    )


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
                f"the numpy grid has {held[extreme]} on {show(divmod(int(extreme), cols), rows, cols)}",
                accepted="the numbers are 1, 2, 3 and so on, 0 for an unvisited square and -1 for a hole",
            )
    return held

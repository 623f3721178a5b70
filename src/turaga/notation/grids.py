"""Number grids, from text and from numpy files, and the squares of a walk from a number grid.

A grid is held flat, one whole number a square: 0 unvisited, -1 a hole, k the k-th square visited. A big
grid is first tried whole in numpy; only if that finds it faulty does the plain loop run, to say where.
"""

import re
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from turaga.board import MOST_HOLES, Board
from turaga.errors import BadText
from turaga.notation.formats import LARGE, MOST_NUMBER, MOST_SQUARES, where, word_at
from turaga.text import plural, show
from turaga.verify import MOST_FAULTS, Fault

if TYPE_CHECKING:
    from numpy.typing import NDArray

Flat: TypeAlias = "array[int] | NDArray[Any]"

NPY_MAGIC = b"\x93NUMPY"
_GRID = re.compile(r"[0-9#\s]*+\Z")
_SLICE = 1 << 20


def is_grid(text: str, at: int) -> bool:
    """Whether the text from there on is made of nothing but digits, # and space."""
    return _GRID.match(text, at) is not None


def scan_grid(text: str, at: int) -> "tuple[int, int, array[int]]":
    """The rows, columns and flat numbers of the grid that begins there; all rows must be alike long."""
    flat = array("q")
    rows = cols = 0
    first_line = text.count("\n", 0, at) + 1
    for line_number, line in enumerate(text[at:].split("\n"), start=first_line):
        words = line.split()
        if not words:
            continue
        rows += 1
        if rows == 1:
            cols = len(words)
        elif len(words) != cols:
            raise BadText(
                f"the number grid is ragged: row {rows} (line {line_number}) has "
                f"{plural(len(words), 'number')} and row 1 has {cols}, and all rows must be alike"
            )
        if "#" in line:
            for place, word in enumerate(words):
                if word == "#":
                    words[place] = "-1"
                elif "#" in word:
                    raise BadText(
                        f"{word[:40]!r} in line {line_number}, place {place + 1} is no number of a grid: "
                        "put spaces around the # of a hole"
                    )
        flat.extend(map(int, words))
    return rows, cols, flat


def refuse_number(text: str, at: int) -> BadText:
    """The error for a word that does not belong in a grid."""
    return BadText(
        f"{word_at(text, at)!r} in {where(text, at)} is no number of a grid: a grid has whole numbers, "
        "0 for an unvisited square and # for a hole, with spaces between"
    )


# -- numpy files ----------------------------------------------------------------------------------


def scan_npy(data: bytes | bytearray) -> "tuple[int, int, NDArray[Any]]":
    """The rows, columns and flat numbers of a numpy file, which must hold a grid of whole numbers.

    Its header is taken apart by pattern and never evaluated, and the numbers are used where they lie, so
    that a header which promises more than the file holds costs nothing.
    """
    header, body = _npy_header(data)
    descr = re.search(r"'descr'\s*:\s*'([<>|=]?)([a-zA-Z])([0-9]{0,3})'", header)
    order = re.search(r"'fortran_order'\s*:\s*(True|False)", header)
    shape = re.search(r"'shape'\s*:\s*\(([0-9,\s]*)\)", header)
    if not (descr and order and shape):
        raise BadText(
            "the numpy file holds no plain array: save a 2-D array of whole numbers with numpy.save"
        )
    sides = [side.strip() for side in shape[1].split(",") if side.strip()]
    if len(sides) != 2:
        raise BadText(
            f"the numpy file holds an array of {plural(len(sides), 'dimension')}: a number grid has two"
        )
    if descr[2] not in "iu" or descr[3] not in ("1", "2", "4", "8"):
        raise BadText(
            f"the numpy file holds numbers of type {descr[2] + descr[3]!r}: a number grid has whole numbers"
        )
    if any(len(side) > 18 for side in sides):
        raise BadText(f"the numpy file says it is {sides[0][:40]} by {sides[1][:40]}: no board is so large")
    rows, cols = int(sides[0]), int(sides[1])
    refuse_area(rows, cols)
    if rows == 0 or cols == 0:
        raise BadText(f"the numpy file holds a {rows}x{cols} array: a board has at least one square")
    return (
        rows,
        cols,
        _npy_numbers(data, body, "".join(descr.groups()), rows, cols, "F" if order[1] == "True" else "C"),
    )


def _npy_header(data: bytes | bytearray) -> tuple[str, int]:
    """The header's text, and where the numbers begin after it."""
    wide = data[6:7] in (b"\x02", b"\x03")
    body = 12 if wide else 10
    length = int.from_bytes(data[8:body], "little")
    if len(data) < body + length or length > 10_000:
        raise BadText(f"the numpy file is cut off or damaged: its header of {length} bytes is not all there")
    return data[body : body + length].decode("latin-1"), body + length


def _npy_numbers(
    data: bytes | bytearray, body: int, descr: str, rows: int, cols: int, order: str
) -> "NDArray[Any]":
    import numpy as np

    dtype = np.dtype(descr)
    need = rows * cols * dtype.itemsize
    if len(data) - body < need:
        raise BadText(
            f"the numpy file is cut off: a {rows}x{cols} grid takes {need} bytes and "
            f"{len(data) - body} are there"
        )
    held = np.frombuffer(data, dtype=dtype, count=rows * cols, offset=body)
    if order == "F":
        held = held.reshape(cols, rows).T.ravel()
    held = held.astype(dtype.newbyteorder("="), copy=False)
    if not held.flags.aligned:  # a header of an odd length, which numpy itself never writes
        held = held.copy()
    for extreme, wrong in ((held.argmin(), held.min() < -1), (held.argmax(), held.max() > MOST_NUMBER)):
        if wrong:
            raise BadText(
                f"the numpy grid has {held[extreme]} at {show(divmod(int(extreme), cols))}: numbers are "
                "1, 2, 3 and so on, 0 for an unvisited square and -1 for a hole"
            )
    return held


def refuse_area(rows: int, cols: int) -> None:
    """Raise `BadText` for a board larger than may be read."""
    if rows * cols > MOST_SQUARES:
        raise BadText(f"a board of {rows}x{cols} is too large to read: the limit is {MOST_SQUARES} squares")


# -- from a grid to a walk ------------------------------------------------------------------------


def find_holes(flat: Flat) -> list[int]:
    """The numbers of the squares that are holes."""
    if isinstance(flat, array) and len(flat) < LARGE:
        return [n for n, k in enumerate(flat) if k == -1]
    import numpy as np

    held = np.asarray(flat) == -1
    if (count := int(np.count_nonzero(held))) > MOST_HOLES:
        raise BadText(f"the grid has {count} holes: at most {MOST_HOLES} are taken")
    holes: list[int] = np.flatnonzero(held).tolist()
    return holes


def place(board: Board, flat: Flat) -> "tuple[Sequence[int] | NDArray[Any], list[Fault], int]":
    """The square of each number 1, 2, 3... (-1 where it has none or two), the faults, and how many
    squares have a number.
    """
    if not isinstance(flat, array) or len(flat) >= LARGE:
        whole = _placed_whole(board, flat)
        if whole is not None:
            return whole, [], len(whole)
    # Either way plain integers come out one by one, and no list of them is ever held.
    return _placed_singly(board, flat if isinstance(flat, array) else flat.data)


def _placed_whole(board: Board, flat: Flat) -> "NDArray[Any] | None":
    """The squares in order if every number from 1 up is there once, else None."""
    import numpy as np

    held = np.asarray(flat)
    top = max(0, int(held.max()))
    if top > board.size or np.count_nonzero(held > 0) != top:
        return None
    numbers = np.full(top + 1, -1, dtype=np.int32)
    for i in range(0, len(held), _SLICE):
        part = held[i : i + _SLICE]
        at = np.flatnonzero(part > 0)
        numbers[part[at]] = at + i
    return numbers[1:] if (numbers[1:] >= 0).all() else None


def _placed_singly(board: Board, flat: Sequence[int]) -> tuple[Sequence[int], list[Fault], int]:
    size = board.size
    top = max((k for k in flat if k <= size), default=0)
    at = array("q", [-1]) * (max(0, top) + 1)
    twice: set[int] = set()
    faults: list[Fault] = []
    visited = 0
    for n, k in enumerate(flat):
        if k <= 0:
            continue
        visited += 1
        if k <= size and at[k] < 0:
            at[k] = n
            continue
        if k <= size:
            twice.add(k)
        if len(faults) == MOST_FAULTS:
            continue
        here = board.square(n)
        if k > size:
            what = f"number {k} at {show(here)} is larger than the count of squares, {size}"
            faults.append(Fault(what, None, (here,)))
        else:
            first = board.square(at[k])
            what = f"number {k} stands twice, at {show(first)} and at {show(here)}"
            faults.append(Fault(what, k, (first, here)))
    missing = [k for k in range(1, len(at)) if at[k] < 0]
    if missing:
        many = "numbers {} are" if len(missing) > 1 else "number {} is"
        what = f"{many.format(_ranges(missing))} missing, and the largest is {top}"
        faults.append(Fault(what, missing[0], ()))
    for k in twice:
        at[k] = -1
    return at[1:], faults, visited


def _ranges(numbers: list[int], most: int = 10) -> str:
    """Rising numbers with runs drawn together: `3, 5-9, 12`."""
    runs: list[list[int]] = []
    for k in numbers:
        if runs and k == runs[-1][1] + 1:
            runs[-1][1] = k
        else:
            runs.append([k, k])
    shown = [str(a) if a == b else f"{a}-{b}" for a, b in runs[:most]]
    left = sum(b - a + 1 for a, b in runs[most:])
    return ", ".join(shown) + (f" and {left} more" if left else "")

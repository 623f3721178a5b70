"""Number grids from text, and the squares of a walk from a number grid.

A grid is stored flat, with one whole number for each square: 0 for an unvisited square, -1 for a hole, k for
the square visited at step k. A big grid is first checked with numpy. Only if that finds a fault does the
plain loop run, to find out where.
"""

import re
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from turaga.board import MOST_HOLES, Board
from turaga.errors import BadText
from turaga.notation.formats import LARGE, where, word_at
from turaga.text import plural
from turaga.verify import MOST_FAULTS, Fault

if TYPE_CHECKING:
    from numpy.typing import NDArray

Flat: TypeAlias = "array[int] | NDArray[Any]"  # the numbers of a grid, row by row

_GRID = re.compile(r"[0-9#\s]*+\Z", re.ASCII)
_PART = 1 << 20  # numbers that are processed together in numpy


def is_grid(text: str, at: int) -> bool:
    """Whether the rest of the text consists of digits, # and whitespace."""
    return _GRID.match(text, at) is not None


def scan_grid(text: str, at: int) -> "tuple[int, int, array[int]]":
    """The rows, the columns and the flat numbers of the grid that begins at `at`."""
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
                f"row {rows} of the number grid (line {line_number}) has {plural(len(words), 'number')}, but "
                f"row 1 has {cols}",
                accepted="all rows must have the same length",
            )
        if "#" in line:
            words = ["-1" if word == "#" else word for word in words]
            for position, word in enumerate(words, start=1):
                if "#" in word:
                    raise BadText(
                        f"{word[:40]!r} in line {line_number}, word {position} is not a number",
                        accepted="put spaces around the # of a hole",
                    )
        flat.extend(map(int, words))
    return rows, cols, flat


def bad_number(text: str, at: int) -> BadText:
    """The error for a word that does not belong in a grid."""
    word = word_at(text, at)
    return BadText(
        f"{word!r} in {where(text, at)} is not a number",
        accepted="a number grid has whole numbers, 0 for an unvisited square and # for a hole, with spaces "
        "between them",
    )


# -- from a grid to a walk ------------------------------------------------------------------------


def hole_indices(flat: Flat) -> list[int]:
    """The indices of the squares that are holes."""
    if isinstance(flat, array) and len(flat) < LARGE:
        return [index for index, number in enumerate(flat) if number == -1]
    import numpy as np

    held = np.asarray(flat) == -1
    if (count := int(np.count_nonzero(held))) > MOST_HOLES:
        raise BadText(f"the grid has {count} holes", accepted=f"the limit is {MOST_HOLES}")
    holes: list[int] = np.flatnonzero(held).tolist()
    return holes


def squares_by_step(board: Board, flat: Flat) -> "tuple[Sequence[int] | NDArray[Any], list[Fault], int]":
    """The index of the square at each step 1, 2, 3..., the faults, and how many squares have a number.

    The index is -1 if no square or more than one square has that number.
    """
    if not isinstance(flat, array) or len(flat) >= LARGE:
        indices = _indices_if_sound(board, flat)
        if indices is not None:
            return indices, [], len(indices)
    # Both kinds yield plain integers one by one, without a list of them all.
    return _indices_and_faults(board, flat if isinstance(flat, array) else flat.data)


def _indices_if_sound(board: Board, flat: Flat) -> "NDArray[Any] | None":
    """The indices in the order of the steps, if every number from 1 to the largest occurs once; else None."""
    import numpy as np

    held = np.asarray(flat)
    top = max(0, int(held.max()))
    if top > board.size or np.count_nonzero(held > 0) != top:
        return None
    indices = np.full(top + 1, -1, dtype=np.int32)
    for i in range(0, len(held), _PART):
        part = held[i : i + _PART]
        at = np.flatnonzero(part > 0)
        indices[part[at]] = at + i
    return indices[1:] if (indices[1:] >= 0).all() else None


def _indices_and_faults(board: Board, flat: Sequence[int]) -> tuple[Sequence[int], list[Fault], int]:
    size = board.size
    top = max((step for step in flat if step <= size), default=0)
    index_of = array("q", [-1]) * (max(0, top) + 1)
    twice: set[int] = set()
    faults: list[Fault] = []
    visited = 0
    for index, step in enumerate(flat):
        if step <= 0:
            continue
        visited += 1
        if step <= size and index_of[step] < 0:
            index_of[step] = index
            continue
        if step <= size:
            twice.add(step)
        if len(faults) == MOST_FAULTS:
            continue
        here = board.square(index)
        if step > size:
            what = f"number {step} on {board.show(here)} is larger than the number of squares, {size}"
            faults.append(Fault(what, None, (here,)))
        else:
            first = board.square(index_of[step])
            what = f"number {step} occurs twice, on {board.show(first)} and on {board.show(here)}"
            faults.append(Fault(what, step, (first, here)))
    missing = [step for step in range(1, len(index_of)) if index_of[step] < 0]
    if missing:
        many = "numbers {} are" if len(missing) > 1 else "number {} is"
        what = f"{many.format(_ranges(missing))} missing, although the largest number is {top}"
        faults.append(Fault(what, missing[0], ()))
    for step in twice:
        index_of[step] = -1
    return index_of[1:], faults, visited


def _ranges(numbers: list[int], most: int = 10) -> str:
    """Increasing numbers as text, with runs shortened: `3, 5-9, 12`."""
    runs: list[list[int]] = []
    for k in numbers:
        if runs and k == runs[-1][1] + 1:
            runs[-1][1] = k
        else:
            runs.append([k, k])
    shown = [str(a) if a == b else f"{a}-{b}" for a, b in runs[:most]]
    left = sum(b - a + 1 for a, b in runs[most:])
    return ", ".join(shown) + (f" and {left} more" if left else "")

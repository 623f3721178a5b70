"""Is this a tour? Independent of everything that makes tours: it knows boards and walks, nothing else.

`verify` looks at every square and every step of a walk and names each fault it finds. Solvers hand
their tours to `demand_tour`, so that nothing unverified is ever shown.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from turaga.board import KNIGHT, Board, Square
from turaga.errors import NotATour
from turaga.tour import Tour, Walk

__all__ = ["Fault", "Report", "demand_tour", "demand_walk", "find_faults", "verify"]

MOST_FAULTS = 20  # A scrambled walk has thousands; the first few tell what is wrong.


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a walk: a sentence, and where (step from 1, squares 0-based).

    >>> Fault("step 2 goes nowhere", 2, ()).what
    'step 2 goes nowhere'
    """

    what: str
    step: int | None
    squares: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Report:
    """What `verify` found; true in a condition exactly if the walk is a tour.

    >>> report = verify(Walk("3x4", [(0, 0), (1, 2)]))
    >>> report.is_walk, report.is_tour, report.unvisited
    (True, False, 10)
    """

    visited: int  # different squares
    unvisited: int
    closed: bool  # a tour whose ends are a move apart
    faults: tuple[Fault, ...]

    @property
    def is_walk(self) -> bool:
        """Whether every step is a move and no square comes twice."""
        return not self.faults

    @property
    def is_tour(self) -> bool:
        """Whether it is a walk through every square."""
        return not self.faults and self.unvisited == 0

    def __bool__(self) -> bool:
        return self.is_tour


def verify(walk: Walk) -> Report:
    """What is true of a walk: a tour or not, closed or not, and each fault with its place.

    Linear in the length. A walk held as an array is first tried whole in numpy; only if that finds it
    faulty does the plain loop below run, to say where.

    >>> bool(verify(Walk("3x4", [(0, 0), (1, 1)])))
    False
    >>> verify(Walk("3x4", [(0, 0), (1, 1)])).faults[0].what
    'step 2, from 1,1 to 2,2, is not a move of the knight'
    """
    if walk.held_as_array and _sound(walk):
        visited = len(walk)
        return Report(visited, walk.board.size - visited, _closes(walk), ())
    board = walk.board
    faults, visited = find_faults(board, (divmod(number, board.cols) for number in walk.numbers))
    return Report(visited, board.size - visited, not faults and _closes(walk), tuple(faults))


def find_faults(board: Board, squares: Iterable[Square | None]) -> tuple[list[Fault], int]:
    """The first faults of squares visited in turn, and how many different squares of the board they are.

    The squares may be anywhere; None is a step whose square is not known, and nothing is said of it.

    >>> find_faults(Board("3x4"), [(0, 0), (1, 2), None, (3, 3)])[0][0].what
    'step 4 stands on 4,4, which is not on the 3x4 board'
    """
    a, b = board.leaper
    piece = "the knight" if (a, b) == KNIGHT else f"a {a},{b} leaper"
    faults: list[Fault] = []
    first_at: dict[Square, int] = {}
    before: Square | None = None
    for step, here in enumerate(squares, start=1):
        there, before = before, here
        if here is None:
            continue
        if len(faults) >= MOST_FAULTS:
            if here in board:
                first_at.setdefault(here, step)
            continue
        if here in board:
            if here in first_at:
                what = f"step {step} visits {_show(here)} again, first visited at step {first_at[here]}"
                faults.append(Fault(what, step, (here,)))
            first_at.setdefault(here, step)
        else:
            inside = 0 <= here[0] < board.rows and 0 <= here[1] < board.cols
            place = "a hole" if inside else f"not on the {board.rows}x{board.cols} board"
            faults.append(Fault(f"step {step} stands on {_show(here)}, which is {place}", step, (here,)))
            if not inside:
                before = None  # of a step to nowhere and back no more need be said
                continue
        if there is not None:
            down, right = abs(here[0] - there[0]), abs(here[1] - there[1])
            if (down, right) not in ((a, b), (b, a)):
                what = f"step {step}, from {_show(there)} to {_show(here)}, is not a move of {piece}"
                faults.append(Fault(what, step, (there, here)))
    return faults[:MOST_FAULTS], len(first_at)


def demand_walk(walk: Walk) -> Walk:
    """The walk itself, if every step is a move and no square comes twice; else `NotATour`."""
    report = verify(walk)
    if not report.is_walk:
        raise NotATour(f"a walk of {walk.board} was made that is none: {report.faults[0].what}")
    return walk


def demand_tour(walk: Walk, *, closed: bool = False) -> Tour:
    """The walk as a tour, if `verify` says it is one (and closed, if asked); else `NotATour`."""
    report = verify(walk)
    if not report.is_tour:
        why = report.faults[0].what if report.faults else f"{report.unvisited} squares are unvisited"
        raise NotATour(f"a tour of {walk.board} was made that is none: {why}")
    if closed and not report.closed:
        raise NotATour(f"a closed tour of {walk.board} was asked for and an open one made")
    if isinstance(walk, Tour):
        return walk
    return Tour.from_numbers(walk.board, walk.array() if walk.held_as_array else walk.numbers)


def _closes(walk: Walk) -> bool:
    """Whether a walk without faults visits every square and ends a move from its start."""
    if len(walk) != walk.board.size or len(walk) < 3:
        return False
    (r1, c1), (r2, c2) = walk[0], walk[-1]
    return tuple(sorted((abs(r1 - r2), abs(c1 - c2)))) == walk.board.leaper


def _sound(walk: Walk) -> bool:
    """Whether a walk held as an array has no fault at all."""
    import numpy as np

    board = walk.board
    a, b = board.leaper
    seen = np.zeros(board.area, dtype=bool)
    for _, part in walk.parts(overlap=1):
        if part.min() < 0 or part.max() >= board.area:
            return False
        seen[part] = True
        rows, cols = np.divmod(part, board.cols)
        down, right = np.abs(np.diff(rows)), np.abs(np.diff(cols))
        if not (((down == a) & (right == b)) | ((down == b) & (right == a))).all():
            return False
    return np.count_nonzero(seen) == len(walk) and not any(seen[n] for n in board.holes)


def _show(square: tuple[int, int]) -> str:
    return f"{square[0] + 1},{square[1] + 1}"

"""Is this a tour? This module is independent of the code that makes tours: it knows only boards and walks.

`verify` checks every square and every step of a walk and lists the faults that it finds. Solvers pass their
tours to `require_tour`, so no tour is shown that has not been verified.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from operator import sub
from typing import TYPE_CHECKING, Any

from turaga.board import KNIGHT, Board, Square
from turaga.errors import BadInput, NotATour
from turaga.text import plural
from turaga.walk import Tour, Walk

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_FAULTS = 20  # a scrambled walk has thousands; the first few show what is wrong


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a walk: a sentence, the step (from 1) and the squares (0-based pairs).

    >>> Fault("step 2 goes nowhere", 2, ()).what
    'step 2 goes nowhere'
    """

    what: str
    step: int | None
    squares: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, repr=False)
class Report:
    """What `verify` found. It is true in a condition if the walk is a tour, and false otherwise.

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
        """Whether every step is a move and no square is visited twice."""
        return not self.faults

    @property
    def is_tour(self) -> bool:
        """Whether it is a walk through every square."""
        return not self.faults and self.unvisited == 0

    @property
    def kind(self) -> str:
        """What it is, in words.

        >>> verify(Walk("3x4", [(0, 0), (1, 2)])).kind
        'a walk'
        """
        if not self.faults:
            return "a walk" if self.unvisited else "a closed tour" if self.closed else "an open tour"
        return "not a walk"

    def __bool__(self) -> bool:
        return self.is_tour

    def __repr__(self) -> str:
        counts = f"{plural(self.visited, 'square')} visited, {self.unvisited} unvisited"
        first = f"; {self.faults[0].what}" if self.faults else ""
        return f"<Report: {self.kind}, {counts}{first}>"


def verify(walk: Walk) -> Report:
    """Check a walk: whether it is a tour, whether it is closed, and the faults with their steps and squares.

    Takes time linear in the length. numpy is used for a walk that is stored as an array.

    >>> bool(verify(Walk("3x4", [(0, 0), (1, 1)])))
    False
    >>> verify(Walk("3x4", [(0, 0), (1, 1)])).faults[0].what
    'step 2, from a3 to b2, is not a move of the knight'
    """
    if not isinstance(walk, Walk):
        raise BadInput(f"verify needs a Walk or a Tour, got {type(walk).__name__}", field="walk")
    board = walk.board
    if walk.held_as_array:
        faults, visited = _find_faults_in_array(walk)
    elif _faultless(board, path := walk.indices):
        faults, visited = [], len(path)
    else:
        faults, visited = find_faults(board, map(board.square, path))
    return Report(visited, board.size - visited, not faults and _closes(walk), tuple(faults))


def _faultless(board: Board, indices: tuple[int, ...]) -> bool:
    """Whether `find_faults` would find nothing, ten times as fast."""
    if not indices:
        return True
    visited = set(indices)
    if len(visited) < len(indices) or min(indices) < 0 or max(indices) >= board.area:
        return False
    if not visited.isdisjoint(board.hole_indices):
        return False
    a, b = board.leaper
    moves = {(down, right) for x, y in ((a, b), (b, a)) for down in (x, -x) for right in (y, -y)}
    rows = [index // board.cols for index in indices]
    cols = [index % board.cols for index in indices]
    steps = zip(map(sub, rows[1:], rows), map(sub, cols[1:], cols), strict=False)
    return moves.issuperset(steps)


def find_faults(board: Board, squares: Iterable[Square | None]) -> tuple[list[Fault], int]:
    """The first faults of a sequence of squares, and how many different squares of the board it visits.

    The squares can be off the board. None is a step whose square is not known, which is not a fault.

    >>> find_faults(Board("3x4"), [(0, 0), (1, 2), None, (3, 3)])[0][0].what
    'step 4 is on 4,4, which is not on the 3x4 board'
    """
    faults: list[Fault] = []
    first_at: dict[Square, int] = {}
    there: Square | None = None
    for step, here in enumerate(squares, start=1):
        if here is not None:
            first = first_at.setdefault(here, step) if here in board else step
            if len(faults) < MOST_FAULTS:
                faults += _faults_of_step(board, step, there, here, first)
        there = here
    return faults[:MOST_FAULTS], len(first_at)


def _faults_of_step(board: Board, step: int, there: Square | None, here: Square, first: int) -> list[Fault]:
    """What is wrong with the step from `there` to `here`, a square that was first visited at step `first`."""
    faults = []
    on_board = _inside(board, here)
    if here not in board:
        place = "a hole" if on_board else f"not on the {board.rows}x{board.cols} board"
        faults.append(Fault(f"step {step} is on {board.show(here)}, which is {place}", step, (here,)))
    elif first < step:
        what = f"step {step} visits {board.show(here)} again, first visited at step {first}"
        faults.append(Fault(what, step, (here,)))
    if there is None or not on_board or not _inside(board, there):
        return faults  # one fault is enough for a step off the board, or back from there
    down, right = abs(here[0] - there[0]), abs(here[1] - there[1])
    a, b = board.leaper
    if (down, right) not in ((a, b), (b, a)):
        piece = "the knight" if (a, b) == KNIGHT else f"a {a},{b} leaper"
        what = f"step {step}, from {board.show(there)} to {board.show(here)}, is not a move of {piece}"
        faults.append(Fault(what, step, (there, here)))
    return faults


def _inside(board: Board, square: Square) -> bool:
    return 0 <= square[0] < board.rows and 0 <= square[1] < board.cols


def _find_faults_in_array(walk: Walk) -> tuple[list[Fault], int]:
    """`find_faults` for a walk stored as an array: numpy finds the steps that can be wrong, and only those
    are checked one by one.

    Takes 4 bytes for each square of the board, for the step that first visits it.
    """
    import numpy as np

    board = walk.board
    area, (a, b) = board.area, board.leaper
    first_at = np.zeros(area, dtype=np.int32)
    faults: list[Fault] = []
    before: Square | None = None
    for offset, part in walk.parts():
        steps = np.arange(offset + 1, offset + 1 + len(part), dtype=np.int32)
        inside = (part >= 0) & (part < area)
        kept = np.where(inside, part, 0)
        # The last write to an element wins. Written backwards, that is the first visit in this part. Visits
        # in earlier parts are put back after that.
        earlier = first_at[kept]
        backwards = np.flatnonzero(inside)[::-1]
        first_at[part[backwards]] = steps[backwards]
        seen = inside & (earlier > 0)
        first_at[part[seen]] = earlier[seen]
        first = first_at[kept]
        rows, cols = np.divmod(part, board.cols)
        down, right = np.abs(np.diff(rows)), np.abs(np.diff(cols))
        wrong = ~inside | (first < steps)
        wrong[1:] |= ~(((down == a) & (right == b)) | ((down == b) & (right == a)))
        wrong[0] = True  # its move began in the part before
        if board.hole_indices:
            wrong |= np.isin(part, np.fromiter(board.hole_indices, dtype=np.int64))
        # A step that follows one off the board looks wrong but is not. That is at most every other step, and
        # the first step of the part.
        for i in np.flatnonzero(wrong)[: 2 * MOST_FAULTS + 1].tolist():
            if len(faults) < MOST_FAULTS:
                here = divmod(int(part[i]), board.cols)
                there = divmod(int(part[i - 1]), board.cols) if i else before
                step = offset + i + 1
                faults += _faults_of_step(board, step, there, here, int(first[i]) or step)
        before = divmod(int(part[-1]), board.cols)
    visited = int(np.count_nonzero(first_at)) - sum(bool(first_at[hole]) for hole in board.hole_indices)
    return faults[:MOST_FAULTS], visited


def require_walk(walk: Walk) -> Walk:
    """The walk itself, if every step is a move and no square is visited twice; otherwise `NotATour`."""
    report = verify(walk)
    if not report.is_walk:
        raise NotATour(f"a walk of {walk.board} is not valid: {report.faults[0].what}")
    return walk


def require_tour(walk: Walk, *, closed: bool = False) -> Tour:
    """The walk as a tour, if `verify` accepts it (with `closed`, as a closed tour); otherwise `NotATour`."""
    report = verify(walk)
    if not report.is_tour:
        why = (
            report.faults[0].what
            if report.faults
            else plural(report.unvisited, "square is", "squares are") + " unvisited"
        )
        raise NotATour(f"a tour of {walk.board} is not valid: {why}")
    if closed and not report.closed:
        raise NotATour(f"a tour of {walk.board} must be closed, but it is open")
    if isinstance(walk, Tour):
        return walk
    # The array is already read-only, so the tour can share it with the walk.
    return Tour.from_indices(walk.board, walk.stored_indices, handed_over=True)


def require_tours(board: Board, tours: "NDArray[Any]", *, closed: bool = False) -> "NDArray[Any]":
    """The array itself, if each row has the square indices of a tour (with `closed`, of a closed tour);
    otherwise `NotATour`, which names the first row that is not a tour.

    numpy checks all rows at once, in about 15 nanoseconds a square.
    """
    import numpy as np

    size, (a, b) = board.size, board.leaper
    if tours.ndim != 2 or tours.shape[1] != size or tours.dtype.kind not in "iu":
        raise NotATour(
            f"an array of {tours.dtype} with shape {tours.shape} does not contain tours of {board}"
        )
    # Two bytes for each square if every index fits: four times as fast.
    inside = tours.size == 0 or (tours.min() >= 0 and tours.max() < board.area)
    squares: NDArray[Any] = tours.astype(np.int16 if inside and board.area < 1 << 15 else np.int64)
    every = np.fromiter(board.indices(), dtype=squares.dtype, count=size)
    sound = (np.sort(squares, axis=1) == every).all(axis=1)
    if closed:  # one more step, back to the start
        squares = np.concatenate([squares, squares[:, :1]], axis=1)
    rows, cols = squares // board.cols, squares % board.cols
    down, right = np.abs(rows[:, 1:] - rows[:, :-1]), np.abs(cols[:, 1:] - cols[:, :-1])
    sound &= (((down == a) & (right == b)) | ((down == b) & (right == a))).all(axis=1)
    if closed and size < 3:
        sound[:] = False
    if not sound.all():
        which = int(np.argmin(sound))
        try:
            require_tour(Walk.from_indices(board, tours[which].tolist()), closed=closed)
        except NotATour as error:
            raise NotATour(f"tour {which + 1} of {len(tours)}: {error}") from None
        raise AssertionError(f"tour {which + 1} of {board} is valid after all")
    return tours


def _closes(walk: Walk) -> bool:
    """Whether a walk without faults visits every square and ends a move from its start."""
    if len(walk) != walk.board.size or len(walk) < 3:
        return False
    (r1, c1), (r2, c2) = walk[0], walk[-1]
    return tuple(sorted((abs(r1 - r2), abs(c1 - c2)))) == walk.board.leaper

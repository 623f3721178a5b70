"""Method enumerate: tours one after the other, in a fixed order, and how many there are by listing them all.

The order is that of a plain depth-first search: starts row by row; from each square its neighbours by their
direction, 1 to 8 (see `turaga.order`), or in another order if one is given.

- Open tours: all that start on the first square, then all that start on the second, and so on. Listed once
  and not once in each direction (the default), a tour starts at the end that comes first on the board, row by
  row. With a start, all tours from there; with an end alone, those from that end, each reversed.
- Closed tours start on the first square of the board, or on the given start. Listed once, a tour has the
  direction that comes first. With an end alone it is listed as from that end, and then reversed.

Starts from which theory rules out a tour are skipped.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from turaga.board import BoardLike, Leaper, Square
from turaga.count.outcome import MethodResult
from turaga.count.request import Tours
from turaga.errors import BadBoard
from turaga.limits import Progress, whole_number
from turaga.order import FIRST_ORDER, parse_order
from turaga.symmetry import board_symmetries
from turaga.theory import verdict
from turaga.threads import ThreadPool
from turaga.verify import require_tours
from turaga.walk import Tour

if TYPE_CHECKING:
    from turaga.completion.completer import Lattice
    from turaga.jit import Numbers

MOST_SQUARES = 10_000  # of a board whose tours are listed, holes included
_WORK = 2_000_000  # squares entered in a fraction of a second
_MOST_ROWS = 4096  # tours of a batch
_FARTHEST = (1 << 62) - 1  # tours skipped: no search gets that far
_MOST_CELLS = 1 << 20  # squares of a batch
_PARTS = 12  # of each beginning, at least, when counting: so that no core is idle for long
_SEARCHED = 4  # beginnings searched at the same time, for each core, when counting

# A path, and the squares where a tour that begins with it may end (holes among them do no harm).
Beginning = tuple[tuple[int, ...], Sequence[int]]


def list_tours(
    board: BoardLike | Tours,
    *,
    leaper: Leaper | None = None,
    closed: bool = False,
    directed: bool = False,
    start: Square | str | None = None,
    end: Square | str | None = None,
    order: str = FIRST_ORDER,
    first: int = 1,
    progress: Progress | None = None,
) -> Iterator[Tour]:
    """The tours in order, from number `first` on; each is verified.

    The first comes at once: in all trials within 20 milliseconds up to 10x10 and two seconds up to 20x20;
    from 30x30 on it may take minutes. Then, on 6x6, half a million a second. Those before `first` are
    searched as well.

    >>> [tour[:3] for tour in list_tours("3x4", first=7)]
    [((1, 0), (2, 2), (0, 3)), ((1, 3), (0, 1), (2, 0))]
    >>> [tour[-1] for tour in list_tours("3x4", end="1,1")]
    [(0, 0), (0, 0)]
    """
    tours = Tours.of(board, leaper=leaper, closed=closed, directed=directed, start=start, end=end)
    batches = list_batches(tours, order=order, first=first, progress=progress)
    return (Tour.from_indices(tours.board, row) for batch in batches for row in batch.tolist())


def list_batches(
    tours: Tours,
    *,
    order: str = FIRST_ORDER,
    first: int = 1,
    most: int | None = None,
    progress: Progress | None = None,
) -> "Iterator[Numbers]":
    """The tours in order, from number `first` on and at most `most`, as arrays of indices of squares, one
    tour in a row.

    The first array has one row, later ones up to thousands: what was found in a fraction of a second.
    Between them `progress` is called with how many were skipped, of how many, and then how many were listed.
    Loads numba.

    >>> [batch.shape for batch in list_batches(Tours.of("5x5"), most=30)]
    [(1, 25), (4, 25), (16, 25), (9, 25)]
    """
    order = parse_order(order)
    passing = min(whole_number("first", first, 1) - 1, _FARTHEST)
    wanted = None if most is None else whole_number("most", most, 1)
    require_listable(tours)
    return _batches(tours, order, passing, wanted, progress)


def _batches(
    tours: Tours, order: str, passing: int, wanted: int | None, progress: Progress | None
) -> "Iterator[Numbers]":
    """As `list_batches`, from checked arguments; `passing` tours are skipped."""
    if verdict(tours.question).exists is False:
        return
    import numpy as np

    from turaga.completion.completer import Lattice
    from turaga.count.enumeration_branch import Branch

    board = tours.board
    if board.size == 1:  # there is nothing to search
        if passing == 0:
            yield require_tours(board, np.array([list(board.indices())], dtype=np.int32))
        return
    lattice = Lattice(board, order)
    nothing: Numbers = np.empty((0, board.size), dtype=np.int32)
    passed = listed = 0
    rows = 1
    for path, ends in _beginnings(tours, lattice.table):
        branch = Branch(lattice, path, ends)
        while not branch.over:
            if passed < passing:
                if progress:
                    progress("passing over tours", passed, passing)
                passed += branch.run(nothing, passing - passed, _WORK)
                continue
            if progress:
                progress("listing tours", listed, wanted or 0)
            size = rows if wanted is None else min(rows, wanted - listed)
            batch: Numbers = np.empty((size, board.size), dtype=np.int32)
            found = branch.run(batch, size, _WORK)
            if found:
                listed += found
                rows = max(1, min(4 * rows, _MOST_ROWS, _MOST_CELLS // board.size))
                listing = batch[:found, ::-1] if tours.backwards else batch[:found]
                yield require_tours(board, listing, closed=tours.closed)
            if listed == wanted:
                return


def require_listable(tours: Tours) -> None:
    """`BadBoard` if the board is too large for its tours to be listed.

    >>> require_listable(Tours.of("100x100"))
    """
    if tours.board.area > MOST_SQUARES:
        raise BadBoard(
            f"board {tours.board} is too large",
            accepted=f"tours are listed of at most {MOST_SQUARES} squares",
            field="board",
            value=str(tours.board),
        )


def _beginnings(tours: Tours, table: list[list[int]]) -> Iterator[Beginning]:
    """How the tours begin, in the order of the listing; `table` has the neighbours of each square."""
    board, start, end = tours.board, tours.start_index, tours.end_index
    if start is None:
        start, end = end, None
    if tours.closed:
        home = next(board.indices()) if start is None else start
        around = table[home]
        if end is not None:
            yield (home,), (end,)
        elif tours.directed:
            yield (home,), around
        else:
            for k, second in enumerate(around[:-1]):
                yield (home, second), around[k + 1 :]
    elif start is not None:
        yield (start,), range(board.area) if end is None else (end,)
    else:
        for home in board.indices():
            if verdict(replace(tours.question, start_index=home)).exists is not False:
                yield (home,), range(0 if tours.directed else home + 1, board.area)


# -- counting -----------------------------------------------------------------------------------------


def count_by_listing(
    tours: Tours, *, order: str = FIRST_ORDER, progress: Progress | None = None
) -> MethodResult:
    """How many tours there are, by listing them all; its `states` are the squares entered.

    Uses all cores, and the board's symmetries: open tours are searched from one of all starts that are images
    of one another, in both directions, and closed ones from a square with the fewest moves. The order changes
    only the work. On 6x6 about half a million tours a second and core.

    >>> count_by_listing(Tours.of("5x5", directed=True)).count
    1728
    """
    order = parse_order(order)
    require_listable(tours)
    if verdict(tours.question).exists is False:
        return MethodResult(count=0)
    if tours.board.size == 1:
        return MethodResult(count=1, states=1)
    from turaga.completion.completer import Lattice

    lattice = Lattice(tours.board, order)
    tasks: list[tuple[int, Beginning]] = []
    for times, beginning in _alike(tours, lattice.table):
        tasks += [(times, longer) for longer in _split(beginning, lattice)]
    counts = _count_all(lattice, [beginning for _, beginning in tasks], progress)
    count = sum(times * found for (times, _), (found, _) in zip(tasks, counts, strict=True))
    either_way = not tours.closed and tours.start_index is None and tours.end_index is None
    if either_way and not tours.directed:
        count //= 2
    return MethodResult(count=count, states=sum(entered for _, entered in counts))


def _alike(tours: Tours, table: list[list[int]]) -> Iterator[tuple[int, Beginning]]:
    """Beginnings to be searched, each with how often what is found counts."""
    board = tours.board
    if tours.start_index is None and tours.end_index is None and not tours.closed:
        both_ways = replace(tours, directed=True)
        symmetries = board_symmetries(board)
        for path, ends in _beginnings(both_ways, table):
            images = {s.square(board.square(path[0]), board.rows, board.cols) for s in symmetries}
            if board.square(path[0]) == min(images):
                yield len(images), (path, ends)
        return
    if tours.closed and tours.end_index is None:
        # Every closed tour visits every square: begin where there is the least choice.
        home = min(board.indices(), key=lambda n: len(table[n]))
        once = replace(tours, start_index=home, directed=False)
        yield from ((tours.times, beginning) for beginning in _beginnings(once, table))
        return
    yield from ((1, beginning) for beginning in _beginnings(tours, table))


def _split(beginning: Beginning, lattice: "Lattice") -> list[Beginning]:
    """The same beginning as several longer ones, shorter than a tour."""
    path, ends = beginning
    paths = [path]
    while len(paths) < _PARTS and len(paths[0]) < min(5, lattice.board.size - 1):
        paths = [(*one, there) for one in paths for there in lattice.table[one[-1]] if there not in one]
        if not paths:
            return []
    return [(one, ends) for one in paths]


def _count_all(
    lattice: "Lattice", beginnings: Sequence[Beginning], progress: Progress | None
) -> list[tuple[int, int]]:
    """How many tours there are with each beginning, and how many squares were entered; on all cores.

    A few beginnings at a time are searched, each for a fraction of a second, then the next fraction: so
    progress is told, Ctrl-C is heard, and few searches take up memory.
    """
    import numpy as np

    from turaga.count.enumeration_branch import Branch

    nothing: Numbers = np.empty((0, lattice.board.size), dtype=np.int32)
    branches: dict[int, Branch] = {}  # those that are searched, by the index of their beginning
    found, entered = [0] * len(beginnings), [0] * len(beginnings)
    begun = 0

    def run(k: int) -> int:
        return branches[k].run(nothing, _WORK, _WORK)

    with ThreadPool() as pool:
        while branches or begun < len(beginnings):
            while begun < len(beginnings) and len(branches) < _SEARCHED * pool.threads:
                branches[begun] = Branch(lattice, *beginnings[begun])
                if begun == 0:  # compile outside the threads: so Ctrl-C is heard
                    found[0] = branches[0].run(nothing, 1, 1)
                begun += 1
            for k, more in zip(branches, pool.map(run, list(branches)), strict=True):
                found[k] += more
                entered[k] = branches[k].entered
                if progress:
                    what = f"{sum(found):,} tours gone through"
                    progress(what, begun - len(branches), len(beginnings))
            branches = {k: branch for k, branch in branches.items() if not branch.over}
    return list(zip(found, entered, strict=True))

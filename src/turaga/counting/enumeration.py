"""Method enumerate: lists tours one after the other in a fixed order, or counts them by listing them all.

The sequence is that of a plain depth-first search. Starts come row by row. From each square, its neighbours
come in the order of the directions, 1 to 8 (see `turaga.order`), or in the order that the caller passes.

- Open tours: first all tours from the first square, then all from the second, and so on. By default, a tour
  is listed in one direction only, starting from the end that comes first on the board, row by row. With a
  start, all tours from there are listed. With an end alone, all tours from that end are listed and reversed.
- Closed tours start on the first square of the board, or on the given start. By default, a tour is listed
  only in the direction that comes first. With an end alone, each tour is listed from that end and reversed.

Starts from which theory rules out a tour are skipped.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from turaga.counting.outcome import MethodResult
from turaga.errors import BadBoard
from turaga.limits import Progress, whole_number
from turaga.order import FIRST_ORDER, parse_order
from turaga.symmetry import board_symmetries
from turaga.text import plural
from turaga.theory import verdict
from turaga.threads import ThreadPool
from turaga.tours import Tours
from turaga.verify import require_tours
from turaga.walk import Tour

if TYPE_CHECKING:
    from turaga.completion.completer import Lattice
    from turaga.jit import Numbers

MOST_SQUARES = 10_000  # of a board whose tours can be listed, including holes
_WORK = 2_000_000  # squares entered per kernel call, a fraction of a second
_MOST_ROWS = 4096  # tours in a batch
_FARTHEST = (1 << 62) - 1  # the most tours that can be skipped: no search gets that far
_MOST_CELLS = 1 << 20  # squares in a batch
_PARTS = 12  # a count splits each beginning into at least this many, so that no core is idle for long
_SEARCHED = 4  # the number of beginnings that a count searches at the same time, per core

# A path, and the squares where a tour that begins with it may end (holes among them do no harm).
Beginning = tuple[tuple[int, ...], Sequence[int]]


def list_tours(
    tours: Tours, *, order: str = FIRST_ORDER, first: int = 1, progress: Progress | None = None
) -> Iterator[Tour]:
    """List the tours in order, starting with tour number `first`. Each tour is verified.

    In all trials, the first tour came within 20 milliseconds up to 10x10, and within two seconds up to 20x20.
    From 30x30 on it can take minutes. After that, 6x6 gives half a million tours a second. The tours before
    number `first` are searched for as well, so skipping them takes time.

    >>> [tour[:3] for tour in list_tours(Tours("3x4"), first=7)]
    [((1, 0), (2, 2), (0, 3)), ((1, 3), (0, 1), (2, 0))]
    >>> [tour[-1] for tour in list_tours(Tours("3x4", end="1,1"))]
    [(0, 0), (0, 0)]
    """
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
    """List at most `most` tours in order, starting with tour number `first`, as arrays of indices of squares
    with one tour per row.

    The first array has one row. Later ones have up to thousands, as many as were found in a fraction of a
    second. Between arrays, `progress` is called with the number of tours skipped so far, and later with the
    number listed. This loads numba.

    >>> [batch.shape for batch in list_batches(Tours("5x5"), most=30)]
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
    """Like `list_batches`, but the arguments are checked already. The first `passing` tours are skipped."""
    if verdict(tours.forwards).exists is False:
        return
    import numpy as np

    from turaga.completion.completer import Lattice
    from turaga.counting.enumeration_branch import Branch

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
                    progress("skipping tours", passed, passing)
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
    """Raise `BadBoard` if the board is too large to list its tours.

    >>> require_listable(Tours("100x100"))
    """
    if tours.board.area > MOST_SQUARES:
        raise BadBoard(
            f"board {tours.board} is too large to list its tours",
            accepted=f"a board may have at most {MOST_SQUARES:,} squares",
            field="board",
        )


def _beginnings(tours: Tours, table: list[list[int]]) -> Iterator[Beginning]:
    """How the tours begin, in the order of the list. `table` has the neighbours of each square."""
    forwards = tours.forwards
    board, start, end = tours.board, forwards.start_index, forwards.end_index
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
            if verdict(tours.forwards.but(start_index=home)).exists is not False:
                yield (home,), range(0 if tours.directed else home + 1, board.area)


# -- counting -----------------------------------------------------------------------------------------


def count_by_listing(
    tours: Tours, *, order: str = FIRST_ORDER, progress: Progress | None = None
) -> MethodResult:
    """Count the tours by listing them all. The `states` of the result are the squares entered.

    This uses all cores and the symmetries of the board. Among starts that symmetries map to one another, only
    one is searched for open tours, in both directions. Closed tours are searched from a square with the
    fewest moves. The order changes only the amount of work. On 6x6, each core counts about half a million
    tours a second.

    >>> count_by_listing(Tours("5x5", directed=True)).count
    1728
    """
    order = parse_order(order)
    require_listable(tours)
    if verdict(tours.forwards).exists is False:
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
    """The beginnings to search, each with the number of times that its tours count."""
    board = tours.board
    if tours.start_index is None and tours.end_index is None and not tours.closed:
        both_ways = tours.but(directed=True)
        symmetries = board_symmetries(board)
        for path, ends in _beginnings(both_ways, table):
            images = {s.square(board.square(path[0]), board.rows, board.cols) for s in symmetries}
            if board.square(path[0]) == min(images):
                yield len(images), (path, ends)
        return
    if tours.closed and not tours.both_ends:
        # Every closed tour visits every square, so start where there are the fewest choices.
        home = min(board.indices(), key=lambda n: len(table[n]))
        once = tours.but(start_index=home, end=None, directed=False)
        yield from ((tours.times, beginning) for beginning in _beginnings(once, table))
        return
    yield from ((1, beginning) for beginning in _beginnings(tours, table))


def _split(beginning: Beginning, lattice: "Lattice") -> list[Beginning]:
    """Split a beginning into several longer ones, which are still shorter than a tour."""
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
    """For each beginning, the number of tours and the number of squares entered. This uses all cores.

    A few beginnings are searched at a time, each for a fraction of a second before the next turn. So progress
    is reported, Ctrl-C works, and only a few searches take up memory.
    """
    import numpy as np

    from turaga.counting.enumeration_branch import Branch

    nothing: Numbers = np.empty((0, lattice.board.size), dtype=np.int32)
    branches: dict[int, Branch] = {}  # the current searches, keyed by the index of their beginning
    found, entered = [0] * len(beginnings), [0] * len(beginnings)
    begun = 0

    def run(k: int) -> int:
        return branches[k].run(nothing, _WORK, _WORK)

    with ThreadPool() as pool:
        while branches or begun < len(beginnings):
            while begun < len(beginnings) and len(branches) < _SEARCHED * pool.threads:
                branches[begun] = Branch(lattice, *beginnings[begun])
                if begun == 0:  # compile outside the threads, so that Ctrl-C works
                    found[0] = branches[0].run(nothing, 1, 1)
                begun += 1
            for k, more in zip(branches, pool.map(run, list(branches)), strict=True):
                found[k] += more
                entered[k] = branches[k].entered
                if progress:
                    what = f"counting, {plural(sum(found), 'tour', grouped=True)}"
                    progress(what, begun - len(branches), len(beginnings))
            branches = {k: branch for k, branch in branches.items() if not branch.over}
    return list(zip(found, entered, strict=True))

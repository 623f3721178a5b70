"""Computes the numbers that plots of a survey show. Each function is one SQL query about a selection.

A rule cannot succeed from a start that colour rules out, so shares and failures count only the starts that
colour allows. If an order was walked from a start several times, it completes from there if any walk did.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from turaga.board import Board
from turaga.errors import BadInput, BadRule
from turaga.limits import Progress
from turaga.survey.columns import board_name
from turaga.survey.cover import fewest_cover
from turaga.survey.queries import as_grid
from turaga.survey.results import wilson
from turaga.survey.selection import Selection
from turaga.text import plural, short
from turaga.theory import allowed_colours, colour

if TYPE_CHECKING:
    from numpy.typing import NDArray

_END = "((end_row - 1) * cols + end_col - 1)"
_BITS = (1 << 20) - 1  # the boards of a survey have at most 10^6 squares
_MOST_TRIES = 40_320 // 4  # the number of classes of orders on a rectangle; a square board has fewer
_MOST_CELLS = 36  # per side of the square that all boards are stretched over


# -- rates ----------------------------------------------------------------------------------------


class Tally(NamedTuple):
    """How many walks by an order on a board are complete, of those that colour allows. If they are a sample,
    also the 95% interval of their share."""

    order: str
    rows: int
    cols: int
    walks: int
    complete: int
    low: float | None
    high: float | None


def tallies(selection: Selection) -> list[Tally]:
    """How many walks by each order on each board are complete, in the order of the plan."""
    found = selection.rows(
        'SELECT "order", rows, cols, count(*), count(*) FILTER (complete) FROM WALKS GROUP BY 1, 2, 3'
    )
    sampled = {(board.rows, board.cols): selection.survey.samples(board) for board in selection.boards}
    rank = {order: i for i, order in enumerate(selection.orders)}
    position = {(board.rows, board.cols): i for i, board in enumerate(selection.boards)}
    rows = []
    for order, height, width, walks, complete in found:
        low, high = wilson(complete, walks) if sampled[height, width] else (None, None)
        rows.append(Tally(str(order), height, width, walks, complete, low, high))
    return sorted(rows, key=lambda tally: (rank[tally.order], position[tally.rows, tally.cols]))


class Quartiles(NamedTuple):
    """The quartiles of a value over all orders, on one board."""

    rows: int
    cols: int
    least: float
    lower: float
    middle: float
    upper: float
    most: float


_VALUES = {
    "rate": "100.0 * count(*) FILTER (complete) / count(*)",
    "failures": "count(*) FILTER (NOT complete)",
}


def quartiles(selection: Selection, what: str) -> list[Quartiles]:
    """The quartiles of a value over all orders, for each board: the `rate` in percent, or `failures`."""
    quantiles = ", ".join(f"quantile_cont(value, {at})" for at in (0.0, 0.25, 0.5, 0.75, 1.0))
    found = selection.rows(
        f"SELECT rows, cols, {quantiles} FROM ("
        f'SELECT rows, cols, "order", {_VALUES[what]} AS value FROM WALKS GROUP BY 1, 2, 3) '
        "GROUP BY 1, 2 ORDER BY rows * cols, rows"
    )
    return [Quartiles(rows, cols, *map(float, values)) for rows, cols, *values in found]


def orders_by_value(selection: Selection, what: str) -> list[tuple[float, int]]:
    """How many orders have each value on the only board: the `rate` in percent, or `failures`."""
    found = selection.rows(
        f'SELECT value, count(*) FROM (SELECT "order", {_VALUES[what]} AS value FROM WALKS GROUP BY 1) '
        "GROUP BY 1 ORDER BY 1"
    )
    return [(float(value), count) for value, count in found]


def incomplete_after(selection: Selection) -> dict[int, list[tuple[int, int, float]]]:
    """The share of starts, in percent, that are still incomplete after 0, 1, 2, ... retries, for each board,
    over all selected orders. Raises `BadRule` if the survey has no retries."""
    plan = selection.survey.plan
    tries = len(plan.retry_orders) or plan.retries
    if not tries:
        raise BadRule(
            f"the survey in {selection.name} has no retries",
            accepted="run a survey with retries",
            field="retries",
            value=plan.retries,
        )
    found = selection.rows(
        "SELECT rows, cols, retries, count(*), count(*) FILTER (complete) FROM WALKS GROUP BY 1, 2, 3 "
        "ORDER BY rows * cols, rows"
    )
    whole: dict[tuple[int, int], int] = {}
    for rows, cols, _, walks, _ in found:
        whole[rows, cols] = whole.get((rows, cols), 0) + walks
    completed = {(rows, cols, retries): complete for rows, cols, retries, _, complete in found}
    left = dict(whole)
    after: dict[int, list[tuple[int, int, float]]] = {}
    for k in range(min(tries, _MOST_TRIES) + 1):
        left = {board: count - completed.get((*board, k), 0) for board, count in left.items()}
        after[k] = [(*board, 100.0 * count / whole[board]) for board, count in left.items()]
    return after


class RunCounts(NamedTuple):
    """How many walks of each run were complete on a board by an order, and from how many of the starts of
    each run colour allows a tour."""

    board: Board
    order: str
    solved: tuple[int, ...]
    allowed: tuple[int, ...]
    starts: int  # of each run


def solved_in_runs(selection: Selection) -> list[RunCounts]:
    """The complete walks in each run, for each board and order. Raises `BadRule` if there is only one run."""
    survey, plan = selection.survey, selection.survey.plan
    if plan.repeat == 1:
        raise BadRule(
            f"the survey in {selection.name} has only one run",
            accepted="run a survey that repeats random starts or random ties",
            field="repeat",
            value=plan.repeat,
        )
    counts = []
    for board in selection.boards:
        solved = survey.all_runs(board)
        colours = allowed_colours(board)
        for order in selection.orders:
            done = tuple(solved.get(order, ()))
            starts = [plan.starts_of(board, run) for run in range(len(done))]
            allowed = [sum(colour(board.square(start)) in colours for start in run) for run in starts]
            counts.append(RunCounts(board, order, done, tuple(allowed), plan.count_starts(board)))
    return counts


class Timing(NamedTuple):
    """The estimated seconds for one walk on a board, and for a walk from each of its squares."""

    rows: int
    cols: int
    one: float
    every: float


def timings(selection: Selection) -> list[Timing]:
    """The time that walks took on each board, over all selected orders. Derived walks are left out.

    It is computed as the time of a step times the steps of a walk. An order from which others are derived may
    have been walked from more starts than the plan has for it, so its seconds are not those of its rows.
    """
    found = selection.rows(
        "SELECT board, cost * length FROM (SELECT board, sum(seconds) / sum(steps) AS cost FROM SHARDS "
        "WHERE steps > 0 AND seconds > 0 GROUP BY 1) JOIN ("
        "SELECT rows || 'x' || cols AS board, avg(steps) AS length FROM ALL_STARTS GROUP BY 1) USING (board)"
    )
    seconds = dict(found)
    rows = [
        Timing(board.rows, board.cols, seconds[board_name(board)], seconds[board_name(board)] * board.size)
        for board in selection.boards
        if board_name(board) in seconds
    ]
    if not rows:
        raise BadInput(
            f"the survey in {selection.name} has no times for the selected boards and orders",
            accepted="choose other boards or orders",
        )
    return sorted(rows, key=lambda timing: (timing.rows * timing.cols, timing.rows))


# -- one value per square -----------------------------------------------------------------------------

Grid = list[list[int | None]]


def unvisited_on_board(selection: Selection) -> Grid:
    """The number of squares that the walk from each start leaves unvisited (one board, one order)."""
    return selection.survey.unvisited_map(selection.board, selection.orders[0])


def fails_on_board(selection: Selection) -> Grid:
    """How many orders fail from each start of the only board. None for squares where no tour can start."""
    found = selection.rows(
        "SELECT start, count(*) FILTER (NOT ever) FROM ("
        'SELECT start, bool_or(complete) AS ever FROM WALKS GROUP BY 1, "order") GROUP BY 1'
    )
    return as_grid(selection.board, found)


_COUNTED = {"ends": (_END, "complete"), "closed starts": ("start", "closed")}


def counts_on_board(selection: Selection, what: str) -> Grid:
    """How many tours by the selected orders end on each square of the only board (`ends`), or how many closed
    tours start on it (`closed starts`)."""
    square, which = _COUNTED[what]
    found = selection.rows(f"SELECT {square}, count(*) FROM WALKS WHERE {which} GROUP BY 1")
    if not found:
        raise _no_tours(selection, which)
    return [[count or 0 for count in row] for row in as_grid(selection.board, found)]


def overlay_counts(selection: Selection, what: str) -> tuple[int, list[list[float]]]:
    """The same counts for many boards laid over each other: the number of tours, and for each cell of a
    square the density of tours, where 1 means that they are spread evenly.

    Each board is stretched over the square. A square of the board that covers several cells is divided among
    them by area, so boards whose sides do not divide the number of cells leave no stripes.
    """
    import numpy as np

    square, which = _COUNTED[what]
    found = selection.rows(f"SELECT rows, cols, {square}, count(*) FROM WALKS WHERE {which} GROUP BY 1, 2, 3")
    if not found:
        raise _no_tours(selection, which)
    cells = min(_MOST_CELLS, max(max(board.rows, board.cols) for board in selection.boards))
    counts = {(board.rows, board.cols): np.zeros((board.rows, board.cols)) for board in selection.boards}
    for rows, cols, place, count in found:
        counts[rows, cols][divmod(place, cols)] = count
    laid = np.zeros((cells, cells))
    for (rows, cols), grid in counts.items():
        laid += _shared_out(rows, cells) @ grid @ _shared_out(cols, cells).T
    whole = sum(count for *_, count in found)
    return whole, (laid * (cells * cells / whole)).tolist()


def _shared_out(side: int, cells: int) -> Any:
    """A line is divided into `side` equal pieces and into `cells` equal cells: the overlap of each pair."""
    import numpy as np

    edges, marks = np.arange(side + 1) / side, np.arange(cells + 1) / cells
    low = np.maximum(edges[None, :-1], marks[:-1, None])
    high = np.minimum(edges[None, 1:], marks[1:, None])
    return np.clip(high - low, 0, None) * side


def _no_tours(selection: Selection, which: str) -> BadInput:
    kind = "closed tours" if which == "closed" else "tours"
    more = "; the open start gives more closed tours" if which == "closed" else ""
    return BadInput(
        f"the survey in {selection.name} has no {kind} for the selected boards and orders",
        accepted=f"choose other boards or orders{more}",
    )


# -- two orders compared -------------------------------------------------------------------------------------


class SharedFailures(NamedTuple):
    """For a board: the number of starts from which both orders were walked, and the number from which the
    first, the second, and both fail."""

    rows: int
    cols: int
    starts: int
    first: int
    second: int
    both: int


def compared_orders(selections: Sequence[Selection]) -> "tuple[ComparedOrder, ComparedOrder]":
    """The two orders to compare, each with its survey. Raises `BadInput` unless there are two."""
    pairs = [ComparedOrder(selection, order) for selection in selections for order in selection.orders]
    if len(selections) == 2 and len(pairs) == 4 and all(not selection.all_orders for selection in selections):
        first, second = selections
        pairs = [ComparedOrder(first, first.orders[0]), ComparedOrder(second, second.orders[1])]
    if len(pairs) != 2:
        raise _not_two(selections, len(pairs))
    return pairs[0], pairs[1]


def _not_two(selections: Sequence[Selection], count: int) -> BadInput:
    """The error for selections that do not have two orders to compare."""
    where = "the survey in " if len(selections) == 1 else "the surveys in "
    where += short(", ".join(selection.name for selection in selections), 80)
    has = "has" if len(selections) == 1 else "have"
    problem = f"a comparison needs two orders, but {where} {has} {plural(count, 'order')}"
    if count < 2:
        return BadInput(problem, accepted="add a second survey to compare", field="folder")
    return BadInput(problem, accepted="choose two orders", field="orders")


@dataclass(frozen=True)
class ComparedOrder:
    """One of the two orders that are compared, and the selection that it belongs to."""

    selection: Selection
    order: str

    def failures(self) -> "tuple[NDArray[Any], NDArray[Any]]":
        """The starts from which the order was walked, and whether it fails from each. A start is encoded as
        one number: rows, columns and square index have 20 bits each."""
        found = self.selection.columns(
            "SELECT (rows::BIGINT << 40) | (cols::BIGINT << 20) | start AS key, "
            f'NOT bool_or(complete) AS fails FROM WALKS WHERE "order" = {self.order} GROUP BY 1'
        )
        return found["key"], found["fails"]


def shared_starts(first: ComparedOrder, second: ComparedOrder) -> tuple[list[SharedFailures], Grid]:
    """How two orders fail together: the counts for each board, and for the last board which of them fail from
    each start: 0 neither, 1 the first, 2 the second, 3 both, None unless both were walked."""
    import numpy as np

    (left, ours), (right, theirs) = first.failures(), second.failures()
    keys, at_left, at_right = np.intersect1d(left, right, assume_unique=True, return_indices=True)
    if not keys.size:
        raise BadInput(
            "the two orders have no start in common", accepted="compare surveys of the same boards and starts"
        )
    marks = ours[at_left].astype(np.int64) + 2 * theirs[at_right]
    boards, which = np.unique(keys >> 20, return_inverse=True)
    by_mark = [
        np.bincount(which, weights=marks == mark, minlength=boards.size).astype(int) for mark in range(4)
    ]
    counts = [
        SharedFailures(board >> 20, board & _BITS, sum(held), held[1] + held[3], held[2] + held[3], held[3])
        for board, *held in zip(boards.tolist(), *(counted.tolist() for counted in by_mark), strict=True)
    ]
    rows, cols = counts[-1][:2]
    here = which == boards.size - 1
    grid = as_grid(Board(rows, cols), zip((keys[here] & _BITS).tolist(), marks[here].tolist(), strict=True))
    return sorted(counts, key=lambda shared: (shared.rows * shared.cols, shared.rows)), grid


# -- the fewest orders --------------------------------------------------------------------------------


class BoardCover(NamedTuple):
    """The fewest orders found that together complete every start of a board. The order that completes most of
    the remaining starts comes next. `left` has the number of remaining starts after each order, and
    `at_least` is a lower bound for the number of orders."""

    rows: int
    cols: int
    orders: tuple[str, ...]
    left: tuple[int, ...]
    starts: int
    at_least: int


def board_covers(
    selection: Selection, *, time_limit: float, progress: Progress | None = None
) -> list[BoardCover]:
    """The fewest of the selected orders for each board separately. Each board gets `time_limit` seconds.

    Starts that colour rules out do not count. Starts that no order completes are left at the end.
    """
    import numpy as np

    if len(selection.orders) < 2:
        raise BadRule(
            f"a cover needs at least two orders, but only one order of the survey in {selection.name} is "
            "selected",
            accepted="select more orders, or run a survey with more orders",
            field="orders",
            value=",".join(selection.orders),
        )
    found = []
    for i, board in enumerate(selection.boards):
        if progress:
            progress("finding covers", i, len(selection.boards))
        starts, holds = selection.survey.completions(board, selection.orders)
        cover = fewest_cover(holds, time_limit=time_limit)
        chosen: list[int] = []
        counts: list[int] = []
        left = np.ones(len(starts), dtype=bool)
        while len(chosen) < len(cover.chosen):
            best = max(
                set(cover.chosen) - set(chosen), key=lambda one: (int((holds[one] & left).sum()), -one)
            )
            chosen.append(best)
            left &= ~holds[best]
            counts.append(int(left.sum()))
        names = tuple(selection.orders[one] for one in chosen)
        found.append(BoardCover(board.rows, board.cols, names, tuple(counts), len(starts), cover.lower_bound))
    return sorted(found, key=lambda covering: (covering.rows * covering.cols, covering.rows))

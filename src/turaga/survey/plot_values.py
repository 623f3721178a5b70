"""Computes the numbers that plots of a survey show. Each function is one SQL query about a selection.

A rule cannot succeed from a start that colour rules out, so shares and failures count only the starts that
colour allows. If an order was walked from a start several times, it completes from there if any walk did.

A result about a board has its rows and columns and, if it has holes, its name: `board` is "" for rectangles.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from turaga.board import Board
from turaga.errors import BadInput, BadRule
from turaga.limits import Progress
from turaga.survey.board_names import board_name
from turaga.survey.cover import fewest_cover
from turaga.survey.queries import as_grid, count_grid
from turaga.survey.results import wilson
from turaga.survey.selection import Selection
from turaga.survey.sql import sql_text
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
    board: str = ""


def tallies(selection: Selection) -> list[Tally]:
    """How many walks by each order on each board are complete, in the order of the plan."""
    found = selection.rows(
        'SELECT "order", board, count(*), count(*) FILTER (complete) FROM WALKS GROUP BY 1, 2'
    )
    boards = {board_name(board): (i, board) for i, board in enumerate(selection.boards)}
    rank = {order: i for i, order in enumerate(selection.orders)}
    rows = []
    for order, name, walks, complete in found:
        position, board = boards[name]
        low, high = wilson(complete, walks) if selection.survey.samples(board) else (None, None)
        tally = Tally(str(order), board.rows, board.cols, walks, complete, low, high, mask_name(board))
        rows.append((rank[tally.order], position, tally))
    return [tally for _, _, tally in sorted(rows, key=lambda row: row[:2])]


def mask_name(board: Board) -> str:
    """The name of a board with holes; "" for a rectangle, whose sides are enough."""
    return board_name(board) if board.hole_indices else ""


def _by_size(selection: Selection) -> dict[str, Board]:
    """The boards by name, sorted by the squares of their rectangles, by rows and by name."""
    named = {board_name(board): board for board in selection.boards}
    return dict(sorted(named.items(), key=lambda pair: (pair[1].area, pair[1].rows, mask_name(pair[1]))))


class Quartiles(NamedTuple):
    """The quartiles of a value over all orders, on one board."""

    rows: int
    cols: int
    least: float
    lower: float
    middle: float
    upper: float
    most: float
    board: str = ""


_VALUES = {
    "rate": "100.0 * count(*) FILTER (complete) / count(*)",
    "failures": "count(*) FILTER (NOT complete)",
}


def quartiles(selection: Selection, what: str) -> list[Quartiles]:
    """The quartiles of a value over all orders, for each board: the `rate` in percent, or `failures`."""
    quantiles = ", ".join(f"quantile_cont(value, {at})" for at in (0.0, 0.25, 0.5, 0.75, 1.0))
    found = selection.rows(
        f"SELECT board, {quantiles} FROM ("
        f'SELECT board, "order", {_VALUES[what]} AS value FROM WALKS GROUP BY 1, 2) GROUP BY 1'
    )
    values = {name: (float(a), float(b), float(c), float(d), float(e)) for name, a, b, c, d, e in found}
    return [
        Quartiles(board.rows, board.cols, *values[name], mask_name(board))
        for name, board in _by_size(selection).items()
        if name in values
    ]


def orders_by_value(selection: Selection, what: str) -> list[tuple[float, int]]:
    """How many orders have each value on the only board: the `rate` in percent, or `failures`."""
    found = selection.rows(
        f'SELECT value, count(*) FROM (SELECT "order", {_VALUES[what]} AS value FROM WALKS GROUP BY 1) '
        "GROUP BY 1 ORDER BY 1"
    )
    return [(float(value), count) for value, count in found]


class Incomplete(NamedTuple):
    """The share of the starts of a board, in percent, that are still incomplete after some retries."""

    rows: int
    cols: int
    share: float
    board: str = ""


def incomplete_after(selection: Selection) -> dict[int, list[Incomplete]]:
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
        "SELECT board, retries, count(*), count(*) FILTER (complete) FROM WALKS GROUP BY 1, 2"
    )
    whole: dict[str, int] = {}
    for name, _, walks, _ in found:
        whole[name] = whole.get(name, 0) + walks
    completed = {(name, retries): complete for name, retries, _, complete in found}
    boards = {name: board for name, board in _by_size(selection).items() if name in whole}
    left = dict(whole)
    after: dict[int, list[Incomplete]] = {}
    for k in range(min(tries, _MOST_TRIES) + 1):
        left = {name: count - completed.get((name, k), 0) for name, count in left.items()}
        after[k] = [
            Incomplete(board.rows, board.cols, 100.0 * left[name] / whole[name], mask_name(board))
            for name, board in boards.items()
        ]
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
    board: str = ""
    squares: int | None = None  # of a board with holes


def timings(selection: Selection) -> list[Timing]:
    """The time that walks took on each board, over all selected orders. Derived walks are left out.

    It is computed as the time of a step times the steps of a walk. An order from which others are derived may
    have been walked from more starts than the plan has for it, so its seconds are not those of its rows.
    """
    found = selection.rows(
        "SELECT board, cost * length FROM (SELECT board, sum(seconds) / sum(steps) AS cost FROM SHARDS "
        "WHERE steps > 0 AND seconds > 0 GROUP BY 1) JOIN ("
        "SELECT board, avg(steps) AS length FROM ALL_STARTS GROUP BY 1) USING (board)"
    )
    seconds = dict(found)
    rows = [
        Timing(
            board.rows, board.cols, seconds[name], seconds[name] * board.size,
            mask_name(board), board.size if board.hole_indices else None,
        )
        for name, board in _by_size(selection).items()
        if name in seconds
    ]  # fmt: skip
    if not rows:
        raise BadInput(
            f"the survey in {selection.name} has no times for the selected boards and orders",
            accepted="choose other boards or orders",
        )
    return rows


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
    return count_grid(selection.board, found)


def overlay_counts(selection: Selection, what: str) -> tuple[int, list[list[float]]]:
    """The same counts for many boards laid over each other: the number of tours, and for each cell of a
    square the density of tours, where 1 means that they are spread evenly.

    Each board is stretched over the square. A square of the board that covers several cells is divided among
    them by area, so boards whose sides do not divide the number of cells leave no stripes.
    """
    import numpy as np

    square, which = _COUNTED[what]
    found = selection.rows(f"SELECT board, {square}, count(*) FROM WALKS WHERE {which} GROUP BY 1, 2")
    if not found:
        raise _no_tours(selection, which)
    cells = min(_MOST_CELLS, max(max(board.rows, board.cols) for board in selection.boards))
    counts = {board_name(board): np.zeros((board.rows, board.cols)) for board in selection.boards}
    for name, place, count in found:
        counts[name].flat[place] = count
    laid = np.zeros((cells, cells))
    for grid in counts.values():
        rows, cols = grid.shape
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
    board: str = ""


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

    def failures(self, boards: Sequence[Board]) -> "tuple[NDArray[Any], NDArray[Any]]":
        """The starts from which the order was walked, and whether it fails from each. A start is encoded as
        one number: the position of its board in `boards`, and its square index in the last 20 bits."""
        position = {board: i for i, board in enumerate(boards)}
        named = ", ".join(
            f"({sql_text(board_name(board))}, {position[board]})" for board in self.selection.boards
        )
        found = self.selection.columns(
            f"SELECT (position::BIGINT << 20) | start AS key, NOT bool_or(complete) AS fails FROM WALKS "
            f"JOIN (VALUES {named}) AS boards(name, position) ON board = name "
            f'WHERE "order" = {self.order} GROUP BY 1'
        )
        return found["key"], found["fails"]


def shared_starts(first: ComparedOrder, second: ComparedOrder) -> tuple[list[SharedFailures], Grid]:
    """How two orders fail together: the counts for each board, and for the last board which of them fail from
    each start: 0 neither, 1 the first, 2 the second, 3 both, None unless both were walked."""
    import numpy as np

    every = dict.fromkeys(board for one in (first, second) for board in one.selection.boards)
    boards = sorted(every, key=lambda board: (board.rows, board.cols, mask_name(board)))
    (left, ours), (right, theirs) = first.failures(boards), second.failures(boards)
    keys, at_left, at_right = np.intersect1d(left, right, assume_unique=True, return_indices=True)
    if not keys.size:
        raise BadInput(
            "the two orders have no start in common", accepted="compare surveys of the same boards and starts"
        )
    marks = ours[at_left].astype(np.int64) + 2 * theirs[at_right]
    places, which = np.unique(keys >> 20, return_inverse=True)
    by_mark = [
        np.bincount(which, weights=marks == mark, minlength=places.size).astype(int) for mark in range(4)
    ]
    shared = [boards[place] for place in places.tolist()]
    counts = [
        SharedFailures(
            board.rows, board.cols, sum(held), held[1] + held[3], held[2] + held[3], held[3], mask_name(board)
        )
        for board, *held in zip(shared, *(counted.tolist() for counted in by_mark), strict=True)
    ]
    here = which == places.size - 1
    grid = as_grid(shared[-1], zip((keys[here] & _BITS).tolist(), marks[here].tolist(), strict=True))
    return sorted(counts, key=lambda one: (one.rows * one.cols, one.rows, one.board)), grid


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
    board: str = ""


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
        least = cover.lower_bound
        found.append(
            BoardCover(board.rows, board.cols, names, tuple(counts), len(starts), least, mask_name(board))
        )
    return sorted(found, key=lambda one: (one.rows * one.cols, one.rows, one.board))

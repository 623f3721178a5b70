"""The numbers that plots of a survey show: each function is one SQL query about a selection.

A start that colour forbids is not the fault of a rule, so shares and failures are of the starts that colour
allows. Where an order was walked from a start several times, it completes from there if one of the walks did.
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

if TYPE_CHECKING:
    from numpy.typing import NDArray

_END = "((end_row - 1) * cols + end_col - 1)"
_BITS = (1 << 20) - 1  # a survey's boards have at most 10^6 squares
_MOST_TRIES = 40_320 // 4  # there are so many classes of orders on a rectangle, and fewer on a square
_MOST_CELLS = 36  # along a side of the square that all boards are stretched over


# -- rates ----------------------------------------------------------------------------------------


class Tally(NamedTuple):
    """How many walks by an order on a board completed, of those that colour allows; and the 95% interval of
    their share, if they are a sample."""

    order: str
    rows: int
    cols: int
    walks: int
    complete: int
    low: float | None
    high: float | None


def tallies(selection: Selection) -> list[Tally]:
    """How often each order completed on each board, in the order of the plan."""
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
    """The quartiles of the values of all orders on a board."""

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
    """The quartiles over the orders, on each board: of the `rate` in percent, or of `failures`."""
    quantiles = ", ".join(f"quantile_cont(value, {at})" for at in (0.0, 0.25, 0.5, 0.75, 1.0))
    found = selection.rows(
        f"SELECT rows, cols, {quantiles} FROM ("
        f'SELECT rows, cols, "order", {_VALUES[what]} AS value FROM WALKS GROUP BY 1, 2, 3) '
        "GROUP BY 1, 2 ORDER BY rows * cols, rows"
    )
    return [Quartiles(rows, cols, *map(float, values)) for rows, cols, *values in found]


def orders_by_value(selection: Selection, what: str) -> list[tuple[float, int]]:
    """How many orders have each value on the only board: of the `rate` in percent, or `failures`."""
    found = selection.rows(
        f'SELECT value, count(*) FROM (SELECT "order", {_VALUES[what]} AS value FROM WALKS GROUP BY 1) '
        "GROUP BY 1 ORDER BY 1"
    )
    return [(float(value), count) for value, count in found]


def incomplete_after(selection: Selection) -> dict[int, list[tuple[int, int, float]]]:
    """The share of starts, in percent, that are still incomplete after 0, 1, 2, ... retries, by board, of all
    selected orders together. `BadRule` if the survey was walked without retries."""
    plan = selection.survey.plan
    tries = len(plan.retry_orders) or plan.retries
    if not tries:
        raise BadRule(
            f"the survey in {selection.name} was walked without retries",
            accepted="run one with retries to see what they bring",
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


class Timing(NamedTuple):
    """The seconds of one walk on a board, and of one walk from every square, estimated from the survey."""

    rows: int
    cols: int
    one: float
    every: float


def timings(selection: Selection) -> list[Timing]:
    """The time that walks took on each board, over all selected orders; derived walks took none and are left
    out.

    It is the time of a step times the steps of a walk. An order from which others are derived may have been
    walked from more starts than the plan has for it, so its seconds are not those of its rows.
    """
    found = selection.rows(
        "SELECT board, cost * length FROM (SELECT board, sum(seconds) / sum(steps) AS cost FROM SHARDS "
        "WHERE steps > 0 AND seconds > 0 GROUP BY 1) JOIN ("
        "SELECT rows || 'x' || cols AS board, avg(steps) AS length FROM ASKED GROUP BY 1) USING (board)"
    )
    seconds = dict(found)
    rows = [
        Timing(board.rows, board.cols, seconds[board_name(board)], seconds[board_name(board)] * board.size)
        for board in selection.boards
        if board_name(board) in seconds
    ]
    if not rows:
        raise BadInput(
            f"the survey in {selection.name} holds no times of the boards and orders chosen",
            accepted="choose others",
        )
    return sorted(rows, key=lambda timing: (timing.rows * timing.cols, timing.rows))


# -- on the board -------------------------------------------------------------------------------------

Grid = list[list[int | None]]


def unvisited_on_board(selection: Selection) -> Grid:
    """The squares that the walk from each start of the only board leaves unvisited, by the only order."""
    return selection.survey.unvisited_map(selection.board, selection.orders[0])


def fails_on_board(selection: Selection) -> Grid:
    """How many of the orders fail from each start of the only board; None where no tour can start."""
    found = selection.rows(
        "SELECT start, count(*) FILTER (NOT ever) FROM ("
        'SELECT start, bool_or(complete) AS ever FROM WALKS GROUP BY 1, "order") GROUP BY 1'
    )
    return as_grid(selection.board, found)


_COUNTED = {"ends": (_END, "complete"), "closed starts": ("start", "closed")}


def counts_on_board(selection: Selection, what: str) -> Grid:
    """How many tours by the selected orders end on each square of the only board (`ends`), or how many closed
    tours start there (`closed starts`)."""
    square, which = _COUNTED[what]
    found = selection.rows(f"SELECT {square}, count(*) FROM WALKS WHERE {which} GROUP BY 1")
    if not found:
        raise _no_tours(selection, which)
    return [[count or 0 for count in row] for row in as_grid(selection.board, found)]


def overlay_counts(selection: Selection, what: str) -> tuple[int, list[list[float]]]:
    """The same for many boards laid over each other: how many tours there are, and for each cell of a square
    how many times as many tours fall there as if they were spread evenly.

    Each board is stretched over the square. A square of the board that lies on several cells is divided among
    them by area, so boards whose sides do not divide the cells leave no stripes.
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
    """For a line cut into `side` equal pieces, and into `cells`: how much of each piece lies on each cell."""
    import numpy as np

    edges, marks = np.arange(side + 1) / side, np.arange(cells + 1) / cells
    low = np.maximum(edges[None, :-1], marks[:-1, None])
    high = np.minimum(edges[None, 1:], marks[1:, None])
    return np.clip(high - low, 0, None) * side


def _no_tours(selection: Selection, which: str) -> BadInput:
    more = "; the open start closes more often" if which == "closed" else ""
    return BadInput(
        f"the survey in {selection.name} holds no {which} tours of the boards and orders chosen",
        accepted=f"choose others{more}",
    )


# -- two orders compared -------------------------------------------------------------------------------------


class SharedFailures(NamedTuple):
    """For a board: how many starts both were walked from, and from how many the first, the second, and both
    fail."""

    rows: int
    cols: int
    starts: int
    first: int
    second: int
    both: int


def compared_orders(selections: Sequence[Selection]) -> "tuple[ComparedOrder, ComparedOrder]":
    """The two orders to compare, each of one survey; `BadInput` if the selections do not give two."""
    pairs = [ComparedOrder(selection, order) for selection in selections for order in selection.orders]
    if len(selections) == 2 and len(pairs) == 4 and all(not selection.all_orders for selection in selections):
        first, second = selections
        pairs = [ComparedOrder(first, first.orders[0]), ComparedOrder(second, second.orders[1])]
    if len(pairs) != 2:
        raise _not_two(selections, len(pairs))
    return pairs[0], pairs[1]


def _not_two(selections: Sequence[Selection], count: int) -> BadInput:
    """The error that says why there are not two orders to compare."""
    where = "the survey in " if len(selections) == 1 else "the surveys in "
    where += short(", ".join(selection.name for selection in selections), 80)
    if count < 2:
        return BadInput(
            f"two orders are compared, and there is one in {where}",
            accepted=f"{plural(count, 'order')}; name a second survey to compare",
            field="folder",
        )
    return BadInput(
        f"two orders are compared, and there are more in {where}",
        accepted=f"{plural(count, 'order')}; choose two",
        field="orders",
    )


@dataclass(frozen=True)
class ComparedOrder:
    """One of the two orders that are compared, and the selection of a survey it belongs to."""

    selection: Selection
    order: str

    def failures(self) -> "tuple[NDArray[Any], NDArray[Any]]":
        """The starts the order was walked from, and whether it fails from each. A start is one number: rows,
        columns and square index have 20 bits each."""
        found = self.selection.columns(
            "SELECT (rows::BIGINT << 40) | (cols::BIGINT << 20) | start AS key, "
            f'NOT bool_or(complete) AS fails FROM WALKS WHERE "order" = {self.order} GROUP BY 1'
        )
        return found["key"], found["fails"]


def shared_starts(first: ComparedOrder, second: ComparedOrder) -> tuple[list[SharedFailures], Grid]:
    """How two orders fail together: counts for each board; and for the last board which of them fail from
    each start: 0 neither, 1 the first, 2 the second, 3 both, None where not both were walked."""
    import numpy as np

    (left, ours), (right, theirs) = first.failures(), second.failures()
    keys, at_left, at_right = np.intersect1d(left, right, assume_unique=True, return_indices=True)
    if not keys.size:
        raise BadInput(
            "the two have no start in common", accepted="compare surveys of the same boards and starts"
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
    """The fewest orders found that together complete every start of a board, those first that complete most
    of what is left; how many starts are left after each; and a lower bound for the number of orders."""

    rows: int
    cols: int
    orders: tuple[str, ...]
    left: tuple[int, ...]
    starts: int
    at_least: int


def board_covers(
    selection: Selection, *, time_limit: float, progress: Progress | None = None
) -> list[BoardCover]:
    """The fewest of the selected orders for each board on its own; each board gets `time_limit` seconds.

    Starts that colour forbids do not count. Starts that none of the orders completes are left at the end.
    """
    import numpy as np

    if len(selection.orders) < 2:
        raise BadRule(
            f"the fewest of several orders are sought, and the survey in {selection.name} gives one",
            accepted="choose more, or run one with more orders",
            field="orders",
            value=",".join(selection.orders),
        )
    found = []
    for i, board in enumerate(selection.boards):
        if progress:
            progress("covering", i, len(selection.boards))
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

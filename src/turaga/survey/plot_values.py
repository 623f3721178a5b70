"""Computes the numbers that plots of a survey show: the columns of charts, and the values of board maps.

A rule cannot succeed from a start that colour rules out, so shares and failures count only the starts that
colour allows. If an order was walked from a start several times, it completes from there if any walk did.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar

from turaga.board import Board
from turaga.errors import BadInput, BadRule
from turaga.limits import Progress
from turaga.survey.board_lists import board_name
from turaga.survey.cover import fewest_cover
from turaga.survey.queries import as_grid, count_grid
from turaga.survey.results import order_words, wilson
from turaga.survey.selection import Selection
from turaga.survey.sql import sql_text
from turaga.text import plural, short

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_TRIES = 40_320 // 4  # the number of classes of orders on a rectangle; a square board has fewer
_COVER_SECONDS = 60.0  # for the covers of all boards together
_MOST_BARS = 60  # of a distribution; more values than that are put together
_MOST_CELLS = 36  # per side of the square that all boards are stretched over

Grid = list[list[int | None]]
_At = TypeVar("_At")


class Value(NamedTuple, Generic[_At]):
    """A value of a column, and what it is the value of: a board, a run, an order, or another number.

    If it is an estimate, `low` and `high` are the ends of its 95% interval. If it is the median of many
    orders, they are the least and the most, and the quartiles are given too.
    """

    at: _At
    value: float
    low: float | None = None
    high: float | None = None
    lower: float | None = None
    upper: float | None = None


class Series(NamedTuple, Generic[_At]):
    """The values of a line, what tells it apart from other lines of its survey, and a note for readers."""

    name: str
    values: list[Value[_At]]
    note: str = ""


class Asked(NamedTuple):
    """What is asked of a survey: a column, against what, and at most how many lines for orders."""

    y: str
    x: str = "board"
    most: int = 6
    progress: Progress | None = None


# -- results by board, run and order ------------------------------------------------------------------

# SQL for a number of complete walks and the like, over rows of WALKS.
_COUNTED = {
    "rate": "100.0 * count(*) FILTER (complete) / nullif(count(*) FILTER (allowed), 0)",
    "failures": "count(*) FILTER (allowed AND NOT complete)",
    "complete": "count(*) FILTER (complete)",
    "allowed": "count(*) FILTER (allowed)",
    "closed": "count(*) FILTER (closed)",
}


def by_board(selection: Selection, asked: Asked) -> list[Series[Board]]:
    """A column for each order and board, in the order of the plan. If there are too many orders, only the
    median, the quartiles and the ends for each board."""
    boards = {board_name(board): board for board in selection.boards}
    if len(selection.orders) > asked.most:
        found = selection.rows(
            "SELECT board, quantile_cont(value, [0.5, 0.0, 1.0, 0.25, 0.75]) FROM (SELECT board, "
            f'{_COUNTED[asked.y]} AS value FROM WALKS GROUP BY board, "order") GROUP BY board'
        )
        return [Series(f"{len(selection.orders):,} orders", [Value(boards[n], *ends) for n, ends in found])]
    found = selection.rows(
        f'SELECT "order", board, {_COUNTED[asked.y]}, count(*) FILTER (complete), '
        "count(*) FILTER (allowed) FROM WALKS GROUP BY 1, 2"
    )
    tallies = {(str(order), name): values for order, name, *values in found}
    note = ""
    lines = []
    for order in selection.orders:
        values = []
        for name, board in boards.items():
            value, complete, allowed = tallies.get((order, name), (None, 0, 0))
            ends: tuple[float, float] | tuple[()] = ()
            if asked.y == "rate" and allowed and selection.survey.samples(board):
                ends, note = wilson(complete, allowed), "bars: 95% intervals"
            if value is not None:
                values.append(Value(board, value, *(100 * end for end in ends)))
        lines.append(Series(order_words(order), values, note))
    return lines


def by_order(selection: Selection, asked: Asked) -> list[Series[str]]:
    """A column for each order on the only board, the best first."""
    assert selection.board
    lines = by_board(selection, asked._replace(most=len(selection.orders)))
    values = [Value(line.name, *value[1:]) for line in lines for value in line.values]
    return [Series("", sorted(values, key=lambda one: one.value, reverse=asked.y != "failures"))]


def by_run(selection: Selection, asked: Asked) -> list[Series[float]]:
    """A column for each order, board and run. Raises `BadRule` if there is only one run."""
    repeat = selection.survey.plan.repeat
    if repeat == 1:
        raise BadRule(
            f"the survey in {selection.name} has only one run",
            accepted="run a survey that repeats random starts or random ties",
            field="repeat",
        )
    found = selection.rows(
        f'SELECT board, "order", run, {_COUNTED[asked.y]} AS value FROM WALKS GROUP BY 1, 2, 3 ORDER BY run'
    )
    lines = []
    for board in selection.boards:
        for order in selection.orders:
            name = f"{board_words(board)} · {order}" if len(selection.orders) > 1 else board_words(board)
            mine = (board_name(board), int(order))
            values = [Value(float(run), n) for *one, run, n in found if tuple(one) == mine and n is not None]
            lines.append(Series(name, values))
    return lines


def distribution(selection: Selection, asked: Asked) -> list[Series[float]]:
    """How many orders have each value of a column on the only board. Many values are put together in equal
    steps; a step is then placed at its middle."""
    assert selection.board
    found = selection.rows(
        f'SELECT value, count(*) FROM (SELECT {_COUNTED[asked.x]} AS value FROM WALKS GROUP BY "order") '
        "GROUP BY 1 ORDER BY 1"
    )
    values = [float(value) for value, _ in found]
    least = min((b - a for a, b in pairwise(values)), default=1.0)
    together = int((values[-1] - values[0]) / least) // _MOST_BARS + 1
    counts: dict[float, int] = {}
    for value, (_, count) in zip(values, found, strict=True):
        step = round((value - values[0]) / least) // together
        at = values[0] + (step * together + (together - 1) / 2) * least
        counts[at] = counts.get(at, 0) + count
    return [Series("", [Value(at, count) for at, count in counts.items()])]


# -- retries and times --------------------------------------------------------------------------------


def incomplete_after(selection: Selection) -> dict[int, list[Value[Board]]]:
    """The share of starts, in percent, that are still incomplete after 0, 1, 2, ... retries, for each board,
    over all selected orders. Raises `BadRule` if the survey has no retries."""
    plan = selection.survey.plan
    tries = len(plan.retry_orders) or plan.retries
    if not tries:
        raise BadRule(
            f"the survey in {selection.name} has no retries",
            accepted="run a survey with retries",
            field="retries",
        )
    found = selection.rows(
        "SELECT board, retries, count(*), count(*) FILTER (complete) FROM WALKS WHERE allowed GROUP BY 1, 2"
    )
    whole: dict[str, int] = {}
    for name, _, walks, _ in found:
        whole[name] = whole.get(name, 0) + walks
    completed = {(name, retries): complete for name, retries, _, complete in found}
    boards = {name: board for board in selection.boards if (name := board_name(board)) in whole}
    left = dict(whole)
    after: dict[int, list[Value[Board]]] = {}
    for k in range(min(tries, _MOST_TRIES) + 1):
        left = {name: count - completed.get((name, k), 0) for name, count in left.items()}
        after[k] = [Value(board, 100.0 * left[name] / whole[name]) for name, board in boards.items()]
    return after


def _incomplete_by_board(selection: Selection, asked: Asked) -> list[Series[Board]]:
    """A line for each number of retries, or for some of them, closer together where more changes."""
    after = incomplete_after(selection)
    last = len(after) - 1
    steps = range(last + 1) if last < 6 else (0, 1, 2, 3, max(5, round((3 * last) ** 0.5)), last)
    return [
        Series(f"after {plural(k, 'retry', 'retries')}" if k else "without retries", after[k])
        for k in sorted({min(step, last) for step in steps})
    ]


def _incomplete_by_retries(selection: Selection, asked: Asked) -> list[Series[float]]:
    after = incomplete_after(selection)
    return [
        Series(board_words(one.at), [Value(float(k), found[i].value) for k, found in after.items()])
        for i, one in enumerate(after[0])
    ]


def seconds(selection: Selection, asked: Asked) -> list[Series[Board]]:
    """The time of one walk on each board, over all selected orders, or of walks from every square. Derived
    walks are left out.

    It is computed as the time of a step times the steps of a walk. An order from which others are derived may
    have been walked from more starts than the plan has for it, so its seconds are not those of its rows.
    """
    found = selection.rows(
        "SELECT board, cost * length FROM (SELECT board, sum(seconds) / sum(steps) AS cost FROM SHARDS "
        "WHERE steps > 0 AND seconds > 0 GROUP BY 1) JOIN ("
        "SELECT board, avg(steps) AS length FROM WALKS GROUP BY 1) USING (board)"
    )
    if not found:
        raise BadInput(
            f"the survey in {selection.name} has no times for the selected boards and orders",
            accepted="choose other boards or orders",
        )
    one = dict(found)
    boards = [board for board in selection.boards if board_name(board) in one]
    every = asked.y == "seconds-all"
    return [
        Series("", [Value(board, one[board_name(board)] * (board.size if every else 1)) for board in boards])
    ]


# -- several orders together --------------------------------------------------------------------------


class Joint(NamedTuple):
    """How two orders fail together on a board. `marks` has 0 for each start from which neither fails, 1 if
    only the first does, 2 if only the second, 3 if both do, None unless both were walked. `counts` says how
    many starts there are of each kind."""

    board: Board
    counts: list[int]
    marks: Grid

    @property
    def both(self) -> int:
        """From how many starts both fail."""
        return self.counts[3]

    @property
    def by_chance(self) -> float:
        """From how many starts both would fail if the failures were independent."""
        _, first, second, both = self.counts
        return (first + both) * (second + both) / sum(self.counts)


def joint_failures(selections: Sequence[Selection]) -> list[Joint]:
    """How two orders of one survey, or the orders of two surveys, fail together on each board. Boards without
    a common start are left out. Raises `BadInput` unless there are two orders."""
    import numpy as np

    orders = [(selection, order) for selection in selections for order in selection.orders]
    if len(orders) != 2:
        where = short(", ".join(selection.name for selection in selections), 80)
        raise BadInput(
            f"joint failures need two orders, got {plural(len(orders), 'order')} of {where}",
            accepted="choose two orders, or one of each of two surveys",
            field="orders",
        )
    boards = list(dict.fromkeys(board for selection in selections for board in selection.boards))
    (left, ours), (right, theirs) = (_failures_by(*one, boards) for one in orders)
    keys, at_left, at_right = np.intersect1d(left, right, assume_unique=True, return_indices=True)
    if not keys.size:
        raise BadInput(
            "the two orders have no start in common", accepted="choose surveys of the same boards and starts"
        )
    marks = ours[at_left] + 2 * theirs[at_right].astype(int)
    places, firsts = np.unique(keys >> 20, return_index=True)
    found = []
    for place, here, marked in zip(
        places.tolist(), np.split(keys, firsts[1:]), np.split(marks, firsts[1:]), strict=True
    ):
        grid = as_grid(boards[place], zip((here % 2**20).tolist(), marked.tolist(), strict=True))
        found.append(Joint(boards[place], np.bincount(marked, minlength=4).tolist(), grid))
    return found


def _failures_by(
    selection: Selection, order: str, boards: Sequence[Board]
) -> "tuple[NDArray[Any], NDArray[Any]]":
    """The starts from which an order was walked, and whether it fails from each. A start is encoded as one
    number: the place of its board in `boards`, and its square index in the last 20 bits. (The boards of a
    survey have at most 10^6 squares.)"""
    names = ", ".join(sql_text(board_name(board)) for board in boards)
    found = selection.columns(
        f"SELECT ((list_position([{names}], board) - 1)::BIGINT << 20) | start AS key, "
        f'NOT bool_or(complete) AS fails FROM WALKS WHERE allowed AND "order" = {order} GROUP BY 1'
    )
    return found["key"], found["fails"]


class BoardCover(NamedTuple):
    """The fewest orders found that together complete every start of a board. The order that completes most of
    the remaining starts comes next. `left` has the number of remaining starts after each order, and
    `at_least` is a lower bound for the number of orders."""

    board: Board
    orders: tuple[str, ...]
    left: tuple[int, ...]
    starts: int
    at_least: int


def board_covers(selection: Selection, progress: Progress | None = None) -> list[BoardCover]:
    """The fewest of the selected orders for each board separately, as far as they are found in a minute.

    Starts that colour rules out do not count. Starts that no order completes are left at the end.
    """
    import numpy as np

    if len(selection.orders) < 2:
        raise BadRule(
            f"a cover needs at least two orders, but only one order of the survey in {selection.name} is "
            "selected",
            accepted="select more orders, or run a survey with more orders",
            field="orders",
        )
    found = []
    for i, board in enumerate(selection.boards):
        if progress:
            progress("finding covers", i, len(selection.boards))
        starts, holds = selection.survey.completions(board, selection.orders)
        cover = fewest_cover(holds, time_limit=_COVER_SECONDS / len(selection.boards))
        left = np.ones(len(starts), dtype=bool)
        remaining = list(cover.chosen)
        names, counts = [], []
        while remaining:
            best = max(remaining, key=lambda one: (int((holds[one] & left).sum()), -one))
            remaining.remove(best)
            left &= ~holds[best]
            names.append(selection.orders[best])
            counts.append(int(left.sum()))
        found.append(BoardCover(board, tuple(names), tuple(counts), len(starts), cover.lower_bound))
    return found


def _covers(selection: Selection, asked: Asked) -> list[Series[Any]]:
    """By board: the fewest orders. By orders: the starts that are left after each of them."""
    found = board_covers(selection, asked.progress)
    unproved = [one for one in found if len(one.orders) > one.at_least]
    missed = sum((one.left[-1] if one.left else one.starts) > 0 for one in found)
    note = "fewer may be enough" if unproved else "proved to be the fewest"
    if missed:
        note += f" · {plural(missed, 'board')} with starts that no order completes"
    if asked.x == "board":
        ends = {one.board: (one.at_least, len(one.orders)) for one in unproved}
        values = [Value(one.board, len(one.orders), *ends.get(one.board, ())) for one in found]
        return [Series("", values, note)]
    if len(found) == 1:
        note += f" · in turn {', '.join(found[0].orders)}"
    return [
        Series(
            board_words(one.board), [Value(float(k), n) for k, n in enumerate((one.starts, *one.left))], note
        )
        for one in found
    ]


def joint(selections: Sequence[Selection], asked: Asked) -> list[Series[Board]]:
    """The starts from which two orders both fail on each board, or would fail by `chance`."""
    found = joint_failures(selections)
    by_chance = asked.y == "chance"
    return [Series("", [Value(one.board, one.by_chance if by_chance else one.both) for one in found])]


# -- the columns --------------------------------------------------------------------------------------


_Find = Callable[[Selection, Asked], list[Series[Any]]]


class Column(NamedTuple):
    """A column of charts: what it shows, the label of its axis, its word beside other columns, its scale
    (see `turaga.pictures.chart`), and how its values are found against what it can be drawn against. For
    joint failures, all surveys are looked at together."""

    title: str
    label: str
    word: str
    scale: Literal["count", "percent", "share", "time"]
    find: Mapping[str, _Find | None]


_RESULTS: Mapping[str, Callable[[Selection, Asked], list[Series[Any]]]] = {
    "board": by_board,
    "run": by_run,
    "order": by_order,
}
_DISTRIBUTED: Mapping[str, _Find] = dict.fromkeys(("failures", "rate", "complete", "closed"), distribution)
_FAILS, _TIME = "starts whose walk fails", "time on one core"
COLUMNS = {
    "rate": Column("rate of complete walks", "complete walks (% of starts)", "rate", "share", _RESULTS),
    "failures": Column("failed walks", _FAILS, "fails", "count", _RESULTS),
    "complete": Column("complete walks", "complete walks", "complete", "count", _RESULTS),
    "allowed": Column("starts that colour allows", "starts", "colour allows", "count", _RESULTS),
    "closed": Column("closed tours", "closed tours", "closed", "count", _RESULTS),
    "incomplete": Column(
        "starts still incomplete after retries",
        "still incomplete (% of starts)",
        "incomplete",
        "percent",
        {"board": _incomplete_by_board, "retries": _incomplete_by_retries},
    ),
    "seconds": Column("time of one walk", _TIME, "one walk", "time", {"board": seconds}),
    "seconds-all": Column("time of every start", _TIME, "every start", "time", {"board": seconds}),
    "joint": Column("joint failures of two orders", _FAILS, "both fail", "count", {"board": None}),
    "chance": Column("joint failures if independent", _FAILS, "if independent", "count", {"board": None}),
    "cover": Column("orders that cover every start", "orders", "orders", "count", {"board": _covers}),
    "left": Column("starts left by a cover", "starts", "left", "count", {"orders": _covers}),
    "orders": Column("number of orders", "orders", "orders", "count", _DISTRIBUTED),
}


# -- one value per square -----------------------------------------------------------------------------


class MapValue(NamedTuple):
    """A value of board maps: what it shows, what a number counts, what a 0 means, and SQL for the board, the
    square and the number."""

    title: str
    measure: str
    zero: str = "none"
    sql: str = ""


MAPS = {
    "unvisited": MapValue(
        "squares left unvisited, by start",
        "squares left unvisited",
        "complete",
        "SELECT board, start, min(rows * cols - holes - visited) FROM WALKS GROUP BY 1, 2",
    ),
    "fails": MapValue(
        "orders that fail, by start",
        "orders that fail",
        sql="SELECT board, start, count(*) FILTER (NOT ever) FROM (SELECT board, start, bool_or(complete) "
        'AS ever FROM WALKS WHERE allowed GROUP BY board, start, "order") GROUP BY 1, 2',
    ),
    "ends": MapValue(
        "where complete tours end",
        "ends of tours",
        sql="SELECT board, (end_row - 1) * cols + end_col - 1, count(*) FROM WALKS WHERE complete "
        "GROUP BY 1, 2",
    ),
    "closed": MapValue(
        "where closed tours start",
        "starts of closed tours",
        sql="SELECT board, start, count(*) FROM WALKS WHERE closed GROUP BY 1, 2",
    ),
    "joint": MapValue("where two orders fail", "1: only A fails, 2: only B, 3: both", "both complete"),
}


def on_squares(selection: Selection, what: str) -> dict[Board, Grid]:
    """A value of `MAPS` for each square of each board, over all selected orders. None for holes, and for
    squares that nothing was walked from."""
    found: dict[str, list[tuple[int, int]]] = {board_name(board): [] for board in selection.boards}
    for name, square, value in selection.rows(MAPS[what].sql):
        found[name].append((square, value))
    of_tours = what in ("ends", "closed")
    if of_tours and not any(found.values()):
        kind = "closed tours" if what == "closed" else "tours"
        more = "; the open start gives more closed tours" if what == "closed" else ""
        raise BadInput(
            f"the survey in {selection.name} has no {kind} for the selected boards and orders",
            accepted=f"choose other boards or orders{more}",
        )
    grid = count_grid if of_tours else as_grid
    return {board: grid(board, found[board_name(board)]) for board in selection.boards}


def overlaid(grids: Iterable[Grid]) -> list[list[float]]:
    """Grids of many boards laid over each other: for each cell of a square the density of what they count,
    where 1 means that it is spread evenly.

    Each board is stretched over the square. A square of the board that covers several cells is divided among
    them by area, so boards whose sides do not divide the number of cells leave no stripes.
    """
    import numpy as np

    counts = [np.array([[value or 0 for value in row] for row in grid], dtype=float) for grid in grids]
    cells = min(_MOST_CELLS, max(max(grid.shape) for grid in counts))
    laid = np.zeros((cells, cells))
    for grid in counts:
        rows, cols = grid.shape
        laid += _shared_out(rows, cells) @ grid @ _shared_out(cols, cells).T
    found: list[list[float]] = (
        laid * (cells * cells / max(1.0, sum(grid.sum() for grid in counts)))
    ).tolist()
    return found


def _shared_out(side: int, cells: int) -> Any:
    """A line is divided into `side` equal pieces and into `cells` equal cells: the overlap of each pair."""
    import numpy as np

    edges, marks = np.arange(side + 1) / side, np.arange(cells + 1) / cells
    low = np.maximum(edges[None, :-1], marks[:-1, None])
    high = np.minimum(edges[None, 1:], marks[1:, None])
    return np.clip(high - low, 0, None) * side


# -- boards on an axis --------------------------------------------------------------------------------


class BoardAxis(NamedTuple):
    """Where boards are on the axis of a chart, what it is called, and the names at its ticks if numbers do
    not tell the boards apart."""

    label: str
    places: dict[Board, float]
    names: dict[float, str]


def board_axis(boards: Iterable[Board], *, by_squares: bool = False) -> BoardAxis:
    """Boards by their side if all are square, or by the side that varies if only one does. Otherwise, and if
    boards have holes, they are placed one after the other, sorted by the squares of their rectangles.
    `by_squares` places boards that are not square by their number of squares.

    >>> board_axis([Board("3x7"), Board("3x10")])[:2]
    ('columns n (boards 3×n)', {Board(3, 7): 7.0, Board(3, 10): 10.0})
    """
    known = sorted(dict.fromkeys(boards), key=lambda board: (board.area, board.rows, board_words(board)))
    heights, widths = {board.rows for board in known}, {board.cols for board in known}
    whole = not any(board.hole_indices for board in known)
    if whole and all(board.rows == board.cols for board in known):
        return BoardAxis("board side n (boards n×n)", {board: float(board.rows) for board in known}, {})
    if by_squares:
        return BoardAxis("number of squares", {board: float(board.size) for board in known}, {})
    if whole and len(heights) == 1:
        label = f"columns n (boards {heights.pop()}×n)"
        return BoardAxis(label, {board: float(board.cols) for board in known}, {})
    if whole and len(widths) == 1:
        label = f"rows n (boards n×{widths.pop()})"
        return BoardAxis(label, {board: float(board.rows) for board in known}, {})
    return BoardAxis(
        "board (rows×columns), by number of squares",
        {board: float(i) for i, board in enumerate(known)},
        {float(i): board_words(board) for i, board in enumerate(known)},
    )


def board_words(board: Board) -> str:
    """A board in a picture: its sides, or its name if it has holes."""
    return board_name(board) if board.hole_indices else f"{board.rows}×{board.cols}"

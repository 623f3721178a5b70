"""What plots of a survey are drawn of: plain numbers, a question of SQL each.

A start that colour forbids is no fault of a rule: shares and failures are of the starts that colour allows.
Where an order was walked from a start several times, it completes from there if one of the walks did.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from turaga.board import Board
from turaga.errors import BadInput, BadRule
from turaga.limits import Progress
from turaga.survey.columns import board_name
from turaga.survey.cover import fewest_cover
from turaga.survey.queries import laid_out
from turaga.survey.results import order_words, wilson
from turaga.survey.selection import Part
from turaga.text import plural, short

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "Covering", "Meeting", "Shared", "Spread", "Tally", "Timing", "counts_on_board",
    "coverings", "fails_on_board", "laid_over", "left_after", "meetings", "orders_by_value", "shared_starts",
    "spreads", "tallies", "timings", "unvisited_on_board",
]  # fmt: skip

_END = "((end_row - 1) * cols + end_col - 1)"
_BITS = (1 << 20) - 1  # a survey's boards have at most 10^6 squares
_MOST_TRIES = 40_320 // 4  # after the classes of orders, of which a rectangle has most, there is none to try
_MOST_CELLS = 36  # of a side of the square that boards are laid over each other on


# -- how often ----------------------------------------------------------------------------------------


class Tally(NamedTuple):
    """How many walks by an order on a board completed, of those that colour allows; and where they are a
    sample, the 95% interval of their share."""

    order: str
    rows: int
    cols: int
    walks: int
    complete: int
    low: float | None
    high: float | None


def tallies(part: Part) -> list[Tally]:
    """How often each order completed on each board, in the sequence of the plan."""
    found = part.ask(
        'SELECT "order", rows, cols, count(*), count(*) FILTER (complete) FROM WALKS GROUP BY 1, 2, 3'
    )
    sampled = {(board.rows, board.cols): part.survey.samples(board) for board in part.boards}
    rank = {order: i for i, order in enumerate(part.orders)}
    place = {(board.rows, board.cols): i for i, board in enumerate(part.boards)}
    rows = []
    for order, height, width, walks, complete in found:
        low, high = wilson(complete, walks) if sampled[height, width] else (None, None)
        rows.append(Tally(str(order), height, width, walks, complete, low, high))
    return sorted(rows, key=lambda tally: (rank[tally.order], place[tally.rows, tally.cols]))


class Spread(NamedTuple):
    """How the values of all orders lie on a board."""

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


def spreads(part: Part, what: str) -> list[Spread]:
    """Least, quartiles and most over the orders, on each board: of the `rate` in percent, or `failures`."""
    quantiles = ", ".join(f"quantile_cont(value, {at})" for at in (0.0, 0.25, 0.5, 0.75, 1.0))
    found = part.ask(
        f"SELECT rows, cols, {quantiles} FROM ("
        f'SELECT rows, cols, "order", {_VALUES[what]} AS value FROM WALKS GROUP BY 1, 2, 3) '
        "GROUP BY 1, 2 ORDER BY rows * cols, rows"
    )
    return [Spread(rows, cols, *map(float, values)) for rows, cols, *values in found]


def orders_by_value(part: Part, what: str) -> list[tuple[float, int]]:
    """How many orders have each value on the one board: of the `rate` in percent, or `failures`."""
    found = part.ask(
        f'SELECT value, count(*) FROM (SELECT "order", {_VALUES[what]} AS value FROM WALKS GROUP BY 1) '
        "GROUP BY 1 ORDER BY 1"
    )
    return [(float(value), count) for value, count in found]


def left_after(part: Part) -> dict[int, list[tuple[int, int, float]]]:
    """The share of starts, in percent, still incomplete after 0, 1, 2, ... retries, by board: of all orders
    chosen together. `BadRule` if the survey was walked without retries."""
    plan = part.survey.plan
    tries = len(plan.retry_orders) or plan.retries
    if not tries:
        raise BadRule(
            f"the survey in {part.name} was walked without retries: run one with --retries 9 to see what "
            "they bring"
        )
    found = part.ask(
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
    """The seconds of one walk on a board, and of one from every square, as the walks made show them."""

    rows: int
    cols: int
    one: float
    every: float


def timings(part: Part) -> list[Timing]:
    """The time that walks took on each board, over all orders chosen; what was derived took none and is left
    out.

    It is the time of a step times the steps of a walk: an order that others are derived from may have been
    walked from more starts than it was asked for, so its seconds are not those of its rows.
    """
    found = part.ask(
        "SELECT board, cost * length FROM (SELECT board, sum(seconds) / sum(steps) AS cost FROM SHARDS "
        "WHERE steps > 0 AND seconds > 0 GROUP BY 1) JOIN ("
        "SELECT rows || 'x' || cols AS board, avg(steps) AS length FROM ASKED GROUP BY 1) USING (board)"
    )
    seconds = dict(found)
    rows = [
        Timing(board.rows, board.cols, seconds[board_name(board)], seconds[board_name(board)] * board.size)
        for board in part.boards
        if board_name(board) in seconds
    ]
    if not rows:
        raise BadInput(
            f"the survey in {part.name} holds no times of the boards and orders chosen: choose others"
        )
    return sorted(rows, key=lambda timing: (timing.rows * timing.cols, timing.rows))


# -- on the board -------------------------------------------------------------------------------------

Grid = list[list[int | None]]


def unvisited_on_board(part: Part) -> Grid:
    """The squares that the walk from each start of the one board leaves, by the one order."""
    return part.survey.unvisited_map(part.board, part.orders[0])


def fails_on_board(part: Part) -> Grid:
    """How many of the orders fail from each start of the one board; None where no tour can start."""
    found = part.ask(
        "SELECT start, count(*) FILTER (NOT ever) FROM ("
        'SELECT start, bool_or(complete) AS ever FROM WALKS GROUP BY 1, "order") GROUP BY 1'
    )
    return laid_out(part.board, found)


_COUNTED = {
    "ends": (_END, "complete", "complete tours"),
    "closed starts": ("start", "closed", "closed tours"),
}


def counts_on_board(part: Part, what: str) -> Grid:
    """How many tours by the orders chosen end on each square of the one board (`ends`), or how many closed
    ones start there (`closed starts`)."""
    square, which, tours = _COUNTED[what]
    found = part.ask(f"SELECT {square}, count(*) FROM WALKS WHERE {which} GROUP BY 1")
    if not found:
        raise _no_tours(part, tours)
    return [[count or 0 for count in row] for row in laid_out(part.board, found)]


def laid_over(part: Part, what: str) -> tuple[int, list[list[float]]]:
    """The same of many boards laid over each other: how many tours there are, and for each cell of a square
    how many times as many fall there as if they were spread evenly.

    Each board is stretched over the square. A square of the board that lies on several cells is shared out
    among them by area, so boards whose sides do not divide the cells leave no stripes.
    """
    import numpy as np

    square, which, tours = _COUNTED[what]
    found = part.ask(f"SELECT rows, cols, {square}, count(*) FROM WALKS WHERE {which} GROUP BY 1, 2, 3")
    if not found:
        raise _no_tours(part, tours)
    cells = min(_MOST_CELLS, max(max(board.rows, board.cols) for board in part.boards))
    counts = {(board.rows, board.cols): np.zeros((board.rows, board.cols)) for board in part.boards}
    for rows, cols, place, count in found:
        counts[rows, cols][divmod(place, cols)] = count
    laid = np.zeros((cells, cells))
    for (rows, cols), grid in counts.items():
        laid += _shared_out(rows, cells) @ grid @ _shared_out(cols, cells).T
    whole = sum(count for *_, count in found)
    return whole, (laid * (cells * cells / whole)).tolist()


def _shared_out(side: int, cells: int) -> Any:
    """How much of each of `side` equal stretches lies on each of `cells` equal ones that cover the same."""
    import numpy as np

    edges, marks = np.arange(side + 1) / side, np.arange(cells + 1) / cells
    low = np.maximum(edges[None, :-1], marks[:-1, None])
    high = np.minimum(edges[None, 1:], marks[1:, None])
    return np.clip(high - low, 0, None) * side


def _no_tours(part: Part, tours: str) -> BadInput:
    more = "; --open-start closes more often" if tours.startswith("closed") else ""
    return BadInput(
        f"the survey in {part.name} holds no {tours} of the boards and orders chosen: choose others{more}"
    )


# -- two together -------------------------------------------------------------------------------------


class Shared(NamedTuple):
    """On a board: the starts both were walked from, from how many the first fails, the second, and both."""

    rows: int
    cols: int
    starts: int
    first: int
    second: int
    both: int


def meetings(parts: Sequence[Part]) -> "tuple[Meeting, Meeting]":
    """The two, each a survey and an order, that the parts come to; `BadInput` if they are not two."""
    pairs = [Meeting(part, order) for part in parts for order in part.orders]
    if len(parts) == 2 and len(pairs) == 4 and all(not part.all_orders for part in parts):
        pairs = [Meeting(parts[0], parts[0].orders[0]), Meeting(parts[1], parts[1].orders[1])]
    if len(pairs) != 2:
        raise _not_two(parts, pairs)
    return pairs[0], pairs[1]


def _not_two(parts: Sequence[Part], pairs: "Sequence[Meeting]") -> BadInput:
    """Why there are not two to compare, and what would make them two."""
    orders = list(dict.fromkeys(order_words(pair.order) for pair in pairs))
    where = "the survey in " if len(parts) == 1 else "the surveys in "
    held = f"{where}{short(', '.join(part.name for part in parts), 80)}: {plural(len(pairs), 'order')}"
    if len(pairs) < 2:
        return BadInput(
            f"two orders are compared, and there is one in {held}; name a second survey to compare"
        )
    return BadInput(
        f"two orders are compared, and there are more in {held}; choose two, such as --orders "
        f"{','.join(orders[:2])}"
    )


@dataclass(frozen=True)
class Meeting:
    """One of two that are compared: an order of a survey."""

    part: Part
    order: str

    def failures(self) -> "tuple[NDArray[Any], NDArray[Any]]":
        """The starts the order was walked from, as numbers in which rows, columns and square have 20 bits
        each, and whether it fails from each."""
        found = self.part.columns(
            "SELECT (rows::BIGINT << 40) | (cols::BIGINT << 20) | start AS key, "
            f'NOT bool_or(complete) AS fails FROM WALKS WHERE "order" = {self.order} GROUP BY 1'
        )
        return found["key"], found["fails"]


def shared_starts(first: Meeting, second: Meeting) -> tuple[list[Shared], Grid]:
    """How two fail together: counts by board; and of the last board which fail from each start, 0 neither, 1
    the first, 2 the second, 3 both, None where not both were walked."""
    import numpy as np

    (left, ours), (right, theirs) = first.failures(), second.failures()
    keys, at_left, at_right = np.intersect1d(left, right, assume_unique=True, return_indices=True)
    if not keys.size:
        raise BadInput("the two have no start in common: compare surveys of the same boards and starts")
    marks = ours[at_left].astype(np.int64) + 2 * theirs[at_right]
    boards, which = np.unique(keys >> 20, return_inverse=True)
    by_mark = [
        np.bincount(which, weights=marks == mark, minlength=boards.size).astype(int) for mark in range(4)
    ]
    counts = [
        Shared(board >> 20, board & _BITS, sum(held), held[1] + held[3], held[2] + held[3], held[3])
        for board, *held in zip(boards.tolist(), *(counted.tolist() for counted in by_mark), strict=True)
    ]
    rows, cols = counts[-1][:2]
    here = which == boards.size - 1
    grid = laid_out(Board(rows, cols), zip((keys[here] & _BITS).tolist(), marks[here].tolist(), strict=True))
    return sorted(counts, key=lambda shared: (shared.rows * shared.cols, shared.rows)), grid


# -- the fewest orders --------------------------------------------------------------------------------


class Covering(NamedTuple):
    """The fewest orders found that between them complete every start of a board, those that complete most of
    what is left first; how many starts are left after each; and how few orders there might be."""

    rows: int
    cols: int
    orders: tuple[str, ...]
    left: tuple[int, ...]
    starts: int
    at_least: int


def coverings(part: Part, *, time_limit: float, progress: Progress | None = None) -> list[Covering]:
    """The fewest orders for each board on its own, of those chosen; `time_limit` is for each in seconds.

    Starts that colour forbids are left out; where there are some that none of the orders completes, they are
    left at the end.
    """
    import numpy as np

    if len(part.orders) < 2:
        raise BadRule(
            f"the fewest of several orders are sought, and the survey in {part.name} gives one: choose more, "
            "or run one with --orders random:20"
        )
    found = []
    for i, board in enumerate(part.boards):
        if progress:
            progress("covering", i, len(part.boards))
        starts, holds = part.survey.completions(board, part.orders)
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
        names = tuple(part.orders[one] for one in chosen)
        found.append(Covering(board.rows, board.cols, names, tuple(counts), len(starts), cover.lower_bound))
    return sorted(found, key=lambda covering: (covering.rows * covering.cols, covering.rows))

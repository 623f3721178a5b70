"""Queries about a survey: success rates, failing starts, the best orders, ends, closed tours.

Each query is one pass of DuckDB over the columns that it needs. For 8x8 with all 40,320 orders, 2.6 million
walks, that takes some tenths of a second. Squares in the results are counted from 0.

If an order was walked from a start several times, with random results, it completes from that start if any of
the walks did. Its number of unvisited squares is the smallest of all these walks.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from turaga.board import Board
from turaga.survey.board_names import board_name
from turaga.survey.database import SurveyDatabase
from turaga.survey.plan import Plan
from turaga.survey.results import (
    ClosedStarts,
    Cost,
    Extent,
    OrderSpread,
    Rank,
    Rate,
    WalkResult,
    wilson,
)
from turaga.survey.sql import START, SqlResult, run_user_sql, sql_text
from turaga.theory import allowed_colours, colour

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]

_TOGETHER = 'NULL, count(DISTINCT "order")'


class Survey(SurveyDatabase):
    """A survey, opened for queries. It shows what its directory contained when it was opened.

    >>> import tempfile
    >>> from turaga.rule import Rule
    >>> from turaga.survey.plan import Plan, parse_boards
    >>> from turaga.survey.runner import run_survey
    >>> plan = Plan(boards=parse_boards("5"), rule=Rule(ties="order:12345678"), orders="12345678,87654321")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     ran = run_survey(plan, folder)
    ...     with Survey.open(folder) as survey:
    ...         rates = [(rate.order, rate.complete, rate.allowed) for rate in survey.rates()]
    ...         fails = survey.fails_map(survey.boards[0])
    >>> rates, fails[2]
    ([('12345678', 9, 13), ('87654321', 9, 13)], [2, 2, 0, 2, 1])
    """

    # -- rates and ranks --------------------------------------------------------------------------------

    def rates(self, *, by_order: bool = True) -> list[Rate]:
        """The success rate of every board and order, or of every board over all its orders.

        They are sorted by board and order as in the plan. If the starts are a sample, or the walks depend on
        chance, each rate has a 95% interval (`wilson`). All orders were walked from the same starts, so for a
        rate over all orders each start counts once: the interval is as wide as if all orders succeeded and
        failed from the same starts.
        """
        each, by = ('"order", 1', "board, 2") if by_order else (_TOGETHER, "board")
        found = self.rows(
            f"SELECT board, {each}, count(*), "
            f"count(*) FILTER ({self._allowed}), count(*) FILTER (complete), count(*) FILTER (closed), "
            f"sum(retries)::BIGINT, sum(steps)::BIGINT FROM walks GROUP BY {by}"
        )
        boards = {board_name(board): (board, self.samples(board)) for board in self.boards}
        rates = []
        for name, order, orders, walks, allowed, complete, closed, retries, steps in found:
            board, samples = boards[name]
            low, high = wilson(complete / orders, walks / orders) if samples else (None, None)
            rates.append(
                Rate(
                    board=board,
                    order=None if order is None else str(order),
                    orders=orders,
                    walks=walks,
                    allowed=allowed,
                    complete=complete,
                    closed=closed,
                    retries=retries,
                    steps=steps,
                    low=low,
                    high=high,
                )
            )
        return self._sorted(rates)

    def costs(self, *, by_order: bool = True) -> list[Cost]:
        """The time and steps of the walks of every board and order, or of every board over all its orders."""
        orders = ('"order"', "board, 2") if by_order else ("NULL", "board")
        seconds = "seconds" if self.keeps_times else "NULL::DOUBLE"
        extents = ", ".join(
            f"{function}({name}) FILTER (visited > 0)"
            for name in ("steps", seconds)
            for function in ("min", "avg", "max")
        )
        spent = self.rows(f"SELECT board, {orders[0]}, sum(seconds) FROM shards GROUP BY 1, 2")
        totals = {(name, order): total for name, order, total in spent}
        boards = {board_name(board): board for board in self.boards}
        found = self.rows(f"SELECT board, {orders[0]}, {extents} FROM walks GROUP BY {orders[1]}")
        costs = [
            Cost(
                board=boards[name],
                order=None if order is None else str(order),
                seconds=totals[name, order],
                steps=None if values[0] is None else Extent(*values[:3]),
                times=None if values[3] is None else Extent(*values[3:]),
            )
            for name, order, *values in found
        ]
        return self._sorted(costs)

    def each_walk(self, boards: Sequence[Board], order: str | None = None) -> Iterator[WalkResult]:
        """The result of every walk on some boards, by one order or by all orders, in the order of the plan.

        They are read in batches: a survey can have millions.
        """
        plan = self.plan
        in_turn = "filename, file_row_number"
        for board in boards:
            run = "0"
            if plan.repeat > 1:
                number = f'row_number() OVER (PARTITION BY "order" ORDER BY {in_turn})'
                run = f"({number} - 1) // {plan.count_starts(board)}"
            sequence = in_turn if plan.draws_starts or plan.lists_starts or plan.repeat > 1 else START
            ending = "seconds, ending" if self.keeps_times else f"NULL, {_ending(plan, board)}"
            orders = f"[{', '.join(self.orders_of(board)) if order is None else order}]"
            query = (
                'SELECT "order", run, start_row, start_col, end_row, end_col, visited, complete, closed, '
                f"retries, steps, {ending} FROM (SELECT *, {run} AS run "
                f"{self._from_walks(board, order)}) JOIN (SELECT unnest({orders}) AS listed, "
                f'unnest(range(len({orders}))) AS place) ON "order" = listed ORDER BY place, {sequence}'
            )
            for row in self.rows_in_batches(query):
                number, run_of, row1, col1, row2, col2, *rest = row
                visited, complete, closed, retries, steps, seconds, how = rest
                yield WalkResult(
                    board=board,
                    order=str(number),
                    run=run_of,
                    start=(row1 - 1, col1 - 1),
                    end=None if row2 is None else (row2 - 1, col2 - 1),
                    visited=visited,
                    complete=complete,
                    closed=closed,
                    retries=retries,
                    steps=steps,
                    seconds=seconds,
                    ending=how,
                )

    def samples(self, board: Board) -> bool:
        """Whether the walks are a sample, because the starts or the walks are random."""
        plan = self.plan
        return plan.walks_are_random or (plan.draws_starts and plan.count_starts(board) < board.size)

    def spreads(self) -> list[OrderSpread]:
        """How much the success rates of the orders differ, for each board."""
        found = self.rows(
            "SELECT board, count(*), min(rate), median(rate), max(rate), count(*) FILTER (failures = 0) "
            f'FROM (SELECT board, "order", count(*) FILTER (complete) / count(*) AS rate, '
            f"count(*) FILTER (NOT complete AND {self._allowed}) AS failures "
            'FROM walks GROUP BY board, "order") GROUP BY board'
        )
        spread = {name: counts for name, *counts in found}
        return [
            OrderSpread(board=board, orders=orders, worst=worst, median=middle, best=best, clean=clean)
            for board in self.boards
            for orders, worst, middle, best, clean in [spread[board_name(board)]]
        ]

    def runs(self, board: Board, order: str) -> list[int]:
        """How many walks were complete in each stored run."""
        return self.all_runs(board, order).get(order, [])

    def all_runs(self, board: Board, order: str | None = None) -> dict[str, list[int]]:
        """How many walks were complete in each stored run, for every order on a board or for one order."""
        # The rows of an order are in the order of its walks, run after run. The last run may be incomplete.
        found = self.rows(
            'SELECT "order", count(*) FILTER (complete) FROM (SELECT "order", complete, (row_number() OVER '
            '(PARTITION BY "order" ORDER BY filename, file_row_number) - 1) '
            f"// {self.plan.count_starts(board)} AS run {self._from_walks(board, order)}) "
            'GROUP BY "order", run ORDER BY "order", run'
        )
        counts: dict[str, list[int]] = {}
        for number, complete in found:
            counts.setdefault(str(number), []).append(complete)
        return counts

    def ranking(self, boards: Sequence[Board] | None = None) -> list[Rank]:
        """The orders sorted by how often they failed on all boards, or on some of them, fewest first.

        Starts that the colours rule out do not count. Orders that were dropped, or that were walked on fewer
        boards than others, come last, because their results on the other boards are not known.
        """
        among = ", ".join(sql_text(board_name(board)) for board in boards or self.boards)
        where = f"WHERE board IN ({among}) " if boards else ""
        found = self.rows(
            'SELECT "order", sum(failures), sum(walks), count(*), count(*) FILTER (failures = 0) FROM ('
            f'SELECT "order", count(*) FILTER (NOT complete AND {self._allowed}) AS failures, '
            f"count(*) FILTER ({self._allowed}) AS walks "
            f'FROM walks {where}GROUP BY "order", board) GROUP BY "order" ORDER BY 2, 1'
        )
        dropped = {int(one["order"]) for one in self.dropped}
        ranks = [
            Rank(
                order=str(order),
                failures=int(failures),
                walks=int(walks),
                boards=boards,
                clean=clean,
                dropped=order in dropped,
            )
            for order, failures, walks, boards, clean in found
        ]
        most = max((rank.boards for rank in ranks), default=0)
        return sorted(ranks, key=lambda rank: rank.dropped or rank.boards < most)

    # -- starts and ends -----------------------------------------------------------------------

    def unvisited_map(self, board: Board, order: str) -> list[list[int | None]]:
        """The number of squares that the walk from each start leaves unvisited, as the rows of the board. 0
        if the walk is complete, None if no walk was made. Of several walks, the smallest number."""
        query = f"SELECT {START}, min({board.size} - visited) {self._from_walks(board, order)} GROUP BY 1"
        return as_grid(board, self.rows(query))

    def fails_map(self, board: Board) -> list[list[int | None]]:
        """How many orders fail from each start, as the rows of the board. None if no walk was made."""
        if self.plan.repeat == 1:
            query = f"SELECT {START}, count(*) FILTER (NOT complete) {self._from_walks(board)} GROUP BY 1"
        else:
            query = (
                f"SELECT start, count(*) FILTER (NOT ever) FROM (SELECT {START} AS start, "
                f'bool_or(complete) AS ever {self._from_walks(board)} GROUP BY 1, "order") GROUP BY 1'
            )
        return as_grid(board, self.rows(query))

    def full_orders(self, board: Board) -> list[str]:
        """The orders that complete from every start of the plan that the colours allow, in numerical order.
        Orders that were not walked from all of these starts are left out."""
        whole = self.count_asked(board)
        if not whole:
            return []
        query = (
            f'SELECT "order" {self._from_walks(board)} AND complete GROUP BY 1 '
            f"HAVING count(*) = {whole} ORDER BY 1"  # no walk is complete from a start that colour rules out
        )
        return [str(order) for (order,) in self.rows(query)]

    def count_asked(self, board: Board) -> int:
        """How many walks the plan has for each order on a board, from starts that the colours allow."""
        starts = [start for run in range(self.plan.repeat) for start in self.plan.starts_of(board, run)]
        allowed = allowed_colours(board)
        return sum(colour(divmod(start, board.cols)) in allowed for start in starts)

    def ends_map(self, board: Board, order: str | None = None) -> list[list[int | None]]:
        """How many tours by one order, or by all orders, end on each square, as the rows of the board. None
        for holes."""
        query = (
            f"SELECT (end_row - 1) * cols + end_col - 1, count(*) {self._from_walks(board, order)} "
            "AND complete GROUP BY 1"
        )
        return count_grid(board, self.rows(query))

    def all_closed(self, *, by_order: bool = True, order: str | None = None) -> list[ClosedStarts]:
        """The closed tours of every board and order, of one order only, or of every board over all its
        orders. Boards and orders without closed tours are left out."""
        each, by = ('"order"', "board, 2") if by_order else ("NULL", "board")
        alone = "" if order is None else f'AND "order" = {int(order)}'
        found = self.rows(
            f"SELECT board, {each}, count(*), list(DISTINCT {START}) FROM walks WHERE closed {alone} "
            f"GROUP BY {by}"
        )
        boards = {board_name(board): board for board in self.boards}
        closed = [
            ClosedStarts(
                board=boards[name],
                order=None if number is None else str(number),
                tours=tours,
                starts=tuple(boards[name].square(start) for start in sorted(starts)),
            )
            for name, number, tours, starts in found
        ]
        return self._sorted(closed)

    def completions(self, board: Board, orders: Sequence[str]) -> "tuple[list[int], Bools]":
        """The walked starts of a board that the colours allow, and an array of orders by starts: whether each
        order completes from each of these starts without retries."""
        import numpy as np

        where = f"{self._from_walks(board)} AND {self._allowed}"
        starts = [start for (start,) in self.rows(f"SELECT DISTINCT {START} {where} ORDER BY 1")]
        query = f'SELECT "order", {START} AS start {where} AND complete AND retries = 0'
        found = self.columns(query)
        numbers = np.array([int(order) for order in orders], dtype=np.int64)
        sequence = np.argsort(numbers)
        holds = np.zeros((len(orders), len(starts)), dtype=bool)
        known = np.isin(found["order"], numbers)
        rows = sequence[np.searchsorted(numbers, found["order"][known], sorter=sequence)]
        holds[rows, np.searchsorted(np.array(starts), found["start"][known])] = True
        return starts, holds

    # -- SQL ----------------------------------------------------------------------------------

    def sql(self, text: str) -> tuple[list[str], list[tuple[Any, ...]]]:
        """Run SQL on the tables `walks` and `shards` with DuckDB. Returns the column names and the rows.

        The SQL can only read these tables. It cannot change them, and cannot read or write files. ORDER is a
        keyword of SQL: write the column as "order".
        """
        with self.ask(text) as result:
            return result.names, [row for batch in result.batches() for row in batch]

    def ask(self, text: str) -> SqlResult:
        """Run SQL as `sql` does, and return the rows in batches."""
        return run_user_sql(self.files, text)


def _ending(plan: Plan, board: Board) -> str:
    """SQL for the ending of a row of `walks` that was stored without one: other columns tell it. NULL for a
    search with a time limit that ended before its step limit: it may be exhausted, or out of time."""
    if plan.method == "greedy":
        return (
            "CASE WHEN NOT complete THEN 'dead end' WHEN retries > 0 THEN 'found by retrying' "
            "ELSE 'found directly' END"
        )
    limit = plan.step_limit_of(board)
    rest = "'exhausted'" if plan.time_limit is None else "NULL"
    return (
        "CASE WHEN visited = 0 THEN 'ruled out' WHEN complete AND steps > visited THEN "
        "'found by backtracking' WHEN complete THEN 'found directly' "
        f"WHEN steps = {-1 if limit is None else limit} THEN 'step limit' ELSE {rest} END"
    )


def count_grid(board: Board, counts: Iterable[tuple[int, int]]) -> list[list[int | None]]:
    """Counts by square index, as the rows of the board: 0 for squares without a count, None for holes."""
    return as_grid(board, {**dict.fromkeys(board.indices(), 0), **dict(counts)}.items())


def as_grid(board: Board, counts: Iterable[tuple[int, int]]) -> list[list[int | None]]:
    """Counts by square index, as the rows of the board. None for squares without a count."""
    flat: list[int | None] = [None] * board.area
    for index, count in counts:
        flat[index] = count
    return [flat[i : i + board.cols] for i in range(0, board.area, board.cols)]

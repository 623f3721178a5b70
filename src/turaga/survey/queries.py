"""A survey, opened for queries: success rates, failing starts, the best orders, ends, closed tours.

Each query is one pass of DuckDB over the columns that it needs. For 8x8 with all 40,320 orders, 2.6 million
walks, that takes some tenths of a second. Squares in the results are counted from 0.

If an order was walked from a start several times, with random results, it completes from that start if any of
the walks did. Its number of unvisited squares is the smallest of all these walks.
"""

import contextlib
import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from turaga.board import Board
from turaga.board_input import read_board
from turaga.errors import BadBoard, BadOrder
from turaga.extras import load
from turaga.order import parse_order
from turaga.survey.board_lists import board_name
from turaga.survey.checked_files import CheckedFiles, check_files, folder_error, read_table, unreadable
from turaga.survey.columns import arrow_schema
from turaga.survey.jobs import cut_into_jobs
from turaga.survey.plan import Plan
from turaga.survey.results import (
    RANDOM,
    ClosedStarts,
    Cost,
    Extent,
    OrderSpread,
    Rank,
    Rate,
    Totals,
    WalkResult,
    order_words,
    some_of,
    wilson,
)
from turaga.survey.sql import START, SqlResult, allowed_starts, run_user_sql, sql_text
from turaga.text import short
from turaga.theory import allowed_colours, colour

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]

_BATCH = 10_000  # rows fetched at a time


class _BoardFiles(NamedTuple):
    """The files with the rows of one board in both tables, and the number of orders in them."""

    walks: list[str]
    shards: list[str]
    orders: int


class Survey:
    """A survey, opened for queries. It shows what its directory contained when it was opened.

    >>> import tempfile
    >>> from turaga.rule import Rule
    >>> from turaga.survey.plan import Plan, parse_boards
    >>> from turaga.survey.runner import run_survey
    >>> plan = Plan(boards=parse_boards("5"), rule=Rule("12345678"), orders="12345678,87654321")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     ran = run_survey(plan, folder)
    ...     with Survey.open(folder) as survey:
    ...         rates = [(rate.order, rate.complete, rate.allowed) for rate in survey.rates()]
    ...         fails = survey.fails_map(survey.boards[0])
    >>> rates, fails[2]
    ([('12345678', 9, 13), ('87654321', 9, 13)], [2, 2, 0, 2, 1])
    """

    def __init__(self, files: CheckedFiles, connection: Any) -> None:
        self.files = files
        self.folder = files.source.folder
        self.manifest = files.manifest
        self.plan = files.source.plan
        self.connection = connection

    @classmethod
    def open(cls, folder: str | os.PathLike[str]) -> Self:
        """Open the survey in a directory, finished or not. Every file is checked first. Raises `BadInput` if
        there is no survey or a file is damaged."""
        files = check_files(folder)
        with _duckdb_errors(folder):
            return cls(files, _connect(files))

    def close(self) -> None:
        """Release the files."""
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- queries ----------------------------------------------------------------------------------------

    def rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """The rows that DuckDB returns for our own SQL. `sql.py` is for SQL that users write."""
        with _duckdb_errors(self.folder):
            found: list[tuple[Any, ...]] = self.connection.execute(query, values).fetchall()
        return found

    def _records(self, query: str) -> list[dict[str, Any]]:
        """The rows of a query by column name. A board is a `Board` in them, and an order a text, as in the
        types of `results.py`."""
        boards = {board_name(board): board for board in self.boards}
        with _duckdb_errors(self.folder):
            found = self.connection.execute(query)
            names = [column[0] for column in found.description]
            records = [dict(zip(names, row, strict=True)) for row in found.fetchall()]
        for record in records:
            if "board" in record:
                record["board"] = boards[record["board"]]
            if record.get("order") is not None:
                record["order"] = str(record["order"])
        return records

    def rows_in_batches(self, query: str) -> Iterator[tuple[Any, ...]]:
        """The rows of a query that may have millions of them."""
        with _duckdb_errors(self.folder):
            cursor = self.connection.cursor()
            try:
                cursor.execute(query)
                while batch := cursor.fetchmany(_BATCH):
                    yield from batch
            finally:
                cursor.close()

    def columns(self, query: str) -> "dict[str, NDArray[Any]]":
        """The result of a query as arrays, by column name."""
        with _duckdb_errors(self.folder):
            found: dict[str, NDArray[Any]] = self.connection.execute(query).fetchnumpy()
        return found

    def table(self, name: str = "walks", columns: Sequence[str] | None = None) -> Any:
        """The table `walks` or `shards` as a pyarrow Table, or only some of its columns.

        `turaga.survey.columns` describes the columns. Rows and columns of squares count from 1 there.
        `.to_pandas()` makes a pandas DataFrame of it, if pandas is installed.
        """
        return read_table(self.files, name, columns)

    # -- contents ---------------------------------------------------------------------------------------

    @property
    def finished(self) -> bool:
        """Whether all jobs of the plan are finished."""
        return bool(self.manifest["finished"])

    @property
    def keeps_times(self) -> bool:
        """Whether the table `walks` has the time and the ending of each walk."""
        return self.plan.keeps_times

    @property
    def jobs_done(self) -> int:
        """How many of the plan's jobs are finished and stored."""
        return len(self.files.shards)

    @cached_property
    def jobs(self) -> int:
        """How many jobs the plan is split into."""
        if self.finished:
            return int(self.manifest["jobs"])
        return sum(len(lane) for lane in cut_into_jobs(self.plan))

    @property
    def dropped(self) -> list[dict[str, Any]]:
        """The orders that failed too often, each with the board on which it was dropped."""
        return list(self.manifest["dropped"])

    @property
    def boards(self) -> list[Board]:
        """The boards that were walked on, in the order of the plan."""
        return [*self._files]

    @cached_property
    def _files(self) -> "dict[Board, _BoardFiles]":
        """The files of each board, so that a query about one board opens no others."""
        shards = self.files.shards
        if not shards:
            return {}
        walks_of = dict(zip(shards, self.files.walks, strict=True))
        found = self.rows(
            'SELECT board, list(DISTINCT filename), count(DISTINCT "order") '
            f"FROM {_parquet(shards, numbered=True)} WHERE walks > 0 GROUP BY board"
        )
        files_of = {
            name: _BoardFiles([walks_of[file] for file in sorted(files)], sorted(files), orders)
            for name, files, orders in found
        }
        return {
            board: files_of[name] for board in self.plan.boards if (name := board_name(board)) in files_of
        }

    def orders_of(self, board: Board) -> list[str]:
        """The orders that were walked or derived on a board, in the order of the plan."""
        files = self._files_of(board)
        query = f'SELECT DISTINCT "order" FROM {_parquet(files.shards)} WHERE walks > 0'
        held = {str(order) for (order,) in self.rows(query)}
        return [order for order in self.plan.orders_of(board) if order in held]

    def count_orders(self, board: Board) -> int:
        """How many orders were walked or derived on a board."""
        return self._files_of(board).orders

    def _files_of(self, board: Board) -> _BoardFiles:
        """The files of a board. Raises `BadBoard` if the survey has no walks on it."""
        self.require_walks()
        if board not in self._files:
            raise self._no_walks(board_name(board), board)
        return self._files[board]

    def find_board(self, text: str) -> Board:
        """The board with this name: 8x8, ring-12x12, or ring if no other board is called that; or the board
        with the mask in a file: @ring.txt. Raises `BadBoard` if the survey has no walks on it."""
        self.require_walks()
        board = self._named_board(text.strip())
        if board not in self._files:
            raise self._no_walks(repr(short(text)) if board.hole_indices else board_name(board), board)
        return next(one for one in self.boards if one == board)  # with its name

    def _named_board(self, text: str) -> Board:
        """The board that a text names: by its whole name, by its name without the sides, or as it is
        typed."""
        called = [board for board in self.plan.boards if board_name(board) == text]
        masks = [board for board in self.plan.boards if board.hole_indices]
        called = called or [
            board for board in masks if board_name(board).startswith(f"{text}-{board.rows}x{board.cols}")
        ]
        if len(called) > 1:
            raise BadBoard(
                f"{short(text)!r} can be several boards of the survey in {str(self.folder)!r}",
                accepted=f"write {some_of([board_name(board) for board in called], 'board')}",
                field="board",
            )
        if called:
            return called[0]
        try:
            return read_board(text, self.plan.boards[0].leaper)
        except BadBoard:
            if not masks:
                raise
            raise self._no_walks(repr(short(text)), None) from None

    def _no_walks(self, name: str, board: Board | None) -> BadBoard:
        yet = " yet" if board in self.plan.boards and not self.finished else ""
        return BadBoard(
            f"the survey in {str(self.folder)!r} has no walks on {name}{yet}",
            accepted=f"it has {some_of([board_name(one) for one in self.boards], 'board')}",
            field="board",
        )

    def find_order(self, text: str, boards: Sequence[Board]) -> str:
        """The order with this name. Raises `BadOrder` if it was not walked on any of the boards."""
        order = RANDOM if text.strip().lower() in ("random", RANDOM) else parse_order(text)
        known = list(dict.fromkeys(known for board in boards for known in self.orders_of(board)))
        if order not in known:
            raise BadOrder(
                f"the survey in {str(self.folder)!r} has no walks with order {short(order_words(order))}",
                accepted=f"it has {some_of([order_words(one) for one in known], 'order')}",
                field="order",
            )
        return order

    def require_walks(self) -> None:
        """Raise `BadInput` if the survey has no walks."""
        if self.boards:
            return
        problem = f"the survey in {str(self.folder)!r} has no walks"
        if self.finished:
            why = "theory rules out closed tours on all its boards, so no walks were made"
            raise folder_error(problem, why)
        raise folder_error(f"{problem} yet", "run the same survey again to continue it")

    def totals(self) -> Totals:
        """The totals of the whole survey."""
        walks, complete, closed = self.rows(
            "SELECT count(*), count(*) FILTER (complete), count(*) FILTER (closed) FROM walks"
        )[0]
        # In `shards`, orders that were derived have 0 steps and 0 seconds.
        walked, steps, seconds = self.rows(
            "SELECT sum(walks) FILTER (steps > 0 OR seconds > 0), sum(steps), sum(seconds) FROM shards"
        )[0]
        return Totals(walks, int(walked or 0), complete, closed, int(steps or 0), float(seconds or 0))

    # -- rates and ranks --------------------------------------------------------------------------------

    def rates(self, *, by_order: bool = True) -> list[Rate]:
        """The success rate of every board and order, or of every board over all its orders.

        They are sorted by board and order as in the plan. If the starts are a sample, or the walks depend on
        chance, each rate has a 95% interval (`wilson`). All orders were walked from the same starts, so for a
        rate over all orders each start counts once: the interval is as wide as if all orders succeeded and
        failed from the same starts.
        """
        order, orders, by = '"order"', "1", "board, 2"
        if not by_order:
            order, orders, by = "NULL", 'count(DISTINCT "order")', "board"
        found = self._records(
            f'SELECT board, {order} AS "order", {orders} AS orders, count(*) AS walks, '
            f"count(*) FILTER ({self._allowed}) AS allowed, count(*) FILTER (complete) AS complete, "
            "count(*) FILTER (closed) AS closed, sum(retries)::BIGINT AS retries, "
            f"sum(steps)::BIGINT AS steps FROM walks GROUP BY {by}"
        )
        rates = []
        for one in found:
            low, high = None, None
            if self.samples(one["board"]):
                low, high = wilson(one["complete"] / one["orders"], one["walks"] / one["orders"])
            rates.append(Rate(**one, low=low, high=high))
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
            for number, run_of, row, col, end_row, end_col, *rest in self.rows_in_batches(query):
                end = None if end_row is None else (end_row - 1, end_col - 1)
                yield WalkResult(board, str(number), run_of, (row - 1, col - 1), end, *rest)

    def samples(self, board: Board) -> bool:
        """Whether the walks are a sample, because the starts or the walks are random."""
        plan = self.plan
        return plan.walks_are_random or (plan.draws_starts and plan.count_starts(board) < board.size)

    def spreads(self) -> list[OrderSpread]:
        """How much the success rates of the orders differ, for each board."""
        found = self._records(
            "SELECT board, count(*) AS orders, min(rate) AS worst, median(rate) AS median, "
            "max(rate) AS best, count(*) FILTER (failures = 0) AS clean "
            f'FROM (SELECT board, "order", count(*) FILTER (complete) / count(*) AS rate, '
            f"count(*) FILTER (NOT complete AND {self._allowed}) AS failures "
            'FROM walks GROUP BY board, "order") GROUP BY board'
        )
        spreads = {one["board"]: OrderSpread(**one) for one in found}
        return [spreads[board] for board in self.boards]

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
        found = self._records(
            'SELECT "order", sum(failures)::BIGINT AS failures, sum(walks)::BIGINT AS walks, '
            "count(*) AS boards, count(*) FILTER (failures = 0) AS clean FROM ("
            f'SELECT "order", count(*) FILTER (NOT complete AND {self._allowed}) AS failures, '
            f"count(*) FILTER ({self._allowed}) AS walks "
            f'FROM walks {where}GROUP BY "order", board) GROUP BY "order" ORDER BY 2, 1'
        )
        dropped = {str(one["order"]) for one in self.dropped}
        ranks = [Rank(**one, dropped=one["order"] in dropped) for one in found]
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
        found = self._records(
            f'SELECT board, {each} AS "order", count(*) AS tours, list(DISTINCT {START}) AS starts '
            f"FROM walks WHERE closed {alone} GROUP BY {by}"
        )
        for one in found:
            one["starts"] = tuple(map(one["board"].square, sorted(one["starts"])))
        return self._sorted([ClosedStarts(**one) for one in found])

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

    # -- parts of queries -------------------------------------------------------------------------------

    @cached_property
    def _allowed(self) -> str:
        """SQL for whether colour allows the start of a row of `walks`."""
        return allowed_starts(self.plan.boards)

    def _from_walks(self, board: Board, order: str | None = None) -> str:
        """FROM and WHERE for the walks on a board, by one order or by all orders. A file has the walks of one
        board."""
        rows = _parquet(self._files_of(board).walks, numbered=True)
        by = "true" if order is None else f'"order" = {int(order)}'
        return f"FROM {rows} WHERE {by}"

    def _sorted(self, things: list[Any]) -> list[Any]:
        """The results sorted by board and order, as in the plan."""
        position = {board: i for i, board in enumerate(self.plan.boards)}
        rank: dict[Board, dict[str, int]] = {}
        if any(thing.order is not None for thing in things):
            rank = {board: {o: i for i, o in enumerate(self.plan.orders_of(board))} for board in self.boards}
        return sorted(
            things,
            key=lambda one: (position[one.board], 0 if one.order is None else rank[one.board][one.order]),
        )


def _connect(files: CheckedFiles) -> Any:
    """A DuckDB connection in which the tables `walks` and `shards` contain the rows of these files."""
    duckdb = load("duckdb", "lab")
    connection = duckdb.connect(":memory:")
    for table, paths in (("walks", files.walks), ("shards", files.shards)):
        if paths:
            rows = _parquet(paths, numbered=table == "walks")
            connection.execute(f"CREATE VIEW {table} AS SELECT * FROM {rows}")
        else:
            connection.register(table, arrow_schema(files.source.columns[table]).empty_table())
    return connection


def _parquet(files: Sequence[str], *, numbered: bool = False) -> str:
    """The rows of files as a table in DuckDB's SQL. `numbered` adds the file name and row number of each row.

    File names are literal: they are not patterns, and a directory named order=5 adds no column.

    >>> _parquet(["a", "it's *"])
    "read_parquet(['a', 'it''s [*]'], hive_partitioning = false)"
    """
    plain = ["".join(f"[{c}]" if c in "*?[" else c for c in file).replace("'", "''") for file in files]
    names = ", ".join(f"'{name}'" for name in plain)
    options = ", filename = true, file_row_number = true" if numbered else ""
    return f"read_parquet([{names}], hive_partitioning = false{options})"


@contextlib.contextmanager
def _duckdb_errors(folder: str | os.PathLike[str]) -> Iterator[None]:
    """Turn a DuckDB error into a `BadInput`."""
    duckdb = load("duckdb", "lab")
    try:
        yield
    except duckdb.Error as error:
        raise unreadable(folder, error) from None


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

"""Questions to a survey: how often, from where, by which orders, ending where, closed or not.

Each is one pass of DuckDB over the columns it needs: of 8x8 with all 40,320 orders, 2.6 million walks, in some
tenths of a second. Squares that come back are 0-based.

Where chance has a say and an order was walked from a start several times, it completes from there if one of
the walks did, and leaves the fewest squares any of them left.
"""

import contextlib
import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from turaga.board import Board, Square
from turaga.errors import BadBoard, BadInput, BadOrder
from turaga.extras import load
from turaga.order import parse_order
from turaga.survey.answers import RANDOM, ClosedStarts, Rank, Rate, Totals, order_words, some_of, wilson
from turaga.survey.jobs import cut
from turaga.survey.plan import Plan
from turaga.survey.sql import Answer, ask_in_sql, files_of, sql_list
from turaga.survey.store import connect, finished_jobs, read_manifest
from turaga.wording import short

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Ints = NDArray[np.integer]

__all__ = ["Survey"]

_START = "(start_row - 1) * cols + start_col - 1"
_TOGETHER = 'NULL, count(DISTINCT "order")'


class Survey:
    """A survey that is kept in a folder, to be asked questions; what it holds when it is opened counts.

    >>> import tempfile
    >>> from turaga.rule import Rule
    >>> from turaga.survey.plan import parse_boards
    >>> from turaga.survey.running import run_survey
    >>> plan = Plan(boards=parse_boards("5"), rule=Rule(ties="order:12345678"), orders="12345678,87654321")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     ran = run_survey(plan, folder)
    ...     with Survey.open(folder) as survey:
    ...         [(rate.order, rate.complete, rate.allowed) for rate in survey.rates()]
    ...         survey.fails_map(survey.boards[0])[2]
    """

    def __init__(self, folder: str | os.PathLike[str], manifest: dict[str, Any], connection: Any) -> None:
        self.folder = Path(folder)
        self.manifest = manifest
        self.plan = Plan.from_json(manifest["plan"])
        self.connection = connection

    @classmethod
    def open(cls, folder: str | os.PathLike[str]) -> "Survey":
        """The survey in a folder, finished or not; `BadInput` if there is none."""
        return cls(folder, read_manifest(folder), connect(folder))

    def close(self) -> None:
        """Let go of the files."""
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- what is in it ----------------------------------------------------------------------------------

    @property
    def finished(self) -> bool:
        """Whether everything the plan asks for is there."""
        return bool(self.manifest["finished"])

    @cached_property
    def jobs_done(self) -> int:
        """How many of the plan's jobs are done and kept."""
        return len(finished_jobs(self.folder))

    @cached_property
    def jobs(self) -> int:
        """How many jobs the plan is cut into."""
        return int(self.manifest["jobs"]) if self.finished else sum(len(lane) for lane in cut(self.plan))

    @property
    def dropped(self) -> list[dict[str, Any]]:
        """The orders that failed too often to go on with, each with the board that was too much."""
        return list(self.manifest["dropped"])

    @property
    def boards(self) -> list[Board]:
        """The boards that were walked on, in the sequence of the plan."""
        return [*self._files]

    @cached_property
    def _files(self) -> dict[Board, list[str]]:
        """The files that hold walks on each board: asking these alone spares opening all others."""
        shards, walks = (files_of(self.folder, table) for table in ("shards", "walks"))
        if not shards:
            return {}
        walks_of = dict(zip(shards, walks, strict=True))
        found = self._rows(
            f"SELECT board, list(DISTINCT filename) FROM read_parquet({sql_list(shards)}, filename = true) "
            "WHERE walks > 0 GROUP BY board"
        )
        held = {name: sorted(walks_of[file] for file in files) for name, files in found}
        return {board: held[name] for board in self.plan.boards if (name := _name(board)) in held}

    def orders_of(self, board: Board) -> list[str]:
        """The orders that were walked on a board, walked or derived, in the sequence of the plan."""
        query = 'SELECT DISTINCT "order" FROM shards WHERE board = ? AND walks > 0'
        held = {str(order) for (order,) in self._rows(query, [_name(board)])}
        return [order for order in self.plan.orders_of(board) if order in held]

    def count_orders(self) -> int:
        """How many orders were walked, on whatever board."""
        return int(self._rows('SELECT count(DISTINCT "order") FROM shards')[0][0])

    def find_board(self, text: str) -> Board:
        """The board a person names; `BadBoard` if the survey has no walks on it."""
        self.demand_walks()
        board = Board(text).with_leaper(self.plan.boards[0].leaper)
        if board not in self._files:
            yet = " yet" if board in self.plan.boards and not self.finished else ""
            raise BadBoard(
                f"the survey in {str(self.folder)!r} has no walks on {_name(board)}{yet}: "
                f"it has {some_of([_name(one) for one in self.boards], 'board')}"
            )
        return board

    def demand_walks(self) -> None:
        """`BadInput` if the survey has no walks at all."""
        if self.boards:
            return
        if self.finished:
            why = ": theory knows that none of its boards has a closed tour, so none was walked on"
        else:
            why = " yet: `turaga survey run` with the same options goes on with it"
        raise BadInput(f"the survey in {str(self.folder)!r} has no walks{why}")

    def find_order(self, text: str, boards: Sequence[Board]) -> str:
        """The order a person names; `BadOrder` if none of the boards was walked by it."""
        order = RANDOM if text.strip().lower() in ("random", RANDOM) else parse_order(text)
        known = list(dict.fromkeys(known for board in boards for known in self.orders_of(board)))
        if order not in known:
            raise BadOrder(
                f"the survey in {str(self.folder)!r} has no walks by order {short(order_words(order))}: "
                f"it has {some_of([order_words(one) for one in known], 'order')}"
            )
        return order

    def totals(self) -> Totals:
        """What the survey holds in all."""
        walks, complete, closed = self._rows(
            "SELECT count(*), count(*) FILTER (complete), count(*) FILTER (closed) FROM walks"
        )[0]
        # The account of an order that was derived says that it took nothing.
        walked, steps, seconds = self._rows(
            "SELECT sum(walks) FILTER (steps > 0 OR seconds > 0), sum(steps), sum(seconds) FROM shards"
        )[0]
        return Totals(
            walks=walks,
            walked=int(walked or 0),
            complete=complete,
            closed=closed,
            steps=int(steps or 0),
            seconds=float(seconds or 0),
        )

    # -- how often --------------------------------------------------------------------------------------

    def rates(self, *, by_order: bool = True) -> list[Rate]:
        """The success rate of every board and order, or of every board with its orders taken together.

        They come board by board, the orders of each in the sequence of the plan. Where the starts are a
        sample, or chance has a say in the walks, each has its 95% interval (`wilson`). Orders taken together
        were walked from the same starts, which are counted once: the interval is as wide as if they all
        succeeded and failed alike.
        """
        each, by = ('"order", 1', "rows, cols, 2") if by_order else (_TOGETHER, "rows, cols")
        found = self._rows(
            f"SELECT rows || 'x' || cols, {each}, count(*), "
            f"count(*) FILTER ({self._allowed}), count(*) FILTER (complete), count(*) FILTER (closed), "
            f"sum(retries), sum(steps) FROM walks GROUP BY {by}"
        )
        boards = {_name(board): board for board in self.boards}
        rates = [
            self._rate(boards[name], None if order is None else str(order), *map(int, counts))
            for name, order, *counts in found
        ]
        return self._in_sequence(rates)

    def _rate(
        self,
        board: Board,
        order: str | None,
        orders: int,
        walks: int,
        allowed: int,
        complete: int,
        closed: int,
        retries: int,
        steps: int,
    ) -> Rate:
        low, high = wilson(complete / orders, walks / orders) if self._samples(board) else (None, None)
        return Rate(
            board=board,
            order=order,
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

    def _samples(self, board: Board) -> bool:
        """Whether other starts might have been drawn, or other walks made from them."""
        plan = self.plan
        return plan.rolls_dice or (plan.draws_starts and plan.count_starts(board) < board.size)

    def runs(self, board: Board, order: str) -> list[int]:
        """How many walks were complete in each run; of the runs there are."""
        return self.all_runs(board, order).get(order, [])

    def all_runs(self, board: Board, order: str | None = None) -> dict[str, list[int]]:
        """The same by order, for every order on a board, or for one."""
        inner = 'PARTITION BY "order" ORDER BY filename, file_row_number'
        if self.plan.until_closed:  # a run may have ended early: the next began with the first start
            run = f"sum(({_START} = {self.plan.starts_of(board, 0)[0]})::INTEGER) OVER ({inner})"
        else:
            run = f"(row_number() OVER ({inner}) - 1) // {self.plan.count_starts(board)}"
        found = self._rows(
            'SELECT "order", count(*) FILTER (complete) FROM ('
            f'SELECT "order", complete, {run} AS run {self._walks(board, order)}) '
            'GROUP BY "order", run ORDER BY "order", run'
        )
        counts: dict[str, list[int]] = {}
        for number, complete in found:
            counts.setdefault(str(number), []).append(complete)
        return counts

    def ranking(self, boards: Sequence[Board] | None = None) -> list[Rank]:
        """The orders by how often they failed over all boards, or some of them, fewest first.

        A start that colour forbids is no fault of theirs. Orders that were dropped, and not walked on all
        boards, come last.
        """
        among = ", ".join(f"({board.rows}, {board.cols})" for board in boards or ())
        where = "" if boards is None else f"WHERE (rows, cols) IN ({among}) "
        found = self._rows(
            'SELECT "order", sum(failures), sum(walks), count(*), count(*) FILTER (failures = 0) FROM ('
            f'SELECT "order", count(*) FILTER (NOT complete AND {self._allowed}) AS failures, '
            f"count(*) FILTER ({self._allowed}) AS walks "
            f'FROM walks {where}GROUP BY "order", rows, cols) GROUP BY "order" ORDER BY 2, 1'
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
        return sorted(ranks, key=lambda rank: rank.dropped)

    # -- from where, and to where -----------------------------------------------------------------------

    def unvisited_map(self, board: Board, order: str) -> list[list[int | None]]:
        """The squares left behind by the walk from each start, as a board: 0 where it is complete, None where
        no walk was made; of several walks the fewest."""
        query = f"SELECT {_START}, min(rows * cols - visited) {self._walks(board, order)} GROUP BY 1"
        return _board_of(board, self._rows(query))

    def fails_map(self, board: Board) -> list[list[int | None]]:
        """How many orders fail from each start, as a board; None where no walk was made."""
        if self.plan.repeat == 1:
            query = f"SELECT {_START}, count(*) FILTER (NOT complete) {self._walks(board)} GROUP BY 1"
        else:
            query = (
                "SELECT start, count(*) FILTER (NOT ever) FROM ("
                f'SELECT {_START} AS start, bool_or(complete) AS ever {self._walks(board)} GROUP BY 1, "order") '
                "GROUP BY 1"
            )
        return _board_of(board, self._rows(query))

    def full_orders(self, board: Board) -> list[str]:
        """The orders all of whose walks asked for are complete, where colour allows it; in their numerical
        order. One that was not walked from every start asked for is none of them."""
        whole = self.count_asked(board)
        if not whole:
            return []
        query = (
            f'SELECT "order" {self._walks(board)} AND complete GROUP BY 1 '
            f"HAVING count(*) FILTER ({self._allowed}) = {whole} ORDER BY 1"
        )
        return [str(order) for (order,) in self._rows(query)]

    def count_asked(self, board: Board) -> int:
        """How many walks the plan asks for by each order on a board, from starts that colour allows."""
        starts = [start for run in range(self.plan.repeat) for start in self.plan.starts_of(board, run)]
        if sum(board.leaper) % 2 == 0:
            return len(starts) if board.size == 1 else 0
        if board.size % 2 == 0:
            return len(starts)
        return sum(sum(divmod(start, board.cols)) % 2 == 0 for start in starts)

    def ends_map(self, board: Board, order: str | None = None) -> list[list[int]]:
        """How many tours end on each square, as a board; by one order or by all."""
        query = (
            f"SELECT (end_row - 1) * cols + end_col - 1, count(*) {self._walks(board, order)} "
            "AND complete GROUP BY 1"
        )
        return [[count or 0 for count in row] for row in _board_of(board, self._rows(query))]

    def closed_starts(self, board: Board, order: str | None = None) -> list[Square]:
        """The starts of closed tours, row by row, by one order or by any."""
        query = f"SELECT DISTINCT {_START} {self._walks(board, order)} AND closed ORDER BY 1"
        return [board.square(start) for (start,) in self._rows(query)]

    def all_closed(self, *, by_order: bool = True) -> list[ClosedStarts]:
        """The closed tours of every board and order, or of every board with its orders taken together; those
        that have none are left out."""
        each, by = ('"order"', "rows, cols, 2") if by_order else ("NULL", "rows, cols")
        found = self._rows(
            f"SELECT rows || 'x' || cols, {each}, count(*), list(DISTINCT {_START}) FROM walks WHERE closed "
            f"GROUP BY {by}"
        )
        boards = {_name(board): board for board in self.boards}
        closed = [
            ClosedStarts(
                board=boards[name],
                order=None if order is None else str(order),
                tours=tours,
                starts=tuple(boards[name].square(start) for start in sorted(starts)),
            )
            for name, order, tours, starts in found
        ]
        return self._in_sequence(closed)

    def completions(self, board: Board, orders: Sequence[str]) -> "tuple[list[int], Bools]":
        """The starts of a board that were walked from and that colour allows, and for each of the orders which
        of them it completes from, without retries."""
        import numpy as np

        asked = f"{self._walks(board)} AND {self._allowed}"
        starts = [start for (start,) in self._rows(f"SELECT DISTINCT {_START} {asked} ORDER BY 1")]
        query = f'SELECT "order", {_START} AS start {asked} AND complete AND retries = 0'
        found = self._columns(query)
        numbers = np.array([int(order) for order in orders], dtype=np.int64)
        sequence = np.argsort(numbers)
        holds = np.zeros((len(orders), len(starts)), dtype=bool)
        known = np.isin(found["order"], numbers)
        rows = sequence[np.searchsorted(numbers, found["order"][known], sorter=sequence)]
        holds[rows, np.searchsorted(np.array(starts), found["start"][known])] = True
        return starts, holds

    # -- anything else ----------------------------------------------------------------------------------

    def sql(self, text: str) -> tuple[list[str], list[tuple[Any, ...]]]:
        """What DuckDB answers to SQL about the tables `walks` and `shards`: names of columns, and rows.

        It sees nothing but these tables, and can change neither them nor any file. `order` is a word of SQL's
        own: the column is written "order".
        """
        with self.ask(text) as answer:
            return answer.names, [row for batch in answer.batches() for row in batch]

    def ask(self, text: str) -> Answer:
        """The same, to be taken some rows at a time."""
        return ask_in_sql(self.folder, text)

    # -- how it is asked --------------------------------------------------------------------------------

    @cached_property
    def _allowed(self) -> str:
        """Whether colour allows the start of a row of `walks`: `theory.allowed_colours` without holes."""
        if sum(self.plan.boards[0].leaper) % 2 == 0:
            return "(rows * cols = 1)"
        return "((rows * cols) % 2 = 0 OR (start_row + start_col) % 2 = 0)"

    def _walks(self, board: Board, order: str | None = None) -> str:
        """From which rows: the walks on a board, by one order or by all."""
        files = self._files[self.find_board(_name(board))]
        by = "" if order is None else f' AND "order" = {int(order)}'
        return (
            f"FROM read_parquet({sql_list(files)}, filename = true, file_row_number = true) "
            f"WHERE rows = {board.rows} AND cols = {board.cols}{by}"
        )

    def _rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        with self._reading():
            found: list[tuple[Any, ...]] = self.connection.execute(query, values).fetchall()
        return found

    def _columns(self, query: str) -> "dict[str, Ints]":
        with self._reading():
            found: dict[str, Ints] = self.connection.execute(query).fetchnumpy()
        return found

    @contextlib.contextmanager
    def _reading(self) -> Iterator[None]:
        """Whatever DuckDB has to say of the files, in a sentence."""
        duckdb = load("duckdb", "lab")
        try:
            yield
        except duckdb.Error as error:
            why = str(error).partition("\n")[0]
            raise BadInput(f"the survey in {str(self.folder)!r} cannot be read: {why}") from None

    def _in_sequence(self, things: list[Any]) -> list[Any]:
        """Answers by board and order, in the sequence of the plan."""
        place = {board: i for i, board in enumerate(self.plan.boards)}
        rank: dict[Board, dict[str, int]] = {}
        if any(thing.order is not None for thing in things):
            rank = {board: {o: i for i, o in enumerate(self.plan.orders_of(board))} for board in self.boards}
        return sorted(
            things, key=lambda one: (place[one.board], 0 if one.order is None else rank[one.board][one.order])
        )


def _name(board: Board) -> str:
    """The board as the tables have it."""
    return f"{board.rows}x{board.cols}"


def _board_of(board: Board, counts: Sequence[tuple[Any, ...]]) -> list[list[int | None]]:
    """Counts by square number, laid out as the board."""
    flat: list[int | None] = [None] * board.area
    for number, count in counts:
        flat[number] = count
    return [flat[i : i + board.cols] for i in range(0, board.area, board.cols)]

"""Opens a survey's directory as a DuckDB database: what it contains, and how to query its tables."""

import contextlib
import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from turaga.board import Board
from turaga.board_input import read_board
from turaga.errors import BadBoard, BadOrder
from turaga.extras import load
from turaga.order import parse_order
from turaga.survey.board_names import board_name
from turaga.survey.checked_files import (
    MANIFEST,
    CheckedFiles,
    DamagedFile,
    check_files,
    folder_error,
    read_table,
    shown_columns,
    stored_columns,
    unreadable,
)
from turaga.survey.columns import ADDED_IN_SQL
from turaga.survey.jobs import cut_into_jobs
from turaga.survey.plan import Plan
from turaga.survey.results import RANDOM, Totals, order_words, some_of
from turaga.survey.sql import allowed_starts
from turaga.text import short

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SQL = {"int32": "INTEGER", "int64": "BIGINT", "float64": "DOUBLE", "bool": "BOOLEAN", "string": "VARCHAR"}
_BATCH = 10_000  # rows fetched at a time


class _BoardFiles(NamedTuple):
    """The files with the rows of one board in both tables, and the number of orders in them."""

    walks: list[str]
    shards: list[str]
    orders: int


class SurveyDatabase:
    """A survey's directory, opened for reading. It shows what the directory contained when it was opened.

    >>> import tempfile
    >>> from turaga.survey.plan import parse_boards
    >>> from turaga.survey.runner import run_survey
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     ran = run_survey(Plan(boards=parse_boards("5..6")), folder)
    ...     with SurveyDatabase.open(folder) as database:
    ...         database.boards, database.finished, database.totals().walks
    ([Board(5, 5), Board(6, 6)], True, 61)
    """

    def __init__(self, files: CheckedFiles, connection: Any) -> None:
        self.files = files
        self.folder = files.folder
        self.manifest = files.manifest
        self.plan = Plan.from_json(files.manifest["plan"])
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
        return "seconds" in stored_columns(self.manifest)["walks"]

    @property
    def keeps_holes(self) -> bool:
        """Whether the files have the number of holes of each board. Older files have only rectangles."""
        return "holes" in stored_columns(self.manifest)["walks"]

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
                value=text,
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
            value=name,
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
                value=text,
            )
        return order

    def require_walks(self) -> None:
        """Raise `BadInput` if the survey has no walks."""
        if self.boards:
            return
        if self.finished and any(cut_into_jobs(self.plan)):
            raise DamagedFile.at(
                self.folder / MANIFEST, "says that the survey is finished, but the survey has no walks"
            )
        problem = f"the survey in {str(self.folder)!r} has no walks"
        if self.finished:
            why = "theory rules out closed tours on all its boards, so no walks were made"
            raise folder_error(self.folder, problem, why)
        raise folder_error(self.folder, f"{problem} yet", "run the same survey again to continue it")

    def totals(self) -> Totals:
        """The totals of the whole survey."""
        walks, complete, closed = self.rows(
            "SELECT count(*), count(*) FILTER (complete), count(*) FILTER (closed) FROM walks"
        )[0]
        # In `shards`, orders that were derived have 0 steps and 0 seconds.
        walked, steps, seconds = self.rows(
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

    # -- parts of queries -------------------------------------------------------------------------------

    @cached_property
    def _allowed(self) -> str:
        """SQL for whether colour allows the start of a row of `walks`."""
        return allowed_starts(self.plan.boards)

    def _from_walks(self, board: Board, order: str | None = None) -> str:
        """FROM and WHERE for the walks on a board, by one order or by all orders. A file has the walks of one
        board."""
        rows = _with_boards(self.files, "walks", _parquet(self._files_of(board).walks, numbered=True))
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
            try:
                rows = _with_boards(files, table, _parquet(paths))
                connection.execute(f"CREATE VIEW {table} AS SELECT * FROM {rows}")
            except duckdb.Error as error:
                connection.close()
                raise unreadable(files.folder, error) from None
        else:
            schema = shown_columns(files.manifest)[table]
            columns = ", ".join(f'"{name}" {_SQL[kind]}' for name, kind in schema.items())
            connection.execute(f"CREATE TABLE {table} ({columns})")
    return connection


def _with_boards(files: CheckedFiles, table: str, rows: str) -> str:
    """Rows of a table in DuckDB's SQL, with the columns that older files do not have."""
    if "holes" in stored_columns(files.manifest)[table]:
        return rows
    return f"(SELECT *, {ADDED_IN_SQL[table]} FROM {rows})"


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

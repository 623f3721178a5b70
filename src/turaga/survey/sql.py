"""Runs SQL that users write. It can read a survey's tables and nothing else.

In DuckDB a `SELECT` can write files (a common table expression may be a COPY), so the first word of a query
does not show whether it could damage a survey. Here pyarrow reads the files, and DuckDB gets the tables but
no access to files. So any query can only read.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from types import TracebackType
from typing import Any, Self

from turaga.board import Board
from turaga.errors import BadInput, ran_out_of_memory
from turaga.extras import load
from turaga.survey.board_lists import board_name
from turaga.survey.checked_files import CheckedFiles
from turaga.survey.columns import arrow_schema
from turaga.theory import allowed_colours
from turaga.threads import run_watched

# SQL for a row of `walks`: the index of its start, and whether colour allows a tour from there. The second is
# for a leaper that changes colour with each move, on a rectangle.
START = "((start_row - 1) * cols + start_col - 1)"
ALLOWED = "((rows * cols) % 2 = 0 OR (start_row + start_col) % 2 = 0)"


def sql_text(text: str) -> str:
    """A text as a literal of SQL.

    >>> sql_text("it's")
    "'it''s'"
    """
    return "'" + text.replace("'", "''") + "'"


def allowed_starts(boards: Iterable[Board], *, always: Collection[Board] = ()) -> str:
    """SQL for whether colour allows a tour from the start of a row of `walks` (`theory.allowed_colours`).

    Boards with holes are recognized by their names. For all other boards it is one short formula. It is true
    for all starts of the boards in `always`.

    >>> allowed_starts([Board("8x8"), Board("5x5")]) == ALLOWED
    True
    """
    boards = list(boards)
    rest = ALLOWED if sum(boards[0].leaper) % 2 else "(rows * cols = 1)"
    cases = ""
    for board in boards:
        if board.hole_indices:
            colours = (0, 1) if board in always else (*allowed_colours(board), -1)
            colour = f"(start_row + start_col) % 2 IN ({', '.join(map(str, colours))})"
            cases += f" WHEN {sql_text(board_name(board))} THEN {colour}"
    return f"(CASE board{cases} ELSE {rest} END)" if cases else rest


_BATCH = 10_000  # rows fetched at a time
_TABLES = 'the tables are walks and shards; write the column order as "order", in double quotes'


class SqlWithFiles(BadInput):
    """SQL that tries to read or write a file."""


class SqlResult:
    """The result of a query: the column names, and the rows in batches."""

    def __init__(self, connection: Any, text: str, names: list[str]) -> None:
        self.text, self.names = text, names
        self._connection = connection

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def batches(self) -> Iterator[list[tuple[Any, ...]]]:
        """The rows, in batches of some thousands."""
        duckdb = load("duckdb", "lab")
        try:
            while batch := _watched(self._connection, lambda: self._connection.fetchmany(_BATCH)):
                yield batch
        except duckdb.Error as error:
            raise _sql_error(error, self.text) from None


def run_user_sql(files: CheckedFiles, text: str) -> SqlResult:
    """Run SQL on the tables of a survey. Raises `BadInput` if DuckDB reports an error."""
    duckdb = load("duckdb", "lab")
    connection = duckdb.connect(":memory:")
    try:
        for table, paths in (("walks", files.walks), ("shards", files.shards)):
            connection.register(table, _arrow(paths, files.source.columns[table]))
        for setting in ("enable_external_access = false", "lock_configuration = true"):
            connection.execute(f"SET {setting}")
        _watched(connection, lambda: connection.execute(text))
        if connection.description is None:
            raise BadInput(
                "the SQL contains no query",
                accepted=f"write a query such as FROM walks LIMIT 5; {_TABLES}",
                field="sql",
            )
        return SqlResult(connection, text, [column[0] for column in connection.description])
    except duckdb.Error as error:
        connection.close()
        raise _sql_error(error, text) from None
    except BaseException:
        connection.close()
        raise


def _watched(connection: Any, work: Callable[[], Any]) -> Any:
    """The result of some work of DuckDB, which does not notice Ctrl-C by itself."""
    return run_watched(work, watch=lambda: 1.0, stop=connection.interrupt)


def _arrow(files: list[str], columns: dict[str, str]) -> Any:
    """A table that pyarrow reads file by file, as rows are needed."""
    if files:
        return load("pyarrow.dataset", "lab").dataset(files, format="parquet")
    return arrow_schema(columns).empty_table()


def _sql_error(error: Exception, text: str) -> Exception:
    """The error of DuckDB as a `BadInput`; `MemoryError` if memory ran out."""
    if ran_out_of_memory(error):
        return MemoryError()
    duckdb = load("duckdb", "lab")
    if isinstance(error, duckdb.PermissionException):
        return SqlWithFiles("the SQL may only read the survey's tables, not read or write files", field="sql")
    why = str(error).partition("\n")[0].rstrip(".!")
    return BadInput("DuckDB cannot run the SQL", accepted=f"{why}; {_TABLES}", field="sql")

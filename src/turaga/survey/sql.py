"""SQL to a survey's tables, in a room without doors.

A `SELECT` of DuckDB can write files (a common table expression may be a COPY), so looking at its first word
does not tell whether a query would harm a survey. Here the tables come from pyarrow, which reads the files,
and DuckDB is closed off from every file: whatever the query is, it can only look.
"""

from collections.abc import Iterator
from types import TracebackType
from typing import Any, Self

from turaga.errors import BadInput
from turaga.extras import load
from turaga.survey.columns import SHARDS, WALKS, arrow_schema
from turaga.survey.store import Files

# Of a row of `walks`: the number of its start; and whether colour allows a tour from there, for a leaper that
# changes colour with each step, on a board without holes.
START = "((start_row - 1) * cols + start_col - 1)"
ALLOWED = "((rows * cols) % 2 = 0 OR (start_row + start_col) % 2 = 0)"

_BATCH = 10_000  # rows fetched at once
_TABLES = 'the tables are walks and shards, and the column order is written "order"'


class Answer:
    """What DuckDB answers: the names of the columns, and the rows in batches."""

    def __init__(self, connection: Any, names: list[str]) -> None:
        self.names = names
        self._connection = connection

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def batches(self) -> Iterator[list[tuple[Any, ...]]]:
        """The rows, some at a time."""
        duckdb = load("duckdb", "lab")
        try:
            while batch := self._connection.fetchmany(_BATCH):
                yield batch
        except duckdb.Error as error:
            raise _refused(error) from None


def ask_in_sql(files: Files, text: str) -> Answer:
    """What DuckDB answers to SQL about the tables of a survey; `BadInput` if it does not."""
    duckdb = load("duckdb", "lab")
    connection = duckdb.connect(":memory:")
    try:
        connection.register("walks", _arrow(files.walks, WALKS))
        connection.register("shards", _arrow(files.shards, SHARDS))
        for setting in ("enable_external_access = false", "lock_configuration = true"):
            connection.execute(f"SET {setting}")
        connection.execute(text)
        if connection.description is None:
            raise BadInput(f"the SQL asks for nothing: write a query, such as FROM walks LIMIT 5; {_TABLES}")
        return Answer(connection, [column[0] for column in connection.description])
    except duckdb.Error as error:
        connection.close()
        raise _refused(error) from None
    except BaseException:
        connection.close()
        raise


def _arrow(files: list[str], columns: dict[str, str]) -> Any:
    """A table as pyarrow reads it, file by file when it is asked for rows."""
    if files:
        return load("pyarrow.dataset", "lab").dataset(files, format="parquet")
    return arrow_schema(columns).empty_table()


def _refused(error: Exception) -> BadInput:
    """Why there is no answer, in a sentence."""
    duckdb = load("duckdb", "lab")
    if isinstance(error, duckdb.PermissionException):
        return BadInput(
            "the SQL may look at the survey's tables and at no files: to save an answer, write --csv > FILE"
        )
    why = str(error).partition("\n")[0].rstrip(".!")
    return BadInput(f"DuckDB does not take the SQL: {why}; {_TABLES}")

"""The two tables of a survey, column by column, and how they are written as Parquet files.

`job_rows.py` computes the values (`_rows`): a new column needs a line here and one there.

`walks` has a row for each walk of the plan, walked or derived by symmetry:

- rows, cols: the board;
- order: the order as a number, 12345678; 0 where ties are broken at random, without an order;
- rule: the rule in words, without the order (`Plan.rule_words`);
- start_row, start_col, end_row, end_col: from 1; the end is null where nothing was walked, because the method
  is search and theory says that the start is impossible;
- visited: squares of the walk; of the longest walk if there were retries, of the best one of a search;
- complete: whether it is a tour; closed: whether it is a closed tour;
- retries: further orders that were tried; steps: squares entered in all.

In each file the rows of a board and an order are in the order of the starts, and run after run if there are
several runs. The same holds from file to file, unless the rows were derived.

`shards` has a row for each board and order of each file and says what the work cost: board ("8x8"), order,
walks (rows in `walks`), steps and seconds spent on them, both 0 where the rows were derived. The steps of the
walks they were derived from count for the order that was walked, even if it has no row in `walks` there.
"""

import io
from collections.abc import Mapping
from typing import Any

from turaga.board import Board
from turaga.extras import load

# The name of each column, and its type by the name that pyarrow and numpy both use.
WALKS = {
    "rows": "int32",
    "cols": "int32",
    "order": "int32",
    "rule": "string",
    "start_row": "int32",
    "start_col": "int32",
    "visited": "int32",
    "end_row": "int32",
    "end_col": "int32",
    "complete": "bool",
    "closed": "bool",
    "retries": "int32",
    "steps": "int64",
}
SHARDS = {"board": "string", "order": "int32", "walks": "int64", "steps": "int64", "seconds": "float64"}


def arrow_schema(columns: Mapping[str, str]) -> Any:
    """The columns of a table as a pyarrow schema.

    >>> arrow_schema(SHARDS).names
    ['board', 'order', 'walks', 'steps', 'seconds']
    """
    arrow = load("pyarrow", "lab")
    return arrow.schema([(name, arrow.type_for_alias(kind)) for name, kind in columns.items()])


def board_name(board: Board) -> str:
    """The name of a board in the tables, without its leaper.

    >>> board_name(Board("3x4").with_leaper((1, 3)))
    '3x4'
    """
    return f"{board.rows}x{board.cols}"


# -- Parquet ------------------------------------------------------------------------------------------


def table_bytes(columns: Mapping[str, Any], schema: Mapping[str, str], notes: Mapping[str, str]) -> bytes:
    """A table as the bytes of a Parquet file, with notes in its metadata; a column may be one text for all
    rows."""
    arrow, parquet = load("pyarrow", "lab"), load("pyarrow.parquet", "lab")
    count = len(columns["order"])
    values = {
        name: arrow.repeat(columns[name], count) if isinstance(columns[name], str) else columns[name]
        for name in schema
    }
    table = arrow.table(values, schema=arrow_schema(schema))
    file = io.BytesIO()
    # Without the extra schema that pyarrow would store, a reader gets exactly the types of the table.
    with parquet.ParquetWriter(
        file, table.schema, compression="zstd", store_schema=False, write_page_checksum=True
    ) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata(notes)
    return file.getvalue()


def open_table(data: bytes) -> Any:
    """The bytes of a Parquet file, opened for reading; every page is checked against its own checksum."""
    parquet = load("pyarrow.parquet", "lab")
    return parquet.ParquetFile(io.BytesIO(data), page_checksum_verification=True)


def read_errors() -> tuple[type[Exception], ...]:
    """What reading a file raises that is damaged, or that is no file of a survey."""
    return OSError, ValueError, LookupError, TypeError, load("pyarrow", "lab").ArrowException

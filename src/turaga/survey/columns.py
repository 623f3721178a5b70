"""The columns of a survey's two tables, and how the tables are written as Parquet files.

`job_rows.py` computes the values (in `_rows`). A new column needs a line here and one there.

`walks` has a row for each walk of the plan, walked or derived by symmetry:

- rows, cols: the sides of the board.
- order: the order as a number, such as 12345678; 0 if ties are broken at random, without an order.
- rule: the rule as text, without the order (`Plan.rule_words`).
- start_row, start_col, end_row, end_col: from 1. The end is null if nothing was walked, because the method
  is search and theory says that no tour starts there.
- visited: the number of squares of the walk; with retries or search, of the longest walk.
- complete: whether the walk is a tour; closed: whether it is a closed tour.
- retries: how many further orders were tried; steps: how many squares were entered in total.

If walks are made one at a time (`Plan.keeps_times`), there are two more columns:

- seconds: how long the walk took, with the theory asked before it and the retries after it. Null if it was
  derived, or made in a batch after all (`Plan.times_walks`).
- ending: how the walk ended (`ENDINGS`).

The last two columns say which board it is, because boards with holes can have the same sides:

- board: the name of the board: 8x8, or ring-12x12 for a board with holes. The manifest has its mask.
- holes: the number of holes, 0 for a rectangle.

All columns are the same whenever and wherever the survey is run, except for the seconds (and what a time
limit cuts off).

In each file, the rows of a board and an order are in the order of the starts; if there are several runs, one
run follows the other. This also holds from file to file, unless the rows were derived.

`shards` has a row for each board and order of each file. It says what the work cost: board ("8x8"), order,
walks (rows in `walks`), and the steps and seconds spent on them, both 0 if the rows were derived. The steps
of the walks that rows are derived from count for the order that was walked, even if it has no row in `walks`.
The last column is holes, as in `walks`.
"""

import io
from collections.abc import Mapping, Sequence
from typing import Any

from turaga.extras import load

# The name of each column, and the name of its type in both pyarrow and numpy.
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
_TIMES = {"seconds": "float64", "ending": "string"}
_BOARDS = {"board": "string", "holes": "int32"}
_SHARDS = {
    "board": "string",
    "order": "int32",
    "walks": "int64",
    "steps": "int64",
    "seconds": "float64",
    "holes": "int32",
}

# How a walk can end: the words in the column `ending`. Agh's tables 2.1 to 2.3 have a column like this: found
# directly, found by backtracking, or not found. The files store each word once and its position here in every
# row.
ENDINGS = {
    "found directly": "the walk never went back",
    "found by backtracking": "the search left squares again and found a tour",
    "found by retrying": "another order completed the walk",
    "dead end": "the walk could not go on, with every order that was tried",
    "exhausted": "the search tried everything, so no tour starts there",
    "ruled out": "theory shows that no tour starts there, so nothing was searched",
    "step limit": "the search gave up at the step limit",
    "time limit": "the search gave up at the time limit",
}
CODES = {ending: code for code, ending in enumerate(ENDINGS)}
FOUND = tuple(ending for ending in ENDINGS if ending.startswith("found"))

Schemas = dict[str, dict[str, str]]  # the columns of each table


def table_columns(*, times: bool) -> Schemas:
    """The columns of both tables, with the time of each walk or without.

    >>> list(table_columns(times=False)["shards"])
    ['board', 'order', 'walks', 'steps', 'seconds', 'holes']
    """
    return {"walks": {**WALKS, **(_TIMES if times else {}), **_BOARDS}, "shards": _SHARDS}


def arrow_schema(columns: Mapping[str, str]) -> Any:
    """The columns of a table as a pyarrow schema.

    >>> arrow_schema({"board": "string", "order": "int32"}).names
    ['board', 'order']
    """
    arrow = load("pyarrow", "lab")
    return arrow.schema([(name, arrow.type_for_alias(kind)) for name, kind in columns.items()])


# -- Parquet ------------------------------------------------------------------------------------------


def table_bytes(columns: Mapping[str, Any], schema: Mapping[str, str], note: str) -> bytes:
    """A table as the bytes of a Parquet file, with a note in its metadata.

    A column can also be a single text, which is repeated in every row, or, for `ending`, the codes of the
    endings."""
    arrow, parquet = load("pyarrow", "lab"), load("pyarrow.parquet", "lab")
    count = len(columns["order"])
    values = {}
    types = arrow_schema(schema)
    for name in schema:
        value = columns[name]
        if isinstance(value, str):
            value = arrow.repeat(value, count)
        elif name == "ending":  # stored as texts, each of them once
            value = arrow.DictionaryArray.from_arrays(value, list(ENDINGS))
            types = types.set(types.get_field_index(name), arrow.field(name, value.type))
        values[name] = value
    table = arrow.table(values, schema=types)
    file = io.BytesIO()
    # Without the additional schema that pyarrow would store, a reader gets exactly the types of the table.
    with parquet.ParquetWriter(
        file, table.schema, compression="zstd", store_schema=False, write_page_checksum=True
    ) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({"turaga": note})
    return file.getvalue()


def open_table(data: bytes, *, repeated: Sequence[str] = ()) -> Any:
    """A Parquet file, opened for reading. Every page is checked against its own checksum.

    Texts in the `repeated` columns are read as dictionaries, which is faster.
    """
    parquet = load("pyarrow.parquet", "lab")
    return parquet.ParquetFile(
        io.BytesIO(data), page_checksum_verification=True, read_dictionary=list(repeated)
    )


def read_errors() -> tuple[type[Exception], ...]:
    """The exceptions that reading a damaged file, or a file that is not part of a survey, can raise."""
    return OSError, ValueError, LookupError, TypeError, load("pyarrow", "lab").ArrowException

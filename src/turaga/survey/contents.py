"""Checks that the rows of a survey's files are possible for its plan.

A correct checksum shows that a file is as it was written, but not who wrote it. So the readers do not rely on
it: everything that is used as an index, a key or a count is checked here once, when the files are opened.
After that, a row names a board and an order of the plan and squares of that board, and both files of a job
have the same number of rows for each order.

A row takes less than 0.1 microseconds.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from turaga.board import Board
from turaga.extras import load
from turaga.survey.board_names import board_name
from turaga.survey.columns import Schemas, arrow_schema, open_table
from turaga.survey.endings import ENDINGS, FOUND
from turaga.survey.plan import Plan
from turaga.text import short

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Column = NDArray[Any]

_AT_ONCE = 1 << 16  # rows
_MOST_STEPS = 1 << 53  # in one row; decades of work
_MOST_SECONDS = 1e12
_MAY_BE_NULL = ("end_row", "end_col", "seconds")


class PossibleRows:
    """Which rows a plan can have, in files with these columns.

    >>> from turaga.survey.columns import table_columns
    >>> from turaga.survey.plan import parse_boards
    >>> PossibleRows(Plan(boards=parse_boards("5")), table_columns(times=False)).check(b"", b"")
    Traceback (most recent call last):
    pyarrow.lib.ArrowInvalid: Parquet file size is 0 bytes
    """

    def __init__(self, plan: Plan, columns: Schemas) -> None:
        self.plan, self.walks, self.shards = plan, columns["walks"], columns["shards"]
        self._boards = {board_name(board): board for board in plan.boards}
        self._orders: dict[Board, NDArray[np.int64]] = {}
        self._retries = plan.retries or len(plan.retry_orders)

    def check(self, walks: bytes, shards: bytes) -> None:
        """Raise `ValueError`, or an error of pyarrow, unless the two files of a job have possible rows."""
        board, promised = self._check_shards(shards)
        file = _open(walks, self.walks, "walks")
        if file.metadata.num_rows != sum(promised.values()):
            raise ValueError(
                f"walks has {file.metadata.num_rows} rows, but shards says {sum(promised.values())}"
            )
        found: dict[int, int] = {}
        for batch in file.iter_batches(_AT_ONCE, use_threads=False):
            columns = _columns(batch, self.walks)
            if board is not None:
                self._check_walks(columns, board)
                if "board" in self.walks:
                    _check_board(batch.column("board"), columns["holes"], board)
                if "ending" in self.walks:
                    _require(columns, "seconds", 0, _MOST_SECONDS)
                    _check_endings(batch.column("ending"), columns["complete"])
            _count_orders(columns["order"], found)
        if found != promised:
            raise ValueError("walks and shards differ in the number of rows of an order")

    def _check_shards(self, data: bytes) -> "tuple[Board | None, dict[int, int]]":
        """The board of a `shards` file, None if it has no rows; and the number of walks of each order."""
        import numpy as np

        file = _open(data, self.shards, "shards")
        # A job has at most one row for each order. A damaged file could claim any number.
        if file.metadata.num_rows > max(len(self._known_orders(board)) for board in self.plan.boards):
            raise ValueError(f"shards has {file.metadata.num_rows} rows, more than the plan has orders")
        table = file.read(use_threads=False)
        if not table.num_rows:
            return None, {}
        names = table["board"].unique().to_pylist()
        if len(names) != 1 or names[0] not in self._boards:
            raise ValueError(f"the plan has no job for the board {short(str(names[0]))!r}")
        board = self._boards[names[0]]
        columns = _columns(table.combine_chunks(), self.shards)
        self._require_orders(columns["order"], board)
        if len(np.unique(columns["order"])) != table.num_rows:
            raise ValueError("an order of shards has two rows")
        if "holes" in self.shards:
            _require(columns, "holes", len(board.hole_indices), len(board.hole_indices))
        _require(columns, "walks", 0, self.plan.repeat * self.plan.count_starts(board))
        _require(columns, "steps", 0, _MOST_STEPS)
        _require(columns, "seconds", 0, _MOST_SECONDS)
        orders, counts = columns["order"].tolist(), columns["walks"].tolist()
        return board, {order: count for order, count in zip(orders, counts, strict=True) if count}

    def _check_walks(self, columns: "Mapping[str, Column]", board: Board) -> None:
        """Check the columns of some rows of `walks`."""
        import numpy as np

        _require(columns, "rows", board.rows, board.rows)
        _require(columns, "cols", board.cols, board.cols)
        self._require_orders(columns["order"], board)
        for side, most in (("row", board.rows), ("col", board.cols)):
            _require(columns, f"start_{side}", 1, most)
            _require(columns, f"end_{side}", 0, most)  # 0 stands for null
        visited = columns["visited"]
        _require(columns, "visited", 0, board.size)
        _require(columns, "retries", 0, self._retries)
        _require(columns, "steps", 0, _MOST_STEPS)
        nothing = visited == 0
        sound = (
            np.array_equal(columns["end_row"] == 0, nothing)
            and np.array_equal(columns["end_col"] == 0, nothing)
            and np.array_equal(columns["complete"], visited == board.size)
            and not bool(np.any(columns["closed"] > columns["complete"]))
            and not bool(np.any(columns["steps"] < visited))
        )
        if board.hole_indices:
            sound = sound and not _on_holes(columns, board)
        if not sound:
            raise ValueError("the columns of a row of walks contradict each other")

    def _known_orders(self, board: Board) -> "NDArray[np.int64]":
        """The orders of the plan on a board, as sorted numbers."""
        import numpy as np

        if board not in self._orders:
            self._orders[board] = np.sort(np.fromiter(map(int, self.plan.orders_of(board)), np.int64))
        return self._orders[board]

    def _require_orders(self, orders: "Column", board: Board) -> None:
        import numpy as np

        heads = orders[_heads(orders)]  # rows of the same order follow one another
        known = self._known_orders(board)
        at = np.minimum(np.searchsorted(known, heads), len(known) - 1)
        strange = heads[known[at] != heads]
        if len(strange):
            raise ValueError(f"the plan has no order {strange[0]} on {board_name(board)}")


def _open(data: bytes, columns: Mapping[str, str], name: str) -> Any:
    """A table, opened for reading, if it has the columns of a survey's table."""
    arrow = load("pyarrow", "lab")
    texts = [column for column, kind in columns.items() if kind == "string"]
    file = open_table(data, repeated=texts)
    found = [
        (
            field.name,
            arrow.string() if field.type == arrow.dictionary(arrow.int32(), arrow.string()) else field.type,
        )
        for field in file.schema_arrow
    ]
    if arrow.schema(found) != arrow_schema(columns):
        raise ValueError(f"its columns are not the columns of {name}")
    return file


def _check_board(names: Any, holes: "Column", board: Board) -> None:
    """Raise `ValueError` unless all rows have the name and the number of holes of a board."""
    found = names.dictionary.to_pylist()
    if found != [board_name(board)]:
        raise ValueError(f"the column board has {short(str(found))}")
    _require({"holes": holes}, "holes", len(board.hole_indices), len(board.hole_indices))


def _on_holes(columns: "Mapping[str, Column]", board: Board) -> bool:
    """Whether a walk starts or ends on a hole. A walk without an end has row and column 0."""
    import numpy as np

    holes = np.zeros((board.rows + 1, board.cols + 1), dtype=bool)
    rows, cols = np.divmod(np.fromiter(board.hole_indices, np.int64), board.cols)
    holes[rows + 1, cols + 1] = True
    ends = (holes[columns[f"{end}_row"], columns[f"{end}_col"]] for end in ("start", "end"))
    return any(bool(on_hole.any()) for on_hole in ends)


def _check_endings(endings: Any, complete: "Column") -> None:
    """Raise `ValueError` unless the endings are known, and are those of tours where the walk is complete."""
    import numpy as np

    words = endings.dictionary.to_pylist()
    for word in words:
        if word not in ENDINGS:
            raise ValueError(f"the column ending has {short(str(word))!r}")
    found = np.array([word in FOUND for word in words], dtype=bool)
    if not np.array_equal(found[endings.indices.to_numpy()], complete):
        raise ValueError("the columns complete and ending contradict each other")


def _columns(rows: Any, schema: Mapping[str, str]) -> "dict[str, Column]":
    """The columns of numbers as arrays. Nulls become 0; they are allowed in `_MAY_BE_NULL` only."""
    columns = {}
    for name, kind in schema.items():
        column = rows.column(name)
        if column.null_count and name not in _MAY_BE_NULL:
            raise ValueError(f"the column {name} has a row without a value")
        if kind != "string":
            filled = column.fill_null(0) if column.null_count else column
            columns[name] = filled.to_numpy(zero_copy_only=False)
    return columns


def _require(columns: "Mapping[str, Column]", name: str, least: float, most: float) -> None:
    """Raise `ValueError` unless every value of a column is in a range. NaN is in none."""
    column = columns[name]
    if len(column) and not (least <= column.min() and column.max() <= most):
        values = f"{column.min()} to {column.max()}"
        raise ValueError(f"the column {name} has values {values}, but should have {least} to {most}")


def _heads(orders: "Column") -> "NDArray[np.intp]":
    """Where the order differs from the one before."""
    import numpy as np

    return np.flatnonzero(np.concatenate(([len(orders) > 0], orders[1:] != orders[:-1])))


def _count_orders(orders: "Column", counts: dict[int, int]) -> None:
    """Add the number of rows of each order to the counts."""
    import numpy as np

    heads = _heads(orders)
    lengths = np.diff(np.append(heads, len(orders)))
    for order, length in zip(orders[heads].tolist(), lengths.tolist(), strict=True):
        counts[order] = counts.get(order, 0) + length

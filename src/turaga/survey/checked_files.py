"""Reads a survey's directory. No file is used before it has been checked.

`read_manifest` and `JobFiles` check what they read. Only `check_files` hands out the paths of the tables'
files, and everything that reads the tables, with DuckDB or pyarrow, starts from the `CheckedFiles` that it
returns. `checksums.py` explains the checksums. `store.py` describes the directory and writes it.

A correct checksum does not say who wrote a file. So the values of the manifest are checked too, and whether
the rows are possible for its plan.

A file that is not a regular file, such as a pipe or a device, is not read and counts as damaged.
"""

import contextlib
import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from turaga.board import Board
from turaga.errors import BadInput, ran_out_of_memory
from turaga.extras import load
from turaga.files import read_regular
from turaga.survey.board_lists import board_name
from turaga.survey.checksums import json_checksum, read_seal
from turaga.survey.columns import ENDINGS, arrow_schema, open_table, read_errors, table_columns
from turaga.survey.jobs import MOST_JOBS
from turaga.survey.plan import Plan
from turaga.text import short
from turaga.threads import ThreadPool

if TYPE_CHECKING:
    from numpy.typing import NDArray

FORMAT = 3
MANIFEST = "manifest.json"
TABLES = ("walks", "shards")  # in the order in which they are written
CHECKSUM = "crc32"  # the key of the manifest's own checksum
_LARGEST_MANIFEST = 1 << 26
_LARGEST_TABLE = 1 << 30  # bytes; a million walks, the most in almost every job, take a few percent of that
_REPAIR = "run the same survey again to recompute damaged files"

_AT_ONCE = 1 << 16  # rows
_MOST_STEPS = 1 << 53  # in one row; decades of work
_MOST_SECONDS = 1e12
_MAY_BE_NULL = ("end_row", "end_col", "seconds")


class DamagedFile(BadInput):
    """A file of a survey is missing, cannot be read, or does not match its checksum."""

    @classmethod
    def at(cls, path: Path, what: str) -> Self:
        """The error that says what is wrong with a file."""
        return cls(f"the file {str(path)!r} {what}", accepted=_REPAIR)


def folder_error(problem: str, accepted: str) -> BadInput:
    """An error about the directory that the caller named."""
    return BadInput(problem, accepted=accepted, field="folder")


def unreadable(folder: str | os.PathLike[str], error: Exception) -> Exception:
    """The error for files that match their checksums but cannot be read; `MemoryError` if that is why."""
    if ran_out_of_memory(error):
        return MemoryError()
    why = str(error).strip().partition("\n")[0]
    return BadInput(f"cannot read the survey in {str(folder)!r} ({short(why, 200)})", accepted=_REPAIR)


# -- the manifest -------------------------------------------------------------------------------------


def read_manifest(folder: str | os.PathLike[str]) -> dict[str, Any]:
    """The manifest of a survey. Raises `BadInput` if there is none, `DamagedFile` if it is damaged."""
    path = Path(folder) / MANIFEST
    try:
        manifest = _parsed(read_regular(path, most=_LARGEST_MANIFEST))
        if manifest.pop(CHECKSUM, None) != json_checksum(manifest):
            raise ValueError("its checksum is wrong")
        if manifest["format"] == FORMAT:
            _check_manifest(manifest)
    except FileNotFoundError:
        raise folder_error(
            f"{str(folder)!r} does not contain a survey",
            "name a directory that a survey was written to",
        ) from None
    except OSError as error:
        problem = f"cannot read the survey in {str(folder)!r}"
        raise folder_error(problem, str(error.strerror)) from None
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError) as error:
        why = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise DamagedFile.at(
            path, f"is damaged or is not the manifest of a survey ({short(why, 200)})"
        ) from None
    if manifest["format"] != FORMAT:
        raise folder_error(
            f"the survey in {str(folder)!r} has format {short(str(manifest['format']))}, but this version of "
            f"Turaga reads format {FORMAT}",
            "use the version that wrote it, or name another directory",
        )
    return manifest


def _parsed(data: bytes) -> dict[str, Any]:
    """The JSON object in the bytes of a manifest. `ValueError` if there is none."""
    try:
        manifest = json.loads(data)
    except (ValueError, RecursionError):
        raise ValueError("it is not JSON") from None
    if not isinstance(manifest, dict):
        raise ValueError("it is not a JSON object")
    return manifest


def _check_manifest(manifest: dict[str, Any]) -> None:
    """Raise an exception unless the fields of a manifest have values that `Store` writes."""
    plan = Plan.from_json(manifest["plan"])
    versions, dropped = manifest["versions"], manifest["dropped"]
    boards = {board_name(board): board for board in plan.boards}
    orders = {name: {*plan.orders_of(boards[name])} for name in {one["board"] for one in dropped}}
    sound = (
        json_checksum(plan.as_json()) == json_checksum(manifest["plan"])
        and isinstance(manifest["finished"], bool)
        and _is_count(manifest["jobs"], MOST_JOBS)
        and isinstance(versions, list)
        and all(isinstance(text, str) for packages in versions for text in packages.values())
        and all(str(one["order"]) in orders[one["board"]] for one in dropped)
        and all(_is_count(one["failures"], 1 << 53) for one in dropped)
    )
    if not sound:
        raise ValueError("it has values that are not possible")


def _is_count(value: object, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


# -- the tables ---------------------------------------------------------------------------------------


class JobFiles:
    """The files of the jobs of a plan in a directory."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        load("pyarrow.parquet", "lab")  # here, not in several threads at once
        self.folder, self.plan = folder, plan
        self.plan_checksum = json_checksum(plan.as_json())
        self.columns = table_columns(times=plan.keeps_times)
        self._boards = {board_name(board): board for board in plan.boards}
        self._orders: dict[Board, frozenset[int]] = {}

    def path(self, table: str, number: int) -> Path:
        """The path of the file with one job's rows of a table."""
        return self.folder / table / f"{number:06d}.parquet"

    def stored(self) -> list[int]:
        """The numbers of the jobs that have both files. The contents are not checked."""
        names = [path.stem for path in (self.folder / "shards").glob("[0-9]*.parquet") if path.stem.isdigit()]
        return sorted(number for number in map(int, names) if self.path("walks", number).exists())

    def plan_in_seal(self, number: int) -> str | None:
        """The checksum of the plan that a stored job belongs to; None if its file is damaged."""
        try:
            return read_seal(self._read("shards", number))[1]
        except (OSError, ValueError):
            return None

    def check(self, number: int) -> bytes:
        """The bytes of a job's `walks` file. Raises `DamagedFile` unless both files of the job match their
        checksums, belong to this job of the plan, and have rows that are possible for the plan."""
        found = {}
        for table in TABLES[::-1]:
            path = self.path(table, number)
            with self._errors_in(path):
                found[table] = self._read(table, number)
                job, plan = read_seal(found[table])
                if (job, plan) != (number, self.plan_checksum):
                    raise ValueError(f"it belongs to job {job} of a plan with checksum {plan}")
        with self._errors_in(path):
            self._check_rows(found["walks"], found["shards"])
        return found["walks"]

    def _check_rows(self, walks: bytes, shards: bytes) -> None:
        """Check that the rows of a job are possible for the plan. Everything that is used as an index, a key
        or a count is checked here. After that, a row names a board of the plan and squares of that board, and
        both files have the same number of rows for each order of the plan. A row takes less than 0.1
        microseconds.

        Raises `ValueError`, or an error of pyarrow, unless the two files of a job have possible rows."""
        board, promised = self._read_shards(shards)
        file = _open(walks, self.columns["walks"])
        if file.metadata.num_rows != promised.total():
            raise ValueError(f"walks has {file.metadata.num_rows} rows, but shards says {promised.total()}")
        found: Counter[int] = Counter()
        for batch in file.iter_batches(_AT_ONCE, use_threads=False):
            found += self._check_walks(batch, board)
        if found != promised:
            raise ValueError("walks and shards differ in the number of rows of an order")

    def _read_shards(self, data: bytes) -> tuple[Board, Counter[int]]:
        """The board of a checked `shards` file and the number of walks of each order."""
        file = _open(data, self.columns["shards"])
        # A job has at most one row for each order. A damaged file could claim any number.
        if file.metadata.num_rows > max(len(self._orders_of(board)) for board in self.plan.boards):
            raise ValueError(f"shards has {file.metadata.num_rows} rows, more than the plan has orders")
        table = file.read(use_threads=False).combine_chunks()
        names = table["board"].unique().to_pylist()
        if not names:
            return self.plan.boards[0], Counter()
        if len(names) != 1 or names[0] not in self._boards:
            raise ValueError(f"the plan has no job for the board {short(str(names[0]))!r}")
        board = self._boards[names[0]]
        [batch] = table.to_batches()
        held = _checked(batch, self.columns["shards"], self._possible(board))
        promised = dict(zip(held["order"].tolist(), held["walks"].tolist(), strict=True))
        if len(promised) != table.num_rows:
            raise ValueError("an order of shards has two rows")
        if strange := promised.keys() - self._orders_of(board):
            raise ValueError(f"the plan has no order {min(strange)} on {board_name(board)}")
        return board, Counter(promised)

    def _check_walks(self, rows: Any, board: Board) -> Counter[int]:
        """Check some rows of `walks`, and count those of each order."""
        import numpy as np

        held = _checked(rows, self.columns["walks"], self._possible(board))
        visited, complete = held["visited"], held["complete"]
        squares = np.zeros((board.rows + 1, board.cols + 1), dtype=bool)  # which are squares, counted from 1
        squares[1:, 1:] = True
        holes = np.fromiter(board.hole_indices, np.int64)
        squares[holes // board.cols + 1, holes % board.cols + 1] = False
        sound = (
            squares[held["start_row"], held["start_col"]].all()
            and np.array_equal(squares[held["end_row"], held["end_col"]], visited > 0)
            and np.array_equal(complete, visited == board.size)
            and np.all(held["closed"] <= complete)
        )
        if not sound:
            raise ValueError("the columns of a row of walks contradict each other")
        orders, counts = np.unique(held["order"], return_counts=True)
        return Counter(dict(zip(orders.tolist(), counts.tolist(), strict=True)))

    def _possible(self, board: Board) -> dict[str, Any]:
        """For each column the smallest and the largest value, or the possible texts. 0 stands for null."""
        plan, holes = self.plan, len(board.hole_indices)
        return {
            "rows": (board.rows, board.rows),
            "cols": (board.cols, board.cols),
            "order": (0, 87654321),
            "rule": {plan.rule_words},
            "start_row": (1, board.rows),
            "start_col": (1, board.cols),
            "visited": (0, board.size),
            "end_row": (0, board.rows),
            "end_col": (0, board.cols),
            "complete": (False, True),
            "closed": (False, True),
            "retries": (0, plan.retries or len(plan.retry_orders)),
            "steps": (0, _MOST_STEPS),
            "seconds": (0, _MOST_SECONDS),
            "ending": {*ENDINGS},
            "board": {board_name(board)},
            "holes": (holes, holes),
            "walks": (0, plan.repeat * plan.count_starts(board)),
        }

    def _orders_of(self, board: Board) -> frozenset[int]:
        """The orders of the plan on a board."""
        if board not in self._orders:
            self._orders[board] = frozenset(map(int, self.plan.orders_of(board)))
        return self._orders[board]

    def read_walks(self, number: int, columns: Sequence[str]) -> Any:
        """Some columns of one job's `walks`, as a pyarrow table. The files are checked first."""
        data = self.check(number)
        try:
            return open_table(data).read(columns=list(columns), use_threads=False)
        except read_errors() as error:
            raise unreadable(self.folder, error) from None

    def _read(self, table: str, number: int) -> bytes:
        return read_regular(self.path(table, number), most=_LARGEST_TABLE)

    @contextlib.contextmanager
    def _errors_in(self, path: Path) -> Iterator[None]:
        """Turn an error of reading or checking a file into a `DamagedFile`."""
        try:
            yield
        except BadInput:  # about something else, such as a package that is not installed
            raise
        except FileNotFoundError:
            raise DamagedFile.at(path, "is missing") from None
        except read_errors() as error:
            if ran_out_of_memory(error):
                raise MemoryError from None
            if isinstance(error, OSError) and error.errno:  # pyarrow raises one without errno for damage
                raise DamagedFile.at(path, f"cannot be read ({error.strerror})") from None
            why = short(str(error).partition("\n")[0], 200)
            raise DamagedFile.at(path, f"is damaged ({why})") from None


def _open(data: bytes, columns: Mapping[str, str]) -> Any:
    """A table, opened for reading, if it has these columns."""
    file = open_table(data, repeated=[name for name, kind in columns.items() if kind == "string"])
    if file.schema.to_arrow_schema() != arrow_schema(columns):
        raise ValueError(f"its columns are not {', '.join(columns)}")
    return file


def _checked(rows: Any, columns: Mapping[str, str], possible: Mapping[str, Any]) -> "dict[str, NDArray[Any]]":
    """The columns of numbers as arrays, with 0 for null. `ValueError` unless every value is possible."""
    held = {}
    for name, kind in columns.items():
        column = rows.column(name)
        sound = not column.null_count or name in _MAY_BE_NULL
        if sound and kind == "string":
            sound = {*column.dictionary.to_pylist()} <= possible[name]
        elif sound:
            filled = column.fill_null(0) if column.null_count else column
            held[name] = filled.to_numpy(zero_copy_only=False)
            least, most = possible[name]
            sound = bool(least <= held[name].min() and held[name].max() <= most)  # NaN is in no range
        if not sound:
            raise ValueError(f"the column {name} has values that are not possible for the plan")
    return held


class CheckedFiles(NamedTuple):
    """The files of the finished jobs. Only `check_files` makes this, so each file matches its checksum."""

    source: JobFiles
    manifest: dict[str, Any]
    jobs: list[int]
    walks: list[str]
    shards: list[str]


def check_files(folder: str | os.PathLike[str]) -> CheckedFiles:
    """Check every file of a survey and return their paths. The error names the first damaged file.

    A million walks take about a tenth of a second on one core.
    """
    manifest = read_manifest(folder)
    source = JobFiles(Path(folder), Plan.from_json(manifest["plan"]))
    numbers = [*range(1, manifest["jobs"] + 1)] if manifest["finished"] else source.stored()
    with ThreadPool() as pool:
        for _ in pool.map(source.check, numbers):
            pass
    # DuckDB would read a directory named ~ as the home directory
    walks, shards = ([str(source.path(table, n).absolute()) for n in numbers] for table in TABLES)
    return CheckedFiles(source, manifest, numbers, walks, shards)


def read_walks(files: CheckedFiles, number: int, columns: Sequence[str]) -> dict[str, list[Any]]:
    """Some columns of one job's `walks`, in the order in which they were walked."""
    table = files.source.read_walks(number, columns)
    return {name: table[name].to_pylist() for name in columns}


def read_table(files: CheckedFiles, name: str, columns: Sequence[str] | None = None) -> Any:
    """The whole table `walks` or `shards` of a survey, or some of its columns, as a pyarrow Table."""
    schemas = files.source.columns
    if name not in schemas:
        raise BadInput(
            f"unknown table {short(str(name))!r}", accepted="must be walks or shards", field="name"
        )
    schema = schemas[name]
    chosen = list(schema) if columns is None else list(columns)
    for column in chosen:
        if column not in schema:
            problem = f"the table {name} has no column {short(str(column))!r}"
            accepted = f"the columns are {', '.join(schema)}"
            raise BadInput(problem, accepted=accepted, field="columns")
    arrow, parquet = load("pyarrow", "lab"), load("pyarrow.parquet", "lab")
    paths = files.walks if name == "walks" else files.shards
    if not paths:
        return arrow_schema({column: schema[column] for column in chosen}).empty_table()
    try:
        return arrow.concat_tables(parquet.ParquetFile(path).read(columns=chosen) for path in paths)
    except read_errors() as error:
        raise unreadable(files.source.folder, error) from None


def load_table(
    folder: str | os.PathLike[str], name: str = "walks", columns: Sequence[str] | None = None
) -> Any:
    """A survey as a pyarrow Table: the table `walks` (a row for each walk) or `shards` (what the work cost).

    Every file is checked first; `DamagedFile` names a file that has changed. `columns` selects columns;
    `turaga.survey.columns` describes them. Rows and columns of squares count from 1 there. `.to_pandas()`
    makes a pandas DataFrame of the table, if pandas is installed.

    >>> import tempfile
    >>> from turaga.survey.plan import parse_boards
    >>> from turaga.survey.runner import run_survey
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     ran = run_survey(Plan(boards=parse_boards("5..6")), folder)
    ...     table = load_table(folder, columns=["rows", "complete"])
    >>> table.num_rows, sum(table["complete"].to_pylist())
    (61, 49)
    """
    return read_table(check_files(folder), name, columns)

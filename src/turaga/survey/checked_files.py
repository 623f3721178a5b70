"""Reads a survey's directory. No file is used before it has been checked.

`read_manifest` and `read_walks` check what they read. Only `check_files` hands out the paths of the tables'
files, and everything that reads the tables, with DuckDB or pyarrow, starts from the `CheckedFiles` that it
returns. `checksums.py` explains what is checked. `store.py` describes the directory and writes it.

A correct checksum does not say who wrote a file. So the manifest must be one that `Store` could have written,
and `contents.py` checks that the rows are possible for its plan.

Surveys of version 0.1.0 have fewer checksums: none for the manifest, and for `shards` only those of Parquet's
pages. They are still read, and checked with the checksums they have. A manifest keeps the format that its
survey began with, so that no other survey is read with fewer checks.

A file that is not a regular file, such as a pipe or a device, is not read and counts as damaged.
"""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

from turaga.errors import BadInput, ran_out_of_memory
from turaga.extras import load
from turaga.files import read_regular
from turaga.survey.board_names import board_name
from turaga.survey.checksums import Seal, checksum, json_checksum, read_seal
from turaga.survey.columns import (
    Schemas,
    arrow_schema,
    open_table,
    read_errors,
    table_bytes,
    table_columns,
    with_boards,
)
from turaga.survey.contents import PossibleRows
from turaga.survey.jobs import MOST_JOBS
from turaga.survey.plan import Plan
from turaga.text import short
from turaga.threads import ThreadPool

FORMAT = 2
_FORMAT_0_1_0 = 1  # the same format, with fewer checksums
MANIFEST = "manifest.json"
TABLES = ("walks", "shards")  # in the order in which they are written
CHECKSUM = "crc32"  # the key of the manifest's own checksum
KEEPS_TIMES = "keeps_times"  # the key of whether `walks` has the time of each walk
KEEPS_HOLES = "keeps_holes"  # the key of whether the tables have the number of holes
FIRST_FORMAT = "first_format"  # the key of the format that a survey began with, if that was another one
_LARGEST_MANIFEST = 1 << 26
_LARGEST_TABLE = 1 << 30  # bytes; a million walks, the most in almost every job, take a few percent of that
_OLD_NOTE = b"walks"  # the note that 0.1.0 wrote instead of a seal: the checksum of `walks`
_REPAIR = "run the same survey again to recompute damaged files"


class DamagedFile(BadInput):
    """A file of a survey is missing, cannot be read, or does not match its checksum."""

    @classmethod
    def at(cls, path: Path, what: str) -> Self:
        """The error that says what is wrong with a file."""
        return cls(f"the file {str(path)!r} {what}", accepted=_REPAIR)


def folder_error(folder: str | os.PathLike[str], problem: str, accepted: str) -> BadInput:
    """An error about the directory that the caller named."""
    return BadInput(problem, accepted=accepted, field="folder", value=str(folder))


def unreadable(folder: str | os.PathLike[str], error: Exception) -> Exception:
    """The error for files that match their checksums but cannot be read; `MemoryError` if that is why."""
    if ran_out_of_memory(error):
        return MemoryError()
    why = str(error).strip().partition("\n")[0]
    return BadInput(f"cannot read the survey in {str(folder)!r} ({short(why, 200)})", accepted=_REPAIR)


def table_path(folder: Path, table: str, number: int) -> Path:
    """The path of the file with one job's rows of a table."""
    return folder / table / f"{number:06d}.parquet"


def stored_jobs(folder: Path) -> list[int]:
    """The numbers of the jobs that have both files. The contents are not checked."""
    numbers = [int(path.stem) for path in (folder / "shards").glob("[0-9]*.parquet") if path.stem.isdigit()]
    return sorted(number for number in numbers if table_path(folder, "walks", number).exists())


def read_table_file(folder: Path, table: str, number: int) -> bytes:
    """The bytes of the file with one job's rows of a table. They are not checked. Raises `OSError` or
    `ValueError` if it cannot be read."""
    return read_regular(table_path(folder, table, number), most=_LARGEST_TABLE)


# -- the manifest -------------------------------------------------------------------------------------


def read_manifest(folder: str | os.PathLike[str]) -> dict[str, Any]:
    """The manifest of a survey. Raises `BadInput` if there is none, `DamagedFile` if it is damaged."""
    path = Path(folder) / MANIFEST
    try:
        manifest = _parsed(read_regular(path, most=_LARGEST_MANIFEST))
        stored = manifest.pop(CHECKSUM, None)
        if (stored is not None or manifest["format"] == FORMAT) and stored != json_checksum(manifest):
            raise ValueError("its checksum is wrong")
        if manifest["format"] in (FORMAT, _FORMAT_0_1_0):
            _check_manifest(manifest)
    except FileNotFoundError:
        raise folder_error(
            folder,
            f"{str(folder)!r} does not contain a survey",
            "name a directory that a survey was written to",
        ) from None
    except OSError as error:
        problem = f"cannot read the survey in {str(folder)!r}"
        raise folder_error(folder, problem, str(error.strerror)) from None
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError) as error:
        why = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise DamagedFile.at(
            path, f"is damaged or is not the manifest of a survey ({short(why, 200)})"
        ) from None
    if manifest["format"] not in (FORMAT, _FORMAT_0_1_0):
        raise folder_error(
            folder,
            f"the survey in {str(folder)!r} has format {short(str(manifest['format']))}, but this version of "
            f"Turaga reads format {FORMAT}",
            "use the version that wrote it, or name another directory",
        )
    return manifest


def _parsed(data: bytes) -> dict[str, Any]:
    """The JSON object in the bytes of a manifest. `ValueError` if there is none."""
    if not data.strip():
        raise ValueError("it is empty")
    try:
        manifest = json.loads(data)
    except (ValueError, RecursionError):
        raise ValueError("it is not JSON") from None
    if not isinstance(manifest, dict):
        raise ValueError("it is not a JSON object")
    return manifest


def made_by_0_1_0(manifest: Mapping[str, Any]) -> bool:
    """Whether version 0.1.0 made the survey, or began it. Then its `shards` files may have no seals."""
    return _FORMAT_0_1_0 in (manifest["format"], manifest.get(FIRST_FORMAT))


def stored_columns(manifest: Mapping[str, Any]) -> Schemas:
    """The columns of both tables in the files of a survey. They stay those that it began with."""
    return table_columns(times=bool(manifest.get(KEEPS_TIMES)), holes=bool(manifest.get(KEEPS_HOLES)))


def shown_columns(manifest: Mapping[str, Any]) -> Schemas:
    """The columns of both tables of a survey as its readers see them."""
    return table_columns(times=bool(manifest.get(KEEPS_TIMES)))


def _check_manifest(manifest: dict[str, Any]) -> None:
    """Raise an exception unless every field of a manifest has a type and value that `Store` writes."""
    stored = manifest["plan"]
    plan = Plan.from_json(stored)
    for name, value in plan.as_json().items():
        if json.dumps(value, sort_keys=True) != json.dumps(stored.get(name), sort_keys=True):
            raise TypeError(f"its {name} cannot be {short(json.dumps(stored.get(name)))}")
    sound = {
        "versions": all(map(_are_versions, manifest["versions"])) and isinstance(manifest["versions"], list),
        "finished": isinstance(manifest["finished"], bool),
        "jobs": _is_count(manifest["jobs"], MOST_JOBS),
        KEEPS_TIMES: manifest.get(KEEPS_TIMES, False) in (False, plan.keeps_times),
        KEEPS_HOLES: manifest.get(KEEPS_HOLES, False) in (True, bool(plan.masks)),
        FIRST_FORMAT: _is_count(manifest.get(FIRST_FORMAT, FORMAT), FORMAT),
        "dropped": isinstance(manifest["dropped"], list)
        and all(_is_dropped(one, plan) for one in manifest["dropped"]),
    }
    for name, is_sound in sound.items():
        if not is_sound:
            raise TypeError(f"its {name} cannot be {short(json.dumps(manifest[name]))}")


def _is_count(value: object, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def _are_versions(value: object) -> bool:
    """Whether a value is a version of Turaga and of each package that it uses."""
    return isinstance(value, dict) and all(isinstance(text, str) for text in value.values())


def _is_dropped(value: object, plan: Plan) -> bool:
    """Whether a value is an order of the plan that failed too often."""
    if not isinstance(value, dict) or value.keys() != {"order", "board", "failures"}:
        return False
    boards = [board for board in plan.boards if board_name(board) == value["board"]]
    known = bool(boards) and _is_count(value["order"], 87654321)
    return (
        known and str(value["order"]) in plan.orders_of(boards[0]) and _is_count(value["failures"], 1 << 53)
    )


# -- the tables ---------------------------------------------------------------------------------------


class CheckedFiles(NamedTuple):
    """The files of the finished jobs. Only `check_files` makes this, so each file matches its checksum."""

    folder: Path
    manifest: dict[str, Any]
    plan: str  # its checksum
    possible: PossibleRows
    jobs: list[int]
    walks: list[str]
    shards: list[str]


def check_files(folder: str | os.PathLike[str]) -> CheckedFiles:
    """Check every file of a survey and return their paths. The error names the first damaged file.

    A million walks take about a tenth of a second on one core.
    """
    folder = Path(folder)
    manifest = read_manifest(folder)
    load("pyarrow.parquet", "lab")  # here, not in several threads at once
    plan = json_checksum(manifest["plan"])
    possible = PossibleRows(Plan.from_json(manifest["plan"]), stored_columns(manifest))
    old = made_by_0_1_0(manifest)
    numbers = stored_jobs(folder)
    if manifest["finished"]:
        present = set(numbers)
        for number in range(1, manifest["jobs"] + 1):
            if number not in present:
                checked_walks(folder, number, plan, possible, old=old)  # raises the error: what is missing
        known = [number for number in numbers if 1 <= number <= manifest["jobs"]]
        if known != numbers and manifest["format"] == _FORMAT_0_1_0:  # the number of jobs may be damaged
            counted = (
                f"says that the last job is {manifest['jobs']}, but there are files of job {numbers[-1]}"
            )
            raise DamagedFile.at(folder / MANIFEST, counted)
        numbers = known

    def check(number: int) -> None:
        checked_walks(folder, number, plan, possible, old=old)

    with ThreadPool() as pool:
        for _ in pool.map(check, numbers):
            pass
    root = folder.absolute()  # DuckDB would read a directory named ~ as the home directory
    walks, shards = ([str(table_path(root, table, number)) for number in numbers] for table in TABLES)
    return CheckedFiles(folder, manifest, plan, possible, numbers, walks, shards)


def checked_walks(folder: Path, number: int, plan: str, possible: PossibleRows, *, old: bool) -> bytes:
    """The bytes of a job's `walks` file. Raises `DamagedFile` unless both files of the job match their
    checksums, belong to this job of the plan, and have rows that are possible for the plan. Only in an `old`
    survey, made by version 0.1.0, can the seal be missing."""
    walks, shards = (table_path(folder, table, number) for table in TABLES)
    path = shards
    try:
        data = read_table_file(folder, "shards", number)
        seal = read_seal(data)
        if seal is None and not old:
            raise ValueError("its seal is missing or damaged")
        seal = seal or Seal(number, plan, _noted_by_0_1_0(data))
        if (seal.job, seal.plan) != (number, plan):
            raise ValueError(f"it belongs to job {seal.job} of a plan with checksum {seal.plan}")
        path = walks
        content = read_table_file(folder, "walks", number)
        if (own := checksum(content)) != seal.walks:
            raise ValueError(f"its checksum is {own}, not {seal.walks}")
        possible.check(content, data)
    except BadInput:  # about something else, such as a package that is not installed
        raise
    except FileNotFoundError:
        raise DamagedFile.at(path, "is missing") from None
    except read_errors() as error:
        if ran_out_of_memory(error):
            raise MemoryError from None
        if isinstance(error, OSError) and error.errno:  # for a damaged page, pyarrow raises one without errno
            raise DamagedFile.at(path, f"cannot be read ({error.strerror})") from None
        raise DamagedFile.at(path, f"is damaged ({short(str(error).partition(chr(10))[0], 200)})") from None
    return content


def _noted_by_0_1_0(data: bytes) -> str:
    """The checksum of `walks` from a `shards` file without a seal.

    The file is checked as far as possible: its pages by their checksums, and the names and types of its
    columns. If this version of pyarrow wrote it, the rest is checked too, by writing it again and comparing.
    """
    file = open_table(data)
    table = file.read(use_threads=False)
    columns = table_columns(times=False, holes=False)["shards"]
    if table.schema != arrow_schema(columns):
        raise ValueError("its columns are not the columns of shards")
    notes = file.metadata.metadata or {}
    if _OLD_NOTE not in notes:
        raise ValueError("it does not contain the checksum of walks")
    noted: str = notes[_OLD_NOTE].decode()
    again = table_bytes({name: table[name] for name in columns}, columns, {_OLD_NOTE.decode(): noted})
    if again != data and open_table(again).metadata.created_by == file.metadata.created_by:
        raise ValueError("its bytes do not match its rows")
    return noted


def walks_table(
    folder: Path, number: int, plan: str, possible: PossibleRows, columns: Sequence[str], *, old: bool
) -> Any:
    """Some columns of one job's `walks`, as a pyarrow table. The files are checked first."""
    data = checked_walks(folder, number, plan, possible, old=old)
    try:
        return open_table(data).read(columns=list(columns), use_threads=False)
    except read_errors() as error:
        raise unreadable(folder, error) from None


def read_walks(files: CheckedFiles, number: int, columns: Sequence[str]) -> dict[str, list[Any]]:
    """Some columns of one job's `walks`, in the order in which they were walked."""
    old = made_by_0_1_0(files.manifest)
    table = walks_table(files.folder, number, files.plan, files.possible, columns, old=old)
    return {name: table[name].to_pylist() for name in columns}


def read_table(files: CheckedFiles, name: str, columns: Sequence[str] | None = None) -> Any:
    """The whole table `walks` or `shards` of a survey, or some of its columns, as a pyarrow Table."""
    schemas = shown_columns(files.manifest)
    if name not in schemas:
        raise BadInput(
            f"unknown table {short(str(name))!r}",
            accepted="must be walks or shards",
            field="name",
            value=name,
        )
    schema = schemas[name]
    chosen = list(schema) if columns is None else list(columns)
    for column in chosen:
        if column not in schema:
            problem = f"the table {name} has no column {short(str(column))!r}"
            accepted = f"the columns are {', '.join(schema)}"
            raise BadInput(problem, accepted=accepted, field="columns", value=column)
    arrow, parquet = load("pyarrow", "lab"), load("pyarrow.parquet", "lab")
    paths = files.walks if name == "walks" else files.shards
    if not paths:
        return arrow_schema({column: schema[column] for column in chosen}).empty_table()
    stored = stored_columns(files.manifest)[name]
    whole = any(column not in stored for column in chosen)  # older files do not have all columns
    try:
        table = arrow.concat_tables(
            parquet.ParquetFile(path).read(columns=list(stored) if whole else chosen) for path in paths
        )
        return with_boards(table).select(chosen) if whole else table
    except read_errors() as error:
        raise unreadable(files.folder, error) from None


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

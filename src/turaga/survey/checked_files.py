"""Reading a survey's folder: no file is used before it has been checked.

`read_manifest` and `read_walks` check what they read. The names of the files of the two tables come only from
`check_files`, and everything that reads the tables, through DuckDB or pyarrow, starts from the `CheckedFiles`
it returns. `checksums.py` explains what is checked; `store.py` describes the folder and writes it.

Surveys of version 0.1.0 have fewer checksums: none for the manifest, and for `shards` only those of Parquet's
pages. They are read, and checked by what they have.
"""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

from turaga.errors import BadInput
from turaga.extras import load
from turaga.survey.checksums import Seal, checksum, json_checksum, read_seal
from turaga.survey.columns import SHARDS, WALKS, arrow_schema, open_table, read_errors, table_bytes
from turaga.survey.plan import Plan
from turaga.text import short
from turaga.threads import ThreadPool

FORMAT = 2
_FORMAT_0_1_0 = 1  # the same, with fewer checksums
MANIFEST = "manifest.json"
TABLES = ("walks", "shards")  # in the order in which they are written
CHECKSUM = "crc32"  # the key of the manifest's own checksum
_LARGEST_MANIFEST = 1 << 26
_OLD_NOTE = b"walks"  # the note that 0.1.0 wrote instead of a seal: the checksum of `walks`
_REPAIR = "run the command that made the survey again, which makes damaged files anew"


class DamagedFile(BadInput):
    """A file of a survey is missing, cannot be read, or does not agree with its checksum."""

    @classmethod
    def at(cls, path: Path, what: str) -> Self:
        """The error that says what is wrong with a file."""
        return cls(f"the file {str(path)!r} {what}", accepted=_REPAIR)


def folder_error(folder: str | os.PathLike[str], problem: str, accepted: str) -> BadInput:
    """An error about the folder that a user names."""
    return BadInput(problem, accepted=accepted, field="folder", value=str(folder))


def unreadable(folder: str | os.PathLike[str], error: Exception) -> BadInput:
    """The error for files that agree with their checksums and still cannot be read."""
    why = str(error).strip().partition("\n")[0]
    return BadInput(f"the survey in {str(folder)!r} cannot be read ({short(why, 200)})", accepted=_REPAIR)


def table_path(folder: Path, table: str, number: int) -> Path:
    """The file with the rows of one table that one job made."""
    return folder / table / f"{number:06d}.parquet"


def stored_jobs(folder: Path) -> list[int]:
    """The numbers of the jobs that have both files, whatever is in them."""
    numbers = [int(path.stem) for path in (folder / "shards").glob("[0-9]*.parquet") if path.stem.isdigit()]
    return sorted(number for number in numbers if table_path(folder, "walks", number).exists())


# -- the manifest -------------------------------------------------------------------------------------


def read_manifest(folder: str | os.PathLike[str]) -> dict[str, Any]:
    """The manifest of a survey's folder; `BadInput` if there is none, `DamagedFile` if it is damaged."""
    path = Path(folder) / MANIFEST
    try:
        with open(path, "rb") as file:
            manifest = json.loads(file.read(_LARGEST_MANIFEST))
        noted = manifest.pop(CHECKSUM, None)
        if (noted is not None or manifest["format"] == FORMAT) and noted != json_checksum(manifest):
            raise ValueError("its checksum is wrong")
        if manifest["format"] in (FORMAT, _FORMAT_0_1_0):
            _check_manifest(manifest)
    except FileNotFoundError:
        raise folder_error(
            folder,
            f"there is no survey in {str(folder)!r}",
            "name a folder that `turaga survey run --out` made",
        ) from None
    except OSError as error:
        problem = f"the survey in {str(folder)!r} cannot be read"
        raise folder_error(folder, problem, str(error.strerror)) from None
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise DamagedFile.at(
            path, f"is no survey's manifest, or damaged ({short(str(error), 200)})"
        ) from None
    if manifest["format"] not in (FORMAT, _FORMAT_0_1_0):
        raise folder_error(
            folder,
            f"the survey in {str(folder)!r} is in format {short(str(manifest['format']))}, and this Turaga "
            f"reads {FORMAT}",
            "name another folder",
        )
    assert isinstance(manifest, dict)
    return manifest


def _check_manifest(manifest: dict[str, Any]) -> None:
    """Raise some exception if a manifest is not as `Store` writes it."""
    Plan.from_json(manifest["plan"])
    kinds = {"versions": list, "finished": bool, "jobs": int, "dropped": list}
    for name, kind in kinds.items():
        if not isinstance(manifest[name], kind):
            raise TypeError(f"{name} is {short(str(manifest[name]))}")
    for one in manifest["dropped"]:
        if not {"order", "board", "failures"} <= one.keys():
            raise TypeError(f"an order dropped is {short(str(one))}")


# -- the tables ---------------------------------------------------------------------------------------


class CheckedFiles(NamedTuple):
    """The files of the jobs that are done. Each agrees with its checksum: only `check_files` makes this."""

    folder: Path
    manifest: dict[str, Any]
    plan: str  # its checksum
    jobs: list[int]
    walks: list[str]
    shards: list[str]


def check_files(folder: str | os.PathLike[str]) -> CheckedFiles:
    """The files of a survey's folder, after each of them has been checked; the error names the first that is
    damaged. A gigabyte, which is some 750 million walks, takes one core about a second."""
    folder = Path(folder)
    manifest = read_manifest(folder)
    plan = json_checksum(manifest["plan"])
    numbers = stored_jobs(folder)
    if manifest["finished"]:
        present = set(numbers)
        for number in range(1, manifest["jobs"] + 1):
            if number not in present:
                checked_walks(folder, number, plan)  # raises the error that says what is missing
        ours = [number for number in numbers if 1 <= number <= manifest["jobs"]]
        if ours != numbers and manifest["format"] == _FORMAT_0_1_0:  # its count may be what is damaged
            counted = f"has {manifest['jobs']} as the last job, and there are files of job {numbers[-1]}"
            raise DamagedFile.at(folder / MANIFEST, counted)
        numbers = ours

    def check(number: int) -> None:
        checked_walks(folder, number, plan)

    with ThreadPool() as pool:
        for _ in pool.map(check, numbers):
            pass
    root = folder.absolute()  # DuckDB would take a folder named ~ for the home folder
    walks, shards = ([str(table_path(root, table, number)) for number in numbers] for table in TABLES)
    return CheckedFiles(folder, manifest, plan, numbers, walks, shards)


def checked_walks(folder: Path, number: int, plan: str) -> bytes:
    """The bytes of a job's file of `walks`; `DamagedFile` unless both files of the job agree with their
    checksums and belong to this job of the plan."""
    walks, shards = (table_path(folder, table, number) for table in TABLES)
    path = shards
    try:
        data = shards.read_bytes()
        seal = read_seal(data) or Seal(number, plan, _noted_by_0_1_0(data))
        if (seal.job, seal.plan) != (number, plan):
            raise ValueError(f"it belongs to job {seal.job} of a plan with checksum {seal.plan}")
        path = walks
        content = walks.read_bytes()
        if (own := checksum(content)) != seal.walks:
            raise ValueError(f"its checksum is {own}, not {seal.walks}")
    except FileNotFoundError:
        raise DamagedFile.at(path, "is missing") from None
    except read_errors() as error:
        if isinstance(error, OSError) and error.errno:  # pyarrow raises it without one for a damaged page
            raise DamagedFile.at(path, f"cannot be read ({error.strerror})") from None
        raise DamagedFile.at(path, f"is damaged ({short(str(error).partition(chr(10))[0], 200)})") from None
    return content


def _noted_by_0_1_0(data: bytes) -> str:
    """The checksum of `walks` in a file of `shards` without a seal.

    The file is checked by what it has: its pages by their checksums, and the names and types of its columns.
    If this version of pyarrow wrote it, the rest is checked too: written again, it has the same bytes.
    """
    file = open_table(data)
    table = file.read()
    if table.schema != arrow_schema(SHARDS):
        raise ValueError("its columns are not those of shards")
    noted: str = file.metadata.metadata[_OLD_NOTE].decode()
    again = table_bytes({name: table[name] for name in SHARDS}, SHARDS, {_OLD_NOTE.decode(): noted})
    if again != data and open_table(again).metadata.created_by == file.metadata.created_by:
        raise ValueError("its bytes are not those of its rows")
    return noted


def walks_table(folder: Path, number: int, plan: str, columns: Sequence[str]) -> Any:
    """Some columns of `walks` that one job made, as a pyarrow table; the files are checked first."""
    data = checked_walks(folder, number, plan)
    try:
        return open_table(data).read(columns=list(columns))
    except read_errors() as error:
        raise unreadable(folder, error) from None


def read_walks(files: CheckedFiles, number: int, columns: Sequence[str]) -> dict[str, list[Any]]:
    """Some columns of `walks` that one job made, in the order in which they were walked."""
    table = walks_table(files.folder, number, files.plan, columns)
    return {name: table[name].to_pylist() for name in columns}


def read_table(files: CheckedFiles, name: str, columns: Sequence[str] | None = None) -> Any:
    """The whole table `walks` or `shards` of a survey, or some of its columns, as a pyarrow Table."""
    schemas = {"walks": WALKS, "shards": SHARDS}
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
    try:
        return arrow.concat_tables(parquet.ParquetFile(path).read(columns=chosen) for path in paths)
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

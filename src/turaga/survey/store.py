"""A survey's folder: what is kept of it, and how it survives.

    manifest.json          the plan, the versions that walked it, whether it is finished, the orders dropped
    walks/000001.parquet   the rows of `walks` of job 1
    shards/000001.parquet  the rows of `shards` of job 1

Every file is written under a temporary name, brought to the disk and renamed. A job's `shards` come last and
carry the checksums of both files (`checksums.py`): the job is done if those are right. What a run that was
killed left half-done, or what has been damaged since, is made anew by the next, into the same names. One run
at a time holds the folder, by a lock that goes with its process. Whatever else lies in the folder is left
alone.

Nobody reads a file that was not checked: `read_manifest` and `read_walks` check what they read, and the names
of the files of the two tables come from `check_files` alone, which `connect` and SQL start from. The manifest
has a checksum too. Version 0.1.0 kept less: no checksum of the manifest, and of `shards` only those of
Parquet's pages. Its surveys are read, and are checked by what they have.
"""

import contextlib
import io
import json
import os
import platform
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from turaga._version import __version__
from turaga.errors import BadInput
from turaga.extras import load
from turaga.files import TEMPORARY, replace_file
from turaga.parallel import ThreadPool
from turaga.survey.checksums import Seal, checksum, json_checksum, read_seal, sealed
from turaga.survey.columns import SHARDS, WALKS, arrow_schema
from turaga.survey.plan import Plan
from turaga.text import short

_FORMAT = 2
_WITHOUT_CHECKSUM = 1  # the format of 0.1.0: the same but for the checksums
MANIFEST = "manifest.json"
_LARGEST_MANIFEST = 1 << 26
_SQL = {"int32": "INTEGER", "int64": "BIGINT", "float64": "DOUBLE", "bool": "BOOLEAN", "string": "VARCHAR"}
_TABLES = ("walks", "shards")  # in the sequence they are written
_CHECKSUM = "crc32"  # the manifest's own checksum, among its facts
_SEAL = "turaga"  # the note in `shards` that holds the seal
_OLD_NOTE = b"walks"  # the note that 0.1.0 wrote instead: the checksum of `walks`
_GO_ON = "what was finished is kept: run the same command again to go on"
_REPAIR = "run the command that made the survey again, which makes damaged files anew"


class Damaged(BadInput):
    """A file of a survey is missing, cannot be read, or does not agree with its checksum."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(f"the file {str(path)!r} {what}: {_REPAIR}")


class Store:
    """A survey's folder, held by one run.

    >>> import tempfile
    >>> from turaga.survey.plan import parse_boards
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Store(folder, Plan(boards=parse_boards("5"))) as store:
    ...         store.manifest["finished"], store.done(1)
    (False, False)
    """

    def __init__(self, folder: str | os.PathLike[str], plan: Plan) -> None:
        load("pyarrow.parquet", "lab")
        self.folder = Path(folder)
        self.plan = plan
        self._lock = -1

    def __enter__(self) -> "Store":
        """Make the folder, or take up the survey it holds; `BadInput` if that has another plan."""
        try:
            for name in _TABLES:
                (self.folder / name).mkdir(parents=True, exist_ok=True)
            self._lock = _locked(self.folder)
        except OSError as error:
            raise self._cannot(error) from None
        try:
            self.manifest = self._taken_up()
            self._plan_sum = json_checksum(self.manifest["plan"])
            self._sweep()
            self._write_manifest()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def _taken_up(self) -> dict[str, Any]:
        """The manifest this run goes on with."""
        plan = json.loads(json.dumps(self.plan.as_json()))
        path = self.folder / MANIFEST
        fresh = {
            "format": _FORMAT,
            "plan": plan,
            "versions": [_versions()],
            "finished": False,
            "jobs": 0,
            "dropped": [],
        }
        if not path.exists():
            if not _jobs_in(self.folder) or self._made_by(plan):
                return fresh
            raise BadInput(
                f"the folder {str(self.folder)!r} holds a survey without its manifest: name another"
            )
        try:
            manifest = read_manifest(self.folder)
        except Damaged:
            if self._made_by(plan):
                return fresh
            raise BadInput(
                f"the file {str(path)!r} is no survey's manifest, or damaged, and no other file tells that "
                "the folder holds a survey with this plan: name another folder"
            ) from None
        if words := _differences(manifest["plan"], plan):
            raise BadInput(
                f"the folder {str(self.folder)!r} holds a survey with another plan ({words}): name another "
                "folder, or give the same options to go on with it"
            )
        if _versions() not in manifest["versions"]:
            manifest["versions"].append(_versions())
        return manifest | {"format": _FORMAT}

    def _made_by(self, plan: Mapping[str, Any]) -> bool:
        """Whether the files of the folder say that a run of this plan made them, all those that are whole: it
        can go on without a manifest."""
        plans = set()
        for number in _jobs_in(self.folder):
            with contextlib.suppress(OSError, ValueError):
                seal = read_seal(_file(self.folder, "shards", number).read_bytes())
                plans.add(seal and seal.plan)
        return plans == {json_checksum(plan)}

    def _sweep(self) -> None:
        """Remove what a run that was killed left half-written."""
        try:
            for place in (self.folder, *(self.folder / name for name in _TABLES)):
                for left in place.glob(f"{TEMPORARY}*.tmp"):
                    left.unlink(missing_ok=True)
        except OSError as error:
            raise self._cannot(error) from None

    def done(self, number: int) -> bool:
        """Whether a job is done and kept, and nothing has happened to its files since."""
        try:
            _checked_walks(self.folder, number, self._plan_sum)
        except Damaged:
            return False
        return True

    def keep(self, number: int, walks: Mapping[str, Any], shards: Mapping[str, Any]) -> None:
        """Keep what a job made: columns of both tables, by name."""
        held = _table_bytes(walks, WALKS, {})
        seal = Seal(number, self._plan_sum, checksum(held))
        account = sealed(_table_bytes(shards, SHARDS, {_SEAL: seal.blank}))
        try:
            for table, data in zip(_TABLES, (held, account), strict=True):
                _write(_file(self.folder, table, number), data)
        except OSError as error:
            raise self._cannot(error) from None

    def read(self, number: int) -> dict[str, Any]:
        """The columns of `walks` of a job that is done, as arrays."""
        names = ["order", "start_row", "start_col", "complete"]
        table = _walks_table(self.folder, number, self._plan_sum, names)
        return {name: table[name].to_numpy() for name in names}

    def reopen(self) -> None:
        """Note that there are jobs to do, though there were none when the survey was finished."""
        if self.manifest["finished"]:
            self.manifest.update(finished=False)
            self._write_manifest()

    def finish(self, jobs: int, dropped: Sequence[Mapping[str, Any]]) -> None:
        """Note that every job is done."""
        self.manifest.update(finished=True, jobs=jobs, dropped=list(dropped))
        self._write_manifest()

    def _write_manifest(self) -> None:
        facts = self.manifest | {_CHECKSUM: json_checksum(self.manifest)}
        text = json.dumps(facts, indent=1).encode() + b"\n"
        try:
            _write(self.folder / MANIFEST, text)
        except OSError as error:
            raise self._cannot(error) from None

    def _cannot(self, error: OSError) -> BadInput:
        why = error.strerror or str(error)
        if self._lock < 0:  # it has not begun
            return BadInput(f"the folder {str(self.folder)!r} cannot be written ({why}): name another")
        return BadInput(f"the folder {str(self.folder)!r} cannot be written: {why}; {_GO_ON}")


def _differences(kept: dict[str, Any], plan: dict[str, Any]) -> str:
    """What a plan that is kept has otherwise than this one, in words; "" if nothing."""
    kept, plan = ({**facts, **facts["rule"], "rule": None} for facts in (kept, plan))
    words = []
    for name in plan:
        if plan[name] != kept.get(name):
            value = kept.get(name)
            told = ",".join(map(str, value)) if isinstance(value, list) else str(value)
            words.append(f"{name.replace('_', ' ')} {short(told or 'none')}")
    return ", ".join(words)


def _file(folder: Path, table: str, number: int) -> Path:
    return folder / table / f"{number:06d}.parquet"


def _locked(folder: Path) -> int:
    """The folder, open and locked; the lock goes when the process does, however it ends."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        import fcntl
    except ImportError:  # no such locks on this system: then two runs are the user's affair
        return handle
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        raise BadInput(
            f"another run is writing to the folder {str(folder)!r}: wait for it, or name another folder"
        ) from None
    return handle


def _versions() -> dict[str, str]:
    """What walked, so that a figure can be made again."""
    import numba
    import numpy as np

    return {
        "turaga": __version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
        "pyarrow": load("pyarrow", "lab").__version__,
    }


def _table_bytes(columns: Mapping[str, Any], schema: Mapping[str, str], notes: Mapping[str, str]) -> bytes:
    """A table as a Parquet file has it, with some notes."""
    arrow, parquet = load("pyarrow", "lab"), load("pyarrow.parquet", "lab")
    count = len(columns["order"])
    held = {
        name: arrow.repeat(columns[name], count) if isinstance(columns[name], str) else columns[name]
        for name in schema
    }
    table = arrow.table(held, schema=arrow_schema(schema))
    file = io.BytesIO()
    # Without the schema of its own that pyarrow would add, what is read is what the table says.
    with parquet.ParquetWriter(
        file, table.schema, compression="zstd", store_schema=False, write_page_checksum=True
    ) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata(notes)
    return file.getvalue()


def _write(path: Path, data: bytes) -> None:
    replace_file(str(path), lambda file: file.write(data))


def _open_table(data: bytes) -> Any:
    """A file of a table, opened to be read; every page is held against its own checksum."""
    parquet = load("pyarrow.parquet", "lab")
    return parquet.ParquetFile(io.BytesIO(data), page_checksum_verification=True)


def _unreadable() -> tuple[type[Exception], ...]:
    """What reading a file raises that is damaged, or is none of ours."""
    return OSError, ValueError, LookupError, TypeError, load("pyarrow", "lab").ArrowException


# -- reading ------------------------------------------------------------------------------------------


def read_manifest(folder: str | os.PathLike[str]) -> dict[str, Any]:
    """The manifest of a survey's folder; `BadInput` if it is none."""
    path = Path(folder) / MANIFEST
    try:
        with open(path, "rb") as file:
            manifest = json.loads(file.read(_LARGEST_MANIFEST))
        noted = manifest.pop(_CHECKSUM, None)
        if (noted is not None or manifest["format"] == _FORMAT) and noted != json_checksum(manifest):
            raise ValueError("its checksum is wrong")
        if manifest["format"] in (_FORMAT, _WITHOUT_CHECKSUM):
            _demand_manifest(manifest)
    except FileNotFoundError:
        raise BadInput(
            f"there is no survey in {str(folder)!r}: name a folder that `turaga survey run --out` made"
        ) from None
    except OSError as error:
        raise BadInput(f"the survey in {str(folder)!r} cannot be read: {error.strerror}") from None
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise Damaged(path, f"is no survey's manifest, or damaged ({short(str(error), 200)})") from None
    if manifest["format"] not in (_FORMAT, _WITHOUT_CHECKSUM):
        raise BadInput(
            f"the survey in {str(folder)!r} is in format {short(str(manifest['format']))}, and this Turaga "
            f"reads {_FORMAT}: name another folder"
        )
    assert isinstance(manifest, dict)
    return manifest


def _demand_manifest(manifest: dict[str, Any]) -> None:
    """Raise whatever it raises where something in a manifest is not as `Store` writes it."""
    Plan.from_json(manifest["plan"])
    kinds = {"versions": list, "finished": bool, "jobs": int, "dropped": list}
    for name, kind in kinds.items():
        if not isinstance(manifest[name], kind):
            raise TypeError(f"{name} is {short(str(manifest[name]))}")
    for one in manifest["dropped"]:
        if not {"order", "board", "failures"} <= one.keys():
            raise TypeError(f"an order dropped is {short(str(one))}")


def _jobs_in(folder: Path) -> list[int]:
    """The numbers of the jobs of which there are files, whatever is in them."""
    numbers = [int(path.stem) for path in (folder / "shards").glob("[0-9]*.parquet") if path.stem.isdigit()]
    return sorted(number for number in numbers if _file(folder, "walks", number).exists())


class Files(NamedTuple):
    """The files of a survey's jobs that are done, each of which agrees with its checksum; made by
    `check_files` alone."""

    folder: Path
    manifest: dict[str, Any]
    plan: str  # its checksum
    jobs: list[int]
    walks: list[str]
    shards: list[str]


def check_files(folder: str | os.PathLike[str]) -> Files:
    """What a survey's folder holds, once every file of it has been checked; `BadInput` names the first that
    is damaged. A gigabyte, which is some 750 million walks, takes a core about a second."""
    folder = Path(folder)
    manifest = read_manifest(folder)
    plan = json_checksum(manifest["plan"])
    numbers = _jobs_in(folder)
    if manifest["finished"]:
        there = set(numbers)
        for number in range(1, manifest["jobs"] + 1):
            if number not in there:
                _checked_walks(folder, number, plan)  # which says what is missing
        ours = [number for number in numbers if 1 <= number <= manifest["jobs"]]
        if ours != numbers and manifest["format"] == _WITHOUT_CHECKSUM:  # its count may be what is damaged
            counted = f"has {manifest['jobs']} as the last job, and there are files of job {numbers[-1]}"
            raise Damaged(folder / MANIFEST, counted)
        numbers = ours

    def check(number: int) -> None:
        _checked_walks(folder, number, plan)

    with ThreadPool() as crew:
        for _ in crew.each(check, numbers):
            pass
    root = folder.absolute()  # DuckDB takes a folder named ~ for the home folder
    walks, shards = ([str(_file(root, table, number)) for number in numbers] for table in _TABLES)
    return Files(folder, manifest, plan, numbers, walks, shards)


def _checked_walks(folder: Path, number: int, plan: str) -> bytes:
    """The bytes of a job's file of `walks`, if both files of the job agree with their checksums and are those
    of this job of the plan; `Damaged` if not."""
    walks, shards = (_file(folder, table, number) for table in _TABLES)
    path = shards
    try:
        data = shards.read_bytes()
        seal = read_seal(data) or Seal(number, plan, _noted_by_0_1_0(data))
        if (seal.job, seal.plan) != (number, plan):
            raise ValueError(f"it belongs to job {seal.job} of a plan with checksum {seal.plan}")
        path = walks
        held = walks.read_bytes()
        if (own := checksum(held)) != seal.walks:
            raise ValueError(f"its checksum is {own}, not {seal.walks}")
    except FileNotFoundError:
        raise Damaged(path, "is missing") from None
    except _unreadable() as error:
        if (
            isinstance(error, OSError) and error.errno
        ):  # pyarrow raises it without a number for a damaged page
            raise Damaged(path, f"cannot be read ({error.strerror})") from None
        raise Damaged(path, f"is damaged ({short(str(error).partition(chr(10))[0], 200)})") from None
    return held


def _noted_by_0_1_0(data: bytes) -> str:
    """The checksum of `walks` in a file of `shards` without a seal. What that file has of its own is checked:
    its pages by their sums, and the names and types of its columns. If this pyarrow wrote it, so is the rest:
    written again, it has the same bytes."""
    file = _open_table(data)
    table = file.read()
    if table.schema != arrow_schema(SHARDS):
        raise ValueError("its columns are not those of shards")
    noted: str = file.metadata.metadata[_OLD_NOTE].decode()
    again = _table_bytes({name: table[name] for name in SHARDS}, SHARDS, {_OLD_NOTE.decode(): noted})
    if again != data and _open_table(again).metadata.created_by == file.metadata.created_by:
        raise ValueError("its bytes are not those of its rows")
    return noted


def _walks_table(folder: Path, number: int, plan: str, columns: Sequence[str]) -> Any:
    """Some columns of `walks` that one job made."""
    data = _checked_walks(folder, number, plan)
    try:
        return _open_table(data).read(columns=list(columns))
    except _unreadable() as error:
        raise unreadable(folder, error) from None


def read_walks(files: Files, number: int, columns: Sequence[str]) -> dict[str, list[Any]]:
    """Some columns of `walks` that one job made, in the sequence they were walked."""
    table = _walks_table(files.folder, number, files.plan, columns)
    return {name: table[name].to_pylist() for name in columns}


def connect(files: Files) -> Any:
    """A DuckDB connection in which `walks` and `shards` are what these files hold."""
    duckdb = load("duckdb", "lab")
    connection = duckdb.connect(":memory:")
    for table, schema, paths in (("walks", WALKS, files.walks), ("shards", SHARDS, files.shards)):
        if paths:
            try:
                connection.execute(f"CREATE VIEW {table} AS SELECT * FROM {rows_of(paths)}")
            except duckdb.Error as error:
                connection.close()
                raise unreadable(files.folder, error) from None
        else:
            columns = ", ".join(f'"{name}" {_SQL[kind]}' for name, kind in schema.items())
            connection.execute(f"CREATE TABLE {table} ({columns})")
    return connection


def rows_of(files: Sequence[str], *, placed: bool = False) -> str:
    """The rows of files as DuckDB's SQL names them; `placed` with the file and the number of each.

    Names are meant to the letter: none is a pattern, and a folder named order=5 adds no column.

    >>> rows_of(["a", "it's *"])
    "read_parquet(['a', 'it''s [*]'], hive_partitioning = false)"
    """
    plain = ["".join(f"[{c}]" if c in "*?[" else c for c in file).replace("'", "''") for file in files]
    names = ", ".join(f"'{name}'" for name in plain)
    options = ", filename = true, file_row_number = true" if placed else ""
    return f"read_parquet([{names}], hive_partitioning = false{options})"


def unreadable(folder: str | os.PathLike[str], error: Exception) -> BadInput:
    """What to say where files that agree with their checksums cannot be read all the same."""
    why = str(error).strip().partition("\n")[0]
    return BadInput(f"the survey in {str(folder)!r} cannot be read ({short(why, 200)}): {_REPAIR}")

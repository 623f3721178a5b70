"""A survey's folder: what is kept of it, and how it survives.

    manifest.json          the plan, the versions that walked it, whether it is finished, the orders dropped
    walks/000001.parquet   the rows of `walks` of job 1
    shards/000001.parquet  the rows of `shards` of job 1

Every file is written under a temporary name, brought to the disk and renamed. A job's `shards` come last and
carry the check sum of its `walks`: the job is done if that is right. What a run that was killed left
half-done, or what has been damaged since, is made anew by the next, into the same names. One run at a time
holds the folder, by a lock that goes with its process. Whatever else lies in the folder is left alone.
"""

import io
import json
import os
import platform
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

from turaga._version import __version__
from turaga.errors import BadInput
from turaga.extras import load
from turaga.files import TEMPORARY, replace_file
from turaga.survey.columns import SHARDS, WALKS
from turaga.survey.plan import Plan
from turaga.text import short

_FORMAT = 1
_MANIFEST = "manifest.json"
_LARGEST_MANIFEST = 1 << 26
_SQL = {"int32": "INTEGER", "int64": "BIGINT", "float64": "DOUBLE", "bool": "BOOLEAN", "string": "VARCHAR"}
_TABLES = ("walks", "shards")  # in the sequence they are written
_SUM = "walks"  # the note in `shards` that holds the check sum of `walks`
_GO_ON = "what was finished is kept: run the same command again to go on"


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
        if not (self.folder / _MANIFEST).exists():
            if finished_jobs(self.folder):
                raise BadInput(
                    f"the folder {str(self.folder)!r} holds a survey without its manifest: name another"
                )
            return {
                "format": _FORMAT,
                "plan": plan,
                "versions": [_versions()],
                "finished": False,
                "jobs": 0,
                "dropped": [],
            }
        manifest = read_manifest(self.folder)
        if words := _differences(manifest["plan"], plan):
            raise BadInput(
                f"the folder {str(self.folder)!r} holds a survey with another plan ({words}): name another "
                "folder, or give the same options to go on with it"
            )
        if _versions() not in manifest["versions"]:
            manifest["versions"].append(_versions())
        return manifest

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
        walks, shards = (_file(self.folder, table, number) for table in _TABLES)
        if not shards.exists():
            return False
        try:
            table = _open_table(shards)
            table.read()  # which holds every page against its own sum
            noted = table.metadata.metadata[_SUM.encode()].decode()
            return bool(noted == _check_sum(walks.read_bytes()))
        except _unreadable():
            return False

    def keep(self, number: int, walks: Mapping[str, Any], shards: Mapping[str, Any]) -> None:
        """Keep what a job made: columns of both tables, by name."""
        held = _table_bytes(walks, WALKS, {})
        account = _table_bytes(shards, SHARDS, {_SUM: _check_sum(held)})
        try:
            for table, data in zip(_TABLES, (held, account), strict=True):
                _write(_file(self.folder, table, number), data)
        except OSError as error:
            raise self._cannot(error) from None

    def read(self, number: int) -> dict[str, Any]:
        """The columns of `walks` of a job that is done, as arrays."""
        names = ["order", "start_row", "start_col", "complete"]
        try:
            table = _open_table(_file(self.folder, "walks", number)).read(columns=names)
        except _unreadable() as error:
            raise damaged(self.folder, error) from None
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
        text = json.dumps(self.manifest, indent=1).encode() + b"\n"
        try:
            _write(self.folder / _MANIFEST, text)
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
    fields = [(name, arrow.type_for_alias(kind)) for name, kind in schema.items()]
    count = len(columns["order"])
    held = {
        name: arrow.repeat(columns[name], count) if isinstance(columns[name], str) else columns[name]
        for name in schema
    }
    table = arrow.table(held, schema=arrow.schema(fields))
    file = io.BytesIO()
    # Without the schema of its own that pyarrow would add, what is read is what the table says.
    with parquet.ParquetWriter(
        file, table.schema, compression="zstd", store_schema=False, write_page_checksum=True
    ) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata(notes)
    return file.getvalue()


def _check_sum(data: bytes) -> str:
    return f"{crc32(data):08x}"


def _write(path: Path, data: bytes) -> None:
    replace_file(str(path), lambda file: file.write(data))


def _open_table(path: Path) -> Any:
    """A file of a table, opened to be read."""
    return load("pyarrow.parquet", "lab").ParquetFile(path, page_checksum_verification=True)


def _unreadable() -> tuple[type[Exception], ...]:
    """What reading a file raises that is damaged, or is none of ours."""
    return OSError, ValueError, LookupError, TypeError, load("pyarrow", "lab").ArrowException


# -- reading ------------------------------------------------------------------------------------------


def read_manifest(folder: str | os.PathLike[str]) -> dict[str, Any]:
    """The manifest of a survey's folder; `BadInput` if it is none."""
    path = Path(folder) / _MANIFEST
    try:
        with open(path, "rb") as file:
            manifest = json.loads(file.read(_LARGEST_MANIFEST))
        if manifest["format"] == _FORMAT:
            _demand_manifest(manifest)
    except FileNotFoundError:
        raise BadInput(
            f"there is no survey in {str(folder)!r}: name a folder that `turaga survey run --out` made"
        ) from None
    except OSError as error:
        raise BadInput(f"the survey in {str(folder)!r} cannot be read: {error.strerror}") from None
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise BadInput(
            f"the file {str(path)!r} is no survey's manifest, or damaged ({error}): name another folder"
        ) from None
    if manifest["format"] != _FORMAT:
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


def read_plan(folder: str | os.PathLike[str]) -> Plan:
    """The plan of the survey in a folder; `BadInput` if there is none."""
    return Plan.from_json(read_manifest(folder)["plan"])


def finished_jobs(folder: str | os.PathLike[str]) -> list[int]:
    """The numbers of the jobs that are done and kept."""
    folder = Path(folder)
    numbers = [int(path.stem) for path in (folder / "shards").glob("[0-9]*.parquet") if path.stem.isdigit()]
    return sorted(number for number in numbers if _file(folder, "walks", number).exists())


def connect(folder: str | os.PathLike[str]) -> Any:
    """A DuckDB connection in which `walks` and `shards` are what is kept in the folder."""
    duckdb = load("duckdb", "lab")
    read_manifest(folder)
    numbers = finished_jobs(folder)
    connection = duckdb.connect(":memory:")
    for table, schema in (("walks", WALKS), ("shards", SHARDS)):
        if numbers:
            # From the root: DuckDB takes a folder named ~ for the home folder.
            files = [str(_file(Path(folder).absolute(), table, number)) for number in numbers]
            try:
                connection.execute(f"CREATE VIEW {table} AS SELECT * FROM {rows_of(files)}")
            except duckdb.Error as error:
                connection.close()
                raise damaged(folder, error) from None
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


def damaged(folder: str | os.PathLike[str], error: Exception) -> BadInput:
    """What to say where a survey's files cannot be read."""
    why = str(error).strip().partition("\n")[0]
    return BadInput(
        f"the survey in {str(folder)!r} cannot be read ({short(why, 200)}): give the command that made it "
        "again, which makes damaged files anew"
    )


def read_walks(folder: str | os.PathLike[str], number: int, columns: Sequence[str]) -> dict[str, list[Any]]:
    """Some columns of `walks` that one job made, in the sequence they were walked."""
    try:
        table = _open_table(_file(Path(folder), "walks", number)).read(columns=list(columns))
    except _unreadable() as error:
        raise damaged(folder, error) from None
    return {name: table[name].to_pylist() for name in columns}

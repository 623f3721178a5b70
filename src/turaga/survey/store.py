"""A survey's folder: what is kept of it, and how it survives.

    manifest.json          the plan, the versions that walked it, whether it is finished, the orders dropped
    walks/000001.parquet   the rows of `walks` of job 1
    shards/000001.parquet  the rows of `shards` of job 1

Every file is written under a temporary name, brought to the disk and renamed. A job's `walks` come first and
its `shards` second, so a job is done exactly if its `shards` are there; what a run that was killed left
half-done is made anew by the next, into the same names. One run at a time holds the folder, by a lock that
goes with its process.
"""

import json
import os
import platform
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from turaga._version import __version__
from turaga.errors import BadInput
from turaga.extras import load
from turaga.files import TEMPORARY, replace_file
from turaga.survey.plan import Plan
from turaga.survey.tables import SHARDS, WALKS

__all__ = ["Store", "connect", "finished_jobs", "read_manifest", "read_plan", "read_walks"]

_FORMAT = 1
_MANIFEST = "manifest.json"
_LARGEST_MANIFEST = 1 << 26
_SQL = {"int32": "INTEGER", "int64": "BIGINT", "float64": "DOUBLE", "bool": "BOOLEAN", "string": "VARCHAR"}
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
            for name in ("walks", "shards"):
                (self.folder / name).mkdir(parents=True, exist_ok=True)
            self._lock = _locked(self.folder)
            self._sweep()
        except OSError as error:
            raise self._cannot(error) from None
        try:
            self.manifest = self._taken_up()
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
        differing = [name for name in plan if plan[name] != manifest["plan"].get(name)]
        if differing:
            words = ", ".join(name.replace("_", " ") for name in differing)
            raise BadInput(
                f"the folder {str(self.folder)!r} holds a survey with another plan ({words}): name another "
                "folder, or give the same options to go on with it"
            )
        if _versions() not in manifest["versions"]:
            manifest["versions"].append(_versions())
        return manifest

    def _sweep(self) -> None:
        """Remove what a run that was killed left half-written."""
        for left in self.folder.rglob(f"{TEMPORARY}*.tmp"):
            left.unlink()

    def done(self, number: int) -> bool:
        """Whether a job is done and kept."""
        return _file(self.folder, "shards", number).exists() and _file(self.folder, "walks", number).exists()

    def keep(self, number: int, walks: Mapping[str, Any], shards: Mapping[str, Any]) -> None:
        """Keep what a job made: columns of both tables, by name."""
        try:
            for table, columns, schema in (("walks", walks, WALKS), ("shards", shards, SHARDS)):
                _write_table(_file(self.folder, table, number), columns, schema)
        except OSError as error:
            raise self._cannot(error) from None

    def read(self, number: int) -> dict[str, Any]:
        """The columns of `walks` of a job that is done, as arrays."""
        parquet = load("pyarrow.parquet", "lab")
        table = parquet.read_table(_file(self.folder, "walks", number))
        return {name: table[name].to_numpy() for name in ("order", "start_row", "start_col", "complete")}

    def finish(self, jobs: int, dropped: Sequence[Mapping[str, Any]]) -> None:
        """Note that every job is done."""
        self.manifest.update(finished=True, jobs=jobs, dropped=list(dropped))
        self._write_manifest()

    def _write_manifest(self) -> None:
        text = json.dumps(self.manifest, indent=1).encode() + b"\n"
        try:
            replace_file(str(self.folder / _MANIFEST), lambda file: file.write(text))
        except OSError as error:
            raise self._cannot(error) from None

    def _cannot(self, error: OSError) -> BadInput:
        why = error.strerror or str(error)
        return BadInput(f"the folder {str(self.folder)!r} cannot be written: {why}; {_GO_ON}")


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


def _write_table(path: Path, columns: Mapping[str, Any], schema: Mapping[str, str]) -> None:
    arrow, parquet = load("pyarrow", "lab"), load("pyarrow.parquet", "lab")
    types = arrow.schema([(name, arrow.type_for_alias(kind)) for name, kind in schema.items()])
    count = len(columns["order"])
    held = {
        name: arrow.repeat(columns[name], count) if isinstance(columns[name], str) else columns[name]
        for name in schema
    }
    table = arrow.table(held, schema=types)
    # Without the schema of its own that pyarrow would add, what is read is what the table says.
    replace_file(
        str(path), lambda file: parquet.write_table(table, file, compression="zstd", store_schema=False)
    )


# -- reading ------------------------------------------------------------------------------------------


def read_manifest(folder: str | os.PathLike[str]) -> dict[str, Any]:
    """The manifest of a survey's folder; `BadInput` if it is none."""
    path = Path(folder) / _MANIFEST
    try:
        with open(path, "rb") as file:
            manifest = json.loads(file.read(_LARGEST_MANIFEST))
        if manifest["format"] != _FORMAT:
            raise BadInput(
                f"the survey in {str(folder)!r} is in format {manifest['format']}, and this Turaga reads "
                f"{_FORMAT}"
            )
        Plan.from_json(manifest["plan"])
    except FileNotFoundError:
        raise BadInput(
            f"there is no survey in {str(folder)!r}: name a folder that `turaga survey run --out` made"
        ) from None
    except OSError as error:
        raise BadInput(f"the survey in {str(folder)!r} cannot be read: {error.strerror}") from None
    except (LookupError, TypeError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"the file {str(path)!r} is no survey's manifest: {error}") from None
    assert isinstance(manifest, dict)
    return manifest


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
            paths = [str(_file(Path(folder), table, number)).replace("'", "''") for number in numbers]
            files = ", ".join(f"'{path}'" for path in paths)
            connection.execute(f"CREATE VIEW {table} AS SELECT * FROM read_parquet([{files}])")
        else:
            columns = ", ".join(f'"{name}" {_SQL[kind]}' for name, kind in schema.items())
            connection.execute(f"CREATE TABLE {table} ({columns})")
    return connection


def read_walks(folder: str | os.PathLike[str], number: int) -> dict[str, list[Any]]:
    """The columns of `walks` that one job made, in the sequence they were walked."""
    table = load("pyarrow.parquet", "lab").read_table(_file(Path(folder), "walks", number))
    return {name: table[name].to_pylist() for name in WALKS}

"""Writes a survey's directory so that it survives a killed run.

    manifest.json          the plan, the versions of the software, whether it is finished, the dropped orders
    walks/000001.parquet   the rows of `walks` of job 1
    shards/000001.parquet  the rows of `shards` of job 1

Every file is written under a temporary name, flushed to disk and renamed. A job's `shards` file is written
last and contains the checksums of both files (`checksums.py`). The job is finished if these checksums are
correct. If a killed run left files incomplete, or files have been damaged since, the next run computes them
again under the same names. Whatever is in the place of a file is replaced, except a directory that is not
empty. Only one run at a time can use the directory; it holds a lock that ends with its
process. Other files in the directory are left alone.

`checked_files.py` reads the directory, and checks every file first.
"""

import contextlib
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
from turaga.survey.checked_files import (
    CHECKSUM,
    FIRST_FORMAT,
    FORMAT,
    KEEPS_HOLES,
    KEEPS_TIMES,
    MANIFEST,
    TABLES,
    DamagedFile,
    checked_walks,
    folder_error,
    made_by_0_1_0,
    read_manifest,
    read_table_file,
    stored_columns,
    stored_jobs,
    table_path,
    walks_table,
)
from turaga.survey.checksums import Seal, checksum, json_checksum, read_seal, sealed
from turaga.survey.columns import table_bytes
from turaga.survey.contents import PossibleRows
from turaga.survey.plan import Plan
from turaga.text import short

_SEAL = "turaga"  # the note in `shards` that holds the seal
_CONTINUE = "finished jobs are kept, so run the same survey again to continue"


class Store:
    """A survey's directory, locked by one run.

    >>> import tempfile
    >>> from turaga.survey.plan import parse_boards
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Store(folder, Plan(boards=parse_boards("5"))) as store:
    ...         store.manifest["finished"], store.is_done(1)
    (False, False)
    """

    def __init__(self, folder: str | os.PathLike[str], plan: Plan) -> None:
        load("pyarrow.parquet", "lab")
        self.folder = Path(folder)
        self.plan = plan
        self._lock = -1

    def __enter__(self) -> "Store":
        """Create the directory, or open the survey in it. Raises `BadInput` if its plan is different."""
        try:
            self._require_own_directory()
            for name in TABLES:
                (self.folder / name).mkdir(parents=True, exist_ok=True)
            self._lock = _locked(self.folder)
        except OSError as error:
            raise self._cannot_write(error) from None
        try:
            self.manifest = self._first_manifest()
            self._plan_checksum = json_checksum(self.manifest["plan"])
            self._columns = stored_columns(self.manifest)
            self._possible = PossibleRows(self.plan, self._columns)
            self._old = made_by_0_1_0(self.manifest)
            self._remove_temporary_files()
            self._make_way()
            self._write_manifest()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def _require_own_directory(self) -> None:
        """Raise `BadInput` if the directory has files, but none of a survey. A run that was killed before it
        wrote a manifest leaves only names that a survey uses."""
        if not self.folder.is_dir() or (self.folder / MANIFEST).exists():
            return
        others = [path.name for path in self.folder.iterdir() if not _is_own(path)]
        if others:
            problem = (
                f"the directory {str(self.folder)!r} contains other files ({short(min(others))!r}) and no "
                "survey"
            )
            raise folder_error(self.folder, problem, "choose a new or empty directory, or one with a survey")

    def _first_manifest(self) -> dict[str, Any]:
        """The manifest that this run starts with: a new one, or that of the survey it continues."""
        plan = json.loads(json.dumps(self.plan.as_json()))
        path = self.folder / MANIFEST
        new = {
            "format": FORMAT,
            "plan": plan,
            **({KEEPS_TIMES: True} if self.plan.keeps_times else {}),
            KEEPS_HOLES: True,
            "versions": [_versions()],
            "finished": False,
            "jobs": 0,
            "dropped": [],
        }
        if not path.exists():
            if not stored_jobs(self.folder) or self._made_by(plan):
                return new
            problem = f"the directory {str(self.folder)!r} contains a survey without a manifest"
            raise folder_error(self.folder, problem, "choose another directory")
        try:
            manifest = read_manifest(self.folder)
        except DamagedFile:
            if self._made_by(plan):
                return new
            raise folder_error(
                self.folder,
                f"the file {str(path)!r} is damaged or is not the manifest of a survey, and the other files "
                "do not show that the directory contains a survey with this plan",
                "choose another directory",
            ) from None
        if words := _differences(manifest["plan"], plan):
            if self._made_by(plan):  # the manifest of another survey, which took the place of the right one
                return new
            raise folder_error(
                self.folder,
                f"the directory {str(self.folder)!r} contains a survey with another plan ({words})",
                "choose another directory, or use the same plan to continue that survey",
            )
        if _versions() not in manifest["versions"]:
            manifest["versions"].append(_versions())
        if manifest["format"] != FORMAT:
            manifest[FIRST_FORMAT] = manifest["format"]
        return manifest | {"format": FORMAT}

    def _made_by(self, plan: Mapping[str, Any]) -> bool:
        """Whether the seals of all undamaged files show that they belong to this plan. Then the run can
        continue without the old manifest."""
        plans = set()
        for number in stored_jobs(self.folder):
            with contextlib.suppress(OSError, ValueError):
                seal = read_seal(read_table_file(self.folder, "shards", number))
                plans.add(seal and seal.plan)
        return plans == {json_checksum(plan)}

    def _remove_temporary_files(self) -> None:
        """Remove incomplete files that a killed run left."""
        try:
            for folder in (self.folder, *(self.folder / name for name in TABLES)):
                for left in folder.glob(f"{TEMPORARY}*.tmp"):
                    left.unlink(missing_ok=True)
        except OSError as error:
            raise self._cannot_write(error) from None

    def _make_way(self) -> None:
        """Remove empty directories that are in the place of files. `BadInput` if one is not empty: that is
        said before the work begins. Anything else in such a place is replaced when the file is written."""
        tables = (path for name in TABLES for path in (self.folder / name).glob("[0-9]*.parquet"))
        for path in (self.folder / MANIFEST, *tables):
            if path.is_symlink() or not path.is_dir():
                continue
            try:
                path.rmdir()
            except OSError as error:
                problem = f"a file cannot replace the directory {str(path)!r} ({error.strerror})"
                raise folder_error(self.folder, problem, "remove it and run the same survey again") from None

    def is_done(self, number: int) -> bool:
        """Whether a job is finished, stored, and its files are undamaged."""
        try:
            checked_walks(self.folder, number, self._plan_checksum, self._possible, old=self._old)
        except DamagedFile:
            return False
        return True

    def save(self, number: int, walks: Mapping[str, Any], shards: Mapping[str, Any]) -> None:
        """Store the rows of a job. The columns of both tables are given by name."""
        walks_data = table_bytes(walks, self._columns["walks"], {})
        seal = Seal(number, self._plan_checksum, checksum(walks_data))
        shards_data = sealed(table_bytes(shards, self._columns["shards"], {_SEAL: seal.blank}))
        try:
            for table, data in zip(TABLES, (walks_data, shards_data), strict=True):
                _write(table_path(self.folder, table, number), data)
        except OSError as error:
            raise self._cannot_write(error) from None

    def read(self, number: int) -> dict[str, Any]:
        """The columns of `walks` from which the failures of a finished job are counted, as arrays."""
        names = ["order", "start_row", "start_col", "complete"]
        table = walks_table(self.folder, number, self._plan_checksum, self._possible, names, old=self._old)
        return {name: table[name].to_numpy() for name in names}

    def reopen(self) -> None:
        """Record that there are jobs to do although the survey was finished before."""
        if self.manifest["finished"]:
            self.manifest.update(finished=False)
            self._write_manifest()

    def finish(self, jobs: int, dropped: Sequence[Mapping[str, Any]]) -> None:
        """Record that every job is finished."""
        self.manifest.update(finished=True, jobs=jobs, dropped=list(dropped))
        self._write_manifest()

    def _write_manifest(self) -> None:
        facts = self.manifest | {CHECKSUM: json_checksum(self.manifest)}
        text = json.dumps(facts, indent=1).encode() + b"\n"
        try:
            _write(self.folder / MANIFEST, text)
        except OSError as error:
            raise self._cannot_write(error) from None

    def _cannot_write(self, error: OSError) -> BadInput:
        why = error.strerror or str(error)
        problem = f"cannot write to the directory {str(self.folder)!r}"
        if self._lock < 0:  # the run has not started
            return folder_error(self.folder, f"{problem} ({why})", "choose another directory")
        return folder_error(self.folder, problem, f"{why}; {_CONTINUE}")


def _differences(stored: dict[str, Any], plan: dict[str, Any]) -> str:
    """The settings of a stored plan that differ from this one, as text. Empty if nothing differs."""
    stored, plan = ({**facts, **facts["rule"], "rule": None} for facts in (stored, plan))
    words = []
    for name in plan:
        if plan[name] != stored.get(name):
            value = stored.get(name)
            text = ",".join(map(str, value)) if isinstance(value, list | dict) else str(value)
            words.append(f"{name.replace('_', ' ')} {short(text or 'none')}")
    return ", ".join(words)


def _is_own(path: Path) -> bool:
    """Whether a file or directory at the top of the directory has a name that a survey uses."""
    if path.name in TABLES and path.is_dir():
        return all(_is_temporary(one) or one.suffix == ".parquet" for one in path.iterdir())
    return path.name in (*TABLES, MANIFEST) or _is_temporary(path)


def _is_temporary(path: Path) -> bool:
    return path.name.startswith(TEMPORARY) and path.name.endswith(".tmp")


def _locked(folder: Path) -> int:
    """A handle of the directory, open and locked. The lock ends with the process, however that ends."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        import fcntl
    except ImportError:  # this system has no such locks, so two runs at the same time are not prevented
        return handle
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        problem = f"another run is writing to the directory {str(folder)!r}"
        raise folder_error(folder, problem, "wait until it ends, or choose another directory") from None
    return handle


def _versions() -> dict[str, str]:
    """The versions of the software, so that results can be reproduced."""
    import numba
    import numpy as np

    return {
        "turaga": __version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
        "pyarrow": load("pyarrow", "lab").__version__,
    }


def _write(path: Path, data: bytes) -> None:
    replace_file(str(path), lambda file: file.write(data))

"""Writes a survey's directory so that it survives a killed run.

    manifest.json          the plan, the versions of the software, whether it is finished, the dropped orders
    walks/000001.parquet   the rows of `walks` of job 1
    shards/000001.parquet  the rows of `shards` of job 1

Every file is written under a temporary name, flushed to disk and renamed, and has a checksum
(`checksums.py`). A job is finished if it has both files and their checksums are correct. If a killed run left
a file out, or files have been damaged since, the next run computes them again under the same names. Whatever
is in the place of a file is replaced, except a directory that is not empty. Only one run at a time can use
the directory; it holds a lock that ends with its process. Other files in the directory are left alone.

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
    FORMAT,
    MANIFEST,
    TABLES,
    DamagedFile,
    JobFiles,
    folder_error,
    read_manifest,
)
from turaga.survey.checksums import blank_seal, json_checksum, sealed
from turaga.survey.columns import table_bytes
from turaga.survey.plan import Plan
from turaga.text import short

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
        self.folder = Path(folder)
        self.plan = plan
        self._files = JobFiles(self.folder, plan)
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
            raise folder_error(problem, "choose a new or empty directory, or one with a survey")

    def _first_manifest(self) -> dict[str, Any]:
        """The manifest that this run starts with: that of the survey it continues, or a new one.

        The files of the jobs show their plan too. So a run can continue without the manifest, if all files
        that are undamaged belong to its plan."""
        plan = json.loads(json.dumps(self.plan.as_json()))
        path = self.folder / MANIFEST
        found, words = None, ""
        if path.exists():
            with contextlib.suppress(DamagedFile):
                found = read_manifest(self.folder)
                words = _differences(found["plan"], plan)
        if found and not words:
            if _versions() not in found["versions"]:
                found["versions"].append(_versions())
            return found
        stored = self._files.stored()
        plans = {self._files.plan_in_seal(number) for number in stored} - {None}
        if plans == {self._files.plan_checksum} or not (stored or path.exists()):
            return {
                "format": FORMAT,
                "plan": plan,
                "versions": [_versions()],
                "finished": False,
                "jobs": 0,
                "dropped": [],
            }
        if found:
            problem = f"the directory {str(self.folder)!r} contains a survey with another plan ({words})"
            accepted = "choose another directory, or use the same plan to continue that survey"
            raise folder_error(problem, accepted)
        problem = (
            f"the file {str(path)!r} is missing or damaged, and the other files do not show that the "
            "directory contains a survey with this plan"
        )
        raise folder_error(problem, "choose another directory")

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
                raise folder_error(problem, "remove it and run the same survey again") from None

    def is_done(self, number: int) -> bool:
        """Whether a job is finished, stored, and its files are undamaged."""
        try:
            self._files.check(number)
        except DamagedFile:
            return False
        return True

    def save(self, number: int, walks: Mapping[str, Any], shards: Mapping[str, Any]) -> None:
        """Store the rows of a job. The columns of both tables are given by name."""
        seal = blank_seal(number, self._files.plan_checksum)
        try:
            for table, rows in zip(TABLES, (walks, shards), strict=True):
                data = sealed(table_bytes(rows, self._files.columns[table], seal))
                _write(self._files.path(table, number), data)
        except OSError as error:
            raise self._cannot_write(error) from None

    def read(self, number: int) -> dict[str, Any]:
        """The columns of `walks` from which the failures of a finished job are counted, as arrays."""
        names = ["order", "start_row", "start_col", "complete"]
        table = self._files.read_walks(number, names)
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
            return folder_error(f"{problem} ({why})", "choose another directory")
        return folder_error(problem, f"{why}; {_CONTINUE}")


def _differences(stored: dict[str, Any], plan: dict[str, Any]) -> str:
    """The settings of a stored plan that differ from this one, as text. Empty if nothing differs."""
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
        raise folder_error(problem, "wait until it ends, or choose another directory") from None
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

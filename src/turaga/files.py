"""Files that are written whole or not at all."""

import contextlib
import os
import stat
from collections.abc import Callable
from typing import BinaryIO

TEMPORARY = ".turaga-"  # what the names of files not yet whole begin with


def replace_file(
    path: str, fill: Callable[[BinaryIO], object], *, mode: int | None = None, sync: bool = True
) -> None:
    """Write a file under a temporary name beside it, see that it is on the disk, then rename it, and see to
    that as well.

    `fill` is handed the open file and writes what it is to hold. Whatever goes wrong, what was there before
    is there still and nothing else is left behind; a process killed in the midst leaves the temporary file.
    Without `sync` a power cut may leave an empty file: for thousands that can be made again.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     replace_file(f"{folder}/a", lambda file: file.write(b"whole"))
    ...     os.listdir(folder)
    ['a']
    """
    folder = os.path.dirname(path)
    temporary = os.path.join(folder, f"{TEMPORARY}{os.urandom(8).hex()}.tmp")
    try:
        # os.open and not tempfile: the new file then has the permissions any new file has.
        with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), "wb") as file:
            if mode is not None:
                os.fchmod(file.fileno(), stat.S_IMODE(mode))
            fill(file)
            file.flush()
            if sync:
                os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:  # Ctrl-C too: no half-written file is left behind
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    if sync:
        _sync_folder(folder)


def _sync_folder(folder: str) -> None:
    """Bring the names in a folder to the disk, where the system can: without, a power cut may undo a renaming
    and leave later ones."""
    with contextlib.suppress(OSError):
        handle = os.open(folder or ".", os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

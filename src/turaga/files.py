"""Files that are written completely or not at all."""

import contextlib
import os
import stat
from collections.abc import Callable
from typing import BinaryIO

from turaga.errors import BadInput

TEMPORARY = ".turaga-"  # the names of incomplete files begin with this


def replace_file(
    path: str, fill: Callable[[BinaryIO], object], *, mode: int | None = None, sync: bool = True
) -> None:
    """Write a file under a temporary name in the same folder, flush it to the disk, rename it, and flush the
    renaming too.

    `fill` gets the open file and writes its contents. If anything goes wrong, the old file is untouched and
    nothing is left behind; only a killed process leaves its temporary file. Without `sync` a power cut may
    leave an empty file: that is for thousands of files that can be made again.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     replace_file(f"{folder}/a", lambda file: file.write(b"whole"))
    ...     os.listdir(folder)
    ['a']
    """
    folder = os.path.dirname(path)
    temporary = os.path.join(folder, f"{TEMPORARY}{os.urandom(8).hex()}.tmp")
    try:
        # os.open, not tempfile: so the new file has the usual permissions of a new file.
        with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), "wb") as file:
            if mode is not None:
                os.fchmod(file.fileno(), stat.S_IMODE(mode))
            fill(file)
            file.flush()
            if sync:
                os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:  # also Ctrl-C: no half-written file is left behind
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    if sync:
        _sync_folder(folder)


def require_folder(path: str, problem: str | None = None, *, field: str = "out") -> str:
    """The folder that a file is to be written to; `BadInput` if it does not exist.

    `problem` replaces "PATH cannot be written" at the head of the message.

    >>> require_folder("a.txt")
    '.'
    >>> require_folder("no such/a.txt")
    Traceback (most recent call last):
        ...
    turaga.errors.BadInput: 'no such/a.txt' cannot be written: there is no folder 'no such', make it first
    """
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise BadInput(
            problem or f"{path!r} cannot be written",
            accepted=f"there is no folder {folder!r}, make it first",
            field=field,
            value=path,
        )
    return folder


def _sync_folder(folder: str) -> None:
    """Flush the names in a folder to the disk, where the system can do that. Otherwise a power cut may undo
    one renaming and keep later ones."""
    with contextlib.suppress(OSError):
        handle = os.open(folder or ".", os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

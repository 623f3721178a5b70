"""Files: read up to a limit, written completely or not at all."""

import contextlib
import os
import pkgutil
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from typing import BinaryIO
from zlib import crc32

from turaga.errors import BadInput

TEMPORARY = ".turaga-"  # the names of incomplete files begin with this
_CHUNK = 1 << 24  # bytes read at once

_incomplete: set[str] = set()  # the temporary files and directories that this process is using
_making = threading.Lock()  # held while one is made


def read_stream(
    file: BinaryIO, what: str, most: "int | Callable[[bytearray], int]", *, accepted: str = "", field: str
) -> bytearray:
    """All bytes of a file, or `BadInput` if there are more than `most`. That can depend on the first bytes.

    The file is read in pieces, so that an endless one ends with an error at the limit. The message begins
    with `what` and ends with `accepted`.

    >>> import io
    >>> read_stream(io.BytesIO(b"12345"), "the file", 4, field="path")
    Traceback (most recent call last):
        ...
    turaga.errors.BadInput: the file has more than 4 bytes, which is the limit
    """
    data = bytearray(file.read(_CHUNK))
    limit = most if isinstance(most, int) else most(data)
    while len(data) <= limit and (piece := file.read(_CHUNK)):
        data += piece
    if len(data) > limit:
        problem = f"{what} has more than {limit} bytes, which is the limit"
        raise BadInput(problem, accepted=accepted, field=field)
    return data


def read_file(
    path: str | os.PathLike[str],
    *,
    most: "int | Callable[[bytearray], int]",
    expected: str = "",
    field: str = "path",
) -> bytearray:
    """The bytes of a file, or of standard input for `-`; `BadInput` if it cannot be read, is empty, or has
    more than `most` bytes, which can depend on the first bytes. `expected` says what it must contain.

    >>> read_file("no such file", most=100)
    Traceback (most recent call last):
        ...
    turaga.errors.BadInput: there is no file 'no such file': name a file, or use - for standard input
    """
    name = os.fspath(path)
    what, other = (
        f"the file {name!r}",
        f"name a file, or use {'@-' if field == 'board' else '-'} for standard input",
    )
    try:
        if name == "-":
            what = "standard input"
            if sys.stdin is None or sys.stdin.closed:
                raise BadInput(f"{what} is closed", accepted="name a file, or pipe text into it", field=field)
            data = read_stream(sys.stdin.buffer, what, most, field=field)
        elif "\0" in name:
            raise FileNotFoundError
        else:
            with open(name, "rb") as file:
                data = read_stream(file, what, most, field=field)
    except FileNotFoundError:
        missing = f"there is no file {name!r}" if name else "the file name is empty"
        raise BadInput(missing, accepted=other, field=field) from None
    except IsADirectoryError:
        raise BadInput(f"{name!r} is a directory", accepted=other, field=field) from None
    except OSError as error:
        raise BadInput(f"{what} cannot be read", accepted=str(error.strerror), field=field) from None
    if not data:
        raise BadInput(f"{what} is empty", accepted=expected, field=field)
    return data


class NotRegular(ValueError):
    """A file is a directory, a pipe, a device or a socket, and must not be read."""


def irregular(mode: int) -> str:
    """What a file is, by its mode, if it is not a regular file. Empty if it is one.

    >>> irregular(os.stat(os.curdir).st_mode), irregular(os.stat(os.devnull).st_mode)
    ('a directory', 'not a regular file')
    """
    if stat.S_ISREG(mode):
        return ""
    return "a directory" if stat.S_ISDIR(mode) else "not a regular file"


def open_regular(path: str | os.PathLike[str]) -> BinaryIO:
    """Open a regular file, or a link to one, for reading. `NotRegular` if it is anything else: reading from a
    pipe could wait forever, and reading from a device could never end.

    >>> open_regular(os.devnull)
    Traceback (most recent call last):
        ...
    turaga.files.NotRegular: it is not a regular file
    """

    def opener(name: str, flags: int) -> int:
        _require_regular(os.stat(name).st_mode)  # before it is opened, which has effects on some devices
        handle = os.open(name, flags | getattr(os, "O_NONBLOCK", 0))
        try:
            _require_regular(os.fstat(handle).st_mode)  # another file may have taken its place
        except NotRegular:
            os.close(handle)
            raise
        return handle

    return open(path, "rb", opener=opener)


def _require_regular(mode: int) -> None:
    if what := irregular(mode):
        raise NotRegular(f"it is {what}")


def read_regular(path: str | os.PathLike[str], *, most: int) -> bytes:
    """The bytes of a regular file. `ValueError` if it is not a regular file or has more than `most` bytes,
    `OSError` if it cannot be read.

    >>> read_regular(os.curdir, most=100)
    Traceback (most recent call last):
        ...
    turaga.files.NotRegular: it is a directory
    """
    with open_regular(path) as file:
        size = os.fstat(file.fileno()).st_size
        if size > most:
            raise ValueError(f"it has more than {most} bytes, which is the limit")
        return file.read(size) or b""  # not more, even if it grows


def read_package_file(package: str, name: str, checksum: int) -> bytes:
    """The bytes of a file that is part of Turaga. `BadInput` if it is damaged: its CRC-32 must be `checksum`.
    Ends of lines do not matter.

    >>> read_package_file("turaga.blocks", "library.txt", 0)
    Traceback (most recent call last):
        ...
    turaga.errors.BadInput: the file 'library.txt' of Turaga is damaged: install Turaga again
    """
    try:
        data = (pkgutil.get_data(package, name) or b"").replace(b"\r\n", b"\n")
    except OSError:
        data = b""
    if crc32(data) != checksum:
        raise BadInput(f"the file {name!r} of Turaga is damaged", accepted="install Turaga again")
    return data


def write_file(
    path: str | os.PathLike[str], fill: Callable[[BinaryIO], object], *, field: str = "path"
) -> None:
    """Write a file completely, or leave what was there: first under a temporary name, then renamed.

    `fill` gets the open file and writes the contents. A link stays, and its target is replaced. A pipe or a
    device such as /dev/null is written to and never replaced. `BadInput` if the file cannot be written.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     write_file(f"{directory}/a", lambda file: file.write(b"whole"))
    ...     read_file(f"{directory}/a", most=100)
    bytearray(b'whole')
    """
    name = os.fspath(path)
    try:
        before = os.stat(name).st_mode if os.path.exists(name) else None
        if before is not None and stat.S_ISDIR(before):
            problem = f"{name!r} is a directory"
            raise BadInput(problem, accepted="it must be the name of a file", field=field)
        if before is not None and not stat.S_ISREG(before):
            with open(name, "wb") as file:
                fill(file)
            return
        replace_file(os.path.realpath(name), fill, mode=before)
    except BrokenPipeError:
        raise
    except OSError as error:
        require_folder(name, field=field)
        problem = f"{name!r} cannot be written: {error.strerror or error}"
        raise BadInput(problem, field=field) from None


def replace_file(
    path: str, fill: Callable[[BinaryIO], object], *, mode: int | None = None, sync: bool = True
) -> None:
    """Write a file under a temporary name in the same directory, flush it to the disk, rename it, and flush
    the renaming too.

    `fill` gets the open file and writes its contents. If anything goes wrong, the old file is untouched and
    nothing is left behind. Only a killed process leaves its temporary file. Without `sync`, a power cut can
    leave an empty file: that is for thousands of files that can be made again.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     replace_file(f"{directory}/a", lambda file: file.write(b"whole"))
    ...     os.listdir(directory)
    ['a']
    """
    directory = os.path.dirname(path)
    temporary = os.path.join(directory, f"{TEMPORARY}{os.urandom(8).hex()}.tmp")
    try:
        with _making:
            _incomplete.add(temporary)
            # os.open, not tempfile: so the new file has the usual permissions of a new file.
            handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        with open(handle, "wb") as file:
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
    finally:
        _incomplete.discard(temporary)
    if sync:
        _sync_directory(directory)


@contextlib.contextmanager
def temporary_directory() -> Iterator[str]:
    """A new directory for temporary files, which is removed at the end of the block.

    >>> with temporary_directory() as directory:
    ...     os.listdir(directory)
    []
    """
    import shutil
    import tempfile

    with _making:
        directory = tempfile.mkdtemp(prefix="turaga-")
        _incomplete.add(directory)
    try:
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)
        _incomplete.discard(directory)


def remove_incomplete() -> None:
    """Remove the temporary files and directories that this process is using. It can make no more of them, so
    it must end now: this is for a process that has no time to clean up by itself."""
    _making.acquire(timeout=0.1)  # and never released
    for path in [*_incomplete]:
        with contextlib.suppress(OSError):
            if os.path.isdir(path):
                import shutil

                shutil.rmtree(path, ignore_errors=True)
            else:
                os.unlink(path)


def require_folder(path: str, problem: str | None = None, *, field: str = "out") -> str:
    """The directory in which a file is to be written; `BadInput` if it does not exist.

    `problem` replaces "PATH cannot be written" at the beginning of the message.

    >>> require_folder("a.txt")
    '.'
    >>> require_folder("no such/a.txt")
    Traceback (most recent call last):
        ...
    turaga.errors.BadInput: 'no such/a.txt' cannot be written: there is no directory 'no such'
    """
    directory = os.path.dirname(path) or "."
    if not os.path.isdir(directory):
        raise BadInput(
            problem or f"{path!r} cannot be written",
            accepted=f"there is no directory {directory!r}",
            field=field,
        )
    return directory


def require_writable(name: str, *, field: str = "out") -> None:
    """Raise `BadInput` if a file cannot be written there: now, not after minutes of work."""
    if not name or os.path.isdir(name):
        raise BadInput(
            f"{name!r} is not a file name" if not name else f"{name!r} is a directory",
            accepted="name a file to write",
            field=field,
        )
    directory = require_folder(name, field=field)
    if not os.access(directory, os.W_OK):
        raise BadInput(
            f"{name!r} cannot be written",
            accepted=f"you have no permission to write to the directory {directory!r}",
            field=field,
        )


def _sync_directory(directory: str) -> None:
    """Flush the names in a directory to the disk, where the system can do that. Otherwise a power cut could
    undo one renaming and keep later ones."""
    with contextlib.suppress(OSError):
        handle = os.open(directory or ".", os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

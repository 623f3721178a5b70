"""Saves samplers to files and loads them, so that the next sample starts in seconds.

A file is a line with a header in JSON, the arrays, and a checksum:

    turaga sampler 2 {"kind": ..., "tours": ..., "arrays": [[<name>, <type>, <length>], ...]}
    the bytes of each array, lowest first, in the order of the header
    <checksum of everything before it>

The checksum is a CRC-32 in eight hexadecimal digits, and a line break. It detects every flipped bit, every
damaged stretch of up to four bytes, and all other damage except one case in four thousand million. It takes a
third of a second per gigabyte. Loading runs no code from the file, and takes no more memory than the file has
bytes. `prepare` reads and writes the file of a name.
"""

import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO
from zlib import crc32

from turaga.board import Board
from turaga.errors import BadInput, BadText
from turaga.files import NotRegular, open_regular, require_writable, write_file
from turaga.limits import Progress
from turaga.sampling.sampler import (
    SAMPLERS,
    InconsistentSampler,
    Sampler,
    sampler_class,
    sampler_for,
    tours_to_sample,
)
from turaga.text import plural, short
from turaga.tours import Tours

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NAME = b"turaga sampler "
_MAGIC = _NAME + b"2 "  # the version of the format
_LARGEST_HEADER = 1 << 28  # ten million holes take a hundred million characters
_CHUNK = 1 << 20  # small enough to stay in the cache between reading and computing the checksum
_SUM = 9  # the length of a checksum with its line break
_TYPES = ("<i1", "<i2", "<i4", "<i8", "<u1", "<u2", "<u4", "<u8")


class BadStore(BadText):
    """A file that is not a saved sampler, or not the right one.

    `replaceable` says whether it is safe to overwrite the file, because it is a damaged sampler. Other files,
    and samplers for other tours or in another format, must not be overwritten.
    """

    def __init__(self, problem: str, *, accepted: str = "", replaceable: bool = False) -> None:
        super().__init__(problem, accepted=accepted)
        self.replaceable = replaceable


@dataclass(frozen=True, slots=True)
class Prepared:
    """A sampler that is ready to use, and what it took: whether it was loaded from a file, and the error if
    it could not be saved, which does no harm to the sampler."""

    sampler: Sampler
    seconds: float
    loaded: bool = False
    unsaved: BadInput | None = None

    @property
    def all_tours(self) -> str:
        """The tours that are sampled, and their number if it is known."""
        tours, total = self.sampler.tours, self.sampler.total
        return f"all {tours.words}" if total is None else tours.with_count(total)


def prepare(
    tours: Tours,
    *,
    method: str = "auto",
    save: str | os.PathLike[str] | None = None,
    counted: bool = False,
    tell: Callable[[str], None] = lambda said: None,
    progress: Progress | None = None,
) -> Prepared:
    """The sampler for these tours: loaded from the file `save` if that exists and is valid; otherwise made,
    and saved if a file is named. `tell` gets a message if a damaged file is replaced. Raises `NoTours` if
    there are no such tours.

    With `counted`, the tours are counted too, which ranks require, and the count is saved with them.

    >>> prepare(Tours("3x4")).all_tours
    '8 open tours of 3x4, ignoring direction and including tours that can be closed'
    """
    if tours.directed:
        problem = "tours at random and tours by number cannot be directed"
        raise BadInput(problem, accepted="leave out directed", field="directed")
    began = time.perf_counter()
    held = None if save is None else _held(os.fspath(save), tours, method, tell, progress)
    sampler = sampler_for(tours, method=method, progress=progress) if held is None else held
    is_new = held is None or (counted and sampler.total is None)
    if counted:
        sampler.count(progress=progress)
    seconds, unsaved = time.perf_counter() - began, None
    if save is not None and is_new:
        try:
            write_file(save, lambda file: save_sampler(sampler, file, progress=progress), field="save")
        except BadInput as error:  # a full disk
            unsaved = error
    return Prepared(sampler, seconds, held is not None, unsaved)


def _held(
    name: str, tours: Tours, method: str, tell: Callable[[str], None], progress: Progress | None
) -> Sampler | None:
    """The sampler in a file. None if the file must be written, because it does not exist or is damaged.
    `BadInput` if it must not be overwritten."""
    if not name:
        raise BadInput("the name of the file is empty", accepted="name the file to save to", field="save")
    try:
        with open_regular(name) as file:
            sampler = load_sampler(file, tours, progress=progress)
    except NotRegular:
        problem = f"{name!r} is not a regular file"
        raise BadInput(problem, accepted="choose another file", field="save") from None
    except FileNotFoundError:
        require_writable(name, field="save")
        return None
    except BadStore as error:
        if not error.replaceable:
            raise BadInput(f"{name!r} was not changed", accepted=str(error), field="save") from None
        tell(f"{name!r} will be replaced: {error}")
        return None
    except OSError as error:
        why = str(error.strerror or error)
        raise BadInput(f"the file {name!r} cannot be read", accepted=why, field="save") from None
    if method not in ("auto", sampler.name):
        problem = f"{name!r} contains a sampler of method {sampler.name}, not {method}"
        raise BadInput(problem, accepted="choose another file", field="save")
    return sampler


def save_sampler(sampler: Sampler, file: BinaryIO, *, progress: Progress | None = None) -> None:
    """Save a sampler to a file. This takes a second or two per gigabyte.

    >>> import io
    >>> file = io.BytesIO()
    >>> save_sampler(sampler_for(Tours("3x4")), file)
    >>> file.getvalue()[:14], load_sampler(file, Tours("3x4")).total
    (b'turaga sampler', 8)
    """
    import numpy as np

    arrays = {name: np.ascontiguousarray(array) for name, array in sampler.arrays().items()}
    facts = {
        "kind": sampler.name,
        "tours": _facts(sampler.tours),
        "arrays": [
            (name, f"<{array.dtype.kind}{array.dtype.itemsize}", array.size) for name, array in arrays.items()
        ],
    }
    header = _MAGIC + json.dumps(facts).encode() + b"\n"
    check = crc32(header)
    file.write(header)
    whole = sum(array.nbytes for array in arrays.values())
    done = 0
    for array in arrays.values():
        little = array.astype(array.dtype.newbyteorder("<"), copy=False)
        held = little.reshape(-1).view(np.uint8).data
        for at in range(0, len(held), _CHUNK):
            if progress:
                progress("saving the sampler", done, whole)
            piece = held[at : at + _CHUNK]
            check = crc32(piece, check)
            file.write(piece)
            done += len(piece)
    file.write(_line(check))


def load_sampler(file: BinaryIO, tours: Tours, *, progress: Progress | None = None) -> Sampler:
    """Load the sampler for these tours from a file. Raises `BadStore` if the file is damaged or is not a
    sampler for these tours. This takes a second or two per gigabyte.

    >>> import io
    >>> load_sampler(io.BytesIO(b"Dear diary"), Tours("3x4"))
    Traceback (most recent call last):
        ...
    turaga.sampling.saved_sampler.BadStore: the file is not a saved sampler: choose a saved sampler or a new
    file
    """
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    tours = tours_to_sample(tours)
    header = file.readline(_LARGEST_HEADER)
    if not header.startswith(_MAGIC):
        if _MAGIC.startswith(header):  # an empty file is truncated too
            raise _damaged("it is empty" if not header else "it is truncated")
        if header.startswith(_NAME):
            raise BadStore("the sampler file has another format", accepted="choose a new file")
        raise BadStore("the file is not a saved sampler", accepted="choose a saved sampler or a new file")
    kind, held, specs = _parse_header(header.removeprefix(_MAGIC))
    whole = sum(nbytes for _, _, nbytes in specs)
    found = size - len(header) - _SUM
    if found != whole:
        raise _damaged(f"it should have {plural(whole, 'byte')} of data, but has {max(found, 0)}")
    arrays, check = _read_arrays(file, specs, crc32(header), progress)
    if file.read(_SUM) != _line(check):
        raise _damaged("its checksum is wrong")
    if held != _facts(tours):
        raise BadStore(
            f"the file is a sampler for the {short(_held_words(held), 200)}, not for the {tours.words}",
            accepted="choose another file",
        )
    try:
        return sampler_class(kind).from_arrays(tours, arrays)
    except (InconsistentSampler, KeyError):
        raise _damaged("its arrays contradict each other") from None


_Spec = tuple[str, str, int]  # name, type, bytes


def _parse_header(header: bytes) -> tuple[str, Any, list[_Spec]]:
    """The kind, tours and arrays, all checked: a correct checksum does not say who wrote the file."""
    try:
        facts = json.loads(header)
        kind, held = facts["kind"], facts["tours"]
        specs = [_parse_spec(*one) for one in facts["arrays"]]
    except (LookupError, TypeError, ValueError, RecursionError):
        raise _damaged("its header is not valid") from None
    if not isinstance(kind, str) or kind not in SAMPLERS:
        raise _damaged(f"the kind of sampler {short(str(kind))!r} is not known")
    return kind, held, specs


def _parse_spec(name: Any, type: Any, length: Any) -> _Spec:
    sound = isinstance(name, str) and type in _TYPES and isinstance(length, int)
    if not sound or not 0 <= length < 1 << 48:
        raise ValueError
    return name, type, length * int(type[2:])


def _read_arrays(
    file: BinaryIO, specs: list[_Spec], check: int, progress: Progress | None
) -> "tuple[dict[str, NDArray[Any]], int]":
    """Read the arrays, and return them with the checksum so far. The size of the file has been checked."""
    import numpy as np

    arrays: dict[str, NDArray[Any]] = {}
    whole = sum(nbytes for _, _, nbytes in specs)
    done = 0
    for name, type, nbytes in specs:
        held = np.empty(nbytes, dtype=np.uint8)
        for at in range(0, nbytes, _CHUNK):
            if progress:
                progress("loading the sampler", done, whole)
            piece = held[at : at + _CHUNK].data
            got = file.readinto(piece)  # type: ignore[attr-defined]
            if got != len(piece):
                raise _damaged("it is truncated")
            check = crc32(piece, check)
            done += got
        arrays[name] = held.view(type).astype(type[1:], copy=False)
    return arrays, check


def _facts(tours: Tours) -> dict[str, Any]:
    """The tours, in the form of the header. Squares are indices."""
    board = tours.board
    return {
        "rows": board.rows,
        "cols": board.cols,
        "holes": sorted(board.hole_indices),
        "leaper": list(board.leaper),
        "closed": tours.closed,
        "start": tours.start_index,
        "end": tours.end_index,
    }


def _held_words(held: Any) -> str:
    """The tours that a header describes, in words. The header may contain anything."""
    try:
        board = Board(held["rows"], held["cols"], leaper=tuple(held["leaper"]))
        holes = [board.square(n) for n in held["holes"]]
        board = Board(board.rows, board.cols, holes=holes, leaper=board.leaper)
        return Tours.at(board, held["start"], held["end"], closed=bool(held["closed"])).words
    except (LookupError, TypeError, ValueError):
        return "tours of another board"


def _damaged(why: str) -> BadStore:
    return BadStore("the sampler file is damaged", accepted=why, replaceable=True)


def _line(check: int) -> bytes:
    return b"%08x\n" % check

"""Saves samplers to files and loads them, so that the next sample starts in seconds.

A file is a line with a header in JSON, the arrays, and a checksum:

    turaga sampler 2 {"kind": ..., "tours": ..., "arrays": [[<name>, <type>, <length>], ...]}
    the bytes of each array, lowest first, in the order of the header
    <checksum of everything before it>

The checksum is a CRC-32 in eight hexadecimal digits, and a line break. It detects every flipped bit, every
damaged stretch of up to four bytes, and all other damage except one case in four thousand million. It takes a
third of a second per gigabyte. Loading runs no code from the file, and takes no more memory than the file has
bytes. The caller opens the files.
"""

import json
import os
from typing import TYPE_CHECKING, Any, BinaryIO
from zlib import crc32

from turaga.board import Board
from turaga.errors import BadText
from turaga.limits import Progress
from turaga.sample.sampler import SAMPLERS, InconsistentSampler, Sampler, sampler_class, tours_to_sample
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


def save_sampler(sampler: Sampler, file: BinaryIO, *, progress: Progress | None = None) -> None:
    """Save a sampler to a file. This takes a second or two per gigabyte.

    >>> import io
    >>> from turaga.sample.sampler import make_sampler
    >>> file = io.BytesIO()
    >>> save_sampler(make_sampler("3x4"), file)
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
    turaga.sample.saved_sampler.BadStore: the file is not a saved sampler: choose a saved sampler or a new
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

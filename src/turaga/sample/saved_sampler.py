"""Saves samplers to files and loads them, so that the next sample starts in seconds.

A file is one line of text, a header in JSON, the arrays, and a checksum:

    turaga sampler 1 <bytes of the header> <checksum of the header>
    {"kind": ..., "tours": ..., "arrays": [{"name": ..., "type": ..., "shape": ...}, ...]}
    the bytes of each array, lowest first, in the order of the header
    <checksum of everything before it>

A checksum is a CRC-32 in eight hexadecimal digits, and a line break. It detects every flipped bit, every
damaged stretch of up to four bytes, and all other damage except one case in four thousand million. It takes a
third of a second per gigabyte. Loading runs no code from the file, and takes no more memory than the file has
bytes. The caller opens the files.

Why not `np.savez`? Files of 0.1.0 must stay readable, so this reader stays in any case, and writing is only a
quarter of this module. A second format would need a second reader, which would have to limit the size of the
arrays before loading them, and could report progress only array by array.
"""

import json
import os
from math import prod
from typing import TYPE_CHECKING, Any, BinaryIO
from zlib import crc32

from turaga.board import Board
from turaga.count.request import Tours
from turaga.errors import BadText
from turaga.limits import Progress
from turaga.sample.sampler import SAMPLERS, InconsistentSampler, Sampler, sampler_class, tours_to_sample
from turaga.text import plural, short

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MAGIC = b"turaga sampler "
_VERSION = 1
_LONGEST_LINE = 200
_LARGEST_HEADER = 1 << 28  # ten million holes take a hundred million characters
_CHUNK = 1 << 20  # small enough to stay in the cache between reading and computing the checksum
_SUM = 9  # the length of a checksum with its line break
_TYPES = ("<i1", "<i2", "<i4", "<i8", "<u1", "<u2", "<u4", "<u8")


class BadStore(BadText):
    """A file that is not a saved sampler, or not the right one.

    `replaceable` says whether it is safe to overwrite the file, because it is a saved sampler that is damaged
    or has another format version. Other files, and samplers for other tours, must not be overwritten.
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
    >>> file.getvalue()[:16], load_sampler(file, Tours.of("3x4")).total
    (b'turaga sampler 1', 8)
    """
    import numpy as np

    arrays = {name: np.ascontiguousarray(array) for name, array in sampler.arrays().items()}
    header = (
        json.dumps(
            {
                "kind": sampler.name,
                "tours": _facts(sampler.tours),
                "arrays": [
                    {"name": name, "type": f"<{array.dtype.kind}{array.dtype.itemsize}", "shape": array.shape}
                    for name, array in arrays.items()
                ],
            }
        ).encode()
        + b"\n"
    )
    line = b"%s%d %d %s\n" % (_MAGIC, _VERSION, len(header), _letters(crc32(header)))
    check = crc32(line + header)
    file.write(line + header)
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
    file.write(_letters(check) + b"\n")


def load_sampler(file: BinaryIO, tours: Tours, *, progress: Progress | None = None) -> Sampler:
    """Load the sampler for these tours from a file. Raises `BadStore` if the file is damaged or is not a
    sampler for these tours. This takes a second or two per gigabyte.

    >>> import io
    >>> load_sampler(io.BytesIO(b"Dear diary"), Tours.of("3x4"))
    Traceback (most recent call last):
        ...
    turaga.sample.saved_sampler.BadStore: the file is not a saved sampler: choose a saved sampler or a new
    file
    """
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    tours = tours_to_sample(tours)
    kind, specs, check = _read_head(file, size, tours)
    whole = sum(nbytes for _, _, _, nbytes in specs)
    found = size - file.tell() - _SUM
    if found != whole:
        raise _damaged(f"it should have {plural(whole, 'byte')} of data, but has {max(found, 0)}")
    arrays, check = _read_arrays(file, specs, check, progress)
    if file.read(_SUM) != _letters(check) + b"\n":
        raise _damaged("the checksum of its data is wrong")
    try:
        return sampler_class(kind).from_arrays(tours, arrays)
    except KeyError as error:
        raise _damaged(f"it has no array {error}") from None
    except InconsistentSampler:
        raise _damaged("its arrays contradict each other") from None


_Spec = tuple[str, str, tuple[int, ...], int]  # name, type, shape, bytes


def _read_head(file: BinaryIO, size: int, tours: Tours) -> tuple[str, list[_Spec], int]:
    """The kind of sampler and the arrays that the header describes, and the checksum of the header."""
    line = file.readline(_LONGEST_LINE)
    if not line.startswith(_MAGIC):
        if _MAGIC.startswith(line):  # an empty file is truncated too
            raise _damaged("it is empty" if not line else "it is truncated")
        raise BadStore("the file is not a saved sampler", accepted="choose a saved sampler or a new file")
    words = line.split(b" ")
    if len(words) != 5 or not line.endswith(b"\n") or not (words[2].isdigit() and words[3].isdigit()):
        raise _damaged("its first line is incomplete")
    if int(words[2]) != _VERSION:
        raise BadStore(
            f"the file has format version {int(words[2])}, but this version of Turaga reads {_VERSION}",
            replaceable=True,
        )
    length = int(words[3])
    if length > min(size, _LARGEST_HEADER):
        raise _damaged("its header is truncated")
    header = file.read(length)
    if _letters(crc32(header)) + b"\n" != words[4]:
        raise _damaged("the checksum of its header is wrong")
    kind, held, specs = _parse_header(header)
    if held != _facts(tours):
        raise BadStore(
            f"the file is a sampler for the {short(_held_words(held), 200)}, not for the {tours.words}",
            accepted="choose another file",
        )
    return kind, specs, crc32(line + header)


def _parse_header(header: bytes) -> tuple[str, Any, list[_Spec]]:
    """The kind, tours and arrays, all checked: a correct checksum does not say who wrote the file."""
    try:
        facts = json.loads(header)
        kind, held, listed = facts["kind"], facts["tours"], facts["arrays"]
        specs = [_parse_spec(one["name"], one["type"], one["shape"]) for one in listed]
    except (LookupError, TypeError, ValueError, RecursionError):
        raise _damaged("its header is not valid") from None
    if not isinstance(kind, str) or kind not in SAMPLERS:
        raise _damaged(f"the kind of sampler {short(str(kind))!r} is not known")
    return kind, held, specs


def _parse_spec(name: Any, type: Any, shape: Any) -> _Spec:
    sound = isinstance(name, str) and type in _TYPES and isinstance(shape, list) and len(shape) < 5
    if not sound or not all(isinstance(n, int) and 0 <= n < 1 << 48 for n in shape):
        raise ValueError
    return name, type, tuple(shape), prod(shape) * int(type[2:])


def _read_arrays(
    file: BinaryIO, specs: list[_Spec], check: int, progress: Progress | None
) -> "tuple[dict[str, NDArray[Any]], int]":
    """Read the arrays, and return them with the checksum so far. The size of the file has been checked."""
    import numpy as np

    arrays: dict[str, NDArray[Any]] = {}
    whole = sum(nbytes for _, _, _, nbytes in specs)
    done = 0
    for name, type, shape, nbytes in specs:
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
        arrays[name] = held.view(type).astype(type[1:], copy=False).reshape(shape)
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
        return Tours(
            board=board, closed=bool(held["closed"]), start_index=held["start"], end_index=held["end"]
        ).words
    except (LookupError, TypeError, ValueError):
        return "tours of another board"


def _damaged(why: str) -> BadStore:
    return BadStore("the sampler file is damaged", accepted=why, replaceable=True)


def _letters(check: int) -> bytes:
    return b"%08x" % check

"""The checksums of a survey's files: CRC-32, which detects every flipped bit and every damaged run of up to
32 bits.

Each `shards` file has a *seal*, a note in its metadata:

    job 1 plan 0a1b2c3d walks 4e5f6071 shards 8293a4b5

It contains the number of the job and three checksums: of the plan, of the job's `walks` file, and of the file
that the note is in. The last one is computed with zeros in its own place. So one seal covers every byte of
both files and says which plan they belong to. Parquet's own checksums are not enough: they cover the pages,
but neither the page headers nor the metadata.

Version 0.1.0 wrote no seal, only a note with the checksum of `walks`. `checked_files.py` still reads it.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple
from zlib import crc32

_SEAL = re.compile(rb"job ([0-9]{1,9}) plan ([0-9a-f]{8}) walks ([0-9a-f]{8}) shards ([0-9a-f]{8})")
_BLANK = b"0" * 8


class Seal(NamedTuple):
    """What the seal of a `shards` file says: the job, and the checksums of the plan and of `walks`.

    >>> Seal(1, "0a1b2c3d", "4e5f6071").blank
    'job 1 plan 0a1b2c3d walks 4e5f6071 shards 00000000'
    """

    job: int
    plan: str
    walks: str

    @property
    def blank(self) -> str:
        """The note as first written, before the file's own checksum is known."""
        return f"job {self.job} plan {self.plan} walks {self.walks} shards {_BLANK.decode()}"


def checksum(data: bytes) -> str:
    """The checksum as eight hexadecimal digits. A gigabyte takes about a second.

    >>> checksum(b"123456789")
    'cbf43926'
    """
    return f"{crc32(data):08x}"


def json_checksum(facts: Mapping[str, Any]) -> str:
    """The checksum of a JSON object. Spaces and the order of the keys do not matter.

    >>> json_checksum({"a": 1, "b": 2}) == json_checksum({"b": 2, "a": 1})
    True
    """
    return checksum(json.dumps(facts, sort_keys=True).encode())


def sealed(data: bytes) -> bytes:
    """Fill the checksum of the file itself into its blank seal.

    >>> whole = sealed(b"rows " + Seal(1, "0a1b2c3d", "4e5f6071").blank.encode())
    >>> read_seal(whole)
    Seal(job=1, plan='0a1b2c3d', walks='4e5f6071')
    """
    found = _SEAL.search(data)
    assert found, "the note is not compressed"
    return data[: found.start(4)] + checksum(data).encode() + data[found.end(4) :]


def read_seal(data: bytes) -> Seal | None:
    """The seal of a file, checked against every byte of it. None if there is no seal; raises `ValueError` if
    the checksum is wrong.

    >>> read_seal(b"rows")
    >>> read_seal(b"rows " + Seal(1, "0a1b2c3d", "4e5f6071").blank.encode())
    Traceback (most recent call last):
    ValueError: its checksum is ac5a3687, not 00000000
    """
    found = _SEAL.search(data)
    if found is None:
        return None
    job, plan, walks, stored = (group.decode() for group in found.groups())
    own = checksum(data[: found.start(4)] + _BLANK + data[found.end(4) :])
    if own != stored:
        raise ValueError(f"its checksum is {own}, not {stored}")
    return Seal(int(job), plan, walks)

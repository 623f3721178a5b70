"""The checksums of a survey's files: CRC-32, which finds every flipped bit and every damaged stretch of up to
32 bits.

A file of `shards` carries a *seal*, a note in its metadata:

    job 1 plan 0a1b2c3d walks 4e5f6071 shards 8293a4b5

It names the job and the checksums of the plan, of the job's file of `walks`, and of the file it is in, which
is computed with zeros in place of itself. So one seal covers every byte of both files, and tells to which
plan they belong. Parquet's own checksums do not do that: they cover the pages, not their headers and not the
metadata.

Version 0.1.0 wrote no seal, but a note with the checksum of `walks` only: `checked_files.py` still reads it.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple
from zlib import crc32

_SEAL = re.compile(rb"job ([0-9]{1,9}) plan ([0-9a-f]{8}) walks ([0-9a-f]{8}) shards ([0-9a-f]{8})")
_BLANK = b"0" * 8


class Seal(NamedTuple):
    """What a file of `shards` says of itself: its job, and the checksums of the plan and of `walks`.

    >>> Seal(1, "0a1b2c3d", "4e5f6071").blank
    'job 1 plan 0a1b2c3d walks 4e5f6071 shards 00000000'
    """

    job: int
    plan: str
    walks: str

    @property
    def blank(self) -> str:
        """The note as it is written first, before the file's own checksum is known."""
        return f"job {self.job} plan {self.plan} walks {self.walks} shards {_BLANK.decode()}"


def checksum(data: bytes) -> str:
    """The checksum in eight hexadecimal digits; a gigabyte takes about a second.

    >>> checksum(b"123456789")
    'cbf43926'
    """
    return f"{crc32(data):08x}"


def json_checksum(facts: Mapping[str, Any]) -> str:
    """The checksum of a JSON object; spaces and the order of the keys do not matter.

    >>> json_checksum({"a": 1, "b": 2}) == json_checksum({"b": 2, "a": 1})
    True
    """
    return checksum(json.dumps(facts, sort_keys=True).encode())


def sealed(data: bytes) -> bytes:
    """A file with a blank seal, with its own checksum filled in.

    >>> whole = sealed(b"rows " + Seal(1, "0a1b2c3d", "4e5f6071").blank.encode())
    >>> read_seal(whole)
    Seal(job=1, plan='0a1b2c3d', walks='4e5f6071')
    """
    found = _SEAL.search(data)
    assert found, "the note is not compressed"
    return data[: found.start(4)] + checksum(data).encode() + data[found.end(4) :]


def read_seal(data: bytes) -> Seal | None:
    """The seal of a file, checked against every byte of it; None if there is no seal, `ValueError` if it does
    not agree.

    >>> read_seal(b"rows")
    >>> read_seal(b"rows " + Seal(1, "0a1b2c3d", "4e5f6071").blank.encode())
    Traceback (most recent call last):
    ValueError: its checksum is ac5a3687, not 00000000
    """
    found = _SEAL.search(data)
    if found is None:
        return None
    job, plan, walks, noted = (group.decode() for group in found.groups())
    own = checksum(data[: found.start(4)] + _BLANK + data[found.end(4) :])
    if own != noted:
        raise ValueError(f"its checksum is {own}, not {noted}")
    return Seal(int(job), plan, walks)

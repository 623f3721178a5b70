"""The checksums of a survey's files: CRC-32, which detects every flipped bit and every damaged run of up to
32 bits.

Each file of a job has a *seal*, a note in its metadata:

    job 1 plan 0a1b2c3d crc32 4e5f6071

It has the number of the job, the checksum of the plan, and the checksum of the file itself, computed with
zeros in its own place. So a seal covers every byte of its file and says which plan the file belongs to.
Parquet's own checksums are not enough: they cover the pages, but neither the page headers nor the metadata.
"""

import json
import re
from collections.abc import Mapping
from typing import Any
from zlib import crc32

_SEAL = re.compile(rb"job ([0-9]{1,9}) plan ([0-9a-f]{8}) crc32 ([0-9a-f]{8})")
_BLANK = b"0" * 8


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


def blank_seal(job: int, plan: str) -> str:
    """The seal as first written, before the checksum of the file is known.

    >>> blank_seal(1, "0a1b2c3d")
    'job 1 plan 0a1b2c3d crc32 00000000'
    """
    return f"job {job} plan {plan} crc32 {_BLANK.decode()}"


def sealed(data: bytes) -> bytes:
    """Fill the checksum of the file itself into its blank seal.

    >>> read_seal(sealed(b"rows " + blank_seal(1, "0a1b2c3d").encode()))
    (1, '0a1b2c3d')
    """
    found = _found_seal(data)
    return data[: found.start(3)] + checksum(data).encode() + data[found.end(3) :]


def read_seal(data: bytes) -> tuple[int, str]:
    """The job and the checksum of the plan in the seal of a file. Every byte of the file is checked; raises
    `ValueError` if it has no seal or another checksum.

    >>> read_seal(b"rows " + blank_seal(1, "0a1b2c3d").encode())
    Traceback (most recent call last):
    ValueError: its checksum is 36f7fadf, not 00000000
    """
    found = _found_seal(data)
    job, plan, stored = (group.decode() for group in found.groups())
    own = checksum(data[: found.start(3)] + _BLANK + data[found.end(3) :])
    if own != stored:
        raise ValueError(f"its checksum is {own}, not {stored}")
    return int(job), plan


def _found_seal(data: bytes) -> re.Match[bytes]:
    """The seal, which is near the end of the file."""
    found = _SEAL.match(data, max(data.rfind(b"job "), 0))
    if found is None:
        raise ValueError("its seal is missing or damaged")
    return found

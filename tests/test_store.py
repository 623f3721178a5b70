"""Saved samplers: they are loaded as they were saved, and every other file is rejected."""

import io
import json
import random
from zlib import crc32

import numpy as np
import pytest

from turaga import Board
from turaga.errors import BadInput
from turaga.sampling.sampler import sampler_for
from turaga.sampling.saved_sampler import BadStore, load_sampler, save_sampler
from turaga.tours import Tours

SMALL = Tours("3x4", start="1,1")


def saved(tours=SMALL):
    file = io.BytesIO()
    save_sampler(sampler_for(tours, method="sweep"), file)
    return file.getvalue()


WHOLE = saved()
MAGIC = b"turaga sampler 2 "
HEADER, DATA = WHOLE.removeprefix(MAGIC).split(b"\n", 1)


def load(data, tours=SMALL):
    return load_sampler(io.BytesIO(data), tours)


def refused(data, tours=SMALL):
    with pytest.raises(BadStore) as caught:
        load(data, tours)
    assert isinstance(caught.value, BadInput)
    return caught.value


def made(header, data=DATA[:-9]):
    """A file with this header and a correct checksum."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    body = MAGIC + text + b"\n" + data
    return body + b"%08x\n" % crc32(body)


@pytest.mark.parametrize(
    "tours",
    [
        SMALL,
        Tours("3x30", closed=True),
        Tours("4x5", start="1,1", end="4,5"),
        Tours(Board(5, 5, holes=[(0, 0)]), closed=True),
        Tours(Board("4x4").with_leaper((0, 1))),
        Tours("1x1"),
    ],
    ids=lambda tours: tours.words,
)
def test_a_saved_sampler_can_be_loaded(tours):
    sampler = sampler_for(tours, method="sweep")
    file = io.BytesIO()
    save_sampler(sampler, file)
    again = load_sampler(file, tours)
    assert (again.name, again.tours, again.total) == ("sweep", tours, sampler.total)
    assert list(again.draw(30, seed=3)) == list(sampler.draw(30, seed=3))
    for name, array in sampler.arrays().items():
        assert again.arrays()[name].dtype == array.dtype
        assert np.array_equal(again.arrays()[name], array)
    other = io.BytesIO()
    save_sampler(again, other)
    assert other.getvalue() == file.getvalue()


def test_the_format_is_the_one_described():
    facts = json.loads(HEADER)
    assert facts["kind"] == "sweep"
    assert [name for name, _, _ in facts["arrays"]][-1] == "counts"
    assert made(HEADER) == WHOLE


def test_every_flipped_bit_is_detected():
    rolls = random.Random(1)
    for at in range(len(WHOLE)):
        spoiled = bytearray(WHOLE)
        spoiled[at] ^= 1 << rolls.randrange(8)
        error = refused(bytes(spoiled))
        # Only damage to the first words hides that this was a sampler file.
        assert error.replaceable == (at >= len(MAGIC)), at


def test_every_truncated_file_is_detected():
    for length in range(len(WHOLE)):
        assert refused(WHOLE[:length]).replaceable, length
    assert "empty" in str(refused(b""))


@pytest.mark.parametrize("more", [b"x", b"\n", b"x" * 100, WHOLE])
def test_files_that_are_too_long_are_damaged(more):
    assert "bytes of data" in str(refused(WHOLE + more))


@pytest.mark.parametrize(
    "data",
    [b"Dear diary", b"\n", b"\0" * 1000, b"\x93NUMPY", b"turaga samplex {}", b"x" * 10**6, b"1 2 3\n4 5 6\n"],
    ids=range(7),
)
def test_other_files_are_rejected_and_never_replaceable(data):
    assert "not a saved sampler" in str(refused(data))
    assert not refused(data).replaceable
    assert not refused(WHOLE.replace(MAGIC, b"turaga sampler 3 ")).replaceable


def test_samplers_for_other_tours_are_rejected_and_never_replaceable():
    for tours in (
        Tours("3x4"),
        Tours("4x3", start="1,1"),
        Tours("3x4", start="1,4"),
        Tours(Board(3, 4, holes=[(0, 3)]), start="1,1"),
        Tours(Board("3x4").with_leaper((0, 1)), start="1,1"),
    ):
        error = refused(WHOLE, tours)
        assert "is a sampler for the open tours of 3x4 starting on a3" in str(error)
        assert tours.words in str(error)
        assert not error.replaceable
    assert not refused(saved(Tours("3x10", closed=True)), Tours("3x10")).replaceable


def with_array(**change):
    """The header with a different first array."""
    facts = json.loads(HEADER)
    spec = dict(zip(("name", "type", "length"), facts["arrays"][0], strict=True)) | change
    facts["arrays"][0] = list(spec.values())
    return facts


HOSTILE = [
    b"",
    b"[]",
    b"null",
    b"{",
    b"\xff\xfe",
    b"[" * 100_000,
    b'{"kind": "sweep", "tours": {}, "arrays": 7}',
    {},
    {**json.loads(HEADER), "kind": "os.system"},
    {**json.loads(HEADER), "kind": ["sweep"]},
    {**json.loads(HEADER), "arrays": []},
    {**json.loads(HEADER), "arrays": [7]},
    {**json.loads(HEADER), "arrays": json.loads(HEADER)["arrays"] * 2},
    {**json.loads(HEADER), "arrays": json.loads(HEADER)["arrays"][::-1]},
    *(with_array(length=one) for one in (2**60, 10**4000, -14, 1.5, "14", 0, True, [14], None)),
    *(with_array(type=one) for one in ("O", "<M8[s]", "|V8", "<f8", ["<i8"], "<u8")),
    *(with_array(name=one) for one in ("others", 7, None)),
    with_array(more=1),
]


@pytest.mark.parametrize("header", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_headers_are_rejected(header):
    refused(made(header))


@pytest.mark.parametrize(
    "held",
    [{}, [], 7, None, "3x4", {"rows": -1}, {"rows": 10**500, "cols": 1}, {"rows": "3", "cols": [4]}],
    ids=range(8),
)
def test_headers_with_invalid_tours_are_other_tours(held):
    error = refused(made({**json.loads(HEADER), "tours": held}))
    assert "tours of another board" in str(error)
    assert len(str(error)) < 400


def test_inconsistent_data_with_a_correct_checksum_is_damaged():
    rolls = random.Random(3)
    found = 0
    for _ in range(200):
        data = bytearray(DATA[:-9])
        data[rolls.randrange(len(data))] = rolls.randrange(256)
        try:
            load(made(HEADER, bytes(data)))
        except BadStore:
            found += 1
    assert found > 150


def test_progress_is_reported():
    told = []
    file = io.BytesIO()
    sampler = sampler_for(SMALL)
    save_sampler(sampler, file, progress=lambda *args: told.append(args))
    load_sampler(file, SMALL, progress=lambda *args: told.append(args))
    assert {what for what, _, _ in told} == {"saving the sampler", "loading the sampler"}
    assert all(0 <= done <= whole for _, done, whole in told)

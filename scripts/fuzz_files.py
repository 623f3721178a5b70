"""Fuzzes files that have checksums: saved samplers and surveys whose contents are changed and sealed again.

A checksum detects damage, but it does not say who wrote a file. These cases have correct checksums and
contents that no run of Turaga could have written. A reader must refuse them or give an answer that holds:
every tour that it returns is verified. `make fuzz` runs these targets among others; alone they run with

    python scripts/fuzz_files.py --number 20000 [--seed 0] [--only surveys]
"""

import argparse
import io
import itertools
import json
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from fuzzing import Target, Wrong, fuzz, mutate_bytes
from turaga.rule import Rule
from turaga.sampling.sampler import sampler_for
from turaga.sampling.saved_sampler import load_sampler, save_sampler
from turaga.survey.checksums import _SEAL, blank_seal, json_checksum, read_seal, sealed
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.runner import run_survey
from turaga.tours import Tours
from turaga.verify import verify

INTEGERS = [0, 1, -1, 2, 3, 255, 2**15, -(2**15), 2**31 - 1, -(2**31), 2**53, 2**62, 2**63 - 1, -(2**63)]
VALUES: list[Any] = [None, True, False, 0, 1, -1, 7, 10**6, 10**30, 10**400, 1.5, float("nan"), float("inf")]
VALUES += [
    "",
    "x",
    "5x5",
    "99x99",
    "all",
    "random:3",
    "12345678",
    "\x1b[31m",
    [],
    {},
    [[]],
    [None],
    [1, 2],
    {"a": 1},
]


# -- samplers ---------------------------------------------------------------------------------------------

_ASKED = [
    Tours("3x4"),
    Tours("5x6", closed=True),
    Tours("3x10", closed=True),
    Tours("5x5", start="1,1"),
    Tours("6x6", closed=True),
    Tours("4x5", start="1,1", end="4,1"),
]


class SamplerCase(NamedTuple):
    """Which tours are asked for, and the changed file."""

    which: int
    data: bytes
    what: str


class _Stub:
    """Something that `save_sampler` can save: any arrays."""

    def __init__(self, name: str, tours: Tours, arrays: dict[str, Any]) -> None:
        self.name, self.tours, self._arrays = name, tours, arrays

    def arrays(self) -> dict[str, Any]:
        return self._arrays


@cache
def _samplers() -> "list[Any]":
    return [sampler_for(tours) for tours in _ASKED]


def make_sampler_case(random: Random) -> SamplerCase:
    """A sampler file in which arrays are changed. Its checksums are correct."""
    import numpy as np

    which = random.randrange(len(_ASKED))
    sampler = _samplers()[which]
    arrays: dict[str, Any] = {name: array.copy() for name, array in sampler.arrays().items()}
    done = []
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        name = random.choice(sorted(arrays))
        array = arrays[name]
        how = random.choice(
            ("write", "write", "write", "cut", "add", "swap", "copy", "shift", "type", "lose")
        )
        done.append(f"{how} {name}")
        if how == "write" and len(array):
            info = np.iinfo(array.dtype)
            value = random.choice([*INTEGERS, random.randrange(info.min, info.max), random.randrange(100)])
            array[random.randrange(len(array))] = np.array(value % (1 << 64), np.uint64).astype(array.dtype)
        elif how == "cut":
            arrays[name] = array[: random.randrange(len(array) + 1)]
        elif how == "add":
            arrays[name] = np.append(array, array[: random.randrange(1, 4)])
        elif how == "swap" and len(array) > 1:
            i, j = random.randrange(len(array)), random.randrange(len(array))
            array[[i, j]] = array[[j, i]]
        elif how == "copy" and len(array):
            array[random.randrange(len(array))] = array[random.randrange(len(array))]
        elif how == "shift":
            arrays[name] = array + np.array(1, array.dtype)
        elif how == "type":
            arrays[name] = array.astype(random.choice(("i1", "i2", "i4", "i8", "u1", "u4", "u8")))
        elif how == "lose":
            del arrays[name]
        if not arrays:
            break
    kind = random.choice((sampler.name, sampler.name, sampler.name, "sweep", "halves"))
    file = io.BytesIO()
    stub: Any = _Stub(kind, sampler.tours, arrays)
    save_sampler(stub, file)
    data = file.getvalue()
    if random.random() < 0.1:
        done.append("header")
        data = _with_header(random, data)
    return SamplerCase(which, data, ", ".join(done))


def _with_header(random: Random, data: bytes) -> bytes:
    """A sampler file with one value of its header changed, and its checksum computed again."""
    from zlib import crc32

    line, _, rest = data.partition(b"\n")
    header = json.loads(line.removeprefix(b"turaga sampler 2 "))
    _change_json(random, header)
    body = b"turaga sampler 2 " + json.dumps(header).encode() + b"\n" + rest[:-9]
    return body + b"%08x\n" % crc32(body)


def run_sampler_case(case: SamplerCase) -> None:
    """Load the sampler and use it in every way. Raise `Wrong` if a tour is not one."""
    tours = _ASKED[case.which]
    sampler = load_sampler(io.BytesIO(case.data), tours)
    total = sampler.count()
    drawn = [*sampler.draw(3, seed=1), sampler.unrank(1), sampler.unrank(total)]
    for tour in drawn:
        report = verify(tour)
        if not report.is_tour or (tours.closed and not report.closed):
            raise Wrong(f"{tour.indices} is not one of the {tours.words}")
        sampler.rank(tour)
    sampler.rank(_samplers()[case.which].unrank(1))


# -- surveys ----------------------------------------------------------------------------------------------

_PLANS = [
    Plan(boards=parse_boards("5..6"), rule=Rule("12345678"), orders="12345678,87654321"),
    Plan(boards=parse_boards("4x5,5"), rule=Rule("random"), starts="random:6", repeat=2, seed=3),
    Plan(boards=parse_boards("5..6"), orders="random:3", retries=2, starts="quarter"),
    Plan(boards=parse_boards("5,6"), orders="random:4", stop_after_failures=2),
    Plan(boards=parse_boards("4x5"), method="search", step_limit=500),
]
COMMANDS: list[list[str]] = [
    *(
        ["show"],
        ["show", "--csv"],
        ["show", "--json"],
        ["show", "--rank"],
        ["show", "--map"],
        ["show", "--fails"],
    ),
    *(["show", "--full"], ["show", "--ends"], ["show", "--closed", "--json"], ["show", "--map", "--csv"]),
    ["show", "--sql", 'SELECT count(*), sum(steps), min("order") FROM walks, shards USING ("order")'],
    ["cover", "--time-limit", "5"],
    ["tours", "--out", "OUT"],
]


class SurveyCase(NamedTuple):
    """The files of a changed survey by their names, a command for it, and what was changed."""

    files: dict[str, bytes]
    command: list[str]
    what: str


@cache
def _surveys() -> "list[dict[str, bytes]]":
    found = []
    for plan in _PLANS:
        with tempfile.TemporaryDirectory() as directory:
            run_survey(plan, directory)
            root = Path(directory)
            found.append(
                {str(p.relative_to(root)): p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()}
            )
    return found


def make_survey_case(random: Random) -> SurveyCase:
    """A survey in which the manifest or the rows of a job are changed. All checksums are correct."""
    files = dict(random.choice(_surveys()))
    manifest = json.loads(files["manifest.json"])
    done = []
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        how = random.choice(("manifest", "rows", "rows", "rows", "bytes", "lose"))
        if how == "manifest":
            done.append(f"manifest: {_change_json(random, manifest)}")
        elif how == "lose" and random.random() < 0.3:
            name = random.choice(sorted(files))
            done.append(f"lose {name}")
            if name != "manifest.json":
                del files[name]
        else:
            name = random.choice([name for name in files if name != "manifest.json"] or ["manifest.json"])
            if name != "manifest.json":
                data = files[name]
                files[name] = (
                    mutate_bytes(random, data) if how == "bytes" else _change_rows(random, name, data)
                )
                done.append(f"{how} of {name}")
    seal_again(files, manifest)
    return SurveyCase(files, random.choice(COMMANDS), "; ".join(done))


def seal_again(files: dict[str, bytes], manifest: Any) -> None:
    """Compute every checksum of a survey again."""
    plan = "00000000"
    if isinstance(manifest, dict):
        manifest.pop("crc32", None)
        if "plan" in manifest:
            plan = json_checksum(manifest["plan"])
        manifest["crc32"] = json_checksum(manifest)
    files["manifest.json"] = json.dumps(manifest).encode()
    for name, data in files.items():
        found = _SEAL.match(data, max(data.rfind(b"job "), 0))
        if found:
            blank = blank_seal(int(Path(name).stem), plan).encode()
            if len(blank) == found.end() - found.start():
                files[name] = sealed(data[: found.start()] + blank + data[found.end() :])
                assert read_seal(files[name])


def _change_rows(random: Random, name: str, data: bytes) -> bytes:
    """A table with a few values changed, or with other columns, as a Parquet file with a seal to fill in."""
    import pyarrow as arrow
    import pyarrow.parquet as parquet

    try:
        table = parquet.ParquetFile(io.BytesIO(data)).read()
        columns = {column: table[column].to_pylist() for column in table.column_names}
    except Exception:  # noqa: BLE001 - an earlier change has made it unreadable
        return data
    kinds = {column: table.schema.field(column).type for column in columns}
    for _ in range(random.choice((1, 1, 2, 5))):
        column = random.choice(sorted(columns) or [""])
        how = random.choice(
            ("value", "value", "value", "value", "null", "all", "lose", "type", "repeat", "cut")
        )
        if not column:
            break
        values = columns[column]
        if how in ("value", "null", "all") and values:
            value = None if how == "null" else _like(random, values[0], values)
            for i in range(len(values)) if how == "all" else [random.randrange(len(values))]:
                values[i] = value
        elif how == "lose" and random.random() < 0.3:
            del columns[column]
        elif how == "type" and random.random() < 0.3:
            kinds[column] = random.choice((arrow.string(), arrow.float64(), arrow.int8(), arrow.int64()))
            columns[column] = [_as_kind(value, kinds[column]) for value in values]
        elif how == "repeat":
            many = random.randrange(1, 4)
            columns = {one: held + held[:many] for one, held in columns.items()}
        elif how == "cut":
            many = random.randrange(len(values) + 1)
            columns = {one: held[:many] for one, held in columns.items()}
    try:
        made = arrow.table({c: arrow.array(v, type=kinds[c], from_pandas=False) for c, v in columns.items()})
    except (arrow.ArrowException, OverflowError, TypeError, ValueError):
        return data
    return _parquet(made)


def _parquet(table: Any) -> bytes:
    import pyarrow.parquet as parquet

    file = io.BytesIO()
    with parquet.ParquetWriter(
        file, table.schema, compression="zstd", store_schema=False, write_page_checksum=True
    ) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({"turaga": blank_seal(1, "0" * 8)})
    return file.getvalue()


def _like(random: Random, value: Any, values: list[Any]) -> Any:
    """Another value of the same kind: one from another row, or an extreme one."""
    if random.random() < 0.3:
        return random.choice(values)
    if isinstance(value, bool):
        return not value
    if isinstance(value, str):
        return random.choice(("", "5x5", "6x6", "9x9", "0x0", "x", "\x1b[31m", "5x5 "))
    if isinstance(value, float):
        return random.choice((0.0, -1.0, float("nan"), float("inf"), 1e300, 1e-300))
    return random.choice((*INTEGERS[:10], 12345678, 87654321, 11111111, 4, 5, 6, 25, 36, 37))


def _as_kind(value: Any, kind: Any) -> Any:
    if value is None:
        return None
    if str(kind) == "string":
        return str(value)
    try:
        return float(value) if str(kind) == "double" else int(value) % 100
    except (ValueError, OverflowError):
        return None


def _change_json(random: Random, value: Any) -> str:
    """Change one value somewhere in a JSON object. Returns what was changed."""
    path: list[str] = []
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            if isinstance(value, list):
                value.append(random.choice(VALUES))
            return "/".join(path)
        key = random.choice(keys)
        path.append(str(key))
        inner = value[key]
        if isinstance(inner, dict | list) and inner and random.random() < 0.8:
            value = inner
            continue
        match random.randrange(6):
            case 0 if isinstance(value, dict):
                del value[key]
            case 1 if isinstance(value, dict):
                value[random.choice(("extra", "x", "crc32"))] = random.choice(VALUES)
            case 2 if isinstance(value, list):
                value.append(random.choice([*VALUES, inner]))
            case _ if isinstance(inner, int) and random.random() < 0.5:
                value[key] = random.choice(INTEGERS)
            case _:
                value[key] = random.choice(VALUES)
        return "/".join(path)


_numbers = itertools.count()


def run_survey_case(case: SurveyCase) -> None:
    """Run the command on the survey. Its status must be 0 or 2, and a refusal must be one sentence."""
    from turaga.cli import main

    root = _directory() / "survey"
    out = _directory() / "out"
    for directory in (root, out):
        shutil.rmtree(directory, ignore_errors=True)
    for name, data in case.files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    words = [str(out) if word == "OUT" else word for word in case.command]
    status, printed, said = captured(main, ["survey", words[0], str(root), *words[1:]])
    if status not in (0, 2) or "Traceback" in said:
        raise Wrong(f"status {status}: {said}")
    if status == 2 and (said.count("\n") != 1 or printed):
        raise Wrong(f"not one sentence: {printed!r} {said!r}")


def captured(main: Any, arguments: list[str]) -> tuple[int, str, str]:
    """The exit status of the command, and what it printed on stdout and stderr."""
    out, err = io.StringIO(), io.StringIO()
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = out, err
    try:
        status = main(arguments)
    finally:
        sys.stdout, sys.stderr = before
    return status, out.getvalue(), err.getvalue()


@cache
def _directory() -> Path:
    made = tempfile.TemporaryDirectory()
    _kept.append(made)
    return Path(made.name)


_kept: list[Any] = []


def targets() -> list[Target]:
    """The targets of this file, for `scripts/fuzz.py`."""
    return [
        Target(
            "samplers",
            make_sampler_case,
            run_sampler_case,
            size=lambda case: len(case.data),
            show=lambda case: f"{_ASKED[case.which].words}: {case.what}",
            seconds=10.0,
            record=20_000,
        ),
        Target(
            "surveys",
            make_survey_case,
            run_survey_case,
            size=lambda case: sum(map(len, case.files.values())),
            show=lambda case: f"{' '.join(case.command)}: {case.what}",
            seconds=10.0,
            record=20_000,
        ),
    ]


def main() -> int:
    """Run the targets and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, help="cases for each target")
    parser.add_argument("--seconds", type=float, help="seconds for each target")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--only", choices=[target.name for target in targets()])
    given = parser.parse_args()
    number = given.number if given.number or given.seconds else 1000
    faulty = 0
    for target in targets():
        if given.only not in (None, target.name):
            continue
        result = fuzz(target, number=number, seconds=given.seconds, seed=given.seed, first=given.first)
        print(result, flush=True)
        for fault in result.faults.values():
            print(f"  case {fault.number}, --seed {given.seed}: {fault.case}\n{fault.what}")
        faulty += result.faulty
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())

"""What `scripts/fuzz.py` needs: targets, cases made by mutation, and the loop that judges them.

A *target* makes cases from a random generator and runs them. A case depends on the seed, the name of the
target and its number, and on nothing else, so one line of output is enough to run it again. These are faults:

- an exception that the target does not allow, `MemoryError` and running for ever among them;
- a case that takes longer than the limit: some time, and then so much for each character;
- a case that makes the process grow by more than the limit, or many that make it grow and grow;
- `Wrong`, which `run` raises itself: a round trip that changes a value, an accepted walk that is not a walk.
"""

import contextlib
import gc
import math
import os
import resource
import signal
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from types import FrameType
from typing import Any

from turaga.errors import BadInput

AT_ONCE = 1.0  # seconds of processor time for a case, however short it is
PER_CHARACTER = 2e-5  # seconds more for each character or byte
FOREVER = 30.0  # seconds after which a case is stopped
MOST_GROWTH = 64 << 20  # bytes that a case may need, however short it is
GROWTH_PER_CHARACTER = 500  # bytes more for each character or byte
MOST_LEAKED = 48 << 20  # bytes by which the second half of a run may grow
MOST_FAULTS = 5  # faults shown for each target; each kind of fault is shown once

# Since when the current case has been running, and the most memory that the process had before it.
_running = {"since": math.inf, "peak": 0.0}


class Wrong(Exception):
    """What a target raises if a result is wrong although no exception says so."""


class TooSlow(Exception):
    """A case that was stopped because it did not end."""


@dataclass(frozen=True)
class Target:
    """Something to fuzz: how to make a case, and how to run one.

    `make` gets a random generator and returns a case; `run` returns if all is well. Exceptions in `allowed`
    are how the reader rejects a case. Any other exception is a fault. `size` is the length of a case, which
    decides how much time and memory it may take. `prepare` is called once, before the first case. `record` is
    how many cases a run for the record has.
    """

    name: str
    make: Callable[[Random], Any]
    run: Callable[[Any], object]
    allowed: tuple[type[Exception], ...] = (BadInput,)
    size: Callable[[Any], int] = lambda case: len(_shown(case))
    show: Callable[[Any], str] = lambda case: _shown(case)
    seconds: float = AT_ONCE
    prepare: Callable[[], object] = lambda: None
    record: int = 1_000_000


@dataclass
class Fault:
    """A fault: the number of its case, the case, and what happened."""

    number: int
    case: str
    what: str


@dataclass
class Result:
    """What came of fuzzing a target."""

    target: str
    tried: int = 0
    accepted: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    faulty: int = 0
    faults: dict[str, Fault] = field(default_factory=dict)  # by their kind

    def __str__(self) -> str:
        rejected = self.tried - self.accepted - self.faulty
        return (
            f"{self.target}: {self.tried} tried, {self.accepted} accepted, {rejected} rejected, "
            f"{self.faulty} faulty, slowest {self.slowest * 1000:.1f} ms, {self.seconds:.1f} s"
        )


def _shown(case: object) -> str:
    try:
        return repr(case)
    except ValueError:  # Python does not write whole numbers of more than 4300 digits
        return f"a {type(case).__name__} with a whole number of thousands of digits"


def random_of(seed: int, target: str, number: int) -> Random:
    """The random generator for one case."""
    return Random(f"{seed} {target} {number}")


def fuzz(
    target: Target, *, number: int | None = None, seconds: float | None = None, seed: int = 0, first: int = 0
) -> Result:
    """Run cases until there were `number` of them, or until `seconds` have passed."""
    result = Result(target.name)
    target.prepare()
    begun = time.monotonic()
    half, half_growth = None if number is None or number < 1000 else number // 2, 0
    case_number = first
    with _stops_cases():
        _run_case(target, seed, first, Result(target.name))  # what it loads is not counted as its memory
        while number is None or result.tried < number:
            if seconds is not None and time.monotonic() - begun > seconds:
                break
            if result.tried == half:
                half_growth = _resident()
            _run_case(target, seed, case_number, result)
            case_number += 1
    if half_growth and (grown := _resident() - half_growth) > MOST_LEAKED:
        kind = "leak"
        result.faulty += 1
        result.faults[kind] = Fault(case_number, "", f"the second half of the run grew by {grown >> 20} MB")
    result.seconds = time.monotonic() - begun
    return result


def _run_case(target: Target, seed: int, number: int, result: Result) -> None:
    case = target.make(random_of(seed, target.name, number))
    kind = what = ""
    before, _running["since"] = _running["peak"], time.monotonic()
    begun = time.process_time()
    try:
        target.run(case)
        result.accepted += 1
    except target.allowed:
        pass
    except Exception as error:  # noqa: BLE001 - whatever it is, it is reported
        last = traceback.extract_tb(error.__traceback__)[-1]
        kind = f"{type(error).__name__} {os.path.basename(last.filename)}:{last.lineno}"
        what = "".join(traceback.format_exception(error, limit=-6)).strip()
    taken, _running["since"], _running["peak"] = time.process_time() - begun, math.inf, _peak()
    grown = _running["peak"] - before
    result.tried += 1
    result.slowest = max(result.slowest, taken)
    if not kind and (taken > target.seconds or grown > MOST_GROWTH):
        size = target.size(case)
        if taken > target.seconds + PER_CHARACTER * size:
            kind, what = "time", f"{taken:.2f} s of processor time for {size} characters"
        elif grown > MOST_GROWTH + GROWTH_PER_CHARACTER * size:
            kind, what = "memory", f"{grown / 2**20:.0f} MB more for {size} characters"
    if kind:
        result.faulty += 1
        if kind not in result.faults and len(result.faults) < MOST_FAULTS:
            result.faults[kind] = Fault(number, target.show(case)[:2000], what)


@contextlib.contextmanager
def _stops_cases() -> Iterator[None]:
    """Within this block, a case that runs for ever ends with `TooSlow`."""

    def look(_number: int, _frame: FrameType | None) -> None:
        if time.monotonic() - _running["since"] > FOREVER:
            raise TooSlow(f"stopped after {FOREVER:g} s")

    _running["peak"] = _peak()
    before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, FOREVER / 4, FOREVER / 4)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _peak() -> int:
    """The most memory that the process has had, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def _resident() -> int:
    """The memory that the process has now, in bytes."""
    gc.collect()
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


# -- mutation ---------------------------------------------------------------------------------------------

# Characters that readers get wrong: spaces of all kinds, digits that are not 0 to 9, signs, ends of lines,
# marks that text should not have, and characters that terminals obey.
ODD = [
    *map(chr, range(0x21)),
    "\x7f",
    "\x85",
    "\xa0",
    "\u1680",
    "\u2003",
    "\u2028",
    "\u2029",
    "\u200b",
    "\u3000",
]
ODD += [
    "\ufeff",
    "\ufffd",
    "\ud800",
    "\udcff",
    "٣",
    "८",
    "²",
    "½",
    "Ⅷ",
    "１",
    "𝟖",
    "é",
    "ß",
    "ﬁ",
    "İ",
    "ı",
    "→",
    "×",
]
ODD += [
    "+",
    "-",
    "−",
    "_",
    ".",
    ",",
    ";",
    ":",
    "/",
    "\\",
    "'",
    '"',
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "#",
    "@",
    "=",
    "&",
]
NUMBERS = ["0", "1", "-1", "+1", "00", "01", "1_0", "1e3", "1.0", "0x8", "9" * 18, "9" * 19, "1" * 400]
NUMBERS += [str(2**31 - 1), str(2**31), str(2**32), str(2**63 - 1), str(2**63), str(2**64), "NaN", "Infinity"]
LONGEST = 1 << 14  # characters of a usual long case


def mutate_text(random: Random, text: str, others: list[str] | None = None) -> str:
    """The text with a few changes. `others` are texts from which parts are taken."""
    for _ in range(random.choice((1, 1, 1, 2, 3, 6))):
        text = _change_text(random, text, others or ODD)
    return text


def _change_text(random: Random, text: str, others: list[str]) -> str:
    at, to = _span(random, len(text))
    match random.randrange(12):
        case 0:
            return text[:at] + text[to:]
        case 1:
            return text[:at] + random.choice(ODD) + text[at:]
        case 2:
            return text[:at] + random.choice(ODD) + text[at + 1 :]
        case 3:
            return text[:at] + text[at:to] * random.randrange(2, 5) + text[to:]
        case 4:
            return text[:at] + random.choice(NUMBERS) + text[to:]
        case 5:
            other = random.choice(others)
            start, end = _span(random, len(other))
            return text[:at] + other[start:end] + text[to:]
        case 6:
            other = random.choice(others)
            return text[:at] + other[_span(random, len(other))[0] :]
        case 7:
            return text[:at]
        case 8:
            return text[:at] + text[at:to][::-1] + text[to:]
        case 9:
            return text[:at] + text[at:to].swapcase() + text[to:]
        case 10:
            return (
                text[:at]
                + chr(random.choice((random.randrange(0x100), random.randrange(0x3000))))
                + text[at:]
            )
        case _ if random.random() < 0.02:
            piece = text[at:to] or random.choice(ODD)
            return text[:at] + piece * (random.randrange(1, LONGEST) // len(piece)) + text[to:]
    return text[:at] + random.choice((" ", "\n", ",", "0", "1", "9")) + text[to:]


def mutate_bytes(random: Random, data: bytes, others: list[bytes] | None = None) -> bytes:
    """The bytes with a few changes. `others` are bytes from which parts are taken."""
    for _ in range(random.choice((1, 1, 1, 2, 3, 6))):
        data = _change_bytes(random, data, others or [data])
    return data


def _change_bytes(random: Random, data: bytes, others: list[bytes]) -> bytes:
    at, to = _span(random, len(data))
    match random.randrange(8):
        case 0:
            return data[:at] + data[to:]
        case 1:
            return (
                data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]
                if data[at:]
                else data
            )
        case 2:
            return (
                data[:at]
                + bytes([random.choice((0, 1, 0x7F, 0x80, 0xFF, random.randrange(256)))])
                + data[at + 1 :]
            )
        case 3:
            return data[:at] + random.randbytes(random.choice((1, 2, 4, 8))) + data[at:]
        case 4:
            return data[:at] + data[at:to] * random.randrange(2, 5) + data[to:]
        case 5:
            other = random.choice(others)
            start, end = _span(random, len(other))
            return data[:at] + other[start:end] + data[to:]
        case 6:
            return data[:at]
    number = random.choice((0, 1, -1, 2**31 - 1, 2**31, 2**32 - 1, 2**63 - 1, -(2**63)))
    return data[:at] + number.to_bytes(8, random.choice(("little", "big")), signed=True) + data[at + 8 :]


def _span(random: Random, length: int) -> tuple[int, int]:
    """The beginning and the end of a part, usually a short one."""
    at = random.randrange(length + 1)
    long = random.choice((1, 1, 2, 4, 8, 40, length))
    return at, min(length, at + long)

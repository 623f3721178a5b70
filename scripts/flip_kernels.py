"""Damage the saved machine code of a kernel in many ways: the answer must be right each time.

    python scripts/flip_kernels.py --number 1000 --seed 1

A small kernel, and one that it calls, are compiled and saved in a directory of their own. Then one file is
damaged, and a forked process calls the kernel. It must get the right answer, and leave a whole file behind.
For each kind of damage the output is one line: how often it was tried, and what was found. The exit status is
1 if anything was wrong: a wrong answer, an error, a crash, or a file that stays damaged.
"""

import argparse
import importlib
import os
import random
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np

SOURCE = """
from turaga.jit import jit

@jit
def add(a, b):
    return 3 * a + b

@jit
def total(numbers):
    sum = 0
    for i in range(len(numbers)):
        sum = add(sum, numbers[i])
    return sum

@jit
def other(numbers):
    return numbers[0]
"""
ANSWER = 1636
RIGHT, WRONG, ERROR, NOT_REPAIRED = range(4)
Damage = Callable[[bytes, random.Random], bytes]


def flip(data: bytes, rng: random.Random) -> bytes:
    """Flip one bit."""
    damaged = bytearray(data)
    damaged[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(damaged)


def cut(data: bytes, rng: random.Random) -> bytes:
    """Keep only the beginning, often nothing."""
    return data[: max(0, rng.randrange(-len(data) // 9, len(data)))]


def blank(data: bytes, rng: random.Random) -> bytes:
    """Replace a piece by zeros, as a disk or a power cut does."""
    at = rng.randrange(len(data))
    size = min(rng.choice([1, 64, 512, 4096]), len(data) - at)
    zeroed = data[:at] + bytes(size) + data[at + size :]
    return zeroed if zeroed != data else flip(data, rng)


def shift(data: bytes, rng: random.Random) -> bytes:
    """Insert or remove some bytes."""
    at, size = rng.randrange(len(data)), rng.randrange(1, 9)
    return data[:at] + rng.choice([rng.randbytes(size) + data[at:], data[at + size :]])


def overwrite(data: bytes, rng: random.Random) -> bytes:
    """Write something else in its place."""
    return rng.choice([rng.randbytes(rng.randrange(9999)), b"\x80\x04]." * 99, b"text\n" * rng.randrange(99)])


KINDS: dict[str, Damage] = {
    "one bit flipped": flip,
    "cut off": cut,
    "zeros": blank,
    "shifted": shift,
    "overwritten": overwrite,
}


def call(check: Callable[[], bool]) -> int:
    """Load the kernel or compile it, in this process, and return what was found."""
    total = sys.modules["flipped"].total
    try:
        if total(np.arange(8)) != ANSWER:
            return WRONG
    except Exception as error:  # noqa: BLE001 - whatever it is, it is counted
        print(f"{type(error).__name__}: {error}"[:200], file=sys.stderr)
        return ERROR
    return RIGHT if check() else NOT_REPAIRED


def in_a_child(check: Callable[[], bool]) -> int:
    """The same in a forked process; a negative number if a signal ended it."""
    child = os.fork()
    if child == 0:
        signal.alarm(600)  # far more than a busy machine needs
        status = ERROR
        try:
            status = call(check)
        finally:
            sys.stderr.flush()
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main() -> int:
    """Damage each file in each way, and print what was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--number", type=int, default=100, help="how often each kind of damage is tried")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=KINDS, nargs="+", default=[*KINDS], help="these kinds of damage")
    asked = parser.parse_args()
    names = {RIGHT: "right", WRONG: "wrong answer", ERROR: "error", NOT_REPAIRED: "file still damaged"}
    bad = 0
    with tempfile.TemporaryDirectory() as directory:
        os.environ["NUMBA_CACHE_DIR"] = str(Path(directory) / "cache")
        (Path(directory) / "flipped.py").write_text(SOURCE)
        sys.path.insert(0, directory)
        # What this process loads, its children do not load again.
        importlib.import_module("flipped").other(np.arange(1))
        assert in_a_child(lambda: True) == RIGHT
        files = sorted(Path(directory).rglob("*total*.nb?"))
        whole = {file: file.read_bytes() for file in files}
        for suffix in sorted({file.suffix for file in files}):
            for kind in asked.only:
                damage, rng = KINDS[kind], random.Random(f"{asked.seed} {kind}")
                found: Counter[int] = Counter()
                for _ in range(asked.number):
                    file = rng.choice([file for file in files if file.suffix == suffix])
                    damaged = damage(whole[file], rng)
                    file.write_bytes(damaged)
                    found[in_a_child(lambda f=file, d=damaged: f.read_bytes() != d)] += 1  # type: ignore[misc]
                    for each, data in whole.items():
                        each.write_bytes(data)
                bad += asked.number - found[RIGHT]
                results = (
                    f"{names.get(status) or signal.Signals(-status).name} {times}"
                    for status, times in sorted(found.items())
                )
                print(f"{suffix} {kind}: {asked.number} times: {', '.join(results)}", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

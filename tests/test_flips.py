"""A few seconds of `make flips` and of fuzzing files, as `make test` runs them."""

import sys
from pathlib import Path

import pytest

import fuzz_files
from command import run
from fuzzing import fuzz

ROOT = Path(__file__).parents[1]


def test_no_damaged_file_gives_a_wrong_answer():
    kinds = ["survey-shards", "sampler", "walk-npy", "package-data"]
    only = [word for kind in kinds for word in ("--only", kind)]
    done = run([sys.executable, ROOT / "scripts" / "flips.py", "--number", "8", "--seed", "1", *only])
    assert done.returncode == 0, done.stdout + done.stderr
    assert [line.split()[:3] for line in done.stdout.splitlines()] == [
        [f"{kind}:", "8", "cases,"] for kind in kinds
    ]


@pytest.mark.parametrize("target", fuzz_files.targets(), ids=lambda target: target.name)
def test_no_forged_file_is_a_bug(target):
    result = fuzz(target, number=40, seed=2)
    assert result.faulty == 0, [*result.faults.values()]

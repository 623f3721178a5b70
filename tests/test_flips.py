"""A few seconds of `make flips`."""

import sys
from pathlib import Path

from command import run

ROOT = Path(__file__).parents[1]


def test_no_damaged_file_gives_a_wrong_answer():
    kinds = ["survey-shards", "sampler", "walk-npy", "package-data"]
    only = [word for kind in kinds for word in ("--only", kind)]
    done = run([sys.executable, ROOT / "scripts" / "flips.py", "--number", "4", "--seed", "1", *only])
    assert done.returncode == 0, done.stdout + done.stderr
    assert [line.split()[:3] for line in done.stdout.splitlines()] == [
        [f"{kind}:", "4", "cases,"] for kind in kinds
    ]

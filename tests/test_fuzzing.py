"""The loop that judges fuzzed cases finds what it is there to find, and a moment of `make fuzz` and of
`make flips` finds nothing."""

import sys
import time
from pathlib import Path

import pytest

import fuzz as all_fuzz
import fuzzing
from command import run as run_command
from fuzzing import Target, Wrong, fuzz, mutate_bytes, mutate_text, random_of
from turaga.errors import BadInput

PEAK = [0]  # the memory of the process is what other tests made it


def grow(size):
    PEAK.append(size)


def compute(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def fails(case):
    raise case


@pytest.mark.parametrize(
    ("run", "kind"),
    [
        (lambda case: int("x"), "ValueError"),
        (lambda case: fails(Wrong("it changed")), "Wrong"),
        (lambda case: fails(MemoryError()), "MemoryError"),
        (lambda case: compute(0.1), "time"),
        (lambda case: grow(200 << 20), "memory"),
        (lambda case: time.sleep(600), "TooSlow"),
    ],
)
def test_faults(run, kind, monkeypatch):
    monkeypatch.setattr(fuzzing, "FOREVER", 0.1 if kind == "TooSlow" else 600)
    monkeypatch.setattr(fuzzing, "_peak", lambda: sum(PEAK))
    seconds = 0.05 if kind == "time" else 600
    result = fuzz(Target("x", lambda random: "case", run, seconds=seconds), number=1)
    assert result.faulty == 1
    assert [name.split()[0] for name in result.faults] == [kind]


def test_rejected_cases_are_no_faults():
    def run(case):
        if case % 2:
            raise BadInput("odd")

    result = fuzz(Target("x", lambda random: random.randrange(100), run), number=100)
    assert (result.tried, result.faulty) == (100, 0)
    assert 20 < result.accepted < 80


def test_a_case_depends_on_its_number_alone():
    for mutate, start in ((mutate_text, "1,1 2,3"), (mutate_bytes, b"1,1 2,3")):
        cases = [mutate(random_of(3, "x", number), start) for number in range(50)]
        assert cases[7] == mutate(random_of(3, "x", 7), start)
        assert len(set(cases)) > 30


# -- a few cases of each kind, the same ones each time ---------------------------------------------------

TARGETS = {target.name: target for target in all_fuzz.all_targets()}


@pytest.mark.parametrize("name", TARGETS)
def test_no_case_is_faulty(name):
    target = TARGETS[name]
    assert not fuzz(target, number=min(200, target.record // 2000), seed=1).faults


def test_no_damaged_file_gives_a_wrong_answer():
    kinds = ["survey-shards", "sampler", "walk-npy", "package-data"]
    only = [word for kind in kinds for word in ("--only", kind)]
    flips = Path(__file__).parents[1] / "scripts" / "flips.py"
    done = run_command([sys.executable, flips, "--number", "4", "--seed", "1", *only])
    assert done.returncode == 0, done.stdout + done.stderr
    assert [line.split()[:3] for line in done.stdout.splitlines()] == [
        [f"{kind}:", "4", "cases,"] for kind in kinds
    ]

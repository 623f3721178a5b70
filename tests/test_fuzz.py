"""A moment of `make fuzz`: a few cases of each target, the same ones each time."""

import pytest

import fuzz

TARGETS = {target.name: target for target in fuzz.all_targets()}


@pytest.mark.parametrize("name", TARGETS)
def test_no_case_is_faulty(name):
    target = TARGETS[name]
    result = fuzz.fuzz(target, number=min(200, target.record // 2000), seed=1)
    assert not result.faults

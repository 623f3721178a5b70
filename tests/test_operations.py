"""What a public function takes is what its operation takes."""

import inspect

import pytest

import turaga
from turaga.counting.request import CountTours
from turaga.operations import REQUIRED, arguments
from turaga.solve.request import Solve
from turaga.tours import CONDITIONS, Tours

# The functions, their operations, and the arguments that only other functions or fronts have.
PAIRS = [
    (turaga.solve, Solve, ()),
    (turaga.count, CountTours, ("estimate", "probes", "seed", "plan")),
    (Tours, Tours, ()),
]


@pytest.mark.parametrize(
    ("function", "operation", "without"), PAIRS, ids=lambda one: getattr(one, "__name__", "")
)
def test_a_function_takes_what_its_operation_takes(function, operation, without):
    taken = {
        name: each for name, each in inspect.signature(function).parameters.items() if name != "progress"
    }
    known = {name: one for name, one in arguments(operation).items() if name not in without}
    assert set(taken) == set(known)
    for name, one in known.items():
        default = taken[name].default
        assert (default is inspect.Parameter.empty) == (one.default is REQUIRED)
        assert one.default is REQUIRED or default in (one.default, None), name


def test_an_operation_takes_conditions_that_exist():
    for conditions in CONDITIONS.values():
        assert conditions <= set(arguments(Tours))

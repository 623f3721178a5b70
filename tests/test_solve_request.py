"""`Solve.of`: what is given to `solve`, read once, and errors that name the parameter they are about."""

import pytest

from turaga import Board, Rule
from turaga.errors import BadInput
from turaga.rule import SYSTEMS
from turaga.solve import Solve
from turaga.solve.methods import METHODS


@pytest.mark.parametrize(
    ("options", "field", "says"),
    [
        ({"start": "9,1"}, "start", "9,1"),
        ({"start": "z99"}, "start", "z99"),
        ({"start": (8, 8)}, "start", "square (8, 8) is not on"),
        ({"end": (0, 8)}, "end", "square (0, 8) is not on"),
        ({"method": "magic"}, "method", "'magic' is not known: the methods are auto"),
        ({"method": 3}, "method", "3 is not known: the methods are auto"),
        ({"like": "nobody"}, "like", ": the systems are serafeimidis"),
        ({"rule": "nonsense"}, "rule", ": the tie-breaks are outermost"),
        ({"rule": "lookahead:9"}, "rule", ": the depth of lookahead is 1 to 8"),
        ({"rule": 3}, "rule", "rule 3 is not a text: the tie-breaks are"),
        ({"seed": "1"}, "seed", "a whole number"),
        ({"retries": -1}, "retries", "got -1"),
        ({"retries": 2.5}, "retries", "got 2.5"),
        ({"retries": 1, "retry_orders": ["12345678"]}, "retries", ": retry orders are tried instead"),
        ({"retries": 1, "method": "search"}, "retries", "not with search"),
        ({"retry_orders": ["12345678"], "method": "search"}, "retry_orders", "not with search"),
        ({"retry_orders": ["12345678"], "like": "agh"}, "retry_orders", "not with search"),
        ({"retry_orders": ["1234"]}, "retry_orders", "1234"),
        ({"best": True, "closed": True}, "best", ": it asks for an open walk"),
        ({"best": True, "end": "1,2"}, "best", "best cannot be combined"),
        ({"step_limit": 0}, "step_limit", "got 0"),
        ({"step_limit": 1.5}, "step_limit", "got 1.5"),
        ({"time_limit": 0}, "time_limit", "above 0, got 0"),
        ({"time_limit": float("nan")}, "time_limit", "nan"),
        ({"time_limit": "soon"}, "time_limit", "soon"),
        ({"fix": {0: "1,1"}}, "fix", "a tour of 8x8 has no step 0: steps are 1 to 64"),
        ({"fix": {65: "1,1"}}, "fix", "a tour of 8x8 has no step 65: steps are 1 to 64"),
        ({"fix": {5: "9,9"}}, "fix", "9,9"),
        (
            {"fix": {5: "1,1", 6: "1,1"}},
            "fix",
            "a8 is fixed at two steps: a tour visits each square once",
        ),
        (
            {"fix": {1: "4,4"}, "start": "1,1"},
            "fix",
            "step 1 is fixed on d5, but the start is a8: leave out one of the two",
        ),
        (
            {"fix": {64: "1,2"}, "end": "8,1"},
            "fix",
            "step 64 is fixed on b8, but the end is a1: leave out one of the two",
        ),
        (
            {"fix": {5: "1,1"}, "start": "1,1"},
            "fix",
            "square a8 is the start and also fixed at step 5: a tour visits each square once",
        ),
        (
            {"fix": {5: "8,1"}, "end": "8,1"},
            "fix",
            "square a1 is the end and also fixed at step 5: a tour visits each square once",
        ),
        ({"fix": {1: "1,1"}, "end": "1,1"}, "fix", ": a tour visits each square once"),
        ({"fix": {5: "1,1"}, "best": True}, "best", "best cannot be combined"),
        ({"prune": True, "method": "greedy"}, "prune", "no effect on method greedy: it is for method auto"),
        ({"fix": {5: "1,1"}, "retries": 1}, "retries", "not with exact, which"),
        ({"fix": {5: "1,1"}, "rule": "random"}, "method", "not with exact, which fixed squares need"),
        ({"method": "blocks", "rule": "random"}, "method", "not with blocks"),
        ({"method": "narrow", "rule": Rule(most=True)}, "method", "not with narrow"),
        ({"method": "exact", "rule": "corner", "like": "agh"}, "method", "not with exact"),
        ({"theory": False}, "method", ": without theory, use method greedy"),
        *(
            ({"fix": {5: "3,3"}, "method": method}, "fix", f"auto or exact, not with {method}")
            for method in sorted(set(METHODS) - {"auto", "exact"})
        ),
    ],
    ids=str,
)
def test_errors_name_the_parameter(options, field, says):
    with pytest.raises(BadInput) as caught:
        Solve.of("8x8", **options)
    error = caught.value
    assert error.field == field
    assert says in str(error)
    assert "\n" not in str(error)
    assert str(error) == (f"{error.problem}: {error.accepted}" if error.accepted else error.problem)


def test_what_is_left_out_is_the_default():
    request = Solve.of("8x8")
    assert request == Solve.of(Board(8, 8), method="Auto", rule=Rule(), theory=True)
    assert (request.tours.start_index, request.tours.end_index, request.retries) == (None, None, None)
    assert request.prunes


def test_a_system_brings_its_rule_and_method_and_knows_no_theory():
    request = Solve.of("8x8", like="agh")
    assert (request.method, request.rule) == ("search", SYSTEMS["agh"].rule)
    assert not request.theory
    assert not request.prunes
    changed = Solve.of("8x8", like="klochko", method="search", rule="random", theory=True, prune=True)
    assert (changed.method, changed.rule.ties) == ("search", "random")
    assert changed.theory
    assert changed.prunes


def test_the_ends_may_be_fixed_steps():
    question = Solve.of("3x4", fix={1: "1,1", 12: (2, 3)}).tours
    assert (question.start_index, question.end_index) == (0, 11)

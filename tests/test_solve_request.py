"""`Request.read`: what is given to `solve`, read once, and errors that name the parameter they are about."""

import pytest

from turaga import BadInput, Board, Rule
from turaga.rule import SYSTEMS
from turaga.solve import Request


@pytest.mark.parametrize(
    ("options", "field", "accepted"),
    [
        ({"start": "9,1"}, "start", ""),
        ({"end": (0, 8)}, "end", ""),
        ({"method": "magic"}, "method", "the methods are auto"),
        ({"like": "nobody"}, "like", "the systems are serafeimidis"),
        ({"rule": "nonsense"}, "ties", "the tie-breaks are order:12345678"),
        ({"rule": "lookahead:9"}, "ties", "the depth of lookahead is 1 to 8"),
        ({"retries": 1, "orders": ["12345678"]}, "retries", "retry orders are tried instead"),
        ({"retries": 1, "method": "search"}, "retries", ""),
        ({"orders": ["12345678"], "method": "search"}, "orders", ""),
        ({"best": True, "closed": True}, "best", "it asks for an open walk"),
        ({"fix": {65: "1,1"}}, "fix", "steps are 1 to 64"),
        ({"fix": {5: "9,9"}}, "fix", ""),
        ({"fix": {5: "1,1", 6: "1,1"}}, "fix", "a tour visits each square once"),
        ({"fix": {1: "1,1"}, "start": "1,2"}, "fix", "leave out one of the two"),
        ({"fix": {64: "1,1"}, "end": "1,2"}, "fix", "leave out one of the two"),
        ({"fix": {5: "1,1"}, "start": "1,1"}, "fix", "a tour visits each square once"),
        ({"fix": {1: "1,1"}, "end": "1,1"}, "fix", "a tour visits each square once"),
        ({"fix": {5: "1,1"}, "method": "greedy"}, "fix", ""),
        ({"fix": {5: "1,1"}, "retries": 1}, "retries", ""),
        ({"fix": {5: "1,1"}, "rule": "random"}, "method", ""),
        ({"method": "blocks", "rule": "random"}, "method", ""),
        ({"method": "narrow", "rule": Rule(most=True)}, "method", ""),
        ({"method": "exact", "rule": "corner", "like": "agh"}, "method", ""),
        ({"shortcuts": False}, "method", "without theory, use method greedy"),
    ],
)
def test_errors_name_the_parameter(options, field, accepted):
    with pytest.raises(BadInput) as caught:
        Request.read("8x8", **options)
    error = caught.value
    assert error.field == field
    assert error.accepted.startswith(accepted)
    assert str(error) == (f"{error.problem}: {error.accepted}" if error.accepted else error.problem)


def test_what_is_left_out_is_the_default():
    request = Request.read("8x8")
    assert request == Request.read(Board(8, 8), method="Auto", rule=Rule(), shortcuts=True, prune=True)
    assert (request.question.start_index, request.question.end_index, request.retries) == (None, None, None)


def test_a_system_brings_its_rule_and_method_and_knows_no_theory():
    request = Request.read("8x8", like="agh")
    assert (request.method, request.rule) == ("search", SYSTEMS["agh"].rule)
    assert not request.shortcuts
    assert not request.prune
    changed = Request.read("8x8", like="agh", method="greedy", rule="random", shortcuts=True, prune=True)
    assert (changed.method, changed.rule.ties) == ("greedy", "random")
    assert changed.shortcuts
    assert changed.prune


def test_the_ends_may_be_fixed_steps():
    question = Request.read("3x4", fix={1: "1,1", 12: (2, 3)}).question
    assert (question.start_index, question.end_index) == (0, 11)

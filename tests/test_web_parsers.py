"""The parsers that run in the server's front process take linear time, because nothing else is served
meanwhile."""

import contextlib
import re
import time

import pytest
from pydantic import ValidationError

from turaga import limits
from turaga.board import Board, parse_leaper
from turaga.errors import BadInput
from turaga.order import parse_order
from turaga.rule import Rule, find_system
from turaga.solve.methods import parse_method
from turaga.web import fields as parts
from turaga.web import request_models as asked
from turaga.web.request_limits import BOUNDS

PROMPT = 2.0  # seconds for a text as long as a request may be; code that is not linear takes minutes

# Runs, each between two ends: where a pattern can divide a run in several ways, it fails after the run.
RUNS = (" ", "\t\n", "(", ")", "( ", "()", "1", "12345678", ",", " ,", "1,", "1,1 ", "x", "1x", "a", "a1")
RUNS += (";", "-", ":", "order:", "order:12345678,", "lookahead:", "random,", '"', "\\", "\0", "é", "٨")
ENDS = (("", ""), ("", "!"), ("1", "!"), ("1,", "!"), ("(1,1", "!"), ("( ", "1,1!"), ("1x", "!"), ("a1", "!"))


def prompt(read, most=BOUNDS.most_body):
    """Read every nasty text, at lengths that double: what is not linear is seen long before the longest."""
    for run in RUNS:
        for head, tail in ENDS:
            length = 1 << 12
            while length <= most:
                text = head + run * (length // len(run)) + tail
                begun = time.monotonic()
                with contextlib.suppress(BadInput, ValidationError):
                    read(text)
                taken = time.monotonic() - begun
                assert taken < PROMPT, f"{length} characters of {run!r} took {taken:.1f} s"
                length *= 2 if taken > PROMPT / 20 else 16


REQUESTS = sorted(name for name in vars(asked) if name.endswith("Request") and not name.startswith("_"))


@pytest.mark.parametrize("name", REQUESTS)
def test_every_field_is_parsed_in_linear_time(name):
    question = vars(asked)[name]

    def read(text):
        for value in (text, [text], {text: "1,1"}, {"1": text}, {"rows": 8, "cols": 8, "holes": [text]}):
            every = dict.fromkeys(question.model_fields, value)
            for given in (every, {**every, "board": "8x8"}):
                with contextlib.suppress(ValidationError):
                    question.model_validate(given)

    prompt(read)


@pytest.mark.parametrize(
    "read",
    [
        Board.read,
        Board("8x8").parse_square,
        parse_leaper,
        parse_order,
        lambda text: Rule(ties=text),
        find_system,
        parse_method,
    ],
    ids=["board", "square", "leaper", "order", "ties", "system", "method"],
)
def test_each_parser_is_linear(read, monkeypatch):
    """Without the bound on the length of a text, which would hide what a pattern does."""
    monkeypatch.setattr(limits.require_length, "__defaults__", (BOUNDS.most_body * 2,))
    prompt(read)


def test_the_patterns_in_the_schema_are_linear():
    for name in ("_BOARD_WRITTEN", "_LEAPER_WRITTEN", "_SQUARE_WRITTEN", "_ORDER_WRITTEN"):
        prompt(re.compile(getattr(parts, name)["pattern"]).search)


@pytest.mark.parametrize(
    ("read", "name"),
    [
        (Board.read, "board"),
        (Board("8x8").parse_square, "square"),
        (parse_leaper, "leaper"),
        (parse_order, "order"),
    ],
)
def test_a_value_that_is_too_long_is_rejected_by_its_length(read, name):
    with pytest.raises(BadInput) as error:
        read(" " * 1000)
    assert str(error.value).startswith(f"{name} is 1000 characters long: ")

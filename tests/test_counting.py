"""Counting by every method: published numbers, theory first, and rejection of counts that are too large."""

import json

import pytest

from published import COUNTS
from turaga import Board
from turaga.counting.methods import METHODS, choose_method, count_these, require_method
from turaga.counting.request import count
from turaga.errors import BadInput, BadRule
from turaga.frontier import memory
from turaga.frontier.memory import DEFAULT_MEMORY, TooManyStates, memory_bound, show_bytes
from turaga.tours import Tours

pytestmark = pytest.mark.usefixtures("row_col")

CORNERS = [(0, 0), (0, 5), (3, 0), (3, 5)]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("size", "closed"), [("3x10", True), ("5x6", True), ("6x6", True), ("3x8", False), ("5x5", False)]
)
def test_every_method_counts_the_same(size, closed, method):
    tours = Tours(size, closed=closed)
    if method == "halves" and not closed:
        with pytest.raises(BadRule, match="closed tours only"):
            count_these(tours, method=method)
        return
    counted = count_these(tours, method=method)
    assert counted.count == COUNTS["closed" if closed else "open"][size]
    assert counted.method == (method if method != "auto" else choose_method(tours))
    assert counted.states > 0


@pytest.mark.parametrize("method", ["sweep", "narrowest", "enumerate"])
@pytest.mark.parametrize(
    ("tours", "known"),
    [
        (Tours("5x5", directed=True), COUNTS["open_directed_square"]["5"]),
        (Tours("5x5", start="1,1"), COUNTS["directed_from_start_5x5"]["corner"]),
        (Tours("5x5", start="5,3"), COUNTS["directed_from_start_5x5"]["side_mid"]),
        (Tours("5x5", start="3,3", directed=True), COUNTS["directed_from_start_5x5"]["centre"]),
        (Tours("5x5", end="2,2"), COUNTS["directed_from_start_5x5"]["inner_diag(1,1)"]),
        (Tours("3x10", closed=True, directed=True), 2 * COUNTS["closed"]["3x10"]),
        (Tours("3x10", closed=True, directed=True, start="1,1"), 2 * COUNTS["closed"]["3x10"]),
        # Every closed tour has both moves of the corner, so each can start there and end on 2,3.
        (Tours("3x10", closed=True, start="1,1", end="2,3"), COUNTS["closed"]["3x10"]),
        (Tours("3x10", closed=True, directed=True, start="1,1", end="2,3"), COUNTS["closed"]["3x10"]),
        (Tours(Board(3, 3, holes=[(1, 1)]), closed=True), 1),
        (Tours(Board(3, 3, holes=[(1, 1)])), 8),
        (Tours(Board(4, 6, holes=CORNERS), closed=True), 64),  # as tests/test_classes.py lists them
        (Tours(Board(6, 6, leaper=(0, 1)), closed=True), 1072),  # OEIS A003763
        (Tours("1x1"), 1),
        (Tours("1x1", directed=True), 1),
    ],
    ids=lambda value: value.words if isinstance(value, Tours) else str(value),
)
def test_only_the_requested_tours_are_counted(tours, known, method):
    assert count_these(tours, method=method).count == known


@pytest.mark.parametrize("method", METHODS)
def test_theory_comes_first(method):
    none = count("4x1000000", closed=True, method=method)
    assert (none.count, none.method, none.states) == (0, "theory", 0)
    assert "4 rows" in none.reason
    assert count("8x8", start="1,1", end="8,8", method=method).count == 0


@pytest.mark.parametrize(
    ("size", "closed", "method"),
    [
        *((size, closed, "sweep") for size in ("3x50", "5x8") for closed in (False, True)),
        *((size, True, "halves") for size in ("6x6", "7x8")),
        *((size, False, "narrowest") for size in ("6x6", "6x7")),
    ],
)
def test_what_auto_chooses(size, closed, method):
    assert choose_method(Tours(size, closed=closed)) == method


def test_a_count_as_json():
    facts = json.loads(json.dumps(count("5x5", start="a1").as_json()))
    tours = facts["tours"]
    assert (facts["count"], facts["method"]) == (304, "sweep")
    assert (tours["start"], tours["directed"], tours["kind"]) == ([5, 1], False, "open")
    assert facts["reason"].startswith("one pass over the board, row by row; at most ")
    assert tours["words"] == "open tours of 5x5 starting on 5,1, including tours that can be closed"


def test_progress_is_reported():
    told = []
    count("5x6", progress=lambda *facts: told.append(facts))
    assert told
    assert all(0 <= done <= whole for _, done, whole in told)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "board",
    [
        Board("13x13"),
        Board("1000x1000"),
        Board("1000000000x1000000000"),
        Board("3x1000000000"),
        Board("3000x3000", leaper=(1, 4)),
        Board("200x201", holes=[(0, 0), (1, 0)]),
    ],
    ids=repr,
)
def test_counts_that_are_too_large_are_rejected_before_they_start(board, method):
    tours = Tours(board)
    if method == "enumerate" and board.area < 10_000:
        assert require_method(tours, method) == method  # only the time is too long
        return
    with pytest.raises(BadInput):
        count_these(tours, method=method)


# -- sentences --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tours", "sentence"),
    [
        (Tours("6x6", closed=True), "6x6 has 2 closed tours, ignoring start and direction."),
        (
            Tours("6x6", closed=True, directed=True),
            "6x6 has 2 closed tours, ignoring the start and counting both directions.",
        ),
        (
            Tours("6x6", closed=True, start="1,1", end="2,3"),
            "6x6 has 2 closed tours starting on 1,1 and ending on 2,3.",
        ),
        (Tours("6x6", closed=True, end="2,3"), "6x6 has 2 closed tours, ignoring start and direction."),
        (
            Tours("5x5"),
            "5x5 has 2 open tours, ignoring direction and including tours that can be closed.",
        ),
        (
            Tours("5x5", directed=True),
            "5x5 has 2 open tours, counting both directions and including tours that can be closed.",
        ),
        (
            Tours("5x5", start="1,1", end="5,5"),
            "5x5 has 2 open tours starting on 1,1 and ending on 5,5, including tours that can be closed.",
        ),
        (
            Tours("5x5", end="1,1"),
            "5x5 has 2 open tours ending on 1,1, including tours that can be closed.",
        ),
    ],
)
def test_a_count_is_a_sentence_that_says_what_was_counted(tours, sentence):
    assert tours.sentence(2) == sentence
    assert tours.sentence(1) == sentence.replace("2 ", "1 ", 1).replace(" tours", " tour", 1)
    name = sentence.removesuffix(".").partition(" has 2 ")[2].replace(" tours", f" tours of {tours.board}", 1)
    assert tours.words == name
    assert tours.with_count(1000) == f"1,000 {name}"
    assert tours.with_count(1) == f"1 {name}".replace(" tours", " tour", 1)
    assert tours.words.startswith(tours.name)


def test_one_square_has_one_tour_and_no_tours_need_no_details():
    assert Tours("1x1").sentence(1) == "1x1 has 1 open tour."
    assert Tours("6x6", closed=True).sentence(0, "about 0").startswith("6x6 has about 0 closed tours, ")
    assert Tours("5x5", start="1,2").sentence(0) == "5x5 has no open tours starting on 1,2."


# -- memory -----------------------------------------------------------------------------------------------


def test_the_memory_limit_can_be_lowered():
    closed, open_ = Tours("8x8", closed=True), Tours("6x8")
    assert require_method(closed) == "halves"
    with memory_bound(512 << 20):
        assert count_these(Tours("5x6", closed=True)).count == 8
        with pytest.raises(BadRule, match=r"closed tours of 8x8 .* the memory limit is 0.5 GB"):
            require_method(closed)
        with pytest.raises(
            BadRule, match=r"19,000,000 states and 2.0 GB of memory, and the memory limit is 0.5 GB"
        ):
            require_method(closed, "halves")
        with pytest.raises(BadRule, match=r"the memory limit is 0.5 GB"):
            require_method(closed, "narrowest")
        with pytest.raises(BadRule, match=r"the memory limit is 0.5 GB"):
            Tours("6x8").sampler()
        assert require_method(open_) == "sweep"
    with memory_bound(1 << 20), pytest.raises(BadRule, match=r"the memory limit is 1 MB"):
        require_method(open_)
    assert require_method(closed) == "halves"


@pytest.mark.parametrize("method", ["auto", "sweep", "narrowest"])
def test_every_method_states_the_memory_limit_in_the_same_unit(method, monkeypatch):
    monkeypatch.setattr(memory.os, "sysconf", lambda name: 1 << 20)  # a machine with more than 4 GB
    with pytest.raises(TooManyStates, match=r"and the memory limit is 4\.0 GB$"):
        require_method(Tours("9x9"), method)


def test_a_gigabyte_is_a_thousand_million_bytes():
    assert DEFAULT_MEMORY == 4 * 10**9
    assert [show_bytes(n) for n in (4 * 10**9, 4 << 30)] == ["4.0 GB", "4.3 GB"]


def test_numbers_too_long_to_add_up_are_rejected():
    with pytest.raises(BadRule, match="adding up numbers of this length takes too long"):
        count("3x1000000")


def test_an_unknown_method_is_rejected():
    message = "'magic' is not known: the methods are auto, sweep, narrowest, halves, enumerate"
    with pytest.raises(BadRule, match=message):
        count("5x5", method="magic")


def test_moves_that_reach_too_far_for_rows_are_counted_in_another_order():
    path = [(0, 0), (1, 4), (2, 0), (3, 4)]
    holes = [square for square in Board(4, 5).squares() if square not in path]
    counted = count(Board(4, 5, holes=holes, leaper=(1, 4)))
    assert (counted.count, counted.method) == (1, "narrowest")

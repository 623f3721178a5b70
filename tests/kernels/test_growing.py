"""`grow` gives the states of `expand` except those without a completion. Also without JIT."""

import os

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turaga import Board
from turaga.frontier import growth_kernel as growing
from turaga.frontier import state_kernel as frontier
from turaga.frontier.layers import ScanOrder

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"


def expanded(states, site):
    """The successors of each state, in order, by `expand`."""
    room = 10 * len(states) + 10
    out = frontier.Successors(
        np.empty(room, dtype=np.int64), np.empty(room, dtype=np.int32), np.empty(room, dtype=np.int8)
    )
    at, made = frontier.expand(np.array(states, dtype=np.int64), 0, site, out)
    assert at == len(states)
    return list(zip(out.states[:made].tolist(), out.parents[:made].tolist(), strict=True))


def grown(states, stop):
    """The same by `grow`."""
    found, parents = np.empty(10 * len(states), dtype=np.int64), np.empty(10 * len(states), dtype=np.int32)
    made = growing.grow(
        np.array(states, dtype=np.int64), 0, len(states), stop.site, stop.outlook, found, parents
    )
    return list(zip(found[:made].tolist(), parents[:made].tolist(), strict=True))


def graph(course, most=4000):
    """All states after each position, and the links from one to the next, by `expand`."""
    layers, ways = [[0]], []
    for stop in course:
        ways.append(expanded(layers[-1], stop.site))
        layers.append(sorted({state for state, _ in ways[-1]}))
        if len(layers[-1]) > most:
            return None
    return layers, ways


@st.composite
def questions(draw):
    rows, cols = draw(st.sampled_from([(3, 4), (4, 3), (3, 3), (4, 4), (2, 6), (5, 3), (3, 6), (4, 5)]))
    squares = [(r, c) for r in range(rows) for c in range(cols)]
    holes = draw(st.lists(st.sampled_from(squares), max_size=3, unique=True))
    leaper = draw(st.sampled_from([(1, 2), (1, 2), (0, 1), (0, 1), (1, 1), (1, 3), (0, 2), (2, 2)]))
    if sum(leaper) % 2 == 0 and draw(st.booleans()):
        # Such a leaper stays on squares of one colour, so the others are holes.
        holes = [(r, c) for r, c in squares if (r + c) % 2]
    board = Board(rows, cols, holes=holes, leaper=leaper)
    ends = draw(st.sampled_from([0, 2]))
    given = draw(st.lists(st.sampled_from(list(board.indices())), max_size=2, unique=True)) if ends else []
    return board, given, ends


@settings(max_examples=20 if SLOW else 150, deadline=None)
@given(questions())
def test_dropped_states_have_no_completion_and_the_others_are_the_same(question):
    course = ScanOrder(*question, fold=False)
    whole = graph(course, 300 if SLOW else 4000)
    if whole is None:
        return
    layers, ways = whole
    leads_on = set(layers[-1])
    for place in range(len(course) - 1, -1, -1):
        plain, quick = ways[place], grown(layers[place], course[place])
        rest = iter(plain)
        assert all(step in rest for step in quick), "in the same order"
        assert not {state for state, _ in set(plain) - set(quick)} & leads_on
        leads_on = {layers[place][parent] for state, parent in plain if state in leads_on}


@pytest.mark.parametrize(("size", "share"), [("3x8", 0.75), *([("4x6", 0.4), ("5x5", 0.4)] * (not SLOW))])
def test_only_a_small_share_is_left(size, share):
    course = ScanOrder(Board(size), [], 2, fold=False)
    plain, quick = [0], [0]
    most_plain = most_quick = 0
    for stop in course:
        plain = sorted({state for state, _ in expanded(plain, stop.site)})
        quick = sorted({state for state, _ in grown(quick, stop)})
        most_plain, most_quick = max(most_plain, len(plain)), max(most_quick, len(quick))
    assert most_quick < share * most_plain


def mirrored(state, width, rows):
    """The mirror image of a state, slot by slot."""
    codes = [state >> 4 * i & 15 for i in range(width * rows)]
    seen = [codes[row * width + col] for row in range(rows) for col in reversed(range(width))]
    names = {frontier.BARE: 0, frontier.LOOSE: frontier.LOOSE, frontier.DONE: frontier.DONE}
    for code in seen:
        names.setdefault(code, len(names) - 2)
    return sum(names[c] << 4 * i for i, c in enumerate(seen)) | state >> frontier.ENDS_AT << frontier.ENDS_AT


@pytest.mark.parametrize(("size", "leaper"), [("3x6", (1, 2)), ("5x4", (0, 1)), ("3x7", (1, 2))])
def test_folding_chooses_the_smaller_of_a_state_and_its_mirror_image(size, leaper):
    course = ScanOrder(Board(size).with_leaper(leaper), [], 2)
    states = [0]
    folded_some = 0
    for stop in course:
        states = sorted({state for state, _ in grown(states, stop)})
        if stop.folded is None:
            continue
        width, rows = stop.folded
        images = [mirrored(state, width, rows) for state in states]
        assert [mirrored(image, width, rows) for image in images] == states
        found = np.array(states, dtype=np.int64)
        growing.fold(found, len(states), width, rows)
        assert found.tolist() == [min(pair) for pair in zip(states, images, strict=True)]
        folded_some += sum(a != b for a, b in zip(found.tolist(), states, strict=True))
    assert folded_some > 0


def test_boards_without_mirror_symmetry_are_not_folded():
    for board, ends in [(Board(3, 6, holes=[(0, 1)]), []), (Board("3x6"), [0]), (Board("6x3"), [0])]:
        assert not any(stop.folded for stop in ScanOrder(board, ends, 2))
    for board, ends in [(Board(3, 6, holes=[(1, 1)]), []), (Board("3x6"), [7]), (Board("3x6"), [0, 12])]:
        assert any(stop.folded for stop in ScanOrder(board, ends, 2))

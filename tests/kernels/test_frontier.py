"""States of the frontier method and their counts, compared with a plain search. Also without JIT."""

import os
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from published import COUNTS
from turaga import Board
from turaga.frontier import state_kernel as kernel
from turaga.frontier.layout import ScanLayout

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"


# -- a plain search: every set of moves, and its state --------------------------------------------------


def pieces(edges, squares):
    """The squares that the edges connect, in groups."""
    groups = {s: {s} for s in squares}
    for a, b in edges:
        if groups[a] is not groups[b]:
            groups[a] |= groups[b]
            for s in groups[b]:
                groups[s] = groups[a]
    return groups


def looks(board, given, ends):
    """For each square in turn, the number of sets of moves for each look, which is their state as later
    squares see it.

    A look says for each later square "bare", "done", or what is at the other end of its piece: a later
    square or "loose". Squares are in the order of the rows of the shorter side.
    """
    turned = board.cols > board.rows
    squares = sorted(naive.squares(board), key=lambda s: s[::-1] if turned else s)
    partial = {(frozenset(), frozenset()): 1}
    for k, here in enumerate(squares):
        later = set(squares[k + 1 :])
        forward = naive.near(board, here, later)
        grown = Counter()
        for (edges, loose), ways in partial.items():
            has = sum(here in edge for edge in edges)
            roles = [True] if here in given else [False, True] if len(given) < ends else [False]
            for ending in roles:
                room = ends - len(set(given) - loose)
                if ending and here not in given and len(loose) >= room:
                    continue
                needs = (1 if ending else 2) - has
                if needs < 0:
                    continue
                for chosen in combinations(forward, needs):
                    made = edges | {(here, there) for there in chosen}
                    ended = loose | {here} if ending else loose
                    if sound(made, ended, squares, ends):
                        grown[made, ended] += ways
        partial = grown
        seen = Counter()
        for (edges, loose), ways in partial.items():
            seen[look(edges, loose, squares[k + 1 :]), len(loose)] += ways
        yield here, seen


def sound(edges, loose, squares, ends):
    """Whether no square has three moves, and nothing but the whole is complete."""
    degree = Counter(s for edge in edges for s in edge)
    if any(d > 2 for d in degree.values()):
        return False
    groups = pieces(edges, squares)
    for group in {id(g): g for g in groups.values()}.values():
        full = all(degree[s] == (1 if s in loose else 2) for s in group)
        if full and (len(group) < len(squares) or len(loose) != ends):
            return False
    return True


def look(edges, loose, later):
    degree = Counter(s for edge in edges for s in edge)
    groups = pieces(edges, {s for edge in edges for s in edge} | set(later))
    seen = []
    for s in later:
        if degree[s] == 1:
            others = [t for t in groups[s] if t != s and t in later and degree[t] == 1]
            seen.append(others[0] if others else "loose")
        else:
            seen.append("done" if degree[s] else "bare")
    return tuple(seen)


# -- the kernel, square by square -----------------------------------------------------------------------


def room(many):
    return kernel.Successors(
        np.empty(many, dtype=np.int64), np.empty(many, dtype=np.int32), np.empty(many, dtype=np.int8)
    )


def layers(board, given, ends, most=1000):
    """For each position, the states after it and the number of ways to reach each."""
    lie = ScanLayout(board)
    places = [lie.position(board.index(s)) for s in given]
    states, ways = np.zeros(1, dtype=np.int64), [1]
    found, where = room(most), np.empty(most, dtype=np.int32)
    for place in range(board.area):
        site = lie.site(place, places, ends)
        layer = np.empty(len(states) * kernel.MOST_SUCCESSORS, dtype=np.int64)
        table = np.full(1 << (2 * len(layer)).bit_length(), -1, dtype=np.int32)
        held = at = 0
        sums = Counter()
        while at < len(states):
            at, made = kernel.expand(states, at, site, found)
            held = kernel.merge(found.states, made, layer, held, table, where)
            for i in range(made):
                sums[int(where[i])] += ways[found.parents[i]]
        states, ways = layer[:held].copy(), [sums[i] for i in range(held)]
        yield lie, place, states, ways


def read(lie, place, state):
    """A state as a look: the squares after a position, without holes."""
    later = [p for p in range(place + 1, lie.board.area) if p not in lie.holes]
    codes = {place + 1 + i: state >> (4 * i) & 15 for i in range(lie.window)}
    names = {p: lie.board.square(lie.index(p)) for p in later}
    assert all(code == kernel.BARE for p, code in codes.items() if p not in names)
    seen, labels = [], {}
    for p in later:
        code = codes.get(p, kernel.BARE)
        if code in (kernel.BARE, kernel.LOOSE, kernel.DONE):
            seen.append({kernel.BARE: "bare", kernel.LOOSE: "loose", kernel.DONE: "done"}[code])
        else:
            if code not in labels:
                assert code == len(labels) + 1, "labels come by first appearance"
                labels[code] = p
            seen.append(next(names[q] for q in later if q != p and codes.get(q) == code))
    return tuple(seen), state >> kernel.ENDS_AT


@st.composite
def questions(draw):
    rows, cols = draw(st.sampled_from([(3, 4), (4, 3), (3, 3), (4, 4), (2, 6), (5, 3)]))
    squares = [(r, c) for r in range(rows) for c in range(cols)]
    holes = draw(st.lists(st.sampled_from(squares), max_size=2, unique=True))
    # The 0,1 leaper, which has tours on nearly every board, is more frequent than leapers without tours.
    leaper = draw(st.sampled_from([(1, 2), (0, 1), (0, 1), (1, 1), (1, 3)]))
    board = Board(rows, cols, holes=holes, leaper=leaper)
    ends = draw(st.sampled_from([0, 2]))
    squares = naive.squares(board)
    given = draw(st.lists(st.sampled_from(squares), max_size=2, unique=True)) if ends else []
    return board, given, ends


@settings(max_examples=30 if SLOW else 60, deadline=None)
@given(questions())
def test_states_and_counts_match_a_plain_search(question):
    board, given, ends = question
    expected = {board.index(here): seen for here, seen in looks(board, given, ends)}
    for lie, place, states, ways in layers(board, given, ends, most=kernel.MOST_SUCCESSORS):
        assert len(set(states.tolist())) == len(states)
        if place not in lie.holes:
            found = {read(lie, place, int(s)): n for s, n in zip(states, ways, strict=True)}
            assert found == expected[lie.index(place)]


def test_the_plain_search_recognises_tours():
    *_, (_, last) = looks(Board("3x4"), [], 2)
    assert last == {((), 2): COUNTS["open"]["3x4"]}


@pytest.mark.parametrize(
    ("size", "closed"),
    [("3x4", False), ("3x7", False), ("3x8", True), ("3x10", True)]
    + [("3x10", False), ("4x6", False), ("4x8", True), ("5x5", False), ("5x6", True)] * (not SLOW),
)
def test_counts_are_the_published_ones(size, closed):
    *_, (_, _, states, ways) = layers(Board(size), [], 0 if closed else 2)
    assert states.tolist() in ([], [0 if closed else 2 << kernel.ENDS_AT])
    assert sum(ways) == COUNTS["closed" if closed else "open"][size]


# -- details --------------------------------------------------------------------------------------------


def test_expanding_stops_when_the_arrays_are_full():
    states = np.zeros(50, dtype=np.int64)
    site = ScanLayout(Board("8x4")).site(1, [], 2)
    found = room(kernel.MOST_SUCCESSORS + 7)
    seen, at = 0, 0
    while at < len(states):
        before = at
        at, made = kernel.expand(states, at, site, found)
        assert before < at
        assert found.parents[:made].tolist() == sorted(found.parents[:made].tolist())
        seen += made
    # Square 1,2 has three forward moves: 3 pairs of them, and 3 ways for the tour to end here.
    assert seen == 50 * 6


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, (1 << 62) - 1), max_size=40), st.integers(1, 7))
def test_merging_numbers_states_by_first_appearance(states, size):
    found = np.array(states + states[::2], dtype=np.int64)
    layer = np.empty(len(found), dtype=np.int64)
    where = np.empty(len(found), dtype=np.int32)
    table = np.full(128, -1, dtype=np.int32)
    held = 0
    got = []
    for i in range(0, len(found), size):
        part = found[i : i + size]
        held = kernel.merge(part, len(part), layer, held, table, where)
        got += where[: len(part)].tolist()
        table = np.empty(2 * len(table) if len(table) < 1024 else 1024, dtype=np.int32)
        kernel.rebuild(layer, held, table)
    first = list(dict.fromkeys(found.tolist()))
    assert layer[:held].tolist() == first
    assert got == [first.index(s) for s in found.tolist()]


def test_the_first_way_to_a_state_is_kept():
    found = room(5)
    found.parents[:] = [0, 0, 1, 2, 2]
    found.moves[:] = [1, 2, 3, 4, 5]
    where = np.array([0, 3, 1, 3, 4], dtype=np.int32)  # the layer held 3 before: 3 and 4 are new
    parents, moves = np.zeros(5, dtype=np.int32), np.zeros(5, dtype=np.int8)
    kernel.keep_first(found, 5, where, 3, parents, moves)
    assert (parents.tolist(), moves.tolist()) == ([0, 0, 0, 0, 2], [0, 0, 0, 2, 5])


def test_walking_back_follows_the_loop():
    # Rows of one square; three are computed, and rows 1 and 2 repeat: 0 1 2 1 2 1 2.
    parents = np.array([0, 0, 1, 0, 0, 1], dtype=np.int32)
    moves = np.array([1, 2, 3, 4, 5, 6], dtype=np.int8)
    begins = np.array([0, 1, 3], dtype=np.int64)  # layers of 1, 2 and 3 states
    ways = np.zeros(8, dtype=np.uint8)
    assert kernel.walk_back(parents, moves, begins, 1, 7, 1, 0, ways, 1) == 0
    assert ways.tolist() == [0, 1, 2, 4, 2, 4, 2, 4]

"""Sums over all circuits and paths of a graph, compared with a plain search. Also without JIT."""

import os
from itertools import combinations, pairwise, permutations
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from published import COUNTS
from turaga import Board
from turaga.counting.graph_sweep import count_by_narrowest, sum_graph
from turaga.frontier.graph import Graph, graph_of
from turaga.tours import Tours

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"


# -- a plain search: every permutation of the points -----------------------------------------------------


def by_hand(graph):
    """Both sums, by the definition in `Graph`."""
    points = range(len(graph.links))
    sums = [0, 0]
    for walk in permutations(points):
        steps = list(pairwise(walk))
        times = 1
        if graph.ends == (0, 0):
            if walk[0] != 0 or len(walk) < 3 or walk[1] > walk[-1]:
                continue
            steps.append((walk[-1], walk[0]))
        elif not graph.must_end <= {walk[0], walk[-1]}:
            continue
        elif graph.ends == (1, 1):
            times = graph.first.get(walk[0], 0) * graph.second.get(walk[-1], 0)
        elif walk[0] < walk[-1]:
            times = graph.first.get(walk[0], 0) * graph.first.get(walk[-1], 0)
        else:
            continue
        if all(b in graph.links[a] for a, b in steps):
            for i in range(2):
                sums[i] += times * prod(graph.links[a][b][i] for a, b in steps)
    return sums


@st.composite
def graphs(draw):
    size = draw(st.integers(2, 5 if SLOW else 7))
    links = [{} for _ in range(size)]
    for a, b in combinations(range(size), 2):
        if draw(st.integers(0, 3)):
            links[a][b] = links[b][a] = draw(st.tuples(st.integers(1, 4), st.integers(-4, 4)))
    ends = draw(st.sampled_from([(0, 0), (1, 1), (2, 0)]))
    points = st.dictionaries(st.integers(0, size - 1), st.integers(1, 2))
    first = draw(points) if ends[0] else {}
    second = draw(points) if ends[1] else {}
    must = draw(st.sets(st.integers(0, size - 1), max_size=2)) if ends != (0, 0) else set()
    must = frozenset(p for p in must if p in first or p in second)
    graph = Graph(links=tuple(links), first=first, second=second, must_end=must, ends=ends, signed=True)
    return graph, draw(st.permutations(range(size)))


@settings(max_examples=60 if SLOW else 400, deadline=None)
@given(graphs())
def test_sums_are_those_of_all_circuits_and_paths(question):
    graph, order = question
    summed = sum_graph(graph, order)
    assert [summed.count, summed.signed] == by_hand(graph)


@pytest.mark.parametrize(
    ("size", "closed"),
    [("3x4", False), ("3x8", True), ("3x10", True)]
    + [("3x46", True), ("4x6", False), ("5x5", False), ("5x6", True), ("5x6", False), ("6x6", True)]
    * (not SLOW),
)
def test_counts_are_the_published_ones(size, closed):
    swept = count_by_narrowest(Tours(size, closed=closed))
    assert swept.count == COUNTS["closed" if closed else "open"][size]
    assert 0 < swept.peak_states <= swept.states


def ring(points, weights):
    """Points in a circle: a single circuit."""
    links = [{(p - 1) % points: weights, (p + 1) % points: weights} for p in range(points)]
    return Graph(links=tuple(links), first={}, second={}, must_end=frozenset(), ends=(0, 0), signed=True)


@pytest.mark.parametrize("points", [5, 40, 41, 400])
def test_sums_of_any_size(points):
    # 8**400 is too large for a float.
    summed = sum_graph(ring(points, (8, -8)), range(points))
    assert (summed.count, summed.signed) == (8**points, (-8) ** points)


def test_progress_is_reported_and_can_stop_a_count():
    told = []
    board = Board("4x5" if SLOW else "5x6")
    graph = graph_of(board, [], 0)
    sum_graph(graph, range(board.size), what="counting", progress=lambda *facts: told.append(facts))
    assert told[0] == ("counting, 0 states", 0, board.size)
    assert [done for _, done, _ in told] == sorted(done for _, done, _ in told)

    def stop(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sum_graph(graph, range(board.size), progress=stop)

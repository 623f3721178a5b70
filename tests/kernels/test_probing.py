"""Random probes are unbiased: a check of their whole tree. Also without JIT."""

import numpy as np
import pytest

import naive
from turaga import Board
from turaga.counting import estimate_kernel as kernel
from turaga.counting.estimate import probing_field
from turaga.tours import Tours

CASES = [
    Tours("3x4"),
    Tours("3x4", start="1,1"),
    Tours("3x7"),
    Tours("4x5", start="1,1"),
    Tours("4x5", start="1,1", end="1,2"),
    Tours(Board(4, 5, holes=[(0, 0), (3, 4)]), closed=True, start="2,3"),
    Tours(Board(3, 3, holes=[(1, 1)])),
    Tours(Board(3, 3, holes=[(1, 1)]), closed=True),
    Tours(Board(4, 4, leaper=(0, 1)), closed=True),
    Tours(Board(4, 4, leaper=(0, 1)), start="1,1", end="2,1", closed=True),
    Tours(Board(3, 4, leaper=(0, 1))),
]


def leaves(field, starts):
    """Every possible probe, as (squares, probability, whether it is a tour)."""
    changing = (field.free, field.ways, field.loose, field.state)

    def go(path, likelihood):
        here = path[-1]
        if field.state[0] == 0:
            yield path, likelihood, not field.anchored or field.near_anchor[here] == 1
            return
        weights = np.zeros(8)
        total = kernel.weigh(field, here, weights)
        if total == 0:
            yield path, likelihood, False
            return
        kept = [array.copy() for array in changing]
        for i in np.flatnonzero(weights).tolist():
            there = int(field.near[here, i])
            kernel.enter(field, here, there)
            yield from go([*path, there], likelihood * weights[i] / total)
            for array, copy in zip(changing, kept, strict=True):
                array[:] = copy

    for start in starts.tolist():
        kernel.reset(field)
        kernel.enter(field, -1, start)
        yield from go([start], 1 / len(starts))


@pytest.mark.parametrize("tours", CASES, ids=lambda tours: tours.words)
def test_the_mean_weight_of_a_probe_is_the_number_of_tours(tours):
    field, starts = probing_field(tours)
    squares = list(tours.board.indices())
    end = [] if tours.end_index is None else [tours.end_index]
    found, whole, mean = [], 0.0, 0.0
    for path, likelihood, complete in leaves(field, starts):
        whole += likelihood
        if complete:
            found.append(tuple([squares[point] for point in path] + end))
            mean += likelihood * (1 / likelihood)
    # Probes look for both directions of each tour, and for closed ones from one square only.
    expected = [tuple(map(tours.board.index, tour)) for tour in naive.listing(tours.but(directed=True))]
    assert sorted(found) == sorted(expected)
    assert whole == pytest.approx(1)
    assert mean == pytest.approx(len(expected))


def test_a_probe_is_a_path_down_the_tree():
    tours = Tours("3x4")
    field, starts = probing_field(tours)
    known = {round(np.log2(1 / p), 6) for _, p, complete in leaves(field, starts) if complete}
    logs = np.empty(200)
    kernel.probe(field, starts, np.array([7], dtype=np.uint64), logs)
    met = {round(log, 6) for log in logs.tolist() if log >= 0}
    assert met
    assert met <= known
    assert (logs < 0).any()

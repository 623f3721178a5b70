"""The public names of Python: none is replaced when a module is loaded, and each works; squares to avoid are
holes."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import turaga

EVERYTHING = """
import importlib, pkgutil
import turaga

for found in pkgutil.walk_packages(turaga.__path__, "turaga."):
    if not found.name.endswith(("__main__", "web.preload")):  # they start something
        importlib.import_module(found.name)

tour = turaga.solve("3x4").tour
path = "tour.json"
turaga.save(tour, path)
assert turaga.load(path) == tour
assert turaga.verify(tour).is_tour
assert turaga.repair(tour).tour == tour
assert turaga.count("3x4").count == 8
assert len(turaga.sample("3x4", 2)) == 2
assert turaga.draw(tour).startswith("<svg")
for name in turaga.__all__:
    thing = getattr(turaga, name)
    assert name == "__version__" or (callable(thing) and not hasattr(thing, "__path__")), name
"""


def test_no_module_replaces_a_public_function(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", EVERYTHING], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@given(st.sets(st.integers(0, 19), min_size=1, max_size=6), st.booleans())
def test_squares_to_avoid_are_holes(indices, closed):
    board = turaga.Board("4x5")
    squares = [board.square(index) for index in sorted(indices)]
    with_holes = turaga.Board(4, 5, holes=squares)
    names = " ".join(map(board.name, squares))
    for avoid in (squares, names, [names]):
        assert turaga.Tours("4x5", avoid=avoid).board == with_holes
    assert turaga.solve("4x5", avoid=names, closed=closed) == turaga.solve(with_holes, closed=closed)
    assert turaga.count("4x5", avoid=names, closed=closed) == turaga.count(with_holes, closed=closed)


@pytest.mark.parametrize(
    ("avoid", "start", "sentence"),
    [("z9", None, "square z9 is not on the 5x5 board"), ("a1", "a1", "square a1 is a hole of the 5x5 board")],
)
def test_what_cannot_be_avoided(avoid, start, sentence):
    with pytest.raises(turaga.errors.BadSquare, match=sentence):
        turaga.solve("5x5", avoid=avoid, start=start)

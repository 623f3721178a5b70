"""Walks of all kinds, shared by the tests of pictures."""

from pathlib import Path

import pytest

from turaga import Board, Walk, read, solve
from turaga.draw.themes import THEMES

ROOT = Path(__file__).parent.parent

OPEN = solve("5x5").tour
CLOSED = solve("8x8", start="a1", method="vandermonde").tour
EULER = read((ROOT / "docs" / "examples" / "euler.txt").read_text()).walk
HOLED = Walk(Board(4, 5, holes=[(1, 1), (1, 2), (3, 4)]), [(0, 0), (2, 1), (0, 2), (1, 4)])
EMPTY = Walk("3x4", [])
SINGLE = Walk("3x4", [(1, 2)])
ZEBRA = Walk(Board(6, 7, leaper=(2, 3)), [(0, 0), (2, 3), (4, 0), (1, 2), (3, 5)])
WALKS = {
    "open": OPEN, "closed": CLOSED, "incomplete": EULER, "holes": HOLED, "empty": EMPTY, "single": SINGLE,
    "zebra": ZEBRA,
}  # fmt: skip
walks = pytest.mark.parametrize("walk", WALKS.values(), ids=WALKS)
themes = pytest.mark.parametrize("theme", THEMES)

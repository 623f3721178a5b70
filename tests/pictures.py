"""Walks of all kinds, a parsed SVG, and the contrast of colours, shared by the tests of pictures."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from turaga import Board, Walk, solve
from turaga.notation import read
from turaga.pictures.themes import THEMES

SVG = "{http://www.w3.org/2000/svg}"
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


def luminance(colour):
    """The relative luminance of #rrggbb as WCAG 2 defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    """The contrast of two colours as WCAG 2 defines it."""
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


class Seen:
    """A parsed SVG: the positions of its squares, and every line with its colour."""

    def __init__(self, text, board, style="board", margin=None):
        self.root = ElementTree.fromstring(text)
        self.board = board
        _, _, self.width, self.height = map(float, self.root.get("viewBox").split())
        self.rects = self.root.findall(f"{SVG}rect")
        if margin is not None:
            self.x = self.y = margin
            self.side = (self.width - 2 * margin) / board.cols
        elif style == "board":
            self.x, self.y, wide, high = (float(self.rects[1].get(n)) for n in ("x", "y", "width", "height"))
            self.side = wide / board.cols
            assert high / board.rows == self.side
        else:  # margins are alike on both sides
            self.side = (self.width - self.height) / (board.cols - board.rows)
            self.x = self.y = (self.width - board.cols * self.side) / 2

    def middle(self, square):
        return self.x + (square[1] + 0.5) * self.side, self.y + (square[0] + 0.5) * self.side

    def square(self, x, y):
        return int((y - self.y) // self.side), int((x - self.x) // self.side)

    def all(self, tag, **wanted):
        return [e for e in self.root.iter(SVG + tag) if all(e.get(k) == v for k, v in wanted.items())]

    def lines(self):
        """The places of each piece of the walk's line, whether it closes, and its colour."""
        found = []
        for path in self.all("path", **{"stroke-linecap": "round"}):
            x, y, steps, end = re.fullmatch(r"M(\d+) (\d+)l([-\d ]*)(z?)", path.get("d")).groups()
            numbers = list(map(int, re.findall(r"-?\d+", steps)))
            places = [(int(x), int(y))]
            for right, down in zip(numbers[::2], numbers[1::2], strict=True):
                places.append((places[-1][0] + right, places[-1][1] + down))
            found.append((places, bool(end), path.get("stroke")))
        return found

    def bars(self, fill):
        """The squares with this fill."""
        squares = []
        for path in self.all("path", fill=fill):
            for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)v\d+h-\d+z", path.get("d")):
                row, col = self.square(int(x), int(y))
                squares += [(row, col + k) for k in range(round(int(length) / self.side))]
        return squares

    def circles(self, **wanted):
        return [
            (float(c.get("cx")), float(c.get("cy")))
            for group in self.all("g", **wanted)
            for c in group.findall(f"{SVG}circle")
        ]

    def texts(self):
        return {
            self.square(float(t.get("x")), float(t.get("y"))): t.text for t in self.root.iter(SVG + "text")
        }

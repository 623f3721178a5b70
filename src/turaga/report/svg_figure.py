"""A figure of the page: a picture as SVG text, and the author's figure that it belongs to."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape

from turaga.board import Board
from turaga.pictures.chart import Chart, Line, Point, draw_chart
from turaga.pictures.plot_canvas import Look
from turaga.report.experiments import Experiments
from turaga.survey.plan import Plan
from turaga.survey.plot_values import Column, Value

LOOK = Look(size=(5.2, 3.5))  # half the width of the page; text is then as large as on the page
SQUARE = Look(size=(5.2, 4.6))


@dataclass(frozen=True)
class Figure:
    """A figure of the page: the system it belongs to, what it shows, how to read it, the SVG text, and the
    author's figure: where it is, and a description.

    >>> Figure("serafeimidis", "Ends", "Dark where many tours end.", "<svg/>", section="Fig. 27",
    ...        original="Dots, most of them at the top right.").section
    'Fig. 27'
    """

    source: str
    caption: str
    note: str
    svg: str
    section: str
    original: str


@dataclass(frozen=True, kw_only=True)
class FigureSource:
    """How to draw figures, and what must have been run before: surveys, or values by name."""

    draw: "Callable[[Experiments], Figure | list[Figure]]"
    plans: "Callable[[Experiments], Sequence[Plan]]" = lambda _: ()
    values: tuple[str, ...] = ()

    def figures(self, experiments: Experiments) -> "list[Figure]":
        """The figures, or none if something has not been run."""
        if not experiments.holds(*self.plans(experiments)) or not experiments.knows(*self.values):
            return []
        drawn = self.draw(experiments)
        return drawn if isinstance(drawn, list) else [drawn]


def inline(svg: bytes, name: str) -> str:
    """An SVG file as an element of an HTML page. The prolog and the XML namespaces are removed, because HTML
    does not need them; the fixed size is removed, so that the picture fills its space; ids get a unique
    prefix.

    >>> inline(b'<?xml version="1.0"?><svg width="9pt" height="4pt"><g id="a"/><use href="#a"/></svg>', "f")
    '<svg ><g id="f-a"/><use href="#f-a"/></svg>'
    """
    text = svg.decode()
    text = text[text.index("<svg") :].strip()
    opening, rest = text.split(">", 1)
    opening = re.sub(r'\s(?:width|height|xmlns(?::xlink)?)="[^"]*"', " ", opening)
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", f"{opening}>{rest}", flags=re.DOTALL)
    text = re.sub(r'\bid="', f'id="{name}-', text)
    text = re.sub(r'(href="|url\()#', rf"\1#{name}-", text)
    return re.sub(r"\s*\n\s*", " ", re.sub(r"(<svg) +", r"\1 ", text))


def chart_by_size(lines: Iterable[tuple[str, Iterable[Value[Board]]]], column: Column, name: str) -> str:
    """Values of square boards against their side, a line for each label."""
    drawn = Chart(
        lines=[
            Line(label, tuple(Point(value.at.rows, *value[1:]) for value in values))
            for label, values in lines
        ],
        x="board side n (boards n×n)",
        y=column.label,
        scale=column.scale,
        ramp=column.scale == "percent",
    )
    return inline(draw_chart(drawn, LOOK), name)


# -- small boards side by side ------------------------------------------------------------------------------


def draw_tiles(tiles: Sequence[tuple[str, Sequence[Sequence[str]]]], columns: int, title: str) -> str:
    """Small boards side by side, each with a label. An entry of a board is a text, or empty; squares with a
    text are shaded.

    >>> "12345678" in draw_tiles([("12345678", (("", "1"), ("2", "")))], 1, "a board")
    True
    """
    side = max(len(rows) for _, rows in tiles)
    cell, gap, label = 112 / side, 16, 18
    wide, high = side * cell + gap, side * cell + gap + label
    lines = -(-len(tiles) // columns)
    parts = [
        f'<svg viewBox="-1 -1 {columns * wide - gap + 2:g} {lines * high - gap + 2:g}" '
        f'font-family="sans-serif" text-anchor="middle"><title>{escape(title)}</title>'
    ]
    for i, (name, rows) in enumerate(tiles):
        x, y = i % columns * wide, i // columns * high + label
        parts.append(_text(x + side * cell / 2, y - 5, 11, name))
        for row, line in enumerate(rows):
            for col, entry in enumerate(line):
                parts.append(
                    f'<rect x="{x + col * cell:g}" y="{y + row * cell:g}" width="{cell:g}" '
                    f'height="{cell:g}" fill="{"#9ecae1" if entry else "#ffffff"}" stroke="#bbb" '
                    'stroke-width=".6"/>'
                )
                if entry:
                    parts.append(_text(x + (col + 0.5) * cell, y + (row + 0.5) * cell + 3, 9, entry))
    return "".join([*parts, "</svg>"])


def _text(x: float, y: float, size: float, words: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="#222">{escape(words)}</text>'

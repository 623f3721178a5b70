"""Charts of numbers: lines, ranges or bars against the size of a board or another number.

The same numbers give the same bytes. Charts need matplotlib (extra `lab`). An SVG is self-contained: its text
is stored as outlines, and it has no scripts.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from turaga.errors import BadInput
from turaga.extras import load
from turaga.pictures.plot_canvas import (
    INK,
    PLAIN,
    STROKES,
    Look,
    Stroke,
    add_heading,
    add_legend,
    add_title,
    blank,
    clean,
    render,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_LINES = len(STROKES)  # in the same axes; more would not differ clearly, especially in grey
MOST_PANELS = 24
_SIZE = (7.0, 4.4)
_MOST_MARKS, _MOST_TICKS = 40, 13
_MOST_WRITTEN = 18  # bars with their values above them
_ROUND = [1, 2, 5, 10]

Scale = Literal["count", "percent", "share", "time"]


class Point(NamedTuple):
    """A value of a line. `low` and `high` are the ends of its 95% interval. If the quartiles `lower` and
    `upper` are given, the value is the median of many, and `low` and `high` are the least and the most of
    them.

    >>> Point(8, 95.0).low is None
    True
    """

    x: float
    y: float
    low: float | None = None
    high: float | None = None
    lower: float | None = None
    upper: float | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """Several values with a label. Lines with different panels get axes of their own.

    >>> Line("12345678", (Point(6, 100.0), Point(8, 92.2))).panel
    ''
    """

    label: str
    points: tuple[Point, ...]
    panel: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """What a chart shows, apart from its title.

    The vertical scale: `count` starts at 0, and is logarithmic if the values differ much; `percent` is the
    same in percent; `share` is for parts of a whole, in percent; `time` makes both scales logarithmic.

    >>> Chart(lines=[Line("order 12345678", (Point(8, 5),))], x="board side", y="failures").scale
    'count'
    """

    lines: Sequence[Line]
    x: str
    y: str
    scale: Scale = "count"
    names: Mapping[float, str] = field(default_factory=dict)  # at the horizontal axis, instead of numbers
    bars: bool = False
    ramp: bool = False  # the lines form a sequence: they are drawn from dark to light


def draw_chart(drawn: Chart, look: Look = PLAIN, *, format: str = "svg") -> bytes:
    """A chart as the bytes of an SVG or PNG file.

    >>> drawn = Chart(lines=[Line("12345678", (Point(6, 0), Point(8, 5)))], x="board side", y="failures")
    >>> draw_chart(drawn)[:5], draw_chart(drawn, format="png")[1:4]
    (b'<?xml', b'PNG')
    """
    return render(lambda: chart_figure(drawn, look), look, format)


def chart_figure(drawn: Chart, look: Look) -> "Figure":
    """A chart as a figure of matplotlib: one pair of axes, or a panel for each group of lines."""
    panels = list(dict.fromkeys(line.panel for line in drawn.lines))
    if not any(line.points for line in drawn.lines):
        raise BadInput("the plot would be empty: no line has a point")
    for count, most, things in (
        (len(panels), MOST_PANELS, "panels"),
        (len(drawn.lines) // len(panels), MOST_LINES, "lines"),
    ):
        if count > most:
            raise BadInput(
                f"{count} {things} are too many for one plot",
                accepted=f"choose at most {most}",
                field="lines",
            )
    return _in_panels(drawn, panels, look) if len(panels) > 1 else _alone(drawn, look)


def _alone(drawn: Chart, look: Look) -> "Figure":
    figure = blank(look, _SIZE)
    axes = figure.add_subplot()
    _draw(axes, drawn, drawn.lines)
    axes.set_xlabel(clean(drawn.x))
    axes.set_ylabel(clean(drawn.y))
    add_title(axes, look)
    add_legend(axes)
    return figure


def _in_panels(drawn: Chart, panels: Sequence[str], look: Look) -> "Figure":
    """A panel for each group of lines, all with the same scales."""
    columns = 2 if len(panels) <= 8 else 3
    rows = -(-len(panels) // columns)
    figure = blank(look, (7.0, 1.3 + 1.15 * rows))
    grid = figure.add_gridspec(rows + 1, columns, height_ratios=[0.01, *[1.0] * rows])
    add_heading(figure.add_subplot(grid[0, :]), look)
    for i, panel in enumerate(panels):
        axes = figure.add_subplot(grid[1 + i // columns, i % columns])
        _draw(axes, drawn, [line for line in drawn.lines if line.panel == panel])
        axes.set_title(clean(panel), loc="left", fontsize=8.5, color=INK, pad=3)
        if axes.get_yscale() == "linear":
            axes.locator_params(axis="y", nbins=3)
        axes.tick_params(labelbottom=i + columns >= len(panels), labelleft=i % columns == 0)
    add_legend(axes, below=True)
    figure.supxlabel(clean(drawn.x), fontsize=9.5, color=INK)
    figure.supylabel(clean(drawn.y), fontsize=9.5, color=INK)
    return figure


# -- lines, ranges, bars ------------------------------------------------------------------------------


def _draw(axes: "Axes", drawn: Chart, lines: Sequence[Line]) -> None:
    """Draw lines, each with its own stroke, on axes that fit all lines of the chart."""
    form = _vertical(axes, drawn)
    _horizontal(axes, drawn)
    ranges = sum(_is_range(line) for line in drawn.lines)
    width = 0.86 * _gap(drawn) / len(lines)  # of bars
    for i, (line, stroke) in enumerate(
        zip(lines, _ramp(len(lines)) if drawn.ramp else STROKES, strict=False)
    ):
        points = sorted(line.points, key=lambda point: point.x)
        if drawn.bars:
            points = [point._replace(x=point.x + (i - (len(lines) - 1) / 2) * width) for point in points]
            axes.bar([p.x for p in points], [p.y for p in points], width=width, linewidth=0,
                     color=stroke.colour, label=clean(line.label), zorder=3)  # fmt: skip
            _draw_intervals(axes, points, STROKES[1].colour)
            for x, y, _, high, *_ in points if len(points) * len(lines) <= _MOST_WRITTEN else ():
                axes.annotate(form(y), xy=(x, y if high is None else high), xytext=(0, 4), ha="center",
                              textcoords="offset points", fontsize=7.5, color=INK)  # fmt: skip
        else:
            label = _draw_range(axes, line, points, stroke, ranges == 1) if _is_range(line) else line.label
            _draw_line(axes, points, stroke, label, dotted=bool(drawn.names))


def _is_range(line: Line) -> bool:
    return any(point.lower is not None for point in line.points)


def _draw_line(axes: "Axes", points: Sequence[Point], stroke: Stroke, label: str, *, dotted: bool) -> None:
    axes.plot(
        [point.x for point in points], [point.y for point in points], color=stroke.colour,
        linestyle=(0, (1, 2)) if dotted else stroke.dashes, marker=stroke.marker, markeredgecolor="white",
        markevery=-(-len(points) // _MOST_MARKS), label=clean(label), zorder=3, clip_on=False,
    )  # fmt: skip
    if not any(point.lower is not None for point in points):
        _draw_intervals(axes, points, stroke.colour)


def _draw_intervals(axes: "Axes", points: Sequence[Point], colour: str) -> None:
    for x, y, low, high, *_ in points:
        if low is not None and high is not None:
            ends = [[max(0.0, y - low)], [max(0.0, high - y)]]  # rounding can make them negative
            axes.errorbar(x, y, ends, fmt="none", ecolor=colour, elinewidth=0.9, capsize=2.0, zorder=4)


def _draw_range(axes: "Axes", line: Line, points: Sequence[Point], stroke: Stroke, alone: bool) -> str:
    """Shade the middle half, and all of the values if this is the only range. Returns the label of the
    median."""
    xs, _, *ends = zip(*points, strict=True)
    least, most, lower, upper = ends
    options: dict[str, Any] = {"color": stroke.colour, "linewidth": 0}
    if not alone:
        axes.fill_between(xs, lower, upper, alpha=0.2, **options)
        return f"{line.label}: median and quartiles"
    axes.fill_between(xs, least, most, alpha=0.14, label="all orders", **options)
    axes.fill_between(xs, lower, upper, alpha=0.32, label="middle half of the orders", **options)
    return f"median of {line.label}"


def _ramp(count: int) -> list[Stroke]:
    """Strokes from dark to light, for lines that form a sequence."""
    cividis = load("matplotlib", "lab").colormaps["cividis"]
    to_hex: Callable[[Any], str] = load("matplotlib.colors", "lab").to_hex
    places = [0.84 * i / max(1, count - 1) for i in range(count)]
    return [Stroke(to_hex(cividis(at)), "-", "os^Dv"[i % 5]) for i, at in enumerate(places)]


# -- axes ---------------------------------------------------------------------------------------------


def _gap(drawn: Chart) -> float:
    """The smallest distance between two points."""
    xs = sorted({point.x for line in drawn.lines for point in line.points})
    return min((b - a for a, b in pairwise(xs)), default=1.0)


def _horizontal(axes: "Axes", drawn: Chart) -> None:
    """Whole numbers or names at the ticks."""
    ticker = load("matplotlib.ticker", "lab")
    places = sorted({point.x for line in drawn.lines for point in line.points})
    gaps = [b - a for a, b in pairwise(places)]
    if drawn.names:
        every = 1 if drawn.bars else -(-len(drawn.names) // _MOST_TICKS)
        names = list(drawn.names.items())[::every]
        crowded = sum(len(name) + 2 for _, name in names) > 80 and "\n" not in names[-1][1]
        axes.set_xticks([at for at, _ in names], [clean(name) for _, name in names], rotation=90 * crowded)
    elif drawn.scale == "time":
        axes.set_xscale("log")
        subs = (1, 2, 5) if places[-1] / places[0] > 30 else (1, 2, 3, 4, 6, 8)
        few = len(places) < 3
        axes.xaxis.set_major_locator(ticker.FixedLocator(places) if few else ticker.LogLocator(subs=subs))
        axes.xaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:,.0f}"))
        axes.xaxis.set_minor_locator(ticker.NullLocator())
    elif len(places) <= _MOST_TICKS and max(gaps, default=1) <= 2 * min(gaps, default=1):
        axes.set_xticks(places, [f"{place:g}" for place in places])
    else:
        whole = all(place == round(place) for place in places)
        axes.xaxis.set_major_locator(ticker.MaxNLocator(_MOST_TICKS, integer=whole, steps=_ROUND))


def _vertical(axes: "Axes", drawn: Chart) -> Callable[[float], str]:
    """The vertical scale of all lines. Returns how its values are written."""
    ticker = load("matplotlib.ticker", "lab")
    values = [
        value for line in drawn.lines for point in line.points for value in point[1:] if value is not None
    ]
    form: Callable[[float], str]
    match drawn.scale:
        case "time":
            form = ticker.EngFormatter(unit="s")
            axes.set_yscale("log")
            axes.yaxis.set_major_locator(ticker.LogLocator(numticks=12))
            axes.yaxis.set_minor_locator(ticker.NullLocator())
        case "share":
            form = "{:.3g}%".format
            axes.yaxis.set_major_locator(ticker.MaxNLocator(8, steps=_ROUND))
            bottom = 0.0 if drawn.bars or min(values) < 60 else max(0.0, 10 * ((min(values) - 2) // 10))
            axes.set_ylim(bottom, 100 + (100 - bottom) * (0.08 if drawn.bars else 0.03))
            axes.spines["left"].set_bounds(bottom, 100)
        case "percent":
            form = "{:.3g}%".format
            _from_zero(axes, values, linear=False)
        case _:
            form = "{:,g}".format
            _from_zero(axes, [value for value in values if not 0 < value < 1] or values, linear=drawn.bars)
    axes.yaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: form(value)))
    return form


def _from_zero(axes: "Axes", values: Sequence[float], *, linear: bool) -> None:
    """A scale from 0. If the largest value is more than a hundred times the smallest, it is logarithmic, with
    room for the 0, unless it must be linear."""
    ticker = load("matplotlib.ticker", "lab")
    top = max(values)
    least = min((value for value in values if value > 0), default=1.0)
    if linear or top <= 100 * least:
        axes.set_ylim(0, top * 1.08 or 1.0)
        axes.yaxis.set_major_locator(ticker.MaxNLocator(8, integer=least >= 1, steps=_ROUND))
        return
    first = 10.0 ** math.floor(math.log10(least))
    axes.set_yscale("symlog", linthresh=first, linscale=0.4)
    decades = math.ceil(math.log10(top / first) - 0.5)
    axes.set_yticks([0.0, *(first * 10.0**i for i in range(decades + 1))])
    axes.yaxis.set_minor_locator(ticker.NullLocator())
    axes.set_ylim(-0.1 * first, top * 1.35)

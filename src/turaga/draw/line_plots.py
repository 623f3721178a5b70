"""Plots of a value against the size of the board."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from turaga.draw.plot_canvas import GREY, STROKES, Stroke, add_legend, add_title, blank, clean, count_axis
from turaga.draw.plot_data import Band, Line, Look, Point, Spread
from turaga.errors import BadInput
from turaga.extras import load

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_LINES = len(STROKES)
_DEFAULT_SIZE = (7.0, 4.4)
_MOST_MARKS, _MOST_TICKS = 40, 13


# -- the axis of board sizes --------------------------------------------------------------------------


_Named = tuple[int, int, str]  # rows, columns, and the name of a board with holes


def _named(point: Point | Spread) -> _Named:
    return point.rows, point.cols, point.board


@dataclass(frozen=True)
class Sizes:
    """The positions of boards on the axis: by their side if all are square, or by the side that varies if
    only one does. Otherwise, and if boards have holes, they are placed one after the other, sorted by the
    squares of their rectangles."""

    place: dict[_Named, float]
    label: str
    names: tuple[str, ...] = ()

    @classmethod
    def of(cls, points: Iterable[Point | Spread]) -> "Sizes":
        known = sorted(set(map(_named, points)), key=lambda board: (board[0] * board[1], board))
        heights, widths = {rows for rows, _, _ in known}, {cols for _, cols, _ in known}
        if not any(name for _, _, name in known):
            if all(rows == cols for rows, cols, _ in known):
                return cls({board: float(board[0]) for board in known}, "board side n (boards n×n)")
            if len(heights) == 1:
                label = f"columns n (boards {heights.pop()}×n)"
                return cls({board: float(board[1]) for board in known}, label)
            if len(widths) == 1:
                return cls({board: float(board[0]) for board in known}, f"rows n (boards n×{widths.pop()})")
        return cls(
            {board: float(i) for i, board in enumerate(known)},
            "board (rows×columns), by number of squares",
            tuple(name or f"{rows}×{cols}" for rows, cols, name in known),
        )

    def at(self, point: Point | Spread) -> float:
        """The position of the board that a value belongs to."""
        return self.place[_named(point)]

    def mark(self, axes: "Axes") -> None:
        """Label the axis, with whole numbers or names of boards at the ticks."""
        axes.set_xlabel(self.label)
        places = sorted(self.place.values())
        if self.names:
            every = -(-len(self.names) // _MOST_TICKS)
            axes.set_xticks(range(0, len(self.names), every), self.names[::every])
        elif len(places) <= _MOST_TICKS and _evenly_spread(places):
            axes.set_xticks(places, [f"{place:.0f}" for place in places])
        else:
            ticker = load("matplotlib.ticker", "lab")
            axes.xaxis.set_major_locator(ticker.MaxNLocator(_MOST_TICKS, integer=True, steps=[1, 2, 5, 10]))


def _evenly_spread(places: Sequence[float]) -> bool:
    """Whether every position has room for its label: no gap is much smaller than the others."""
    gaps = [b - a for a, b in pairwise(places)]
    return not gaps or max(gaps) <= 2 * min(gaps)


def _points(lines: Iterable[Line | Band]) -> list[Point | Spread]:
    return [point for line in lines for point in line.points]


# -- drawing on axes ----------------------------------------------------------------------------------


def _draw(
    axes: "Axes", sizes: Sizes, lines: Sequence[Line | Band], strokes: Sequence[Stroke] = STROKES
) -> None:
    """Draw lines and bands, each with its own stroke."""
    _check_lines(lines, len(strokes))
    bands = sum(isinstance(line, Band) for line in lines)
    for line, stroke in zip(lines, strokes, strict=False):
        if isinstance(line, Band):
            _draw_band(axes, sizes, line, stroke, alone=bands == 1)
        else:
            _draw_line(axes, sizes, line, stroke)


def _check_lines(lines: Sequence[Line | Band], most: int) -> None:
    """Raise `BadInput` unless there are at most `most` lines, and some have points."""
    if not any(line.points for line in lines):
        raise BadInput("the plot would be empty: no line has a point")
    if len(lines) > most:
        raise BadInput(
            f"{len(lines)} lines are too many for one plot",
            accepted=f"choose at most {most}",
            field="lines",
            value=len(lines),
        )


def _draw_line(axes: "Axes", sizes: Sizes, line: Line, stroke: Stroke, **options: Any) -> None:
    points = sorted(line.points, key=sizes.at)
    xs = [sizes.at(point) for point in points]
    style = {
        "color": stroke.colour,
        "linestyle": stroke.dashes if not sizes.names else (0, (1, 2)),
        "marker": stroke.marker,
        "markeredgecolor": "white",
        "markevery": -(-len(xs) // _MOST_MARKS),
        "label": clean(line.label),
        "zorder": 3,
        **options,
    }
    axes.plot(xs, [point.value for point in points], **style)
    between = [(x, p.value, p.low, p.high) for x, p in zip(xs, points, strict=True)]
    known = [(x, value, low, high) for x, value, low, high in between if low is not None and high is not None]
    if known:
        axes.errorbar(
            [x for x, *_ in known],
            [value for _, value, _, _ in known],
            yerr=[
                [max(0.0, value - low) for _, value, low, _ in known],  # rounding can make it negative
                [max(0.0, high - value) for _, value, _, high in known],
            ],
            fmt="none",
            ecolor=stroke.colour,
            elinewidth=0.9,
            capsize=2.0,
            zorder=2,
        )


def _draw_band(axes: "Axes", sizes: Sizes, band: Band, stroke: Stroke, *, alone: bool) -> None:
    points = sorted(band.points, key=sizes.at)
    xs = [sizes.at(point) for point in points]

    def of(name: str) -> list[float]:
        return [getattr(point, name) for point in points]

    if alone:
        axes.fill_between(
            xs, of("least"), of("most"), color=stroke.colour, alpha=0.14, linewidth=0, label="all orders"
        )
    axes.fill_between(
        xs, of("lower"), of("upper"), color=stroke.colour, alpha=0.32 if alone else 0.2, linewidth=0,
        label="middle half of the orders" if alone else None,
    )  # fmt: skip
    label = f"median of {band.label}" if alone else f"{band.label}: median and quartiles"
    axes.plot(
        xs, of("middle"), color=stroke.colour, linestyle=stroke.dashes, marker=stroke.marker,
        markeredgecolor="white", markevery=-(-len(xs) // _MOST_MARKS), label=clean(label), zorder=3,
    )  # fmt: skip


def _percent_axis(axes: "Axes", lowest: float) -> None:
    """A vertical axis in percent. It starts at 0 unless all values are high."""
    bottom = 0.0 if lowest < 60 else max(0.0, 10 * ((lowest - 2) // 10))
    axes.set_ylim(bottom, 100 + (100 - bottom) * 0.03)
    axes.yaxis.set_major_formatter(load("matplotlib.ticker", "lab").StrMethodFormatter("{x:g}%"))
    axes.spines["left"].set_bounds(bottom, 100)


def _values(lines: Iterable[Line | Band]) -> list[float]:
    found: list[float] = []
    for line in lines:
        for point in line.points:
            if isinstance(point, Spread):
                found += [point.least, point.most]
            else:
                found += [v for v in (point.value, point.low, point.high) if v is not None]
    return found


# -- the kinds ----------------------------------------------------------------------------------------


def rate(lines: Sequence[Line | Band], look: Look, *, of: str = "starts") -> "Figure":
    """Success rate in percent against board size."""
    figure, axes = _against_size(lines, look)
    _percent_axis(axes, min(_values(lines)))
    axes.set_ylabel(f"complete walks (% of {of})")
    return figure


def failures(lines: Sequence[Line | Band], look: Look, *, of: str = "starts") -> "Figure":
    """The number of failures against board size."""
    figure, axes = _against_size(lines, look)
    count_axis(axes, _values(lines))
    axes.set_ylabel(f"{of} whose walk fails")
    return figure


def _against_size(lines: Sequence[Line | Band], look: Look) -> "tuple[Figure, Axes]":
    figure = blank(look, _DEFAULT_SIZE)
    axes = figure.add_subplot()
    sizes = Sizes.of(_points(lines))
    _draw(axes, sizes, lines)
    sizes.mark(axes)
    add_title(axes, look)
    add_legend(axes)
    return figure, axes


def remaining(lines: Sequence[Line], look: Look, *, of: str = "starts") -> "Figure":
    """Starts that are still incomplete, in percent, against board size. One line per number of retries."""
    figure = blank(look, _DEFAULT_SIZE)
    axes = figure.add_subplot()
    sizes = Sizes.of(_points(lines))
    _draw(axes, sizes, lines, _ramp(len(lines)))
    count_axis(axes, _values(lines), form="{:g}%".format)
    axes.set_ylabel(f"still incomplete (% of {of})")
    sizes.mark(axes)
    add_title(axes, look)
    add_legend(axes, keep=True)
    return figure


def _ramp(count: int) -> list[Stroke]:
    """Strokes from dark to light, for lines that form a sequence."""
    cividis = load("matplotlib", "lab").colormaps["cividis"]
    to_hex: Callable[[Any], str] = load("matplotlib.colors", "lab").to_hex
    places = [0.84 * i / max(1, count - 1) for i in range(count)]
    return [Stroke(to_hex(cividis(at)), "-", "os^Dv"[i % 5]) for i, at in enumerate(places)]


def time(one: Sequence[Line], every: Sequence[Line], look: Look, *, guides: bool) -> "Figure":
    """Seconds for one walk, and for a walk from every start of a board, on logarithmic scales. `guides` adds
    the slopes for a constant time per step."""
    points = [point for line in (*one, *every) for point in line.points]
    square = all(point.rows == point.cols and not point.board for point in points)
    sizes = Sizes(
        {_named(p): float(p.rows if square else p.squares or p.rows * p.cols) for p in points},
        "board side n (boards n×n)" if square else "number of squares s",
    )
    _check_lines(one, MOST_LINES)
    figure = blank(look, _DEFAULT_SIZE)
    axes = figure.add_subplot()
    axes.set_xscale("log")
    axes.set_yscale("log")
    for lines, face, powers in ((one, None, (2, 1)), (every, "white", (4, 2))):
        for line, stroke in zip(lines, STROKES, strict=False):
            hollow = {"markerfacecolor": face, "markeredgecolor": stroke.colour} if face else {}
            _draw_line(axes, sizes, line, stroke, **hollow)
        if guides:
            _add_guide(axes, sizes, lines, powers[0] if square else powers[1], "n" if square else "s")
    _mark_logarithmic(axes, sorted(set(sizes.place.values())))
    axes.set_xlabel(sizes.label)
    axes.set_ylabel("time on one core")
    add_title(axes, look)
    add_legend(axes, keep=True)
    return figure


def _mark_logarithmic(axes: "Axes", places: Sequence[float]) -> None:
    """Ticks at round board sizes and round numbers of seconds. `places` are the positions of the boards."""
    ticker = load("matplotlib.ticker", "lab")
    if len(places) < 3:
        axes.xaxis.set_major_locator(ticker.FixedLocator(places))
    else:
        subs = (1, 2, 5) if places[-1] / places[0] > 30 else (1, 2, 3, 4, 6, 8)
        axes.xaxis.set_major_locator(ticker.LogLocator(subs=subs))
    axes.xaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.xaxis.set_minor_locator(ticker.NullLocator())
    axes.yaxis.set_major_locator(ticker.LogLocator(numticks=12))
    axes.yaxis.set_major_formatter(ticker.EngFormatter(unit="s"))
    axes.yaxis.set_minor_locator(ticker.NullLocator())


def _add_guide(axes: "Axes", sizes: Sizes, lines: Sequence[Line], power: int, letter: str) -> None:
    """A faint line with the slope of a power, just below the last point of the first line."""
    points = [(sizes.at(p), p.value) for line in lines[:1] for p in line.points if p.value > 0]
    if len({x for x, _ in points}) < 2:
        return
    (low, _), (high, top) = min(points), max(points)
    xs = [low, high]
    ys = [top * 0.55 * (x / high) ** power for x in xs]
    axes.plot(xs, ys, color=GREY, linewidth=0.8, linestyle=(0, (1, 2)), zorder=1)
    raised = "" if power == 1 else "⁰¹²³⁴"[power]
    axes.annotate(
        f"∝ {letter}{raised}", xy=(high, ys[-1]), xytext=(0, -12), textcoords="offset points", fontsize=8,
        color=GREY, va="top", ha="right", annotation_clip=False,
    )  # fmt: skip


def together(
    first: Line, second: Line, both: Line, chance: Line, look: Look, *, of: str = "starts"
) -> "Figure":
    """Failures of two orders, and failures of both, against board size; and how many starts both would fail
    from by chance, if the two were independent."""
    figure = blank(look, _DEFAULT_SIZE)
    axes = figure.add_subplot()
    sizes = Sizes.of(_points([first, second, both]))
    _draw(axes, sizes, [first, second])
    _draw_line(axes, sizes, both, STROKES[3])
    _draw_line(axes, sizes, chance, Stroke(GREY, (0, (1, 2)), ""), linewidth=1.2, zorder=2, markevery=None)
    count_axis(axes, _values([first, second, both]))
    axes.set_ylabel(f"{of} whose walk fails")
    sizes.mark(axes)
    add_title(axes, look)
    add_legend(axes)
    return figure


def fewest_orders(lines: Sequence[Line], look: Look) -> "Figure":
    """The fewest orders that complete every start, against board size."""
    figure, axes = _against_size(lines, look)
    top = max(_values(lines))
    ticker = load("matplotlib.ticker", "lab")
    axes.set_ylim(0, top + 0.6)
    axes.yaxis.set_major_locator(ticker.MaxNLocator(8, integer=True, steps=[1, 2, 5, 10]))
    axes.set_ylabel("orders needed to complete every start")
    return figure

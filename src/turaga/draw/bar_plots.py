"""Plots of one board: bars, a histogram of orders, and the steps to a cover."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from turaga.draw.plot_canvas import INK, STROKES, add_legend, add_title, blank, clean, count_axis
from turaga.draw.plot_data import Look, Point, Steps
from turaga.errors import BadInput
from turaga.extras import load
from turaga.text import plural

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_DEFAULT_SIZE = (7.0, 4.4)
_MOST_TICKS, _MOST_BARS, _MOST_STEPS = 13, 60, 7


def cover_steps(steps: Sequence[Steps], look: Look) -> "Figure":
    """The number of starts that none of the first orders completes, against the number of orders."""
    figure = blank(look, _DEFAULT_SIZE)
    axes = figure.add_subplot()
    ticker = load("matplotlib.ticker", "lab")
    if not steps or len(steps) > len(STROKES):
        raise BadInput(
            f"{plural(len(steps), 'board')} cannot be shown in one plot",
            accepted=f"choose 1 to {len(STROKES)} boards",
            field="steps",
            value=len(steps),
        )
    for line, stroke in zip(steps, STROKES, strict=False):
        axes.plot(
            range(len(line.left)), line.left, color=stroke.colour, linestyle=stroke.dashes,
            marker=stroke.marker, markeredgecolor="white", markersize=6, label=clean(line.label), zorder=3,
            clip_on=False,
        )  # fmt: skip
    count_axis(axes, [1.0, *(float(left) for line in steps for left in line.left)], linear_to=20)
    last = max(len(line.left) for line in steps) - 1
    axes.set_xlim(-0.3, max(1, last) + 0.3)
    if len(steps) == 1 and last <= _MOST_STEPS:
        named = [f"{i}\n{'' if i == 1 else '+ '}{order}" for i, order in enumerate(steps[0].orders, 1)]
        axes.set_xticks(range(last + 1), ["0", *named])
    else:
        axes.xaxis.set_major_locator(ticker.MaxNLocator(_MOST_TICKS, integer=True, steps=[1, 2, 5, 10]))
    if len(steps) == 1 and last <= 2 * _MOST_STEPS:
        for i, left in enumerate(steps[0].left):
            axes.annotate(f"{left:,}", xy=(i, left), xytext=(0, 6), textcoords="offset points", ha="center",
                          fontsize=8.5, color=INK)  # fmt: skip
    axes.set_xlabel("orders")
    axes.set_ylabel("starts without a complete walk")
    add_title(axes, look)
    add_legend(axes)
    return figure


def histogram(counts: Sequence[tuple[float, int]], look: Look, *, measure: str, percent: bool) -> "Figure":
    """How many orders have each value: a bar for each value, or for ranges if there are many values."""
    figure = blank(look, _DEFAULT_SIZE)
    axes = figure.add_subplot()
    ticker = load("matplotlib.ticker", "lab")
    if not counts:
        raise BadInput("the plot would be empty: no order has a value")
    bins, width = _binned(counts)
    axes.bar(
        list(bins), list(bins.values()), width=0.86 * width, color=STROKES[0].colour, linewidth=0, zorder=3
    )
    axes.xaxis.set_major_locator(ticker.MaxNLocator(_MOST_TICKS, integer=not percent, steps=[1, 2, 5, 10]))
    if percent:
        axes.xaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}%"))
    axes.yaxis.set_major_locator(ticker.MaxNLocator(7, integer=True))
    axes.yaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:,.0f}"))
    if len(bins) <= 16:
        for at, count in bins.items():
            axes.annotate(f"{count:,}", xy=(at, count), xytext=(0, 2), ha="center",
                          textcoords="offset points", fontsize=8, color=INK)  # fmt: skip
    axes.set_xlabel(measure)
    axes.set_ylabel("orders")
    add_title(axes, look)
    return figure


def _binned(counts: Sequence[tuple[float, int]]) -> tuple[dict[float, int], float]:
    """The height of each bar by its position, and the width of the bars."""
    values = sorted(value for value, _ in counts)
    gaps = [b - a for a, b in pairwise(values) if b > a]
    width = min(gaps, default=1.0)
    if (values[-1] - values[0]) / width < _MOST_BARS:
        return dict(sorted(counts)), width
    wide = (values[-1] - values[0]) / (_MOST_BARS // 2)
    width *= max(1.0, wide // width)  # the same number of values in each bar
    bins: dict[float, int] = {}
    for value, count in sorted(counts):
        at = values[0] + (value - values[0] + width * 1e-9) // width * width + width / 2
        bins[at] = bins.get(at, 0) + count
    return bins, width


def bars(points: Sequence[tuple[str, Point]], look: Look, *, measure: str, percent: bool) -> "Figure":
    """A value for each of a few orders on one board, the best order at the top."""
    if not points:
        raise BadInput("the plot would be empty: no order has a value")
    figure = blank(look, (6.4, 1.5 + 0.32 * len(points)))
    axes = figure.add_subplot()
    ticker = load("matplotlib.ticker", "lab")
    ranked = sorted(points, key=lambda named: (named[1].value, named[0]), reverse=not percent)
    ys = range(len(ranked))
    values = [point.value for _, point in ranked]
    axes.barh(ys, values, height=0.62, color=STROKES[0].colour, linewidth=0, zorder=3)
    for y, (_, point) in zip(ys, ranked, strict=True):
        edge = point.value
        if point.low is not None and point.high is not None:
            axes.plot([point.low, point.high], [y, y], color=STROKES[1].colour, linewidth=1.6, zorder=4)
            edge = max(edge, point.high)
        shown = f"{point.value:.1f}%" if percent else f"{point.value:,.0f}"
        axes.annotate(shown, xy=(edge, y), xytext=(4, 0), textcoords="offset points", va="center",
                      fontsize=8.5, color=INK)  # fmt: skip
    axes.set_yticks(ys, [clean(name) for name, _ in ranked])
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")
    axes.grid(visible=True, axis="x")
    if percent:
        axes.set_xlim(0, 109)
        axes.set_xticks(range(0, 101, 20))
        axes.xaxis.set_major_formatter(ticker.StrMethodFormatter("{x:g}%"))
    else:
        axes.set_xlim(0, max(1.0, max(p.high or p.value for _, p in ranked) * 1.12))
        axes.xaxis.set_major_locator(ticker.MaxNLocator(8, integer=True, steps=[1, 2, 5, 10]))
        axes.xaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.set_xlabel(measure)
    add_title(axes, look)
    return figure

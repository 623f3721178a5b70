"""The plot of a comparison: for each method or rule, the share of tours, and the steps and time of a walk.

Every board has a row of three panels, with the best method or rule at the top. A black dot is the mean, and a
line joins the smallest and the largest value.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from turaga.errors import BadInput
from turaga.extras import load
from turaga.pictures.plot_canvas import GREY, INK, PLAIN, STROKES, Look, add_heading, blank, clean, render
from turaga.text import duration, plural

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_ROWS = 40  # methods and rules, over all boards
_WIDTH = 8.4  # inches
_SPREAD = 5.0  # where the largest value is this many times the smallest, the scale is logarithmic


@dataclass(frozen=True, slots=True)
class Measured:
    """What a method or a rule did on a board: how many of its walks were tours, and the steps and seconds of
    each walk. If it cannot be used there, it has no walks.

    >>> Measured("greedy", 1, (64, 60), (0.0003, 0.0004)).solved
    1
    """

    label: str
    solved: int
    steps: tuple[float, ...] = ()
    seconds: tuple[float, ...] = ()


Boards = Sequence[tuple[str, Sequence[Measured]]]


def comparison(boards: Boards, look: Look = PLAIN, *, format: str = "svg") -> bytes:
    """Methods and rules on one or several boards: the share of tours, and the steps and the time of a walk.

    >>> comparison([("8x8", [Measured("greedy", 2, (64, 64), (0.0003, 0.0004))])])[:5]
    b'<?xml'
    """
    return render(lambda: comparison_figure(boards, look), look, format)


def comparison_figure(boards: Boards, look: Look) -> "Figure":
    """The results on each board, by its name. They are drawn from the top in the order given."""
    rows = sum(len(measured) for _, measured in boards)
    if not 0 < rows <= MOST_ROWS or not all(measured for _, measured in boards):
        raise BadInput(
            f"{plural(rows, 'result')} cannot be shown in one plot",
            accepted=f"the plot has room for 1 to {MOST_ROWS}",
            field="boards",
        )
    figure = blank(look, (_WIDTH, 1.0 + 0.75 * len(boards) + 0.3 * rows))
    heights = [0.01, *(len(each) + 1.2 for _, each in boards)]
    grid = figure.add_gridspec(len(heights), 3, height_ratios=heights)
    add_heading(figure.add_subplot(grid[0, :]), look)
    for i, (name, measured) in enumerate(boards, 1):
        solved, steps, seconds = (figure.add_subplot(grid[i, j]) for j in range(3))
        _draw_solved(solved, measured)
        _draw_range(steps, [each.steps for each in measured], _whole)
        _draw_range(seconds, [each.seconds for each in measured], duration)
        for axes, words in ((solved, "tours found"), (steps, "steps"), (seconds, "time")):
            axes.set_xlabel(words)
            _set_rows(axes, measured, named=axes is solved)
        if len(boards) > 1:
            solved.set_title(clean(name), loc="left", fontsize=9.5, fontweight="bold", color=INK)
    return figure


def _set_rows(axes: "Axes", measured: Sequence[Measured], *, named: bool) -> None:
    """A row for each result, the first at the top, and names on the left if `named`."""
    labels = [clean(each.label) if named else "" for each in measured]
    axes.set_yticks(range(len(measured)), labels)
    axes.set_ylim(len(measured) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")
    axes.grid(visible=True, axis="x")


def _draw_solved(axes: "Axes", measured: Sequence[Measured]) -> None:
    """Bars for the share of walks that are tours, with the numbers on them."""
    ticker = load("matplotlib.ticker", "lab")
    for y, each in enumerate(measured):
        walks = len(each.steps)
        share = 100 * each.solved / walks if walks else 0.0
        axes.barh(y, share, height=0.62, color=STROKES[0].colour, linewidth=0, zorder=3)
        words = f"{each.solved} of {walks}" if walks else "cannot be used here"
        inside = share > 55
        axes.annotate(
            words, xy=(share, y), xytext=(-4 if inside else 4, 0), textcoords="offset points", va="center",
            ha="right" if inside else "left", fontsize=8.5, zorder=4,
            color="white" if inside else INK if walks else GREY,
        )  # fmt: skip
    axes.set_xlim(0, 100)
    axes.set_xticks(range(0, 101, 25))
    axes.xaxis.set_major_formatter(ticker.StrMethodFormatter("{x:g}%"))


def _draw_range(axes: "Axes", rows: Sequence[Sequence[float]], form: Callable[[float], str]) -> None:
    """The mean of each row as a dot with its value, on a line from the smallest to the largest value."""
    ticker = load("matplotlib.ticker", "lab")
    values = [value for row in rows for value in row if value > 0]
    low, high = (min(values), max(values)) if values else (1.0, 1.0)
    is_log = high > _SPREAD * low
    for y, row in enumerate(rows):
        if not row:
            continue
        least, mean, most = min(row), sum(row) / len(row), max(row)
        if is_log:
            least, mean, most = (max(value, low) for value in (least, mean, most))
        axes.plot(
            [least, most], [y, y], color=STROKES[1].colour, linewidth=5, solid_capstyle="round", zorder=3
        )
        axes.plot([mean], [y], color=INK, marker="o", markersize=5, markeredgecolor="white", zorder=4)
        axes.annotate(
            form(sum(row) / len(row)), xy=(mean, y), xytext=(0, 5), textcoords="offset points", ha="center",
            va="bottom", fontsize=7.5, color=INK, zorder=5,
        )  # fmt: skip
    if is_log:
        axes.set_xscale("log")
        decades = math.log10(high / low)
        margin = 10 ** (0.18 * decades + 0.05)  # room for the value of a dot near the side
        axes.set_xlim(low / margin, high * margin)
        subs = (1.0, 2.0, 5.0) if decades < 1 else (1.0, 3.0) if decades < 1.6 else (1.0,)
        axes.xaxis.set_major_locator(ticker.LogLocator(10.0, subs=subs, numticks=6))
        axes.xaxis.set_minor_locator(ticker.NullLocator())
    else:
        axes.set_xlim(0, high * 1.15)
        axes.xaxis.set_major_locator(ticker.MaxNLocator(4))
    axes.xaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: form(value)))


def _whole(value: float) -> str:
    """A number of steps, short enough for an axis.

    >>> _whole(64), _whole(175.27), _whole(1_000_000)
    ('64', '175', '1,000,000')
    """
    return f"{value:,.0f}"

"""A plot of runs: how many starts each run of a survey solved."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from turaga.draw.plot_canvas import GREY, INK, STROKES, Stroke, add_legend, add_title, blank, clean
from turaga.draw.plot_data import Look, RunLine
from turaga.errors import BadInput
from turaga.extras import load
from turaga.text import plural

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_RUN_LINES = 24
_TOGETHER = 3  # lines in the same axes; more would hide each other, because many are near the top
_MOST_MARKS, _MOST_TICKS = 40, 11


def solved_runs(lines: Sequence[RunLine], look: Look) -> "Figure":
    """The solved starts of each run, against the number of the run: a line for each board, in the same axes
    if there are few, otherwise in axes of its own."""
    if not lines or len(lines) > MOST_RUN_LINES:
        raise BadInput(
            f"{len(lines)} lines cannot be shown in one plot",
            accepted=f"choose 1 to {MOST_RUN_LINES}",
            field="lines",
            value=len(lines),
        )
    return _in_one(lines, look) if len(lines) <= _TOGETHER else _in_panels(lines, look)


def _in_one(lines: Sequence[RunLine], look: Look) -> "Figure":
    figure = blank(look, (7.0, 4.0))
    axes = figure.add_subplot()
    for line, stroke in zip(lines, STROKES, strict=False):
        _draw_allowed(axes, line)
        _draw(axes, line, stroke, label=_label(line, lines))
    _mark(axes, lines)
    axes.set_xlabel("run")
    axes.set_ylabel(_measure(lines))
    add_title(axes, look)
    add_legend(axes)
    return figure


def _in_panels(lines: Sequence[RunLine], look: Look) -> "Figure":
    """One panel for each line, with the same scales."""
    columns = 2 if len(lines) <= 8 else 3
    rows = -(-len(lines) // columns)
    figure = blank(look, (7.0, 1.3 + 1.15 * rows))
    grid = figure.add_gridspec(rows + 1, columns, height_ratios=[0.01, *[1.0] * rows])
    heading = figure.add_subplot(grid[0, :])
    heading.set_axis_off()
    heading.set_xticks([])
    heading.set_yticks([])
    add_title(heading, look)
    for i, line in enumerate(lines):
        axes = figure.add_subplot(grid[1 + i // columns, i % columns])
        _draw_allowed(axes, line)
        _draw(axes, line, STROKES[0])
        _mark(axes, lines)
        axes.set_title(_label(line, lines), loc="left", fontsize=8.5, color=INK, pad=3)
        below = i + columns < len(lines)
        axes.tick_params(labelbottom=not below, labelleft=i % columns == 0)
    figure.supxlabel("run", fontsize=9.5, color=INK)
    figure.supylabel(_measure(lines), fontsize=9.5, color=INK)
    return figure


def _measure(lines: Sequence[RunLine]) -> str:
    starts = {line.starts for line in lines}
    return f"complete walks, of {starts.pop()} starts" if len(starts) == 1 else "complete walks"


def _label(line: RunLine, lines: Sequence[RunLine]) -> str:
    """The label of a line, with the number of its starts unless all lines have as many."""
    same = all(other.starts == line.starts for other in lines)
    return clean(line.label if same else f"{line.label} ({plural(line.starts, 'start')})")


def _draw(axes: "Axes", line: RunLine, stroke: Stroke, label: str = "") -> None:
    axes.plot(
        range(1, len(line.solved) + 1), line.solved, color=stroke.colour, linestyle=stroke.dashes,
        marker=stroke.marker if len(line.solved) <= _MOST_MARKS else "", markeredgecolor="white",
        label=label, zorder=3, clip_on=False,
    )  # fmt: skip


def _draw_allowed(axes: "Axes", line: RunLine) -> None:
    """How many starts of each run colour allows, as short lines, unless it allows all of them."""
    if any(allowed < line.starts for allowed in line.allowed):
        axes.hlines(
            line.allowed, [run + 0.6 for run in range(len(line.allowed))],
            [run + 1.4 for run in range(len(line.allowed))], color=GREY, linewidth=1.2, zorder=2,
        )  # fmt: skip


def _mark(axes: "Axes", lines: Sequence[RunLine]) -> None:
    """Scales that fit all lines."""
    ticker = load("matplotlib.ticker", "lab")
    runs = max(len(line.solved) for line in lines)
    axes.set_xlim(0.5, runs + 0.5)
    axes.set_ylim(0, max(line.starts for line in lines) * 1.04)
    steps = [1, 2, 5, 10]
    axes.xaxis.set_major_locator(ticker.MaxNLocator(_MOST_TICKS, integer=True, steps=steps))
    axes.yaxis.set_major_locator(ticker.MaxNLocator(5, integer=True, steps=steps))

"""Plots on a board: a number for each square, many boards on top of each other, a comparison of two
orders."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from turaga.draw.plot_canvas import GREY, INK, add_legend_below, add_title, blank, clean
from turaga.draw.plot_data import Cells, Duel, Look, Overlay
from turaga.errors import BadInput
from turaga.extras import load

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_MOST_DRAWN = 64  # squares per side up to which each square is a separate shape; larger boards are one image
_LINEAR_TO = 30  # the largest ratio of numbers that is shaded on a linear scale; above, it is logarithmic
_LONG = 5.6  # inches of a board's longer side
_STRIP = 8  # boards longer than this ratio are stretched, so that their squares are not drawn square
_NOTHING = "#EFEFEF"
_HOLE = "#8C8C8C"
# Lightness (CIE L*) 100, 83, 54, 12, so that they differ in grey too.
_COMPARISON = ("#FFFFFF", "#F2C45A", "#3E86B8", "#1D1D2B")


def _board_axes(look: Look, rows: int, cols: int, *, beside: float) -> "tuple[Figure, Axes]":
    """A figure whose axes are a board: one unit per square, numbered from 1, row 1 at the top."""
    if not rows or not cols:
        raise BadInput("the plot would be empty: the board has no squares")
    longer, shorter = max(rows, cols), min(rows, cols)
    scale = min(_LONG, 2.2 + 0.25 * longer) / longer
    strip = longer > _STRIP * shorter  # its squares are stretched across the strip
    width, height = (max(_LONG / _STRIP, side * scale) if strip else side * scale for side in (cols, rows))
    below = 0.7 if cols > 2 * rows else 0.0  # for the colour bar
    figure = blank(
        look,
        (max(4.6, width + 0.9 + beside), max(2.4, height + 1.5 + below)),
        layout="constrained" if strip else "compressed",
    )
    axes = figure.add_subplot()
    axes.set_aspect("auto" if strip else "equal")
    axes.set_xlim(0.5, cols + 0.5)
    axes.set_ylim(rows + 0.5, 0.5)
    axes.grid(visible=False)
    for side in ("top", "right"):
        axes.spines[side].set_visible(True)
    _number_squares(axes.xaxis, cols)
    _number_squares(axes.yaxis, rows)
    axes.set_xlabel("column")
    axes.set_ylabel("row")
    return figure, axes


def _number_squares(axis: Any, count: int) -> None:
    """Ticks at every whole number if there is room; otherwise at 1 and at multiples of a round number."""
    if count <= 16:
        ticks = list(range(1, count + 1))
    else:
        step = next(
            step for step in (5, 10, 20, 50, 100, 200, 500, 1000, 10**4, 10**5, 10**9) if count / step <= 12
        )
        ticks = [1, *range(step, count + 1, step)]
    axis.set_ticks(ticks)
    axis.set_tick_params(length=0 if count <= 16 else 3)


def _fill(axes: "Axes", values: Any, **options: Any) -> Any:
    """Shade the squares of a board. Masked squares keep the background colour."""
    rows, cols = values.shape
    if max(rows, cols) <= _MOST_DRAWN:
        import numpy as np

        edges: dict[str, Any] = {"edgecolors": "#C8C8C8", "linewidth": 0.4}
        return axes.pcolormesh(
            np.arange(cols + 1) + 0.5, np.arange(rows + 1) + 0.5, values, **edges, **options
        )
    extent = (0.5, cols + 0.5, rows + 0.5, 0.5)
    return axes.imshow(values, extent=extent, interpolation="none", aspect=axes.get_aspect(), **options)


def _shades() -> Any:
    """Shades from light to dark in even steps of lightness. Values below the scale are white."""
    colors = load("matplotlib.colors", "lab")
    blues = load("matplotlib", "lab").colormaps["Blues"]
    import numpy as np

    shades = colors.ListedColormap(blues(np.linspace(0.22, 1.0, 256)))
    return shades.with_extremes(under="#FFFFFF", bad=_NOTHING)


def cells(counted: Cells, look: Look) -> "Figure":
    """A number for each square, as a shade and, if there is room, as text."""
    import numpy as np

    colors = load("matplotlib.colors", "lab")
    numbers = np.array([[np.nan if n is None else n for n in row] for row in counted.numbers], dtype=float)
    if numbers.ndim != 2:
        raise BadInput("the plot would be empty: the board has no squares")
    figure, axes = _board_axes(look, *numbers.shape, beside=1.1)
    known = numbers[~np.isnan(numbers)]
    positive = known[known > 0]
    least, most = (float(positive.min()), float(positive.max())) if positive.size else (1.0, 1.0)
    if most <= _LINEAR_TO * least:
        norm = colors.Normalize(min(least, most - 1.0), most)
    else:
        norm = colors.LogNorm(least, most)
    white = norm.vmin - 1.0 if most <= _LINEAR_TO * least else norm.vmin / 2  # below the scale
    shaded = np.ma.masked_invalid(np.where(numbers == 0, white, numbers))
    mesh = _fill(axes, shaded, cmap=_shades(), norm=norm)
    _write_numbers(figure, axes, numbers, mesh)
    zero = bool((known == 0).any())
    if positive.size:
        label = f"{counted.measure} (0 = {counted.zero})" if zero else counted.measure
        _add_bar(figure, axes, mesh, clean(label), foot="0" if zero else "")
    if others := _other_squares(axes, numbers, counted.holes, counted.rest):
        _add_shade_legend(axes, others)
    add_title(axes, look)
    return figure


def _other_squares(
    axes: "Axes", numbers: Any, holes: Sequence[tuple[int, int]], rest: str
) -> list[tuple[str, str]]:
    """Shade the holes. Returns the shades of the squares without a number, and what they mean."""
    import numpy as np

    shown = np.zeros(numbers.shape, dtype=bool)
    for square in holes:
        shown[square] = True
    if holes:
        one_shade = load("matplotlib.colors", "lab").ListedColormap([_HOLE])
        _fill(axes, np.ma.masked_array(np.ones(numbers.shape), ~shown), cmap=one_shade)
    blank = bool((np.isnan(numbers) & ~shown).any())
    return [*([(_NOTHING, rest)] if blank else []), *([(_HOLE, "hole")] if holes else [])]


def _add_shade_legend(axes: "Axes", shades: Sequence[tuple[str, str]]) -> None:
    """A legend of the shades, below the board."""
    patch = load("matplotlib.patches", "lab").Patch
    handles = [patch(facecolor=shade, edgecolor=GREY, linewidth=0.6) for shade, _ in shades]
    add_legend_below(axes, handles, [label for _, label in shades], borderaxespad=0.0)


def _add_bar(figure: "Figure", axes: "Axes", mesh: Any, label: str, *, foot: str = "") -> None:
    """The colour bar, with round numbers, and at its lower end the meaning of white. It is beside the board,
    or below a wide board."""
    ticker = load("matplotlib.ticker", "lab")
    width, height = axes.get_xlim()[1] - axes.get_xlim()[0], axes.get_ylim()[0] - axes.get_ylim()[1]
    wide = width > 2 * height
    inches = figure.get_figwidth() - 1.5 if wide else figure.get_figheight() - 1.5
    share = max(0.07, 0.4 / max(1.0, inches))  # the lower end as a fraction of the bar
    options: dict[str, Any] = {"extend": "min", "extendrect": True, "extendfrac": share} if foot else {}
    bar = figure.colorbar(
        mesh, ax=axes, location="bottom" if wide else "right", shrink=0.92, aspect=40 if wide else 28,
        pad=0.02,
        **options,
    )  # fmt: skip
    bar.set_label(label)
    bar.outline.set_linewidth(0.5)
    axis = bar.ax.xaxis if wide else bar.ax.yaxis
    if isinstance(mesh.norm, load("matplotlib.colors", "lab").LogNorm):
        axis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
    else:
        axis.set_major_locator(ticker.MaxNLocator(8, integer=True, steps=[1, 2, 5, 10]))
    axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:,g}"))
    axis.set_minor_locator(ticker.NullLocator())
    if foot and wide:
        bar.ax.text(-share / 2, -0.45, foot, transform=bar.ax.transAxes, ha="center", va="top", color=INK)
    elif foot:
        bar.ax.text(1.4, -share / 2, foot, transform=bar.ax.transAxes, va="center", color=INK)


def _write_numbers(figure: "Figure", axes: "Axes", numbers: Any, mesh: Any) -> None:
    """Write the numbers in the squares, if they are large enough to read."""
    points = _square_points(figure, axes, numbers.shape)
    texts = [[_figure(n) for n in row] for row in numbers.tolist()]
    longest = max(len(text) for row in texts for text in row)
    size = min(10.0, 0.5 * points, 0.9 * points / (0.62 * max(2, longest)))
    if size < 4.5:
        return
    for i, row in enumerate(texts):
        for j, text in enumerate(row):
            if text:
                faint = numbers[i, j] == 0
                colour = "#9A9A9A" if faint else _ink_on(mesh.cmap(mesh.norm(numbers[i, j])))
                axes.text(j + 1, i + 1, text, ha="center", va="center_baseline", fontsize=size, color=colour)


def _square_points(figure: "Figure", axes: "Axes", shape: tuple[int, int]) -> float:
    """The shorter side of a square, in points."""
    figure.draw_without_rendering()
    box = axes.get_window_extent()
    rows, cols = shape
    return float(min(box.width / cols, box.height / rows) * 72 / figure.dpi)


def _figure(number: float) -> str:
    if number != number:
        return ""
    return f"{number:.0f}" if number == round(number) else f"{number:.1f}"


def _ink_on(colour: Sequence[float]) -> str:
    """The colour of text on a square: dark on a light square, light on a dark one."""
    red, green, blue = colour[:3]
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else "#FFFFFF"


def overlay(laid: Overlay, look: Look) -> "Figure":
    """Boards laid over each other, each stretched over the same square, as shades."""
    import numpy as np

    colors = load("matplotlib.colors", "lab")
    ticker = load("matplotlib.ticker", "lab")
    numbers = np.array(laid.numbers, dtype=float)
    figure = blank(look, (6.2, 5.9), layout="compressed")
    axes = figure.add_subplot()
    axes.set_aspect("equal")
    axes.grid(visible=False)
    least, most = 0.1, max(10.0, float(numbers.max()))
    shades = _shades()
    mesh = axes.imshow(
        np.maximum(numbers, least / 2), extent=(0, 1, 1, 0), interpolation="none", cmap=shades,
        norm=colors.LogNorm(least, most),
    )  # fmt: skip
    _add_bar(figure, axes, mesh, f"{clean(laid.measure)} (1 = evenly spread)", foot="less")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(ticker.MultipleLocator(0.25))
        axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axes.set_xlabel("column, from the left edge (0) to the right edge (1)")
    axes.set_ylabel("row, from the top edge (0) to the bottom edge (1)")
    for side in ("top", "right"):
        axes.spines[side].set_visible(True)
    add_title(axes, look)
    return figure


def comparison(fought: Duel, look: Look) -> "Figure":
    """Which of two orders, A and B, fail from each start: as shades and, if there is room, as letters."""
    import numpy as np

    colors = load("matplotlib.colors", "lab")
    marks = np.array([[np.nan if m is None else m for m in row] for row in fought.marks], dtype=float)
    if marks.ndim != 2:
        raise BadInput("the plot would be empty: the board has no squares")
    figure, axes = _board_axes(look, *marks.shape, beside=0.0)
    shades = colors.ListedColormap(_COMPARISON).with_extremes(bad=_NOTHING)
    mesh = _fill(
        axes, np.ma.masked_invalid(marks), cmap=shades, norm=colors.BoundaryNorm(np.arange(-0.5, 4), 4)
    )
    points = _square_points(figure, axes, marks.shape)
    size = min(10.0, 0.5 * points)
    if size >= 4.5:
        for i, row in enumerate(marks.tolist()):
            for j, mark in enumerate(row):
                if mark in (1, 2, 3):
                    letters = {1: "A", 2: "B", 3: "AB"}[int(mark)]
                    axes.text(j + 1, i + 1, letters, ha="center", va="center_baseline", fontsize=size,
                              color=_ink_on(mesh.cmap(int(mark))))  # fmt: skip
    counts = [int((marks == mark).sum()) for mark in range(4)]
    names = f"only A fails ({fought.first})", f"only B fails ({fought.second})"
    labels = ("both complete", *names, "both fail")
    key = [
        (colour, f"{label}: {count:,}")
        for colour, label, count in zip(_COMPARISON, labels, counts, strict=True)
    ]
    _add_shade_legend(axes, [*key, *_other_squares(axes, marks, fought.holes, fought.rest)])
    add_title(axes, look)
    return figure

"""A map of a board: a number for each square, or the numbers of many boards stretched over one square.

The same numbers give the same bytes. Maps need matplotlib (extra `lab`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from turaga.errors import BadInput
from turaga.extras import load
from turaga.pictures.plot_canvas import (
    GREY,
    INK,
    PLAIN,
    Look,
    add_legend_below,
    add_title,
    blank,
    clean,
    render,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_MOST_DRAWN = 64  # squares per side up to which each square is a separate shape; larger boards are one image
_LINEAR_TO = 30  # the largest ratio of numbers that is shaded on a linear scale; above, it is logarithmic
_LONG = 5.6  # inches of a board's longer side
_STRIP = 8  # boards longer than this ratio are stretched, so that their squares are not drawn square
_NOTHING = "#EFEFEF"
_HOLE = "#8C8C8C"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardMap:
    """A number for each square of a board, row by row; None for squares without a number.

    `measure` says what the numbers are, `zero` what a 0 means, and `rest` why a square has no number. `holes`
    are (row, col) pairs from 0. If `stretched` is true, the numbers are those of many boards, each stretched
    over the same square: densities, where 1 means that they are spread evenly.

    >>> BoardMap(numbers=[[0, 2], [None, 0]], measure="squares left unvisited", zero="complete").rest
    'not walked'
    """

    numbers: Sequence[Sequence[float | None]]
    measure: str
    zero: str = "none"
    rest: str = "not walked"
    holes: Sequence[tuple[int, int]] = ()
    stretched: bool = False


def draw_map(drawn: BoardMap, look: Look = PLAIN, *, format: str = "svg") -> bytes:
    """A map as the bytes of an SVG or PNG file.

    >>> draw_map(BoardMap(numbers=[[0, 1], [2, None]], measure="squares left"))[:5]
    b'<?xml'
    """
    return render(lambda: map_figure(drawn, look), look, format)


def map_figure(drawn: BoardMap, look: Look) -> "Figure":
    """A map as a figure of matplotlib: the numbers as shades and, if there is room, as text."""
    import numpy as np

    numbers = np.array([[np.nan if n is None else n for n in row] for row in drawn.numbers], dtype=float)
    if not numbers.size:
        raise BadInput("the plot would be empty: the board has no squares")
    figure, axes = _stretched(numbers, drawn, look) if drawn.stretched else _numbered(numbers, drawn, look)
    for side in ("top", "right"):
        axes.spines[side].set_visible(True)
    add_title(axes, look)
    return figure


def _numbered(numbers: Any, drawn: BoardMap, look: Look) -> "tuple[Figure, Axes]":
    """The board with its squares numbered along the sides."""
    import numpy as np

    colors = load("matplotlib.colors", "lab")
    figure, axes = _board_axes(look, *numbers.shape)
    known = numbers[~np.isnan(numbers)]
    positive = known[known > 0]
    least, most = (float(positive.min()), float(positive.max())) if positive.size else (1.0, 1.0)
    linear = most <= _LINEAR_TO * least
    norm = colors.Normalize(min(least, most - 0.5), most) if linear else colors.LogNorm(least, most)
    white = norm.vmin - 1.0 if linear else norm.vmin / 2  # below the scale
    mesh = _fill(
        axes, np.ma.masked_invalid(np.where(numbers == 0, white, numbers)), cmap=_shades(), norm=norm
    )
    _write_numbers(figure, axes, numbers, mesh)
    if positive.size:
        zero = bool((known == 0).any())
        label = f"{drawn.measure} (0 = {drawn.zero})" if zero else drawn.measure
        _add_bar(figure, axes, mesh, clean(label), foot=zero)
    _explain_other_squares(axes, numbers, drawn)
    return figure, axes


def _stretched(numbers: Any, drawn: BoardMap, look: Look) -> "tuple[Figure, Axes]":
    """A square with the edges of all boards."""
    import numpy as np

    colors = load("matplotlib.colors", "lab")
    ticker = load("matplotlib.ticker", "lab")
    figure = blank(look, (6.2, 5.9), layout="compressed")
    axes = figure.add_subplot()
    axes.set_aspect("equal")
    axes.grid(visible=False)
    least, most = 0.1, max(10.0, float(numbers.max()))
    mesh = axes.imshow(
        np.maximum(numbers, least / 2), extent=(0, 1, 1, 0), interpolation="none", cmap=_shades(),
        norm=colors.LogNorm(least, most),
    )  # fmt: skip
    _add_bar(figure, axes, mesh, f"{clean(drawn.measure)} (1 = evenly spread, white: below 0.1)", foot=True)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(ticker.MultipleLocator(0.25))
        axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axes.set_xlabel("column, from the left edge (0) to the right edge (1)")
    axes.set_ylabel("row, from the top edge (0) to the bottom edge (1)")
    return figure, axes


def _board_axes(look: Look, rows: int, cols: int) -> "tuple[Figure, Axes]":
    """A figure whose axes are a board: one unit per square, numbered from 1, row 1 at the top."""
    longer, shorter = max(rows, cols), min(rows, cols)
    scale = min(_LONG, 2.2 + 0.25 * longer) / longer
    strip = longer > _STRIP * shorter  # its squares are stretched across the strip
    width, height = (max(_LONG / _STRIP, side * scale) if strip else side * scale for side in (cols, rows))
    below = 0.7 if cols > 2 * rows else 0.0  # for the colour bar
    figure = blank(
        look,
        (max(4.6, width + 2.0), max(2.4, height + 1.5 + below)),
        layout="constrained" if strip else "compressed",
    )
    axes = figure.add_subplot()
    axes.set_aspect("auto" if strip else "equal")
    axes.set_xlim(0.5, cols + 0.5)
    axes.set_ylim(rows + 0.5, 0.5)
    axes.grid(visible=False)
    ticker = load("matplotlib.ticker", "lab")
    for axis, count in ((axes.xaxis, cols), (axes.yaxis, rows)):
        few = count <= 16
        axis.set_major_locator(
            ticker.FixedLocator(range(1, count + 1)) if few else ticker.MaxNLocator(12, steps=[1, 2, 5, 10])
        )
        axis.set_tick_params(length=0 if few else 3)
    axes.set_xlabel("column")
    axes.set_ylabel("row")
    return figure, axes


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


def _explain_other_squares(axes: "Axes", numbers: Any, drawn: BoardMap) -> None:
    """Shade the holes, and say below the board what the squares without a number are."""
    import numpy as np

    holes = np.zeros(numbers.shape, dtype=bool)
    for square in drawn.holes:
        holes[square] = True
    shades = [(_NOTHING, drawn.rest)] if (np.isnan(numbers) & ~holes).any() else []
    if holes.any():
        one_shade = load("matplotlib.colors", "lab").ListedColormap([_HOLE])
        _fill(axes, np.ma.masked_array(np.ones(numbers.shape), ~holes), cmap=one_shade)
        shades.append((_HOLE, "hole"))
    if shades:
        patch = load("matplotlib.patches", "lab").Patch
        handles = [patch(facecolor=shade, edgecolor=GREY, linewidth=0.6) for shade, _ in shades]
        add_legend_below(axes, handles, [label for _, label in shades], borderaxespad=0.0)


def _add_bar(figure: "Figure", axes: "Axes", mesh: Any, label: str, *, foot: bool = False) -> None:
    """The colour bar, with round numbers, and with white at its `foot`. It is beside the board,
    or below a wide board."""
    ticker = load("matplotlib.ticker", "lab")
    width, height = axes.get_xlim()[1] - axes.get_xlim()[0], axes.get_ylim()[0] - axes.get_ylim()[1]
    wide = width > 2 * height
    options: dict[str, Any] = {"extend": "min", "extendrect": True, "extendfrac": 0.07} if foot else {}
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
        alone = mesh.norm.vmax - mesh.norm.vmin < 1  # there is only one number
        several = ticker.MaxNLocator(8, integer=True, steps=[1, 2, 5, 10])
        axis.set_major_locator(ticker.FixedLocator([mesh.norm.vmax]) if alone else several)
    axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:,g}"))
    axis.set_minor_locator(ticker.NullLocator())


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

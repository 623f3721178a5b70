"""Plots of surveys and comparisons: one function per kind of plot, from plain values to the bytes of a file,
SVG or PNG.

The same values give the same bytes. Plots need matplotlib (extra `lab`). An SVG is self-contained: its text
is stored as outlines, and it has no scripts.
"""

from collections.abc import Sequence

from turaga.draw import bar_plots as _bars
from turaga.draw import board_plots as _maps
from turaga.draw import comparison_plot as _comparison
from turaga.draw import line_plots as _lines
from turaga.draw import run_plots as _runs
from turaga.draw.plot_canvas import FORMATS, render
from turaga.draw.plot_data import (
    Band,
    Cells,
    Duel,
    Line,
    Look,
    Measured,
    Overlay,
    Point,
    RunLine,
    Spread,
    Steps,
)

__all__ = [
    "FORMATS", "MOST_LINES", "MOST_RUN_LINES", "Band", "Cells", "Duel", "Line", "Look", "Measured", "Overlay",
    "Point", "RunLine", "Spread", "Steps", "board", "compare", "compare_board", "comparison", "cover",
    "failures", "fewest", "orders", "overlay", "rate", "retries", "runs", "single", "time",
]  # fmt: skip

MOST_LINES = _lines.MOST_LINES  # more would not differ clearly, especially in grey
MOST_RUN_LINES = _runs.MOST_RUN_LINES
_PLAIN = Look()


def rate(
    lines: Sequence[Line | Band], look: Look = _PLAIN, *, of: str = "starts", format: str = "svg"
) -> bytes:
    """Success rates in percent against board size. `of` names what the percentages are of.

    >>> lines = [Line("12345678", (Point(6, 6, 100.0), Point(8, 8, 92.2, 85.0, 96.0)))]
    >>> rate(lines)[:5], rate(lines, format="png")[1:4]
    (b'<?xml', b'PNG')
    """
    return render(lambda: _lines.rate(lines, look, of=of), look, format)


def failures(
    lines: Sequence[Line | Band], look: Look = _PLAIN, *, of: str = "starts", format: str = "svg"
) -> bytes:
    """The number of failures against board size. Large numbers use a logarithmic scale.

    >>> failures([Band("9 orders", (Spread(6, 6, 0, 1, 2, 3, 5), Spread(8, 8, 1, 2, 4, 7, 9)))])[:5]
    b'<?xml'
    """
    return render(lambda: _lines.failures(lines, look, of=of), look, format)


def retries(lines: Sequence[Line], look: Look = _PLAIN, *, of: str = "starts", format: str = "svg") -> bytes:
    """The share of starts that are still incomplete against board size. One line per number of retries.

    >>> retries([Line("no retry", (Point(8, 8, 7.8),)), Line("1 retry", (Point(8, 8, 1.6),))])[:5]
    b'<?xml'
    """
    return render(lambda: _lines.remaining(lines, look, of=of), look, format)


def runs(lines: Sequence[RunLine], look: Look = _PLAIN, *, format: str = "svg") -> bytes:
    """How many starts each run solved, against the number of the run. More than three lines get axes of their
    own, because most boards solve nearly every start.

    >>> runs([RunLine("5×5", (6, 3, 4), (6, 3, 5), 10), RunLine("6×6", (10, 10, 10), (10, 10, 10), 10)])[:5]
    b'<?xml'
    """
    return render(lambda: _runs.solved_runs(lines, look), look, format)


def time(
    one: Sequence[Line],
    every: Sequence[Line],
    look: Look = _PLAIN,
    *,
    guides: bool = True,
    format: str = "svg",
) -> bytes:
    """Seconds for one walk, and for a walk from every start, against board size, on logarithmic scales.
    `guides` adds the slopes for a constant time per step.

    >>> time([Line("one walk", (Point(8, 8, 1e-6), Point(80, 80, 1e-4)))], [])[:5]
    b'<?xml'
    """
    return render(lambda: _lines.time(one, every, look, guides=guides), look, format)


def orders(
    counts: Sequence[tuple[float, int]],
    look: Look = _PLAIN,
    *,
    measure: str,
    percent: bool = False,
    format: str = "svg",
) -> bytes:
    """How many orders have each value of a measure, on one board.

    >>> orders([(0, 16), (1, 40), (3, 8)], measure="starts whose walk fails")[:5]
    b'<?xml'
    """
    return render(lambda: _bars.histogram(counts, look, measure=measure, percent=percent), look, format)


def single(
    points: Sequence[tuple[str, Point]],
    look: Look = _PLAIN,
    *,
    measure: str,
    percent: bool = False,
    format: str = "svg",
) -> bytes:
    """The values of a few orders on one board, as bars.

    >>> single([("12345678", Point(8, 8, 5)), ("24753186", Point(8, 8, 7))], measure="failures")[:5]
    b'<?xml'
    """
    return render(lambda: _bars.bars(points, look, measure=measure, percent=percent), look, format)


def board(cells: Cells, look: Look = _PLAIN, *, format: str = "svg") -> bytes:
    """A number for each square of a board, as a shade and, if there is room, as text.

    >>> board(Cells(((0, 1), (2, None)), "squares left", "complete"))[:5]
    b'<?xml'
    """
    return render(lambda: _maps.cells(cells, look), look, format)


def overlay(laid: Overlay, look: Look = _PLAIN, *, format: str = "svg") -> bytes:
    """Many boards on top of each other, each stretched over the same square, as shades.

    >>> overlay(Overlay(((0.5, 1.5), (2.0, 0.0)), "ends of tours"))[:5]
    b'<?xml'
    """
    return render(lambda: _maps.overlay(laid, look), look, format)


def compare(
    first: Line,
    second: Line,
    both: Line,
    chance: Line,
    look: Look = _PLAIN,
    *,
    of: str = "starts",
    format: str = "svg",
) -> bytes:
    """Failures of two orders, of both, and of both by chance alone, against board size.

    >>> named = (("A", 5), ("B", 7), ("both", 2), ("by chance", 0.5))
    >>> lines = [Line(name, (Point(8, 8, failures),)) for name, failures in named]
    >>> compare(*lines)[:5]
    b'<?xml'
    """
    return render(lambda: _lines.together(first, second, both, chance, look, of=of), look, format)


def compare_board(duel: Duel, look: Look = _PLAIN, *, format: str = "svg") -> bytes:
    """Which of two orders fail from each start of a board.

    >>> compare_board(Duel("12345678", "24753186", ((0, 1), (3, None))))[:5]
    b'<?xml'
    """
    return render(lambda: _maps.comparison(duel, look), look, format)


def cover(steps: Sequence[Steps], look: Look = _PLAIN, *, format: str = "svg") -> bytes:
    """The number of starts that none of the first 0, 1, 2, ... orders completes.

    >>> cover([Steps("8×8", ("12345678", "24753186"), (64, 5, 0))])[:5]
    b'<?xml'
    """
    return render(lambda: _bars.cover_steps(steps, look), look, format)


def fewest(lines: Sequence[Line], look: Look = _PLAIN, *, format: str = "svg") -> bytes:
    """The fewest orders that complete every start, against board size.

    >>> fewest([Line("fewest", (Point(8, 8, 1), Point(10, 10, 2)))])[:5]
    b'<?xml'
    """
    return render(lambda: _lines.fewest_orders(lines, look), look, format)


def comparison(
    boards: Sequence[tuple[str, Sequence[Measured]]], look: Look = _PLAIN, *, format: str = "svg"
) -> bytes:
    """Methods and rules on one or several boards: the share of tours, and the steps and the time of a walk.

    >>> comparison([("8x8", [Measured("greedy", 2, (64, 64), (0.0003, 0.0004))])])[:5]
    b'<?xml'
    """
    return render(lambda: _comparison.comparison(boards, look), look, format)

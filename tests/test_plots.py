"""Plots: they show the data, their text is readable, and files are self-contained."""

import io
import re
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest
from PIL import Image

from command import python
from turaga.draw import bar_plots as bars
from turaga.draw import board_plots as maps
from turaga.draw import comparison_plot as contests
from turaga.draw import line_plots as lines
from turaga.draw import plots
from turaga.draw import run_plots as runs
from turaga.draw.plot_canvas import STROKES, clean, style
from turaga.draw.plots import Band, Cells, Duel, Line, Look, Measured, Overlay, Point, RunLine, Spread, Steps
from turaga.errors import BadInput

NASTY = 'ties "order" <script>alert(1)</script> & $\\frac{1}{0$ \x00\x1b ]]> --'
SIDES = (6, 8, 10, 20, 40)
LINE = Line("12345678", tuple(Point(n, n, 100 - n / 4, 97 - n / 4, 100 - n / 5) for n in SIDES))
OTHER = Line("24753186", tuple(Point(n, n, 90 - n) for n in SIDES))
BAND = Band("60 orders", tuple(Spread(n, n, 0, n / 4, n / 2, n, 3 * n) for n in SIDES))
CELLS = Cells(tuple(tuple((r * c) % 5 for c in range(8)) for r in range(8)), "squares left", "complete")
DUEL = Duel("12345678", "24753186", ((0, 1, 2, 3), (None, 0, 0, 3)), "ruled out by colour")
STEPS = Steps("8×8", ("12345678", "24753186"), (64, 5, 0))
LAID = Overlay(((0.0, 4.0), (0.05, 1.0)), "ends of tours")
MEASURED = [Measured("greedy", 1, (64, 60), (0.0003, 0.02)), Measured("blocks", 0)]
RUNS = [RunLine(f"{n}×{n}", (n, n - 1, n, 4), (n, n - 1, n, 5), 10) for n in range(5, 10)]
COUNTS = [(0.0, 16), (1.0, 300), (2.0, 1000)]

# Every kind, by what draws it on a figure and by what makes a file of it.
KINDS = {
    "rate": (lambda look: lines.rate([LINE, OTHER], look), lambda **o: plots.rate([LINE, OTHER], **o)),
    "failures": (lambda look: lines.failures([BAND], look), lambda **o: plots.failures([BAND], **o)),
    "retries": (
        lambda look: lines.remaining([LINE, OTHER], look),
        lambda **o: plots.retries([LINE, OTHER], **o),
    ),
    "time": (
        lambda look: lines.time([OTHER], [LINE], look, guides=True),
        lambda **o: plots.time([OTHER], [LINE], **o),
    ),
    "runs": (lambda look: runs.solved_runs(RUNS[:2], look), lambda **o: plots.runs(RUNS[:2], **o)),
    "runs in panels": (lambda look: runs.solved_runs(RUNS, look), lambda **o: plots.runs(RUNS, **o)),
    "orders": (
        lambda look: bars.histogram(COUNTS, look, measure="failures", percent=False),
        lambda **o: plots.orders(COUNTS, measure="failures", **o),
    ),
    "single": (
        lambda look: bars.bars(
            [("a", LINE.points[0]), ("b", OTHER.points[0])], look, measure="%", percent=True
        ),
        lambda **o: plots.single([("a", LINE.points[0])], measure="%", percent=True, **o),
    ),
    "board": (lambda look: maps.cells(CELLS, look), lambda **o: plots.board(CELLS, **o)),
    "overlay": (lambda look: maps.overlay(LAID, look), lambda **o: plots.overlay(LAID, **o)),
    "compare": (
        lambda look: lines.together(LINE, OTHER, OTHER, OTHER, look),
        lambda **o: plots.compare(LINE, OTHER, OTHER, OTHER, **o),
    ),
    "compare board": (lambda look: maps.comparison(DUEL, look), lambda **o: plots.compare_board(DUEL, **o)),
    "comparison": (
        lambda look: contests.comparison([("8x8", MEASURED)], look),
        lambda **o: plots.comparison([("8x8", MEASURED)], **o),
    ),
    "cover": (lambda look: bars.cover_steps([STEPS], look), lambda **o: plots.cover([STEPS], **o)),
    "fewest": (lambda look: lines.fewest_orders([OTHER], look), lambda **o: plots.fewest([OTHER], **o)),
}
LOOK = Look(
    title="Complete walks by board size",
    note="fewest onward moves, ties outermost, then order (open start) · 5,040 orders · 10 random starts",
)


# -- files --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_an_svg_is_self_contained_and_reproducible(kind):
    draw = KINDS[kind][1]
    svg = draw(look=Look(title=NASTY, note=NASTY), format="svg")
    assert svg == draw(look=Look(title=NASTY, note=NASTY), format="svg")
    tree = ElementTree.fromstring(svg)
    assert tree.tag == "{http://www.w3.org/2000/svg}svg"
    assert tree.find("{http://www.w3.org/2000/svg}title").text == clean(NASTY)
    for node in tree.iter():
        assert not node.tag.endswith("}script")
        for name, value in node.attrib.items():
            assert not name.lower().startswith("on")
            if name.endswith("href"):
                assert value.startswith(("#", "data:image/png;base64,"))
    assert b"<script" not in svg
    assert not re.search(rb"<dc:date|<!DOCTYPE|/usr|/tmp|/home", svg, re.IGNORECASE)
    assert not re.search(rb"url\((?!#)|@import|font-family", svg)  # letters are outlines


@pytest.mark.parametrize("kind", KINDS)
def test_a_png_opens_and_is_not_blank(kind):
    png = KINDS[kind][1](look=LOOK, format="png")
    if kind in ("rate", "board", "overlay"):  # lines, shapes and an image
        assert png == KINDS[kind][1](look=LOOK, format="png")
    with Image.open(io.BytesIO(png)) as picture:
        assert picture.size[0] > 500
        assert not {"Software", "Creation Time"} & set(picture.info)
        grey = picture.convert("L")
        shades = grey.getcolors(256)
        assert len(shades) > 20
        assert shades[-1][1] == 255  # mostly paper, and yet
        assert max(count for count, _ in shades) < 0.99 * grey.width * grey.height


def test_plots_have_the_requested_size():
    for kind in ("rate", "board"):
        with Image.open(io.BytesIO(KINDS[kind][1](look=Look(size=(5, 4)), format="png"))) as picture:
            assert picture.size == (800, 640)


def test_plots_that_cannot_be_drawn_are_rejected():
    with pytest.raises(BadInput, match="size 2x2 is too small for the text around the plot: use more inches"):
        plots.rate([LINE, OTHER], Look(title="a", note="b", size=(2, 2)))
    with pytest.raises(BadInput, match="format 'gif' is not supported: write svg or png"):
        plots.rate([LINE], format="gif")
    for nothing in ([], [Line("a", ())]):
        with pytest.raises(BadInput, match="plot would be empty"):
            plots.rate(nothing)
    with pytest.raises(BadInput, match="7 lines are too many for one plot: choose at most 6"):
        plots.failures([OTHER] * 7)
    with pytest.raises(BadInput, match="plot would be empty"):
        plots.board(Cells((), "squares", "none"))


def test_plots_neither_use_nor_leave_global_state():
    code = """
import sys, matplotlib
from turaga.draw import plots
before = dict(matplotlib.rcParams)
lines = [plots.Line("a", (plots.Point(6, 6, 1), plots.Point(8, 8, 200)))]
first = plots.failures(lines), plots.failures(lines, format="png")
assert dict(matplotlib.rcParams) == before
matplotlib.rcParams.update({"font.size": 30, "lines.linewidth": 9, "svg.fonttype": "none"})
assert (plots.failures(lines), plots.failures(lines, format="png")) == first
assert "matplotlib.pyplot" not in sys.modules
"""
    done = python(code, env={"DISPLAY": "", "MPLBACKEND": "tkagg"})
    assert (done.returncode, done.stderr) == (0, "")


# -- what can be read ---------------------------------------------------------------------------------


def lightness(colour):
    """CIE L* of #rrggbb, by its definition."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    y = sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return 116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y


def test_lines_differ_in_grey_and_in_their_marks():
    shades = [lightness(stroke.colour) for stroke in STROKES]
    assert all(abs(a - b) >= 5 for a, b in combinations(shades, 2))
    assert all(abs(a - b) >= 20 for a, b in pairwise(shades[:4]))  # the first are far apart
    assert max(shades) < 75  # none too light for paper
    assert len({stroke.marker for stroke in STROKES}) == len({str(s.dashes) for s in STROKES}) == len(STROKES)
    duel = [lightness(colour) for colour in maps._COMPARISON]
    assert all(a - b >= 15 for a, b in pairwise(duel))
    with style():
        ramp = [lightness(stroke.colour) for stroke in lines._ramp(6)]
    assert all(b - a >= 5 for a, b in pairwise(ramp))


def shown_texts(figure):
    """The texts of a figure, each with its position in dots."""
    import matplotlib.text

    figure.draw_without_rendering()
    hidden = set()
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):  # ticks outside the limits are not drawn
            for tick in {*axis.majorTicks, *axis.minorTicks} - set(axis._update_ticks()):
                hidden |= {tick.label1, tick.label2}
    for text in figure.findobj(matplotlib.text.Text):
        if text.get_visible() and text.get_text().strip() and text not in hidden:
            yield text.get_text(), text.get_window_extent()


def assert_readable(figure):
    """All texts are on the figure and do not overlap."""
    texts = []
    for words, box in shown_texts(figure):
        assert box.x0 >= -1, f"{words!r} sticks out on the left"
        assert box.y0 >= -1, f"{words!r} sticks out below"
        assert box.x1 <= figure.bbox.width + 1, f"{words!r} sticks out on the right"
        assert box.y1 <= figure.bbox.height + 1, f"{words!r} sticks out above"
        texts.append((words, box.padded(-1.5)))
    assert texts
    for (one, a), (two, b) in combinations(texts, 2):
        assert not a.overlaps(b), f"{one!r} lies over {two!r}"


@pytest.mark.parametrize("kind", KINDS)
def test_text_does_not_overlap(kind):
    with style():
        assert_readable(KINDS[kind][0](LOOK))


LONG = "search: fewest onward moves, ties outermost, then order (open start), 10 times 10 random starts"


@pytest.mark.parametrize(
    "build",
    [
        lambda: lines.rate([Line(f"{LONG} · {i}", LINE.points) for i in range(6)], LOOK),
        lambda: lines.failures([BAND, BAND, LINE], LOOK),
        lambda: lines.rate([Line("a", tuple(Point(n, n, n / 3) for n in range(6, 301, 2)))], LOOK),
        lambda: lines.failures([Line("a", tuple(Point(3, n, n**3) for n in range(7, 31)))], LOOK),
        lambda: lines.rate([Line("a", tuple(Point(r, c, r) for r in (3, 4, 5) for c in range(9, 30)))], LOOK),
        lambda: lines.time(
            [Line("one walk", tuple(Point(n, n, n**2 / 1e8) for n in (6, 300)))], [], LOOK, guides=True
        ),
        lambda: maps.cells(Cells(tuple((1, 20, 300) * 10 for _ in range(5)), "squares left", "none"), LOOK),
        lambda: maps.cells(Cells(tuple((0, 1) for _ in range(30)), "squares left", "none"), LOOK),
        lambda: maps.cells(Cells(tuple((0, 1) * 50 for _ in range(100)), "squares left", "none"), LOOK),
        lambda: maps.cells(Cells(((0,),), "squares left", "none"), LOOK),
        lambda: maps.cells(Cells(((0, 8), (8, None)), "squares left", "none"), LOOK),
        lambda: maps.cells(Cells(tuple((0, 300) * 200 for _ in range(5)), "squares left", "none"), LOOK),
        lambda: maps.comparison(Duel(LONG, LONG, tuple((0, 1, 2, 3) * 2 for _ in range(8))), LOOK),
        lambda: bars.cover_steps([Steps("8×8", ("12345678",) * 7, (64, 30, 20, 9, 5, 2, 1, 0))], LOOK),
        lambda: bars.bars(
            [(f"1234567{i}", Point(8, 8, i)) for i in range(30)], LOOK, measure="x", percent=False
        ),
    ],
)
def test_long_text_and_unusual_boards_are_readable(build):
    with style():
        assert_readable(build())


# -- the numbers drawn --------------------------------------------------------------------------------


def drawn_line(figure, label):
    """The line of that label, as points."""
    (line,) = [line for line in figure.axes[0].get_lines() if line.get_label() == label]
    return list(zip(*(list(map(float, data)) for data in line.get_data()), strict=True))


def test_lines_are_drawn_where_the_data_are():
    with style():
        figure = lines.rate([OTHER, LINE], LOOK)
    assert drawn_line(figure, "24753186") == [(p.rows, p.value) for p in OTHER.points]
    assert drawn_line(figure, "12345678") == [(p.rows, p.value) for p in LINE.points]
    (interval,) = [c for c in figure.axes[0].collections if hasattr(c, "get_segments")]
    for segment, point in zip(interval.get_segments(), LINE.points, strict=True):
        ends = [point.rows, point.low, point.rows, point.high]
        assert segment.ravel().tolist() == pytest.approx(ends)
    assert figure.axes[0].get_ylim()[0] <= min(p.value for p in OTHER.points)


def test_the_axis_of_sizes():
    with style():
        for boards, places, label in (
            ([(6, 6), (8, 8)], [6, 8], "board side n (boards n×n)"),
            ([(3, 12), (3, 7)], [7, 12], "columns n (boards 3×n)"),
            ([(7, 4), (5, 4)], [5, 7], "rows n (boards n×4)"),
            ([(8, 8), (3, 12), (4, 4)], [0, 1, 2], "board (rows×columns), by number of squares"),
        ):
            figure = lines.failures([Line("a", tuple(Point(r, c, r) for r, c in boards))], LOOK)
            assert [x for x, _ in drawn_line(figure, "a")] == places
            assert figure.axes[0].get_xlabel() == label
        names = [tick.get_text() for tick in figure.axes[0].get_xticklabels()]
    assert names == ["4×4", "3×12", "8×8"]


def test_ticks_of_board_sizes_are_whole_numbers():
    with style():
        for sides in (range(6, 301, 2), (6, 7), (6, 8, 100), range(5, 12)):
            figure = lines.rate([Line("a", tuple(Point(n, n, 50) for n in sides))], LOOK)
            figure.draw_without_rendering()
            ticks = [tick.get_text() for tick in figure.axes[0].get_xticklabels()]
            assert len(ticks) >= min(3, len(sides))
            assert all(re.fullmatch(r"−?\d+", tick) for tick in ticks)


def test_bands_are_drawn_where_the_data_are():
    with style():
        figure = lines.failures([BAND], LOOK)
    assert drawn_line(figure, "median of 60 orders") == [(p.rows, p.middle) for p in BAND.points]
    for collection, low, high in zip(
        figure.axes[0].collections, ("least", "lower"), ("most", "upper"), strict=True
    ):
        corners = {tuple(corner) for corner in collection.get_paths()[0].vertices.tolist()}
        for point in BAND.points:
            assert (point.rows, getattr(point, low)) in corners
            assert (point.rows, getattr(point, high)) in corners


def test_large_counts_are_drawn_on_a_scale_that_has_a_zero():
    with style():
        figure = lines.failures([Line("a", (Point(6, 6, 0), Point(8, 8, 5), Point(60, 60, 2000)))], LOOK)
        axes = figure.axes[0]
        assert axes.get_yscale() == "symlog"
        assert axes.get_ylim()[0] < 0 < 2000 < axes.get_ylim()[1]
        figure.draw_without_rendering()
        assert [t.get_text() for t in axes.get_yticklabels()] == ["0", "1", "10", "100", "1,000"]
        small = lines.failures([Line("a", (Point(6, 6, 0), Point(8, 8, 5)))], LOOK)
    assert small.axes[0].get_yscale() == "linear"


def test_numbers_are_on_their_squares():
    with style():
        figure = maps.cells(Cells(((0, 7, None), (12, 0, 1)), "squares left", "complete"), LOOK)
    axes = figure.axes[0]
    texts = {text.get_position(): text.get_text() for text in axes.texts}
    squares = {place: word for place, word in texts.items() if place != (0, 1) and word.isdigit()}
    assert squares == {(1, 1): "0", (2, 1): "7", (1, 2): "12", (2, 2): "0", (3, 2): "1"}
    assert axes.get_ylim() == (2.5, 0.5)  # row 1 is at the top
    colours = axes.collections[0].get_facecolor().tolist()
    white, nothing, light, dark = colours[0], colours[2], colours[5], colours[3]
    assert white[:3] == [1, 1, 1]
    assert colours[4] == white
    assert sum(white) > sum(light) > sum(dark)
    assert nothing not in (white, light, dark)


def test_marks_are_on_their_squares():
    with style():
        figure = maps.comparison(DUEL, LOOK)
    axes = figure.axes[0]
    words = {text.get_position(): text.get_text() for text in axes.texts}
    assert {place: word for place, word in words.items() if word in ("A", "B", "AB")} == {
        (2, 1): "A", (3, 1): "B", (4, 1): "AB", (4, 2): "AB",
    }  # fmt: skip
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [
        "both complete: 3", "only A fails (12345678): 1", "only B fails (24753186): 1", "both fail: 2",
        "ruled out by colour",
    ]  # fmt: skip


def test_steps_and_bars_are_drawn_where_the_data_are():
    with style():
        figure = bars.cover_steps([STEPS], LOOK)
        assert drawn_line(figure, "8×8") == [(0, 64), (1, 5), (2, 0)]
        assert [t.get_text() for t in figure.axes[0].get_xticklabels()] == [
            "0",
            "1\n12345678",
            "2\n+ 24753186",
        ]
        figure = bars.histogram(COUNTS, LOOK, measure="failures", percent=False)
        drawn = figure.axes[0].patches
        assert [bar.get_x() + bar.get_width() / 2 for bar in drawn] == pytest.approx([0, 1, 2])
        assert [bar.get_height() for bar in drawn] == [16, 300, 1000]
        many = [(float(value), 1) for value in range(5000)]
        figure = bars.histogram(many, LOOK, measure="failures", percent=False)
        heights = [bar.get_height() for bar in figure.axes[0].patches]
    assert sum(heights) == 5000
    assert len(heights) <= 61
    assert max(heights[:-1]) == min(heights[:-1])  # of an even spread, even bars


def test_zero_is_white_on_a_logarithmic_scale_too():
    with style():
        figure = maps.cells(Cells(((0, 1, None), (400, 20, 0)), "orders that fail", "none"), LOOK)
    colours = figure.axes[0].collections[0].get_facecolor().tolist()
    assert colours[0] == colours[5] == [1, 1, 1, 1]
    assert colours[2] not in (colours[0], colours[1])
    assert sum(colours[1]) > sum(colours[4]) > sum(colours[3])


def test_percent_axes_start_at_zero_unless_all_values_are_high():
    with style():
        low, high = (
            lines.rate([Line("a", (Point(6, 6, value), Point(8, 8, 100.0)))], LOOK).axes[0].get_ylim()
            for value in (30.0, 93.5)
        )
    assert (low[0], high[0]) == (0, 90)
    assert low[1] > 100 < high[1]


def test_the_best_order_is_at_the_top():
    named = [("a", Point(8, 8, 5)), ("b", Point(8, 8, 70)), ("c", Point(8, 8, 20))]
    for percent, top_down in ((True, "bca"), (False, "acb")):  # the highest rate, the fewest failures
        with style():
            axes = bars.bars(named, LOOK, measure="x", percent=percent).axes[0]
        places = {
            label.get_text(): y for label, y in zip(axes.get_yticklabels(), axes.get_yticks(), strict=True)
        }
        assert "".join(sorted(places, key=lambda name: -places[name])) == top_down
        widths = {bar.get_y() + bar.get_height() / 2: bar.get_width() for bar in axes.patches}
        assert {name: widths[places[name]] for name, _ in named} == {"a": 5, "b": 70, "c": 20}

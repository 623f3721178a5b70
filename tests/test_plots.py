"""Plots: they show the data, their text is readable, and files are self-contained."""

import io
import re
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest
from PIL import Image

from command import python
from pictures import luminance
from turaga.errors import BadInput
from turaga.pictures.board_map import BoardMap, draw_map, map_figure
from turaga.pictures.chart import Chart, Line, Point, _ramp, chart_figure, draw_chart
from turaga.pictures.comparison_plot import Measured, comparison, comparison_figure
from turaga.pictures.plot_canvas import STROKES, Look, clean, style

NASTY = 'ties "order" <script>alert(1)</script> & $\\frac{1}{0$ \x00\x1b ]]> --'
SIDES = (6, 8, 10, 20, 40)
LINE = Line("12345678", tuple(Point(n, 100 - n / 4, 97 - n / 4, 100 - n / 5) for n in SIDES))
OTHER = Line("24753186", tuple(Point(n, 90 - n) for n in SIDES))
RANGE = Line("60 orders", tuple(Point(n, n / 2, 0, 3 * n, n / 4, n) for n in SIDES))
GRID = [[(r * c) % 5 for c in range(8)] for r in range(8)]
MEASURED = [("8x8", [Measured("greedy", 1, (64, 60), (0.0003, 0.02)), Measured("blocks", 0)])]
RUNS = [
    Line(word, tuple(Point(run, n + more) for run in range(1, 5)), f"{n}×{n}")
    for n in range(5, 10)
    for word, more in (("solved", 0), ("allowed", 1))
]
LONG = "search: fewest onward moves, ties outermost, then order (open start), 10 times 10 random starts"


def chart(*lines, **options):
    return Chart(lines=lines, **{"x": "board side n (boards n×n)", "y": "starts whose walk fails"} | options)


def rising(sides, power=1):
    return Line("a", tuple(Point(n, n**power) for n in sides))


def board_map(numbers, **options):
    return BoardMap(**{"numbers": numbers, "measure": "squares left"} | options)


NAMED = [
    Line(line.label, tuple(point._replace(x=i) for i, point in enumerate(line.points)))
    for line in (LINE, OTHER)
]
PLOTS = {
    "lines": chart(LINE, OTHER, scale="share"),
    "range": chart(RANGE, OTHER),
    "sequence": chart(LINE, OTHER, OTHER, scale="percent", ramp=True),
    "times": chart(OTHER, LINE, scale="time"),
    "panels": chart(*RUNS, x="run"),
    "bars": chart(Line("", (Point(0, 16), Point(1, 300), Point(2, 1000))), x="failures", bars=True),
    "names": chart(*NAMED, bars=True, names={i: f"order {n}" for i, n in enumerate(SIDES)}, scale="share"),
    "board": board_map(GRID, zero="complete"),
    "stretched": board_map([[0.0, 4.0], [0.05, 1.0]], stretched=True),
    "comparison": MEASURED,
}
LOOK = Look(
    title="Complete walks by board size",
    note="fewest onward moves, ties outermost, then order (open start) · 5,040 orders · 10 random starts",
)


def figure(plot, look=LOOK):
    """The plot as a figure of matplotlib. Make it inside `style`."""
    if isinstance(plot, Chart):
        return chart_figure(plot, look)
    return map_figure(plot, look) if isinstance(plot, BoardMap) else comparison_figure(plot, look)


def file(plot, look=LOOK, format="svg"):
    draw = {Chart: draw_chart, BoardMap: draw_map, list: comparison}[type(plot)]
    return draw(plot, look, format=format)


# -- files --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", PLOTS)
def test_an_svg_is_self_contained_and_reproducible(kind):
    svg = file(PLOTS[kind], Look(title=NASTY, note=NASTY))
    assert svg == file(PLOTS[kind], Look(title=NASTY, note=NASTY))
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


@pytest.mark.parametrize("kind", PLOTS)
def test_a_png_opens_and_is_not_blank(kind):
    png = file(PLOTS[kind], format="png")
    if kind in ("lines", "board", "stretched"):  # lines, shapes and an image
        assert png == file(PLOTS[kind], format="png")
    with Image.open(io.BytesIO(png)) as picture:
        assert picture.size[0] > 500
        assert not {"Software", "Creation Time"} & set(picture.info)
        grey = picture.convert("L")
        shades = grey.getcolors(256)
        assert len(shades) > 20
        assert shades[-1][1] == 255  # mostly paper, and yet
        assert max(count for count, _ in shades) < 0.99 * grey.width * grey.height


def test_plots_have_the_requested_size():
    for kind in ("lines", "board"):
        with Image.open(io.BytesIO(file(PLOTS[kind], Look(size=(5, 4)), "png"))) as picture:
            assert picture.size == (800, 640)


def test_plots_that_cannot_be_drawn_are_rejected():
    with pytest.raises(BadInput, match="size 2x2 is too small for the text around the plot: use more inches"):
        file(chart(LINE, OTHER), Look(title=LONG, note=LONG, size=(2, 2)))
    with pytest.raises(BadInput, match="format 'gif' is not supported: write svg or png"):
        file(chart(LINE), format="gif")
    for nothing in (chart(), chart(Line("a", ())), board_map([])):
        with pytest.raises(BadInput, match="plot would be empty"):
            file(nothing)
    with pytest.raises(BadInput, match="7 lines are too many for one plot: choose at most 6"):
        file(chart(*[OTHER] * 7))
    with pytest.raises(BadInput, match="25 panels are too many for one plot: choose at most 24"):
        file(chart(*(Line("", OTHER.points, str(n)) for n in range(25))))


def test_plots_neither_use_nor_leave_global_state():
    code = """
import sys, matplotlib
from turaga.pictures.chart import Chart, Line, Point, draw_chart
before = dict(matplotlib.rcParams)
chart = Chart(lines=[Line("a", (Point(6, 1), Point(8, 200)))], x="side", y="failures")
first = draw_chart(chart), draw_chart(chart, format="png")
assert dict(matplotlib.rcParams) == before
matplotlib.rcParams.update({"font.size": 30, "lines.linewidth": 9, "svg.fonttype": "none"})
assert (draw_chart(chart), draw_chart(chart, format="png")) == first
assert "matplotlib.pyplot" not in sys.modules
"""
    done = python(code, env={"DISPLAY": "", "MPLBACKEND": "tkagg"})
    assert (done.returncode, done.stderr) == (0, "")


# -- what can be read ---------------------------------------------------------------------------------


def lightness(colour):
    """CIE L* of #rrggbb, by its definition."""
    y = luminance(colour)
    return 116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y


def test_lines_differ_in_grey_and_in_their_marks():
    shades = [lightness(stroke.colour) for stroke in STROKES]
    assert all(abs(a - b) >= 5 for a, b in combinations(shades, 2))
    assert all(abs(a - b) >= 20 for a, b in pairwise(shades[:4]))  # the first are far apart
    assert max(shades) < 75  # none too light for paper
    assert len({stroke.marker for stroke in STROKES}) == len({str(s.dashes) for s in STROKES}) == len(STROKES)
    with style():
        ramp = [lightness(stroke.colour) for stroke in _ramp(6)]
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


@pytest.mark.parametrize("kind", PLOTS)
def test_text_does_not_overlap(kind):
    with style():
        assert_readable(figure(PLOTS[kind]))


@pytest.mark.parametrize(
    "plot",
    [
        chart(*(Line(f"{LONG} · {i}", LINE.points) for i in range(6))),
        chart(RANGE, RANGE, LINE),
        chart(Line("a", tuple(Point(n, n / 3) for n in range(6, 301, 2))), scale="share"),
        chart(rising(range(7, 31), power=3)),
        chart(rising(range(60)), names={n: f"{n}×{n + 99}" for n in range(60)}),
        chart(rising(range(30)), names=dict.fromkeys(range(30), "12345678"), bars=True),
        chart(Line("one walk", tuple(Point(n, n**2 / 1e8) for n in (6, 300))), scale="time"),
        board_map([(1, 20, 300) * 10] * 5),
        board_map([(0, 1)] * 30),
        board_map([(0, 1) * 50] * 100),
        board_map([[0]]),
        board_map([[0, 8], [8, None]]),
        board_map([(0, 300) * 200] * 5),
        board_map([(0, 1, 2, None) * 2] * 8, rest=LONG, holes=[(0, 3)]),
    ],
)
def test_long_text_and_unusual_boards_are_readable(plot):
    with style():
        assert_readable(figure(plot))


# -- the numbers drawn --------------------------------------------------------------------------------


def drawn_line(figure, label):
    """The line of that label, as points."""
    (line,) = [line for line in figure.axes[0].get_lines() if line.get_label() == label]
    return list(zip(*(list(map(float, data)) for data in line.get_data()), strict=True))


def test_lines_and_intervals_are_drawn_where_the_data_are():
    with style():
        drawn = figure(PLOTS["lines"])
    for line in (LINE, OTHER):
        assert drawn_line(drawn, line.label) == [(point.x, point.y) for point in line.points]
    intervals = [c.get_segments()[0] for c in drawn.axes[0].collections if hasattr(c, "get_segments")]
    for segment, point in zip(intervals, LINE.points, strict=True):
        assert segment.ravel().tolist() == pytest.approx([point.x, point.low, point.x, point.high])
    assert drawn.axes[0].get_ylim()[0] <= min(point.y for point in OTHER.points)


@pytest.mark.parametrize("sides", [range(6, 301, 2), (6, 7), (6, 8, 100), range(5, 12)])
def test_ticks_of_board_sizes_are_whole_numbers(sides):
    with style():
        drawn = figure(chart(Line("a", tuple(Point(n, 50) for n in sides))))
        drawn.draw_without_rendering()
        ticks = [tick.get_text() for tick in drawn.axes[0].get_xticklabels()]
    assert len(ticks) >= min(3, len(sides))
    assert all(re.fullmatch(r"−?\d+", tick) for tick in ticks)


def test_ranges_are_drawn_where_the_data_are():
    with style():
        drawn = figure(chart(RANGE))
    assert drawn_line(drawn, "median of 60 orders") == [(point.x, point.y) for point in RANGE.points]
    for shape, low, high in zip(drawn.axes[0].collections, ("low", "lower"), ("high", "upper"), strict=True):
        corners = {tuple(corner) for corner in shape.get_paths()[0].vertices.tolist()}
        for point in RANGE.points:
            assert {(point.x, getattr(point, low)), (point.x, getattr(point, high))} <= corners


def test_bars_are_drawn_where_the_data_are():
    with style():
        (alone,) = figure(PLOTS["bars"]).axes
        (pairs,) = figure(PLOTS["names"]).axes
    assert [bar.get_x() + bar.get_width() / 2 for bar in alone.patches] == pytest.approx([0, 1, 2])
    assert [bar.get_height() for bar in alone.patches] == [16, 300, 1000]
    assert alone.get_yscale() == "linear"  # the length of a bar is its value
    assert {text.get_text() for text in alone.texts} >= {"16", "300", "1,000"}
    assert [bar.get_height() for bar in pairs.patches] == [
        point.y for line in (LINE, OTHER) for point in line.points
    ]
    left, right = pairs.patches[0], pairs.patches[len(SIDES)]
    assert left.get_x() + left.get_width() == pytest.approx(right.get_x()) == pytest.approx(0)
    assert [tick.get_text() for tick in pairs.get_xticklabels()] == [f"order {n}" for n in SIDES]


def test_panels_have_their_lines_and_the_same_scales():
    with style():
        _, *panels = figure(PLOTS["panels"]).axes
    for n, axes in zip(range(5, 10), panels, strict=True):
        assert axes.get_title(loc="left") == f"{n}×{n}"
        assert [line.get_ydata().tolist() for line in axes.get_lines()] == [[n] * 4, [n + 1] * 4]
        assert (axes.get_xlim(), axes.get_ylim()) == (panels[0].get_xlim(), panels[0].get_ylim())


def test_large_counts_are_drawn_on_a_scale_that_has_a_zero():
    with style():
        drawn = figure(chart(Line("a", (Point(6, 0), Point(8, 5), Point(60, 2000)))))
        axes = drawn.axes[0]
        assert axes.get_yscale() == "symlog"
        assert axes.get_ylim()[0] < 0 < 2000 < axes.get_ylim()[1]
        drawn.draw_without_rendering()
        assert [t.get_text() for t in axes.get_yticklabels()] == ["0", "1", "10", "100", "1,000"]
        small = figure(chart(Line("a", (Point(6, 0), Point(8, 5)))))
    assert small.axes[0].get_yscale() == "linear"


def test_shares_start_at_zero_unless_all_values_are_high():
    with style():
        low, high = (
            figure(chart(Line("a", (Point(6, value), Point(8, 100.0))), scale="share")).axes[0].get_ylim()
            for value in (30.0, 93.5)
        )
    assert (low[0], high[0]) == (0, 90)
    assert low[1] > 100 < high[1]


def test_numbers_are_on_their_squares():
    with style():
        (axes, _) = figure(board_map([[0, 7, None], [12, 0, 1]], zero="complete")).axes
    texts = {text.get_position(): text.get_text() for text in axes.texts}
    squares = {place: word for place, word in texts.items() if place != (0, 1) and word.isdigit()}
    assert squares == {(1, 1): "0", (2, 1): "7", (1, 2): "12", (2, 2): "0", (3, 2): "1"}
    assert axes.get_ylim() == (2.5, 0.5)  # row 1 is at the top


@pytest.mark.parametrize("most", [12, 400])  # a linear scale, and a logarithmic one
def test_zero_is_white_and_more_is_darker(most):
    with style():
        axes = figure(board_map([[0, 1, None], [most, 10, 0]])).axes[0]
    colours = axes.collections[0].get_facecolor().tolist()
    assert colours[0] == colours[5] == [1, 1, 1, 1]
    assert colours[2] not in (colours[0], colours[1])
    assert 4 > sum(colours[1]) > sum(colours[4]) > sum(colours[3])


def test_holes_and_missing_numbers_are_explained():
    with style():
        drawn = figure(board_map([[0, 1], [None, None]], rest="ruled out by colour", holes=[(1, 1)]))
    assert [text.get_text() for text in drawn.legends[0].get_texts()] == ["ruled out by colour", "hole"]

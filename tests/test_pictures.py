"""Pictures of walks as SVG: they show the walk, computed here from its squares alone."""

import math
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pictures import CLOSED, EMPTY, EULER, HOLED, OPEN, SINGLE, SVG, ZEBRA, Seen, themes, walks
from strategies import starts
from turaga import Board, Rule, Walk, pictures, solve
from turaga.errors import BadInput
from turaga.greedy import whole_walk
from turaga.pictures.oklab import gradient, lightness, mix, rgb
from turaga.pictures.styles import STYLES
from turaga.pictures.themes import THEMES
from turaga.rng import Rng

NASTY = '<script>alert("1")</script> &\r\n \x00\x1b\ud800 ]]> --'


# -- the line -------------------------------------------------------------------------------------


@walks
@pytest.mark.parametrize("style", ["board", "line"])
def test_the_line_goes_through_the_middle_of_each_square(walk, style):
    if style == "line" and walk.board.rows == walk.board.cols:
        walk = Walk(Board(walk.board.rows, walk.board.cols + 1), walk.squares)
    seen = Seen(pictures.svg(walk, style=style), walk.board, style)
    lines = seen.lines()
    if len(walk) < 2:
        assert lines == []
        return
    [(places, closed, colour)] = lines
    assert places == [seen.middle(square) for square in walk.squares]
    assert closed == (walk.complete and walk.board.is_move(walk.indices[0], walk.indices[-1]))
    assert colour == THEMES["light"].line


@walks
@themes
@pytest.mark.parametrize("colour", ["plain", "steps"])
def test_style_squares_fills_each_square_with_the_colour_of_its_step(walk, theme, colour):
    """There is no line, no chequer underneath and no frame."""
    seen = Seen(pictures.svg(walk, style="squares", colour=colour, theme=theme), walk.board)
    assert seen.lines() == []
    assert [path for path in seen.all("path") if path.get("stroke-dasharray")] == []
    themed = THEMES[theme]
    colours = gradient(themed.shades if colour == "plain" else themed.stops, len(walk))
    for square, fill in zip(walk.squares, colours, strict=True):
        assert seen.bars(fill) == [square]
    lights = [lightness(fill) for fill in colours]
    assert lights in (sorted(lights), sorted(lights, reverse=True))


@walks
@themes
def test_numbers_on_coloured_squares_can_be_read(walk, theme):
    seen = Seen(pictures.svg(walk, style="squares", numbers=True, theme=theme), walk.board)
    numbers = {square: text for square, text in seen.texts().items() if square in walk.board}
    assert numbers == {square: str(k) for k, square in enumerate(walk.squares, 1)}
    fills = gradient(THEMES[theme].shades, len(walk))
    for group in (group for group in seen.all("g") if group.get("font-size")):
        for text in group:
            square = seen.square(float(text.get("x")), float(text.get("y")))
            if square in walk.squares[1:-1]:
                fill = fills[walk.squares.index(square)]
                assert abs(lightness(group.get("fill")) - lightness(fill)) > 0.3


@themes
@pytest.mark.parametrize("colour", ["plain", "steps"])
@pytest.mark.parametrize("board", ["8x8", "24x24", "3x10"])
def test_style_squares_has_a_legend(board, colour, theme):
    tour = solve(board).tour
    seen = Seen(pictures.svg(tour, style="squares", colour=colour, theme=theme), tour.board)
    bottom = seen.y + tour.board.rows * seen.side
    below = [text.text for text in seen.root.iter(SVG + "text") if float(text.get("y")) > bottom]
    assert below == ["step 1", str(len(tour))]
    bar = [rect.get("fill") for rect in seen.rects if float(rect.get("y", 0)) > bottom]
    stops = THEMES[theme].shades if colour == "plain" else THEMES[theme].stops
    colours = gradient(stops, min(256, len(tour)))
    assert len(bar) == min(64, len(tour))
    assert (bar[0], bar[-1]) == (colours[0], colours[-1])
    assert set(bar) <= set(colours)
    assert pictures.svg(tour, theme=theme).count("step 1") == 0  # only this style has one


def test_a_legend_that_cannot_be_read_or_does_not_fit_is_left_out():
    texts = Seen(pictures.svg(CLOSED, style="squares", size=100), CLOSED.board).texts()
    assert texts == {}
    strip = Walk("40x2", [(0, 0), (2, 1)])
    assert "step 1" not in pictures.svg(strip, style="squares")
    assert "step 1" not in pictures.svg(SINGLE, style="squares")


@themes
def test_chequers_fade_under_the_dense_line_of_a_large_board(theme):
    def dark_squares(side, size=None):
        board = Board(side, side)
        seen = Seen(pictures.svg(Walk(board, [(0, 0)]), theme=theme, size=size), board)
        dashed = [path.get("stroke") for path in seen.all("path") if path.get("stroke-dasharray")]
        return seen.rects[1].get("fill"), *dashed

    colours = THEMES[theme]
    assert dark_squares(8) == dark_squares(24) == (colours.light, colours.dark)
    light, dark = map(lightness, dark_squares(24, 480))  # 19 pixels wide
    assert 0 < abs(light - dark) < abs(lightness(colours.light) - lightness(colours.dark))
    assert len(dark_squares(64)) == 1
    assert len(dark_squares(64, 2400)) == 2


def test_arrows_need_a_line():
    with pytest.raises(BadInput, match="arrows cannot be combined with style squares, which has no line"):
        pictures.svg(CLOSED, style="squares", arrows=True)


@themes
def test_colours_change_monotonically_along_the_line(theme):
    seen = Seen(pictures.svg(CLOSED, colour="steps", theme=theme), CLOSED.board)
    pieces = seen.lines()
    assert len({colour for _, _, colour in pieces}) == len(pieces)  # one path for each colour
    assert len(pieces) == 63
    squares = [pieces[0][0][0]]
    for places, closed, _ in pieces:
        assert places[0] == squares[-1]
        assert not closed
        squares += places[1:]
    assert squares == [seen.middle(square) for square in (*CLOSED.squares, CLOSED.start)]
    lights = [lightness(colour) for _, _, colour in pieces]
    assert lights in (sorted(lights), sorted(lights, reverse=True))
    assert len({colour for _, _, colour in pieces}) > 50
    grounds = [lightness(THEMES[theme].light), lightness(THEMES[theme].dark)]
    assert all(abs(light - ground) > 0.12 for light in lights for ground in grounds)


@themes
def test_a_long_line_has_one_path_for_each_colour_and_at_most_256(theme):
    tour = solve("30x30").tour
    pieces = Seen(pictures.svg(tour, colour="steps", theme=theme), tour.board).lines()
    colours = [colour for _, _, colour in pieces]
    assert colours == list(dict.fromkeys(gradient(THEMES[theme].stops, 256)))  # greys have fewer
    assert 100 < len(colours) <= 256
    assert sum(len(places) - 1 for places, _, _ in pieces) == 899


@pytest.mark.parametrize(("side", "size"), [(3, None), (8, 100), (30, 200), (100, None), (200, 400)])
@pytest.mark.parametrize("colour", ["plain", "steps"])
def test_the_line_is_neither_too_thin_to_be_seen_nor_too_thick(side, size, colour):
    board = Board(side, side)
    seen = Seen(pictures.svg(Walk(board, [(0, 0), (1, 2), (2, 0)]), size=size, colour=colour), board)
    scale = float(seen.root.get("width")) / seen.width
    for path in seen.all("path", **{"stroke-linecap": "round"}):
        weight = float(path.get("stroke-width"))
        assert 0.07 * seen.side <= weight <= 0.201 * seen.side
        assert weight * scale >= 1.1 or weight == pytest.approx(0.2 * seen.side)


@walks
@pytest.mark.parametrize("colour", ["plain", "steps"])
def test_arrows_point_along_every_move(walk, colour):
    seen = Seen(pictures.svg(walk, arrows=True, colour=colour), walk.board)
    heads = [
        [tuple(map(float, pair.split())) for pair in head.split("L")]
        for stroke in dict.fromkeys(stroke for _, _, stroke in seen.lines())
        for path in seen.all("path", fill=stroke)
        for head in re.findall(r"M([^z]*)z", path.get("d"))
    ]
    ends = [*walk.squares, walk.start] if walk.closed else walk.squares
    moves = list(pairwise(map(seen.middle, ends)))
    assert len(heads) == len(moves)
    for (tip, left, notch, right), (here, there) in zip(heads, moves, strict=True):
        way = math.dist(here, there)
        # It is on the line.
        assert math.dist(here, tip) + math.dist(tip, there) == pytest.approx(way, abs=0.05)
        assert math.dist(tip, there) < math.dist(notch, there) < math.dist(left, there)
        assert math.dist(left, there) == pytest.approx(math.dist(right, there), abs=0.05)


@pytest.mark.parametrize("leaper", [(0, 1), (1, 1), (1, 2), (1, 4)])
@pytest.mark.parametrize("numbers", [False, True])
def test_arrow_heads_are_not_hidden_by_marks(leaper, numbers):
    walk = Walk(Board(5, 6, leaper=leaper), [(0, 0), leaper])
    seen = Seen(pictures.svg(walk, arrows=True, numbers=numbers), walk.board)
    (path,) = seen.all("path", fill=THEMES["light"].line)
    tip, left, _, right = (tuple(map(float, p.split())) for p in path.get("d").strip("Mz").split("L"))
    half = 0.9 * (0.29 if numbers else 0.2) * seen.side  # of the mark on the last square
    assert max(abs(a - b) for a, b in zip(tip, seen.middle(walk.end), strict=True)) >= half - 0.05
    for corner in (left, right):
        assert math.dist(corner, seen.middle(walk.start)) > (0.29 if numbers else 0.2) * seen.side


def test_arrow_heads_are_left_out_where_squares_are_small():
    walk = Walk("50x50", [(0, 0), (1, 2)])
    assert pictures.svg(walk, arrows=True) != pictures.svg(walk)
    assert pictures.svg(walk, arrows=True, size=300) == pictures.svg(walk, size=300)


def test_arrow_heads_rarely_touch():
    # Two knight's moves that cross do so at fixed shares of the way; heads stand off those.
    tour = solve("8x8", closed=True).tour
    seen = Seen(pictures.svg(tour, arrows=True), tour.board)
    (path,) = seen.all("path", fill=THEMES["light"].line)
    heads = []
    for head in re.findall(r"M([^z]*)z", path.get("d")):
        tip, left, _, right = (tuple(map(float, pair.split())) for pair in head.split("L"))
        heads.append(tuple(t / 2 + (a + b) / 4 for t, a, b in zip(tip, left, right, strict=True)))
    near = [min(math.dist(head, other) for other in heads if other != head) for head in heads]
    assert sum(far < 0.25 * seen.side for far in near) <= len(heads) / 8


# -- squares --------------------------------------------------------------------------------------


@themes
@walks
def test_the_first_square_is_green_and_the_last_red(walk, theme):
    colours = THEMES[theme]
    seen = Seen(pictures.svg(walk, theme=theme), walk.board)
    first = seen.circles(fill=colours.first)
    last = [
        tuple(float(r.get(a)) + float(r.get(b)) / 2 for a, b in (("x", "width"), ("y", "height")))
        for r in seen.rects
        if r.get("fill") == colours.last
    ]
    if not len(walk):
        assert first == last == []
        return
    assert [seen.square(*place) for place in first] == [walk.start]
    assert first == [seen.middle(walk.start)]
    assert last == [pytest.approx(seen.middle(walk.end))]
    for colour, channel in ((colours.first, 1), (colours.last, 0)):
        others = [value for k, value in enumerate(rgb(colour)) if k != channel]
        assert rgb(colour)[channel] > 1.3 * max(others)


@pytest.mark.parametrize("size", [150, 240, 2000])
def test_neither_end_covers_the_other(size):
    board = Board(60, 60)
    walk = Walk(board, [(30, 30), (31, 32)])
    seen = Seen(pictures.svg(walk, size=size), board)
    (disc,) = seen.all("g", fill=THEMES["light"].first)
    (square,) = seen.all("rect", fill=THEMES["light"].last)
    apart = math.dist(seen.middle(walk.start), seen.middle(walk.end))
    assert float(disc[0].get("r")) <= apart / 2 + 0.01
    assert float(square.get("width")) / 2 <= apart / 2
    assert 2 * float(disc[0].get("r")) * size / seen.width >= 5  # and both are found


@themes
@walks
def test_unvisited_squares_and_holes_are_marked_and_differ(walk, theme):
    colours = THEMES[theme]
    seen = Seen(pictures.svg(walk, theme=theme), walk.board)
    rings = seen.circles(fill="none", stroke=colours.missed)
    assert rings == [seen.middle(square) for square in walk.unvisited]
    assert sorted(seen.bars(colours.missed_light) + seen.bars(colours.missed_dark)) == list(walk.unvisited)
    assert seen.bars(colours.hole) == list(walk.board.hole_squares)
    hatching = seen.all("path", stroke=colours.hatch)
    assert len(hatching) == (1 if walk.board.hole_indices else 0)
    assert abs(lightness(colours.hole) - lightness(colours.missed)) > 0.2
    assert abs(lightness(colours.hatch) - lightness(colours.hole)) > 0.12


@themes
def test_fills_distinguish_small_squares(theme):
    board = Board(100, 100, holes=[(1, 1)])
    seen = Seen(pictures.svg(Walk(board, [(0, 0)]), theme=theme, size=300), board)
    fills = {path.get("fill"): path for path in seen.all("path") if path.get("fill")}
    hole, missed = THEMES[theme].hatch, mix(THEMES[theme].missed_light, THEMES[theme].missed, 0.3)
    assert set(fills) == {hole, missed}
    assert seen.bars(hole) == [(1, 1)]
    assert len(seen.bars(missed)) == 9998
    ground = seen.rects[1].get("fill")
    assert ground in (THEMES[theme].light, THEMES[theme].dark)
    for one, other in ((hole, ground), (missed, ground), (hole, missed)):
        assert math.dist(rgb(one), rgb(other)) > 30


@pytest.mark.parametrize(
    "board", [Board("3x3"), Board("8x8"), Board("5x12"), Board("1x1"), Board("100x100")], ids=str
)
def test_every_other_square_is_dark(board):
    seen = Seen(pictures.svg(Walk(board, []), size=2400), board)
    dashed = [path for path in seen.all("path") if path.get("stroke-dasharray")]
    dark = set()
    for path in dashed:
        assert float(path.get("stroke-width")) == float(path.get("stroke-dasharray")) == seen.side
        for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)", path.get("d")):
            row, col = seen.square(int(x), int(y))
            dark |= {(row, c) for c in range(col, col + round(int(length) / seen.side), 2)}
    assert dark == {(r, c) for r in range(board.rows) for c in range(board.cols) if (r + c) % 2}


# -- numbers --------------------------------------------------------------------------------------


@walks
def test_numbers_are_in_their_squares_on_a_clear_background(walk):
    seen = Seen(pictures.svg(walk, numbers=True), walk.board)
    assert seen.texts() == {square: str(k) for k, square in enumerate(walk.squares, start=1)}
    for parity, fill in enumerate((THEMES["light"].light, THEMES["light"].dark)):
        inner = [square for square in walk.squares[1:-1] if sum(square) % 2 == parity]
        assert seen.circles(fill=fill) == [seen.middle(square) for square in inner]
    for group in (group for group in seen.all("g") if group.get("font-size")):
        assert group.get("text-anchor") == "middle"
        for text in group:  # digits are 0.71 of their font high, and the middle of that is in the middle
            _, y = seen.middle(seen.square(float(text.get("x")), float(text.get("y"))))
            half = 0.355 * float(group.get("font-size"))
            assert float(text.get("y")) - y == pytest.approx(half, abs=0.02)


@pytest.mark.parametrize(
    ("board", "size", "fits"),
    [("3x3", 96, True), ("8x8", 264, True), ("8x8", 64, False), ("30x30", None, True),
     ("100x100", None, False), ("100x100", 4096, True), ("1x1", 64, True)],
)  # fmt: skip
def test_numbers_that_cannot_be_read_are_left_out(board, size, fits):
    board = Board(board)
    square = next(iter(board.indices()))
    walk = whole_walk(board, square, Rule(), Rng(0, square))
    seen = Seen(pictures.svg(walk, numbers=True, size=size), board)
    assert bool(seen.texts()) is fits
    pixels = float(seen.root.get("width")) / seen.width
    for group in seen.all("g"):
        if group.get("font-size"):
            height = float(group.get("font-size"))
            longest = max(len(text.text) for text in group)
            assert height * pixels >= 6.4
            assert 0.62 * longest * height < 0.6 * seen.side  # within its bead


# -- the file -------------------------------------------------------------------------------------


@walks
@themes
def test_an_svg_is_self_contained_and_has_a_title(walk, theme):
    text = pictures.svg(walk, theme=theme, numbers=True, arrows=True, colour="steps", title=NASTY)
    root = ElementTree.fromstring(text)
    assert root.get("role") == "img"
    cleaned = re.sub("[\x00\x1b\ud800]", "�", NASTY)
    assert root.find(f"{SVG}title").text == root.get("aria-label") == cleaned
    tags = {"svg", "title", "rect", "path", "g", "circle", "text"}
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= tags
    names = {name for element in root.iter() for name in element.attrib}
    assert not names & {"id", "href", "style", "class", "onload"}
    assert "url(" not in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "nan" not in text.lower().replace("\x00", "")
    assert text == pictures.svg(walk, theme=theme, numbers=True, arrows=True, colour="steps", title=NASTY)


def test_default_titles():
    def title(walk):
        return ElementTree.fromstring(pictures.svg(walk)).find(f"{SVG}title").text

    assert title(CLOSED) == "A closed knight's tour of 8x8, from a1 to b3"
    assert title(OPEN) == "An open knight's tour of 5x5, from a5 to c3"
    assert title(EULER) == "A knight's walk over 60 of 64 squares of 8x8, from a2 to a7"
    assert title(EMPTY) == "An empty knight's walk on 3x4"
    assert title(ZEBRA) == "A walk over 5 of 42 squares of 6x7 for a 2,3 leaper, from a6 to f3"


@pytest.mark.parametrize("size", [32, 500, 4096, None])
def test_size_is_the_longer_side(size):
    root = ElementTree.fromstring(pictures.svg(SINGLE, size=size))
    width, height = int(root.get("width")), int(root.get("height"))
    assert width == (size or 288)
    assert height == round(width * 3.8 / 4.8)


def test_walks_on_a_sheet_do_not_overlap():
    sheet = [OPEN, CLOSED, HOLED, SINGLE, Walk("3x30", [(0, 0)])]
    root = ElementTree.fromstring(pictures.svg(sheet, size=900))
    width, height = int(root.get("width")), int(root.get("height"))
    assert max(width, height) == 900
    boxes = [tuple(int(p.get(n)) for n in ("x", "y", "width", "height")) for p in root.findall(f"{SVG}svg")]
    assert len(boxes) == 5
    for k, (x, y, w, h) in enumerate(boxes):
        assert min(x, y) >= 0
        assert x + w <= width + 1  # a pixel for rounding
        assert y + h <= height + 1
        for left, top, wide, high in boxes[:k]:
            assert x + 1 >= left + wide or left + 1 >= x + w or y + 1 >= top + high or top + 1 >= y + h
    for panel, walk in zip(root.findall(f"{SVG}svg"), sheet, strict=True):
        panel_text = ElementTree.tostring(panel, encoding="unicode")
        assert len(Seen(panel_text, walk.board).lines()) == (len(walk) > 1)


@example((Board(3, 8, leaper=(2, 3)), 0), 3, "board", False, 32)
@given(starts(), st.integers(1, 30), st.sampled_from(STYLES), st.booleans(), st.integers(32, 600))
@example((Board("7x1", leaper=(0, 1)), 0), 4, "board", False, 32)  # a mark as large as the page is wide
@settings(max_examples=60, deadline=None)
def test_everything_is_drawn_on_the_page(start, length, style, steps, size):
    board, first = start
    walk = whole_walk(board, first, Rule(), Rng(0, first), limit=length)
    look = {"style": style, "arrows": style != "squares", "colour": "steps" if steps else "plain"}
    text = pictures.svg(walk, numbers=True, size=size, **look)
    root = ElementTree.fromstring(text)
    _, _, width, height = map(float, root.get("viewBox").split())
    assert max(int(root.get("width")), int(root.get("height"))) == size
    for element in root.iter():
        for name, most in (("x", width), ("cx", width), ("y", height), ("cy", height)):
            if element.get(name) is not None:
                assert 0 <= float(element.get(name)) <= most
    assert "nan" not in text
    assert "inf" not in text

"""Walks as text; invalid options; colours; notebooks; golden files."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from command import python
from pictures import CLOSED, EMPTY, HOLED, OPEN, ROOT, SINGLE, walks
from turaga import Board, Walk, pictures
from turaga.errors import BadInput
from turaga.pictures.oklab import gradient, lightness, rgb
from turaga.pictures.themes import THEMES

GOLDEN = ROOT / "tests" / "golden" / "pictures"


# -- text -----------------------------------------------------------------------------------------


@walks
def test_the_boxes_contain_the_steps(walk):
    lines = pictures.text(walk).splitlines()
    assert len({len(line) for line in lines}) == 1
    found = [[cell.strip() for cell in line.strip("│").split("│")] for line in lines if line.startswith("│")]
    numbers = {square: str(k) for k, square in enumerate(walk.squares, start=1)}
    for row, cells in enumerate(found):
        for col, cell in enumerate(cells):
            hole = (row, col) in walk.board.hole_squares
            assert (set(cell) == {"▒"}) if hole else (cell == numbers.get((row, col), "·"))
    assert (len(found), len(found[0])) == (walk.board.rows, walk.board.cols)


def dots_of(line):
    return {(ord(c) - 0x2800, k) for k, c in enumerate(line) if 0x2800 <= ord(c) <= 0x28FF}


@walks
@pytest.mark.parametrize("columns", [None, 15, 41, 200])
def test_the_braille_line_fits_and_marks_its_ends(walk, columns):
    lines = pictures.text(walk, style="line", columns=columns).splitlines()
    assert max(map(len, lines)) <= (columns or 80)
    text = "".join(lines)
    assert text.count("●") == min(1, len(walk))
    assert text.count("■") == (len(walk) > 1)
    assert text.count("▒") == len(walk.board.hole_indices)
    assert text.count("○") == len(walk.unvisited)
    inked = any(bits for line in lines for bits, _ in dots_of(line))
    assert inked == (len(walk) > 1)


def test_a_braille_line_dot_by_dot():
    # Squares are 12 dots wide and a character is 2 by 4: a straight step right sets every dot of its row.
    walk = Walk(Board(1, 3, leaper=(0, 1)), [(0, 0), (0, 1)])
    (line,) = pictures.text(walk, style="line").splitlines()
    # One dot row of four, the middle one above: both dots of it are 0x02 and 0x10.
    assert line == "●" + chr(0x2800 + 0x12) * 5 + "■" + "\u2800" * 5 + "○"


def test_a_closed_braille_line_dot_by_dot():
    # Round four squares: across the top, down the right, back, and up the left to where it began.
    walk = Walk(Board(2, 2, leaper=(0, 1)), [(0, 0), (0, 1), (1, 1), (1, 0)])
    level, upright, gap = "\u2812" * 5, "\u2847", "\u2800" * 5
    assert pictures.text(walk, style="line").splitlines() == [
        "●" + level + "\u2846", upright + gap + upright, upright + gap + upright, "■" + level + "\u2803",
    ]  # fmt: skip


def test_text_has_its_title_first_and_then_the_walks():
    one, other = pictures.text(OPEN), pictures.text(HOLED)
    assert pictures.text([OPEN, HOLED], title="Two") == f"Two\n{one}\n{other}"


def test_titles_with_invalid_characters_are_cleaned():
    assert pictures.text(SINGLE, title="a\udcff\x1b[2J\nb").startswith("a\ufffd\ufffd[2J\nb\n┌")


# -- what cannot be drawn -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("colour", "rainbow", "colour must be plain or steps, got 'rainbow'"),
        ("style", 7, "style must be board, line, squares, graph, degrees or empty, got 7"),
        ("theme", "x" * 60, f"theme must be light, dark or print, got '{'x' * 40}..."),
        ("size", 31, "size must be the longer side in pixels, a whole number from 32 to 4096, got 31"),
        ("size", 4097, "a whole number from 32 to 4096"),
        ("size", "1e2", "a whole number from 32 to 4096"),
        ("size", True, "a whole number from 32 to 4096"),
        ("numbers", "yes", "numbers must be true or false, got 'yes'"),
        ("arrows", 1, "arrows must be true or false, got 1"),
        ("title", 7, "title must be a text, got 7"),
    ],
)
@pytest.mark.parametrize("function", [pictures.svg, pictures.png, pictures.gif])
def test_invalid_picture_options(function, option, value, said):
    with pytest.raises(BadInput) as error:
        function(OPEN, **{option: value})
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("walk", "said"),
    [
        ("8x8", "cannot draw a str: a Walk or a Tour, or a list of them, is required"),
        (None, "cannot draw a NoneType"),
        ([OPEN, 7], "cannot draw a list"),
        ([], "cannot draw 0 walks on one sheet: the number of walks must be from 1 to 100"),
        (Walk("3x4", [(0, 0), (1, 1)]), "cannot draw an invalid walk: step 2, from a3 to b2, is not a"),
        (Walk.from_indices("3x4", [99]), "cannot draw an invalid walk"),
        ([Walk("2000x1999", []), Walk("50x50", [])], "2 boards with 4000500 squares in total are too large"),
        (Walk("2001x2001", [(0, 0)]), "2001x2001 is too large to draw: a picture can have at most 4000000"),
    ],
    ids=["text", "none", "mixed", "nothing", "no move", "off the board", "large in all", "large"],
)
@pytest.mark.parametrize("function", [pictures.svg, pictures.png, pictures.gif, pictures.text])
def test_invalid_walks_are_not_drawn(function, walk, said):
    with pytest.raises(BadInput) as error:
        function(walk)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"style": "dots"}, "style must be board, line, squares, graph, degrees or empty, got 'dots'"),
        ({"columns": 3}, "columns must be a whole number from 4 to 10000, got 3"),
        ({"columns": 1.5}, "columns must be a whole number from 4 to 10000, got 1.5"),
        (
            {"columns": 4, "style": "line"},
            "4 characters are too few for the line on a board with 5 columns: it needs at least 9",
        ),
    ],
)
def test_invalid_text_options(options, said):
    with pytest.raises(BadInput) as error:
        pictures.text(OPEN, **options)
    assert said in str(error.value)
    with pytest.raises(BadInput, match="501x500 is too large to draw as text"):
        pictures.text(Walk("501x500", []))


# -- colours, notebooks, golden files -------------------------------------------------------------


def test_lightness_matches_oklab():
    # From the CSS Color 4 specification's table of named colours in oklab().
    named = {"#ff0000": 0.62796, "#00ff00": 0.86644, "#0000ff": 0.45201, "#808080": 0.59987}
    for colour, light in named.items():
        assert lightness(colour) == pytest.approx(light, abs=5e-5)


# Not the darkest: there a step of a channel is more of a step than the eye's.
shades = st.lists(st.integers(0x40, 0xFF), min_size=3, max_size=3).map(
    lambda c: "#{:02x}{:02x}{:02x}".format(*c)
)


@given(shades, shades, st.integers(2, 40))
def test_a_gradient_goes_from_end_to_end_in_even_steps(one, other, count):
    colours = gradient([one, other], count)
    assert (colours[0], colours[-1]) == (one, other)
    lights = [lightness(colour) for colour in colours]
    step = (lights[-1] - lights[0]) / (count - 1)
    assert all(abs(b - a - step) < 0.02 for a, b in pairwise(lights))


@pytest.mark.parametrize("theme", THEMES)
def test_steps_of_colour_are_even_to_the_eye(theme):
    places = [oklab(*rgb(colour)) for colour in gradient(THEMES[theme].stops, 25)]
    steps = [math.dist(one, other) for one, other in pairwise(places)]
    assert max(steps) < 1.3 * min(steps)  # even but for the rounding of channels, and corners at stops


def oklab(*channels):
    """Björn Ottosson's OKLab by its matrices, from red, green and blue up to 255."""
    light = np.array(channels) / 255
    light = np.where(light <= 0.04045, light / 12.92, ((light + 0.055) / 1.055) ** 2.4)
    cones = np.array(
        [
            [0.4122214708, 0.5363325363, 0.0514459929],
            [0.2119034982, 0.6806995451, 0.1073969566],
            [0.0883024619, 0.2817188376, 0.6299787005],
        ]
    )
    opponents = np.array(
        [
            [0.2104542553, 0.7936177850, -0.0040720468],
            [1.9779984951, -2.4285922050, 0.4505937099],
            [0.0259040371, 0.7827717662, -0.8086757660],
        ]
    )
    return opponents @ np.cbrt(cones @ light)


@walks
def test_a_notebook_shows_the_picture(walk):
    assert walk._repr_svg_() == pictures.svg(walk)


def test_a_notebook_shows_text_for_large_boards():
    assert Walk("100x100", [(0, 0)])._repr_svg_() is not None
    assert Walk("100x101", [(0, 0)])._repr_svg_() is None
    assert Walk("3x4", [(0, 0), (1, 1)])._repr_svg_() is None


def test_drawing_loads_no_unneeded_modules():
    code = (
        "import sys, turaga; from turaga import pictures; t = turaga.solve('6x6').tour; pictures.svg(t); "
        "pictures.text(t); "
        "assert turaga.pictures is pictures; "
        "print([m for m in ('numpy', 'PIL', 'matplotlib', 'numba') if m in sys.modules])"
    )
    assert python(code).stdout == "[]\n"


# By what makes them. To make them anew, let the test below write them instead.
MADE = {
    "open.svg": lambda: pictures.svg(OPEN, numbers=True, arrows=True),
    "closed.svg": lambda: pictures.svg(CLOSED, colour="steps", theme="dark"),
    "holes.svg": lambda: pictures.svg(HOLED, theme="print", style="line", title="a & b"),
    "sheet.svg": lambda: pictures.svg([OPEN, HOLED, EMPTY, SINGLE], size=640),
    "board.txt": lambda: pictures.text(HOLED),
    "line.txt": lambda: pictures.text([CLOSED, HOLED], style="line", title="Two walks"),
}


@pytest.mark.parametrize("name", MADE)
def test_pictures_match_the_golden_files(name):
    assert (GOLDEN / name).read_bytes() == MADE[name]().encode()

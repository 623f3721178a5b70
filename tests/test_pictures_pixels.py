"""PNG and GIF: decoded, and checked at the positions that the walk determines."""

import io
import math
import re
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

import naive
from pictures import CLOSED, EMPTY, EULER, HOLED, OPEN, SINGLE, contrast, themes, walks
from strategies import starts
from turaga import Board, Rule, Walk, pictures, solve
from turaga.errors import BadInput
from turaga.greedy import whole_walk
from turaga.pictures import gif_writer as film
from turaga.pictures.oklab import rgb
from turaga.pictures.scene import SceneBuilder
from turaga.pictures.styles import STYLES, PictureOptions
from turaga.pictures.themes import THEMES
from turaga.rng import Rng


def decoded(data, format="PNG"):
    image = Image.open(io.BytesIO(data))
    assert image.format == format
    return image


def frames_of(data):
    """The frames of a GIF as colours, and how long each stays, in milliseconds."""
    image = decoded(data, "GIF")
    assert image.info["loop"] == 0  # again and again
    frames, times = [], []
    for k in range(image.n_frames):
        image.seek(k)
        frames.append(image.convert("RGB"))
        times.append(image.info["duration"])
    return frames, times


class Places:
    """The positions of squares in an image with equal margins."""

    def __init__(self, image, board):
        width, height = image.size
        # Two equations: cols squares and two margins across, rows squares and two margins down.
        if board.cols != board.rows:
            self.side = (width - height) / (board.cols - board.rows)
        else:  # a margin is two fifths of a square
            self.side = width / (board.cols + 0.8)
        self.image, self.edge = image.convert("RGB"), (width - board.cols * self.side) / 2

    def at(self, square, down=0.5, right=0.5):
        x = self.edge + (square[1] + right) * self.side
        y = self.edge + (square[0] + down) * self.side
        return self.image.getpixel((int(x), int(y)))


@themes
@walks
def test_pixels_have_the_colours_of_the_walk(walk, theme):
    colours, board = THEMES[theme], walk.board
    image = decoded(pictures.png(walk, theme=theme, size=600))
    assert max(image.size) == 600
    places = Places(image, board)
    assert image.getpixel((0, 0)) == rgb(colours.paper)
    if len(walk) > 1:
        assert places.at(walk.start) == rgb(colours.first)
    if len(walk):
        assert places.at(walk.end) == rgb(colours.last)
    for square in walk.unvisited:
        wanted = colours.missed_dark if sum(square) % 2 else colours.missed_light
        assert places.at(square, 0.06, 0.06) == rgb(wanted)
        assert math.dist(places.at(square, 0.5, 0.67), rgb(colours.missed)) < 60  # its ring
    for square in board.hole_squares:
        assert places.at(square, 0.25, 0.5) == rgb(colours.hole)
    for one, other in zip(walk.squares, walk.squares[1:], strict=False):
        middle = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
        assert math.dist(places.at(middle), rgb(colours.line)) < 40
    if walk.closed:
        for share in (0.3, 0.37, 0.45):  # no other move crosses it at all of them
            way = tuple(a + share * (b - a) for a, b in zip(walk.start, walk.end, strict=True))
            assert math.dist(places.at(way), rgb(colours.line)) < 40


def test_squares_alternate_between_light_and_dark():
    places = Places(decoded(pictures.png(EMPTY, size=600, style="board")), EMPTY.board)
    theme = THEMES["light"]
    for square in naive.squares(EMPTY.board):
        assert places.at(square, 0.1, 0.9) == rgb(
            theme.missed_dark if sum(square) % 2 else theme.missed_light
        )
    places = Places(decoded(pictures.png(OPEN, size=580)), OPEN.board)
    middle = {s: places.at(s, 0.5, 0.02 if s[1] > 2 else 0.98) for s in naive.squares(OPEN.board)}
    plain = [s for s, colour in middle.items() if colour in (rgb(theme.light), rgb(theme.dark))]
    assert len(plain) > 5
    assert all(middle[s] == rgb(theme.dark if sum(s) % 2 else theme.light) for s in plain)


@pytest.mark.parametrize("theme", THEMES)
def test_a_png_looks_like_the_svg(theme):
    # Of both, the same scene: the line's colours along the way, taken from the SVG's own strokes.
    text = pictures.svg(OPEN, colour="steps", theme=theme)
    strokes = re.findall(r'<path d="M\d+ \d+l[^"]*" fill="none" stroke="(#\w+)"', text)
    places = Places(decoded(pictures.png(OPEN, colour="steps", theme=theme, size=580)), OPEN.board)
    assert len(strokes) == 24
    near = 0
    for colour, one, other in zip(strokes, OPEN.squares, OPEN.squares[1:], strict=False):
        middle = (one[0] * 0.7 + other[0] * 0.3, one[1] * 0.7 + other[1] * 0.3)
        near += math.dist(places.at(middle), rgb(colour)) < 30
    assert near >= 20  # the others are crossed there by a later piece


def test_numbers_are_written_in_a_png():
    plain = np.asarray(decoded(pictures.png(OPEN, numbers=False, size=580)))
    numbered = np.asarray(decoded(pictures.png(OPEN, numbers=True, size=580)))
    ink = (numbered == rgb(THEMES["light"].ink)).all(axis=2)
    assert not (plain == rgb(THEMES["light"].ink)).all(axis=2).any()
    side = 100
    for row, col in OPEN.squares[1:-1]:
        x, y = 40 + col * side, 40 + row * side
        down, right = np.nonzero(ink[y : y + side, x : x + side])
        assert down.min() + down.max() == pytest.approx(side, abs=6)  # in the middle
        assert right.min() + right.max() == pytest.approx(side, abs=14)  # a 1 has its stroke on the right
        assert down.max() - down.min() > 20


def test_a_png_has_its_title_and_is_reproducible():
    title, kept = "Ein Springer, né à Göttingen \ud800\0", "Ein Springer, né à Göttingen \ufffd\ufffd"
    data = pictures.png(OPEN, title=title)
    assert decoded(data).text["Title"] == kept
    assert data == pictures.png(OPEN, title=title)
    data = pictures.gif(OPEN, title=title, size=64)
    assert decoded(data, "GIF").info["comment"] == kept.encode()
    assert data == pictures.gif(OPEN, title=title, size=64)


def test_a_sheet_contains_every_walk():
    sheet = [OPEN, EULER, HOLED]
    image = decoded(pictures.png(sheet, size=900)).convert("RGB")
    assert max(image.size) == 900
    pixels = np.asarray(image)
    for name, least in (("first", 3), ("last", 3)):
        # Marks are apart, so each is a patch of its own: count patches by a flood over the mask.
        mask = (pixels == rgb(getattr(THEMES["light"], name))).all(axis=2)
        assert patches(mask) == least
    # Each where the SVG has it.
    places = re.findall(
        r'<svg x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"', pictures.svg(sheet, size=900)
    )
    for (x, y, width, height), walk in zip((map(int, place) for place in places), sheet, strict=True):
        part = Places(image.crop((x, y, x + width, y + height)), walk.board)
        assert part.at(walk.start) == rgb(THEMES["light"].first)
        assert part.at(walk.end) == rgb(THEMES["light"].last)


def patches(mask):
    todo, count = {(int(y), int(x)) for y, x in np.argwhere(mask)}, 0
    while todo:
        count += 1
        reached = [todo.pop()]
        while reached:
            y, x = reached.pop()
            for near in ((y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)):
                if near in todo:
                    todo.remove(near)
                    reached.append(near)
    return count


# -- GIF ------------------------------------------------------------------------------------------


def close_to(one, other):
    """Whether two images are the same, except for colours that are not in the palette."""
    apart = np.abs(np.asarray(one, dtype=int) - np.asarray(other.convert("RGB"), dtype=int))
    return apart.max() < 24 and (apart.max(axis=2) > 8).mean() < 0.01


@walks
def test_a_gif_shows_the_walk_growing_and_ends_with_the_png(walk):
    frames, times = frames_of(pictures.gif(walk, size=240))
    assert len(frames) == max(1, len(walk))
    assert close_to(frames[-1], decoded(pictures.png(walk, size=240)))
    if len(walk) > 1:
        assert times == [120] * (len(walk) - 1) + [3000] or times == [130] * (len(walk) - 1) + [3000]
    theme = THEMES["light"]
    for shown, frame in enumerate(frames[:-1], start=1):
        places = Places(frame, walk.board)
        assert places.at(walk.start) == rgb(theme.first)
        if shown > 1:
            assert math.dist(places.at(walk[shown - 1]), rgb(theme.line)) < 12
        for square in (*walk.squares[shown:], *walk.unvisited):  # still free: no line ends there
            wanted = theme.dark if sum(square) % 2 else theme.light
            assert math.dist(places.at(square), rgb(wanted)) < 12


@pytest.mark.parametrize("walk", [OPEN, HOLED], ids=["open", "holes"])
def test_a_gif_keeps_every_earlier_move(walk):
    for shown, frame in enumerate(frames_of(pictures.gif(walk, size=480))[0], start=1):
        places = Places(frame, walk.board)
        for one, other in pairwise(walk.squares[:shown]):
            middle = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
            assert math.dist(places.at(middle), rgb(THEMES["light"].line)) < 40


def test_a_gif_is_small_and_many_squares_share_its_frames():
    assert len(pictures.gif(CLOSED, degrees=True)) < 500_000
    tour = solve("40x40").tour
    data = pictures.gif(tour, size=200)
    frames, times = frames_of(data)
    assert len(frames) <= film.MOST_FRAMES + 1
    assert len(frames) == math.ceil(1599 / 8) + 1
    assert close_to(frames[-1], decoded(pictures.png(tour, size=200)))
    assert set(times[:-1]) == {80}  # 8 squares; 1600 in 15 seconds


@pytest.mark.parametrize(("speed", "count", "time"), [(1, 25, 1000), (100, 7, 40), (0.1, 25, 10_000)])
def test_the_speed_is_in_squares_per_second(speed, count, time):
    frames, times = frames_of(pictures.gif(OPEN, size=64, speed=speed))
    assert len(frames) == count
    assert set(times[:-1]) == {time}


@pytest.mark.parametrize("walk", [OPEN, HOLED, EULER], ids=["open", "holes", "incomplete"])
def test_degrees_are_shown_on_unvisited_squares(walk, monkeypatch):
    seen = []
    honest = SceneBuilder.degrees

    def note(self, shown, degrees):
        seen.append((shown, dict(degrees)))
        return honest(self, shown, degrees)

    monkeypatch.setattr(SceneBuilder, "degrees", note)
    with_degrees = frames_of(pictures.gif(walk, size=320, degrees=True))[0]
    without = frames_of(pictures.gif(walk, size=320))[0]
    board = walk.board
    moments = dict(seen)  # those for the palette come first, and are the same
    assert sorted(moments) == list(range(1, len(walk)))
    for shown, degrees in moments.items():
        free = [square for square in naive.squares(board) if square not in walk.squares[:shown]]
        counted = {board.index(square): len(naive.near(board, square, free)) for square in free}
        assert degrees == counted
    assert not close_to(with_degrees[0], without[0])
    assert close_to(with_degrees[-1], without[-1])


@themes
def test_degrees_are_readable_and_those_a_move_away_stand_out(theme):
    colours = THEMES[theme]
    builder = SceneBuilder(EULER, PictureOptions.of(degrees=True, theme=theme), 480)
    free = {number: 1 for number in EULER.board.indices() if number not in EULER.indices[:5]}
    far, near = builder.degrees(5, free)
    here = EULER[4]
    for figures, within in ((far, False), (near, True)):
        assert len(figures.texts) == sum(
            (sorted((abs(here[0] - r), abs(here[1] - c))) == [1, 2]) == within
            for r, c in map(EULER.board.square, free)
        )
        for ground in (colours.light, colours.dark):
            assert contrast(figures.fill, ground) >= 4.5  # what WCAG 2 asks of small text
    assert near.height > 1.4 * far.height


def test_degrees_are_left_out_where_they_cannot_be_read():
    assert frames_of(pictures.gif(OPEN, size=64, degrees=True)) == frames_of(pictures.gif(OPEN, size=64))


def test_walks_on_a_sheet_grow_together():
    frames, _ = frames_of(pictures.gif([OPEN, HOLED, EMPTY, SINGLE], size=300))
    assert len(frames) == 25
    assert close_to(frames[-1], decoded(pictures.png([OPEN, HOLED, EMPTY, SINGLE], size=300)))
    reds = [patches((np.asarray(f) == rgb(THEMES["light"].last)).all(axis=2)) for f in frames]
    # The walk of one square is over at once, that of four at the fourth.
    assert reds == [1] * 3 + [2] * 21 + [3]


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("speed", 0, "speed must be from 0.1 to 10000 squares per second, got 0"),
        ("speed", math.nan, "squares per second, got nan"),
        ("speed", "fast", "squares per second, got 'fast'"),
        ("speed", True, "squares per second, got True"),
        ("degrees", "all", "degrees must be true or false, got 'all'"),
        ("size", 1201, "size 1201 is too large for a GIF: it must be at most 1200 pixels"),
    ],
)
def test_invalid_gif_options(option, value, said):
    with pytest.raises(BadInput) as error:
        pictures.gif(OPEN, **{option: value})
    assert said in str(error.value)


# -- anything, and the largest --------------------------------------------------------------------


@given(starts(), st.integers(1, 12), st.sampled_from(STYLES), st.booleans(), st.integers(32, 90))
@settings(max_examples=25, deadline=None)
def test_any_walk_can_be_drawn_as_pixels(start, length, style, more, size):
    board, first = start
    walk = whole_walk(board, first, Rule(), Rng(0, first), limit=length)
    arrows = more and style != "squares"
    options = {"style": style, "numbers": more, "arrows": arrows, "colour": "steps" if more else "plain"}
    image = decoded(pictures.png(walk, size=size, **options))
    assert max(image.size) == size
    frames, _ = frames_of(pictures.gif(walk, size=size, degrees=more, **options))
    assert frames[0].size == image.size
    assert 1 <= len(frames) <= len(walk)


def snake(side):
    """A walk over a big board made at once: to and fro, by the leaper that takes one step."""
    numbers = np.arange(side * side).reshape(side, side)
    numbers[1::2] = numbers[1::2, ::-1]
    return Walk.from_indices(Board(side, side, leaper=(0, 1)), numbers.ravel())


def test_a_million_squares_make_a_picture():
    walk = snake(1000)
    text = pictures.svg(walk, colour="steps")
    assert len(text) < 6_000_000
    assert 200 < text.count("<path") <= 256
    image = decoded(pictures.png(walk, colour="steps"))
    assert image.size == (2062, 2062)
    stops = [rgb(colour) for colour in THEMES["light"].stops]
    pixels = np.asarray(image, dtype=int)
    # The walk goes down row by row, so the picture's colours go with it: nearer the first stop above.
    top, bottom = pixels[60:160, 100:1900].mean(axis=(0, 1)), pixels[1900:2000, 100:1900].mean(axis=(0, 1))
    assert math.dist(top, stops[0]) < math.dist(bottom, stops[0])
    assert math.dist(bottom, stops[-1]) < math.dist(top, stops[-1])

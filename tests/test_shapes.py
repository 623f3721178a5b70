"""Boards in the shape of a ring, a horse, a word or a picture."""

import hashlib
import io
import math
import random
import struct
import sys
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

import naive
import turaga
from turaga.errors import BadBoard, BadInput
from turaga.shapes import SHAPES, named_board, picture_board
from turaga.shapes.letters import GLYPHS
from turaga.verify import verify

SIDES = (*range(1, 26), 40, 60)
SYMMETRIC = ("ring", "cross", "diamond", "disc", "frame")


def mask(*lines):
    return "\n".join(lines)


def complaint(make, *given):
    """The sentence with which something is refused, or an empty text."""
    try:
        make(*given)
    except BadBoard as error:
        return str(error)
    return ""


# -- built-in shapes ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_fills_every_size_or_says_how_large_it_must_be(name):
    for rows, cols in [(side, side) for side in SIDES] + [(7, 30), (30, 7), (9, 8)]:
        if min(rows, cols) < SHAPES[name].least:
            with pytest.raises(
                BadBoard, match=f"{rows}x{cols} is too small for shape {name}: it needs at least"
            ):
                turaga.boards.shape(name, (rows, cols))
            continue
        lines = turaga.boards.shape(name, (rows, cols)).mask().split("\n")
        assert (len(lines), len(lines[0])) == (rows, cols)
        if name != "horse":  # its outline touches the sides only if it has enough squares
            sides = [
                lines[0],
                lines[-1],
                "".join(line[0] for line in lines),
                "".join(line[-1] for line in lines),
            ]
            assert all("." in side for side in sides), lines


@pytest.mark.parametrize("name", SYMMETRIC)
def test_symmetric_shapes_are_symmetric_at_every_size(name):
    for rows, cols in [(side, side) for side in SIDES[SHAPES[name].least - 1 :]] + [(7, 12), (20, 9)]:
        lines = turaga.boards.shape(name, (rows, cols)).mask().split("\n")
        assert lines == lines[::-1] == [line[::-1] for line in lines]


def test_sizes_that_are_known():
    for k in range(1, 9):  # the centred square numbers, and the points of the grid in a circle
        side = 2 * k + 1
        assert turaga.boards.shape("diamond", side).size == k**2 + (k + 1) ** 2
        inside = sum(x * x + y * y <= (k + 0.5) ** 2 for x in range(-k, k + 1) for y in range(-k, k + 1))
        assert turaga.boards.shape("disc", side).size == inside
    assert turaga.boards.shape("frame:2", "7x9").size == 7 * 9 - 3 * 5
    assert turaga.boards.shape("L:3", "9x9").size == 9 * 3 + 6 * 3
    assert turaga.boards.shape("cross:2", "6x8").size == 6 * 2 + 8 * 2 - 2 * 2


def test_shapes_drawn_by_hand():
    assert turaga.boards.shape("staircase:3", "6x6").mask() == mask(
        "..####", "..####", "....##", "....##", "......", "......"
    )
    assert turaga.boards.shape("ring:1", "5x5").mask() == mask("#...#", ".###.", ".###.", ".###.", "#...#")
    assert turaga.boards.shape("cross:1", "3x5").mask() == mask("##.##", ".....", "##.##")
    assert turaga.boards.shape("l:1:2x3").mask() == mask(".##", "...")


def test_a_cross_is_as_wide_as_its_number_says():
    for side in (9, 20):
        for width in range(1, side + 1):
            lines = turaga.boards.shape(f"cross:{width}", side).mask().split("\n")
            assert lines.count("." * side) == (width if width < side else side)
            assert all(line.count(".") in (width, side) for line in lines)
    assert turaga.boards.shape("cross:1", "4x4").mask() == mask("#.##", "....", "#.##", "#.##")


def test_a_size_is_an_argument_or_part_of_the_name():
    assert (
        turaga.boards.shape("RING:2:9x9")
        == turaga.boards.shape("ring:2", 9)
        == turaga.solve("ring:2:9x9").board
    )
    assert turaga.boards.shape("ring").mask() == turaga.boards.shape("ring", "20x20").mask()
    assert turaga.boards.shape("disc", "8x8", leaper="1,3").leaper == (1, 3)


@pytest.mark.parametrize(
    ("name", "size", "sentence"),
    [
        ("rnig", None, "shape 'rnig' is not known: the shapes are ring, cross, diamond, disc, horse, L, "
         "staircase, frame and text:WORDS, and @FILE for a mask or a picture; a size can follow a "
         "name, as in ring:20x20"),
        ("ring:0", None, "the width of shape ring must be a whole number from 1 to 9, got '0': for a size, "
         "write rows x columns, as in 20x20"),
        ("ring:4", "8x8", "the width of shape ring must be a whole number from 1 to 3, got '4': for a size, "
         "write rows x columns, as in 20x20"),
        ("disc:3", None, "shape disc has no number '3': write disc, or disc:20x20 with a size"),
        ("ring:8x8", "9x9", "shape 'ring:8x8' already has a size: leave out one of the two"),
        ("ring", "4000x4000", "4000x4000 is too large for a shape: rows times columns can be at most "
         "10000000"),
        ("text", None, "text needs words to draw: write text:TURAGA"),
        ("text:10x10", None, "shape 'text:10x10' has a size, 10x10, but no words to draw: write the words "
         "before the size, as in text:TURAGA:10x10"),
        (None, None, "shape None is not understood: it must be a text such as 'ring', 'text:TURAGA' or "
         "'@FILE'"),
        (5, None, "shape 5 is not understood: it must be a text such as 'ring', 'text:TURAGA' or '@FILE'"),
        (b"ring", None, "shape b'ring' is not understood: it must be a text such as 'ring', 'text:TURAGA' "
         "or '@FILE'"),
        ("text: ", None, "there is no text to draw: write text:TURAGA"),
        ("text:A", "9x9", "the word 'A' does not fit on 9x9: it needs at least 15x11"),
        ("text:Zoë", None, "'ë' cannot be drawn: words can have the characters "
         "!&'+,-./0123456789?ABCDEFGHIJKLMNOPQRSTUVWXYZ and spaces"),
        ("x" * 300, None, "shape is 300 characters long: the limit is 200 characters"),
    ],
)  # fmt: skip
def test_what_is_refused(name, size, sentence):
    with pytest.raises(BadInput) as error:
        turaga.boards.shape(name, size)
    assert str(error.value) == sentence


def test_the_size_of_a_shape_has_no_holes():
    with pytest.raises(BadBoard, match="the size of a shape must be a rectangle"):
        turaga.boards.shape("ring", turaga.Board(9, 9, holes=[(0, 0)]))


@given(st.text(max_size=12))
@settings(max_examples=50)
def test_any_text_is_a_shape_or_one_sentence(text):
    for name in (text, f"text:{text}", f"ring:{text}"):
        assert "\n" not in complaint(named_board, name)


# -- words ----------------------------------------------------------------------------------------


def test_every_character_is_connected_at_every_size():
    for character in GLYPHS:
        for side in (22, 29, *((15,) if character.isalnum() else ())):
            board = turaga.boards.shape(f"text:{character}", (side, 60))
            assert len(naive.pieces(board, ())) == 1, (character, side)


@pytest.mark.parametrize("text", ["TURAGA", "HELLO 2026", "LT VA PA", "C'EST LA VIE!", "A. B- C/D?"])
def test_a_knight_can_jump_between_the_letters_and_the_lines(text):
    assert len(naive.pieces(turaga.boards.shape(f"text:{text}"), ())) == 1


def test_words_are_capitals_on_lines_of_their_own():
    one, two = turaga.boards.shape("text:turaga"), turaga.boards.shape("text:Tu Ra")
    assert one == turaga.boards.shape("text:TURAGA")
    assert (one.rows, two.rows) == (22, 22 + 1 + 22)


def test_words_are_as_large_as_fits():
    natural = turaga.boards.shape("text:IF")
    exact = turaga.boards.shape("text:IF", (natural.rows, natural.cols))
    assert exact == natural
    wide = turaga.boards.shape("text:IF", (natural.rows, natural.cols + 6)).mask().split("\n")
    assert [line[3:-3] for line in wide] == natural.mask().split("\n")
    assert turaga.boards.shape("text:IF", (44, 90)).size > 3 * natural.size


WORDS = [
    *((character, None) for character in GLYPHS),
    ("TURAGA", None), ("TURAGA", (30, 120)), ("Hello World", (60, 90)), ("LT VA PA", (77, 131)),
    ("C'EST LA VIE!", None), ("QUICK FOX, 2026?", (200, 150)), ("EMMA", (200, 300)), ("A", (300, 400)),
]  # fmt: skip


def test_words_are_the_boards_that_they_always_were():
    """Saved tours and our trials refer to words by name. The checksum is that of the first version, which
    looked at every square."""
    masks = "\n\n".join(turaga.boards.shape(f"text:{text}", size).mask() for text, size in WORDS)
    assert hashlib.sha256(masks.encode()).hexdigest() == (
        "605db1335d722ae71ab900a6b9a22c986dd657a404fef2bedd7f30003c799327"
    )


def test_a_sign_can_be_beside_the_letter_after_it():
    """The 4 begins to the left of the dot. All squares of both are on the board."""
    dot, four, both = (turaga.boards.shape(f"text:{text}") for text in (".", "4", ".4"))
    assert both.size == dot.size + four.size
    assert len(naive.pieces(both, ())) == 1


def counted(work):
    """The result of the work, and how many functions it calls."""
    calls = 0

    def count(_frame, event, _function):
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        result = work()
    finally:
        sys.setprofile(before)
    return result, calls


def test_large_words_are_drawn_quickly():
    """The first version took 18 seconds, 40 times as long. The word is as wide as the board."""
    board, calls = counted(lambda: turaga.boards.shape("text:HELLO", "1000x1000"))
    assert calls < 10_000_000
    assert board.cols - max(map(len, (line.strip("#") for line in board.mask().split("\n")))) < 30
    assert (
        turaga.boards.shape("text:A", "400000x20").rows == 400_000
    )  # the height alone would allow huge letters


@pytest.mark.parametrize("text", ["TURAGA", "KNIGHT"])
def test_words_have_tours(text):
    trimmed = turaga.boards.trim(f"text:{text}", closed=True)
    assert (trimmed.minimal, trimmed.tour.closed, verify(trimmed.tour).is_tour) == (True, True, True)


# -- pictures -------------------------------------------------------------------------------------


def png(image, **options):
    file = io.BytesIO()
    image.save(file, "PNG", **options)
    return file.getvalue()


def picture_of(lines):
    """A picture with a dark pixel for each dot."""
    image = Image.new("L", (len(lines[0]), len(lines)), 200)
    for y, line in enumerate(lines):
        for x, mark in enumerate(line):
            if mark == ".":
                image.putpixel((x, y), 40)
    return image


def in_every_mode(image):
    """The same picture in the kinds of pixels that PNG files have, opaque and transparent."""
    yield from (image, image.convert("RGB"), image.convert("P"), image.point(lambda v: v > 100, "1"))
    yield image.convert("LA")
    deep = Image.new("I;16", image.size)
    clear = Image.new("RGBA", image.size)
    for x in range(image.width):
        for y in range(image.height):
            value = image.getpixel((x, y))
            deep.putpixel((x, y), value * 257)
            clear.putpixel((x, y), (0, 0, 0, 255 if value < 100 else 0))
    yield from (deep, clear)


LOGO = ["..#..", "#...#", "....#"]


def test_dark_pixels_are_squares_in_every_kind_of_png():
    for image in in_every_mode(picture_of(LOGO)):
        assert picture_board(png(image)).mask().split("\n") == LOGO, image.mode
    assert picture_board(png(picture_of(LOGO).quantize(4), bits=2)).mask().split("\n") == LOGO
    clear = png(picture_of(LOGO).convert("P"), transparency=200)
    assert picture_board(clear).mask().split("\n") == LOGO


@given(st.integers(1, 9), st.integers(1, 9), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_masks_and_pictures_are_the_same_boards(rows, cols, rng):
    lines = ["".join(rng.choice(".#") for _ in range(cols)) for _ in range(rows)]
    lines[0] = "." + lines[0][1:]
    board = turaga.Board.from_mask("\n".join(lines))
    assert picture_board(png(picture_of(lines))) == board
    large = picture_of(lines).resize((3 * cols, 3 * rows), 0)
    assert picture_board(png(large), (rows, cols)) == board  # the average of nine equal pixels


def test_a_picture_is_as_large_as_fits_in_the_middle_of_a_board():
    lines = picture_board(png(picture_of(["..", ".."])), "4x8").mask().split("\n")
    assert lines == ["##....##"] * 4


def test_the_threshold_and_inverted_pictures():
    image = Image.new("L", (3, 1))
    for x, value in enumerate((10, 100, 250)):
        image.putpixel((x, 0), value)
    assert [picture_board(png(image), threshold=t).mask() for t in (0.2, 0.5, 0.99)] == [".##", "..#", "..."]
    assert picture_board(png(image), invert=True).mask() == "##."
    image.putpixel((0, 0), 0)
    image.putpixel((2, 0), 255)
    assert picture_board(png(image), threshold=1).mask() == "..#"  # all but white
    assert picture_board(png(image), threshold=0, invert=True).mask() == "#.."  # all but black
    image.putpixel((0, 0), 10)
    image.putpixel((2, 0), 250)
    with pytest.raises(BadBoard, match="the picture has no squares: no pixel is darker than 2%"):
        picture_board(png(image), threshold=0.02)
    with pytest.raises(
        BadBoard, match=r"threshold must be a number from 0 \(black\) to 1 \(white\), got 1.5"
    ):
        picture_board(png(image), threshold=1.5)
    with pytest.raises(BadInput, match=r"invert \(light\) is for pictures"):
        turaga.boards.shape("ring", invert=True)


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def header(width, height):
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))


def test_an_interlaced_picture():
    """Adam7 of 2x2: the first pass has the first pixel, the sixth the second, the seventh the last row."""
    start = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 2, 2, 8, 0, 0, 0, 1))
    rows = b"\0\x00" + b"\0\xff" + b"\0\xff\x00"
    data = start + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    assert picture_board(data).mask() == ".#\n#."


def test_a_picture_with_too_many_pixels_is_refused_before_it_is_unpacked():
    bomb = header(2**31 - 1, 2**31 - 1) + chunk(b"IDAT", zlib.compress(bytes(10**6)))
    with pytest.raises(
        BadBoard, match="the picture has 2147483647 x 2147483647 pixels: 1 to 10000000 are accepted, or"
    ):
        picture_board(bomb)


def test_damaged_pictures_are_refused_in_one_sentence():
    whole = png(picture_of(LOGO).convert("RGB"))
    rng = random.Random(1)
    damaged = [whole[:length] for length in range(8, len(whole) - 12)]
    for _ in range(150):
        data = bytearray(whole)
        data[rng.randrange(8, len(data))] ^= 1 << rng.randrange(8)
        damaged.append(bytes(data))
    damaged += [header(5, 3) + chunk(b"IDAT", zlib.compress(b"")), header(0, 3), whole[:8] + bytes(100)]
    sentences = [complaint(picture_board, data) for data in damaged]
    assert not any("\n" in sentence for sentence in sentences)
    assert sum(map(bool, sentences)) > len(whole) - 20


def test_errors_about_a_picture_name_its_file_and_no_object(tmp_path):
    name = tmp_path / "p.png"
    deep = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 5, 5, 7, 0, 0, 0, 0))
    blank = png(Image.new("L", (2, 2), 255))
    for data, sentence in (
        (header(0, 0), "has 0 x 0 pixels: 1 to 10000000 are accepted, or 25000000 with a size such as 40x40"),
        (deep, "cannot be read as a PNG picture: it may be damaged"),
        (deep[:20], "cannot be read as a PNG picture: it may be damaged"),
        (header(4000, 3000), "has 4000 x 3000 pixels: 1 to 10000000 are accepted, or 25000000 with a size "
         "such as 40x40"),
        (blank, "has no squares: no pixel is darker than 50%: choose another threshold"),
    ):  # fmt: skip
        name.write_bytes(data)
        for read in (lambda: turaga.boards.shape(f"@{name}"), lambda: turaga.boards.load_board(name)):
            with pytest.raises(BadBoard) as error:
                read()
            assert str(error.value) == f"the file '{name}' {sentence}"


def test_boards_in_files(tmp_path):
    (tmp_path / "logo.png").write_bytes(png(picture_of(LOGO)))
    (tmp_path / "logo.txt").write_text("\n".join(LOGO))
    board = turaga.Board.from_mask("\n".join(LOGO))
    for name in ("logo.png", "logo.txt"):
        assert (
            turaga.boards.shape(f"@{tmp_path / name}") == turaga.boards.load_board(tmp_path / name) == board
        )
    assert turaga.boards.shape(f"@{tmp_path / 'logo.png'}", "6x10").size == 4 * board.size
    with pytest.raises(BadBoard, match="is a mask, which has its own size"):
        turaga.boards.shape(f"@{tmp_path / 'logo.txt'}", "6x10")
    (tmp_path / "logo.jpg").write_bytes(b"\xff\xd8\xff")
    with pytest.raises(BadBoard, match="is not UTF-8 text at byte 1: it must be a PNG picture, or a mask"):
        turaga.boards.load_board(tmp_path / "logo.jpg")
    with pytest.raises(BadBoard, match="which is not accepted here"):
        turaga.Board.read(f"@{tmp_path / 'logo.png'}")


def test_a_large_shape_is_built_quickly():
    """pi / 4 of its squares belong to a disc. Building it square by square took 7 seconds."""
    disc, calls = counted(lambda: turaga.boards.shape("disc", "2000x2000"))
    assert calls < 2000**2
    assert abs(disc.size / 2000**2 - math.pi / 4) < 0.0001

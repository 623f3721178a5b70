"""Boards from pictures: the dark pixels of a PNG file are squares, light and transparent ones are holes."""

import io
import struct
from array import array
from typing import TYPE_CHECKING, Any

from turaga.board import KNIGHT, Board, BoardLike, Leaper
from turaga.errors import BadBoard
from turaga.extras import load
from turaga.shapes.bit_rows import board_of
from turaga.shapes.named import MOST_AREA, read_sides
from turaga.text import number_in, quoted

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PIXELS = 25_000_000  # width times height of a picture
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_DEEP = 257  # a grey value of 16 bits, divided by this, has 8


def is_png(data: bytes | bytearray) -> bool:
    """Whether a file that begins with these bytes is a PNG file.

    >>> is_png(b"....")
    False
    """
    return data[: len(_SIGNATURE)] == _SIGNATURE


def picture_board(
    data: bytes | bytearray,
    size: BoardLike | None = None,
    *,
    leaper: Leaper = KNIGHT,
    threshold: float = 0.5,
    invert: bool = False,
    what: str = "the picture",
) -> Board:
    """The board of a PNG file, which errors call `what`. A pixel is a square if it is darker than the
    threshold.

    The threshold is a number from 0 (black) to 1 (white). Transparent pixels are holes. With `invert`,
    the squares are the light pixels instead. Without a size each pixel becomes a square or a hole. With a
    size the picture is made as large as fits, in the middle of the board, and a square has the average
    brightness of the pixels that it covers.
    """
    limit = _read_threshold(threshold)
    _require_pixels(data, what, most=MOST_AREA if size is None else MOST_PIXELS)
    picture = _grey(data, what, light=not invert)
    if size is not None:
        sides = read_sides(size)
        assert sides is not None
        picture = _fitted(picture, *sides, light=not invert)
    cols, rows = picture.size
    grey = picture.tobytes()
    cut = 255 * limit
    squares = grey.translate(bytes(value > cut if invert else value < cut for value in range(256)))
    if not any(squares):
        none = "no pixel is lighter" if invert else "no pixel is darker"
        raise BadBoard(
            f"{what} has no squares: {none} than {100 * limit:g}%",
            accepted="choose another threshold",
            field="threshold",
        )
    return board_of(rows, cols, squares, leaper)


def _read_threshold(threshold: float) -> float:
    limit = number_in(threshold)
    if not 0 <= limit <= 1:
        raise BadBoard(
            f"threshold must be a number from 0 (black) to 1 (white), got {quoted(threshold)}",
            field="threshold",
        )
    return limit


def _require_pixels(data: bytes | bytearray, what: str, *, most: int) -> None:
    """Raise `BadBoard` for a picture with too many pixels or none, before they are unpacked."""
    header = bytes(data[len(_SIGNATURE) : len(_SIGNATURE) + 16])
    if not is_png(data) or len(header) < 16 or header[4:8] != b"IHDR":
        raise _damaged(what)
    width, height = struct.unpack(">II", header[8:])
    if not 0 < width * height <= most:
        reduced = "" if most == MOST_PIXELS else f", or {MOST_PIXELS} with a size such as 40x40"
        raise BadBoard(f"{what} has {width} x {height} pixels", accepted=f"1 to {most} are accepted{reduced}")


def _damaged(what: str) -> BadBoard:
    """The error for a picture that cannot be read. The reasons of the library that reads it mention its own
    objects, which tell a user nothing."""
    return BadBoard(f"{what} cannot be read as a PNG picture", accepted="it may be damaged")


def _grey(data: bytes | bytearray, what: str, *, light: bool) -> "Image":
    """The picture in 256 shades of grey. Transparent parts are white, or black if `light` is False."""
    image_module: Any = load("PIL.Image", "web")
    try:
        image: Image = image_module.open(io.BytesIO(data), formats=("PNG",))
        image.load()
    except (OSError, SyntaxError, ValueError, EOFError, struct.error, KeyError, IndexError):
        raise _damaged(what) from None
    if image.mode.startswith("I"):
        return _shallow(image, image_module, light=light)
    clear = image.convert("RGBA")
    paper = image_module.new("RGBA", clear.size, "white" if light else "black")
    grey: Image = image_module.alpha_composite(paper, clear).convert("L")
    return grey


def _shallow(image: "Image", image_module: Any, *, light: bool) -> "Image":
    """A picture with 16 bits of grey, reduced to 8."""
    clear = image.info.get("transparency")
    paper = 255 if light else 0
    values = array("i", image.convert("I").tobytes())
    shades = bytes(paper if value == clear else min(255, value // _DEEP) for value in values)
    grey: Image = image_module.frombytes("L", image.size, shades)
    return grey


def _fitted(picture: "Image", rows: int, cols: int, *, light: bool) -> "Image":
    """The picture in the middle of a board, as large as fits, in the same proportions."""
    image_module: Any = load("PIL.Image", "web")
    width, height = picture.size
    scale = min(rows / height, cols / width)
    high, wide = max(1, min(rows, round(height * scale))), max(1, min(cols, round(width * scale)))
    board: Image = image_module.new("L", (cols, rows), 255 if light else 0)
    reduced = picture.resize((wide, high), image_module.Resampling.BOX)
    board.paste(reduced, ((cols - wide) // 2, (rows - high) // 2))
    return board

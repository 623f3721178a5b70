"""Boards from pictures: the dark pixels of a PNG file are squares, light and transparent ones are holes."""

import io
import struct
from array import array
from typing import TYPE_CHECKING, Any

from turaga.board import KNIGHT, Board, BoardLike, Leaper
from turaga.errors import BadBoard
from turaga.extras import load
from turaga.shapes.bit_rows import board_of
from turaga.shapes.named import read_sides, require_area
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
) -> Board:
    """The board of a PNG file. A pixel is a square if it is darker than the threshold.

    The threshold is a number between 0 (black) and 1 (white). Transparent pixels are holes. With `invert`,
    the squares are the light pixels instead. Without a size each pixel becomes a square or a hole. With a
    size the picture is made as large as fits, in the middle of the board, and a square has the average
    brightness of the pixels that it covers.
    """
    limit = _read_threshold(threshold)
    _require_pixels(data)
    picture = _grey(data, light=not invert)
    if size is not None:
        sides = read_sides(size)
        assert sides is not None
        picture = _fitted(picture, *sides, light=not invert)
    cols, rows = picture.size
    require_area(rows, cols)
    grey = picture.tobytes()
    cut = 255 * limit
    squares = grey.translate(bytes(value > cut if invert else value < cut for value in range(256)))
    if not any(squares):
        what = "no pixel is lighter" if invert else "no pixel is darker"
        raise BadBoard(
            f"the picture has no squares: {what} than {limit:.0%}",
            accepted="choose another threshold",
            field="threshold",
            value=threshold,
        )
    return board_of(rows, cols, squares, leaper)


def _read_threshold(threshold: float) -> float:
    limit = number_in(threshold)
    if not 0 < limit < 1:
        raise BadBoard(
            f"threshold must be a number between 0 (black) and 1 (white), got {quoted(threshold)}",
            field="threshold",
            value=threshold,
        )
    return limit


def _require_pixels(data: bytes | bytearray) -> None:
    """Raise `BadBoard` for a picture with too many pixels, before they are unpacked."""
    header = bytes(data[len(_SIGNATURE) : len(_SIGNATURE) + 16])
    if not is_png(data) or len(header) < 16 or header[4:8] != b"IHDR":
        raise _damaged("it has no header")
    width, height = struct.unpack(">II", header[8:])
    if width * height > MOST_PIXELS:
        raise BadBoard(
            f"the picture has {width} x {height} pixels", accepted=f"at most {MOST_PIXELS} are accepted"
        )


def _damaged(why: str) -> BadBoard:
    return BadBoard(f"the PNG file cannot be read: {why}", accepted="it may be damaged")


def _grey(data: bytes | bytearray, *, light: bool) -> "Image":
    """The picture in 256 shades of grey. Transparent parts are white, or black if `light` is False."""
    image_module: Any = load("PIL.Image", "play")
    try:
        image: Image = image_module.open(io.BytesIO(data), formats=("PNG",))
        image.load()
    except (OSError, SyntaxError, ValueError, EOFError, struct.error, KeyError, IndexError) as error:
        raise _damaged(str(error) or type(error).__name__) from None
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
    image_module: Any = load("PIL.Image", "play")
    width, height = picture.size
    scale = min(rows / height, cols / width)
    high, wide = max(1, min(rows, round(height * scale))), max(1, min(cols, round(width * scale)))
    board: Image = image_module.new("L", (cols, rows), 255 if light else 0)
    reduced = picture.resize((wide, high), image_module.Resampling.BOX)
    board.paste(reduced, ((cols - wide) // 2, (rows - high) // 2))
    return board

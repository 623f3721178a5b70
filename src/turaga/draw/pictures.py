"""A walk as a picture: SVG, PNG, an animated GIF, or text, by pure functions: the same walk, the same bytes.

The first square has a green disc, the last a red square, and a closed tour has no gap. Unvisited squares are
ringed and holes hatched. A list of walks makes one sheet of them, side by side in rows. PNG and GIF need
Pillow (extra `play`).

Each function goes the same way: it checks the options (`styles.py`), lays out the page (`sheet.py`), and a
writer draws the scene of each walk (`scene.py`): `svg_writer.py`, `raster.py` for PNG, `gif_writer.py`. Only
text needs no scene (`text_picture.py`).
"""

from collections.abc import Sequence

from turaga.draw.sheet import lay_out
from turaga.draw.styles import PictureOptions
from turaga.draw.svg_writer import write_svg
from turaga.draw.text_picture import write_text
from turaga.errors import BadInput
from turaga.verify import verify
from turaga.walk import Walk

NOTEBOOK_SQUARES = 10_000  # of a board that is shown as a picture in a notebook


def svg(
    walk: Walk | Sequence[Walk],
    *,
    numbers: bool = False,
    arrows: bool = False,
    colour: str = "plain",
    style: str = "board",
    size: int | None = None,
    theme: str = "light",
    title: str | None = None,
) -> str:
    """The text of an SVG file: well-formed XML with no script and nothing from elsewhere.

    `numbers` and `arrows` are left out where squares are too small for them. `colour` is `plain`, or `steps`
    for colours that change along the walk; `style` is `board`, `line` for no board beneath, or `squares` for
    no line: the squares have its colours; `size` is the pixels of the longer side; `theme` is `light`,
    `dark` or `print`; `title` says what the picture shows, and is not drawn. Linear in the squares, about a
    second for a million.

    >>> picture = svg(Walk("3x4", [(0, 0), (1, 2), (2, 0)]), theme="print")
    >>> "<title>A knight's walk over 3 of 12 squares of 3x4, from 1,1 to 3,1</title>" in picture
    True
    >>> svg(Walk("3x4", []), colour="rainbow")
    Traceback (most recent call last):
        ...
    turaga.errors.BadInput: colour 'rainbow' is not known: write plain or steps
    """
    options = PictureOptions(
        numbers=numbers, arrows=arrows, colour=colour, style=style, size=size, theme=theme, title=title
    )
    return write_svg(lay_out(walk, options))


def png(
    walk: Walk | Sequence[Walk],
    *,
    numbers: bool = False,
    arrows: bool = False,
    colour: str = "plain",
    style: str = "board",
    size: int | None = None,
    theme: str = "light",
    title: str | None = None,
) -> bytes:
    """The bytes of a PNG file, with the options and the looks of `svg`.

    >>> png(Walk("3x4", [(0, 0), (1, 2), (2, 0)]))[1:4]
    b'PNG'
    """
    from turaga.draw.raster import write_png

    options = PictureOptions(
        numbers=numbers, arrows=arrows, colour=colour, style=style, size=size, theme=theme, title=title
    )
    return write_png(lay_out(walk, options))


def gif(
    walk: Walk | Sequence[Walk],
    *,
    numbers: bool = False,
    arrows: bool = False,
    colour: str = "plain",
    style: str = "board",
    size: int | None = None,
    theme: str = "light",
    title: str | None = None,
    degrees: bool = False,
    speed: float | None = None,
) -> bytes:
    """The bytes of an animated GIF file: the walk being made, and at the end the picture `png` has.

    `degrees` writes on each free square how many free ones are a move from it, where that fits; `speed` is
    squares a second. A frame is a square, or several where there are more than 200 squares.

    >>> gif(Walk("3x4", [(0, 0), (1, 2), (2, 0)]), degrees=True)[:6]
    b'GIF89a'
    """
    from turaga.draw.gif_writer import MOST_PIXELS, USUAL_PIXELS, write_gif

    options = PictureOptions(
        numbers=numbers, arrows=arrows, colour=colour, style=style, size=size, theme=theme, title=title,
        degrees=degrees, speed=speed,
    )  # fmt: skip
    if options.size is not None and options.size > MOST_PIXELS:
        raise BadInput(
            f"size {size} is too large for a GIF",
            accepted=f"give at most {MOST_PIXELS} pixels",
            field="size",
            value=size,
        )
    return write_gif(lay_out(walk, options, most=USUAL_PIXELS), options)


def text(
    walk: Walk | Sequence[Walk], *, style: str = "board", columns: int | None = None, title: str | None = None
) -> str:
    """The walk in characters, with the title above it if there is one.

    Styles `board` and `squares` have its numbers in boxes, · for an unvisited square and ▒ for a hole. Style
    `line` is the line in Braille dots, at most `columns` characters wide (by default 80 or what it needs),
    ● where it starts, ■ where it ends, ○ on an unvisited square and ▒ on a hole.

    >>> print(text(Walk("2x3", [(0, 0), (1, 2)])), end="")
    ┌───┬───┬───┐
    │ 1 │ · │ · │
    ├───┼───┼───┤
    │ · │ · │ 2 │
    └───┴───┴───┘
    """
    return write_text(walk, style=style, columns=columns, title=title)


def notebook_svg(walk: Walk) -> str | None:
    """The picture a notebook shows of a walk; None where words are better: for a board of more than 10,000
    squares, and for what is no walk.

    >>> notebook_svg(Walk("3x4", [(0, 0), (1, 1)])) is None
    True
    """
    if walk.board.area > NOTEBOOK_SQUARES or verify(walk).faults:
        return None
    return svg(walk)

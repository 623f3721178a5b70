"""Draws a walk, or a board without one, as SVG, PNG or text, and a walk as an animated GIF. The same subject
and options always give the same bytes.

A green disc marks the first square and a red square marks the last. The line of a closed tour has no gap.
Unvisited squares have a ring, and holes are hatched. A list is drawn on one sheet, in rows. PNG and GIF need
Pillow (extra `web`).

Each function checks the options (`styles.py`) and lays out the page (`sheet.py`). Then a writer draws the
scene of each walk (`scene.py`) or board (`board_pictures.py`): `svg_writer.py`, `raster.py` for PNG, or
`gif_writer.py`. Text needs no scene (`text_picture.py`).
"""

from collections.abc import Sequence

from turaga.board import Board
from turaga.draw.order_sheet import order_sheet, order_text
from turaga.draw.sheet import Sheet, SubjectLike, lay_out
from turaga.draw.styles import MovesLike, PictureOptions
from turaga.draw.svg_writer import write_svg
from turaga.draw.text_picture import write_text
from turaga.errors import BadInput
from turaga.solve.explanation import Explanation
from turaga.solve.start_map import OrderMaps
from turaga.verify import verify
from turaga.walk import Walk

NOTEBOOK_SQUARES = 10_000  # larger boards are not shown as a picture in a notebook


def svg(
    walk: SubjectLike | Sequence[SubjectLike] | OrderMaps,
    *,
    numbers: bool = False,
    arrows: bool = False,
    colour: str = "plain",
    style: str = "board",
    size: int | None = None,
    theme: str = "light",
    title: str | None = None,
    moves: MovesLike = (),
) -> str:
    """Draw a walk, a board, or a sheet of them, as the text of an SVG file without scripts or references.

    - `numbers` writes the step on each square, and `arrows` adds arrow heads to the line. Both are left out
      if the squares are too small.
    - `colour` is `plain`, or `steps` for a line whose colour changes along the walk.
    - `style` is `board`; `line` for a line without a board; or `squares` for no line: each square has the
      colour of its step, and a legend explains the colours. There, `plain` gives shades of one colour.
    - Three styles show a board such as `"8x8"` without a walk: `graph`, where lines join the squares that are
      a move apart, `degrees`, which writes the number of moves on each square, and `empty`.
    - `moves` are squares of a board, such as `"e4"`, `"5,5 1,1"` or a list. Arrows show the moves from them.
      Here `numbers` writes the directions, from 1 to 8, and in style `graph` the degrees.
    - `size` is the longer side in pixels.
    - `theme` is `light`, `dark` or `print`.
    - `title` describes the picture for screen readers. It is not drawn.

    The time is linear in the number of squares, about a second for a million.

    >>> picture = svg(Walk("3x4", [(0, 0), (1, 2), (2, 0)]), theme="print")
    >>> "<title>A knight's walk over 3 of 12 squares of 3x4, from 1,1 to 3,1</title>" in picture
    True
    >>> "168 moves" in svg("8x8", style="graph")
    True
    >>> svg(Walk("3x4", []), colour="rainbow")
    Traceback (most recent call last):
        ...
    turaga.errors.BadInput: colour 'rainbow' is not known: write plain or steps
    """
    options = PictureOptions(
        numbers=numbers, arrows=arrows, colour=colour, style=style, size=size, theme=theme, title=title,
        moves=moves,
    )  # fmt: skip
    return write_svg(_page(walk, options))


def png(
    walk: SubjectLike | Sequence[SubjectLike] | OrderMaps,
    *,
    numbers: bool = False,
    arrows: bool = False,
    colour: str = "plain",
    style: str = "board",
    size: int | None = None,
    theme: str = "light",
    title: str | None = None,
    moves: MovesLike = (),
) -> bytes:
    """Draw a walk, a board, or a sheet of them, as the bytes of a PNG file. The options are those of `svg`.

    >>> png(Walk("3x4", [(0, 0), (1, 2), (2, 0)]))[1:4]
    b'PNG'
    """
    from turaga.draw.raster import write_png

    options = PictureOptions(
        numbers=numbers, arrows=arrows, colour=colour, style=style, size=size, theme=theme, title=title,
        moves=moves,
    )  # fmt: skip
    return write_png(_page(walk, options))


def gif(
    walk: SubjectLike | Sequence[SubjectLike] | OrderMaps,
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
    """Draw a walk, or a sheet of walks, as the bytes of an animated GIF file. It shows the walk growing, and
    at the end the same picture as `png`.

    `degrees` writes the degree on each unvisited square, if there is room. `speed` is in squares per second.
    Each frame adds one square, or several if there are more than 200 squares. The other options are those of
    `svg`.

    >>> gif(Walk("3x4", [(0, 0), (1, 2), (2, 0)]), degrees=True)[:6]
    b'GIF89a'
    """
    from turaga.draw.gif_writer import MOST_PIXELS, USUAL_PIXELS, write_gif

    options = PictureOptions(
        numbers=numbers, arrows=arrows, colour=colour, style=style, size=size, theme=theme, title=title,
        degrees=degrees, speed=speed,
    )  # fmt: skip
    if options.of_board or isinstance(walk, OrderMaps):
        raise BadInput(
            f"a GIF shows a walk step by step, but style {style} shows a board"
            if options.of_board
            else "a GIF shows a walk step by step, not the maps of an order",
            accepted="use another format",
            field="style",
        )
    if options.size is not None and options.size > MOST_PIXELS:
        raise BadInput(
            f"size {size} is too large for a GIF",
            accepted=f"it must be at most {MOST_PIXELS} pixels",
            field="size",
        )
    return write_gif(lay_out(walk, options, most=USUAL_PIXELS), options)


def text(
    walk: SubjectLike | Sequence[SubjectLike] | OrderMaps,
    *,
    style: str = "board",
    columns: int | None = None,
    title: str | None = None,
    moves: MovesLike = (),
    numbers: bool = False,
) -> str:
    """Draw a walk, a board, or several of them, as text, below the title if there is one.

    Styles `board` and `squares` write the steps in boxes, · for an unvisited square and ▒ for a hole. Style
    `line` draws the line in Braille dots, at most `columns` characters wide (by default 80, or more if
    needed), with ● on the first square, ■ on the last, ○ on unvisited squares and ▒ on holes.

    A board without a walk has style `graph` (Braille dots, with ● and ○ for the squares of the two colours),
    style `degrees`, style `empty` (two squares in a character, one below the other), or `moves`: ● on these
    squares and ○ on the squares a move away, or the numbers of the directions if `numbers` is set. Below is a
    list of the moves. If the boxes are wider than `columns`, only what is in them is written.

    >>> print(text(Walk("2x3", [(0, 0), (1, 2)])), end="")
    ┌───┬───┬───┐
    │ 1 │ · │ · │
    ├───┼───┼───┤
    │ · │ · │ 2 │
    └───┴───┴───┘
    >>> print(text("3x4", style="degrees", columns=10), end="")
    2 3 3 2
    2 2 2 2
    2 3 3 2
    >>> print(text("frame:1:5x5", style="empty"), end="")
    █▀▀▀█
    █   █
    ▀▀▀▀▀
    """
    options = PictureOptions(style=style, title=title, moves=moves, numbers=numbers)
    if isinstance(walk, OrderMaps):
        return order_text(walk, options, columns)
    return write_text(walk, options, columns)


def _page(subject: SubjectLike | Sequence[SubjectLike] | OrderMaps, options: PictureOptions) -> Sheet:
    return order_sheet(subject, options) if isinstance(subject, OrderMaps) else lay_out(subject, options)


def notebook_svg(subject: Walk | Board | Explanation | OrderMaps) -> str | None:
    """The picture that a notebook shows. None if the board has more than 10,000 squares or the steps are not
    a valid walk; the notebook then shows text.

    >>> notebook_svg(Walk("3x4", [(0, 0), (1, 1)])) is None
    True
    """
    match subject:
        case Board():
            board = subject
        case Explanation():
            board = subject.tours.board
        case _:
            board = subject.board
    if board.area > NOTEBOOK_SQUARES or (isinstance(subject, Walk) and verify(subject).faults):
        return None
    return svg(subject, style="empty" if isinstance(subject, Board) else "board")

"""Draws a walk, or a board without one, as SVG, PNG or text, and a walk as an animated GIF. The same subject
and options always give the same bytes.

A green disc marks the first square and a red square marks the last. The line of a closed tour has no gap.
Unvisited squares have a ring, and holes are hatched. A list is drawn on one sheet, in rows. PNG and GIF need
Pillow (extra `web`).

Each function checks the options (`styles.py`) and lays out the page (`sheet.py`). Then a writer draws the
scene of each walk (`scene.py`) or board (`board_pictures.py`): `svg_writer.py`, `raster.py` for PNG, or
`gif_writer.py`. Text needs no scene (`text_picture.py`).
"""

import os
from collections.abc import Sequence
from typing import Any

from turaga.board import Board
from turaga.errors import BadInput
from turaga.files import write_file
from turaga.pictures.sheet import SubjectLike, board_of, check_subjects, lay_out
from turaga.pictures.styles import MovesLike, PictureOptions
from turaga.pictures.svg_writer import write_svg
from turaga.pictures.text_picture import write_text
from turaga.solve.explanation import Explanation
from turaga.text import listed, quoted
from turaga.verify import verify
from turaga.walk import Walk

FORMATS = ("svg", "png", "gif", "txt")
MOST_GIF_PIXELS = 1200
NOTEBOOK_SQUARES = 10_000  # larger boards are not shown as a picture in a notebook
Drawn = SubjectLike | Sequence[SubjectLike]  # whatever can be drawn


def draw(
    what: Drawn,
    path: str | os.PathLike[str] | None = None,
    *,
    style: str = "board",
    theme: str = "light",
    size: int | None = None,
    colour: str = "plain",
    numbers: bool = False,
    arrows: bool = False,
    moves: MovesLike = (),
    title: str | None = None,
    degrees: bool = False,
    speed: float | None = None,
) -> str:
    """Draw a walk, a board, or a list of them on one sheet: return the text of an SVG picture, without
    scripts or references. With a path, write a file instead, whose extension is .svg, .png, .gif or .txt, and
    return its name.

    - `style` is `board`; `line` for a line without a board; or `squares` for no line: each square has the
      colour of its step, and a legend explains the colours. There, `plain` gives shades of one colour.
    - Three styles show a board such as `"8x8"` without a walk: `graph`, where lines join the squares that are
      a move apart, `degrees`, which writes the number of moves on each square, and `empty`.
    - `theme` is `light`, `dark` or `print`, and `size` is the longer side in pixels.
    - `colour` is `plain`, or `steps` for a line whose colour changes along the walk.
    - `numbers` writes the step on each square, and `arrows` adds arrow heads to the line. Both are left out
      if the squares are too small.
    - `moves` are squares of a board, such as `"e4"`, `"5,5 1,1"` or a list. Arrows show the moves from them.
      Here `numbers` writes the directions, from 1 to 8, and in style `graph` the degrees.
    - `title` describes the picture for screen readers. It is not drawn.
    - In a GIF, `degrees` writes the degree on each unvisited square, and `speed` is in squares per second.

    `turaga.pictures` has the functions `svg`, `png`, `gif` and `text`, which return the picture and take the
    same options. The time is linear in the number of squares, about a second for a million.

    >>> picture = draw(Walk("3x4", [(0, 0), (1, 2), (2, 0)]), theme="print")
    >>> "<title>A knight's walk over 3 of 12 squares of 3x4, from a3 to a1</title>" in picture
    True
    >>> "168 moves" in draw("8x8", style="graph")
    True
    >>> draw(Walk("3x4", []), colour="rainbow")
    Traceback (most recent call last):
        ...
    turaga.errors.BadRule: colour must be plain or steps, got 'rainbow'
    """
    look = PictureOptions.of(
        style=style, theme=theme, size=size, colour=colour, numbers=numbers, arrows=arrows, moves=moves,
        title=title, degrees=degrees, speed=speed,
    )  # fmt: skip
    if path is None:
        return picture(what, "svg", look).decode()
    name = os.fspath(path)
    format = os.path.splitext(name)[1].lower().removeprefix(".")
    if format not in FORMATS:
        accepted = f"the extension must be {listed((f'.{each}' for each in FORMATS), 'or')}"
        raise BadInput(f"{quoted(name)} is not a picture file", accepted=accepted, field="path")
    made = picture(what, format, look)
    write_file(name, lambda file: file.write(made))
    return name


def picture(what: Drawn, format: str, look: PictureOptions) -> bytes:
    """The bytes of a file with this format. As a text, style `empty` is a mask, which `@FILE` reads.

    >>> picture("diamond:3x3", "txt", PictureOptions.of(style="empty"))
    b'#.#\\n...\\n#.#\\n'
    """
    if format == "txt":
        if look.style == "empty":  # a mask, which can be read again
            boards = [f"{board_of(each).mask()}\n" for each in check_subjects(what, look)]
            return "\n".join(boards).encode()
        return write_text(what, look, None).encode()
    if format == "gif":
        from turaga.pictures.gif_writer import USUAL_PIXELS, write_gif

        if look.of_board:
            raise BadInput(
                f"a GIF shows a walk step by step, but style {look.style} shows a board",
                accepted="use another format",
                field="style",
            )
        if look.size is not None and look.size > MOST_GIF_PIXELS:
            raise BadInput(
                f"size {look.size} is too large for a GIF",
                accepted=f"it must be at most {MOST_GIF_PIXELS} pixels",
                field="size",
            )
        return write_gif(lay_out(what, look, most=USUAL_PIXELS), look)
    sheet = lay_out(what, look)
    if format == "svg":
        return write_svg(sheet).encode()
    from turaga.pictures.raster import write_png

    return write_png(sheet)


def svg(what: Drawn, **options: Any) -> str:
    """Draw as the text of an SVG file. The options are those of `draw`.

    >>> svg(Walk("3x4", [(0, 0)]))[:4]
    '<svg'
    """
    return picture(what, "svg", PictureOptions.of(**options)).decode()


def png(what: Drawn, **options: Any) -> bytes:
    """Draw as the bytes of a PNG file. The options are those of `draw`.

    >>> png(Walk("3x4", [(0, 0), (1, 2), (2, 0)]))[1:4]
    b'PNG'
    """
    return picture(what, "png", PictureOptions.of(**options))


def gif(what: Drawn, **options: Any) -> bytes:
    """Draw as the bytes of an animated GIF file. It shows a walk, or a sheet of walks, growing, and at the
    end the same picture as `png`. The options are those of `draw`. Each frame adds one square, or several if
    there are more than 200 squares.

    >>> gif(Walk("3x4", [(0, 0), (1, 2), (2, 0)]), degrees=True)[:6]
    b'GIF89a'
    """
    return picture(what, "gif", PictureOptions.of(**options))


def text(what: Drawn, *, columns: int | None = None, **options: Any) -> str:
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
    return write_text(what, PictureOptions.of(**options), columns)


def notebook_svg(subject: Walk | Board | Explanation) -> str | None:
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

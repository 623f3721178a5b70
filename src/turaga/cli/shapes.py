"""`turaga shapes`: the shapes of boards, listed and drawn."""

import sys
from itertools import zip_longest

from turaga import pictures
from turaga.board import Board
from turaga.board_input import shape
from turaga.cli._help import make_command
from turaga.cli._options import json_option
from turaga.cli._picture_output import put_picture
from turaga.cli._terminal import columns_of, put_json, wrap
from turaga.shapes import SHAPES

_LISTED = "16x16"  # the size of the shapes in the list
_WORD = "text:TOUR"  # the word in the list
_NOTES = (
    "ring:5, cross:5, L:5 and frame:5 are 5 squares wide, and staircase:5 has 5 steps. text:WORDS draws "
    "words, and @FILE the dark pixels of a PNG picture: @logo.png:40x40:30% those darker than 30% in a board "
    "of this size, and @logo.png:light the light ones.",
    "turaga draw ring:20x20 draws a tour. turaga draw ring:20x20 --style empty -o ring.txt saves the board "
    "as a mask that @ring.txt reads.",
)
_TOO_WIDE = "(too wide for this terminal)"
_GAP = 3  # spaces between two pictures


@make_command(
    examples=(("turaga shapes", "List and draw all shapes."), ("turaga solve ring:20x20", "Use one.")),
    status="0.",
)
@json_option
def command(*, as_json: bool) -> int:
    """List the shapes of boards.

    A shape such as ring, a word such as text:HELLO and a picture such as @logo.png are boards wherever one is
    named. They can have a size, as in ring:20x30. Without one, shapes are 20x20, letters are 22 squares high,
    and each pixel of a picture is a square or a hole.
    """
    if as_json:
        known = SHAPES.items()
        put_json(
            {
                name: {"what": each.what, "number": each.number or None, "least": each.least}
                for name, each in known
            }
        )
    else:
        put_picture(_listing(columns_of(sys.stdout)), "use a UTF-8 terminal, or --json for the names")
    return 0


def _listing(columns: int) -> str:
    """All shapes with their names, as many side by side as fit."""
    drawn = [_picture(name, shape(name, _LISTED), columns) for name in SHAPES]
    drawn.append(_picture(_WORD, shape(_WORD), columns))
    rows: list[list[list[str]]] = [[]]
    for picture in drawn:
        row = [*rows[-1], picture]
        if sum(_width(each) + _GAP for each in row) - _GAP > columns and rows[-1]:
            rows.append([])
        rows[-1].append(picture)
    blocks = [_side_by_side(row) for row in rows if row]
    return "\n".join(blocks) + "".join(
        f"{line}\n" for each in ("", *_NOTES) for line in wrap(each, columns) or [""]
    )


def _picture(title: str, board: Board, columns: int) -> list[str]:
    """The lines of a picture with its title, or a sentence if it is wider than the terminal."""
    lines = pictures.text([board], style="empty").rstrip("\n").split("\n")
    return [title, "", *(lines if _width(lines) <= columns else wrap(_TOO_WIDE, columns))]


def _width(picture: list[str]) -> int:
    return max(map(len, picture))


def _side_by_side(drawn: list[list[str]]) -> str:
    """The lines of several pictures."""
    wide = [_width(each) + _GAP for each in drawn]
    rows = zip_longest(*drawn, fillvalue="")
    lines = ["".join(map(str.ljust, row, wide)).rstrip() for row in rows]
    return "\n".join(lines) + "\n"

"""`turaga shapes`: list the shapes of boards, draw one, or save it as a mask or a picture."""

import os
import sys
from collections.abc import Mapping
from itertools import zip_longest
from types import MappingProxyType

import click

from turaga import pictures
from turaga.board import KNIGHT, Board, parse_leaper
from turaga.board_input import THRESHOLD, OnlyForPictures
from turaga.board_input import shape as make_shape
from turaga.cli._files import write_atomically
from turaga.cli._help import make_command, option
from turaga.cli._options import SECONDS, SEED, Decimal, json_option, leaper_option
from turaga.cli._picture_output import Drawing, put_picture
from turaga.cli._terminal import columns_of, put, put_json, tell, too_wide, wrap
from turaga.errors import BadInput, TourNotFound
from turaga.files import require_writable
from turaga.notation.writer import board_facts
from turaga.shapes import SHAPES
from turaga.text import plural, short
from turaga.tours import Tours

_PICTURES = (".svg", ".png")
_OTHER_PICTURES = (".gif", ".jpg", ".jpeg", ".webp", ".bmp", ".pdf")
_LISTED = "16x16"  # the size of the shapes in the list
_WORD = "text:TOUR"  # the word in the list
_NOTES = (
    "ring:5, cross:5, L:5 and frame:5 are 5 squares wide, and staircase:5 has 5 steps. text:WORDS draws "
    "words, and @FILE the dark pixels of a PNG picture.",
    "turaga shapes ring 20x20 prints a mask. turaga draw ring:20x20 draws a tour.",
)
_TOO_WIDE = "(too wide for this terminal)"
_GAP = 3  # spaces between two pictures


@make_command(
    examples=(
        ("turaga shapes", "List and draw all shapes."),
        ("turaga shapes horse 20x20", "Print the mask of a shape."),
        ("turaga shapes text:TURAGA -o name.txt", "Save a word as a mask."),
        ("turaga shapes @logo.png 40x40 --trim -o logo.txt", "Save a picture as a board with a tour."),
        ("turaga solve @logo.txt", "Use it."),
    ),
    arguments={
        "SHAPE": "ring, cross, diamond, disc, horse, L, staircase or frame; text:WORDS; or @FILE for a mask "
        "or the dark pixels of a PNG picture. ring:5, cross:5, L:5 and frame:5 are 5 squares wide, "
        "staircase:5 has 5 steps.",
        "SIZE": "Rows x columns, such as 20x30. A built-in shape fills them. Words and pictures are as large "
        "as fits. Without it, a built-in shape is 20x20, letters are 22 squares high, and each pixel is a "
        "square or a hole.",
    },
    status="0, 1 if --trim proved that no part of the board has such a tour, 2 for bad input, 3 if --trim "
    "found none in time.",
)
@click.argument("shape", metavar="[SHAPE]", required=False)
@click.argument("size", metavar="[SIZE]", required=False)
@option(
    "-o",
    "--out",
    metavar="FILE",
    help="Save the board: as a picture if the name ends with .svg or .png, otherwise as a mask that @FILE "
    "reads. - is stdout.",
)
@option("--trim", is_flag=True, help="Remove the fewest squares so that the board has a tour, and say which.")
@option("--closed", is_flag=True, help="With --trim: for a closed tour.")
@option("--start", metavar="SQ", help="With --trim: for a tour that starts here.")
@option("--end", metavar="SQ", help="With --trim: for a tour that ends here.")
@option("--seed", type=SEED, default=0, metavar="N", help="With --trim: seed for its choices. [default: 0]")
@option("--time-limit", type=SECONDS, metavar="S", help="With --trim: for at most S seconds. [default: 20]")
@option(
    "--threshold",
    type=Decimal("percent", most=100),
    metavar="N",
    group="Picture",
    help="Pixels darker than N percent of white are squares; 100 means all but white ones. [default: 50]",
)
@option("--invert", is_flag=True, group="Picture", help="Light pixels are squares, instead of dark ones.")
@option("--theme", metavar="THEME", group="Picture", help="Of a saved picture: light, dark or print.")
@leaper_option
@json_option
def command(
    *,
    shape: str | None,
    size: str | None,
    out: str | None,
    trim: bool,
    start: str | None,
    end: str | None,
    closed: bool,
    seed: int,
    time_limit: float | None,
    threshold: float | None,
    invert: bool,
    theme: str | None,
    leaper: str | None,
    as_json: bool,
) -> int:
    """List the shapes of boards, or make one.

    Every command with a BOARD that can have holes takes shapes and files too: turaga solve ring:20x20,
    turaga solve @logo.png:40x40. A mask has . for a square and # for a hole. --trim removes the fewest
    squares so that the board has a tour: open, or as --closed, --start and --end say. If it finds none,
    nothing is printed or saved.
    """
    of_trim = {"--start": start, "--end": end, "--closed": closed, "--seed": seed, "--time-limit": time_limit}
    if not trim and (given := [name for name, value in of_trim.items() if value]):
        raise BadInput(f"{given[0]} is for --trim", accepted="add --trim, or leave it out")
    if shape is None:
        options = {"--trim": trim, "-o": out, "--leaper": leaper, "--theme": theme, "--threshold": threshold}
        for name, value in {**options, "--invert": invert}.items():
            if value not in (None, False):
                raise BadInput(f"{name} needs a shape", accepted="name one, such as ring or text:TURAGA")
        if as_json:
            put_json(
                {
                    name: {"what": each.what, "number": each.number or None, "least": each.least}
                    for name, each in SHAPES.items()
                }
            )
        else:
            put_picture(_listing(columns_of(sys.stdout)), "use a UTF-8 terminal, or --json for the names")
        return 0
    drawing = _read_drawing(out, theme)
    piece = KNIGHT if leaper is None else parse_leaper(leaper)
    board = _read_board(shape, size, piece, threshold, invert)
    if not trim:
        return _put_board(board, out, drawing, as_json)
    from turaga.cli._trimming import find_trimmed  # loaded only for --trim
    from turaga.solve.solved import Trimming

    tours = Tours(board, start=start, end=end, closed=closed)
    trimmed, _ = find_trimmed(tours, seed=seed, time_limit=time_limit, solved_next=False)
    facts = {"trimmed": Trimming.of(trimmed).as_json()}
    if not isinstance(trimmed, TourNotFound):
        return _put_board(trimmed.board, out, drawing, as_json, facts)
    if as_json:
        put_json({"board": board_facts(board), "leaper": list(board.leaper), **facts})
    if out not in (None, "-"):
        tell(f"nothing saved to {out}")
    return 1 if trimmed.proved else 3


def _put_board(
    board: Board,
    out: str | None,
    drawing: Drawing | None,
    as_json: bool,
    trimming: Mapping[str, object] = MappingProxyType({}),
) -> int:
    """Save or print a board. `trimming` is added to --json. Returns the exit status."""
    if drawing is not None:
        drawing.check([board])
        drawing.make([board])
    elif out not in (None, "-"):
        mask = f"{board.mask()}\n".encode()
        write_atomically(str(out), lambda file: file.write(mask))
    if as_json:
        facts = {"board": board_facts(board), "leaper": list(board.leaper), "squares": board.size}
        put_json({**facts, "mask": board.mask().split("\n"), **trimming})
    elif out is None and too_wide(board.cols):
        tell("(too wide for this terminal: print it with -o -, or save it with -o FILE)")
    elif out in (None, "-"):
        put(f"{board.mask()}\n")
    tell(f"{board}, {plural(board.size, 'square')}" + ("" if out in (None, "-") else f", saved to {out}"))
    return 0


def _read_board(
    shape: str, size: str | None, leaper: tuple[int, int], threshold: float | None, invert: bool
) -> Board:
    """The board with a shape. Errors about the threshold and the inverse use the names of the options."""
    share = THRESHOLD if threshold is None else threshold / 100
    try:
        return make_shape(shape, size, leaper=leaper, threshold=share, invert=invert)
    except OnlyForPictures as error:
        raise OnlyForPictures(str(error.field), f"--{error.field}") from None


def _read_drawing(out: str | None, theme: str | None) -> Drawing | None:
    """The picture to save, or None if the board is saved as a mask or not at all. It is checked before any
    work is done."""
    extension = "" if out is None else os.path.splitext(out)[1].lower()
    if extension in _PICTURES:
        return Drawing.read(out, extension[1:], style="empty", theme=theme)
    if extension in _OTHER_PICTURES:
        raise BadInput(
            f"-o {short(str(out))!r} cannot be written",
            accepted="a picture is .svg or .png, and a mask is .txt",
            field="out",
        )
    if theme is not None:
        raise BadInput(
            "--theme is for pictures", accepted="save one with -o FILE.svg or -o FILE.png", field="theme"
        )
    if out not in (None, "-"):
        require_writable(str(out))
    return None


# -- the list -----------------------------------------------------------------------------------------


def _listing(columns: int) -> str:
    """All shapes with their names, as many side by side as fit."""
    drawn = [_picture(name, make_shape(name, _LISTED), columns) for name in SHAPES]
    drawn.append(_picture(_WORD, make_shape(_WORD), columns))
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

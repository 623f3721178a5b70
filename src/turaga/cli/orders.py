"""`turaga orders`: what an order is, its images, and their maps side by side."""

import sys

import click

from turaga import pictures
from turaga.board import KNIGHT
from turaga.cli._help import ORDER_DIAGRAM, ORDER_MEANING, make_command, option
from turaga.cli._options import (
    RuleChoice,
    json_option,
    leaper_option,
    only_options,
    order_rule_options,
    read_boards,
)
from turaga.cli._picture_output import Drawing
from turaga.cli._progress import progress
from turaga.cli._terminal import columns_of, put, put_json, put_wrapped, tell
from turaga.errors import BadInput
from turaga.order import FIRST_ORDER, ORDERS, direction_steps
from turaga.pictures.order_sheet import title_of_maps
from turaga.pictures.styles import PictureOptions
from turaga.solve.start_map import OrderMaps, OrderRequest
from turaga.symmetry import SYMMETRIES
from turaga.text import plural

_CLASSES = ORDERS // len(SYMMETRIES)
_LONG = 60  # seconds
_MORE = (
    f"There are {ORDERS:,} orders, numbered from 1 (12345678) to {ORDERS:,} (87654321). Rotating or "
    "mirroring the diagram turns an order into another one, so the orders form "
    f"{_CLASSES:,} classes of {len(SYMMETRIES)}. On a square board, the walks by the orders of a class are "
    "rotations and mirror images of each other.\n\n"
    "turaga orders ORDER shows the class of an order, for example turaga orders 12345678. "
    "turaga solve 8x8 --rule 12345678 walks by one."
)


@make_command(
    examples=(
        ("turaga orders", "Explain orders."),
        ("turaga orders 12345678", "Show its images and their maps."),
        ("turaga orders 17 --board 10x10", "The 17th order on another board."),
        ("turaga orders 13472568 --like serafeimidis -o maps.svg", "As the thesis does, in a picture."),
    ),
    arguments={"ORDER": f"Eight digits such as 12345678, or a serial number from 1 to {ORDERS}."},
    status="0, or 2 for bad input.",
)
@click.argument("order", metavar="[ORDER]", required=False)
@option("--board", metavar="BOARD", help="The board: 8x8, or @FILE for a board with holes. [default: 8x8]")
@option(
    "-o", "--out", metavar="FILE", help="Save a picture: .svg, .png or .txt. [default: text in the terminal]"
)
@only_options(PictureOptions, "theme", "size")
@order_rule_options
@leaper_option
@json_option
def command(
    *,
    order: str | None,
    board: str | None,
    out: str | None,
    theme: str | None,
    size: str | None,
    choice: RuleChoice,
    leaper: str | None,
    as_json: bool,
) -> int:
    """Explain orders, and show the images of one.

    Rotations and reflections turn an order into seven others. For each, the diagram shows in which sequence
    the directions of the knight are tried. The map below it shows how many squares the walk from each start
    leaves unvisited: . is a tour, # a hole. Without --rule, only the order breaks ties.
    """
    if order is None:
        given = {"--board": board, "--out": out, "--theme": theme, "--size": size}
        given["--leaper"] = leaper
        if unused := [name for name, value in given.items() if value is not None]:
            raise BadInput(f"{unused[0]} needs an order", accepted="name one, as in turaga orders 12345678")
        if as_json:
            steps = dict(zip(FIRST_ORDER, map(list, direction_steps()), strict=True))
            put_json({"orders": ORDERS, "classes": _CLASSES, "directions": steps})
        else:
            diagram = "".join(f"    {line}\n" for line in ORDER_DIAGRAM)
            put_wrapped(f"{ORDER_MEANING}\n\n{diagram}\n{_MORE}\n")
        return 0
    drawing = Drawing.read(out, None, theme=theme, size=size)
    if drawing.format == "gif":
        raise BadInput(
            "a GIF shows a walk step by step, not a map", accepted="save an .svg, .png or .txt file"
        )
    request = OrderRequest.read(order, read_boards([board or "8x8"], leaper)[0], choice.rule)
    if request.expected_seconds > _LONG:
        raise BadInput(
            f"the walks by eight orders on {request.starts.board} take about "
            f"{plural(round(request.expected_seconds / 60), 'minute')}",
            accepted="choose a smaller board, or map one order with turaga map",
            field="board",
        )
    with progress() as report:
        maps = request.run(progress=report)
    if as_json:
        put_json(maps.as_json())
    elif drawing.out is None:
        _show(maps)
    if drawing.out is not None:
        drawing.make(maps)
        tell(f"{title_of_maps(maps)}\nsaved to {drawing.out}")
    return 0


def _show(maps: OrderMaps) -> None:
    """Print the maps, as wide as the terminal."""
    knight = maps.board.leaper == KNIGHT
    diagram = "A diagram shows in which sequence the directions are tried. " if knight else ""
    put_wrapped(
        f"Order {maps.order} is number {maps.number:,} of {ORDERS:,}. The smallest order of its class is "
        f"{maps.representative}.\n"
        f"{diagram}Turns are clockwise; the other four images are mirrored.\n"
        f"Walks on {maps.board}: {maps.rule.describe('ties by each order')}. A number is how many squares "
        "the walk from there leaves unvisited.\n\n"
    )
    try:
        put(pictures.text(maps, columns=columns_of(sys.stdout) if sys.stdout.isatty() else None))
    except BadInput as error:
        if error.field != "columns":
            raise
        put("(too wide for this terminal: save it with -o FILE)\n")
    kept = sum(image.keeps_board for image in maps.images)
    if kept == 1:
        put_wrapped(f"\nNo rotation or reflection maps {maps.board} to itself, so each map is different.\n")
    elif kept < len(maps.images):
        put_wrapped(
            f"\nOnly {kept} of the eight symmetries map {maps.board} to itself. Their orders complete the "
            "same number of tours.\n"
        )

"""`turaga orders`: what an order is, its number, its class, and its images."""

import sys

import click

from turaga.cli._help import ORDER_DIAGRAM, ORDER_MEANING, make_command
from turaga.cli._options import json_option
from turaga.cli._terminal import columns_of, put, put_json, put_wrapped
from turaga.order import FIRST_ORDER, ORDERS, direction_steps, order_diagram, order_number, read_order
from turaga.symmetry import SYMMETRIES, order_class, order_images

_CLASSES = ORDERS // len(SYMMETRIES)
_MORE = (
    f"There are {ORDERS:,} orders, numbered from 1 (12345678) to {ORDERS:,} (87654321). Rotating or "
    "mirroring the diagram turns an order into another one, so the orders form "
    f"{_CLASSES:,} classes of {len(SYMMETRIES)}. On a square board, the walks by the orders of a class are "
    "rotations and mirror images of each other.\n\n"
    "turaga orders ORDER shows the class of an order, for example turaga orders 12345678. "
    "turaga solve 8x8 --rule 12345678 walks by one, and turaga map 8x8 --rule 12345678 walks from every "
    "square."
)
_PANEL = 20  # characters for one image and the space after it


@make_command(
    examples=(
        ("turaga orders", "Explain orders."),
        ("turaga orders 12345678", "Show its class: the order and its images."),
        ("turaga orders 17", "The 17th order."),
    ),
    arguments={"ORDER": f"Eight digits such as 12345678, or a serial number from 1 to {ORDERS}."},
    status="0, or 2 for bad input.",
)
@click.argument("order", metavar="[ORDER]", required=False)
@json_option
def command(*, order: str | None, as_json: bool) -> int:
    """Explain orders, and show the class of one.

    Rotations and reflections turn an order into seven others. For each, the diagram shows in which sequence
    the directions of the knight are tried.
    """
    if order is not None:
        _show(read_order(order), as_json)
    elif as_json:
        steps = dict(zip(FIRST_ORDER, map(list, direction_steps()), strict=True))
        put_json({"orders": ORDERS, "classes": _CLASSES, "directions": steps})
    else:
        diagram = "".join(f"    {line}\n" for line in ORDER_DIAGRAM)
        put_wrapped(f"{ORDER_MEANING}\n\n{diagram}\n{_MORE}\n")
    return 0


def _show(order: str, as_json: bool) -> None:
    """Print an order and its images, as many side by side as the terminal has room for."""
    images = order_images(order)
    number, representative = order_number(order), order_class(order)
    if as_json:
        shown = [{"order": one, "number": order_number(one), "name": name} for name, one in images.items()]
        put_json({"order": order, "number": number, "representative": representative, "images": shown})
        return
    put_wrapped(
        f"Order {order} is number {number:,} of {ORDERS:,}. The smallest order of its class is "
        f"{representative}.\nTurns are clockwise; the other four images are mirrored.\n"
    )
    panels = [
        [image, "as given" if name == "identity" else name, "", *order_diagram(image)]
        for name, image in images.items()
    ]
    across = max(1, (columns_of(sys.stdout) + 2) // _PANEL)
    for i in range(0, len(panels), across):
        rows = zip(*panels[i : i + across], strict=True)
        put("\n" + "".join("".join(part.ljust(_PANEL) for part in row).rstrip() + "\n" for row in rows))

"""What `turaga square` and `turaga number` share: the start, and the facts about one place of a tour."""

import click

from turaga._version import __version__
from turaga.blocks.implicit import ImplicitTour
from turaga.board import Square
from turaga.notation.writer import board_facts, from_one

start_option = click.option(
    "--start",
    metavar="SQ",
    help="The square with number 1: row,col from 1, or a chess name such as a1.  [default: top left]",
)


def place_facts(tour: ImplicitTour, number: int, square: Square) -> dict[str, object]:
    """The facts as `--json` shows them; the number and the squares are from 1."""
    return {
        "board": board_facts(tour.board),
        "leaper": list(tour.board.leaper),
        "closed": tour.closed,
        "size": tour.size,
        "start": from_one(tour.start),
        "number": number,
        "square": from_one(square),
        "next": from_one(tour.next(square)),
        "previous": from_one(tour.previous(square)),
        "version": __version__,
    }

"""`turaga square`: which square has a number, in a tour that is not made."""

import json

import click

from turaga.blocks.implicit import implicit
from turaga.cli._files import read_board
from turaga.cli._implicit_output import place_facts, start_option
from turaga.cli._options import json_option
from turaga.errors import BadInput
from turaga.text import show


@click.command(
    short_help="Say which square of a tour has a number.",
    epilog="Example: turaga square 1000000000x1000000000 123456789",
)
@click.argument("board", metavar="BOARD")
@click.argument("number", metavar="K", type=int)
@start_option
@json_option
def command(board: str, number: int, start: str | None, as_json: bool) -> int:
    """Say which square has number K, from 1, in a closed tour of BOARD: as row,col from 1.

    BOARD is any with sides of 5 or more and an even number of squares, however big. The tour is the one of
    turaga solve BOARD --method blocks; nothing of it is made but the answer.
    """
    tour = implicit(read_board(board), start)
    if not 1 <= number <= tour.size:
        raise BadInput(
            f"number {number} is not in a tour of {tour.board}",
            accepted=f"numbers are 1 to {tour.size}",
            field="number",
            value=number,
        )
    square = tour[number - 1]
    click.echo(json.dumps(place_facts(tour, number, square)) if as_json else show(square))
    return 0

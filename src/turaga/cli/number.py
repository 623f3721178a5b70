"""`turaga number`: which number a square has, in a tour that is not made."""

import json

import click

from turaga.blocks.implicit import implicit
from turaga.cli._files import read_board
from turaga.cli._implicit_output import place_facts, start_option
from turaga.cli._options import json_option


@click.command(
    short_help="Say which number a square of a tour has.",
    epilog="Example: turaga number 1000000000x1000000000 500000000,500000000",
)
@click.argument("board", metavar="BOARD")
@click.argument("square", metavar="SQ")
@start_option
@json_option
def command(board: str, square: str, start: str | None, as_json: bool) -> int:
    """Say which number, from 1, the square SQ has in a closed tour of BOARD.

    SQ is row,col from 1, or a chess name. BOARD is any with sides of 5 or more and an even number of
    squares, however big. The tour is the one of turaga solve BOARD --method blocks; nothing of it is made
    but the answer.
    """
    tour = implicit(read_board(board), start)
    there = tour.board.parse_square(square)
    number = tour.index(there) + 1
    click.echo(json.dumps(place_facts(tour, number, there)) if as_json else str(number))
    return 0

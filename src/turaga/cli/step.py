"""`turaga step`: which step of a huge tour is on a square, without building the tour."""

import click

from turaga.blocks.implicit import implicit
from turaga.cli._files import read_board
from turaga.cli._help import make_command
from turaga.cli._options import json_option
from turaga.cli._terminal import put
from turaga.cli.square import BOARDS, put_step, start_option


@make_command(
    examples=(
        ("turaga step 8x8 c3", "The step of square c3."),
        ("turaga step 1000000000x1000000000 5,7", "Huge boards are just as fast."),
    ),
    arguments={"BOARD": BOARDS},
    status="0, or 2 for bad input.",
)
@click.argument("board", metavar="BOARD")
@click.argument("square", metavar="SQ")
@start_option
@json_option
def command(board: str, square: str, start: str | None, as_json: bool) -> int:
    """Show at which step a tour visits a square.

    Steps are counted from 1. The tour is the closed tour of turaga solve BOARD --method blocks. It is not
    built, so the size of the board does not matter.
    """
    tour = implicit(read_board(board), start)
    there = tour.board.parse_square(square)
    step = tour.index(there) + 1
    if as_json:
        put_step(tour, step, there)
    else:
        put(f"{step}\n")
    return 0

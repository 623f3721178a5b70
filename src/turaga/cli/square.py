"""`turaga square`: which square a step of a huge tour is on, without building the tour."""

import json

import click

from turaga.blocks.implicit import implicit
from turaga.cli._files import read_board
from turaga.cli._help import make_command
from turaga.cli._implicit_output import BOARDS, start_option, step_facts
from turaga.cli._options import WholeNumber, json_option
from turaga.errors import BadInput
from turaga.text import show


@make_command(
    examples=(
        ("turaga square 8x8 10", "The square of step 10."),
        ("turaga square 1000000000x1000000000 123456789", "Huge boards are just as fast."),
    ),
    arguments={"BOARD": BOARDS, "K": "A step, from 1 to the number of squares."},
    status="0, or 2 for bad input.",
)
@click.argument("board", metavar="BOARD")
@click.argument("step", metavar="K", type=WholeNumber())
@start_option
@json_option
def command(board: str, step: int, start: str | None, as_json: bool) -> int:
    """Show the square at a given step of a tour.

    The square is printed as row,col counted from 1. The tour is the closed tour of turaga solve BOARD
    --method blocks. It is not built, so the size of the board does not matter.
    """
    tour = implicit(read_board(board), start)
    if not 1 <= step <= tour.size:
        raise BadInput(
            f"a tour of {tour.board} has no step {step}",
            accepted=f"steps are 1 to {tour.size}",
            field="number",
            value=step,
        )
    square = tour[step - 1]
    click.echo(json.dumps(step_facts(tour, step, square)) if as_json else show(square))
    return 0

"""`turaga square`: which square a step of a huge tour is on, without building the tour."""

import click

from turaga._version import __version__
from turaga.blocks.implicit import ImplicitTour, implicit
from turaga.board import Square
from turaga.cli._files import read_board
from turaga.cli._help import make_command, option
from turaga.cli._options import WholeNumber, json_option
from turaga.cli._terminal import put, put_json
from turaga.errors import BadInput
from turaga.notation.writer import board_facts, from_one
from turaga.text import show

# What `turaga step` shares with this command.
start_option = option("--start", metavar="SQ", help="The square of step 1. [default: top left]")
BOARDS = (
    "Rows x columns, such as 8x8. Both sides must be 5 or more, and the number of squares even. There is no "
    "upper limit."
)


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
        )
    square = tour[step - 1]
    if as_json:
        put_step(tour, step, square)
    else:
        put(f"{show(square)}\n")
    return 0


def put_step(tour: ImplicitTour, step: int, square: Square) -> None:
    """Print the facts about a step as JSON, with steps and squares counted from 1."""
    put_json(
        {
            "board": board_facts(tour.board),
            "leaper": list(tour.board.leaper),
            "closed": tour.closed,
            "size": tour.size,
            "start": from_one(tour.start),
            "number": step,
            "square": from_one(square),
            "next": from_one(tour.next(square)),
            "previous": from_one(tour.previous(square)),
            "version": __version__,
        }
    )

"""What `turaga square` and `turaga step` share: the start, and the facts about one step of a tour."""

from turaga._version import __version__
from turaga.blocks.implicit import ImplicitTour
from turaga.board import Square
from turaga.cli._help import option
from turaga.notation.writer import board_facts, from_one

start_option = option("--start", metavar="SQ", help="The square of step 1. [default: top left]")
BOARDS = (
    "Rows x columns, such as 8x8. Both sides must be 5 or more, and the number of squares even. There is no "
    "upper limit."
)


def step_facts(tour: ImplicitTour, step: int, square: Square) -> dict[str, object]:
    """The facts as `--json` shows them, with steps and squares counted from 1."""
    return {
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

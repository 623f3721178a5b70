"""`turaga unrank`: the tour with a rank."""

import click

from turaga.board import Board
from turaga.cli._help import make_command, option
from turaga.cli._options import board_argument, json_option
from turaga.cli._outcome_output import Printing, show_option_with
from turaga.cli._sampler import KINDS, get_ready, method_option, named, save_option, say_impossible, show_tour
from turaga.cli._terminal import put_json, tell
from turaga.errors import BadInput
from turaga.notation import facts
from turaga.sample.sampler import NoTours
from turaga.text import short, whole_in
from turaga.tours import Tours


@make_command(
    examples=(
        ("turaga unrank 6x6 9862", "The last closed tour of 6x6."),
        ("turaga unrank 5x5 1 --open", "The first open tour of 5x5."),
    ),
    arguments={"N": "The rank of the tour, from 1."},
    status="0 if there is such a tour, 1 if the board has no tours, 2 for bad input, or if the "
    "rank or the board is too large.",
)
@board_argument
@click.argument("number", metavar="N")
@option(
    "--closed/--open",
    default=True,
    help=f"Among closed tours, or among {KINDS}. [default: --closed]",
)
@method_option
@save_option
@show_option_with("board", "How to print the tour")
@json_option
def command(
    *,
    board: Board,
    number: str,
    closed: bool,
    method: str,
    save: str | None,
    show: str | None,
    as_json: bool,
) -> int:
    """Find the tour with a given rank.

    The sequence of the tours depends on the method. turaga rank with the same method gives N back.
    """
    rank = _parse_rank(number)
    printing = Printing.from_options(board, show, (), as_json)
    printing.require_printable(board)
    tours = Tours(board, closed=closed)
    try:
        ready = get_ready(tours, method=method, save=save, counted=True)
    except NoTours as error:
        return say_impossible(tours, error, as_json=as_json)
    tour = ready.sampler.unrank(rank)
    if as_json:
        put_json({"tours": tours.as_json(), **facts(tour), "outcome": "found", **ready.facts(rank)})
        return ready.status
    show_tour(tour, printing)
    tell(f"{named(tour)}, has rank {rank:,} of {ready.all_tours}.\n{ready.work}")
    return ready.status


def _parse_rank(text: str) -> int:
    """The rank that was typed, perhaps with commas between the thousands."""
    rank = whole_in(text.replace(",", "").replace("_", ""), 4000)
    if rank is None or rank < 1:
        problem = f"the rank N must be a whole number, 1 or more, got {short(text)!r}"
        raise BadInput(problem, field="number")
    return rank

"""`turaga unrank`: the tour with a number."""

import json

import click

from turaga.board import Board
from turaga.cli._options import board_argument, json_option
from turaga.cli._outcome_output import Printing, show_option_with
from turaga.cli._sampler import get_ready, method_option, named, save_option, say_impossible, show_tour
from turaga.cli._terminal import put, tell
from turaga.count.request import Tours
from turaga.errors import BadInput
from turaga.notation import facts
from turaga.sample.sampler import NoTours
from turaga.text import short


@click.command(
    short_help="Find the tour with a number.",
    epilog="Examples: turaga unrank 6x6 9862; turaga unrank 5x5 1 --open",
)
@board_argument
@click.argument("number", metavar="N")
@click.option(
    "--closed/--open", default=True, help="Among closed tours only, or among all.  [default: closed]"
)
@method_option
@save_option
@show_option_with("board")
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
    """Find the tour of BOARD with number N, from 1, in the order of the method: `turaga rank` gives N back.

    Exit status 0 if there is such a tour, 1 if there are none at all, 2 for bad input and for boards too
    large.
    """
    wanted = _parse_number(number)
    printing = Printing.asked(board, show, None, as_json)
    tours = Tours.of(board, closed=closed)
    try:
        ready = get_ready(tours, method=method, save=save, counted=True)
    except NoTours as error:
        return say_impossible(tours, error, as_json=as_json)
    tour = ready.sampler.unrank(wanted)
    if as_json:
        told = {
            **tours.request_json(),
            **facts(tour),
            "outcome": "found",
            "number": wanted,
            "total": ready.sampler.total,
            "method": ready.sampler.name,
            "seconds": round(ready.seconds, 6),
        }
        put(json.dumps(told) + "\n")
        return ready.status
    show_tour(tour, printing)
    tell(f"{named(tour)}, number {wanted:,} of {ready.drawn_from}.\n{ready.words}")
    return ready.status


def _parse_number(text: str) -> int:
    """The number a person wrote, of whatever size."""
    digits = text.strip().replace(",", "").replace("_", "")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 4000 and int(digits) > 0):
        problem = f"number {short(text)!r} is not understood"
        raise BadInput(problem, accepted="give a whole number from 1", field="number", value=text)
    return int(digits)

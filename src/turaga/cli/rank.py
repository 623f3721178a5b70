"""`turaga rank`: the number of a tour."""

import json

import click

from turaga._version import __version__
from turaga.cli._files import read_walk
from turaga.cli._options import json_option
from turaga.cli._sampler import get_ready, method_option, named, save_option
from turaga.cli._terminal import put, tell
from turaga.count.request import Tours
from turaga.errors import BadInput
from turaga.verify import require_tour
from turaga.walk import Tour


@click.command(
    short_help="Say which number a tour has.",
    epilog="Example: turaga solve 6x6 --closed | turaga rank -",
)
@click.argument("file", metavar="FILE|-")
@click.option("--board", metavar="BOARD", help="The board, as 8x8 or @MASKFILE, if the text does not say.")
@click.option("--leaper", metavar="A,B", help="The leaper, if it is not the knight 1,2.")
@click.option(
    "--closed/--open",
    default=None,
    help="Among closed tours only, or among all.  [default: closed if the tour is, else all]",
)
@method_option
@save_option
@json_option
def command(
    *,
    file: str,
    board: str | None,
    leaper: str | None,
    closed: bool | None,
    method: str,
    save: str | None,
    as_json: bool,
) -> int:
    """Say which number, from 1, a tour has among all closed tours of its board; an open one, among all.

    The text is one that `turaga check` reads. Where a closed tour starts and which way it goes makes no
    difference. The order is that of the method: `turaga unrank` with the number gives the tour back.

    Exit status 0, or 2 if the text holds no tour, and for boards too large.
    """
    tour = _read_tour(file, board, leaper)
    tours = Tours(board=tour.board, closed=tour.closed if closed is None else closed)
    if tours.closed and not tour.closed:
        problem = f"{file!r} holds an open tour, and --closed asks for closed ones"
        raise BadInput(problem, accepted="leave it out", field="closed", value=True)
    ready = get_ready(tours, method=method, save=save, counted=True)
    number = ready.sampler.rank(tour)
    if as_json:
        told = {
            **tours.request_json(),
            "number": number,
            "total": ready.sampler.total,
            "method": ready.sampler.name,
            "seconds": round(ready.seconds, 6),
            "version": __version__,
        }
        put(json.dumps(told) + "\n")
        return ready.status
    put(f"{number}\n")
    tell(f"{named(tour)}, number {number:,} of {ready.drawn_from}.\n{ready.words}")
    return ready.status


def _read_tour(file: str, board: str | None, leaper: str | None) -> Tour:
    """The tour a text holds; `BadInput` with the first thing that is wrong with it."""
    reading = read_walk(file, board, leaper)
    report = reading.report
    if not report.is_tour:
        why = report.faults[0].what if report.faults else f"{report.unvisited} squares are unvisited"
        raise BadInput(f"{file!r} holds no tour of {reading.board}", accepted=why, field="file", value=file)
    return require_tour(reading.walk)

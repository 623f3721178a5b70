"""`turaga rank`: the rank of a tour."""

from turaga._version import __version__
from turaga.cli._advice import TWO_DIGITS
from turaga.cli._files import read_walk
from turaga.cli._help import make_command, option
from turaga.cli._options import file_argument, json_option
from turaga.cli._sampler import KINDS, get_ready, method_option, named, save_option
from turaga.cli._terminal import put, put_json, tell
from turaga.errors import BadInput
from turaga.text import plural
from turaga.tours import Tours
from turaga.verify import require_tour
from turaga.walk import Tour


@make_command(
    examples=(("turaga solve 6x6 --closed | turaga rank -", "The rank of a tour."),),
    status="0, or 2 if the file does not contain a tour or the board is too large.",
)
@file_argument
@option(
    "--closed/--open",
    default=None,
    help=f"Rank among closed tours, or among {KINDS}. [default: --closed if the tour is closed]",
)
@method_option
@save_option
@json_option
def command(
    *,
    file: str,
    board: str | None,
    leaper: str | None,
    squares: str | None,
    closed: bool | None,
    method: str,
    save: str | None,
    as_json: bool,
) -> int:
    """Find the rank of a tour among all tours.

    The rank is the tour's position in a fixed sequence of all tours, counted from 1. FILE can have any format
    that turaga check reads. For a closed tour, start and direction make no difference. turaga unrank with the
    same method turns the rank back into the tour.
    """
    tour = _read_tour(file, board, leaper, squares)
    tours = Tours(tour.board, closed=tour.closed if closed is None else closed)
    if tours.closed and not tour.closed:
        problem = f"{file!r} contains an open tour, which has no rank among closed tours"
        raise BadInput(problem, accepted="leave out --closed", field="closed")
    ready = get_ready(tours, method=method, save=save, counted=True)
    rank = ready.sampler.rank(tour)
    if as_json:
        put_json({"tours": tours.as_json(), **ready.facts(rank), "version": __version__})
        return ready.status
    put(f"{rank}\n")
    tell(f"{named(tour)}, has rank {rank:,} of {ready.all_tours}.\n{ready.work}")
    return ready.status


def _read_tour(file: str, board: str | None, leaper: str | None, squares: str | None) -> Tour:
    """The tour in a file; `BadInput` with the first mistake if there is none."""
    reading = read_walk(file, board, leaper, squares)
    report = reading.report
    if not report.is_tour:
        unvisited = f"it leaves {plural(report.unvisited, 'square')} unvisited"
        why = report.faults[0].what if report.faults else unvisited
        why += f"; {TWO_DIGITS}" if reading.two_digits else ""
        raise BadInput(f"{file!r} does not contain a tour of {reading.board}", accepted=why, field="file")
    return require_tour(reading.walk)

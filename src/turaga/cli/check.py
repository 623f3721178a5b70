"""`turaga check`: the format of a file, what it contains, and every mistake with its place."""

from turaga.checking import CheckWalk, check
from turaga.cli._advice import TWO_DIGITS
from turaga.cli._help import make_command, option
from turaga.cli._options import json_option, options
from turaga.cli._sampler import get_ready, save_option, work_of
from turaga.cli._terminal import put_json, put_wrapped, tell
from turaga.errors import BadInput
from turaga.notation import TITLES, Reading
from turaga.sampling.request import TourNumber
from turaga.sampling.sampler import SAMPLERS, numbers_quickly
from turaga.text import listed, plural
from turaga.tours import Tours
from turaga.verify import MOST_FAULTS, require_tour

BAD_INPUT = 2  # exit status
_MOST_SHOWN = 20  # unvisited squares
_NUMBER = "Number"


@make_command(
    examples=(
        ("turaga check tour.txt", "Check a file."),
        ("turaga solve 8x8 | turaga check -", "Check the output of another command."),
        ("turaga check tour.txt --rank", "Also say the number of the tour."),
    ),
    status="0 for a tour, 1 for a walk that is not a tour or a file with mistakes, 2 if the file "
    "cannot be read.",
)
@options(CheckWalk)
@option("--rank", is_flag=True, help="Say the number of a tour, as turaga tours --nth takes it.")
@option("--open", "as_open", is_flag=True, group=_NUMBER, help="The number of a closed tour among all tours.")
@option(
    "--method",
    metavar="METHOD",
    default="auto",
    group=_NUMBER,
    help=f"{listed(['auto', *SAMPLERS], 'or')}: as in turaga tours. Each has its own numbers. [default: "
    f"auto]",
)
@save_option(_NUMBER)
@json_option
def command(
    *, request: CheckWalk, rank: bool, as_open: bool, method: str, save: str | None, as_json: bool
) -> int:
    """Check a tour or a walk, and report mistakes.

    A tour has a number, if that takes less than a second to find or with --rank: a closed one among the
    closed tours, an open one among all tours.
    """
    given = {"--open": as_open, "--method": method != "auto", "--save": save is not None}
    if not rank and (name := next((name for name, one in given.items() if one), None)):
        raise BadInput(f"{name} requires --rank", accepted="it is about the number of a tour", field="rank")
    found = check(request)
    facts = found.as_json()
    lines, status = _lines(request.given.walk), 0 if found.tour else 1
    tours = Tours(found.board, closed=found.closed and not as_open)
    if found.tour and (rank or numbers_quickly(tours)):
        tour = require_tour(request.given.sound)
        ready = get_ready(tours, method=method, save=save, counted=True)
        number = TourNumber.of(tour, ready)
        facts |= number.as_json()
        lines.append(str(number))
        if rank and not as_json:
            tell(work_of(ready))
        status = BAD_INPUT if ready.unsaved else 0
    if as_json:
        put_json(facts)
    else:
        put_wrapped("\n".join(lines) + "\n")
    return status


def _lines(reading: Reading) -> list[str]:
    report, path = reading.report, reading.path
    head = f"{TITLES[reading.format]}, {reading.board}: "
    if not report.is_walk:
        lines = [head + "not a walk", *(fault.what for fault in report.faults)]
        if len(report.faults) == MOST_FAULTS:
            lines.append(f"(these are the first {MOST_FAULTS} mistakes; there may be more)")
        if reading.two_digits:
            lines.append(f"({TWO_DIGITS})")
        return lines
    if path.start is None or path.end is None:
        what = "an empty walk"
    else:
        kind = "a walk" if not report.is_tour else "a closed tour" if report.closed else "an open tour"
        what = (
            f"{kind} of {plural(len(path), 'square')}, from {path.board.show(path.start)} to "
            f"{path.board.show(path.end)}"
        )
    if not report.unvisited:
        return [head + what]
    first = " ".join(path.board.show(square) for square in path.first_unvisited(_MOST_SHOWN))
    more = f" and {report.unvisited - _MOST_SHOWN} more" if report.unvisited > _MOST_SHOWN else ""
    return [f"{head}{what}; {report.unvisited} unvisited: {first}{more}"]

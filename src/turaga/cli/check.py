"""`turaga check`: the format of a text, what it holds, and exactly what is wrong with it and where."""

import json

import click

from turaga.cli._files import read_walk
from turaga.cli._options import json_option
from turaga.notation import TITLES, Reading
from turaga.text import plural, show
from turaga.verify import MOST_FAULTS

_MOST_SHOWN = 20  # unvisited squares


@click.command(
    short_help="Say what a text holds, or what is wrong with it.",
    epilog="Example: turaga solve 8x8 | turaga check -",
)
@click.argument("file", metavar="FILE|-")
@click.option("--board", metavar="BOARD", help="The board, as 8x8 or @MASKFILE, if the text does not say.")
@click.option("--leaper", metavar="A,B", help="The leaper, if it is not the knight 1,2.")
@json_option
def command(file: str, board: str | None, leaper: str | None, as_json: bool) -> int:
    """Say what a text holds: a tour, a walk, or what is wrong with it.

    The text is a number grid, a list of squares (1,1 2,3), chess names (a1 c2), moves ((+1,+2) (-2,+1)),
    Agh's moves, Vandermonde's fractions (1/1 3/2), JSON, or a numpy file; which of these is told from the
    text alone. Exit status 0 for a tour, 1 for anything else that can be read, 2 for what cannot.
    """
    reading = read_walk(file, board, leaper)
    click.echo(json.dumps(reading.as_json()) if as_json else "\n".join(_lines(reading)))
    return 0 if reading.report.is_tour else 1


def _lines(reading: Reading) -> list[str]:
    report, path = reading.report, reading.path
    head = f"{TITLES[reading.format]}, {reading.board}: "
    if not report.is_walk:
        lines = [head + "not a walk", *(fault.what for fault in report.faults)]
        if len(report.faults) == MOST_FAULTS:
            lines.append(f"(these are the first {MOST_FAULTS} faults; there may be more)")
        return lines
    if path.start is None or path.end is None:
        what = "a walk of no squares"
    else:
        kind = "a walk" if not report.is_tour else "a closed tour" if report.closed else "an open tour"
        what = f"{kind} of {plural(len(path), 'square')}, from {show(path.start)} to {show(path.end)}"
    if not report.unvisited:
        return [head + what]
    first = " ".join(show(square) for square in path.first_unvisited(_MOST_SHOWN))
    more = f" and {report.unvisited - _MOST_SHOWN} more" if report.unvisited > _MOST_SHOWN else ""
    return [f"{head}{what}; {report.unvisited} unvisited: {first}{more}"]

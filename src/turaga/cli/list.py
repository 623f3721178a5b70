"""`turaga list`: the tours of a board, one after the other."""

import json
import sys
from contextlib import ExitStack

import click

from turaga.board import Board
from turaga.cli._options import board_argument
from turaga.cli._progress import progress
from turaga.cli._terminal import put, tell
from turaga.count.enumeration import list_batches
from turaga.count.request import Tours
from turaga.errors import BadInput
from turaga.limits import whole_number
from turaga.notation.tour_stream import LINE_FORMATS, parse_line_format, write_json_lines, write_many
from turaga.order import FIRST_ORDER, parse_order
from turaga.rule import SYSTEMS, find_system
from turaga.text import plural
from turaga.theory import verdict


@click.command(
    short_help="List the tours of a board, one after the other.",
    epilog="Examples: turaga list 5x5 --limit 3; turaga list 6x6 --closed --show board; "
    "turaga list 3x12 --like klochko --limit 3",
)
@board_argument
@click.option(
    "--closed/--open",
    default=False,
    help="Closed tours, or open ones, among which are those that could be closed.  [default: open]",
)
@click.option("--directed", is_flag=True, help="Each tour both ways, not once.")
@click.option("--start", metavar="SQ", help="Tours from there: row,col from 1, or a chess name such as a1.")
@click.option("--end", metavar="SQ", help="Tours to there.")
@click.option(
    "--order", metavar="ORDER", help="The directions in the order they are tried.  [default: 12345678]"
)
@click.option(
    "--like",
    metavar="|".join(SYSTEMS),
    help="The order of a published system, and each tour both ways, as a plain search finds them.",
)
@click.option(
    "--from", "first", type=int, default=1, metavar="N", help="Begin with tour number N.  [default: 1]"
)
@click.option("--limit", type=int, metavar="K", help="List at most K tours.  [default: all]")
@click.option(
    "--show", "form", metavar="|".join(LINE_FORMATS), help="How each tour is written.  [default: squares]"
)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="One JSON object a line: number, start, end, closed, squares.",
)
def command(
    *,
    board: Board,
    closed: bool,
    directed: bool,
    start: str | None,
    end: str | None,
    order: str | None,
    like: str | None,
    first: int,
    limit: int | None,
    form: str | None,
    as_json: bool,
) -> int:
    """List the tours of BOARD in a fixed order, one a line, as they are found.

    The order is that of a plain search: starts row by row, and from each square the directions in the order
    given. An open tour is listed once, from that of its ends which comes first on the board, row by row; a
    closed one from the first square of the board or the start given, the way round that comes first. With
    --start all open tours from there are listed, with --end alone all to there, each as it is listed from
    there, reversed; with --directed all tours both ways.

    A line can be read by `turaga check -`, given --board and --leaper where there are holes or another
    leaper. Number grids have an empty line between them. The tours go to stdout and everything else to
    stderr. Exit status 0, 1 if there is no such tour, 2 for bad input."""
    written = _asked_form(form, as_json)
    order = _asked_order(order, like)
    first = whole_number("--from", first, 1, field="from")
    limit = None if limit is None else whole_number("--limit", limit, 1, field="limit")
    both_ways = directed or like is not None
    tours = Tours.of(board, closed=closed, directed=both_ways, start=start, end=end)
    listed = _list(tours, order, first, limit, written)
    if listed:
        past = f" from number {first} on" if first > 1 else ""
        tell(f"{plural(listed, 'tour')} listed{past}: {tours.words}.")
        return 0
    answer = verdict(tours.question)
    proved = answer.exists is False
    reason = answer.reason if proved else f"every walk was tried, and there are no {tours.words}"
    if as_json and first == 1:
        put(json.dumps({"outcome": "impossible", "reason": reason, **tours.as_json()}) + "\n")
    elif first > 1 and not proved:
        tell(f"There is no tour number {first}: there are fewer {tours.words}.")
    else:
        tell(f"Impossible: {reason}.")
    return 1


def _asked_form(form: str | None, as_json: bool) -> str:
    if as_json and form is not None:
        problem = "--show and --json do not go together"
        raise BadInput(problem, accepted="the JSON objects hold the squares", field="show")
    return "json" if as_json else parse_line_format("squares" if form is None else form)


def _asked_order(order: str | None, like: str | None) -> str:
    """The order given, else that of the system, else the first."""
    system = None if like is None else find_system(like).rule.order
    return parse_order(order) if order is not None else system or FIRST_ORDER


def _list(tours: Tours, order: str, first: int, limit: int | None, form: str) -> int:
    """Print them as they come; how many there were comes back."""
    listed = 0
    with ExitStack() as stack:
        report = stack.enter_context(progress())
        for batch in list_batches(tours, order=order, first=first, most=limit, progress=report):
            if sys.stdout.isatty():
                stack.close()  # the bar and the tours would write over each other
            if form == "json":
                text = write_json_lines(tours.board, batch, first + listed)
            else:
                text = write_many(tours.board, batch, form)
            if listed and form == "board":
                text = "\n" + text
            put(text)
            listed += len(batch)
    return listed

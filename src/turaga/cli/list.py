"""`turaga list`: the tours of a board, one after the other."""

import sys
from contextlib import ExitStack

from turaga.board import Board
from turaga.cli._help import make_command, option
from turaga.cli._options import WholeNumber, board_argument, only_between_options
from turaga.cli._outcome_output import SHOWN, parse_forms, require_one_form
from turaga.cli._progress import progress
from turaga.cli._terminal import put, put_json, tell
from turaga.counting.enumeration import list_batches
from turaga.errors import BadInput
from turaga.notation.formats import require_digits
from turaga.notation.tour_stream import LINE_FORMATS, parse_line_format, write_json_lines, write_many
from turaga.order import FIRST_ORDER, parse_order
from turaga.rule import SYSTEMS, find_system
from turaga.text import listed, plural
from turaga.theory import verdict
from turaga.tours import Tours


@make_command(
    examples=(
        ("turaga list 5x5 --limit 3", "The first three tours of 5x5."),
        ("turaga list 6x6 --closed --show board", "All closed tours, as number grids."),
        ("turaga list 5x5 --start 1,1", "All tours that start at 1,1."),
    ),
    status="0, 1 if there are no such tours, 2 for bad input.",
)
@board_argument
@option(
    "--closed/--open",
    default=False,
    help="Closed tours, or open tours, including tours that can be closed. [default: --open]",
)
@option("--limit", type=WholeNumber(1), metavar="K", help="List at most K tours. [default: all]")
@only_between_options
@option(
    "--show",
    "form",
    metavar="FORMAT",
    help=f"How to print each tour: {listed(LINE_FORMATS, 'or')}. [default: squares]",
)
@option("--directed", is_flag=True, group="Sequence", help="List each tour in both directions.")
@option(
    "--order",
    metavar="ORDER",
    group="Sequence",
    takes_order=True,
    help="The order in which directions are tried. [default: 12345678]",
)
@option(
    "--like",
    metavar="SYSTEM",
    group="Sequence",
    help=f"Use the order of a published program ({listed(SYSTEMS, 'or')}), and list each tour in both "
    "directions, as a plain search finds them.",
)
@option(
    "--from",
    "first",
    type=WholeNumber(1),
    default=1,
    metavar="N",
    group="Sequence",
    help="Begin with the N-th tour. [default: 1]",
)
@option(
    "--json",
    "as_json",
    is_flag=True,
    group="Output",
    help="Print one JSON object per line: number, start, end, closed, squares.",
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
    """List the tours of a board.

    Tours are printed one per line, in the sequence in which a plain search finds them: it tries the starts
    row by row, and at each square the directions in the given order. turaga check - reads such a line (add
    --board and --leaper if there are holes or another leaper).

    An open tour is listed once, from the end that comes first on the board, row by row. A closed tour is
    listed from the first square, or from --start, in the direction that the search finds first. With --start,
    all open tours from there are listed; with --end alone, all open tours to there.
    """
    written = _parse_show(form, as_json)
    if written == "bencic":
        require_digits(board)
    system = None if like is None else find_system(like).rule.order
    order = parse_order(order) if order is not None else system or FIRST_ORDER
    both_directions = directed or like is not None
    tours = Tours(board, closed=closed, directed=both_directions, start=start, end=end)
    found = _list(tours, order, first, limit, written)
    if found:
        past = f", from tour {first} on" if first > 1 else ""
        tell(f"Listed {plural(found, 'tour')}{past}: {tours.words}.")
        return 0
    answer = verdict(tours.forwards)
    proved = answer.exists is False
    reason = answer.reason if proved else f"a search of all walks found no {tours.words}"
    if as_json and first == 1:
        put_json({"outcome": "impossible", "reason": reason, "tours": tours.as_json()})
    elif first > 1 and not proved:
        tell(f"There is no tour {first}: there are fewer {tours.words}.")
    else:
        tell(f"Impossible: {reason}.")
    return 1


def _parse_show(form: str | None, as_json: bool) -> str:
    if as_json and form is not None:
        problem = "--show cannot be used with --json"
        raise BadInput(problem, accepted="the JSON objects contain the squares", field="show")
    if form is not None and "," in form:
        require_one_form(parse_forms("--show", form, SHOWN), form)
    return "json" if as_json else parse_line_format("squares" if form is None else form)


def _list(tours: Tours, order: str, first: int, limit: int | None, form: str) -> int:
    """Print the tours as they are found, and return how many there were."""
    count = 0
    with ExitStack() as stack:
        report = stack.enter_context(progress())
        for batch in list_batches(tours, order=order, first=first, most=limit, progress=report):
            if sys.stdout.isatty():
                stack.close()  # the bar and the tours would overwrite each other
            if form == "json":
                text = write_json_lines(tours.board, batch, first + count)
            else:
                text = write_many(tours.board, batch, form)
            if count and form == "board":
                text = "\n" + text
            put(text)
            count += len(batch)
    return count

"""`turaga mend`: a tour made of a walk, by Euler's method."""

import click

from turaga.cli._files import read_walk
from turaga.cli._options import json_option
from turaga.cli._outcome_output import Printing, out_option, show_option
from turaga.cli._progress import progress
from turaga.solve.euler import repair


@click.command(
    short_help="Make a tour of a walk, by Euler's method.",
    epilog="Examples: turaga mend walk.txt --close --explain; "
    "turaga solve 8x8 --like bencic --start 5,3 | turaga mend -",
)
@click.argument("file", metavar="FILE|-")
@click.option("--close", is_flag=True, help="A closed tour: its last square is a move from its first.")
@click.option("--end", metavar="SQ", help="Where it is to end: row,col from 1, or a chess name such as a1.")
@click.option("--free-start", is_flag=True, help="Let the tour start elsewhere than the walk.")
@click.option("--explain", is_flag=True, help="Tell every reversal and insertion, with its squares.")
@click.option("--board", metavar="BOARD", help="The board, as 8x8 or @MASKFILE, if the text does not say.")
@click.option("--leaper", metavar="A,B", help="The leaper, if it is not the knight 1,2.")
@click.option(
    "--seed", type=int, default=0, metavar="N", help="For the tries after one that failed.  [default: 0]"
)
@click.option("--time-limit", type=float, metavar="S", help="Give up after S seconds.")
@click.option(
    "--step-limit", type=int, metavar="N", help="Give up after N squares entered and ends looked at."
)
@show_option
@out_option
@json_option
def command(
    *,
    file: str,
    close: bool,
    end: str | None,
    free_start: bool,
    explain: bool,
    board: str | None,
    leaper: str | None,
    seed: int,
    time_limit: float | None,
    step_limit: int | None,
    show: str | None,
    out: str | None,
    as_json: bool,
) -> int:
    """Make a tour of the walk in FILE, by turning stretches of it round and putting missing squares in.

    The text is read as by `turaga check`. The tour keeps the walk's start unless --free-start. It is
    printed on stdout and what happened on stderr. Exit status 0 if a tour was made, 1 if there is none,
    3 if the method gave up (the longest walk is printed then), 2 for bad input.
    """
    walk = read_walk(file, board, leaper).walk
    printing = Printing.asked(walk.board, show, out, as_json)
    printing.require_printable(walk.board)
    with progress() as report:
        outcome = repair(
            walk,
            close=close,
            end=end,
            free_start=free_start,
            seed=seed,
            explain=explain,
            step_limit=step_limit,
            time_limit=time_limit,
            progress=report,
        )
        printing.save(outcome, report)
    return printing.show(outcome)

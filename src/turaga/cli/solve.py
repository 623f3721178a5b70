"""`turaga solve`: a tour of a board, or the reason there is none, or the best walk."""

import click

from turaga.board import Board
from turaga.cli._answers import Printing, out_option, show_option
from turaga.cli._options import RuleChoice, board_argument, json_option, rule_options
from turaga.cli._progress import progress
from turaga.solve import METHODS, solve

__all__ = ["command"]


@click.command(
    short_help="Find a tour of a board.",
    epilog="Examples: turaga solve 8x8; turaga solve 6x6 --closed --method search; "
    "turaga solve 300 --start a1 --out tour.npy",
)
@board_argument
@click.option(
    "--start",
    metavar="SQ",
    help="Where to start: row,col from 1, or a chess name such as a1.  [default: top left]",
)
@click.option("--closed", is_flag=True, help="A closed tour: its last square is a move from its first.")
@click.option(
    "--method",
    metavar="|".join(METHODS),
    help="greedy: walk by the rule. search: with backtracking.  [default: greedy]",
)
@rule_options
@click.option("--best", is_flag=True, help="Where colour rules a tour out, a walk of all squares but one.")
@click.option(
    "--time-limit",
    type=float,
    metavar="S",
    help="Give up after S seconds (compiling a kernel, once after installation, is not cut short).",
)
@click.option("--step-limit", type=int, metavar="N", help="Give up after N squares entered.")
@click.option(
    "--prune/--no-prune",
    default=None,
    help="Let the search turn back early, keeping the answer.  [default: on; off with --like]",
)
@click.option(
    "--shortcuts/--no-shortcuts",
    default=None,
    help="Let colour rule a start out before walking.  [default: on; off with --like]",
)
@show_option
@out_option
@json_option
def command(
    *,
    board: Board,
    choice: RuleChoice,
    start: str | None,
    closed: bool,
    method: str | None,
    best: bool,
    time_limit: float | None,
    step_limit: int | None,
    prune: bool | None,
    shortcuts: bool | None,
    show: str | None,
    out: str | None,
    as_json: bool,
) -> int:
    """Find a tour of BOARD: 8, 8x8, 3x12 (rows x columns), or @FILE with a mask of . and #.

    The tour is printed on stdout and what happened on stderr. Exit status 0 if a tour was found, 1 if
    there is none, 3 if the method gave up (the best walk is printed then), 2 for bad input.
    """
    printing = Printing.asked(board, show, out, as_json)
    with progress() as report:
        outcome = solve(
            board,
            start=start,
            closed=closed,
            method=method,
            rule=choice.rule,
            like=choice.like,
            seed=choice.seed,
            retries=choice.retries,
            orders=choice.orders,
            best=best,
            shortcuts=shortcuts,
            prune=prune,
            step_limit=step_limit,
            time_limit=time_limit,
            progress=report,
        )
        printing.save(outcome, report)
    return printing.show(outcome)

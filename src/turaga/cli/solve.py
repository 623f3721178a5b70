"""`turaga solve`: a tour of a board, or the reason there is none, or the best walk."""

import json

import click

from turaga.board import Board
from turaga.cli._files import format_of_name, write_output
from turaga.cli._options import RuleChoice, board_argument, json_option, rule_options
from turaga.cli._progress import progress
from turaga.cli._terminal import put, tell, too_wide
from turaga.errors import BadInput
from turaga.notation import FORMATS, parse_format, write
from turaga.notation.writing import refuse_large_grid
from turaga.solve import METHODS, MOST_SQUARES, Found, GaveUp, Impossible, Outcome, solve
from turaga.tour import Walk
from turaga.wording import plural, short
from turaga.wording import show as show_square

__all__ = ["command"]

_STATUS = {"found": 0, "impossible": 1, "gave-up": 3}
_SHOWN = tuple(word for word in FORMATS if word != "json")


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
@click.option(
    "--show",
    metavar="|".join([*_SHOWN, "none"]),
    help="How to print the walk.  [default: board; none with --out]",
)
@click.option(
    "--out",
    metavar="FILE",
    help="Save the walk: a number grid, or JSON or .npy by its ending; - is stdout.",
)
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
    out = None if out == "-" else out
    form = _asked_form(show, as_json)
    printed = not as_json and form != "none" and (show is not None or out is None)
    wide = show is None and form == "board" and too_wide(board.cols * (len(str(board.size)) + 1) - 1)
    as_text = (printed and form == "board" and not wide) or (
        out is not None and format_of_name(out) == "board"
    )
    if as_text and board.size <= MOST_SQUARES:  # of more, `solve` itself has something to say
        refuse_large_grid(board, board.size)  # now, and not when the tour is found
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
        walk = outcome.walk
        if out is not None and walk is not None:
            if report:
                report("writing", 0, 0)
            write_output(out, walk)
    if as_json:
        put(json.dumps(outcome.as_json()) + "\n")
    else:
        if walk is not None and printed:
            if wide:
                tell("(the board is too wide for this terminal: --show board prints it, --out FILE saves it)")
            else:
                put(write(walk, form))
        tell(_what_happened(outcome, out))
    return _STATUS[outcome.word]


def _asked_form(show: str | None, as_json: bool) -> str:
    """How to show the walk, settled before any work is done."""
    if show is None or show.strip().lower() == "none":
        return "board" if show is None else "none"
    if as_json:
        raise BadInput("--show and --json do not go together: the JSON object holds the squares")
    try:
        form = parse_format(show)
    except BadInput:
        form = ""
    if form not in _SHOWN:
        raise BadInput(f"--show {short(show)!r} is not known: write {', '.join(_SHOWN)} or none")
    return form


def _what_happened(outcome: Outcome, out: str | None) -> str:
    """The outcome in words, then the work it took."""
    board = outcome.board
    match outcome:
        case Found(tour):
            kind = "A closed tour" if tour.closed else "An open tour"
            first = f"{kind} of {board}{_ends(tour)}, {outcome.reason}."
        case Impossible(reason):
            first = f"Impossible: {reason}."
        case GaveUp(best):
            state = "an open tour" if best.complete else f"{len(best)} of {plural(board.size, 'square')}"
            first = f"Gave up: {outcome.reason}. The best walk is {state}{_ends(best)}."
    lines = [first]
    if outcome.steps:
        work = [outcome.method, plural(outcome.steps, "step")]
        work += [plural(outcome.backtracks, "backtrack")] if outcome.backtracks else []
        work += [plural(outcome.retries, "retry", "retries")] if outcome.retries else []
        lines.append(f"{', '.join(work)}, {outcome.seconds:.3f} s; {outcome.rule}")
    if out is not None:
        lines.append(f"saved to {out}" if outcome.walk is not None else f"nothing saved to {out}")
    return "\n".join(lines)


def _ends(walk: Walk) -> str:
    return f", from {show_square(walk[0])} to {show_square(walk[-1])}"

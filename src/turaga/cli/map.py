"""`turaga map`: the walk from every start of a board, as a board of unvisited squares."""

import json

import click

from turaga.board import Board
from turaga.cli._options import RuleChoice, board_argument, json_option, rule_options
from turaga.cli._progress import progress
from turaga.cli._terminal import put, too_wide
from turaga.solve.start_map import StartMap, map_starts
from turaga.text import plural, show

_MOST_SHOWN = 20


@click.command(
    short_help="Walk by a rule from every start of a board.",
    epilog="Example: turaga map 8x8 --like serafeimidis",
)
@board_argument
@rule_options
@json_option
def command(*, board: Board, choice: RuleChoice, as_json: bool) -> int:
    """Walk by the rule from every start of BOARD and print how many squares each walk leaves.

    0 is a complete walk, # a hole. Below the board: how many starts completed, which walks closed, and
    the time. Of a system that searches, --like takes the rule alone. Exit status 0, or 2 for bad input.
    """
    with progress() as report:
        starts = map_starts(
            board,
            choice.rule,
            seed=choice.seed,
            retries=choice.retries or 0,
            orders=choice.orders,
            progress=report,
        )
    put((json.dumps(starts.as_json()) if as_json else "\n".join(_lines(starts))) + "\n")
    return 0


def _lines(starts: StartMap) -> list[str]:
    width = len(str(max(starts.unvisited)))
    if too_wide(starts.board.cols * (width + 1) - 1):
        lines = ["(the map is too wide for this terminal: send it to a file or a pipe to see it)"]
    else:
        lines = [
            " ".join(("#" if left is None else str(left)).rjust(width) for left in row)
            for row in starts.rows()
        ]
    lines.append("")
    rate = f"{starts.complete} of {plural(starts.starts, 'start')} complete ({starts.success_rate:.2%})"
    if starts.allowed < starts.starts:
        rate += f"; colour allows {starts.allowed}"
    lines.append(rate)
    closed = plural(len(starts.closed), "closed tour")
    if starts.closed:
        more = len(starts.closed) - _MOST_SHOWN
        closed += f", from {' '.join(show(square) for square in starts.closed[:_MOST_SHOWN])}"
        closed += f" and {more} more" if more > 0 else ""
    lines.append(closed)
    work = [plural(starts.steps, "step")]
    work += [plural(starts.retries, "retry", "retries")] if starts.retries else []
    lines.append(f"{', '.join(work)}, {starts.seconds:.3f} s; {starts.rule}")
    return lines

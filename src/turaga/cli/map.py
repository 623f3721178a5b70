"""`turaga map`: walk by a rule from every start of a board, and show the squares left unvisited."""

import json

from turaga.board import Board
from turaga.cli._help import make_command
from turaga.cli._options import RuleChoice, board_argument, json_option, rule_only_options
from turaga.cli._progress import progress
from turaga.cli._terminal import put, put_wrapped, too_wide
from turaga.solve.start_map import StartMap, map_starts
from turaga.text import plural, show

_MOST_SHOWN = 20


@make_command(
    examples=(
        ("turaga map 8x8", "Walk from every square of 8x8."),
        ("turaga map 8x8 --like serafeimidis", "Use the rule of a published program."),
    ),
    status="0, or 2 for bad input.",
)
@board_argument
@rule_only_options
@json_option
def command(*, board: Board, choice: RuleChoice, as_json: bool) -> int:
    """Walk by a rule from every square of a board.

    The map shows how many squares each walk leaves unvisited: 0 is a tour, # a hole. Below it are
    the number of complete walks, the starts of closed tours, and the time. --like uses only the rule of a
    program, even if that program searches.
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
    if as_json:
        put(json.dumps(starts.as_json()) + "\n")
    else:
        put_wrapped("\n".join(_lines(starts)) + "\n")
    return 0


def _lines(starts: StartMap) -> list[str]:
    width = len(str(max(starts.unvisited)))
    if too_wide(starts.board.cols * (width + 1) - 1):
        lines = ["(too wide for this terminal: redirect the output to a file to see it)"]
    else:
        lines = [
            " ".join(("#" if left is None else str(left)).rjust(width) for left in row)
            for row in starts.rows()
        ]
    lines.append("")
    rate = f"{starts.complete} of {plural(starts.starts, 'start')} complete ({starts.success_rate:.2%})"
    if starts.allowed < starts.starts:
        rate += f"; the colours of the squares allow {starts.allowed}"
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

"""`turaga map`: walk by a rule from every start of a board, and show the squares left unvisited."""

from turaga.cli._help import make_command, option
from turaga.cli._options import json_option, options
from turaga.cli._progress import progress
from turaga.cli._terminal import put_json, put_wrapped, tell, too_wide
from turaga.errors import BadInput
from turaga.solve.start_map import MapStarts, StartMap
from turaga.text import duration, plural, sentence
from turaga.threads import cores

_MOST_SHOWN = 20
_LONG = 60  # seconds; for more than this, the command wants --yes


@make_command(
    examples=(
        ("turaga map 8x8", "Walk from every square of 8x8."),
        ("turaga map 8x8 --rule serafeimidis", "Use the rule of a published program."),
    ),
    status="0, or 2 for bad input.",
)
@options(MapStarts)
@option(
    "--yes",
    is_flag=True,
    group="Limits",
    help="Start even if the walks will take more than a minute, which they do from about 300x300 on.",
)
@json_option
def command(*, request: MapStarts, yes: bool, as_json: bool) -> int:
    """Walk by a rule from every square, and show which starts fail.

    The map shows how many squares each walk leaves unvisited: 0 is a tour, # a hole. Below it are
    the number of complete walks, the starts of closed tours, and the time.
    """
    board = request.board
    if request.expected_seconds > _LONG:
        minutes = round(request.expected_seconds / 60)
        time = plural(minutes, "minute") if minutes < 60 else plural(round(minutes / 60), "hour")
        walks = f"{plural(board.size, 'walk', grouped=True)} on {board}, of up to {board.size:,} steps each"
        expected = f"the {walks}, take about {time} on {plural(cores(), 'core')}"
        if not yes:
            raise BadInput(expected, accepted="use --yes to start them", field="board")
        tell(sentence(expected))
    with progress() as report:
        starts = request.run(progress=report)
    if as_json:
        put_json(starts.as_json())
    else:
        put_wrapped("\n".join(_lines(starts)) + "\n")
    return 0


def _lines(starts: StartMap) -> list[str]:
    width = len(str(max(starts.unvisited)))
    if too_wide(starts.board.cols * (width + 1) - 1):
        lines = ["(too wide for this terminal: redirect the output to a file to see it)"]
    else:
        lines = [
            " ".join(("#" if left is None else str(left)).rjust(width) for left in row) for row in starts.rows
        ]
    lines.append("")
    rate = f"{starts.complete} of {plural(starts.starts, 'start')} complete ({starts.success_rate:.2%})"
    if starts.allowed < starts.starts:
        rate += f"; the colours of the squares allow {starts.allowed}"
    lines.append(rate)
    closed = plural(len(starts.closed), "closed tour")
    if starts.closed:
        more = len(starts.closed) - _MOST_SHOWN
        closed += f", from {' '.join(starts.board.show(square) for square in starts.closed[:_MOST_SHOWN])}"
        closed += f" and {more} more" if more > 0 else ""
    lines.append(closed)
    work = [plural(starts.steps, "step")]
    work += [plural(starts.retries, "retry", "retries")] if starts.retries else []
    lines.append(f"{', '.join(work)}, {duration(starts.seconds)}; {starts.rule}")
    return lines

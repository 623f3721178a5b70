"""`turaga explain`: whether a board has a tour, and why."""

import sys

from turaga.board import Board
from turaga.cli._advice import advise_trimming
from turaga.cli._help import make_command, option
from turaga.cli._options import SECONDS, board_argument, json_option, trim_option
from turaga.cli._progress import progress
from turaga.cli._terminal import columns_of, put, put_json, tell, wrap
from turaga.draw.explanation_picture import explanation_lines, lines_width
from turaga.solve.explanation import Explanation, explain

STATUS = {True: 0, False: 1, None: 3}
_WIDTH = 96
_MOST_COLUMNS = 40  # of a board that is shown


@make_command(
    examples=(
        ("turaga explain 4x9 --closed", "Why 4x9 has no closed tour."),
        ("turaga explain 3x8 --start 2,3", "Whether there is a tour from 2,3."),
    ),
    status="0 if there is a tour, 1 if there is none, 3 if the answer is not known, 2 for bad input.",
)
@board_argument
@trim_option
@option("--closed", is_flag=True, help="Ask for a closed tour.")
@option("--start", metavar="SQ", help="Ask for a tour that starts here.")
@option("--end", metavar="SQ", help="Ask for a tour that ends here.")
@option(
    "--time-limit",
    type=SECONDS,
    metavar="S",
    group="Limits",
    help="Search for at most S seconds, if theory does not decide. With --trim, half of them are for that.",
)
@json_option
def command(
    *,
    board: Board,
    trim: bool,
    start: str | None,
    end: str | None,
    closed: bool,
    time_limit: float | None,
    as_json: bool,
) -> int:
    """Explain why a board has a tour, or why it has none.

    The explanation names the theorem, its source, and a method that builds the tour. If a few squares prove
    that there is no tour, it lists them and marks them on a picture of the board.
    """
    facts: dict[str, object] = {}
    if trim:
        from turaga.cli._trimming import find_trimmed, trim_facts  # only for --trim

        time_limit = None if time_limit is None else time_limit / 2
        trimmed, board = find_trimmed(board, start=start, end=end, closed=closed, time_limit=time_limit)
        facts = {"trimmed": trim_facts(trimmed)}
    with progress() as report:
        explanation = explain(
            board, start=start, end=end, closed=closed, time_limit=time_limit, progress=report
        )
    if as_json:
        put_json({**explanation.as_json(), **facts})
    else:
        put(_text(explanation))
    if explanation.exists is False and not (trim or as_json):
        advise_trimming(board)
    return STATUS[explanation.exists]


def _text(explanation: Explanation) -> str:
    answer = {True: "Yes", False: "No", None: "Not known"}[explanation.exists]
    lines = [f"Is there {explanation.tour_words}?", f"{answer}: {explanation.reason}.", *explanation.lines]
    if explanation.construction:
        lines.append(explanation.construction)
    if explanation.source:
        lines.append(f"Source: {explanation.source}.")
    width = min(_WIDTH, columns_of(sys.stdout, _WIDTH))
    text = "".join(f"{piece}\n" for line in lines for piece in wrap(line, width))
    if _has_picture(explanation):
        text += "".join(f"{line}\n" for line in ("", *explanation_lines(explanation, width)))
    return text


def _has_picture(explanation: Explanation) -> bool:
    """Whether a picture follows the text. Say so if there should be one, but there is no room for it."""
    if explanation.certificate is None and not explanation.squares:
        return False
    width = min(_WIDTH, columns_of(sys.stdout, _WIDTH))
    if explanation.tours.board.cols <= _MOST_COLUMNS and lines_width(explanation) <= width:
        return True
    where = "for this terminal" if sys.stdout.isatty() else "to show here"
    tell(f"(the picture is too wide {where}: save it with turaga draw BOARD --explain -o FILE)")
    return False

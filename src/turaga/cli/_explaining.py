"""`solve --why`: the explanation of why there is a tour or why there is none, with a picture of the proof."""

import sys

from turaga.cli._progress import progress
from turaga.cli._terminal import columns_of, put, tell, wrap
from turaga.pictures.explanation_picture import explanation_lines, lines_width
from turaga.solve import Outcome, Solve
from turaga.solve.explanation import Explanation, explain_request
from turaga.walk import Walk

STATUS = {True: 0, False: 1, None: 3}
_WIDTH = 96
_MOST_COLUMNS = 40  # of a board that is shown


def find_explanation(request: Solve, outcome: Outcome | None) -> Explanation:
    """Explain an outcome, or only what theory knows if there is none."""
    with progress() as report:
        return explain_request(request, outcome, report)


def put_explanation(explanation: Explanation, walk: Walk | None = None) -> None:
    """Print the explanation: to stderr if there is a walk, which goes to stdout."""
    if walk is None:
        put(_text(explanation))
    else:
        tell(_text(explanation).rstrip("\n"))


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
    tell(f"(the picture is too wide {where}: save it with turaga draw BOARD --why -o FILE)")
    return False

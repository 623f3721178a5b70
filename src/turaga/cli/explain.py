"""`turaga explain`: whether a board has a tour, and why, at length."""

import json
import textwrap

import click

from turaga.board import Board
from turaga.cli._options import board_argument, json_option
from turaga.cli._progress import progress
from turaga.cli._terminal import put
from turaga.solve.explanation import Explanation, explain
from turaga.text import show

_STATUS = {True: 0, False: 1, None: 3}
_WIDTH = 96


@click.command(
    short_help="Say why a board has a tour, or none.",
    epilog="Examples: turaga explain 4x9 --closed; turaga explain 3x8 --start 2,3; turaga explain 5x8 "
    "--start 3,2 --end 1,2",
)
@board_argument
@click.option("--start", metavar="SQ", help="Where the tour is to start.  [default: anywhere]")
@click.option("--end", metavar="SQ", help="Where it is to end.  [default: anywhere]")
@click.option("--closed", is_flag=True, help="Whether there is a closed tour.")
@click.option(
    "--time-limit", type=float, metavar="S", help="Where it must be searched, for at most S seconds."
)
@json_option
def command(
    *,
    board: Board,
    start: str | None,
    end: str | None,
    closed: bool,
    time_limit: float | None,
    as_json: bool,
) -> int:
    """Say whether BOARD has a tour, why, who proved it, and what makes it.

    Exit status 0 if there is one, 1 if there is none, 3 if that could not be told, 2 for bad input.
    """
    with progress() as report:
        explanation = explain(
            board, start=start, end=end, closed=closed, time_limit=time_limit, progress=report
        )
    put(json.dumps(explanation.as_json()) + "\n" if as_json else _text(explanation))
    return _STATUS[explanation.exists]


def _text(explanation: Explanation) -> str:
    answer = {True: "Yes", False: "No", None: "Not known"}[explanation.exists]
    lines = [_question(explanation), f"{answer}: {explanation.reason}.", *explanation.lines]
    if explanation.construction:
        lines.append(explanation.construction)
    if explanation.source:
        lines.append(f"Source: {explanation.source}.")
    return "".join(textwrap.fill(line, _WIDTH, break_on_hyphens=False) + "\n" for line in lines)


def _question(explanation: Explanation) -> str:
    question = explanation.question
    board = question.board
    asked = f"Is there a{' closed' if question.closed else ''} tour of {board}"
    if question.start is not None:
        asked += f" from {show(question.start)}"
    if question.end is not None:
        asked += f" to {show(question.end)}"
    return f"{asked}?"

"""`turaga solve`: a tour of a board, or the reason there is none, or the best walk."""

import os
from typing import TYPE_CHECKING

import click

from turaga.board import Board
from turaga.cli._options import (
    RuleChoice,
    board_argument,
    end_options,
    json_option,
    prune_option,
    rule_options,
    start_option,
)
from turaga.cli._outcome_output import Printing, out_option, show_option
from turaga.cli._progress import progress
from turaga.cli._terminal import tell
from turaga.errors import BadInput
from turaga.solve import METHODS, Request, solve_request
from turaga.solve.decision import Refuse, decide
from turaga.text import short

if TYPE_CHECKING:
    from turaga.cli._picture_output import Drawing


@click.command(
    short_help="Find a tour of a board.",
    epilog="Examples: turaga solve 8x8; turaga solve 20x20 --closed --start a1; turaga solve 7x9 --start 1,1 "
    "--end 4,4; turaga solve 10000 --out tour.npy",
)
@board_argument
@start_option
@end_options
@click.option(
    "--method",
    metavar="|".join(METHODS),
    help="; ".join(f"{name}: {method.what}" for name, method in METHODS.items()) + ".  [default: auto]",
)
@click.option(
    "--fix",
    metavar="K=SQ",
    multiple=True,
    help="Number K of the tour, from 1, is on this square; may be given again. Without --start the tour then "
    "starts anywhere. Needs extra exact.",
)
@rule_options
@click.option("--best", is_flag=True, help="Where theory rules a tour out, a walk of all squares but one.")
@click.option(
    "--time-limit",
    type=float,
    metavar="S",
    help="Give up after S seconds (compiling a kernel, once after installation, is not cut short).",
)
@click.option(
    "--step-limit",
    type=int,
    metavar="N",
    help="Give up after N squares entered (with narrow about N states, with exact about N conflicts).",
)
@prune_option
@click.option(
    "--shortcuts/--no-shortcuts",
    default=None,
    help="Let theory rule a tour out before walking.  [default: on; off with --like]",
)
@click.option("--explain", is_flag=True, help="Tell how the tour came about, or why there is none.")
@show_option
@out_option
@click.option(
    "--draw",
    metavar="FILE",
    help="Draw the walk too: .svg, .png, .gif or .txt by its ending; `turaga draw` has more to choose.",
)
@json_option
def command(
    *,
    board: Board,
    choice: RuleChoice,
    start: str | None,
    end: str | None,
    closed: bool,
    fix: tuple[str, ...],
    method: str | None,
    best: bool,
    time_limit: float | None,
    step_limit: int | None,
    prune: bool | None,
    shortcuts: bool | None,
    explain: bool,
    show: str | None,
    out: str | None,
    draw: str | None,
    as_json: bool,
) -> int:
    """Find a tour of BOARD: 8, 8x8, 3x12 (rows x columns), or @FILE with a mask of . and #.

    The tour is printed on stdout and what happened on stderr. Exit status 0 if a tour was found, 1 if
    there is none, 3 if the method gave up (the best walk is printed then), 2 for bad input.

    A tour of more than a million squares that is only saved, to a .npy file, is built of rail blocks and
    written row by row: `turaga check` verifies it.
    """
    printing = Printing.asked(board, show, out, as_json)
    drawing = None if draw is None else _read_drawing(draw, out)
    request = Request.read(
        board,
        start=start,
        end=end,
        closed=closed,
        fix=_parse_fixes(fix),
        method=method,
        best=best,
        shortcuts=shortcuts,
        prune=prune,
        explain=explain,
        step_limit=step_limit,
        time_limit=time_limit,
        **choice.as_keywords(),
    )
    _check_sizes(request, printing, drawing)
    if printing.only_saved and drawing is None and _is_plain(request):
        from turaga.cli._streamed_output import stream_tour  # rail blocks are loaded only for what needs them

        streamed = stream_tour(request.question, printing)
        if streamed is not None:
            return streamed
    with progress() as report:
        outcome = solve_request(request, report)
        printing.save(outcome, report)
        if drawing is not None and outcome.walk is not None:
            if report:
                report("drawing", 0, 0)
            drawing.make([outcome.walk])
    status = printing.show(outcome)
    if drawing is not None and not as_json:
        tell(f"{'nothing ' if outcome.walk is None else ''}drawn in {draw}")
    return status


def _is_plain(request: Request) -> bool:
    """Whether nothing is asked for but a tour, perhaps closed and from a start, as rail blocks make it."""
    start = request.question.start
    plain = Request.read(
        request.board,
        start=None if start is None else request.board.square(start),
        closed=request.question.closed,
        method=request.method,
    )
    return request.method in ("auto", "blocks") and request == plain


def _check_sizes(request: Request, printing: Printing, drawing: "Drawing | None") -> None:
    """Raise `BadInput` if the board is too large to print or draw, unless theory rules out a tour."""
    try:
        printing.require_printable(request.board)
        if drawing is not None:
            drawing.check([request.board])
    except BadInput:
        if not isinstance(decide(request), Refuse):
            raise


def _read_drawing(name: str, out: str | None) -> "Drawing":
    """The picture to make. What is wrong with it is said before any work is done."""
    from turaga.cli._picture_output import Drawing, format_of_picture  # loaded only for what is drawn

    drawing = Drawing.asked(name, format_of_picture(name, option="--draw"))
    if out is not None and os.path.realpath(name) == os.path.realpath(out):
        raise BadInput(
            f"--out and --draw both name {short(name)!r}",
            accepted="give the picture a file of its own",
            field="draw",
            value=name,
        )
    return drawing


def _parse_fixes(texts: tuple[str, ...]) -> dict[int, str]:
    """The fixed squares, by their steps."""
    fixed: dict[int, str] = {}
    for step, square in map(_parse_fix, texts):
        if step in fixed:
            raise BadInput(
                f"--fix gives number {step} twice, {fixed[step]} and {square}",
                accepted="give it one square",
                field="fix",
                value=step,
            )
        fixed[step] = square
    return fixed


def _parse_fix(text: str) -> tuple[int, str]:
    """The step and the square of `17=3,5`."""
    number, _, square = text.partition("=")
    if not (number.strip().isascii() and number.strip().isdigit() and square.strip()):
        raise BadInput(
            f"--fix {short(text)!r} is not understood",
            accepted="write a number and a square, as 17=3,5",
            field="fix",
            value=text,
        )
    return int(number), square

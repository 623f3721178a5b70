"""`turaga solve`: find a tour of a board, or say why there is none, or show the longest walk."""

import os
from typing import TYPE_CHECKING

from turaga.board import Board
from turaga.cli._advice import advise_trimming
from turaga.cli._help import make_command, option
from turaga.cli._options import (
    SECONDS,
    RuleChoice,
    WholeNumber,
    board_argument,
    end_options,
    json_option,
    prune_option,
    rule_options,
    start_option,
    trim_option,
    typed_squares,
)
from turaga.cli._outcome_output import Printing, out_option, show_option
from turaga.cli._progress import progress
from turaga.cli._terminal import tell
from turaga.errors import BadInput, TourNotFound
from turaga.solve import METHODS, Impossible, Outcome, Progress, Request, solve_request
from turaga.solve.decision import Refuse, decide
from turaga.text import sentence, short, trim, whole_in

if TYPE_CHECKING:
    from turaga.cli._picture_output import Drawing
    from turaga.solve.trimmed_board import Trimmed


@make_command(
    examples=(
        ("turaga solve 8x8", "Find a tour of the 8x8 board."),
        ("turaga solve 20x20 --closed --start a1", "Find a closed tour from a1."),
        ("turaga solve 7x9 --start 1,1 --end 4,4", "Choose both ends."),
        ("turaga solve 1000 -o tour.npy", "Save a tour of 1000x1000."),
        ("turaga solve 16x16 --shape horse --trim", "Find a tour of a horse's head."),
    ),
    status="0 if a tour was found, 1 if there is none, 3 if the method gave up, 2 for bad input.",
    tables=(("Methods", tuple((name, sentence(method.what)) for name, method in METHODS.items())),),
)
@board_argument
@start_option
@end_options
@typed_squares
@trim_option
@out_option
@show_option
@option(
    "--explain",
    is_flag=True,
    help="Explain how the tour was found, or why there is none.",
)
@rule_options
@option("--method", metavar="METHOD", group="Search", help="The method, see below. [default: auto]")
@option(
    "--fix",
    metavar="K=SQ",
    multiple=True,
    group="Search",
    help="Step K of the tour must be on this square. Can be repeated. Without --start, the tour can then "
    "start anywhere. To rule out a tour, or if many squares are fixed, it needs the `exact` extra.",
)
@option(
    "--best",
    is_flag=True,
    group="Search",
    help="If theory rules out a tour, find a walk that misses one square.",
)
@prune_option
@option(
    "--theory/--no-theory",
    "shortcuts",
    aliases=("--shortcuts/--no-shortcuts",),
    default=None,
    group="Search",
    help="First check whether theory rules out a tour. [default: on, off with --like]",
)
@json_option
@option(
    "--draw",
    metavar="FILE",
    group="Output",
    help="Also draw the walk, as .svg, .png, .gif or .txt. turaga draw has more options.",
)
@option(
    "--time-limit",
    type=SECONDS,
    metavar="S",
    group="Limits",
    help="Give up after S seconds. With --trim, half of them are for that. Compiling, once after "
    "installation, is not interrupted.",
)
@option(
    "--step-limit",
    type=WholeNumber(1),
    metavar="N",
    group="Limits",
    help="Give up after N steps (about N states with narrow, about N conflicts with exact).",
)
def command(
    *,
    board: Board,
    choice: RuleChoice,
    start: str | None,
    end: str | None,
    closed: bool,
    fix: tuple[str, ...],
    trim: bool,
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
    """Find a tour of a board.

    The tour goes to stdout and messages go to stderr. If the method gives up, the longest walk is printed.

    If the only output is an .npy file, a tour of more than a million squares is built from blocks and written
    row by row. Use turaga check to verify it.
    """
    printing = Printing.from_options(board, show, out, as_json)
    drawing = None if draw is None else _read_drawing(draw, out)
    trimmed: Trimmed | TourNotFound | None = None
    if trim:
        time_limit = _half(time_limit)
        trimmed, board = _trimmed(board, start, end, closed, fix, choice.seed, time_limit)
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
        from turaga.cli._streamed_output import stream_tour  # loaded only for large boards

        streamed = stream_tour(request.question, printing)
        if streamed is not None:
            return streamed
    with progress() as report:
        outcome = _solved(request, trimmed, report)
        printing.save(outcome, report)
        if drawing is not None and outcome.longest_walk is not None:
            if report:
                report("drawing", 0, 0)
            drawing.make([outcome.longest_walk])
    status = printing.show(outcome, _facts(trimmed))
    _advise(outcome, trim, fix, as_json)
    if drawing is not None and not as_json:
        tell(
            f"drawing saved to {draw}" if outcome.longest_walk is not None else f"no drawing saved to {draw}"
        )
    return status


def _trimmed(
    board: Board,
    start: str | None,
    end: str | None,
    closed: bool,
    fix: tuple[str, ...],
    seed: int,
    time_limit: float | None,
) -> "tuple[Trimmed | TourNotFound, Board]":
    """What was removed, and the board that is left. If no tour was found whatever is removed, nothing is: the
    command then says why the board has none."""
    from turaga.cli._trimming import board_after, find_trimmed  # loaded only for --trim

    if fix:
        raise BadInput("--trim cannot be used with --fix", accepted="leave out one of them", field="fix")
    trimmed = find_trimmed(board, start=start, end=end, closed=closed, seed=seed, time_limit=time_limit)
    return trimmed, board_after(board, trimmed)


def _advise(outcome: Outcome, *options: object) -> None:
    """Mention --trim if there is no tour, unless one of these options is used: --trim itself, or others with
    which it cannot be used or nothing is said."""
    if isinstance(outcome, Impossible) and not any(options):
        advise_trimming(outcome.board)


def _half(time_limit: float | None) -> float | None:
    """The time for trimming, and as much for solving."""
    return None if time_limit is None else time_limit / 2


def _solved(request: Request, trimmed: "Trimmed | TourNotFound | None", report: Progress | None) -> Outcome:
    """The outcome. If the method gives up on a trimmed board, it is what trimming found."""
    outcome = solve_request(request, report)
    if trimmed is None or request.method != "auto":
        return outcome
    from turaga.cli._trimming import as_trimming_found  # loaded only for --trim

    return as_trimming_found(outcome, trimmed)


def _facts(trimmed: "Trimmed | TourNotFound | None") -> dict[str, object]:
    """What was removed, as --json shows it."""
    if trimmed is None:
        return {}
    from turaga.cli._trimming import trim_facts  # loaded only for --trim

    return {"trimmed": trim_facts(trimmed)}


def _is_plain(request: Request) -> bool:
    """Whether the request is only for a tour, perhaps closed and from a start, as rail blocks make it."""
    start = request.question.start_index
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
    """The picture to make, checked before any work is done."""
    from turaga.cli._picture_output import Drawing, format_of_picture  # loaded only for pictures

    drawing = Drawing.from_options(name, format_of_picture(name, option="--draw"))
    if out is not None and os.path.realpath(name) == os.path.realpath(out):
        raise BadInput(
            f"--out and --draw are both {short(name)!r}",
            accepted="choose different files",
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
                f"--fix has two squares for step {step}, {fixed[step]} and {square}",
                accepted="a step has one square",
                field="fix",
                value=step,
            )
        fixed[step] = square
    return fixed


def _parse_fix(text: str) -> tuple[int, str]:
    """The step and the square of `17=3,5`."""
    before, _, square = text.partition("=")
    step = whole_in(before)
    if step is None or step < 1 or not trim(square):
        raise BadInput(
            f"--fix must be a step and a square such as 17=3,5, got {short(text)!r}",
            field="fix",
            value=text,
        )
    return step, square

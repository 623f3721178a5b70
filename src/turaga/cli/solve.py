"""`turaga solve`: find a tour of a board, or say why there is none, or show the longest walk."""

import os
import time
from typing import TYPE_CHECKING

from turaga.board import Board
from turaga.cli._advice import advise_trimming
from turaga.cli._files import write_atomically
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
    squares_option,
    start_option,
    trim_option,
    typed_square,
)
from turaga.cli._outcome_output import Printing, out_option, show_option
from turaga.cli._progress import progress
from turaga.cli._terminal import tell
from turaga.errors import BadInput, TourNotFound
from turaga.solve import METHODS, MOST_SQUARES, Impossible, Request, solve_request
from turaga.solve.auto import BIG
from turaga.solve.decision import Refuse, decide
from turaga.text import duration, sentence, short, show, trim, whole_in
from turaga.theory import verdict
from turaga.tours import Tours

if TYPE_CHECKING:
    from turaga.cli._picture_output import Drawing
    from turaga.solve.trimming import Trimmed


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
@squares_option
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
    "start anywhere. Needs the `exact` extra.",
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
    squares: str | None,
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
    start = typed_square(start, squares, "start", board)
    end = typed_square(end, squares, "end", board)
    if squares is not None:  # a fixed square is such as 17=52
        fix = tuple(
            f"{step}={typed_square(square, squares, 'fix', board)}" if equals else step
            for step, equals, square in (each.partition("=") for each in fix)
        )
    printing = Printing.from_options(board, show, out, as_json)
    drawing = None if draw is None else _read_drawing(draw, out)
    trimmed: Trimmed | TourNotFound | None = None
    facts: dict[str, object] = {}
    if trim:
        from turaga.cli._trimming import as_trimming_found, find_trimmed, trim_facts  # only for --trim

        if fix:
            raise BadInput("--trim cannot be used with --fix", accepted="leave out one of them", field="fix")
        time_limit = None if time_limit is None else time_limit / 2  # and as much for solving
        trimmed, board = find_trimmed(
            board, start=start, end=end, closed=closed, seed=choice.seed, time_limit=time_limit
        )
        facts = {"trimmed": trim_facts(trimmed)}
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
        **vars(choice),
    )
    _check_sizes(request, printing, drawing)
    if printing.only_saved and drawing is None and _is_plain(request):
        streamed = _stream_tour(request.tours, printing)
        if streamed is not None:
            return streamed
    with progress() as report:
        outcome = solve_request(request, report)
        if trimmed is not None and request.method == "auto":
            outcome = as_trimming_found(outcome, trimmed)
        printing.save(outcome, report)
        if drawing is not None and outcome.longest_walk is not None:
            if report:
                report("drawing", 0, 0)
            drawing.make([outcome.longest_walk])
    status = printing.show(outcome, facts)
    if isinstance(outcome, Impossible) and not (trim or fix or as_json):
        advise_trimming(board)
    if drawing is not None and not as_json:
        tell(
            f"drawing saved to {draw}" if outcome.longest_walk is not None else f"no drawing saved to {draw}"
        )
    return status


def _is_plain(request: Request) -> bool:
    """Whether the request is only for a tour, perhaps closed and from a start, as rail blocks make it."""
    start = request.tours.start_index
    plain = Request.read(
        request.board,
        start=None if start is None else request.board.square(start),
        closed=request.tours.closed,
        method=request.method,
    )
    return request.method in ("auto", "blocks") and request == plain


def _stream_tour(question: Tours, printing: Printing) -> int | None:
    """Write a large tour to its .npy file row by row and return the exit status. Return None if this does
    not apply: the board is not large, cannot be built from rail blocks, or theory rules the tour out.

    Rail blocks compute the steps of one row without the others, so the tour is never in memory. It takes
    about 5 nanoseconds per square, and memory for a few rows. The tour is not verified here. The tests verify
    that rail blocks make tours, and `turaga check` verifies the file.
    """
    from turaga.blocks import make_plan, stream_npy, takes  # loaded only for large boards

    board = question.board
    first = (0, 0) if question.start_index is None else board.square(question.start_index)
    if not (takes(board) and BIG < board.size <= MOST_SQUARES) or printing.out is None:
        return None
    if verdict(question.but(start_index=board.index(first))).exists is False:
        return None
    began = time.perf_counter()
    plan = make_plan(board, first)
    with progress() as report:

        def tick(rows: int) -> None:
            if report:
                report("writing rows", rows, board.rows)

        write_atomically(printing.out, lambda file: stream_npy(plan, file, tick=tick))
    kind = "A closed tour" if board.size % 2 == 0 else "An open tour"
    tell(
        f"{kind} of {board}, from {show(first)}, built from {plan.blocks} rail blocks.\n"
        f"blocks, {board.size} steps, {duration(time.perf_counter() - began)}\n"
        f"saved to {printing.out} row by row, not verified: turaga check {printing.out} verifies it"
    )
    return 0


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
            f"--out and --draw are both {short(name)!r}", accepted="choose different files", field="draw"
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
            )
        fixed[step] = square
    return fixed


def _parse_fix(text: str) -> tuple[int, str]:
    """The step and the square of `17=3,5`."""
    before, _, square = text.partition("=")
    step = whole_in(before)
    if step is None or step < 1 or not trim(square):
        raise BadInput(f"--fix must be a step and a square such as 17=3,5, got {short(text)!r}", field="fix")
    return step, square

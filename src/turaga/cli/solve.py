"""`turaga solve`: find a tour of a board, or say why there is none, or show the longest walk."""

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from turaga._version import __version__
from turaga.cli._advice import advise_trimming
from turaga.cli._files import write_atomically
from turaga.cli._help import make_command, name_of, option
from turaga.cli._options import json_option, options, trim_option
from turaga.cli._outcome_output import Printing, out_option, show_option
from turaga.cli._progress import progress
from turaga.cli._terminal import put, put_json, tell
from turaga.errors import BadInput
from turaga.kinds import whole
from turaga.notation.writer import board_facts, from_one
from turaga.solve import METHODS, MOST_SQUARES, Impossible, Solve, solve_request
from turaga.solve.auto import BIG
from turaga.solve.decision import Refuse, decide
from turaga.text import duration
from turaga.theory import verdict
from turaga.tours import Tours

if TYPE_CHECKING:
    from turaga.blocks.implicit import ImplicitTour
    from turaga.errors import TourNotFound
    from turaga.solve.trimming import Trimmed


@make_command(
    examples=(
        ("turaga solve 8x8", "Find a tour of the 8x8 board."),
        ("turaga solve 20x20 --closed --start a1", "Find a closed tour from a1."),
        ("turaga solve 10x10 --closed -o tour.png", "Save a picture."),
        ("turaga solve 4x9 --closed --why", "Say why there is no closed tour."),
        ("turaga solve horse:16x16 --trim", "Find a tour of a horse's head."),
        ("turaga solve 1000000x1000000 --step 10", "The square of step 10."),
    ),
    status="0 if a tour was found, 1 if there is none, 3 if the method gave up, 2 for bad input.",
    tables={"Methods": {name: method.what for name, method in METHODS.items()}},
)
@options(Solve)
@trim_option
@out_option
@show_option
@json_option
@option(
    "--step",
    kind=whole(1, metavar="K"),
    group="One step of a huge tour",
    help="Print the square of step K. The tour is the closed one that the blocks method makes: it is not "
    "built, so the board can be as large as you like.",
)
@option(
    "--square",
    metavar="SQ",
    group="One step of a huge tour",
    help="Print the step at which that tour visits this square.",
)
def command(
    *,
    request: Solve,
    trim: bool,
    show: str | None,
    out: tuple[str, ...],
    as_json: bool,
    step: int | None,
    square: str | None,
) -> int:
    """Find a tour of a board.

    The tour goes to stdout and messages go to stderr. If the method gives up, the longest walk is printed.

    If the only output is an .npy file, a tour of more than a million squares is built from blocks and written
    row by row. Use turaga check to verify it.
    """
    if step is not None or square is not None:
        _refuse_others("step" if square is None else "square")
        return _put_step(request, step, square, as_json)
    printing = Printing.from_options(request.board, show, out, as_json)
    if trim:
        if request.tours.fix:
            raise BadInput("--trim cannot be used with --fix", accepted="leave out one of them", field="fix")
        from turaga.cli._trimming import find_trimmed  # loaded only for --trim

        tours = request.tours
        half = None if request.time_limit is None else request.time_limit / 2  # and as much for solving
        trimmed, board = find_trimmed(tours, seed=request.seed, time_limit=half)
        return _solve(replace(request, tours=tours.but(board=board), time_limit=half), printing, trimmed)
    if request.why and request.board.size > MOST_SQUARES:  # too large to solve, but theory may know
        from turaga.cli._explaining import STATUS, find_explanation, put_explanation  # only for --why

        explanation = find_explanation(request, None)
        if as_json:
            put_json(explanation.as_json())
        else:
            put_explanation(explanation)
        return STATUS[explanation.exists]
    if printing.only_npy is not None and not _chosen(request):
        _check_sizes(request, printing)
        streamed = _stream_tour(request.tours, printing.only_npy)
        if streamed is not None:
            return streamed
    return _solve(request, printing, None)


def _solve(request: Solve, printing: Printing, trimmed: "Trimmed | TourNotFound | None") -> int:
    """Find a tour, show and save it, and return the exit status. `trimmed` is what was removed before."""
    _check_sizes(request, printing)
    with progress() as report:
        outcome = solve_request(request, report)
        if trimmed is not None:
            from turaga.solve.solved import as_trimming_found

            outcome = as_trimming_found(request, outcome, trimmed)
        printing.save([outcome.longest_walk], report)
    none = trimmed is None and isinstance(outcome, Impossible)
    if request.why:
        from turaga.cli._explaining import find_explanation, put_explanation  # only for --why

        explanation = find_explanation(request, outcome)
        status = printing.show(outcome, explanation=explanation, trimmed=trimmed, answered=not none)
        if not printing.as_json:
            put_explanation(explanation, outcome.longest_walk)
    else:
        status = printing.show(outcome, trimmed=trimmed)
    if none and not (request.tours.fix or printing.as_json):
        advise_trimming(request.board)
    return status


def _chosen(request: Solve) -> bool:
    """Whether more is chosen than a board, a start and a closed tour, which is what rail blocks make."""
    tours = request.tours
    plain = Solve.of(
        tours.board, start=tours.start, closed=tours.closed, method=request.method, why=request.why
    )
    return request.method not in ("auto", "blocks") or request != plain


def _stream_tour(question: Tours, name: str) -> int | None:
    """Write a large tour to its .npy file row by row and return the exit status. Return None if this does
    not apply: the board is not large, cannot be built from rail blocks, or theory rules the tour out.

    Rail blocks compute the steps of one row without the others, so the tour is never in memory. It takes
    about 5 nanoseconds per square, and memory for a few rows. The tour is not verified here. The tests verify
    that rail blocks make tours, and `turaga check` verifies the file.
    """
    from turaga.blocks import make_plan, stream_npy, takes  # loaded only for large boards

    board = question.board
    first = (0, 0) if question.start is None else question.start
    if not (takes(board) and BIG < board.size <= MOST_SQUARES):
        return None
    if verdict(question.but(start=first)).exists is False:
        return None
    began = time.perf_counter()
    plan = make_plan(board, first)
    with progress() as report:

        def tick(rows: int) -> None:
            if report:
                report("writing rows", rows, board.rows)

        write_atomically(name, lambda file: stream_npy(plan, file, tick=tick))
    kind = "A closed tour" if board.size % 2 == 0 else "An open tour"
    tell(
        f"{kind} of {board}, from {board.show(first)}, built from {plan.blocks} rail blocks.\n"
        f"blocks, {board.size} steps, {duration(time.perf_counter() - began)}\n"
        f"saved to {name} row by row, not verified: turaga check {name} verifies it"
    )
    return 0


def _check_sizes(request: Solve, printing: Printing) -> None:
    """Raise `BadInput` if the board is too large to print or draw, unless theory rules out a tour."""
    try:
        printing.require_printable(request.board)
    except BadInput:
        if not isinstance(decide(request), Refuse):
            raise


# -- one step of a huge tour ---------------------------------------------------------------------------------


_FOR_A_STEP = ("board", "leaper", "avoid", "start", "squares", "as_json")


def _refuse_others(asked: str) -> None:
    """Raise `BadInput` if options were typed that say more than which board and start are meant."""
    context = click.get_current_context()
    for each in context.command.params:
        typed = context.get_parameter_source(str(each.name)) is ParameterSource.COMMANDLINE
        if typed and each.name not in (*_FOR_A_STEP, asked):
            raise BadInput(
                f"--{asked} cannot be used with {name_of(each)}",
                accepted="it asks about one tour, for which only a start can be chosen",
                field=asked,
            )


def _put_step(request: Solve, step: int | None, square: str | None, as_json: bool) -> int:
    """Print the square of a step, or the step of a square, of a tour that is not built."""
    from turaga.blocks.implicit import implicit

    tour = implicit(request.board, request.tours.start)
    if square is not None:
        there = tour.board.parse_square(square)
        number = tour.index(there) + 1
    else:
        assert step is not None
        if step > tour.size:
            raise BadInput(
                f"a tour of {tour.board} has no step {step}",
                accepted=f"steps are 1 to {tour.size}",
                field="step",
            )
        number, there = step, tour[step - 1]
    if as_json:
        put_json(_step_facts(tour, number, there))
    else:
        put(f"{number if step is None else tour.board.show(there)}\n")
    return 0


def _step_facts(tour: "ImplicitTour", number: int, square: tuple[int, int]) -> dict[str, object]:
    return {
        "board": board_facts(tour.board),
        "leaper": list(tour.board.leaper),
        "closed": tour.closed,
        "size": tour.size,
        "start": from_one(tour.start),
        "step": number,
        "square": from_one(square),
        "next": from_one(tour.next(square)),
        "previous": from_one(tour.previous(square)),
        "version": __version__,
    }

"""`turaga tours`: the tours of a board themselves: all by search, some at random, or the one with a
number."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack

from turaga.cli._help import make_command, option
from turaga.cli._options import options, typed_option
from turaga.cli._outcome_output import (
    SHOWN,
    Printing,
    in_forms,
    out_option,
    parse_forms,
    require_one_form,
    show_option_with,
)
from turaga.cli._progress import progress
from turaga.cli._sampler import get_ready, named, save_option, work_of
from turaga.cli._terminal import put, put_json, tell
from turaga.counting.enumeration import list_batches
from turaga.errors import BadInput, NoTours
from turaga.notation import facts, write
from turaga.notation.formats import require_digits
from turaga.notation.tour_stream import LINE_FORMATS, parse_line_format, write_json_lines, write_many
from turaga.sampling.request import (
    CHOSEN,
    ListedTours,
    ListTours,
    answer_without_tours,
    chosen_tours,
    why_none,
)
from turaga.text import plural, sentence, short
from turaga.walk import Tour

IMPOSSIBLE, BAD_INPUT = 1, 2  # exit statuses
_MANY = 10_000  # more than fit on a sheet
_HEADS = ("board", "leaper", "holes", "squares", "start")  # lines before a list of squares


@make_command(
    examples=(
        ("turaga tours 5x5 --limit 3", "The first three tours of 5x5."),
        ("turaga tours 6x6 --closed --show board", "All closed tours, as number grids."),
        ("turaga tours 6x6 --closed --random 3", "Three random closed tours."),
        ("turaga tours 5x5 --nth 100", "The 100th tour."),
        ("turaga tours 8x8 --closed --random 1 --save 8x8.tours", "Prepare once, in minutes."),
    ),
    status="0, 1 if there are no such tours, 2 for bad input or a board that is too large.",
)
@options(ListTours)
@save_option(CHOSEN)
@out_option
@show_option_with("squares; board for one random tour or --nth", "How to print a tour")
@option(
    "--json",
    "as_json",
    is_flag=True,
    group="Output",
    help="Print one JSON object per line: number, start, end, closed, squares.",
)
def command(
    *, request: ListTours, save: str | None, out: tuple[str, ...], show: str | None, as_json: bool
) -> int:
    """List the tours of a board, or choose some.

    All tours are printed one per line, in the sequence in which a plain search finds them: it tries the
    starts row by row, and at each square the directions in the order of the rule. An open tour is listed
    once, from the end that comes first on the board, row by row. A closed tour is listed from the first
    square, or from --start, in the direction that the search finds first. With --start, all open tours from
    there are listed; with --end alone, all open tours to there.

    --random chooses tours uniformly, each independently of the others: every tour has the same probability.
    The same seed always gives the same tours. --nth has a numbering of its own, in which any tour can be
    found without the others; turaga check --rank tells the number of a tour. Both prepare first, which takes
    as long as a count.

    turaga check - reads a line. Add --board and --leaper if there are holes or another leaper.
    """
    if not request.searches:
        return _choose(request, save, out, show, as_json)
    if (name := typed_option({"save", "out"})) is not None:
        raise BadInput(
            f"{name} requires --random or --nth", accepted="a list is made by search", field="save"
        )
    return _list(request, _line_format(request, show, as_json))


# -- all, by search -----------------------------------------------------------------------------------------


def _line_format(request: ListTours, form: str | None, as_json: bool) -> str:
    if as_json and form is not None:
        problem = "--show cannot be used with --json"
        raise BadInput(problem, accepted="the JSON objects contain the squares", field="show")
    if form is not None and form.strip().lower() not in LINE_FORMATS:
        require_one_form(parse_forms("--show", form, SHOWN), form)
    written = "json" if as_json else parse_line_format("squares" if form is None else form)
    if written == "bencic":
        require_digits(request.tours.board)
    return written


def _list(request: ListTours, form: str) -> int:
    """Print the tours as they are found."""
    tours, first, count = request.tours, request.first, 0
    with ExitStack() as stack:
        report = stack.enter_context(progress())
        for batch in list_batches(
            tours, order=request.order, first=first, most=request.limit, progress=report
        ):
            if sys.stdout.isatty():
                stack.close()  # the bar and the tours would overwrite each other
            if form == "json":
                text = write_json_lines(tours.board, batch, first + count)
            else:
                text = write_many(tours.board, batch, form)
            put("\n" + text if count and form == "board" else text)
            count += len(batch)
    if count:
        past = f", from tour {first} on" if first > 1 else ""
        tell(f"Listed {plural(count, 'tour')}{past}: {tours.words}.")
        return 0
    return _say_none(request, why_none(request), as_json=form == "json")


def _say_none(request: ListTours, reason: str, *, as_json: bool) -> int:
    """Say that there are no such tours, and why. Return the exit status."""
    if as_json:
        put_json(ListedTours(tours=request.tours, reason=reason).as_json())
    else:
        tell(f"Impossible: {reason}." if request.first == 1 else sentence(reason))
    return IMPOSSIBLE


# -- at random and by number --------------------------------------------------------------------------------


def _choose(
    request: ListTours, save: str | None, out: tuple[str, ...], show: str | None, as_json: bool
) -> int:
    tours, several = request.tours, (request.random or 1) > 1
    printing = Printing.from_options(tours.board, show, out, as_json)
    printing.require_printable(tours.board)
    if several and printing.saved:
        raise BadInput(
            f"--out {short(printing.saved[0])!r} is for one tour, but several are chosen",
            accepted="draw them on one sheet, as .svg or .png, or use > FILE",
            field="out",
        )
    for drawing in printing.drawings:
        drawing.check([tours.board] * min(request.random or 1, _MANY))
    if several and show is not None:
        require_one_form(printing.forms, show)
    try:
        ready = get_ready(tours, method=request.method, save=save, counted=request.nth is not None)
    except NoTours as error:
        return _say_none(request, error.reason, as_json=as_json)
    saved = [f"saved to {name}" for name in printing.files]
    work = work_of(ready) + (f"; seed {request.seed or 0}" if request.nth is None else "")
    chosen: Iterable[tuple[int, Tour]] = _with_progress(chosen_tours(request, ready), request.random or 1)
    if out:
        chosen = list(chosen)
        printing.save([tour for _, tour in chosen])
    if as_json:
        shared = answer_without_tours(request, ready).as_json()
        del shared["found"]
        for number, tour in chosen:
            put_json({"number": number, **facts(tour), **shared})
    elif several:
        if printing.printed:
            _put_lines((tour for _, tour in chosen), "squares" if show is None else printing.forms[0])
        tell(
            "\n".join([f"{request.random:,} tours, sampled uniformly from {ready.all_tours}.", work, *saved])
        )
    else:
        [(number, tour)] = chosen
        if printing.printed and printing.wide:
            tell("(too wide for this terminal: print it with --show board)")
        elif printing.printed:
            put(in_forms(printing.forms, tour.board, tour))
        how = f"sampled uniformly from {ready.all_tours}"
        if request.nth is not None:
            how = f"is number {number:,} of {ready.all_tours}"
        tell("\n".join([f"{named(tour)}, {how}.", work, *saved]))
    return BAD_INPUT if ready.unsaved else 0


def _with_progress(tours: Iterator[tuple[int, Tour]], many: int) -> Iterator[tuple[int, Tour]]:
    """The tours, with a progress bar unless they are printed on the same terminal."""
    if sys.stdout.isatty():
        yield from tours
        return
    with progress() as report:
        for done, one in enumerate(tours):
            if report:
                report("sampling tours", done, many)
            yield one


def _put_lines(tours: Iterator[Tour], form: str) -> None:
    """Print tours as they come: one per line, or number grids with an empty line between them."""
    for place, tour in enumerate(tours):
        lines = write(tour, form).splitlines()
        if form == "board":
            put("\n".join(["", *lines][place == 0 :]) + "\n")
            continue
        heads = [line for line in lines if line.startswith(_HEADS)]
        if place == 0:
            put("".join(f"{line}\n" for line in heads))
        put(" ".join(lines[len(heads) :]) + "\n")

"""`turaga sample`: tours chosen uniformly at random."""

import sys
from collections.abc import Iterator

from turaga.board import Board
from turaga.cli._help import make_command, option
from turaga.cli._options import SEED, WholeNumber, board_argument, json_option, only_between_options
from turaga.cli._outcome_output import Printing, require_one_form, show_option_with
from turaga.cli._progress import progress
from turaga.cli._sampler import KINDS, get_ready, method_option, named, save_option, say_impossible, show_tour
from turaga.cli._terminal import put, put_json, tell
from turaga.notation import write
from turaga.sample.sampler import NoTours, begun_at, drawn_facts
from turaga.tours import Tours
from turaga.walk import Tour

_HEADS = ("board", "leaper", "holes", "squares", "start")  # lines before a list of squares


@make_command(
    examples=(
        ("turaga sample 6x6 --closed", "One random closed tour."),
        ("turaga sample 5x5 --number 1000 --seed 7", "A thousand random tours."),
        ("turaga sample 8x8 --closed --save 8x8.tours", "Save the set-up for next time."),
    ),
    status="0 if there are such tours, 1 if there are none, 2 for bad input or a board that is too large.",
)
@board_argument
@option("--closed/--open", default=False, help=f"Closed tours, or {KINDS}. [default: --open]")
@option("--number", type=WholeNumber(1), default=1, metavar="K", help="How many tours. [default: 1]")
@option("--seed", type=SEED, default=0, metavar="N", help="Seed of the sample. [default: 0]")
@only_between_options
@method_option
@save_option
@show_option_with("board; squares, one tour per line, if there are several", "How to print a tour")
@json_option
def command(
    *,
    board: Board,
    closed: bool,
    start: str | None,
    end: str | None,
    number: int,
    seed: int,
    method: str,
    save: str | None,
    show: str | None,
    as_json: bool,
) -> int:
    """Sample tours uniformly at random.

    Every tour has the same probability, ignoring direction and, for closed tours, the start. One tour is
    printed as in turaga solve. Several tours are printed one per line, or with --json one object per line.
    The same seed always gives the same tours.
    """
    printing = Printing.from_options(board, show, (), as_json)
    printing.require_printable(board)
    if number > 1 and show is not None:
        require_one_form(printing.forms, show)
    tours = Tours(board, closed=closed, start=start, end=end)
    try:
        ready = get_ready(tours, method=method, save=save)
    except NoTours as error:
        return say_impossible(tours, error, as_json=as_json)
    sampled = _with_progress(ready.sampler.draw(number, seed), number)
    sampled = (begun_at(tour, tours) for tour in sampled)
    if as_json:
        for place, tour in enumerate(sampled):
            facts = drawn_facts(tours, ready.sampler, tour, draw=place, seed=seed, seconds=ready.seconds)
            put_json(facts)
        return ready.status
    if number == 1:
        tour = next(sampled)
        show_tour(tour, printing)
        first = f"{named(tour)}, sampled uniformly from {ready.all_tours}."
    else:
        if show is None or printing.forms:
            _put_lines(sampled, "squares" if show is None else printing.forms[0])
        first = f"{number:,} tours, sampled uniformly from {ready.all_tours}."
    tell(f"{first}\n{ready.work}; seed {seed}")
    return ready.status


def _with_progress(tours: Iterator[Tour], number: int) -> Iterator[Tour]:
    """The tours, with a progress bar unless they are printed on the same terminal."""
    if sys.stdout.isatty():
        yield from tours
        return
    with progress() as report:
        for done, tour in enumerate(tours):
            if report:
                report("sampling tours", done, number)
            yield tour


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

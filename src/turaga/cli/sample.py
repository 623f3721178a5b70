"""`turaga sample`: tours drawn fairly, each as likely as any other."""

import json
import sys
from collections.abc import Iterator

import click

from turaga.board import Board
from turaga.cli._options import board_argument, json_option
from turaga.cli._outcome_output import Printing, show_option_with
from turaga.cli._progress import progress
from turaga.cli._sampler import get_ready, method_option, named, save_option, say_impossible, show_tour
from turaga.cli._terminal import put, tell
from turaga.count.request import Tours
from turaga.limits import seed_number, whole_number
from turaga.notation import write
from turaga.sample.sampler import NoTours, begun_at, drawn_facts
from turaga.walk import Tour

_HEADS = ("board", "leaper", "holes", "start")  # what a list does not tell by itself, in lines before it


@click.command(
    short_help="Draw tours, each as likely as any other.",
    epilog="Examples: turaga sample 6x6 --closed; turaga sample 5x5 --number 1000 --seed 7; "
    "turaga sample 8x8 --closed --save 8x8.tours",
)
@board_argument
@click.option(
    "--closed/--open", default=False, help="Closed tours only, or all.  [default: all, the closed among them]"
)
@click.option("--start", metavar="SQ", help="Tours that start here: row,col from 1, or a chess name.")
@click.option("--end", metavar="SQ", help="Tours that end here.")
@click.option("--number", type=int, default=1, metavar="K", help="How many to draw.  [default: 1]")
@click.option("--seed", type=int, default=0, metavar="N", help="For the draws.  [default: 0]")
@method_option
@save_option
@show_option_with("board; squares, a line each, if there are several")
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
    """Draw tours of BOARD fairly: 8, 8x8, 3x12 (rows x columns), or @FILE with a mask of . and #.

    Every tour is as likely as any other, whichever way it goes and wherever a closed one starts. One is
    shown as `turaga solve` shows it; of several each is a line, squares in turn unless --show says otherwise,
    and with --json an object on a line. The same seed gives the same tours, however many are drawn.

    Exit status 0 if tours were drawn, 1 if there are none, 2 for bad input and for boards too large.
    """
    number, seed = whole_number("--number", number, 1, field="number"), seed_number("--seed", seed)
    printing = Printing.asked(board, show, None, as_json)
    tours = Tours.of(board, closed=closed, start=start, end=end)
    try:
        ready = get_ready(tours, method=method, save=save)
    except NoTours as error:
        return say_impossible(tours, error, as_json=as_json)
    drawn = _with_progress(ready.sampler.draw(number, seed), number)
    drawn = (begun_at(tour, tours) for tour in drawn)
    if as_json:
        for draw, tour in enumerate(drawn):
            told = drawn_facts(tours, ready.sampler, tour, draw=draw, seed=seed, seconds=ready.seconds)
            put(json.dumps(told) + "\n")
        return ready.status
    if number == 1:
        tour = next(drawn)
        show_tour(tour, printing)
        first = f"{named(tour)}, drawn from {ready.drawn_from}."
    else:
        _put_lines(drawn, "squares" if show is None else printing.form)
        first = f"{number:,} tours drawn from {ready.drawn_from}."
    tell(f"{first}\n{ready.words}; seed {seed}")
    return ready.status


def _with_progress(drawn: Iterator[Tour], number: int) -> Iterator[Tour]:
    """The tours as they are drawn, with a bar, unless they go to the terminal it would be on."""
    if sys.stdout.isatty():
        yield from drawn
        return
    with progress() as report:
        for done, tour in enumerate(drawn):
            if report:
                report("drawing tours", done, number)
            yield tour


def _put_lines(drawn: Iterator[Tour], form: str) -> None:
    """Print tours as they are drawn: each as a line, or as a grid with an empty line before the next."""
    for draw, tour in enumerate(drawn):
        if form == "none":
            continue
        lines = write(tour, form).splitlines()
        if form == "board":
            put("\n".join(["", *lines][draw == 0 :]) + "\n")
            continue
        heads = [line for line in lines if line.startswith(_HEADS)]
        if draw == 0:
            put("".join(f"{line}\n" for line in heads))
        put(" ".join(lines[len(heads) :]) + "\n")

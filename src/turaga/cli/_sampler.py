"""What `sample`, `rank` and `unrank` share: the tours asked for, set-up and the file that keeps it, and how a
tour is shown."""

import json
import os
import stat
import time
from dataclasses import dataclass

import click

from turaga.cli._files import write_atomically
from turaga.cli._outcome_output import Printing
from turaga.cli._progress import progress
from turaga.cli._terminal import put, tell
from turaga.count.request import Tours
from turaga.errors import BadInput
from turaga.files import require_folder
from turaga.limits import Progress
from turaga.notation import write
from turaga.sample.sampler import SAMPLERS, NoTours, Sampler, nothing_drawn, sampler_for
from turaga.sample.saved_sampler import BadStore, load_sampler, save_sampler
from turaga.text import show
from turaga.walk import Tour

IMPOSSIBLE, BAD_INPUT = 1, 2  # exit statuses

method_option = click.option(
    "--method",
    metavar="|".join(["auto", *SAMPLERS]),
    default="auto",
    help="halves: meets in the middle, for closed tours; sweep: goes over the board one way. Each has an "
    "order of its own, so numbers differ between them.  [default: auto, halves where it can be done]",
)
save_option = click.option(
    "--save",
    metavar="FILE",
    help="Keep what set-up computed in this file; if it is there already, read it and skip set-up.",
)


def named(tour: Tour) -> str:
    """A tour as a sentence begins with it."""
    kind = "A closed tour" if tour.closed else "An open tour"
    return f"{kind} of {tour.board}, from {show(tour[0])} to {show(tour[-1])}"


@dataclass(frozen=True, slots=True)
class Ready:
    """A sampler, and what it took to get it."""

    sampler: Sampler
    seconds: float
    read: bool  # whether it came from a file
    status: int = 0  # of the command, if all else goes well: 2 if it could not be kept

    @property
    def drawn_from(self) -> str:
        """How many tours there are, if that is known, and which."""
        tours, total = self.sampler.tours, self.sampler.total
        return f"all {tours.words}" if total is None else tours.with_count(total)

    @property
    def words(self) -> str:
        """Method and set-up, as a person reads them."""
        how = "set-up read from its file in" if self.read else "set-up"
        return f"{self.sampler.name}, {how} {self.seconds:.3f} s"


def get_ready(tours: Tours, *, method: str, save: str | None, counted: bool = False) -> Ready:
    """The sampler for these tours: read from the file, if that is there and sound; else set up, and kept in
    the file, if one is named. `NoTours` if there is nothing to draw from.

    Where `counted` is asked for, so are the tours, which numbering them needs, and that is kept too.
    """
    began = time.perf_counter()
    with progress() as report:
        held = None if save is None else _read(save, tours, method, report)
        sampler = sampler_for(tours, method=method, progress=report) if held is None else held
        new = held is None or (counted and sampler.total is None)
        if counted:
            sampler.count(progress=report)
        seconds = time.perf_counter() - began
        status = 0
        if save is not None and new:
            try:
                write_atomically(save, lambda file: save_sampler(sampler, file, progress=report))
            except BadInput as error:  # a full disk: what was computed is good all the same
                tell(f"turaga: {error}")
                status = BAD_INPUT
    return Ready(sampler, seconds, held is not None, status)


def _read(name: str, tours: Tours, method: str, report: Progress | None) -> Sampler | None:
    """The sampler a file holds; None if the file is to be written, because there is none yet or it is
    damaged, which is said; `BadInput` if it is not to be touched."""
    if not name:
        raise BadInput("no file is named to keep set-up in", accepted="give --save a name", field="save")
    try:
        if not stat.S_ISREG(os.stat(name).st_mode):
            raise _bad_file(f"{name!r} is no ordinary file", "give --save another name", name)
        with open(name, "rb") as file:
            sampler = load_sampler(file, tours, progress=report)
    except FileNotFoundError:
        _require_writable(name)
        return None
    except BadStore as error:
        if not error.replaceable:
            raise _bad_file(f"{name!r} is left as it is", str(error), name) from None
        tell(f"turaga: {name!r} is computed anew: {error}")
        return None
    except OSError as error:
        raise _bad_file(f"the file {name!r} cannot be read", str(error.strerror or error), name) from None
    if method not in ("auto", sampler.name):
        problem = f"{name!r} keeps a sampler of method {sampler.name}, and {method} is asked for"
        raise _bad_file(problem, "name another file", name)
    return sampler


def _require_writable(name: str) -> None:
    """Raise `BadInput` where no file could be written: now, and not when minutes of work are done."""
    folder = require_folder(name, field="save")
    if not os.access(folder, os.W_OK):
        why = f"the folder {folder!r} lets nobody write here"
        raise _bad_file(f"{name!r} cannot be written", why, name)


def _bad_file(problem: str, accepted: str, name: str) -> BadInput:
    return BadInput(problem, accepted=accepted, field="save", value=name)


def say_impossible(tours: Tours, error: NoTours, *, as_json: bool) -> int:
    """Say that there is nothing to draw from, and why; the exit status comes back."""
    if as_json:
        put(json.dumps(nothing_drawn(tours, error)) + "\n")
    else:
        tell(f"Impossible: {error.reason}.")
    return IMPOSSIBLE


def show_tour(tour: Tour, printing: Printing) -> None:
    """Print one tour, as `turaga solve` does."""
    if printing.printed and printing.wide:
        tell("(the board is too wide for this terminal: --show board prints it)")
    elif printing.printed:
        put(write(tour, printing.form))

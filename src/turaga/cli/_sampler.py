"""What `sample`, `rank` and `unrank` share: the sampler, the file that stores it, and how a tour is shown."""

import time
from dataclasses import dataclass

from turaga.cli._files import require_writable, write_atomically
from turaga.cli._help import option
from turaga.cli._outcome_output import Printing, in_forms
from turaga.cli._progress import progress
from turaga.cli._terminal import put, put_json, tell
from turaga.errors import BadInput
from turaga.files import NotRegular, open_regular
from turaga.limits import Progress
from turaga.sample.sampler import SAMPLERS, NoTours, Sampler, nothing_drawn, sampler_for
from turaga.sample.saved_sampler import BadStore, load_sampler, save_sampler
from turaga.text import duration, listed
from turaga.tours import Tours
from turaga.walk import Tour

IMPOSSIBLE, BAD_INPUT = 1, 2  # exit statuses

method_option = option(
    "--method",
    metavar="METHOD",
    default="auto",
    group="Search",
    help=f"{listed(['auto', *SAMPLERS], 'or')}. halves works from both sides to the middle, for closed tours "
    "only. sweep scans the whole board. narrowest takes the squares in another sequence, for wide boards "
    "with narrow parts, such as a ring. Each has its own sequence of tours, so ranks differ between them. "
    "[default: auto, which is halves if possible, otherwise sweep; narrowest if the board is too wide for "
    "sweep or, with holes or another leaper, much faster with it]",
)
save_option = option(
    "--save",
    metavar="FILE",
    group="Search",
    help="Save the sampler to this file. If the file exists, load it and skip the set-up.",
)
KINDS = "all open tours, including tours that can be closed"


def named(tour: Tour) -> str:
    """The tour in words, as the beginning of a sentence."""
    kind = "A closed tour" if tour.closed else "An open tour"
    return f"{kind} of {tour.board}, from {tour.board.show(tour[0])} to {tour.board.show(tour[-1])}"


@dataclass(frozen=True, slots=True)
class Ready:
    """A sampler that is ready to use."""

    sampler: Sampler
    seconds: float
    read: bool  # whether it was loaded from a file
    status: int = 0  # the exit status if nothing else goes wrong: 2 if the sampler could not be saved

    @property
    def all_tours(self) -> str:
        """The tours that are sampled, and their number if it is known."""
        tours, total = self.sampler.tours, self.sampler.total
        return f"all {tours.words}" if total is None else tours.with_count(total)

    def facts(self, rank: int) -> dict[str, object]:
        """The facts about a rank as --json shows them."""
        return {
            "number": rank,
            "total": self.sampler.total,
            "method": self.sampler.name,
            "seconds": round(self.seconds, 6),
        }

    @property
    def work(self) -> str:
        """The method and the time of the set-up, in words."""
        how = "loaded from the file in" if self.read else "set-up"
        return f"{self.sampler.name}, {how} {duration(self.seconds)}"


def get_ready(tours: Tours, *, method: str, save: str | None, counted: bool = False) -> Ready:
    """The sampler for these tours: loaded from the file if that exists and is valid; otherwise set up, and
    saved if a file is named. `NoTours` if there are no such tours.

    With `counted`, the tours are counted too, which ranks require, and the count is saved with them.
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
            except BadInput as error:  # a full disk: the sampler is still good
                tell(f"turaga: {error}")
                status = BAD_INPUT
    return Ready(sampler, seconds, held is not None, status)


def _read(name: str, tours: Tours, method: str, report: Progress | None) -> Sampler | None:
    """The sampler in a file. None if the file must be written, because it does not exist or is damaged (a
    message says so). `BadInput` if it must not be overwritten."""
    if not name:
        raise BadInput("--save is empty", accepted="name a file", field="save")
    try:
        with open_regular(name) as file:
            sampler = load_sampler(file, tours, progress=report)
    except NotRegular:
        problem = f"{name!r} is not a regular file"
        raise BadInput(problem, accepted="choose another file with --save", field="save") from None
    except FileNotFoundError:
        require_writable(name, field="save")
        return None
    except BadStore as error:
        if not error.replaceable:
            raise BadInput(f"{name!r} was not changed", accepted=str(error), field="save") from None
        tell(f"turaga: {name!r} will be replaced: {error}")
        return None
    except OSError as error:
        why = str(error.strerror or error)
        raise BadInput(f"the file {name!r} cannot be read", accepted=why, field="save") from None
    if method not in ("auto", sampler.name):
        problem = f"{name!r} contains a sampler of method {sampler.name}, but --method is {method}"
        raise BadInput(problem, accepted="choose another file with --save", field="save")
    return sampler


def say_impossible(tours: Tours, error: NoTours, *, as_json: bool) -> int:
    """Say that there are no such tours, and why. Return the exit status."""
    if as_json:
        put_json(nothing_drawn(tours, error))
    else:
        tell(f"Impossible: {error.reason}.")
    return IMPOSSIBLE


def show_tour(tour: Tour, printing: Printing) -> None:
    """Print one tour as `turaga solve` does."""
    if printing.printed and printing.wide:
        tell("(too wide for this terminal: print it with --show board)")
    elif printing.printed:
        put(in_forms(printing.forms, tour.board, tour))

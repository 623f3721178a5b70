"""What `tours` and `check --rank` share: the sampler that numbers tours, and the file that stores it."""

from collections.abc import Callable

from turaga.cli._help import option
from turaga.cli._progress import progress
from turaga.cli._terminal import tell
from turaga.sampling.saved_sampler import Prepared, prepare
from turaga.text import duration
from turaga.tours import Tours
from turaga.walk import Tour


def save_option(group: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """--save, under this heading."""
    return option(
        "--save",
        metavar="FILE",
        group=group,
        help="Save what was prepared to this file. If the file exists, load it and start at once.",
    )


def get_ready(tours: Tours, *, method: str, save: str | None, counted: bool) -> Prepared:
    """The sampler for these tours, with a progress bar and what there is to tell."""
    with progress() as report:
        ready = prepare(
            tours,
            method=method,
            save=save,
            counted=counted,
            tell=lambda said: tell(f"turaga: {said}"),
            progress=report,
        )
    if ready.unsaved is not None:
        tell(f"turaga: {ready.unsaved}")
    return ready


def named(tour: Tour) -> str:
    """The tour in words, as the beginning of a sentence."""
    kind = "A closed tour" if tour.closed else "An open tour"
    return f"{kind} of {tour.board}, from {tour.board.show(tour[0])} to {tour.board.show(tour[-1])}"


def work_of(ready: Prepared) -> str:
    """The method and the time of the preparation, in words."""
    how = "loaded from the file in" if ready.loaded else "set-up"
    return f"{ready.sampler.name}, {how} {duration(ready.seconds)}"

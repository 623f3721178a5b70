"""The operation `count`: how many tours there are, exactly or estimated, by start, or up to symmetry."""

from dataclasses import dataclass

from turaga.board import BoardLike, Leaper, Square, SquaresLike
from turaga.counting.by_start import count_each_start
from turaga.counting.classes import count_with_classes
from turaga.counting.estimate import Estimate, estimate_tours
from turaga.counting.methods import METHODS, count_these
from turaga.counting.outcome import Count
from turaga.counting.work_plan import Plans, plans_for
from turaga.errors import BadInput
from turaga.kinds import SEED, TRUTH, method, whole
from turaga.limits import Progress
from turaga.operations import arg, noun, read, refuse_together, refuse_without
from turaga.tours import CONDITIONS, Tours


@dataclass(frozen=True, kw_only=True)
class CountTours:
    """Count the tours of a board."""

    tours: Tours = noun(CONDITIONS["count"])
    by_start: bool = arg(TRUTH, "Count the open tours from each square, as a grid.", default=False)
    classes: bool = arg(
        TRUTH,
        "Count up to symmetry: a tour and its rotations and reflections count once.",
        default=False,
    )
    estimate: bool = arg(
        TRUTH,
        "Estimate the number with random probes. This also works on large boards.",
        default=False,
    )
    plan: bool = arg(
        TRUTH,
        "Count nothing: say what can be counted, sampled and estimated, how, and in how much memory.",
        default=False,
    )
    method: str = arg(
        method(METHODS), "The method, see below. [default: auto]", default="auto", group="Search"
    )
    probes: int | None = arg(
        whole(1),
        "Number of probes. [default: 200000, fewer for boards of more than 100 squares]",
        group="Estimate",
    )
    seed: int | None = arg(SEED, "Seed of the probes. [default: 0]", group="Estimate")

    def __post_init__(self) -> None:
        apart = {
            "by_start": (
                ("closed", "directed", "start", "end", "classes", "estimate"),
                "{by_start} counts the open tours from every square",
            ),
            "classes": (
                ("directed", "start", "end", "estimate"),
                "{classes} counts all tours up to symmetry, and symmetries change ends and direction",
            ),
            "estimate": (("method",), "{estimate} uses random probes"),
            "plan": (("by_start", "estimate", "method"), "{plan} counts nothing"),
        }
        for name, (others, because) in apart.items():
            refuse_together(self, name, others, because)
        if self.by_start and self.method not in ("auto", "sweep"):
            raise BadInput(
                f"{{by_start}} cannot be used with {{method}} {self.method}",
                accepted="its methods are auto and sweep",
                field="method",
            )
        refuse_without(self, ("probes", "seed"), "estimate", "an exact count has no probes")


def count_for(request: CountTours, progress: Progress | None = None) -> Count | Estimate | Plans:
    """The answer to a request.

    >>> count_for(read(CountTours, {"board": "5x6", "closed": True, "classes": True})).classes.classes
    3
    """
    tours = request.tours
    if request.plan:
        return plans_for(tours, classes=request.classes)
    if request.estimate:
        return estimate_tours(tours, probes=request.probes, seed=request.seed or 0, progress=progress)
    if request.by_start:
        return count_each_start(tours, progress=progress)
    if request.classes:
        return count_with_classes(tours, method=request.method, progress=progress)
    return count_these(tours, method=request.method, progress=progress)


def count(
    board: BoardLike,
    *,
    leaper: Leaper | None = None,
    avoid: SquaresLike | None = None,
    start: Square | str | None = None,
    end: Square | str | None = None,
    closed: bool = False,
    directed: bool = False,
    by_start: bool = False,
    classes: bool = False,
    method: str = "auto",
    progress: Progress | None = None,
) -> Count:
    """Count tours exactly. `turaga.tours` defines what counts as one tour.

    The time depends on the board's shorter side. Up to 5 rows it is negligible; 6x7 takes seconds, and the
    closed tours of 8x8 take minutes. Raises `BadRule` before any work is done if the count would exceed the
    memory or work limit. For an estimate, ask `Tours(...).estimate()`.

    >>> count("5x5", directed=True).count, count("5x5", start="1,1").count
    (1728, 304)
    >>> none = count("4x9", closed=True)
    >>> none.count, none.method
    (0, 'theory')
    >>> count("6x6", closed=True, classes=True).classes.classes
    1245
    """
    counted = count_for(read(CountTours, locals()), progress)
    assert isinstance(counted, Count)
    return counted

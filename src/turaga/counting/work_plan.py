"""What can be counted and estimated, before any of it is done: whether it fits, how, and in how much memory.

This does not load numba. `turaga.sampling.sampler.plan_sample` is the same for samples.
"""

from dataclasses import dataclass

from turaga.counting.classes import require_classes
from turaga.counting.estimate import can_estimate, default_probes
from turaga.counting.known import KnownCount, known_counts
from turaga.counting.methods import METHODS, method_memory, require_method
from turaga.errors import BadInput
from turaga.json_values import Result
from turaga.theory import verdict
from turaga.tours import Tours


@dataclass(frozen=True, slots=True)
class WorkPlan(Result):
    """Whether something can be done, and why or why not. `method` and `memory` (in bytes, estimated) are None
    if it cannot be done.

    """

    possible: bool
    reason: str
    method: str | None = None
    memory: int | None = None


def plan_count(tours: Tours, *, classes: bool = False) -> WorkPlan:
    """How these tours would be counted exactly, within the memory limit (`turaga.frontier.memory`).

    Usually this takes a few milliseconds. To find a narrow order of the squares takes up to a second.

    >>> plan_count(Tours("6x6", closed=True)).method, plan_count(Tours("9x9")).possible
    ('halves', False)
    """
    try:
        method = require_method(tours)
        if method == "theory":
            return WorkPlan(True, verdict(tours.forwards).reason, "theory", 0)
        if classes:
            require_classes(tours)
        return WorkPlan(True, METHODS[method], method, method_memory(tours, method).bytes)
    except BadInput as error:
        return WorkPlan(False, str(error))


def plan_estimate(tours: Tours) -> WorkPlan:
    """How the number of these tours would be estimated.

    >>> plan_estimate(Tours("8x8")).reason
    '200,000 random probes'
    """
    known = verdict(tours.forwards)
    if known.exists is False:
        return WorkPlan(True, known.reason, "theory", 0)
    if not can_estimate(tours):
        return WorkPlan(False, f"{tours.board} is too large for an estimate")
    return WorkPlan(True, f"{default_probes(tours.board):,} random probes", "estimate", 0)


@dataclass(frozen=True, slots=True)
class Plans(Result):
    """What can be counted, sampled and estimated within the memory limit, and the numbers that are published
    for this board."""

    count: WorkPlan
    sample: WorkPlan
    estimate: WorkPlan
    known: tuple[KnownCount, ...]


def plans_for(tours: Tours, *, classes: bool = False) -> Plans:
    """The plans for these tours.

    >>> plans_for(Tours("5x6", closed=True)).known[0].count
    8
    """
    from turaga.sampling.sampler import plan_sample  # imports this module

    sides = sorted((tours.board.rows, tours.board.cols))
    known = tuple(
        one for one in known_counts() if tours.plain and [one.tours.board.rows, one.tours.board.cols] == sides
    )
    return Plans(plan_count(tours, classes=classes), plan_sample(tours), plan_estimate(tours), known)

"""What can be counted and estimated, before any of it is done: whether it fits, how, and in how much memory.

This does not load numba. `turaga.sample.sampler.plan_sample` is the same for samples.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from turaga.count.classes import require_classes
from turaga.count.estimate import can_estimate, default_probes
from turaga.count.methods import METHODS, method_memory, require_method
from turaga.count.request import Tours
from turaga.errors import BadInput
from turaga.theory import verdict

if TYPE_CHECKING:
    from turaga.json_shapes import PlanJson


@dataclass(frozen=True, slots=True)
class WorkPlan:
    """Whether something can be done, and why or why not. `method` and `memory` (in bytes, estimated) are None
    if it cannot be done.

    >>> WorkPlan(True, "every tour listed", "enumerate", 0).as_json()["possible"]
    True
    """

    possible: bool
    reason: str
    method: str | None = None
    memory: int | None = None

    def as_json(self) -> "PlanJson":
        """The plan for programs."""
        return {
            "possible": self.possible,
            "reason": self.reason,
            "method": self.method,
            "memory": self.memory,
        }


def plan_count(tours: Tours, *, classes: bool = False) -> WorkPlan:
    """How these tours would be counted exactly, within the memory limit (`turaga.frontier.memory`).

    Usually this takes a few milliseconds. To find a narrow order of the squares takes up to a second.

    >>> plan_count(Tours.of("6x6", closed=True)).method, plan_count(Tours.of("9x9")).possible
    ('halves', False)
    """
    try:
        method = require_method(tours)
        if method == "theory":
            return WorkPlan(True, verdict(tours.question).reason, "theory", 0)
        if classes:
            require_classes(tours)
        return WorkPlan(True, METHODS[method], method, method_memory(tours, method).bytes)
    except BadInput as error:
        return WorkPlan(False, str(error))


def plan_estimate(tours: Tours) -> WorkPlan:
    """How the number of these tours would be estimated.

    >>> plan_estimate(Tours.of("8x8")).reason
    '200,000 random probes'
    """
    known = verdict(tours.question)
    if known.exists is False:
        return WorkPlan(True, known.reason, "theory", 0)
    if not can_estimate(tours):
        return WorkPlan(False, f"{tours.board} is too large for an estimate")
    return WorkPlan(True, f"{default_probes(tours.board):,} random probes", "estimate", 0)

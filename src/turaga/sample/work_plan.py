"""Whether tours can be sampled, before any work is done. `turaga.count.work_plan` is the same for counts."""

from turaga.count.closed_halves_fit import require_halves
from turaga.count.request import Tours
from turaga.count.work_plan import WorkPlan
from turaga.errors import BadInput
from turaga.sample.sampler import chosen_sampler, tours_to_sample
from turaga.sample.sampler_fit import narrowest_memory, require_sweep
from turaga.theory import verdict

_HOW = {
    "halves": "halves of tours, joined in the middle of the board",
    "sweep": "one pass over the board, row by row",
    "narrowest": "one pass over the board, in a sequence that keeps the frontier narrow",
}
_MEMORY = {"halves": require_halves, "sweep": require_sweep, "narrowest": narrowest_memory}


def plan_sample(tours: Tours) -> WorkPlan:
    """How these tours would be sampled, within the memory limit (`turaga.frontier.memory`).

    >>> plan_sample(Tours.of("5x6", closed=True)).method, plan_sample(Tours.of("9x9")).possible
    ('halves', False)
    """
    known = verdict(tours.question)
    if known.exists is False:
        return WorkPlan(False, f"there is no tour to sample: {known.reason}")
    tours = tours_to_sample(tours)
    try:
        method = chosen_sampler(tours)
        return WorkPlan(True, _HOW[method], method, _MEMORY[method](tours).bytes)
    except BadInput as error:
        return WorkPlan(False, str(error))

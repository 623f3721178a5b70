"""The operation `repair`: turn a walk into a tour by Euler's method."""

from dataclasses import dataclass

from turaga.board import Square
from turaga.errors import BadInput
from turaga.given_walk import GivenWalk
from turaga.kinds import RULE, SECONDS, SEED, SQUARE, TRUTH, whole
from turaga.limits import Progress
from turaga.operations import arg, noun, read
from turaga.rule import Rule
from turaga.solve.euler import MOST_MISSING, repair_walk
from turaga.solve.outcome import Outcome
from turaga.solve.problem import Problem
from turaga.solve.request import Solve
from turaga.theory import verdict
from turaga.walk import Walk


@dataclass(frozen=True, kw_only=True)
class RepairWalk:
    """Turn a walk into a tour by Euler's method."""

    given: GivenWalk = noun()
    closed: bool = arg(
        TRUTH, "Make a closed tour: its last square is a move away from its first.", default=False
    )
    end: Square | None = arg(SQUARE, "End here.")
    free_start: bool = arg(TRUTH, "Let the tour start on any square.", default=False)
    why: bool = arg(TRUTH, "Explain every reversal and insertion, with its squares.", default=False)
    rule: Rule | None = arg(RULE, "The rule of further attempts. [default: outermost]", group="Search")
    seed: int = arg(
        SEED, "Seed for further attempts after one fails. [default: 0]", default=0, group="Search"
    )
    time_limit: float | None = arg(SECONDS, "Give up after S seconds.", group="Limits")
    step_limit: int | None = arg(
        whole(1), "Give up after N steps: squares entered and ends examined.", group="Limits"
    )

    def __post_init__(self) -> None:
        walk = self.given.sound
        if walk.start is None:
            raise BadInput("the walk is empty", accepted="it must have at least one square", field="walk")
        if walk.board.size - len(walk) > MOST_MISSING:
            raise BadInput(
                f"the walk leaves {walk.board.size - len(walk)} squares of {walk.board} unvisited",
                accepted=f"the limit is {MOST_MISSING} (10^6)",
                field="walk",
            )

    @property
    def walk(self) -> Walk:
        """The walk that is given."""
        return self.given.sound


def repair_for(request: RepairWalk, progress: Progress | None = None) -> Outcome:
    """The answer to a request."""
    walk = request.walk
    asked = Solve.of(
        walk.board,
        start=None if request.free_start else walk.start,
        end=request.end,
        closed=request.closed,
        method="euler",
        rule=request.rule,
        seed=request.seed,
        why=request.why,
        step_limit=request.step_limit,
        time_limit=request.time_limit,
    )
    problem = Problem.of(asked, walk.board.index(walk[0]), progress)
    answer = verdict(asked.tours)
    if answer.exists is False:
        return problem.refused(answer)
    return repair_walk(problem, walk, free_start=request.free_start)


def repair(
    walk: Walk,
    *,
    closed: bool = False,
    end: Square | str | None = None,
    free_start: bool = False,
    rule: Rule | str | None = None,
    seed: int = 0,
    why: bool = False,
    step_limit: int | None = None,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Outcome:
    """Turn a walk into a tour by Euler's method.

    Returns the tour (`Found`), a proof that there is none (`Impossible`), or the longest walk made
    (`GaveUp`).

    The start does not change unless `free_start` is set. `closed` asks for a closed tour, and `end` for a
    tour that ends on this square. The outcome has the numbers of `reversals` and of `insertions`, the
    squares that were added. With `why`, its `account` describes each of them in a line, and its `repair` has
    the walk after each of them. The other parameters are those of `turaga.solve`.

    >>> import turaga
    >>> walk = turaga.solve("8x8", like="bencic", start="5,3").best
    >>> outcome = repair(walk, closed=True)
    >>> outcome.tour, outcome.reversals, outcome.insertions
    (<Tour of 64 squares of 8x8, c4 to d6, closed>, 4, 4)
    """
    return repair_for(read(RepairWalk, locals()), progress)

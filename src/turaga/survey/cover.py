"""The fewest orders that together complete from every start: minimum set cover.

Each order is the set of starts that it completes from. We look for the fewest sets whose union is the same as
the union of all sets. First the problem is made smaller, in ways that cannot change the answer:

- If a start is in only one set, that set is *essential*: it is chosen, and its starts are covered.
- A start is removed if every set with some other start contains it too: covering the other covers it.
- A set is removed if another set contains everything in it.

There are two cheap lower bounds. If no set contains two of some starts, each of these starts needs its own
set. And if every start gets the weight 1/s, where s is the size of the largest set it is in, no set weighs
more than 1, so a cover needs at least as many sets as the sum of all weights. A cover is first chosen
greedily. If it is no larger than a bound, it is proved to be the smallest; if not, CP-SAT continues from
there. If the time runs out, or OR-tools is not installed, the smallest cover found is returned with the
bound.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from turaga.board import Board, Square
from turaga.limits import Progress, seed_number, time_in_seconds
from turaga.survey.checked_files import folder_error
from turaga.survey.queries import Survey
from turaga.threads import run_watched

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Ints = NDArray[np.int64]

TIME_LIMIT = 60.0  # seconds
_BLOCK = 1024  # sets that are compared with all others at once
_MOST_COMPARED = 3 * 10**11  # multiplications, about ten seconds; larger problems are left to CP-SAT


# -- set cover ----------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Cover:
    """Sets whose union is the union of all sets.

    >>> Cover(chosen=(0, 2), lower_bound=2, uncoverable=()).proved
    True
    """

    chosen: tuple[int, ...]
    lower_bound: int  # no cover has fewer sets
    uncoverable: tuple[int, ...]  # elements that are in no set

    @property
    def proved(self) -> bool:
        """Whether no cover has fewer sets."""
        return len(self.chosen) == self.lower_bound


def fewest_cover(
    sets: "Sequence[Sequence[bool]] | Bools",
    *,
    time_limit: float = TIME_LIMIT,
    seed: int = 0,
    progress: Progress | None = None,
) -> Cover:
    """The fewest sets whose union is the union of all sets. `sets[i][j]` is true if set i contains element j.

    The result is proved to be smallest, unless the time runs out, or OR-tools is needed and not installed.
    Then `lower_bound` says how few sets might be enough. The same sets and the same seed give the same result
    unless the time runs out. Set cover is NP-hard; most cases of 40,320 sets of 64 elements take a second.

    >>> fewest_cover([[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 0], [1, 0, 1, 0]])
    Cover(chosen=(0, 1), lower_bound=2, uncoverable=(3,))
    """
    import numpy as np

    time_limit, seed = time_in_seconds(time_limit), seed_number("seed", seed)
    began = time.perf_counter()
    holds: Bools = np.asarray(sets, dtype=bool)
    if holds.ndim != 2:
        holds = holds.reshape(len(holds), -1) if len(holds) else np.zeros((0, 0), dtype=bool)
    coverable = holds.any(axis=0)
    reduced = _ReducedProblem(holds[:, coverable])
    reduced.remove_elements()
    best, bound = _greedy(reduced.holds), _bound(reduced.holds)
    if bound < len(best):
        before = len(reduced.essential) + bound
        reduced.remove_sets()
        best, bound = _greedy(reduced.holds), max(_bound(reduced.holds), before - len(reduced.essential))
    left = time_limit - (time.perf_counter() - began)
    if bound < len(best) and has_or_tools():  # the time to load OR-tools is not counted
        best, bound = _by_cp_sat(reduced.holds, best, bound, left, seed, progress)
    chosen = reduced.essential + reduced.kept[best].tolist()
    assert holds[chosen].any(axis=0).tolist() == coverable.tolist(), "the cover leaves something out"
    return Cover(
        chosen=tuple(sorted(chosen)),
        lower_bound=len(reduced.essential) + bound,
        uncoverable=tuple(np.flatnonzero(~coverable).tolist()),
    )


def has_or_tools() -> bool:
    """Whether OR-tools is installed. It proves minimality where the bounds do not."""
    try:
        import ortools.sat.python.cp_model  # noqa: F401
    except ImportError:
        return False
    return True


class _ReducedProblem:
    """A problem after removing what cannot change its answer: the indices of the sets that are `kept`, and
    which of the remaining elements each of them `holds`. The `essential` sets are already chosen."""

    def __init__(self, holds: "Bools") -> None:
        import numpy as np

        self.kept = _first_of_equal(holds)
        self.holds = holds[self.kept]
        self.essential: list[int] = []
        assert self.holds.shape[1] == 0 or bool(np.all(self.holds.any(axis=0))), "an element is in no set"

    def remove_elements(self) -> None:
        """Remove elements that others make unnecessary, and choose the essential sets."""
        # Compare by complements: an element that is in fewer sets has a larger complement.
        self.holds = self.holds[:, _maximal(~self.holds.T)]
        lonely = self.holds.sum(axis=0) == 1
        needed = self.holds[:, lonely].any(axis=1)
        self.essential += self.kept[needed].tolist()
        left = ~self.holds[needed].any(axis=0)
        self.holds, self.kept = self.holds[~needed][:, left], self.kept[~needed]

    def remove_sets(self) -> None:
        """Remove sets, then elements, as long as that helps. With many sets this takes seconds."""
        elements = -1
        while elements != self.holds.shape[1]:
            elements = self.holds.shape[1]
            stay = _maximal(self.holds)
            self.holds, self.kept = self.holds[stay], self.kept[stay]
            self.remove_elements()


def _first_of_equal(rows: "Bools") -> "Ints":
    """The indices of the rows that do not equal an earlier row."""
    import numpy as np

    packed = np.ascontiguousarray(np.packbits(rows, axis=1))
    if packed.size == 0:
        return np.arange(min(1, len(rows)))
    whole = packed.view(np.dtype((np.void, packed.shape[1]))).ravel()
    return np.sort(np.unique(whole, return_index=True)[1])


def _maximal(rows: "Bools") -> "Ints":
    """The indices of the rows that are not contained in another row, in order. Of equal rows, the first.

    A row is contained in another if the number of their common elements is the size of the row. A product of
    matrices computes that for all pairs at once. Rows are processed from large to small, so that each is
    compared only with rows that stay.
    """
    import numpy as np

    first = _first_of_equal(rows)
    if len(first) ** 2 * rows.shape[1] > _MOST_COMPARED:
        return first
    held = rows[first].astype(np.float32)  # products are exact for up to 2^24 common elements
    sizes = held.sum(axis=1)
    largest_first = np.argsort(-sizes, kind="stable")
    staying: list[Ints] = []
    tall = np.empty((0, rows.shape[1]), dtype=np.float32)
    for i in range(0, len(first), _BLOCK):
        block = largest_first[i : i + _BLOCK]
        inside = (held[block] @ tall.T == sizes[block, None]).any(axis=1)
        block = block[~inside]
        among = (held[block] @ held[block].T == sizes[block, None]) & (sizes[block] > sizes[block, None])
        block = block[~among.any(axis=1)]
        staying.append(block)
        tall = np.concatenate([tall, held[block]])
    return np.sort(first[np.concatenate(staying)]) if staying else first


def _greedy(holds: "Bools") -> list[int]:
    """A cover: always choose the set with most of the remaining elements (the first of equal ones), then drop
    sets whose elements are all in other chosen sets."""
    import numpy as np

    left = np.ones(holds.shape[1], dtype=bool)
    chosen: list[int] = []
    while left.any():
        best = int((holds[:, left]).sum(axis=1).argmax())
        chosen.append(best)
        left &= ~holds[best]
    for one in chosen[:]:
        others = [i for i in chosen if i != one]
        if others and holds[others].any(axis=0).all():
            chosen = others
    return chosen


def _bound(holds: "Bools") -> int:
    """A lower bound for the number of sets: the better of the two that the module docstring explains."""
    import numpy as np

    if holds.size == 0:
        return 0
    sizes = holds.sum(axis=1)
    weights = 1 / np.where(holds, sizes[:, None], 0).max(axis=0)
    apart = 0
    free = np.ones(holds.shape[1], dtype=bool)
    for element in np.argsort(holds.sum(axis=0), kind="stable"):
        if free[element]:
            apart += 1
            free &= ~holds[holds[:, element]].any(axis=0)
    # The sum of the weights has rounding errors, so subtract a little to be safe.
    return max(apart, math.ceil(float(weights.sum()) - 1e-6))


def _by_cp_sat(
    holds: "Bools", greedy: list[int], bound: int, seconds: float, seed: int, progress: Progress | None
) -> tuple[list[int], int]:
    """The smallest cover that CP-SAT finds in the given time, and the lower bound that it proves.

    CP-SAT runs in one thread, as in `solve.exact`: the answer must not depend on the machine.
    """
    import numpy as np
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    taken = [model.new_bool_var("") for _ in holds]
    for element in holds.T:
        model.add_bool_or([taken[i] for i in np.flatnonzero(element)])
    model.add(sum(taken) >= bound)
    model.add(sum(taken) <= len(greedy))
    known = set(greedy)
    for i, one in enumerate(taken):
        model.add_hint(one, i in known)
    model.minimize(sum(taken))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed % 2**31
    solver.parameters.linearization_level = 2
    solver.parameters.catch_sigint_signal = False  # otherwise Ctrl-C never reaches Python
    status = _solve_until(solver, model, seconds, progress)
    if status == cp_model.MODEL_INVALID:
        raise AssertionError(f"CP-SAT rejects the model: {model.validate()}")
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        greedy = [i for i, one in enumerate(taken) if solver.boolean_value(one)]
    if status == cp_model.OPTIMAL:
        return greedy, len(greedy)
    return greedy, min(len(greedy), max(bound, math.ceil(solver.best_objective_bound - 1e-6)))


def _solve_until(solver: Any, model: Any, seconds: float, progress: Progress | None) -> Any:
    """Run CP-SAT until it is finished or the time limit is reached. Ctrl-C works in the meantime."""
    began = time.perf_counter()

    def watch() -> float:
        spent = time.perf_counter() - began
        if progress:
            progress("solving with CP-SAT (seconds)", int(spent), math.ceil(seconds))
        return seconds - spent

    return run_watched(lambda: solver.solve(model), watch=watch, stop=solver.stop_search)


# -- the orders of a survey ---------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class OrderCover:
    """The fewest orders found that together complete from every start from which any order completes.

    >>> OrderCover(boards=(Board("5x5"),), orders=("12345678",), starts=13, missed=(), lower_bound=1,
    ...            seconds=0.01).proved
    True
    """

    boards: tuple[Board, ...]
    orders: tuple[str, ...]
    starts: int  # starts that were walked from and that colour allows
    missed: tuple[tuple[Board, Square], ...]  # those from which no order completes
    lower_bound: int
    seconds: float

    @property
    def proved(self) -> bool:
        """Whether fewer orders are proved not to be enough."""
        return len(self.orders) == self.lower_bound


def fewest_orders(
    survey: Survey,
    boards: Sequence[Board] | None = None,
    *,
    time_limit: float = TIME_LIMIT,
    seed: int = 0,
    progress: Progress | None = None,
) -> OrderCover:
    """The fewest orders of a survey that together complete from every start of all the boards.

    Starts that the colours rule out are left out, and starts from which no order completes are listed. A tour
    that was found by a retry does not count for the order.

    >>> import tempfile
    >>> from turaga.rule import Rule
    >>> from turaga.survey.plan import Plan, parse_boards
    >>> from turaga.survey.runner import run_survey
    >>> plan = Plan(boards=parse_boards("8"), rule=Rule("12345678"), orders="12345678,81234567")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     ran = run_survey(plan, folder)
    ...     with Survey.open(folder) as survey:
    ...         cover = fewest_orders(survey)
    >>> cover.orders, cover.missed, cover.proved
    (('12345678', '81234567'), (), True)
    """
    import numpy as np

    began = time.perf_counter()
    survey.require_walks()
    boards = tuple(survey.boards if boards is None else boards)
    if survey.plan.rule.is_random:
        problem = f"the survey in {str(survey.folder)!r} breaks ties at random"
        raise folder_error(problem, "it has no orders to choose from")
    orders = sorted({order for board in boards for order in survey.orders_of(board)})
    parts = [survey.completions(board, orders) for board in boards]
    found = fewest_cover(
        np.concatenate([holds for _, holds in parts], axis=1),
        time_limit=time_limit,
        seed=seed,
        progress=progress,
    )
    starts = [
        (board, board.square(start))
        for board, (numbers, _) in zip(boards, parts, strict=True)
        for start in numbers
    ]
    return OrderCover(
        boards=boards,
        orders=tuple(orders[i] for i in found.chosen),
        starts=len(starts),
        missed=tuple(starts[i] for i in found.uncoverable),
        lower_bound=found.lower_bound,
        seconds=time.perf_counter() - began,
    )

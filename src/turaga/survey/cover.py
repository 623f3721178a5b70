"""The fewest orders that between them complete from every start: minimum set cover.

Orders are sets of starts, and the fewest are wanted whose union is everything that any of them holds. First
the problem is made small by what cannot change the answer:

- a start in one set alone makes that set *essential*: it is chosen, and what it holds is done;
- a start is let go if another is in some of its sets only, for whoever covers that one covers it too;
- a set is let go if another holds all it holds.

Two bounds are cheap. Starts of which no set holds two each need a set of their own; and if every start is
given the weight 1/s, s being the size of the largest set it is in, no set weighs more than 1, so there are at
least as many sets as all weights together. If a cover chosen greedily is no larger than the bound, it is
proved; if not, CP-SAT goes on from there. Where the clock stops it, or OR-tools is not installed, the best
cover is given with its bound.
"""

import contextlib
import math
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from turaga.board import Board, Square
from turaga.errors import BadInput
from turaga.limits import Progress, seed_number, time_in_seconds
from turaga.survey.queries import Survey

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Ints = NDArray[np.int64]

TIME_LIMIT = 60.0  # seconds
_BLOCK = 1024  # sets compared with all others at once
_MOST_COMPARED = 3 * 10**11  # multiplications, some ten seconds: what is beyond is left to CP-SAT
_LOOK = 0.1  # seconds between two looks at the keyboard and the clock while CP-SAT works


# -- set cover ----------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Cover:
    """Sets that together hold every element that any set holds.

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
    """As few of the sets as hold every element that any of them holds; `sets[i][j]`: set i holds element j.

    Proved to be the fewest, unless the time ran out or OR-tools is missing where it is needed: then
    `lower_bound` says how few there might be. The same sets and the same seed give the same answer if the
    time did not run out. Set cover is NP-hard; of 40,320 sets of 64 elements most cases take a second.

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
    small = _Small(holds[:, coverable])
    small.let_elements_go()
    best, bound = _greedy(small.holds), _bound(small.holds)
    if bound < len(best):
        before = len(small.essential) + bound
        small.let_sets_go()
        best, bound = _greedy(small.holds), max(_bound(small.holds), before - len(small.essential))
    left = time_limit - (time.perf_counter() - began)
    if bound < len(best) and has_or_tools():  # loading it is not counted
        best, bound = _by_cp_sat(small.holds, best, bound, left, seed, progress)
    chosen = small.essential + small.kept[best].tolist()
    assert holds[chosen].any(axis=0).tolist() == coverable.tolist(), "the cover leaves something out"
    return Cover(
        chosen=tuple(sorted(chosen)),
        lower_bound=len(small.essential) + bound,
        uncoverable=tuple(np.flatnonzero(~coverable).tolist()),
    )


def has_or_tools() -> bool:
    """Whether OR-tools is installed, to prove what the bounds do not."""
    try:
        import ortools.sat.python.cp_model  # noqa: F401
    except ImportError:
        return False
    return True


class _Small:
    """What is left of a problem without what cannot change its answer: sets `kept` of the given ones, and
    what each `holds` of the elements that count; `essential` ones are chosen already."""

    def __init__(self, holds: "Bools") -> None:
        import numpy as np

        self.kept = _first_of_equal(holds)
        self.holds = holds[self.kept]
        self.essential: list[int] = []
        assert self.holds.shape[1] == 0 or bool(np.all(self.holds.any(axis=0))), "an element is in no set"

    def let_elements_go(self) -> None:
        """Let elements go for others, and choose what is essential."""
        # Whoever is not in a set has it in the complement: fewer sets are a larger complement.
        self.holds = self.holds[:, _maximal(~self.holds.T)]
        lonely = self.holds.sum(axis=0) == 1
        needed = self.holds[:, lonely].any(axis=1)
        self.essential += self.kept[needed].tolist()
        left = ~self.holds[needed].any(axis=0)
        self.holds, self.kept = self.holds[~needed][:, left], self.kept[~needed]

    def let_sets_go(self) -> None:
        """Let sets go for others, and then elements, as long as that helps: of many sets it takes seconds."""
        elements = -1
        while elements != self.holds.shape[1]:
            elements = self.holds.shape[1]
            stay = _maximal(self.holds)
            self.holds, self.kept = self.holds[stay], self.kept[stay]
            self.let_elements_go()


def _first_of_equal(rows: "Bools") -> "Ints":
    """The numbers of the rows that are not equal to an earlier one."""
    import numpy as np

    packed = np.ascontiguousarray(np.packbits(rows, axis=1))
    if packed.size == 0:
        return np.arange(min(1, len(rows)))
    whole = packed.view(np.dtype((np.void, packed.shape[1]))).ravel()
    return np.sort(np.unique(whole, return_index=True)[1])


def _maximal(rows: "Bools") -> "Ints":
    """The numbers of the rows that are not part of another, of equal ones the first, in their sequence.

    One row is part of another if they have as many in common as the first has: of all pairs at once that is a
    product of matrices. Larger rows come first, so that each is compared only with those that stay.
    """
    import numpy as np

    first = _first_of_equal(rows)
    if len(first) ** 2 * rows.shape[1] > _MOST_COMPARED:
        return first
    held = rows[first].astype(np.float32)  # products of these are exact, up to 2^24 in common
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
    """A cover: always the set that holds most of what is left, the first of equal ones; and then none of
    which the others hold everything."""
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
    """So many sets at least are needed: the better of the two bounds that the module's head explains."""
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
    # The sum of the weights is rounded in floats: a little less is safe.
    return max(apart, math.ceil(float(weights.sum()) - 1e-6))


def _by_cp_sat(
    holds: "Bools", greedy: list[int], bound: int, seconds: float, seed: int, progress: Progress | None
) -> tuple[list[int], int]:
    """The best cover CP-SAT finds in the time, and the bound it proves.

    It runs in one thread, as `solve.exact` says, so that the answer does not depend on the machine.
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
    solver.parameters.catch_sigint_signal = False  # it would not give the signal back
    status = _solve_until(solver, model, seconds, progress)
    if status == cp_model.MODEL_INVALID:
        raise AssertionError(f"CP-SAT refuses the model: {model.validate()}")
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        greedy = [i for i, one in enumerate(taken) if solver.boolean_value(one)]
    if status == cp_model.OPTIMAL:
        return greedy, len(greedy)
    return greedy, min(len(greedy), max(bound, math.ceil(solver.best_objective_bound - 1e-6)))


def _solve_until(solver: Any, model: Any, seconds: float, progress: Progress | None) -> Any:
    """Run CP-SAT until it has an answer or the time is over; Ctrl-C is heard meanwhile."""
    began = time.perf_counter()
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(solver.solve, model)
        try:
            while not answer.done() and (spent := time.perf_counter() - began) < seconds:
                wait([answer], min(_LOOK, seconds - spent))
                if progress:
                    progress("CP-SAT, seconds", int(spent), math.ceil(seconds))
        finally:
            while not answer.done():
                with contextlib.suppress(KeyboardInterrupt):  # one is on its way already
                    solver.stop_search()
                    wait([answer], _LOOK)
    return answer.result()


# -- the orders of a survey ---------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class OrderCover:
    """The fewest orders found that complete from every start of the boards from which any order does.

    >>> OrderCover(boards=(Board("5x5"),), orders=("12345678",), starts=13, missed=(), lower_bound=1,
    ...            seconds=0.01).proved
    True
    """

    boards: tuple[Board, ...]
    orders: tuple[str, ...]
    starts: int  # walked from, and allowed by colour
    missed: tuple[tuple[Board, Square], ...]  # those of them from which no order completes
    lower_bound: int
    seconds: float

    @property
    def proved(self) -> bool:
        """Whether no fewer orders do."""
        return len(self.orders) == self.lower_bound


def fewest_orders(
    survey: Survey,
    boards: Sequence[Board] | None = None,
    *,
    time_limit: float = TIME_LIMIT,
    seed: int = 0,
    progress: Progress | None = None,
) -> OrderCover:
    """The fewest orders of a survey that between them complete from every start on all of the boards.

    Starts that colour forbids are left out, and those from which none of the orders completes are named. A
    tour that only a retry found is not the order's doing and does not count.

    >>> import tempfile
    >>> from turaga.rule import Rule
    >>> from turaga.survey.plan import Plan, parse_boards
    >>> from turaga.survey.runner import run_survey
    >>> plan = Plan(boards=parse_boards("8"), rule=Rule(ties="order:12345678"), orders="12345678,81234567")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     ran = run_survey(plan, folder)
    ...     with Survey.open(folder) as survey:
    ...         cover = fewest_orders(survey)
    >>> cover.orders, cover.missed, cover.proved
    (('12345678', '81234567'), (), True)
    """
    import numpy as np

    began = time.perf_counter()
    survey.demand_walks()
    boards = tuple(survey.boards if boards is None else boards)
    if survey.plan.rule.is_random:
        raise BadInput(
            f"the survey in {str(survey.folder)!r} broke ties at random: there are no orders to choose from"
        )
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

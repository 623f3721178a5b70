"""Computes the rows of one job: walks by the greedy or search kernel, and the rows derived from them by
symmetry.

`compute_rows` runs in a thread of this process or on a worker of a cluster. Importing this module loads
numba.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turaga.board import Board
from turaga.compiled_greedy import CompiledRule, PaddedBoard
from turaga.greedy import tie_rng
from turaga.jit import Ints
from turaga.order import FIRST_ORDER
from turaga.rule import Rule
from turaga.solve.compiled_search import CompiledSearch
from turaga.solve.greedy import further_orders
from turaga.survey.board_lists import board_name
from turaga.survey.columns import CODES
from turaga.survey.jobs import Job, walks_of
from turaga.survey.plan import Plan
from turaga.theory import allowed_colours, why_impossible
from turaga.verify import require_tour

_NONE = -1  # no square
_NEVER = np.iinfo(np.int64).max  # the limit of failures if there is no limit
_SEARCH_CHUNK = 500_000  # steps of a search between two checks of the clock and of Ctrl-C

# Called several times a second with the walks and steps since the last call; may raise `Stopped`.
Tick = Callable[[int, int], None]


class Stopped(Exception):
    """The run is being stopped. The rows of the job are not stored."""


@dataclass(frozen=True)
class JobRows:
    """The rows of a job, as columns of both tables, and how often each order failed, not counting starts that
    colour rules out."""

    walks: dict[str, Any]
    shards: dict[str, Any]
    failures: dict[str, int]


@dataclass
class _Walked:
    """The walks by the first orders of families, one entry for each walk."""

    which: Ints  # index of the family
    starts: Ints  # square indices
    visited: Ints
    ends: Ints  # square indices, or _NONE
    retries: Ints
    steps: Ints
    times: NDArray[np.float64]  # seconds; NaN if they were not measured
    endings: NDArray[np.int8]  # the codes of `ENDINGS`
    seconds: NDArray[np.float64]  # by family

    def only(self, chosen: "Ints | NDArray[np.bool_]") -> "_Walked":
        """The chosen walks, in the given order."""
        return replace(self, **{name: getattr(self, name)[chosen] for name in _BY_WALK})


_BY_WALK = ("which", "starts", "visited", "ends", "retries", "steps", "times", "endings")


def compute_rows(plan: Plan, job: Job, failed: Mapping[str, int], tick: Tick) -> JobRows:
    """Do the walks of a job and return its rows. `failed` says how often its orders failed on earlier boards.

    Takes about 15 nanoseconds per square walked, plus the time of retries and searches.
    """
    walker = _Walker(plan, job, tick)
    if plan.until_closed or plan.stop_after_failures is not None:
        parts = [walker.until(failed)]
    else:
        starts = walks_of(plan, job.board, job.families[0])
        span = range(job.first, job.last)
        parts = [walker.walk(np.array(families), starts, span) for families in walker.batches(len(span))]
    walked = _joined(parts, len(job.families))
    walker.check_one(walked)
    return _rows(plan, job, walked, walker.failures(walked))


class _Walker:
    """Walks the orders of a job from given starts, in batches."""

    def __init__(self, plan: Plan, job: Job, tick: Tick) -> None:
        self.plan, self.job, self.board, self.tick = plan, job, job.board, tick
        self.orders = [family[0][0] for family in job.families]
        self.random = plan.rule.is_random
        self.ground = PaddedBoard(self.board)
        self.compiled = CompiledRule(self.ground, plan.rule)
        self.laid = self.ground.lay_orders([plan.rule.order] if self.random else self.orders)
        # A search measures its own time.
        self.measures_batches = plan.times_walks(self.board) and plan.method == "greedy"
        self.chunk = 1 if self.measures_batches else max(1, self.compiled.chunk // self.board.size)
        self.allowed = _allowed(self.board)
        self._load()

    def _load(self) -> None:
        """Load or compile the kernel, so that this is not part of the measured time."""
        self.compiled.walk_many([], [])
        if self.plan.method == "search":
            start = self.job.board.index(self.board.first_square)
            rng = tie_rng(0, start)
            CompiledSearch(self.compiled, start, rng, goal=self.board.size, anchor=None, prune=True).run(1)

    def rule(self, family: int) -> Rule:
        """The rule with the first order of a family."""
        return self.plan.rule if self.random else self.plan.rule.with_order(self.orders[family])

    def batches(self, walks: int) -> Iterator[range]:
        """Batches of families that take a fraction of a second each; at least one family per batch."""
        together = max(1, self.chunk // max(1, walks))
        for at in range(0, len(self.orders), together):
            yield range(at, min(at + together, len(self.orders)))

    def walk(self, families: Ints, walks: Sequence[int], span: range) -> _Walked:
        """The walks of some families from the starts in the span."""
        which = np.repeat(families, len(span))
        starts = np.tile(np.array(walks[span.start : span.stop], dtype=np.int64), len(families))
        runs = np.tile(np.array(span, dtype=np.int64) * self.plan.repeat // max(1, len(walks)), len(families))
        step = self._search if self.plan.method == "search" else self._greedy
        parts = []
        for at in range(0, len(which), self.chunk):
            piece = slice(at, at + self.chunk)
            began = time.perf_counter()
            part = step(which[piece], runs[piece], starts[piece])
            # Time is divided in proportion to steps. A start that theory rules out has no steps, but takes
            # time.
            weights = np.maximum(part.steps, 1)
            share = np.bincount(part.which, weights, len(self.orders)) / weights.sum()
            passed = time.perf_counter() - began
            part.seconds += passed * share
            if self.measures_batches:  # of one walk each
                part.times[:] = passed
            parts.append(part)
        return _joined(parts, len(self.orders))

    def until(self, failed: Mapping[str, int]) -> _Walked:
        """The walks of each family until a walk is a closed tour or the family has failed too often. All
        unfinished families are walked together, from one row of the board at a time. Walks after the end of a
        family are dropped, so that the result does not depend on the size of the batches."""
        plan, count = self.plan, len(self.orders)
        left = np.full(count, _NEVER)
        if plan.stop_after_failures is not None:
            limit = min(plan.stop_after_failures, _NEVER)
            left[:] = [limit - failed.get(order, 0) for order in self.orders]
        going = np.flatnonzero(left > 0)
        # The same for all families, because nothing is derived.
        walks = walks_of(plan, self.board, self.job.families[0])
        parts = []
        for at in range(0, len(walks), self.board.cols):
            if len(going) == 0:
                break
            span = range(at, min(at + self.board.cols, len(walks)))
            part = self.walk(going, walks, span)
            shape = (len(going), len(span))
            fails = np.cumsum(self.fails(part).reshape(shape), axis=1)
            over = fails >= left[going, None]
            if plan.until_closed:
                over |= closed_tours(self.board, part.starts, part.ends, part.visited).reshape(shape)
            before: Ints = np.cumsum(over, axis=1) - over
            parts.append(part.only((before == 0).reshape(-1)))
            left[going] -= fails[:, -1]
            going = going[~over.any(axis=1)]
        walked = _joined(parts, count)
        return walked.only(np.argsort(walked.which, kind="stable"))

    def fails(self, walked: _Walked) -> NDArray[np.bool_]:
        """Which walks are incomplete although colour allows a tour from their start."""
        return (walked.visited < self.board.size) & self.allowed[walked.starts]

    def failures(self, walked: _Walked) -> Ints:
        """How many walks of each family failed (see `fails`)."""
        return np.bincount(walked.which[self.fails(walked)], minlength=len(self.orders))

    def _greedy(self, which: Ints, runs: Ints, starts: Ints) -> _Walked:
        rngs = None
        if self.random:
            pairs = zip(runs.tolist(), starts.tolist(), strict=True)
            rngs = [tie_rng(self.plan.seed_of(run), start) for run, start in pairs]
        orders = np.zeros_like(which) if self.random else which
        visited, ends = self.compiled.walk_many(starts, rngs, orders=self.laid, which=orders)
        part = _Walked(
            which,
            starts,
            visited,
            ends.astype(np.int64),
            np.zeros_like(which),
            visited.copy(),
            np.full(len(which), np.nan),
            np.zeros(len(which), dtype=np.int8),
            np.zeros(len(self.orders)),
        )
        self.tick(len(which), int(visited.sum()))
        if self.plan.retries or self.plan.retry_orders:
            self._retry(part, runs)
        found = np.where(part.retries == 0, CODES["found directly"], CODES["found by retrying"])
        part.endings[:] = np.where(part.visited == self.board.size, found, CODES["dead end"])
        return part

    def _retry(self, part: _Walked, runs: Ints) -> None:
        """Retry failed walks with further orders. Each round retries every walk that is still incomplete."""
        plan, size = self.plan, self.board.size
        compiled = CompiledRule(self.ground, plan.rule.by_order(FIRST_ORDER))
        left = [
            (i, further_orders(
                self.board, int(part.starts[i]), self.rule(int(part.which[i])), plan.seed_of(int(runs[i])),
                plan.retries, plan.retry_orders,
            ))
            for i in np.flatnonzero(part.visited < size).tolist()
        ]  # fmt: skip
        while left:
            drawn = [(i, further, next(further, None)) for i, further in left]
            tries = [(i, further, order) for i, further, order in drawn if order is not None]
            if not tries:
                break
            at = np.array([i for i, _, _ in tries], dtype=np.int64)
            laid = self.ground.lay_orders([order for _, _, order in tries])
            visited, ends = compiled.walk_many(part.starts[at], orders=laid, which=np.arange(len(at)))
            part.retries[at] += 1
            part.steps[at] += visited
            longer = visited > part.visited[at]
            part.visited[at[longer]] = visited[longer]
            part.ends[at[longer]] = ends[longer]
            self.tick(0, int(visited.sum()))
            over = (visited == size).tolist()
            left = [(i, further) for (i, further, _), done in zip(tries, over, strict=True) if not done]

    def _search(self, which: Ints, runs: Ints, starts: Ints) -> _Walked:
        visited, ends, steps = np.zeros_like(which), np.full_like(which, _NONE), np.zeros_like(which)
        times, endings = np.zeros(len(which)), np.zeros(len(which), dtype=np.int8)
        for i in range(len(which)):
            family, run, start = int(which[i]), int(runs[i]), int(starts[i])
            began = time.perf_counter()
            if self.plan.theory and why_impossible(self.board, start) is not None:
                times[i], endings[i] = time.perf_counter() - began, CODES["ruled out"]
                self.tick(1, 0)
                continue
            state, ending = self._searched(self.rule(family), run, start)
            times[i], endings[i] = time.perf_counter() - began, CODES[ending]
            walk = state.best()
            best = (require_tour(walk) if walk.complete else walk).indices
            visited[i], ends[i], steps[i] = len(best), best[-1], state.steps
            self.tick(1, 0)
        retries, seconds = np.zeros_like(which), np.zeros(len(self.orders))
        return _Walked(which, starts, visited, ends, retries, steps, times, endings, seconds)

    def _searched(self, rule: Rule, run: int, start: int) -> tuple[CompiledSearch, str]:
        """A search, run until it ends or reaches a limit, and how it ended."""
        plan = self.plan
        step_limit, time_limit = plan.step_limit_of(self.board), plan.time_limit_of(self.board)
        compiled = CompiledRule(self.ground, rule)
        rng = tie_rng(plan.seed_of(run), start)
        state = CompiledSearch(compiled, start, rng, goal=self.board.size, anchor=None, prune=plan.prune)
        began = time.perf_counter()
        while state.ending == "paused":
            before = state.steps
            until = before + _SEARCH_CHUNK
            state.run(until if step_limit is None else min(until, step_limit))
            self.tick(0, state.steps - before)
            late = time_limit is not None and time.perf_counter() - began > time_limit
            if late or state.steps == step_limit:
                break
        if state.ending == "found":
            return state, "found by backtracking" if state.backtracks else "found directly"
        if state.ending == "exhausted":
            return state, "exhausted"
        return state, "step limit" if state.steps == step_limit else "time limit"

    def check_one(self, walked: _Walked) -> None:
        """Walk the first complete walk again and pass it to `verify`. The kernel kept only its end."""
        whole = np.flatnonzero((walked.visited == self.board.size) & (walked.retries == 0))
        if self.plan.method == "search" or self.random or len(whole) == 0:
            return
        i = int(whole[0])
        start = int(walked.starts[i])
        compiled = CompiledRule(self.ground, self.rule(int(walked.which[i])))
        tour = require_tour(compiled.walk(start, tie_rng(self.plan.seed, start), self.board.size))
        assert self.board.index(tour[-1]) == walked.ends[i], (
            "a tour that was walked twice has two different ends"
        )


def count_failures(board: Board, columns: Mapping[str, Any]) -> dict[str, int]:
    """How often each order failed, computed from the stored columns of a job. Equals `JobRows.failures`."""
    starts = (columns["start_row"].astype(np.int64) - 1) * board.cols + columns["start_col"] - 1
    failed = ~columns["complete"].astype(bool) & _allowed(board)[starts]
    orders, counts = np.unique(columns["order"][failed], return_counts=True)
    return {str(order): int(count) for order, count in zip(orders, counts, strict=True)}


def _allowed(board: Board) -> NDArray[np.bool_]:
    """For the index of each square, whether colour allows a tour to start there."""
    rows, cols = np.divmod(np.arange(board.area), board.cols)
    return np.isin((rows + cols) % 2, np.array(allowed_colours(board), dtype=np.int64))


def closed_tours(board: Board, starts: Ints, ends: Ints, visited: Ints) -> NDArray[np.bool_]:
    """Which walks are closed tours: complete, at least three squares long, with ends a move apart."""
    down = abs(starts // board.cols - ends // board.cols)
    right = abs(starts % board.cols - ends % board.cols)
    a, b = board.leaper
    near: NDArray[np.bool_] = ((down == a) & (right == b)) | ((down == b) & (right == a))
    complete: NDArray[np.bool_] = visited == board.size
    return near & complete if board.size >= 3 else np.zeros_like(complete)


def _joined(parts: list[_Walked], families: int) -> _Walked:
    """The walks of all parts, one after the other."""
    none = np.zeros(0, dtype=np.int64)
    nothing = (none, none, none, none, none, none, np.zeros(0), none.astype(np.int8))
    parts = [_Walked(*nothing, np.zeros(families)), *parts]
    columns = {name: np.concatenate([getattr(part, name) for part in parts]) for name in _BY_WALK}
    return _Walked(**columns, seconds=np.sum([part.seconds for part in parts], axis=0))


# -- rows ---------------------------------------------------------------------------------------------


def _rows(plan: Plan, job: Job, walked: _Walked, failed: Ints) -> JobRows:
    """The rows of every order of the families, walked or derived by symmetry."""
    board = job.board
    first = np.array([int(family[0][0]) for family in job.families], dtype=np.int64)
    source: Any = slice(None)  # the walk that each row comes from
    orders, starts, ends = first[walked.which], walked.starts, walked.ends
    if len(job.families[0]) > 1:
        orders, starts, ends, source = _derived(plan, job, walked)
    visited = walked.visited[source]
    nowhere = ends == _NONE
    count = len(starts)
    walks = {
        "rows": np.full(count, board.rows, dtype=np.int32),
        "cols": np.full(count, board.cols, dtype=np.int32),
        "order": orders.astype(np.int32),
        "rule": plan.rule_words,
        "start_row": (starts // board.cols + 1).astype(np.int32),
        "start_col": (starts % board.cols + 1).astype(np.int32),
        "visited": visited.astype(np.int32),
        "end_row": np.ma.array((ends // board.cols + 1).astype(np.int32), mask=nowhere),
        "end_col": np.ma.array((ends % board.cols + 1).astype(np.int32), mask=nowhere),
        "complete": visited == board.size,
        "closed": closed_tours(board, starts, ends, visited),
        "retries": walked.retries[source].astype(np.int32),
        "steps": walked.steps[source],
        "board": board_name(board),
        "holes": np.full(count, len(board.hole_indices), dtype=np.int32),
    }
    if plan.keeps_times:
        times = np.where(orders == first[walked.which[source]], walked.times[source], np.nan)
        walks["seconds"] = np.ma.masked_invalid(times)
        walks["ending"] = walked.endings[source]
    failures = dict(zip([family[0][0] for family in job.families], failed.tolist(), strict=True))
    return JobRows(walks, _shards(job, walked, first, orders), failures)


def _derived(plan: Plan, job: Job, walked: _Walked) -> list[Ints]:
    """The rows of whole families: the image of each walk under each symmetry, if its start is in the plan.
    Returns for each row the order, the start, the end, and the index of the walk that it comes from.

    All families of the job have the same symmetries and were walked from the same starts. So all values are
    tables of families by walks, computed once for each symmetry.
    """
    board = job.board
    places: Ints = np.arange(len(walked.starts)).reshape(len(job.families), -1)
    starts = walked.starts[places[0]]
    wanted = np.zeros(board.area, dtype=bool)
    wanted[plan.starts_of(board, 0)] = True
    parts = []
    for k, (_, symmetry) in enumerate(job.families[0]):
        images = _image(starts, symmetry, board)
        sequence = np.argsort(images)
        sequence = sequence[wanted[images[sequence]]]
        orders = np.array([[int(family[k][0])] for family in job.families], dtype=np.int64)
        source = places[:, sequence]
        ends = walked.ends[source]
        ends = np.where(ends == _NONE, _NONE, _image(ends, symmetry, board))
        parts.append(np.broadcast_arrays(orders, images[sequence], ends, source))
    return [np.concatenate(columns, axis=1).reshape(-1) for columns in zip(*parts, strict=True)]


def _image(indices: Ints, symmetry: Any, board: Board) -> Ints:
    """The indices of squares after a symmetry."""
    row, col = symmetry.square(np.divmod(indices, board.cols), board.rows, board.cols)
    image: Ints = row * board.cols + col
    return image


def _shards(job: Job, walked: _Walked, first: Ints, orders: Ints) -> dict[str, Any]:
    """The rows of `shards`. The first order of a family did all the work, the derived orders none.

    A first order that was walked has a row even if all its walks in this job were made for derived orders.
    """
    each = np.union1d(orders, first[walked.which])
    walks = np.bincount(np.searchsorted(each, orders), minlength=len(each))
    entered = np.bincount(walked.which, walked.steps, len(first)).astype(np.int64)
    steps = dict(zip(first.tolist(), entered.tolist(), strict=True))
    seconds = dict(zip(first.tolist(), walked.seconds.tolist(), strict=True))
    return {
        "board": board_name(job.board),
        "order": each.astype(np.int32),
        "walks": walks,
        "steps": np.array([steps.get(order, 0) for order in each.tolist()], dtype=np.int64),
        "seconds": np.array([seconds.get(order, 0.0) for order in each.tolist()]),
        "holes": np.full(len(each), len(job.board.hole_indices), dtype=np.int32),
    }

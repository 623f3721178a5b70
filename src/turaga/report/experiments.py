"""The tools for testing claims: surveys, each run once for all claims that need it; walks; and a clock."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from turaga.board import Board
from turaga.extras import load
from turaga.limits import Progress
from turaga.report.claims import Claim, Finding
from turaga.rule import Rule
from turaga.survey.plan import Plan
from turaga.survey.queries import Survey
from turaga.survey.runner import run_survey

if TYPE_CHECKING:
    from turaga.jit import Ints, Numbers

_T = TypeVar("_T")


class Experiments:
    """The surveys of one run, in a directory.

    They stay open until this is closed, so that several claims and figures can use the same survey. `quick`
    makes samples smaller and leaves out what takes minutes.

    >>> import tempfile
    >>> from turaga.survey.plan import parse_boards
    >>> from turaga.survey.sql import ALLOWED
    >>> with tempfile.TemporaryDirectory() as folder, Experiments(folder, quick=True) as experiments:
    ...     experiments.rows(Plan(boards=parse_boards("5")), f"SELECT count(*) FROM walks WHERE {ALLOWED}")
    [(13,)]
    """

    def __init__(self, folder: str, *, quick: bool = False) -> None:
        self.folder = Path(folder)
        self.quick = quick
        self._surveys: dict[Plan, tuple[Survey, float]] = {}  # with the seconds that each took
        self._values: dict[str, Any] = {}
        self._what = ""
        self._progress: Progress | None = None

    def __enter__(self) -> Self:
        """Raise `BadInput` before anything runs if a package that surveys need is not installed."""
        load("pyarrow", "lab")
        load("duckdb", "lab")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for survey, _ in self._surveys.values():
            survey.close()

    def check(self, claim: Claim, *, progress: Progress | None = None, what: str = "") -> Finding:
        """Test a claim. `what` is the text for `progress`."""
        self._what, self._progress = what or claim.name, progress
        began = time.perf_counter()
        self.report()
        result = claim.find(self)
        return Finding(claim=claim, result=result, seconds=time.perf_counter() - began)

    def report(self, done: int = 0, whole: int = 0) -> None:
        """Report the progress of the current test."""
        if self._progress:
            self._progress(self._what, done, whole)

    def pick(self, quick: _T, full: _T) -> _T:
        """The first value in a quick run, the second in a full one.

        >>> Experiments("", quick=True).pick(100, 1000)
        100
        """
        return quick if self.quick else full

    def once(self, name: str, work: Callable[[], _T]) -> _T:
        """The value that some work returns. The work is done once, for all claims that need the value.

        >>> experiments = Experiments("")
        >>> experiments.once("six", lambda: 6), experiments.once("six", lambda: 7)
        (6, 6)
        """
        if name not in self._values:
            self._values[name] = work()
        value: _T = self._values[name]
        return value

    def knows(self, *names: str) -> bool:
        """Whether `once` has computed these values already."""
        return all(name in self._values for name in names)

    # -- surveys ----------------------------------------------------------------------------------------

    def survey(self, plan: Plan) -> Survey:
        """The survey with this plan. It runs when it is needed for the first time."""
        if plan not in self._surveys:
            folder = self.folder / f"{len(self._surveys) + 1:03d}"
            ran = run_survey(plan, str(folder), progress=lambda _, done, whole: self.report(done, whole))
            self._surveys[plan] = Survey.open(folder), ran.seconds
        return self._surveys[plan][0]

    def rows(self, plan: Plan, query: str) -> list[tuple[Any, ...]]:
        """The rows of an SQL query about the tables of a survey."""
        return self.survey(plan).rows(query)

    def columns(self, plan: Plan, query: str) -> "dict[str, Any]":
        """The result of an SQL query as arrays, by column name."""
        return self.survey(plan).columns(query)

    def seconds(self, plan: Plan) -> float:
        """The seconds that a survey took, on all cores."""
        self.survey(plan)
        return self._surveys[plan][1]

    def holds(self, *plans: Plan) -> bool:
        """Whether these surveys have been run already."""
        return all(plan in self._surveys for plan in plans)

    # -- walks without a survey -------------------------------------------------------------------------

    def walk(
        self, board: Board, rule: Rule, starts: Sequence[int], orders: Sequence[str] = ()
    ) -> "tuple[Ints, Numbers]":
        """The number of squares that each walk visits, and the index of its last square: from each start by
        the rule, or by each of the orders in turn. Nothing is derived by symmetry."""
        import numpy as np

        from turaga.compiled_greedy import CompiledRule, PaddedBoard

        ground = PaddedBoard(board)
        compiled = CompiledRule(ground, rule)
        if not orders:
            return compiled.walk_many(starts)
        which = np.repeat(np.arange(len(orders), dtype=np.int64), len(starts))
        return compiled.walk_many(
            np.tile(np.array(starts, dtype=np.int64), len(orders)),
            orders=ground.lay_orders(orders),
            which=which,
        )

    def clock(self, work: Callable[[], object], times: int = 3) -> float:
        """The seconds that some work takes: the best of several runs, after one to warm up."""
        work()
        best = float("inf")
        for _ in range(times):
            began = time.perf_counter()
            work()
            best = min(best, time.perf_counter() - began)
        return best

    def processor_time(self, work: Callable[[], object], times: int = 3) -> float:
        """The seconds of processor time that some work takes: the best of several runs, after one to warm up.
        Other programs that are running change it less than the time by the clock."""
        work()
        best = float("inf")
        for _ in range(times):
            began = time.process_time()
            work()
            best = min(best, time.process_time() - began)
        return best

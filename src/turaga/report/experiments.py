"""Where claims are put to the test: surveys run once however many claims ask for them, walks, and a clock."""

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


class Lab:
    """A folder for surveys, and whether there is little time.

    Surveys are kept for as long as the lab is open, so that claims, and the figures after them, can ask the
    same one. `quick` asks for smaller samples and leaves out what takes minutes.

    >>> import tempfile
    >>> from turaga.survey.plan import parse_boards
    >>> from turaga.survey.sql import ALLOWED
    >>> with tempfile.TemporaryDirectory() as folder, Lab(folder, quick=True) as lab:
    ...     lab.ask(Plan(boards=parse_boards("5")), f"SELECT count(*) FROM walks WHERE {ALLOWED}")
    [(13,)]
    """

    def __init__(self, folder: str, *, quick: bool = False) -> None:
        self.folder = Path(folder)
        self.quick = quick
        self._held: dict[Plan, tuple[Survey, float]] = {}  # and how many seconds each took
        self._what = ""
        self._progress: Progress | None = None

    def __enter__(self) -> Self:
        """Raise `BadInput` before anything is run if what surveys need is not installed."""
        load("pyarrow", "lab")
        load("duckdb", "lab")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for survey, _ in self._held.values():
            survey.close()

    def check(self, claim: Claim, *, progress: Progress | None = None, what: str = "") -> Finding:
        """Put a claim to the test; `what` names it to `progress`."""
        self._what, self._progress = what or claim.name, progress
        began = time.perf_counter()
        self.report()
        answer = claim.find(self)
        return Finding(claim=claim, answer=answer, seconds=time.perf_counter() - began)

    def report(self, done: int = 0, whole: int = 0) -> None:
        """Say how far the claim under test is."""
        if self._progress:
            self._progress(self._what, done, whole)

    def pick(self, quick: _T, full: _T) -> _T:
        """The first if there is little time, else the second.

        >>> Lab("", quick=True).pick(100, 1000)
        100
        """
        return quick if self.quick else full

    # -- surveys ----------------------------------------------------------------------------------------

    def survey(self, plan: Plan) -> Survey:
        """The survey, which is run if it was not yet."""
        if plan not in self._held:
            folder = self.folder / f"{len(self._held) + 1:03d}"
            ran = run_survey(plan, str(folder), progress=lambda _, done, whole: self.report(done, whole))
            self._held[plan] = Survey.open(folder), ran.seconds
        return self._held[plan][0]

    def ask(self, plan: Plan, query: str) -> list[tuple[Any, ...]]:
        """The rows that a question in SQL to a survey's tables gets."""
        rows: list[tuple[Any, ...]] = self.survey(plan).connection.execute(query).fetchall()
        return rows

    def columns(self, plan: Plan, query: str) -> "dict[str, Any]":
        """The same as arrays, by the names of the columns."""
        columns: dict[str, Any] = self.survey(plan).connection.execute(query).fetchnumpy()
        return columns

    def seconds(self, plan: Plan) -> float:
        """How long the walking of a survey took, on all cores."""
        self.survey(plan)
        return self._held[plan][1]

    def holds(self, *plans: Plan) -> bool:
        """Whether these surveys have been run already."""
        return all(plan in self._held for plan in plans)

    # -- walks that no survey keeps ---------------------------------------------------------------------

    def walk(
        self, board: Board, rule: Rule, starts: Sequence[int], orders: Sequence[str] = ()
    ) -> "tuple[Ints, Numbers]":
        """How many squares each walk visits and the number of its last: from each start by the rule or, one
        after the other, by each of the orders. Nothing is derived from anything else."""
        import numpy as np

        from turaga.compiled_greedy import CompiledRule, PaddedBoard

        ground = PaddedBoard(board)
        machine = CompiledRule(ground, rule)
        if not orders:
            return machine.walk_many(starts)
        which = np.repeat(np.arange(len(orders), dtype=np.int64), len(starts))
        return machine.walk_many(
            np.tile(np.array(starts, dtype=np.int64), len(orders)),
            orders=ground.lay_orders(orders),
            which=which,
        )

    def clock(self, work: Callable[[], object], times: int = 3) -> float:
        """The seconds some work takes, the best of so many times, after once to warm up."""
        work()
        best = float("inf")
        for _ in range(times):
            began = time.perf_counter()
            work()
            best = min(best, time.perf_counter() - began)
        return best

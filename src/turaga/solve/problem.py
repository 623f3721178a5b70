"""What one method is given, and the only way for it to answer.

A method is a function from a `Problem` to an `Outcome`. It answers through `found`, `impossible` and
`gave_up`, which verify every walk and add what all outcomes carry.
"""

import time
from dataclasses import dataclass, field
from typing import TypedDict, Unpack

from turaga._version import __version__
from turaga.board import Board, Square
from turaga.errors import NotATour
from turaga.limits import Progress
from turaga.rule import Rule
from turaga.solve.outcome import Found, GaveUp, Impossible
from turaga.solve.request import Request
from turaga.theory import Question, Verdict
from turaga.verify import require_tour, require_walk
from turaga.walk import Walk

FURTHER_ORDERS = 1000  # tried for a closed tour by greedy walks, or the best walk, unless the request says


class Work(TypedDict, total=False):
    """What a method did, and by which rule if it is not the request's: what it leaves out is 0, or as asked.
    The fields of an outcome have the same names."""

    method: str
    rule: Rule
    steps: int
    backtracks: int
    retries: int
    reversals: int
    insertions: int
    account: tuple[str, ...]


class _Common(TypedDict):
    """What all outcomes carry, as the keywords that make one."""

    request: Question
    board: Board
    start: Square
    method: str
    rule: Rule
    seed: int
    steps: int
    backtracks: int
    retries: int
    reversals: int
    insertions: int
    account: tuple[str, ...]
    seconds: float
    version: str


@dataclass(frozen=True, kw_only=True)
class Problem:
    """The request, where the walk starts and ends, and the limits that are left.

    A method may be run from another start than the request's, by itself or as a stage of `auto`: what then
    differs from the request is a field here.
    """

    request: Request
    start: int
    end: int | None
    closed: bool
    goal: int  # how many squares the walk is to have: the board's size, or one less for `best`
    method: str
    seed: int
    retries: int
    prune: bool
    step_limit: int | None
    progress: Progress | None
    began: float = field(default_factory=time.perf_counter)

    @classmethod
    def of(cls, request: Request, start: int, progress: Progress | None = None) -> "Problem":
        """The request as it stands, from a start."""
        closed, method = request.question.closed, request.method
        # A greedy walk closes by luck, so many are tried; published programs made one.
        lucky = closed and method == "greedy" and not request.orders and request.like is None
        return cls(
            request=request,
            start=start,
            end=request.question.end_index,
            closed=closed,
            goal=request.board.size,
            method=method,
            seed=request.seed,
            retries=request.retries if request.retries is not None else FURTHER_ORDERS if lucky else 0,
            prune=request.prune,
            step_limit=request.step_limit,
            progress=progress,
        )

    @property
    def board(self) -> Board:
        """The board."""
        return self.request.board

    @property
    def rule(self) -> Rule:
        """The rule to walk by."""
        return self.request.rule

    @property
    def orders(self) -> tuple[str, ...]:
        """Orders to be tried in turn instead of fresh ones."""
        return self.request.orders

    @property
    def fixed(self) -> tuple[tuple[int, int], ...]:
        """The squares with a fixed number: (step, index)."""
        return self.request.fixed

    @property
    def explain(self) -> bool:
        """Whether the answer is to tell, line by line, how it was made."""
        return self.request.explain

    @property
    def time_limit(self) -> float | None:
        """Seconds after which to give up, from when the problem was posed."""
        return self.request.time_limit

    @property
    def any_start(self) -> bool:
        """Whether the request leaves the start open: a tour from another is as good."""
        return self.request.question.start_index is None

    @property
    def seconds(self) -> float:
        """Seconds since the problem was posed."""
        return time.perf_counter() - self.began

    def reached_by(self, walk: Walk) -> bool:
        """Whether this walk is what was wanted."""
        if len(walk) != self.goal or (self.closed and not walk.closed):
            return False
        if self.end is not None and walk[-1] != self.board.square(self.end):
            return False
        return all(walk[step - 1] == self.board.square(index) for step, index in self.fixed)

    def ran_out(self, steps: int) -> str | None:
        """Which limit has been reached after `steps` steps, in words; None if none has."""
        if self.step_limit is not None and steps >= self.step_limit:
            return f"the step limit of {self.step_limit} was reached"
        if self.time_limit is not None and self.seconds >= self.time_limit:
            return f"the time limit of {self.time_limit:g} s was reached"
        return None

    def found(self, walk: Walk, reason: str, **work: Unpack[Work]) -> "Found | GaveUp":
        """A walk that is what was wanted: a tour is verified as one. (A walk of all squares but one is
        no tour, and `solve`, which wanted it, knows what to say of it.)"""
        if self.goal < self.board.size:
            return self.gave_up(walk, reason, **work)
        if not self.reached_by(walk) or (walk[0] != self.board.square(self.start) and not self.any_start):
            raise NotATour(f"a tour of {self.board} was made that is not the one asked for: {walk!r}")
        return Found(tour=require_tour(walk, closed=self.closed), reason=reason, **self._common(work))

    def impossible(
        self,
        reason: str,
        *,
        best: Walk | None = None,
        squares: tuple[Square, ...] = (),
        **work: Unpack[Work],
    ) -> Impossible:
        """Proof that there is none, with the squares it speaks of, and the best walk where one was wanted."""
        walk = None if best is None else require_walk(best)
        return Impossible(best=walk, reason=reason, squares=squares, **self._common(work))

    def refused(self, verdict: Verdict, *, method: str | None = None) -> Impossible:
        """What theory proves: there is none."""
        account = verdict.proof if self.explain else ()
        return self.impossible(
            verdict.reason, squares=verdict.squares, method=method or self.method, account=account
        )

    def gave_up(self, best: Walk, reason: str, **work: Unpack[Work]) -> GaveUp:
        """The best walk so far, and what ran out."""
        return GaveUp(best=require_walk(best), reason=reason, **self._common(work))

    def _common(self, work: Work) -> _Common:
        return {
            "request": self.request.question,
            "board": self.board,
            "start": self.board.square(self.start),
            "method": work.get("method", self.method),
            "rule": work.get("rule", self.rule),
            "seed": self.seed,
            "steps": work.get("steps", 0),
            "backtracks": work.get("backtracks", 0),
            "retries": work.get("retries", 0),
            "reversals": work.get("reversals", 0),
            "insertions": work.get("insertions", 0),
            "account": work.get("account", ()),
            "seconds": self.seconds,
            "version": __version__,
        }

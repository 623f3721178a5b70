"""The problem that a method works on, and the functions that make its outcome.

A method is a function from a `Problem` to an `Outcome`. It makes the outcome with `found`, `impossible` or
`gave_up`, which verify every walk and add the fields that all outcomes have.
"""

import time
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypedDict, Unpack

from turaga._version import __version__
from turaga.board import Board, Square
from turaga.certificate import Certificate, verify_certificate
from turaga.errors import NoProof, NotATour
from turaga.limits import Progress
from turaga.rule import Rule
from turaga.solve.changes import Repair
from turaga.solve.circuit_joins import CircuitJoins
from turaga.solve.outcome import Attempt, Found, GaveUp, Impossible
from turaga.solve.request import Solve
from turaga.theory import Verdict
from turaga.tours import Tours
from turaga.verify import require_tour, require_walk
from turaga.walk import Walk

FURTHER_ORDERS = (
    1000  # default retries for closed tours by greedy walks, and for walks of all squares but one
)


class Work(TypedDict, total=False):
    """The work of a method. The fields have the same names in an outcome.

    A field that is left out is 0 or empty. The method and the rule default to those of the problem.
    """

    method: str
    rule: Rule
    steps: int
    backtracks: int
    retries: int
    reversals: int
    insertions: int
    account: tuple[str, ...]
    repair: Repair | None
    circuits: CircuitJoins | None
    attempts: tuple[Attempt, ...]


class _Common(Work):
    """The fields that all outcomes have, as keyword arguments."""

    tours: Tours
    start: Square
    seed: int
    seconds: float
    version: str


@dataclass(frozen=True, kw_only=True)
class Problem:
    """A request, with the start and the end of the walk and the limits that remain.

    A method can run from another start than the request names, on its own or as a stage of `auto`. Everything
    that can then differ from the request is a field here.
    """

    request: Solve
    start: int
    end: int | None
    closed: bool
    goal: int  # the length that the walk must have: the size of the board, or one less for `best`
    method: str
    seed: int
    retries: int
    prune: bool
    step_limit: int | None
    progress: Progress | None
    began: float = field(default_factory=time.perf_counter)

    @classmethod
    def of(cls, request: Solve, start: int, progress: Progress | None = None) -> "Problem":
        """The problem of a request, with a start."""
        closed, method = request.tours.closed, request.method
        # A greedy walk is closed only by luck, so we try a lot of them. The published programs tried one.
        lucky = closed and method == "greedy" and not request.retry_orders and request.like is None
        return cls(
            request=request,
            start=start,
            end=request.tours.end_index,
            closed=closed,
            goal=request.board.size,
            method=method,
            seed=request.seed,
            retries=request.retries if request.retries is not None else FURTHER_ORDERS if lucky else 0,
            prune=request.prunes,
            step_limit=request.step_limit,
            progress=progress,
        )

    @cached_property
    def board(self) -> Board:
        """The board."""
        return self.request.board

    @cached_property
    def rule(self) -> Rule:
        """The rule of the walk."""
        return self.request.rule

    @property
    def orders(self) -> tuple[str, ...]:
        """Orders to try one after another instead of random ones."""
        return self.request.retry_orders

    @cached_property
    def fixed(self) -> tuple[tuple[int, int], ...]:
        """The fixed squares: (step, index)."""
        return self.request.tours.fix

    @property
    def explain(self) -> bool:
        """Whether the outcome must explain, line by line, how it was found."""
        return self.request.why

    @property
    def time_limit(self) -> float | None:
        """Seconds after which to give up, counted from the creation of the problem."""
        return self.request.time_limit

    @property
    def any_start(self) -> bool:
        """Whether the request names no start, so that a tour from any square will do."""
        return self.request.tours.start_index is None

    @property
    def free_start(self) -> bool:
        """Whether this walk can start on any square. It cannot if it is made from the given end, to be
        reversed."""
        return self.any_start and self.end == self.request.tours.end_index

    @property
    def no_such_tour(self) -> str:
        """Which tour does not exist if there is none, as a phrase."""
        board = self.board
        wanted = f"no {'closed tour' if self.closed else 'tour'}"
        if self.closed and self.end is None:
            return f"{wanted} of {board}"
        ends = "" if self.end is None else f" to {board.show(self.end)}"
        if self.free_start:
            return f"{wanted} of {board}{ends}"
        return f"{wanted} from {board.show(self.start)}{ends}"

    @property
    def seconds(self) -> float:
        """Seconds since the problem was created."""
        return time.perf_counter() - self.began

    def report(self, what: str, done: int, whole: int = 0) -> None:
        """Tell the caller how far the work is, if that is wanted."""
        if self.progress:
            self.progress(what, done, whole)

    def reached_by(self, walk: Walk) -> bool:
        """Whether the walk meets all conditions of the problem."""
        if len(walk) != self.goal or (self.closed and not walk.closed):
            return False
        if self.end is not None and walk[-1] != self.board.square(self.end):
            return False
        return all(walk[step - 1] == self.board.square(index) for step, index in self.fixed)

    def ran_out(self, steps: int) -> str | None:
        """The limit that has been reached after `steps` steps, in words; None if there is none."""
        if self.step_limit is not None and steps >= self.step_limit:
            return f"the step limit of {self.step_limit} was reached"
        if self.time_limit is not None and self.seconds >= self.time_limit:
            return f"the time limit of {self.time_limit:g} s was reached"
        return None

    def found(self, walk: Walk, reason: str, **work: Unpack[Work]) -> "Found | GaveUp":
        """The outcome for a walk that meets all conditions. The tour is verified.

        A walk of all squares but one is not a tour, so it becomes a GaveUp, and `solve` rewrites the outcome.
        """
        if self.goal < self.board.size:
            return self.gave_up(walk, reason, **work)
        if not self.reached_by(walk) or (walk[0] != self.board.square(self.start) and not self.any_start):
            raise NotATour(f"a tour of {self.board} does not meet the request: {walk!r}")
        return Found(tour=require_tour(walk, closed=self.closed), reason=reason, **self._common(work, walk))

    def impossible(
        self,
        reason: str,
        *,
        best: Walk | None = None,
        squares: tuple[Square, ...] = (),
        certificate: Certificate | None = None,
        **work: Unpack[Work],
    ) -> Impossible:
        """The outcome if no tour exists, with the squares that the reason names, and the longest walk if the
        request asks for it. The certificate is verified, for the start and end of the request."""
        walk = None if best is None else require_walk(best)
        if certificate is not None:
            question = self.request.tours
            report = verify_certificate(
                certificate, self.board, start=question.start, end=question.end, closed=question.closed
            )
            if not report:
                raise NoProof(f"a certificate for {self.board} proves nothing: {report.faults[0]}")
        return Impossible(
            best=walk,
            reason=reason,
            squares=squares or (() if certificate is None else certificate.marked),
            certificate=certificate,
            **self._common(work, walk),
        )

    def refused(self, verdict: Verdict, *, method: str | None = None) -> Impossible:
        """The outcome if theory proves that no tour exists."""
        account = verdict.proof if self.explain else ()
        return self.impossible(
            verdict.reason,
            squares=verdict.squares,
            certificate=verdict.certificate,
            method=method or self.method,
            account=account,
        )

    def gave_up(self, best: Walk, reason: str, **work: Unpack[Work]) -> GaveUp:
        """The outcome if a limit was reached: the longest walk so far, and the reason."""
        return GaveUp(best=require_walk(best), reason=reason, **self._common(work, best))

    def _common(self, work: Work, walk: Walk | None) -> _Common:
        start = None if walk is None else walk.start
        return {
            "method": self.method,
            "rule": self.rule,
            **work,
            "tours": self.request.tours,
            "start": self.board.square(self.start) if start is None else start,
            "seed": self.seed,
            "seconds": self.seconds,
            "version": __version__,
        }

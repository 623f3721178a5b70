"""The question every solver is asked, and the only way to answer it.

A solver is a function from a `Problem` to an `Outcome`; it answers through `found`, `impossible` and
`gave_up`, which verify every walk and add what all outcomes carry.
"""

import time
from dataclasses import dataclass, field
from typing import Any

from turaga._version import __version__
from turaga.board import Board
from turaga.errors import NotATour
from turaga.limits import Progress
from turaga.rule import Rule
from turaga.solve.outcome import Found, GaveUp, Impossible
from turaga.theory import Question
from turaga.verify import require_tour, require_walk
from turaga.walk import Walk


@dataclass(frozen=True, kw_only=True)
class Problem:
    """A board, a start, what is wanted, by which rule, within which limits."""

    asked: Question  # as a person asked it: without a start if any will do
    board: Board
    start: int
    end: int | None  # the number of the square it is to end on, if one was asked for
    closed: bool
    fixed: tuple[tuple[int, int], ...]  # (k, square): the k-th square of the tour, from 1, is this one
    goal: int  # how many squares the walk is to have: the board's size, or one less for `best`
    method: str
    rule: Rule
    seed: int
    retries: int
    orders: tuple[str, ...]  # tried in turn instead of fresh ones
    prune: bool
    explain: bool  # whether the answer is to tell, line by line, how it was made
    step_limit: int | None
    time_limit: float | None
    progress: Progress | None
    began: float = field(default_factory=time.perf_counter)

    @property
    def any_start(self) -> bool:
        """Whether nobody asked for the start: a tour from another is as good."""
        return self.asked.start is None

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
        return all(walk[k - 1] == self.board.square(n) for k, n in self.fixed)

    def ran_out(self, steps: int) -> str | None:
        """Which limit has been reached after so many steps, in words; None if none has."""
        if self.step_limit is not None and steps >= self.step_limit:
            return f"the step limit of {self.step_limit} was reached"
        if self.time_limit is not None and self.seconds >= self.time_limit:
            return f"the time limit of {self.time_limit:g} s was reached"
        return None

    def found(self, walk: Walk, reason: str, **work: Any) -> "Found | GaveUp":
        """A walk that is what was wanted: a tour is verified as one. (A walk of all squares but one is
        no tour, and `solve`, which asked for it, knows what to say of it.)"""
        if self.goal < self.board.size:
            return self.gave_up(walk, reason, **work)
        if not self.reached_by(walk) or (walk[0] != self.board.square(self.start) and not self.any_start):
            raise NotATour(f"a tour of {self.board} was made that is not the one asked for: {walk!r}")
        return Found(tour=require_tour(walk, closed=self.closed), reason=reason, **self._carried(work))

    def impossible(self, reason: str, *, best: Walk | None = None, **work: Any) -> Impossible:
        """Proof that there is none, and the best walk where one was asked for."""
        walk = None if best is None else require_walk(best)
        return Impossible(best=walk, reason=reason, **self._carried(work))

    def gave_up(self, best: Walk, reason: str, **work: Any) -> GaveUp:
        """The best walk so far, and what ran out."""
        return GaveUp(best=require_walk(best), reason=reason, **self._carried(work))

    def _carried(self, work: dict[str, Any]) -> dict[str, Any]:
        carried: dict[str, Any] = {
            "asked": self.asked,
            "board": self.board,
            "start": self.board.square(self.start),
            "method": self.method,
            "rule": self.rule,
            "seed": self.seed,
            "steps": 0,
            "backtracks": 0,
            "retries": 0,
            "reversals": 0,
            "insertions": 0,
            "account": (),
            "version": __version__,
        }
        carried.update(work)
        carried["seconds"] = self.seconds
        return carried

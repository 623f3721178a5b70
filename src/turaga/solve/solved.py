"""What `turaga solve --json` prints and the API answers: an outcome, its walk and explanation."""

from dataclasses import dataclass, field, fields, replace
from typing import Literal

from turaga.board import Square
from turaga.certificate import Certificate
from turaga.errors import TourNotFound
from turaga.json_values import IF_GIVEN, INLINE, Result
from turaga.limits import Progress
from turaga.notation.writer import ShownWalk
from turaga.solve import Solve, solve_request
from turaga.solve.changes import Stage
from turaga.solve.explanation import Explanation, explain_request
from turaga.solve.outcome import AnyOutcome, Found, GaveUp, Impossible, Outcome
from turaga.solve.trimming import Trimmed, trim
from turaga.tours import Tours
from turaga.walk import Walk


@dataclass(frozen=True, kw_only=True)
class Trimming(Result):
    """Which squares were removed so that there is a tour, or why that does not help. `minimal` says whether
    fewer are proved not to be enough, and `proved` whether it is proved that no part of the board has such a
    tour."""

    found: bool
    reason: str
    removed: tuple[Square, ...] = ()
    at_least: int | None = None
    minimal: bool = False
    proved: bool = False

    @classmethod
    def of(cls, trimmed: Trimmed | TourNotFound) -> "Trimming":
        """What trimming found."""
        if isinstance(trimmed, TourNotFound):
            return cls(found=False, reason=trimmed.reason, proved=trimmed.proved)
        return cls(
            found=True,
            reason=trimmed.reason,
            removed=trimmed.removed,
            at_least=trimmed.at_least,
            minimal=trimmed.minimal,
        )


@dataclass(frozen=True, kw_only=True)
class Solved(Result):
    """An outcome with its walk: the tour, or the longest walk that was found. If there is no walk, it visits
    no square. `turaga check` can read it. `stages` are the walks of a repair by Euler's method."""

    outcome: Literal["found", "impossible", "gave-up"]
    answer: AnyOutcome = field(metadata=INLINE)
    stages: tuple[Stage, ...]
    certificate: Certificate | None
    walk: ShownWalk = field(metadata=INLINE)
    explanation: Explanation | None = field(default=None, metadata=IF_GIVEN)
    trimmed: Trimming | None = field(default=None, metadata=IF_GIVEN)

    @classmethod
    def of(
        cls,
        outcome: Outcome | AnyOutcome,
        *,
        as_moves: bool = False,
        explanation: Explanation | None = None,
        trimmed: Trimmed | TourNotFound | None = None,
    ) -> "Solved":
        """An outcome, ready to be written."""
        walk = outcome.longest_walk or Walk.from_indices(outcome.board, ())
        return cls(
            outcome=outcome.word,
            answer=outcome,
            stages=() if outcome.repair is None else outcome.repair.shown_stages(),
            certificate=outcome.certificate if isinstance(outcome, Impossible) else None,
            walk=ShownWalk.of(walk, as_moves=as_moves),
            explanation=explanation,
            trimmed=None if trimmed is None else Trimming.of(trimmed),
        )


def solved(request: Solve, *, trimming: bool = False, as_moves: bool = False) -> Solved:
    """The answer to a request, with its explanation if it asks why.

    >>> solved(Solve.of("5x5", closed=True), trimming=True).trimmed.removed
    ((0, 0),)
    """
    trimmed = None
    if trimming:
        half = None if request.time_limit is None else request.time_limit / 2  # and as much for solving
        trimmed = try_trimming(request.tours, seed=request.seed, time_limit=half)
        if isinstance(trimmed, Trimmed):
            request = replace(request, tours=request.tours.but(board=trimmed.board))
        request = replace(request, time_limit=half)
    outcome = solve_request(request)
    if trimmed is not None:
        outcome = as_trimming_found(request, outcome, trimmed)
    explanation = explain_request(request, outcome) if request.why else None
    return Solved.of(outcome, as_moves=as_moves, explanation=explanation, trimmed=trimmed)


def try_trimming(
    tours: Tours, *, seed: int, time_limit: float | None, progress: Progress | None = None
) -> Trimmed | TourNotFound:
    """The trimmed board with its tour, or the error that says why there is none."""
    try:
        return trim(
            tours.board,
            start=tours.start,
            end=tours.end,
            closed=tours.closed,
            seed=seed,
            time_limit=time_limit,
            progress=progress,
        )
    except TourNotFound as error:
        return error


def as_trimming_found(request: Solve, outcome: Outcome, trimmed: Trimmed | TourNotFound) -> Outcome:
    """The outcome or, if `auto` gave up, what trimming found: its tour, or the proof that there is none."""
    if not isinstance(outcome, GaveUp) or request.method != "auto":
        return outcome
    shared = {each.name: getattr(outcome, each.name) for each in fields(outcome) if each.name != "best"}
    if isinstance(trimmed, Trimmed):
        return Found(
            **shared | {"reason": "found while trimming", "start": trimmed.tour.start}, tour=trimmed.tour
        )
    return Impossible(**shared | {"reason": trimmed.reason}) if trimmed.proved else outcome

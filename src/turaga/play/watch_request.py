"""The operation `watch`: a walk, a search or a repair, move by move."""

from dataclasses import dataclass
from typing import Any, ClassVar

from turaga.board import Board, BoardLike, Square
from turaga.errors import BadRule
from turaga.kinds import LIKE, RULE, SEED, TRUTH, whole, word
from turaga.limits import Progress
from turaga.operations import arg, build, noun, read
from turaga.play.animation import Animation
from turaga.play.game import MOST_SQUARES, require_small
from turaga.play.repair_animation import RepairAnimation
from turaga.rule import Rule, System
from turaga.solve import Found, Solve
from turaga.solve.decision import first_start
from turaga.solve.repair import repair
from turaga.solve.request import RULE_HELP
from turaga.theory import ends_forbid, verdict
from turaga.tours import CONDITIONS, Tours
from turaga.walk import Walk

WATCH_METHODS = ("greedy", "search", "euler")
FrameSequence = Animation | RepairAnimation  # frames in any order, numbered from 1
MOST_STEPS = 1_000_000  # the default step limit of a search; more than anybody will watch


@dataclass(frozen=True, kw_only=True)
class Watch:
    """Run a walk, a search or Euler's method, and show every frame of it.

    >>> Watch.of("8x8", like="agh").method, Watch.of("6x6", closed=True).method
    ('search', 'search')
    """

    tours: Tours = noun(CONDITIONS["watch"])
    walk: Walk | None = None  # to repair, instead of one by the rule
    method: str = arg(
        word(WATCH_METHODS, "METHOD"),
        "greedy: walk by the rule until the walk ends. search: backtrack from dead ends. euler: walk by the "
        "rule, then repair the walk by Euler's method. [default: greedy; search with an end or a closed "
        "tour; with a program its method; euler for a file]",
        group="Search",
    )
    rule: Rule = arg(RULE, f"{RULE_HELP} [default: outermost]", group="Rule")
    like: System | None = arg(
        LIKE, "Do as a published program does. Other options override it.", group="Rule"
    )
    seed: int = arg(SEED, "Seed for random ties. [default: 0]", default=0, group="Rule")
    prune: bool | None = arg(
        TRUTH,
        "Prune branches of a search that cannot lead to a tour. [default: on, off for published programs]",
        group="Search",
    )
    step_limit: int | None = arg(
        whole(1), f"Give up a search or a repair after N steps. [default: {MOST_STEPS}]", group="Limits"
    )

    # What a walk has no use for.
    OF_BOARDS: ClassVar = frozenset({"avoid", "start", "rule", "like", "prune"})

    @classmethod
    def of(cls, board: BoardLike, **given: Any) -> "Watch":
        """The request with these arguments."""
        return read(cls, {"board": board, **given})

    def __post_init__(self) -> None:
        """Fill in what a published program or the default decides, and check what cannot be combined."""
        goal = self.tours.end is not None or self.tours.closed
        method = self.method
        if self.walk is not None:
            if method not in (None, "euler"):
                raise BadRule(f"a walk is repaired by the euler method, not by {method}", field="method")
            method = "euler"
        elif method is None and self.like is None:
            method = "search" if goal else "greedy"
        object.__setattr__(self, "method", method)
        solve = self.solving()
        method = solve.method
        if goal and method == "greedy":
            raise BadRule(
                "an end or a closed tour requires the method search or euler, but the method is greedy",
                field="method",
            )
        if self.prune is not None and method != "search":
            raise BadRule(f"{{prune}} requires the method search, but the method is {method}", field="prune")
        if self.step_limit is not None and method == "greedy":
            raise BadRule(
                "{step_limit} requires the method search or euler, but the method is greedy",
                field="step_limit",
            )
        for name, value in {"method": method, "rule": solve.rule}.items():
            object.__setattr__(self, name, value)

    @property
    def board(self) -> Board:
        """The board."""
        return self.tours.board

    @property
    def start(self) -> Square:
        """Where it starts: the first square that works, if none was chosen."""
        tours = self.tours
        if tours.start is not None:
            return tours.start
        by_theory = self.like is None
        first, _ = first_start(tours, by_theory=by_theory)
        return tours.board.square(first)

    @property
    def refused(self) -> str | None:
        """Why no tour can have these ends, so that there is nothing to watch; None if one can.

        >>> Watch.of("8x8", start="1,1", end="1,1").refused is None
        False
        """
        forbidden = ends_forbid(self.tours.but(start=self.start))
        return None if forbidden is None or self.walk is not None else forbidden.reason

    @property
    def covers_every_start(self) -> bool:
        """Whether a search that finds nothing proves that there is no such tour.

        It does if the request had a start, if the tour is closed (it then passes through every square), or if
        theory rules out all other starts.

        >>> Watch.of("4x5", like="agh", end="1,3").covers_every_start
        False
        """
        tours = self.tours
        chosen = tours.start is not None or self.walk is not None
        return chosen or (tours.closed and tours.end is None) or verdict(tours).exists is False

    def solving(self, **others: Any) -> Solve:
        """The same as a request to solve, with other values for some fields."""
        given = {name: getattr(self, name) for name in ("method", "rule", "like", "seed", "step_limit")}
        given |= {"tours": self.tours, **others}
        return build(Solve, {name: one for name, one in given.items() if one is not None})

    def animation(
        self,
        *,
        most_steps: int = MOST_STEPS,
        most_squares: int = MOST_SQUARES,
        progress: Progress | None = None,
    ) -> FrameSequence:
        """The animation.

        A search or Euler's method gives up after `step_limit` steps, or after `most_steps` if that is None. A
        search prunes by default, unless it reproduces a system. The board may have `most_squares` squares.
        `progress` is called while Euler's method works, which it does here and not frame by frame.

        >>> Watch.of("5x5", closed=True).animation().method
        'search'
        """
        limit = most_steps if self.step_limit is None else self.step_limit
        if self.walk is not None:
            return self._repair(self.walk, limit, progress)
        if self.method == "greedy":
            return Animation.of_walk(
                self.board, self.start, self.rule, seed=self.seed, most_squares=most_squares
            )
        tours = self.tours.but(start=self.start)
        if self.method == "euler":
            request = self.solving(tours=tours, step_limit=limit)
            return RepairAnimation.of_solve(request, most_squares=most_squares, progress=progress)
        return Animation.of_search(
            self.board,
            self.start,
            self.rule,
            seed=self.seed,
            end=tours.end,
            closed=tours.closed,
            prune=self.like is None if self.prune is None else self.prune,
            step_limit=limit,
            most_squares=most_squares,
        )

    def _repair(self, walk: Walk, limit: int, progress: Progress | None) -> FrameSequence:
        """The repair of a walk, one frame for each change. A tour that needs no repair is shown square by
        square."""
        require_small(walk.board, "watched")
        outcome = repair(
            walk,
            closed=self.tours.closed,
            end=self.tours.end,
            seed=self.seed,
            why=True,
            step_limit=limit,
            progress=progress,
        )
        if isinstance(outcome, Found) and outcome.repair is not None and not outcome.repair.changes:
            return Animation.of_tour(outcome.tour)
        return RepairAnimation.of_given(walk, outcome)

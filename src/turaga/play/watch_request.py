"""A request to watch a walk, a search or Euler's method, read and checked, with defaults filled in."""

from dataclasses import dataclass
from typing import Literal, get_args

from turaga.board import Board, BoardLike, Square
from turaga.errors import BadRule
from turaga.limits import Progress, name_in
from turaga.play.animation import Animation
from turaga.play.game import MOST_SQUARES, require_small
from turaga.play.repair_animation import RepairAnimation
from turaga.rule import Rule, System
from turaga.solve import Found, Solve
from turaga.solve.decision import first_start
from turaga.solve.repair import repair
from turaga.text import listed, short
from turaga.theory import ends_forbid, verdict
from turaga.tours import Tours
from turaga.walk import Walk

WatchMethod = Literal["greedy", "search", "euler"]
WATCH_METHODS: tuple[WatchMethod, ...] = get_args(WatchMethod)
FrameSequence = Animation | RepairAnimation  # frames in any order, numbered from 1
MOST_STEPS = 1_000_000  # the default step limit of a search; more than anybody will watch


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchRequest:
    """A walk, a search or a repair to watch. Defaults are the same as in `solve`.

    >>> WatchRequest.read("8x8", like="agh").method, WatchRequest.read("6x6", closed=True).method
    ('search', 'search')
    """

    board: Board
    start: Square
    end: Square | None
    closed: bool
    method: WatchMethod
    like: str | None
    any_start: bool  # whether the request had no start, so that `start` is only one of many

    @classmethod
    def read(
        cls,
        board: BoardLike,
        *,
        start: Square | str | None = None,
        end: Square | str | None = None,
        closed: bool = False,
        method: str | None = None,
        like: System | str | None = None,
    ) -> "WatchRequest":
        """Read and check a request. Raise `BadInput` if its parts are not valid together."""
        goal = end is not None or closed
        if method is None and like is None:
            method = "search" if goal else "greedy"
        elif method is not None and name_in("method", method, BadRule) not in WATCH_METHODS:
            raise BadRule(
                f"method {short(method)!r} cannot be watched",
                accepted=f"it must be {listed(WATCH_METHODS, 'or')}",
                field="method",
            )
        request = Solve.of(board, start=start, end=end, closed=closed, method=method, like=like)
        board, first, last = request.board, request.tours.start_index, request.tours.end_index
        if goal and request.method == "greedy":
            raise BadRule(
                "an end or a closed tour requires the method search or euler, but the method is greedy",
                field="method",
            )
        if first is None:
            first, _ = first_start(request.tours, by_theory=request.like is None)
        return cls(
            board=board,
            start=board.square(first),
            end=None if last is None else board.square(last),
            closed=closed,
            method=next(name for name in WATCH_METHODS if name == request.method),
            like=None if request.like is None else request.like.name,
            any_start=start is None,
        )

    @property
    def refused(self) -> str | None:
        """Why no tour can have these ends, so that there is nothing to watch; None if one can.

        >>> WatchRequest.read("8x8", start="1,1", end="1,1").refused is None
        False
        """
        forbidden = ends_forbid(self._question.but(start_index=self.board.index(self.start)))
        return None if forbidden is None else forbidden.reason

    @property
    def covers_every_start(self) -> bool:
        """Whether a search that finds nothing proves that there is no such tour.

        It does if the request had a start, if the tour is closed (it then passes through every square), or if
        theory rules out all other starts.

        >>> WatchRequest.read("4x5", like="agh", end="1,3").covers_every_start
        False
        """
        through_all = self.closed and self.end is None
        return not self.any_start or through_all or verdict(self._question).exists is False

    @property
    def _question(self) -> Tours:
        end = None if self.end is None else self.board.index(self.end)
        return Tours.at(self.board, None, end, self.closed)

    def animation(
        self,
        rule: Rule | str | None = None,
        *,
        seed: int = 0,
        prune: bool | None = None,
        step_limit: int | None = None,
        most_steps: int = MOST_STEPS,
        most_squares: int = MOST_SQUARES,
        progress: Progress | None = None,
    ) -> FrameSequence:
        """The animation.

        A search or Euler's method gives up after `step_limit` steps, or after `most_steps` if `step_limit` is
        None. A search prunes by default, unless it reproduces a system. The board may have `most_squares`
        squares. `progress` is called while Euler's method works, which it does here and not frame by frame.

        >>> WatchRequest.read("5x5", closed=True).animation().method
        'search'
        """
        if prune is not None and self.method != "search":
            raise BadRule(
                f"prune requires the method search, but the method is {self.method}", field="method"
            )
        if self.method == "greedy":
            if step_limit is not None:
                raise BadRule(
                    "a step limit requires the method search or euler, but the method is greedy",
                    field="method",
                )
            return Animation.of_walk(self.board, self.start, rule, seed=seed, most_squares=most_squares)
        limit = most_steps if step_limit is None else step_limit
        if self.method == "euler":
            request = Solve.of(
                self.board,
                start=self.start,
                end=self.end,
                closed=self.closed,
                method="euler",
                rule=rule,
                seed=seed,
                step_limit=limit,
            )
            return RepairAnimation.of_solve(request, most_squares=most_squares, progress=progress)
        return Animation.of_search(
            self.board,
            self.start,
            rule,
            seed=seed,
            end=self.end,
            closed=self.closed,
            prune=self.like is None if prune is None else prune,
            step_limit=limit,
            most_squares=most_squares,
        )


def watch_walk(
    walk: Walk,
    *,
    end: Square | str | None = None,
    closed: bool = False,
    seed: int = 0,
    step_limit: int | None = None,
    progress: Progress | None = None,
) -> FrameSequence:
    """The repair of a walk, one frame for each change. A tour that needs no repair is shown square by square.

    >>> watch_walk(Walk("3x4", [(0, 0), (1, 2), (2, 0), (0, 1)])).method
    'repair'
    """
    require_small(walk.board, "watched")
    limit = MOST_STEPS if step_limit is None else step_limit
    outcome = repair(walk, closed=closed, end=end, seed=seed, why=True, step_limit=limit, progress=progress)
    if isinstance(outcome, Found) and outcome.repair is not None and not outcome.repair.changes:
        return Animation.of_tour(outcome.tour)
    return RepairAnimation.of_given(walk, outcome)

"""Methods and rules compared on one board: how often they find a tour, in how many steps, and how fast.

Klochko's coursework sets out to compare the methods of Euler, Vandermonde and Warnsdorff with a search. Here
any methods, rules and published systems are compared, under the same conditions:

- All make their walks from the same starts, with the same limits. Every tour is verified.
- Each runs once before anything is measured, so that no time is spent on compiling and loading.
- They take turns at every start, and another one is first each time. So if the machine is slower for a while,
  that affects all of them.

The time of a walk is that of the whole call: what theory says first, the walk, and verifying it. A walk of
less than a quarter of a second is made three times, and the shortest time counts, because other programs on
the same machine can only make it longer.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from turaga._version import __version__
from turaga.board import Board, BoardLike, Leaper, Square
from turaga.board_input import read_board
from turaga.errors import BadBoard, BadInput
from turaga.limits import Progress, seed_number, time_in_seconds, whole_number
from turaga.notation.writer import board_facts, from_one
from turaga.rule import Rule, System
from turaga.solve.contestants import Contestant, read_contestants, read_starts
from turaga.solve.methods import METHODS
from turaga.solve.outcome import Outcome
from turaga.solve.request import Request
from turaga.solve.standings import Standing, Trial, summary_of
from turaga.text import plural
from turaga.theory import Question, verdict

if TYPE_CHECKING:
    from turaga.comparison_shapes import ComparisonJson

MOST_SQUARES = 10**6
STEP_LIMIT = 1_000_000  # of one walk, by default; more on boards of more than 100,000 squares
TIME_LIMIT = 10.0  # seconds of one walk, by default
TOTAL_LIMIT = 300.0  # seconds of the whole comparison, by default
_SHORT, _REPEATED = 0.25, 2  # walks of less than this many seconds are repeated, and how often
_WARM_UP = 0.2  # seconds; compiling a kernel is not interrupted


@dataclass(frozen=True, kw_only=True, repr=False)
class Comparison:
    """The results of a comparison, with the contestants that found the most answers first. Of equals, the
    fastest comes first.

    >>> compare("5x5", methods="greedy")
    <Comparison on 5x5: greedy solved 13 of 13 starts>
    """

    board: Board
    closed: bool
    starts: tuple[Square, ...]  # those that every contestant has tried
    planned: int  # the number of starts requested; more if the total limit ended the comparison
    seed: int
    retries: int
    step_limit: int
    time_limit: float
    total_limit: float
    standings: tuple[Standing, ...]
    seconds: float = field(compare=False)
    version: str

    def __repr__(self) -> str:
        words = [f"{one.name} solved {one.solved}" for one in self.standings if one.refused is None]
        shown = f"{', '.join(words)} of {plural(len(self.starts), 'start')}" if words else "no results"
        return f"<Comparison on {self.board}: {shown}>"

    def _repr_html_(self) -> str:
        from turaga.notebook import comparison_html

        return comparison_html(self)

    @property
    def summary(self) -> str:
        """Who solved the most and who was fastest, in one sentence.

        >>> compare("2x2", methods="greedy").summary
        'theory rules out a tour from any of the 4 starts: a knight has no move at all on 2x2'
        """
        return summary_of(self.standings, len(self.starts), self.ruled_out)

    @property
    def ruled_out(self) -> str | None:
        """Why theory rules out a tour from each of the starts; None if it does not.

        >>> compare("2x2", methods="greedy").ruled_out
        'a knight has no move at all on 2x2'
        """
        if not self.starts or any(one.solved for one in self.standings):
            return None
        answer = verdict(Question(self.board, closed=self.closed))
        if answer.exists is False:
            return answer.reason
        for start in self.starts:
            answer = verdict(Question(self.board, self.board.index(start), closed=self.closed))
            if answer.exists is not False:
                return None
        return answer.reason

    @property
    def has_walks(self) -> bool:
        """Whether anything was walked, so that there is something to compare.

        >>> compare("2x2", methods="greedy").has_walks, compare("2x2", like="klochko").has_walks
        (False, True)
        """
        return any(one.fewest_visited is not None for one in self.standings)

    def as_json(self) -> "ComparisonJson":
        """The facts as `--json` shows them; squares are 1-based."""
        return {
            "board": board_facts(self.board),
            "leaper": list(self.board.leaper),
            "closed": self.closed,
            "starts": [from_one(square) for square in self.starts],
            "planned": self.planned,
            "seed": self.seed,
            "retries": self.retries,
            "step_limit": self.step_limit,
            "time_limit": self.time_limit,
            "total_limit": self.total_limit,
            "contestants": [one.as_json() for one in self.standings],
            "summary": self.summary,
            "seconds": round(self.seconds, 6),
            "version": self.version,
        }


def compare(
    board: BoardLike,
    *,
    leaper: Leaper | None = None,
    methods: Sequence[str] | str | None = None,
    rules: Sequence[Rule | str] | str | None = None,
    like: Sequence[System | str] | str | None = None,
    starts: Sequence[Square | str] | str | None = None,
    closed: bool = False,
    seed: int = 0,
    retries: int = 0,
    step_limit: int | None = None,
    time_limit: float | None = None,
    total_limit: float | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Compare methods, rules and published systems on a board, by tours found, steps and time.

    `methods` are some of `turaga.METHODS`, `rules` are rules or texts for their tie-breaks, and `like` names
    published systems. Each can be a list, or a text with commas in which + joins the tie-breaks of one rule.
    Each method that walks by a rule is combined with each rule. Without any of the three, the quick methods
    are compared.

    `starts` is "all" (all squares that the colours allow), "random:20", or squares. The default is all of up
    to 100 starts, or 20 random ones. Method greedy walks once from each start, and up to `retries` more times
    with random orders. The limits of a walk are `step_limit` (a million) and `time_limit` (10 seconds). After
    `total_limit` seconds (300) the comparison ends with the starts that all contestants have tried.

    A method that cannot be used, such as vandermonde on odd sides, has a reason instead of results.

    >>> comparison = compare("8x8", rules="outermost,order:12345678", like="serafeimidis")
    >>> sorted((one.name, one.solved) for one in comparison.standings)
    [('order:12345678', 63), ('outermost', 64), ('serafeimidis', 59)]
    """
    request = ComparisonRequest.read(
        board,
        leaper=leaper,
        methods=methods,
        rules=rules,
        like=like,
        starts=starts,
        closed=closed,
        seed=seed,
        retries=retries,
        step_limit=step_limit,
        time_limit=time_limit,
        total_limit=total_limit,
    )
    return request.run(progress=progress)


@dataclass(frozen=True, kw_only=True)
class ComparisonRequest:
    """A request for a comparison, read and checked.

    >>> request = ComparisonRequest.read("8x8", methods="greedy,search")
    >>> len(request.contestants), len(request.starts)
    (2, 64)
    """

    board: Board
    contestants: tuple[Contestant, ...]
    starts: tuple[Square, ...]
    closed: bool
    seed: int
    retries: int
    step_limit: int
    time_limit: float
    total_limit: float
    began: float = field(default_factory=time.perf_counter, compare=False)

    @classmethod
    def read(
        cls,
        board: BoardLike,
        *,
        leaper: Leaper | None = None,
        methods: Sequence[str] | str | None = None,
        rules: Sequence[Rule | str] | str | None = None,
        like: Sequence[System | str] | str | None = None,
        starts: Sequence[Square | str] | str | None = None,
        closed: bool = False,
        seed: int = 0,
        retries: int = 0,
        step_limit: int | None = None,
        time_limit: float | None = None,
        total_limit: float | None = None,
    ) -> "ComparisonRequest":
        """Read a request, or raise `BadInput` if an argument is not valid. The parameters are those of
        `compare`."""
        board = read_board(board, leaper)
        if board.size > MOST_SQUARES:
            raise BadBoard(
                f"board {board} has {board.size} squares",
                accepted=f"the limit of a comparison is {MOST_SQUARES}",
                field="board",
                value=str(board),
            )
        seed = seed_number("seed", seed)
        usual = max(STEP_LIMIT, 10 * board.size)
        return cls(
            board=board,
            contestants=read_contestants(board, methods, rules, like),
            starts=read_starts(board, starts, seed),
            closed=closed,
            seed=seed,
            retries=whole_number("retries", retries, 0),
            step_limit=usual
            if step_limit is None
            else whole_number("step limit", step_limit, 1, field="step_limit"),
            time_limit=TIME_LIMIT if time_limit is None else time_in_seconds(time_limit),
            total_limit=TOTAL_LIMIT
            if total_limit is None
            else time_in_seconds(total_limit, field="total_limit"),
        )

    def run(self, *, progress: Progress | None = None) -> Comparison:
        """Make all walks."""
        rounds = _Rounds(self, progress)
        for _ in rounds.run():
            pass
        return rounds.results()

    def rounds(self) -> "_Rounds":
        """The rounds, for a caller that shows how many starts are done."""
        return _Rounds(self, None)


class _Rounds:
    """A comparison that is going on. In each round, all contestants try the same start."""

    def __init__(self, request: ComparisonRequest, progress: Progress | None) -> None:
        self.request = request
        self.progress = progress
        self.trials: dict[str, list[Trial]] = {one.name: [] for one in request.contestants}
        self.refused: dict[str, str] = {}
        self.done = 0  # starts that all have tried

    def run(self) -> Iterator[int]:
        """Make the walks, and yield the number of starts that are done after each round."""
        self._report(0)
        self._warm_up()
        for start in self.request.starts:
            ready = [one for one in self.request.contestants if one.name not in self.refused]
            if not ready:
                return
            first = self.done % len(ready)
            for k, one in enumerate(ready[first:] + ready[:first]):
                trial = self._try(one, start, self.request.time_limit)
                if trial is not None:
                    self.trials[one.name].append(trial)
                self._report(self.done * len(ready) + k + 1, len(ready))
            self.done += 1
            yield self.done
            if time.perf_counter() - self.request.began > self.request.total_limit:
                return

    def results(self) -> Comparison:
        """The results so far."""
        request = self.request
        standings = [
            Standing(one, (), self.refused[one.name])
            if one.name in self.refused
            else Standing(one, tuple(self.trials[one.name]))
            for one in request.contestants
        ]
        return Comparison(
            board=request.board,
            closed=request.closed,
            starts=request.starts[: self.done],
            planned=len(request.starts),
            seed=request.seed,
            retries=request.retries,
            step_limit=request.step_limit,
            time_limit=request.time_limit,
            total_limit=request.total_limit,
            standings=tuple(sorted(standings, key=_rank)),
            seconds=time.perf_counter() - request.began,
            version=__version__,
        )

    def _warm_up(self) -> None:
        """Run every contestant for a moment, so that kernels and data are loaded. This also shows which
        contestants cannot take part."""
        # Method greedy uses the kernels as soon as anything has loaded them, so all of its walks are to.
        import turaga.compiled_greedy  # noqa: F401

        for one in self.request.contestants:
            self._try(one, self.request.starts[0], min(_WARM_UP, self.request.time_limit))

    def _try(self, one: Contestant, start: Square, time_limit: float) -> Trial | None:
        """The result of a contestant at a start; None if it cannot take part, which is then remembered."""
        asked = self.request
        try:
            request = Request.read(
                asked.board,
                start=start,
                closed=asked.closed,
                method=one.method,
                rule=one.rule if METHODS[one.method].by_rule else None,
                like=one.system,
                seed=asked.seed,
                retries=asked.retries if one.method == "greedy" else None,
                step_limit=asked.step_limit,
                time_limit=time_limit,
            )
            outcome, seconds = _timed(request)
            for _ in range(_REPEATED):
                if seconds < _SHORT:
                    seconds = min(seconds, _timed(request)[1])
        except BadInput as error:
            self.refused[one.name] = str(error)
            return None
        return _trial(outcome, start, seconds)

    def _report(self, done: int, contestants: int = 1) -> None:
        if self.progress:
            self.progress("comparing", done, contestants * len(self.request.starts))


def _timed(request: Request) -> tuple[Outcome, float]:
    """The outcome of a request, and how many seconds it took."""
    from turaga.solve import solve_request

    began = time.perf_counter()
    outcome = solve_request(request)
    return outcome, time.perf_counter() - began


def _trial(outcome: Outcome, start: Square, seconds: float) -> Trial:
    walk = outcome.longest_walk
    return Trial(
        start=start,
        outcome=outcome.word,
        closed=outcome.word == "found" and walk is not None and walk.closed,
        visited=None if walk is None else len(walk),
        steps=outcome.steps,
        seconds=seconds,
    )


def _rank(standing: Standing) -> tuple[bool, int, float]:
    """Contestants with a smaller rank come first."""
    seconds = 0.0 if standing.seconds is None else standing.seconds.mean
    return standing.refused is not None, -standing.answered, seconds

"""Walks from every start of a board: where a rule completes a tour, and where it leaves squares unvisited."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, ClassVar, NamedTuple

from turaga._version import __version__
from turaga.board import Board, BoardLike, Leaper, Square, SquaresLike
from turaga.errors import BadBoard
from turaga.greedy import tie_rng, whole_walk
from turaga.json_values import LEFT_OUT, Result
from turaga.kinds import ORDERS, RULE, SEED, whole
from turaga.limits import Progress
from turaga.operations import arg, noun, read
from turaga.rule import Rule
from turaga.solve.greedy import Walker, rules_to_try, worth_compiling
from turaga.solve.request import RULE_HELP, check_tries, require_size
from turaga.text import plural
from turaga.theory import count_allowed
from turaga.threads import ThreadPool, cores
from turaga.tours import CONDITIONS, Tours
from turaga.verify import require_walk

MOST_SQUARES = 10**6  # a map of this size takes 10^12 steps, which is hours

# Seconds per step on one core, measured on boards of 50x50 to 1000x1000:
_STEP, _STEP_BY_CHOICE = 15e-9, 70e-9  # the second if ties are broken by chance or by looking ahead


@dataclass(frozen=True, kw_only=True, repr=False)
class StartMap(Result):
    """The results of the walks from every start, row by row.

    >>> starts = map_starts("5x5")
    >>> starts.complete, starts.starts, starts.allowed
    (13, 25, 13)
    """

    board: Board
    rule: Rule
    seed: int
    # The number of unvisited squares for each start, row by row without holes.
    unvisited: tuple[int, ...] = field(metadata=LEFT_OUT)
    closed: tuple[Square, ...]  # the starts whose walk is a closed tour
    retries: int  # number of retries, over all starts
    steps: int
    seconds: float = field(compare=False)
    version: str

    JSON_ALSO: ClassVar = ("leaper", "starts", "allowed", "complete", "success_rate", "rows")

    @property
    def leaper(self) -> list[int]:
        """The leaper that walks."""
        return [*self.board.leaper]

    @property
    def starts(self) -> int:
        """The number of starts."""
        return len(self.unvisited)

    @property
    def complete(self) -> int:
        """The number of starts that led to a tour."""
        return sum(left == 0 for left in self.unvisited)

    @property
    def allowed(self) -> int:
        """The number of starts that colours allow."""
        return count_allowed(self.board)

    @property
    def success_rate(self) -> float:
        """The fraction of all starts that led to a tour."""
        return self.complete / self.starts

    def by_start(self) -> dict[Square, int]:
        """How many squares the walk from each start leaves unvisited, by the start as a (row, col) pair.

        >>> map_starts("5x5").by_start()[0, 0]
        0
        """
        return dict(zip(self.board.squares(), self.unvisited, strict=True))

    def __repr__(self) -> str:
        return f"<StartMap of {self.board}: {self.complete} of {plural(self.starts, 'start')} complete>"

    @property
    def rows(self) -> list[list[int | None]]:
        """The unvisited squares for each start, as rows of the board: 0 for a tour, None for a hole."""
        flat: list[int | None] = [None] * self.board.area
        for n, left in zip(self.board.indices(), self.unvisited, strict=True):
            flat[n] = left
        return [flat[i : i + self.board.cols] for i in range(0, self.board.area, self.board.cols)]


class Walked(NamedTuple):
    """The result for one start, including retries. Squares are indices."""

    start: int
    visited: int
    end: int
    retries: int  # number of retries
    steps: int  # of all its walks together


def map_starts(
    board: BoardLike,
    rule: Rule | str | None = None,
    *,
    leaper: Leaper | None = None,
    avoid: SquaresLike | None = None,
    seed: int = 0,
    retries: int = 0,
    retry_orders: Sequence[str] = (),
    progress: Progress | None = None,
) -> StartMap:
    """Make the greedy walk from every start, the same walks that `solve` makes one at a time.

    If a walk fails, it is tried again with up to `retries` random orders, or with the given `retry_orders`
    one after another. The longest walk counts. The work is the square of the board's size, in steps. It uses
    all cores, and the result does not depend on their number.

    >>> map_starts("8x8").success_rate
    1.0
    """
    return read(MapStarts, locals()).run(progress=progress)


@dataclass(frozen=True, kw_only=True)
class MapStarts:
    """Walk by a rule from every start of a board.

    >>> MapStarts.of("5x5", rule="corner").run().complete
    13
    """

    tours: Tours = noun(CONDITIONS["map"])
    rule: Rule = arg(RULE, f"{RULE_HELP} [default: outermost]")
    seed: int = arg(SEED, "Seed for random ties and random orders. [default: 0]", default=0)
    retries: int = arg(whole(0), "Try up to N random orders when a walk fails. [default: 0]", default=0)
    retry_orders: tuple[str, ...] = arg(
        ORDERS, "Orders to try one after the other when a walk fails.", default=()
    )

    @classmethod
    def of(cls, board: BoardLike, **given: Any) -> "MapStarts":
        """The request with these arguments, which are those of `map_starts`."""
        return read(cls, {"board": board, **given})

    def __post_init__(self) -> None:
        object.__setattr__(self, "rule", self.rule or Rule())
        require_size(self.board, MOST_SQUARES, "a map", BadBoard)
        check_tries(self.retries, self.retry_orders)

    @property
    def board(self) -> Board:
        """The board."""
        return self.tours.board

    @property
    def expected_seconds(self) -> float:
        """About how long the first walk from every start will take, on all cores. It may be less, because
        walks can end early. Retries are not included.

        >>> 1 < MapStarts.of("1000x1000").expected_seconds * cores() / 3600 < 10  # hours
        True
        """
        by_choice = self.rule.dead_ends_last or any(
            tie.kind in ("random", "lookahead") for tie in self.rule.stages
        )
        return self.board.size**2 * (_STEP_BY_CHOICE if by_choice else _STEP) / cores()

    def parts(self) -> Iterator[list[Walked]]:
        """Yield the results row by row, some starts at a time, as soon as they are known."""
        board = self.board
        walker = Walker(board)
        for part in _first_walks(board, self.rule, self.seed):
            walker.spent += sum(visited for _, visited, _ in part)  # counts towards loading the kernels
            walked = [Walked(*walk, retries=0, steps=walk[1]) for walk in part]
            if self.retries or self.retry_orders:  # retries can take long, so yield one start at a time
                yield from ([self._try_again(walker, one)] for one in walked)
            else:
                yield walked

    def _try_again(self, walker: Walker, first: Walked) -> Walked:
        """The longest walk from a start: the first walk, or if that failed, the longest of all tries."""
        board, start = self.board, first.start
        if first.visited == board.size:
            return first
        rng = tie_rng(self.seed, start)  # never used: an order decides every tie
        visited, end, used, steps = first.visited, first.end, 0, first.steps
        rules = rules_to_try(board, start, self.rule, self.seed, self.retries, self.retry_orders)
        for further in islice(rules, 1, None):
            walk = require_walk(walker.walk(start, further, rng, board.size))
            used += 1
            steps += len(walk)
            if len(walk) > visited:
                visited, end = len(walk), board.index(walk[-1])
            if visited == board.size:
                break
        return Walked(start, visited, end, used, steps)

    def run(
        self, *, progress: Progress | None = None, on_part: Callable[[list[Walked], int], None] | None = None
    ) -> StartMap:
        """Make all walks. `on_part` gets the results of some starts as soon as they are known, and the number
        of starts that are done."""
        began, board = time.perf_counter(), self.board
        walked: list[Walked] = []
        if progress:
            progress("walking", 0, board.size)
        for part in self.parts():
            walked += part
            if on_part:
                on_part(part, len(walked))
            if progress:
                again = any(one.retries for one in part)
                progress("trying orders" if again else "walking", len(walked), board.size)
        return StartMap(
            board=board,
            rule=self.rule,
            seed=self.seed,
            unvisited=tuple(board.size - one.visited for one in walked),
            closed=tuple(
                board.square(one.start)
                for one in walked
                if one.visited == board.size >= 3 and board.is_move(one.start, one.end)
            ),
            retries=sum(one.retries for one in walked),
            steps=sum(one.steps for one in walked),
            seconds=time.perf_counter() - began,
            version=__version__,
        )


def _first_walks(board: Board, rule: Rule, seed: int) -> Iterator[list[tuple[int, int, int]]]:
    """Yield (start, number of squares visited, last square), some starts at a time."""
    starts = list(board.indices())
    if not worth_compiling(board.size * board.size):
        for start in starts:
            walk = require_walk(whole_walk(board, start, rule, tie_rng(seed, start)))
            yield [(start, len(walk), walk.indices[-1])]
        return
    from turaga.compiled_greedy import CompiledRule, PaddedBoard

    ground = PaddedBoard(board)
    compiled = CompiledRule(ground, rule)
    ground.table(rule.most)  # made before the threads start, which only read it
    per_part = max(1, min(compiled.chunk // board.size, -(-board.size // (4 * cores()))))
    parts = [starts[i : i + per_part] for i in range(0, len(starts), per_part)]

    def work(part: list[int]) -> list[tuple[int, int, int]]:
        visited, ends = compiled.walk_many(part, [tie_rng(seed, start) for start in part])
        return list(zip(part, visited.tolist(), ends.tolist(), strict=True))

    with ThreadPool() as pool:
        yield from pool.map(work, parts)

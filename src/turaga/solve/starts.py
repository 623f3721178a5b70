"""The walk from every start of a board: where a rule completes, and where it leaves squares behind."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from turaga._version import __version__
from turaga.board import Board, BoardLike, Square
from turaga.crew import Crew, cores
from turaga.errors import BadBoard
from turaga.limits import Progress, whole_number
from turaga.notation.writing import board_facts, from_one
from turaga.order import parse_order
from turaga.rule import Rule
from turaga.solve.greedy import Walker, check_tries, kernels_repay, rules_to_try
from turaga.theory import count_allowed
from turaga.verify import demand_walk
from turaga.walk import tie_dice, whole_walk

__all__ = ["StartMap", "map_starts"]

MOST_SQUARES = 10**6  # a map of more would take 10^12 steps: hours


@dataclass(frozen=True, kw_only=True)
class StartMap:
    """What became of the walk from every start, row by row.

    >>> starts = map_starts("5x5")
    >>> starts.complete, starts.starts, starts.allowed
    (13, 25, 13)
    """

    board: Board
    rule: Rule
    seed: int
    unvisited: tuple[int, ...]  # squares left behind, for each square that is no hole, row by row
    closed: tuple[Square, ...]  # the starts whose walk is a closed tour
    retries: int  # further orders used, over all starts
    steps: int
    seconds: float
    version: str

    @property
    def starts(self) -> int:
        """How many starts there are."""
        return len(self.unvisited)

    @property
    def complete(self) -> int:
        """How many starts gave a tour."""
        return sum(left == 0 for left in self.unvisited)

    @property
    def allowed(self) -> int:
        """How many starts colour allows."""
        return count_allowed(self.board)

    @property
    def success_rate(self) -> float:
        """The share of all starts that gave a tour."""
        return self.complete / self.starts

    def rows(self) -> list[list[int | None]]:
        """The board of unvisited squares: 0 where the walk is complete, None at a hole."""
        flat: list[int | None] = [None] * self.board.area
        for n, left in zip(self.board.numbers(), self.unvisited, strict=True):
            flat[n] = left
        return [flat[i : i + self.board.cols] for i in range(0, self.board.area, self.board.cols)]

    def as_json(self) -> dict[str, object]:
        """The facts as `--json` shows them; squares are 1-based."""
        board = self.board
        return {
            "board": board_facts(board),
            "leaper": list(board.leaper),
            "rule": self.rule.as_json(),
            "seed": self.seed,
            "starts": self.starts,
            "allowed": self.allowed,
            "complete": self.complete,
            "success_rate": self.success_rate,
            "closed": [from_one(square) for square in self.closed],
            "unvisited": self.rows(),
            "retries": self.retries,
            "steps": self.steps,
            "seconds": round(self.seconds, 6),
            "version": self.version,
        }


def map_starts(
    board: BoardLike,
    rule: Rule | str | None = None,
    *,
    seed: int = 0,
    retries: int = 0,
    orders: Sequence[str] = (),
    progress: Progress | None = None,
) -> StartMap:
    """The greedy walk from every start: the same walks that `solve` makes one at a time.

    Where a walk fails it is tried again with up to `retries` fresh orders, or with `orders` in turn; the
    longest counts. Uses all cores; the result does not depend on how many. Costs size squared steps.

    >>> map_starts("8x8").success_rate
    1.0
    """
    board = Board.read(board)
    if board.size > MOST_SQUARES:
        raise BadBoard(f"board {board} has {board.size} squares: a map is made of at most {MOST_SQUARES}")
    rule = Rule.read(rule)
    seed, retries = whole_number("seed", seed, 0), whole_number("retries", retries, 0)
    orders = tuple(parse_order(order) for order in orders)
    check_tries(retries, orders)
    began = time.perf_counter()
    walks: list[tuple[int, int]] = []  # visited, last square
    if progress:
        progress("walking", 0, board.size)
    for part in _first_walks(board, rule, seed):
        walks += part
        if progress:
            progress("walking", len(walks), board.size)
    steps = sum(visited for visited, _ in walks)
    walker = Walker(board)
    walker.spent = steps  # the kernels are loaded if the first walks were worth it
    used = 0
    starts = list(board.numbers())
    for i, start in enumerate(starts):
        if walks[i][0] == board.size or not (retries or orders):
            continue
        dice = tie_dice(seed, start)  # handed on and never rolled: an order leaves no tie
        for further in islice(rules_to_try(board, start, rule, seed, retries, orders), 1, None):
            walk = demand_walk(walker.walk(start, further, dice, board.size))
            used += 1
            steps += len(walk)
            if len(walk) > walks[i][0]:
                walks[i] = len(walk), board.number(walk[-1])
            if len(walk) == board.size:
                break
        if progress:
            progress("trying orders", i + 1, board.size)
    return StartMap(
        board=board,
        rule=rule,
        seed=seed,
        unvisited=tuple(board.size - visited for visited, _ in walks),
        closed=tuple(
            board.square(start)
            for start, (visited, end) in zip(starts, walks, strict=True)
            if visited == board.size >= 3 and board.is_move(start, end)
        ),
        retries=used,
        steps=steps,
        seconds=time.perf_counter() - began,
        version=__version__,
    )


def _first_walks(board: Board, rule: Rule, seed: int) -> Iterator[list[tuple[int, int]]]:
    """How many squares the walk from each start visits, and its last, some starts at a time."""
    starts = list(board.numbers())
    if not kernels_repay(board.size * board.size):
        for start in starts:
            walk = demand_walk(whole_walk(board, start, rule, tie_dice(seed, start)))
            yield [(len(walk), walk.numbers[-1])]
        return
    from turaga.solve.compiled import Ground, Machine

    ground = Ground(board)
    machine = Machine(ground, rule)
    ground.table(rule.most)  # made before the threads, which only read it
    per_part = max(1, min(machine.chunk // board.size, -(-board.size // (4 * cores()))))
    parts = [starts[i : i + per_part] for i in range(0, len(starts), per_part)]

    def work(part: list[int]) -> list[tuple[int, int]]:
        visited, ends = machine.walk_many(part, [tie_dice(seed, start) for start in part])
        return list(zip(visited.tolist(), ends.tolist(), strict=True))

    with Crew() as crew:
        yield from crew.each(work, parts)

"""The reference walk: Warnsdorff's rule one step at a time, every candidate with its degree.

This is the readable definition. It drives traces, animations and every board small enough for it to be quick;
`greedy_kernel` does the same in machine code, and property tests check that they are equal step for step.

The rule in one sentence: stand on the start; then, as long as a neighbour is free, go to the free
neighbour with the fewest (or most) free neighbours of its own, breaking ties as the rule says.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from turaga.board import Board, BoardLike, Leaper, Square
from turaga.board_input import read_board
from turaga.limits import seed_number
from turaga.order import direction_steps
from turaga.rng import Rng
from turaga.rule import Rule
from turaga.ties import break_tie
from turaga.walk import Walk

_LOOK = 16  # squares between two looks at the clock


@dataclass(frozen=True, slots=True)
class Candidate:
    """A free square the knight may go to next: its direction 1..8 and its degree.

    >>> Candidate((2, 1), 1, 5).degree
    5
    """

    square: Square
    direction: int
    degree: int


@dataclass(frozen=True, slots=True)
class Step:
    """One square of a walk: its number from 1, the candidates from there, and which of them is next.

    `tied` are the candidates the degree leaves equal, `decided_by` what chose among them: "degree",
    "only move", a tie-break such as "outermost", the order, "dead end", or "" at the end of the walk.

    >>> step = next(walk("8x8", "1,1"))
    >>> step.number, step.square, [c.degree for c in step.candidates], step.decided_by
    (1, (0, 0), [5, 5], 'order:12345678')
    """

    number: int
    square: Square
    candidates: tuple[Candidate, ...]
    tied: tuple[Square, ...]
    chosen: Square | None
    decided_by: str


def walk(
    board: BoardLike,
    start: Square | str,
    rule: Rule | str | None = None,
    *,
    leaper: Leaper | None = None,
    seed: int = 0,
) -> Iterator[Step]:
    """The steps of the greedy walk from a start, one for each square it visits.

    `rule` is a Rule, or a text for its ties. Costs a few microseconds a square; for whole walks on big
    boards see `turaga.solve`.

    >>> steps = list(walk("8x8", "a1"))
    >>> len(steps), steps[-1].chosen
    (64, None)
    """
    board = read_board(board, leaper)
    rule = Rule.read(rule)
    first = board.index(board.read_square(start))
    return _steps(board, first, rule, tie_rng(seed_number("seed", seed), first))


def tie_rng(seed: int, start: int) -> Rng:
    """The random numbers for the ties of a walk from a start: each start has its own, so that a walk does not
    depend on which walks were made before it, or on how many cores."""
    return Rng(seed, start)


def _steps(board: Board, start: int, rule: Rule, rng: Rng) -> Iterator[Step]:
    digits = {step: d for d, step in reversed(list(enumerate(direction_steps(board.leaper), start=1)))}
    position = Position(board, rule)
    position.enter(start)
    here: int | None = start
    number = 0
    while here is not None:
        number += 1
        row, col = square = board.square(here)
        candidates = position.candidates()
        chosen, tied, decided_by = position.choose(candidates, rng)
        yield Step(
            number,
            square,
            tuple(
                Candidate((r, c), digits[(r - row, c - col)], position.degree[n])
                for n in candidates
                for r, c in [board.square(n)]
            ),
            tuple(board.square(n) for n in tied),
            None if chosen is None else board.square(chosen),
            decided_by,
        )
        if chosen is not None:
            position.enter(chosen)
        here = chosen


def whole_walk(
    board: Board,
    start: int,
    rule: Rule,
    rng: Rng,
    *,
    limit: int | None = None,
    tick: Callable[[int], bool] | None = None,
) -> Walk:
    """The greedy walk from a start as one value, without the trace; at most `limit` squares of it.

    `tick(squares so far)` is called now and then and may stop the walk by True.
    """
    position = Position(board, rule)
    position.enter(start)
    while len(position.path) != limit:
        if tick is not None and len(position.path) % _LOOK == 0 and tick(len(position.path)):
            break
        chosen = position.choose(position.candidates(), rng)[0]
        if chosen is None:
            break
        position.enter(chosen)
    return Walk.from_indices(board, position.path)


class Position:
    """A walk in the making: what is free, the degrees, and the squares visited so far.

    Invariant: `degree[n]` is the number of free neighbours of n, counting the start as free if the rule
    has the open start. `enter` and `leave` undo each other, so that search and lookahead can go back.
    """

    __slots__ = ("board", "degree", "free", "neighbours", "path", "rule")

    def __init__(self, board: Board, rule: Rule) -> None:
        self.board = board
        self.rule = rule
        self.neighbours = board.neighbour_table(rule.order)
        self.degree = [len(near) for near in self.neighbours]
        self.free = bytearray(b"\1") * board.area
        for hole in board.hole_indices:
            self.free[hole] = 0
        self.path: list[int] = []

    def enter(self, index: int) -> None:
        """Visit a free square; its neighbours each lose a free neighbour, except around an open start."""
        self.free[index] = 0
        if self.path or not self.rule.open_start:
            degree = self.degree
            for n in self.neighbours[index]:
                degree[n] -= 1
        self.path.append(index)

    def leave(self) -> None:
        """Take back the last `enter`."""
        index = self.path.pop()
        self.free[index] = 1
        if self.path or not self.rule.open_start:
            degree = self.degree
            for n in self.neighbours[index]:
                degree[n] += 1

    def candidates(self) -> list[int]:
        """The free neighbours of the last square, in the rule's order."""
        free = self.free
        return [n for n in self.neighbours[self.path[-1]] if free[n]]

    def choose(self, candidates: list[int], rng: Rng) -> tuple[int | None, list[int], str]:
        """The candidate the rule prefers, those its degree leaves equal, and what decided.

        `candidates` are in the rule's order, so the first of equals is the one the order prefers.
        """
        if len(candidates) < 2:
            return (candidates[0], candidates, "only move") if candidates else (None, [], "")
        degree, rule = self.degree, self.rule
        if rule.dead_ends_last:
            alive = [n for n in candidates if degree[n] > 0]
            if not alive:
                return candidates[-1], candidates, "dead end"
            candidates = alive
        wanted = max if rule.most else min
        best = wanted(degree[n] for n in candidates)
        tied = equal = [n for n in candidates if degree[n] == best]
        if len(tied) == 1:
            return tied[0], tied, "degree"
        for tie in rule.stages:
            equal = break_tie(tie, equal, self.board, rng, self.degrees_after)
            if len(equal) == 1:
                return equal[0], tied, str(tie)
        return equal[0], tied, f"order:{rule.order}"

    def ranking(self, candidates: list[int], rng: Rng) -> list[int]:
        """The candidates as a search tries them: the one `choose` prefers, then of the rest, and so on."""
        rest = list(candidates)
        ranked = []
        while rest:
            chosen, _, _ = self.choose(rest, rng)
            assert chosen is not None
            rest.remove(chosen)
            ranked.append(chosen)
        return ranked

    def degrees_after(self, index: int, depth: int) -> list[int]:
        """The degrees at the end of every walk of `depth` moves from a square once it is entered, sorted,
        negative under `most` so that the smaller list is always the better one."""
        self.enter(index)
        values: list[int] = []
        for n in self.candidates():
            if depth == 1:
                values.append(-self.degree[n] if self.rule.most else self.degree[n])
            else:
                values += self.degrees_after(n, depth - 1)
        self.leave()
        return sorted(values)

"""The reference walk: Warnsdorff's rule one step at a time, with the degree of every candidate.

This is the readable definition. Traces and animations use it, and so do walks on small boards.
`greedy_kernel` does the same in machine code, and property tests check that both make the same steps.

The rule: begin on the start. While the current square has a free neighbour, go to the free neighbour that has
the fewest (or most) free neighbours itself, and break ties as the rule says.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from turaga.board import Board, BoardLike, Leaper, Square
from turaga.board_input import read_board
from turaga.limits import seed_number
from turaga.order import direction_steps
from turaga.rng import Rng
from turaga.rule import Rule, Tie
from turaga.walk import Walk

_LOOK = 16  # squares between two calls of `tick`


@dataclass(frozen=True, slots=True)
class Candidate:
    """A free square that the knight can go to next, with its direction (1 to 8) and its degree.

    >>> Candidate((2, 1), 1, 5).degree
    5
    """

    square: Square
    direction: int
    degree: int


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a walk: its number from 1, the square, the candidates for the next step, and the choice.

    `tied` are the candidates with the best degree. `decided_by` says what chose between them: "degree",
    "only move", a tie-break such as "outermost", the order, "dead end", or "" at the end of the walk.

    >>> step = next(walk("8x8", "1,1"))
    >>> step.number, step.square, [c.degree for c in step.candidates], step.decided_by
    (1, (0, 0), [5, 5], '12345678')
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
    """The steps of the greedy walk from a start, one for each square that it visits.

    `rule` is a Rule, or a text for its ties. A step costs a few microseconds. For whole walks on big boards,
    `turaga.solve` is faster.

    >>> steps = list(walk("8x8", "a1"))
    >>> len(steps), steps[-1].chosen
    (64, None)
    """
    board = read_board(board, leaper)
    rule = Rule.read(rule)
    first = board.index(board.read_square(start))
    return _steps(board, first, rule, tie_rng(seed_number("seed", seed), first))


def tie_rng(seed: int, start: int) -> Rng:
    """The random numbers for the ties of a walk from a start.

    Each start has its own, so that a walk does not depend on earlier walks or on the number of cores.
    """
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
    """The greedy walk from a start as one value, without a trace, cut off after `limit` squares.

    `tick` is called now and then with the number of squares so far. If it returns True, the walk stops.
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
    """The state of a walk: the free squares, the degrees, and the squares visited so far.

    Invariant: `degree[n]` is the number of free neighbours of n. With an open start, the start counts as
    free. `leave` undoes `enter`, so that search and lookahead can go back.
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
        """Visit a free square. Its neighbours lose a free neighbour, unless it is an open start."""
        self.free[index] = 0
        if self.path or not self.rule.open_start:
            degree = self.degree
            for n in self.neighbours[index]:
                degree[n] -= 1
        self.path.append(index)

    def leave(self) -> None:
        """Undo the last `enter`."""
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
        """The candidate that the rule prefers, the candidates with the best degree, and what decided.

        `candidates` are in the rule's order, so the order prefers the first of equal candidates.
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
                return equal[0], tied, str(tie) if tie.depth else tie.kind
        return equal[0], tied, f"{rule.order}"

    def ranking(self, candidates: list[int], rng: Rng) -> list[int]:
        """The candidates in the sequence in which a search tries them: the one that `choose` prefers, then
        the one that it prefers of the rest, and so on."""
        rest = list(candidates)
        ranked = []
        while rest:
            chosen, _, _ = self.choose(rest, rng)
            assert chosen is not None
            rest.remove(chosen)
            ranked.append(chosen)
        return ranked

    def degrees_after(self, index: int, depth: int) -> list[int]:
        """The degrees at the end of every walk of `depth` moves after entering a square, sorted.

        Under `most` they are negative, so that the smaller list is always better.
        """
        self.enter(index)
        values: list[int] = []
        for n in self.candidates():
            if depth == 1:
                values.append(-self.degree[n] if self.rule.most else self.degree[n])
            else:
                values += self.degrees_after(n, depth - 1)
        self.leave()
        return sorted(values)


# -- breaking ties: which of several squares with the same degree a tie-break prefers -----------------------

DegreesAfter = Callable[[int, int], list[int]]  # called with a square and a depth: see `Position`


def break_tie(tie: Tie, equal: list[int], board: Board, rng: Rng, degrees_after: DegreesAfter) -> list[int]:
    """The squares that a tie-break prefers among equal squares.

    >>> from turaga.rule import Rule
    >>> outermost_first = Rule("outermost").stages[0]
    >>> break_tie(outermost_first, [8, 28, 33], Board("8x8"), Rng(0), lambda square, depth: [])
    [8]
    """
    if tie.kind == "random":
        return [equal[rng.below(len(equal))]]
    if tie.kind == "lookahead":
        for depth in range(1, tie.depth + 1):
            lists = [degrees_after(n, depth) for n in equal]
            least = min(lists)
            equal = [n for n, values in zip(equal, lists, strict=True) if values == least]
            if len(equal) == 1:
                break
        return equal
    away = outermost if tie.kind == "outermost" else corner
    keys = [away(board, n) for n in equal]
    least_key = min(keys)
    return [n for n, key in zip(equal, keys, strict=True) if key == least_key]


def outermost(board: Board, index: int) -> int:
    """Minus the squared distance from the board's centre, in half squares: least for outermost squares."""
    row, col = divmod(index, board.cols)
    return -((2 * row - board.rows + 1) ** 2) - (2 * col - board.cols + 1) ** 2


def corner(board: Board, index: int) -> int:
    """The Manhattan distance to the nearest corner."""
    row, col = divmod(index, board.cols)
    return min(row, board.rows - 1 - row) + min(col, board.cols - 1 - col)

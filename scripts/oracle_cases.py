"""Random boards and questions for `scripts/oracle.py`, with the right answers from the brute force."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from brute_force import Manner, Path, Puzzle, Square, TooBig
from turaga import Board, Rule, Walk

LEAPERS = [(1, 2)] * 9 + [(0, 1)] * 3 + [(1, 3), (2, 3), (1, 1), (1, 4), (0, 2), (2, 2), (3, 3), (0, 3)]
SHAPES = [
    *((r, c) for r in range(1, 6) for c in range(1, 6)),
    *[(3, 4), (3, 7), (4, 5), (5, 4), (3, 6), (5, 5), (4, 6), (6, 4), (3, 8), (7, 3)] * 2,
    *[(2, 7), (1, 9), (2, 10), (3, 10), (4, 7), (10, 2), (6, 5)],
]


class Wrong(Exception):
    """An answer is wrong. The message says why."""


@dataclass
class Case:
    """A board, as a puzzle for the brute force and as a board for Turaga, and the current question."""

    puzzle: Puzzle
    board: Board
    question: str = ""  # what was asked, so that a person can ask it again
    notes: dict[str, Any] = field(default_factory=dict)

    def ask(self, what: str, *given: object, **options: object) -> None:
        """Note the question that is about to be asked."""
        named = [f"{name}={value!r}" for name, value in options.items() if value not in (None, False, ())]
        self.question = f"{what}({', '.join([repr(self.board), *map(repr, given), *named])})"

    @property
    def rectangle(self) -> bool:
        """Whether it is a board without holes for the knight, for which there is always an answer."""
        return not self.puzzle.holes and self.puzzle.leaper == (1, 2)


def make_case(rng: random.Random) -> Case:
    """A random small board whose tours the brute force can list. About half of them have tours."""
    while True:
        rows, cols = rng.choice(SHAPES)
        leaper = rng.choice(LEAPERS)
        squares = [(r, c) for r in range(rows) for c in range(cols)]
        holes = random_holes(squares, leaper, rng)
        if not 1 <= len(squares) - len(holes) <= 25:
            continue
        puzzle = Puzzle(rows, cols, holes, leaper, most_positions=500_000)
        try:
            if not puzzle.tours() and rng.random() < 0.75:  # most boards have none
                continue
        except TooBig:
            continue
        return Case(puzzle, Board(rows, cols, holes=sorted(holes), leaper=leaper))


def random_holes(squares: Sequence[Square], leaper: tuple[int, int], rng: random.Random) -> set[Square]:
    """No holes, a few, many, or all squares that the leaper cannot reach from one corner."""
    kind = rng.random()
    if kind < 0.4:
        holes: set[Square] = set()
    elif kind < 0.75:
        holes = set(rng.sample(squares, min(len(squares) - 1, rng.randint(1, 3))))
    elif kind < 0.85:
        holes = {square for square in squares if rng.random() < 0.3}
    else:
        holes = set(squares) - reached(squares, leaper)
    return holes if len(holes) < len(squares) else set()


def reached(squares: Sequence[Square], leaper: tuple[int, int]) -> set[Square]:
    """The squares that can be reached from the first one."""
    found, queue = {squares[0]}, [squares[0]]
    while queue:
        row, col = queue.pop()
        for there in squares:
            across = sorted((abs(there[0] - row), abs(there[1] - col)))
            if there not in found and across == sorted(leaper):
                found.add(there)
                queue.append(there)
    return found


# -- parts of a question ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ends:
    """The start, the end, and whether the tour must be closed."""

    start: Square | None
    end: Square | None
    closed: bool

    def options(self) -> dict[str, Any]:
        """As keyword arguments of Turaga's functions."""
        return {"start": self.start, "end": self.end, "closed": self.closed}


def random_ends(case: Case, rng: random.Random, *, end_alone: float = 0.15) -> Ends:
    """Random ends, often those of a tour."""
    puzzle = case.puzzle
    closed = rng.random() < 0.3
    tours = puzzle.tours()
    if tours and rng.random() < 0.6:
        tour = rng.choice(tours)
        start, end = tour[0], tour[-1]
    else:
        start, end = rng.choice(puzzle.squares), rng.choice(puzzle.squares)
    kind = rng.random()
    if kind < end_alone:
        return Ends(None, end, closed)
    if kind < end_alone + 0.2:
        return Ends(None, None, closed)
    if kind < end_alone + 0.5:
        return Ends(start, None, closed)
    return Ends(start, end, closed)


def right(case: Case, ends: Ends, fix: dict[int, Square] | None = None) -> list[Path]:
    """The tours that fit."""
    return case.puzzle.wanted(ends.start, ends.end, ends.closed, fix)


def random_order(rng: random.Random) -> str:
    """A random order of the directions."""
    return "".join(rng.sample("12345678", 8))


def random_manner(rng: random.Random) -> Manner:
    """A random rule without random ties, for the brute force."""
    ties: list[str] = []
    for tie in rng.sample(["outermost", "corner", "lookahead:1", "lookahead:2"], 4):
        if rng.random() < 0.25:
            ties.append(tie)
    return Manner(
        order=random_order(rng) if rng.random() < 0.7 else "12345678",
        ties=tuple(ties),
        most=rng.random() < 0.1,
        open_start=rng.random() < 0.2,
        dead_ends_last=rng.random() < 0.2,
    )


def rule_of(manner: Manner) -> Rule:
    """The same rule for Turaga."""
    return Rule(
        ",".join([*manner.ties, manner.order]),
        most=manner.most,
        open_start=manner.open_start,
        dead_ends_last=manner.dead_ends_last,
    )


def random_walk(case: Case, rng: random.Random) -> list[Square]:
    """A random walk, often the beginning of a tour, sometimes with a wrong turn at its end."""
    puzzle = case.puzzle
    tours = puzzle.tours()
    if tours and rng.random() < 0.6:
        tour = rng.choice(tours)
        path = list(tour[: rng.randint(1, len(tour))])
        extra = rng.choice([0, 0, 0, 1, 2])
    else:
        path = [rng.choice(puzzle.squares)]
        extra = rng.randint(0, puzzle.size)
    for _ in range(extra):
        targets = [s for s in puzzle.neighbours(path[-1]) if s not in path]
        if not targets:
            break
        path.append(rng.choice(targets))
    return path


def walk_of(case: Case, path: Sequence[Square]) -> Walk:
    """The walk for Turaga. It need not be one."""
    return Walk(case.board, path)


def one_based(square: Square | None) -> list[int] | None:
    """A square as JSON shows it."""
    return None if square is None else [square[0] + 1, square[1] + 1]


def text_of(square: Square) -> str:
    """A square as people type it."""
    return f"{square[0] + 1},{square[1] + 1}"


def expect(condition: bool, what: str) -> None:
    """Raise `Wrong` unless the condition holds."""
    if not condition:
        raise Wrong(what)

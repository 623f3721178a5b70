"""Method `vandermonde`: cover a board with even sides by symmetric circuits, and join them to one tour.

This follows Vandermonde (Remarques sur les problèmes de situation, 1771). Fold a board with even sides along
both its mirror lines. A quarter remains, and a move that crosses a line is folded back into it. A cycle
through all squares of the quarter unfolds into circuits on the whole board. If it crosses each line an even
number of times in all, each of the four copies of the quarter's first square lies on its own circuit: there
are four circuits, which are mirror images of each other. Each is joined to its half-turn image. Take a move
x-y of one circuit and its image x'-y' in the other, and replace them by the other two sides x-y' and y-x' of
their parallelogram, if these are moves. That makes two circuits with half-turn symmetry, which are mirror
images of each other. They are joined in the same way by any parallelogram, into one closed tour without the
symmetry.

A circuit has an even number of squares. So for four circuits the quarter must have an even number of squares,
and a side of the board must be divisible by 4. Otherwise the cycle crosses the lines an odd number of times
in all, and its unfolding returns to the first square only after the second round. Then there are two
circuits, which are half-turn images of each other, and one join makes a tour with half-turn symmetry.

The parallelograms around the centre that serve for the first join are known in advance. Let p be the
quarter's square at the centre, and q its diagonal neighbour. They are a move apart in two ways, across either
line, and both ways give such a parallelogram. So the cycle is made as a path from p to q, by a greedy walk
and Euler's method in the folded quarter. It is closed in whichever of the two ways makes the crossings even.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from turaga.board import KNIGHT, Board, Square
from turaga.cover.cover_change import CoverChange
from turaga.errors import BadRule
from turaga.greedy import tie_rng
from turaga.order import ordered_steps
from turaga.solve.circuit_joins import MOST_RECORDED, CircuitJoins, moves_along
from turaga.solve.greedy import Walker, rules_to_try
from turaga.solve.outcome import Outcome
from turaga.solve.problem import Problem
from turaga.solve.rotations import RanOut, Rotator
from turaga.text import plural
from turaga.walk import Walk

_TRIES = 200
_MOST_SQUARES = 10**7  # at 150 bytes a square
_PLAIN = 50_000  # from this many squares on, arrays are faster than lists
_LARGEST = 40  # an account draws the circuits of boards up to this many rows and columns

# The lines that a move crosses, and the copy of the quarter that a square lies in, as bits combined by XOR.
_LEFT_RIGHT, _UPSIDE_DOWN, _HALF_TURN = 1, 2, 3


@dataclass(frozen=True, slots=True)
class Swap:
    """Two parallel moves that are replaced by the other two sides of their parallelogram.

    >>> Swap(((2, 2), (3, 4)), ((5, 5), (4, 3))).words(Board("8x8"))
    'replace the moves c6-e5 and f3-d4 by c6-d4 and e5-f3'
    """

    one: tuple[Square, Square]
    other: tuple[Square, Square]

    def words(self, board: Board) -> str:
        """The exchange, for use in a sentence."""
        x, y, u, v = map(board.show, (*self.one, *self.other))
        return f"replace the moves {x}-{y} and {u}-{v} by {x}-{v} and {y}-{u}"


class Folding:
    """A board with even sides, folded along its mirror lines: the quarter at the top left, and its copies.

    >>> folding = Folding(Board("6x8"))
    >>> folding.rows, folding.cols, folding.near(0)
    (3, 4, [9, 6])
    >>> folding.near(11), folding.crossing(11, 6)  # at the centre: (2, 3) and its diagonal neighbour
    ([7, 6, 9, 5, 2, 3, 6, 10], 2)
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.rows, self.cols = board.rows // 2, board.cols // 2
        self.size = self.rows * self.cols
        self.first = self.size - 1  # the square at the centre, and
        self.last = self.size - self.cols - 2  # its diagonal neighbour
        self._steps = ordered_steps(leaper=KNIGHT)

    def _ways(self, index: int) -> list[tuple[int, int]]:
        """The squares a move away, each with the lines that the move crosses."""
        row, col = divmod(index, self.cols)
        ways = []
        for down, right in self._steps:
            r, c = row + down, col + right
            if r >= 0 and c >= 0:
                crossed = (_UPSIDE_DOWN if r >= self.rows else 0) | (_LEFT_RIGHT if c >= self.cols else 0)
                r, c = min(r, 2 * self.rows - 1 - r), min(c, 2 * self.cols - 1 - c)
                ways.append((r * self.cols + c, crossed))
        return ways

    def near(self, index: int) -> list[int]:
        """The squares of the quarter a move away. A move that leaves the quarter is folded back."""
        return [n for n, _ in self._ways(index)]

    def crossing(self, a: int, b: int) -> int:
        """The lines that the move from a to b crosses; of two possible moves, the first counts."""
        return next(crossed for n, crossed in self._ways(a) if n == b)

    def crossings(self, cycle: Sequence[int]) -> list[int]:
        """The lines that each move of a cycle from `first` to `last` crosses.

        The closing move is chosen so that each line is crossed an even number of times, if the total number
        of crossings is even.
        """
        crossed = []
        for a, b in pairwise(cycle):
            down, right = abs(a // self.cols - b // self.cols), abs(a % self.cols - b % self.cols)
            # A folded move never looks like a move that stays in the quarter.
            crossed.append(0 if down + right == 3 and down and right else self.crossing(a, b))
        total = 0
        for lines in crossed:
            total ^= lines
        return [*crossed, total if total in (_LEFT_RIGHT, _UPSIDE_DOWN) else _LEFT_RIGHT]

    def lifted(self, index: int, copy: int) -> int:
        """The index on the board of a square of the quarter, in one of the four copies."""
        row, col = divmod(index, self.cols)
        if copy & _UPSIDE_DOWN:
            row = 2 * self.rows - 1 - row
        if copy & _LEFT_RIGHT:
            col = 2 * self.cols - 1 - col
        return row * 2 * self.cols + col

    def circuits(self, cycle: Sequence[int]) -> list[list[int]]:
        """The circuits that the cycle unfolds into.

        There are four, each beginning in its own copy, or two, each going round twice. The half-turn image of
        the first circuit is the last, and that of the second is the last but one.
        """
        crossings = self.crossings(cycle)
        total = 0
        for lines in crossings:
            total ^= lines
        copies = (0, _HALF_TURN) if total else (0, _LEFT_RIGHT, _UPSIDE_DOWN, _HALF_TURN)
        return [self._unfolded(cycle, crossings, copy, 2 if total else 1) for copy in copies]

    def _unfolded(self, cycle: Sequence[int], crossings: Sequence[int], copy: int, rounds: int) -> list[int]:
        circuit = []
        for _ in range(rounds):
            for index, lines in zip(cycle, crossings, strict=True):
                circuit.append(self.lifted(index, copy))
                copy ^= lines
        return circuit


def solve_by_circuits(problem: Problem) -> Outcome:
    """Found with a closed tour from the start, or GaveUp if a limit is reached.

    The time is linear in the size of the board, after a greedy walk of its quarter and a few reversals.
    """
    board = problem.board
    _refuse(problem)
    folding = Folding(board)
    maker = _Maker(problem, folding)
    out = f"no suitable cycle of the folded quarter was found in {plural(_TRIES, 'try', 'tries')}"
    try:
        for cycle in maker.cycles():
            circuits = folding.circuits(cycle)
            joined = join_circuits(board, circuits)
            if joined is None:
                continue
            tour, swaps = joined
            at = tour.index(problem.start)
            return problem.found(
                _as_walk(board, tour[at:] + tour[:at]),
                f"joined from {len(circuits)} circuits by {plural(len(swaps), 'parallelogram')}",
                rule=maker.rule,
                steps=maker.steps,
                retries=maker.tries - 1,
                account=_account(folding, cycle, circuits, swaps) if problem.explain else (),
                circuits=_joins(folding, cycle, circuits, swaps) if problem.explain else None,
            )
    except RanOut as limit:
        out = str(limit)
    start = Walk.from_indices(board, [problem.start])  # the circuits are not a walk from the start
    return problem.gave_up(start, out, rule=maker.rule, steps=maker.steps, retries=max(0, maker.tries - 1))


def _refuse(problem: Problem) -> None:
    """Raise `BadRule` if the method does not work for this problem."""
    board = problem.board
    even = board.rows % 2 == 0 and board.cols % 2 == 0 and min(board.rows, board.cols) >= 6
    if board.hole_indices or board.leaper != KNIGHT or not even:
        raise BadRule(
            f"method vandermonde does not work on board {board}",
            accepted="it needs even sides of 6 or more, no holes, and the knight",
            field="method",
        )
    if board.size > _MOST_SQUARES:
        raise BadRule(
            f"board {board} has {board.size} squares",
            accepted=f"the limit of method vandermonde is {_MOST_SQUARES} (10^7)",
            field="method",
        )
    if problem.end is not None:
        raise BadRule(
            f"method vandermonde cannot choose the end of the tour, got end {board.show(problem.end)}",
            accepted="leave out the end, or use method auto",
            field="method",
        )


class _Maker:
    """Makes cycles of the folded quarter.

    Each is a greedy walk of the quarter, by the rule or with another order, repaired to a path from the
    square at the centre to its diagonal neighbour.
    """

    def __init__(self, problem: Problem, folding: Folding) -> None:
        self.problem = problem
        self.folding = folding
        self.quarter = Board(folding.rows, folding.cols)
        self.walker = Walker(self.quarter)
        self.rule = problem.rule
        self.steps = self.tries = 0

    def cycles(self) -> Iterator[list[int]]:
        """Yield one cycle after another. Raises `RanOut` if a limit is reached."""
        problem, quarter, first = self.problem, self.quarter, self.folding.first
        for rule in rules_to_try(quarter, first, problem.rule, problem.seed, _TRIES - 1, problem.orders):
            self.rule = rule
            self.tries += 1
            rng = tie_rng(problem.seed, first)
            walk = self.walker.walk(first, rule, rng, quarter.size, lambda n: bool(self._tick(n, 0)))
            self.steps += len(walk)
            if out := problem.ran_out(self.steps):
                raise RanOut(out)
            cycle = self._repaired(walk)
            if cycle is not None:
                yield cycle

    def _repaired(self, walk: Walk) -> list[int] | None:
        folding = self.folding
        rotator = Rotator(
            walk.stored_indices,
            (self.quarter.index(square) for square in walk.unvisited),
            folding.near,
            area=folding.size,
            cols=folding.cols,
            two_coloured=False,
            tick=self._tick,
        )
        done = rotator.extend(folding.size) and rotator.bring_end_to(folding.last)
        self.steps += rotator.looked + rotator.insertions
        return rotator.path.squares() if done else None

    def _tick(self, work: int, squares: int) -> str | None:
        self.problem.report("making circuits", squares, self.folding.size)
        return self.problem.ran_out(self.steps + work)


def join_circuits(board: Board, circuits: list[list[int]]) -> tuple[list[int], list[Swap]] | None:
    """Join the circuits of a `Folding` into one closed tour. Returns the tour and the swaps.

    Returns None if the last two circuits have no parallelogram in common, as can happen on very small boards.

    >>> folding = Folding(Board("6x6"))
    >>> tour, swaps = join_circuits(folding.board, folding.circuits([8, 3, 2, 7, 0, 5, 1, 6, 4]))
    >>> len(tour), len(swaps)
    (36, 1)
    """
    if len(circuits) == 2:
        tour, swap = _join_to_image(board, circuits[0], circuits[1])
        return tour, [swap]
    one, first = _join_to_image(board, circuits[0], circuits[3])
    other, second = _join_to_image(board, circuits[1], circuits[2])
    joined = _join(board, one, other)
    return joined and (joined[0], [first, second, joined[1]])


def _join_to_image(board: Board, one: list[int], image: list[int]) -> tuple[list[int], Swap]:
    """Join a circuit to its half-turn image, by replacing their closing moves, which lie around the centre.

    The joined circuit has half-turn symmetry.
    """
    square = board.square
    swap = Swap((square(one[-1]), square(one[0])), (square(image[-1]), square(image[0])))
    return one + image, swap


def _join(board: Board, one: list[int], other: list[int]) -> tuple[list[int], Swap] | None:
    """Join two circuits by the first parallelogram of moves that has a side on each."""
    at = {index: i for i, index in enumerate(other)}
    count = len(other)
    steps = ordered_steps(leaper=KNIGHT)
    for i, x in enumerate(one):
        y = one[i - 1]
        (row, col), (row2, col2) = board.square(x), board.square(y)
        for down, right in steps:
            u, v = (row + down, col + right), (row2 + down, col2 + right)
            if u not in board or v not in board:
                continue
            j, k = at.get(board.index(u)), at.get(board.index(v))
            if j is None or k is None or (j - k) % count not in (1, count - 1):
                continue
            # From x through `one` to y, across to v, through `other` to u, and across to x.
            through = other[k:] + other[:k] if (k - j) % count == 1 else (other[j:] + other[:j])[::-1]
            swap = Swap((board.square(x), board.square(y)), (v, u))
            return one[i:] + one[:i] + through, swap
    return None


def _as_walk(board: Board, tour: list[int]) -> Walk:
    if len(tour) <= _PLAIN:
        return Walk.from_indices(board, tour)
    import numpy as np

    return Walk.from_indices(board, np.array(tour, dtype=np.int32), handed_over=True)


def _joins(
    folding: Folding, cycle: Sequence[int], circuits: list[list[int]], swaps: list[Swap]
) -> CircuitJoins | None:
    """The circuits and the swaps as data; None on a large board."""
    board = folding.board
    if board.size > MOST_RECORDED:
        return None
    changes = []
    for left, swap in zip(range(len(circuits) - 1, 0, -1), swaps, strict=True):
        x, y, u, v = map(board.index, (*swap.one, *swap.other))
        removed, added = (
            tuple((min(move), max(move)) for move in moves) for moves in (((x, y), (u, v)), ((x, v), (y, u)))
        )
        changes.append(CoverChange("exchange", removed, added, left))
    cover = frozenset(move for circuit in circuits for move in moves_along(circuit, closed=True))
    quarter = tuple(folding.lifted(index, 0) for index in cycle)
    return CircuitJoins(board, cover, tuple(changes), quarter=quarter)


def _account(
    folding: Folding, cycle: Sequence[int], circuits: list[list[int]], swaps: list[Swap]
) -> tuple[str, ...]:
    """The folded cycle, the circuits and the swaps, line by line."""
    board = folding.board
    drawn = max(board.rows, board.cols) <= _LARGEST
    colon = ":" if drawn else ""
    lines = [f"a cycle through the {folding.size} squares of a quarter, folded along the mirror lines{colon}"]
    if drawn:
        numbers = {n: str(k) for k, n in enumerate(cycle, start=1)}
        lines += _drawn(folding.rows, folding.cols, numbers.__getitem__)
    lines.append(
        f"unfolds into {len(circuits)} circuits of {len(circuits[0])} squares, equal up to symmetry{colon}"
    )
    if drawn:
        letters = {n: letter for letter, circuit in zip("ABCD", circuits, strict=False) for n in circuit}
        lines += _drawn(board.rows, board.cols, letters.__getitem__)
    joined = ["A and B"] if len(circuits) == 2 else ["A and D", "B and C", "AD and BC"]
    lines += [f"join {names}: {swap.words(board)}" for names, swap in zip(joined, swaps, strict=True)]
    return tuple(lines)


def _drawn(rows: int, cols: int, mark: Callable[[int], str]) -> list[str]:
    """A grid with a mark for every square, one line per row."""
    width = max(len(mark(n)) for n in range(rows * cols))
    return [" ".join(mark(r * cols + c).rjust(width) for c in range(cols)) for r in range(rows)]

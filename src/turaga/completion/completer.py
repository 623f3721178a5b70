"""Can this walk be completed? The arrays of a board for the kernel, and the question for one walk.

`turaga.completion.completer_kernel` explains the method. Yes and no are exact: a yes comes with the remaining
squares as a proof.

Importing this module loads numba.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from turaga.board import Board
from turaga.completion.circuit_kernel import SPENT, Circuit, MoveGraph
from turaga.completion.completer_kernel import NO, YES, can_complete
from turaga.jit import Bytes, Ints
from turaga.order import FIRST_ORDER
from turaga.theory import side

CALM = 2  # number of trials, per square of the board, before the balance is checked
MOST_SPENT = 4_000_000  # limit for one question, in visits to a square: a twentieth of a second


class Lattice:
    """A board and an order as arrays for the kernels. Many branches read them, in several threads."""

    def __init__(self, board: Board, order: str) -> None:
        self.board = board
        self.table = board.neighbour_table(order)
        area = board.area
        near: Ints = np.full((area, 8), area, dtype=np.int64)
        back: Ints = np.zeros((area, 8), dtype=np.int64)
        for square, reached in enumerate(self.table):
            near[square, : len(reached)] = reached
            back[square, : len(reached)] = [self.table[there].index(square) for there in reached]
        self.graph = MoveGraph(near, back, np.array([len(reached) for reached in self.table], dtype=np.int64))
        self.side = _sides(board)
        self.free: Bytes = np.zeros(area, dtype=np.int8)
        self.free[list(board.indices())] = 1


def _sides(board: Board) -> Ints:
    """0 or 1 for each square, so that neighbours differ; 0 for the first square that is not a hole."""
    first = side(board.leaper, board.first_square)
    sides = [side(board.leaper, divmod(n, board.cols)) ^ first for n in range(board.area)]
    return np.array(sides, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Completion:
    """Whether a walk can be completed: "yes", with the remaining squares; "no"; or "undecided".

    `spent` is the work that it took, in visits to a square.

    >>> Completion("no").rest
    ()
    """

    word: Literal["yes", "no", "undecided"]
    rest: tuple[int, ...] = ()
    spent: int = 0


class Completer:
    """Answers the question for walks on one board, one at a time.

    It works with one set of arrays, so threads that share it must take turns. `most` limits the work for one
    question, in visits to a square. The limit is not a time, so that the answer is the same on every machine.
    The default limit takes about a twentieth of a second.

    >>> completer = Completer(Board("5x5"))
    >>> completer.ask([0]).word, completer.ask([1]).word
    ('yes', 'no')
    """

    def __init__(self, board: Board, *, most: int = MOST_SPENT) -> None:
        self.board = board
        self._lattice = Lattice(board, FIRST_ORDER)
        self._circuit = make_circuit(self._lattice.side)
        self.most = most

    def ask(self, path: Sequence[int], *, closed: bool = False) -> Completion:
        """Whether some tour begins with these squares, and how it continues. With `closed`, whether some
        closed tour does.

        The squares must be a walk of at least one square.

        >>> completer = Completer(Board("6x6"))
        >>> completer.ask([0, 8, 12], closed=True).word  # 1,1, 2,3, 3,1: the corner must use 3,2 too
        'yes'
        """
        lattice, goal, tops = self._lattice, self.board.size, self._circuit.tops
        last = set(lattice.table[path[0]]) if closed else None
        if len(path) == goal:
            return Completion("yes" if last is None or (goal > 2 and path[-1] in last) else "no")
        free = lattice.free.copy()
        free[list(path)] = 0
        may_end = free.copy()
        may_end[lattice.side != lattice.side[path[0]] ^ (goal % 2 == 0)] = 0  # sides alternate
        if last is not None:  # a closed tour ends a move away from its start
            elsewhere = np.ones(self.board.area, dtype=np.bool_)
            elsewhere[list(last)] = False
            may_end[elsewhere] = 0
        if not may_end.any():
            return Completion("no")
        rest: Ints = np.zeros(goal - len(path), dtype=np.int64)
        before = int(tops[SPENT])
        answer = can_complete(
            lattice.graph, self._circuit, free, may_end, int(path[-1]), CALM * goal, self.most, rest
        )
        spent = int(tops[SPENT]) - before
        if answer == YES:
            return Completion("yes", tuple(rest.tolist()), spent)
        return Completion("no" if answer == NO else "undecided", spent=spent)


def make_circuit(side: Ints) -> Circuit:
    """The arrays for questions about a board.

    Their sizes follow from this: on the way to an answer, each move is fixed or ruled out once. There are
    fewer than five moves per square, including those of the knot, and at most five notes for each.
    """
    squares = len(side) + 1  # including the knot
    return Circuit(
        held=np.zeros(3 * squares + 1, dtype=np.int64),
        trail=np.zeros((25 * squares, 2), dtype=np.int64),
        queue=np.zeros(squares, dtype=np.int64),
        queued=np.zeros(squares, dtype=np.int8),
        trials=np.zeros((squares + 1, 2), dtype=np.int64),
        side=np.append(side, np.zeros(2, dtype=np.int64)),
        tops=np.zeros(6, dtype=np.int64),
        sheets=np.zeros((9, squares + 1), dtype=np.int64),
    )

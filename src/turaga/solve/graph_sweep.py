"""Method `narrowest`: the frontier method on the board as a graph, exact and for all starts at once.

The squares are taken in an order that keeps the frontier narrow (`turaga.frontier.graph_order`), whatever the
shape of the board. One pass makes every state (`turaga.frontier.graph_kernel`). If no state is left, there is
no tour. If one reaches the last square, it is followed back, from layer to layer, by the choices that lead to
it. `turaga.counting` and `turaga.sampling` have methods of the same name.

It is fast where a board is long, thin or made of thin parts, and for leapers with few moves: there it decides
questions on which other searches take very long. Each further square of the frontier makes two to four times
as many states.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from turaga.errors import BadRule
from turaga.frontier.graph import Graph, followed, graph_of, lengthwise
from turaga.frontier.graph_order import MOST_POINTS, MOST_WIDTH, frontier_widths, narrow_order
from turaga.frontier.memory import TooManyStates
from turaga.solve.outcome import Outcome
from turaga.solve.problem import Problem
from turaga.text import plural
from turaga.walk import Walk

if TYPE_CHECKING:
    from turaga.jit import Ints

MOST_KEPT = 20_000_000  # states in all: some ten seconds, at 16 bytes each
_CHUNK = 1 << 13  # states whose choices are looked at in one kernel call
_PRIME = 2**31 - 1  # sums are not needed here, so any prime will do


class _LimitReached(Exception):
    """The pass has to stop."""


def solve_by_narrowest(problem: Problem) -> Outcome:
    """Found, Impossible after an exhaustive pass, or GaveUp at a limit. `steps` counts states.

    A state takes less than a microsecond, and finding the order up to two seconds. One of the limits is
    `MOST_KEPT`, the number of states. `BadRule` if the frontier is too wide.

    >>> from turaga import Board, solve
    >>> solve("ring:3:8x8", method="narrowest", closed=True).tour.closed
    True
    >>> solve(Board(6, 6, leaper=(2, 3)), method="narrowest").reason
    'an exhaustive search by the frontier method (26 states) found no tour of 6x6 for a 2,3 leaper'
    """
    board = problem.board
    if board.size == 1 and not problem.closed:
        return problem.found(Walk.from_indices(board, (problem.start,)), "the only one", steps=1)
    problem.report("finding an order with a narrow frontier", 0)
    graph, order, width = _narrow_graph(problem)
    if width > MOST_WIDTH:
        raise BadRule(
            f"board {board} is too wide for method narrowest",
            accepted=f"its frontier has {width} squares, and the limit is {MOST_WIDTH}",
            field="board",
        )
    sweep = _Sweep(problem, graph, order)
    states = f"({plural(sweep.states, 'state', grouped=True)})"
    if sweep.out is not None:
        here = Walk.from_indices(board, (problem.start,))
        return problem.gave_up(here, sweep.out, steps=sweep.states)
    if not sweep.complete:
        reason = f"an exhaustive search by the frontier method {states} found {problem.no_such_tour}"
        return problem.impossible(reason, steps=sweep.states)
    walk = Walk.from_indices(board, sweep.tour())
    return problem.found(walk, f"found by the frontier method {states}", steps=sweep.states)


def is_narrow(problem: Problem) -> bool:
    """Whether the frontier is narrow enough for this method. Takes up to two seconds on a large board."""
    return problem.board.size <= MOST_POINTS and _narrow_graph(problem)[2] <= MOST_WIDTH


def _narrow_graph(problem: Problem) -> tuple[Graph, Sequence[int], int]:
    """The board as a graph with the ends of the tour, an order of its points, and the width of the frontier.

    A closed tour with a given end is an open one between its ends.
    """
    start = None if problem.free_start else problem.start
    if problem.closed and problem.end is None:
        graph = graph_of(problem.board, [], 0)
    else:
        graph = graph_of(problem.board, [end for end in (start, problem.end) if end is not None], 2)
    order = narrow_order(graph.near)
    return graph, order, max(frontier_widths(graph.near, order))


class _Sweep:
    """The layers of states after each square."""

    def __init__(self, problem: Problem, graph: Graph, order: Sequence[int]) -> None:
        import numpy as np

        from turaga.frontier.graph_run import GraphRun, graph_points

        self._problem, self._graph, self._order = problem, graph, order
        self._points = list(graph_points(graph, order))
        self._layers = [(np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64))]
        self.out: str | None = None
        run = GraphRun(graph, self._points, _PRIME, lambda low, high: self._layers.append((low, high)))
        try:
            with suppress(_LimitReached):
                run.sums(self._tick)
        except TooManyStates as error:
            self.out = error.problem
        self.states = run.states

    def _tick(self, at: int, made: int) -> None:
        problem = self._problem
        if problem.progress:
            words = f"frontier method, {plural(made, 'state', grouped=True)}"
            problem.progress(words, at, len(self._points))
        self.out = problem.ran_out(made)
        if made > MOST_KEPT:
            self.out = f"the frontier method keeps at most {MOST_KEPT:,} states"
        if self.out is not None:
            raise _LimitReached

    @property
    def complete(self) -> bool:
        """Whether a state reached the last square."""
        return len(self._layers) > len(self._points)

    def tour(self) -> list[int]:
        """The indices of the squares of a tour, from the start of the request."""
        problem = self._problem
        near = self._links()
        start = problem.start
        if problem.free_start and not (problem.closed and problem.end is None):
            ends = [index for index in near if len(near[index]) == 1]
            start = next((index for index in ends if index != problem.end), start)
        return followed(near, start)

    def _links(self) -> dict[int, list[int]]:
        """The moves of a tour: the last state is followed back to the first square."""
        squares = lengthwise(self._problem.board)
        near: dict[int, list[int]] = {index: [] for index in squares}
        low, high = self._layers.pop()
        after = low[:1], high[:1]
        left: set[int] = set()
        for at in range(len(self._points) - 1, -1, -1):
            point = self._order[at]
            state, ways = self._choice(at, *after)
            low, high = self._layers[at]
            after = low[state : state + 1], high[state : state + 1]
            later = [p for p in self._graph.links[point] if p in left]
            for d, other in enumerate(later):
                if ways >> d & 1:
                    near[squares[point]].append(squares[other])
                    near[squares[other]].append(squares[point])
            left.add(point)
        return near

    def _choice(self, at: int, low: "Ints", high: "Ints") -> tuple[int, int]:
        """A state of a layer, and its moves, that lead to the given state of the next layer."""
        import numpy as np

        from turaga.frontier.graph_choices_kernel import fill_table, link
        from turaga.frontier.graph_kernel import successors

        table = np.empty(4, dtype=np.int32)
        fill_table(low, high, table)
        states, point = self._layers[at], self._points[at]
        most = min(_CHUNK, len(states[0])) * successors(len(point.targets))
        ends = np.empty(len(states[0]), dtype=np.int32)
        children, moves = np.empty(most, dtype=np.int32), np.empty(most, dtype=np.uint8)
        for first in range(0, len(states[0]), _CHUNK):
            last = min(first + _CHUNK, len(states[0]))
            if link(*states, first, last, point, low, high, table, ends, children, moves):
                return first + int(np.argmax(ends[first:last] > 0)), int(moves[0])
        raise AssertionError("every state has a state before it")

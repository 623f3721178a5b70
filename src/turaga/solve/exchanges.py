"""Method `exchanges`: paths between fixed squares, and exchanges of moves until their lengths fit.

First each fixed square is joined to the next by a short path. The other squares are on no path. Then random
exchanges of moves (`turaga.solve.exchanges_kernel`) lengthen paths, shorten them, and pass squares from one
to another. Exchanges that bring the lengths nearer to the steps between the fixed squares are made, and
others now and then, less and less often: this is simulated annealing (S. Kirkpatrick and others, Science 220,
1983). If that gets stuck, it begins again with other paths, and takes longer.

It finds tours with up to about one fixed square in ten, where CP-SAT needs much longer. It cannot prove that
there is none. Closed tours, given ends, holes and other leapers make no difference: an open tour is a circuit
through an extra square, the knot, which is a move away from every square.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import exp

from turaga.errors import BadInput
from turaga.rng import Rng
from turaga.solve.open_numbers import FixedSteps, clash_of, fitting_walk, frame_of
from turaga.solve.outcome import Outcome
from turaga.solve.problem import Problem, Work
from turaga.text import plural
from turaga.walk import Walk

MOST_SQUARES = 10_000
_LOOK = 200_000  # exchanges tried between two checks of the limits: about a twentieth of a second
_WARM, _COLD = 0.7, 0.3  # temperatures, as lengths that are wrong by so much
_FIRST_ROUND = (
    20  # looks at the clock in the first round, from warm to cold; each round is half as long again
)
_ROUTINGS = 300  # how often to try to route all paths


def solve_by_exchanges(problem: Problem) -> Outcome:
    """Found, Impossible if the fixed squares alone show it, or GaveUp at a limit.

    `steps` counts the exchanges that were tried.

    On 20x20 this takes about a second with 16 fixed squares, and some seconds with 32. Without a limit, it
    goes on until it finds a tour.

    >>> from turaga import solve
    >>> outcome = solve("6x6", method="exchanges", fix={17: (2, 4)}, closed=True)
    >>> len(outcome.tour), outcome.tour[16], outcome.tour.closed
    (36, (2, 4), True)
    """
    board = problem.board
    if board.size > MOST_SQUARES:
        raise BadInput(
            f"board {board} has {board.size} squares",
            accepted=f"the limit of method exchanges is {MOST_SQUARES}",
            field="board",
            value=str(board),
        )
    if board.size == 1:
        return problem.found(Walk.from_indices(board, (problem.start,)), "the only one")
    frame = frame_of(problem)
    clash = clash_of(frame)
    if clash is not None:
        return problem.impossible(clash)
    if problem.progress:
        problem.progress("exchanging moves", 0, problem.step_limit or 0)
    search = _Exchanges(frame)
    if not search.routed:
        return problem.gave_up(
            fitting_walk(frame, problem.start),
            "the fixed squares could not be joined by paths that do not meet",
        )
    while not (done := search.run(problem.step_limit)) and not problem.ran_out(search.tries):
        if problem.progress:
            problem.progress("exchanging moves", search.tries, problem.step_limit or 0)
    work = Work(steps=search.tries)
    if done:
        walk = Walk.from_indices(board, search.tour())
        return problem.found(walk, f"found after trying {plural(search.tries, 'exchange')} of moves", **work)
    out = problem.ran_out(search.tries)
    assert out is not None
    return problem.gave_up(fitting_walk(frame, problem.start), out, **work)


class _Exchanges:
    """The paths between the stops: the fixed squares, and the knot of an open tour."""

    def __init__(self, frame: FixedSteps) -> None:
        self.frame = frame
        problem, board = frame.problem, frame.problem.board
        self.tries = self._looks = 0
        self._round = _FIRST_ROUND
        self._table = board.neighbour_table()
        self._knot = board.area
        stops = dict(frame.placed) if problem.closed else {0: self._knot, **frame.placed}
        around = board.size if problem.closed else board.size + 1
        self.stops = [*stops.values()]
        steps = [*stops, next(iter(stops)) + around]
        self.wanted = [b - a for a, b in pairwise(steps)]
        self._dice = Rng(problem.seed, problem.start)
        self.routed = self._begin()

    # -- the paths at the beginning of a round ----------------------------------------------------------

    def _begin(self) -> bool:
        """Begin with short paths. Returns whether all of them could be routed."""
        routes = self._routes(self._dice)
        if routes is not None:
            self._lay_out(routes)
        return routes is not None

    def _routes(self, rng: Rng) -> dict[int, list[int]] | None:
        """The squares of each path between its stops, few of them; None if some path was always blocked.

        Short paths come first. A path that is blocked is the first at the next try.
        """
        order = sorted(range(len(self.stops)), key=self.wanted.__getitem__)
        for _ in range(_ROUTINGS):
            taken, routes = set(self.stops), dict[int, list[int]]()
            for i in order:
                route = self._route(i, taken, rng)
                if route is None or len(route) >= self.wanted[i]:
                    order.remove(i)
                    order.insert(0, i)
                    break
                routes[i] = route
                taken.update(route)
            else:
                return routes
        return None

    def _route(self, i: int, taken: set[int], rng: Rng) -> list[int] | None:
        """The squares between a stop and the next, avoiding the taken ones; None if there is no way."""
        start, end = self.stops[i], self.stops[(i + 1) % len(self.stops)]
        if start == end:  # the only stop: go somewhere and come back
            near = self.frame.problem.board.indices() if start == self._knot else self._table[start]
            return next(([n] for n in near if n not in taken), None)
        if self._knot in (start, end):
            return []
        came_from: dict[int, int] = {start: start}
        queue = [start]
        for at in queue:
            for n in rng.shuffled(self._table[at]):
                if n == end:
                    route = []
                    while at != start:
                        route.append(at)
                        at = came_from[at]
                    return route[::-1]
                if n not in came_from and n not in taken:
                    came_from[n] = at
                    queue.append(n)
        return None

    def _lay_out(self, routes: Mapping[int, Sequence[int]]) -> None:
        import numpy as np

        from turaga.completion.completer import Lattice
        from turaga.order import FIRST_ORDER
        from turaga.solve import exchanges_kernel as kernel

        board, places, paths = self.frame.problem.board, self._knot + 1, len(self.stops)
        nodes = [*board.indices()] + ([] if self.frame.problem.closed else [self._knot])
        cover = kernel.PathCover(
            after=np.arange(places),
            before=np.arange(places),
            owner=np.zeros(places, dtype=np.int64),
            place=np.zeros(places, dtype=np.int64),
            nodes=np.array(nodes, dtype=np.int64),
            stops=np.array(self.stops, dtype=np.int64),
            is_stop=np.zeros(places, dtype=np.int8),
            length=np.zeros(paths, dtype=np.int64),
            wanted=np.array(self.wanted, dtype=np.int64),
        )
        cover.is_stop[self.stops] = 1
        for i, route in routes.items():
            for one, other in pairwise([self.stops[i], *route, self.stops[(i + 1) % paths]]):
                cover.after[one], cover.before[other] = other, one
        kernel.label(cover)
        self._kernel, self._cover = kernel, cover
        self._graph = Lattice(board, FIRST_ORDER).graph
        self._rng = np.array([self._dice.next_bits()], dtype=np.uint64)

    # -- the exchanges ----------------------------------------------------------------------------------

    def run(self, until: int | None) -> bool:
        """Try exchanges for a while, up to `until` in all. Returns whether all lengths are right."""
        import numpy as np

        if self._looks == self._round:
            self._looks = 0
            self._round += self._round // 2
            self._begin()
        warmth = _WARM * (_COLD / _WARM) ** (self._looks / self._round)
        self._looks += 1
        odds = np.array([exp(-worse / warmth) * 2**32 for worse in range(20)])
        most = _LOOK if until is None else min(_LOOK, until - self.tries)
        self.tries += self._kernel.improve(self._graph, self._cover, odds, self._rng, most)
        return bool(self._kernel.total_error(self._cover) == 0)

    def tour(self) -> list[int]:
        """The squares of the tour, from step 1 on."""
        after, first = self._cover.after, self.stops[0]
        squares, here = [first], int(after[first])
        while here != first:
            squares.append(here)
            here = int(after[here])
        turn = 1 if first == self._knot else self.frame.one - self.frame.first
        squares = squares[turn:] + squares[:turn]
        return squares[:-1] if first == self._knot else squares

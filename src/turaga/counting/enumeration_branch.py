"""One search of an enumeration: finds the tours with one beginning, and checks now and then whether there are
any.

A depth-first search sometimes spends a very long time in a part without tours. So after a while without a
tour, it checks whether its path can be completed at all (`turaga.completion.completer_kernel`). Bisection
finds the shortest prefix of the path that cannot be completed, and the search abandons it at once. From then
on, until the next tour, it enters a square only if there is a tour from there. The sequence of tours does not
change; only parts without tours are skipped.

A check takes as long as entering thousands of squares, so checks are rare. A check without a result after a
fraction of a second counts as a yes, and the next one is delayed by the same amount of work.

Importing this loads numba.
"""

from collections.abc import Sequence

import numpy as np

from turaga.completion.circuit_kernel import SPENT, Circuit
from turaga.completion.completer import CALM, MOST_SPENT, Lattice, make_circuit
from turaga.completion.completer_kernel import NO, UNDECIDED, YES, can_complete
from turaga.counting import enumeration_kernel as kernel
from turaga.jit import Bytes, Ints, Numbers

PATIENCE = 500  # squares entered without a tour before a check, per square of the board


class Branch:
    """A search for the tours that begin with a path and end on one of some squares. It can be run for a while
    and continued later. The path is shorter than a tour."""

    def __init__(
        self, lattice: Lattice, path: Sequence[int], ends: Sequence[int], *, patience: int | None = None
    ) -> None:
        board = lattice.board
        area, goal = board.area, board.size
        may_end: Bytes = np.zeros(area, dtype=np.int8)
        may_end[np.array(ends, dtype=np.int64)] = 1
        may_end[lattice.free == 0] = 0
        # Sides alternate along a walk, so its length determines the side of the last square.
        may_end[lattice.side != lattice.side[path[0]] ^ (goal % 2 == 0)] = 0
        may_end[list(path)] = 0
        squares: Ints = np.zeros(goal, dtype=np.int64)
        squares[: len(path)] = path
        state: Ints = np.zeros(5, dtype=np.int64)
        state[kernel.BASE], state[kernel.LEFT] = len(path), np.count_nonzero(may_end)
        self.graph = lattice.graph
        self.search = kernel.Search(
            free=lattice.free.copy(),
            degree=lattice.graph.degree.astype(np.int8),
            may_end=may_end,
            path=squares,
            ways=np.zeros_like(squares),
            tight=np.zeros_like(squares),
            last=np.zeros_like(squares),
            state=state,
        )
        kernel.begin(self.graph, self.search)
        if state[kernel.LEFT] == 0:
            state[kernel.DEPTH] = 0
        self._side = lattice.side
        self._circuit: Circuit | None = None
        self._witness = np.zeros_like(squares)
        self._patience = PATIENCE * goal if patience is None else patience
        self._wait = self._patience
        self._asking = False
        self._known = False  # whether the witness continues the current path
        self._before = 0  # the work of all checks before the current ones
        self.questions = 0

    @property
    def over(self) -> bool:
        """Whether there are no more tours."""
        return bool(self.search.state[kernel.DEPTH] == 0)

    @property
    def entered(self) -> int:
        """The number of squares entered so far."""
        return int(self.search.state[kernel.ENTERED])

    @property
    def spent(self) -> int:
        """The work so far: the squares entered plus the squares examined by checks, which take the same
        time."""
        return self.entered + self._looks

    @property
    def _looks(self) -> int:
        return 0 if self._circuit is None else int(self._circuit.tops[SPENT])

    def run(self, tours: Numbers, most: int, work: int) -> int:
        """Continue until `most` more tours are found, `work` is done, or there are no more tours. Returns the
        number found and writes as many as fit to the rows of `tours`."""
        state = self.search.state
        until, found = self.spent + work, 0
        while not self.over and found < most and self.spent < until:
            if self._asking:
                found += self._step(tours[found:])
                continue
            due = int(state[kernel.SINCE]) + self._wait
            if self.entered >= due:
                self._start_asking()
                continue
            stop = min(due, self.entered + until - self.spent)
            more = kernel.list_on(self.graph, self.search, tours[found:], most - found, stop)
            if more:
                self._wait = self._patience
            found += more
        return found

    # -- checks whether there is a tour at all ----------------------------------------------------

    def _ask(self, depth: int) -> int:
        """Whether the first `depth` squares of the path can be completed: YES, NO or UNDECIDED. After YES,
        the witness holds the remaining squares of a tour."""
        search = self.search
        if self._circuit is None:
            self._circuit = make_circuit(self._side)
        beyond = search.path[depth : int(search.state[kernel.DEPTH])]
        search.free[beyond] = 1
        head, rest = int(search.path[depth - 1]), self._witness[depth:]
        free, may_end, calm = search.free, search.may_end, CALM * len(search.path)
        answer = can_complete(self.graph, self._circuit, free, may_end, head, calm, MOST_SPENT, rest)
        search.free[beyond] = 0
        self.questions += 1
        return answer

    def _start_asking(self) -> None:
        """Leave the squares of the path from which there is no tour. After that, enter only squares from
        which there is one."""
        state = self.search.state
        self._before = self._looks
        self._asking, self._known = True, False
        sure, lost = int(state[kernel.BASE]) - 1, int(state[kernel.DEPTH]) + 1
        while lost - sure > 1:
            depth = (sure + lost) // 2
            answer = self._ask(depth)
            if answer == NO:
                lost = depth
            else:
                sure, self._known = depth, answer == YES
        kernel.leave_to(self.graph, self.search, lost - 1)
        if not self.over and not self._known:
            self._stop_asking()

    def _step(self, tours: Numbers) -> int:
        """Enter the next square, and leave it unless there is a tour from there. Returns 1 if the square
        completes a tour."""
        search, state = self.search, self.search.state
        before = int(state[kernel.DEPTH])
        if kernel.list_on(self.graph, search, tours, 1, self.entered + 1):
            self._asking = False
            self._wait = self._patience
            return 1
        depth = int(state[kernel.DEPTH])
        if depth <= before:  # the search went back, so the witness does not match the path any more
            self._known = False
        if depth == 0 or (self._known and self._witness[depth - 1] == search.path[depth - 1]):
            return 0
        answer = NO if search.ways[depth - 1] == 0 else self._ask(depth)
        if answer == NO:  # what is known about the previous square stays true
            kernel.leave_to(self.graph, search, depth - 1)
        elif answer == YES:
            self._known = True
        elif answer == UNDECIDED:
            self._stop_asking()
        return 0

    def _stop_asking(self) -> None:
        """Stop the checks because they are too hard here, and do as much work without them as they took."""
        self._asking = False
        self._wait = max(self._patience, self._looks - self._before)
        self.search.state[kernel.SINCE] = self.entered

"""Method `euler`: turn a walk into a tour by reversing parts of it.

This is Euler's method (Solution d'une question curieuse, 1759) as an algorithm. Take a walk. While squares
are missing, reverse parts of the walk until its end is a move away from an unvisited square, and enter it.
Then, for a closed tour, reverse parts until the end is a move away from the start. If the end is given,
reverse parts until the walk ends there. `rotations.py` finds the parts to reverse. This module decides what
to try in which order, and when to give up.

If a try fails, the next one uses another walk. If a walk was given, each try keeps less of it. Walks by the
rule use another order each time, as in `greedy`. They begin in turn on the start, on the given end (the tour
is then reversed), and on some other square (both ends are then moved to their places). With the rule
`outermost` and sides of 6 or more, a second try was never needed unless an end was given
(scripts/repair_rates.py).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from turaga.board import Board
from turaga.errors import BadRule
from turaga.greedy import tie_rng
from turaga.order import ordered_steps
from turaga.rng import Rng
from turaga.rule import Rule
from turaga.solve.changes import Repair
from turaga.solve.greedy import Walker, rules_to_try
from turaga.solve.outcome import Outcome
from turaga.solve.problem import Problem
from turaga.solve.rotations import RanOut, Rotator
from turaga.text import plural
from turaga.theory import colour
from turaga.walk import Walk

MOST_SQUARES = 10**8  # a path takes eight bytes a square, and as much again when it is written out
MOST_MISSING = 10**6  # unvisited squares are stored one by one
_TRIES = 1000  # at most; fewer on boards of more than `_WORK / _TRIES` squares
_WORK = 10**7
_LEAST_TRIES = 10
_SHORTER = 8  # tries with less and less of a given walk, before new walks are made
_PLAIN = 50_000  # from this many squares on, arrays are faster than lists


def solve_by_euler(problem: Problem) -> Outcome:
    """Found, or GaveUp with the longest walk; never Impossible.

    This makes a greedy walk and repairs it. A reversal costs 10 to 130 microseconds on boards of 64 to 10^6
    squares. The search for a reversal costs about ten microseconds for each end that it looks at, and an
    insertion about as much. A step is a square entered or an end looked at.
    """
    return _Euler(problem).solve()


def repair_walk(problem: Problem, walk: Walk, *, free_start: bool = False) -> Outcome:
    """Solve a problem by repairing an existing walk, such as a tour built from blocks."""
    return _Euler(problem, walk, free_start).solve()


def near_squares(board: Board) -> Callable[[int], list[int]]:
    """A function like the board's `neighbours`, but several times as fast away from the edges.

    >>> board = Board("8x9")
    >>> all(near_squares(board)(n) == board.neighbours(n) for n in board.indices())
    True
    """
    rows, cols, reach, holes = board.rows, board.cols, board.leaper[1], board.hole_indices
    steps = [down * cols + right for down, right in ordered_steps(leaper=board.leaper)]

    def near(index: int) -> list[int]:
        row, col = divmod(index, cols)
        if holes or not (reach <= row < rows - reach and reach <= col < cols - reach):
            return board.neighbours(index)
        return [index + step for step in steps]

    return near


@dataclass(frozen=True, slots=True)
class _Try:
    """A walk to repair, the rule that made it, whether it starts on the tour's end, and a description."""

    walk: Walk
    rule: Rule
    from_end: bool
    what: str
    kept: bool = False  # whether it is only the first part of the given walk


class _Euler:
    """A problem and the tries to solve it."""

    def __init__(self, problem: Problem, given: Walk | None = None, free_start: bool = False) -> None:
        board = problem.board
        if board.area > MOST_SQUARES:
            raise BadRule(
                f"board {board} is too large for method euler, with {board.area} squares and holes",
                accepted=f"the limit is {MOST_SQUARES} (10^8)",
                field="method",
            )
        self.problem = problem
        self.given = given
        self.free_start = free_start
        self.near = near_squares(board)
        self.walker = Walker(board)
        self.steps = 0
        self.best: Walk | None = None
        self.best_rule = problem.rule

    def solve(self) -> Outcome:
        """Try until a try succeeds or a limit is reached."""
        problem = self.problem
        out: str | None = None
        tries = 0
        for one in self._walks():
            tries += 1
            self._keep_best(one.walk, one.rule)
            if len(one.walk) < problem.goal:
                out = out or problem.ran_out(self.steps)
            if out:
                break
            if problem.board.size - len(one.walk) > MOST_MISSING:
                continue
            rotator = self._rotator(one)
            try:
                done = self._repair(rotator, one)
            except RanOut as limit:
                out, done = str(limit), False
            self.steps += rotator.looked + rotator.insertions
            walk = self._walk_of(rotator)
            if done:
                return self._found(walk, rotator, one, tries)
            self._keep_best(walk, one.rule)
            out = out or problem.ran_out(self.steps)
            if out:
                break
        assert self.best is not None
        reason = out or self._why_given_up(tries)
        return problem.gave_up(self.best, reason, rule=self.best_rule, steps=self.steps, retries=tries - 1)

    def _found(self, walk: Walk, rotator: Rotator, one: _Try, tries: int) -> Outcome:
        problem = self.problem
        repair = None
        if problem.explain:
            given = one.walk is self.given
            repair = Repair(one.walk, one.what, given, problem.closed, tuple(rotator.changes))
        work = [plural(rotator.reversals, "reversal")] if rotator.reversals else []
        work += [plural(rotator.insertions, "insertion")] if rotator.insertions else []
        if self.given is None:
            how = (
                f"walked by the rule and repaired with {' and '.join(work)}" if work else "walked by the rule"
            )
        else:
            how = f"repaired with {' and '.join(work)}" if work else "with no repair needed"
            if one.kept:
                how = f"made from the first {plural(len(one.walk), 'square')} of the walk, {how}"
            elif one.walk is not self.given:
                how = f"made from a new walk by the rule, {how}"
        if tries > 1:
            how += f", on try {tries}"
        return problem.found(
            walk,
            how,
            rule=one.rule,
            steps=self.steps,
            retries=tries - 1,
            reversals=rotator.reversals,
            insertions=rotator.insertions,
            account=() if repair is None else tuple(repair.account()),
            repair=repair,
        )

    # -- the walks to repair ----------------------------------------------------------------------

    def _walks(self) -> Iterator[_Try]:
        """The walks to try: the given walk, then less and less of it, then greedy walks.

        The greedy walks use the rule, then other orders. They begin in turn on the start, on the given end,
        and on some other square.
        """
        problem = self.problem
        board, rule = problem.board, problem.rule
        if self.given is not None:
            indices = self.given.indices if len(self.given) < _PLAIN else self.given.array()
            yield _Try(self.given, rule, False, "the walk")
            for i in range(1, _SHORTER):
                kept = indices[: 1 + (len(indices) - 1) * (_SHORTER - i) // _SHORTER]
                yield _Try(
                    Walk.from_indices(board, kept), rule, False, "the first part of the walk", kept=True
                )
        tries = max(_LEAST_TRIES, min(_TRIES, _WORK // board.size))
        rules = rules_to_try(board, problem.start, rule, problem.seed, tries - 1, problem.orders)
        rng = Rng(problem.seed, problem.start, 2)
        for i, by in enumerate(rules):
            if i % 3 == 1 and problem.end is not None and not self.free_start:
                yield _Try(self._greedy_walk(problem.end, by), by, True, "a walk by the rule from the end")
            elif i % 3 == 2:
                walk = self._greedy_walk(self._elsewhere(rng), by)
                yield _Try(walk, by, False, "a walk by the rule from another square")
            else:
                yield _Try(self._greedy_walk(problem.start, by), by, False, "a walk by the rule")

    def _elsewhere(self, rng: Rng) -> int:
        """A random square of the same colour as the start."""
        board, start = self.problem.board, self.problem.start
        while True:
            index = rng.below(board.area)
            if index not in board.hole_indices and colour(board.square(index)) == colour(board.square(start)):
                return index

    def _greedy_walk(self, start: int, rule: Rule) -> Walk:
        problem, before = self.problem, self.steps
        left = problem.goal if problem.step_limit is None else min(problem.goal, problem.step_limit - before)

        def tick(visited: int) -> bool:
            problem.report("walking", visited, problem.goal)
            return problem.ran_out(before + visited) is not None

        walk = self.walker.walk(start, rule, tie_rng(problem.seed, start), left, tick)
        self.steps += len(walk)
        return walk

    def _rotator(self, one: _Try) -> Rotator:
        problem, board, walk = self.problem, self.problem.board, one.walk
        missing = walk.unvisited if len(walk) < board.size else ()
        return Rotator(
            walk.array() if walk.held_as_array or board.area > _PLAIN else walk.indices,
            (board.index(square) for square in missing),
            self.near,
            area=board.area,
            cols=board.cols,
            recording=problem.explain,
            tick=self._tick,
        )

    def _tick(self, work: int, squares: int) -> str | None:
        self.problem.report("repairing", squares, self.problem.goal)
        return self.problem.ran_out(self.steps + work)

    # -- repairing one of them --------------------------------------------------------------------

    def _repair(self, rotator: Rotator, one: _Try) -> bool:
        """Turn the walk into the tour. Returns whether that worked."""
        problem = self.problem
        start, end = problem.start, problem.end
        if one.from_end:
            assert end is not None
            start, end = end, start
        if not rotator.extend(problem.goal):
            self._keep_best(self._walk_of(rotator), one.rule)  # before the start is moved
            if not rotator.extend(problem.goal, both_sides=True):
                return False
        if problem.closed and (end is None or self.free_start):
            return _close(rotator, start, end)
        if self.free_start:
            return end is None or _bring_either_end(rotator, end)
        if rotator.path.at(0) != start and not _bring_start_to(rotator, start):
            return False
        if end is not None and not rotator.bring_end_to(end):
            return False
        if one.from_end:
            rotator.reverse_walk()
        return True

    # -- the result -------------------------------------------------------------------------------

    def _walk_of(self, rotator: Rotator) -> Walk:
        board = self.problem.board
        if board.area > _PLAIN:
            return Walk.from_indices(board, rotator.path.array(), handed_over=True)
        return Walk.from_indices(board, rotator.path.squares())

    def _keep_best(self, walk: Walk, rule: Rule) -> None:
        """Keep a walk if it is the longest so far and begins on the start."""
        in_place = self.free_start or walk[0] == self.problem.board.square(self.problem.start)
        if in_place and (self.best is None or len(walk) > len(self.best)):
            self.best, self.best_rule = walk, rule

    def _why_given_up(self, tries: int) -> str:
        assert self.best is not None
        problem = self.problem
        tried = plural(tries, "try", "tries")
        if len(self.best) < problem.goal:
            missing = plural(problem.board.size - len(self.best), "square")
            return f"reversals could not add the last {missing} in {tried}"
        if problem.end is not None:
            return f"reversals could not move the end to {problem.board.show(problem.end)} in {tried}"
        return f"reversals could not close the tour in {tried}"


def _close(rotator: Rotator, start: int, end: int | None) -> bool:
    """Close the tour, by moving its end or, if that fails, its start. Returns whether that worked.

    Then the tour is renumbered so that it ends on `end` or, if that is None, begins on `start`.
    """
    if not rotator.close():
        rotator.reverse_walk()
        if not rotator.close():
            return False
    first = rotator.path.position(start) if end is None else rotator.path.position(end) + 1
    if 0 < first < len(rotator.path):
        rotator.cut(first)
    return True


def _bring_either_end(rotator: Rotator, target: int) -> bool:
    """Make the path end on a square, by moving its end or, after a reversal of the path, its start."""
    if rotator.bring_end_to(target):
        return True
    rotator.reverse_walk()
    return rotator.bring_end_to(target)


def _bring_start_to(rotator: Rotator, start: int) -> bool:
    """Make the path begin on a square, by moving an end there or by closing the path to a circuit."""
    if not _bring_either_end(rotator, start):
        return _close(rotator, start, None)
    rotator.reverse_walk()
    return True

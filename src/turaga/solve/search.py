"""Method `search`: depth-first search with the rule as the order of moves.

In one sentence: enter the square the rule prefers; when there is none left to try, leave the last square
and try the next best there; stop when every square is visited, or when the start itself is left.

A step is a square entered, the start included, as Agh counts them. The reference below is iterative, so
no recursion limit is ever met; a search not over after `PLAIN_STEPS` starts again in the kernel, with the
same steps.
"""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Literal

from turaga.board import Board, BoardLike, Square
from turaga.dice import Dice
from turaga.errors import BadInput
from turaga.rule import Rule
from turaga.solve.outcome import Outcome
from turaga.solve.problem import Problem
from turaga.tour import Walk
from turaga.walk import Position, tie_dice
from turaga.wording import plural, show

__all__ = ["MOST_SQUARES", "Event", "search_steps", "solve_by_search"]

PLAIN_STEPS = 20_000
MOST_SQUARES = 10**8  # the kernel keeps about 25 bytes a square
_LOOK = 512  # steps between two looks at the clock in plain Python
_KERNEL_LOOK = 2_000_000  # and in the kernel: a tenth of a second

Ending = Literal["found", "exhausted"]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing a search does: enter a square, or leave it again. `depth` squares are visited then.

    >>> next(search_steps("5x5", "1,1"))
    Event(entered=True, square=(0, 0), depth=1)
    """

    entered: bool
    square: Square
    depth: int


def solve_by_search(problem: Problem) -> Outcome:
    """Found directly or by backtracking; Impossible if the search exhausts; else given up at a limit.

    About 20 microseconds a step in plain Python, 0.04 in the kernel, 0.4 with prunings.
    """
    if problem.board.size > MOST_SQUARES:
        raise BadInput(
            f"board {problem.board} has {problem.board.size} squares: the search takes at most {MOST_SQUARES}"
        )
    outcome = _search_plainly(problem) if problem.goal <= PLAIN_STEPS else None
    return outcome or _search_compiled(problem)


def _search_plainly(problem: Problem) -> Outcome | None:
    """The outcome by the reference; None if it is not over after `PLAIN_STEPS`."""
    steps = backtracks = 0
    path: list[int] = []
    best: list[int] = []
    events = _events(
        problem.board,
        problem.start,
        problem.rule,
        tie_dice(problem.seed, problem.start),
        goal=problem.goal,
        closed=problem.closed,
        prune=problem.prune,
    )
    while True:
        try:
            event = next(events)
        except StopIteration as over:
            walk = Walk.from_numbers(
                problem.board, path if over.value == "found" else max(best, path, key=len)
            )
            return _answer(problem, over.value, walk, steps, backtracks)
        if event.entered:
            # Limits are looked at before a step that would pass them, never after the last one needed.
            if steps and (steps == problem.step_limit or (steps % _LOOK == 0 and problem.ran_out(steps))):
                break
            steps += 1
            path.append(event.square[0] * problem.board.cols + event.square[1])
            if steps == PLAIN_STEPS:
                return None
        else:
            if len(path) > len(best):
                best = path.copy()
            backtracks += 1
            path.pop()
    longest = path if len(path) > len(best) else best
    return _answer(problem, "paused", Walk.from_numbers(problem.board, longest), steps, backtracks)


def _search_compiled(problem: Problem) -> Outcome:
    if problem.progress:
        problem.progress("searching", 0, problem.step_limit or 0)
    from turaga.solve.compiled import Ground, Machine, SearchState

    state = SearchState(
        Machine(Ground(problem.board), problem.rule),
        problem.start,
        tie_dice(problem.seed, problem.start),
        goal=problem.goal,
        closed=problem.closed,
        prune=problem.prune,
    )
    # Loading the kernels may have used up the time: what the search then shows is still its first steps.
    while True:
        until = state.steps + _KERNEL_LOOK
        ending = state.run(until if problem.step_limit is None else min(until, problem.step_limit))
        if problem.progress:
            problem.progress("searching", state.steps, problem.step_limit or 0)
        if ending != "paused" or problem.ran_out(state.steps):
            return _answer(problem, ending, state.best(), state.steps, state.backtracks)


def _answer(problem: Problem, ending: str, walk: Walk, steps: int, backtracks: int) -> Outcome:
    work = {"steps": steps, "backtracks": backtracks}
    if ending == "found":
        how = "found by backtracking" if backtracks else "found directly"
        return problem.found(walk, how, **work)
    if ending == "exhausted":
        wanted = "closed tour" if problem.closed else "tour"
        if problem.goal < problem.board.size:
            wanted = f"walk of {problem.goal} squares"
        reason = (
            f"searched exhaustively in {plural(steps, 'step')}: "
            f"no {wanted} starts on {show(problem.board.square(problem.start))}"
        )
        # A tour that does not exist leaves nothing to show; of a walk of fewer squares, the longest.
        return problem.impossible(reason, best=walk if problem.goal < problem.board.size else None, **work)
    out = problem.ran_out(steps)
    assert out is not None  # nothing else pauses a search for good
    return problem.gave_up(walk, out, **work)


# -- the reference ------------------------------------------------------------------------------------


def search_steps(
    board: BoardLike,
    start: Square | str,
    rule: Rule | str | None = None,
    *,
    seed: int = 0,
    closed: bool = False,
    prune: bool = True,
) -> Generator[Event, None, Ending]:
    """Every square the search enters and leaves, in turn, until it is over.

    The generator returns how it ended: "found", with the squares entered and not left being the tour, or
    "exhausted". Costs about 20 microseconds a step.

    >>> events = list(search_steps("5x5", "1,1"))
    >>> len(events), events[-1].depth
    (25, 25)
    """
    board = Board.read(board)
    first = board.number(board.read_square(start))
    return _events(
        board, first, Rule.read(rule), tie_dice(seed, first), goal=board.size, closed=closed, prune=prune
    )


def _events(
    board: Board, start: int, rule: Rule, dice: Dice, *, goal: int, closed: bool, prune: bool
) -> Generator[Event, None, Ending]:
    position = Position(board, rule)
    position.enter(start)
    yield Event(True, board.square(start), 1)
    hope = _Hope(position, goal, closed) if prune else None
    # untried[k] are the squares still to try from the k-th of the path, the best last.
    untried = [position.ranking(position.candidates(), dice)[::-1] if not hope or hope.at_start() else []]
    path = position.path
    # A circuit has at least three squares.
    while not (len(path) == goal and (not closed or (goal > 2 and board.is_move(path[0], path[-1])))):
        if untried[-1]:
            number = untried[-1].pop()
            position.enter(number)
            yield Event(True, board.square(number), len(path))
            hopeful = not hope or hope.after_entering()
            untried.append(position.ranking(position.candidates(), dice)[::-1] if hopeful else [])
        else:
            if len(path) == 1:
                return "exhausted"
            number = path[-1]
            position.leave()
            untried.pop()
            yield Event(False, board.square(number), len(path))
    return "found"


class _Hope:
    """Whether a walk may still be completed, as far as can be told quickly; the reasons are in
    `turaga._kernels.search`, which prunes exactly alike.

    Invariant: with the walk's last square v, every free square is reachable from v through free squares,
    and `loose[k]` free squares could only be the end when the walk had k + 1 squares.
    """

    def __init__(self, position: Position, goal: int, closed: bool) -> None:
        self.position = position
        self.goal = goal
        self.closed = closed
        self.near_start = frozenset(position.neighbours[position.path[0]])
        self.loose = [0]

    def _ways(self, number: int) -> int:
        """The free neighbours of a free square, and the start if the tour must come back to it."""
        ways = self.position.degree[number]
        if number in self.near_start:
            ways += self.closed - self.position.rule.open_start
        return ways

    def at_start(self) -> bool:
        free = [n for n in self.position.board.numbers() if self.position.free[n]]
        for n in free:
            if self.closed:
                if self._ways(n) < 2:
                    return False
            elif n not in self.near_start:
                if self._ways(n) == 0:
                    return False
                self.loose[0] += self._ways(n) == 1
        return self.loose[0] <= 1 and self._reaches(set(free))

    def after_entering(self) -> bool:
        position = self.position
        path = position.path
        depth = len(path)
        del self.loose[depth - 1 :]
        self.loose.append(self.loose[-1])
        if depth == self.goal:
            return True
        lost = [n for n in position.neighbours[path[-2]] if position.free[n]]
        for n in lost:
            ways = self._ways(n)
            if self.closed:
                if ways < 2:
                    return False
            elif ways == 0:
                return False
            elif ways == 1:
                self.loose[-1] += 1
                if self.loose[-1] > 1:
                    return False
        if self.closed and not any(position.free[n] for n in self.near_start):
            return False
        return self._reaches(set(lost))

    def _reaches(self, wanted: set[int]) -> bool:
        """Whether all the wanted free squares can be reached from the last square through free ones."""
        position = self.position
        queue = [position.path[-1]]
        seen = set(queue)
        for at in queue:
            if not wanted:
                break
            for n in position.neighbours[at]:
                if position.free[n] and n not in seen:
                    seen.add(n)
                    wanted.discard(n)
                    queue.append(n)
        return not wanted

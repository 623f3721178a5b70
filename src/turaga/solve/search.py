"""Method `search`: depth-first search that tries moves in the order of the rule.

Enter the square that the rule prefers. If no square is left to try, leave the last square and try the next
best square from the one before it. Stop when every square is visited, or when the start itself would be left.

A step is a square entered, including the start, as Agh counts them. The reference below is iterative, so it
never reaches a recursion limit. A search that is not finished after `PLAIN_STEPS` starts again in the kernel,
with the same steps.

A closed tour is a walk *anchored* at its start: its last square must be a move away from the anchor. A tour
with a given end is a walk of all other squares anchored at that end, which is a hole until it is entered
last.
"""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Literal

from turaga.board import Board, BoardLike, Leaper, Square
from turaga.board_input import read_board
from turaga.greedy import Position, tie_rng
from turaga.limits import seed_number
from turaga.rng import Rng
from turaga.rule import Rule
from turaga.solve.outcome import Outcome
from turaga.solve.problem import Problem, Work
from turaga.solve.request import require_size
from turaga.text import plural
from turaga.theory import ends_forbid
from turaga.tours import Tours
from turaga.walk import Walk

PLAIN_STEPS = 20_000
MOST_SQUARES = 10**8  # the kernel keeps about 25 bytes a square
_LOOK = 512  # steps between two checks of the limits in plain Python
_KERNEL_LOOK = 2_000_000  # and in the kernel, where they take a tenth of a second

Ending = Literal["found", "exhausted"]


@dataclass(frozen=True, slots=True)
class Event:
    """One action of a search: it enters a square, or leaves it again. `depth` squares are then visited.

    >>> next(search_steps("5x5", "1,1"))
    Event(entered=True, square=(0, 0), depth=1)
    """

    entered: bool
    square: Square
    depth: int


def solve_by_search(problem: Problem) -> Outcome:
    """Found, Impossible if the search tries everything without success, or GaveUp at a limit.

    A step costs about 20 microseconds in plain Python, 0.04 in the kernel, and 0.4 with pruning.
    """
    require_size(problem.board, MOST_SQUARES, "the search")
    outcome = _search_plainly(problem) if problem.goal <= PLAIN_STEPS else None
    return _search_compiled(problem) if outcome is None else outcome


def _search_plainly(problem: Problem) -> Outcome | None:
    """The outcome by the reference search; None if it is not finished after `PLAIN_STEPS`."""
    steps = backtracks = 0
    path: list[int] = []
    best: list[int] = []
    rng = tie_rng(problem.seed, problem.start)
    events = _events(_Target.of(problem), problem.rule, rng, prune=problem.prune)
    while True:
        try:
            event = next(events)
        except StopIteration as over:
            walk = Walk.from_indices(
                problem.board, path if over.value == "found" else max(best, path, key=len)
            )
            return _answer(problem, over.value, walk, steps, backtracks)
        if event.entered:
            # Limits are checked before a step that would exceed them, never after the last step needed.
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
    return _answer(problem, "paused", Walk.from_indices(problem.board, longest), steps, backtracks)


def _search_compiled(problem: Problem) -> Outcome:
    problem.report("searching", 0, problem.step_limit or 0)
    from turaga.compiled_greedy import CompiledRule, PaddedBoard
    from turaga.solve.compiled_search import CompiledSearch

    target = _Target.of(problem)
    state = CompiledSearch(
        CompiledRule(PaddedBoard(target.board), problem.rule),
        target.start,
        tie_rng(problem.seed, problem.start),
        goal=target.goal,
        anchor=target.anchor,
        prune=problem.prune,
    )
    # Even if loading the kernels has used up the time limit, the search still makes its first steps.
    while True:
        until = state.steps + _KERNEL_LOOK
        ending = state.run(until if problem.step_limit is None else min(until, problem.step_limit))
        problem.report("searching", state.steps, problem.step_limit or 0)
        if ending != "paused" or problem.ran_out(state.steps):
            walk, steps = (
                Walk.from_indices(problem.board, state.best().array(), handed_over=True),
                state.steps,
            )
            if ending == "found" and target.end is not None:
                if steps == problem.step_limit:  # the last step would exceed it
                    ending = "paused"
                else:
                    walk, steps = walk.with_end(target.end), steps + 1
            return _answer(problem, ending, walk, steps, state.backtracks)


def _answer(problem: Problem, ending: str, walk: Walk, steps: int, backtracks: int) -> Outcome:
    work = Work(steps=steps, backtracks=backtracks)
    if ending == "found":
        how = "found by backtracking" if backtracks else "found without backtracking"
        return problem.found(walk, how, **work)
    if ending == "exhausted":
        wanted = "closed tour" if problem.closed else "tour"
        if problem.goal < problem.board.size:
            wanted = f"walk of {plural(problem.goal, 'square')}"
        reason = (
            f"an exhaustive search of {plural(steps, 'step')} found "
            f"no {wanted} from {problem.board.show(problem.start)}"
        )
        if problem.end is not None:
            reason += f" to {problem.board.show(problem.end)}"
        # If a tour was requested, there is no walk to show. Otherwise show the longest walk.
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
    leaper: Leaper | None = None,
    seed: int = 0,
    end: Square | str | None = None,
    closed: bool = False,
    prune: bool = True,
) -> Generator[Event, None, Ending]:
    """Yield every square that the search enters or leaves, in order, until it is finished.

    The generator returns "found" or "exhausted". If it is "found", the squares that were entered and not left
    are the tour. A step costs about 20 microseconds.

    >>> events = list(search_steps("5x5", "1,1"))
    >>> len(events), events[-1].depth
    (25, 25)
    """
    board = read_board(board, leaper)
    first = board.index(board.read_square(start))
    last = None if end is None else board.index(board.read_square(end))
    seed = seed_number("seed", seed)
    if last is not None and ends_forbid(Tours.at(board, first, last, closed)) is not None:
        return _no_events()
    target = _Target.made(board, first, last, closed, board.size)
    return _events(target, Rule.read(rule), tie_rng(seed, first), prune=prune)


def _no_events() -> Generator[Event, None, Ending]:
    """The search if no tour can have these ends: it enters nothing."""
    return "exhausted"
    yield  # so that this is a generator


@dataclass(frozen=True, slots=True)
class _Target:
    """What the search looks for: a walk of `goal` squares of this board.

    If there is an anchor, the last square must be a move away from it. If there is an end, it is entered
    last.
    """

    board: Board
    start: int
    goal: int
    anchor: int | None
    end: int | None

    @classmethod
    def of(cls, problem: Problem) -> "_Target":
        return cls.made(problem.board, problem.start, problem.end, problem.closed, problem.goal)

    @classmethod
    def made(cls, board: Board, start: int, end: int | None, closed: bool, goal: int) -> "_Target":
        if end is None or end == start:  # they are equal on a board of one square only: callers check
            return cls(board, start, goal, start if closed else None, None)
        return cls(board.with_holes([end]), start, goal - 1, end, end)

    def won(self, path: list[int]) -> bool:
        """Whether the path is what the search looks for. A circuit has at least three squares."""
        if len(path) != self.goal:
            return False
        if self.anchor is None:
            return True
        return self.board.is_move(self.anchor, path[-1]) and (self.goal > 2 or self.anchor != self.start)


def _events(target: _Target, rule: Rule, rng: Rng, *, prune: bool) -> Generator[Event, None, Ending]:
    board = target.board
    position = Position(board, rule)
    position.enter(target.start)
    yield Event(True, board.square(target.start), 1)
    pruning = _Pruning(position, target) if prune else None
    # untried[k] are the squares still to try from the k-th square of the path, the best one last.
    untried = [
        position.ranking(position.candidates(), rng)[::-1] if not pruning or pruning.at_start() else []
    ]
    path = position.path
    while not target.won(path):
        if untried[-1]:
            index = untried[-1].pop()
            position.enter(index)
            yield Event(True, board.square(index), len(path))
            promising = not pruning or pruning.after_entering()
            untried.append(position.ranking(position.candidates(), rng)[::-1] if promising else [])
        else:
            if len(path) == 1:
                return "exhausted"
            index = path[-1]
            position.leave()
            untried.pop()
            yield Event(False, board.square(index), len(path))
    if target.end is not None:
        yield Event(True, board.square(target.end), len(path) + 1)
    return "found"


class _Pruning:
    """Quick checks whether a walk can still be completed. `turaga.solve.search_kernel` gives the reasons, and
    prunes in exactly the same way.

    Invariant: every free square can be reached from the walk's last square through free squares. When the
    walk had k + 1 squares, `loose[k]` free squares could only be its end.
    """

    def __init__(self, position: Position, target: _Target) -> None:
        self.position = position
        self.goal = target.goal
        self.anchored = target.anchor is not None
        self.near_start = frozenset(position.neighbours[position.path[0]])
        self.near_anchor = frozenset(
            target.board.neighbours(target.anchor) if target.anchor is not None else ()
        )
        self.entered_beside = frozenset() if target.anchor == target.start else self.near_start
        self.loose = [0]

    def _ways(self, index: int) -> int:
        """The number of free neighbours of a free square, plus 1 if the anchor is a neighbour."""
        ways = self.position.degree[index]
        ways -= self.position.rule.open_start and index in self.near_start
        return ways + (index in self.near_anchor)

    def at_start(self) -> bool:
        free = [n for n in self.position.board.indices() if self.position.free[n]]
        for n in free:
            if self.anchored:
                # A neighbour of the start can be entered from it. If the start is the anchor, `_ways` counts
                # it.
                if self._ways(n) + (n in self.entered_beside) < 2:
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
            if self.anchored:
                if ways < 2:
                    return False
            elif ways == 0:
                return False
            elif ways == 1:
                self.loose[-1] += 1
                if self.loose[-1] > 1:
                    return False
        if self.anchored and not any(position.free[n] for n in self.near_anchor):
            return False
        return self._reaches(set(lost))

    def _reaches(self, wanted: set[int]) -> bool:
        """Whether all the wanted free squares can be reached from the last square through free squares."""
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

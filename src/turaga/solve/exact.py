"""Method `exact`: the tour as one circuit through the board's graph, found or ruled out by CP-SAT.

In one sentence: every move a tour may make is an arc that is taken or not, the arcs taken form one circuit
through all squares, and a learning solver decides which. A circuit needs a way back, so from every square
an open tour may end on one more arc leads to the start; a closed tour has its last move for that. This
takes holes, any leaper, a given end and squares with a fixed number.

Numbers come into the model only if some are fixed: then each square has a number of its own, and an arc
that is taken goes from a number to the next. What the squares already placed leave open is worked out
first. Between the k-th square and the next one that is fixed, the m-th, a square p moves from the one and
q from the other can only be numbers k + p to m - q, every second of them, since no leaper's graph has odd
circuits. This refuses much at once, drops arcs, and keeps the solver's numbers few.

A step is a conflict: a choice of CP-SAT's that could not be, from which it learns. It works in one thread
and by its own count of the work, never by the clock, so that the same seed gives the same tour anywhere.
"""

import contextlib
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from turaga.dice import Dice
from turaga.errors import BadInput, BadRule
from turaga.solve.outcome import Outcome
from turaga.solve.problem import Problem
from turaga.tour import Walk
from turaga.walk import tie_dice, whole_walk
from turaga.wording import plural, show

__all__ = ["MOST_SQUARES", "solve_exactly"]

MOST_SQUARES = 10_000  # of 100x100, building the model takes a second; CP-SAT finds no tour in a minute
_LOOK = 0.1  # seconds between two looks at the keyboard while CP-SAT works

Arc = tuple[int, int]
Window = tuple[int, int]  # the least and the greatest of numbers a square may have, every second of them


def solve_exactly(problem: Problem) -> Outcome:
    """Found, Impossible as CP-SAT or the squares placed beforehand prove it, or given up at a limit.

    Tours of 8x8 take hundredths of a second and of 50x50 some seconds; with sixteen numbers fixed, those of
    12x12 about a second, and those of 16x16 more than twenty. `step_limit` bounds CP-SAT's conflicts, and
    `steps` counts them; it looks at the limit now and then and may pass it by a few.

    >>> from turaga import solve
    >>> outcome = solve("6x6", method="exact", fix={17: (2, 4)})
    >>> len(outcome.tour), outcome.tour[16]
    (36, (2, 4))
    >>> solve("6x6", method="exact", fix={18: (2, 4)}).reason
    'from 1,1 to 3,5 every way takes an even number of moves, since each changes colour, and from number 1
    to number 18 there are 17'
    """
    if problem.board.size > MOST_SQUARES:
        raise BadInput(
            f"board {problem.board} has {problem.board.size} squares: "
            f"method exact takes at most {MOST_SQUARES}"
        )
    _demand_or_tools()
    if problem.closed and problem.goal < 3:
        return problem.impossible(
            f"a closed tour needs at least three squares, and {problem.board} has fewer"
        )
    if problem.end is not None and (problem.end == problem.start) != (problem.goal == 1):
        return problem.impossible("a tour ends where it starts if it has one square, and only then")
    placed = _placed(problem)
    if problem.goal == 1:
        return problem.found(Walk.from_numbers(problem.board, (problem.start,)), "of one square")
    table = problem.board.neighbour_table()
    windows, clash = _open_numbers(problem, placed, table)
    if clash is None:
        arcs, clash = _possible_arcs(problem, windows, table)
    if clash is not None:
        return problem.impossible(clash)
    if problem.progress:
        problem.progress("building the model", 0, 0)
    return _answer(problem, placed, _Model(problem, placed, windows, arcs))


def _demand_or_tools() -> None:
    try:
        import ortools.sat.python.cp_model  # noqa: F401
    except ImportError:
        raise BadRule("method exact needs OR-tools: pip install 'turaga[exact]'") from None


def _show(problem: Problem, number: int) -> str:
    return show(problem.board.square(number))


# -- what is known before any search ------------------------------------------------------------------


def _placed(problem: Problem) -> dict[int, int]:
    """The squares whose number is known, by that number: the start, the end, and the fixed ones."""
    placed = {1: problem.start}
    if problem.end is not None:
        placed[problem.goal] = problem.end
    for k, square in problem.fixed:
        here = _show(problem, square)
        if k > problem.goal:
            raise BadRule(f"number {k} is not in a walk of {problem.goal} squares: numbers are 1 to that")
        if placed.get(k, square) != square:
            which = "the start" if k == 1 else "the end"
            there = _show(problem, placed[k])
            raise BadRule(f"number {k} is fixed on {here} and {which} is {there}: give one square for both")
        if any(other == square and j != k for j, other in placed.items()):
            which = "start" if square == problem.start else "end"
            raise BadRule(f"square {here} is the {which} and fixed as number {k}: give it one number")
        placed[k] = square
    return dict(sorted(placed.items()))


def _open_numbers(
    problem: Problem, placed: Mapping[int, int], table: Sequence[Sequence[int]]
) -> tuple[dict[int, list[Window]], str | None]:
    """The numbers each square may have, as windows, and why there is no tour if that shows already.

    A window lies between two squares placed one after the other. The walk from the one to the other keeps
    off all others placed, so the distances do too; and they matter only up to the moves there are.
    """
    windows: dict[int, list[Window]] = {square: [] for square in problem.board.numbers()}
    for k, square in placed.items():
        windows[square].append((k, k))
    stops = [*placed.items()]
    if problem.closed:
        stops.append((problem.goal + 1, problem.start))
    taken = set(placed.values())
    for (k, here), (m, there) in pairwise(stops):
        near_here = _distances(table, here, taken, m - k - 1)
        moves = 1 + min((near_here[n] for n in table[there] if n in near_here), default=m)
        if moves > m - k or (m - k - moves) % 2:
            return windows, _why_apart(problem, (k, here), (m, there), table, taken)
        near_there = _distances(table, there, taken, m - k - 1)
        for square, after in near_here.items():
            before = near_there.get(square)
            if square not in taken and before is not None and after + before <= m - k:
                windows[square].append((k + after, m - before))
    k, here = stops[-1]
    if k < problem.goal:  # the last stretch, with nothing placed at its end
        for square, after in _distances(table, here, taken, problem.goal - k).items():
            if square not in taken:
                windows[square].append((k + after, problem.goal - (problem.goal - k - after) % 2))
    for square, numbers in windows.items():
        if not numbers and problem.goal == problem.board.size:
            return windows, _why_left_out(problem, square, table)
    return windows, None


def _distances(table: Sequence[Sequence[int]], start: int, barred: set[int], most: int) -> dict[int, int]:
    """How many moves each square is from the start, up to `most`, on ways that keep off the barred ones
    (the start may be one)."""
    far = {start: 0}
    queue = [start]
    for at in queue:
        if far[at] == most:
            break
        for n in table[at]:
            if n not in far and n not in barred:
                far[n] = far[at] + 1
                queue.append(n)
    return far


def _why_apart(
    problem: Problem,
    one: tuple[int, int],
    other: tuple[int, int],
    table: Sequence[Sequence[int]],
    taken: set[int],
) -> str:
    """Why the walk cannot get from one square placed to the next in the moves between their numbers."""
    (k, here), (m, there) = one, other
    a, b = _show(problem, here), _show(problem, there)
    until = "the start again" if m > problem.goal else f"number {m}"
    count = f"from number {k} to {until} there {'is' if m - k == 1 else 'are'} {m - k}"
    shortest = _distances(table, here, set(), problem.board.size).get(there)
    if shortest is None:
        return f"no way leads from {a} to {b}"
    if (m - k - shortest) % 2:
        kind = "odd" if shortest % 2 else "even"
        colour = ", since each changes colour" if sum(problem.board.leaper) % 2 else ""
        return f"from {a} to {b} every way takes an {kind} number of moves{colour}, and {count}"
    past = ""
    if shortest <= m - k:
        past = " past the other squares placed"
        shortest = _distances(table, here, taken - {there}, problem.board.size).get(there)
    if shortest is None:
        return f"no way leads from {a} to {b}{past}"
    return f"from {a} to {b} the shortest way{past} takes {plural(shortest, 'move')}, and {count}"


def _why_left_out(problem: Problem, square: int, table: Sequence[Sequence[int]]) -> str:
    """Why a square can have no number."""
    here, start = _show(problem, square), _show(problem, problem.start)
    if square not in _distances(table, problem.start, set(), problem.board.size):
        return f"no way leads from {start} to {here}"
    return f"no number is left for {here}: {_among(problem)}, a walk that goes there comes too late elsewhere"


def _possible_arcs(
    problem: Problem, windows: Mapping[int, Sequence[Window]], table: Sequence[Sequence[int]]
) -> tuple[list[Arc], str | None]:
    """The moves a tour may make, by the numbers of their squares, and its ways back to the start; and why
    there is no tour, if a square has no move to it or from it."""
    start, goal = problem.start, problem.goal
    arcs = [
        (here, there)
        for here, numbers in windows.items()
        for there in table[here]
        if there != start and _may_follow(numbers, windows[there])
    ]
    arcs += [(end, start) for end, numbers in windows.items() if any(b == goal for _, b in numbers)]
    # CP-SAT leaves a square that is in no arc out of the circuit without a word.
    bound = set(windows) if goal == problem.board.size else set(_placed(problem).values())
    for words, side in (("on from", 0), ("to", 1)):
        for square in sorted(bound - {arc[side] for arc in arcs}):
            return arcs, f"no move leads {words} {_show(problem, square)}, {_among(problem)}"
    return arcs, None


def _may_follow(these: Sequence[Window], those: Sequence[Window]) -> bool:
    """Whether some number of those comes right after one of these, the squares being a move apart."""
    return any(max(a + 1, c) <= min(b + 1, d) for a, b in these for c, d in those)


def _among(problem: Problem) -> str:
    """The squares placed, as a clause."""
    squares = [f"{k} on {_show(problem, square)}" for k, square in _placed(problem).items()]
    shown = ", ".join(squares[:4]) + (f" and {len(squares) - 4} more" if len(squares) > 4 else "")
    return f"with {'number' if len(squares) == 1 else 'numbers'} {shown}"


# -- the model and its solution -----------------------------------------------------------------------


class _Model:
    """The circuit as CP-SAT takes it: a literal for each arc, and half of each square's number if some
    are fixed.

    The numbers a square may have are all even or all odd, so half of one, rounded down, tells it; and the
    next number's half is the same after an even number, and one more after an odd one.
    """

    def __init__(
        self,
        problem: Problem,
        placed: Mapping[int, int],
        windows: Mapping[int, Sequence[Window]],
        arcs: Sequence[Arc],
    ) -> None:
        from ortools.sat.python import cp_model

        self.problem = problem
        self.model = model = cp_model.CpModel()
        # Another seed deals the arcs out in another order, which changes the tour more than CP-SAT's own.
        dealt = Dice(problem.seed, problem.start).shuffled(arcs) if problem.seed else arcs
        self.arcs = {arc: model.new_bool_var("") for arc in dealt}
        node = {square: i for i, square in enumerate(windows)}
        circuit = [(node[a], node[b], taken) for (a, b), taken in self.arcs.items()]
        if problem.goal < problem.board.size:  # a square left out is a circuit of its own
            free = sorted(windows.keys() - set(placed.values()))
            left = {square: model.new_bool_var("") for square in free}
            model.add(sum(left.values()) == problem.board.size - problem.goal)
            circuit += [(node[square], node[square], out) for square, out in left.items()]
        model.add_circuit(circuit)
        self.numbered = bool(problem.fixed)
        if self.numbered:
            self._add_numbers(windows)

    def _add_numbers(self, windows: Mapping[int, Sequence[Window]]) -> None:
        from ortools.sat.python import cp_model

        half = {
            square: self.model.new_int_var_from_domain(
                cp_model.Domain.from_intervals([[a // 2, b // 2] for a, b in numbers]), ""
            )
            for square, numbers in windows.items()
            if numbers
        }
        odd = {square: numbers[0][0] % 2 for square, numbers in windows.items() if numbers}
        for (here, there), taken in self.arcs.items():
            if there == self.problem.start:  # this follows from the rest, and is quicker said
                self.model.add(half[here] == self.problem.goal // 2).only_enforce_if(taken)
            else:
                self.model.add(half[there] == half[here] + odd[here]).only_enforce_if(taken)

    def size(self) -> str:
        """The model in a line."""
        ends = sum(there == self.problem.start for _, there in self.arcs)
        words = f"model: a circuit of {self.problem.goal} squares, {len(self.arcs) - ends} moves"
        words += f" and {plural(ends, 'way')} back to the start"
        return words + (
            f"; numbers for all, {len(self.problem.fixed)} of them fixed" if self.numbered else ""
        )

    def solve(self) -> "_Result":
        """Run CP-SAT until it has an answer or a limit is reached.

        It runs in a thread of its own, because in its own code no signal is heard: this one waits, hears
        Ctrl-C, and tells it to stop. It must have stopped before we go on: a process that ends while
        CP-SAT works may crash.
        """
        from ortools.sat.python import cp_model

        problem = self.problem
        solver = cp_model.CpSolver()
        settings = solver.parameters
        settings.num_workers = 1
        settings.random_seed = problem.seed % 2**31
        settings.linearization_level = 0  # relaxations cost more than they save, most with fixed numbers
        settings.catch_sigint_signal = False  # it would not give the signal back
        if problem.step_limit is not None:
            settings.max_number_of_conflicts = problem.step_limit
        if problem.time_limit is not None:
            # A hair more, so that by our clock too the time is up when CP-SAT stops for it.
            settings.max_time_in_seconds = max(0.0, problem.time_limit - problem.seconds) + 0.001
        with ThreadPoolExecutor(1) as pool:
            answer = pool.submit(solver.solve, self.model)
            try:
                while not answer.done():
                    wait([answer], _LOOK)
                    if problem.progress:
                        problem.progress(
                            "CP-SAT, seconds", int(problem.seconds), int(problem.time_limit or 0)
                        )
            finally:
                while not answer.done():
                    with contextlib.suppress(KeyboardInterrupt):  # one is on its way already
                        solver.stop_search()
                        wait([answer], _LOOK)
        status = answer.result()
        if status == cp_model.MODEL_INVALID:
            raise AssertionError(f"CP-SAT refuses the model: {self.model.validate()}")
        found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
        return _Result(
            next_square={
                a: b for (a, b), taken in self.arcs.items() if found and solver.boolean_value(taken)
            },
            infeasible=status == cp_model.INFEASIBLE,
            conflicts=solver.num_conflicts,
            branches=solver.num_branches,
        )


@dataclass(frozen=True, kw_only=True)
class _Result:
    """What CP-SAT came to: the arcs taken, if it found a tour, and its work."""

    next_square: Mapping[int, int]
    infeasible: bool
    conflicts: int
    branches: int

    @property
    def work(self) -> str:
        return f"{plural(self.conflicts, 'conflict')} and {plural(self.branches, 'branch', 'branches')}"


def _answer(problem: Problem, placed: Mapping[int, int], model: _Model) -> Outcome:
    """The outcome that CP-SAT's result means."""
    result = model.solve()
    account = (model.size(), f"CP-SAT: one worker, seed {problem.seed}, {result.work}")
    work: dict[str, Any] = {"steps": result.conflicts, "account": account if problem.explain else ()}
    if result.next_square:
        squares = [problem.start]
        while (square := result.next_square[squares[-1]]) != problem.start:
            squares.append(square)
        walk = Walk.from_numbers(problem.board, squares)
        return problem.found(walk, f"found by CP-SAT with {result.work}", **work)
    if result.infeasible:
        wanted = "closed tour" if problem.closed else "tour"
        if problem.goal < problem.board.size:
            wanted = f"walk of {problem.goal} squares"
        ending = "" if problem.end is None else f" and ends on {_show(problem, problem.end)}"
        fixed = f" with {plural(len(problem.fixed), 'fixed number')}" if problem.fixed else ""
        reason = (
            f"CP-SAT proved, with {result.work}, that no {wanted} starts on {_show(problem, problem.start)}"
        )
        return problem.impossible(reason + ending + fixed, **work)
    out = problem.ran_out(result.conflicts) or f"CP-SAT stopped after {result.work}"
    walk = _fitting_walk(problem, placed)
    if problem.reached_by(walk):
        return problem.found(walk, f"found by a greedy walk after CP-SAT had given up: {out}", **work)
    return problem.gave_up(walk, out, **work)


def _fitting_walk(problem: Problem, placed: Mapping[int, int]) -> Walk:
    """The greedy walk, as far as it goes along with the squares placed: CP-SAT has none to show."""
    walk = whole_walk(problem.board, problem.start, problem.rule, tie_dice(problem.seed, problem.start))
    number = {square: k for k, square in placed.items()}
    fitting: list[int] = []
    for k, square in enumerate(walk.numbers[: problem.goal], start=1):
        if placed.get(k, square) != square or number.get(square, k) != k:
            break
        fitting.append(square)
    return Walk.from_numbers(problem.board, fitting)

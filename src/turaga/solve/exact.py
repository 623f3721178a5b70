"""Method `exact`: the tour as one circuit in the board's graph, found or ruled out by the CP-SAT solver.

Every move that a tour can make is an arc, which is used or not. The arcs that are used must form one circuit
through all squares, and CP-SAT decides which they are. A closed tour is such a circuit. For an open tour,
an extra arc leads to the start from every square on which the tour can end. This works with holes, any
leaper, a given end, and squares that are fixed at a step.

If no start is given, any square can be step 1. The circuit of an open tour then passes through an extra node
between the last square and the first. A closed tour has no such seam: its steps are counted around the whole
circuit from a fixed square, and after the last step comes step 1 again.

Steps are part of the model only if some squares are fixed. Then each square has a step, and an arc that is
used leads from a step to the next. First, `turaga.solve.open_numbers` works out which steps the fixed squares
leave open to the others. This rules out many requests at once, drops arcs, and keeps the domains of the
solver small.

The outcome counts conflicts as its steps: choices of CP-SAT that turned out to be impossible, and from which
it learns. CP-SAT runs in one thread and is limited by its own measure of work, not by the clock, so that the
same seed gives the same tour on every machine.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from turaga.errors import BadInput, BadRule
from turaga.extras import install_hint
from turaga.rng import Rng
from turaga.solve.open_numbers import (
    NOWHERE,
    Arc,
    FixedSteps,
    Window,
    fitting_walk,
    frame_of,
    open_numbers,
    possible_arcs,
    possible_squares,
)
from turaga.solve.outcome import Outcome
from turaga.solve.problem import Problem
from turaga.text import plural, show
from turaga.threads import run_watched
from turaga.walk import Walk

_OPTIONS = 80  # if squares have at most 80 possible steps on average, each is a literal of its own
MOST_SQUARES = 10_000  # on 100x100 building the model takes a second, and CP-SAT finds no tour in a minute


def solve_exactly(problem: Problem) -> Outcome:
    """Found, Impossible as proved by CP-SAT or by the fixed squares alone, or GaveUp at a limit.

    A tour of 8x8 takes hundredths of a second, and a tour of 50x50 some seconds. With sixteen fixed squares,
    12x12 takes about a second, and 16x16 more than twenty; with 64 of them, 16x16 takes about a second.
    `step_limit` limits the conflicts of CP-SAT, and `steps` counts them. CP-SAT checks the limit now and
    then, so it can exceed it by a few.

    >>> from turaga import solve
    >>> outcome = solve("6x6", method="exact", fix={17: (2, 4)})
    >>> len(outcome.tour), outcome.tour[16]
    (36, (2, 4))
    >>> solve("6x6", method="exact", start=(0, 0), fix={18: (2, 4)}).reason
    'every walk from 1,1 to 3,5 has an even number of moves, because each move changes colour, but there are
    17 moves from step 1 to step 18'
    """
    board = problem.board
    if board.size > MOST_SQUARES:
        raise BadInput(
            f"board {board} has {board.size} squares",
            accepted=f"the limit of method exact is {MOST_SQUARES}",
            field="board",
            value=str(board),
        )
    _require_or_tools()
    frame = frame_of(problem)
    if board.size == 1:
        return problem.found(Walk.from_indices(board, (problem.start,)), "the only one")
    table = board.neighbour_table()
    windows, clash = open_numbers(frame, table)
    if clash is None:
        arcs, clash = possible_arcs(frame, windows, table)
    if clash is not None:
        return problem.impossible(clash)
    if problem.progress:
        problem.progress("building the model", 0, 0)
    return _answer(frame, windows, _Model(frame, windows, arcs))


def _require_or_tools() -> None:
    try:
        import ortools.sat.python.cp_model  # noqa: F401
    except ImportError:
        raise BadRule(
            "method exact needs OR-tools",
            accepted=install_hint("exact"),
            field="method",
            value="exact",
        ) from None


# -- the model and its solution -----------------------------------------------------------------------


class _Model:
    """The circuit as a CP-SAT model: a literal for each arc and, if squares are fixed, each square's step.

    If the fixed squares leave few steps, each possible step of each square is a literal too. Otherwise the
    model has half of each square's step, as an integer. The possible steps of a square are all even or all
    odd, so half of the step, rounded down, determines it. Half of the next step is the same after an even
    step, and one more after an odd step.
    """

    def __init__(
        self, frame: FixedSteps, windows: Mapping[int, Sequence[Window]], arcs: Sequence[Arc]
    ) -> None:
        from ortools.sat.python import cp_model

        self.frame = frame
        self.problem = problem = frame.problem
        self.model = model = cp_model.CpModel()
        # Another seed shuffles the arcs, which changes the tour more than CP-SAT's own seed does.
        dealt = Rng(problem.seed, problem.start).shuffled(arcs) if problem.seed else arcs
        self.arcs = {arc: model.new_bool_var("") for arc in dealt}
        node = {square: i for i, square in enumerate(sorted({*windows, frame.home}))}
        model.add_circuit([(node[a], node[b], taken) for (a, b), taken in self.arcs.items()])
        self.plain = False  # whether every possible step of every square is a literal
        if problem.fixed:
            options = sum(1 + (b - a) // 2 for numbers in windows.values() for a, b in numbers)
            self.plain = options <= _OPTIONS * len(windows)
            if self.plain:
                self._add_steps(windows)
            else:
                self._add_numbers(windows)

    def _add_steps(self, windows: Mapping[int, Sequence[Window]]) -> None:
        """A literal for each step that a square can have: an arc that is used leads from a step to the next.

        If few steps are possible, CP-SAT takes a fifth of the time that it takes with `_add_numbers`.
        """
        model, frame = self.model, self.frame
        steps = {
            square: {k: model.new_bool_var("") for a, b in numbers for k in range(a, b + 1, 2)}
            for square, numbers in windows.items()
        }
        for options in steps.values():
            model.add_exactly_one(options.values())
        for k in range(frame.first, frame.last + 1):
            model.add_exactly_one(options[k] for options in steps.values() if k in options)
        for (here, there), taken in self.arcs.items():
            if here == NOWHERE:
                model.add_implication(taken, steps[there][1])
                continue
            if there == frame.home:
                model.add_implication(taken, steps[here][frame.last])
                continue
            for k, at in steps[here].items():
                follows = steps[there].get(k + 1)
                model.add_bool_or([~taken, ~at] if follows is None else [~taken, ~at, follows])
            for k, at in steps[there].items():
                precedes = steps[here].get(k - 1)
                model.add_bool_or([~taken, ~at] if precedes is None else [~taken, ~at, precedes])

    def _add_numbers(self, windows: Mapping[int, Sequence[Window]]) -> None:
        from ortools.sat.python import cp_model

        half = {
            square: self.model.new_int_var_from_domain(
                cp_model.Domain.from_intervals([[a // 2, b // 2] for a, b in numbers]), ""
            )
            for square, numbers in windows.items()
        }
        odd = {square: numbers[0][0] % 2 for square, numbers in windows.items()}
        for (here, there), taken in self.arcs.items():
            if here == NOWHERE:
                follows = half[there] == 0  # step 1
            elif there == self.frame.home:  # redundant, but faster
                follows = half[here] == self.frame.last // 2
            else:
                follows = half[there] == half[here] + odd[here]
            self.model.add(follows).only_enforce_if(taken)

    def size(self) -> str:
        """A line that describes the model."""
        frame = self.frame
        starts = sum(here == NOWHERE for here, _ in self.arcs)
        ends = sum(there == frame.home for _, there in self.arcs)
        squares, moves = self.problem.board.size, len(self.arcs) - starts - ends
        words = f"model: a circuit of {plural(squares, 'square')} with {plural(moves, 'possible move')}"
        if frame.home == NOWHERE:
            words += f", {plural(starts, 'possible start')} and {plural(ends, 'possible end')}"
        else:
            begin = "the start" if frame.first == 1 else f"step {frame.first}"
            words += f" and {plural(ends, 'arc')} back to {begin}"
        fixed = len(self.problem.fixed)
        return words + (f"; every square has a step, {fixed} of them fixed" if fixed else "")

    def solve(self) -> "_Result":
        """Run CP-SAT until it has a result or a limit is reached.

        `run_watched` checks the time limit, because CP-SAT's own one ends some milliseconds early.
        """
        from ortools.sat.python import cp_model

        problem = self.problem
        solver = cp_model.CpSolver()
        settings = solver.parameters
        settings.num_workers = 1
        settings.random_seed = problem.seed % 2**31
        settings.cp_model_presolve = not self.plain  # it takes longer than it saves
        settings.linearization_level = 0  # relaxations cost more than they save, most with fixed squares
        settings.catch_sigint_signal = False  # it would not restore the signal handler
        if problem.step_limit is not None:
            settings.max_number_of_conflicts = problem.step_limit

        def seconds_left() -> float:
            if problem.progress:
                problem.progress("CP-SAT, seconds", int(problem.seconds), int(problem.time_limit or 0))
            return math.inf if problem.time_limit is None else problem.time_limit - problem.seconds

        status = run_watched(lambda: solver.solve(self.model), watch=seconds_left, stop=solver.stop_search)
        if status == cp_model.MODEL_INVALID:
            raise AssertionError(f"CP-SAT rejects the model: {self.model.validate()}")
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
    """The result of CP-SAT: the arcs of the tour, if it found one, and the work."""

    next_square: Mapping[int, int]
    infeasible: bool
    conflicts: int
    branches: int

    @property
    def work(self) -> str:
        return f"{plural(self.conflicts, 'conflict')} and {plural(self.branches, 'branch', 'branches')}"


def _answer(frame: FixedSteps, windows: Mapping[int, Sequence[Window]], model: _Model) -> Outcome:
    """The outcome from CP-SAT's result. If no start was given, its start is where the walk begins."""
    problem, result = frame.problem, model.solve()
    account = (model.size(), f"CP-SAT: one worker, seed {problem.seed}, {result.work}")
    work: dict[str, Any] = {"steps": result.conflicts, "account": account if problem.explain else ()}
    if result.next_square:
        squares = _from_step_1(frame, result.next_square)
        walk = Walk.from_indices(problem.board, squares)
        reason = f"found by CP-SAT with {result.work}"
        return problem.found(walk, reason, **work)
    if result.infeasible:
        reason = f"CP-SAT proved with {result.work} that {_no_such_tour(frame)}"
        return problem.impossible(reason, **work)
    out = problem.ran_out(result.conflicts) or f"CP-SAT stopped after {result.work}"
    problem = replace(problem, start=possible_squares(frame.one, windows)[0])
    walk = fitting_walk(frame, problem.start)
    if problem.reached_by(walk):
        return problem.found(walk, f"found by a greedy walk after CP-SAT gave up ({out})", **work)
    return problem.gave_up(walk, out, **work)


def _from_step_1(frame: FixedSteps, next_square: Mapping[int, int]) -> list[int]:
    """The squares of the circuit, from step 1 on."""
    circuit = [frame.home]
    while (square := next_square[circuit[-1]]) != frame.home:
        circuit.append(square)
    if frame.home == NOWHERE:
        return circuit[1:]
    turn = frame.one - frame.first
    return circuit[turn:] + circuit[:turn]


def _no_such_tour(frame: FixedSteps) -> str:
    """A clause that says which tour does not exist."""
    problem = frame.problem
    wanted = "closed tour" if problem.closed else "tour"
    if not frame.placed:
        return f"there is no {wanted} of {problem.board}"
    if 1 not in frame.placed:
        return f"there is no {wanted} {frame.among()}"
    ending = "" if problem.end is None else f" and ends on {show(problem.board.square(problem.end))}"
    fixed = f" with {plural(len(problem.fixed), 'fixed square')}" if problem.fixed else ""
    return f"no {wanted} starts on {show(problem.board.square(problem.start))}{ending}{fixed}"

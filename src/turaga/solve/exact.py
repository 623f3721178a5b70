"""Method `exact`: the tour as one circuit through the board's graph, found or ruled out by CP-SAT.

In one sentence: every move a tour may make is an arc that is taken or not, the arcs taken form one circuit
through all squares, and a learning solver decides which. A circuit needs a way back, so from every square
an open tour may end on one more arc leads to the start; a closed tour has its last move for that. This
takes holes, any leaper, a given end and squares with a fixed number.

With fixed numbers and no start given, any square may be number 1. An open tour's circuit then goes through a
node of its own, between the last square and the first. A closed tour has no seam that matters: its numbers
are counted from a square that is fixed, all the way round, and after the last comes 1 again.

Numbers come into the model only if some are fixed: then each square has a number of its own, and an arc
that is taken goes from a number to the next. What the squares already placed leave open is worked out
first (`turaga.solve.open_numbers`): this refuses much at once, drops arcs, and keeps the solver's numbers
few.

A step is a conflict: a choice of CP-SAT's that could not be, from which it learns. It works in one thread
and by its own count of the work, never by the clock, so that the same seed gives the same tour anywhere.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from turaga.errors import BadInput, BadRule
from turaga.extras import install_hint
from turaga.greedy import tie_rng, whole_walk
from turaga.rng import Rng
from turaga.solve.open_numbers import (
    NOWHERE,
    Arc,
    FixedSteps,
    Window,
    frame_of,
    open_numbers,
    possible_arcs,
    that_may_be,
)
from turaga.solve.outcome import Outcome
from turaga.solve.problem import Problem
from turaga.text import plural, show
from turaga.threads import run_watched
from turaga.walk import Walk

MOST_SQUARES = 10_000  # of 100x100, building the model takes a second; CP-SAT finds no tour in a minute


def solve_exactly(problem: Problem) -> Outcome:
    """Found, Impossible as CP-SAT or the squares placed beforehand prove it, or given up at a limit.

    Tours of 8x8 take hundredths of a second and of 50x50 some seconds; with sixteen numbers fixed, those of
    12x12 about a second, and those of 16x16 more than twenty. `step_limit` bounds CP-SAT's conflicts, and
    `steps` counts them; it looks at the limit now and then and may pass it by a few.

    >>> from turaga import solve
    >>> outcome = solve("6x6", method="exact", fix={17: (2, 4)})
    >>> len(outcome.tour), outcome.tour[16]
    (36, (2, 4))
    >>> solve("6x6", method="exact", start=(0, 0), fix={18: (2, 4)}).reason
    'from 1,1 to 3,5 every way takes an even number of moves, since each changes colour, and from number 1
    to number 18 there are 17'
    """
    board = problem.board
    if board.size > MOST_SQUARES:
        raise BadInput(
            f"board {board} has {board.size} squares",
            accepted=f"method exact takes at most {MOST_SQUARES}",
            field="board",
            value=str(board),
        )
    _require_or_tools()
    frame = frame_of(problem)
    if board.size == 1:
        return problem.found(Walk.from_indices(board, (problem.start,)), "of one square")
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
    """The circuit as CP-SAT takes it: a literal for each arc, and half of each square's number if some
    are fixed.

    The numbers a square may have are all even or all odd, so half of one, rounded down, tells it; and the
    next number's half is the same after an even number, and one more after an odd one.
    """

    def __init__(
        self, frame: FixedSteps, windows: Mapping[int, Sequence[Window]], arcs: Sequence[Arc]
    ) -> None:
        from ortools.sat.python import cp_model

        self.frame = frame
        self.problem = problem = frame.problem
        self.model = model = cp_model.CpModel()
        # Another seed deals the arcs out in another order, which changes the tour more than CP-SAT's own.
        dealt = Rng(problem.seed, problem.start).shuffled(arcs) if problem.seed else arcs
        self.arcs = {arc: model.new_bool_var("") for arc in dealt}
        node = {square: i for i, square in enumerate(sorted({*windows, frame.home}))}
        model.add_circuit([(node[a], node[b], taken) for (a, b), taken in self.arcs.items()])
        if problem.fixed:
            self._add_numbers(windows)

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
                follows = half[there] == 0  # number 1
            elif there == self.frame.home:  # this follows from the rest, and is quicker said
                follows = half[here] == self.frame.last // 2
            else:
                follows = half[there] == half[here] + odd[here]
            self.model.add(follows).only_enforce_if(taken)

    def size(self) -> str:
        """The model in a line."""
        frame = self.frame
        starts = sum(here == NOWHERE for here, _ in self.arcs)
        ends = sum(there == frame.home for _, there in self.arcs)
        words = (
            f"model: a circuit of {self.problem.board.size} squares, {len(self.arcs) - starts - ends} moves"
        )
        if frame.home == NOWHERE:
            words += f", {plural(starts, 'start')} and {plural(ends, 'end')}"
        else:
            begin = "the start" if frame.first == 1 else f"number {frame.first}"
            words += f" and {plural(ends, 'way')} back to {begin}"
        fixed = len(self.problem.fixed)
        return words + (f"; numbers for all, {fixed} of them fixed" if fixed else "")

    def solve(self) -> "_Result":
        """Run CP-SAT until it has an answer or a limit is reached.

        `run_watched` looks at the clock, because CP-SAT's own time limit ends some thousandths early.
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

        def seconds_left() -> float:
            if problem.progress:
                problem.progress("CP-SAT, seconds", int(problem.seconds), int(problem.time_limit or 0))
            return math.inf if problem.time_limit is None else problem.time_limit - problem.seconds

        status = run_watched(lambda: solver.solve(self.model), watch=seconds_left, stop=solver.stop_search)
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


def _answer(frame: FixedSteps, windows: Mapping[int, Sequence[Window]], model: _Model) -> Outcome:
    """The outcome that CP-SAT's result means. If the start was free, it is where the walk shown begins."""
    problem, result = frame.problem, model.solve()
    account = (model.size(), f"CP-SAT: one worker, seed {problem.seed}, {result.work}")
    work: dict[str, Any] = {"steps": result.conflicts, "account": account if problem.explain else ()}
    if result.next_square:
        squares = _from_number_1(frame, result.next_square)
        walk = Walk.from_indices(problem.board, squares)
        reason = f"found by CP-SAT with {result.work}"
        return replace(problem, start=squares[0]).found(walk, reason, **work)
    if result.infeasible:
        reason = f"CP-SAT proved, with {result.work}, that {_what_is_not(frame)}"
        return problem.impossible(reason, **work)
    out = problem.ran_out(result.conflicts) or f"CP-SAT stopped after {result.work}"
    problem = replace(problem, start=that_may_be(frame.one, windows)[0])
    walk = _fitting_walk(problem, frame.placed)
    if problem.reached_by(walk):
        return problem.found(walk, f"found by a greedy walk after CP-SAT had given up: {out}", **work)
    return problem.gave_up(walk, out, **work)


def _from_number_1(frame: FixedSteps, next_square: Mapping[int, int]) -> list[int]:
    """The squares of the circuit, from number 1 on."""
    circuit = [frame.home]
    while (square := next_square[circuit[-1]]) != frame.home:
        circuit.append(square)
    if frame.home == NOWHERE:
        return circuit[1:]
    turn = frame.one - frame.first
    return circuit[turn:] + circuit[:turn]


def _what_is_not(frame: FixedSteps) -> str:
    """What a proof proved, as a clause."""
    problem = frame.problem
    wanted = "closed tour" if problem.closed else "tour"
    if 1 not in frame.placed:
        return f"there is no {wanted} {frame.among()}"
    ending = "" if problem.end is None else f" and ends on {show(problem.board.square(problem.end))}"
    fixed = f" with {plural(len(problem.fixed), 'fixed number')}" if problem.fixed else ""
    return f"no {wanted} starts on {show(problem.board.square(problem.start))}{ending}{fixed}"


def _fitting_walk(problem: Problem, placed: Mapping[int, int]) -> Walk:
    """The greedy walk, as far as it goes along with the squares placed: CP-SAT has none to show."""
    walk = whole_walk(problem.board, problem.start, problem.rule, tie_rng(problem.seed, problem.start))
    number = {square: k for k, square in placed.items()}
    fitting: list[int] = []
    for k, square in enumerate(walk.indices, start=1):
        if placed.get(k, square) != square or number.get(square, k) != k:
            break
        fitting.append(square)
    return Walk.from_indices(problem.board, fitting)

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
first. Between the k-th square and the next one that is fixed, the m-th, a square p moves from the one and
q from the other can only be numbers k + p to m - q, every second of them, since no leaper's graph has odd
circuits. This refuses much at once, drops arcs, and keeps the solver's numbers few.

A step is a conflict: a choice of CP-SAT's that could not be, from which it learns. It works in one thread
and by its own count of the work, never by the clock, so that the same seed gives the same tour anywhere.
"""

import contextlib
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from turaga.errors import BadInput, BadRule
from turaga.greedy import tie_rng, whole_walk
from turaga.rng import Rng
from turaga.solve.outcome import Outcome
from turaga.solve.problem import Problem
from turaga.text import plural, show
from turaga.theory import changes_colour
from turaga.walk import Walk

MOST_SQUARES = 10_000  # of 100x100, building the model takes a second; CP-SAT finds no tour in a minute
_LOOK = 0.1  # seconds between two looks at the keyboard and the clock while CP-SAT works
_NOWHERE = -1  # the node between the last square of an open tour and the first, if any may be the first

Arc = tuple[int, int]
Stop = tuple[int, int]  # a number and the square that has it
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
    frame = _frame(problem)
    if board.size == 1:
        return problem.found(Walk.from_indices(board, (problem.start,)), "of one square")
    table = board.neighbour_table()
    windows, clash = _open_numbers(frame, table)
    if clash is None:
        arcs, clash = _possible_arcs(frame, windows, table)
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
            accepted="pip install 'turaga[exact]'",
            field="method",
            value="exact",
        ) from None


def _show(problem: Problem, number: int) -> str:
    return show(problem.board.square(number))


# -- what is known before any search ------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class _Frame:
    """The squares whose number is known, and the numbers the circuit runs through.

    These are 1, the start's, to the board's size; but on a closed tour with a free start they begin with
    the first that is fixed, and what is above the board's size is so much less.
    """

    problem: Problem
    placed: Mapping[int, int]  # squares by their numbers, in the order of these
    first: int

    @property
    def last(self) -> int:
        return self.first + self.problem.board.size - 1

    @property
    def one(self) -> int:
        """Number 1 as it is counted here."""
        return 1 if self.first == 1 else self.problem.board.size + 1

    @property
    def home(self) -> int:
        """Where the circuit begins and ends: the square with the first number, or a node of its own."""
        return self.placed.get(self.first, _NOWHERE)

    def among(self) -> str:
        """The squares placed, as a clause."""
        squares = [f"{k} on {_show(self.problem, square)}" for k, square in self.placed.items()]
        shown = ", ".join(squares[:4]) + (f" and {len(squares) - 4} more" if len(squares) > 4 else "")
        return f"with {'number' if len(squares) == 1 else 'numbers'} {shown}"


def _free_start(problem: Problem) -> bool:
    """Whether any square may be the start: nobody gave one, and a number that is fixed may rule out the
    one that was chosen instead."""
    return problem.any_start and bool(problem.fixed)


def _frame(problem: Problem) -> _Frame:
    """What is placed: the start unless it is free, the end if it is given, and the fixed squares."""
    placed = {} if _free_start(problem) else {1: problem.start}
    if problem.end is not None:
        placed[problem.board.size] = problem.end
    for k, square in problem.fixed:
        if any(other == square and j != k for j, other in placed.items()):
            here, which = _show(problem, square), "end" if square == problem.end else "start"
            raise BadRule(
                f"square {here} is the {which} and fixed as number {k}",
                accepted="give it one number",
                field="fix",
                value=problem.board.square(square),
            )
        placed[k] = square
    return _Frame(
        problem=problem, placed=dict(sorted(placed.items())), first=min(placed) if problem.closed else 1
    )


def _open_numbers(
    frame: _Frame, table: Sequence[Sequence[int]]
) -> tuple[dict[int, list[Window]], str | None]:
    """The numbers each square may have, as windows, and why there is no tour if that shows already.

    A window lies between two squares placed one after the other. The walk from the one to the other keeps
    off all others placed, so the distances do too; and they matter only up to the moves there are.
    """
    problem = frame.problem
    windows: dict[int, list[Window]] = {square: [] for square in problem.board.indices()}
    for k, square in frame.placed.items():
        windows[square].append((k, k))
    stops = [*frame.placed.items()]
    if problem.closed:
        stops.append((frame.last + 1, frame.home))
    for one, other in pairwise(stops):
        if not _open_between(one, other, frame, table, windows):
            return windows, _why_apart(frame, one, other, table)
    if not problem.closed:
        _open_outside(stops[0], stops[-1], frame, table, windows)
    for square, numbers in windows.items():
        if not numbers:
            return windows, _why_left_out(frame, square, table)
    return windows, _why_unbalanced(frame, windows)


def _open_between(
    one: Stop, other: Stop, frame: _Frame, table: Sequence[Sequence[int]], windows: dict[int, list[Window]]
) -> bool:
    """Add the windows between two squares placed one after the other; whether the walk can get from the one
    to the other in time."""
    (k, here), (m, there) = one, other
    taken = set(frame.placed.values())
    near_here = _distances(table, here, taken, m - k - 1)
    moves = 1 + min((near_here[n] for n in table[there] if n in near_here), default=m)
    if moves > m - k or (m - k - moves) % 2:
        return False
    near_there = _distances(table, there, taken, m - k - 1)
    for square, after in near_here.items():
        before = near_there.get(square)
        if square not in taken and before is not None and after + before <= m - k:
            windows[square].append((k + after, m - before))
    return True


def _open_outside(
    first: Stop, last: Stop, frame: _Frame, table: Sequence[Sequence[int]], windows: dict[int, list[Window]]
) -> None:
    """Add the windows of an open tour before the first square placed, and behind the last."""
    taken, size = set(frame.placed.values()), frame.problem.board.size
    (m, there), (k, here) = first, last
    for square, before in _distances(table, there, taken, m - 1).items():
        if square not in taken:
            windows[square].append((1 + (m - before - 1) % 2, m - before))
    for square, after in _distances(table, here, taken, size - k).items():
        if square not in taken:
            windows[square].append((k + after, size - (size - k - after) % 2))


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


def _why_apart(frame: _Frame, one: Stop, other: Stop, table: Sequence[Sequence[int]]) -> str:
    """Why the walk cannot get from one square placed to the next in the moves between their numbers."""
    (k, here), (m, there) = one, other
    problem, size = frame.problem, frame.problem.board.size
    a, b = _show(problem, here), _show(problem, there)
    until = f"to number {m}"
    if m > size:
        until = "to the start again" if frame.first == 1 else f"round to number {m - size}"
    count = f"from number {k} {until} there {'is' if m - k == 1 else 'are'} {m - k}"
    shortest = _distances(table, here, set(), size).get(there)
    if shortest is None:
        return f"no way leads from {a} to {b}"
    if (m - k - shortest) % 2:
        kind = "odd" if shortest % 2 else "even"
        colour = ", since each changes colour" if changes_colour(problem.board) else ""
        return f"from {a} to {b} every way takes an {kind} number of moves{colour}, and {count}"
    past = ""
    if shortest <= m - k:
        past = " past the other squares placed"
        shortest = _distances(table, here, {*frame.placed.values()} - {there}, size).get(there)
    if shortest is None:
        return f"no way leads from {a} to {b}{past}"
    return f"from {a} to {b} the shortest way{past} takes {plural(shortest, 'move')}, and {count}"


def _why_left_out(frame: _Frame, square: int, table: Sequence[Sequence[int]]) -> str:
    """Why a square can have no number."""
    problem, somewhere = frame.problem, next(iter(frame.placed.values()))
    here, there = _show(problem, square), _show(problem, somewhere)
    if square not in _distances(table, somewhere, set(), problem.board.size):
        return f"no way leads from {there} to {here}"
    return f"no number is left for {here}: {frame.among()}, a walk that goes there is not in time elsewhere"


def _why_unbalanced(frame: _Frame, windows: Mapping[int, Sequence[Window]]) -> str | None:
    """Why the squares that can only have odd numbers, or even ones, are too many for these; None if they
    are not. CP-SAT does not count: that no tour of 7x7 starts on 1,2 took it 39,000 conflicts."""
    board = frame.problem.board
    odd = sum(numbers[0][0] % 2 for numbers in windows.values())
    for kind, squares, numbers in (
        ("odd", odd, (board.size + 1) // 2),
        ("even", board.size - odd, board.size // 2),
    ):
        if squares > numbers:
            colour = ", since each move changes colour" if changes_colour(board) else ""
            return (
                f"{frame.among()}, {squares} squares can only have {kind} numbers{colour}, "
                f"and of 1 to {board.size} only {numbers} are {kind}"
            )
    return None


def _possible_arcs(
    frame: _Frame, windows: Mapping[int, Sequence[Window]], table: Sequence[Sequence[int]]
) -> tuple[list[Arc], str | None]:
    """The moves a tour may make, by the numbers of their squares, and its ways back to where it begins; and
    why there is no tour, if a square has no move to it or from it."""
    arcs = [
        (here, there)
        for here, numbers in windows.items()
        for there in table[here]
        if _may_follow(numbers, windows[there])
    ]
    starts, ends = _that_may_be(frame.one, windows), _that_may_be(frame.last, windows)
    arcs += [(end, frame.home) for end in ends]
    if frame.home == _NOWHERE:
        arcs += [(_NOWHERE, start) for start in starts]
    for k, squares in ((1, starts), (frame.problem.board.size, ends)):
        if not squares:
            return arcs, f"no square can have number {k}, {frame.among()}"
    # CP-SAT leaves a square that is in no arc out of the circuit without a word.
    for words, side in (("on from", 0), ("to", 1)):
        for square in sorted(set(windows) - {arc[side] for arc in arcs}):
            return arcs, f"no move leads {words} {_show(frame.problem, square)}, {frame.among()}"
    return arcs, None


def _may_follow(these: Sequence[Window], those: Sequence[Window]) -> bool:
    """Whether some number of those comes right after one of these, the squares being a move apart."""
    return any(max(a + 1, c) <= min(b + 1, d) for a, b in these for c, d in those)


def _that_may_be(number: int, windows: Mapping[int, Sequence[Window]]) -> list[int]:
    """The squares that may have a number."""
    return [
        square
        for square, numbers in windows.items()
        if any(a <= number <= b and (number - a) % 2 == 0 for a, b in numbers)
    ]


# -- the model and its solution -----------------------------------------------------------------------


class _Model:
    """The circuit as CP-SAT takes it: a literal for each arc, and half of each square's number if some
    are fixed.

    The numbers a square may have are all even or all odd, so half of one, rounded down, tells it; and the
    next number's half is the same after an even number, and one more after an odd one.
    """

    def __init__(self, frame: _Frame, windows: Mapping[int, Sequence[Window]], arcs: Sequence[Arc]) -> None:
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
            if here == _NOWHERE:
                follows = half[there] == 0  # number 1
            elif there == self.frame.home:  # this follows from the rest, and is quicker said
                follows = half[here] == self.frame.last // 2
            else:
                follows = half[there] == half[here] + odd[here]
            self.model.add(follows).only_enforce_if(taken)

    def size(self) -> str:
        """The model in a line."""
        frame = self.frame
        starts = sum(here == _NOWHERE for here, _ in self.arcs)
        ends = sum(there == frame.home for _, there in self.arcs)
        words = (
            f"model: a circuit of {self.problem.board.size} squares, {len(self.arcs) - starts - ends} moves"
        )
        if frame.home == _NOWHERE:
            words += f", {plural(starts, 'start')} and {plural(ends, 'end')}"
        else:
            begin = "the start" if frame.first == 1 else f"number {frame.first}"
            words += f" and {plural(ends, 'way')} back to {begin}"
        fixed = len(self.problem.fixed)
        return words + (f"; numbers for all, {fixed} of them fixed" if fixed else "")

    def solve(self) -> "_Result":
        """Run CP-SAT until it has an answer or a limit is reached.

        It runs in a thread of its own, because in its own code no signal is heard: this one waits, hears
        Ctrl-C, looks at the clock (CP-SAT's own limit comes some thousandths early), and tells it to stop.
        It must have stopped before we go on: a process that ends while CP-SAT works may crash.
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
        with ThreadPoolExecutor(1) as pool:
            answer = pool.submit(solver.solve, self.model)
            try:
                while not answer.done() and not problem.ran_out(0):
                    left = _LOOK if problem.time_limit is None else problem.time_limit - problem.seconds
                    wait([answer], max(0, min(_LOOK, left)))
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


def _answer(frame: _Frame, windows: Mapping[int, Sequence[Window]], model: _Model) -> Outcome:
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
    problem = replace(problem, start=_that_may_be(frame.one, windows)[0])
    walk = _fitting_walk(problem, frame.placed)
    if problem.reached_by(walk):
        return problem.found(walk, f"found by a greedy walk after CP-SAT had given up: {out}", **work)
    return problem.gave_up(walk, out, **work)


def _from_number_1(frame: _Frame, next_square: Mapping[int, int]) -> list[int]:
    """The squares of the circuit, from number 1 on."""
    circuit = [frame.home]
    while (square := next_square[circuit[-1]]) != frame.home:
        circuit.append(square)
    if frame.home == _NOWHERE:
        return circuit[1:]
    turn = frame.one - frame.first
    return circuit[turn:] + circuit[:turn]


def _what_is_not(frame: _Frame) -> str:
    """What a proof proved, as a clause."""
    problem = frame.problem
    wanted = "closed tour" if problem.closed else "tour"
    if 1 not in frame.placed:
        return f"there is no {wanted} {frame.among()}"
    ending = "" if problem.end is None else f" and ends on {_show(problem, problem.end)}"
    fixed = f" with {plural(len(problem.fixed), 'fixed number')}" if problem.fixed else ""
    return f"no {wanted} starts on {_show(problem, problem.start)}{ending}{fixed}"


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

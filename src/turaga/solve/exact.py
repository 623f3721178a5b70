"""Method `exact`: the tour as one circuit in the board's graph, found or ruled out by the CP-SAT solver.

Every move that a tour can make is an arc, which is used or not. The arcs that are used must form one circuit
through all squares, and CP-SAT decides which they are. A closed tour is such a circuit. For an open tour,
an extra arc leads to the start from every square on which the tour can end. This works with holes, any
leaper, a given end, and squares that are fixed at a step.

If no start is given, any square can be step 1. The circuit of an open tour then passes through an extra node
between the last square and the first. A closed tour has no such seam: its steps are counted around the whole
circuit from a fixed square, and after the last step comes step 1 again.

Steps are part of the model only if some squares are fixed. Then each square has a step, and an arc that is
used leads from a step to the next. First, `open_numbers` works out which steps the fixed squares leave
open to the others. Take a fixed square at step k and the next fixed square, at step m. A square that is p
moves away from the first and q moves from the second can only have the steps k + p to m - q between them, and
only every second of these, because a leaper's graph has no odd circuits. These windows rule out many requests
at once, drop arcs, and keep the domains of the solver small.

The outcome counts conflicts as its steps: choices of CP-SAT that turned out to be impossible, and from which
it learns. CP-SAT runs in one thread and is limited by its own measure of work, not by the clock, so that the
same seed gives the same tour on every machine.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from turaga.errors import BadRule
from turaga.extras import install_hint
from turaga.greedy import tie_rng, whole_walk
from turaga.rng import Rng
from turaga.solve.outcome import Outcome
from turaga.solve.problem import Problem, Work
from turaga.solve.request import require_size
from turaga.text import plural
from turaga.theory import changes_colour
from turaga.threads import run_watched
from turaga.walk import Walk

NOWHERE = -1  # the node between the last square of an open tour and the first, if any square can be the first

Arc = tuple[int, int]
Stop = tuple[int, int]  # a step and the square that is fixed there
Window = tuple[int, int]  # the least and the greatest step that a square can have; every second one counts
Windows = dict[int, list[Window]]  # those of each square


@dataclass(frozen=True, kw_only=True)
class FixedSteps:
    """The squares whose steps are known, and the range of steps of the circuit.

    The steps go from 1 to the size of the board. But on a closed tour without a given start they begin with
    the first fixed step. Those above the size of the board then stand for the steps from 1 on.
    """

    problem: Problem
    table: Sequence[Sequence[int]]  # the neighbours of each square
    placed: Mapping[int, int]  # from step to square, sorted by step
    first: int

    @property
    def last(self) -> int:
        return self.first + self.problem.board.size - 1

    @property
    def one(self) -> int:
        """Step 1 in this range."""
        return 1 if self.first == 1 else self.problem.board.size + 1

    @property
    def home(self) -> int:
        """Where the circuit begins and ends: the square at the first step, or `NOWHERE`."""
        return self.placed.get(self.first, NOWHERE)

    def show(self, square: int) -> str:
        return self.problem.board.show(square)

    def distances(self, start: int, barred: set[int], most: int) -> dict[int, int]:
        """The distance in moves of each square from the start, up to `most`, avoiding the barred squares. The
        start itself can be barred."""
        far = {start: 0}
        queue = [start]
        for at in queue:
            if far[at] == most:
                break
            for n in self.table[at]:
                if n not in far and n not in barred:
                    far[n] = far[at] + 1
                    queue.append(n)
        return far

    def among(self) -> str:
        """The fixed squares as a clause."""
        squares = [f"{k} on {self.show(square)}" for k, square in self.placed.items()]
        shown = ", ".join(squares[:4]) + (f" and {len(squares) - 4} more" if len(squares) > 4 else "")
        return f"with {'step' if len(squares) == 1 else 'steps'} {shown}"


def free_start(problem: Problem) -> bool:
    """Whether any square can be step 1. A closed tour can begin on any of its squares, so without fixed
    squares and an end, the start that was chosen will do."""
    return problem.free_start and not (problem.closed and problem.end is None and not problem.fixed)


def frame_of(problem: Problem) -> FixedSteps:
    """The known steps: those of the start unless it is free, the end if given, and the fixed squares."""
    placed = {} if free_start(problem) else {1: problem.start}
    if problem.end is not None:
        placed[problem.board.size] = problem.end
    placed |= problem.fixed
    return FixedSteps(
        problem=problem,
        table=problem.board.neighbour_table(),
        placed=dict(sorted(placed.items())),
        first=min(placed) if problem.closed else 1,
    )


def fitting_walk(frame: FixedSteps, start: int) -> Walk:
    """The greedy walk from a square, as far as it agrees with the fixed squares: what to show if CP-SAT
    gives up.
    """
    problem = frame.problem
    walk = whole_walk(problem.board, start, problem.rule, tie_rng(problem.seed, start))
    step = {square: k for k, square in frame.placed.items()}
    fitting: list[int] = []
    for k, square in enumerate(walk.indices, start=1):
        if frame.placed.get(k, square) != square or step.get(square, k) != k:
            break
        fitting.append(square)
    return Walk.from_indices(problem.board, fitting)


def open_numbers(frame: FixedSteps) -> tuple[Windows, str | None]:
    """The windows of possible steps for each square, and the reason if there is no tour.

    A window lies between two consecutive fixed squares. The walk between them avoids all other fixed squares,
    so distances are measured around these, and only up to the number of moves between the two steps.
    """
    problem = frame.problem
    if not frame.placed:
        return _open_anywhere(frame)
    windows: Windows = {square: [] for square in problem.board.indices()}
    for k, square in frame.placed.items():
        windows[square].append((k, k))
    stops = [*frame.placed.items()]
    if problem.closed:
        stops.append((frame.last + 1, frame.home))
    for one, other in pairwise(stops):
        if not _open_between(one, other, frame, windows):
            return windows, _why_apart(frame, one, other)
    if not problem.closed:
        _open_outside(stops[0], stops[-1], frame, windows)
    for square, numbers in windows.items():
        if not numbers:
            return windows, _why_left_out(frame, square)
    return windows, _why_unbalanced(frame, windows)


def _open_anywhere(frame: FixedSteps) -> tuple[Windows, str | None]:
    """The windows if no step is known: the squares of one side have the odd steps.

    It is the side with more squares. If there are as many on both sides, it can be either, because a tour can
    be reversed.
    """
    board = frame.problem.board
    first = board.index(board.first_square)
    far = frame.distances(first, set(), board.size)
    for square in board.indices():
        if square not in far:
            return {}, f"no walk leads from {frame.show(first)} to {frame.show(square)}"
    even = sum(moves % 2 == 0 for moves in far.values())
    begin = 0 if 2 * even >= board.size else 1
    windows = {}
    for square in board.indices():
        least = 1 + (far[square] + begin) % 2
        windows[square] = [(least, board.size - (board.size - least) % 2)]
    return windows, _why_unbalanced(frame, windows)


def _open_between(one: Stop, other: Stop, frame: FixedSteps, windows: Windows) -> bool:
    """Add the windows between two consecutive fixed squares. Returns whether the walk can get from the first
    to the second in exactly the moves between their steps."""
    (k, here), (m, there) = one, other
    taken = set(frame.placed.values())
    near_here = frame.distances(here, taken, m - k - 1)
    moves = 1 + min((near_here[n] for n in frame.table[there] if n in near_here), default=m)
    if moves > m - k or (m - k - moves) % 2:
        return False
    near_there = frame.distances(there, taken, m - k - 1)
    for square, after in near_here.items():
        before = near_there.get(square)
        if square not in taken and before is not None and after + before <= m - k:
            windows[square].append((k + after, m - before))
    return True


def _open_outside(first: Stop, last: Stop, frame: FixedSteps, windows: Windows) -> None:
    """Add the windows of an open tour before the first fixed square and after the last."""
    taken, size = set(frame.placed.values()), frame.problem.board.size
    (m, there), (k, here) = first, last
    for square, before in frame.distances(there, taken, m - 1).items():
        if square not in taken:
            windows[square].append((1 + (m - before - 1) % 2, m - before))
    for square, after in frame.distances(here, taken, size - k).items():
        if square not in taken:
            windows[square].append((k + after, size - (size - k - after) % 2))


def _why_apart(frame: FixedSteps, one: Stop, other: Stop) -> str:
    """Why the walk cannot get from one fixed square to the next in the moves between their steps."""
    (k, here), (m, there) = one, other
    problem, size = frame.problem, frame.problem.board.size
    a, b = frame.show(here), frame.show(there)
    until = f"to step {m}"
    if m > size:
        until = "back to the start" if frame.first == 1 else f"round to step {m - size}"
    count = f"there {'is' if m - k == 1 else 'are'} {plural(m - k, 'move')} from step {k} {until}"
    shortest = frame.distances(here, set(), size).get(there)
    if shortest is None:
        return f"no walk leads from {a} to {b}"
    if (m - k - shortest) % 2:
        kind = "odd" if shortest % 2 else "even"
        colour = ", because each move changes colour" if changes_colour(problem.board) else ""
        return f"every walk from {a} to {b} has an {kind} number of moves{colour}, but {count}"
    past = ""
    if shortest <= m - k:
        past = " that avoids the other fixed squares"
        shortest = frame.distances(here, {*frame.placed.values()} - {there}, size).get(there)
    if shortest is None:
        return f"no walk{past} leads from {a} to {b}"
    return f"the shortest walk from {a} to {b}{past} has {plural(shortest, 'move')}, but {count}"


def _why_left_out(frame: FixedSteps, square: int) -> str:
    """Why no step is possible for a square."""
    problem, somewhere = frame.problem, next(iter(frame.placed.values()))
    here, there = frame.show(square), frame.show(somewhere)
    if square not in frame.distances(somewhere, set(), problem.board.size):
        return f"no walk leads from {there} to {here}"
    return f"no step is left for {here}: {frame.among()}, a walk through it is too late at a fixed square"


def _why_unbalanced(frame: FixedSteps, windows: Windows) -> str | None:
    """Why too many squares can only have odd steps, or only even steps; None if there are not too many.

    CP-SAT does not count: it took 39,000 conflicts to find that no tour of 7x7 starts on 1,2.
    """
    board = frame.problem.board
    odd = sum(numbers[0][0] % 2 for numbers in windows.values())
    for kind, squares, numbers in (
        ("odd", odd, (board.size + 1) // 2),
        ("even", board.size - odd, board.size // 2),
    ):
        if squares > numbers:
            colour = ", because each move changes colour" if changes_colour(board) else ""
            given = f"{frame.among()}, " if frame.placed else ""
            return (
                f"{given}{plural(squares, 'square')} can only have {kind} steps{colour}, "
                f"but only {numbers} of the steps 1 to {board.size} are {kind}"
            )
    return None


def possible_arcs(frame: FixedSteps, windows: Windows) -> tuple[list[Arc], str | None]:
    """The arcs that the windows allow: moves, and arcs from possible ends back to where the circuit begins.

    Also the reason, if there is no tour because some square cannot be entered or left.
    """
    arcs = [
        (here, there)
        for here, numbers in windows.items()
        for there in frame.table[here]
        if _may_follow(numbers, windows[there])
    ]
    starts, ends = possible_squares(frame.one, windows), possible_squares(frame.last, windows)
    arcs += [(end, frame.home) for end in ends]
    if frame.home == NOWHERE:
        arcs += [(NOWHERE, start) for start in starts]
    for k, squares in ((1, starts), (frame.problem.board.size, ends)):
        if not squares:
            return arcs, f"no square can be step {k}, {frame.among()}"
    # CP-SAT silently leaves a square that has no arc out of the circuit.
    for words, side in (("away from", 0), ("to", 1)):
        for square in sorted(set(windows) - {arc[side] for arc in arcs}):
            return arcs, f"no move leads {words} {frame.show(square)}, {frame.among()}"
    return arcs, None


def _may_follow(these: Sequence[Window], those: Sequence[Window]) -> bool:
    """Whether some step of `those` directly follows a step of `these`. The squares are a move apart."""
    return any(max(a + 1, c) <= min(b + 1, d) for a, b in these for c, d in those)


def possible_squares(step: int, windows: Windows) -> list[int]:
    """The squares that can be at a step."""
    return [
        square
        for square, steps in windows.items()
        if any(a <= step <= b and (step - a) % 2 == 0 for a, b in steps)
    ]


# Each possible step of a square is a literal if squares have at most 80 of them on average, or at most 170 if
# at least one square in 50 is fixed.
_OPTIONS, _MOST_OPTIONS, _MANY_FIXED = 80, 170, 50
MOST_SQUARES = 10_000  # on 100x100 building the model takes a second, and CP-SAT finds no tour in a minute


def solve_exactly(problem: Problem) -> Outcome:
    """Found, Impossible as proved by CP-SAT or by the fixed squares alone, or GaveUp at a limit.

    A tour of 8x8 takes hundredths of a second, and a tour of 50x50 some seconds. With fixed squares,
    12x12 takes seconds, and 20x20 up to some minutes: longest if one square in 10 to 50 is fixed.
    `step_limit` limits the conflicts of CP-SAT, and `steps` counts them. CP-SAT checks the limit now and
    then, so it can exceed it by a few.

    >>> from turaga import solve
    >>> outcome = solve("6x6", method="exact", fix={17: (2, 4)})
    >>> len(outcome.tour), outcome.tour[16]
    (36, (2, 4))
    >>> solve("6x6", method="exact", start=(0, 0), fix={18: (2, 4)}).reason
    'every walk from a6 to e4 has an even number of moves, because each move changes colour, but there are
    17 moves from step 1 to step 18'
    """
    board = problem.board
    require_size(problem.board, MOST_SQUARES, "method exact")
    _require_or_tools(problem)
    frame = frame_of(problem)
    if board.size == 1:
        return problem.found(Walk.from_indices(board, (problem.start,)), "the only one")
    windows, clash = open_numbers(frame)
    if clash is None:
        arcs, clash = possible_arcs(frame, windows)
    if clash is not None:
        return problem.impossible(clash)
    problem.report("building the model", 0)
    return _answer(frame, windows, _Model(frame, windows, arcs))


def _require_or_tools(problem: Problem) -> None:
    try:
        import ortools.sat.python.cp_model  # noqa: F401
    except ImportError:
        hint = install_hint("exact")
        if problem.request.method == "exact":
            raise BadRule("method exact needs OR-tools", accepted=hint, field="method") from None
        raise BadRule("fixed squares need OR-tools", accepted=hint, field="fix") from None


# -- the model and its solution -----------------------------------------------------------------------


class _Model:
    """The circuit as a CP-SAT model: a literal for each arc and, if squares are fixed, each square's step.

    If the fixed squares leave few steps, each possible step of each square is a literal too. Otherwise the
    model has half of each square's step, as an integer. The possible steps of a square are all even or all
    odd, so half of the step, rounded down, determines it. Half of the next step is the same after an even
    step, and one more after an odd step.
    """

    def __init__(self, frame: FixedSteps, windows: Windows, arcs: Sequence[Arc]) -> None:
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
            many = len(problem.fixed) * _MANY_FIXED >= len(windows)
            self.plain = options <= (_MOST_OPTIONS if many else _OPTIONS) * len(windows)
            if self.plain:
                self._add_steps(windows)
            else:
                self._add_numbers(windows)

    def _add_steps(self, windows: Windows) -> None:
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

    def _add_numbers(self, windows: Windows) -> None:
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

    def solve(self) -> dict[int, int]:
        """Run CP-SAT until it has a result or a limit is reached. Returns the arcs of the tour, if it found
        one.

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
            problem.report("CP-SAT, seconds", int(problem.seconds), int(problem.time_limit or 0))
            return math.inf if problem.time_limit is None else problem.time_limit - problem.seconds

        status = run_watched(lambda: solver.solve(self.model), watch=seconds_left, stop=solver.stop_search)
        if status == cp_model.MODEL_INVALID:
            raise AssertionError(f"CP-SAT rejects the model: {self.model.validate()}")
        self.conflicts, self.branches = solver.num_conflicts, solver.num_branches
        self.infeasible = status == cp_model.INFEASIBLE
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return {}
        return {a: b for (a, b), taken in self.arcs.items() if solver.boolean_value(taken)}


def _answer(frame: FixedSteps, windows: Windows, model: _Model) -> Outcome:
    """The outcome from CP-SAT's result. If no start was given, its start is where the walk begins."""
    problem, next_square = frame.problem, model.solve()
    done = f"{plural(model.conflicts, 'conflict')} and {plural(model.branches, 'branch', 'branches')}"
    account = (model.size(), f"CP-SAT: one worker, seed {problem.seed}, {done}")
    work = Work(steps=model.conflicts, account=account if problem.explain else ())
    if next_square:
        walk = Walk.from_indices(problem.board, _from_step_1(frame, next_square))
        return problem.found(walk, f"found by CP-SAT with {done}", **work)
    if model.infeasible:
        reason = f"CP-SAT proved with {done} that {_no_such_tour(frame)}"
        return problem.impossible(reason, **work)
    out = problem.ran_out(model.conflicts) or f"CP-SAT stopped after {done}"
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
    ending = "" if problem.end is None else f" and ends on {problem.board.show(problem.end)}"
    fixed = f" with {plural(len(problem.fixed), 'fixed square')}" if problem.fixed else ""
    return f"no {wanted} starts on {problem.board.show(problem.start)}{ending}{fixed}"

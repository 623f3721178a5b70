"""The steps that fixed squares leave open to the other squares, worked out before method `exact` searches.

Take a fixed square at step k and the next fixed square, at step m. A square that is p moves away from the
first and q moves from the second can only have the steps k + p to m - q between them, and only every second
of these, because a leaper's graph has no odd circuits. `open_numbers` finds these windows, and
`possible_arcs` the moves that they allow. Both return the reason if it turns out that there is no tour.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from turaga.greedy import tie_rng, whole_walk
from turaga.solve.problem import Problem
from turaga.text import plural, show
from turaga.theory import changes_colour
from turaga.walk import Walk

NOWHERE = -1  # the node between the last square of an open tour and the first, if any square can be the first

Arc = tuple[int, int]
Stop = tuple[int, int]  # a step and the square that is fixed there
Window = tuple[int, int]  # the least and the greatest step that a square can have; every second one counts


def _show(problem: Problem, index: int) -> str:
    return show(problem.board.square(index))


@dataclass(frozen=True, kw_only=True)
class FixedSteps:
    """The squares whose steps are known, and the range of steps of the circuit.

    The steps go from 1 to the size of the board. But on a closed tour without a given start they begin with
    the first fixed step. Those above the size of the board then stand for the steps from 1 on.
    """

    problem: Problem
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

    def among(self) -> str:
        """The fixed squares as a clause."""
        squares = [f"{k} on {_show(self.problem, square)}" for k, square in self.placed.items()]
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
        problem=problem, placed=dict(sorted(placed.items())), first=min(placed) if problem.closed else 1
    )


def clash_of(frame: FixedSteps) -> str | None:
    """Why the fixed squares rule out a tour; None if the windows and the moves do not show that they do."""
    table = frame.problem.board.neighbour_table()
    windows, clash = open_numbers(frame, table)
    return clash if clash is not None else possible_arcs(frame, windows, table)[1]


def fitting_walk(frame: FixedSteps, start: int) -> Walk:
    """The greedy walk from a square, as far as it agrees with the fixed squares: what to show if a method
    that makes no walks gives up.
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


def open_numbers(
    frame: FixedSteps, table: Sequence[Sequence[int]]
) -> tuple[dict[int, list[Window]], str | None]:
    """The windows of possible steps for each square, and the reason if there is no tour.

    A window lies between two consecutive fixed squares. The walk between them avoids all other fixed squares,
    so distances are measured around these, and only up to the number of moves between the two steps.
    """
    problem = frame.problem
    if not frame.placed:
        return _open_anywhere(frame, table)
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


def _open_anywhere(
    frame: FixedSteps, table: Sequence[Sequence[int]]
) -> tuple[dict[int, list[Window]], str | None]:
    """The windows if no step is known: the squares of one side have the odd steps.

    It is the side with more squares. If there are as many on both sides, it can be either, because a tour can
    be reversed.
    """
    board = frame.problem.board
    first = board.index(board.first_square)
    far = _distances(table, first, set(), board.size)
    for square in board.indices():
        if square not in far:
            return {}, f"no walk leads from {_show(frame.problem, first)} to {_show(frame.problem, square)}"
    even = sum(moves % 2 == 0 for moves in far.values())
    begin = 0 if 2 * even >= board.size else 1
    windows = {}
    for square in board.indices():
        least = 1 + (far[square] + begin) % 2
        windows[square] = [(least, board.size - (board.size - least) % 2)]
    return windows, _why_unbalanced(frame, windows)


def _open_between(
    one: Stop,
    other: Stop,
    frame: FixedSteps,
    table: Sequence[Sequence[int]],
    windows: dict[int, list[Window]],
) -> bool:
    """Add the windows between two consecutive fixed squares. Returns whether the walk can get from the first
    to the second in exactly the moves between their steps."""
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
    first: Stop,
    last: Stop,
    frame: FixedSteps,
    table: Sequence[Sequence[int]],
    windows: dict[int, list[Window]],
) -> None:
    """Add the windows of an open tour before the first fixed square and after the last."""
    taken, size = set(frame.placed.values()), frame.problem.board.size
    (m, there), (k, here) = first, last
    for square, before in _distances(table, there, taken, m - 1).items():
        if square not in taken:
            windows[square].append((1 + (m - before - 1) % 2, m - before))
    for square, after in _distances(table, here, taken, size - k).items():
        if square not in taken:
            windows[square].append((k + after, size - (size - k - after) % 2))


def _distances(table: Sequence[Sequence[int]], start: int, barred: set[int], most: int) -> dict[int, int]:
    """The distance in moves of each square from the start, up to `most`, avoiding the barred squares. The
    start itself can be barred."""
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


def _why_apart(frame: FixedSteps, one: Stop, other: Stop, table: Sequence[Sequence[int]]) -> str:
    """Why the walk cannot get from one fixed square to the next in the moves between their steps."""
    (k, here), (m, there) = one, other
    problem, size = frame.problem, frame.problem.board.size
    a, b = _show(problem, here), _show(problem, there)
    until = f"to step {m}"
    if m > size:
        until = "back to the start" if frame.first == 1 else f"round to step {m - size}"
    count = f"there {'is' if m - k == 1 else 'are'} {plural(m - k, 'move')} from step {k} {until}"
    shortest = _distances(table, here, set(), size).get(there)
    if shortest is None:
        return f"no walk leads from {a} to {b}"
    if (m - k - shortest) % 2:
        kind = "odd" if shortest % 2 else "even"
        colour = ", because each move changes colour" if changes_colour(problem.board) else ""
        return f"every walk from {a} to {b} has an {kind} number of moves{colour}, but {count}"
    past = ""
    if shortest <= m - k:
        past = " that avoids the other fixed squares"
        shortest = _distances(table, here, {*frame.placed.values()} - {there}, size).get(there)
    if shortest is None:
        return f"no walk{past} leads from {a} to {b}"
    return f"the shortest walk from {a} to {b}{past} has {plural(shortest, 'move')}, but {count}"


def _why_left_out(frame: FixedSteps, square: int, table: Sequence[Sequence[int]]) -> str:
    """Why no step is possible for a square."""
    problem, somewhere = frame.problem, next(iter(frame.placed.values()))
    here, there = _show(problem, square), _show(problem, somewhere)
    if square not in _distances(table, somewhere, set(), problem.board.size):
        return f"no walk leads from {there} to {here}"
    return f"no step is left for {here}: {frame.among()}, a walk through it is too late at a fixed square"


def _why_unbalanced(frame: FixedSteps, windows: Mapping[int, Sequence[Window]]) -> str | None:
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


def possible_arcs(
    frame: FixedSteps, windows: Mapping[int, Sequence[Window]], table: Sequence[Sequence[int]]
) -> tuple[list[Arc], str | None]:
    """The arcs that the windows allow: moves, and arcs from possible ends back to where the circuit begins.

    Also the reason, if there is no tour because some square cannot be entered or left.
    """
    arcs = [
        (here, there)
        for here, numbers in windows.items()
        for there in table[here]
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
            return arcs, f"no move leads {words} {_show(frame.problem, square)}, {frame.among()}"
    return arcs, None


def _may_follow(these: Sequence[Window], those: Sequence[Window]) -> bool:
    """Whether some step of `those` directly follows a step of `these`. The squares are a move apart."""
    return any(max(a + 1, c) <= min(b + 1, d) for a, b in these for c, d in those)


def possible_squares(step: int, windows: Mapping[int, Sequence[Window]]) -> list[int]:
    """The squares that can be at a step."""
    return [
        square
        for square, steps in windows.items()
        if any(a <= step <= b and (step - a) % 2 == 0 for a, b in steps)
    ]

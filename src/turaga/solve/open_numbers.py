"""What squares with a fixed number leave open, worked out before method `exact` searches.

Between the k-th square and the next one that is placed, the m-th, a square p moves from the one and q from
the other can only be numbers k + p to m - q, every second of them, since no leaper's graph has odd circuits.
`open_numbers` finds these windows, `possible_arcs` the moves they allow, and both say why there is no tour if
that shows already.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from turaga.errors import BadRule
from turaga.solve.problem import Problem
from turaga.text import plural, show
from turaga.theory import changes_colour

NOWHERE = -1  # the node between the last square of an open tour and the first, if any may be the first

Arc = tuple[int, int]
Stop = tuple[int, int]  # a number and the square that has it
Window = tuple[int, int]  # the least and the greatest of numbers a square may have, every second of them


def _show(problem: Problem, number: int) -> str:
    return show(problem.board.square(number))


@dataclass(frozen=True, kw_only=True)
class FixedSteps:
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
        return self.placed.get(self.first, NOWHERE)

    def among(self) -> str:
        """The squares placed, as a clause."""
        squares = [f"{k} on {_show(self.problem, square)}" for k, square in self.placed.items()]
        shown = ", ".join(squares[:4]) + (f" and {len(squares) - 4} more" if len(squares) > 4 else "")
        return f"with {'number' if len(squares) == 1 else 'numbers'} {shown}"


def free_start(problem: Problem) -> bool:
    """Whether any square may be the start: nobody gave one, and a number that is fixed may rule out the
    one that was chosen instead."""
    return problem.any_start and bool(problem.fixed)


def frame_of(problem: Problem) -> FixedSteps:
    """What is placed: the start unless it is free, the end if it is given, and the fixed squares."""
    placed = {} if free_start(problem) else {1: problem.start}
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
    return FixedSteps(
        problem=problem, placed=dict(sorted(placed.items())), first=min(placed) if problem.closed else 1
    )


def open_numbers(
    frame: FixedSteps, table: Sequence[Sequence[int]]
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
    one: Stop,
    other: Stop,
    frame: FixedSteps,
    table: Sequence[Sequence[int]],
    windows: dict[int, list[Window]],
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
    first: Stop,
    last: Stop,
    frame: FixedSteps,
    table: Sequence[Sequence[int]],
    windows: dict[int, list[Window]],
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


def _why_apart(frame: FixedSteps, one: Stop, other: Stop, table: Sequence[Sequence[int]]) -> str:
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


def _why_left_out(frame: FixedSteps, square: int, table: Sequence[Sequence[int]]) -> str:
    """Why a square can have no number."""
    problem, somewhere = frame.problem, next(iter(frame.placed.values()))
    here, there = _show(problem, square), _show(problem, somewhere)
    if square not in _distances(table, somewhere, set(), problem.board.size):
        return f"no way leads from {there} to {here}"
    return f"no number is left for {here}: {frame.among()}, a walk that goes there is not in time elsewhere"


def _why_unbalanced(frame: FixedSteps, windows: Mapping[int, Sequence[Window]]) -> str | None:
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


def possible_arcs(
    frame: FixedSteps, windows: Mapping[int, Sequence[Window]], table: Sequence[Sequence[int]]
) -> tuple[list[Arc], str | None]:
    """The moves a tour may make, by the numbers of their squares, and its ways back to where it begins; and
    why there is no tour, if a square has no move to it or from it."""
    arcs = [
        (here, there)
        for here, numbers in windows.items()
        for there in table[here]
        if _may_follow(numbers, windows[there])
    ]
    starts, ends = that_may_be(frame.one, windows), that_may_be(frame.last, windows)
    arcs += [(end, frame.home) for end in ends]
    if frame.home == NOWHERE:
        arcs += [(NOWHERE, start) for start in starts]
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


def that_may_be(number: int, windows: Mapping[int, Sequence[Window]]) -> list[int]:
    """The squares that may have a number."""
    return [
        square
        for square, numbers in windows.items()
        if any(a <= number <= b and (number - a) % 2 == 0 for a, b in numbers)
    ]

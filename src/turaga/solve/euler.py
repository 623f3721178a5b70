"""Method `euler`, and `repair`: make a tour of a walk that is none, by reversing stretches of it.

Euler's method (Solution d'une question curieuse, 1759) as an algorithm. Take a walk; as long as squares are
missing, reverse stretches of it until its end is beside a free square, and step in. Then, if a closed tour
is wanted, reverse stretches until the end is a move from the start; if a certain end is wanted, until the
walk ends there. `rotations.py` finds which stretches; here is what is tried in which order, and when it is
given up.

A try that fails is followed by another with another walk: of one that was given, less and less is kept; of
those by the rule, each has a further order as in `greedy`, and they begin in turn at the start, at the given
end (the tour is then walked the other way) and elsewhere (both ends are then brought where they belong).
By the rule `outermost`, on boards with sides from 6 only given ends have ever needed a second
try (scripts/mending.py).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from turaga.board import Board, Square
from turaga.errors import BadInput, BadRule
from turaga.greedy import tie_rng
from turaga.limits import Progress
from turaga.order import ordered_steps
from turaga.rng import Rng
from turaga.rule import Rule
from turaga.solve.greedy import Walker, rules_to_try
from turaga.solve.outcome import Outcome
from turaga.solve.problem import Problem
from turaga.solve.request import Request
from turaga.solve.rotations import RanOut, Rotator
from turaga.text import plural, show
from turaga.theory import colour, verdict
from turaga.verify import verify
from turaga.walk import Walk

MOST_SQUARES = 10**8  # a path takes eight bytes a square, and as much again when it is written out
MOST_MISSING = 10**6  # these are held one by one
_TRIES = 1000  # at most; fewer on boards of more than `_WORK / _TRIES` squares
_WORK = 10**7
_LEAST_TRIES = 10
_SHORTER = 8  # tries with ever less of a walk that was given, before it is begun anew
_MOST_SHOWN = 400  # squares of a walk that an account lists
_PLAIN = 50_000  # squares of a path from which arrays are worth it


def solve_by_euler(problem: Problem) -> Outcome:
    """Found, or given up with the longest walk seen; never Impossible.

    A greedy walk, repaired. A reversal costs 10 to 130 microseconds on 64 to 10^6 squares; looking
    for one, some ten microseconds an end; putting a square in, about as much. A step is a square entered or
    an end looked at.
    """
    return _Euler(problem).solve()


def repair(
    walk: Walk,
    *,
    close: bool = False,
    end: Square | str | None = None,
    free_start: bool = False,
    rule: Rule | str | None = None,
    seed: int = 0,
    explain: bool = False,
    step_limit: int | None = None,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Outcome:
    """A tour made of a walk by Euler's method (`Found`), proof that there is none
    (`Impossible`), or the longest walk that came of it (`GaveUp`).

    The start stays where it is unless `free_start`; `close` asks for a closed tour, `end` for one that
    ends there. The outcome counts the `reversals` and the `insertions`, squares put in; with `explain` its
    `account` tells each of them, a line each. The rest is as for `turaga.solve`.

    >>> import turaga
    >>> walk = turaga.solve("8x8", like="bencic", start="5,3").best
    >>> outcome = repair(walk, close=True)
    >>> outcome.tour, outcome.reversals, outcome.insertions
    (<Tour of 64 squares of 8x8, 5,3 to 3,4, closed>, 4, 4)
    """
    if not isinstance(walk, Walk):
        raise BadInput(
            f"mend takes a Walk or a Tour, and this is a {type(walk).__name__}",
            field="walk",
            value=type(walk).__name__,
        )
    board = walk.board
    if walk.start is None:
        raise BadInput(
            "a walk of no squares has no start", accepted="give it one square at least", field="walk"
        )
    if board.size - len(walk) > MOST_MISSING:
        raise BadInput(
            f"the walk misses {board.size - len(walk)} squares of {board}, and at most {MOST_MISSING} (10^6) "
            "are put in",
            accepted="give a longer one",
            field="walk",
        )
    report = verify(walk)
    if report.faults:
        raise BadInput("what is given is not a walk", accepted=report.faults[0].what, field="walk")
    request = Request.read(
        board,
        start=None if free_start else walk.start,
        end=end,
        closed=close,
        method="euler",
        rule=rule,
        seed=seed,
        explain=explain,
        step_limit=step_limit,
        time_limit=time_limit,
    )
    problem = Problem.of(request, board.index(walk.start), progress)
    answer = verdict(request.question)
    if answer.exists is False:
        return problem.refused(answer)
    return _Euler(problem, walk, free_start).solve()


mend = repair  # its name in 0.1.0


def repair_tour(problem: Problem, tour: Walk) -> Outcome:
    """The outcome of a problem by repairing a walk that is there already, such as one built of blocks."""
    return _Euler(problem, tour).solve()


def near_squares(board: Board) -> Callable[[int], list[int]]:
    """The board's `neighbours` in the first order, several times as fast away from the edge.

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
    """A walk to repair, by which rule it came, whether it starts where the tour is to end, and what it is."""

    walk: Walk
    rule: Rule
    from_end: bool
    what: str


class _Euler:
    """One problem, tried again and again."""

    def __init__(self, problem: Problem, given: Walk | None = None, free_start: bool = False) -> None:
        board = problem.board
        if board.area > MOST_SQUARES:
            raise BadRule(
                f"method euler takes boards of at most {MOST_SQUARES} (10^8) places, and {board} "
                f"has {board.area}",
                field="method",
                value="euler",
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
        if self.free_start:
            problem = replace(problem, start=problem.board.index(walk[0]))
        work = [plural(rotator.reversals, "reversal")] if rotator.reversals else []
        work += [plural(rotator.insertions, "insertion")] if rotator.insertions else []
        if self.given is None:
            how = f"walked by the rule and mended by {' and '.join(work)}" if work else "found directly"
        else:
            how = f"mended by {' and '.join(work)}" if work else "with nothing to mend"
            if len(one.walk) < len(self.given) and one.what == "what is kept of the walk":
                how = f"with the first {plural(len(one.walk), 'square')} kept, {how}"
            elif one.walk is not self.given:
                how = f"begun anew by the rule, {how}"
        if tries > 1:
            how += f", in try {tries}"
        return problem.found(
            walk,
            how,
            rule=one.rule,
            steps=self.steps,
            retries=tries - 1,
            reversals=rotator.reversals,
            insertions=rotator.insertions,
            account=tuple(rotator.account),
        )

    # -- the walks to repair ----------------------------------------------------------------------

    def _walks(self) -> Iterator[_Try]:
        """The walk that was given, then ever less of it; then greedy walks by the rule and further orders:
        from the start, from the given end, and from elsewhere, in turn."""
        problem = self.problem
        board, rule = problem.board, problem.rule
        if self.given is not None:
            indices = self.given.indices if len(self.given) < _PLAIN else self.given.array()
            yield _Try(self.given, rule, False, "the walk")
            for i in range(1, _SHORTER):
                kept = indices[: 1 + (len(indices) - 1) * (_SHORTER - i) // _SHORTER]
                yield _Try(Walk.from_indices(board, kept), rule, False, "what is kept of the walk")
        tries = max(_LEAST_TRIES, min(_TRIES, _WORK // board.size))
        rules = rules_to_try(board, problem.start, rule, problem.seed, tries - 1, problem.orders)
        rng = Rng(problem.seed, problem.start, 2)
        for i, by in enumerate(rules):
            if i % 3 == 1 and problem.end is not None and not self.free_start:
                yield _Try(self._greedy_walk(problem.end, by), by, True, "a walk by the rule from the end")
            elif i % 3 == 2:
                walk = self._greedy_walk(self._elsewhere(rng), by)
                yield _Try(walk, by, False, "a walk by the rule from elsewhere")
            else:
                yield _Try(self._greedy_walk(problem.start, by), by, False, "a walk by the rule")

    def _elsewhere(self, rng: Rng) -> int:
        """A square drawn from those of the start's colour."""
        board, start = self.problem.board, self.problem.start
        while True:
            index = rng.below(board.area)
            if index not in board.hole_indices and colour(board.square(index)) == colour(board.square(start)):
                return index

    def _greedy_walk(self, start: int, rule: Rule) -> Walk:
        problem, before = self.problem, self.steps
        left = problem.goal if problem.step_limit is None else min(problem.goal, problem.step_limit - before)

        def tick(visited: int) -> bool:
            if problem.progress:
                problem.progress("walking", visited, problem.goal)
            return problem.ran_out(before + visited) is not None

        walk = self.walker.walk(start, rule, tie_rng(problem.seed, start), left, tick)
        self.steps += len(walk)
        return walk

    def _rotator(self, one: _Try) -> Rotator:
        problem, board, walk = self.problem, self.problem.board, one.walk
        missing = walk.unvisited if len(walk) < board.size else ()
        rotator = Rotator(
            walk.array() if walk.held_as_array or board.area > _PLAIN else walk.indices,
            (board.index(square) for square in missing),
            self.near,
            area=board.area,
            cols=board.cols,
            telling=problem.explain,
            tick=self._tick,
        )
        for line in _what_it_is(one, missing, shown=walk is not self.given):
            rotator.tell(line)
        return rotator

    def _tick(self, work: int, squares: int) -> str | None:
        if self.problem.progress:
            self.problem.progress("mending", squares, self.problem.goal)
        return self.problem.ran_out(self.steps + work)

    # -- repairing one of them --------------------------------------------------------------------

    def _repair(self, rotator: Rotator, one: _Try) -> bool:
        """Make the walk what was asked for; whether that worked."""
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
            rotator.turn_round()
        return True

    # -- what came of it --------------------------------------------------------------------------

    def _walk_of(self, rotator: Rotator) -> Walk:
        board = self.problem.board
        if board.area > _PLAIN:
            return Walk.from_indices(board, rotator.path.array(), handed_over=True)
        return Walk.from_indices(board, rotator.path.squares())

    def _keep_best(self, walk: Walk, rule: Rule) -> None:
        """Keep a walk if it is the longest so far, of those that begin where they should."""
        in_place = self.free_start or walk[0] == self.problem.board.square(self.problem.start)
        if in_place and (self.best is None or len(walk) > len(self.best)):
            self.best, self.best_rule = walk, rule

    def _why_given_up(self, tries: int) -> str:
        assert self.best is not None
        problem = self.problem
        tried = plural(tries, "try", "tries")
        if len(self.best) < problem.goal:
            missing = plural(problem.board.size - len(self.best), "square")
            return f"reversals did not reach the last {missing}, in {tried}"
        if problem.end is not None:
            return f"reversals did not bring the end to {show(problem.board.square(problem.end))}, in {tried}"
        return f"reversals did not close the tour, in {tried}"


def _close(rotator: Rotator, start: int, end: int | None) -> bool:
    """Close the tour, moving its start if moving its end does not do; then let it end on the given square
    or, if there is none, begin at the start."""
    if not rotator.close():
        rotator.turn_round()
        if not rotator.close():
            return False
    first = rotator.path.position(start) if end is None else rotator.path.position(end) + 1
    if 0 < first < len(rotator.path):
        rotator.cut(first)
    rotator.tell("the end is a move from the start: the tour is closed")
    return True


def _bring_either_end(rotator: Rotator, target: int) -> bool:
    """Make the path end on a square, by moving its end or, the other way round, its start."""
    if rotator.bring_end_to(target):
        return True
    rotator.turn_round()
    return rotator.bring_end_to(target)


def _bring_start_to(rotator: Rotator, start: int) -> bool:
    """Make the path begin at a square: as one of its ends, or as a square of the circuit it may be made."""
    if not _bring_either_end(rotator, start):
        return _close(rotator, start, None)
    rotator.turn_round()
    return True


def _what_it_is(one: _Try, missing: tuple[Square, ...], *, shown: bool) -> list[str]:
    """What is repaired and what it misses; and its squares, unless the reader has them."""
    walk = one.walk
    have = f"{one.what} has {len(walk)} of {plural(walk.board.size, 'square')}"
    have += f", from {show(walk[0])} to {show(walk[-1])}"
    if missing:
        first = " ".join(show(square) for square in missing[:20])
        more = f" and {len(missing) - 20} more" if len(missing) > 20 else ""
        have += f"; missing {'is' if len(missing) == 1 else 'are'} {first}{more}"
    lines = [have]
    if shown and len(walk) <= _MOST_SHOWN:
        lines.append(f"its squares: {' '.join(show(square) for square in walk)}")
    return lines

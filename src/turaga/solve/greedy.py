"""Method `greedy`: walk by the rule, and if the walk fails, walk again with another order.

After a failed walk it tries the given orders one after another, or new random orders. It never tries two
orders of the same class under the board's symmetries, because they make the same walks from mirrored starts.
Such an order replaces all tie-breaks of the rule. If it only decided the ties that `outermost` leaves, it
would change little: from the corner of 8x8, no order would then close the tour in a thousand tries, but with
the order alone the nineteenth does.
"""

import sys
from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING

from turaga.board import Board
from turaga.greedy import tie_rng, whole_walk
from turaga.order import FIRST_ORDER
from turaga.rng import Rng
from turaga.rule import Rule
from turaga.solve.outcome import Attempt, Outcome
from turaga.solve.problem import Problem, Work
from turaga.symmetry import board_symmetries, order_class
from turaga.text import plural
from turaga.walk import Walk

if TYPE_CHECKING:
    from turaga.compiled_greedy import PaddedBoard

# Loading numba is worth it for more squares than this. Plain Python takes 4 to 8 microseconds a square.
PLAIN_SQUARES = 50_000
_MOST_LISTED = 20  # attempts that an account lists


def solve_greedily(problem: Problem) -> Outcome:
    """Found, or GaveUp with the longest walk; never Impossible.

    A walk costs 4 to 8 microseconds a square in plain Python and about 15 nanoseconds in the kernel.
    """
    board, end = problem.board, problem.end
    # A given end is reserved for the last step: until then it is a hole.
    walker = Walker(board if end is None or end == problem.start else board.with_holes([end]))
    rng = tie_rng(problem.seed, problem.start)
    rules = rules_to_try(board, problem.start, problem.rule, problem.seed, problem.retries, problem.orders)
    steps = tries = 0
    best: Walk | None = None
    best_rule = problem.rule
    out: str | None = None
    attempts: list[Attempt] = []
    for rule in rules:
        out = problem.ran_out(steps) if tries else None
        if out:
            break
        problem.report("trying orders" if tries else "walking", tries, problem.retries if tries else 0)
        walk, out = _walk_once(problem, walker, rule, rng, steps)
        tries += 1
        steps += len(walk)
        attempts.append(Attempt(rule, len(walk), board.size, walk[-1], walk.closed))
        if problem.reached_by(walk):
            best, best_rule = walk, rule
            break
        if best is None or len(walk) > len(best):
            best, best_rule = walk, rule
        if out:
            break
    assert best is not None
    work = Work(
        rule=best_rule,
        steps=steps,
        retries=tries - 1,
        attempts=tuple(attempts),
        account=_account(problem, attempts),
    )
    if problem.reached_by(best):
        how = f"on retry {tries - 1} with order {best_rule.order}" if tries > 1 else "on the first try"
        return problem.found(best, f"found {how}", **work)
    return problem.gave_up(best, out or _why_given_up(problem, best, tries - 1), **work)


def _account(problem: Problem, attempts: list[Attempt]) -> tuple[str, ...]:
    """A line about each attempt, if an explanation is wanted and there were several.

    If there were many, the lines in the middle are summed up in one.
    """
    if not problem.explain or len(attempts) < 2:
        return ()
    lines = [str(attempt) for attempt in attempts]
    if len(attempts) > _MOST_LISTED:
        visited = [attempt.visited for attempt in attempts[_MOST_LISTED - 1 : -1]]
        count = plural(len(visited), "more attempt")
        between = f"{count} with {min(visited)} to {max(visited)} squares"
        lines = [*lines[: _MOST_LISTED - 1], between, lines[-1]]
    return tuple(lines)


def _walk_once(
    problem: Problem, walker: "Walker", rule: Rule, rng: Rng, before: int
) -> tuple[Walk, str | None]:
    """A walk by a rule after `before` steps of earlier walks, and the limit that cut it short, if any."""
    end = None if problem.end == problem.start else problem.end
    left = problem.goal if problem.step_limit is None else min(problem.goal, problem.step_limit - before)
    out: str | None = None

    def tick(visited: int) -> bool:
        nonlocal out
        if before == 0:
            problem.report("walking", visited, problem.goal)
        out = problem.ran_out(before + visited)
        return out is not None

    walk = walker.walk(problem.start, rule, rng, max(1, left - (end is not None)), tick)
    if end is not None:
        # As a walk of the board itself, where the end is not a hole. It is entered if all else is visited.
        held = walk.stored_indices
        walk = Walk.from_indices(problem.board, held, handed_over=True)  # already frozen and shared
        if problem.goal - 1 <= len(walk) < left and problem.board.is_move(int(held[-1]), end):
            walk = walk.with_end(end)
    if out or not len(walk) == left < problem.goal:  # a dead end is not a limit
        return walk, out
    return walk, problem.ran_out(before + len(walk))


def _why_given_up(problem: Problem, best: Walk, retries: int) -> str:
    ended = f"none of the {retries + 1} walks ended" if retries else "the walk did not end"
    if problem.closed and best.complete:
        return f"{ended} a move away from its start"
    if problem.end is not None and len(best) == problem.board.size - 1:
        return f"{ended} a move away from {problem.board.show(problem.end)}"
    missing = plural(problem.board.size - len(best), "square")
    if retries:
        return f"all {retries + 1} walks ran into dead ends, the longest with {missing} unvisited"
    return f"the walk ran into a dead end with {missing} unvisited"


def rules_to_try(
    board: Board, start: int, rule: Rule, seed: int, retries: int, orders: tuple[str, ...]
) -> Iterator[Rule]:
    """The rule itself, then the same rule with ties broken by the given orders or by random ones."""
    further = further_orders(board, start, rule, seed, retries, orders)
    return chain([rule], (rule.by_order(order) for order in further))


def further_orders(
    board: Board, start: int, rule: Rule, seed: int, retries: int, orders: tuple[str, ...]
) -> Iterator[str]:
    """The orders to try after a walk by the rule has failed: the given ones, or `retries` random ones."""
    if orders:
        return iter(orders)
    return islice(fresh_orders(board, rule.order, Rng(seed, start, 1)), retries)


def fresh_orders(board: Board, used: str | None, rng: Rng) -> Iterator[str]:
    """Random orders, at most one of each class and none of the class of `used`, until none are left.

    >>> orders = list(fresh_orders(Board("8x8"), "12345678", Rng(0)))
    >>> len(orders), len({order_class(order) for order in orders})
    (5039, 5039)
    """
    symmetries = board_symmetries(board)
    classes = 40320 // len(symmetries)  # a symmetry changes every direction, so no order is its own image
    seen = set() if used is None else {order_class(used, symmetries)}
    while len(seen) < classes:
        order = "".join(rng.shuffled(FIRST_ORDER))
        name = order_class(order, symmetries)
        if name not in seen:
            seen.add(name)
            yield order


def worth_compiling(squares: int) -> bool:
    """Whether the kernels are worth loading to visit `squares` squares, or are already loaded."""
    return squares > PLAIN_SQUARES or "turaga.compiled_greedy" in sys.modules


class Walker:
    """Makes many walks on a board, in plain Python until the kernels are worth loading."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.spent = 0
        self._ground: PaddedBoard | None = None

    def walk(
        self, start: int, rule: Rule, rng: Rng, limit: int, tick: Callable[[int], bool] | None = None
    ) -> Walk:
        """The walk by the rule from a start, cut off after `limit` squares."""
        if self.board.moveless:
            return Walk.from_indices(self.board, (start,))
        self.spent += self.board.size
        if not worth_compiling(self.spent):
            return whole_walk(self.board, start, rule, rng, limit=limit, tick=tick)
        from turaga.compiled_greedy import CompiledRule, PaddedBoard

        if self._ground is None:
            self._ground = PaddedBoard(self.board)
        return CompiledRule(self._ground, rule).walk(start, rng, limit, tick)

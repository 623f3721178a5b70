"""Method `greedy`: walk by the rule, and if the walk fails, again with another order.

After a failed walk it takes the orders given, one after the other, or draws fresh ones, never two of the
same class under the board's symmetries: those walk alike from mirrored starts. Such an order takes the
place of all the rule's tie-breaks. Were it only to decide what `outermost` leaves equal, it would change
little: from the corner of 8x8 no order then closes the tour in a thousand tries, and with the order alone
the nineteenth does.
"""

import sys
from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING

from turaga.board import Board
from turaga.dice import Dice
from turaga.notation.forms import plural
from turaga.order import FIRST_ORDER
from turaga.rule import Rule
from turaga.solve.outcome import Outcome
from turaga.solve.problem import Problem
from turaga.symmetry import board_symmetries, order_class
from turaga.tour import Walk
from turaga.walk import tie_dice, whole_walk

if TYPE_CHECKING:
    from turaga.solve.compiled import Ground

__all__ = ["FURTHER_ORDERS", "Walker", "fresh_orders", "greedy", "kernels_repay", "rules_to_try"]

# Squares a solve may visit in plain Python, at 4 to 8 microseconds each, before loading numba repays itself.
PLAIN_SQUARES = 100_000
# How many further orders are tried for a closed tour, or the best walk, if --retries does not say.
FURTHER_ORDERS = 1000


def greedy(problem: Problem) -> Outcome:
    """Found, or given up with the longest walk seen; never Impossible.

    A walk costs 4 microseconds a square in plain Python and about 15 nanoseconds in the kernel.
    """
    walker = Walker(problem.board)
    dice = tie_dice(problem.seed, problem.start)
    limit = problem.step_limit
    steps = retries = 0
    best: Walk | None = None
    best_rule = problem.rule
    out: str | None = None
    tries = rules_to_try(
        problem.board, problem.start, problem.rule, problem.seed, problem.retries, problem.orders
    )
    for retries, rule in enumerate(tries):
        if problem.progress and retries == 0:
            problem.progress("walking", 0, problem.goal)
        left = problem.goal if limit is None else min(problem.goal, limit - steps)
        walk = walker.walk(problem.start, rule, dice, left, _tick(problem, steps))
        steps += len(walk)
        if problem.reached_by(walk):
            how = "found directly" if retries == 0 else f"found with further order {retries}, {rule.order}"
            return problem.found(walk, how, rule=rule, steps=steps, retries=retries)
        if best is None or len(walk) > len(best):
            best, best_rule = walk, rule
        out = problem.ran_out(steps)
        if out:
            break
        if problem.progress and retries:
            problem.progress("trying orders", retries, problem.retries)
    assert best is not None
    return problem.gave_up(
        best, out or _why_given_up(problem, best, retries), rule=best_rule, steps=steps, retries=retries
    )


def _why_given_up(problem: Problem, best: Walk, retries: int) -> str:
    tried = plural(retries, "further order")
    if problem.closed and best.complete:
        return f"no walk came back to its start, with {tried}"
    missing = plural(problem.board.size - len(best), "square")
    stuck = f"the walk ran into a dead end with {missing} unvisited"
    return f"{stuck}, with {tried}" if retries else stuck


def _tick(problem: Problem, before: int) -> Callable[[int], bool]:
    """What the walker calls now and then: report progress, and say whether time is up."""

    def tick(visited: int) -> bool:
        if problem.progress:
            problem.progress("walking", visited, problem.goal)
        return problem.ran_out(before + visited) is not None

    return tick


def rules_to_try(
    board: Board, start: int, rule: Rule, seed: int, retries: int, orders: tuple[str, ...]
) -> Iterator[Rule]:
    """The rule itself, then the same with ties broken by the given orders, or by fresh ones."""
    further = (
        iter(orders) if orders else islice(fresh_orders(board, rule.order, Dice(seed, start, 1)), retries)
    )
    return chain([rule], (rule.by_order(order) for order in further))


def fresh_orders(board: Board, used: str, dice: Dice) -> Iterator[str]:
    """Random orders, no two of them, nor any and `used`, of the same class; ends when none are left.

    >>> orders = list(fresh_orders(Board("8x8"), "12345678", Dice(0)))
    >>> len(orders), len({order_class(order) for order in orders})
    (5039, 5039)
    """
    symmetries = board_symmetries(board)
    classes = 40320 // len(symmetries)  # a symmetry moves every direction, so no order is its own image
    seen = {order_class(used, symmetries)}
    while len(seen) < classes:
        order = "".join(dice.shuffled(FIRST_ORDER))
        name = order_class(order, symmetries)
        if name not in seen:
            seen.add(name)
            yield order


def kernels_repay(squares: int) -> bool:
    """Whether visiting so many squares is worth loading the kernels, or they are loaded already."""
    return squares > PLAIN_SQUARES or "turaga.solve.compiled" in sys.modules


class Walker:
    """Walks a board again and again, in plain Python until loading the kernels repays itself."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.spent = 0
        self._ground: Ground | None = None

    def walk(
        self, start: int, rule: Rule, dice: Dice, limit: int, tick: Callable[[int], bool] | None = None
    ) -> Walk:
        """The walk by the rule from a start, at most `limit` squares of it."""
        self.spent += self.board.size
        if not kernels_repay(self.spent):
            return whole_walk(self.board, start, rule, dice, limit=limit)
        from turaga.solve.compiled import Ground, Machine

        if self._ground is None:
            self._ground = Ground(self.board)
        return Machine(self._ground, rule).walk(start, dice, limit, tick)

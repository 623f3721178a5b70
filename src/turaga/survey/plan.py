"""The plan of a survey: boards, orders, starts and method. A plan can be stored and compared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from turaga.board import Board
from turaga.errors import BadRule
from turaga.limits import seed_number, whole_number
from turaga.rng import Rng
from turaga.rule import Rule
from turaga.solve.request import check_tries
from turaga.survey import orders_and_starts
from turaga.survey.board_lists import (
    NamedBoard,
    board_name,
    checked_boards,
    checked_limit,
    limit_in_words,
    limit_of,
)
from turaga.survey.board_lists import parse_boards as parse_boards
from turaga.survey.orders_and_starts import Family
from turaga.symmetry import board_symmetries
from turaga.text import quoted

METHODS = ("greedy", "search")
_MOST_TIMED = 10_000  # greedy walks on a board that are made one at a time, to measure each


def _bad(field: str, problem: str, accepted: str) -> BadRule:
    return BadRule(problem, accepted=accepted, field=field)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What a survey walks: every order from every start of every board. Immutable.

    `orders` is `all`, `unique` (one order of each class under the board's symmetries), `random:20`, a list
    with commas, or None for the rule's own order. A list can have serial numbers: `1..100,87654321`.
    `starts` is `all`, `quarter`, `eighth`, `random:10`, or squares separated by spaces: `1,1 3,7 b5`, with
    some for certain boards only: `1,1 7x7:3,5`. A walk that fails is retried with up to `retries` new random
    orders, or with each of `retry_orders`; the longest walk counts. The limits of a search are numbers, or
    texts with a limit for each size of board: `5..6:1000000,7..8:2000000`. With `theory`, a search asks
    theory first. With `prune`, it skips branches that cannot lead to a tour.

    `boards` can also be a text, as `parse_boards` reads it, and `rule` a text for its tie-breaks. Boards can
    have holes. `quarter` and `eighth` are then what is left of these parts of the rectangle.

    >>> plan = Plan(boards=parse_boards("6..10"), rule=Rule("12345678"), orders="unique")
    >>> [str(board) for board in plan.boards], len(plan.orders_of(plan.boards[0]))
    (['6x6', '7x7', '8x8', '9x9', '10x10'], 5040)
    """

    boards: tuple[Board, ...]
    rule: Rule = field(default_factory=Rule)
    orders: str | None = None
    starts: str = "all"
    seed: int = 0
    repeat: int = 1
    retries: int = 0
    retry_orders: tuple[str, ...] = ()
    stop_after_failures: int | None = None
    until_closed: bool = False
    method: str = "greedy"
    step_limit: int | str | None = None
    time_limit: float | str | None = None
    theory: bool = True
    prune: bool = True

    def __post_init__(self) -> None:
        self._set("boards", checked_boards(self.boards))
        self._set("rule", Rule.read(self.rule))
        if self.orders is not None and self.rule.is_random:
            raise _bad(
                "orders",
                f"orders {quoted(self.orders)} cannot be combined with random ties, which use no order",
                "remove the orders, or use another tie-break",
            )
        self._set("orders", None if self.orders is None else orders_and_starts.checked_orders(self.orders))
        self._set("starts", orders_and_starts.checked_starts(self.starts, self.boards))
        self._set("seed", seed_number("seed", self.seed))
        self._set("repeat", whole_number("repeat", self.repeat, 1))
        self._set("retries", whole_number("retries", self.retries, 0))
        orders = (orders_and_starts.parse_plan_order(order, "retry_orders") for order in self.retry_orders)
        self._set("retry_orders", tuple(orders))
        check_tries(self.retries, self.retry_orders)
        if self.stop_after_failures is not None:
            failures = whole_number(
                "stop after failures", self.stop_after_failures, 1, field="stop_after_failures"
            )
            self._set("stop_after_failures", failures)
        for name in ("step_limit", "time_limit"):
            if getattr(self, name) is not None:
                self._set(name, checked_limit(getattr(self, name), name, self.boards))
        self._check_method()
        self._check_runs()

    def _set(self, name: str, value: object) -> None:
        """Set an attribute during construction. The value is frozen afterwards."""
        object.__setattr__(self, name, value)

    def _check_method(self) -> None:
        if self.method not in METHODS:
            problem = f"method {quoted(self.method)} is not available in surveys"
            raise _bad("method", problem, f"write {' or '.join(METHODS)}")
        if self.method == "greedy" and (self.step_limit or self.time_limit):
            limit = "step_limit" if self.step_limit else "time_limit"
            problem = f"the method greedy has no {limit.replace('_', ' ')}"
            raise _bad(limit, problem, "remove the limit, or use the method search")
        if self.method == "search":
            self._check_search()

    def _check_search(self) -> None:
        if self.retries or self.retry_orders:
            retries = "retries" if self.retries else "retry_orders"
            problem = "the method search has no retries, because it backtracks"
            raise _bad(retries, problem, "remove the retries, or use the method greedy")
        if self.until_closed:
            problem = "the method search cannot stop at the first closed tour"
            raise _bad("until_closed", problem, "use the method greedy, or remove until closed")
        if self.step_limit is None and self.time_limit is None:
            raise _bad(
                "step_limit",
                "the method search needs a limit in a survey, because one start may take forever",
                "set a step limit, such as 1000000, or a time limit",
            )

    def _check_runs(self) -> None:
        if self.repeat > 1 and not (self.draws_starts or self.walks_are_random):
            problem = f"repeat {self.repeat} would repeat the same walks"
            raise _bad("repeat", problem, "combine it with random starts, random ties or retries")
        if self.until_closed and self.draws_starts:
            problem = "random starts cannot be combined with until closed"
            raise _bad("starts", problem, "until closed tries the starts row by row")
        if self.until_closed and self.repeat > 1:
            problem = f"repeat {self.repeat} cannot be combined with until closed"
            raise _bad("repeat", problem, "until closed stops at the first closed tour of a board")

    # -- derived values -------------------------------------------------------------------------------------

    @property
    def draws_starts(self) -> bool:
        """Whether the starts are chosen at random."""
        return self.starts.startswith("random:")

    @property
    def lists_starts(self) -> bool:
        """Whether the starts are a list of squares."""
        return not (self.draws_starts or self.starts in orders_and_starts.PARTS)

    @property
    def walks_are_random(self) -> bool:
        """Whether a walk from a given start depends on the seed."""
        return self.rule.is_random or self.retries > 0

    @property
    def derives(self) -> bool:
        """Whether walks by one order are also used to derive the walks by its rotations and reflections. They
        are not if the result depends on chance, on time or on the sequence of the starts, or if starts are
        listed: then each walk is measured."""
        return not (
            self.walks_are_random
            or self.retry_orders
            or self.until_closed
            or self.stop_after_failures is not None
            or self.time_limit is not None
            or self.draws_starts
            or self.lists_starts
        )

    @property
    def keeps_times(self) -> bool:
        """Whether the time and the ending of each walk are stored: those of searches and of listed starts.
        Other walks are made in batches, which is much faster, and there may be millions."""
        return self.method == "search" or self.lists_starts

    def times_walks(self, board: Board) -> bool:
        """Whether the time of each walk on a board is measured. Greedy walks are made in batches if there are
        more than 10,000, even from listed starts."""
        walks = self.repeat * self.count_starts(board) * len(self.orders_of(board))
        return self.method == "search" or (self.lists_starts and walks <= _MOST_TIMED)

    def step_limit_of(self, board: Board) -> int | None:
        """After how many steps a search on a board gives up.

        >>> plan = Plan(boards=parse_boards("5..8"), method="search", step_limit="5..6:1000,7..8:2000")
        >>> plan.step_limit_of(Board("8x8"))
        2000
        """
        limit = limit_of(self.step_limit, "step_limit", board)
        return None if limit is None else int(limit)

    def time_limit_of(self, board: Board) -> float | None:
        """After how many seconds a search on a board gives up."""
        return limit_of(self.time_limit, "time_limit", board)

    def limit_words(self) -> str:
        """The limits of a search in words, "" if there are none.

        >>> Plan(boards=parse_boards("8"), method="search", step_limit=5000, time_limit=0.5).limit_words()
        '5000 steps or 0.5 s'
        """
        limits = {"step_limit": self.step_limit, "time_limit": self.time_limit}
        return " or ".join(limit_in_words(limit, field) for field, limit in limits.items() if limit)

    @property
    def rule_words(self) -> str:
        """The rule without its order, as in the column `rule`.

        >>> Plan(boards=parse_boards("8"), rule=Rule(open_start=True)).rule_words
        'fewest onward moves, ties outermost, then order (open start)'
        """
        rule = self.rule
        ties = rule.tie_words.replace(f"order {rule.order}", "order")
        words = rule.describe(f"ties {ties}")
        return words if self.method == "greedy" else f"search: {words}"

    def orders_of(self, board: Board) -> tuple[str, ...]:
        """The orders to walk on a board, each once. Only "0" for random ties, which use no order."""
        if self.rule.is_random:
            return ("0",)
        if self.orders is None:
            return (self.rule.order,)
        if self.orders == "all":
            return orders_and_starts.every_order()
        if self.orders == "unique":
            return orders_and_starts.unique_orders(board_symmetries(board))
        if self.orders.startswith("random:"):
            return orders_and_starts.random_orders(int(self.orders.partition(":")[2]), self.seed)
        return tuple(self.orders.split(","))

    def families_of(self, board: Board) -> tuple[Family, ...]:
        """The orders to walk on a board, in families. Only the first order of each has to be walked."""
        orders = self.orders_of(board)
        if self.derives:
            return orders_and_starts.families(orders, board_symmetries(board))
        return orders_and_starts.each_alone(orders)

    def starts_of(self, board: Board, run: int) -> Sequence[int]:
        """The starts of one run on a board, in the order in which they are walked."""
        return orders_and_starts.start_indices(self.starts, board, self.seed, run)

    def count_starts(self, board: Board) -> int:
        """How many starts a run has on a board."""
        if self.starts == "all":
            return board.size
        if self.draws_starts:
            return min(board.size, int(self.starts.partition(":")[2]))
        return len(self.starts_of(board, 0))

    def seed_of(self, run: int) -> int:
        """The seed of a run. The first run uses the plan's seed, so that `solve` makes the same walk."""
        return self.seed if run == 0 else Rng(self.seed, run).next_bits()

    @property
    def masks(self) -> dict[str, str]:
        """The mask of each board with holes, by the name of the board.

        >>> Plan(boards=(Board("3x3"), Board(3, 3, holes=[(1, 1)]))).masks
        {'mask-3x3': '...\\n.#.\\n...'}
        """
        return {board_name(board): board.mask() for board in self.boards if board.hole_indices}

    def as_json(self) -> dict[str, Any]:
        """The plan as the manifest stores it. It has masks, as lists of lines, only if there are boards with
        holes."""
        masks = {name: mask.split("\n") for name, mask in self.masks.items()}
        return {
            "boards": [board_name(board) for board in self.boards],
            **({"masks": masks} if masks else {}),
            "leaper": list(self.boards[0].leaper),
            "rule": self.rule.text,
            **{field.name: getattr(self, field.name) for field in fields(self)[2:]},  # the others
            "retry_orders": list(self.retry_orders),
        }

    @classmethod
    def from_json(cls, facts: Mapping[str, Any]) -> "Plan":
        """The plan that a manifest stores.

        >>> plan = Plan(boards=parse_boards("5..7"), orders="random:3", starts="quarter", seed=4)
        >>> Plan.from_json(plan.as_json()) == plan
        True
        """
        apart = ("boards", "masks", "leaper", "rule")
        rest = {name: value for name, value in facts.items() if name not in apart}
        rule, masks = facts["rule"], facts.get("masks", {})
        a, b = facts["leaper"]
        boards = (
            NamedBoard(Board.from_mask("\n".join(masks[name])), name) if name in masks else Board(name)
            for name in facts["boards"]
        )
        return cls(
            boards=tuple(board.with_leaper((a, b)) for board in boards),
            rule=Rule(rule),
            **{**rest, "retry_orders": tuple(rest["retry_orders"])},
        )

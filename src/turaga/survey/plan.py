"""What a survey walks: boards, orders, starts and how, as a value that can be kept and compared."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Any

from turaga.board import KNIGHT, Board
from turaga.errors import BadBoard, BadRule
from turaga.limits import seed_number, time_in_seconds, whole_number
from turaga.order import all_orders, parse_order
from turaga.rng import Rng
from turaga.rule import Rule
from turaga.solve.greedy import fresh_orders
from turaga.solve.request import check_tries
from turaga.survey.columns import board_name
from turaga.symmetry import SYMMETRIES, Symmetry, board_symmetries, order_image
from turaga.text import short

METHODS = ("greedy", "search")
MOST_SQUARES = 10**6  # every start of a larger board would take 10^12 steps: hours
MOST_BOARDS = 10_000
_STARTS, _ORDERS = 1, 2  # which of the survey's generators: for random starts, for random orders
_ORDERS_KNOWN = "write all, unique, random:20, or orders such as 12345678,24753186"
_STARTS_KNOWN = "write all, quarter, eighth or random:10"
_BOARDS_KNOWN = "write 8x8,3x12 or a range such as 6..100 or 3x7..3x20"


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What a survey walks: every order from every start of every board; an immutable value.

    `orders` is `all`, `unique` (one of each class under the board's symmetries), `random:20` or a list with
    commas; None for the rule's own order. `starts` is `all`, `quarter`, `eighth` or `random:10`. Where a walk
    fails it is tried again with `retries` fresh orders, or with `retry_orders` in turn; the longest counts.
    A search asks theory first if `shortcuts`, and turns back early if `prune`.

    >>> plan = Plan(boards=parse_boards("6..10"), rule=Rule(ties="order:12345678"), orders="unique")
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
    step_limit: int | None = None
    time_limit: float | None = None
    shortcuts: bool = True
    prune: bool = True

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "boards", _checked_boards(self.boards))
        if self.orders is not None and self.rule.is_random:
            raise BadRule(
                f"orders {short(self.orders)!r} do not go with random ties, which leave nothing to an order: "
                "leave the orders out"
            )
        put(self, "orders", None if self.orders is None else _checked_orders(self.orders))
        put(self, "starts", _checked_starts(self.starts))
        put(self, "seed", seed_number("seed", self.seed))
        put(self, "repeat", whole_number("repeat", self.repeat, 1))
        put(self, "retries", whole_number("retries", self.retries, 0))
        put(self, "retry_orders", tuple(parse_order(order) for order in self.retry_orders))
        check_tries(self.retries, self.retry_orders)
        for name in ("stop_after_failures", "step_limit"):
            if getattr(self, name) is not None:
                put(self, name, whole_number(name.replace("_", " "), getattr(self, name), 1))
        if self.time_limit is not None:
            put(self, "time_limit", time_in_seconds(self.time_limit))
        self._check_method()
        if self.repeat > 1 and not (self.draws_starts or self.rolls_dice):
            raise BadRule(
                f"repeat {self.repeat} would walk the same walks again: it goes with random starts, random "
                "ties or retries"
            )
        if self.until_closed and self.draws_starts:
            raise BadRule("random starts do not go with until closed, which scans the starts row by row")
        if self.until_closed and self.repeat > 1:
            raise BadRule(
                f"repeat {self.repeat} does not go with until closed, which stops a board at the first "
                "closed tour"
            )

    def _check_method(self) -> None:
        if self.method not in METHODS:
            raise BadRule(f"method {short(self.method)!r} is not for surveys: write {' or '.join(METHODS)}")
        if self.method == "greedy" and (self.step_limit or self.time_limit):
            raise BadRule("a step or time limit goes with the method search: a greedy walk is over by itself")
        if self.method == "search" and (self.retries or self.retry_orders):
            raise BadRule("retries go with the method greedy: a search goes back by itself")
        if self.method == "search" and self.until_closed:
            raise BadRule("until closed goes with the method greedy: a search stops at the first tour")
        if self.method == "search" and self.step_limit is None and self.time_limit is None:
            raise BadRule("the method search needs a limit here, or one start may take for ever: "
                          "give a step limit, such as 1000000, or a time limit")  # fmt: skip

    # -- what it comes to -------------------------------------------------------------------------------

    @property
    def draws_starts(self) -> bool:
        """Whether the starts are drawn at random."""
        return self.starts.startswith("random:")

    @property
    def rolls_dice(self) -> bool:
        """Whether a walk from a given start depends on the seed."""
        return self.rule.is_random or self.retries > 0

    @property
    def derives(self) -> bool:
        """Whether the walks of one order give those of its images under the board's symmetries: not where
        chance, the clock or the sequence of the starts has a say."""
        return not (
            self.rolls_dice
            or self.retry_orders
            or self.until_closed
            or self.stop_after_failures is not None
            or self.time_limit is not None
            or self.draws_starts
        )

    @property
    def rule_words(self) -> str:
        """The rule without its order, as the column `rule` shows it.

        >>> Plan(boards=parse_boards("8"), rule=Rule(open_start=True)).rule_words
        'fewest onward moves, ties outermost, then order (open start)'
        """
        rule = self.rule
        words = (
            str(rule).replace(f",order:{rule.order}", ", then order").replace(f"order:{rule.order}", "order")
        )
        return words if self.method == "greedy" else f"search: {words}"

    def orders_of(self, board: Board) -> tuple[str, ...]:
        """The orders asked for on a board, each once; for random ties, which go by none, "0" alone."""
        if self.rule.is_random:
            return ("0",)
        if self.orders is None:
            return (self.rule.order,)
        if self.orders == "all":
            return _all_orders()
        if self.orders == "unique":
            return _unique_orders(board_symmetries(board))
        if self.orders.startswith("random:"):
            return _random_orders(int(self.orders.partition(":")[2]), self.seed)
        return tuple(self.orders.split(","))

    def families_of(self, board: Board) -> "tuple[Family, ...]":
        """The orders asked for on a board, gathered by what need be walked."""
        orders = self.orders_of(board)
        if self.derives:
            return _families(orders, board_symmetries(board))
        return _each_alone(orders)

    def starts_of(self, board: Board, run: int) -> Sequence[int]:
        """The starts of one run on a board, in the sequence they are walked."""
        rows, cols = board.rows, board.cols
        if self.starts == "all":
            return range(board.size)
        if self.draws_starts:
            rng = Rng(self.seed, _STARTS, rows, cols, run)
            return list(islice(_drawn(board.size, rng), int(self.starts.partition(":")[2])))
        triangle = self.starts == "eighth" and rows == cols
        return [
            row * cols + col
            for row in range((rows + 1) // 2)
            for col in range(row if triangle else 0, (cols + 1) // 2)
        ]

    def count_starts(self, board: Board) -> int:
        """How many starts a run has on a board."""
        if self.starts == "all":
            return board.size
        if self.draws_starts:
            return min(board.size, int(self.starts.partition(":")[2]))
        return len(self.starts_of(board, 0))

    def seed_of(self, run: int) -> int:
        """The seed of a run: the survey's own for the first, so that `solve` with it walks alike."""
        return self.seed if run == 0 else Rng(self.seed, run).next_bits()

    def as_json(self) -> dict[str, Any]:
        """The plan as the manifest keeps it."""
        return {
            "boards": [board_name(board) for board in self.boards],
            "leaper": list(self.boards[0].leaper),
            "rule": self.rule.as_json(),
            "orders": self.orders,
            "starts": self.starts,
            "seed": self.seed,
            "repeat": self.repeat,
            "retries": self.retries,
            "retry_orders": list(self.retry_orders),
            "stop_after_failures": self.stop_after_failures,
            "until_closed": self.until_closed,
            "method": self.method,
            "step_limit": self.step_limit,
            "time_limit": self.time_limit,
            "shortcuts": self.shortcuts,
            "prune": self.prune,
        }

    @classmethod
    def from_json(cls, facts: Mapping[str, Any]) -> "Plan":
        """The plan a manifest keeps.

        >>> plan = Plan(boards=parse_boards("5..7"), orders="random:3", starts="quarter", seed=4)
        >>> Plan.from_json(plan.as_json()) == plan
        True
        """
        rest = {name: value for name, value in facts.items() if name not in ("boards", "leaper", "rule")}
        rule = facts["rule"]
        a, b = facts["leaper"]
        return cls(
            boards=tuple(Board(name).with_leaper((a, b)) for name in facts["boards"]),
            rule=Rule(
                ties=rule["ties"],
                most=rule["prefer"] == "most",
                open_start=rule["open_start"],
                dead_ends_last=rule["dead_ends_last"],
            ),
            **{**rest, "retry_orders": tuple(rest["retry_orders"])},
        )


# -- orders -------------------------------------------------------------------------------------------

# Orders whose walks are images of one another: the first is walked, and the symmetry takes it to each.
Family = tuple[tuple[str, Symmetry], ...]


def alone(order: str) -> Family:
    """The family of an order from which none is derived."""
    return ((order, SYMMETRIES["identity"]),)


@lru_cache(4)
def _each_alone(orders: tuple[str, ...]) -> tuple[Family, ...]:
    return tuple(map(alone, orders))


@lru_cache(1)
def _all_orders() -> tuple[str, ...]:
    return tuple(all_orders())


@lru_cache(4)
def _unique_orders(symmetries: tuple[Symmetry, ...]) -> tuple[str, ...]:
    return tuple(family[0][0] for family in _families(_all_orders(), symmetries))


@lru_cache(4)
def _random_orders(count: int, seed: int) -> tuple[str, ...]:
    """So many random orders, no two of a class of eight."""
    return tuple(islice(fresh_orders(Board("8x8"), None, Rng(seed, _ORDERS)), count))


@lru_cache(4)
def _families(orders: tuple[str, ...], symmetries: tuple[Symmetry, ...]) -> tuple[Family, ...]:
    left = dict.fromkeys(orders)
    families = []
    for order in orders:
        if order in left:
            images = [(order_image(order, symmetry), symmetry) for symmetry in symmetries]
            family = tuple((image, symmetry) for image, symmetry in images if image in left)
            families.append(family)
            for image, _ in family:
                del left[image]
    return tuple(families)


# -- what people write --------------------------------------------------------------------------------


def parse_boards(
    text: str, *, even: bool = False, odd: bool = False, leaper: tuple[int, int] = KNIGHT
) -> tuple[Board, ...]:
    """The boards a person wrote, each once: `8x8,3x12`, or a range, `6..100` or `3x7..3x20`, in which one
    side grows, or both of a square. `even` or `odd` keeps those with an even or odd number of squares.

    >>> [str(board) for board in parse_boards("5..8,3x7..3x9", even=True)]
    ['6x6', '8x8', '3x8']
    """
    if even and odd:
        raise BadBoard("even and odd together leave no board: give one of them, or neither")
    boards: dict[Board, None] = {}
    for word in text.split(","):
        for board in _parse_range(word.strip()):
            if not ((even and board.size % 2) or (odd and board.size % 2 == 0)):
                boards[board.with_leaper(leaper)] = None
            if len(boards) > MOST_BOARDS:
                raise BadBoard(_too_many(text))
    if not boards:
        raise BadBoard(f"boards {short(text)!r} hold no {'even' if even else 'odd'} board: take other boards")
    return tuple(boards)


def _parse_range(word: str) -> Iterator[Board]:
    first, dots, last = word.partition("..")
    try:
        low, high = Board(first), Board(last if dots else first)
    except BadBoard:
        raise BadBoard(f"boards {short(word)!r} are not understood: {_BOARDS_KNOWN}") from None
    down, right = high.rows - low.rows, high.cols - low.cols
    grows = (down == right and low.rows == low.cols) or down == 0 or right == 0
    if not grows or down < 0 or right < 0:
        raise BadBoard(f"boards {short(word)!r} are no range: {_BOARDS_KNOWN}")
    if max(down, right) >= 2 * MOST_BOARDS:  # and if half of them are left out, too many still
        raise BadBoard(_too_many(word))
    for i in range(max(down, right) + 1):
        yield Board(low.rows + min(i, down), low.cols + min(i, right))


def _too_many(text: str) -> str:
    return f"boards {short(text)!r} are more than {MOST_BOARDS}, the most in one survey: take fewer"


def _checked_boards(boards: Sequence[Board]) -> tuple[Board, ...]:
    boards = tuple(dict.fromkeys(boards))
    if not boards:
        raise BadBoard(f"there is no board to survey: {_BOARDS_KNOWN}")
    for board in boards:
        if board.holes:
            raise BadBoard(
                f"board {board} cannot be surveyed: surveys take boards without holes, such as 8x8"
            )
        if board.size > MOST_SQUARES:
            raise BadBoard(
                f"board {board} has {board.size} squares: a survey takes boards of at most {MOST_SQUARES}"
            )
        if board.leaper != boards[0].leaper:
            raise BadBoard("the boards have different leapers: a survey takes one")
    return boards


def _checked_orders(text: str) -> str:
    words = [word.strip().lower() for word in text.split(",")]
    if words in (["all"], ["unique"]):
        return words[0]
    if len(words) == 1 and words[0].startswith("random:"):
        return f"random:{_count(words[0], 'orders', 5040, _ORDERS_KNOWN)}"
    if not all(word.isdigit() for word in words):
        raise BadRule(f"orders {short(text)!r} are not known: {_ORDERS_KNOWN}")
    return ",".join(dict.fromkeys(parse_order(word) for word in words))


def _checked_starts(text: str) -> str:
    word = text.strip().lower()
    if word.startswith("random:"):
        return f"random:{_count(word, 'starts', MOST_SQUARES, _STARTS_KNOWN)}"
    if word not in ("all", "quarter", "eighth"):
        raise BadRule(f"starts {short(text)!r} are not known: {_STARTS_KNOWN}")
    return word


def _count(word: str, things: str, most: int, known: str) -> int:
    digits = word.partition(":")[2]
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10 and 1 <= int(digits) <= most):
        raise BadRule(f"{things} {short(word)!r} are not known: {known}, 1 to {most} of them")
    return int(digits)


def _drawn(size: int, rng: Rng) -> Iterator[int]:
    """Square numbers in random order, without making room for all of them: Fisher and Yates, where only what
    was swapped is remembered."""
    moved: dict[int, int] = {}
    for i in range(size):
        j = i + rng.below(size - i)
        yield moved.get(j, j)
        moved[j] = moved.get(i, i)

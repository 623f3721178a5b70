"""The plan of a survey: boards, orders, starts and method. A plan can be stored and compared."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Any

from turaga.board import KNIGHT, Board, BoardLike
from turaga.errors import BadBoard, BadOrder, BadRule
from turaga.limits import MOST_LISTED, name_in, require_length, seed_number, time_in_seconds, whole_number
from turaga.order import all_orders, parse_order
from turaga.rng import Rng
from turaga.rule import Rule
from turaga.solve.greedy import fresh_orders
from turaga.solve.request import check_tries
from turaga.survey.columns import board_name
from turaga.symmetry import SYMMETRIES, Symmetry, board_symmetries, order_image
from turaga.text import quoted, short, trim, whole_in

METHODS = ("greedy", "search")
MOST_SQUARES = 10**6  # of a board; all starts of a larger one would take 10^12 steps, which is hours
MOST_BOARDS = 10_000
_STARTS, _ORDERS = 1, 2  # streams of random numbers: for random starts, for random orders
_ORDERS_KNOWN = "write all, unique, random:20, or orders such as 12345678,24753186"
_STARTS_KNOWN = "write all, quarter, eighth or random:10"
_BOARDS_KNOWN = "write boards such as 8x8,3x12, or a range such as 6..100 or 3x7..3x20"


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What a survey walks: every order from every start of every board. Immutable.

    `orders` is `all`, `unique` (one order of each class under the board's symmetries), `random:20`, a list
    with commas, or None for the rule's own order. `starts` is `all`, `quarter`, `eighth` or `random:10`. A
    walk that fails is retried with up to `retries` new random orders, or with each of `retry_orders`; the
    longest walk counts. With `shortcuts`, a search asks theory first. With `prune`, it skips branches that
    cannot lead to a tour.

    `boards` can also be a text, as `parse_boards` reads it, and `rule` a text for its tie-breaks.

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
        self._set("boards", _checked_boards(self.boards))
        self._set("rule", Rule.read(self.rule))
        if self.orders is not None and self.rule.is_random:
            raise self._bad(
                "orders",
                f"orders {quoted(self.orders)} cannot be combined with random ties, which use no order",
                "remove the orders, or use another tie-break",
            )
        self._set("orders", None if self.orders is None else _checked_orders(self.orders))
        self._set("starts", _checked_starts(self.starts))
        self._set("seed", seed_number("seed", self.seed))
        self._set("repeat", whole_number("repeat", self.repeat, 1))
        self._set("retries", whole_number("retries", self.retries, 0))
        self._set("retry_orders", tuple(_parse_order(order, "retry_orders") for order in self.retry_orders))
        check_tries(self.retries, self.retry_orders)
        for name in ("stop_after_failures", "step_limit"):
            if getattr(self, name) is not None:
                self._set(name, whole_number(name.replace("_", " "), getattr(self, name), 1, field=name))
        if self.time_limit is not None:
            self._set("time_limit", time_in_seconds(self.time_limit))
        self._check_method()
        self._check_runs()

    def _set(self, name: str, value: object) -> None:
        """Set an attribute during construction. The value is frozen afterwards."""
        object.__setattr__(self, name, value)

    def _bad(self, field: str, problem: str, accepted: str = "") -> BadRule:
        return BadRule(problem, accepted=accepted, field=field, value=getattr(self, field))

    def _check_method(self) -> None:
        if self.method not in METHODS:
            problem = f"method {quoted(self.method)} is not available in surveys"
            raise self._bad("method", problem, f"write {' or '.join(METHODS)}")
        if self.method == "greedy" and (self.step_limit or self.time_limit):
            limit = "step_limit" if self.step_limit else "time_limit"
            problem = f"the method greedy has no {limit.replace('_', ' ')}"
            raise self._bad(limit, problem, "remove the limit, or use the method search")
        if self.method == "search":
            self._check_search()

    def _check_search(self) -> None:
        if self.retries or self.retry_orders:
            retries = "retries" if self.retries else "retry_orders"
            problem = "the method search has no retries, because it backtracks"
            raise self._bad(retries, problem, "remove the retries, or use the method greedy")
        if self.until_closed:
            problem = "the method search cannot stop at the first closed tour"
            raise self._bad("until_closed", problem, "use the method greedy, or remove until closed")
        if self.step_limit is None and self.time_limit is None:
            raise self._bad(
                "step_limit",
                "the method search needs a limit in a survey, because one start may take forever",
                "set a step limit, such as 1000000, or a time limit",
            )

    def _check_runs(self) -> None:
        if self.repeat > 1 and not (self.draws_starts or self.walks_are_random):
            problem = f"repeat {self.repeat} would repeat the same walks"
            raise self._bad("repeat", problem, "combine it with random starts, random ties or retries")
        if self.until_closed and self.draws_starts:
            problem = "random starts cannot be combined with until closed"
            raise self._bad("starts", problem, "until closed tries the starts row by row")
        if self.until_closed and self.repeat > 1:
            problem = f"repeat {self.repeat} cannot be combined with until closed"
            raise self._bad("repeat", problem, "until closed stops at the first closed tour of a board")

    # -- derived values -------------------------------------------------------------------------------------

    @property
    def draws_starts(self) -> bool:
        """Whether the starts are chosen at random."""
        return self.starts.startswith("random:")

    @property
    def walks_are_random(self) -> bool:
        """Whether a walk from a given start depends on the seed."""
        return self.rule.is_random or self.retries > 0

    @property
    def derives(self) -> bool:
        """Whether walks by one order are also used to derive the walks by its rotations and reflections. They
        are not if the result depends on chance, on time or on the sequence of the starts."""
        return not (
            self.walks_are_random
            or self.retry_orders
            or self.until_closed
            or self.stop_after_failures is not None
            or self.time_limit is not None
            or self.draws_starts
        )

    @property
    def rule_words(self) -> str:
        """The rule without its order, as in the column `rule`.

        >>> Plan(boards=parse_boards("8"), rule=Rule(open_start=True)).rule_words
        'fewest onward moves, ties outermost, then order (open start)'
        """
        rule = self.rule
        ties = rule.ties.replace(f",order:{rule.order}", ", then order").replace(
            f"order:{rule.order}", "order"
        )
        words = rule.describe(f"ties {ties}")
        return words if self.method == "greedy" else f"search: {words}"

    def orders_of(self, board: Board) -> tuple[str, ...]:
        """The orders to walk on a board, each once. Only "0" for random ties, which use no order."""
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
        """The orders to walk on a board, in families. Only the first order of each has to be walked."""
        orders = self.orders_of(board)
        if self.derives:
            return _families(orders, board_symmetries(board))
        return _each_alone(orders)

    def starts_of(self, board: Board, run: int) -> Sequence[int]:
        """The starts of one run on a board, in the order in which they are walked."""
        rows, cols = board.rows, board.cols
        if self.starts == "all":
            return range(board.size)
        if self.draws_starts:
            rng = Rng(self.seed, _STARTS, rows, cols, run)
            return list(islice(_shuffled(board.size, rng), int(self.starts.partition(":")[2])))
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
        """The seed of a run. The first run uses the plan's seed, so that `solve` makes the same walk."""
        return self.seed if run == 0 else Rng(self.seed, run).next_bits()

    def as_json(self) -> dict[str, Any]:
        """The plan as the manifest stores it."""
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
        """The plan that a manifest stores.

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

# Orders whose walks are rotations and reflections of each other. The first order is walked; each symmetry
# maps it to another order of the family.
Family = tuple[tuple[str, Symmetry], ...]


def alone(order: str) -> Family:
    """The family of an order from which no other order is derived."""
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
    """Random orders, no two from the same class of eight."""
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


# -- parsing and checking ----------------------------------------------------------------------------


def parse_boards(
    text: str, *, even: bool = False, odd: bool = False, leaper: tuple[int, int] = KNIGHT
) -> tuple[Board, ...]:
    """Parse a list of boards. Each board is returned once.

    Boards are separated by commas: `8x8,3x12`. A range is written `6..100` or `3x7..3x20`; in a range one
    side grows, or both sides of a square board. `even` and `odd` keep only boards with an even or odd number
    of squares.

    >>> [str(board) for board in parse_boards("5..8,3x7..3x9", even=True)]
    ['6x6', '8x8', '3x8']
    """
    if even and odd:
        raise BadBoard(
            "even and odd cannot be combined", accepted="choose one of them, or neither", field="even"
        )
    boards: dict[Board, None] = {}
    tried = 0
    words = require_length("boards", text, BadBoard, MOST_LISTED).split(",")
    for word in dict.fromkeys(map(trim, words)):
        for board in _parse_range(word, leaper):
            tried += 1
            if not ((even and board.size % 2) or (odd and board.size % 2 == 0)):
                boards[board] = None
            if len(boards) > MOST_BOARDS or tried > 3 * MOST_BOARDS:  # the same boards again and again
                raise _too_many(text)
    if not boards:
        parity = "even" if even else "odd"
        raise _bad_boards(text, f"include no board with an {parity} number of squares", "choose other boards")
    return tuple(boards)


def _parse_range(word: str, leaper: tuple[int, int]) -> Iterator[Board]:
    first, dots, last = word.partition("..")
    try:
        low, high = Board(first), Board(last if dots else first)
    except BadBoard:
        raise _bad_boards(word, "are not valid") from None
    down, right = high.rows - low.rows, high.cols - low.cols
    grows = (down == right and low.rows == low.cols) or down == 0 or right == 0
    if not grows or down < 0 or right < 0:
        raise _bad_boards(word, "are not a range")
    if max(down, right) >= 2 * MOST_BOARDS:  # too many even if `even` or `odd` removes half of them
        raise _too_many(word)
    for i in range(max(down, right) + 1):
        yield Board(low.rows + min(i, down), low.cols + min(i, right), leaper=leaper)


def _bad_boards(text: str, problem: str, accepted: str = _BOARDS_KNOWN) -> BadBoard:
    return BadBoard(f"boards {short(text)!r} {problem}", accepted=accepted, field="boards", value=text)


def _too_many(text: str) -> BadBoard:
    return _bad_boards(text, "are too many", f"a survey can have at most {MOST_BOARDS} boards")


def _checked_boards(boards: "Sequence[BoardLike] | BoardLike") -> tuple[Board, ...]:
    if isinstance(boards, str):
        boards = parse_boards(boards)
    elif isinstance(boards, Board | int):
        boards = (boards,)
    try:
        boards = tuple(dict.fromkeys(map(Board.read, boards)))
    except TypeError:
        raise BadBoard(
            f"boards {boards!r} are not understood", accepted=_BOARDS_KNOWN, field="boards", value=boards
        ) from None
    if not boards:
        raise BadBoard("the survey has no boards", accepted=_BOARDS_KNOWN, field="boards")
    for board in boards:
        if board.hole_indices:
            raise BadBoard(
                f"board {board} cannot be part of a survey",
                accepted="boards of a survey must not have holes",
                field="boards",
                value=str(board),
            )
        if board.size > MOST_SQUARES:
            raise BadBoard(
                f"board {board} has {board.size} squares",
                accepted=f"boards of a survey can have at most {MOST_SQUARES}",
                field="boards",
                value=str(board),
            )
        if board.leaper != boards[0].leaper:
            problem = "the boards have different leapers"
            raise BadBoard(problem, accepted="all boards of a survey must have the same one", field="boards")
    return boards


def _checked_orders(text: str) -> str:
    words = [trim(word).lower() for word in require_length("orders", text, BadRule, MOST_LISTED).split(",")]
    if words in (["all"], ["unique"]):
        return words[0]
    if len(words) == 1 and words[0].startswith("random:"):
        return f"random:{_count(words[0], 'orders', 5040, _ORDERS_KNOWN)}"
    if not all(word.isdigit() for word in words):
        raise BadRule(
            f"orders {short(text)!r} are not valid", accepted=_ORDERS_KNOWN, field="orders", value=text
        )
    return ",".join(dict.fromkeys(_parse_order(word, "orders") for word in words))


def _parse_order(text: str, field: str) -> str:
    try:
        return parse_order(text)
    except BadOrder as error:
        raise error.about(field) from None


def _checked_starts(text: str) -> str:
    word = name_in("starts", text, BadRule)
    if word.startswith("random:"):
        return f"random:{_count(word, 'starts', MOST_SQUARES, _STARTS_KNOWN)}"
    if word not in ("all", "quarter", "eighth"):
        raise BadRule(
            f"starts {short(text)!r} are not valid", accepted=_STARTS_KNOWN, field="starts", value=text
        )
    return word


def _count(word: str, things: str, most: int, known: str) -> int:
    count = whole_in(word.partition(":")[2])
    if count is None or not 1 <= count <= most:
        raise BadRule(
            f"{things} {short(word)!r} are not valid",
            accepted=f"{known}; the number of random {things} must be from 1 to {most}",
            field=things,
            value=word,
        )
    return count


def _shuffled(size: int, rng: Rng) -> Iterator[int]:
    """Square indices in random order, without an array of all of them: a Fisher-Yates shuffle that remembers
    only what it has swapped."""
    moved: dict[int, int] = {}
    for i in range(size):
        j = i + rng.below(size - i)
        yield moved.get(j, j)
        moved[j] = moved.get(i, i)

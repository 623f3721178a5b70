"""The operation `solve`: everything that a caller can choose, read and checked once.

The Python function, the commands and the API all make a `Solve`. After that, no code parses texts or checks
options. `turaga.solve.decision` decides how to handle the request, and a `Problem` is the part of it that one
method works on.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from turaga.board import Board, BoardLike
from turaga.errors import BadInput, BadRule
from turaga.kinds import LIKE, ORDERS, RULE, SECONDS, SEED, TRUTH, method, whole
from turaga.operations import arg, noun, read
from turaga.rule import SYSTEMS, USUAL, Rule, System
from turaga.solve.methods import METHODS
from turaga.text import listed
from turaga.tours import CONDITIONS, Tours

# Methods that rely on theory: they only run if theory does not rule out the tour.
_AFTER_THEORY = ("auto", "vandermonde", "blocks")
_SEARCHES = ("auto", "search")  # methods that can go back, and so can prune
RULE_HELP = (
    "Warnsdorff's rule goes to a square with the fewest onward moves. RULE says how ties are broken: "
    "outermost, corner, random, lookahead:2, or an order such as 24753186, several with commas between them, "
    "tried in turn. most prefers the most onward moves; open-start and dead-ends-last are quirks of "
    "published programs. Or name such a program."
)
# Methods whose tour does not depend on the rule.
_WITHOUT_RULE = ("blocks", "cycles", "narrow", "narrowest", "deduction", "exact")


@dataclass(frozen=True, kw_only=True)
class Solve:
    """Find a tour of a board, or prove that there is none.

    >>> request = Solve.of("8x8", start="a1", like="agh")
    >>> request.method, request.tours.start_index, request.theory
    ('search', 56, False)
    """

    tours: Tours = noun(CONDITIONS["solve"])
    why: bool = arg(
        TRUTH, "Explain how the tour was found, or why there is none, step by step.", default=False
    )
    rule: Rule = arg(RULE, f"{RULE_HELP} [default: outermost]", group="Rule")
    like: System | None = arg(
        LIKE,
        f"Do as a published program does: {listed(SYSTEMS, 'or')}. Other options override it.",
        group="Rule",
    )
    seed: int = arg(SEED, "Seed for random ties and random orders. [default: 0]", default=0, group="Rule")
    # How many more walks to try after a failed one; None: the method decides.
    retries: int | None = arg(whole(0), "Try up to N random orders when a walk fails.", group="Rule")
    # Tried one after another instead of random orders.
    retry_orders: tuple[str, ...] = arg(
        ORDERS, "Orders to try one after the other when a walk fails.", default=(), group="Rule"
    )
    method: str = arg(method(METHODS), "The method, see below. [default: auto]", group="Search")
    best: bool = arg(
        TRUTH,
        "If theory rules out a tour, find a walk that misses one square.",
        default=False,
        group="Search",
    )
    prune: bool | None = arg(
        TRUTH,
        "Prune branches that cannot lead to a tour. [default: on, off for published programs]",
        group="Search",
    )
    theory: bool = arg(
        TRUTH,
        "First check whether theory rules out a tour. [default: on, off for published programs]",
        group="Search",
    )
    time_limit: float | None = arg(
        SECONDS,
        "Give up after S seconds. If squares are removed first, half of them are for that. Compiling, once "
        "after installation, is not interrupted.",
        group="Limits",
    )
    step_limit: int | None = arg(
        whole(1),
        "Give up after N steps (about N states with narrow, about N conflicts with exact).",
        group="Limits",
    )

    @cached_property
    def board(self) -> Board:
        """The board."""
        return self.tours.board

    @property
    def prunes(self) -> bool:
        """Whether a search prunes. The published programs did not."""
        return self.like is None if self.prune is None else self.prune

    @classmethod
    def of(cls, board: BoardLike, **given: Any) -> "Solve":
        """The request with these arguments, which are those of `turaga.solve`."""
        return read(cls, {"board": board, **given})

    def __post_init__(self) -> None:
        """Fill in what a published program or the default decides, and check what cannot be combined."""
        system = self.like
        method = self.method or (system.method if system else "auto")
        decided = {
            "method": method,
            "rule": self.rule or (system.rule if system else USUAL),
            # The published programs had no theory and did not prune.
            "theory": self.theory if self.theory is not None else method in _AFTER_THEORY or system is None,
        }
        if self.prune is not None and method not in _SEARCHES:
            raise BadRule(
                f"{{prune}} has no effect on method {method}",
                accepted=f"it is for method {listed(_SEARCHES, 'or')}",
                field="prune",
            )
        if self.theory is False and method in _AFTER_THEORY:
            others = [name for name in METHODS if name not in _AFTER_THEORY]
            raise BadRule(
                f"method {method} needs theory",
                accepted=f"without theory, use method {listed(others, 'or')}",
                field="method",
            )
        for name, value in decided.items():
            object.__setattr__(self, name, value)
        _check_together(self)


def require_size(board: Board, most: int, of: str, error: type[BadInput] = BadInput) -> None:
    """Raise an error if the board has more squares than something takes."""
    if board.size > most:
        problem = f"board {board} has {board.size} squares"
        raise error(problem, accepted=f"the limit of {of} is {most}", field="board")


def check_tries(retries: int | None, orders: tuple[str, ...]) -> None:
    """Raise `BadRule` if both are given."""
    if retries and orders:
        raise BadRule(
            "retries and retry orders cannot be combined",
            accepted="retry orders are tried instead of random orders",
            field="retries",
        )


def _check_together(request: Solve) -> None:
    """Raise `BadRule` if settings exclude each other, or the method would ignore one."""
    check_tries(request.retries, request.retry_orders)
    method = used = request.method
    if request.tours.fix and method == "auto":
        method, used = "exact", "exact, which fixed squares need"
    if (request.retries or request.retry_orders) and method not in ("auto", "greedy", "euler"):
        raise BadRule(
            f"retries only work with method auto, greedy or euler, not with {used}",
            field="retries" if request.retries else "retry_orders",
        )
    usual = request.like.rule if request.like else USUAL
    if request.rule != usual and method in _WITHOUT_RULE:
        raise BadRule(
            f"a rule only works with method auto, greedy, search, euler or vandermonde, not with {used}",
            field="method",
        )
    if request.tours.fix and method != "exact":
        raise BadRule(f"fixed squares only work with method auto or exact, not with {method}", field="fix")
    ends_free = not request.tours.closed and request.tours.end is None
    if request.best and (request.tours.fix or not ends_free):
        raise BadRule(
            "best cannot be combined with closed, an end or fixed squares",
            accepted="it asks for an open walk of all squares but one, which can end anywhere",
            field="best",
        )

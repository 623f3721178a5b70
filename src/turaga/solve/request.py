"""The request to `solve`: everything that a caller can choose, read and checked once.

The Python function, the commands and the API all build a `Request` with `Request.read`. After that, no code
parses texts or checks options. `turaga.solve.decision` decides how to handle the request, and a `Problem` is
the part of it that one method works on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from turaga.board import Board, BoardLike, Leaper, Square
from turaga.errors import BadInput, BadRule
from turaga.limits import seed_number, time_in_seconds, whole_number
from turaga.order import parse_order
from turaga.rule import Rule, System, find_system
from turaga.solve.methods import METHODS, parse_method
from turaga.text import listed
from turaga.tours import Tours

# Methods that rely on theory: they only run if theory does not rule out the tour.
_AFTER_THEORY = ("auto", "vandermonde", "blocks")
# Methods whose tour does not depend on the rule.
_WITHOUT_RULE = ("blocks", "cycles", "narrow", "narrowest", "deduction", "exact")


@dataclass(frozen=True, kw_only=True)
class Request:
    """The tour to find, the method, the rule and the limits.

    >>> request = Request.read("8x8", start="a1", like="agh")
    >>> request.method, request.tours.start_index, request.shortcuts
    ('search', 56, False)
    """

    tours: Tours  # the board, the ends if they are given, and whether the tour must be closed
    fixed: tuple[tuple[int, int], ...]  # (step, index): the tour visits this square at this step, from 1
    method: str
    rule: Rule
    like: System | None
    seed: int
    retries: int | None  # how many more walks to try after a failed one; None: the method decides
    orders: tuple[str, ...]  # tried one after another instead of random orders
    best: bool
    shortcuts: bool  # whether theory can rule out a tour before any walk
    prune: bool
    explain: bool
    step_limit: int | None
    time_limit: float | None

    @property
    def board(self) -> Board:
        """The board."""
        return self.tours.board

    @classmethod
    def read(
        cls,
        board: BoardLike,
        *,
        leaper: Leaper | None = None,
        start: Square | str | None = None,
        end: Square | str | None = None,
        closed: bool = False,
        fix: Mapping[int, Square | str] | None = None,
        method: str | None = None,
        rule: Rule | str | None = None,
        like: System | str | None = None,
        seed: int = 0,
        retries: int | None = None,
        orders: Sequence[str] = (),
        best: bool = False,
        shortcuts: bool | None = None,
        prune: bool | None = None,
        explain: bool = False,
        step_limit: int | None = None,
        time_limit: float | None = None,
    ) -> "Request":
        """Read a request, or raise `BadInput` if an argument is not valid or two cannot be combined.

        The parameters are those of `turaga.solve`.

        >>> Request.read("6x6", fix={1: "1,1"}).tours.start_index
        0
        """
        tours = Tours(board, leaper=leaper, start=start, end=end, closed=closed, fix=fix)
        system = None if like is None else find_system(like)
        method = parse_method(str(method or (system.method if system else "auto")))
        request = cls(
            tours=tours,
            fixed=tours.fix,
            method=method,
            rule=Rule.read(rule) if rule is not None else system.rule if system else Rule(),
            like=system,
            seed=seed_number("seed", seed),
            retries=None if retries is None else whole_number("retries", retries, 0),
            orders=tuple(parse_order(order) for order in orders),
            best=best,
            shortcuts=method in _AFTER_THEORY or _unless_like(system, shortcuts),
            prune=_unless_like(system, prune),
            explain=explain,
            step_limit=None
            if step_limit is None
            else whole_number("step limit", step_limit, 1, field="step_limit"),
            time_limit=None if time_limit is None else time_in_seconds(time_limit),
        )
        _check_together(request)
        if shortcuts is False and method in _AFTER_THEORY:
            others = [name for name in METHODS if name not in _AFTER_THEORY]
            raise BadRule(
                f"method {method} needs theory",
                accepted=f"without theory, use method {listed(others, 'or')}",
                field="method",
            )
        return request


def _unless_like(system: System | None, given: bool | None) -> bool:
    """The given value. The default is on, but off with `like`: the published programs had no such thing."""
    return system is None if given is None else given


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


def _check_together(request: Request) -> None:
    """Raise `BadRule` if settings exclude each other, or the method would ignore one."""
    check_tries(request.retries, request.orders)
    method = used = request.method
    if request.fixed and method == "auto":
        method, used = "exact", "exact, which fixed squares need"
    if (request.retries or request.orders) and method not in ("auto", "greedy", "euler"):
        raise BadRule(
            f"retries only work with method auto, greedy or euler, not with {used}",
            field="retries" if request.retries else "orders",
        )
    usual = request.like.rule if request.like else Rule()
    if request.rule != usual and method in _WITHOUT_RULE:
        raise BadRule(
            f"a rule only works with method auto, greedy, search, euler or vandermonde, not with {used}",
            field="method",
        )
    if request.fixed and method != "exact":
        raise BadRule(
            f"fixed squares only work with method auto or exact, not with {method}",
            field="fix",
        )
    ends_free = not request.tours.closed and request.tours.end_index is None
    if request.best and (request.fixed or not ends_free):
        raise BadRule(
            "best cannot be combined with closed, an end or fixed squares",
            accepted="it asks for an open walk of all squares but one, which can end anywhere",
            field="best",
        )

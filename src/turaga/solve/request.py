"""What `solve` is asked: everything a caller may choose, read and checked once.

The Python function, the commands and the API all make a `Request` with `Request.read`. From there on nothing
reads texts or checks options: `turaga.solve.decision` decides what to do about the request, and `Problem` is
what one method is given of it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from turaga.board import Board, BoardLike, Square
from turaga.errors import BadInput, BadRule
from turaga.limits import seed_number, time_in_seconds, whole_number
from turaga.order import parse_order
from turaga.rule import Rule, System, find_system
from turaga.solve.methods import parse_method
from turaga.text import show
from turaga.theory import Question

# Methods that rely on theory: it has been asked, and does not forbid the tour, before they begin.
_AFTER_THEORY = ("auto", "vandermonde", "blocks")


@dataclass(frozen=True, kw_only=True)
class Request:
    """A tour that is wanted, by which method and rule, within which limits.

    >>> request = Request.read("8x8", start="a1", like="agh")
    >>> request.method, request.question.start, request.shortcuts
    ('search', 56, False)
    """

    question: Question  # the board, the ends as far as they are given, and whether it is to be closed
    fixed: tuple[tuple[int, int], ...]  # (step, index): the tour is on this square at this step, from 1
    method: str
    rule: Rule
    like: System | None
    seed: int
    retries: int | None  # further walks after one that fails; None leaves the number to the method
    orders: tuple[str, ...]  # tried in turn instead of fresh ones
    best: bool
    shortcuts: bool  # whether theory may refuse a tour before any walk
    prune: bool
    explain: bool
    step_limit: int | None
    time_limit: float | None

    @property
    def board(self) -> Board:
        """The board."""
        return self.question.board

    @classmethod
    def read(
        cls,
        board: BoardLike,
        *,
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
        """The request a caller means; `BadInput` for what cannot be read or does not go together.

        The parameters are those of `turaga.solve`.

        >>> Request.read("6x6", fix={1: "1,1"}).question.start
        0
        """
        board = Board.read(board)
        system = None if like is None else find_system(like)
        fixed = _read_fixed(board, fix or {})
        question = Question(
            board,
            _one_of(board, "start", _read_end(board, "start", start), 1, fixed),
            _one_of(board, "end", _read_end(board, "end", end), board.size, fixed),
            closed,
        )
        method = parse_method(str(method or (system.method if system else "auto")))
        request = cls(
            question=question,
            fixed=fixed,
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
            raise BadRule(
                f"method {method} does not work without shortcuts",
                accepted="methods greedy, search, euler, narrow and exact do",
                field="method",
                value=method,
            )
        return request


def _unless_like(system: System | None, given: bool | None) -> bool:
    """What is on by default, but off for a walk like a published program's, which knew nothing of it."""
    return system is None if given is None else given


def _read_end(board: Board, field: str, given: Square | str | None) -> int | None:
    """The start or the end, as an index."""
    if given is None:
        return None
    try:
        return board.index(board.read_square(given))
    except BadInput as error:
        error.about(field)
        raise


def _one_of(
    board: Board, name: str, given: int | None, step: int, fixed: tuple[tuple[int, int], ...]
) -> int | None:
    """The start or the end: as it is given, or as its step is fixed."""
    placed = dict(fixed).get(step)
    if placed is not None and given is not None and placed != given:
        raise BadRule(
            f"number {step} is fixed on {show(board.square(placed))} and the {name} is "
            f"{show(board.square(given))}",
            accepted="give one of the two",
            field="fix",
            value=board.square(placed),
        )
    return placed if given is None else given


def _read_fixed(board: Board, fix: Mapping[int, Square | str]) -> tuple[tuple[int, int], ...]:
    """The fixed squares, by their steps."""
    fixed: dict[int, int] = {}
    for key, square in fix.items():
        step = whole_number("step", key, 1, field="fix")
        if step > board.size:
            raise BadRule(
                f"number {step} is not in a tour of {board}",
                accepted=f"numbers are 1 to {board.size}",
                field="fix",
                value=step,
            )
        index = _read_end(board, "fix", square)
        assert index is not None
        if index in fixed.values():
            raise BadRule(
                f"square {show(board.square(index))} is given two numbers",
                accepted="give it one",
                field="fix",
                value=board.square(index),
            )
        fixed[step] = index
    return tuple(sorted(fixed.items()))


def check_tries(retries: int | None, orders: tuple[str, ...]) -> None:
    """Raise `BadRule` unless these go together."""
    if retries and orders:
        raise BadRule(
            "retries and orders do not go together",
            accepted="orders are tried instead of fresh ones",
            field="retries",
            value=retries,
        )


def _check_together(request: Request) -> None:
    """Raise `BadRule` unless what the request asks for goes together."""
    method, question = request.method, request.question
    check_tries(request.retries, request.orders)
    if (request.retries or request.orders) and method not in ("auto", "greedy", "euler"):
        raise BadRule(
            f"retries and orders go with methods auto, greedy and euler, and the method is {method}",
            field="retries" if request.retries else "orders",
            value=request.retries or request.orders,
        )
    if request.best and (question.closed or question.end is not None or request.fixed):
        raise BadRule(
            "best goes with a start alone",
            accepted="a walk of all squares but one is not closed and ends where it may",
            field="best",
            value=True,
        )
    if request.fixed and method not in ("auto", "exact"):
        raise BadRule(
            f"squares with a fixed number go with method exact, and the method is {method}",
            field="fix",
            value=method,
        )

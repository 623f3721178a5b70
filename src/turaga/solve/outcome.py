"""The three outcomes of `solve`: Found, Impossible and GaveUp. `match` on them is checked by mypy."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, NoReturn

from turaga.board import Board, Square
from turaga.certificate import Certificate
from turaga.errors import TourNotFound
from turaga.json_values import LEFT_OUT
from turaga.rule import Rule
from turaga.solve.changes import Repair
from turaga.solve.circuit_joins import CircuitJoins
from turaga.text import plural, show
from turaga.tours import Tours
from turaga.walk import Tour, Walk


@dataclass(frozen=True, slots=True)
class Attempt:
    """A walk by a rule that method `greedy` tried: the rule, the squares visited, and how it ended.

    >>> from turaga import solve
    >>> outcome = solve("8x8", like="serafeimidis", start="3,4", retry_orders=["24753186"])
    >>> [(attempt.order, attempt.visited) for attempt in outcome.attempts]
    [('12345678', 56), ('24753186', 64)]
    """

    JSON_ALSO: ClassVar = ("order",)

    rule: Rule
    visited: int
    size: int = field(metadata=LEFT_OUT)  # squares of the board
    end: Square
    closed: bool  # whether it is a closed tour

    @property
    def order(self) -> str:
        """The order of the directions, which decides the ties that the other tie-breaks leave."""
        return self.rule.order

    def __str__(self) -> str:
        done = f"complete, {'closed' if self.closed else 'open'}"
        how_far = done if self.visited == self.size else f"{self.visited} of {plural(self.size, 'square')}"
        return f"{self.rule.tie_words}: {how_far}, ending on {show(self.end)}"


@dataclass(frozen=True, kw_only=True, repr=False)
class AnyOutcome(ABC):
    """What every outcome has: the request, the method, and the work it took.

    Two outcomes are equal if everything but `seconds` is equal.
    """

    reason: str
    tours: Tours  # those requested: the board, the start, the end, and whether the tour must be closed
    start: Square = field(metadata=LEFT_OUT)
    method: str
    rule: Rule  # the rule of the walk shown: after retries, with the order that led to it
    seed: int
    steps: int = 0  # squares entered, including the start, over all tries
    backtracks: int = 0  # squares left again
    retries: int = 0
    reversals: int = 0  # parts of a walk that Euler's method reversed
    insertions: int = 0  # missed squares that it inserted
    account: tuple[str, ...] = ()  # how it was found, line by line, if `why` was set
    # The changes of Euler's method, if it found the tour, and how methods `vandermonde` and `cycles` joined
    # circuits, if `why` was set.
    repair: Repair | None = field(default=None, metadata=LEFT_OUT)
    circuits: CircuitJoins | None = field(default=None, metadata=LEFT_OUT)
    attempts: tuple[Attempt, ...] = ()  # the walks of method `greedy`, in the order in which they were tried
    seconds: float = field(compare=False)
    version: str = field(metadata=LEFT_OUT)

    word: ClassVar[Literal["found", "impossible", "gave-up"]]

    @property
    def board(self) -> Board:
        """The board."""
        return self.tours.board

    def _repr_svg_(self) -> str | None:
        from turaga.pictures import notebook_svg

        return None if self.longest_walk is None else notebook_svg(self.longest_walk)

    @property
    @abstractmethod
    def longest_walk(self) -> Walk | None:
        """The tour, or else the longest walk that was found; None if there is no walk."""

    @property
    def walk(self) -> Walk:
        """The tour, or else the longest walk that was found; `TourNotFound` if there is no walk.

        >>> from turaga import solve
        >>> len(solve("8x8").walk), len(solve("8x8", like="bencic", start="5,3").walk)
        (64, 60)
        """
        found = self.longest_walk
        if found is None:
            raise TourNotFound(f"there is no walk: {self.reason}", reason=self.reason)
        return found

    def as_json(self) -> dict[str, Any]:
        """What `--json` prints: squares are counted from 1."""
        from turaga.solve.solved import Solved

        return Solved.of(self).as_json()


class _WithoutTour(AnyOutcome):
    """What `Impossible` and `GaveUp` share: there is no tour."""

    @property
    def tour(self) -> Tour:
        """Raises `TourNotFound` with the reason, because there is no tour.

        So `solve(...).tour` is the tour, or an error that says why there is none.

        >>> from turaga import solve
        >>> outcome = solve("4x4")
        >>> try:
        ...     outcome.tour
        ... except TourNotFound as error:
        ...     print(error.reason == outcome.reason)
        True
        """
        raise TourNotFound(
            f"no tour of {self.board} was found: {self.reason}",
            reason=self.reason,
            proved=isinstance(self, Impossible),
        )


@dataclass(frozen=True, kw_only=True, repr=False)
class Found(AnyOutcome):
    """A tour, verified. `reason` says how it was found.

    >>> from turaga import solve
    >>> match solve("8x8"):
    ...     case Found(tour):
    ...         print(len(tour))
    64
    """

    tour: Tour
    word: ClassVar[Literal["found", "impossible", "gave-up"]] = "found"
    __match_args__ = ("tour",)

    @property
    def longest_walk(self) -> Tour:
        """The tour."""
        return self.tour

    @property
    def walk(self) -> Tour:
        """The tour."""
        return self.tour

    def __repr__(self) -> str:
        return f"<Found: {str(self.tour)[1:-1]}>"


@dataclass(frozen=True, kw_only=True, repr=False)
class Impossible(_WithoutTour):
    """There is no such tour, and `reason` says why.

    `squares` are the squares that the reason is about, if it is about particular ones. `certificate` proves
    the reason if it is a bottleneck or a separator, and has passed `verify_certificate`; it is None if the
    reason is of another kind. `best` is the longest walk, if it was requested with `best=True`.

    >>> from turaga import solve
    >>> match solve("5x5", closed=True):
    ...     case Impossible(reason):
    ...         print(reason)
    each move changes colour, so a closed tour has as many squares of one colour as of the other, but 5x5
    has 13 and 12
    """

    best: Walk | None = None
    squares: tuple[Square, ...] = ()
    certificate: Certificate | None = None
    word: ClassVar[Literal["found", "impossible", "gave-up"]] = "impossible"
    __match_args__ = ("reason",)

    def __bool__(self) -> Literal[False]:
        return False

    @property
    def longest_walk(self) -> Walk | None:
        """The longest walk, if it was requested; otherwise None."""
        return self.best

    def __repr__(self) -> str:
        best = "" if self.best is None else f"; longest walk: {str(self.best)[1:-1]}"
        return f"<Impossible on {self.board}: {self.reason}{best}>"


@dataclass(frozen=True, kw_only=True, repr=False)
class GaveUp(_WithoutTour):
    """No tour was found, and none was ruled out. `reason` says what ran out; `best` is the longest walk.

    >>> from turaga import solve
    >>> outcome = solve("8x8", like="bencic", start="5,3")
    >>> assert isinstance(outcome, GaveUp)
    >>> len(outcome.best)
    60
    """

    best: Walk
    word: ClassVar[Literal["found", "impossible", "gave-up"]] = "gave-up"
    __match_args__ = ("best",)

    def __bool__(self) -> NoReturn:
        raise TypeError("GaveUp is neither true nor false: whether there is a tour is not known")

    @property
    def longest_walk(self) -> Walk:
        """The longest walk that was found."""
        return self.best

    @property
    def walk(self) -> Walk:
        """The longest walk that was found."""
        return self.best

    def __repr__(self) -> str:
        return f"<GaveUp on {self.board}: {self.reason}; longest walk: {str(self.best)[1:-1]}>"


Outcome = Found | Impossible | GaveUp

"""The three answers: Found, Impossible and GaveUp, a closed union to `match` on."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from turaga.board import Board, Square
from turaga.notation import facts
from turaga.notation.writer import from_one
from turaga.rule import Rule
from turaga.theory import Question
from turaga.walk import Tour, Walk

if TYPE_CHECKING:
    from turaga.json_shapes import OutcomeJson


@dataclass(frozen=True, kw_only=True)
class _Answer(ABC):
    """What every answer carries: the question, how it was answered, and the work that took."""

    reason: str
    asked: Question
    board: Board
    start: Square
    method: str
    rule: Rule  # the one that made the walk shown: after retries, with the order that did it
    seed: int
    steps: int  # squares entered, the start included, over all tries
    backtracks: int  # squares left again
    retries: int
    reversals: int  # stretches of a walk turned round, by Euler's method
    insertions: int  # squares it put in where the walk had missed them
    account: tuple[str, ...]  # how it was made, line by line, if that was asked for
    seconds: float
    version: str

    word: ClassVar[Literal["found", "impossible", "gave-up"]]

    @property
    @abstractmethod
    def walk(self) -> Walk | None:
        """The walk to show, if there is one: the tour, or the best walk."""

    def _asked_square(self, index: int | None) -> list[int] | None:
        return None if index is None else from_one(self.board.square(index))

    def as_json(self) -> "OutcomeJson":
        """The facts as `--json` shows them; squares are 1-based."""
        walk = self.walk if self.walk is not None else Walk.from_indices(self.board, ())
        held = facts(walk)
        return {
            "outcome": self.word,
            "reason": self.reason,
            "board": held["board"],
            "leaper": held["leaper"],
            "method": self.method,
            "rule": self.rule.as_json(),
            "seed": self.seed,
            "asked": {
                "start": self._asked_square(self.asked.start),
                "end": self._asked_square(self.asked.end),
                "closed": self.asked.closed,
            },
            "start": None if self.walk is None and self.asked.start is None else from_one(self.start),
            "end": held["end"],
            "closed": held["closed"],
            "visited": held["visited"],
            "unvisited": held["unvisited"],
            "steps": self.steps,
            "backtracks": self.backtracks,
            "retries": self.retries,
            "reversals": self.reversals,
            "insertions": self.insertions,
            "seconds": round(self.seconds, 6),
            "account": list(self.account),
            "squares": held["squares"],
            "version": self.version,
        }


@dataclass(frozen=True, kw_only=True)
class Found(_Answer):
    """A tour, verified; `reason` tells how it was found.

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
    def walk(self) -> Tour:
        return self.tour


@dataclass(frozen=True, kw_only=True)
class Impossible(_Answer):
    """There is no such tour, for the reason given; `best` is a walk only if one was asked for. `squares` are
    those the reason is about, if it is about some more than others.

    >>> from turaga import solve
    >>> match solve("5x5", closed=True):
    ...     case Impossible(reason):
    ...         print(reason)
    each move changes colour, so a closed tour has as many squares of one colour as of the other, and 5x5
    has 13 and 12
    """

    best: Walk | None = None
    squares: tuple[Square, ...] = ()
    word: ClassVar[Literal["found", "impossible", "gave-up"]] = "impossible"
    __match_args__ = ("reason",)

    @property
    def walk(self) -> Walk | None:
        return self.best


@dataclass(frozen=True, kw_only=True)
class GaveUp(_Answer):
    """Not found and not ruled out; `reason` says what ran out and `best` is the longest walk seen.

    >>> from turaga import solve
    >>> outcome = solve("8x8", like="bencic", start="5,3")
    >>> assert isinstance(outcome, GaveUp)
    >>> len(outcome.best)
    60
    """

    best: Walk
    word: ClassVar[Literal["found", "impossible", "gave-up"]] = "gave-up"
    __match_args__ = ("best",)

    @property
    def walk(self) -> Walk:
        return self.best


Outcome = Found | Impossible | GaveUp

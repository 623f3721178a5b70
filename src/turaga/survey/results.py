"""The types that queries about a survey return: success rates with intervals, ranks, closed tours."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from turaga.board import Board, Square
from turaga.text import plural

RANDOM = "0"  # the order of walks with random ties
_MOST_NAMED = 8  # boards or orders listed in a sentence
_Z = 1.959963984540054  # 95% of a normal distribution lies within this many standard deviations of its mean


def wilson(complete: float, walks: float) -> tuple[float, float]:
    """The 95% interval of a success rate, from the complete walks in a sample.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference (1927). Unlike the
    mean plus or minus its error, it stays between 0 and 1, and is useful if all or no walks succeed.

    >>> [round(end, 4) for end in wilson(90, 100)], [round(end, 4) for end in wilson(10, 10)]
    ([0.8256, 0.9448], [0.7225, 1.0])
    """
    rate, square = complete / walks, _Z * _Z
    middle = (rate + square / (2 * walks)) / (1 + square / walks)
    half = _Z / (1 + square / walks) * math.sqrt(rate * (1 - rate) / walks + square / (4 * walks * walks))
    low = 0.0 if complete == 0 else max(0.0, middle - half)
    return low, 1.0 if complete == walks else min(1.0, middle + half)


def order_words(order: str) -> str:
    """An order as users see it.

    >>> order_words("12345678"), order_words("0")
    ('12345678', 'random')
    """
    return "random" if order == RANDOM else order


def some_of(names: Sequence[str], thing: str) -> str:
    """The names as part of a sentence. If there are many, only their number, the first and the last.

    >>> some_of(["5x5", "6x6"], "board"), some_of([f"{n}x{n}" for n in range(6, 101)], "board")
    ('5x5, 6x6', '95 boards, 6x6 to 100x100')
    """
    if len(names) <= _MOST_NAMED:
        return ", ".join(names)
    return f"{plural(len(names), thing)}, {names[0]} to {names[-1]}"


@dataclass(frozen=True, kw_only=True)
class Rate:
    """How many walks on a board were complete, by one order, or by all orders if `order` is None.

    `allowed` is the number of walks from starts that colour allows. If the walks are a sample, `low` and
    `high` are the ends of the 95% interval of the rate.

    >>> Rate(board=Board("5x5"), order="12345678", orders=1, walks=25, allowed=13, complete=13, closed=0,
    ...      retries=0, steps=500).rate
    0.52
    """

    board: Board
    order: str | None
    orders: int  # the number of orders
    walks: int
    allowed: int
    complete: int
    closed: int
    retries: int
    steps: int  # squares entered in total, including derived walks
    low: float | None = None
    high: float | None = None

    @property
    def rate(self) -> float:
        """The share of the walks that are complete."""
        return self.complete / self.walks

    @property
    def failures(self) -> int:
        """How many walks failed from starts that colour allows."""
        return self.allowed - self.complete


@dataclass(frozen=True, kw_only=True)
class OrderSpread:
    """How much the orders differ on a board: the success rates of the worst, the median and the best order,
    and how many orders never failed from a start that colour allows.

    >>> OrderSpread(board=Board("8x8"), orders=40320, worst=0.75, median=0.890625, best=1.0, clean=16).clean
    16
    """

    board: Board
    orders: int
    worst: float
    median: float
    best: float
    clean: int


@dataclass(frozen=True, kw_only=True)
class Rank:
    """An order and how often it failed on all boards, from starts that colour allows.

    >>> Rank(order="12345678", failures=3, walks=100, boards=2, clean=1, dropped=False).failures
    3
    """

    order: str
    failures: int
    walks: int  # from starts that colour allows
    boards: int
    clean: int  # boards on which it never failed
    dropped: bool  # whether it failed too often and was not walked on all boards


@dataclass(frozen=True, kw_only=True)
class ClosedStarts:
    """The closed tours of a board by one order, or by all orders if `order` is None.

    >>> ClosedStarts(board=Board("6x6"), order="12345678", tours=2, starts=((0, 3), (2, 5))).starts[0]
    (0, 3)
    """

    board: Board
    order: str | None
    tours: int
    starts: tuple[Square, ...]  # each once, row by row


class Extent(NamedTuple):
    """The least, the mean and the most of some values."""

    least: float
    mean: float
    most: float


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What the walks on a board cost, by one order, or by all orders if `order` is None.

    Starts that theory ruled out are not part of `steps` and `times`.

    >>> Cost(board=Board("8x8"), order=None, seconds=0.5, steps=Extent(64, 64, 64), times=None).steps.most
    64
    """

    board: Board
    order: str | None
    seconds: float  # of all walks, summed over all threads; 0 if they were derived
    steps: Extent | None  # of one walk; None if nothing was walked
    times: Extent | None  # the seconds of one walk; None if they were not measured


@dataclass(frozen=True)
class WalkResult:
    """The result of one walk. Squares and runs are counted from 0."""

    board: Board
    order: str
    run: int
    start: Square
    end: Square | None  # None if theory ruled the start out
    visited: int
    complete: bool
    closed: bool
    retries: int
    steps: int
    seconds: float | None  # None if it was not measured
    ending: str | None  # a word of `turaga.survey.columns.ENDINGS`; None if it is not known


@dataclass(frozen=True)
class Totals:
    """The totals of a survey: walks, their results, and the work they took.

    >>> Totals(walks=64, walked=8, complete=60, closed=2, steps=500, seconds=0.1).walked
    8
    """

    walks: int
    walked: int  # walks that were not derived by symmetry
    complete: int
    closed: int
    steps: int  # squares that were entered
    seconds: float  # summed over all threads

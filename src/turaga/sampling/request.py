"""The operation `tours`: the tours themselves, all by search, some at random, or the one with a number."""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from turaga._version import __version__
from turaga.board import BoardLike, Leaper, Square, SquaresLike
from turaga.counting.enumeration import list_tours
from turaga.errors import BadInput, BadRule, NoTours
from turaga.json_values import Result
from turaga.kinds import RULE, SEED, method, whole
from turaga.limits import Progress
from turaga.notation.move_digits import move_digits
from turaga.operations import arg, noun, refuse_together, refuse_without
from turaga.order import FIRST_ORDER
from turaga.rule import SYSTEMS, Rule
from turaga.sampling.sampler import SAMPLERS, begun_at
from turaga.sampling.saved_sampler import Prepared, prepare
from turaga.text import listed, whole_in
from turaga.theory import verdict
from turaga.tours import CONDITIONS, Tours
from turaga.walk import Tour

CHOSEN = "Tours at random and by number"  # the heading of the options that only these have
_HOW_MANY = whole(1, metavar="K")


def _without_commas(text: str) -> int | str:
    """The whole number in a text, perhaps with commas between the thousands; or the text."""
    grouped = re.fullmatch(r"\s*[0-9]{1,3}(,[0-9]{3})+\s*", text, re.ASCII)
    number = whole_in(text.replace(",", "") if grouped else text, 4000)
    return text if number is None else number


@dataclass(frozen=True, kw_only=True)
class ListTours:
    """List the tours of a board, choose some at random, or find the one with a number."""

    tours: Tours = noun(CONDITIONS["tours"])
    limit: int | None = arg(_HOW_MANY, "List at most K tours. [default: all]")
    random: int | None = arg(_HOW_MANY, "Choose K tours uniformly at random.")
    nth: int | None = arg(
        _HOW_MANY._replace(from_text=_without_commas), "The tour number K, as turaga check numbers tours."
    )
    rule: Rule | None = arg(
        RULE,
        "Try the directions in the order of this rule: an order such as 24753186, or the name of a published "
        "program. [default: 12345678]",
        group="Search",
    )
    first: int = arg(
        whole(1),
        "Begin with the N-th tour of the list. [default: 1]",
        default=1,
        group="Search",
        names=("from",),
    )
    seed: int | None = arg(SEED, "Seed of the random tours. [default: 0]", group=CHOSEN)
    method: str = arg(
        method({"auto": None, **SAMPLERS}),
        f"{listed(['auto', *SAMPLERS], 'or')}. halves works from both sides to the middle, for closed tours "
        "only. sweep scans the whole board. narrowest takes the squares in another sequence, for wide boards "
        "with narrow parts, such as a ring. Each numbers the tours in its own sequence. [default: auto, "
        "which is halves if possible, otherwise sweep; narrowest if the board is too wide for sweep or, with "
        "holes or another leaper, much faster with it]",
        default="auto",
        group=CHOSEN,
    )

    def __post_init__(self) -> None:
        searched = ("limit", "rule", "first", "directed")
        refuse_together(self, "random", ("nth",), "one chooses tours, the other is one tour")
        refuse_together(self, "random", searched, "it chooses from all tours, whichever way they go")
        refuse_together(self, "nth", searched, "the numbering is not that of a search")
        refuse_without(self, ("seed",), "random", "nothing else is random")
        if self.searches and self.method != "auto":
            raise BadInput(
                "{method} requires {random} or {nth}", accepted="a list is made by search", field="method"
            )
        programs = [system.rule for system in SYSTEMS.values()]
        if self.rule is not None and self.rule != Rule(self.rule.order) and self.rule not in programs:
            raise BadRule(
                f"{{rule}} must be an order or the name of a program here, got {self.rule.text}",
                accepted="a search for all tours tries the directions in one order",
                field="rule",
            )

    @property
    def searches(self) -> bool:
        """Whether the tours are listed by search."""
        return self.random is None and self.nth is None

    @property
    def order(self) -> str:
        """The order of the directions."""
        return FIRST_ORDER if self.rule is None else self.rule.order


@dataclass(frozen=True, kw_only=True)
class ListedTour(Result):
    """A tour and its number, from 1: its place in the list or, at random, among those that were chosen; or
    its number among all tours. There are either squares or the digits of moves."""

    number: int
    start: Square
    end: Square
    closed: bool
    squares: tuple[Square, ...]
    moves: str | None = None

    @classmethod
    def of(cls, number: int, tour: Tour, *, as_moves: bool = False) -> "ListedTour":
        """A tour and its number."""
        squares, moves = ((), move_digits(tour)) if as_moves else (tour.squares, None)
        start, end = tour[0], tour[-1]
        return cls(number=number, start=start, end=end, closed=tour.closed, squares=squares, moves=moves)


@dataclass(frozen=True, kw_only=True)
class ListedTours(Result):
    """The tours that were requested. If there are none, `reason` says why. `total` is the number of all
    tours, if it is known."""

    tours: Tours
    found: tuple[ListedTour, ...] = ()
    reason: str | None = None
    method: str = "search"
    total: int | None = None
    seed: int | None = None
    seconds: float = field(default=0.0, compare=False)
    version: str = __version__


@dataclass(frozen=True, kw_only=True)
class TourNumber(Result):
    """The number of a tour among all tours, from 1, and how many there are."""

    tours: Tours
    number: int
    total: int | None
    method: str
    seconds: float = field(compare=False)

    @classmethod
    def of(cls, tour: Tour, ready: Prepared) -> "TourNumber":
        """The number of a tour in the numbering of a sampler.

        >>> tours = Tours("6x6", closed=True)
        >>> print(TourNumber.of(tours[41], prepare(tours)))
        number 42 of 9,862 closed tours of 6x6, ignoring start and direction
        """
        sampler = ready.sampler
        number = sampler.rank(tour)
        return cls(
            tours=sampler.tours,
            number=number,
            total=sampler.total,
            method=sampler.name,
            seconds=ready.seconds,
        )

    def __str__(self) -> str:
        return f"number {self.number:,} of {self.tours.with_count(self.total or 0)}"


def chosen_tours(request: ListTours, ready: Prepared) -> Iterator[tuple[int, Tour]]:
    """The tours that a request chooses at random or by number, with their numbers."""
    sampler, tours = ready.sampler, request.tours
    if request.nth is not None:
        yield request.nth, begun_at(sampler.unrank(request.nth), tours)
    else:
        for number, tour in enumerate(sampler.draw(request.random or 0, request.seed or 0), start=1):
            yield number, begun_at(tour, tours)


def answer_without_tours(request: ListTours, ready: Prepared) -> ListedTours:
    """What is to say about chosen tours beside the tours themselves."""
    return ListedTours(
        tours=request.tours,
        method=ready.sampler.name,
        total=ready.sampler.total,
        seed=None if request.random is None else request.seed or 0,
        seconds=ready.seconds,
    )


def why_none(request: ListTours) -> str:
    """Why a search listed no tours."""
    answer = verdict(request.tours.forwards)
    if answer.exists is False:
        return answer.reason
    if request.first > 1:
        return f"there is no tour {request.first}: there are fewer {request.tours.words}"
    return f"a search of all walks found no {request.tours.words}"


def tours_for(request: ListTours, *, as_moves: bool = False, progress: Progress | None = None) -> ListedTours:
    """The answer to a request, with all tours at once.

    >>> from turaga.operations import read
    >>> tours_for(read(ListTours, {"board": "3x4", "nth": 5})).total
    8
    """
    if request.searches:
        began = time.perf_counter()
        walks = list_tours(request.tours, order=request.order, first=request.first, progress=progress)
        numbered = enumerate(islice(walks, request.limit), start=request.first)
        found = tuple(ListedTour.of(number, tour, as_moves=as_moves) for number, tour in numbered)
        reason = None if found else why_none(request)
        seconds = time.perf_counter() - began
        return ListedTours(tours=request.tours, found=found, reason=reason, seconds=seconds)
    try:
        counted = request.nth is not None
        ready = prepare(request.tours, method=request.method, counted=counted, progress=progress)
    except NoTours as error:
        return ListedTours(tours=request.tours, reason=error.reason)
    found = tuple(ListedTour.of(*one, as_moves=as_moves) for one in chosen_tours(request, ready))
    return replace(answer_without_tours(request, ready), found=found)


def sample(
    board: BoardLike,
    number: int = 1,
    *,
    leaper: Leaper | None = None,
    avoid: SquaresLike | None = None,
    start: Square | str | None = None,
    end: Square | str | None = None,
    closed: bool = False,
    seed: int = 0,
) -> list[Tour]:
    """Tours chosen uniformly at random, each independently of the others, so that one can come twice.

    The same seed gives the same tours on every machine. Every call prepares as long as a count takes; the
    `sample` of one `Tours` does it once. Raises `NoTours` if there are none.

    >>> [tour.start for tour in sample("3x4", 3, seed=1)]
    [(1, 0), (1, 3), (1, 0)]
    """
    tours = Tours(board, leaper=leaper, avoid=avoid, start=start, end=end, closed=closed)
    return tours.sample(number, seed=seed)

"""Uniform samples of tours, the rank of a tour, and the tour of a rank.

Sampling is counting once and then choosing: a `Sampler` knows of every choice how many tours it leads to.
There are two kinds:

- `halves` meets in the middle (`turaga.sample.closed_halves`): closed tours of boards up to 8x8;
- `sweep` goes over the board one way (`turaga.sample.sweep`): open and closed tours, given ends, holes and
  other leapers, wherever the frontier method's states fit.

Each puts the tours in an order of its own, and numbers them from 1: a number means a tour only together
with the kind of sampler. A tour here is a set of moves. The direction in which it is walked, and where a
closed one starts, make no difference to its number, and every tour is equally likely.
"""

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, cast

from turaga.board import BoardLike, Leaper, Square
from turaga.count.request import Tours
from turaga.errors import BadBoard, BadRule
from turaga.limits import Progress, seed_number, whole_number
from turaga.notation import facts
from turaga.notation.writer import from_one
from turaga.rng import Rng
from turaga.text import short
from turaga.theory import verdict
from turaga.verify import require_tour, verify
from turaga.walk import Tour

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from turaga.json_shapes import NothingSampledJson, SampledTourJson

# The kinds of sampler, and where they live: loaded when they are asked for.
SAMPLERS = {
    "halves": ("turaga.sample.closed_halves", "HalvesSampler"),
    "sweep": ("turaga.sample.sweep", "SweepSampler"),
}


class Sampler(Protocol):
    """What knows all tours of a kind, and draws from them.

    >>> sampler = make_sampler("5x6", closed=True)
    >>> sampler.count(), [tour.closed for tour in sampler.draw(3, seed=1)]
    (8, [True, True, True])
    """

    name: ClassVar[str]  # one of `SAMPLERS`

    @property
    def tours(self) -> Tours:
        """Which tours are drawn from: undirected ones."""

    @property
    def total(self) -> int | None:
        """How many they are; None if that is not known yet."""

    @classmethod
    def make(cls, tours: Tours, *, progress: Progress | None = None) -> Self:
        """Set up; `NoTours` if there are none."""

    def count(self, *, progress: Progress | None = None) -> int:
        """How many they are, counted now if that is not known yet. `rank` and `unrank` need it; asked for
        here first, it can be told how far it is."""

    def draw(self, number: int, seed: int, first: int = 0) -> Iterator[Tour]:
        """So many tours, each drawn from all: those of draws number `first`, `first` + 1 and so on of this
        seed, the same whether drawn together or apart."""

    def rank(self, tour: Tour) -> int:
        """The number of a tour, from 1; `BadRule` if it is not one of those drawn from."""

    def unrank(self, number: int) -> Tour:
        """The tour with a number, from 1; `BadRule` if there is none."""

    def arrays(self) -> "dict[str, NDArray[Any]]":
        """What has to be kept to draw again without setting up."""

    @classmethod
    def from_arrays(cls, tours: Tours, arrays: "dict[str, NDArray[Any]]") -> Self:
        """The sampler that kept these; `BadText` if they do not fit together."""


class SamplerBase:
    """What samplers share: they can be pickled, and show which tours they sample."""

    name: ClassVar[str]
    tours: Tours

    def __reduce__(self) -> tuple[object, ...]:
        made = cast(Sampler, self)
        return type(made).from_arrays, (made.tours, made.arrays())

    def __repr__(self) -> str:
        total = cast(Sampler, self).total
        return f"<Sampler of {'' if total is None else f'{total:,} '}{self.tours.name}, method {self.name}>"

    def _repr_html_(self) -> str:
        from turaga.notebook import sampler_html

        return sampler_html(cast(Sampler, self))


class TooManyPairs(BadRule):
    """Meeting in the middle takes the tours, but not to draw from: pairs of halves are numbered in 62 bits.

    >>> issubclass(TooManyPairs, BadRule)
    True
    """


class NoTours(BadBoard):
    """There is nothing to draw from; `reason` says why, in words that can follow "Impossible:".

    >>> try:
    ...     make_sampler("4x6", closed=True)
    ... except NoTours as error:
    ...     print(error.reason)
    no board with 4 rows has a closed tour: squares in the outer rows and squares in the inner rows would
    have to alternate, and so would the colours
    """

    def __init__(self, reason: str) -> None:
        super().__init__("there is no tour to draw", accepted=reason, field="board")
        self.reason = reason


def fair_number(rng: Rng, below: int) -> int:
    """A number from 0 to below - 1, each as likely as any other: of the fewest bits that hold them all, the
    first roll that is not too large.

    >>> rng = Rng(1)
    >>> [fair_number(rng, 10) for _ in range(8)]
    [7, 4, 3, 5, 8, 6, 4, 1]
    >>> fair_number(rng, 10**30) < 10**30
    True
    """
    bits = (below - 1).bit_length()
    rolls = -(-bits // 64)
    while True:
        number = 0
        for _ in range(rolls):
            number = number << 64 | rng.next_bits()
        number >>= 64 * rolls - bits
        if number < below:
            return number


def make_sampler(
    board: BoardLike,
    *,
    leaper: Leaper | None = None,
    closed: bool = False,
    start: Square | str | None = None,
    end: Square | str | None = None,
    method: str = "auto",
    progress: Progress | None = None,
) -> Sampler:
    """What draws from the tours of a board, closed ones or all, from a start or to an end if given. (A closed
    tour starts anywhere: with one end given alone they are drawn from all, and `begun_at` turns them so that
    they start or end there.)

    `method` is a kind of sampler, or `auto`: halves where it takes the question, else sweep. Set-up costs
    what counting does: moments up to 6x6 closed or 5x8 open. `NoTours` if there is nothing to draw from,
    `BadRule` if the method does not take the board.

    >>> sampler = make_sampler("3x4")
    >>> sampler.total, sampler.rank(sampler.unrank(5))
    (8, 5)
    """
    tours = Tours.of(board, leaper=leaper, closed=closed, start=start, end=end)
    return sampler_for(tours, method=method, progress=progress)


def sampler_for(tours: Tours, *, method: str = "auto", progress: Progress | None = None) -> Sampler:
    """What draws from these tours: `make_sampler` for a caller that has `Tours`.

    >>> sampler_for(Tours.of("3x4", start="1,1")).name
    'sweep'
    """
    method = method.strip().lower() if isinstance(method, str) else method
    if method not in ("auto", *SAMPLERS):
        raise BadRule(
            f"method {short(str(method))!r} is not known",
            accepted=f"write auto, {' or '.join(SAMPLERS)}",
            field="method",
            value=method,
        )
    known = verdict(tours.question)
    if known.exists is False:
        raise NoTours(known.reason)
    tours = as_drawn(tours)
    if method != "auto":
        return sampler_class(method).make(tours, progress=progress)
    try:
        return sampler_class(_chosen(tours)).make(tours, progress=progress)
    except TooManyPairs:
        return sampler_class("sweep").make(tours, progress=progress)


def _chosen(tours: Tours) -> str:
    """The kind of sampler for these tours: meeting in the middle is the quicker where it can be done."""
    if not tours.closed:
        return "sweep"
    from turaga.count.closed_halves_fit import can_halve

    return "halves" if can_halve(tours) else "sweep"


def as_drawn(tours: Tours) -> Tours:
    """The tours as a sampler knows them: closed ones with one end given are all closed ones, and
    no tour is two.

    >>> as_drawn(Tours.of("6x6", closed=True, start="3,3")).start is None
    True
    """
    if tours.closed and tours.end_index is None:
        return Tours(board=tours.board, closed=True)
    return replace(tours, directed=False)


def begun_at(tour: Tour, tours: Tours) -> Tour:
    """A tour drawn from these tours, starting or ending where they do: a closed one is turned for that, an
    open one is as it is.

    >>> tour = unrank_tour("5x6", 3, closed=True, method="sweep")
    >>> begun_at(tour, Tours.of("5x6", closed=True, start=(1, 1))).start
    (1, 1)
    >>> begun_at(tour, Tours.of("5x6", closed=True, end=(1, 1))).end
    (1, 1)
    """
    if not tours.closed or tours.start_index is None:
        return tour
    numbers = tour.indices
    at = numbers.index(tours.start_index) + tours.backwards
    return require_tour(Tour.from_indices(tour.board, numbers[at:] + numbers[:at]), closed=True)


def sampler_class(name: str) -> type[Sampler]:
    """The class of a kind of sampler, which is loaded.

    >>> sampler_class("sweep").name
    'sweep'
    """
    module, kind = SAMPLERS[name]
    found: type[Sampler] = getattr(import_module(module), kind)
    return found


def sample_tours(
    board: BoardLike,
    number: int = 1,
    *,
    leaper: Leaper | None = None,
    closed: bool = False,
    start: Square | str | None = None,
    end: Square | str | None = None,
    seed: int = 0,
    method: str = "auto",
    progress: Progress | None = None,
) -> Iterator[Tour]:
    """So many tours of a board, each drawn fairly and by itself from all.

    Set-up is `make_sampler`'s, and done anew by every call: to draw again and again, keep a sampler.

    >>> [tour.start for tour in sample_tours("3x4", 3, seed=1)]
    [(1, 0), (1, 3), (1, 0)]
    """
    number, seed = whole_number("number", number, 0), seed_number("seed", seed)
    tours = Tours.of(board, leaper=leaper, closed=closed, start=start, end=end)
    sampler = sampler_for(tours, method=method, progress=progress)
    return (begun_at(tour, tours) for tour in sampler.draw(number, seed))


def drawn_facts(
    tours: Tours, sampler: Sampler, tour: Tour, *, draw: int, seed: int, seconds: float
) -> "SampledTourJson":
    """What `turaga sample --json` says of a tour: draw number `draw` of this seed, by a sampler whose set-up
    took so many seconds.

    >>> sampler = make_sampler("3x4")
    >>> told = drawn_facts(sampler.tours, sampler, sampler.unrank(1), draw=0, seed=0, seconds=0.5)
    >>> told["outcome"], told["total"], told["visited"]
    ('found', 8, 12)
    """
    return {
        **tours.request_json(),
        **facts(tour),
        "start": from_one(tour.squares[0]),
        "end": from_one(tour.squares[-1]),
        "outcome": "found",
        "total": sampler.total,
        "draw": draw,
        "seed": seed,
        "method": sampler.name,
        "seconds": round(seconds, 6),
    }


def nothing_drawn(tours: Tours, error: NoTours) -> "NothingSampledJson":
    """What it says where there is nothing to draw from.

    >>> nothing_drawn(Tours.of("3x3"), NoTours("the centre has no move"))["outcome"]
    'impossible'
    """
    return {"outcome": "impossible", "reason": error.reason, **tours.request_json()}


def rank_tour(
    tour: Tour, *, closed: bool = False, method: str = "auto", progress: Progress | None = None
) -> int:
    """The rank of a tour, from 1, among all tours of its board or, with `closed`, among the closed ones.

    `unrank_tour` with the same `closed` and `method` gives the tour back.

    >>> from turaga.solve import solve
    >>> rank_tour(solve("3x4").tour)
    8
    """
    tours = Tours(board=tour.board, closed=closed)
    require_one_of(tours, tour)  # before all the work
    sampler = sampler_for(tours, method=method, progress=progress)
    sampler.count(progress=progress)
    return sampler.rank(tour)


def unrank_tour(
    board: BoardLike,
    number: int,
    *,
    leaper: Leaper | None = None,
    closed: bool = False,
    method: str = "auto",
    progress: Progress | None = None,
) -> Tour:
    """The tour of this rank, from 1, among all tours of a board or, with `closed`, among the closed ones.

    >>> unrank_tour("3x4", 8).squares[:3]
    ((0, 0), (1, 2), (2, 0))
    """
    whole_number("number", number, 1)
    sampler = make_sampler(board, leaper=leaper, closed=closed, method=method, progress=progress)
    sampler.count(progress=progress)
    return sampler.unrank(number)


# -- for those who write samplers -----------------------------------------------------------------------


def require_one_of(tours: Tours, tour: Tour) -> None:
    """Raise unless a tour is one of the board, and closed if those are meant; of ends given nothing is said.

    >>> from turaga.solve import solve
    >>> require_one_of(Tours.of("3x4"), solve("3x4").tour)
    """
    if tour.board != tours.board:
        problem = f"the tour is one of {tour.board}, and those numbered here are of {tours.board}"
        raise BadRule(problem, field="tour")
    report = verify(tour)
    if not report.is_tour:
        why = report.faults[0].what if report.faults else f"{report.unvisited} squares are unvisited"
        raise BadRule("only tours have numbers, and this is none", accepted=why, field="tour")
    if tours.closed and not report.closed:
        raise BadRule(
            "the tour is open, and those numbered here are closed",
            accepted="rank it among the open ones",
            field="tour",
        )


def require_rank(tours: Tours, number: int, total: int) -> int:
    """The number as a plain integer, if a tour can have it; else `BadRule` says how many there are.

    >>> require_rank(Tours.of("5x6", closed=True), 8, 8)
    8
    """
    whole = whole_number("number", number, 1)
    if whole > total:
        raise BadRule(
            f"number {whole} has no tour",
            accepted=f"there are {total:,} {tours.name}, numbered from 1",
            field="number",
            value=whole,
        )
    return whole

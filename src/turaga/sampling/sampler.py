"""Samples tours uniformly at random, and converts between tours and their ranks.

To sample is to count once and then choose. A `Sampler` knows how many tours each choice leads to. There are
three kinds:

- `halves` joins halves in the middle of the board (`turaga.sampling.closed_halves`). It samples closed tours
of
  boards up to 8x8.
- `sweep` makes one pass over the board (`turaga.sampling.sweep`). It samples open and closed tours, with
given
  ends, holes and other leapers, as long as the states of the frontier method fit in memory.
- `narrowest` also makes one pass, in a sequence of squares that keeps the frontier narrow
  (`turaga.sampling.narrowest`). It samples the same tours, also on large boards with narrow parts, such as a
  ring.

Each kind has its own sequence of tours, with ranks from 1: a rank is the number that `--nth` takes. So it
identifies a tour only together with the kind of sampler. A tour here is a set of moves: its direction, and
the start of a closed tour, make no difference to its rank. Every tour has the same probability.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, cast

from turaga.counting.closed_halves_fit import can_halve, require_halves
from turaga.counting.methods import is_too_wide
from turaga.errors import BadInput, BadRule, BadText, NotATour, NoTours
from turaga.frontier.memory import MemoryEstimate, TooManyStates
from turaga.limits import Progress, name_in, whole_number
from turaga.rng import Rng
from turaga.sampling.sampler_fit import prefers_narrowest, require_narrowest, require_sweep
from turaga.text import listed, plural, short
from turaga.theory import verdict
from turaga.tours import Tours
from turaga.verify import require_tour, verify
from turaga.walk import Tour, Walk

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from turaga.counting.work_plan import WorkPlan

# The kinds of sampler, with the module and class of each. They are loaded when needed.
SAMPLERS = {
    "halves": ("turaga.sampling.closed_halves", "HalvesSampler"),
    "sweep": ("turaga.sampling.sweep", "SweepSampler"),
    "narrowest": ("turaga.sampling.narrowest", "NarrowestSampler"),
}

_MOST_QUICK = 400  # squares: to plan for more can take a second itself
_QUICK_BYTES = 10 << 20  # these are computed in half a second


class Sampler(Protocol):
    """Samples from a set of tours, and converts between tours and ranks.

    >>> sampler = sampler_for(Tours("5x6", closed=True))
    >>> sampler.count(), [tour.closed for tour in sampler.draw(3, seed=1)]
    (8, [True, True, True])
    """

    name: ClassVar[str]  # one of `SAMPLERS`

    @property
    def tours(self) -> Tours:
        """The tours that are sampled from. They are not directed."""

    @property
    def total(self) -> int | None:
        """The number of tours; None if they have not been counted yet."""

    @classmethod
    def make(cls, tours: Tours, *, progress: Progress | None = None) -> Self:
        """Make a sampler. Raises `NoTours` if there are no tours."""

    def count(self, *, progress: Progress | None = None) -> int:
        """The number of tours, which are counted now if they have not been counted yet. `rank` and `unrank`
        need it. Call this first if you want to see its progress."""

    def draw(self, number: int, seed: int, first: int = 0) -> Iterator[Tour]:
        """Sample tours, each independently from all. These are samples `first`, `first` + 1 and so on of this
        seed. They do not depend on how many are made in one call."""

    def rank(self, tour: Tour) -> int:
        """The rank of a tour, from 1. Raises `BadRule` if it is not one of the sampler's tours."""

    def unrank(self, number: int) -> Tour:
        """The tour with this rank, from 1. Raises `BadRule` if there is none."""

    def arrays(self) -> "dict[str, NDArray[Any]]":
        """The arrays to store, from which `from_arrays` makes the sampler again."""

    @classmethod
    def from_arrays(cls, tours: Tours, arrays: "dict[str, NDArray[Any]]") -> Self:
        """The sampler that stored these arrays; `InconsistentSampler` if they contradict each other."""


class InconsistentSampler(BadText):
    """A sampler from a file whose arrays contradict each other. Its checksum may still be correct, because a
    checksum does not say who wrote a file.

    >>> print(InconsistentSampler())
    the saved sampler is damaged: delete its file and make it again
    """

    def __init__(self, accepted: str = "delete its file and make it again") -> None:
        super().__init__("the saved sampler is damaged", accepted=accepted)


class SamplerBase:
    """What samplers share: they verify tours, can be pickled, and show which tours they sample."""

    name: ClassVar[str]
    tours: Tours
    from_file = False  # whether the arrays come from somewhere else, so that they may be wrong

    def _verified(self, indices: list[int]) -> Tour:
        """The tour with these squares, if it is one of the sampler's tours. A wrong tour is a bug in Turaga,
        unless the sampler comes from a file."""
        first, last = self.tours.start_index, self.tours.end_index
        try:
            tour = require_tour(Walk.from_indices(self.tours.board, indices), closed=self.tours.closed)
            if first not in (None, indices[0]) or last not in (None, indices[-1]):
                raise NotATour(f"a sampled tour of {self.tours.board} has the wrong ends")
        except NotATour:
            if self.from_file:
                raise InconsistentSampler from None
            raise
        return tour

    def __reduce__(self) -> tuple[object, ...]:
        made = cast(Sampler, self)
        return type(made).from_arrays, (made.tours, made.arrays())

    def __repr__(self) -> str:
        total = cast(Sampler, self).total
        return f"<Sampler of {'' if total is None else f'{total:,} '}{self.tours.name}, method {self.name}>"


class TooManyPairs(BadRule):
    """Method halves can count these tours, but not sample them: pairs of halves are numbered in 62 bits.

    >>> issubclass(TooManyPairs, BadRule)
    True
    """


def uniform_number(rng: Rng, below: int) -> int:
    """A uniformly random number from 0 to below - 1. It takes as many random bits as the largest of them has,
    and tries again as long as the result is too large.

    >>> rng = Rng(1)
    >>> [uniform_number(rng, 10) for _ in range(8)]
    [7, 4, 3, 5, 8, 6, 4, 1]
    >>> uniform_number(rng, 10**30) < 10**30
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


def sampler_for(tours: Tours, *, method: str = "auto", progress: Progress | None = None) -> Sampler:
    """A sampler for these tours. (A closed tour can start anywhere. If only a start or an end is given, all
    closed tours are sampled, and `begun_at` rotates each so that it starts or ends there.)

    `method` is a kind of sampler or `auto`, which is halves where possible, otherwise sweep, and narrowest
    where sweep does not fit; with holes or another leaper also where sweep would be much slower. Making a
    sampler takes as long as counting, a moment up to 6x6 closed or 5x8 open. Raises `NoTours` if there are no
    tours, and `BadRule` if the method cannot sample them.

    >>> sampler = sampler_for(Tours("3x4"))
    >>> sampler.total, sampler.rank(sampler.unrank(5))
    (8, 5)
    """
    method = name_in("method", method, BadRule) if isinstance(method, str) else method
    if method not in ("auto", *SAMPLERS):
        raise BadRule(
            f"method {short(str(method))!r} is not known",
            accepted=f"write {listed(['auto', *SAMPLERS], 'or')}",
            field="method",
        )
    known = verdict(tours.forwards)
    if known.exists is False:
        raise NoTours(known.reason)
    tours = tours_to_sample(tours)
    if method != "auto":
        return sampler_class(method).make(tours, progress=progress)
    try:
        return sampler_class(chosen_sampler(tours)).make(tours, progress=progress)
    except TooManyPairs:
        return sampler_class("sweep").make(tours, progress=progress)


def chosen_sampler(tours: Tours) -> str:
    """The kind of sampler for these tours. Halves are faster where they are possible. Where the rows of the
    board are too wide for sweep, or make it slow, another sequence of the squares may be narrow enough.

    >>> chosen_sampler(Tours("5x6", closed=True)), chosen_sampler(Tours("5x6"))
    ('halves', 'sweep')
    """
    if tours.closed and can_halve(tours):
        return "halves"
    try:
        require_sweep(tours)
    except TooManyStates:
        if is_too_wide(tours):
            return "sweep"
        try:
            require_narrowest(tours)
        except TooManyStates:
            return "sweep"  # which says what is too large
        return "narrowest"
    return "narrowest" if prefers_narrowest(tours) else "sweep"


# How each kind of sampler makes tours, in words, and the memory that it takes for them.
_PLANS: dict[str, tuple[str, Callable[[Tours], MemoryEstimate]]] = {
    "halves": ("halves of tours, joined in the middle of the board", require_halves),
    "sweep": ("one pass over the board, row by row", require_sweep),
    "narrowest": (
        "one pass over the board, in a sequence that keeps the frontier narrow",
        lambda tours: require_narrowest(tours)[2],
    ),
}


def plan_sample(tours: Tours) -> "WorkPlan":
    """How these tours would be sampled, within the memory limit (`turaga.frontier.memory`).

    >>> plan_sample(Tours("5x6", closed=True)).method, plan_sample(Tours("9x9")).possible
    ('halves', False)
    """
    from turaga.counting.work_plan import WorkPlan

    known = verdict(tours.forwards)
    if known.exists is False:
        return WorkPlan(False, f"there is no tour to sample: {known.reason}")
    tours = tours_to_sample(tours)
    try:
        method = chosen_sampler(tours)
        how, memory = _PLANS[method]
        return WorkPlan(True, how, method, memory(tours).bytes)
    except BadInput as error:
        return WorkPlan(False, str(error))


def numbers_quickly(tours: Tours) -> bool:
    """Whether it takes less than a second to make a sampler and to count, so that the number of a tour can
    be shown each time.

    >>> [numbers_quickly(Tours(board, closed=True)) for board in ("6x6", "8x8", "100x100")]
    [True, False, False]
    """
    if tours.board.area > _MOST_QUICK:
        return False
    memory = plan_sample(tours).memory
    return memory is not None and memory <= _QUICK_BYTES


def tours_to_sample(tours: Tours) -> Tours:
    """The set of tours that a sampler needs. Closed tours with only a start or an end are all closed tours,
    and each tour is one, not two directed ones.

    >>> tours_to_sample(Tours("6x6", closed=True, start="3,3")).start is None
    True
    """
    if tours.closed and not tours.both_ends:
        return Tours(tours.board, closed=True)
    return tours.but(directed=False)


def begun_at(tour: Tour, tours: Tours) -> Tour:
    """A sampled tour with the start or end that these tours ask for. A closed tour is rotated; an open tour
    is returned unchanged.

    >>> tour = sampler_for(Tours("5x6", closed=True)).unrank(3)
    >>> begun_at(tour, Tours("5x6", closed=True, start=(1, 1))).start
    (1, 1)
    >>> begun_at(tour, Tours("5x6", closed=True, end=(1, 1))).end
    (1, 1)
    """
    first = tours.forwards.start_index
    if not tours.closed or first is None:
        return tour
    numbers = tour.indices
    at = numbers.index(first) + tours.backwards
    return require_tour(Tour.from_indices(tour.board, numbers[at:] + numbers[:at]), closed=True)


def sampler_class(name: str) -> type[Sampler]:
    """The class of a kind of sampler. Its module is loaded.

    >>> sampler_class("sweep").name
    'sweep'
    """
    module, kind = SAMPLERS[name]
    found: type[Sampler] = getattr(import_module(module), kind)
    return found


# -- helpers for samplers -------------------------------------------------------------------------------


def require_one_of(tours: Tours, tour: Tour) -> None:
    """Raise `BadRule` unless this is a tour of the board, and closed if `tours` are. Its start and end are
    not checked.

    >>> from turaga.solve import solve
    >>> require_one_of(Tours("3x4"), solve("3x4").tour)
    """
    if tour.board != tours.board:
        problem = f"the tour is on {tour.board}, but the ranks are those of tours of {tours.board}"
        raise BadRule(problem, field="tour")
    report = verify(tour)
    if not report.is_tour:
        verb = "is" if report.unvisited == 1 else "are"
        missed = f"{plural(report.unvisited, 'square')} {verb} unvisited"
        why = report.faults[0].what if report.faults else missed
        raise BadRule("this walk is not a tour, so it has no rank", accepted=why, field="tour")
    if tours.closed and not report.closed:
        raise BadRule(
            "the tour is open, but only closed tours are ranked here",
            accepted="rank it among the open tours",
            field="tour",
        )


def require_rank(tours: Tours, number: int, total: int) -> int:
    """The rank as a plain integer. Raises `BadRule` if it is more than the number of tours.

    >>> require_rank(Tours("5x6", closed=True), 8, 8)
    8
    """
    whole = whole_number("number", number, 1)
    if whole > total:
        raise BadRule(
            f"there is no tour {whole:,}",
            accepted=f"the numbers of the {tours.name} are 1 to {total:,}",
            field="number",
        )
    return whole


def require_arrays(arrays: "dict[str, NDArray[Any]]", like: "dict[str, NDArray[Any]]") -> None:
    """Raise `InconsistentSampler` unless the arrays have these names and types, in one dimension."""
    if arrays.keys() != like.keys():
        raise InconsistentSampler(
            f"its arrays are {short(', '.join(arrays), 200)}, but should be {', '.join(like)}"
        )
    for name, array in arrays.items():
        if array.dtype != like[name].dtype or array.ndim != 1:
            raise InconsistentSampler(f"its array {name} has the wrong type")

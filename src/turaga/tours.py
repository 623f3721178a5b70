"""The tours that are meant: a board, and the conditions that a tour of it has to meet.

Every question is about such a set: is it empty and why, how large is it, which tours are in it. Most
published counts of knight's tours disagree because their authors do not say what they counted. Here:

- An **open** tour is a path through every square. Tours whose ends are a move apart count too.
- A **closed** tour is a circuit through every square. Its start and direction make no difference.
- Each tour is counted once. If **directed**, each tour is counted twice, once in each direction. (A board
  with a single square has one open tour, directed or not.)
- With a start, or a start and an end, only the tours from there are counted. An open tour then has a
  direction already. A closed tour from a start to an end is one that returns from the end to the start in a
  single move. Every closed tour can start on a given square, so a start alone excludes none.
- A square to **avoid** is the same as a hole of the board.

The tours have two orders. Iteration lists them as a search finds them (`turaga.counting.enumeration`).
`tours[i]`, `index` and `--nth` use the numbering of the method that samples them (`turaga.sampling.sampler`),
which finds any one of millions of millions without the others.
"""

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, NoReturn, overload

from turaga.board import KNIGHT, Board, BoardLike, Leaper, Square, SquaresLike
from turaga.errors import BadInput, BadRule, NoTours
from turaga.json_values import LEFT_OUT, Result
from turaga.kinds import AVOID, BOARD, FIXES, LEAPER, SQUARE, TRUTH
from turaga.limits import Progress, seed_number, whole_number
from turaga.operations import ARGUMENT, REQUIRED, Argument, arg, build, read
from turaga.text import listed, plural

if TYPE_CHECKING:
    import os

    from turaga.counting.estimate import Estimate
    from turaga.counting.outcome import Classes, Count
    from turaga.sampling.sampler import Sampler
    from turaga.solve import Outcome
    from turaga.walk import Tour

# The conditions that each operation accepts.
_USUAL = frozenset({"board", "leaper", "avoid", "start", "end", "closed"})
CONDITIONS = {
    "solve": _USUAL | {"fix"},
    "draw": _USUAL | {"fix"},
    "count": _USUAL | {"directed"},
    "tours": _USUAL | {"directed"},
    "repair": frozenset({"closed", "end"}),
    "watch": _USUAL,
    "play": frozenset({"board", "leaper", "avoid", "start"}),
    "map": frozenset({"board", "leaper", "avoid"}),
    "compare": frozenset({"board", "leaper", "avoid", "closed"}),
}


def refused_condition(name: str, operation: str, call: Callable[[str], str] = str) -> BadInput:
    """The error for a condition that an operation does not take."""
    others = listed(other for other, taken in CONDITIONS.items() if name in taken and other != operation)
    return BadInput(f"{operation} does not take {call(name)}", accepted=f"it is for {others}", field=name)


class TourPath(NamedTuple):
    """What the frontier method searches for: a path or a circuit through all squares."""

    given: tuple[int, ...]  # the required ends, as indices of squares
    ends: int  # the number of ends: 2, or 0 for a circuit


@dataclass(frozen=True, init=False, repr=False)
class Tours(Result):
    """All tours of a board that meet the conditions: a collection that computes nothing until it is asked.

    `start` and `end` are 0-based (row, col) pairs, or None if any square will do. `start_index` and
    `end_index` are the same squares as indices. `fix` has the squares at given steps.

    `for tour in tours` gives all of them, as a search finds them. `tours[i]` is the one with the number i
    from 0, in an order of its own, and a slice is a lazy view, like one of `range`. Numbers need the number
    of all tours, which is counted once. `tour in tours` computes nothing else than whether it is one.

    >>> tours = Tours("5x5", start="1,1")
    >>> tours.words
    'open tours of 5x5 starting on a5, including tours that can be closed'
    >>> tour = tours[303]
    >>> tour in tours, tours.index(tour), tours[-1] == tour, next(iter(tours)) in tours
    (True, 303, True, True)
    """

    board: Board = arg(
        BOARD,
        "Rows x columns, such as 8x8.",
        group=ARGUMENT,
        default=REQUIRED,
        then={
            "leaper": Argument(LEAPER, "A leaper instead of the knight (1,2), such as 1,3 or 0,1.", "Board"),
            "avoid": Argument(AVOID, "Squares that the tour must not visit, such as 'c3 d4'."),
        },
    )
    start: Square | None = arg(SQUARE, "Start here. [default: any square]")
    end: Square | None = arg(SQUARE, "End here.")
    closed: bool = arg(TRUTH, "Closed tours: the last square is a move away from the first.", default=False)
    fix: tuple[tuple[int, int], ...] = arg(
        FIXES,
        "Step K of the tour must be on this square.",
        default=(),
        listed=True,
        group="Search",
        json=LEFT_OUT,
    )
    directed: bool = arg(TRUTH, "Each tour counts twice, once per direction.", default=False, group="Search")

    JSON_ALSO: ClassVar = ("leaper", "fixed", "kind", "words")

    def __init__(
        self,
        board: BoardLike,
        *,
        leaper: Leaper | None = None,
        avoid: SquaresLike | None = None,
        start: Square | str | None = None,
        end: Square | str | None = None,
        closed: bool = False,
        fix: Mapping[int, Square | str] | None = None,
        directed: bool = False,
    ) -> None:
        for name, value in vars(read(Tours, locals())).items():
            object.__setattr__(self, name, value)

    @classmethod
    def at(
        cls,
        board: Board,
        start_index: int | None = None,
        end_index: int | None = None,
        closed: bool = False,
        *,
        directed: bool = False,
    ) -> "Tours":
        """The tours with these ends, as indices of squares, for code that has checked them.

        >>> Tours.at(Board("8x8"), 0).start
        (0, 0)
        """
        start, end = (None if one is None else board.square(one) for one in (start_index, end_index))
        values = {"board": board, "start": start, "end": end, "closed": closed, "directed": directed}
        return build(cls, values)

    def but(self, **changes: Any) -> "Tours":
        """The same tours, with other values for some fields. `start_index` and `end_index` are fields too.

        >>> Tours("8x8").but(start_index=1, closed=True)
        <Tours: closed tours of 8x8, begun on b8>
        """
        for name in ("start", "end"):
            if f"{name}_index" in changes:
                index = changes.pop(f"{name}_index")
                changes[name] = None if index is None else self.board.square(index)
        return build(Tours, {**vars(self), **changes})

    def __post_init__(self) -> None:
        """Check that the ends and the fixed squares agree. A square fixed at the first or the last step is an
        end."""
        if not self.fix:
            return
        board, at = self.board, dict(self.fix)
        for name, step in (("start", 1), ("end", board.size)):
            given, placed = getattr(self, name), at.get(step)
            index = None if given is None else board.index(given)
            elsewhere = next((k for k, square in self.fix if square == index and k != step), None)
            if index is not None and placed is not None and placed != index:
                raise BadRule(
                    f"step {step} is fixed on {board.show(placed)}, but the {name} is {board.show(given)}",
                    accepted="leave out one of the two",
                    field="fix",
                )
            if elsewhere is not None:
                raise BadRule(
                    f"square {board.show(given)} is the {name} and also fixed at step {elsewhere}",
                    accepted="a tour visits each square once",
                    field="fix",
                )
            if placed is not None:
                object.__setattr__(self, name, board.square(placed))

    # -- the ends --------------------------------------------------------------------------------------

    @cached_property
    def start_index(self) -> int | None:
        """The index of the square where the tours start, or None if any will do."""
        return None if self.start is None else self.start[0] * self.board.cols + self.start[1]

    @cached_property
    def end_index(self) -> int | None:
        """The index of the square where the tours end, or None if any will do."""
        return None if self.end is None else self.end[0] * self.board.cols + self.end[1]

    @property
    def backwards(self) -> bool:
        """Whether only an end is given. Every tour to a square is the reverse of a tour from it, so
        `forwards` has as many; code that shows them reverses them."""
        return self.start is None and self.end is not None

    @property
    def forwards(self) -> "Tours":
        """The tours from the end, if only an end is given; otherwise the same tours.

        >>> Tours("5x5", end="1,1").forwards
        <Tours: open tours of 5x5 starting on a5>
        """
        return self.but(start=self.end, end=None) if self.backwards else self

    @cached_property
    def both_ends(self) -> bool:
        """Whether both ends are given."""
        return self.start is not None and self.end is not None

    @cached_property
    def plain(self) -> bool:
        """Whether these are tours of the knight on a rectangle without holes, as in most theorems."""
        return not self.board.hole_indices and self.board.leaper == KNIGHT

    # -- what is counted -------------------------------------------------------------------------------

    @property
    def leaper(self) -> list[int]:
        """The leaper that moves."""
        return [*self.board.leaper]

    @property
    def fixed(self) -> dict[int, Square]:
        """The squares at given steps, from 1."""
        return {step: self.board.square(index) for step, index in self.fix}

    @property
    def kind(self) -> Literal["open", "closed"]:
        """`closed` or `open`."""
        return "closed" if self.closed else "open"

    @property
    def times(self) -> int:
        """How often each tour is counted: 2 if directed, unless a start or an end fixes the direction.

        >>> Tours("6x6", closed=True, directed=True).times, Tours("1x1", directed=True).times
        (2, 1)
        """
        given = (self.start is not None) + (self.end is not None)
        has_direction = not self.directed or given == 2 or (given == 1 and not self.closed)
        return 1 if has_direction or self.board.size == 1 else 2

    @property
    def path(self) -> TourPath | None:
        """What the frontier method searches for. None if no search is needed, because the board has one
        square or the ends rule out every tour.

        A closed tour with a start and an end is an open tour between them, if they are a move apart: the
        move that closes it is known.

        >>> Tours("5x6", closed=True).path, Tours("5x5", start="1,1").path
        (TourPath(given=(), ends=0), TourPath(given=(0,), ends=2))
        """
        forwards = self.forwards
        board, start, end = self.board, forwards.start_index, forwards.end_index
        if board.size == 1 or (start is not None and start == end) or (self.closed and board.size == 2):
            return None
        if start is None or end is None:
            return TourPath((), 0) if self.closed else TourPath(() if start is None else (start,), 2)
        return None if self.closed and not board.is_move(start, end) else TourPath((start, end), 2)

    @property
    def name(self) -> str:
        """The kind of tours, the board and the ends, for use in a sentence.

        >>> Tours("5x5", end="1,1").name
        'open tours of 5x5 ending on a5'
        """
        return f"{self.kind} tours of {self.board}{self._ends}"

    @property
    def words(self) -> str:
        """Exactly what is counted, for use in a sentence.

        >>> Tours("6x6", closed=True).words
        'closed tours of 6x6, ignoring start and direction'
        """
        return self.name + self._details

    def with_count(self, count: int) -> str:
        """The words with a count before them, in the singular or plural.

        >>> Tours("5x6", closed=True).with_count(8)
        '8 closed tours of 5x6, ignoring start and direction'
        """
        tours = plural(count, f"{self.kind} tour", grouped=True)
        return f"{tours} of {self.board}{self._ends}{self._details}"

    def sentence(self, count: int, number: str | None = None) -> str:
        """A sentence that says how many of these tours there are. `number` replaces the digits of the count.

        >>> Tours("6x6", closed=True).sentence(9862)
        '6x6 has 9,862 closed tours, ignoring start and direction.'
        >>> Tours("4x6", closed=True).sentence(0), Tours("8x8").sentence(10**16, "about 10^16")[:30]
        ('4x6 has no closed tours.', '8x8 has about 10^16 open tours')
        """
        if not count and number is None:
            return f"{self.board} has no {self.kind} tours{self._ends}."
        number = f"{count:,}" if number is None else number
        tours = "tour" if count == 1 else "tours"
        return f"{self.board} has {number} {self.kind} {tours}{self._ends}{self._details}."

    @property
    def _ends(self) -> str:
        """The requested ends, as they follow "tours of 5x5"."""
        start, end = (
            None if square is None else self.board.show(square) for square in (self.start, self.end)
        )
        if self.closed and not (start and end):
            return ""  # a closed tour can start and end anywhere
        given = [f"starting on {start}" * bool(start), f"ending on {end}" * bool(end)]
        return " " * any(given) + " and ".join(filter(None, given))

    @property
    def _details(self) -> str:
        """What counts as one tour."""
        if self.closed:
            if self.both_ends:
                return ""
            both = self.times == 2
            return f", ignoring {'the start and counting both directions' if both else 'start and direction'}"
        if self.board.size == 1:
            return ""
        if self.start is not None or self.end is not None:
            return ", including tours that can be closed"
        way = "counting both directions" if self.times == 2 else "ignoring direction"
        return f", {way} and including tours that can be closed"

    def __repr__(self) -> str:
        begun = self.closed and not self.both_ends and (self.start or self.end)
        more = [f"{'begun' if self.start else 'ended'} on {self.board.show(begun)}"] if begun else []
        more += [f"with {self.board.show(index)} at step {step}" for step, index in self.fix]
        more += ["in both directions"] if self.directed else []
        return f"<Tours: {', '.join([self.name, *more])}>"

    # -- the tours themselves ---------------------------------------------------------------------------

    def find(self, *, progress: Progress | None = None) -> "Outcome":
        """One of the tours, or why there is none: as `turaga.solve`.

        >>> Tours("5x5", closed=True).find()
        <Impossible on 5x5: each move changes colour, so a closed tour has as many squares of one colour as of
        the other, but 5x5 has 13 and 12>
        """
        from turaga.solve import Solve, solve_request

        return solve_request(build(Solve, {"tours": self}), progress)

    def where(
        self,
        *,
        avoid: SquaresLike | None = None,
        start: Square | str | None = None,
        end: Square | str | None = None,
        closed: bool | None = None,
        fix: Mapping[int, Square | str] | None = None,
        directed: bool | None = None,
    ) -> "Tours":
        """These tours with more conditions. A condition that they have cannot be changed.

        >>> Tours("8x8", closed=True).where(start="a1").start
        (7, 0)
        """
        held = {step: self.board.square(index) for step, index in self.fix}
        more = {"start": start, "end": end, "closed": closed, "directed": directed}
        now = {name: getattr(self, name) if one is None else one for name, one in more.items()}
        made = read(
            Tours, {**now, "board": self.board, "avoid": avoid, "fix": {**held, **(fix or {})} or None}
        )
        for name in (*more, "fix"):
            before = getattr(self, name)
            same = set(before) <= set(made.fix) if name == "fix" else before == getattr(made, name)
            if before and not same:
                raise BadInput(
                    f"{name} is a condition of these tours already", accepted="make others", field=name
                )
        return made

    def sampler(
        self,
        *,
        method: str = "auto",
        save: "str | os.PathLike[str] | None" = None,
        progress: Progress | None = None,
    ) -> "Sampler":
        """What draws tours at random and converts between tours and numbers from 1. To make one takes as long
        as a count. With `save`, it is loaded from this file, or made and saved there.

        A closed tour of a sampler starts anywhere. Raises `NoTours` if there are none.

        >>> Tours("6x6", closed=True).sampler().name
        'halves'
        """
        from turaga.sampling.saved_sampler import prepare

        ready = prepare(self.only_with("tours"), method=method, save=save, progress=progress)
        if ready.unsaved is not None:
            raise ready.unsaved
        return ready.sampler

    @cached_property
    def _sampler(self) -> "Sampler":
        return self.sampler()

    def _total(self) -> int:
        """The number of tours, by the method that numbers them."""
        try:
            return self._sampler.count()
        except NoTours:
            return 0

    def __getstate__(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self)}  # without the sampler

    def sample(self, number: int = 1, *, seed: int = 0) -> "list[Tour]":
        """Tours chosen uniformly at random, each independently of the others, so that one can come twice. The
        same seed gives the same tours on every machine. Raises `NoTours` if there are none.

        >>> [tour.closed for tour in Tours("5x6", closed=True).sample(3, seed=1)]
        [True, True, True]
        """
        from turaga.sampling.sampler import begun_at

        number, seed = whole_number("number", number, 0), seed_number("seed", seed)
        return [begun_at(tour, self) for tour in self._sampler.draw(number, seed)]

    def __iter__(self) -> "Iterator[Tour]":
        """All tours, each as soon as a search finds it. It ends only when all were given."""
        from turaga.counting.enumeration import list_tours

        return list_tours(self.only_with("tours"))

    @overload
    def __getitem__(self, which: int) -> "Tour": ...
    @overload
    def __getitem__(self, which: slice) -> "SomeTours": ...
    def __getitem__(self, which: int | slice) -> "Tour | SomeTours":
        from turaga.sampling.sampler import begun_at

        if isinstance(which, slice):
            return SomeTours(self)[which]
        place, total = operator.index(which), self._total()
        if not -total <= place < total:
            raise IndexError(f"there is no tour {place}: {self.sentence(total)}")
        return begun_at(self._sampler.unrank(place % total + 1), self)

    def index(self, tour: "Tour") -> int:
        """The number of a tour, from 0. A `ValueError` if it is not one of these tours.

        >>> tours = Tours("6x6", closed=True)
        >>> tours.index(tours[4999])
        4999
        """
        if tour not in self:
            raise BadInput(f"{tour!r} is not one of the {self.name}", field="tour")
        return self._sampler.rank(tour) - 1

    def __contains__(self, tour: object) -> bool:
        """Whether it is one of these tours. A closed one may begin anywhere, in either direction."""
        from turaga.verify import verify
        from turaga.walk import Walk

        if not isinstance(tour, Walk) or tour.board != self.board:
            return False
        report, path = verify(tour), tour.indices
        if not report.is_tour or report.closed < self.closed:
            return False
        if any(path[step - 1] != index for step, index in self.fix):
            return False
        if not self.closed:
            return self.start in (None, tour[0]) and self.end in (None, tour[-1])
        if self.start is None or self.end is None:
            return True
        apart = abs(tour.index(self.start) - tour.index(self.end))  # the move from the end to the start
        return apart in (1, len(path) - 1)

    def __len__(self) -> NoReturn:
        raise TypeError("the number of tours can be too large for len(): ask count()")

    def __bool__(self) -> NoReturn:
        raise TypeError("whether there are tours can take long to tell: ask find()")

    # -- questions: each is answered by the package that can, loaded when it is asked -------------------

    def count(
        self, *, classes: bool = False, method: str = "auto", progress: Progress | None = None
    ) -> "Count":
        """The exact number of these tours, and with `classes` also up to symmetry: see `turaga.count`.

        >>> Tours("6x6", closed=True).count().count
        9862
        """
        return self._counted(progress, classes=classes, method=method)

    def estimate(
        self, *, probes: int | None = None, seed: int = 0, progress: Progress | None = None
    ) -> "Estimate":
        """An estimate of the number of these tours, by random probes.

        >>> Tours("5x6", closed=True).estimate(probes=5000).low <= 8
        True
        """
        from turaga.counting.estimate import estimate_tours

        return estimate_tours(self.only_with("count"), probes=probes, seed=seed, progress=progress)

    def classes(self, count: int | None = None, *, progress: Progress | None = None) -> "Classes":
        """The number of these tours up to symmetry. If you pass their number, it is checked, and saves
        counting them if it is published.

        >>> Tours("6x6", closed=True).classes().classes
        1245
        """
        from turaga.counting.classes import count_classes

        return count_classes(self.only_with("count"), count, progress=progress)

    def by_start(self, *, progress: Progress | None = None) -> dict[Square, int]:
        """The number of open tours that start on each square. `BadInput` for closed tours, or with ends.

        >>> Tours("5x5").by_start()[0, 0]
        304
        """
        counts = self._counted(progress, by_start=True).by_start or ()
        return {(row, col): counts[row][col] or 0 for row, col in self.board.squares()}

    def _counted(self, progress: Progress | None, **given: Any) -> "Count":
        """What `turaga.count` says of these tours."""
        from turaga.counting.outcome import Count
        from turaga.counting.request import CountTours, count_for

        counted = count_for(read(CountTours, given, tours=self.only_with("count")), progress)
        assert isinstance(counted, Count)
        return counted

    def only_with(self, operation: str) -> "Tours":
        """The same tours; `BadInput` if they have a condition that the operation does not take.

        >>> Tours("5x5", fix={1: "a1"}).only_with("count")
        Traceback (most recent call last):
            ...
        turaga.errors.BadInput: count does not take fix: it is for solve and draw
        """
        for name in CONDITIONS["solve"] - CONDITIONS[operation]:
            if getattr(self, name, None):
                raise refused_condition(name, operation)
        return self


@dataclass(frozen=True, repr=False)
class SomeTours:
    """Some of the tours by their numbers: a lazy view, as a slice of `range` is.

    >>> some = Tours("6x6", closed=True)[100:-100:1000]
    >>> some
    <SomeTours of closed tours of 6x6: [100:-100:1000]>
    >>> len(some), some[2] == some.tours[2100], some[1:][0] in some
    (10, True, True)
    """

    tours: Tours
    slices: tuple[tuple[Any, Any, Any], ...] = ()  # start, stop and step, one after the other

    @property
    def numbers(self) -> range:
        """Their numbers, from 0."""
        found = range(self.tours._total())
        for one in self.slices:
            found = found[slice(*one)]
        return found

    def __len__(self) -> int:
        return len(self.numbers)

    def __bool__(self) -> bool:
        return bool(self.numbers)

    def __iter__(self) -> "Iterator[Tour]":
        return (self.tours[number] for number in self.numbers)

    @overload
    def __getitem__(self, which: int) -> "Tour": ...
    @overload
    def __getitem__(self, which: slice) -> "SomeTours": ...
    def __getitem__(self, which: int | slice) -> "Tour | SomeTours":
        if isinstance(which, slice):
            range(0)[which]  # refuses what is not a slice of whole numbers
            return SomeTours(self.tours, (*self.slices, (which.start, which.stop, which.step)))
        numbers = self.numbers
        if not -len(numbers) <= operator.index(which) < len(numbers):
            raise IndexError(f"there is no tour {which} among these {len(numbers):,}")
        return self.tours[numbers[which]]

    def __contains__(self, tour: object) -> bool:
        from turaga.walk import Tour

        return isinstance(tour, Tour) and tour in self.tours and self.tours.index(tour) in self.numbers

    def __repr__(self) -> str:
        parts = ([start, stop, *[step] * (step is not None)] for start, stop, step in self.slices)
        shown = (":".join("" if one is None else str(one) for one in part) for part in parts)
        return f"<SomeTours of {self.tours.name}: {''.join(f'[{text}]' for text in shown)}>"

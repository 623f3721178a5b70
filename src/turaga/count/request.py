"""Which tours are counted, listed or drawn, said exactly; and what counting them came to.

Counts of knight's tours disagree in print mostly because nobody says what was counted. Here:

- an **open** tour is a path through every square, and those whose ends are a move apart count too;
- a **closed** tour is a circuit through every square: where it starts and which way it goes is not looked at;
- each is counted once. **Directed**, each is counted twice, once each way. (A board of one square has one
  tour, open, and one directed.)
- With a start, or a start and an end, the tours that go from there are counted: an open tour then has its
  direction already. A closed tour from a start to an end is one that goes from the end back to the start in a
  single move; from a start alone, any closed tour.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from turaga.board import Board, BoardLike, Square
from turaga.errors import BadRule, BadSquare
from turaga.notation.writer import board_facts, from_one
from turaga.text import show
from turaga.theory import Question

if TYPE_CHECKING:
    from turaga.json_shapes import CountJson, RequestedToursJson, ToursJson


@dataclass(frozen=True, kw_only=True)
class Tours:
    """The tours that are meant. `start` and `end` are square numbers.

    An end alone is held as the start, with `backwards` set: there are as many tours to a square as from it,
    and each is one from it, reversed. What counts them need not know; what shows them reverses them.

    >>> Tours.of("5x5", start="1,1").words
    'open tours of 5x5 that start on 1,1, those that could be closed among them'
    """

    board: Board
    closed: bool = False
    directed: bool = False
    start: int | None = None
    end: int | None = None
    backwards: bool = False  # an end was given and no start: the tours from `start`, each reversed

    def __post_init__(self) -> None:
        for name, number in (("start", self.start), ("end", self.end)):
            if number is not None and (number not in range(self.board.area) or number in self.board.holes):
                raise BadSquare(f"{name} {number!r} is not the number of a square of {self.board}")
        if self.start is None and self.end is not None:
            for name, value in (("start", self.end), ("end", None), ("backwards", True)):
                object.__setattr__(self, name, value)

    @classmethod
    def of(
        cls,
        board: "BoardLike | Tours",
        *,
        closed: bool = False,
        directed: bool = False,
        start: Square | str | None = None,
        end: Square | str | None = None,
    ) -> "Tours":
        """As a person asks: squares are read as everywhere. Tours themselves are taken as they are."""
        if isinstance(board, Tours):
            if closed or directed or start is not None or end is not None:
                raise BadRule(f"which {board.words} are meant has been said already: leave out the options")
            return board
        place = Board.read(board)
        numbers = [None if s is None else place.index(place.read_square(s)) for s in (start, end)]
        return cls(board=place, closed=closed, directed=directed, start=numbers[0], end=numbers[1])

    @property
    def kind(self) -> Literal["open", "closed"]:
        """`closed` or `open`."""
        return "closed" if self.closed else "open"

    @property
    def ends(self) -> tuple[int | None, int | None]:
        """The start and the end as they were given, each a square number, or None where any will do.

        >>> Tours.of("5x5", end="1,1").ends
        (None, 0)
        """
        return (None, self.start) if self.backwards else (self.start, self.end)

    @property
    def times(self) -> int:
        """How often each tour is counted: 2 for directed ones that no start gives a direction.

        >>> Tours.of("6x6", closed=True, directed=True).times, Tours.of("1x1", directed=True).times
        (2, 1)
        """
        has_direction = not self.directed or (not self.closed and self.start is not None)
        return 1 if has_direction or self.end is not None or self.board.size == 1 else 2

    @property
    def question(self) -> Question:
        """What theory is asked: is there such a tour at all?"""
        return Question(self.board, start=self.start, end=self.end, closed=self.closed)

    @property
    def name(self) -> str:
        """Which they are, as a person reads it.

        >>> Tours.of("5x5", end="1,1").name
        'open tours of 5x5 that end on 1,1'
        """
        given = [show(self.board.square(n)) for n in (self.start, self.end) if n is not None]
        words = f"{self.kind} tours of {self.board}"
        if self.closed:
            return words + (f" that go from {given[0]} round to {given[1]}" if len(given) == 2 else "")
        if given:
            words += f" that {'end' if self.backwards else 'start'} on {given[0]}"
        return words + (f" and end on {given[1]}" if len(given) == 2 else "")

    @property
    def words(self) -> str:
        """What is counted, as a person reads it."""
        if self.closed:
            if self.end is not None:
                return self.name
            way = ", each way round counted" if self.times == 2 else ", whatever the start and the way round"
            return self.name + way
        way = ", each way counted" if self.times == 2 else ", each counted once and not once each way"
        has_direction = self.start is not None or self.board.size == 1
        return self.name + way * (not has_direction) + ", those that could be closed among them"

    def as_json(self) -> "ToursJson":
        """The same for programs; squares 1-based, as people read them."""
        squares = [None if n is None else from_one(self.board.square(n)) for n in self.ends]
        return {
            "kind": self.kind,
            "directed": self.directed,
            "board": board_facts(self.board),
            "leaper": list(self.board.leaper),
            "start": squares[0],
            "end": squares[1],
            "counted": self.words,
        }

    def request_json(self) -> "RequestedToursJson":
        """The same where it stands beside a tour, which has a start and an end of its own.

        >>> Tours.of("5x5", start="1,1").request_json()["asked"]
        {'start': [1, 1], 'end': None}
        """
        said = self.as_json()
        return {
            "kind": said["kind"],
            "directed": said["directed"],
            "board": said["board"],
            "leaper": said["leaper"],
            "counted": said["counted"],
            "asked": {"start": said["start"], "end": said["end"]},
        }


@dataclass(frozen=True, kw_only=True)
class Count:
    """How many, exactly, and what it took.

    >>> from turaga import count_tours
    >>> found = count_tours("5x5", start="1,1")
    >>> found.count, found.method, found.tours.kind
    (304, 'sweep', 'open')
    """

    tours: Tours
    count: int
    method: str
    reason: str  # how it was counted; where theory says there are none, why
    states: int  # made by the frontier method, or squares entered by an enumeration; 0 where theory knew
    seconds: float
    version: str

    def as_json(self) -> "CountJson":
        """The same facts for programs."""
        return {
            "count": self.count,
            **self.tours.as_json(),
            "method": self.method,
            "reason": self.reason,
            "states": self.states,
            "seconds": round(self.seconds, 6),
            "version": self.version,
        }

"""Which tours to count, list or sample, stated exactly.

Most published counts of knight's tours disagree because their authors do not say what they counted. Here:

- An **open** tour is a path through every square. Tours whose ends are a move apart count too.
- A **closed** tour is a circuit through every square. Its start and direction make no difference.
- Each tour is counted once. If **directed**, each tour is counted twice, once in each direction. (A board
  with a single square has one open tour, directed or not.)
- With a start, or a start and an end, only the tours from there are counted. An open tour then has a
  direction already. A closed tour from a start to an end is one that returns from the end to the start in a
  single move. Every closed tour can start on a given square, so a start alone excludes none.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from turaga.board import Board, BoardLike, Leaper, Square
from turaga.board_input import read_board
from turaga.errors import BadInput, BadRule, BadSquare
from turaga.notation.writer import board_facts, from_one
from turaga.text import plural, show
from turaga.theory import Question

if TYPE_CHECKING:
    from turaga.json_shapes import RequestedToursJson, ToursJson


class TourPath(NamedTuple):
    """What the frontier method searches for: a path or a circuit through all squares."""

    given: tuple[int, ...]  # the required ends, as indices of squares
    ends: int  # the number of ends: 2, or 0 for a circuit


@dataclass(frozen=True, kw_only=True)
class Tours:
    """The tours in question: all tours of a board, or those with a given start and end.

    Make one with `Tours.of`. `start` and `end` are 0-based (row, col) pairs, or None if any square will do.

    Inside, `start_index` and `end_index` are indices of squares. An end without a start is stored as
    `start_index`, with `backwards` set. Every tour to a square is the reverse of a tour from it, so there are
    equally many. Code that counts tours can ignore `backwards`; code that shows them reverses them.

    >>> Tours.of("5x5", start="1,1").words
    'open tours of 5x5 starting on 1,1, including tours that can be closed'
    """

    board: Board
    closed: bool = False
    directed: bool = False
    start_index: int | None = None
    end_index: int | None = None
    backwards: bool = False  # only an end was given: take the tours from `start_index` and reverse each

    def __post_init__(self) -> None:
        for name, index in (("start", self.start_index), ("end", self.end_index)):
            if index is not None and (
                index not in range(self.board.area) or index in self.board.hole_indices
            ):
                problem = f"{name} {index!r} is not the index of a square of {self.board}"
                raise BadSquare(problem, field=name)
        if self.start_index is None and self.end_index is not None:
            for name, value in (("start_index", self.end_index), ("end_index", None), ("backwards", True)):
                object.__setattr__(self, name, value)

    @classmethod
    def of(
        cls,
        board: "BoardLike | Tours",
        *,
        leaper: Leaper | None = None,
        closed: bool = False,
        directed: bool = False,
        start: Square | str | None = None,
        end: Square | str | None = None,
    ) -> "Tours":
        """The tours for a board and options as users write them. `Tours` are returned unchanged."""
        if isinstance(board, Tours):
            if closed or directed or any(given is not None for given in (leaper, start, end)):
                raise BadRule(
                    "closed, directed, start and end cannot be combined with a Tours value",
                    accepted=f"it already stands for the {board.words}",
                    field="board",
                )
            return board
        board = read_board(board, leaper)
        indices: list[int | None] = []
        for name, square in (("start", start), ("end", end)):
            try:
                indices.append(None if square is None else board.index(board.read_square(square)))
            except BadInput as error:
                raise error.about(name) from None
        return cls(
            board=board, closed=closed, directed=directed, start_index=indices[0], end_index=indices[1]
        )

    @property
    def kind(self) -> Literal["open", "closed"]:
        """`closed` or `open`."""
        return "closed" if self.closed else "open"

    @property
    def given_indices(self) -> tuple[int | None, int | None]:
        """The requested start and end, each an index, or None if not requested.

        >>> Tours.of("5x5", end="1,1").given_indices
        (None, 0)
        """
        return (None, self.start_index) if self.backwards else (self.start_index, self.end_index)

    @property
    def start(self) -> Square | None:
        """The square on which the tours start, as it was given; None if any will do."""
        index = self.given_indices[0]
        return None if index is None else self.board.square(index)

    @property
    def end(self) -> Square | None:
        """The square on which the tours end, as it was given; None if any will do.

        >>> Tours.of("5x5", end="1,1").start, Tours.of("5x5", end="1,1").end
        (None, (0, 0))
        """
        index = self.given_indices[1]
        return None if index is None else self.board.square(index)

    @property
    def times(self) -> int:
        """How often each tour is counted: 2 if directed, unless a start or an end fixes the direction.

        >>> Tours.of("6x6", closed=True, directed=True).times, Tours.of("1x1", directed=True).times
        (2, 1)
        """
        has_direction = not self.directed or (not self.closed and self.start_index is not None)
        return 1 if has_direction or self.end_index is not None or self.board.size == 1 else 2

    @property
    def path(self) -> TourPath | None:
        """What the frontier method searches for. None if no search is needed, because the board has one
        square or the ends rule out every tour.

        A closed tour with a start and an end is an open tour between them, if they are a move apart: the
        move that closes it is known.

        >>> Tours.of("5x6", closed=True).path, Tours.of("5x5", start="1,1").path
        (TourPath(given=(), ends=0), TourPath(given=(0,), ends=2))
        """
        board, start, end = self.board, self.start_index, self.end_index
        if board.size == 1 or (start is not None and start == end) or (self.closed and board.size == 2):
            return None
        if start is None or end is None:
            return TourPath((), 0) if self.closed else TourPath(() if start is None else (start,), 2)
        return None if self.closed and not board.is_move(start, end) else TourPath((start, end), 2)

    @property
    def question(self) -> Question:
        """The question for `turaga.theory`: does such a tour exist?"""
        return Question(self.board, self.start_index, self.end_index, self.closed)

    @property
    def name(self) -> str:
        """The kind of tours, the board and the ends, for use in a sentence.

        >>> Tours.of("5x5", end="1,1").name
        'open tours of 5x5 ending on 1,1'
        """
        return f"{self.kind} tours of {self.board}{self._ends}"

    @property
    def words(self) -> str:
        """Exactly what is counted, for use in a sentence.

        >>> Tours.of("6x6", closed=True).words
        'closed tours of 6x6, ignoring start and direction'
        """
        return self.name + self._details

    def with_count(self, count: int) -> str:
        """The words with a count before them, in the singular or plural.

        >>> Tours.of("5x6", closed=True).with_count(8)
        '8 closed tours of 5x6, ignoring start and direction'
        """
        tours = plural(count, f"{self.kind} tour", grouped=True)
        return f"{tours} of {self.board}{self._ends}{self._details}"

    def sentence(self, count: int, number: str | None = None) -> str:
        """A sentence that says how many of these tours there are. `number` replaces the digits of the count.

        >>> Tours.of("6x6", closed=True).sentence(9862)
        '6x6 has 9,862 closed tours, ignoring start and direction.'
        >>> Tours.of("4x6", closed=True).sentence(0), Tours.of("8x8").sentence(10**16, "about 10^16")[:30]
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
        start, end = (None if square is None else show(square) for square in (self.start, self.end))
        if self.closed and not (start and end):
            return ""  # a closed tour can start and end anywhere
        given = [f"starting on {start}" * bool(start), f"ending on {end}" * bool(end)]
        return " " * any(given) + " and ".join(filter(None, given))

    @property
    def _details(self) -> str:
        """What counts as one tour."""
        if self.closed:
            if self.end_index is not None:
                return ""
            both = self.times == 2
            return f", ignoring {'the start and counting both directions' if both else 'start and direction'}"
        if self.board.size == 1:
            return ""
        if self.start_index is not None:
            return ", including tours that can be closed"
        way = "counting both directions" if self.times == 2 else "ignoring direction"
        return f", {way} and including tours that can be closed"

    def as_json(self) -> "ToursJson":
        """The same facts for programs. Squares are counted from 1."""
        squares = [None if square is None else from_one(square) for square in (self.start, self.end)]
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
        """The same facts, to be shown next to a tour, which has a start and an end of its own.

        >>> Tours.of("5x5", start="1,1").request_json()["asked"]
        {'start': [1, 1], 'end': None}
        """
        facts = self.as_json()
        return {
            "kind": facts["kind"],
            "directed": facts["directed"],
            "board": facts["board"],
            "leaper": facts["leaper"],
            "counted": facts["counted"],
            "asked": {"start": facts["start"], "end": facts["end"]},
        }

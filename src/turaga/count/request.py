"""Which tours are counted, listed or sampled, stated exactly.

Published counts of knight's tours disagree mostly because nobody says what was counted. Here:

- an **open** tour is a path through every square, and those whose ends are a move apart count too;
- a **closed** tour is a circuit through every square: where it starts and its direction make no difference;
- each is counted once. **Directed**, each is counted twice, once each way. (A board of one square has one
  tour, open, and one directed.)
- With a start, or a start and an end, the tours that go from there are counted: an open tour then has its
  direction already. A closed tour from a start to an end is one that goes from the end back to the start in a
  single move; from a start alone, any closed tour.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from turaga.board import Board, BoardLike, Leaper, Square
from turaga.board_input import read_board
from turaga.errors import BadInput, BadRule, BadSquare
from turaga.notation.writer import board_facts, from_one
from turaga.text import show
from turaga.theory import Question

if TYPE_CHECKING:
    from turaga.json_shapes import RequestedToursJson, ToursJson


class TourPath(NamedTuple):
    """What the frontier method looks for: a path through all squares, or a circuit."""

    given: tuple[int, ...]  # the ends that are given, as indices of squares
    ends: int  # how many ends there are: 2, or 0 for a circuit


@dataclass(frozen=True, kw_only=True)
class Tours:
    """Which tours are meant: all tours of a board, or those with a given start and end.

    Make one with `Tours.of`. `start` and `end` are 0-based (row, col) pairs, or None if any square will do.

    Inside, `start_index` and `end_index` are indices of squares. An end without a start is stored as
    `start_index`, with `backwards` set: as many tours end on a square as start there, and each is a tour from
    it, reversed. Code that counts tours can ignore `backwards`; code that shows them reverses them.

    >>> Tours.of("5x5", start="1,1").words
    'open tours of 5x5 that start on 1,1, those that could be closed among them'
    """

    board: Board
    closed: bool = False
    directed: bool = False
    start_index: int | None = None
    end_index: int | None = None
    backwards: bool = False  # an end was given and no start: the tours from `start_index`, each reversed

    def __post_init__(self) -> None:
        for name, index in (("start", self.start_index), ("end", self.end_index)):
            if index is not None and (
                index not in range(self.board.area) or index in self.board.hole_indices
            ):
                problem = f"{name} {index!r} is not the number of a square of {self.board}"
                raise BadSquare(problem, field=name, value=index)
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
        """As a person asks: squares are read as everywhere. Tours themselves are taken as they are."""
        if isinstance(board, Tours):
            if closed or directed or any(given is not None for given in (leaper, start, end)):
                raise BadRule(
                    f"which {board.words} are meant has been said already",
                    accepted="leave out the options",
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
        """The start and the end as they were given, each an index, or None if any will do.

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
        """How often each tour is counted: 2 for directed ones that no start gives a direction.

        >>> Tours.of("6x6", closed=True, directed=True).times, Tours.of("1x1", directed=True).times
        (2, 1)
        """
        has_direction = not self.directed or (not self.closed and self.start_index is not None)
        return 1 if has_direction or self.end_index is not None or self.board.size == 1 else 2

    @property
    def path(self) -> TourPath | None:
        """What the frontier method looks for; None where there is nothing to search, because the board has
        one square, or the ends rule out every tour.

        A closed tour with both ends given is an open one between them, if they are a move apart: the move
        that closes it is known.

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
        """What theory is asked: is there such a tour at all?"""
        return Question(self.board, self.start_index, self.end_index, self.closed)

    @property
    def name(self) -> str:
        """Which they are, as a person reads it.

        >>> Tours.of("5x5", end="1,1").name
        'open tours of 5x5 that end on 1,1'
        """
        given = [show(self.board.square(n)) for n in (self.start_index, self.end_index) if n is not None]
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
            if self.end_index is not None:
                return self.name
            way = ", each way round counted" if self.times == 2 else ", whatever the start and the way round"
            return self.name + way
        way = ", each way counted" if self.times == 2 else ", each counted once and not once each way"
        has_direction = self.start_index is not None or self.board.size == 1
        return self.name + way * (not has_direction) + ", those that could be closed among them"

    def as_json(self) -> "ToursJson":
        """The same for programs; squares 1-based, as people read them."""
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
        """The same for use beside a tour, which has a start and an end of its own.

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

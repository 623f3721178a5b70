"""The changes that Euler's method makes to a walk, and the walk after each of them.

`Rotator` records each change as a small value: a reversal, an insertion or a new beginning of a circuit, with
the squares that explain it. A `Repair` is the walk it began with and these changes. Everything else follows
from them: the account is made of their sentences, and the stages are found by making the changes again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from turaga.board import Board, Square
from turaga.text import plural
from turaga.walk import Walk

# "reversal": the part after a step. "insertion": a square after the last one. "pair": two squares between two
# others. "turn": the whole walk is reversed. "cut": a circuit begins on another square.
ChangeKind = Literal["reversal", "insertion", "pair", "turn", "cut"]

_MOST_LISTED = 20  # unvisited squares that the first line lists
_MOST_SHOWN = 400  # the squares of a walk are listed up to this length
_MOST_IN_JSON = 100_000  # squares in all stages; beyond it, JSON has the sentences only
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
CLOSED = "the end is a move away from the start, so the tour is closed"


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a walk. Squares are indices, and steps are counted from 1.

    `first` and `last` are the steps of the changed part, after the change. `named` are the squares that the
    sentence is about: for a reversal the old end, the square that it is a move away from, and the new end;
    for an insertion the end and the inserted square; for a pair the square before, the two inserted squares
    and the square behind; otherwise the ends of the walk before and after.

    >>> change = Change("insertion", 1, 3, 3, (6, 8))
    >>> change.sentence(Board("3x4"))
    'insertion 1: the end c2 is a move away from a1, which becomes step 3'
    >>> change.applied([0, 6])
    [0, 6, 8]
    """

    kind: ChangeKind
    number: int  # among the reversals or among the insertions, from 1; 0 for a turn or a cut
    first: int
    last: int
    named: tuple[int, ...]

    @property
    def inserted(self) -> tuple[int, ...]:
        """The squares that it adds to the walk."""
        if self.kind == "insertion":
            return self.named[1:]
        return self.named[1:3] if self.kind == "pair" else ()

    def applied(self, path: list[int]) -> list[int]:
        """The walk after this change, from the walk before it."""
        low = self.first - 1
        match self.kind:
            case "reversal" | "turn":
                return path[:low] + path[low:][::-1]
            case "insertion" | "pair":
                return [*path[:low], *self.inserted, *path[low:]]
            case "cut":
                at = path.index(self.named[2])
                return path[at:] + path[:at]

    def sentence(self, board: Board) -> str:
        """What was done and why, without a capital letter and a full stop."""
        head, *rest = self.clauses(board)
        return f"{head}: {'; '.join(rest)}" if rest else head

    def clauses(self, board: Board, letters: Mapping[Square, str] | None = None) -> tuple[str, ...]:
        """The same, clause by clause: what was done, then why.

        `letters` are added to the squares that are inserted.
        """
        squares = [board.show(index) for index in self.named]
        for i, index in enumerate(self.named):
            if index in self.inserted and letters and (letter := letters.get(board.square(index))):
                squares[i] += f" ({letter})"
        match self.kind:
            case "reversal":
                end, there, new = squares
                return (
                    f"reversal {self.number}",
                    f"the end {end} is a move away from {there} (step {self.first - 1}), so reverse the part "
                    f"from {new} (step {self.first}) to {end} (step {self.last})",
                    f"the end is now {new}",
                )
            case "insertion":
                end, square = squares
                why = f"the end {end} is a move away from {square}, which becomes step {self.first}"
                return f"insertion {self.number}", why
            case "pair":
                before, x, y, behind = squares
                return (
                    f"insertions {self.number} and {self.number + 1}",
                    f"{x} and {y} are a move apart and fit between {before} (step {self.first - 1}) and "
                    f"{behind} (step {self.first})",
                )
            case "turn":
                return (f"reverse the whole walk, so that it goes from {squares[2]} to {squares[3]}",)
            case "cut":
                start, end, new, last = squares
                return (
                    f"the ends {start} and {end} are a move apart, so the walk is a circuit",
                    f"cut it elsewhere, so that it begins on {new} and ends on {last}",
                )


@dataclass(frozen=True, slots=True)
class RepairStage:
    """A moment of a repair: the walk, what was just done, and the change itself.

    The first stage is the walk before any change; its `change` is None. Squares are 0-based (row, col) pairs.

    >>> import turaga
    >>> walk = turaga.solve("8x8", like="bencic", start="5,3").best
    >>> first, second, *_ = turaga.repair(walk, why=True).repair.stages()
    >>> first.walk == walk, second.changed, second.inserted
    (True, ((0, 3), (2, 4), (4, 3)), ())
    """

    number: int  # from 0
    walk: Walk
    text: str
    change: Change | None

    @property
    def inserted(self) -> tuple[Square, ...]:
        """The squares that the change added."""
        return () if self.change is None else tuple(map(self.walk.board.square, self.change.inserted))

    @property
    def changed(self) -> tuple[Square, ...]:
        """The squares of the part that was reversed, inserted or renumbered, in the order of the walk."""
        return () if self.change is None else self.walk.squares[self.change.first - 1 : self.change.last]


class Stage(NamedTuple):
    """A moment of a repair in JSON: what was just done, and the walk after it, unless it is too long."""

    text: str
    squares: tuple[Square, ...] | None


@dataclass(frozen=True, slots=True, repr=False)
class Repair:
    """A walk, and the changes by which Euler's method turned it into a tour.

    A change takes about a hundred bytes, however large the board is. `stages` makes one walk at a time.

    >>> from turaga import solve
    >>> outcome = solve("8x8", like="bencic", start="5,3", method="euler", why=True)
    >>> outcome.repair
    <Repair of a walk of 60 squares of 8x8: 3 reversals, 4 insertions>
    >>> *_, stage = outcome.repair.stages()
    >>> stage.text, stage.walk == outcome.tour
    ('insertion 4: the end e8 is a move away from f6, which becomes step 64', True)
    """

    walk: Walk  # before the first change
    what: str  # which walk it is, in words
    given: bool  # whether the caller gave this walk; if not, the rule made it
    closed: bool  # whether the tour had to be closed
    changes: tuple[Change, ...]

    def __repr__(self) -> str:
        work = f"{plural(self.reversals, 'reversal')}, {plural(self.insertions, 'insertion')}"
        return f"<Repair of a walk of {plural(len(self.walk), 'square')} of {self.walk.board}: {work}>"

    @property
    def reversals(self) -> int:
        """How many parts were reversed."""
        return sum(change.kind == "reversal" for change in self.changes)

    @property
    def insertions(self) -> int:
        """How many squares were inserted."""
        return sum(len(change.inserted) for change in self.changes)

    @property
    def letters(self) -> dict[Square, str]:
        """A letter for each square that the walk missed, row by row, as Euler wrote them on the board.

        There are none if the walk missed more squares than there are letters.
        """
        missed = self.walk.unvisited if self.walk.board.size - len(self.walk) <= len(_LETTERS) else ()
        return dict(zip(missed, _LETTERS, strict=False))

    def account(self) -> Iterator[str]:
        """The repair in words, line by line."""
        yield self.description()
        if not self.given and len(self.walk) <= _MOST_SHOWN:
            yield f"its squares: {' '.join(self.walk.board.show(square) for square in self.walk)}"
        for change in self.changes:
            yield change.sentence(self.walk.board)
        if self.closed:
            yield CLOSED

    def description(self) -> str:
        """The walk before the repair, and the squares it leaves unvisited."""
        walk = self.walk
        have = f"{self.what} visits {len(walk)} of {plural(walk.board.size, 'square')}"
        have += f", from {self.walk.board.show(walk[0])} to {self.walk.board.show(walk[-1])}"
        missing = walk.unvisited if len(walk) < walk.board.size else ()
        if missing:
            more = f" and {len(missing) - _MOST_LISTED} more" if len(missing) > _MOST_LISTED else ""
            have += f"; unvisited: {' '.join(map(self.walk.board.show, missing[:_MOST_LISTED]))}{more}"
        return have

    def stages(self) -> Iterator[RepairStage]:
        """The walk, and the walk after each change. The last one is the tour.

        Each stage copies the walk, some nanoseconds a square.
        """
        board, path = self.walk.board, list(self.walk.indices)
        yield RepairStage(0, self.walk, self.description(), None)
        for number, change in enumerate(self.changes, start=1):
            path = change.applied(path)
            yield RepairStage(number, Walk.from_indices(board, path), change.sentence(board), change)

    def then_reversed(self, tour: Walk) -> "Repair":
        """The same repair and a reversal of the whole walk, which then is this tour."""
        start, end = tour.board.index(tour[0]), tour.board.index(tour[-1])
        turn = Change("turn", 0, 1, len(tour), (end, start, start, end))
        return replace(self, changes=(*self.changes, turn))

    def shown_stages(self) -> tuple[Stage, ...]:
        """The stages as JSON shows them. If there are more than 100,000 squares in all, they are left out."""
        if (len(self.changes) + 1) * self.walk.board.size > _MOST_IN_JSON:
            texts = [self.description(), *(change.sentence(self.walk.board) for change in self.changes)]
            return tuple(Stage(text, None) for text in texts)
        return tuple(Stage(stage.text, stage.walk.squares) for stage in self.stages())

"""The two kinds of certificate, and how a person reads them."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from turaga.board import Board, Square
from turaga.certificate.move_counts import (
    RequestedTour,
    SquareGroup,
    excess,
    moves_out_of,
    moves_to_neighbours,
    pieces_without,
    sides_of,
)
from turaga.errors import BadInput
from turaga.text import plural, show

if TYPE_CHECKING:
    from turaga.json_shapes import BottleneckJson, SeparatorJson

MOST_NAMED = 12  # squares named in a reason; the proof names all


@dataclass(frozen=True, slots=True)
class Marks:
    """Squares that play the same part in a proof, so that a picture can mark them.

    `role` is "squares" or "neighbours" for a bottleneck, and "removed" or "piece" for a separator.
    """

    role: Literal["squares", "neighbours", "removed", "piece"]
    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Proof(ABC):
    """The numbers of a proof. `closed` means that it is about closed tours; otherwise it is about all tours.
    `ends` is the largest number of ends of the tour that can save a move."""

    closed: bool
    ends: int
    moves_needed: int
    moves_available: int

    @property
    def excess(self) -> int:
        """How many moves are missing. The squares prove something if this is more than 0."""
        return self.moves_needed - self.moves_available

    @property
    @abstractmethod
    def marks(self) -> tuple[Marks, ...]:
        """The squares of the certificate, by the part that they play."""

    @property
    def marked(self) -> tuple[Square, ...]:
        """All squares of the certificate, in the order of `marks`."""
        return tuple(square for marks in self.marks for square in marks.squares)


# -- bottlenecks ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Bottleneck(_Proof):
    """Squares whose neighbours allow too few moves. No two of the squares are a move apart.

    `squares` and `neighbours` are 0-based pairs, sorted. `moves_needed` is two for each of the squares, less
    the number of `ends` that can be among them. `moves_available` is what the neighbours allow.

    >>> board = Board(5, 5, holes=[(2, 2), (1, 1)])
    >>> found = Bottleneck.of(board, ["1,1"], closed=True)
    >>> found.moves_needed, found.moves_available
    (2, 2)
    """

    squares: tuple[Square, ...]
    neighbours: tuple[Square, ...]
    kind: ClassVar[Literal["bottleneck"]] = "bottleneck"

    @classmethod
    def of(
        cls,
        board: Board,
        squares: Iterable[Square | str],
        *,
        start: Square | str | None = None,
        end: Square | str | None = None,
        closed: bool = False,
    ) -> "Bottleneck":
        """The bottleneck that these squares make, with all its numbers. It can turn out to prove nothing.

        Takes time linear in the number of squares. `BadInput` if two of the squares are a move apart.
        """
        chosen = sorted({board.index(square) for square in squares})
        joined = moves_to_neighbours(board, chosen)
        for index in chosen:
            if index in joined:
                raise BadInput(
                    f"{show(board.square(index))} is a move away from another square of the bottleneck",
                    accepted="no two squares of a bottleneck may be a move apart",
                    field="squares",
                )
        one, other = tuple(map(board.square, chosen)), tuple(map(board.square, sorted(joined)))
        readings = RequestedTour.read(board, start, end, closed).readings()
        proofs = [reading.count([reading.single_squares(chosen)], joined) for reading in readings]
        return cls(squares=one, neighbours=other, **max(proofs, key=excess))

    @property
    def marks(self) -> tuple[Marks, ...]:
        """The squares and their neighbours."""
        return Marks("squares", self.squares), Marks("neighbours", self.neighbours)

    @property
    def reason(self) -> str:
        """Why there is no tour: a clause that can follow "Impossible:". It names at most 12 squares."""
        count, near = len(self.squares), len(self.neighbours)
        one = count == 1
        squares = shortened(self.squares) if one else f"the {count} squares {shortened(self.squares)}"
        if not near:
            return f"{squares} {'has' if one else 'have'} no moves"
        if self.moves_available == 2 * near and (self.closed or self.ends == 1):
            has = "has only one neighbour" if one else f"have only {plural(near, 'neighbour')} between them"
            tour = "a closed tour" if self.closed else "a tour with only one end there"
            return f"{squares} {has}, and {tour} needs at least as many neighbours as squares"
        needs = f"{'needs' if one else 'need'} {plural(self.moves_needed, 'move')}"
        their = "its" if one else "their"
        allow = f"{their} only neighbour allows" if near == 1 else f"{their} {near} neighbours allow"
        return f"{squares} {needs} of {self._tour}, but {allow} only {self.moves_available}"

    @property
    def _tour(self) -> str:
        if self.closed:
            return "a closed tour"
        there = "there" if len(self.squares) == 1 else "among them"
        return f"a tour with {('no end', 'at most one end', 'both ends')[self.ends]} {there}"

    def explain(self) -> tuple[str, ...]:
        """The proof, one line per step, with all squares."""
        count, near = len(self.squares), len(self.neighbours)
        if self.closed:
            needs = f"A closed tour uses two moves at every square: 2 x {count} = {2 * count} here."
        elif not self.ends:
            needs = (
                "A tour uses two moves at every square that is not an end, and none of these squares can be "
                f"an end: 2 x {count} = {2 * count} moves."
            )
        else:
            most = "At most one of these squares is an end" if self.ends == 1 else "Both ends can be here"
            needs = (
                f"A tour uses two moves at every square, but only one at an end. {most}, so it uses at least "
                f"2 x {count} - {self.ends} = {self.moves_needed} moves here."
            )
        takes = f"A neighbour takes at most two of them: 2 x {near} = {2 * near}."
        less = 2 * near - self.moves_available
        if less:
            takes = (
                f"A neighbour takes at most two of them, and {less} of the {plural(near, 'neighbour')} only "
                "one, because only one move joins it to the squares or because it is a given end: "
                f"2 x {near} - {less} = {self.moves_available}."
            )
        return (
            f"{plural(count, 'square').capitalize()}: {_names(self.squares)}.",
            _all_neighbours(self.neighbours),
            needs,
            "No two of these squares are a move apart, so each of these moves leads to one of the neighbours."
            if count > 1
            else "Each of these moves leads to a neighbour.",
            f"{takes} That is fewer than {self.moves_needed}.",
        )

    def as_json(self) -> "BottleneckJson":
        """The certificate as `--json` shows it; squares are 1-based."""
        return {
            "kind": self.kind,
            "closed": self.closed,
            "squares": _from_one(self.squares),
            "neighbours": _from_one(self.neighbours),
            "ends": self.ends,
            "moves_needed": self.moves_needed,
            "moves_available": self.moves_available,
        }


# -- separators -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Separator(_Proof):
    """Squares without which the board falls into too many pieces.

    `removed` are these squares; there are none if the board itself falls into pieces. `pieces` are the
    squares of all pieces but the largest, and `others` is the size of the largest. `visits` says how often a
    tour must visit each piece, the largest last: as often as the piece has more squares of one side than of
    the other (for a knight: of one colour), and at least once.

    >>> board = Board(4, 4, holes=[(1, 2), (2, 1)])
    >>> found = Separator.of(board, [])
    >>> found.reason
    'the board falls into 3 pieces with no moves between them'
    >>> found.pieces, found.others
    ((((0, 0),), ((3, 3),)), 12)
    """

    removed: tuple[Square, ...]
    pieces: tuple[tuple[Square, ...], ...]
    others: int
    visits: tuple[int, ...]
    kind: ClassVar[Literal["separator"]] = "separator"

    @classmethod
    def of(
        cls,
        board: Board,
        removed: Iterable[Square | str],
        *,
        start: Square | str | None = None,
        end: Square | str | None = None,
        closed: bool = False,
    ) -> "Separator":
        """The separator that removes these squares, with all its numbers. It can turn out to prove nothing.

        Takes time linear in the size of the board.
        """
        gone = {board.index(square) for square in removed}
        pieces = sorted(pieces_without(board, gone), key=lambda piece: (len(piece), piece))
        readings = RequestedTour.read(board, start, end, closed).readings()
        joined = moves_out_of(board, gone)
        proofs = [reading.count(map(reading.group, pieces), joined) for reading in readings]
        return cls(
            removed=tuple(map(board.square, sorted(gone))),
            pieces=tuple(tuple(map(board.square, piece)) for piece in pieces[:-1]),
            others=len(pieces[-1]) if pieces else 0,
            visits=tuple(SquareGroup(sides_of(board, piece)).visits for piece in pieces),
            **max(proofs, key=excess),
        )

    @property
    def marks(self) -> tuple[Marks, ...]:
        """The removed squares, and the pieces but the largest."""
        return Marks("removed", self.removed), *(Marks("piece", piece) for piece in self.pieces)

    @property
    def reason(self) -> str:
        """Why there is no tour: a clause that can follow "Impossible:". It names at most 12 squares."""
        count, pieces = len(self.removed), len(self.visits)
        if not count:
            return f"the board falls into {pieces} pieces with no moves between them"
        tour = "a closed tour" if self.closed else "a tour"
        without = f"without {shortened(self.removed)} the board falls into {plural(pieces, 'piece')}"
        most = (self.moves_available + self.ends) // 2  # visits that the removed squares allow
        if max(self.visits) == 1 and self.moves_available >= 2 * count - 2 + self.ends:
            return f"{without}, and {tour} allows at most {most}"
        return (
            f"{without}, which need {plural(self.moves_needed, 'move')} of {tour} to "
            f"{'that square' if count == 1 else 'those squares'}, but at most {self.moves_available} "
            f"{'is' if self.moves_available == 1 else 'are'} possible"
        )

    def explain(self) -> tuple[str, ...]:
        """The proof, one line per step, with all squares but those of the largest piece."""
        count, pieces = len(self.removed), len(self.visits)
        gone = f"Take away {plural(count, 'square')}: {_names(self.removed)}." if count else ""
        lines = [gone] if gone else []
        left = "The board" if not gone else "What is left"
        lines.append(f"{left} falls into {plural(pieces, 'piece')} with no moves between them.")
        for number, (piece, visits) in enumerate(zip(self.pieces, self.visits, strict=False), start=1):
            lines.append(f"Piece {number}: {_names(piece)}{_often(visits)}.")
        lines.append(
            f"Piece {pieces}: the other {plural(self.others, 'square')}{_often(self.visits[-1])}."
            if self.others
            else "No other squares are left."
        )
        if not count:
            return *lines, "So no tour visits them all."
        total = 2 * sum(self.visits)
        entered = (
            f"A tour enters and leaves every piece on each visit: 2 x {sum(self.visits)} = {total} moves"
        )
        if self.ends:
            ends = "An end of the tour saves" if self.ends == 1 else "The two ends of the tour save"
            entered += f". {ends} {plural(self.ends, 'move')}, so at least {self.moves_needed}"
        less = 2 * count - self.moves_available
        takes = (
            f"The squares taken away have at most two moves each to the pieces: 2 x {count} = {2 * count}"
            if not less
            else "The squares taken away have at most two moves each to the pieces, and fewer at a given end "
            f"or if there are fewer: 2 x {count} - {less} = {self.moves_available}"
        )
        return *lines, f"{entered}.", f"{takes}. That is fewer than {self.moves_needed}."

    def as_json(self) -> "SeparatorJson":
        """The certificate as `--json` shows it; squares are 1-based."""
        return {
            "kind": self.kind,
            "closed": self.closed,
            "removed": _from_one(self.removed),
            "pieces": [_from_one(piece) for piece in self.pieces],
            "others": self.others,
            "visits": list(self.visits),
            "ends": self.ends,
            "moves_needed": self.moves_needed,
            "moves_available": self.moves_available,
        }


Certificate = Bottleneck | Separator


# -- words ------------------------------------------------------------------------------------------------


def _all_neighbours(squares: Sequence[Square]) -> str:
    if not squares:
        return "They have no neighbours."
    if len(squares) == 1:
        return f"The only neighbour: {_names(squares)}."
    return f"{'Both' if len(squares) == 2 else f'All {len(squares)}'} neighbours: {_names(squares)}."


def _names(squares: Sequence[Square]) -> str:
    return ", ".join(map(show, squares))


def shortened(squares: Sequence[Square]) -> str:
    """The squares as a list in a sentence; only the first few by name if there are many."""
    named = [show(square) for square in squares[:MOST_NAMED]]
    if len(squares) > MOST_NAMED:
        named = [*named[:3], f"{len(squares) - 3} more"]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"


def _often(visits: int) -> str:
    if visits == 1:
        return ""
    return f" ({visits} more squares of one side than of the other, so at least {visits} visits)"


def _from_one(squares: Iterable[Square]) -> list[list[int]]:
    return [[row + 1, col + 1] for row, col in squares]
